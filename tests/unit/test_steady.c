// SPDX-License-Identifier: BSD-3-Clause
// Whether the mean of a value is steady: what fluctuates around a mean becomes so, what drifts does not, and errors are as large as they are said to be.
#include "maths/random.h"
#include "maths/steady.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four above
#include <cmocka.h>

// A value 1 + drift * k + far * exp(-k / slow) with noise of this deviation, of which a sample keeps the share `memory` of that before.
typedef struct course {
    double drift, far, slow, noise, memory;
} course;

enum { MOST = 200000 };

// Samples until it is steady within a share; MOST: it never is.
static int samples_until(const course *c, uint64_t seed, double share, scree_steady_found *f) {
    scree_steady s = {0};
    double noise = 0.0;
    int k = 0;
    for (bool steady = false; k < MOST && !steady; k++) {
        scree_random r = {seed, 7, (uint64_t)k, 0};
        noise = c->memory * noise + sqrt(1.0 - c->memory * c->memory) * c->noise * scree_random_normal(&r);
        if (scree_steady_add(&s, 1.0 + c->drift * k + c->far * exp(-k / c->slow) + noise)) {
            *f = scree_steady_look(&s);
            steady = fabs(f->change) + f->error <= share * fabs(f->mean);
            assert_true(f->samples * 2 == s.count * s.size);
            scree_steady_make_room(&s);
        }
    }
    return k;
}

static void constant(void **state) {
    (void)state;
    scree_steady_found f;
    const course still = {.slow = 1.0};
    assert_int_equal(samples_until(&still, 1, 1e-12, &f), SCREE_STEADY_LEAST);
    assert_true(f.mean == 1.0 && f.mean_error == 0.0 && f.change == 0.0 && f.error == 0.0);
}

// Noise, with and without memory, does not prevent it, and the mean is as near as the error says, about as often as 95 % promises.
static void fluctuates(void **state) {
    (void)state;
    enum { RUNS = 300 };
    static const double memory[] = {0.0, 0.5, 0.9};
    for (int m = 0; m < 3; m++) {
        const course noisy = {.slow = 1.0, .noise = 0.2, .memory = memory[m]};
        int near = 0, ended = 0;
        double samples = 0.0;
        for (uint64_t run = 0; run < RUNS; run++) {
            scree_steady_found f = {0};
            const int k = samples_until(&noisy, run, 0.05, &f);
            ended += k < MOST;
            near += fabs(f.mean - 1.0) <= f.mean_error;
            samples += k;
        }
        print_message("memory %g: %d of %d end, after %.0f samples, and %d means are near\n", memory[m],
                      ended, RUNS, samples / RUNS, near);
        assert_int_equal(ended, RUNS);
        assert_true(near > 0.85 * RUNS);
    }
}

// What changes by more than is allowed is not steady, however much it fluctuates; what approaches its mean is not before it is there.
static void changes(void **state) {
    (void)state;
    enum { RUNS = 200 };
    int early = 0;
    for (uint64_t run = 0; run < RUNS; run++) {
        scree_steady_found f = {0};
        const course drifts = {.drift = 0.05, .slow = 1.0, .noise = 0.3, .memory = 0.5},
                     comes = {.far = -1.0, .slow = 1000.0, .noise = 0.1, .memory = 0.5};
        // With drift the mean of a window changes by at least a sixth of itself.
        assert_true(run >= RUNS / 10 || samples_until(&drifts, run, 0.1, &f) == MOST);
        const int k = samples_until(&comes, run, 0.05, &f);
        early += fabs(f.mean - 1.0) > 0.05;
        assert_true(k < MOST);
    }
    print_message("%d of %d ended where the mean was off by more than a share of 0.05\n", early, RUNS);
    assert_true(early <= RUNS / 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(constant), cmocka_unit_test(fluctuates),
                                       cmocka_unit_test(changes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
