// SPDX-License-Identifier: BSD-3-Clause
// The world contains all data of a run: particles, walls, the neighbour list with its history, counters. No algorithms.
//
// Particles are stored in spatial order, which changes when the neighbour list is rebuilt. Everything that must not depend on
// it (orientation of a contact, order of a sum, random numbers) uses the particle's global id instead. Therefore results have
// the same bits for any number of threads, any skin and after a restart.
#pragma once

#include "case/case.h"
#include "maths/vec.h"
#include "memory/array.h"
#include "memory/scratch.h"
#include "parallel/comm.h"
#include "parallel/team.h"
#include "state/cell.h"
#include "state/clock.h"
#include "state/depth.h"
#include "state/fields.h"
#include "state/hooks.h"
#include "state/host.h"
#include "state/ledger.h"
#include "state/pairs.h"
#include "state/records.h"
#include "state/saved_state.h"
#include "state/walls.h"
#include <stdint.h>

// The mass of a body that no force accelerates. Huge but finite, so that contacts need no special case: ma mb / (ma + mb) is
// then the mass of the other body to the last bit, because multiplication by a power of two is exact.
#define SCREE_FIXED_MASS 0x1p500
// The principal moments of a fixed clump, kg m2, whatever its size: torques do not change its spin, and its angular momentum is a usable number (SCREE_FIELD_MOST).
#define SCREE_FIXED_MOMENT 0x1p300

// 0 for a fixed body, else 1: factor of its acceleration.
static inline double scree_mobility(double m) {
    return m < SCREE_FIXED_MASS ? 1.0 : 0.0;
}

// Number of owned particles and ghosts.
static inline size_t scree_particles_all(const scree_particles *p) {
    return p->n + p->ghosts;
}

// What happens to bodies and walls in a step besides their motion.
typedef enum scree_disturbance {
    SCREE_UNDISTURBED,
    SCREE_EVENTS, // bodies come, go, are held or released, walls appear or end
    SCREE_GROWTH  // bodies grow, perhaps with events
} scree_disturbance;

enum { SCREE_STAGE_COUNT = 8 };

struct scree_packing;

// What loops over particles and pairs need of all shapes of the world's case. It belongs to the world, as particles are stored anew where they get fields.
typedef struct scree_shape_facts {
    // By the number of a piece in its scree_form: corners of polyhedra, and the turn from its axes to those of its body; NULL if no body has several pieces.
    const scree_hull *hull;
    const scree_quaternion *piece_turn;
    int kinds;       // of convex bodies that there may be, bits of convex/quick.h; 0: there are none
    bool central;    // each shape is one convex body about its centre
    double thinnest; // of scree_case_thinnest
} scree_shape_facts;

// A struct behind a pointer belongs to the file named beside it.
typedef struct scree_world {
    // The case, and the ranks and threads of the run.
    scree_case *case_; // owned
    scree_cell cell;   // of the case
    scree_comm *comm;  // NULL: only this process
    int threads;       // at most
    scree_team team;   // how many of them are used now
    scree_host host;   // a program that holds this world

    // Time, and all that survives a restart: dt, step, ledger ...: state/saved_state.h
    SCREE_SAVED_STATE
    double next_dt;                // s, then: the time step whose first half follows
    double wanted_dt;              // s, the time step of what follows this step; 0: the same
    double dt_most;                // s, for an automatic dt: what later phases need; 0: no limit
    uint64_t phase_look;           // steps between looks at the state that ends the phase
    scree_vec3 gravity;            // m/s2, now
    scree_disturbance disturbance; // of the step that is being done, until its forces are known

    // Particles.
    scree_particles p;
    bool has_fixed;               // some are or were fixed
    SCREE_ARRAY(uint32_t) driven; // storage indices of the fixed ones that move, set with the list
    bool next_drift_done;         // positions already belong to the next step: do not read them
    SCREE_ARRAY(scree_wrench)
    forces_before; // p.f of the step before, while hooks after forces use the new ones
    struct scree_integration *integration; // particles/integrate.h
    struct scree_domain *domain;           // those of other ranks, domain/domain.h; with comm

    // Walls.
    SCREE_ARRAY(scree_wall) wall;
    struct scree_wall_load *wall_load;     // per thread and wall, wall_contacts/wall_loads.h
    struct scree_corrections *corrections; // per thread, wall_contacts/corrections.h
    struct scree_crossing *crossing;       // wall_contacts/wall_crossing.h

    // The neighbour list, and what belongs to the time at which it was built.
    scree_pairs pairs;
    bool list_valid;                     // it contains the current particles, on all ranks
    uint64_t rebuilds;                   // number of lists built
    size_t listed;                       // particles then; those stored after them are new
    uint64_t particles_total;            // of all ranks, then
    scree_vec3 box_low, box_high;        // of the particles, then
    double skin;                         // m
    double skin_most;                    // m, largest skin that the periodic box permits
    double law_reach;                    // m, range of the longest-ranged law beyond touch
    double reach;                        // m, of the list beyond touch: of the laws and of bonds
    size_t most_pairs;                   // largest number of listed pairs, SCREE_PAIRS_MOST
    scree_scratch scratch;               // of the search
    struct scree_skin_check *skin_check; // skin/skin_check.h

    // Forces and laws.
    struct scree_law_set *laws;      // per material pair, material.n * material.n: laws/list/law_set.h
    struct scree_law_set *wall_laws; // the same with the laws of wear, for contacts with walls
    bool has_moments;                // some law set has a rolling or twisting law
    scree_shape_facts shapes;
    bool keeps_constants; // pairs of some law set store a constant of their normal law
    int channels;         // bit k: some law set writes channel k
    bool staged;          // contacts are evaluated without fused loops, with the same bits: for tests
    const struct scree_kernels *kernels;           // kernels/kernels.h, chosen for this processor
    struct scree_contact_scratch *contact_scratch; // forces/contacts.c
    uint64_t contacts;                             // number of touching pairs at the last force evaluation

    // Capabilities, such as heat and bonds.
    SCREE_CAPABILITIES(SCREE_MEMBERS_OF, WORLD)

    // What is called, measured and watched.
    SCREE_ARRAY(scree_hook) hook; // in the order in which they were added
    // Packs bodies densely for insertion (insertion/dense_fill.h).
    bool (*pack)(const struct scree_world *w, const scree_region *region, struct scree_packing *p);
    // Fills, which may take long within one step, call this on all ranks (insertion/stop_wanted.h); `what` says in words how far it is. True: this
    // rank wants to stop. NULL: there is no watcher.
    bool (*watch)(void *watcher, const char *what);
    void *watcher;
    SCREE_ARRAY(scree_probe) probe;       // one per case.probe
    SCREE_ARRAY(scree_track) track;       // one per case.track
    SCREE_ARRAY(scree_measured) measured; // one per case.measure
    scree_alarms alarms;
    double wall_time[SCREE_STAGE_COUNT]; // s by stage, see step/step.h
    // stop_wanted, set before a step: this rank wants to stop. stop_agreed, after the step: some rank does, the same on all
    // ranks; then `next_drift_done` is false.
    bool stop_wanted, stop_agreed;
    bool recycle_warned; // that there was no room for what comes back (outlets/recycle.c)
} scree_world;

// Number of threads for a loop over so many items: starting and joining threads costs about as much as a thousand items.
static inline int scree_world_team(const scree_world *w, size_t items) {
    size_t most = items / 1000 + 1;
    return most < (size_t)w->team.now ? (int)most : w->team.now;
}

// Lives as long as the world and its time step.
static inline scree_clock scree_world_clock(const scree_world *w) {
    return (scree_clock){w->clock.data, w->clock.n, w->dt};
}

// s, of a step that is done, or of a later one if the time step stays.
static inline double scree_world_time_of(const scree_world *w, uint64_t step) {
    const scree_clock clock = scree_world_clock(w);
    return scree_clock_time(&clock, step);
}

static inline double scree_world_time(const scree_world *w) {
    return scree_world_time_of(w, w->step);
}
