// SPDX-License-Identifier: BSD-3-Clause
// Where pictures go: beside the folder of a run, never into it, and never over a file that is there unless that is asked for.
#pragma once

#include "text/report.h"
#include <stdint.h>

// The path of the picture of a step; free with scree_free. source: the folder, checkpoint or case; out: what the user has given, or NULL; several: the
// number goes into the name. step: SCREE_FRAME_NO_STEP: `number` is used.
char *scree_output_name(const char *source, const char *out, bool several, uint64_t step, size_t number);
// False: reported; there is such a file, and it may not be replaced, or is neither a picture nor a movie.
bool scree_output_may_write(const char *path, bool overwrite, scree_report *r);
