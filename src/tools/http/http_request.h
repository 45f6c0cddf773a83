// SPDX-License-Identifier: BSD-3-Clause
// The head of an HTTP/1.1 request, read strictly: what is not exactly as RFC 9112 wants it is refused, and so is a request with a body.
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct scree_http_request {
    const char *target;        // such as "/index"; all texts are in the buffer that was read
    const char *host, *cookie; // NULL: there is none
    bool stays;                // the client wants to send further requests on this connection
} scree_http_request;

// Reads the head at the start of `text`, which has n bytes and is changed. *status: 200, or that of the refusal. Returns the
// length of the head; 0: its end has not arrived yet, and nothing is changed.
size_t scree_http_request_read(char *text, size_t n, scree_http_request *q, int *status);
