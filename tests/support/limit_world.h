// SPDX-License-Identifier: BSD-3-Clause
// What tests of the limit of the step share: a ball between six planes, a case, and a world that has begun.
#pragma once

#include "world_of_text.h"

#define BOX                                                                                                  \
    "walls:\n"                                                                                               \
    "  bottom: {plane: {point: [0, 0, -0.99 mm], normal: [0, 0, 1]}, material: m}\n"                         \
    "  top: {plane: {point: [0, 0, 0.99 mm], normal: [0, 0, -1]}, material: m}\n"                            \
    "  left: {plane: {point: [-0.99 mm, 0, 0], normal: [1, 0, 0]}, material: m}\n"                           \
    "  right: {plane: {point: [0.99 mm, 0, 0], normal: [-1, 0, 0]}, material: m}\n"                          \
    "  front: {plane: {point: [0, -0.99 mm, 0], normal: [0, 1, 0]}, material: m}\n"                          \
    "  back: {plane: {point: [0, 0.99 mm, 0], normal: [0, -1, 0]}, material: m}\n"

static inline scree_case *case_with(const char *dt, const char *integrator, const char *laws,
                                    const char *more) {
    char *text = scree_format("time: {end: 100, dt: %s, integrator: %s}\n"
                              "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.25}}\n"
                              "contacts: [{between: any, %s}]\noutput: {plot: false, series: {every: 0}}\n%s",
                              dt, integrator, laws, more);
    scree_case *c = case_of_text(text);
    scree_free(text);
    return c;
}

static inline scree_world *started(scree_case *c, const scree_particle *q, size_t n) {
    scree_world *w = world_of_case(c, q, n, 1, NULL);
    begin(w);
    return w;
}
