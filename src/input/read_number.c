// SPDX-License-Identifier: BSD-3-Clause
// A text that stands for a number: a number with a unit, or an expression. Numbers that could be meant in another unit are named.
#include "input/read_number.h"
#include "base/expression.h"
#include "base/math.h"
#include "base/units.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

// "0,5 mm": a number with a comma for the point. what gets what to say.
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

// Anything but a number with a unit, or what is meant to be one.
bool scree_config_is_expression(const scree_config *g, const char *text) {
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

bool scree_config_number(const scree_config *g, const char *text, scree_quantity *q, char *what,
                         size_t size) {
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
    } else if (scree_config_is_expression(g, text)) {
        snprintf(what, size, "not a number: %s", wrong);
    } else if (error == SCREE_QUANTITY_BAD_UNIT) {
        snprintf(what, size, "in an unknown unit, '%s'", plain.bad);
    } else {
        snprintf(what, size, "not a number");
    }
    return false;
}

void scree_config_keep_bare(scree_config *g, const scree_key *key, const scree_yaml *node, const char *path,
                            double value) {
    const double turn = 2.0 * SCREE_PI;
    const bool rate = strcmp(key->unit, "rad/s") == 0;
    if (key->type != SCREE_KEY_NUMBER || !(rate || strcmp(key->unit, "rad") == 0) || value == 0.0 ||
        node->text[strspn(node->text, "+-0123456789.eE")]) { // pi in an expression says what is meant
        return;
    }
    const double other = rate ? value * 60.0 / turn : value * 360.0 / turn;
    const bool beyond = !rate && fabs(value) > turn;
    char *text = rate     ? scree_format("%s: %s without a unit is %.6g rad/s, which is %.4g rpm", path,
                                         node->text, value, other)
                 : beyond ? scree_format("%s: %s without a unit is %.6g rad, which is %.4g degrees, more "
                                         "than a turn: is it in degrees? "
                                         "Accepted: with its unit, %s deg or %s rad",
                                         path, node->text, value, other, node->text, node->text)
                          : scree_format("%s: %s without a unit is %.6g rad, which is %.4g degrees", path,
                                         node->text, value, other);
    const struct scree_config_bare bare = {node->place, beyond ? SCREE_SEVERITY_WARNING : SCREE_SEVERITY_NOTE,
                                           text};
    scree_array_push(&g->bare, bare);
}
