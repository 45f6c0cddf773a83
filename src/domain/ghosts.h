// SPDX-License-Identifier: BSD-3-Clause
// Choice of the particles that are copied to other ranks, when a list is built.
#pragma once

#include "domain/domain.h"

// Chooses the ghosts and stores them after the particles; collective.
void scree_ghosts_find(scree_world *w);
