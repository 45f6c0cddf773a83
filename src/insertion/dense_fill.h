// SPDX-License-Identifier: BSD-3-Clause
// Dense fills: drawn sizes that are packed by steps of the engine (insertion/packing.h), before the step that inserts them changes anything.
#pragma once

#include "insertion/spots.h"
#include "state/world.h"
#include "text/report.h"

// A random packing for a dense fill.
typedef struct scree_dense_fill scree_dense_fill;

// Packs the region of source k, which may take minutes; NULL if it is no dense fill. `stopped`, false before: true if world.watch wanted to stop, so do not use it.
scree_dense_fill *scree_dense_fill_create(const scree_world *w, size_t k, bool *stopped);
void scree_dense_fill_destroy(scree_dense_fill *fill); // may be NULL
// Inserts the packing where it has room among the spots, and reports how much that is.
void scree_dense_fill_place(scree_world *w, size_t k, scree_spots *s, const scree_dense_fill *fill,
                            scree_report *r);
