// SPDX-License-Identifier: BSD-3-Clause
// A hash of the state: ids, positions, velocities, spins, contact history, walls, loads that programs put on particles. It does not depend on storage order or the
// number of ranks.
#pragma once

#include "memory/hash.h"
#include "state/world.h"

// Collective; the same on all ranks.
scree_hash scree_world_digest(const scree_world *w);
