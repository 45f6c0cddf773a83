// SPDX-License-Identifier: BSD-3-Clause
// Spots: the spheres in and near a region where something is to be inserted, in a hashed grid of cells for each class of sizes. The spot of a convex body
// is the sphere that holds it, with the body in it: it only takes the room of the body.
#pragma once

#include "clumps/body.h"
#include "state/world.h"

enum { SCREE_SPOT_CLASSES = 32 };

typedef struct scree_spot {
    scree_vec3 x;
    double r;
    uint32_t next, next_of_class; // + 1; 0: end
    uint32_t form;                // of a convex body, + 1; 0: it is a sphere
} scree_spot;

// The spots of one size class: their number, their box, and a linked list of all of them.
typedef struct scree_spot_class {
    size_t n;
    scree_vec3 low, high;
    uint32_t head; // item + 1
} scree_spot_class;

typedef struct scree_spots {
    const scree_world *w;
    SCREE_ARRAY(scree_spot) item;
    SCREE_ARRAY(scree_form) form;
    uint32_t *head; // hash table, item + 1
    size_t mask;
    double r_max; // class c holds radii in (r_max / 2^(c+1), r_max / 2^c]
    scree_spot_class size_class[SCREE_SPOT_CLASSES];
} scree_spots;

// All particles that a new one in the region might touch. r_max: m, of those to come. Collective: ranks have the same spots, as all of them
// compute the same insertion. Free with scree_spots_clear.
scree_spots scree_spots_create(const scree_world *w, const scree_region *region, double r_max);
void scree_spots_clear(scree_spots *s);
// Would a sphere there touch neither another one nor a wall? Then it is added. Regions may reach beyond the cell along periodic axes.
bool scree_spots_take(scree_spots *s, scree_vec3 x, double r);
// The functions for all members of a clump: their number, whether they are in a region, and whether they would touch nothing, and are added.
size_t scree_spots_members(const scree_world *w, const scree_body *b);
bool scree_spots_region_holds_body(const scree_world *w, const scree_region *region, const scree_body *b);
bool scree_spots_take_body(scree_spots *s, const scree_body *b);
