// SPDX-License-Identifier: BSD-3-Clause
// The time step for the forces between particles in force fields, and of images in walls: bounds of their stiffness, which is largest where
// the smallest bodies touch. Drag is taken at the end of a step and needs no bound.
#include "access/capability.h"
#include "access/particle.h"
#include "force_fields/force_field.h"
#include "force_fields/force_fields.h"
#include "maths/math.h"
#include "stability/vibration.h"

// Neighbours of a particle, all at touch, for which dt: auto provides, and the share of the limit that it takes.
enum { NEIGHBOURS = 6 };
static const double share_of_limit = 0.5;

#define ADDRESS(name) &scree_field_of_##name,
static const scree_force_field *const kinds[] = {SCREE_FORCE_FIELDS_LIST(ADDRESS)};
#undef ADDRESS
enum { KINDS = sizeof kinds / sizeof *kinds };

static bool is_stiff(const scree_world *w, int k) {
    return w->case_->has_force_fields && kinds[k]->stiffness && kinds[k]->acts(&w->case_->force_fields);
}

// ---- of bodies in a run ------------------------------------------------------------------------------------

// Between rows i and j, N/m.
static double of_pair(const scree_world *w, int k, size_t i, size_t j) {
    const scree_force_fields_def *f = &w->case_->force_fields;
    const scree_pos *a = &w->p.x[i], *b = &w->p.x[j];
    const double r = vec_norm(scree_nearest_image(&w->cell.period, b->x - a->x, b->y - a->y, b->z - a->z));
    return r < kinds[k]->range(f)
               ? kinds[k]->stiffness(f, kinds[k]->strength(w, i), kinds[k]->strength(w, j), r)
               : 0.0;
}

void scree_force_fields_hold(const scree_world *w, size_t i, scree_hold *sum) {
    const scree_pairs *pairs = &w->pairs;
    for (int k = 0; k < KINDS; k++) {
        if (!is_stiff(w, k)) {
            continue;
        }
        for (uint32_t e = pairs->start[i]; e < pairs->start[i + 1]; e++) {
            const size_t pair = pairs->incident[e] >> 1;
            const scree_pair both = pairs->pair[pair];
            if (pair < pairs->first_wall_pair) { // twice, as the other body may move too
                sum->shift += 2.0 * of_pair(w, k, i, both.a == i ? both.b : both.a);
            }
        }
        sum->shift += kinds[k]->image_stiffness ? kinds[k]->image_stiffness(w, i) : 0.0;
    }
}

// ---- before a run ------------------------------------------------------------------------------------------

typedef struct field_limit {
    double step; // s
    size_t a, b; // materials
} field_limit;

// By material the largest strength of the particles that are there and of new ones; free with scree_free. Collective.
static double *strengths_of(const scree_world *w, int k, const scree_smallest_bodies *smallest) {
    const size_t n = w->case_->material.n;
    double *most = scree_zeros((n + 1) * sizeof *most);
    for (size_t m = 0; m < n; m++) {
        const double r = smallest->r_min[m];
        most[m] = isfinite(r) ? fabs(kinds[k]->strength_of_new(w->case_, m, r)) : 0.0;
    }
    for (size_t i = 0; i < w->p.n; i++) {
        double *of = &most[w->p.motion[i].w.material];
        *of = w->p.dead[i] ? *of : fmax(*of, fabs(kinds[k]->strength(w, i)));
    }
    scree_comm_max(w->comm, most, n);
    return most;
}

static void add(field_limit *l, const scree_world *w, size_t a, size_t b, double stiffness, double mobility) {
    const double step =
        stiffness > 0.0 ? scree_longest_step(w->case_->integrator, stiffness * mobility, 0.0) : INFINITY;
    if (step < l->step) {
        *l = (field_limit){step, a, b};
    }
}

static field_limit limit_of(const scree_world *w, const scree_smallest_bodies *smallest) {
    field_limit l = {INFINITY, 0, 0};
    const scree_force_fields_def *f = &w->case_->force_fields;
    const size_t n = w->case_->material.n;
    for (int k = 0; k < KINDS; k++) {
        if (!is_stiff(w, k)) {
            continue;
        }
        double *most = strengths_of(w, k, smallest);
        for (size_t p = 0; p < n * n; p++) {
            const size_t a = p / n, b = p % n;
            const double ra = smallest->r_min[a], rb = smallest->r_min[b];
            if (!isfinite(ra)) {
                continue;
            }
            const double ma = scree_sphere_volume(ra) * w->case_->material.data[a].density;
            if (isfinite(rb) && ra + rb < kinds[k]->range(f)) {
                const double mb = scree_sphere_volume(rb) * w->case_->material.data[b].density;
                add(&l, w, a, b, NEIGHBOURS * kinds[k]->stiffness(f, most[a], most[b], ra + rb),
                    1.0 / ma + 1.0 / sqrt(ma * mb)); // Gershgorin's bound
            }
            if (a == b && kinds[k]->image_stiffness_of) {
                add(&l, w, a, b, kinds[k]->image_stiffness_of(f, most[a], ra), 1.0 / ma);
            }
        }
        scree_free(most);
    }
    return l;
}

double scree_force_fields_longest_step(const scree_world *w, const scree_smallest_bodies *smallest) {
    return share_of_limit * limit_of(w, smallest).step;
}

bool scree_force_fields_step_fits(const scree_world *w, const scree_smallest_bodies *smallest,
                                  scree_report *r) {
    const field_limit l = limit_of(w, smallest);
    if (w->dt > l.step) {
        scree_report_warning(
            r,
            "the time step, %.6g s, is beyond the limit of force fields between %s and %s where "
            "the smallest particle touches six others, %.3g s: if energy is created take a smaller "
            "time.dt; dt: auto takes %.3g s or less",
            w->dt, w->case_->material.data[l.a].name, w->case_->material.data[l.b].name, l.step,
            scree_time_step_rounded(share_of_limit * l.step));
    }
    return true;
}
