// SPDX-License-Identifier: BSD-3-Clause
#include "files/mesh_file.h"

#include "memory/array.h"
#include "text/decimal.h"
#include "text/file.h"
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char path[] = "mesh.stl";

static void write_bytes(const void *data, size_t n) {
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

// The number of triangles, or 0 with the message in `why`.
static size_t triangles_of(const void *data, size_t n, char why[200]) {
    scree_report *r = scree_report_create();
    scree_vec3 *corners;
    size_t count;
    write_bytes(data, n);
    bool ok = scree_mesh_file_read(path, vec3(1, 1, 1), vec3(0, 0, 0), &corners, &count, r);
    assert_int_equal(ok, count > 0);
    assert_int_equal(ok, scree_report_count(r, SCREE_SEVERITY_ERROR) == 0);
    snprintf(why, 200, "%s", scree_report_size(r) ? scree_report_text(r, 0) : "");
    scree_free(corners);
    scree_report_destroy(r);
    return count;
}

static void expect_error(const char *text, const char *message) {
    char why[200];
    assert_int_equal(triangles_of(text, strlen(text), why), 0);
    assert_string_equal(why, message);
}

#define FACET(a)                                                                                             \
    "facet normal 0 0 1\n outer loop\n  vertex " a                                                           \
    " 0 0\n  vertex 1 0 0\n  vertex 0 1 0\n endloop\nendfacet\n"

static void test_ascii(void **state) {
    (void)state;
    char why[200];
    const char *text = "solid a name with words\r\n" FACET("0") FACET("-1.5e-3") "endsolid a name\n";
    assert_int_equal(triangles_of(text, strlen(text), why), 2);
    text = "  SOLID\nFacet Normal nan nan -nan\nOUTER LOOP vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop "
           "endfacet\n"
           "endsolid\nsolid two\n" FACET(".5") "endsolid two";
    assert_int_equal(triangles_of(text, strlen(text), why), 2);
}

static void test_scale_and_offset_in_double(void **state) {
    (void)state;
    const char *text = "solid\n" FACET("0.1234567890123456789") "endsolid\n";
    scree_vec3 *corners;
    size_t n;
    write_bytes(text, strlen(text));
    assert_true(scree_mesh_file_read(path, vec3(1e-3, 1e-3, 1e-3), vec3(10, 20, 30), &corners, &n, NULL));
    assert_true(corners[0].x == 1e-3 * 0.1234567890123456789 + 10 && corners[1].y == 20 &&
                corners[2].z == 30);
    scree_free(corners);
}

static void test_ascii_mistakes(void **state) {
    (void)state;
    expect_error("solid\nfacet normal 0 0 1\nouter loop\n  vertx 0 0 0",
                 "mesh.stl:4:3: error: expected 'vertex', found 'vertx'");
    expect_error("solid\n" FACET("1,5") "endsolid\n", "mesh.stl:4:10: error: expected a number, found '1,5'");
    expect_error("solid\n" FACET("nan") "endsolid\n",
                 "mesh.stl:4:10: error: expected a finite number, found 'nan'");
    expect_error("solid\n" FACET("1e999") "endsolid\n",
                 "mesh.stl:4:10: error: expected a finite number, found '1e999'");
    expect_error("solid x\n" FACET("1"),
                 "mesh.stl:9:1: error: expected 'facet' or 'endsolid', but the file ends");
    expect_error("solid x\nfacet normal 0 0 1 outer",
                 "mesh.stl:2:25: error: expected 'loop', but the file ends");
    expect_error("solid x\nfacet normal 0 0 outer", "mesh.stl:2:18: error: expected a number, found 'outer'");
    expect_error(
        "solid x\nfacet normal 0 0 1\nouter loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 vertex 1 1 0 endloop",
        "mesh.stl:3:51: error: expected 'endloop' (a facet has three corners), found 'vertex'");
    expect_error("solid x\nendsolid x\n", "mesh.stl: error: the STL file has no triangles");
    expect_error("v 1 2 3\n",
                 "mesh.stl: error: no STL file: too short for a binary one and does not start with 'solid'");
    expect_error("",
                 "mesh.stl: error: no STL file: too short for a binary one and does not start with 'solid'");
}

static const scree_vec3 corner[6] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0.5}, {2, 0, 0}, {0, -3, 0}};

// Any truncation of a valid ASCII file, except of the last name, is an error, never a crash.
static void test_ascii_cut_anywhere(void **state) {
    (void)state;
    const char *text = "solid a\n" FACET("0") FACET("1") "endsolid a\n";
    size_t whole = strlen(text) - strlen(" a\n");
    for (size_t n = 0; n < whole; n++) {
        char why[200];
        assert_int_equal(triangles_of(text, n, why), 0);
    }
}

static void test_binary(void **state) {
    (void)state;
    char data[84 + 2 * 50] = "any program", why[200]; // normals are ignored
    const uint32_t count = 2;
    memcpy(data + 80, &count, sizeof count);
    for (int i = 0; i < 6; i++) {
        const float x[3] = {(float)corner[i].x, (float)corner[i].y, (float)corner[i].z};
        memcpy(data + 84 + i / 3 * 50 + 12 + i % 3 * 12, x, sizeof x);
    }
    const size_t size = sizeof data;
    size_t n;
    write_bytes(data, size);
    scree_vec3 *read;
    assert_true(scree_mesh_file_read(path, vec3(2, 2, 2), vec3(1, 0, 0), &read, &n, NULL));
    assert_int_equal(n, 2);
    for (int i = 0; i < 6; i++) {
        assert_true(read[i].x == 2 * corner[i].x + 1 && read[i].y == 2 * corner[i].y &&
                    read[i].z == 2 * corner[i].z);
    }
    scree_free(read);
    memcpy(data, "solid but binary", 16);
    assert_int_equal(triangles_of(data, size, why), 2);
    for (size_t cut = 0; cut < size; cut++) {
        assert_int_equal(triangles_of(data, cut, why), 0);
    }
    assert_string_equal(why, "mesh.stl: error: truncated or no STL file: as a binary one its 2 triangles "
                             "need 184 bytes, it has 183");
    float nan_value = NAN;
    memcpy(data + 84 + 50 + 12, &nan_value, 4);
    assert_int_equal(triangles_of(data, size, why), 0);
    assert_string_equal(why, "mesh.stl: error: triangle 2: a corner is not finite");
    char head[84] = "nothing";
    assert_int_equal(triangles_of(head, 84, why), 0);
    assert_string_equal(why, "mesh.stl: error: the STL file has no triangles");
}

static void test_files_that_cannot_be(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_vec3 *corners;
    size_t n;
    assert_false(scree_mesh_file_read("no/such.stl", vec3(1, 1, 1), vec3(0, 0, 0), &corners, &n, r));
    assert_string_equal(scree_report_text(r, 0), "no/such.stl: error: No such file or directory");
    assert_false(scree_mesh_file_read(".", vec3(1, 1, 1), vec3(0, 0, 0), &corners, &n, r));
    assert_string_equal(scree_report_text(r, 1), ".: error: Is a directory");
    if (access("/dev/full", W_OK) == 0) {
        scree_file f;
        assert_true(scree_file_create(&f, "/dev/full", r));
        scree_file_write(&f, corner, sizeof corner);
        assert_false(scree_file_commit(&f, false, r));
        assert_string_equal(scree_report_text(r, 2), "/dev/full: error: No space left on device");
    }
    scree_report_destroy(r);
}

// The fast path rounds as the C library does: numbers of all lengths and exponents.
static void test_decimal_read(void **state) {
    (void)state;
    uint64_t random = 3;
    for (int i = 0; i < 200000; i++) {
        char text[40];
        random = random * 6364136223846793005u + 1442695040888963407u;
        int digits = 1 + (int)(random >> 33) % 17, exponent = (int)(random >> 40) % 60 - 30;
        snprintf(text, sizeof text, "%.*e", digits - 1, (double)(int64_t)random * pow(10, exponent - 18));
        double value;
        const char *end = scree_decimal_read(text, &value);
        assert_true(end && *end == '\0' && value == strtod(text, NULL));
    }
    static const char *const text[] = {"0",
                                       "-0.0",
                                       "1.",
                                       ".5",
                                       "+7",
                                       "1e5",
                                       "1e+5",
                                       "0.000000000000000000000000001",
                                       "1234567890123456789012",
                                       "1e-320",
                                       "0e999",
                                       "9007199254740993",
                                       "1e23"};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        double value;
        assert_true(scree_decimal_read(text[i], &value) == text[i] + strlen(text[i]));
        assert_true(value == strtod(text[i], NULL) && signbit(value) == (text[i][0] == '-'));
    }
    double value;
    assert_null(scree_decimal_read("", &value));
    assert_null(scree_decimal_read(".", &value));
    assert_null(scree_decimal_read("-e5", &value));
    assert_null(scree_decimal_read("x", &value));
    assert_string_equal(scree_decimal_read("3e", &value), "e");
    assert_string_equal(scree_decimal_read("0x10", &value), "x10");
}

static void test_decimal_write(void **state) {
    (void)state;
    char text[32];
    scree_decimal_write(-1234.5678, 2, text);
    assert_string_equal(text, "-1234.57");
    scree_decimal_write(2.5, 0, text);
    assert_string_equal(text, "2");
    if (setlocale(LC_ALL, "de_DE.UTF-8")) { // if it is installed: printf writes a comma
        scree_decimal_write(0.5, 1, text);
        setlocale(LC_ALL, "C");
        assert_string_equal(text, "0.5");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ascii),          cmocka_unit_test(test_scale_and_offset_in_double),
        cmocka_unit_test(test_ascii_mistakes), cmocka_unit_test(test_ascii_cut_anywhere),
        cmocka_unit_test(test_binary),         cmocka_unit_test(test_files_that_cannot_be),
        cmocka_unit_test(test_decimal_read),   cmocka_unit_test(test_decimal_write),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
