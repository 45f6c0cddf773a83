// SPDX-License-Identifier: BSD-3-Clause
// The answers that were sent last, up to a number of bytes: scrubbing to and fro reads each file once.
#pragma once

#include "memory/array.h"
#include "tools/http/http.h"

typedef struct scree_stored {
    char *name;
    scree_http_body *body;
    uint64_t used; // larger: later
} scree_stored;

typedef struct scree_store {
    SCREE_ARRAY(scree_stored) item;
    size_t bytes, most;
    uint64_t uses;
} scree_store;

// A use of the body of that name, or NULL.
scree_http_body *scree_store_find(scree_store *s, const char *name);
// Keeps a use of its own; those that were used longest ago have to go.
void scree_store_add(scree_store *s, const char *name, scree_http_body *body);
void scree_store_clear(scree_store *s);
