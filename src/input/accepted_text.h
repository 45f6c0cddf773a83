// SPDX-License-Identifier: BSD-3-Clause
// What a key of the input accepts, as a text for messages, help and the reference page.
#ifndef SCREE_INPUT_ACCEPTED_TEXT_H
#define SCREE_INPUT_ACCEPTED_TEXT_H

#include "input/schema.h"

// What may stand there: "a number in m, > 0, such as 4 mm; or auto". Free with scree_free.
char *scree_key_accepts(const scree_key *key);

#endif
