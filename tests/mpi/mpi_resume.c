// SPDX-License-Identifier: BSD-3-Clause
// ranks: 1 2 3
// In the middle of every scene the checkpoint of several ranks equals that of one process, byte for byte, and the ranks
// continue from it to the golden digest of the end. With sanitizers every second scene: mpi_scenes.c runs the others.
#include "checkpoint/checkpoint.h"
#include "effort.h"
#include "scenes.h"
#include "text/file.h"

static scree_comm *comm;

static void write_checkpoint(const scree_world *w, const char *path) {
    scree_report *r = scree_report_create();
    const bool ok = scree_checkpoint_write(w, scree_case_hash(w), path, r);
    expect_no_errors(r);
    assert_true(ok);
    scree_report_destroy(r);
}

// By one process.
static void run_alone(const scene *s, uint64_t steps, const char *path) {
    scree_world *w = open_scene(s, 0.0, 1, NULL, NULL);
    advance(w, steps);
    write_checkpoint(w, path);
    scree_world_destroy(w);
}

static void expect_same_files(const char *a, const char *b) {
    size_t size[2];
    char *one = scree_file_read(a, &size[0], NULL), *other = scree_file_read(b, &size[1], NULL);
    assert_true(one && other && size[0] == size[1]);
    assert_memory_equal(one, other, size[0]);
    scree_free(one);
    scree_free(other);
    unlink(a);
    unlink(b);
}

static void half_way(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    for (int k = effort(0, 0, scree_comm_size(comm) % 2); k < SCENES; k += effort(1, 1, 2)) {
        const scene *s = &scenes[k];
        scree_world *w = open_scene(s, 0.0, 1, NULL, comm);
        advance(w, s->steps / 2);
        write_checkpoint(w, "ranks.scree");
        scree_world_destroy(w);
        if (scree_comm_rank(comm) == 0) {
            run_alone(s, s->steps / 2, "alone.scree");
        }
        scree_comm_any(comm, false);
        w = world_of_case(case_of_text(s->text), NULL, 0, 1, NULL);
        w->comm = comm;
        assert_int_equal(scree_load_resume(w, "alone.scree", r), SCREE_OK);
        expect_no_errors(r);
        advance(w, s->steps - s->steps / 2);
        expect_digest(w, s, "resumed");
        scree_world_destroy(w);
        if (scree_comm_rank(comm) == 0) {
            expect_same_files("alone.scree", "ranks.scree");
        }
        scree_comm_any(comm, false);
    }
    scree_report_destroy(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(half_way)};
    return run_on_ranks(&comm, tests, sizeof tests / sizeof *tests);
}
