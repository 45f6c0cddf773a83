// SPDX-License-Identifier: BSD-3-Clause
#include "tools/plot/plot_series.h"

#include "tools/plot/plot.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
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

enum { MOST_WALLS = 6 };

typedef struct panel {
    scree_plot_panel shown;
    SCREE_ARRAY(scree_plot_series) curve;
} panel;

// Data of a plot; it owns the texts and arrays that are made for it.
typedef struct picture {
    const table *t;
    const double *time;
    size_t half;     // rows of half a window for means
    char window[48]; // what labels say of its length, ", mean over 20 ms"; a single row is no mean
    SCREE_ARRAY(panel) panel;
    SCREE_ARRAY(void *) owned;
} picture;

static void *own(picture *p, void *made) {
    scree_array_push(&p->owned, made);
    return made;
}

static double *new_values(picture *p) {
    return own(p, scree_realloc(NULL, 0, p->t->n * sizeof(double)));
}

// A new panel at the end, to which curves are added from then on.
static panel *add_panel(picture *p, const char *label) {
    const panel one = {.shown = {.y_label = label}};
    scree_array_push(&p->panel, one);
    return &p->panel.data[p->panel.n - 1];
}

static panel *last_panel(picture *p) {
    return &p->panel.data[p->panel.n - 1];
}

static void add_points(picture *p, const char *name, const double *x, const double *y, size_t n) {
    scree_array_push(&last_panel(p)->curve, (scree_plot_series){.name = name, .x = x, .y = y, .n = n});
}

static void add_curve(picture *p, const char *name, const double *y) {
    add_points(p, name, p->time, y, p->t->n);
}

// ---- means over a window of rows ----------------------------------------------------------------------------------

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

static double *window_mean(picture *p, const double *v) {
    const size_t n = p->t->n, half = p->half;
    double *mean = new_values(p);
    for (size_t i = 0; i < n; i++) {
        const size_t a = i < half ? 0 : i - half, b = i + half < n ? i + half : n - 1;
        mean[i] = 0.0;
        for (size_t k = a; k <= b; k++) {
            mean[i] += v[k] / (double)(b - a + 1);
        }
    }
    return mean;
}

// ---- panels that the case asks for ---------------------------------------------------------------------------------

static const scree_run_column *column_called(const table *t, const char *name) {
    return scree_columns_find(t->column, t->n_columns, name);
}

// The text "screw tz [N m]" of the columns of a panel, which have one unit.
static char *label_of(picture *p, char *const *name, size_t n) {
    const scree_column *column = column_called(p->t, name[0])->column;
    scree_text_buffer text = {0};
    for (size_t k = 0; k < n; k++) {
        scree_text_add(&text, "%s%s", k > 0 ? ", " : "", name[k]);
    }
    if (column->is_rate) {
        scree_text_add(&text, "%s", p->window);
    }
    if (strcmp(column->unit, "1") != 0) {
        scree_text_add(&text, " [%s]", column->unit);
    }
    return own(p, text.data);
}

// A column as it is drawn: rates as means, as a single row shows single particles.
static const double *drawn(picture *p, const char *name) {
    const scree_run_column *c = column_called(p->t, name);
    return c->column->is_rate ? window_rate(p, values(p->t, c - 2)) : values(p->t, c);
}

static void chosen_panel(picture *p, const scree_panel_def *d) {
    add_panel(p, label_of(p, d->y.data, d->y.n));
    const double *x = p->time;
    if (d->x && strcmp(d->x, "time") != 0) {
        last_panel(p)->shown.x_label = label_of(p, &d->x, 1);
        x = drawn(p, d->x);
    }
    for (size_t k = 0; k < d->y.n; k++) {
        add_points(p, d->y.n > 1 ? d->y.data[k] : NULL, x, drawn(p, d->y.data[k]), p->t->n);
    }
}

// ---- panels by what the case is about ------------------------------------------------------------------------------

static void discharge_panels(picture *p) {
    const scree_run_column *outlet = next(p->t, NULL, "outlet", "count");
    const bool several = next(p->t, outlet, "outlet", "count") != NULL;
    add_panel(p, "particles");
    add_curve(p, "inside", column(p->t, "particles"));
    for (const scree_run_column *o = outlet; o; o = next(p->t, o, "outlet", "count")) {
        add_curve(p, own(p, scree_format("left through %s", o->owner)), values(p->t, o));
    }
    add_panel(p, own(p, scree_format("mass flow%s [kg/s]", p->window)));
    add_points(p, NULL, NULL, NULL,
               0); // an outlet has one colour in both panels: the first is that of "inside"
    for (const scree_run_column *o = outlet; o; o = next(p->t, o, "outlet", "count")) {
        add_curve(p, several ? o->owner : NULL, window_rate(p, column_beside(p->t, o, "mass")));
    }
}

// The component of a vector of a wall, such as "f" or, for its position, "", by which of them is largest over the run, or varies most. NULL: the wall
// has no such columns.
static const double *main_component(const picture *p, const scree_run_column *wall, const char *vector,
                                    bool by_change, char *axis) {
    const double *best = NULL;
    double most = -1.0;
    for (int k = 0; k < 3; k++) {
        char name[8];
        snprintf(name, sizeof name, "%s%c", vector, 'x' + k);
        const double *v = column_beside(p->t, wall, name);
        double sum = 0.0;
        for (size_t i = 0; v && i < p->t->n; i++) {
            sum += fabs(by_change ? v[i] - v[0] : v[i]);
        }
        if (v && sum > most) {
            most = sum;
            best = v;
            *axis = (char)('x' + k);
        }
    }
    return best;
}

// Signed components of the force or torque of the walls that do work, as means over a window. A wall has one colour in all panels.
static void loads_panel(picture *p, const char *what, const char *vector, const char *unit) {
    add_panel(p, own(p, scree_format("%s walls%s [%s]", what, p->window, unit)));
    const scree_run_column *wall = NULL;
    for (int n = 0; n < MOST_WALLS && (wall = next_driven(p->t, wall)) != NULL; n++) {
        char axis = 'x';
        const double *v = main_component(p, wall, vector, false, &axis);
        add_curve(p, own(p, scree_format("%s %s%c", wall->owner, vector, axis)), window_mean(p, v));
    }
}

static void power_panel(picture *p) {
    add_panel(p, own(p, scree_format("power of walls%s [W]", p->window)));
    const scree_run_column *wall = NULL;
    for (int n = 0; n < MOST_WALLS && (wall = next_driven(p->t, wall)) != NULL; n++) {
        add_curve(p, wall->owner, window_rate(p, values(p->t, wall)));
    }
}

// Where walls that travel are.
static void positions_panel(picture *p) {
    bool any = false;
    const scree_run_column *wall = NULL;
    for (int n = 0; n < MOST_WALLS && (wall = next_driven(p->t, wall)) != NULL; n++) {
        char axis = 'x';
        const double *v = main_component(p, wall, "", true, &axis);
        if (v && varies(v, p->t->n)) {
            if (!any) {
                add_panel(p, "position of walls [m]");
            }
            any = true;
            add_curve(p, own(p, scree_format("%s %c", wall->owner, axis)), v);
        }
    }
}

// The row before the first one with a hundredth of the largest value: before it a wall only comes near.
static size_t first_load(const double *v, size_t n) {
    double most = 0.0;
    for (size_t i = 0; i < n; i++) {
        most = fmax(most, fabs(v[i]));
    }
    size_t first = 0;
    while (first + 1 < n && fabs(v[first + 1]) < 0.01 * most) {
        first++;
    }
    return first;
}

// Stress over the way of each wall that presses with one.
static void stress_panel(picture *p) {
    static const char *const way[] = {"slide", "slide2", "slide3"};
    static const char *const stress[] = {"slide_stress", "slide2_stress", "slide3_stress"};
    bool any = false;
    for (int k = 0; k < 3; k++) {
        for (const scree_run_column *c = NULL; (c = next(p->t, c, "wall", stress[k])) != NULL;) {
            const double *x = column_beside(p->t, c, way[k]);
            if (!x || !varies(x, p->t->n)) {
                continue;
            }
            if (!any) {
                add_panel(p, "stress of walls that press [Pa]")->shown.x_label =
                    "way of the wall since its drive began [m]";
            }
            any = true;
            const double *y = values(p->t, c);
            const size_t from = first_load(y, p->t->n);
            add_points(p,
                       own(p, scree_format("%s%s", c->owner,
                                           k == 0   ? ""
                                           : k == 1 ? ", second slide"
                                                    : ", third slide")),
                       x + from, y + from, p->t->n - from);
        }
    }
}

static void driven_panels(picture *p) {
    const bool turns = next(p->t, NULL, "wall", "angle") || next(p->t, NULL, "wall", "turn");
    if (turns) {
        loads_panel(p, "torque on", "t", "N m");
    }
    loads_panel(p, "force on", "f", "N");
    positions_panel(p);
    power_panel(p);
}

static void energy_panel(picture *p) {
    const table *t = p->t;
    const double *kinetic = column(t, "kinetic"), *rotational = column(t, "rotational");
    add_panel(p, "kinetic energy [J]")->shown.log_y = wide_range(kinetic, t->n);
    add_curve(p, "translation", kinetic);
    if (rotational && varies(rotational, t->n)) {
        add_curve(p, "rotation", rotational);
    }
}

static void settling_panels(picture *p) {
    const double *particles = column(p->t, "particles");
    add_panel(p, "contacts per particle");
    add_curve(p, NULL, column(p->t, "coordination"));
    if (varies(particles, p->t->n)) {
        add_panel(p, "particles");
        add_curve(p, NULL, particles);
    }
}

// Bonds that broke, by what broke them, and the fragments, if there ever was a bond.
static void bonds_panels(picture *p) {
    static const char *const name[] = {"bonds_broken_tension", "bonds_broken_shear", "bonds_broken_bending",
                                       "bonds_broken_torsion"};
    static const char *const cause[] = {"tension", "shear", "bending", "torsion"};
    const size_t n = p->t->n;
    const double *made = column(p->t, "bonds_made"), *largest = column(p->t, "largest_fragment");
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
    add_panel(p, "bonds");
    add_curve(p, "now", column(p->t, "bonds"));
    add_curve(p, "broken so far", broken);
    add_panel(p, "fragments");
    add_curve(p, NULL, column(p->t, "fragments"));
    int causes = 0;
    for (int k = 0; k < 4; k++) {
        causes += column(p->t, name[k])[n - 1] > 0.0;
    }
    if (causes > 1) {
        add_panel(p, "bonds broken so far, by cause");
        for (int k = 0; k < 4; k++) {
            const double *one = column(p->t, name[k]);
            if (one[n - 1] > 0.0) {
                add_curve(p, cause[k], one);
            }
        }
    }
    if (largest && varies(largest, n)) {
        add_panel(p, "mass of the largest fragment [kg]");
        add_curve(p, NULL, largest);
    }
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The share of the mass that is in fragments up to a mass, at the end.
static void sizes_panel(picture *p, const double *mass, size_t n) {
    double *x = own(p, scree_zeros((2 * n + 1) * sizeof *x)),
           *y = own(p, scree_zeros((2 * n + 1) * sizeof *y));
    double *sorted = own(p, scree_zeros((n + 1) * sizeof *sorted)), sum = 0.0, all = 0.0;
    size_t some = 0;
    for (size_t i = 0; i < n; i++) {
        if (mass[i] > 0.0) {
            sorted[some++] = mass[i];
            all += mass[i];
        }
    }
    if (some < 2) {
        return;
    }
    qsort(sorted, some, sizeof *sorted, by_size);
    for (size_t i = 0; i < some; i++) { // a staircase
        x[2 * i] = x[2 * i + 1] = sorted[i];
        y[2 * i] = sum / all;
        sum += sorted[i];
        y[2 * i + 1] = sum / all;
    }
    add_panel(p, "share of the mass in fragments up to a mass, at the end")->shown.x_label =
        "mass of a fragment [kg]";
    last_panel(p)->shown.log_x = sorted[some - 1] > 20.0 * sorted[0];
    add_points(p, NULL, x, y, 2 * some);
}

// Mean, largest and smallest temperature of the particles, while there are any, if they change.
static void temperatures_panel(picture *p) {
    const size_t n = p->t->n;
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
            add_curve(p, curve_name[k], shown[k]);
        }
    }
}

static void choose_panels(picture *p, const scree_plot_extra *more) {
    const bool outlets = next(p->t, NULL, "outlet", "count") != NULL,
               driven = next_driven(p->t, NULL) != NULL;
    stress_panel(p);
    if (outlets) {
        discharge_panels(p);
    }
    if (driven) {
        driven_panels(p);
    }
    if (!outlets) {
        energy_panel(p);
    }
    if (!outlets && !driven) {
        settling_panels(p);
    }
    bonds_panels(p);
    if (more) {
        sizes_panel(p, more->fragment_mass, more->fragments);
    }
    temperatures_panel(p);
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

bool scree_series_plot(const scree_column_rows *t, const scree_plot_extra *more, const char *svg_path,
                       const scree_case *c, scree_report *r) {
    const bool outlets = next(t, NULL, "outlet", "count") != NULL;
    picture p = {.t = t, .time = column(t, "time"), .half = t->n / 100 > 0 ? t->n / 100 : 1};
    const double window = p.time[2 * p.half < t->n ? 2 * p.half : t->n - 1] - p.time[0];
    if (window > 0.0) {
        snprintf(p.window, sizeof p.window, ", mean over %.3g %s",
                 window < 1e-3  ? 1e6 * window
                 : window < 1.0 ? 1e3 * window
                                : window,
                 window < 1e-3  ? "\xc2\xb5s"
                 : window < 1.0 ? "ms"
                                : "s");
    }
    for (size_t k = 0; c && k < c->output.plot.panel.n; k++) {
        chosen_panel(&p, &c->output.plot.panel.data[k]);
    }
    if (p.panel.n == 0) {
        choose_panels(&p, more);
    }
    SCREE_ARRAY(scree_plot_panel) shown = {0};
    for (size_t i = 0; i < p.panel.n; i++) {
        panel *one = &p.panel.data[i];
        one->shown.series = one->curve.data;
        one->shown.n_series = one->curve.n;
        scree_array_push(&shown, one->shown);
    }
    char *below = subtitle(t, outlets);
    const scree_plot plot = {.title = c && c->title ? c->title : "Time series of the run",
                             .subtitle = below,
                             .x_label = "time [s]",
                             .panel = shown.data,
                             .n_panels = shown.n,
                             .panel_height = shown.n > 2 ? 180 : 240};
    bool ok = scree_plot_write(&plot, svg_path, r);
    scree_free(below);
    scree_array_free_each(&p.owned);
    for (size_t i = 0; i < p.panel.n; i++) {
        scree_array_free(&p.panel.data[i].curve);
    }
    scree_array_free(&p.panel);
    scree_array_free(&shown);
    return ok;
}
