// SPDX-License-Identifier: BSD-3-Clause
// Forces on charges: of a uniform field, of other charges up to a range, and of the charge that each induces on planes that conduct. Charges lie in the centres of
// particles and keep their values. Energy of two charges: k qa qb (1/r - 1/R + (r - R)/R^2) with R the range and k = 1/(4 pi eps0 eps): energy and
// force are continuous at the range ("shifted force"; Fennell and Gezelter, J. Chem. Phys. 124 (2006) 234104, without their damping). The image of q at the
// distance z behind a plane attracts it with k q^2/(2 z)^2, and stores -k q^2/(4 z) (Jackson, Classical Electrodynamics, 3rd ed., 2.2). The images of other charges
// are left out.
#include "force_fields/force_field.h"
#include "maths/math.h"

static const double vacuum_permittivity = 8.8541878188e-12; // F/m, CODATA 2022

static double coulomb_constant(const scree_electric_def *e) {
    return 1.0 / (4.0 * SCREE_PI * vacuum_permittivity * e->permittivity);
}

static bool acts(const scree_force_fields_def *f) {
    return f->has_electric;
}

static double range(const scree_force_fields_def *f) {
    return f->electric.range;
}

static double pair(const scree_world *w, size_t a, size_t b, scree_vec3 to, double r, scree_vec3 *force) {
    const scree_electric_def *e = &w->case_->force_fields.electric;
    const double strength = coulomb_constant(e) * w->p.charge[a] * w->p.charge[b];
    const scree_cut_off cut = scree_cut_off_of(1, r, e->range);
    *force = vec_add_scaled(*force, strength * (cut.slope / r), to);
    return strength * cut.value;
}

static double image(const scree_world *w, size_t i, scree_vec3 *force) {
    const scree_electric_def *e = &w->case_->force_fields.electric;
    const scree_pos *x = &w->p.x[i];
    const double q = w->p.charge[i];
    double energy = 0.0;
    for (size_t k = 0; k < e->wall.n; k++) {
        const scree_wall_def *wall = &w->case_->wall.data[e->wall.data[k]];
        const double z = vec_dot(wall->axis, vec_sub(vec3(x->x, x->y, x->z), wall->point)),
                     strength = coulomb_constant(e) * (q * q);
        *force = vec_add_scaled(*force, -0.25 * strength / (z * z), wall->axis);
        energy -= 0.25 * strength / z;
    }
    return energy;
}

static void outer(const scree_world *w, size_t i, scree_vec3 *force) {
    *force = vec_add_scaled(*force, w->p.charge[i], w->case_->force_fields.electric.field);
}

static double strength(const scree_world *w, size_t i) {
    return w->p.charge[i];
}

static double strength_of_new(const scree_case *c, size_t material, double radius) {
    return scree_charge_of_new(&c->force_fields.electric, (uint32_t)material,
                               scree_sphere_volume(radius) * c->material.data[material].density);
}

// Along the line of the centres 2 k qa qb / r^3, across it at most half of that.
static double stiffness(const scree_force_fields_def *f, double a, double b, double r) {
    return 2.0 * coulomb_constant(&f->electric) * fabs(a * b) / (r * r * r);
}

// The attraction grows towards the plane: this is the rate at which it does.
static double stiffness_at(const scree_electric_def *e, double q, double z) {
    return 0.5 * coulomb_constant(e) * (q * q) / (z * z * z);
}

static double image_stiffness(const scree_world *w, size_t i) {
    const scree_electric_def *e = &w->case_->force_fields.electric;
    const scree_pos *x = &w->p.x[i];
    double sum = 0.0;
    for (size_t k = 0; k < e->wall.n; k++) {
        const scree_wall_def *wall = &w->case_->wall.data[e->wall.data[k]];
        sum += stiffness_at(e, w->p.charge[i],
                            vec_dot(wall->axis, vec_sub(vec3(x->x, x->y, x->z), wall->point)));
    }
    return sum > 0.0 ? sum : 0.0;
}

static double image_stiffness_of(const scree_force_fields_def *f, double q, double radius) {
    return f->electric.wall.n > 0 ? stiffness_at(&f->electric, q, radius) : 0.0;
}

const scree_force_field scree_field_of_electric = {.acts = acts,
                                                   .range = range,
                                                   .pair = pair,
                                                   .image = image,
                                                   .outer = outer,
                                                   .strength = strength,
                                                   .strength_of_new = strength_of_new,
                                                   .stiffness = stiffness,
                                                   .image_stiffness = image_stiffness,
                                                   .image_stiffness_of = image_stiffness_of};
