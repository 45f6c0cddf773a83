// SPDX-License-Identifier: BSD-3-Clause
// Laws of liquid bridges against solutions of the equation of Young and Laplace, their own closed forms, and the work of their forces.
#include "kernels/one_contact.h"
#include "laws/liquid_bridge.h"
#include "world_of_text.h"

static const double radius = 1e-3, tension = 0.073; // m, N/m, of two equal spheres

typedef struct bridge {
    scree_law_set set;
    double h[SCREE_HISTORY_MAX];
    scree_contact c; // of the last evaluation
} bridge;

// A bridge of the volume v R^3.
static bridge bridge_of(const char *law, double v, double degrees, double viscosity) {
    bridge b = {.set = {.n = 1, .bond = 0, .wet = true, .heat = -1, .loss_column = -1}};
    scree_law_in_set *step = &b.set.step[0];
    const scree_pairing pairing = {.young = {1e7, 1e7}};
    const double param[] = {tension, degrees * SCREE_PI / 180.0, viscosity, 0.01};
    step->law = scree_law_find(SCREE_LIQUID, law);
    step->slot = SCREE_LIQUID;
    const scree_law *found = scree_law_at(step->law);
    assert_non_null(found);
    b.set.n_history = b.set.bond_columns = found->nhistory;
    assert_null(found->derive(param, &pairing, step->derived));
    b.h[SCREE_BRIDGE_VOLUME] = v * (radius * radius * radius);
    found->form(step->derived, b.h[SCREE_BRIDGE_VOLUME], 0.5 * radius, 0, b.h);
    return b;
}

// Evaluates it at a gap, m, with these velocities. Returns its pull, N.
static double pull_of(bridge *b, double gap, double vn, double vt) {
    scree_contact c = {
        .nz = 1.0, .ra = radius, .rb = radius, .r_eff = 0.5 * radius, .m_eff = 1.0, .inertia_eff = 1.0};
    c.gap = gap;
    c.distance = 2.0 * radius + gap;
    c.vn = vn;
    c.vtx = vt;
    scree_law_set_evaluate(&b->set, scree_kernels_choose(NULL), &c, b->h);
    b->c = c;
    return -c.fn;
}

static void near_to(double value, double expected, double relative, const char *what) {
    if (!(fabs(value - expected) <= relative * fabs(expected))) {
        fail_msg("%s: %.8g instead of %.8g", what, value, expected);
    }
}

// v, contact angle, pulls over gamma R at 1e-4, 0.1, 0.5 and 0.9 of Lian's gap, gap at rupture over R, work from touch to there over gamma R^2, from a
// solution by shooting with Newton's method; and by how much, %, Willett's and Mikami's forces are off in the same places.
static const struct solution {
    double v, degrees, pull[4], rupture, work, willett[4], mikami[4];
} solutions[] = {
    {1e-4, 30, {5.195, 2.253, 0.2671, 0.1017}, 0.05738, 0.04342, {5, -2, -20, -30}, {21, 25, 5, 93}},
    {1e-3, 30, {5.003, 2.972, 0.5385, 0.2171}, 0.12444, 0.13416, {9, 1, -23, -32}, {13, 14, 7, 14}},
    {1e-2, 30, {4.652, 3.454, 1.0192, 0.4588}, 0.27244, 0.40533, {17, 7, -24, -36}, {10, 7, 8, -4}},
    {5e-2, 30, {4.241, 3.555, 1.4994, 0.7650}, 0.47749, 0.86175, {28, 15, -24, -39}, {12, 5, 1, -8}},
    {1e-3, 60, {2.657, 1.530, 0.3295, 0.1789}, 0.16293, 0.09179, {18, -2, -47, -67}, {124, 109, 30, 24}},
    {1e-2, 60, {2.275, 1.779, 0.6399, 0.3776}, 0.35923, 0.29105, {38, 9, -48, -68}, {80, 57, 11, -17}},
};
static const double places[] = {1e-4, 0.1, 0.5, 0.9};

static void young_and_laplace(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof solutions / sizeof *solutions; k++) {
        const struct solution *s = &solutions[k];
        bridge exact = bridge_of("young_laplace", s->v, s->degrees, 0.0),
               willett = bridge_of("willett", s->v, s->degrees, 0.0),
               mikami = bridge_of("mikami", s->v, s->degrees, 0.0);
        const double lian = (1.0 + s->degrees * SCREE_PI / 360.0) * cbrt(s->v) * radius,
                     scale = tension * radius;
        for (int i = 0; i < 4; i++) {
            const double gap = places[i] * lian;
            near_to(pull_of(&exact, gap, 0.0, 0.0) / scale, s->pull[i], 1e-3, "pull");
            near_to(pull_of(&willett, gap, 0.0, 0.0) / scale, s->pull[i] * (1.0 + 0.01 * s->willett[i]),
                    0.006 / (1.0 + 0.01 * s->willett[i]), "Willett's pull");
            if (gap < mikami.h[SCREE_BRIDGE_RUPTURE]) {
                near_to(pull_of(&mikami, gap, 0.0, 0.0) / scale, s->pull[i] * (1.0 + 0.01 * s->mikami[i]),
                        0.006 / (1.0 + 0.01 * s->mikami[i]), "Mikami's pull");
            }
        }
        const double rupture = exact.h[SCREE_BRIDGE_RUPTURE];
        near_to(rupture / radius, s->rupture, 4e-4, "gap at rupture");
        pull_of(&exact, rupture * (1.0 - 1e-12), 0.0, 0.0);
        near_to(exact.c.energy_n / (scale * radius), s->work, 1e-3, "work from touch to rupture");
    }
    bridge small = bridge_of("young_laplace", 1e-4, 1.0, 0.0);
    near_to(pull_of(&small, 1e-4 * (1.0 + SCREE_PI / 360.0) * cbrt(1e-4) * radius, 0.0, 0.0) /
                (tension * radius),
            6.0555, 1e-3, "pull at 1 deg");
}

static void closed_forms(void **state) {
    (void)state;
    const double v = 1e-3, theta = 20.0 * SCREE_PI / 180.0, s = 0.03 * radius,
                 scale = 2.0 * SCREE_PI * radius * tension,
                 height = sqrt(s * s + 2.0 * v / SCREE_PI * (radius * radius)) - s, a = sqrt(height / radius),
                 cylinder = cos(theta) / (1.0 + s / height);
    bridge lambert = bridge_of("lambert", v, 20.0, 0.0), rabinovich = bridge_of("rabinovich", v, 20.0, 0.0);
    near_to(pull_of(&lambert, s, 0.0, 0.0), scale * cylinder, 1e-14, "Lambert");
    near_to(pull_of(&lambert, 0.0, 0.0, 0.0), scale * cos(theta), 1e-14, "Lambert at touch");
    near_to(pull_of(&rabinovich, s, 0.0, 0.0), scale * (cylinder + sin(a) * sin(a + theta)), 1e-13,
            "Rabinovich");
    near_to(lambert.h[SCREE_BRIDGE_RUPTURE], (1.0 + 0.5 * theta) * 0.1 * radius, 1e-14, "Lian");
    bridge willett = bridge_of("willett", v, 20.0, 0.0);
    near_to(willett.h[SCREE_BRIDGE_RUPTURE], (1.0 + 0.5 * theta) * (0.1 + 0.001) * radius, 1e-14,
            "Willett's rupture");
    const double r = s / (sqrt(v) * radius);
    near_to(pull_of(&willett, s, 0.0, 0.0), scale * cos(theta) / (1.0 + 1.05 * r + 2.5 * r * r), 1e-14,
            "Willett");
}

// The potential is the integral of the pull, also of bodies that overlap.
static void potentials(void **state) {
    (void)state;
    static const char *const law[] = {"young_laplace", "willett", "rabinovich", "lambert", "mikami"};
    for (int k = 0; k < 5; k++) {
        bridge b = bridge_of(law[k], 1e-3, 30.0, 0.0);
        const double end = 0.99 * b.h[SCREE_BRIDGE_RUPTURE], step = 1e-6 * radius;
        for (double gap = -0.02 * radius; gap < end; gap += 0.003 * radius) {
            pull_of(&b, gap + step, 0.0, 0.0);
            const double after = b.c.energy_n;
            pull_of(&b, gap - step, 0.0, 0.0);
            const double slope = (after - b.c.energy_n) / (2.0 * step);
            near_to(slope, pull_of(&b, gap, 0.0, 0.0), 1e-6, law[k]);
        }
    }
}

static void ruptures(void **state) {
    (void)state;
    bridge b = bridge_of("willett", 1e-3, 30.0, 0.0);
    const double gap = 1.0001 * b.h[SCREE_BRIDGE_RUPTURE], volume = b.h[SCREE_BRIDGE_VOLUME];
    assert_true(pull_of(&b, gap, -1.0, 0.0) == 0.0);
    assert_true(b.c.break_mode == 1.0 && b.c.bond_energy_n > 0.0 && b.c.bond_power_n > 0.0);
    assert_true(b.h[SCREE_BRIDGE_VOLUME] == 0.0 && b.h[SCREE_BRIDGE_RETURNED] == volume);
    pull_of(&b, 0.0, 0.0, 0.0);
    assert_true(b.c.fn == 0.0 && b.c.break_mode == 0.0 && b.h[SCREE_BRIDGE_RETURNED] == volume);
}

static void viscosity(void **state) {
    (void)state;
    const double eta = 1e-2, r = 0.5 * radius, s = 0.05 * radius, vn = 0.1, vt = 0.2;
    bridge wet = bridge_of("willett", 1e-3, 30.0, eta), dry = bridge_of("willett", 1e-3, 30.0, 0.0);
    const double still = pull_of(&dry, s, vn, vt), force = still - pull_of(&wet, s, vn, vt),
                 across = 6.0 * SCREE_PI * eta * r * (8.0 / 15.0 * log(r / s) + 0.9588) * vt;
    near_to(force, 6.0 * SCREE_PI * eta * (r * r) * vn / s, 1e-12, "normal viscous force");
    near_to(-wet.c.ftx, across, 1e-12, "tangential viscous force");
    near_to(wet.c.viscous_n, force * vn, 1e-12, "what it takes");
    near_to(wet.c.viscous_t, across * vt, 1e-12, "what it takes across");
    const double inside = pull_of(&dry, -s, vn, 0.0) - pull_of(&wet, -s, vn, 0.0);
    near_to(inside, 6.0 * SCREE_PI * eta * r * vn / 0.01, 1e-12, "below the cut-off");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(young_and_laplace), cmocka_unit_test(closed_forms), cmocka_unit_test(potentials),
        cmocka_unit_test(ruptures),          cmocka_unit_test(viscosity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
