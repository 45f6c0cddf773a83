// SPDX-License-Identifier: BSD-3-Clause
// Text of unknown origin (names, keys, file names) as it may go to a terminal: control characters, which could move the
// cursor, hide text or send commands to the terminal, become \n, \t, \x1b or \u202e, and bytes that are no UTF-8 \xNN.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// Length in bytes (1..4) of the valid UTF-8 character at p; 0 if there is none.
int scree_utf8_length(const char *p);
// Code of the control character at text, 0 where another character stands there, no UTF-8, or the end.
unsigned scree_control_code(const char *text);
// Whether a control character is in it. Names that scree writes to files and messages may have none.
bool scree_has_control(const char *text);
// Like snprintf: writes at most size bytes with the zero, returns the length of the whole. out may be NULL if size is 0.
size_t scree_escape(const char *text, char *out, size_t size);
