// SPDX-License-Identifier: BSD-3-Clause
// Particles of a checkpoint in a world.
#pragma once

#include "checkpoint/checkpoint.h"

// Particles of a checkpoint, bit for bit. material: of all of them, or -1: by name. source: where they come from, unless it
// is the same case. Collective.
bool scree_load_particles(scree_world *w, const scree_checkpoint *file, const char *path, int material,
                          uint64_t source, bool same_case, scree_report *r);
