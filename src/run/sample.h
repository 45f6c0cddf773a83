// SPDX-License-Identifier: BSD-3-Clause
// A small bed of a case's own material and laws, to see how fast this machine steps it.
#pragma once

#include "text/report.h"
#include <stddef.h>

typedef struct scree_sample {
    size_t particles;
    double step, list; // s of one thread, per particle and step, and per particle and pair list
    double dt;         // s, of `dt: auto` for this bed
    double reach;      // m, how far apart particles may be that laws or fields act on
} scree_sample;

// Steps the bed for this time, s of the processor; 0: a smaller bed is only set up, and its steps are not timed. diameter: m. False (and reported) where the case cannot be
// stepped.
bool scree_sample_run(const char *case_path, const scree_changes *changes, int material, double diameter,
                      double duration, scree_sample *out, scree_report *r);
