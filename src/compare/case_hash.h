// SPDX-License-Identifier: BSD-3-Clause
// A hash of the case, by which a checkpoint knows whether a run may go on from it.
#pragma once

#include "state/world.h"

// Returns the part of a value of the case on which the state depends; NULL: the value may be another one when a run is resumed.
const char *scree_case_hash_counts(const char *path, const char *text);
// Hash of everything in the case and its meshes that the state depends on (not end time, output, threads).
uint64_t scree_case_hash(const scree_world *w);
