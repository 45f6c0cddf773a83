// SPDX-License-Identifier: BSD-3-Clause
// A picture of fields along a line, as SVG: solid fraction, velocity, stresses, granular temperature, coordination, temperature.
#pragma once

#include "fields/fields.h"

// The axis of fields that have more than one cell along one axis only; -1: there are more such axes. A single cell is a line along z.
int scree_fields_axis(const scree_fields *f);
// False: reported; they are not along a line, or the file cannot be written.
bool scree_fields_plot(const scree_fields *f, const char *title, const char *path, scree_report *r);
