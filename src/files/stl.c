// SPDX-License-Identifier: BSD-3-Clause
#include "files/stl.h"

#include "memory/array.h"
#include "text/decimal.h"
#include "text/file.h"
#include <string.h>
#include <strings.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "binary STL is read as it lies in memory");

// Binary: 80 bytes of anything, the number of triangles, 50 bytes each: normal, 3 corners (12 floats), 2
// bytes of anything.
enum { HEAD = 84, RECORD = 50, CORNERS_AT = 12 };

typedef struct mesh_text {
    const char *path, *text, *end;
    const char *at;
    scree_report *report;
    scree_corners *corner;
} mesh_text;

// ---- ascii ------------------------------------------------------------------------------------------------

static bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static void skip_blanks(mesh_text *t) {
    while (t->at < t->end && is_blank(*t->at)) {
        t->at++;
    }
}

static size_t word_length(const mesh_text *t) {
    const char *p = t->at;
    while (p < t->end && !is_blank(*p)) {
        p++;
    }
    return (size_t)(p - t->at);
}

// Reports what stands at t->at instead of what was expected. Lines are counted here, not while all is well.
static bool expected(const mesh_text *t, const char *what) {
    int line = 1;
    const char *start = t->text;
    for (const char *p = t->text; p < t->at; p++) {
        if (*p == '\n') {
            line++;
            start = p + 1;
        }
    }
    int column = (int)(t->at - start) + 1, length = (int)word_length(t);
    if (t->at == t->end) {
        return scree_report_at(t->report, SCREE_SEVERITY_ERROR, t->path, line, column,
                               "expected %s, but the file ends", what);
    }
    return scree_report_at(t->report, SCREE_SEVERITY_ERROR, t->path, line, column,
                           "expected %s, found '%.*s%s'", what, length < 40 ? length : 40, t->at,
                           length < 40 ? "" : "...");
}

// Letters of either case; word is in lower case.
static bool at_keyword(mesh_text *t, const char *word) {
    skip_blanks(t);
    const char *p = t->at;
    for (; *word; word++, p++) {
        if ((*p | 32) != *word) { // the text ends with a zero, which is no letter
            return false;
        }
    }
    return p == t->end || is_blank(*p);
}

static bool keyword(mesh_text *t, const char *word) {
    if (!at_keyword(t, word)) {
        char what[24] = "'";
        strcat(strcat(what, word), "'");
        return expected(t, what);
    }
    t->at += strlen(word);
    return true;
}

static bool coordinate(mesh_text *t, double *value) {
    skip_blanks(t);
    const char *end = scree_decimal_read(t->at, value);
    if (!end || (end < t->end && !is_blank(*end))) {
        return expected(t, "a number");
    }
    if (!isfinite(*value)) {
        return expected(t, "a finite number");
    }
    t->at = end;
    return true;
}

// A normal is three words and not used: some programs write nan for slivers.
static bool skip_normal(mesh_text *t) {
    for (int i = 0; i < 3; i++) {
        skip_blanks(t);
        if (t->at == t->end || !strchr("+-0123456789.nN", *t->at)) {
            return expected(t, "a number");
        }
        t->at += word_length(t);
    }
    return true;
}

static bool facet(mesh_text *t) {
    if (!keyword(t, "facet") || !keyword(t, "normal") || !skip_normal(t) || !keyword(t, "outer") ||
        !keyword(t, "loop")) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        scree_vec3 x;
        if (!keyword(t, "vertex") || !coordinate(t, &x.x) || !coordinate(t, &x.y) || !coordinate(t, &x.z)) {
            return false;
        }
        scree_array_push(t->corner, x);
    }
    if (at_keyword(t, "vertex")) {
        return expected(t, "'endloop' (a facet has three corners)");
    }
    return keyword(t, "endloop") && keyword(t, "endfacet");
}

static void skip_line(mesh_text *t) {
    const char *newline = memchr(t->at, '\n', (size_t)(t->end - t->at));
    t->at = newline ? newline : t->end;
}

static bool read_ascii(mesh_text *t) {
    do { // a file may hold several solids
        if (!keyword(t, "solid")) {
            return false;
        }
        skip_line(t); // the name
        while (!at_keyword(t, "endsolid")) {
            if (!at_keyword(t, "facet")) {
                return expected(t, "'facet' or 'endsolid'");
            }
            if (!facet(t)) {
                return false;
            }
        }
        skip_line(t);
        skip_blanks(t);
    } while (t->at < t->end);
    return true;
}

// ---- binary -----------------------------------------------------------------------------------------------

static bool read_binary(mesh_text *t, size_t n) {
    scree_array_reserve(t->corner, 3 * n);
    t->corner->n = 3 * n;
    for (size_t i = 0; i < n; i++) {
        float x[9];
        memcpy(x, t->text + HEAD + i * RECORD + CORNERS_AT, sizeof x);
        for (int k = 0; k < 9; k++) {
            if (!isfinite(x[k])) {
                return scree_report_at(t->report, SCREE_SEVERITY_ERROR, t->path, 0, 0,
                                       "triangle %zu: a corner is not finite", i + 1);
            }
        }
        for (int k = 0; k < 3; k++) {
            t->corner->data[3 * i + (size_t)k] = vec3(x[3 * k], x[3 * k + 1], x[3 * k + 2]);
        }
    }
    return true;
}

// Text has no zero bytes; a binary file has them in its head or in its first triangles.
static bool looks_like_text(const char *data, size_t size) {
    size_t blank = 0;
    while (blank < size && is_blank(data[blank])) {
        blank++;
    }
    bool solid = size - blank >= 5 && strncasecmp(data + blank, "solid", 5) == 0;
    return solid && memchr(data, 0, size < 1024 ? size : 1024) == NULL;
}

static bool read_either(mesh_text *t) {
    size_t size = (size_t)(t->end - t->text);
    uint32_t n = 0;
    if (size >= HEAD) {
        memcpy(&n, t->text + HEAD - 4, sizeof n);
    }
    size_t whole = HEAD + (size_t)n * RECORD;
    if (size >= HEAD && size == whole && n > 0) {
        return read_binary(t, n);
    }
    const size_t mark = scree_file_mark_length(t->text, size);
    if (looks_like_text(t->text + mark, size - mark)) {
        t->text = t->at = t->text + mark;
        return read_ascii(t);
    }
    if (size < HEAD) {
        return scree_report_at(t->report, SCREE_SEVERITY_ERROR, t->path, 0, 0,
                               "no STL file: too short for a binary one and does not start with 'solid'");
    }
    if (n > 0 && size > whole) {
        scree_report_at(t->report, SCREE_SEVERITY_WARNING, t->path, 0, 0,
                        "%zu bytes after the last of its %lu triangles are ignored", size - whole,
                        (unsigned long)n);
        return read_binary(t, n);
    }
    if (n > 0) {
        scree_report_at(
            t->report, SCREE_SEVERITY_ERROR, t->path, 0, 0,
            "truncated or no STL file: as a binary one its %lu triangles need %zu bytes, it has %zu",
            (unsigned long)n, whole, size);
    }
    return n == 0; // no triangles: the caller says so
}

bool scree_stl_read(const char *path, const char *data, size_t size, scree_corners *corners,
                    scree_report *r) {
    mesh_text t = {path, data, data + size, data, r, corners};
    return read_either(&t);
}
