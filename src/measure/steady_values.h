// SPDX-License-Identifier: BSD-3-Clause
// Values whose means become steady, which ends a phase: samples of them, and what was found (maths/steady.h).
#pragma once

#include "state/world.h"
#include "text/text_buffer.h"

// Begins to collect samples for a phase; where those of the world are of its values, goes on with them. Other phases have none.
void scree_steady_begin(scree_world *w, const scree_phase_def *phase);
// Is what is allowed a share of the mean? Else it is a change in the unit of the value.
bool scree_steady_is_share(const scree_phase_def *phase);
// Takes a sample of each value. Returns whether all are steady, and adds to the text what was found: of each, or, where the phase ends now all the same, of the
// first one that is not. Collective.
bool scree_steady_lasts(scree_world *w, const scree_phase_def *phase, bool late, scree_text_buffer *said);
