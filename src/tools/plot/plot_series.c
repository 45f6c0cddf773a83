// SPDX-License-Identifier: BSD-3-Clause
#include "tools/plot/plot_series.h"

#include "maths/vec.h"
#include "text/decimal.h"
#include "tools/plot/plot.h"
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

// Returns the values of a column of the world.
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

// Data of a plot; it owns the texts and arrays that are made for it.
typedef struct picture {
    const table *t;
    const double *time;
    size_t half;      // rows of half a window for means
    char seconds[32]; // of a window
    scree_plot_panel panel[MOST_PANELS];
    size_t n_panels;
    curves curve[MOST_PANELS];
    SCREE_ARRAY(void *) owned;
} picture;

static void *own(picture *p, void *made) {
    scree_array_push(&p->owned, made);
    return made;
}

static double *new_values(picture *p) {
    return own(p, scree_realloc(NULL, 0, p->t->n * sizeof(double)));
}

static scree_plot_panel *add_panel(picture *p, const char *label) {
    p->panel[p->n_panels] = (scree_plot_panel){.y_label = label};
    return &p->panel[p->n_panels++];
}

static void add_curve(picture *p, size_t panel, const char *name, const double *y) {
    scree_array_push(&p->curve[panel], (scree_plot_series){.name = name, .x = p->time, .y = y, .n = p->t->n});
}

// Flow over a window around each row: the rate between neighbouring rows would show single particles as spikes.
static double *window_rate(picture *p, const double *count) {
    const size_t n = p->t->n, half = p->half;
    double *rate = new_values(p);
    for (size_t i = 0; i < n; i++) {
        size_t b = i + half < n ? i + half : n - 1; // at the ends the window stops, it does not shrink
        b = b < 2 * half && 2 * half < n ? 2 * half : b;
        const size_t a = b < 2 * half ? 0 : b - 2 * half;
        rate[i] = p->time[b] > p->time[a] ? (count[b] - count[a]) / (p->time[b] - p->time[a]) : 0;
    }
    return rate;
}

static void discharge_panels(picture *p) {
    const scree_run_column *outlet = next(p->t, NULL, "outlet", "count");
    const bool several = next(p->t, outlet, "outlet", "count") != NULL;
    add_panel(p, "particles");
    add_panel(p, own(p, scree_format("mass flow, mean over %s s [kg/s]", p->seconds)));
    add_curve(p, 0, "inside", column(p->t, "particles"));
    add_curve(p, 1, NULL, NULL); // the same colours in both panels: slot 0 belongs to "inside"
    p->curve[1].data[0].n = 0;
    for (; outlet; outlet = next(p->t, outlet, "outlet", "count")) {
        add_curve(p, 0, own(p, scree_format("left through %s", outlet->owner)), values(p->t, outlet));
        add_curve(p, 1, several ? outlet->owner : NULL, window_rate(p, column_beside(p->t, outlet, "mass")));
    }
}

// Adds a curve for a vector of a wall, such as "f": the component that is largest over the run, with its sign, as a mean over a window of rows.
static void add_component(picture *p, size_t panel, const scree_run_column *wall, char vector) {
    const size_t n = p->t->n, half = p->half;
    const double *largest = NULL;
    double most = -1.0;
    char axis = 'x';
    for (int k = 0; k < 3; k++) {
        const char name[] = {vector, (char)('x' + k), '\0'};
        const double *v = column_beside(p->t, wall, name);
        double sum = 0.0;
        for (size_t i = 0; i < n; i++) {
            sum += fabs(v[i]);
        }
        if (sum > most) {
            most = sum;
            largest = v;
            axis = name[1];
        }
    }
    double *mean = new_values(p);
    for (size_t i = 0; largest && i < n; i++) {
        const size_t a = i < half ? 0 : i - half, b = i + half < n ? i + half : n - 1;
        mean[i] = 0.0;
        for (size_t k = a; k <= b; k++) {
            mean[i] += largest[k] / (double)(b - a + 1);
        }
    }
    add_curve(p, panel, own(p, scree_format("%s %c%c", wall->owner, vector, axis)), mean);
}

// A panel of such components, or of the power if there is no vector, and one colour for each wall in all panels.
static void walls_panel(picture *p, const char *what, char vector, const char *unit) {
    const size_t panel = p->n_panels;
    add_panel(p, own(p, scree_format("%s walls, mean over %s s [%s]", what, p->seconds, unit)));
    for (const scree_run_column *wall = NULL;
         p->curve[panel].n < MOST_WALLS && (wall = next_driven(p->t, wall)) != NULL;) {
        if (vector) {
            add_component(p, panel, wall, vector);
        } else {
            add_curve(p, panel, wall->owner, window_rate(p, values(p->t, wall)));
        }
    }
}

// Force, torque and power of the walls that move.
static void driven_panels(picture *p) {
    walls_panel(p, "force on", 'f', "N");
    if (next(p->t, NULL, "wall", "angle") || next(p->t, NULL, "wall", "turn")) {
        walls_panel(p, "torque on", 't', "N m");
    }
    walls_panel(p, "power of", 0, "W");
    add_panel(p, "kinetic energy [J]");
    add_curve(p, p->n_panels - 1, NULL, column(p->t, "kinetic"));
}

static void settling_panels(picture *p) {
    const table *t = p->t;
    const double *kinetic = column(t, "kinetic"), *rotational = column(t, "rotational"),
                 *particles = column(t, "particles");
    add_panel(p, "kinetic energy [J]")->log_y = wide_range(kinetic, t->n);
    add_curve(p, 0, "translation", kinetic);
    if (rotational && varies(rotational, t->n)) {
        add_curve(p, 0, "rotation", rotational);
    }
    add_panel(p, "contacts per particle");
    add_curve(p, 1, NULL, column(t, "coordination"));
    if (varies(particles, t->n)) {
        add_panel(p, "particles");
        add_curve(p, 2, NULL, particles);
    }
}

// Bonds, those that broke, and fragments, if there ever was a bond.
static void bonds_panel(picture *p) {
    static const char *const name[] = {"bonds_broken_tension", "bonds_broken_shear", "bonds_broken_bending",
                                       "bonds_broken_torsion"};
    const size_t n = p->t->n, panel = p->n_panels;
    const double *made = column(p->t, "bonds_made");
    if (!made || !(made[n - 1] > 0.0)) {
        return;
    }
    double *broken = own(p, scree_zeros(n * sizeof *broken));
    for (int k = 0; k < 4; k++) {
        const double *one = column(p->t, name[k]);
        for (size_t i = 0; i < n; i++) {
            broken[i] += one[i];
        }
    }
    add_panel(p, "bonds, fragments");
    add_curve(p, panel, "bonds", column(p->t, "bonds"));
    add_curve(p, panel, "broken so far", broken);
    add_curve(p, panel, "fragments", column(p->t, "fragments"));
}

// Mean, largest and smallest temperature of the particles, while there are any, if they change.
static void temperatures_panel(picture *p) {
    const size_t n = p->t->n, panel = p->n_panels;
    static const char *const column_name[] = {"temperature", "max_temperature", "min_temperature"};
    static const char *const curve_name[] = {"mean", "largest", "smallest"};
    double *shown[3];
    bool change = false;
    for (int k = 0; k < 3; k++) {
        const double *v = column(p->t, column_name[k]);
        if (!v) {
            return;
        }
        shown[k] = new_values(p);
        double first = NAN;
        for (size_t i = 0; i < n; i++) {
            shown[k][i] = v[i] > 0.0 ? v[i] : NAN; // 0: there are no particles
            first = isnan(first) ? shown[k][i] : first;
            change |= shown[k][i] > first || shown[k][i] < first;
        }
    }
    if (change) {
        add_panel(p, "temperature of the particles [K]");
        for (int k = 0; k < 3; k++) {
            add_curve(p, panel, curve_name[k], shown[k]);
        }
    }
}

static char *subtitle(const table *t, bool outlets) {
    const size_t last = t->n - 1;
    const double lost = column(t, "lost")[last], particles = column(t, "particles")[last],
                 time = column(t, "time")[last];
    char *lost_text = lost > 0 ? scree_format(", %.0f lost", lost) : scree_strdup("");
    char *text = outlets ? scree_format("%.0f particles inserted, %.0f inside at t = %.6g s%s",
                                        column(t, "inserted")[last], particles, time, lost_text)
                         : scree_format("%.0f particles at t = %.6g s%s", particles, time, lost_text);
    scree_free(lost_text);
    return text;
}

bool scree_series_plot(const scree_column_rows *t, const char *svg_path, const scree_case *c,
                       scree_report *r) {
    const bool outlets = next(t, NULL, "outlet", "count") != NULL, driven = next_driven(t, NULL) != NULL;
    picture p = {.t = t, .time = column(t, "time"), .half = t->n / 100 > 0 ? t->n / 100 : 1};
    const double window = t->n > 2 * p.half ? p.time[2 * p.half] - p.time[0] : 0;
    scree_decimal_write(window, window < 0.1 ? 3 : 2, p.seconds);
    if (outlets) {
        discharge_panels(&p);
    } else if (driven) {
        driven_panels(&p);
    } else {
        settling_panels(&p);
    }
    bonds_panel(&p);
    temperatures_panel(&p);
    for (size_t i = 0; i < p.n_panels; i++) {
        p.panel[i].series = p.curve[i].data;
        p.panel[i].n_series = p.curve[i].n;
    }
    char *below = subtitle(t, outlets);
    const scree_plot plot = {.title = c && c->title ? c->title : "Time series of the run",
                             .subtitle = below,
                             .x_label = "time [s]",
                             .panel = p.panel,
                             .n_panels = p.n_panels,
                             .panel_height = p.n_panels > 2 ? 180 : 240};
    bool ok = scree_plot_write(&plot, svg_path, r);
    scree_free(below);
    scree_array_free_each(&p.owned);
    for (size_t i = 0; i < MOST_PANELS; i++) {
        scree_array_free(&p.curve[i]);
    }
    return ok;
}
