// SPDX-License-Identifier: BSD-3-Clause
// The model of `scree plan`: ghosts against a count, and properties that do not depend on its constants.
#include "domain/domain.h"
#include "tools/plan/estimate.h"
#include "world_of_text.h"

static scree_estimate_bed bed = {
    .diameter = 2e-3, .gap = 0.1e-3, .pair_bytes = 113.0, .replicated = 5e6, .periodic = 3, .columns = 4};
static const scree_estimate_machine machine = {
    .step = 150e-9, .list = 400e-9, .latency = 2e-6, .bandwidth = 1e9, .threads = 1, .disk = 1e10};

// Number of points of a lattice as dense as a bed that are outside a cube, but not farther from it than neighbours are.
static double count_ghosts(int across) {
    const double spacing = cbrt(4.0 / 3.0 * 3.14159265358979 * 1e-9 / 0.6), near = 2.1e-3 / spacing;
    const int wide = across + 2 * (int)ceil(near);
    double n = 0.0;
    for (int k = 0; k < wide * wide * wide; k++) {
        const int at[3] = {k % wide, k / wide % wide, k / (wide * wide)};
        double gap2 = 0.0;
        for (int axis = 0; axis < 3; axis++) {
            const double x = at[axis] - (wide - across) / 2 + 0.5;
            const double d = fmax(fmax(-x, x - across), 0.0);
            gap2 += d * d;
        }
        n += gap2 > 0.0 && gap2 <= near * near;
    }
    return n;
}

static void ghosts_are_those_of_a_shell(void **state) {
    (void)state;
    for (int across = 10; across <= 40; across += 10) {
        const double n = (double)(across * across * across);
        const double model = scree_estimate_of(&bed, &machine, n, 1000).ghosts,
                     counted = count_ghosts(across);
        if (!(model > 0.9 * counted && model < 1.5 * counted)) {
            fail_msg("%d^3 particles: %.0f ghosts counted, %.0f estimated", across, counted, model);
        }
    }
    scree_estimate_bed closed = bed; // half of the faces of eight parts of a box are outside
    closed.periodic = 0;
    const double all = scree_estimate_of(&bed, &machine, 8000.0, 8).ghosts;
    assert_true(fabs(scree_estimate_of(&closed, &machine, 8000.0, 8).ghosts / all - 0.5) < 1e-12);
    assert_true(scree_estimate_of(&bed, &machine, 3.0, 2).ghosts <=
                3.0); // at most the particles of the other rank
}

static void one_rank_sends_nothing(void **state) {
    (void)state;
    const scree_estimate f = scree_estimate_of(&bed, &machine, 1e6, 1);
    assert_true(f.ghosts == 0.0 && f.messages == 0.0 && f.bytes == 0.0);
    assert_true(f.border == 0.0 && f.halo == 0.0 && f.reductions == 0.0);
    assert_true(fabs(f.own / 0.15 - 1.0) < 1e-12);
    assert_true(fabs(f.lists / (0.4 / SCREE_FORECAST_STEPS_PER_LIST) - 1.0) < 1e-12);
    // 540 B per particle: measured, docs/performance.md
    assert_true(f.memory > 5e6 + 500e6 && f.memory < 5e6 + 620e6);
    // 215 and 116 B per particle: files of 200 000 spheres with Hertz and Mindlin
    assert_true(fabs(f.checkpoint / 215e6 - 1.0) < 0.05 && fabs(f.frame / 116e6 - 1.0) < 0.05);
    assert_true(fabs(f.checkpoint_time / (f.checkpoint / 1e10) - 1.0) < 1e-12);
    scree_estimate_machine four = machine;
    four.threads = 4;
    assert_true(fabs(scree_estimate_of(&bed, &four, 1e6, 1).own / (0.25 * f.own) - 1.0) < 1e-12);
}

static void more_ranks_share_the_work(void **state) {
    (void)state;
    scree_estimate before = scree_estimate_of(&bed, &machine, 1e7, 1);
    for (int n = 2; n <= 1024; n *= 2) {
        const scree_estimate f = scree_estimate_of(&bed, &machine, 1e7 / n, n);
        assert_true(f.time < before.time && f.memory < before.memory);
        assert_true(f.time * n > before.time * (n / 2)); // but with a cost per rank
        assert_true(f.ghosts / f.particles > before.ghosts / before.particles);
        assert_true(f.reductions > before.reductions);
        assert_true(f.messages <= n - 1);
        assert_true(fabs(f.bytes - 72.0 * f.ghosts) < 1e-6 * f.bytes);
        assert_true(fabs(f.own + f.border + f.halo + f.reductions + f.lists - f.time) < 1e-12 * f.time);
        before = f;
    }
}

// The numbers of docs/performance.md.
static void pairs_take_what_the_laws_remember(void **state) {
    (void)state;
    static const char text[] = "time: {end: 1, dt: 1e-6}\n"
                               "materials: {a: {density: 1000, young: 1e7, poisson: 0.3}}\n"
                               "contacts: [{between: any, restitution: 0.5, friction: 0.3%s}]\n";
    char with[400], without[400];
    snprintf(without, sizeof without, text, "");
    snprintf(with, sizeof with, text, ", rolling: epsd, rolling_friction: 0.1");
    scree_world *plain = world_of_case(case_of_text(without), NULL, 0, 1, NULL);
    scree_world *rolls = world_of_case(case_of_text(with), NULL, 0, 1, NULL);
    assert_true(scree_estimate_pair_bytes(plain) == 113.0);
    assert_true(scree_estimate_pair_bytes(rolls) >= 113.0 + 32.0 + 8.0); // moment, and some history
    scree_world_destroy(plain);
    scree_world_destroy(rolls);
}

int main(void) {
    scree_case spheres;
    scree_case_init(&spheres);
    bed.absent = scree_particles_absent(&spheres);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ghosts_are_those_of_a_shell), cmocka_unit_test(one_rank_sends_nothing),
        cmocka_unit_test(more_ranks_share_the_work), cmocka_unit_test(pairs_take_what_the_laws_remember)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
