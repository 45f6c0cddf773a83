// SPDX-License-Identifier: BSD-3-Clause
// view.py in the folder of a run: shows its files in ParaView, and makes pictures and movies (paraview/view.py).
#pragma once

#include "output/out_folder.h"

// False: reported.
bool scree_view_write(scree_out_folder *folder, const char *dir, scree_report *r);
