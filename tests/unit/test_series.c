// SPDX-License-Identifier: BSD-3-Clause
#include "measure/totals.h"
#include "output/series.h"

#include "output_world.h"
#include "text/file.h"
#include "text/units.h"
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

static const char path[] = "series.csv";

static char *contents(void) {
    size_t size;
    char *text = scree_file_read(path, &size, NULL);
    assert_non_null(text);
    return text;
}

static bool add_row(scree_series *s, scree_world *w, double time, uint64_t left, scree_report *r) {
    w->outlet.data[0].count = left;
    scree_totals t = {
        .time = time, .particles = 100, .contacts = 250, .coordination = 5, .kinetic = 0.1 + 0.2};
    return scree_series_row(s, w, &t, r);
}

// Rows at 0, 0.5, ... 2.5, six in all.
static void write_run(scree_world *w, scree_series *s, int first) {
    assert_non_null(s);
    for (int i = first; i < 6; i++) {
        assert_true(add_row(s, w, 0.5 * i, 10 * (uint64_t)(i * i), NULL));
    }
    assert_true(scree_series_close(s, NULL));
}

static int column_of(const char *header, const char *name) {
    const char *at = strstr(header, name);
    assert_non_null(at);
    int column = 0;
    for (const char *p = header; p < at; p++) {
        column += *p == ',';
    }
    return column;
}

static const char *cell(const char *row, int column) {
    while (column-- > 0) {
        row = strchr(row, ',') + 1;
    }
    return row;
}

static void test_header_and_rows(void **state) {
    (void)state;
    scree_world *w = output_world(1);
    write_run(w, scree_series_open(path, w, NAN, NULL), 0);
    char *t = contents(), *row = strchr(t, '\n') + 1;
    static const char head[] =
        "time [s],particles [1],mass [kg],contacts [1],wall_contacts [1],coordination [1],kinetic [J],";
    assert_memory_equal(t, head, strlen(head));
    assert_non_null(
        strstr(t, ",left count [1],left mass [kg],left rate [1/s],left mass_rate [kg/s],right count [1],"));
    assert_non_null(strstr(t, ",hopper inserted [1],chute fx [N],chute fy [N],chute fz [N],chute tx [N "
                              "m],chute ty [N m],chute tz [N m],\"floor, \"\"wet\"\" fx [N]\","));
    assert_memory_equal(row, "0,100,0,250,0,5,0.30000000000000004,",
                        36); // all digits of 0.1 + 0.2, no more for others
    const int left = column_of(t, "left count [1]"), hopper = column_of(t, "hopper inserted [1]");
    assert_int_equal(hopper, left + 8);
    assert_true(strtod(cell(row, left), NULL) == 0 && strtod(cell(row, left + 2), NULL) == 0);
    row = strchr(strchr(row, '\n') + 1, '\n') + 1; // t = 1: 40 particles left, 30 since 0.5
    assert_true(strtod(cell(row, left), NULL) == 40 && strtod(cell(row, left + 2), NULL) == 60);
    assert_true(strtod(cell(row, hopper), NULL) == 400);
    // The origin of the walls is at (10, 0, 0), so the torque about it is that about the laboratory's, 0, minus (10, 0, 0) x force.
    assert_memory_equal(cell(row, hopper + 1), "1,0.1,-7,0,-70,-1,2,0.1,-7,0,-70,-1,3,0.1,-7,0,-70,-1\n", 54);
    scree_free(t);
    output_world_destroy(w);
}

// A resumed run leaves the same bytes as one that was never stopped, wherever it was stopped.
static void test_resume(void **state) {
    (void)state;
    scree_world *w = output_world(1);
    write_run(w, scree_series_open(path, w, NAN, NULL), 0);
    char *whole = contents();
    for (int i = 0; i < 6;
         i++) { // rows up to 0.5 i stay; the engine writes the row at the resumed time again
        write_run(w, scree_series_open(path, w, 0.5 * i + 0.01, NULL), i);
        char *again = contents();
        assert_string_equal(again, whole);
        scree_free(again);
    }
    for (size_t cut = 0; cut < strlen(whole); cut += 7) { // killed in the middle of a write; resumed at t = 0
        FILE *f = fopen(path, "wb");
        assert_int_equal(fwrite(whole, 1, cut, f), cut);
        fclose(f);
        write_run(w, scree_series_open(path, w, 0, NULL), 0);
        char *again = contents();
        assert_string_equal(again, whole);
        scree_free(again);
    }
    assert_true(scree_series_close(scree_series_open(path, w, 1.0, NULL),
                                   NULL)); // the row at exactly this time stays
    char *kept = contents();
    assert_memory_equal(kept, whole, strlen(kept));
    kept[strlen(kept) - 1] = '\0';
    assert_memory_equal(strrchr(kept, '\n') + 1, "1,", 2);
    scree_free(kept);
    write_run(w, scree_series_open(path, w, -1, NULL), 0); // before all rows
    unlink(path);
    write_run(w, scree_series_open(path, w, 0.7, NULL), 0); // was deleted meanwhile
    char *again = contents();
    assert_string_equal(again, whole);
    scree_free(again);
    scree_free(whole);
    output_world_destroy(w);
}

static void test_other_columns(void **state) {
    (void)state;
    scree_world *w = output_world(1);
    scree_report *r = scree_report_create();
    FILE *f = fopen(path, "wb");
    fputs("time [s],temperature [K]\n0,300\n", f);
    fclose(f);
    assert_null(scree_series_open(path, w, 1, r));
    assert_string_equal(scree_report_text(r, 0),
                        "series.csv: error: not the time series of this case (its columns "
                        "differ): move it away to resume");
    char *t = contents();
    assert_string_equal(t, "time [s],temperature [K]\n0,300\n"); // unchanged
    scree_free(t);
    scree_report_destroy(r);
    output_world_destroy(w);
}

// A row with a value that is none is refused and leaves no trace; that of a track may be none, as its particle may be gone.
static void test_no_numbers(void **state) {
    (void)state;
    scree_world *w = output_world(1);
    scree_report *r = scree_report_create();
    unlink(path);
    scree_series *s = scree_series_open(path, w, NAN, r);
    assert_non_null(s);
    assert_true(add_row(s, w, 0.0, 0, r));
    char *before = contents();
    for (int k = 0; k < 2; k++) {
        scree_totals t = {.time = 1.0, .kinetic = k ? INFINITY : 0.0, .potential = k ? 0.0 : NAN};
        assert_false(scree_series_row(s, w, &t, r));
        char *what = scree_format("series.csv: error: t = 1 s: the column '%s' is not a finite number",
                                  k ? "kinetic" : "potential");
        assert_non_null(strstr(scree_report_text(r, (size_t)k), what));
        scree_free(what);
        char *after = contents();
        assert_string_equal(after, before);
        scree_free(after);
    }
    scree_free(before);
    assert_true(add_row(s, w, 1.0, 10, r));
    assert_true(scree_series_close(s, r));
    scree_report_destroy(r);
    output_world_destroy(w);
}

static void test_disk_full(void **state) {
    (void)state;
    scree_world *w = output_world(1);
    scree_report *r = scree_report_create();
    if (access("/dev/full", W_OK) == 0) {
        assert_null(scree_series_open("/dev/full", w, NAN, r));
        assert_string_equal(scree_report_text(r, 0), "/dev/full: error: No space left on device");
        scree_report_clear(r);
    }
    scree_series *s = scree_series_open(path, w, NAN, r);
    assert_true(add_row(s, w, 0, 0, r));
    char *before = contents();
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit old, limit;
    getrlimit(RLIMIT_FSIZE, &old);
    limit = old;
    limit.rlim_cur = strlen(before) + 20; // space for a part of the row
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    bool ok = add_row(s, w, 1, 0, r);
    setrlimit(RLIMIT_FSIZE, &old);
    assert_false(ok);
    assert_string_equal(scree_report_text(r, 0), "series.csv: error: File too large");
    char *after = contents();
    assert_string_equal(after, before);
    assert_true(add_row(s, w, 1, 0, r)); // space again: continues at the right position
    assert_true(scree_series_close(s, r));
    scree_free(after);
    after = contents();
    assert_memory_equal(after, before, strlen(before));
    assert_memory_equal(after + strlen(before), "1,100,", 6);
    scree_free(before);
    scree_free(after);
    scree_report_destroy(r);
    output_world_destroy(w);
}

// All rows come back as numbers; a cell that somebody has changed is named.
static void test_read(void **state) {
    (void)state;
    scree_world *w = output_world(1);
    scree_report *r = scree_report_create();
    scree_column_rows rows;
    unlink(path);
    scree_series *s = scree_series_open(path, w, NAN, r);
    for (int i = 0; i < 3; i++) {
        assert_true(add_row(s, w, i, 10 * (uint64_t)i, r));
    }
    assert_true(scree_series_read(s, &rows, r));
    assert_int_equal(rows.n, 3);
    for (size_t k = 0; k < rows.n_columns; k++) {
        const scree_run_column *c = &rows.column[k];
        if (strcmp(c->owner, "left") == 0 && strcmp(c->column->name, "rate") == 0) {
            assert_string_equal(c->kind->name, "outlet");
            assert_true(rows.value[3 * k] == 0.0 && rows.value[3 * k + 2] == 10.0);
        }
    }
    assert_true(rows.value[2] == 2.0 && rows.value[3 * rows.n_columns - 1] == -1.0);
    scree_free(rows.value);
    char *t = contents(), *row = strchr(t, '\n') + 1;
    row[2] = 'x'; // of "0,100,"
    FILE *f = fopen(path, "wb");
    fputs(t, f);
    fclose(f);
    assert_false(scree_series_read(s, &rows, r));
    assert_string_equal(scree_report_text(r, 0), "series.csv:2:0: error: column 2 is not a number");
    scree_free(rows.value);
    scree_free(t);
    assert_true(scree_series_close(s, r));
    scree_report_destroy(r);
    output_world_destroy(w);
}

// Every row of the tables says what it is, in a unit that the input knows, and has one value and a name that nothing beside it has.
static void test_tables(void **state) {
    (void)state;
    for (size_t i = 0; i < SCREE_COLUMN_KINDS; i++) {
        const scree_column_kind *kind = &scree_column_kinds[i];
        SCREE_ARRAY(const scree_column *) all = {0};
        for (int j = 0; j <= SCREE_CAPABILITY_COUNT; j++) {
            const scree_column_table *t = scree_column_table_of(kind, j);
            assert_true(t->n == 0 || (!t->has == !t->when && t->column[0].doc));
            for (size_t k = 0; k < t->n; k++) {
                const scree_column *c = &t->column[k];
                scree_unit unit;
                assert_true(scree_unit_parse(c->unit, &unit, NULL));
                assert_true(!c->doc || c->doc[strlen(c->doc) - 1] == '.');
                assert_true(c->has || !c->when);
                assert_true(!c->is_rate || k >= 2);
                for (size_t other = 0; other < all.n; other++) {
                    assert_string_not_equal(all.data[other]->name, c->name);
                }
                scree_array_push(&all, c);
            }
        }
        scree_array_free(&all);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_header_and_rows), cmocka_unit_test(test_resume),
        cmocka_unit_test(test_other_columns),   cmocka_unit_test(test_no_numbers),
        cmocka_unit_test(test_disk_full),       cmocka_unit_test(test_read),
        cmocka_unit_test(test_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
