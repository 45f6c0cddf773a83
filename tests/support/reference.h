// SPDX-License-Identifier: BSD-3-Clause
// Tables of results of other programs (tests/reference/), and a single contact with the laws of a case given as text.
#pragma once

#include "kernels/one_contact.h"
#include "world_of_text.h"
#include <stdlib.h>

// A CSV file: '#' lines are its source, then a line of names, then rows; an empty cell or a word is NAN.
typedef struct table {
    size_t columns, rows;
    char **name;
    char **text; // columns * rows
    char *memory;
    const char *file;
} table;

static inline char *next_cell(char **at) {
    char *cell = *at, *end = strpbrk(cell, ",\n");
    if (end) {
        *at = *end == ',' ? end + 1 : NULL;
        *end = '\0';
    } else {
        *at = NULL;
    }
    return cell;
}

// tests/reference/<file>; free it with table_free.
static inline table table_read(const char *file) {
    char path[1024];
    table t = {.file = file};
    snprintf(path, sizeof path, "%s/tests/reference/%s", getenv("SCREE_SOURCE"), file);
    FILE *f = fopen(path, "rb");
    if (!f) {
        fail_msg("cannot open %s", path);
    }
    assert_int_equal(fseek(f, 0, SEEK_END), 0);
    size_t size = (size_t)ftell(f);
    rewind(f);
    t.memory = calloc(size + 2, 1);
    assert_int_equal(fread(t.memory, 1, size, f), size);
    fclose(f);
    size_t lines = 0;
    for (size_t i = 0; i < size; i++) {
        lines += t.memory[i] == '\n';
    }
    char *line = t.memory;
    while (line && *line) {
        char *next = strchr(line, '\n');
        next = next ? next + 1 : NULL;
        if (*line != '#') {
            if (!t.name) {
                for (const char *p = line; p && *p && *p != '\n'; p++) {
                    t.columns += *p == ',';
                }
                t.columns++;
                t.name = calloc(t.columns, sizeof *t.name);
                t.text = calloc(t.columns * (lines + 1), sizeof *t.text);
                for (size_t c = 0; c < t.columns && line; c++) {
                    t.name[c] = next_cell(&line);
                }
            } else {
                for (size_t c = 0; c < t.columns; c++) {
                    t.text[t.rows * t.columns + c] = line ? next_cell(&line) : (char *)"";
                }
                t.rows++;
            }
        }
        line = next;
    }
    assert_true(t.rows > 0);
    return t;
}

static inline void table_free(table *t) {
    free(t->memory);
    free(t->name);
    free(t->text);
}

// Number of a column; fails when there is none.
static inline size_t table_column(const table *t, const char *name) {
    for (size_t c = 0; c < t->columns; c++) {
        if (strcmp(t->name[c], name) == 0) {
            return c;
        }
    }
    fail_msg("%s has no column '%s'", t->file, name);
    return 0;
}

static inline const char *table_text(const table *t, size_t row, const char *name) {
    return t->text[row * t->columns + table_column(t, name)];
}

static inline double table_value(const table *t, size_t row, const char *name) {
    const char *text = table_text(t, row, name);
    char *end;
    double value = strtod(text, &end);
    return end == text ? NAN : value;
}

// Largest absolute value of a column, for relative tolerances.
static inline double table_scale(const table *t, const char *name) {
    double most = 0.0;
    for (size_t row = 0; row < t->rows; row++) {
        most = fmax(most, fabs(table_value(t, row, name)));
    }
    return most;
}

// The first two materials of a case given as text: its laws (a first), one contact and its history.
typedef struct single_contact {
    scree_case *c;
    scree_law_set set;
    scree_contact k;
    double h[SCREE_HISTORY_MAX];
} single_contact;

static inline single_contact single_contact_of(const char *yaml) {
    single_contact l;
    memset(&l, 0, sizeof l);
    l.c = case_of_text(yaml);
    l.set = scree_law_set_of(l.c, 0, l.c->material.n > 1 ? 1 : 0);
    l.k.nz = 1.0;
    l.k.fresh = 1.0;
    return l;
}

static inline void single_contact_free(single_contact *l) {
    scree_case_clear(l->c);
    scree_free(l->c);
}

// Radii and masses of two spheres, or of a sphere against a wall (rb = 0).
static inline void set_bodies(scree_contact *k, double ra, double rb, double ma, double mb) {
    int wall = rb == 0.0;
    double ia = 1.4 * ma * ra * ra, ib = 1.4 * mb * rb * rb;
    k->ra = ra;
    k->rb = wall ? ra : rb;
    k->r_eff = wall ? ra : ra * rb / (ra + rb);
    k->m_eff = wall ? ma : ma * mb / (ma + mb);
    k->inertia_eff = wall ? ia : ia * ib / (ia + ib);
}

// dt: time since the last evaluation, with constant rates (as after a half step); then keeps the new history.
static inline void evaluate(single_contact *l, double dt) {
    l->k.dt = l->k.step = dt;
    l->k.begins = 1.0;
    scree_law_set_evaluate(&l->set, scree_kernels_choose(NULL), &l->k, l->h);
    l->k.fresh = 0.0;
}
