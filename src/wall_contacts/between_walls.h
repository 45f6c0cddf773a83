// SPDX-License-Identifier: BSD-3-Clause
// What walls are to each other before a run: those of different materials that lie on each other, and free walls that fall through others.
#pragma once

#include "state/world.h"
#include "text/report.h"

// Warns of both; after the first insertions. Collective.
void scree_between_walls_warn(const scree_world *w, scree_report *r);
