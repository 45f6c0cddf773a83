// SPDX-License-Identifier: BSD-3-Clause
// From where a scene is looked at: given, or so that all of it is in the picture, a little from above, with gravity downwards.
#pragma once

#include "tools/render/scene.h"

typedef struct scree_view_point {
    scree_vec3 eye, forward, right, up; // eye in m, directions of length 1
    double distance;                    // of what is looked at, m
} scree_view_point;

// The view of what was surveyed. legend: share of the width at the right side that is kept free. False: reported.
bool scree_view_point_of(const scree_scene *s, scree_vec3 gravity, double legend, scree_view_point *v,
                         scree_report *r);
// Sets the unit of the rays, and makes the camera. Returns the width of a pixel at the distance of what is looked at, in that unit.
float scree_view_point_use(const scree_view_point *v, scree_scene *s, scree_camera *c);
