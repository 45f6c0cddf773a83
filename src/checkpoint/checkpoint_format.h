// SPDX-License-Identifier: BSD-3-Clause
// The format of checkpoints, for their writer and reader. All words are 8 bytes, little endian.
//
//   header
//   blocks                          each compressed by itself (zstd), padded with zeros to whole words
//   table                           an entry for each block
//
// Block 0 holds what is one for all: the saved state (state/saved_state.h), names, walls (checkpoint_write.c, put_counters). The others hold the
// particles in the order of their ids, SCREE_CHECKPOINT_BLOCK in each but the last, and the contacts that belong to them, as
// the neighbour with the smaller id: those of a particle together, with particles by the neighbour's id, then with walls by
// wall and element. So the file does not depend on the number of ranks, nor on the order of the storage. A block is
//
//   3 words                         particles, contacts, words of history
//   columns of the particles        one for each word: id, the saved fields (state/fields.h), number of contacts
//   columns of the contacts         one for each of scree_checkpoint_contact_column
//   history                         of one contact after the other
//
// Columns, as like compresses well beside like. Each entry of the table holds its block's hash, the header that of the
// table and its own: every byte is covered.
//
// Fields that are in the records of state/fields.h are in every file. Fields with an array of their own are there where the
// case has them: block 0 then ends with how many they are, and the name and the number of words of each.
#pragma once

#include "checkpoint/checkpoint.h"
#include "memory/hash.h"
#include <stddef.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "records are written as they lie in memory");
#define SCREE_FIELD(name, array, offset, type, count, flags, ...)                                            \
    +((flags)&SCREE_SAVED ? sizeof(type) * (count) : 0)
enum { SCREE_CHECKPOINT_RECORDS = 0 SCREE_RECORD_FIELDS }; // B of a particle
#undef SCREE_FIELD
#define SCREE_WHOLE_WORDS(name, type, ...) &&sizeof(type) % 8 == 0
_Static_assert(1 SCREE_OWN_FIELDS(SCREE_WHOLE_WORDS), "a column is a word");
#undef SCREE_WHOLE_WORDS
_Static_assert(SCREE_CHECKPOINT_RECORDS == 18 * 8 && sizeof(scree_ledger) == 400 &&
                   sizeof(scree_outlet) == 16 && sizeof(scree_group) == 16 && sizeof(scree_depth) == 40 &&
                   sizeof(scree_measure_memory) == 392 && sizeof(scree_step_watch) == 72 &&
                   sizeof(scree_wall_state) == 368 + sizeof(scree_wall_drive_state) &&
                   sizeof(scree_wall_corner) == 32 && sizeof(scree_bond_counts) == 48 &&
                   sizeof(scree_heat_ledger) == 96,
               "a change of these is a new format version");

enum { SCREE_CHECKPOINT_VERSION = 16, SCREE_CHECKPOINT_BLOCK = 4096 };

typedef struct scree_checkpoint_header {
    char magic[8];
    uint32_t version;
    uint32_t list;  // hash of the list of saved numbers, to which capabilities add (state/saved_state.h)
    uint64_t size;  // of the file, B
    uint64_t table; // where it begins, B
    uint64_t blocks, particles;
    scree_hash entries; // sum of those of the table
    scree_hash own;     // of all before
} scree_checkpoint_header;

typedef struct scree_checkpoint_entry {
    uint64_t at, packed; // first byte and compressed size, B
    uint64_t size;       // before compression, B
    scree_hash hash;     // of the words in the file
} scree_checkpoint_entry;

// The saved numbers (state/saved_state.h) of all ranks.
typedef struct scree_saved_numbers {
    SCREE_SAVED_NUMBERS(SCREE_SAVED_NUMBER)
} scree_saved_numbers;
// Collective.
scree_saved_numbers scree_saved_numbers_of(const scree_world *w);

// Words of a particle: the id is the first, the number of contacts the last.
static inline size_t scree_checkpoint_columns(const scree_particles *p) {
    return 1 + scree_fields_size(p, SCREE_SAVED) / 8 + 1;
}

// Fields that a file names: block 0 says which they are.
static inline bool scree_field_is_named(const scree_particles *p, const scree_field *field) {
    return field->flags & SCREE_SAVED && field->array >= SCREE_ARRAY_FIRST_OWN &&
           scree_particles_have(p, field->array);
}

enum scree_checkpoint_contact_column {
    SCREE_CONTACT_PARTNER, // its id; of a wall the code of the image, see pairs/wall_pairs.h
    SCREE_CONTACT_WALL,    // number, -1: none; above it the element
    SCREE_CONTACT_FEATURE, // above it the words of history
    SCREE_CONTACT_MATERIALS,
    SCREE_CONTACT_COLUMNS
};

// Two 32-bit numbers in a word.
static inline uint64_t scree_checkpoint_join(uint32_t low, uint32_t high) {
    return low | (uint64_t)high << 32;
}

// A contact of particle a from its columns; `history`: where its history will begin.
static inline scree_checkpoint_contact scree_checkpoint_contact_of(const uint64_t *word, uint64_t a,
                                                                   uint64_t history) {
    const uint64_t wall = word[SCREE_CONTACT_WALL], feature = word[SCREE_CONTACT_FEATURE],
                   materials = word[SCREE_CONTACT_MATERIALS];
    return (scree_checkpoint_contact){.a = a,
                                      .b = word[SCREE_CONTACT_PARTNER],
                                      .wall = (int32_t)(uint32_t)wall,
                                      .element = (uint32_t)(wall >> 32),
                                      .feature = (uint32_t)feature,
                                      .n_history = (uint32_t)(feature >> 32),
                                      .history = history,
                                      .material = {(uint32_t)materials, (uint32_t)(materials >> 32)}};
}

static inline scree_checkpoint_header scree_checkpoint_header_begin(void) {
#define SCREE_NAME(type, name, ...) #type " " #name ";"
    static const char list[] = SCREE_SAVED_NUMBERS(SCREE_NAME) SCREE_SAVED_ARRAYS(SCREE_NAME);
#undef SCREE_NAME
    return (scree_checkpoint_header){.magic = {'S', 'C', 'R', 'E', 'E', 'C', 'H', 'K'},
                                     .version = SCREE_CHECKPOINT_VERSION,
                                     .list = (uint32_t)scree_hash_bytes(list, sizeof list, 0).a};
}

static inline scree_hash scree_checkpoint_header_hash(const scree_checkpoint_header *h) {
    return scree_hash_bytes(h, offsetof(scree_checkpoint_header, own), 0x5c4ee);
}

// Its sum over the table does not depend on who adds which entries.
static inline scree_hash scree_checkpoint_entry_hash(const scree_checkpoint_entry *e, uint64_t index) {
    return scree_hash_bytes(e, sizeof *e, index);
}

// Bytes of a block in the file.
static inline size_t scree_checkpoint_padded(uint64_t packed) {
    return (size_t)((packed + 7) / 8 * 8);
}
