// SPDX-License-Identifier: BSD-3-Clause
// Names that other programs, papers and habits have for keys of the input file.
#pragma once

#include "keys/complain.h"

// The row of a name, in whatever spelling: youngsModulus, Youngs_Modulus; or NULL.
const scree_foreign_name *scree_foreign_name_find(const char *name);
