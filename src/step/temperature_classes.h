// SPDX-License-Identifier: BSD-3-Clause
// Bodies follow their temperatures from class to class (access/temperature_class.h), at every 64th step. Where one does, the list is made
// anew, as its blocks are by class, and the forces are evaluated with the new laws; contacts keep their history. The ledger books what
// contacts then store more or less as `changed`, as where a phase changes laws. Cases without temperature tables do nothing of this.
#pragma once

#include "state/world.h"
#include "text/report.h"

// Before the first list: the classes of all bodies by their temperatures. Warns of tables that no pair uses.
void scree_temperature_classes_begin(scree_world *w, scree_report *r);
// Every body into the class that it should have now; keep: but for those whose material has their class. Whether any changes, on this
// rank; walls are the same on all.
bool scree_temperature_classes_set(scree_world *w, bool keep);
// Is this a step after which classes are looked at?
bool scree_temperature_classes_due(const scree_world *w);
// Between steps, where they are due. Collective.
scree_status scree_temperature_classes_follow(scree_world *w, scree_report *r);
