// SPDX-License-Identifier: BSD-3-Clause
// Drag and buoyancy in a fluid that particles do not change: at rest, or with a velocity that is given by place and time. A clump has the drag
// of a sphere of its volume, at its centre. Drag depends on the velocity v at the time of the forces, which depends on the drag: with v = v' + h F / m,
// v' without drag, h half a time step, and F = c (u - v), it is F = c (u - v') / (1 + h c / m) and u - v = (u - v') / (1 + h c / m). So it is
// stable for any time step. c of a law that is not linear follows from u - v in three rounds, of which two are enough for the order 2.
#include "access/particle.h"
#include "force_fields/drag_laws.h"
#include "force_fields/force_field.h"

enum { ROUNDS = 3 };

static double drag_factor(int law, double re, double porosity) {
    switch (law) {
#define SCREE_DRAG_CASE(name)                                                                                \
    case SCREE_DRAG_##name:                                                                                  \
        return scree_drag_##name(re, porosity);
        SCREE_DRAG_LAWS(SCREE_DRAG_CASE)
    default:
        return 0.0;
    }
}

static double diameter_of(const scree_world *w, size_t i) {
    return scree_is_member(&w->p, i) ? w->p.size[i] : 2.0 * w->p.x[i].r;
}

static scree_vec3 velocity_at(const scree_fluid_def *f, scree_vec3 x, double time) {
    if (f->has_profile) {
        const double at = vec_get(x, f->axis);
        const size_t n = f->place.n, k = scree_table_interval(f->place.data, n, at);
        const double from = f->place.data[k], part = (at - from) / (f->place.data[k + 1] - from),
                     within = part < 0.0   ? 0.0
                              : part > 1.0 ? 1.0
                                           : part;
        const scree_vec3 a = f->speed.data[k], b = f->speed.data[k + 1];
        return vec_add_scaled(a, within, vec_sub(b, a));
    }
    if (f->text[0] || f->text[1] || f->text[2]) {
        const double variable[] = {x.x, x.y, x.z, time};
        double v[3];
        for (int k = 0; k < 3; k++) {
            v[k] = f->text[k] ? scree_formula_at(&f->formula[k], variable) : 0.0;
        }
        return vec3(v[0], v[1], v[2]);
    }
    return f->velocity;
}

static bool acts(const scree_force_fields_def *f) {
    return f->has_fluid;
}

static void buoyancy(const scree_world *w, size_t i, scree_vec3 *force) {
    const scree_fluid_def *f = &w->case_->force_fields.fluid;
    if (f->buoyancy) {
        *force =
            vec_add_scaled(*force, -f->density * scree_sphere_volume(0.5 * diameter_of(w, i)), w->gravity);
    }
}

// The diameter of a particle over that of the grains for which it stands. A particle has the drag of all of them: of grains^3 grains of the diameter d / grains.
static double grains_across(const scree_world *w) {
    return w->case_->has_coarse_graining ? w->case_->coarse_graining.factor : 1.0;
}

static scree_vec3 drag(const scree_world *w, size_t i, scree_vec3 v, double half, scree_vec3 *flow) {
    const scree_fluid_def *f = &w->case_->force_fields.fluid;
    if (f->drag == SCREE_DRAG_NONE) {
        return vec3(0.0, 0.0, 0.0);
    }
    *flow = velocity_at(f, scree_whole_centre(&w->p, i), scree_world_time(w));
    const scree_vec3 towards = vec_sub(*flow, v);
    const double d = diameter_of(w, i), grains = grains_across(w),
                 stokes = 3.0 * SCREE_PI * f->viscosity * d * (grains * grains),
                 of_speed = f->density * d / f->viscosity / grains, speed = vec_norm(towards),
                 over_mass = half / w->p.motion[i].v.m;
    double c = 0.0;
    for (int k = 0; k < ROUNDS; k++) {
        c = stokes * drag_factor(f->drag, of_speed * (speed / (1.0 + over_mass * c)), f->porosity);
    }
    return vec_scale(c / (1.0 + over_mass * c), towards);
}

const scree_force_field scree_field_of_fluid = {.acts = acts, .outer = buoyancy, .drag = drag};
