// SPDX-License-Identifier: BSD-3-Clause
// Times of steps, and steps of times, of runs whose time step changes. They are compared with sums over all steps.
#include "access/step_time.h"
#include "maths/random.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka.h needs the four headers above
#include <cmocka.h>

enum { STEPS = 400, WORLDS = 200 };

static double draw(scree_random *r, double low, double high) {
    return low + (high - low) * scree_random_uniform(r);
}

static void change(scree_world *w, double dt) {
    const scree_clock_change end = {w->step, scree_world_time(w), w->dt};
    scree_array_push(&w->clock, end);
    w->dt = dt;
}

// A world whose step has changed up to six times, by factors from 0.02 to 50. time[k]: of step k, a sum of all steps before.
static scree_world *world_of(scree_random *r, double *time) {
    scree_world *w = scree_zeros(sizeof *w);
    w->dt = draw(r, 1e-6, 1e-5);
    const double chance = draw(r, 0.0, 6.0 / STEPS);
    time[0] = 0.0;
    for (w->step = 0; w->step < STEPS;) {
        if (w->step > 0 && draw(r, 0.0, 1.0) < chance) {
            change(w, w->dt * (draw(r, 0.0, 1.0) < 0.5 ? draw(r, 0.02, 1.0) : draw(r, 1.0, 50.0)));
        }
        time[w->step + 1] = time[w->step] + w->dt;
        w->step++;
    }
    return w;
}

static void clear(scree_world *w) {
    scree_array_free(&w->clock);
    scree_free(w);
}

// The sums round once in each step.
static void times_are_sums_of_steps(void **state) {
    (void)state;
    scree_random r = {1, 0, 0, 0};
    double time[STEPS + 1];
    for (int k = 0; k < WORLDS; k++) {
        scree_world *w = world_of(&r, time);
        for (uint64_t s = 0; s <= STEPS; s++) {
            assert_true(fabs(scree_world_time_of(w, s) - time[s]) <= STEPS * 0x1p-52 * time[s]);
            assert_int_equal(scree_step_of(w, scree_world_time_of(w, s)), s);
        }
        for (uint64_t s = 0; s < STEPS; s++) {
            const uint64_t to = s + (uint64_t)draw(&r, 0.0, (double)(STEPS - s) + 0.999);
            assert_true(fabs(scree_times_between(w, 3.0, s, to) - 3.0 * (time[to] - time[s])) <=
                        3.0 * STEPS * 0x1p-51 * time[STEPS]);
            assert_true(fabs(scree_length_after(w, s) - (time[s + 1] - time[s])) <=
                        STEPS * 0x1p-51 * time[STEPS]);
        }
        clear(w);
    }
}

// Times are at least 1e-5 of a step away from those of steps, where rounding and the tolerance could decide.
static void a_time_is_reached_by_the_first_step_at_or_after_it(void **state) {
    (void)state;
    scree_random r = {2, 0, 0, 0};
    double time[STEPS + 1];
    for (int k = 0; k < WORLDS; k++) {
        scree_world *w = world_of(&r, time);
        for (int i = 0; i < 100; i++) {
            const uint64_t s = (uint64_t)draw(&r, 0.0, STEPS - 0.001);
            const double t = time[s] + draw(&r, 1e-5, 1.0 - 1e-5) * (time[s + 1] - time[s]);
            assert_int_equal(scree_step_of(w, t), s + 1);
        }
        clear(w);
    }
}

static void a_time_is_that_of_one_step_before_and_after_a_change(void **state) {
    (void)state;
    scree_random r = {3, 0, 0, 0};
    for (int k = 0; k < 10 * WORLDS; k++) {
        scree_world *w = scree_zeros(sizeof *w);
        w->dt = 1e-5;
        w->step = 100;
        const double far = pow(10.0, draw(&r, -8.0, 0.0)) * (draw(&r, 0.0, 1.0) < 0.5 ? -1.0 : 1.0),
                     t = scree_world_time(w) + far * w->dt;
        const uint64_t before = scree_step_of(w, t);
        change(w, w->dt * pow(10.0, draw(&r, -4.0, 4.0)));
        const uint64_t after = scree_step_of(w, t);
        assert_true(before <= w->step ? after == before : after > w->step);
        clear(w);
    }
}

static void without_a_change_a_schedule_has_whole_steps(void **state) {
    (void)state;
    scree_random r = {4, 0, 0, 0};
    for (int k = 0; k < WORLDS; k++) {
        scree_world w = {.dt = draw(&r, 1e-6, 1e-5), .step = STEPS};
        const scree_schedule s = {draw(&r, 0.0, 50.0) * w.dt, draw(&r, 0.1, 30.0) * w.dt};
        const uint64_t first = scree_step_of(&w, s.start), steps = scree_steps_between(&w, s.every);
        uint64_t count = 0, last = first;
        for (uint64_t step = 0; step <= STEPS; step++) {
            const bool due = step >= first && (step - first) % steps == 0;
            assert_int_equal(scree_schedule_has(&w, &s, step), due);
            if (step > first) {
                assert_int_equal(scree_schedule_before(&w, &s, step), last);
                count += due;
                assert_int_equal(scree_schedule_count(&w, &s, step), count);
            }
            last = due ? step : last;
        }
    }
}

// Behind the first change each multiple of the interval from the start is in a step that is due, and no other step is.
static void after_a_change_a_schedule_keeps_its_times(void **state) {
    (void)state;
    scree_random r = {5, 0, 0, 0};
    double time[STEPS + 1];
    for (int k = 0; k < WORLDS; k++) {
        scree_world *w = world_of(&r, time);
        const scree_schedule s = {draw(&r, 0.0, 0.5) * time[STEPS], draw(&r, 0.01, 0.2) * time[STEPS]};
        const uint64_t first = scree_step_of(w, s.start),
                       change = w->clock.n > 0 ? w->clock.data[0].step : STEPS,
                       from = change > first ? change : first;
        uint64_t last = first, count = 0;
        for (uint64_t step = first + 1; step <= STEPS; step++) {
            const bool due = scree_schedule_has(w, &s, step);
            if (step > from) {
                const double until = floor((time[step] - s.start) / s.every + 1e-9),
                             before = floor((time[step - 1] - s.start) / s.every + 1e-9);
                assert_int_equal(due, until > before);
            }
            assert_int_equal(scree_schedule_before(w, &s, step), last);
            const uint64_t now = scree_schedule_count(w, &s, step);
            assert_int_equal(due, now > count);
            count = now;
            last = due ? step : last;
        }
        clear(w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_are_sums_of_steps),
        cmocka_unit_test(a_time_is_reached_by_the_first_step_at_or_after_it),
        cmocka_unit_test(a_time_is_that_of_one_step_before_and_after_a_change),
        cmocka_unit_test(without_a_change_a_schedule_has_whole_steps),
        cmocka_unit_test(after_a_change_a_schedule_keeps_its_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
