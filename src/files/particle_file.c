// SPDX-License-Identifier: BSD-3-Clause
#include "files/particle_file.h"

#include "text/table_lines.h"
#include "text/text_buffer.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef scree_table_word word;

enum { ERRORS_MAX = 20, COLUMNS_MAX = 24 };

typedef enum column {
    ID,
    X,
    Y,
    Z,
    RADIUS,
    DENSITY,
    VX,
    VY,
    VZ,
    DIAMETER,
    SHORT_RADIUS,
    WX,
    WY,
    WZ,
    MATERIAL,
    QW,
    QX,
    QY,
    QZ,
    COLUMN_COUNT
} column;
static const char *const column_name[COLUMN_COUNT] = {
    "id", "x",  "y",  "z",  "radius",   "density", "vx", "vy", "vz", "diameter",
    "r",  "wx", "wy", "wz", "material", "qw",      "qx", "qy", "qz"};

typedef struct particle_reader {
    const char *name;
    scree_report *report;
    scree_particle_file *rows;
    int errors, line;
    int column[COLUMNS_MAX];  // COLUMN_COUNT: skipped; larger by 1 + k: field k of state/fields.h
    int ncolumn;              // 0: not known yet
    bool by_names;            // a line of names said so
    SCREE_ARRAY(int) line_of; // by particle, for duplicate ids
} particle_reader;

// Reports a mistake in this line, up to a number of them, and is false.
#define FAIL(p, at, ...)                                                                                     \
    ((p)->errors++ < ERRORS_MAX                                                                              \
         ? scree_report_at((p)->report, SCREE_SEVERITY_ERROR, (p)->name, (p)->line, (at), __VA_ARGS__)       \
         : false)

// Returns the column with this name, numbered as in particle_reader.column; -1: none.
static int find_column(word w) {
    for (int i = 0; i < COLUMN_COUNT; i++) {
        if (scree_table_word_is(w, column_name[i])) {
            return i;
        }
    }
    for (int k = 0; k < SCREE_FIELD_COUNT; k++) {
        if (scree_field_table[k].flags & SCREE_READ && scree_table_word_is(w, scree_field_table[k].name)) {
            return COLUMN_COUNT + 1 + k;
        }
    }
    return -1;
}

static const char *name_of_column(int c) {
    return c < COLUMN_COUNT    ? column_name[c]
           : c == COLUMN_COUNT ? "column"
                               : scree_field_table[c - COLUMN_COUNT - 1].name;
}

// Free with scree_free.
static char *accepted_names(void) {
    scree_text_buffer names = {0};
    scree_text_add(
        &names,
        "id, x, y, z, radius (or r, or diameter), density, vx, vy, vz, wx, wy, wz, material, qw, qx, qy, qz");
    for (int k = 0; k < SCREE_FIELD_COUNT; k++) {
        if (scree_field_table[k].flags & SCREE_READ) {
            scree_text_add(&names, ", %s", scree_field_table[k].name);
        }
    }
    return names.data;
}

// x, y and z among the words: a line of names; anything else in a comment is a comment.
static bool is_header(const word *w, int n) {
    unsigned seen = 0;
    for (int i = 0; i < n; i++) {
        int c = find_column(w[i]);
        seen |= c >= 0 && c < COLUMN_COUNT ? 1u << c : 0;
    }
    return (seen >> X & 7u) == 7u;
}

static void unknown_column(particle_reader *p, word w) {
    char *given = scree_format("%.*s", w.length, w.text), *accepted = accepted_names();
    const char *near = scree_nearest_name(given, column_name, COLUMN_COUNT);
    FAIL(p, w.at, "unknown column '%s'; %s%s%saccepted: %s", given, near ? "did you mean '" : "",
         near ? near : "", near ? "'? " : "", accepted);
    scree_free(given);
    scree_free(accepted);
}

static void read_header(particle_reader *p, const word *w, int n) {
    unsigned seen = 0;
    p->by_names = true;
    p->ncolumn = n;
    for (int i = 0; i < n; i++) {
        int c = find_column(w[i]);
        bool twice = false;
        for (int k = 0; k < i; k++) {
            twice |= c >= 0 && p->column[k] == c;
        }
        if (c < 0) {
            unknown_column(p, w[i]);
            c = COLUMN_COUNT; // skipped
        } else if (twice) {
            FAIL(p, w[i].at, "duplicate column '%s'; accepted: each column once", name_of_column(c));
        } else if (c > COLUMN_COUNT) {
            scree_array_push(&p->rows->field, &scree_field_table[c - COLUMN_COUNT - 1]);
        } else {
            seen |= 1u << c;
        }
        p->column[i] = c;
    }
    int sizes = (int)(seen >> RADIUS & 1u) + (int)(seen >> DIAMETER & 1u) + (int)(seen >> SHORT_RADIUS & 1u);
    if (sizes != 1) {
        FAIL(p, w[0].at, "%s; accepted: one of the columns radius, r, diameter",
             sizes == 0 ? "no column for the size" : "several columns for the size");
    }
    const unsigned four = seen >> QW & 0xfu;
    if (four != 0 && four != 0xfu) {
        FAIL(p, w[0].at, "some of the columns qw qx qy qz are missing; accepted: all four");
    }
}

static bool guess_columns(particle_reader *p, const word *w, int n) {
    static const column plain[] = {X, Y, Z, SHORT_RADIUS};
    if (n != 4 && n != 5 && n != 6 && n != 9) {
        return FAIL(p, w[0].at,
                    "%d columns without names; accepted: 4 (x y z r), 5 (id x y z radius), 6 (and density), "
                    "9 (and vx vy vz), or a line of names such as # x y z radius density",
                    n);
    }
    p->ncolumn = n;
    for (int i = 0; i < n; i++) {
        p->column[i] = n == 4 ? (int)plain[i] : i;
    }
    return true;
}

static bool read_id(particle_reader *p, word w, uint64_t *id) {
    return scree_table_word_id(w, id) ||
           FAIL(p, w.at, "id \"%.*s\" is no whole number from 1 to %llu; accepted: 1, 2, ...", w.length,
                w.text, (unsigned long long)SCREE_MOST_ID);
}

static bool read_number(particle_reader *p, word w, int c, double *value) {
    const char *name = name_of_column(c);
    if (!scree_table_word_number(w, value)) {
        return FAIL(p, w.at, "%s \"%.*s\" is no number; accepted: a number such as 0.002 or 2e-3", name,
                    w.length, w.text);
    }
    if (!isfinite(*value)) {
        return FAIL(p, w.at, "%s \"%.*s\" is not finite; accepted: a finite number", name, w.length, w.text);
    }
    if ((c == RADIUS || c == SHORT_RADIUS || c == DIAMETER) && !(*value > 0)) {
        return FAIL(p, w.at, "%s \"%.*s\" is not positive; accepted: a length in m, > 0", name, w.length,
                    w.text);
    }
    if (c == DENSITY && *value < 0) {
        return FAIL(
            p, w.at,
            "density \"%.*s\" is negative; accepted: a density in kg/m3, or 0 for that of the material",
            w.length, w.text);
    }
    return true;
}

static int number_of_material(particle_reader *p, word w) {
    for (size_t k = 0; k < p->rows->material.n; k++) {
        if (scree_table_word_is(w, p->rows->material.data[k])) {
            return (int)k;
        }
    }
    scree_array_push(&p->rows->material, scree_format("%.*s", w.length, w.text));
    return (int)p->rows->material.n - 1;
}

static void read_particle(particle_reader *p, const word *w) {
    scree_particle_file_row q = {
        .id = p->rows->particle.n + 1, .material = -1, .line = p->line, .orientation = {1.0, 0.0, 0.0, 0.0}};
    double *const to[COLUMN_COUNT] = {NULL,
                                      &q.x.x,
                                      &q.x.y,
                                      &q.x.z,
                                      &q.radius,
                                      &q.density,
                                      &q.v.x,
                                      &q.v.y,
                                      &q.v.z,
                                      &q.radius,
                                      &q.radius,
                                      &q.w.x,
                                      &q.w.y,
                                      &q.w.z,
                                      NULL,
                                      &q.orientation[0],
                                      &q.orientation[1],
                                      &q.orientation[2],
                                      &q.orientation[3]};
    double other = 0.0;
    for (int i = 0; i < p->ncolumn; i++) {
        const int c = p->column[i];
        if (c == ID) {
            read_id(p, w[i], &q.id);
        } else if (c == MATERIAL) {
            q.material = number_of_material(p, w[i]);
        } else {
            read_number(p, w[i], c, c < COLUMN_COUNT ? to[c] : &other);
        }
        if (c > COLUMN_COUNT) {
            scree_array_push(&p->rows->value, other);
        }
        if (c == DIAMETER) {
            q.radius *= 0.5;
        }
        p->rows->has_ids |= c == ID;
        p->rows->has_orientation |= c >= QW && c <= QZ;
    }
    double *o = q.orientation;
    const double longest = fmax(fmax(fabs(o[0]), fabs(o[1])), fmax(fabs(o[2]), fabs(o[3])));
    for (int i = 0; i < 4 && longest > 0.0; i++) { // of any length: its square might not be a number
        o[i] /= longest;
    }
    if (!(longest > 0.0)) {
        FAIL(p, w[0].at,
             "the quaternion qw qx qy qz is zero; accepted: that of a rotation, of any length above 0");
    }
    scree_array_push(&p->rows->particle, q);
    scree_array_push(&p->line_of, p->line);
}

static void read_line(particle_reader *p, const scree_table_lines *t) {
    const word *w = t->word.data;
    const int n = t->word.n < INT_MAX ? (int)t->word.n : INT_MAX;
    bool early = !p->by_names && p->rows->particle.n == 0;
    if (early && n <= COLUMNS_MAX && is_header(w, n)) {
        read_header(p, w, n);
    } else if (t->is_comment || (p->ncolumn == 0 && !guess_columns(p, w, n))) {
        p->errors += t->is_comment ? 0 : ERRORS_MAX; // without columns the other lines mean nothing
    } else if (n != p->ncolumn) {
        FAIL(p, w[0].at, "%d columns; accepted: %d, as %s", n, p->ncolumn,
             p->by_names ? "the line of names says" : "the first particle has");
    } else {
        read_particle(p, w);
    }
}

typedef struct numbered {
    uint64_t id;
    int line;
} numbered;

static int compare_ids(const void *a, const void *b) {
    const numbered *p = a, *q = b;
    if (p->id != q->id) {
        return p->id < q->id ? -1 : 1;
    }
    return (p->line > q->line) - (p->line < q->line);
}

static void check_ids(particle_reader *p) {
    size_t n = p->rows->particle.n;
    numbered *all = scree_realloc(NULL, 0, n * sizeof *all);
    for (size_t i = 0; i < n; i++) {
        all[i] = (numbered){p->rows->particle.data[i].id, p->line_of.data[i]};
    }
    qsort(all, n, sizeof *all, compare_ids);
    for (size_t i = 1; i < n; i++) {
        if (all[i].id == all[i - 1].id) {
            p->line = all[i].line;
            FAIL(p, 1, "id %llu is already taken in line %d; accepted: each id once",
                 (unsigned long long)all[i].id, all[i - 1].line);
        }
    }
    scree_free(all);
}

static bool read_lines(const char *name, scree_table_lines *t, scree_particle_file *out, scree_report *r) {
    particle_reader p = {.name = name, .report = r, .rows = out};
    while (p.errors < ERRORS_MAX && scree_table_lines_next(t)) {
        p.line = t->number;
        read_line(&p, t);
    }
    if (p.errors == 0 && out->has_ids) {
        check_ids(&p);
    }
    p.line = 1;
    if (p.errors == 0 && out->particle.n == 0) {
        FAIL(&p, 1, "no particles; accepted: at least one line x y z r");
    }
    if (p.errors > 0) {
        scree_particle_file_clear(out);
    }
    scree_array_free(&p.line_of);
    return p.errors == 0;
}

bool scree_particle_file_read_text(const char *name, const char *text, scree_particle_file *out,
                                   scree_report *r) {
    *out = (scree_particle_file){0};
    scree_table_lines t;
    scree_table_lines_open_text(&t, text, SCREE_TABLE_COLUMNS);
    const bool fine = read_lines(name, &t, out, r);
    scree_table_lines_close(&t);
    return fine;
}

bool scree_particle_file_read(const char *path, scree_particle_file *out, scree_report *r) {
    *out = (scree_particle_file){0};
    scree_table_lines t;
    bool fine = scree_table_lines_open(&t, path, SCREE_TABLE_COLUMNS, r);
    if (fine && t.zero_line > 0) {
        fine = scree_report_at(r, SCREE_SEVERITY_ERROR, path, 1, 1,
                               "not a text file; accepted: a line x y z r per particle");
    }
    fine = fine && read_lines(path, &t, out, r);
    scree_table_lines_close(&t);
    return fine;
}

void scree_particle_file_clear(scree_particle_file *rows) {
    scree_array_free_each(&rows->material);
    scree_array_free(&rows->particle);
    scree_array_free(&rows->field);
    scree_array_free(&rows->value);
    *rows = (scree_particle_file){0};
}
