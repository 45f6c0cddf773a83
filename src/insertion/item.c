// SPDX-License-Identifier: BSD-3-Clause
#include "insertion/item.h"
#include "domain/domain.h"
#include "insertion/agglomerate.h"
#include "insertion/size.h"
#include "maths/math.h"
#include "regions/region.h"

// Radius of the largest sphere of what is inserted, of size 1.
static double largest_member(const scree_world *w, const scree_source_def *source) {
    double most = source->shape < 0 ? 0.5 : 0.0;
    for (size_t k = 0; source->shape >= 0 && k < w->case_->shape.data[source->shape].shape.member.n; k++) {
        most = fmax(most, w->case_->shape.data[source->shape].shape.member.data[k].radius);
    }
    return most;
}

// Returns the least distance of a centre from the bounds of its region, for the size 1.
static double margin(const scree_world *w, const scree_source_def *source) {
    const scree_shape *shape = source->shape < 0 ? NULL : &w->case_->shape.data[source->shape].shape;
    return shape && scree_shape_has_pieces(shape) ? shape->least : 0.5;
}

double scree_item_mass(const scree_world *w, const scree_source_def *source, double d) {
    return scree_sphere_volume(0.5 * d) * w->case_->material.data[source->material].density;
}

scree_random scree_item_random(const scree_world *w, size_t k, uint64_t index, int purpose) {
    const scree_source_def *source = &w->case_->source.data[k];
    uint64_t seed = source->seed ? source->seed : w->case_->seed;
    return (scree_random){seed, 16 * (uint64_t)k + (uint64_t)purpose, index, 0};
}

// Velocity of the next particle or clump.
static scree_vec3 draw_velocity(const scree_world *w, size_t k) {
    const scree_source_def *source = &w->case_->source.data[k];
    scree_random random = scree_item_random(w, k, w->source.data[k].inserted, 2);
    scree_vec3 v = source->velocity;
    v.x += scree_spread(scree_random_uniform(&random), source->velocity_spread.x);
    v.y += scree_spread(scree_random_uniform(&random), source->velocity_spread.y);
    v.z += scree_spread(scree_random_uniform(&random), source->velocity_spread.z);
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

// Returns a rotation, uniform over all of them: K. Shoemake, Graphics Gems III (1992) 124.
static scree_quaternion draw_rotation(scree_random *random) {
    double s1, c1, s2, c2;
    const double u = scree_random_uniform(random), a = sqrt(1.0 - u), b = sqrt(u);
    scree_sin_cos(2.0 * SCREE_PI * scree_random_uniform(random), &s1, &c1);
    scree_sin_cos(2.0 * SCREE_PI * scree_random_uniform(random), &s2, &c2);
    return (scree_quaternion){b * c2, a * s1, a * c1, b * s2};
}

// Returns the orientation that the source gives, or a random one.
static scree_quaternion draw_attitude(const scree_world *w, const scree_source_def *source,
                                      scree_random *random) {
    return scree_body_attitude(w, source->shape,
                               source->has_orientation ? scree_body_turn(source) : draw_rotation(random));
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

void scree_item_draw_place(const scree_world *w, size_t k, scree_random *random, scree_vec3 low,
                           scree_vec3 high, scree_item *q) {
    const double r = margin(w, &w->case_->source.data[k]) * q->size;
    const double ux = scree_random_uniform(random), uy = scree_random_uniform(random),
                 uz = scree_random_uniform(random);
    q->x = vec3(low.x + r + ux * (high.x - low.x - 2.0 * r), low.y + r + uy * (high.y - low.y - 2.0 * r),
                low.z + r + uz * (high.z - low.z - 2.0 * r));
}

bool scree_item_is_inside(const scree_world *w, size_t k, scree_item *q, scree_random *random) {
    const scree_source_def *source = &w->case_->source.data[k];
    if (source->shape < 0) {
        return scree_region_holds(w, &source->region, q->x, 0.5 * q->size);
    }
    q->attitude = draw_attitude(w, source, random);
    const scree_body b = clump_at(w, k, q->x, q->size, q->attitude);
    return scree_spots_region_holds_body(w, &source->region, &b);
}

bool scree_item_take_room(const scree_world *w, size_t k, scree_spots *s, const scree_item *q) {
    if (w->case_->source.data[k].shape < 0) {
        return scree_spots_take(s, q->x, 0.5 * q->size);
    }
    const scree_body b = clump_at(w, k, q->x, q->size, q->attitude);
    return scree_spots_take_body(s, &b);
}

void scree_item_place(scree_world *w, size_t k, const scree_item *q) {
    if (w->case_->source.data[k].shape >= 0) {
        scree_body b = clump_at(w, k, q->x, q->size, q->attitude);
        place_clump(w, k, &b);
    } else {
        place(w, k, q->x, 0.5 * q->size);
    }
}

scree_spots scree_item_spots(const scree_world *w, const scree_source_def *source) {
    return scree_spots_create(w, &source->region, source->size.max * largest_member(w, source));
}

bool scree_sizes_are_limited(const scree_source_def *s) {
    return isfinite(s->count) || isfinite(s->mass) || isfinite(s->fraction);
}

bool scree_sizes_draw(const scree_world *w, size_t k, double fraction, scree_sizes *d) {
    const scree_source_def *source = &w->case_->source.data[k];
    double volume = scree_region_volume(w, &source->region), solid = 0.0, mass = 0.0;
    for (uint64_t i = 0; (double)i < source->count; i++) {
        scree_random random = scree_item_random(w, k, i, 0);
        double size = scree_size_draw(&source->size, &random);
        solid += scree_sphere_volume(0.5 * size);
        mass += scree_item_mass(w, source, size);
        if (solid > fraction * volume || mass > source->mass * (1.0 + 1e-12)) {
            return true;
        }
        if (!isfinite(source->fraction) && !isfinite(source->mass) && scree_sizes_are_limited(source) &&
            solid > volume) {
            return false;
        }
        scree_array_push(d, size);
    }
    return true;
}

double scree_items_solid(const scree_items *items) {
    double solid = 0.0;
    for (size_t i = 0; i < items->n; i++) {
        solid += scree_sphere_volume(0.5 * items->data[i].size);
    }
    return solid;
}
