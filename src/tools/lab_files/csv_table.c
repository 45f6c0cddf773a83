// SPDX-License-Identifier: BSD-3-Clause
#include "tools/lab_files/csv_table.h"
#include "text/file.h"
#include "text/table_lines.h"
#include <ctype.h>
#include <math.h>
#include <string.h>

enum { MOST_MESSAGES = 20 };

// A name, without its unit in brackets.
static int read_names(scree_table *s, const scree_table_lines *t, scree_report *r) {
    int errors = 0;
    for (size_t i = 0; i < t->word.n; i++) {
        const scree_table_word w = t->word.data[i];
        size_t n = 0;
        while (n < (size_t)w.length && w.text[n] != '[') {
            n++;
        }
        while (n > 0 && isspace((unsigned char)w.text[n - 1])) {
            n--;
        }
        char *name = scree_format("%.*s", (int)n, w.text);
        if (*name == '\0' || scree_table_column(s, name) >= 0) {
            scree_report_at(r, SCREE_SEVERITY_ERROR, s->path, t->number, w.at,
                            "column %zu is called '%s'; accepted: names that are not empty and all different",
                            s->name.n + 1, name);
            errors++;
        }
        scree_table_add_column(s, name, NULL);
        scree_free(name);
    }
    return errors;
}

static int read_row(scree_table *s, const scree_table_lines *t, scree_report *r) {
    int errors = 0;
    for (size_t i = 0; i < t->word.n && i < s->name.n; i++) {
        const scree_table_word w = t->word.data[i];
        double value = NAN;
        if (w.length > 0 && !scree_table_word_number(w, &value)) {
            scree_report_at(r, SCREE_SEVERITY_ERROR, s->path, t->number, w.at,
                            "column '%s': \"%.*s\" is no number", s->name.data[i],
                            w.length < 40 ? w.length : 40, w.text);
            errors++;
        }
        scree_table_put(s, value);
    }
    if (t->word.n != s->name.n) {
        scree_report_at(r, SCREE_SEVERITY_ERROR, s->path, t->number, 1,
                        "%zu values; accepted: %zu, one for each column", t->word.n, s->name.n);
        return errors + 1;
    }
    scree_array_push(&s->line, t->number);
    return errors;
}

bool scree_csv_table_read(const char *path, scree_table *s, scree_report *r) {
    memset(s, 0, sizeof *s);
    s->path = scree_strdup(path);
    scree_table_lines t;
    int errors = scree_table_lines_open(&t, path, SCREE_TABLE_CELLS, r) ? 0 : MOST_MESSAGES;
    if (t.zero_line > 0) {
        scree_report_at(r, SCREE_SEVERITY_ERROR, path, 0, 0, "this is no text: it holds a zero byte");
        errors = MOST_MESSAGES;
    }
    while (errors < MOST_MESSAGES && scree_table_lines_next(&t)) {
        errors += s->name.n == 0 ? read_names(s, &t, r) : read_row(s, &t, r);
    }
    scree_table_lines_close(&t);
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
