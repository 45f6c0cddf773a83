// SPDX-License-Identifier: BSD-3-Clause
// ranks: 2 3
// What a run counts and sums has the same bits on several ranks as in one process: energies, loads and hardness of the contacts of driven
// walls, bonds that were made, broken and lost, large overlaps, fragments, heat, and the longest step for the contacts.
#include "bonds/bonds.h"
#include "bonds/fragments.h"
#include "ranks.h"
#include "step_limit/step_limit.h"
#include "world_of_text.h"

static scree_comm *comm;

// A soft bed between a lid on a servo, a wing on a turning one and a box that is free, pushed along by a group, with an outlet.
static const char *const press =
    "time: {end: 1, dt: 20 us, velocity_scale: 2}\n"
    "gravity: [1, 0, -9.81]\n"
    "domain: {min: [0, 0, -1 cm], max: [8 cm, 2 cm, 8 cm], periodic: [y]}\n"
    "materials: {m: {density: 2500, young: 2e5, poisson: 0.3, restitution: 0.4, friction: 0.4}}\n"
    "alarms: {overlap_warning: 0.03}\n"
    "search: {skin: 1 mm}\n"
    "walls:\n"
    "  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m,\n"
    "    motion: {vibrate: {amplitude: [0.2 mm, 0, 0], frequency: 100}}}\n"
    "  left: {plane: {point: [0, 0, 0], normal: [1, 0, 0]}, material: m}\n"
    "  right: {plane: {point: [8 cm, 0, 0], normal: [-1, 0, 0]}, material: m}\n"
    "  lid: {plane: {point: [0, 0, 2.2 cm], normal: [0, 0, -1]}, material: m,\n"
    "    servo: {slide: {along: [0, 0, -1], force: 1 N, speed: 0.2}}}\n"
    "  wing: {rectangle: {corner: [4 cm, 1 mm, 0.2 cm], first: [0, 18 mm, 0], second: [0, 0, 14 mm]}, "
    "material: m,\n"
    "    servo: {turn: {about: [0, 1, 0], point: [4 cm, 0, 9 mm], torque: 1 mN m, speed: 5 rad/s}}}\n"
    "groups: {pushed: {region: {box: {min: [0, 0, 0], max: [3 cm, 2 cm, 1 cm]}}, force: [1 mN, 0, 0]}}\n"
    "outlets: {exit: {region: {box: {min: [7 cm, 0, 0], max: [8 cm, 2 cm, 4 mm]}}}}\n"
    "insertion: [{material: m, fill: random, count: 330, diameter: {uniform: [3 mm, 4.5 mm]}, velocity: "
    "[0, 0, -0.3],\n"
    "  region: {box: {min: [0, 0, 0], max: [8 cm, 2 cm, 2.2 cm]}}}]\n"
    "output: {plot: false, series: {every: 0}}\n";

// A block of bonds that falls apart on the floor and leaves the domain in parts, with heat from its friction.
static const char *const block =
    "time: {end: 1, dt: 10 us, velocity_scale: 2}\n"
    "gravity: [0, 0, -9.81]\n"
    "domain: {min: [0, 0, -1 cm], max: [5 cm, 3 cm, 6 cm], lost: delete}\n"
    "materials: {m: {density: 2500, young: 1e6, poisson: 0.3, restitution: 0.4, friction: 0.4,\n"
    "  heat_capacity: 20, conductivity: 20}}\n"
    "contacts: [{between: any, heat: conduction, bond: {law: parallel, bond_young: 2 MPa, bond_tension: 20 "
    "kPa, bond_shear: 20 kPa}}]\n"
    "search: {skin: 1 mm}\n"
    "heat: {temperature: 300 K, ambient: 290 K, convection: 40 W/(m2 K), friction: 0.9}\n"
    "walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m, heat: {temperature: 400 "
    "K}}}\n"
    "bonds: [{gap: 0.5 mm}, {walls: [floor], start: 2 ms, every: 2 ms, gap: 0.1 mm}]\n"
    "insertion: [{material: m, fill: lattice, diameter: {uniform: [2.6 mm, 3 mm]}, velocity: [2, 0.5, -1],\n"
    "  region: {box: {min: [1.5 cm, 0.5 cm, 1 mm], max: [4.8 cm, 2.5 cm, 1.5 cm]}}}]\n"
    "output: {plot: false, series: {every: 0}}\n";

static scree_world *open(const char *text, scree_comm *ranks) {
    scree_world *w = world_of_case(case_of_text(text), NULL, 0, 1, NULL);
    w->comm = ranks;
    begin(w);
    return w;
}

#define EXPECT_SAME(a, b) assert_memory_equal(&(a), &(b), sizeof(a))

// hardness: sums of what has been compared, for slides and turns.
static void expect_same_walls(const scree_world *all, const scree_world *whole, double hardness[2]) {
    for (size_t k = 0; k < whole->wall.n; k++) {
        const scree_wall *a = &all->wall.data[k], *b = &whole->wall.data[k];
        EXPECT_SAME(a->now.pose, b->now.pose);
        EXPECT_SAME(a->now.force, b->now.force);
        EXPECT_SAME(a->now.torque, b->now.torque);
        assert_true(a->now.power == b->now.power && a->now.work == b->now.work);
        assert_true(a->now.heat == b->now.heat && a->now.temperature == b->now.temperature);
        EXPECT_SAME(a->drive.hardness, b->drive.hardness);
        hardness[0] += b->drive.hardness[0][0];
        hardness[1] += b->drive.hardness[1][0];
    }
}

// Steps both, and compares what they have now and then.
static void expect_same(scree_world *all, scree_world *whole, uint64_t steps, uint64_t every,
                        double hardness[2]) {
    uint64_t contacts = 0;
    for (uint64_t k = 0; k < steps; k += every) {
        advance(all, every);
        advance(whole, every);
        const scree_totals a = scree_world_totals(all), b = scree_world_totals(whole);
        EXPECT_SAME(a, b);
        EXPECT_SAME(all->bonds, whole->bonds);
        assert_int_equal(all->alarms.large_steps, whole->alarms.large_steps);
        expect_same_walls(all, whole, hardness);
        scree_fragments_measure(all, NULL);
        scree_fragments_measure(whole, NULL);
        EXPECT_SAME(all->fragments, whole->fragments);
        const scree_step_limit c = scree_step_limit_now(all, 1.0, true, 1.0),
                               d = scree_step_limit_now(whole, 1.0, true, 1.0);
        assert_true(c.dt == d.dt && c.id == d.id && c.contacts == d.contacts);
        contacts = d.contacts > contacts ? d.contacts : contacts;
    }
    assert_true(contacts > 3);
    assert_true(scree_hash_equal(scree_world_digest(all), scree_world_digest(whole)));
}

static void pressed(void **state) {
    (void)state;
    double hardness[2] = {0.0, 0.0};
    scree_world *all = open(press, comm), *whole = open(press, NULL);
    expect_same(all, whole, 1000, 100, hardness);
    assert_true(whole->alarms.large_steps > 100 && whole->alarms.large_steps < 1000);
    assert_true(hardness[0] > 0.0 && hardness[1] > 0.0);
    assert_true(whole->ledger.loaded != 0.0 && whole->ledger.wall_work != 0.0 &&
                whole->ledger.removed != 0.0);
    scree_world_destroy(all);
    scree_world_destroy(whole);
}

static void falls_apart(void **state) {
    (void)state;
    double hardness[2] = {0.0, 0.0};
    scree_world *all = open(block, comm), *whole = open(block, NULL);
    expect_same(all, whole, 1000, 100, hardness);
    const scree_bond_counts *n = &whole->bonds;
    assert_true(n->made > 100 && n->lost > 5 && n->broken[SCREE_MODE_NORMAL] > 5);
    assert_true(whole->fragments.count > 1 && whole->heat_ledger.made.high > 0.0);
    scree_world_destroy(all);
    scree_world_destroy(whole);
}

int main(void) {
    comm = join_ranks();
    const struct CMUnitTest tests[] = {cmocka_unit_test(pressed), cmocka_unit_test(falls_apart)};
    leave_ranks(comm, cmocka_run_group_tests(tests, NULL, NULL));
    return 0;
}
