// SPDX-License-Identifier: BSD-3-Clause
// Packs by running steps of the engine; see insertion/dense_fill.h.
#pragma once

#include "insertion/dense_fill.h"

scree_pack_function scree_pack;
