// SPDX-License-Identifier: BSD-3-Clause
#include "tools/canvas/colour_scale.h"

#include "tools/canvas/canvas.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { INK = 0x26303a, MOST_NAMES = 12, MOST_TICKS = 12 };

// Without its darkest tenth, which is black on the shaded side of balls.
static const uint32_t viridis[] = {0x482475, 0x414487, 0x355f8d, 0x2a788e, 0x21918c,
                                   0x22a884, 0x44bf70, 0x7ad151, 0xbddf26, 0xfde725};
static const uint32_t blue_red[] = {0x3b4cc0, 0x6f92f3, 0xaac7fd, 0xdddddd, 0xf7b89c, 0xe7745b, 0xb40426};
// Told apart by the colour-blind: M. Okabe and K. Ito, Color Universal Design, 2008, lightened where it is needed on shaded balls.
static const uint32_t category[] = {0x3b8ec2, 0xe8a33d, 0x38a67f, 0xc9628f,
                                    0xd2653a, 0x83c5ec, 0xe6dc5b, 0x6a6a6a};

static uint32_t between(const uint32_t *colour, size_t n, double share) {
    const double at = fmin(1.0, fmax(0.0, share)) * (double)(n - 1);
    const size_t k = at >= (double)(n - 1) ? n - 2 : (size_t)at;
    const double part = at - (double)k;
    uint32_t rgb = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        const double a = colour[k] >> shift & 255u, b = colour[k + 1] >> shift & 255u;
        rgb |= (uint32_t)(a + part * (b - a) + 0.5) << shift;
    }
    return rgb;
}

// Few numbers, such as those of shapes, have colours in their order, and -1, which means none, has grey. Of many numbers, such as those of fragments, neighbours get colours that are
// far apart.
static uint32_t numbered(double value) {
    const size_t few = sizeof category / sizeof *category - 1;
    if (value >= -1.0 && value < (double)few) {
        return category[value < 0.0 ? few : (size_t)value];
    }
    uint64_t x = (uint64_t)(int64_t)value * 0x9e3779b97f4a7c15u;
    x ^= x >> 32;
    const uint32_t base = category[x % few], shade = (uint32_t)(x >> 8 & 3u);
    const uint32_t mixed[2] = {base, shade == 0 ? 0xffffff : 0x303030};
    return shade == 3 ? base : between(mixed, 2, shade == 0 ? 0.35 : 0.15 * shade);
}

uint32_t scree_colour_of(const scree_colour_scale *s, double value) {
    if (!isfinite(value)) {
        return SCREE_COLOUR_UNKNOWN;
    }
    if (s->kind == SCREE_COLOUR_NAMED) {
        const bool known = value >= 0.0 && value < (double)s->name.n;
        return known ? category[(size_t)value % (sizeof category / sizeof *category)]
                     : (uint32_t)SCREE_COLOUR_UNKNOWN;
    }
    if (s->kind == SCREE_COLOUR_NUMBERED) {
        return numbered(value);
    }
    const double share = s->high > s->low ? (value - s->low) / (s->high - s->low) : 0.5;
    return s->kind == SCREE_COLOUR_SIGNED ? between(blue_red, sizeof blue_red / sizeof *blue_red, share)
                                          : between(viridis, sizeof viridis / sizeof *viridis, share);
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

void scree_colour_range(scree_colour_scale *s, double *value, size_t n) {
    size_t finite = 0;
    for (size_t k = 0; k < n; k++) {
        if (isfinite(value[k])) {
            value[finite++] = value[k];
        }
    }
    if (finite == 0) {
        s->low = 0.0;
        s->high = 1.0;
        return;
    }
    scree_sort(value, finite, sizeof *value, ascending);
    const size_t cut = finite / 100;
    s->low = value[cut];
    s->high = value[finite - 1 - cut];
    const double most = fmax(fabs(s->low), fabs(s->high));
    if (s->low < -0.02 * most && s->high > 0.02 * most) {
        s->kind = SCREE_COLOUR_SIGNED;
        s->low = -most;
        s->high = most;
    } else if (s->low >= 0.0 && s->low < 0.3 * s->high) {
        s->low = 0.0; // a bar that begins at zero is easier to read
    }
    if (!(s->high - s->low > 1e-9 * most)) { // all the same
        s->low -= 0.05 * most;
        s->high += most > 0.0 ? 0.05 * most : 1.0;
    }
}

// ---- ticks and units -----------------------------------------------------------------------------------------

// 1, 2 or 5 times a power of ten: the distance of about five ticks.
static double tick_step(double width) {
    double step = 1.0;
    const double wanted = width / 5.0;
    while (step > wanted) {
        step /= 10.0;
    }
    while (step * 10.0 <= wanted) {
        step *= 10.0;
    }
    return step * 5.0 <= wanted ? 5.0 * step : step * 2.0 <= wanted ? 2.0 * step : step;
}

// Whether a prefix may stand before the unit: "m/s" may become "mm/s", "m2" and "kg" may not.
static bool takes_prefix(const char *unit) {
    static const char *const base[] = {"m", "N", "J", "W", "Pa", "s", "Hz"};
    for (size_t k = 0; k < sizeof base / sizeof *base; k++) {
        const size_t n = strlen(base[k]);
        if (strncmp(unit, base[k], n) == 0 && (unit[n] == 0 || unit[n] == '/' || unit[n] == ' ')) {
            return true;
        }
    }
    return false;
}

// The power of ten, a multiple of three, that is taken out of the numbers, and what says so in front of the unit.
static int prefix_of(const scree_colour_scale *s, const char **prefix) {
    static const char *const name[] = {"p", "n", "u", "m", "", "k", "M", "G", "T"};
    const double most = fmax(fabs(s->low), fabs(s->high));
    int power = 0;
    *prefix = "";
    if (!takes_prefix(s->unit) || !(most > 0.0)) {
        return 0;
    }
    double scaled = most;
    while (scaled < 0.1 && power > -12) {
        scaled *= 1000.0;
        power -= 3;
    }
    while (scaled >= 2000.0 && power < 12) {
        scaled /= 1000.0;
        power += 3;
    }
    *prefix = name[power / 3 + 4];
    return power;
}

static double power_of_ten(int power) {
    double value = 1.0;
    for (int k = 0; k < (power < 0 ? -power : power); k++) {
        value *= 10.0;
    }
    return power < 0 ? 1.0 / value : value;
}

typedef struct ticks {
    int n;
    double at[MOST_TICKS]; // in the field's unit
    char label[MOST_TICKS][32];
    char title[160];
} ticks;

static ticks ticks_of(const scree_colour_scale *s) {
    ticks t = {.n = 0};
    const char *prefix;
    const double factor = power_of_ten(prefix_of(s, &prefix)), low = s->low / factor, high = s->high / factor,
                 step = tick_step(high - low);
    const double most = fmax(fabs(low), fabs(high));
    int places = 0;
    for (double width = step; width < 0.999 && places < 12; width *= 10.0) {
        places++;
    }
    for (double at = ceil(low / step - 1e-6); at * step <= high + 1e-6 * step && t.n < MOST_TICKS; at++) {
        const double value = at * step == 0.0 ? 0.0 : at * step; // no -0
        t.at[t.n] = value * factor;
        if (most >= 1e6 || most < 1e-3) {
            snprintf(t.label[t.n++], sizeof t.label[0], "%.3g", value);
        } else {
            snprintf(t.label[t.n++], sizeof t.label[0], "%.*f", places, value);
        }
    }
    snprintf(t.title, sizeof t.title, s->unit[0] ? "%s [%s%s]" : "%s", s->title, prefix, s->unit);
    return t;
}

// ---- drawing -------------------------------------------------------------------------------------------------

// The categories that are shown: those that something is of.
static size_t names_shown(const scree_colour_scale *s, size_t shown[MOST_NAMES]) {
    size_t n = 0;
    for (size_t k = 0; k < s->name.n && n < MOST_NAMES; k++) {
        if (s->used.data[k]) {
            shown[n++] = k;
        }
    }
    return n;
}

float scree_colour_width(const scree_colour_scale *s, float size) {
    float width = scree_canvas_text_width(size, s->title), mark = 1.6f * size;
    if (s->kind == SCREE_COLOUR_NUMBERED) {
        return 0.0f; // a line below
    }
    if (s->kind == SCREE_COLOUR_NAMED) {
        size_t shown[MOST_NAMES], n = names_shown(s, shown);
        for (size_t k = 0; k < n; k++) {
            width = fmaxf(width, mark + 0.8f * size + scree_canvas_text_width(size, s->name.data[shown[k]]));
        }
    } else {
        const ticks t = ticks_of(s);
        for (int k = 0; k < t.n; k++) {
            width = fmaxf(width, mark + 0.9f * size + scree_canvas_text_width(size, t.label[k]));
        }
        width = fmaxf(width, scree_canvas_text_width(size, t.title));
    }
    return width + 3.0f * size;
}

static void draw_range(const scree_colour_scale *s, const scree_picture *p, float size, float left) {
    const ticks t = ticks_of(s);
    const int top = (int)(0.27f * (float)p->height), bottom = (int)(0.73f * (float)p->height), x = (int)left,
              width = (int)(1.6f * size);
    for (int row = top; row < bottom; row++) {
        const double share = 1.0 - ((double)(row - top) + 0.5) / (bottom - top);
        scree_canvas_fill(p, x, row, x + width, row + 1,
                          scree_colour_of(s, s->low + share * (s->high - s->low)), 1.0f);
    }
    for (int k = 0; k < t.n; k++) {
        const float share = (float)((t.at[k] - s->low) / (s->high - s->low)),
                    y = (float)bottom - share * (float)(bottom - top);
        const int row = (int)fminf((float)(bottom - 1), fmaxf((float)top, y));
        scree_canvas_fill(p, x + width, row, x + width + (int)(0.45f * size), row + (size > 18.0f ? 2 : 1),
                          INK, 1.0f);
        scree_canvas_text(p, (float)(x + width) + 0.9f * size, y + 0.5f * size, size, SCREE_CANVAS_LEFT, INK,
                          t.label[k]);
    }
    scree_canvas_text(p, left, (float)top - 1.6f * size, size, SCREE_CANVAS_LEFT, INK, t.title);
}

static void draw_names(const scree_colour_scale *s, const scree_picture *p, float size, float left) {
    size_t shown[MOST_NAMES], n = names_shown(s, shown);
    const float line = 2.1f * size, top = 0.5f * (float)p->height - 0.5f * line * (float)n;
    scree_canvas_text(p, left, top - 1.2f * size, size, SCREE_CANVAS_LEFT, INK, s->title);
    for (size_t k = 0; k < n; k++) {
        const float y = top + line * ((float)k + 0.5f);
        scree_canvas_line(p, left + 0.7f * size, y, left + 0.7f * size, y, 1.4f * size,
                          scree_colour_of(s, (double)shown[k]));
        scree_canvas_text(p, left + 2.4f * size, y + 0.5f * size, size, SCREE_CANVAS_LEFT, INK,
                          s->name.data[shown[k]]);
    }
}

void scree_colour_draw(const scree_colour_scale *s, const scree_picture *p, float size) {
    const float left = (float)p->width - scree_colour_width(s, size) + 1.5f * size;
    if (s->kind == SCREE_COLOUR_NAMED) {
        draw_names(s, p, size, left);
    } else if (s->kind == SCREE_COLOUR_NUMBERED) {
        char text[160];
        snprintf(text, sizeof text, "a colour for each %s", s->title);
        scree_canvas_text(p, (float)p->width - 1.5f * size, (float)p->height - 1.5f * size, size,
                          SCREE_CANVAS_RIGHT, INK, text);
    } else {
        draw_range(s, p, size, left);
    }
}

void scree_colour_clear(scree_colour_scale *s) {
    scree_free(s->title);
    scree_free(s->unit);
    scree_array_free_each(&s->name);
    scree_array_free(&s->used);
    *s = (scree_colour_scale){0};
}
