// SPDX-License-Identifier: BSD-3-Clause
// A tree of boxes for rays: each node has four children, whose boxes are beside each other in memory, so that the compiler tests them at once. A
// leaf is a group of up to four things. The tree depends on the boxes alone. src/mesh/bvh.h has two children for each node and is made to be queried by balls.
#pragma once

#include "memory/array.h"

enum { SCREE_RAY_WIDTH = 4, SCREE_RAY_STACK = 256 };

typedef struct scree_ray_node {
    float bound
        [3][2]
        [SCREE_RAY_WIDTH]; // axis, least and largest value, child; an empty child has the least above the largest
    int32_t child[SCREE_RAY_WIDTH]; // >= 0: a node; < 0: group -1 - child
} scree_ray_node;

typedef struct scree_ray_box {
    float low[3], high[3];
} scree_ray_box;

typedef struct scree_ray_tree {
    SCREE_ARRAY(scree_ray_node) node; // the first is the root; none: there is nothing
    SCREE_ARRAY(uint32_t) item;       // 4 for each group: numbers of things, UINT32_MAX behind the last one
} scree_ray_tree;

typedef struct scree_ray {
    float from[3], along[3]; // along: of length 1
    float inverse[3];        // 1 / along
    int side[3];             // whether along is negative
} scree_ray;

scree_ray scree_ray_of(const float from[3], const float along[3]);
void scree_ray_tree_build(scree_ray_tree *t, const scree_ray_box *box, size_t n);
void scree_ray_tree_clear(scree_ray_tree *t);

// Which children a ray meets before `most`, and where it enters each: a bit for each child.
static inline unsigned scree_ray_node_hits(const scree_ray_node *node, const scree_ray *ray, float most,
                                           float enter[SCREE_RAY_WIDTH]) {
    float leave[SCREE_RAY_WIDTH];
    for (int k = 0; k < SCREE_RAY_WIDTH; k++) {
        enter[k] = 0.0f;
        leave[k] = most;
    }
    for (int axis = 0; axis < 3; axis++) {
        const float *first = node->bound[axis][ray->side[axis]], *last = node->bound[axis][!ray->side[axis]];
        const float from = ray->from[axis], inverse = ray->inverse[axis];
        for (int k = 0; k < SCREE_RAY_WIDTH; k++) { // 0 * infinity is no number, and changes nothing
            const float a = (first[k] - from) * inverse, b = (last[k] - from) * inverse;
            enter[k] = a > enter[k] ? a : enter[k];
            leave[k] = b < leave[k] ? b : leave[k];
        }
    }
    unsigned hits = 0;
    for (int k = 0; k < SCREE_RAY_WIDTH; k++) {
        hits |= (unsigned)(enter[k] <= leave[k]) << k;
    }
    return hits;
}

// A walk through a tree: what is still to be looked at, the nearest on top.
typedef struct scree_ray_walk {
    int32_t child[SCREE_RAY_STACK];
    float enter[SCREE_RAY_STACK];
    int n;
} scree_ray_walk;

// Puts the children that the ray meets on the stack, the nearest on top.
static inline void scree_ray_walk_push(scree_ray_walk *w, const scree_ray_node *node, const scree_ray *ray,
                                       float most) {
    float enter[SCREE_RAY_WIDTH];
    const unsigned hits = scree_ray_node_hits(node, ray, most, enter);
    const int base = w->n;
    for (int k = 0; k < SCREE_RAY_WIDTH; k++) {
        if (hits >> k & 1u && w->n < SCREE_RAY_STACK) {
            int at = w->n++;
            for (; at > base && w->enter[at - 1] < enter[k]; at--) {
                w->enter[at] = w->enter[at - 1];
                w->child[at] = w->child[at - 1];
            }
            w->enter[at] = enter[k];
            w->child[at] = node->child[k];
        }
    }
}

static inline void scree_ray_walk_begin(scree_ray_walk *w, const scree_ray_tree *t) {
    w->n = t->node.n > 0;
    w->child[0] = 0;
    w->enter[0] = 0.0f;
}
