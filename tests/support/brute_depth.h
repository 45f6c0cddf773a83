// SPDX-License-Identifier: BSD-3-Clause
// The least depth of convex bodies over all directions, by brute force.
#pragma once

#include "convex/least.h"
#include "random_convex.h"

enum { DIRECTIONS = 1500, VALLEYS = 4 };

static inline double depth_along(const scree_convex_sum *s, scree_vec3 n) {
    return scree_convex_look(s, n).value;
}

// Goes down by trying directions around at random, in smaller and smaller steps: there may be kinks.
static inline double go_down(const scree_convex_sum *s, scree_vec3 n) {
    double least = depth_along(s, n);
    for (double step = 0.05; step > 1e-8; step *= 0.6) {
        scree_vec3 u, v;
        vec_across(n, &u, &v);
        for (int k = 0; k < 12; k++) {
            const scree_vec3 way =
                                 vec_add(vec_scale(uniform(-1.0, 1.0), u), vec_scale(uniform(-1.0, 1.0), v)),
                             next = vec_unit(vec_add_scaled(n, step, way));
            const double there = depth_along(s, next);
            if (there < least) {
                least = there;
                n = next;
                step *= 1.6;
                break;
            }
        }
    }
    return least;
}

// The lowest of many directions spread over the sphere, and of what lies below the lowest of them.
static inline double by_brute_force(const scree_convex_sum *s) {
    static scree_vec3 n[DIRECTIONS];
    static double value[DIRECTIONS];
    double least = INFINITY;
    for (int k = 0; k < DIRECTIONS; k++) {
        n[k] = random_unit();
        value[k] = depth_along(s, n[k]);
    }
    for (int k = 0; k < VALLEYS; k++) {
        int lowest = 0;
        for (int i = 1; i < DIRECTIONS; i++) {
            lowest = value[i] < value[lowest] ? i : lowest;
        }
        const scree_vec3 here = n[lowest];
        least = fmin(least, go_down(s, here));
        for (int i = 0; i < DIRECTIONS; i++) {
            value[i] = vec_dot(n[i], here) > 0.98 ? INFINITY : value[i];
        }
    }
    return least;
}
