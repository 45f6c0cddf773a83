// SPDX-License-Identifier: BSD-3-Clause
// The point of a triangle nearest to a sphere's centre, and whether it is in the face, on an edge or at a vertex.
//
//              \ v2 /
//               \  /       The centre is above the face if it is on the inner side of all three edges. Otherwise the
//           e2   /\   e1   nearest point is on one of the edges that the centre is outside of: each of them is tried
//               /  \       and the nearest point is taken. Rounding can move the borders between the regions, but the
//         _____/____\____  result is always a point of the triangle, correct up to rounding, also for very thin
//          v0 /  e0  \ v1  triangles, where formulas with products of distances to all edges lose digits.
#pragma once

#include "maths/vec.h"
#include <stdbool.h>

enum { SCREE_NEAR_FACE, SCREE_NEAR_EDGE, SCREE_NEAR_VERTEX };

typedef struct scree_near {
    scree_vec3 q; // m, nearest point from the centre
    double d2;    // m2, its distance^2
    int feature;  // SCREE_NEAR_*
    int k;        // edge k joins vertices k and (k + 1) % 3
} scree_near;

// Is a before b in lexicographic order of coordinates?
static inline bool scree_is_before(scree_vec3 a, scree_vec3 b) {
    return a.x < b.x || (a.x == b.x && (a.y < b.y || (a.y == b.y && a.z < b.z)));
}

// The point of the segment from a to b nearest to the origin, as edge k of a triangle. Bits, and whether it is an end, are the
// same for both directions, so that all triangles of an edge agree.
static inline scree_near scree_sphere_segment(scree_vec3 a, scree_vec3 b, int k) {
    const bool turned = scree_is_before(b, a);
    const scree_vec3 from = turned ? b : a, to = turned ? a : b, e = vec_sub(to, from);
    const double t = -vec_dot(from, e), length2 = vec_norm2(e);
    const int next = k == 2 ? 0 : k + 1;
    scree_near s = {from, 0, SCREE_NEAR_VERTEX, turned ? next : k};
    if (t >= length2) {
        s.q = to;
        s.k = turned ? k : next;
    } else if (t > 0) {
        s.q = vec_add_scaled(from, t / length2, e);
        s.feature = SCREE_NEAR_EDGE;
        s.k = k;
    }
    s.d2 = vec_norm2(s.q);
    return s;
}

// v: vertices relative to the centre (vertex - centre), n: unit normal of the triangle, right-handed with v.
static inline scree_near scree_sphere_triangle(const scree_vec3 v[3], scree_vec3 n) {
    const double w0 =
        vec_dot(n, vec_cross(v[0], vec_sub(v[1], v[0]))); // distance from edge 0 * its length, > 0 inside
    const double w1 = vec_dot(n, vec_cross(v[1], vec_sub(v[2], v[1])));
    const double w2 = vec_dot(n, vec_cross(v[2], vec_sub(v[0], v[2])));
    if (w0 >= 0 && w1 >= 0 && w2 >= 0) {
        const double s = vec_dot(n, v[0]);
        return (scree_near){vec_scale(s, n), s * s, SCREE_NEAR_FACE, 0};
    }
    scree_near best = {v[0], HUGE_VAL, SCREE_NEAR_VERTEX, 0};
    if (w0 < 0) {
        best = scree_sphere_segment(v[0], v[1], 0);
    }
    if (w1 < 0) {
        const scree_near s = scree_sphere_segment(v[1], v[2], 1);
        best = s.d2 < best.d2 ? s : best;
    }
    if (w2 < 0) {
        const scree_near s = scree_sphere_segment(v[2], v[0], 2);
        best = s.d2 < best.d2 ? s : best;
    }
    return best;
}
