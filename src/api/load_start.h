// SPDX-License-Identifier: BSD-3-Clause
// Brings a world to its start: the particles of files, positions and checkpoints under `particles`.
#ifndef SCREE_API_LOAD_START_H
#define SCREE_API_LOAD_START_H

#include "base/report.h"
#include "state/world.h"

// Brings the world to t = 0: ready to step.
scree_status scree_load_start(scree_world *w, scree_report *r);

#endif
