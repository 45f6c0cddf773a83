// SPDX-License-Identifier: BSD-3-Clause
// The texts that say what a key of the input accepts, for messages, help and the reference page.
#pragma once

#include "keys/key.h"

// Returns what a key accepts: "a number in m, > 0, such as 4 mm; or auto". Free with scree_free.
char *scree_key_accepts(const scree_key *key);
// These add parts of such a text: the bounds of a key, ", > 0 m", if it has some; and words, "a, b or c".
void scree_accepted_range(scree_text_buffer *t, const scree_key *key, const char *unit);
void scree_accepted_words(scree_text_buffer *t, const char *words);
