// SPDX-License-Identifier: BSD-3-Clause
// Who may see the page. A random token of 128 bits stands in the address that the program prints; the first answer moves it into a
// cookie, which no script and no other site can read. The name of the host is checked, so that a site whose name suddenly leads
// to this machine is refused.
#pragma once

#include "text/report.h"
#include "tools/http/http_request.h"

typedef struct scree_access {
    char token[33];
    int port, other_port; // other_port: that of a tunnel to this machine, 0: none
} scree_access;

// False (reported) where the system gives no random numbers.
bool scree_access_create(scree_access *a, int port, int other_port, scree_report *r);
// 200; 421: asked for under another name; 403: without the token; 303: the token is in the address and has to move into the cookie.
int scree_access_check(const scree_access *a, const scree_http_request *q);
// The value of Set-Cookie.
void scree_access_cookie(const scree_access *a, char *out, size_t size);
