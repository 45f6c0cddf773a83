// SPDX-License-Identifier: BSD-3-Clause
// Regions of space.
#pragma once

#include "case/case_materials.h"
#include "maths/vec.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum scree_region_kind {
    SCREE_REGION_NONE,
    SCREE_REGION_BOX,        // min, max
    SCREE_REGION_CYLINDER,   // point (centre of one end), axis (unit), radius, length along the axis
    SCREE_REGION_SPHERE,     // point, radius
    SCREE_REGION_HALF_SPACE, // point, axis: all x with (x - point).axis > 0
    SCREE_REGION_MESH,       // inside the closed mesh of wall `wall`
    SCREE_REGION_FACE // `length` along `along` from the flat mesh of wall `wall`, or, with -1, from a disc: point, axis, radius
} scree_region_kind;

typedef struct scree_region {
    scree_region_kind kind;
    scree_vec3 min, max, point, axis;
    double radius, length;
    int wall;         // SCREE_REGION_MESH, SCREE_REGION_FACE: index into case.wall
    scree_vec3 along; // SCREE_REGION_FACE: unit; zero: the normal of the face
} scree_region;
