// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// Convex bodies at walls of triangles: a plane cut into strips is a plane; bodies that tumble among edges and vertices keep their energy, and what is missing falls with
// the square of the step (with sanitizers only the longer step); bodies rest on borders, keep momentum with a free wall, and the work of a blade is what they get.
#include "access/convex_body.h"
#include "clumps/body.h"
#include "effort.h"
#include "maths/math.h"
#include "world_of_text.h"

static scree_world *world_of(char *text) {
    return world_of_text(text, NULL, 0);
}

// An ellipsoid and a superellipsoid (with sanitizers this alone) are thrown onto a floor and roll with friction: a plane, and strips of a plane, many of them under each body.
static void cut_plane_is_a_plane(void **state) {
    (void)state;
    static const char *const shapes[] = {"ellipsoid: [9 mm, 6 mm, 4 mm]",
                                         "superellipsoid: {half_axes: [7 mm, 6 mm, 5 mm], exponent: 3}"};
    for (int k = effort(0, 0, 1); k < 2; k++) {
        scree_world *w[2];
        for (int cut = 0; cut < 2; cut++) {
            char *line = scree_format("[-0.1, -0.1, 0]");
            for (int i = 1; cut && i <= 100; i++) {
                char *longer = scree_format("%s, [%.17g, -0.1, 0]", line, -0.1 + 0.002 * i);
                scree_free(line);
                line = longer;
            }
            char *strips = scree_format("extrude: {line: [%s], along: [0, 0.2, 0]}", line);
            w[cut] = world_of(scree_format(
                "time: {end: 1, dt: 5 us, velocity_scale: 1}\ngravity: [0, 0, -9.81]\n"
                "materials: {m: {density: 2500, young: 20 MPa, poisson: 0.3, restitution: 0.5, friction: "
                "0.4}}\nshapes: {b: {%s}}\nwalls: {w: {%s, material: m}}\n"
                "particles: [{positions: [[-0.02, 0.001, 12 mm]], shape: b, material: m, velocity: [0.3, "
                "0.05, -0.2], spin: [20, 30, -10], orientation: {axis: [1, 2, 3], angle: 40 deg}}]\n",
                shapes[k], cut ? strips : "plane: {point: [0, 0, 0], normal: [0, 0, 1]}"));
            scree_free(line);
            scree_free(strips);
        }
        double off = 0.0;
        size_t contacts = 0;
        for (int step = 0; step < 2000; step++) {
            advance(w[0], 20);
            advance(w[1], 20);
            assert_int_equal(w[0]->contacts, w[1]->contacts);
            contacts += w[0]->contacts;
            off = fmax(off, vec_norm(vec_sub(place_of(w[0], 1), place_of(w[1], 1))));
        }
        print_message("%zu contacts seen, paths apart by %.2g m\n", contacts, off);
        assert_true(contacts > 50 && off < 1e-11);
        scree_world_destroy(w[0]);
        scree_world_destroy(w[1]);
    }
}

#define ELASTIC                                                                                              \
    "gravity: [0.7, 0.3, -9.81]\n"                                                                           \
    "materials: {m: {density: 2500, young: 20 MPa, poisson: 0.3, restitution: 1, friction: 0}}\n"

// Elastic bodies without friction tumble among walls for a while, with two time steps; with sanitizers the last one alone.
static void expect_energy_kept(const char *walls, const char *place, double time) {
    static const char *const shapes[] = {"ellipsoid: [9 mm, 6 mm, 4 mm]", "ellipsoid: [12 mm, 4 mm, 4 mm]",
                                         "superellipsoid: {half_axes: [7 mm, 6 mm, 5 mm], exponent: 3}"};
    for (int k = effort(0, 0, 2); k < 3; k++) {
        double off[2] = {0.0, 0.0};
        uint64_t touched = 0;
        for (int half = 0; half < effort(2, 2, 1); half++) {
            const double dt = half ? 1e-6 : 2e-6;
            scree_world *w = world_of(scree_format(
                "time: {end: 10, dt: %g, velocity_scale: 2}\n" ELASTIC "shapes: {b: {%s}}\nwalls: {%s}\n"
                "particles: [{positions: [%s], shape: b, material: m, velocity: [0.3, -0.2, 0.1], spin: [50, "
                "80, -40], orientation: {axis: [1, 2, 3], angle: 40 deg}}]\n",
                dt, shapes[k], walls, place));
            const double start = scree_world_totals(w).balance, mass = w->p.motion[0].v.m,
                         energy = mass * 9.81 * 0.04;
            double most = 0.0;
            for (double t = 0.0; t < time; t += 10.0 * dt) {
                advance(w, 10);
                touched += w->contacts > 0;
                most = fmax(most, fabs(scree_world_totals(w).balance - start));
            }
            assert_int_equal(w->alarms.unfinished, 0);
            off[half] = most / energy;
            scree_world_destroy(w);
        }
        print_message("%llu looks with contacts, balance off by %.2g and %.2g of the energy\n",
                      (unsigned long long)touched, off[0], off[1]);
        assert_true(touched > 300 && off[0] < 1e-4 && off[0] / off[1] > 2.0);
    }
}

static void tumbling_on_meshes(void **state) {
    (void)state;
    expect_energy_kept(
        "box: {box: {min: [0, 0, 0], max: [5 cm, 4 cm, 6 cm]}, material: m}, "
        "wedge: {extrude: {line: [[1 mm, -1 cm, -1 mm], [12 mm, -1 cm, 14 mm], [23 mm, -1 cm, "
        "-1 mm]], along: [0, 6 cm, 0]}, material: m}, "
        "pyramid: {cone: {point: [38 mm, 2 cm, -1 mm], axis: [0, 0, 1], length: 15 mm, radius: "
        "1 cm, end_radius: 0, segments: 3}, material: m}",
        "[25 mm, 2 cm, 4 cm]", 0.3);
}

static void tumbling_on_round_walls(void **state) {
    (void)state;
    expect_energy_kept(
        "hollow: {sphere: {point: [0, 0, 0], radius: 4 cm}, material: m}, "
        "tube: {cylinder: {point: [1 cm, 0, -4 cm], axis: [0, 0, 1], length: 15 mm, radius: 8 "
        "mm, side: outside}, material: m}, "
        "ball: {sphere: {point: [-15 mm, 2 mm, -25 mm], radius: 1 cm, side: outside}, material: "
        "m}",
        "[0, 0, 0]", 0.3);
}

// A long body bridges the mouth of a narrow box without a lid, and comes to rest on two of its borders.
static void rest_on_borders(void **state) {
    (void)state;
    scree_world *w = world_of(scree_format(
        "time: {end: 10, dt: 5 us, velocity_scale: 1}\ngravity: [0, 0, -9.81]\n"
        "materials: {m: {density: 2500, young: 20 MPa, poisson: 0.3, restitution: 0.3, friction: 0.5}}\n"
        "shapes: {b: {ellipsoid: [12 mm, 5 mm, 4 mm]}}\n"
        "walls: {w: {box: {min: [-6 mm, -2 cm, -2 cm], max: [6 mm, 2 cm, 0], open: [z+]}, material: m}}\n"
        "particles: [{positions: [[0.5 mm, 0, 4.2 mm]], shape: b, material: m}]\n"));
    advance(w, 100000);
    const double height = place_of(w, 1).z, along = 6.0 / 12.0;
    print_message("rests at %.6f mm\n", 1e3 * height);
    assert_int_equal(w->contacts, 2);
    assert_true(vec_norm(velocity_of(w, 1)) < 1e-4);
    // the section of the ellipsoid at x = 6 mm from its middle is half as high as sqrt(1 - 1/4) of its half axis
    expect_near(height, 4e-3 * sqrt(1.0 - along * along), 3e-5, "height");
    scree_world_destroy(w);
}

// Of the body and the wall, and the same about the origin.
static scree_vec3 momentum_of(const scree_world *w, scree_vec3 *angular) {
    const scree_wall *wall = &w->wall.data[0];
    const double *rate = wall->now.drive.rate;
    const scree_vec3 centre = scree_wall_to_lab(wall, wall->drive.centre),
                     p = vec_scale(w->p.motion[0].v.m, w->p.body_velocity[0]),
                     q = vec3(rate[0], rate[1], rate[2]);
    *angular = vec_add(vec_add(w->p.momentum[0], wall->now.drive.momentum),
                       vec_add(vec_cross(w->p.centre[0], p), vec_cross(centre, q)));
    return vec_add(p, q);
}

// A body hits a free block at its edge: what one loses, the other gets.
static void free_wall(void **state) {
    (void)state;
    scree_world *w = world_of(scree_format(
        "time: {end: 10, dt: 1 us, velocity_scale: 1}\ngravity: [0, 0, 0]\n"
        "materials: {m: {density: 2500, young: 20 MPa, poisson: 0.3, restitution: 0.8, friction: 0.3}}\n"
        "shapes: {b: {ellipsoid: [9 mm, 6 mm, 4 mm]}}\n"
        "walls: {w: {box: {min: [0, 0, 0], max: [2 cm, 1.5 cm, 1 cm]}, material: m, free: {}}}\n"
        "particles: [{positions: [[21 mm, 7 mm, 15 mm]], shape: b, material: m, velocity: [-0.05, 0.1, "
        "-0.5], spin: [10, 20, -30], orientation: {axis: [1, 2, 3], angle: 40 deg}}]\n"));
    scree_vec3 l, after;
    const scree_vec3 p = momentum_of(w, &l);
    const double start = scree_world_totals(w).balance, energy = scree_world_totals(w).kinetic;
    bool touched = false;
    for (int step = 0; step < 40000 && !(touched && w->contacts == 0); step++) {
        advance(w, 1);
        touched |= w->contacts > 0;
    }
    assert_true(touched && w->contacts == 0);
    expect_vec_near(momentum_of(w, &after), p, 1e-12 * vec_norm(p), "momentum");
    expect_vec_near(after, l, 1e-11 * vec_norm(l), "angular momentum");
    assert_true(vec_norm(w->wall.data[0].now.spin) > 0.1);
    const double off = fabs(scree_world_totals(w).balance - start) / energy;
    print_message("balance off by %.2g of the energy\n", off);
    assert_true(off < 1e-4);
    scree_world_destroy(w);
}

// A blade turns in a box and throws bodies about: the balance with its work closes.
static void blade(void **state) {
    (void)state;
    double off[2] = {0.0, 0.0};
    for (int half = 0; half < effort(2, 2, 1); half++) {
        scree_world *w = world_of(scree_format(
            "time: {end: 10, dt: %g us, velocity_scale: 2}\ngravity: [0, 0, -9.81]\n"
            "materials: {m: {density: 2500, young: 20 MPa, poisson: 0.3, restitution: 0.6, friction: 0.4}}\n"
            "shapes: {b: {ellipsoid: [9 mm, 6 mm, 4 mm]}}\n"
            "walls: {box: {box: {min: [-4 cm, -2 cm, -4 cm], max: [4 cm, 2 cm, 4 cm]}, material: m}, "
            "blade: {rectangle: {corner: [-36 mm, -18 mm, -1 mm], first: [72 mm, 0, 2 mm], second: [0, 36 "
            "mm, "
            "0]}, material: m, motion: [{rotate: {axis: [0, 1, 0], point: [0, 0, 0], rate: 10}}]}}\n"
            "particles: [{positions: [[-2 cm, 0, -28 mm], [1 cm, 5 mm, -28 mm], [5 mm, -5 mm, 2 cm]], shape: "
            "b, material: m, orientation: {axis: [1, 2, 3], angle: 40 deg}}]\n",
            half ? 2.0 : 4.0));
        const double start = scree_world_totals(w).balance;
        double most = 0.0;
        for (int step = 0; step < (half ? 200000 : 100000); step += 20) {
            advance(w, 20);
            most = fmax(most, fabs(scree_world_totals(w).balance - start));
        }
        const double work = w->ledger.wall_work;
        off[half] = most / fabs(work);
        print_message("work of the blade %.3g J, balance off by %.2g of it\n", work, off[half]);
        assert_true(fabs(work) > 1e-5);
        scree_world_destroy(w);
    }
    assert_true(off[0] < 1e-2 && off[1] < off[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_plane_is_a_plane),
        cmocka_unit_test(tumbling_on_meshes),
        cmocka_unit_test(tumbling_on_round_walls),
        cmocka_unit_test(rest_on_borders),
        cmocka_unit_test(free_wall),
        cmocka_unit_test(blade),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
