// SPDX-License-Identifier: BSD-3-Clause
// Particle diameters drawn from the distributions of the input.
#pragma once

#include "case/case.h"
#include "maths/random.h"

// One diameter, m. A distribution by mass is drawn by number with weights 1/d^3.
double scree_size_draw(const scree_size_def *size, scree_random *random);
