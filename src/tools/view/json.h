// SPDX-License-Identifier: BSD-3-Clause
// Writes values of JSON at the end of a text.
#pragma once

#include "text/text_buffer.h"

// null where it is not finite.
void scree_json_number(scree_text_buffer *t, double value);
