// SPDX-License-Identifier: BSD-3-Clause
// Files of a run that the disk may not have yet. Writing them does not wait for the disk; a checkpoint waits for all that was
// written before it, so that a run resumed from it after a power cut finds its series and its pictures. A process has those
// that it has written itself.
#pragma once

#include "memory/array.h"
#include "text/report.h"
#include <stdbool.h>

typedef struct scree_files_to_sync {
    SCREE_ARRAY(char *) path;
} scree_files_to_sync;

// Takes the path over.
void scree_files_to_sync_add(scree_files_to_sync *u, char *path);
// Waits until the disk has them all, and forgets them. False (and reported) if it could not take one.
bool scree_files_to_sync_all(scree_files_to_sync *u, scree_report *r);
void scree_files_to_sync_clear(scree_files_to_sync *u);
