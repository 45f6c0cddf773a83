// SPDX-License-Identifier: BSD-3-Clause
// Particles that go to another rank with their contacts, when a list is made.
#ifndef SCREE_DOMAIN_MIGRATE_H
#define SCREE_DOMAIN_MIGRATE_H

#include "domain/domain.h"

// Sends particles to their owners, marks them dead here, appends those that arrive; their contacts go into
// *arrived, whose particle 0 is the first of them: free it with scree_arrivals_clear. Collective.
void scree_migrate(scree_world *w, const int *owner, const scree_history_transfer *kept,
                   scree_history_transfer *arrived);
void scree_arrivals_clear(scree_history_transfer *arrived);

#endif
