// SPDX-License-Identifier: BSD-3-Clause
#include "paraview/vtp_surfaces.h"

#include "access/convex_body.h"
#include "clumps/body.h"
#include "convex_bodies/surface.h"
#include "measure/totals.h"
#include <string.h>

enum { USUAL_TRIANGLES = 288, MOST_TRIANGLES = 1000000 }; // of a body; of all bodies of an output

// The points of the surface of a piece, of a body of size 1, from the centre of the piece, in the frame in which the shape was given.
static void points_of_piece(const scree_shape *shape, size_t piece, const scree_octahedron *o,
                            scree_vec3 *point) {
    const scree_convex body = scree_convex_of_shape(shape, piece, 1.0);
    scree_surface_points(&body, o, point);
}

static const scree_shape *shape_at(const scree_case *c, size_t shape) {
    return &c->shape.data[shape].shape;
}

// ---- one surface for each piece of each shape ----------------------------------------------------------------

scree_surface_facts scree_surface_facts_of(const scree_case *c) {
    scree_surface_facts f = {0};
    if (!scree_case_has_convex(c)) {
        return f;
    }
    scree_octahedron o = scree_octahedron_of(SCREE_SURFACE_DIVISIONS);
    f.fact = scree_realloc(NULL, 0, c->hull.n * sizeof *f.fact);
    for (size_t k = 0; k < c->shape.n; k++) {
        const scree_shape *shape = shape_at(c, k);
        for (size_t i = 0; i < shape->piece.n; i++) {
            scree_vec3 *point = scree_realloc(NULL, 0, o.n_points * sizeof *point);
            points_of_piece(shape, i, &o, point);
            f.fact[f.n++] =
                (scree_vtp_fact){.name = scree_shape_is_convex(shape) ? scree_format("surface_%zu", k)
                                                                      : scree_format("surface_%zu_%zu", k, i),
                                 .value = &point->x,
                                 .components = 3,
                                 .n = o.n_points};
        }
    }
    scree_octahedron_clear(&o);
    return f;
}

void scree_surface_facts_clear(scree_surface_facts *f) {
    for (size_t k = 0; k < f->n; k++) {
        scree_free((void *)f->fact[k].name);
        scree_free((void *)f->fact[k].value);
    }
    scree_free(f->fact);
    *f = (scree_surface_facts){0};
}

// ---- the surfaces of all bodies ------------------------------------------------------------------------------

typedef struct surfaces {
    const scree_case *c;
    scree_octahedron o;
    scree_vec3 *
        piece; // points of each piece of the case, from the centre of its body; of piece k from k * o.n_points on
    const scree_body_row *row;
    size_t n, pieces;             // bodies, and all their pieces
    scree_vec3 *point, *normal;   // m, and of length 1
    uint32_t (*corner)[3], *body; // of each triangle: its points, and the row of its body
} surfaces;

static size_t divisions_of(const scree_world *w, size_t pieces) {
    uint64_t all = pieces;
    scree_comm_add(w->comm, &all, 1);
    const double wanted = w->case_->output.vtk_surfaces;
    const uint64_t room = MOST_TRIANGLES / (all > 0 ? all : 1);
    return scree_octahedron_divisions(wanted >= 0.0            ? (size_t)wanted
                                      : room < USUAL_TRIANGLES ? (size_t)room
                                                               : USUAL_TRIANGLES);
}

// The surface number k, of piece `piece` of the case, which body `body` has.
static void place_surface(surfaces *s, size_t k, size_t piece, size_t body) {
    const scree_body_row *b = &s->row[body];
    const double *q = b->orientation;
    const scree_mat3 turn = scree_quaternion_matrix((scree_quaternion){q[0], q[1], q[2], q[3]});
    const size_t points = s->o.n_points, triangles = s->o.n_triangles;
    for (size_t i = 0; i < points; i++) {
        const scree_vec3 x = s->piece[piece * points + i];
        s->point[k * points + i] = vec_add_scaled(b->x, b->size, mat_mul(&turn, x));
        s->normal[k * points + i] = mat_mul(&turn, s->o.direction[i]);
    }
    for (size_t t = 0; t < triangles; t++) {
        for (int c = 0; c < 3; c++) {
            s->corner[k * triangles + t][c] = (uint32_t)(k * points) + s->o.triangle[t][c];
        }
        s->body[k * triangles + t] = (uint32_t)body;
    }
}

static void place_surfaces(surfaces *s) {
    size_t k = 0;
    for (size_t body = 0; body < s->n; body++) {
        const scree_shape *shape = shape_at(s->c, s->row[body].shape);
        const size_t first = (size_t)shape->piece.data[0].form.hull;
        for (size_t i = 0; i < shape->piece.n; i++) {
            place_surface(s, k++, first + i, body);
        }
    }
}

static void set_pieces(surfaces *s) {
    const size_t points = s->o.n_points;
    s->piece = scree_realloc(NULL, 0, (s->c->hull.n * points + 1) * sizeof *s->piece);
    for (size_t k = 0; k < s->c->shape.n; k++) {
        const scree_shape *shape = shape_at(s->c, k);
        for (size_t i = 0; i < shape->piece.n; i++) {
            scree_vec3 *point = s->piece + (size_t)shape->piece.data[i].form.hull * points;
            points_of_piece(shape, i, &s->o, point);
            for (size_t m = 0; m < points && !scree_shape_is_convex(shape); m++) {
                point[m] = vec_add(point[m], scree_piece_place(shape, i, 1.0));
            }
        }
    }
}

static bool write(const scree_world *w, const surfaces *s, const char *path, scree_report *r) {
    const size_t points = s->pieces * s->o.n_points, triangles = s->pieces * s->o.n_triangles;
    static const scree_body_row none = {0};
    const scree_body_row *row = s->n > 0 ? s->row : &none;
#define POINT(in, called, member)                                                                            \
    {                                                                                                        \
        .section = in, .type = SCREE_VTP_F32, .name = called, .components = 3, .n = points,                  \
        .data = s->member, .stride = sizeof *s->member                                                       \
    }
#define OF_BODY(kind, called, of_unit, count, member)                                                        \
    {                                                                                                        \
        .section = SCREE_VTP_CELL_DATA, .type = kind, .name = called, .components = count, .n = triangles,   \
        .data = &row->member, .stride = sizeof *row, .pick = s->body, .unit = of_unit                        \
    }
    const scree_vtp_array array[] = {
        POINT(SCREE_VTP_POINTS, "Points", point),
        POINT(SCREE_VTP_POINT_DATA, "Normals", normal),
        {.section = SCREE_VTP_POLYS,
         .type = SCREE_VTP_I32,
         .name = "connectivity",
         .components = 3,
         .n = triangles,
         .data = s->corner,
         .stride = sizeof *s->corner},
        {.section = SCREE_VTP_POLYS,
         .type = SCREE_VTP_I64_RAMP,
         .name = "offsets",
         .components = 1,
         .n = triangles,
         .first = 3,
         .step = 3},
        OF_BODY(SCREE_VTP_I64, "id", NULL, 1, id),
        OF_BODY(SCREE_VTP_I64, "shape", NULL, 1, shape),
        OF_BODY(SCREE_VTP_I32, "material", NULL, 1, material),
        OF_BODY(SCREE_VTP_F32, "velocity", "m/s", 3, v),
        OF_BODY(SCREE_VTP_F32, "omega", "rad/s", 3, spin),
        OF_BODY(SCREE_VTP_F32, "size", "m", 1, size),
    };
#undef POINT
#undef OF_BODY
    const scree_vtp_piece piece = {.time = scree_world_time(w),
                                   .n_points = points,
                                   .n_polys = triangles,
                                   .array = array,
                                   .n_arrays = sizeof array / sizeof *array};
    return scree_vtp_file_write_pieces(w->comm, &piece, path, r);
}

bool scree_vtp_surfaces(const scree_world *w, const char *path, scree_report *r) {
    const scree_case *c = w->case_;
    surfaces s = {.c = c};
    size_t rows;
    scree_body_row *row = scree_body_rows(w, &rows);
    for (size_t k = 0; k < rows; k++) {
        const size_t pieces = shape_at(c, row[k].shape)->piece.n;
        if (pieces > 0) {
            row[s.n++] = row[k];
            s.pieces += pieces;
        }
    }
    s.row = row;
    s.o = scree_octahedron_of(divisions_of(w, s.pieces));
    bool ok =
        (double)s.pieces * (double)s.o.n_points < 2147483648.0 ||
        scree_report_error(r,
                           "%s: %zu convex bodies with %zu points each are too many for a file; accepted: "
                           "a smaller 'output.vtk.surfaces', 0 for none",
                           path, s.pieces, s.o.n_points);
    if (ok) {
        set_pieces(&s);
        s.point = scree_realloc(NULL, 0, (s.pieces * s.o.n_points + 1) * sizeof *s.point);
        s.normal = scree_realloc(NULL, 0, (s.pieces * s.o.n_points + 1) * sizeof *s.normal);
        s.corner = scree_realloc(NULL, 0, (s.pieces * s.o.n_triangles + 1) * sizeof *s.corner);
        s.body = scree_realloc(NULL, 0, (s.pieces * s.o.n_triangles + 1) * sizeof *s.body);
        place_surfaces(&s);
        ok = write(w, &s, path, r);
    }
    scree_free(s.piece);
    scree_free(s.point);
    scree_free(s.normal);
    scree_free(s.corner);
    scree_free(s.body);
    scree_octahedron_clear(&s.o);
    scree_free(row);
    return ok;
}
