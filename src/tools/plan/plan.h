// SPDX-License-Identifier: BSD-3-Clause
// scree_plan for a machine of which more is known than scree_plan_options say.
#pragma once

#include "scree/scree.h"

typedef struct scree_plan_machine {
    double disk;  // B/s of the file system, for all ranks together
    int per_node; // ranks that run on one node; if there are fewer, all of them
} scree_plan_machine;

// 10 GB/s, 64 ranks on a node: what scree_plan assumes.
scree_plan_machine scree_plan_machine_default(void);
char *scree_plan_on(const char *case_path, const scree_changes *changes, const scree_plan_options *options,
                    const scree_plan_machine *machine, scree_report *report);
