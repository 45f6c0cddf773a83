// SPDX-License-Identifier: BSD-3-Clause
#include "tools/plot/plot_series.h"

#include "base/decimal.h"
#include "base/file.h"
#include "base/units.h"
#include "maths/vec.h"
#include "tools/plot/plot.h"
#include <string.h>

// Columns of a CSV with a header: value[column][row].
typedef struct table {
    SCREE_ARRAY(char *) name;
    SCREE_ARRAY(double *) value;
    size_t rows;
} table;

static void table_clear(table *t) {
    for (size_t i = 0; i < t->name.n; i++) {
        scree_free(t->name.data[i]);
    }
    for (size_t i = 0; i < t->value.n; i++) {
        scree_free(t->value.data[i]);
    }
    scree_array_free(&t->name);
    scree_array_free(&t->value);
}

// Reads the header's cells, quotes undone. Returns the start of the first row.
static const char *read_names(table *t, const char *p) {
    SCREE_ARRAY(char) cell = {0};
    for (bool quoted = false; *p; p++) {
        if (*p == '"') {
            if (quoted && p[1] == '"') {
                scree_array_push(&cell, *p++);
            } else {
                quoted = !quoted;
            }
        } else if (!quoted && (*p == ',' || *p == '\n')) {
            scree_array_push(&cell, '\0');
            scree_array_push(&t->name, scree_strdup(cell.data));
            cell.n = 0;
            if (*p == '\n') {
                break;
            }
        } else {
            scree_array_push(&cell, *p);
        }
    }
    scree_array_free(&cell);
    return *p ? p + 1 : p;
}

static size_t count_lines(const char *p) {
    size_t n = 0;
    for (; (p = strchr(p, '\n')) != NULL; p++) {
        n++;
    }
    return n;
}

static bool table_read(table *t, const char *path, scree_report *r) {
    size_t size;
    char *text = scree_file_read_text(path, &size, r);
    if (!text) {
        return false;
    }
    const char *p = read_names(t, text);
    size_t rows = count_lines(p);
    for (size_t i = 0; i < t->name.n; i++) {
        scree_array_push(&t->value, scree_realloc(NULL, 0, rows * sizeof(double)));
    }
    bool ok = true;
    for (size_t row = 0; row < rows && ok; row++) {
        for (size_t i = 0; i < t->name.n && ok; i++) {
            const char *end = scree_decimal_read(p, &t->value.data[i][row]);
            ok = end && *end == (i + 1 < t->name.n ? ',' : '\n');
            if (!ok) {
                scree_report_at(r, SCREE_SEVERITY_ERROR, path, (int)row + 2, 0, "column %zu is not a number",
                                i + 1);
            } else {
                p = end + 1;
            }
        }
    }
    t->rows = rows;
    scree_free(text);
    return ok;
}

static const double *column(const table *t, const char *name) {
    for (size_t i = 0; i < t->name.n; i++) {
        if (strcmp(t->name.data[i], name) == 0) {
            return t->value.data[i];
        }
    }
    return NULL;
}

// If name is "OWNER END": the length of OWNER; else 0.
static size_t owner_length(const char *name, const char *end) {
    size_t n = strlen(name), m = strlen(end);
    return n > m && strcmp(name + n - m, end) == 0 ? n - m : 0;
}

// Of an outlet; probes have counts too, but no rates.
static size_t outlet_length(const table *t, size_t i) {
    const size_t length = owner_length(t->name.data[i], " count [1]");
    return length > 0 && i + 2 < t->name.n && owner_length(t->name.data[i + 2], " rate [1/s]") == length
               ? length
               : 0;
}

// Of a wall that may do work.
static size_t driven_length(const table *t, size_t i) {
    return owner_length(t->name.data[i], " work [J]");
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
    const double *x = column(t, "time [s]");
    scree_array_push(&p->curve[panel], (scree_plot_series){.name = name, .x = x, .y = y, .n = t->rows});
}

static void discharge_panels(picture *p, const table *t) {
    const double *time = column(t, "time [s]");
    size_t half = t->rows / 100 > 0 ? t->rows / 100 : 1;
    bool several = false;
    for (size_t i = 0, n = 0; i < t->name.n; i++) {
        several = several || (outlet_length(t, i) > 0 && ++n > 1);
    }
    double window = t->rows > 2 * half ? time[2 * half] - time[0] : 0;
    char seconds[32];
    scree_decimal_write(window, window < 0.1 ? 3 : 2, seconds);
    char *label = scree_format("mass flow, mean over %s s [kg/s]", seconds);
    scree_array_push(&p->owned, label);
    add_panel(p, "particles");
    add_panel(p, label);
    add_curve(p, 0, "inside", t, column(t, "particles [1]"));
    add_curve(p, 1, NULL, t, NULL); // the same colours in both panels: slot 0 belongs to "inside"
    p->curve[1].data[0].n = 0;
    for (size_t i = 0; i < t->name.n; i++) {
        size_t length = outlet_length(t, i);
        if (length == 0) {
            continue;
        }
        char *name = scree_format("left through %.*s", (int)length, t->name.data[i]);
        char *short_name = scree_format("%.*s", (int)length, t->name.data[i]);
        char *mass = scree_format("%s mass [kg]", short_name);
        const double *left = column(t, mass);
        scree_free(mass);
        double *rate = window_rate(time, left ? left : t->value.data[i], t->rows, half);
        scree_array_push(&p->owned, name);
        scree_array_push(&p->owned, short_name);
        scree_array_push(&p->owned, rate);
        add_curve(p, 0, name, t, t->value.data[i]);
        add_curve(p, 1, several ? short_name : NULL, t, rate);
    }
}

// Of a vector of a wall, such as "lid f" in N, the component that is largest over the run, with its sign, as a mean over a window of rows. Adds
// "lid fz", its name, and the mean to what the picture owns. False: the wall has no such columns.
static bool smooth_component(picture *p, const table *t, const char *vector, const char *unit, size_t half,
                             const char **name, const double **mean) {
    const double *largest = NULL;
    double most = -1.0;
    char axis = 'x';
    for (int k = 0; k < 3; k++) {
        char *title = scree_format("%s%c [%s]", vector, 'x' + k, unit);
        const double *v = column(t, title);
        double sum = 0.0;
        for (size_t i = 0; v && i < t->rows; i++) {
            sum += fabs(v[i]);
        }
        if (v && sum > most) {
            most = sum;
            largest = v;
            axis = (char)('x' + k);
        }
        scree_free(title);
    }
    if (!largest) {
        return false;
    }
    double *to = scree_realloc(NULL, 0, t->rows * sizeof *to);
    for (size_t i = 0; i < t->rows; i++) {
        const size_t a = i < half ? 0 : i - half, b = i + half < t->rows ? i + half : t->rows - 1;
        to[i] = 0.0;
        for (size_t k = a; k <= b; k++) {
            to[i] += largest[k] / (double)(b - a + 1);
        }
    }
    char *text = scree_format("%s%c", vector, axis);
    scree_array_push(&p->owned, to);
    scree_array_push(&p->owned, text);
    *mean = to;
    *name = text;
    return true;
}

// A panel of such components, and one colour for each wall in all panels.
static void vector_panel(picture *p, const table *t, const char *what, const char *letter, const char *unit,
                         const char *seconds) {
    const size_t half = t->rows / 100 > 0 ? t->rows / 100 : 1, panel = p->n_panels;
    char *label = scree_format("%s on walls, mean over %s s [%s]", what, seconds, unit);
    scree_array_push(&p->owned, label);
    add_panel(p, label);
    for (size_t i = 0; i < t->name.n; i++) {
        const size_t length = driven_length(t, i);
        char *vector = scree_format("%.*s %s", (int)length, t->name.data[i], letter);
        const char *name;
        const double *mean;
        if (length > 0 && p->curve[panel].n < MOST_WALLS &&
            smooth_component(p, t, vector, unit, half, &name, &mean)) {
            add_curve(p, panel, name, t, mean);
        }
        scree_free(vector);
    }
}

static bool any_wall_turns(const table *t) {
    bool any = false;
    for (size_t i = 0; i < t->name.n; i++) {
        any |= owner_length(t->name.data[i], " angle [rad]") > 0 ||
               owner_length(t->name.data[i], " turn [rad]") > 0;
    }
    return any;
}

// Force, torque and power of the walls that move.
static void driven_panels(picture *p, const table *t) {
    const double *time = column(t, "time [s]");
    const size_t half = t->rows / 100 > 0 ? t->rows / 100 : 1;
    char seconds[32];
    const double window = t->rows > 2 * half ? time[2 * half] - time[0] : 0;
    scree_decimal_write(window, window < 0.1 ? 3 : 2, seconds);
    vector_panel(p, t, "force", "f", "N", seconds);
    if (any_wall_turns(t)) {
        vector_panel(p, t, "torque", "t", "N m", seconds);
    }
    char *power_label = scree_format("power of walls, mean over %s s [W]", seconds);
    scree_array_push(&p->owned, power_label);
    const size_t panel = p->n_panels;
    add_panel(p, power_label);
    for (size_t i = 0; i < t->name.n; i++) {
        const size_t length = driven_length(t, i);
        if (length == 0 || p->curve[panel].n == MOST_WALLS) {
            continue;
        }
        char *name = scree_format("%.*s", (int)length, t->name.data[i]);
        double *power = window_rate(time, t->value.data[i], t->rows, half);
        scree_array_push(&p->owned, name);
        scree_array_push(&p->owned, power);
        add_curve(p, panel, name, t, power);
    }
    add_panel(p, "kinetic energy [J]");
    add_curve(p, panel + 1, NULL, t, column(t, "kinetic [J]"));
}

static void settling_panels(picture *p, const table *t) {
    const double *kinetic = column(t, "kinetic [J]"), *rotational = column(t, "rotational [J]");
    const double *particles = column(t, "particles [1]");
    add_panel(p, "kinetic energy [J]")->log_y = wide_range(kinetic, t->rows);
    add_curve(p, 0, "translation", t, kinetic);
    if (rotational && varies(rotational, t->rows)) {
        add_curve(p, 0, "rotation", t, rotational);
    }
    add_panel(p, "contacts per particle");
    add_curve(p, 1, NULL, t, column(t, "coordination [1]"));
    if (particles && varies(particles, t->rows)) {
        add_panel(p, "particles");
        add_curve(p, 2, NULL, t, particles);
    }
}

// Bonds, those that broke, and fragments, if there ever was a bond.
static void bonds_panel(picture *p, const table *t) {
    static const char *const name[] = {"bonds_broken_tension [1]", "bonds_broken_shear [1]",
                                       "bonds_broken_bending [1]", "bonds_broken_torsion [1]"};
    const double *made = column(t, "bonds_made [1]"), *fragments = column(t, "fragments [1]");
    if (!made || !fragments || !(made[t->rows - 1] > 0.0)) {
        return;
    }
    double *broken = scree_realloc(NULL, 0, t->rows * sizeof *broken);
    scree_array_push(&p->owned, broken);
    memset(broken, 0, t->rows * sizeof *broken);
    for (int k = 0; k < 4; k++) {
        const double *one = column(t, name[k]);
        for (size_t i = 0; one && i < t->rows; i++) {
            broken[i] += one[i];
        }
    }
    const size_t panel = p->n_panels;
    add_panel(p, "bonds, fragments");
    add_curve(p, panel, "bonds", t, column(t, "bonds [1]"));
    add_curve(p, panel, "broken so far", t, broken);
    add_curve(p, panel, "fragments", t, fragments);
}

// Mean, largest and smallest temperature of the particles, while there are any, if they change.
static void temperatures_panel(picture *p, const table *t) {
    static const char *const column_name[] = {"temperature [K]", "max_temperature [K]",
                                              "min_temperature [K]"};
    static const char *const curve_name[] = {"mean", "largest", "smallest"};
    double *shown[3];
    bool change = false;
    for (int k = 0; k < 3; k++) {
        const double *v = column(t, column_name[k]);
        if (!v) {
            return;
        }
        shown[k] = scree_realloc(NULL, 0, t->rows * sizeof *v);
        scree_array_push(&p->owned, shown[k]);
        double first = NAN;
        for (size_t i = 0; i < t->rows; i++) {
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
    const double *inserted = column(t, "inserted [1]"), *lost = column(t, "lost [1]");
    const double *particles = column(t, "particles [1]"), *time = column(t, "time [s]");
    size_t last = t->rows - 1;
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

static bool draw(const table *t, const char *svg_path, const scree_case *c, scree_report *r) {
    bool outlets = false, driven = false;
    for (size_t i = 0; i < t->name.n; i++) {
        outlets = outlets || outlet_length(t, i) > 0;
        driven = driven || driven_length(t, i) > 0;
    }
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

bool scree_series_plot(const char *csv_path, const char *svg_path, const scree_case *c, scree_report *r) {
    table t = {0};
    bool ok = table_read(&t, csv_path, r);
    if (ok && (!column(&t, "time [s]") || !column(&t, "particles [1]") || !column(&t, "kinetic [J]") ||
               !column(&t, "coordination [1]"))) {
        scree_report_at(r, SCREE_SEVERITY_ERROR, csv_path, 0, 0,
                        "not a time series of scree: no columns time, particles, kinetic, coordination");
        ok = false;
    }
    if (ok && t.rows == 0) {
        scree_report_at(r, SCREE_SEVERITY_ERROR, csv_path, 0, 0, "no rows to plot");
        ok = false;
    }
    ok = ok && draw(&t, svg_path, c, r);
    table_clear(&t);
    return ok;
}
