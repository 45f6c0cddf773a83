// SPDX-License-Identifier: BSD-3-Clause
// The legend is above its panel, so it cannot cover data; the y label is there too, horizontal. Widths of text are estimated
// without a font, rather too wide than too narrow.
#include "tools/plot/plot.h"

#include "memory/array.h"
#include "text/decimal.h"
#include "text/file.h"
#include <math.h>
#include <string.h>

enum { FONT = 12, TITLE_FONT = 17, ROW = 20, PAD = 18, SAMPLE = 22, DECADES_MAX = 14 }; // pixels, decades

// Blue, vermilion, green, purple, amber, sky, grey: distinguishable with colour blindness, dark enough on white.
static const char *const palette[] = {"#0072b2", "#d55e00", "#009e73", "#aa4499",
                                      "#c98a00", "#3a9bd9", "#555555"};

typedef struct axis {
    double low, high; // data range shown; on a logarithmic axis powers of ten
    double step;      // between ticks; decades on a logarithmic axis
    bool log;
    int exponent; // tick labels are in units of 10^exponent
} axis;

typedef struct frame {
    double left, right, top, bottom; // pixels
    axis x, y;
    const char *x_label; // NULL: a panel below has the numbers of the x axis
} frame;

// ---- numbers and text -------------------------------------------------------------------------------------

static void put_number(scree_file *f, double pixels) {
    char text[32];
    scree_decimal_write(pixels, 2, text);
    scree_file_print(f, "%s", text);
}

// name="value"
static void attribute(scree_file *f, const char *name, double pixels) {
    scree_file_print(f, " %s=\"", name);
    put_number(f, pixels);
    scree_file_print(f, "\"");
}

static double text_width(const char *text, double font) {
    double n = 0;
    for (const char *p = text; *p; p++) {
        n += ((unsigned char)*p & 0xc0) != 0x80; // characters, not bytes
    }
    return n * font * 0.56;
}

static void text_begin(scree_file *f, const char *style, double x, double y, const char *anchor) {
    scree_file_print(f, "<text class=\"%s\"", style);
    attribute(f, "x", x);
    attribute(f, "y", y);
    scree_file_print(f, " text-anchor=\"%s\">", anchor);
}

static void text(scree_file *f, const char *style, double x, double y, const char *anchor,
                 const char *content) {
    text_begin(f, style, x, y, anchor);
    scree_file_xml(f, content);
    scree_file_print(f, "</text>\n");
}

// 10 with a raised exponent; what follows is on the line again.
static void put_power(scree_file *f, int exponent) {
    scree_file_print(f, "10<tspan dy=\"-5\" font-size=\"9\">%s%d</tspan>", exponent < 0 ? "\xe2\x88\x92" : "",
                     exponent < 0 ? -exponent : exponent);
}

// The prefix of the unit in brackets that stands for 10^exponent; NULL: there is none, or this unit takes none, as it is a square, a number
// over something, an angle or a temperature. "kg" has a prefix already: 10^-3 kg is 1 g.
static const char *prefix_of(const char *unit, int exponent) {
    static const char *const prefix[] = {"p", "n", "\xc2\xb5", "m", "", "k", "M", "G", "T"};
    const size_t letters = strspn(unit, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    const bool mass = strncmp(unit, "kg", 2) == 0;
    const int k = exponent / 3 + 4 + mass;
    if (letters == 0 || (unit[letters] >= '0' && unit[letters] <= '9') || unit[0] == 'K' ||
        strncmp(unit, "rad", 3) == 0 || k < 0 || k > (mass ? 4 : 8)) {
        return NULL;
    }
    return prefix[k];
}

// "energy [J]" with exponent 3 becomes "energy [kJ]", "area [m2]" becomes "area [10^3 m2]", "particles" becomes "particles [10^3]".
static void put_label(scree_file *f, const char *style, double x, double y, const char *anchor,
                      const char *label, int exponent) {
    const char *bracket = strrchr(label, '['), *unit = bracket ? bracket + 1 : "";
    if (exponent == 0) {
        text(f, style, x, y, anchor, label);
        return;
    }
    char *head = bracket ? scree_format("%.*s", (int)(bracket - label), label) : scree_format("%s ", label);
    const char *prefix = prefix_of(unit, exponent);
    if (prefix) {
        char *whole = scree_format("%s[%s%s", head, prefix, unit + (strncmp(unit, "kg", 2) == 0));
        text(f, style, x, y, anchor, whole);
        scree_free(whole);
        scree_free(head);
        return;
    }
    text_begin(f, style, x, y, anchor);
    scree_file_xml(f, head);
    scree_file_print(f, "[");
    put_power(f, exponent);
    scree_file_print(f, "<tspan dy=\"5\">%s", bracket ? " " : "]");
    scree_file_xml(f, bracket ? bracket + 1 : "");
    scree_file_print(f, "</tspan></text>\n");
    scree_free(head);
}

static void tick_text(const axis *a, double value, char out[32]) {
    double unit = pow(10, a->exponent), step = a->step / unit;
    int places = (int)-floor(log10(step) + 1e-9);
    scree_decimal_write(value / unit + 0.0, places > 0 ? places : 0, out);
}

// ---- axes -------------------------------------------------------------------------------------------------

// 1, 2 or 5 times a power of ten, for about `wanted` intervals.
static double nice_step(double span, double wanted) {
    double raw = span / wanted, power = pow(10, floor(log10(raw))), m = raw / power;
    return power * (m <= 1.0 + 1e-9 ? 1 : m <= 2 ? 2 : m <= 5 ? 5 : 10);
}

static void axis_units(axis *a) {
    double largest = fmax(fabs(a->low), fabs(a->high));
    int e = largest > 0 ? (int)floor(log10(largest)) : 0;
    a->exponent = e >= 5 || e <= -3 ? 3 * (int)floor(e / 3.0) : 0;
}

static void axis_linear(axis *a, double low, double high, double wanted, bool round) {
    if (!(low <= high)) { // no data
        low = 0;
        high = 1;
    }
    if (round && low > 0 && low < 0.5 * high) {
        low = 0;
    }
    double least = 1e-6 * fmax(fabs(low), fabs(high)); // a constant and its small errors are a flat line
    if (high - low <= least) {
        double half = low != 0 ? 0.1 * fabs(low) : 0.5;
        low -= half;
        high += half;
    }
    a->step = nice_step(high - low, wanted);
    a->low = round ? floor(low / a->step + 1e-9) * a->step : low;
    a->high = round ? ceil(high / a->step - 1e-9) * a->step : high;
    double last = ceil(a->high / a->step - 1e-9) * a->step; // the last row may be just short of a round time
    if (last - a->high < 0.02 * (a->high - a->low)) {
        a->high = last;
    }
    axis_units(a);
}

static void axis_log(axis *a, double low, double high) {
    if (!(low <= high)) {
        low = high = 1;
    }
    a->log = true;
    a->low = floor(log10(low) + 1e-9);
    a->high = ceil(log10(high) - 1e-9);
    if (a->high <= a->low) {
        a->high = a->low + 1;
    }
    if (a->high - a->low > DECADES_MAX) { // values that decay to zero need not be shown to the last bit
        a->low = a->high - DECADES_MAX;
    }
    a->step = ceil((a->high - a->low) / 7);
}

// Position on the axis in its own terms; NAN where there is none.
static double axis_value(const axis *a, double value) {
    if (a->log) {
        value = value > 0 ? log10(value) : NAN;
    }
    return value >= a->low - 1e-9 * fabs(a->low) && value <= a->high + 1e-9 * fabs(a->high) ? value : NAN;
}

static double frame_x(const frame *p, double x) {
    return p->left + (axis_value(&p->x, x) - p->x.low) / (p->x.high - p->x.low) * (p->right - p->left);
}

static double frame_y(const frame *p, double y) {
    return p->bottom - (axis_value(&p->y, y) - p->y.low) / (p->y.high - p->y.low) * (p->bottom - p->top);
}

static void range_of(const scree_plot_panel *panel, bool x, double *low, double *high) {
    for (size_t k = 0; k < panel->n_series; k++) {
        const scree_plot_series *s = &panel->series[k];
        for (size_t i = 0; i < s->n; i++) {
            double v = x ? s->x[i] : s->y[i];
            if (!isfinite(s->x[i]) || !isfinite(s->y[i]) || (panel->log_y && s->y[i] <= 0) ||
                (panel->log_x && s->x[i] <= 0)) {
                continue;
            }
            *low = fmin(*low, v);
            *high = fmax(*high, v);
        }
    }
}

// ---- drawing ----------------------------------------------------------------------------------------------

static void line(scree_file *f, const char *style, double x1, double y1, double x2, double y2) {
    scree_file_print(f, "<path class=\"%s\" d=\"M", style);
    put_number(f, x1);
    scree_file_print(f, " ");
    put_number(f, y1);
    scree_file_print(f, "L");
    put_number(f, x2);
    scree_file_print(f, " ");
    put_number(f, y2);
    scree_file_print(f, "\"/>\n");
}

static void draw_y_ticks(scree_file *f, const frame *p) {
    const axis *a = &p->y;
    long first = (long)ceil(a->low / a->step - 1e-6), last = (long)floor(a->high / a->step + 1e-6);
    for (long k = first; k <= last; k++) {
        double value = (double)k * a->step;
        double y = p->bottom - (value - a->low) / (a->high - a->low) * (p->bottom - p->top);
        line(f, "grid", p->left, y, p->right, y);
        if (a->log) {
            text_begin(f, "tick", p->left - 8, y + 4, "end");
            put_power(f, (int)value);
            scree_file_print(f, "</text>\n");
        } else {
            char label[32];
            tick_text(a, value, label);
            text(f, "tick", p->left - 8, y + 4, "end", label);
        }
    }
}

static void draw_x_ticks(scree_file *f, const frame *p, bool labels) {
    const axis *a = &p->x;
    long first = (long)ceil(a->low / a->step - 1e-6), last = (long)floor(a->high / a->step + 1e-6);
    for (long k = first; k <= last; k++) {
        double value = (double)k * a->step;
        double x = p->left + (value - a->low) / (a->high - a->low) * (p->right - p->left);
        line(f, "grid", x, p->top, x, p->bottom);
        line(f, "axis", x, p->bottom, x, p->bottom + 5);
        if (labels && a->log) {
            text_begin(f, "tick", x, p->bottom + 18, "middle");
            put_power(f, (int)value);
            scree_file_print(f, "</text>\n");
        } else if (labels) {
            char label[32];
            tick_text(a, value, label);
            text(f, "tick", x, p->bottom + 18, "middle", label);
        }
    }
    line(f, "axis", p->left, p->bottom, p->right, p->bottom);
}

static void draw_dot(scree_file *f, double x, double y, double radius, const char *colour) {
    scree_file_print(f, "<circle");
    attribute(f, "cx", x);
    attribute(f, "cy", y);
    attribute(f, "r", radius);
    scree_file_print(f, " fill=\"%s\"/>\n", colour);
}

static void path_point(scree_file *f, char *command, double x, double y) {
    scree_file_print(f, "%c", *command);
    put_number(f, x);
    scree_file_print(f, " ");
    put_number(f, y);
    *command = 'L';
}

// Only the first, lowest, highest and last points in each column of pixels are drawn: this looks the same, and
// the file stays small for series of millions of rows.
static void draw_path(scree_file *f, const frame *p, const scree_plot_series *s) {
    char command = 'M';
    for (size_t i = 0; i < s->n;) {
        double x = frame_x(p, s->x[i]), y = frame_y(p, s->y[i]);
        if (!isfinite(x) || !isfinite(y)) {
            command = 'M';
            i++;
            continue;
        }
        double low = y, high = y, last_x = x, last_y = y;
        size_t next = i + 1;
        for (; next < s->n; next++) {
            double nx = frame_x(p, s->x[next]), ny = frame_y(p, s->y[next]);
            if (!isfinite(ny) || !(fabs(nx - x) < 0.5)) {
                break;
            }
            low = fmin(low, ny);
            high = fmax(high, ny);
            last_x = nx;
            last_y = ny;
        }
        path_point(f, &command, x, y);
        if (next - i > 3) {
            path_point(f, &command, x, low);
            path_point(f, &command, x, high);
        } else if (next - i == 3) {
            path_point(f, &command, frame_x(p, s->x[i + 1]), frame_y(p, s->y[i + 1]));
        }
        if (next - i > 1) {
            path_point(f, &command, last_x, last_y);
        }
        i = next;
    }
}

static const char *colour_of(const scree_plot_series *s, size_t k) {
    return s->colour ? s->colour : palette[k % (sizeof palette / sizeof *palette)];
}

static void draw_series(scree_file *f, const frame *p, const scree_plot_series *s, size_t k) {
    const char *colour = colour_of(s, k);
    if (s->style == SCREE_PLOT_POINTS || s->n == 1) {
        for (size_t i = 0; i < s->n; i++) {
            double x = frame_x(p, s->x[i]), y = frame_y(p, s->y[i]);
            if (isfinite(x) && isfinite(y)) {
                draw_dot(f, x, y, 3, colour);
            }
        }
        return;
    }
    scree_file_print(f, "<path class=\"line\" stroke=\"%s\"%s d=\"", colour,
                     s->style == SCREE_PLOT_DASHED ? " stroke-dasharray=\"6 4\"" : "");
    draw_path(f, p, s);
    scree_file_print(f, "\"/>\n");
}

// Draws the legend from (left, y) on, in rows that end before right; without a file it only measures. Returns
// the number of rows.
static int legend(scree_file *f, const scree_plot_panel *panel, double left, double right, double y) {
    double x = left;
    int rows = 0;
    for (size_t k = 0; k < panel->n_series; k++) {
        const scree_plot_series *s = &panel->series[k];
        if (!s->name) {
            continue;
        }
        double width = SAMPLE + 6 + text_width(s->name, FONT) + PAD;
        rows += rows == 0;
        if (x > left && x + width - PAD > right) {
            x = left;
            rows++;
        }
        double row_y = y + ROW * (rows - 1);
        if (f && s->style == SCREE_PLOT_POINTS) {
            draw_dot(f, x + 0.5 * SAMPLE, row_y - 4, 3, colour_of(s, k));
        }
        if (f && s->style != SCREE_PLOT_POINTS) {
            scree_file_print(f, "<g stroke=\"%s\"%s>", colour_of(s, k),
                             s->style == SCREE_PLOT_DASHED ? " stroke-dasharray=\"6 4\"" : "");
            line(f, "line", x, row_y - 4, x + SAMPLE, row_y - 4);
            scree_file_print(f, "</g>");
        }
        if (f) {
            text(f, "tick", x + SAMPLE + 6, row_y, "start", s->name);
        }
        x += width;
    }
    return rows;
}

static double widest_tick(const axis *a) {
    if (a->log) {
        return text_width("10-00", FONT);
    }
    double widest = 0;
    for (long k = (long)ceil(a->low / a->step - 1e-6); (double)k * a->step <= a->high * (1 + 1e-6); k++) {
        char label[32];
        tick_text(a, (double)k * a->step, label);
        widest = fmax(widest, text_width(label, FONT));
        if (k > 100000000) { // a range of rounding errors far from zero
            break;
        }
    }
    return widest;
}

static void draw_head(scree_file *f, const scree_plot *plot, double width, double height) {
    scree_file_print(f,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d "
                     "%d\" font-family=\"'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'DejaVu "
                     "Sans', sans-serif\" font-size=\"%d\">\n",
                     (int)width, (int)height, (int)width, (int)height, FONT);
    scree_file_print(f, "<title>");
    scree_file_xml(f, plot->title ? plot->title : "plot");
    scree_file_print(f,
                     "</"
                     "title>\n<style>.grid{stroke:#e7e7e7;stroke-width:1;fill:none}.axis{stroke:#777;stroke-"
                     "width:1;fill:none}.tick{fill:#444}.label{fill:#222;font-weight:600}.title{fill:#111;"
                     "font-weight:600;font-size:%dpx}.sub{fill:#666}.line{fill:none;stroke-width:1.8;stroke-"
                     "linejoin:round;stroke-linecap:round}</style>\n"
                     "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
                     TITLE_FONT);
}

// Whether panel k is the last one that shares the x axis of the plot.
static bool shares_last(const scree_plot *plot, size_t k) {
    bool last = true;
    for (size_t i = k + 1; i < plot->n_panels; i++) {
        last &= plot->panel[i].x_label != NULL;
    }
    return last;
}

// Sets the positions and axes of the panels; returns the height of the plot.
static double lay_out(const scree_plot *plot, frame *p, double width) {
    double x_low = INFINITY, x_high = -INFINITY, left = 0;
    double panel_height = plot->panel_height > 0 ? plot->panel_height : 260;
    double y = PAD + (plot->title ? TITLE_FONT + 4 : 0) + (plot->subtitle ? ROW : 0);
    for (size_t k = 0; k < plot->n_panels; k++) {
        if (!plot->panel[k].x_label) {
            range_of(&plot->panel[k], true, &x_low, &x_high);
        }
    }
    for (size_t k = 0; k < plot->n_panels; k++) {
        double low = INFINITY, high = -INFINITY, from = x_low, to = x_high;
        p[k] = (frame){.x_label = plot->panel[k].x_label};
        if (p[k].x_label) {
            from = INFINITY;
            to = -INFINITY;
            range_of(&plot->panel[k], true, &from, &to);
        }
        if (!p[k].x_label && shares_last(plot, k)) {
            p[k].x_label = plot->x_label ? plot->x_label : "";
        }
        range_of(&plot->panel[k], false, &low, &high);
        if (plot->panel[k].log_y) {
            axis_log(&p[k].y, low, high);
        } else {
            axis_linear(&p[k].y, low, high, panel_height / 50, true);
        }
        if (plot->panel[k].log_x) {
            axis_log(&p[k].x, from, to);
        } else {
            axis_linear(&p[k].x, from, to, width / 95, false);
        }
        left = fmax(left, PAD + widest_tick(&p[k].y) + 8);
    }
    for (size_t k = 0; k < plot->n_panels; k++) {
        p[k].left = left;
        p[k].right = width - PAD - 10;
        y += ROW + 10 + ROW * legend(NULL, &plot->panel[k], left, p[k].right, 0);
        p[k].top = y;
        p[k].bottom = y += panel_height;
        y += p[k].x_label ? 58 : 18;
    }
    return plot->n_panels > 0 ? y : y + 40;
}

bool scree_plot_write(const scree_plot *plot, const char *path, scree_report *r) {
    scree_file f;
    if (!scree_file_create(&f, path, r)) {
        return false;
    }
    double width = plot->width > 0 ? plot->width : 760;
    frame *p = scree_realloc(NULL, 0, plot->n_panels * sizeof *p);
    double height = lay_out(plot, p, width);
    draw_head(&f, plot, width, height);
    if (plot->title) {
        text(&f, "title", PAD, PAD + TITLE_FONT - 2, "start", plot->title);
    }
    if (plot->subtitle) {
        text(&f, "sub", PAD, PAD + (plot->title ? TITLE_FONT + 4 : 0) + 13, "start", plot->subtitle);
    }
    for (size_t k = 0; k < plot->n_panels; k++) {
        const scree_plot_panel *panel = &plot->panel[k];
        int rows = legend(NULL, panel, p[k].left, p[k].right, 0);
        double y = p[k].top - 12 - ROW * rows;
        put_label(&f, "label", PAD, y, "start", panel->y_label ? panel->y_label : "", p[k].y.exponent);
        legend(&f, panel, p[k].left, p[k].right, y + ROW);
        draw_y_ticks(&f, &p[k]);
        draw_x_ticks(&f, &p[k], p[k].x_label != NULL);
        for (size_t i = 0; i < panel->n_series; i++) {
            draw_series(&f, &p[k], &panel->series[i], i);
        }
        if (p[k].x_label) {
            put_label(&f, "label", 0.5 * (p[k].left + p[k].right), p[k].bottom + 40, "middle", p[k].x_label,
                      p[k].x.exponent);
        }
    }
    scree_file_print(&f, "</svg>\n");
    scree_free(p);
    return scree_file_commit(&f, true, r);
}
