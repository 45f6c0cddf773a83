// SPDX-License-Identifier: BSD-3-Clause
// A text that grows at its end.
#pragma once

#include <stddef.h>

typedef struct scree_text_buffer {
    char *data; // ends with a zero; NULL while nothing was added; free with scree_free
    size_t n, capacity;
} scree_text_buffer; // all zero: empty

void scree_text_add(scree_text_buffer *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Adds a cell of a CSV file, quoted according to RFC 4180 where it needs that.
void scree_text_add_cell(scree_text_buffer *t, const char *text);
// Adds a quoted text of JSON; bytes that are no UTF-8 become U+FFFD, as JSON must be UTF-8 and file names need not be.
void scree_text_add_json(scree_text_buffer *t, const char *text);
