// SPDX-License-Identifier: BSD-3-Clause
// Numbers in bulk and numbers in labels; what units.h has is for single values.
#ifndef SCREE_BASE_DECIMAL_H
#define SCREE_BASE_DECIMAL_H

// Reads a number at the start of `text` (zero-terminated): sign, digits, point, exponent, or nan, inf,
// infinity; no blanks, no hexadecimals. Correctly rounded, whatever the locale. Returns what follows it, NULL
// when there is no number.
const char *scree_decimal_read(const char *text, double *value);

// With `places` digits after the decimal point, which is a point in every locale; cut to 31 characters.
void scree_decimal_write(double value, int places, char out[32]);

#endif
