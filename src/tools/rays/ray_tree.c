// SPDX-License-Identifier: BSD-3-Clause
#include "tools/rays/ray_tree.h"

#include <math.h>

enum { BINS = 16, SAH_LEVELS = 24 }; // below so many levels halves are taken, so that the depth is limited

typedef struct builder {
    scree_ray_tree *tree;
    const scree_ray_box *box;
    uint32_t *order;
} builder;

typedef struct range {
    size_t first, n;
    scree_ray_box box;
} range;

static const scree_ray_box nothing = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

static void join(scree_ray_box *to, const scree_ray_box *b) {
    for (int k = 0; k < 3; k++) {
        to->low[k] = b->low[k] < to->low[k] ? b->low[k] : to->low[k];
        to->high[k] = b->high[k] > to->high[k] ? b->high[k] : to->high[k];
    }
}

static float half_area(const scree_ray_box *b) {
    const float x = b->high[0] - b->low[0], y = b->high[1] - b->low[1], z = b->high[2] - b->low[2];
    return x >= 0.0f ? x * y + y * z + z * x : 0.0f;
}

static float middle(const scree_ray_box *b, int axis) {
    return 0.5f * (b->low[axis] + b->high[axis]);
}

static scree_ray_box box_of(const builder *b, size_t first, size_t n) {
    scree_ray_box all = nothing;
    for (size_t k = first; k < first + n; k++) {
        join(&all, &b->box[b->order[k]]);
    }
    return all;
}

static int bin_of(float x, float low, float scale) {
    const int bin = (int)((x - low) * scale);
    return bin < 0 ? 0 : bin >= BINS ? BINS - 1 : bin;
}

// The bin behind which the cost, the sum of area times number, is least; -1: none.
static int cheapest(const scree_ray_box *box, const size_t *count) {
    float cost[BINS] = {0.0f};
    scree_ray_box all = nothing;
    size_t n = 0;
    for (int k = 0; k < BINS - 1; k++) {
        join(&all, &box[k]);
        n += count[k];
        cost[k] = n > 0 ? half_area(&all) * (float)n : INFINITY;
    }
    all = nothing;
    n = 0;
    int best = -1;
    for (int k = BINS - 2; k >= 0; k--) {
        join(&all, &box[k + 1]);
        n += count[k + 1];
        cost[k] = n > 0 ? cost[k] + half_area(&all) * (float)n : INFINITY;
        best = cost[k] < INFINITY && (best < 0 || cost[k] < cost[best]) ? k : best;
    }
    return best;
}

// Cuts a range into two, of which neither is empty.
static void cut(const builder *b, const range *r, int level, range half[2]) {
    scree_ray_box middles = nothing;
    for (size_t k = r->first; k < r->first + r->n; k++) {
        const scree_ray_box *box = &b->box[b->order[k]];
        const scree_ray_box point = {{middle(box, 0), middle(box, 1), middle(box, 2)},
                                     {middle(box, 0), middle(box, 1), middle(box, 2)}};
        join(&middles, &point);
    }
    int axis = 0;
    for (int k = 1; k < 3; k++) {
        axis = middles.high[k] - middles.low[k] > middles.high[axis] - middles.low[axis] ? k : axis;
    }
    const float low = middles.low[axis], width = middles.high[axis] - low;
    size_t at = r->n / 2;
    if (width > 0.0f && level < SAH_LEVELS) {
        scree_ray_box box[BINS];
        size_t count[BINS] = {0};
        const float scale = (float)BINS / width;
        for (int k = 0; k < BINS; k++) {
            box[k] = nothing;
        }
        for (size_t k = r->first; k < r->first + r->n; k++) {
            const int bin = bin_of(middle(&b->box[b->order[k]], axis), low, scale);
            join(&box[bin], &b->box[b->order[k]]);
            count[bin]++;
        }
        const int best = cheapest(box, count);
        if (best >= 0) {
            size_t left = r->first, right = r->first + r->n;
            while (left < right) {
                const uint32_t item = b->order[left];
                if (bin_of(middle(&b->box[item], axis), low, scale) <= best) {
                    left++;
                } else {
                    b->order[left] = b->order[--right];
                    b->order[right] = item;
                }
            }
            at = left - r->first;
        }
    }
    half[0] = (range){r->first, at, box_of(b, r->first, at)};
    half[1] = (range){r->first + at, r->n - at, box_of(b, r->first + at, r->n - at)};
}

static int32_t make_leaf(const builder *b, const range *r) {
    const int32_t group = (int32_t)(b->tree->item.n / SCREE_RAY_WIDTH);
    for (size_t k = 0; k < SCREE_RAY_WIDTH; k++) {
        scree_array_push(&b->tree->item, k < r->n ? b->order[r->first + k] : UINT32_MAX);
    }
    return -1 - group;
}

static int32_t make_node(const builder *b, const range *r, int level) {
    range part[SCREE_RAY_WIDTH] = {*r};
    int parts = 1;
    while (parts < SCREE_RAY_WIDTH) {
        int largest = -1;
        for (int k = 0; k < parts; k++) {
            const bool may = part[k].n > SCREE_RAY_WIDTH || (parts == 1 && part[k].n > 1);
            largest =
                may && (largest < 0 || half_area(&part[k].box) > half_area(&part[largest].box)) ? k : largest;
        }
        if (largest < 0) {
            break;
        }
        range half[2];
        cut(b, &part[largest], level, half);
        part[largest] = half[0];
        part[parts++] = half[1];
    }
    const size_t index = b->tree->node.n;
    scree_array_push(&b->tree->node, (scree_ray_node){.child = {-1, -1, -1, -1}});
    for (int k = 0; k < SCREE_RAY_WIDTH; k++) {
        const scree_ray_box *box = k < parts ? &part[k].box : &nothing;
        const int32_t child = k >= parts                     ? -1
                              : part[k].n <= SCREE_RAY_WIDTH ? make_leaf(b, &part[k])
                                                             : make_node(b, &part[k], level + 1);
        scree_ray_node *node = &b->tree->node.data[index]; // the array may have moved
        node->child[k] = child;
        for (int axis = 0; axis < 3; axis++) {
            node->bound[axis][0][k] = box->low[axis];
            node->bound[axis][1][k] = box->high[axis];
        }
    }
    return (int32_t)index;
}

void scree_ray_tree_build(scree_ray_tree *t, const scree_ray_box *box, size_t n) {
    *t = (scree_ray_tree){0};
    if (n == 0) {
        return;
    }
    const builder b = {t, box, scree_realloc(NULL, 0, n * sizeof(uint32_t))};
    for (size_t k = 0; k < n; k++) {
        b.order[k] = (uint32_t)k;
    }
    const range all = {0, n, box_of(&b, 0, n)};
    make_node(&b, &all, 0);
    scree_free(b.order);
}

void scree_ray_tree_clear(scree_ray_tree *t) {
    scree_array_free(&t->node);
    scree_array_free(&t->item);
}

scree_ray scree_ray_of(const float from[3], const float along[3]) {
    scree_ray r;
    for (int k = 0; k < 3; k++) {
        r.from[k] = from[k];
        r.along[k] = along[k];
        r.inverse[k] = 1.0f / along[k];
        r.side[k] = r.inverse[k] < 0.0f; // -0 is on the side of the negative ones
    }
    return r;
}
