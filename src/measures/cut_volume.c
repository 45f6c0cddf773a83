// SPDX-License-Identifier: BSD-3-Clause
// A sphere is cut into slices across one axis of the region: the slice at the distance t from the centre is a disc of radius sqrt(r^2 - t^2), and the area that
// it has in common with the rectangle or disc of the region is in closed form. The integral over t goes piece by piece between the places where that form changes.
#include "measures/cut_volume.h"
#include "maths/math.h"
#include <stdlib.h>

// ---- areas -------------------------------------------------------------------------------------------------

static double arc_cosine(double c) {
    const double x = c > 1.0 ? 1.0 : c < -1.0 ? -1.0 : c;
    return x == -1.0 ? SCREE_PI : 2.0 * scree_atan(sqrt((1.0 - x) / (1.0 + x)));
}

// Part of a disc of radius s about the origin with x <= a.
static double half_disc(double s, double a) {
    if (a <= -s || a >= s) {
        return a <= -s ? 0.0 : SCREE_PI * s * s;
    }
    return s * s * (SCREE_PI - arc_cosine(a / s)) + a * sqrt(s * s - a * a);
}

// Part with x <= a and y <= b.
static double quarter_disc(double s, double a, double b) {
    const double of_a = half_disc(s, a), of_b = half_disc(s, b), whole = SCREE_PI * s * s;
    if (a <= -s || b <= -s) {
        return 0.0;
    }
    if (a * a + b * b < s * s) { // the corner is in the disc
        return 0.5 * (of_a + of_b) + a * b - 0.25 * whole;
    }
    return a >= 0.0 && b >= 0.0 ? of_a + of_b - whole : a < 0.0 && b < 0.0 ? 0.0 : a < 0.0 ? of_a : of_b;
}

// Part of a disc of radius s between its edge and a chord h away from it. The half angle t of the chord is small in wide discs: t - sin t cos t is a series then.
static double segment(double s, double h) {
    const double t = h < 2.0 * s ? 2.0 * scree_atan(sqrt(h / (2.0 * s - h))) : SCREE_PI, u = 4.0 * (t * t);
    const double rest = t < 0.05
                            ? 2.0 / 3.0 * (t * t * t) * (1.0 - u / 20.0 * (1.0 - u / 42.0 * (1.0 - u / 72.0)))
                            : t - sqrt(h * (2.0 * s - h)) * (s - h) / (s * s);
    return s * s * rest;
}

// Area that discs of radii s and R, a distance d apart, have in common.
static double two_discs(double s, double R, double d) {
    const double least = s < R ? s : R;
    if (d >= s + R || s <= 0.0) {
        return 0.0;
    }
    return d <= fabs(R - s) ? SCREE_PI * least * least
                            : segment(s, (R - (d - s)) * (R + (d - s)) / (2.0 * d)) +
                                  segment(R, (s - (d - R)) * (s + (d - R)) / (2.0 * d));
}

// ---- slices ------------------------------------------------------------------------------------------------

// A region as seen from the centre of the sphere: slices from t = from to `to` have the cross section of a rectangle, or, with R > 0, of a disc a distance d away.
typedef struct section {
    double r, from, to, low[2], high[2], R, d;
} section;

static double area_of(const section *c, double s) {
    if (c->R > 0.0) {
        return two_discs(s, c->R, c->d);
    }
    return (quarter_disc(s, c->high[0], c->high[1]) - quarter_disc(s, c->low[0], c->high[1])) -
           (quarter_disc(s, c->high[0], c->low[1]) - quarter_disc(s, c->low[0], c->low[1]));
}

// Integral from t = a to b by Gauss's rule with eight points on each half. The variable u with t = a + (b - a) u^3 (10 - 15 u + 6 u^2) makes the roots at the ends smooth.
static double integral(const section *c, double a, double b) {
    static const double place[4] = {0.18343464249564980, 0.52553240991632899, 0.79666647741362674,
                                    0.96028985649753623},
                        weight[4] = {0.36268378337836198, 0.31370664587788729, 0.22238103445337447,
                                     0.10122853629037626};
    double sum = 0.0;
    for (int half = 0; half < 2; half++) {
        for (int k = 0; k < 8; k++) {
            const double p = k % 2 ? place[k / 2] : -place[k / 2], u = 0.5 * half + 0.25 * (1.0 + p),
                         t = a + (b - a) * (u * u * u * (10.0 - 15.0 * u + 6.0 * u * u)),
                         grows = 30.0 * (u * u) * ((1.0 - u) * (1.0 - u)), s2 = c->r * c->r - t * t;
            sum += 0.25 * weight[k / 2] * grows * (b - a) * area_of(c, s2 > 0.0 ? sqrt(s2) : 0.0);
        }
    }
    return sum;
}

static int by_size(const void *x, const void *y) {
    const double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

// The form of the area changes where the slice reaches an edge, a corner or a circle: at these radii.
static int radii_of(const section *c, double *s) {
    int n = 0;
    if (c->R > 0.0) {
        s[n++] = fabs(c->R - c->d);
        s[n++] = c->R + c->d;
        return n;
    }
    for (int i = 0; i < 2; i++) {
        s[n++] = fabs(c->low[i]);
        s[n++] = fabs(c->high[i]);
    }
    for (int i = 0; i < 4; i++) {
        const double a = i & 1 ? c->low[0] : c->high[0], b = i & 2 ? c->low[1] : c->high[1];
        s[n++] = sqrt(a * a + b * b);
    }
    return n;
}

static double volume_of(const section *c) {
    double s[8], t[2 * 8 + 3];
    const double from = fmax(c->from, -c->r), to = fmin(c->to, c->r);
    int n = 0;
    if (from >= to) {
        return 0.0;
    }
    t[n++] = from;
    t[n++] = to;
    t[n++] = fmin(fmax(0.0, from), to); // the slices are largest there
    for (int k = radii_of(c, s); k-- > 0;) {
        const double t2 = c->r * c->r - s[k] * s[k], at = t2 > 0.0 ? sqrt(t2) : 0.0;
        if (t2 > 0.0 && -at > from && -at < to) {
            t[n++] = -at;
        }
        if (t2 > 0.0 && at > from && at < to) {
            t[n++] = at;
        }
    }
    qsort(t, (size_t)n, sizeof *t, by_size);
    double sum = 0.0;
    for (int k = 1; k < n; k++) {
        sum += t[k] > t[k - 1] ? integral(c, t[k - 1], t[k]) : 0.0;
    }
    return sum;
}

// ---- regions -----------------------------------------------------------------------------------------------

// Part of a sphere about the origin with x <= a.
static double cap(double r, double a) {
    const double h = fmin(fmax(a + r, 0.0), 2.0 * r);
    return SCREE_PI * h * h * (r - h / 3.0);
}

static double in_box(const scree_region *region, scree_vec3 x, double r) {
    double low[3], high[3], plane = 0.0;
    int cuts = 0;
    for (int k = 0; k < 3; k++) {
        low[k] = vec_get(region->min, k) - vec_get(x, k);
        high[k] = vec_get(region->max, k) - vec_get(x, k);
        if (low[k] >= r || high[k] <= -r) {
            return 0.0;
        }
        if (low[k] > -r) {
            cuts++, plane = -low[k];
        }
        if (high[k] < r) {
            cuts++, plane = high[k];
        }
    }
    if (cuts <= 1) {
        return cuts == 0 ? scree_sphere_volume(r) : cap(r, plane);
    }
    const section c = {
        .r = r, .from = low[2], .to = high[2], .low = {low[0], low[1]}, .high = {high[0], high[1]}};
    return volume_of(&c);
}

static double in_cylinder(const scree_region *region, scree_vec3 x, double r) {
    const scree_vec3 from = vec_sub(x, region->point);
    const double along = vec_dot(from, region->axis), rest = region->length - along,
                 away = vec_norm(vec_add_scaled(from, -along, region->axis));
    if (along <= -r || rest <= -r || away >= region->radius + r) {
        return 0.0;
    }
    if (away + r <= region->radius) {
        return cap(r, rest) - cap(r, -along);
    }
    const section c = {.r = r, .from = -along, .to = rest, .R = region->radius, .d = away};
    return volume_of(&c);
}

// Two caps.
static double in_sphere(const scree_region *region, scree_vec3 x, double r) {
    const double R = region->radius, d = vec_norm(vec_sub(x, region->point));
    if (d >= r + R) {
        return 0.0;
    }
    if (d <= fabs(R - r)) {
        return scree_sphere_volume(fmin(r, R));
    }
    const double a = (d * d + r * r - R * R) / (2.0 * d);
    return cap(r, -a) + cap(R, a - d);
}

double scree_cut_volume(const scree_region *region, scree_vec3 x, double r) {
    switch (region->kind) {
    case SCREE_REGION_BOX:
        return in_box(region, x, r);
    case SCREE_REGION_CYLINDER:
        return in_cylinder(region, x, r);
    case SCREE_REGION_SPHERE:
        return in_sphere(region, x, r);
    case SCREE_REGION_NONE:
    case SCREE_REGION_HALF_SPACE:
    case SCREE_REGION_MESH:
    case SCREE_REGION_FACE:
        break;
    }
    return NAN;
}
