// SPDX-License-Identifier: BSD-3-Clause
// The stress of each particle, for output.
#pragma once

#include "measures/arrangement.h"

enum { SCREE_PARTICLE_STRESS = 9 };

// For each row that counts nine numbers, row by row of the tensor: -(1/V) times the sum of f l over the contacts of its whole, with the force f on it, the arm l from
// its centre to the contact point and its volume V; Pa, compression positive. Members of a clump all have that of the clump; fixed particles have theirs too. The sums do
// not depend on the order of the contacts. Free with scree_free. Not collective.
double *scree_particle_stress(const scree_arrangement *a);
