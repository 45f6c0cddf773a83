// SPDX-License-Identifier: BSD-3-Clause
// A new neighbour list, as far as the laws and all capabilities need it.
#pragma once

#include "state/world.h"
#include "text/report.h"

// ago: s, since the last evaluation of forces; 0: between steps. SCREE_USER_ERROR, and reported, where the periodic box has no room for the list.
// Collective.
scree_status scree_list_rebuild(scree_world *w, double ago, scree_report *r);
