// SPDX-License-Identifier: BSD-3-Clause
// The input file as a whole: its tree with variables and changes, the sections, and the messages in the order of the file.
#include "input/config.h"
#include "capabilities/list.h"
#include "changes/changes.h"
#include "clumps/clump_keys.h"
#include "input/foreign_names.h"
#include "input/read_contacts.h"
#include "input/schema.h"
#include "keys/complain.h"
#include "sections/section.h"
#include "text/file.h"
#include <string.h>

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
        scree_array_sort(&g->message, compare_messages);
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
    scree_section_defaults(&scree_schema, g->c);
    g->variables = scree_variables_read(g, variables >= 0 ? root->item.data[variables] : NULL, root);
    scree_section_read(g, &scree_schema, g->c, root, "");
    scree_config_contacts(g);
    scree_capabilities_check_pairs(g);
    scree_check_convex_pairs(g);
    scree_capabilities_coarsen(g);
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
    scree_config g = {.c = c, .name = name, .foreign_name = scree_foreign_name_find};
    scree_case_init(c);
    c->path = scree_strdup(name);
    bool fine = scree_yaml_parse(name, text, size, &file, r);
    if (fine && (!file.root || scree_yaml_is_null(file.root))) {
        fine = scree_report_at(r, SCREE_SEVERITY_ERROR, name, 1, 1,
                               "the file is empty; accepted: a mapping with at least 'time' and 'materials'");
    } else if (file.root && file.root->kind != SCREE_YAML_MAP) {
        char given[80];
        scree_config_given(file.root, given, sizeof given);
        fine = scree_report_at(r, SCREE_SEVERITY_ERROR, name, file.root->place.line, file.root->place.column,
                               "the file holds %s; accepted: a mapping with at least 'time' and 'materials'",
                               given);
    } else if (file.root) { // after duplicate keys too: all errors in one go
        fine &= scree_changes_apply(changes, &file, c, r) && scree_phases_apply(times, name, &file, r);
        read_tree(&g, file.root);
    }
    fine &= finish(&g, r);
    tell_bare(&g, fine && is_first_reading(changes, times), r);
    if (fine) {
        scree_variables_keep(g.variables, c);
    }
    if (fine && c->phase.n == 0) { // another phase may use what this one does not (load/phases.c)
        scree_variables_warn(c, r);
    }
    scree_variables_destroy(g.variables);
    scree_yaml_clear(&file);
    return fine;
}

bool scree_section_read_text(const char *name, const char *text, const scree_section *s, scree_case *c,
                             void *base, scree_report *r) {
    scree_yaml_file file;
    scree_config g = {.c = c, .name = name, .foreign_name = scree_foreign_name_find};
    scree_section_defaults(s, base);
    bool fine = scree_yaml_parse(name, text, strlen(text), &file, r);
    if (fine && file.root) {
        g.root = file.root;
        scree_section_read(&g, s, base, file.root, name);
    } else if (fine) {
        fine = scree_report_at(r, SCREE_SEVERITY_ERROR, name, 1, 1, "the text is empty; accepted: a mapping");
    }
    fine &= finish(&g, r);
    tell_bare(&g, fine, r);
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

void scree_case_each_value(const scree_case *c, void (*emit)(void *ctx, const char *path, const char *text),
                           void *ctx) {
    const scree_value_writer w = {c, emit, ctx};
    scree_section_write(&w, &scree_schema, c, "");
}
