// SPDX-License-Identifier: BSD-3-Clause
#include "wall_motion/wall_corners.h"
#include "access/temperature_class.h"
#include "access/wall_surface.h"
#include "laws/damping.h"
#include "laws/list/registry.h"
#include "wall_motion/wall_drive.h"
#include <string.h>

// The law of a contact of walls of two materials.
typedef struct corner_law {
    double stiffness; // N/m
    double damping;   // 1, fraction of critical damping
    double friction;  // 1
    bool pulls;       // until the overlap is zero; otherwise the contact ends when the force is zero
} corner_law;

// A parameter of the laws of two materials by its name; `otherwise` if none of the laws has it.
static double param_of(const scree_case *c, int a, int b, const char *name, double otherwise) {
    const scree_pair_def *pair = &c->pair[(size_t)a * c->material.n + (size_t)b];
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
        const int p = scree_law_param(scree_law_at(pair->law[slot]), name);
        if (p >= 0 && isfinite(pair->param[slot][p])) {
            return pair->param[slot][p];
        }
    }
    return otherwise;
}

// Stiffness: that given, else E* times a twentieth of the mesh's diagonal, a blunt corner.
static corner_law law_of(const scree_world *w, const scree_wall *wall, const scree_wall *plane) {
    const scree_case *c = w->case_;
    const int a = (int)scree_law_material_of_wall(w, wall), b = (int)scree_law_material_of_wall(w, plane);
    const scree_material_def *m = c->material.data;
    const double soft = (1.0 - m[a].poisson * m[a].poisson) / m[a].young +
                        (1.0 - m[b].poisson * m[b].poisson) / m[b].young,
                 size = vec_norm(vec_sub(wall->mesh->max, wall->mesh->min)),
                 given = wall->def->drive.corner_stiffness;
    const double e = fmin(fmax(param_of(c, a, b, "restitution", 0.5), 0.01), 1.0),
                 end = param_of(c, a, b, "end", SCREE_END_ZERO_OVERLAP);
    return (corner_law){given > 0.0 ? given : 0.05 * size / soft,
                        scree_damping_ratio(e, end == SCREE_END_ZERO_FORCE),
                        param_of(c, a, b, "friction", 0.5), end == SCREE_END_ZERO_OVERLAP};
}

static scree_wall_corner *find_corner(const scree_wall *wall, uint32_t plane, uint32_t vertex) {
    for (size_t k = 0; k < wall->corner.n; k++) {
        if (wall->corner.data[k].plane == plane && wall->corner.data[k].vertex == vertex) {
            return &wall->corner.data[k];
        }
    }
    return NULL;
}

static scree_vec3 velocity_at(const scree_wall *wall, scree_vec3 x) {
    return vec_add(wall->now.velocity, vec_cross(wall->now.spin, x));
}

// Force on the corner at x, `depth` behind a plane with the normal n; advances its spring.
static scree_vec3 force_at(const corner_law *law, const scree_wall *wall, const scree_wall *plane,
                           scree_vec3 x, scree_vec3 n, double depth, double dt, scree_vec3 *spring) {
    const scree_vec3 v = vec_sub(velocity_at(wall, x), scree_wall_surface_velocity(plane, x, n));
    // At most its whole mass, where it cannot move along the normal.
    const double mass = 1.0 / fmax(scree_wall_drive_mobility(wall, x, n), 1.0 / wall->drive.mass),
                 k = law->stiffness, c = 2.0 * law->damping * sqrt(k * mass), vn = vec_dot(v, n),
                 force = k * depth - c * vn, normal = law->pulls ? force : fmax(0.0, force), shear = 0.5 * k;
    const scree_vec3 slip = vec_add_scaled(v, -vn, n);
    *spring = vec_add_scaled(*spring, dt, slip);
    *spring = vec_add_scaled(*spring, -vec_dot(*spring, n), n);
    const double pull = shear * vec_norm(*spring), most = law->friction * fmax(0.0, normal);
    if (pull > most) {
        *spring = vec_scale(pull > 0.0 ? most / pull : 0.0, *spring);
    }
    return vec_add_scaled(vec_scale(normal, n), -shear, *spring);
}

// The corners of a wall at one plane. touching: those that are, in the order of their numbers.
static void against_plane(const scree_world *w, scree_wall *wall, uint32_t number, double dt,
                          scree_corner_load *sum, scree_wall_corner_list *touching) {
    const scree_wall *plane = &w->wall.data[number];
    const scree_vec3 n = mat_mul(&plane->now.pose.rotation, plane->def->axis),
                     on = scree_wall_to_lab(plane, plane->def->point),
                     middle = vec_scale(0.5, vec_add(wall->mesh->min, wall->mesh->max));
    const double size = vec_norm(vec_sub(wall->mesh->max, wall->mesh->min));
    if (vec_dot(n, vec_sub(scree_wall_to_lab(wall, middle), on)) > 0.5 * size) {
        return;
    }
    const size_t first = touching->n;
    corner_law law;
    const scree_vec3 pivot = scree_wall_drive_pivot(wall);
    for (uint32_t k = 0; k < wall->mesh->vertex.n; k++) {
        const scree_vec3 x = scree_wall_to_lab(wall, wall->mesh->vertex.data[k]);
        const double depth = -vec_dot(n, vec_sub(x, on));
        if (!(depth > 0.0)) {
            continue;
        }
        if (touching->n == first) {
            law = law_of(w, wall, plane);
        }
        const scree_wall_corner *before = find_corner(wall, number, k);
        scree_wall_corner now = {number, k, before ? before->spring : vec3(0.0, 0.0, 0.0)};
        const scree_vec3 f = force_at(&law, wall, plane, x, n, depth, dt, &now.spring);
        sum->force = vec_add(sum->force, f);
        sum->torque = vec_add(sum->torque, vec_cross(x, f));
        sum->stiffness += law.stiffness;
        sum->turning += law.stiffness * vec_norm2(vec_sub(x, pivot));
        sum->lost -= vec_dot(f, velocity_at(wall, x));
        scree_array_push(touching, now);
    }
}

scree_corner_load scree_wall_corners(const scree_world *w, scree_wall *wall, double dt) {
    scree_corner_load sum = {.stiffness = 0.0};
    scree_wall_corner_list touching = {0};
    for (uint32_t k = 0; k < w->wall.n && wall->mesh && wall->active; k++) {
        const scree_wall *plane = &w->wall.data[k];
        if (plane->active && plane->def->kind == SCREE_WALL_PLANE &&
            !scree_wall_is_driven(&plane->def->drive)) {
            against_plane(w, wall, k, dt, &sum, &touching);
        }
    }
    scree_array_free(&wall->corner);
    wall->corner.data = touching.data;
    wall->corner.n = touching.n;
    wall->corner.capacity = touching.capacity;
    return sum;
}
