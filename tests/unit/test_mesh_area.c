// SPDX-License-Identifier: BSD-3-Clause
// Areas of meshes in periodic cells: each part of the surface counts once where images lie on each other.
#include "maths/random.h"
#include "mesh_of_corners.h"
#include "wall_motion/mesh_area.h"
#include <math.h>

static scree_cell cell_of(double x, double y, double z) {
    const bool periodic[3] = {x > 0.0, y > 0.0, z > 0.0};
    return scree_cell_create(vec3(0, 0, 0), vec3(fabs(x), fabs(y), fabs(z)), periodic);
}

static size_t add_rectangle(scree_vec3 *to, size_t n, scree_vec3 corner, scree_vec3 a, scree_vec3 b) {
    const scree_vec3 pa = vec_add(corner, a), pb = vec_add(corner, b), pc = vec_add(pa, b),
                     six[6] = {corner, pa, pc, corner, pc, pb};
    for (size_t k = 0; k < 6; k++) {
        to[3 * n + k] = six[k];
    }
    return n + 2;
}

static scree_mesh rectangle(scree_vec3 corner, scree_vec3 a, scree_vec3 b) {
    scree_vec3 corners[6];
    add_rectangle(corners, 0, corner, a, b);
    return build(corners, 2);
}

static void expect(double area, double wanted) {
    if (!(fabs(area - wanted) <= 1e-8 * wanted)) {
        fail_msg("area %.15g instead of %.15g", area, wanted);
    }
}

static void lid_over_a_cell(void **state) {
    (void)state;
    const scree_cell cell = cell_of(2, 2, -9);
    const scree_vec3 z = vec3(0, 0, 1), slope = vec3(0, 0.6, 0.8);
    scree_mesh wide = rectangle(vec3(-1, -1, 1), vec3(4, 0, 0), vec3(0, 4, 0)),
               strip = rectangle(vec3(-1.3, 0.2, 1), vec3(5, 0, 0), vec3(0, 0.5, 0)),
               moved = rectangle(vec3(-1, -1, 1), vec3(2, 0, 0), vec3(0, 2, 0)),
               steep = rectangle(vec3(-1, 0, 1), vec3(4, 0, 1), vec3(0, 1, 0));
    expect(scree_mesh_area(&wide, &cell, &z), 4.0);
    expect(scree_mesh_area(&wide, &cell, &slope), 4.0 * 0.8);
    expect(scree_mesh_area(&wide, &cell, NULL), 4.0);
    expect(scree_mesh_area(&strip, &cell, NULL), 2.0 * 0.5);
    expect(scree_mesh_area(&moved, &cell, &z), 4.0);          // its images continue each other
    expect(scree_mesh_area(&steep, &cell, NULL), sqrt(17.0)); // its images are beside each other
    const scree_cell open = cell_of(-2, -2, -9);
    expect(scree_mesh_area(&wide, &open, &z), 16.0);
    scree_mesh_clear(&wide);
    scree_mesh_clear(&strip);
    scree_mesh_clear(&moved);
    scree_mesh_clear(&steep);
}

// A polygon of 40 sides of radius 1.25 in a cell of edge 2, wherever it is, against points that some image covers.
static void disc_with_its_images(void **state) {
    (void)state;
    enum { SIDES = 40, POINTS = 1500 };
    const double r = 1.25, turn = 2.0 * acos(-1.0) / SIDES;
    size_t in = 0;
    for (int i = 0; i < POINTS * POINTS; i++) {
        const double x = 2.0 * (i % POINTS + 0.5) / POINTS, y = 2.0 * (i / POINTS + 0.5) / POINTS;
        bool any = false;
        for (int image = 0; image < 4; image++) {
            const double dx = x - 2.0 * (image & 1), dy = y - 2.0 * (image >> 1),
                         off = fmod(atan2(dy, dx) + 10.0 * SIDES * turn, turn) - 0.5 * turn;
            any |= sqrt(dx * dx + dy * dy) * cos(off) < r * cos(0.5 * turn);
        }
        in += any;
    }
    const double wanted = 4.0 * (double)in / POINTS / POINTS;
    const scree_cell cell = cell_of(2, 2, -9);
    double first = 0.0;
    for (int k = 0; k < 5; k++) {
        scree_vec3 corners[3 * SIDES];
        const scree_vec3 c = vec3(0.37 * k * k, -0.9 * k, 0.1);
        for (int i = 0; i < SIDES; i++) {
            corners[3 * i] = c;
            corners[3 * i + 1] = vec_add(c, vec3(r * cos(turn * i), r * sin(turn * i), 0));
            corners[3 * i + 2] = vec_add(c, vec3(r * cos(turn * (i + 1)), r * sin(turn * (i + 1)), 0));
        }
        scree_mesh disc = build(corners, SIDES);
        const double area = scree_mesh_area(&disc, &cell, NULL);
        scree_mesh_clear(&disc);
        assert_true(fabs(area - wanted) < 2e-4 * wanted);
        first = k == 0 ? area : first;
        expect(area, first);
    }
}

// A trough along a periodic axis, and a closed piston over the cell: two sides along its axis, and what sticks out at its rim.
static void surfaces_with_corners(void **state) {
    (void)state;
    scree_vec3 corners[3 * 16];
    size_t n = add_rectangle(corners, 0, vec3(0.2, -3, 1), vec3(0.3, 0, -0.4), vec3(0, 7, 0));
    n = add_rectangle(corners, n, vec3(0.5, -3, 0.6), vec3(0.3, 0, 0.4), vec3(0, 7, 0));
    scree_mesh trough = build(corners, n);
    const scree_cell cell = cell_of(-2, 2, -9);
    expect(scree_mesh_area(&trough, &cell, NULL), 2.0 * (0.5 + 0.5));
    scree_mesh_clear(&trough);

    const scree_vec3 z = vec3(0, 0, 1);
    const scree_cell small = cell_of(0.5, 0.25, -9);
    scree_mesh piston = cube();
    expect(scree_mesh_area(&piston, &small, &z), 2.0 * 0.125);
    const scree_cell whole = cell_of(1, 1, -9);
    expect(scree_mesh_area(&piston, &whole, &z), 2.0);
    scree_mesh_clear(&piston);
}

// A strip that is longer than the cell, and one that crosses it askew: what both cover counts once.
static void crossed_strips(void **state) {
    (void)state;
    scree_vec3 corners[12];
    size_t n = add_rectangle(corners, 0, vec3(-1, 4, 1), vec3(12, 0, 0), vec3(0, 1, 0));
    n = add_rectangle(corners, n, vec3(4, 2.5, 1), vec3(2.4, 3.2, 0), vec3(-0.4, 0.3, 0));
    scree_mesh both = build(corners, n);
    const scree_cell cell = cell_of(10, 10, -9);
    expect(scree_mesh_area(&both, &cell, NULL), 10.0 + 4.0 * 0.5 - 1.0 * 0.5 / 0.8);
    scree_mesh_clear(&both);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crossed_strips),
        cmocka_unit_test(lid_over_a_cell),
        cmocka_unit_test(disc_with_its_images),
        cmocka_unit_test(surfaces_with_corners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
