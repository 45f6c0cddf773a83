// SPDX-License-Identifier: BSD-3-Clause
// Numbers in large files, and numbers in labels; units.h is for single values.
#pragma once

// Reads a number at the start of `text` (zero-terminated): sign, digits, point, exponent, or nan, inf,
// infinity; no blanks, no hexadecimals. Correctly rounded, independent of the locale. Returns the end of the
// number, or NULL if there is none.
const char *scree_decimal_read(const char *text, double *value);

// Writes a number with `places` digits after the decimal point, which is a point in every locale; cut to 31 characters.
void scree_decimal_write(double value, int places, char out[32]);
