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

// Results of a drift over all particles.
typedef struct scree_drift {
    double speed; // of the fastest particle, m/s
    int lost;     // particles outside the domain
    int bad;      // a position is not a number
} scree_drift;

enum { SCREE_STAGE_COUNT = 8 };

struct scree_packing;

typedef struct scree_world {
    scree_case *case_;           // owned
    scree_cell cell;             // of the case
    scree_comm *comm;            // the ranks of the run; NULL: only this process
    struct scree_domain *domain; // domain/domain.h, with comm
    SCREE_SAVED_STATE            // dt, step, ledger ...: state/saved_state.h
        double next_dt;          // s, then: the time step whose first half follows
    scree_vec3 gravity;          // m/s2, now
    uint64_t phase_look;         // steps between looks at the state that ends it
    double dt_most;              // s, for an automatic dt: what later phases need; 0: no limit
    bool next_drift_done;        // positions already belong to the next step: do not read them
    scree_drift drift;           // results of that drift, if `next_drift_done`
    // stop_wanted, set before a step: this rank wants to stop. stop_agreed, after the step: some rank does, the same on all
    // ranks; then `next_drift_done` is false.
    bool stop_wanted, stop_agreed;
    SCREE_ARRAY(scree_hook) hook;            // in the order in which they were added
    SCREE_ARRAY(scree_wrench) forces_before; // p.f of the previous step, while hooks use the new ones
    scree_particles p;
    SCREE_ARRAY(scree_wall) wall;
    scree_pairs pairs;
    scree_scratch scratch; // of the search
    int *history_columns;  // per material pair, material.n * material.n
    size_t most_pairs;     // largest number of listed pairs, SCREE_PAIRS_MOST
    bool has_moments;      // some law set has a rolling or twisting law
    int channels;          // bit k: some law set writes channel k
    bool staged;           // contacts are evaluated without fused loops, with the same bits: for tests
    bool keeps_constants;  // pairs of some law set store a constant of their normal law
    SCREE_CAPABILITIES(SCREE_MEMBERS_OF, WORLD)
    uint64_t grouped;               // times that groups began, ended, chose or grew in this run
    SCREE_ARRAY(scree_probe) probe; // one per case.probe
    SCREE_ARRAY(scree_track) track; // one per case.track
    bool has_driven;                // forces move some wall
    bool has_fixed;                 // some particles are or were fixed
    SCREE_ARRAY(uint32_t) driven;   // storage indices of the fixed particles that move, set with the list
    scree_disturbance disturbance;  // of the step that is being done, until its forces are known
    uint64_t large_steps;           // steps of this run with an overlap beyond case.alarms.overlap_warning
    double wall_overlap;            // m, the largest of a wall pair in this step
    scree_crossing crossing;        // of this rank's particles, see wall_contacts/wall_crossing.h
    double least_radius;            // m, smallest radius, valid while rebuilds == least_radius_of
    uint64_t least_radius_of;
    scree_losses losses;
    scree_balance_watch balance;
    scree_step_looks step_looks;
    double *look_sums; // scratch of stability/step_limit.c
    size_t look_capacity;
    scree_vec3 box_low, box_high;        // of the particles when the list was built
    double skin;                         // m
    double skin_most;                    // m, largest skin that the periodic box permits
    double law_reach;                    // m, range of the longest-ranged law beyond touch
    double reach;                        // m, of the list beyond touch: of the laws and of bonds
    bool list_valid;                     // the list contains the current particles, on all ranks
    size_t listed;                       // particles when the list was built; those stored after them are new
    uint64_t particles_total;            // of all ranks, when the list was built
    uint64_t rebuilds;                   // number of lists built
    double wall_time[SCREE_STAGE_COUNT]; // s by stage, see step/step.h
    struct scree_law_set *laws;          // per material pair, see laws/list/law_set.h
    struct scree_chunk_sums *sums;       // scratch of forces/contacts.c
    size_t sums_capacity;
    struct scree_wall_load *wall_load; // per thread and wall: scratch of wall_contacts/wall_loads.c
    size_t wall_load_capacity;
    SCREE_ARRAY(scree_double_double) rank_sums; // scratch of forces/contacts.c
    void *touch_scratch;                        // of wall_contacts/wall_touch.c
    size_t touch_scratch_size;
    struct scree_corrections *corrections; // per thread, scratch of wall_contacts/wall_touch.c
    uint64_t contacts;                     // number of touching pairs at the last force evaluation
    struct scree_skin_check *skin_check;   // skin/skin_check.h
    const struct scree_kernels *kernels;   // kernels/kernels.h, chosen for this processor
    // Packs bodies densely for insertion (insertion/packing.h).
    bool (*pack)(const struct scree_world *w, const scree_region *region, struct scree_packing *p);
    int threads;     // at most
    scree_team team; // how many of them are used now
    scree_host host;
} scree_world;

// Number of threads for a loop over so many items: starting and joining threads costs about as much as a thousand items.
static inline int scree_world_team(const scree_world *w, size_t items) {
    size_t most = items / 1000 + 1;
    return most < (size_t)w->team.now ? (int)most : w->team.now;
}

static inline double scree_world_time(const scree_world *w) {
    return (double)w->step * w->dt;
}
