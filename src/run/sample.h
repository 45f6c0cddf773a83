// SPDX-License-Identifier: BSD-3-Clause
// A small bed of a case's own material and laws, to see how fast this machine steps it.
#pragma once

#include "text/report.h"
#include <stddef.h>

// Seconds of one thread per particle and step, and per particle and pair list. diameter: m.
typedef struct scree_sample {
    size_t particles;
    double step, list;
} scree_sample;

// Takes about a second. False (and reported) where the case cannot be stepped.
bool scree_sample_run(const char *case_path, const scree_changes *changes, int material, double diameter,
                      scree_sample *out, scree_report *r);
