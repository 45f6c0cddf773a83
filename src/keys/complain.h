// SPDX-License-Identifier: BSD-3-Clause
// Messages of the input: what is wrong where, and what would be accepted.
#pragma once

#include "keys/config_read.h"

// A name that other programs, papers and habits have for a key.
typedef struct scree_foreign_name {
    const char *theirs; // small letters without _ and -; one letter: as it is
    const char *ours;   // the key
    const char *where;  // "in 'time'": where that key stands
} scree_foreign_name;

// Adds a message; once, if it is there already. It and scree_config_wrong return false, for functions that fail with it.
bool scree_config_error(scree_config *g, scree_place at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// "path: given is what; accepted: ..." with the key's own text.
bool scree_config_wrong(scree_config *g, const scree_key *key, const scree_yaml *node, const char *path,
                        const char *what);
// "a mapping", "a list", "\"4 kg\"", "no value".
void scree_config_given(const scree_yaml *node, char *out, size_t size);

// "did you mean 'x'? " or nothing.
void scree_config_hint(const char *given, const char *const *names, size_t n, char *out, size_t size);
void scree_config_unknown_key(scree_config *g, const scree_section *s, const scree_yaml *key,
                              const char *path);
