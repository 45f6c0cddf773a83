// SPDX-License-Identifier: BSD-3-Clause
// Says in which keys a case differs from that of a checkpoint. A checkpoint holds only a hash of its case, the keys are in the record of
// the run that wrote it, run.json in the same folder. The drawback: without this record no key can be named.
#pragma once

#include "state/world.h"
#include "text/report.h"

// Reports that the checkpoint at the path is of another case than w, and where they differ. advice: what to do instead.
void scree_other_case(const scree_world *w, const char *path, const char *advice, scree_report *r);
