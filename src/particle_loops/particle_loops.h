// SPDX-License-Identifier: BSD-3-Clause
// The loops over particles: first half kick and drift; sum of contact forces and second half kick, in two passes if a hook uses
// the sums; and everything in one pass if nothing happens between steps. Included only by kernels.c, once per instruction set.
#pragma once

#include "access/particle.h"
#include "batch/batch.h"

// Four doubles each. The fourth lanes contain radius, mass and tags of the records, which are not changed.
typedef long long mask __attribute__((vector_size(32), aligned(8)));

// Arguments and results of a drift.
typedef struct motion {
    double half, dt, full_step_velocity;
    vec4d wrap_low, wrap_high, length; // infinite along axes that are not periodic
    vec4d low, high;                   // infinite along periodic axes
    double speed2;                     // of the fastest particle, m2/s2
    double turn2;                      // m2, see scree_integrate_result
    scree_double_double loss_heat;     // J, by contacts, into all particles
    mask lost, bad;      // lost: minus the number that left the domain, by axis; bad: not a number
    scree_vec3 *crossed; // counts the periods that each particle goes through, or NULL
    // In a cell that deforms: by columns the factors that carry positions through a step and velocities through half of one, the rate, and
    // the vectors b and c of the cell.
    bool deforms;
    vec4d carry[3], turn[3], rate[3], centre, b, c;
} motion;

static void put_columns(const scree_upper *a, vec4d column[3]) {
    column[0] = (vec4d){a->xx, 0.0, 0.0, 0.0};
    column[1] = (vec4d){a->xy, a->yy, 0.0, 0.0};
    column[2] = (vec4d){a->xz, a->yz, a->zz, 0.0};
}

static void motion_with_cell(motion *m, const scree_integrate_job *job) {
    const scree_cell *cell = job->cell;
    const scree_upper carry = upper_cayley(&cell->rate, job->dt),
                      turn = upper_cayley(&cell->rate, -0.5 * job->dt), h = scree_cell_vectors(cell);
    vec4d vectors[3];
    m->deforms = true;
    put_columns(&carry, m->carry);
    put_columns(&turn, m->turn);
    put_columns(&cell->rate, m->rate);
    put_columns(&h, vectors);
    m->centre = (vec4d){cell->centre.x, cell->centre.y, cell->centre.z, 0.0};
    m->b = vectors[1];
    m->c = vectors[2];
}

static motion motion_of(const scree_integrate_job *job, const scree_particles *p) {
    motion m = {.half = 0.5 * job->dt,
                .dt = job->dt,
                .full_step_velocity = job->full_step_velocity,
                .crossed = p->crossed};
    for (int axis = 0; axis < 4; axis++) {
        const int place = axis < 3, periodic = place && job->cell->periodic[axis];
        const double low = place ? vec_get(job->cell->low, axis) : -INFINITY,
                     high = place ? vec_get(job->cell->high, axis) : INFINITY;
        m.wrap_low[axis] = periodic ? low : -INFINITY;
        m.wrap_high[axis] = periodic ? high : INFINITY;
        m.length[axis] = periodic ? job->cell->period.length[axis] : 0.0;
        m.low[axis] = periodic ? -INFINITY : low;
        m.high[axis] = periodic ? INFINITY : high;
    }
    if (job->cell->deforms) {
        motion_with_cell(&m, job);
    }
    return m;
}

static void motion_end(const motion *m, scree_integrate_result *result) {
    result->speed2 = m->speed2;
    result->turn2 = m->turn2;
    result->lost = -(int)(m->lost[0] + m->lost[1] + m->lost[2]);
    result->loss_heat = m->loss_heat;
    result->bad = (m->bad[0] | m->bad[1] | m->bad[2]) != 0;
}

SCREE_LAW vec4d only(mask where, vec4d a) {
    return (vec4d)(where & (mask)a);
}

SCREE_LAW vec4d first_three(vec4d a, vec4d rest) {
    return SCREE_SHUFFLE(a, rest, 0, 1, 2, 7);
}

SCREE_LAW void put_three(void *record, vec4d a) {
    *(vec4d *)record = first_three(a, *(const vec4d *)record);
}

// Half a time step over mass and over moment of inertia; 0 for fixed bodies.
typedef struct halves {
    double m, i;
} halves;

SCREE_LAW halves halves_of(double half, double mass, double r) {
    const double h = half * scree_mobility(mass);
    return (halves){h / mass, h / (0.4 * mass * (r * r))};
}

SCREE_LAW vec4d force_of(const scree_wrench *f) {
    return *(const vec4d *)&f->fx; // the fourth is a torque
}

SCREE_LAW vec4d torque_of(const scree_wrench *f) {
    const vec4d end = *(const vec4d *)&f->fz;
    return SCREE_SHUFFLE(end, end, 1, 2, 3, 3);
}

SCREE_LAW void put_wrench(scree_wrench *f, vec4d force, vec4d torque) {
    *(vec2d *)&f->fx = __builtin_shufflevector(force, force, 0, 1);
    *(vec4d *)&f->fz = SCREE_SHUFFLE(force, torque, 2, 4, 5, 6);
}

SCREE_LAW vec4d times_columns(const vec4d column[3], vec4d a) {
    return a[0] * column[0] + (a[1] * column[1] + a[2] * column[2]);
}

// The number of periods, -1, 0 or 1, that brings x back along an axis.
SCREE_LAW double turns_of(const motion *m, vec4d x, int axis) {
    return (x[axis] < m->wrap_low[axis] ? 1.0 : 0.0) - (x[axis] >= m->wrap_high[axis] ? 1.0 : 0.0);
}

// Brings a position back into a cell that may lean, and counts the periods, with the opposite sign, in `turns`. Along x a lean may add another one.
SCREE_LAW vec4d brought_back(const motion *m, vec4d x, scree_vec3 *turns) {
    const mask out = (x < m->wrap_low) | (x >= m->wrap_high);
    *turns = vec3(0.0, 0.0, 0.0);
    if (!(out[0] | out[1] | out[2])) {
        return x;
    }
    turns->z = turns_of(m, x, 2);
    x += turns->z * m->c;
    turns->y = turns_of(m, x, 1);
    x += turns->y * m->b;
    for (int k = 0; k < 3; k++) {
        const double more = turns_of(m, x, 0);
        x[0] += more * m->length[0];
        turns->x += more;
    }
    return x;
}

// Wraps the position of particle i.
SCREE_LAW vec4d wrapped(const motion *m, size_t i, vec4d x) {
    if (m->deforms) {
        scree_vec3 turns;
        const vec4d at = brought_back(m, x, &turns);
        if (m->crossed) {
            m->crossed[i] = vec_sub(m->crossed[i], turns);
        }
        return at;
    }
    const mask below = x < m->wrap_low, above = x >= m->wrap_high, any = below | above;
    if (m->crossed && (any[0] | any[1] | any[2])) {
        const mask n = below - above; // of what is true, -1
        m->crossed[i] = vec_add(m->crossed[i], vec3((double)n[0], (double)n[1], (double)n[2]));
    }
    return (x + only(below, m->length)) - only(above, m->length);
}

// Where x comes in a step at this velocity in a cell that deforms: half of the way before the cell moves, and half after.
SCREE_LAW vec4d carried(const motion *m, vec4d x, vec4d velocity) {
    const vec4d way = (0.5 * m->dt) * velocity;
    return (m->centre + times_columns(m->carry, (x + way) - m->centre)) + way;
}

// First half kick of velocity v and spin w, and drift. In a cell that deforms velocities are relative to it and lose half of rate dt v before and after
// the drift.
SCREE_LAW void drift(motion *m, scree_particles *p, size_t i, vec4d v, vec4d w, vec4d force, vec4d torque,
                     halves h) {
    vec4d *x = (vec4d *)&p->x[i];
    const vec4d kick = scaled(h.m, force), turn = scaled(h.i, torque);
    vec4d velocity = v + kick, later = velocity, to = *x + scaled(m->dt, velocity);
    if (m->deforms) {
        velocity = times_columns(m->turn, velocity);
        later = times_columns(m->turn, velocity);
        to = carried(m, *x, velocity);
    }
    const vec4d at = wrapped(m, i, to);
    const vec4d speed2 = velocity * velocity;
    const double all2 = speed2[0] + speed2[1] + speed2[2];
    m->lost += ~((at >= m->low) & (at <= m->high));
    m->bad |= ~(at * at < 1e300);
    m->speed2 = all2 > m->speed2 ? all2 : m->speed2;
    *x = first_three(at, *x);
    put_three(&p->motion[i].v, later + scaled(m->full_step_velocity, kick));
    put_three(&p->motion[i].w, w + (turn + scaled(m->full_step_velocity, turn)));
    if (p->moved) {
        vec4d *moved = (vec4d *)&p->moved[i];
        moved[0] = scaled(m->dt, velocity);
        moved[1] = scaled(m->dt, w + turn);
    }
}

static void integrate_first(scree_particles *p, const scree_integrate_job *job, size_t first, size_t last,
                            scree_integrate_result *result) {
    motion m = motion_of(job, p);
    for (size_t i = first; i < last; i++) {
        const vec4d force = force_of(p->f + i), torque = torque_of(p->f + i);
        drift(&m, p, i, *(const vec4d *)&p->motion[i].v, *(const vec4d *)&p->motion[i].w, force, torque,
              halves_of(m.half, p->motion[i].v.m, p->x[i].r));
    }
    motion_end(&m, result);
}

// The parts of the heat of contacts that are summed with the forces.
typedef enum heat_parts { NO_HEAT, CONDUCTED, CONDUCTED_AND_LOSSES } heat_parts;

// The heat that a particle gets from its contacts.
typedef struct warmth {
    double received, loss_heat; // W, J
} warmth;

// Returns the weight, with which the sum of the forces begins. It is never -0: a listed pair without a force
// would add +0 and make it +0, but which pairs are listed is not a part of the state.
SCREE_LAW vec4d weight_of(double mass, vec4d gravity) {
    return scaled(mass * scree_mobility(mass), gravity) + 0.0;
}

// Sums contact forces and torques in the order of the neighbours' ids. An entry of the incidence is pair * 2 + side. In units
// of half records, the force is at 2 * pair, n x force at 2 * pair + 1. Side 1 gets the opposite force and heat: the lowest bit of the
// entry becomes the sign. r: radius of the particle. with_heat: also the heat from the pairs, and what they made; they then forget it, as
// those that have ended will not be evaluated again.
SCREE_LAW warmth sum_forces(const scree_pairs *pairs, size_t i, double r, int with_moments,
                            heat_parts with_heat, vec4d *force, vec4d *torque) {
    const char *half = (const char *)pairs->force;
    const uint32_t *entry = pairs->incident + pairs->start[i], *end = pairs->incident + pairs->start[i + 1];
    vec4d f = *force, t = *torque;
    vec4d received = {0.0, 0.0, 0.0, 0.0}; // in its fourth lane
    double loss_heat = 0.0;
    for (; entry < end; entry++) {
        const uint32_t at = *entry, later = entry[SCREE_INCIDENT_SPARE];
        __builtin_prefetch(half + sizeof(vec4d) * later);
        if (with_moments) {
            __builtin_prefetch(&pairs->moment[later >> 1]);
        }
        if (with_heat == CONDUCTED_AND_LOSSES) {
            __builtin_prefetch(pairs->loss_heat + later);
        }
        const mask sign = (mask)zeros_signed(at);
        const vec4d *record = (const vec4d *)(half + sizeof(vec4d) * (at & ~(size_t)1));
        vec4d turn = scaled(r - record[0][3], record[1]);
        if (with_moments) {
            turn += (vec4d)(sign ^ (mask) * (const vec4d *)&pairs->moment[at >> 1]);
        }
        f += (vec4d)(sign ^ (mask)record[0]);
        t += turn;
        if (with_heat) {
            received += (vec4d)(sign ^ (mask)record[1]);
        }
        if (with_heat == CONDUCTED_AND_LOSSES) {
            loss_heat += pairs->loss_heat[at];
            pairs->loss_heat[at] = 0.0;
        }
    }
    *force = f;
    *torque = t;
    return (warmth){received[3], loss_heat};
}

// The velocity that the forces used already contains `seen` times the old half kick: it is replaced by the new one.
SCREE_LAW void second_kick(const scree_particles *p, size_t i, double seen, halves h, vec4d force,
                           vec4d torque, const scree_wrench *old, vec4d *v, vec4d *w) {
    *v = *(const vec4d *)&p->motion[i].v + scaled(h.m, force - scaled(seen, force_of(old)));
    *w = *(const vec4d *)&p->motion[i].w + scaled(h.i, torque - scaled(seen, torque_of(old)));
}

// Sums and second half kick; with m also the first half kick and drift of the next step, while the particle is in the cache.
SCREE_LAW void sum_and_kick(scree_particles *p, const scree_pairs *pairs, const scree_integrate_job *job,
                            size_t first, size_t last, int with_moments, heat_parts with_heat, motion *m) {
    const double half = 0.5 * job->dt, seen = job->full_step_velocity;
    const vec4d gravity = {job->gravity.x, job->gravity.y, job->gravity.z, 0.0};
    for (size_t i = first; i < last; i++) {
        const double mass = p->motion[i].v.m;
        vec4d force = weight_of(mass, gravity), torque = {0.0, 0.0, 0.0, 0.0}, v, w;
        const warmth got = sum_forces(pairs, i, p->x[i].r, with_moments, with_heat, &force, &torque);
        if (with_heat) { // as warm() in heat/heat.c
            const double heat = job->dt * got.received + got.loss_heat;
            job->temperature[i] += heat / (mass * job->heat_capacity[p->motion[i].w.material]);
        }
        if (with_heat == CONDUCTED_AND_LOSSES) {
            scree_double_double_add(&m->loss_heat, got.loss_heat);
        }
        scree_wrench *f = p->f + i;
        const halves h = halves_of(half, mass, p->x[i].r);
        second_kick(p, i, seen, h, force, torque, f, &v, &w);
        put_wrench(f, force, torque);
        if (m) {
            drift(m, p, i, v, w, force, torque, h);
        } else {
            put_three(&p->motion[i].v, v);
            put_three(&p->motion[i].w, w);
        }
    }
}

static void sum_and_integrate(scree_particles *p, const scree_pairs *pairs, const scree_integrate_job *job,
                              size_t first, size_t last) {
    if (pairs->moment) {
        sum_and_kick(p, pairs, job, first, last, 1, NO_HEAT, NULL);
    } else {
        sum_and_kick(p, pairs, job, first, last, 0, NO_HEAT, NULL);
    }
}

// Sums forces in the first of two passes, for hooks in between: the sums of the previous step go to `before`. The second pass is the kick.
static void sum(scree_particles *p, const scree_pairs *pairs, const scree_integrate_job *job, size_t first,
                size_t last, scree_wrench *before) {
    const vec4d gravity = {job->gravity.x, job->gravity.y, job->gravity.z, 0.0};
    for (size_t i = first; i < last; i++) {
        const double mass = p->motion[i].v.m;
        vec4d force = weight_of(mass, gravity), torque = {0.0, 0.0, 0.0, 0.0};
        sum_forces(pairs, i, p->x[i].r, pairs->moment != NULL, NO_HEAT, &force, &torque);
        if (before) {
            before[i] = p->f[i];
        }
        put_wrench(p->f + i, force, torque);
    }
}

static void integrate_second(scree_particles *p, const scree_integrate_job *job, size_t first, size_t last,
                             const scree_wrench *before) {
    for (size_t i = first; i < last; i++) {
        const halves h = halves_of(0.5 * job->dt, p->motion[i].v.m, p->x[i].r);
        vec4d v, w;
        second_kick(p, i, job->full_step_velocity, h, force_of(p->f + i), torque_of(p->f + i), before + i, &v,
                    &w);
        put_three(&p->motion[i].v, v);
        put_three(&p->motion[i].w, w);
    }
}

static void sum_kick_drift(scree_particles *p, const scree_pairs *pairs, const scree_integrate_job *job,
                           size_t first, size_t last, scree_integrate_result *result) {
    motion m = motion_of(job, p);
    const heat_parts heat = !job->temperature ? NO_HEAT : pairs->loss_heat ? CONDUCTED_AND_LOSSES : CONDUCTED;
#define SCREE_GO_ON(with_moments, with_heat)                                                                 \
    if ((pairs->moment != NULL) == with_moments && heat == with_heat) {                                      \
        sum_and_kick(p, pairs, job, first, last, with_moments, with_heat, &m);                               \
    }
    SCREE_GO_ON(0, NO_HEAT)
    SCREE_GO_ON(0, CONDUCTED)
    SCREE_GO_ON(0, CONDUCTED_AND_LOSSES)
    SCREE_GO_ON(1, NO_HEAT)
    SCREE_GO_ON(1, CONDUCTED)
    SCREE_GO_ON(1, CONDUCTED_AND_LOSSES)
#undef SCREE_GO_ON
    motion_end(&m, result);
}
