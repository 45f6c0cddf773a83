// SPDX-License-Identifier: BSD-3-Clause
// One step of clumps (clumps/body.h), eight at a time: what is one of a body (half kicks, rotation, inertia) in a loop over bodies
// that is vectorised, what is one of a member with vectors of four. Included only by kernels.c, once per instruction set.
#pragma once

#include "access/convex_body.h"
#include "access/particle.h"
#include "particle_loops/particle_loops.h"
#include "particle_loops/wall_load_sums.h"

enum { BODIES = 8 };

// Rows of eight bodies. Those after the last repeat it.
typedef struct body_rows {
    _Alignas(64) double q[4][BODIES];       // attitude
    _Alignas(64) double r[9][BODIES];       // its matrix
    _Alignas(64) double inverse[3][BODIES]; // 1/(kg m2), of the principal moments
    _Alignas(64) double v[3][BODIES];       // m/s
    _Alignas(64) double l[3][BODIES];       // kg m2/s
    _Alignas(64) double x[3][BODIES];       // m, centre
    _Alignas(64) double force[3][BODIES], torque[3][BODIES];
    _Alignas(64) double seen[3][BODIES], spin[3][BODIES]; // m/s, rad/s: as forces see them
    _Alignas(64) double turned[3][BODIES];                // rad, rotation in the drift
    _Alignas(64) double j[6][BODIES]; // xx yy zz xy xz yz of the inverse inertia in the laboratory
    _Alignas(64) double mass[BODIES], size[BODIES];
    size_t first[BODIES]; // rows of the first members
    const scree_shape *shape[BODIES];
    int n;
} body_rows;

SCREE_LAW scree_vec3 get_three(double (*row)[BODIES], int k) {
    return vec3(row[0][k], row[1][k], row[2][k]);
}

SCREE_LAW void set_three(double (*row)[BODIES], int k, scree_vec3 a) {
    row[0][k] = a.x, row[1][k] = a.y, row[2][k] = a.z;
}

SCREE_LAW scree_quaternion quaternion_of(body_rows *b, int k) {
    return (scree_quaternion){b->q[0][k], b->q[1][k], b->q[2][k], b->q[3][k]};
}

SCREE_LAW vec4d column(double (*row)[BODIES], int x, int y, int z, int k) {
    return (vec4d){row[x][k], row[y][k], row[z][k], 0.0};
}

static void load_bodies(const scree_world *w, body_rows *b) {
    const scree_particles *p = &w->p;
    for (int k = 0; k < BODIES; k++) {
        const size_t i = b->first[k < b->n ? k : b->n - 1];
        const scree_quaternion q = scree_body_attitude_of(p, i);
        const scree_vec3 m = scree_body_moments(w, i);
        b->first[k] = i;
        b->shape[k] = scree_body_shape(w, i);
        b->size[k] = p->size[i];
        b->mass[k] = p->motion[i].v.m;
        b->q[0][k] = q.w, b->q[1][k] = q.x, b->q[2][k] = q.y, b->q[3][k] = q.z;
        set_three(b->inverse, k, m);
        set_three(b->v, k, p->body_velocity[i]);
        set_three(b->l, k, p->momentum[i]);
        set_three(b->x, k, p->centre[i]);
    }
#pragma omp simd
    for (int k = 0; k < BODIES; k++) {
        for (int axis = 0; axis < 3; axis++) {
            b->inverse[axis][k] = 1.0 / b->inverse[axis][k];
        }
    }
}

static void set_matrices(body_rows *b) {
#pragma omp simd
    for (int k = 0; k < BODIES; k++) {
        const scree_mat3 r = scree_quaternion_matrix(quaternion_of(b, k));
        for (int j = 0; j < 9; j++) {
            b->r[j][k] = r.m[j];
        }
    }
}

// Axes of body k times its size: an arm is a sum of them.
typedef struct axes_of {
    vec4d x, y, z;
} axes_of;

SCREE_LAW axes_of scaled_axes(body_rows *b, int k) {
    const double s = b->size[k];
    return (axes_of){s * column(b->r, 0, 3, 6, k), s * column(b->r, 1, 4, 7, k),
                     s * column(b->r, 2, 5, 8, k)};
}

SCREE_LAW vec4d arm_of(const axes_of *a, const scree_member *m) {
    return m->at.x * a->x + m->at.y * a->y + m->at.z * a->z;
}

// Sums of the forces on the members and of their torques about the centre, in the order of their ids.
static void gather_forces(const scree_particles *p, body_rows *b) {
    for (int k = 0; k < b->n; k++) {
        const axes_of axes = scaled_axes(b, k);
        vec4d force = {0.0, 0.0, 0.0, 0.0}, torque = force;
        for (size_t m = 0; m < b->shape[k]->member.n; m++) {
            const scree_wrench *f = &p->f[b->first[k] + m];
            const vec4d own = first_three(force_of(f), force), turn = first_three(torque_of(f), force);
            force += own;
            torque += turn + vec4d_cross(arm_of(&axes, &b->shape[k]->member.data[m]), own);
        }
        set_three(b->force, k, vec3(force[0], force[1], force[2]));
        set_three(b->torque, k, vec3(torque[0], torque[1], torque[2]));
    }
    for (int k = b->n; k < BODIES; k++) {
        set_three(b->force, k, get_three(b->force, b->n - 1));
        set_three(b->torque, k, get_three(b->torque, b->n - 1));
    }
}

// Angular velocity for an angular momentum.
SCREE_LAW scree_vec3 spin_for(body_rows *b, int k, scree_vec3 l) {
    scree_mat3 r;
    for (int j = 0; j < 9; j++) {
        r.m[j] = b->r[j][k];
    }
    const scree_vec3 own = mat_mul_transposed(&r, l), inverse = get_three(b->inverse, k);
    return mat_mul(&r, vec3(inverse.x * own.x, inverse.y * own.y, inverse.z * own.z));
}

// Half kicks: one or two.
static void kick_bodies(const scree_integrate_job *job, body_rows *b, int times) {
#pragma omp simd
    for (int k = 0; k < BODIES; k++) {
        const double half = 0.5 * job->dt * scree_mobility(b->mass[k]);
        const scree_vec3 kick = vec_scale(half, vec_add(vec_scale(1.0 / b->mass[k], get_three(b->force, k)),
                                                        job->gravity)),
                         turn = vec_scale(half, get_three(b->torque, k));
        const scree_vec3 v = vec_add(get_three(b->v, k), kick), l = vec_add(get_three(b->l, k), turn),
                         v2 = vec_add(v, kick), l2 = vec_add(l, turn);
        const int twice = times > 1;
        set_three(b->v, k, vec3(twice ? v2.x : v.x, twice ? v2.y : v.y, twice ? v2.z : v.z));
        set_three(b->l, k, vec3(twice ? l2.x : l.x, twice ? l2.y : l.y, twice ? l2.z : l.z));
        set_three(b->seen, k, vec_add_scaled(get_three(b->v, k), job->full_step_velocity, kick));
        set_three(
            b->spin, k,
            vec_add_scaled(get_three(b->l, k), job->full_step_velocity, turn)); // momentum, until the drift
    }
}

// The centre of a body in a cell that deforms moves as a sphere does.
static void drift_with_cell(const motion *m, body_rows *b, int k) {
    const vec4d before = column(b->v, 0, 1, 2, k), kick = column(b->seen, 0, 1, 2, k) - before,
                v = times_columns(m->turn, before), later = times_columns(m->turn, v),
                x = carried(m, column(b->x, 0, 1, 2, k), v), seen = later + kick;
    set_three(b->x, k, vec3(x[0], x[1], x[2]));
    set_three(b->v, k, vec3(later[0], later[1], later[2]));
    set_three(b->seen, k, vec3(seen[0], seen[1], seen[2]));
}

// The drift of body k. The loops over bodies call functions with variables of their own, as those of the loop would be kept in memory.
SCREE_LAW void drift_body(body_rows *b, int k, double dt, double way) {
    const scree_quaternion before = quaternion_of(b, k);
    scree_quaternion q = before;
    scree_rigid_turn_by(&q, get_three(b->inverse, k), get_three(b->l, k), dt);
    set_three(b->turned, k, scree_rotation_between(before, q));
    b->q[0][k] = q.w, b->q[1][k] = q.x, b->q[2][k] = q.y, b->q[3][k] = q.z;
    set_three(b->x, k, vec_add_scaled(get_three(b->x, k), way, get_three(b->v, k)));
}

// The spin of body k and its inverse inertia in the laboratory.
SCREE_LAW void turn_inertia(body_rows *b, int k) {
    set_three(b->spin, k, spin_for(b, k, get_three(b->spin, k)));
    const scree_vec3 i = get_three(b->inverse, k);
    for (int c = 0; c < 6; c++) {
        static const int left[6] = {0, 1, 2, 0, 0, 1}, right[6] = {0, 1, 2, 1, 2, 2};
        double(*r)[BODIES] = b->r;
        const int a = 3 * left[c], d = 3 * right[c];
        b->j[c][k] =
            i.x * r[a][k] * r[d][k] + i.y * r[a + 1][k] * r[d + 1][k] + i.z * r[a + 2][k] * r[d + 2][k];
    }
}

static void drift_bodies(const scree_integrate_job *job, const motion *m, body_rows *b) {
    const double dt = job->dt,
                 way = m->deforms ? 0.0 : dt; // not a branch, or clang does not vectorise the loop
#pragma omp simd
    for (int k = 0; k < BODIES; k++) {
        drift_body(b, k, dt, way);
    }
    for (int k = 0; k < BODIES && m->deforms; k++) {
        drift_with_cell(m, b, k);
    }
    set_matrices(b);
#pragma omp simd
    for (int k = 0; k < BODIES; k++) {
        turn_inertia(b, k);
    }
}

// Wraps the position of a member.
SCREE_LAW vec4d wrapped_member(const motion *m, vec4d x) {
    scree_vec3 turns;
    if (m->deforms) {
        return brought_back(m, x, &turns);
    }
    return (x + only(x < m->wrap_low, m->length)) - only(x >= m->wrap_high, m->length);
}

// The velocity of a member at `arm` from the centre of its body, of which that of a deforming cell at its own place is no part: so contacts see what
// those of spheres see.
SCREE_LAW vec4d velocity_of_member(const motion *m, vec4d v, vec4d w, vec4d arm) {
    const vec4d turned = v + vec4d_cross(w, arm);
    return m->deforms ? turned - times_columns(m->rate, arm) : turned;
}

// What a member has moved from x by its nearest image, less what the cell has moved there.
static vec4d moved_in_cell(const motion *m, vec4d x, vec4d moved) {
    const scree_period period = {.length = {m->length[0], m->length[1], m->length[2]},
                                 .half = {0.5 * m->length[0], 0.5 * m->length[1], 0.5 * m->length[2]},
                                 .leans = true,
                                 .lean = {m->b[0], m->c[0], m->c[1]}};
    const scree_vec3 d = scree_nearest_leaning(&period, moved[0], moved[1], moved[2]);
    const vec4d way = {d.x, d.y, d.z, 0.0};
    return way - m->dt * times_columns(m->rate, (x - m->centre) + 0.5 * way);
}

// The mobility of the contacts of a member whose centre is at r from that of its body: n.W.n = 1/M + (r x n).J (r x n), so the
// columns of W are those of 1/M + (J (r x e)) x r for e along x, y, z.
SCREE_LAW void put_mobility(scree_particles *p, size_t i, const axes_of *j, double one, vec4d r) {
    const vec4d x = vec4d_cross(r[2] * j->y - r[1] * j->z, r), y = vec4d_cross(r[0] * j->z - r[2] * j->x, r),
                z = vec4d_cross(r[1] * j->x - r[0] * j->y, r);
    vec4d *to = (vec4d *)&p->mobility[i];
    to[0] = (vec4d){one + x[0], one + y[1], one + z[2], x[1]};
    to[1] = (vec4d){x[2], y[2], 1.0, 0.0};
}

// Places the members of body k around its centre; returns the square of the largest displacement, m2.
SCREE_LAW double put_members(scree_particles *p, motion *m, body_rows *b, int k) {
    const vec4d turned = column(b->turned, 0, 1, 2, k);
    const axes_of axes = scaled_axes(b, k),
                  j = {column(b->j, 0, 3, 4, k), column(b->j, 3, 1, 5, k), column(b->j, 4, 5, 2, k)};
    const vec4d v = column(b->seen, 0, 1, 2, k), w = column(b->spin, 0, 1, 2, k), half = 0.5 * m->length;
    const vec4d centre = wrapped(m, b->first[k], column(b->x, 0, 1, 2, k));
    const double one = 1.0 / b->mass[k];
    double most = 0.0, reach = 0.0;
    for (size_t n = 0; n < b->shape[k]->member.n; n++) {
        const size_t i = b->first[k] + n;
        const vec4d arm = arm_of(&axes, &b->shape[k]->member.data[n]), at = wrapped_member(m, centre + arm);
        vec4d *x = (vec4d *)&p->x[i];
        vec4d moved = at - *x;
        if (m->deforms) {
            moved = moved_in_cell(m, *x, moved);
        } else {
            moved = (moved - only(moved > half, m->length)) + only(moved < -half, m->length);
        }
        const vec4d square = moved * moved;
        const double moved2 = square[0] + square[1] + square[2];
        most = moved2 > most ? moved2 : most;
        reach = (*x)[3] > reach ? (*x)[3] : reach;
        *x = first_three(at, *x);
        p->centre[i] = vec3(centre[0], centre[1], centre[2]);
        put_three(&p->motion[i].v, velocity_of_member(m, v, w, arm));
        put_three(&p->motion[i].w, w);
        if (p->moved) {
            vec4d *all = (vec4d *)&p->moved[i];
            all[0] = moved;
            all[1] = turned;
        }
        if (p->mobility) {
            put_mobility(p, i, &j, one, arm);
        }
        if (p->form) {
            p->form[i] =
                scree_form_of(b->shape[k], n, b->size[k], quaternion_of(b, k), get_three(b->inverse, k));
        }
    }
    m->turn2 = fmax(m->turn2, (reach * reach) * vec_norm2(get_three(b->turned, k)));
    return most;
}

static void store_bodies(scree_particles *p, motion *m, const scree_integrate_job *job, body_rows *b) {
    for (int k = 0; k < b->n; k++) {
        const size_t i = b->first[k];
        const double moved2 = put_members(p, m, b, k);
        const vec4d at = {p->centre[i].x, p->centre[i].y, p->centre[i].z, 0.0};
        p->body_velocity[i] = get_three(b->v, k);
        p->momentum[i] = get_three(b->l, k);
        p->turn_w[i] = b->q[0][k];
        p->turn[i] = vec3(b->q[1][k], b->q[2][k], b->q[3][k]);
        m->lost[0] -= !(at[0] >= m->low[0] && at[0] <= m->high[0] && at[1] >= m->low[1] &&
                        at[1] <= m->high[1] && at[2] >= m->low[2] && at[2] <= m->high[2]);
        m->bad[0] |= -(long long)!(vec_norm2(p->centre[i]) < 1e300 && moved2 < 1e300);
        m->speed2 = fmax(m->speed2, moved2 / (job->dt * job->dt));
    }
}

// Velocities of the members at the end of a step.
static void store_velocities(scree_particles *p, const motion *m, body_rows *b) {
    for (int k = 0; k < b->n; k++) {
        const scree_vec3 spin = spin_for(b, k, get_three(b->l, k));
        const axes_of axes = scaled_axes(b, k);
        const vec4d v = column(b->v, 0, 1, 2, k), w = {spin.x, spin.y, spin.z, 0.0};
        p->body_velocity[b->first[k]] = get_three(b->v, k);
        p->momentum[b->first[k]] = get_three(b->l, k);
        for (size_t n = 0; n < b->shape[k]->member.n; n++) {
            const size_t i = b->first[k] + n;
            put_three(&p->motion[i].v,
                      velocity_of_member(m, v, w, arm_of(&axes, &b->shape[k]->member.data[n])));
            put_three(&p->motion[i].w, w);
        }
    }
}

static void step_bodies(scree_world *w, const scree_integrate_job *job, int second, int first, size_t from,
                        size_t to, scree_integrate_result *result) {
    motion m = motion_of(job, &w->p);
    for (size_t i = from; i < to;) {
        body_rows b;
        b.n = 0;
        for (; i < to && b.n < BODIES; i += scree_body_shape(w, i)->member.n) {
            b.first[b.n++] = i;
        }
        load_bodies(w, &b);
        set_matrices(&b);
        gather_forces(&w->p, &b);
        kick_bodies(job, &b, second + first);
        if (first) {
            drift_bodies(job, &m, &b);
            store_bodies(&w->p, &m, job, &b);
        } else {
            store_velocities(&w->p, &m, &b);
        }
    }
    motion_end(&m, result);
}
