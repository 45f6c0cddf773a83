// SPDX-License-Identifier: BSD-3-Clause
#include "compare/phase_cases.h"
#include "capabilities/list.h"
#include "compare/compare.h"
#include "input/config.h"
#include "keys/variables.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool scree_phase_cases_wrong(const scree_case *c, size_t k, scree_report *r, const char *format, ...) {
    const scree_phase_def *phase = &c->phase.data[k];
    char text[600];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return scree_report_at(r, SCREE_SEVERITY_ERROR, c->path, phase->place.line, phase->place.column,
                           "phases.%s: %s", phase->name, text);
}

static bool has_all_items(const scree_case *a, const scree_case *b, size_t k, scree_report *r) {
    return scree_case_same_items(a, b) ||
           scree_phase_cases_wrong(b, k, r,
                                   "adds, removes or moves a wall, an insertion, an outlet, a group, a "
                                   "probe, a track, an entry of bonds or a material; accepted: those in the "
                                   "file, which may begin with `start: never` and end with `stop`");
}

// Checks what case k changes of the one before; what that means for walls goes to *all.
static bool check_changes(const scree_case *before, const scree_case *c, size_t k, scree_case *all,
                          scree_report *r) {
    scree_comparison x = scree_case_compare(before, c);
    bool fine = true;
    for (size_t i = 0; i < x.differ.n && fine; i++) {
        const char *path = x.differ.data[i].path, *key;
        size_t wall;
        if (!scree_case_may_change(c, path)) {
            fine = scree_phase_cases_wrong(
                c, k, r, "changes %s, which must stay; accepted: " SCREE_CASE_MAY_CHANGE, path);
        }
        key = scree_case_key_of_wall(c, path, &wall);
        if (key && strcmp(key, "reference") != 0) {
            all->wall.data[wall].separate = true;
        }
    }
    scree_comparison_clear(&x);
    for (size_t w = 0; w < c->wall.n && fine; w++) { // formulas of a variable that changes
        const scree_wall_def *a = &before->wall.data[w], *b = &c->wall.data[w];
        for (size_t i = 0; i < a->motion.n && i < b->motion.n; i++) {
            all->wall.data[w].separate |=
                !scree_time_table_same(&a->motion.data[i].table, &b->motion.data[i].table);
        }
    }
    return fine;
}

double *scree_phase_cases_starts(const scree_case *c) {
    double *start = scree_realloc(NULL, 0, (c->phase.n + 1) * sizeof *start);
    for (size_t k = 0; k < c->phase.n; k++) {
        start[k] = k > 0 ? start[k - 1] + c->phase.data[k - 1].duration : 0.0;
    }
    return start;
}

// Removes from the unused variables of one phase those that another phase uses.
static void keep_unused(scree_case *c, const scree_case *other) {
    size_t kept = 0;
    for (size_t i = 0; i < c->unused.n; i++) {
        scree_unused_variable x = c->unused.data[i];
        bool unused = false;
        for (size_t k = 0; k < other->unused.n && !unused; k++) {
            unused = strcmp(other->unused.data[k].name, x.name) == 0;
        }
        if (unused) {
            c->unused.data[kept++] = x;
        } else {
            scree_free(x.name);
        }
    }
    c->unused.n = kept;
}

bool scree_phase_cases_scan(scree_case *c, const scree_changes *changes, scree_report *r) {
    const size_t n = c->phase.n;
    scree_case *phase = scree_realloc(NULL, 0, (n + 1) * sizeof *phase);
    double *start = scree_phase_cases_starts(c);
    bool fine = true;
    size_t read = 0;
    for (; read < n && fine; read++) {
        scree_report *own = scree_report_create(); // its warnings are those of the first one
        const scree_phase_times until = {start, read + 1};
        fine = scree_case_read_phase(c->path, changes, &until, &phase[read], own);
        if (!fine) {
            scree_report_take(r, own);
        }
        fine = fine && (read == 0 || (has_all_items(&phase[0], &phase[read], read, r) &&
                                      check_changes(&phase[read - 1], &phase[read], read, c, r)));
        if (fine) {
            scree_capabilities_show(c, &phase[read]);
            keep_unused(c, &phase[read]);
        }
        for (size_t k = 0; fine && k < c->wall.n; k++) {
            c->wall.data[k].shown |= phase[read].wall.data[k].shown;
        }
        scree_report_destroy(own);
    }
    if (fine && n > 0) {
        scree_variables_warn(c, r);
    }
    while (read-- > 0) {
        scree_case_clear(&phase[read]);
    }
    scree_free(phase);
    scree_free(start);
    return fine;
}

void scree_phase_cases_take(scree_case *c, const scree_case *known) {
    scree_capabilities_show(c, known);
    for (size_t k = 0; k < c->wall.n && k < known->wall.n; k++) {
        c->wall.data[k].separate |= known->wall.data[k].separate;
        c->wall.data[k].shown |= known->wall.data[k].shown;
    }
}
