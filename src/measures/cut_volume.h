// SPDX-License-Identifier: BSD-3-Clause
// The volume that a sphere has in common with a region.
#pragma once

#include "case/case_region.h"

// Volume of the sphere in a box, cylinder or sphere, m3: exact for whole spheres, in closed form in a sphere and where one plane cuts, elsewhere an integral of exact areas
// of slices with an error below 1e-7 of the sphere. Of other regions NAN.
double scree_cut_volume(const scree_region *region, scree_vec3 x, double r);
