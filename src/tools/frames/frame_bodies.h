// SPDX-License-Identifier: BSD-3-Clause
// The convex bodies of a frame, and those of which concave bodies are made: which particles they are, how they lie, and their surfaces.
#pragma once

#include "tools/frames/frame.h"

typedef struct scree_frame_surface {
    size_t shape, piece; // number of the shape, and of the piece in it
    size_t divisions, n_points;
    const double *point; // of a body of size 1, from the centre of the particle; of the frame
} scree_frame_surface;

#define SCREE_FRAME_NO_BODY UINT32_MAX

typedef struct scree_frame_bodies {
    SCREE_ARRAY(scree_frame_surface) surface;
    uint32_t *surface_of; // of each particle: a surface, SCREE_FRAME_NO_BODY: it is a sphere. NULL: all are
    uint32_t *row;        // of each particle that has a surface: its row in the set of the bodies
    double *orientation;  // of each row, w, x, y, z: from the frame in which the shape was given
    double *size;         // m, of each row
} scree_frame_bodies;

// Without a set of bodies, or without surfaces in it, all particles are spheres. False: reported. The frame has to outlive it.
bool scree_frame_bodies_of(const scree_frame *f, scree_frame_bodies *b, scree_report *r);
void scree_frame_bodies_clear(scree_frame_bodies *b);
