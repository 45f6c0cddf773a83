// SPDX-License-Identifier: BSD-3-Clause
// Walks a YAML tree, or the struct of a section, along a table of keys. Nothing here knows a key by its name. Sections contain sections, so
// reading, writing and defaults call themselves through the types of the keys.
#include "sections/section.h"
#include "keys/accepted_text.h"
#include "keys/complain.h"
#include "keys/word_list.h"
#include "text/escape.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const scree_key *scree_section_find(const scree_section *s, const char *name) {
    for (size_t i = 0; i < s->nkey; i++) {
        if (strcmp(s->key[i].name, name) == 0) {
            return &s->key[i];
        }
    }
    return NULL;
}

// ------------------------------------------------------------------------------------------------- defaults

static void set_default(const scree_key *key, void *base) {
    char *at = (char *)base + key->offset;
    if (key->type->unset) {
        key->type->unset(key, at);
    }
    if (!key->fallback || !key->type->read) {
        return;
    }
    scree_config none = {0};
    scree_yaml node = {.kind = SCREE_YAML_TEXT, .text = (char *)(size_t)key->fallback};
    if (!key->type->read(&none, key, at, &node, key->name)) {
        abort(); // the table contradicts itself
    }
}

void scree_section_defaults(const scree_section *s, void *base) {
    for (size_t i = 0; i < s->nkey; i++) {
        set_default(&s->key[i], base);
    }
}

// ------------------------------------------------------------------------------------------------- sections

static void join_path(char out[SCREE_PATH_SIZE], const char *path, const char *name) {
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
    scree_section_defaults(s, item);
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

static bool read_named(scree_config *g, const scree_key *key, void *at, const scree_yaml *node,
                       const char *path) {
    const scree_section *s = key->section;
    bool fine = true;
    if (scree_yaml_is_null(node) && !key->required) {
        return true; // all of them commented out
    }
    if (node->kind != SCREE_YAML_MAP || (key->required && node->item.n == 0)) {
        return scree_config_wrong(g, key, node, path, NULL);
    }
    for (size_t i = 0; i < node->item.n; i++) {
        const scree_yaml *name = node->key.data[i];
        char below[SCREE_PATH_SIZE];
        join_path(below, path, name->text);
        char *item = append(at, s, name);
        char *copy = scree_strdup(name->text);
        memcpy(item + s->name_offset, &copy, sizeof copy);
        fine &= check_name(g, name, path);
        fine &= scree_section_read(g, s, item, node->item.data[i], below);
    }
    return fine;
}

static bool read_list(scree_config *g, const scree_key *key, void *at, const scree_yaml *node,
                      const char *path) {
    const scree_section *s = key->section;
    scree_any_array *list = at;
    bool fine = true;
    if (scree_yaml_is_null(node)) {
        return true;
    }
    if (node->kind == SCREE_YAML_MAP) {
        return scree_section_read(g, s, append(list, s, node), node, path);
    }
    if (node->kind != SCREE_YAML_LIST) {
        return scree_config_wrong(g, key, node, path, NULL);
    }
    for (size_t i = 0; i < node->item.n; i++) {
        const scree_yaml *item = node->item.data[i];
        char below[SCREE_PATH_SIZE];
        snprintf(below, sizeof below, "%.200s[%zu]", path, i);
        fine &= scree_section_read(g, s, append(list, s, item), item, below);
    }
    return fine;
}

static bool read_section(scree_config *g, const scree_key *key, void *at, const scree_yaml *node,
                         const char *path) {
    if (key->flag && scree_yaml_is_null(node)) {
        return true; // as if it were not there: a phase takes it away
    }
    if (key->flag) {
        *(bool *)(void *)((char *)at - key->offset + key->flag) = true;
    }
    if (node->kind != SCREE_YAML_MAP && !key->section->short_key) {
        return scree_config_wrong(g, key, node, path, NULL);
    }
    return scree_section_read(g, key->section, at, node, path);
}

static bool read_key(scree_config *g, const scree_section *s, const scree_key *key, void *base,
                     const scree_yaml *node, const char *path) {
    char below[SCREE_PATH_SIZE];
    join_path(below, path, key->name);
    if (key->variant) {
        memcpy((char *)base + s->kind_offset, &key->kind, sizeof(int));
    }
    return key->type->read(g, key, (char *)base + key->offset, node, below);
}

static bool is_alias(const scree_key *alias, const scree_key *key) {
    return alias->alias_of && strcmp(alias->alias_of, key->name) == 0;
}

// Finds the value of `key` or of another spelling of it; giving both is an error.
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
    for (int i = 0; key->unless && i < scree_word_list_count(key->unless); i++) {
        char other[32];
        scree_word_list_item(key->unless, i, other);
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
            fine = scree_config_error(g, node->key.data[at]->place,
                                      "%s: both '%s' and '%s' are given; accepted: one of them", path,
                                      first->name, key->name);
        }
        first = first ? first : at >= 0 ? key : NULL;
    }
    if (any && !first) {
        fine = scree_config_error(g, node->place, "%s: the kind is missing; accepted: one of the keys %s",
                                  path, list);
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
    return scree_config_error(g, at->place, "%s: '%s' has no meaning here; accepted: together with %s only",
                              path, key->name, others);
}

bool scree_section_read(scree_config *g, const scree_section *s, void *base, const scree_yaml *node,
                        const char *path) {
    if (node->kind != SCREE_YAML_MAP && s->short_key) {
        return read_key(g, s, scree_section_find(s, s->short_key), base, node, path);
    }
    if (node->kind != SCREE_YAML_MAP) {
        scree_key as_section = {.type = &scree_section_type, .section = s};
        return scree_config_wrong(g, &as_section, node, path, NULL);
    }
    bool fine = true;
    for (size_t i = 0; i < node->key.n; i++) {
        const scree_yaml *key = node->key.data[i];
        if (scree_section_find(s, key->text)) {
            continue;
        }
        const scree_other_key other =
            s->other ? s->other(g, key, node->item.data[i], path) : SCREE_KEY_UNKNOWN;
        fine &= other == SCREE_KEY_TAKEN;
        if (other == SCREE_KEY_UNKNOWN) {
            scree_config_unknown_key(g, s, key, path);
        }
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

// ------------------------------------------------------------------------------------------------- writing

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

static void write_items(const scree_value_writer *w, const scree_key *key, const void *at, const char *path) {
    const scree_any_array *list = at;
    const size_t n = key->section->count ? key->section->count(w->c) : list->n;
    size_t index = 0;
    for (size_t i = 0; i < n; i++) {
        const char *item = list->data + i * key->section->size;
        char below[SCREE_PATH_SIZE], *name = NULL;
        if (!has_kind(key->section, item)) {
            continue;
        }
        if (key->type == &scree_named_type) {
            memcpy(&name, item + key->section->name_offset, sizeof name);
        }
        if (name) {
            snprintf(below, sizeof below, "%.120s.%.100s", path, name);
        } else {
            snprintf(below, sizeof below, "%.200s[%zu]", path, index++);
        }
        scree_section_write(w, key->section, item, below);
    }
}

// Whether the key says something of this struct: not another spelling, another variant, or a section that was not given.
static bool applies(const scree_section *s, const scree_key *key, const void *base) {
    int kind;
    memcpy(&kind, (const char *)base + s->kind_offset, sizeof kind);
    if (key->alias_of || (key->variant && key->kind != kind) || (key->kinds && !(key->kinds >> kind & 1u))) {
        return false;
    }
    return key->type != &scree_section_type || !key->flag ||
           *(const bool *)(const void *)((const char *)base + key->flag);
}

void scree_section_write(const scree_value_writer *w, const scree_section *s, const void *base,
                         const char *path) {
    for (size_t i = 0; i < s->nkey; i++) {
        const scree_key *key = &s->key[i];
        char below[SCREE_PATH_SIZE];
        if (key->type->write && applies(s, key, base)) {
            snprintf(below, sizeof below, "%.180s%s%s", path, *path ? "." : "", key->name);
            key->type->write(w, key, (const char *)base + key->offset, below);
        }
    }
    if (s->write_other) {
        s->write_other(w, base, path);
    }
}

static void write_section(const scree_value_writer *w, const scree_key *key, const void *at,
                          const char *path) {
    scree_section_write(w, key->section, at, path);
}

// ------------------------------------------------------------------------------------------------- types

static void unset_section(const scree_key *key, void *at) {
    scree_section_defaults(key->section, at);
}

static void describe_section(scree_text_buffer *t, const scree_key *key) {
    scree_text_add(t, "%s with keys of",
                   key->type == &scree_named_type  ? "a mapping of names to mappings"
                   : key->type == &scree_list_type ? "a list of mappings"
                                                   : "a mapping");
    for (size_t i = 0; i < key->section->nkey; i++) {
        scree_text_add(t, "%s %s", i > 0 ? "," : "", key->section->key[i].name);
    }
}

const scree_value_type scree_section_type = {
    .read = read_section, .write = write_section, .describe = describe_section, .unset = unset_section};
const scree_value_type scree_named_type = {
    .read = read_named, .write = write_items, .describe = describe_section};
const scree_value_type scree_list_type = {
    .read = read_list, .write = write_items, .describe = describe_section};
