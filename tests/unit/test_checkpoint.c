// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
#include "checkpoint/checkpoint_format.h"

#include "output_world.h"
#include "text/file.h"
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/resource.h>
#include <unistd.h>
#include <zstd.h>

#include <cmocka.h>

static const char path[] = "x.scree";

static void test_round_trip(void **state) {
    (void)state;
    scree_world *w = output_world(10000);
    scree_checkpoint c;
    assert_true(scree_checkpoint_write(w, 0x1234567890abcdef, path, NULL));
    assert_int_not_equal(access("x.scree.part", F_OK), 0);
    assert_true(scree_checkpoint_read(path, &c, NULL));
    assert_true(c.case_hash == 0x1234567890abcdef && c.dt == w->dt && c.step == 12345 && c.next_id == 10001);
    assert_true(c.lost == 3 && c.events_done == 12344);
    assert_memory_equal(&c.ledger, &w->ledger, sizeof c.ledger);
    assert_memory_equal(&c.deepest, &w->deepest, sizeof c.deepest);
    assert_int_equal(c.material_name.n, 2);
    assert_string_equal(c.material_name.data[1], "a longer name");
    assert_int_equal(c.laws.n, 4);
    assert_string_equal(c.laws.data[0], "mindlin");
    assert_string_equal(c.laws.data[3], "mindlin epsd");
    assert_int_equal(c.wall_name.n, 3);
    assert_string_equal(c.wall_name.data[2], "drum");
    assert_int_equal(c.wall.n, 3);
    for (size_t k = 0; k < c.wall.n; k++) {
        assert_memory_equal(&c.wall.data[k], &w->wall.data[k].now, sizeof c.wall.data[k]);
    }
    assert_true(c.wall.data[2].force.x == 3.0 && c.began == 1.5);
    assert_true(c.source.n == 1 && c.source.data[0].inserted == 400 && c.source.data[0].mass == 0.25);
    assert_true(c.source.data[0].tries == 977 && c.source.data[0].rate_warned && !c.source.data[0].done);
    assert_true(c.outlet.n == 2 && c.outlet.data[1].count == 22 && c.outlet.data[1].mass == 0.2);
    assert_int_equal(c.p.n, 10000);
    for (size_t i = 0; i < c.p.n; i++) { // the ids of the world descend
        const size_t k = c.p.n - 1 - i;
        assert_memory_equal(&c.p.x[i], &w->p.x[k], sizeof *c.p.x);
        assert_memory_equal(&c.p.motion[i], &w->p.motion[k], sizeof *c.p.motion);
        assert_memory_equal(&c.p.f[i], &w->p.f[k], sizeof *c.p.f);
        assert_int_equal(c.p.id[i], i + 1);
    }
    scree_checkpoint_clear(&c);
    output_world_destroy(w);
}

// Pairs 0, 2, 4, ... touch: 0 .. 6 between particles, 7 .. 14 with wall 0 for 8 particles. Those of a particle are
// together, by id, which is 8 of the first one in storage and 1 of the last.
static void test_contacts(void **state) {
    (void)state;
    scree_world *w = output_world(8);
    scree_checkpoint c;
    assert_true(scree_checkpoint_write(w, 0, path, NULL));
    assert_true(scree_checkpoint_read(path, &c, NULL));
    assert_int_equal(c.contact.n, 8);
    assert_int_equal(c.history.n, 4 * 3 + 4 * 2);
    static const struct {
        uint64_t a, b;
        size_t pair;
    } wanted[] = {{1, 0, 14}, {1, 2, 6}, {3, 0, 12}, {3, 4, 4}, {5, 0, 10}, {5, 6, 2}, {7, 0, 8}, {7, 8, 0}};
    for (size_t i = 0; i < 8; i++) { // with the particle before the wall
        const size_t at = i ^ 1, pair = wanted[at].pair, wall = pair - 7;
        const scree_checkpoint_contact k = c.contact.data[i];
        assert_true(k.a == wanted[at].a && k.b == wanted[at].b && k.material[0] == 0 && k.material[1] == 1);
        if (pair < 7) {
            assert_true(k.wall == -1 && k.n_history == 3 && k.element == 0 && k.feature == 0);
            assert_memory_equal(c.history.data + k.history, w->pairs.history + pair * 3, 3 * sizeof(double));
        } else {
            assert_true(k.wall == 0 && k.n_history == 2 && k.element == wall % 2 && k.feature == 70 + wall);
            assert_memory_equal(c.history.data + k.history, w->pairs.history + 7 * 3 + wall * 2,
                                2 * sizeof(double));
        }
    }
    scree_checkpoint_clear(&c);
    output_world_destroy(w);
}

// The contacts of particle 1 with 5, 3 and 2, listed in two orders: a list is sorted by ids only within a block.
static void test_any_order_of_pairs(void **state) {
    (void)state;
    static const uint32_t partner[2][3] = {{3, 5, 6}, {6, 3, 5}}; // positions of 5, 3 and 2
    char *file[2];
    size_t size[2];
    for (int order = 0; order < 2; order++) {
        scree_world *w = output_world(8);
        for (int k = 0; k < 3; k++) {
            w->pairs.pair[k] = (scree_pair){7, partner[order][k]};
            w->pairs.touching[k] = 1;
            for (int c = 0; c < 3; c++) {
                w->pairs.history[3 * k + c] = partner[order][k] + 0.1 * c;
            }
        }
        w->pairs.touching[6] = 0; // of 1 with 2, too
        scree_checkpoint c;
        assert_true(scree_checkpoint_write(w, 0, path, NULL));
        assert_true(scree_checkpoint_read(path, &c, NULL));
        assert_true(c.contact.data[0].b == 2 && c.contact.data[1].b == 3 && c.contact.data[2].b == 5);
        assert_true(c.contact.data[3].a == 1 && c.contact.data[3].wall == 0);
        scree_checkpoint_clear(&c);
        file[order] = scree_file_read(path, &size[order], NULL);
        output_world_destroy(w);
    }
    assert_int_equal(size[0], size[1]);
    assert_memory_equal(file[0], file[1], size[0]);
    scree_free(file[0]);
    scree_free(file[1]);
}

static void test_the_dead_stay_behind(void **state) {
    (void)state;
    scree_world *w = output_world(8);
    scree_checkpoint c;
    w->p.dead[0] = w->p.dead[5] = w->p.dead[6] = w->p.dead[7] = 1;
    assert_true(scree_checkpoint_write(w, 0, path, NULL));
    assert_true(scree_checkpoint_read(path, &c, NULL));
    assert_int_equal(c.p.n, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_true(c.p.id[i] == w->p.id[4 - i]);
        assert_memory_equal(&c.p.f[i], &w->p.f[4 - i], sizeof *c.p.f);
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
    assert_true(c.p.n == 0 && c.contact.n == 0 && c.next_id == 1);
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
    assert_true(c.p.n == 0 && c.p.x == NULL && c.contact.data == NULL);
    assert_int_equal(scree_report_size(r), 1);
    if (message) {
        assert_string_equal(scree_report_text(r, 0), message);
    }
    scree_report_destroy(r);
}

// Every length, every byte: an error, never a crash, never a wrong state.
static void test_damage(void **state) {
    (void)state;
    scree_world *w = output_world(6);
    size_t size;
    assert_true(scree_checkpoint_write(w, 0, path, NULL));
    char *good = scree_file_read(path, &size, NULL), *bad = scree_file_read(path, &size, NULL);
    for (size_t n = 0; n < size; n++) {
        expect_bad(good, n, NULL);
    }
    for (size_t i = 0; i < size; i++) {
        for (int flip = 1; flip < 256; flip = flip < 128 ? flip * 2 : flip == 128 ? 255 : 256) {
            bad[i] = (char)(good[i] ^ flip);
            expect_bad(bad, size, NULL);
        }
        bad[i] = good[i];
    }
    scree_free(bad);
    bad = scree_realloc(NULL, 0, size + 1);
    memcpy(bad, good, size);
    bad[size] = 0;
    expect_bad(bad, size + 1, "x.scree: error: damaged checkpoint: something follows its end");
    expect_bad(bad, size - 30, "x.scree: error: damaged checkpoint: the file ends too early");
    bad[90] ^= 1;
    expect_bad(bad, size, "x.scree: error: damaged checkpoint: its contents do not fit their checksum");
    bad[90] ^= 1;
    bad[size - 1] ^= 1;
    expect_bad(bad, size, "x.scree: error: damaged checkpoint: its contents do not fit their checksum");
    bad[size - 1] ^= 1;
    bad[8] = (char)255;
    expect_bad(bad, size, "x.scree: error: damaged checkpoint: its format number does not fit its checksum");
    bad[8] = SCREE_CHECKPOINT_VERSION;
    bad[30] ^= 1;
    expect_bad(bad, size, "x.scree: error: damaged checkpoint: its header does not fit its checksum");
    for (int by = -2; by <= 1; by += 3) {
        bad[8] = SCREE_CHECKPOINT_VERSION + by;
        char *text = scree_format(
            "x.scree: error: checkpoint format %d, written by %s scree; this one reads format %d", bad[8],
            by > 0 ? "a newer" : "an older", SCREE_CHECKPOINT_VERSION);
        expect_bad(bad, size, text);
        scree_free(text);
    }
    expect_bad("PK", 2, "x.scree: error: not a scree checkpoint");
    expect_bad("", 0, "x.scree: error: empty, not a scree checkpoint");
    scree_free(bad);
    scree_free(good);
    output_world_destroy(w);
}

// A consistent header and table with one wrong number. what: word of the header, or, from the end
// of the file, of the last entry of the table.
static void expect_lie(const char *good, size_t size, bool in_table, size_t word, uint64_t value,
                       const char *why) {
    char *bad = scree_realloc(NULL, 0, size);
    scree_checkpoint_header h;
    scree_checkpoint_entry e;
    memcpy(bad, good, size);
    memcpy(&h, good, sizeof h);
    memcpy(&e, good + size - sizeof e, sizeof e);
    memcpy(in_table ? (char *)&e + 8 * word : (char *)&h + 8 * word, &value, 8);
    memcpy(bad + size - sizeof e, &e, sizeof e);
    if (in_table) {
        h.entries = (scree_hash){0, 0};
        for (uint64_t k = 0; k < h.blocks; k++) {
            memcpy(&e, bad + h.table + k * sizeof e, sizeof e);
            h.entries = scree_hash_add(h.entries, scree_checkpoint_entry_hash(&e, k));
        }
    }
    h.own = scree_checkpoint_header_hash(&h);
    memcpy(bad, &h, sizeof h);
    char *message = scree_format("x.scree: error: damaged checkpoint: %s", why);
    expect_bad(bad, size, message);
    scree_free(message);
    scree_free(bad);
}

static void test_lies(void **state) {
    (void)state;
    scree_world *w = output_world(SCREE_CHECKPOINT_BLOCK + 2);
    size_t size;
    assert_true(scree_checkpoint_write(w, 0, path, NULL));
    char *good = scree_file_read(path, &size, NULL);
    scree_checkpoint_entry e;
    memcpy(&e, good + size - sizeof e, sizeof e);
    static const char table[] = "its table does not fit its blocks",
                      other_size[] = "a block has another size than its table says";
    expect_lie(good, size, false, 3, UINT64_MAX, table);
    expect_lie(good, size, false, 3, 0, table);
    expect_lie(good, size, false, 4, UINT64_MAX, table);
    expect_lie(good, size, false, 4, UINT64_MAX / sizeof e + 4, table);
    expect_lie(good, size, false, 4, 0, table);
    expect_lie(good, size, false, 5, UINT64_MAX, "it holds more or fewer particles than it says");
    expect_lie(good, size, false, 6, 1, "its table does not fit its checksum");
    expect_lie(good, size, true, 0, 0, table);
    expect_lie(good, size, true, 0, e.at + 8, table);
    expect_lie(good, size, true, 1, UINT64_MAX, table);
    expect_lie(good, size, true, 1, e.packed - 8, "its contents do not fit their checksum");
    expect_lie(good, size, true, 2, UINT64_MAX, other_size);
    expect_lie(good, size, true, 2, e.size + 8, other_size);
    expect_lie(good, size, true, 2, e.size - 8, other_size);
    expect_lie(good, size, true, 2, 0, other_size);
    expect_lie(good, size, true, 3, 0, "its contents do not fit their checksum");
    scree_free(good);
    output_world_destroy(w);
}

// The file with one word of a block replaced and a gap of bytes before the table; all sizes and hashes are computed again.
static void write_changed(const char *good, uint64_t changed, size_t word, uint64_t value, size_t gap) {
    scree_checkpoint_header h;
    memcpy(&h, good, sizeof h);
    SCREE_ARRAY(char) out = {0};
    scree_checkpoint_entry *entry = scree_realloc(NULL, 0, h.blocks * sizeof *entry);
    memcpy(entry, good + h.table, h.blocks * sizeof *entry);
    scree_array_resize(&out, sizeof h);
    h.entries = (scree_hash){0, 0};
    for (uint64_t k = 0; k < h.blocks; k++) {
        scree_checkpoint_entry *e = &entry[k];
        char *block = scree_realloc(NULL, 0, e->size);
        assert_int_equal(ZSTD_decompress(block, e->size, good + e->at, e->packed), e->size);
        if (k == changed) {
            assert_true(8 * word < e->size);
            memcpy(block + 8 * word, &value, 8);
        }
        const size_t room = ZSTD_compressBound(e->size);
        uint64_t *packed = scree_realloc(NULL, 0, room + 8);
        e->at = out.n;
        e->packed = ZSTD_compress(packed, room, block, e->size, 1);
        const size_t padded = scree_checkpoint_padded(e->packed);
        memset((char *)packed + e->packed, 0, padded - e->packed);
        e->hash = scree_hash_words(packed, padded / 8, 1);
        h.entries = scree_hash_add(h.entries, scree_checkpoint_entry_hash(e, k));
        scree_array_resize(&out, out.n + padded);
        memcpy(out.data + e->at, packed, padded);
        scree_free(packed);
        scree_free(block);
    }
    scree_array_resize(&out, out.n + gap);
    memset(out.data + out.n - gap, 0, gap);
    h.table = out.n;
    h.size = out.n + h.blocks * sizeof *entry;
    h.own = scree_checkpoint_header_hash(&h);
    scree_array_resize(&out, h.size);
    memcpy(out.data, &h, sizeof h);
    memcpy(out.data + h.table, entry, h.blocks * sizeof *entry);
    write_bytes(out.data, out.n);
    scree_array_free(&out);
    scree_free(entry);
}

// Bytes that belong to no block.
static void test_gap(void **state) {
    (void)state;
    for (size_t n = 0; n < 2; n++) {
        scree_world *w = output_world(n);
        scree_report *r = scree_report_create();
        scree_checkpoint c;
        size_t size;
        assert_true(scree_checkpoint_write(w, 5, path, NULL));
        char *good = scree_file_read(path, &size, NULL);
        write_changed(good, 0, 0, 5, 8);
        assert_false(scree_checkpoint_read(path, &c, r));
        assert_string_equal(scree_report_text(r, 0),
                            "x.scree: error: damaged checkpoint: its table does not fit its blocks");
        write_changed(good, 0, 0, 5, 0);
        assert_true(scree_checkpoint_read(path, &c, r));
        scree_checkpoint_clear(&c);
        scree_free(good);
        scree_report_destroy(r);
        output_world_destroy(w);
    }
}

// Blocks with correct hashes whose sections are inconsistent.
static void test_bad_sections(void **state) {
    (void)state;
    enum {
        N = 8,
        CONTACTS = 8,
#define WORDS(type, name, ...) +sizeof(type) / 8
        NUMBERS = 1 SCREE_SAVED_NUMBERS(WORDS), // behind the hash of the case
#undef WORDS
        PARTICLE = 3,
        COLUMNS = 20,
        CONTACT = PARTICLE + COLUMNS * N
    };
    scree_world *w = output_world(N);
    size_t size, names = NUMBERS; // the word with the number of materials
#define RECORDS(type, name, ...) names += 1 + w->name.n * sizeof(type) / 8;
    SCREE_SAVED_ARRAYS(RECORDS)
#undef RECORDS
    assert_true(scree_checkpoint_write(w, 0, path, NULL));
    char *good = scree_file_read(path, &size, NULL);
    static const char longer[] = "a section is longer than its block",
                      other_size[] = "a block has another size than its sections";
    const struct {
        uint64_t block;
        size_t word;
        uint64_t value;
        const char *why;
    } lie[] = {
        {0, 2, UINT64_MAX, "its time is beyond all use"}, // step
        {0, 5, UINT64_MAX, "its ids are beyond all use"}, // next id
        {0, NUMBERS, UINT64_MAX, longer},                 // changes of the time step
        {0, names, UINT64_MAX, longer},                   // materials
        {0, names + 1, UINT64_MAX, longer},               // length of a name
        {0, names + 1, UINT64_MAX / 8, longer},           //
        {0, 6 + (sizeof(scree_step_watch) + sizeof(scree_ledger)) / 8 + 5, 3,
         "its largest overlap is with a wall that it does not name"},
        {1, 0, UINT64_MAX, longer},                                          // particles
        {1, 0, N + 1, other_size},                                           //
        {1, 0, N - 1, other_size},                                           //
        {1, 1, UINT64_MAX, longer},                                          // contacts
        {1, 1, CONTACTS + 1, other_size},                                    //
        {1, 2, UINT64_MAX, longer},                                          // history
        {1, 2, 0, other_size},                                               //
        {1, PARTICLE, 0, "a particle has an id that was never given"},       //
        {1, PARTICLE, N + 1, "a particle has an id that was never given"},   //
        {1, PARTICLE, 2, "its particles are not in the order of their ids"}, // the second one's
        {1, PARTICLE + (COLUMNS - 1) * N, UINT64_MAX, "a particle has contacts beyond what there is"},
        {1, PARTICLE + (COLUMNS - 1) * N, 0, "a block has contacts that are nobody's"},
        {1, CONTACT + SCREE_CONTACT_FEATURE * CONTACTS, UINT64_MAX,
         "a contact has history beyond what there is"},
        {1, CONTACT + SCREE_CONTACT_FEATURE * CONTACTS, 0, "a block has contacts that are nobody's"},
        {1, CONTACT + SCREE_CONTACT_WALL * CONTACTS, 0xfffffffe,
         "a contact has a wall that it does not name"},
    };
    write_changed(good, 1, 0, N, 0);
    scree_checkpoint c;
    assert_true(scree_checkpoint_read(path, &c, NULL)); // unchanged file
    scree_checkpoint_clear(&c);
    for (size_t k = 0; k < sizeof lie / sizeof *lie; k++) {
        scree_report *r = scree_report_create();
        char *message = scree_format("x.scree: error: damaged checkpoint: %s", lie[k].why);
        write_changed(good, lie[k].block, lie[k].word, lie[k].value, 0);
        assert_false(scree_checkpoint_read(path, &c, r));
        assert_string_equal(scree_report_text(r, 0), message);
        scree_free(message);
        scree_report_destroy(r);
    }
    scree_free(good);
    output_world_destroy(w);
}

// Wrong content with a correct checksum.
static void test_bad_meaning(void **state) {
    (void)state;
    scree_world *w = output_world(4);
    scree_report *r = scree_report_create();
    scree_checkpoint c;
    w->p.motion[1].w.material = 2;
    assert_true(scree_checkpoint_write(w, 0, path, r));
    assert_false(scree_checkpoint_read(path, &c, r));
    assert_string_equal(
        scree_report_text(r, 0),
        "x.scree: error: damaged checkpoint: a particle has a material that it does not name");
    w->p.motion[1].w.material = 1;
    w->wall.data[1].now.force.y = NAN; // of a run that failed
    assert_true(scree_checkpoint_write(w, 0, path, r));
    assert_true(scree_checkpoint_read(path, &c, r));
    scree_checkpoint_clear(&c);
    w->wall.data[1].now.pose.shift.y = NAN;
    assert_true(scree_checkpoint_write(w, 0, path, r));
    assert_false(scree_checkpoint_read(path, &c, r));
    assert_string_equal(
        scree_report_text(r, 1),
        "x.scree: error: damaged checkpoint: a wall has a pose or a velocity that is not a number");
    w->wall.data[1].now.pose.shift.y = 0.0;
    const scree_wall spare = {0};
    scree_array_push(&w->wall, spare); // what is read of a wall that does not exist
    w->wall.n--;
    w->pairs.block.data[1].wall = 3;
    assert_true(scree_checkpoint_write(w, 0, path, r));
    assert_false(scree_checkpoint_read(path, &c, r));
    assert_string_equal(scree_report_text(r, 2),
                        "x.scree: error: damaged checkpoint: a contact has a wall that it does not name");
    w->pairs.block.data[1].wall = 0;
    w->pairs.block.data[1].material[0] = 2;
    assert_true(scree_checkpoint_write(w, 0, path, r));
    assert_false(scree_checkpoint_read(path, &c, r));
    assert_string_equal(scree_report_text(r, 3),
                        "x.scree: error: damaged checkpoint: a contact has a material that it does not name");
    w->pairs.block.data[1].material[0] = 0;
    w->dt = NAN;
    assert_true(scree_checkpoint_write(w, 0, path, r));
    assert_false(scree_checkpoint_read(path, &c, r));
    assert_false(scree_checkpoint_read("no/such", &c, r));
    assert_string_equal(scree_report_text(r, 5), "no/such: error: No such file or directory");
    scree_report_destroy(r);
    output_world_destroy(w);
}

// The file of a world with one number that is none.
static void expect_unusable(const scree_world *w, double *number, double value, const char *why) {
    scree_report *r = scree_report_create();
    scree_checkpoint c;
    const double before = *number;
    *number = value;
    assert_true(scree_checkpoint_write(w, 0, path, r));
    assert_false(scree_checkpoint_read(path, &c, r));
    assert_int_equal(scree_report_size(r), 1);
    assert_non_null(strstr(scree_report_text(r, 0), "x.scree: error: damaged checkpoint: "));
    if (!strstr(scree_report_text(r, 0), why)) {
        fail_msg("'%s' does not say '%s'", scree_report_text(r, 0), why);
    }
    *number = before;
    char *damage;
    scree_report_clear(r);
    assert_false(scree_checkpoint_read_or_tell(path, NULL, &c, &damage, r));
    assert_true(damage && strstr(damage, why) && scree_report_size(r) == 0);
    scree_free(damage);
    scree_report_destroy(r);
}

// Each value of each saved field, and all that is one for the world.
static void test_unusable_numbers(void **state) {
    (void)state;
    scree_world *w = output_world(4);
    int fields = 0;
    for (int k = 0; k < SCREE_FIELD_COUNT; k++) {
        const scree_field *field = &scree_field_table[k];
        double *value = scree_field_of(&w->p, field, 1);
        if (!(field->flags & SCREE_SAVED) || field->type != SCREE_F64 || !value) {
            continue;
        }
        fields++;
        char *why = scree_format("particle 3 has the %s ", field->name);
        for (int c = 0; c < field->components; c++) {
            expect_unusable(w, &value[c], NAN, why);
            expect_unusable(w, &value[c], -INFINITY, why);
            if (field->flags & SCREE_POSITIVE) {
                expect_unusable(w, &value[c], 0.0, why);
                expect_unusable(w, &value[c], -1e-3, why);
            }
        }
        scree_free(why);
    }
    assert_true(fields >= 7);
    expect_unusable(w, &w->p.motion[1].w.y, NAN, ", nan, ");
    expect_unusable(w, &w->p.x[1].r, NAN, "the radius nan m, which is not a usable number");
    for (size_t k = 0; k < sizeof w->ledger / sizeof(double); k++) {
        expect_unusable(w, (double *)&w->ledger + k, NAN, "its energies or its largest overlap");
    }
    expect_unusable(w, &w->pairs.history[1], NAN, "a contact has history that is not a number");
    expect_unusable(w, &w->outlet.data[1].mass, INFINITY, "a source or an outlet has a mass");
    expect_unusable(w, &w->source.data[0].mass, NAN, "a source or an outlet has a mass");
    expect_unusable(w, &w->wall.data[1].now.spin.x, INFINITY, "a wall has a pose or a velocity");
    expect_unusable(w, &w->wall.data[1].now.temperature, NAN, "a wall has a temperature or a heat");
    expect_unusable(w, &w->wall.data[0].now.heat_in.high, -INFINITY, "a wall has a temperature or a heat");
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

static bool any_name(const void *context, const char *name) {
    (void)context;
    return name[0] != 0;
}

static void test_names(void **state) {
    (void)state;
    char *name = scree_checkpoint_path("out", 12000);
    assert_string_equal(name, "out/checkpoint_000000012000.scree");
    scree_free(name);
    scree_checkpoint_prune(".", 1, any_name, NULL);
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
    scree_checkpoint_prune(".", 0, any_name, NULL);
    assert_int_equal(access("checkpoint_000000000000.scree", F_OK), 0);
    scree_checkpoint_prune(".", 2, any_name, NULL);
    assert_int_not_equal(access("checkpoint_000000000500.scree", F_OK), 0);
    assert_int_equal(access("checkpoint_999999999999.scree", F_OK), 0);
    assert_int_equal(access("checkpoint_99.scree", F_OK), 0); // not ours
    assert_null(scree_checkpoint_latest("no/such"));
    unlink("checkpoint_999999999999.scree");
    unlink("checkpoint_1000000000000.scree");
    assert_null(scree_checkpoint_latest("."));
}

// Looking for checkpoints leaves no folder open.
static void folders_are_closed(void **state) {
    (void)state;
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
    const struct rlimit few = {40, limit.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    for (int k = 0; k < 100; k++) {
        size_t n;
        scree_free(scree_checkpoint_steps(".", &n));
    }
    FILE *f = fopen("opens", "w");
    assert_non_null(f);
    fclose(f);
    setrlimit(RLIMIT_NOFILE, &limit);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folders_are_closed),
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_contacts),
        cmocka_unit_test(test_any_order_of_pairs),
        cmocka_unit_test(test_the_dead_stay_behind),
        cmocka_unit_test(test_empty_world),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_lies),
        cmocka_unit_test(test_gap),
        cmocka_unit_test(test_bad_sections),
        cmocka_unit_test(test_bad_meaning),
        cmocka_unit_test(test_unusable_numbers),
        cmocka_unit_test(test_disk_full),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
