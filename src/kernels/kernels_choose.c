// SPDX-License-Identifier: BSD-3-Clause
// Chooses the kernels of the best instruction set that the processor has.
#include "kernels/kernels.h"
#include <string.h>

#ifdef SCREE_ISA_X86
extern const scree_kernels scree_kernels_v2, scree_kernels_v3, scree_kernels_v4;

const scree_kernels *scree_kernels_choose(const char *name) {
    __builtin_cpu_init();
    int v3 =
        __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
    int v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
             __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
             __builtin_cpu_supports("avx512cd");
    if (!name) {
        return v4 ? &scree_kernels_v4 : v3 ? &scree_kernels_v3 : &scree_kernels_v2;
    }
    const scree_kernels *const table[] = {&scree_kernels_v2, v3 ? &scree_kernels_v3 : NULL,
                                          v4 ? &scree_kernels_v4 : NULL};
    for (int k = 0; k < 3; k++) {
        if (table[k] && strcmp(table[k]->name, name) == 0) {
            return table[k];
        }
    }
    return NULL;
}
#else
extern const scree_kernels scree_kernels_base;

const scree_kernels *scree_kernels_choose(const char *name) {
    return !name || strcmp(name, "base") == 0 ? &scree_kernels_base : NULL;
}
#endif
