// SPDX-License-Identifier: BSD-3-Clause
// Which bodies are bonded by the entries of `bonds` and by agglomerates, when, and how strong; what is said where nothing is.
#include "access/contact_iterator.h"
#include "bonds/bonds.h"
#include "bonds/fragments.h"
#include "laws/bond.h"
#include "world_of_text.h"

#define HEAD                                                                                                 \
    "time: {end: 1, dt: 1e-5, velocity_scale: 1}\n"                                                          \
    "materials: {a: {density: 2500, young: 1e7, poisson: 0.3}, b: {density: 2500, young: 1e7, poisson: "     \
    "0.3}}\n"                                                                                                \
    "contacts: [{between: any, restitution: 0.5, friction: 0.3, bond: {law: parallel, bond_young: 1e6, "     \
    "bond_tension: 1e9, bond_shear: 1e9}}]\n"                                                                \
    "walls: {floor: {plane: {point: [0, 0, -5e-3], normal: [0, 0, 1]}, material: a},\n"                      \
    "        side: {plane: {point: [-5e-3, 0, 0], normal: [1, 0, 0]}, material: b}}\n"
#define NO_LAW_OF_B                                                                                          \
    "time: {end: 1, dt: 1e-5, velocity_scale: 1}\n"                                                          \
    "materials: {a: {density: 2500, young: 1e7, poisson: 0.3}, b: {density: 2500, young: 1e7, poisson: "     \
    "0.3}}\n"                                                                                                \
    "contacts: [{between: any, restitution: 0.5, friction: 0.3}, {between: [a, a], bond: {law: parallel, "   \
    "bond_young: 1e6}}]\n"

static const double R = 5e-3;

enum { BALLS = 5 };

// Balls along x: 1 and 2 touch, 2 and 3 are 0.1 mm apart, 3 and 4 touch, 4 and 5 are 0.3 mm apart; 1 touches both walls of HEAD, all the
// floor. The last two are of material b.
static scree_world *row_of_balls(const char *head, const char *bonds, int fixed) {
    static const double x[BALLS] = {0.0, 0.01, 0.0201, 0.0301, 0.0404};
    scree_particle q[BALLS];
    for (int k = 0; k < BALLS; k++) {
        q[k] = ball((uint64_t)k + 1, R, vec3(x[k], 0, 0), vec3(0, 0, 0), vec3(0, 0, 0));
        q[k].material = k >= 3;
        q[k].fixed = fixed >> k & 1;
    }
    return world_of_text(scree_format("%s%s", head, bonds), q, BALLS);
}

// "1-2 2-3 1-floor": the bonds, ascending.
static void expect_bonds(const scree_world *w, const char *wanted) {
    scree_bond_list list = {0};
    char text[400] = "";
    scree_bonds_list(w, &list);
    for (size_t k = 0; k < list.n; k++) {
        const scree_bond *b = &list.data[k];
        const size_t n = strlen(text);
        if (b->wall >= 0) {
            snprintf(text + n, sizeof text - n, "%s%d-%s", n ? " " : "", (int)b->a,
                     w->case_->wall.data[b->wall].name);
        } else {
            snprintf(text + n, sizeof text - n, "%s%d-%d", n ? " " : "", (int)b->a, (int)b->b);
        }
    }
    assert_string_equal(text, wanted);
    assert_int_equal(scree_bonds_number(w), list.n);
    assert_int_equal(w->bonds_now, list.n);
    scree_array_free(&list);
}

static void expect_from(const char *head, const char *bonds, int fixed, const char *wanted) {
    scree_world *w = row_of_balls(head, bonds, fixed);
    expect_bonds(w, wanted);
    assert_int_equal(w->bonds.made, scree_bonds_number(w));
    scree_world_destroy(w);
}

static void who(void **state) {
    (void)state;
    expect_from(HEAD, "bonds: [{}]\n", 0, "1-2 3-4");
    expect_from(HEAD, "bonds: []\n", 0, "");
    expect_from(HEAD, "bonds: {gap: 0.2 mm}\n", 0, "1-2 2-3 3-4");
    expect_from(HEAD, "bonds: {gap: 0.4 mm}\n", 0, "1-2 2-3 3-4 4-5");
    expect_from(HEAD, "bonds: [{gap: 0.4 mm, materials: [b, b]}]\n", 0, "4-5");
    expect_from(HEAD, "bonds: [{gap: 0.4 mm, materials: [b, a]}]\n", 0, "3-4");
    expect_from(HEAD, "bonds: [{gap: 0.4 mm, materials: [a, any]}]\n", 0, "1-2 2-3 3-4");
    expect_from(HEAD, "bonds: [{gap: 0.4 mm, ids: [1-3, 5]}]\n", 0, "1-2 2-3");
    expect_from(HEAD,
                "bonds: [{gap: 0.4 mm, region: {half_space: {point: [15 mm, 0, 0], normal: [1, 0, 0]}}}]\n",
                0, "3-4 4-5");
    expect_from(HEAD, "bonds: [{walls: [floor]}]\n", 0, "1-floor 2-floor 3-floor 4-floor 5-floor");
    expect_from(HEAD, "bonds: [{walls: [side, floor], ids: [1, 2], particles: true}]\n", 0,
                "1-2 1-floor 1-side 2-floor");
    expect_from(HEAD, "bonds: [{walls: [floor, side], materials: [b, any]}]\n", 0, "1-side 4-floor 5-floor");
    expect_from(HEAD, "bonds: [{walls: [side], gap: 11 mm}]\n", 0, "1-side 2-side");
    expect_from(HEAD, "bonds: [{gap: 0.4 mm}]\n", 3, "2-3 3-4 4-5"); // two fixed ones
    expect_from(NO_LAW_OF_B, "bonds: [{gap: 0.4 mm}]\n", 0, "1-2 2-3");
}

static void pairs_of_a_file(void **state) {
    (void)state;
    FILE *f = fopen("pairs.txt", "w");
    fputs("# two of them are near enough\n\n3,2\n 1\t2 \r\n1 4 # far\n", f);
    fclose(f);
    expect_from(HEAD, "bonds: [{file: pairs.txt, gap: 0.2 mm}]\n", 0, "1-2 2-3");
    expect_from(HEAD, "bonds: [{file: pairs.txt, gap: 0.2 mm, ids: [1-2]}]\n", 0, "1-2");
    expect_from(HEAD, "bonds: [{file: pairs.txt, gap: 20.2 mm}]\n", 0, "1-2 1-4 2-3");
}

static void when(void **state) {
    (void)state;
    scree_world *w = row_of_balls(
        HEAD, "bonds: [{start: 1 ms}, {start: 2 ms, every: 1 ms, stop: 3.5 ms, gap: 0.2 mm}]\n", 0);
    expect_bonds(w, "");
    advance(w, 99);
    expect_bonds(w, "");
    advance(w, 1);
    expect_bonds(w, "1-2 3-4");
    advance(w, 100);
    expect_bonds(w, "1-2 2-3 3-4");
    scree_bond_list list = {0};
    scree_bonds_list(w, &list);
    expect_near(list.data[0].made, 1e-3, 1e-15, "time of the first");
    expect_near(list.data[1].made, 2e-3, 1e-15, "time of the second");
    expect_near(list.data[1].length, 0.0101, 1e-12, "its length");
    assert_true(list.data[0].load == 0.0 && list.data[0].factor == 1.0 && list.data[1].wall == -1);
    scree_array_free(&list);
    scree_world_destroy(w);
}

// A bond that breaks is made again where `every` says so.
static void again(void **state) {
    (void)state;
    for (int every = 0; every < 2; every++) {
        scree_particle q[] = {ball(1, R, vec3(0, 0, 0), vec3(-0.1, 0, 0), vec3(0, 0, 0)),
                              ball(2, R, vec3(0.01, 0, 0), vec3(0.1, 0, 0), vec3(0, 0, 0))};
        scree_world *w = world_of_text(
            scree_format("time: {end: 1, dt: 1e-6, velocity_scale: 1}\n"
                         "materials: {a: {density: 2500, young: 1e7, poisson: 0.3}}\n"
                         "contacts: [{between: any, restitution: 0.5, friction: 0.3, bond: {law: parallel, "
                         "bond_young: 1e6, bond_tension: 2e3}}]\n"
                         "bonds: [{gap: 1 mm%s}]\n",
                         every ? ", every: 2 ms" : ""),
            q, 2);
        advance(w, 1990);
        assert_int_equal(w->bonds.broken[SCREE_MODE_NORMAL], 1);
        expect_bonds(w, "");
        assert_int_equal(w->broken.n, 1);
        const scree_bond_break *b = &w->broken.data[0];
        assert_true(b->a == 1 && b->b == 2 && b->wall == -1 && b->mode == SCREE_MODE_NORMAL &&
                    b->age == b->time);
        // sigma^2 A l / 2E with a strength of 2 kPa and 1 MPa; less than 4 % for the step in which it is reached
        expect_near(b->energy, 2e3 * 2e3 * 3.14159265358979 * R * R * 0.01 / 2e6, 0.04 * 1.6e-6,
                    "its energy");
        expect_near(scree_world_totals(w).broken[0], b->energy, 0.0, "energy of broken bonds");
        advance(w, 10);
        expect_bonds(w, every ? "1-2" : "");
        assert_int_equal(w->bonds.made, 1 + every);
        scree_world_destroy(w);
    }
}

// Strengths by ids and time, so they do not depend on anything else; their mean is that of the distribution.
static void scatter(void **state) {
    (void)state;
    enum { N = 3000 };
    scree_particle *q = scree_realloc(NULL, 0, N * sizeof *q);
    for (int k = 0; k < N; k++) {
        q[k] = ball((uint64_t)k + 1, R, vec3(2 * R * k, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0));
    }
    scree_world *w = world_of_text(scree_format("%sbonds: [{weibull: 4}]\n", HEAD), q, N);
    scree_bond_list list = {0};
    scree_bonds_list(w, &list);
    assert_int_equal(list.n, N - 1);
    double sum = 0.0, below = 0.0;
    for (size_t k = 0; k < list.n; k++) {
        sum += list.data[k].factor / (N - 1);
        below += (list.data[k].factor < 1.0) / (double)(N - 1);
    }
    // Gamma(1.25) and 1 - 1/e; four standard deviations of the mean of 2999: 0.2543 / sqrt(2999), and of a share.
    expect_near(sum, 0.90640247705547707798, 4 * 0.2543 / 54.8, "mean strength");
    expect_near(below, 0.63212055882855767840, 4 * 0.4822 / 54.8, "share of those weaker than the scale");
    scree_array_free(&list);
    scree_world_destroy(w);
    scree_free(q);
}

// Bonds of bodies that never touched last in steps that go on, which use other loops.
static void apart(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    const scree_particle q[] = {ball(1, R, vec3(0, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0)),
                                ball(2, R, vec3(0.0102, 0, 0), vec3(0.01, 0, 0), vec3(0, 0, 0))};
    scree_world *w[2];
    for (int staged = 0; staged < 2; staged++) {
        w[staged] = world_of_text(
            scree_format("time: {end: 1, dt: 1e-6, velocity_scale: 1}\n"
                         "materials: {a: {density: 2500, young: 1e7, poisson: 0.3}}\n"
                         "contacts: [{between: any, restitution: 0.5, friction: 0.3, bond: {law: "
                         "parallel, bond_young: 1e6}}]\n"
                         "bonds: [{gap: 0.3 mm}]\n"),
            q, 2);
        w[staged]->staged = staged;
        for (int k = 0; k < 200; k++) {
            assert_int_equal(scree_world_step_fused(w[staged], k % 100 < 99, r), SCREE_OK);
        }
        expect_bonds(w[staged], "1-2");
        assert_int_equal(w[staged]->bonds.lost, 0);
    }
    assert_true(scree_hash_equal(scree_world_digest(w[0]), scree_world_digest(w[1])));
    assert_true(velocity_of(w[0], 1).x > 0.0); // it is pulled along
    scree_world_destroy(w[0]);
    scree_world_destroy(w[1]);
    scree_report_destroy(r);
}

// ---- agglomerates ----------------------------------------------------------------------------------------------

#define L_SHAPE                                                                                              \
    "shapes: {l: {bonded: {gap: 0.11 mm}, members: [{at: [0, 0, 0], radius: 1 mm}, {at: [2.1 mm, 0, 0], "    \
    "radius: 1 mm}, {at: [2.1 mm, 2.5 mm, 0], radius: 1.5 mm}]}}\n"                                          \
    "gravity: [0, 0, -10]\n"

static void placed(void **state) {
    (void)state;
    scree_world *w = world_of_text(
        scree_format(
            "%s" L_SHAPE "particles:\n"
            "  - {positions: [[20 mm, 0, 50 mm], [40 mm, 0, 50 mm]], shape: l, material: a, velocity: [1, 0, "
            "0], spin: [0, 0, 100]}\n"
            "  - {positions: [[60 mm, 0, 50 mm]], shape: l, diameter: 10 mm, material: b, orientation: "
            "{axis: "
            "[0, 0, 1], angle: 90 deg}}\n",
            HEAD),
        NULL, 0);
    assert_int_equal(w->p.n, 9);
    expect_bonds(w, "1-2 2-3 4-5 5-6 7-8 8-9");
    const double third = 4.0 / 3.0 * 3.14159265358979323846 * 1e-9,
                 mass = 2500 * third * (2 + 1.5 * 1.5 * 1.5);
    const double size = 2e-3 * cbrt(2 + 1.5 * 1.5 * 1.5), larger = 10e-3 / size;
    expect_near(scree_world_totals(w).mass, mass * (2 + larger * larger * larger), 1e-13 * mass, "mass");
    // The centre of mass is at the position, members move with the rotation about it.
    const scree_vec3 x = vec3(20e-3, 0, 50e-3);
    scree_vec3 sum = vec3(0, 0, 0);
    for (uint64_t id = 1; id <= 3; id++) {
        const double m = w->p.motion[index_of_id(w, id)].v.m;
        const scree_vec3 arm = vec_sub(place_of(w, id), x);
        sum = vec_add_scaled(sum, m / mass, arm);
        expect_vec_near(velocity_of(w, id), vec3(1 - 100 * arm.y, 100 * arm.x, 0), 1e-13,
                        "velocity of a member");
        assert_true(spin_of(w, id).z == 100.0 && w->p.agglomerate[index_of_id(w, id)] == 1);
    }
    expect_vec_near(sum, vec3(0, 0, 0), 1e-15, "centre of mass");
    expect_near(vec_norm(vec_sub(place_of(w, 2), place_of(w, 1))), 2.1e-3, 1e-15, "as the shape is given");
    const scree_vec3 d = vec_sub(place_of(w, 8), place_of(w, 7));
    expect_vec_near(d, vec3(0, 2.1e-3 * larger, 0), 1e-14, "turned and larger");
    expect_near(w->p.x[index_of_id(w, 9)].r, 1.5e-3 * larger, 1e-15, "radius");
    scree_world_destroy(w);
}

// Inserted ones bring mass and energy, and are bonded in the step in which they come.
static void inserted(void **state) {
    (void)state;
    scree_world *w = world_of_text(
        scree_format(
            "%s" L_SHAPE "insertion:\n"
            "  - {material: a, shape: l, rate: 1000 1/s, every: 5 ms, region: {box: {min: [20 mm, 20 mm, 20 "
            "mm], max: [60 mm, 60 mm, 60 mm]}}, diameter: {uniform: [3 mm, 4 mm]}, velocity: [0, 0, 1], "
            "spin: "
            "[50, 0, 0]}\n"
            "bonds: [{start: 0.5 s}]\n",
            HEAD),
        NULL, 0);
    for (int k = 0; k < 3; k++) {
        const uint64_t n = w->source.data[0].inserted;
        assert_int_equal(w->p.n, 3 * n);
        assert_true(n >= 5 && scree_bonds_number(w) == 2 * n && w->placed.n == 0);
        const scree_totals t = scree_world_totals(w);
        expect_near(w->source.data[0].mass, t.mass, 1e-14 * t.mass, "mass");
        expect_near(t.balance, 0.0, 1e-4 * w->ledger.inserted, "energy");
        if (k == 0) {
            expect_near(t.kinetic + t.rotational + t.potential, w->ledger.inserted,
                        1e-14 * w->ledger.inserted, "energy at first");
        }
        advance(w, 501);
    }
    scree_world_destroy(w);
}

// ---- messages --------------------------------------------------------------------------------------------------

static void expect_said(const char *head, const char *bonds, int fixed, const char *wanted) {
    scree_report *r = scree_report_create();
    static const double x[BALLS] = {0.0, 0.01, 0.0201, 0.0301, 0.0404};
    scree_particle q[BALLS];
    for (int k = 0; k < BALLS; k++) {
        q[k] = ball((uint64_t)k + 1, R, vec3(x[k], 0, 0), vec3(0, 0, 0), vec3(0, 0, 0));
        q[k].material = k >= 3;
        q[k].fixed = fixed >> k & 1;
    }
    char *text = scree_format("%s%s", head, bonds);
    scree_world *w = world_of_case(case_of_text(text), q, BALLS, 1, NULL);
    assert_int_equal(scree_load_start(w, r), SCREE_OK);
    bool said = false;
    char all[3000] = "";
    for (size_t k = 0; k < scree_report_size(r); k++) {
        said |= scree_report_severity(r, k) == SCREE_SEVERITY_WARNING && wanted &&
                strstr(scree_report_text(r, k), wanted) != NULL;
        said |= scree_report_severity(r, k) == SCREE_SEVERITY_WARNING && !wanted;
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s\n", scree_report_text(r, k));
    }
    if (said != (wanted != NULL)) {
        fail_msg("wanted: %s; said:\n%s", wanted ? wanted : "no warning", all);
    }
    scree_free(text);
    scree_world_destroy(w);
    scree_report_destroy(r);
}

static void messages(void **state) {
    (void)state;
    expect_said(HEAD, "bonds: [{}]\n", 0, NULL);
    expect_said(HEAD, "bonds: [{ids: [1, 3]}]\n", 0,
                "bonds 'bonds1' at t = 0 s: nothing is bonded: of 2 particles that fit, 0 of them fixed, "
                "none is within "
                "gap = 0 m of another body");
    expect_said(HEAD, "bonds: [{ids: [1, 2]}]\n", 3,
                "of 2 particles that fit, 2 of them fixed, none is within");
    expect_said(HEAD, "bonds: [{gap: 0.2 mm}]\n", 3, "2 of the 5 particles that fit are fixed");
    expect_said(HEAD, "bonds: [{}]\noutput: {fragments: true}\n", 0, NULL);
    expect_said(
        "time: {end: 1, dt: 1e-6, velocity_scale: 1}\n"
        "materials: {a: {density: 2500, young: 1e7, poisson: 0.3, restitution: 0.5, friction: 0.3}, b: "
        "{density: 2500, young: 1e7, poisson: 0.3, restitution: 0.5, friction: 0.3}}\n"
        "contacts: [{between: any}]\n",
        "output: {fragments: true}\n", 0, "output.fragments: no materials have a bond law");
    expect_said(HEAD, "bonds: []\n", 0, "some materials have a bond law, and nothing makes bonds");
    expect_said(HEAD, "bonds: [{}, {start: 1 s}]\n", 0,
                "bonds 'bonds2': its start, 1 s, is not before time.end, 1 s: it bonds nothing");
    expect_said(HEAD, "bonds: [{start: never}]\n", 0,
                "bonds 'bonds1': its start, never, is not before time.end, 1 s: it bonds nothing");
    expect_said(HEAD, "bonds: [{start: 0.9 s}]\n", 0, NULL);
    expect_said(NO_LAW_OF_B, "bonds: [{materials: [a, any]}]\n", 0,
                "bonds 'bonds1': a with b has no bond law:");
    static const char overlapping[] = "bonds: [{}]\nshapes: {s: {bonded: true, members: [{at: [0, 0, 0], "
                                      "radius: 1 mm}, {at: [1.5 mm, 0, 0], "
                                      "radius: 1 mm}]}}\ninsertion: [{shape: s, material: a, fill: random, "
                                      "count: 1, region: {box: {min: [0, 0, "
                                      "20 mm], max: [10 mm, 10 mm, 30 mm]}}}]\n";
    expect_said(HEAD, overlapping, 0,
                "shapes.s: members overlap by up to 0.5 of a radius, and the contact laws push");
    // deep in each other, which is nothing where the contact laws rest
    expect_said(
        "contacts: [{between: any, bond: {law: parallel, bond_young: 1e6, contact_while_bonded: no}}]\n"
        "materials: {a: {density: 2500, young: 1e7, poisson: 0.3, restitution: 0.5, friction: 0.3}, b: "
        "{density: 2500, young: 1e7, poisson: 0.3, restitution: 0.5, friction: 0.3}}\n"
        "time: {end: 1, dt: 1e-6, velocity_scale: 1}\n",
        overlapping, 0, NULL);
    FILE *f = fopen("pairs.txt", "w");
    fputs("1 2\n1 3\n3 77\n", f);
    fclose(f);
    expect_said(HEAD, "bonds: [{file: pairs.txt}]\n", 0,
                "2 of the 3 pairs in pairs.txt are not bonded, the first is 1 3: they are further apart than "
                "gap = 0 m");
    f = fopen("pairs.txt", "w");
    fputs("1 3\n3 4\n3 77\n", f);
    fclose(f);
    expect_said(HEAD, "bonds: [{file: pairs.txt}]\n", 0,
                "2 of the 3 pairs in pairs.txt are not bonded, the first is 1 3: they are further apart than "
                "gap = 0 m");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who),    cmocka_unit_test(pairs_of_a_file), cmocka_unit_test(when),
        cmocka_unit_test(again),  cmocka_unit_test(apart),           cmocka_unit_test(scatter),
        cmocka_unit_test(placed), cmocka_unit_test(inserted),        cmocka_unit_test(messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
