// SPDX-License-Identifier: BSD-3-Clause
#include "text/escape.h"
#include <stdio.h>
#include <string.h>

int scree_utf8_length(const char *text) {
    const unsigned char *p = (const unsigned char *)text;
    if (p[0] < 0x80) {
        return 1;
    }
    int n = p[0] >= 0xc2 && p[0] < 0xe0   ? 2
            : p[0] >= 0xe0 && p[0] < 0xf0 ? 3
            : p[0] >= 0xf0 && p[0] < 0xf5 ? 4
                                          : 0;
    for (int i = 1; i < n; i++) {
        if ((p[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    bool overlong = (p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xf0 && p[1] < 0x90);
    bool beyond = (p[0] == 0xed && p[1] > 0x9f) || (p[0] == 0xf4 && p[1] > 0x8f); // surrogates, > U+10FFFF
    return n > 0 && (overlong || beyond) ? 0 : n;
}

// Control characters of ASCII and of Latin 1 (U+0080 to U+009F), and those that change the direction of text, which
// could show a text in another order than it has.
static bool is_control(unsigned code) {
    return code < 0x20 || (code >= 0x7f && code <= 0x9f) || code == 0x200e || code == 0x200f ||
           (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

// The character at text, of `length` bytes of valid UTF-8.
static unsigned code_of(const char *text, int length) {
    const unsigned char *p = (const unsigned char *)text;
    unsigned code = length == 1 ? p[0] : p[0] & (0xffu >> (length + 1));
    for (int i = 1; i < length; i++) {
        code = code << 6 | (p[i] & 0x3fu);
    }
    return code;
}

unsigned scree_control_code(const char *text) {
    const int length = scree_utf8_length(text);
    const unsigned code = length > 0 ? code_of(text, length) : 0;
    return is_control(code) ? code : 0;
}

// Escape of the character at text into out, or an empty text if it may stay; its bytes.
static int escape_one(const char *text, char out[8]) {
    int length = scree_utf8_length(text);
    unsigned byte = (unsigned char)*text, code = length > 0 ? code_of(text, length) : byte;
    out[0] = '\0';
    if (code == '\n' || code == '\t' || code == '\r') {
        snprintf(out, 8, "\\%c", code == '\n' ? 'n' : code == '\t' ? 't' : 'r');
    } else if (length == 0 || (code < 0x100 && is_control(code))) {
        snprintf(out, 8, "\\x%02x", code);
    } else if (is_control(code)) {
        snprintf(out, 8, "\\u%04x", code & 0xffffu);
    }
    return length > 0 ? length : 1;
}

bool scree_has_control(const char *text) {
    bool found = false;
    while (*text && !found) {
        const int length = scree_utf8_length(text);
        found = scree_control_code(text) > 0;
        text += length > 0 ? length : 1;
    }
    return found;
}

size_t scree_escape(const char *text, char *out, size_t size) {
    size_t total = 0, used = 0;
    bool full = size == 0;
    while (*text) {
        char escape[8];
        int length = escape_one(text, escape);
        const char *piece = escape[0] ? escape : text;
        size_t n = escape[0] ? strlen(escape) : (size_t)length;
        full = full || used + n >= size;
        if (!full) {
            memcpy(out + used, piece, n);
            used += n;
        }
        total += n;
        text += length;
    }
    if (size > 0) {
        out[used] = '\0';
    }
    return total;
}
