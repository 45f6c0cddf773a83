// SPDX-License-Identifier: BSD-3-Clause
// The order in which particles are stored.
#ifndef SCREE_SEARCH_ORDER_H
#define SCREE_SEARCH_ORDER_H

#include "base/chunks.h"
#include "base/scratch.h"
#include "state/world.h"

// Drops the dead and, if asked to, sorts the storage by place. Returns, from the scratch, where each particle was before.
uint32_t *scree_storage_compact_and_sort(scree_world *w, bool sort, const scree_chunks *parts,
                                         scree_scratch *s);

#endif
