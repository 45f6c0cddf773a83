// SPDX-License-Identifier: BSD-3-Clause
// hooke_hysteresis along prescribed overlaps against LIGGGHTS 3.8.0 (tests/reference/liggghts): loops, reloading from the
// adhesive branch, holding still, a second contact; its restitution in closed form, the force before touch, energy.
// 1e-12 of a column's largest value is allowed in addition to the rounding of the 12 digits of the tables.
#include "reference.h"

#define MATERIAL "materials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"
#define PATH_LAW(kc)                                                                                         \
    "contacts: [{between: any, normal: {law: hooke_hysteresis, restitution: 1, characteristic_velocity: 1, " \
    "max_stiffness_ratio: 5, adhesion_stiffness_ratio: " kc ", plasticity_depth: 0.2}, tangential: none}]\n"

static const double radius = 5e-3;

static double mass(double r) {
    return 4.0 / 3.0 * 3.14159265358979323846 * r * r * r * 2500.0;
}

static single_contact contact_of(const char *law) {
    char *text = scree_format("time: {end: 1}\n" MATERIAL "%s", law);
    single_contact l = single_contact_of(text);
    scree_free(text);
    set_bodies(&l.k, radius, radius, mass(radius), mass(radius));
    return l;
}

// Clears the contact as the engine does at its end.
static void at_overlap(single_contact *l, double overlap) {
    l->k.overlap = overlap;
    if (overlap > 0.0) {
        evaluate(l, 1e-6);
    } else {
        l->k.fn = 0.0;
        l->k.fresh = 1.0;
        memset(l->h, 0, sizeof l->h);
    }
}

// Deviation of x beyond half of the last of 12 digits, relative to the scale.
static double off_by(double x, double wanted, double scale) {
    double digit = wanted != 0.0 ? 0.5 * pow(10.0, floor(log10(fabs(wanted))) - 11.0) : 0.0;
    return fmax(0.0, fabs(x - wanted) - digit) / scale;
}

static void follow(const char *file, const char *law, const char *force, const char *memory) {
    table t = table_read(file);
    single_contact l = contact_of(law);
    double worst[2] = {0};
    for (size_t row = 0; row < t.rows; row++) {
        double d = table_value(&t, row, "delta_m");
        at_overlap(&l, d);
        double off[2] = {off_by(l.k.fn, table_value(&t, row, force), table_scale(&t, force)), 0.0};
        double wanted = memory ? table_value(&t, row, memory) : NAN;
        if (!isnan(wanted) && d > 0.0) {
            off[1] = off_by(l.h[0], wanted, table_scale(&t, memory));
        }
        for (int k = 0; k < 2; k++) {
            worst[k] = fmax(worst[k], off[k]);
            if (!(off[k] <= 1e-12)) {
                fail_msg("%s row %zu: %s off by %.3g", file, row, k == 0 ? force : memory, off[k]);
            }
        }
    }
    print_message("%s: force %.1e, memory %.1e\n", file, worst[0], worst[1]);
    single_contact_free(&l);
    table_free(&t);
}

static void paths(void **state) {
    (void)state;
    follow("liggghts/P01_path_below_limit.csv", PATH_LAW("1"), "F_N", "deltaMax_m");
    follow("liggghts/P03_path_kc0.csv", PATH_LAW("0"), "F_N", "deltaMax_m");
    follow("liggghts/X03_hold.csv", PATH_LAW("1"), "F_hooke_hysteresis_N", "deltaMax_hysteresis_m");
}

// Evaluating twice at the same overlap changes nothing, anywhere on a random path with unloading to the adhesive branch.
static void held_still(void **state) {
    (void)state;
    single_contact l = contact_of(PATH_LAW("1.5"));
    uint64_t seed = 1;
    for (int k = 0; k < 2000; k++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        at_overlap(&l, 2e-3 * (double)(seed >> 40) / 16777216.0 + 1e-9);
        double f = l.k.fn, memory = l.h[0];
        at_overlap(&l, l.k.overlap);
        expect_near(l.k.fn, f, 1e-14 * l.k.kn * 1e-3, "force held");
        expect_near(l.h[0], memory, 1e-12 * 1e-3, "memory held");
        assert_true(l.k.energy_n >= 0.0);
    }
    single_contact_free(&l);
}

// The engine clears d_max and the tangential spring when two spheres separate, for any skin: they are placed along a path, at
// rest, and advanced by one very short step.
static void separation_forgets(void **state) {
    (void)state;
    table t = table_read("liggghts/X01_reset_hysteresis.csv");
    static const char *const skin[] = {"0.1 mm", "2 mm"};
    for (int k = 0; k < 2; k++) {
        scree_particle q[2] = {
            ball(1, radius, vec3(radius + 1e-6, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0)),
            ball(2, radius, vec3(-radius, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0)),
        };
        scree_world *w = world_of_text(
            scree_format("time: {end: 1, dt: 1e-15, integrator: verlet_half_step, velocity_scale: 1}\n"
                         "alarms: {negative_loss: off}\n" // work is done by placing them
                         "search: {skin: %s}\n" MATERIAL PATH_LAW("0"),
                         skin[k]),
            q, 2);
        for (size_t row = 0; row < t.rows; row++) {
            size_t i = index_of_id(w, 1), j = index_of_id(w, 2);
            w->p.x[i].x = w->p.x[j].x + 2.0 * radius - table_value(&t, row, "delta_m");
            w->list_valid = k == 1 && row > 0; // the large skin: one list for both contacts
            advance(w, 1);
            expect_near(w->p.f[index_of_id(w, 1)].fx, table_value(&t, row, "rebuild_between"),
                        1e-11 * table_scale(&t, "rebuild_between"), skin[k]);
        }
        scree_world_destroy(w);
    }
    table_free(&t);
}

// ------------------------------------------------------------------------------------------------------ restitution

// e of an undamped impact from the engine with a fine step: closed form of restitution() to 1e-6.
static void closed_form(void **state) {
    (void)state;
    static const struct {
        double v, k2, kc, phi;
    } row[] = {{0.5, 1.0, 0.0, 0.05}, {0.5, 1.05, 0.0, 0.05}, {1.0, 5.0, 0.0, 0.02}, {0.5, 3.0, 0.5, 0.1},
               {0.5, 5.0, 2.0, 0.05}, {1.0, 4.0, 0.4, 0.005}, {0.3, 2.0, 0.5, 0.0},  {0.1, 2.0, 1.0, 0.05}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        scree_particle q[2] = {
            ball(1, radius, vec3(radius + 1e-9, 0, 0), vec3(-row[k].v / 2, 0, 0), vec3(0, 0, 0)),
            ball(2, radius, vec3(-radius, 0, 0), vec3(row[k].v / 2, 0, 0), vec3(0, 0, 0)),
        };
        scree_world *w = world_of_text(
            scree_format("time: {end: 1, dt: 1e-7, velocity_scale: 1}\n" MATERIAL
                         "contacts: [{between: any, tangential: none, normal: {law: hooke_hysteresis, "
                         "restitution: 1, elastic_stiffness: 5454, max_stiffness_ratio: %.17g, "
                         "adhesion_stiffness_ratio: %.17g, plasticity_depth: %.17g}}]\n",
                         row[k].k2, row[k].kc, row[k].phi),
            q, 2);
        double m = 0.5 * mass(radius), r = 0.5 * radius;
        int n;
        const scree_law *law = scree_laws(&n)[w->laws[0].step[0].law];
        double e = law->restitution(w->laws[0].step[0].derived, m, r, row[k].v);
        double longest = 3.0 * 3.1416 * sqrt(m / 5454.0) * (1.0 + row[k].kc), got = 0.0;
        while (scree_world_time(w) < longest && got == 0.0) {
            advance(w, 5);
            scree_vec3 d = vec_sub(place_of(w, 1), place_of(w, 2));
            double apart = velocity_of(w, 1).x - velocity_of(w, 2).x;
            got = d.x > 2.0 * radius && apart > 0.0 ? apart / row[k].v : 0.0;
        }
        print_message("v %g k2 %g kc %g phi %g: e %.8f, closed form %.8f\n", row[k].v, row[k].k2, row[k].kc,
                      row[k].phi, got, e);
        expect_near(got, e, 1e-6, "restitution");
        expect_near(law->collision_time(w->laws[0].step[0].derived, m, r, 1.0),
                    3.14159265358979 * sqrt(m / (5454.0 * row[k].k2)), 1e-15,
                    "duration on the stiffest branch");
        scree_world_destroy(w);
    }
}

// The figures of the reference's own table of closed forms.
static void closed_form_of_table(void **state) {
    (void)state;
    table t = table_read("liggghts/cases.csv");
    int seen = 0, n;
    for (size_t row = 0; row < t.rows; row++) {
        if (strcmp(table_text(&t, row, "model"), "hooke/hysteresis") != 0 ||
            isnan(table_value(&t, row, "e_analytic"))) {
            continue;
        }
        char *law =
            scree_format("contacts: [{between: any, tangential: none, normal: {law: hooke_hysteresis, "
                         "restitution: 1, characteristic_velocity: 1, max_stiffness_ratio: %.17g, "
                         "adhesion_stiffness_ratio: %.17g, plasticity_depth: %.17g}}]\n",
                         table_value(&t, row, "coefficientMaxElasticStiffness"),
                         table_value(&t, row, "coefficientAdhesionStiffness"),
                         table_value(&t, row, "coefficientPlasticityDepth"));
        single_contact l = contact_of(law);
        bool wall = isnan(table_value(&t, row, "x2x"));
        set_bodies(&l.k, radius, wall ? 0.0 : radius, mass(radius), mass(radius));
        double v = fabs(table_value(&t, row, "v1x")) * (wall ? 1.0 : 2.0);
        double e =
            scree_laws(&n)[l.set.step[0].law]->restitution(l.set.step[0].derived, l.k.m_eff, l.k.r_eff, v);
        expect_near(e, table_value(&t, row, "e_analytic"), 1e-9, table_text(&t, row, "case"));
        seen++;
        single_contact_free(&l);
        scree_free(law);
    }
    assert_true(seen >= 5);
    table_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths),
        cmocka_unit_test(held_still),
        cmocka_unit_test(separation_forgets),
        cmocka_unit_test(closed_form),
        cmocka_unit_test(closed_form_of_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
