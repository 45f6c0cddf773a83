// SPDX-License-Identifier: BSD-3-Clause
// Groups: particles chosen by region, material, number or insertion, which are held or moved at a given velocity, are pulled and
// turned by a constant force and torque, or grow, from `start` to `stop` (scree_group_def).
#pragma once

#include "state/world.h"
#include "text/report.h"

// Before a run, warns of growth that comes in steps which contacts feel. Collective.
void scree_groups_warn(const scree_world *w, scree_report *r);
// Adds the hooks by which particles follow tables, if some do.
void scree_groups_begin(scree_world *w);
// Does any group begin, end, choose anew or grow at this step?
bool scree_groups_due(const scree_world *w);
// Bits of the groups that grow at this step.
uint64_t scree_groups_growing(const scree_world *w);
// Does what is due; warns if a group chooses no particle. Collective.
void scree_groups_act(scree_world *w, scree_report *r);
// In a new phase: gives held particles the velocities of the present case.
void scree_groups_renew(scree_world *w);
