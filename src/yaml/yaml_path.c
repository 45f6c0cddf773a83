// SPDX-License-Identifier: BSD-3-Clause
#include "yaml/yaml_path.h"
#include "text/text_buffer.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One value while it is set.
typedef struct path_setter {
    const char *name, *path, *end; // of the file in messages, and of the path
    scree_place place;             // of new nodes and messages; not above 0: of no line
    scree_yaml_file *file;
    scree_report *report;
} path_setter;

// Reports an error and is false.
#define FAIL(x, ...)                                                                                         \
    scree_report_at((x)->report, SCREE_SEVERITY_ERROR, (x)->name, (x)->place.line > 0 ? (x)->place.line : 0, \
                    (x)->place.line > 0 ? (x)->place.column : 0, __VA_ARGS__)

// Aliases share nodes: a change concerns one place only, so every node on the way is replaced by a copy.
static scree_yaml *own_copy(const path_setter *x, scree_yaml **at) {
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

static scree_yaml **item_of_map(const path_setter *x, scree_yaml *map, const char *key, size_t n) {
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

static void fail_item(const path_setter *x, const scree_yaml *list, const char *key, size_t n) {
    const int path = (int)(key > x->path ? key - x->path - 1 : 0);
    if (list->item.n == 0) {
        FAIL(x, "'%.*s' has no items in the file, so '%.*s' cannot be set", path, x->path, (int)n, key);
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
    FAIL(x, "'%.*s' has no item '%.*s' in the file; accepted: 0 to %zu%s", path, x->path, (int)n, key,
         list->item.n - 1, names.data ? names.data : "");
    scree_free(names.data);
}

// The node of a key of *at, which gets the key if it lacks it; NULL: reported.
static scree_yaml **step_to_key(const path_setter *x, scree_yaml **at, const char *key, size_t n) {
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
        FAIL(x, "'%.*s' has no keys in the file, so '%.*s' cannot be set; accepted: the path of a value",
             (int)(key > x->path ? key - x->path - 1 : 0), x->path, (int)n, key);
        return NULL;
    }
    return item_of_map(x, node, key, n);
}

// The item of a list, or the single entry that stands for a list of one; NULL: reported.
static scree_yaml **step_to_item(const path_setter *x, scree_yaml **at, const char *bracket,
                                 const char **end) {
    const size_t digits = strspn(bracket + 1, "0123456789"), length = strcspn(bracket + 1, "]");
    scree_yaml *node = own_copy(x, at);
    const size_t n = node->kind == SCREE_YAML_LIST ? node->item.n : node->kind == SCREE_YAML_MAP ? 1 : 0;
    size_t index = digits < length ? find_item(node, bracket + 1, length) : 0;
    for (size_t k = 0; digits == length && k < digits && index < 1000000; k++) {
        index = 10 * index + (size_t)(bracket[1 + k] - '0');
    }
    *end = bracket + 2 + length;
    if (length == 0 || bracket[1 + length] != ']' || index == SIZE_MAX) {
        FAIL(x, "\"%.20s\" is no index; accepted: [0], [1], ..., or the name of an item that has one",
             bracket);
        return NULL;
    }
    if (index >= n) {
        FAIL(x,
             n == 0 ? "'%.*s' is no list in the file"
                    : "'%.*s' has no item %zu in the file; accepted: 0 to %zu",
             (int)(bracket - x->path), x->path, index, n - 1);
        return NULL;
    }
    return node->kind == SCREE_YAML_LIST ? &node->item.data[index] : at;
}

static bool set_value(const path_setter *x, scree_yaml *value) {
    scree_yaml **at = &x->file->root;
    const char *p = x->path;
    while (at && p < x->end) {
        if (*p == '[' && p > x->path) {
            at = step_to_item(x, at, p, &p);
        } else {
            p += *p == '.' && p > x->path;
            const size_t n = strcspn(p, ".[=");
            if (n == 0) {
                return FAIL(x,
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

bool scree_yaml_path_set(scree_yaml_file *file, const char *path, size_t length, scree_yaml *value,
                         const char *name, scree_place place, scree_report *r) {
    const path_setter x = {name, path, path + length, place, file, r};
    return set_value(&x, value);
}

const scree_yaml *scree_yaml_path_find(const scree_yaml *root, const char *path) {
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
