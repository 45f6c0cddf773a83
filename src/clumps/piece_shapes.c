// SPDX-License-Identifier: BSD-3-Clause
#include "clumps/piece_shapes.h"
#include "access/convex_body.h"
#include "clumps/convex_shapes.h"
#include "convex_bodies/surface.h"
#include "keys/complain.h"
#include "maths/math.h"
#include "sections/key_tables.h"
#include <stdio.h>

enum { MOST_PIECES = 500 };

// ---- keys ------------------------------------------------------------------------------------------------------

static void check_piece(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    scree_piece_def *d = base;
    const int given = scree_convex_kinds_given(node);
    if (given != 1) {
        scree_config_error(g, node->place, "%s: %s; accepted: one of " SCREE_CONVEX_KINDS, path,
                           given > 0 ? "what it is made of is given twice" : "what it is made of is missing");
        return;
    }
    scree_make_convex(g, &d->convex, node, path, true, &d->made);
}

#define AT(field) .offset = offsetof(scree_piece_def, field)
static const scree_key turn_keys[] = {
    {"axis", AXIS, .required = true, .doc = "Direction of the axis; right-hand rule.", AT(turn_axis)},
    {"angle", IN("rad"), .required = true, .doc = "Angle.", AT(turn_angle)},
};
static const scree_section turn_section = {.doc = "A rotation about the origin of its own frame.",
                                           KEYS(turn_keys)};
static const scree_key piece_keys[] = {
    {"ellipsoid", SECTION(scree_ellipsoid_section)},
    {"superellipsoid", SECTION(scree_superellipsoid_section)},
    {"capsule", SECTION(scree_capsule_section)},
    {"rounded_cylinder", SECTION(scree_cylinder_section)},
    {"rounded_box", SECTION(scree_box_section)},
    {"polyhedron", SECTION(scree_polyhedron_section),
     .doc =
         "A convex polyhedron with smooth edges; here a file may have several closed convex meshes, each of "
         "which is a piece."},
    {"at", POSITION, .doc = "Where the origin of its own frame is in that of the body; 0, 0, 0 if not given.",
     AT(at)},
    {"orientation", SECTION(turn_section), .doc = "Its rotation; none if not given."},
};
const scree_section scree_piece_section = {.doc = "A convex body that is a piece of a shape.",
                                           KEYS(piece_keys),
                                           ITEMS(scree_piece_def),
                                           .check = check_piece};
#undef AT

// ---- places ----------------------------------------------------------------------------------------------------

static scree_quaternion turn_of(const scree_piece_def *d) {
    double s = 0.0, c = 1.0;
    if (vec_norm2(d->turn_axis) > 0.0) {
        scree_sin_cos(0.5 * d->turn_angle, &s, &c);
    }
    return (scree_quaternion){c, s * d->turn_axis.x, s * d->turn_axis.y, s * d->turn_axis.z};
}

bool scree_place_pieces(scree_config *g, const scree_shape_def *s, const scree_yaml *node, const char *path,
                        scree_placed_pieces *placed) {
    static const char *const of_others[] = {"bonded", "scale"};
    const char *other = scree_yaml_first_of(node, of_others, sizeof of_others / sizeof *of_others);
    if (other) {
        return scree_config_error(
            g, scree_yaml_place(node, other),
            "%s: '%s' is of spheres, and this is of convex bodies; accepted: 'pieces' without '%s'", path,
            other, other);
    }
    for (size_t k = 0; k < s->piece.n; k++) {
        const scree_piece_def *d = &s->piece.data[k];
        if (d->made.n == 0) {
            return false; // refused where it was read
        }
        for (size_t i = 0; i < d->made.n; i++) {
            scree_array_push(placed, ((scree_placed_piece){&d->made.data[i], d->at, turn_of(d)}));
        }
    }
    if (placed->n == 0 || placed->n > MOST_PIECES) {
        return scree_config_error(g, scree_yaml_place(node, "pieces"),
                                  "%s: %zu pieces; accepted: 1 to %d, each one of " SCREE_CONVEX_KINDS, path,
                                  placed->n, MOST_PIECES);
    }
    return true;
}

// ---- volume and inertia ----------------------------------------------------------------------------------------

// A piece in the frame of the body, turned as it is there, about its centre.
static scree_convex body_of(const scree_placed_piece *part) {
    const scree_shape *shape = part->shape;
    scree_form form = scree_form_of(shape, 0, shape->size, scree_placed_axes(part), vec3(0.0, 0.0, 0.0));
    form.hull = 0.0;
    return scree_convex_of(&form, &shape->piece.data[0].hull);
}

// Infinity where the search does not end: a pair counts as apart only if that is known.
static double least_depth(const scree_convex *a, const scree_convex *b, scree_vec3 way) {
    const scree_convex_depth found = scree_convex_depth_of(a, b, way, 1);
    return found.unfinished ? INFINITY : found.depth;
}

static double depth_between(const scree_placed_piece *a, const scree_placed_piece *b) {
    const scree_vec3 way = vec_sub(scree_placed_centre(b), scree_placed_centre(a));
    const double apart = vec_norm(way) - a->shape->size * a->shape->member.data[0].radius -
                         b->shape->size * b->shape->member.data[0].radius;
    const scree_convex one = body_of(a), other = body_of(b);
    return apart > 0.0 ? -apart : least_depth(&one, &other, way);
}

static bool any_overlap(const scree_placed_pieces *placed) {
    bool any = false;
    for (size_t i = 0; i < placed->n && !any; i++) {
        for (size_t k = 0; k < i && !any; k++) {
            const scree_placed_piece *a = &placed->data[i], *b = &placed->data[k];
            any = depth_between(a, b) > 1e-9 * fmin(a->shape->size, b->shape->size);
        }
    }
    return any;
}

// COLUMNS is the number of columns of the grid along x and along y; DIVISIONS those of the octahedron of each surface, which then has 18432 triangles.
enum { COLUMNS = 512, DIVISIONS = 48 };

typedef struct surface {
    scree_vec3 *point; // from the origin of the grid
    double low, high;  // along y
} surface;

typedef struct grid {
    scree_octahedron o;
    surface *of; // of each piece
    size_t n;
    scree_vec3 origin, size;
    double dx, dy;
    double (*low)[COLUMNS], (*high)[COLUMNS]; // of each piece in one row of columns
} grid;

// Volume of the polyhedron of these points, which are seen from inside it.
static double volume_of(const scree_octahedron *o, const scree_vec3 *point) {
    double six = 0.0;
    for (size_t t = 0; t < o->n_triangles; t++) {
        const uint32_t *v = o->triangle[t];
        six += vec_dot(point[v[0]], vec_cross(point[v[1]], point[v[2]]));
    }
    return six / 6.0;
}

static grid grid_of(const scree_placed_pieces *placed) {
    grid g = {.o = scree_octahedron_of(DIVISIONS), .n = placed->n};
    g.of = scree_zeros(g.n * sizeof *g.of);
    g.low = scree_zeros(g.n * sizeof *g.low);
    g.high = scree_zeros(g.n * sizeof *g.high);
    scree_vec3 low = vec3(INFINITY, INFINITY, INFINITY), high = vec_scale(-1.0, low);
    for (size_t k = 0; k < g.n; k++) {
        const scree_convex body = body_of(&placed->data[k]);
        const scree_vec3 centre = scree_placed_centre(&placed->data[k]);
        g.of[k].point = scree_realloc(NULL, 0, g.o.n_points * sizeof(scree_vec3));
        scree_surface_points(&body, &g.o, g.of[k].point);
        const double size = placed->data[k].shape->size;
        const double wider = size * scree_pow(SCREE_PI / 6.0 / volume_of(&g.o, g.of[k].point), 1.0 / 3.0);
        for (size_t i = 0; i < g.o.n_points; i++) {
            scree_vec3 *x = &g.of[k].point[i];
            *x = vec_add_scaled(centre, wider, *x); // of the volume of the piece
            low = vec_min(low, *x);
            high = vec_max(high, *x);
        }
    }
    g.origin = vec_scale(0.5, vec_add(low, high));
    g.size = vec_sub(high, low);
    g.dx = g.size.x / COLUMNS, g.dy = g.size.y / COLUMNS;
    for (size_t k = 0; k < g.n; k++) {
        surface *s = &g.of[k];
        s->low = INFINITY, s->high = -INFINITY;
        for (size_t i = 0; i < g.o.n_points; i++) {
            s->point[i] = vec_sub(s->point[i], g.origin);
            s->low = fmin(s->low, s->point[i].y);
            s->high = fmax(s->high, s->point[i].y);
        }
    }
    return g;
}

static void grid_clear(grid *g) {
    for (size_t k = 0; k < g->n; k++) {
        scree_free(g->of[k].point);
    }
    scree_free(g->of);
    scree_free(g->low);
    scree_free(g->high);
    scree_octahedron_clear(&g->o);
}

static double place_of_column(const grid *g, int i) {
    return ((double)i + 0.5) * g->dx - 0.5 * g->size.x;
}

// The line in which the plane of this y cuts a triangle: false if it does not.
static bool cut_of(const scree_vec3 *corner[3], double y, scree_vec3 *from, scree_vec3 *to) {
    int found = 0;
    for (int k = 0; k < 3; k++) {
        const scree_vec3 *a = corner[k], *b = corner[(k + 1) % 3];
        if ((a->y < y) == (b->y < y)) {
            continue;
        }
        const scree_vec3 x = vec_add_scaled(*a, (y - a->y) / (b->y - a->y), vec_sub(*b, *a));
        *(found == 0 ? from : to) = x;
        found++;
    }
    return found == 2;
}

// Sets the lowest and highest point of piece k in the columns of a row.
static void look_at_row(grid *g, size_t k, double y) {
    const surface *s = &g->of[k];
    for (int i = 0; i < COLUMNS; i++) {
        g->low[k][i] = INFINITY, g->high[k][i] = -INFINITY;
    }
    for (size_t t = 0; t < g->o.n_triangles && y > s->low && y < s->high; t++) {
        const uint32_t *v = g->o.triangle[t];
        const scree_vec3 *corner[3] = {&s->point[v[0]], &s->point[v[1]], &s->point[v[2]]};
        scree_vec3 a, b;
        if (!cut_of(corner, y, &a, &b)) {
            continue;
        }
        const scree_vec3 left = a.x < b.x ? a : b, right = a.x < b.x ? b : a;
        const double steep = right.x > left.x ? (right.z - left.z) / (right.x - left.x) : 0.0;
        const int first = (int)ceil((left.x + 0.5 * g->size.x) / g->dx - 0.5);
        for (int i = first > 0 ? first : 0; i < COLUMNS && place_of_column(g, i) <= right.x; i++) {
            const double z = left.z + steep * (place_of_column(g, i) - left.x);
            g->low[k][i] = fmin(g->low[k][i], z);
            g->high[k][i] = fmax(g->high[k][i], z);
        }
    }
}

// Sums over the pieces, and over their union, along the columns.
static void add_columns(grid *g, scree_integrals *each, scree_integrals *together) {
    scree_interval *in = scree_realloc(NULL, 0, g->n * sizeof *in);
    for (int j = 0; j < COLUMNS; j++) {
        const double y = ((double)j + 0.5) * g->dy - 0.5 * g->size.y;
        for (size_t k = 0; k < g->n; k++) {
            look_at_row(g, k, y);
        }
        for (int i = 0; i < COLUMNS; i++) {
            const double x = place_of_column(g, i);
            size_t found = 0;
            for (size_t k = 0; k < g->n; k++) {
                if (g->high[k][i] > g->low[k][i]) {
                    in[found] = (scree_interval){g->low[k][i], g->high[k][i]};
                    scree_integrals_add_column(each, &in[found++], 1, x, y, g->dx * g->dy);
                }
            }
            scree_integrals_add_column(together, in, found, x, y, g->dx * g->dy);
        }
    }
    scree_free(in);
}

scree_solid scree_solid_of_union_of_pieces(const scree_placed_pieces *placed) {
    if (!any_overlap(placed)) {
        const scree_vec3 origin = scree_placed_centre(&placed->data[0]);
        const scree_integrals s = scree_integrals_of_pieces(placed->data, placed->n, origin);
        return scree_solid_of_integrals(&s, origin);
    }
    grid g = grid_of(placed);
    scree_integrals s = scree_integrals_of_pieces(placed->data, placed->n, g.origin), each = {0},
                    together = {0};
    add_columns(&g, &each, &together);
    s.volume -= each.volume - together.volume;
    for (int k = 0; k < 3; k++) {
        s.first[k] -= each.first[k] - together.first[k];
    }
    for (int k = 0; k < 6; k++) {
        s.second[k] -= each.second[k] - together.second[k];
    }
    const scree_vec3 origin = g.origin;
    grid_clear(&g);
    return scree_solid_of_integrals(&s, origin);
}

// ---- warnings --------------------------------------------------------------------------------------------------

// Faces are domed, so pieces whose flat faces touch are apart by a little where the line between their centres does not meet the faces in their middle.
static const double SLIT = 0.02; // of the smallest half length
// A piece this many times as thick as a column of the grid of a union is integrated to about a percent.
static const double LEAST_COLUMNS = 10.0;

// A given volume or centre that differs from that of the pieces by more than this part, of the volume or of the size, is likely a mistake. What
// domed faces and rounded edges do to a volume is less.
static const double MOST_OFF = 0.05;

// Warns of a volume or a centre that is given for other pieces, or in another unit or frame.
static void warn_of_given(const scree_world *w, const scree_shape_def *s, scree_report *r) {
    const double more = s->volume > 0.0 ? s->volume / s->own_volume - 1.0 : 0.0;
    if (!(fabs(more) <= MOST_OFF)) {
        scree_report_at(r, SCREE_SEVERITY_WARNING, w->case_->path, s->place.line, s->place.column,
                        "shapes.%s: 'volume' is %.4g m3, and its pieces have %.4g m3, so the given one is "
                        "%.3g times as large; check its unit and the pieces, or leave it out",
                        s->name, s->volume, s->own_volume, 1.0 + more);
    }
    const scree_vec3 c = s->centre, own = s->own_centre;
    const double off = s->has_centre ? vec_norm(vec_sub(c, own)) : 0.0;
    if (!(off <= MOST_OFF * s->shape.size)) {
        scree_report_at(r, SCREE_SEVERITY_WARNING, w->case_->path, s->place.line, s->place.column,
                        "shapes.%s: 'centre' is %.4g %.4g %.4g m, and the centre of mass of its pieces is "
                        "%.4g %.4g %.4g m, which is %.3g m away, %.3g of its size; check its unit and frame, "
                        "or leave it out",
                        s->name, c.x, c.y, c.z, own.x, own.y, own.z, off, off / s->shape.size);
    }
}

void scree_pieces_warn(const scree_world *w, const scree_shape_def *s, scree_report *r) {
    const scree_shape *shape = &s->shape;
    const size_t n = shape->piece.n;
    size_t alone = 0, first = 0;
    double thinnest = INFINITY; // half length, of pieces that overlap others
    for (size_t i = 0; i < n && n > 1; i++) {
        const scree_convex a = scree_convex_of_shape(shape, i, shape->size);
        const double least = shape->size * shape->piece.data[i].least;
        bool touches = false;
        for (size_t k = 0; k < n && !touches; k++) {
            const scree_vec3 way =
                vec_sub(scree_piece_place(shape, k, shape->size), scree_piece_place(shape, i, shape->size));
            const double reach = shape->size * (shape->member.data[i].radius + shape->member.data[k].radius);
            const scree_convex b = scree_convex_of_shape(shape, k, shape->size);
            const double depth = k != i && vec_norm(way) <= reach ? least_depth(&a, &b, way) : -INFINITY;
            touches = depth >= -SLIT * fmin(least, shape->size * shape->piece.data[k].least);
            thinnest = depth > 0.0 ? fmin(thinnest, least) : thinnest;
        }
        first = alone == 0 ? i : first;
        alone += !touches;
    }
    if (alone > 0) {
        char more[96] = "";
        if (alone > 1) {
            snprintf(more, sizeof more, ", as %zu more of %zu", alone - 1, n);
        }
        scree_report_at(r, SCREE_SEVERITY_WARNING, w->case_->path, s->place.line, s->place.column,
                        "shapes.%s: piece %zu touches no other one%s: particles may get between them",
                        s->name, first + 1, more);
    }
    if (n > 1) {
        warn_of_given(w, s, r);
    }
    const double column = 2.0 * shape->size * shape->reach / COLUMNS;
    if (!s->sum && s->volume == 0.0 && 2.0 * thinnest < LEAST_COLUMNS * column) {
        scree_report_at(r, SCREE_SEVERITY_WARNING, w->case_->path, s->place.line, s->place.column,
                        "shapes.%s: pieces that overlap are %.3g times as thick as the columns along which "
                        "what they share is integrated, so the "
                        "volume and the moments of inertia may be off by percents; give volume, centre and "
                        "gyration, or 'mass_of: sum'",
                        s->name, 2.0 * thinnest / column);
    }
}
