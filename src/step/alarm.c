// SPDX-License-Identifier: BSD-3-Clause
#include "step/alarm.h"
#include "step/rows.h"
#include <stdio.h>

static const char advice[] =
    "try a smaller time.dt (or dt: auto), check for overlaps at the start and for walls that move too "
    "fast for the step";

// What a rank found.
typedef struct finding {
    uint64_t found; // 0 or 1
    double depth;   // relative overlap; infinite for what is no number
    scree_contact_row row;
} finding;

_Static_assert(sizeof(finding) % 8 == 0, "ranks exchange words");

static bool is_worse(const finding *x, const finding *y) {
    if (!x->found || !y->found) {
        return x->found > y->found;
    }
    return x->depth != y->depth ? x->depth > y->depth : scree_contact_row_order(&x->row, &y->row) < 0;
}

// Is mine the worst of all ranks'? Collective.
static bool is_worst(const scree_world *w, const finding *mine) {
    size_t size;
    finding *all = scree_comm_share(w->comm, mine, sizeof *mine, &size);
    int worst = 0;
    for (int k = 1; k < scree_comm_size(w->comm); k++) {
        worst = is_worse(&all[k], &all[worst]) ? k : worst;
    }
    scree_free(all);
    return worst == scree_comm_rank(w->comm);
}

scree_status scree_alarm_position(const scree_world *w, scree_report *r) {
    finding mine = {.row.a = UINT64_MAX};
    size_t at = 0;
    for (size_t i = 0; i < w->p.n; i++) {
        const scree_pos *x = w->p.x + i;
        bool bad = !(fabs(x->x) < 1e149 && fabs(x->y) < 1e149 && fabs(x->z) < 1e149);
        if (bad && w->p.id[i] < mine.row.a) {
            mine.found = 1;
            mine.row.a = w->p.id[i];
            at = i;
        }
    }
    if (!is_worst(w, &mine)) {
        return scree_comm_agree(w->comm, SCREE_OK, r);
    }
    const scree_pos none = {0}, *x = mine.found ? w->p.x + at : &none;
    scree_report_error(
        r, "t = %.9g s, step %llu: the position of particle %llu is (%g, %g, %g) m, not a usable number; %s",
        scree_world_time(w), (unsigned long long)w->step, (unsigned long long)(mine.found ? mine.row.a : 0),
        x->x, x->y, x->z, advice);
    return scree_comm_agree(w->comm, SCREE_BAD_NUMBERS, r);
}

static finding deepest_contact(const scree_world *w) {
    size_t n;
    scree_contact_row *rows = scree_contact_rows(w, &n);
    finding worst = {0};
    for (size_t k = 0; k < n; k++) {
        double depth = rows[k].relative_overlap;
        finding this = {.found = 1, .depth = depth == depth ? depth : INFINITY, .row = rows[k]};
        worst = is_worse(&this, &worst) ? this : worst;
    }
    scree_free(rows);
    return worst;
}

scree_status scree_alarm_overlap(const scree_world *w, scree_report *r) {
    const finding mine = deepest_contact(w);
    if (!is_worst(w, &mine)) {
        return scree_comm_agree(w->comm, SCREE_OK, r);
    }
    if (mine.found) {
        const scree_contact_row *c = &mine.row;
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
                           partner, c->overlap, c->relative_overlap, c->point.x, c->point.y, c->point.z,
                           advice);
    }
    return scree_comm_agree(w->comm, SCREE_BAD_NUMBERS, r);
}
