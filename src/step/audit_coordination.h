// SPDX-License-Identifier: BSD-3-Clause
// The longest time step of bodies among several contacts, foretold at the start: of the smallest sphere of each material in the middle of
// six of each other material, and at three walls at right angles, or as many as there are, with the overlap of the fastest impact. A run that
// goes on looks at the contacts that there are (step/step_limit.h).
#ifndef SCREE_STEP_AUDIT_COORDINATION_H
#define SCREE_STEP_AUDIT_COORDINATION_H

#include "step/step_limit.h"

typedef struct scree_coordination {
    scree_step_limit limit; // dt: INFINITY: not below what was asked for
    size_t a, b;            // materials, of the sphere and of what it touches
    double overlap;         // m
} scree_coordination;

// By material the smallest radius of a free body and of a fixed one, m; INFINITY: there is none. wall: is some wall of it?
typedef struct scree_smallest {
    double free, fixed;
    bool wall;
} scree_smallest;

// speed: of the fastest impact, m/s.
scree_coordination scree_coordination_limit(const scree_world *w, const scree_smallest *of, double speed,
                                            double below);

#endif
