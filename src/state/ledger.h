// SPDX-License-Identifier: BSD-3-Clause
// Energies: the ledger, and what alarms remember of it.
#pragma once

#include "laws/slot.h"
#include "maths/double_double.h"
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

// By scree_mode.
typedef struct scree_ledger_modes {
    // W, power put into contacts: force times relative velocity at the time of the positions
    double work[SCREE_MODES];
    double viscous[SCREE_MODES]; // W, dissipated by dashpots
    double elastic
        [SCREE_MODES]; // J, stored now; NaN, like `known`, where a program has left it out of the last step
    double bonded[SCREE_MODES]; // J, of this in bonds. It is not in `work`: what bonds store is known exactly
    // J, the same of contacts whose laws know it (scree_law_set.known), and W, the power into it: summed together with `elastic`
    double known[SCREE_MODES], known_power;
} scree_ledger_modes;

// Running sums of energy (J) since the start. Powers are integrated by the trapezoidal rule: the sums contain all past powers
// with weight 1; where they are read, half of the last powers, which are in `now`, is subtracted.
typedef struct scree_ledger {
    double work[SCREE_MODES], viscous[SCREE_MODES];
    double springs
        [SCREE_MODES]; // work put into springs, where laws write it, and what normal laws lose where their memory changes; `work` then has the rest, of
                       // dashpots. A sum as it is
    double wall_work;  // work of moving walls and fixed particles on the others
    // kinetic + potential energy of particles inserted, and of those deleted, with what their contacts, and those of walls that end, had stored
    double inserted, removed;
    double damped;       // lost by numerical damping (particles/damping.h); by the trapezoidal rule as it is
    double changed;      // gained when a phase changed laws or gravity, and by growth
    double walls_gained; // by free walls: their energy at first, work of loads on them
    double walls_lost;   // by free walls, in dampers and at stops
    double loaded;       // work of the forces and torques of groups; by the trapezoidal rule as it is
    double broken[SCREE_MODES]; // J, stored in bonds when they broke
    scree_ledger_modes now;
    double wall_power;                         // W, now
    double damping_power;                      // W, now, of the damping on particles: mostly negative
    double load_power;                         // W, now, of the forces and torques of groups
    double walls_gain_power, walls_loss_power; // W, now
} scree_ledger;

// Marks what contacts store as not summed in the last step, so that no number of an earlier step can be taken for it.
static inline void scree_ledger_leave_stored(scree_ledger *l) {
    for (int k = 0; k < SCREE_MODES; k++) {
        l->now.elastic[k] = l->now.known[k] = NAN;
    }
    l->now.known_power = NAN;
}
// Is it so? A state that has become invalid has NaN in some of them, but never in all: laws know the energy of the normal mode alone, so
// `known` is 0 in the others.
static inline bool scree_ledger_lacks_stored(const scree_ledger *l) {
    bool all = isnan(l->now.known_power);
    for (int k = 0; k < SCREE_MODES; k++) {
        all = all && isnan(l->now.elastic[k]) && isnan(l->now.known[k]);
    }
    return all;
}

// State of the alarm for decreasing losses, by mode; see checks/alarm.h.
typedef struct scree_losses {
    bool unknown;                // after a resume, and where groups act: the next check only sets the values
    double highest[SCREE_MODES]; // J, largest loss since the last decrease
    double most_energy;          // J, largest sum of kinetic, stored and dissipated energy at any check
    uint64_t deleted, gated; // particles deleted, walls that appeared or disappeared, until the last check
    uint64_t falls;          // number of decreases
    double fallen;           // J, sum of all decreases
} scree_losses;

// The alarm for the balance compares these energies, J; see checks/balance_alarm.h.
typedef struct scree_balance_state {
    double time;    // s
    double balance; // of energies
    double most;    // kinetic and stored, the largest since then
    double lost;    // dissipated since the start
    double work;    // of walls and loads since the start
} scree_balance_state;

typedef struct scree_balance_watch {
    bool known;                              // false before the first check, also after a resume
    scree_balance_state start, older, newer; // when it began, and of two of the last rows
    uint64_t rows, drifts;                   // checks since it began; alarms
    double drifted;                          // sum of what they were for
} scree_balance_watch;

// Looks at the longest step for the present contacts, step_limit/step_limit.h, in this run.
typedef struct scree_step_looks {
    uint64_t looks, too_long; // number; of them those that found the time step too long
    double shortest;          // s, the shortest limit that they found
} scree_step_looks;

// Alarms keep here what they have found in this run; a new phase takes it over.
typedef struct scree_alarms {
    scree_losses losses;
    scree_balance_watch balance;
    scree_step_looks step_looks;
    uint64_t large_steps; // steps with an overlap beyond case.alarms.overlap_warning
    uint64_t unfinished;  // contacts of convex bodies, in all steps, whose deepest point was not found
} scree_alarms;
