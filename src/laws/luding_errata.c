// SPDX-License-Identifier: BSD-3-Clause
#include "laws/luding.h"

const scree_erratum scree_luding_errata[] = {{NULL, NULL, NULL}};
