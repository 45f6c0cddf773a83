// SPDX-License-Identifier: BSD-3-Clause
// Channels (laws/slot.h): rates that contacts transfer besides force, torque and heat. Each pair stores the rate from
// b to a that its laws have written, and each particle adds up its pairs in the order in which it adds up forces. So the sums
// have the same bits for any number of threads and ranks. A pair with a ghost is evaluated by both owners and needs no message.
#pragma once

#include "state/world.h"

// Sets pairs.received of the particles of this rank, including fixed ones, from the last force evaluation. Valid until the next
// neighbour list. In a resumed run it is zero before the first step.
void scree_channels_sum(scree_world *w);

// Sums what each wall receives, over all ranks; collective. received: one element per wall.
void scree_channel_of_walls(const scree_world *w, scree_channel channel, double *received);
