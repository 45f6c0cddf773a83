// SPDX-License-Identifier: BSD-3-Clause
// Contacts turn what they lose into heat (heat.friction). In a step of length dt a contact makes
//   q = dt/2 (P0 + P1) - (E1 - E0),
// with the power P that its motion puts into it and its stored energy E at the evaluation before (0) and now (1); of modes whose energy is
// known (scree_law_set.known) P is that of the dashpots alone, and E is not counted. The sum over all steps is the work by the trapezoidal
// rule less what is stored, which is the sum of the viscous and plastic losses in the ledger, contact by contact. A step may be negative.
// P0 and E0 are the last two columns of the history; where a contact ends, P1 = E1 = 0.
//
// A pair stores what it makes for each of its bodies until the step has been added to their temperatures, and then forgets it.
#pragma once

#include "state/world.h"

enum { SCREE_MADE_OF_HISTORY = 2 }; // columns

// Power and energy of the last evaluation of pair k, in its history.
static inline double *scree_loss_columns(const scree_pairs *pairs, const scree_pair_block *block, size_t k) {
    return pairs->history + block->history + (k - block->first + 1) * (size_t)block->n_history -
           SCREE_MADE_OF_HISTORY;
}

// Returns the heat, J, that a contact makes in the step that ends with this power, W, and this stored energy, J.
static inline double scree_loss_heat_of(const scree_pairs *pairs, const double *before, double power,
                                        double energy) {
    return pairs->half_step >= 0.0 ? pairs->half_step * (before[0] + power) - (energy - before[1]) : 0.0;
}

// Adds it to what the pair holds for its two bodies.
static inline void scree_loss_heat_add(const scree_pairs *pairs, const scree_pair_block *block, size_t k,
                                       double loss_heat) {
    pairs->loss_heat[2 * k] += block->loss_share[0] * loss_heat;
    pairs->loss_heat[2 * k + 1] += block->loss_share[1] * loss_heat;
}

// Stores it for the two bodies.
static inline void scree_loss_heat_store(const scree_pairs *pairs, const scree_pair_block *block, size_t k,
                                         double loss_heat) {
    pairs->loss_heat[2 * k] = block->loss_share[0] * loss_heat;
    pairs->loss_heat[2 * k + 1] = block->loss_share[1] * loss_heat;
}
