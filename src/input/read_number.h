// SPDX-License-Identifier: BSD-3-Clause
// A text that stands for a number: a number with a unit, or an expression.
#ifndef SCREE_INPUT_READ_NUMBER_H
#define SCREE_INPUT_READ_NUMBER_H

#include "input/config_read.h"

// Reads a number with a unit, or an expression. False: `what` gets a description of the text, or nothing if the error was reported already.
bool scree_config_number(const scree_config *g, const char *text, scree_quantity *q, char *what, size_t size);
// Keeps, for messages, that a number in rad or rad/s stands without a unit, as a value of this key.
void scree_config_keep_bare(scree_config *g, const scree_key *key, const scree_yaml *node, const char *path,
                            double value);
// Tells, for messages, whether a text that is not a number is meant as an expression.
bool scree_config_is_expression(const scree_config *g, const char *text);

#endif
