// SPDX-License-Identifier: BSD-3-Clause
#include "skin/skin_check.h"
#include "domain/halo.h"
#include "memory/radix.h"
#include "pairs/pair_list.h"
#include "skin/skin.h"
#include <float.h>
#include <math.h>
#include <string.h>

// Width of the finest cells less the skin, in diameters. Narrow cells follow a flow closely; wide ones allow more motion
// between cells that are not neighbours. A sheared bed 25 diameters deep needed 30 lists in 1000 steps with 1.15, 26 with 1.3
// to 1.5, 30 with 2 and 33 with 3.
static const double cell_diameters = 1.5;
// Bodies up to this fraction of a cell's width belong to its level; the rest is the gap between cells that are not neighbours.
static const double widest_body = 0.8;

enum { BLOCK = 4096 }; // particles per partial sum
enum { AHEAD = 12 };   // particles between a prefetch and its use; makes a check 20 % faster

static scree_span empty_span(void) {
    return (scree_span){{-INFINITY, -INFINITY, -INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, -1.0F, 0.0F};
}

// Extends a span by another one. All members are maxima, so that this is eight times the same operation.
static inline void extend_span(scree_span *to, const scree_span *other) {
    float *a = (float *)to;
    const float *b = (const float *)other;
    for (int k = 0; k < 8; k++) {
        a[k] = a[k] > b[k] ? a[k] : b[k];
    }
}

// Upper bound of the approach of a body of one span to a body of the other, m: of their relative displacement, and of what turns add. The sum of the two
// longest displacements is a bound too, and the better one in a gas.
static inline float between(const scree_span *a, const scree_span *b) {
    if (a->longest < 0.0F || b->longest < 0.0F) {
        return 0.0F;
    }
    float sum = 0.0F;
    for (int axis = 0; axis < 3; axis++) {
        float one = a->up[axis] + b->down[axis], other = b->up[axis] + a->down[axis];
        float d = one > other ? one : other;
        sum += d * d;
    }
    float apart = sqrtf(sum), together = a->longest + b->longest;
    return (apart < together ? apart : together) + (a->turn + b->turn);
}

// What the deformation of the cell since the list was built has taken of a gap between two particles, m: those that were farther apart than that have come
// nearer by the least stretch of the cell. They are not farther apart than two particles that touch, and the gap.
static double shrunk(const scree_world *w, const scree_skin_check *s, double gap) {
    if (!w->cell.deforms) {
        return 0.0;
    }
    const double least = upper_least_stretch(&w->cell.since_list);
    return (1.0 - fmin(least, 1.0)) * (2.0 * s->r_max + w->reach + gap);
}

// ---- the cells, when the list is built --------------------------------------------------------------------------------

// Number of cells of level 0. Along periodic axes a multiple of 4 or 2 if possible, so that coarser levels have half as many.
static size_t divide(scree_skin_check *s, double width) {
    double cells = 1.0;
    for (int axis = 0; axis < 3; axis++) {
        double extent = s->high[axis] - s->low[axis], n = floor(extent / (width * s->stretch[axis]));
        int count = n < 1e6 ? (int)n : 1000000;
        if (s->wraps[axis]) {
            count = count >= 12 ? count & ~3 : count >= 6 ? count & ~1 : count >= 3 ? count : 1;
            s->inverse[axis] = (double)count / extent;
        } else {
            count++;
            s->inverse[axis] = 1.0 / (width * s->stretch[axis]);
        }
        s->level[0].n[axis] = count;
        cells *= (double)count;
    }
    return cells < 1e9 ? (size_t)cells : (size_t)1e9;
}

// Level 0 with cells of this width, m, or wider if there would be too many cells for the particles; then the coarser levels.
static void set_levels(scree_skin_check *s, double width) {
    size_t cells = divide(s, width);
    while (cells > s->n / 2 + 64) {
        width *= 1.26; // halves the number of cells
        cells = divide(s, width);
    }
    s->n_levels = 0;
    s->cells = 0;
    for (bool last = false; !last && s->n_levels < SCREE_SKIN_CHECK_LEVELS;) {
        scree_skin_check_level *l = &s->level[s->n_levels];
        last = true;
        for (int axis = 0; axis < 3; axis++) {
            if (s->n_levels > 0) {
                int n = l[-1].n[axis];
                l->n[axis] = !s->wraps[axis] ? (n + 1) / 2 : n % 2 == 0 && n >= 6 ? n / 2 : 1;
            }
            last &= l->n[axis] == 1;
        }
        l->first = s->cells;
        l->cells = (size_t)l->n[0] * (size_t)l->n[1] * (size_t)l->n[2];
        l->width = width;
        l->own = 0;
        l->r_max = 0.0;
        s->cells += l->cells;
        width *= 2.0;
        s->n_levels++;
    }
}

static size_t cell_index(const scree_skin_check_level *l, const int *c) {
    return l->first + ((size_t)c[2] * (size_t)l->n[1] + (size_t)c[1]) * (size_t)l->n[0] + (size_t)c[0];
}

// Cell of the next coarser level along an axis.
static int parent_of(const scree_skin_check_level *coarse, int axis, int c) {
    return coarse->n[axis] == 1 ? 0 : c / 2;
}

// The cell that a particle belongs to, at the finest level whose cells are wide enough.
static size_t cell_of(const scree_world *w, const scree_skin_check *s, const scree_pos *x, double beyond,
                      int *level) {
    const scree_vec3 at = scree_cell_upright(&w->cell, vec3(x->x, x->y, x->z));
    int c[3], l = 0;
    for (int axis = 0; axis < 3; axis++) {
        double k = floor((vec_get(at, axis) - s->low[axis]) * s->inverse[axis]),
               n = (double)s->level[0].n[axis];
        c[axis] = k > 0.0 ? (k < n ? (int)k : s->level[0].n[axis] - 1) : 0;
    }
    while (l + 1 < s->n_levels && 2.0 * x->r > widest_body * (s->level[l].width - beyond)) {
        l++;
        for (int axis = 0; axis < 3; axis++) {
            c[axis] = parent_of(&s->level[l], axis, c[axis]);
        }
    }
    *level = l;
    return cell_index(&s->level[l], c);
}

static void reserve(scree_skin_check *s, size_t walls) {
    s->start = scree_regrow(s->start, &s->start_capacity, s->cells + 1, sizeof *s->start);
    s->item = scree_regrow(s->item, &s->item_capacity, s->n + 1, sizeof *s->item);
    s->gap = scree_regrow(s->gap, &s->gap_capacity, s->cells * walls + 1, sizeof *s->gap);
    s->checked = scree_regrow(s->checked, &s->checked_capacity, walls + 1, sizeof *s->checked);
}

static void sort_into_cells(const scree_world *w, scree_skin_check *s, const scree_chunks *chunks,
                            scree_scratch *scratch) {
    const size_t n = s->n;
    scree_keyed *item = scree_scratch_take(scratch, 2 * n * sizeof *item);
    uint32_t *count = scree_scratch_take(scratch, (size_t)chunks->threads * SCREE_RADIX * sizeof *count);
    size_t own[SCREE_SKIN_CHECK_LEVELS] = {0};
    double r_max[SCREE_SKIN_CHECK_LEVELS] = {0.0};
#pragma omp parallel for schedule(static) num_threads(chunks->threads) reduction(+ : own)                    \
    reduction(max : r_max)
    for (size_t i = 0; i < n; i++) {
        int level;
        const scree_pos *x = w->p.x + i;
        item[i] = (scree_keyed){(uint32_t)cell_of(w, s, x, w->skin + w->reach, &level), (uint32_t)i};
        own[level]++;
        r_max[level] = x->r > r_max[level] ? x->r : r_max[level];
    }
    const scree_keyed *sorted = scree_radix_sort(item, item + n, n, (uint32_t)(s->cells - 1), chunks, count);
#pragma omp parallel for schedule(static) num_threads(chunks->threads)
    for (int chunk = 0; chunk < chunks->n; chunk++) {
        const size_t first = scree_chunk_first(chunks, n, chunk),
                     last = scree_chunk_first(chunks, n, chunk + 1);
        scree_radix_starts(sorted, n, s->cells, first, last, s->start);
        for (size_t k = first; k < last; k++) {
            s->item[k] = sorted[k].index;
        }
    }
    double finer = 0.0;
    for (int l = 0; l < s->n_levels; l++) {
        finer = r_max[l] > finer ? r_max[l] : finer;
        s->level[l].r_max = finer;
        s->level[l].own = own[l];
    }
}

static void keep_poses(const scree_world *w, scree_skin_check *s) {
    for (size_t k = 0; k < w->wall.n; k++) {
        s->checked[k] = w->wall.data[k].now.pose;
    }
}

// Rounding error of positions, and of their change in a step: half a unit in the last place of the largest coordinate, with a
// margin.
static void set_rounding(const scree_world *w, scree_skin_check *s) {
    s->rounding = 16.0 * DBL_EPSILON * (s->extent + s->farthest + w->skin);
}

// Box of the particles, or of the cell of the simulation along periodic axes, and sizes of bodies.
static void measure(const scree_world *w, scree_skin_check *s, const scree_chunks *chunks,
                    scree_scratch *scratch) {
    const size_t blocks = (w->p.n + BLOCK - 1) / BLOCK; // the same for any number of threads
    scree_double_double *of_block = scree_scratch_take(scratch, (blocks + 1) * sizeof *of_block), sum = {0};
    double r_max = 0.0;
#pragma omp parallel for schedule(static) num_threads(chunks->threads) reduction(max : r_max)
    for (size_t k = 0; k < blocks; k++) {
        of_block[k] = (scree_double_double){0};
        for (size_t i = k * BLOCK; i < (k + 1) * BLOCK && i < w->p.n; i++) {
            const double r = w->p.x[i].r;
            scree_double_double_add(&of_block[k], r);
            r_max = r > r_max ? r : r_max;
        }
    }
    for (size_t k = 0; k < blocks; k++) {
        scree_double_double_join(&sum, &of_block[k]);
    }
    double most[2] = {r_max, 0.0}; // radius, coordinate
    s->n = scree_particles_all(&w->p);
    scree_vec3 low = w->box_low, high = w->box_high;
    scree_cell_cover(&w->cell, &low, &high);
    for (int axis = 0; axis < 3 && s->n > 0; axis++) {
        s->wraps[axis] = w->cell.periodic[axis];
        s->stretch[axis] = vec_get(scree_cell_slant(&w->cell), axis);
        s->low[axis] = vec_get(low, axis);
        s->high[axis] = vec_get(high, axis);
        most[1] = fmax(most[1], fmax(fabs(s->low[axis]), fabs(s->high[axis])));
    }
    uint64_t counts[2] = {w->p.n, s->tested};
    scree_comm_add(w->comm, counts, 2);
    s->total = counts[0];
    s->tested = counts[1];
    scree_comm_add_double_double(w->comm, &sum, 1);
    scree_comm_max(w->comm, most, 2);
    s->mean_diameter = s->total > 0 ? 2.0 * scree_double_double_value(&sum) / (double)s->total : 0.0;
    s->r_max = most[0];
    s->extent = most[1];
    set_rounding(w, s);
}

void scree_skin_check_begin(scree_world *w, const scree_chunks *chunks, scree_scratch *scratch) {
    scree_skin_check *s = w->skin_check;
    s->listed_at = s->checked_at = w->step;
    s->path = s->used = s->used_near = s->farthest = s->shrunk = s->turned = 0.0;
    s->all_checks += s->checks;
    s->checks = 0;
    measure(w, s, chunks, scratch);
    s->review_at = scree_skin_review(w, 0);
    s->pairs = s->walls = s->total > 0 ? w->skin - s->rounding : INFINITY;
    scree_turns_begin(w, &s->turns);
    if (s->n == 0) {
        return;
    }
    set_levels(s, cell_diameters * fmin(2.0 * s->r_max, 2.0 * s->mean_diameter) + w->skin + w->reach);
    reserve(s, w->wall.n);
    sort_into_cells(w, s, chunks, scratch);
    for (size_t k = 0; k < s->cells * w->wall.n; k++) {
        s->gap[k] = -FLT_MIN;
    }
    keep_poses(w, s);
}

void scree_skin_check_free(scree_skin_check *s) {
    scree_free(s->start);
    scree_free(s->item);
    scree_free(s->gap);
    scree_free(s->checked);
    scree_turns_free(&s->turns);
    scree_free(s);
}

// ---- the check --------------------------------------------------------------------------------------------------------

// Displacement along the axes, and its square.
typedef float vec4f __attribute__((vector_size(16)));
typedef int vec4i __attribute__((vector_size(16)));

static inline vec4f vec4f_max(vec4f a, vec4f b) {
    vec4i m = a > b;
    return (vec4f)((m & (vec4i)a) | (~m & (vec4i)b));
}

static inline __attribute__((always_inline)) scree_span
span_of(const scree_world *w, const scree_skin_check *s, size_t c, bool deforms) {
    const scree_period period = w->cell.period;
    if (s->start[c] == s->start[c + 1]) {
        return empty_span();
    }
    vec4f up = {-INFINITY, -INFINITY, -INFINITY, -INFINITY}, down = up;
    for (uint32_t k = s->start[c]; k < s->start[c + 1]; k++) {
        const uint32_t i = s->item[k], soon = s->item[k + AHEAD < s->n ? k + AHEAD : k];
        __builtin_prefetch(w->p.x + soon);
        __builtin_prefetch(w->p.list_x + soon);
        const scree_pos *x = w->p.x + i;
        const scree_vec3 *at = w->p.list_x + i, from = deforms ? scree_cell_carried(&w->cell, *at) : *at;
        // A displacement of more than half the period becomes another image; that is correct, as distances are also taken to
        // the nearest image.
        const double dx = x->x - from.x, dy = x->y - from.y, dz = x->z - from.z;
        const scree_vec3 d =
            deforms ? scree_nearest_leaning(&period, dx, dy, dz) : scree_nearest_upright(&period, dx, dy, dz);
        vec4f u = {(float)d.x, (float)d.y, (float)d.z, (float)vec_norm2(d)};
        up = vec4f_max(up, u);
        down = vec4f_max(down, -u);
    }
    return (scree_span){{up[0], up[1], up[2]}, {down[0], down[1], down[2]}, sqrtf(up[3]), 0.0F};
}

static __attribute__((noinline)) scree_span span_in_deforming(const scree_world *w, const scree_skin_check *s,
                                                              size_t c) {
    return span_of(w, s, c, true);
}

static scree_span span_of_cell(const scree_world *w, const scree_skin_check *s, size_t c) {
    scree_span span = w->cell.deforms ? span_in_deforming(w, s, c) : span_of(w, s, c, false);
    for (uint32_t k = s->start[c]; k < s->start[c + 1] && s->turns.n > 0; k++) {
        span.turn = fmaxf(span.turn, (float)scree_turn_since_list(&w->p, &s->turns, s->item[k]));
    }
    return span;
}

// Joins cells of the next finer level to those of level l. Threads work on different layers of l.
static void join_layers(scree_skin_check *s, const scree_skin_check_level *l, int team) {
    const scree_skin_check_level *fine = l - 1;
#pragma omp parallel for schedule(static) num_threads(team)
    for (int layer = 0; layer < l->n[2]; layer++) {
        const int last = l->n[2] == 1 || 2 * layer + 2 > fine->n[2] ? fine->n[2] : 2 * layer + 2;
        for (int cz = 2 * layer; cz < last; cz++) {
            for (int cy = 0; cy < fine->n[1]; cy++) {
                for (int cx = 0; cx < fine->n[0]; cx++) {
                    const int up[3] = {parent_of(l, 0, cx), parent_of(l, 1, cy), layer}, c[3] = {cx, cy, cz};
                    extend_span(&s->all[cell_index(l, up)], &s->all[cell_index(fine, c)]);
                }
            }
        }
    }
}

static void measure_cells(const scree_world *w, scree_skin_check *s) {
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, s->n))
    for (size_t c = 0; c < s->cells; c++) {
        s->own[c] = s->all[c] = span_of_cell(w, s, c);
    }
    for (int level = 1; level < s->n_levels; level++) {
        join_layers(s, &s->level[level], scree_world_team(w, s->level[level - 1].cells));
    }
}

// Joins each cell of a level with the next one along an axis.
static void join_along(const scree_skin_check_level *l, int axis, bool wraps, const scree_span *from,
                       scree_span *to, int team) {
    const size_t stride = axis == 0 ? 1 : axis == 1 ? (size_t)l->n[0] : (size_t)l->n[0] * (size_t)l->n[1];
    const size_t n = (size_t)l->n[axis];
#pragma omp parallel for schedule(static) num_threads(team)
    for (size_t c = 0; c < l->cells; c++) {
        size_t at = c / stride % n;
        to[c] = from[c];
        if (at + 1 < n) {
            extend_span(&to[c], &from[c + stride]);
        } else if (wraps && n > 1) {
            extend_span(&to[c], &from[c - at * stride]);
        }
    }
}

// Joins blocks of 2 x 2 x 2 cells: any two neighbours are in at least one block. The result is in joined[1].
static void make_blocks(const scree_skin_check *s, const scree_skin_check_level *l, const scree_span *cells,
                        size_t at, int team) {
    join_along(l, 0, s->wraps[0], cells, s->joined[1] + at, team);
    join_along(l, 1, s->wraps[1], s->joined[1] + at, s->joined[0] + at, team);
    join_along(l, 2, s->wraps[2], s->joined[0] + at, s->joined[1] + at, team);
}

// Part of the skin left for pairs of bodies that are neighbours at level l, m.
static double skin_left_at(const scree_world *w, scree_skin_check *s, const scree_skin_check_level *l) {
    int team = scree_world_team(w, l->cells);
    const bool finest = l == s->level, mixed = !finest && l->own > 0;
    make_blocks(s, l, s->all + l->first, 0, team);
    if (mixed) {
        make_blocks(s, l, s->own + l->first, l->cells, team);
    }
    const scree_span *all = s->joined[1], *own = s->joined[1] + l->cells;
    float any = 0.0F, with_own = 0.0F;
#pragma omp parallel for schedule(static) num_threads(team) reduction(max : any, with_own)
    for (size_t c = 0; c < l->cells; c++) {
        float d = between(&all[c], &all[c]);
        any = d > any ? d : any;
        if (mixed) {
            d = between(&own[c], &all[c]);
            with_own = d > with_own ? d : with_own;
        }
    }
    if (finest) {
        return w->skin - shrunk(w, s, w->skin) - (double)any;
    }
    // The gap between bodies of finer levels that are not neighbours there
    double room = l[-1].r_max > 0.0 ? l[-1].width - 2.0 * l[-1].r_max - w->reach : INFINITY;
    room = fmax(room, w->skin);
    return fmin(room - shrunk(w, s, room) - (double)any, w->skin - shrunk(w, s, w->skin) - (double)with_own);
}

static void use_forces_as_scratch(scree_world *w) {
    scree_skin_check *s = w->skin_check;
    scree_scratch *scratch = &w->scratch;
    scree_scratch_begin(scratch, w->pairs.force, w->pairs.n * sizeof *w->pairs.force);
    s->own = scree_scratch_take(scratch, s->cells * sizeof *s->own);
    s->all = scree_scratch_take(scratch, s->cells * sizeof *s->all);
    for (int k = 0; k < 2; k++) { // one level of own and one of all, and their joined spans
        s->joined[k] = scree_scratch_take(scratch, 2 * s->level[0].cells * sizeof(scree_span));
    }
}

static void release_forces(scree_world *w) {
    scree_skin_check *s = w->skin_check;
    const size_t size = sizeof *w->pairs.force, written = (w->scratch.used + size - 1) / size;
    s->own = s->all = s->joined[0] = s->joined[1] = NULL;
    scree_scratch_end(&w->scratch);
    scree_pairs_clear_apart(w, written);
}

void scree_skin_check_run(scree_world *w) {
    scree_skin_check *s = w->skin_check;
    if (s->total == 0) {
        return;
    }
    scree_halo_start(w);
    scree_halo_finish(w);
    double left[2] = {INFINITY, INFINITY}; // pairs, walls
    s->farthest = 0.0;
    if (s->n > 0) {
        use_forces_as_scratch(w);
        measure_cells(w, s);
        s->farthest = (double)s->all[s->cells - 1].longest;
        for (int l = 0; l < s->n_levels; l++) {
            left[0] = fmin(left[0], skin_left_at(w, s, &s->level[l]));
        }
        left[1] = scree_skin_check_of_walls(w, s);
        keep_poses(w, s);
        release_forces(w);
    }
    scree_turns_keep(w, &s->turns);
    s->turned = 0.0;
    scree_comm_max(w->comm, &s->farthest, 1);
    scree_comm_min(w->comm, left, 2);
    set_rounding(w, s);
    // Displacements are stored as floats. This bounds the error of the norm of a difference, and of the sum of two norms.
    const double farthest = s->farthest + (s->turns.tight ? s->r_max : 0.0); // the same on all ranks
    double margin = s->rounding + 16.0 * (double)FLT_EPSILON * farthest;
    s->pairs = left[0] - margin;
    s->walls = left[1] - margin;
    s->used_near = w->skin - fmin(s->pairs, s->walls);
    if (w->domain) { // for bodies of two ranks that are not ghosts on the other rank
        const double gap = w->skin + w->domain->shell;
        s->pairs = fmin(s->pairs, gap - shrunk(w, s, gap) - 2.0 * s->farthest - margin);
    }
    s->shrunk = shrunk(w, s, w->skin);
    s->used = w->skin - fmin(s->pairs, s->walls);
    s->path = 0.0;
    s->checked_at = w->step;
    s->checks++;
}

// Number of checks that cost as much as a new list. The list is rebuilt early if the rest of the skin would be used up in so
// few steps that this check and the following ones cost more per step than a list that lasts `age` steps.
static const double checks_per_list = 50.0;

static bool any_wall_moves(const scree_world *w) {
    bool any = false;
    for (size_t k = 0; k < w->wall.n; k++) {
        any |= w->wall.data[k].moves;
    }
    return any;
}

static bool is_used(scree_world *w, double speed) {
    scree_skin_check *s = w->skin_check;
    s->path += w->dt * speed * (1.0 + 1e-12) + s->rounding;
    double moved[2] = {0.0, 0.0}; // of walls, and of surfaces of bodies by their turns
    const bool walls = any_wall_moves(w);
    if (walls || s->turns.tight) {
        moved[0] = walls ? scree_skin_check_walls_moved(w, s, s->checked) : 0.0;
        moved[1] = scree_turns_since_check(w, &s->turns);
        scree_comm_max(w->comm, moved, 2);
        s->turned = moved[1];
    }
    double pairs_used = 2.0 * (s->path + s->turned) + fmax(shrunk(w, s, w->skin) - s->shrunk, 0.0),
           walls_used = s->path + moved[0];
    bool in_time = pairs_used < s->pairs && walls_used < s->walls;
    if (in_time && w->step < s->review_at) {
        return false;
    }
    const double age = (double)(w->step - s->listed_at), since = (double)(w->step - s->checked_at);
    scree_skin_check_run(w);
    double least =
        age / (checks_per_list + (double)s->checks); // steps until the next check that make it worth while
    double enough = least > 1.0 ? least / since : 0.0;
    return !(s->pairs > enough * pairs_used && s->walls > enough * walls_used) || scree_skin_is_too_large(w);
}

// Chooses the shell by which ghosts are collected beyond the skin: as far as bodies are expected to move, beyond the skin,
// until neighbours have used it up.
static void adapt_shell(scree_world *w) {
    const scree_skin_check *s = w->skin_check;
    if (w->domain && s->checked_at > s->listed_at && s->used_near > 0.0) {
        const double way = s->farthest * w->skin / s->used_near;
        w->domain->shell = fmin(fmax(2.0 * way - w->skin, 0.0), s->mean_diameter);
    }
}

void scree_skin_count_approach(scree_world *w, double speed, double turn) {
    const double of_one = (w->dt * speed + turn) * (1.0 + 1e-12) + w->skin_check->rounding;
    w->pairs.approach += w->cell.deforms ? INFINITY : 2.0 * of_one;
}

bool scree_skin_is_used_up(scree_world *w, double speed) {
    bool used = !w->list_valid || is_used(w, speed);
    if (used) {
        scree_skin_adapt(w, speed);
        adapt_shell(w);
    }
    return used;
}
