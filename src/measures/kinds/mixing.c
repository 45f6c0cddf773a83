// SPDX-License-Identifier: BSD-3-Clause
#include "measures/measure.h"
#include "regions/region.h"
#include <string.h>

// Cells of a grid, and the particles in each: of both components, and of the first one.
typedef struct grid {
    scree_vec3 low;
    double cell;
    size_t n[3];
    uint64_t *count; // 2 per cell
} grid;

enum { MOST_CELLS = 10000000 };

static bool is_first_component(const scree_arrangement *a, const scree_measure_def *d,
                               const scree_arranged *q) {
    bool is = d->larger_than > 0.0 && q->diameter > d->larger_than;
    for (size_t k = 0; k < d->of.n; k++) {
        is |= strcmp(d->of.data[k], a->names->material.data[q->material].name) == 0;
    }
    return is;
}

static bool counts(const scree_arrangement *a, const scree_measure_def *d, size_t i) {
    return scree_arranged_counts(a, i) && scree_measure_has(a, d, a->particle.data[i].whole);
}

// The cells begin at the lowest corner of the region, or of the box around the particles. False: there are too many.
static bool make_grid(const scree_arrangement *a, const scree_measure_def *d, grid *g) {
    scree_vec3 low = vec3(INFINITY, INFINITY, INFINITY), high = vec_scale(-1.0, low);
    for (size_t i = 0; i < a->particle.n; i++) {
        if (counts(a, d, i)) {
            low = vec_min(low, a->particle.data[i].whole);
            high = vec_max(high, a->particle.data[i].whole);
        }
    }
    scree_comm_box(a->comm, &low, &high);
    double cells = 1.0;
    scree_vec3 from, to;
    const bool bounded = d->has_region && scree_region_bounds(a->w, &d->region, &from, &to);
    low = bounded ? vec_min(from, low) : low;
    *g = (grid){.low = low, .cell = d->cell};
    for (int k = 0; k < 3; k++) {
        const double n = fmax(0.0, floor((vec_get(high, k) - vec_get(low, k)) / d->cell)) + 1.0;
        cells *= n;
        g->n[k] = n < 1e9 ? (size_t)n : 0;
    }
    if (!(cells <= MOST_CELLS)) {
        return false;
    }
    g->count = scree_zeros(2 * (size_t)cells * sizeof *g->count);
    return true;
}

static size_t cell_of(const grid *g, scree_vec3 x) {
    size_t at = 0;
    for (int k = 3; k-- > 0;) {
        const size_t i = (size_t)((vec_get(x, k) - vec_get(g->low, k)) / g->cell);
        at = at * g->n[k] + (i < g->n[k] ? i : g->n[k] - 1);
    }
    return at;
}

// With n_k particles in cell k, of which the share p_k belongs to the first component, N and p those of all cells.
static void compare_cells(const grid *g, const scree_measure_def *d, scree_measured *out) {
    const size_t cells = g->n[0] * g->n[1] * g->n[2];
    uint64_t all = 0, first = 0, used = 0;
    for (size_t k = 0; k < cells; k++) {
        const bool is_used = g->count[2 * k] >= (uint64_t)d->least;
        used += is_used;
        all += is_used ? g->count[2 * k] : 0;
        first += is_used ? g->count[2 * k + 1] : 0;
    }
    if (used < 2 || first == 0 || first == all) {
        scree_measure_lacks(out, used < 2 ? "fewer than two cells have particles"
                                          : "the cells have particles of one component only");
        return;
    }
    const double n = (double)all, p = (double)first / n;
    scree_double_double sum = {0.0, 0.0};
    for (size_t k = 0; k < cells; k++) {
        const uint64_t *c = &g->count[2 * k];
        if (c[0] >= (uint64_t)d->least) {
            const double away = (double)c[1] / (double)c[0] - p;
            scree_double_double_add(&sum, (double)c[0] * away * away);
        }
    }
    const double variance = scree_double_double_value(&sum) / n, separated = p * (1.0 - p),
                 random = separated * ((double)used - 1.0) / (n - 1.0);
    out->value[0] = (separated - variance) / (separated - random);
    out->value[1] = variance / separated;
    out->value[2] = p;
    out->value[3] = (double)used;
}

static void evaluate_mixing(const scree_arrangement *a, const scree_measure_def *d, scree_measured *out,
                            scree_measure_rows *rows) {
    grid g;
    (void)rows;
    if (!make_grid(a, d, &g)) {
        scree_measure_lacks(out, "its cells are more than ten millions, or no particle is in its region");
        return;
    }
    for (size_t i = 0; i < a->particle.n; i++) {
        if (counts(a, d, i)) {
            const scree_arranged *q = &a->particle.data[i];
            uint64_t *c = &g.count[2 * cell_of(&g, q->whole)];
            c[0]++;
            c[1] += is_first_component(a, d, q);
        }
    }
    scree_comm_add(a->comm, g.count, 2 * g.n[0] * g.n[1] * g.n[2]);
    compare_cells(&g, d, out);
    scree_free(g.count);
}

static const scree_column values[] = {
    {"lacey", "1", "Lacey's index: 0 where the components are apart, 1 where they are mixed at random.",
     SCREE_MEASURED(0)},
    {"segregation", "1",
     "Intensity of segregation: 1 where the components are apart; (K - 1) / (N - 1) where they are mixed at "
     "random.",
     SCREE_MEASURED(1)},
    {"share", "1", "Share of the first component by number, p.", SCREE_MEASURED(2)},
    {"cells", "1", "Number of cells that count, K.", SCREE_MEASURED(3)},
};

const scree_measure scree_measure_mixing = {
    .doc = "Over K cells with n_k particles or clumps, of which the share p_k belongs to the first "
           "component, N = sum n_k and p its share in all of them: s^2 = sum n_k (p_k - p)^2 / N. "
           "Apart, s_0^2 = p (1 - p); mixed at random, the mean of s^2 over all permutations is s_r^2 = p (1 "
           "- p) (K - 1) / (N - 1). Lacey's index is (s_0^2 - s^2) / (s_0^2 - s_r^2), "
           "the intensity of segregation s^2 / s_0^2. Both depend on the size of the cells: compare values "
           "with equal cells.",
    .source = "Lacey, J. Appl. Chem. 4 (1954) 257, doi:10.1002/jctb.5010040504; intensity: Danckwerts, Appl. "
              "Sci. Res. A 3 (1952) 279. s_r^2 for cells with different numbers of particles is that of "
              "sampling without replacement.",
    .cost = "One pass over particles; 16 B per cell on each rank, at most 10 million cells.",
    .value = {SCREE_COLUMNS(values)},
    .evaluate = evaluate_mixing,
};
