// SPDX-License-Identifier: BSD-3-Clause
// A part of test_laws.c, which includes it where the helpers it uses are known.
#pragma once

// The scalar functions of the built-in laws, in the order of the registry. A stage writes every row of its slot, so rows that a
// law does not set are detected only here.
typedef void scalar_law(const void *derived, scree_contact *c, double *h);
#define SCALAR(law, slot)                                                                                    \
    static void scalar_##law(const void *derived, scree_contact *c, double *h) {                             \
        scree_##law##_law(derived, c, h);                                                                    \
    }
SCREE_LAWS(SCALAR)
#undef SCALAR
#define SCALAR(law, slot) scalar_##law,
static scalar_law *const scalar[] = {SCREE_LAWS(SCALAR)};
#undef SCALAR

// The scalar law under test on one lane, after the other laws of its chain, gives the bits of the stage, independent of the
// previous outputs. SCREE_TEST_STAGE_ALONE skips this: scripts/mutate.py changes stages and does not compile this test again.
static void scalar_is_the_stage(const law_chain *c) {
    int index = c->law[c->tested];
    const scree_slot slot = c->tested == SCREE_COHESION ? SCREE_NORMAL : c->tested; // whose rows it writes
    scree_batch in, wanted, got;
    scree_law_set before = set_up_to(c, (int)c->tested - 1);
    if (index >= scree_laws_builtin() || getenv("SCREE_TEST_STAGE_ALONE")) {
        return;
    }
    draw_batch(c, kernels, &in);
    set_steps(&in);
    got = in;
    if (before.n > 0) {
        run_laws(kernels, &before, &got);
    }
    wanted = got;
    kernels->stage(index, c->derived[c->tested], &wanted, c->h0[c->tested]);
    for (int k = 0; k < in.n; k++) {
        scree_contact lane;
        double h[SCREE_HISTORY_MAX];
        take_lane(&got, k, &lane, h, c->n_history);
#define POISON(f) lane.f = NAN;
        if (c->tested == SCREE_NORMAL) {
            SCREE_CONTACT_NORMAL(POISON)
        }
        if (c->tested != SCREE_BOND) { // it adds to these
            SCREE_CONTACT_TANGENTIAL(POISON)
            SCREE_CONTACT_ROLLING(POISON)
            SCREE_CONTACT_TWISTING(POISON)
        }
        SCREE_CONTACT_BREAK(POISON)
#undef POISON
        scalar[index](c->derived[c->tested], &lane, h + c->h0[c->tested]);
        for (int i = 0; i < c->n_history; i++) {
            got.h[i][k] = h[i];
        }
#define PUT(f) got.f[k] = lane.f;
        SCREE_CONTACT_RESULTS(PUT)
#undef PUT
        for (int r = 0; r < OUTPUT_ROWS; r++) {
            const double *x = row_of(&wanted, &output_rows[r]) + k, *y = row_of(&got, &output_rows[r]) + k;
            if ((output_rows[r].slot == slot || slot == SCREE_BOND) && is_written(c, &output_rows[r]) &&
                memcmp(x, y, sizeof *x) != 0) {
                broken(c, &in, &wanted, k, "the law by itself gives %s %.17g, its stage %.17g",
                       output_rows[r].name, *y, *x);
            }
        }
        for (int i = 0; i < c->n_history; i++) {
            if (memcmp(&wanted.h[i][k], &got.h[i][k], sizeof(double)) != 0) {
                broken(c, &in, &wanted, k, "the law by itself makes history %d %.17g, its stage %.17g", i,
                       got.h[i][k], wanted.h[i][k]);
            }
        }
    }
}
