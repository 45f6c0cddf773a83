// SPDX-License-Identifier: BSD-3-Clause
#include "clumps/whole.h"
#include "clumps/body.h"

// 1: the velocities contain the half kick by the forces before (particle_loops.h).
static double seen_of(const scree_world *w) {
    return w->case_->integrator == SCREE_VERLET ? 1.0 : 0.0;
}

void scree_whole_push(scree_world *w, size_t i, scree_vec3 force, scree_vec3 torque) {
    scree_wrench *f = &w->p.f[i];
    if (scree_is_member(&w->p, i)) {
        scree_body_push(w, i, force, torque);
    } else {
        f->fx += force.x, f->fy += force.y, f->fz += force.z;
        f->tx += torque.x, f->ty += torque.y, f->tz += torque.z;
    }
}

void scree_whole_velocities(const scree_world *w, size_t i, scree_vec3 *v, scree_vec3 *spin) {
    const double half = 0.5 * w->dt, seen = seen_of(w);
    if (scree_is_member(&w->p, i)) {
        const scree_body_load a = scree_body_load_of(w, i);
        *v = vec_add_scaled(a.v, half / a.mass, a.force);
        *spin = scree_body_spin(w, i, vec_add_scaled(a.momentum, half, a.torque));
        return;
    }
    const scree_velocities *m = &w->p.motion[i];
    const scree_wrench *f = &w->p.f[i], *before = &w->forces_before.data[i];
    const double inertia = 0.4 * m->v.m * (w->p.x[i].r * w->p.x[i].r), a = half / m->v.m, b = half / inertia;
    *v = vec3(m->v.x + a * (f->fx - seen * before->fx), m->v.y + a * (f->fy - seen * before->fy),
              m->v.z + a * (f->fz - seen * before->fz));
    *spin = vec3(m->w.x + b * (f->tx - seen * before->tx), m->w.y + b * (f->ty - seen * before->ty),
                 m->w.z + b * (f->tz - seen * before->tz));
}
