// SPDX-License-Identifier: BSD-3-Clause
// ranks: 1 2 3
// long ranks: 5
// Bonds on several ranks: as many as on one, with the same loads and energies, the same bonds that broke, and the same fragments.
#include "bonds/bonds.h"
#include "bonds/fragments.h"
#include "ranks.h"
#include "world_of_text.h"

enum { STEPS = 800 };

static const char text[] =
    "time: {end: 1, dt: 4e-6, velocity_scale: 3}\n"
    "domain: {min: [0, 0, -0.02], max: [0.06, 0.06, 0.1], periodic: [x, y]}\n"
    "materials: {m: {density: 2500, young: 5e6, poisson: 0.3}}\n"
    "contacts: [{between: any, restitution: 0.5, friction: 0.4, bond: {law: parallel, bond_young: 1e7, "
    "bond_tension: "
    "4e4, bond_shear: 4e4}}]\n"
    "walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}\n"
    "shapes: {pair: {bonded: {gap: 0.1 mm}, members: [{at: [0, 0, 0], radius: 2 mm},\n"
    "  {at: [3.55 mm, 0, 0], radius: 1.5 mm}, {at: [1.8 mm, 3.2 mm, 0], radius: 1.7 mm}]}}\n"
    "insertion: [{material: m, fill: random, shape: pair, count: 120, region: {box: {min: [0, 0, 3 mm], max: "
    "[0.06, "
    "0.06, 0.05]}}, velocity: [0, 0, -3], velocity_spread: [1, 1, 1]}]\n"
    "bonds: [{walls: [floor], every: 0.5 ms, gap: 0.05 mm}, {every: 0.4 ms, weibull: 3, gap: 0.02 mm}]\n";

static scree_world *make(scree_comm *comm) {
    scree_case *c = case_of_text(text);
    scree_world *w = world_of_case(c, NULL, 0, 1, NULL);
    w->comm = comm;
    begin(w);
    advance(w, STEPS);
    return w;
}

static scree_world *whole, *share;

static void counts(void **state) {
    (void)state;
    const scree_totals one = scree_world_totals(whole), all = scree_world_totals(share);
    assert_true(whole->bonds.made > 300 && whole->bonds.broken[SCREE_MODE_TANGENTIAL] > 5 &&
                whole->ledger.now.bonded[SCREE_MODE_TANGENTIAL] > 0.0);
    assert_memory_equal(&share->bonds, &whole->bonds, sizeof whole->bonds);
    assert_memory_equal(&all, &one, sizeof one);
    assert_true(scree_bonds_number(share) == share->bonds_now && share->bonds_now == whole->bonds_now);
    assert_true(scree_bonds_longest(share) == scree_bonds_longest(whole));
}

// Bonds end without breaking on all ranks: their bodies are deleted, or held, or the wall ends.
static void lost(void **state) {
    (void)state;
    const char *const more = "outlets: {hole: {region: {box: {min: [0.01, 0.01, 0], max: [0.035, 0.03, "
                             "0.03]}}, once: true, start: 2.4 ms}}\n"
                             "groups: {held: {region: {box: {min: [0.03, 0.03, 0], max: [0.06, 0.06, "
                             "0.05]}}, hold: true, start: 2.8 ms}}\n";
    scree_world *w[2];
    for (int k = 0; k < 2; k++) {
        char *own = scree_format("%s%s", text, more);
        w[k] = world_of_case(case_of_text(own), NULL, 0, 1, NULL);
        scree_free(own);
        w[k]->comm = k ? share->comm : NULL;
        begin(w[k]);
        w[k]->case_->wall.data[0].stop = 3e-3; // the floor
        advance(w[k], 760);
    }
    const scree_totals one = scree_world_totals(w[0]), all = scree_world_totals(w[1]);
    assert_true(w[0]->bonds.lost > 50);
    assert_memory_equal(&w[1]->bonds, &w[0]->bonds, sizeof w[0]->bonds);
    assert_memory_equal(&all, &one, sizeof one);
    assert_memory_equal(&w[1]->ledger, &w[0]->ledger, sizeof w[0]->ledger);
    scree_world_destroy(w[0]);
    scree_world_destroy(w[1]);
}

// All bonds of the share, from all ranks, on rank 0.
static void bonds(void **state) {
    (void)state;
    scree_bond_list mine = {0}, one = {0};
    scree_bonds_list(whole, &one);
    scree_bonds_list(share, &mine);
    size_t size;
    scree_bond *all = scree_comm_share(share->comm, mine.data, mine.n * sizeof *all, &size);
    assert_int_equal(size / sizeof *all, one.n);
    for (size_t k = 0; k < one.n; k++) {
        size_t found = 0;
        for (size_t i = 0; i < one.n; i++) {
            scree_bond x = all[i];
            x.pair = one.data[k].pair; // places in the lists differ
            found += memcmp(&x, &one.data[k], sizeof x) == 0;
        }
        assert_int_equal(found, 1);
    }
    scree_free(all);
    scree_array_free(&mine);
    scree_array_free(&one);
}

static void broken(void **state) {
    (void)state;
    size_t size;
    scree_bond_break *all =
        scree_comm_share(share->comm, share->broken.data, share->broken.n * sizeof *all, &size);
    assert_int_equal(size / sizeof *all, whole->broken.n);
    for (size_t k = 0; k < whole->broken.n; k++) {
        size_t found = 0;
        for (size_t i = 0; i < whole->broken.n; i++) {
            found += memcmp(&all[i], &whole->broken.data[k], sizeof *all) == 0;
        }
        assert_int_equal(found, 1);
    }
    scree_free(all);
}

static void fragments(void **state) {
    (void)state;
    size_t n, m;
    scree_fragment *one = scree_fragments_list(whole, &n), *all = scree_fragments_list(share, &m);
    assert_true(n > 20 && n < 360);
    if (scree_comm_rank(share->comm) == 0) {
        assert_int_equal(m, n);
        assert_memory_equal(all, one, n * sizeof *one);
    } else {
        assert_null(all);
    }
    scree_fragments_measure(whole, NULL);
    scree_fragments_measure(share, NULL);
    assert_int_equal(share->fragments.count, n);
    assert_memory_equal(&share->fragments, &whole->fragments, sizeof whole->fragments);
    scree_fragments_label(whole);
    scree_fragments_label(share);
    for (size_t i = 0; i < share->p.n; i++) {
        assert_true(share->p.fragment[i] == whole->p.fragment[index_of_id(whole, share->p.id[i])]);
    }
    scree_free(one);
    scree_free(all);
}

int main(void) {
    scree_comm *comm = join_ranks();
    whole = make(NULL);
    share = make(comm);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts), cmocka_unit_test(lost),      cmocka_unit_test(bonds),
        cmocka_unit_test(broken), cmocka_unit_test(fragments),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    scree_world_destroy(whole);
    scree_world_destroy(share);
    leave_ranks(comm, failed);
    return failed;
}
