// SPDX-License-Identifier: BSD-3-Clause
// What rays can meet: balls, convex bodies, rods (with round ends) and triangles, in single precision in a unit of length of the scene. Nothing here is random, and each
// question is answered by itself, so the number of threads that ask makes no difference.
#pragma once

#include "tools/rays/ray_body.h"

typedef struct scree_ball {
    float at[3], radius;
    uint32_t colour; // 0xrrggbb
} scree_ball;

typedef struct scree_rod {
    float from[3], to[3], radius;
    uint32_t colour;
    bool flat; // the same colour from all sides, and no shadow: the edge of a wall
} scree_rod;

typedef struct scree_facet {
    float corner[3][3];
    uint32_t wall; // number of the wall
} scree_facet;

typedef struct scree_half_space { // what is hidden: along[axis] * sign > limit
    int axis;
    float sign, limit;
} scree_half_space;

typedef struct scree_ball_group scree_ball_group;

typedef struct scree_ray_scene {
    SCREE_ARRAY(scree_ball) ball;
    SCREE_ARRAY(scree_ray_body) body;
    SCREE_ARRAY(scree_ray_form) form; // of bodies
    SCREE_ARRAY(scree_rod) rod;
    SCREE_ARRAY(scree_facet) facet;
    SCREE_ARRAY(scree_half_space)
    hidden;                  // of facets and rods; balls and bodies that are hidden are not in the scene
    scree_ball_group *group; // of the balls
    bool rods_block;         // there are rods with a shadow
    scree_ray_tree balls, bodies, rods, facets;
} scree_ray_scene;

typedef struct scree_ray_hit {
    float distance;
    float normal[3]; // away from the thing
    uint32_t colour;
    float radius; // of what is met
    bool flat;
    uint32_t body; // number of the body that is met, SCREE_RAY_NO_BODY if it is something else
} scree_ray_hit;

#define SCREE_RAY_NO_BODY UINT32_MAX
enum { SCREE_RAY_LAYERS = 16 };

typedef struct scree_ray_layer {
    float distance;
    uint32_t facet;
} scree_ray_layer;

// To be called once all things are there.
void scree_ray_scene_prepare(scree_ray_scene *s);
void scree_ray_scene_clear(scree_ray_scene *s);
// The first ball, body or rod on a ray, up to a distance of `most`.
bool scree_ray_first(const scree_ray_scene *s, const scree_ray *ray, float most, scree_ray_hit *hit);
// Whether there is a ball, a body or a rod with a shadow on a ray. own: the body from whose surface the ray leaves, which is not looked at, as its triangles are
// not exactly its surface; or SCREE_RAY_NO_BODY.
bool scree_ray_is_blocked(const scree_ray_scene *s, const scree_ray *ray, float most, uint32_t own);
// The triangles on a ray before `most`, nearest first: their number, at most SCREE_RAY_LAYERS of the nearest.
int scree_ray_layers(const scree_ray_scene *s, const scree_ray *ray, float most,
                     scree_ray_layer layer[SCREE_RAY_LAYERS]);
