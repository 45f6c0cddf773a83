// SPDX-License-Identifier: BSD-3-Clause
// The hot loops of a step. kernels.c is compiled once per instruction set; the tables differ in speed, not in results.
#ifndef SCREE_KERNELS_KERNELS_H
#define SCREE_KERNELS_KERNELS_H

#include "batch/pair_job.h"

typedef struct scree_integrate_job {
    double dt;
    double full_step_velocity; // 1: forces see full-step velocities, 0: half-step
    scree_vec3 gravity;
    const scree_cell *cell;
    // Temperatures, K, and the heat capacity of each material, J/(kg K), if sum_kick_drift also steps the
    // temperatures (heat/heat.h); else NULL.
    double *temperature;
    const double *heat_capacity;
} scree_integrate_job;

typedef struct scree_integrate_result {
    double speed2;                 // of the fastest particle, m2/s2
    double turn2;                  // m2, of the longest way of a point of a body about its own centre
    int lost;                      // particles outside the domain: removed before the forces
    int bad;                       // a position that is not a number
    scree_double_double loss_heat; // J, what contacts made of losses, where that is summed with the forces
} scree_integrate_result;

struct scree_correction;

typedef struct scree_kernels {
    const char *name;
    // Pairs first .. last-1 of the job's block: forces, history, touching flags.
    void (*run_chunk)(const scree_pair_job *job, size_t first, size_t last, scree_chunk_sums *sums);
    // To be called after run_chunk for blocks of wall pairs: adds their forces to the sums of a thread (wall_contacts/wall_loads.h).
    void (*add_wall_loads)(const scree_pair_job *job, size_t first, size_t last,
                           struct scree_wall_load *loads);
    // To be called after it in cases with wear, in a step: adds what they do to the walls to the sums of this rank (wear/wear_sums.h).
    void (*add_wear)(const scree_pair_job *job, size_t first, size_t last, int thread);
    // First half kick and drift of particles first .. last-1.
    void (*integrate_first)(scree_particles *p, const scree_integrate_job *job, size_t first, size_t last,
                            scree_integrate_result *result);
    // Sum of contact forces in neighbour order, then the second half kick.
    void (*sum_and_integrate)(scree_particles *p, const scree_pairs *pairs, const scree_integrate_job *job,
                              size_t first, size_t last);
    // These two do the same as sum_and_integrate, for hooks in between; `before` gets the sums of the previous step; NULL: not needed.
    void (*sum)(scree_particles *p, const scree_pairs *pairs, const scree_integrate_job *job, size_t first,
                size_t last, scree_wrench *before);
    void (*integrate_second)(scree_particles *p, const scree_integrate_job *job, size_t first, size_t last,
                             const scree_wrench *before);
    // Does what sum_and_integrate does, and also the first half kick and drift of the next step.
    void (*sum_kick_drift)(scree_particles *p, const scree_pairs *pairs, const scree_integrate_job *job,
                           size_t first, size_t last, scree_integrate_result *result);
    // Does the second half kick of the clumps in the rows from .. to-1, with the forces on their members in p.f, then
    // the first half kick and drift of the next step; either may be left out (particle_loops/body_loops.h).
    void (*step_bodies)(scree_world *w, const scree_integrate_job *job, int second, int first, size_t from,
                        size_t to, scree_integrate_result *result);
    // For the stress of a cell that deforms: adds m v v of the spheres first .. last-1 to `to`, in units of 1 / scale, by the members of scree_upper.
    void (*sum_motion)(const scree_particles *p, size_t first, size_t last, double scale,
                       int64_t to[SCREE_STRESSES]);
    // Has this set a fused loop (kernels/fused.h)? stored: one that also computes the stored energy.
    int (*is_fused)(const scree_law_set *set, int stored);
    // caches: has the normal law of this set a constant for each pair that is worth being stored? The next one sets those of pairs first .. last-1.
    int (*caches)(const scree_law_set *set);
    void (*fill_constants)(const scree_pair_job *job, size_t first, size_t last);
    // Geometry, history and, at rest, motion of at most SCREE_BATCH pairs of the job's block, and of corrections (wall_contacts/corrections.h), for
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
