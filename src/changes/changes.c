// SPDX-License-Identifier: BSD-3-Clause
#include "changes/changes.h"
#include "changes/phase_changes.h"
#include "yaml/yaml_path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One change while it is applied.
typedef struct change {
    const char *origin; // "--set a.b=c"
    const char *path;
    const char *end;   // of the path: the = sign
    scree_place place; // of new nodes
    scree_yaml_file *file;
    scree_report *report;
} change;

// Reports an error and is false.
#define FAIL(x, ...) scree_report_at((x)->report, SCREE_SEVERITY_ERROR, (x)->origin, 0, 0, __VA_ARGS__)

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
    return value && scree_yaml_path_set(x->file, x->path, (size_t)(x->end - x->path), value, x->origin,
                                        x->place, x->report);
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
    return FAIL(x, "the file has no variable '%.*s'; accepted: %s", (int)n, x->path,
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
                       : FAIL(x, "accepted: a %s, '=' and a value", k == 1 ? "name" : "path");
        }
    }
    return FAIL(x, "this is no change; accepted: --set PATH=VALUE, --define NAME=VALUE");
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
