// SPDX-License-Identifier: BSD-3-Clause
#include "particles/damping.h"
#include "clumps/body.h"
#include "particles/particle_sum.h"

typedef struct damping {
    double local, viscous; // 1, 1/s
    double half;           // s, half a time step
    double seen;           // 1: the velocities contain the half kick by the forces before (particle_loops.h)
} damping;

// The damped force of one component, and the power of what was added. f: force, before: that of the step before, m: mass or moment
// of inertia. The viscous part takes the velocity at the time of the force, which depends on itself.
static double damped(const damping *d, double f, double before, double m, double v, double *power) {
    const double half_step = v - d->seen * d->half * (before / m), undamped = half_step + d->half * (f / m),
                 sign = (double)((undamped > 0.0) - (undamped < 0.0)), local = -d->local * fabs(f) * sign,
                 now = (half_step + d->half * ((f + local) / m)) / (1.0 + d->half * d->viscous),
                 added = local - d->viscous * m * now;
    *power += added * now;
    return f + added;
}

// Returns what damping adds to the force, or torque, on a clump. half_step: its velocity, or momentum, half a
// step before, of mass m (1 for momentum); way: the velocity, of which only the sign counts.
static scree_vec3 added(const damping *d, scree_vec3 f, scree_vec3 half_step, scree_vec3 way, double m,
                        scree_vec3 *now) {
    double to[3], v[3];
    for (int axis = 0; axis < 3; axis++) {
        const double force = vec_get(f, axis), undamped = vec_get(way, axis),
                     sign = (double)((undamped > 0.0) - (undamped < 0.0)),
                     local = -d->local * fabs(force) * sign;
        v[axis] = (vec_get(half_step, axis) + d->half * ((force + local) / m)) / (1.0 + d->half * d->viscous);
        to[axis] = local - d->viscous * m * v[axis];
    }
    *now = vec3(v[0], v[1], v[2]);
    return vec3(to[0], to[1], to[2]);
}

static double damp_clump(scree_world *w, size_t i, const damping *d) {
    const scree_body_load a = scree_body_load_of(w, i);
    scree_vec3 v, momentum;
    const scree_vec3 force =
                         added(d, a.force, a.v, vec_add_scaled(a.v, d->half / a.mass, a.force), a.mass, &v),
                     undamped = scree_body_spin(w, i, vec_add_scaled(a.momentum, d->half, a.torque)),
                     torque = added(d, a.torque, a.momentum, undamped, 1.0, &momentum);
    scree_body_push(w, i, force, torque);
    return vec_dot(force, v) + vec_dot(torque, scree_body_spin(w, i, momentum));
}

static double damp_particle(scree_world *w, size_t i, const void *context) {
    const damping *d = context;
    const scree_particles *p = &w->p;
    if (scree_is_member(p, i)) {
        return scree_is_first(p, i) ? damp_clump(w, i, d) : 0.0;
    }
    const scree_wrench *before = &w->forces_before.data[i];
    scree_wrench *f = &p->f[i];
    const scree_vel *v = &p->motion[i].v;
    const scree_spin *s = &p->motion[i].w;
    const double inertia = 0.4 * v->m * (p->x[i].r * p->x[i].r);
    double power = 0.0;
    f->fx = damped(d, f->fx, before->fx, v->m, v->x, &power);
    f->fy = damped(d, f->fy, before->fy, v->m, v->y, &power);
    f->fz = damped(d, f->fz, before->fz, v->m, v->z, &power);
    f->tx = damped(d, f->tx, before->tx, inertia, s->x, &power);
    f->ty = damped(d, f->ty, before->ty, inertia, s->y, &power);
    f->tz = damped(d, f->tz, before->tz, inertia, s->z, &power);
    return power;
}

static void damp(scree_world *w, void *context) {
    const scree_case *c = w->case_;
    const damping d = {c->damping_local, c->damping_viscous, 0.5 * w->dt,
                       c->integrator == SCREE_VERLET ? 1.0 : 0.0};
    const double power =
        scree_particle_sum(w, damp_particle, &d); // with the sign of its work on the particles
    (void)context;
    w->ledger.damped -= d.half * (w->ledger.damping_power + power);
    w->ledger.damping_power = power;
}

void scree_damping_begin(scree_world *w) {
    scree_hook_remove(w, SCREE_AFTER_FORCES, damp, NULL);
    if (w->case_->damping_local > 0.0 || w->case_->damping_viscous > 0.0) {
        scree_hook_add(
            w,
            (scree_hook){.place = SCREE_AFTER_FORCES, .call = damp, .needs_particles = true, .early = true});
    }
}
