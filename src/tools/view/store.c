// SPDX-License-Identifier: BSD-3-Clause
#include "tools/view/store.h"
#include <string.h>

scree_http_body *scree_store_find(scree_store *s, const char *name) {
    for (size_t k = 0; k < s->item.n; k++) {
        scree_stored *item = &s->item.data[k];
        if (strcmp(item->name, name) == 0) {
            item->used = ++s->uses;
            item->body->users++;
            return item->body;
        }
    }
    return NULL;
}

static void forget(scree_store *s, size_t k) {
    scree_stored *item = &s->item.data[k];
    s->bytes -= item->body->n;
    scree_http_body_release(item->body);
    scree_free(item->name);
    *item = s->item.data[--s->item.n];
}

void scree_store_add(scree_store *s, const char *name, scree_http_body *body) {
    if (body->n > s->most) {
        return;
    }
    while (s->bytes + body->n > s->most) {
        size_t oldest = 0;
        for (size_t k = 1; k < s->item.n; k++) {
            oldest = s->item.data[k].used < s->item.data[oldest].used ? k : oldest;
        }
        forget(s, oldest);
    }
    body->users++;
    s->bytes += body->n;
    scree_array_push(&s->item, (scree_stored){.name = scree_strdup(name), .body = body, .used = ++s->uses});
}

void scree_store_clear(scree_store *s) {
    while (s->item.n > 0) {
        forget(s, s->item.n - 1);
    }
    scree_array_free(&s->item);
}
