// SPDX-License-Identifier: BSD-3-Clause
// Questions to the neighbour list, and changes of it, between two rebuilds.
#pragma once

#include "state/world.h"

// To be called when the two bodies of pair k separate: clears its force and history.
void scree_pairs_close(scree_pairs *pairs, const scree_pair_block *block, size_t k);
// Sets what flows through pair k, heat and channels, to zero.
void scree_pairs_end_flows(const scree_pairs *pairs, size_t k);
// Ends a pair as scree_pairs_close does, where its heat of this step is known.
void scree_pairs_end(scree_pairs *pairs, const scree_pair_block *block, size_t k);
// Sets the forces of those of the first n pairs that do not touch to zero.
void scree_pairs_clear_apart(scree_world *w, size_t n);
// Index of the pair (particle a, particle b), by storage index, or SIZE_MAX.
size_t scree_pairs_find(const scree_pairs *pairs, uint32_t a, uint32_t b);
// Index of the pair of particle a with an element of a wall, or SIZE_MAX. Across a periodic border an element may be listed
// more than once: the one with the given code of the image (scree_image_code) is preferred.
size_t scree_pairs_find_wall(const scree_pairs *pairs, uint32_t a, int wall, uint32_t element,
                             uint32_t image);
// The block that contains pair k.
const scree_pair_block *scree_pairs_block_of(const scree_pairs *pairs, size_t k);
