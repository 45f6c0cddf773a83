// SPDX-License-Identifier: BSD-3-Clause
// The sections of the input file.
#pragma once

#include "clumps/clump_keys.h"
#include "heat/heat_keys.h"
#include "input/contact_keys.h"
#include "insertion/insertion_keys.h"
#include "measure/measure_keys.h"
#include "measures/list/measures_keys.h"
#include "outlets/outlet_keys.h"
#include "particles/particle_keys.h"
#include "regions/region_keys.h"
#include "wall_shapes/wall_keys.h"

extern const scree_section scree_schema; // the whole file, struct scree_case
extern const scree_section scree_output_section;
