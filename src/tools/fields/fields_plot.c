// SPDX-License-Identifier: BSD-3-Clause
#include "tools/fields/fields_plot.h"
#include "fields/fields_csv.h"
#include "tools/plot/plot.h"
#include <string.h>

enum { PANELS = 7, LINES = 3 };

// The components of a field that a panel shows.
typedef struct shown {
    const char *field, *label;
    int component[LINES], n;
} shown;

static const shown panels[PANELS] = {
    {"solid_fraction", "solid fraction", {0}, 1},
    {"velocity", "velocity [m/s]", {0, 1, 2}, 3},
    {"stress", "normal stress [Pa]", {0, 4, 8}, 3},
    {"stress", "shear stress [Pa]", {1, 2, 5}, 3},
    {"granular_temperature", "granular temperature [m2/s2]", {0}, 1},
    {"coordination", "contacts of a particle", {0}, 1},
    {"temperature", "temperature [K]", {0}, 1},
};

int scree_fields_axis(const scree_fields *f) {
    int axis = 2, wide = 0;
    for (int k = 0; k < 3; k++) {
        if (f->n[k] > 1) {
            axis = k;
            wide++;
        }
    }
    return wide > 1 ? -1 : f->def.along < 3 ? f->def.along : axis;
}

static const scree_fields_value *find(const char *name) {
    const scree_fields_value *v = scree_fields_value_list;
    while (strcmp(v->name, name) != 0) {
        v++;
    }
    return v;
}

bool scree_fields_plot(const scree_fields *f, const char *title, const char *path, scree_report *r) {
    const int axis = scree_fields_axis(f);
    if (axis < 0) {
        return scree_report_error(
            r, "%s: a picture is of a profile or of cells in one row; accepted: 'along', or *.vti and *.csv",
            path);
    }
    double *x = scree_realloc(NULL, 0, f->cells * (1 + PANELS * LINES) * sizeof *x), *y = x + f->cells;
    scree_plot_series series[PANELS * LINES] = {{.name = NULL}};
    scree_plot_panel panel[PANELS];
    size_t n = 0, lines = 0;
    for (size_t cell = 0; cell < f->cells; cell++) {
        x[cell] = vec_get(scree_fields_place(f, cell), axis);
    }
    for (int k = 0; k < PANELS; k++) {
        const shown *p = &panels[k];
        const scree_fields_value *v = find(p->field);
        if (!scree_fields_have(f, v)) {
            continue;
        }
        panel[n++] =
            (scree_plot_panel){.y_label = p->label, .series = series + lines, .n_series = (size_t)p->n};
        for (int j = 0; j < p->n; j++, lines++, y += f->cells) {
            const char *ending = scree_fields_component(v->components, p->component[j]);
            for (size_t cell = 0; cell < f->cells; cell++) {
                double out[9];
                scree_fields_of(f, v, cell, out);
                y[cell] = out[p->component[j]];
            }
            series[lines] =
                (scree_plot_series){.name = ending[0] ? ending + 1 : NULL, .x = x, .y = y, .n = f->cells};
        }
    }
    static const char *const labels[] = {"x [m]", "y [m]", "z [m]"};
    const scree_plot plot = {
        .title = title, .x_label = labels[axis], .panel = panel, .n_panels = n, .panel_height = 190};
    const bool ok = scree_plot_write(&plot, path, r);
    scree_free(x);
    return ok;
}
