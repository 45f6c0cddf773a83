// SPDX-License-Identifier: BSD-3-Clause
// The twisting law marshall: stiffness, dashpot and limit from sliding friction over the contact area, spring limited
// accordingly, no work from closed paths, and a sphere that spins on a plane and is stopped by the moment 2/3 a mu m g.
// not with sanitizers: it compares figures of a few bodies, on paths through the code that the tests of all laws take
#include <stdlib.h>
#include <unistd.h>
// the headers of the tests need the above
#include "measure/totals.h"
#include "reference.h"

#define TEXT(normal, twisting)                                                                               \
    "time: {end: 1, dt: 1e-6}\n"                                                                             \
    "materials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"                                            \
    "contacts: [{between: any, normal: " normal ", tangential: none, twisting: " twisting "}]\n"
#define HERTZ "{law: hertz, restitution: 0.5}"

static single_contact contact_of(const char *text) {
    single_contact l = single_contact_of(text);
    set_bodies(&l.k, 1e-3, 2e-3, 1e-5, 8e-5);
    l.k.overlap = 2e-5;
    return l;
}

// Rotates about the normal in steps, with some rolling.
static void twist(single_contact *l, double rate, double dt) {
    l->k.nx = 0.6;
    l->k.ny = 0.0;
    l->k.nz = 0.8;
    l->k.wrx = 0.6 * rate + 0.8 * 7.0;
    l->k.wry = -3.0;
    l->k.wrz = 0.8 * rate - 0.6 * 7.0;
    evaluate(l, dt);
}

static void spring_dashpot_limit(void **state) {
    (void)state;
    single_contact l = contact_of(TEXT(HERTZ, "{law: marshall, friction: 0.4}"));
    single_contact u = contact_of(TEXT(HERTZ, "{law: marshall, friction: 0.4, twisting_damping: off}"));
    single_contact j =
        contact_of(TEXT("{law: jkr, surface_energy: 0.1, damping: none}", "{law: marshall, friction: 0.4}"));
    single_contact *each[] = {&l, &u, &j};
    for (int i = 0; i < 3; i++) {
        scree_contact *k = &each[i]->k;
        double angle = 0.0, dt = 5e-4, rate = 2.0;
        bool slid = false;
        for (int step = 0; step < 400; step++) {
            rate = step < 200 ? 2.0 : -1.0;
            twist(each[i], rate, dt);
            double a = k->radius, spring = 0.5 * k->kt * a * a, limit = 2.0 / 3.0 * a * 0.4 * k->critical;
            double dashpot = i == 0 ? 0.5 * a * a * 2.0 * k->zeta * sqrt(k->m_eff * k->kt) : 0.0;
            angle = fmax(-limit / spring, fmin(limit / spring, angle + rate * dt));
            double moment = fmax(-limit, fmin(limit, spring * angle + dashpot * rate));
            slid |= fabs(moment) == limit;
            expect_near(k->mw, -moment, 1e-12 * limit, "moment");
            expect_near(k->energy_w, 0.5 * spring * angle * angle, 1e-12 * limit * limit / spring, "energy");
            expect_near(k->viscous_w, (moment - spring * angle) * rate, 1e-12 * limit * 2.0, "dashpot");
            assert_true(k->viscous_w >= -1e-12 * limit && k->energy_w >= 0.0);
            expect_near(each[i]->h[0], angle, 1e-12 * limit / spring, "memory");
        }
        assert_true(slid && k->mw > 0.0);
    }
    // the limit of an adhesive contact is without adhesion
    assert_true(j.k.critical > j.k.fn && l.k.critical == l.k.fn);
    single_contact_free(&l);
    single_contact_free(&u);
    single_contact_free(&j);
}

// A contact that has begun within the step has seen a share of its motion, later all of it.
static void follows_the_rotation(void **state) {
    (void)state;
    single_contact l = contact_of(TEXT(HERTZ, "{law: marshall, friction: 10, twisting_damping: off}"));
    l.k.nx = 0.6;
    l.k.nz = 0.8;
    l.k.dt = 4e-6;
    l.k.begins = 0.25;
    l.k.wrx = 0.6 * 5.0;
    l.k.wry = 0.0;
    l.k.wrz = 0.8 * 5.0;
    for (int step = 0; step < 2; step++) {
        scree_law_set_evaluate(&l.set, scree_kernels_choose(NULL), &l.k, l.h);
        double spring = 0.5 * l.k.kt * l.k.radius * l.k.radius, angle = step > 0 ? 25e-6 : 5e-6;
        expect_near(l.k.mw / (-spring * angle), 1.0, 1e-12, "moment");
        expect_near(l.h[0], angle, 1e-17, "memory");
    }
    single_contact_free(&l);
}

static void no_work_from_closed_paths(void **state) {
    (void)state;
    enum { STEPS = 1000 };
    uint64_t random = 3;
    for (int path = 0; path < 50; path++) {
        single_contact l = contact_of(TEXT(HERTZ, "{law: marshall, friction: 1, twisting_damping: off}"));
        double overlap = 1e-6, angle = 0.0, work = 0.0, most = 0.0;
        l.k.overlap = overlap;
        twist(&l, 0.0, 0.0);
        for (int leg = 0; leg < 12; leg++) {
            double draw[3];
            for (int i = 0; i < 3; i++) {
                random = random * 6364136223846793005u + 1442695040888963407u;
                draw[i] = (double)(random >> 40) / (double)(1 << 24);
            }
            double to = leg == 11 || draw[0] < 0.4 ? overlap : 1e-5 * (0.1 + draw[1]);
            double turn = leg == 11 ? -angle : draw[0] > 0.7 ? 0.0 : 0.02 * (draw[2] - 0.5);
            for (int i = 1; i <= STEPS; i++) {
                l.k.overlap = overlap + (to - overlap) * (i - 0.5) / STEPS;
                l.k.dt = 1.0;
                l.k.begins = 1.0;
                l.k.wrx = 0.6 * turn / STEPS;
                l.k.wry = 0.0;
                l.k.wrz = 0.8 * turn / STEPS;
                scree_law_set_evaluate(&l.set, scree_kernels_choose(NULL), &l.k, l.h);
                work -=
                    0.5 * l.k.mw * turn / STEPS; // up to the middle of the step, to which the energy belongs
                most = fmax(most, l.k.energy_w);
                assert_true(work - l.k.energy_w >= -2e-3 * most);
                work -= 0.5 * l.k.mw * turn / STEPS;
            }
            overlap = to;
            angle += turn;
        }
        assert_true(most > 0.0);
        single_contact_free(&l);
    }
}

// A sphere at rest on a plane, spinning about the vertical: w falls by 5 mu a g t / (3 R^2).
static void spin_on_a_plane(void **state) {
    (void)state;
    const double r = 5e-3, g = 9.81, mu = 0.3, e = 1e7 / (2.0 * 0.91), pi = 3.14159265358979323846;
    double m = 2500.0 * 4.0 / 3.0 * pi * r * r * r, a = cbrt(0.75 * m * g * r / e), d = a * a / r;
    scree_particle q = ball(1, r, vec3(0, 0, r - d), vec3(0, 0, 0), vec3(0, 0, 40.0));
    scree_world *w =
        world_of_text(scree_format("time: {end: 1, dt: 5e-6, velocity_scale: 0.1}\n"
                                   "gravity: [0, 0, -9.81]\n"
                                   "materials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"
                                   "contacts: [{between: any, normal: " HERTZ
                                   ", tangential: none, twisting: {law: marshall, friction: 0.3}}]\n"
                                   "walls: {w: {plane: {point: [0,0,0], normal: [0,0,1]}, material: m}}\n"),
                      &q, 1);
    double slowing = 5.0 * mu * a * g / (3.0 * r * r), before = energy_of_world(w);
    advance(w, 4000);
    double t = scree_world_time(w);
    expect_near(spin_of(w, 1).z, 40.0 - slowing * t, 1e-4 * slowing * t, "spin while it slides");
    expect_near(energy_of_world(w) + dissipated(w), before, 1e-6 * before, "balance");
    scree_totals s = scree_world_totals(w);
    double lost = 0.2 * m * r * r * (1600.0 - pow(40.0 - slowing * t, 2.0));
    expect_near(s.plastic[3] + s.viscous[3] + s.elastic[3], lost, 1e-3 * lost, "loss by twisting");
    while (spin_of(w, 1).z > 0.0) {
        advance(w, 100);
    }
    expect_near(scree_world_time(w) * slowing / 40.0, 1.0, 1e-2, "time till it stops");
    // then the energy of the spring rotates it back, at most this fast
    double g_star = 1e7 / (2.0 * 1.3) / (2.0 * 1.7), stiffness = 4.0 * g_star * a * a * a,
           inertia = 0.4 * m * r * r;
    double limit = 2.0 / 3.0 * a * mu * m * g, swing = limit / sqrt(stiffness * inertia);
    for (int k = 0; k < 200; k++) {
        advance(w, 100);
        assert_true(fabs(spin_of(w, 1).z) < 1.01 * swing);
    }
    scree_world_destroy(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spring_dashpot_limit),
        cmocka_unit_test(follows_the_rotation),
        cmocka_unit_test(no_work_from_closed_paths),
        cmocka_unit_test(spin_on_a_plane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
