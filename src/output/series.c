// SPDX-License-Identifier: BSD-3-Clause
#include "output/series.h"
#include "output/row_file.h"
#include "text/decimal.h"
#include "text/file.h"
#include <math.h>
#include <string.h>

struct scree_series {
    scree_row_file file;
    scree_run_columns column;
    double time;              // of the last row, s; -INFINITY: there is none
    SCREE_ARRAY(double) last; // its values, for rates
};

// A cell of the header.
static void add_cell(scree_text_buffer *t, const scree_run_column *c) {
    scree_text_buffer cell = {0};
    scree_columns_add_name(&cell, c);
    scree_text_add(&cell, " [%s]", c->column->unit);
    scree_text_add(t, t->n > 0 ? "," : "");
    scree_text_add_cell(t, cell.data);
    scree_free(cell.data);
}

// Reads up to n numbers of a row, number k to value[k * stride]. Returns how many there are, and sets *p to what follows them.
static size_t read_row(const char **p, size_t n, double *value, size_t stride) {
    for (size_t k = 0; k < n; k++) {
        const char *end = scree_decimal_read(*p, &value[k * stride]);
        if (!end || *end != (k + 1 < n ? ',' : '\n')) {
            return k;
        }
        *p = end + 1;
    }
    return n;
}

scree_series *scree_series_open(const char *path, const scree_world *w, double resumed_at, scree_report *r) {
    scree_series *s = scree_realloc(NULL, 0, sizeof *s);
    *s = (scree_series){0};
    scree_columns_list(w, true, &s->column);
    scree_array_resize(&s->last, s->column.n);
    scree_text_buffer head = {0};
    for (size_t k = 0; k < s->column.n; k++) {
        s->last.data[k] = 0.0;
        add_cell(&head, &s->column.data[k]);
    }
    const bool ok = scree_row_file_open(&s->file, path, "time series", head.data, resumed_at, r);
    const char *row = s->file.last;
    s->time = s->file.time;
    if (row) {
        read_row(&row, s->column.n, s->last.data, 1);
    }
    scree_free(head.data);
    if (!ok) {
        scree_series_close(s, NULL);
        return NULL;
    }
    return s;
}

bool scree_series_row(scree_series *s, const scree_world *w, const scree_totals *totals, scree_report *r) {
    if (totals->time <= s->time) {
        return true;
    }
    scree_columns_list(w, true, &s->column); // as a phase may have replaced the case, which has the names
    scree_columns_evaluate(w, totals, s->column.data, s->column.n);
    const double since = isfinite(s->time) ? totals->time - s->time : 0.0;
    for (size_t k = 0; k < s->column.n; k++) {
        scree_run_column *c = &s->column.data[k];
        if (c->column->is_rate && since > 0.0) {
            c->value = (s->column.data[k - 2].value - s->last.data[k - 2]) / since;
        }
        if (!isfinite(c->value) && !c->kind->lacks && !c->column->lacks) {
            s->file.row.n = 0;
            scree_columns_add_name(&s->file.row, c);
            scree_report_at(r, SCREE_SEVERITY_ERROR, s->file.path, 0, 0,
                            "t = %.9g s: the column '%s' is not a finite number, so the row is not written; "
                            "check sizes of regions, and loads and areas of walls",
                            totals->time, s->file.row.data);
            s->file.row.n = 0;
            return false;
        }
        scree_row_file_number(&s->file, c->value);
    }
    scree_text_add(&s->file.row, "\n");
    if (!scree_row_file_put(&s->file, r)) {
        return false;
    }
    s->time = totals->time;
    for (size_t k = 0; k < s->column.n; k++) {
        s->last.data[k] = s->column.data[k].value;
    }
    return true;
}

bool scree_series_read(const scree_series *s, scree_column_rows *rows, scree_report *r) {
    size_t size;
    char *text = scree_file_read_text(s->file.path, &size, r);
    *rows = (scree_column_rows){.column = s->column.data, .n_columns = s->column.n};
    if (!text) {
        return false;
    }
    const char *head_end = strchr(text, '\n'), *p = head_end ? head_end + 1 : "";
    for (const char *end = p; (end = strchr(end, '\n')) != NULL; end++) {
        rows->n++;
    }
    bool ok = rows->n > 0;
    if (!ok) {
        scree_report_at(r, SCREE_SEVERITY_ERROR, s->file.path, 0, 0, "no rows to plot");
    }
    rows->value = scree_realloc(NULL, 0, (rows->n + 1) * rows->n_columns * sizeof *rows->value);
    for (size_t i = 0; i < rows->n && ok; i++) {
        const size_t k = read_row(&p, rows->n_columns, rows->value + i, rows->n);
        if (k < rows->n_columns) {
            ok = scree_report_at(r, SCREE_SEVERITY_ERROR, s->file.path, (int)i + 2, 0,
                                 "column %zu is not a number", k + 1);
        }
    }
    scree_free(text);
    return ok;
}

const scree_row_file *scree_series_file(const scree_series *s) {
    return &s->file;
}

double scree_series_time(const scree_series *s) {
    return s ? s->time : -INFINITY;
}

bool scree_series_close(scree_series *s, scree_report *r) {
    if (!s) {
        return true;
    }
    const bool ok = scree_row_file_close(&s->file, r);
    scree_array_free(&s->column);
    scree_array_free(&s->last);
    scree_free(s);
    return ok;
}
