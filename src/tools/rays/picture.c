// SPDX-License-Identifier: BSD-3-Clause
#include "tools/rays/picture.h"

#include "maths/math.h"
#include <math.h>
#include <omp.h>
#include <string.h>

enum { TILE = 16, CIRCLE = 1024 };

// Shares of the light, found by looking at pictures.
static const float ambient = 0.66f, from_above = 0.16f, key = 0.62f, shine = 0.20f, rim = 0.30f;
static const float closed =
    0.25f; // what is left of the light from all around where nothing of the surroundings is seen
static const float sun_radius = 0.16f; // of the light seen as a disc, at distance 1
static const float front_wall = 0.06f, slanted_wall = 0.34f, back_wall = 0.42f; // opacities
static const float wall_colour[3] = {0.66f, 0.71f, 0.78f};

typedef struct painter {
    const scree_ray_scene *s;
    const scree_camera *c;
    const scree_picture_look *look;
    int width, height;
    float light[3], across[2][3]; // towards the light, and two directions across
    float circle[CIRCLE][2];
} painter;

static float dot(const float a[3], const float b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void normalise(float a[3]) {
    const float length = sqrtf(dot(a, a));
    for (int k = 0; k < 3; k++) {
        a[k] = length > 0.0f ? a[k] / length : 0.0f;
    }
}

// Two directions of length 1 across n (Duff and others, J. Computer Graphics Techniques 6 (2017) 1).
static void directions_across(const float n[3], float a[3], float b[3]) {
    const float sign = n[2] < 0.0f ? -1.0f : 1.0f, u = -1.0f / (sign + n[2]), v = n[0] * n[1] * u;
    a[0] = 1.0f + sign * n[0] * n[0] * u;
    a[1] = sign * v;
    a[2] = -sign * n[0];
    b[0] = v;
    b[1] = sign + n[1] * n[1] * u;
    b[2] = -n[1];
}

// ---- numbers that look random --------------------------------------------------------------------------------

// 32 bits that depend on all bits of x (the hash lowbias32 of C. Wellons, in the public domain).
static uint32_t mixed(uint32_t x) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

// The bits of a number in the other order, as a number from 0 to 1: (k / n, mirrored k) fills the square evenly.
static float mirrored(uint32_t k) {
    k = k << 16 | k >> 16;
    k = (k & 0x00ff00ffu) << 8 | (k >> 8 & 0x00ff00ffu);
    k = (k & 0x0f0f0f0fu) << 4 | (k >> 4 & 0x0f0f0f0fu);
    k = (k & 0x33333333u) << 2 | (k >> 2 & 0x33333333u);
    k = (k & 0x55555555u) << 1 | (k >> 1 & 0x55555555u);
    return (float)(k >> 8) * 0x1p-24f;
}

// Point k of n in the unit disc; the points of a pixel are spread evenly, and turned and moved against those of its neighbours.
static void disc_point(const painter *p, uint32_t pixel, uint32_t purpose, uint32_t k, uint32_t n,
                       float point[2]) {
    const uint32_t a = mixed(pixel ^ purpose * 0x9e3779b9u), b = mixed(a + 0x68bc21ebu);
    float u = ((float)k + 0.5f) / (float)n + (float)(a >> 8) * 0x1p-24f,
          v = mirrored(k) + (float)(b >> 8) * 0x1p-24f;
    u -= u >= 1.0f ? 1.0f : 0.0f;
    v -= v >= 1.0f ? 1.0f : 0.0f;
    const float radius = sqrtf(u), *at = p->circle[(int)(v * (float)CIRCLE) & (CIRCLE - 1)];
    point[0] = radius * at[0];
    point[1] = radius * at[1];
}

// ---- light ---------------------------------------------------------------------------------------------------

typedef struct place {
    float at[3], normal[3];
    uint32_t pixel, sample, samples; // of the pixel, and how many it has
    uint32_t body;                   // on which it is, or SCREE_RAY_NO_BODY
} place;

// The share of the light that reaches a place, by so many rays.
static float lit(const painter *p, const place *x, int rays) {
    int free = 0;
    for (int i = 0; i < rays; i++) {
        float point[2], along[3];
        disc_point(p, x->pixel, 1, x->sample * (uint32_t)rays + (uint32_t)i, x->samples * (uint32_t)rays,
                   point);
        for (int k = 0; k < 3; k++) {
            along[k] = p->light[k] + sun_radius * (point[0] * p->across[0][k] + point[1] * p->across[1][k]);
        }
        normalise(along);
        const scree_ray ray = scree_ray_of(x->at, along);
        free += !scree_ray_is_blocked(p->s, &ray, INFINITY, x->body);
    }
    return (float)free / (float)rays;
}

// The light that a place gets from its surroundings, by the share of them that it sees, as far as the look goes.
static float openness(const painter *p, const place *x, int rays) {
    float a[3], b[3];
    int open = 0;
    directions_across(x->normal, a, b);
    for (int i = 0; i < rays; i++) {
        float point[2], along[3];
        disc_point(p, x->pixel, 2, x->sample * (uint32_t)rays + (uint32_t)i, x->samples * (uint32_t)rays,
                   point);
        const float height = sqrtf(fmaxf(0.0f, 1.0f - point[0] * point[0] - point[1] * point[1]));
        for (int k = 0; k < 3; k++) {
            along[k] = point[0] * a[k] + point[1] * b[k] + height * x->normal[k];
        }
        normalise(along);
        const scree_ray ray = scree_ray_of(x->at, along);
        open += !scree_ray_is_blocked(p->s, &ray, p->look->narrow_length, x->body);
    }
    return rays > 0 ? closed + (1.0f - closed) * (float)open / (float)rays : 1.0f;
}

// The colour of a ball, a body or a rod where a ray meets it.
static void shade(const painter *p, const scree_ray *ray, const scree_ray_hit *hit, place *x,
                  float colour[3]) {
    for (int k = 0; k < 3; k++) {
        colour[k] = (float)(hit->colour >> (16 - 8 * k) & 255u) / 255.0f;
    }
    if (hit->flat) {
        return;
    }
    memcpy(x->normal, hit->normal, sizeof x->normal);
    x->body = hit->body;
    const float lift = 1e-3f * hit->radius + 1e-6f;
    for (int k = 0; k < 3; k++) {
        x->at[k] = ray->from[k] + hit->distance * ray->along[k] + lift * x->normal[k];
    }
    const float facing = fmaxf(0.0f, -dot(x->normal, ray->along)), towards = dot(x->normal, p->light);
    const float direct = towards > 0.0f ? lit(p, x, p->look->light_rays) : 0.0f;
    float half[3];
    for (int k = 0; k < 3; k++) {
        half[k] = p->light[k] - ray->along[k];
    }
    normalise(half);
    float glint = fmaxf(0.0f, dot(x->normal, half));
    for (int k = 0; k < 5; k++) { // to the power of 32
        glint *= glint;
    }
    const float light =
        (ambient - from_above * dot(x->normal, p->look->down)) * openness(p, x, p->look->narrow_rays) +
        key * fmaxf(0.0f, towards) * direct;
    const float edge = 1.0f - rim * (1.0f - facing) * (1.0f - facing);
    for (int k = 0; k < 3; k++) {
        colour[k] = colour[k] * light * edge + shine * glint * direct;
    }
}

// ---- walls ---------------------------------------------------------------------------------------------------

static void normal_of_facet(const scree_facet *f, const scree_ray *ray, float n[3]) {
    float a[3], b[3];
    for (int k = 0; k < 3; k++) {
        a[k] = f->corner[1][k] - f->corner[0][k];
        b[k] = f->corner[2][k] - f->corner[0][k];
    }
    for (int k = 0; k < 3; k++) {
        n[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
    }
    normalise(n);
    const float sign = dot(n, ray->along) > 0.0f ? -1.0f : 1.0f; // towards the eye
    for (int k = 0; k < 3; k++) {
        n[k] *= sign;
    }
}

// Adds a wall that the ray meets in front of everything that is still to be seen. shadows: what is behind all else, so that things stand on it.
static void add_wall(const painter *p, const scree_ray *ray, const scree_ray_layer *layer, bool shadows,
                     float opacity, place *x, float colour[3], float *rest) {
    normal_of_facet(&p->s->facet.data[layer->facet], ray, x->normal);
    x->body = SCREE_RAY_NO_BODY;
    const float facing = -dot(x->normal, ray->along), slant = 1.0f - facing;
    float alpha = opacity >= 0.0f ? opacity : front_wall + slanted_wall * slant * slant * slant;
    float light = 0.86f + 0.14f * fabsf(dot(x->normal, p->light));
    if (shadows) {
        for (int k = 0; k < 3; k++) {
            x->at[k] = ray->from[k] + layer->distance * ray->along[k] + 1e-5f * x->normal[k];
        }
        light *= (0.80f + 0.20f * lit(p, x, 3)) * (0.6f + 0.4f * openness(p, x, 4));
        alpha = fmaxf(alpha, 1.0f - (1.0f - alpha) * light); // a shadow is seen on a translucent wall too
    }
    for (int k = 0; k < 3; k++) {
        colour[k] += *rest * alpha * wall_colour[k] * light;
    }
    *rest *= 1.0f - alpha;
}

// ---- pixels --------------------------------------------------------------------------------------------------

static void sample_colour(const painter *p, float u, float v, place *x, float total[3]) {
    float along[3];
    for (int k = 0; k < 3; k++) {
        along[k] =
            p->c->forward[k] + u * p->c->half_width * p->c->right[k] + v * p->c->half_height * p->c->up[k];
    }
    normalise(along);
    const scree_ray ray = scree_ray_of(p->c->eye, along);
    scree_ray_hit hit;
    const bool met = scree_ray_first(p->s, &ray, INFINITY, &hit);
    scree_ray_layer layer[SCREE_RAY_LAYERS];
    int walls = scree_ray_layers(p->s, &ray, met ? hit.distance : INFINITY, layer);
    float colour[3] = {0.0f, 0.0f, 0.0f}, rest = 1.0f;
    const bool solid = p->look->walls == SCREE_WALLS_SOLID;
    walls = solid && walls > 1 ? 1 : walls;
    for (int k = 0; k < walls; k++) {
        const bool last = (!met || hit.flat) && k == walls - 1;
        add_wall(p, &ray, &layer[k], last || solid,
                 solid  ? 1.0f
                 : last ? back_wall
                        : -1.0f,
                 x, colour, &rest);
    }
    if (rest > 0.0f) {
        const float height = 0.5f + 0.5f * v;
        float behind[3] = {0.925f + 0.075f * height, 0.935f + 0.065f * height, 0.95f + 0.05f * height};
        if (met) {
            shade(p, &ray, &hit, x, behind);
        }
        for (int k = 0; k < 3; k++) {
            colour[k] += rest * behind[k];
        }
    }
    for (int k = 0; k < 3; k++) {
        total[k] += colour[k];
    }
}

static void paint_pixel(const painter *p, int column, int row, uint8_t rgb[3]) {
    const int n = p->look->samples;
    place x = {.pixel = mixed((uint32_t)row * 65536u + (uint32_t)column), .samples = (uint32_t)(n * n)};
    float total[3] = {0.0f, 0.0f, 0.0f};
    for (int k = 0; k < n * n; k++) {
        const float a = ((float)(k % n) + 0.5f) / (float)n, b = ((float)(k / n) + 0.5f) / (float)n;
        x.sample = (uint32_t)k;
        sample_colour(p, 2.0f * ((float)column + a) / (float)p->width - 1.0f,
                      1.0f - 2.0f * ((float)row + b) / (float)p->height, &x, total);
    }
    for (int k = 0; k < 3; k++) {
        const float value = total[k] / (float)(n * n);
        rgb[k] = (uint8_t)(255.0f * fminf(1.0f, fmaxf(0.0f, value)) + 0.5f);
    }
}

// The light comes from above, from the left of the camera and from behind it.
static void place_light(painter *p) {
    for (int k = 0; k < 3; k++) {
        p->light[k] = -0.42f * p->c->right[k] - 0.80f * p->look->down[k] + 0.25f * p->c->up[k] -
                      0.55f * p->c->forward[k];
    }
    normalise(p->light);
    directions_across(p->light, p->across[0], p->across[1]);
    for (int k = 0; k < CIRCLE; k++) {
        double sine, cosine;
        scree_sin_cos(2.0 * M_PI * k / CIRCLE, &sine, &cosine);
        p->circle[k][0] = (float)cosine;
        p->circle[k][1] = (float)sine;
    }
}

scree_picture scree_picture_of(const scree_ray_scene *s, const scree_camera *c,
                               const scree_picture_look *look, int width, int height) {
    scree_picture out = {width, height, scree_realloc(NULL, 0, 3 * (size_t)width * (size_t)height)};
    painter *p = scree_realloc(NULL, 0, sizeof *p);
    *p = (painter){.s = s, .c = c, .look = look, .width = width, .height = height};
    place_light(p);
    const int across = (width + TILE - 1) / TILE, tiles = across * ((height + TILE - 1) / TILE);
    const int threads = look->threads > 0 ? look->threads : omp_get_max_threads();
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (int tile = 0; tile < tiles; tile++) {
        const int left = tile % across * TILE, top = tile / across * TILE;
        for (int row = top; row < top + TILE && row < height; row++) {
            for (int column = left; column < left + TILE && column < width; column++) {
                paint_pixel(p, column, row, out.rgb + 3 * ((size_t)row * (size_t)width + (size_t)column));
            }
        }
    }
    scree_free(p);
    return out;
}
