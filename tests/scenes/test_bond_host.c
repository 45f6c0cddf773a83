// SPDX-License-Identifier: BSD-3-Clause
// Bonds as host programs see them: the list, what broke, agglomerates that are added, events that are set, and states that are gone back to.
#include "host_world.h"

#define BONDED                                                                                               \
    "time: {end: 10, dt: 2e-6, velocity_scale: 1}\n"                                                         \
    "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.5, friction: 0.4}}\n"         \
    "contacts: [{between: any, bond: {law: parallel, bond_young: 10 MPa, bond_tension: 20 kPa}}]\n"          \
    "walls: {floor: {plane: {point: [0, 0, -1 mm], normal: [0, 0, 1]}, material: m}}\n"                      \
    "shapes: {d: {bonded: {gap: 0.02 mm}, members: [{at: [-1 mm, 0, 0], radius: 1 mm}, {at: [1.01 mm, 0, "   \
    "0], radius: 1 mm}]}}\n"

static size_t count_bonds(const scree_world *w) {
    return scree_world_bond_list(w, 0, NULL);
}

static void listed(void **state) {
    (void)state;
    scree_world *w = world_of(BONDED "particles: [{positions: [[0, 0, 0], [2.005 mm, 0, 0]], diameter: 2 mm, "
                                     "material: m, velocity: [1, 0, 0]}]\n"
                                     "bonds: [{gap: 0.01 mm}, {walls: [floor], ids: [2]}]\n",
                              1);
    scree_bond_now b[3];
    assert_int_equal(scree_world_bond_list(w, 3, b), 2);
    assert_true(b[0].a == 1 && b[0].b == 2 && b[0].wall == -1 && b[1].a == 2 && b[1].b == 0 &&
                b[1].wall == 0);
    near(b[0].length, 2.005e-3, 1e-15, "length");
    near(b[0].to[0] - b[0].from[0], 2.005e-3, 1e-15, "ends");
    near(b[1].to[2], -1e-3, 1e-15, "place on the floor");
    near(b[0].utilisation + b[0].energy + b[0].force[0] + b[0].made, 0.0, 0.0, "load of a new bond");
    assert_true(b[0].strength == 1.0);
    advance(w, 3);
    // With the end on the floor both are held back; the bond between them is pulled by what the first one has gone on less the second.
    assert_int_equal(scree_world_bond_list(w, 1, b), 2);
    assert_true(b[0].energy > 0.0 || b[0].force[0] != 0.0);
    scree_world_close(w);
}

static void broken(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w =
        world_of(BONDED "particles: [{positions: [[0, 0, 1 cm], [2 mm, 0, 1 cm]], diameter: 2 mm, "
                        "material: m}]\n"
                        "bonds: [{}]\n",
                 1);
    scree_broken_bond b[2];
    assert_int_equal(scree_world_take_broken(w, 2, b), 0);
    const scree_new_particle more = {.position = {0.1, 0, 0.01}, .shape = "d", .material = "m"};
    assert_true(add(w, &more) == 3);
    advance(w, 1);
    assert_int_equal(count_bonds(w), 2);
    set(w, "velocity", 1, -1, 0, 0); // they fly apart
    set(w, "velocity", 2, 1, 0, 0);
    advance(w, 200);
    assert_int_equal(count_bonds(w), 1);
    assert_int_equal(scree_world_take_broken(w, 0, NULL), 1); // no room: it is still there
    assert_int_equal(scree_world_set(w, "gravity", "[0, 0, -1]", r), SCREE_OK);
    assert_int_equal(scree_world_take_broken(w, 0, NULL), 1); // and in the world with another case
    assert_int_equal(scree_world_take_broken(w, 2, b), 1);
    assert_true(b[0].a == 1 && b[0].b == 2 && b[0].mode == 0 && b[0].wall == -1 && b[0].time == b[0].age);
    assert_true(b[0].time > 0.0 && b[0].energy > 0.0 && b[0].energy == value(w, "broken_energy"));
    assert_int_equal(scree_world_take_broken(w, 2, b), 0);
    assert_true(value(w, "bonds_broken_tension") == 1.0);
    assert_true(value(w, "fragments") == 3.0);
    scree_world_close(w);
    scree_report_destroy(r);
}

static void gone_back(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w =
        world_of(BONDED "particles: [{positions: [[0, 0, 1 cm], [2 mm, 0, 1 cm]], diameter: 2 mm, "
                        "material: m}, {positions: [[4 mm, 0, 1 cm]], diameter: 2 mm, material: m, "
                        "velocity: [5, 0, 0]}]\n"
                        "bonds: [{}, {start: never, ids: [1, 2], gap: 1 mm}]\n",
                 1);
    scree_saved *start = scree_world_save(w, r);
    char one[33], other[33];
    advance(w, 100);
    scree_world_state(w, one);
    assert_int_equal(scree_world_take_broken(w, 0, NULL), 1);
    assert_int_equal(scree_world_restore(w, start, r), SCREE_OK);
    assert_int_equal(scree_world_take_broken(w, 0, NULL), 0); // it has not broken
    assert_int_equal(count_bonds(w), 2);
    advance(w, 100);
    scree_world_state(w, other);
    assert_string_equal(one, other);
    assert_int_equal(scree_world_take_broken(w, 0, NULL), 1);
    scree_saved_destroy(start);
    scree_world_close(w);
    scree_report_destroy(r);
}

// A restored state has its long bonds: two bodies that a soft bond still holds, farther apart than the reach of any list without bonds.
static void gone_back_to_long_bonds(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    const char *const stretched =
        "time: {end: 10, dt: 1e-5, velocity_scale: 1}\n"
        "search: {skin: 0.01 mm}\n"
        "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.5, friction: 0.4}}\n"
        "contacts: [{between: any, bond: {law: parallel, bond_young: 100}}]\n"
        "particles: [{positions: [[0, 0, 0]], diameter: 2 mm, material: m}, {positions: [[2 mm, 0, 0]], "
        "diameter: 2 mm, material: m, velocity: [0.5, 0, 0]}]\n"
        "bonds: [{gap: 0.001 mm}]\n";
    scree_world *w = world_of(stretched, 1), *other = world_of(stretched, 1);
    char wanted[33], found[33];
    advance(w, 200); // 1 mm apart
    scree_bond_now b;
    assert_int_equal(scree_world_bond_list(w, 1, &b), 1);
    assert_true(b.to[0] - b.from[0] > 2.5e-3);
    scree_saved *saved = scree_world_save(w, r);
    advance(w, 50);
    scree_world_state(w, wanted);
    for (int k = 0; k < 2; k++) {
        scree_world *again = k ? other : w;
        assert_int_equal(scree_world_restore(again, saved, r), SCREE_OK);
        assert_int_equal(count_bonds(again), 1);
        advance(again, 50);
        scree_world_state(again, found);
        assert_string_equal(found, wanted);
        assert_true(value(again, "bonds_lost") == 0.0);
    }
    scree_saved_destroy(saved);
    scree_world_close(w);
    scree_world_close(other);
    scree_report_destroy(r);
}

// Bonds that are asked for now are made at once, without waiting for a step.
static void started(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w =
        world_of(BONDED "particles: [{positions: [[0, 0, 1 cm], [2 mm, 0, 1 cm]], diameter: 2 mm, "
                        "material: m}]\n"
                        "bonds: [{start: never}]\n",
                 1);
    advance(w, 10);
    assert_int_equal(count_bonds(w), 0);
    char now[32];
    snprintf(now, sizeof now, "%.17g", value(w, "time"));
    assert_int_equal(scree_world_set(w, "bonds[0].start", now, r), SCREE_OK);
    assert_int_equal(count_bonds(w), 1);
    assert_true(value(w, "bonds_made") == 1.0);
    advance(w, 10);
    assert_int_equal(count_bonds(w), 1);
    scree_world_close(w);
    scree_report_destroy(r);
}

// Three balls in a row, of which the last one moves away.
#define PULLED                                                                                               \
    BONDED "particles: [{positions: [[0, 0, 1 cm], [2 mm, 0, 1 cm]], diameter: 2 mm, "                       \
           "material: m}, {positions: [[4 mm, 0, 1 cm]], diameter: 2 mm, material: m, "                      \
           "velocity: [0.05, 0.1, 0]}]\n"                                                                    \
           "bonds: [{}]\n"

// The ledger stays closed where bonds end between two steps: with a particle that the host removes, and where another law ends
// them.
static void ended(void **state) {
    (void)state;
    static const char *const other[] = {
        NULL, "{law: rotational, bond_kr: 1e4, bond_ks: 1e4, bond_kb: 1e-2, bond_kt: 1e-2}"};
    for (int k = 0; k < 2; k++) {
        scree_report *r = scree_report_create();
        scree_world *w = world_of(PULLED, 1);
        advance(w, 50);
        scree_bond_now b[2];
        assert_int_equal(scree_world_bond_list(w, 2, b), 2);
        const double before = value(w, "energy_balance"), bonded = value(w, "bonds_elastic");
        assert_true(b[1].energy > 1e-10);
        const uint64_t gone = 3;
        if (other[k]) {
            if (scree_world_set(w, "contacts[0].bond", other[k], r) != SCREE_OK) {
                fail_msg("%s", scree_report_text(r, 0));
            }
        } else {
            assert_int_equal(scree_world_remove(w, 1, &gone, r), SCREE_OK);
        }
        advance(w, 1);
        near(value(w, "energy_balance"), before, 0.05 * bonded, "balance");
        assert_true(value(w, "bonds_lost") == (k == 0 ? 1.0 : 2.0));
        scree_world_close(w);
        scree_report_destroy(r);
    }
}

// Bonds that break at once under a law that is set are listed as all others are.
static void weakened(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = world_of(PULLED, 1);
    advance(w, 50);
    assert_int_equal(count_bonds(w), 2);
    assert_int_equal(scree_world_set(w, "contacts[0].bond.bond_tension", "1 Pa", r), SCREE_OK);
    assert_int_equal(count_bonds(w), 1);
    assert_int_equal(scree_world_take_broken(w, 0, NULL), 1);
    assert_true(value(w, "bonds_broken_bending") == 1.0);
    scree_world_close(w);
    scree_report_destroy(r);
}

// Changes between steps do not move springs: a ball that friction holds on a plane, in gravity from the side, swings as it does by itself where
// bonds are due that nothing fits, and where laws of other materials change, in every step.
static void springs_stay(void **state) {
    (void)state;
    static const char held[] =
        "time: {end: 10, dt: 1e-5, velocity_scale: 1}\n"
        "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}, n: {density: "
        "2500, young: 5 MPa, poisson: 0.3}}\n"
        "contacts: [{between: any, restitution: 0.5, friction: 0.4, bond: {law: "
        "parallel, bond_young: 10 MPa}},\n"
        "  {between: [n, n], friction: 0.3}]\n"
        "gravity: [1, 0, -9.81]\n"
        "walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}\n"
        "bonds: [{ids: [2, 3]}, {start: never}]\n"
        "particles: [{positions: [[0, 0, 0.9999 mm]], diameter: 2 mm, material: m},\n"
        "  {positions: [[0, 5 mm, 20 mm]], diameter: 2 mm, material: m, spin: [2, 3, 4]},\n"
        "  {positions: [[2 mm, 5 mm, 20 mm]], diameter: 2 mm, material: m, spin: [-2, -1, 1]}]\n";
    scree_world *w[3];
    scree_report *r = scree_report_create();
    for (int k = 0; k < 3; k++) {
        w[k] = world_of(held, 1);
        for (int step = 0; step < 400; step++) {
            char now[32];
            snprintf(now, sizeof now, "%.17g", value(w[k], "time"));
            const char *const key[] = {NULL, "bonds[1].start", "contacts[1].friction"}, *const to[] = {
                                                                                            NULL, now,
                                                                                            step & 1 ? "0.3"
                                                                                                     : "0.2"};
            if (k > 0 && scree_world_set(w[k], key[k], to[k], r) != SCREE_OK) {
                fail_msg("%s", scree_report_text(r, 0));
            }
            advance(w[k], 1);
        }
        assert_true(value(w[k], "elastic_tangential") > 0.0 && value(w[k], "bonds_elastic") > 0.0);
        const double x = get(w[0], "position", 1, 0);
        near(get(w[k], "position", 1, 0), x, 2e-6 * fabs(x),
             k == 1 ? "x with bonds that are due" : "x with other laws");
        near(get(w[k], "omega", 1, 1), get(w[0], "omega", 1, 1), 1e-5, "spin");
        for (int axis = 0; axis < 3; axis++) { // of bonded ones, which bend, twist and turn
            near(get(w[k], "omega", 2, axis), get(w[0], "omega", 2, axis), 1e-6, "spin of a bonded one");
            near(get(w[k], "velocity", 2, axis), get(w[0], "velocity", 2, axis), 1e-9,
                 "velocity of a bonded one");
        }
    }
    for (int k = 0; k < 3; k++) {
        scree_world_close(w[k]);
    }
    scree_report_destroy(r);
}

// The bonds of an agglomerate that was added exist once forces are computed again, whatever causes this: a step, a state that is saved or
// written, a key that is set. They are gone after restoring an earlier state.
static void placed_bonds_last(void **state) {
    (void)state;
    static const char *const path = "placed.scree";
    const scree_new_particle more = {.position = {0.1, 0, 0.01},
                                     .shape = "d",
                                     .material = "m",
                                     .velocity = {0, 0.1, 0},
                                     .spin = {0, 0, 5}};
    char wanted[33], digest[33];
    for (int way = 0; way < 6; way++) {
        scree_report *r = scree_report_create();
        scree_world *w = world_of(BONDED, 1);
        advance(w, 10);
        scree_saved *before = scree_world_save(w, r), *after = NULL;
        assert_true(add(w, &more) == 1);
        scree_status status = SCREE_OK;
        switch (way) {
        case 1:
            after = scree_world_save(w, r);
            advance(w, 5);
            status = scree_world_restore(w, after, r);
            break;
        case 2:
            status = scree_world_write(w, path, r);
            scree_world_close(w);
            w = world_of(BONDED, 1);
            status = status == SCREE_OK ? scree_world_read(w, path, r) : status;
            break;
        case 3:
            status = scree_world_set(w, "materials.m.friction", "0.3", r);
            status = status == SCREE_OK ? scree_world_set(w, "materials.m.friction", "0.4", r) : status;
            break;
        case 4: // the new particle that has the id now is no agglomerate
            status = scree_world_restore(w, before, r);
            assert_true(add(w, &(scree_new_particle){.diameter = 2e-3, .material = "m"}) == 1);
            assert_true(
                add(w, &(scree_new_particle){.position = {2e-3}, .diameter = 2e-3, .material = "m"}) == 2);
            advance(w, 5);
            assert_int_equal(count_bonds(w), 0);
            status = status == SCREE_OK ? scree_world_restore(w, before, r) : status;
            assert_true(add(w, &more) == 1);
            break;
        case 5: { // a file that turns out to be no state of this world
            scree_world *other = world_of(
                BONDED "outlets: {o: {region: {half_space: {point: [9, 0, 0], normal: [1, 0, 0]}}}}\n", 1);
            assert_int_equal(scree_world_write(other, path, r), SCREE_OK);
            scree_world_close(other);
            assert_int_not_equal(scree_world_read(w, path, r), SCREE_OK);
            scree_report_clear(r);
            break;
        }
        default:
            break;
        }
        if (status != SCREE_OK) {
            fail_msg("way %d: %s", way, scree_report_text(r, 0));
        }
        advance(w, 20);
        assert_int_equal(count_bonds(w), 1);
        assert_true(value(w, "bonds_made") == 1.0);
        scree_world_state(w, way == 0 ? wanted : digest);
        if (way > 0 && strcmp(digest, wanted) != 0) {
            fail_msg("way %d: another state", way);
        }
        scree_saved_destroy(before);
        scree_saved_destroy(after);
        scree_world_close(w);
        scree_report_destroy(r);
    }
    remove(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(listed),
        cmocka_unit_test(broken),
        cmocka_unit_test(gone_back),
        cmocka_unit_test(gone_back_to_long_bonds),
        cmocka_unit_test(started),
        cmocka_unit_test(ended),
        cmocka_unit_test(weakened),
        cmocka_unit_test(springs_stay),
        cmocka_unit_test(placed_bonds_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
