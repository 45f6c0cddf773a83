// SPDX-License-Identifier: BSD-3-Clause
// Particle diameters drawn from the distributions of the input.
#ifndef SCREE_STEP_SIZE_H
#define SCREE_STEP_SIZE_H

#include "base/random.h"
#include "state/case.h"

// One diameter, m. A distribution by mass is drawn by number with weights 1/d^3.
double scree_size_draw(const scree_size_def *size, scree_random *random);
// Smallest and largest diameter that can be drawn, m.
double scree_size_min(const scree_size_def *size);
double scree_size_max(const scree_size_def *size);

#endif
