// SPDX-License-Identifier: BSD-3-Clause
// Defines a key of the input, and a section, which is a table of keys. The parser, `scree help KEY`, the reference page and the record of
// a run all read these tables and nothing else, so they cannot disagree; the laws' parameters come from the laws' own.
#pragma once

#include "keys/value_types.h"

struct scree_config;
struct scree_section;

typedef struct scree_key {
    const char *name;
    const scree_value_type *type;
    const char *unit;     // numbers: "m"; several by '|', then the unit must be given
    const char *fallback; // default as it would be written; NULL: zero, or none
    bool required;
    const char *unless; // "a|b": not required if one of these is there, beside it or, with '/', in the file
    bool bounded;       // min (itself excluded if `above`) <= value <= max; vectors: no bounds
    double min, max;
    bool above;
    bool whole;          // numbers: no fraction
    const char *choices; // "random|lattice"
    const char *word;    // numbers: a word that may stand instead of a number,
    double word_value;   // and what it means
    const char *doc;     // one sentence; NULL: that of its section
    bool live;           // it, and all keys below it, may change in phases and in worlds that are open
    size_t offset;       // of the value in the section's struct
    size_t flag;         // of a bool, 0: none. Sections: was given. Numbers: index of the unit given
    const struct scree_section *section;
    const char *alias_of; // another spelling of that key
    bool variant;         // exactly one of the variants of a section is given; it sets the section's kind
    int kind;
    unsigned kinds; // not 0: only together with the variants of these kinds (1u << kind)
} scree_key;

// The fate of a key that is not in the table of its section; REFUSED: this was reported.
typedef enum scree_other_key { SCREE_KEY_UNKNOWN, SCREE_KEY_TAKEN, SCREE_KEY_REFUSED } scree_other_key;

typedef struct scree_section {
    const char *doc;
    const scree_key *key;
    size_t nkey;
    size_t size;        // of the struct, for lists
    size_t kind_offset; // of the int that variants set
    size_t name_offset; // NAMED: of the char *
    bool has_place;
    size_t place_offset;
    bool law_params;                        // parameters of laws are accepted too
    const scree_value_type *law_param_type; // of their values; NULL: of each its own
    const char *short_key;                  // a value that is no mapping stands for this key
    // Decides on a key that is not in the table. NULL: all of them are unknown.
    scree_other_key (*other)(struct scree_config *g, const scree_yaml *key, const scree_yaml *value,
                             const char *path);
    // Emits the values of such keys. NULL: there are none.
    void (*write_other)(const scree_value_writer *w, const void *base, const char *path);
    // Lists, NAMED too: how many items at the beginning of the list are those of the file. NULL: all are.
    size_t (*count)(const scree_case *c);
    void (*check)(struct scree_config *g, void *base, const scree_yaml *node, const char *path);
} scree_section;

static inline const char *scree_key_doc(const scree_key *key) {
    return key->doc ? key->doc : key->section->doc;
}
