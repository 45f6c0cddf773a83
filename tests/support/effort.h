// SPDX-License-Identifier: BSD-3-Clause
// How many draws, steps or scenes a test takes: `full` in `./dev test --long`, `usual` in `./dev test`, where a test should
// take up to 15 s of processor time. Builds with asserts and sanitizers are slow and find other mistakes, for which a few
// draws are enough: there `least`, with --long too.
#pragma once

#include <stdlib.h>

static inline int effort(int full, int usual, int least) {
    const char *said = getenv("SCREE_TEST_LONG");
    (void)said, (void)full, (void)usual, (void)least;
#ifdef NDEBUG
    return said && *said ? full : usual;
#else
    return least;
#endif
}
