// SPDX-License-Identifier: BSD-3-Clause
// Outlets and counters that fast particles pass between two checks: all these particles are found, and none that passes beside the region.
#include "random_points.h"
#include "regions/region.h"
#include "world_of_text.h"

enum { BALLS = 400, SAMPLES = 4000 };

#define HEAD                                                                                                 \
    "time: {end: 1, dt: 20 us}\nmaterials: {m: {density: 2500, young: 1 MPa, poisson: 0.3, restitution: "    \
    "0.5, "                                                                                                  \
    "friction: 0.5}}\ncontacts: [{between: any, normal: none}]\n"

static void write_face(void) {
    const scree_vec3 face[6] = {{-0.05, -0.05, 0}, {0.05, -0.05, 0}, {0.05, 0.05, 0},
                                {-0.05, -0.05, 0}, {0.05, 0.05, 0},  {-0.05, 0.05, 0}};
    write_mesh("face.stl", face, 2);
}

// Balls that fly past the middle, and through each other.
static void draw(scree_particle q[BALLS], double speed) {
    for (uint64_t k = 0; k < BALLS; k++) {
        const scree_vec3 through = random_point(0.06), v = vec_scale(speed, vec_unit(random_point(1.0)));
        q[k] = ball(k + 1, 1e-3,
                    vec_add_scaled(vec3(through.x, through.y, 0.1 * through.z), -uniform(0.0, 0.01), v), v,
                    vec3(0, 0, 0));
    }
}

// The length of its path in the region, m, within a time, from samples of the path.
static double way_inside(const scree_world *w, const scree_particle *q, double time) {
    const scree_region *region = &w->case_->outlet.data[0].region;
    int inside = 0;
    for (int k = 0; k <= SAMPLES; k++) {
        inside += scree_region_contains(
            w, region, scree_cell_wrap(&w->cell, vec_add_scaled(q->x, time * k / SAMPLES, q->v)));
    }
    return inside * vec_norm(q->v) * time / SAMPLES;
}

// Checks that those particles are counted whose path leads through the region, and no others; and that they are deleted if the outlet deletes.
static void expect_found(const char *region, const char *more, double speed) {
    for (int keep = 0; keep < 2; keep++) {
        scree_particle q[BALLS];
        draw(q, speed);
        scree_world *w = world_of_text(scree_format(HEAD "outlets: {o: {region: {%s}, action: %s}}\n%s",
                                                    region, keep ? "count" : "delete", more),
                                       q, BALLS);
        const double time = 0.02;
        int most = 0, least = 0;
        for (int k = 0; k < BALLS; k++) {
            const double inside = way_inside(w, &q[k], time);
            most += inside > 0.0;
            least += inside > 2.0 * speed * time / SAMPLES;
        }
        advance(w, 1001); // with the check at the end
        const int found = (int)w->outlet.data[0].count;
        if (!(found >= least && found <= most + 10 && least > 15)) { // shorter ways are between two samples
            fail_msg("%s: %d found, %d to %d wanted", region, found, least, most);
        }
        int left = 0;
        advance(w, 50); // to another look
        for (size_t i = 0; i < w->p.n; i++) {
            left += !w->p.dead[i];
        }
        assert_int_equal(left + (keep ? 0 : (int)w->outlet.data[0].count) + (int)w->lost, BALLS);
        scree_world_destroy(w);
    }
}

static void test_regions(void **state) {
    (void)state;
    write_face();
    const char *walls = "walls: {f: {mesh: face.stl, material: m, start: never}}\n";
    static const char *const region[] = {
        "box: {min: [-5 cm, -5 cm, 0], max: [5 cm, 5 cm, 4 mm]}",
        "cylinder: {point: [0, 0, 0], axis: [0, 0.6, 0.8], radius: 5 cm, length: 3 mm}",
        "cylinder: {point: [-4 cm, 0, 0], axis: [1, 0, 0], radius: 3 mm, length: 8 cm}",
        "sphere: {point: [0, 0, 0], radius: 1 cm}",
        "half_space: {point: [0, 0, 0], normal: [0, 0.6, 0.8]}",
        "face: {point: [0, 0, 0], normal: [0, 0, 1], radius: 5 cm, depth: 3 mm}",
        "face: {mesh: f, depth: 3 mm}"};
    for (size_t k = 0; k < sizeof region / sizeof *region; k++) {
        expect_found(region[k], walls, 20.0);
    }
    expect_found(region[0],
                 "domain: {min: [-6 cm, -6 cm, -6 cm], max: [6 cm, 6 cm, 6 cm], periodic: [x, y, z]}\n",
                 20.0);
    expect_found("box: {min: [-6 cm, -6 cm, -6 cm], max: [-5.7 cm, 6 cm, 6 cm]}",
                 "domain: {min: [-6 cm, -6 cm, -6 cm], max: [6 cm, 6 cm, 6 cm], periodic: [x, y, z]}\n",
                 20.0);
}

// Each region by points of the box around it: its volume, that of the centres of spheres of 1 mm in it, its bounds and thickness; and which paths
// along the axes and of no length lead through it.
static void test_shapes(void **state) {
    (void)state;
    enum { POINTS = 20000, PATHS = 200 };
    write_face();
    const double pi = 3.141592653589793;
    const struct {
        const char *region;
        double volume, thickness, centres; // m3, m, m3
    } row[] = {{"box: {min: [-5 cm, -4 cm, 0], max: [5 cm, 3 cm, 4 mm]}", 0.1 * 0.07 * 0.004, 0.004,
                0.098 * 0.068 * 0.002},
               {"box: {min: [-5 cm, 0, -4 cm], max: [5 cm, 5 mm, 2 cm]}", 0.1 * 0.005 * 0.06, 0.005,
                0.098 * 0.003 * 0.058},
               {"cylinder: {point: [0, 0, 0], axis: [0, 0.6, 0.8], radius: 5 cm, length: 3 mm}",
                pi * 0.05 * 0.05 * 0.003, 0.003, pi * 0.049 * 0.049 * 0.001},
               {"cylinder: {point: [-4 cm, 0, 0], axis: [1, 0, 0], radius: 3 mm, length: 8 cm}",
                pi * 0.003 * 0.003 * 0.08, 0.006, pi * 0.002 * 0.002 * 0.078},
               {"sphere: {point: [0, 1 cm, 0], radius: 1 cm}", 4.0 / 3.0 * pi * 1e-6, 0.02,
                4.0 / 3.0 * pi * 0.009 * 0.009 * 0.009},
               {"face: {point: [0, 0, 0], normal: [0, 0.6, 0.8], radius: 5 cm, depth: 3 mm}",
                pi * 0.05 * 0.05 * 0.003, 0.003, pi * 0.049 * 0.049 * 0.001},
               {"face: {mesh: f, depth: 3 mm}", 0.1 * 0.1 * 0.003, 0.003, 0.098 * 0.098 * 0.001}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        scree_world *w = world_of_text(
            scree_format(
                HEAD
                "outlets: {o: {region: {%s}}}\nwalls: {f: {mesh: face.stl, material: m, start: never}}\n",
                row[k].region),
            NULL, 0);
        const scree_region *region = &w->case_->outlet.data[0].region;
        expect_near(scree_region_volume(w, region), row[k].volume, 1e-12 * row[k].volume, "volume");
        expect_near(scree_region_thickness(w, region), row[k].thickness, 1e-12 * row[k].thickness,
                    "thickness");
        scree_vec3 low, high, least = vec3(1, 1, 1), most = vec3(-1, -1, -1);
        assert_true(scree_region_bounds(w, region, &low, &high));
        const scree_vec3 size = vec_sub(high, low);
        int inside = 0, centres = 0;
        for (int i = 0; i < POINTS; i++) { // of a box that is larger by a tenth on each side
            const scree_vec3 x = vec3(uniform(low.x - 0.1 * size.x, high.x + 0.1 * size.x),
                                      uniform(low.y - 0.1 * size.y, high.y + 0.1 * size.y),
                                      uniform(low.z - 0.1 * size.z, high.z + 0.1 * size.z));
            const bool in = scree_region_contains(w, region, x);
            inside += in;
            centres += scree_region_holds(w, region, x, 1e-3);
            least = in ? vec_min(least, x) : least;
            most = in ? vec_max(most, x) : most;
        }
        const double all = 1.2 * 1.2 * 1.2 * size.x * size.y * size.z, share = row[k].volume / all,
                     of_centres = row[k].centres / all;
        expect_near((double)inside / POINTS, share, 4.0 * sqrt(share / POINTS), "points inside");
        expect_near((double)centres / POINTS, of_centres, 4.0 * sqrt(of_centres / POINTS),
                    "centres of spheres inside");
        for (int axis = 0; axis < 3; axis++) {
            const double slack = 0.1 * vec_get(size, axis);
            assert_true(vec_get(least, axis) >= vec_get(low, axis) &&
                        vec_get(least, axis) < vec_get(low, axis) + slack);
            assert_true(vec_get(most, axis) <= vec_get(high, axis) &&
                        vec_get(most, axis) > vec_get(high, axis) - slack);
        }
        int passed = 0;
        for (int i = 0; i < PATHS; i++) {
            const scree_vec3 x = vec3(uniform(low.x, high.x), uniform(low.y, high.y), uniform(low.z, high.z)),
                             go = vec3(i % 3 == 0, i % 3 == 1, i % 3 == 2);
            double length = 0.0;
            for (int s = -1500; s <= 1500; s++) {
                length += 1e-4 * scree_region_contains(w, region, vec_add_scaled(x, 1e-4 * s, go));
            }
            const bool passes = scree_region_is_passed(w, region, vec_sub(x, go), vec_add(x, go));
            assert_true(passes || length == 0.0);
            passed += passes - (length > 0.0);
            assert_int_equal(scree_region_is_passed(w, region, x, x), scree_region_contains(w, region, x));
        }
        assert_in_range(passed, 0, 3); // ways shorter than 0.1 mm
        scree_world_destroy(w);
    }
}

// A half space of which the domain leaves 1 mm: what is lost there has passed it.
static void test_border(void **state) {
    (void)state;
    scree_particle q[BALLS];
    for (uint64_t k = 0; k < BALLS; k++) {
        q[k] = ball(k + 1, 1e-3, vec3(uniform(-0.1, 0.1), uniform(-0.1, 0.1), uniform(0.0, 0.05)),
                    vec3(0, 0, -2), vec3(0, 0, 0));
    }
    scree_world *w = world_of_text(
        scree_format(HEAD "domain: {min: [-0.1, -0.1, -0.081], max: [0.1, 0.1, 0.1]}\noutlets: {o: {region: "
                          "{half_space: {point: [0, 0, -0.08], normal: [0, 0, -1]}}}}\n"),
        q, BALLS);
    advance(w, 4000);
    assert_int_equal(w->outlet.data[0].count, BALLS);
    assert_int_equal(w->lost, 0);
    scree_world_destroy(w);
}

// A face that sweeps over balls at rest, and a clump that passes a counter counts once.
static void test_moving(void **state) {
    (void)state;
    write_face();
    scree_particle q[50];
    for (uint64_t k = 0; k < 50; k++) {
        q[k] = ball(k + 1, 1e-3, vec3(uniform(-0.04, 0.04), uniform(-0.04, 0.04), uniform(0.01, 0.2)),
                    vec3(0, 0, 0), vec3(0, 0, 0));
    }
    scree_world *w =
        world_of_text(scree_format(HEAD "outlets: {o: {region: {face: {mesh: p, depth: 3 mm}}, action: "
                                        "count}}\nwalls: {p: {mesh: face.stl, material: m, "
                                        "start: never, motion: [{translate: [0, 0, 25]}]}}\n"),
                      q, 50);
    advance(w, 500);
    assert_int_equal(w->outlet.data[0].count, 50);
    scree_world_destroy(w);
    w = world_of_text(
        scree_format(
            HEAD
            "outlets: {o: {region: {box: {min: [-1, -1, -2 mm], max: [1, 1, 0]}}}}\n"
            "shapes: {s: {members: [{at: [0, 0, 0], radius: 1}, {at: [0, 0, 1], radius: 1}]}}\n"
            "insertion: [{shape: s, material: m, fill: lattice, diameter: 3 mm, count: 7, velocity: [0, 0, "
            "-20], "
            "region: {box: {min: [0, 0, 1 cm], max: [3 cm, 3 cm, 2 cm]}}}]\n"),
        NULL, 0);
    advance(w, 100);
    assert_int_equal(w->outlet.data[0].count, 7);
    scree_world_destroy(w);
}

// What is marked when the outlet closes is deleted then.
static void test_closing(void **state) {
    (void)state;
    const scree_particle q = ball(1, 1e-3, vec3(0, 0, 0.01), vec3(0, 0, -20), vec3(0, 0, 0));
    scree_world *w = world_of_text(
        scree_format(HEAD
                     "outlets: {o: {region: {box: {min: [-1, -1, -2 mm], max: [1, 1, 0]}}, stop: 0.8 ms}}\n"),
        &q, 1);
    advance(w, 39);
    assert_int_equal(w->outlet.data[0].count, 0); // until the next look, as all others
    advance(w, 2);
    assert_int_equal(w->outlet.data[0].count, 1);
    scree_world_destroy(w);
}

// The events of the start are done once: what is inserted into the region of an outlet stays until its next check.
static void test_once(void **state) {
    (void)state;
    scree_world *w = world_of_text(
        scree_format(
            HEAD "outlets: {o: {region: {box: {min: [0, 0, 0], max: [1, 1, 1]}}, every: 1 ms}}\n"
                 "insertion: [{material: m, fill: lattice, count: 20, diameter: 2 mm, region: {box: {min: "
                 "[0, 0, 0], max: [2 cm, 2 cm, 2 cm]}}}]\n"),
        NULL, 0);
    const scree_outlet *o = &w->outlet.data[0];
    for (uint64_t step = 0; step <= 51; step++) { // events come before a step
        assert_int_equal(o->count, step <= 50 ? 0 : 20);
        assert_int_equal(scree_world_totals(w).particles, step <= 50 ? 20 : 0);
        advance(w, 1);
    }
    scree_world_destroy(w);
}

// Balls that go up through a region, turn and fall back through it: an outlet with a direction takes those that enter it that way, at any
// speed; one that begins inside stays until it comes back.
static void test_directions(void **state) {
    (void)state;
    write_face();
    static const char *const region[] = {
        "box: {min: [-1, -1, 0], max: [1, 1, 30 mm]}",
        "box: {min: [-1, -1, 0], max: [1, 1, 1 mm]}", // thinner than a step's way
        "half_space: {point: [0, 0, 0], normal: [0, 0, 1]}",
        "face: {point: [0, 0, 0], normal: [0, 0, 1], radius: 5 cm, depth: 3 mm}",
        "face: {mesh: f, depth: 3 mm}"};
    const char *const way[] = {"[0, 0, 1]", "[0, 0, -2]", "[1, 0, 0]"};
    for (size_t k = 0; k < sizeof region / sizeof *region; k++) {
        for (int keep = 0; keep < 2; keep++) {
            for (int to = 0; to < 3; to++) {
                // From below, up and back; from above, once; inside at the start, up and back; beside it, up.
                const scree_particle q[4] = {
                    ball(1, 1e-3, vec3(0.00, 0, -0.02), vec3(0, 0, 60), vec3(0, 0, 0)),
                    ball(2, 1e-3, vec3(0.01, 0, 1.0), vec3(0, 0, -60), vec3(0, 0, 0)),
                    ball(3, 1e-3, vec3(0.02, 0, 0.0005), vec3(0, 0, 60), vec3(0, 0, 0)),
                    ball(4, 1e-3, vec3(3.0, 0, -0.02), vec3(0, 0, -60), vec3(0, 0, 0))};
                scree_world *w = world_of_text(
                    scree_format(
                        HEAD
                        "gravity: [0, 0, -4000]\noutlets: {o: {region: {%s}, direction: %s, action: %s}}\n"
                        "walls: {f: {mesh: face.stl, material: m, start: never}}\n",
                        region[k], way[to], keep ? "count" : "delete"),
                    q, 4);
                advance(w, 2500);
                // Down through a half space that begins below is no way in.
                const uint64_t wanted = to == 0 ? 1 : to == 1 && k != 2 ? 3 : 0;
                if (w->outlet.data[0].count != wanted) {
                    fail_msg("%s, direction %s: %d, %d wanted", region[k], way[to],
                             (int)w->outlet.data[0].count, (int)wanted);
                }
                assert_int_equal(scree_world_totals(w).particles, keep ? 4 : 4 - wanted);
                scree_world_destroy(w);
            }
        }
    }
    // Relative to a face that moves: it overtakes balls at rest from below, so they enter it downwards.
    const scree_particle rest = ball(1, 1e-3, vec3(0, 0, 0.1), vec3(0, 0, 0), vec3(0, 0, 0));
    for (int to = 0; to < 2; to++) {
        scree_world *w = world_of_text(
            scree_format(HEAD
                         "outlets: {o: {region: {face: {mesh: p, depth: 3 mm}}, direction: %s}}\nwalls: {p: "
                         "{mesh: face.stl, material: m, start: never, motion: [{translate: [0, 0, 25]}]}}\n",
                         way[to]),
            &rest, 1);
        advance(w, 500);
        assert_int_equal(w->outlet.data[0].count, to);
        scree_world_destroy(w);
    }
    expect_case_refused(
        HEAD "outlets: {o: {region: {sphere: {point: [0, 0, 0], radius: 1}}, direction: [0, 0, 1], "
             "once: true}}\n",
        "outlets.o: 'direction' is about particles on their way, and 'once' looks at one moment");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_regions),   cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_border),    cmocka_unit_test(test_moving),
                                       cmocka_unit_test(test_closing),   cmocka_unit_test(test_once),
                                       cmocka_unit_test(test_directions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
