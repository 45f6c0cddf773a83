// SPDX-License-Identifier: BSD-3-Clause
#include "output/unsynced.h"
#include "text/file.h"

void scree_unsynced_add(scree_unsynced *u, char *path) {
    scree_array_push(&u->path, path);
}

bool scree_unsynced_sync(scree_unsynced *u, scree_report *r) {
    bool ok = true;
    for (size_t k = 0; k < u->path.n; k++) {
        ok = ok && scree_file_sync(u->path.data[k], r);
        scree_free(u->path.data[k]);
    }
    u->path.n = 0;
    return ok;
}

void scree_unsynced_clear(scree_unsynced *u) {
    scree_array_free_each(&u->path);
}
