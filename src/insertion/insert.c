// SPDX-License-Identifier: BSD-3-Clause
// New particles are placed one by one where they touch nothing. Positions are functions of (seed, source, draw number), so the
// result does not depend on threads, storage order or restarts. A fill draws all sizes first and places the large ones first.
#include "insertion/insert.h"
#include "access/step_time.h"
#include "domain/domain.h"
#include "insertion/agglomerate.h"
#include "insertion/packing.h"
#include "insertion/size.h"
#include "insertion/spots.h"
#include "maths/math.h"
#include "maths/random.h"
#include "regions/region.h"
#include <stdlib.h>
#include <string.h>

enum { TRIES_PER_PARTICLE = 400, TRIES_WHEN_FULL = 20000 };

// Radius of the largest sphere of what is inserted, of size 1.
static double largest_member(const scree_world *w, const scree_source_def *source) {
    double most = source->shape < 0 ? 0.5 : 0.0;
    for (size_t k = 0; source->shape >= 0 && k < w->case_->shape.data[source->shape].shape.member.n; k++) {
        most = fmax(most, w->case_->shape.data[source->shape].shape.member.data[k].radius);
    }
    return most;
}

// Diameter of the sphere about the centre that holds all of what is inserted, of size 1.
static double across(const scree_world *w, const scree_source_def *source) {
    return source->shape < 0 ? 1.0 : scree_shape_across(&w->case_->shape.data[source->shape].shape);
}

// Returns the smallest thickness of what the source inserts, for the size 1.
static double thinnest(const scree_world *w, const scree_source_def *source) {
    return source->shape < 0 ? 1.0 : scree_shape_thickness(&w->case_->shape.data[source->shape].shape);
}

// Returns the least distance of a centre from the bounds of its region, for the size 1.
static double margin(const scree_world *w, const scree_source_def *source) {
    const scree_shape *shape = source->shape < 0 ? NULL : &w->case_->shape.data[source->shape].shape;
    return shape && scree_shape_has_pieces(shape) ? shape->least : 0.5;
}

// Particles and mass, kg, since its start.
static double inserted_since(const scree_source *s) {
    return (double)(s->inserted - s->inserted_before);
}

static double mass_since(const scree_source *s) {
    return s->mass - s->mass_before;
}

static double mass_of(const scree_world *w, const scree_source_def *source, double d) {
    return scree_sphere_volume(0.5 * d) * w->case_->material.data[source->material].density;
}

static scree_random stream(const scree_world *w, size_t k, uint64_t index, int purpose) {
    const scree_source_def *source = &w->case_->source.data[k];
    uint64_t seed = source->seed ? source->seed : w->case_->seed;
    return (scree_random){seed, 16 * (uint64_t)k + (uint64_t)purpose, index, 0};
}

static double spread(double u, double width) {
    return (2.0 * u - 1.0) * width;
}

// Velocity of the next particle or clump.
static scree_vec3 draw_velocity(const scree_world *w, size_t k) {
    const scree_source_def *source = &w->case_->source.data[k];
    scree_random random = stream(w, k, w->source.data[k].inserted, 2);
    scree_vec3 v = source->velocity;
    v.x += spread(scree_random_uniform(&random), source->velocity_spread.x);
    v.y += spread(scree_random_uniform(&random), source->velocity_spread.y);
    v.z += spread(scree_random_uniform(&random), source->velocity_spread.z);
    return v;
}

// All ranks do the same, but only the owner stores the particle.
static bool is_owner(const scree_world *w, scree_vec3 x) {
    return !w->domain || scree_partition_owner(w->domain->partition, scree_cell_rest(&w->cell, x)) ==
                             scree_comm_rank(w->comm);
}

static void count(scree_world *w, size_t k, double mass, double energy) {
    w->list_valid = false;
    w->source.data[k].inserted++;
    w->source.data[k].mass += mass;
    w->ledger.inserted += energy;
}

static void place(scree_world *w, size_t k, scree_vec3 x, double r) {
    const scree_source_def *source = &w->case_->source.data[k];
    const scree_material_def *material = &w->case_->material.data[source->material];
    const scree_vec3 v = draw_velocity(w, k);
    const scree_particle particle = {.x = x,
                                     .v = v,
                                     .w = source->spin,
                                     .radius = r,
                                     .density = material->density,
                                     .material = (uint32_t)source->material,
                                     .id = w->next_id,
                                     .source = k,
                                     .temperature = source->temperature};
    if (is_owner(w, x)) {
        scree_particle_add(w, &particle);
    }
    w->next_id = particle.id + 1;
    const double m = scree_particle_mass(r, material->density);
    count(w, k, m,
          0.5 * m * vec_norm2(v) + 0.2 * m * (r * r) * vec_norm2(source->spin) - m * vec_dot(w->gravity, x));
}

// A clump of source k, at rest.
static scree_body clump_at(const scree_world *w, size_t k, scree_vec3 x, double size,
                           scree_quaternion attitude) {
    const scree_source_def *source = &w->case_->source.data[k];
    return (scree_body){.shape = source->shape,
                        .size = size,
                        .x = x,
                        .attitude = attitude,
                        .material = (uint32_t)source->material,
                        .id = w->next_id,
                        .source = k,
                        .temperature = source->temperature};
}

// Returns the orientation that the source gives, or a random one.
static scree_quaternion draw_attitude(const scree_world *w, const scree_source_def *source,
                                      scree_random *random) {
    return scree_body_attitude(
        w, source->shape, source->has_orientation ? scree_body_turn(source) : scree_draw_rotation(random));
}

static void place_clump(scree_world *w, size_t k, scree_body *b) {
    b->v = draw_velocity(w, k);
    b->w = w->case_->source.data[k].spin;
    const bool bonded = scree_shape_is_bonded(w, b->shape);
    if (bonded) {
        scree_agglomerate_add(w, b);
    } else if (is_owner(w, scree_cell_wrap(&w->cell, b->x))) {
        scree_body_add(w, b);
    }
    w->next_id = b->id + scree_spots_members(w, b);
    count(w, k, bonded ? scree_agglomerate_mass(w, b) : scree_body_mass(w, b),
          bonded ? scree_agglomerate_energy(w, b) : scree_body_energy_of(w, b));
}

// An item is a sphere to be placed, or a clump if the source has a shape.
typedef struct item {
    scree_vec3 x;
    double size;
    scree_quaternion attitude;
} item;
typedef SCREE_ARRAY(item) item_list;

// Turns an item as the source says, and returns whether its region holds it.
static bool is_inside(const scree_world *w, size_t k, item *q, scree_random *random) {
    const scree_source_def *source = &w->case_->source.data[k];
    if (source->shape < 0) {
        return scree_region_holds(w, &source->region, q->x, 0.5 * q->size);
    }
    q->attitude = draw_attitude(w, source, random);
    const scree_body b = clump_at(w, k, q->x, q->size, q->attitude);
    return scree_spots_region_holds_body(w, &source->region, &b);
}

// Returns whether there is room for an item, which then has its place.
static bool take_room(const scree_world *w, size_t k, scree_spots *s, const item *q) {
    if (w->case_->source.data[k].shape < 0) {
        return scree_spots_take(s, q->x, 0.5 * q->size);
    }
    const scree_body b = clump_at(w, k, q->x, q->size, q->attitude);
    return scree_spots_take_body(s, &b);
}

static bool take_place(const scree_world *w, size_t k, scree_spots *s, item *q, scree_random *random) {
    return is_inside(w, k, q, random) && take_room(w, k, s, q);
}

static void place_item(scree_world *w, size_t k, const item *q) {
    if (w->case_->source.data[k].shape >= 0) {
        scree_body b = clump_at(w, k, q->x, q->size, q->attitude);
        place_clump(w, k, &b);
    } else {
        place(w, k, q->x, 0.5 * q->size);
    }
}

// Places what the source inserts there, if there is room.
static bool try_at(scree_world *w, size_t k, scree_spots *s, scree_vec3 x, double size,
                   scree_random *random) {
    item q = {.x = x, .size = size};
    const bool fits = take_place(w, k, s, &q, random);
    if (fits) {
        place_item(w, k, &q);
    }
    return fits;
}

// Looks for a place for an item of this size at random positions in the region; random numbers by the source's number of attempts so far.
static bool find_place(scree_world *w, size_t k, scree_spots *s, int tries, item *q) {
    scree_vec3 low, high;
    scree_region_bounds(w, &w->case_->source.data[k].region, &low, &high);
    bool found = false;
    for (int n = 0; n < tries && !found; n++) {
        scree_random random = stream(w, k, w->source.data[k].tries++, 1);
        q->x = scree_draw_place(&random, low, high, margin(w, &w->case_->source.data[k]) * q->size);
        found = take_place(w, k, s, q, &random);
    }
    return found;
}

// The particles in and near the region of a source.
static scree_spots spots_of(const scree_world *w, const scree_source_def *source) {
    return scree_spots_create(w, &source->region, source->size.max * largest_member(w, source));
}

static int larger_first(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? 1 : x > y ? -1 : 0;
}

typedef SCREE_ARRAY(double) size_list;

static bool is_limited(const scree_source_def *s) {
    return isfinite(s->count) || isfinite(s->mass) || isfinite(s->fraction);
}

// Diameters up to the first limit that is reached, and up to this solid fraction. False: `count` of them are more than the volume of the
// region.
static bool draw_sizes(const scree_world *w, size_t k, double fraction, size_list *d) {
    const scree_source_def *source = &w->case_->source.data[k];
    double volume = scree_region_volume(w, &source->region), solid = 0.0, mass = 0.0;
    for (uint64_t i = 0; (double)i < source->count; i++) {
        scree_random random = stream(w, k, i, 0);
        double size = scree_size_draw(&source->size, &random);
        solid += scree_sphere_volume(0.5 * size);
        mass += mass_of(w, source, size);
        if (solid > fraction * volume || mass > source->mass * (1.0 + 1e-12)) {
            return true;
        }
        if (!isfinite(source->fraction) && !isfinite(source->mass) && is_limited(source) && solid > volume) {
            return false;
        }
        scree_array_push(d, size);
    }
    return true;
}

// Finds places for sizes, the large ones first. At a size without a place it stops (only_all), or goes on while the smallest has room.
static void plan(scree_world *w, size_t k, scree_spots *s, size_list *d, bool only_all, item_list *items) {
    scree_array_sort(d, larger_first);
    items->n = 0;
    bool full = false;
    for (size_t i = 0; i < d->n && !full; i++) {
        const int tries = items->n == i ? TRIES_WHEN_FULL : TRIES_PER_PARTICLE;
        item q = {.size = d->data[i]};
        if (find_place(w, k, s, tries, &q)) {
            scree_array_push(items, q);
        } else {
            full = only_all || i == 0 || d->data[i] == d->data[d->n - 1];
        }
    }
}

static double solid_of(const item_list *items) {
    double solid = 0.0;
    for (size_t i = 0; i < items->n; i++) {
        solid += scree_sphere_volume(0.5 * items->data[i].size);
    }
    return solid;
}

// Returns whether there is a place for all sizes up to a solid fraction, with the random numbers of a first attempt.
static bool plan_fraction(scree_world *w, size_t k, scree_spots *s, double fraction, size_list *d,
                          item_list *items) {
    d->n = 0;
    draw_sizes(w, k, fraction, d);
    scree_spots_clear(s);
    *s = spots_of(w, &w->case_->source.data[k]);
    plan(w, k, s, d, true, items);
    return items->n == d->n || d->data[0] == d->data[d->n - 1]; // of one size: no matter which
}

// For a fill without a limit: finds the largest number of sizes, in the order in which they were drawn, that all have a place. Leaving out only
// those without a place would change the distribution, as there is always room for small ones. False: a tenth of the region cannot be filled.
static bool plan_all(scree_world *w, size_t k, scree_spots *s, size_list *d, item_list *items) {
    const double volume = scree_region_volume(w, &w->case_->source.data[k].region), enough = 0.02,
                 least = 0.1;
    const uint64_t tries = w->source.data[k].tries;
    double low = 0.0, high = 0.64, next = high; // random packings are not denser
    while (next >= least) {
        w->source.data[k].tries = tries;
        const bool all = plan_fraction(w, k, s, next, d, items);
        low = all ? next : low;
        high = all ? high : next;
        if (all && high - low <= enough) {
            return true;
        }
        // nearly all of what it placed will have a place, because it tried more large ones
        next = low == 0.0            ? fmin(0.98 * next, solid_of(items) / volume)
               : high - low > enough ? 0.5 * (low + high)
                                     : low;
    }
    return false;
}

// Compares two mass fractions: of the larger half of the drawn sizes, and of the same sizes among those that are placed.
static void warn_of_sizes(const scree_source_def *source, const size_list *d, const item_list *items,
                          scree_report *r) {
    double drawn = 0.0, large_drawn = 0.0, large_placed = 0.0, limit = d->data[0];
    for (size_t i = 0; i < d->n; i++) {
        drawn += scree_sphere_volume(0.5 * d->data[i]);
    }
    for (size_t i = 0; i < d->n && (large_drawn < 0.5 * drawn || d->data[i] == limit); i++) {
        limit = d->data[i];
        large_drawn += scree_sphere_volume(0.5 * limit);
    }
    for (size_t i = 0; i < items->n; i++) {
        large_placed += items->data[i].size >= limit ? scree_sphere_volume(0.5 * items->data[i].size) : 0.0;
    }
    const double placed = large_placed / solid_of(items), asked = large_drawn / drawn;
    scree_report_warning(r,
                         "insertion '%s': particles of %.4g m and more are %.3g of the placed mass, instead "
                         "of %.3g as in its distribution: there was no room for %s ones; enlarge the region",
                         source->name, limit, placed, asked, placed < asked ? "large" : "small");
}

static void fill_random(scree_world *w, size_t k, scree_spots *s, scree_report *r) {
    const scree_source_def *source = &w->case_->source.data[k];
    const bool limited = is_limited(source);
    const double volume = scree_region_volume(w, &source->region);
    size_list d = {0};
    item_list items = {0};
    bool fits = true;
    if (limited || !plan_all(w, k, s, &d, &items)) {
        d.n = 0;
        fits = draw_sizes(w, k, limited ? source->fraction : 0.64, &d);
        if (!limited) {
            scree_spots_clear(s);
            *s = spots_of(w, source);
        }
        plan(w, k, s, &d, false, &items);
        if (items.n > 0 && items.n < d.n && d.data[0] > d.data[d.n - 1]) {
            warn_of_sizes(source, &d, &items, r);
        }
    }
    for (size_t i = 0; i < items.n; i++) {
        place_item(w, k, &items.data[i]);
    }
    const size_t placed = items.n;
    if (limited && (placed < d.n || !fits)) {
        scree_report_warning(r,
                             "insertion '%s': %zu of %.0f particles placed, then no room was found; enlarge "
                             "the region, ask for fewer, or use fill: lattice or dense",
                             source->name, placed, fits ? (double)d.n : source->count);
    } else if (placed == 0) {
        scree_report_warning(r, "insertion '%s': no particle placed; %s", source->name,
                             d.n > 0        ? "no room was found for one"
                             : volume > 0.0 ? "one is more than mass, fraction or region allow"
                                            : "the region has no volume: is its mesh closed?");
    } else if (isfinite(source->count) && (double)placed < source->count) {
        scree_report_note(r,
                          "insertion '%s': %zu particles placed (mass or fraction reached before count %.0f)",
                          source->name, placed, source->count);
    }
    scree_array_free(&items);
    scree_array_free(&d);
}

// Positions in the region, and attitudes of clumps, without a look at the others.
static void scatter(const scree_world *w, size_t k, const scree_packing *p) {
    scree_vec3 low, high;
    scree_region_bounds(w, &w->case_->source.data[k].region, &low, &high);
    for (size_t i = 0; i < p->n; i++) {
        item q = {.size = p->size[i]};
        bool inside = false;
        for (uint64_t n = 0; n < TRIES_PER_PARTICLE && !inside; n++) {
            scree_random random = stream(w, k, TRIES_PER_PARTICLE * (uint64_t)i + n, 3);
            q.x = scree_draw_place(&random, low, high, margin(w, &w->case_->source.data[k]) * q.size);
            inside = is_inside(w, k, &q, &random);
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
    size_list d;
    scree_packing p;
    bool packed;  // without overlaps
    bool room;    // for all items, beside the particles that are there before the step inserts anything
    bool fits;    // the region has the volume of what is asked for
    double solid; // drawn, of the volume of the region
} dense_try;

struct scree_dense_fill {
    dense_try t;   // the first one with room for all, else the last one
    size_t wanted; // number of items that were drawn at first
    bool smaller;  // a smaller fraction than the first one
};

// Gives the packed items their places, and leaves out what touches another body. Returns whether the packing is one without overlaps.
static bool take_packed(const scree_world *w, size_t k, scree_spots *s, const dense_try *t,
                        item_list *items) {
    items->n = 0;
    for (size_t i = 0; i < t->p.n; i++) {
        const item q = {t->p.x[i], t->p.size[i],
                        t->p.shape ? t->p.attitude[i] : (scree_quaternion){1, 0, 0, 0}};
        if (take_room(w, k, s, &q)) {
            scree_array_push(items, q);
        }
    }
    return t->packed || items->n == t->d.n;
}

static dense_try try_dense(const scree_world *w, size_t k, double fraction) {
    const scree_source_def *source = &w->case_->source.data[k];
    dense_try t = {.fits = true};
    t.fits = draw_sizes(w, k, fraction, &t.d);
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
        scree_spots spots = spots_of(w, source);
        item_list items = {0};
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
scree_dense_fill *scree_dense_fill_create(const scree_world *w, size_t k, bool *stopped) {
    const scree_source_def *source = &w->case_->source.data[k];
    if (source->kind != SCREE_SOURCE_FILL || source->fill != SCREE_FILL_DENSE) {
        return NULL;
    }
    const bool limited = is_limited(source);
    scree_dense_fill *fill = scree_zeros(sizeof *fill);
    dense_try *t = &fill->t;
    double fraction = isfinite(source->fraction) ? source->fraction
                      : !limited                 ? usual
                      : source->shape < 0        ? densest
                                                 : densest_of_clumps;
    *t = try_dense(w, k, fraction);
    fraction = limited ? fmin(fraction, t->solid) : fraction; // a count or a mass may be less
    fill->wanted = t->d.n;
    while (!t->room && !t->p.stopped && fraction - step > least) {
        fraction -= step;
        dense_try_clear(t);
        *t = try_dense(w, k, fraction);
        fill->smaller = true;
    }
    *stopped = t->p.stopped;
    return fill;
}

void scree_dense_fill_destroy(scree_dense_fill *fill) {
    if (fill) {
        dense_try_clear(&fill->t);
        scree_free(fill);
    }
}

static void fill_dense(scree_world *w, size_t k, scree_spots *s, const scree_dense_fill *fill,
                       scree_report *r) {
    const scree_source_def *source = &w->case_->source.data[k];
    const dense_try *t = &fill->t;
    item_list items = {0};
    const bool limited = is_limited(source), packed = take_packed(w, k, s, t, &items),
               whole = packed && t->fits && !fill->smaller;
    for (size_t i = 0; i < items.n; i++) {
        place_item(w, k, &items.data[i]);
    }
    const size_t placed = items.n, all = limited ? fill->wanted : t->d.n;
    const double reached = solid_of(&items) / scree_region_volume(w, &source->region);
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

// Warns that the lattice has too few free places for what the source asks for.
static void warn_of_full_lattice(const scree_source_def *source, const scree_source *state, scree_report *r) {
    if (inserted_since(state) < 1.0) {
        scree_report_warning(
            r, "insertion '%s': no particle placed; no place of the lattice in its region is free",
            source->name);
    } else if (isfinite(source->count)) {
        scree_report_warning(
            r, "insertion '%s': %.0f of %.0f particles placed, then the lattice was full; enlarge the region",
            source->name, inserted_since(state), source->count);
    } else if (isfinite(source->mass)) {
        scree_report_warning(
            r, "insertion '%s': %.6g of %.6g kg placed, then the lattice was full; enlarge the region",
            source->name, mass_since(state), source->mass);
    }
}

// Hexagonal close packing, spread by `spacing` and shaken by what that leaves free, layer by layer along z.
static void fill_lattice(scree_world *w, size_t k, scree_spots *s, scree_report *r) {
    const scree_source_def *source = &w->case_->source.data[k];
    double d_max = source->size.max * across(w, source), a = source->spacing * d_max;
    double dy = a * sqrt(3.0) / 2.0, dz = a * sqrt(2.0 / 3.0),
           shake = (source->spacing - 1.0) * d_max / 2.0 / sqrt(3.0);
    double volume = scree_region_volume(w, &source->region), solid = 0.0;
    scree_source *state = &w->source.data[k];
    scree_vec3 low, high;
    scree_region_bounds(w, &source->region, &low, &high);
    long nx = (long)((high.x - low.x) / a) + 2, ny = (long)((high.y - low.y) / dy) + 2,
         nz = (long)((high.z - low.z) / dz) + 2;
    uint64_t site = 0;
    for (long z = 0; z < nz; z++) {
        for (long y = 0; y < ny; y++) {
            for (long x = 0; x < nx; x++) {
                scree_random random = stream(w, k, site++, 1), sizes = stream(w, k, state->inserted, 0);
                double size = scree_size_draw(&source->size, &sizes), radius = 0.5 * size;
                double ux = scree_random_uniform(&random), uy = scree_random_uniform(&random),
                       uz = scree_random_uniform(&random);
                scree_vec3 at = vec3(
                    low.x + 0.5 * d_max + a * ((double)x + 0.5 * (double)((y + z) & 1)) + spread(ux, shake),
                    low.y + 0.5 * d_max + dy * ((double)y + (z & 1 ? 1.0 / 3.0 : 0.0)) + spread(uy, shake),
                    low.z + 0.5 * d_max + dz * (double)z + spread(uz, shake));
                double grown = solid + scree_sphere_volume(radius);
                if (inserted_since(state) >= source->count || grown > source->fraction * volume ||
                    mass_since(state) + mass_of(w, source, size) > source->mass * (1.0 + 1e-12)) {
                    return;
                }
                if (try_at(w, k, s, at, size, &random)) {
                    solid = grown;
                }
            }
        }
    }
    warn_of_full_lattice(source, state, r);
}

// Shortest edge of the box around the source's region, m: larger particles do not fit.
static double width_of_region(const scree_world *w, const scree_source_def *source) {
    scree_vec3 low, high;
    scree_region_bounds(w, &source->region, &low, &high);
    return fmin(high.x - low.x, fmin(high.y - low.y, high.z - low.z));
}

// Warns once if much is missing, if the next particle can never fit, or at the last insertion. much: kg or particles.
static void warn_of_shortfall(const scree_world *w, size_t k, double size, double missing, double much,
                              bool last, scree_report *r) {
    const scree_source_def *source = &w->case_->source.data[k];
    bool never = size * thinnest(w, source) > width_of_region(w, source);
    if (w->source.data[k].rate_warned || !(never || last || missing > much)) {
        return;
    }
    w->source.data[k].rate_warned = true;
    scree_report_warning(
        r,
        "insertion '%s', t = %.6g s: the rate cannot be kept, %.4g %s are missing: the next particle, %.4g m "
        "across, %s, and smaller ones do not overtake it, which would change the distribution of sizes; "
        "enlarge the region or give the particles a velocity out of it",
        source->name, scree_world_time(w), missing, source->rate_by_number ? "particles" : "kg", size,
        never ? "is larger than the region" : "finds no room");
}

// Returns what is to be inserted from the source's origin until that time: kg, or particles.
static double target_of(const scree_world *w, size_t k, double until) {
    const scree_source_def *source = &w->case_->source.data[k];
    const scree_source *state = &w->source.data[k];
    if (source->outlet >= 0) { // the origin is a mass
        return w->outlet.data[source->outlet].mass - state->origin;
    }
    const double origin = state->has_origin ? state->origin : fmax(source->start, w->began);
    return source->rate * (fmin(until, source->stop) - origin);
}

// Sizes are inserted in the order in which they were drawn. Particles that did not fit are inserted at the next time, so that
// the mean rate holds: continuing with smaller ones meanwhile would change the distribution of sizes where space is short.
static void insert_rate(scree_world *w, size_t k, scree_spots *s, double t, scree_report *r) {
    const scree_source_def *source = &w->case_->source.data[k];
    scree_source *state = &w->source.data[k];
    double until = t + scree_insert_interval(source);
    if (source->outlet >= 0 && !state->has_origin) {
        state->has_origin = true;
        state->origin = w->outlet.data[source->outlet].mass;
    }
    double target = target_of(w, k, until);
    for (;;) {
        scree_random random = stream(w, k, state->inserted, 0);
        double size = scree_size_draw(&source->size, &random), m = mass_of(w, source, size);
        double have = source->rate_by_number ? inserted_since(state) : mass_since(state);
        double next = source->rate_by_number ? 1.0 : m;
        if (have + 0.5 * next > target) {
            break;
        }
        if (inserted_since(state) + 1.0 > source->count ||
            mass_since(state) + m > source->mass * (1.0 + 1e-12)) {
            state->done = true;
            break;
        }
        item q = {.size = size};
        if (find_place(w, k, s, TRIES_PER_PARTICLE, &q)) {
            place_item(w, k, &q);
        } else {
            bool last = until >= fmin(source->stop, w->case_->end);
            const double much =
                source->outlet >= 0 ? 100.0 * m : 20.0 * source->rate * scree_insert_interval(source);
            warn_of_shortfall(w, k, size, target - have, much, last, r);
            break;
        }
    }
}

double scree_insert_interval(const scree_source_def *source) {
    return source->every > 0.0 ? source->every : 0.01;
}

static void warn_of_region(const scree_world *w, const scree_source_def *source, scree_report *r) {
    const scree_cell *c = &w->cell;
    scree_vec3 low, high;
    const double largest = source->size.max * thinnest(w, source), width = width_of_region(w, source);
    if (largest > width) {
        scree_report_warning(
            r, "insertion '%s': particles of up to %.4g m do not fit into its region, %.4g m across",
            source->name, largest, width);
    }
    scree_region_bounds(w, &source->region, &low, &high);
    for (int axis = 0; axis < 3; axis++) {
        double from = vec_get(c->low, axis), to = vec_get(c->high, axis);
        if (!c->periodic[axis] && (vec_get(low, axis) < from || vec_get(high, axis) > to)) {
            scree_report_warning(
                r, "insertion '%s': its region, %g to %g m along %c, reaches out of the domain, %g to %g m",
                source->name, vec_get(low, axis), vec_get(high, axis), 'x' + axis, from, to);
        }
    }
}

void scree_insert_change(scree_world *w, size_t k, const scree_source_def *before) {
    const scree_source_def *now = &w->case_->source.data[k];
    scree_source *state = &w->source.data[k];
    if (isfinite(now->start) && scree_step_of(w, now->start) >= w->step) { // as a new one
        state->inserted_before = state->inserted;
        state->mass_before = state->mass;
        state->has_origin = state->done = state->rate_warned = false;
    } else if (now->kind == SCREE_SOURCE_RATE && now->outlet < 0 &&
               (now->rate != before->rate || now->rate_by_number != before->rate_by_number)) {
        const double have = now->rate_by_number ? inserted_since(state) : mass_since(state);
        state->origin = scree_world_time(w) - have / now->rate;
        state->has_origin = true;
    }
}

void scree_insert(scree_world *w, size_t k, double t, const scree_dense_fill *fill, scree_report *r) {
    const scree_source_def *source = &w->case_->source.data[k];
    if (w->source.data[k].tries == 0 && w->source.data[k].inserted == 0) {
        warn_of_region(w, source, r);
    }
    scree_spots s = spots_of(w, source);
    if (source->kind == SCREE_SOURCE_RATE) {
        insert_rate(w, k, &s, t, r);
    } else if (source->fill == SCREE_FILL_DENSE) {
        fill_dense(w, k, &s, fill, r);
    } else if (source->fill == SCREE_FILL_LATTICE) {
        fill_lattice(w, k, &s, r);
    } else {
        fill_random(w, k, &s, r);
    }
    w->source.data[k].done |= source->kind == SCREE_SOURCE_FILL;
    scree_spots_clear(&s);
}
