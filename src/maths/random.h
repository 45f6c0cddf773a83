// SPDX-License-Identifier: BSD-3-Clause
// Random numbers by counter (Philox 4x32-10, Salmon et al., SC11): a number depends on seed, stream and index only, so it
// does not depend on the thread or the order of calls.
#pragma once

#include <stdint.h>

typedef struct scree_random {
    uint64_t seed, stream, index;
    int lane; // number of draws already used of this index
} scree_random;

// Uniform in (0, 1).
double scree_random_uniform(scree_random *r);
// Mean 0, variance 1.
double scree_random_normal(scree_random *r);
