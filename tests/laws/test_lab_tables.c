// SPDX-License-Identifier: BSD-3-Clause
// The lab on tables in memory, as host programs use it: the numbers of the files bit for bit, a case that stays as it was, and the
// tables of the laws as data.
#include "laws/list/registry.h"
#include "tools/lab_files/csv_table.h"
#include "world_of_text.h"

static const char text[] =
    "materials:\n"
    "  glass: {density: 2500, young: 1e7, poisson: 0.3, restitution: 0.8, friction: 0.3}\n"
    "contacts: {between: any, rolling: epsd, rolling_friction: 0.1}\n"
    "lab: {a: {material: glass, radius: 5 mm}, b: {material: glass, radius: 4 mm}, angle: 20 deg, "
    "steps_per_contact: 100}\n";

static scree_report *r;
static scree_lab *lab;

static int open_lab(void **state) {
    (void)state;
    r = scree_report_create();
    lab = scree_lab_open_text("case", text, NULL, r);
    assert_non_null(lab);
    FILE *f = fopen("case.yaml", "w");
    fputs(text, f);
    fclose(f);
    return 0;
}

static int close_lab(void **state) {
    (void)state;
    expect_no_errors(r);
    scree_lab_close(lab);
    scree_report_destroy(r);
    return 0;
}

static void expect_refused(const char *message) {
    assert_int_equal(scree_report_size(r), 1);
    assert_string_equal(scree_report_text(r, 0), message);
    scree_report_clear(r);
}

static scree_table *table(int columns, const char *const *column, size_t rows, const double *value) {
    scree_table *t = scree_table_create("path", columns, column, rows, value, r);
    assert_non_null(t);
    return t;
}

// Same names and bits as a file that was written.
static void expect_same(const scree_table *t, const char *csv) {
    scree_table read;
    assert_true(scree_csv_table_read(csv, &read, r));
    assert_int_equal(scree_table_rows(t), scree_table_rows(&read));
    assert_true(scree_table_columns(t) >= scree_table_columns(&read));
    for (int i = 0; i < scree_table_columns(&read); i++) {
        int column = scree_table_column(t, scree_table_name(&read, i));
        assert_true(column >= 0);
        for (size_t row = 0; row < scree_table_rows(t); row++) {
            double a = scree_table_at(t, row, column, 0.0), b = scree_table_at(&read, row, i, 0.0);
            assert_true(memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b));
        }
    }
    scree_table_clear(&read);
}

static double at(const scree_table *t, size_t row, const char *name) {
    int column = scree_table_column(t, name);
    assert_true(column >= 0);
    return scree_table_values(t)[row * (size_t)scree_table_columns(t) + (size_t)column];
}

static void write_csv(const char *path, const scree_table *t) {
    assert_true(scree_csv_table_write(t, path, NULL, r));
}

static void driven(void **state) {
    (void)state;
    static const char *const column[] = {"t", "overlap", "slip_x", "roll_y", "dt"};
    const double value[] = {0,    1e-5, 0,    0, NAN,  1e-4, 2e-5,  0.01, 2, NAN,
                            2e-4, 2e-5, 0.01, 2, 1e-6, 3e-4, -1e-5, 0,    0, NAN};
    scree_table *path = table(5, column, 4, value);
    scree_table *out = scree_lab_drive(lab, path, r);
    assert_non_null(out);
    FILE *f = fopen("path.csv", "w"); // empty cells
    fputs("t,overlap,slip_x,roll_y,dt\n0,1e-5,0,0,\n1e-4,2e-5,0.01,2,\n2e-4,2e-5,0.01,2,1e-6\n3e-4,-1e-5,0,0,"
          "\n",
          f);
    fclose(f);
    assert_int_equal(scree_law_drive("case.yaml", NULL, "path.csv", "out.csv", NULL, NULL, NULL, r),
                     SCREE_OK);
    expect_same(out, "out.csv");
    assert_string_equal(scree_table_unit(out, scree_table_column(out, "mr_x")), "N m");
    assert_string_equal(scree_table_unit(out, scree_table_column(out, "touching")), "");
    assert_string_equal(scree_table_unit(out, scree_table_column(out, "tangential_spring_x")), "m");
    scree_table *again = scree_lab_drive(lab, path, r); // a fresh contact each time
    assert_memory_equal(scree_table_values(again), scree_table_values(out),
                        4 * (size_t)scree_table_columns(out) * sizeof(double));
    scree_table_destroy(again);
    scree_table_destroy(out);
    scree_table_destroy(path);
}

static void evaluated(void **state) {
    (void)state;
    static const char *const column[] = {"za", "zb", "vza", "vxa", "wya", "dt"};
    const double value[] = {0, 0.0089, 0.1, 0.2, 3, 1e-6, 0, 0.02, 1, 0, 0, 0};
    scree_table *states = table(6, column, 2, value);
    scree_table *out = scree_lab_evaluate_rows(lab, states, r);
    assert_non_null(out);
    write_csv("states.csv", states);
    assert_int_equal(scree_law_eval("case.yaml", NULL, "states.csv", "out.csv", NULL, r), SCREE_OK);
    expect_same(out, "out.csv");
    double full[18] = {0}, history[SCREE_HISTORY_MAX] = {0}, loads[12], energy[4];
    full[3] = 0.2, full[5] = 0.1, full[7] = 3, full[11] = 0.0089;
    assert_int_equal(scree_lab_evaluate(lab, full, 1e-6, 0, history, loads, history, energy), 1);
    assert_true(at(out, 0, "fxa") == loads[0] && at(out, 0, "tya") == loads[4] && loads[4] != 0.0);
    assert_true(at(out, 0, "elastic_normal") == energy[0] && energy[0] > 0.0);
    assert_true(at(out, 0, "elastic_rolling") == energy[2] && energy[2] > 0.0);
    scree_table_destroy(out);
    scree_table_destroy(states);
}

static void collided(void **state) {
    (void)state;
    static const char *const column[] = {"angle", "friction"};
    const double value[] = {0, 0.1, 30, 0.5, 60, 0.1};
    scree_table *conditions = table(2, column, 3, value);
    scree_table *out = scree_lab_collide(lab, conditions, NULL, r);
    assert_non_null(out);
    assert_int_equal(scree_table_rows(out), 3);
    assert_string_equal(scree_table_unit(out, 0), "deg");
    assert_true(at(out, 1, "angle") == 30.0 && at(out, 1, "friction") == 0.5);
    assert_true(at(out, 2, "e_s") != at(out, 1, "e_s"));
    scree_table_destroy(out);
    scree_table_destroy(conditions);

    // what a row sets is gone after the call, and several values at once give what changes of the case give
    scree_table *series;
    out = scree_lab_collide(lab, NULL, &series, r);
    assert_non_null(out);
    assert_int_equal(scree_law_collide("case.yaml", NULL, NULL, "out.csv", "series.csv", NULL, NULL, NULL, r),
                     SCREE_OK);
    expect_same(out, "out.csv");
    expect_same(series, "series.csv");
    assert_true(scree_table_rows(series) > 90);
    scree_table_destroy(out);
    scree_table_destroy(series);
    out = scree_lab_sweep(lab, "friction=0:0.4:0.2", r);
    assert_int_equal(
        scree_law_collide("case.yaml", NULL, "friction=0:0.4:0.2", "out.csv", NULL, NULL, NULL, NULL, r),
        SCREE_OK);
    expect_same(out, "out.csv");
    scree_table_destroy(out);
}

static void refused(void **state) {
    (void)state;
    static const char *const twice[] = {"t", "t"}, *const two[] = {"t", "overlap"},
                             *const angle[] = {"angle"};
    const double value[] = {1, 1e-5, 0, 1e-5};
    assert_null(scree_table_create("path", 2, twice, 1, value, r));
    expect_refused(
        "path: error: column 2 is called 't'; accepted: names that are not empty and all different");
    assert_null(scree_table_create("path", 0, twice, 1, value, r));
    scree_report_clear(r);
    scree_table *path = table(2, two, 2, value);
    assert_null(scree_lab_drive(lab, path, r));
    expect_refused("path: error: row 1, counted from 0: time goes back; accepted: t that does not fall, or a "
                   "dt from 0 on");
    scree_table_destroy(path);
    const double angles[] = {10, 95};
    scree_table *conditions = table(1, angle, 2, angles), *series = conditions;
    assert_null(scree_lab_collide(lab, conditions, NULL, r));
    expect_refused("path: error: row 1, counted from 0: angle: 95 is out of range");
    assert_null(scree_lab_collide(lab, conditions, &series, r));
    assert_null(series);
    expect_refused("path: error: 2 rows, but a series is that of one collision; accepted: one row");
    scree_table_destroy(conditions);
    char *other = scree_format("time: {end: 1}\n%.*s", (int)(strstr(text, "lab:") - text), text);
    assert_null(scree_lab_open_text("case", other, NULL, r));
    scree_free(other);
    assert_non_null(strstr(scree_report_text(r, 0), "case: error: the case has no 'lab'"));
    scree_report_clear(r);
    const scree_changes wall = {1, (const char *const[]){"--set lab.wall=glass"}};
    char *half = scree_format("%.*s}\n", (int)(strstr(text, ", b:") - text), text);
    scree_lab *flat = scree_lab_open_text("case", half, &wall, r);
    assert_non_null(flat);
    assert_null(scree_lab_sweep(flat, "radius_b=0.1", r));
    expect_refused("error: --sweep radius_b: a meets a wall in this lab; accepted: values of a");
    scree_lab_close(flat);
    scree_free(half);
}

// The facts are those of the tables, and every law has them.
static void facts(void **state) {
    (void)state;
    int n, words = 0, without = 0;
    const scree_law *const *law = scree_laws(&n);
    scree_law_facts f;
    scree_law_parameter p;
    scree_law_memory m;
    assert_false(scree_law_facts_of(n, &f) || scree_law_facts_of(-1, &f) || scree_law_parameter_of(n, 0, &p));
    for (int i = 0; i < n; i++) {
        assert_true(scree_law_facts_of(i, &f));
        assert_string_equal(f.name, law[i]->name);
        assert_string_equal(f.slot, scree_slot_name(law[i]->slot));
        assert_true(*f.title && *f.formula && *f.source && f.builtin);
        int k = 0;
        for (; scree_law_parameter_of(i, k, &p); k++) {
            assert_string_equal(p.name, law[i]->param[k].name);
            assert_true(p.least == law[i]->param[k].min && p.largest == law[i]->param[k].max && *p.sentence);
            assert_true(p.required ? p.fallback != p.fallback
                                   : p.fallback == law[i]->param[k].fallback || p.fallback != p.fallback);
            words += *p.choices != '\0';
            without += !p.required && p.fallback != p.fallback;
        }
        assert_int_equal(k, law[i]->nparam);
        for (k = 0; scree_law_memory_of(i, k, &m); k++) {
            assert_string_equal(m.name, law[i]->history[k].name);
        }
        assert_int_equal(k, law[i]->nhistory);
    }
    assert_true(words > 5 && without > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(driven, open_lab, close_lab),
                                       cmocka_unit_test_setup_teardown(evaluated, open_lab, close_lab),
                                       cmocka_unit_test_setup_teardown(collided, open_lab, close_lab),
                                       cmocka_unit_test_setup_teardown(refused, open_lab, close_lab),
                                       cmocka_unit_test(facts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
