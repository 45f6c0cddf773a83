// SPDX-License-Identifier: BSD-3-Clause
#include "pairs/surface.h"
#include "mesh/bvh.h"
#include <string.h>

// Relative to the size of the box around both: walls whose boxes are nearer than this may share vertices or edges.
static const double NEAR = 1e-6;

static bool same_vector(scree_vec3 a, scree_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool same_motion(const scree_motion *a, const scree_motion *b) {
    return a->kind == b->kind && scree_time_table_same(&a->table, &b->table) &&
           same_vector(a->velocity, b->velocity) && same_vector(a->amplitude, b->amplitude) &&
           same_vector(a->axis, b->axis) && same_vector(a->point, b->point) && a->rate == b->rate &&
           a->frequency == b->frequency && a->phase == b->phase && a->start == b->start && a->stop == b->stop;
}

// Do two walls keep their relative position: both have the same motion, and no other driver moves one of them?
static bool keep_position(const scree_wall *wall, const scree_wall *other) {
    const scree_wall_def *a = wall->def, *b = other->def;
    bool same = a->motion.n == b->motion.n &&
                memcmp(&wall->now.start, &other->now.start, sizeof(scree_pose)) == 0 &&
                !scree_wall_is_driven(&a->drive) && !scree_wall_is_driven(&b->drive) &&
                wall->moves == (a->motion.n > 0) && other->moves == wall->moves;
    for (size_t k = 0; same && k < a->motion.n; k++) {
        same = same_motion(&a->motion.data[k], &b->motion.data[k]);
    }
    return same;
}

// Are they always of one class of temperature? Walls of a mass may come to differ.
static bool have_one_class(const scree_wall_def *a, const scree_wall_def *b) {
    const scree_wall_heat_kind kind = scree_wall_heat_kind_of(&a->heat);
    return kind == scree_wall_heat_kind_of(&b->heat) && kind != SCREE_WALL_OF_MASS &&
           a->heat.temperature == b->heat.temperature;
}

static bool same_belt(const scree_wall_def *a, const scree_wall_def *b) {
    return a->has_belt == b->has_belt &&
           (!a->has_belt || (a->belt.speed == b->belt.speed && same_vector(a->belt.axis, b->belt.axis) &&
                             same_vector(a->belt.point, b->belt.point)));
}

// Do two meshes have the same material and time of existence, and keep their relative position?
static bool may_join(const scree_case *c, const scree_wall *wall, const scree_wall *other) {
    const scree_wall_def *a = wall->def, *b = other->def;
    return !a->separate && !b->separate && !a->displaced && !b->displaced && a->material == b->material &&
           a->start == b->start && a->stop == b->stop &&
           same_vector(a->surface_velocity, b->surface_velocity) && same_belt(a, b) &&
           (!c->material.data[a->material].has_tables || have_one_class(a, b)) && keep_position(wall, other);
}

static bool is_near(const scree_mesh *a, const scree_mesh *b) {
    const scree_vec3 size = vec_sub(vec_max(a->max, b->max), vec_min(a->min, b->min));
    const double reach = NEAR * vec_norm(size);
    for (int axis = 0; axis < 3; axis++) {
        if (vec_get(a->min, axis) > vec_get(b->max, axis) + reach ||
            vec_get(b->min, axis) > vec_get(a->max, axis) + reach) {
            return false;
        }
    }
    return true;
}

// For each wall the lowest number of the walls that it is connected with; its own number if there are none.
static void find_owners(const scree_world *w, uint32_t *owner) {
    const scree_wall *wall = w->wall.data;
    for (uint32_t k = 0; k < w->wall.n; k++) {
        owner[k] = k;
        for (uint32_t j = 0; wall[k].mesh && j < k; j++) {
            if (!wall[j].mesh || owner[j] == owner[k] || !may_join(w->case_, &wall[j], &wall[k]) ||
                !is_near(wall[j].mesh, wall[k].mesh)) {
                continue;
            }
            const uint32_t low = owner[j] < owner[k] ? owner[j] : owner[k],
                           high = owner[j] < owner[k] ? owner[k] : owner[j];
            for (uint32_t i = 0; i <= k; i++) {
                owner[i] = owner[i] == high ? low : owner[i];
            }
        }
    }
}

// One mesh of all triangles of the walls led by `first`.
static void join_walls(scree_world *w, const uint32_t *owner, uint32_t first) {
    scree_wall *wall = w->wall.data;
    size_t n = 0;
    for (size_t k = first; k < w->wall.n; k++) {
        n += owner[k] == first ? wall[k].mesh->triangle.n : 0;
    }
    scree_vec3 *corners = scree_realloc(NULL, 0, 3 * n * sizeof *corners);
    scree_wall_part *given = scree_realloc(NULL, 0, n * sizeof *given);
    n = 0;
    for (uint32_t k = first; k < w->wall.n; k++) {
        const scree_mesh *mesh = wall[k].mesh;
        for (uint32_t i = 0; owner[k] == first && i < mesh->triangle.n; i++, n++) {
            for (int c = 0; c < 3; c++) {
                corners[3 * n + (size_t)c] = mesh->vertex.data[mesh->triangle.data[i].v[c]];
            }
            given[n] = (scree_wall_part){k, i};
        }
    }
    scree_mesh *all = scree_realloc(NULL, 0, sizeof *all);
    if (scree_mesh_build(all, corners, n, NULL)) { // errors were reported when each mesh was read
        for (uint32_t k = first; k < w->wall.n; k++) {
            if (owner[k] == first) {
                wall[k].surface = NULL;
                wall[k].surface_tree = NULL;
                wall[k].surface_owner = (int)first;
            }
        }
        wall[first].surface = all;
        wall[first].surface_tree = scree_bvh_create(all);
        wall[first].part = scree_realloc(NULL, 0, all->triangle.n * sizeof *wall[first].part);
        for (size_t i = 0; i < all->triangle.n; i++) {
            wall[first].part[i] = given[all->origin.data[i]];
        }
    } else {
        scree_free(all);
    }
    scree_free(given);
    scree_free(corners);
}

void scree_surfaces_join(scree_world *w) {
    uint32_t *owner = scree_realloc(NULL, 0, (w->wall.n + 1) * sizeof *owner);
    find_owners(w, owner);
    for (uint32_t first = 0; first < w->wall.n; first++) {
        bool has_parts = false;
        for (uint32_t k = first + 1; k < w->wall.n; k++) {
            has_parts |= owner[k] == first;
        }
        if (has_parts && owner[first] == first && !w->wall.data[first].part) {
            join_walls(w, owner, first);
        }
    }
    scree_free(owner);
}

void scree_surface_clear(scree_wall *wall) {
    if (wall->part) {
        scree_bvh_destroy(wall->surface_tree);
        scree_mesh_clear(wall->surface);
        scree_free(wall->surface);
        scree_free(wall->part);
    }
    wall->surface = NULL;
    wall->surface_tree = NULL;
    wall->part = NULL;
}
