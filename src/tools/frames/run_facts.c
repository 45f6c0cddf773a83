// SPDX-License-Identifier: BSD-3-Clause
#include "tools/frames/run_facts.h"

#include "text/decimal.h"
#include "tools/frames/vtp_read.h"
#include "yaml/yaml.h"
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

static const scree_yaml *item_of(const scree_yaml *map, const char *key) {
    return map && scree_yaml_has(map, key) ? map->item.data[scree_yaml_find(map, key)] : NULL;
}

static const char *text_of(const scree_yaml *map, const char *key) {
    const scree_yaml *item = item_of(map, key);
    return item && item->kind == SCREE_YAML_TEXT && item->text ? item->text : NULL;
}

// "[0, 0, -9.81]"; anything else, such as a formula, is `other`.
static scree_vec3 vector_of(const char *text, scree_vec3 other) {
    double x[3] = {0.0, 0.0, 0.0};
    const char *at = text && *text == '[' ? text + 1 : NULL;
    for (int k = 0; at && k < 3; k++) {
        at = scree_decimal_read(at + strspn(at, " "), &x[k]);
        at = at && *at == (k < 2 ? ',' : ']') && isfinite(x[k]) ? at + 1 : NULL;
    }
    return at ? vec3(x[0], x[1], x[2]) : other;
}

static void take(scree_run_facts *f, const scree_yaml *root) {
    const scree_yaml *run = item_of(root, "run"), *changes = item_of(run, "changes");
    if (text_of(run, "title")) {
        scree_free(f->title);
        f->title = scree_strdup(text_of(run, "title"));
    }
    f->case_path = text_of(run, "case") ? scree_strdup(text_of(run, "case")) : NULL;
    for (size_t k = 0; changes && changes->kind == SCREE_YAML_LIST && k < changes->item.n; k++) {
        const scree_yaml *change = changes->item.data[k];
        if (change->kind == SCREE_YAML_TEXT && change->text) {
            scree_array_push(&f->change, scree_strdup(change->text));
        }
    }
    const scree_yaml *given = item_of(root, "parameters");
    f->gravity = vector_of(text_of(given, "gravity"), vec3(0.0, 0.0, 0.0));
    const char *periodic = text_of(given, "domain.periodic");
    const bool along[3] = {periodic && strchr(periodic, 'x'), periodic && strchr(periodic, 'y'),
                           periodic && strchr(periodic, 'z')};
    f->cell = scree_cell_create(vector_of(text_of(given, "domain.min"), f->cell.low),
                                vector_of(text_of(given, "domain.max"), f->cell.high), along);
    f->cell.deforms = text_of(given, "cell.inertial_number") != NULL;
}

void scree_run_facts_read(scree_run_facts *f, int folder, const char *folder_name, scree_report *r) {
    const bool open[3] = {false, false, false};
    *f = (scree_run_facts){.title = scree_strdup("")};
    f->cell =
        scree_cell_create(vec3(-INFINITY, -INFINITY, -INFINITY), vec3(INFINITY, INFINITY, INFINITY), open);
    if (faccessat(folder, "run.json", F_OK, AT_SYMLINK_NOFOLLOW) != 0) {
        return;
    }
    char *path = scree_format("%s/run.json", folder_name);
    scree_report *own = scree_report_create();
    size_t size;
    scree_file_sign sign;
    char *text = scree_vtp_read_text(folder, "run.json", path, &size, &sign, own);
    scree_yaml_file file = {0};
    if (text && scree_yaml_parse(path, text, size, &file, own) && file.root) {
        take(f, file.root);
    }
    if (scree_report_count(own, SCREE_SEVERITY_ERROR) > 0) {
        scree_report_warning(
            r, "%s: cannot be read, so the title of the run and the direction of its gravity are not known",
            path);
    }
    scree_yaml_clear(&file);
    scree_report_destroy(own);
    scree_free(text);
    scree_free(path);
}

void scree_run_facts_clear(scree_run_facts *f) {
    scree_free(f->title);
    scree_free(f->case_path);
    scree_array_free_each(&f->change);
    *f = (scree_run_facts){0};
}
