// SPDX-License-Identifier: BSD-3-Clause
#include "particles/outside_forces.h"
#include "access/particle.h"
#include "clumps/whole.h"
#include "particles/particle_sum.h"
#include "state/hooks.h"

static bool has_force(const scree_group_def *def) {
    return vec_norm2(def->force) > 0.0 || vec_norm2(def->torque) > 0.0;
}

// Force and torque on particle i by all its groups and from outside. False: none.
static bool loads_of(const scree_world *w, size_t i, scree_vec3 *force, scree_vec3 *torque) {
    const scree_particles *p = &w->p;
    bool any = false;
    *force = *torque = vec3(0, 0, 0);
    for (size_t k = 0; k < w->group.n; k++) {
        if (p->groups[i] >> k & 1) {
            *force = vec_add(*force, w->case_->group.data[k].force);
            *torque = vec_add(*torque, w->case_->group.data[k].torque);
            any = true;
        }
    }
    if (p->external_force) {
        const scree_vec3 f = p->external_force[i], t = p->external_torque[i];
        *force = vec_add(*force, f);
        *torque = vec_add(*torque, t);
        // A sum of -0 and a load of 0 would be +0.
        any |= f.x != 0.0 || f.y != 0.0 || f.z != 0.0 || t.x != 0.0 || t.y != 0.0 || t.z != 0.0;
    }
    return any;
}

// With v = v' + h F/m, v' without drag and h half a time step: F = c (u - v) = c (u - v') / (1 + h c/m).
static scree_vec3 drag_on(const scree_world *w, size_t i) {
    const scree_particles *p = &w->p;
    const double c = p->drag_coefficient[i], half = 0.5 * (w->dt > 0.0 ? w->dt : w->next_dt);
    scree_vec3 v, spin;
    scree_whole_velocities(w, i, &v, &spin);
    return vec_scale(c / (1.0 + half * c / p->motion[i].v.m), vec_sub(p->fluid_velocity[i], v));
}

// Adds all loads; returns their power, W.
static double load(scree_world *w, size_t i, const void *context) {
    scree_vec3 force, torque, v, spin;
    (void)context;
    if (!scree_is_first(&w->p, i)) {
        return 0.0;
    }
    bool any = loads_of(w, i, &force, &torque);
    if (any) {
        scree_whole_push(w, i, force, torque);
    }
    if (w->p.drag_coefficient && w->p.drag_coefficient[i] > 0.0) {
        const scree_vec3 drag = drag_on(w, i);
        scree_whole_push(w, i, drag, vec3(0.0, 0.0, 0.0));
        w->p.drag_impulse[i] = vec_add_scaled(w->p.drag_impulse[i], w->dt, drag);
        force = vec_add(force, drag);
        any = true;
    }
    if (!any) {
        return 0.0;
    }
    scree_whole_velocities(w, i, &v, &spin);
    const double damped = 1.0 + 0.5 * w->dt * w->case_->damping_viscous; // slows them down after the loads
    return (force.x * v.x + force.y * v.y + force.z * v.z + torque.x * spin.x + torque.y * spin.y +
            torque.z * spin.z) /
           damped;
}

static void add_loads(scree_world *w, void *context) {
    const double power = scree_particle_sum(w, load, context);
    w->ledger.loaded += 0.5 * w->dt * (w->ledger.load_power + power);
    w->ledger.load_power = power;
}

void scree_loads_begin(scree_world *w) {
    const scree_case *c = w->case_;
    bool any = c->external;
    for (size_t k = 0; k < w->group.n; k++) {
        any |= has_force(&c->group.data[k]);
    }
    scree_hook_remove(w, SCREE_AFTER_FORCES, add_loads, NULL);
    if (!any) {
        w->ledger.load_power = 0.0;
        return;
    }
    scree_hook_add(
        w,
        (scree_hook){.place = SCREE_AFTER_FORCES, .call = add_loads, .needs_particles = true, .early = true});
}
