// SPDX-License-Identifier: BSD-3-Clause
#include "tools/plot/plot_check.h"
#include "measure/columns.h"
#include "memory/array.h"
#include <string.h>

// Reports an error of a panel and is false.
#define REFUSE(w, panel, r, format, ...)                                                                     \
    scree_report_at(r, SCREE_SEVERITY_ERROR, (w)->case_->path, (panel)->place.line, (panel)->place.column,   \
                    "output.plot: " format, __VA_ARGS__)

// The column, or NULL with a report.
static const scree_run_column *find_column(const scree_world *w, const scree_run_columns *all,
                                           const char *name, const scree_panel_def *panel, scree_report *r) {
    const scree_run_column *found = scree_columns_find(all->data, all->n, name);
    if (!found) {
        // Those of the thing whose name it begins with, else those of the world.
        const char *owner = "";
        for (size_t k = 0; k < all->n; k++) {
            const size_t n = strlen(all->data[k].owner);
            owner = n > 0 && strncmp(name, all->data[k].owner, n) == 0 && name[n] == ' ' ? all->data[k].owner
                                                                                         : owner;
        }
        scree_text_buffer accepted = {0};
        for (size_t k = 0; k < all->n; k++) {
            if (strcmp(all->data[k].owner, owner) == 0) {
                scree_text_add(&accepted, "%s", accepted.n > 0 ? ", " : "");
                scree_columns_add_name(&accepted, &all->data[k]);
            }
        }
        REFUSE(w, panel, r, "the series of this case has no column '%s'; accepted: %s%s", name, accepted.data,
               *owner ? "" : "; and columns of walls, outlets and the like, after their names");
        scree_free(accepted.data);
    }
    return found;
}

static bool panel_is_possible(const scree_world *w, const scree_run_columns *all,
                              const scree_panel_def *panel, scree_report *r) {
    if (panel->x && !find_column(w, all, panel->x, panel, r)) {
        return false;
    }
    const scree_run_column *first = NULL;
    for (size_t k = 0; k < panel->y.n; k++) {
        const scree_run_column *c = find_column(w, all, panel->y.data[k], panel, r);
        if (!c) {
            return false;
        }
        first = first ? first : c;
        if (strcmp(c->column->unit, first->column->unit) != 0) {
            return REFUSE(
                w, panel, r,
                "'%s' is in %s and '%s' in %s, so one axis cannot show both; accepted: a panel for each",
                panel->y.data[0], first->column->unit, panel->y.data[k], c->column->unit);
        }
    }
    return true;
}

bool scree_plot_check(const scree_world *w, scree_report *r) {
    const scree_plot_def *plot = &w->case_->output.plot;
    bool fine = true;
    if (plot->panel.n == 0) {
        return true;
    }
    if (!(w->case_->output.series_every > 0.0)) {
        return REFUSE(w, &plot->panel.data[0], r,
                      "there is no series to draw, as output.series.every is %s; accepted: a time", "0");
    }
    scree_run_columns all = {0};
    scree_columns_list(w, true, &all);
    for (size_t k = 0; k < plot->panel.n; k++) {
        fine &= panel_is_possible(w, &all, &plot->panel.data[k], r);
    }
    scree_array_free(&all);
    return fine;
}
