// SPDX-License-Identifier: BSD-3-Clause
// Arithmetic with units: "2 * radius + 1 mm" to a number in SI. The same bits on every machine (maths/math.h).
//
// + - * / ^ ( ), numbers with units, variables, pi, and functions: sqrt abs min max sin cos tan atan exp log floor ceil round.
// A unit directly behind a number belongs to that number: "2 m / 4 s". Behind anything else it is the unit of the whole product in front
// of it, which has none yet: "2 * pi rad/s", "0.5 / (2 * pi) 1/s". A unit ends where a number begins: "2 m / 1 %" divides by 0.01.
// Lengths are added to lengths only; an exponent is a pure number, a whole one where its base has a unit. A radian is 1 where it meets
// a length or a mass (rate * radius is a velocity), a cycle wherever it is not alone in a frequency (50 Hz * time).
#pragma once

#include "text/units.h"

enum { SCREE_EXPRESSION_ERROR = 200 };

// Finds the value of the variable called name[0] to name[n - 1]; false: there is none, and `wrong` gets the reason, a clause.
typedef bool (*scree_variable_lookup)(void *context, const char *name, size_t n, scree_quantity *q,
                                      char wrong[SCREE_EXPRESSION_ERROR]);

// Evaluates the text. False: `wrong` gets the reason, a clause such as "there is no variable 'x'".
bool scree_expression_eval(const char *text, scree_variable_lookup find, void *context, scree_quantity *q,
                           char wrong[SCREE_EXPRESSION_ERROR]);
// Whether an expression would read the name as something else than a variable: a unit, a function or pi.
bool scree_expression_reserves(const char *name);
// Length of the name of a variable at the start of the text (a letter or _, then letters, digits and _); 0: none.
size_t scree_expression_name_length(const char *text);
