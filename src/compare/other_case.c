// SPDX-License-Identifier: BSD-3-Clause
#include "compare/other_case.h"
#include "changes/changes.h"
#include "compare/case_hash.h"
#include "compare/compare.h"
#include "parallel/comm.h"
#include "text/file.h"
#include "yaml/yaml_path.h"
#include <string.h>

enum { MOST_NAMED = 8 };

// A YAML file, which JSON is too. False if there is none, or none that can be read; nothing is reported.
static bool read_quietly(const char *path, scree_yaml_file *file) {
    scree_report *unseen = scree_report_create();
    size_t size = 0;
    char *text = scree_file_read_text(path, &size, unseen);
    *file = (scree_yaml_file){0};
    const bool fine = text && scree_yaml_parse(path, text, size, file, unseen) && file->root &&
                      file->root->kind == SCREE_YAML_MAP;
    scree_free(text);
    scree_report_destroy(unseen);
    return fine;
}

// The record beside a checkpoint that a run wrote, under the name that runs give it; free with scree_free. NULL: of another name.
static char *record_beside(const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    return strncmp(name, "checkpoint_", 11) == 0 ? scree_format("%.*srun.json", (int)(name - path), path)
                                                 : NULL;
}

// The values of the case in a record; false: there is none.
static bool values_of_record(const char *path, scree_value_list *list) {
    scree_yaml_file file = {0};
    char *record = record_beside(path);
    const bool read = record && read_quietly(record, &file);
    const int at = read ? scree_yaml_find(file.root, "parameters") : -1;
    const scree_yaml *map = at >= 0 ? file.root->item.data[at] : NULL;
    for (size_t k = 0; map && map->kind == SCREE_YAML_MAP && k < map->key.n; k++) {
        const char *text = map->item.data[k]->text;
        if (text && strncmp(map->key.data[k]->text, "phases.", 7) != 0) {
            scree_array_push(list, ((scree_value){scree_strdup(map->key.data[k]->text), scree_strdup(text)}));
        }
    }
    scree_yaml_clear(&file);
    scree_free(record);
    return list->n > 0;
}

static bool counts(const scree_difference *d) {
    const char *before = d->before ? scree_case_hash_counts(d->path, d->before) : NULL,
               *after = d->after ? scree_case_hash_counts(d->path, d->after) : NULL;
    return (before || after) && !(before && after && strcmp(before, after) == 0);
}

// The file of the case with its changes as a tree, for places.
static bool tree_of_case(const scree_case *c, scree_yaml_file *file, scree_case *listed) {
    bool fine = read_quietly(c->path, file);
    if (fine) {
        scree_report *unseen = scree_report_create();
        const scree_changes changes = scree_changes_of(c);
        fine = scree_changes_apply(&changes, file, listed, unseen);
        scree_report_destroy(unseen);
    }
    return fine;
}

// Returns where the value stands, or the section that it would be in: the longest part of the path that the tree has.
static scree_place place_of(const scree_yaml *root, const char *path) {
    char *part = scree_strdup(path);
    const scree_yaml *found = NULL;
    while (root && !found && *part) {
        found = scree_yaml_path_find(root, part);
        char *end = part + strlen(part);
        while (end > part && *end != '.' && *end != '[') {
            end--;
        }
        *end = '\0';
    }
    scree_free(part);
    return found ? found->place : (scree_place){0, 0};
}

static void report_difference(const scree_case *c, const scree_difference *d, const scree_yaml *root,
                              scree_report *r) {
    const scree_place at = place_of(root, d->path);
    const char *origin = at.line < 0 ? scree_change_shown(c->change.data[-at.line - 1]) : c->path;
    scree_text_buffer before = {0}, after = {0};
    scree_value_add(&before, d->before);
    scree_value_add(&after, d->after);
    const bool same = strcmp(before.data, after.data) == 0; // in the digits shown
    scree_report_at(r, SCREE_SEVERITY_ERROR, origin, at.line > 0 ? at.line : 0, at.line > 0 ? at.column : 0,
                    "%s: it is %s, and was %s in the run that wrote the checkpoint", d->path,
                    same && d->after ? d->after : after.data, same && d->before ? d->before : before.data);
    scree_free(before.data);
    scree_free(after.data);
}

static size_t number_of(const scree_comparison *x) {
    size_t n = 0;
    for (size_t k = 0; k < x->differ.n; k++) {
        n += counts(&x->differ.data[k]);
    }
    return n;
}

// The differences that count, those last that a phase may have made: without a place, as it may be in the phase.
static void report_differences(const scree_case *c, const scree_comparison *x, scree_report *r) {
    scree_yaml_file file = {0};
    scree_case listed = {0};
    const bool placed = tree_of_case(c, &file, &listed);
    size_t n = 0;
    for (int last = 0; last < 2; last++) {
        for (size_t k = 0; k < x->differ.n; k++) {
            const scree_difference *d = &x->differ.data[k];
            const bool by_phase = c->phase.n > 0 && scree_case_may_change(c, d->path);
            if (counts(d) && by_phase == (last == 1) && n++ < MOST_NAMED) {
                report_difference(c, d, placed && !by_phase ? file.root : NULL, r);
            }
        }
    }
    scree_yaml_clear(&file);
    scree_case_clear(&listed);
}

void scree_other_case(const scree_world *w, const char *path, const char *advice, scree_report *r) {
    const scree_case *c = w->case_;
    scree_value_list before = {0};
    scree_comparison x = {.before = {0}};
    // The messages of rank 0 are shown.
    const bool known = scree_comm_rank(w->comm) == 0 && values_of_record(path, &before);
    if (known) {
        x = scree_case_compare_values(before, c);
    }
    const size_t n = number_of(&x);
    char *where = !known  ? scree_format("the keys that differ cannot be named, as no run.json of its run "
                                          "that can be read is beside it")
                  : n > 0 ? scree_format("%zu %s%s", n, n == 1 ? "key differs" : "keys differ",
                                         n > MOST_NAMED ? ", of which the first follow" : "")
                          : scree_format("all keys are the same, so what differs is in files that the case "
                                         "reads, such as meshes, or in formulas of time through a variable");
    scree_report_error(r,
                       "%s was written by a case that differs from %s in more than end time and output, so "
                       "it cannot be resumed; %s; %s",
                       path, c->path, advice, where);
    scree_free(where);
    if (n > 0) {
        report_differences(c, &x, r);
    }
    scree_comparison_clear(&x);
}
