// SPDX-License-Identifier: BSD-3-Clause
// Colours of values: a range with round ticks and a unit with a prefix, or categories such as materials.
#pragma once

#include "memory/array.h"
#include "tools/rays/picture.h"

typedef enum scree_colour_kind {
    SCREE_COLOUR_RANGE, // from violet over green to yellow (viridis of matplotlib, by N. Smith and S. van der Walt, in the public domain)
    SCREE_COLOUR_SIGNED,  // from blue over grey to red, grey at zero
    SCREE_COLOUR_NAMED,   // categories with names
    SCREE_COLOUR_NUMBERED // whole numbers, such as those of fragments, of which each has a colour of its own
} scree_colour_kind;

typedef struct scree_colour_scale {
    scree_colour_kind kind;
    char *title, *unit;       // of the field; unit "": none
    double low, high;         // of a range
    SCREE_ARRAY(char *) name; // of the categories
    SCREE_ARRAY(bool) used;   // of each of them: whether something is of it
} scree_colour_scale;

enum { SCREE_COLOUR_UNKNOWN = 0x9a9a9a }; // of values that are no numbers, and of categories without a name

// The colour of a value, 0xrrggbb.
uint32_t scree_colour_of(const scree_colour_scale *s, double value);
// Sets the range so that 98 of 100 values are in it; those that are not finite do not count. Where there are negative and positive ones
// the range is symmetric, and the kind SIGNED. value[] is sorted.
void scree_colour_range(scree_colour_scale *s, double *value, size_t n);
// Draws the bar or the names at the right side of a picture, with text of `size` pixels.
void scree_colour_draw(const scree_colour_scale *s, const scree_picture *p, float size);
// Width in pixels that the drawing takes at the right side.
float scree_colour_width(const scree_colour_scale *s, float size);
void scree_colour_clear(scree_colour_scale *s);
