// SPDX-License-Identifier: BSD-3-Clause
// Functions that all functions for host programs share: when they may be called, and changes of the state between steps.
#pragma once

#include "state/world.h"
#include "text/report.h"

// The case from which a world is made.
typedef struct scree_host_case {
    const char *name, *text; // text NULL: that of the file `name`
    bool is_file;            // phases are possible, of which the first is used
    const scree_changes *changes;
} scree_host_case;

// A world at t = 0, NULL: reported. Collective.
scree_world *scree_host_open(const scree_host_case *from, const scree_open_options *o, scree_report *r);

// False, and reported: no key can have that path, or variable that name.
bool scree_draft_path_is_usable(const char *path, scree_report *r);

// False, and reported: it may not be done now, as a view is open on some rank or a step is under way. Collective between steps. what: "advance", "add particles".
bool scree_host_may(const scree_world *w, const char *what, scree_report *r);
// False, and reported: the last step has not summed what contacts store, which the ledger needs for such a change.
bool scree_host_may_edit(const scree_world *w, const char *what, scree_report *r);
// Has to be called before the first change, since the forces were computed, of fields of particles that may be written; these count as changed
// if their bits differ at the end. Collective.
void scree_host_begin_edit(scree_world *w);
// Has to be called before any other change. Collective.
void scree_host_begin_change(scree_world *w);
// Computes the forces of a state that was changed and books the difference in energy; does nothing if it was not. Collective.
scree_status scree_host_end_edit(scree_world *w, scree_report *r);
// Rows of all particles, those that are removed too, ascending by id; kept until particles change their rows.
const scree_id_index *scree_host_order(const scree_world *w);
// Puts the hooks of the host behind those of the engine, which were added anew.
void scree_host_hooks_last(scree_world *w);
