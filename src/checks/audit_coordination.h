// SPDX-License-Identifier: BSD-3-Clause
// An estimate, at the start, of the longest time step of bodies with several contacts: of the smallest sphere of each material between six
// spheres of each material, and at three walls at right angles (fewer if there are fewer), with the overlap of the fastest impact. During the run
// the actual contacts are checked (step_limit/step_limit.h).
#pragma once

#include "step_limit/step_limit.h"

typedef struct scree_coordination {
    scree_step_limit limit; // dt: INFINITY: not below what was asked for
    size_t a, b;            // materials, of the sphere and of what it touches
    double overlap;         // m
} scree_coordination;

// For a material: the smallest radius of a free body and of a fixed one, m, INFINITY if there is none. wall: some wall is made of it.
typedef struct scree_smallest {
    double free, fixed;
    bool wall;
} scree_smallest;

// speed: of the fastest impact, m/s.
scree_coordination scree_coordination_limit(const scree_world *w, const scree_smallest *of, double speed,
                                            double below);
