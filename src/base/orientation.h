// SPDX-License-Identifier: BSD-3-Clause
// On which side of a line a point of a plane lies, exactly: rounding never gives two answers that contradict each other, on which
// algorithms with polygons rely.
#ifndef SCREE_BASE_ORIENTATION_H
#define SCREE_BASE_ORIENTATION_H

typedef struct scree_point {
    double x, y;
} scree_point;

// 1: c is to the left of the line from a to b; -1: to the right; 0: on it. Coordinates of at most 1e100; parts of them below 1e-100 of
// the largest one may be lost.
int scree_orientation(scree_point a, scree_point b, scree_point c);

#endif
