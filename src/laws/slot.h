// SPDX-License-Identifier: BSD-3-Clause
// The slots of a contact, with at most one law each, and the channels, by which two bodies exchange quantities besides force
// and torque. Each is one line here; the rows of the contact record that laws of a slot write are SCREE_CONTACT_<slot> in
// laws/contact.h.
#pragma once

#include "laws/extra.h"

enum { SCREE_PARAM_MAX = 40 }; // parameters of one law

// Ways in which two bodies in contact can move against each other; the ledger keeps its sums by them.
typedef enum scree_mode {
    SCREE_MODE_NORMAL,
    SCREE_MODE_TANGENTIAL,
    SCREE_MODE_ROLLING,
    SCREE_MODE_TWISTING,
    SCREE_MODES
} scree_mode;

// SLOT(NAME, name, modes, channels, law, sentence) in the order in which slots are evaluated: the normal law provides
// stiffness, damping and critical force to those after it. modes: in which its laws do work; channels: which they write; one
// bit each. law: the default.
#define SCREE_SLOTS(SLOT)                                                                                    \
    SLOT(NORMAL, normal, 1 << SCREE_MODE_NORMAL, 0, "hertz", "Law of the normal force.")                     \
    SLOT(COHESION, cohesion, 1 << SCREE_MODE_NORMAL, 0, "none", "Law of the attraction.")                    \
    SLOT(TANGENTIAL, tangential, 1 << SCREE_MODE_TANGENTIAL, 0, "mindlin", "Law of the friction force.")     \
    SLOT(ROLLING, rolling, 1 << SCREE_MODE_ROLLING, 0, "none", "Law of the rolling resistance.")             \
    SLOT(TWISTING, twisting, 1 << SCREE_MODE_TWISTING, 0, "none", "Law of the twisting resistance.")         \
    SLOT(BOND, bond, (1 << SCREE_MODES) - 1, 0, "none", "Law of the bond.")                                  \
    SLOT(LIQUID, liquid, 1 << SCREE_MODE_NORMAL | 1 << SCREE_MODE_TANGENTIAL, 0, "none",                     \
         "Law of the liquid bridge.")                                                                        \
    SLOT(HEAT, heat, 0, 0, "none", "Law of the heat conduction.")                                            \
    SLOT(WEAR, wear, 0, 0, "none", "Law of the wear of walls.")                                              \
    SCREE_EXTRA_SLOTS(SLOT)

#define SCREE_SLOT_NUMBER(NAME, name, modes, channels, law, sentence) SCREE_##NAME,
typedef enum scree_slot { SCREE_SLOTS(SCREE_SLOT_NUMBER) SCREE_SLOT_COUNT } scree_slot;
#undef SCREE_SLOT_NUMBER

// CHANNEL(F, name, unit, sentence): a rate at which body a receives something and body b loses it; a row of that name in
// the contact record. Each pair stores its value, each particle sums those of its pairs in the order in which it sums forces
// (forces/channels.h). F is passed on, see SCREE_CONTACT_CHANNELS in laws/contact.h. Heat is none: it has a place in the record of
// the forces (scree_pair_force), which is read anyway.
#define SCREE_CHANNELS(CHANNEL, F) SCREE_EXTRA_CHANNELS(CHANNEL, F)

#define SCREE_CHANNEL_NUMBER(F, name, unit, sentence) SCREE_CHANNEL_##name,
typedef enum scree_channel { SCREE_CHANNELS(SCREE_CHANNEL_NUMBER, ) SCREE_CHANNEL_COUNT } scree_channel;
#undef SCREE_CHANNEL_NUMBER

enum { SCREE_CHANNEL_ROOM = SCREE_CHANNEL_COUNT > 0 ? SCREE_CHANNEL_COUNT : 1 }; // length of arrays, never 0
