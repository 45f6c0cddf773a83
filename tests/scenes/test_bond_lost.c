// SPDX-License-Identifier: BSD-3-Clause
// Bonds that end without breaking: what leaves the ledger with them is what they had stored, although other bonds, which vibrate, change
// their energy by more than that in the same step.
#include "bonds/bonds.h"
#include "maths/math.h"
#include "step/recompute.h"
#include "world_of_text.h"
#include <stdlib.h>

#define HEAD                                                                                                 \
    "time: {end: 1, dt: 2 us}\n"                                                                             \
    "domain: {min: [-1, -1, -1], max: [0.1, 1, 1], lost: delete}\n"                                          \
    "materials: {a: {density: 2500, young: 1e7, poisson: 0.2}}\n"                                            \
    "walls: {plate: {plane: {point: [0, 0, -4.9 mm], normal: [0, 0, 1]}, material: a, stop: %s}}\n"          \
    "contacts: [{between: any, normal: none, tangential: none, bond: {law: parallel, bond_young: 1e8}}]\n"   \
    "bonds: [{gap: 0.2 mm, walls: [plate], particles: true}]\n"

// Three in a row, the first one near the domain's border, that pull at each other and at the plate; and two, far away, that vibrate.
static scree_world *row(const char *stop, double x, const char *more) {
    const scree_vec3 none = vec3(0, 0, 0);
    const scree_particle q[] = {ball(1, 5e-3, vec3(x, 0, 0), vec3(0.1, 0.1, 0), vec3(3, 5, 7)),
                                ball(2, 5e-3, vec3(89.8e-3, 0, 0), none, vec3(20, -3, 0)),
                                ball(3, 5e-3, vec3(79.8e-3, 0, 0), vec3(0, -0.3, 0.3), none),
                                ball(4, 5e-3, vec3(-0.5, 0, 0.5), vec3(2, 0, 0), none),
                                ball(5, 5e-3, vec3(-0.49, 0, 0.5), vec3(-2, 0, 0), none)};
    char *head = scree_format(HEAD, stop);
    scree_world *w = world_of_text(scree_format("%s%s", head, more), q, 5);
    scree_free(head);
    return w;
}

// J, of the bonds for which a body is among those of `ids`; 0: a wall.
static double stored(const scree_world *w, uint64_t first, uint64_t second, size_t *n) {
    scree_bond_list list = {0};
    double sum = 0.0;
    scree_bonds_list(w, &list);
    *n = 0;
    for (size_t k = 0; k < list.n; k++) {
        const scree_bond *b = &list.data[k];
        const uint64_t other = b->wall >= 0 ? 0 : b->b;
        const bool both = (b->a == first && other == second) || (b->a == second && other == first);
        if (second == UINT64_MAX ? b->a == first || other == first : both) {
            ++*n;
            sum += (b->energy[0] + b->energy[1]) + (b->energy[2] + b->energy[3]);
        }
    }
    scree_array_free(&list);
    return sum;
}

static double motion_of(const scree_world *w, uint64_t id) {
    return scree_particle_energy(w, index_of_id(w, id));
}

// Goes on until bonds are lost, and checks their energy: of bonds of `first` with `second`, or of all of them. body: the particle that leaves the
// ledger with its energy of motion, 0: none. near: of the change of the others; what the last force does in half a step is less
// than that (test_ledger.c: the balance is of order 2).
static void expect_lost(scree_world *w, uint64_t first, uint64_t second, size_t wanted, uint64_t body,
                        double near) {
    scree_report *r = scree_report_create();
    double before = 0.0, removed = 0.0, vibrating = 0.0, balance = 0.0, motion = 0.0;
    size_t n = 0, two;
    while (w->bonds.lost == 0) {
        assert_true(w->step < 5000);
        removed = w->ledger.removed;
        before = stored(w, first, second, &n);
        vibrating = stored(w, 4, 5, &two);
        motion = body > 0 ? motion_of(w, body) : 0.0;
        balance = scree_world_totals(w).balance;
        assert_int_equal(two, 1);
        assert_int_equal(scree_world_step(w, r), SCREE_OK);
    }
    assert_int_equal(n, wanted);
    assert_int_equal(w->bonds.lost, wanted);
    assert_int_equal(scree_bonds_number(w), w->bonds_now);
    const double change = fabs(stored(w, 4, 5, &two) - vibrating);
    if (getenv("SCREE_TEST_VERBOSE")) {
        print_message("%g J lost, others change by %g J, balance by %g J, off by %g\n", before, change,
                      scree_world_totals(w).balance - balance, w->ledger.removed - removed - motion - before);
    }
    assert_true(before > 1e-7 && change > 0.05 * before);
    expect_near(w->ledger.removed - removed, motion + before, near * change, "removed with the bonds");
    // the last force of the bond acts in the first half of the step
    expect_near(scree_world_totals(w).balance, balance, 0.01 * change, "balance");
    scree_report_destroy(r);
    scree_world_destroy(w);
}

static void with_a_wall(void **state) {
    (void)state;
    expect_lost(row("0.2 ms", 99.9e-3, ""), 0, UINT64_MAX, 3, 0, 0.01);
}

// An outlet takes particle 2 at 0.2 ms, before the step that follows.
static void with_a_particle(void **state) {
    (void)state;
    scree_world *w = row("never", 99.9e-3,
                         "outlets: {hole: {region: {box: {min: [85 mm, -1, -1], max: [95 mm, 1, 1]}}, once: "
                         "true, start: 0.2 ms}}\n");
    advance(w, 100);
    assert_int_equal(w->bonds.lost, 0);
    expect_lost(w, 2, UINT64_MAX, 3, 2, 0.01);
}

// Particle 1 leaves the domain in the middle of a step, after it has moved: its own energy is not quite that before the step.
static void beyond_the_domain(void **state) {
    (void)state;
    scree_world *w = row("never", 99.9991e-3, "");
    expect_lost(w, 1, UINT64_MAX, 2, 1, 0.01);
}

static void between_held_ones(void **state) {
    (void)state;
    scree_world *w = row("never", 99.9e-3, "groups: {held: {ids: [2, 3], hold: true, start: 0.2 ms}}\n");
    advance(w, 100);
    scree_world *held = w;
    size_t n;
    const double between = stored(held, 2, 3, &n), walls = stored(held, 0, 2, &n) + stored(held, 0, 3, &n),
                 motion = motion_of(held, 2) + motion_of(held, 3), removed = held->ledger.removed;
    advance(held, 1);
    assert_int_equal(held->bonds.lost, 3); // and those with the plate, which holds no fixed particle
    expect_near(held->ledger.removed - removed, between + walls + motion, 1e-9 * (between + walls),
                "removed");
    assert_true(between > 1e-8 && walls > 1e-8);
    scree_world_destroy(held);
}

// A bond breaks in the step in which another one is lost because its body moves too far: what it had stored is booked once.
static void while_another_breaks(void **state) {
    (void)state;
    const scree_vec3 none = vec3(0, 0, 0);
    const scree_particle q[] = {
        ball(1, 5e-3, none, none, none), ball(2, 5e-3, vec3(0.01, 0, 0), vec3(1, 0, 0), none),
        ball(3, 5e-3, vec3(0.2, 0, 0), none, none), ball(4, 5e-3, vec3(0.21, 0, 0), none, none)};
    uint64_t last = 0; // before the step in which the first bond breaks
    for (int lost = 0; lost < 2; lost++) {
        scree_report *r = scree_report_create();
        scree_world *w = world_of_text(
            scree_format(
                "time: {end: 1, dt: 2 us}\n"
                "materials: {a: {density: 2500, young: 1e7, poisson: 0.2}}\n"
                "contacts: [{between: any, normal: none, tangential: none, bond: {law: parallel, bond_young: "
                "1e8, bond_tension: 1e5}}]\n"
                "bonds: [{gap: 0.2 mm}]\n"),
            q, 4);
        double balance = 0.0;
        while (w->bonds.broken[0] == 0) {
            if (lost && w->step == last) {
                w->p.motion[index_of_id(w, 4)].v.x = 1e5;
                scree_world_recompute(w, r);
            }
            balance = scree_world_totals(w).balance;
            last = lost ? last : w->step;
            assert_int_equal(scree_world_step(w, r), SCREE_OK);
            assert_true(w->step < 5000);
        }
        const double broke = scree_world_totals(w).broken[0];
        assert_int_equal(w->bonds.lost, lost);
        assert_true(w->bonds.broken[0] == 1 && broke > 1e-7);
        // with a lost bond the change of the other one in this step is booked too, a sixth of what it had
        expect_near(scree_world_totals(w).balance, balance, (lost ? 0.3 : 0.1) * broke, "balance");
        scree_report_destroy(r);
        scree_world_destroy(w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(with_a_wall), cmocka_unit_test(with_a_particle), cmocka_unit_test(beyond_the_domain),
        cmocka_unit_test(between_held_ones), cmocka_unit_test(while_another_breaks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
