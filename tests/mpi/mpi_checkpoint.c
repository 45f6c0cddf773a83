// SPDX-License-Identifier: BSD-3-Clause
// ranks: 1 2 3
// long ranks: 4
// A checkpoint is the same file from any number of ranks, and any number of ranks can read it, each a part; contacts
// are sent to the ranks that own their particles. A failure on one rank is a failure on all, reported with its name.
#include "access/contact_iterator.h"
#include "checkpoint/checkpoint_format.h"
#include "load/restore.h"
#include "maths/random.h"
#include "output_world.h"
#include "pairs/pair_list.h"
#include "ranks.h"
#include "search/rebuild.h"
#include "step/events.h"
#include "text/file.h"
#include "wall_motion/wall_motion.h"
#include "world_of_text.h"
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

static scree_comm *comm;
static scree_report *report;

static int the_rank(void) {
    return scree_comm_rank(comm);
}
static int the_size(void) {
    return scree_comm_size(comm);
}

static void wait_for_all(void) {
    scree_comm_any(comm, false);
}

// ---- worlds distributed by hand -----------------------------------------------------------------------------

// Rank of a particle of the whole world: clumps, in storage. Their length is odd, as every second pair touches.
static int rank_of(size_t i) {
    return (int)(i / 101 % (size_t)the_size());
}

// The pairs of a block of the whole world that belong to this rank in one zone.
static void deal_out_block(scree_world *w, const scree_world *whole, size_t number, scree_zone zone,
                           const uint32_t *place) {
    scree_pairs *to = &w->pairs;
    scree_pair_block block = whole->pairs.block.data[number];
    const size_t columns = (size_t)block.n_history;
    const bool wall = block.wall >= 0;
    block.first = to->n;
    block.history = to->n_history;
    block.zone = zone;
    for (scree_contacts c = scree_contacts_in(&whole->pairs, number, SCREE_LISTED);
         scree_contacts_next(&c);) {
        const scree_pair p = whole->pairs.pair[c.k];
        const bool a = rank_of(p.a) == the_rank(), b = wall ? a : rank_of(p.b) == the_rank();
        if ((!a && !b) || zone != (a && b ? SCREE_ZONE_LOCAL : a ? SCREE_ZONE_HALO : SCREE_ZONE_REMOTE)) {
            continue;
        }
        to->pair[to->n] = (scree_pair){place[p.a], wall ? p.b : place[p.b]};
        to->touching[to->n] = whole->pairs.touching[c.k];
        memcpy(to->history + to->n_history, scree_pair_history(&whole->pairs, c.block, c.k),
               columns * sizeof(double));
        if (wall) {
            to->touch[to->n - to->first_wall_pair] = whole->pairs.touch[c.k - whole->pairs.first_wall_pair];
        }
        to->n++;
        to->n_history += columns;
    }
    block.n = to->n - block.first;
    scree_array_push(&to->block, block);
}

// The part of this rank: its particles in another order, their neighbours on other ranks as ghosts, and the pairs of both.
static scree_world *part_of(const scree_world *whole) {
    const size_t n = whole->p.n;
    scree_world *w = output_world(n); // for its counters, names and room
    uint32_t *place = scree_realloc(NULL, 0, (n + 1) * sizeof *place);
    memset(place, 0xff, (n + 1) * sizeof *place);
    w->comm = comm;
    w->p.n = 0;
    for (size_t i = n; i-- > 0;) {
        if (rank_of(i) == the_rank()) {
            scree_particles_copy(&w->p, w->p.n + w->p.ghosts, &whole->p, i);
            place[i] = (uint32_t)w->p.n++;
        }
    }
    for (size_t i = 0; i < n; i++) {
        const bool near =
            (i > 0 && rank_of(i - 1) == the_rank()) || (i + 1 < n && rank_of(i + 1) == the_rank());
        if (near && rank_of(i) != the_rank()) {
            scree_particles_copy(&w->p, w->p.n + w->p.ghosts, &whole->p, i);
            place[i] = (uint32_t)(w->p.n + w->p.ghosts++);
        }
    }
    w->pairs.n = w->pairs.n_history = w->pairs.block.n = 0;
    for (scree_zone zone = SCREE_ZONE_LOCAL; zone <= SCREE_ZONE_REMOTE; zone++) {
        deal_out_block(w, whole, 0, zone, place);
    }
    w->pairs.first_wall_pair = w->pairs.n;
    deal_out_block(w, whole, 1, SCREE_ZONE_LOCAL, place);
    scree_free(place);
    return w;
}

static char *bytes_of(const char *path, size_t *size) {
    char *data = scree_file_read(path, size, report);
    assert_non_null(data);
    return data;
}

static void expect_same_files(const char *a, const char *b) {
    size_t size[2];
    char *one = bytes_of(a, &size[0]), *other = bytes_of(b, &size[1]);
    assert_int_equal(size[0], size[1]);
    assert_memory_equal(one, other, size[0]);
    scree_free(one);
    scree_free(other);
}

// No particle; fewer than ranks; one block; blocks that end in the middle; more than one round.
static const size_t sizes[] = {0, 1, 500, 3 * SCREE_CHECKPOINT_BLOCK + 7, 18 * SCREE_CHECKPOINT_BLOCK};

static void same_file(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        scree_world *whole = output_world(sizes[k]), *part = part_of(whole);
        if (the_rank() == 0) {
            assert_true(scree_checkpoint_write(whole, 7, "whole.scree", report));
        }
        assert_true(scree_checkpoint_write(part, 7, "parts.scree", report));
        if (the_rank() == 0) {
            assert_int_not_equal(access("parts.scree.part", F_OK), 0);
            expect_same_files("whole.scree", "parts.scree");
        }
        output_world_destroy(part);
        output_world_destroy(whole);
    }
}

static void reading(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        scree_world *whole = output_world(sizes[k]);
        scree_checkpoint c;
        if (the_rank() == 0) {
            assert_true(scree_checkpoint_write(whole, 7, "whole.scree", report));
        }
        wait_for_all();
        assert_true(scree_checkpoint_read_share("whole.scree", comm, &c, report));
        assert_true(c.case_hash == 7 && c.next_id == sizes[k] + 1 && c.source.n == 1 && c.outlet.n == 2);
        uint64_t sum[2] = {c.p.n, c.contact.n};
        const uint64_t before = scree_comm_add_before(comm, c.p.n),
                       blocks = (sizes[k] + SCREE_CHECKPOINT_BLOCK - 1) / SCREE_CHECKPOINT_BLOCK;
        assert_true(c.p.n <= (blocks / (uint64_t)the_size() + 1) * SCREE_CHECKPOINT_BLOCK);
        scree_comm_add(comm, sum, 2);
        assert_int_equal(sum[0], sizes[k]);
        assert_int_equal(sum[1], sizes[k]); // see output_pairs
        for (size_t i = 0; i < c.p.n; i++) {
            const size_t at = sizes[k] - 1 - before - i;
            assert_int_equal(c.p.id[i], before + i + 1);
            assert_memory_equal(&c.p.x[i], &whole->p.x[at], sizeof *c.p.x);
            assert_memory_equal(&c.p.f[i], &whole->p.f[at], sizeof *c.p.f);
        }
        for (size_t i = 0; i < c.contact.n; i++) {
            assert_true(c.contact.data[i].a > before && c.contact.data[i].a <= before + c.p.n);
        }
        wait_for_all();
        scree_checkpoint_clear(&c);
        output_world_destroy(whole);
    }
}

// ---- failures ---------------------------------------------------------------------------------------------

// On rank 0, if the last rank is another one, its name is before the message.
static void expect_message_of_last_rank(const char *text) {
    if (the_rank() == 0) {
        char who[64];
        snprintf(who, sizeof who, "error: rank %d of %d on ", the_size() - 1, the_size());
        assert_int_equal(scree_report_size(report), 1);
        assert_non_null(strstr(scree_report_text(report, 0), text));
        assert_true(the_size() == 1 || strncmp(scree_report_text(report, 0), who, strlen(who)) == 0);
    }
    scree_report_clear(report);
}

static void full_disk(void **state) {
    (void)state;
    scree_world *whole = output_world(5 * SCREE_CHECKPOINT_BLOCK), *part = part_of(whole);
    struct rlimit old, limit;
    const bool last = the_rank() == the_size() - 1;
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &old);
    limit = old;
    limit.rlim_cur = 100000;
    if (last) {
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    }
    const bool ok = scree_checkpoint_write(part, 7, "full.scree", report);
    setrlimit(RLIMIT_FSIZE, &old);
    assert_false(ok);
    assert_int_not_equal(access("full.scree", F_OK), 0);
    assert_int_not_equal(access("full.scree.part", F_OK), 0);
    expect_message_of_last_rank("full.scree: error: File too large");
    wait_for_all();
    assert_false(scree_checkpoint_write(part, 7, "no/such/folder.scree", report));
    if (the_rank() == 0) {
        assert_string_equal(scree_report_text(report, 0),
                            "no/such/folder.scree: error: No such file or directory");
    }
    scree_report_clear(report);
    output_world_destroy(part);
    output_world_destroy(whole);
}

// In the last block, which only the last rank reads.
static void damage(void **state) {
    (void)state;
    scree_world *whole = output_world(5 * SCREE_CHECKPOINT_BLOCK);
    if (the_rank() == 0) {
        assert_true(scree_checkpoint_write(whole, 7, "bad.scree", report));
        size_t size;
        char *data = bytes_of("bad.scree", &size);
        data[size - 6 * sizeof(scree_checkpoint_entry) - 100] ^= 1;
        FILE *f = fopen("bad.scree", "wb");
        assert_true(f && fwrite(data, 1, size, f) == size && fclose(f) == 0);
        scree_free(data);
    }
    wait_for_all();
    scree_checkpoint c;
    assert_false(scree_checkpoint_read_share("bad.scree", comm, &c, report));
    assert_true(c.p.n == 0 && c.p.x == NULL);
    expect_message_of_last_rank(
        "bad.scree: error: damaged checkpoint: its contents do not fit their checksum");
    char *why; // the same on all ranks, and no message
    assert_false(scree_checkpoint_read_or_tell("bad.scree", comm, &c, &why, report));
    assert_string_equal(why, "damaged checkpoint: its contents do not fit their checksum");
    assert_int_equal(scree_report_size(report), 0);
    scree_free(why);
    output_world_destroy(whole);
}

// ---- contacts of a run ------------------------------------------------------------------------------------

// Four heaps of touching spheres far from each other; a rank owns another heap than it reads.
enum { HEAPS = 4, SIDE = 16, HEAP = SIDE * SIDE * SIDE };
_Static_assert(HEAP == (int)SCREE_CHECKPOINT_BLOCK, "a heap is a block");

static const char heaps_case[] =
    "time: {end: 1, dt: 20 us}\n"
    "gravity: [0, 0, -9.81]\n"
    "materials: {a: {density: 2500, young: 1e6, poisson: 0.2, restitution: 0.5, friction: 0.4}}\n"
    "output: {plot: false, series: {every: 0}}\n";

static scree_particle particle_of_heap(uint64_t id) {
    const uint64_t heap = (id - 1) / HEAP, k = (id - 1) % HEAP;
    scree_random r = {77, 1, (uint32_t)id, 0};
    double u[3];
    for (int j = 0; j < 3; j++) {
        u[j] = 1e-4 * scree_random_uniform(&r);
    }
    const double x = (double)(k % SIDE), y = (double)(k / SIDE % SIDE), z = (double)(k / SIDE / SIDE);
    return ball(id, 0.001,
                vec3(0.0019 * x + (double)heap + u[0], 0.0019 * y + u[1], 0.0019 * z + 0.0009 + u[2]),
                vec3(10.0 * u[2], u[0], 0), vec3(0, 0, 0));
}

static scree_world *heaps_world(const scree_particle *q, size_t n, const char *laws) {
    char *text = scree_format("%swalls: {floor: {plane: {point: [0,0,0], normal: [0,0,1]}, material: a}}\n%s",
                              heaps_case, laws);
    scree_world *w = world_of_case(case_of_text(text), q, n, 1, NULL);
    scree_free(text);
    return w;
}

// Pair of the whole world with the same particles, by id.
static size_t same_pair(const scree_world *whole, const scree_id_index *known, const scree_world *w,
                        const scree_pair_block *block, size_t k) {
    const scree_pair p = w->pairs.pair[k];
    const uint32_t a = scree_particle_find(known, whole->p.n, w->p.id[p.a]);
    return block->wall >= 0
               ? scree_pairs_find_wall(&whole->pairs, a, block->wall, p.b, 0)
               : scree_pairs_find(&whole->pairs, a, scree_particle_find(known, whole->p.n, w->p.id[p.b]));
}

static uint64_t expect_contacts_of(const scree_world *w, const scree_world *whole) {
    size_t known_n;
    uint64_t contacts = 0;
    scree_id_index *known = scree_particles_by_id(&whole->p, &known_n);
    for (scree_contacts c = scree_contacts_of(&w->pairs, SCREE_TOUCHING); scree_contacts_next(&c);) {
        const size_t same = same_pair(whole, known, w, c.block, c.k);
        const scree_pair_block *other = scree_pairs_block_of(&whole->pairs, same);
        assert_int_equal(whole->pairs.touching[same], 1);
        assert_memory_equal(scree_pair_history(&w->pairs, c.block, c.k),
                            scree_pair_history(&whole->pairs, other, same),
                            (size_t)c.block->n_history * sizeof(double));
        contacts++;
    }
    assert_int_equal(w->contacts, contacts);
    scree_free(known);
    return contacts;
}

// The world of all heaps after some steps, on every rank; its checkpoint is heaps.scree.
static scree_world *make_heaps(void) {
    scree_particle *q = scree_realloc(NULL, 0, (size_t)HEAPS * HEAP * sizeof *q);
    for (uint64_t id = 1; id <= HEAPS * HEAP; id++) {
        q[id - 1] = particle_of_heap(id);
    }
    scree_world *whole = heaps_world(q, (size_t)HEAPS * HEAP, "");
    begin(whole);
    advance(whole, 20);
    assert_true(whole->contacts > 2 * HEAPS * HEAP);
    if (the_rank() == 0) {
        assert_true(scree_checkpoint_write(whole, scree_case_hash(whole), "heaps.scree", report));
    }
    wait_for_all();
    scree_free(q);
    return whole;
}

// This rank's particles of the whole world at its end.
typedef bool is_owned(uint64_t id);

static bool in_my_heaps(uint64_t id) { // those that the rank before reads
    const uint64_t heap = (id - 1) / HEAP, size = (uint64_t)the_size();
    return (heap * size / HEAPS + 1) % size == (uint64_t)the_rank();
}

static bool in_my_clumps(uint64_t id) {
    return id / 5 % (uint64_t)the_size() == (uint64_t)the_rank();
}

static void add_particles(scree_world *w, const scree_world *whole, is_owned *owned, bool others) {
    for (size_t i = 0; i < whole->p.n; i++) {
        if (owned(whole->p.id[i]) != others) {
            scree_particle q = particle_of_heap(whole->p.id[i]);
            scree_particle_add(w, &q);
            w->p.x[w->p.n - 1] = whole->p.x[i];
        }
    }
}

// A world with these particles and a list, with the contacts of heaps.scree restored. ghosts: all others are in the list too.
static scree_world *restored(const scree_world *whole, const char *laws, is_owned *owned, bool ghosts) {
    scree_world *w = heaps_world(NULL, 0, laws);
    w->dt = whole->dt;
    w->skin = whole->skin;
    w->rebuilds = 1; // the first one sorts the storage
    add_particles(w, whole, owned, false);
    const size_t n = w->p.n;
    if (ghosts) {
        add_particles(w, whole, owned, true);
    }
    scree_update_active_walls(w);
    scree_move_walls(w);
    assert_int_equal(scree_pairs_rebuild(w, report), SCREE_OK);
    w->p.ghosts = w->p.n - n;
    w->p.n = n;
    w->comm = comm;
    scree_checkpoint file;
    scree_restoration from = {.report = report};
    assert_true(scree_checkpoint_read_share("heaps.scree", comm, &file, report));
    scree_restoration_keep(w, &from, &file, "heaps.scree");
    scree_restore_contacts(w, &from);
    scree_restoration_clear(&from);
    return w;
}

static void contacts_are_routed(void **state) {
    (void)state;
    scree_world *whole = make_heaps(), *w = restored(whole, "", in_my_heaps, false);
    assert_int_equal(scree_report_size(report), 0);
    uint64_t all = expect_contacts_of(w, whole);
    scree_comm_add(comm, &all, 1);
    assert_int_equal(all, whole->contacts);
    scree_world_destroy(w);
    scree_world_destroy(whole);
}

// A contact of two ranks is restored on both.
static void both_owners_get_a_contact(void **state) {
    (void)state;
    scree_world *whole = make_heaps(), *w = restored(whole, "", in_my_clumps, true);
    uint64_t mine = 0;
    for (size_t k = 0; k < whole->pairs.n; k++) {
        const scree_pair p = whole->pairs.pair[k];
        const bool wall = k >= whole->pairs.first_wall_pair;
        mine += whole->pairs.touching[k] == 1 &&
                (in_my_clumps(whole->p.id[p.a]) || (!wall && in_my_clumps(whole->p.id[p.b])));
    }
    assert_int_equal(expect_contacts_of(w, whole), mine);
    scree_world_destroy(w);
    scree_world_destroy(whole);
}

// Laws that cannot use the history: one message, with the number over all ranks.
static void other_laws(void **state) {
    (void)state;
    scree_world *whole = make_heaps(),
                *w = restored(whole, "contacts: [{between: any, tangential: none}]\n", in_my_heaps, false);
    char *text =
        scree_format("warning: heaps.scree: %llu contacts begin without their history, which is that of "
                     "other laws ('mindlin', here '')",
                     (unsigned long long)whole->contacts);
    assert_int_equal(w->contacts, 0);
    assert_int_equal(scree_report_size(report), 1);
    assert_string_equal(scree_report_text(report, 0), text);
    scree_report_clear(report);
    scree_free(text);
    scree_world_destroy(w);
    scree_world_destroy(whole);
}

// ---- particles of a case ----------------------------------------------------------------------------------

static void write_rows(const char *path, const char *names, uint64_t first, uint64_t last) {
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fprintf(f, "# %s\n", names);
    for (uint64_t id = first; id < last; id++) {
        if (names[0] == 'i') {
            fprintf(f, "%llu ", (unsigned long long)id);
        }
        fprintf(f, "%.17g %d 0 0.001\n", 0.01 * (double)id, names[0] == 'i');
    }
    assert_int_equal(fclose(f), 0);
}

static scree_status start(const char *sources, scree_world **w) {
    char *text = scree_format("%sparticles: %s\n", heaps_case, sources);
    *w = world_of_case(case_of_text(text), NULL, 0, 1, NULL);
    (*w)->comm = comm;
    scree_free(text);
    return scree_load_start(*w, report);
}

// Ids as in one process: rows without an id get the numbers after the largest before.
static void packs_are_shared_out(void **state) {
    (void)state;
    scree_world *w;
    if (the_rank() == 0) {
        write_rows("a.txt", "id x y z radius", 11, 101);
        write_rows("b.txt", "x y z radius", 0, 70);
    }
    wait_for_all();
    assert_int_equal(start("[{file: a.txt, material: a}, {file: b.txt, material: a, fixed: true}]", &w),
                     SCREE_OK);
    assert_true(w->next_id == 171 && w->has_fixed);
    uint64_t sum[3] = {w->p.n, 0, 0};
    for (size_t i = 0; i < w->p.n; i++) {
        const double x = w->p.x[i].x;
        const uint64_t id = w->p.id[i], row = (uint64_t)(x / 0.01 + 0.5);
        sum[1] += id;
        assert_int_equal(id, w->p.x[i].y > 0.5 ? row : 101 + row);
    }
    scree_comm_add(comm, sum, 3);
    assert_true(sum[0] == 160 && sum[1] == 170 * 171 / 2 - 10 * 11 / 2);
    scree_world_destroy(w);
    scree_report_clear(report);
    if (the_rank() == 0) {
        write_rows("b.txt", "id x y z radius", 100, 170);
    }
    wait_for_all();
    assert_int_equal(start("[{file: a.txt, material: a}, {file: b.txt, material: a}]", &w), SCREE_USER_ERROR);
    assert_string_equal(
        scree_report_text(report, 0),
        "test.yaml: error: particle id 100 comes from two of the sources under 'particles'; ids must differ");
    scree_world_destroy(w);
    scree_report_clear(report);
}

int main(void) {
    report = scree_report_create();
    comm = join_ranks();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_file),           cmocka_unit_test(reading),
        cmocka_unit_test(full_disk),           cmocka_unit_test(damage),
        cmocka_unit_test(contacts_are_routed), cmocka_unit_test(both_owners_get_a_contact),
        cmocka_unit_test(other_laws),          cmocka_unit_test(packs_are_shared_out),
    };
    leave_ranks(comm, cmocka_run_group_tests(tests, NULL, NULL));
    scree_report_destroy(report);
    return 0;
}
