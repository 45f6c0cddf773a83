// SPDX-License-Identifier: BSD-3-Clause
// Fields as a table: a header with units, a row for each cell with the place of its centre, x first.
#pragma once

#include "fields/fields.h"

bool scree_fields_csv(const scree_fields *f, const char *path, scree_report *r);
// Adds the ending of component k of a field with so many, such as "_xy".
const char *scree_fields_component(int components, int k);
