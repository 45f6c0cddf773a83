// SPDX-License-Identifier: BSD-3-Clause
// Particle files: the accepted layouts, and the message of every mistake.
#include "files/particle_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static scree_particle_file read_good(const char *text, size_t n) {
    scree_report *r = scree_report_create();
    scree_particle_file rows;
    if (!scree_particle_file_read_text("p.txt", text, &rows, r)) {
        fail_msg("%s", scree_report_text(r, 0));
    }
    assert_int_equal(scree_report_size(r), 0);
    assert_int_equal(rows.particle.n, n);
    scree_report_destroy(r);
    return rows;
}

static void test_four_columns(void **state) {
    (void)state;
    scree_particle_file rows = read_good("# made by hand\n\n0 1 2 0.5\r\n-1e-3\t2 3 .25  # the second\n", 2);
    const scree_particle_file_row *p = rows.particle.data;
    assert_false(rows.has_ids);
    assert_true(p[0].id == 1 && p[1].id == 2);
    assert_true(p[0].x.x == 0 && p[0].x.y == 1 && p[0].x.z == 2 && p[0].radius == 0.5);
    assert_true(p[1].x.x == -1e-3 && p[1].radius == 0.25 && p[1].density == 0 && p[1].v.x == 0);
    scree_particle_file_clear(&rows);
}

static void test_nine_columns(void **state) {
    (void)state;
    scree_particle_file rows = read_good("7 0 1 2 0.5 2500 3 4 5\n4611686018427387903 0 1 2 0.5 0 3 4 5", 2);
    const scree_particle_file_row *p = rows.particle.data;
    assert_true(rows.has_ids);
    assert_true(p[0].id == 7 && p[1].id == ((uint64_t)1 << 62) - 1);
    assert_true(p[0].density == 2500 && p[0].v.x == 3 && p[0].v.y == 4 && p[0].v.z == 5);
    scree_particle_file_clear(&rows);
    rows = read_good("7 0 1 2 0.5\n", 1);
    assert_true(rows.particle.data[0].id == 7 && rows.particle.data[0].radius == 0.5);
    scree_particle_file_clear(&rows);
}

static void test_names(void **state) {
    (void)state;
    scree_particle_file rows = read_good("# radius x y z\n0.5 1 2 3\n", 1);
    assert_true(rows.particle.data[0].radius == 0.5 && rows.particle.data[0].x.z == 3);
    scree_particle_file_clear(&rows);
    rows = read_good("x, y, z, vx, diameter\n1,2,3,4,0.5\n", 1);
    assert_true(rows.particle.data[0].radius == 0.25 && rows.particle.data[0].v.x == 4);
    scree_particle_file_clear(&rows);
    // A later comment is a comment, even if it looks like names.
    rows = read_good("1 2 3 4\n# r x y z\n5 6 7 8\n", 2);
    assert_true(rows.particle.data[1].x.x == 5);
    scree_particle_file_clear(&rows);
}

static void test_mistakes(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } bad[] = {
        {"0 0 0 1\n0 0 zero 1\n",
         "p.txt:2:5: error: z \"zero\" is no number; accepted: a number such as 0.002 or 2e-3"},
        {"0 0 0 1mm\n", "p.txt:1:7: error: r \"1mm\" is no number; accepted: a number such as 0.002 or 2e-3"},
        {"0,0,,1\n", "p.txt:1:5: error: z \"\" is no number; accepted: a number such as 0.002 or 2e-3"},
        {"0 0 0 1\n\n0 0 0\n", "p.txt:3:1: error: 3 columns; accepted: 4, as the first particle has"},
        {"# x y z r\n  0 0 0 1 5\n", "p.txt:2:3: error: 5 columns; accepted: 4, as the line of names says"},
        {"0 0 0\n", "p.txt:1:1: error: 3 columns without names; accepted: 4 (x y z r), 5 (id x y z radius), "
                    "6 (and density), 9 "
                    "(and vx vy vz), or a line of names such as # x y z radius density"},
        {"0 0 0 0\n", "p.txt:1:7: error: r \"0\" is not positive; accepted: a length in m, > 0"},
        {"1 0 0 0 -2\n", "p.txt:1:9: error: radius \"-2\" is not positive; accepted: a length in m, > 0"},
        {"0 nan 0 1\n", "p.txt:1:3: error: y \"nan\" is not finite; accepted: a finite number"},
        {"0 0 1e999 1\n", "p.txt:1:5: error: z \"1e999\" is not finite; accepted: a finite number"},
        {"3 0 0 0 1\n4 0 0 0 1\n3 5 0 0 1\n",
         "p.txt:3:1: error: id 3 is already taken in line 1; accepted: each id once"},
        {"0 0 0 0 1\n",
         "p.txt:1:1: error: id \"0\" is no whole number from 1 to 4611686018427387903; accepted: 1, 2, ..."},
        {"1.5 0 0 0 1\n", "p.txt:1:1: error: id \"1.5\" is no whole number from 1 to 4611686018427387903; "
                          "accepted: 1, 2, ..."},
        {"4611686018427387904 0 0 0 1\n", "p.txt:1:1: error: id \"4611686018427387904\" is no whole number "
                                          "from 1 to 4611686018427387903; accepted: 1, 2, "
                                          "..."},
        {"18446744073709551616 0 0 0 1\n", "p.txt:1:1: error: id \"18446744073709551616\" is no whole number "
                                           "from 1 to 4611686018427387903; accepted: 1, 2, ..."},
        {"1 0 0 0 1 -5\n", "p.txt:1:11: error: density \"-5\" is negative; accepted: a density in kg/m3, or "
                           "0 for that of the material"},
        {"# x y z radus\n0 0 0 1\n",
         "p.txt:1:9: error: unknown column 'radus'; did you mean 'radius'? "
         "accepted: id, x, y, z, radius (or r, or "
         "diameter), density, vx, vy, vz, wx, wy, wz, material, qw, qx, qy, qz, temperature, charge, liquid"},
        {"# x y z r x\n", "p.txt:1:11: error: duplicate column 'x'; accepted: each column once"},
        {"# x y z\n0 0 0\n",
         "p.txt:1:3: error: no column for the size; accepted: one of the columns radius, r, diameter"},
        {"", "p.txt:1:1: error: no particles; accepted: at least one line x y z r"},
        {"# nothing\n", "p.txt:1:1: error: no particles; accepted: at least one line x y z r"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        scree_report *r = scree_report_create();
        scree_particle_file rows;
        assert_false(scree_particle_file_read_text("p.txt", bad[i].text, &rows, r));
        assert_int_equal(rows.particle.n, 0);
        assert_string_equal(scree_report_text(r, 0), bad[i].message);
        scree_report_destroy(r);
    }
}

// All mistakes of a file are reported at once, up to a limit.
static void test_many_mistakes(void **state) {
    (void)state;
    char text[4096] = "";
    for (int i = 0; i < 100; i++) {
        strcat(text, "0 0 0 -1\n");
    }
    scree_report *r = scree_report_create();
    scree_particle_file rows;
    assert_false(scree_particle_file_read_text("p.txt", text, &rows, r));
    assert_int_equal(scree_report_size(r), 20);
    assert_string_equal(scree_report_text(r, 4),
                        "p.txt:5:7: error: r \"-1\" is not positive; accepted: a length in m, > 0");
    scree_report_destroy(r);
}

static void test_file(void **state) {
    (void)state;
    char path[] = "/tmp/scree_test_pack_XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "1 2 3 4\n", 8), 8);
    close(fd);
    scree_report *r = scree_report_create();
    scree_particle_file rows;
    assert_true(scree_particle_file_read(path, &rows, r));
    assert_int_equal(rows.particle.n, 1);
    scree_particle_file_clear(&rows);
    unlink(path);
    assert_false(scree_particle_file_read(path, &rows, r));
    assert_non_null(strstr(scree_report_text(r, 0), path));
    scree_report_destroy(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_four_columns),  cmocka_unit_test(test_nine_columns),
        cmocka_unit_test(test_names),         cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_many_mistakes), cmocka_unit_test(test_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
