// SPDX-License-Identifier: BSD-3-Clause
// OBJ, PLY and VTK files: the same tetrahedron and square from each, and what is wrong with others.
#include "files/mesh_file.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
// cmocka needs the four above
#include "memory/array.h"
#include <cmocka.h>

static void write_bytes(const char *path, const void *data, size_t size) {
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
}

// A square of two triangles and a triangle above it: (0,0,0) (1,0,0) (1,1,0) (0,1,0) (0.5,0.5,-2.5)
static void expect_mesh(const char *path, const void *data, size_t size) {
    scree_report *r = scree_report_create();
    scree_vec3 *c = NULL;
    size_t n = 0;
    write_bytes(path, data, size);
    if (!scree_mesh_file_read(path, vec3(2.0, 2.0, 2.0), vec3(10, 20, 30), &c, &n, r)) {
        fail_msg("%s: %s", path, scree_report_text(r, 0));
    }
    assert_int_equal(scree_report_size(r), 0);
    const double wanted[3][3][3] = {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}},
                                    {{0, 0, 0}, {1, 1, 0}, {0, 1, 0}},
                                    {{0, 1, 0}, {1, 1, 0}, {0.5, 0.5, -2.5}}};
    assert_int_equal(n, 3);
    for (int t = 0; t < 3; t++) {
        for (int k = 0; k < 3; k++) {
            const double *x = wanted[t][k];
            const scree_vec3 is = c[3 * t + k];
            assert_true(is.x == 2 * x[0] + 10 && is.y == 2 * x[1] + 20 && is.z == 2 * x[2] + 30);
        }
    }
    scree_free(c);
    scree_report_destroy(r);
    unlink(path);
}

static void expect_text(const char *path, const char *text) {
    expect_mesh(path, text, strlen(text));
}

// A tetrahedron of the volume 1/6 whose triangles look outwards keeps them so where it is stretched and mirrored.
static void test_scale_of_axes(void **state) {
    (void)state;
    const char *text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    static const scree_vec3 scale[] = {{1, 1, 2}, {1, 1, -2}, {-2, 3, -1}, {-1, -1, -1}};
    write_bytes("scaled.obj", text, strlen(text));
    for (size_t k = 0; k < sizeof scale / sizeof *scale; k++) {
        scree_vec3 *c = NULL;
        size_t n = 0;
        double volume = 0.0;
        assert_true(scree_mesh_file_read("scaled.obj", scale[k], vec3(5, 5, 5), &c, &n, NULL));
        for (size_t t = 0; t < n; t++) {
            volume += vec_dot(c[3 * t], vec_cross(c[3 * t + 1], c[3 * t + 2])) / 6.0;
        }
        const scree_vec3 s = scale[k];
        assert_true(fabs(volume - fabs(s.x * s.y * s.z) / 6.0) < 1e-12);
        scree_free(c);
    }
    unlink("scaled.obj");
}

static void test_obj(void **state) {
    (void)state;
    expect_text("t.obj", "# made by hand\nmtllib a.mtl\no thing\nv 0 0 0\nv 1 0 0 1.0\nv 1 1 0\nv 0 1 0\nvn "
                         "0 0 1\nvt 0 0\n\ts off\nusemtl x\n"
                         "f 1 2 3 4\nv 0.5 5e-1 -2.5\nf 4//1 3/1/1 -1/1\n");
    expect_text("T.OBJ",
                "v 0 0 0\r\nv 1 0 0\r\nv 1 1 0\r\nv 0 1 0\r\nv 0.5 0.5 -2.5\r\nf -5 -4 -3 -2\r\nf 4 3 5");
}

#define HEAD_OF(form)                                                                                        \
    "ply\nformat " form " 1.0\ncomment made by hand\nelement vertex 5\nproperty double x\nproperty float "   \
    "y\nproperty uchar red\nproperty float "                                                                 \
    "z\nelement face 2\nproperty list uchar int vertex_indices\nproperty short flag\nelement edge "          \
    "1\nproperty int a\nend_header\n"

typedef struct bytes {
    char data[1000];
    size_t n;
} bytes;

static void add(bytes *b, const void *x, size_t size, int big) {
    for (size_t k = 0; k < size; k++) {
        b->data[b->n++] = ((const char *)x)[big ? size - 1 - k : k];
    }
}

static bytes binary_ply(int big) {
    static const double x[5] = {0, 1, 1, 0, 0.5};
    static const float y[5] = {0, 0, 1, 1, 0.5F}, z[5] = {0, 0, 0, 0, -2.5F};
    static const int32_t face[2][4] = {{0, 1, 2, 3}, {3, 2, 4, 0}};
    bytes b = {.n = 0};
    strcpy(b.data, big ? HEAD_OF("binary_big_endian") : HEAD_OF("binary_little_endian"));
    b.n = strlen(b.data);
    for (int k = 0; k < 5; k++) {
        add(&b, &x[k], 8, big);
        add(&b, &y[k], 4, big);
        add(&b, "\xff", 1, big);
        add(&b, &z[k], 4, big);
    }
    for (int f = 0; f < 2; f++) {
        const char n = f == 0 ? 4 : 3;
        add(&b, &n, 1, big);
        for (int k = 0; k < n; k++) {
            add(&b, &face[f][k], 4, big);
        }
        add(&b, &(int16_t){-1}, 2, big);
    }
    add(&b, &(int32_t){7}, 4, big);
    return b;
}

static void test_ply(void **state) {
    (void)state;
    expect_text(
        "t.ply",
        HEAD_OF("ascii") "0 0 1 0\n1 0 2 0\n1 1 3 0\n0 1 4 0\n0.5 0.5 5 -2.5\n4 0 1 2 3 -1\n3 3 2 4 9\n7\n");
    for (int big = 0; big < 2; big++) {
        const bytes b = binary_ply(big);
        expect_mesh("any.name", b.data, b.n);
    }
}

static void test_vtk(void **state) {
    (void)state;
    expect_text(
        "t.vtk",
        "# vtk DataFile Version 3.0\nby hand\nASCII\nDATASET POLYDATA\nPOINTS 5 float\n0 0 0 1 0 0\n1 1 0 0 "
        "1 0 0.5 0.5 -2.5\n"
        "POLYGONS 2 9\n4 0 1 2 3\n3 3 2 4\nCELL_DATA 2\nSCALARS a int 1\nLOOKUP_TABLE default\n1\n2\n");
}

// An L, whose fans from two of its six corners cover the missing quarter; area: of the triangles, with the sign of their winding.
static void expect_plate(const char *path, const char *text) {
    scree_report *r = scree_report_create();
    scree_vec3 *c = NULL;
    size_t n = 0;
    write_bytes(path, text, strlen(text));
    if (!scree_mesh_file_read(path, vec3(1.0, 1.0, 1.0), vec3(0, 0, 0), &c, &n, r)) {
        fail_msg("%s: %s", path, scree_report_text(r, 0));
    }
    assert_int_equal(n, 4);
    for (size_t k = 0; k < 3 * n; k += 3) {
        const scree_vec3 up = vec_cross(vec_sub(c[k + 1], c[k]), vec_sub(c[k + 2], c[k])),
                         middle = vec_scale(1.0 / 3.0, vec_add(c[k], vec_add(c[k + 1], c[k + 2])));
        if (up.z <= 0.0 || (middle.x > 0.0 && middle.y > 0.0)) {
            fail_msg("%s: triangle %zu is turned over or in the missing quarter", text, k / 3 + 1);
        }
    }
    scree_free(c);
    scree_report_destroy(r);
    unlink(path);
}

static void test_concave(void **state) {
    (void)state;
    static const char *const x[] = {"0 1 0", "-1 1 0", "-1 -1 0", "1 -1 0", "1 0 0", "0 0 0"};
    for (int first = 0; first < 6; first++) {
        char points[200] = "", lines[200] = "", text[800];
        for (int k = 0; k < 6; k++) {
            const char *point = x[(first + k) % 6];
            sprintf(points + strlen(points), "%s\n", point);
            sprintf(lines + strlen(lines), "v %s\n", point);
        }
        sprintf(text, "%sf 1 2 3 \\\n4 5//2\\\r\n 6\n", lines);
        expect_plate("plate.obj", text);
        sprintf(text,
                "ply\nformat ascii 1.0\nelement vertex 6\nproperty float x\nproperty float y\nproperty float "
                "z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n%s6 0 1 2 3 4 5\n",
                points);
        expect_plate("plate.ply", text);
        sprintf(text,
                "# vtk DataFile Version 3.0\nL\nASCII\nDATASET POLYDATA\nPOINTS 6 float\n%sPOLYGONS 1 7\n6 0 "
                "1 2 3 4 "
                "5\n",
                points);
        expect_plate("plate.vtk", text);
    }
}

static void expect_refused(const char *path, const char *text, size_t size, const char *says) {
    scree_report *r = scree_report_create();
    scree_vec3 *c = NULL;
    size_t n = 0;
    write_bytes(path, text, size);
    const bool read = scree_mesh_file_read(path, vec3(1.0, 1.0, 1.0), vec3(0, 0, 0), &c, &n, r);
    if (read || scree_report_size(r) == 0 || !strstr(scree_report_text(r, 0), says)) {
        fail_msg("%s: %s, not: %s", path, scree_report_size(r) ? scree_report_text(r, 0) : "nothing", says);
    }
    scree_report_destroy(r);
    unlink(path);
}

static void test_mistakes(void **state) {
    (void)state;
    static const char *const sparse[] = {"sparse.stl", "sparse.obj"};
    for (int k = 0; k < 2; k++) { // of 20 GB, none of which is on the disk: nothing of it is read
        scree_report *r = scree_report_create();
        scree_vec3 *c = NULL;
        size_t n = 0;
        write_bytes(sparse[k], "", 0);
        if (truncate(sparse[k], (off_t)20000000000) == 0) {
            assert_false(scree_mesh_file_read(sparse[k], vec3(1.0, 1.0, 1.0), vec3(0, 0, 0), &c, &n, r));
            assert_non_null(
                strstr(scree_report_text(r, 0), "no mesh: its 20000000000 bytes do not begin as text"));
        }
        unlink(sparse[k]);
        scree_report_destroy(r);
    }
    static const struct {
        const char *path, *text, *says;
    } bad[] = {
        {"a.obj", "v 0 0\n", "a point needs three numbers"},
        {"a.obj", "v 0 0 x\n", "expected a number"},
        {"a.obj", "v 0 0 0\nv 1 0 0\nf 1 2\n", "a.obj:3:6: error: a face has fewer than three corners"},
        {"a.obj", "v 0 0 0\nv 1 0 0\nf 1 2 3\n", "a face has a corner that is none of the points"},
        {"a.obj", "v 0 0 0\nf 0 1 1\n", "points are counted from 1"},
        {"a.obj", "v 0 0 0\nf -2 1 1\n", "expected the number of a point"},
        {"a.obj", "", "the file has no faces"},
        {"a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 1 2 3 4\n",
         "a.obj:6:10: error: face 2 of the file: it crosses itself: its edge from corner 2 to 3 and that "
         "from corner 4 to "
         "1;"},
        {"a.obj", "v 0 0 0\n\xef\xbb\xbfv 1 0 0\n", "a.obj:2:1: error: an unknown line; accepted: v, f and"},
        {"a.obj", "surf 0 1 0 1 1 2 3 4\n", "a curved surface; accepted"},
        {"a.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\n", "the head has no end"},
        {"a.ply", "ply\nelement vertex 1\nend_header\n", "there is no line 'format' in the head"},
        {"a.ply", "ply\nformat ascii 1.0\nproperty float x\nend_header\n",
         "a property before the first element"},
        {"a.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty real x\nend_header\n",
         "expected a type, such as float or int"},
        {"a.ply", "ply\nformat ascii 1.0\nelement vertex 99999999\nproperty float x\nend_header\n",
         "this many do not fit into the file"},
        {"a.ply", HEAD_OF("ascii") "0 0 1 0\n", "expected a number, but the file ends"},
        {"a.ply", HEAD_OF("binary_little_endian") "0", "a.ply: error: the file ends before its last face"},
        {"a.vtk", "# vtk DataFile Version 3.0\nx\nBINARY\n", "a VTK file in binary; accepted: ASCII"},
        {"a.vtk", "# vtk DataFile Version 3.0\nx\nASCII\nDATASET UNSTRUCTURED_GRID\n", "this is no POLYDATA"},
        {"a.vtk",
         "# vtk DataFile Version 3.0\nx\nASCII\nDATASET POLYDATA\nPOINTS 1 float\n0 0 0\nPOLYGONS 1 4\n3 0 1 "
         "2\n",
         "a face has a corner that is none"},
        {"a.vtk",
         "# vtk DataFile Version 3.0\nx\nASCII\nDATASET POLYDATA\nPOINTS 1 float\n0 0 0\nTRIANGLE_STRIPS 1 "
         "4\n3 0 0 0\n",
         "strips of triangles; accepted: POLYGONS"},
        {"a.stl", "solid x\nfacet\n", "a.stl:3:1: error: expected 'normal'"},
    };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        expect_refused(bad[k].path, bad[k].text, strlen(bad[k].text), bad[k].says);
    }
    const bytes b = binary_ply(0);
    for (size_t n = strlen(HEAD_OF("binary_little_endian")); n < b.n; n++) {
        expect_refused("cut.ply", b.data, n, "the file ends before its last face");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scale_of_axes), cmocka_unit_test(test_obj),     cmocka_unit_test(test_ply),
        cmocka_unit_test(test_vtk),           cmocka_unit_test(test_concave), cmocka_unit_test(test_mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
