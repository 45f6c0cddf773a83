// SPDX-License-Identifier: BSD-3-Clause
// Force and torque on every wall in every step. Each thread adds the forces of the contacts that it has just evaluated, while
// they are in its cache. The sums are exact, so they do not depend on threads, ranks or the order of the list.
#pragma once

#include "maths/exact_sum.h"
#include "state/world.h"

enum { SCREE_POWER_LANE = 3 };

typedef struct scree_wall_load {
    // On the wall, torque about the laboratory origin; lane SCREE_POWER_LANE of the force is minus the wall's power. Undefined while
    // there are no contacts.
    scree_exact_sum force, torque;
    // For driven walls, sums for slides and for the turn: see scree_wall_drive.hardness.
    scree_exact_sum hardness[2];
    uint64_t contacts;
} scree_wall_load;

// Clears the sums of all threads.
void scree_wall_loads_begin(scree_world *w);
// The sums of a thread, one per wall.
scree_wall_load *scree_wall_loads_of(const scree_world *w, int thread);
// join adds up the sums of the threads; end sets force and torque of the walls from the result. With several ranks the words of
// all walls are added up over the ranks in between; put and take copy them to and from the message.
void scree_wall_loads_join(scree_world *w);
size_t scree_wall_loads_words(const scree_world *w);
void scree_wall_loads_put(const scree_world *w, scree_double_double *word);
void scree_wall_loads_take(scree_world *w, const scree_double_double *word);
void scree_wall_loads_end(scree_world *w);
