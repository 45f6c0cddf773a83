// SPDX-License-Identifier: BSD-3-Clause
// The number of threads that a run chooses, for steps of durations that are made up.
#include "parallel/team.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
// cmocka wants the three above
#include <cmocka.h>

// A step of `work` s on one thread, each barrier with more than one thread `barrier` s.
typedef struct machine {
    double work, barrier;
    int cores; // more threads than that do not help
} machine;

static double duration(const machine *m, int threads) {
    const int used = threads < m->cores ? threads : m->cores;
    return m->work / used + (threads > 1 ? m->barrier : 0.0);
}

// Seconds that a run takes in which the team chooses, over those on the best fixed number.
static double cost(scree_team *t, const machine *m, double seconds) {
    double best = INFINITY, spent = 0.0;
    uint64_t steps = 0;
    for (int threads = 1; threads <= t->most; threads++) {
        best = fmin(best, duration(m, threads));
    }
    for (; spent < seconds; steps++) {
        const double one = duration(m, t->now);
        spent += one;
        scree_team_count(t, one, false);
    }
    return spent / (best * (double)steps);
}

static void test_fixed(void **state) {
    (void)state;
    scree_team t = scree_team_create(7, true, NULL);
    const machine m = {1e-4, 1.0, 8};
    cost(&t, &m, 20.0);
    assert_int_equal(t.now, 7);
    assert_true(scree_team_mean(&t) == 7.0);
}

static void test_many_threads_help(void **state) {
    (void)state;
    const machine m = {1e-3, 1e-6, 64};
    scree_team t = scree_team_create(16, false, NULL);
    assert_true(cost(&t, &m, 10.0) < 1.02);
    assert_int_equal(t.best, 16);
}

static void test_one_thread_is_best(void **state) {
    (void)state;
    const machine m = {1e-5, 2e-4, 2}; // barriers 20 times a step
    scree_team t = scree_team_create(2, false, NULL);
    assert_true(cost(&t, &m, 10.0) < 1.05);
    assert_int_equal(t.best, 1);
}

static void test_some_are_best(void **state) {
    (void)state;
    const machine m = {1e-3, 1e-5, 4}; // of 16 threads on 4 cores
    scree_team t = scree_team_create(16, false, NULL);
    assert_true(cost(&t, &m, 20.0) < 1.05);
    assert_int_equal(t.best, 4);
}

// Other programs come and go.
static void test_changes(void **state) {
    (void)state;
    machine m = {1e-3, 1e-6, 2};
    scree_team t = scree_team_create(2, false, NULL);
    cost(&t, &m, 30.0);
    assert_int_equal(t.best, 2);
    m.barrier = 5e-3;
    assert_true(cost(&t, &m, 3.0) < 1.5); // noticed soon, not at the next trial
    assert_int_equal(t.best, 1);
    m.barrier = 1e-6;
    cost(&t, &m, 20.0);
    assert_int_equal(t.best, 2);
}

// Beside programs that keep all cores busy each barrier may wait for as long as they get, so a trial of more threads is short.
static void test_busy_machine(void **state) {
    (void)state;
    const machine m = {4e-5, 10e-3, 2};
    scree_team t = scree_team_create(2, false, NULL);
    assert_true(cost(&t, &m, 4.0) < 1.05);
    assert_int_equal(t.best, 1);
}

// There times scatter: two threads take half of the time of one in four steps of five, and four times as long in the fifth.
static void test_scatter(void **state) {
    (void)state;
    uint64_t random = 3;
    scree_team t = scree_team_create(2, false, NULL);
    double spent = 0.0, two = 0.0;
    for (uint64_t step = 0; step < 4000; step++) {
        random = random * 6364136223846793005ull + 1442695040888963407ull;
        const double one = t.now == 1 ? 1e-2 : (random >> 40) % 5 == 0 ? 4e-2 : 0.5e-2;
        scree_team_count(&t, one, false);
        spent += one;
        two += t.now == 2 ? one : 0.0;
    }
    assert_true(spent < 1.1 * 1e-2 * 4000 && two < 0.4 * spent);
}

// Where the slowness stays, it begins no trial after trial.
static void test_slower_for_good(void **state) {
    (void)state;
    machine m = {1e-3, 2e-3, 2};
    scree_team t = scree_team_create(2, false, NULL);
    cost(&t, &m, 30.0);
    m = (machine){3e-3, 6e-3, 2};
    assert_true(cost(&t, &m, 10.0) < 1.03);
}

// Steps longer than the windows of a trial.
static void test_long_steps(void **state) {
    (void)state;
    const machine m = {0.1, 1e-4, 4};
    scree_team t = scree_team_create(4, false, NULL);
    assert_true(cost(&t, &m, 100.0) < 1.1);
    assert_int_equal(t.best, 4);
}

// Such as where every step makes a list.
static void test_odd_steps(void **state) {
    (void)state;
    scree_team t = scree_team_create(4, false, NULL);
    for (int k = 0; k < 3000; k++) {
        scree_team_count(&t, t.now == 4 ? 1e-3 : 2e-3, true);
    }
    assert_int_equal(t.best, 4);
}

// A thread that was woken is served first for a while.
static void test_first_served(void **state) {
    (void)state;
    scree_team t = scree_team_create(2, false, NULL);
    double spent = 0.0, fresh = 0.0;
    uint64_t steps = 0;
    for (; spent < 30.0; steps++) {
        fresh = t.now == 2 ? fresh : 30e-3;
        const double one = t.now == 1 ? 1e-3 : fresh > 0.0 ? 0.6e-3 : 1.6e-3;
        fresh -= one;
        spent += one;
        scree_team_count(&t, one, false);
    }
    assert_true(spent < 1.06 * 1e-3 * (double)steps);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fixed),
        cmocka_unit_test(test_many_threads_help),
        cmocka_unit_test(test_one_thread_is_best),
        cmocka_unit_test(test_some_are_best),
        cmocka_unit_test(test_changes),
        cmocka_unit_test(test_busy_machine),
        cmocka_unit_test(test_scatter),
        cmocka_unit_test(test_slower_for_good),
        cmocka_unit_test(test_first_served),
        cmocka_unit_test(test_long_steps),
        cmocka_unit_test(test_odd_steps),
    };
    return cmocka_run_group_tests_name("team", tests, NULL, NULL);
}
