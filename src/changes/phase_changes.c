// SPDX-License-Identifier: BSD-3-Clause
#include "changes/phase_changes.h"
#include "text/expression.h"
#include "text/text_buffer.h"
#include "yaml/yaml_path.h"
#include <stdio.h>
#include <string.h>

// Values of a phase: aliases may stand for any number of them. Phases: the file is read once for each.
enum { MOST_NODES = 100000, MOST_PHASES = 250 };

typedef struct phase {
    const char *name; // of the file
    scree_yaml_file *file;
    double start; // s
    size_t nodes; // copied so far
    scree_report *report;
} phase;

static bool report_wrong_phase(const phase *p, scree_place at, const char *text) {
    return scree_report_at(p->report, SCREE_SEVERITY_ERROR, p->name, at.line, at.column, "%s", text);
}

// The text with phase_start replaced; free with scree_free.
static char *with_start(const char *text, double start) {
    static const char variable[] = "phase_start";
    char number[32];
    scree_text_buffer t = {0};
    scree_number_text_full(start, number);
    scree_text_add(&t, "%s", "");
    while (*text) {
        const size_t word = scree_expression_name_length(text), n = word > 0 ? word : 1;
        if (word == sizeof variable - 1 && strncmp(text, variable, word) == 0) {
            scree_text_add(&t, "(%s s)", number);
        } else {
            scree_text_add(&t, "%.*s", (int)n, text);
        }
        text += n;
    }
    return t.data;
}

// A phase may be read again with another start: its values are copied. NULL: reported.
static scree_yaml *copy(phase *p, const scree_yaml *from) {
    if (++p->nodes > MOST_NODES) {
        if (p->nodes == MOST_NODES + 1) {
            report_wrong_phase(p, from->place, "phases: the values are too many; accepted: 100000 of them");
        }
        return NULL;
    }
    scree_yaml *to = scree_yaml_add(p->file, from->kind, from->place);
    to->quoted = from->quoted;
    if (from->text && from->kind == SCREE_YAML_TEXT) {
        scree_free(to->text);
        to->text = with_start(from->text, p->start); // numbers may be in quotes
    }
    for (size_t k = 0; k < from->item.n; k++) {
        scree_yaml *item = copy(p, from->item.data[k]);
        if (!item) {
            return NULL;
        }
        scree_array_push(&to->item, item);
        if (from->kind == SCREE_YAML_MAP) {
            scree_array_push(&to->key, from->key.data[k]);
        }
    }
    return to;
}

// One motion, or a list of them.
static void start_motion(const phase *p, scree_yaml *motion) {
    for (size_t k = 0; motion->kind == SCREE_YAML_LIST && k < motion->item.n; k++) {
        start_motion(p, motion->item.data[k]);
    }
    if (motion->kind != SCREE_YAML_MAP || scree_yaml_find(motion, "start") >= 0) {
        return;
    }
    scree_yaml *key = scree_yaml_add(p->file, SCREE_YAML_TEXT, motion->place),
               *value = scree_yaml_add(p->file, SCREE_YAML_TEXT, motion->place);
    scree_free(key->text);
    scree_free(value->text);
    key->text = scree_strdup("start");
    value->text = with_start("phase_start", p->start);
    scree_array_push(&motion->key, key);
    scree_array_push(&motion->item, value);
}

static bool is_timed(const char *key) {
    return strcmp(key, "motion") == 0 || strcmp(key, "factor") == 0;
}

// Lets everything in this value that has its own time begin with the phase.
static void start_inside(const phase *p, scree_yaml *value) {
    for (size_t k = 0; k < value->item.n; k++) {
        if (value->kind == SCREE_YAML_MAP && is_timed(value->key.data[k]->text)) {
            start_motion(p, value->item.data[k]);
        } else {
            start_inside(p, value->item.data[k]);
        }
    }
}

static bool apply_one(phase *p, const scree_yaml *path, const scree_yaml *value) {
    scree_yaml *own = copy(p, value);
    if (own && strncmp(path->text, "phases", 6) == 0) {
        return report_wrong_phase(p, path->place,
                                  "phases: a phase cannot change phases; accepted: paths in other sections");
    }
    if (!own) {
        return false;
    }
    const char *dot = strrchr(path->text, '.');
    char last[16] = "";
    if (dot && (strncmp(path->text, "walls.", 6) == 0 || strncmp(path->text, "groups.", 7) == 0)) {
        snprintf(last, sizeof last, "%.*s", (int)strcspn(dot + 1, "["), dot + 1);
        if (is_timed(last)) {
            start_motion(p, own);
        } else {
            start_inside(p, own);
        }
    }
    return scree_yaml_path_set(p->file, path->text, strlen(path->text), own, p->name, path->place, p->report);
}

static bool apply_all(phase *p, const scree_yaml *set) {
    bool fine = true;
    if (scree_yaml_is_null(set)) {
        return true;
    }
    if (set->kind != SCREE_YAML_MAP) {
        return report_wrong_phase(
            p, set->place,
            "phases: 'set' is no mapping; accepted: paths and values such as {gravity: [0, 0, 0], "
            "contacts.0.friction: 0.5}");
    }
    for (size_t k = 0; k < set->key.n; k++) {
        fine &= apply_one(p, set->key.data[k], set->item.data[k]);
    }
    return fine;
}

bool scree_phase_set(double start, const char *name, scree_yaml_file *file, const scree_yaml *path,
                     const scree_yaml *value, scree_report *r) {
    phase p = {.name = name, .file = file, .start = start, .report = r};
    return apply_one(&p, path, value);
}

bool scree_phases_apply(const scree_phase_times *times, const char *name, scree_yaml_file *file,
                        scree_report *r) {
    const int section = scree_yaml_find(file->root, "phases");
    const scree_yaml *list = section >= 0 ? file->root->item.data[section] : NULL;
    const size_t n = times && times->n > 0 ? times->n : 1;
    bool fine = true;
    if (list && list->kind == SCREE_YAML_MAP && list->item.n > MOST_PHASES) {
        return scree_report_at(r, SCREE_SEVERITY_ERROR, name, list->place.line, list->place.column,
                               "phases: %zu phases; accepted: up to %d; use a table or a formula of time for "
                               "a value that changes often",
                               list->item.n, MOST_PHASES);
    }
    for (size_t k = 0; list && list->kind == SCREE_YAML_MAP && k < n && k < list->item.n; k++) {
        const scree_yaml *one = list->item.data[k];
        const int set = one->kind == SCREE_YAML_MAP ? scree_yaml_find(one, "set") : -1;
        phase p = {
            .name = name, .file = file, .start = times && times->n > 0 ? times->start[k] : 0.0, .report = r};
        fine &= set < 0 || apply_all(&p, one->item.data[set]);
    }
    return fine;
}
