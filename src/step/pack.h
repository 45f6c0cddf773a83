// SPDX-License-Identifier: BSD-3-Clause
// Packs by running steps of the engine; see insertion/packing.h.
#pragma once

#include "insertion/packing.h"

scree_pack_function scree_pack;
