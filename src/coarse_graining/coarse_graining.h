// SPDX-License-Identifier: BSD-3-Clause
// Particles that stand for many grains: the case as it is written is that of the grains, and is changed to that of the particles once it is
// read. docs/coarse_graining.md has the rules.
#pragma once

#include "access/capability.h"
#include "laws/law.h"

// Changes the parameters of a law to those between particles. Returns NULL, or why no rule holds, with what would be accepted.
const char *scree_coarse_law(const scree_coarse_graining_def *d, const scree_law *law, double *param);
// Notes the numbers of the grains and of the particles side by side.
void scree_coarse_graining_audit(scree_world *w, scree_report *r);
