// SPDX-License-Identifier: BSD-3-Clause
// The particles and contacts of a written frame as the rows that fields are computed from.
#pragma once

#include "measures/arrangement.h"
#include "tools/frames/frame.h"

// *contacts: whether the frame has them. Velocities in frames are single precision. False: reported, and *a is empty. Free with scree_arrangement_clear.
bool scree_frame_rows(const scree_frame *f, scree_cell cell, scree_arrangement *a, bool *contacts,
                      scree_report *r);
