// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// walton_braun and thornton_ning against closed forms: force along given paths, residual overlap, stored energy, the
// restitution of Walton and Braun (exact) and of Thornton 1997 from the tables and in the engine; with
// adhesion the slope after yield of Thornton and Ning 1998, the pull-off force of the flattened contact, contacts that
// end before the undeformed spheres separate, and touch again.
// not with sanitizers: it compares figures of a few bodies, on paths through the code that the tests of all laws take
#include <stdlib.h>
#include <unistd.h>
// the headers of the tests need the above
#include "laws/adhesive/jkr.h"
#include "laws/adhesive/thornton_ning.h"
#include "laws/normal/walton_braun.h"
#include "measure/totals.h"
#include "reference.h"

#define TEXT(normal)                                                                                         \
    "time: {end: 1, dt: 1e-6}\n"                                                                             \
    "materials: {m: {density: 2500, young: 1e8, poisson: 0.3}}\n"                                            \
    "contacts: [{between: any, normal: " normal ", tangential: none}]\n"

static const double PI = 3.14159265358979323846;
static const double E = 1e8 / (2.0 * 0.91); // Pa, E* of the material above with itself

static void at(single_contact *l, double overlap) {
    l->k.overlap = overlap;
    evaluate(l, 0.0);
}

static const double *derived(const single_contact *l) {
    return l->set.step[0].derived;
}

static void expect_relative(double x, double wanted, double tolerance, const char *what) {
    expect_near(x / wanted, 1.0, tolerance, what);
}

// ------------------------------------------------------------------------------------------------- walton_braun

static void latching_spring(void **state) {
    (void)state;
    static const char *const text[] = {
        TEXT("{law: walton_braun, stiffness: 1000, restitution: 0.5}"),
        TEXT("{law: walton_braun, stiffness: 1000, unloading_stiffness: 4000}"),
        TEXT("{law: walton_braun, stiffness: 1000, unloading: variable, stiffening: 3e4}"),
    };
    for (int k = 0; k < 3; k++) {
        single_contact l = single_contact_of(text[k]);
        set_bodies(&l.k, 1e-3, 2e-3, 1e-5, 8e-5);
        double most = 0.0;
        // loading, half unloading, loading beyond, unloading to the residual overlap, below it, loading beyond
        static const double path[] = {1e-5,    5e-5,   1e-4, 9e-5, 8.5e-5, 9.5e-5, 1e-4,   1.5e-4, 1.2e-4,
                                      1.13e-4, 1.1e-4, 5e-5, 1e-6, 7e-5,   1.2e-4, 1.4e-4, 2e-4,   1.9e-4};
        for (size_t i = 0; i < sizeof path / sizeof *path; i++) {
            double d = path[i];
            most = fmax(most, d);
            double k2 = k < 2 ? 4000.0 : 1000.0 + 3e4 * (1000.0 * most), left = most * (1.0 - 1000.0 / k2);
            double force = d < left ? 0.0 : d == most ? 1000.0 * d : k2 * (d - left);
            at(&l, d);
            expect_near(l.k.fn, force, 1e-15, "force");
            expect_near(l.k.energy_n, 0.5 * force * force / k2, 1e-18, "energy");
            assert_true(l.k.critical == l.k.fn && l.k.apart == 0.0 && l.h[0] == most);
            assert_true((l.k.kt > 0.0) == (force > 0.0));
        }
        single_contact_free(&l);
    }
}

// --------------------------------------------------------------------------------------- a collision in the engine

enum { STEPS = 4000 };

// Restitution of a ball with a plane for this law, until the force is zero for the first time.
static double rebound(const char *normal, double r, double time, double v) {
    scree_particle q = ball(1, r, vec3(0, 0, r), vec3(0, 0, -v), vec3(0, 0, 0));
    scree_world *w =
        world_of_text(scree_format("time: {end: 100, dt: %.17g, velocity_scale: %.17g}\n"
                                   "materials: {m: {density: 2500, young: 1e8, poisson: 0.3}}\n"
                                   "contacts: [{between: any, normal: %s, tangential: none}]\n"
                                   "walls: {w: {plane: {point: [0,0,0], normal: [0,0,1]}, material: m}}\n",
                                   time / STEPS, v, normal),
                      &q, 1);
    double before = energy_of_world(w);
    for (int k = 0; k < 20 * STEPS && place_of(w, 1).z < 1.01 * r; k++) {
        advance(w, 1);
        scree_totals t = scree_world_totals(w);
        assert_true(t.plastic[0] > -1e-6 * before); // losses never decrease
        expect_near(energy_of_world(w) + dissipated(w), before, 1e-6 * before, "balance");
    }
    double e = velocity_of(w, 1).z / v;
    scree_world_destroy(w);
    return e;
}

static double ball_mass(double r) {
    return 2500.0 * 4.0 / 3.0 * PI * r * r * r;
}

static void walton_braun_restitution(void **state) {
    (void)state;
    double r = 1e-3, m = ball_mass(r), time = PI * sqrt(m / 1e3);
    single_contact l = single_contact_of(TEXT("{law: walton_braun, stiffness: 1000, restitution: 0.3}"));
    for (double v = 0.01; v < 2.0; v *= 3.0) {
        expect_near(scree_walton_braun_table.restitution(derived(&l), m, r, v), 0.3, 1e-15, "constant");
        expect_relative(rebound("{law: walton_braun, stiffness: 1000, restitution: 0.3}", r, time, v), 0.3,
                        1e-5, "constant, in the engine");
    }
    single_contact_free(&l);
    l = single_contact_of(TEXT("{law: walton_braun, stiffness: 1000, unloading: variable, stiffening: 1e5}"));
    for (double v = 0.01; v < 2.0; v *= 3.0) {
        double omega = sqrt(1e3 / m), wanted = sqrt(omega / (1e5 * v + omega)); // Walton and Braun's form
        expect_relative(scree_walton_braun_table.restitution(derived(&l), m, r, v), wanted, 1e-14,
                        "variable");
        expect_relative(
            rebound("{law: walton_braun, stiffness: 1000, unloading: variable, stiffening: 1e5}", r, time, v),
            wanted, 1e-5, "variable, in the engine");
    }
    single_contact_free(&l);
}

static void refusals(void **state) {
    (void)state;
    static const struct {
        const char *text, *says;
    } bad[] = {
        {TEXT("{law: walton_braun, stiffness: 1000}"), "unloading: constant needs 'restitution'"},
        {TEXT("{law: walton_braun, stiffness: 1000, unloading: variable}"), "variable needs 'stiffening'"},
        {TEXT("{law: walton_braun, stiffness: 1000, unloading_stiffness: 999}"),
         "must be at least 'stiffness'"}};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        expect_case_refused(bad[k].text, bad[k].says);
    }
}

// ---------------------------------------------------------------------------------- thornton_ning without adhesion

#define PLASTIC "{law: thornton_ning, yield_stress: 2e6}"
static const double P_Y = 2e6; // Pa

// Thornton 1997 written out: Hertz, a straight line, an unloading along a Hertz curve of radius R_p.
static void truncated_pressure(void **state) {
    (void)state;
    single_contact l = single_contact_of(TEXT(PLASTIC)),
                   h = single_contact_of(TEXT("{law: hertz, restitution: 1}"));
    set_bodies(&l.k, 1e-3, 2e-3, 1e-5, 8e-5);
    set_bodies(&h.k, 1e-3, 2e-3, 1e-5, 8e-5);
    double r = l.k.r_eff, yield = PI * r * P_Y / (2.0 * E), dy = yield * yield / r;
    double fy = 4.0 / 3.0 * E * yield * dy;
    for (int k = 1; k <= 40; k++) { // elastic, up and down
        double d = dy * (k <= 20 ? k / 20.0 : (41 - k) / 20.0) * (1.0 - 1e-12);
        at(&l, d);
        at(&h, d);
        expect_relative(l.k.fn, h.k.fn, 1e-14, "elastic force");
        expect_relative(l.k.energy_n, h.k.energy_n, 1e-14, "elastic energy");
        expect_relative(l.k.kt, h.k.kt, 1e-14, "shear stiffness");
        assert_true(l.h[0] == 0.0 && l.h[1] == 0.0);
    }
    for (double top = 1.1; top < 50.0; top *= 1.5) {
        double force = 0.0, dt = top * dy;
        for (int k = 0; k <= 10; k++) {
            double d = dy * (1.0 + (top - 1.0) * k / 10.0);
            if (d >= dt * (1.0 - 1e-12) || top < 1.2) {
                force = fy + PI * r * P_Y * (d - dy);
                at(&l, d);
                expect_relative(l.k.fn, force, 1e-12, "force on the way in");
            }
        }
        double rp = 4.0 / 3.0 * E * dt * sqrt(r * dt) * r / force, dp = dt - r * dt / rp, last = l.k.energy_n;
        expect_relative(last, 0.4 * force * (dt - dp), 1e-12, "energy at the turning point");
        for (int k = 0; k <= 20; k++) { // unloading and loading
            double part = k <= 10 ? 1.0 - k / 10.0 : (k - 10.0) / 10.0, d = dp + part * (dt - dp);
            at(&l, d);
            double wanted = 4.0 / 3.0 * E * sqrt(rp) * part * (dt - dp) * sqrt(part * (dt - dp));
            expect_near(l.k.fn, wanted, 1e-12 * force, "force on the way out");
            expect_near(l.k.energy_n, 0.4 * wanted * part * (dt - dp), 1e-11 * last, "energy on the way out");
        }
        at(&l, 0.9 * dp);
        assert_true(l.k.fn == 0.0 && l.k.energy_n == 0.0 && l.k.radius == 0.0 && l.k.apart == 0.0 &&
                    l.k.critical == 0.0);
        at(&l, dt);
        expect_relative(l.k.fn, force, 1e-12, "force at the turning point again");
    }
    single_contact_free(&l);
    single_contact_free(&h);
}

static void thornton_restitution(void **state) {
    (void)state;
    static const struct {
        double ratio, e; // V / V_y
    } known[] = {{0.5, 1.0},       {1.25, 0.990037}, {2.0, 0.930626},  {5.0, 0.773337},
                 {10.0, 0.658558}, {20.0, 0.557109}, {50.0, 0.444606}, {100.0, 0.374299}};
    double r = 1e-3, m = ball_mass(r);
    single_contact l = single_contact_of(TEXT(PLASTIC));
    double yield = PI * r * P_Y / (2.0 * E), vy = sqrt(16.0 / 15.0 * E * pow(yield, 5.0) / (r * r) / m);
    // Thornton's V_y of a sphere and a plane: 1.56 (p_y^5 / (E*^4 rho))^(1/2)
    expect_relative(vy, 1.56 * sqrt(pow(P_Y, 5.0) / (pow(E, 4.0) * 2500.0)), 2e-3, "yield velocity");
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        double v = known[k].ratio * vy, time = scree_thornton_ning_table.collision_time(derived(&l), m, r, v);
        expect_near(scree_thornton_ning_table.restitution(derived(&l), m, r, v), known[k].e, 1e-6,
                    "closed form");
        if (known[k].ratio <= 20.0) { // beyond that the overlap is no longer small
            expect_near(rebound(PLASTIC, r, time, v), known[k].e, 1e-5, "in the engine");
        }
        if (known[k].ratio < 1.0) {
            double hertz = 2.9432750 * pow(15.0 / 16.0 * m * v * v / (E * sqrt(r)), 0.4) / v;
            expect_relative(time, hertz, 1e-7, "duration");
        }
    }
    single_contact_free(&l);
}

// ------------------------------------------------------------------------------------- thornton_ning with adhesion

#define STICKY "{law: thornton_ning, yield_stress: 2e6, surface_energy: 0.5}"
static const double W = 1.0; // J/m2

typedef struct point {
    double overlap, force;
} point;

// JKR with radius r at the contact radius a.
static point jkr_point(double r, double a) {
    double cohesive = sqrt(2.0 * PI * W * a / E);
    return (point){a * a / r - cohesive,
                   4.0 * E * a * a * a / (3.0 * r) - sqrt(8.0 * PI * W * E * a * a * a)};
}

// Contact radius at which the centre yields.
static double yield_radius(double r) {
    double low = 1e-12, high = r;
    for (int i = 0; i < 200; i++) {
        double a = 0.5 * (low + high);
        *(2.0 * E * a / (PI * r) - sqrt(2.0 * W * E / (PI * a)) < P_Y ? &low : &high) = a;
    }
    return 0.5 * (low + high);
}

static void adhesive_loading(void **state) {
    (void)state;
    single_contact l = single_contact_of(TEXT(STICKY)),
                   j = single_contact_of(TEXT("{law: jkr, surface_energy: 0.5, damping: none}"));
    set_bodies(&l.k, 1e-3, 2e-3, 1e-5, 8e-5);
    set_bodies(&j.k, 1e-3, 2e-3, 1e-5, 8e-5);
    double r = l.k.r_eff, y = yield_radius(r);
    point start = jkr_point(r, y);
    for (int k = 1; k < 50; k++) { // elastic: jkr, beyond touch too
        double d = start.overlap * (k < 40 ? k / 40.0 : -0.005 * (k - 40));
        at(&l, d);
        at(&j, d);
        expect_relative(l.k.fn, j.k.fn, 1e-13, "elastic force");
        expect_relative(l.k.energy_n, j.k.energy_n, 1e-12, "elastic energy");
        expect_relative(l.k.critical, j.k.critical, 1e-13, "limit of friction");
        assert_true(l.h[0] == 0.0);
    }
    // Thornton and Ning's slope after yield, integrated over the contact radius by the midpoint rule
    enum { N = 20000 };
    double top = 3.0 * y, force = start.force;
    for (int k = 0; k < N; k++) {
        double a = y + (top - y) * (k + 0.5) / N, h = (top - y) / N;
        double p1 = 4.0 * E * a * a * a / (3.0 * r), pc = 1.5 * PI * W * r;
        double slope = (3.0 * PI * r * P_Y * sqrt(p1) - 2.0 * E * a * sqrt(pc)) / (3.0 * sqrt(p1) - sqrt(pc));
        force += slope * (2.0 * a / r - 0.5 * sqrt(2.0 * PI * W / (E * a))) * h;
        if (k % 500 == 499) {
            at(&l, jkr_point(r, a + 0.5 * h).overlap);
            expect_relative(l.k.fn, force, 1e-8, "force after yield");
            expect_relative(l.k.radius, a + 0.5 * h, 1e-12, "contact radius");
            expect_relative(l.h[0], a + 0.5 * h, 1e-12, "remembered radius");
        }
    }
    // unloading: JKR of radius R_p with an overlap reduced by that of the flattening
    double rp = 4.0 * E * top * top * top / (3.0 * (l.k.fn + sqrt(8.0 * PI * W * E * top * top * top)));
    double dent = top * top * (1.0 / r - 1.0 / rp), pull = 1.5 * PI * W * rp, least = 0.0;
    assert_true(rp > 1.2 * r);
    double tear = cbrt(PI * W * rp * rp / (8.0 * E)); // contact radius there
    for (int k = 0; k <= 4000; k++) {
        double a = top + (1.0001 * tear - top) * k / 4000;
        point p = jkr_point(rp, a);
        at(&l, dent + p.overlap);
        expect_near(l.k.fn, p.force, 1e-9 * pull, "force on the way out");
        expect_relative(l.k.radius, a, 1e-7, "contact radius on the way out");
        expect_relative(l.k.critical, l.k.fn + 2.0 * pull, 1e-9, "limit of friction");
        least = fmin(least, l.k.fn);
    }
    expect_relative(-least, pull, 1e-6, "pull-off force of the flattened contact");
    // it tears while the spheres overlap; contact starts again where its own overlap is zero
    double torn = dent + jkr_point(rp, tear).overlap;
    assert_true(torn > 0.1 * dent);
    at(&l, 0.999 * torn);
    assert_true(l.k.fn == 0.0 && l.k.apart == 0.0 && l.h[1] == 1.0 && l.k.energy_n == 0.0 &&
                l.k.critical == 0.0);
    at(&l, 0.999 * dent);
    assert_true(l.k.fn == 0.0 && l.h[1] == 1.0);
    at(&l, dent * (1.0 + 1e-9));
    expect_relative(l.k.fn, -8.0 / 9.0 * pull, 1e-5, "force where the dent touches");
    assert_true(l.h[1] == 0.0);
    at(&l, 0.5 * (torn + dent));
    assert_true(l.k.fn < -5.0 / 9.0 * pull);
    at(&l, jkr_point(r, top).overlap);
    expect_relative(l.k.fn, force, 1e-8, "force at the turning point again");
    at(&l, 0.5 * torn);
    at(&l, -1e-9);
    assert_true(l.k.apart == 1.0 && l.k.fn == 0.0);
    single_contact_free(&l);
    single_contact_free(&j);
}

// Work put in less stored energy only grows, along random paths; it jumps where a flattened contact ends or starts. In the
// third case adhesion alone would cause yielding.
static void nothing_is_given_back(void **state) {
    (void)state;
    static const char *const text[] = {
        TEXT(PLASTIC), TEXT(STICKY), TEXT("{law: thornton_ning, yield_stress: 1e6, surface_energy: 20}"),
        TEXT("{law: walton_braun, stiffness: 1000, unloading: variable, stiffening: 1e4}")};
    for (int k = 0; k < 4; k++) {
        for (int path = 0; path < 40; path++) {
            single_contact l = single_contact_of(text[k]);
            set_bodies(&l.k, 1e-3, 2e-3, 1e-5, 8e-5);
            double d = 1e-12, lost = 0.0, work = 0.0, most = 0.0;
            uint64_t random = (uint64_t)path * 77 + 5;
            at(&l, d);
            l.k.fresh = 0.0;
            double force = l.k.fn;
            for (int leg = 0; leg < 8; leg++) {
                random = random * 6364136223846793005u + 1442695040888963407u;
                double to = 2e-4 * (double)(random >> 40) / (double)(1 << 24), from = d;
                to = leg == 7 ? 1e-12 : to;
                for (int i = 1; i <= 2000; i++) {
                    double next = from + (to - from) * i / 2000.0;
                    bool open = k < 3 && l.h[1] > 0.0;
                    at(&l, next);
                    bool jumps = k < 3 && open != (l.h[1] > 0.0);
                    work +=
                        jumps ? 0.0 : 0.5 * (force + l.k.fn) * (next - d); // the jump is at one of the ends
                    most = fmax(most, fabs(l.k.energy_n));
                    double now = work - l.k.energy_n;
                    assert_true(now > lost - 3e-5 * most);
                    lost = fmax(lost, now);
                    d = next;
                    force = l.k.fn;
                }
            }
            assert_true(lost > 0.0);
            single_contact_free(&l);
        }
    }
}

// Restitution with adhesion and yield: the energy balance of the table against the engine.
static void adhesive_restitution(void **state) {
    (void)state;
    double r = 1e-3, m = ball_mass(r);
    single_contact l = single_contact_of(TEXT(STICKY)),
                   j = single_contact_of(TEXT("{law: jkr, surface_energy: 0.5, damping: none}"));
    assert_true(scree_thornton_ning_table.restitution(derived(&l), m, r, 1e-3) == 0.0);
    for (double v = 0.05; v < 5.0; v *= 2.0) {
        double time = scree_thornton_ning_table.collision_time(derived(&l), m, r, v);
        double e = scree_thornton_ning_table.restitution(derived(&l), m, r, v);
        expect_near(pow(rebound(STICKY, r, time, v), 2.0), e * e, 2e-3, "in the engine");
    }
    single_contact_free(&l);
    // far from yield it is that of jkr
    l = single_contact_of(TEXT("{law: thornton_ning, yield_stress: 1e9, surface_energy: 0.5}"));
    for (double v = 0.05; v < 5.0; v *= 2.0) {
        expect_near(scree_thornton_ning_table.restitution(derived(&l), m, r, v),
                    scree_jkr_table.restitution(derived(&j), m, r, v), 1e-9, "as jkr");
        expect_relative(scree_thornton_ning_table.collision_time(derived(&l), m, r, v),
                        scree_jkr_table.collision_time(derived(&j), m, r, v), 1e-9, "duration as jkr");
    }
    single_contact_free(&l);
    single_contact_free(&j);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(latching_spring),
        cmocka_unit_test(walton_braun_restitution),
        cmocka_unit_test(refusals),
        cmocka_unit_test(truncated_pressure),
        cmocka_unit_test(thornton_restitution),
        cmocka_unit_test(adhesive_loading),
        cmocka_unit_test(nothing_is_given_back),
        cmocka_unit_test(adhesive_restitution),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
