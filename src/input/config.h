// SPDX-License-Identifier: BSD-3-Clause
// The input file: YAML to scree_case by the tables of schema.h. Every mistake is reported, in the order of the file, as
// file:line:column: error: key: what was given; accepted: what would do.
#pragma once

#include "case/case.h"
#include "changes/phase_changes.h"
#include "text/report.h"

struct scree_section;

// Fills *c (whatever was in it before is not freed); false on any error. scree_case_clear(c) is due in any case. changes of
// the file: may be NULL.
bool scree_case_read(const char *path, const scree_changes *changes, scree_case *c, scree_report *r);
// The case of a phase (changes/phase_changes.h).
bool scree_case_read_phase(const char *path, const scree_changes *changes, const scree_phase_times *times,
                           scree_case *c, scree_report *r);
// These read a text in memory; name stands for the path in messages, and its folder is where relative files are looked for.
bool scree_case_read_text(const char *name, const char *text, scree_case *c, scree_report *r);
bool scree_case_read_changed(const char *name, const char *text, const scree_changes *changes, scree_case *c,
                             scree_report *r);
// Reads a section alone, from a text such as "{mixing: {cell: 2 cm}}", with the names of a case; name: what the text is, for messages. False on any error; *base has the defaults of the
// section then, and what was read.
bool scree_section_read_text(const char *name, const char *text, const struct scree_section *s, scree_case *c,
                             void *base, scree_report *r);
// Calls emit with every value of a read case, in the order of the tables: "walls.floor.material", "steel"; numbers in SI
// with 17 digits; parameters of pairs as "contacts.glass-steel.normal.restitution".
void scree_case_each_value(const scree_case *c, void (*emit)(void *ctx, const char *path, const char *text),
                           void *ctx);
