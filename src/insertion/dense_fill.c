// SPDX-License-Identifier: BSD-3-Clause
#include "insertion/dense_fill.h"
#include "insertion/item.h"
#include "maths/math.h"
#include "regions/region.h"

enum { TRIES = 400 }; // for a place in the region, of each item

// Positions in the region, and attitudes of clumps, without a look at the others.
static void scatter(const scree_world *w, size_t k, const scree_packing *p) {
    scree_vec3 low, high;
    scree_region_bounds(w, &w->case_->source.data[k].region, &low, &high);
    for (size_t i = 0; i < p->n; i++) {
        scree_item q = {.size = p->size[i]};
        bool inside = false;
        for (uint64_t n = 0; n < TRIES && !inside; n++) {
            scree_random random = scree_item_random(w, k, TRIES * (uint64_t)i + n, 3);
            scree_item_draw_place(w, k, &random, low, high, &q);
            inside = scree_item_is_inside(w, k, &q, &random);
        }
        p->x[i] = q.x;
        if (p->shape) {
            p->attitude[i] = q.attitude;
        }
    }
}

// Solid fraction that a dense fill begins with, if nothing limits it, and the one to which a limit in particles or mass is cut.
static const double usual = 0.60, densest = 0.64, densest_of_clumps = 0.76, least = 0.2, step = 0.05;

// Drawn sizes, packed with radii that are a little larger: such a packing may have overlaps and still have room for all.
typedef struct dense_try {
    scree_sizes d;
    scree_packing p;
    bool packed;  // without overlaps
    bool room;    // for all items, beside the particles that are there
    bool fits;    // the region has the volume of what is asked for
    double solid; // drawn, of the volume of the region
} dense_try;

typedef struct dense_fill {
    dense_try t;   // the first one with room for all, else the last one
    size_t wanted; // number of items that were drawn at first
    bool smaller;  // a smaller fraction than the first one
} dense_fill;

// Gives the packed items their places, and leaves out what touches another body. Returns whether the packing is one without overlaps.
static bool take_packed(const scree_world *w, size_t k, scree_spots *s, const dense_try *t,
                        scree_items *items) {
    items->n = 0;
    for (size_t i = 0; i < t->p.n; i++) {
        const scree_item q = {t->p.x[i], t->p.size[i],
                              t->p.shape ? t->p.attitude[i] : (scree_quaternion){1, 0, 0, 0}};
        if (scree_item_take_room(w, k, s, &q)) {
            scree_array_push(items, q);
        }
    }
    return t->packed || items->n == t->d.n;
}

static dense_try try_dense(const scree_world *w, size_t k, double fraction) {
    const scree_source_def *source = &w->case_->source.data[k];
    dense_try t = {.fits = true};
    t.fits = scree_sizes_draw(w, k, fraction, &t.d);
    t.p = (scree_packing){.shape = source->shape < 0 ? NULL : &w->case_->shape.data[source->shape],
                          .rigid = source->has_orientation,
                          .size = t.d.data,
                          .n = t.d.n,
                          .name = source->name};
    t.p.x = scree_realloc(NULL, 0, (t.p.n + 1) * sizeof *t.p.x);
    t.p.attitude = t.p.shape ? scree_realloc(NULL, 0, (t.p.n + 1) * sizeof *t.p.attitude) : NULL;
    scatter(w, k, &t.p);
    t.packed = t.p.n == 0 || w->pack(w, &source->region, &t.p);
    for (size_t i = 0; i < t.p.n; i++) {
        t.solid += scree_sphere_volume(0.5 * t.p.size[i]) / scree_region_volume(w, &source->region);
    }
    t.room = t.packed;
    if (!t.packed && !t.p.stopped) {
        scree_spots spots = scree_item_spots(w, source);
        scree_items items = {0};
        t.room = take_packed(w, k, &spots, &t, &items);
        scree_array_free(&items);
        scree_spots_clear(&spots);
    }
    return t;
}

static void dense_try_clear(dense_try *t) {
    scree_free(t->p.x);
    scree_free(t->p.attitude);
    scree_array_free(&t->d);
}

// The largest density of a packing depends on the shapes of clumps and of the region: smaller fractions are tried until all items have room.
static dense_fill pack(const scree_world *w, size_t k) {
    const scree_source_def *source = &w->case_->source.data[k];
    const bool limited = scree_sizes_are_limited(source);
    dense_fill fill = {0};
    dense_try *t = &fill.t;
    double fraction = isfinite(source->fraction) ? source->fraction
                      : !limited                 ? usual
                      : source->shape < 0        ? densest
                                                 : densest_of_clumps;
    *t = try_dense(w, k, fraction);
    fraction = limited ? fmin(fraction, t->solid) : fraction; // a count or a mass may be less
    fill.wanted = t->d.n;
    while (!t->room && !t->p.stopped && fraction - step > least) {
        fraction -= step;
        dense_try_clear(t);
        *t = try_dense(w, k, fraction);
        fill.smaller = true;
    }
    return fill;
}

static void place(scree_world *w, size_t k, scree_spots *s, const dense_fill *fill, scree_report *r) {
    const scree_source_def *source = &w->case_->source.data[k];
    const dense_try *t = &fill->t;
    scree_items items = {0};
    const bool limited = scree_sizes_are_limited(source), packed = take_packed(w, k, s, t, &items),
               whole = packed && t->fits && !fill->smaller;
    for (size_t i = 0; i < items.n; i++) {
        scree_item_place(w, k, &items.data[i]);
    }
    const size_t placed = items.n, all = limited ? fill->wanted : t->d.n;
    const double reached = scree_items_solid(&items) / scree_region_volume(w, &source->region);
    const bool more = !isfinite(source->fraction) && !isfinite(source->mass) && isfinite(source->count) &&
                      (double)placed < source->count;
    if (placed == 0 || !packed || (limited && !whole) || placed < all || more) {
        scree_report_warning(r, "insertion '%s': %zu of %.0f particles placed, a solid fraction of %.4g%s",
                             source->name, placed, isfinite(source->count) ? source->count : (double)all,
                             reached,
                             whole && !more ? "; the others would touch walls or particles that are there"
                                            : "; there is no room for more in a random packing");
    } else {
        scree_report_note(r, "insertion '%s': %zu particles at a solid fraction of %.4g", source->name,
                          placed, reached);
    }
    scree_array_free(&items);
}

bool scree_dense_fill(scree_world *w, size_t k, scree_spots *s, scree_report *r) {
    dense_fill fill = pack(w, k);
    const bool stopped = fill.t.p.stopped;
    if (!stopped) {
        place(w, k, s, &fill, r);
    }
    dense_try_clear(&fill.t);
    return !stopped;
}
