// SPDX-License-Identifier: BSD-3-Clause
// New particles are placed one by one where they touch nothing. Positions are functions of (seed, source, draw number), so the
// result does not depend on threads, storage order or restarts. A fill draws all sizes first and places the large ones first.
#include "insertion/insert.h"
#include "access/step_time.h"
#include "insertion/dense_fill.h"
#include "insertion/item.h"
#include "insertion/size.h"
#include "insertion/stop_wanted.h"
#include "maths/math.h"
#include "regions/region.h"

enum {
    TRIES_PER_PARTICLE = 400,
    TRIES_WHEN_FULL = 20000,
    ASK_EVERY = 1024 // tries: one takes about 1 us for a sphere, and 0.1 ms at most for a convex body
};

// How far a fill is: bodies that have a place, or places of a lattice that have been looked at, of all.
typedef struct progress {
    size_t done, all;
    bool stopped; // world.watch wanted to stop
} progress;

// Says how far a fill is at some of its tries, and asks whether to stop. All ranks make the same tries.
static bool is_to_stop(const scree_world *w, size_t k, uint64_t attempt, progress *far) {
    const scree_source_def *source = &w->case_->source.data[k];
    const bool lattice = source->fill == SCREE_FILL_LATTICE;
    if (attempt % ASK_EVERY == 0) {
        far->stopped = scree_stop_wanted(w, "%s fill '%s': %zu of %zu %s", lattice ? "lattice" : "random",
                                         source->name, far->done, far->all,
                                         lattice             ? "places looked at"
                                         : source->shape < 0 ? "spheres have a place"
                                                             : "bodies have a place");
    }
    return far->stopped;
}

// Diameter of the sphere about the centre that holds all of what is inserted, of size 1.
static double across(const scree_world *w, const scree_source_def *source) {
    return source->shape < 0 ? 1.0 : scree_shape_across(&w->case_->shape.data[source->shape].shape);
}

// Returns the smallest thickness of what the source inserts, for the size 1.
static double thinnest(const scree_world *w, const scree_source_def *source) {
    return source->shape < 0 ? 1.0 : scree_shape_thickness(&w->case_->shape.data[source->shape].shape);
}

// Particles and mass, kg, since its start.
static double inserted_since(const scree_source *s) {
    return (double)(s->inserted - s->inserted_before);
}

static double mass_since(const scree_source *s) {
    return s->mass - s->mass_before;
}

static bool take_place(const scree_world *w, size_t k, scree_spots *s, scree_item *q, scree_random *random) {
    return scree_item_is_inside(w, k, q, random) && scree_item_take_room(w, k, s, q);
}

// Places what the source inserts there, if there is room.
static bool try_at(scree_world *w, size_t k, scree_spots *s, scree_vec3 x, double size,
                   scree_random *random) {
    scree_item q = {.x = x, .size = size};
    const bool fits = take_place(w, k, s, &q, random);
    if (fits) {
        scree_item_place(w, k, &q);
    }
    return fits;
}

// Looks for a place for an item of this size at random positions in the region; random numbers by the source's number of attempts so far. far: of a fill,
// which may stop; else NULL.
static bool find_place(scree_world *w, size_t k, scree_spots *s, int tries, scree_item *q, progress *far) {
    scree_vec3 low, high;
    scree_region_bounds(w, &w->case_->source.data[k].region, &low, &high);
    bool found = false;
    for (int n = 0; n < tries && !found; n++) {
        const uint64_t attempt = w->source.data[k].tries++;
        if (far && is_to_stop(w, k, attempt, far)) {
            break;
        }
        scree_random random = scree_item_random(w, k, attempt, 1);
        scree_item_draw_place(w, k, &random, low, high, q);
        found = take_place(w, k, s, q, &random);
    }
    return found;
}

static int larger_first(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? 1 : x > y ? -1 : 0;
}

// Finds places for sizes, the large ones first. At a size without a place it stops (only_all), or goes on while the smallest has room. stopped, false
// before: set to true if world.watch wanted to stop.
static void plan(scree_world *w, size_t k, scree_spots *s, scree_sizes *d, bool only_all, scree_items *items,
                 bool *stopped) {
    scree_array_sort(d, larger_first);
    items->n = 0;
    progress far = {.all = d->n};
    bool full = false;
    for (size_t i = 0; i < d->n && !full && !far.stopped; i++) {
        const int tries = items->n == i ? TRIES_WHEN_FULL : TRIES_PER_PARTICLE;
        scree_item q = {.size = d->data[i]};
        far.done = items->n;
        if (find_place(w, k, s, tries, &q, &far)) {
            scree_array_push(items, q);
        } else {
            full = only_all || i == 0 || d->data[i] == d->data[d->n - 1];
        }
    }
    *stopped = far.stopped;
}

// Returns whether there is a place for all sizes up to a solid fraction, with the random numbers of a first attempt.
static bool plan_fraction(scree_world *w, size_t k, scree_spots *s, double fraction, scree_sizes *d,
                          scree_items *items, bool *stopped) {
    d->n = 0;
    scree_sizes_draw(w, k, fraction, d);
    scree_spots_clear(s);
    *s = scree_item_spots(w, &w->case_->source.data[k]);
    plan(w, k, s, d, true, items, stopped);
    return items->n == d->n || d->data[0] == d->data[d->n - 1]; // of one size: no matter which
}

// For a fill without a limit: finds the largest number of sizes, in the order in which they were drawn, that all have a place. Leaving out only
// those without a place would change the distribution, as there is always room for small ones. False: a tenth of the region cannot be filled, or it is stopped.
static bool plan_all(scree_world *w, size_t k, scree_spots *s, scree_sizes *d, scree_items *items,
                     bool *stopped) {
    const double volume = scree_region_volume(w, &w->case_->source.data[k].region), enough = 0.02,
                 least = 0.1;
    const uint64_t tries = w->source.data[k].tries;
    double low = 0.0, high = 0.64, next = high; // random packings are not denser
    while (next >= least && !*stopped) {
        w->source.data[k].tries = tries;
        const bool all = plan_fraction(w, k, s, next, d, items, stopped);
        low = all ? next : low;
        high = all ? high : next;
        if (all && high - low <= enough && !*stopped) {
            return true;
        }
        // nearly all of what it placed will have a place, because it tried more large ones
        next = low == 0.0            ? fmin(0.98 * next, scree_items_solid(items) / volume)
               : high - low > enough ? 0.5 * (low + high)
                                     : low;
    }
    return false;
}

// Compares two mass fractions: of the larger half of the drawn sizes, and of the same sizes among those that are placed.
static void warn_of_sizes(const scree_source_def *source, const scree_sizes *d, const scree_items *items,
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
    const double placed = large_placed / scree_items_solid(items), asked = large_drawn / drawn;
    scree_report_warning(r,
                         "insertion '%s': particles of %.4g m and more are %.3g of the placed mass, instead "
                         "of %.3g as in its distribution: there was no room for %s ones; enlarge the region",
                         source->name, limit, placed, asked, placed < asked ? "large" : "small");
}

// Says how many of the drawn sizes were placed. fits: the region has the volume of what is asked for.
static void report_random(const scree_world *w, const scree_source_def *source, size_t placed, size_t drawn,
                          bool fits, scree_report *r) {
    if (scree_sizes_are_limited(source) && (placed < drawn || !fits)) {
        scree_report_warning(r,
                             "insertion '%s': %zu of %.0f particles placed, then no room was found; enlarge "
                             "the region, ask for fewer, or use fill: lattice or dense",
                             source->name, placed, fits ? (double)drawn : source->count);
    } else if (placed == 0) {
        scree_report_warning(r, "insertion '%s': no particle placed; %s", source->name,
                             drawn > 0 ? "no room was found for one"
                             : scree_region_volume(w, &source->region) > 0.0
                                 ? "one is more than mass, fraction or region allow"
                                 : "the region has no volume: is its mesh closed?");
    } else if (isfinite(source->count) && (double)placed < source->count) {
        scree_report_note(r,
                          "insertion '%s': %zu particles placed (mass or fraction reached before count %.0f)",
                          source->name, placed, source->count);
    }
}

// False: world.watch wanted to stop.
static bool fill_random(scree_world *w, size_t k, scree_spots *s, scree_report *r) {
    const scree_source_def *source = &w->case_->source.data[k];
    const bool limited = scree_sizes_are_limited(source);
    scree_sizes d = {0};
    scree_items items = {0};
    bool fits = true, stopped = false;
    if (limited || (!plan_all(w, k, s, &d, &items, &stopped) && !stopped)) {
        d.n = 0;
        fits = scree_sizes_draw(w, k, limited ? source->fraction : 0.64, &d);
        if (!limited) {
            scree_spots_clear(s);
            *s = scree_item_spots(w, source);
        }
        plan(w, k, s, &d, false, &items, &stopped);
        if (!stopped && items.n > 0 && items.n < d.n && d.data[0] > d.data[d.n - 1]) {
            warn_of_sizes(source, &d, &items, r);
        }
    }
    if (!stopped) {
        for (size_t i = 0; i < items.n; i++) {
            scree_item_place(w, k, &items.data[i]);
        }
        report_random(w, source, items.n, d.n, fits, r);
    }
    scree_array_free(&items);
    scree_array_free(&d);
    return !stopped;
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

// Hexagonal close packing, spread by `spacing` and shaken by what that leaves free, layer by layer along z. False: world.watch
// wanted to stop.
static bool fill_lattice(scree_world *w, size_t k, scree_spots *s, scree_report *r) {
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
    progress far = {.all = (size_t)nx * (size_t)ny * (size_t)nz};
    for (long z = 0; z < nz; z++) {
        for (long y = 0; y < ny; y++) {
            for (long x = 0; x < nx; x++) {
                if (is_to_stop(w, k, far.done, &far)) {
                    return false;
                }
                scree_random random = scree_item_random(w, k, far.done++, 1),
                             sizes = scree_item_random(w, k, state->inserted, 0);
                double size = scree_size_draw(&source->size, &sizes), radius = 0.5 * size;
                double ux = scree_random_uniform(&random), uy = scree_random_uniform(&random),
                       uz = scree_random_uniform(&random);
                scree_vec3 at = vec3(low.x + 0.5 * d_max + a * ((double)x + 0.5 * (double)((y + z) & 1)) +
                                         scree_spread(ux, shake),
                                     low.y + 0.5 * d_max + dy * ((double)y + (z & 1 ? 1.0 / 3.0 : 0.0)) +
                                         scree_spread(uy, shake),
                                     low.z + 0.5 * d_max + dz * (double)z + scree_spread(uz, shake));
                double grown = solid + scree_sphere_volume(radius);
                if (inserted_since(state) >= source->count || grown > source->fraction * volume ||
                    mass_since(state) + scree_item_mass(w, source, size) > source->mass * (1.0 + 1e-12)) {
                    return true;
                }
                if (try_at(w, k, s, at, size, &random)) {
                    solid = grown;
                }
            }
        }
    }
    warn_of_full_lattice(source, state, r);
    return true;
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
        scree_random random = scree_item_random(w, k, state->inserted, 0);
        double size = scree_size_draw(&source->size, &random), m = scree_item_mass(w, source, size);
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
        scree_item q = {.size = size};
        if (find_place(w, k, s, TRIES_PER_PARTICLE, &q, NULL)) {
            scree_item_place(w, k, &q);
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

bool scree_insert(scree_world *w, size_t k, double t, scree_report *r) {
    const scree_source_def *source = &w->case_->source.data[k];
    if (w->source.data[k].tries == 0 && w->source.data[k].inserted == 0) {
        warn_of_region(w, source, r);
    }
    scree_spots s = scree_item_spots(w, source);
    bool done = true;
    if (source->kind == SCREE_SOURCE_RATE) {
        insert_rate(w, k, &s, t, r);
    } else if (source->fill == SCREE_FILL_DENSE) {
        done = scree_dense_fill(w, k, &s, r);
    } else if (source->fill == SCREE_FILL_LATTICE) {
        done = fill_lattice(w, k, &s, r);
    } else {
        done = fill_random(w, k, &s, r);
    }
    w->source.data[k].done |= source->kind == SCREE_SOURCE_FILL;
    scree_spots_clear(&s);
    return done;
}
