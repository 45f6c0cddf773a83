// SPDX-License-Identifier: BSD-3-Clause
#include "input/changes.h"
#include "base/text_buffer.h"
#include "input/phase_changes.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One change while it is applied.
typedef struct change {
    const char *origin; // "--set a.b=c", or the file in which it stands
    const char *path;
    const char *end;   // of the path: the = sign of an option
    scree_place place; // of new nodes
    int line, column;  // in messages, 0: none
    scree_yaml_file *file;
    scree_report *report;
} change;

static bool fail(const change *x, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool fail(const change *x, const char *format, ...) {
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    scree_report_at(x->report, SCREE_SEVERITY_ERROR, x->origin, x->line, x->column, "%s", text);
    return false;
}

// The value as a node of the file; NULL: reported.
static scree_yaml *read_value(const change *x) {
    scree_yaml_file value;
    const char *text = x->end + 1;
    if (!scree_yaml_parse(x->origin, text, strlen(text), &value, x->report)) {
        scree_yaml_clear(&value);
        return NULL;
    }
    for (size_t i = 0; i < value.node.n; i++) {
        value.node.data[i]->place = x->place;
        scree_array_push(&x->file->node, value.node.data[i]);
    }
    scree_yaml *root = value.root ? value.root : scree_yaml_add(x->file, SCREE_YAML_TEXT, x->place);
    scree_array_free(&value.node);
    return root;
}

// Aliases share nodes: a change concerns one place only, so every node on the way is replaced by a copy.
static scree_yaml *own_copy(const change *x, scree_yaml **at) {
    scree_yaml *copy = scree_yaml_add(x->file, SCREE_YAML_TEXT, (*at)->place);
    scree_yaml_assign(copy, *at);
    *at = copy;
    return copy;
}

// Number of the key in the mapping, or -1.
static int find_key(const scree_yaml *map, const char *key, size_t n) {
    for (size_t i = 0; i < map->key.n; i++) {
        if (strlen(map->key.data[i]->text) == n && memcmp(map->key.data[i]->text, key, n) == 0) {
            return (int)i;
        }
    }
    return -1;
}

static scree_yaml **item_of_map(const change *x, scree_yaml *map, const char *key, size_t n) {
    const int found = find_key(map, key, n);
    if (found >= 0) {
        return &map->item.data[found];
    }
    scree_yaml *name = scree_yaml_add(x->file, SCREE_YAML_TEXT, x->place),
               *nothing = scree_yaml_add(x->file, SCREE_YAML_TEXT, x->place);
    scree_free(name->text);
    name->text = scree_format("%.*s", (int)n, key);
    scree_array_push(&map->key, name);
    scree_array_push(&map->item, nothing);
    return &map->item.data[map->item.n - 1];
}

// Number of the item whose key `name` has this text, SIZE_MAX: none.
static size_t find_item(const scree_yaml *list, const char *text, size_t n) {
    for (size_t k = 0; list->kind == SCREE_YAML_LIST && k < list->item.n; k++) {
        const scree_yaml *item = list->item.data[k];
        const int name = item->kind == SCREE_YAML_MAP ? scree_yaml_find(item, "name") : -1;
        const char *is = name >= 0 ? item->item.data[name]->text : NULL;
        if (is && strlen(is) == n && memcmp(is, text, n) == 0) {
            return k;
        }
    }
    return SIZE_MAX;
}

// The item of a list by its number or its name; NULL: there is none.
static scree_yaml **item_of_list(scree_yaml *list, const char *key, size_t n) {
    const size_t index =
        strspn(key, "0123456789") >= n && n < 9 ? strtoul(key, NULL, 10) : find_item(list, key, n);
    return index < list->item.n ? &list->item.data[index] : NULL;
}

static void fail_item(const change *x, const scree_yaml *list, const char *key, size_t n) {
    const int path = (int)(key > x->path ? key - x->path - 1 : 0);
    if (list->item.n == 0) {
        fail(x, "'%.*s' has no items in the file, so '%.*s' cannot be set", path, x->path, (int)n, key);
        return;
    }
    scree_text_buffer names = {0};
    for (size_t k = 0; k < list->item.n; k++) {
        const scree_yaml *item = list->item.data[k];
        const int name = item->kind == SCREE_YAML_MAP ? scree_yaml_find(item, "name") : -1;
        if (name >= 0 && item->item.data[name]->text) {
            scree_text_add(&names, ", %s", item->item.data[name]->text);
        }
    }
    fail(x, "'%.*s' has no item '%.*s' in the file; accepted: 0 to %zu%s", path, x->path, (int)n, key,
         list->item.n - 1, names.data ? names.data : "");
    scree_free(names.data);
}

// The node of a key of *at, which gets the key if it lacks it; NULL: reported.
static scree_yaml **step_to_key(const change *x, scree_yaml **at, const char *key, size_t n) {
    scree_yaml *node = own_copy(x, at);
    scree_yaml **item = node->kind == SCREE_YAML_LIST ? item_of_list(node, key, n) : NULL;
    if (item) {
        return item;
    }
    if (node->kind == SCREE_YAML_LIST) {
        fail_item(x, node, key, n);
        return NULL;
    }
    if (scree_yaml_is_null(node)) { // a section that is not there, or has nothing in it
        const scree_yaml empty = {.kind = SCREE_YAML_MAP};
        scree_yaml_assign(node, &empty);
    }
    if (node->kind != SCREE_YAML_MAP) {
        fail(x, "'%.*s' has no keys in the file, so '%.*s' cannot be set; accepted: the path of a value",
             (int)(key > x->path ? key - x->path - 1 : 0), x->path, (int)n, key);
        return NULL;
    }
    return item_of_map(x, node, key, n);
}

// The item of a list, or the single entry that stands for a list of one; NULL: reported.
static scree_yaml **step_to_item(const change *x, scree_yaml **at, const char *bracket, const char **end) {
    const size_t digits = strspn(bracket + 1, "0123456789"), length = strcspn(bracket + 1, "]");
    scree_yaml *node = own_copy(x, at);
    const size_t n = node->kind == SCREE_YAML_LIST ? node->item.n : node->kind == SCREE_YAML_MAP ? 1 : 0;
    size_t index = digits < length ? find_item(node, bracket + 1, length) : 0;
    for (size_t k = 0; digits == length && k < digits && index < 1000000; k++) {
        index = 10 * index + (size_t)(bracket[1 + k] - '0');
    }
    *end = bracket + 2 + length;
    if (length == 0 || bracket[1 + length] != ']' || index == SIZE_MAX) {
        fail(x, "\"%.20s\" is no index; accepted: [0], [1], ..., or the name of an item that has one",
             bracket);
        return NULL;
    }
    if (index >= n) {
        fail(x,
             n == 0 ? "'%.*s' is no list in the file"
                    : "'%.*s' has no item %zu in the file; accepted: 0 to %zu",
             (int)(bracket - x->path), x->path, index, n - 1);
        return NULL;
    }
    return node->kind == SCREE_YAML_LIST ? &node->item.data[index] : at;
}

static bool set_value(const change *x, scree_yaml *value) {
    scree_yaml **at = &x->file->root;
    const char *p = x->path;
    while (at && p < x->end) {
        if (*p == '[' && p > x->path) {
            at = step_to_item(x, at, p, &p);
        } else {
            p += *p == '.' && p > x->path;
            const size_t n = strcspn(p, ".[=");
            if (n == 0) {
                return fail(x,
                            "a key is missing in the path; accepted: such as materials.glass.young=10 MPa");
            }
            at = step_to_key(x, at, p, n);
            p += n;
        }
    }
    if (at) {
        *at = value;
    }
    return at != NULL;
}

static const char later[] = "--later ";

bool scree_change_is_later(const char *text) {
    return strncmp(text, later, sizeof later - 1) == 0;
}

const char *scree_change_shown(const char *text) {
    const char *space = scree_change_is_later(text) ? strchr(text + sizeof later - 1, ' ') : NULL;
    return space ? space + 1 : text;
}

// "--later 0.5 path=value": as a phase does that begins at 0.5 s.
static bool set_later(const change *x) {
    const char *path = x->origin;
    const double start = strtod(x->path, NULL);
    scree_yaml *value = read_value(x);
    scree_yaml *key = value ? scree_yaml_add(x->file, SCREE_YAML_TEXT, x->place) : NULL;
    if (!value) {
        return false;
    }
    scree_free(key->text);
    key->text = scree_format("%.*s", (int)(x->end - path), path);
    return scree_phase_set(start, x->origin, x->file, key, value, x->report);
}

static bool set(const change *x) {
    scree_yaml *value = read_value(x);
    return value && set_value(x, value);
}

bool scree_change_set(scree_yaml_file *file, const char *path, scree_yaml *value, const char *name,
                      scree_place place, scree_report *r) {
    const change x = {.origin = name,
                      .path = path,
                      .end = path + strlen(path),
                      .place = place,
                      .line = place.line,
                      .column = place.column,
                      .file = file,
                      .report = r};
    return set_value(&x, value);
}

const scree_yaml *scree_change_find(const scree_yaml *root, const char *path) {
    const scree_yaml *at = root;
    for (const char *p = path; at && *p;) {
        const bool bracket = *p == '[';
        p += bracket || (*p == '.' && p > path);
        const size_t n = strcspn(p, bracket ? "]" : ".[");
        const int key = bracket || at->kind != SCREE_YAML_MAP ? -1 : find_key(at, p, n);
        const size_t digits = strspn(p, "0123456789"),
                     item = digits == n && n > 0 && n < 9 ? strtoul(p, NULL, 10) : find_item(at, p, n);
        const bool single = at->kind == SCREE_YAML_MAP && bracket && item == 0; // it stands for a list of one
        at = key >= 0                                           ? at->item.data[key]
             : single                                           ? at
             : at->kind == SCREE_YAML_LIST && item < at->item.n ? at->item.data[item]
                                                                : NULL;
        p += n + (bracket && p[n] == ']');
    }
    return at;
}

// A variable must be listed in the file, so that a slip in its name is seen.
static bool define(const change *x) {
    const int i = scree_yaml_find(x->file->root, "variables");
    const scree_yaml *list = i >= 0 ? x->file->root->item.data[i] : NULL;
    const size_t n = (size_t)(x->end - x->path);
    char names[200] = "";
    for (size_t k = 0; list && k < list->key.n; k++) {
        const char *name = list->key.data[k]->text;
        const size_t used = strlen(names);
        if (strlen(name) == n && memcmp(name, x->path, n) == 0) {
            scree_yaml *value = read_value(x);
            if (value) {
                list->item.data[k] = value;
            }
            return value != NULL;
        }
        snprintf(names + used, sizeof names - used, "%s%s", k > 0 ? ", " : "", name);
    }
    return fail(x, "the file has no variable '%.*s'; accepted: %s", (int)n, x->path,
                names[0] ? names : "nothing, it has no section 'variables'");
}

static bool apply(change *x, const char *text) {
    static const struct {
        const char *option;
        bool (*apply)(const change *x);
    } kind[] = {{"--set ", set}, {"--define ", define}, {later, set_later}};
    for (size_t k = 0; k < sizeof kind / sizeof *kind; k++) {
        const size_t n = strlen(kind[k].option);
        if (strncmp(text, kind[k].option, n) == 0) {
            x->path = text + n;
            x->end = strchr(x->path, '=');
            return x->end && x->end > x->path
                       ? kind[k].apply(x)
                       : fail(x, "accepted: a %s, '=' and a value", k == 1 ? "name" : "path");
        }
    }
    return fail(x, "this is no change; accepted: --set PATH=VALUE, --define NAME=VALUE");
}

bool scree_changes_apply(const scree_changes *changes, scree_yaml_file *file, scree_case *c,
                         scree_report *r) {
    bool fine = true;
    for (size_t k = 0; changes && k < changes->count;
         k++) { // in order: a later one may change an earlier one
        change x = {.origin = scree_change_shown(changes->text[k]),
                    .place = {-(int)k - 1, 1},
                    .file = file,
                    .report = r};
        scree_array_push(&c->change, scree_strdup(changes->text[k]));
        fine &= apply(&x, changes->text[k]);
    }
    return fine;
}
