// SPDX-License-Identifier: BSD-3-Clause
// The folder of a run's output. The file run.files in it lists the names of all files that runs have written there: a name
// is added before its file is made, and only files on the list are ever removed. While a run lasts each of its processes holds a lock on
// the list, which the system releases when the process ends, however it ends; so there are no stale locks, also on NFS
// as long as its lock service works. A new run needs a lock that all of these exclude, so it waits for ranks that have outlived their
// rank 0, and no process writes into a folder that another run has taken over.
#pragma once

#include "memory/array.h"
#include "text/report.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct scree_out_folder {
    char *path;
    size_t made;   // length of the outermost folder in `path` that was not there before, 0: all were
    int list;      // descriptor of run.files, locked; -1: not open
    bool leads;    // adds to the list: rank 0
    bool locked;   // false: the file system has no locks
    char run[33];  // what the list calls this run
    bool new_list; // run.files was not there before
    SCREE_ARRAY(char *) name; // on the list
} scree_out_folder;

typedef enum scree_out_use {
    SCREE_OUT_NEW,       // the folder holds no run
    SCREE_OUT_OVERWRITE, // the files of an earlier run are removed
    SCREE_OUT_RESUME     // they stay
} scree_out_use;

// The folder of a case for which none is given, in the working folder: free with scree_free.
char *scree_out_folder_of(const char *case_path);
// Makes the folder and its parents if need be (not to resume), and locks it. False (and reported, nothing changed) where
// that cannot be, where another run is writing there, or where files are in the way that this run must not remove.
bool scree_out_folder_open(scree_out_folder *f, const char *path, scree_out_use use, scree_report *r);
// The same for another rank than 0, after that has opened it and has told the rank its f->run. False, and reported, where another run has
// the folder by now.
bool scree_out_folder_join(scree_out_folder *f, const char *path, const char *run, scree_report *r);
// Is it still the folder that was opened, and not removed, or taken over where there are no locks? Each rank asks before it writes. f NULL, or not
// open: it is.
bool scree_out_folder_is_ours(const scree_out_folder *f, scree_report *r);
// Releases the lock.
void scree_out_folder_close(scree_out_folder *f);
// Closes a folder into which nothing was written, and removes what open has made.
void scree_out_folder_undo(scree_out_folder *f);

// Adds a name to the list before its file is written. False (and reported) if a link, a folder or the like has that
// name, or if the list cannot be written. f NULL: there is no list.
bool scree_out_folder_add(scree_out_folder *f, const char *name, scree_report *r);
bool scree_out_folder_lists(const scree_out_folder *f, const char *name);
// Removes all files on the list. False (and reported) if the list cannot be written.
bool scree_out_folder_clear(scree_out_folder *f, scree_report *r);
// For a run resumed at `step`: removes the pictures on the list of later steps, and what was half written. They belong to steps that are computed
// again, and on another number of ranks would not be overwritten.
void scree_out_folder_clear_after(scree_out_folder *f, uint64_t step);

// Is it a name that runs give to their files?
bool scree_out_folder_is_name_of_run(const char *name);
