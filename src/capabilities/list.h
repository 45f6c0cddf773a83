// SPDX-License-Identifier: BSD-3-Clause
// Calls the capabilities of the engine (access/capability.h), in the order of their list.
#pragma once

#include "access/capability.h"

enum {
#define SCREE_COUNT(...) +1
    SCREE_CAPABILITY_COUNT = 0 SCREE_CAPABILITIES(SCREE_COUNT)
#undef SCREE_COUNT
};
extern const scree_capability *const scree_capability_list[SCREE_CAPABILITY_COUNT];

// All of them do what they do at this call, also where one fails; the first status that is not SCREE_OK.
scree_status scree_capabilities_at(scree_world *w, scree_capability_call call, scree_report *r);
bool scree_capabilities_are_due(const scree_world *w);
scree_status scree_capabilities_advance(scree_world *w, bool may_fuse, scree_status status, scree_report *r);
