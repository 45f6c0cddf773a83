// SPDX-License-Identifier: BSD-3-Clause
// Text and plain shapes on a picture, with smooth edges.
#pragma once

#include "tools/rays/picture.h"

typedef enum scree_canvas_align {
    SCREE_CANVAS_LEFT,
    SCREE_CANVAS_MIDDLE,
    SCREE_CANVAS_RIGHT
} scree_canvas_align;

// Fills a rectangle of pixels; opacity from 0 to 1. What lies outside of the picture is left out.
void scree_canvas_fill(const scree_picture *p, int left, int top, int right, int bottom, uint32_t rgb,
                       float opacity);
// A line with round ends, `width` pixels wide.
void scree_canvas_line(const scree_picture *p, float x1, float y1, float x2, float y2, float width,
                       uint32_t rgb);
// A text with its baseline at y, capitals `size` pixels high, and a light margin around it, so that it can be read on anything.
void scree_canvas_text(const scree_picture *p, float x, float y, float size, scree_canvas_align align,
                       uint32_t rgb, const char *text);
// Width of a text in pixels.
float scree_canvas_text_width(float size, const char *text);
