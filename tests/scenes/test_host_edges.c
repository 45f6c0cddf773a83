// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// Unusual calls of host programs: impossible values, ids that do not exist, members of clumps, damping with loads from outside. What
// is refused changes nothing, and after going back or a key set back the bits are the same.
#include "host_world.h"
#include <unistd.h>

#define DAMPED BED "damping: {local: 0.5, viscous: 3 1/s}\n"
#define PUSHED                                                                                               \
    DAMPED "groups: {g: {region: {box: {min: [0, 0, -1 cm], max: [2 cm, 2 cm, 5 cm]}}, force: [10 uN, 0, "   \
           "10 uN]}}\n"

static void same_digest(const scree_world *a, const char *wanted) {
    char digest[33];
    scree_world_state(a, digest);
    assert_string_equal(digest, wanted);
}

// Damping takes its part of the loads too, whether the world went back in between or not.
static void damped_loads(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = world_of(PUSHED, 1);
    advance(w, 1000);
    scree_saved *saved = scree_world_save(w, r);
    char wanted[33];
    advance(w, 300);
    scree_world_state(w, wanted);
    assert_int_equal(scree_world_restore(w, saved, r), SCREE_OK);
    advance(w, 300);
    same_digest(w, wanted);
    scree_saved_destroy(saved);
    scree_world_close(w);
    for (int k = 0; k < 2; k++) {
        w = world_of(DAMPED, 1);
        advance(w, 300);
        set(w, "external_force", 3, 1e-4, 0, 1e-4);
        set(w, "drag_coefficient", 4, 1e-4, 0, 0);
        advance(w, 300);
        if (k == 1) {
            assert_int_equal(scree_world_set(w, "damping.local", "0.51", r), SCREE_OK);
            assert_int_equal(scree_world_set(w, "damping.local", "0.5", r), SCREE_OK);
            advance(w, 300);
            same_digest(w, wanted);
        } else {
            advance(w, 300);
            scree_world_state(w, wanted);
        }
        scree_world_close(w);
    }
    scree_report_destroy(r);
}

// Contacts whose laws keep nothing.
static void no_history(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_draft *d = scree_draft_create("x.yaml", BED);
    assert_int_equal(scree_draft_set(d, "contacts[0].tangential", "coulomb", r), SCREE_OK);
    scree_world *w = scree_world_open_draft(d, &(scree_open_options){.threads = 1}, r);
    assert_non_null(w);
    advance(w, 3000);
    assert_true(value(w, "contacts") > 0);
    scree_saved *saved = scree_world_save(w, r);
    char wanted[33];
    advance(w, 100);
    scree_world_state(w, wanted);
    assert_int_equal(scree_world_restore(w, saved, r), SCREE_OK);
    advance(w, 100);
    same_digest(w, wanted);
    scree_saved_destroy(saved);
    scree_world_close(w);
    scree_draft_destroy(d);
    scree_report_destroy(r);
}

static void missing_ids(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = world_of(BED, 1);
    const uint64_t none[] = {0, UINT64_MAX, 151, ((uint64_t)1 << 32) + 1};
    char before[33];
    scree_world_state(w, before);
    for (size_t k = 0; k < sizeof none / sizeof *none; k++) {
        const uint64_t two[] = {5, none[k]};
        size_t row;
        refused(scree_world_remove(w, 2, two, r), r, "there is no particle");
        scree_report_clear(r);
        scree_world_rows(w, 1, &none[k], &row);
        assert_true(row == SIZE_MAX);
    }
    assert_int_equal(scree_world_remove(w, 0, NULL, r), SCREE_OK);
    assert_true(scree_world_values(w, 0, NULL) > 10 && scree_world_contact_list(w, 0, NULL) == 0);
    assert_int_equal(scree_world_contact_history(w, "", 0, NULL), 0);
    same_digest(w, before);
    scree_world_close(w);
    scree_report_destroy(r);
}

// Of three wet balls that touch each other and the floor, two lose what they share with the third when that is removed: half of a bridge.
static void liquid_of_what_is_removed(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = world_of(
        "time: {end: 10, dt: 1e-6, velocity_scale: 1}\ngravity: [0, 0, 0]\n"
        "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.5, friction: 0.4}}\n"
        "contacts: [{between: any, liquid: {law: willett, surface_tension: 0.073}}]\n"
        "liquid: {moisture: 0.01}\n"
        "walls: {floor: {rectangle: {corner: [-1 cm, -1 cm, 0], first: [2 cm, 0, 0], second: [0, 2 cm, 0]}, "
        "material: m, liquid_film: 10 um}}\n"
        "particles: [{material: m, diameter: 2 mm, positions: [[-1.999 mm, 0, 0.9999 mm], [0, 0, 0.9999 mm], "
        "[1.999 mm, 0, 0.9999 mm]]}]\n",
        1);
    const uint64_t middle = 2;
    advance(w, 5);
    const double unit = ldexp(1.0, -74), film = get(w, "liquid", 2, 0), side = get(w, "liquid", 1, 0),
                 walls = value(w, "liquid_walls"), supplied = value(w, "liquid_supplied");
    assert_true(value(w, "bridges") == 5.0);
    const size_t n = scree_world_contact_list(w, 0, NULL);
    double volume[8], wall = 0.0, shared = 0.0;
    scree_contact_now contact[8];
    assert_true(n == 5 && scree_world_contact_history(w, "liquid_volume", 8, volume) == n);
    scree_world_contact_list(w, 8, contact);
    for (size_t k = 0; k < n; k++) {
        wall += contact[k].a == middle && contact[k].wall >= 0 ? volume[k] : 0.0;
        shared += contact[k].wall < 0 ? 0.5 * volume[k] : 0.0; // of both
    }
    assert_true(wall > 0.0 && shared > 0.0 && value(w, "liquid_balance") == 0.0);
    assert_int_equal(scree_world_remove(w, 1, &middle, r), SCREE_OK);
    near(value(w, "liquid_balance"), 0.0, 0.0, "balance before the next step");
    near(value(w, "liquid_lost"), film + shared + 0.5 * wall, 4.0 * unit, "what is lost");
    near(get(w, "liquid", 1, 0), side + 0.5 * shared, 2.0 * unit, "the film of a ball that stays");
    near(value(w, "liquid_walls"), walls + 0.5 * wall, 2.0 * unit, "the film of the floor");
    near(value(w, "liquid_supplied"), supplied, 0.0, "what was supplied");
    advance(w, 1);
    near(value(w, "liquid_balance"), 0.0, 0.0, "balance");
    assert_true(value(w, "bridges") == 2.0 && value(w, "bridges_ended") == 3.0);
    scree_world_close(w);
    scree_report_destroy(r);
}

// Loads that were refused act no more than a state that was: the world waits until they are set right.
static void refused_loads(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = world_of(BED, 1);
    const struct {
        const char *field;
        double value;
    } bad[] = {{"external_force", NAN}, {"fluid_velocity", INFINITY}, {"drag_coefficient", -1.0}};
    advance(w, 10);
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        const scree_view v = view_of(w, bad[k].field, 1);
        row(&v, 7)[0] = bad[k].value;
        refused(scree_view_close(w, &v, r), r, "no usable number");
        scree_report_clear(r);
        char before[33];
        scree_world_state(w, before);
        refused(scree_world_advance(w, 5, r), r, bad[k].field);
        assert_null(scree_world_save(w, r));
        same_digest(w, before);
        scree_report_clear(r);
        const scree_view again = view_of(w, bad[k].field, 1);
        row(&again, 7)[0] = 0.0;
        close_view(w, &again);
        advance(w, 5);
    }
    scree_world_close(w);
    scree_report_destroy(r);
}

static void large_numbers(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = world_of(BED, 1);
    const scree_new_particle fine = {.position = {0.01, 0.01, 0.045}, .diameter = 2e-3, .material = "m"};
    char before[33];
    scree_world_state(w, before);
    for (int k = 0; k < 5; k++) {
        scree_new_particle q = fine;
        *(k == 0   ? &q.position[0]
          : k == 1 ? &q.velocity[1]
          : k == 2 ? &q.spin[2]
                   : &q.diameter) = k == 4 ? 1e-120 : 1e200;
        refused(scree_world_add(w, 1, &q, NULL, r), r, "accepted: ");
        scree_report_clear(r);
    }
    same_digest(w, before);
    set(w, "radius", 9, 1.1e-2, 0, 0); // twice that is more than the periodic box
    refused(scree_world_advance(w, 1, r), r, "two particles could meet twice");
    set(w, "radius", 9, 1e-3, 0, 0);
    advance(w, 1);
    scree_world_close(w);
    scree_report_destroy(r);
}

// Sizes and masses whose squares and cubes are no numbers are refused, in views and before they are set; nothing of a state that became
// no number is saved or written.
static void no_numbers(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = world_of(BED, 1);
    const struct {
        const char *field, *accepted;
        double value;
    } bad[] = {{"radius", "1e-30 to 1e+30", 1e-308},      {"radius", "1e-30 to 1e+30", 1e31},
               {"mass", "1e-100 to 1e+100", 1e200},       {"mass", "1e-100 to 1e+100", 1e-308},
               {"velocity", "-1e+100 to 1e+100", 1e101},  {"external_force", "-1e+100 to 1e+100", -1e300},
               {"drag_coefficient", "0 to 1e+100", 1e101}};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        refused(scree_field_check(bad[k].field, 1, &bad[k].value, r), r, bad[k].accepted);
        scree_report_clear(r);
        const scree_view v = view_of(w, bad[k].field, 1);
        const double before = row(&v, 7)[0];
        row(&v, 7)[0] = bad[k].value;
        refused(scree_view_close(w, &v, r), r, bad[k].accepted);
        scree_report_clear(r);
        const scree_view again = view_of(w, bad[k].field, 1);
        row(&again, 7)[0] = before;
        close_view(w, &again);
    }
    advance(w, 1);
    set(w, "mass", 9, 1e-100, 0, 0);
    set(w, "external_force", 9, 1e100, 0, 0);
    assert_int_equal(scree_world_advance(w, 200, r), SCREE_BAD_NUMBERS);
    scree_report_clear(r);
    refused(scree_world_write(w, "none.scree", r), r, "number");
    assert_int_not_equal(access("none.scree", F_OK), 0);
    scree_report_clear(r);
    assert_null(scree_world_save(w, r));
    refused(SCREE_USER_ERROR, r, "number");
    scree_world_close(w);
    scree_report_destroy(r);
}

static void refused_of_member(scree_world *w, const char *field, uint64_t id, double x, const char *text) {
    scree_report *r = scree_report_create();
    const scree_view v = view_of(w, field, 1);
    *row(&v, row_of(w, id)) = x;
    refused(scree_view_close(w, &v, r), r, text);
    scree_report_destroy(r);
}

// Members of clumps follow the clump: in their own rows positions, velocities and radii are refused, and nothing changes.
static void members_follow(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = world_of(BED DIMER, 1), *untouched = world_of(BED DIMER, 1);
    const scree_new_particle q = {.shape = "d",
                                  .material = "m",
                                  .velocity = {0.1, 0, 0},
                                  .spin = {3, 2, 1},
                                  .position = {1e-2, 1e-2, 3e-2}};
    const uint64_t id = add(w, &q);
    assert_true(add(untouched, &q) == id);
    advance(w, 500);
    advance(untouched, 500);
    const double mass = get(w, "mass", id, 0);
    refused_of_member(w, "position", id + 1, 1.0,
                      "was given a position, which follows from its clump; accepted: for "
                      "clumps, in the first member, whose id is the clump's: centre");
    refused_of_member(w, "velocity", id, 5.0,
                      "accepted: for clumps, in the first member, whose id is the clump's: body_velocity");
    refused_of_member(w, "omega", id + 1, 5.0, "momentum");
    refused_of_member(w, "radius", id + 1, 2e-3, "follows from its clump");
    const scree_view same = view_of(w, "velocity", 1); // what is there may be written
    close_view(w, &same);
    advance(w, 100);
    advance(untouched, 100);
    char digest[33];
    scree_world_state(untouched, digest);
    same_digest(w, digest);
    set(w, "mass", id, 2.0 * mass, 0, 0);
    near(get(w, "mass", id + 1, 0), 2.0 * mass, 1e-15 * mass, "mass");
    set(w, "body_velocity", id, 0.2, 0, 0);
    set(w, "momentum", id, 0, 0, 0);
    near(get(w, "velocity", id + 1, 0), 0.2, 1e-15, "velocity");
    near(get(w, "omega", id + 1, 1), 0.0, 0.0, "omega");
    scree_world_close(untouched);
    scree_world_close(w);
    scree_report_destroy(r);
}

// A view that was opened for writing changes nothing if the bits are the same at the end: neither the energies nor the forces, which would differ
// if they were computed anew, because dashpots use other velocities within a step than at its end.
static void edits_without_change(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = world_of(BED, 1), *untouched = world_of(BED, 1);
    advance(w, 2000);
    advance(untouched, 2000);
    const double v = get(w, "velocity", 7, 2), radius = get(w, "radius", 7, 0);
    refused_of_member(w, "velocity", 7, NAN, "particle 7 was given a velocity that is no usable number");
    scree_view view = view_of(w, "velocity", 1);
    *row(&view, row_of(w, 7)) = get(untouched, "velocity", 7, 0);
    close_view(w, &view);
    refused_of_member(w, "radius", 7, -1.0, "accepted: 1e-30 to 1e+30");
    set(w, "radius", 7, 2.0 * radius, 0, 0);
    set(w, "radius", 7, radius, 0, 0);
    advance(w, 100);
    advance(untouched, 100);
    char digest[33];
    scree_world_state(untouched, digest);
    same_digest(w, digest);
    near(value(w, "energy_changed"), 0.0, 0.0, "energy_changed");
    set(w, "velocity", 7, 0, 0, 2.0 * v);
    advance(w, 1);
    assert_true(value(w, "energy_changed") != 0.0);
    scree_world_close(untouched);
    scree_world_close(w);
    scree_report_destroy(r);
}

// A wall that a program moves may be let go beside another of its material: it stays a surface of its own.
static void let_go_beside(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = world_of(
        HEAD "gravity: [0, 0, -9.81]\nwalls:\n"
             "  a: {rectangle: {corner: [0, 0, 0], first: [1 cm, 0, 0], second: [0, 2 cm, 0]}, material: m}\n"
             "  b: {rectangle: {corner: [1 cm, 0, 0], first: [1 cm, 0, 0], second: [0, 2 cm, 0]}, "
             "material: m, movable: true}\n",
        1);
    const double zero[3] = {0}, fast[3] = {1e200, 0, 0}, one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    char before[33];
    scree_world_state(w, before);
    refused(scree_wall_move(w, "b", fast, zero, NULL, r), r, "its velocity has the value 1e+200");
    refused(scree_wall_move(w, "b", zero, fast, NULL, r), r, "its spin has the value 1e+200");
    refused(scree_wall_move(w, "b", zero, zero, fast, r), r, "its point has the value 1e+200");
    refused(scree_wall_place(w, "b", one, fast, r), r, "its shift has the value 1e+200");
    same_digest(w, before);
    for (int k = 0; k < 4; k++) {
        if (scree_world_set(w, "walls.b.movable", k % 2 ? "true" : "false", r) != SCREE_OK) {
            fail_msg("%s", scree_report_text(r, scree_report_size(r) - 1));
        }
        advance(w, 10);
    }
    scree_world_close(w);
    scree_report_destroy(r);
}

// A path with a = sign would set another key.
static void paths(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = world_of(BED, 1);
    scree_draft *d = scree_draft_create("x.yaml", BED);
    char *before = scree_draft_text(d, r);
    refused(scree_draft_set(d, "title=a", "b", r), r, "'title=a' is no path of a key");
    refused(scree_draft_set(d, "", "b", r), r, "'' is no path of a key");
    refused(scree_draft_set(d, "a\xff", "b", r), r, "is no path of a key");
    refused(scree_draft_define(d, "x=1", "2", r), r, "'x=1' is no");
    refused(scree_world_set(w, "gravity=[0, 0, 0] #", "b", r), r, "is no path of a key");
    refused(scree_world_set(w, "", "b", r), r, "'' is no path of a key");
    char *after = scree_draft_text(d, r);
    assert_string_equal(before, after);
    scree_text_free(before);
    scree_text_free(after);
    scree_draft_destroy(d);
    scree_world_close(w);
    scree_report_destroy(r);
}

// Ten aliases of ten aliases, and so on: 1e10 texts.
static void aliases(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    char *text = scree_strdup("a: &a [x, x, x, x, x, x, x, x, x, x]\n");
    for (char n = 'b'; n < 'k'; n++) {
        const char o = (char)(n - 1);
        char *more = scree_format("%s%c: &%c [*%c, *%c, *%c, *%c, *%c, *%c, *%c, *%c, *%c, *%c]\n", text, n,
                                  n, o, o, o, o, o, o, o, o, o, o);
        scree_free(text);
        text = more;
    }
    scree_draft *d = scree_draft_create("x.yaml", text);
    assert_null(scree_draft_text(d, r));
    refused(SCREE_USER_ERROR, r, "more than 64 MiB");
    scree_report_clear(r);
    assert_null(scree_draft_value(d, "j", r));
    refused(SCREE_USER_ERROR, r, "more than 64 MiB");
    assert_null(scree_world_open_draft(d, NULL, r));
    refused(SCREE_USER_ERROR, r, "unknown key 'a'");
    scree_draft_destroy(d);
    scree_free(text);
    scree_report_destroy(r);
}

// A quaternion of length zero is refused, and the next steps have the same bits once there is a good one.
static void no_turn(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = world_of("time: {end: 1 s, dt: 10 us, velocity_scale: 1}\n"
                              "materials: {m: {density: 2500, young: 1 MPa, poisson: 0.3, restitution: 0.5, "
                              "friction: 0.4}}\n"
                              "contacts: [{between: any}]\n"
                              "shapes: {two: {members: [{at: [0, 0, 0], radius: 1 mm}, {at: [0, 0, 1 mm], "
                              "radius: 1 mm}]}}\n"
                              "particles: [{positions: [[0, 0, 5 mm]], shape: two, material: m}]\n",
                              1);
    advance(w, 5);
    set(w, "turn", 1, 0, 0, 0);
    scree_view v = view_of(w, "turn_w", 1);
    *row(&v, row_of(w, 1)) = 0.0;
    refused(scree_view_close(w, &v, r), r, "clump 1 was given a turn and a turn_w of length zero");
    refused(scree_world_advance(w, 1, r), r, "clump 1 was given a turn and a turn_w of length zero");
    set(w, "turn_w", 1, 1, 0, 0);
    advance(w, 5);
    scree_report_destroy(r);
    scree_world_close(w);
}

// Loads that are first set after the opening act before force fields, as they do in a world that goes back to a state with them.
static void loads_beside_fields(void **state) {
    (void)state;
    char digest[2][33];
    for (int k = 0; k < 2; k++) {
        scree_report *r = scree_report_create();
        scree_world *w = world_of(
            "time: {end: 1 s, dt: 10 us, velocity_scale: 1}\n"
            "materials: {m: {density: 2500, young: 1 MPa, poisson: 0.3, restitution: 0.5, friction: 0.4}}\n"
            "contacts: [{between: any}]\n"
            "particles: [{positions: [[0, 0, 5 mm]], diameter: 2 mm, material: m, "
            "velocity: [0.1, 0.2, 0.3]}]\n"
            "force_fields: {fluid: {density: 1000, viscosity: 1 mPa s, velocity: "
            "[0.13, 0, 0.17]}}\n",
            1);
        advance(w, 10);
        set(w, "drag_coefficient", 1, 1e-6, 0, 0);
        set(w, "fluid_velocity", 1, 0.3, 0.1, 0.7);
        set(w, "external_force", 1, 1.3e-7, 2.1e-7, 7e-7);
        advance(w, 50);
        if (k == 1) {
            scree_saved *saved = scree_world_save(w, r);
            assert_int_equal(scree_world_restore(w, saved, r), SCREE_OK);
            scree_saved_destroy(saved);
        }
        advance(w, 500);
        scree_world_state(w, digest[k]);
        scree_world_close(w);
        scree_report_destroy(r);
    }
    assert_string_equal(digest[0], digest[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damped_loads),   cmocka_unit_test(no_history),
        cmocka_unit_test(missing_ids),    cmocka_unit_test(refused_loads),
        cmocka_unit_test(large_numbers),  cmocka_unit_test(no_numbers),
        cmocka_unit_test(members_follow), cmocka_unit_test(edits_without_change),
        cmocka_unit_test(let_go_beside),  cmocka_unit_test(paths),
        cmocka_unit_test(aliases),        cmocka_unit_test(liquid_of_what_is_removed),
        cmocka_unit_test(no_turn),        cmocka_unit_test(loads_beside_fields)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
