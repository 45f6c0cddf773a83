// SPDX-License-Identifier: BSD-3-Clause
// One octree of p4est over the curve of curve.h. p4est knows neither positions nor periodic axes: this file computes the cell
// of a position and wraps distances, so a single tree is sufficient for any box.
//
// Each balance starts with a new forest, so that the subdomains depend only on the current positions of the particles. Ranks
// send sums over a few thousand cubes each, not the positions of all particles.
#include "parallel/comm_mpi.h"
#include "partition/curve.h"
#include "partition/key_histogram.h"
#include "partition/partition.h"
#include <p8est_extended.h>
#include <p8est_search.h>

enum {
    START = 8, // leaves per rank for equal parts, so that each rank has some
    // A leaf is refined if its weight is more than 1/SHARES of the mean of a rank. With 128 the weights of the ranks are within
    // 0.2 % of the mean, with 32 and 64 within 1.2 %; the surface between ranks is the same.
    SHARES = 128,
    ROUND = 3,   // levels by which leaves are refined before the borders of the ranks are moved
    CHUNK = 4096 // balls per search, so that they and p4est's lists of them stay in the cache
};
#define SAME 0.02 // of the box's length: smaller changes of the box are ignored

struct scree_partition {
    scree_comm *comm;
    scree_curve curve;
    scree_borders borders;
    p8est_connectivity_t *cube;
    p8est_t *forest;
    int start_level; // of the equal parts
};

_Static_assert(SCREE_CURVE_LEVELS <= P8EST_QMAXLEVEL,
               "p4est's leaves are at least as fine as the curve's cells");

// ---- leaves and cells ---------------------------------------------------------------------------------------------

// First cell of an octant along axis k.
static uint32_t first_cell(const scree_curve *c, const p8est_quadrant_t *q, int k) {
    const p4est_qcoord_t x[3] = {q->x, q->y, q->z};
    return (uint32_t)x[c->axis[k].slot] >> (P8EST_MAXLEVEL - SCREE_CURVE_LEVELS);
}

static uint64_t first_key(const p8est_quadrant_t *q) {
    const int shift = P8EST_MAXLEVEL - SCREE_CURVE_LEVELS;
    return scree_curve_spread((uint64_t)q->x >> shift) | scree_curve_spread((uint64_t)q->y >> shift) << 1 |
           scree_curve_spread((uint64_t)q->z >> shift) << 2;
}

// Does an octant overlap the box?
static bool used(const scree_curve *c, const p8est_quadrant_t *q) {
    return first_cell(c, q, 0) < c->axis[0].cells && first_cell(c, q, 1) < c->axis[1].cells &&
           first_cell(c, q, 2) < c->axis[2].cells;
}

// ---- equal parts --------------------------------------------------------------------------------------------------

static int refine_start(p8est_t *forest, p4est_topidx_t tree, p8est_quadrant_t *q) {
    (void)tree;
    const scree_partition *p = forest->user_pointer;
    return q->level < p->start_level && used(&p->curve, q);
}

static int weigh_volume(p8est_t *forest, p4est_topidx_t tree, p8est_quadrant_t *q) {
    (void)tree;
    const scree_partition *p = forest->user_pointer;
    return used(&p->curve, q);
}

static int start_level(const scree_curve *c, int size) {
    int level = 0;
    for (double leaves = 1.0; leaves < (double)START * size && level < SCREE_CURVE_LEVELS;) {
        level++;
        leaves = 1.0;
        for (int k = 0; k < 3; k++) {
            const uint32_t edge = 1u << (SCREE_CURVE_LEVELS - level);
            leaves *= c->axis[k].cells > edge ? c->axis[k].cells / edge : 1;
        }
    }
    return level;
}

static void take_borders(scree_partition *p) {
    for (int k = 0; k <= p->borders.size; k++) {
        const p8est_quadrant_t *q = &p->forest->global_first_position[k];
        p->borders.first[k] = q->p.which_tree > 0 ? SCREE_CURVE_END : first_key(q);
    }
}

static void plant(scree_partition *p) {
    if (p->forest) {
        p8est_destroy(p->forest);
    }
    p->start_level = start_level(&p->curve, p->borders.size);
    p->forest = p8est_new(scree_comm_mpi(p->comm), p->cube, 0, NULL, NULL);
    p->forest->user_pointer = p;
    p8est_refine(p->forest, 1, refine_start, NULL);
    p8est_partition_ext(p->forest, 0, weigh_volume);
    take_borders(p);
}

scree_partition *scree_partition_create(scree_comm *c, const scree_cell *cell, scree_vec3 low,
                                        scree_vec3 high) {
    static bool ready;
    if (!ready) {
        sc_init(scree_comm_mpi(c), 0, 0, NULL, SC_LP_ERROR); // no signal handlers, no messages
        p4est_init(NULL, SC_LP_ERROR);
        ready = true;
    }
    scree_partition *p = scree_realloc(NULL, 0, sizeof *p);
    *p = (scree_partition){.comm = c, .borders = {.rank = scree_comm_rank(c), .size = scree_comm_size(c)}};
    p->curve = scree_curve_create(cell, low, high);
    p->borders.first = scree_realloc(NULL, 0, ((size_t)p->borders.size + 1) * sizeof *p->borders.first);
    p->cube = p8est_connectivity_new_unitcube();
    plant(p);
    return p;
}

void scree_partition_destroy(scree_partition *p) {
    if (p) {
        p8est_destroy(p->forest);
        p8est_connectivity_destroy(p->cube);
        scree_free(p->borders.first);
        scree_free(p);
    }
}

// ---- owner of a position ---------------------------------------------------------------------------------------------

int scree_partition_owner(const scree_partition *p, scree_vec3 x) {
    return scree_borders_owner(&p->borders, scree_curve_key(&p->curve, x.x, x.y, x.z));
}

// ---- ranks within reach ----------------------------------------------------------------------------------------------

// A ball for the search: coordinates from the low end of the forest's box, wrapped along periodic axes.
typedef struct sought {
    double low[3], high[3], reach2;
    size_t k;
    int last; // last rank found
} sought;

typedef struct search {
    const scree_partition *p;
    scree_partition_hit *hit;
    void *context;
    double low[3], high[3]; // current octants, m from the low end of the box
    double period[3];       // infinite where not periodic
} search;

// p4est visits the tree along the curve, so ranks are found in ascending order and it is enough to store the last rank of each
// ball.
static int enter(p8est_t *forest, p4est_topidx_t tree, p8est_quadrant_t *q, int from, int to, void *point) {
    (void)tree, (void)point;
    search *s = forest->user_pointer;
    const scree_curve *c = &s->p->curve;
    if ((from == to && from == s->p->borders.rank) || !used(c, q)) {
        return 0;
    }
    const uint32_t edge = 1u << (SCREE_CURVE_LEVELS - q->level);
    for (int k = 0; k < 3; k++) {
        const scree_curve_axis *a = &c->axis[k];
        const uint32_t first = first_cell(c, q, k), end = first + edge < a->cells ? first + edge : a->cells;
        s->low[k] = first / a->scale;
        s->high[k] = end / a->scale;
    }
    return 1;
}

static double most(double a, double b) {
    return a > b ? a : b;
}

static int touch(p8est_t *forest, p4est_topidx_t tree, p8est_quadrant_t *q, int from, int to, void *point) {
    (void)tree, (void)q;
    const search *s = forest->user_pointer;
    sought *b = point;
    if (from == to && from == b->last) {
        return 0;
    }
    double d2 = 0.0;
    for (int k = 0; k < 3; k++) {
        // Distance to the ball and to its images one period above and below. The ball starts within the box.
        double gap = most(s->low[k] - b->high[k], b->low[k] - s->high[k]);
        const double above = b->low[k] + s->period[k] - s->high[k];
        const double below = s->low[k] - (b->high[k] - s->period[k]);
        gap = gap < above ? gap : above;
        gap = gap < below ? gap : below;
        gap = most(gap, 0.0);
        d2 += gap * gap;
    }
    if (!(d2 <= b->reach2)) {
        return 0;
    }
    if (from == to) {
        b->last = from;
        s->hit(s->context, b->k, from);
    }
    return 1;
}

// Coordinates from the low end of the box. Positions beyond an end belong to the cells there, and are moved to it: this
// increases no distance between positions.
static void set_interval(const scree_curve *c, int axis, double low, double high, double *from, double *to) {
    const scree_curve_axis *a = &c->axis[axis];
    *from = scree_cell_fold(&c->cell, axis, low - a->low);
    if (c->cell.periodic[axis]) {
        *to = *from + (high - low);
    } else {
        *from = *from > 0.0 ? *from < a->length ? *from : a->length : 0.0;
        *to = high - a->low;
        *to = *to > 0.0 ? *to < a->length ? *to : a->length : 0.0;
    }
}

// Does this rank own a whole ball? On a Morton curve the low corner of a box has the smallest key and the high corner the
// largest.
static bool all_own(const scree_partition *p, const scree_ball *b, double reach) {
    for (int k = 0; k < 3; k++) {
        const scree_curve_axis *a = &p->curve.axis[k];
        if (p->curve.cell.periodic[k] &&
            !(vec_get(b->low, k) - reach > a->low && vec_get(b->high, k) + reach < a->low + a->length)) {
            return false;
        }
    }
    const uint64_t first = scree_curve_key(&p->curve, b->low.x - reach, b->low.y - reach, b->low.z - reach);
    const uint64_t last = scree_curve_key(&p->curve, b->high.x + reach, b->high.y + reach, b->high.z + reach);
    return p->borders.first[p->borders.rank] <= first && last < p->borders.first[p->borders.rank + 1];
}

void scree_partition_reach(const scree_partition *p, const scree_ball *ball, size_t n,
                           scree_partition_hit *hit, void *context) {
    search s = {.p = p, .hit = hit, .context = context};
    double tolerance = 0.0; // far above the rounding error of a distance within the box
    for (int k = 0; k < 3; k++) {
        const scree_cell *cell = &p->curve.cell;
        s.period[k] = cell->periodic[k] ? cell->period.length[k] : INFINITY;
        tolerance = most(tolerance, 1e-12 * p->curve.axis[k].length);
    }
    sought *some = scree_realloc(NULL, 0, (n < CHUNK ? n : CHUNK) * sizeof *some);
    p->forest->user_pointer = &s;
    for (size_t at = 0; at < n;) {
        size_t count = 0;
        for (; at < n && count < CHUNK; at++) {
            const scree_ball *b = &ball[at];
            const double reach = b->reach * (1.0 + 1e-9) + tolerance;
            if (!all_own(p, b, reach)) {
                sought *t = &some[count++];
                *t = (sought){.reach2 = reach * reach, .k = at, .last = -1};
                for (int k = 0; k < 3; k++) {
                    set_interval(&p->curve, k, vec_get(b->low, k), vec_get(b->high, k), &t->low[k],
                                 &t->high[k]);
                }
            }
        }
        if (count > 0) {
            sc_array_t points;
            sc_array_init_data(&points, some, sizeof *some, count);
            p8est_search_partition(p->forest, 0, enter, touch, &points);
        }
    }
    scree_free(some);
}

// ---- balance ------------------------------------------------------------------------------------------------------

// Particles in the subdomain of this rank, in the order of the curve.
typedef struct cube_counts {
    scree_key_count *counts;
    uint64_t *weight_to, *n_to; // [k]: sum over the first k
    size_t n;
    uint64_t share; // heavier leaves are refined
    int limit;      // but not beyond this level
    bool more;      // some leaf would be refined beyond it
    int shift;      // weights are shifted right by this, as p4est needs 31 bits
} cube_counts;

// Number of particles in an octant, and their weight.
static uint64_t count(const cube_counts *c, const p8est_quadrant_t *q, uint64_t *weight) {
    const uint64_t key = first_key(q), end = key + ((uint64_t)1 << 3 * (SCREE_CURVE_LEVELS - q->level));
    const size_t from = scree_key_counts_find(c->counts, c->n, key),
                 to = from + scree_key_counts_find(c->counts + from, c->n - from, end);
    *weight = c->weight_to[to] - c->weight_to[from];
    return c->n_to[to] - c->n_to[from];
}

static int refine_heavy(p8est_t *forest, p4est_topidx_t tree, p8est_quadrant_t *q) {
    (void)tree;
    cube_counts *c = forest->user_pointer;
    uint64_t weight;
    const bool heavy = count(c, q, &weight) > 1 && weight > c->share, may = q->level < c->limit;
    c->more |= heavy && !may;
    return heavy && may;
}

static int weigh_places(p8est_t *forest, p4est_topidx_t tree, p8est_quadrant_t *q) {
    (void)tree;
    const cube_counts *c = forest->user_pointer;
    uint64_t weight;
    count(c, q, &weight);
    return (int)(weight >> c->shift);
}

// One round: counts in the cubes of level c->limit go to their owners, leaves are refined to that level where they are heavy,
// and new borders.
static void round_of_balance(scree_partition *p, const scree_key_count *x, size_t n, cube_counts *c) {
    size_t own;
    scree_key_count *mine = scree_key_counts_merged(x, n, c->limit, &own);
    c->counts = scree_key_counts_route(p->comm, &p->borders, mine, own, &c->n);
    c->weight_to = scree_realloc(NULL, 0, 2 * (c->n + 1) * sizeof *c->weight_to);
    c->n_to = c->weight_to + c->n + 1;
    c->weight_to[0] = c->n_to[0] = 0;
    for (size_t k = 0; k < c->n; k++) {
        c->weight_to[k + 1] = c->weight_to[k] + c->counts[k].weight;
        c->n_to[k + 1] = c->n_to[k] + c->counts[k].n;
    }
    c->more = false;
    p->forest->user_pointer = c;
    p8est_refine(p->forest, 1, refine_heavy, NULL);
    p8est_partition_ext(p->forest, 0, weigh_places);
    take_borders(p);
    scree_free(c->weight_to);
    scree_free(c->counts);
}

// Adapts the curve's box to the particles. Changes of less than SAME are ignored, so that few particles change their owner.
static void follow(scree_partition *p, scree_vec3 low, scree_vec3 high, const scree_pos *x,
                   const uint32_t *weight, size_t n) {
    const scree_cell *cell = &p->curve.cell;
    bool same = true;
    scree_curve_fit(p->comm, cell, &low, &high, x, weight, n);
    const scree_curve fresh = scree_curve_create(cell, low, high);
    for (int k = 0; k < 3; k++) {
        const scree_curve_axis *a = &p->curve.axis[k], *b = &fresh.axis[k];
        same &= cell->periodic[k] || (fabs(b->low - a->low) <= SAME * a->length &&
                                      fabs(b->low + b->length - a->low - a->length) <= SAME * a->length);
    }
    p->curve = same ? p->curve : fresh;
}

void scree_partition_balance(scree_partition *p, scree_vec3 low, scree_vec3 high, const scree_pos *x,
                             const uint32_t *weight, size_t n) {
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += weight[i];
    }
    scree_comm_add(p->comm, &sum, 1);
    if (sum > 0) {
        follow(p, low, high, x, weight, n);
    }
    plant(p);
    if (sum == 0) {
        return;
    }
    scree_key_count *all = scree_realloc(NULL, 0, n * sizeof *all);
    for (size_t i = 0; i < n; i++) {
        all[i] = (scree_key_count){scree_curve_key(&p->curve, x[i].x, x[i].y, x[i].z), weight[i], 1};
    }
    all = scree_key_counts_sorted(all, n);
    cube_counts c = {
        .share = sum / ((uint64_t)SHARES * (uint64_t)p->borders.size), .limit = p->start_level, .more = true};
    while (sum >> c.shift > INT32_MAX) {
        c.shift++;
    }
    while (c.more && c.limit < SCREE_CURVE_LEVELS) {
        c.limit = c.limit + ROUND < SCREE_CURVE_LEVELS ? c.limit + ROUND : SCREE_CURVE_LEVELS;
        round_of_balance(p, all, n, &c);
        c.more = scree_comm_any(p->comm, c.more);
    }
    scree_free(all);
}
