// SPDX-License-Identifier: BSD-3-Clause
// restitution() and collision time of eepa, lankarani_nikravesh and contact_sphere_sphere against collisions integrated with
// the law; exact restitution; energy of eepa on random paths: losses never decrease.
#include "laws/adhesive/eepa.h"
#include "laws/damping.h"
#include "laws/normal/lankarani_nikravesh.h"
#include "maths/random.h"
#include <stdlib.h>

#include "reference.h"

static scree_random seed = {3, 29, 0, 0};

static double uniform(double low, double high) {
    seed.index++;
    seed.lane = 0;
    return low + scree_random_uniform(&seed) * (high - low);
}

static single_contact contact_of(const char *law) {
    char *text = scree_format("time: {end: 1, dt: 1e-6}\n"
                              "materials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"
                              "contacts: [{between: any, normal: {law: %s}, tangential: none}]\n",
                              law);
    single_contact l = single_contact_of(text);
    scree_free(text);
    set_bodies(&l.k, 0.01, 0.015, 0.02, 0.05);
    return l;
}

typedef struct said {
    double e, time;
} said;

static said said_of(const single_contact *l, double v) {
    int n;
    const scree_law *law = scree_laws(&n)[l->set.step[0].law];
    const double *constants = l->set.step[0].derived;
    return (said){law->restitution(constants, l->k.m_eff, l->k.r_eff, v),
                  law->collision_time(constants, l->k.m_eff, l->k.r_eff, v)};
}

// A head-on collision from touch at speed v: its restitution; 0 if it has not ended after six times the given duration.
// Velocity Verlet with a predicted velocity.
static said collide(const char *text, double v0, int steps) {
    single_contact l = contact_of(text);
    double time = said_of(&l, v0).time, dt = time / steps, d = 1e-3 * v0 * dt, v = v0, f = 0.0;
    int k = 0;
    l.k.fresh = 1.0;
    do {
        double half = v - 0.5 * dt * f / l.k.m_eff;
        d += dt * half;
        l.k.overlap = d;
        l.k.vn = half - 0.5 * dt * f / l.k.m_eff;
        evaluate(&l, dt);
        f = l.k.fn;
        v = half - 0.5 * dt * f / l.k.m_eff;
        k++;
    } while (d > 0.0 && k < 6 * steps);
    single_contact_free(&l);
    return (said){d > 0.0 ? 0.0 : -v / v0, k * dt};
}

static void expect_said(const char *law, double v, double tolerance) {
    single_contact l = contact_of(law);
    said s = said_of(&l, v), got = collide(law, v, 4000);
    expect_near(got.e, s.e, tolerance, law);
    single_contact_free(&l);
}

static void lankarani_and_nikravesh(void **state) {
    (void)state;
    static const double row[][2] = {{0.9, 0.913177}, {0.5, 0.725241}, {0.1, 0.665265}}; // required, actual
    for (int k = 0; k < 3; k++) {
        for (int n = 0; n < 3; n++) {
            static const char *const spring[] = {"contact_stiffness_exponent: 1, contact_stiffness: 1e4",
                                                 "contact_stiffness_exponent: 1.5",
                                                 "contact_stiffness_exponent: 2.2, contact_stiffness: 1e9"};
            char *law = scree_format("lankarani_nikravesh, restitution: %g, %s", row[k][0], spring[n]);
            single_contact l = contact_of(law);
            expect_near(said_of(&l, 0.7).e, row[k][1], 6e-7, "what Lankarani and Nikravesh's alpha returns");
            single_contact_free(&l);
            expect_said(law, 0.7, 1e-6);
            scree_free(law);
            law = scree_format("lankarani_nikravesh, restitution: %g, exact_restitution: on, %s", row[k][0],
                               spring[n]);
            expect_near(collide(law, 0.3, 4000).e, row[k][0], 2e-6, law);
            scree_free(law);
        }
    }
    // slower than v_min: less damping
    expect_said("lankarani_nikravesh, restitution: 0.5, minimum_impact_velocity: 2", 0.5, 1e-6);
}

static void exact_restitution(void **state) {
    (void)state;
    for (double e = 0.05; e < 1.0; e += 0.05) {
        char *law =
            scree_format("contact_sphere_sphere, contact_stiffness: 1e6, contact_stiffness_exponent: %g, "
                         "impact_model: hunt_crossley, exact_restitution: on, restitution: %.17g",
                         e < 0.5 ? 1.5 : 1.2, e);
        expect_near(collide(law, 0.4, 4000).e, e, 3e-6, law);
        scree_free(law);
    }
}

// Without dashpot by areas under the branches, for any exponents; with one, if nothing else is lost, for any n. For an
// attraction that jumps at touch the integration is only of first order.
static void plastic_and_adhesive(void **state) {
    (void)state;
    static const char *const law[] = {
        "eepa, contact_plasticity_ratio: 0.5",
        "eepa, contact_plasticity_ratio: 0.5, adhesion_coefficient: 2e5",
        "eepa, contact_plasticity_ratio: 0.8, adhesion_coefficient: 1e5, adhesion_exponent: 1.2",
        "eepa, contact_plasticity_ratio: 0.3, contact_stiffness: 1e4, contact_stiffness_exponent: 1, "
        "adhesion_coefficient: 3e3",
        "eepa, contact_plasticity_ratio: 0.6, contact_stiffness: 1e9, contact_stiffness_exponent: 2.2, "
        "adhesion_coefficient: 1e8",
        "eepa, contact_plasticity_ratio: 0.9, adhesion_coefficient: 3e6", // sticks
        "eepa, contact_plasticity_ratio: 0, restitution: 0.7",
        "eepa, contact_plasticity_ratio: 0, restitution: 0.3, contact_stiffness: 1e4, "
        "contact_stiffness_exponent: 1.25",
        "contact_sphere_sphere, contact_plasticity_ratio: 0.5, contact_stiffness: 1e5, "
        "contact_stiffness_exponent: 1.5, adhesion_coefficient: 2e4, adhesion_exponent: 1.3",
        "contact_sphere_sphere, contact_plasticity_ratio: 0.5, contact_stiffness: 1e4, adhesion_coefficient: "
        "2e3",
    };
    for (size_t k = 0; k < sizeof law / sizeof *law; k++) {
        expect_said(law[k], 0.5, k == 7 ? 3e-4 : 2e-5);
    }
    expect_said("eepa, contact_plasticity_ratio: 0.5, constant_pull_off_force: 0.5", 0.5, 2e-4);
    expect_said("contact_sphere_sphere, contact_stiffness: 1e4, constant_pull_off_force: 0.5", 0.5, 2e-4);
    expect_said("contact_sphere_sphere, contact_stiffness: 1e4, contact_damping: 3", 0.5, 2e-4);
    expect_said("contact_sphere_sphere, contact_stiffness: 1e4, contact_damping: 3, no_tension: on", 0.5,
                2e-4);
}

static void durations(void **state) {
    (void)state;
    for (double n = 1.0; n < 2.6; n += 0.25) {
        char *law =
            scree_format("contact_sphere_sphere, contact_stiffness: %g, contact_stiffness_exponent: %g",
                         1e3 * pow(1e3, n), n);
        single_contact l = contact_of(law);
        double expected = said_of(&l, 0.5).time;
        expect_near(collide(law, 0.5, 4000).time / expected, 1.0, 1e-3, law);
        single_contact_free(&l);
        scree_free(law);
    }
    expect_near(scree_impact_swing(1.0), SCREE_PI, 1e-6, "linear spring");
    expect_near(scree_impact_swing(1.5), 2.9432750, 1e-6, "Hertz");
}

// Work put in = stored + lost; on a quasi-static path the loss only grows. Small steps, so the trapezoidal rule has
// errors of the second order in them.
static void losses_only_grow(void **state) {
    (void)state;
    static const char *const law[] = {
        "eepa, contact_plasticity_ratio: 0.6, adhesion_coefficient: 4e5",
        "eepa, contact_plasticity_ratio: 0.9, adhesion_coefficient: 2e5, adhesion_exponent: 1.1",
        "eepa, contact_plasticity_ratio: 0.4, contact_stiffness: 1e5, contact_stiffness_exponent: 1, "
        "adhesion_coefficient: 7e4",
        "eepa, contact_plasticity_ratio: 0.4, contact_stiffness: 1e9, contact_stiffness_exponent: 2, "
        "adhesion_coefficient: 7e8",
    };
    for (size_t j = 0; j < sizeof law / sizeof *law; j++) {
        single_contact l = contact_of(law[j]);
        double d = 0.0, f = 0.0, work = 0.0, lost = 0.0, most = 0.0, top = 0.0;
        for (int leg = 0; leg < 40; leg++) {
            double to = 1e-4 * uniform(0.05, 1.0), from = d;
            for (int k = 1; k <= 2000; k++) {
                double next = from + (to - from) * k / 2000.0;
                l.k.overlap = next;
                evaluate(&l, 1e-3);
                work += 0.5 * (f + l.k.fn) * (next - d);
                f = l.k.fn;
                d = next;
                assert_true(l.k.energy_n >= 0.0);
                top = fmax(top, l.k.energy_n);
                most = fmax(most, lost - (work - l.k.energy_n));
                lost = work - l.k.energy_n;
            }
        }
        if (!(lost > top && most < 1e-6 * top)) {
            fail_msg("%s: lost %g, of which %g came back; stored at most %g", law[j], lost, most, top);
        }
        single_contact_free(&l);
    }
}

// The critical force of friction: without adhesion, and never negative.
static void friction_feels_no_adhesion(void **state) {
    (void)state;
    single_contact l = contact_of("eepa, contact_plasticity_ratio: 0.5, adhesion_coefficient: 2e5, "
                                  "constant_pull_off_force: 0.2");
    for (int k = 0; k < 2; k++) {
        l.k.overlap = k ? 2e-5 : 1e-4;
        evaluate(&l, 1e-3);
        double adhesion = 2e5 * pow(l.k.overlap, 1.5) + 0.2;
        expect_near(l.k.critical, l.k.fn + adhesion, 1e-12, "critical force");
        assert_true(k == 0 || (l.k.fn < 0.0 && fabs(l.k.critical) < 1e-12));
    }
    single_contact_free(&l);
    l = contact_of("contact_sphere_sphere, contact_stiffness: 1e5, contact_stiffness_exponent: 1.5, "
                   "contact_plasticity_ratio: 0.5, adhesion_coefficient: 2e4, adhesion_exponent: 1.5, "
                   "constant_pull_off_force: 0.02");
    for (double d = 1e-4; d > 1e-6; d *= 0.93) {
        l.k.overlap = d;
        evaluate(&l, 1e-3);
        expect_near(l.k.critical, fmax(l.k.fn + 0.02, 0.0), 1e-12, "critical force");
    }
    single_contact_free(&l);
}

// In the engine the impact velocity is that of free flight, whatever the phase of the touch in a step.
static void in_the_engine(void **state) {
    (void)state;
    static const char *const law[] = {
        ("contact_sphere_sphere, contact_stiffness: 1e6, contact_stiffness_exponent: 1.5, "
         "impact_model: hunt_crossley, exact_restitution: on, restitution: 0.5"),
        "lankarani_nikravesh, exact_restitution: on, restitution: 0.5",
        "eepa, contact_plasticity_ratio: 0, restitution: 0.5"};
    for (int k = 0; k < 9; k++) {
        double gap = 1e-5 * (1.0 + 0.17 * k);
        scree_particle q[2] = {ball(1, 0.01, vec3(-0.01 - gap, 0, 0), vec3(0.5, 0, 0), vec3(0, 0, 0)),
                               ball(2, 0.01, vec3(0.01, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0))};
        scree_world *w =
            world_of_text(scree_format("time: {end: 1, dt: 2e-6, velocity_scale: 0.5}\n"
                                       "materials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"
                                       "contacts: [{between: any, normal: {law: %s}, tangential: none}]\n",
                                       law[k % 3]),
                          q, 2);
        advance(w, 4000);
        double e = (velocity_of(w, 2).x - velocity_of(w, 1).x) / 0.5;
        expect_near(e, 0.5, k % 3 == 2 ? 1e-4 : 1e-5, law[k % 3]); // a dashpot like d^(1/4) starts steeply
        scree_world_destroy(w);
    }
}

// The dashpot of a contact that began slowly and is struck afterwards has a bound: the ratio of damping is at most alpha / (2 part) sqrt((n + 1) / (2 n)), and this much
// where it began most slowly.
static void slow_contacts(void **state) {
    (void)state;
    static const double exponent[] = {1.0, 1.5, 2.2};
    for (int n = 0; n < 3; n++) {
        char *law = scree_format("lankarani_nikravesh, restitution: 0.4, contact_stiffness: 1e6, "
                                 "contact_stiffness_exponent: %g",
                                 exponent[n]);
        const double most = 5.0 * 0.75 * (1.0 - 0.4 * 0.4) * sqrt((exponent[n] + 1.0) / (2.0 * exponent[n]));
        single_contact l = contact_of(law);
        int reached = 0;
        for (int k = 0; k < 400; k++) {
            l.k.fresh = k % 2 ? 0.0 : 1.0;
            l.k.overlap = k % 2 ? pow(10.0, uniform(-9.0, -3.0)) : 1e-15;
            l.k.vn = k % 2 ? uniform(-2.0, 2.0) : pow(10.0, uniform(-300.0, 0.5));
            evaluate(&l, 1e-6);
            reached += k % 2 && l.k.zeta > 0.999 * most;
            if (k % 2 && !(l.k.zeta <= most * (1.0 + 1e-12))) {
                fail_msg("%s: ratio of damping %.17g at an overlap of %g m, allowed %.17g", law, l.k.zeta,
                         l.k.overlap, most);
            }
        }
        assert_true(reached > 100);
        single_contact_free(&l);
        scree_free(law);
    }
}

// A ball between two planes at a narrow angle stores much more in each contact than it brings along its normal. It bounces as published.
static void on_two_planes(void **state) {
    (void)state;
    double e[2];
    for (int k = 0; k < 2; k++) {
        scree_particle q[1] = {ball(1, 5e-3, vec3(0, 0, 5.1e-3 / 0.148), vec3(0, 0, -0.5), vec3(0, 0, 0))};
        scree_world *w = world_of_text(
            scree_format("time: {end: 1, dt: 1e-5, velocity_scale: 1}\n"
                         "materials: {m: {density: 2500, young: 2 MPa, poisson: 0.2}}\n"
                         "contacts: [{between: any, normal: {law: lankarani_nikravesh, restitution: 0.5, "
                         "speed_of_energy: %s}, tangential: none}]\n"
                         "walls: {a: {plane: {point: [0, 0, 0], normal: [1, 0, 0.15]}, material: m},\n"
                         "  b: {plane: {point: [0, 0, 0], normal: [-1, 0, 0.15]}, material: m}}\n",
                         k ? "0" : "0.1"),
            q, 1);
        advance(w, 4000);
        e[k] = velocity_of(w, 1).z / 0.5;
        scree_world_destroy(w);
    }
    expect_near(e[1], 0.725241, 1e-3, "restitution between two planes");
    expect_near(e[0], e[1], 0.0, "with the bound of the impact speed");
}

// Bonded bodies that only just touch, so their contact begins at the speed of a rounding error, are struck by another one.
static void bonded_bodies_are_struck(void **state) {
    (void)state;
    static const char *const law[] = {
        "law: lankarani_nikravesh",
        "law: contact_sphere_sphere, impact_model: hunt_crossley, contact_stiffness: 400, "
        "contact_stiffness_exponent: 1.5, reference_overlap: 0.1 mm",
        "law: contact_sphere_sphere, impact_model: gonthier_carvalho_martins, contact_stiffness: 400, "
        "contact_stiffness_exponent: 1.5, reference_overlap: 0.1 mm"};
    for (int k = 0; k < 12; k++) {
        const double gap = (k % 3 - 1) * 1e-16, r = 1.3e-3, at = 2.0 * r + gap, shift = 1e-4 * k;
        scree_particle q[3] = {ball(1, r, vec3(0, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0)),
                               ball(2, r, vec3(at, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0)),
                               ball(3, r, vec3(at + 2.2 * r, shift, 0), vec3(-0.5, 0, 0), vec3(0, 0, 0))};
        scree_world *w = world_of_text(
            scree_format("time: {end: 1, dt: auto}\n"
                         "materials: {m: {density: 2500, young: 2 MPa, poisson: 0.2}}\n"
                         "contacts: [{between: any, normal: {%s, restitution: 0.6}, "
                         "tangential: coulomb, friction: 0.4, bond: {law: parallel, bond_young: 20 MPa, "
                         "bond_shear: 300 kPa, bond_damping_normal: 0.1}}]\n"
                         "bonds: [{name: all, gap: 0.1 mm}]\n",
                         law[k / 3 % 3]),
            q, 3);
        const double start = scree_world_totals(w).balance, all = energy_of_world(w);
        while (scree_world_time(w) < 4e-3) {
            advance(w, 1);
            expect_near(scree_world_totals(w).balance, start, 1e-3 * all, "energy of struck bodies");
        }
        scree_world_destroy(w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slow_contacts),
        cmocka_unit_test(on_two_planes),
        cmocka_unit_test(bonded_bodies_are_struck),
        cmocka_unit_test(lankarani_and_nikravesh),
        cmocka_unit_test(exact_restitution),
        cmocka_unit_test(plastic_and_adhesive),
        cmocka_unit_test(durations),
        cmocka_unit_test(losses_only_grow),
        cmocka_unit_test(friction_feels_no_adhesion),
        cmocka_unit_test(in_the_engine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
