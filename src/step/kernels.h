// SPDX-License-Identifier: BSD-3-Clause
// The hot loops of a step. kernels.c is compiled once per instruction set; the tables differ in speed, not in results.
#ifndef SCREE_STEP_KERNELS_H
#define SCREE_STEP_KERNELS_H

#include "base/double_double.h"
#include "laws/registry.h"
#include "state/world.h"

// One law of a law set, ready to run on a batch.
typedef struct scree_law_step {
    int law; // index in scree_laws()
    int h0;  // first history row
    scree_slot slot;
    scree_stage *user; // stage of a user's law; NULL: built in
    double derived[SCREE_DERIVED_MAX];
} scree_law_step;

// The laws of one material pair, in slot order.
typedef struct scree_law_set {
    int n, n_history;
    int traits;   // union of the traits of its laws
    double reach; // m beyond touch; used if a law has the trait NECK or FIELD
    int springs;  // bit k: the laws of mode k write the work of their springs
    int known;    // bit k: what contacts store in mode k follows from their state (scree_law.known)
    bool follows; // some law follows the motion in the step (SCREE_CONTACT_STEP)
    int bond;     // history column of the bond's state (laws/bond.h); -1: no bond law
    int bond_columns;
    bool alone; // the other laws do not act while bodies are bonded
    int heat;   // index in `step` of the heat law; -1: none
    int made; // history column of the power and, after it, the energy of the last evaluation (state/made_heat.h); -1: none
    scree_law_step step[SCREE_SLOT_COUNT];
} scree_law_set;

// The laws of a block's pairs.
static inline const scree_law_set *scree_laws_of_block(const scree_world *w, const scree_pair_block *block) {
    return &w->laws[(size_t)block->material[0] * w->case_->material.n + (size_t)block->material[1]];
}

// The modes in which the ledger knows what a block's contacts store. With servos it takes the work: their speed is that of the step before,
// and differs from it while they settle, so the sums of their power would not be what contacts store.
static inline int scree_block_knows(const scree_world *w, const scree_pair_block *block) {
    const bool servo = block->wall >= 0 && w->wall.data[block->wall].def->drive.servo;
    return servo ? 0 : scree_laws_of_block(w, block)->known;
}

// Do its laws keep bodies apart? Without a normal law they may lie in each other, however deep.
static inline bool scree_law_set_keeps_apart(const scree_law_set *set) {
    return set->n > 0 && set->step[0].slot == SCREE_NORMAL;
}

// Sums over the contacts of one chunk of pairs, for the ledger and the alarm.

typedef struct scree_chunk_sums {
    scree_double_double modes[3][SCREE_MODES]; // work, W; viscous, W; elastic, J: as in scree_ledger_modes
    scree_double_double springs[SCREE_MODES];  // J, work put into springs in this step, where laws write it
    scree_double_double known[SCREE_MODES], known_power; // as in scree_ledger_modes; with `stored`
    scree_double_double wall_power;                      // W, of moving walls on particles
    // Contacts whose overlap is beyond the limit of the case, or not a number; see is_deep in ledger_sums.h.
    uint64_t deep;
    uint64_t large; // contacts with an overlap beyond alarms.overlap_warning
    double depth;   // largest overlap / smaller radius, of contacts not below known_depth
    size_t deepest; // the pair of that contact; of several, the first by ids
    // W, corrections of work, viscous and known_power for `lag`, of the owned bodies; see late_power.h.
    scree_double_double late[2][SCREE_MODES], late_known;
    uint64_t contacts;
    // Of bonds: number, largest gap between their bodies (m), and of those that break here the number and the energy by mode.
    uint64_t bonds;
    double bond_gap;
    uint64_t breaks[SCREE_MODES];
    scree_double_double broken[SCREE_MODES],
        bonded[SCREE_MODES]; // J: of these, and stored in those that hold
} scree_chunk_sums;

// Arguments of the kernels that evaluate pairs of one block.
typedef struct scree_pair_job {
    const scree_world *world;
    const scree_pair_block *block;
    const scree_law_set *laws;
    scree_period period;     // of the cell
    double dt, step, begins; // see scree_batch
    // Overlap / radius below which contacts need no check: the smaller of the largest so far and the warning; infinite without a normal
    // law.
    double known_depth;
    double lag; // s by which the velocities used by the forces are older than the positions; see late_power.h
    double neck, field; // m beyond touch, up to which formed contacts hold, and up to which a field acts
    bool stored;        // sum the energy stored in contacts
    bool staged;        // without fused loops
    bool masses;        // members of clumps have a mass for each contact
    bool ahead;         // the data do not fit into the inner caches: prefetch, and store around the caches
} scree_pair_job;

typedef struct scree_integrate_job {
    double dt;
    double seen; // 1: forces see full-step velocities, 0: half-step
    scree_vec3 gravity;
    const scree_cell *cell;
    // Where the step of the temperatures is part of sum_and_go_on (step/heat.h): temperatures, and heat capacity of each material,
    // J/(kg K). NULL: it is not.
    double *temperature;
    const double *heat_capacity;
} scree_integrate_job;

typedef struct scree_integrate_result {
    double speed2;            // of the fastest particle, m2/s2
    int lost;                 // particles outside the domain: removed before the forces
    int bad;                  // a position that is not a number
    scree_double_double made; // J, what contacts made of losses, where that is summed with the forces
} scree_integrate_result;

struct scree_correction;

typedef struct scree_kernels {
    const char *name;
    // Pairs first .. last-1 of the job's block: forces, history, touching flags.
    void (*evaluate)(const scree_pair_job *job, size_t first, size_t last, scree_chunk_sums *sums);
    // To be called after evaluate for blocks of wall pairs: adds their forces to the sums of a thread (step/wall_loads.h).
    void (*add_wall_loads)(const scree_pair_job *job, size_t first, size_t last,
                           struct scree_wall_load *loads);
    // First half kick and drift of particles first .. last-1.
    void (*integrate_first)(scree_particles *p, const scree_integrate_job *job, size_t first, size_t last,
                            scree_integrate_result *result);
    // Sum of contact forces in neighbour order, then the second half kick.
    void (*sum_and_integrate)(scree_particles *p, const scree_pairs *pairs, const scree_integrate_job *job,
                              size_t first, size_t last);
    // The same in two passes, for hooks in between; `before` then contains the sums of the previous step; NULL: not needed.
    void (*sum)(scree_particles *p, const scree_pairs *pairs, const scree_integrate_job *job, size_t first,
                size_t last, scree_wrench *before);
    void (*integrate_second)(scree_particles *p, const scree_integrate_job *job, size_t first, size_t last,
                             const scree_wrench *before);
    // As sum_and_integrate, and also the first half kick and drift of the next step.
    void (*sum_and_go_on)(scree_particles *p, const scree_pairs *pairs, const scree_integrate_job *job,
                          size_t first, size_t last, scree_integrate_result *result);
    // Of the clumps in the rows from .. to-1, with the forces on their members in p.f: second half kick, then first half kick and drift of
    // the next step; either may be left out (step/body_loops.h).
    void (*step_bodies)(scree_world *w, const scree_integrate_job *job, int second, int first, size_t from,
                        size_t to, scree_integrate_result *result);
    // Has this set a fused loop (step/fused.h)?
    int (*is_fused)(const scree_law_set *set);
    // keeps: do pairs of this set store a constant of their normal law? The next one sets those of pairs first .. last-1.
    int (*keeps)(const scree_law_set *set);
    void (*fill_constants)(const scree_pair_job *job, size_t first, size_t last);
    // Geometry, history and, at rest, motion of at most SCREE_BATCH pairs of the job's block, and of corrections (step/corrections.h), for
    // laws that are evaluated elsewhere: overlap 0 where neither is touching; `contact` as the laws see it.
    void (*gather_contacts)(const scree_pair_job *job, const uint32_t *pick, int n, scree_batch *b);
    void (*gather_corrections)(const scree_pair_job *job, const struct scree_correction *const *of, int n,
                               scree_batch *b);
    // Evaluates the laws of a set on a batch whose geometry, motion and history are set; rows of slots without a law become
    // zero. The kernels above include this; used directly by the contact lab (tools/lab) and the tests.
    void (*laws)(const scree_law_set *set, scree_batch *b);
    // One stage alone.
    void (*stage)(int law, const void *derived, scree_batch *b, int h0);
} scree_kernels;

// The best table for this processor, or the one named ("v2", "v3", "v4"); NULL if this machine cannot run it.
const scree_kernels *scree_kernels_choose(const char *name);

#endif
