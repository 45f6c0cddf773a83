// SPDX-License-Identifier: BSD-3-Clause
#include "access/step_time.h"
#include "text/units.h"
#include <math.h>

// Infinity (never) and numbers that no run reaches become one very large step, because casting them would be undefined.
static uint64_t whole_steps(double steps) {
    const double never = 0x1p62;
    return steps < never ? steps > 0.0 ? (uint64_t)steps : 0 : (uint64_t)never;
}

uint64_t scree_step_of(const scree_world *w, double t) {
    return whole_steps(
        ceil(t / w->dt - 1e-6)); // tolerance for times that are a multiple of dt up to rounding
}

char *scree_late_start(const scree_case *c, double start) {
    char from[32];
    scree_number_text(start, from);
    return scree_format("its start, %s%s, is not before time.end, %.6g s", isinf(start) ? "never" : from,
                        isinf(start) ? "" : " s", c->end);
}

uint64_t scree_steps_between(const scree_world *w, double every) {
    const uint64_t steps = whole_steps(floor(every / w->dt + 0.5));
    return steps > 1 ? steps : 1;
}

uint64_t scree_steps_of_outlet(const scree_world *w, const scree_outlet_def *def) {
    return scree_steps_between(w, def->every > 0.0 ? def->every : 1e-3);
}

bool scree_is_between(const scree_world *w, double start, double stop) {
    return w->step >= scree_step_of(w, start) && (!isfinite(stop) || w->step < scree_step_of(w, stop));
}
