// SPDX-License-Identifier: BSD-3-Clause
// The edges of a wall that are drawn as lines: those of one triangle alone, and those at which the surface turns sharply.
#pragma once

#include "memory/array.h"

typedef struct scree_wall_edge {
    double end[2][3]; // m
} scree_wall_edge;

typedef SCREE_ARRAY(scree_wall_edge) scree_wall_edges;

// Adds the edges of n triangles, given by nine numbers each.
void scree_wall_edges_of(const double *corners, size_t n, scree_wall_edges *edges);
