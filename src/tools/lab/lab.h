// SPDX-License-Identifier: BSD-3-Clause
// The contact lab behind the functions of scree/scree.h: a case with a lab, and its contact. Everything works on tables in memory
// (lab.c); lab_files.c reads and writes these as files.
#pragma once

#include "input/config.h"
#include "tools/lab/single_contact.h"

struct scree_lab {
    scree_case c;
    scree_single_contact contact;
    char name[64]; // last answer of scree_lab_history_name
};

// Does what scree_lab_evaluate_rows does, and also gives what the bits of `extra` ask for: SCREE_EVAL_... in evaluate.h.
scree_table *scree_lab_evaluate_extra(scree_lab *lab, const scree_table *states, unsigned extra,
                                      scree_report *report);
