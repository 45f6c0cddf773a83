// SPDX-License-Identifier: BSD-3-Clause
// Rules between the keys of `bonds`, the files of pairs, and what bonds need of walls and contacts.
#include "bonds/bond_keys.h"
#include "keys/complain.h"
#include "memory/names.h"
#include "sections/check_parts.h"
#include "text/escape.h"
#include "text/table_lines.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- files of pairs --------------------------------------------------------------------------------------------

typedef struct id_pair {
    uint64_t id[2]; // the smaller one first
    int line;
} id_pair;

static int by_ids(const void *x, const void *y) {
    const id_pair *a = x, *b = y;
    for (int k = 0; k < 2; k++) {
        if (a->id[k] != b->id[k]) {
            return a->id[k] < b->id[k] ? -1 : 1;
        }
    }
    return (a->line > b->line) - (a->line < b->line);
}

typedef struct pair_file {
    scree_config *g;
    const scree_bond_def *def;
    scree_place at;
    const char *path; // of the key
    SCREE_ARRAY(id_pair) pair;
    bool fine;
} pair_file;

static void complain(pair_file *f, int line, const char *what) {
    if (f->fine) { // the first mistake only: others of the same kind mostly follow
        scree_config_error(f->g, f->at, "%s: %s:%d: %s; accepted: lines of two different ids of particles",
                           f->path, f->def->file, line, what);
    }
    f->fine = false;
}

static void read_line(pair_file *f, const scree_table_lines *t) {
    id_pair pair = {.line = t->number};
    const scree_table_word *w = t->word.data;
    const int line = t->number;
    if (t->word.n != 2 || !scree_table_word_id(w[0], &pair.id[0]) ||
        !scree_table_word_id(w[1], &pair.id[1])) {
        const size_t n = strcspn(t->line, "\r\n");
        char shown[44] = "";
        snprintf(shown, sizeof shown, "\"%.*s\"", (int)(n < 40 ? n : 40), t->line);
        complain(f, line, shown);
    } else if (pair.id[0] == pair.id[1]) {
        complain(f, line, "the same id twice");
    } else {
        if (pair.id[0] > pair.id[1]) {
            pair = (id_pair){{pair.id[1], pair.id[0]}, line};
        }
        scree_array_push(&f->pair, pair);
    }
}

static void keep_pairs(pair_file *f, scree_bond_def *def) {
    char text[80];
    scree_array_sort(&f->pair, by_ids);
    for (size_t k = 0; k < f->pair.n; k++) {
        const id_pair *pair = &f->pair.data[k];
        if (k > 0 && pair[-1].id[0] == pair->id[0] && pair[-1].id[1] == pair->id[1]) {
            snprintf(text, sizeof text, "the pair of line %d again", pair[-1].line);
            complain(f, pair->line, text);
        }
        scree_array_push(&def->pair, pair->id[0]);
        scree_array_push(&def->pair, pair->id[1]);
    }
    if (f->fine && f->pair.n == 0) {
        complain(f, 1, "no pairs");
    }
}

static void read_pairs(scree_config *g, scree_bond_def *def, const scree_yaml *node, const char *path) {
    scree_report *r = scree_report_create();
    scree_table_lines t;
    pair_file f = {.g = g, .def = def, .at = scree_yaml_place(node, "file"), .path = path, .fine = true};
    if (scree_table_lines_open(&t, def->file, SCREE_TABLE_WORDS, r)) {
        while (scree_table_lines_next(&t)) {
            if (!t.is_comment) {
                read_line(&f, &t);
            }
        }
        if (t.zero_line > 0) { // what follows was not read
            complain(&f, t.zero_line, "not a text file, as a byte is zero");
        }
        keep_pairs(&f, def);
    } else {
        scree_config_error(g, f.at, "%s: %s", path,
                           scree_report_size(r) > 0 ? scree_report_text(r, 0) : "the file cannot be read");
    }
    scree_array_free(&f.pair);
    scree_table_lines_close(&t);
    scree_report_destroy(r);
}

// ---- one entry -------------------------------------------------------------------------------------------------

static void check_times(scree_config *g, const scree_bond_def *def, const scree_yaml *node,
                        const char *path) {
    scree_check_span(g, def->start, def->stop, node, path);
    if (isfinite(def->stop) && !(def->every > 0.0)) {
        scree_config_error(g, scree_yaml_place(node, "stop"),
                           "%s: bonds are made at the start only; accepted: 'stop' together with 'every'",
                           path);
    }
}

void scree_check_bond(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    scree_bond_def *def = base;
    const size_t n = g->c->bond.n;
    if (!def->name) {
        def->name = scree_format("bonds%zu", n);
    }
    if (scree_has_control(def->name)) {
        scree_config_error(g, scree_yaml_place(node, "name"),
                           "%s: \"%.60s\" cannot be a name; accepted: a name without control characters",
                           path, def->name);
    }
    for (size_t k = 0; k + 1 < n; k++) {
        const scree_bond_def *other = &g->c->bond.data[k];
        if (other->name && strcmp(other->name, def->name) == 0) {
            scree_config_error(
                g, scree_yaml_place(node, "name"),
                "%s: the name \"%s\" is taken by the entry in line %d; accepted: a name of its own", path,
                def->name, other->place.line);
        }
    }
    check_times(g, def, node, path);
    if (def->wall_name.n > 0 && !scree_yaml_has(node, "particles")) {
        def->particles = false;
    }
    if (!def->particles && def->wall_name.n == 0) {
        scree_config_error(g, node->place,
                           "%s: neither particles with each other nor with walls; accepted: `particles: "
                           "true`, or names of walls under 'walls'",
                           path);
    }
    if (def->file && def->wall_name.n > 0) {
        scree_config_error(g, scree_yaml_place(node, "walls"),
                           "%s: a file has pairs of particles; accepted: an entry of its own for walls",
                           path);
    }
    if (def->file) {
        read_pairs(g, def, node, path);
    }
    if (def->seed == 0) { // auto; an explicit 0 is as good as any other
        def->seed = g->c->seed + n;
    }
}

// ---- what is read later ----------------------------------------------------------------------------------------

static void find_walls(scree_config *g, scree_bond_def *def) {
    for (size_t k = 0; k < def->wall_name.n; k++) {
        const char *name = def->wall_name.data[k];
        const int wall = scree_names_find(g->c->wall, name);
        if (wall < 0) {
            scree_config_error(g, def->place,
                               "bonds '%s': there is no wall '%.60s'; accepted: a name under 'walls'",
                               def->name, name);
        }
        scree_array_push(&def->wall, wall);
    }
}

static bool has_law(const scree_case *c, int a, int b) {
    return c->pair && c->pair[(size_t)a * c->material.n + (size_t)b].law[SCREE_BOND] >= 0;
}

// Does the entry want bonds between two bodies of these materials?
static bool wants(const scree_bond_def *def, int a, int b) {
    const int *m = def->material;
    return ((m[0] < 0 || m[0] == a) && (m[1] < 0 || m[1] == b)) ||
           ((m[0] < 0 || m[0] == b) && (m[1] < 0 || m[1] == a));
}

static bool has_some_law(const scree_case *c, const scree_bond_def *def) {
    bool any = false;
    for (int a = 0; a < (int)c->material.n; a++) {
        for (int b = 0; b < (int)c->material.n && def->particles; b++) {
            any |= wants(def, a, b) && has_law(c, a, b);
        }
        for (size_t k = 0; k < def->wall.n; k++) {
            const int b = def->wall.data[k] >= 0 ? c->wall.data[def->wall.data[k]].material : -1;
            any |= b >= 0 && wants(def, a, b) && has_law(c, a, b);
        }
    }
    return any;
}

// The members of agglomerates are of the material of their source.
static void check_agglomerates(scree_config *g) {
    const scree_case *c = g->c;
    for (size_t k = 0; k < c->source.n; k++) {
        const scree_source_def *s = &c->source.data[k];
        if (s->shape >= 0 && c->shape.data[s->shape].bonded && s->material >= 0 &&
            !has_law(c, s->material, s->material)) {
            const char *name = c->material.data[s->material].name;
            scree_config_error(g, s->place,
                               "'%s': its shape '%s' is bonded, and %s with %s has no bond law; accepted: "
                               "one, such as `{between: [%s, %s], bond: parallel}` in 'contacts'",
                               s->name, c->shape.data[s->shape].name, name, name, name, name);
        }
    }
}

void scree_check_bonds(scree_config *g) {
    const scree_case *c = g->c;
    g->c->shows_bonds = scree_case_has_bonds(c);
    for (size_t k = 0; k < c->outlet.n && g->c->shows_bonds; k++) {
        if (c->outlet.data[k].recycles) {
            scree_config_error(
                g, c->outlet.data[k].place,
                "outlets.%s: 'recycle' would tear bonds; accepted: spheres without bonds, or an "
                "insertion with 'refill'",
                c->outlet.data[k].name);
        }
    }
    if (g->message.n == 0) {
        check_agglomerates(g);
    }
    for (size_t k = 0; k < c->bond.n; k++) {
        scree_bond_def *def = &c->bond.data[k];
        if (def->name && g->message.n == 0) { // else laws and walls may be missing because they are wrong
            find_walls(g, def);
        }
        if (g->message.n == 0 && !has_some_law(c, def)) {
            scree_config_error(g, def->place,
                               "bonds '%s': no pair of the materials that it names has a bond law; accepted: "
                               "materials with one, such as `{between: any, bond: parallel}` in 'contacts'",
                               def->name);
        }
    }
}
