// SPDX-License-Identifier: BSD-3-Clause
// A small HTTP/1.1 server on the loopback interface, for one user: GET, and a stream of events. One thread, poll(), nothing that waits for a
// client: what a client does not take stays in the socket's buffer, and a client that takes nothing for a while is
// disconnected. Own code because it is about the size of what a library for it would need around it, and needs no package.
#pragma once

#include "text/report.h"
#include "tools/http/access.h"
#include <stdbool.h>
#include <stddef.h>

// Bytes that several connections may be sending at the same time.
typedef struct scree_http_body {
    char *data;
    size_t n;
    int users;
} scree_http_body;

// Takes over data, of scree_realloc; has one user.
scree_http_body *scree_http_body_create(void *data, size_t n);
// NULL is allowed.
void scree_http_body_release(scree_http_body *b);

typedef struct scree_http_reply {
    int status;            // 0: as 200
    const char *type;      // of the content
    scree_http_body *body; // one use of it is handed over; NULL: empty
    bool is_stream;        // the connection gets the events from now on
} scree_http_reply;

// Answers a request that is allowed. The target is what the client wrote, of any content.
typedef scree_http_reply scree_http_answer(void *context, const char *target);

typedef struct scree_http scree_http;

// Listens on 127.0.0.1. port 0: a free one. other_port: see scree_access. NULL: reported.
scree_http *scree_http_open(int port, int other_port, scree_http_answer *answer, void *context,
                            scree_report *r);
// The address with the token; free with scree_free.
char *scree_http_address(const scree_http *h);
// Serves for up to this many seconds, and returns when a signal comes, or when `until`, a descriptor, becomes readable or is closed at its other end (-1: none).
// True in the last case.
bool scree_http_serve(scree_http *h, double seconds, int until);
// Sends a text without line breaks to all streams. A slow client gets the newest only.
void scree_http_tell(scree_http *h, const char *text);
void scree_http_close(scree_http *h);
