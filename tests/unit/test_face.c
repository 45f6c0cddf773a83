// SPDX-License-Identifier: BSD-3-Clause
// Insertion through a flat face: where particles begin, their flow, and mistakes.
#include "effort.h"
#include "maths/math.h"
#include "maths/random.h"
#include "regions/region.h"
#include "world_of_text.h"

#define MATERIAL                                                                                             \
    "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.5, friction: 0.5}}\n"

static scree_world *world_of_face(const char *walls, const char *source) {
    return world_of_text(scree_format("time: {end: 1 s, dt: 20 us}\n" MATERIAL "walls: {%s}\n"
                                      "insertion: {material: m, name: in, %s}\n"
                                      "outlets: {out: {region: {half_space: {point: [0, 0, -1 cm], normal: "
                                      "[0, 0, -1]}}, every: 20 us}}\n"
                                      "contacts: [{between: any}]\n",
                                      walls, source),
                         NULL, 0);
}

static double uniform(scree_random *random, double low, double high) {
    return low + (high - low) * scree_random_uniform(random);
}

typedef struct shape {
    const char *walls, *source;
    scree_vec3 normal;
    double volume; // m3
} shape;

// Volume by random points; a sphere of radius r is inside where all points of its surface are, and a point inside is on the face, moved
// along the velocity.
static void test_regions(void **state) {
    (void)state;
    const double ring = SCREE_PI * (0.03 * 0.03 - 0.01 * 0.01),
                 polygon = ring * sin(2 * SCREE_PI / 64) / (2 * SCREE_PI / 64);
    const shape shapes[] = {
        {"",
         "rate: 1 1/s, diameter: 1 mm, velocity: [0, 1, -1], region: {face: {point: [0, 0, 0], normal: [0, "
         "0, 1], radius: 3 cm, depth: 4 cm}}",
         vec3(0, 0, 1), SCREE_PI * 0.03 * 0.03 * 0.04 / sqrt(2.0)},
        {"f: {material: m, start: never, disc: {point: [0, 0, 0], normal: [0, 0, 1], radius: 3 cm, hole: 1 "
         "cm, segments: 64}}",
         "rate: 1 1/s, diameter: 1 mm, velocity: [0.5, 0, -1], region: {face: {mesh: f, depth: 4 cm}}",
         vec3(0, 0, 1), polygon * 0.04 / sqrt(1.25)},
        {"f: {material: m, start: never, rectangle: {corner: [0, 0, 0], first: [2 cm, 0, 2 cm], second: [0, "
         "5 cm, 0]}}",
         "rate: 1 1/s, diameter: 1 mm, velocity: [0, 0, -1], region: {face: {mesh: f, depth: 4 cm}}",
         vec3(-sqrt(0.5), 0, sqrt(0.5)), 0.02 * 0.05 * 0.04}};
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        scree_world *w = world_of_face(shapes[k].walls, shapes[k].source);
        const scree_region *region = &w->case_->source.data[0].region;
        expect_near(scree_region_volume(w, region), shapes[k].volume, 1e-12 * shapes[k].volume, "volume");
        scree_vec3 low, high;
        assert_true(scree_region_bounds(w, region, &low, &high));
        scree_random random = {1, 2, 0, 0};
        const int draws = effort(500000, 60000, 20000);
        const double r = 2e-3;
        int inside = 0, spheres = 0;
        for (int i = 0; i < draws; i++) {
            random = (scree_random){1, 2, (uint64_t)i, 0};
            const scree_vec3 x = vec3(uniform(&random, low.x, high.x), uniform(&random, low.y, high.y),
                                      uniform(&random, low.z, high.z));
            inside += scree_region_contains(w, region, x);
            const bool holds = scree_region_holds(w, region, x, r);
            spheres += holds;
            for (int j = 0; j < 20 && holds; j++) {
                scree_vec3 d =
                    vec3(uniform(&random, -1, 1), uniform(&random, -1, 1), uniform(&random, -1, 1));
                assert_true(scree_region_contains(w, region, vec_add_scaled(x, 0.999 * r / vec_norm(d), d)));
            }
            if (scree_region_contains(w, region, x)) {
                const double back = vec_dot(x, shapes[k].normal) / vec_dot(region->along, shapes[k].normal);
                assert_true(back >= 0 && back <= 0.04 * (1 + 1e-12));
            }
        }
        const scree_vec3 box = vec_sub(high, low);
        const double share = shapes[k].volume / (box.x * box.y * box.z);
        expect_near((double)inside / draws, share, 5 * sqrt(share / draws), "share of the box");
        assert_true(spheres > draws / 50);
        scree_world_destroy(w);
    }
}

// The rate holds, everything comes through the ring and nothing through its hole, with the spin asked for.
static void test_flow(void **state) {
    (void)state;
    scree_world *w = world_of_face(
        "f: {material: m, start: never, disc: {point: [0, 0, 0], normal: [0, 0, 1], radius: 3 cm, hole: 1 "
        "cm}}",
        "rate: 2000 1/s, diameter: 2 mm, velocity: [0, 0, -2], spin: [0, 0, 7], region: {face: {mesh: f}}");
    scree_report *r = scree_report_create();
    for (int k = 0; k < 10000; k++) {
        assert_int_equal(scree_world_step(w, r), SCREE_OK);
    }
    assert_int_equal(scree_report_size(r), 0);
    assert_int_equal(w->source.data[0].inserted, 400);
    const double t = 0.2 - 0.01 - 0.01 / 2; // from the middle of the region to the outlet
    expect_near((double)w->outlet.data[0].count, 2000 * t, 40, "through the face");
    for (size_t i = 0; i < w->p.n; i++) {
        const double rho = hypot(w->p.x[i].x, w->p.x[i].y);
        assert_true(w->p.dead[i] || (rho > 0.011 * cos(SCREE_PI / 128) - 1e-12 && rho < 0.029));
        assert_true(w->p.motion[i].v.z == -2 && w->p.motion[i].w.z == 7);
    }
    scree_world_destroy(w);
    scree_report_destroy(r);
}

// A stream through two faces: counted where it passes, each grain once, and only through the faces; the mesh moves and counts on.
static void test_outlets(void **state) {
    (void)state;
    scree_world *w =
        world_of_text(scree_format("time: {end: 1 s, dt: 20 us}\n" MATERIAL "walls:\n"
                                   "  f: {material: m, start: never, rectangle: {corner: [-5 mm, 0, -5 cm], "
                                   "first: [0, 3 cm, 0], second: [5 cm, 0, 0]},\n"
                                   "    motion: {translate: [0, 0, -1 mm/s]}}\n"
                                   "insertion: {material: m, name: in, rate: 2000 1/s, count: 300, diameter: "
                                   "2 mm, velocity: [0, 0, -2],\n"
                                   "  region: {face: {point: [0, 0, 0], normal: [0, 0, 1], radius: 3 cm}}}\n"
                                   "outlets:\n"
                                   "  mesh: {region: {face: {mesh: f, depth: 1 cm}}, action: count}\n"
                                   "  up: {region: {face: {point: [0, 0, -5 cm], normal: [0, 0, 1], radius: "
                                   "1 cm, depth: 5 mm}}, action: count}\n"
                                   "  gone: {region: {face: {point: [0, 0, -10 cm], normal: [0, 0, -1], "
                                   "radius: 2 cm, depth: 1 cm}}}\n"
                                   "contacts: [{between: any}]\n"),
                      NULL, 0);
    scree_report *r = scree_report_create();
    size_t through = 0, near = 0, gone = 0;
    bool seen[301] = {false};
    for (int k = 0; k < 12500; k++) {
        assert_int_equal(scree_world_step(w, r), SCREE_OK);
        for (size_t i = 0; i < w->p.n; i++) { // where each grain is when it is first there
            if (!seen[w->p.id[i]]) {
                const double x = w->p.x[i].x, y = w->p.x[i].y, rho = hypot(x, y);
                seen[w->p.id[i]] = true;
                through += x > -5e-3 && x < 45e-3 && y > 0 && y < 30e-3;
                near += rho < 1e-2;
                gone += rho < 2e-2;
            }
        }
    }
    assert_int_equal(w->source.data[0].inserted, 300);
    assert_int_equal(w->outlet.data[0].count, through);
    assert_int_equal(w->outlet.data[1].count, near);
    assert_int_equal(w->outlet.data[2].count, gone);
    assert_true(through > 40 && near > 10 && gone > 80 && gone < 290);
    scree_world_destroy(w);
    scree_report_destroy(r);
}

static void expect_bad(const char *walls, const char *source, const char *text) {
    char *file =
        scree_format("time: {end: 1 s, dt: 20 us}\n" MATERIAL
                     "walls: {%s}\ninsertion: {material: m, name: in, %s}\ncontacts: [{between: any}]\n",
                     walls, source);
    scree_report *r = scree_report_create();
    scree_case *c = scree_realloc(NULL, 0, sizeof *c);
    bool said = false, fine = scree_case_read_text("test.yaml", file, c, r);
    scree_world *w = fine ? world_of_case(c, NULL, 0, 1, NULL) : NULL;
    fine = fine && scree_load_start(w, r) == SCREE_OK;
    for (size_t k = 0; k < scree_report_size(r); k++) {
        said |= strstr(scree_report_text(r, k), text) != NULL;
    }
    if (!said) {
        fail_msg("not said: %s; %s", text, scree_report_size(r) > 0 ? scree_report_text(r, 0) : "nothing");
    }
    if (w) {
        scree_world_destroy(w);
    } else {
        scree_case_clear(c);
        scree_free(c);
    }
    scree_report_destroy(r);
    scree_free(file);
}

static void test_mistakes(void **state) {
    (void)state;
    const char
        *flat = "f: {material: m, rectangle: {corner: [0, 0, 0], first: [2 cm, 0, 0], second: [0, 5 cm, 0]}}",
        *bent = "f: {material: m, start: never, box: {min: [0, 0, 0], max: [1 cm, 1 cm, 1 cm]}}";
    expect_bad(flat, "rate: 1 1/s, diameter: 1 mm, region: {face: {mesh: f}}",
               "test.yaml:4:73: error: insertion.region.face: missing key 'velocity' of the insertion; "
               "accepted: that of the particles");
    expect_bad(flat, "rate: 1 1/s, diameter: 1 mm, velocity: [0, 0, 1], region: {face: {depth: 1 cm}}",
               "insertion.region.face: what the face is is missing; accepted: 'mesh', or 'point', 'normal' "
               "and 'radius'");
    expect_bad(flat,
               "rate: 1 1/s, diameter: 1 mm, velocity: [0, 0, 1], region: {face: {mesh: f, point: [0, 0, 0], "
               "normal: [0, 0, 1], radius: 1}}",
               "insertion.region.face: both a mesh and a disc are given");
    expect_bad("",
               "rate: 1 1/s, diameter: 1 mm, velocity: [1, 0, 0], region: {face: {point: [0, 0, 0], normal: "
               "[0, 0, 1], radius: 1}}",
               "insertion.region.face: the velocity lies in the face; accepted: one that goes through it");
    expect_bad(flat, "rate: 1 1/s, diameter: 1 mm, velocity: [1, 0, 0], region: {face: {mesh: f}}",
               "insertion 'in' has the mesh 'f' as its face, which the velocity lies in; accepted: a flat "
               "mesh that `velocity` crosses");
    expect_bad(bent, "rate: 1 1/s, diameter: 1 mm, velocity: [1, 0, 0], region: {face: {mesh: f}}",
               "insertion 'in' has the mesh 'f' as its face, which is not flat");
    expect_bad(flat, "rate: 1 1/s, diameter: 1 mm, velocity: [0, 0, 1], region: {face: {mesh: f}}",
               "warning: insertion 'in': its face, wall 'f', exists while particles are inserted, and stops "
               "them; give the wall `start: never`");
    expect_bad("",
               "fill: dense, diameter: 1 mm, velocity: [0, 0, 1], region: {face: {point: [0, 0, 0], normal: "
               "[0, 0, 1], radius: 1}}",
               "insertion: a dense fill of a face; accepted: box, cylinder, or a mesh");
    const char *rest = "rate: 1 1/s, diameter: 1 mm, region: {sphere: {point: [0, 0, 0], radius: 1}}";
    expect_bad("f: {material: m, start: never, box: {min: [0, 0, 0], max: [1 cm, 1 cm, 1 cm]}}}\noutlets: "
               "{o: {region: {face: {mesh: f, depth: 1}}}",
               rest, "outlet 'o': the mesh 'f' is not flat; accepted: a flat mesh");
    expect_bad("}\noutlets: {o: {region: {face: {depth: 1}}}", rest,
               "outlets.o.region.face: what the face is is missing; accepted: 'mesh', or");
    expect_bad("}\noutlets: {o: {region: {face: {point: [0, 0, 0], normal: [0, 0, 1], radius: 1}}}", rest,
               "outlets.o.region.face: missing key 'depth'");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_regions),
        cmocka_unit_test(test_flow),
        cmocka_unit_test(test_outlets),
        cmocka_unit_test(test_mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
