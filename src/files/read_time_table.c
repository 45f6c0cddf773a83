// SPDX-License-Identifier: BSD-3-Clause
#include "files/read_time_table.h"
#include "keys/complain.h"
#include "keys/variables.h"
#include "text/table_lines.h"
#include "text/units.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TIME, X, Y, Z, ANGLE, COLUMNS };
static const char *const column_name[COLUMNS] = {"time", "x", "y", "z", "angle"};
enum { MOST_VALUES = 1000000 }; // of a formula

static void add_row(scree_time_table *t, const double *value, bool vector, bool angle) {
    scree_array_push(&t->time, value[TIME]);
    if (vector) {
        scree_array_push(&t->vector, vec3(value[X], value[Y], value[Z]));
    }
    if (angle) {
        scree_array_push(&t->angle, value[ANGLE]);
    }
}

// ---- files -------------------------------------------------------------------------------------------------

typedef struct layout {
    int column[COLUMNS]; // what each column of the file is
    int n;               // columns; 0: not known yet
} layout;

// A line of names. Returns false at a word that is none of them.
static bool read_names(layout *l, const scree_table_lines *t) {
    bool time = false;
    l->n = 0;
    for (size_t i = 0; i < t->word.n; i++) {
        int found = -1;
        for (int c = 0; c < COLUMNS; c++) {
            found = scree_table_word_is(t->word.data[i], column_name[c]) ? c : found;
        }
        for (int k = 0; k < l->n; k++) {
            found = l->column[k] == found ? -1 : found;
        }
        if (found < 0) {
            return false;
        }
        time |= found == TIME;
        l->column[l->n++] = found;
    }
    return time && l->n > 1;
}

// Numbers as the layout says; false if there are others or not as many.
static bool read_row(const layout *l, const scree_table_lines *t, double *value) {
    bool fine = t->word.n == (size_t)l->n;
    memset(value, 0, COLUMNS * sizeof *value);
    for (int k = 0; k < l->n && fine; k++) {
        double *x = &value[l->column[k]];
        fine = scree_table_word_number(t->word.data[k], x) && isfinite(*x);
    }
    return fine;
}

static bool has(const layout *l, int from, int to) {
    bool any = false;
    for (int k = 0; k < l->n; k++) {
        any |= l->column[k] >= from && l->column[k] <= to;
    }
    return any;
}

static bool read_line(layout *l, const scree_table_lines *t, scree_time_table *table) {
    double value[COLUMNS], unused;
    const scree_table_word first = t->word.data[0];
    const bool letters = (*first.text | 32) >= 'a' && (*first.text | 32) <= 'z';
    if (l->n == 0 && letters && !scree_table_word_number(first, &unused)) {
        return read_names(l, t);
    }
    if (l->n == 0) {
        *l = (layout){{TIME, X, Y, Z, ANGLE}, t->word.n == 5 ? 5 : 4};
    }
    const bool fine = read_row(l, t, value);
    if (fine) {
        add_row(table, value, has(l, X, Z), has(l, ANGLE, ANGLE));
    }
    return fine;
}

static bool read_file(scree_config *g, scree_time_table *table, const scree_yaml *node, const char *path) {
    scree_report *r = scree_report_create();
    scree_table_lines t;
    layout l = {.n = 0};
    const bool is_open = scree_table_lines_open(&t, table->file, SCREE_TABLE_WORDS, r);
    bool fine = is_open;
    while (fine && scree_table_lines_next(&t)) {
        fine = t.is_comment || read_line(&l, &t, table);
    }
    const int line = fine ? t.zero_line : t.number;
    if (!is_open) {
        scree_config_error(g, node->place, "%s: %s", path,
                           scree_report_size(r) > 0 ? scree_report_text(r, 0) : "the file cannot be read");
    } else if (line > 0) {
        fine =
            scree_config_error(g, node->place,
                               "%s: %.200s:%d: no line of the table; accepted: numbers such as 0.1 0 0 0.002 "
                               "(time x y z, in s and m; angle in rad), or first a line with the names of "
                               "columns, time and some of x, y, z, angle",
                               path, table->file, line);
    }
    scree_table_lines_close(&t);
    scree_report_destroy(r);
    return fine;
}

// ---- formulas ----------------------------------------------------------------------------------------------

// The value of a formula at a time, in the unit.
static bool formula_at(scree_config *g, const char *text, double time, const char *unit, double *x,
                       char *wrong, size_t size) {
    scree_quantity q;
    scree_unit wanted;
    if (!scree_variables_eval_at(g->variables, text, time, &q, wrong, size)) {
        return false;
    }
    *x = q.value;
    if (!isfinite(q.value)) {
        snprintf(wrong, size, "at time = %g s it is no finite number", time);
        return false;
    }
    if (q.has_unit && scree_unit_parse(unit, &wanted, NULL) &&
        !scree_dimension_fits(q.dimension, wanted.dimension)) {
        const char *name = scree_dimension_name(q.dimension);
        snprintf(wrong, size, "it is %s, not %s%s", name ? name : "in another unit",
                 *scree_unit_shown(unit) ? "in " : "a pure number", scree_unit_shown(unit));
        return false;
    }
    return true;
}

static bool sample(scree_config *g, scree_time_table *t, const char *unit, const scree_yaml *node,
                   const char *path) {
    const double every = t->every > 0.0 ? t->every : fmin(1e-3, t->duration / 100.0),
                 steps = ceil(t->duration / every - 1e-9);
    const bool vector = t->formula[0] || t->formula[1] || t->formula[2];
    if (steps > MOST_VALUES) {
        return scree_config_error(g, node->place, "%s: %.3g values; accepted: up to %d, with a larger every",
                                  path, steps, MOST_VALUES);
    }
    for (size_t k = 0; k <= (size_t)fmax(steps, 1.0); k++) {
        double value[COLUMNS] = {fmin((double)k * every, t->duration)};
        for (int c = 0; c < 4; c++) {
            char wrong[300] = "";
            if (t->formula[c] && !formula_at(g, t->formula[c], value[TIME],
                                             c < 3  ? unit
                                             : unit ? "rad"
                                                    : "1",
                                             &value[X + c], wrong, sizeof wrong)) {
                const char *name = unit ? column_name[X + c] : "value";
                const int at = scree_yaml_find(node, name);
                return scree_config_error(
                    g, node->item.data[at]->place,
                    "%s.%s: \"%.100s\": %s; accepted: a formula of time such as %ssin(2 * pi * 50 Hz * time)",
                    path, name, t->formula[c], wrong, unit ? "1 mm * " : "");
            }
        }
        add_row(t, value, vector, t->formula[3] != NULL);
    }
    t->smooth = true;
    return true;
}

// ---- both --------------------------------------------------------------------------------------------------

// Limits of the values of a table, in its units, and of its angles, rad: sums of motions stay finite, and angles keep digits behind the point.
static const double most_value = 1e12, most_angle = 1e9;

static bool is_small(const scree_time_table *t, bool has_vector) {
    bool fine = true;
    for (size_t k = 0; k < t->time.n; k++) {
        fine &= t->time.data[k] <= most_value;
    }
    for (size_t k = 0; k < t->vector.n; k++) {
        const scree_vec3 v = t->vector.data[k];
        fine &= fabs(v.x) <= most_value && fabs(v.y) <= most_value && fabs(v.z) <= most_value;
    }
    for (size_t k = 0; k < t->angle.n && has_vector; k++) {
        fine &= fabs(t->angle.data[k]) <= most_angle;
    }
    return fine;
}

static bool check(scree_config *g, const scree_time_table *t, bool has_vector, const scree_yaml *node,
                  const char *path) {
    const size_t n = t->time.n;
    bool ascending = n > 1 && t->time.data[0] == 0.0;
    for (size_t k = 1; k < n; k++) {
        ascending &= t->time.data[k] > t->time.data[k - 1];
    }
    const int times = scree_yaml_find(node, "times");
    if (!ascending) {
        return scree_config_error(g, times >= 0 ? node->key.data[times]->place : node->place,
                                  "%s: the times do not ascend from 0; accepted: such as [0, 1 s, 3 s]",
                                  path);
    }
    if (!is_small(t, has_vector)) {
        return scree_config_error(
            g, node->place,
            "%s: a value is too large; accepted: times and places up to %.0e, angles up to %.0e rad", path,
            most_value, most_angle);
    }
    if (t->vector.n == 0 && t->angle.n == 0) {
        return scree_config_error(g, node->place,
                                  "%s: nothing moves; accepted: 'positions', or 'angles', or both", path);
    }
    if (!has_vector && t->angle.n != n) {
        return scree_config_error(g, node->place,
                                  "%s: %zu times and %zu values; accepted: as many as there are times", path,
                                  n, t->angle.n);
    }
    if ((t->vector.n > 0 && t->vector.n != n) || (t->angle.n > 0 && t->angle.n != n)) {
        return scree_config_error(
            g, node->place,
            "%s: %zu times, %zu positions and %zu angles; accepted: as many as there are times", path, n,
            t->vector.n, t->angle.n);
    }
    return true;
}

bool scree_time_table_make(scree_config *g, scree_time_table *t, const char *unit, const scree_yaml *node,
                           const char *path, const char *key) {
    char below[SCREE_PATH_SIZE];
    snprintf(below, sizeof below, "%.200s.%s", path, key);
    if (t->file && t->time.n + t->vector.n + t->angle.n > 0) {
        return scree_config_error(g, node->place,
                                  "%s: both 'file' and values are given; accepted: one of them", below);
    }
    if (t->file && !read_file(g, t, node, below)) {
        return false;
    }
    if (t->duration > 0.0 && !sample(g, t, unit, node, below)) {
        return false;
    }
    return check(g, t, unit != NULL, node, below);
}
