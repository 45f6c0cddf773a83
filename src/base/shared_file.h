// SPDX-License-Identifier: BSD-3-Clause
// A file that several ranks write at once, each at places of its own: whole or not there, as in base/file.h. create and
// commit are collective. An error sticks, writing goes on without effect, and commit reports it by the name of the rank.
// The folder must be one that all ranks see. With no comm it is a file of this process.
#ifndef SCREE_BASE_SHARED_FILE_H
#define SCREE_BASE_SHARED_FILE_H

#include "base/comm.h"

typedef struct scree_shared_file {
    scree_comm *comm;
    int descriptor;
    int error;              // errno of the first failure on this rank, 0: none
    char *path, *temporary; // temporary is NULL when written in place
} scree_shared_file;

// False (and reported) when some rank cannot write it; the others may then not be called.
bool scree_shared_file_create(scree_shared_file *f, scree_comm *c, const char *path, scree_report *r);
// at: bytes from the beginning.
void scree_shared_file_write(scree_shared_file *f, uint64_t at, const void *data, size_t size);
// Waits until the disk has it, and renames; or, where problem is not NULL on some rank or a rank could not write, deletes
// it. False (and reported) unless it is there, the same on all ranks.
bool scree_shared_file_commit(scree_shared_file *f, const char *problem, scree_report *r);

#endif
