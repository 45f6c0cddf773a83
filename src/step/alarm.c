// SPDX-License-Identifier: BSD-3-Clause
#include "step/alarm.h"
#include "step/rows.h"
#include <stdio.h>

static const char advice[] =
    "try a smaller time.dt (or dt: auto), check for overlaps at the start and for walls that move too "
    "fast for the step";

scree_status scree_alarm_position(const scree_world *w, scree_report *r) {
    uint64_t worst = UINT64_MAX;
    size_t at = 0;
    for (size_t i = 0; i < w->p.n; i++) {
        const scree_pos *x = w->p.x + i;
        bool bad = !(fabs(x->x) < 1e149 && fabs(x->y) < 1e149 && fabs(x->z) < 1e149);
        if (bad && w->p.id[i] < worst) {
            worst = w->p.id[i];
            at = i;
        }
    }
    const scree_pos *x = w->p.x + at;
    scree_report_error(
        r, "t = %.9g s, step %llu: the position of particle %llu is (%g, %g, %g) m, not a usable number; %s",
        scree_world_time(w), (unsigned long long)w->step, (unsigned long long)(w->p.n ? w->p.id[at] : 0),
        x->x, x->y, x->z, advice);
    return SCREE_BAD_NUMBERS;
}

scree_status scree_alarm_overlap(const scree_world *w, scree_report *r) {
    size_t n;
    scree_contact_row *rows = scree_contact_rows(w, &n);
    double worst = -1.0;
    size_t at = 0;
    for (size_t k = 0; k < n; k++) {
        if (!(rows[k].relative_overlap <= worst)) {
            worst = rows[k].relative_overlap;
            at = k;
        }
    }
    if (n > 0) {
        const scree_contact_row *c = &rows[at];
        char partner[128];
        if (c->wall >= 0) {
            snprintf(partner, sizeof partner, "wall '%s'", w->case_->wall.data[c->wall].name);
        } else {
            snprintf(partner, sizeof partner, "particle %llu", (unsigned long long)c->b);
        }
        scree_report_error(r,
                           "t = %.9g s, step %llu: particle %llu overlaps %s by %.4g m, %.3g of its radius, "
                           "at (%.6g, %.6g, %.6g) "
                           "m; the contact laws do not hold there; %s",
                           scree_world_time(w), (unsigned long long)w->step, (unsigned long long)c->a,
                           partner, c->overlap, worst, c->point.x, c->point.y, c->point.z, advice);
    }
    scree_free(rows);
    return SCREE_BAD_NUMBERS;
}
