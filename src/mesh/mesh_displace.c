// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/mesh_displace.h"
#include <float.h>

static const double LEAST_COSINE = 0.5; // of 60 degrees
static const double LEAST_AREA = 0.01;  // of the area of a triangle as it was given
static const double LEAST_VERTEX =
    1e-3; // a third of the area vector at a vertex, over that of the areas: else it has no direction
static const double ROUNDING = 16 * DBL_EPSILON; // of the largest coordinate: shorter ways are only rounding

scree_vec3 scree_mesh_area_vector(const scree_mesh *mesh, size_t triangle) {
    const scree_triangle *t = &mesh->triangle.data[triangle];
    const scree_vec3 *x = mesh->vertex.data;
    return vec_scale(t->flipped ? -0.5 : 0.5,
                     vec_cross(vec_sub(x[t->v[1]], x[t->v[0]]), vec_sub(x[t->v[2]], x[t->v[0]])));
}

scree_vec3 scree_mesh_vertex_area(const scree_mesh *mesh, const scree_mesh_shape *shape, size_t vertex) {
    scree_vec3 sum = vec3(0.0, 0.0, 0.0);
    for (uint32_t k = shape->first.data[vertex]; k < shape->first.data[vertex + 1]; k++) {
        sum = vec_add(sum, scree_mesh_area_vector(mesh, shape->around.data[k]));
    }
    return vec_scale(1.0 / 3.0, sum);
}

void scree_mesh_shape_take(scree_mesh_shape *shape, const scree_mesh *mesh) {
    const size_t n = mesh->vertex.n, triangles = mesh->triangle.n;
    scree_mesh_shape_clear(shape);
    scree_array_append(&shape->given, mesh->vertex.data, n);
    scree_array_zeros(&shape->first, n + 1);
    scree_array_zeros(&shape->fixed, n);
    scree_array_resize(&shape->around, 3 * triangles);
    for (size_t i = 0; i < triangles; i++) {
        scree_array_push(&shape->area, scree_mesh_area_vector(mesh, i));
        for (int k = 0; k < 3; k++) {
            shape->first.data[mesh->triangle.data[i].v[k]]++;
        }
    }
    for (size_t v = 0; v < n; v++) {
        shape->first.data[v + 1] += shape->first.data[v];
    }
    for (size_t i = triangles; i-- > 0;) { // each list is filled from its end
        for (int k = 0; k < 3; k++) {
            shape->around.data[--shape->first.data[mesh->triangle.data[i].v[k]]] = (uint32_t)i;
        }
    }
    for (size_t v = 0; v < n; v++) {
        const uint32_t *of = shape->around.data + shape->first.data[v];
        for (uint32_t k = 1; k < shape->first.data[v + 1] - shape->first.data[v]; k++) {
            shape->fixed.data[v] |= mesh->triangle.data[of[k]].shell != mesh->triangle.data[of[0]].shell;
        }
    }
}

void scree_mesh_shape_clear(scree_mesh_shape *shape) {
    scree_array_free(&shape->given);
    scree_array_free(&shape->area);
    scree_array_free(&shape->first);
    scree_array_free(&shape->around);
    scree_array_free(&shape->fixed);
    *shape = (scree_mesh_shape){0};
}

// The unit direction in which each vertex moves, to the front; 0 where there is none. Free with scree_free.
static scree_vec3 *directions(const scree_mesh *mesh, const scree_mesh_shape *shape) {
    const size_t n = mesh->vertex.n;
    scree_vec3 *to = scree_realloc(NULL, 0, (n + 1) * sizeof *to);
    for (size_t v = 0; v < n; v++) {
        const scree_vec3 a = scree_mesh_vertex_area(mesh, shape, v);
        double all = 0.0;
        for (uint32_t k = shape->first.data[v]; k < shape->first.data[v + 1]; k++) {
            all += vec_norm(scree_mesh_area_vector(mesh, shape->around.data[k])) / 3.0;
        }
        const double norm = vec_norm(a);
        to[v] = !shape->fixed.data[v] && norm > LEAST_VERTEX * all ? vec3(a.x / norm, a.y / norm, a.z / norm)
                                                                   : vec3(0.0, 0.0, 0.0);
    }
    return to;
}

// How far a vertex that is `away` from where it was given may move along e before it is `most` away, m.
static double room_along(scree_vec3 away, scree_vec3 e, double most) {
    const double along = vec_dot(away, e), square = along * along - vec_norm2(away) + most * most;
    return square > 0.0 ? fmax(sqrt(square) - along, 0.0) : 0.0;
}

// Do all triangles around the vertex keep an area, and about their direction?
static bool triangles_hold(const scree_mesh *mesh, const scree_mesh_shape *shape, size_t vertex) {
    for (uint32_t k = shape->first.data[vertex]; k < shape->first.data[vertex + 1]; k++) {
        const scree_vec3 was = shape->area.data[shape->around.data[k]],
                         is = scree_mesh_area_vector(mesh, shape->around.data[k]);
        const double before = vec_norm(was), now = vec_norm(is);
        if (!(now >= LEAST_AREA * before && vec_dot(was, is) >= LEAST_COSINE * before * now)) {
            return false;
        }
    }
    return true;
}

static double largest_coordinate(const scree_mesh *mesh) {
    const scree_vec3 far = vec_max(mesh->max, vec_scale(-1.0, mesh->min));
    return fmax(far.x, fmax(far.y, far.z));
}

scree_mesh_displaced scree_mesh_displace(scree_mesh *mesh, const scree_mesh_shape *shape,
                                         scree_mesh_limits limits, double (*volume)[2]) {
    scree_mesh_displaced done = {.moved = 0};
    const double least = ROUNDING * largest_coordinate(mesh);
    scree_vec3 *direction = directions(mesh, shape);
    for (size_t v = 0; v < mesh->vertex.n; v++) {
        const int side =
            volume[v][SCREE_MESH_FRONT] >= volume[v][SCREE_MESH_BACK] ? SCREE_MESH_FRONT : SCREE_MESH_BACK;
        const scree_vec3 e = vec_scale(side == SCREE_MESH_FRONT ? -1.0 : 1.0, direction[v]),
                         area = vec_scale(side == SCREE_MESH_FRONT ? -1.0 : 1.0,
                                          scree_mesh_vertex_area(mesh, shape, v)),
                         x = mesh->vertex.data[v];
        const double along = vec_dot(area, e), wanted = (volume[v][side] - volume[v][!side]) / along,
                     room = room_along(vec_sub(x, shape->given.data[v]), e, limits.total),
                     d = fmin(wanted, fmin(limits.once, room));
        if (!(along > 0.0 && wanted > least)) {
            continue;
        }
        mesh->vertex.data[v] = vec_add_scaled(x, d, e);
        if (!triangles_hold(mesh, shape, v)) {
            mesh->vertex.data[v] = x;
            done.held++;
            continue;
        }
        const double swept = vec_dot(vec_sub(mesh->vertex.data[v], x), area);
        volume[v][side] -= swept;
        scree_double_double_add(&done.volume, swept);
        done.moved += d > 0.0;
        done.limited += d < wanted;
        done.at_end += d < wanted && d == room;
    }
    scree_free(direction);
    return done;
}

double scree_mesh_farthest(const scree_mesh *mesh, const scree_mesh_shape *shape) {
    double most = 0.0;
    for (size_t v = 0; v < mesh->vertex.n; v++) {
        most = fmax(most, vec_norm2(vec_sub(mesh->vertex.data[v], shape->given.data[v])));
    }
    return sqrt(most);
}

size_t scree_mesh_turned_over(const scree_mesh *mesh, const scree_mesh_shape *shape, double d) {
    scree_mesh moved = *mesh; // with vertices of its own
    scree_vec3 *direction = directions(mesh, shape);
    size_t first = mesh->triangle.n;
    moved.vertex.data = scree_realloc(NULL, 0, mesh->vertex.n * sizeof *moved.vertex.data);
    for (size_t v = 0; v < mesh->vertex.n; v++) {
        moved.vertex.data[v] = vec_add_scaled(shape->given.data[v], d, direction[v]);
    }
    for (size_t i = 0; i < mesh->triangle.n && first == mesh->triangle.n; i++) {
        first = vec_dot(scree_mesh_area_vector(&moved, i), shape->area.data[i]) > 0.0 ? first : i;
    }
    scree_free(moved.vertex.data);
    scree_free(direction);
    return first;
}
