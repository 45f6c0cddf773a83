// SPDX-License-Identifier: BSD-3-Clause
// A mesh that is nowhere longer than a period has no images that lie on each other: its area is the sum over triangles. The triangles of a
// longer mesh are cut at the borders of the cells and shifted into one cell. A line sweeps over the pieces that lie in one plane: between the
// heights of their corners the covered length of the line is a linear function of the height, except where edges cross; there the interval is
// halved until the length is linear.
#include "wall_motion/mesh_area.h"
#include <stdlib.h>
#include <string.h>

enum { CORNERS = 12, HALVINGS = 40 };
static const double SAME =
    1e-9; // of the size of the mesh: planes nearer than this are one; for normals the angle
static const double LINEAR = 1e-9; // of the length of the line: less curvature is rounding
static const double AT_END = 1e-6; // of an interval: so near to its ends is the length looked at

typedef struct piece {
    scree_vec3 corner[CORNERS], normal;
    int n;
    double offset; // of its plane, m
    double key;    // pieces of one plane have the same one within SAME
    size_t number;
} piece;
typedef SCREE_ARRAY(piece) piece_list;

// A piece in coordinates of its plane.
typedef struct polygon {
    double x[CORNERS], y[CORNERS];
    int n;
    double low, high; // of y
} polygon;

typedef struct interval {
    double from, to;
} interval;

// The polygons of one plane, ascending by their lower ends, and those that reach the present heights.
typedef struct sweep {
    const polygon *all;
    size_t n, next, actives;
    size_t *active;
    interval *line;
} sweep;

// ---- pieces -------------------------------------------------------------------------------------------------------------

// The part of a polygon on one side of the plane where the coordinate is `at`: above it, or below.
static piece cut(const piece *p, int axis, double at, double side) {
    piece out = *p;
    out.n = 0;
    for (int k = 0; k < p->n; k++) {
        const scree_vec3 a = p->corner[k], b = p->corner[(k + 1) % p->n];
        const double da = side * (vec_get(a, axis) - at), db = side * (vec_get(b, axis) - at);
        if (da >= 0.0) {
            out.corner[out.n++] = a;
        }
        if ((da > 0.0 && db < 0.0) || (da < 0.0 && db > 0.0)) {
            out.corner[out.n++] = vec_add_scaled(a, da / (da - db), vec_sub(b, a));
        }
    }
    return out;
}

// Cuts the pieces from `first` on at the borders of the cells along an axis and shifts them into the first cell.
static void wrap(piece_list *list, const scree_cell *cell, int axis) {
    const double length = cell->period.length[axis], origin = vec_get(cell->low, axis);
    const size_t n = list->n;
    for (size_t k = 0; k < n; k++) {
        const piece whole = list->data[k];
        double low = INFINITY, high = -INFINITY;
        for (int c = 0; c < whole.n; c++) {
            low = fmin(low, vec_get(whole.corner[c], axis));
            high = fmax(high, vec_get(whole.corner[c], axis));
        }
        bool replaced = false;
        for (double cell_number = floor((low - origin) / length);
             cell_number * length + origin < high || !replaced; cell_number += 1.0) {
            const double border = origin + cell_number * length;
            const piece above = cut(&whole, axis, border, 1.0);
            piece part = cut(&above, axis, border + length, -1.0);
            for (int c = 0; c < part.n; c++) {
                (&part.corner[c].x)[axis] -= cell_number * length;
            }
            if (replaced) {
                scree_array_push(list, part);
            } else {
                list->data[k] = part;
                replaced = true;
            }
        }
    }
}

// ---- one plane ----------------------------------------------------------------------------------------------------------

static int by_start(const void *a, const void *b) {
    const interval *x = a, *y = b;
    return (x->from > y->from) - (x->from < y->from);
}

static int by_low(const void *a, const void *b) {
    const polygon *x = a, *y = b;
    return (x->low > y->low) - (x->low < y->low);
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Returns the part of the line at height y that is in a convex polygon.
static interval crossing(const polygon *p, double y) {
    interval at = {INFINITY, -INFINITY};
    for (int k = 0; k < p->n; k++) {
        const int next = (k + 1) % p->n;
        const double a = p->y[k] - y, b = p->y[next] - y;
        if ((a <= 0.0 && b > 0.0) || (a > 0.0 && b <= 0.0)) {
            const double x = p->x[k] + a / (a - b) * (p->x[next] - p->x[k]);
            at.from = fmin(at.from, x);
            at.to = fmax(at.to, x);
        }
    }
    return at;
}

static double covered(sweep *s, double y) {
    size_t n = 0;
    for (size_t k = 0; k < s->actives; k++) {
        const interval at = crossing(&s->all[s->active[k]], y);
        if (at.to > at.from) {
            s->line[n++] = at;
        }
    }
    qsort(s->line, n, sizeof *s->line, by_start);
    double sum = 0.0, end = -INFINITY;
    for (size_t k = 0; k < n; k++) {
        sum += fmax(s->line[k].to - fmax(s->line[k].from, end), 0.0);
        end = fmax(end, s->line[k].to);
    }
    return sum;
}

// Linear: so are the middle half and both ends, which are its continuation.
static double between(sweep *s, double low, double high, int halvings) {
    const double width = high - low, first = covered(s, low + 0.25 * width),
                 middle = covered(s, low + 0.5 * width), last = covered(s, low + 0.75 * width),
                 rise = (1.0 - 2.0 * AT_END) * (last - first), slack = LINEAR * (first + last);
    if (halvings == 0 || (fabs(first + last - 2.0 * middle) <= slack &&
                          fabs(covered(s, low + AT_END * width) - (middle - rise)) <= slack &&
                          fabs(covered(s, high - AT_END * width) - (middle + rise)) <= slack)) {
        return width * middle;
    }
    return between(s, low, low + 0.5 * width, halvings - 1) +
           between(s, low + 0.5 * width, high, halvings - 1);
}

// Area that the polygons cover. They are sorted.
static double union_of(polygon *all, size_t n) {
    sweep s = {.all = all,
               .n = n,
               .active = scree_realloc(NULL, 0, n * sizeof(size_t)),
               .line = scree_realloc(NULL, 0, n * sizeof(interval))};
    double *height = scree_realloc(NULL, 0, n * CORNERS * sizeof *height), area = 0.0;
    size_t heights = 0;
    qsort(all, n, sizeof *all, by_low);
    for (size_t k = 0; k < n; k++) {
        memcpy(height + heights, all[k].y, (size_t)all[k].n * sizeof *height);
        heights += (size_t)all[k].n;
    }
    qsort(height, heights, sizeof *height, ascending);
    for (size_t k = 0; k + 1 < heights; k++) {
        const double low = height[k], high = height[k + 1];
        if (!(high - low > 1e-12 * (height[heights - 1] - height[0]))) {
            continue;
        }
        size_t kept = 0;
        for (size_t i = 0; i < s.actives; i++) {
            if (all[s.active[i]].high > low) {
                s.active[kept++] = s.active[i];
            }
        }
        s.actives = kept;
        for (; s.next < n && all[s.next].low < high; s.next++) {
            if (all[s.next].high > low) {
                s.active[s.actives++] = s.next;
            }
        }
        area += between(&s, low, high, HALVINGS);
    }
    scree_free(s.active);
    scree_free(s.line);
    scree_free(height);
    return area;
}

static bool in_one_plane(const piece *a, const piece *b, double size) {
    return fabs(a->offset - b->offset) <= SAME * size && vec_norm(vec_sub(a->normal, b->normal)) <= SAME;
}

// Area of the pieces that lie in the plane of list[first]; they are marked as done by n = 0.
static double area_of_plane(piece *list, size_t first, size_t end, double size) {
    const piece plane = list[first];
    const scree_vec3 n = plane.normal, other = fabs(n.x) < 0.6 ? vec3(1.0, 0.0, 0.0) : vec3(0.0, 1.0, 0.0),
                     across = vec_cross(n, other), u = vec_scale(1.0 / vec_norm(across), across),
                     v = vec_cross(n, u);
    polygon *all = scree_realloc(NULL, 0, (end - first) * sizeof *all);
    size_t count = 0;
    for (size_t k = first; k < end; k++) {
        piece *p = &list[k];
        if (p->n < 3 || !in_one_plane(&plane, p, size)) {
            continue;
        }
        polygon *q = &all[count++];
        *q = (polygon){.n = p->n, .low = INFINITY, .high = -INFINITY};
        for (int c = 0; c < p->n; c++) {
            q->x[c] = vec_dot(u, p->corner[c]);
            q->y[c] = vec_dot(v, p->corner[c]);
            q->low = fmin(q->low, q->y[c]);
            q->high = fmax(q->high, q->y[c]);
        }
        p->n = 0;
    }
    const double area = union_of(all, count);
    scree_free(all);
    return area;
}

// ---- the mesh -----------------------------------------------------------------------------------------------------------

static int by_key(const void *a, const void *b) {
    const piece *x = a, *y = b;
    return x->key != y->key ? (x->key > y->key) - (x->key < y->key)
                            : (x->number > y->number) - (x->number < y->number);
}

static double sum_of_triangles(const scree_mesh *mesh, const scree_vec3 *axis) {
    double sum = 0.0;
    for (size_t k = 0; axis && k < mesh->triangle.n; k++) {
        const uint32_t *v = mesh->triangle.data[k].v;
        const scree_vec3 *x = mesh->vertex.data;
        sum += fabs(vec_dot(*axis, vec_cross(vec_sub(x[v[1]], x[v[0]]), vec_sub(x[v[2]], x[v[0]]))));
    }
    return axis ? 0.5 * sum : mesh->area;
}

static void set_plane(piece *p, double size) {
    // A direction to which the normals of a drawn part are hardly ever at right angles, so that rounding does not decide the sign.
    const scree_vec3 odd = vec3(0.5573, 0.7309, 0.3937);
    p->normal = vec_dot(p->normal, odd) < 0.0 ? vec_scale(-1.0, p->normal) : p->normal;
    p->offset = p->n > 0 ? vec_dot(p->normal, p->corner[0]) : 0.0;
    p->key = p->offset / size + vec_dot(p->normal, vec3(0.1931, 0.3347, 0.5711));
}

double scree_mesh_area(const scree_mesh *mesh, const scree_cell *cell, const scree_vec3 *axis) {
    const double size = vec_norm(vec_sub(mesh->max, mesh->min));
    bool longer = false;
    for (int k = 0; k < 3; k++) {
        longer |= cell->periodic[k] &&
                  vec_get(mesh->max, k) - vec_get(mesh->min, k) > cell->period.length[k] * (1.0 + 1e-12);
    }
    if (!longer) {
        return sum_of_triangles(mesh, axis);
    }
    piece_list list = {0};
    for (size_t k = 0; k < mesh->triangle.n; k++) {
        piece p = {.n = 3, .normal = mesh->normal.data[k]};
        for (int c = 0; c < 3; c++) {
            p.corner[c] = mesh->vertex.data[mesh->triangle.data[k].v[c]];
        }
        scree_array_push(&list, p);
    }
    for (int k = 0; k < 3; k++) {
        if (cell->periodic[k]) {
            wrap(&list, cell, k);
        }
    }
    for (size_t k = 0; k < list.n; k++) {
        list.data[k].number = k;
        set_plane(&list.data[k], size);
    }
    scree_array_sort(&list, by_key);
    double sum = 0.0;
    for (size_t k = 0, end = 0; k < list.n; k++) {
        for (end = end > k ? end : k + 1;
             end < list.n && list.data[end].key - list.data[k].key <= 4.0 * SAME;) {
            end++;
        }
        if (list.data[k].n >= 3) {
            const scree_vec3 n = list.data[k].normal;
            sum += area_of_plane(list.data, k, end, size) * (axis ? fabs(vec_dot(n, *axis)) : 1.0);
        }
    }
    scree_array_free(&list);
    return sum;
}
