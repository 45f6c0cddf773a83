// SPDX-License-Identifier: BSD-3-Clause
#include "laws/sjkr.h"

const scree_erratum scree_sjkr_errata[] = {
    {"sjkr2 against a wall takes half of what its formula gives for a second sphere that grows without "
     "limit.",
     "A = 2 pi d R.", "A = 4 pi d R, the limit."},
    {"With tangential_reduce off LIGGGHTS limits friction by mu times the absolute value of the normal law's "
     "force; `limit: absolute` here sees the force after cohesion.",
     "limit: critical gives the same wherever the normal law pushes.", "The same."},
    {NULL, NULL, NULL},
};
