// SPDX-License-Identifier: BSD-3-Clause
// What the writer and the reader of checkpoints agree on. All words are 8 bytes, little endian.
//
//   header
//   blocks                          each compressed by itself (zstd), padded with zeros to whole words
//   table                           an entry for each block
//
// Block 0 holds what is one for all: counters, names, sums (checkpoint_write.c, put_counters). The others hold the
// particles in the order of their ids, SCREE_CHECKPOINT_BLOCK in each but the last, and the contacts that are theirs, as
// the partner with the smaller id: those of a particle together, with particles by the partner's id, then with walls by
// wall and element. So the file does not show who wrote it, nor in which order things are stored. A block is
//
//   3 words                         particles, contacts, words of history
//   a column for each of scree_checkpoint_column of the particles, then of scree_checkpoint_contact_column of the contacts
//   history                         of one contact after the other
//
// Columns, as like compresses well beside like. Each entry of the table holds its block's hash, the header that of the
// table and its own: every byte is covered.
#ifndef SCREE_IO_CHECKPOINT_FORMAT_H
#define SCREE_IO_CHECKPOINT_FORMAT_H

#include "base/hash.h"
#include "io/checkpoint.h"
#include <stddef.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "records are written as they lie in memory");
_Static_assert(sizeof(scree_pos) == 32 && sizeof(scree_vel) == 32 && sizeof(scree_spin) == 32 &&
                   sizeof(scree_wrench) == 48 && sizeof(scree_ledger) == 192 && sizeof(scree_outlet) == 16 &&
                   sizeof(scree_depth) == 40,
               "a change of these is a new format version");

enum { SCREE_CHECKPOINT_VERSION = 5, SCREE_CHECKPOINT_BLOCK = 4096 };

typedef struct scree_checkpoint_header {
    char magic[8];
    uint32_t version, zero;
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

enum scree_checkpoint_column {
    SCREE_COLUMN_ID,
    SCREE_COLUMN_X,
    SCREE_COLUMN_V = SCREE_COLUMN_X + 4,
    SCREE_COLUMN_W = SCREE_COLUMN_V + 4,
    SCREE_COLUMN_F = SCREE_COLUMN_W + 4,
    SCREE_COLUMN_CONTACTS = SCREE_COLUMN_F + 6, // how many
    SCREE_COLUMNS
};

enum scree_checkpoint_contact_column {
    SCREE_CONTACT_PARTNER, // its id; of a wall the code of the image, see search/wall_pairs.h
    SCREE_CONTACT_WALL,    // number, -1: none; above it the element
    SCREE_CONTACT_FEATURE, // above it the words of history
    SCREE_CONTACT_MATERIALS,
    SCREE_CONTACT_COLUMNS
};

// Two 32-bit numbers in a word.
static inline uint64_t scree_checkpoint_join(uint32_t low, uint32_t high) {
    return low | (uint64_t)high << 32;
}

static inline scree_checkpoint_header scree_checkpoint_header_begin(void) {
    return (scree_checkpoint_header){.magic = {'S', 'C', 'R', 'E', 'E', 'C', 'H', 'K'},
                                     .version = SCREE_CHECKPOINT_VERSION};
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

#endif
