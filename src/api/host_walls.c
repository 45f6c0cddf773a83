// SPDX-License-Identifier: BSD-3-Clause
// Walls as host programs read and move them.
#include "api/host.h"
#include "checks/audit_cell.h"
#include "memory/names.h"
#include "wall_motion/wall_motion.h"
#include <string.h>

const char *scree_world_wall(const scree_world *w, int k) {
    return k >= 0 && (size_t)k < w->wall.n ? w->wall.data[k].def->name : NULL;
}

// NULL: reported.
static scree_wall *wall_named(const scree_world *w, const char *name, scree_report *r) {
    const int k = scree_names_find(w->case_->wall, name);
    if (k < 0) {
        scree_report_error(r, "there is no wall '%.60s'; accepted: a name under 'walls'", name);
    }
    return k < 0 ? NULL : &w->wall.data[k];
}

scree_status scree_wall_read(const scree_world *w, const char *name, scree_wall_now *to, scree_report *r) {
    const scree_wall *wall = wall_named(w, name, r);
    if (!wall) {
        return SCREE_USER_ERROR;
    }
    const scree_wall_state *s = &wall->now;
    const scree_vec3 x = scree_wall_to_lab(wall, wall->def->reference);
    *to = (scree_wall_now){
        .power = s->power, .work = s->work, .active = wall->active, .movable = wall->def->movable};
    memcpy(to->rotation, s->pose.rotation.m, sizeof to->rotation);
    vec_to_array(s->pose.shift, to->shift);
    vec_to_array(x, to->position);
    vec_to_array(vec_add(s->velocity, vec_cross(s->spin, x)), to->velocity);
    vec_to_array(s->spin, to->spin);
    vec_to_array(s->force, to->force);
    vec_to_array(vec_sub(s->torque, vec_cross(x, s->force)), to->torque);
    return SCREE_OK;
}

// A movable wall; NULL: reported.
static scree_wall *find_movable(const scree_world *w, const char *name, scree_report *r) {
    scree_wall *wall = wall_named(w, name, r);
    if (wall && !wall->def->movable) {
        scree_report_error(r, "wall '%s' is not movable; accepted: a wall with `movable: true` in the case",
                           name);
        return NULL;
    }
    return wall;
}

// The largest of values in m, m/s and rad/s: angles per step beyond it have no digits left (maths/math.h).
static const double MOST = 1e9;

static bool are_usable(const double *x, int n, const char *what, const char *wall, scree_report *r) {
    for (int k = 0; k < n; k++) {
        if (!(fabs(x[k]) <= MOST)) {
            return scree_report_error(r,
                                      "wall '%s': its %s has the value %g; accepted: numbers from -%g to %g",
                                      wall, what, x[k], MOST, MOST);
        }
    }
    return true;
}

static bool may_turn(const scree_world *w, const scree_wall *wall, scree_vec3 about, scree_report *r) {
    if (!scree_audit_cell_may_turn(w, wall, about)) {
        return scree_report_error(
            r,
            "wall '%s': it turns about another direction than that of its axis or normal, and would end at "
            "the periodic borders; accepted: a wall of triangles, whose images act",
            wall->def->name);
    }
    return true;
}

scree_status scree_wall_move(scree_world *w, const char *name, const double velocity[3], const double spin[3],
                             const double about[3], scree_report *r) {
    scree_wall *wall = find_movable(w, name, r);
    if (!wall || !are_usable(velocity, 3, "velocity", name, r) || !are_usable(spin, 3, "spin", name, r) ||
        (about && !are_usable(about, 3, "point", name, r))) {
        return SCREE_USER_ERROR;
    }
    if (!may_turn(w, wall, vec3(spin[0], spin[1], spin[2]), r)) {
        return SCREE_USER_ERROR;
    }
    const scree_vec3 x =
        about ? vec3(about[0], about[1], about[2]) : scree_wall_to_lab(wall, wall->def->reference);
    scree_movable_wall_set(w, wall, x, vec3(velocity[0], velocity[1], velocity[2]),
                           vec3(spin[0], spin[1], spin[2]));
    return SCREE_OK;
}

// The rotation nearest to rounding; false: it is none.
static bool is_rotation(const double m[9]) {
    double off = 0.0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            const double dot = m[i] * m[j] + m[3 + i] * m[3 + j] + m[6 + i] * m[6 + j];
            off = fmax(off, fabs(dot - (i == j ? 1.0 : 0.0)));
        }
    }
    const scree_vec3 x = vec3(m[0], m[3], m[6]), y = vec3(m[1], m[4], m[7]), z = vec3(m[2], m[5], m[8]);
    return off < 1e-6 && vec_dot(vec_cross(x, y), z) > 0.0;
}

scree_status scree_wall_place(scree_world *w, const char *name, const double rotation[9],
                              const double shift[3], scree_report *r) {
    if (!scree_host_may(w, "get a wall placed", r) || !scree_host_may_edit(w, "get a wall placed", r)) {
        return SCREE_USER_ERROR;
    }
    scree_wall *wall = find_movable(w, name, r);
    if (!wall || !are_usable(rotation, 9, "rotation", name, r) || !are_usable(shift, 3, "shift", name, r)) {
        return SCREE_USER_ERROR;
    }
    if (!is_rotation(rotation)) {
        scree_report_error(r,
                           "wall '%s': its rotation is none; accepted: a matrix whose columns are unit "
                           "vectors, normal to each other and right-handed, row by row",
                           name);
        return SCREE_USER_ERROR;
    }
    scree_pose to;
    memcpy(to.rotation.m, rotation, sizeof to.rotation.m);
    to.shift = vec3(shift[0], shift[1], shift[2]);
    const scree_vec3 tilt = vec_cross(wall->def->axis, mat_mul(&to.rotation, wall->def->axis));
    if (vec_norm(tilt) > 1e-9 && !may_turn(w, wall, tilt, r)) {
        return SCREE_USER_ERROR;
    }
    if (memcmp(&to, &wall->now.pose, sizeof to) == 0) { // it is there
        return SCREE_OK;
    }
    scree_host_begin_change(w);
    const scree_vec3 x = scree_wall_to_lab(wall, wall->now.centre),
                     v = vec_add(wall->now.velocity, vec_cross(wall->now.spin, x));
    scree_movable_wall_put(wall, &to);
    scree_movable_wall_set(w, wall, scree_wall_to_lab(wall, wall->now.centre), v, wall->now.spin);
    w->list_valid = false;
    return SCREE_OK;
}

size_t scree_wall_triangles(const scree_world *w, const char *name, size_t room, double *corners,
                            scree_report *r) {
    const scree_wall *wall = wall_named(w, name, r);
    const scree_mesh *mesh = wall ? wall->mesh : NULL;
    for (size_t k = 0; mesh && k < mesh->triangle.n && k < room; k++) {
        for (size_t c = 0; c < 3; c++) {
            vec_to_array(scree_wall_to_lab(wall, mesh->vertex.data[mesh->triangle.data[k].v[c]]),
                         corners + 9 * k + 3 * c);
        }
    }
    return mesh ? mesh->triangle.n : 0;
}
