// SPDX-License-Identifier: BSD-3-Clause
#include "measures/particle_stress.h"
#include "maths/math.h"
#include <string.h>

enum { N = SCREE_PARTICLE_STRESS };

static void add(const scree_arrangement *a, scree_double_double *sum, uint32_t row, double factor,
                scree_vec3 force, scree_vec3 arm) {
    const scree_arranged *q = &a->particle.data[row];
    for (int k = 0; k < N && q->counts; k++) {
        scree_double_double_add(&sum[q->first * N + (uint32_t)k],
                                factor * (vec_get(force, k / 3) * vec_get(arm, k % 3)));
    }
}

static void add_all(const scree_arrangement *a, const scree_arranged_contacts *list,
                    scree_double_double *sum) {
    for (size_t k = 0; k < list->n; k++) {
        const scree_arranged_contact *c = &list->data[k];
        add(a, sum, c->a, -1.0, c->force, c->arm[0]);
        if (c->b != SCREE_ARRANGED_WALL) {
            add(a, sum, c->b, 1.0, c->force, c->arm[1]);
        }
    }
}

double *scree_particle_stress(const scree_arrangement *a) {
    const size_t n = a->particle.n;
    scree_double_double *sum = scree_zeros((n * N + 1) * sizeof *sum);
    double *stress = scree_zeros((n * N + 1) * sizeof *stress);
    add_all(a, &a->contact, sum);
    add_all(a, &a->distant, sum);
    for (size_t i = 0; i < n; i++) {
        const scree_arranged *q = &a->particle.data[i];
        for (size_t k = 0; k < N && q->counts; k++) {
            stress[i * N + k] =
                scree_double_double_value(&sum[q->first * N + k]) / scree_sphere_volume(0.5 * q->diameter);
        }
    }
    scree_free(sum);
    return stress;
}
