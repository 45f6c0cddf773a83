// SPDX-License-Identifier: BSD-3-Clause
// ranks: 1 2 3
// long ranks: 4 5 7
// ranks with sanitizers: 1
// The golden digests of test_determinism from any number of ranks, with one and two threads alternately. With sanitizers several ranks run the
// scenes that have two threads: mpi_resume runs the others. Five and seven ranks take turns, because ranks that share a processor are slow.
#include "domain/domain.h"
#include "effort.h"
#include "scenes.h"

static scree_comm *comm;

// Returns the number of balances.
static uint64_t run_scene(const scene *s, int threads) {
    scree_world *w = open_scene(s, 0.0, threads, NULL, comm);
    uint64_t ghosts = 0;
    for (uint64_t step = 0; step < s->steps; step += 100) {
        advance(w, 100);
        ghosts = w->p.ghosts > ghosts ? w->p.ghosts : ghosts;
    }
    const uint64_t balances = w->domain->balances;
    uint64_t count[4] = {w->p.n, ghosts, w->domain->migrated, w->contacts};
    scree_comm_add(comm, count, 4);
    if (scree_comm_rank(comm) == 0) {
        print_message(
            "%s, %d threads: %llu particles, %llu ghosts, %llu moved, %llu contacts, %llu balances\n",
            s->name, threads, (unsigned long long)count[0], (unsigned long long)count[1],
            (unsigned long long)count[2], (unsigned long long)count[3], (unsigned long long)balances);
    }
    const bool several = scree_comm_size(comm) > 1;
    assert_true((count[1] > 0) == several && (count[2] > 0) == several);
    expect_digest(w, s, threads == 1 ? "one thread" : "two threads");
    scree_world_destroy(w);
    return balances;
}

static void golden(void **state) {
    (void)state;
    uint64_t balances = 0, runs = 0;
    const int ranks = scree_comm_size(comm);
    for (int k = 0; k < SCENES; k++) {
        const int threads = 1 + (k + ranks) % 2;
        if ((threads == 1 && ranks > 1 && effort(0, 0, 1)) || (ranks >= 5 && (k + ranks / 2) % 2)) {
            continue;
        }
        balances += run_scene(&scenes[k], threads);
        runs++;
    }
    assert_true(ranks == 1 || balances > runs); // not only at the start
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(golden)};
    return run_on_ranks(&comm, tests, sizeof tests / sizeof *tests);
}
