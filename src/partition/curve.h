// SPDX-License-Identifier: BSD-3-Clause
// Positions as numbers (keys) along a space-filling curve. A box is mapped into a cube of 2^18 cells per edge. Each axis uses a
// power of two of them, so that cells are nearly cubic and the box ends at the border of an octree cell. It is a Morton curve;
// its coarsest division is across the longest axis.
//
//     box 2 m x 1 m             cube
//                               +-------+-------+
//                               |  never used   |
//     +-------+-------+         +-------+-------+
//     |       |       |   ->    |       |       |   half of the cells along the short axis
//     +-------+-------+         +-------+-------+
#pragma once

#include "maths/vec.h"
#include "parallel/comm.h"
#include "state/world.h"
#include <stdbool.h>
#include <stdint.h>

// Level of the finest cells. The limit of p4est 2.2 is 18; three coordinates fit into 64 bits up to level 21.
enum { SCREE_CURVE_LEVELS = 18 };
#define SCREE_CURVE_END ((uint64_t)1 << 3 * SCREE_CURVE_LEVELS)

typedef struct scree_curve_axis {
    double low, length; // m
    double scale;       // cells per m
    uint32_t cells;     // a power of two
    int slot;           // position among the three bits of a level in the key, 2: the highest
} scree_curve_axis;

typedef struct scree_curve {
    scree_cell cell;
    scree_curve_axis axis[3];
} scree_curve;

// A curve over the box low .. high, along periodic axes over the whole cell. Any box is accepted: one that is flat, a point or
// not finite is replaced by a similar one.
scree_curve scree_curve_create(const scree_cell *cell, scree_vec3 low, scree_vec3 high);

// Changes the box such that along each axis half of the weight is on each side of its middle, so that the coarsest divisions
// are even; it contains all but a thousandth of the weight at each end, so outliers are ignored. low .. high: box of the
// positions of all ranks, the same on all, as is the result. Periodic axes are not changed. Collective.
void scree_curve_fit(const scree_comm *comm, const scree_cell *cell, scree_vec3 *low, scree_vec3 *high,
                     const scree_pos *x, const uint32_t *weight, size_t n);

// Bit k of x goes to bit 3 k.
static inline uint64_t scree_curve_spread(uint64_t x) {
    x = (x | x << 32) & 0x1f00000000ffffu;
    x = (x | x << 16) & 0x1f0000ff0000ffu;
    x = (x | x << 8) & 0x100f00f00f00f00fu;
    x = (x | x << 4) & 0x10c30c30c30c30c3u;
    return (x | x << 2) & 0x1249249249249249u;
}

// The cell of a coordinate: monotonic; the outermost cells extend to infinity. NaN is in the first cell.
static inline uint32_t scree_curve_cell(const scree_curve *c, int axis, double x) {
    const scree_curve_axis *a = &c->axis[axis];
    const double d = scree_cell_fold(&c->cell, axis, x - a->low) * a->scale;
    return d >= 0.0 ? d < a->cells ? (uint32_t)d : a->cells - 1 : 0;
}

static inline uint64_t scree_curve_key(const scree_curve *c, double x, double y, double z) {
    return scree_curve_spread(scree_curve_cell(c, 0, x)) << c->axis[0].slot |
           scree_curve_spread(scree_curve_cell(c, 1, y)) << c->axis[1].slot |
           scree_curve_spread(scree_curve_cell(c, 2, z)) << c->axis[2].slot;
}

// The range of keys of each rank: first[k] .. first[k + 1] - 1, empty if they are equal; first[size] is the end.
typedef struct scree_borders {
    int rank, size;
    uint64_t *first;
} scree_borders;

// Rank that owns a key. Tests this rank first, as it nearly always is the owner: about 12 ns including the key.
static inline int scree_borders_owner(const scree_borders *b, uint64_t key) {
    int low = b->rank, high = b->rank + 1;
    if (key < b->first[low] || key >= b->first[high]) {
        low = 0;
        high = b->size;
    }
    while (high - low > 1) { // first[low] <= key < first[high]
        const int middle = low + (high - low) / 2;
        if (b->first[middle] <= key) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}
