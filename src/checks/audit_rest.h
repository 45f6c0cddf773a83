// SPDX-License-Identifier: BSD-3-Clause
// A case in which nothing ever moves: mostly one without gravity.
#pragma once

#include "state/world.h"
#include "text/report.h"

// Warns where the file gives no gravity, all particles begin at rest, and nothing else could set them in motion. For runs: a host program may
// push particles. At the start, with the first forces. Collective.
void scree_audit_rest(const scree_world *w, scree_report *r);
