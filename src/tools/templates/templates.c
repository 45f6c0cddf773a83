// SPDX-License-Identifier: BSD-3-Clause
// Cases of common machines, whose sizes and rates are variables: the files in cases/*/, which are complete cases. A variable is a line of the section
// `variables`, "  name: value  # meaning".
#include "templates.h"
#include "memory/array.h"
#include "scree/scree.h"
#include "text/report.h"
#include "text/text_buffer.h"
#include <ctype.h>
#include <string.h>

enum { COUNT = sizeof scree_template / sizeof *scree_template };

// A line of the text of a template, without its end.
typedef struct text_line {
    const char *at;
    size_t n;
} text_line;

// The parts of a line that is a variable.
typedef struct variable_line {
    text_line name, value, meaning; // meaning: from the '#' on
} variable_line;

// The next line; false: there are no more.
static bool next_line(int k, size_t *from, text_line *line) {
    const char *data = scree_template[k].data;
    if (*from >= scree_template[k].n) {
        return false;
    }
    const char *end = memchr(data + *from, '\n', scree_template[k].n - *from);
    const size_t n = end ? (size_t)(end - data) - *from : scree_template[k].n - *from;
    *line = (text_line){data + *from, n};
    *from += n + 1;
    return true;
}

static bool starts(text_line line, const char *text) {
    return line.n >= strlen(text) && memcmp(line.at, text, strlen(text)) == 0;
}

static bool split_variable(text_line line, variable_line *v) {
    if (!starts(line, "  ") || line.n < 3 || line.at[2] == ' ') {
        return false;
    }
    const char *colon = memchr(line.at, ':', line.n), *hash = memchr(line.at, '#', line.n),
               *end = line.at + line.n;
    if (!colon || !hash || hash < colon) {
        return false;
    }
    v->name = (text_line){line.at + 2, (size_t)(colon - line.at) - 2};
    v->meaning = (text_line){hash, (size_t)(end - hash)};
    const char *first = colon + 1, *last = hash;
    while (first < last && *first == ' ') {
        first++;
    }
    while (last > first && last[-1] == ' ') {
        last--;
    }
    v->value = (text_line){first, (size_t)(last - first)};
    return true;
}

// Reads template k line by line; in_variables: the line that was read is in the section `variables`.
typedef struct reader {
    int k;
    size_t from;
    bool in_variables;
} reader;

// The next line, and whether it is a variable.
static bool read_line(reader *r, text_line *line, variable_line *v, bool *is_variable) {
    if (!next_line(r->k, &r->from, line)) {
        return false;
    }
    const bool heads = starts(*line, "variables:");
    r->in_variables = heads || (r->in_variables && starts(*line, "  "));
    *is_variable = r->in_variables && !heads && split_variable(*line, v);
    return true;
}

static bool is_called(text_line name, const char *text) {
    return strlen(text) == name.n && memcmp(name.at, text, name.n) == 0;
}

// Its number; -1, with a report, if there is none.
static int find_template(const char *name, scree_report *report) {
    for (int k = 0; k < COUNT; k++) {
        if (strcmp(scree_template[k].name, name) == 0) {
            return k;
        }
    }
    scree_text_buffer names = {0};
    for (int k = 0; k < COUNT; k++) {
        scree_text_add(&names, "%s%s", k > 0 ? ", " : "", scree_template[k].name);
    }
    scree_report_error(report, "no template is called '%s'; accepted: %s", name, names.data);
    scree_free(names.data);
    return -1;
}

char *scree_template_list(void) {
    scree_text_buffer t = {0};
    for (int k = 0; k < COUNT; k++) {
        text_line line;
        for (size_t from = 0; next_line(k, &from, &line);) {
            if (starts(line, "title: ")) {
                scree_text_add(&t, "  %-16s %.*s\n", scree_template[k].name, (int)line.n - 7, line.at + 7);
            }
        }
    }
    return t.data;
}

char *scree_template_variables(const char *name, scree_report *report) {
    scree_text_buffer t = {0};
    reader r = {.k = find_template(name, report)};
    text_line line;
    variable_line v;
    bool is_variable;
    while (r.k >= 0 && read_line(&r, &line, &v, &is_variable)) {
        if (is_variable) {
            scree_text_add(&t, "  --%-12.*s %-10.*s %.*s\n", (int)v.name.n, v.name.at, (int)v.value.n,
                           v.value.at, (int)v.meaning.n - 2, v.meaning.at + 2);
        }
    }
    return t.data;
}

// Whether template k has a variable of that name; false: reported.
static bool has_variable(int k, const char *name, scree_report *report) {
    reader r = {.k = k};
    text_line line;
    variable_line v;
    scree_text_buffer names = {0};
    bool is_variable, found = false;
    while (!found && read_line(&r, &line, &v, &is_variable)) {
        found = is_variable && is_called(v.name, name);
        if (is_variable) {
            scree_text_add(&names, "%s%.*s", names.n > 0 ? ", " : "", (int)v.name.n, v.name.at);
        }
    }
    if (!found) {
        scree_report_error(report, "the template '%s' has no variable '%s'; accepted: %s",
                           scree_template[k].name, name, names.data);
    }
    scree_free(names.data);
    return found;
}

// A number, with a unit or as an expression: nothing that means more to YAML.
static bool is_value(const char *text) {
    for (const char *c = text; *c; c++) {
        if (!isalnum((unsigned char)*c) && !strchr(" .+-*/^()%_", *c)) {
            return false;
        }
    }
    return isalnum((unsigned char)*text) || *text == '.' || *text == '-' || *text == '(';
}

char *scree_template_make(const char *name, const char *const *variable, const char *const *value, size_t n,
                          scree_report *report) {
    scree_text_buffer t = {0};
    reader r = {.k = find_template(name, report)};
    text_line line;
    variable_line v;
    bool is_variable, fine = r.k >= 0;
    for (size_t i = 0; i < n && fine; i++) {
        if (!is_value(value[i])) {
            fine = scree_report_error(
                report,
                "%s: \"%s\" does not fit; accepted: a number with its unit such as 200 mm, or "
                "an expression of variables",
                variable[i], value[i]);
        }
        for (size_t k = 0; k < i && fine; k++) {
            if (strcmp(variable[k], variable[i]) == 0) {
                fine = scree_report_error(report, "%s is given twice; accepted: one value", variable[i]);
            }
        }
    }
    for (size_t i = 0; i < n && fine; i++) {
        fine = has_variable(r.k, variable[i], report);
    }
    while (fine && read_line(&r, &line, &v, &is_variable)) {
        size_t given = 0;
        while (is_variable && given < n && !is_called(v.name, variable[given])) {
            given++;
        }
        if (is_variable && given < n) {
            const int used = (int)(4 + v.name.n + strlen(value[given])),
                      column = (int)(v.meaning.at - line.at);
            scree_text_add(&t, "  %.*s: %s%*s%.*s\n", (int)v.name.n, v.name.at, value[given],
                           column > used + 1 ? column - used : 1, "", (int)v.meaning.n, v.meaning.at);
        } else {
            scree_text_add(&t, "%.*s\n", (int)line.n, line.at);
        }
    }
    if (!fine) {
        scree_free(t.data);
        return NULL;
    }
    return t.data;
}
