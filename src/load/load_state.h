// SPDX-License-Identifier: BSD-3-Clause
// Brings a world to a state: of a checkpoint of the same case, of its own, or of the phase before.
#pragma once

#include "checkpoint/checkpoint.h"

// Brings the world to the state of a checkpoint of the same case.
scree_status scree_load_resume(scree_world *w, const char *checkpoint_path, scree_report *r);
// Brings the world to a checkpoint that has been read from `path`, and takes the checkpoint over.
scree_status scree_load_continue(scree_world *w, scree_checkpoint *taken, const char *path, scree_report *r);
// Brings a world that has been stepped to a state of its own, taken before (scree_checkpoint_take), or read from `path`. The file stays as it
// is. A failure leaves a world that cannot be stepped.
scree_status scree_load_back(scree_world *w, scree_checkpoint *file, const char *path, scree_report *r);
// Brings the world of a phase to the state with which the phase before, whose world is given, ended; contacts as in scree_world_change.
scree_status scree_load_change(scree_world *w, scree_checkpoint *taken, const char *path, bool contacts,
                               const scree_world *before, scree_report *r);
