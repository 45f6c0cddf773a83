// SPDX-License-Identifier: BSD-3-Clause
// Forces between spheres that a uniform field H magnetises. The moment of a sphere of volume V and susceptibility chi (SI) alone in the field is
// m = V 3 chi/(3 + chi) H, in A m2: the field within it is smaller than H by its demagnetisation, a third of its magnetisation (Jackson, Classical Electrodynamics,
// 3rd ed., 5.11). What the moments of neighbours add to the field is left out, so moments are parallel, constant, and have no torque on each other.
// Energy of two moments a distance r apart, with the unit vector n between them: mu0/(4 pi) g f with g = ma.mb - 3 (ma.n)(mb.n) and f = 1/r^3, from which its tangent
// at the range is subtracted, so that energy and force are continuous there.
#include "force_fields/force_field.h"
#include "maths/math.h"

static const double vacuum_permeability = 1.25663706127e-6; // N/A2, CODATA 2022

static bool acts(const scree_force_fields_def *f) {
    return f->has_magnetic;
}

static double range(const scree_force_fields_def *f) {
    return f->magnetic.range;
}

// The moment of a sphere over H, m3.
static double polarizability_of(const scree_case *c, size_t material, double radius) {
    const scree_magnetic_def *m = &c->force_fields.magnetic;
    double chi = 0.0;
    for (size_t k = 0; k < m->susceptibility.n; k++) {
        const scree_susceptibility_def *s = &m->susceptibility.data[k];
        chi = s->material == (int)material ? s->value : chi;
    }
    return scree_sphere_volume(radius) * (3.0 * chi / (3.0 + chi));
}

static double polarizability(const scree_world *w, size_t i) {
    return polarizability_of(w->case_, w->p.motion[i].w.material, w->p.x[i].r);
}

// Largest where moments lie behind each other, against displacements across the line of the centres.
static double stiffness(const scree_force_fields_def *f, double a, double b, double r) {
    const double square = r * r;
    return 12.0 * vacuum_permeability / (4.0 * SCREE_PI) * fabs(a * b) * vec_norm2(f->magnetic.field) /
           (square * square * r);
}

static double pair(const scree_world *w, size_t a, size_t b, scree_vec3 to, double r, scree_vec3 *force) {
    const scree_magnetic_def *m = &w->case_->force_fields.magnetic;
    const scree_vec3 h = m->field, n = vec_scale(1.0 / r, to);
    const double along = vec_dot(h, n), g = vec_norm2(h) - 3.0 * (along * along),
                 strength =
                     vacuum_permeability / (4.0 * SCREE_PI) * polarizability(w, a) * polarizability(w, b);
    const scree_cut_off cut = scree_cut_off_of(3, r, m->range);
    // The force on b is -d(energy)/d(to); that on a is its opposite. dg/d(to) = -6 along (h - along n)/r.
    const scree_vec3 across = vec_add_scaled(h, -along, n);
    const scree_vec3 slope =
        vec_add_scaled(vec_scale(g * cut.slope, n), -6.0 * along * (cut.value / r), across);
    *force = vec_add_scaled(*force, strength, slope);
    return strength * g * cut.value;
}

const scree_force_field scree_field_of_magnetic = {.acts = acts,
                                                   .range = range,
                                                   .pair = pair,
                                                   .strength = polarizability,
                                                   .strength_of_new = polarizability_of,
                                                   .stiffness = stiffness};
