// SPDX-License-Identifier: BSD-3-Clause
// The slope of a free surface. The surface over a point is the top of the highest sphere there. Cone: around the vertical axis through the centre of mass the ground
// is divided into rings one mean diameter wide, and each ring into pieces two diameters long; the height of a ring is the median of the highest tops of its pieces, so a
// missing flank or a single grain does not matter; a straight line is fitted to the rings outside the highest one, from 85 % to 15 % of its height, which leaves
// out the rounded top and the scattered foot. Plane, as in a drum: columns two diameters wide, a plane fitted to the highest top of each, those at the border left out.
#include "maths/math.h"
#include "measures/measure.h"
#include <stdlib.h>

enum { FEWEST = 50, MOST_PLACES = 10000000 };
static const char few[] = "there are fewer than 50 spheres in its region",
                  wide[] = "its particles are spread too widely: more than 10 million places of the surface",
                  flank[] = "the flank of the heap is less than 4 diameters wide",
                  small[] = "the surface has fewer than 6 columns of two diameters, or fewer than 5 in a row";

// A vertical view: axes in the plane across `up`, and what all spheres have in common.
typedef struct view {
    const scree_arrangement *a;
    const scree_measure_def *d;
    scree_vec3 up, u, v;
    double width; // m, mean diameter
    double floor; // m, lowest top
} view;

typedef struct spot {
    double u, v, top;
} spot;

static bool counts(const view *s, size_t i) {
    const scree_arranged *q = &s->a->particle.data[i];
    return q->counts && !q->fixed && scree_measure_has(s->a, s->d, q->whole);
}

static spot spot_of(const view *s, size_t i) {
    const scree_arranged_top top = scree_arranged_top_of(s->a, i, s->up);
    return (spot){vec_dot(top.at, s->u), vec_dot(top.at, s->v), top.height};
}

// Axes along those of space where `up` is one of them.
static void choose_axes(view *s) {
    const scree_vec3 e[3] = {vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1)};
    vec_across(s->up, &s->u, &s->v);
    for (int k = 0; k < 3; k++) {
        if (fabs(vec_get(s->up, k)) == 1.0) {
            s->u = e[k == 0 ? 1 : 0];
            s->v = e[k == 2 ? 1 : 2];
        }
    }
}

// A straight line or plane by least squares: y = sum p_j x_j + constant, from sums of products. sums has the products of (x_1 ... x_n, 1, y), row by row.
enum { MOST_SLOPES = 2, TERMS = MOST_SLOPES + 2 };
typedef struct fit {
    int n; // slopes
    double slope[MOST_SLOPES], variance[MOST_SLOPES][MOST_SLOPES];
} fit;

static void add_point(scree_double_double sum[TERMS][TERMS], const double *x, int n, double y) {
    double term[TERMS];
    for (int k = 0; k < n; k++) {
        term[k] = x[k];
    }
    term[n] = 1.0;
    term[n + 1] = y;
    for (int i = 0; i < n + 2; i++) {
        for (int j = 0; j < n + 2; j++) {
            scree_double_double_add(&sum[i][j], term[i] * term[j]);
        }
    }
}

// Centred products: sum of (a - mean)(b - mean).
static double spread(scree_double_double sum[TERMS][TERMS], int n, int i, int j) {
    const double count = scree_double_double_value(&sum[n][n]), a = scree_double_double_value(&sum[i][n]),
                 b = scree_double_double_value(&sum[j][n]);
    scree_double_double s = sum[i][j];
    scree_double_double_add(&s, -a * (b / count));
    return scree_double_double_value(&s);
}

static fit fit_of(scree_double_double sum[TERMS][TERMS], int n) {
    fit f = {.n = n};
    const int y = n + 1;
    const double count = scree_double_double_value(&sum[n][n]);
    double inverse[MOST_SLOPES][MOST_SLOPES] = {{0.0}};
    if (n == 1) {
        inverse[0][0] = 1.0 / spread(sum, n, 0, 0);
    } else {
        const double a = spread(sum, n, 0, 0), b = spread(sum, n, 0, 1), c = spread(sum, n, 1, 1),
                     det = a * c - b * b;
        inverse[0][0] = c / det;
        inverse[1][1] = a / det;
        inverse[0][1] = inverse[1][0] = -b / det;
    }
    double rest = spread(sum, n, y, y);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            f.slope[i] += inverse[i][j] * spread(sum, n, j, y);
        }
        rest -= f.slope[i] * spread(sum, n, i, y);
    }
    const double free = count - n - 1.0, scatter = free > 0.0 ? fmax(rest, 0.0) / free : NAN;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            f.variance[i][j] = scatter * inverse[i][j];
        }
    }
    return f;
}

// Slope g = |gradient|, and its standard error by that of the components along it; the angle is atan g, its error that of g over 1 + g^2.
static void put_angle(const fit *f, double sign, scree_measured *out) {
    double norm2 = 0.0, variance = 0.0;
    for (int i = 0; i < f->n; i++) {
        norm2 += f->slope[i] * f->slope[i];
    }
    const double g = sqrt(norm2);
    for (int i = 0; i < f->n; i++) {
        for (int j = 0; j < f->n; j++) {
            variance += g > 0.0 ? f->variance[i][j] * (f->slope[i] / g) * (f->slope[j] / g)
                                : (i == j ? f->variance[i][j] : 0.0);
        }
    }
    out->value[0] = f->n == 1 ? scree_atan(sign * f->slope[0]) : scree_atan(g);
    out->value[1] = sqrt(variance) / (1.0 + norm2);
}

// ---- cone --------------------------------------------------------------------------------------------------

static int pieces_of(size_t ring) {
    const int n = (int)floor(SCREE_PI * ((double)ring + 0.5) + 0.5);
    return n > 4 ? n : 4;
}

// Angle about the axis, in turns from 0 to 1.
static double turn_of(double u, double v) {
    const double r = sqrt(u * u + v * v), half = r + u > 0.0 ? scree_atan(v / (r + u)) : 0.5 * SCREE_PI;
    return half / SCREE_PI + 0.5;
}

static int by_size(const void *x, const void *y) {
    const double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

// Heights of n rings, from the highest top in each of their pieces.
static void heights_of(const double *top, const size_t *begin, size_t n, double *height) {
    for (size_t k = 0; k < n; k++) {
        const size_t pieces = begin[k + 1] - begin[k];
        double *sorted = scree_realloc(NULL, 0, pieces * sizeof *sorted);
        for (size_t j = 0; j < pieces; j++) {
            sorted[j] = top[begin[k] + j];
        }
        qsort(sorted, pieces, sizeof *sorted, by_size);
        height[k] = 0.5 * (sorted[(pieces - 1) / 2] + sorted[pieces / 2]);
        scree_free(sorted);
    }
}

static void fit_flank(const view *s, const double *height, size_t n, scree_measured *out) {
    size_t first = 0, foot, used = 0;
    for (size_t k = 1; k < n; k++) {
        first = height[k] > height[first] ? k : first;
    }
    const double whole = fmax(height[first] - s->floor, 1e-300);
    for (foot = first; foot < n && (height[foot] - s->floor) / whole >= 0.15;) {
        foot++;
    }
    scree_double_double sum[TERMS][TERMS] = {{{0.0, 0.0}}};
    for (size_t k = first + 1; k < foot; k++) {
        if ((height[k] - s->floor) / whole < 0.85) {
            const double x = ((double)k + 0.5) * s->width;
            add_point(sum, &x, 1, height[k] - s->floor);
            used++;
        }
    }
    if (used < 4) {
        scree_measure_lacks(out, flank);
        return;
    }
    const fit f = fit_of(sum, 1);
    put_angle(&f, -1.0, out);
}

static void find_cone(const view *s, double u, double v, scree_measured *out) {
    const scree_arrangement *a = s->a;
    double rings = 0.0;
    for (size_t i = 0; i < a->particle.n; i++) {
        if (counts(s, i)) {
            const spot q = spot_of(s, i);
            rings = fmax(rings, floor(sqrt((q.u - u) * (q.u - u) + (q.v - v) * (q.v - v)) / s->width) + 1.0);
        }
    }
    scree_comm_max(a->comm, &rings, 1);
    if (!(rings * rings * SCREE_PI / 2.0 < MOST_PLACES)) {
        scree_measure_lacks(out, wide);
        return;
    }
    const size_t n = (size_t)rings;
    size_t *begin = scree_zeros((n + 1) * sizeof *begin);
    for (size_t k = 0; k < n; k++) {
        begin[k + 1] = begin[k] + (size_t)pieces_of(k);
    }
    double *top = scree_realloc(NULL, 0, begin[n] * sizeof *top),
           *height = scree_realloc(NULL, 0, n * sizeof *height);
    for (size_t k = 0; k < begin[n]; k++) {
        top[k] = s->floor;
    }
    for (size_t i = 0; i < a->particle.n; i++) {
        if (!counts(s, i)) {
            continue;
        }
        const spot q = spot_of(s, i);
        const double du = q.u - u, dv = q.v - v;
        const size_t ring = (size_t)(sqrt(du * du + dv * dv) / s->width), k = ring < n ? ring : n - 1,
                     pieces = begin[k + 1] - begin[k], at = (size_t)(turn_of(du, dv) * (double)pieces),
                     piece = begin[k] + (at < pieces ? at : pieces - 1);
        top[piece] = fmax(top[piece], q.top);
    }
    scree_comm_max(a->comm, top, begin[n]);
    heights_of(top, begin, n, height);
    fit_flank(s, height, n, out);
    scree_free(begin);
    scree_free(top);
    scree_free(height);
}

// ---- plane -------------------------------------------------------------------------------------------------

// Columns of the ground, and the highest top in each: -infinity where there is none.
typedef struct columns {
    size_t n[2];
    double *top;
} columns;

static void fit_columns(const columns *c, double width, scree_measured *out) {
    scree_double_double sum[TERMS][TERMS] = {{{0.0, 0.0}}};
    size_t used = 0, margin[2];
    int along[MOST_SLOPES], slopes = 0;
    for (int k = 0; k < 2; k++) {
        margin[k] = c->n[k] > 4 ? 1 : 0;
        if (c->n[k] >= 3) { // a narrow box tells nothing about the slope across
            along[slopes++] = k;
        }
    }
    for (size_t i = margin[0]; i + margin[0] < c->n[0]; i++) {
        for (size_t j = margin[1]; j + margin[1] < c->n[1]; j++) {
            const double top = c->top[i * c->n[1] + j], place[2] = {(double)i * width, (double)j * width};
            double x[MOST_SLOPES];
            for (int k = 0; k < slopes; k++) {
                x[k] = place[along[k]];
            }
            if (isfinite(top)) {
                add_point(sum, x, slopes, top);
                used++;
            }
        }
    }
    if (used < 6 || (c->n[0] < 5 && c->n[1] < 5)) {
        scree_measure_lacks(out, small);
        return;
    }
    const fit f = fit_of(sum, slopes);
    put_angle(&f, f.n == 1 && f.slope[0] < 0.0 ? -1.0 : 1.0, out);
}

static void find_plane(const view *s, scree_measured *out) {
    const scree_arrangement *a = s->a;
    const double width = 2.0 * s->width;
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (size_t i = 0; i < a->particle.n; i++) {
        if (counts(s, i)) {
            const spot q = spot_of(s, i);
            low[0] = fmin(low[0], q.u), low[1] = fmin(low[1], q.v);
            high[0] = fmax(high[0], q.u), high[1] = fmax(high[1], q.v);
        }
    }
    scree_comm_min(a->comm, low, 2);
    scree_comm_max(a->comm, high, 2);
    const double size[2] = {floor((high[0] - low[0]) / width) + 1.0, floor((high[1] - low[1]) / width) + 1.0};
    if (!(size[0] * size[1] < MOST_PLACES)) {
        scree_measure_lacks(out, wide);
        return;
    }
    columns c = {.n = {(size_t)size[0], (size_t)size[1]}};
    c.top = scree_realloc(NULL, 0, c.n[0] * c.n[1] * sizeof *c.top);
    for (size_t k = 0; k < c.n[0] * c.n[1]; k++) {
        c.top[k] = -INFINITY;
    }
    for (size_t i = 0; i < a->particle.n; i++) {
        if (counts(s, i)) {
            const spot q = spot_of(s, i);
            double *top =
                &c.top[(size_t)((q.u - low[0]) / width) * c.n[1] + (size_t)((q.v - low[1]) / width)];
            *top = fmax(*top, q.top);
        }
    }
    scree_comm_max(a->comm, c.top, c.n[0] * c.n[1]);
    fit_columns(&c, width, out);
    scree_free(c.top);
}

// ---- both --------------------------------------------------------------------------------------------------

static void evaluate_angle_of_repose(const scree_arrangement *a, const scree_measure_def *d,
                                     scree_measured *out, scree_measure_rows *rows) {
    enum { DIAMETER, VOLUME, MOMENT, N = MOMENT + 2 };
    view s = {.a = a, .d = d, .up = scree_measure_up(a, d), .floor = INFINITY};
    scree_double_double sum[N] = {0};
    uint64_t n = 0;
    (void)rows;
    choose_axes(&s);
    for (size_t i = 0; i < a->particle.n; i++) {
        if (counts(&s, i)) {
            const scree_arranged *q = &a->particle.data[i];
            const spot at = spot_of(&s, i);
            const double volume = q->r * q->r * q->r;
            n++;
            s.floor = fmin(s.floor, at.top);
            scree_double_double_add(&sum[DIAMETER], 2.0 * q->r);
            scree_double_double_add(&sum[VOLUME], volume);
            scree_double_double_add(&sum[MOMENT], volume * at.u);
            scree_double_double_add(&sum[MOMENT + 1], volume * at.v);
        }
    }
    scree_comm_add(a->comm, &n, 1);
    scree_comm_min(a->comm, &s.floor, 1);
    scree_comm_add_double_double(a->comm, sum, N);
    if (n < FEWEST) {
        scree_measure_lacks(out, few);
        return;
    }
    const double volume = scree_double_double_value(&sum[VOLUME]);
    s.width = scree_double_double_value(&sum[DIAMETER]) / (double)n;
    if (d->surface == SCREE_SURFACE_CONE) {
        find_cone(&s, scree_double_double_value(&sum[MOMENT]) / volume,
                  scree_double_double_value(&sum[MOMENT + 1]) / volume, out);
    } else {
        find_plane(&s, out);
    }
}

static const scree_column values[] = {
    {"angle_of_repose", "rad", "Angle of the surface to the horizontal.", SCREE_MEASURED(0)},
    {"angle_error", "rad", "Standard error of the fit.", SCREE_MEASURED(1)},
};

const scree_measure scree_measure_angle_of_repose = {
    .doc = "The surface over a point is the top of the highest sphere there. `cone`: heights of rings one "
           "mean diameter wide around the vertical axis through the centre of "
           "mass, each the median of the highest tops in its pieces, which are two diameters long; a "
           "straight line through them from 85 % to 15 % of the highest, by least squares. `plane`: the "
           "highest top in columns two "
           "diameters wide, those at the border left out, and a plane through them by least squares. The "
           "error is the standard error of the slope, as an angle; it does not contain that other heaps "
           "of the same material have other angles.",
    .source = "Definition. The choice of 85 % to 15 % leaves out the rounded top and the scattered foot; "
              "others leave out other parts, which changes the angle by a degree or two.",
    .cost =
        "Three passes over particles; 8 B per piece of the surface on each rank, at most 10 million of them.",
    .value = {SCREE_COLUMNS(values)},
    .evaluate = evaluate_angle_of_repose,
};
