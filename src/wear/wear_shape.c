// SPDX-License-Identifier: BSD-3-Clause
#include "wear/wear_shape.h"
#include "access/contact_iterator.h"
#include "access/step_time.h"
#include "geometry/mesh_touch.h"
#include "mesh/bvh.h"
#include "wear/worn_mesh.h"
#include <string.h>

// Both sides of a wall count as worn where the lesser has more than this part of the volume.
static const double BOTH_SIDES = 1e-6;

enum { WARNED_OF_END = 1, WARNED_OF_HELD = 2, WARNED_OF_SIDES = 4 };

static scree_mesh *mesh_of(const scree_world *w, const scree_moved_wall *m) {
    return w->wall.data[m->wall].mesh;
}

static const scree_wear_shape_def *def_of(const scree_world *w, const scree_moved_wall *m) {
    return &w->wall.data[m->wall].def->shape;
}

const scree_wear_moved *scree_wear_moved_of(const scree_world *w, size_t wall) {
    const scree_moved_wall *m = w->wear ? scree_moved_wall_of(w->wear->shape, wall) : NULL;
    return m ? &w->wear_moved.data[m - w->wear->shape->wall] : NULL;
}

const scree_mesh_shape *scree_wear_given(const scree_world *w, size_t wall) {
    const scree_moved_wall *m = w->wear ? scree_moved_wall_of(w->wear->shape, wall) : NULL;
    return m ? &m->given : NULL;
}

static scree_wear_vertex *vertices_of(const scree_world *w, const scree_moved_wall *m) {
    return w->wear_vertex.data + m->first_vertex;
}

const scree_wear_vertex *scree_wear_vertices(const scree_world *w, size_t wall) {
    const scree_moved_wall *m = w->wear ? scree_moved_wall_of(w->wear->shape, wall) : NULL;
    return m ? vertices_of(w, m) : NULL;
}

// ---- the state -----------------------------------------------------------------------------------------------

static scree_wear_taken *taken_of(const scree_world *w, const scree_moved_wall *m) {
    return w->wear_taken.data + m->first_triangle;
}

// What has been worn of a triangle from each side, as last merged, m3.
static scree_wear_taken worn_of(const scree_world *w, const scree_moved_wall *m, size_t triangle) {
    const scree_wear_row row = scree_wear_row_of(w, m->wall, triangle);
    const double front = row.value[SCREE_WEAR_FRONT];
    return (scree_wear_taken){
        {[SCREE_MESH_FRONT] = front, [SCREE_MESH_BACK] = row.value[SCREE_WEAR_VOLUME] - front}};
}

static void begin_as_given(scree_world *w, const scree_moved_wall *m) {
    for (size_t v = 0; v < m->given.given.n; v++) {
        vertices_of(w, m)[v] = (scree_wear_vertex){.x = m->given.given.data[v]};
    }
    for (size_t i = 0; i < m->given.area.n; i++) {
        taken_of(w, m)[i] = worn_of(w, m, i);
    }
    w->wear_moved.data[m - w->wear->shape->wall] = (scree_wear_moved){.updates = 0};
}

// Does the mesh keep its triangles with these vertices? Those of a damaged or foreign file may do anything.
static bool is_usable(const scree_world *w, const scree_moved_wall *m) {
    bool usable = true;
    for (size_t i = 0; i < m->given.area.n && usable; i++) {
        usable = vec_dot(scree_mesh_area_vector(mesh_of(w, m), i), m->given.area.data[i]) > 0.0;
    }
    return usable;
}

static void put_vertices(const scree_world *w, const scree_moved_wall *m) {
    scree_vec3 *x = mesh_of(w, m)->vertex.data;
    for (size_t v = 0; v < m->given.given.n; v++) {
        x[v] = vertices_of(w, m)[v].x;
    }
}

static void renew(scree_world *w, scree_moved_wall *m) {
    scree_wall *wall = &w->wall.data[m->wall];
    scree_mesh_renew(wall->mesh);
    scree_bvh_destroy(wall->tree);
    wall->tree = scree_bvh_create(wall->mesh);
    wall->surface_tree = wall->tree;
    scree_moved_wall_set_fronts(w, m);
}

void scree_wear_shape_create(scree_world *w, scree_report *r) {
    bool any = false;
    for (size_t k = 0; k < w->wall.n; k++) {
        any |= w->wall.data[k].mesh && w->wall.data[k].def->displaced;
    }
    if (!any) {
        return;
    }
    w->wear->shape = w->wear->shape ? w->wear->shape : scree_wear_shape_take(w);
    scree_wear_shape *s = w->wear->shape;
    const scree_moved_wall *last = &s->wall[s->n - 1];
    const size_t vertices = last->first_vertex + last->given.given.n,
                 triangles = last->first_triangle + last->given.area.n;
    const bool fresh = w->wear_vertex.n != vertices || w->wear_taken.n != triangles ||
                       w->wear_moved.n != s->n; // not those of a state that goes on
    if (fresh) {
        scree_array_zeros(&w->wear_vertex, vertices);
        scree_array_zeros(&w->wear_taken, triangles);
        scree_array_zeros(&w->wear_moved, s->n);
    }
    for (size_t k = 0; k < s->n; k++) {
        scree_moved_wall *m = &s->wall[k];
        if (!fresh) {
            put_vertices(w, m);
        }
        if (fresh || !is_usable(w, m)) {
            if (!fresh || w->step > scree_step_of(w, w->began)) {
                scree_report_warning(
                    r,
                    "walls.%s: the state that goes on does not have its mesh as wear has moved "
                    "it; it begins as given, and what was worn before is not taken off",
                    w->wall.data[m->wall].def->name);
            }
            begin_as_given(w, m);
            put_vertices(w, m);
        }
        renew(w, m);
    }
}

// ---- updates -------------------------------------------------------------------------------------------------

static bool is_due(const scree_world *w, const scree_moved_wall *m) {
    const scree_schedule s = {w->began, def_of(w, m)->every};
    return w->step > scree_step_of(w, w->began) && scree_schedule_has(w, &s, w->step);
}

bool scree_wear_reshapes(const scree_world *w) {
    const scree_wear_shape *s = w->wear ? w->wear->shape : NULL;
    bool any = false;
    for (size_t k = 0; s && k < s->n; k++) {
        any |= is_due(w, &s->wall[k]);
    }
    return any;
}

// Each triangle gives what has been worn of it to its vertices that may move, in equal parts.
static void give_to_vertices(scree_world *w, const scree_moved_wall *m) {
    const scree_mesh *mesh = mesh_of(w, m);
    scree_wear_vertex *vertex = vertices_of(w, m);
    for (size_t i = 0; i < mesh->triangle.n; i++) {
        const uint32_t *v = mesh->triangle.data[i].v;
        const uint8_t *fixed = m->given.fixed.data;
        const int free = 3 - fixed[v[0]] - fixed[v[1]] - fixed[v[2]];
        const scree_wear_taken worn = worn_of(w, m, i);
        scree_wear_taken *taken = &taken_of(w, m)[i];
        for (int side = 0; side < 2 && free > 0; side++) {
            const double part =
                def_of(w, m)->exaggerate * (worn.volume[side] - taken->volume[side]) / (double)free;
            for (int k = 0; k < 3; k++) {
                vertex[v[k]].carried[side] += fixed[v[k]] ? 0.0 : part;
            }
            taken->volume[side] = worn.volume[side];
        }
    }
}

static scree_mesh_displaced displace(scree_world *w, const scree_moved_wall *m) {
    const scree_wear_shape_def *def = def_of(w, m);
    const size_t n = m->given.given.n;
    scree_wear_vertex *vertex = vertices_of(w, m);
    double(*volume)[2] = scree_realloc(NULL, 0, n * sizeof *volume);
    for (size_t v = 0; v < n; v++) {
        memcpy(volume[v], vertex[v].carried, sizeof *volume);
    }
    const scree_mesh_displaced done = scree_mesh_displace(
        mesh_of(w, m), &m->given, (scree_mesh_limits){def->at_most, def->in_total}, volume);
    for (size_t v = 0; v < n; v++) {
        vertex[v].x = mesh_of(w, m)->vertex.data[v];
        memcpy(vertex[v].carried, volume[v], sizeof *volume);
    }
    scree_free(volume);
    return done;
}

// Faces are numbered by their patches, which the moves divide and join.
static void renumber_faces(scree_world *w, const scree_moved_wall *m) {
    scree_pairs *pairs = &w->pairs;
    const scree_triangle *triangle = mesh_of(w, m)->triangle.data;
    for (size_t b = 0; b < pairs->block.n; b++) {
        const scree_pair_block *block = &pairs->block.data[b];
        for (size_t k = block->first; block->wall == (int)m->wall && k < block->first + block->n; k++) {
            uint32_t *feature = &pairs->touch[k - pairs->first_wall_pair].feature;
            if ((*feature & SCREE_FEATURE_KIND) == SCREE_FEATURE_FACE) {
                *feature = SCREE_FEATURE_FACE | triangle[pairs->pair[k].b].patch;
            }
        }
    }
}

// The volume that waits on both sides of the vertices, m3.
static double of_both_sides(const scree_world *w, const scree_moved_wall *m) {
    scree_double_double sum = {0.0, 0.0};
    for (size_t v = 0; v < m->given.given.n; v++) {
        const double *c = vertices_of(w, m)[v].carried;
        scree_double_double_add(&sum, fmax(fmin(c[0], c[1]), 0.0));
    }
    return scree_double_double_value(&sum);
}

static void warn_once(const scree_world *w, scree_moved_wall *m, unsigned bit, const char *what,
                      scree_report *r) {
    const scree_wall_def *def = w->wall.data[m->wall].def;
    if (!(m->warned & bit)) {
        m->warned |= bit;
        scree_report_at(
            r, SCREE_SEVERITY_WARNING, w->case_->path, def->place.line, def->place.column,
            "t = %.9g s: walls.%s: %s; what is worn there is not taken off any more, but counted in "
            "carried_volume of the series",
            scree_world_time(w), def->name, what);
    }
}

static void warn(scree_world *w, scree_moved_wall *m, const scree_mesh_displaced *done, scree_report *r) {
    const scree_wear_moved *moved = scree_wear_moved_of(w, m->wall);
    if (done->at_end > 0) {
        char *what = scree_format("%zu vertices have moved by displaced_by_wear.in_total, %.6g m",
                                  done->at_end, def_of(w, m)->in_total);
        warn_once(w, m, WARNED_OF_END, what, r);
        scree_free(what);
    }
    if (done->held > 0) {
        char *what =
            scree_format("%zu vertices stay where they are, as a triangle would turn by more than 60 "
                         "degrees or lose its area; a finer mesh, or a smaller 'exaggerate', moves farther",
                         done->held);
        warn_once(w, m, WARNED_OF_HELD, what, r);
        scree_free(what);
    }
    if (of_both_sides(w, m) > BOTH_SIDES * fabs(scree_double_double_value(&moved->displaced))) {
        warn_once(w, m, WARNED_OF_SIDES,
                  "it is worn from both sides, and a surface without thickness moves by the difference only; "
                  "give the wall a thickness",
                  r);
    }
}

static void update(scree_world *w, scree_moved_wall *m, scree_report *r) {
    scree_wear_moved *moved = &w->wear_moved.data[m - w->wear->shape->wall];
    give_to_vertices(w, m);
    const scree_mesh_displaced done = displace(w, m);
    scree_double_double_join(&moved->displaced, &done.volume);
    moved->updates++;
    moved->limited = done.limited;
    moved->held = done.held;
    if (done.moved > 0) {
        renew(w, m);
        renumber_faces(w, m);
    }
    warn(w, m, &done, r);
}

scree_status scree_wear_reshape(scree_world *w, scree_report *r) {
    scree_wear_shape *s = w->wear ? w->wear->shape : NULL;
    if (!s) {
        return SCREE_OK;
    }
    scree_wear_merge(w);
    scree_wear_add_contacts(w, -1.0);
    for (size_t k = 0; k < s->n; k++) {
        if (is_due(w, &s->wall[k])) {
            update(w, &s->wall[k], r);
        }
    }
    return SCREE_OK;
}

void scree_wear_shape_measure(scree_world *w) {
    scree_wear_shape *s = w->wear ? w->wear->shape : NULL;
    for (size_t k = 0; s && k < s->n; k++) {
        const scree_moved_wall *m = &s->wall[k];
        scree_double_double sum = {0.0, 0.0};
        for (size_t v = 0; v < m->given.given.n; v++) {
            scree_double_double_add(&sum, vertices_of(w, m)[v].carried[0]);
            scree_double_double_add(&sum, vertices_of(w, m)[v].carried[1]);
        }
        for (size_t i = 0; i < m->given.area.n; i++) {
            const scree_wear_taken worn = worn_of(w, m, i), *taken = &taken_of(w, m)[i];
            for (int side = 0; side < 2; side++) {
                scree_double_double_add(&sum,
                                        def_of(w, m)->exaggerate * (worn.volume[side] - taken->volume[side]));
            }
        }
        w->wear->wall[m->wall].carried = scree_double_double_value(&sum);
        w->wear->wall[m->wall].farthest = scree_mesh_farthest(mesh_of(w, m), &m->given);
    }
}

// ---- before a run --------------------------------------------------------------------------------------------

// Can the mesh be moved so far, to one side at least?
static bool mesh_fits(const scree_world *w, const scree_wall *wall, scree_report *r) {
    const double most = wall->def->shape.in_total;
    const size_t n = wall->mesh->triangle.n;
    scree_mesh_shape given = {.given = {0}};
    scree_mesh_shape_take(&given, wall->mesh);
    const size_t front = scree_mesh_turned_over(wall->mesh, &given, most),
                 back = scree_mesh_turned_over(wall->mesh, &given, -most);
    scree_mesh_shape_clear(&given);
    if (front < n || back < n) {
        const bool both = front < n && back < n;
        scree_report_at(r, both ? SCREE_SEVERITY_ERROR : SCREE_SEVERITY_WARNING, w->case_->path,
                        wall->def->place.line, wall->def->place.column,
                        "walls.%s.displaced_by_wear: moved evenly by in_total, %.6g m, to %s, the mesh turns "
                        "its triangle %zu over%s; %s",
                        wall->def->name, most,
                        both        ? "either side"
                        : front < n ? "its front"
                                    : "its back",
                        (size_t)wall->mesh->origin.data[front < n ? front : back] + 1,
                        both ? "" : ", where vertices would stop before",
                        both ? "accepted: a smaller in_total, or a mesh without such narrow parts"
                             : "a smaller in_total avoids it");
        return !both;
    }
    return true;
}

bool scree_wear_shape_fits(const scree_world *w, const scree_smallest_bodies *smallest, scree_report *r) {
    double least = INFINITY;
    bool fits = true;
    for (size_t m = 0; m < w->case_->material.n; m++) {
        least = fmin(least, smallest->r_min[m]);
    }
    for (size_t k = 0; k < w->wall.n && w->case_->has_wear; k++) {
        const scree_wall *wall = &w->wall.data[k];
        if (!wall->mesh || !wall->def->displaced) {
            continue;
        }
        if (wall->def->shape.at_most > least) {
            scree_report_at(
                r, SCREE_SEVERITY_ERROR, w->case_->path, wall->def->place.line, wall->def->place.column,
                "walls.%s.displaced_by_wear.at_most: %.6g m is more than the radius of the smallest "
                "particle, %.6g m, which could be on the other side of the wall at once; accepted: "
                "up to this radius",
                wall->def->name, wall->def->shape.at_most, least);
            fits = false;
        }
        fits &= mesh_fits(w, wall, r);
    }
    return fits;
}
