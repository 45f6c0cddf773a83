// SPDX-License-Identifier: BSD-3-Clause
// Pushes one contact along a prescribed path of overlap and of slip, roll and twist rates in the contact's own frame:
// n along z, a below b.
#ifndef SCREE_BENCH_DRIVE_H
#define SCREE_BENCH_DRIVE_H

#include "bench/lone.h"
#include "bench/sheet.h"

// path: columns t and overlap, and any of overlap_rate, slip_x, slip_y, roll_x, roll_y, twist; a rate is that of the time
// since the row before. dt takes the place of that time; touching and the names of the history set what the contact
// remembers before the row, so that a path may begin in the middle of a contact, and a row may be a trial state. Empty
// cells of these leave it. out (cleared by the caller): forces on a, history, energies by sense. False: reported.
bool scree_drive(scree_lone *l, const scree_sheet *path, scree_sheet *out, scree_report *r);

#endif
