// SPDX-License-Identifier: BSD-3-Clause
// How deep convex bodies are in round walls: hollow spheres, and the end circles of cylinders. Results are those of scree_convex_on_plane (convex/depth.h).
#pragma once

#include "convex/depth.h"

// from: m, from the centre of the sphere to that of the body.
scree_convex_depth scree_convex_in_hollow_sphere(const scree_convex *body, scree_vec3 from, double radius);

// The deepest point of a circle around a unit axis; depth: -INFINITY where it is not above `least`. middle: m, from the centre of the body to that of the circle.
scree_convex_depth scree_convex_on_circle(const scree_convex *body, scree_vec3 axis, scree_vec3 middle,
                                          double radius, double least);
