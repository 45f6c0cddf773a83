// SPDX-License-Identifier: BSD-3-Clause
// Brings a world to its start: the particles of files, positions and checkpoints under `particles`.
#pragma once

#include "state/world.h"
#include "text/report.h"

// Brings the world to t = 0: ready to step.
scree_status scree_load_start(scree_world *w, scree_report *r);
