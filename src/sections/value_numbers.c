// SPDX-License-Identifier: BSD-3-Clause
// Numbers: with a unit, whole, or of any unit.
#include "sections/value_numbers.h"
#include "keys/accepted_text.h"
#include "keys/complain.h"
#include "keys/word_list.h"
#include "maths/math.h"
#include "text/expression.h"
#include "text/units.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// "0,5 mm": a number with a comma for the point. `what` gets the description.
static bool has_decimal_comma(const char *text, char *what, size_t size) {
    const char *comma = strchr(text, ','), *sign = text + (*text == '-' || *text == '+');
    const bool number = comma && comma > sign && strspn(sign, "0123456789") == (size_t)(comma - sign) &&
                        comma[1] >= '0' && comma[1] <= '9' && !strchr(comma + 1, ',');
    if (number) {
        snprintf(what, size, "a number with a decimal comma (write %.*s.%.30s)", (int)(comma - text), text,
                 comma + 1);
    }
    return number;
}

// Tells, for messages, whether a text that is not a number is meant as an expression.
static bool is_expression(const scree_config *g, const char *text) {
    const char *behind = text + strspn(text, "+-0123456789.eE \t");
    return strpbrk(text, "*()^$") ||
           (scree_variables_any(g->variables) && scree_expression_name_length(behind) == strlen(behind)) ||
           strpbrk(behind, "+-/");
}

// "4 mm-1 mm" is a difference, and "2500 kg m-3" a unit whose negative power has no ^.
static bool has_minus_in_unit(const char *unit) {
    const char *minus = strchr(unit, '-');
    while (minus && minus > unit && minus[-1] == '^') {
        minus = strchr(minus + 1, '-');
    }
    return minus;
}

// Reads a number with a unit, or an expression. False: `what` gets a description of the text, or nothing if the error was reported already.
static bool read_text(const scree_config *g, const char *text, scree_quantity *q, char *what, size_t size) {
    char wrong[SCREE_EXPRESSION_ERROR];
    const scree_quantity_error error = scree_quantity_parse(text, q);
    const scree_quantity plain = *q;
    if (error == SCREE_QUANTITY_OK && has_minus_in_unit(plain.unit)) {
        const bool difference = scree_variables_eval(g->variables, text, q, wrong, sizeof wrong);
        *q = difference ? *q : plain;
        return true;
    }
    if (error == SCREE_QUANTITY_OK || error == SCREE_QUANTITY_NOT_FINITE) {
        snprintf(what, size, "not a finite number");
        return error == SCREE_QUANTITY_OK;
    }
    if (scree_variables_eval(g->variables, text, q, wrong, sizeof wrong)) {
        return true;
    }
    if (has_decimal_comma(text, what, size)) {
        return false;
    }
    if (!wrong[0]) {
        what[0] = '\0';
    } else if (is_expression(g, text)) {
        snprintf(what, size, "not a number: %s", wrong);
    } else if (error == SCREE_QUANTITY_BAD_UNIT) {
        snprintf(what, size, "in an unknown unit, '%s'", plain.bad);
    } else {
        snprintf(what, size, "not a number");
    }
    return false;
}

// Keeps, for messages, that a number in rad or rad/s stands without a unit.
static void keep_bare(scree_config *g, const scree_key *key, const scree_yaml *node, const char *path,
                      double value) {
    const double turn = 2.0 * SCREE_PI;
    const bool rate = strcmp(key->unit, "rad/s") == 0;
    if (key->type != &scree_number_type || !(rate || strcmp(key->unit, "rad") == 0) || value == 0.0 ||
        node->text[strspn(node->text, "+-0123456789.eE")]) { // pi in an expression says what is meant
        return;
    }
    const double other = rate ? value * 60.0 / turn : value * 360.0 / turn;
    const bool beyond = !rate && fabs(value) > turn;
    char *text = rate ? scree_format("%s: %s without a unit is %.6g rad/s, which is %.4g rpm", path,
                                     node->text, value, other)
                 : beyond
                     ? scree_format("%s: %s without a unit is %.6g rad, which is %.4g degrees, more than a "
                                    "turn: is it in degrees? Accepted: with its unit, %s deg or %s rad",
                                    path, node->text, value, other, node->text, node->text)
                     : scree_format("%s: %s without a unit is %.6g rad, which is %.4g degrees", path,
                                    node->text, value, other);
    const struct scree_config_bare bare = {node->place, beyond ? SCREE_SEVERITY_WARNING : SCREE_SEVERITY_NOTE,
                                           text};
    scree_array_push(&g->bare, bare);
}

// Limits of the size of numbers: squares and sums of the largest ones are finite, and the cube of the smallest one is not 0.
static const double MOST_NUMBER = 1e150, LEAST_NUMBER = 1e-100;

// SI value of a number in text that stands for `key`; unit_index: which of the key's units it has.
static bool read_quantity(scree_config *g, const scree_key *key, const scree_yaml *node, const char *path,
                          double *value, int *unit_index) {
    scree_quantity q;
    char what[300], unit_text[32];
    if (node->kind != SCREE_YAML_TEXT || scree_yaml_is_null(node)) {
        return scree_config_wrong(g, key, node, path, NULL);
    }
    if (!read_text(g, node->text, &q, what, sizeof what)) {
        if (what[0]) {
            scree_config_wrong(g, key, node, path, what);
        }
        return false;
    }
    if (fabs(q.value) > MOST_NUMBER || (q.value != 0.0 && fabs(q.value) < LEAST_NUMBER)) {
        return scree_config_wrong(g, key, node, path,
                                  fabs(q.value) > 1.0 ? "out of range"
                                                      : "out of range: its amount is not 0 and below 1e-100");
    }
    *value = q.value;
    *unit_index = 0;
    int n = scree_word_list_count(key->unit);
    if (!q.has_unit && n == 1) {
        keep_bare(g, key, node, path, q.value);
        return true;
    }
    for (int i = 0; i < n && q.has_unit; i++) {
        scree_unit wanted;
        scree_word_list_item(key->unit, i, unit_text);
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
            scree_word_list_item(key->unit, i, unit_text);
            length +=
                snprintf(what + length, sizeof what - (size_t)length, "%s%s", i > 0 ? " or " : "", unit_text);
        }
    }
    return scree_config_wrong(g, key, node, path, what);
}

static bool in_range(scree_config *g, const scree_key *key, const scree_yaml *node, const char *path,
                     double v) {
    if (key->bounded && (v < key->min || v > key->max || (key->above && v == key->min))) {
        return scree_config_wrong(g, key, node, path, "out of range");
    }
    if (key->whole && v != floor(v)) {
        return scree_config_wrong(g, key, node, path, "not a whole number");
    }
    return true;
}

bool scree_value_quantity(scree_config *g, const scree_key *key, const scree_yaml *node, const char *path,
                          double *value) {
    int unit;
    return read_quantity(g, key, node, path, value, &unit) && in_range(g, key, node, path, *value);
}

static bool read_number(scree_config *g, const scree_key *key, void *at, const scree_yaml *node,
                        const char *path) {
    double v;
    int unit = 0;
    if (key->word && node->kind == SCREE_YAML_TEXT && strcmp(node->text, key->word) == 0) {
        v = key->word_value;
    } else if (!read_quantity(g, key, node, path, &v, &unit) || !in_range(g, key, node, path, v)) {
        return false;
    }
    memcpy(at, &v, sizeof v);
    if (key->flag) {
        *(bool *)(void *)((char *)at - key->offset + key->flag) = unit > 0;
    }
    return true;
}

static void write_number(const scree_value_writer *w, const scree_key *key, const void *at,
                         const char *path) {
    double v;
    char number[32], text[80], unit[32];
    memcpy(&v, at, sizeof v);
    if (key->word && v == key->word_value) {
        w->emit(w->ctx, path, key->word);
        return;
    }
    if (!key->fallback && key->bounded && (v < key->min || (key->above && v == key->min))) {
        return; // not given: no value that is accepted
    }
    scree_number_text_full(v, number);
    if (key->flag) { // the unit decides on the meaning
        scree_word_list_item(key->unit,
                             *(const bool *)(const void *)((const char *)at - key->offset + key->flag), unit);
        snprintf(text, sizeof text, "%s %s", number, unit);
        w->emit(w->ctx, path, text);
    } else {
        w->emit(w->ctx, path, number);
    }
}

static void describe_number(scree_text_buffer *t, const scree_key *key) {
    scree_unit unit = {.times = 1};
    bool pure = strcmp(key->unit, "1") == 0;
    bool several = strchr(key->unit, '|') != NULL;
    scree_text_add(t, "%s", key->whole ? "a whole number" : "a number");
    if (several) {
        scree_text_add(t, " with its unit, ");
        scree_accepted_words(t, key->unit);
    } else if (!pure) {
        scree_text_add(t, " in %s", key->unit);
    }
    scree_accepted_range(t, key, pure || several ? "" : key->unit);
    if (!pure && !several && scree_unit_parse(key->unit, &unit, NULL) &&
        scree_dimension_example(unit.dimension)) {
        scree_text_add(t, ", or with a unit such as %s", scree_dimension_example(unit.dimension));
    }
    if (key->word) {
        scree_text_add(t, "; or %s", key->word);
    }
}

const scree_value_type scree_number_type = {
    .read = read_number, .write = write_number, .describe = describe_number};

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

// Evaluates an expression that must be a whole number. False: `what` describes what it is instead.
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

static bool read_whole(scree_config *g, const scree_key *key, void *at, const scree_yaml *node,
                       const char *path) {
    uint64_t value = 0;
    char what[SCREE_EXPRESSION_ERROR + 40];
    if (key->word && node->kind == SCREE_YAML_TEXT && strcmp(node->text, key->word) == 0) {
        memset(at, 0, sizeof value);
        return true;
    }
    if (node->kind != SCREE_YAML_TEXT || node->text[0] == '\0') {
        return scree_config_wrong(g, key, node, path, NULL);
    }
    const char *wrong = read_digits(node->text, &value);
    if (wrong && evaluate_whole(g, node->text, &value, what, sizeof what)) {
        wrong = NULL;
    } else if (wrong && is_expression(g, node->text)) {
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
    if (key->type == &scree_seed_type) {
        memcpy(at, &value, sizeof value);
        return true;
    }
    int small = (int)value;
    memcpy(at, &small, sizeof small);
    return true;
}

static void write_integer(const scree_value_writer *w, const scree_key *key, const void *at,
                          const char *path) {
    char text[32];
    (void)key;
    snprintf(text, sizeof text, "%d", *(const int *)at);
    w->emit(w->ctx, path, text);
}

static void write_seed(const scree_value_writer *w, const scree_key *key, const void *at, const char *path) {
    char text[32];
    (void)key;
    snprintf(text, sizeof text, "%" PRIu64, *(const uint64_t *)at);
    w->emit(w->ctx, path, text);
}

static void describe_whole(scree_text_buffer *t, const scree_key *key) {
    scree_text_add(t, "a whole number");
    if (key->type == &scree_seed_type && !key->bounded) {
        scree_text_add(t, ", 0 to 18446744073709551615");
    }
    scree_accepted_range(t, key, "");
    if (key->word) {
        scree_text_add(t, "; or %s", key->word);
    }
}

const scree_value_type scree_integer_type = {
    .read = read_whole, .write = write_integer, .describe = describe_whole};
const scree_value_type scree_seed_type = {
    .read = read_whole, .write = write_seed, .describe = describe_whole};

static bool read_any_quantity(scree_config *g, const scree_key *key, void *at, const scree_yaml *node,
                              const char *path) {
    scree_quantity q;
    char what[300];
    if (node->kind != SCREE_YAML_TEXT || scree_yaml_is_null(node)) {
        return scree_config_wrong(g, key, node, path, NULL);
    }
    const bool fine = read_text(g, node->text, &q, what, sizeof what);
    if (fine) {
        memcpy(at, &q, sizeof q);
    } else if (what[0]) {
        scree_config_wrong(g, key, node, path, what);
    }
    return fine;
}

static void write_quantity(const scree_value_writer *w, const scree_key *key, const void *at,
                           const char *path) {
    char number[32];
    (void)key;
    scree_number_text_full(((const scree_quantity *)at)->value, number);
    w->emit(w->ctx, path, number);
}

const scree_value_type scree_quantity_type = {.read = read_any_quantity,
                                              .write = write_quantity,
                                              .accepted =
                                                  "a number with the unit of the value, such as 10 N"};
