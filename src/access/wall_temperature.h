// SPDX-License-Identifier: BSD-3-Clause
// By how much walls are warmer than a particle when heat laws that radiate are evaluated.
#pragma once

#include "state/world.h"
#include <math.h>

// K; 1 where the temperatures are equal, as the conductance is what the law gives over this difference.
static inline double scree_wall_warmer(const scree_wall *wall, double particle) {
    const double difference = wall->now.temperature - particle;
    return fabs(difference) > 1e-6 * particle ? difference : 1.0;
}
