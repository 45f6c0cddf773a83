// SPDX-License-Identifier: BSD-3-Clause
#include "text/table_lines.h"
#include "text/decimal.h"
#include "text/file.h"
#include <string.h>

static const char blanks[] = " \t\r\f\v";

void scree_table_lines_open_text(scree_table_lines *t, const char *text, scree_table_layout layout) {
    *t = (scree_table_lines){.layout = layout, .next = text};
}

bool scree_table_lines_open(scree_table_lines *t, const char *path, scree_table_layout layout,
                            scree_report *r) {
    size_t size = 0;
    char *text = scree_file_read_text(path, &size, r);
    scree_table_lines_open_text(t, text ? text : "", layout);
    t->file = text;
    const char *zero = text ? text + strlen(text) : NULL;
    if (zero && zero < text + size) {
        t->zero_line = 1;
        for (const char *c = text; (c = strchr(c, '\n')) != NULL; c++) {
            t->zero_line++;
        }
    }
    return text != NULL;
}

void scree_table_lines_close(scree_table_lines *t) {
    scree_free(t->file);
    t->file = NULL;
    scree_array_free(&t->word);
}

// Adds the n bytes at s.
static void add_word(scree_table_lines *t, const char *s, size_t n) {
    if (n > 0 || t->layout != SCREE_TABLE_WORDS) {
        scree_array_push(&t->word, (scree_table_word){s, (int)n, (int)(s - t->line) + 1});
    }
}

static void split_words(scree_table_lines *t, const char *s) {
    bool after_comma = false;
    for (s += strspn(s, blanks); !strchr("\n#", *s); s += strspn(s, blanks)) { // strchr finds the final zero
        const size_t n = strcspn(s, " \t\r\f\v\n,;#");
        add_word(t, s, n);
        s += n;
        s += strspn(s, blanks);
        after_comma = *s == ',' || *s == ';';
        s += after_comma;
    }
    if (after_comma) {
        add_word(t, s, 0);
    }
}

// Without the blanks at both ends.
static scree_table_word trim(const char *s, const char *end) {
    s += strspn(s, blanks);
    while (end > s && strchr(blanks, end[-1])) {
        end--;
    }
    return (scree_table_word){.text = s, .length = end > s ? (int)(end - s) : 0};
}

static void split_cells(scree_table_lines *t, const char *s, const char *end) {
    for (const char *comma = s; comma < end; s = comma + 1) {
        comma = s + strcspn(s, ",\n");
        scree_table_word w = trim(s, comma);
        if (w.length > 1 && w.text[0] == '"' &&
            w.text[w.length - 1] == '"') { // spreadsheets may write quotes
            w = trim(w.text + 1, w.text + w.length - 1);
        }
        add_word(t, w.text, (size_t)w.length);
    }
}

bool scree_table_lines_next(scree_table_lines *t) {
    t->word.n = 0;
    while (t->word.n == 0 && *t->next) {
        t->line = t->next;
        t->number++;
        const char *s = t->line + strspn(t->line, blanks), *end = s + strcspn(s, "\n");
        t->is_comment = *s == '#';
        if (t->layout != SCREE_TABLE_CELLS) {
            split_words(t, s + t->is_comment);
        } else if (s < end && !t->is_comment) {
            split_cells(t, s, end);
        }
        t->next = end + (*end == '\n');
    }
    return t->word.n > 0;
}

bool scree_table_word_is(scree_table_word w, const char *name) {
    return strlen(name) == (size_t)w.length && memcmp(name, w.text, (size_t)w.length) == 0;
}

bool scree_table_word_number(scree_table_word w, double *value) {
    return w.length > 0 && scree_decimal_read(w.text, value) == w.text + w.length;
}

bool scree_table_word_id(scree_table_word w, uint64_t *id) {
    bool fine = w.length > 0;
    *id = 0;
    for (int i = 0; i < w.length && fine; i++) {
        const unsigned digit = (unsigned)(w.text[i] - '0');
        fine = digit <= 9 && *id <= (SCREE_MOST_ID - digit) / 10;
        *id = 10 * *id + digit;
    }
    return fine && *id > 0;
}
