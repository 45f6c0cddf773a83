// SPDX-License-Identifier: BSD-3-Clause
// Builds a new neighbour list: removes dead particles, sorts the storage by position, finds pairs with particles and walls,
// builds each particle's incidence in neighbour order, and transfers the history of touching pairs.
#ifndef SCREE_SEARCH_REBUILD_H
#define SCREE_SEARCH_REBUILD_H

#include "base/report.h"
#include "state/world.h"

// SCREE_USER_ERROR (and reported, the list empty): more pairs than can be listed. Collective: particles go to the ranks
// that own them, and ghosts are chosen anew.
scree_status scree_pairs_rebuild(scree_world *w, scree_report *r);
void scree_pairs_clear(scree_pairs *pairs);
// Two bodies have come apart: no force, and the contact's history is forgotten.
void scree_pairs_close(scree_pairs *pairs, const scree_pair_block *block, size_t k);
// Nothing acts between bodies that are apart: the forces of those of the first n pairs that do not touch become zero.
void scree_pairs_clear_apart(scree_world *w, size_t n);
// Index of the pair (particle a, particle b), by storage index, or SIZE_MAX.
size_t scree_pairs_find(const scree_pairs *pairs, uint32_t a, uint32_t b);
// Index of the pair of particle a with element of wall, or SIZE_MAX. Across a periodic border an element may be listed
// more than once: that of the image is preferred, by its code (search/wall_pairs.h) in the list.
size_t scree_pairs_find_wall(const scree_pairs *pairs, uint32_t a, int wall, uint32_t element,
                             uint32_t image);
// Class that holds pair k.
const scree_pair_block *scree_pairs_block_of(const scree_pairs *pairs, size_t k);

#endif
