// SPDX-License-Identifier: BSD-3-Clause
// The contact lab: reads and writes the files of `scree law drive`, `eval` and `collide`.
#include "base/report.h"
#include "input/config.h"
#include "tools/lab/collide.h"
#include "tools/lab/drive.h"
#include "tools/lab/evaluate.h"
#include "tools/lab/sweep.h"
#include "tools/plot/plot.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

struct scree_lab {
    scree_case c;
    scree_single_contact contact;
    char name[64];
};

scree_lab *scree_lab_open(const char *case_path, const scree_changes *changes, scree_report *report) {
    scree_lab *lab = scree_realloc(NULL, 0, sizeof *lab);
    memset(lab, 0, sizeof *lab);
    if (!scree_case_read(case_path, changes, &lab->c, report) ||
        !scree_single_contact_open(&lab->contact, &lab->c, report)) {
        scree_lab_close(lab);
        return NULL;
    }
    return lab;
}

void scree_lab_close(scree_lab *lab) {
    if (lab) {
        scree_case_clear(&lab->c);
        scree_free(lab);
    }
}

int scree_lab_history_size(const scree_lab *lab) {
    return lab->contact.set.n_history;
}

const char *scree_lab_history_name(scree_lab *lab, int i) {
    scree_single_contact_history_name(&lab->contact, i, lab->name);
    return lab->name;
}

int scree_lab_evaluate(scree_lab *lab, const double *state, double dt, int touching, const double *history,
                       double *loads, double *after, double *energy) {
    scree_single_contact *l = &lab->contact;
    size_t bytes = (size_t)l->set.n_history * sizeof *l->h;
    scree_lab_motion body[2];
    for (int k = 0; k < 2; k++) {
        const double *s = state + 9 * k;
        body[k] = (scree_lab_motion){vec3(s[0], s[1], s[2]), vec3(s[3], s[4], s[5]), vec3(s[6], s[7], s[8])};
    }
    memcpy(l->h, history, bytes);
    l->touching = touching != 0;
    scree_lab_loads b = scree_eval(l, body, dt);
    for (int k = 0; k < 2; k++) {
        const scree_vec3 load[2] = {b.force[k], b.torque[k]};
        for (int i = 0; i < 6; i++) {
            loads[6 * k + i] = vec_get(load[i / 3], i % 3);
        }
    }
    memcpy(after, l->h, bytes);
    if (energy) {
        const scree_contact *k = &l->k;
        const double stored[SCREE_MODES] = {k->energy_n, k->energy_t, k->energy_r, k->energy_w};
        memcpy(energy, stored, sizeof stored);
    }
    return l->touching == 1;
}

// ---- plots --------------------------------------------------------------------------------------------------------

static bool varies(const scree_csv_table *s, const char *name) {
    int c = scree_csv_table_column(s, name);
    for (size_t row = 1; c >= 0 && row < scree_csv_table_rows(s); row++) {
        if (scree_csv_table_get(s, row, c, 0.0) != scree_csv_table_get(s, 0, c, 0.0)) {
            return true;
        }
    }
    return false;
}

// "fn [N]": a column as the label of an axis.
static char *axis_label(const char *name) {
    static const char *const unit[][2] = {
        {"t", "s"},         {"overlap", "m"}, {"max_overlap", "m"}, {"fn", "N"},          {"peak_force", "N"},
        {"ft_x", "N"},      {"ft_y", "N"},    {"ft_z", "N"},        {"mr_x", "N m"},      {"mr_y", "N m"},
        {"mw", "N m"},      {"slid_x", "m"},  {"slid_y", "m"},      {"rolled_x", "rad"},  {"rolled_y", "rad"},
        {"twisted", "rad"}, {"angle", "deg"}, {"speed", "m/s"},     {"contact_time", "s"}};
    for (size_t i = 0; i < sizeof unit / sizeof *unit; i++) {
        if (strcmp(unit[i][0], name) == 0) {
            return scree_format("%s [%s]", name, unit[i][1]);
        }
    }
    return scree_strdup(name);
}

// Column y over column x of a table as SVG.
static bool plot_columns(const scree_csv_table *s, const char *title, const char *x, const char *y,
                         const char *path, scree_report *r) {
    int column[2] = {scree_csv_table_column(s, x), scree_csv_table_column(s, y)};
    for (int k = 0; k < 2; k++) {
        if (column[k] < 0) {
            scree_report_error(r, "the plot needs column '%s', which the output does not have", k ? y : x);
            return false;
        }
    }
    size_t n = scree_csv_table_rows(s);
    double *value[2];
    for (int k = 0; k < 2; k++) {
        value[k] = scree_realloc(NULL, 0, (n + 1) * sizeof *value[k]);
        for (size_t row = 0; row < n; row++) {
            value[k][row] = scree_csv_table_get(s, row, column[k], NAN);
        }
    }
    const scree_plot_series line = {NULL, value[0], value[1], n, SCREE_PLOT_LINE, NULL};
    char *label[2] = {axis_label(x), axis_label(y)};
    const scree_plot_panel panel = {label[1], false, &line, 1};
    const scree_plot plot = {
        .title = title, .x_label = label[0], .panel = &panel, .n_panels = 1, .panel_height = 380};
    bool fine = scree_plot_write(&plot, path, r);
    for (int k = 0; k < 2; k++) {
        scree_free(value[k]);
        scree_free(label[k]);
    }
    return fine;
}

// "luding, luding; friction 0.3": the laws, for titles and the first line of the files.
static char *describe(const scree_case *c) {
    int n;
    const scree_law *const *law = scree_laws(&n);
    const scree_lab_def *b = &c->lab;
    size_t other = (size_t)(b->has_b ? b->b.material : b->wall);
    const scree_pair_def *pair = &c->pair[(size_t)b->a.material * c->material.n + other];
    char *text = scree_strdup(c->title ? c->title : "");
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
        if (pair->law[slot] >= 0) {
            char *longer = scree_format("%s%s%s %s", text, *text ? ", " : "",
                                        scree_slot_name((scree_slot)slot), law[pair->law[slot]]->name);
            scree_free(text);
            text = longer;
        }
    }
    return text;
}

// ---- commands -----------------------------------------------------------------------------------------------------

// A motion along a path, and the force against it.
static void choose_axes(const scree_csv_table *out, const char **x, const char **y) {
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

static scree_status make_rows(const row_job *job, scree_report *r) {
    scree_case c;
    scree_csv_table in, out = {0};
    scree_single_contact contact;
    bool fine = scree_case_read(job->case_path, job->changes, &c, r);
    fine &= scree_csv_table_read(job->in_csv, &in, r);
    fine = fine && scree_single_contact_open(&contact, &c, r);
    fine = fine && (job->eval ? scree_eval_rows(&contact, &in, &out, job->exudyn, r)
                              : scree_drive(&contact, &in, &out, r));
    if (fine) {
        char *what = describe(&c);
        fine = scree_csv_table_write(&out, job->out_csv, what, r);
        if (fine && job->plot) {
            const char *x = job->plot_x, *y = job->plot_y;
            choose_axes(&out, &x, &y);
            fine = plot_columns(&out, what, x, y, job->plot, r);
        }
        scree_free(what);
    }
    scree_csv_table_clear(&in);
    scree_csv_table_clear(&out);
    scree_case_clear(&c);
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

static bool sweep_rows(scree_case *c, const scree_sweep *sweep, scree_csv_table *out, scree_csv_table *series,
                       scree_report *r) {
    size_t n = sweep ? scree_sweep_count(sweep) : 1;
    bool fine = true;
    if (sweep) {
        scree_csv_table_add_column(out, sweep->name);
    }
    scree_outcome_columns(out);
    for (size_t i = 0; i < n && fine; i++) {
        scree_outcome outcome;
        if (sweep) {
            fine = scree_sweep_apply(sweep, scree_sweep_value(sweep, i), c, r);
            scree_csv_table_put(out, scree_sweep_value(sweep, i));
        }
        fine = fine && scree_collide(c, &outcome, series, r);
        scree_outcome_row(&outcome, out);
    }
    return fine;
}

scree_status scree_law_collide(const char *case_path, const scree_changes *changes, const char *sweep_text,
                               const char *out_csv, const char *series_csv, const char *plot,
                               const char *plot_x, const char *plot_y, scree_report *r) {
    scree_case c;
    scree_sweep sweep;
    scree_csv_table out = {0}, series = {0};
    bool fine = scree_case_read(case_path, changes, &c, r);
    if (sweep_text) {
        fine &= scree_sweep_read(sweep_text, &sweep, r);
    }
    if (sweep_text && series_csv) {
        scree_report_error(r,
                           "a time series of a sweep is not written; accepted: one of --sweep and --series");
        fine = false;
    }
    bool wants_series = series_csv || (plot && !sweep_text);
    fine = fine && sweep_rows(&c, sweep_text ? &sweep : NULL, &out, wants_series ? &series : NULL, r);
    if (fine) {
        char *what = describe(&c);
        fine = scree_csv_table_write(&out, out_csv, what, r) &&
               (!series_csv || scree_csv_table_write(&series, series_csv, what, r));
        if (fine && plot) {
            const char *x = plot_x ? plot_x : sweep_text ? sweep.name : "overlap";
            fine = plot_columns(sweep_text ? &out : &series, what, x,
                                plot_y       ? plot_y
                                : sweep_text ? "e_n"
                                             : "fn",
                                plot, r);
        }
        scree_free(what);
    }
    scree_csv_table_clear(&out);
    scree_csv_table_clear(&series);
    scree_case_clear(&c);
    return fine ? SCREE_OK : SCREE_USER_ERROR;
}
