// SPDX-License-Identifier: BSD-3-Clause
#include "maths/random.h"
#include "maths/math.h"
#include <Random123/philox.h>
#include <math.h>

double scree_random_uniform(scree_random *r) {
    philox4x32_ctr_t counter = {
        {(uint32_t)r->index, (uint32_t)(r->index >> 32), (uint32_t)r->lane, (uint32_t)r->stream}};
    philox4x32_key_t key = {{(uint32_t)r->seed, (uint32_t)(r->seed >> 32)}};
    philox4x32_ctr_t draw = philox4x32(counter, key);
    r->lane++;
    uint64_t bits = ((uint64_t)draw.v[0] << 21) ^ ((uint64_t)draw.v[1] >> 11); // 53 bits
    return ((double)bits + 0.5) * 0x1p-53;
}

double
scree_random_normal(scree_random *r) { // Box-Muller transform; the second number of the pair is not used
    double u = scree_random_uniform(r), v = scree_random_uniform(r), s, c;
    scree_sin_cos(2.0 * SCREE_PI * v, &s, &c);
    return sqrt(-2.0 * scree_log(u)) * c;
}
