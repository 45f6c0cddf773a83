// SPDX-License-Identifier: BSD-3-Clause
// The keys of outlets.
#pragma once

#include "keys/config_read.h"

extern const scree_section scree_outlet_section; // one of `outlets`
