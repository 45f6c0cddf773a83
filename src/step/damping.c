// SPDX-License-Identifier: BSD-3-Clause
#include "step/damping.h"
#include "step/particle_sum.h"

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

static double damp_particle(scree_world *w, size_t i, const void *context) {
    const damping *d = context;
    const scree_particles *p = &w->p;
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
    if (w->case_->damping_local > 0.0 || w->case_->damping_viscous > 0.0) {
        scree_hook_add(w, (scree_hook){.place = SCREE_AFTER_FORCES, .call = damp, .needs_particles = true});
    }
}
