// SPDX-License-Identifier: BSD-3-Clause
#include "tools/lab/csv_table.h"
#include "base/decimal.h"
#include "base/file.h"
#include <ctype.h>
#include <math.h>
#include <string.h>

enum { MOST_MESSAGES = 20 };

static char *trim(char *text) {
    while (isspace((unsigned char)*text)) {
        text++;
    }
    size_t n = strlen(text);
    while (n > 0 && isspace((unsigned char)text[n - 1])) {
        text[--n] = '\0';
    }
    return text;
}

// The next cell of a line; *at becomes NULL after the last.
static char *next_cell(char **at) {
    char *cell = *at, *comma = strchr(cell, ',');
    *at = comma ? comma + 1 : NULL;
    if (comma) {
        *comma = '\0';
    }
    cell = trim(cell);
    size_t n = strlen(cell);
    if (n >= 2 && cell[0] == '"' && cell[n - 1] == '"') { // spreadsheets may write quotes
        cell[n - 1] = '\0';
        cell = trim(cell + 1);
    }
    return cell;
}

static int read_names(scree_table *s, char *line, int number, scree_report *r) {
    int errors = 0;
    for (char *at = line; at;) {
        char *cell = next_cell(&at), *unit = strchr(cell, '[');
        if (unit) {
            *unit = '\0';
            trim(cell);
        }
        if (*cell == '\0' || scree_table_column(s, cell) >= 0) {
            scree_report_at(r, SCREE_SEVERITY_ERROR, s->path, number, (int)(cell - line) + 1,
                            "column %zu is called '%s'; accepted: names that are not empty and all different",
                            s->name.n + 1, cell);
            errors++;
        }
        scree_table_add_column(s, cell, NULL);
    }
    return errors;
}

static int read_row(scree_table *s, char *line, int number, scree_report *r) {
    size_t cells = 0;
    int errors = 0;
    for (char *at = line; at; cells++) {
        char *cell = next_cell(&at);
        double value = NAN;
        const char *end = *cell == '\0' ? cell : scree_decimal_read(cell, &value);
        if (cells < s->name.n && (!end || *end != '\0')) {
            scree_report_at(r, SCREE_SEVERITY_ERROR, s->path, number, (int)(cell - line) + 1,
                            "column '%s': \"%.40s\" is no number", s->name.data[cells], cell);
            errors++;
        }
        if (cells < s->name.n) {
            scree_table_put(s, value);
        }
    }
    if (cells != s->name.n) {
        scree_report_at(r, SCREE_SEVERITY_ERROR, s->path, number, 1,
                        "%zu values; accepted: %zu, one for each column", cells, s->name.n);
        return errors + 1;
    }
    scree_array_push(&s->line, number);
    return errors;
}

bool scree_csv_table_read(const char *path, scree_table *s, scree_report *r) {
    memset(s, 0, sizeof *s);
    s->path = scree_strdup(path);
    size_t size;
    char *text = scree_file_read_text(path, &size, r);
    if (!text) {
        return false;
    }
    int number = 0, errors = 0;
    if (strlen(text) != size) {
        scree_report_at(r, SCREE_SEVERITY_ERROR, path, 0, 0, "this is no text: it holds a zero byte");
        scree_free(text);
        return false;
    }
    for (char *line = text, *next; line && errors < MOST_MESSAGES; line = next) {
        char *end = strchr(line, '\n');
        next = end ? end + 1 : NULL;
        if (end) {
            *end = '\0';
        }
        number++;
        line = trim(line);
        if (*line != '\0' && *line != '#') {
            errors += s->name.n == 0 ? read_names(s, line, number, r) : read_row(s, line, number, r);
        }
    }
    scree_free(text);
    if (errors == 0 && scree_table_rows(s) == 0) {
        scree_report_at(r, SCREE_SEVERITY_ERROR, path, 0, 0,
                        "no rows; accepted: a line with the names of the columns, then rows of numbers");
        errors++;
    }
    return errors == 0;
}

bool scree_csv_table_write(const scree_table *s, const char *path, const char *comment, scree_report *r) {
    scree_file f;
    if (!scree_file_create(&f, path, r)) {
        return false;
    }
    if (comment) {
        scree_file_print(&f, "# %s\n", comment);
    }
    for (size_t i = 0; i < s->name.n; i++) {
        scree_file_print(&f, "%s%s", i ? "," : "", s->name.data[i]);
    }
    for (size_t i = 0; i < s->value.n; i++) {
        scree_file_print(&f, i % s->name.n ? "," : "\n");
        scree_file_number(&f, s->value.data[i]);
    }
    scree_file_print(&f, "\n");
    return scree_file_commit(&f, false, r);
}
