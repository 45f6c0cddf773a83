// SPDX-License-Identifier: BSD-3-Clause
// A ball on a plane against closed forms: from sliding to rolling, rolling resistance while rolling and while spinning on
// the spot, staying at rest on an incline below tan(theta) = mu_r and rolling above (validation/BENCHMARKS.md 1.6); what the
// limit of the elastic-plastic spring applies to.
// not with sanitizers: it compares figures of a few bodies, on paths through the code that the tests of all laws take
#include "reference.h"

static const double R = 0.01, G = 9.81,
                    STIFFNESS = 1e5; // m, m/s2, N/m: the static overlap is 1e-4 of the radius

// Gravity is tilted by theta towards +x; the ball starts with its static overlap, so it does not bounce.
static scree_world *make(const char *tangential, const char *rolling, double theta, double u, double spin) {
    double m = 4.0 / 3.0 * 3.141592653589793 * R * R * R * 2500.0;
    double sunk = m * G * cos(theta) / STIFFNESS;
    scree_particle q = ball(1, R, vec3(0, 0, R - sunk), vec3(u, 0, 0), vec3(0, spin, 0));
    return world_of_text(
        scree_format("time: {end: 10, dt: 1e-5, velocity_scale: 1}\n"
                     "gravity: [%.17g, 0, %.17g]\n"
                     "materials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"
                     "contacts: [{between: any, tangential: %s, rolling: %s,\n"
                     "            normal: {law: hooke, stiffness: %.17g, restitution: 0.3}}]\n"
                     "walls: {w: {plane: {point: [0,0,0], normal: [0,0,1]}, material: m}}\n",
                     G * sin(theta), -G * cos(theta), tangential, rolling, STIFFNESS),
        &q, 1);
}

static void run_for(scree_world *w, double t) {
    advance(w, (uint64_t)(t / w->dt + 0.5));
}

static void from_sliding_to_rolling(void **state) {
    (void)state;
    static const char *const law[] = {"{law: mindlin, friction: 0.2}", "{law: linear_spring, friction: 0.2}",
                                      "{law: coulomb, friction: 0.2}"};
    double u0 = 0.2, mu = 0.2, slides = 2.0 * u0 / (7.0 * mu * G);
    for (int k = 0; k < 3; k++) {
        scree_world *w = make(law[k], "none", 0.0, u0, 0.0);
        run_for(w, 0.5 * slides);
        expect_near(velocity_of(w, 1).x, u0 - mu * G * scree_world_time(w), 1e-4 * u0, "sliding");
        expect_near(spin_of(w, 1).y * R, 2.5 * mu * G * scree_world_time(w), 2e-4 * u0, "spinning up");
        run_for(w, 0.48 * slides);
        double slip = velocity_of(w, 1).x - spin_of(w, 1).y * R;
        expect_near(slip, 0.02 * u0, 1e-3 * u0, "still sliding just before t_s");
        run_for(w, 0.5 * slides);
        expect_near(velocity_of(w, 1).x, 5.0 / 7.0 * u0, 2e-4 * u0, "rolling speed");
        expect_near(spin_of(w, 1).y * R, 5.0 / 7.0 * u0, 2e-4 * u0, "rolling spin");
        scree_world_destroy(w);
    }
}

static void rolling_resistance(void **state) {
    (void)state;
    static const char *const law[] = {"{law: cdt, rolling_friction: 0.05}",
                                      "{law: epsd, rolling_friction: 0.05}"};
    double u0 = 0.2, mu_r = 0.05, t = 0.2;
    for (int k = 0; k < 2; k++) {
        // epsd first loads its spring, over arm / R* = 3 mu_r / 4.5 of the rolling length: a delay, with the same slope
        scree_world *w = make("{law: mindlin, friction: 0.5}", law[k], 0.0, u0, u0 / R);
        run_for(w, 0.1);
        double before = velocity_of(w, 1).x;
        run_for(w, t);
        expect_near((before - velocity_of(w, 1).x) / t, 5.0 / 7.0 * mu_r * G, 1e-3 * mu_r * G, "rolling");
        scree_world_destroy(w);
        w = make("none", law[k], 0.0, 0.0, 100.0);
        run_for(w, 0.1);
        before = spin_of(w, 1).y;
        run_for(w, t);
        expect_near((before - spin_of(w, 1).y) / t * R, 2.5 * mu_r * G, 1e-3 * mu_r * G, "spinning");
        expect_vec_near(velocity_of(w, 1), vec3(0, 0, 0), 1e-12, "nothing pushes it away");
        scree_world_destroy(w);
    }
}

// Largest spin in the last fifth of the run, and the distance until then.
static double restlessness(const char *rolling, double slope, double *moved) {
    scree_world *w = make("{law: mindlin, friction: 0.9}", rolling, atan(slope), 0.0, 0.0);
    double most = 0.0;
    run_for(w, 0.8);
    scree_vec3 x = place_of(w, 1);
    for (int k = 0; k < 20000; k++) {
        advance(w, 1);
        most = fmax(most, vec_norm(spin_of(w, 1)) * R);
    }
    *moved = vec_norm(vec_sub(place_of(w, 1), x));
    scree_world_destroy(w);
    return most;
}

static void holds_still_below_the_angle(void **state) {
    (void)state;
    double moved_epsd, moved_cdt;
    double epsd = restlessness("{law: epsd, rolling_friction: 0.2}", 0.18, &moved_epsd);
    double cdt = restlessness("{law: cdt, rolling_friction: 0.2}", 0.18, &moved_cdt);
    print_message("at rest: epsd %.3g m/s, %.3g m; cdt %.3g m/s, %.3g m\n", epsd, moved_epsd, cdt, moved_cdt);
    assert_true(epsd < 1e-12 && moved_epsd < 1e-12);
    assert_true(cdt > 1e-7);
}

static void rolls_above_the_angle(void **state) {
    (void)state;
    static const char *const law[] = {"{law: cdt, rolling_friction: 0.2}",
                                      "{law: epsd, rolling_friction: 0.2}"};
    for (int k = 0; k < 2; k++) {
        double theta = atan(0.25), wanted = 5.0 / 7.0 * G * (sin(theta) - 0.2 * cos(theta)), t = 0.3;
        scree_world *w = make("{law: mindlin, friction: 0.9}", law[k], theta, 0.0, 0.0);
        run_for(w, 0.2);
        double before = velocity_of(w, 1).x;
        run_for(w, t);
        expect_near((velocity_of(w, 1).x - before) / t, wanted, 1e-2 * wanted, "acceleration");
        scree_world_destroy(w);
    }
}

// A ball of 1 cm spinning at 70 rad/s, 2 um deep in a plane: the moment relative to mu_r R* Fn while the spring sticks, and
// when it has yielded. C w is more than a hundred times the limit.
static void limit_and_dashpot(void **state) {
    (void)state;
    static const struct {
        const char *law, *dashpot;
        double sticking, yielding; // of C w: in the moment
        double limit;              // of the whole moment, over that of the spring
    } row[] = {
        {"epsd", "while_sticking", 1.0, 0.0, INFINITY},
        {"epsd", "outside", 1.0, 1.0, INFINITY},
        {"epsd", "inside", 1.0, 1.0, 1.0},
        {"epsd3", "while_sticking", 1.0, 0.0, INFINITY},
        {"epsd3", "outside", 1.0, 1.0, INFINITY},
        {"epsd3", "inside", 1.0, 1.0, 1.0},
        {"epsd", "while_sticking, convention: original", 1.0, 0.0, INFINITY},
        {"epsd3", "while_sticking, convention: original", 1.0, 0.0, INFINITY},
    };
    const double mu_r = 0.05, eta_r = 0.3, d = 2e-6, w = 70.0, m = 1e-2, e_star = 1e7 / (2.0 * 0.91);
    const double fn = 4.0 / 3.0 * e_star * sqrt(R) * pow(d, 1.5), limit = mu_r * R * fn;
    const double kr = 2.25 * fn / d * mu_r * mu_r * R * R,
                 damp = 2.0 * eta_r * sqrt(1.4 * m * R * R * kr) * w;
    assert_true(damp > 100.0 * limit);
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        char *text =
            scree_format("time: {end: 1}\nmaterials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"
                         "contacts: [{between: any, normal: {law: hertz, restitution: 1}, tangential: none,\n"
                         "            rolling: {law: %s, rolling_friction: 0.05, dashpot: %s}}]\n",
                         row[k].law, row[k].dashpot);
        single_contact l = single_contact_of(text);
        set_bodies(&l.k, R, 0.0, m, 0.0);
        l.k.overlap = d;
        l.k.wry = w;
        for (int yields = 0; yields < 2; yields++) {
            double turn = (yields ? 0.6 : 0.5) * limit / kr; // half way to the limit, then just beyond it
            double spring = yields ? limit : 0.5 * limit,
                   beside = (yields ? row[k].yielding : row[k].sticking) * damp;
            double most = row[k].limit * limit, wanted = fmin(spring + beside, most);
            evaluate(&l, turn / w);
            expect_near(l.k.mry / limit, -wanted / limit, 1e-12 * wanted / limit, row[k].dashpot);
            expect_near(l.k.viscous_r, (wanted - spring) * w, 1e-12 * damp * w, "taken by the dashpot");
            expect_near(l.k.energy_r, 0.5 * spring * spring / kr, 1e-12 * limit * limit / kr, "stored");
        }
        single_contact_free(&l);
        scree_free(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(from_sliding_to_rolling),     cmocka_unit_test(rolling_resistance),
        cmocka_unit_test(holds_still_below_the_angle), cmocka_unit_test(rolls_above_the_angle),
        cmocka_unit_test(limit_and_dashpot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
