// SPDX-License-Identifier: BSD-3-Clause
// The folder of a run's output, and which of the files in it are a run's.
#ifndef SCREE_IO_OUT_FOLDER_H
#define SCREE_IO_OUT_FOLDER_H

#include "base/report.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Makes the folder and those that it is in. *made: length of the outermost one in `path` that was not there before, 0: all
// were. False (and reported) where it cannot be made.
bool scree_out_folder_make(const char *path, size_t *made, scree_report *r);
// Takes back what it made, where that is empty.
void scree_out_folder_unmake(const char *path, size_t made);

// Is it one of the names that a run gives to its files, and a fresh run clears away?
bool scree_out_folder_owns(const char *name);
// A fresh start in a used folder: what an earlier run left must not be taken for this one's by --resume or ParaView.
void scree_out_folder_clear(const char *path);
// A run taken up at `step`: pictures of later steps are those of a run that is no more; on another number of ranks this
// one would not write over them.
void scree_out_folder_clear_after(const char *path, uint64_t step);

#endif
