// SPDX-License-Identifier: BSD-3-Clause
// Which particles of other ranks are copied, when a list is made.
#ifndef SCREE_DOMAIN_GHOSTS_H
#define SCREE_DOMAIN_GHOSTS_H

#include "domain/domain.h"

// Chooses the ghosts anew and stores them after the particles; collective.
void scree_ghosts_find(scree_world *w);

#endif
