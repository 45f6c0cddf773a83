// SPDX-License-Identifier: BSD-3-Clause
#include "particles/particle_sum.h"
#include "maths/double_double.h"
#include <omp.h>

double scree_particle_sum(scree_world *w, scree_particle_term *term, const void *context) {
    scree_double_double sum = {0.0, 0.0};
#pragma omp parallel num_threads(scree_world_team(w, w->p.n))
    {
        scree_double_double own = {0.0, 0.0};
#pragma omp for schedule(static) nowait
        for (size_t i = 0; i < w->p.n; i++) {
            if (!w->p.dead[i] && w->p.motion[i].v.m != SCREE_FIXED_MASS) {
                scree_double_double_add(&own, term(w, i, context));
            }
        }
#pragma omp critical
        scree_double_double_join(&sum, &own);
    }
    scree_comm_add_double_double(w->comm, &sum, 1);
    return scree_double_double_value(&sum);
}
