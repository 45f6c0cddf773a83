// SPDX-License-Identifier: BSD-3-Clause
// What is said before a run of walls that lie on each other and of free walls above others, and what is no mistake.
#include "world_of_text.h"

#define HEAD                                                                                                 \
    "time: {end: 1 ms, dt: 10 us}\ngravity: [0, 0, -9.81]\n"                                                 \
    "materials: {a: {density: 2500, young: 5 MPa, poisson: 0.3}, b: {density: 2500, young: 5 MPa, poisson: " \
    "0.3}}\n"                                                                                                \
    "contacts: [{between: any, restitution: 0.5, friction: 0.3}]\n"                                          \
    "particles: {positions: [[50 mm, 5 mm, 9 mm]], diameter: 2 mm, material: a}\n"

// How many warnings have `part` in them.
static int warnings(const char *walls, const char *part) {
    scree_report *r = scree_report_create();
    scree_changes *none = NULL;
    char *text = scree_format(HEAD "walls:\n%s", walls);
    scree_world *w = scree_load_text("test.yaml", text, none, 1, NULL, r);
    int n = 0;
    expect_no_errors(r);
    assert_int_equal(scree_load_start(w, r), SCREE_OK);
    for (size_t k = 0; k < scree_report_size(r); k++) {
        n += scree_report_severity(r, k) == SCREE_SEVERITY_WARNING && strstr(scree_report_text(r, k), part);
    }
    expect_no_errors(r);
    scree_world_destroy(w);
    scree_report_destroy(r);
    scree_free(text);
    return n;
}

#define FLOOR                                                                                                \
    "  floor: {rectangle: {corner: [0, 0, 0], first: [20 mm, 0, 0], second: [0, 20 mm, 0]}, material: a}\n"

static void on_each_other(void **state) {
    (void)state;
    static const struct {
        const char *wall;
        int said;
    } other[] = {
        {"disc: {point: [4 mm, 4 mm, 0], radius: 1 mm, normal: [0, 0, 1]}, material: b", 1},
        {"disc: {point: [4 mm, 4 mm, 0], radius: 1 mm, normal: [0, 0, 1]}, material: a",
         0}, // of one material
        {"disc: {point: [4 mm, 4 mm, 0.9 um], radius: 1 mm, normal: [0, 0, 1]}, material: b",
         1}, // nearer than 1/1000 of the radius
        {"disc: {point: [4 mm, 4 mm, 1.1 um], radius: 1 mm, normal: [0, 0, 1]}, material: b", 0},
        {"box: {min: [2 mm, 2 mm, 0], max: [4 mm, 4 mm, 2 mm]}, material: b", 1},
        {"box: {min: [2 mm, 2 mm, -1 mm], max: [4 mm, 4 mm, 2 mm]}, material: b", 0}, // goes through it
        {"plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: b", 1},
        {"rectangle: {corner: [20 mm, 0, 0], first: [20 mm, 0, 0], second: [0, 20 mm, 0]}, material: b",
         0}, // beside it
        {"rectangle: {corner: [10 mm, 0, 0], first: [0, 20 mm, 0], second: [0, 0, 20 mm]}, material: b",
         0}, // upright on it
        {"disc: {point: [4 mm, 4 mm, 0], radius: 1 mm, normal: [0, 0, 1]}, material: b, start: never", 0},
        {"disc: {point: [4 mm, 4 mm, 0], radius: 1 mm, normal: [0, 0, 1]}, material: b, start: 1 s", 1},
    };
    for (size_t k = 0; k < sizeof other / sizeof *other; k++) {
        for (int first = 0; first < 2; first++) {
            char *text =
                scree_format("%s  other: {%s}\n%s", first ? "" : FLOOR, other[k].wall, first ? FLOOR : "");
            if (warnings(text, "lies on") != other[k].said) {
                fail_msg("%s", text);
            }
            scree_free(text);
        }
    }
    assert_int_equal(warnings("  one: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: a}\n"
                              "  two: {plane: {point: [5 mm, 1 mm, 0], normal: [0, 0, -1]}, material: b}\n",
                              "lies on"),
                     1);
}

static void falls_through(void **state) {
    (void)state;
    static const struct {
        const char *walls;
        int said;
    } scene[] = {
        {FLOOR "  plate: {box: {min: [1 mm, 1 mm, 5 mm], max: [9 mm, 9 mm, 6 mm]}, material: a, free: {mass: "
               "1 g}}\n",
         1},
        {FLOOR "  plate: {box: {min: [30 mm, 1 mm, 5 mm], max: [39 mm, 9 mm, 6 mm]}, material: a, free: "
               "{mass: 1 g}}\n",
         0}, // beside it
        {FLOOR "  plate: {box: {min: [1 mm, 1 mm, -6 mm], max: [9 mm, 9 mm, -5 mm]}, material: a, free: "
               "{mass: 1 g}}\n",
         0}, // below it
        {FLOOR "  plate: {box: {min: [1 mm, 1 mm, 5 mm], max: [9 mm, 9 mm, 6 mm]}, material: a, free: {mass: "
               "1 g, slide: {along: [0, 0, 1], limits: [-1 mm, 1 mm]}}}\n",
         0},
        {FLOOR "  plate: {box: {min: [1 mm, 1 mm, 5 mm], max: [9 mm, 9 mm, 6 mm]}, material: a, free: {mass: "
               "1 g, slide: {along: [1, 0, 0]}}}\n",
         0},
        {FLOOR "  door: {box: {min: [1 mm, 1 mm, 5 mm], max: [9 mm, 9 mm, 6 mm]}, material: a, free: {mass: "
               "1 g, inertia: [1e-9, 1e-9, 1e-9], turn: {about: [0, 0, 1], point: [1 mm, 1 mm, 5 mm]}}}\n",
         0},
        {"  ground: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: a}\n" // acts on its corners
         "  plate: {box: {min: [1 mm, 1 mm, 5 mm], max: [9 mm, 9 mm, 6 mm]}, material: a, free: {mass: 1 "
         "g}}\n",
         0},
        {"  tube: {cylinder: {point: [5 mm, 5 mm, -9 mm], axis: [0, 0, 1], radius: 2 mm, length: 5 mm, side: "
         "outside}, material: a}\n"
         "  plate: {box: {min: [1 mm, 1 mm, 5 mm], max: [9 mm, 9 mm, 6 mm]}, material: a, free: {mass: 1 "
         "g}}\n",
         1},
        // A particle lies between them.
        {FLOOR "  plate: {box: {min: [1 mm, 1 mm, 20 mm], max: [60 mm, 9 mm, 21 mm]}, material: a, free: "
               "{mass: 1 g}}\n"
               "  wide: {rectangle: {corner: [40 mm, 0, 0], first: [20 mm, 0, 0], second: [0, 20 mm, 0]}, "
               "material: a}\n",
         1},
        {"  plate: {box: {min: [41 mm, 1 mm, 20 mm], max: [60 mm, 9 mm, 21 mm]}, material: a, free: {mass: 1 "
         "g}}\n"
         "  wide: {rectangle: {corner: [40 mm, 0, 0], first: [20 mm, 0, 0], second: [0, 20 mm, 0]}, "
         "material: a}\n",
         0},
    };
    for (size_t k = 0; k < sizeof scene / sizeof *scene; k++) {
        if (warnings(scene[k].walls, "falls through") != scene[k].said) {
            fail_msg("%s", scene[k].walls);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_each_other),
        cmocka_unit_test(falls_through),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
