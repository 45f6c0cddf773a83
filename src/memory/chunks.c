// SPDX-License-Identifier: BSD-3-Clause
#include "memory/chunks.h"

enum { PAGE = 4096, LARGE = 1 << 20 };

void scree_touch_first(void *block, size_t size, int threads) {
    const size_t parts = threads > 1 && size >= LARGE ? (size_t)threads : 0,
                 share = parts > 0 ? size / parts : 0;
    volatile char *byte = block;
#pragma omp parallel for schedule(static, 1) num_threads(parts > 0 ? threads : 1)
    for (size_t t = 0; t < parts; t++) {
        const size_t end = t + 1 < parts ? share * (t + 1) : size;
        for (size_t at = share * t; at < end; at += PAGE) {
            byte[at] = 0;
        }
        byte[end - 1] = 0;
    }
}
