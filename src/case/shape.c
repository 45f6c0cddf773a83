// SPDX-License-Identifier: BSD-3-Clause
#include "case/shape.h"
#include "convex_bodies/solid.h"
#include "convex_bodies/surface.h"
#include "maths/math.h"
#include <stdlib.h>
#include <string.h>

// Columns of the grid along each side, at least and at most, and across the smallest sphere.
enum { COLUMNS = 512, MOST_COLUMNS = 2048, ACROSS_SMALLEST = 64, MANY_IN_ROW = 512 };

static const int pair_of[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};

scree_solid scree_solid_of_integrals(const scree_integrals *s, scree_vec3 origin) {
    double centre[3], q[6];
    for (int k = 0; k < 3; k++) {
        centre[k] = s->first[k] / s->volume;
    }
    for (int k = 0; k < 6; k++) {
        q[k] = s->second[k] - s->volume * centre[pair_of[k][0]] * centre[pair_of[k][1]];
    }
    return (scree_solid){s->volume,
                         vec_add(origin, vec3(centre[0], centre[1], centre[2])),
                         {q[1] + q[2], q[0] + q[2], q[0] + q[1], -q[3], -q[4], -q[5]}};
}

scree_solid scree_solid_of_sum(const scree_member *member, size_t n) {
    scree_integrals s = {0};
    for (size_t i = 0; i < n; i++) {
        const double r = member[i].radius, v = scree_sphere_volume(r);
        const scree_vec3 x = vec_sub(member[i].at, member[0].at);
        s.volume += v;
        for (int k = 0; k < 3; k++) {
            s.first[k] += v * vec_get(x, k);
        }
        for (int k = 0; k < 6; k++) {
            s.second[k] +=
                v * (vec_get(x, pair_of[k][0]) * vec_get(x, pair_of[k][1]) + (k < 3 ? 0.2 * r * r : 0.0));
        }
    }
    return scree_solid_of_integrals(&s, member[0].at);
}

static bool any_overlap(const scree_member *m, size_t n) {
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++) {
            const double reach = m[i].radius + m[k].radius;
            any |= vec_norm2(vec_sub(m[i].at, m[k].at)) < reach * reach;
        }
    }
    return any;
}

static int by_low(const void *a, const void *b) {
    const double x = ((const scree_interval *)a)->low, y = ((const scree_interval *)b)->low;
    return (x > y) - (x < y);
}

static int by_z(const void *a, const void *b) {
    const double x = ((const scree_member *)a)->at.z, y = ((const scree_member *)b)->at.z;
    return (x > y) - (x < y);
}

void scree_integrals_add_column(scree_integrals *s, scree_interval *in, size_t n, double x, double y,
                                double area) {
    bool ascending = true; // as members are sorted by z
    for (size_t i = 1; i < n; i++) {
        ascending &= in[i - 1].low <= in[i].low;
    }
    if (!ascending) {
        qsort(in, n, sizeof *in, by_low);
    }
    for (size_t i = 0, end; i < n; i = end) {
        double low = in[i].low, high = in[i].high;
        for (end = i + 1; end < n && in[end].low <= high; end++) {
            high = in[end].high > high ? in[end].high : high;
        }
        const double v = area * (high - low), z = 0.5 * area * (high * high - low * low),
                     zz = area / 3.0 * (high * high * high - low * low * low);
        const double terms[6] = {v * x * x, v * y * y, zz, v * x * y, z * x, z * y};
        s->volume += v;
        s->first[0] += v * x, s->first[1] += v * y, s->first[2] += z;
        for (int k = 0; k < 6; k++) {
            s->second[k] += terms[k];
        }
    }
}

// The column at (x, y) of this area: the union of the intervals that spheres cover.
static void add_column(scree_integrals *s, const scree_member *member, size_t n, double x, double y,
                       double area, scree_vec3 origin, scree_interval *in) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        const scree_vec3 at = vec_sub(member[i].at, origin);
        const double r = member[i].radius, h2 = r * r - (x - at.x) * (x - at.x) - (y - at.y) * (y - at.y);
        if (h2 > 0.0) {
            const double h = sqrt(h2);
            in[found++] = (scree_interval){at.z - h, at.z + h};
        }
    }
    scree_integrals_add_column(s, in, found, x, y, area);
}

// From its own frame to that in which its axes are the columns of r, with the origin there.
static scree_solid turned_solid(const scree_solid *s, const scree_mat3 *r, scree_vec3 origin) {
    const double *i = s->inertia;
    const double own[3][3] = {{i[0], i[3], i[4]}, {i[3], i[1], i[5]}, {i[4], i[5], i[2]}};
    scree_solid to = {.volume = s->volume, .centre = vec_add(origin, mat_mul(r, s->centre))};
    for (int k = 0; k < 6; k++) {
        for (int a = 0; a < 3; a++) {
            for (int b = 0; b < 3; b++) {
                to.inertia[k] += r->m[3 * pair_of[k][0] + a] * own[a][b] * r->m[3 * pair_of[k][1] + b];
            }
        }
    }
    return to;
}

// The number of columns along each side, smaller if each column meets many spheres, such as those of a chain of thousands along z.
static int number_of_columns(const scree_member *member, size_t n, scree_vec3 size, double least) {
    const double wanted = ACROSS_SMALLEST * fmax(size.x, size.y) / (2.0 * least), most_met = 0x1p26;
    const int columns = wanted > MOST_COLUMNS ? MOST_COLUMNS : wanted > COLUMNS ? (int)wanted : COLUMNS;
    double in_row = 0.0; // mean number of spheres that a row of columns may meet
    for (size_t i = 0; i < n; i++) {
        in_row += fmin(1.0, 2.0 * member[i].radius / size.y);
    }
    const double met = in_row * columns * columns;
    return in_row > MANY_IN_ROW && met > most_met ? (int)sqrt(most_met / in_row) : columns;
}

// In this frame, by columns along z.
static scree_solid solid_by_columns(const scree_member *member, size_t n) {
    scree_vec3 low = member[0].at, high = low;
    double least = INFINITY;
    for (size_t i = 0; i < n; i++) {
        const scree_vec3 r = vec3(member[i].radius, member[i].radius, member[i].radius);
        low = vec_min(low, vec_sub(member[i].at, r));
        high = vec_max(high, vec_add(member[i].at, r));
        least = fmin(least, member[i].radius);
    }
    const scree_vec3 origin = vec_scale(0.5, vec_add(low, high)), size = vec_sub(high, low);
    const int columns = number_of_columns(member, n, size, least);
    const double dx = size.x / columns, dy = size.y / columns;
    scree_interval *in = scree_realloc(NULL, 0, n * sizeof *in);
    scree_member *near = scree_realloc(NULL, 0, n * sizeof *near);
    scree_integrals s = {0};
    for (int j = 0; j < columns; j++) {
        const double y = ((double)j + 0.5) * dy - 0.5 * size.y;
        size_t found = 0;
        for (size_t i = 0; i < n; i++) { // those that the row of columns may meet
            near[found] = member[i];
            found += fabs(y - (member[i].at.y - origin.y)) < 1.000001 * member[i].radius;
        }
        for (int i = 0; i < columns; i++) {
            add_column(&s, near, found, ((double)i + 0.5) * dx - 0.5 * size.x, y, dx * dy, origin, in);
        }
    }
    scree_free(near);
    scree_free(in);
    return scree_solid_of_integrals(&s, origin);
}

// The columns lie along the longest axis: so they are many across a slender body, whatever its direction.
scree_solid scree_solid_of_union(const scree_member *member, size_t n) {
    const scree_solid sum = scree_solid_of_sum(member, n);
    if (!any_overlap(member, n)) {
        return sum;
    }
    scree_vec3 moments;
    scree_quaternion axes;
    scree_principal_axes(sum.inertia, &moments, &axes);
    // The frame's x is the longest axis: it becomes z, y becomes x, z becomes y.
    const scree_quaternion cycle = {0.5, 0.5, 0.5, 0.5};
    const scree_mat3 r = scree_quaternion_matrix(
        scree_quaternion_product(axes, scree_quaternion_conjugate(scree_quaternion_product(cycle, cycle))));
    scree_member *turned = scree_realloc(NULL, 0, n * sizeof *turned);
    for (size_t i = 0; i < n; i++) {
        turned[i] =
            (scree_member){mat_mul_transposed(&r, vec_sub(member[i].at, sum.centre)), member[i].radius};
    }
    qsort(turned, n, sizeof *turned, by_z);
    const scree_solid own = solid_by_columns(turned, n);
    scree_free(turned);
    return turned_solid(&own, &r, sum.centre);
}

// The largest of u.I^-1 u over all u normal to r, of length |r|.
static double most_turned(scree_vec3 r, scree_vec3 moments) {
    const double length = vec_norm(r);
    if (!(length > 0.0)) {
        return 0.0;
    }
    const scree_vec3 n = vec_scale(1.0 / length, r), axis = fabs(n.x) < 0.6 ? vec3(1, 0, 0) : vec3(0, 1, 0),
                     u = vec_cross(n, axis), e = vec_scale(1.0 / vec_norm(u), u), f = vec_cross(n, e);
    const double a = e.x * e.x / moments.x + e.y * e.y / moments.y + e.z * e.z / moments.z,
                 b = f.x * f.x / moments.x + f.y * f.y / moments.y + f.z * f.z / moments.z,
                 c = e.x * f.x / moments.x + e.y * f.y / moments.y + e.z * f.z / moments.z;
    return length * length * (0.5 * (a + b) + sqrt(0.25 * (a - b) * (a - b) + c * c));
}

double scree_shape_quickest_member(const scree_shape *shape) {
    double least = INFINITY;
    for (size_t k = 0; k < shape->member.n; k++) {
        const scree_member *m = &shape->member.data[k];
        const double part = 1.0 / (1.0 + most_turned(m->at, shape->moments));
        least = fmin(least, fmin(m->radius, 0.5 * scree_pow(part, 1.0 / 3.0)));
    }
    return least;
}

bool scree_shape_of_members(scree_shape *shape, const scree_member *member, size_t n,
                            const scree_solid *solid) {
    *shape =
        (scree_shape){.centre = solid->centre, .size = scree_pow(6.0 * solid->volume / SCREE_PI, 1.0 / 3.0)};
    scree_principal_axes(solid->inertia, &shape->moments, &shape->axes);
    const scree_vec3 m = shape->moments;
    if (!(m.x > 0.0 && m.z <= (1.0 + 1e-6) * (m.x + m.y))) {
        return false;
    }
    const double scale = 1.0 / shape->size;
    shape->moments = vec_scale(scale * scale / solid->volume, m);
    const scree_mat3 r = scree_quaternion_matrix(shape->axes);
    for (size_t i = 0; i < n; i++) {
        const scree_vec3 at = mat_mul_transposed(&r, vec_sub(member[i].at, solid->centre));
        scree_array_push(&shape->member, ((scree_member){vec_scale(scale, at), scale * member[i].radius}));
        shape->reach = fmax(shape->reach, scale * vec_norm(at));
    }
    shape->quickest = scree_shape_quickest_member(shape);
    return true;
}

// ---- convex bodies ---------------------------------------------------------------------------------------------

static const scree_mat3 upright = {{1, 0, 0, 0, 1, 0, 0, 0, 1}};

// Corners of each of x, y and z that there is room for.
static size_t hull_room(size_t corners) {
    return (corners + 3) & ~(size_t)3;
}

static scree_hull hull_with_room(size_t corners) {
    const size_t room = hull_room(corners);
    scree_hull hull = {.n = corners};
    hull.x = scree_zeros(3 * room * sizeof *hull.x);
    hull.y = hull.x + room;
    hull.z = hull.y + room;
    return hull;
}

static scree_hull hull_of(const scree_vec3 *corner, size_t n, scree_vec3 centre, const scree_mat3 *axes,
                          double scale) {
    scree_hull hull = hull_with_room(n);
    for (size_t k = 0; k < n; k++) {
        const scree_vec3 at = vec_scale(scale, mat_mul_transposed(axes, vec_sub(corner[k], centre)));
        hull.x[k] = at.x, hull.y[k] = at.y, hull.z[k] = at.z;
    }
    return hull;
}

scree_hull scree_hull_copy(const scree_hull *hull) {
    scree_hull copy = {0};
    if (hull->n > 0) {
        copy = hull_with_room(hull->n);
        memcpy(copy.x, hull->x, 3 * hull_room(hull->n) * sizeof *copy.x);
    }
    return copy;
}

static void hull_clear(scree_hull *hull) {
    scree_free(hull->x);
    *hull = (scree_hull){0};
}

// A body of this record with its centre at the origin, along the axes of the laboratory.
static scree_convex upright_body(const scree_form *form, const scree_hull *hull) {
    scree_form f = *form;
    f.w = 1.0, f.x = f.y = f.z = 0.0, f.hull = 0.0;
    return scree_convex_of(&f, hull);
}

static scree_vec3 half_lengths(const scree_convex *body) {
    double half[3];
    for (int k = 0; k < 3; k++) {
        const scree_vec3 e = vec3(k == 0, k == 1, k == 2);
        half[k] = 0.5 * (scree_support_of(body, e, 0).h + scree_support_of(body, vec_scale(-1.0, e), 0).h);
    }
    return vec3(half[0], half[1], half[2]);
}

// The smooth body of a polyhedron depends on the point from which its corners are seen, which is to be its centre: a few steps find it.
static scree_convex_solid solid_of_polyhedron(const scree_form *form, const scree_vec3 *corner, size_t n,
                                              scree_vec3 *centre) {
    enum { STEPS = 8 };
    *centre = vec3(0.0, 0.0, 0.0);
    for (size_t k = 0; k < n; k++) {
        *centre = vec_add_scaled(*centre, 1.0 / (double)n, corner[k]);
    }
    scree_convex_solid solid;
    for (int step = 0; step < STEPS; step++) {
        scree_hull hull = hull_of(corner, n, *centre, &upright, 1.0);
        const scree_convex body = upright_body(form, &hull);
        solid = scree_convex_solid_of(&body);
        hull_clear(&hull);
        if (vec_norm(solid.centre) < 1e-9 * solid.reach) {
            break;
        }
        *centre = vec_add(*centre, solid.centre);
    }
    const double trace = solid.inertia[0] + solid.inertia[1] + solid.inertia[2];
    for (int k = 3; k < 6; k++) { // rounding would turn the axes of a symmetric body
        solid.inertia[k] = fabs(solid.inertia[k]) < 1e-9 * trace ? 0.0 : solid.inertia[k];
    }
    return solid;
}

static scree_convex_solid solid_of_superellipsoid(const scree_form *f) {
    const scree_vec3 half = vec3(f->a, f->b, f->c);
    const double volume = scree_superellipsoid_volume(half, f->exponent);
    const scree_vec3 g = scree_superellipsoid_gyration(half, f->exponent);
    return (scree_convex_solid){.volume = volume,
                                .inertia = {volume * g.x, volume * g.y, volume * g.z},
                                .reach = scree_superellipsoid_reach(half, f->exponent),
                                .least = fmin(f->a, fmin(f->b, f->c))};
}

// The largest (r x n).I^-1 (r x n) over the points r of the surface of piece k of a body with their normals n.
static double most_levered(const scree_shape *shape, size_t piece) {
    enum { LINES = 40 }; // of a grid over the directions: the function has one broad maximum in each octant
    const scree_piece *p = &shape->piece.data[piece];
    const scree_convex body = upright_body(&p->form, &p->hull);
    const bool alone = scree_shape_is_convex(shape);
    const scree_mat3 own = scree_quaternion_matrix(p->turn);
    double most = 0.0;
    for (int octant = 0; octant < (p->hull.n > 0 || !alone ? 8 : 1); octant++) { // others are symmetric
        for (int i = 0; i <= LINES; i++) {
            for (int j = 0; i + j <= LINES; j++) {
                const int k = LINES - i - j;
                const scree_vec3 n = vec_unit(
                                     vec3(octant & 1 ? -i : i, octant & 2 ? -j : j, octant & 4 ? -k : k)),
                                 m = shape->moments;
                scree_vec3 point = scree_support_of(&body, n, 0).point, normal = n;
                if (!alone) {
                    point = vec_add(shape->member.data[piece].at, mat_mul(&own, point));
                    normal = mat_mul(&own, n);
                }
                const scree_vec3 turn = vec_cross(point, normal);
                most = fmax(most, turn.x * turn.x / m.x + turn.y * turn.y / m.y + turn.z * turn.z / m.z);
            }
        }
    }
    return most;
}

void scree_shape_of_form(scree_shape *shape, const scree_form *form, const scree_vec3 *corner, size_t n) {
    const bool flat = form->kind == SCREE_FORM_POLYHEDRON;
    scree_form own = *form;
    own.radius = 0.5; // the corners are in m here
    own.exponent = form->exponent > 0.0 ? form->exponent : 1.0;
    scree_vec3 centre = vec3(0.0, 0.0, 0.0);
    scree_convex_solid solid;
    if (flat) {
        solid = solid_of_polyhedron(&own, corner, n, &centre);
    } else if (form->kind == SCREE_FORM_SUPERELLIPSOID) {
        solid = solid_of_superellipsoid(&own);
    } else {
        const scree_convex body = upright_body(&own, NULL);
        solid = scree_convex_solid_of(&body);
    }
    scree_solid plain = {.volume = solid.volume, .centre = centre};
    memcpy(plain.inertia, solid.inertia, sizeof plain.inertia);
    const scree_member around = {.at = centre, .radius = solid.reach};
    scree_shape_of_members(shape, &around, 1, &plain);
    const double scale = 1.0 / shape->size;
    scree_piece piece = {.turn = {1.0, 0.0, 0.0, 0.0}, .least = scale * solid.least};
    if (flat) {
        const scree_mat3 axes = scree_quaternion_matrix(shape->axes);
        scree_hull hull = hull_of(corner, n, centre, &axes, 1.0);
        const scree_convex body = upright_body(&own, &hull);
        const scree_vec3 half = half_lengths(&body);
        own.a = half.x, own.b = half.y, own.c = half.z;
        hull_clear(&hull);
        piece.hull = hull_of(corner, n, centre, &axes, scale);
    } else { // the axes in which it is given are principal axes
        shape->axes = (scree_quaternion){1.0, 0.0, 0.0, 0.0};
        shape->moments = vec_scale(scale * scale / solid.volume,
                                   vec3(solid.inertia[0], solid.inertia[1], solid.inertia[2]));
    }
    own.a *= scale, own.b *= scale, own.c *= scale, own.rounding *= scale;
    piece.form = own;
    const scree_convex body = upright_body(&piece.form, &piece.hull);
    piece.area = scree_surface_area(&body);
    scree_array_push(&shape->piece, piece);
    shape->least = piece.least;
    shape->quickest = 0.5 * scree_pow(1.0 / (1.0 + most_levered(shape, 0)), 1.0 / 3.0);
}

void scree_shape_clear(scree_shape *shape) {
    scree_array_free(&shape->member);
    for (size_t k = 0; k < shape->piece.n; k++) {
        hull_clear(&shape->piece.data[k].hull);
    }
    scree_array_free(&shape->piece);
}

// ---- bodies of several convex bodies ---------------------------------------------------------------------------

scree_vec3 scree_placed_centre(const scree_placed_piece *part) {
    const scree_mat3 r = scree_quaternion_matrix(part->turn);
    return vec_add(part->at, mat_mul(&r, part->shape->centre));
}

scree_quaternion scree_placed_axes(const scree_placed_piece *part) {
    return scree_quaternion_unit(scree_quaternion_product(part->turn, part->shape->axes));
}

scree_integrals scree_integrals_of_pieces(const scree_placed_piece *part, size_t n, scree_vec3 origin) {
    scree_integrals s = {0};
    for (size_t i = 0; i < n; i++) {
        const double size = part[i].shape->size, v = SCREE_PI / 6.0 * (size * size * size);
        const scree_vec3 x = vec_sub(scree_placed_centre(&part[i]), origin),
                         m = vec_scale(v * (size * size), part[i].shape->moments);
        const double half = 0.5 * (m.x + m.y + m.z), square[3] = {half - m.x, half - m.y, half - m.z};
        const scree_mat3 r = scree_quaternion_matrix(scree_placed_axes(&part[i]));
        s.volume += v;
        for (int k = 0; k < 3; k++) {
            s.first[k] += v * vec_get(x, k);
        }
        for (int k = 0; k < 6; k++) {
            const int a = pair_of[k][0], b = pair_of[k][1];
            double own = 0.0;
            for (int axis = 0; axis < 3; axis++) {
                own += r.m[3 * a + axis] * square[axis] * r.m[3 * b + axis];
            }
            s.second[k] += v * (vec_get(x, a) * vec_get(x, b)) + own;
        }
    }
    return s;
}

// The smallest value of the support function of the union, over directions about 2 degrees from each other.
static double least_of_union(const scree_shape *shape) {
    enum { ROWS = 45 };
    double least = INFINITY;
    for (int octant = 0; octant < 8; octant++) {
        for (int i = 0; i <= ROWS; i++) {
            for (int j = 0; i + j <= ROWS; j++) {
                const int k = ROWS - i - j;
                const scree_vec3 n =
                    vec_unit(vec3(octant & 1 ? -i : i, octant & 2 ? -j : j, octant & 4 ? -k : k));
                double h = 0.0;
                for (size_t m = 0; m < shape->piece.n; m++) {
                    const scree_piece *p = &shape->piece.data[m];
                    const scree_convex body = upright_body(&p->form, &p->hull);
                    const scree_mat3 own = scree_quaternion_matrix(p->turn);
                    h = fmax(h, vec_dot(n, shape->member.data[m].at) +
                                    scree_support_of(&body, mat_mul_transposed(&own, n), 0).h);
                }
                least = fmin(least, h);
            }
        }
    }
    return least;
}

bool scree_shape_of_pieces(scree_shape *shape, const scree_placed_piece *part, size_t n,
                           const scree_solid *solid) {
    scree_member *around = scree_realloc(NULL, 0, n * sizeof *around);
    for (size_t k = 0; k < n; k++) {
        const scree_shape *own = part[k].shape;
        around[k] = (scree_member){scree_placed_centre(&part[k]), own->size * own->member.data[0].radius};
    }
    scree_solid tidy = *solid;
    const double trace = solid->inertia[0] + solid->inertia[1] + solid->inertia[2];
    for (int k = 3; k < 6; k++) { // rounding would turn the axes of a symmetric body
        tidy.inertia[k] = fabs(solid->inertia[k]) < 1e-9 * trace ? 0.0 : solid->inertia[k];
    }
    const bool is_body = scree_shape_of_members(shape, around, n, &tidy);
    scree_free(around);
    if (!is_body) {
        return false;
    }
    for (size_t k = 0; k < n; k++) {
        const scree_piece *own = &part[k].shape->piece.data[0];
        const double share = part[k].shape->size / shape->size;
        scree_piece piece = {.form = own->form,
                             .hull = scree_hull_copy(&own->hull),
                             .turn = scree_quaternion_unit(scree_quaternion_product(
                                 scree_quaternion_conjugate(shape->axes), scree_placed_axes(&part[k]))),
                             .least = share * own->least,
                             .area = share * share * own->area};
        scree_form *f = &piece.form;
        f->a *= share, f->b *= share, f->c *= share, f->rounding *= share, f->radius *= share;
        scree_array_push(&shape->piece, piece);
    }
    shape->quickest = INFINITY;
    for (size_t k = 0; k < n; k++) {
        const double moves = 0.5 * scree_pow(1.0 / (1.0 + most_levered(shape, k)), 1.0 / 3.0);
        shape->quickest = fmin(shape->quickest, fmin(moves, shape->piece.data[k].form.radius));
    }
    shape->least = least_of_union(shape);
    return true;
}

double scree_shape_across(const scree_shape *shape) {
    double reach = 0.0;
    for (size_t k = 0; k < shape->member.n; k++) {
        reach = fmax(reach, vec_norm(shape->member.data[k].at) + shape->member.data[k].radius);
    }
    return 2.0 * reach;
}

double scree_shape_thickness(const scree_shape *shape) {
    double r = 0.0;
    for (size_t k = 0; k < shape->piece.n; k++) {
        r = fmax(r, shape->piece.data[k].least);
    }
    for (size_t k = 0; !scree_shape_has_pieces(shape) && k < shape->member.n; k++) {
        r = fmax(r, shape->member.data[k].radius);
    }
    return 2.0 * r;
}

double scree_shape_thinnest_piece(const scree_shape *shape) {
    double r = INFINITY;
    for (size_t k = 0; k < shape->piece.n; k++) {
        r = fmin(r, shape->piece.data[k].least);
    }
    return 2.0 * r;
}
