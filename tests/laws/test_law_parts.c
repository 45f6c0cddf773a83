// SPDX-License-Identifier: BSD-3-Clause
// The laws of friction, rolling and twisting are half as strong where half of a contact is taken. Edges of meshes need this, so that a
// sphere that touches many facets of one curved wall feels one contact.
#include "law_batch.h"
#include "laws/list/all.h"

static const scree_kernels *kernels;

// The largest of the results of this slot and unit.
static double largest(const scree_batch *b, int k, const batch_row *like) {
    double most = 0.0;
    for (int r = 0; r < OUTPUT_ROWS; r++) {
        const double value = row_of(b, &output_rows[r])[k];
        const bool is_like =
            output_rows[r].slot == like->slot && strcmp(output_rows[r].unit, like->unit) == 0;
        most = is_like ? fmax(most, fabs(value)) : most;
    }
    return most;
}

static void run_stages(const law_chain *c, scree_batch *b, int slot, int end) {
    for (; slot < end; slot++) {
        if (law_of(c, slot)) {
            kernels->stage(c->law[slot], c->derived[slot], b, c->h0[slot]);
        }
    }
}

// Where half of a new contact is taken by what corrects contacts at edges of meshes, friction and rolling are half as strong, whatever their stiffness and
// dashpot follow from.
static void half_is_taken(const law_chain *c) {
    scree_batch in, whole, half;
    if (c->tested < SCREE_TANGENTIAL || c->tested > SCREE_TWISTING ||
        c->law[c->tested] >= scree_laws_builtin()) {
        return;
    }
    draw_batch(c, kernels, &in);
    for (int k = 0; k < in.n; k++) {
        in.fresh[k] = 1.0;
        for (int i = c->h0[c->tested]; i < c->h0[c->tested] + law_of(c, c->tested)->nhistory; i++) {
            in.h[i][k] = 0.0;
        }
    }
    set_steps(&in);
    whole = in;
    run_stages(c, &whole, SCREE_NORMAL, SCREE_TANGENTIAL);
    half = whole;
    for (int k = 0; k < in.n; k++) {
        double *part[] = {half.fn, half.fn_elastic, half.critical, half.kn,         half.kt,
                          half.cn, half.energy_n,   half.m_eff,    half.inertia_eff};
        for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
            part[i][k] *= 0.5;
        }
        half.taken[k] = 0.5;
    }
    run_stages(c, &whole, SCREE_TANGENTIAL, SCREE_BOND);
    run_stages(c, &half, SCREE_TANGENTIAL, SCREE_BOND);
    for (int k = 0; k < in.n; k++) {
        for (int r = 0; r < OUTPUT_ROWS; r++) {
            const batch_row *row = &output_rows[r];
            const double x = row_of(&half, row)[k], y = 0.5 * row_of(&whole, row)[k];
            if (row->slot == c->tested && !(fabs(x - y) <= 1e-12 * largest(&whole, k, row))) {
                broken(c, &in, &half, k, "%s of half a contact is %.17g, wanted %.17g", row->name, x, y);
            }
        }
    }
}

static void half_a_contact(void **state) {
    (void)state;
    for_every_law(100, &everyday, half_is_taken);
}

int main(void) {
    load_tested_laws();
    kernels = scree_kernels_choose(NULL);
    const struct CMUnitTest tests[] = {cmocka_unit_test(half_a_contact)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
