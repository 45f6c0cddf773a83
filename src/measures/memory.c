// SPDX-License-Identifier: BSD-3-Clause
#include "measures/memory.h"

const char scree_measure_remembers_nothing[] =
    "it needs what happened before, which only measures of the case remember";

const scree_measure_memory *scree_measure_memory_of(const scree_world *w, const scree_measure_def *d) {
    const size_t n = w->measure_memory.n;
    for (size_t k = 0; k < n; k++) {
        if (&w->case_->measure.data[k] == d) {
            return &w->measure_memory.data[k];
        }
    }
    return NULL;
}
