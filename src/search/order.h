// SPDX-License-Identifier: BSD-3-Clause
// The order in which particles are stored.
#pragma once

#include "memory/chunks.h"
#include "memory/scratch.h"
#include "state/world.h"

// Drops removed particles and, if `sort`, sorts the storage by position. Returns each particle's previous index, in the
// scratch.
uint32_t *scree_storage_compact_and_sort(scree_world *w, bool sort, const scree_chunks *chunks,
                                         scree_scratch *s);
