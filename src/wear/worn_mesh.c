// SPDX-License-Identifier: BSD-3-Clause
#include "wear/worn_mesh.h"
#include "geometry/mesh_touch.h"

scree_wear_shape *scree_wear_shape_take(const scree_world *w) {
    scree_wear_shape *s = scree_zeros(sizeof *s);
    size_t vertices = 0, triangles = 0;
    s->wall = scree_zeros((w->wall.n + 1) * sizeof *s->wall);
    s->of = scree_zeros((w->wall.n + 1) * sizeof *s->of);
    for (size_t k = 0; k < w->wall.n; k++) {
        const scree_wall *wall = &w->wall.data[k];
        s->of[k] = -1;
        if (wall->mesh && wall->def->displaced) {
            scree_moved_wall *m = &s->wall[s->n];
            *m = (scree_moved_wall){.wall = k, .first_vertex = vertices, .first_triangle = triangles};
            scree_mesh_shape_take(&m->given, wall->mesh);
            m->edge = scree_zeros((wall->mesh->n_edges + 1) * sizeof *m->edge);
            m->corner = scree_zeros((wall->mesh->vertex.n + 1) * sizeof *m->corner);
            vertices += wall->mesh->vertex.n;
            triangles += wall->mesh->triangle.n;
            s->of[k] = (int)s->n++;
        }
    }
    return s;
}

void scree_wear_shape_destroy(scree_wear_shape *s) {
    for (size_t k = 0; s && k < s->n; k++) {
        scree_mesh_shape_clear(&s->wall[k].given);
        scree_free(s->wall[k].edge);
        scree_free(s->wall[k].corner);
    }
    if (s) {
        scree_free(s->wall);
        scree_free(s->of);
        scree_free(s);
    }
}

const scree_moved_wall *scree_moved_wall_of(const scree_wear_shape *shape, size_t wall) {
    return shape && shape->of[wall] >= 0 ? &shape->wall[shape->of[wall]] : NULL;
}

// ---- the side that wears -------------------------------------------------------------------------------------

// Sums of the unit normals at each edge, and the area vector at each vertex: at a sharp edge, a contact may be behind the plane of one of its faces.
void scree_moved_wall_set_fronts(const scree_world *w, scree_moved_wall *m) {
    const scree_mesh *mesh = w->wall.data[m->wall].mesh;
    const scree_vec3 none = vec3(0.0, 0.0, 0.0);
    uint8_t *faces = scree_zeros(mesh->n_edges + 1);
    for (size_t e = 0; e < mesh->n_edges; e++) {
        m->edge[e] = none;
    }
    for (size_t i = 0; i < mesh->triangle.n; i++) {
        const scree_triangle *t = &mesh->triangle.data[i];
        for (int k = 0; k < 3; k++) {
            const uint32_t e = t->e[k];
            faces[e] = faces[e] < 3 ? (uint8_t)(faces[e] + 1) : faces[e];
            m->edge[e] = faces[e] > 2
                             ? none
                             : vec_add_scaled(m->edge[e], t->flipped ? -1.0 : 1.0, mesh->normal.data[i]);
        }
    }
    for (size_t v = 0; v < mesh->vertex.n; v++) {
        m->corner[v] = m->given.fixed.data[v] ? none : scree_mesh_vertex_area(mesh, &m->given, v);
    }
    scree_free(faces);
}

bool scree_wear_is_at_front(const scree_world *w, const scree_wear_shape *shape, int wall, size_t k) {
    const scree_moved_wall *m = scree_moved_wall_of(shape, (size_t)wall);
    if (!m) {
        return false;
    }
    const scree_wall_touch *t = &w->pairs.touch[k - w->pairs.first_wall_pair];
    const scree_vec3 into =
        mat_mul_transposed(&w->wall.data[wall].now.pose.rotation, vec3(t->nx, t->ny, t->nz));
    const uint32_t kind = t->feature & SCREE_FEATURE_KIND, number = t->feature & ~SCREE_FEATURE_KIND;
    scree_vec3 front = kind == SCREE_FEATURE_EDGE     ? m->edge[number]
                       : kind == SCREE_FEATURE_VERTEX ? m->corner[number]
                                                      : vec3(0.0, 0.0, 0.0);
    if (!(vec_norm2(front) > 0.0)) {
        front = scree_mesh_area_vector(w->wall.data[m->wall].mesh, w->pairs.pair[k].b);
    }
    return vec_dot(into, front) < 0.0;
}
