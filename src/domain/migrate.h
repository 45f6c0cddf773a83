// SPDX-License-Identifier: BSD-3-Clause
// Sends particles with their contacts to other ranks, when a list is built.
#pragma once

#include "domain/domain.h"

// Sends particles to their owners, marks them as removed on this rank, and appends those that arrive. The contacts of these are
// stored in *arrived, whose particle 0 is the first one that arrived; free it with scree_arrivals_clear. Collective.
void scree_migrate(scree_world *w, const int *owner, const scree_history_transfer *transfer,
                   scree_history_transfer *arrived);
void scree_arrivals_clear(scree_history_transfer *arrived);
