// SPDX-License-Identifier: BSD-3-Clause
#include "tools/view/json.h"
#include "text/escape.h"
#include "text/units.h"
#include <math.h>

void scree_json_text(scree_text_buffer *t, const char *text) {
    scree_text_add(t, "\"");
    for (const char *at = text; *at;) {
        const int length = scree_utf8_length(at);
        const unsigned char byte = (unsigned char)*at;
        if (length == 0) {
            scree_text_add(t, "\\ufffd");
        } else if (byte < ' ' || byte == 127 || byte == '"' || byte == '\\') {
            scree_text_add(t, "\\u%04x", byte);
        } else {
            scree_text_add(t, "%.*s", length, at);
        }
        at += length > 0 ? length : 1;
    }
    scree_text_add(t, "\"");
}

void scree_json_number(scree_text_buffer *t, double value) {
    char text[32] = "null";
    if (isfinite(value)) {
        scree_number_text(value, text);
    }
    scree_text_add(t, "%s", text);
}
