// SPDX-License-Identifier: BSD-3-Clause
// The keys of probes and tracks.
#pragma once

#include "keys/key.h"

extern const scree_section scree_probe_section; // one of `probes`
extern const scree_section scree_track_section; // one of `tracks`
