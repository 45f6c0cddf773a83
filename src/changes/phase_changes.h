// SPDX-License-Identifier: BSD-3-Clause
// The section `phases`: what each changes of the file, by path, before the file is read as the case of a phase.
//
// A case is what holds in one phase: the file with the changes of this phase and of those before it. What begins with a phase
// may use its time by the variable phase_start; a motion of a wall that a phase sets starts with it, unless it has a start of its own.
#pragma once

#include "yaml/yaml.h"

// The last of those phases is wanted; NULL or n = 0: the first one, from 0.
typedef struct scree_phase_times {
    const double *start; // s, of each
    size_t n;
} scree_phase_times;

// Applies the changes of these phases to the tree. False on any error, which is reported.
bool scree_phases_apply(const scree_phase_times *times, const char *name, scree_yaml_file *file,
                        scree_report *r);
// Sets one value as a phase does that begins at that time, s; `name`: of the file.
bool scree_phase_set(double start, const char *name, scree_yaml_file *file, const scree_yaml *path,
                     const scree_yaml *value, scree_report *r);
