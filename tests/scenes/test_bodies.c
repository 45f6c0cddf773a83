// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// Clumps against closed forms: one of one sphere is the sphere, flight and spin of a free one, dumbbells on a plane as rigid bodies, the
// restitution asked for, momentum and energy in collisions of clumps.
#include "clumps/body.h"
#include "maths/math.h"
#include "world_of_text.h"

static const scree_vec3 zero = {0, 0, 0};
static const double PI = 3.14159265358979323846;

static scree_world *world_of(char *text) {
    return world_of_text(text, NULL, 0);
}

static size_t first_of(const scree_world *w, uint64_t id) {
    return index_of_id(w, id);
}

// ---- one sphere --------------------------------------------------------------------------------------------

// Falls obliquely with spin on a rough plane, bounces and rolls, with rolling friction.
static void one_sphere_is_the_sphere(void **state) {
    (void)state;
    scree_world *w[2];
    for (int k = 0; k < 2; k++) {
        w[k] = world_of(
            scree_format("time: {end: 1, dt: 10 us, velocity_scale: 1}\ngravity: [0.5, 0, -9.81]\n"
                         "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.6, "
                         "friction: 0.4, rolling_friction: 0.02}}\n"
                         "contacts: [{between: any, normal: hertz, tangential: mindlin, rolling: epsd}]\n"
                         "shapes: {one: {members: [{at: [1 m, 2 m, 3 m], radius: 5 mm}]}}\n"
                         "walls: {w: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}\n"
                         "particles: [{positions: [[0, 0, 8 mm]], diameter: 10 mm, material: m, velocity: "
                         "[0.3, 0.1, -0.2], spin: [10, 20, -30]%s}]\n",
                         k ? ", shape: one, orientation: {axis: [1, 2, 3], angle: 40 deg}" : ""));
    }
    for (int step = 0; step < 20; step++) {
        advance(w[0], 1000);
        advance(w[1], 1000);
        expect_vec_near(place_of(w[1], 1), place_of(w[0], 1), 1e-12, "place");
        expect_vec_near(velocity_of(w[1], 1), velocity_of(w[0], 1), 1e-11, "velocity");
        expect_vec_near(spin_of(w[1], 1), spin_of(w[0], 1), 1e-9, "spin");
    }
    assert_true(w[0]->contacts == 1 && fabs(spin_of(w[0], 1).y) > 1.0);
    const scree_totals a = scree_world_totals(w[0]), b = scree_world_totals(w[1]);
    expect_near(b.kinetic, a.kinetic, 1e-12 * a.kinetic, "kinetic energy");
    expect_near(b.rotational, a.rotational, 1e-10 * a.rotational, "energy of rotation");
    expect_near(b.mass, a.mass, 1e-14 * a.mass, "mass");
    scree_world_destroy(w[0]);
    scree_world_destroy(w[1]);
}

// ---- flight ------------------------------------------------------------------------------------------------

#define MEMBERS                                                                                              \
    "{members: [{at: [0, 0, 0], radius: 5 mm}, {at: [9 mm, 0, 0], radius: 4 mm}, {at: [0, 7 mm, 1 mm], "     \
    "radius: 3 mm}]}"
#define TRIMER "shapes: {t: " MEMBERS "}\n"

// A parabola; the angular momentum keeps its bits; the attitude is that of maths/rigid.h; members keep their distances; the ledger
// is closed to the order of the integrator.
static void flight(void **state) {
    (void)state;
    double off[2];
    for (int k = 0; k < 2; k++) {
        scree_world *w = world_of(scree_format(
            "time: {end: 10, dt: %g us, velocity_scale: 1}\ngravity: [0, 0, -10]\n"
            "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.6, friction: "
            "0.4}}\n" TRIMER "particles: [{positions: [[0, 0, 0]], shape: t, material: m, velocity: [1, 0, "
            "5], spin: [100, 300, -200]}]\n",
            k ? 50.0 : 100.0));
        const size_t i = first_of(w, 1);
        const scree_vec3 l = w->p.momentum[i], moments = scree_body_moments(w, i);
        scree_quaternion q = scree_body_attitude_of(&w->p, i);
        const scree_vec3 a = vec_sub(place_of(w, 2), place_of(w, 1)),
                         b = vec_sub(place_of(w, 3), place_of(w, 1));
        const double turning = scree_world_totals(w).rotational, start = scree_world_totals(w).balance;
        double most = 0.0;
        for (int step = 0; step < 5000 * (1 + k); step++) {
            advance(w, 1);
            scree_rigid_turn(&q, moments, l, w->dt);
            most = fmax(most, fabs(scree_world_totals(w).balance - start));
        }
        off[k] = most / turning;
        const double t = scree_world_time(w);
        const scree_quaternion now = scree_body_attitude_of(&w->p, i);
        assert_true(memcmp(&q, &now, sizeof q) == 0 && memcmp(&l, &w->p.momentum[i], sizeof l) == 0);
        expect_vec_near(w->p.centre[i], vec3(t, 0, 5.0 * t - 5.0 * t * t), 1e-12, "parabola");
        expect_near(vec_norm(vec_sub(place_of(w, 2), place_of(w, 1))), vec_norm(a), 1e-15, "distance");
        expect_near(vec_norm(vec_sub(place_of(w, 3), place_of(w, 1))), vec_norm(b), 1e-15, "distance");
        // Velocities of members are those of a rigid body about the centre.
        for (uint64_t id = 1; id <= 3; id++) {
            const scree_vec3 arm = vec_sub(place_of(w, id), w->p.centre[i]);
            expect_vec_near(velocity_of(w, id),
                            vec_add(w->p.body_velocity[i], vec_cross(spin_of(w, id), arm)), 1e-12,
                            "velocity of a member");
        }
        assert_int_equal(scree_world_totals(w).particles, 1);
        scree_world_destroy(w);
    }
    print_message("ledger off by %.3g and %.3g of the energy of rotation\n", off[0], off[1]);
    assert_true(off[0] < 1e-4 && off[0] / off[1] > 3.7 && off[0] / off[1] < 4.3);
}

// ---- dumbbells on a plane ----------------------------------------------------------------------------------

#define SMOOTH "materials: {m: {density: 2500, young: %g, poisson: 0.3, restitution: %g, friction: 0}}\n"

// Two touching spheres of radius r and mass m, their axis at the angle theta to a smooth plane. A rigid body gets the impulse
// (1 + e) v / (1/2m + 5 cos^2 theta/14m) at the lower sphere; then V' = -v + J/2m, w' = J cos theta/2.8 m r.
static void dumbbell_on_a_plane(void **state) {
    (void)state;
    static const double angle[] = {20.0, 35.0, 45.0, 60.0, 75.0}, restitution[] = {1.0, 0.5};
    const double r = 0.01, v = 0.1;
    double worst = 0.0;
    for (size_t a = 0; a < 5; a++) {
        for (size_t e = 0; e < 2; e++) {
            const double theta = angle[a] * PI / 180.0, height = r + r * sin(theta) + 1e-5;
            scree_world *w = world_of(
                scree_format("time: {end: 10, dt: 0.2 us, velocity_scale: 0.1}\ngravity: [0, 0, 0]\n" SMOOTH
                             "shapes: {d: {members: [{at: [-0.01, 0, 0], radius: 0.01}, {at: [0.01, 0, 0], "
                             "radius: 0.01}]}}\n"
                             "walls: {w: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}\n"
                             "particles: [{positions: [[0, 0, %.17g]], shape: d, material: m, velocity: [0, "
                             "0, -0.1], orientation: {axis: [0, 1, 0], angle: %.17g}}]\n",
                             1e9, restitution[e], height, theta));
            bool touched = false;
            for (int step = 0; step < 100000 && !(touched && w->contacts == 0); step++) {
                advance(w, 1);
                touched |= w->contacts > 0;
            }
            assert_true(touched && w->contacts == 0);
            const double m = 0.5 * w->p.motion[0].v.m,
                         impulse = (1.0 + restitution[e]) * v / (0.5 + 5.0 * cos(theta) * cos(theta) / 14.0),
                         up = -v + 0.5 * impulse, turn = impulse * cos(theta) / 2.8 / r;
            const size_t i = first_of(w, 1);
            const double z = w->p.body_velocity[i].z, spin = fabs(spin_of(w, 1).y);
            worst = fmax(worst, fmax(fabs(z - up) / v, fabs(spin - turn) / turn));
            expect_near(z, up, 1e-3 * v, "velocity");
            expect_near(spin, turn, 2e-3 * turn, "spin");
            assert_true(m > 0.0);
            scree_world_destroy(w);
        }
    }
    print_message("off by %.2g at most\n", worst);
}

// A dimer that lies flat lands with one end or with both; the velocity of the ends, or of the whole, after the impact over that
// before. With the mass of the whole in the dashpots 0.397 and 0.366 instead of the 0.5 asked for, with that of a sphere 0.528 and 0.5,
// with the mass that moves 0.5 and 0.472.
static void restitution_of_a_dimer(void **state) {
    (void)state;
    static const char *const mass[] = {"effective", "body", "sphere"};
    static const double expected[3][2] = {{0.500, 0.472}, {0.397, 0.366}, {0.528, 0.500}};
    const double v = 0.1;
    for (size_t k = 0; k < 3; k++) {
        for (int both = 0; both < 2; both++) {
            scree_world *w = world_of(scree_format(
                "time: {end: 10, dt: 1 us, velocity_scale: 0.1}\ngravity: [0, 0, 0]\ncontact_mass: "
                "%s\n" SMOOTH
                "contacts: [{between: any, normal: hooke, tangential: none, characteristic_velocity: 0.1}]\n"
                "shapes: {d: {members: [{at: [-0.01, 0, 0], radius: 0.01}, {at: [0.01, 0, 0], radius: "
                "0.01}]}}\n"
                "walls: {w: {plane: {point: [%g, 0, 0], normal: [%g, 0, 1]}, material: m}}\n"
                "particles: [{positions: [[0, 0, 0.01001]], shape: d, material: m, velocity: [0, 0, "
                "-0.1]}]\n",
                mass[k], 1e8, 0.5, both ? 0.0 : -0.01, both ? 0.0 : 1e-2));
            bool touched = false;
            for (int step = 0; step < 100000 && !(touched && w->contacts == 0); step++) {
                advance(w, 1);
                touched |= w->contacts > 0;
            }
            const double after = both ? w->p.body_velocity[first_of(w, 1)].z : velocity_of(w, 1).z;
            print_message("%s, %s: %.4f\n", mass[k], both ? "both ends" : "one end", after / v);
            expect_near(after / v, expected[k][both], 2e-3, "restitution");
            scree_world_destroy(w);
        }
    }
}

// ---- clumps among themselves -------------------------------------------------------------------------------

// Two trimers collide with friction: momentum and angular momentum stay to rounding, and the ledger closes to order 2.
static void collision(void **state) {
    (void)state;
    double off[2];
    for (int k = 0; k < 2; k++) {
        scree_world *w = world_of(scree_format(
            "time: {end: 10, dt: %g us, velocity_scale: 1}\ngravity: [0, 0, 0]\n"
            "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.6, friction: 0.4, "
            "rolling_friction: 0.05}}\n"
            "contacts: [{between: any, normal: hertz, tangential: mindlin, rolling: epsd}]\n" TRIMER
            "particles:\n"
            "  - {positions: [[0, 0, 0]], shape: t, material: m, velocity: [0.5, 0, 0], spin: [10, 20, 30]}\n"
            "  - {positions: [[25 mm, 3 mm, 1 mm]], shape: t, diameter: 12 mm, material: m, velocity: [-0.5, "
            "0.1, 0], spin: [-40, 5, 0], "
            "orientation: {axis: [1, 1, 0], angle: 70 deg}}\n",
            k ? 2.0 : 4.0));
        const scree_totals before = scree_world_totals(w);
        scree_vec3 l[2];
        uint64_t most = 0;
        for (int end = 0; end < 2; end++) {
            l[end] = zero;
            for (uint64_t id = 1; id <= 4; id += 3) {
                const size_t i = first_of(w, id);
                const double m = w->p.motion[i].v.m;
                l[end] =
                    vec_add(l[end], vec_add(w->p.momentum[i],
                                            vec_scale(m, vec_cross(w->p.centre[i], w->p.body_velocity[i]))));
            }
            for (int step = 0; end == 0 && step < 10000 * (1 + k); step++) {
                advance(w, 1);
                most = w->contacts > most ? w->contacts : most;
            }
        }
        assert_true(most > 0);
        const scree_totals t = scree_world_totals(w);
        expect_vec_near(t.momentum, before.momentum, 1e-13 * t.mass, "momentum");
        expect_vec_near(l[1], l[0], 1e-12 * vec_norm(l[0]), "angular momentum");
        off[k] = fabs(t.balance - before.balance) / t.kinetic;
        assert_true(t.viscous[0] > 0.01 * t.kinetic);
        scree_world_destroy(w);
    }
    print_message("ledger off by %.3g and %.3g\n", off[0], off[1]);
    assert_true(off[1] < 1e-5 && off[0] > 3.0 * off[1]);
}

// ---- groups and numerical damping --------------------------------------------------------------------------

// dt, integrator settings and the rest of the case, of one clump of the shape t, or of the shape d, two touching spheres.
static scree_world *one_clump(double dt, const char *shape, const char *motion, const char *rest) {
    return world_of(scree_format(
        "time: {end: 10, dt: %.17g, velocity_scale: 1}\n"
        "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 1, friction: 0.4}}\n"
        "shapes: {t: " MEMBERS
        ", d: {members: [{at: [-5 mm, 0, 0], radius: 5 mm}, {at: [5 mm, 0, 0], radius: 5 mm}]}}\n"
        "particles: [{positions: [[0, 0, 0]], shape: %s, material: m%s}]\n%s",
        dt, shape, motion, rest));
}

// By the angle |turn| about the direction of turn.
static scree_vec3 turned(scree_vec3 a, scree_vec3 turn) {
    const double angle = vec_norm(turn);
    const scree_vec3 e = vec_scale(1.0 / angle, turn);
    double s, c;
    scree_sin_cos(angle, &s, &c);
    return vec_add(vec_add(vec_scale(c, a), vec_scale(s, vec_cross(e, a))),
                   vec_scale((1.0 - c) * vec_dot(e, a), e));
}

// Held by the id of one of its members it moves and turns as given, about an axis that is no principal one; then it is free.
static void held_clump(void **state) {
    (void)state;
    scree_world *w = one_clump(1e-4, "t", "",
                               "gravity: [0, 0, -10]\n"
                               "groups: {a: {ids: [2], hold: true, velocity: [0.1, 0, 0.2], spin: [1, 2, 3], "
                               "stop: 0.5}}\n");
    const size_t i = first_of(w, 1);
    const double mass = w->p.free_mass[i];
    const scree_vec3 arm = vec_sub(place_of(w, 2), w->p.centre[i]), spin = vec3(1, 2, 3);
    advance(w, 5000);
    expect_vec_near(w->p.centre[i], vec3(0.05, 0, 0.1), 1e-13, "centre");
    expect_vec_near(vec_sub(place_of(w, 2), w->p.centre[i]), turned(arm, vec_scale(0.5, spin)), 1e-14, "arm");
    expect_vec_near(spin_of(w, 3), spin, 1e-14, "spin");
    assert_true(scree_world_totals(w).particles == 1 && scree_world_totals(w).mass == 0.0);
    advance(w, 1); // the group ends
    expect_near(scree_world_totals(w).mass, mass, 1e-18, "mass");
    expect_vec_near(spin_of(w, 1), spin, 1e-3, "spin when it is free");
    const scree_totals before = scree_world_totals(w);
    advance(w, 3000);
    const scree_totals t = scree_world_totals(w);
    expect_near(velocity_of(w, 1).z < -2.5, 1, 0, "falls");
    expect_near(t.rotational, before.rotational, 1e-6 * before.rotational, "energy of rotation");
    expect_near(t.balance, before.balance, 1e-9 * t.kinetic, "balance");
    scree_world_destroy(w);
}

// Force at the centre, torque about a principal axis: F t/m, T t/I; the work is the energy. Once for each clump, not per member.
static void pulled_clump(void **state) {
    (void)state;
    scree_world *w = one_clump(1e-4, "d", "",
                               "groups: {a: {material: m, force: [0, 2 mN, 1 mN], torque: [0, 0, 3 uN m], "
                               "start: 0.01, stop: 0.11}}\n");
    const double sphere = 2500 * scree_sphere_volume(5e-3), i = 2.8 * sphere * 25e-6;
    advance(w, 2000);
    const double v = 2e-3 * 0.1 / (2.0 * sphere), spin = 3e-6 * 0.1 / i;
    expect_near(w->p.body_velocity[first_of(w, 1)].y, v, 1e-9 * v, "velocity");
    expect_near(spin_of(w, 2).z, spin, 1e-9 * spin, "spin");
    const scree_totals t = scree_world_totals(w);
    assert_true(t.loaded > 0.0);
    expect_near(t.loaded, t.kinetic + t.rotational, 1e-12 * t.kinetic, "work");
    expect_near(t.balance, 0.0, 1e-12 * t.kinetic, "balance");
    scree_world_destroy(w);
}

static void growing_clump(void **state) {
    (void)state;
    scree_world *w = one_clump(1e-4, "t", ", velocity: [0.1, 0, 0], spin: [3, 2, 1]",
                               "groups: {a: {growth: 2 1/s, growth_every: 0.01, start: 0.1, stop: 0.2}}\n");
    const size_t i = first_of(w, 1);
    const double mass = w->p.motion[i].v.m, apart = vec_norm(vec_sub(place_of(w, 2), place_of(w, 3)));
    const scree_totals before = scree_world_totals(w);
    double growth = 1.0;
    for (int k = 0; k < 10; k++) {
        growth *= 1.02;
    }
    advance(w, 3000);
    expect_near(w->p.x[i + 1].r, 4e-3 * growth, 1e-15, "radius");
    expect_near(vec_norm(vec_sub(place_of(w, 2), place_of(w, 3))), growth * apart, 1e-14, "distance");
    expect_near(w->p.motion[i + 2].v.m, mass * growth * growth * growth, 1e-14, "mass");
    expect_near(w->p.centre[i].x, 0.1 * 0.3, 1e-12, "centre");
    const scree_totals t = scree_world_totals(w);
    expect_near(t.kinetic, before.kinetic * growth * growth * growth, 1e-12 * t.kinetic, "kinetic energy");
    assert_true(t.rotational > 1.5 * before.rotational && t.changed > 0.0);
    expect_near(t.balance, before.balance, 1e-6 * t.rotational, "balance");
    scree_world_destroy(w);
}

// An impulse p at the centre of a member changes its velocity by W p: p/M, and the turning by p about the clump's centre.
static void members_give_way_with_their_clump(void **state) {
    (void)state;
    scree_world *w =
        one_clump(1e-4, "t", ", spin: [300, -200, 100], orientation: {axis: [1, 2, 3], angle: 50 deg}", "");
    assert_non_null(w->p.mobility);
    for (int turn = 0; turn < 20; turn++) {
        advance(w, turn > 0 ? 7 : 0); // first as it was placed
        const size_t first = first_of(w, 1);
        for (size_t i = first; i < first + 3; i++) {
            const scree_mobility_tensor *t = &w->p.mobility[i];
            const double one = 1.0 / w->p.motion[i].v.m;
            const scree_vec3 arm = vec_sub(place_of(w, w->p.id[i]), w->p.centre[i]),
                             row[3] = {vec3(t->xx, t->xy, t->xz), vec3(t->xy, t->yy, t->yz),
                                       vec3(t->xz, t->yz, t->zz)},
                             along[3] = {vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1)};
            for (int k = 0; k < 3; k++) {
                const scree_vec3 spin = scree_body_spin(w, first, vec_cross(arm, along[k]));
                expect_vec_near(row[k], vec_add_scaled(vec_cross(spin, arm), one, along[k]), 1e-12 * one,
                                "mobility");
            }
        }
    }
    scree_world_destroy(w);
}

// v' = -c v + g, L' = -c L, each of order 2, with all of it in the ledger; Cundall's damping of a fall.
static void damped_clump(void **state) {
    (void)state;
    double off[2];
    for (int k = 0; k < 2; k++) {
        scree_world *w = one_clump(1e-4 / (1 + k), "t", ", velocity: [1, 0, 0], spin: [30, 20, -10]",
                                   "gravity: [0, 0, -10]\ndamping: {viscous: 4 1/s}\n");
        const size_t i = first_of(w, 1);
        const scree_vec3 l = w->p.momentum[i];
        const double start = scree_world_totals(w).balance, decay = scree_exp(-2.0);
        advance(w, 5000 * (1 + (uint64_t)k));
        off[k] = w->p.body_velocity[i].z + 2.5 * (1.0 - decay);
        expect_near(w->p.body_velocity[i].x, decay, 2e-6, "velocity");
        expect_vec_near(w->p.momentum[i], vec_scale(decay, l), 2e-6 * vec_norm(l), "angular momentum");
        const scree_totals t = scree_world_totals(w);
        expect_near(t.balance, start, 3e-5 * t.damped, "balance");
        scree_world_destroy(w);
    }
    assert_true(fabs(off[1] / off[0]) < 0.3);
    scree_world *w =
        one_clump(1e-4, "t", ", velocity: [0, 0, 1]", "gravity: [0, 0, -10]\ndamping: {local: 0.25}\n");
    advance(w, 500);
    expect_near(w->p.body_velocity[first_of(w, 1)].z, 1.0 - 12.5 * 0.05, 1e-13, "rising");
    scree_world_destroy(w);
}

// The torque of local damping is against the spin, which may point to the other side than the angular momentum.
static void damped_against_its_spin(void **state) {
    (void)state;
    const char *const pushed = "groups: {a: {ids: [1], torque: [0, 1 nN m, 0]}}\n%s";
    double gained[2], spin = 0.0, t = 0.0;
    for (int k = 0; k < 2; k++) {
        char *more = scree_format(pushed, k ? "damping: {local: 0.25}\n" : "");
        scree_world *w = one_clump(1e-6, "t", ", spin: [30, -1, 10]", more);
        const size_t i = first_of(w, 1);
        const double before = w->p.momentum[i].y;
        spin = spin_of(w, 1).y;
        assert_true(before > 0.0 && spin < 0.0);
        advance(w, 100);
        gained[k] = w->p.momentum[i].y - before;
        t = scree_world_time(w);
        assert_true(spin_of(w, 1).y < 0.0);
        expect_near(scree_world_totals(w).damped, k ? 0.25e-9 * fabs(spin) * t : 0.0,
                    0.01e-9 * fabs(spin) * t, "damped");
        scree_free(more);
        scree_world_destroy(w);
    }
    expect_near(gained[1] / gained[0], 1.25, 1e-9, "torque with damping");
}

// An elastic clump comes to rest on a plane by local damping alone, and all that it loses is in the ledger.
static void damped_to_rest(void **state) {
    (void)state;
    scree_world *w =
        one_clump(1e-5, "t", ", velocity: [0.05, 0, 0], spin: [10, -20, 5]",
                  "gravity: [0, 0, -9.81]\ndamping: {local: 0.5}\n"
                  "walls: {w: {plane: {point: [0, 0, -10 mm], normal: [0, 0, 1]}, material: m}}\n"
                  "contacts: [{between: any, normal: hooke, tangential: linear_spring, stiffness: 1e4}]\n");
    const scree_totals before = scree_world_totals(w);
    double damped = 0.0;
    for (int k = 0; k < 100; k++) {
        advance(w, 1000);
        const scree_totals t = scree_world_totals(w);
        assert_true(t.damped >= damped - 1e-12);
        damped = t.damped;
    }
    const scree_totals t = scree_world_totals(w);
    assert_true(w->contacts >= 2 && t.kinetic + t.rotational < 1e-9 * damped && damped > 1e-5);
    expect_near(t.balance, before.balance, 2e-3 * damped, "balance");
    scree_world_destroy(w);
}

// A clump whose members are not where, as large or as fast as the whole says is none.
static void whole_or_not(void **state) {
    (void)state;
    scree_world *w = world_of(scree_format(
        "time: {end: 1, dt: 10 us}\nmaterials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"
        "contacts: [{between: any, normal: none}]\n"
        "shapes: {s: {members: [{at: [0, 0, 0], radius: 1}, {at: [1, 0.5, 0.2], radius: 0.7}]}}\n"
        "particles: [{positions: [[0.1, 0.2, 0.3]], shape: s, diameter: 10 mm, material: m, velocity: [1, 2, "
        "3], spin: "
        "[40, -50, 60]}]\n"));
    const size_t i = first_of(w, 1);
    assert_true(scree_body_is_whole(w, i));
    for (size_t k = i; k < i + 2; k++) {
        scree_velocities *m = &w->p.motion[k];
        scree_pos *x = &w->p.x[k];
        double *const part[] = {&m->v.x, &m->v.y, &m->v.z, &m->w.x, &m->w.y,
                                &m->w.z, &x->x,   &x->y,   &x->z,   &x->r};
        for (size_t j = 0; j < sizeof part / sizeof *part; j++) {
            const double kept = *part[j];
            *part[j] = kept * (1.0 + 1e-6);
            assert_false(scree_body_is_whole(w, i));
            *part[j] = kept;
            assert_true(scree_body_is_whole(w, i));
        }
    }
    scree_world_destroy(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_or_not),
        cmocka_unit_test(one_sphere_is_the_sphere),
        cmocka_unit_test(flight),
        cmocka_unit_test(dumbbell_on_a_plane),
        cmocka_unit_test(restitution_of_a_dimer),
        cmocka_unit_test(collision),
        cmocka_unit_test(held_clump),
        cmocka_unit_test(pulled_clump),
        cmocka_unit_test(growing_clump),
        cmocka_unit_test(members_give_way_with_their_clump),
        cmocka_unit_test(damped_clump),
        cmocka_unit_test(damped_against_its_spin),
        cmocka_unit_test(damped_to_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
