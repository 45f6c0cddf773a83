// SPDX-License-Identifier: BSD-3-Clause
#include "fields/fields.h"
#include "fields/lucy.h"
#include <string.h>

enum { SUMS = SCREE_FIELDS_SUMS, GRID = 3, OF_PARTICLE = SCREE_FIELDS_CONTACTS, MOST = OF_PARTICLE };

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
    f->sum = scree_zeros(f->cells * 2 * SUMS * sizeof *f->sum);
}

void scree_fields_clear(scree_fields *f) {
    scree_free(f->sum);
    *f = (scree_fields){.cells = 0};
}

static double width(const scree_fields *f, int axis) {
    return (vec_get(f->def.max, axis) - vec_get(f->def.min, axis)) / f->n[axis];
}

scree_vec3 scree_fields_place(const scree_fields *f, size_t cell) {
    double x[3];
    for (int k = 0; k < 3; k++) {
        const size_t n = (size_t)f->n[k];
        x[k] = vec_get(f->def.min, k) + ((double)(cell % n) + 0.5) * width(f, k);
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
    source s = {
        .x = b->point, .first = SCREE_FIELDS_CONTACTS, .n = SCREE_FIELDS_STRESS - SCREE_FIELDS_CONTACTS};
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
static void add(double *high, double *low, const double *value, int n, double weight) {
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

// The cells first[] .. last[] whose centres are within the radius of the source along each axis.
static void reach(const scree_fields *f, const source *s, scree_vec3 x, int first[3], int last[3]) {
    for (int k = 0; k < 3; k++) {
        const double w = width(f, k), at = vec_get(x, k) - vec_get(f->def.min, k), d = vec_get(s->d, k),
                     n = f->n[k];
        const double from = ceil((at + fmin(d, 0.0) - f->def.radius) / w - 0.5),
                     to = floor((at + fmax(d, 0.0) + f->def.radius) / w - 0.5);
        first[k] = (int)fmin(fmax(from, 0.0), n);
        last[k] = (int)fmax(fmin(to, n - 1.0), -1.0);
    }
}

// Adds one image of the source to the rows of cells that are those of this thread.
static void spread_image(const scree_fields *f, const source *s, const scree_lucy_line *line, scree_vec3 x,
                         int thread, int threads) {
    int first[3], last[3];
    reach(f, s, x, first, last);
    const double R = f->def.radius, step = width(f, 0);
    for (int k = first[2]; k <= last[2]; k++) {
        for (int j = first[1]; j <= last[1]; j++) {
            const size_t row = (size_t)k * (size_t)f->n[1] + (size_t)j;
            if (row % (size_t)threads != (size_t)thread) {
                continue;
            }
            const size_t cell = row * (size_t)f->n[0];
            const scree_vec3 begin = vec_sub(scree_fields_place(f, cell), x);
            for (int i = first[0]; i <= last[0]; i++) {
                const scree_vec3 u = vec3(begin.x + i * step, begin.y, begin.z);
                add_to(f, cell + (size_t)i, s,
                       line ? scree_lucy_segment(line, u, R) : scree_lucy(vec_norm2(u), R));
            }
        }
    }
}

// The periods along an axis that bring a place to the box of the fields, or within `far` of it: from of[0] to of[1].
static void periods(const scree_fields *f, const scree_cell *cell, int axis, scree_vec3 x, double far,
                    int of[2]) {
    const double most = 100.0, length = cell->periodic[axis] ? cell->period.length[axis] : INFINITY,
                 at = vec_get(x, axis);
    of[0] = (int)fmax(ceil((vec_get(f->def.min, axis) - far - at) / length), -most);
    of[1] = (int)fmin(floor((vec_get(f->def.max, axis) + far - at) / length), most);
    if (!cell->periodic[axis]) {
        of[0] = of[1] = 0;
    }
}

// All images: a period along z may displace along y and x too, one along y along x (state/cell.h).
static void spread_in_grid(const scree_fields *f, const scree_cell *cell, const source *s, int thread,
                           int threads) {
    const scree_vec3 half = vec_scale(0.5, s->d), middle = vec_add(s->x, half);
    const double far = f->def.radius + vec_norm(half);
    const scree_lucy_line line = scree_lucy_line_of(s->d, f->def.radius);
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
                spread_image(f, s, s->is_segment ? &line : NULL, x, thread, threads);
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
    const double w = width(f, axis), low = vec_get(f->def.min, axis), high = vec_get(f->def.max, axis),
                 R = f->def.radius, d = s->is_segment ? vec_get(s->d, axis) : 0.0, at = vec_get(s->x, axis),
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

static void add_contacts(const scree_fields *f, const scree_arrangement *a,
                         const scree_arranged_contacts *list, bool touch, int thread, int threads) {
    void (*spread)(const scree_fields *, const scree_cell *, const source *, int, int) =
        f->def.along == GRID ? spread_in_grid : spread_in_profile;
    for (size_t k = 0; k < list->n; k++) {
        const scree_arranged_contact *c = &list->data[k];
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
    f->frames++;
    f->knows[SCREE_FIELDS_KNOW_PARTICLES] = true;
    f->knows[SCREE_FIELDS_KNOW_CONTACTS] |= contacts;
    f->knows[SCREE_FIELDS_KNOW_HEAT] |= a->particle.n > 0 && !isnan(a->particle.data[0].temperature);
#pragma omp parallel for schedule(static, 1) num_threads(threads)
    for (int thread = 0; thread < threads; thread++) {
        for (size_t i = 0; i < a->particle.n; i++) {
            source s;
            if (source_of_particle(a, i, touches, &s)) {
                (f->def.along == GRID ? spread_in_grid : spread_in_profile)(f, &a->cell, &s, thread, threads);
            }
        }
        add_contacts(f, a, &a->contact, true, thread, threads);
        add_contacts(f, a, &a->distant, false, thread, threads);
    }
    scree_free(touches);
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
