// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// Drafts of cases, and keys that a host program sets while a world is open: the bits of a run with phases that change the same keys.
#include "host_world.h"
#include "state/world.h"

#define PRESS                                                                                                \
    "gravity: [0, 0, -9.81]\n"                                                                               \
    "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.5, friction: 0.4}}\n"         \
    "contacts: [{between: any, normal: hertz, tangential: mindlin}]\n"                                       \
    "domain: {min: [0, 0, -1 cm], max: [2 cm, 2 cm, 5 cm], periodic: [x, y]}\n"                              \
    "walls:\n"                                                                                               \
    "  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m, motion: {vibrate: {amplitude: "    \
    "[0.1 mm, 0, 0], frequency: 50}}}\n"                                                                     \
    "  lid: {plane: {point: [0, 0, 2.2 cm], normal: [0, 0, -1]}, material: m, servo: {slide: {along: [0, "   \
    "0, "                                                                                                    \
    "-1], force: 1 N, speed: 20 cm/s}}}\n"                                                                   \
    "insertion: [{material: m, name: i, fill: random, count: 150, diameter: {uniform: [2 mm, 3 mm]}, "       \
    "region: {box: {min: [0, 0, 0], max: [2 cm, 2 cm, 2 cm]}}}]\n"

static const char *const change[][2] = {{"contacts.0.friction", "0.1"},
                                        {"gravity", "[1, 0, -9]"},
                                        {"walls.lid.servo.slide.force", "4 N"},
                                        {"walls.floor.motion", "{translate: [1 cm/s, 0, 0]}"}};
enum { CHANGES = sizeof change / sizeof *change };

// The digest at the end of a run in which a phase of 1000 steps each begins with one more change.
static void run_of_phases(char digest[33]) {
    FILE *f = fopen("phases.yaml", "w");
    fputs("time: {dt: 1e-5, velocity_scale: 1}\n" PRESS "phases:\n  p: {until: 0.05 s}\n", f);
    for (int k = 0; k < CHANGES; k++) {
        fprintf(f, "  p%d: {until: 0.01 s, set: {%s: %s}}\n", k, change[k][0], change[k][1]);
    }
    fclose(f);
    scree_report *r = scree_report_create();
    scree_run_options o = scree_run_options_default();
    o.overwrite = 1;
    o.threads = 1;
    if (scree_run("phases.yaml", &o, r, digest) != SCREE_OK) {
        fail_msg("%s", scree_report_text(r, 0));
    }
    scree_report_destroy(r);
}

static int count(scree_world *w, void *user) {
    (void)w;
    ++*(int *)user;
    return 0;
}

static void as_phases(void **state) {
    (void)state;
    char wanted[33], digest[33];
    run_of_phases(wanted);
    for (int threads = 1; threads <= 2; threads++) {
        int calls = 0;
        scree_report *r = scree_report_create();
        scree_world *w = world_of("time: {end: 10, dt: 1e-5, velocity_scale: 1}\n" PRESS, threads);
        scree_world_hook(w, SCREE_MOMENT_AFTER_STEP, count, &calls);
        advance(w, 5000);
        for (int k = 0; k < CHANGES; k++) {
            if (scree_world_set(w, change[k][0], change[k][1], r) != SCREE_OK) {
                fail_msg("%s", scree_report_text(r, 0));
            }
            advance(w, 1000);
        }
        assert_int_equal(calls, 9000);
        scree_world_state(w, digest);
        assert_string_equal(digest, wanted);
        near(value(w, "energy_balance"), 0.0, 2e-6, "balance");
        assert_true(value(w, "energy_changed") != 0.0 && value(w, "floor x") > 0.9e-4);
        scree_report_destroy(r);
        scree_world_close(w);
    }
}

static void refusals(void **state) {
    (void)state;
    static const char *const wrong[][3] = {
        {"contacts.0.friction", "-1", "friction"},
        {"contacts.0.frictoin", "0.1", "frictoin"},
        {"contacts.7.friction", "0.1", "'contacts' has no item '7' in the file; accepted: 0 to 0"},
        {"insertion.q.count", "5", "'insertion' has no item 'q' in the file; accepted: 0 to 0, i"},
        {"gravity", "{", "YAML"},
        {"time.dt", "2e-5", "time.dt cannot change while the world is open; accepted: gravity, contacts"},
        {"domain.max", "[3 cm, 2 cm, 5 cm]", "domain.max cannot change"},
        {"walls.lid.plane.point", "[0, 0, 3 cm]", "plane.point cannot change"},
        {"walls.more", "{plane: {point: [0, 0, 1], normal: [0, 0, 1]}, material: m}",
         "cannot be added or removed"},
        {"materials.m.density", "0", "density"},
        {"phases", "{a: {until: 1}}", "phases"},
        {"materials.m.young", "900 GPa", "time"}};
    scree_report *r = scree_report_create();
    scree_world *w = world_of("time: {end: 10, dt: 1e-5, velocity_scale: 1}\n" PRESS, 1);
    advance(w, 3000);
    char before[33], after[33];
    scree_world_state(w, before);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        scree_report_clear(r);
        refused(scree_world_set(w, wrong[k][0], wrong[k][1], r), r, wrong[k][2]);
        scree_world_state(w, after);
        assert_string_equal(before, after);
    }
    scree_report_clear(r);
    const scree_view v = view_of(w, "position", 0);
    refused(scree_world_set(w, "gravity", "[0, 0, 0]", r), r, "so the world cannot change its case");
    close_view(w, &v);
    scree_saved *saved = scree_world_save(w, r);
    assert_int_equal(scree_world_set(w, "gravity", "[0, 0, 0]", r), SCREE_OK);
    refused(scree_world_restore(w, saved, r), r, "of a case with other keys");
    assert_int_equal(scree_world_set(w, "gravity", "[0, 0, -9.81]", r), SCREE_OK);
    assert_int_equal(scree_world_restore(w, saved, r), SCREE_OK);
    scree_world_state(w, after);
    assert_string_equal(before, after);
    scree_saved_destroy(saved);
    scree_report_destroy(r);
    scree_world_close(w);
}

// Agglomerates that are there keep short bonds, the length of which a change has to take into account: by hand, bonds of bodies that touch
// would be stable to 6.4e-8 s with this modulus, those of these members, whose centres are a fifth as far apart, are unstable beyond 2.5e-8 s.
static void stiffer_agglomerates(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = world_of(
        "time: {end: 10, dt: 5e-8, velocity_scale: 1}\n"
        "materials: {m: {density: 2500, young: 1e7, poisson: 0.3, restitution: 0.5, friction: 0.3}}\n"
        "contacts: [{between: any, bond: {law: parallel, bond_young: 1e9, bond_section: euler, "
        "contact_while_bonded: no}}]\n"
        "shapes: {s: {bonded: true, members: [{at: [0, 0, 0], radius: 1 mm}, {at: [0.4 mm, 0, 0], radius: 1 "
        "mm}, "
        "{at: [0.8 mm, 0, 0], radius: 1 mm}]}}\n"
        "particles: [{positions: [[0, 0, 0]], diameter: 2 mm, material: m, shape: s}]\n",
        1);
    advance(w, 100);
    refused(scree_world_set(w, "contacts.0.bond.bond_young", "1e11", r), r,
            "too large for bonds of m with m");
    scree_report_clear(r);
    assert_int_equal(scree_world_set(w, "contacts.0.bond.bond_young", "2e9", r), SCREE_OK);
    const scree_new_particle small = {.position = {1.0, 0.0, 0.0},
                                      .diameter = 2e-4,
                                      .material = "m",
                                      .shape = "s"}; // a tenth of the others
    assert_int_equal(scree_world_add(w, 1, &small, NULL, r), SCREE_OK);
    refused(scree_world_advance(w, 1, r), r, "bonds 'of an agglomerate'");
    scree_report_destroy(r);
    scree_world_close(w);
}

// A key that is set again and again is one change of the case, or N calls would take a time that grows with N squared.
static void again_and_again(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = world_of("time: {end: 10, dt: 1e-5, velocity_scale: 1}\n" PRESS, 1);
    for (int k = 0; k < 20; k++) {
        char force[20];
        snprintf(force, sizeof force, "%d N", 1 + k % 3);
        assert_int_equal(scree_world_set(w, "walls.lid.servo.slide.force", force, r), SCREE_OK);
        advance(w, 10);
    }
    assert_int_equal(w->case_->change.n, 1);
    assert_int_equal(scree_world_set(w, "contacts.0.friction", "0.2", r), SCREE_OK);
    assert_int_equal(scree_world_set(w, "walls.lid.servo.slide.force", "5 N", r), SCREE_OK);
    assert_int_equal(w->case_->change.n, 3);
    near(value(w, "lid slide_target"), 5.0, 1e-12, "target");
    scree_report_destroy(r);
    scree_world_close(w);
}

// ---- drafts ------------------------------------------------------------------------------------------------

static char *text_of(const scree_draft *d) {
    scree_report *r = scree_report_create();
    char *text = scree_draft_text(d, r);
    if (!text) {
        fail_msg("%s", scree_report_text(r, 0));
    }
    scree_report_destroy(r);
    return text;
}

static void set_key(scree_draft *d, const char *path, const char *to) {
    scree_report *r = scree_report_create();
    if (scree_draft_set(d, path, to, r) != SCREE_OK) {
        fail_msg("%s", scree_report_text(r, 0));
    }
    scree_report_destroy(r);
}

// A case of calls alone, its text and the text of that are one case; so are the examples.
static void drafts(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_draft *d = scree_draft_create("built.yaml", NULL);
    set_key(d, "time", "{end: 10, velocity_scale: 1}");
    set_key(d, "time.dt", "1e-5");
    set_key(d, "materials.m.density", "2500 kg/m3");
    set_key(d, "materials.m", "{density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.5, friction: 0.4}");
    set_key(d, "contacts", "[{between: any, normal: hertz, tangential: mindlin}]");
    set_key(d, "contacts[0].friction", "0.25");
    set_key(d, "title", "'a: \"b\" # c'");
    set_key(d, "gravity", "[0, 0, -9.81]");
    set_key(d, "domain", "{min: [0, 0, -1 cm], max: [2 cm, 2 cm, 5 cm], periodic: [x, y]}");
    set_key(d, "walls.floor", "{plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}");
    set_key(
        d, "insertion",
        "[{material: m, name: i, fill: random, count: 150, diameter: {uniform: [2 mm, 3 mm]}, region: {box: "
        "{min: [0, 0, 0], max: [2 cm, 2 cm, 2 cm]}}}]");
    char *value_there = scree_draft_value(d, "contacts[0].friction", r);
    assert_string_equal(value_there, "0.25");
    scree_text_free(value_there);
    value_there = scree_draft_value(d, "insertion[i].diameter.uniform[1]", r);
    assert_string_equal(value_there, "3 mm");
    scree_text_free(value_there);
    assert_null(scree_draft_value(d, "contacts[1].friction", r));
    refused(SCREE_USER_ERROR, r, "has nothing at 'contacts[1].friction'");
    refused(scree_draft_set(d, "contacts[4].friction", "0.25", r), r, "'contacts' has no item 4");
    refused(scree_draft_set(d, "gravity", "[0, 0", r), r, "YAML syntax");
    refused(scree_draft_define(d, "speed", "1", r), r, "the file has no variable 'speed'");
    char *text = text_of(d), *again;
    scree_draft *copy = scree_draft_create("built.yaml", text);
    again = text_of(copy);
    assert_string_equal(text, again);
    scree_world *w = scree_world_open_draft(d, NULL, r), *same = scree_world_open_draft(copy, NULL, r),
                *bed = world_of(BED, 1);
    assert_true(w && same);
    set_key(d, "contacts[0].friction", "0.4");
    scree_world *third = scree_world_open_draft(d, NULL, r);
    char one[33], two[33], three[33], four[33];
    advance(w, 6000), advance(same, 6000), advance(bed, 6000), advance(third, 6000);
    scree_world_state(w, one), scree_world_state(same, two), scree_world_state(bed, three);
    scree_world_state(third, four);
    assert_string_equal(one, two);
    assert_string_equal(three, four);
    assert_string_not_equal(one, three);
    scree_world_close(w), scree_world_close(same), scree_world_close(bed), scree_world_close(third);
    scree_text_free(text), scree_text_free(again);
    scree_draft_destroy(d), scree_draft_destroy(copy);
    d = scree_draft_create("empty.yaml", "");
    assert_null(scree_world_open_draft(d, NULL, r));
    refused(SCREE_USER_ERROR, r, "materials");
    scree_draft_destroy(d);
    assert_null(scree_draft_open("none.yaml", r));
    refused(SCREE_USER_ERROR, r, "none.yaml");
    scree_draft_destroy(NULL);
    scree_report_destroy(r);
}

// A world of a draft with the same changes at the same times is in any state of the first one.
static void drafts_of_open_worlds(void **state) {
    (void)state;
    static const char text[] = "time: {end: 10, dt: 1e-5, velocity_scale: 1}\n" PRESS;
    char wanted[33], digest[33];
    scree_report *r = scree_report_create();
    scree_draft *d = scree_draft_create("press.yaml", text);
    scree_world *w = world_of(text, 1);
    for (int k = 0; k < CHANGES; k++) {
        advance(w, 300);
        assert_int_equal(scree_draft_set_later(d, scree_world_now(w), change[k][0], change[k][1], r),
                         SCREE_OK);
        assert_int_equal(scree_world_set(w, change[k][0], change[k][1], r), SCREE_OK);
    }
    advance(w, 100);
    scree_saved *saved = scree_world_save(w, r);
    scree_world *twin = scree_world_open_draft(d, NULL, r);
    assert_non_null(twin);
    assert_int_equal(scree_world_restore(twin, saved, r), SCREE_OK);
    advance(w, 500);
    advance(twin, 500);
    scree_world_state(w, wanted);
    scree_world_state(twin, digest);
    assert_string_equal(digest, wanted);
    refused(scree_draft_set_later(d, -1.0, "gravity", "[0, 0, 0]", r), r, "gravity is to be set at -1 s");
    refused(scree_draft_set_later(d, NAN, "gravity", "[0, 0, 0]", r), r, "from 0 s on");
    scree_saved_destroy(saved);
    scree_draft_destroy(d);
    scree_world_close(twin);
    scree_world_close(w);
    scree_report_destroy(r);
}

// A change of contact laws, as phases and hosts make it, leaves the springs where they are: a ball that a spring of friction holds on a
// plane, in gravity from the side, swings as it does by itself, and so does a bonded pair.
static void springs_stay(void **state) {
    (void)state;
    static const char *const held[] = {
        "gravity: [1, 0, -9.81]\n"
        "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"
        "contacts: [{between: any, normal: hertz, tangential: mindlin, restitution: 0.5, friction: 0.8}]\n"
        "walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}\n"
        "particles: [{positions: [[0, 0, 0.9999 mm]], diameter: 2 mm, material: m}]\n",
        "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"
        "contacts: [{between: any, restitution: 0.5, friction: 0.8, bond: {law: parallel, bond_young: 1 "
        "MPa}}]\n"
        "bonds: [{gap: 0.1 mm}]\n"
        "particles: [{positions: [[0, 0, 0]], diameter: 2 mm, material: m, velocity: [1 mm/s, 0, 0]},\n"
        "  {positions: [[0, 0, 2.05 mm]], diameter: 2 mm, material: m}]\n"};
    for (int k = 0; k < 2; k++) {
        char *text = scree_format("time: {end: 10, dt: 1e-5, velocity_scale: 1}\n%s", held[k]);
        scree_report *r = scree_report_create();
        scree_world *alone = world_of(text, 1), *changed = world_of(text, 1);
        for (int step = 0; step < 400; step += 10) {
            advance(alone, 10);
            advance(changed, 10);
            assert_int_equal(
                scree_world_set(changed, "contacts.0.friction", step % 20 == 0 ? "0.7" : "0.8", r), SCREE_OK);
        }
        assert_true(value(alone, "elastic_tangential") > 0.0);
        const double x = get(alone, "position", 1, 0);
        near(get(changed, "position", 1, 0), x, 1e-6 * fabs(x), "x");
        near(get(changed, "omega", 1, 1), get(alone, "omega", 1, 1), 1e-6 * fabs(get(alone, "omega", 1, 1)),
             "spin");
        scree_world_close(alone);
        scree_world_close(changed);
        scree_report_destroy(r);
        scree_free(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(drafts_of_open_worlds),
                                       cmocka_unit_test(as_phases),
                                       cmocka_unit_test(springs_stay),
                                       cmocka_unit_test(stiffer_agglomerates),
                                       cmocka_unit_test(refusals),
                                       cmocka_unit_test(again_and_again),
                                       cmocka_unit_test(drafts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
