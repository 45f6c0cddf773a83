// SPDX-License-Identifier: BSD-3-Clause
// Letters and digits as strokes, for labels in pictures: no font has to be installed, and a label has the same pixels everywhere. Characters of ASCII
// alone; others are drawn as a box.
#pragma once

#include <stddef.h>

enum {
    SCREE_FONT_CAP = 9,
    SCREE_FONT_BELOW = 3
}; // height of capitals above the baseline, and what letters such as g need below it, in units of the font

// One straight piece of a stroke, in units of the font: x to the right, y up from the baseline.
typedef struct scree_font_piece {
    float x1, y1, x2, y2;
} scree_font_piece;

enum { SCREE_FONT_PIECES = 160 };

// The pieces of the character at *text, which is moved to the next one: their number; *width: from its left end to that of the next character.
size_t scree_font_pieces(const char **text, scree_font_piece piece[SCREE_FONT_PIECES], float *width);
// Width of a text in units of the font.
float scree_font_width(const char *text);
