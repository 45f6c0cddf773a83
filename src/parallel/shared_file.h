// SPDX-License-Identifier: BSD-3-Clause
// A file that several ranks write at the same time, each at different offsets; complete or absent, as in text/file.h. create
// and commit are collective. After an error further writes have no effect, and commit reports it with the name of the rank. All
// ranks must see the same folder. Without comm it is a file of this process.
#pragma once

#include "parallel/comm.h"

typedef struct scree_shared_file {
    scree_comm *comm;
    int descriptor;
    int error;              // errno of the first failure on this rank, 0: none
    char *path, *temporary; // temporary is NULL when written in place
} scree_shared_file;

// False, with a report, if some rank cannot write it; then the other functions must not be called.
bool scree_shared_file_create(scree_shared_file *f, scree_comm *c, const char *path, scree_report *r);
// at: offset in bytes.
void scree_shared_file_write(scree_shared_file *f, uint64_t at, const void *data, size_t size);
// Waits until the file is on disk, and renames it; or deletes it if problem is not NULL on some rank or a rank could not write.
// False, with a report, unless the file exists; the same on all ranks.
bool scree_shared_file_commit(scree_shared_file *f, const char *problem, scree_report *r);
