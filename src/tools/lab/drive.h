// SPDX-License-Identifier: BSD-3-Clause
// Drives one contact along a prescribed path of overlap and of slip, roll and twist rates in the contact's own frame:
// n along z, a below b.
#pragma once

#include "tools/lab/single_contact.h"
#include "tools/lab/table.h"

// path: columns t and overlap, and any of overlap_rate, slip_x, slip_y, roll_x, roll_y, twist; a rate applies to the time
// since the row before. dt replaces that time; touching and the names of the history set the contact history before the
// row, so that a path may begin in the middle of a contact, and a row may be a trial state. Empty cells of these change
// nothing. out (cleared by the caller): forces on a, history, energies by mode. False: reported.
bool scree_drive(scree_single_contact *l, const scree_table *path, scree_table *out, scree_report *r);
