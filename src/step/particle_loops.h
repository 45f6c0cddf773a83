// SPDX-License-Identifier: BSD-3-Clause
// The loops over particles: first half kick and drift; sum of contact forces and second half kick. Included by kernels.c
// alone, once per instruction set.
#ifndef SCREE_STEP_PARTICLE_LOOPS_H
#define SCREE_STEP_PARTICLE_LOOPS_H

#include "step/batch.h"

enum { AHEAD = 128 }; // items between a prefetch and its use

static void integrate_first(scree_particles *p, const scree_integrate_job *job, size_t first, size_t last,
                            scree_integrate_result *result) {
    const double half = 0.5 * job->dt, dt = job->dt;
    double moved2 = 0.0;
    int lost = 0, bad = 0;
    for (size_t i = first; i < last; i++) {
        scree_pos *x = p->x + i;
        scree_vel *v = p->v + i;
        scree_spin *w = p->w + i;
        const scree_wrench *f = p->f + i;
        const double h = half * scree_mobility(v->m);
        double hm = h / v->m, hi = h / (0.4 * v->m * (x->r * x->r));
        double kick[3] = {hm * f->fx, hm * f->fy, hm * f->fz};
        double turn[3] = {hi * f->tx, hi * f->ty, hi * f->tz};
        double vel[3] = {v->x + kick[0], v->y + kick[1], v->z + kick[2]};
        double pos[3] = {x->x + dt * vel[0], x->y + dt * vel[1], x->z + dt * vel[2]};
        double built[3] = {p->built[i].x, p->built[i].y, p->built[i].z};
        double d2 = 0.0;
        for (int axis = 0; axis < 3; axis++) {
            double length = job->length[axis];
            double low = job->low[axis], high = job->high[axis];
            double d = pos[axis] - built[axis];
            if (length > 0.0) {
                pos[axis] = pos[axis] < low     ? pos[axis] + length
                            : pos[axis] >= high ? pos[axis] - length
                                                : pos[axis];
                d = vec_nearest_image(pos[axis] - built[axis], 0.5 * length, length);
            } else {
                lost += !(pos[axis] >= low && pos[axis] <= high);
            }
            d2 += d * d;
        }
        bad |= !(d2 < 1e300);
        moved2 = d2 > moved2 ? d2 : moved2;
        x->x = pos[0];
        x->y = pos[1];
        x->z = pos[2];
        v->x = vel[0] + job->seen * kick[0];
        v->y = vel[1] + job->seen * kick[1];
        v->z = vel[2] + job->seen * kick[2];
        w->x += turn[0] + job->seen * turn[0];
        w->y += turn[1] + job->seen * turn[1];
        w->z += turn[2] + job->seen * turn[2];
    }
    result->moved2 = moved2;
    result->lost = lost;
    result->bad = bad;
}

static void sum_and_integrate(scree_particles *p, const scree_pairs *pairs, const scree_integrate_job *job,
                              size_t first, size_t last) {
    const double half = 0.5 * job->dt, seen = job->seen;
    static const four signs[2] = {{1.0, 1.0, 1.0, 1.0}, {-1.0, -1.0, -1.0, -1.0}};
    const uint32_t end = first < last ? pairs->start[last] : 0;
    for (size_t i = first; i < last; i++) {
        scree_vel *v = p->v + i;
        double m = v->m, r = p->x[i].r, h = half * scree_mobility(m), weighed = m * scree_mobility(m);
        four force = {weighed * job->gravity.x, weighed * job->gravity.y, weighed * job->gravity.z, 0.0},
             torque = {0.0, 0.0, 0.0, 0.0};
        for (uint32_t e = pairs->start[i]; e < pairs->start[i + 1]; e++) {
            __builtin_prefetch(pairs->force + (pairs->incident[e + AHEAD < end ? e + AHEAD : e] >> 1));
            const uint32_t entry = pairs->incident[e], side = entry & 1;
            const four *f = (const four *)&pairs->force[entry >> 1];
            const double arm = ((const double *)f)[3 + 4 * side];
            four turn = arm * f[1]; // fourth lanes are never used
            if (pairs->moment) {
                turn += signs[side] * *(const four *)&pairs->moment[entry >> 1];
            }
            force += signs[side] * f[0];
            torque += turn;
        }
        scree_wrench s = {force[0], force[1], force[2], torque[0], torque[1], torque[2]};
        // The velocity the forces saw already holds `seen` times the old half kick: take it back, give the new one.
        const scree_wrench old = p->f[i];
        scree_spin *w = p->w + i;
        double hm = h / m, hi = h / (0.4 * m * (r * r));
        v->x += hm * (s.fx - seen * old.fx);
        v->y += hm * (s.fy - seen * old.fy);
        v->z += hm * (s.fz - seen * old.fz);
        w->x += hi * (s.tx - seen * old.tx);
        w->y += hi * (s.ty - seen * old.ty);
        w->z += hi * (s.tz - seen * old.tz);
        p->f[i] = s;
    }
}

#endif
