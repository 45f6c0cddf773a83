// SPDX-License-Identifier: BSD-3-Clause
// Rattlers: particles that bear no load, as too few others hold them. They are found one after the other, as what rested on one of them alone is one too.
#pragma once

#include "measures/arrangement.h"

// Which rows, ghosts too, are of a free whole that has fewer than `least` contacts with walls, fixed particles, and wholes that are no rattlers; free with
// scree_free. Collective.
bool *scree_rattlers_of(const scree_arrangement *a, int least);
// Has a contact rattlers at neither end?
static inline bool scree_bears(const scree_arranged_contact *c, const bool *rattles) {
    return !rattles[c->a] && (c->b == SCREE_ARRANGED_WALL || !rattles[c->b]);
}
