// SPDX-License-Identifier: BSD-3-Clause
// Numbers with units: text to SI, exactly.
// "4 mm" gives the double nearest to 0.004: powers of ten in a unit change the decimal exponent before the
// conversion to binary. Other factors (min, h, deg, rpm) are applied after it, with at most one product and one quotient.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// Powers of the base units. The angle is included although it is dimensionless in SI, so that "2 rpm" is not accepted as a
// frequency and "30 deg" not as a friction coefficient; cycle is for Hz, so that "2 Hz" is not accepted as an angular velocity.
typedef struct scree_dimension {
    int kg, m, s, rad, cycle, kelvin, ampere;
} scree_dimension;

typedef struct scree_unit {
    scree_dimension dimension;
    int exponent10; // SI value = number * 10^exponent10 * times / over
    double times, over;
} scree_unit;

typedef enum scree_quantity_error {
    SCREE_QUANTITY_OK,
    SCREE_QUANTITY_NOT_A_NUMBER, // does not start with a number
    SCREE_QUANTITY_NOT_FINITE,   // inf, nan, or beyond the range of a double
    SCREE_QUANTITY_BAD_UNIT      // the text after the number is not a unit
} scree_quantity_error;

typedef struct scree_quantity {
    double value; // SI
    bool has_unit;
    scree_dimension dimension; // of the unit given
    int step;                  // of a formula that gives the value, from 1; 0: a constant (text/expression.h)
    char number[40], unit[40]; // the two parts as they were given (cut), for messages
    char bad[24];              // BAD_UNIT: the part of the unit that is not known
} scree_quantity;

// Reads "kg/m^3", "kg/m3", "N/m", "m/s^2", "J/(kg K)", "1/s", "%", "1"; false when a part is unknown and then
// copies that part into bad (if not NULL).
bool scree_unit_parse(const char *text, scree_unit *unit, char bad[24]);
// Reads a number, optionally followed by a unit. Independent of the locale.
scree_quantity_error scree_quantity_parse(const char *text, scree_quantity *q);
// Reads a number at the start of the text, and the longest unit behind it, as a part of a longer text; *used: its length.
// NOT_A_NUMBER: there is none.
scree_quantity_error scree_quantity_parse_start(const char *text, scree_quantity *q, size_t *used);
// Reads a number without a unit at the start of a text.
scree_quantity_error scree_number_parse_start(const char *text, scree_quantity *q, size_t *used);
// Returns the quantity 1 of a unit.
scree_quantity scree_unit_quantity(const scree_unit *unit);
// Length of the longest unit at the start of the text, after blanks; 0: there is none. A number ends it, so a unit has "1" only
// in front: "1/s".
size_t scree_unit_parse_start(const char *text, scree_unit *unit);
// Reads a number from exactly n characters; false if they are anything else. May give inf.
bool scree_number_parse(const char *text, size_t n, int exponent10, double *value);
// Is a value of dimension `given` accepted where `wanted` is expected?
bool scree_dimension_fits(scree_dimension given, scree_dimension wanted);
// "a length", "an angular velocity", or NULL for a combination without a name.
const char *scree_dimension_name(scree_dimension d);
// A unit behind a number: the unit, or an empty text for that of pure numbers, "1".
const char *scree_unit_shown(const char *unit);
// Writes the powers of its units: "kg m^2 s^-3", "Hz", an empty text for a pure number.
void scree_dimension_text(scree_dimension d, char out[64]);
// An example of a value with that dimension: "4 mm"; NULL for a combination without a name.
const char *scree_dimension_example(scree_dimension d);
// Shortest of %.15g, %.16g, %.17g that reads back as the same double, with a decimal point in every locale.
void scree_number_text(double value, char out[32]);
// Writes a number as %.17g does, with a decimal point in every locale.
void scree_number_text_full(double value, char out[32]);
