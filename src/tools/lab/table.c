// SPDX-License-Identifier: BSD-3-Clause
#include "tools/lab/table.h"
#include "text/text_buffer.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void scree_table_clear(scree_table *s) {
    scree_free(s->path);
    s->path = NULL;
    scree_array_free_each(&s->name);
    scree_array_free_each(&s->unit);
    scree_array_free(&s->value);
    scree_array_free(&s->line);
}

scree_table *scree_table_create(const char *name, int columns, const char *const *column, size_t rows,
                                const double *value, scree_report *report) {
    if (columns < 1 || rows > SIZE_MAX / sizeof *value / (size_t)columns) {
        scree_report_at(
            report, SCREE_SEVERITY_ERROR, name, 0, 0,
            "a table of %d columns and %zu rows; accepted: one column or more, as far as the memory goes",
            columns, rows);
        return NULL;
    }
    scree_table *s = scree_zeros(sizeof *s);
    s->path = scree_strdup(name);
    for (int i = 0; i < columns; i++) {
        if (*column[i] == '\0' || scree_table_column(s, column[i]) >= 0) {
            scree_report_at(report, SCREE_SEVERITY_ERROR, name, 0, 0,
                            "column %d is called '%s'; accepted: names that are not empty and all different",
                            i + 1, column[i]);
            scree_table_destroy(s);
            return NULL;
        }
        scree_table_add_column(s, column[i], NULL);
    }
    scree_array_append(&s->value, value, rows * (size_t)columns);
    return s;
}

void scree_table_destroy(scree_table *table) {
    if (table) {
        scree_table_clear(table);
        scree_free(table);
    }
}

size_t scree_table_rows(const scree_table *s) {
    return s->name.n ? s->value.n / s->name.n : 0;
}

int scree_table_columns(const scree_table *s) {
    return (int)s->name.n;
}

const char *scree_table_name(const scree_table *s, int column) {
    return s->name.data[column];
}

const char *scree_table_unit(const scree_table *s, int column) {
    return s->unit.data[column];
}

int scree_table_column(const scree_table *s, const char *name) {
    for (size_t i = 0; i < s->name.n; i++) {
        if (strcmp(s->name.data[i], name) == 0) {
            return (int)i;
        }
    }
    return -1;
}

const double *scree_table_values(const scree_table *s) {
    return s->value.data;
}

void scree_table_add_column(scree_table *s, const char *name, const char *unit) {
    bool none = !unit || strcmp(unit, "1") == 0;
    scree_array_push(&s->name, scree_strdup(name));
    scree_array_push(&s->unit, scree_strdup(none ? "" : unit));
}

void scree_table_put(scree_table *s, double value) {
    scree_array_push(&s->value, value);
}

void scree_table_put_all(scree_table *s, const double *value, size_t n) {
    scree_array_append(&s->value, value, n);
}

double scree_table_at(const scree_table *s, size_t row, int column, double missing) {
    return column < 0 ? missing : s->value.data[row * s->name.n + (size_t)column];
}

bool scree_table_only(const scree_table *s, const char *const *names, size_t n, scree_report *r) {
    bool fine = true;
    for (size_t i = 0; i < s->name.n; i++) {
        bool known = false;
        for (size_t k = 0; k < n && !known; k++) {
            known = strcmp(s->name.data[i], names[k]) == 0;
        }
        if (known) {
            continue;
        }
        fine = false;
        scree_text_buffer list = {0};
        for (size_t k = 0; k < n; k++) {
            scree_text_add(&list, "%s%s", k ? ", " : "", names[k]);
        }
        const char *near = scree_nearest_name(s->name.data[i], names, n);
        scree_report_at(r, SCREE_SEVERITY_ERROR, s->path, 0, 0, "unknown column '%s'; %s%s%saccepted: %s",
                        s->name.data[i], near ? "did you mean '" : "", near ? near : "", near ? "'? " : "",
                        list.data);
        scree_free(list.data);
    }
    return fine;
}

bool scree_table_wrong(const scree_table *s, size_t row, scree_report *r, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (row < s->line.n) {
        return scree_report_at(r, SCREE_SEVERITY_ERROR, s->path, s->line.data[row], 1, "%s", text);
    }
    return scree_report_at(r, SCREE_SEVERITY_ERROR, s->path, 0, 0, "row %zu, counted from 0: %s", row, text);
}
