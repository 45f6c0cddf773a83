// SPDX-License-Identifier: BSD-3-Clause
// The section `contacts`.
#pragma once

#include "keys/config_read.h"

// The list of contacts, and the laws of every pair.
void scree_config_contacts(scree_config *g);
