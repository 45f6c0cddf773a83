// SPDX-License-Identifier: BSD-3-Clause
// What tools take from the record run.json of a run: its title, its case, where down is, and its domain.
#pragma once

#include "maths/vec.h"
#include "memory/array.h"
#include "state/cell.h"
#include "text/report.h"

typedef struct scree_run_facts {
    char *title;     // "": none
    char *case_path; // as the run was given it, relative to the folder where it was started; NULL: not known
    SCREE_ARRAY(char *) change; // of the case, as in scree_changes
    scree_vec3 gravity;         // m/s2; 0, 0, 0 where the run had none or it is not known
    scree_cell
        cell; // infinite where the run had no domain or it is not known; one that deforms is that of the start
} scree_run_facts;

// Reads run.json in an open folder; a file that is missing or damaged leaves what is known without it, and a warning if it is damaged.
void scree_run_facts_read(scree_run_facts *f, int folder, const char *folder_name, scree_report *r);
void scree_run_facts_clear(scree_run_facts *f);
