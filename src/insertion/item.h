// SPDX-License-Identifier: BSD-3-Clause
// An item is what a source inserts: a sphere, or a body if the source has a shape. Its size, place, attitude and velocity are functions of the seed, the
// source and a number, so they do not depend on threads, storage order and restarts.
#pragma once

#include "insertion/spots.h"
#include "maths/random.h"
#include "state/world.h"

typedef struct scree_item {
    scree_vec3 x;              // m, the centre
    double size;               // m, the diameter of a sphere; the factor of the lengths of a shape
    scree_quaternion attitude; // of a body
} scree_item;
typedef SCREE_ARRAY(scree_item) scree_items;
typedef SCREE_ARRAY(double) scree_sizes;

// Returns the random numbers of a source for one index. purpose, 0 to 15: sizes, places, velocities, and places in packings each have a number of their own.
scree_random scree_item_random(const scree_world *w, size_t k, uint64_t index, int purpose);
// Returns a number uniform in -width to width, from u in 0 to 1.
static inline double scree_spread(double u, double width) {
    return (2.0 * u - 1.0) * width;
}
// Returns the mass, kg, of a sphere of diameter d, m, of the material of a source.
double scree_item_mass(const scree_world *w, const scree_source_def *source, double d);
// Gives an item a random place in the box around the region of source k, whose corners are low and high.
void scree_item_draw_place(const scree_world *w, size_t k, scree_random *random, scree_vec3 low,
                           scree_vec3 high, scree_item *q);
// Turns an item as the source says, and returns whether its region holds it.
bool scree_item_is_inside(const scree_world *w, size_t k, scree_item *q, scree_random *random);
// Returns whether there is room for an item, which then has its place.
bool scree_item_take_room(const scree_world *w, size_t k, scree_spots *s, const scree_item *q);
// Adds an item to the world, as the next one of source k.
void scree_item_place(scree_world *w, size_t k, const scree_item *q);
// Returns the particles in and near the region of a source. Free with scree_spots_clear.
scree_spots scree_item_spots(const scree_world *w, const scree_source_def *source);
// Returns the volume of the spheres of the items' sizes, m3.
double scree_items_solid(const scree_items *items);

// Returns whether a fill has a limit: of number, mass or solid fraction.
bool scree_sizes_are_limited(const scree_source_def *s);
// Appends diameters, m, up to the first limit that is reached, and up to this solid fraction. False: `count` of them are more than the volume of the region.
bool scree_sizes_draw(const scree_world *w, size_t k, double fraction, scree_sizes *d);
