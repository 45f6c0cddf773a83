// SPDX-License-Identifier: BSD-3-Clause
// Tells exactly on which side of a line a point of a plane lies. Algorithms with polygons need this: with rounding two answers could contradict
// each other.
#pragma once

typedef struct scree_point {
    double x, y;
} scree_point;

// Returns 1 if c is to the left of the line from a to b, -1 to the right, 0 on it. Coordinates may be up to 1e100; digits below 1e-100 of the
// largest coordinate may be lost.
int scree_orientation(scree_point a, scree_point b, scree_point c);
