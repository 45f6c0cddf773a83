// SPDX-License-Identifier: BSD-3-Clause
// Packs by running steps of the engine; see insertion/packing.h.
#ifndef SCREE_STEP_PACK_H
#define SCREE_STEP_PACK_H

#include "insertion/packing.h"

scree_pack_function scree_pack;

#endif
