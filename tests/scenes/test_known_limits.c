// SPDX-License-Identifier: BSD-3-Clause
// The limit of the step where it is known: of springs of a known stiffness, before the first forces as after them, and anywhere in a long list.
#include "limit_world.h"
#include "scree/scree.h"
#include "step_limit/step_limit.h"

// Before the first forces the limit is that after them: of contacts by their overlap, of bonds, also to walls, across a gap too.
static void the_same_before_forces(void **state) {
    (void)state;
#define PARALLEL "restitution: 0.5, friction: 0.3, bond: {law: parallel, bond_young: 1e7}"
    static const struct {
        const char *laws, *more;
        double x, z; // m, of the second ball, beside one at the origin
        uint64_t contacts;
    } row[] = {
        {"restitution: 0.5, friction: 0.3", BOX, 1.0, 0.0, 6},
        {"normal: {law: luding, loading_ratio: 0.3, plasticity_depth: 0.05}, tangential: none", BOX, 1.0, 0.0,
         6},
        {PARALLEL, "bonds: [{gap: 0.01 mm}]\n", 2.005e-3, 0.0, 1},
        {PARALLEL,
         "walls: {plate: {plane: {point: [0, 0, -1.005 mm], normal: [0, 0, 1]}, material: m}}\n"
         "bonds: [{gap: 0.01 mm, walls: [plate], particles: false}]\n",
         1.0, 1.0, 1},
        {PARALLEL,
         "walls: {plate: {rectangle: {corner: [-1 cm, -1 cm, -1.005 mm], first: [2 cm, 0, 0], second: [0, 2 "
         "cm, "
         "0]}, material: m}}\n"
         "bonds: [{gap: 0.01 mm, walls: [plate], particles: false}]\n",
         1.0, 1.0, 1},
    };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        const scree_particle q[] = {
            ball(1, 1e-3, vec3(0, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0)),
            ball(2, 1.1e-3, vec3(row[k].x, 0, row[k].z), vec3(0, 0, 0), vec3(0, 0, 0))};
        scree_world *w =
            started(case_with("0.1 us", "verlet", row[k].laws, row[k].more), q, row[k].x < 0.1 ? 2 : 1);
        const scree_step_limit after = scree_step_limit_now(w, 1.0, true, 1.0),
                               before = scree_step_limit_now(w, 1.0, false, 1.0);
        assert_int_equal(after.contacts, row[k].contacts);
        assert_int_equal(before.contacts, row[k].contacts);
        assert_true(after.dt > 0.0 && after.dt < 1.0 && before.id == after.id);
        expect_near(before.dt, after.dt, 1e-12 * after.dt, row[k].laws);
        scree_world_destroy(w);
    }
}

// A light ball in a lattice of many, wherever it is in the list of pairs, has the limit of one among six others.
static void limits_in_long_lists(void **state) {
    (void)state;
    enum { LONG = 8, MANY = LONG * LONG * LONG }; // 1536 pairs
    static scree_particle q[MANY];
    double first = 0.0;
    for (int light = 0; light < MANY; light += 73) {
        for (int k = 0; k < MANY; k++) {
            const double a = 1.98e-3;
            q[k] =
                ball((uint64_t)k + 1, 1e-3,
                     vec3(a * (k % LONG + 0.5), a * (k / LONG % LONG + 0.5), a * (k / (LONG * LONG) + 0.5)),
                     vec3(0, 0, 0), vec3(0, 0, 0));
            q[k].density = k == light ? 250.0 : 2500.0;
        }
        scree_world *w = started(
            case_with("0.1 us", "verlet",
                      "normal: {law: hooke, stiffness: 1e4, restitution: 1}, tangential: none",
                      "domain: {min: [0, 0, 0], max: [15.84 mm, 15.84 mm, 15.84 mm], periodic: [x, y, z]}\n"),
            q, MANY);
        const scree_step_limit l = scree_step_limit_now(w, 1.0, true, 1.0);
        assert_int_equal(l.id, light + 1);
        assert_int_equal(l.contacts, 6);
        first = light == 0 ? l.dt : first;
        expect_near(l.dt, first, 1e-9 * first, "limit");
        // two springs along each axis, against neighbours that have a tenth of the sum
        expect_near(l.dt, 2.0 / sqrt(2.0 * 1e4 * 1.1 / scree_particle_mass(1e-3, 250.0)), 1e-6 * first,
                    "limit");
        scree_world_destroy(w);
    }
}

// A bond between two balls, and a ball at a wall, hold what moves by a stiffness that is known: the limit of dt is 2 over the root of its square frequency.
static void limits_of_known_springs(void **state) {
    (void)state;
    const double k = 1e4, m = scree_particle_mass(1e-3, 2500.0);
    const scree_vec3 none = vec3(0, 0, 0);
    const char *hooke = "normal: {law: hooke, stiffness: 1e4, restitution: 1}, tangential: none";
    static const char *const walls[] = {
        "bottom: {plane: {point: [0, 0, -0.99 mm], normal: [0, 0, 1]}, material: m}",
        "top: {plane: {point: [0, 0, 0.99 mm], normal: [0, 0, -1]}, material: m}"};
    for (int n = 1; n <= 2; n++) { // n walls
        const scree_particle q = ball(1, 1e-3, none, none, none);
        char *more = scree_format("walls: {%s%s%s}\n", walls[0], n > 1 ? ", " : "", n > 1 ? walls[1] : "");
        scree_world *w = started(case_with("0.1 us", "verlet", hooke, more), &q, 1);
        expect_near(scree_step_limit_now(w, 1.0, true, 1.0).dt, 2.0 / sqrt(n * k / m), 1e-6 * sqrt(m / k),
                    "walls");
        scree_world_destroy(w);
        scree_free(more);
    }
    const double rest[] = {0.0, 0.5, 1.0};
    for (int i = 0; i < 3;
         i++) { // a light ball at a heavy one, which moves 1 / 8 as much: of that the part `rest` counts
        const scree_particle q[] = {ball(1, 1e-3, none, none, none),
                                    ball(2, 2e-3, vec3(2.99e-3, 0, 0), none, none)};
        scree_world *w = started(case_with("0.1 us", "verlet", hooke, ""), q, 2);
        const scree_step_limit l = scree_step_limit_now(w, 1.0, true, rest[i]);
        expect_near(l.dt, 2.0 / sqrt(k * (1.0 + rest[i] / 8.0) / m), 1e-6 * sqrt(m / k), "two balls");
        assert_true(l.id == 1 && l.contacts == 1);
        w->p.motion[index_of_id(w, 2)].v.m = SCREE_FIXED_MASS; // it does not move
        expect_near(scree_step_limit_now(w, 1.0, true, rest[i]).dt, 2.0 / sqrt(k / m), 1e-6 * sqrt(m / k),
                    "at a ball that is fixed");
        scree_world_destroy(w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_before_forces),
        cmocka_unit_test(limits_of_known_springs),
        cmocka_unit_test(limits_in_long_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
