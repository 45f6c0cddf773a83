// SPDX-License-Identifier: BSD-3-Clause
// The laws by name: what the input, the help and the docs know of them.
#ifndef SCREE_LAWS_REGISTRY_H
#define SCREE_LAWS_REGISTRY_H

#include "laws/law.h"
#include "state/case.h"

// Every known law: the built-in ones in the order of laws/all.h, then those of users; *n gets the count.
const scree_law *const *scree_laws(int *n);
// How many are built in.
int scree_laws_builtin(void);
// Adds a law of the user's; it must live as long as the process. NULL, or what is wrong with it.
const char *scree_laws_add(const scree_law *law);
// Index of the law `name` in this slot, or -1.
int scree_law_find(scree_slot slot, const char *name);

typedef struct scree_slot_desc {
    const char *name, *fallback, *doc; // of its key in the input: the law if nothing is said, and a sentence
    int modes, channels;               // a bit for each scree_mode, scree_channel
} scree_slot_desc;
extern const scree_slot_desc scree_slots[SCREE_SLOT_COUNT]; // the list of state/slot.h
const char *scree_slot_name(scree_slot slot);
typedef struct scree_channel_desc {
    const char *name, *unit, *doc;
} scree_channel_desc;
extern const scree_channel_desc scree_channels[SCREE_CHANNEL_COUNT + 1]; // ends with {NULL, NULL, NULL}

// The parameter called `name`, or by its name in the program the law comes from; -1.
int scree_law_param(const scree_law *law, const char *name);
// The name of a parameter in the program the law comes from, or NULL if it is the same there.
const char *scree_law_their_name(const scree_law *law, const char *name);
double scree_mix_apply(scree_mix mix, double a, double b);
const char *scree_mix_name(scree_mix mix);
scree_pairing scree_pairing_of(const scree_material_def *a, const scree_material_def *b);
// Why these laws (index by slot, -1: none) cannot act together, or NULL.
const char *scree_laws_misfit(const int law[SCREE_SLOT_COUNT]);

#endif
