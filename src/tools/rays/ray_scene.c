// SPDX-License-Identifier: BSD-3-Clause
#include "tools/rays/ray_scene.h"

#include <math.h>
#include <string.h>

// Four balls beside each other; radius2 < 0: none.
struct scree_ball_group {
    float x[SCREE_RAY_WIDTH], y[SCREE_RAY_WIDTH], z[SCREE_RAY_WIDTH], radius2[SCREE_RAY_WIDTH];
};

static void pack_balls(scree_ray_scene *s) {
    const size_t groups = s->balls.item.n / SCREE_RAY_WIDTH;
    s->group = scree_realloc(NULL, 0, (groups + 1) * sizeof *s->group);
    for (size_t k = 0; k < s->balls.item.n; k++) {
        const uint32_t item = s->balls.item.data[k];
        scree_ball_group *g = &s->group[k / SCREE_RAY_WIDTH];
        const size_t i = k % SCREE_RAY_WIDTH;
        const scree_ball *b = item == UINT32_MAX ? NULL : &s->ball.data[item];
        g->x[i] = b ? b->at[0] : 0.0f;
        g->y[i] = b ? b->at[1] : 0.0f;
        g->z[i] = b ? b->at[2] : 0.0f;
        g->radius2[i] = b ? b->radius * b->radius : -1.0f;
    }
}

void scree_ray_scene_prepare(scree_ray_scene *s) {
    size_t most = s->ball.n > s->rod.n ? s->ball.n : s->rod.n;
    most = s->facet.n > most ? s->facet.n : most;
    most = s->body.n > most ? s->body.n : most;
    scree_ray_box *box = scree_realloc(NULL, 0, (most + 1) * sizeof *box);
    for (size_t k = 0; k < s->ball.n; k++) {
        for (int a = 0; a < 3; a++) {
            box[k].low[a] = s->ball.data[k].at[a] - s->ball.data[k].radius;
            box[k].high[a] = s->ball.data[k].at[a] + s->ball.data[k].radius;
        }
    }
    scree_ray_tree_build(&s->balls, box, s->ball.n);
    pack_balls(s);
    for (size_t k = 0; k < s->body.n; k++) {
        scree_ray_body_prepare(&s->body.data[k], &s->form.data[s->body.data[k].form], &box[k]);
    }
    scree_ray_tree_build(&s->bodies, box, s->body.n);
    for (size_t k = 0; k < s->rod.n; k++) {
        const scree_rod *r = &s->rod.data[k];
        s->rods_block |= !r->flat;
        for (int a = 0; a < 3; a++) {
            box[k].low[a] = fminf(r->from[a], r->to[a]) - r->radius;
            box[k].high[a] = fmaxf(r->from[a], r->to[a]) + r->radius;
        }
    }
    scree_ray_tree_build(&s->rods, box, s->rod.n);
    for (size_t k = 0; k < s->facet.n; k++) {
        const float(*c)[3] = s->facet.data[k].corner;
        for (int a = 0; a < 3;
             a++) { // a little thicker, so that rounding does not let a ray miss what is flat
            box[k].low[a] = fminf(c[0][a], fminf(c[1][a], c[2][a])) - 1e-6f;
            box[k].high[a] = fmaxf(c[0][a], fmaxf(c[1][a], c[2][a])) + 1e-6f;
        }
    }
    scree_ray_tree_build(&s->facets, box, s->facet.n);
    scree_free(box);
}

void scree_ray_scene_clear(scree_ray_scene *s) {
    scree_ray_tree_clear(&s->balls);
    scree_ray_tree_clear(&s->bodies);
    scree_ray_tree_clear(&s->rods);
    scree_ray_tree_clear(&s->facets);
    for (size_t k = 0; k < s->form.n; k++) {
        scree_ray_form_clear(&s->form.data[k]);
    }
    scree_array_free(&s->ball);
    scree_array_free(&s->body);
    scree_array_free(&s->form);
    scree_array_free(&s->rod);
    scree_array_free(&s->facet);
    scree_array_free(&s->hidden);
    scree_free(s->group);
    *s = (scree_ray_scene){0};
}

static float dot(const float a[3], const float b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static bool is_hidden(const scree_ray_scene *s, const scree_ray *ray, float distance) {
    bool hidden = false;
    for (size_t k = 0; k < s->hidden.n; k++) {
        const scree_half_space *h = &s->hidden.data[k];
        hidden |= h->sign * (ray->from[h->axis] + distance * ray->along[h->axis]) >
                  h->limit - 1e-5f; // also what lies at the limit
    }
    return hidden;
}

// ---- single things -------------------------------------------------------------------------------------------

// Distances at which a ray enters four balls, INFINITY: it does not. The distance of the ray from the middle is computed from the part of the way that is across the ray: the
// usual difference of squares would lose all digits of small balls that are far away.
static void enter_balls(const scree_ball_group *g, const scree_ray *ray, float enter[SCREE_RAY_WIDTH]) {
    for (int k = 0; k < SCREE_RAY_WIDTH; k++) {
        const float x = g->x[k] - ray->from[0], y = g->y[k] - ray->from[1], z = g->z[k] - ray->from[2];
        const float along = x * ray->along[0] + y * ray->along[1] + z * ray->along[2];
        const float px = x - along * ray->along[0], py = y - along * ray->along[1],
                    pz = z - along * ray->along[2];
        const float room = g->radius2[k] - (px * px + py * py + pz * pz);
        const float t = along - sqrtf(room > 0.0f ? room : 0.0f);
        enter[k] = room > 0.0f && t > 0.0f ? t : INFINITY;
    }
}

// Where a ray enters a rod, INFINITY: it does not.
static float enter_rod(const scree_rod *rod, const scree_ray *ray, float normal[3]) {
    // from the point of the ray that is nearest to an end, for the digits
    float axis[3], start[3];
    for (int k = 0; k < 3; k++) {
        axis[k] = rod->to[k] - rod->from[k];
        start[k] = rod->from[k] - ray->from[k];
    }
    const float shift = dot(start, ray->along);
    for (int k = 0; k < 3; k++) {
        start[k] = shift * ray->along[k] - start[k]; // of the ray, seen from the end
    }
    const float aa = dot(axis, axis), ad = dot(axis, ray->along), as = dot(axis, start),
                r2 = rod->radius * rod->radius;
    const float a = aa - ad * ad, b = -as * ad, c = aa * (dot(start, start) - r2) - as * as,
                room = b * b - a * c;
    float best = INFINITY;
    if (a > 1e-12f * aa && room >= 0.0f) {
        const float t = (-b - sqrtf(room)) / a, along = as + t * ad;
        if (along > 0.0f && along < aa && t + shift > 0.0f) {
            best = t;
        }
    }
    for (int end = 0; end < 2; end++) { // the round ends
        const float p[3] = {start[0] - (float)end * axis[0], start[1] - (float)end * axis[1],
                            start[2] - (float)end * axis[2]};
        const float half = dot(p, ray->along), left = r2 - (dot(p, p) - half * half);
        const float t = -half - sqrtf(left > 0.0f ? left : 0.0f);
        best = left > 0.0f && t + shift > 0.0f && t < best ? t : best;
    }
    if (best < INFINITY) {
        const float p[3] = {start[0] + best * ray->along[0], start[1] + best * ray->along[1],
                            start[2] + best * ray->along[2]};
        const float share = aa > 0.0f ? fminf(1.0f, fmaxf(0.0f, dot(p, axis) / aa)) : 0.0f;
        for (int k = 0; k < 3; k++) {
            normal[k] = (p[k] - share * axis[k]) / rod->radius;
        }
        best += shift;
    }
    return best;
}

// Where a ray meets a triangle, INFINITY: it does not (Moller and Trumbore, J. Graphics Tools 2 (1997) 21).
static float meet_facet(const scree_facet *f, const scree_ray *ray) {
    float a[3], b[3], s[3];
    for (int k = 0; k < 3; k++) {
        a[k] = f->corner[1][k] - f->corner[0][k];
        b[k] = f->corner[2][k] - f->corner[0][k];
        s[k] = ray->from[k] - f->corner[0][k];
    }
    const float *d = ray->along;
    const float p[3] = {d[1] * b[2] - d[2] * b[1], d[2] * b[0] - d[0] * b[2], d[0] * b[1] - d[1] * b[0]};
    const float det = dot(a, p);
    if (det == 0.0f) {
        return INFINITY;
    }
    const float q[3] = {s[1] * a[2] - s[2] * a[1], s[2] * a[0] - s[0] * a[2], s[0] * a[1] - s[1] * a[0]};
    const float u = dot(s, p) / det, v = dot(d, q) / det, t = dot(b, q) / det;
    return u >= -1e-6f && v >= -1e-6f && u + v <= 1.000002f && t > 0.0f
               ? t
               : INFINITY; // no gaps between neighbours
}

// ---- walks through the trees ---------------------------------------------------------------------------------

static uint32_t first_ball(const scree_ray_scene *s, const scree_ray *ray, float *most) {
    scree_ray_walk w;
    uint32_t found = UINT32_MAX;
    scree_ray_walk_begin(&w, &s->balls);
    while (w.n > 0) {
        w.n--;
        if (w.enter[w.n] > *most) {
            continue;
        }
        if (w.child[w.n] >= 0) {
            scree_ray_walk_push(&w, &s->balls.node.data[w.child[w.n]], ray, *most);
            continue;
        }
        const int32_t group = -1 - w.child[w.n];
        float enter[SCREE_RAY_WIDTH];
        enter_balls(&s->group[group], ray, enter);
        for (int k = 0; k < SCREE_RAY_WIDTH; k++) {
            if (enter[k] < *most) {
                *most = enter[k];
                found = s->balls.item.data[SCREE_RAY_WIDTH * group + k];
            }
        }
    }
    return found;
}

static uint32_t first_rod(const scree_ray_scene *s, const scree_ray *ray, float *most, float normal[3]) {
    scree_ray_walk w;
    uint32_t found = UINT32_MAX;
    scree_ray_walk_begin(&w, &s->rods);
    while (w.n > 0) {
        w.n--;
        if (w.enter[w.n] > *most) {
            continue;
        }
        if (w.child[w.n] >= 0) {
            scree_ray_walk_push(&w, &s->rods.node.data[w.child[w.n]], ray, *most);
            continue;
        }
        const uint32_t *item = s->rods.item.data + SCREE_RAY_WIDTH * (-1 - w.child[w.n]);
        for (int k = 0; k < SCREE_RAY_WIDTH && item[k] != UINT32_MAX; k++) {
            float n[3];
            const float t = enter_rod(&s->rod.data[item[k]], ray, n);
            if (t < *most && !(s->rod.data[item[k]].flat && is_hidden(s, ray, t))) {
                *most = t;
                found = item[k];
                memcpy(normal, n, sizeof n);
            }
        }
    }
    return found;
}

static uint32_t first_body(const scree_ray_scene *s, const scree_ray *ray, float *most, float normal[3]) {
    scree_ray_walk w;
    uint32_t found = UINT32_MAX;
    scree_ray_walk_begin(&w, &s->bodies);
    while (w.n > 0) {
        w.n--;
        if (w.enter[w.n] > *most) {
            continue;
        }
        if (w.child[w.n] >= 0) {
            scree_ray_walk_push(&w, &s->bodies.node.data[w.child[w.n]], ray, *most);
            continue;
        }
        const uint32_t *item = s->bodies.item.data + SCREE_RAY_WIDTH * (-1 - w.child[w.n]);
        for (int k = 0; k < SCREE_RAY_WIDTH && item[k] != UINT32_MAX; k++) {
            const scree_ray_body *b = &s->body.data[item[k]];
            const float t = scree_ray_body_enter(b, &s->form.data[b->form], ray, *most, normal);
            if (t < *most) {
                *most = t;
                found = item[k];
            }
        }
    }
    return found;
}

bool scree_ray_first(const scree_ray_scene *s, const scree_ray *ray, float most, scree_ray_hit *hit) {
    const uint32_t ball = first_ball(s, ray, &most);
    float normal[3];
    const uint32_t body = first_body(s, ray, &most, normal), rod = first_rod(s, ray, &most, normal);
    if (rod != UINT32_MAX) {
        const scree_rod *r = &s->rod.data[rod];
        *hit = (scree_ray_hit){
            most, {normal[0], normal[1], normal[2]}, r->colour, r->radius, r->flat, SCREE_RAY_NO_BODY};
    } else if (body != UINT32_MAX) {
        const scree_ray_body *b = &s->body.data[body];
        *hit =
            (scree_ray_hit){most, {normal[0], normal[1], normal[2]}, b->colour, 0.5f * b->size, false, body};
    } else if (ball != UINT32_MAX) {
        const scree_ball *b = &s->ball.data[ball];
        *hit = (scree_ray_hit){
            .distance = most, .colour = b->colour, .radius = b->radius, .body = SCREE_RAY_NO_BODY};
        for (int k = 0; k < 3; k++) {
            hit->normal[k] = (ray->from[k] + most * ray->along[k] - b->at[k]) / b->radius;
        }
    }
    return rod != UINT32_MAX || body != UINT32_MAX || ball != UINT32_MAX;
}

static bool ball_blocks(const scree_ray_scene *s, const scree_ray *ray, float most) {
    scree_ray_walk w;
    scree_ray_walk_begin(&w, &s->balls);
    while (w.n > 0) {
        w.n--;
        if (w.child[w.n] >= 0) {
            scree_ray_walk_push(&w, &s->balls.node.data[w.child[w.n]], ray, most);
            continue;
        }
        float enter[SCREE_RAY_WIDTH];
        enter_balls(&s->group[-1 - w.child[w.n]], ray, enter);
        for (int k = 0; k < SCREE_RAY_WIDTH; k++) {
            if (enter[k] < most) {
                return true;
            }
        }
    }
    return false;
}

static bool rod_blocks(const scree_ray_scene *s, const scree_ray *ray, float most) {
    scree_ray_walk w;
    scree_ray_walk_begin(&w, &s->rods);
    while (w.n > 0) {
        w.n--;
        if (w.child[w.n] >= 0) {
            scree_ray_walk_push(&w, &s->rods.node.data[w.child[w.n]], ray, most);
            continue;
        }
        const uint32_t *item = s->rods.item.data + SCREE_RAY_WIDTH * (-1 - w.child[w.n]);
        for (int k = 0; k < SCREE_RAY_WIDTH && item[k] != UINT32_MAX; k++) {
            float n[3];
            if (!s->rod.data[item[k]].flat && enter_rod(&s->rod.data[item[k]], ray, n) < most) {
                return true;
            }
        }
    }
    return false;
}

static bool body_blocks(const scree_ray_scene *s, const scree_ray *ray, float most, uint32_t own) {
    scree_ray_walk w;
    float normal[3];
    scree_ray_walk_begin(&w, &s->bodies);
    while (w.n > 0) {
        w.n--;
        if (w.child[w.n] >= 0) {
            scree_ray_walk_push(&w, &s->bodies.node.data[w.child[w.n]], ray, most);
            continue;
        }
        const uint32_t *item = s->bodies.item.data + SCREE_RAY_WIDTH * (-1 - w.child[w.n]);
        for (int k = 0; k < SCREE_RAY_WIDTH && item[k] != UINT32_MAX; k++) {
            const scree_ray_body *b = &s->body.data[item[k]];
            if (item[k] != own && scree_ray_body_enter(b, &s->form.data[b->form], ray, most, normal) < most) {
                return true;
            }
        }
    }
    return false;
}

bool scree_ray_is_blocked(const scree_ray_scene *s, const scree_ray *ray, float most, uint32_t own) {
    return ball_blocks(s, ray, most) || body_blocks(s, ray, most, own) ||
           (s->rods_block && rod_blocks(s, ray, most));
}

int scree_ray_layers(const scree_ray_scene *s, const scree_ray *ray, float most,
                     scree_ray_layer layer[SCREE_RAY_LAYERS]) {
    scree_ray_walk w;
    int n = 0;
    scree_ray_walk_begin(&w, &s->facets);
    while (w.n > 0) {
        w.n--;
        if (w.child[w.n] >= 0) {
            scree_ray_walk_push(&w, &s->facets.node.data[w.child[w.n]], ray, most);
            continue;
        }
        const uint32_t *item = s->facets.item.data + SCREE_RAY_WIDTH * (-1 - w.child[w.n]);
        for (int k = 0; k < SCREE_RAY_WIDTH && item[k] != UINT32_MAX; k++) {
            const float t = meet_facet(&s->facet.data[item[k]], ray);
            if (!(t < most) || is_hidden(s, ray, t)) {
                continue;
            }
            int at = n < SCREE_RAY_LAYERS ? n++ : SCREE_RAY_LAYERS;
            // by distance, then by number, so that the order does not depend on that of the walk
            for (; at > 0 && (layer[at - 1].distance > t ||
                              (layer[at - 1].distance == t && layer[at - 1].facet > item[k]));
                 at--) {
                if (at < SCREE_RAY_LAYERS) {
                    layer[at] = layer[at - 1];
                }
            }
            if (at < SCREE_RAY_LAYERS) {
                layer[at] = (scree_ray_layer){t, item[k]};
            }
        }
    }
    return n;
}
