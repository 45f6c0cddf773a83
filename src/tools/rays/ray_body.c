// SPDX-License-Identifier: BSD-3-Clause
#include "tools/rays/ray_body.h"

#include <math.h>
#include <string.h>

static float dot(const float a[3], const float b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

scree_ray_form scree_ray_form_of(const double *point, const double *direction, size_t n,
                                 const uint32_t (*triangle)[3], size_t n_triangles) {
    scree_ray_form f = {.n_points = n, .n_triangles = n_triangles};
    f.point = scree_realloc(NULL, 0, n * sizeof *f.point);
    f.normal = scree_realloc(NULL, 0, n * sizeof *f.normal);
    f.triangle = scree_realloc(NULL, 0, n_triangles * sizeof *f.triangle);
    memcpy(f.triangle, triangle, n_triangles * sizeof *f.triangle);
    for (size_t k = 0; k < 3 * n; k++) {
        f.point[k / 3][k % 3] = (float)point[k];
        f.normal[k / 3][k % 3] = (float)direction[k];
    }
    for (size_t k = 0; k < n; k++) {
        f.reach = fmaxf(f.reach, sqrtf(dot(f.point[k], f.point[k])));
    }
    scree_ray_box *box = scree_realloc(NULL, 0, n_triangles * sizeof *box);
    for (size_t t = 0; t < n_triangles; t++) {
        const float *a = f.point[triangle[t][0]], *b = f.point[triangle[t][1]], *c = f.point[triangle[t][2]];
        for (int k = 0; k < 3; k++) { // a little thicker, so that rounding does not let a ray miss a flat one
            box[t].low[k] = fminf(a[k], fminf(b[k], c[k])) - 1e-6f;
            box[t].high[k] = fmaxf(a[k], fmaxf(b[k], c[k])) + 1e-6f;
        }
    }
    scree_ray_tree_build(&f.tree, box, n_triangles);
    scree_free(box);
    return f;
}

void scree_ray_form_clear(scree_ray_form *f) {
    scree_ray_tree_clear(&f->tree);
    scree_free(f->point);
    scree_free(f->normal);
    scree_free(f->triangle);
    *f = (scree_ray_form){0};
}

void scree_ray_body_prepare(const scree_ray_body *b, const scree_ray_form *f, scree_ray_box *box) {
    for (int a = 0; a < 3; a++) {
        float least = 0.0f, most = 0.0f;
        for (size_t k = 0; k < f->n_points; k++) {
            const float x = b->size * dot(b->turn + 3 * a, f->point[k]);
            least = fminf(least, x);
            most = fmaxf(most, x);
        }
        box->low[a] = b->at[a] + least - 1e-6f;
        box->high[a] = b->at[a] + most + 1e-6f;
    }
}

// Where a ray meets triangle t from outside, with the shares of its second and third corner (Moller and Trumbore, J. Graphics Tools 2 (1997) 21).
static float meet(const scree_ray_form *f, uint32_t t, const scree_ray *ray, float share[2]) {
    const float *o = f->point[f->triangle[t][0]], *one = f->point[f->triangle[t][1]],
                *two = f->point[f->triangle[t][2]], *d = ray->along;
    float a[3], b[3], s[3];
    for (int k = 0; k < 3; k++) {
        a[k] = one[k] - o[k];
        b[k] = two[k] - o[k];
        s[k] = ray->from[k] - o[k];
    }
    const float p[3] = {d[1] * b[2] - d[2] * b[1], d[2] * b[0] - d[0] * b[2], d[0] * b[1] - d[1] * b[0]};
    const float det = dot(a, p);
    if (!(det > 0.0f)) { // seen from inside, or without an area
        return INFINITY;
    }
    const float q[3] = {s[1] * a[2] - s[2] * a[1], s[2] * a[0] - s[0] * a[2], s[0] * a[1] - s[1] * a[0]};
    share[0] = dot(s, p) / det;
    share[1] = dot(d, q) / det;
    const bool in = share[0] >= -1e-5f && share[1] >= -1e-5f && share[0] + share[1] <= 1.00002f;
    return in ? dot(b, q) / det : INFINITY; // no gaps between neighbours
}

float scree_ray_body_enter(const scree_ray_body *b, const scree_ray_form *f, const scree_ray *ray, float most,
                           float normal[3]) {
    float way[3], start[3], from[3], along[3];
    for (int k = 0; k < 3; k++) {
        way[k] = b->at[k] - ray->from[k];
    }
    // The ray as the form sees it begins at its point that is nearest to the centre: numbers are small there, which keeps their digits.
    const float shift = dot(way, ray->along), reach = b->size * f->reach;
    for (int k = 0; k < 3; k++) {
        start[k] = (shift * ray->along[k] - way[k]) / b->size;
    }
    if (dot(start, start) > f->reach * f->reach || shift + reach < 0.0f || shift - reach > most) {
        return INFINITY;
    }
    const float back = 1.01f * f->reach;
    for (int k = 0; k < 3; k++) {
        along[k] =
            b->turn[k] * ray->along[0] + b->turn[3 + k] * ray->along[1] + b->turn[6 + k] * ray->along[2];
        from[k] =
            b->turn[k] * start[0] + b->turn[3 + k] * start[1] + b->turn[6 + k] * start[2] - back * along[k];
    }
    const scree_ray own = scree_ray_of(from, along);
    const float first = back - shift / b->size; // where the ray begins
    float best = (most - shift) / b->size + back;
    uint32_t found = UINT32_MAX;
    float share[2] = {0.0f, 0.0f};
    scree_ray_walk w;
    scree_ray_walk_begin(&w, &f->tree);
    while (w.n > 0) {
        w.n--;
        if (w.enter[w.n] > best) {
            continue;
        }
        if (w.child[w.n] >= 0) {
            scree_ray_walk_push(&w, &f->tree.node.data[w.child[w.n]], &own, best);
            continue;
        }
        const uint32_t *item = f->tree.item.data + SCREE_RAY_WIDTH * (-1 - w.child[w.n]);
        for (int k = 0; k < SCREE_RAY_WIDTH && item[k] != UINT32_MAX; k++) {
            float s[2];
            const float t = meet(f, item[k], &own, s);
            if (t < best && t > first) {
                best = t;
                found = item[k];
                memcpy(share, s, sizeof s);
            }
        }
    }
    if (found == UINT32_MAX) {
        return INFINITY;
    }
    const uint32_t *v = f->triangle[found];
    float n[3], length = 0.0f;
    for (int k = 0; k < 3; k++) {
        n[k] = f->normal[v[0]][k] + share[0] * (f->normal[v[1]][k] - f->normal[v[0]][k]) +
               share[1] * (f->normal[v[2]][k] - f->normal[v[0]][k]);
        length += n[k] * n[k];
    }
    for (int k = 0; k < 3; k++) {
        normal[k] = dot(b->turn + 3 * k, n) / sqrtf(length);
    }
    return shift + b->size * (best - back);
}
