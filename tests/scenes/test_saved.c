// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// A world that goes back to a saved state: the same bits as without, with insertion, outlets, clumps, walls that forces move, meshes, loads
// from outside, particles added and removed; by memory and by file.
#include "host_world.h"
#include <unistd.h>

// Grains rain onto a free lid in a drum that turns, leave through an outlet, and are pulled by a group.
#define RICH                                                                                                 \
    "time: {end: 10, dt: 1e-5, velocity_scale: 1}\n"                                                         \
    "gravity: [0, 0, -9.81]\n"                                                                               \
    "domain: {min: [-2 cm, -2 cm, -2 cm], max: [2 cm, 2 cm, 6 cm], periodic: [x]}\n"                         \
    "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.5, friction: 0.4}}\n"         \
    "contacts: [{between: any, normal: hertz, tangential: mindlin, rolling: epsd, rolling_friction: "        \
    "0.1}]\n" DIMER "walls:\n"                                                                               \
    "  tray: {box: {min: [-2 cm, -1 cm, 0], max: [2 cm, 1 cm, 2 cm], open: [x-, x+, z+]}, material: m, "     \
    "motion: {vibrate: {amplitude: [0, 0, 0.2 mm], frequency: 80}}}\n"                                       \
    "  lid: {rectangle: {corner: [-5 mm, -5 mm, 15 mm], first: [1 cm, 0, 0], second: [0, 1 cm, 0]}, "        \
    "material: m, "                                                                                          \
    "free: {mass: 2 g, slide: {along: [0, 0, 1]}}}\n"                                                        \
    "insertion: [{material: m, name: rain, rate: 6000 1/s, diameter: {uniform: [2 mm, 3 mm]}, "              \
    "velocity: [0, 0, -0.5], region: {box: {min: [-2 cm, -1 cm, 3 cm], max: [2 cm, 1 cm, 4 cm]}}}, "         \
    "{material: m, name: c, shape: d, fill: random, count: 20, region: {box: {min: [-2 cm, -1 cm, 4 cm], "   \
    "max: [2 cm, 1 cm, 5 cm]}}}]\n"                                                                          \
    "outlets: {gone: {region: {box: {min: [1 cm, 0, 0], max: [2 cm, 1 cm, 22 mm]}}}}\n"

static void digest_of(const scree_world *w, char digest[33]) {
    scree_world_state(w, digest);
}

static void same_state(const scree_world *w, const char *wanted) {
    char digest[33];
    digest_of(w, digest);
    assert_string_equal(digest, wanted);
}

static scree_saved *save(scree_world *w) {
    scree_report *r = scree_report_create();
    scree_saved *saved = scree_world_save(w, r);
    if (!saved) {
        fail_msg("%s", scree_report_text(r, 0));
    }
    scree_report_destroy(r);
    return saved;
}

static void restore(scree_world *w, const scree_saved *saved) {
    scree_report *r = scree_report_create();
    if (scree_world_restore(w, saved, r) != SCREE_OK || scree_report_size(r) > 0) {
        fail_msg("%s", scree_report_text(r, 0));
    }
    scree_report_destroy(r);
}

// Changes everything that a host may change.
static void disturb(scree_world *w, uint64_t first) {
    scree_report *r = scree_report_create();
    set(w, "velocity", first, 0.3, 0.2, 0.1);
    set(w, "external_force", first + 1, 1e-3, 0, 1e-3);
    scree_new_particle q = {.position = {0.0, 0.0, 0.055}, .diameter = 2e-3, .material = "m"};
    add(w, &q);
    assert_int_equal(scree_world_remove(w, 1, &(uint64_t){first + 2}, r), SCREE_OK);
    scree_report_destroy(r);
    advance(w, 777);
}

// Each step from 5000 to 8000 is done three times, with going back, in the second world.
static void repeated_steps(void **state) {
    (void)state;
    scree_world *once = world_of(RICH, 1), *thrice = world_of(RICH, 2);
    char wanted[33];
    advance(once, 5000);
    advance(thrice, 5000);
    for (int k = 0; k < 30; k++) {
        advance(once, 100);
        digest_of(once, wanted);
        scree_saved *saved = save(thrice);
        for (int n = 0; n < 3; n++) {
            advance(thrice, 100);
            same_state(thrice, wanted);
            if (n < 2) {
                restore(thrice, saved);
            }
        }
        scree_saved_destroy(saved);
    }

    assert_true(value(once, "contacts") > 20 && value(once, "gone count") > 0);
    const char *column[] = {"energy_balance", "kinetic", "elastic_normal", "friction_tangential",
                            "wall_work",      "lid fz",  "tray work",      "gone mass"};
    for (size_t k = 0; k < sizeof column / sizeof *column; k++) {
        if (value(once, column[k]) != value(thrice, column[k])) {
            fail_msg("%s: %.17g and %.17g", column[k], value(once, column[k]), value(thrice, column[k]));
        }
    }
    scree_world_close(once);
    scree_world_close(thrice);
}

// Whatever was done since: loads, particles added and removed, insertion, many steps.
static void after_changes(void **state) {
    (void)state;
    scree_world *w = world_of(RICH, 1);
    advance(w, 6000);
    scree_saved *early = save(w);
    char then[33], later[33], disturbed[33];
    digest_of(w, then);
    advance(w, 1500);
    digest_of(w, later);
    const double balance = value(w, "energy_balance");
    restore(w, early);
    same_state(w, then);
    disturb(w, 21);
    digest_of(w, disturbed);
    scree_saved *second = save(w);
    assert_string_not_equal(disturbed, later);
    for (int k = 0; k < 3; k++) {
        restore(w, early); // without the fields of loads
        same_state(w, then);
        advance(w, 1500);
        same_state(w, later);
        assert_true(value(w, "energy_balance") == balance);
        restore(w, second); // with them
        same_state(w, disturbed);
        restore(w, early);
        disturb(w, 21);
        same_state(w, disturbed);
    }
    scree_world *other = world_of(RICH, 2); // of the same case
    restore(other, early);
    advance(other, 1500);
    same_state(other, later);
    restore(other, second);
    same_state(other, disturbed);
    scree_world_close(other);
    scree_saved_destroy(early);
    scree_saved_destroy(second);
    scree_world_close(w);
}

static void files(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = world_of(RICH, 1), *other = world_of(RICH, 1), *bed = world_of(BED, 1);
    advance(w, 3000);
    disturb(w, 21);
    char then[33], before[33];
    digest_of(w, then);
    assert_int_equal(scree_world_write(w, "kept.scree", r), SCREE_OK);
    assert_int_equal(scree_world_read(other, "kept.scree", r), SCREE_OK);
    assert_int_equal(scree_report_size(r), 0);
    same_state(other, then);
    advance(w, 1000);
    advance(other, 1000);
    digest_of(w, then);
    same_state(other, then);
    digest_of(bed, before);
    refused(scree_world_read(bed, "kept.scree", r), r, "was written by a case that differs from");
    refused(scree_world_read(bed, "none.scree", r), r, "none.scree");
    assert_int_equal(truncate("kept.scree", 5000), 0);
    refused(scree_world_read(bed, "kept.scree", r), r, "damaged checkpoint");
    refused(scree_world_write(bed, "no/folder/kept.scree", r), r, "no/folder/kept.scree");
    same_state(bed, before);
    scree_saved *saved = save(w);
    refused(scree_world_restore(bed, saved, r), r, "of a case with other keys");
    same_state(bed, before);
    const scree_view v = view_of(w, "position", 0);
    assert_null(scree_world_save(w, r));
    refused(SCREE_USER_ERROR, r, "so the world cannot be saved");
    refused(scree_world_restore(w, saved, r), r, "so the world cannot go back");
    close_view(w, &v);
    scree_saved_destroy(saved);
    scree_saved_destroy(NULL);
    scree_world_close(w);
    scree_world_close(other);
    scree_world_close(bed);
    scree_report_destroy(r);
}

#define WORN                                                                                                 \
    "time: {end: 10, dt: 1e-5, velocity_scale: 1}\n"                                                         \
    "gravity: [0, 0, -9.81]\n"                                                                               \
    "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.5, friction: 0.4}}\n"         \
    "contacts: [{between: any, normal: hertz, tangential: mindlin, wear: {law: archard, "                    \
    "wear_coefficient: 1e-3, hardness: 2 GPa}}]\n"                                                           \
    "wear: {}\n"                                                                                             \
    "walls: {tray: {box: {min: [-1 cm, -1 cm, 0], max: [1 cm, 1 cm, 2 cm], open: [z+]}, material: m, "       \
    "motion: {vibrate: {amplitude: [0.2 mm, 0, 0.2 mm], frequency: 80}}, displaced_by_wear: {every: 2 ms, "  \
    "at_most: 0.1 mm, in_total: 2 mm, exaggerate: 1e9}}}\n"                                                  \
    "insertion: [{material: m, name: i, fill: random, count: 60, diameter: {uniform: [2 mm, 3 mm]}, "        \
    "velocity: [0.5, 0, -0.5], region: {box: {min: [-1 cm, -1 cm, 0], max: [1 cm, 1 cm, 2 cm]}}}]\n"

// Walls that wear moves go back too: to before their first move, and to between two others.
static void worn_walls(void **state) {
    (void)state;
    scree_world *w = world_of(WORN, 1);
    char wanted[33];
    advance(w, 150); // none has moved yet
    scree_saved *early = save(w);
    advance(w, 2000);
    scree_saved *late = save(w);
    const double then = value(w, "tray displaced_volume");
    advance(w, 1500);
    digest_of(w, wanted);
    const double balance = value(w, "energy_balance"), displaced = value(w, "tray displaced_volume"),
                 carried = value(w, "tray carried_volume");
    assert_true(then > 0.0 && displaced > then && value(w, "tray largest_displacement") > 1e-5);
    for (int k = 0; k < 4; k++) {
        restore(w, k % 2 ? late : early);
        assert_true(value(w, "tray displaced_volume") == (k % 2 ? then : 0.0));
        advance(w, k % 2 ? 1500 : 3500);
        same_state(w, wanted);
        assert_true(value(w, "energy_balance") == balance); // which measures what walls carry
        assert_true(value(w, "tray displaced_volume") == displaced &&
                    value(w, "tray carried_volume") == carried);
    }
    scree_saved_destroy(early);
    scree_saved_destroy(late);
    scree_world_close(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(repeated_steps), cmocka_unit_test(after_changes),
                                       cmocka_unit_test(files), cmocka_unit_test(worn_walls)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
