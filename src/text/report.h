// SPDX-License-Identifier: BSD-3-Clause
// Errors, warnings and notes, collected as text: the library never prints and never exits. A caller passes a scree_report to
// functions, which add their messages; the command line prints them.
#pragma once

#include "scree/scree.h"
#include <stdbool.h>
#include <stddef.h>

// Adds "file:line:column: message" (file may be NULL, line 0 means none). Never fails: if memory runs out the text is
// dropped, but the error is counted. Returns false, for functions that fail with this message.
bool scree_report_at(scree_report *r, scree_severity severity, const char *file, int line, int column,
                     const char *format, ...) __attribute__((format(printf, 6, 7)));
#define scree_report_error(r, ...) scree_report_at(r, SCREE_SEVERITY_ERROR, NULL, 0, 0, __VA_ARGS__)
#define scree_report_warning(r, ...) scree_report_at(r, SCREE_SEVERITY_WARNING, NULL, 0, 0, __VA_ARGS__)
#define scree_report_note(r, ...) scree_report_at(r, SCREE_SEVERITY_NOTE, NULL, 0, 0, __VA_ARGS__)

// From now on messages without a file are about this place and begin with `what` ("walls.floor: floor.stl"): for functions that know a mesh, but not whose it
// is. what NULL: they are about no place any more. The texts are kept by the caller.
void scree_report_about(scree_report *r, const char *file, int line, int column, const char *what);
// Appends all messages of `from` to r; drops them if r is NULL.
void scree_report_take(scree_report *r, scree_report *from);

// Nearest of n names to `given` by edit distance, or NULL when none is near (distance > 1/2 of the length).
const char *scree_nearest_name(const char *given, const char *const *names, size_t n);
