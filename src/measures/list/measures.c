// SPDX-License-Identifier: BSD-3-Clause
#include "measures/list/measures.h"
#include "measures/list/measures_keys.h"
#include <string.h>

// ---- worlds ------------------------------------------------------------------------------------------------

static void evaluate(const scree_arrangement *a, const scree_measure_def *d, scree_measured *out) {
    out->lacks = NULL;
    out->waits = false;
    scree_measure_of(d->kind)->evaluate(a, d, out, NULL);
}

void scree_measures_follow(scree_world *w) {
    for (size_t k = 0; k < w->measure_memory.n; k++) {
        const scree_measure_def *d = &w->case_->measure.data[k];
        const scree_measure *m = scree_measure_of(d->kind);
        if (m->follow) {
            m->follow(w, d, &w->measure_memory.data[k]);
        }
    }
}

void scree_measures_leave(scree_world *w, size_t outlet, uint64_t count, const scree_double_double stay[2]) {
    for (size_t k = 0; k < w->measure_memory.n && count > 0; k++) {
        const scree_measure_def *d = &w->case_->measure.data[k];
        scree_measure_memory *m = &w->measure_memory.data[k];
        if (d->kind == SCREE_MEASURE_residence_time &&
            strcmp(d->outlet, w->case_->outlet.data[outlet].name) == 0) {
            m->left += count;
            scree_double_double_join(&m->time, &stay[0]);
            scree_double_double_join(&m->square, &stay[1]);
        }
    }
}

void scree_measures_update_one(scree_world *w, size_t k) {
    const scree_measure_def *d = &w->case_->measure.data[k];
    scree_arrangement a;
    scree_arrangement_of(w, scree_measure_of(d->kind)->contacts, &a);
    evaluate(&a, d, &w->measured.data[k]);
    scree_arrangement_clear(&a);
}

void scree_measures_update(scree_world *w) {
    const scree_case *c = w->case_;
    bool contacts = false;
    for (size_t k = 0; k < c->measure.n; k++) {
        contacts |= scree_measure_of(c->measure.data[k].kind)->contacts;
    }
    if (c->measure.n == 0) {
        return;
    }
    scree_arrangement a;
    scree_arrangement_of(w, contacts, &a);
    for (size_t k = 0; k < c->measure.n; k++) {
        evaluate(&a, &c->measure.data[k], &w->measured.data[k]);
    }
    scree_arrangement_clear(&a);
}

void scree_measures_warn(scree_world *w, scree_report *r) {
    const bool tells = scree_comm_rank(w->comm) == 0;
    for (size_t k = 0; k < w->measured.n; k++) {
        scree_measured *m = &w->measured.data[k];
        const bool warns = m->lacks && !m->waits;
        if (warns && !m->told && tells) {
            scree_report_warning(r, "the measure '%s' has no number at t = %.9g s, nan in the series: %s",
                                 w->case_->measure.data[k].name, scree_world_time(w), m->lacks);
        }
        m->told |= warns;
    }
}

// ---- without a name of their own ---------------------------------------------------------------------------

// The number of that name, of a kind without keys that must be given; NULL: there is none.
static const scree_column *find_number(const char *name, int *kind) {
    for (*kind = 0; *kind < SCREE_MEASURE_KINDS; ++*kind) {
        const scree_column_table *t = &scree_measure_of(*kind)->value;
        for (size_t k = 0; k < t->n && !scree_measure_needs_keys(*kind); k++) {
            if (strcmp(t->column[k].name, name) == 0) {
                return &t->column[k];
            }
        }
    }
    return NULL;
}

const char *scree_measures_unit(const char *name) {
    int kind;
    const scree_column *c = find_number(name, &kind);
    return c ? c->unit : NULL;
}

double scree_measures_value(const scree_world *w, const char *name) {
    int kind;
    const scree_column *c = find_number(name, &kind);
    const scree_measure_def d = scree_measure_defaults(kind);
    scree_measured out;
    scree_arrangement a;
    scree_arrangement_of(w, scree_measure_of(kind)->contacts, &a);
    evaluate(&a, &d, &out);
    scree_arrangement_clear(&a);
    return out.value[c - scree_measure_of(kind)->value.column];
}
