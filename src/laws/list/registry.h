// SPDX-License-Identifier: BSD-3-Clause
// The list of laws, for the input, the help and the docs.
#pragma once

#include "case/case.h"
#include "laws/law.h"

// All laws: the built-in ones in the order of laws/list/all.h, then those of users; *n: their number.
const scree_law *const *scree_laws(int *n);
// The law of this index; NULL: there is none, as for -1.
const scree_law *scree_law_at(int index);
// Number of built-in laws.
int scree_laws_builtin(void);
// Adds a user's law, which must exist until the process ends. Returns NULL, or an error message.
const char *scree_laws_add(const scree_law *law);
// Index of the law `name` in this slot, or -1.
int scree_law_find(scree_slot slot, const char *name);

typedef struct scree_slot_desc {
    const char *name, *fallback, *doc; // of its key in the input: default law, and a sentence
    int modes, channels;               // a bit for each scree_mode, scree_channel
} scree_slot_desc;
extern const scree_slot_desc scree_slots[SCREE_SLOT_COUNT]; // the list of laws/slot.h
const char *scree_slot_name(scree_slot slot);
typedef struct scree_channel_desc {
    const char *name, *unit, *doc;
} scree_channel_desc;
extern const scree_channel_desc scree_channels[SCREE_CHANNEL_COUNT + 1]; // ends with {NULL, NULL, NULL}

// Index of the parameter `name`, which may also be a name that other programs have for it; -1: none, or no law.
int scree_law_param(const scree_law *law, const char *name);
// Name number `which`, from 0, that other programs have for a parameter, the one that the law comes from first; NULL: there are not so many.
const char *scree_law_their_name(const scree_law *law, const char *name, int which);
double scree_mix_apply(scree_mix mix, double a, double b);
const char *scree_mix_name(scree_mix mix);
scree_pairing scree_pairing_of(const scree_material_def *a, const scree_material_def *b);
// Why these laws (index by slot, -1: none) cannot be combined, or NULL.
const char *scree_laws_problem(const int law[SCREE_SLOT_COUNT]);
