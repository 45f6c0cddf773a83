// SPDX-License-Identifier: BSD-3-Clause
// How many draws, steps or scenes a test takes: `full` in `./dev test --long`, `usual` in `./dev test`, where a test should
// take up to 15 s of processor time. Builds with asserts and sanitizers are slow and find other mistakes, for which a few
// draws are enough: there `least`, and `usual` with --long.
#pragma once

#include <stdlib.h>

static inline int effort(int full, int usual, int least) {
    const char *said = getenv("SCREE_TEST_LONG");
    const int is_long = said && *said;
#ifdef NDEBUG
    (void)least;
    return is_long ? full : usual;
#else
    (void)full;
    return is_long ? usual : least;
#endif
}
