// SPDX-License-Identifier: BSD-3-Clause
// Walks a YAML tree along the tables of schema.c. Nothing here knows a key by its name.
#include "input/config.h"
#include "base/escape.h"
#include "base/file.h"
#include "input/accepted_text.h"
#include "input/changes.h"
#include "input/checks.h"
#include "input/complain.h"
#include "input/config_contacts.h"
#include "input/law_keys.h"
#include "input/read_value.h"
#include "input/temperature_tables.h"
#include "input/word_list.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------- defaults

static void set_defaults(const scree_section *s, void *base);

static void set_default(const scree_key *key, void *base) {
    char *at = (char *)base + key->offset;
    if (key->type == SCREE_KEY_MATERIAL || key->type == SCREE_KEY_MESH_WALL) {
        memcpy(at, &(int){-1}, sizeof(int));
    }
    if (key->type == SCREE_KEY_PAIR) {
        memcpy(at, (int[2]){-1, -1}, 2 * sizeof(int));
    }
    if (key->type == SCREE_KEY_SECTION) {
        set_defaults(key->section, at);
    }
    if (!key->fallback || key->type > SCREE_KEY_CHOICE) {
        return;
    }
    scree_config none = {0};
    scree_yaml node = {.kind = SCREE_YAML_TEXT, .text = (char *)(size_t)key->fallback};
    bool fine = scree_config_value(&none, key, base, &node, key->name);
    if (!fine) {
        abort(); // the table contradicts itself
    }
}

static void set_defaults(const scree_section *s, void *base) {
    for (size_t i = 0; i < s->nkey; i++) {
        set_default(&s->key[i], base);
    }
}

// ------------------------------------------------------------------------------------------------- sections

static void join(char out[SCREE_PATH_SIZE], const char *path, const char *name) {
    snprintf(out, SCREE_PATH_SIZE, "%.120s%s%.100s", path, *path ? "." : "", name);
}

// A new zeroed item at the end of a list of structs of s->size bytes, with its defaults.
static void *append(scree_any_array *list, const scree_section *s, const scree_yaml *node) {
    size_t bytes = s->size;
    if (list->n == list->capacity) {
        size_t capacity = list->capacity ? list->capacity + list->capacity / 2 : 8;
        list->data = scree_realloc(list->data, list->n * bytes, capacity * bytes);
        list->capacity = capacity;
    }
    char *item = list->data + list->n++ * bytes;
    memset(item, 0, bytes);
    set_defaults(s, item);
    if (s->has_place) {
        memcpy(item + s->place_offset, &node->place, sizeof node->place);
    }
    return item;
}

// Names of a mapping: they become parts of file names, columns and messages.
static bool check_name(scree_config *g, const scree_yaml *name, const char *path) {
    const char *text = name->text;
    const char *accepted = scree_has_control(text)                       ? "a name without control characters"
                           : strchr(text, '/') || strlen(text) > 100     ? "up to 100 bytes without '/'"
                           : text[0] == '\0' || strcmp(text, "any") == 0 ? "a name other than 'any'"
                                                                         : NULL;
    if (accepted) {
        scree_config_error(g, name->place, "%s: '%.100s' cannot be a name; accepted: %s", path, text,
                           accepted);
    }
    return !accepted;
}

static bool read_section(scree_config *g, const scree_section *s, void *base, const scree_yaml *node,
                         const char *path);

static bool read_named(scree_config *g, const scree_key *key, char *at, const scree_yaml *node,
                       const char *path) {
    const scree_section *s = key->section;
    bool fine = true;
    if (scree_yaml_is_null(node) && !key->required) {
        return true; // all of them commented out
    }
    if (node->kind != SCREE_YAML_MAP || (key->required && node->item.n == 0)) {
        return scree_config_wrong(g, key, node, path, NULL), false;
    }
    for (size_t i = 0; i < node->item.n; i++) {
        const scree_yaml *name = node->key.data[i];
        char below[SCREE_PATH_SIZE];
        join(below, path, name->text);
        char *item = append((scree_any_array *)(void *)at, s, name);
        char *copy = scree_strdup(name->text);
        memcpy(item + s->name_offset, &copy, sizeof copy);
        fine &= check_name(g, name, path);
        fine &= read_section(g, s, item, node->item.data[i], below);
    }
    return fine;
}

static bool read_list(scree_config *g, const scree_key *key, char *at, const scree_yaml *node,
                      const char *path) {
    const scree_section *s = key->section;
    scree_any_array *list = (scree_any_array *)(void *)at;
    bool fine = true;
    if (scree_yaml_is_null(node)) {
        return true;
    }
    if (node->kind == SCREE_YAML_MAP) {
        return read_section(g, s, append(list, s, node), node, path);
    }
    if (node->kind != SCREE_YAML_LIST) {
        return scree_config_wrong(g, key, node, path, NULL), false;
    }
    for (size_t i = 0; i < node->item.n; i++) {
        const scree_yaml *item = node->item.data[i];
        char below[SCREE_PATH_SIZE];
        snprintf(below, sizeof below, "%.200s[%zu]", path, i);
        fine &= read_section(g, s, append(list, s, item), item, below);
    }
    return fine;
}

static bool read_key(scree_config *g, const scree_section *s, const scree_key *key, void *base,
                     const scree_yaml *node, const char *path) {
    char *at = (char *)base + key->offset;
    char below[SCREE_PATH_SIZE];
    join(below, path, key->name);
    if (key->variant) {
        memcpy((char *)base + s->kind_offset, &key->kind, sizeof(int));
    }
    switch (key->type) {
    case SCREE_KEY_SECTION:
        if (key->flag && scree_yaml_is_null(node)) {
            return true; // as if it were not there: a phase takes it away
        }
        if (key->flag) {
            *(bool *)(void *)((char *)base + key->flag) = true;
        }
        if (node->kind != SCREE_YAML_MAP && !key->section->short_key) {
            return scree_config_wrong(g, key, node, below, NULL), false;
        }
        return read_section(g, key->section, at, node, below);
    case SCREE_KEY_NAMED:
        return read_named(g, key, at, node, below);
    case SCREE_KEY_LIST:
        return read_list(g, key, at, node, below);
    case SCREE_KEY_CONTACTS:
        g->contacts = node; // read when everything it names is known
        return true;
    default:
        return scree_config_value(g, key, base, node, below);
    }
}

static bool is_alias(const scree_key *alias, const scree_key *key) {
    return alias->alias_of && strcmp(alias->alias_of, key->name) == 0;
}

// What is there of `key`, under its name or another spelling; both is an error.
static const scree_yaml *find_given(scree_config *g, const scree_section *s, const scree_key *key,
                                    const scree_yaml *node, const char *path) {
    int i = scree_yaml_find(node, key->name);
    for (size_t k = 0; k < s->nkey; k++) {
        int j = is_alias(&s->key[k], key) ? scree_yaml_find(node, s->key[k].name) : -1;
        if (j >= 0 && i >= 0) {
            scree_config_error(g, node->key.data[j]->place,
                               "%s: both '%s' and '%s' are given; accepted: one of them", path, key->name,
                               s->key[k].name);
        }
        i = i >= 0 ? i : j;
    }
    return i >= 0 ? node->item.data[i] : NULL;
}

static bool is_excused(const scree_config *g, const scree_key *key, const scree_yaml *node) {
    bool any = false;
    for (int i = 0; key->unless && i < scree_choices_count(key->unless); i++) {
        char other[32];
        scree_choices_item(key->unless, i, other);
        const scree_yaml *map = other[0] == '/' ? g->root : node;
        const int at = scree_yaml_find(map, other + (other[0] == '/'));
        any |= at >= 0 && !scree_yaml_is_null(map->item.data[at]);
    }
    return any;
}

static bool check_required(scree_config *g, const scree_section *s, const scree_yaml *node,
                           const char *path) {
    bool fine = true;
    for (size_t i = 0; i < s->nkey; i++) {
        const scree_key *key = &s->key[i];
        if (key->alias_of || find_given(g, s, key, node, path) || !key->required ||
            is_excused(g, key, node)) {
            continue;
        }
        char *accepts = scree_key_accepts(key);
        scree_config_error(g, node->place, "%s%smissing key '%s'; accepted: %s", path, *path ? ": " : "",
                           key->name, accepts);
        scree_free(accepts);
        fine = false;
    }
    return fine;
}

// Exactly one of the section's variants; true if the section has none.
static bool check_variants(scree_config *g, const scree_section *s, const scree_yaml *node,
                           const char *path) {
    const scree_key *first = NULL;
    char list[200] = "";
    bool any = false, fine = true;
    for (size_t i = 0; i < s->nkey; i++) {
        const scree_key *key = &s->key[i];
        if (!key->variant) {
            continue;
        }
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", any ? ", " : "", key->name);
        any = true;
        int at = scree_yaml_find(node, key->name);
        if (at >= 0 && first) {
            scree_config_error(g, node->key.data[at]->place,
                               "%s: both '%s' and '%s' are given; accepted: one of them", path, first->name,
                               key->name);
            fine = false;
        }
        first = first ? first : at >= 0 ? key : NULL;
    }
    if (any && !first) {
        scree_config_error(g, node->place, "%s: the kind is missing; accepted: one of the keys %s", path,
                           list);
        fine = false;
    }
    return fine;
}

// A key that goes with other variants only.
static bool check_company(scree_config *g, const scree_section *s, const scree_key *key, const scree_yaml *at,
                          const void *base, const char *path) {
    int kind;
    memcpy(&kind, (const char *)base + s->kind_offset, sizeof kind);
    if (key->kinds == 0 || (key->kinds >> kind & 1u)) {
        return true;
    }
    char others[200] = "";
    for (size_t i = 0; i < s->nkey; i++) {
        if (s->key[i].variant && (key->kinds >> s->key[i].kind & 1u)) {
            const size_t used = strlen(others);
            snprintf(others + used, sizeof others - used, "%s'%s'", used > 0 ? ", " : "", s->key[i].name);
        }
    }
    scree_config_error(g, at->place, "%s: '%s' has no meaning here; accepted: together with %s only", path,
                       key->name, others);
    return false;
}

static void keep_own_value(scree_config *g, const scree_yaml *key, const scree_yaml *value, bool is_table) {
    const scree_own_value own = {
        .material = (int)g->c->material.n - 1, .key = key, .value = value, .is_table = is_table};
    scree_array_push(&g->own, own);
}

static bool read_section(scree_config *g, const scree_section *s, void *base, const scree_yaml *node,
                         const char *path) {
    if (node->kind != SCREE_YAML_MAP && s->short_key) {
        return read_key(g, s, scree_schema_find(s, s->short_key), base, node, path);
    }
    if (node->kind != SCREE_YAML_MAP) {
        scree_key as_section = {.type = SCREE_KEY_SECTION, .section = s};
        return scree_config_wrong(g, &as_section, node, path, NULL), false;
    }
    bool fine = true;
    for (size_t i = 0; i < node->key.n; i++) {
        const scree_yaml *key = node->key.data[i];
        if (scree_schema_find(s, key->text)) {
            continue;
        }
        if (s->law_params && scree_law_keys_find(key->text)) {
            keep_own_value(g, key, node->item.data[i], s->law_tables);
            continue;
        }
        fine = false;
        if (s->law_tables && scree_config_refuse_table(g, key, path)) {
            continue;
        }
        scree_config_unknown_key(g, s, key, path);
    }
    fine &= check_required(g, s, node, path);
    bool has_kind = check_variants(g, s, node, path);
    for (size_t i = 0; i < s->nkey; i++) {
        int at = scree_yaml_find(node, s->key[i].name);
        if (at >= 0) {
            fine &= read_key(g, s, &s->key[i], base, node->item.data[at], path);
        }
    }
    for (size_t i = 0; i < s->nkey && has_kind; i++) {
        int at = scree_yaml_find(node, s->key[i].name);
        if (at >= 0) {
            fine &= check_company(g, s, &s->key[i], node->key.data[at], base, path);
        }
    }
    // A check compares values with each other: it needs all of them.
    size_t before = g->message.n;
    if (s->check && fine && has_kind) {
        s->check(g, base, node, path);
    }
    return fine && has_kind && g->message.n == before;
}

// ------------------------------------------------------------------------------------------------- the file

static int compare_messages(const void *a, const void *b) {
    const struct scree_config_message *p = a, *q = b;
    if (p->place.line != q->place.line) {
        return p->place.line < q->place.line ? -1 : 1;
    }
    return (p->place.column > q->place.column) - (p->place.column < q->place.column);
}

// The file, or the change from which a value comes.
static const char *origin_of(const scree_config *g, scree_place place) {
    return place.line < 0 ? scree_change_shown(g->c->change.data[-place.line - 1]) : g->name;
}

static bool finish(scree_config *g, scree_report *r) {
    bool fine = g->message.n == 0;
    if (!fine) {
        qsort(g->message.data, g->message.n, sizeof *g->message.data, compare_messages);
    }
    for (size_t i = 0; i < g->message.n; i++) {
        const struct scree_config_message *m = &g->message.data[i];
        scree_report_at(r, SCREE_SEVERITY_ERROR, origin_of(g, m->place), m->place.line, m->place.column, "%s",
                        m->text);
        scree_free(m->text);
    }
    scree_array_free(&g->message);
    for (size_t i = 0; i < g->own.n; i++) {
        scree_thermal_table_clear(&g->own.data[i].curve);
    }
    scree_array_free(&g->own);
    return fine;
}

// The tree with its variables and changes.
static void read_tree(scree_config *g, scree_yaml *root) {
    const int variables = scree_yaml_find(root, "variables");
    g->root = root;
    set_defaults(&scree_schema, g->c);
    g->variables = scree_variables_read(g, variables >= 0 ? root->item.data[variables] : NULL, root);
    read_section(g, &scree_schema, g->c, root, "");
    scree_config_contacts(g);
    scree_check_bonds(g);
}

// Once, not again for each phase and each key that a program sets in an open world.
static void tell_bare(scree_config *g, bool tell, scree_report *r) {
    for (size_t i = 0; i < g->bare.n; i++) {
        const struct scree_config_bare *b = &g->bare.data[i];
        if (tell) {
            scree_report_at(r, b->severity, origin_of(g, b->place), b->place.line, b->place.column, "%s",
                            b->text);
        }
        scree_free(b->text);
    }
    scree_array_free(&g->bare);
}

static bool is_first_reading(const scree_changes *changes, const scree_phase_times *times) {
    bool first = !times || times->n == 0;
    for (size_t k = 0; changes && k < changes->count; k++) {
        first &= !scree_change_is_later(changes->text[k]);
    }
    return first;
}

static bool read_tree_of(const char *name, const char *text, size_t size, const scree_changes *changes,
                         const scree_phase_times *times, scree_case *c, scree_report *r) {
    scree_yaml_file file;
    scree_config g = {.c = c, .name = name};
    scree_case_init(c);
    c->path = scree_strdup(name);
    bool fine = scree_yaml_parse(name, text, size, &file, r);
    if (fine && (!file.root || scree_yaml_is_null(file.root))) {
        scree_report_at(r, SCREE_SEVERITY_ERROR, name, 1, 1,
                        "the file is empty; accepted: a mapping with at least 'time' and 'materials'");
        fine = false;
    } else if (file.root && file.root->kind != SCREE_YAML_MAP) {
        char given[80];
        scree_config_given(file.root, given, sizeof given);
        scree_report_at(r, SCREE_SEVERITY_ERROR, name, file.root->place.line, file.root->place.column,
                        "the file holds %s; accepted: a mapping with at least 'time' and 'materials'", given);
        fine = false;
    } else if (file.root) { // after duplicate keys too: all errors in one go
        fine &= scree_changes_apply(changes, &file, c, r) && scree_phases_apply(times, name, &file, r);
        read_tree(&g, file.root);
    }
    fine &= finish(&g, r);
    tell_bare(&g, fine && is_first_reading(changes, times), r);
    if (fine) {
        scree_variables_keep(g.variables, c);
    }
    if (fine && c->phase.n == 0) { // another phase may use what this one does not (api/phases.c)
        scree_variables_warn(c, r);
    }
    scree_variables_destroy(g.variables);
    scree_yaml_clear(&file);
    return fine;
}

// The reference points, whose positions are in the series, stay where they are when phases or open worlds change motions.
static void keep_references(scree_case *c, const scree_case *first) {
    for (size_t k = 0; k < c->wall.n && k < first->wall.n; k++) {
        const scree_wall_def *was = &first->wall.data[k];
        scree_wall_def *now = &c->wall.data[k];
        if (!now->gives_reference && strcmp(now->name, was->name) == 0) {
            now->reference = was->reference;
            now->reference_at_centre = was->reference_at_centre;
        }
    }
}

static bool read_memory(const char *name, const char *text, size_t size, const scree_changes *changes,
                        const scree_phase_times *times, scree_case *c, scree_report *r) {
    SCREE_ARRAY(const char *) at_once = {0};
    for (size_t k = 0; changes && k < changes->count; k++) {
        if (!scree_change_is_later(changes->text[k])) {
            scree_array_push(&at_once, changes->text[k]);
        }
    }
    const scree_changes first = {.count = at_once.n, .text = at_once.data};
    const bool changed = (times && times->n > 1) || (changes && at_once.n < changes->count);
    bool fine = read_tree_of(name, text, size, changes, times, c, r);
    if (fine && changed) {
        scree_case start;
        scree_report *own = scree_report_create(); // the start was read before
        if (read_tree_of(name, text, size, &first, NULL, &start, own)) {
            keep_references(c, &start);
        }
        scree_report_destroy(own);
        scree_case_clear(&start);
    }
    scree_array_free(&at_once);
    return fine;
}

bool scree_case_read_text(const char *name, const char *text, scree_case *c, scree_report *r) {
    return scree_case_read_changed(name, text, NULL, c, r);
}

bool scree_case_read_changed(const char *name, const char *text, const scree_changes *changes, scree_case *c,
                             scree_report *r) {
    return read_memory(name, text, strlen(text), changes, NULL, c, r);
}

bool scree_case_read(const char *path, const scree_changes *changes, scree_case *c, scree_report *r) {
    return scree_case_read_phase(path, changes, NULL, c, r);
}

bool scree_case_read_phase(const char *path, const scree_changes *changes, const scree_phase_times *times,
                           scree_case *c, scree_report *r) {
    size_t size = 0;
    char *text = scree_file_read_text(path, &size, r);
    if (!text) {
        scree_case_init(c);
        return false;
    }
    bool fine = read_memory(path, text, size, changes, times, c, r);
    scree_free(text);
    return fine;
}
