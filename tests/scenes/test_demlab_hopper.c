// SPDX-License-Identifier: BSD-3-Clause
// DEMLab's own regression models that use the Hertz law with dashpots and the spring-dashpot-slider (or the slider with
// a spring alone, which is the same with a dashpot of 0), against its stored results: the driver of demlab_driver.h
// around our laws in original form.
#include "demlab_driver.h"

// Discs and walls of a model.
static void add_bodies(driver *d, const char *model) {
    table t = table_read("demlab/models.csv");
    for (size_t row = 0; row < t.rows; row++) {
        if (strcmp(table_text(&t, row, "model"), model) != 0) {
            continue;
        }
        double c[4] = {table_value(&t, row, "c1"), table_value(&t, row, "c2"), table_value(&t, row, "c3"),
                       table_value(&t, row, "c4")};
        if (strcmp(table_text(&t, row, "kind"), "sphere") == 0) {
            add_disc(d, c[0], c[1], c[3])->theta = c[2];
        } else {
            d->line[d->n_lines++] = (line){.x1 = c[0], .y1 = c[1], .x2 = c[2], .y2 = c[3]};
        }
    }
    table_free(&t);
}

static const char *const column[] = {"x", "y", "theta", "vx", "vy", "omega", "ax", "ay", "alpha"};
enum { COLUMNS = 9, ACCELERATIONS = 6 }; // from there on

static void values_of(const disc *p, double *value) {
    double v[COLUMNS] = {p->x, p->y, p->theta, p->vx, p->vy, p->omega, p->ax, p->ay, p->alpha};
    memcpy(value, v, sizeof v);
}

static bool is_of(const table *t, size_t row, const char *model) {
    return strcmp(table_text(t, row, "model"), model) == 0;
}

static void run_to(driver *d, uint64_t step, void (*before)(driver *d)) {
    while (d->step < step) {
        if (before) {
            before(d);
        }
        forces(d);
        advance_discs(d);
    }
}

// Runs to each step of the model in the table and compares every column, relative to the column's maximum. An
// acceleration follows from an overlap, a small difference of coordinates, so their rounding errors have a larger effect on it.
static void compare(driver *d, const char *file, const char *model, double tolerance, double of_forces,
                    void (*before)(driver *d)) {
    table t = table_read(file);
    double scale[COLUMNS] = {0}, worst[COLUMNS] = {0};
    uint64_t rows = 0;
    for (size_t row = 0; row < t.rows; row++) {
        for (int c = 0; c < COLUMNS && is_of(&t, row, model); c++) {
            scale[c] = fmax(scale[c], fabs(table_value(&t, row, column[c])));
        }
    }
    for (size_t row = 0; row < t.rows; row++) {
        if (is_of(&t, row, model)) {
            run_to(d, (uint64_t)table_value(&t, row, "step"), before);
            assert_int_equal(d->touch.n, (size_t)table_value(&t, row, "n_interactions"));
            double value[COLUMNS];
            values_of(&d->disc[(size_t)table_value(&t, row, "id") - 1], value);
            for (int c = 0; c < COLUMNS; c++) {
                worst[c] = fmax(worst[c], fabs(value[c] - table_value(&t, row, column[c])) / scale[c]);
            }
            rows++;
        }
    }
    table_free(&t);
    assert_true(rows > 10);
    print_message("%s, worst of %d rows:", model, (int)rows);
    for (int c = 0; c < COLUMNS; c++) {
        print_message(" %s %.2g", column[c], worst[c]);
    }
    print_message("\n");
    for (int c = 0; c < COLUMNS; c++) {
        expect_near(worst[c], 0.0, c < ACCELERATIONS ? tolerance : of_forces, column[c]);
    }
}

#define INPUT(density, young, normal, tangential)                                                            \
    "time: {end: 1, dt: 1e-5}\n"                                                                             \
    "materials: {m: {density: " density ", young: " young ", poisson: 0.3}}\n"                               \
    "contacts:\n"                                                                                            \
    "  between: any\n"                                                                                       \
    "  normal: {law: viscoelastic_nonlinear, convention: original, " normal "}\n"                            \
    "  tangential: {law: sds_linear, convention: original, " tangential "}\n"

static void hopper(void **state) {
    (void)state;
    driver *d = driver_of(INPUT("1e3", "1e6", "damping_formula: TTI, restitution: 0.5",
                                "friction: 0.3, tangential_restitution: 0.5"));
    add_bodies(d, "mech_hopper");
    assert_int_equal(d->n, 296);
    d->dt = 2e-5;
    d->gravity = 9.81;
    d->every = 50;
    d->scheme = MODIFIED_EULER;
    compare(d, "demlab/hopper.csv", "mech_hopper", 1e-12, 2e-11, NULL);
    driver_free(d);
}

// 20 000 steps and two impacts: a change of the last digit at the start changes the end by 1e-12, and each step adds rounding
// errors.
static void bounce(void **state) {
    (void)state;
    driver *d = driver_of(INPUT("1e3", "1e6", "damping_formula: critical_ratio, ratio: 0.1",
                                "friction: 0.3, tangential_damping_coefficient: 0"));
    add_bodies(d, "mech_bounce_oblique");
    d->dt = 1e-4;
    d->gravity = 9.81;
    d->every = 10;
    d->scheme = TAYLOR_2;
    compare(d, "demlab/small_models.csv", "mech_bounce_oblique", 2e-11, 2e-11, NULL);
    driver_free(d);
}

// The stick is made of the last four walls.
static void move_stick(driver *d) {
    double t = (double)d->step * d->dt;
    double v = t <= 0.07 ? 3.0 : t >= 0.10 && t <= 1.0 ? -1.0 : 0.0;
    for (size_t k = 18; k < 22; k++) {
        d->line[k].vx = v;
    }
}

static void billiard(void **state) {
    (void)state;
    driver *d = driver_of(INPUT("2e3", "3e6", "damping_formula: critical_ratio, ratio: 0.5",
                                "friction: 0.2, tangential_damping_coefficient: 0"));
    add_bodies(d, "mech_billiard");
    d->dt = 5e-5;
    d->every = 20;
    d->scheme = MODIFIED_EULER;
    compare(d, "demlab/small_models.csv", "mech_billiard", 1e-11, 1e-11, move_stick);
    driver_free(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(hopper), cmocka_unit_test(bounce),
                                       cmocka_unit_test(billiard)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
