// SPDX-License-Identifier: BSD-3-Clause
// Messages use malloc, not scree_realloc, because a report must still work when memory runs out.
#include "text/report.h"
#include "text/escape.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct message {
    char *text; // NULL: there was no memory for it
    scree_severity severity;
} message;

struct scree_report {
    message *message;
    size_t n, capacity;
    const char *about_file, *about; // of messages without a file; NULL: none
    int about_line, about_column;
    size_t count[3]; // by severity, including messages dropped for lack of memory
};

scree_report *scree_report_create(void) {
    return calloc(1, sizeof(scree_report));
}

void scree_report_clear(scree_report *r) {
    if (!r) {
        return;
    }
    for (size_t i = 0; i < r->n; i++) {
        free(r->message[i].text);
    }
    r->n = 0;
    memset(r->count, 0, sizeof r->count);
}

void scree_report_destroy(scree_report *r) {
    if (!r) {
        return;
    }
    scree_report_clear(r);
    free(r->message);
    free(r);
}

size_t scree_report_count(const scree_report *r, scree_severity at_least) {
    size_t sum = 0;
    for (int s = (int)at_least; r && s <= (int)SCREE_SEVERITY_ERROR; s++) {
        sum += r->count[s];
    }
    return sum;
}

size_t scree_report_size(const scree_report *r) {
    return r ? r->n : 0;
}

const char *scree_report_text(const scree_report *r, size_t i) {
    if (!r || i >= r->n) {
        return NULL;
    }
    return r->message[i].text ? r->message[i].text : "(no memory left for this message)";
}

scree_severity scree_report_severity(const scree_report *r, size_t i) {
    return r && i < r->n ? r->message[i].severity : SCREE_SEVERITY_NOTE;
}

// "file:line:column: error: " as compilers write it, so that editors can jump there.
static int write_prefix(char *out, size_t size, scree_severity severity, const char *file, int line,
                        int column, const char *what) {
    static const char *const word[] = {"note", "warning", "error"};
    const char *colon = what ? ": " : "";
    what = what ? what : "";
    if (!file) {
        return snprintf(out, size, "%s: %s%s", word[severity], what, colon);
    }
    if (line <= 0) {
        return snprintf(out, size, "%s: %s: %s%s", file, word[severity], what, colon);
    }
    return snprintf(out, size, "%s:%d:%d: %s: %s%s", file, line, column, word[severity], what, colon);
}

// Reserves memory for one more message.
static bool has_room(scree_report *r) {
    if (r->n < r->capacity) {
        return true;
    }
    size_t capacity = r->capacity ? r->capacity * 2 : 8;
    message *grown = realloc(r->message, capacity * sizeof *grown);
    if (!grown) {
        return false;
    }
    r->message = grown;
    r->capacity = capacity;
    return true;
}

void scree_report_about(scree_report *r, const char *file, int line, int column, const char *what) {
    if (r) {
        r->about_file = file;
        r->about_line = line;
        r->about_column = column;
        r->about = what;
    }
}

void scree_report_take(scree_report *r, scree_report *from) {
    for (size_t i = 0; r && from && i < from->n; i++) {
        if (!has_room(r)) {
            break;
        }
        r->message[r->n++] = from->message[i];
        from->message[i].text = NULL;
    }
    for (int s = 0; r && from && s <= (int)SCREE_SEVERITY_ERROR; s++) {
        r->count[s] += from->count[s];
    }
    scree_report_clear(from);
}

// The whole message, safe for a terminal: names and values in it come from files. NULL: no memory.
static char *compose(scree_severity severity, const char *file, int line, int column, const char *what,
                     const char *format, va_list args) {
    va_list again;
    va_copy(again, args);
    int head = write_prefix(NULL, 0, severity, file, line, column, what);
    int body = vsnprintf(NULL, 0, format, args);
    char *raw = head < 0 || body < 0 ? NULL : malloc((size_t)head + (size_t)body + 1), *text = NULL;
    if (raw) {
        write_prefix(raw, (size_t)head + 1, severity, file, line, column, what);
        vsnprintf(raw + head, (size_t)body + 1, format, again);
        size_t size = scree_escape(raw, NULL, 0) + 1;
        text = malloc(size);
        if (text) {
            scree_escape(raw, text, size);
        }
    }
    va_end(again);
    free(raw);
    return text;
}

bool scree_report_at(scree_report *r, scree_severity severity, const char *file, int line, int column,
                     const char *format, ...) {
    if (!r) {
        return false;
    }
    r->count[severity]++;
    if (!has_room(r)) {
        return false;
    }
    va_list args;
    va_start(args, format);
    const bool placed = file != NULL;
    char *text = compose(severity, placed ? file : r->about_file, placed ? line : r->about_line,
                         placed ? column : r->about_column, placed ? NULL : r->about, format, args);
    va_end(args);
    r->message[r->n++] = (message){text, severity};
    return false;
}

// Edit distance with swaps of neighbours (optimal string alignment), a-z case ignored.
static size_t edit_distance(const char *a, size_t na, const char *b, size_t nb) {
    enum { LONGEST = 63 };
    if (na > LONGEST || nb > LONGEST) {
        return SIZE_MAX;
    }
    size_t d[LONGEST + 1][LONGEST + 1];
    for (size_t i = 0; i <= na; i++) {
        d[i][0] = i;
    }
    for (size_t j = 0; j <= nb; j++) {
        d[0][j] = j;
    }
    for (size_t i = 1; i <= na; i++) {
        for (size_t j = 1; j <= nb; j++) {
            size_t best = d[i - 1][j - 1] + ((a[i - 1] | 32) != (b[j - 1] | 32));
            if (d[i - 1][j] + 1 < best) {
                best = d[i - 1][j] + 1;
            }
            if (d[i][j - 1] + 1 < best) {
                best = d[i][j - 1] + 1;
            }
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                d[i - 2][j - 2] + 1 < best) {
                best = d[i - 2][j - 2] + 1;
            }
            d[i][j] = best;
        }
    }
    return d[na][nb];
}

const char *scree_nearest_name(const char *given, const char *const *names, size_t n) {
    size_t length = strlen(given), best = SIZE_MAX;
    const char *nearest = NULL;
    for (size_t i = 0; i < n; i++) {
        size_t distance = edit_distance(given, length, names[i], strlen(names[i]));
        if (distance < best) {
            best = distance;
            nearest = names[i];
        }
    }
    return nearest && 2 * best <= length ? nearest : NULL;
}
