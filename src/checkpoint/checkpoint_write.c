// SPDX-License-Identifier: BSD-3-Clause
// Written in rounds of some blocks, so that nothing of the size of the whole is in memory at once: the ranks send each
// other the particles of the round so that each has those of consecutive blocks, compress them, learn by the sum of the
// sizes before where to write, and write.
#include "checkpoint/checkpoint_format.h"
#include "checkpoint/checkpoint_packets.h"
#include "parallel/shared_file.h"
#include <string.h>
#include <zstd.h>

enum { LEVEL = 1 }; // of zstd: doubles hardly compress, higher levels only cost time

typedef struct packed_block {
    char *data; // padded
    scree_checkpoint_entry entry;
    const char *problem; // NULL: none
} packed_block;

typedef struct written_entry {
    uint64_t index;
    scree_checkpoint_entry entry;
} written_entry;

typedef struct writer {
    const scree_world *world;
    scree_comm *comm;
    scree_shared_file file;
    scree_packets own;
    uint64_t particles, blocks;         // of all ranks
    uint64_t at;                        // where the next block begins
    size_t sent;                        // of this rank's particles, in earlier rounds
    SCREE_ARRAY(written_entry) written; // by this rank
    const char *problem;
} writer;

// ---- blocks -----------------------------------------------------------------------------------------------

// size: words, for which there is room.
static packed_block compress(ZSTD_CCtx *zstd, const uint64_t *words, size_t size) {
    packed_block block = {.entry.size = size * sizeof *words};
    const size_t room = ZSTD_compressBound(size * sizeof *words);
    block.data = scree_realloc(NULL, 0, room + 8);
    const size_t packed =
        zstd ? ZSTD_compressCCtx(zstd, block.data, room, words, size * sizeof *words, LEVEL) : 0;
    if (!zstd) {
        block.problem = "no memory for compression";
    } else if (ZSTD_isError(packed)) {
        block.problem = ZSTD_getErrorName(packed);
    } else {
        const size_t padded = scree_checkpoint_padded(packed);
        memset(block.data + packed, 0, padded - packed);
        block.entry.packed = packed;
        block.entry.hash = scree_hash_words((const uint64_t *)(const void *)block.data, padded / 8, 1);
    }
    return block;
}

// Columns of the packets; so many are those of a particle.
static void put_columns(const uint64_t *const *packet, size_t n, size_t columns, scree_words *to) {
    size_t contacts = 0, history = 0;
    for (size_t k = 0; k < n; k++) {
        size_t own;
        scree_packet_size(packet[k], columns, &own);
        contacts += packet[k][columns - 1];
        history += own;
    }
    scree_array_resize(to, 3 + columns * n + SCREE_CONTACT_COLUMNS * contacts + history);
    uint64_t *particle = to->data + 3, *contact = particle + columns * n,
             *memory = contact + SCREE_CONTACT_COLUMNS * contacts;
    to->data[0] = n;
    to->data[1] = contacts;
    to->data[2] = history;
    for (size_t k = 0; k < n; k++) {
        const uint64_t *word = packet[k];
        for (size_t c = 0; c < columns; c++) {
            particle[c * n + k] = word[c];
        }
        word += columns;
        for (uint64_t j = 0; j < packet[k][columns - 1]; j++) {
            const size_t own = word[SCREE_CONTACT_FEATURE] >> 32;
            for (size_t c = 0; c < SCREE_CONTACT_COLUMNS; c++) {
                contact[c * contacts] = word[c];
            }
            contact++;
            word += SCREE_CONTACT_COLUMNS;
            memcpy(memory, word, own * sizeof *word);
            memory += own;
            word += own;
        }
    }
}

// The buffers with which a thread makes blocks.
typedef struct workshop {
    ZSTD_CCtx *zstd;
    scree_words packets, columns;
    size_t *place; // of each packet in packets
    const uint64_t **packet;
} workshop;

static workshop workshop_open(void) {
    workshop shop = {.zstd = ZSTD_createCCtx()};
    shop.place = scree_realloc(NULL, 0, SCREE_CHECKPOINT_BLOCK * sizeof *shop.place);
    shop.packet = scree_realloc(NULL, 0, SCREE_CHECKPOINT_BLOCK * sizeof *shop.packet);
    return shop;
}

static void workshop_close(workshop *shop) {
    ZSTD_freeCCtx(shop->zstd);
    scree_array_free(&shop->packets);
    scree_array_free(&shop->columns);
    scree_free(shop->place);
    scree_free(shop->packet);
}

// Particles of a round that this rank writes: its own ones, by index, then those received.
typedef struct share {
    scree_id_index *item; // ascending by id
    size_t n;
    const scree_id_index *own;
    size_t n_own;
    const uint64_t **received; // packets
} share;

static packed_block make_block(workshop *shop, const scree_packets *own, const share *s, size_t first,
                               size_t n) {
    shop->packets.n = 0;
    for (size_t k = 0; k < n; k++) {
        const uint32_t index = s->item[first + k].index;
        shop->place[k] = shop->packets.n;
        if (index < s->n_own) {
            scree_packets_put(own, s->own[index].index, &shop->packets);
        }
    }
    for (size_t k = 0; k < n; k++) {
        const uint32_t index = s->item[first + k].index;
        shop->packet[k] =
            index < s->n_own ? shop->packets.data + shop->place[k] : s->received[index - s->n_own];
    }
    put_columns(shop->packet, n, own->columns, &shop->columns);
    return compress(shop->zstd, shop->columns.data, shop->columns.n);
}

static void make_blocks(const writer *q, const share *s, packed_block *block, size_t blocks) {
    const int most = q->world->threads > 1 ? q->world->threads : 1,
              threads = blocks < (size_t)most ? (int)blocks : most;
#pragma omp parallel num_threads(threads)
    {
        workshop shop = workshop_open();
#pragma omp for schedule(dynamic, 1)
        for (size_t k = 0; k < blocks; k++) {
            const size_t first = k * SCREE_CHECKPOINT_BLOCK, left = s->n - first;
            block[k] = make_block(&shop, &q->own, s, first,
                                  left < SCREE_CHECKPOINT_BLOCK ? left : SCREE_CHECKPOINT_BLOCK);
        }
        workshop_close(&shop);
    }
}

// Blocks of all ranks follow each other; first: number of this rank's first one.
static void write_blocks(writer *q, packed_block *block, size_t n, uint64_t first) {
    uint64_t size = 0;
    for (size_t k = 0; k < n; k++) {
        size += scree_checkpoint_padded(block[k].entry.packed);
    }
    uint64_t at = q->at + scree_comm_add_before(q->comm, size);
    scree_comm_add(q->comm, &size, 1);
    q->at += size;
    for (size_t k = 0; k < n; k++) {
        const size_t padded = scree_checkpoint_padded(block[k].entry.packed);
        q->problem = q->problem ? q->problem : block[k].problem;
        block[k].entry.at = at;
        scree_array_push(&q->written, (written_entry){first + k, block[k].entry});
        scree_shared_file_write(&q->file, at, block[k].data, padded);
        scree_free(block[k].data);
        at += padded;
    }
}

// ---- rounds -----------------------------------------------------------------------------------------------

// Sends the particles below the cuts to the ranks that write them; `in` is what this one got. own: first and last of its
// own that it writes.
static void deal_out(writer *q, const uint64_t *cut, size_t own[2], scree_messages *in) {
    const int rank = scree_comm_rank(q->comm), size = scree_comm_size(q->comm);
    scree_words *to = scree_words_for_ranks(q->comm);
    for (int k = 0; k < size; k++) {
        const size_t first = q->sent, last = scree_id_index_below(q->own.particle, q->own.n, cut[k]);
        for (size_t i = first; i < last && k != rank; i++) {
            scree_packets_put(&q->own, q->own.particle[i].index, &to[k]);
        }
        if (k == rank) {
            own[0] = first;
            own[1] = last;
        }
        q->sent = last;
    }
    scree_words_exchange(q->comm, to, in);
}

static share share_of(const writer *q, const size_t own[2], const scree_messages *in) {
    share s = {.own = q->own.particle + own[0], .n_own = own[1] - own[0]};
    SCREE_ARRAY(const uint64_t *) received = {0};
    for (size_t k = 0; k < in->n; k++) {
        const uint64_t *at = in->data[k].data, *end = at + in->data[k].size / sizeof *at;
        for (size_t history; at < end; at += scree_packet_size(at, q->own.columns, &history)) {
            scree_array_push(&received, at);
        }
    }
    s.n = s.n_own + received.n;
    s.item = scree_realloc(NULL, 0, s.n * sizeof *s.item);
    for (size_t k = 0; k < s.n; k++) {
        const uint64_t id = k < s.n_own ? s.own[k].id : received.data[k - s.n_own][0];
        s.item[k] = (scree_id_index){id, (uint32_t)k};
    }
    scree_id_index_sort(s.item, s.n);
    s.received = received.data;
    return s;
}

// Blocks first .. last - 1 of the particles.
static void write_round(writer *q, uint64_t first, uint64_t last) {
    const size_t size = (size_t)scree_comm_size(q->comm), rank = (size_t)scree_comm_rank(q->comm);
    uint64_t *place = scree_realloc(NULL, 0, 2 * size * sizeof *place), *cut = place + size;
    for (size_t k = 0; k < size; k++) {
        const uint64_t at = (first + (last - first) * (k + 1) / size) * SCREE_CHECKPOINT_BLOCK;
        place[k] = at < q->particles ? at : q->particles;
    }
    scree_ids_cut(q->comm, q->own.particle, q->own.n, place, size, cut);
    size_t own[2] = {0, 0};
    scree_messages in = {0};
    deal_out(q, cut, own, &in);
    share s = share_of(q, own, &in);
    const uint64_t mine = first + (last - first) * rank / size,
                   blocks = first + (last - first) * (rank + 1) / size - mine;
    if (blocks != (s.n + SCREE_CHECKPOINT_BLOCK - 1) / SCREE_CHECKPOINT_BLOCK) {
        q->problem = "two particles have the same id";
    }
    packed_block *block = scree_realloc(NULL, 0, blocks * sizeof *block);
    const bool whole = !q->problem;
    if (whole) {
        make_blocks(q, &s, block, blocks);
    }
    write_blocks(q, block, whole ? blocks : 0, 1 + mine);
    scree_free(block);
    scree_free(s.item);
    scree_free((void *)s.received);
    scree_messages_clear(&in);
    scree_free(place);
}

// ---- what is one for all ----------------------------------------------------------------------------------

static void put_words(scree_words *to, const void *data, size_t n) {
    scree_array_append(to, data, n);
}

static void put_word(scree_words *to, uint64_t word) {
    put_words(to, &word, 1);
}

static void put_name(scree_words *to, const char *name) {
    const size_t length = strlen(name);
    put_word(to, length);
    for (size_t i = 0; i < length; i += 8) {
        uint64_t word = 0;
        memcpy(&word, name + i, length - i < 8 ? length - i : 8);
        put_word(to, word);
    }
}

// The fields with an array of their own, where there are any.
static void put_fields(scree_words *to, const scree_particles *p) {
    uint64_t n = 0;
    for (int k = 0; k < SCREE_FIELD_COUNT; k++) {
        n += scree_field_is_named(p, &scree_field_table[k]);
    }
    if (n > 0) {
        put_word(to, n);
    }
    for (int k = 0; k < SCREE_FIELD_COUNT; k++) {
        if (scree_field_is_named(p, &scree_field_table[k])) {
            put_name(to, scree_field_table[k].name);
            put_word(to, (uint64_t)scree_field_table[k].components);
        }
    }
}

static void put_state(scree_words *to, const scree_world *w, const scree_saved_numbers *now) {
#define SCREE_PUT(type, name, ...)                                                                           \
    _Static_assert(sizeof(type) % 8 == 0, "whole words");                                                    \
    put_words(to, &now->name, sizeof now->name / 8);
    SCREE_SAVED_NUMBERS(SCREE_PUT)
#undef SCREE_PUT
#define SCREE_PUT(type, name, ...)                                                                           \
    _Static_assert(sizeof(type) % 8 == 0, "whole words");                                                    \
    put_word(to, w->name.n);                                                                                 \
    put_words(to, w->name.data, w->name.n * sizeof(type) / 8);
    SCREE_SAVED_ARRAYS(SCREE_PUT)
#undef SCREE_PUT
}

static void put_counters(scree_words *to, const scree_world *w, uint64_t case_hash,
                         const scree_saved_numbers *now) {
    const scree_case *c = w->case_;
    put_word(to, case_hash);
    put_state(to, w, now);
    const size_t materials = scree_case_named(c);
    put_word(to, materials);
    for (size_t i = 0; i < materials; i++) {
        put_name(to, c->material.data[i].name);
    }
    put_word(to, c->shape.n);
    for (size_t i = 0; i < c->shape.n; i++) {
        put_name(to, c->shape.data[i].name);
    }
    put_word(to, materials * materials);
    for (size_t i = 0; i < materials * materials; i++) {
        char *laws = scree_checkpoint_laws(scree_case_named_pair(c, i));
        put_name(to, laws);
        scree_free(laws);
    }
    put_word(to, c->wall.n);
    for (size_t i = 0; i < c->wall.n; i++) {
        put_name(to, c->wall.data[i].name);
        put_words(to, &w->wall.data[i].now, sizeof w->wall.data[i].now / 8);
        const scree_wall_corner_list *corner = &w->wall.data[i].corner;
        put_word(to, corner->n);
        put_words(to, corner->data, corner->n * sizeof *corner->data / 8);
    }
    put_fields(to, &w->p);
}

// Block 0, by rank 0.
static void write_counters(writer *q, uint64_t case_hash) {
    const bool first = scree_comm_rank(q->comm) == 0;
    const scree_saved_numbers now = scree_saved_numbers_of(q->world);
    packed_block block = {.data = NULL};
    if (first) {
        scree_words words = {0};
        ZSTD_CCtx *zstd = ZSTD_createCCtx();
        put_counters(&words, q->world, case_hash, &now);
        block = compress(zstd, words.data, words.n);
        ZSTD_freeCCtx(zstd);
        scree_array_free(&words);
    }
    write_blocks(q, &block, first ? 1 : 0, 0);
}

// Returns how many blocks each rank makes at a time, the same number on all: enough for its threads, as a block has 1.5 MB.
static uint64_t blocks_of_round(const writer *q) {
    const uint64_t threads =
        scree_comm_most(q->comm, q->world->threads > 1 ? (uint64_t)q->world->threads : 1);
    return threads > 1 ? 2 * threads : 4;
}

// Each rank writes its entries of the table, and rank 0 the header.
static void write_table(writer *q) {
    scree_checkpoint_header h = scree_checkpoint_header_begin();
    h.table = q->at;
    h.blocks = 1 + q->blocks;
    h.particles = q->particles;
    h.size = h.table + h.blocks * sizeof(scree_checkpoint_entry);
    for (size_t k = 0; k < q->written.n; k++) {
        const written_entry *e = &q->written.data[k];
        h.entries = scree_hash_add(h.entries, scree_checkpoint_entry_hash(&e->entry, e->index));
        scree_shared_file_write(&q->file, h.table + e->index * sizeof e->entry, &e->entry, sizeof e->entry);
    }
    uint64_t sum[2] = {h.entries.a, h.entries.b};
    scree_comm_add(q->comm, sum, 2);
    h.entries = (scree_hash){sum[0], sum[1]};
    h.own = scree_checkpoint_header_hash(&h);
    if (scree_comm_rank(q->comm) == 0) {
        scree_shared_file_write(&q->file, 0, &h, sizeof h);
    }
}

bool scree_checkpoint_write(const scree_world *w, uint64_t case_hash, const char *path, scree_report *r) {
    writer q = {.world = w, .comm = w->comm, .at = sizeof(scree_checkpoint_header)};
    if (!scree_shared_file_create(&q.file, q.comm, path, r)) {
        return false;
    }
    q.own = scree_packets_create(w);
    q.particles = q.own.n;
    scree_comm_add(q.comm, &q.particles, 1);
    q.blocks = (q.particles + SCREE_CHECKPOINT_BLOCK - 1) / SCREE_CHECKPOINT_BLOCK;
    write_counters(&q, case_hash);
    const uint64_t round = blocks_of_round(&q) * (uint64_t)scree_comm_size(q.comm);
    for (uint64_t first = 0; first < q.blocks; first += round) {
        write_round(&q, first, first + round < q.blocks ? first + round : q.blocks);
    }
    write_table(&q);
    scree_packets_clear(&q.own);
    scree_array_free(&q.written);
    return scree_shared_file_commit(&q.file, q.problem, r);
}
