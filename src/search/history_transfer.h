// SPDX-License-Identifier: BSD-3-Clause
// Carries the histories of contacts from one neighbour list to the next one.
#pragma once

#include "access/history_transfer.h"
#include "memory/chunks.h"
#include "memory/scratch.h"
#include "state/world.h"

// Copies the contacts of the current list into the scratch. owner: the rank that each particle will belong to; NULL in a run
// of one rank.
scree_history_transfer scree_history_transfer_keep(const scree_world *w, const int *owner,
                                                   const scree_chunks *chunks, scree_scratch *s);
