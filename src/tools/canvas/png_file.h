// SPDX-License-Identifier: BSD-3-Clause
// PNG by libpng, where the program was built with it.
#pragma once

#include "text/report.h"
#include "tools/rays/picture.h"

// The bytes of a PNG file, free with scree_free; NULL: reported. The same picture is the same bytes.
uint8_t *scree_png_of(const scree_picture *p, size_t *size, scree_report *r);
// What to install where there is no libpng; NULL: there is one.
const char *scree_png_missing(void);
