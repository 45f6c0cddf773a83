// SPDX-License-Identifier: BSD-3-Clause
// The neighbour list of cases with bonds.
#pragma once

#include "state/world.h"
#include "text/report.h"

// A new neighbour list, whose reach follows the longest bond and the events that are due. ago: s, since the last evaluation of forces.
// Collective.
scree_status scree_bonds_list_pairs(scree_world *w, double ago, scree_report *r);
