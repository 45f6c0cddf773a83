// SPDX-License-Identifier: BSD-3-Clause
// The keys of fields.
#pragma once

#include "keys/key.h"

extern const scree_section scree_output_fields_section; // output.fields, into scree_fields_def
extern const scree_section scree_fields_section; // the same without the times, for frames that were written
