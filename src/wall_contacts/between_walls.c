// SPDX-License-Identifier: BSD-3-Clause
#include "wall_contacts/between_walls.h"
#include "access/particle.h"
#include "mesh/bvh.h"
#include "pairs/wall_pairs.h"

// As for particles (wall_shared.c): surfaces nearer to each other than this fraction of the smallest radius are one.
static const double near_radius = 1e-3, near_size = 1e-9; // of a wall, where there is no particle
enum { TRIANGLES = 500, POINTS = 4 };                     // looked at, of a wall and of a triangle

typedef struct box {
    scree_vec3 low, high;
} box;

// Of a wall as it is now; an infinite one is as large as `most`.
static box box_of(const scree_wall *wall, const box *most) {
    box b = {vec3(INFINITY, INFINITY, INFINITY), vec3(-INFINITY, -INFINITY, -INFINITY)};
    const scree_wall_form *form = scree_wall_form_of(wall->def);
    const size_t n = wall->mesh ? wall->mesh->vertex.n : 4 * form->quads;
    scree_vec3 *corner = wall->mesh ? NULL : scree_zeros(n * sizeof *corner);
    if (corner) {
        form->draw(wall, most->low, most->high, corner);
    }
    for (size_t k = 0; k < n; k++) {
        const scree_vec3 x = corner ? corner[k] : scree_wall_to_lab(wall, wall->mesh->vertex.data[k]);
        b.low = vec_min(b.low, x);
        b.high = vec_max(b.high, x);
    }
    scree_free(corner);
    return b;
}

static bool are_together(const scree_wall_def *a, const scree_wall_def *b) {
    return a->start < b->stop && b->start < a->stop && a->start < INFINITY && b->start < INFINITY;
}

// ---- on each other -----------------------------------------------------------------------------------------------

static bool is_at(const scree_wall *wall, scree_vec3 x, double near) {
    const scree_vec3 own = scree_wall_to_own(wall, x);
    scree_vec3 normal;
    return wall->mesh ? scree_mesh_distance(wall->mesh, wall->tree, own, 2.0 * near) <= near
                      : fabs(scree_wall_distance(wall, x, &normal)) <= near;
}

// Does the wall have the place and, unless it crosses the triangle there, places beside it on the way to the corners? In the laboratory.
static bool is_on(const scree_wall *wall, scree_vec3 x, const scree_vec3 corner[3], double near) {
    bool on = is_at(wall, x, near);
    for (int c = 0; c < 3 && on; c++) {
        const scree_vec3 way = vec_sub(corner[c], x);
        const double length = vec_norm(way), share = length > 0.0 ? fmin(0.1, 10.0 * near / length) : 0.0;
        on = is_at(wall, vec_add_scaled(x, share, way), near);
    }
    return on;
}

// Finds a place inside of a triangle of a, or where plane a is given, that lies on b.
static bool lies_on(const scree_wall *a, const scree_wall *b, double near, scree_vec3 *place) {
    static const double share[POINTS][3] = {
        {1 / 3.0, 1 / 3.0, 1 / 3.0}, {0.8, 0.1, 0.1}, {0.1, 0.8, 0.1}, {0.1, 0.1, 0.8}};
    const size_t n = a->mesh ? a->mesh->triangle.n : 0, step = n / TRIANGLES + 1;
    for (size_t t = 0; t < n; t += step) {
        const uint32_t *v = a->mesh->triangle.data[t].v;
        scree_vec3 corner[3];
        for (int c = 0; c < 3; c++) {
            corner[c] = scree_wall_to_lab(a, a->mesh->vertex.data[v[c]]);
        }
        for (int k = 0; k < POINTS; k++) {
            *place = vec3(0, 0, 0);
            for (int c = 0; c < 3; c++) {
                *place = vec_add_scaled(*place, share[k][c], corner[c]);
            }
            if (is_on(b, *place, corner, near)) {
                return true;
            }
        }
    }
    *place = scree_wall_to_lab(a, a->def->point);
    return a->def->kind == SCREE_WALL_PLANE && b->def->kind == SCREE_WALL_PLANE &&
           fabs(vec_dot(a->def->axis, b->def->axis)) >
               (1.0 - 1e-12) * vec_norm(a->def->axis) * vec_norm(b->def->axis) &&
           is_at(b, *place, near);
}

static double smallest_radius(const scree_world *w) {
    double least = INFINITY;
    for (size_t i = 0; i < w->p.n; i++) {
        least = w->p.dead[i] ? least : fmin(least, w->p.x[i].r);
    }
    for (size_t k = 0; k < w->case_->source.n; k++) {
        const scree_source_def *s = &w->case_->source.data[k];
        least = scree_source_inserts(s) && s->size.min > 0.0 ? fmin(least, 0.5 * s->size.min) : least;
    }
    least = -least;
    scree_comm_max(w->comm, &least, 1);
    return -least;
}

static void warn_of_materials(const scree_world *w, const box *all, scree_report *r) {
    const scree_case *c = w->case_;
    const double radius = smallest_radius(w);
    for (size_t i = 0; i < w->wall.n; i++) {
        const scree_wall *a = &w->wall.data[i];
        for (size_t k = i + 1; k < w->wall.n; k++) {
            const scree_wall *b = &w->wall.data[k];
            if (a->def->material == b->def->material || !are_together(a->def, b->def)) {
                continue;
            }
            const box of = box_of(a, all);
            const double near =
                isfinite(radius) ? near_radius * radius : near_size * vec_norm(vec_sub(of.high, of.low));
            scree_vec3 x;
            if (lies_on(a, b, near, &x) || lies_on(b, a, near, &x)) {
                scree_report_at(r, SCREE_SEVERITY_WARNING, c->path, b->def->place.line, b->def->place.column,
                                "walls.%s lies on walls.%s, at (%.4g, %.4g, %.4g) m, and they are of %s and "
                                "%s: a particle there has a "
                                "contact with one of them, that which it touched first, or else %s; "
                                "accepted: walls of one material, or apart",
                                b->def->name, a->def->name, x.x, x.y, x.z,
                                c->material.data[b->def->material].name,
                                c->material.data[a->def->material].name, a->def->name);
            }
        }
    }
}

// ---- falls through -----------------------------------------------------------------------------------------------

// The axis along which gravity is largest, if the wall may go down there without a limit and without a spring; -1: it may not.
static int falls_along(const scree_world *w, const scree_wall *wall) {
    const scree_wall_drive_def *d = &wall->def->drive;
    const scree_vec3 g = w->gravity;
    const int axis = fabs(g.x) > fabs(g.y) && fabs(g.x) > fabs(g.z) ? 0 : fabs(g.y) > fabs(g.z) ? 1 : 2;
    bool falls = false;
    for (size_t k = 0; k < d->slide.n; k++) {
        const scree_freedom_def *f = &d->slide.data[k];
        falls |= fabs(vec_get(f->axis, axis)) > 0.5 && !(f->spring > 0.0) && !scree_freedom_has_limits(f);
    }
    return d->free && falls && vec_norm2(g) > 0.0 ? axis : -1;
}

// Is a particle in the box, or may one come there?
static bool has_particles(const scree_world *w, const box *b) {
    bool any = false;
    for (size_t i = 0; i < w->p.n && !any; i++) {
        const scree_pos *x = &w->p.x[i];
        any = !w->p.dead[i] && x->x + x->r > b->low.x && x->x - x->r < b->high.x && x->y + x->r > b->low.y &&
              x->y - x->r < b->high.y && x->z + x->r > b->low.z && x->z - x->r < b->high.z;
    }
    for (size_t k = 0; k < w->case_->source.n; k++) {
        const scree_source_def *s = &w->case_->source.data[k];
        any |= s->kind == SCREE_SOURCE_RATE || (scree_source_inserts(s) && s->start > 0.0);
    }
    return scree_comm_any(w->comm, any);
}

// The room between a wall and another one below it. False: that one is not below it.
static bool room_below(const box *wall, const box *other, int axis, bool down, box *room) {
    *room = (box){vec_max(wall->low, other->low), vec_min(wall->high, other->high)};
    double *low = &room->low.x, *high = &room->high.x;
    bool over = true;
    for (int k = 0; k < 3; k++) {
        over &= k == axis || low[k] < high[k];
    }
    low[axis] = down ? vec_get(other->low, axis) : vec_get(wall->high, axis);
    high[axis] = down ? vec_get(wall->low, axis) : vec_get(other->high, axis);
    return over && low[axis] < high[axis];
}

static void warn_of_falls(const scree_world *w, const box *all, scree_report *r) {
    for (size_t i = 0; i < w->wall.n; i++) {
        const scree_wall *wall = &w->wall.data[i];
        const int axis = falls_along(w, wall);
        for (size_t k = 0; k < w->wall.n && axis >= 0; k++) {
            const scree_wall *other = &w->wall.data[k];
            const bool acts = wall->mesh && other->def->kind == SCREE_WALL_PLANE; // at the corners of a mesh
            const box own = box_of(wall, all), its = box_of(other, all);
            box room;
            if (k == i || acts || other->def->drive.free || !are_together(wall->def, other->def) ||
                !room_below(&own, &its, axis, vec_get(w->gravity, axis) < 0.0, &room) ||
                has_particles(w, &room)) {
                continue;
            }
            scree_report_at(r, SCREE_SEVERITY_WARNING, w->case_->path, wall->def->place.line,
                            wall->def->place.column,
                            "walls.%s is free and falls through walls.%s below it: of the other walls only "
                            "planes act on a free wall, and on the "
                            "corners of meshes alone; accepted: a plane there, a slide with 'limits', or a "
                            "body of convex pieces instead of the free wall",
                            wall->def->name, other->def->name);
            break;
        }
    }
}

void scree_between_walls_warn(const scree_world *w, scree_report *r) {
    box all = {vec3(-1, -1, -1), vec3(1, 1, 1)};
    scree_vec3 low, high;
    scree_particles_box(&w->p, &low, &high);
    scree_comm_box(w->comm, &low, &high);
    all = (box){vec_min(all.low, low), vec_max(all.high, high)};
    for (size_t k = 0; k < w->wall.n; k++) {
        if (w->wall.data[k].mesh) {
            const box own = box_of(&w->wall.data[k], &all);
            all = (box){vec_min(all.low, own.low), vec_max(all.high, own.high)};
        }
    }
    warn_of_materials(w, &all, r);
    warn_of_falls(w, &all, r);
}
