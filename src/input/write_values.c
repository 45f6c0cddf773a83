// SPDX-License-Identifier: BSD-3-Clause
// Every value of a case as text, by the same tables that read it.
#include "base/units.h"
#include "input/config.h"
#include "input/config_read.h"
#include "input/word_list.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct value_writer {
    const scree_case *c;
    void (*emit)(void *ctx, const char *path, const char *text);
    void *ctx;
} value_writer;

static void emit_section(const value_writer *w, const scree_section *s, const void *base, const char *path);

static void emit_numbers(const value_writer *w, const char *path, const double *v, int n) {
    char text[3 * 34 + 4] = "[", one[32];
    for (int i = 0; i < n; i++) {
        size_t used = strlen(text);
        scree_number_text_full(v[i], one);
        snprintf(text + used, sizeof text - used, "%s%s", i > 0 ? ", " : "", one);
    }
    size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, "]");
    w->emit(w->ctx, path, text);
}

static void emit_number(const value_writer *w, const scree_key *key, const char *at, const char *base,
                        const char *path) {
    double v;
    char number[32], text[80], unit[32];
    memcpy(&v, at, sizeof v);
    if (key->word && v == key->word_value) {
        w->emit(w->ctx, path, key->word);
        return;
    }
    if (!key->fallback && key->bounded && (v < key->min || (key->above && v == key->min))) {
        return; // not given: no value that is accepted
    }
    scree_number_text_full(v, number);
    if (key->flag) { // the unit decides on the meaning
        scree_choices_item(key->unit, *(const bool *)(const void *)(base + key->flag), unit);
        snprintf(text, sizeof text, "%s %s", number, unit);
        w->emit(w->ctx, path, text);
    } else {
        w->emit(w->ctx, path, number);
    }
}

static void emit_axes(const value_writer *w, const scree_key *key, const bool *axes, const char *path) {
    char text[80] = "[", one[32];
    for (int i = 0; i < scree_choices_count(key->choices); i++) {
        if (axes[i]) {
            size_t used = strlen(text);
            scree_choices_item(key->choices, i, one);
            snprintf(text + used, sizeof text - used, "%s%s", used > 1 ? ", " : "", one);
        }
    }
    snprintf(text + strlen(text), sizeof text - strlen(text), "]");
    w->emit(w->ctx, path, text);
}

static void emit_table(const value_writer *w, const scree_size_def *size, const char *path) {
    for (size_t i = 0; i < size->d.n; i++) {
        char row[SCREE_PATH_SIZE];
        snprintf(row, sizeof row, "%.200s[%zu]", path, i);
        emit_numbers(w, row, (const double[2]){size->d.data[i], size->f.data[i]}, 2);
    }
}

static void emit_curve(const value_writer *w, const scree_thermal_table *curve, const char *path) {
    for (size_t i = 0; i < curve->temperature.n; i++) {
        char row[SCREE_PATH_SIZE];
        snprintf(row, sizeof row, "%.200s[%zu]", path, i);
        emit_numbers(w, row, (const double[2]){curve->temperature.data[i], curve->value.data[i]}, 2);
    }
}

static void emit_law_curves(const value_writer *w, const scree_temperature_tables *tables, const char *path) {
    for (size_t i = 0; i < tables->law.n; i++) {
        char below[SCREE_PATH_SIZE];
        snprintf(below, sizeof below, "%.180s.%.60s", path, tables->law.data[i].name);
        emit_curve(w, &tables->law.data[i], below);
    }
}

typedef SCREE_ARRAY(scree_vec3) point_array;
typedef SCREE_ARRAY(double) number_array;

static void emit_points(const value_writer *w, const point_array *list, const char *path) {
    for (size_t i = 0; i < list->n; i++) {
        char item[SCREE_PATH_SIZE];
        snprintf(item, sizeof item, "%.200s[%zu]", path, i);
        emit_numbers(w, item, &list->data[i].x, 3);
    }
}

typedef SCREE_ARRAY(scree_id_range) id_array;

static void emit_ids(const value_writer *w, const id_array *list, const char *path) {
    for (size_t i = 0; i < list->n; i++) {
        char item[SCREE_PATH_SIZE], text[64];
        snprintf(item, sizeof item, "%.200s[%zu]", path, i);
        snprintf(text, sizeof text, "%" PRIu64 "-%" PRIu64, list->data[i].first, list->data[i].last);
        w->emit(w->ctx, item, text);
    }
}

typedef SCREE_ARRAY(char *) text_array;
typedef SCREE_ARRAY(scree_variable_def) variable_array;

static void emit_variables(const value_writer *w, const variable_array *list, const char *path) {
    for (size_t i = 0; i < list->n; i++) {
        char below[SCREE_PATH_SIZE];
        snprintf(below, sizeof below, "%.100s.%.100s", path, list->data[i].name);
        w->emit(w->ctx, below, list->data[i].text);
    }
}

static void emit_files(const value_writer *w, const text_array *files, const char *path) {
    for (size_t i = 0; i < files->n; i++) {
        char item[SCREE_PATH_SIZE];
        snprintf(item, sizeof item, "%.200s[%zu]", path, i);
        w->emit(w->ctx, item, files->data[i]);
    }
}

// Words and whole numbers.
static void emit_short(const value_writer *w, const scree_key *key, const char *at, const char *path) {
    char text[64], *string = NULL;
    int i = 0;
    uint64_t seed;
    switch (key->type) {
    case SCREE_KEY_TEXT:
    case SCREE_KEY_FILE:
        memcpy(&string, at, sizeof string);
        if (string) {
            w->emit(w->ctx, path, string);
        }
        return;
    case SCREE_KEY_INTEGER:
        memcpy(&i, at, sizeof i);
        snprintf(text, sizeof text, "%d", i);
        break;
    case SCREE_KEY_SEED:
        memcpy(&seed, at, sizeof seed);
        snprintf(text, sizeof text, "%" PRIu64, seed);
        break;
    case SCREE_KEY_SWITCH:
        scree_choices_item(key->choices, *(const bool *)(const void *)at, text);
        break;
    case SCREE_KEY_CHOICE:
        memcpy(&i, at, sizeof i);
        scree_choices_item(key->choices, i, text);
        break;
    case SCREE_KEY_PAIR: {
        int pair[2];
        memcpy(pair, at, sizeof pair);
        for (int k = 0; k < 2; k++) {
            char item[SCREE_PATH_SIZE];
            snprintf(item, sizeof item, "%.200s[%d]", path, k);
            w->emit(w->ctx, item, pair[k] < 0 ? "any" : w->c->material.data[pair[k]].name);
        }
        return;
    }
    case SCREE_KEY_MATERIAL:
    case SCREE_KEY_MESH_WALL:
        memcpy(&i, at, sizeof i);
        if (i >= 0) {
            w->emit(w->ctx, path,
                    key->type == SCREE_KEY_MATERIAL ? w->c->material.data[i].name : w->c->wall.data[i].name);
        }
        return;
    default:
        return;
    }
    w->emit(w->ctx, path, text);
}

static void emit_value(const value_writer *w, const scree_key *key, const char *base, const char *path) {
    const char *at = base + key->offset;
    switch (key->type) {
    case SCREE_KEY_NUMBER:
        emit_number(w, key, at, base, path);
        return;
    case SCREE_KEY_QUANTITY: {
        char number[32];
        scree_number_text_full(((const scree_quantity *)(const void *)at)->value, number);
        w->emit(w->ctx, path, number);
        return;
    }
    case SCREE_KEY_VECTOR:
    case SCREE_KEY_AXIS:
        emit_numbers(w, path, (const double *)(const void *)at, 3);
        return;
    case SCREE_KEY_INTERVAL:
        emit_numbers(w, path, (const double *)(const void *)at, 2);
        return;
    case SCREE_KEY_NUMBERS:
        for (size_t i = 0; i < ((const number_array *)(const void *)at)->n; i++) {
            char item[SCREE_PATH_SIZE], number[32];
            snprintf(item, sizeof item, "%.200s[%zu]", path, i);
            scree_number_text_full(((const number_array *)(const void *)at)->data[i], number);
            w->emit(w->ctx, item, number);
        }
        return;
    case SCREE_KEY_IDS:
        emit_ids(w, (const id_array *)(const void *)at, path);
        return;
    case SCREE_KEY_POINTS:
        emit_points(w, (const point_array *)(const void *)at, path);
        return;
    case SCREE_KEY_AXES:
        emit_axes(w, key, (const bool *)(const void *)at, path);
        return;
    case SCREE_KEY_TABLE:
        emit_table(w, (const scree_size_def *)(const void *)at, path);
        return;
    case SCREE_KEY_THERMAL:
        emit_curve(w, (const scree_thermal_table *)(const void *)at, path);
        return;
    case SCREE_KEY_VARIABLES:
        emit_variables(w, (const variable_array *)(const void *)at, path);
        return;
    case SCREE_KEY_LAWS:
    case SCREE_KEY_NAMES:
        emit_files(w, (const text_array *)(const void *)at, path);
        return;
    default:
        emit_short(w, key, at, path);
        return;
    }
}
// particles and insertion share one array: an item belongs to the section that has its kind.
static bool has_kind(const scree_section *s, const void *item) {
    int kind;
    bool any = false;
    memcpy(&kind, (const char *)item + s->kind_offset, sizeof kind);
    for (size_t i = 0; i < s->nkey; i++) {
        any |= s->key[i].variant;
        if (s->key[i].variant && s->key[i].kind == kind) {
            return true;
        }
    }
    return !any;
}

static void emit_items(const value_writer *w, const scree_key *key, const char *at, const char *path) {
    const scree_any_array *list = (const scree_any_array *)(const void *)at;
    const size_t n = at == (const char *)&w->c->material ? scree_case_named(w->c) : list->n;
    size_t index = 0;
    for (size_t i = 0; i < n; i++) {
        const char *item = list->data + i * key->section->size;
        char below[SCREE_PATH_SIZE], *name = NULL;
        if (!has_kind(key->section, item)) {
            continue;
        }
        if (key->type == SCREE_KEY_NAMED) {
            memcpy(&name, item + key->section->name_offset, sizeof name);
        }
        if (name) {
            snprintf(below, sizeof below, "%.120s.%.100s", path, name);
        } else {
            snprintf(below, sizeof below, "%.200s[%zu]", path, index++);
        }
        emit_section(w, key->section, item, below);
    }
}

static void emit_pairs(const value_writer *w, const char *path) {
    const scree_case *c = w->c;
    int nlaw;
    const scree_law *const *law = scree_laws(&nlaw);
    for (size_t i = 0; c->pair && i < scree_case_named(c); i++) {
        for (size_t j = i; j < scree_case_named(c); j++) {
            const scree_pair_def *pair = &c->pair[i * c->material.n + j];
            for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
                char below[SCREE_PATH_SIZE], deeper[SCREE_PATH_SIZE + 64];
                const scree_law *l = pair->law[slot] >= 0 ? law[pair->law[slot]] : NULL;
                snprintf(below, sizeof below, "%.40s.%.80s-%.80s.%s", path, c->material.data[i].name,
                         c->material.data[j].name, scree_slot_name((scree_slot)slot));
                w->emit(w->ctx, below, l ? l->name : "none");
                for (int p = 0; l && p < l->nparam; p++) {
                    char text[32];
                    snprintf(deeper, sizeof deeper, "%s.%s", below, l->param[p].name);
                    if (l->param[p].choices) {
                        scree_choices_item(l->param[p].choices, (int)pair->param[slot][p], text);
                    } else if (isinf(pair->param[slot][p])) {
                        snprintf(text, sizeof text, "not given");
                    } else {
                        scree_number_text_full(pair->param[slot][p], text);
                    }
                    w->emit(w->ctx, deeper, text);
                }
            }
        }
    }
}

// Whether the key says something of this struct: not another spelling, another variant, or a section that was not given.
static bool applies(const scree_section *s, const scree_key *key, const void *base) {
    int kind;
    memcpy(&kind, (const char *)base + s->kind_offset, sizeof kind);
    if (key->alias_of || (key->variant && key->kind != kind) || (key->kinds && !(key->kinds >> kind & 1u))) {
        return false;
    }
    return key->type != SCREE_KEY_SECTION || !key->flag ||
           *(const bool *)(const void *)((const char *)base + key->flag);
}

static void emit_section(const value_writer *w, const scree_section *s, const void *base, const char *path) {
    for (size_t i = 0; i < s->nkey; i++) {
        const scree_key *key = &s->key[i];
        char below[SCREE_PATH_SIZE];
        if (!applies(s, key, base)) {
            continue;
        }
        snprintf(below, sizeof below, "%.180s%s%s", path, *path ? "." : "", key->name);
        const char *at = (const char *)base + key->offset;
        if (key->type == SCREE_KEY_SECTION) {
            emit_section(w, key->section, at, below);
        } else if (key->type == SCREE_KEY_NAMED || key->type == SCREE_KEY_LIST) {
            emit_items(w, key, at, below);
        } else if (key->type == SCREE_KEY_CONTACTS) {
            emit_pairs(w, below);
        } else {
            emit_value(w, key, base, below);
        }
    }
    if (s->law_tables) {
        emit_law_curves(w, base, path);
    }
}

void scree_case_each_value(const scree_case *c, void (*emit)(void *ctx, const char *path, const char *text),
                           void *ctx) {
    value_writer w = {c, emit, ctx};
    emit_section(&w, &scree_schema, c, "");
}
