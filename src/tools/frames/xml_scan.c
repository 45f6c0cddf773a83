// SPDX-License-Identifier: BSD-3-Clause
#include "tools/frames/xml_scan.h"

#include "memory/array.h"
#include <string.h>

void scree_xml_begin(scree_xml *x, const char *text, size_t size) {
    *x = (scree_xml){.at = text, .end = text + size};
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool fail(scree_xml *x, const char *why) {
    x->wrong = why;
    x->at = x->end;
    return false;
}

bool scree_xml_next(scree_xml *x) {
    const char *open = memchr(x->at, '<', (size_t)(x->end - x->at));
    if (!open) {
        return false;
    }
    if (open[1] == '?') { // <?xml version="1.0"?>
        const char *close = strstr(open, "?>");
        if (!close) {
            return fail(x, "the first tag has no end");
        }
        x->at = close + 2;
        return scree_xml_next(x);
    }
    if (open[1] == '!') {
        return fail(x, "there is a document type or a comment, which no run writes");
    }
    const char *close = open + 1;
    for (char quote = 0; close < x->end && (quote || *close != '>'); close++) {
        quote = quote ? (*close == quote ? 0 : quote) : *close == '"' || *close == '\'' ? *close : 0;
    }
    if (close >= x->end) {
        return fail(x, "a tag has no end");
    }
    x->closes = open[1] == '/';
    x->name = open + 1 + x->closes;
    const char *p = x->name;
    while (p < close && !is_blank(*p) && *p != '/') {
        p++;
    }
    x->name_length = (size_t)(p - x->name);
    x->attributes = p;
    x->attributes_end = close;
    x->text = close + 1;
    const char *next = memchr(x->text, '<', (size_t)(x->end - x->text));
    x->text_end = next ? next : x->end;
    x->at = x->text_end;
    return true;
}

bool scree_xml_opens(const scree_xml *x, const char *name) {
    return !x->closes && strlen(name) == x->name_length && memcmp(x->name, name, x->name_length) == 0;
}

bool scree_xml_closes(const scree_xml *x, const char *name) {
    return x->closes && strlen(name) == x->name_length && memcmp(x->name, name, x->name_length) == 0;
}

// A copy of the bytes from `from` to `to`, with characters in place of entities.
static char *resolved(const char *from, const char *to) {
    static const struct {
        const char *entity;
        char character;
    } known[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};
    char *text = scree_realloc(NULL, 0, (size_t)(to - from) + 1), *out = text;
    while (from < to) {
        size_t length = 1;
        char c = *from;
        for (size_t k = 0; c == '&' && k < sizeof known / sizeof *known; k++) {
            const size_t n = strlen(known[k].entity);
            if ((size_t)(to - from) >= n && memcmp(from, known[k].entity, n) == 0) {
                length = n;
                *out = known[k].character;
                break;
            }
        }
        *out = length == 1 ? c : *out;
        out++;
        from += length;
    }
    *out = 0;
    return text;
}

char *scree_xml_attribute(const scree_xml *x, const char *name) {
    const size_t n = strlen(name);
    for (const char *p = x->attributes; p < x->attributes_end;) {
        while (p < x->attributes_end && (is_blank(*p) || *p == '/')) {
            p++;
        }
        const char *key = p;
        while (p < x->attributes_end && *p != '=') {
            p++;
        }
        const size_t length = (size_t)(p - key);
        if (p + 1 >= x->attributes_end || (p[1] != '"' && p[1] != '\'')) {
            return NULL;
        }
        const char *value = p + 2, *end = memchr(value, p[1], (size_t)(x->attributes_end - value));
        if (!end) {
            return NULL;
        }
        if (length == n && memcmp(key, name, n) == 0) {
            return resolved(value, end);
        }
        p = end + 1;
    }
    return NULL;
}

char *scree_xml_text(const scree_xml *x) {
    return resolved(x->text, x->text_end);
}
