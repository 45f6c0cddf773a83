// SPDX-License-Identifier: BSD-3-Clause
// A .pvd collection: the list of .vtp files and their physical times, which ParaView opens as one data set.
#pragma once

#include "text/report.h"
#include <stdbool.h>

// Adds `file` (relative to dir) at `time` (s) to dir/name.pvd, created if it does not exist. Entries at this
// time and later are removed first: they are from before the run was resumed.
bool scree_pvd_append(const char *dir, const char *name, double time, const char *file, scree_report *r);
// Removes the entries later than `time`; to be called when a run is resumed at `time`, or with -INFINITY when one starts. The
// collection need not exist.
bool scree_pvd_cut(const char *dir, const char *name, double time, scree_report *r);
