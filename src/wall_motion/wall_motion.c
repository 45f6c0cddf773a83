// SPDX-License-Identifier: BSD-3-Clause
#include "wall_motion/wall_motion.h"
#include "access/step_time.h"
#include "maths/rigid.h"
#include "wall_motion/wall_drive.h"
#include "wall_motion/wall_pose.h"
#include <string.h>

void scree_wall_pose_at(const scree_wall *wall, double t, scree_wall_state *state) {
    scree_wall_motion_at(wall->def, t, state);
    if (scree_wall_is_driven(&wall->def->drive)) {
        scree_wall_drive_pose(wall, state);
    }
}

// The rigid motion from one pose to another: from where a point of the wall was to where it is, both in the laboratory. moves: they differ.
static scree_wall_step step_between(const scree_pose *from, const scree_pose *to) {
    scree_wall_step step = {.motion = scree_pose_none()};
    step.moves = memcmp(from, to, sizeof *to) != 0;
    if (step.moves && memcmp(&from->rotation, &to->rotation, sizeof to->rotation) != 0) {
        const scree_mat3 back = mat_transposed(&from->rotation), turn = mat_product(&to->rotation, &back);
        step.motion.rotation = turn;
        step.turn =
            scree_rotation_between((scree_quaternion){1.0, 0.0, 0.0, 0.0}, scree_quaternion_of_matrix(&turn));
    }
    step.motion.shift = vec_sub(to->shift, mat_mul(&step.motion.rotation, from->shift));
    return step;
}

// Adds the mean velocity from one pose to another, times a half: x' = R x + s turns by w dt about the laboratory axes, with the velocity
// (s - w dt x s / 2) / dt of the point that is at the origin in the middle of the step.
static void add_half_velocity(const scree_pose *from, const scree_pose *to, double dt,
                              scree_wall_state *state) {
    const scree_wall_step step = step_between(from, to);
    const scree_vec3 shift = vec_add_scaled(step.motion.shift, -0.5, vec_cross(step.turn, step.motion.shift));
    state->velocity = vec_add_scaled(state->velocity, 0.5 / dt, shift);
    state->spin = vec_add_scaled(state->spin, 0.5 / dt, step.turn);
}

// When its velocity jumps, a wall has the mean of the velocities in the steps before and after, as particles have.
// Then forces on it do the work that its displacement asks for, and dashpots lose what particles and walls put in.
static void average_velocity(const scree_wall_def *def, double t, double dt, scree_wall_state *state) {
    scree_wall_state before = *state, after = *state;
    scree_wall_motion_at(def, t - dt, &before);
    scree_wall_motion_at(def, t + dt, &after);
    state->velocity = state->spin = vec3(0.0, 0.0, 0.0);
    add_half_velocity(&before.pose, &state->pose, dt, state);
    add_half_velocity(&state->pose, &after.pose, dt, state);
}

// The step at which the run began, or its phase: there is no step before it with the same motion.
static uint64_t first_step(const scree_world *w) {
    const size_t phases = w->phase_start.n;
    return phases > 0 ? w->phase_start.data[phases - 1] : scree_step_of(w, w->began);
}

void scree_move_walls(scree_world *w) {
    const double t = scree_world_time(w),
                 reach = (1.0 - 1e-6) * w->dt; // a jump at a step is not near the next one
    const bool first = w->step <= first_step(w);
    for (size_t k = 0; k < w->wall.n; k++) {
        scree_wall *wall = &w->wall.data[k];
        wall->before = wall->now.pose;
        const bool driven = scree_wall_is_driven(&wall->def->drive);
        if (wall->def->motion.n > 0 || driven) {
            scree_wall_motion_at(wall->def, t, &wall->now);
        }
        if (!first && scree_wall_velocity_jumps(wall->def, t, reach)) {
            average_velocity(wall->def, t, w->dt, &wall->now);
        }
        if (driven) {
            scree_wall_drive_pose(wall, &wall->now);
        }
    }
}

void scree_walls_follow(scree_world *w) {
    for (size_t k = 0; k < w->wall.n; k++) {
        scree_wall *wall = &w->wall.data[k];
        wall->step = step_between(&wall->before, &wall->now.pose);
        const bool driven = wall->def->motion.n > 0 || scree_wall_is_driven(&wall->def->drive);
        if (!wall->step.moves && !driven &&
            (vec_norm2(wall->now.velocity) > 0.0 || vec_norm2(wall->now.spin) > 0.0)) {
            wall->step.slides = true;
            wall->step.turn = vec_scale(w->dt, wall->now.spin);
        }
    }
}

// Its columns normal to each other again, after many products.
static scree_mat3 without_rounding(const scree_mat3 *r) {
    const double *m = r->m;
    const scree_vec3 a = vec3(m[0], m[3], m[6]), b = vec3(m[1], m[4], m[7]),
                     x = vec_scale(1.0 / vec_norm(a), a), off = vec_add_scaled(b, -vec_dot(x, b), x),
                     y = vec_scale(1.0 / vec_norm(off), off), z = vec_cross(x, y);
    return (scree_mat3){{x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z}};
}

void scree_movable_wall_put(scree_wall *wall, const scree_pose *to) {
    wall->now.pose = (scree_pose){without_rounding(&to->rotation), to->shift};
    wall->before = wall->now.pose;
}

void scree_movable_wall_set(scree_world *w, scree_wall *wall, scree_vec3 x, scree_vec3 v, scree_vec3 spin) {
    scree_wall_state *now = &wall->now;
    const scree_vec3 velocity = vec_sub(v, vec_cross(spin, x));
    // The last forces act on in the next half step, with this velocity.
    const double more = -vec_dot(now->force, vec_sub(velocity, now->velocity)) -
                        vec_dot(now->torque, vec_sub(spin, now->spin));
    now->power += more;
    now->work += 0.5 * w->dt * more;
    w->ledger.wall_power += more;
    w->ledger.wall_work += 0.5 * w->dt * more;
    now->centre = scree_wall_to_own(wall, x);
    now->spin = spin;
    now->velocity = velocity;
}

// With constant velocity of its centre and constant spin, exactly.
static void advance(scree_wall *wall, double dt) {
    scree_wall_state *s = &wall->now;
    const scree_vec3 x = scree_wall_to_lab(wall, s->centre), v = vec_add(s->velocity, vec_cross(s->spin, x)),
                     to = vec_add_scaled(x, dt, v);
    const double rate = vec_norm(s->spin);
    if (rate > 0.0) {
        const scree_mat3 turn = scree_rotation_about(vec_scale(1.0 / rate, s->spin), rate * dt),
                         rotation = mat_product(&turn, &s->pose.rotation);
        s->pose.rotation = without_rounding(&rotation);
    }
    s->pose.shift = vec_sub(to, mat_mul(&s->pose.rotation, s->centre));
    s->velocity = vec_sub(v, vec_cross(s->spin, to));
}

void scree_movable_walls_advance(scree_world *w) {
    for (size_t k = 0; k < w->wall.n; k++) {
        scree_wall *wall = &w->wall.data[k];
        if (wall->def->movable && (vec_norm2(wall->now.velocity) > 0.0 || vec_norm2(wall->now.spin) > 0.0)) {
            advance(wall, w->dt);
        }
    }
}
