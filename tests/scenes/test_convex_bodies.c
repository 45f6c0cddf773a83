// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// Convex bodies against closed forms: one with equal axes is the sphere, impacts as rigid bodies, an ellipsoid that rocks, energy and momentum in collisions,
// mirrored pairs; what they cannot be used with is refused.
#include "access/convex_body.h"
#include "clumps/body.h"
#include "maths/math.h"
#include "world_of_text.h"

static scree_world *world_of(char *text) {
    return world_of_text(text, NULL, 0);
}

#define STIFF(young, restitution, friction)                                                                  \
    "materials: {m: {density: 2500, young: " young ", poisson: 0.3, restitution: " restitution               \
    ", friction: " friction "}}\n"

// Falls obliquely with spin on a rough plane and against another one, bounces and rolls.
static void equal_axes_are_the_sphere(void **state) {
    (void)state;
    scree_world *w[2];
    for (int k = 0; k < 2; k++) {
        w[k] = world_of(
            scree_format("time: {end: 1, dt: 10 us, velocity_scale: 1}\ngravity: [0.5, 0, -9.81]\n" STIFF(
                             "5 MPa", "0.6",
                             "0.4") "%s"
                                    "walls: {w: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}, "
                                    "c: {cylinder: {point: [0, 0, 0], axis: [0, 0, 1], radius: 5 cm, side: "
                                    "inside}, material: m}}\n"
                                    "particles: [{positions: [[0, 0, 8 mm], [2 cm, 3 mm, 9 mm]], diameter: "
                                    "10 mm, material: m, velocity: [0.3, 0.1, -0.2], spin: [10, 20, "
                                    "-30]%s}]\n",
                         k ? "shapes: {one: {ellipsoid: [7 mm, 7 mm, 7 mm]}}\n" : "",
                         k ? ", shape: one, orientation: {axis: [1, 2, 3], angle: 40 deg}" : ""));
    }
    for (int step = 0; step < 20; step++) {
        advance(w[0], 1000);
        advance(w[1], 1000);
        for (uint64_t id = 1; id <= 2; id++) {
            expect_vec_near(place_of(w[1], id), place_of(w[0], id), 1e-9, "place");
            expect_vec_near(velocity_of(w[1], id), velocity_of(w[0], id), 1e-7, "velocity");
            expect_vec_near(spin_of(w[1], id), spin_of(w[0], id), 1e-5, "spin");
        }
    }
    const scree_totals a = scree_world_totals(w[0]), b = scree_world_totals(w[1]);
    assert_true(w[0]->contacts >= 2);
    expect_near(b.mass, a.mass, 1e-14 * a.mass, "mass");
    scree_world_destroy(w[0]);
    scree_world_destroy(w[1]);
}

// An ellipsoid hits a smooth plane with its axis inclined: as a rigid body it gets the impulse (1 + e) v / (1/M + (r x n)^2 / I).
static void impact_on_a_plane(void **state) {
    (void)state;
    static const double angle[] = {0.0, 20.0, 45.0, 70.0, 90.0};
    static const char *const restitution[] = {"1", "0.5"};
    const double a = 0.02, c = 0.01, v = 0.1;
    double worst = 0.0;
    for (size_t k = 0; k < 5; k++) {
        for (size_t e = 0; e < 2; e++) {
            const double theta = angle[k] * SCREE_PI / 180.0, s = sin(theta), t = cos(theta),
                         height = sqrt(a * a * s * s + c * c * t * t); // of the centre as it touches
            scree_world *w = world_of(scree_format(
                "time: {end: 10, dt: 0.2 us, velocity_scale: 0.1}\ngravity: [0, 0, 0]\n"
                "materials: {m: {density: 2500, young: 1e9, poisson: 0.3, restitution: %s, friction: 0}}\n"
                "shapes: {d: {ellipsoid: [%g, 0.015, %g]}}\nwalls: {w: {plane: {point: [0, 0, 0], normal: "
                "[0, 0, 1]}, material: m}}\n"
                "particles: [{positions: [[0, 0, %.17g]], shape: d, material: m, velocity: [0, 0, -0.1], "
                "orientation: {axis: [0, 1, 0], angle: %.17g}}]\n",
                restitution[e], a, c, height + 1e-5, theta));
            bool touched = false;
            for (int step = 0; step < 100000 && !(touched && w->contacts == 0); step++) {
                advance(w, 1);
                touched |= w->contacts > 0;
            }
            assert_true(touched && w->contacts == 0);
            const double lever = (c * c - a * a) * s * t / height,
                         inertia = (a * a + c * c) / 5.0, // over the mass
                impulse = (1.0 + (e ? 0.5 : 1.0)) * v / (1.0 + lever * lever / inertia);
            const double up = w->p.body_velocity[0].z, turn = fabs(spin_of(w, 1).y),
                         slide = vec_norm(vec3(w->p.body_velocity[0].x, w->p.body_velocity[0].y, 0.0));
            worst = fmax(worst, fmax(fabs(up - (impulse - v)) / v,
                                     fabs(turn - impulse * fabs(lever) / inertia) * a / v));
            expect_near(up, impulse - v, 2e-3 * v, "velocity");
            expect_near(turn, impulse * fabs(lever) / inertia, 3e-3 * v / a, "spin");
            expect_near(slide, 0.0, 1e-12, "velocity along the plane");
            scree_world_destroy(w);
        }
    }
    print_message("off by %.2g at most\n", worst);
}

// An ellipsoid of half axes 2, 1, 1 m rocks on a plane about its rest: T = 2 pi sqrt(I / (m g (R - c))) without friction, with I + m c^2 as it rolls;
// R = a^2 / c is the radius of curvature.
static void rocking(void **state) {
    (void)state;
    static const double expected[2] = {1.158204, 1.637948};
    for (int rolls = 0; rolls < 2; rolls++) {
        scree_world *w = world_of(scree_format(
            "time: {end: 10, dt: 50 us, velocity_scale: 0.1}\ngravity: [0, 0, -9.81]\n"
            "materials: {m: {density: 1000, young: 50 GPa, poisson: 0.3, restitution: 0.3, friction: %s}}\n"
            "shapes: {d: {ellipsoid: [2, 1, 1]}}\nwalls: {w: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, "
            "material: m}}\n"
            "particles: [{positions: [[0, 0, %.17g]], shape: d, material: m, orientation: {axis: [0, 1, 0], "
            "angle: 1e-3}}]\n",
            rolls ? "10" : "0", 1.0 - 1.7e-4));
        double crossing[2] = {0.0, 0.0}, before = -1.0;
        int found = 0;
        for (int step = 0; step < 100000 && found < 2; step++) {
            advance(w, 1);
            const double now = spin_of(w, 1).y;
            if (before > 0.0 && now <= 0.0 && step > 20) {
                crossing[found++] = scree_world_time(w) - w->dt * now / (now - before);
            }
            before = now;
        }
        assert_int_equal(found, 2);
        print_message("period %.6f s, %.6f in closed form\n", crossing[1] - crossing[0], expected[rolls]);
        expect_near(crossing[1] - crossing[0], expected[rolls], 2e-3 * expected[rolls], "period");
        scree_world_destroy(w);
    }
}

static scree_vec3 momentum_of(const scree_world *w) {
    scree_vec3 l = vec3(0.0, 0.0, 0.0);
    for (size_t i = 0; i < w->p.n; i++) {
        l = vec_add_scaled(l, w->p.motion[i].v.m, w->p.body_velocity[i]);
    }
    return l;
}

static scree_vec3 angular_momentum_of(const scree_world *w) {
    scree_vec3 l = vec3(0.0, 0.0, 0.0);
    for (size_t i = 0; i < w->p.n; i++) {
        l = vec_add(l,
                    vec_add(w->p.momentum[i],
                            vec_scale(w->p.motion[i].v.m, vec_cross(w->p.centre[i], w->p.body_velocity[i]))));
    }
    return l;
}

// Two bodies that hit obliquely with spin and friction: momentum and angular momentum stay to rounding, and what is missing in the balance of energies falls
// with the square of the step.
static void collisions(void **state) {
    (void)state;
    static const char *const shapes[] = {"ellipsoid: [9 mm, 6 mm, 4 mm]",
                                         "superellipsoid: {half_axes: [7 mm, 6 mm, 5 mm], exponent: 3}",
                                         "superellipsoid: {half_axes: [7 mm, 6 mm, 5 mm], exponent: 5}"};
    for (int smooth = 0; smooth < 2; smooth++) {
        for (size_t k = 0; k < 3; k++) {
            double off[2];
            for (int half = 0; half < 2; half++) {
                scree_world *w = world_of(
                    scree_format("time: {end: 10, dt: %g us, velocity_scale: 1}\ngravity: [0, 0, 0]\n"
                                 "materials: {m: {density: 2500, young: 20 MPa, poisson: 0.3, restitution: "
                                 "%s, friction: %s}}\n"
                                 "shapes: {a: {ellipsoid: [8 mm, 5 mm, 5 mm]}, b: {%s}}\n"
                                 "particles: [{positions: [[0, 0, 0]], shape: a, material: m, velocity: "
                                 "[0.5, 0, 0], spin: [30, 20, -50], orientation: {axis: [1, 2, 3], "
                                 "angle: 40 deg}}, {positions: [[16 mm, 2 mm, 1 mm]], shape: b, material: m, "
                                 "velocity: [-0.5, 0.1, 0], spin: [-30, 10, 20], orientation: "
                                 "{axis: [3, 1, 1], angle: 70 deg}}]\n",
                                 half ? 1.0 : 2.0, smooth ? "1" : "0.7", smooth ? "0" : "0.3", shapes[k]));
                const scree_vec3 p = momentum_of(w), l = angular_momentum_of(w);
                const double start = scree_world_totals(w).balance, energy = scree_world_totals(w).kinetic;
                bool touched = false;
                double most = 0.0;
                for (int step = 0; step < 20000 && !(touched && w->contacts == 0); step++) {
                    advance(w, 1);
                    touched |= w->contacts > 0;
                    most = fmax(most, fabs(scree_world_totals(w).balance - start));
                }
                assert_true(touched && w->contacts == 0);
                expect_vec_near(momentum_of(w), p, 1e-14 * 5e-3, "momentum");
                expect_vec_near(angular_momentum_of(w), l, 1e-12 * vec_norm(l), "angular momentum");
                off[half] = most / energy;
                scree_world_destroy(w);
            }
            print_message("ledger off by %.2g and %.2g of the kinetic energy\n", off[0], off[1]);
            assert_true(off[1] < 2e-3 && off[0] / off[1] > 3.0);
        }
    }
}

// Two pairs that are mirror images of each other about x = 0 move as mirror images, bit for bit.
static void mirrored(void **state) {
    (void)state;
    scree_world *w =
        world_of(scree_format("time: {end: 10, dt: 2 us, velocity_scale: 1}\ngravity: [0, 0, 0]\n" STIFF(
            "20 MPa", "0.7",
            "0.3") "shapes: {b: {superellipsoid: {half_axes: [7 mm, 6 mm, 5 mm], exponent: 3}}}\n"
                   "particles: [{positions: [[0, 0, 0], [11 mm, 2 mm, 0]], shape: b, material: m}]\n"));
    for (size_t i = 0; i < 2; i++) {
        scree_body_move(w, index_of_id(w, i + 1), vec3(i ? -0.3 : 0.3, i ? -0.02 : 0.02, 0.0),
                        vec3(0.0, 0.0, 0.0));
    }
    advance(w, 3000);
    const scree_vec3 u = velocity_of(w, 1), v = velocity_of(w, 2), s = spin_of(w, 1), t = spin_of(w, 2);
    assert_true(w->p.momentum[0].z != 0.0 && u.x < 0.0);
    assert_true(u.x == -v.x && u.y == -v.y && u.z == -v.z); // a turn by half about z brings one to the other
    assert_true(s.x == t.x && s.y == t.y && s.z == t.z);
    scree_world_destroy(w);
}

#define PAIR                                                                                                 \
    "materials: {m: {density: 2500, young: 20 MPa, poisson: 0.3, restitution: 0.7, friction: 0.3}}\ntime: "  \
    "{end: 1}\n"
#define PUT "particles: [{positions: [[0, 0, 0]], shape: b, material: m}]\n"

// Discs of half axes 8, 8, 1 mm, whose spheres of the same volume have the radius 4 mm, lie on each other and on a plane, beside two spheres that overlap by 0.06 of
// their radius: overlaps are measured against 1 mm, whatever else is in the same chunk of pairs. `deep` mm is the overlap of the discs.
static scree_world *discs(double deep) {
    return world_of(scree_format(
        "time: {end: 1, dt: 1 us, velocity_scale: 0.1}\ngravity: [0, 0, 0]\n" STIFF(
            "1 GPa", "0.5",
            "0") "shapes: {disc: {ellipsoid: [8 mm, 8 mm, 1 mm]}, grain: {ellipsoid: [3 mm, 3 mm, 3 mm]}}\n"
                 "walls: {w: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}\n"
                 "particles:\n  - {shape: disc, material: m, positions: [[0, 0, 0.9 mm], [0, 0, %.17g mm]]}\n"
                 "  - {material: m, diameter: 10 mm, positions: [[4 cm, 0, 2 cm], [4.97 cm, 0, 2 cm]]}\n"
                 "  - {shape: grain, material: m, positions: [[-4 cm, 0, 2 cm], [-4 cm, 0, 2.57 cm]]}\n",
        2.9 - deep));
}

static void alarms_see_the_smallest_half_axis(void **state) {
    (void)state;
    static const double deep[] = {0.05, 0.15, 0.5, 1.1};
    for (int k = 0; k < 4; k++) {
        scree_world *w = discs(deep[k]);
        scree_report *r = scree_report_create();
        const scree_status status = scree_world_step(w, r);
        const double expected = fmax(deep[k], 0.1); // with the plane, or of the discs
        expect_near(w->deepest.ratio, expected, 1e-3 * expected, "deepest");
        assert_int_equal(w->deepest.wall, k == 0 ? 0 : -1);
        assert_int_equal(w->deepest.a, 1);
        expect_near(scree_world_totals(w).max_overlap, expected, 0.1 * expected, "in the series");
        assert_int_equal(status, k == 3 ? SCREE_BAD_NUMBERS : SCREE_OK);
        assert_int_equal(w->alarms.large_steps > 0, k >= 2);
        if (k == 3) {
            const size_t last = scree_report_size(r) - 1;
            assert_non_null(
                strstr(scree_report_text(r, last),
                       "overlaps particle 2 by 0.001098 m, 1.1 of the smaller radius or smallest half axis"));
        }
        scree_report_destroy(r);
        scree_world_destroy(w);
    }
}

static void what_cannot_be_is_refused(void **state) {
    (void)state;
    expect_case_refused(PAIR PUT "shapes: {b: {ellipsoid: [1 mm, 0, 1 mm]}}\n",
                        "accepted: three lengths above 0");
    expect_case_refused(PAIR PUT "shapes: {b: {ellipsoid: [1 mm, 30 mm, 1 mm]}}\n",
                        "accepted: up to 20 times, or a clump");
    expect_case_refused(PAIR PUT
                        "shapes: {b: {superellipsoid: {half_axes: [1 mm, 1 mm, 1 mm], exponent: 2.5}}}\n",
                        "exponent = 2.5; accepted: 2, 3, 4 or 5");
    expect_case_refused(PAIR PUT
                        "shapes: {b: {superellipsoid: {half_axes: [1 mm, 1 mm, 1 mm], exponent: 9}}}\n",
                        "exponent = 9; accepted: 2, 3, 4 or 5");
    expect_case_refused(PAIR PUT "shapes: {b: {ellipsoid: [1 mm, 1 mm, 1 mm], bonded: true}}\n",
                        "'bonded' is of spheres");
    expect_case_refused(
        PAIR PUT "shapes: {b: {ellipsoid: [1 mm, 1 mm, 1 mm], members: [{at: [0, 0, 0], radius: 1 mm}]}}\n",
        "given twice");
    expect_case_refused(PAIR PUT "shapes: {b: {ellipsoid: [1 mm, 1 mm, 1 mm]}}\ncontacts: [{between: any, "
                                 "bond: parallel, bond_young: 1 MPa}]\n",
                        "a law that makes bonds");
    expect_case_refused(PAIR
                        "shapes: {b: {ellipsoid: [1 mm, 1 mm, 1 mm]}}\nwalls: {hull: {material: m, cone: "
                        "{point: [0, 0, 0], axis: [0, 0, 1], radius: 4 mm, end_radius: 8 mm, length: "
                        "12 mm, lids: both}}}\ninsertion: [{shape: b, material: m, fill: dense, "
                        "region: {mesh: hull}}]\n",
                        "a dense fill of a mesh");
    expect_case_refused(PAIR PUT
                        "shapes: {b: {ellipsoid: [1 mm, 1 mm, 1 mm]}}\nwalls: {w: {rectangle: "
                        "{corner: [0, 0, -1], first: [1, 0, 0], second: [0, 1, 0]}, material: m}}\n"
                        "contacts: [{between: any, normal: {law: hooke_hysteresis, "
                        "elastic_stiffness: 2 kN/m, max_stiffness_ratio: 2, "
                        "adhesion_stiffness_ratio: 0.5, plasticity_depth: 0.1, pull_off_force: -0.3}}]\n",
                        "not known of convex bodies beside other walls than planes");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_axes_are_the_sphere),
        cmocka_unit_test(impact_on_a_plane),
        cmocka_unit_test(rocking),
        cmocka_unit_test(collisions),
        cmocka_unit_test(mirrored),
        cmocka_unit_test(alarms_see_the_smallest_half_axis),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
