// SPDX-License-Identifier: BSD-3-Clause
#include "tools/http/http_request.h"
#include <string.h>
#include <strings.h>

// Length of the head with its empty line; 0: it has no end yet.
static size_t head_length(const char *text, size_t n) {
    for (size_t k = 3; k < n; k++) {
        if (text[k] == '\n' && memcmp(text + k - 3, "\r\n\r\n", 4) == 0) {
            return k + 1;
        }
    }
    return 0;
}

// Ends the line at `line` with a zero, and returns the next one. NULL: it has a byte that no head may have.
static char *end_line(char *line) {
    char *at = line;
    while (*at != '\r') {
        if ((unsigned char)*at < ' ' && *at != '\t') {
            return NULL;
        }
        at++;
    }
    *at = 0;
    return at[1] == '\n' ? at + 2 : NULL;
}

static int read_first_line(char *line, scree_http_request *q) {
    char *target = strchr(line, ' '), *version = target ? strchr(target + 1, ' ') : NULL;
    if (!version || strchr(version + 1, ' ') || target == line || target[1] != '/') {
        return 400;
    }
    *target++ = *version++ = 0;
    if (strcmp(version, "HTTP/1.1") != 0) {
        return strncmp(version, "HTTP/", 5) == 0 ? 505 : 400;
    }
    q->target = target;
    return strcmp(line, "GET") == 0 ? 200 : 405;
}

static int read_field(char *line, scree_http_request *q) {
    char *value = strchr(line, ':');
    if (!value || value == line || strcspn(line, " \t") < (size_t)(value - line)) {
        return 400;
    }
    *value++ = 0;
    value += strspn(value, " \t");
    for (char *end = value + strlen(value); end > value && (end[-1] == ' ' || end[-1] == '\t');) {
        *--end = 0;
    }
    const char **once = strcasecmp(line, "Host") == 0     ? &q->host
                        : strcasecmp(line, "Cookie") == 0 ? &q->cookie
                                                          : NULL;
    if (once) {
        if (*once) {
            return 400;
        }
        *once = value;
    }
    if (strcasecmp(line, "Transfer-Encoding") == 0 ||
        (strcasecmp(line, "Content-Length") == 0 && strcmp(value, "0") != 0)) {
        return 413;
    }
    if (strcasecmp(line, "Connection") == 0 && strcasecmp(value, "close") == 0) {
        q->stays = false;
    }
    return 200;
}

size_t scree_http_request_read(char *text, size_t n, scree_http_request *q, int *status) {
    const size_t length = head_length(text, n);
    *q = (scree_http_request){.stays = true};
    *status = 200;
    if (length == 0) {
        return 0;
    }
    char *line = text, *next = end_line(line);
    *status = next ? read_first_line(line, q) : 400;
    while (next && *status == 200 && *next != '\r') {
        line = next;
        next = end_line(line);
        *status = next ? read_field(line, q) : 400;
    }
    return length;
}
