// SPDX-License-Identifier: BSD-3-Clause
// Distances between particles. Partners may be farther away than ghosts reach, so each rank gets the places of all of them; they are sorted into cells as wide as the longest distance.
#include "maths/math.h"
#include "measures/measure.h"
#include "regions/region.h"

enum { MOST_CELLS = 10000000 };
static const char no_volume[] = "it has no region, and the domain is not periodic along all axes",
                  too_far[] = "`to` is longer than the domain",
                  all_near_border[] = "no particle is as far from the border of its region as `to`",
                  too_wide[] = "its region is more than 10 million cells as wide as `to`";

typedef struct places {
    SCREE_ARRAY(scree_vec3) x;
    scree_vec3 low;
    size_t n[3];
    size_t *begin; // of each cell, in x
} places;

static bool is_there(const scree_arrangement *a, const scree_measure_def *d, size_t i) {
    return scree_arranged_counts(a, i) && scree_measure_has(a, d, a->particle.data[i].whole);
}

// The places of all ranks, and their images within `to` of the domain. Returns their number without images.
static size_t gather(const scree_arrangement *a, const scree_measure_def *d, places *p) {
    SCREE_ARRAY(scree_vec3) own = {0};
    size_t size;
    for (size_t i = 0; i < a->particle.n; i++) {
        if (is_there(a, d, i)) {
            scree_array_push(&own, a->particle.data[i].whole);
        }
    }
    scree_vec3 *all = scree_comm_share(a->comm, own.data, own.n * sizeof *own.data, &size);
    const size_t n = size / sizeof *all;
    for (size_t i = 0; i < n; i++) {
        for (int image = 0; image < 27; image++) {
            const int shift[3] = {image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1};
            double at[3];
            bool near = true;
            for (int k = 0; k < 3; k++) {
                at[k] = vec_get(all[i], k) + shift[k] * a->cell.period.length[k];
                near &= shift[k] == 0 || (a->cell.periodic[k] && at[k] >= vec_get(a->cell.low, k) - d->to &&
                                          at[k] <= vec_get(a->cell.high, k) + d->to);
            }
            if (near) {
                scree_array_push(&p->x, vec3(at[0], at[1], at[2]));
            }
        }
    }
    scree_free(all);
    scree_array_free(&own);
    return n;
}

static size_t cell_at(const places *p, const double at[3]) {
    return ((size_t)at[2] * p->n[1] + (size_t)at[1]) * p->n[0] + (size_t)at[0];
}

static void coordinates(const places *p, scree_vec3 x, double to, double at[3]) {
    for (int k = 0; k < 3; k++) {
        at[k] = floor((vec_get(x, k) - vec_get(p->low, k)) / to);
    }
}

// Sorts the places by cells. False: these are too many.
static bool sort(places *p, double to) {
    scree_vec3 high = vec3(-INFINITY, -INFINITY, -INFINITY);
    double cells = 1.0, at[3];
    p->low = vec_scale(-1.0, high);
    for (size_t i = 0; i < p->x.n; i++) {
        p->low = vec_min(p->low, p->x.data[i]);
        high = vec_max(high, p->x.data[i]);
    }
    coordinates(p, high, to, at);
    for (int k = 0; k < 3; k++) {
        cells *= at[k] + 1.0;
        p->n[k] = at[k] < MOST_CELLS ? (size_t)at[k] + 1 : 0;
    }
    if (!(cells <= MOST_CELLS)) {
        return false;
    }
    const size_t n = (size_t)cells;
    p->begin = scree_zeros((n + 2) * sizeof *p->begin);
    scree_vec3 *sorted = scree_realloc(NULL, 0, (p->x.n + 1) * sizeof *sorted);
    for (size_t i = 0; i < p->x.n; i++) {
        coordinates(p, p->x.data[i], to, at);
        p->begin[cell_at(p, at) + 2]++;
    }
    for (size_t k = 2; k < n + 2; k++) {
        p->begin[k] += p->begin[k - 1];
    }
    for (size_t i = 0; i < p->x.n; i++) {
        coordinates(p, p->x.data[i], to, at);
        sorted[p->begin[cell_at(p, at) + 1]++] = p->x.data[i];
    }
    scree_free(p->x.data);
    p->x.data = sorted;
    p->x.capacity = p->x.n + 1;
    return true;
}

static void count_around(const places *p, const scree_measure_def *d, scree_vec3 x, uint64_t *bin) {
    double at[3];
    coordinates(p, x, d->to, at);
    for (int k = 0; k < 27; k++) {
        const double c[3] = {at[0] + k % 3 - 1, at[1] + k / 3 % 3 - 1, at[2] + k / 9 - 1};
        bool in = true;
        for (int j = 0; j < 3; j++) {
            in &= c[j] >= 0.0 && c[j] < (double)p->n[j];
        }
        for (size_t i = in ? p->begin[cell_at(p, c)] : 0, end = in ? p->begin[cell_at(p, c) + 1] : 0; i < end;
             i++) {
            const double r = vec_norm(vec_sub(p->x.data[i], x));
            if (r > 0.0 && r < d->to) {
                const size_t b = (size_t)(r / d->to * d->bins);
                bin[b < (size_t)d->bins ? b : (size_t)d->bins - 1]++;
            }
        }
    }
}

static void put(const scree_measure_def *d, const uint64_t *bin, double centres, double density,
                scree_measured *out, scree_measure_rows *rows) {
    const double width = d->to / d->bins;
    out->value[1] = -1.0;
    for (int k = 0; k < d->bins; k++) {
        const double r = k * width, far = r + width,
                     shell = 4.0 / 3.0 * SCREE_PI * (far * far * far - r * r * r),
                     g = (double)bin[k] / (centres * density * shell);
        if (g > out->value[1]) {
            out->value[0] = r + 0.5 * width;
            out->value[1] = g;
        }
        if (rows) {
            scree_array_push(rows, r + 0.5 * width);
            scree_array_push(rows, g);
        }
    }
}

static void evaluate_radial_distribution(const scree_arrangement *a, const scree_measure_def *d,
                                         scree_measured *out, scree_measure_rows *rows) {
    const double *period = a->cell.period.length;
    const bool all_periodic = a->cell.periodic[0] && a->cell.periodic[1] && a->cell.periodic[2];
    const double volume =
        d->has_region ? scree_region_volume(a->w, &d->region) : period[0] * period[1] * period[2];
    if (!d->has_region && (!all_periodic || d->to > fmin(period[0], fmin(period[1], period[2])))) {
        scree_measure_lacks(out, all_periodic ? too_far : no_volume);
        return;
    }
    places p = {0};
    const size_t n = gather(a, d, &p);
    if (n == 0 || !sort(&p, d->to)) {
        scree_measure_lacks(out, n == 0 ? all_near_border : too_wide);
        scree_array_free(&p.x);
        return;
    }
    uint64_t *bin = scree_zeros(((size_t)d->bins + 1) * sizeof *bin), *centres = &bin[d->bins];
    for (size_t i = 0; i < a->particle.n; i++) {
        const scree_vec3 x = a->particle.data[i].whole;
        if (is_there(a, d, i) && (!d->has_region || scree_region_holds(a->w, &d->region, x, d->to))) {
            count_around(&p, d, x, bin);
            ++*centres;
        }
    }
    scree_comm_add(a->comm, bin, (size_t)d->bins + 1);
    if (*centres == 0) {
        scree_measure_lacks(out, all_near_border);
    } else {
        put(d, bin, (double)*centres, (double)n / volume, out, rows);
    }
    scree_free(bin);
    scree_free(p.begin);
    scree_array_free(&p.x);
}

static const scree_column values[] = {
    {"peak_distance", "m", "Distance with the largest g.", SCREE_MEASURED(0)},
    {"peak", "1", "The largest g.", SCREE_MEASURED(1)},
};

static const scree_column columns[] = {
    {"r", "m", "Distance of the centres, middle of a bin.", .when = NULL},
    {"g", "1", "g there.", .when = NULL},
};

const scree_measure scree_measure_radial_distribution = {
    .doc = "g(r) = n(r) / (N_c rho V(r)): n(r) is the number of pairs of a centre and another free particle "
           "or clump whose distance is in a bin around r, V(r) the volume of that shell, rho the number of "
           "particles per volume of the "
           "region. The N_c centres are the particles that are at least `to` away from the border of the "
           "region, so that no shell is cut; without a region, in a domain that is periodic along all axes, "
           "all of them.",
    .source = "Allen and Tildesley, Computer Simulation of Liquids (1987), section 6.2.",
    .cost =
        "N_c times the particles within about 1.5 `to`; 24 B for each particle of all ranks on each rank.",
    .value = {SCREE_COLUMNS(values)},
    .column = columns,
    .n_columns = 2,
    .evaluate = evaluate_radial_distribution,
};
