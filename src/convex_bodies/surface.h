// SPDX-License-Identifier: BSD-3-Clause
// The surface of a convex body as triangles, for pictures: its points are those that lie farthest along the directions of an octahedron whose faces are
// divided. Only the support function is asked for, so every kind of body has a surface, and triangle k is at the same place of two bodies of one shape.
#pragma once

#include "convex_bodies/support.h"

// An octahedron whose edges are divided into n: 4 n^2 + 2 directions and 8 n^2 triangles.
typedef struct scree_octahedron {
    size_t n_points, n_triangles;
    scree_vec3 *direction;   // of length 1
    uint32_t (*triangle)[3]; // counterclockwise as seen from outside
} scree_octahedron;

// n >= 1; to be cleared after use.
scree_octahedron scree_octahedron_of(size_t n);
void scree_octahedron_clear(scree_octahedron *o);
// The largest n whose octahedron has at most this many triangles, 1 at least.
size_t scree_octahedron_divisions(size_t triangles);
size_t scree_octahedron_points(size_t n);
// The points of the surface as seen from the centre of the body, m: of each direction the farthest. The direction is the normal there. No place of the surface is
// farther outside of the triangles than 1 - cos(a) times the size of the body, where a is the angle from any direction to the nearest of the octahedron.
void scree_surface_points(const scree_convex *body, const scree_octahedron *o, scree_vec3 *point);

// Area of the surface, m2, from the triangles of two octahedra, extrapolated to infinitely many. Errors, of the whole: below 1e-5 for smooth bodies, 5e-3 for polyhedra with sharp edges (tests/unit/test_convex_surface.c).
double scree_surface_area(const scree_convex *body);

typedef struct scree_curvature {
    double sharpest, flattest; // m, smallest and largest principal radius of curvature
} scree_curvature;
// Radii of curvature at the points of the octahedron.
scree_curvature scree_surface_curvature(const scree_convex *body, const scree_octahedron *o);
