// SPDX-License-Identifier: BSD-3-Clause
// Files of the input that lie in the folder of the output.
#pragma once

#include "case/case.h"
#include "output/out_folder.h"
#include "text/report.h"

// The files of an earlier run, which the list of the folder has, will be removed. False, and reported: one of them is a file that the case needs.
bool scree_input_is_safe(const scree_case *c, const scree_out_folder *folder, const char *out,
                         scree_report *r);
