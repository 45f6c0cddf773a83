// SPDX-License-Identifier: BSD-3-Clause
// What is said before a run of walls that lie on each other and of free walls above others, and what is no mistake.
#include "world_of_text.h"

#define HEAD                                                                                                 \
    "time: {end: 1 ms, dt: 10 us}\ngravity: [0, 0, -9.81]\n"                                                 \
    "materials: {a: {density: 2500, young: 5 MPa, poisson: 0.3}, b: {density: 2500, young: 5 MPa, poisson: " \
    "0.3}}\n"                                                                                                \
    "contacts: [{between: any, restitution: 0.5, friction: 0.3}]\n"                                          \
    "particles: {positions: [[50 mm, 5 mm, 9 mm]], diameter: 2 mm, material: a}\n"

// How many warnings of the case have `part` in them. Frees the text.
static int warnings_of(char *text, const char *part) {
    scree_report *r = scree_report_create();
    scree_changes *none = NULL;
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

static int warnings(const char *walls, const char *part) {
    return warnings_of(scree_format(HEAD "walls:\n%s", walls), part);
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
        {"plane: {point: [0, 0, 5 mm], normal: [0, 0, 1]}, material: b", 0}, // above it
        {"plane: {point: [0, 0, -5 mm], normal: [0, 0, 1]}, material: b", 0},
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
    assert_int_equal(warnings("  one: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: a}\n"
                              "  two: {plane: {point: [0, 0, -1 mm], normal: [0, 0, 1]}, material: b}\n",
                              "lies on"),
                     0);
    assert_int_equal(warnings("  one: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: a}\n"
                              "  two: {plane: {point: [0, 0, 0], normal: [0, 0.1, 1]}, material: b}\n",
                              "lies on"),
                     0);
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
        {FLOOR "  plate: {box: {min: [1 mm, 1 mm, 5 mm], max: [9 mm, 9 mm, 6 mm]}, material: a}\n", 0},
        {FLOOR
         "  plate: {box: {min: [1 mm, 1 mm, 5 mm], max: [9 mm, 9 mm, 6 mm]}, material: a, free: {mass: 1 g, "
         "slide: {along: [0, 0, -1]}}}\n",
         1},
        {FLOOR
         "  plate: {box: {min: [1 mm, 1 mm, 5 mm], max: [9 mm, 9 mm, 6 mm]}, material: a, free: {mass: 1 g, "
         "slide: {along: [0, 0, 1], spring: 10}}}\n",
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

// Two triangles in an oblique plane that have only the tip of one in common, each of the three, or its middle: these places are looked at.
static void parts_on_each_other(void **state) {
    (void)state;
    const scree_vec3 at = vec3(0.03, 0.04, 0.05), u = vec3(0.6, 0.0, 0.8), v = vec3(0.0, 1.0, 0.0);
    static const double tip[3][2] = {{3.5e-3, 0},
                                     {26e-3, 15e-3},
                                     {26e-3, -15e-3}}, // that of a is at 6 mm, the place near it at 4.2 mm
        spike[3][2] = {{0, 30e-3}, {1e-3, -40e-3}, {-1e-3, -40e-3}};
    for (int k = 0; k < 16; k++) {
        const double apart = k / 8 ? 10e-6 : 0.0; // m; surfaces on each other are nearer than 1 um
        const bool changed = k / 4 % 2;
        scree_vec3 a[3], b[3];
        for (int c = 0; c < 3; c++) { // the tip of a: corner k % 4
            const double angle = 2.0943951023931953 * (c - k % 4), *to = k % 4 == 3 ? spike[c] : tip[c];
            a[c] = vec_add_scaled(vec_add_scaled(at, 6e-3 * cos(angle), u), 6e-3 * sin(angle), v);
            b[c] = vec_add_scaled(vec_add_scaled(at, to[0], u), to[1], v);
            b[c] = vec_add_scaled(b[c], apart, vec_cross(u, v));
        }
        write_mesh("a.stl", changed ? b : a, 1);
        write_mesh("b.stl", changed ? a : b, 1);
        const int said =
            warnings("  one: {mesh: {file: a.stl}, material: a}\n  two: {mesh: {file: b.stl}, material: b}\n",
                     "lies on");
        if (said != (k / 8 ? 0 : 1)) {
            fail_msg("%d: %d", k, said);
        }
    }
}

// Where particles come later, how near walls are to each other is compared with the smallest of these; and they keep free walls from being said to fall.
static void of_particles_to_come(void **state) {
    (void)state;
    static const struct {
        const char *source;
        double apart; // m
        int on, falls;
    } row[] = {
        {"rate: 10 1/s, diameter: {uniform: [2 mm, 6 mm]}", 0.95e-6, 1, 0},
        {"rate: 10 1/s, diameter: {uniform: [2 mm, 6 mm]}", 1.05e-6, 0, 0},
        {"fill: random, count: 2, start: 1 ms, diameter: 2 mm", 0.95e-6, 1, 0},
        {"fill: random, count: 2, start: 1 ms, diameter: 2 mm", 1.05e-6, 0, 0},
        {"fill: random, count: 2, diameter: {uniform: [2 mm, 2.001 mm]}", 0.95e-6, 1, 1},
        {"fill: random, count: 2, diameter: {uniform: [2 mm, 2.001 mm]}", 1.05e-6, 0, 1},
    };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        for (int falls = 0; falls < 2; falls++) {
            char *text = scree_format(
                "time: {end: 2 ms, dt: 10 us}\ngravity: [0, 0, -9.81]\n"
                "materials: {a: {density: 2500, young: 5 MPa, poisson: 0.3}, b: {density: 2500, young: 5 "
                "MPa, poisson: "
                "0.3}}\n"
                "contacts: [{between: any, restitution: 0.5, friction: 0.3}]\n"
                "insertion: [{material: a, %s, region: {box: {min: [50 mm, 0, 0], max: [80 mm, 30 mm, 30 "
                "mm]}}}]\n"
                "walls:\n" FLOOR
                "  disc: {disc: {point: [4 mm, 4 mm, %.17g], radius: 1 mm, normal: [0, 0, 1]}, material: b}\n"
                "  plate: {box: {min: [1 mm, 1 mm, 5 mm], max: [9 mm, 9 mm, 6 mm]}, material: a, free: "
                "{mass: 1 g}}\n",
                row[k].source, row[k].apart);
            const int said = warnings_of(text, falls ? "falls through" : "lies on");
            if (said != (falls ? row[k].falls : row[k].on)) {
                fail_msg("%s, %g m: %d", row[k].source, row[k].apart, said);
            }
        }
    }
}

// A box in numbers of mm, turned so that what is z here is axis k, downwards the other way if `down`.
typedef struct turned {
    int axis;
    bool down;
} turned;

static scree_vec3 turn(turned t, const double x[3]) {
    double to[3];
    for (int k = 0; k < 3; k++) {
        to[(k + t.axis + 1) % 3] = t.down ? -x[k] : x[k];
    }
    return vec3(to[0], to[1], to[2]);
}

static char *box(turned t, const double low[3], const double high[3]) {
    const scree_vec3 a = turn(t, low), b = turn(t, high), min = vec_min(a, b), max = vec_max(a, b);
    return scree_format("box: {min: [%g mm, %g mm, %g mm], max: [%g mm, %g mm, %g mm]}", min.x, min.y, min.z,
                        max.x, max.y, max.z);
}

// A free box is said to fall in the same places for each direction of gravity, with a box beside, above or below, and with particles that lie between the two or just beside the room there.
static void falls_in_each_direction(void **state) {
    (void)state;
    static const struct {
        double low[3], high[3],
            ball[3]; // mm; of the other box, and a particle of 2 mm; the free box is from (0, 0, 0) to (10, 20, 5)
        int said;
    } row[] = {
        {{2, 2, -15}, {8, 30, -10}, {-20, 0, 0}, 1},    {{2, -40, -15}, {60, 1, -10}, {-20, 0, 0}, 1},
        {{2, 2, 10}, {8, 30, 15}, {-20, 0, 0}, 0},      {{11, 2, -15}, {18, 30, -10}, {-20, 0, 0}, 0},
        {{2, 21, -15}, {8, 30, -10}, {-20, 0, 0}, 0},   {{-9, 2, -15}, {-1, 30, -10}, {-20, 0, 0}, 0},
        {{2, -9, -15}, {8, -1, -10}, {-20, 0, 0}, 0},   {{2, 2, -15}, {8, 15, -10}, {5, 10, -3}, 0},
        {{2, 2, -15}, {8, 15, -10}, {8.9, 10, -3}, 0},  {{2, 2, -15}, {8, 15, -10}, {9.1, 10, -3}, 1},
        {{2, 2, -15}, {8, 15, -10}, {1.1, 10, -3}, 0},  {{2, 2, -15}, {8, 15, -10}, {0.9, 10, -3}, 1},
        {{2, 2, -15}, {8, 15, -10}, {5, 15.9, -3}, 0},  {{2, 2, -15}, {8, 15, -10}, {5, 16.1, -3}, 1},
        {{2, 2, -15}, {8, 15, -10}, {5, 1.1, -3}, 0},   {{2, 2, -15}, {8, 15, -10}, {5, 0.9, -3}, 1},
        {{2, 2, -15}, {8, 15, -10}, {5, 10, -16.1}, 1},
    };
    static const double low[3] = {0, 0, 0}, high[3] = {10, 20, 5}, down[3] = {0.5, -0.7, -9};
    for (int d = 0; d < 6; d++) {
        const turned t = {d % 3, d / 3};
        const scree_vec3 g = turn(t, down);
        for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
            char *own = box(t, low, high), *other = box(t, row[k].low, row[k].high);
            const scree_vec3 x = turn(t, row[k].ball);
            const int said = warnings_of(
                scree_format(
                    "time: {end: 1 ms, dt: 10 us}\ngravity: [%g, %g, %g]\n"
                    "materials: {a: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"
                    "contacts: [{between: any, restitution: 0.5, friction: 0.3}]\n"
                    "particles: {positions: [[%g mm, %g mm, %g mm]], diameter: 2 mm, material: a}\n"
                    "walls:\n  plate: {%s, material: a, free: {mass: 1 g}}\n  other: {%s, material: a}\n",
                    g.x, g.y, g.z, x.x, x.y, x.z, own, other),
                "falls through");
            if (said != row[k].said) {
                fail_msg("direction %d, row %zu: %d", d, k, said);
            }
            scree_free(own);
            scree_free(other);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_each_other),           cmocka_unit_test(parts_on_each_other),
        cmocka_unit_test(of_particles_to_come),    cmocka_unit_test(falls_through),
        cmocka_unit_test(falls_in_each_direction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
