// SPDX-License-Identifier: BSD-3-Clause
// Files that are either complete or absent: written under a temporary name in the same folder and renamed when complete. After
// an error (disk full) further writes have no effect, and scree_file_commit reports it as "path: reason". A path that exists
// and is not a regular file (a link, a pipe, /dev/stdout) is written in place, because it must not be replaced. "-" is standard
// output.
#pragma once

#include "text/report.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

// The descriptor of a new file for writing; -1, with errno, if that fails. What had this name is removed, a link itself and not
// what it leads to: for temporary names, where a file of that name is what a killed program left half written.
int scree_file_open_new(const char *path);

typedef struct scree_file {
    FILE *stream;
    char *path, *temporary; // temporary is NULL when written in place
    int error;              // errno of the first failure, 0: none
} scree_file;

// False, with a report, if the file cannot be created; then the other functions must not be called.
bool scree_file_create(scree_file *f, const char *path, scree_report *r);
void scree_file_write(scree_file *f, const void *data, size_t size);
// Not for floating point, whose output depends on the locale.
void scree_file_print(scree_file *f, const char *format, ...) __attribute__((format(printf, 2, 3)));
// A double in the shortest form that reads back as the same bits.
void scree_file_number(scree_file *f, double value);
// Text between XML tags or in an attribute; bytes not allowed in XML become U+FFFD.
void scree_file_xml(scree_file *f, const char *text);
// Closes and renames. durable: also waits until it is on disk. False, with a report, after any error since creation; then
// nothing is left, and an older file of that name is unchanged.
bool scree_file_commit(scree_file *f, bool durable, scree_report *r);
// Waits until the disk has what was written so far: where the file replaces another one, so that a power cut leaves either.
void scree_file_flush(scree_file *f);
// Waits until the disk has a file that was written and closed; one that is no longer there is none to wait for. False (and
// reported) if the disk could not take it.
bool scree_file_sync(const char *path, scree_report *r);
// Waits until the folder of path, and so the renaming, is on disk. False, with errno, if that fails.
bool scree_file_sync_folder(const char *path);

// The whole file, with a zero after its size bytes; free with scree_free. NULL, with a report, if it cannot
// be read, or is larger than half of the memory.
char *scree_file_read(const char *path, size_t *size, scree_report *r);
// The first n bytes of a plain file, or as many as there are: their number; *size: that of the file. 0: there is none, nothing is reported.
size_t scree_file_begin(const char *path, char *begin, size_t n, size_t *size);
// Reads a text as scree_file_read does, and skips the byte order mark that some programs write before UTF-8.
char *scree_file_read_text(const char *path, size_t *size, scree_report *r);
// Bytes of the byte order mark of UTF-8 at the start of a text: 3, or 0 if there is none.
size_t scree_file_mark_length(const char *text, size_t size);
