// SPDX-License-Identifier: BSD-3-Clause
#include "tools/render/view_point.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double half_height = 0.21; // of the picture at distance 1: an angle of 24 degrees
static const double farthest = 1e12;    // of a coordinate of --camera, m: its square is a number, too
enum { FIT_ROUNDS = 30 };

// ---- the direction -------------------------------------------------------------------------------------------

// "x,y,z"; false: it is something else.
static bool read_vector(const char *text, size_t n, scree_vec3 *v) {
    char *copy = scree_format("%.*s", (int)n, text), *at = copy;
    double x[3];
    bool ok = true;
    for (int k = 0; k < 3 && ok; k++) {
        char *end;
        x[k] = strtod(at, &end);
        ok = end != at && *end == (k < 2 ? ',' : 0) && fabs(x[k]) <= farthest;
        at = end + 1;
    }
    scree_free(copy);
    if (ok) {
        *v = vec3(x[0], x[1], x[2]);
    }
    return ok;
}

// Extent of the points along a direction, m.
static double extent(const scree_scene *s, scree_vec3 along) {
    double low = INFINITY, high = -INFINITY;
    for (size_t k = 0; k < s->point.n; k++) {
        const double x = vec_dot(s->point.data[k].at, along);
        low = fmin(low, x);
        high = fmax(high, x);
    }
    return high >= low ? high - low : 0.0;
}

// Two horizontal directions: along axes of the coordinates where gravity is along one.
static void horizontal(scree_vec3 up, scree_vec3 *a, scree_vec3 *b) {
    const scree_vec3 guess = fabs(up.x) < 0.7 ? vec3(1.0, 0.0, 0.0) : vec3(0.0, 1.0, 0.0);
    *a = vec_unit(vec_add_scaled(guess, -vec_dot(guess, up), up));
    *b = vec_cross(up, *a);
}

// From the eye to the scene: across the wider horizontal side, from a little to the side and above.
static scree_vec3 usual_direction(const scree_scene *s, scree_vec3 up) {
    scree_vec3 a, b;
    horizontal(up, &a, &b);
    const double wide = extent(s, a), deep = extent(s, b), high = extent(s, up);
    const scree_vec3 side = deep > 1.15 * wide ? b : a, front = deep > 1.15 * wide ? vec_scale(-1.0, a) : b;
    const double narrow = fmin(wide, deep),
                 flat = fmax(wide, deep) > 3.0 * high ? 0.62 : 0.30; // what is flat is seen from higher above
    const double turned = narrow < 0.35 * fmax(fmax(wide, deep), high) ? 0.22 : 0.40;
    return vec_unit(vec_add_scaled(vec_add_scaled(front, -turned, side), -flat, up));
}

static bool named_direction(const char *name, scree_vec3 up, scree_vec3 *forward) {
    scree_vec3 a, b;
    horizontal(up, &a, &b);
    const scree_vec3 along[] = {b, vec_scale(-1.0, b), a, vec_scale(-1.0, a), vec_scale(-1.0, up), up};
    static const char *const known[] = {"front", "back", "left", "right", "top", "bottom"};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        if (strcmp(name, known[k]) == 0) {
            *forward = along[k];
            return true;
        }
    }
    return false;
}

// ---- the place -----------------------------------------------------------------------------------------------

typedef struct extents {
    double low[2], high[2]; // -1 to 1 is the whole picture
} extents;

static extents seen_from(const scree_scene *s, const scree_view_point *v, scree_vec3 eye, double half_width) {
    extents e = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (size_t k = 0; k < s->point.n; k++) {
        const scree_scene_point *p = &s->point.data[k];
        const scree_vec3 d = vec_sub(p->at, eye);
        const double depth = fmax(vec_dot(d, v->forward), 1e-9 * v->distance);
        const double at[2] = {vec_dot(d, v->right), vec_dot(d, v->up)}, half[2] = {half_width, half_height};
        for (int i = 0; i < 2; i++) {
            e.low[i] = fmin(e.low[i], (at[i] - p->radius) / (depth * half[i]));
            e.high[i] = fmax(e.high[i], (at[i] + p->radius) / (depth * half[i]));
        }
    }
    return e;
}

// Moves the eye until all points fill the part of the picture that is free.
static void fit(const scree_scene *s, scree_view_point *v, double legend) {
    const double half_width = half_height * s->o->width / s->o->height;
    const double low[2] = {-0.94, -0.87}, high[2] = {0.96 - 2.0 * legend, 0.93}; // room for the time below
    scree_vec3 target = vec3(0.0, 0.0, 0.0);
    for (size_t k = 0; k < s->point.n; k++) {
        target = vec_add_scaled(target, 1.0 / (double)s->point.n, s->point.data[k].at);
    }
    const double size = extent(s, v->right) + extent(s, v->up) + extent(s, v->forward) + 2.0 * s->radius;
    v->distance = size > 0.0 ? 3.0 * size : 1.0;
    for (int round = 0; round < FIT_ROUNDS; round++) {
        const scree_vec3 eye = vec_add_scaled(target, -v->distance, v->forward);
        const extents e = seen_from(s, v, eye, half_width);
        double shift[2], ratio = 0.0;
        for (int i = 0; i < 2; i++) {
            ratio = fmax(ratio, (e.high[i] - e.low[i]) / (high[i] - low[i]));
            shift[i] = 0.5 * (e.high[i] + e.low[i]);
        }
        target = vec_add_scaled(target, shift[0] * v->distance * half_width, v->right);
        target = vec_add_scaled(target, shift[1] * v->distance * half_height, v->up);
        v->distance *= fmin(3.0, fmax(0.34, ratio));
    }
    v->distance /= s->o->zoom;
    // the middle of what is free is not that of the picture
    target = vec_add_scaled(target, -0.5 * (low[0] + high[0]) * v->distance * half_width, v->right);
    target = vec_add_scaled(target, -0.5 * (low[1] + high[1]) * v->distance * half_height, v->up);
    v->eye = vec_add_scaled(target, -v->distance, v->forward);
}

static void directions(scree_view_point *v, scree_vec3 up) {
    scree_vec3 right = vec_cross(v->forward, up);
    if (vec_norm(right) < 1e-6) { // from straight above
        scree_vec3 a, b;
        horizontal(up, &a, &b);
        right = a;
    }
    v->right = vec_unit(right);
    v->up = vec_cross(v->right, v->forward);
}

bool scree_view_point_of(const scree_scene *s, scree_vec3 gravity, double legend, scree_view_point *v,
                         scree_report *r) {
    const scree_vec3 up = vec_norm(gravity) > 0.0 ? vec_unit(vec_scale(-1.0, gravity)) : vec3(0.0, 0.0, 1.0);
    const char *camera = s->o->camera, *at = camera ? strchr(camera, '@') : NULL;
    scree_vec3 eye, target;
    *v = (scree_view_point){.distance = 1.0};
    if (at && read_vector(camera, (size_t)(at - camera), &eye) &&
        read_vector(at + 1, strlen(at + 1), &target) && vec_norm(vec_sub(target, eye)) > 0.0) {
        v->eye = eye;
        v->forward = vec_unit(vec_sub(target, eye));
        v->distance = vec_norm(vec_sub(target, eye));
        directions(v, up);
        return true;
    }
    if (!camera) {
        v->forward = usual_direction(s, up);
    } else if (!at && read_vector(camera, strlen(camera), &eye) && vec_norm(eye) > 0.0) {
        v->forward = vec_unit(vec_scale(-1.0, eye));
    } else if (at || !named_direction(camera, up, &v->forward)) {
        return scree_report_error(r,
                                  "--camera '%s' is not known; accepted: front, back, left, right, top, "
                                  "bottom, a direction from which to look "
                                  "such as 1,-2,0.5, or the places of the eye and of what it looks at, in m, "
                                  "such as 1,-2,0.5@0,0,0",
                                  camera);
    }
    directions(v, up);
    fit(s, v, legend);
    return true;
}

static void to_floats(scree_vec3 v, float to[3]) {
    to[0] = (float)v.x;
    to[1] = (float)v.y;
    to[2] = (float)v.z;
}

float scree_view_point_use(const scree_view_point *v, scree_scene *s, scree_camera *c) {
    s->unit = v->distance;
    s->origin = vec_add_scaled(v->eye, v->distance, v->forward);
    to_floats(vec_scale(-1.0, v->forward), c->eye); // at distance 1 from the origin
    to_floats(v->forward, c->forward);
    to_floats(v->right, c->right);
    to_floats(v->up, c->up);
    c->half_height = (float)half_height;
    c->half_width = (float)(half_height * s->o->width / s->o->height);
    return (float)(2.0 * half_height / s->o->height);
}
