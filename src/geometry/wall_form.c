// SPDX-License-Identifier: BSD-3-Clause
#include "geometry/wall_form.h"

#define ROW(KIND, row) [KIND] = &(row),
const scree_wall_form *const scree_wall_forms[SCREE_WALL_MESH] = {SCREE_WALL_FORMS(ROW)};
#undef ROW
