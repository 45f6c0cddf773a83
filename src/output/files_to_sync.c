// SPDX-License-Identifier: BSD-3-Clause
#include "output/files_to_sync.h"
#include "text/file.h"

void scree_files_to_sync_add(scree_files_to_sync *u, char *path) {
    scree_array_push(&u->path, path);
}

bool scree_files_to_sync_all(scree_files_to_sync *u, scree_report *r) {
    bool ok = true;
    for (size_t k = 0; k < u->path.n; k++) {
        ok = ok && scree_file_sync(u->path.data[k], r);
        scree_free(u->path.data[k]);
    }
    u->path.n = 0;
    return ok;
}

void scree_files_to_sync_clear(scree_files_to_sync *u) {
    scree_array_free_each(&u->path);
}
