// SPDX-License-Identifier: BSD-3-Clause
// The senses of a contact that a law may act in, in the order in which they are evaluated: the normal law offers
// stiffness, damping and critical force to those after it.
#ifndef SCREE_STATE_SLOT_H
#define SCREE_STATE_SLOT_H

enum { SCREE_PARAM_MAX = 40 }; // parameters of one law

typedef enum scree_slot {
    SCREE_NORMAL,
    SCREE_COHESION,
    SCREE_TANGENTIAL,
    SCREE_ROLLING,
    SCREE_TWISTING,
    SCREE_SLOT_COUNT
} scree_slot;

#endif
