// SPDX-License-Identifier: BSD-3-Clause
#include "wall_motion/wall_pose.h"
#include "case/time_table.h"
#include "maths/math.h"
#include "maths/rigid.h"
#include <string.h>

// Rodrigues' formula.
scree_mat3 scree_rotation_about(scree_vec3 a, double angle) {
    double s, c;
    scree_sin_cos(angle, &s, &c);
    double t = 1.0 - c;
    return (scree_mat3){{t * a.x * a.x + c, t * a.x * a.y - s * a.z, t * a.x * a.z + s * a.y,
                         t * a.x * a.y + s * a.z, t * a.y * a.y + c, t * a.y * a.z - s * a.x,
                         t * a.x * a.z - s * a.y, t * a.y * a.z + s * a.x, t * a.z * a.z + c}};
}

static double time_in_motion(const scree_motion *m, double t) {
    return t < m->start ? 0.0 : (t < m->stop ? t : m->stop) - m->start;
}

bool scree_wall_angle(const scree_wall_def *def, double t, double *angle) {
    for (size_t k = 0; k < def->motion.n; k++) {
        const scree_motion *m = &def->motion.data[k];
        if (m->kind == SCREE_MOTION_ROTATE) {
            *angle = m->rate * time_in_motion(m, t);
            return true;
        }
        if (scree_motion_is_table(m->kind) && m->table.angle.n > 0) {
            *angle = scree_time_table_at(&m->table, time_in_motion(m, t)).angle;
            return true;
        }
    }
    return false;
}

// One motion in the laboratory frame: x' = R x + s, and the velocity v + w x x' that it adds.
static void one_motion(const scree_motion *m, double t, scree_mat3 *r, scree_vec3 *s, scree_vec3 *v,
                       scree_vec3 *w) {
    double now = time_in_motion(m, t);
    // Rounding may put t = k dt slightly before a start or stop that is meant to be equal; events.c has the same tolerance.
    double reached = t * (1.0 + 1e-14);
    bool moves = reached >= m->start && reached < m->stop;
    *r = scree_pose_none().rotation;
    *s = *v = *w = vec3(0.0, 0.0, 0.0);
    if (m->kind == SCREE_MOTION_TRANSLATE) {
        *s = vec_scale(now, m->velocity);
        *v = moves ? m->velocity : *v;
    } else if (scree_motion_is_table(m->kind)) {
        const scree_table_value q = scree_time_table_at(&m->table, now);
        *r = scree_rotation_about(m->axis, q.angle);
        *s = vec_add(vec_sub(m->point, mat_mul(r, m->point)), q.vector);
        if (moves) {
            *w = vec_scale(q.spin, m->axis);
            *v = vec_sub(q.rate, vec_cross(*w, vec_add(m->point, q.vector)));
        }
    } else if (m->kind == SCREE_MOTION_VIBRATE) {
        double omega = 2.0 * SCREE_PI * m->frequency, s0, c0, s1, c1;
        scree_sin_cos(m->phase, &s0, &c0);
        scree_sin_cos(omega * now + m->phase, &s1, &c1);
        *s = vec_scale(s1 - s0, m->amplitude);
        *v = moves ? vec_scale(omega * c1, m->amplitude) : *v;
    } else {
        *r = scree_rotation_about(m->axis, m->rate * now);
        *s = vec_sub(m->point, mat_mul(r, m->point));
        if (moves) {
            *w = vec_scale(m->rate, m->axis);
            *v = vec_scale(-1.0, vec_cross(*w, m->point));
        }
    }
}

void scree_wall_state_add(scree_wall_state *state, const scree_mat3 *r, scree_vec3 s, scree_vec3 velocity,
                          scree_vec3 spin) {
    // The velocity so far, v + w x x, transformed by x' = R x + s, plus the new one.
    const scree_vec3 turned = mat_mul(r, state->spin);
    state->velocity = vec_add(vec_sub(mat_mul(r, state->velocity), vec_cross(turned, s)), velocity);
    state->pose.rotation = mat_product(r, &state->pose.rotation);
    state->pose.shift = vec_add(mat_mul(r, state->pose.shift), s);
    state->spin = vec_add(turned, spin);
}

void scree_wall_motion_at(const scree_wall_def *def, double t, scree_wall_state *state) {
    state->pose = state->start;
    state->velocity = state->spin = vec3(0.0, 0.0, 0.0);
    for (size_t k = 0; k < def->motion.n; k++) {
        scree_mat3 r;
        scree_vec3 s, v, u;
        one_motion(&def->motion.data[k], t, &r, &s, &v, &u);
        scree_wall_state_add(state, &r, s, v, u);
    }
}

void scree_wall_motion_from(const scree_wall_def *def, double t, scree_wall_state *state) {
    scree_wall_state moved = *state;
    scree_wall_motion_at(def, t, &moved);
    if (memcmp(&moved.pose, &state->pose, sizeof moved.pose) == 0) {
        return;
    }
    moved.start = scree_pose_none();
    scree_wall_motion_at(def, t, &moved);
    const scree_mat3 back = mat_transposed(&moved.pose.rotation);
    state->start.rotation = mat_product(&back, &state->pose.rotation);
    state->start.shift = scree_pose_to_own(&moved.pose, state->pose.shift);
}

bool scree_wall_velocity_jumps(const scree_wall_def *def, double t, double reach) {
    bool any = false;
    for (size_t k = 0; k < def->motion.n && !any; k++) {
        const scree_motion *m = &def->motion.data[k];
        any = fabs(t - m->start) < reach || fabs(t - m->stop) < reach ||
              (scree_motion_is_table(m->kind) &&
               scree_time_table_jumps(&m->table, time_in_motion(m, t), reach));
    }
    return any;
}
