// SPDX-License-Identifier: BSD-3-Clause
// Median split along the widest axis of the centroids: balanced, so a stack of 64 is always enough, and built
// by selection in O(n log n). A surface-area heuristic would make better trees, but queries run only when
// pair lists are rebuilt and when particles are inserted. Nodes lie in preorder: the left child follows its
// parent.
#include "mesh/bvh.h"

#include <float.h>
#include <stdlib.h>

enum { LEAF = 4, STACK = 64 }; // triangles of a leaf; nodes: the depth is at most log2(2^28 / LEAF) + 1

typedef struct node {
    scree_vec3 min, max;
    uint32_t first; // leaf: first triangle in order[]; inner node: right child
    uint32_t n;     // number of triangles of a leaf, 0 for an inner node
} node;

struct scree_bvh {
    SCREE_ARRAY(node) node;
    uint32_t *order; // triangles, grouped by leaf
};

// ---- building ---------------------------------------------------------------------------------------------

typedef struct item {
    double centre[3];
    uint32_t triangle;
} item;

static bool item_less(const item *a, const item *b, int axis) {
    if (a->centre[axis] != b->centre[axis]) {
        return a->centre[axis] < b->centre[axis];
    }
    return a->triangle < b->triangle; // a total order, so that the tree is unique
}

static void item_swap(item *a, item *b) {
    item t = *a;
    *a = *b;
    *b = t;
}

// Moves the k smallest of n items to the front.
static void select_smallest(item *a, size_t n, size_t k, int axis) {
    size_t lo = 0, hi = n; // the k-th item is in [lo, hi)
    while (hi - lo > 1) {
        size_t mid = lo + (hi - lo) / 2, last = hi - 1;
        if (item_less(&a[mid], &a[lo], axis)) {
            item_swap(&a[mid], &a[lo]);
        }
        if (item_less(&a[last], &a[lo], axis)) {
            item_swap(&a[last], &a[lo]);
        }
        if (item_less(&a[last], &a[mid], axis)) {
            item_swap(&a[last], &a[mid]);
        }
        item pivot = a[mid];
        size_t i = lo, j = last;
        while (i <= j) {
            while (item_less(&a[i], &pivot, axis)) {
                i++;
            }
            while (item_less(&pivot, &a[j], axis)) {
                j--;
            }
            if (i > j) {
                break;
            }
            item_swap(&a[i++], &a[j]);
            if (j == 0) {
                break;
            }
            j--;
        }
        if (k <= j) {
            hi = j + 1;
        } else if (k >= i) {
            lo = i;
        } else {
            return;
        }
    }
}

static int widest_axis(const item *a, size_t n) {
    double best = -1;
    int axis = 0;
    for (int k = 0; k < 3; k++) {
        double lo = a[0].centre[k], hi = lo;
        for (size_t i = 1; i < n; i++) {
            lo = a[i].centre[k] < lo ? a[i].centre[k] : lo;
            hi = a[i].centre[k] > hi ? a[i].centre[k] : hi;
        }
        if (hi - lo > best) {
            best = hi - lo, axis = k;
        }
    }
    return axis;
}

static void split(scree_bvh *tree, item *a, size_t n) {
    struct range {
        size_t first, n;
        size_t parent; // the node of which this is the right child, or SIZE_MAX
    } stack[STACK] = {{0, n, SIZE_MAX}};
    size_t depth = 1;
    while (depth > 0) {
        struct range r = stack[--depth];
        size_t self = tree->node.n;
        if (r.parent != SIZE_MAX) {
            tree->node.data[r.parent].first = (uint32_t)self;
        }
        scree_array_push(&tree->node, (node){.first = (uint32_t)r.first, .n = (uint32_t)r.n});
        if (r.n <= LEAF) {
            continue;
        }
        size_t half = r.n / 2;
        select_smallest(a + r.first, r.n, half, widest_axis(a + r.first, r.n));
        tree->node.data[self].n = 0;
        stack[depth++] = (struct range){r.first + half, r.n - half, self};
        stack[depth++] = (struct range){r.first, half, SIZE_MAX};
    }
}

static void triangle_box(const scree_mesh *mesh, uint32_t t, scree_vec3 *min, scree_vec3 *max) {
    const uint32_t *v = mesh->triangle.data[t].v;
    scree_vec3 a = mesh->vertex.data[v[0]], b = mesh->vertex.data[v[1]], c = mesh->vertex.data[v[2]];
    *min = vec_min(vec_min(a, b), c);
    *max = vec_max(vec_max(a, b), c);
}

static void fit_boxes(const scree_mesh *mesh, scree_bvh *tree) {
    for (size_t i = tree->node.n; i-- > 0;) { // children are stored after their parent
        node *x = &tree->node.data[i];
        if (x->n == 0) {
            const node *left = x + 1, *right = &tree->node.data[x->first];
            x->min = vec_min(left->min, right->min);
            x->max = vec_max(left->max, right->max);
            continue;
        }
        triangle_box(mesh, tree->order[x->first], &x->min, &x->max);
        for (uint32_t k = 1; k < x->n; k++) {
            scree_vec3 min, max;
            triangle_box(mesh, tree->order[x->first + k], &min, &max);
            x->min = vec_min(x->min, min);
            x->max = vec_max(x->max, max);
        }
    }
}

scree_bvh *scree_bvh_create(const scree_mesh *mesh) {
    size_t n = mesh->triangle.n;
    scree_bvh *tree = scree_realloc(NULL, 0, sizeof *tree);
    *tree = (scree_bvh){0};
    item *items = scree_realloc(NULL, 0, n * sizeof *items);
    for (size_t i = 0; i < n; i++) {
        scree_vec3 min, max;
        triangle_box(mesh, (uint32_t)i, &min, &max);
        items[i] = (item){{0.5 * (min.x + max.x), 0.5 * (min.y + max.y), 0.5 * (min.z + max.z)}, (uint32_t)i};
    }
    if (n > 0) {
        split(tree, items, n);
    }
    tree->order = scree_realloc(NULL, 0, n * sizeof *tree->order);
    for (size_t i = 0; i < n; i++) {
        tree->order[i] = items[i].triangle;
    }
    scree_free(items);
    fit_boxes(mesh, tree);
    return tree;
}

void scree_bvh_destroy(scree_bvh *tree) {
    if (!tree) {
        return;
    }
    scree_array_free(&tree->node);
    scree_free(tree->order);
    scree_free(tree);
}

// ---- near -------------------------------------------------------------------------------------------------

static double gap(double x, double lo, double hi) {
    return x < lo ? lo - x : x > hi ? x - hi : 0;
}

static double box_distance2(scree_vec3 p, scree_vec3 min, scree_vec3 max) {
    return vec_norm2(vec3(gap(p.x, min.x, max.x), gap(p.y, min.y, max.y), gap(p.z, min.z, max.z)));
}

static int ascending(const void *a, const void *b) {
    uint32_t s = *(const uint32_t *)a, t = *(const uint32_t *)b;
    return s < t ? -1 : s > t;
}

static void sort(uint32_t *a, size_t n) {
    if (n > 32) {
        qsort(a, n, sizeof *a, ascending);
        return;
    }
    for (size_t i = 1; i < n; i++) {
        uint32_t x = a[i];
        size_t j = i;
        for (; j > 0 && a[j - 1] > x; j--) {
            a[j] = a[j - 1];
        }
        a[j] = x;
    }
}

void scree_bvh_near(const scree_mesh *mesh, const scree_bvh *tree, scree_vec3 p, double d,
                    scree_triangle_list *list) {
    list->n = 0;
    uint32_t stack[STACK];
    size_t depth = 0;
    if (tree->node.n > 0) {
        stack[depth++] = 0;
    }
    while (depth > 0) {
        uint32_t i = stack[--depth];
        const node *x = &tree->node.data[i];
        if (box_distance2(p, x->min, x->max) > d * d) {
            continue;
        }
        if (x->n == 0) {
            stack[depth++] = x->first;
            stack[depth++] = i + 1;
            continue;
        }
        for (uint32_t k = 0; k < x->n; k++) {
            uint32_t t = tree->order[x->first + k];
            scree_vec3 min, max;
            triangle_box(mesh, t, &min, &max);
            if (box_distance2(p, min, max) <= d * d) {
                scree_array_push(list, t);
            }
        }
    }
    sort(list->data, list->n);
}

// ---- inside -----------------------------------------------------------------------------------------------

typedef enum crossing { MISSED, CROSSED, TOO_CLOSE } crossing;

// Does the ray p + s d, s > 0, cross triangle t? TOO_CLOSE where the answer would depend on rounding: the ray is almost
// parallel to the triangle, almost hits an edge, or starts almost on it. The numerators are compared with their rounding
// errors, so this also holds for very thin triangles.
static crossing cross(const scree_mesh *mesh, uint32_t t, scree_vec3 p, scree_vec3 d) {
    const uint32_t *v = mesh->triangle.data[t].v;
    scree_vec3 a = vec_sub(mesh->vertex.data[v[0]], p), b = vec_sub(mesh->vertex.data[v[1]], p);
    scree_vec3 c = vec_sub(mesh->vertex.data[v[2]], p);
    double side[3] = {vec_dot(d, vec_cross(b, c)), vec_dot(d, vec_cross(c, a)), vec_dot(d, vec_cross(a, b))};
    double size = vec_norm(a) + vec_norm(b) + vec_norm(c);
    double noise2 = 64 * DBL_EPSILON * size * size * vec_norm(d);
    int positive = 0, negative = 0;
    for (int k = 0; k < 3; k++) {
        positive += side[k] > noise2;
        negative += side[k] < -noise2;
    }
    if (positive > 0 && negative > 0) {
        return MISSED;
    }
    if (positive < 3 && negative < 3) {
        return TOO_CLOSE;
    }
    // t = a.(b x c) / (sum of side), both from the same signed volumes.
    double volume = vec_dot(a, vec_cross(vec_sub(b, a), vec_sub(c, a)));
    if (fabs(volume) <= 64 * DBL_EPSILON * size * size * size) {
        return TOO_CLOSE;
    }
    return (volume > 0) == (positive == 3) ? CROSSED : MISSED;
}

// Does the ray hit the box, enlarged by the rounding errors? No component of the direction is zero.
static bool ray_meets(scree_vec3 p, scree_vec3 inverse, scree_vec3 min, scree_vec3 max) {
    double enter = 0, leave = DBL_MAX;
    for (int k = 0; k < 3; k++) {
        double lo = vec_get(min, k), hi = vec_get(max, k), x = vec_get(p, k), inv = vec_get(inverse, k);
        double tolerance = 8 * DBL_EPSILON * (fabs(lo) + fabs(hi) + fabs(x));
        double s = (lo - tolerance - x) * inv, t = (hi + tolerance - x) * inv;
        double near = s < t ? s : t, far = s < t ? t : s;
        enter = near > enter ? near : enter;
        leave = far < leave ? far : leave;
    }
    return enter <= leave * (1 + 8 * DBL_EPSILON);
}

// Parity of the number of crossings along d, or -1 if one of them is TOO_CLOSE.
static int parity(const scree_mesh *mesh, const scree_bvh *tree, scree_vec3 p, scree_vec3 d) {
    scree_vec3 inverse = vec3(1 / d.x, 1 / d.y, 1 / d.z);
    uint32_t stack[STACK];
    size_t depth = 0;
    int odd = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        uint32_t i = stack[--depth];
        const node *x = &tree->node.data[i];
        if (!ray_meets(p, inverse, x->min, x->max)) {
            continue;
        }
        if (x->n == 0) {
            stack[depth++] = x->first;
            stack[depth++] = i + 1;
        }
        for (uint32_t k = 0; k < x->n; k++) {
            crossing c = cross(mesh, tree->order[x->first + k], p, d);
            if (c == TOO_CLOSE) {
                return -1;
            }
            odd ^= c == CROSSED;
        }
    }
    return odd;
}

// Is the sum of the solid angles of the triangles +-4 pi (inside) and not 0 (outside)? Used only if all rays fail: it is slow
// and needs a consistent winding.
static bool winds_around(const scree_mesh *mesh, scree_vec3 p) {
    double sum = 0;
    for (size_t i = 0; i < mesh->triangle.n; i++) {
        const uint32_t *v = mesh->triangle.data[i].v;
        scree_vec3 a = vec_sub(mesh->vertex.data[v[0]], p), b = vec_sub(mesh->vertex.data[v[1]], p);
        scree_vec3 c = vec_sub(mesh->vertex.data[v[2]], p);
        double la = vec_norm(a), lb = vec_norm(b), lc = vec_norm(c);
        double below = la * lb * lc + vec_dot(a, b) * lc + vec_dot(b, c) * la + vec_dot(c, a) * lb;
        sum += 2 * atan2(vec_dot(a, vec_cross(b, c)), below);
    }
    return fabs(sum) > 6.283185307179586; // half of 4 pi
}

bool scree_mesh_inside(const scree_mesh *mesh, const scree_bvh *tree, scree_vec3 p) {
    // Directions with which surfaces of machine parts are unlikely to be aligned. If a ray hits an edge along one of them, the
    // next one is tried.
    static const scree_vec3 direction[] = {
        {0.4321098765, 0.7912345678, 0.4327654321},   {-0.6180339887, 0.2718281828, 0.7377421561},
        {0.3141592654, -0.5772156649, 0.7536980117},  {0.8346268417, 0.5050505151, -0.2197362541},
        {-0.2360679775, -0.8660254038, 0.4406867935}, {0.1732050808, -0.2914213562, -0.9407708461},
    };
    if (tree->node.n == 0 || box_distance2(p, mesh->min, mesh->max) > 0) {
        return false;
    }
    for (size_t i = 0; i < sizeof direction / sizeof *direction; i++) {
        int odd = parity(mesh, tree, p, direction[i]);
        if (odd >= 0) {
            return odd == 1;
        }
    }
    return winds_around(mesh, p);
}

// ---- distance ---------------------------------------------------------------------------------------------

// Distance^2 from the origin to the segment a, b.
static double segment_distance2(scree_vec3 a, scree_vec3 b) {
    scree_vec3 e = vec_sub(b, a);
    double t = -vec_dot(a, e), length2 = vec_norm2(e);
    if (t <= 0) {
        return vec_norm2(a);
    }
    return t >= length2 ? vec_norm2(b) : vec_norm2(vec_add_scaled(a, t / length2, e));
}

// Distance^2 to the plane if the foot point is in the triangle, else to the nearest edge. geometry/sphere_triangle.h also returns
// the feature, but this folder must not include it.
static double triangle_distance2(const scree_mesh *mesh, uint32_t t, scree_vec3 p) {
    const uint32_t *v = mesh->triangle.data[t].v;
    scree_vec3 n = mesh->normal.data[t], q[3];
    for (int k = 0; k < 3; k++) {
        q[k] = vec_sub(mesh->vertex.data[v[k]], p);
    }
    bool within = true;
    for (int k = 0; k < 3; k++) {
        within &= vec_dot(n, vec_cross(q[k], vec_sub(q[(k + 1) % 3], q[k]))) >= 0;
    }
    if (within) {
        return vec_dot(n, q[0]) * vec_dot(n, q[0]);
    }
    double ab = segment_distance2(q[0], q[1]), bc = segment_distance2(q[1], q[2]);
    double ca = segment_distance2(q[2], q[0]), least = ab < bc ? ab : bc;
    return least < ca ? least : ca;
}

double scree_mesh_distance(const scree_mesh *mesh, const scree_bvh *tree, scree_vec3 p, double most) {
    double best = most * most;
    struct visit {
        uint32_t node;
        double d2;
    } stack[STACK] = {{0, 0}};
    size_t depth = tree->node.n > 0 ? 1 : 0;
    while (depth > 0) {
        struct visit here = stack[--depth];
        const node *x = &tree->node.data[here.node];
        if (here.d2 >= best) {
            continue;
        }
        for (uint32_t k = 0; k < x->n; k++) {
            double d2 = triangle_distance2(mesh, tree->order[x->first + k], p);
            best = d2 < best ? d2 : best;
        }
        if (x->n > 0) {
            continue;
        }
        struct visit left = {here.node + 1, box_distance2(p, x[1].min, x[1].max)};
        const node *right_box = &tree->node.data[x->first];
        struct visit right = {x->first, box_distance2(p, right_box->min, right_box->max)};
        bool left_first = left.d2 <= right.d2;
        stack[depth++] = left_first ? right : left;
        stack[depth++] = left_first ? left : right;
    }
    return sqrt(best);
}
