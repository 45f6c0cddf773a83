// SPDX-License-Identifier: BSD-3-Clause
#include "wear/wear.h"
#include "access/particle.h"
#include "wear/impacts.h"
#include "wear/wear_keys.h"
#include "wear/wear_shape.h"
#include <string.h>

// ---- impacts -------------------------------------------------------------------------------------------------

static void remember_touching(scree_world *w) {
    scree_wear *wear = w->wear;
    const size_t n = w->pairs.n;
    wear->touched = scree_regrow(wear->touched, &wear->touched_capacity, n + 8, 1);
    memcpy(wear->touched, w->pairs.touching, n);
}

// Does none of these contacts begin? n: up to 64. Only the flag 1, touching, is odd.
static bool none_begins(const scree_world *w, size_t first, size_t n) {
    const uint8_t *now = w->pairs.touching + first, *before = w->wear->touched + first;
    uint8_t any = 0;
    for (size_t k = 0; k < n; k++) {
        any |= (uint8_t)(now[k] & ~before[k]);
    }
    return (any & 1) == 0;
}

// Adds the impacts of particle i in this step, in the order of its neighbours, if k is the first of them.
static void add_to_particle(scree_world *w, uint32_t i, size_t k) {
    const scree_pairs *pairs = &w->pairs;
    double sum = 0.0, largest = w->p.largest_impact[i];
    bool first = true;
    for (uint32_t e = pairs->start[i]; e < pairs->start[i + 1]; e++) {
        const size_t other = pairs->incident[e] >> 1;
        if (scree_impact_begins(w, other)) {
            if (first && other != k) {
                return;
            }
            first = false;
            const double energy = scree_impact_of(w, other).energy;
            sum += energy;
            largest = energy > largest ? energy : largest;
        }
    }
    w->p.impact_energy[i] += sum;
    w->p.largest_impact[i] = largest;
}

// ---- each step -----------------------------------------------------------------------------------------------

static void add_particles(scree_world *w) {
    const scree_pairs *pairs = &w->pairs;
    const size_t blocks = (pairs->n + 63) / 64;
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, pairs->n))
    for (size_t b = 0; b < blocks; b++) {
        const size_t first = 64 * b, last = first + 64 < pairs->n ? first + 64 : pairs->n;
        for (size_t k = none_begins(w, first, last - first) ? last : first; k < last; k++) {
            if (scree_impact_begins(w, k)) {
                const scree_pair pair = pairs->pair[k];
                if (pair.a < w->p.n) {
                    add_to_particle(w, pair.a, k);
                }
                if (k < pairs->first_wall_pair && pair.b < w->p.n) {
                    add_to_particle(w, pair.b, k);
                }
            }
        }
    }
}

static scree_status before_contacts(scree_world *w, scree_report *r) {
    (void)r;
    if (w->wear) {
        remember_touching(w);
    }
    return SCREE_OK;
}

static void after_contacts(scree_world *w, scree_report *r) {
    (void)r;
    if (!w->wear) {
        return;
    }
    w->wear->evaluated = true;
    if (w->pairs.half_step < 0.0) {
        return; // nothing has moved
    }
    w->wear_time += w->dt;
    if (w->case_->wear.particles) {
        add_particles(w);
    }
}

// The powers at the start count half, and what contacts store then as work done before, as in the ledger.
static scree_status begin(scree_world *w, scree_report *r) {
    (void)r;
    scree_wear_add_contacts(w, 1.0);
    return SCREE_OK;
}

// ---- what the engine calls -----------------------------------------------------------------------------------

static void create(scree_world *w, scree_report *r) {
    scree_wear_create(w);
    if (w->wear) {
        scree_wear_shape_create(w, r);
        scree_wear_regions_create(w);
    }
}

static bool fits(const scree_world *w, const scree_smallest_bodies *smallest, scree_report *r) {
    const bool regions = scree_wear_regions_fit(w, r);
    return scree_wear_shape_fits(w, smallest, r) && regions;
}

static void merge(scree_world *w, scree_report *r) {
    (void)r;
    scree_wear_merge(w);
    scree_wear_shape_measure(w);
}

static void reshaped(scree_world *w, scree_report *r) {
    (void)r;
    if (w->wear && w->wear->shape) {
        scree_wear_add_contacts(w, 1.0);
    }
}

static void forget(scree_world *w, scree_report *r) {
    (void)r;
    scree_wear_forget(w);
}

static void end(scree_world *w, scree_report *r) {
    (void)r;
    scree_wear_destroy(w);
}

const scree_capability scree_wear_capability = {
    .attempt = {[SCREE_AT_BEGIN] = begin,
                [SCREE_BEFORE_CONTACTS] = before_contacts,
                [SCREE_BEFORE_CONTACTS_AT_REST] = before_contacts,
                [SCREE_AT_RESHAPE] = scree_wear_reshape},
    .at = {[SCREE_AT_AUDIT] = scree_wear_regions_audit,
           [SCREE_AT_HOOKS] = create,
           [SCREE_AFTER_CONTACTS] = after_contacts,
           [SCREE_AFTER_RESHAPE] = reshaped,
           [SCREE_AT_MEASURE] = merge,
           [SCREE_BEFORE_SAVE] = merge,
           [SCREE_AT_RETURN] = forget,
           [SCREE_AT_END] = end},
    .reshapes = scree_wear_reshapes,
    .step_fits = fits,
    .check = scree_check_wear_of_case,
    .check_pairs = scree_check_wear_of_pairs,
    .coarsen = scree_wear_coarsen,
    .wall_columns = &scree_wear_wall_columns,
};
