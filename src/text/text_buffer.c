// SPDX-License-Identifier: BSD-3-Clause
#include "text/text_buffer.h"
#include "memory/array.h"
#include "text/escape.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void scree_text_add(scree_text_buffer *t, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length >= 0) {
        scree_array_reserve(t, t->n + (size_t)length + 1);
        vsnprintf(t->data + t->n, (size_t)length + 1, format, again);
        t->n += (size_t)length;
    }
    va_end(again);
}

void scree_text_add_cell(scree_text_buffer *t, const char *text) {
    const char *quote = strpbrk(text, ",\"\r\n") ? "\"" : "";
    scree_text_add(t, "%s", quote);
    for (; *text; text++) {
        scree_text_add(t, *text == '"' ? "\"\"" : "%c", *text);
    }
    scree_text_add(t, "%s", quote);
}

void scree_text_add_json(scree_text_buffer *t, const char *text) {
    scree_text_add(t, "\"");
    for (const char *at = text; *at;) {
        const int length = scree_utf8_length(at);
        const unsigned char byte = (unsigned char)*at;
        if (length == 0) {
            scree_text_add(t, "\\ufffd");
        } else if (byte == '"' || byte == '\\') {
            scree_text_add(t, "\\%c", byte);
        } else if (byte == '\n') {
            scree_text_add(t, "\\n");
        } else if (scree_control_code(at) > 0) {
            scree_text_add(t, "\\u%04x", scree_control_code(at));
        } else {
            scree_text_add(t, "%.*s", length, at);
        }
        at += length > 0 ? length : 1;
    }
    scree_text_add(t, "\"");
}
