// SPDX-License-Identifier: BSD-3-Clause
// A case before it is run: its geometry and initial particles, with the messages of a check beside them, also where the check finds mistakes.
#pragma once

#include "tools/frames/frame.h"

// *record: a text in the form of run.json, to be freed with scree_free; there is one in any case. False: reported in it and in r; not even the walls can be
// built, and *frame is empty.
bool scree_case_frame_make(const char *path, const scree_changes *changes, scree_frame *frame, char **record,
                           scree_report *r);
