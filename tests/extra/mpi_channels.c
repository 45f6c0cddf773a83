// SPDX-License-Identifier: BSD-3-Clause
// ranks: 1 2
// long ranks: 3
// long with sanitizers: test_channels.c runs the same code on few particles
// A channel of contacts (laws/slot.h), with the slot, channel and law of support/extra_lines.h: what each body receives has
// the same bits from any number of threads and ranks and from a restart; nothing is lost, nothing else changes. The first
// half of the scenes is enough for that. Two ranks run every second scene, one rank and three ranks run the others.
#include "checkpoint/checkpoint.h"
#include "effort.h"
#include "forces/channels.h"
#include "maths/double_double.h"
#include "scenes.h"

static scree_comm *comm;
static const char law[] = "{between: [a, any], flow: {law: extra_flow, conductance: 3000}}";

// The case of a scene with a flow between some of its materials: other pairs keep their fused loops.
static scree_case *case_with_flow(const scene *s) {
    const char *at = strstr(s->text, "contacts: ["), *list = strstr(s->text, "contacts:\n");
    const char *rest = at ? at + strlen("contacts: [") : list ? list + strlen("contacts:\n") : NULL;
    assert_non_null(rest);
    char *text = scree_format("%.*s%s%s%s%s", (int)(rest - s->text), s->text, at ? "" : "  - ", law,
                              at ? ", " : "\n", rest);
    scree_case *c = case_of_text(text);
    scree_free(text);
    return c;
}

static scree_world *open_with_flow(const scene *s, int threads, scree_comm *ranks) {
    scree_world *w = world_of_case(case_with_flow(s), NULL, 0, threads, NULL);
    w->comm = ranks;
    begin(w);
    return w;
}

static uint64_t bits(double x) {
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

// The rates that the bodies of all ranks receive now, independent of the storage order.
static scree_hash hash_of_flow(const scree_world *w) {
    scree_hash sum = {0, 0};
    for (size_t i = 0; i < w->p.n; i++) {
        const uint64_t words[] = {w->p.id[i], bits(w->pairs.received[SCREE_CHANNEL_flow][i])};
        sum = w->p.dead[i] ? sum : scree_hash_add(sum, scree_hash_words(words, 2, 1));
    }
    uint64_t all[] = {sum.a, sum.b};
    scree_comm_add(w->comm, all, 2);
    sum = (scree_hash){all[0], all[1]};
    double wall[8];
    assert_true(w->wall.n < 8);
    scree_channel_of_walls(w, SCREE_CHANNEL_flow, wall);
    for (size_t k = 0; k < w->wall.n; k++) {
        const uint64_t words[] = {k, bits(wall[k])};
        sum = scree_hash_add(sum, scree_hash_words(words, 2, 2));
    }
    return sum;
}

// The sum over all bodies is zero. size: sum of the magnitudes over particles and walls.
static void expect_balance(const scree_world *w, double size[2]) {
    scree_double_double sum[2] = {{0.0, 0.0}};
    double wall[8] = {0.0};
    for (size_t i = 0; i < w->p.n; i++) {
        const double q = w->p.dead[i] ? 0.0 : w->pairs.received[SCREE_CHANNEL_flow][i];
        scree_double_double_add(&sum[0], q);
        scree_double_double_add(&sum[1], fabs(q));
    }
    scree_comm_add_double_double(w->comm, sum, 2);
    scree_channel_of_walls(w, SCREE_CHANNEL_flow, wall);
    for (size_t k = 0; k < w->wall.n; k++) {
        scree_double_double_add(&sum[0], wall[k]);
        size[1] += fabs(wall[k]);
    }
    const double all = scree_double_double_value(&sum[1]);
    expect_near(scree_double_double_value(&sum[0]), 0.0, 1e-14 * all, "the sum over all bodies");
    size[0] += all;
}

enum { LOOKS = 5, PART = 10 };

// A PART of the scene at a time; the hash of the flow after each.
static void run_on(scree_world *w, const scene *s, int first, int end, scree_hash *flow, double size[2]) {
    for (int k = first; k < end; k++) {
        advance(w, s->steps / PART);
        flow[k] = hash_of_flow(w);
        expect_balance(w, size);
    }
}

static void expect_same_flow(const scree_hash *a, const scree_hash *b, const scene *s) {
    for (int k = 0; k < LOOKS; k++) {
        if (!scree_hash_equal(a[k], b[k])) {
            fail_msg("scene %s: another flow after %d tenths", s->name, k + 1);
        }
    }
}

// One process with one thread that is never stopped, with the flow and without it.
static void compare_with_alone(const scene *s, const scree_hash *flow, scree_hash end) {
    scree_hash alone[LOOKS];
    double size[2] = {0.0, 0.0};
    scree_world *w = open_with_flow(s, 1, NULL);
    run_on(w, s, 0, LOOKS, alone, size);
    expect_same_flow(flow, alone, s);
    assert_true(scree_hash_equal(scree_world_digest(w), end));
    scree_world_destroy(w);
    if (scree_comm_size(comm) == 1) {
        w = open_scene(s, 0.0, 1, NULL, NULL);
        advance(w, s->steps / PART * LOOKS);
        assert_true(scree_hash_equal(scree_world_digest(w), end)); // the flow does not affect the motion
        scree_world_destroy(w);
    }
}

// Stopped, and resumed with another number of threads.
static void any_threads_ranks_and_restart(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    double through_walls = 0.0;
    for (int k = effort(scree_comm_size(comm) % 2, scree_comm_size(comm) % 2, 3); k < SCENES;
         k += effort(2, 2, 3)) {
        const scene *s = &scenes[k];
        scree_hash flow[LOOKS];
        double size[2] = {0.0, 0.0};
        const int threads = 1 + (k + scree_comm_size(comm)) % 3;
        scree_world *w = open_with_flow(s, threads, comm);
        run_on(w, s, 0, LOOKS / 2, flow, size);
        assert_true(scree_checkpoint_write(w, scree_case_hash(w), "flow.scree", r));
        scree_world_destroy(w);
        scree_comm_any(comm, false);
        w = world_of_case(case_with_flow(s), NULL, 0, 1 + threads % 3, NULL);
        w->comm = comm;
        assert_int_equal(scree_load_resume(w, "flow.scree", r), SCREE_OK);
        expect_no_errors(r);
        run_on(w, s, LOOKS / 2, LOOKS, flow, size);
        const scree_hash end = scree_world_digest(w);
        scree_world_destroy(w);
        if (scree_comm_rank(comm) == 0) {
            print_message("%s: %.3g W between bodies, %.3g W of it with walls\n", s->name, size[0], size[1]);
            unlink("flow.scree");
            compare_with_alone(s, flow, end);
        }
        assert_true(size[0] > 0.1);
        through_walls += size[1];
        scree_comm_any(comm, false);
    }
    assert_true(through_walls > 1.0);
    scree_report_destroy(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(any_threads_ranks_and_restart)};
    return run_on_ranks(&comm, tests, sizeof tests / sizeof *tests);
}
