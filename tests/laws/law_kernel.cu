// SPDX-License-Identifier: BSD-3-Clause
// Every law as device code, one kernel each; tests/laws/law_headers.sh compiles it. A contact per thread, constants by value.
#include "laws/list/all.h"

#define KERNEL(law, slot)                                                                                    \
    __global__ void kernel_##law(scree_##law p, scree_contact *contact, double *history, int n) {            \
        int k = (int)(blockIdx.x * blockDim.x + threadIdx.x);                                                \
        if (k < n) {                                                                                         \
            scree_contact c = contact[k];                                                                    \
            double h[SCREE_HISTORY_MAX];                                                                     \
            for (int i = 0; i < scree_##law##_columns; i++) {                                                \
                h[i] = history[i * n + k];                                                                   \
            }                                                                                                \
            scree_##law##_law(&p, &c, h);                                                                    \
            contact[k] = c;                                                                                  \
            for (int i = 0; i < scree_##law##_columns; i++) {                                                \
                history[i * n + k] = h[i];                                                                   \
            }                                                                                                \
        }                                                                                                    \
    }
SCREE_LAWS(KERNEL)
