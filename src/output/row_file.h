// SPDX-License-Identifier: BSD-3-Clause
// A CSV file to which a run adds rows as it goes on, in the order of time, which is in the first column. Where the run is resumed, the
// rows after the time of the checkpoint go.
#pragma once

#include "text/report.h"
#include "text/text_buffer.h"
#include <stdbool.h>
#include <stdint.h>

// The checksum of a text and more bytes after it; 0: of no text. A change of one byte always changes it (FNV-1a).
uint64_t scree_row_file_sum(uint64_t sum, const char *more, size_t n);

typedef struct scree_row_file {
    char *path;
    int fd;       // -1: not open
    size_t size;  // bytes, of complete rows
    uint64_t sum; // checksum of these
    double time;  // s, of the last row that was there when a run went on; else -INFINITY
    char *last;   // that row, with its end; NULL: there was none
    scree_text_buffer row;
} scree_row_file;

// Starts a file with this head, a line without its end. If resumed_at is finite, an existing file goes on: rows later than that
// time, s, and an incomplete last row are removed. False, with a report that calls it `what`, if it cannot be written or has another head.
bool scree_row_file_open(scree_row_file *t, const char *path, const char *what, const char *head,
                         double resumed_at, scree_report *r);
// Writes the rows that are in t->row, and empties it. After an error no part of them remains in the file.
bool scree_row_file_put(scree_row_file *t, scree_report *r);
// Adds a value to a row, with a comma before it except for the first one.
void scree_row_file_number(scree_row_file *t, double value);
// Closes it; a table that is all zero or not open is allowed. False, with a report, if that fails.
bool scree_row_file_close(scree_row_file *t, scree_report *r);
