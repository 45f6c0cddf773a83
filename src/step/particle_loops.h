// SPDX-License-Identifier: BSD-3-Clause
// The loops over particles: first half kick and drift; sum of contact forces and second half kick; and the two in one,
// where nothing happens between steps. Included by kernels.c alone, once per instruction set.
#ifndef SCREE_STEP_PARTICLE_LOOPS_H
#define SCREE_STEP_PARTICLE_LOOPS_H

#include "state/particle.h"
#include "step/batch.h"

// Four doubles each: fourth lanes carry radius, mass and tags of the records and take part in nothing.
typedef long long mask __attribute__((vector_size(32), aligned(8)));

// What a drift needs to know, and what it leaves.
typedef struct motion {
    double half, dt, seen;
    four wrap_low, wrap_high, length; // nothing wraps along axes that are not periodic
    four low, high;                   // nothing is lost along axes that are
    double speed2;                    // of the fastest
    mask lost, bad;                   // lost: minus the number that left, by axis; bad: not a number
} motion;

static motion motion_of(const scree_integrate_job *job) {
    motion m = {.half = 0.5 * job->dt, .dt = job->dt, .seen = job->seen};
    for (int axis = 0; axis < 4; axis++) {
        const int periodic = axis < 3 && job->length[axis] > 0.0, open = axis == 3 || periodic;
        m.wrap_low[axis] = periodic ? job->low[axis] : -INFINITY;
        m.wrap_high[axis] = periodic ? job->high[axis] : INFINITY;
        m.length[axis] = periodic ? job->length[axis] : 0.0;
        m.low[axis] = open ? -INFINITY : job->low[axis];
        m.high[axis] = open ? INFINITY : job->high[axis];
    }
    return m;
}

static void motion_end(const motion *m, scree_integrate_result *result) {
    result->speed2 = m->speed2;
    result->lost = -(int)(m->lost[0] + m->lost[1] + m->lost[2]);
    result->bad = (m->bad[0] | m->bad[1] | m->bad[2]) != 0;
}

SCREE_LAW four only(mask where, four a) {
    return (four)(where & (mask)a);
}

SCREE_LAW four first_three(four a, four rest) {
    return __builtin_shufflevector(a, rest, 0, 1, 2, 7);
}

// Half a time step over mass and over moment of inertia; 0 for fixed bodies.
typedef struct halves {
    double m, i;
} halves;

SCREE_LAW halves halves_of(double half, double mass, double r) {
    const double h = half * scree_mobility(mass);
    return (halves){h / mass, h / (0.4 * mass * (r * r))};
}

SCREE_LAW void drift(motion *m, scree_particles *p, size_t i, four force, four torque, halves h) {
    four *x = (four *)&p->x[i], *v = (four *)&p->v[i], *w = (four *)&p->w[i];
    const four kick = h.m * force, turn = h.i * torque, velocity = *v + kick;
    const four unwrapped = *x + m->dt * velocity;
    const four at =
        (unwrapped + only(unwrapped < m->wrap_low, m->length)) - only(unwrapped >= m->wrap_high, m->length);
    const four speed2 = velocity * velocity;
    const double all2 = speed2[0] + speed2[1] + speed2[2];
    m->lost += ~((at >= m->low) & (at <= m->high));
    m->bad |= ~(at * at < 1e300);
    m->speed2 = all2 > m->speed2 ? all2 : m->speed2;
    *x = first_three(at, *x);
    *v = first_three(velocity + m->seen * kick, *v);
    *w = first_three(*w + (turn + m->seen * turn), *w);
}

SCREE_LAW four force_of(const scree_wrench *f) {
    return *(const four *)&f->fx; // the fourth is a torque
}

SCREE_LAW four torque_of(const scree_wrench *f) {
    const four end = *(const four *)&f->fz;
    return __builtin_shufflevector(end, end, 1, 2, 3, 3);
}

static void integrate_first(scree_particles *p, const scree_integrate_job *job, size_t first, size_t last,
                            scree_integrate_result *result) {
    motion m = motion_of(job);
    for (size_t i = first; i < last; i++) {
        const scree_wrench *f = p->f + i;
        drift(&m, p, i, force_of(f), torque_of(f), halves_of(m.half, p->v[i].m, p->x[i].r));
    }
    motion_end(&m, result);
}

// Weight and contact forces in the order of the partners' ids; torque.
SCREE_LAW void sum_forces(const scree_pairs *pairs, size_t i, uint32_t end, four *force, four *torque) {
    enum { AHEAD = 64 }; // entries between a prefetch and its use; 12 is too late beyond the inner caches
    static const four signs[2] = {{1.0, 1.0, 1.0, 1.0}, {-1.0, -1.0, -1.0, -1.0}};
    for (uint32_t e = pairs->start[i]; e < pairs->start[i + 1]; e++) {
        __builtin_prefetch(pairs->force + (pairs->incident[e + AHEAD < end ? e + AHEAD : e] >> 1));
        const uint32_t entry = pairs->incident[e], side = entry & 1;
        const four *f = (const four *)&pairs->force[entry >> 1];
        const double arm = ((const double *)f)[3 + 4 * side];
        four turn = arm * f[1];
        if (pairs->moment) {
            turn += signs[side] * *(const four *)&pairs->moment[entry >> 1];
        }
        *force += signs[side] * f[0];
        *torque += turn;
    }
}

// Then, if another step follows at once, its first half kick and drift (m), while the particle is at hand.
SCREE_LAW void sum_and_kick(scree_particles *p, const scree_pairs *pairs, const scree_integrate_job *job,
                            size_t first, size_t last, motion *m) {
    const double half = 0.5 * job->dt, seen = job->seen;
    const four gravity = {job->gravity.x, job->gravity.y, job->gravity.z, 0.0};
    const uint32_t end = first < last ? pairs->start[last] : 0;
    for (size_t i = first; i < last; i++) {
        four *v = (four *)&p->v[i], *w = (four *)&p->w[i];
        const double mass = p->v[i].m;
        four force = mass * scree_mobility(mass) * gravity, torque = {0.0, 0.0, 0.0, 0.0};
        sum_forces(pairs, i, end, &force, &torque);
        // The velocity the forces saw already holds `seen` times the old half kick: take it back, give the new one.
        scree_wrench *f = p->f + i;
        const halves h = halves_of(half, mass, p->x[i].r);
        *v = first_three(*v + h.m * (force - seen * force_of(f)), *v);
        *w = first_three(*w + h.i * (torque - seen * torque_of(f)), *w);
        *f = (scree_wrench){force[0], force[1], force[2], torque[0], torque[1], torque[2]};
        if (m) {
            drift(m, p, i, force, torque, h);
        }
    }
}

static void sum_and_integrate(scree_particles *p, const scree_pairs *pairs, const scree_integrate_job *job,
                              size_t first, size_t last) {
    sum_and_kick(p, pairs, job, first, last, NULL);
}

static void sum_and_go_on(scree_particles *p, const scree_pairs *pairs, const scree_integrate_job *job,
                          size_t first, size_t last, scree_integrate_result *result) {
    motion m = motion_of(job);
    sum_and_kick(p, pairs, job, first, last, &m);
    motion_end(&m, result);
}

#endif
