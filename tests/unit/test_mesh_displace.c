// SPDX-License-Identifier: BSD-3-Clause
// Meshes whose vertices move so that given volumes are taken off: the volumes are met to rounding on planes, boxes and spheres, on both sides and with any winding; limits hold.
#include "mesh/mesh_displace.h"

#include "random_points.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef SCREE_ARRAY(scree_vec3) points;

static void add_triangle(points *list, scree_vec3 a, scree_vec3 b, scree_vec3 c, bool turned) {
    scree_array_push(list, a);
    scree_array_push(list, turned ? c : b);
    scree_array_push(list, turned ? b : c);
}

// A square of cells at `from`, its normal u x v. turned: every third triangle has the other winding.
static void add_square(points *list, scree_vec3 from, scree_vec3 u, scree_vec3 v, int cells, bool turned) {
    for (int i = 0; i < cells * cells; i++) {
        scree_vec3 x[4];
        for (int k = 0; k < 4; k++) {
            x[k] = vec_add_scaled(vec_add_scaled(from, (i % cells + (k & 1)) / (double)cells, u),
                                  (i / cells + (k >> 1)) / (double)cells, v);
        }
        add_triangle(list, x[0], x[1], x[3], turned && i % 3 == 1);
        add_triangle(list, x[0], x[3], x[2], turned && i % 3 == 2);
    }
}

static void add_box(points *list, int cells, bool turned) {
    const scree_vec3 x = vec3(1, 0, 0), y = vec3(0, 1, 0), z = vec3(0, 0, 1), o = vec3(0, 0, 0);
    add_square(list, o, y, x, cells, turned);
    add_square(list, z, x, y, cells, turned);
    add_square(list, o, x, z, cells, turned);
    add_square(list, y, z, x, cells, turned);
    add_square(list, o, z, y, cells, turned);
    add_square(list, x, y, z, cells, turned);
}

static scree_mesh mesh_of(points *list) {
    scree_mesh mesh;
    assert_true(scree_mesh_build(&mesh, list->data, list->n / 3, NULL));
    scree_array_free(list);
    return mesh;
}

// Volume enclosed, with the winding of the shell instead of that of each triangle.
static double volume_of(const scree_mesh *mesh) {
    double six = 0.0;
    for (size_t i = 0; i < mesh->triangle.n; i++) {
        const scree_triangle *t = &mesh->triangle.data[i];
        const scree_vec3 *x = mesh->vertex.data, o = vec3(0.5, 0.5, 0.5);
        six += (t->flipped ? -1.0 : 1.0) *
               vec_dot(vec_sub(x[t->v[0]], o), vec_cross(vec_sub(x[t->v[1]], o), vec_sub(x[t->v[2]], o)));
    }
    return six / 6.0;
}

static void near(double is, double should, double within, const char *what) {
    if (!(fabs(is - should) <= within)) {
        fail_msg("%s: %.17g, not %.17g within %g", what, is, should, within);
    }
}

static const scree_mesh_limits far = {1.0, 1.0};

// Even wear of a plane leaves a plane, at the depth that the volume over the area says, at its border and corners too.
static void plane(void **state) {
    (void)state;
    for (int side = 0; side < 2; side++) {
        for (int turned = 0; turned < 2; turned++) {
            points list = {0};
            add_square(&list, vec3(0, 0, 0), vec3(2, 0, 0), vec3(0, 3, 0), 5, turned);
            scree_mesh mesh = mesh_of(&list);
            scree_mesh_shape shape = {.given = {0}};
            scree_mesh_shape_take(&shape, &mesh);
            double(*volume)[2] = scree_zeros(mesh.vertex.n * sizeof *volume);
            for (size_t v = 0; v < mesh.vertex.n; v++) {
                volume[v][side] = 1e-3 * vec_norm(scree_mesh_vertex_area(&mesh, &shape, v));
            }
            const scree_mesh_displaced done = scree_mesh_displace(&mesh, &shape, far, volume);
            near(scree_double_double_value(&done.volume), 6e-3, 1e-15, "volume of the plane");
            for (size_t v = 0; v < mesh.vertex.n; v++) {
                near(mesh.vertex.data[v].z, side == SCREE_MESH_FRONT ? -1e-3 : 1e-3, 1e-16, "depth");
                near(volume[v][0] + volume[v][1], 0.0, 1e-16, "what is left");
            }
            assert_int_equal(done.moved, 36);
            assert_int_equal(done.limited + done.held, 0);
            near(scree_mesh_farthest(&mesh, &shape), 1e-3, 1e-16, "largest displacement");
            scree_mesh_renew(&mesh);
            assert_int_equal(mesh.n_patches, 1);
            scree_free(volume);
            scree_mesh_shape_clear(&shape);
            scree_mesh_clear(&mesh);
        }
    }
}

// Random volumes on a box of any winding, from outside and from inside, again and again: what the box loses or gains is what was taken off.
static void box(void **state) {
    (void)state;
    for (int kind = 0; kind < 8; kind++) {
        points list = {0};
        add_box(&list, 1 + 3 * (kind & 1), kind & 2);
        scree_mesh mesh = mesh_of(&list);
        scree_mesh_shape shape = {.given = {0}};
        scree_mesh_shape_take(&shape, &mesh);
        const double sign = volume_of(&mesh) > 0.0 ? 1.0 : -1.0; // -1: the front is inside
        double(*volume)[2] = scree_zeros(mesh.vertex.n * sizeof *volume);
        scree_double_double given = {0.0, 0.0}, taken = {0.0, 0.0};
        const int side = (kind >> 2) ^ (sign < 0.0); // 0: from outside
        for (int round = 0; round < 5; round++) {
            for (size_t v = 0; v < mesh.vertex.n; v++) {
                const double more = uniform(0.0, 0.02) / (double)mesh.vertex.n;
                volume[v][side] += more;
                scree_double_double_add(&given, more);
            }
            const double before = fabs(volume_of(&mesh));
            const scree_mesh_displaced done =
                scree_mesh_displace(&mesh, &shape, (scree_mesh_limits){0.004, 0.03}, volume);
            const double lost = before - fabs(volume_of(&mesh)),
                         swept = scree_double_double_value(&done.volume);
            assert_true(swept > 1e-3);
            near(lost, kind >> 2 ? -swept : swept, 1e-14, "volume of the box");
            scree_double_double_join(&taken, &done.volume);
            assert_true(scree_mesh_farthest(&mesh, &shape) <= 0.03 * (1.0 + 1e-12));
            scree_mesh_renew(&mesh);
        }
        for (size_t v = 0; v < mesh.vertex.n; v++) {
            scree_double_double_add(&taken, volume[v][0]);
            scree_double_double_add(&taken, volume[v][1]);
        }
        near(scree_double_double_value(&taken), scree_double_double_value(&given), 1e-16,
             "displaced and carried");
        scree_free(volume);
        scree_mesh_shape_clear(&shape);
        scree_mesh_clear(&mesh);
    }
}

// A vertex moves by no more than the limits; what is left waits. Wear of both sides moves a sheet by the difference.
static void limits_and_sides(void **state) {
    (void)state;
    points list = {0};
    add_square(&list, vec3(0, 0, 0), vec3(1, 0, 0), vec3(0, 1, 0), 4, false);
    scree_mesh mesh = mesh_of(&list);
    scree_mesh_shape shape = {.given = {0}};
    scree_mesh_shape_take(&shape, &mesh);
    double(*volume)[2] = scree_zeros(mesh.vertex.n * sizeof *volume);
    size_t middle = 0;
    while (vec_norm2(vec_sub(mesh.vertex.data[middle], vec3(0.5, 0.5, 0))) > 1e-9) {
        middle++;
    }
    const double area = 1.0 / 16.0;
    volume[middle][SCREE_MESH_FRONT] = 0.030 * area;
    volume[middle][SCREE_MESH_BACK] = 0.005 * area;
    const scree_mesh_limits limits = {0.01, 0.02};
    scree_mesh_displaced done = scree_mesh_displace(&mesh, &shape, limits, volume);
    assert_true(done.limited == 1 && done.at_end == 0 && done.moved == 1);
    near(mesh.vertex.data[middle].z, -0.01, 1e-16, "at most at once");
    near(volume[middle][SCREE_MESH_FRONT], 0.020 * area, 1e-16, "left at the front");
    near(volume[middle][SCREE_MESH_BACK], 0.005 * area, 1e-16, "left at the back");
    done = scree_mesh_displace(&mesh, &shape, limits, volume);
    near(mesh.vertex.data[middle].z, -0.02, 1e-16, "in total");
    done = scree_mesh_displace(&mesh, &shape, limits, volume);
    assert_true(done.limited == 1 && done.at_end == 1 && done.moved == 0);
    near(mesh.vertex.data[middle].z, -0.02, 1e-16, "in total");
    volume[middle][SCREE_MESH_BACK] += 0.006 * area; // back again
    done = scree_mesh_displace(&mesh, &shape, limits, volume);
    near(mesh.vertex.data[middle].z, -0.019, 1e-15, "to the other side");
    assert_true(done.limited == 0);
    scree_free(volume);
    scree_mesh_shape_clear(&shape);
    scree_mesh_clear(&mesh);
}

// A vertex stays where a triangle would turn by more than 60 degrees, and where shells meet.
static void held(void **state) {
    (void)state;
    points list = {0};
    add_square(&list, vec3(0, 0, 0), vec3(1, 0, 0), vec3(0, 1, 0), 2, false);
    for (int k = 0; k < 2; k++) { // with these, three triangles share an edge
        add_triangle(&list, vec3(0, 0.5, 0), vec3(0, 0, 0), vec3(0, 0, 1 - 2 * k), false);
    }
    scree_mesh mesh = mesh_of(&list);
    scree_mesh_shape shape = {.given = {0}};
    scree_mesh_shape_take(&shape, &mesh);
    double(*volume)[2] = scree_zeros(mesh.vertex.n * sizeof *volume);
    size_t middle = 0, fixed = 0;
    for (size_t v = 0; v < mesh.vertex.n; v++) {
        middle = vec_norm2(vec_sub(mesh.vertex.data[v], vec3(0.5, 0.5, 0))) < 1e-9 ? v : middle;
        fixed += shape.fixed.data[v];
    }
    volume[middle][0] = scree_mesh_vertex_area(&mesh, &shape, middle).z; // 1 m deep, with edges of 0.5 m
    const scree_mesh_displaced done =
        scree_mesh_displace(&mesh, &shape, (scree_mesh_limits){2.0, 2.0}, volume);
    assert_true(done.held == 1 && done.moved == 0);
    near(mesh.vertex.data[middle].z, 0.0, 0.0, "held");
    assert_int_equal(fixed, 2);
    volume[middle][0] *= 0.5;
    assert_int_equal(scree_mesh_displace(&mesh, &shape, (scree_mesh_limits){2.0, 2.0}, volume).moved, 1);
    scree_free(volume);
    scree_mesh_shape_clear(&shape);
    scree_mesh_clear(&mesh);
}

// A box of 1 m turns over if all sides move inward by more than half of it, and never outward.
static void turned_over(void **state) {
    (void)state;
    points list = {0};
    add_box(&list, 2, false);
    scree_mesh mesh = mesh_of(&list);
    scree_mesh_shape shape = {.given = {0}};
    scree_mesh_shape_take(&shape, &mesh);
    assert_true(scree_mesh_turned_over(&mesh, &shape, 0.6) == mesh.triangle.n);
    assert_true(scree_mesh_turned_over(&mesh, &shape, -0.3) == mesh.triangle.n);
    assert_true(scree_mesh_turned_over(&mesh, &shape, -1.0) < mesh.triangle.n);
    scree_mesh_shape_clear(&shape);
    scree_mesh_clear(&mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plane), cmocka_unit_test(box),         cmocka_unit_test(limits_and_sides),
        cmocka_unit_test(held),  cmocka_unit_test(turned_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
