// SPDX-License-Identifier: BSD-3-Clause
#include "fields/fields.h"
#include "fields/lucy.h"
#include "memory/radix.h"
#include <string.h>

enum {
    SUMS = SCREE_FIELDS_SUMS,
    GRID = 3,
    OF_PARTICLE = SCREE_FIELDS_CONTACTS,
    MOST = OF_PARTICLE,
    NODES = 64
};

// Values that are spread over the kernel around a point or along a segment, to the sums from `first` on.
typedef struct source {
    scree_vec3 x, d; // the point, or the beginning of the segment, and from there to its end
    bool is_segment;
    int first, n;
    double value[MOST];
} source;

void scree_fields_begin(scree_fields *f, const scree_fields_def *def) {
    *f = (scree_fields){.def = *def, .n = {1, 1, 1}, .cells = 1};
    for (int k = 0; k < 3; k++) {
        f->n[k] = def->along == GRID ? (int)vec_get(def->cells, k) : k == def->along ? def->bins : 1;
        f->cells *= (size_t)f->n[k];
    }
    const scree_vec3 size = vec_sub(def->max, def->min);
    f->width = vec3(size.x / f->n[0], size.y / f->n[1], size.z / f->n[2]);
    f->sum = scree_zeros(f->cells * 2 * SUMS * sizeof *f->sum);
}

void scree_fields_clear(scree_fields *f) {
    scree_free(f->sum);
    *f = (scree_fields){.cells = 0};
}

scree_vec3 scree_fields_place(const scree_fields *f, size_t cell) {
    double x[3];
    for (int k = 0; k < 3; k++) {
        const size_t n = (size_t)f->n[k];
        x[k] = vec_get(f->def.min, k) + ((double)(cell % n) + 0.5) * vec_get(f->width, k);
        cell /= n;
    }
    return vec3(x[0], x[1], x[2]);
}

// ---- what is spread ----------------------------------------------------------------------------------------

static void products(scree_vec3 a, double to[6]) {
    const double p[6] = {a.x * a.x, a.y * a.y, a.z * a.z, a.x * a.y, a.x * a.z, a.y * a.z};
    memcpy(to, p, sizeof p);
}

// touches: contacts of the row with particles. False: it has nothing.
static bool source_of_particle(const scree_arrangement *a, size_t i, const double *touches, source *s) {
    const scree_arranged *q = &a->particle.data[i];
    *s = (source){.x = q->whole, .n = OF_PARTICLE};
    double *v = s->value;
    v[SCREE_FIELDS_TOUCHES] = q->counts && !q->fixed ? touches[i] : 0.0;
    if (scree_arranged_counts(a, i)) {
        v[SCREE_FIELDS_MASS] = q->m;
        vec_to_array(vec_scale(q->m, q->v), v + SCREE_FIELDS_MOMENTUM);
        products(q->v, v + SCREE_FIELDS_FLUX);
        for (int k = 0; k < 6; k++) {
            v[SCREE_FIELDS_FLUX + k] *= q->m;
        }
        v[SCREE_FIELDS_VOLUME] = scree_sphere_volume(0.5 * q->diameter);
        v[SCREE_FIELDS_PARTICLES] = 1.0;
        v[SCREE_FIELDS_HEAT] = isnan(q->temperature) ? 0.0 : q->m * q->temperature;
    }
    s->n = v[SCREE_FIELDS_HEAT] == 0.0 ? SCREE_FIELDS_HEAT : OF_PARTICLE;
    return v[SCREE_FIELDS_PARTICLES] > 0.0 || v[SCREE_FIELDS_TOUCHES] > 0.0;
}

// The force on a free particle, and from where to where it acts.
typedef struct branch {
    scree_vec3 from, d, point, force;
    bool of_wall, none; // none: both are fixed
} branch;

static branch branch_of(const scree_arrangement *a, const scree_arranged_contact *c) {
    const bool wall = c->b == SCREE_ARRANGED_WALL, fixed_a = a->particle.data[c->a].fixed,
               fixed_b = wall || a->particle.data[c->b].fixed;
    const scree_vec3 point = vec_add(a->particle.data[c->a].whole, c->arm[0]);
    const int from = fixed_a; // 0: from a
    return (branch){.from = vec_sub(point, c->arm[from]),
                    .d = fixed_a || fixed_b ? c->arm[from] : vec_sub(c->arm[0], c->arm[1]),
                    .point = point,
                    .force = vec_scale(fixed_a ? -1.0 : 1.0, c->force),
                    .of_wall = fixed_a || fixed_b,
                    .none = fixed_a && fixed_b};
}

static source source_of_stress(const branch *b) {
    source s = {.x = b->from, .d = b->d, .is_segment = true, .first = SCREE_FIELDS_STRESS, .n = 9};
    for (int i = 0; i < 3; i++) {
        vec_to_array(vec_scale(vec_get(b->force, i), b->d), s.value + 3 * i);
    }
    return s;
}

// Contacts, their normals, and the force of walls.
static source source_of_point(const scree_arranged_contact *c, const branch *b, bool touches) {
    source s = {.x = b->point,
                .first = SCREE_FIELDS_CONTACTS,
                .n = (b->of_wall ? SCREE_FIELDS_STRESS : SCREE_FIELDS_WALLS) - SCREE_FIELDS_CONTACTS};
    s.value[0] = touches;
    if (touches) {
        products(c->normal, s.value + SCREE_FIELDS_NORMALS - SCREE_FIELDS_CONTACTS);
    }
    if (b->of_wall) {
        vec_to_array(b->force, s.value + SCREE_FIELDS_WALLS - SCREE_FIELDS_CONTACTS);
    }
    return s;
}

// ---- spreading ---------------------------------------------------------------------------------------------

// Knuth's two-sum, as in maths/double_double.h, for some sums in a row.
static void add(double *restrict high, double *restrict low, const double *restrict value, int n,
                double weight) {
#pragma omp simd
    for (int k = 0; k < n; k++) {
        const double x = weight * value[k], t = high[k] + x, z = t - high[k];
        low[k] += (high[k] - (t - z)) + (x - z);
        high[k] = t;
    }
}

static void add_to(const scree_fields *f, size_t cell, const source *s, double weight) {
    double *high = f->sum + cell * 2 * SUMS + s->first;
    if (weight != 0.0) {
        add(high, high + SUMS, s->value, s->n, weight);
    }
}

// Centres of cells relative to a source.
typedef struct nodes {
    int n;
    size_t cell[NODES];
    double x[NODES], y[NODES], z[NODES];
} nodes;

static void add_to_nodes(const scree_fields *f, const source *s, const scree_lucy_line *line, nodes *at) {
    const double R = f->def.radius;
    double weight[NODES];
    if (line) {
#pragma omp simd
        for (int i = 0; i < at->n; i++) {
            weight[i] = scree_lucy_segment(line, vec3(at->x[i], at->y[i], at->z[i]), R);
        }
    } else {
#pragma omp simd
        for (int i = 0; i < at->n; i++) {
            weight[i] = scree_lucy(at->x[i] * at->x[i] + at->y[i] * at->y[i] + at->z[i] * at->z[i], R);
        }
    }
    for (int i = 0; i < at->n; i++) {
        add_to(f, at->cell[i], s, weight[i]);
    }
    at->n = 0;
}

static double smaller(double a, double b) {
    return a < b ? a : b;
}

static double larger(double a, double b) {
    return a > b ? a : b;
}

// The cells first .. last along an axis whose centres are from `low` to `high`, m from the lower corner.
static void cells_between(const scree_fields *f, int axis, double low, double high, int *first, int *last) {
    const double each = 1.0 / vec_get(f->width, axis), n = f->n[axis], from = ceil(low * each - 0.5),
                 to = floor(high * each - 0.5);
    *first = (int)smaller(larger(from, 0.0), n);
    *last = (int)larger(smaller(to, n - 1.0), -1.0);
}

// Adds one image of the source, that at x, to the rows of cells that are those of this thread.
static void spread_image(const scree_fields *f, const source *s, const scree_lucy_line *line, scree_vec3 x,
                         int thread, int threads) {
    const scree_vec3 at = vec_sub(x, f->def.min), w = f->width, d = s->d;
    const double R = f->def.radius * (1.0 + 1e-9), far2 = R * R, d2 = d.y * d.y + d.z * d.z,
                 along = d2 > 0.0 ? 1.0 / d2 : 0.0;
    int first[3], last[3];
    for (int k = 0; k < 3; k++) {
        const double from = vec_get(at, k), to = from + vec_get(d, k);
        cells_between(f, k, smaller(from, to) - R, larger(from, to) + R, &first[k], &last[k]);
    }
    nodes close;
    close.n = 0;
    for (int k = first[2]; k <= last[2]; k++) {
        const double z = f->def.min.z + (k + 0.5) * w.z - x.z;
        for (int j = first[1]; j <= last[1]; j++) {
            const int row = k * f->n[1] + j;
            if (threads > 1 && row % threads != thread) {
                continue;
            }
            // The distance from the row to the source, across the row.
            const double y = f->def.min.y + (j + 0.5) * w.y - x.y,
                         t = smaller(larger((y * d.y + z * d.z) * along, 0.0), 1.0), dy = y - t * d.y,
                         dz = z - t * d.z;
            if (dy * dy + dz * dz > far2) {
                continue;
            }
            for (int i = first[0]; i <= last[0]; i++) {
                close.cell[close.n] = (size_t)row * (size_t)f->n[0] + (size_t)i;
                close.x[close.n] = f->def.min.x + (i + 0.5) * w.x - x.x;
                close.y[close.n] = y;
                close.z[close.n] = z;
                if (++close.n == NODES) {
                    add_to_nodes(f, s, line, &close);
                }
            }
        }
    }
    add_to_nodes(f, s, line, &close);
}

// The periods along an axis that bring a place to the box of the fields, or within `far` of it: from of[0] to of[1].
static void periods(const scree_fields *f, const scree_cell *cell, int axis, scree_vec3 x, double far,
                    int of[2]) {
    of[0] = of[1] = 0;
    if (cell->periodic[axis]) {
        const double most = 100.0, length = cell->period.length[axis], at = vec_get(x, axis);
        of[0] = (int)larger(ceil((vec_get(f->def.min, axis) - far - at) / length), -most);
        of[1] = (int)smaller(floor((vec_get(f->def.max, axis) + far - at) / length), most);
    }
}

// All images: a period along z may displace along y and x too, one along y along x (state/cell.h).
static void spread_in_grid(const scree_fields *f, const scree_cell *cell, const source *s, int thread,
                           int threads) {
    const scree_vec3 half = vec_scale(0.5, s->d), middle = vec_add(s->x, half);
    const double far = f->def.radius + vec_norm(half);
    const scree_lucy_line line = scree_lucy_line_of(s->d, f->def.radius); // of a point: no length
    int along[3][2];
    periods(f, cell, 2, middle, far, along[2]);
    for (int k = along[2][0]; k <= along[2][1]; k++) {
        const scree_vec3 up = scree_cell_shift(cell, (scree_image){{0, 0, (int8_t)k}});
        periods(f, cell, 1, vec_add(middle, up), far, along[1]);
        for (int j = along[1][0]; j <= along[1][1]; j++) {
            const scree_vec3 aside = scree_cell_shift(cell, (scree_image){{0, (int8_t)j, (int8_t)k}});
            periods(f, cell, 0, vec_add(middle, aside), far, along[0]);
            for (int i = along[0][0]; i <= along[0][1]; i++) {
                const scree_image image = {{(int8_t)i, (int8_t)j, (int8_t)k}};
                const scree_vec3 x = vec_add(s->x, scree_cell_shift(cell, image));
                spread_image(f, s, line.length > 0.0 ? &line : NULL, x, thread, threads);
            }
        }
    }
}

// The part of the kernel around x that is between two planes, or its density in the plane where these are one.
static double between(double low, double high, double x, double range) {
    return high > low ? scree_lucy_below(high - x, range) - scree_lucy_below(low - x, range)
                      : scree_lucy_plane(low - x, range);
}

// The mean of that over the segment from x to x + d. It is a polynomial of degree 7 between the places where the kernels of its ends and their
// centres are at a plane; four points of Gauss integrate this exactly.
static double between_along(double low, double high, double x, double d, double range) {
    static const double node[2] = {0.33998104358485626, 0.86113631159405258},
                        weight[2] = {0.65214515486254614, 0.34785484513745386};
    double cut[8] = {0.0, 1.0};
    int cuts = 2;
    for (int k = 0; k < 6; k++) {
        const double at = ((k < 3 ? low : high) + (k % 3 - 1) * range - x) / d;
        if (at > 0.0 && at < 1.0) {
            cut[cuts++] = at;
        }
    }
    for (int i = 1; i < cuts; i++) {
        for (int j = i; j > 0 && cut[j] < cut[j - 1]; j--) {
            const double other = cut[j];
            cut[j] = cut[j - 1];
            cut[j - 1] = other;
        }
    }
    double sum = 0.0;
    for (int i = 1; i < cuts; i++) {
        const double middle = 0.5 * (cut[i - 1] + cut[i]), half = 0.5 * (cut[i] - cut[i - 1]);
        for (int j = 0; j < 2; j++) {
            sum += half * weight[j] *
                   (between(low, high, x + (middle - half * node[j]) * d, range) +
                    between(low, high, x + (middle + half * node[j]) * d, range));
        }
    }
    return sum;
}

static void spread_in_profile(const scree_fields *f, const scree_cell *cell, const source *s, int thread,
                              int threads) {
    const int axis = f->def.along;
    const double w = vec_get(f->width, axis), low = vec_get(f->def.min, axis),
                 high = vec_get(f->def.max, axis), R = f->def.radius,
                 d = s->is_segment ? vec_get(s->d, axis) : 0.0, at = vec_get(s->x, axis),
                 length = cell->periodic[axis] ? cell->period.length[axis] : 0.0, below = fmin(d, 0.0) - R,
                 above = fmax(d, 0.0) + R;
    const double area = (vec_get(f->def.max, (axis + 1) % 3) - vec_get(f->def.min, (axis + 1) % 3)) *
                        (vec_get(f->def.max, (axis + 2) % 3) - vec_get(f->def.min, (axis + 2) % 3));
    const double share = 1.0 / (area * (w > 0.0 ? w : 1.0));
    const double images[2] = {length > 0.0 ? ceil((low - above - at) / length) : 0.0,
                              length > 0.0 ? floor((high - below - at) / length) : 0.0};
    for (double k = images[0]; k <= images[1]; k++) {
        const double x = at + k * length;
        const double first = w > 0.0 ? floor((x + below - low) / w) : 0.0,
                     last = w > 0.0 ? floor((x + above - low) / w) : 0.0;
        for (double bin = fmax(first, 0.0); bin <= fmin(last, f->n[axis] - 1.0); bin++) {
            if ((int)bin % threads == thread) {
                const double from = low + bin * w, to = low + (bin + 1.0) * w;
                add_to(f, (size_t)bin, s,
                       share * (d != 0.0 ? between_along(from, to, x, d, R) : between(from, to, x, R)));
            }
        }
    }
}

// Contacts with other particles of each row; a rank has all of its own particles.
static double *count_touches(const scree_arrangement *a) {
    double *touches = scree_zeros((a->particle.n + 1) * sizeof *touches);
    for (size_t k = 0; k < a->contact.n; k++) {
        const scree_arranged_contact *c = &a->contact.data[k];
        if (c->b != SCREE_ARRANGED_WALL) {
            touches[c->a]++;
            touches[c->b]++;
        }
    }
    return touches;
}

// The row of cells in which, or next to which, a place is.
static uint32_t row_near(const scree_fields *f, scree_vec3 x) {
    uint32_t row = 0;
    for (int k = 2; k > 0; k--) {
        const double at = (vec_get(x, k) - vec_get(f->def.min, k)) / vec_get(f->width, k);
        row = row * (uint32_t)f->n[k] + (at > 0.0 ? (uint32_t)smaller(at, f->n[k] - 1.0) : 0);
    }
    return row;
}

// Particles, or the contacts of a list, by the rows that they are spread to: neighbours in this order find their sums in the cache. The sums do not
// depend on it.
static scree_keyed *by_row(const scree_fields *f, const scree_arrangement *a,
                           const scree_arranged_contacts *list) {
    const size_t n = list ? list->n : a->particle.n;
    scree_keyed *item = scree_realloc(NULL, 0, (2 * n + 1) * sizeof *item);
    uint32_t count[SCREE_RADIX];
    const bool on_grid = f->def.along == GRID;
    for (size_t k = 0; on_grid && k < n; k++) {
        item[k] = (scree_keyed){row_near(f, a->particle.data[list ? list->data[k].a : k].whole), (uint32_t)k};
    }
    for (size_t k = 0; !on_grid && k < n; k++) {
        item[k] = (scree_keyed){0, (uint32_t)k};
    }
    const scree_keyed *sorted =
        scree_radix_sort(item, item + n, n, (uint32_t)(f->n[1] * f->n[2] - 1), &(scree_chunks){1, 1}, count);
    if (sorted != item) {
        memcpy(item, sorted, n * sizeof *item);
    }
    return item;
}

typedef void spreader(const scree_fields *, const scree_cell *, const source *, int, int);

static void add_contacts(const scree_fields *f, const scree_arrangement *a,
                         const scree_arranged_contacts *list, const scree_keyed *order, bool touch,
                         int thread, int threads) {
    spreader *spread = f->def.along == GRID ? spread_in_grid : spread_in_profile;
    for (size_t k = 0; k < list->n; k++) {
        const scree_arranged_contact *c = &list->data[order[k].index];
        const branch b = branch_of(a, c);
        if (c->counts && !b.none) {
            const source stress = source_of_stress(&b), point = source_of_point(c, &b, touch);
            spread(f, &a->cell, &stress, thread, threads);
            spread(f, &a->cell, &point, thread, threads);
        }
    }
}

void scree_fields_add(scree_fields *f, const scree_arrangement *a, bool contacts, int threads) {
    double *touches = count_touches(a);
    scree_keyed *particles = by_row(f, a, NULL), *touching = by_row(f, a, &a->contact),
                *distant = by_row(f, a, &a->distant);
    f->frames++;
    f->knows[SCREE_FIELDS_KNOW_PARTICLES] = true;
    f->knows[SCREE_FIELDS_KNOW_CONTACTS] |= contacts;
    f->knows[SCREE_FIELDS_KNOW_HEAT] |= a->particle.n > 0 && !isnan(a->particle.data[0].temperature);
    spreader *spread = f->def.along == GRID ? spread_in_grid : spread_in_profile;
#pragma omp parallel for schedule(static, 1) num_threads(threads)
    for (int thread = 0; thread < threads; thread++) {
        for (size_t i = 0; i < a->particle.n; i++) {
            source s;
            if (source_of_particle(a, particles[i].index, touches, &s)) {
                spread(f, &a->cell, &s, thread, threads);
            }
        }
        add_contacts(f, a, &a->contact, touching, true, thread, threads);
        add_contacts(f, a, &a->distant, distant, false, thread, threads);
    }
    scree_free(touches);
    scree_free(particles);
    scree_free(touching);
    scree_free(distant);
}

void scree_fields_reduce(scree_fields *f, const scree_comm *c) {
    enum { AT_ONCE = 1024 }; // cells
    f->knows[SCREE_FIELDS_KNOW_HEAT] = scree_comm_any(c, f->knows[SCREE_FIELDS_KNOW_HEAT]);
    if (scree_comm_size(c) == 1) {
        return;
    }
    scree_double_double *sum = scree_zeros(AT_ONCE * SUMS * sizeof *sum);
    for (size_t first = 0; first < f->cells; first += AT_ONCE) {
        const size_t n = f->cells - first < AT_ONCE ? f->cells - first : AT_ONCE;
        double *high = f->sum + first * 2 * SUMS, *low = high + SUMS;
        for (size_t k = 0; k < n * SUMS; k++) {
            const size_t at = k / SUMS * 2 * SUMS + k % SUMS;
            sum[k] = (scree_double_double){high[at], low[at]};
        }
        scree_comm_add_double_double(c, sum, n * SUMS);
        for (size_t k = 0; k < n * SUMS; k++) {
            const size_t at = k / SUMS * 2 * SUMS + k % SUMS;
            high[at] = sum[k].high;
            low[at] = sum[k].low;
        }
    }
    scree_free(sum);
}

bool scree_fields_complete(scree_fields_def *def, const scree_arrangement *a, scree_report *r) {
    double largest = 0.0;
    for (size_t i = 0; i < a->particle.n; i++) {
        largest = a->particle.data[i].counts ? fmax(largest, a->particle.data[i].diameter) : largest;
    }
    scree_comm_max(a->comm, &largest, 1);
    if (def->radius == 0.0) {
        def->radius = largest > 0.0 ? 1.5 * largest : 1.0;
    }
    if (!def->has_box) {
        def->min = a->cell.low;
        def->max = a->cell.high;
    }
    const scree_vec3 size = vec_sub(def->max, def->min);
    return (isfinite(size.x) && isfinite(size.y) && isfinite(size.z)) ||
           scree_report_error(r, "fields: without a domain it is not known where; accepted: a 'box'");
}
