// SPDX-License-Identifier: BSD-3-Clause
// What flows through contacts beside force and torque (the channels of state/slot.h): each pair keeps what flows from b to
// a, as its laws have left it, and each particle adds up its own pairs, in the order in which it adds up forces. So the sums
// have the same bits for any threads and ranks, and a pair with a ghost, which both owners evaluate, needs no message.
#ifndef SCREE_STEP_CHANNELS_H
#define SCREE_STEP_CHANNELS_H

#include "state/world.h"

// Fills in pairs.received of the particles of this rank, fixed ones too, from the last force evaluation. It holds until the
// next neighbour list; a run that is resumed has zeros before its first step.
void scree_channels_sum(scree_world *w);

// The same of each wall, from all ranks; collective. received: an item per wall.
void scree_channel_of_walls(const scree_world *w, scree_channel channel, double *received);

#endif
