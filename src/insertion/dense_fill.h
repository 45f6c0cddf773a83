// SPDX-License-Identifier: BSD-3-Clause
// Dense fills are dense random packings: spheres, or clumps of one shape, begin at random positions, where they overlap, and push each other apart, with damping,
// until none overlaps. They are moved by the engine itself, in a world of their own, so that the result has the same bits for any number of
// threads.
#pragma once

#include "insertion/spots.h"
#include "state/world.h"
#include "text/report.h"

typedef struct scree_packing {
    const scree_shape_def *shape; // NULL: spheres
    const double *size;           // m, diameter of each one
    scree_vec3 *x;                // m, in: anywhere in the region; out: mostly without overlaps
    scree_quaternion *attitude;   // of clumps: in and out
    bool rigid;                   // clumps keep their attitudes
    size_t n;
    const char *name; // of the insertion, for messages
    bool stopped;     // out: world.watch on some rank wanted to stop, so the places are of no use
} scree_packing;

// Moves them inside of a region: a box, a cylinder or a closed mesh. A box as wide as a periodic axis of the cell is periodic there.
// False: overlaps remain, as there are too many.
// Kept in world.pack, because it runs steps of a world of its own (step/pack.c), and insertion, which needs it, is a part of a step.
typedef bool scree_pack_function(const scree_world *w, const scree_region *region, scree_packing *p);

// Packs the region of source k, which may take minutes, inserts the packing where it has room among the spots, and reports how much that is. False: world.watch
// wanted to stop, and nothing is inserted.
bool scree_dense_fill(scree_world *w, size_t k, scree_spots *s, scree_report *r);
