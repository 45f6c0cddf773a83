// SPDX-License-Identifier: BSD-3-Clause
// When dt: auto looks at the contacts, and what it does with the step: from one look to the next with limits that the test chooses, by the mass of the one ball that
// has contacts.
#include "scree/scree.h"
#include "step/recompute.h"
#include "step_limit/step_watch.h"
#include "world_of_text.h"

#define LINEAR "normal: {law: hooke, stiffness: 1e4, restitution: 1}"
#define RECALLS "normal: {law: lankarani_nikravesh, restitution: 0.5, minimum_impact_velocity: 0.1}"

typedef struct watch {
    scree_world *w;
    scree_report *r;
    double mass; // kg, with which the limit is 1 s
} watch;

// A ball between two walls; linear springs, so that its limit is as the root of its mass.
static watch begin_watch(const char *laws) {
    const scree_particle q = ball(1, 1e-3, vec3(0, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0));
    watch t = {.r = scree_report_create()};
    t.w = world_of_text(
        scree_format("time: {end: 1, dt: auto}\n"
                     "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.25}}\n"
                     "contacts: [{between: any, %s, tangential: none}]\n"
                     "walls:\n"
                     "  bottom: {plane: {point: [0, 0, -0.99 mm], normal: [0, 0, 1]}, material: m}\n"
                     "  top: {plane: {point: [0, 0, 0.99 mm], normal: [0, 0, -1]}, material: m}\n",
                     laws),
        &q, 1);
    const double limit = scree_step_limit_now(t.w, 1.0, true, 0.5).dt;
    assert_true(limit > 0.0 && limit < 1.0);
    t.mass = t.w->p.motion[0].v.m / (limit * limit);
    return t;
}

static void end_watch(watch *t) {
    scree_report_destroy(t->r);
    scree_world_destroy(t->w);
}

// One look, at which the step is this share of the limit. Returns the length that the next step is to have.
static double look(watch *t, double share) {
    const double limit = t->w->dt / share;
    t->w->p.motion[0].v.m = t->mass * limit * limit;
    assert_int_equal(scree_step_watch_look(t->w, true, t->r), SCREE_OK);
    scree_step_length_follow(t->w);
    return t->w->dt;
}

// Goes on to the step of the next look, without forces. Returns the number of steps.
static uint64_t wait_for_look(watch *t) {
    const uint64_t from = t->w->step;
    do {
        t->w->step++;
        assert_true(t->w->step - from < 5000);
    } while (!scree_step_watch_due(t->w));
    return t->w->step - from;
}

// While nothing changes, from 8 steps on, each look comes after twice as many as the one before, up to 2048.
static void looks_become_rare(void **state) {
    (void)state;
    watch t = begin_watch(LINEAR);
    const double start = t.w->dt;
    for (uint64_t k = 0, wanted = 8; k < 11; k++, wanted = wanted < 2048 ? 2 * wanted : 2048) {
        assert_int_equal(wait_for_look(&t), wanted);
        assert_true(look(&t, k % 2 ? 0.3 : 0.55) == start); // which leave room, but it is the longest
    }
    end_watch(&t);
}

// The share of the limit grows by the same amount in each step: the next look is half of the way to the limit, but not less than 32 steps, and not more than twice
// the last distance.
static void looks_become_frequent_near_the_limit(void **state) {
    (void)state;
    static const double rates[] = {2e-5, 1e-4, 4e-4};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        watch t = begin_watch(LINEAR);
        const double start = t.w->dt;
        double share = 0.0;
        uint64_t last = 0;
        int halves = 0;
        for (int k = 0; k < 8; k++) { // so that the next look is far
            wait_for_look(&t);
            look(&t, 0.6);
        }
        const uint64_t from = t.w->step;
        for (int k = 0; share <= 0.9; k++) {
            const uint64_t steps = wait_for_look(&t);
            const double most = 2.0 * (double)last, left = fmax(0.5 * (0.9 - share) / rates[i], 32.0);
            if (k > 1) {
                expect_near((double)steps, fmin(fmin(most, 2048.0), left), 1.001, "steps to the next look");
                halves += left < most && left > 32.0;
            }
            last = steps;
            share = 0.6 + rates[i] * (double)(t.w->step - from);
            const double dt = look(&t, share);
            assert_true((dt < start) == (share > 0.9));
            assert_true(k < 20);
        }
        assert_true(rates[i] > 2e-4 || halves > 1);
        end_watch(&t);
    }
}

// Beyond 0.9 of the limit the next step is the longest of the sequence of 0.9 to the power k below that share, to two digits.
static void steps_become_shorter(void **state) {
    (void)state;
    for (int k = 0; k < 12; k++) {
        watch t = begin_watch(LINEAR);
        const double start = t.w->dt, share = 0.91 + 0.3 * k, most = 0.9 * start / share;
        wait_for_look(&t);
        const double dt = look(&t, share);
        assert_true(dt <= most && dt > 0.9 * most * 0.9); // two digits: by a tenth less at most
        assert_int_equal(wait_for_look(&t), 8);
        assert_true(look(&t, 0.7) == dt);
        end_watch(&t);
    }
}

// A watch whose step has gone down, so that there is room upwards, after the first looks.
static watch begin_short(double *dt) {
    watch t = begin_watch(LINEAR);
    wait_for_look(&t);
    *dt = look(&t, 3.0);
    return t;
}

// The step grows, by a ninth, only if all looks in 1024 steps had room for that; also the largest share that was seen long before the last look counts.
static void steps_become_longer(void **state) {
    (void)state;
    static const struct {
        double before, once, after; // shares of the limit
        bool grows;
    } row[] = {{0.5, 0.5, 0.5, true},   {0.78, 0.79, 0.78, true},  {0.5, 0.85, 0.5, false},
               {0.5, 0.5, 0.85, false}, {0.85, 0.5, 0.5, false},   {0.3, 0.7, 0.6, true},
               {0.5, 0.79, 0.5, true},  {0.85, 0.85, 0.85, false}, {0.5, 0.85, 0.7, false}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        double dt;
        watch t = begin_short(&dt);
        const double start = t.w->step_watch.longest;
        const uint64_t from = t.w->step;
        int looks = 0;
        double now = dt;
        while (t.w->step < from + 1024) {
            assert_true(now == dt);
            wait_for_look(&t);
            looks++;
            now = look(&t, t.w->step >= from + 1024 ? row[k].after
                           : looks == 3             ? row[k].once
                                                    : row[k].before);
        }
        assert_true(looks > 4);
        if (row[k].grows) {
            assert_true(now > dt && now < dt / 0.9 * 1.1 && now < start);
            assert_int_equal(wait_for_look(&t), 32);
            assert_true(look(&t, 0.5) == now);
        } else if (now == dt) { // the next 1024 steps count anew, but for the last look
            const uint64_t again = t.w->step;
            while (now == dt && t.w->step < again + 4096) {
                wait_for_look(&t);
                now = look(&t, 0.5);
            }
            assert_true(t.w->step >= again + 1024);
            assert_int_equal(now > dt, row[k].after < 0.8 || t.w->step >= again + 2048);
        } else {
            fail_msg("row %zu grows", k);
        }
        end_watch(&t);
    }
}

// With much room the step comes back to that of the start by the lengths of the sequence, and goes no further.
static void steps_return_to_the_longest(void **state) {
    (void)state;
    double dt, length[16];
    watch t = begin_watch(LINEAR);
    const double start = t.w->dt;
    int n = 0;
    wait_for_look(&t);
    dt = look(&t, 1.5);
    while (t.w->step < 40000) {
        wait_for_look(&t);
        const double now = look(&t, 0.3);
        if (now != dt) {
            assert_true(n < 15 && now > dt);
            length[n++] = dt;
            dt = now;
        }
    }
    assert_true(dt == start && n > 3);
    for (int k = 0; k < n; k++) { // each is where the sequence comes when it goes down
        watch down = begin_watch(LINEAR);
        wait_for_look(&down);
        assert_true(look(&down, 0.9 * start / length[k] * (1.0 - 1e-9)) == length[k]);
        end_watch(&down);
    }
    end_watch(&t);
}

// Steps of a stretch with so many contacts and the largest overlap, each 16 of which are counted. Returns whether a look is due in the step after a count.
static bool counted(watch *t, uint64_t contacts, double overlap) {
    t->w->contacts = contacts;
    t->w->deepest.ratio = overlap;
    t->w->step += 16 - t->w->step % 16;
    const bool due = t->w->step_watch.next <= t->w->step + 1;
    assert_false(due); // so far
    scree_step_watch_contacts(t->w, false);
    const bool now = t->w->step_watch.next == t->w->step + 1;
    if (now) {
        t->w->step++;
        assert_true(scree_step_watch_due(t->w));
        look(t, 0.5);
        t->w->step_watch.next = t->w->step + 2000;
    }
    return now;
}

static void looks_at_more_contacts_and_overlaps(void **state) {
    (void)state;
    watch t = begin_watch(LINEAR);
    t.w->step_watch.next = 2000;
    assert_true(counted(&t, 100, 0.01));
    assert_false(counted(&t, 100, 0.01));
    assert_false(counted(&t, 124, 0.0124)); // less than a quarter more
    assert_true(counted(&t, 126, 0.0124));
    assert_true(counted(&t, 126, 0.0126));
    assert_false(counted(&t, 50, 0.002));
    assert_false(counted(&t, 157, 0.0157)); // more than at any time is 1.25 times 126
    assert_true(counted(&t, 158, 0.002));
    assert_true(counted(&t, 20, 0.0158));
    t.w->contacts = 1000; // not between two counts
    t.w->step += 16 - t.w->step % 16 + 1;
    scree_step_watch_contacts(t.w, false);
    assert_true(t.w->step_watch.next > t.w->step + 1);
    scree_step_watch_contacts(t.w, true); // contacts became stiffer
    assert_int_equal(t.w->step_watch.next, t.w->step + 1);
    end_watch(&t);
}

// One bond breaks in each step from now on, in each mode in turn, for `steps`. gap: between looks.
static int break_bonds(watch *t, uint64_t steps, double share, uint64_t *gap) {
    const uint64_t end = t->w->step + steps;
    uint64_t last = t->w->step;
    int looks = 0;
    while (t->w->step < end) {
        t->w->step++;
        if (scree_step_watch_due(t->w)) {
            look(t, share);
            gap[looks++] = t->w->step - last;
            last = t->w->step;
        }
        t->w->bonds.broken[t->w->step % SCREE_MODES]++;
        scree_step_watch_contacts(t->w, false);
    }
    return looks;
}

// Where bonds break and a law divides by the speed at which contacts began, the next step is looked at; if that finds nothing, looks become rarer, to each 16th step. A
// look after which the step is shorter, or before which nothing broke, begins anew.
static void looks_where_bonds_break(void **state) {
    (void)state;
    uint64_t gap[512];
    watch t = begin_watch(RECALLS), other = begin_watch(LINEAR);
    assert_true(t.w->step_watch.spared == 0);
    t.w->step_watch.next = other.w->step_watch.next = 4000;
    t.mass *= 1e6; // the springs are not linear here: no limit is near
    t.w->step = other.w->step = 100;
    t.w->contacts = other.w->contacts = 0;
    t.w->deepest.ratio = other.w->deepest.ratio = 0.0;
    assert_int_equal(break_bonds(&other, 200, 0.5, gap), 0);
    assert_true(break_bonds(&t, 200, 0.5, gap) > 10);
    static const uint64_t wanted[] = {2, 2, 4, 8, 16, 16, 16, 16};
    for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++) {
        assert_int_equal(gap[k], wanted[k]);
    }
    look(&t, 0.5);
    t.w->step_watch.next = t.w->step + 4000;
    for (int k = 0; k < 100; k++) { // nothing breaks
        t.w->step++;
        scree_step_watch_contacts(t.w, false);
        assert_false(scree_step_watch_due(t.w));
    }
    look(&t, 0.5);
    t.w->step_watch.next = t.w->step + 4000;
    assert_true(break_bonds(&t, 100, 0.5, gap) > 5);
    assert_true(gap[0] == 2 && gap[1] == 2 && gap[2] == 4 && gap[3] == 8);
    end_watch(&t);
    end_watch(&other);
}

// Severities and texts of what has been said.
static int said(const watch *t, scree_severity severity, const char *text) {
    int n = 0;
    for (size_t k = 0; k < scree_report_size(t->r); k++) {
        n += scree_report_severity(t->r, k) == severity && strstr(scree_report_text(t->r, k), text);
    }
    return n;
}

// With a given step each 2048th is looked at, whatever happens. Steps beyond the limit are counted, and said once, with the shortest limit.
static void given_steps(void **state) {
    (void)state;
    watch t = begin_watch(LINEAR);
    const double dt = t.w->dt;
    t.w->case_->dt = dt;
    scree_step_watch_begin(t.w);
    scree_step_watch_renew(t.w);
    scree_step_watch_bound(t.w);
    assert_false(scree_step_watch_is_on(t.w));
    assert_int_equal(wait_for_look(&t), 2048);
    t.w->bonds.broken[0]++;
    scree_step_watch_contacts(t.w, true);
    assert_int_equal(wait_for_look(&t), 2048);
    static const double share[] = {0.7, 0.95, 2.0, 3.0, 1.5, 0.8};
    for (size_t k = 0; k < sizeof share / sizeof *share; k++) {
        assert_true(look(&t, share[k]) == dt);
        assert_int_equal(t.w->alarms.step_looks.too_long, k < 2 ? 0 : k < 4 ? k - 1 : 3);
    }
    expect_near(t.w->alarms.step_looks.shortest, dt / 3.0, 1e-9 * dt, "shortest limit");
    assert_int_equal(t.w->alarms.step_looks.looks, 6);
    assert_int_equal(said(&t, SCREE_SEVERITY_WARNING, "is too long for the 2 contacts of particle 1"), 1);
    end_watch(&t);
}

// Where the step is the shortest already, it stays, with an alarm if it is beyond the limit. A note says only once that it changes; after a change of the laws the
// longest step is that which then holds.
static void steps_that_go_no_further(void **state) {
    (void)state;
    watch t = begin_watch(LINEAR);
    const double start = t.w->dt;
    wait_for_look(&t);
    const double least = look(&t, 1000.0);
    assert_true(least <= start / 256.0 && least > 0.8 * start / 256.0);
    assert_true(look(&t, 0.95) == least);
    assert_int_equal(t.w->alarms.step_looks.too_long, 0);
    wait_for_look(&t);
    assert_true(look(&t, 1.05) == least);
    assert_int_equal(t.w->alarms.step_looks.too_long, 1);
    assert_int_equal(said(&t, SCREE_SEVERITY_WARNING, "dt: auto goes no further down"), 1);
    scree_step_watch_bound(t.w);
    wait_for_look(&t);
    assert_true(t.w->step_watch.longest == least && look(&t, 2.0) < 0.5 * least);
    assert_int_equal(said(&t, SCREE_SEVERITY_NOTE, "the time step goes down from"), 1);
    assert_int_equal(t.w->alarms.step_looks.too_long, 1);
    end_watch(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(looks_become_rare),           cmocka_unit_test(looks_become_frequent_near_the_limit),
        cmocka_unit_test(steps_become_shorter),        cmocka_unit_test(steps_become_longer),
        cmocka_unit_test(steps_return_to_the_longest), cmocka_unit_test(looks_at_more_contacts_and_overlaps),
        cmocka_unit_test(looks_where_bonds_break),     cmocka_unit_test(given_steps),
        cmocka_unit_test(steps_that_go_no_further),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
