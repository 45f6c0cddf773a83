// SPDX-License-Identifier: BSD-3-Clause
// Contact forces of all pairs.
#ifndef SCREE_STEP_CONTACTS_H
#define SCREE_STEP_CONTACTS_H

#include "state/world.h"

struct scree_chunk_sums;

// Where particles touch walls: fills pairs.touch, moves history between the triangles of a mesh.
void scree_wall_touches(scree_world *w);
// Frees what it has kept to work in.
void scree_wall_touches_free(scree_world *w);
// Where a sphere at x touches a wall with this overlap and normal n, which points into the wall; keeps t->feature and t->image.
void scree_wall_touch_set(scree_wall_touch *t, const scree_wall *wall, scree_vec3 x, double r, double overlap,
                          scree_vec3 n);
// Laws of every touching pair, and the ledger; the sums are the same bits for any number of threads. Without `stored` the
// energy that contacts hold now is not added up (ledger.now.elastic): it matters only when somebody looks.
struct scree_chunk_sums scree_contact_forces(scree_world *w, bool stored);
// The same at t = 0, with no time passing: the memory of the tangential laws is set up, not advanced.
void scree_contact_forces_first(scree_world *w);
// Law sets of all material pairs from the case's tables; called once.
void scree_law_sets_create(scree_world *w);

#endif
