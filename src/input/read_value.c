// SPDX-License-Identifier: BSD-3-Clause
// One value: YAML text, or a short list of texts, to a field of the case.
#include "input/read_value.h"
#include "base/escape.h"
#include "base/expression.h"
#include "base/units.h"
#include "input/complain.h"
#include "input/law_library.h"
#include "input/read_number.h"
#include "input/word_list.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Limits of the size of numbers: squares and sums of the largest ones are finite, and the cube of the smallest one is not 0.
static const double MOST_NUMBER = 1e150, LEAST_NUMBER = 1e-100;

// SI value of a number in text that stands for `key`; unit_index: which of the key's units it has.
static bool read_quantity(scree_config *g, const scree_key *key, const scree_yaml *node, const char *path,
                          double *value, int *unit_index) {
    scree_quantity q;
    char what[300], unit_text[32];
    if (node->kind != SCREE_YAML_TEXT || scree_yaml_is_null(node)) {
        return scree_config_wrong(g, key, node, path, NULL), false;
    }
    if (!scree_config_number(g, node->text, &q, what, sizeof what)) {
        if (what[0]) {
            scree_config_wrong(g, key, node, path, what);
        }
        return false;
    }
    if (fabs(q.value) > MOST_NUMBER || (q.value != 0.0 && fabs(q.value) < LEAST_NUMBER)) {
        return scree_config_wrong(g, key, node, path,
                                  fabs(q.value) > 1.0 ? "out of range"
                                                      : "out of range: its amount is not 0 and below 1e-100"),
               false;
    }
    *value = q.value;
    *unit_index = 0;
    int n = scree_choices_count(key->unit);
    if (!q.has_unit && n == 1) {
        scree_config_keep_bare(g, key, node, path, q.value);
        return true;
    }
    for (int i = 0; i < n && q.has_unit; i++) {
        scree_unit wanted;
        scree_choices_item(key->unit, i, unit_text);
        *unit_index = i;
        if (scree_unit_parse(unit_text, &wanted, NULL) &&
            scree_dimension_fits(q.dimension, wanted.dimension)) {
            return true;
        }
    }
    const char *name = scree_dimension_name(q.dimension);
    if (!q.has_unit) {
        snprintf(what, sizeof what, "a number without a unit");
    } else if (name) {
        snprintf(what, sizeof what, "%s", name);
    } else {
        int length = snprintf(what, sizeof what, "not in ");
        for (int i = 0; i < n; i++) {
            scree_choices_item(key->unit, i, unit_text);
            length +=
                snprintf(what + length, sizeof what - (size_t)length, "%s%s", i > 0 ? " or " : "", unit_text);
        }
    }
    scree_config_wrong(g, key, node, path, what);
    return false;
}

static bool read_any_quantity(scree_config *g, const scree_key *key, char *at, const scree_yaml *node,
                              const char *path) {
    scree_quantity q;
    char what[300];
    if (node->kind != SCREE_YAML_TEXT || scree_yaml_is_null(node)) {
        return scree_config_wrong(g, key, node, path, NULL), false;
    }
    const bool fine = scree_config_number(g, node->text, &q, what, sizeof what);
    if (fine) {
        memcpy(at, &q, sizeof q);
    } else if (what[0]) {
        scree_config_wrong(g, key, node, path, what);
    }
    return fine;
}

static bool in_range(scree_config *g, const scree_key *key, const scree_yaml *node, const char *path,
                     double v) {
    if (key->bounded && (v < key->min || v > key->max || (key->above && v == key->min))) {
        return scree_config_wrong(g, key, node, path, "out of range"), false;
    }
    if (key->whole && v != floor(v)) {
        return scree_config_wrong(g, key, node, path, "not a whole number"), false;
    }
    return true;
}

static bool read_number(scree_config *g, const scree_key *key, char *at, const scree_yaml *node,
                        const char *path, char *base) {
    double v;
    int unit = 0;
    if (key->word && node->kind == SCREE_YAML_TEXT && strcmp(node->text, key->word) == 0) {
        v = key->word_value;
    } else if (!read_quantity(g, key, node, path, &v, &unit) || !in_range(g, key, node, path, v)) {
        return false;
    }
    memcpy(at, &v, sizeof v);
    if (key->flag) {
        *(bool *)(void *)(base + key->flag) = unit > 0;
    }
    return true;
}

// Digits: a seed beyond 2^53 is no double. NULL, or what the text is instead.
static const char *read_digits(const char *text, uint64_t *value) {
    for (*value = 0; *text; text++) {
        const unsigned digit = (unsigned)(*text - '0');
        if (digit > 9) {
            return "not a whole number";
        }
        if (*value > (UINT64_MAX - digit) / 10) {
            return "out of range";
        }
        *value = 10 * *value + digit;
    }
    return NULL;
}

// A whole number by an expression. False: what gets what it is instead.
static bool evaluate_whole(const scree_config *g, const char *text, uint64_t *value, char *what,
                           size_t size) {
    char wrong[SCREE_EXPRESSION_ERROR];
    scree_quantity q;
    if (!scree_variables_eval(g->variables, text, &q, wrong, sizeof wrong)) {
        snprintf(what, size, wrong[0] ? "not a whole number: %s" : "%s", wrong);
        return false;
    }
    snprintf(what, size, "not a whole number");
    const bool whole =
        !q.has_unit && q.value >= 0.0 && q.value < 9007199254740992.0 && q.value == floor(q.value);
    *value = whole ? (uint64_t)q.value : 0;
    return whole;
}

static bool read_whole(scree_config *g, const scree_key *key, char *at, const scree_yaml *node,
                       const char *path) {
    uint64_t value = 0;
    char what[SCREE_EXPRESSION_ERROR + 40];
    if (key->word && node->kind == SCREE_YAML_TEXT && strcmp(node->text, key->word) == 0) {
        memset(at, 0, sizeof value);
        return true;
    }
    if (node->kind != SCREE_YAML_TEXT || node->text[0] == '\0') {
        return scree_config_wrong(g, key, node, path, NULL), false;
    }
    const char *wrong = read_digits(node->text, &value);
    if (wrong && evaluate_whole(g, node->text, &value, what, sizeof what)) {
        wrong = NULL;
    } else if (wrong && scree_config_is_expression(g, node->text)) {
        wrong = what;
    }
    if (wrong && wrong[0]) {
        scree_config_wrong(g, key, node, path, wrong);
    }
    if (wrong) {
        return false;
    }
    if (key->bounded && !in_range(g, key, node, path, (double)value)) {
        return false;
    }
    if (key->type == SCREE_KEY_SEED) {
        memcpy(at, &value, sizeof value);
        return true;
    }
    int small = (int)value;
    memcpy(at, &small, sizeof small);
    return true;
}

static bool read_word(scree_config *g, const scree_key *key, char *at, const scree_yaml *node,
                      const char *path) {
    int i = node->kind == SCREE_YAML_TEXT ? scree_choices_find(key->choices, node->text) : -1;
    if (i < 0) {
        static const char *const old_bool[] = {"yes",   "no",  "on", "off", "True", "False", "TRUE",
                                               "FALSE", "Yes", "No", "On",  "Off",  "y",     "n"};
        bool is_bool = strcmp(key->choices, "false|true") == 0, old = false;
        for (size_t k = 0; is_bool && node->kind == SCREE_YAML_TEXT && k < sizeof old_bool / sizeof *old_bool;
             k++) {
            old |= strcmp(node->text, old_bool[k]) == 0;
        }
        scree_config_wrong(g, key, node, path, old ? "just a text in YAML 1.2" : NULL);
        return false;
    }
    if (key->type == SCREE_KEY_SWITCH) {
        *(bool *)(void *)at = i == 1;
    } else if (key->type == SCREE_KEY_WORD) {
        memcpy(at, &(double){i}, sizeof(double));
    } else {
        memcpy(at, &i, sizeof i);
    }
    return true;
}

// Exactly n numbers in a list.
static bool read_numbers(scree_config *g, const scree_key *key, const scree_yaml *node, const char *path,
                         size_t n, double *v) {
    bool fine = true;
    int unit;
    if (node->kind == SCREE_YAML_LIST && node->item.n > n) {
        return scree_config_wrong(g, key, node, path, "too long (numbers have a decimal point, not a comma)"),
               false;
    }
    if (node->kind != SCREE_YAML_LIST || node->item.n != n) {
        return scree_config_wrong(g, key, node, path, NULL), false;
    }
    for (size_t i = 0; i < n; i++) {
        char at[SCREE_PATH_SIZE];
        snprintf(at, sizeof at, "%s[%zu]", path, i);
        fine &= read_quantity(g, key, node->item.data[i], at, &v[i], &unit) &&
                in_range(g, key, node->item.data[i], at, v[i]);
    }
    return fine;
}

static bool read_vector(scree_config *g, const scree_key *key, char *at, const scree_yaml *node,
                        const char *path) {
    double v[3];
    if (!read_numbers(g, key, node, path, 3, v)) {
        return false;
    }
    scree_vec3 vector = {v[0], v[1], v[2]};
    if (key->type == SCREE_KEY_AXIS) {
        double largest = fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2])));
        if (largest == 0) {
            return scree_config_wrong(g, key, node, path, "without a direction"), false;
        }
        double norm2 = vec_norm2(vector);
        if (norm2 != 1) { // a unit vector stays as it is, bit for bit
            if (!(norm2 > 1e-200 && norm2 < 1e200)) {
                vector = vec3(v[0] / largest, v[1] / largest, v[2] / largest);
            }
            double norm = vec_norm(vector);
            vector = vec3(vector.x / norm, vector.y / norm, vector.z / norm);
        }
    }
    memcpy(at, &vector, sizeof vector);
    return true;
}

static bool read_interval(scree_config *g, const scree_key *key, char *at, const scree_yaml *node,
                          const char *path) {
    double v[2];
    if (!read_numbers(g, key, node, path, 2, v)) {
        return false;
    }
    if (v[0] > v[1]) {
        return scree_config_wrong(g, key, node, path, "the wrong way round"), false;
    }
    memcpy(at, v, sizeof v);
    return true;
}

static bool read_table(scree_config *g, const scree_key *key, char *at, const scree_yaml *node,
                       const char *path) {
    scree_size_def *size = (scree_size_def *)(void *)at;
    scree_key fraction = {
        .type = SCREE_KEY_NUMBER, .unit = "1", .bounded = true, .max = INFINITY, .above = true};
    bool fine = true;
    int unit;
    if (node->kind != SCREE_YAML_LIST || node->item.n == 0) {
        return scree_config_wrong(g, key, node, path, NULL), false;
    }
    for (size_t i = 0; i < node->item.n; i++) {
        const scree_yaml *row = node->item.data[i];
        char where[SCREE_PATH_SIZE];
        double d = 0, f = 0;
        snprintf(where, sizeof where, "%s[%zu]", path, i);
        if (row->kind != SCREE_YAML_LIST || row->item.n != 2) {
            scree_config_wrong(g, key, row, where, NULL);
            fine = false;
            continue;
        }
        fine &= read_quantity(g, key, row->item.data[0], where, &d, &unit) &&
                in_range(g, key, row->item.data[0], where, d);
        fine &= read_quantity(g, &fraction, row->item.data[1], where, &f, &unit) &&
                in_range(g, &fraction, row->item.data[1], where, f);
        scree_array_push(&size->d, d);
        scree_array_push(&size->f, f);
    }
    return fine;
}

bool scree_thermal_table_read(scree_config *g, const scree_key *key, scree_thermal_table *curve,
                              const scree_yaml *node, const char *path) {
    const scree_key temperature = {
        .type = SCREE_KEY_NUMBER, .unit = "K", .bounded = true, .max = INFINITY, .above = true};
    scree_key value = *key;
    value.type = SCREE_KEY_NUMBER;
    value.offset = 0;
    curve->place = node->place;
    curve->temperature.n = curve->value.n = 0;
    const scree_key rows = {.type = SCREE_KEY_THERMAL};
    if (node->kind != SCREE_YAML_LIST || node->item.n < 2) {
        return scree_config_wrong(g, &rows, node, path, NULL), false;
    }
    bool fine = true;
    for (size_t i = 0; i < node->item.n; i++) {
        const scree_yaml *row = node->item.data[i];
        char where[SCREE_PATH_SIZE];
        double t = 0.0, v = 0.0;
        snprintf(where, sizeof where, "%.200s[%zu]", path, i);
        if (row->kind != SCREE_YAML_LIST || row->item.n != 2) {
            return scree_config_wrong(g, &rows, row, where, "not a row of two numbers"), false;
        }
        fine &= scree_config_value(g, &temperature, &t, row->item.data[0], where);
        fine &= scree_config_value(g, &value, &v, row->item.data[1], where);
        if (fine && i > 0 && !(t > curve->temperature.data[i - 1])) {
            scree_config_error(g, row->place,
                               "%s: %.6g K does not come after %.6g K; accepted: rows with ascending "
                               "temperatures",
                               where, t, curve->temperature.data[i - 1]);
            return false;
        }
        scree_array_push(&curve->temperature, t);
        scree_array_push(&curve->value, v);
    }
    return fine;
}

static void set_text(char *at, char *fresh) {
    char *old;
    memcpy(&old, at, sizeof old);
    scree_free(old);
    memcpy(at, &fresh, sizeof fresh);
}

static bool read_text(scree_config *g, const scree_key *key, char *at, const scree_yaml *node,
                      const char *path) {
    if (node->kind != SCREE_YAML_TEXT || scree_yaml_is_null(node) || node->text[0] == '\0') {
        return scree_config_wrong(g, key, node, path, NULL), false;
    }
    char *text = scree_variables_expand(g, node, path);
    if (text) {
        set_text(at, text);
    }
    return text != NULL;
}

// Path of the readable file that is named, free with scree_free; NULL: reported.
static char *find_file(scree_config *g, const scree_key *key, const scree_yaml *node, const char *path) {
    if (node->kind != SCREE_YAML_TEXT || scree_yaml_is_null(node) || node->text[0] == '\0') {
        return scree_config_wrong(g, key, node, path, NULL), NULL;
    }
    if (scree_has_control(node->text)) {
        scree_config_wrong(g, key, node, path, "a name with control characters");
        return NULL;
    }
    char *name = scree_variables_expand(g, node, path);
    if (!name) {
        return NULL;
    }
    const char *slash = strrchr(g->name, '/');
    bool absolute = name[0] == '/' || !slash;
    char *file = absolute ? name : scree_format("%.*s/%s", (int)(slash - g->name), g->name, name);
    if (!absolute) {
        scree_free(name);
    }
    struct stat info;
    const char *trouble = stat(file, &info) != 0    ? "does not exist"
                          : S_ISDIR(info.st_mode)   ? "is a folder"
                          : !S_ISREG(info.st_mode)  ? "is no plain file"
                          : access(file, R_OK) != 0 ? "may not be read"
                                                    : NULL;
    if (trouble) {
        scree_config_error(
            g, node->place,
            "%s: the file \"%s\" %s; accepted: a readable file, relative to the input file's folder", path,
            file, trouble);
        scree_free(file);
        return NULL;
    }
    return file;
}

static bool read_file(scree_config *g, const scree_key *key, char *at, const scree_yaml *node,
                      const char *path) {
    char *file = find_file(g, key, node, path);
    if (file) {
        set_text(at, file);
    }
    return file != NULL;
}

typedef SCREE_ARRAY(char *) text_array;

// Names all libraries in one message; the rest of the file cannot be judged without their laws.
static void refuse_laws(scree_config *g, const scree_yaml *node, const char *path) {
    char *files = scree_strdup(""), given[80];
    for (size_t i = 0; i < node->item.n; i++) {
        scree_config_given(node->item.data[i], given, sizeof given);
        char *longer = scree_format("%s%s%s", files, i > 0 ? ", " : "", given);
        scree_free(files);
        files = longer;
    }
    scree_config_error(
        g, node->place,
        "%s: a library runs its own code in this program, and none was allowed: %s; accepted, "
        "where you trust them: the option --allow-libraries, or SCREE_ALLOW_LIBRARIES=1 in the "
        "environment; the rest of the file was not checked",
        path, files);
    g->stopped = true;
    scree_free(files);
}

// Loads the libraries at once: the materials and contacts that are read next may name their laws and parameters.
static bool read_laws(scree_config *g, const scree_key *key, char *at, const scree_yaml *node,
                      const char *path) {
    bool fine = true;
    if (node->kind != SCREE_YAML_LIST) {
        return scree_config_wrong(g, key, node, path, NULL), false;
    }
    if (node->item.n > 0 && !scree_law_libraries_allowed()) {
        return refuse_laws(g, node, path), false;
    }
    for (size_t i = 0; i < node->item.n; i++) {
        char where[SCREE_PATH_SIZE];
        snprintf(where, sizeof where, "%s[%zu]", path, i);
        char *file = find_file(g, key, node->item.data[i], where);
        char *wrong = file ? scree_law_library_load(file) : NULL;
        if (wrong) {
            scree_config_error(g, node->item.data[i]->place, "%s: \"%s\" %s", where, file, wrong);
        }
        fine &= file && !wrong;
        scree_free(wrong);
        if (file) {
            scree_array_push((text_array *)(void *)at, file);
        }
    }
    return fine;
}

static bool read_names(scree_config *g, const scree_key *key, char *at, const scree_yaml *node,
                       const char *path) {
    bool fine = node->kind == SCREE_YAML_LIST && node->item.n > 0;
    for (size_t i = 0; fine && i < node->item.n; i++) {
        fine = node->item.data[i]->kind == SCREE_YAML_TEXT;
        if (fine) {
            scree_array_push((text_array *)(void *)at, scree_strdup(node->item.data[i]->text));
        }
    }
    if (!fine) {
        scree_config_wrong(g, key, node, path, NULL);
    }
    return fine;
}

static bool read_axes(scree_config *g, const scree_key *key, char *at, const scree_yaml *node,
                      const char *path) {
    const int n = scree_choices_count(key->choices);
    if (node->kind != SCREE_YAML_LIST) {
        return scree_config_wrong(g, key, node, path, NULL), false;
    }
    memset(at, 0, (size_t)n * sizeof(bool));
    for (size_t i = 0; i < node->item.n; i++) {
        const scree_yaml *item = node->item.data[i];
        const int choice = item->kind == SCREE_YAML_TEXT ? scree_choices_find(key->choices, item->text) : -1;
        if (choice < 0) {
            return scree_config_wrong(g, key, item, path, NULL), false;
        }
        ((bool *)(void *)at)[choice] = true;
    }
    return true;
}

typedef SCREE_ARRAY(scree_vec3) point_array;

typedef SCREE_ARRAY(double) number_array;

static bool read_number_list(scree_config *g, const scree_key *key, char *at, const scree_yaml *node,
                             const char *path) {
    number_array *list = (number_array *)(void *)at;
    bool fine = true;
    int unit;
    if (node->kind != SCREE_YAML_LIST || node->item.n < 2) {
        return scree_config_wrong(g, key, node, path, NULL), false;
    }
    list->n = 0;
    for (size_t i = 0; i < node->item.n; i++) {
        const scree_key one = {.type = SCREE_KEY_NUMBER, .unit = key->unit};
        double v = 0.0;
        char where[SCREE_PATH_SIZE];
        snprintf(where, sizeof where, "%s[%zu]", path, i);
        fine &= read_quantity(g, &one, node->item.data[i], where, &v, &unit);
        scree_array_push(list, v);
    }
    return fine;
}

typedef SCREE_ARRAY(scree_id_range) id_array;

// "7" or "10-20".
static bool is_id_range(const char *text, scree_id_range *range) {
    static const char digits[] = "0123456789";
    const size_t n = strspn(text, digits), m = text[n] == '-' ? strspn(text + n + 1, digits) : 0;
    const size_t whole = m > 0 ? n + 1 + m : n;
    if (n == 0 || n > 18 || m > 18 || text[whole] != '\0') {
        return false;
    }
    range->first = strtoull(text, NULL, 10);
    range->last = m > 0 ? strtoull(text + n + 1, NULL, 10) : range->first;
    return range->first > 0 && range->first <= range->last;
}

static bool read_ids(scree_config *g, const scree_key *key, char *at, const scree_yaml *node,
                     const char *path) {
    id_array *list = (id_array *)(void *)at;
    if (node->kind != SCREE_YAML_LIST || node->item.n == 0) {
        return scree_config_wrong(g, key, node, path, NULL), false;
    }
    list->n = 0;
    for (size_t i = 0; i < node->item.n; i++) {
        const scree_yaml *item = node->item.data[i];
        scree_id_range range;
        if (item->kind != SCREE_YAML_TEXT || !is_id_range(item->text, &range)) {
            return scree_config_wrong(g, key, item, path, NULL), false;
        }
        scree_array_push(list, range);
    }
    return true;
}

static bool read_points(scree_config *g, const scree_key *key, char *at, const scree_yaml *node,
                        const char *path) {
    point_array *list = (point_array *)(void *)at;
    bool fine = true;
    if (node->kind != SCREE_YAML_LIST || (double)node->item.n < (key->bounded ? key->min : 2.0)) {
        return scree_config_wrong(g, key, node, path, NULL), false;
    }
    list->n = 0;
    for (size_t i = 0; i < node->item.n; i++) {
        const scree_key one = {.type = SCREE_KEY_VECTOR, .unit = key->unit};
        scree_vec3 x = {0};
        char where[SCREE_PATH_SIZE];
        snprintf(where, sizeof where, "%s[%zu]", path, i);
        fine &= read_vector(g, &one, (char *)&x, node->item.data[i], where);
        scree_array_push(list, x);
    }
    return fine;
}

// Index of a name in a list of structs of `item` bytes whose name is at `offset`; -1: reported.
static int find_name(scree_config *g, const scree_any_array *list, size_t item, size_t offset,
                     const char *what, const scree_yaml *node, const char *path) {
    SCREE_ARRAY(const char *) names = {0};
    char given[80], hint[80] = "", *known = scree_strdup("");
    int found = -1;
    for (size_t i = 0; i < list->n; i++) {
        char *name;
        memcpy(&name, list->data + i * item + offset, sizeof name);
        scree_array_push(&names, name);
        if (node->kind == SCREE_YAML_TEXT && strcmp(name, node->text) == 0) {
            found = (int)i;
        }
        char *longer = scree_format("%s%s%s", known, i > 0 ? ", " : "", name);
        scree_free(known);
        known = longer;
    }
    if (found < 0) {
        scree_config_given(node, given, sizeof given);
        if (node->kind == SCREE_YAML_TEXT) {
            scree_config_hint(node->text, names.data, names.n, hint, sizeof hint);
        }
        scree_config_error(g, node->place, "%s: there is no %s called %s; %saccepted: %s", path, what, given,
                           hint, list->n > 0 ? known : "nothing, none is defined");
    }
    scree_free(known);
    scree_array_free(&names);
    return found;
}

int scree_config_material(scree_config *g, const scree_yaml *node, const char *path) {
    const scree_any_array named = {.data = (char *)g->c->material.data, .n = scree_case_named(g->c)};
    return find_name(g, &named, sizeof(scree_material_def), offsetof(scree_material_def, name), "material",
                     node, path);
}

// any, or two of which each may be any.
static bool read_pair(scree_config *g, const scree_key *key, int *material, const scree_yaml *node,
                      const char *path) {
    const bool list = node->kind == SCREE_YAML_LIST && node->item.n == 2;
    bool fine = true;
    material[0] = material[1] = -1;
    if (node->kind == SCREE_YAML_TEXT && strcmp(node->text, "any") == 0) {
        return true;
    }
    if (!list) {
        return scree_config_wrong(g, key, node, path, NULL), false;
    }
    for (int k = 0; k < 2; k++) {
        const scree_yaml *name = node->item.data[k];
        if (name->kind != SCREE_YAML_TEXT || strcmp(name->text, "any") != 0) {
            material[k] = scree_config_material(g, name, path);
            fine &= material[k] >= 0;
        }
    }
    return fine;
}

static int find_mesh_wall(scree_config *g, const scree_yaml *node, const char *path) {
    int wall = find_name(g, (const scree_any_array *)(const void *)&g->c->wall, sizeof(scree_wall_def),
                         offsetof(scree_wall_def, name), "wall", node, path);
    if (wall >= 0 && g->c->wall.data[wall].kind < SCREE_WALL_MESH) {
        scree_config_error(g, node->place,
                           "%s: the wall \"%s\" is not a mesh; accepted: the name of a wall with a mesh",
                           path, node->text);
        return -1;
    }
    return wall;
}

bool scree_config_value(scree_config *g, const scree_key *key, void *base, const scree_yaml *node,
                        const char *path) {
    char *at = (char *)base + key->offset;
    int index;
    switch (key->type) {
    case SCREE_KEY_NUMBER:
        return read_number(g, key, at, node, path, base);
    case SCREE_KEY_INTEGER:
    case SCREE_KEY_SEED:
        return read_whole(g, key, at, node, path);
    case SCREE_KEY_WORD:
    case SCREE_KEY_SWITCH:
    case SCREE_KEY_CHOICE:
        return read_word(g, key, at, node, path);
    case SCREE_KEY_TEXT:
        return read_text(g, key, at, node, path);
    case SCREE_KEY_QUANTITY:
        return read_any_quantity(g, key, at, node, path);
    case SCREE_KEY_VARIABLES: // read before (input/variables.c)
    case SCREE_KEY_CHANGES:   // applied before (input/phase_changes.c)
        return true;
    case SCREE_KEY_FILE:
        return read_file(g, key, at, node, path);
    case SCREE_KEY_LAWS:
        return read_laws(g, key, at, node, path);
    case SCREE_KEY_NAMES:
        return read_names(g, key, at, node, path);
    case SCREE_KEY_VECTOR:
    case SCREE_KEY_AXIS:
        return read_vector(g, key, at, node, path);
    case SCREE_KEY_NUMBERS:
        return read_number_list(g, key, at, node, path);
    case SCREE_KEY_IDS:
        return read_ids(g, key, at, node, path);
    case SCREE_KEY_POINTS:
        return read_points(g, key, at, node, path);
    case SCREE_KEY_AXES:
        return read_axes(g, key, at, node, path);
    case SCREE_KEY_INTERVAL:
        return read_interval(g, key, at, node, path);
    case SCREE_KEY_TABLE:
        return read_table(g, key, at, node, path);
    case SCREE_KEY_THERMAL:
        return scree_thermal_table_read(g, key, (scree_thermal_table *)(void *)at, node, path);
    case SCREE_KEY_MATERIAL:
    case SCREE_KEY_MESH_WALL:
        index = key->type == SCREE_KEY_MATERIAL ? scree_config_material(g, node, path)
                                                : find_mesh_wall(g, node, path);
        memcpy(at, &index, sizeof index);
        return index >= 0;
    case SCREE_KEY_PAIR:
        return read_pair(g, key, (int *)(void *)at, node, path);
    default:
        return false; // sections and lists are read by config.c
    }
}
