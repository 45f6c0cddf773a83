// SPDX-License-Identifier: BSD-3-Clause
// Arithmetic with units: "2 * radius + 1 mm" to a number in SI. The same bits on every machine (maths/math.h).
//
// + - * / ^ ( ), numbers with units, variables, pi, and functions: sqrt abs min max sin cos tan atan exp log floor ceil round.
// A unit directly behind a number belongs to that number: "2 m / 4 s". Behind anything else it is the unit of the whole product in front
// of it, which has none yet: "2 * pi rad/s", "0.5 / (2 * pi) 1/s". A unit ends where a number begins: "2 m / 1 %" divides by 0.01.
// Lengths are added to lengths only; an exponent is a pure number, a whole one where its base has a unit. A radian is 1 where it meets
// a length or a mass (rate * radius is a velocity), a cycle wherever it is not alone in a frequency (50 Hz * time).
#pragma once

#include "memory/array.h"
#include "text/units.h"

enum { SCREE_EXPRESSION_ERROR = 200 };

// A formula of variables, such as a velocity at a place, read once (scree_expression_compile) and evaluated often: its operations in the
// order of the text, on SI values. A value has the bits that the text evaluated with these values has.
enum { SCREE_FORMULA_MOST = 100, SCREE_FORMULA_VARIABLES = 8 }; // operations, variables

typedef enum scree_operation {
    SCREE_SUM,
    SCREE_DIFFERENCE,
    SCREE_PRODUCT,
    SCREE_QUOTIENT,
    SCREE_RAISE,
    SCREE_RAISE_TO_WHOLE,
    SCREE_LEAST,
    SCREE_MOST,
    // of one value:
    SCREE_NEGATIVE,
    SCREE_SQUARE_ROOT,
    SCREE_ABSOLUTE,
    SCREE_SINE,
    SCREE_COSINE,
    SCREE_TANGENT,
    SCREE_ARC_TANGENT,
    SCREE_EXPONENTIAL,
    SCREE_LOGARITHM,
    SCREE_FLOOR,
    SCREE_CEILING,
    SCREE_ROUND
} scree_operation;

// a, b: of the values, first the variables, then the steps, from 1; 0: the constants x, y.
typedef struct scree_formula_step {
    scree_operation what;
    int a, b;
    double x, y;
} scree_formula_step;

typedef struct scree_formula {
    int variables, result; // result: of the values; 0: the constant
    double constant;
    SCREE_ARRAY(scree_formula_step) step;
} scree_formula;

// Finds the value of the variable called name[0] to name[n - 1]; false: there is none, and `wrong` gets the reason, a clause.
typedef bool (*scree_variable_lookup)(void *context, const char *name, size_t n, scree_quantity *q,
                                      char wrong[SCREE_EXPRESSION_ERROR]);

// Evaluates the text. False: `wrong` gets the reason, a clause such as "there is no variable 'x'".
bool scree_expression_eval(const char *text, scree_variable_lookup find, void *context, scree_quantity *q,
                           char wrong[SCREE_EXPRESSION_ERROR]);
// Makes a formula of a text. The lookup gives the first of its variables the step 1, the next one 2 ..., up to `variables`; what depends on
// them is not checked for the values that they may have. q: gets the unit of the result.
bool scree_expression_compile(const char *text, scree_variable_lookup find, void *context, int variables,
                              scree_formula *f, scree_quantity *q, char wrong[SCREE_EXPRESSION_ERROR]);
// The value of a formula for these values of its variables.
double scree_formula_at(const scree_formula *f, const double *variable);
// Whether an expression would read the name as something else than a variable: a unit, a function or pi.
bool scree_expression_reserves(const char *name);
// Length of the name of a variable at the start of the text (a letter or _, then letters, digits and _); 0: none.
size_t scree_expression_name_length(const char *text);
