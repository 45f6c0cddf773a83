// SPDX-License-Identifier: BSD-3-Clause
// Cases before they are opened: a text and changes of it, which are those of `--set` and `--define`.
#include "api/host.h"
#include "changes/changes.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/units.h"
#include "yaml/yaml_path.h"
#include <math.h>
#include <string.h>

struct scree_draft {
    char *name, *text;
    bool is_file;
    SCREE_ARRAY(char *) change;
};

static scree_draft *create(const char *name, char *text, bool is_file) {
    scree_draft *d = scree_realloc(NULL, 0, sizeof *d);
    *d = (scree_draft){.name = scree_strdup(name), .text = text, .is_file = is_file};
    return d;
}

scree_draft *scree_draft_create(const char *name, const char *text) {
    return create(name, scree_strdup(text && text[strspn(text, " \t\r\n")] ? text : "{}"), false);
}

void scree_draft_destroy(scree_draft *d) {
    if (!d) {
        return;
    }
    scree_array_free_each(&d->change);
    scree_free(d->name);
    scree_free(d->text);
    scree_free(d);
}

static scree_changes changes_of(const scree_draft *d) {
    return (scree_changes){.count = d->change.n, .text = (const char *const *)d->change.data};
}

// The tree with all changes; NULL: reported. Clear *file in any case.
static scree_yaml *tree_of(const scree_draft *d, scree_yaml_file *file, scree_report *r) {
    scree_case listed = {0}; // of which only the list of changes is used
    const scree_changes changes = changes_of(d);
    bool fine = scree_yaml_parse(d->name, d->text, strlen(d->text), file, r);
    if (fine && file->root && file->root->kind == SCREE_YAML_MAP) {
        fine = scree_changes_apply(&changes, file, &listed, r);
    }
    scree_array_free_each(&listed.change);
    return fine ? file->root : NULL;
}

static bool is_readable(const scree_draft *d, scree_report *r) {
    scree_yaml_file file;
    const bool fine = tree_of(d, &file, r) != NULL;
    scree_yaml_clear(&file);
    return fine;
}

scree_draft *scree_draft_open(const char *path, scree_report *r) {
    size_t size;
    char *text = scree_file_read_text(path, &size, r);
    scree_draft *d = text ? create(path, text, true) : NULL;
    if (d && strlen(text) < size) {
        scree_report_error(r, "%s holds a zero byte; accepted: text", path);
    } else if (d && is_readable(d, r)) {
        return d;
    }
    scree_draft_destroy(d);
    return NULL;
}

bool scree_draft_path_is_usable(const char *path, scree_report *r) {
    bool usable = path[0] && !strchr(path, '='); // where the value begins in a change
    for (const char *c = path; usable && *c; c += scree_utf8_length(c)) {
        usable = scree_utf8_length(c) > 0;
    }
    if (!usable) {
        scree_report_error(r, "'%.200s' is no path of a key; accepted: such as contacts[0].friction", path);
    }
    return usable;
}

// Without one that is wrong.
static scree_status change(scree_draft *d, const char *option, const char *path, const char *value,
                           scree_report *r) {
    if (!scree_draft_path_is_usable(path, r)) {
        return SCREE_USER_ERROR;
    }
    scree_array_push(&d->change, scree_format("%s %s=%s", option, path, value));
    if (is_readable(d, r)) {
        return SCREE_OK;
    }
    scree_free(d->change.data[--d->change.n]);
    return SCREE_USER_ERROR;
}

scree_status scree_draft_set(scree_draft *d, const char *path, const char *value, scree_report *r) {
    return change(d, "--set", path, value, r);
}

scree_status scree_draft_set_later(scree_draft *d, double time, const char *path, const char *value,
                                   scree_report *r) {
    if (!(time >= 0.0 && time < INFINITY)) {
        scree_report_error(r, "%s: %.200s is to be set at %g s; accepted: a time from 0 s on", d->name, path,
                           time);
        return SCREE_USER_ERROR;
    }
    char text[32];
    scree_number_text_full(time, text);
    char *option = scree_format("--later %s", text);
    const scree_status status = change(d, option, path, value, r);
    scree_free(option);
    return status;
}

scree_status scree_draft_define(scree_draft *d, const char *name, const char *value, scree_report *r) {
    return change(d, "--define", name, value, r);
}

// NULL: reported.
static char *text_of(const scree_draft *d, const scree_yaml *node, scree_report *r) {
    char *text = scree_yaml_text(node);
    if (!text) {
        scree_report_error(r, "%s: with all aliases written out it has more than 64 MiB", d->name);
    }
    return text;
}

char *scree_draft_text(const scree_draft *d, scree_report *r) {
    scree_yaml_file file;
    const scree_yaml *root = tree_of(d, &file, r);
    char *text = root ? text_of(d, root, r) : NULL;
    scree_yaml_clear(&file);
    return text;
}

char *scree_draft_value(const scree_draft *d, const char *path, scree_report *r) {
    scree_yaml_file file;
    scree_yaml *root = tree_of(d, &file, r);
    const scree_yaml *node = root ? scree_yaml_path_find(root, path) : NULL;
    char *text = node ? text_of(d, node, r) : NULL;
    if (root && !node) {
        scree_report_error(r, "%s has nothing at '%.200s'; accepted: the path of a value that is there",
                           d->name, path);
    }
    scree_yaml_clear(&file);
    return text;
}

scree_open_options scree_open_options_default(void) {
    return (scree_open_options){.threads = 0};
}

scree_world *scree_world_open_draft(const scree_draft *d, const scree_open_options *options,
                                    scree_report *r) {
    const scree_open_options o = options ? *options : scree_open_options_default();
    const scree_changes changes = changes_of(d);
    const scree_host_case from = {
        .name = d->name, .text = d->text, .is_file = d->is_file, .changes = &changes};
    return scree_host_open(&from, &o, r);
}
