// SPDX-License-Identifier: BSD-3-Clause
// Walls that are given by a shape: area and volume against closed forms, mirrored and rotated; lids; elastic balls inside keep their energy.
#include "maths/math.h"
#include "mesh/mesh.h"
#include "world_of_text.h"

#define HEAD                                                                                                 \
    "time: {end: 1 s, dt: 5 us}\n"                                                                           \
    "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"                                          \
    "contacts: [{between: any, restitution: 1, friction: 0}]\n"

static scree_world *world_with(const char *walls, const scree_particle *q, size_t n) {
    return world_of_text(scree_format("%swalls:\n%s", HEAD, walls), q, n);
}

// Area of a polygon of n corners on the unit circle.
static double polygon(int n) {
    double sine, cosine;
    scree_sin_cos(2.0 * SCREE_PI / n, &sine, &cosine);
    return 0.5 * n * sine;
}

typedef struct measured {
    const char *wall;
    double area, volume; // m2; m3, NAN: not closed
    size_t patches;
} measured;

static void test_measures(void **state) {
    (void)state;
    const double p8 = polygon(8), p128 = polygon(128),
                 chord = 2.0 * sqrt(0.5 * (1.0 - cos(2.0 * SCREE_PI / 8))),
                 middle = cos(SCREE_PI / 8); // of the unit circle's octagon
    const measured all[] = {
        {"box: {min: [1, 2, 3], max: [2, 4, 6]}", 22, 6, 6},
        {"box: {min: [1, 2, 3], max: [2, 4, 6], open: [x-, z+]}", 14, NAN, 4},
        {"rectangle: {corner: [1, 1, 1], first: [2, 0, 0], second: [0, 0, 3]}", 6, NAN, 1},
        {"disc: {point: [1, 0, 0], normal: [1, 1, 1], radius: 2}", 4 * p128, NAN, 1},
        {"disc: {point: [1, 0, 0], normal: [0, 0, 2], radius: 2, hole: 1, segments: 8}", 3 * p8, NAN, 1},
        {"cone: {point: [0, 1, 0], axis: [0, 3, 4], length: 3, radius: 1, end_radius: 1, lids: both, "
         "segments: 8}",
         2 * p8 + 8 * 3 * chord, 3 * p8, 10},
        {"cone: {point: [0, 0, 0], axis: [1, 0, 0], length: 3, radius: 2, end_radius: 1, lids: both, "
         "segments: 8}",
         5 * p8 + 8 * 1.5 * chord * sqrt(9 + middle * middle), p8 * (4 + 2 + 1), 10},
        {"cone: {point: [0, 0, 0], axis: [0, 0, -1], length: 3, radius: 0, end_radius: 1, lids: end, "
         "segments: 8}",
         p8 + 8 * 0.5 * chord * sqrt(9 + middle * middle), p8, 9},
        {"cone: {point: [0, 0, 0], axis: [0, 0, 1], length: 3, radius: 1, end_radius: 0, lids: start, "
         "segments: 8}",
         p8 + 8 * 0.5 * chord * sqrt(9 + middle * middle), p8, 9},
        {"cone: {point: [0, 0, 0], axis: [0, 0, 1], length: 3, radius: 1, end_radius: 0, lids: none, "
         "segments: 8}",
         8 * 0.5 * chord * sqrt(9 + middle * middle), NAN, 8},
        {"extrude: {line: [[0, 0, 1], [0, 1, 0], [0, 2, 0]], along: [3, 0, 0]}", 3 * (1 + sqrt(2)), NAN, 2},
        {"extrude: {line: [[0, 0, 0], [0, 1, 0], [0, 1, 1]], along: [3, 0, 0], closed: true}",
         3 * (2 + sqrt(2)), NAN, 3},
        {"paddle: {point: [1, 2, 3], axis: [0, 0, 2], arm: [1, 1, 5], inner_radius: 1, radius: 3, width: "
         "0.5, "
         "thickness: 0.1, angle: 30 deg}",
         2 * (2 * 0.5 + 2 * 0.1 + 0.5 * 0.1), 2 * 0.5 * 0.1, 6},
        {"paddle: {point: [1, 2, 3], axis: [0, 0, 2], arm: [1, 1, 5], inner_radius: 0, radius: 3, width: "
         "0.5, "
         "angle: -30 deg}",
         1.5, NAN, 1},
        // A frustum with squares of 4 and 2, whose sides slope by 1 in 3.
        {"loft: {sections: [{corners: [[-2, -2, 0], [2, -2, 0], [2, 2, 0], [-2, 2, 0]]}, "
         "{corners: [[-1, -1, 3], [1, -1, 3], [1, 1, 3], [-1, 1, 3]]}], lids: both}",
         16 + 4 + 4 * 3 * sqrt(10), 3.0 / 3 * (16 + 8 + 4), 6},
        // The same with its second square and its sense turned around, without lids.
        {"loft: {sections: [{corners: [[-2, -2, 0], [-2, 2, 0], [2, 2, 0], [2, -2, 0]]}, "
         "{corners: [[-1, -1, 3], [1, -1, 3], [1, 1, 3], [-1, 1, 3]]}]}",
         4 * 3 * sqrt(10), NAN, 4},
        {"loft: {sections: [{corners: [[0, 0, 0], [1, 0, 0]]}, {corners: [[0, 0, 2], [1, 0, 2]]}, "
         "{corners: [[0, 1, 3], [1, 1, 3]]}], closed: false}",
         2 + sqrt(2), NAN, 2},
    };
    const char *const placed[] = {
        "", ", mirror: {point: [1, 2, 3], normal: [1, 2, -1]}",
        ", rotate: {axis: [1, 2, 3], angle: 77 deg, point: [4, 5, 6]}",
        ", mirror: {point: [0, 0, 0], normal: [0, 0, 1]}, rotate: [{axis: [1, 0, 0], angle: 1 rad}, "
        "{axis: [0, 1, 0], angle: 2 rad}]"};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        for (size_t i = 0; i < sizeof placed / sizeof *placed; i++) {
            char *wall = scree_format("  w: {%s, material: m%s}\n", all[k].wall, placed[i]);
            scree_world *w = world_with(wall, NULL, 0);
            const scree_mesh *m = w->wall.data[0].mesh;
            expect_near(m->area, all[k].area, 1e-13 * all[k].area, wall);
            assert_int_equal(m->n_patches, all[k].patches);
            assert_true((m->open_edges == 0) == isfinite(all[k].volume));
            if (isfinite(all[k].volume)) {
                expect_near(scree_mesh_volume(m), all[k].volume, 2e-12 * all[k].volume, wall);
            }
            scree_world_destroy(w);
            scree_free(wall);
        }
    }
}

// A world with one wall, of which the mesh is returned; it belongs to the world.
static const scree_mesh *mesh_of(const char *wall, scree_world **w) {
    char *text = scree_format("  w: {%s, material: m}\n", wall);
    *w = world_with(text, NULL, 0);
    scree_free(text);
    return (*w)->wall.data[0].mesh;
}

// Volume: the thickness times the area that a blade covers, seen along the axis; its sides have the same diagonals, so that is exact. Area: that of
// the helicoid, the integral of sqrt((2 pi r)^2 + pitch^2) over r for each turn and side, and of the edges and ends.
static void test_helix(void **state) {
    (void)state;
    static const char *const hand[] = {"right", "left"};
    for (int k = 0; k < 2; k++) {
        scree_world *w;
        char *text = scree_format(
            "helix: {point: [1, 2, 3], axis: [1, 2, 2], length: 3.1, radius: 1, inner_radius: 0.25, "
            "pitch: 1.5, thickness: 0.1, hand: %s, segments: 400}",
            hand[k]);
        const scree_mesh *m = mesh_of(text, &w);
        const int steps = 801;
        double sine, cosine, area = 0.0;
        scree_sin_cos(4.0 * SCREE_PI / steps, &sine, &cosine);
        assert_int_equal(m->open_edges, 0);
        expect_near(scree_mesh_volume(m), 0.1 * steps * 0.5 * sine * (1.0 - 0.0625), 1e-11, text);
        for (int i = 0; i < 1000; i++) { // two turns, two sides
            const double r = 0.25 + 0.75 * (i + 0.5) / 1000.0;
            area += 4.0 * sqrt(4.0 * SCREE_PI * SCREE_PI * r * r + 2.25) * 0.75 / 1000.0;
        }
        area += 0.1 * (2.0 * 2.0 * SCREE_PI * 1.25) + 2.0 * 0.1 * 0.75;
        expect_near(m->area, area, 2e-4 * area, text);
        scree_world_destroy(w);
        scree_free(text);
    }
    // The sheet rises along the axis by the right-hand rule.
    for (int k = 0; k < 2; k++) {
        scree_world *w;
        char *text = scree_format(
            "helix: {point: [0, 0, 0], axis: [0, 0, 1], length: 0.25, radius: 1, inner_radius: 0.5, "
            "pitch: 1, hand: %s}",
            hand[k]);
        const scree_mesh *m = mesh_of(text, &w);
        // A quarter of a turn from where it begins: u of vec_across is (0, 1, 0), v is (-1, 0, 0).
        expect_vec_near(m->max, k == 0 ? vec3(0, 1, 0.25) : vec3(1, 1, 0.25), 1e-12, text);
        expect_vec_near(m->min, k == 0 ? vec3(-1, 0, 0) : vec3(0, 0, 0), 1e-12, text);
        scree_world_destroy(w);
        scree_free(text);
    }
}

// Pappus: area 4 pi^2 R r, volume 2 pi^2 R r^2, to the square of the length of a side.
static void test_torus(void **state) {
    (void)state;
    double error[2][2];
    for (int k = 0; k < 2; k++) {
        scree_world *w;
        char *text = scree_format(
            "torus: {point: [1, 2, 3], axis: [1, 2, 2], radius: 2, tube_radius: 0.5, segments: %d}",
            k == 0 ? 128 : 256);
        const scree_mesh *m = mesh_of(text, &w);
        assert_int_equal(m->open_edges, 0);
        error[k][0] = 1.0 - m->area / (4.0 * SCREE_PI * SCREE_PI);
        error[k][1] = 1.0 - scree_mesh_volume(m) / (SCREE_PI * SCREE_PI);
        scree_world_destroy(w);
        scree_free(text);
    }
    for (int i = 0; i < 2; i++) {
        assert_true(error[0][i] > 0.0 && error[0][i] < 8e-3);
        expect_near(error[0][i] / error[1][i], 4.0, 0.1, "order of the error");
    }
}

// Rectangle to circle: a prismatoid, whose volume is h / 6 times the areas of both ends and four times that of the middle. The middle of two convex
// outlines has a quarter of their areas and half their mixed area, which is radius times half the perimeter where corners of the polygon lie beside
// the middles of the sides.
static void test_transition(void **state) {
    (void)state;
    const char *const rectangle[] = {"{corners: [[-2, -1, 0], [2, -1, 0], [2, 1, 0], [-2, 1, 0]]}",
                                     "{corners: [[2, 1, 0], [2, -1, 0], [-2, -1, 0], [-2, 1, 0]]}"};
    const char *const circle[] = {"{circle: {point: [0, 0, 5], axis: [0, 0, 1], radius: 0.5}}",
                                  "{circle: {point: [0, 0, 5], axis: [0, 0, -3], radius: 0.5}}"};
    const double a = 8.0, b = 0.25 * polygon(32);
    for (int k = 0; k < 8; k++) {
        const bool swap = k & 4;
        char *text = scree_format("loft: {sections: [%s, %s], lids: both, segments: 30}",
                                  swap ? circle[k & 1] : rectangle[k >> 1 & 1],
                                  swap ? rectangle[k >> 1 & 1] : circle[k & 1]);
        scree_world *w;
        const scree_mesh *m = mesh_of(text, &w);
        assert_int_equal(m->open_edges, 0);
        expect_near(scree_mesh_volume(m), 5.0 / 3.0 * (a + b + 0.5 * 6.0), 1e-12, text);
        scree_world_destroy(w);
        scree_free(text);
    }
    // Three outlines, one of them oblique: from a circle through a square to a circle.
    scree_world *w;
    const scree_mesh *m = mesh_of(
        "loft: {sections: [{circle: {point: [0, 0, 0], axis: [0, 1, 4], radius: 1}}, {corners: [[-1, -1, 3], "
        "[1, -1, 3], [1, 1, 3], [-1, 1, 3]]}, {circle: {point: [0, 1, 6], axis: [0, 0, 1], radius: 2}}], "
        "lids: "
        "both}",
        &w);
    assert_int_equal(m->open_edges, 0);
    assert_true(scree_mesh_volume(m) > 3.0);
    scree_world_destroy(w);
    // A pipe cut at 45 deg: its volume is that of a straight one with the length of its axis, and its lid faces obliquely.
    m = mesh_of(
        "loft: {sections: [{circle: {point: [0, 0, 0], axis: [1, 0, 1], radius: 1, cylinder: [1, 0, 0]}}, "
        "{circle: {point: [5, 0, 0], axis: [1, 0, 0], radius: 1}}], lids: both, segments: 64}",
        &w);
    assert_int_equal(m->open_edges, 0);
    expect_near(scree_mesh_volume(m), 5.0 * polygon(64), 1e-12, "pipe");
    double lid = 0.0;
    for (size_t k = 0; k < m->normal.n; k++) { // faces that look along -(1, 0, 1)
        lid += m->normal.data[k].z < -0.7 && m->normal.data[k].x < -0.7 ? 1.0 : 0.0;
    }
    assert_true(lid > 0.0);
    scree_world_destroy(w);
    // Circles alone are a frustum.
    m = mesh_of(
        "loft: {sections: [{circle: {point: [0, 0, 0], axis: [1, 0, 0], radius: 2}}, {circle: {point: [3, "
        "0, 0], axis: [1, 0, 0], radius: 1}}], lids: both, segments: 8}",
        &w);
    assert_int_equal(m->open_edges, 0);
    expect_near(scree_mesh_volume(m), polygon(8) * (4 + 2 + 1), 1e-12, "frustum");
    scree_world_destroy(w);
}

// Turned about its axis by the right-hand rule the front of a paddle goes ahead, and a positive angle turns it against the axis.
static void test_paddle(void **state) {
    (void)state;
    for (int k = -1; k <= 1; k++) {
        char *text =
            scree_format("paddle: {point: [0, 0, 0], axis: [0, 0, 1], arm: [1, 0, 0], inner_radius: 1, "
                         "radius: 2, width: 1, angle: %d deg}",
                         30 * k);
        scree_world *w;
        const scree_mesh *m = mesh_of(text, &w);
        double sine, cosine;
        scree_sin_cos(SCREE_PI / 6.0 * k, &sine, &cosine);
        const scree_vec3 front = m->normal.data[0];
        expect_vec_near(front, vec3(0, cosine, -sine), 1e-14, text);
        scree_world_destroy(w);
        scree_free(text);
    }
}

// A plate less its holes; its cells meet without gaps, so the open edges are those of the holes and of the border.
static void test_screen(void **state) {
    (void)state;
    scree_world *w;
    const scree_mesh *m =
        mesh_of("screen: {corner: [1, 2, 3], first: [0.3, 0.4, 0], second: [-0.8, 0.6, 0], columns: 3, "
                "rows: 7, hole: 0.05, segments: 16}",
                &w);
    expect_near(m->area, 0.5 - 21 * polygon(16) * 0.0025, 1e-13, "area");
    assert_int_equal(m->n_patches, 1);
    // Each hole has 16 edges; of a cell each side of the border has 4 pieces.
    assert_int_equal(m->open_edges, 21 * 16 + 2 * (3 + 7) * 4);
    scree_world_destroy(w);
}

// x -> 2 - x, then a quarter turn about z through (1, 0, 0): (x, y) -> (1 - y, x - 1)
static void test_places(void **state) {
    (void)state;
    scree_world *w =
        world_with("  w: {rectangle: {corner: [3, 4, 5], first: [1, 0, 0], second: [0, 1, 0]}, material: m,\n"
                   "      mirror: {point: [1, 0, 0], normal: [1, 0, 0]},\n"
                   "      rotate: {axis: [0, 0, 1], angle: 90 deg, point: [1, 0, 0]}}\n",
                   NULL, 0);
    const scree_mesh *m = w->wall.data[0].mesh;
    expect_vec_near(m->min, vec3(-4, -3, 5), 1e-14, "lower corner");
    expect_vec_near(m->max, vec3(-3, -2, 5), 1e-14, "upper corner");
    scree_world_destroy(w);
}

// A mesh file is placed as a shape is.
static void test_file_is_placed(void **state) {
    (void)state;
    const scree_vec3 corner[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    write_mesh("corner.stl", corner, 1);
    scree_world *w = world_with(
        "  w: {mesh: corner.stl, material: m, rotate: {axis: [0, 0, 1], angle: 180 deg}}\n", NULL, 0);
    expect_vec_near(w->wall.data[0].mesh->min, vec3(-1, -1, 0), 1e-15, "lower corner");
    assert_true(w->wall.data[0].mesh->normal.data[0].z > 0.99);
    scree_world_destroy(w);
}

// Elastic balls without friction in closed vessels: their energy is that of the start to the order of the integrator, also where shell and
// lid meet.
static void test_closed_vessels_keep_energy(void **state) {
    (void)state;
    const char *const vessel[] = {
        "  v: {cylinder: {point: [0, 0, 0], axis: [0, 0, 1], radius: 3 cm, length: "
        "6 cm, lids: both}, material: m}\n",
        "  v: {cone: {point: [0, 0, 0], axis: [0, 0, 1], length: 6 cm, radius: 3 "
        "cm, end_radius: 2 cm, lids: both}, material: m}\n",
        "  v: {box: {min: [-3 cm, -3 cm, 0], max: [3 cm, 3 cm, 6 cm]}, material: "
        "m, rotate: {axis: [0, 0, 1], angle: 30 deg}}\n",
        "  v: {loft: {sections: [{corners: [[-3 cm, -3 cm, 0], [3 cm, -3 cm, 0], [3 "
        "cm, 3 cm, 0], [-3 cm, 3 cm, 0]]}, {circle: {point: [0, 0, 6 cm], axis: [0, "
        "0, 1], radius: 3 cm}}], lids: both, segments: 32}, material: m}\n"};
    const scree_particle q[3] = {
        ball(1, 5e-3, vec3(0.001, 0.002, 0.03), vec3(1.1, 0.4, 0.9), vec3(0, 0, 0)),
        ball(2, 4e-3, vec3(-0.012, 0.002, 0.02), vec3(0.3, -1.2, 1.4), vec3(0, 0, 0)),
        ball(3, 3e-3, vec3(0.002, -0.013, 0.01), vec3(0.2, 0.5, -1.6), vec3(0, 0, 0))};
    for (size_t k = 0; k < sizeof vessel / sizeof *vessel; k++) {
        scree_world *w = world_with(vessel[k], q, 3);
        const double start = energy_of_world(w);
        advance(w, 60000);
        const scree_totals t = scree_world_totals(w);
        assert_int_equal(t.particles, 3);
        expect_near(energy_of_world(w), start, 1e-4 * start, vessel[k]);
        for (uint64_t id = 1; id <= 3; id++) {
            const scree_vec3 x = place_of(w, id);
            assert_true(fabs(x.x) < 0.03 && fabs(x.y) < 0.03 && x.z > 0.0 && x.z < 0.06);
        }
        scree_world_destroy(w);
    }
}

static void test_lids_move_with_their_cylinder(void **state) {
    (void)state;
    scree_world *w = world_with(
        "  drum: {cylinder: {point: [0, 0, 0], axis: [0, 1, 0], radius: 3 cm, length: 6 cm, lids: end},\n"
        "         material: m, motion: {translate: [0, 0, 1 m/s]}}\n",
        NULL, 0);
    assert_int_equal(w->wall.n, 2);
    assert_string_equal(w->wall.data[1].def->name, "drum.end");
    advance(w, 100);
    const scree_vec3 end = scree_wall_to_lab(&w->wall.data[1], w->wall.data[1].def->point);
    expect_vec_near(end, vec3(0, 0.06, 100 * w->dt), 1e-15, "centre of the lid");
    scree_world_destroy(w);
}

#define SQUARE "{corners: [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]}"

static void test_mistakes(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {"box: {min: [0, 0, 0], max: [1, 0, 1]}",
         "walls.w.box: on axis y max is 0 m and min is 0 m; accepted: max above min"},
        {"box: {min: [0, 0, 0], max: [1, 1, 1], open: [top]}",
         "walls.w.box.open: \"top\" does not fit; accepted: a list of some of x-, x+, y-, y+, z-, z+"},
        {"box: {min: [0, 0, 0], max: [1, 1, 1], open: [x-, x+, y-, y+, z-, z+]}",
         "walls.w.box: all faces are left out"},
        {"rectangle: {corner: [0, 0, 0], first: [1, 0, 0], second: [2, 0, 0]}",
         "walls.w.rectangle: 'first' and 'second' have no area between them"},
        {"disc: {point: [0, 0, 0], normal: [0, 0, 1], radius: 1, hole: 1}",
         "walls.w.disc: the hole is not smaller than the disc"},
        {"disc: {point: [0, 0, 0], normal: [0, 0, 1], radius: 1, segments: 2}",
         "walls.w.disc.segments: \"2\" is out of range"},
        {"cone: {point: [0, 0, 0], axis: [0, 0, 1], length: 1, radius: 0, end_radius: 0}",
         "walls.w.cone: both radii are 0"},
        {"helix: {point: [0, 0, 0], axis: [0, 0, 1], length: 1, radius: 1, inner_radius: 0.1, pitch: 1, "
         "segments: 5000}",
         "walls.w.helix: the blade has more than a million pieces"},
        {"paddle: {point: [0, 0, 0], axis: [0, 0, 1], arm: [0, 0, 2], inner_radius: 0, radius: 1, width: 1}",
         "walls.w.paddle: the arm is along the axis"},
        {"paddle: {point: [0, 0, 0], axis: [0, 0, 1], arm: [1, 0, 2], inner_radius: 1, radius: 1, width: 1}",
         "walls.w.paddle: the inner radius is not smaller"},
        {"loft: {sections: [" SQUARE
         ", {circle: {point: [0, 0, 1], axis: [0, 0, 1], radius: 1, cylinder: [1, 0, "
         "0]}}]}",
         "the plane cuts the cylinder along its axis"},
        {"loft: {sections: [" SQUARE "]}", "walls.w.loft: one outline has nothing to be joined to"},
        {"loft: {sections: [" SQUARE ", {corners: [[0, 0, 1], [1, 0, 1], [0, 1, 1]]}]}",
         "walls.w.loft: the polygons have different numbers of corners"},
        {"loft: {sections: [" SQUARE ", {corners: [[0.5, 0, 1], [0.5, 0, 2], [0.5, 1, 2], [0.5, 1, 1]]}]}",
         "walls.w.loft: an outline has no area across the way"},
        {"loft: {sections: [" SQUARE
         ", {circle: {point: [0, 0, 1], axis: [0, 0, 1], radius: 1}}], closed: false}",
         "walls.w.loft: a circle is closed"},
        {"loft: {sections: [{corners: [[0, 0, 0], [1, 0, 0]]}, {corners: [[0, 0, 1], [1, 0, 1]]}]}",
         "walls.w.loft: a closed outline has fewer than three corners"},
        {"loft: {sections: [{corners: [[0, 0, 0], [1, 0, 0]]}, {corners: [[0, 0, 1], [1, 0, 1]]}], closed: "
         "false, "
         "lids: both}",
         "walls.w.loft: lids need closed outlines"},
        {"extrude: {line: [[0, 0, 0]], along: [1, 0, 0]}",
         "walls.w.extrude.line: a list of 1 value does not fit"},
        {"extrude: {line: [[0, 0, 0], [1, 0]], along: [1, 0, 0]}",
         "walls.w.extrude.line[1]: a list of 2 values does not fit"},
        {"extrude: {line: [[0, 0, 0], [1, 0, 0]], along: [1, 0, 0]}",
         "walls.w.extrude: from point 0 to point 1 the line has no length across 'along'"},
        {"cylinder: {point: [0, 0, 0], axis: [0, 0, 1], radius: 1, lids: both}",
         "walls.w: lids need a cylinder with a length"},
        {"plane: {point: [0, 0, 0], normal: [0, 0, 1]}, rotate: {axis: [0, 0, 1], angle: 1}",
         "walls.w: 'rotate' has no meaning here; accepted: together with 'mesh', 'box', 'rectangle', 'disc', "
         "'cone', 'extrude', 'helix', 'torus', 'screen', 'loft', "
         "'paddle' only"},
        {"box: {min: [0, 0, 0], max: [1, 1, 1]}, rotate: {axis: [0, 0, 0], angle: 1}",
         "walls.w.rotate.axis: a list of 3 values is without"},
    };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        char *text = scree_format("%swalls: {w: {%s, material: m}}\n", HEAD, bad[k][0]);
        expect_case_refused(text, bad[k][1]);
        scree_free(text);
    }
    expect_case_refused(
        HEAD
        "walls:\n"
        "  a: {cylinder: {point: [0, 0, 0], axis: [0, 0, 1], radius: 1, length: 1, lids: end}, material: m}\n"
        "  a.end: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}\n",
        "walls: a.end is the name of a lid; accepted: another name");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_measures),
        cmocka_unit_test(test_helix),
        cmocka_unit_test(test_torus),
        cmocka_unit_test(test_screen),
        cmocka_unit_test(test_transition),
        cmocka_unit_test(test_paddle),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_file_is_placed),
        cmocka_unit_test(test_closed_vessels_keep_energy),
        cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_lids_move_with_their_cylinder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
