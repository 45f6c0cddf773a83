// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 600
// The same bits from any number of threads, any skin, every instruction set, from a restart at any step and from any
// storage order; and equal to stored (golden) digests. The scenes are small but contain everything that can change: sizes 1:10,
// two materials, meshes, moving walls, gates, insertion at a rate, outlets, periodic sides, every law.
#include "checkpoint/checkpoint.h"
#include "effort.h"
#include "kernels/kernels.h"
#include "maths/random.h"
#include "measure/totals.h"
#include "scenes.h"
#include "text/file.h"

static int every; // which scenes are run: others are, with sanitizers, in mpi_scenes.c

// Hash of the checkpoint of its end, the same file for any number of ranks and threads.
static scree_hash file_of_scene[SCENES];

static scree_hash hash_of_file(const char *path) {
    size_t size;
    char *data = scree_file_read(path, &size, NULL);
    assert_non_null(data);
    scree_hash h = scree_hash_bytes(data, size, 0);
    scree_free(data);
    return h;
}

static scree_hash hash_of_checkpoint(const scree_world *w) {
    assert_true(scree_checkpoint_write(w, scree_case_hash(w), "end.scree", NULL));
    return hash_of_file("end.scree");
}

static void expect_end(const scree_world *w, int k, const char *how) {
    expect_digest(w, &scenes[k], how);
    if (!scree_hash_equal(hash_of_checkpoint(w), file_of_scene[k])) {
        fail_msg("scene %s, %s: another checkpoint", scenes[k].name, how);
    }
}

static void golden(void **state) {
    (void)state;
    for (int k = 0; k < SCENES; k += every) {
        scree_world *w = open_scene(&scenes[k], 0.0, 1, NULL, NULL);
        uint64_t contacts = 0; // the largest number, to check that the scene still has its contacts
        for (uint64_t step = 0; step < scenes[k].steps; step += 100) {
            advance(w, 100);
            contacts = w->contacts > contacts ? w->contacts : contacts;
        }
        print_message("%s: %zu particles, %llu contacts, %llu lists, %llu out\n", scenes[k].name, w->p.n,
                      (unsigned long long)contacts, (unsigned long long)w->rebuilds,
                      (unsigned long long)(w->outlet.n ? w->outlet.data[0].count : 0));
        assert_true(contacts > 50 && w->rebuilds > 10 && w->p.n > 200);
        assert_true(w->outlet.n == 0 || w->outlet.data[0].count > 0);
        file_of_scene[k] = hash_of_checkpoint(w);
        expect_end(w, k, "one thread");
        scree_world_destroy(w);
    }
}

// Without --long only the scenes that threads_that_change leaves out.
static void any_threads(void **state) {
    (void)state;
    for (int k = effort(0, 1, 0); k < SCENES; k += effort(1, 2, every)) {
        for (int threads = effort(2, 3, 3); threads <= 3; threads++) {
            scree_world *w = open_scene(&scenes[k], 0.0, threads, NULL, NULL);
            advance(w, scenes[k].steps);
            expect_end(w, k, threads == 2 ? "two threads" : "three threads");
            scree_world_destroy(w);
        }
    }
}

// A run changes the number of its threads when another is faster.
static void threads_that_change(void **state) {
    (void)state;
    for (int k = 0; k < SCENES; k += effort(1, 2, SCENES)) {
        scree_world *w = open_scene(&scenes[k], 0.0, 3, NULL, NULL);
        for (uint64_t step = 0; step < scenes[k].steps; step += 20) {
            w->team.now = (int)(1 + step / 20 * 7 % 3);
            advance(w, 20);
        }
        expect_end(w, k, "one to three threads");
        scree_world_destroy(w);
    }
}

// Memory after the last pair must have no effect; without walls the last pair is one of a fused loop.
static void any_bytes_behind(void **state) {
    (void)state;
    static const scene bed = {"bed",
                              "time: {end: 0.07, dt: 20 us, velocity_scale: 2}\n"
                              "gravity: [0, 0, -9.81]\n"
                              "domain: {min: [0,0,0], max: [0.03,0.03,0.03], periodic: [x, y, z]}\n" MATERIALS
                              "insertion:\n"
                              "  - {material: a, fill: random, region: {box: {min: [0,0,0], max: "
                              "[0.03,0.03,0.03]}}, fraction: 0.4,\n"
                              "     diameter: {uniform: [2 mm, 3 mm]}, velocity_spread: [0.5,0.5,0.5]}\n",
                              1000, ""};
    char digest[2][33];
    for (int poisoned = 0; poisoned < 2; poisoned++) {
        scree_world *w = open_scene(&bed, 0.0, 1, NULL, NULL);
        for (uint64_t step = 0; step < bed.steps; step++) {
            memset(w->pairs.touching + w->pairs.n, poisoned ? 0xff : 0, 4);
            advance(w, 1);
        }
        assert_true(w->contacts > 50 && w->rebuilds > 3);
        scree_hash_hex(scree_world_digest(w), digest[poisoned]);
        scree_world_destroy(w);
    }
    assert_string_equal(digest[0], digest[1]);
}

static void any_skin(void **state) {
    (void)state;
    static const double skin[] = {0.4e-3, 2.5e-3};
    for (int k = 0; k < SCENES; k += effort(1, 2, SCENES)) {
        uint64_t rebuilds[2] = {0, 0};
        for (int j = 0; j < effort(2, 2, 1); j++) {
            scree_world *w = open_scene(&scenes[k], skin[j], 1, NULL, NULL);
            advance(w, scenes[k].steps);
            expect_end(w, k, j == 0 ? "small skin" : "large skin");
            rebuilds[j] = w->rebuilds;
            scree_world_destroy(w);
        }
        assert_true(rebuilds[0] > 2 * rebuilds[1]);
    }
}

static void every_instruction_set(void **state) {
    (void)state;
    static const char *const isa[] = {"v2", "v3", "v4"};
    for (int k = 0; k < SCENES; k += every) {
        for (int j = 0; j < 3; j++) {
            const scree_kernels *kernels = scree_kernels_choose(isa[j]);
            if (effort(1, 0, 1) == 0 && (j + k) % 2 == 0) { // every other one
                continue;
            }
            if (kernels &&
                (effort(1, 0, 0) || kernels != scree_kernels_choose(NULL))) { // the one that is used has run
                scree_world *w = open_scene(&scenes[k], 0.0, 1, isa[j], NULL);
                advance(w, scenes[k].steps);
                expect_end(w, k, isa[j]);
                scree_world_destroy(w);
            }
        }
    }
}

static void run_to(int64_t step, int resume, char digest[33]) {
    scree_report *r = scree_report_create();
    scree_run_options o = scree_run_options_default();
    o.out = "run.out";
    o.threads = resume ? 2 : 1;
    o.steps = step;
    o.resume = resume;
    o.overwrite = !resume;
    scree_status status = scree_run("scene.yaml", &o, r, digest);
    expect_no_errors(r);
    assert_int_equal(status, SCREE_OK);
    scree_report_destroy(r);
}

// Stopped and resumed several times: in flight, at an insertion, just after a wall started to move, at the gate.
static void any_restart(void **state) {
    (void)state;
    static const int64_t stop[] = {1, 250, 251, 499, 777, 1000, 1501, 2499, 2500, -1};
    for (int k = 0; k < SCENES; k += every) {
        char digest[33];
        FILE *f = fopen("scene.yaml", "w");
        assert_non_null(f);
        fputs(scenes[k].text, f);
        fclose(f);
        for (size_t j = 0; j < sizeof stop / sizeof *stop; j++) {
            run_to(stop[j], j > 0, digest);
        }
        if (strcmp(digest, scenes[k].golden) != 0) {
            fail_msg("scene %s, restarted: digest \"%s\", wanted \"%s\"", scenes[k].name, digest,
                     scenes[k].golden);
        }
        char *path = scree_checkpoint_latest("run.out");
        if (!scree_hash_equal(hash_of_file(path), file_of_scene[k])) {
            fail_msg("scene %s, restarted: another checkpoint", scenes[k].name);
        }
        scree_free(path);
        clear_folder("run.out");
    }
}

// ---------------------------------------------------------------------------------------------------- storage order

enum { N = 400 };

// The same particles with the same ids, in the file in the order given.
static void write_pack(const uint32_t *order) {
    FILE *f = fopen("pack.txt", "w");
    assert_non_null(f);
    fprintf(f, "# id x y z radius vx vy vz\n");
    for (int k = 0; k < N; k++) {
        scree_random r = {77, 1, order[k], 0};
        double u[5];
        for (int j = 0; j < 5; j++) {
            u[j] = scree_random_uniform(&r);
        }
        fprintf(f, "%u %.17g %.17g %.17g %.17g %.17g %.17g %.17g\n", 1000 + 7 * order[k],
                0.006 * (order[k] % 10) + 0.001 * u[0], 0.006 * (order[k] / 10 % 8) + 0.001 * u[1],
                0.006 * (order[k] / 80) + 0.004, 0.001 + 0.0015 * u[2], 4 * u[3] - 2, 4 * u[4] - 2, -2.0);
    }
    assert_int_equal(fclose(f), 0);
}

static scree_hash of_pack(scree_totals *t, scree_hash *file) {
    scree_world *w = world_of_case(
        case_of_text("time: {end: 1, dt: 20 us, velocity_scale: 3}\ngravity: [0, 0, -9.81]\n"
                     "domain: {min: [-0.003,-0.003,-1], max: [0.057,0.045,1], periodic: [x, y]}\n" MATERIALS
                     "contacts: [{between: any, rolling: epsd}]\n"
                     "walls: {floor: {plane: {point: [0,0,0], normal: [0,0,1]}, material: b}}\n"
                     "particles: [{file: pack.txt, material: a}]\n"),
        NULL, 0, 1, NULL);
    begin(w);
    advance(w, 1500);
    assert_true(w->contacts > 50);
    scree_hash h = scree_world_digest(w);
    *t = scree_world_totals(w);
    *file = hash_of_checkpoint(w);
    scree_world_destroy(w);
    return h;
}

static void any_storage_order(void **state) {
    (void)state;
    uint32_t order[N];
    scree_totals first = {0}, t;
    scree_hash golden_one = {0, 0}, file = {0, 0}, first_file = {0, 0};
    for (uint32_t k = 0; k < N; k++) {
        order[k] = k;
    }
    for (int shuffle = 0; shuffle < 3; shuffle++) {
        write_pack(order);
        scree_hash h = of_pack(&t, &file);
        if (shuffle == 0) {
            golden_one = h;
            first = t;
            first_file = file;
        }
        assert_true(scree_hash_equal(h, golden_one));
        assert_true(scree_hash_equal(file, first_file));
        assert_true(t.kinetic == first.kinetic && t.rotational == first.rotational && t.mass == first.mass &&
                    t.potential == first.potential && t.momentum.x == first.momentum.x &&
                    t.momentum.y == first.momentum.y && t.momentum.z == first.momentum.z);
        for (uint32_t k = N - 1; k > 0; k--) {
            scree_random r = {5, 9, k, shuffle};
            uint32_t j = (uint32_t)(scree_random_uniform(&r) * (k + 1)), swap = order[k];
            order[k] = order[j];
            order[j] = swap;
        }
    }
}

int main(void) {
    every = effort(1, 1, 4);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden),
        cmocka_unit_test(any_threads),
        cmocka_unit_test(threads_that_change),
        cmocka_unit_test(any_bytes_behind),
        cmocka_unit_test(any_skin),
        cmocka_unit_test(every_instruction_set),
        cmocka_unit_test(any_restart),
        cmocka_unit_test(any_storage_order),
    };
    return cmocka_run_group_tests(tests, make_files, remove_files);
}
