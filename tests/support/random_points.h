// SPDX-License-Identifier: BSD-3-Clause
// Random numbers and positions, the same in every run of a test: a congruential generator, which a test may seed.
#pragma once

#include "maths/vec.h"
#include <stdint.h>

static uint64_t seed = 7;

static inline double uniform(double lo, double hi) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return lo + (hi - lo) * (double)(seed >> 11) * 0x1p-53;
}

// A position in a cube of edge 2 size around the origin.
static inline scree_vec3 random_point(double size) {
    const double x = uniform(-size, size), y = uniform(-size, size);
    return vec3(x, y, uniform(-size, size));
}
