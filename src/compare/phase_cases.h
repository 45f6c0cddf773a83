// SPDX-License-Identifier: BSD-3-Clause
// The cases of all phases of a file: what each changes, and what follows from all of them.
#pragma once

#include "case/case.h"
#include "text/report.h"

// Reads the case of every phase: false (and reported) if one is wrong or changes what must stay. Sets in *c, the case of the
// first, what depends on all of them. Does nothing to a case without phases, as the functions of load/phases.h.
bool scree_phase_cases_scan(scree_case *c, const scree_changes *changes, scree_report *r);
// Sets the same values in the case of another phase, from a case in which they are known. Otherwise all phases would be read again for each
// phase, in a time that grows with the cube of their number.
void scree_phase_cases_take(scree_case *c, const scree_case *known);

// The latest possible times at which the phases begin; free with scree_free.
double *scree_phase_cases_starts(const scree_case *c);
// Reports what is wrong with phase k. Returns false.
bool scree_phase_cases_wrong(const scree_case *c, size_t k, scree_report *r, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
