// SPDX-License-Identifier: BSD-3-Clause
// Writes values of JSON at the end of a text.
#pragma once

#include "text/text_buffer.h"

// A quoted text; bytes that are no UTF-8 become U+FFFD.
void scree_json_text(scree_text_buffer *t, const char *text);
// null where it is not finite.
void scree_json_number(scree_text_buffer *t, double value);
