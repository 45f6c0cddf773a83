// SPDX-License-Identifier: BSD-3-Clause
// The keys of convex bodies, and the shapes made of them. A kind is one row of the table in convex_shapes.c, beside its support function (convex_bodies/).
#pragma once

#include "keys/config_read.h"

extern const scree_section scree_ellipsoid_section, scree_superellipsoid_section, scree_capsule_section,
    scree_cylinder_section, scree_box_section, scree_polyhedron_section; // of `shapes`

#define SCREE_CONVEX_KINDS                                                                                   \
    "'ellipsoid', 'superellipsoid', 'capsule', 'rounded_cylinder', 'rounded_box' and 'polyhedron'"

// How many kinds of convex bodies a shape gives; it may give one.
int scree_convex_kinds_given(const scree_yaml *node);
// Adds the shape; several: one for each closed body of a mesh. False: reported.
bool scree_make_convex(scree_config *g, const scree_convex_def *d, const scree_yaml *node, const char *path,
                       bool several, scree_shape_list *made);
// Makes the shape of one convex body.
void scree_make_convex_shape(scree_config *g, scree_shape_def *s, const scree_yaml *node, const char *path);
