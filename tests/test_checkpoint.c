// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
#include "io/checkpoint.h"

#include "io/file.h"
#include "output_world.h"
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

static const char path[] = "x.scree";

static void test_round_trip(void **state) {
    (void)state;
    scree_world *w = output_world(2000);
    scree_checkpoint c;
    assert_true(scree_checkpoint_write(w, 0x1234567890abcdef, path, NULL));
    assert_int_not_equal(access("x.scree.part", F_OK), 0);
    assert_true(scree_checkpoint_read(path, &c, NULL));
    assert_true(c.case_hash == 0x1234567890abcdef && c.dt == w->dt && c.step == 12345 && c.next_id == 2001);
    assert_true(c.lost == 3 && c.events_done == 12344 && c.contacts == 17);
    assert_memory_equal(&c.ledger, &w->ledger, sizeof c.ledger);
    assert_int_equal(c.material_name.n, 2);
    assert_string_equal(c.material_name.data[1], "a longer name");
    assert_int_equal(c.laws.n, 4);
    assert_string_equal(c.laws.data[0], "mindlin");
    assert_string_equal(c.laws.data[3], "mindlin epsd");
    assert_true(c.ahead == 0.5 * w->dt);
    assert_int_equal(c.wall_name.n, 3);
    assert_string_equal(c.wall_name.data[2], "drum");
    assert_true(c.source.n == 1 && c.source.data[0].inserted == 400 && c.source.data[0].mass == 0.25);
    assert_true(c.source.data[0].tries == 977 && c.source.data[0].behind && !c.source.data[0].done);
    assert_true(c.outlet.n == 2 && c.outlet.data[1].count == 22 && c.outlet.data[1].mass == 0.2);
    assert_int_equal(c.n, 2000);
    assert_memory_equal(c.x, w->p.x, c.n * sizeof *c.x);
    assert_memory_equal(c.v, w->p.v, c.n * sizeof *c.v);
    assert_memory_equal(c.w, w->p.w, c.n * sizeof *c.w);
    assert_memory_equal(c.f, w->p.f, c.n * sizeof *c.f);
    assert_memory_equal(c.id, w->p.id, c.n * sizeof *c.id);
    scree_checkpoint_clear(&c);
    output_world_destroy(w);
}

// Pairs 0, 2, 4, ... touch: 0 .. 6 between particles, 7 .. 14 with wall 0 for 8 particles.
static void test_contacts(void **state) {
    (void)state;
    scree_world *w = output_world(8);
    scree_checkpoint c;
    assert_true(scree_checkpoint_write(w, 0, path, NULL));
    assert_true(scree_checkpoint_read(path, &c, NULL));
    assert_int_equal(c.contact.n, 8);
    assert_int_equal(c.history.n, 4 * 3 + 4 * 2);
    scree_checkpoint_contact k = c.contact.data[2]; // pair 4: particles 5 and 4
    assert_true(k.a == 3 && k.b == 4 && k.wall == -1 && k.n_history == 3);
    assert_true(k.material[0] == 0 && k.material[1] == 1);
    assert_memory_equal(c.history.data + k.history, w->pairs.history + 4 * 3, 3 * sizeof(double));
    k = c.contact.data[5]; // pair 10: particle 3 and triangle 1 of wall 0
    assert_true(k.a == 5 && k.b == 0 && k.wall == 0 && k.element == 1 && k.feature == 73 && k.n_history == 2);
    assert_memory_equal(c.history.data + k.history, w->pairs.history + 7 * 3 + 3 * 2, 2 * sizeof(double));
    scree_checkpoint_clear(&c);
    output_world_destroy(w);
}

static void test_the_dead_stay_behind(void **state) {
    (void)state;
    scree_world *w = output_world(8);
    scree_checkpoint c;
    w->p.dead[0] = w->p.dead[5] = w->p.dead[6] = w->p.dead[7] = 1;
    assert_true(scree_checkpoint_write(w, 0, path, NULL));
    assert_true(scree_checkpoint_read(path, &c, NULL));
    assert_int_equal(c.n, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_true(c.id[i] == w->p.id[i + 1]);
        assert_memory_equal(&c.f[i], &w->p.f[i + 1], sizeof *c.f);
    }
    assert_int_equal(c.contact.n, 1 + 2); // pair 2: particles 3 and 2; wall pairs 8 and 10: particles 1 and 3
    scree_checkpoint_clear(&c);
    output_world_destroy(w);
}

static void test_empty_world(void **state) {
    (void)state;
    scree_world *w = output_world(0);
    scree_checkpoint c;
    assert_true(scree_checkpoint_write(w, 0, path, NULL));
    assert_true(scree_checkpoint_read(path, &c, NULL));
    assert_true(c.n == 0 && c.contact.n == 0 && c.next_id == 1);
    scree_checkpoint_clear(&c);
    output_world_destroy(w);
}

static void write_bytes(const char *data, size_t n) {
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static void expect_bad(const char *data, size_t n, const char *message) {
    scree_report *r = scree_report_create();
    scree_checkpoint c;
    write_bytes(data, n);
    assert_false(scree_checkpoint_read(path, &c, r));
    assert_true(c.n == 0 && c.x == NULL && c.contact.data == NULL);
    assert_int_equal(scree_report_size(r), 1);
    if (message)
        assert_string_equal(scree_report_text(r, 0), message);
    scree_report_destroy(r);
}

// Some bits of a compressed file change nothing (a larger window; the same match found elsewhere): such a
// file reads, and must read as the good one.
static bool reads_the_same(const char *data, size_t n, const scree_checkpoint *good) {
    scree_checkpoint c;
    write_bytes(data, n);
    if (!scree_checkpoint_read(path, &c, NULL))
        return false;
    bool same = c.step == good->step && c.n == good->n && c.history.n == good->history.n &&
                memcmp(c.x, good->x, c.n * sizeof *c.x) == 0 &&
                memcmp(c.f, good->f, c.n * sizeof *c.f) == 0 &&
                memcmp(c.history.data, good->history.data, c.history.n * sizeof *c.history.data) == 0;
    scree_checkpoint_clear(&c);
    assert_true(same);
    return true;
}

// Every length, every byte: an error, never a crash, never a wrong state.
static void test_damage(void **state) {
    (void)state;
    scree_world *w = output_world(6);
    size_t size;
    assert_true(scree_checkpoint_write(w, 0, path, NULL));
    char *good = scree_file_read(path, &size, NULL), *bad = scree_file_read(path, &size, NULL);
    scree_checkpoint c;
    int harmless = 0;
    assert_true(scree_checkpoint_read(path, &c, NULL));
    for (size_t n = 0; n < size; n++)
        expect_bad(good, n, NULL);
    for (size_t i = 0; i < size; i++) {
        for (int flip = 1; flip < 256; flip = flip < 128 ? flip * 2 : flip == 128 ? 255 : 256) {
            bad[i] = (char)(good[i] ^ flip);
            if (!reads_the_same(bad, size, &c))
                expect_bad(bad, size, NULL);
            else
                harmless++;
        }
        bad[i] = good[i];
    }
    assert_in_range(harmless, 0, size * 9 / 20); // few: 5 % of the flips
    scree_checkpoint_clear(&c);
    scree_free(bad);
    bad = scree_realloc(NULL, 0, size + 1);
    memcpy(bad, good, size);
    bad[size] = 0;
    expect_bad(bad, size + 1, "x.scree: error: damaged checkpoint: something follows its end");
    expect_bad(bad, size - 30, "x.scree: error: damaged checkpoint: the file ends too early");
    bad[8] = 4;
    expect_bad(bad, size,
               "x.scree: error: checkpoint format 4, written by a newer scree; this one reads format 3");
    bad[8] = 2;
    expect_bad(bad, size,
               "x.scree: error: checkpoint format 2, written by an older scree; this one reads format 3");
    expect_bad("PK", 2, "x.scree: error: not a scree checkpoint");
    expect_bad("", 0, "x.scree: error: empty, not a scree checkpoint");
    scree_free(bad);
    scree_free(good);
    output_world_destroy(w);
}

// Well packed nonsense: right checksum, wrong meaning.
static void test_bad_meaning(void **state) {
    (void)state;
    scree_world *w = output_world(4);
    scree_report *r = scree_report_create();
    scree_checkpoint c;
    w->p.w[1].material = 2;
    assert_true(scree_checkpoint_write(w, 0, path, r));
    assert_false(scree_checkpoint_read(path, &c, r));
    assert_string_equal(
        scree_report_text(r, 0),
        "x.scree: error: damaged checkpoint: a particle has a material that it does not name");
    w->p.w[1].material = 1;
    w->pairs.class.data[1].wall = 3;
    assert_true(scree_checkpoint_write(w, 0, path, r));
    assert_false(scree_checkpoint_read(path, &c, r));
    assert_string_equal(scree_report_text(r, 1),
                        "x.scree: error: damaged checkpoint: a contact has a wall that it does not name");
    w->pairs.class.data[1].wall = 0;
    w->pairs.class.data[1].material[0] = 2;
    assert_true(scree_checkpoint_write(w, 0, path, r));
    assert_false(scree_checkpoint_read(path, &c, r));
    assert_string_equal(scree_report_text(r, 2),
                        "x.scree: error: damaged checkpoint: a contact has a material that it does not name");
    w->pairs.class.data[1].material[0] = 0;
    w->dt = NAN;
    assert_true(scree_checkpoint_write(w, 0, path, r));
    assert_false(scree_checkpoint_read(path, &c, r));
    assert_false(scree_checkpoint_read("no/such", &c, r));
    assert_string_equal(scree_report_text(r, 4), "no/such: error: No such file or directory");
    scree_report_destroy(r);
    output_world_destroy(w);
}

static void test_disk_full(void **state) {
    (void)state;
    scree_world *w = output_world(5000);
    scree_report *r = scree_report_create();
    if (access("/dev/full", W_OK) == 0) {
        assert_false(scree_checkpoint_write(w, 0, "/dev/full", r));
        assert_string_equal(scree_report_text(r, 0), "/dev/full: error: No space left on device");
        scree_report_clear(r);
    }
    unlink(path);
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit old, limit;
    getrlimit(RLIMIT_FSIZE, &old);
    limit = old;
    limit.rlim_cur = 50000;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    bool ok = scree_checkpoint_write(w, 0, path, r);
    setrlimit(RLIMIT_FSIZE, &old);
    assert_false(ok);
    assert_string_equal(scree_report_text(r, 0), "x.scree: error: File too large");
    assert_int_not_equal(access(path, F_OK), 0);
    assert_int_not_equal(access("x.scree.part", F_OK), 0);
    scree_report_destroy(r);
    output_world_destroy(w);
}

static void touch_file(const char *name) {
    FILE *f = fopen(name, "wb");
    assert_non_null(f);
    fclose(f);
}

static void test_names(void **state) {
    (void)state;
    char *name = scree_checkpoint_path("out", 12000);
    assert_string_equal(name, "out/checkpoint_000000012000.scree");
    scree_free(name);
    scree_checkpoint_prune(".", 1);
    static const uint64_t step[] = {0, 999999999999, 12, 1000000000000, 500};
    for (int i = 0; i < 5; i++) {
        name = scree_checkpoint_path(".", step[i]);
        touch_file(name);
        scree_free(name);
    }
    touch_file("checkpoint_9000000000000.scree.part");
    touch_file("checkpoint_99.scree");
    name = scree_checkpoint_latest(".");
    assert_string_equal(name, "./checkpoint_1000000000000.scree");
    scree_free(name);
    scree_checkpoint_prune(".", 0);
    assert_int_equal(access("checkpoint_000000000000.scree", F_OK), 0);
    scree_checkpoint_prune(".", 2);
    assert_int_not_equal(access("checkpoint_000000000500.scree", F_OK), 0);
    assert_int_equal(access("checkpoint_999999999999.scree", F_OK), 0);
    assert_int_equal(access("checkpoint_99.scree", F_OK), 0); // not ours
    assert_null(scree_checkpoint_latest("no/such"));
    unlink("checkpoint_999999999999.scree");
    unlink("checkpoint_1000000000000.scree");
    assert_null(scree_checkpoint_latest("."));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_contacts),
        cmocka_unit_test(test_the_dead_stay_behind),
        cmocka_unit_test(test_empty_world),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_bad_meaning),
        cmocka_unit_test(test_disk_full),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
