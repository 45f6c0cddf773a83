// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/mesh.h"
#include "mesh/mesh_mass.h"

#include "random_points.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const scree_vec3 corner_of_cube[8] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0},
                                             {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
static const int cube[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                                {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};

static void cube_corners(scree_vec3 *corners) {
    for (int i = 0; i < 12; i++) {
        for (int k = 0; k < 3; k++) {
            corners[3 * i + k] = corner_of_cube[cube[i][k]];
        }
    }
}

static scree_mesh build(const scree_vec3 *corners, size_t n) {
    scree_mesh mesh;
    scree_report *r = scree_report_create();
    assert_true(scree_mesh_build(&mesh, corners, n, r));
    scree_report_destroy(r);
    return mesh;
}

static void cube_topology(void **state) {
    (void)state;
    scree_vec3 corners[36];
    cube_corners(corners);
    for (int i = 0; i < 36; i++) { // noise below the welding tolerance, and far from the origin
        corners[i] = vec_add(corners[i], vec3(100, -200, 300));
        corners[i].x += uniform(-4e-10, 4e-10);
    }
    scree_mesh mesh = build(corners, 12);
    assert_int_equal(mesh.vertex.n, 8);
    assert_int_equal(mesh.triangle.n, 12);
    assert_int_equal(mesh.n_edges, 18);
    assert_int_equal(mesh.n_patches, 6);
    assert_int_equal(mesh.open_edges, 0);
    assert_int_equal(mesh.odd_edges, 0);
    assert_true(fabs(scree_mesh_volume(&mesh) - 1) < 1e-8);
    for (uint32_t i = 0; i < 12; i++) {
        assert_int_equal(mesh.triangle.data[i].patch, i / 2);
        for (int k = 0; k < 3; k++) { // an edge number means one pair of vertices
            for (uint32_t j = 0; j < 12; j++) {
                for (int l = 0; l < 3; l++) {
                    const scree_triangle *s = &mesh.triangle.data[i], *t = &mesh.triangle.data[j];
                    uint32_t a = s->v[k], b = s->v[(k + 1) % 3], c = t->v[l], d = t->v[(l + 1) % 3];
                    bool same = (a == c && b == d) || (a == d && b == c);
                    assert_int_equal(same, s->e[k] == t->e[l]);
                }
            }
        }
    }
    scree_mesh_clear(&mesh);
    assert_int_equal(mesh.vertex.n, 0);
}

static void winding(void **state) {
    (void)state;
    scree_vec3 corners[36], swap;
    cube_corners(corners);
    scree_mesh out = build(corners, 12);
    assert_true(fabs(scree_mesh_volume(&out) - 1) < 1e-15);
    for (int i = 0; i < 12; i++) {
        swap = corners[3 * i], corners[3 * i] = corners[3 * i + 1], corners[3 * i + 1] = swap;
    }
    scree_mesh in = build(corners, 12);
    assert_true(fabs(scree_mesh_volume(&in) + 1) < 1e-15);
    for (int i = 0; i < 12; i++) {
        assert_true(vec_dot(out.normal.data[i], in.normal.data[i]) == -1); // exact for axis-parallel faces
    }
    swap = corners[0], corners[0] = corners[1], corners[1] = swap;
    scree_mesh mixed = build(corners, 12);
    assert_int_equal(mixed.n_patches, 6);
    scree_mesh_clear(&out);
    scree_mesh_clear(&in);
    scree_mesh_clear(&mixed);
}

static void bad_triangles(void **state) {
    (void)state;
    scree_vec3 corners[60];
    cube_corners(corners);
    const scree_vec3 bad[] = {
        {1, 1, 0}, {0, 1, 0}, {0, 0, 0},     // the first triangle with opposite winding
        {0, 0, 0}, {0, 1, 0}, {1, 1, 0},     // and again
        {5, 5, 5}, {6, 6, 6}, {7, 7, 7},     // no area, far outside
        {0, 0, 0}, {1, 0, 0}, {1, 1e-13, 0}, // two corners are welded
        {0, 0, 0}, {0, 0, 0}, {0, 0, 0},
    };
    memcpy(corners + 36, bad, sizeof bad);
    scree_mesh mesh;
    scree_report *r = scree_report_create();
    assert_true(scree_mesh_build(&mesh, corners, 17, r));
    assert_int_equal(scree_report_count(r, SCREE_SEVERITY_WARNING), 2);
    assert_int_equal(scree_report_count(r, SCREE_SEVERITY_ERROR), 0);
    assert_int_equal(mesh.triangle.n, 12);
    assert_int_equal(mesh.duplicate, 2);
    assert_int_equal(mesh.degenerate, 3);
    assert_int_equal(mesh.vertex.n, 8);
    assert_true(mesh.max.x == 1 && mesh.min.x == 0);
    scree_mesh_clear(&mesh);

    assert_false(scree_mesh_build(&mesh, bad + 6, 3, r)); // no triangle is left
    assert_int_equal(scree_report_count(r, SCREE_SEVERITY_ERROR), 1);
    assert_null(mesh.vertex.data);
    assert_false(scree_mesh_build(&mesh, bad, 0, r));
    corners[4].y = NAN;
    assert_false(scree_mesh_build(&mesh, corners, 12, r));
    corners[4].y = 5e200; // its square is no number
    assert_false(scree_mesh_build(&mesh, corners, 12, r));
    assert_int_equal(scree_report_count(r, SCREE_SEVERITY_ERROR), 4);
    scree_report_destroy(r);
}

static void holes_and_fins(void **state) {
    (void)state;
    scree_vec3 corners[39];
    cube_corners(corners);
    scree_mesh open = build(corners, 11);
    assert_int_equal(open.open_edges, 3);
    corners[36] = vec3(0, 0, 0), corners[37] = vec3(1, 1, 0),
    corners[38] = vec3(0.5, 0.5, -1); // on a diagonal
    scree_mesh fin = build(corners, 13);
    assert_int_equal(fin.odd_edges, 1);
    assert_int_equal(fin.open_edges, 2);
    assert_int_equal(fin.n_patches, 7);
    scree_mesh_clear(&open);
    scree_mesh_clear(&fin);
}

// A tilted plane of thin triangles is one patch with one normal; a roof with a small angle is two patches; a cylinder with
// steps of 1e-6 rad does not become one patch.
// 20000 triangles at one edge, which is no surface, would take seconds.
static void fan_of_fins(void **state) {
    (void)state;
    enum { FINS = 20000 };
    scree_report *r = scree_report_create();
    scree_mesh mesh;
    scree_vec3 *corner = scree_realloc(NULL, 0, 3 * FINS * sizeof *corner);
    for (int k = 0; k < FINS; k++) {
        corner[3 * k] = vec3(0, 0, 0);
        corner[3 * k + 1] = vec3(0, 0, 1);
        corner[3 * k + 2] = vec3(1 + k, 1, 0);
    }
    assert_false(scree_mesh_build(&mesh, corner, FINS, r));
    assert_string_equal(
        scree_report_text(r, 0),
        "error: 20000 triangles of the mesh share one edge; accepted: up to 1000 (a surface has two)");
    scree_mesh_clear(&mesh);
    assert_true(scree_mesh_build(&mesh, corner, 1000, r));
    scree_mesh_clear(&mesh);
    scree_free(corner);
    scree_report_destroy(r);
}

static void patches(void **state) {
    (void)state;
    scree_vec3 fan[3 * 40];
    const scree_vec3 u = {0.6, 0.64, 0.48}, w = {-0.8, 0.48, 0.36};
    for (int i = 0; i < 40; i++) {
        double a = i < 20 ? 1e-5 * i : 1e-5 * 20 + 0.1 * (i - 20), b = i < 20 ? a + 1e-5 : a + 0.1;
        fan[3 * i] = vec3(0.1, 0.2, 0.3);
        fan[3 * i + 1] = vec_add(fan[0], vec_add_scaled(vec_scale(cos(a), u), sin(a), w));
        fan[3 * i + 2] = vec_add(fan[0], vec_add_scaled(vec_scale(cos(b), u), sin(b), w));
    }
    scree_mesh mesh = build(fan, 40);
    assert_int_equal(mesh.n_patches, 1);
    for (int i = 0; i < 40; i++) {
        assert_memory_equal(&mesh.normal.data[i], &mesh.normal.data[0], sizeof(scree_vec3));
        assert_true(vec_norm(vec_sub(mesh.normal.data[i], vec_cross(u, w))) < 4e-15);
    }
    scree_mesh_clear(&mesh);

    for (int k = 0; k < 2; k++) {
        double rise = k ? 3e-6 : 3e-7;
        const scree_vec3 roof[] = {{0, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, 0, 0}, {1, 0, rise}, {0, 1, 0}};
        mesh = build(roof, 2);
        assert_int_equal(mesh.n_patches, 1 + k);
        scree_mesh_clear(&mesh);
    }

    scree_vec3 bend[3 * 20];
    for (int i = 0; i < 10; i++) { // a strip of ten quadrangles bending by 0.9e-6 rad from one to the next
        double x0 = i, x1 = i + 1, z0 = 0.45e-6 * x0 * x0, z1 = 0.45e-6 * x1 * x1;
        const scree_vec3 quad[6] = {{x0, 0, z0}, {x1, 0, z1}, {x1, 1, z1},
                                    {x0, 0, z0}, {x1, 1, z1}, {x0, 1, z0}};
        memcpy(bend + 6 * i, quad, sizeof quad);
    }
    mesh = build(bend, 20);
    assert_true(mesh.n_patches >= 4 && mesh.n_patches <= 10);
    for (uint32_t i = 0; i < 20; i++) {
        for (uint32_t j = 0; j < 20; j++) {
            if (mesh.triangle.data[i].patch == mesh.triangle.data[j].patch) {
                assert_true(vec_norm(vec_cross(mesh.normal.data[i], mesh.normal.data[j])) < 2.1e-6);
            }
        }
    }
    scree_mesh_clear(&mesh);
}

// A height field of 2 n^2 triangles, corners displaced by less than the tolerance: welding is by distance, not by
// bits.
// A tube of n flat sides of two triangles each; its second end is `wide` times as wide.
static scree_mesh tube(int n, double wide) {
    scree_vec3 corners[6 * 64];
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 6; k++) {
            const int q = (const int[]){0, 1, 2, 0, 2, 3}[k];
            const double angle = 6.283185307179586 * ((i + (q == 1 || q == 2)) % n) / n,
                         rho = q < 2 ? 1 : wide;
            corners[6 * i + k] = vec3(rho * cos(angle), rho * sin(angle), q < 2 ? 0 : 1);
        }
    }
    scree_mesh mesh;
    assert_true(scree_mesh_build(&mesh, corners, 2 * (size_t)n, NULL));
    return mesh;
}

// The edges between the sides of a tube, and its border, bend as a curve does: for spheres of half of its radius and more.
static void bends(void **state) {
    (void)state;
    for (int n = 6; n <= 48; n *= 2) {
        const double turn = 6.283185307179586 / n, bend = 2 * sin(0.5 * turn);
        scree_mesh mesh = tube(n, 1);
        assert_int_equal(mesh.first_bend.n, mesh.n_patches + 1);
        assert_int_equal(mesh.bend.n, n > 6 ? 2 * n : 0); // 60 degrees are a corner
        for (size_t e = 0; e < mesh.n_edges; e++) {
            const scree_mesh_cell *cell = &mesh.edge.data[e];
            const bool bent = n > 6 && cell->kind == SCREE_CELL_INNER;
            assert_true(bent ? fabs(cell->bend - bend) < 1e-6 && fabs(cell->fits - 0.5) < 1e-6
                             : cell->fits == INFINITY);
        }
        for (size_t v = 0; v < mesh.vertex.n; v++) {
            const scree_mesh_cell *cell = &mesh.corner.data[v];
            assert_true(n > 6 ? fabs(cell->bend - bend) < 1e-6 && fabs(cell->fits - 0.5) < 1e-6
                              : cell->fits == INFINITY);
        }
        scree_mesh_clear(&mesh);
    }
    scree_mesh cone = tube(24, 4), tip = tube(24, 0);
    for (size_t k = 0; k < cone.bend.n; k++) { // the narrow end decides
        assert_true(cone.edge.data[cone.bend.data[k].edge].fits < 2);
    }
    assert_int_equal(cone.bend.n, 48);
    assert_int_equal(tip.bend.n, 48);
    for (size_t k = 0; k < tip.bend.n; k++) {
        assert_true(tip.edge.data[tip.bend.data[k].edge].fits == 0);
    }
    scree_mesh_clear(&cone);
    scree_mesh_clear(&tip);
    scree_vec3 corners[3 * 2 * 16 * 8]; // a bowl is curved in two directions
    size_t n = 0;
    for (int i = 0; i < 16 * 8 * 6; i++) {
        const int two[6] = {0, 1, 2, 0, 2, 3}, q = two[i % 6], row = i / 6 / 16 + 1 + (q > 1),
                  column = (i / 6 + (q == 1 || q == 2)) % 16;
        const double a = 0.17 * row, b = 6.283185307179586 * column / 16;
        corners[n++] = vec3(sin(a) * cos(b), sin(a) * sin(b), -cos(a));
    }
    scree_mesh bowl;
    assert_true(scree_mesh_build(&bowl, corners, n / 3, NULL));
    assert_int_equal(bowl.n_patches, 16 * 8);
    assert_int_equal(bowl.bend.n, 0);
    scree_mesh_clear(&bowl);
}

static void large(void **state) {
    (void)state;
    const size_t n = 300;
    scree_vec3 *corners = malloc(6 * n * n * sizeof *corners);
    for (size_t i = 0; i < n * n; i++) {
        const int quad[6][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}};
        for (int k = 0; k < 6; k++) {
            double x = (double)(i % n) + quad[k][0], y = (double)(i / n) + quad[k][1];
            corners[6 * i + k] =
                vec3(x + uniform(-1e-8, 1e-8), y + uniform(-1e-8, 1e-8), sin(0.3 * x) * cos(0.2 * y));
        }
    }
    scree_mesh a = build(corners, 2 * n * n), b = build(corners, 2 * n * n);
    assert_int_equal(a.vertex.n, (n + 1) * (n + 1));
    assert_int_equal(a.triangle.n, 2 * n * n);
    assert_int_equal(a.n_edges, 3 * n * n + 2 * n);
    assert_int_equal(a.open_edges, 4 * n);
    assert_memory_equal(a.triangle.data, b.triangle.data, a.triangle.n * sizeof *a.triangle.data);
    assert_memory_equal(a.vertex.data, b.vertex.data, a.vertex.n * sizeof *a.vertex.data);
    scree_mesh_clear(&a);
    scree_mesh_clear(&b);
    free(corners);
}

// Whichever corner each triangle begins with and whichever way round it is: windings are told apart, so the volume is that of the cube.
static void windings(void **state) {
    (void)state;
    for (int k = 0; k < 200; k++) {
        scree_vec3 corners[36], turned[36];
        cube_corners(corners);
        for (int i = 0; i < 12; i++) {
            const int first = (int)uniform(0, 2.999), way = uniform(0, 1) < 0.5 ? 1 : 2;
            for (int c = 0; c < 3; c++) {
                turned[3 * i + c] = corners[3 * i + (first + way * c) % 3];
            }
        }
        scree_mesh mesh = build(turned, 12);
        scree_mesh_mass mass;
        assert_true(scree_mesh_mass_of(&mesh, &mass));
        assert_true(fabs(fabs(mass.volume) - 1.0) < 1e-12);
        scree_mesh_clear(&mesh);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(windings),      cmocka_unit_test(cube_topology),  cmocka_unit_test(winding),
        cmocka_unit_test(bad_triangles), cmocka_unit_test(holes_and_fins), cmocka_unit_test(patches),
        cmocka_unit_test(bends),         cmocka_unit_test(fan_of_fins),    cmocka_unit_test(large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
