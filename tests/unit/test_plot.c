// SPDX-License-Identifier: BSD-3-Clause
#include "measure/totals.h"
#include "tools/plot/plot.h"

#include "output/series.h"
#include "output_world.h"
#include "text/file.h"
#include "tools/plot/plot_series.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

// Every SVG reader needs: tags are nested correctly, attributes are quoted, no number is nan.
static void check_svg(const char *t) {
    int depth = 0;
    assert_memory_equal(t, "<svg ", 5);
    for (const char *p = t; (p = strchr(p, '<')) != NULL;) {
        const char *end = strchr(p, '>');
        assert_non_null(end);
        bool closes = p[1] == '/', single = end[-1] == '/';
        depth += closes ? -1 : !single;
        assert_true(depth >= 0);
        int quotes = 0;
        for (const char *q = p + 1; q < end; q++) {
            assert_true(*q != '<');
            quotes += *q == '"';
        }
        assert_true(quotes % 2 == 0);
        p = end;
    }
    assert_int_equal(depth, 0);
    assert_null(strstr(t, "nan"));
    assert_null(strstr(t, "inf"));
}

static char *drawn(const scree_plot *plot) {
    size_t size;
    assert_true(scree_plot_write(plot, "x.svg", NULL));
    char *t = scree_file_read("x.svg", &size, NULL);
    assert_non_null(t);
    check_svg(t);
    return t;
}

static char *drawn_xy(const double *x, const double *y, size_t n, bool log_y, const char *label) {
    scree_plot_series s = {.name = "data", .x = x, .y = y, .n = n};
    scree_plot_panel panel = {.y_label = label, .log_y = log_y, .series = &s, .n_series = 1};
    scree_plot plot = {.title = "a < b & \"c\"", .x_label = "time [s]", .panel = &panel, .n_panels = 1};
    return drawn(&plot);
}

static void test_ticks_and_text(void **state) {
    (void)state;
    const double x[] = {0, 1, 2, 3}, y[] = {0, 10, 20, 37};
    char *t = drawn_xy(x, y, 4, false, "particles");
    assert_non_null(strstr(t, "a &lt; b &amp; &quot;c&quot;"));
    assert_non_null(strstr(t, ">particles</text>"));
    assert_non_null(strstr(t, ">40</text>")); // beyond the data, so the curve stays inside
    assert_non_null(strstr(t, ">1.5</text>"));
    scree_free(t);
}

static void test_large_and_small_numbers(void **state) {
    (void)state;
    const double x[] = {0, 1}, y[] = {0, 2.4e7}, z[] = {0, 3e-5};
    char *t = drawn_xy(x, y, 2, false, "stress [Pa]");
    assert_non_null(strstr(t, ">stress [MPa]</text>"));
    assert_non_null(strstr(t, ">20</text>"));
    scree_free(t);
    t = drawn_xy(x, z, 2, false, "count");
    assert_non_null(strstr(t, "count [10<tspan dy=\"-5\" font-size=\"9\">\xe2\x88\x92"
                              "6</tspan><tspan dy=\"5\">]</tspan>"));
    scree_free(t);
}

static void test_odd_data(void **state) {
    (void)state;
    const double x[] = {0, 1, 2, NAN, 4}, y[] = {5, NAN, INFINITY, 3, 4}, flat[] = {2, 2, 2, 2, 2};
    const double tiny[] = {1e9, 1e9 + 1e-7, 1e9, 1e9, 1e9}, negative[] = {-3, -2, -1, 0, -5};
    scree_free(drawn_xy(x, y, 5, false, NULL));
    scree_free(drawn_xy(x, y, 5, true, NULL));
    scree_free(drawn_xy(x, flat, 5, false, "y"));
    scree_free(drawn_xy(x, tiny, 5, false, "y"));
    scree_free(drawn_xy(x, negative, 5, false, "y"));
    scree_free(drawn_xy(x, negative, 5, true, "y")); // no data to show
    scree_free(drawn_xy(x, y, 1, false, "y"));
    scree_free(drawn_xy(x, y, 0, false, "y"));
    scree_free(drawn_xy(flat, flat, 5, true, "y"));
    scree_plot none = {0};
    scree_free(drawn(&none));
}

static void test_log_axis(void **state) {
    (void)state;
    const double x[] = {0, 1, 2}, y[] = {3e-7, 0, 2e2};
    char *t = drawn_xy(x, y, 3, true, "energy [J]");
    assert_non_null(strstr(t, ">10<tspan dy=\"-5\" font-size=\"9\">2</tspan></text>"));
    assert_non_null(strstr(t, "<tspan dy=\"-5\" font-size=\"9\">\xe2\x88\x92"
                              "6</tspan>"));
    scree_free(t);
}

static void test_long_series_stay_small(void **state) {
    (void)state;
    enum { N = 200000 };
    double *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
    for (int i = 0; i < N; i++) {
        x[i] = i;
        y[i] = sin(0.01 * i) + (i == N / 2 ? 30 : i == N / 3 ? -30 : 0);
    }
    char *t = drawn_xy(x, y, N, false, "y");
    assert_in_range(strlen(t), 10000, 150000);
    // Both outliers are drawn: the curve spans 60 of the 80 units (195 of 260 pixels) that the axis has.
    double low = INFINITY, high = -INFINITY, px, py;
    const char *q = strrchr(t, 'M'); // the curve is the last path
    for (int used = 0; q && sscanf(q, "%*c%lf %lf%n", &px, &py, &used) == 2; q += used) {
        low = fmin(low, py);
        high = fmax(high, py);
    }
    assert_true(high - low > 190 && high - low < 200);
    scree_free(t);
    free(x);
    free(y);
}

// Writes the series of a made-up run and draws it.
static bool draw_run(bool outlets, int rows, const char *svg, const scree_case *c, scree_report *r) {
    scree_world *w = output_world(1);
    size_t n_outlets = w->outlet.n;
    if (!outlets) {
        w->case_->outlet.n = w->outlet.n = 0;
    }
    scree_series *s = scree_series_open("series.csv", w, NAN, NULL);
    assert_non_null(s);
    for (int i = 0; i < rows; i++) {
        double time = 0.01 * i;
        scree_totals t = {.time = time, .particles = 400, .coordination = 4.2 * (1 - exp(-3 * time))};
        t.kinetic = 0.02 * exp(-4 * time);
        t.rotational = 0.3 * t.kinetic;
        if (outlets) {
            w->outlet.data[0].count = (uint64_t)(20.0 * fmin(time, 8));
            w->outlet.data[1].count = (uint64_t)(25.0 * fmin(time, 6));
            for (int k = 0; k < 2; k++) {
                w->outlet.data[k].mass = 1e-3 * (double)w->outlet.data[k].count;
            }
            t.particles -= w->outlet.data[0].count + w->outlet.data[1].count;
        }
        assert_true(scree_series_row(s, w, &t, NULL));
    }
    scree_column_rows read;
    const bool drawn = scree_series_read(s, &read, r) && scree_series_plot(&read, NULL, svg, c, r);
    scree_free(read.value);
    assert_true(scree_series_close(s, NULL));
    w->case_->outlet.n = w->outlet.n = n_outlets; // their names must be freed
    output_world_destroy(w);
    return drawn;
}

static char *picture(const char *svg) {
    size_t size;
    char *t = scree_file_read(svg, &size, NULL);
    assert_non_null(t);
    check_svg(t);
    return t;
}

static void test_picture_of_a_run(void **state) {
    (void)state;
    scree_case c = {.title = scree_strdup("a hopper")};
    assert_true(draw_run(true, 1000, "discharge.svg", &c, NULL));
    char *t = picture("discharge.svg");
    assert_non_null(strstr(t, ">a hopper</text>"));
    assert_non_null(strstr(t, ">left through right</text>"));
    assert_non_null(strstr(t, ">mass flow, mean over 200 ms [kg/s]</text>"));
    assert_non_null(strstr(t, ">0.02</text>")); // 20 and 25 particles of a gram each second
    scree_free(t);
    static const char *const flow[] = {"mass flow [kg/s]", "mass flow, mean over 10 ms [kg/s]",
                                       "mass flow, mean over 20 ms [kg/s]"};
    for (int rows = 1; rows < 4; rows++) {
        assert_true(draw_run(true, rows, "x.svg", &c, NULL));
        t = picture("x.svg");
        assert_non_null(strstr(t, flow[rows - 1]));
        scree_free(t);
    }
    assert_true(draw_run(false, 300, "settling.svg", NULL, NULL));
    t = picture("settling.svg");
    assert_non_null(strstr(t, ">kinetic energy [J]</text>"));
    assert_non_null(strstr(t, ">contacts per particle</text>"));
    scree_free(t);
    scree_free(c.title);
}

enum { MOST_COLUMNS = 16, MOST_ROWS = 300 };

// Columns of the world, and with an owner those of a wall, with values[column][row].
static char *drawn_columns(const char *const *names, const char *owner, size_t first_owned, size_t n,
                           size_t rows, double values[][MOST_ROWS]) {
    static const scree_column_kind world = {.name = ""}, wall = {.name = "wall"};
    scree_column column[MOST_COLUMNS];
    scree_run_column of_run[MOST_COLUMNS];
    double *value = malloc(n * rows * sizeof *value);
    for (size_t k = 0; k < n; k++) {
        const bool owned = k >= first_owned;
        column[k] = (scree_column){.name = names[k]};
        of_run[k] = (scree_run_column){&column[k], owned ? &wall : &world, owned ? owner : "", 0, false, 0.0};
        memcpy(value + k * rows, values[k], rows * sizeof *value);
    }
    const scree_column_rows all = {of_run, n, rows, value};
    assert_true(scree_series_plot(&all, NULL, "columns.svg", NULL, NULL));
    free(value);
    return picture("columns.svg");
}

// Of a case with heat, where there are no particles at first: then the means are 0.
static char *drawn_temperatures(double change) {
    static const char *const names[] = {"time", "particles",   "kinetic",         "coordination",
                                        "lost", "temperature", "min_temperature", "max_temperature"};
    static double value[8][MOST_ROWS] = {{0, 1, 2}, {0, 9, 9}, {0, 1, 2}, {0, 1, 1},
                                         {0},       {0, 340},  {0, 330},  {0, 350}};
    for (int k = 5; k < 8; k++) {
        value[k][2] = value[k][1] + change;
    }
    return drawn_columns(names, "", 8, 8, 3, value);
}

static void test_temperatures(void **state) {
    (void)state;
    char *t = drawn_temperatures(1.0);
    const char *panel = strstr(t, ">temperature of the particles [K]</text>");
    assert_non_null(panel);
    assert_non_null(strstr(panel, ">largest</text>"));
    assert_non_null(strstr(panel, ">330</text>"));
    assert_null(strstr(panel, ">0</text>")); // the axis begins near the temperatures
    scree_free(t);
    t = drawn_temperatures(0.0);
    assert_null(strstr(t, "temperature"));
    scree_free(t);
}

// A force and a torque have signs: of a wall the largest component is shown.
static void test_driven_walls(void **state) {
    (void)state;
    static const char *const names[] = {"time", "particles", "kinetic", "coordination", "lost",  "fx",  "fy",
                                        "fz",   "tx",        "ty",      "tz",           "angle", "work"};
    static double value[13][MOST_ROWS];
    for (int i = 0; i < MOST_ROWS; i++) {
        const double sign = i < 150 ? -1.0 : 1.0,
                     row[13] = {i, 9.0, 1.0, 1.0, 0.0, 0.1, 0.0, 30.0 * sign, 0.5, 0.7 * sign, 0.0, 1.0, i};
        for (int k = 0; k < 13; k++) {
            value[k][i] = row[k];
        }
    }
    char *t = drawn_columns(names, "lid", 5, 13, MOST_ROWS, value);
    assert_non_null(strstr(t, ">lid fz</text>"));
    assert_non_null(strstr(t, ">lid ty</text>"));
    assert_non_null(strstr(t, ">torque on walls, mean over 6 s [N m]</text>"));
    assert_non_null(strstr(t, ">-20</text>")); // below zero
    scree_free(t);
}

// Stress is drawn over the way, from where the wall begins to press; force and position beside it.
static void test_presses(void **state) {
    (void)state;
    static const char *const names[] = {
        "time", "particles", "kinetic", "coordination", "lost",  "fx",          "fy", "fz",
        "x",    "y",         "z",       "work",         "slide", "slide_stress"};
    static double value[14][MOST_ROWS];
    for (int i = 0; i < MOST_ROWS; i++) {
        const double way = 1e-5 * i, load = i < 200 ? 0.0 : 400.0 * (i - 200),
                     row[14] = {i,           9.0, 1.0, 1.0,  0.0,  0.0, 0.0,
                                1e-2 * load, 0.0, 0.0, -way, load, way, load};
        for (int k = 0; k < 14; k++) {
            value[k][i] = row[k];
        }
    }
    char *t = drawn_columns(names, "lid", 5, 14, MOST_ROWS, value);
    const char *stress = strstr(t, ">stress of walls that press [Pa]</text>");
    assert_non_null(stress);
    assert_non_null(strstr(t, ">way of the wall since its drive began [mm]</text>"));
    assert_non_null(strstr(stress, ">2.2</text>")); // mm
    assert_null(strstr(t, ">1.8</text>"));          // before it pressed
    assert_non_null(strstr(t, ">lid z</text>"));
    assert_non_null(strstr(t, ">lid fz</text>"));
    scree_free(t);
}

// Panels that a case asks for, instead of those by what it is about.
static void test_chosen_panels(void **state) {
    (void)state;
    char *torque[] = {"screw tz"}, *both[] = {"screw fx", "screw fy"}, *load[] = {"screw fz"};
    scree_panel_def panel[3] = {{.x = "time"}, {.x = "time"}, {.x = "screw angle"}};
    panel[0].y.data = torque;
    panel[1].y.data = both;
    panel[2].y.data = load;
    panel[0].y.n = panel[2].y.n = 1;
    panel[1].y.n = 2;
    scree_case c = {0};
    c.output.plot.panel.data = panel;
    c.output.plot.panel.n = 3;
    static const scree_column_kind world = {.name = ""}, wall = {.name = "wall"};
    static const scree_column column[] = {{.name = "time", .unit = "s"}, {.name = "particles", .unit = "1"},
                                          {.name = "lost", .unit = "1"}, {.name = "fx", .unit = "N"},
                                          {.name = "fy", .unit = "N"},   {.name = "fz", .unit = "N"},
                                          {.name = "tz", .unit = "N m"}, {.name = "angle", .unit = "rad"}};
    scree_run_column of_run[8];
    double value[8][3] = {{0, 1, 2},     {5, 5, 5},         {0},      {1, 2, 3}, {2, 1, 0},
                          {0, 4e3, 8e3}, {0, -1e-4, -3e-4}, {0, 1, 2}};
    for (int k = 0; k < 8; k++) {
        of_run[k] =
            (scree_run_column){&column[k], k < 3 ? &world : &wall, k < 3 ? "" : "screw", 0, false, 0.0};
    }
    const scree_column_rows all = {of_run, 8, 3, &value[0][0]};
    assert_true(scree_series_plot(&all, NULL, "chosen.svg", &c, NULL));
    char *t = picture("chosen.svg");
    assert_non_null(strstr(t, ">screw tz [\xc2\xb5N m]</text>"));
    assert_non_null(strstr(t, ">screw fx, screw fy [N]</text>"));
    assert_non_null(strstr(t, ">screw angle [rad]</text>"));
    assert_null(strstr(t, "kinetic"));
    scree_free(t);
}

// A square, a temperature and what is counted take powers of ten; a mass takes prefixes of g.
static void test_prefixes(void **state) {
    (void)state;
    const double x[] = {0, 1}, small[] = {0, 3e-3}, tiny[] = {0, 4e-5}, large[] = {0, 5e6};
    static const struct {
        const char *label, *shown;
        int size;
    } row[] = {{"energy [J]", ">energy [mJ]<", 0},
               {"mass [kg]", ">mass [g]<", 0},
               {"mass [kg]", ">mass [mg]<", 1},
               {"flow [kg/s]", ">flow [g/s]<", 0},
               {"torque [N m]", ">torque [\xc2\xb5N m]<", 1},
               {"area [m2]", ">area [10<", 0},
               {"rate [1/s]", ">rate [10<", 2},
               {"mass [kg]", ">mass [10<", 2},
               {"temperature [K]", ">temperature [10<", 2},
               {"stress [Pa]", ">stress [MPa]<", 2}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        char *t = drawn_xy(x,
                           row[k].size == 0   ? small
                           : row[k].size == 1 ? tiny
                                              : large,
                           2, false, row[k].label);
        assert_non_null(strstr(t, row[k].shown));
        scree_free(t);
    }
}

static void test_runs_that_cannot_be_drawn(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    assert_false(draw_run(false, 0, "x.svg", NULL, r));
    assert_string_equal(scree_report_text(r, 0), "series.csv: error: no rows to plot");
    scree_report_clear(r);
    if (access("/dev/full", W_OK) == 0) {
        assert_false(draw_run(false, 3, "/dev/full", NULL, r));
        assert_string_equal(scree_report_text(r, 0), "/dev/full: error: No space left on device");
    }
    scree_report_destroy(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ticks_and_text),
        cmocka_unit_test(test_large_and_small_numbers),
        cmocka_unit_test(test_odd_data),
        cmocka_unit_test(test_log_axis),
        cmocka_unit_test(test_long_series_stay_small),
        cmocka_unit_test(test_picture_of_a_run),
        cmocka_unit_test(test_temperatures),
        cmocka_unit_test(test_driven_walls),
        cmocka_unit_test(test_presses),
        cmocka_unit_test(test_chosen_panels),
        cmocka_unit_test(test_prefixes),
        cmocka_unit_test(test_runs_that_cannot_be_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
