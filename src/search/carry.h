// SPDX-License-Identifier: BSD-3-Clause
#ifndef SCREE_SEARCH_CARRY_H
#define SCREE_SEARCH_CARRY_H

#include "base/parts.h"
#include "base/scratch.h"
#include "state/carry.h"
#include "state/world.h"

// Copies the contacts of the present list into the scratch. owner: the rank that each particle goes to; NULL where there
// are no ranks.
scree_carry scree_carry_contacts(const scree_world *w, const int *owner, const scree_parts *parts,
                                 scree_scratch *s);

#endif
