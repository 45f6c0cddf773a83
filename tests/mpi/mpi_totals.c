// SPDX-License-Identifier: BSD-3-Clause
// ranks: 1 2 3
// long ranks: 4
// Values for output have the same bits for one process and several, and an error is reported once, by the rank that has it.
#include "checks/alarm.h"
#include "distributed_world.h"
#include "measure/totals.h"
#include "ranks.h"

static distributed_world d;

static void totals(void **state) {
    (void)state;
    const scree_totals whole = scree_world_totals(d.whole), all = scree_world_totals(d.share);
    assert_true(whole.contacts > 100 && whole.wall_contacts > 20 && whole.fixed == 1);
    assert_true(whole.particles == HEAPS * HEAP && whole.max_overlap > 0.0 && whole.viscous[0] > 0.0);
    assert_memory_equal(&all, &whole, sizeof all);
}

static void digest(void **state) {
    (void)state;
    assert_true(scree_hash_equal(scree_world_digest(d.share), scree_world_digest(d.whole)));
}

static void wall_forces(void **state) {
    (void)state;
    for (size_t k = 0; k < d.whole->wall.n; k++) {
        const scree_wall *whole = &d.whole->wall.data[k], *all = &d.share->wall.data[k];
        assert_true(whole->now.force.z < 0.0 && whole->now.torque.x != 0.0);
        assert_memory_equal(&all->now.force, &whole->now.force, sizeof all->now.force);
        assert_memory_equal(&all->now.torque, &whole->now.torque, sizeof all->now.torque);
    }
    scree_vec3 whole, all;
    scree_wall_triangle_forces(d.whole, 0, &whole);
    scree_wall_triangle_forces(d.share, 0, &all);
    assert_true(whole.z < 0.0);
    assert_memory_equal(&all, &whole, sizeof all);
}

// One error in the whole world is one error of all ranks: the rank that has it reports it, and rank 0 gets it with the rank's
// name.
static void expect_one_error(scree_status alarm(const scree_world *, scree_report *), int rank_at_fault) {
    scree_report *whole = scree_report_create(), *all = scree_report_create();
    assert_int_equal(alarm(d.whole, whole), SCREE_BAD_NUMBERS);
    assert_int_equal(alarm(d.share, all), SCREE_BAD_NUMBERS);
    const int rank = scree_comm_rank(d.comm);
    assert_int_equal(scree_report_size(whole), 1);
    assert_int_equal(scree_report_count(all, SCREE_SEVERITY_ERROR), rank == 0 || rank == rank_at_fault);
    if (rank == 0) {
        const char *right = scree_report_text(whole, 0) + strlen("error: "),
                   *text = scree_report_text(all, 0);
        assert_true(strlen(text) >= strlen(right));
        assert_string_equal(text + strlen(text) - strlen(right), right);
        char who[32];
        snprintf(who, sizeof who, "error: rank %d of ", rank_at_fault);
        assert_true((strncmp(text, who, strlen(who)) == 0) == (rank_at_fault > 0));
    }
    scree_report_destroy(whole);
    scree_report_destroy(all);
}

static int rank_of_heap(int heap) {
    return heap % scree_comm_size(d.comm);
}

// Each heap in turn is given the deepest contact of all.
static void deepest_overlap(void **state) {
    (void)state;
    double larger = 1.1;
    for (int heap = HEAPS - 1; heap >= 0; heap--, larger += 0.1) {
        scree_world *both[2] = {d.whole, d.share};
        for (int k = 0; k < 2; k++) {
            for (size_t i = 0; i < both[k]->p.n; i++) {
                both[k]->p.x[i].r *= heap_of(both[k]->p.id[i]) == heap ? larger : 1.0;
            }
        }
        expect_one_error(scree_alarm_overlap, rank_of_heap(heap));
    }
}

// Two positions are not numbers: the smaller id is reported.
static void bad_position(void **state) {
    (void)state;
    const uint64_t bad[2] = {2 * HEAP + 5, HEAP + 7};
    scree_world *both[2] = {d.whole, d.share};
    for (int n = 0; n < 2; n++) {
        for (int k = 0; k < 2; k++) {
            for (size_t i = 0; i < both[k]->p.n; i++) {
                both[k]->p.x[i].y = both[k]->p.id[i] == bad[n] ? NAN : both[k]->p.x[i].y;
            }
        }
        expect_one_error(scree_alarm_position, rank_of_heap(heap_of(bad[n])));
    }
}

// Pairs that belong to another rank are not counted here.
static void beyond(void **state) {
    (void)state;
    const scree_hash before = scree_world_digest(d.share);
    size_t n;
    for (size_t c = 0; c < d.share->pairs.block.n; c++) {
        scree_pair_block *block = &d.share->pairs.block.data[c];
        block->zone = block->wall < 0 ? SCREE_ZONE_REMOTE : SCREE_ZONE_LOCAL;
    }
    const scree_totals t = scree_world_totals(d.share);
    assert_true(t.contacts == 0 && t.coordination == 0.0 && t.wall_contacts > 0);
    assert_false(scree_hash_equal(scree_world_digest(d.share), before));
    scree_contact_row *row = scree_contact_rows(d.share, &n);
    for (size_t k = 0; k < n; k++) {
        assert_true(row[k].wall >= 0);
    }
    scree_free(row);
}

int main(void) {
    scree_comm *comm = join_ranks();
    d = distribute(comm);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(totals),          cmocka_unit_test(digest), cmocka_unit_test(wall_forces),
        cmocka_unit_test(deepest_overlap), cmocka_unit_test(beyond), cmocka_unit_test(bad_position),
    };
    leave_ranks(comm, cmocka_run_group_tests(tests, NULL, NULL));
    free_distributed(&d);
    return 0;
}
