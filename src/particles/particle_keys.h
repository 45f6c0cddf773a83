// SPDX-License-Identifier: BSD-3-Clause
// The keys of groups, of damping, and of gravity that changes with time.
#pragma once

#include "keys/config_read.h"

extern const scree_section scree_group_section;   // one of `groups`
extern const scree_section scree_gravity_section; // gravity_of_time
extern const scree_section scree_damping_section; // damping
