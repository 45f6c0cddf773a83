// SPDX-License-Identifier: BSD-3-Clause
#include "tools/http/access.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

bool scree_access_create(scree_access *a, int port, int other_port, scree_report *r) {
    unsigned char random[16];
    const int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    const ssize_t n = fd >= 0 ? read(fd, random, sizeof random) : -1;
    const int problem = errno;
    if (fd >= 0) {
        close(fd);
    }
    if (n != (ssize_t)sizeof random) {
        return scree_report_error(r, "/dev/urandom: %s; the page needs it for a secret address",
                                  strerror(problem));
    }
    for (size_t k = 0; k < sizeof random; k++) {
        snprintf(a->token + 2 * k, 3, "%02x", random[k]);
    }
    a->port = port;
    a->other_port = other_port;
    return true;
}

// Takes the same time whatever the bytes are, so that the time does not tell how many of them are right.
static bool is_token(const scree_access *a, const char *given) {
    const size_t n = sizeof a->token - 1;
    unsigned char differ = 0;
    if (strlen(given) < n) {
        return false;
    }
    for (size_t k = 0; k < n; k++) {
        differ |= (unsigned char)(a->token[k] ^ given[k]);
    }
    return differ == 0;
}

static bool is_host(const char *host, int port) {
    static const char *const name[] = {"127.0.0.1", "localhost"};
    char full[40];
    for (size_t k = 0; k < sizeof name / sizeof *name; k++) {
        snprintf(full, sizeof full, "%s:%d", name[k], port);
        if (strcasecmp(host, full) == 0 || (port == 80 && strcasecmp(host, name[k]) == 0)) {
            return true;
        }
    }
    return false;
}

// The cookies of all ports of a machine come together: the port in the name tells them apart.
static bool has_cookie(const scree_access *a, const char *cookie) {
    char name[40];
    const int length = snprintf(name, sizeof name, "scree_view_%d=", a->port);
    for (const char *at = cookie; at && *at; at = strchr(at, ';')) {
        at += strspn(at, "; ");
        if (strncmp(at, name, (size_t)length) == 0) {
            const char *value = at + length;
            return strcspn(value, "; ") == sizeof a->token - 1 && is_token(a, value);
        }
    }
    return false;
}

int scree_access_check(const scree_access *a, const scree_http_request *q) {
    static const char first[] = "/?token=";
    if (!q->host || !(is_host(q->host, a->port) || (a->other_port && is_host(q->host, a->other_port)))) {
        return 421;
    }
    if (strncmp(q->target, first, sizeof first - 1) == 0) {
        const char *given = q->target + sizeof first - 1;
        return strlen(given) == sizeof a->token - 1 && is_token(a, given) ? 303 : 403;
    }
    return q->cookie && has_cookie(a, q->cookie) ? 200 : 403;
}

void scree_access_cookie(const scree_access *a, char *out, size_t size) {
    snprintf(out, size, "scree_view_%d=%s; Path=/; HttpOnly; SameSite=Strict", a->port, a->token);
}
