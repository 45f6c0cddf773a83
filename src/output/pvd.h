// SPDX-License-Identifier: BSD-3-Clause
// A .pvd collection: which .vtp belongs to which physical time. ParaView opens it as one animated data set.
#ifndef SCREE_OUTPUT_PVD_H
#define SCREE_OUTPUT_PVD_H

#include "base/report.h"
#include <stdbool.h>

// Adds `file` (relative to dir) at `time` (s) to dir/name.pvd, created if it is not there. Entries at this
// time and later ones are dropped first: they are from a run that was taken up again before them.
bool scree_pvd_append(const char *dir, const char *name, double time, const char *file, scree_report *r);
// Drops the entries later than `time`: call when a run is taken up at `time`; -INFINITY for a fresh start. A
// collection that is not there is fine.
bool scree_pvd_cut(const char *dir, const char *name, double time, scree_report *r);

#endif
