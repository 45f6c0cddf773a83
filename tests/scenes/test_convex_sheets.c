// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// Convex bodies of all kinds that are shot at thin walls.
#include "world_of_text.h"

static scree_world *world_of(char *text) {
    return world_of_text(text, NULL, 0);
}

// A body of any kind that is shot at a thin wall stops the run before or in the step in which its centre is behind the wall, at any speed; slow ones come back.
static void shot_through_sheets(void **state) {
    (void)state;
    static const char *const shapes[] = {
        "rounded_cylinder: {radius: 5 mm, length: 0.8 mm, rounding: 0.1 mm}",
        "ellipsoid: [5 mm, 4 mm, 0.6 mm]",
        "superellipsoid: {half_axes: [3 mm, 2 mm, 1 mm], exponent: 4}",
        "capsule: {radius: 0.5 mm, length: 4 mm}",
        "rounded_box: {sides: [6 mm, 5 mm, 1 mm]}",
        "polyhedron: {corners: [[4 mm, 0, 0], [-4 mm, 1 mm, 0], [0, -4 mm, 0], [0, 0, 1 mm]], rounding: 0.1 "
        "mm}",
        "pieces: [{rounded_box: {sides: [4 mm, 2 mm, 1 mm]}}, {rounded_box: {sides: [2 mm, 4 mm, 1 mm]}, at: "
        "[-1 mm, 3 mm, 0]}]",
    };
    static const char *const walls[] = {
        "rectangle: {corner: [-0.1, -0.1, 0], first: [0.2, 0, 0], second: [0, 0.2, 0]}",
        "box: {min: [-0.1, -0.1, -2 mm], max: [0.1, 0.1, 0]}",
        "cylinder: {point: [0, -1, -1], axis: [0, 1, 0], length: 2, radius: 1, side: outside}",
    };
    size_t stopped = 0, came_back = 0;
    for (int s = 0; s < 7; s++) {
        for (int k = 0; k < 3; k++) {
            for (int v = k == 0 ? 0 : 2; v < 3; v++) { // at others than the sheet the fastest alone
                const double speed = (const double[]){4.0, 60.0, 300.0}[v];
                scree_world *w = world_of(scree_format(
                    "time: {end: 1, dt: 1 us, velocity_scale: 1}\n"
                    "materials: {m: {density: 2500, young: 1 GPa, poisson: 0.25, restitution: 0.9, friction: "
                    "0.2}}\nshapes: {b: {%s}}\nwalls: {w: {%s, material: m}}\n"
                    "particles: [{positions: [[0, 0, 6 mm]], shape: b, material: m, velocity: [0, 0, %g]}]\n",
                    shapes[s], walls[k], -speed));
                scree_report *r = scree_report_create();
                scree_status status = SCREE_OK;
                double low = INFINITY;
                while (status == SCREE_OK && w->step < (uint64_t)(20000.0 / speed)) {
                    for (size_t i = 0; i < w->p.n; i++) {
                        low = fmin(low, w->p.x[i].z);
                    }
                    status = scree_world_step(w, r);
                }
                assert_true(low > 0.0);
                assert_true(v > 0 || status == SCREE_OK);
                stopped += status == SCREE_BAD_NUMBERS;
                came_back += status == SCREE_OK;
                scree_report_destroy(r);
                scree_world_destroy(w);
            }
        }
    }
    print_message("%zu stopped, %zu came back\n", stopped, came_back);
    assert_true(stopped > 20 && came_back >= 7);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shot_through_sheets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
