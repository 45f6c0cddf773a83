// SPDX-License-Identifier: BSD-3-Clause
// This file adds the motion of a cell that deforms to a batch of pairs. It is included only by batch.h.
#ifndef SCREE_BATCH_CELL_MOTION_H
#define SCREE_BATCH_CELL_MOTION_H

// Makes the displacements of a batch those to the nearest images, and adds the motion of a cell that deforms: velocities are relative to it, and what the
// bodies moved in this step is too. So all that follows is the same as in a cell at rest.
static __attribute__((noinline)) void see_cell(const scree_pair_job *job, batch_workspace *restrict q, int n,
                                               int follows) {
    const scree_period period = job->period;
    const scree_upper rate = job->cell->rate;
    const double dt = job->dt;
    body_rows_of_batch *b = &q->bodies;
    const int lanes = (n + 7) & ~7;
#pragma omp simd
    for (int k = 0; k < lanes; k++) {
        const scree_vec3 d = scree_nearest_leaning(&period, b->x[0][k], b->x[1][k], b->x[2][k]),
                         v = upper_mul_vec(&rate, d);
        b->x[0][k] = d.x;
        b->x[1][k] = d.y;
        b->x[2][k] = d.z;
        b->v[0][k] -= v.x;
        b->v[1][k] -= v.y;
        b->v[2][k] -= v.z;
    }
#pragma omp simd
    for (int k = 0; k < (follows ? lanes : 0); k++) {
        const scree_vec3 d = vec3(b->x[0][k], b->x[1][k], b->x[2][k]), v = upper_mul_vec(&rate, d),
                         all = vec3(q->shift[0][k] - dt * v.x, q->shift[1][k] - dt * v.y,
                                    q->shift[2][k] - dt * v.z),
                         // from the end of the step, where d is, to its middle
            later = upper_mul_vec(&rate, all);
        q->shift[0][k] = all.x - 0.5 * dt * later.x;
        q->shift[1][k] = all.y - 0.5 * dt * later.y;
        q->shift[2][k] = all.z - 0.5 * dt * later.z;
    }
}

#endif
