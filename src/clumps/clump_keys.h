// SPDX-License-Identifier: BSD-3-Clause
// The keys of shapes, and the rules between them and the rest of a case.
#pragma once

#include "keys/config_read.h"

extern const scree_section scree_shape_section; // one of `shapes`
extern const scree_section scree_orientation_section;

// The rule of the section of a shape, which also makes the shape.
void scree_check_shape(scree_config *g, void *base, const scree_yaml *node, const char *path);
// Refuses what does not go with clumps.
void scree_check_clumps(scree_config *g);
// Refuses the laws that convex bodies cannot be used with, when those of all pairs are known.
void scree_check_convex_pairs(scree_config *g);
// Finds the shape that a source names, and checks what then holds for the source.
void scree_check_source_shape(scree_config *g, scree_source_def *source, const scree_yaml *node,
                              const char *path);
