// SPDX-License-Identifier: BSD-3-Clause
// Values of several numbers: vectors, lists and tables.
#include "keys/accepted_text.h"
#include "keys/complain.h"
#include "sections/value_numbers.h"
#include "text/units.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

// Exactly n numbers in a list.
static bool read_numbers(scree_config *g, const scree_key *key, const scree_yaml *node, const char *path,
                         size_t n, double *v) {
    bool fine = true;
    if (node->kind == SCREE_YAML_LIST && node->item.n > n) {
        return scree_config_wrong(g, key, node, path, "too long (numbers have a decimal point, not a comma)");
    }
    if (node->kind != SCREE_YAML_LIST || node->item.n != n) {
        return scree_config_wrong(g, key, node, path, NULL);
    }
    for (size_t i = 0; i < n; i++) {
        char at[SCREE_PATH_SIZE];
        snprintf(at, sizeof at, "%s[%zu]", path, i);
        fine &= scree_value_quantity(g, key, node->item.data[i], at, &v[i]);
    }
    return fine;
}

static bool read_vector(scree_config *g, const scree_key *key, void *at, const scree_yaml *node,
                        const char *path) {
    double v[3];
    if (!read_numbers(g, key, node, path, 3, v)) {
        return false;
    }
    scree_vec3 vector = {v[0], v[1], v[2]};
    if (key->type == &scree_axis_type) {
        double largest = fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2])));
        if (largest == 0) {
            return scree_config_wrong(g, key, node, path, "without a direction");
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

static bool read_scale(scree_config *g, const scree_key *key, void *at, const scree_yaml *node,
                       const char *path) {
    double v[3];
    const bool list = node->kind == SCREE_YAML_LIST;
    if (!(list ? read_numbers(g, key, node, path, 3, v) : scree_value_quantity(g, key, node, path, v))) {
        return false;
    }
    const scree_vec3 scale = vec3(v[0], list ? v[1] : v[0], list ? v[2] : v[0]);
    if (scale.x * scale.y * scale.z == 0.0 || (!list && scale.x < 0.0)) {
        return scree_config_wrong(g, key, node, path, list ? "flat along an axis" : NULL);
    }
    memcpy(at, &scale, sizeof scale);
    return true;
}

static bool read_interval(scree_config *g, const scree_key *key, void *at, const scree_yaml *node,
                          const char *path) {
    double v[2];
    if (!read_numbers(g, key, node, path, 2, v)) {
        return false;
    }
    if (v[0] > v[1]) {
        return scree_config_wrong(g, key, node, path, "the wrong way round");
    }
    memcpy(at, v, sizeof v);
    return true;
}

static void emit_numbers(const scree_value_writer *w, const char *path, const double *v, int n) {
    char text[3 * 34 + 4] = "[", one[32];
    for (int i = 0; i < n; i++) {
        size_t used = strlen(text);
        scree_number_text_full(v[i], one);
        snprintf(text + used, sizeof text - used, "%s%s", i > 0 ? ", " : "", one);
    }
    size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, "]");
    w->emit(w->ctx, path, text);
}

static void write_vector(const scree_value_writer *w, const scree_key *key, const void *at,
                         const char *path) {
    (void)key;
    emit_numbers(w, path, at, 3);
}

static void write_scale(const scree_value_writer *w, const scree_key *key, const void *at, const char *path) {
    double v[3];
    memcpy(v, at, sizeof v);
    (v[0] == v[1] && v[0] == v[2] && v[0] > 0.0 ? scree_number_type.write : write_vector)(w, key, at, path);
}

static void write_interval(const scree_value_writer *w, const scree_key *key, const void *at,
                           const char *path) {
    (void)key;
    emit_numbers(w, path, at, 2);
}

// The unit, or nothing for pure numbers.
static const char *unit_of(const scree_key *key) {
    return !key->unit || strcmp(key->unit, "1") == 0 ? "" : key->unit;
}

static void describe_vector(scree_text_buffer *t, const scree_key *key) {
    scree_text_add(t, "a list of 3 numbers%s%s", *unit_of(key) ? " in " : "", unit_of(key));
}

static void describe_interval(scree_text_buffer *t, const scree_key *key) {
    scree_text_add(t, "a list of 2 numbers%s%s, the smaller first", *unit_of(key) ? " in " : "",
                   unit_of(key));
    scree_accepted_range(t, key, unit_of(key));
}

const scree_value_type scree_vector_type = {
    .given_as = SCREE_GIVEN_AS_LIST, .read = read_vector, .write = write_vector, .describe = describe_vector};
const scree_value_type scree_axis_type = {.given_as = SCREE_GIVEN_AS_LIST,
                                          .read = read_vector,
                                          .write = write_vector,
                                          .accepted = "a direction: a list of 3 numbers, not all 0"};
const scree_value_type scree_scale_type = {
    .given_as = SCREE_GIVEN_AS_TEXT | SCREE_GIVEN_AS_LIST,
    .read = read_scale,
    .write = write_scale,
    .accepted = "a length > 0, such as 1 mm, or a list of 3 lengths, which are not 0"};
const scree_value_type scree_interval_type = {.given_as = SCREE_GIVEN_AS_LIST,
                                              .read = read_interval,
                                              .write = write_interval,
                                              .describe = describe_interval};

// The key of an item of a list of numbers or of positions; size: of an item, B.
static scree_key item_of(const scree_key *key, size_t *size) {
    const bool numbers = key->type == &scree_numbers_type;
    *size = numbers ? sizeof(double) : sizeof(scree_vec3);
    return (scree_key){.type = numbers ? &scree_number_type : &scree_vector_type, .unit = key->unit};
}

static bool read_items(scree_config *g, const scree_key *key, void *at, const scree_yaml *node,
                       const char *path) {
    size_t size;
    const scree_key item = item_of(key, &size);
    const double least = key->type == &scree_points_type && key->bounded ? key->min : 2.0;
    scree_any_array *list = at;
    bool fine = true;
    if (node->kind != SCREE_YAML_LIST || (double)node->item.n < least) {
        return scree_config_wrong(g, key, node, path, NULL);
    }
    list->n = node->item.n;
    list->data = scree_regrow(list->data, &list->capacity, list->n, size);
    memset(list->data, 0, list->n * size);
    for (size_t i = 0; i < list->n; i++) {
        char where[SCREE_PATH_SIZE];
        snprintf(where, sizeof where, "%s[%zu]", path, i);
        fine &= item.type->read(g, &item, list->data + i * size, node->item.data[i], where);
    }
    return fine;
}

static void write_items(const scree_value_writer *w, const scree_key *key, const void *at, const char *path) {
    size_t size;
    const scree_key item = item_of(key, &size);
    const scree_any_array *list = at;
    for (size_t i = 0; i < list->n; i++) {
        char where[SCREE_PATH_SIZE];
        snprintf(where, sizeof where, "%.200s[%zu]", path, i);
        item.type->write(w, &item, list->data + i * size, where);
    }
}

const scree_value_type scree_numbers_type = {.given_as = SCREE_GIVEN_AS_LIST,
                                             .read = read_items,
                                             .write = write_items,
                                             .accepted = "a list of at least two numbers"};
const scree_value_type scree_points_type = {.given_as = SCREE_GIVEN_AS_LIST,
                                            .read = read_items,
                                            .write = write_items,
                                            .accepted =
                                                "a list of positions such as [[0, 0, 0], [1 m, 0, 0]]"};

static bool read_sizes(scree_config *g, const scree_key *key, void *at, const scree_yaml *node,
                       const char *path) {
    scree_size_def *size = at;
    scree_key fraction = {
        .type = &scree_number_type, .unit = "1", .bounded = true, .max = INFINITY, .above = true};
    bool fine = true;
    if (node->kind != SCREE_YAML_LIST || node->item.n == 0) {
        return scree_config_wrong(g, key, node, path, NULL);
    }
    for (size_t i = 0; i < node->item.n; i++) {
        const scree_yaml *row = node->item.data[i];
        char where[SCREE_PATH_SIZE];
        double d = 0, f = 0;
        snprintf(where, sizeof where, "%s[%zu]", path, i);
        if (row->kind != SCREE_YAML_LIST || row->item.n != 2) {
            fine = scree_config_wrong(g, key, row, where, NULL);
            continue;
        }
        fine &= scree_value_quantity(g, key, row->item.data[0], where, &d);
        fine &= scree_value_quantity(g, &fraction, row->item.data[1], where, &f);
        scree_array_push(&size->d, d);
        scree_array_push(&size->f, f);
    }
    return fine;
}

// A row of two numbers for each of n.
static void emit_rows(const scree_value_writer *w, const double *a, const double *b, size_t n,
                      const char *path) {
    for (size_t i = 0; i < n; i++) {
        char row[SCREE_PATH_SIZE];
        snprintf(row, sizeof row, "%.200s[%zu]", path, i);
        emit_numbers(w, row, (const double[2]){a[i], b[i]}, 2);
    }
}

static void write_sizes(const scree_value_writer *w, const scree_key *key, const void *at, const char *path) {
    (void)key;
    const scree_size_def *size = at;
    emit_rows(w, size->d.data, size->f.data, size->d.n, path);
}

const scree_value_type scree_sizes_type = {
    .given_as = SCREE_GIVEN_AS_LIST,
    .read = read_sizes,
    .write = write_sizes,
    .accepted = "a list of pairs such as [[2 mm, 0.3], [4 mm, 0.7]], both numbers > 0"};

static bool read_thermal(scree_config *g, const scree_key *key, void *at, const scree_yaml *node,
                         const char *path) {
    scree_thermal_table *curve = at;
    const scree_key temperature = {
        .type = &scree_number_type, .unit = "K", .bounded = true, .max = INFINITY, .above = true};
    scree_key value = *key;
    value.type = &scree_number_type;
    value.offset = 0;
    curve->place = node->place;
    curve->temperature.n = curve->value.n = 0;
    const scree_key rows = {.type = &scree_thermal_type};
    if (node->kind != SCREE_YAML_LIST || node->item.n < 2) {
        return scree_config_wrong(g, &rows, node, path, NULL);
    }
    bool fine = true;
    for (size_t i = 0; i < node->item.n; i++) {
        const scree_yaml *row = node->item.data[i];
        char where[SCREE_PATH_SIZE];
        double t = 0.0, v = 0.0;
        snprintf(where, sizeof where, "%.200s[%zu]", path, i);
        if (row->kind != SCREE_YAML_LIST || row->item.n != 2) {
            return scree_config_wrong(g, &rows, row, where, "not a row of two numbers");
        }
        fine &= scree_number_type.read(g, &temperature, &t, row->item.data[0], where);
        fine &= scree_number_type.read(g, &value, &v, row->item.data[1], where);
        if (fine && i > 0 && !(t > curve->temperature.data[i - 1])) {
            return scree_config_error(
                g, row->place,
                "%s: %.6g K does not come after %.6g K; accepted: rows with ascending temperatures", where, t,
                curve->temperature.data[i - 1]);
        }
        scree_array_push(&curve->temperature, t);
        scree_array_push(&curve->value, v);
    }
    return fine;
}

static void write_thermal(const scree_value_writer *w, const scree_key *key, const void *at,
                          const char *path) {
    (void)key;
    const scree_thermal_table *curve = at;
    emit_rows(w, curve->temperature.data, curve->value.data, curve->temperature.n, path);
}

const scree_value_type scree_thermal_type = {.given_as = SCREE_GIVEN_AS_LIST,
                                             .read = read_thermal,
                                             .write = write_thermal,
                                             .accepted =
                                                 "a list of at least two rows such as [[300 K, VALUE], [350 "
                                                 "K, VALUE]], with ascending temperatures above 0 K"};
