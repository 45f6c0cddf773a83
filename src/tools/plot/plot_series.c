// SPDX-License-Identifier: BSD-3-Clause
#include "tools/plot/plot_series.h"

#include "base/decimal.h"
#include "base/units.h"
#include "maths/vec.h"
#include "tools/plot/plot.h"
#include <stdio.h>
#include <string.h>

typedef scree_column_rows table;

static const double *values(const table *t, const scree_run_column *c) {
    return t->value + (size_t)(c - t->column) * t->n;
}

static bool is_called(const scree_run_column *c, const char *kind, const char *name) {
    return strcmp(c->kind->name, kind) == 0 && strcmp(c->column->name, name) == 0;
}

// The values of a column of the same thing as `one`; NULL: it has none.
static const double *column_beside(const table *t, const scree_run_column *one, const char *name) {
    for (const scree_run_column *c = t->column; c < t->column + t->n_columns; c++) {
        if (is_called(c, one->kind->name, name) && strcmp(c->owner, one->owner) == 0) {
            return values(t, c);
        }
    }
    return NULL;
}

// Of the world.
static const double *column(const table *t, const char *name) {
    return column_beside(t, &t->column[0], name);
}

// The next column after `c`, or the first one if that is NULL, that is called so, of any thing of this kind; NULL: there are no more.
static const scree_run_column *next(const table *t, const scree_run_column *c, const char *kind,
                                    const char *name) {
    for (c = c ? c + 1 : t->column; c < t->column + t->n_columns; c++) {
        if (is_called(c, kind, name)) {
            return c;
        }
    }
    return NULL;
}

// A wall that may do work.
static const scree_run_column *next_driven(const table *t, const scree_run_column *c) {
    return next(t, c, "wall", "work");
}

// Flow over a window around each row: the rate between neighbouring rows would show single particles as spikes.
static double *window_rate(const double *time, const double *count, size_t n, size_t half) {
    double *rate = scree_realloc(NULL, 0, n * sizeof *rate);
    for (size_t i = 0; i < n; i++) {
        size_t b = i + half < n ? i + half : n - 1; // at the ends the window stops, it does not shrink
        b = b < 2 * half && 2 * half < n ? 2 * half : b;
        size_t a = b < 2 * half ? 0 : b - 2 * half;
        rate[i] = time[b] > time[a] ? (count[b] - count[a]) / (time[b] - time[a]) : 0;
    }
    return rate;
}

static bool varies(const double *v, size_t n) {
    for (size_t i = 1; i < n; i++) {
        if (v[i] != v[0]) {
            return true;
        }
    }
    return false;
}

// Energies that decay over more than three decades are read better on a logarithmic axis.
static bool wide_range(const double *v, size_t n) {
    double low = INFINITY, high = 0;
    for (size_t i = 0; i < n; i++) {
        if (v[i] > 0) {
            low = fmin(low, v[i]);
            high = fmax(high, v[i]);
        }
    }
    return high > 1000 * low;
}

typedef SCREE_ARRAY(scree_plot_series) curves;
enum { MOST_PANELS = 6, MOST_WALLS = 6 };

// Data of a plot; it owns the names of the curves and the rates.
typedef struct picture {
    scree_plot_panel panel[MOST_PANELS];
    size_t n_panels;
    curves curve[MOST_PANELS];
    SCREE_ARRAY(void *) owned;
} picture;

static scree_plot_panel *add_panel(picture *p, const char *label) {
    p->panel[p->n_panels] = (scree_plot_panel){.y_label = label};
    return &p->panel[p->n_panels++];
}

static void add_curve(picture *p, size_t panel, const char *name, const table *t, const double *y) {
    const double *x = column(t, "time");
    scree_array_push(&p->curve[panel], (scree_plot_series){.name = name, .x = x, .y = y, .n = t->n});
}

static void discharge_panels(picture *p, const table *t) {
    const double *time = column(t, "time");
    size_t half = t->n / 100 > 0 ? t->n / 100 : 1;
    const scree_run_column *outlet = next(t, NULL, "outlet", "count");
    const bool several = next(t, outlet, "outlet", "count") != NULL;
    double window = t->n > 2 * half ? time[2 * half] - time[0] : 0;
    char seconds[32];
    scree_decimal_write(window, window < 0.1 ? 3 : 2, seconds);
    char *label = scree_format("mass flow, mean over %s s [kg/s]", seconds);
    scree_array_push(&p->owned, label);
    add_panel(p, "particles");
    add_panel(p, label);
    add_curve(p, 0, "inside", t, column(t, "particles"));
    add_curve(p, 1, NULL, t, NULL); // the same colours in both panels: slot 0 belongs to "inside"
    p->curve[1].data[0].n = 0;
    for (; outlet; outlet = next(t, outlet, "outlet", "count")) {
        char *name = scree_format("left through %s", outlet->owner);
        double *rate = window_rate(time, column_beside(t, outlet, "mass"), t->n, half);
        scree_array_push(&p->owned, name);
        scree_array_push(&p->owned, rate);
        add_curve(p, 0, name, t, values(t, outlet));
        add_curve(p, 1, several ? outlet->owner : NULL, t, rate);
    }
}

// Of a vector of a wall, such as "f", the component that is largest over the run, with its sign, as a mean over a window of rows. Adds
// "lid fz", its name, and the mean to what the picture owns. False: the wall has no such columns.
static bool smooth_component(picture *p, const table *t, const scree_run_column *wall, const char *vector,
                             size_t half, const char **name, const double **mean) {
    const double *largest = NULL;
    double most = -1.0;
    char axis = 'x';
    for (int k = 0; k < 3; k++) {
        const char title[] = {vector[0], (char)('x' + k), '\0'};
        const double *v = column_beside(t, wall, title);
        double sum = 0.0;
        for (size_t i = 0; v && i < t->n; i++) {
            sum += fabs(v[i]);
        }
        if (v && sum > most) {
            most = sum;
            largest = v;
            axis = title[1];
        }
    }
    if (!largest) {
        return false;
    }
    double *to = scree_realloc(NULL, 0, t->n * sizeof *to);
    for (size_t i = 0; i < t->n; i++) {
        const size_t a = i < half ? 0 : i - half, b = i + half < t->n ? i + half : t->n - 1;
        to[i] = 0.0;
        for (size_t k = a; k <= b; k++) {
            to[i] += largest[k] / (double)(b - a + 1);
        }
    }
    char *text = scree_format("%s %s%c", wall->owner, vector, axis);
    scree_array_push(&p->owned, to);
    scree_array_push(&p->owned, text);
    *mean = to;
    *name = text;
    return true;
}

// A panel of such components, and one colour for each wall in all panels.
static void vector_panel(picture *p, const table *t, const char *what, const char *letter, const char *unit,
                         const char *seconds) {
    const size_t half = t->n / 100 > 0 ? t->n / 100 : 1, panel = p->n_panels;
    char *label = scree_format("%s on walls, mean over %s s [%s]", what, seconds, unit);
    scree_array_push(&p->owned, label);
    add_panel(p, label);
    for (const scree_run_column *wall = NULL; (wall = next_driven(t, wall)) != NULL;) {
        const char *name;
        const double *mean;
        if (p->curve[panel].n < MOST_WALLS && smooth_component(p, t, wall, letter, half, &name, &mean)) {
            add_curve(p, panel, name, t, mean);
        }
    }
}

// Force, torque and power of the walls that move.
static void driven_panels(picture *p, const table *t) {
    const double *time = column(t, "time");
    const size_t half = t->n / 100 > 0 ? t->n / 100 : 1;
    char seconds[32];
    const double window = t->n > 2 * half ? time[2 * half] - time[0] : 0;
    scree_decimal_write(window, window < 0.1 ? 3 : 2, seconds);
    vector_panel(p, t, "force", "f", "N", seconds);
    if (next(t, NULL, "wall", "angle") || next(t, NULL, "wall", "turn")) {
        vector_panel(p, t, "torque", "t", "N m", seconds);
    }
    char *power_label = scree_format("power of walls, mean over %s s [W]", seconds);
    scree_array_push(&p->owned, power_label);
    const size_t panel = p->n_panels;
    add_panel(p, power_label);
    for (const scree_run_column *wall = NULL; (wall = next_driven(t, wall)) != NULL;) {
        if (p->curve[panel].n < MOST_WALLS) {
            double *power = window_rate(time, values(t, wall), t->n, half);
            scree_array_push(&p->owned, power);
            add_curve(p, panel, wall->owner, t, power);
        }
    }
    add_panel(p, "kinetic energy [J]");
    add_curve(p, panel + 1, NULL, t, column(t, "kinetic"));
}

static void settling_panels(picture *p, const table *t) {
    const double *kinetic = column(t, "kinetic"), *rotational = column(t, "rotational");
    const double *particles = column(t, "particles");
    add_panel(p, "kinetic energy [J]")->log_y = wide_range(kinetic, t->n);
    add_curve(p, 0, "translation", t, kinetic);
    if (rotational && varies(rotational, t->n)) {
        add_curve(p, 0, "rotation", t, rotational);
    }
    add_panel(p, "contacts per particle");
    add_curve(p, 1, NULL, t, column(t, "coordination"));
    if (particles && varies(particles, t->n)) {
        add_panel(p, "particles");
        add_curve(p, 2, NULL, t, particles);
    }
}

// Bonds, those that broke, and fragments, if there ever was a bond.
static void bonds_panel(picture *p, const table *t) {
    static const char *const name[] = {"bonds_broken_tension", "bonds_broken_shear", "bonds_broken_bending",
                                       "bonds_broken_torsion"};
    const double *made = column(t, "bonds_made"), *fragments = column(t, "fragments");
    if (!made || !fragments || !(made[t->n - 1] > 0.0)) {
        return;
    }
    double *broken = scree_realloc(NULL, 0, t->n * sizeof *broken);
    scree_array_push(&p->owned, broken);
    memset(broken, 0, t->n * sizeof *broken);
    for (int k = 0; k < 4; k++) {
        const double *one = column(t, name[k]);
        for (size_t i = 0; one && i < t->n; i++) {
            broken[i] += one[i];
        }
    }
    const size_t panel = p->n_panels;
    add_panel(p, "bonds, fragments");
    add_curve(p, panel, "bonds", t, column(t, "bonds"));
    add_curve(p, panel, "broken so far", t, broken);
    add_curve(p, panel, "fragments", t, fragments);
}

// Mean, largest and smallest temperature of the particles, while there are any, if they change.
static void temperatures_panel(picture *p, const table *t) {
    static const char *const column_name[] = {"temperature", "max_temperature", "min_temperature"};
    static const char *const curve_name[] = {"mean", "largest", "smallest"};
    double *shown[3];
    bool change = false;
    for (int k = 0; k < 3; k++) {
        const double *v = column(t, column_name[k]);
        if (!v) {
            return;
        }
        shown[k] = scree_realloc(NULL, 0, t->n * sizeof *v);
        scree_array_push(&p->owned, shown[k]);
        double first = NAN;
        for (size_t i = 0; i < t->n; i++) {
            shown[k][i] = v[i] > 0.0 ? v[i] : NAN; // 0: there are no particles
            first = isnan(first) ? shown[k][i] : first;
            change |= shown[k][i] > first || shown[k][i] < first;
        }
    }
    if (change) {
        const size_t panel = p->n_panels;
        add_panel(p, "temperature of the particles [K]");
        for (int k = 0; k < 3; k++) {
            add_curve(p, panel, curve_name[k], t, shown[k]);
        }
    }
}

static char *subtitle(const table *t, bool outlets) {
    const double *inserted = column(t, "inserted"), *lost = column(t, "lost");
    const double *particles = column(t, "particles"), *time = column(t, "time");
    size_t last = t->n - 1;
    char lost_text[48] = "";
    if (lost && lost[last] > 0) {
        snprintf(lost_text, sizeof lost_text, ", %.0f lost", lost[last]);
    }
    if (!outlets || !inserted) {
        return scree_format("%.0f particles at t = %.6g s%s", particles[last], time[last], lost_text);
    }
    return scree_format("%.0f particles inserted, %.0f inside at t = %.6g s%s", inserted[last],
                        particles[last], time[last], lost_text);
}

bool scree_series_plot(const scree_column_rows *t, const char *svg_path, const scree_case *c,
                       scree_report *r) {
    const bool outlets = next(t, NULL, "outlet", "count") != NULL, driven = next_driven(t, NULL) != NULL;
    picture p = {0};
    if (outlets) {
        discharge_panels(&p, t);
    } else if (driven) {
        driven_panels(&p, t);
    } else {
        settling_panels(&p, t);
    }
    bonds_panel(&p, t);
    temperatures_panel(&p, t);
    for (size_t i = 0; i < p.n_panels; i++) {
        p.panel[i].series = p.curve[i].data;
        p.panel[i].n_series = p.curve[i].n;
    }
    char *below = subtitle(t, outlets);
    scree_plot plot = {.title = c && c->title ? c->title : "Time series of the run", .subtitle = below};
    plot.x_label = "time [s]";
    plot.panel = p.panel;
    plot.n_panels = p.n_panels;
    plot.panel_height = p.n_panels > 2 ? 180 : 240;
    bool ok = scree_plot_write(&plot, svg_path, r);
    scree_free(below);
    for (size_t i = 0; i < p.owned.n; i++) {
        scree_free(p.owned.data[i]);
    }
    scree_array_free(&p.owned);
    for (size_t i = 0; i < MOST_PANELS; i++) {
        scree_array_free(&p.curve[i]);
    }
    return ok;
}
