// SPDX-License-Identifier: BSD-3-Clause
#include "tools/canvas/canvas.h"

#include "tools/canvas/stroke_font.h"
#include <math.h>

static void blend(uint8_t *pixel, uint32_t rgb, float opacity) {
    for (int k = 0; k < 3; k++) {
        const float value =
            (float)pixel[k] + opacity * ((float)(rgb >> (16 - 8 * k) & 255u) - (float)pixel[k]);
        pixel[k] = (uint8_t)(value + 0.5f);
    }
}

static uint8_t *pixel_at(const scree_picture *p, int column, int row) {
    return p->rgb + 3 * ((size_t)row * (size_t)p->width + (size_t)column);
}

static int limited(float x, int most) {
    return x < 0.0f ? 0 : x > (float)most ? most : (int)x;
}

void scree_canvas_fill(const scree_picture *p, int left, int top, int right, int bottom, uint32_t rgb,
                       float opacity) {
    for (int row = top > 0 ? top : 0; row < bottom && row < p->height; row++) {
        for (int column = left > 0 ? left : 0; column < right && column < p->width; column++) {
            blend(pixel_at(p, column, row), rgb, opacity);
        }
    }
}

static float distance_to(const scree_font_piece *l, float x, float y) {
    const float dx = l->x2 - l->x1, dy = l->y2 - l->y1, length2 = dx * dx + dy * dy;
    const float along = length2 > 0.0f ? ((x - l->x1) * dx + (y - l->y1) * dy) / length2 : 0.0f;
    const float share = along < 0.0f ? 0.0f : along > 1.0f ? 1.0f : along;
    const float ex = x - l->x1 - share * dx, ey = y - l->y1 - share * dy;
    return sqrtf(ex * ex + ey * ey);
}

// Draws pieces, in pixels, as one shape: where two of them meet nothing is drawn twice.
static void draw_pieces(const scree_picture *p, const scree_font_piece *piece, size_t n, float width,
                        uint32_t rgb, float opacity) {
    float low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (size_t k = 0; k < n; k++) {
        low[0] = fminf(low[0], fminf(piece[k].x1, piece[k].x2));
        high[0] = fmaxf(high[0], fmaxf(piece[k].x1, piece[k].x2));
        low[1] = fminf(low[1], fminf(piece[k].y1, piece[k].y2));
        high[1] = fmaxf(high[1], fmaxf(piece[k].y1, piece[k].y2));
    }
    const float margin = 0.5f * width + 1.0f;
    const int right = limited(high[0] + margin + 1.0f, p->width),
              bottom = limited(high[1] + margin + 1.0f, p->height);
    for (int row = limited(low[1] - margin, p->height); row < bottom; row++) {
        for (int column = limited(low[0] - margin, p->width); column < right; column++) {
            float nearest = INFINITY;
            for (size_t k = 0; k < n; k++) {
                nearest = fminf(nearest, distance_to(&piece[k], (float)column + 0.5f, (float)row + 0.5f));
            }
            const float covered = fminf(1.0f, fmaxf(0.0f, 0.5f * width - nearest + 0.5f));
            if (covered > 0.0f) {
                blend(pixel_at(p, column, row), rgb, opacity * covered);
            }
        }
    }
}

void scree_canvas_line(const scree_picture *p, float x1, float y1, float x2, float y2, float width,
                       uint32_t rgb) {
    const scree_font_piece piece = {x1, y1, x2, y2};
    draw_pieces(p, &piece, 1, width, rgb, 1.0f);
}

float scree_canvas_text_width(float size, const char *text) {
    return scree_font_width(text) * size / SCREE_FONT_CAP;
}

static void draw_text(const scree_picture *p, float x, float y, float size, float width, uint32_t rgb,
                      float opacity, const char *text) {
    const float scale = size / SCREE_FONT_CAP;
    while (*text) {
        scree_font_piece piece[SCREE_FONT_PIECES];
        float advance;
        const size_t n = scree_font_pieces(&text, piece, &advance);
        for (size_t k = 0; k < n; k++) {
            piece[k] = (scree_font_piece){x + scale * piece[k].x1, y - scale * piece[k].y1,
                                          x + scale * piece[k].x2, y - scale * piece[k].y2};
        }
        if (n > 0) {
            draw_pieces(p, piece, n, width, rgb, opacity);
        }
        x += scale * advance;
    }
}

void scree_canvas_text(const scree_picture *p, float x, float y, float size, scree_canvas_align align,
                       uint32_t rgb, const char *text) {
    const float whole = scree_canvas_text_width(size, text), width = fmaxf(1.1f, 0.125f * size);
    x -= align == SCREE_CANVAS_RIGHT ? whole : align == SCREE_CANVAS_MIDDLE ? 0.5f * whole : 0.0f;
    draw_text(p, x, y, size, width + 0.25f * size, 0xffffffu, 0.55f, text);
    draw_text(p, x, y, size, width, rgb, 1.0f, text);
}
