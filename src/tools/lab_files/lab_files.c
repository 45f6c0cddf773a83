// SPDX-License-Identifier: BSD-3-Clause
// The contact lab on files: `scree law drive`, `eval` and `collide` read CSV files and write CSV files and plots.
#include "tools/lab/evaluate.h"
#include "tools/lab/lab.h"
#include "tools/lab_files/csv_table.h"
#include "tools/plot/plot.h"
#include <math.h>
#include <string.h>

// ---- plots --------------------------------------------------------------------------------------------------------

static bool varies(const scree_table *s, const char *name) {
    int c = scree_table_column(s, name);
    for (size_t row = 1; c >= 0 && row < scree_table_rows(s); row++) {
        if (scree_table_at(s, row, c, 0.0) != scree_table_at(s, 0, c, 0.0)) {
            return true;
        }
    }
    return false;
}

// "fn [N]": a column as the label of an axis.
static char *axis_label(const scree_table *s, int column) {
    const char *unit = scree_table_unit(s, column);
    return *unit ? scree_format("%s [%s]", scree_table_name(s, column), unit)
                 : scree_strdup(scree_table_name(s, column));
}

// A ratio, such as a restitution, that is below 1e-9 in all rows is 0 with rounding errors.
static void clear_noise(const scree_table *s, int column, double *value, size_t n) {
    double largest = 0.0;
    for (size_t row = 0; row < n; row++) {
        largest = fmax(largest, fabs(value[row]));
    }
    for (size_t row = 0; row < n && largest < 1e-9 && *scree_table_unit(s, column) == '\0'; row++) {
        value[row] = 0.0 * value[row];
    }
}

// Column y over column x of a table as SVG.
static bool plot_columns(const scree_table *s, const char *title, const char *x, const char *y,
                         const char *path, scree_report *r) {
    int column[2] = {scree_table_column(s, x), scree_table_column(s, y)};
    for (int k = 0; k < 2; k++) {
        if (column[k] < 0) {
            return scree_report_error(r, "the plot needs column '%s', which the output does not have",
                                      k ? y : x);
        }
    }
    size_t n = scree_table_rows(s);
    double *value[2];
    for (int k = 0; k < 2; k++) {
        value[k] = scree_realloc(NULL, 0, (n + 1) * sizeof *value[k]);
        for (size_t row = 0; row < n; row++) {
            value[k][row] = scree_table_at(s, row, column[k], NAN);
        }
        clear_noise(s, column[k], value[k], n);
    }
    const scree_plot_series line = {NULL, value[0], value[1], n, SCREE_PLOT_LINE, NULL};
    char *label[2] = {axis_label(s, column[0]), axis_label(s, column[1])};
    const scree_plot_panel panel = {.y_label = label[1], .series = &line, .n_series = 1};
    const scree_plot plot = {
        .title = title, .x_label = label[0], .panel = &panel, .n_panels = 1, .panel_height = 380};
    bool fine = scree_plot_write(&plot, path, r);
    for (int k = 0; k < 2; k++) {
        scree_free(value[k]);
        scree_free(label[k]);
    }
    return fine;
}

// ---- commands -----------------------------------------------------------------------------------------------------

// A motion along a path, and the force against it.
static void choose_axes(const scree_table *out, const char **x, const char **y) {
    static const char *const pair[][2] = {{"overlap", "fn"},    {"slid_x", "ft_x"},   {"slid_y", "ft_y"},
                                          {"rolled_x", "mr_x"}, {"rolled_y", "mr_y"}, {"twisted", "mw"}};
    size_t k = 0, n = sizeof pair / sizeof *pair;
    while (k < n && !varies(out, pair[k][0])) {
        k++;
    }
    k = k < n ? k : 0;
    *x = *x ? *x : pair[k][0];
    *y = *y ? *y : pair[k][1];
}

typedef struct row_job {
    const char *case_path;
    const scree_changes *changes;
    const char *in_csv, *out_csv;
    bool eval, exudyn;
    const char *plot, *plot_x, *plot_y;
} row_job;

static bool write_rows(const row_job *job, const scree_lab *lab, const scree_table *out, scree_report *r) {
    char *what = scree_lab_title(lab);
    bool fine = scree_csv_table_write(out, job->out_csv, what, r);
    if (fine && job->plot) {
        const char *x = job->plot_x, *y = job->plot_y;
        choose_axes(out, &x, &y);
        fine = plot_columns(out, what, x, y, job->plot, r);
    }
    scree_free(what);
    return fine;
}

static scree_status make_rows(const row_job *job, scree_report *r) {
    scree_table in, *out = NULL;
    scree_lab *lab = scree_lab_open(job->case_path, job->changes, r);
    bool fine = scree_csv_table_read(job->in_csv, &in, r) && lab;
    if (fine) {
        out = job->eval ? scree_lab_evaluate_extra(lab, &in, job->exudyn ? SCREE_EVAL_EXUDYN : 0, r)
                        : scree_lab_drive(lab, &in, r);
    }
    fine = out && write_rows(job, lab, out, r);
    scree_table_clear(&in);
    scree_table_destroy(out);
    scree_lab_close(lab);
    return fine ? SCREE_OK : SCREE_USER_ERROR;
}

scree_status scree_law_drive(const char *case_path, const scree_changes *changes, const char *path_csv,
                             const char *out_csv, const char *plot, const char *plot_x, const char *plot_y,
                             scree_report *report) {
    row_job job = {case_path, changes, path_csv, out_csv, false, false, plot, plot_x, plot_y};
    return make_rows(&job, report);
}

scree_status scree_law_eval(const char *case_path, const scree_changes *changes, const char *states_csv,
                            const char *out_csv, const char *signs, scree_report *report) {
    bool exudyn = signs && strcmp(signs, "exudyn") == 0;
    if (signs && !exudyn && strcmp(signs, "physical") != 0) {
        scree_report_error(report, "signs '%s' are unknown; accepted: physical, exudyn", signs);
        return SCREE_USER_ERROR;
    }
    row_job job = {case_path, changes, states_csv, out_csv, true, exudyn, NULL, NULL, NULL};
    return make_rows(&job, report);
}

scree_status scree_law_collide(const char *case_path, const scree_changes *changes, const char *sweep,
                               const char *out_csv, const char *series_csv, const char *plot,
                               const char *plot_x, const char *plot_y, scree_report *r) {
    scree_lab *lab = scree_lab_open(case_path, changes, r);
    if (sweep && series_csv) {
        scree_report_error(r,
                           "a time series of a sweep is not written; accepted: one of --sweep and --series");
        scree_lab_close(lab);
        return SCREE_USER_ERROR;
    }
    scree_table *series = NULL, *out = NULL;
    bool wants_series = series_csv || (plot && !sweep);
    if (lab) {
        out = sweep ? scree_lab_sweep(lab, sweep, r)
                    : scree_lab_collide(lab, NULL, wants_series ? &series : NULL, r);
    }
    bool fine = out;
    if (fine) {
        char *what = scree_lab_title(lab);
        fine = scree_csv_table_write(out, out_csv, what, r) &&
               (!series_csv || scree_csv_table_write(series, series_csv, what, r));
        if (fine && plot) {
            const char *x = plot_x ? plot_x : sweep ? scree_table_name(out, 0) : "overlap";
            const char *y = plot_y ? plot_y : sweep ? "e_n" : "fn";
            fine = plot_columns(sweep ? out : series, what, x, y, plot, r);
        }
        scree_free(what);
    }
    scree_table_destroy(out);
    scree_table_destroy(series);
    scree_lab_close(lab);
    return fine ? SCREE_OK : SCREE_USER_ERROR;
}
