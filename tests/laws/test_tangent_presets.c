// SPDX-License-Identifier: BSD-3-Clause
// The presets and switches of the tangential spring: spinning balls on a rigid plane against integrations in other
// programs' conventions (tests/reference/chung_ooi, test 6 of Chung and Ooi, Granular Matter 13 (2011) 643), gross sliding
// in closed form, and the effect of each switch on one contact.
// not with sanitizers: it compares figures of a few bodies, on paths through the code that the tests of all laws take
#include "law_draws.h"
#include "laws/contact_steps.h"
#include "laws/tangential/tangent_switches.h"
#include "reference.h"

// ------------------------------------------------------------------------------------------- Chung and Ooi, test 6

enum { STEPS = 2000 };

typedef struct convention {
    const char *name, *normal, *tangential;
    double allowed;
} convention;

static const convention conventions[] = {
    {"lig", "restitution: 0.5", "preset: liggghts", 5e-3},
    {"ligL", "restitution: 0.5, end: limit_force", "preset: liggghts", 5e-3},
    {"nodt", "restitution: 0.5", "preset: liggghts, tangential_damping: off", 1e-3},
    {"edem", "restitution: 0.5", "preset: edem", 1e-3},
    {"resc", "restitution: 0.5", "preset: liggghts, tangential_damping: off, memory: rescaled_on_unloading",
     1e-3},
};

typedef struct alloy {
    const char *name;
    double young, poisson, density;
} alloy;

// A ball on a rigid plane, until it has left the plane again.
static scree_world *bounce(const alloy *m, double r, scree_vec3 v, double spin, const char *normal,
                           const char *tangential) {
    double mass = 4.0 / 3.0 * 3.14159265358979323846 * r * r * r * m->density;
    double stiff = 4.0 / 3.0 * m->young / (1.0 - m->poisson * m->poisson) * sqrt(r);
    double time = 2.9432750 * pow(5.0 * mass * v.z * v.z / (4.0 * stiff), 0.4) / fabs(v.z);
    scree_particle q = ball(1, r, vec3(0, 0, r), v, vec3(0, spin, 0));
    q.density = m->density;
    scree_world *w = world_of_text(
        scree_format("time: {end: 1, dt: %.17g, velocity_scale: %.17g}\n"
                     // a spring that keeps its extension while the contact stiffens creates energy
                     "alarms: {negative_loss: 0.05}\n"
                     "materials:\n  m: {density: %.17g, young: %.17g, poisson: %.17g}\n"
                     "  rigid: {density: 1000, young: 1e25, poisson: 0.3}\n"
                     "contacts: [{between: any, normal: {law: hertz, %s}, tangential: {law: mindlin, %s}}]\n"
                     "walls: {w: {plane: {point: [0,0,0], normal: [0,0,1]}, material: rigid}}\n",
                     time / STEPS, fabs(v.z), m->density, m->young, m->poisson, normal, tangential),
        &q, 1);
    do {
        advance(w, 10);
    } while (velocity_of(w, 1).z < 0.0 || place_of(w, 1).z < r);
    return w;
}

// The tolerance is the error with a thousand steps: the dashpots of lig start with a jump.
static void chung_ooi_6(void **state) {
    (void)state;
    static const alloy metal[] = {{"al_alloy", 70e9, 0.33, 2700}, {"nylon", 2.5e9, 0.40, 1000}};
    const double r = 0.1, v = 0.2;
    table t = table_read("chung_ooi/test6.csv");
    size_t seen = 0;
    for (size_t j = 0; j < sizeof conventions / sizeof *conventions; j++) {
        const convention *k = &conventions[j];
        char *friction = scree_format("friction: 0.4, %s", k->tangential);
        double worst = 0.0;
        for (size_t row = 0; row < t.rows; row++) {
            if (strcmp(table_text(&t, row, "conv"), k->name) != 0) {
                continue;
            }
            const alloy *m = &metal[strcmp(table_text(&t, row, "material"), "nylon") == 0];
            scree_world *w =
                bounce(m, r, vec3(0, 0, -v), table_value(&t, row, "omega0"), k->normal, friction);
            double out = -(velocity_of(w, 1).x - r * spin_of(w, 1).y) / velocity_of(w, 1).z;
            double wanted = table_value(&t, row, "tan_out"), off = fabs(out - wanted) / (1.0 + fabs(wanted));
            worst = fmax(worst, off);
            expect_near(off, 0.0, k->allowed, k->name);
            scree_world_destroy(w);
            seen++;
        }
        print_message("%s: off by at most %.1e\n", k->name, worst);
        scree_free(friction);
    }
    assert_int_equal(seen, t.rows);
    table_free(&t);
}

// Thornton, Cummins and Cleary (2013), damped Hertz, against 2 tan(theta) / (mu (1 + e)); read off the printed curve, hence
// 1.5 %. The spring that keeps its extension is 12 % off at the first point.
static void thornton_2013(void **state) {
    (void)state;
    static const double row[][2] = {{0.15, 0.823}, {0.89, 0.811}, {1.83, 0.721}, {2.80, 0.644}, {3.80, 0.628},
                                    {4.87, 0.638}, {5.88, 0.663}, {7.34, 0.730}, {8.80, 0.775}};
    static const alloy glass = {"", 70e9, 0.3, 2650};
    const double mu = 0.1, e = 0.9, v = 5.0;
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        double vt = 0.5 * v * row[k][0] * mu * (1.0 + e);
        scree_world *w = bounce(&glass, 0.025, vec3(vt, 0, -v), 0.0, "restitution: 0.9",
                                "friction: 0.1, preset: thornton2013");
        expect_near(velocity_of(w, 1).x / vt / row[k][1], 1.0, 0.015, "tangential restitution");
        scree_world_destroy(w);
    }
    scree_world *w = bounce(&glass, 0.025, vec3(0.5 * v * 0.15 * mu * (1.0 + e), 0, -v), 0.0,
                            "restitution: 0.9", "friction: 0.1, preset: thornton2013, memory: displacement");
    assert_true(velocity_of(w, 1).x / (0.5 * v * 0.15 * mu * (1.0 + e)) > 0.87);
    scree_world_destroy(w);
}

// --------------------------------------------------------------------------------------------------- the switches

// One contact of 1 N/um with a spring of the given switches.
static single_contact contact_with(const char *switches) {
    char *text =
        scree_format("time: {end: 1}\nmaterials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"
                     "contacts: [{between: any, normal: {law: hooke, stiffness: 1e6, restitution: 0.5}, "
                     "tangential: {law: linear_spring, friction: 0.5, stiffness_ratio: 1, %s}}]\n",
                     switches);
    single_contact l = single_contact_of(text);
    scree_free(text);
    set_bodies(&l.k, 1e-2, 1e-2, 1e-2, 1e-2);
    return l;
}

static void slide(single_contact *l, double overlap, double slip, double dt) {
    l->k.overlap = overlap;
    l->k.vtx = slip / dt;
    evaluate(l, dt);
}

// At a limit of 0.5 N: the spring alone at 0.4 N; with a dashpot of 0.3 N beside it; with a spring beyond the limit and the
// same dashpot, and what the spring stores of that, N.
static void expect_forces(const char *switches, double dashpot, double at_slip, double memory) {
    single_contact l = contact_with(switches);
    double k = 1e6;
    slide(&l, 1e-6, 0.4e-6, 1e3); // slow: no dashpot
    expect_near(l.k.ftx, -0.4, 1e-6, switches);
    l.k.vtx = 0.3 / (2.0 * l.k.zeta * sqrt(l.k.m_eff * k));
    evaluate(&l, 1e-15);
    expect_near(l.k.ftx, -dashpot, 1e-6, switches);
    memset(l.h, 0, sizeof l.h);
    l.h[0] = 1e-6; // beyond the limit
    l.h[3] = k;
    evaluate(&l, 1e-15);
    expect_near(l.k.ftx, -at_slip, 1e-6, switches);
    expect_near(k * l.h[0], memory, 1e-6, switches);
    single_contact_free(&l);
}

static void dashpot_and_limit(void **state) {
    (void)state;
    expect_forces("preset: scree", 0.5, 0.5, 0.5);
    expect_forces("dashpot: inside", 0.5, 0.5, 0.5);
    expect_forces("dashpot: outside", 0.7, 0.8, 0.5);
    expect_forces("dashpot: while_sticking", 0.7, 0.5, 0.5);
    expect_forces("slip_memory: total", 0.5, 0.5, 0.2);
    expect_forces("preset: lammps", 0.5, 0.5, 0.2);
    expect_forces("preset: liggghts", 0.7, 0.5, 0.5);
    expect_forces("preset: lammps, slip_memory: spring", 0.5, 0.5, 0.5);
}

static void memory_and_stiffness(void **state) {
    (void)state;
    static const struct {
        const char *memory;
        double stiffer, softer; // extension, over that before
    } row[] = {{"rescaled_on_unloading", 0.5, 1.0}, {"displacement", 1.0, 1.0}, {"incremental", 0.5, 2.0}};
    for (int k = 0; k < 3; k++) {
        char *switches = scree_format("memory: %s", row[k].memory);
        single_contact l = contact_with(switches);
        l.k.overlap = 1.0;
        l.h[0] = 1e-7;
        l.h[3] = 5e5;
        evaluate(&l, 1e-15);
        expect_near(l.h[0] / 1e-7, row[k].stiffer, 1e-14, switches);
        l.h[0] = 1e-7;
        l.h[3] = 2e6;
        evaluate(&l, 1e-15);
        expect_near(l.h[0] / 1e-7, row[k].softer, 1e-14, switches);
        single_contact_free(&l);
        scree_free(switches);
    }
}

static void rotation_and_damping(void **state) {
    (void)state;
    for (int project = 0; project < 2; project++) {
        single_contact l = contact_with(project ? "rotation: project" : "rotation: keep_length");
        l.k.overlap = 1.0;
        l.h[0] = 3e-7;
        l.h[2] = 4e-7; // out of the plane
        l.h[3] = 1e6;
        evaluate(&l, 1e-15);
        expect_near(l.h[0], project ? 3e-7 : 5e-7, 1e-20, "turned");
        expect_near(l.h[2], 0.0, 1e-20, "turned");
        single_contact_free(&l);
    }
    for (int normal = 0; normal < 2; normal++) {
        single_contact l = contact_with(normal ? "damping: normal, tangential_stiffness: 2.5e5"
                                               : "damping: ratio, tangential_stiffness: 2.5e5");
        l.k.overlap = 1.0;
        l.k.vtx = 1.0;
        evaluate(&l, 1e-15);
        expect_near(l.k.ftx, -(normal ? 1.0 : 0.5) * l.k.cn, 1e-9 * l.k.cn, "dashpot");
        single_contact_free(&l);
    }
}

// The loop of preset: liggghts gives the bits of the loop with all switches.
static void liggghts_loop_is_the_switches(void **state) {
    (void)state;
    for (int by_normal = 0; by_normal < 2; by_normal++) {
        scree_tangent_form form;
        assert_null(scree_tangent_form_of(&form, 1, 0, 0, 0, 0, 0, 0, by_normal));
        assert_true(form.variant == 3.0);
        double a[4] = {0}, b[4] = {0};
        for (int k = 0; k < 3000; k++) {
            double n[3];
            draw_direction(n);
            const double kt = uniform(1e3, 1e5);
            scree_contact c = {.nx = n[0], .ny = n[1], .nz = n[2], .m_eff = uniform(1e-3, 1)};
            c.zeta = uniform(0, 0.3), c.cn = uniform(0, 10), c.fn = k % 7 ? uniform(-1, 10) : 0.0;
            c.vtx = uniform(-1, 1), c.vty = uniform(-1, 1), c.vtz = uniform(-1, 1);
            c.dt = uniform(0, 2e-4);
            c.begins = 0.5;
            scree_contact_steps(&c, c.dt);
            scree_contact d = c;
            const double limit = scree_tangent_limit(&c, 0.5, &form, 3.0);
            assert_true(limit == scree_tangent_limit(&c, 0.5, &form, 1.0));
            const double ct = by_normal ? c.cn : 2.0 * c.zeta * sqrt(c.m_eff * kt);
            scree_tangent_liggghts(&c, a, kt, ct, limit);
            scree_tangent_switched(&d, b, &form, kt, 1.0, limit);
            assert_true(c.ftx == d.ftx && c.fty == d.fty && c.ftz == d.ftz);
            assert_true(c.energy_t == d.energy_t && c.viscous_t == d.viscous_t);
            assert_true(a[0] == b[0] && a[1] == b[1] && a[2] == b[2] && a[3] == b[3]);
        }
    }
}

// If the switches of the default preset are set explicitly, the loop with all switches runs: same results.
static void both_loops_agree(void **state) {
    (void)state;
    single_contact a = contact_with("preset: scree");
    single_contact b = contact_with("preset: lammps, limit: critical, memory: rescaled_on_unloading, "
                                    "slip_memory: spring, damping: normal");
    uint64_t seed = 3;
    for (int k = 0; k < 300; k++) {
        double u[3];
        for (int j = 0; j < 3; j++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            u[j] = (double)(seed >> 40) / 8388608.0 - 1.0;
        }
        a.k.overlap = b.k.overlap = 1e-6 * (1.1 + u[0]);
        a.k.vtx = b.k.vtx = 0.3 * u[1];
        a.k.vty = b.k.vty = 0.3 * u[2];
        evaluate(&a, 1e-6);
        evaluate(&b, 1e-6);
        expect_near(b.k.ftx, a.k.ftx, 1e-12, "x");
        expect_near(b.k.fty, a.k.fty, 1e-12, "y");
    }
    single_contact_free(&a);
    single_contact_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chung_ooi_6),
        cmocka_unit_test(thornton_2013),
        cmocka_unit_test(dashpot_and_limit),
        cmocka_unit_test(memory_and_stiffness),
        cmocka_unit_test(rotation_and_damping),
        cmocka_unit_test(both_loops_agree),
        cmocka_unit_test(liggghts_loop_is_the_switches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
