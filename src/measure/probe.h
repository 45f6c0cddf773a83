// SPDX-License-Identifier: BSD-3-Clause
// Probes: means over the particles whose centres are in a region; tracks: the motion of single particles.
#pragma once

#include "state/world.h"

// Measures all probes and tracks of the case, from the last force evaluation, into w->probe, without fixed particles, and w->track. The results depend
// neither on the storage order nor on threads and ranks. Collective.
void scree_probes_measure(scree_world *w);
