// SPDX-License-Identifier: BSD-3-Clause
// Stiffness and damping of contacts by mode, measured by evaluating their laws for a small displacement and for a small velocity. So this
// works for all laws, those of users too. Tangential, rolling and twisting springs are measured from their relaxed state: a contact that
// slides now may stick in the next step.
#pragma once

#include "kernels/kernels.h"
#include <math.h>

// By scree_mode.
typedef struct scree_hardness {
    double stiffness[SCREE_MODES]; // N/m, N/m, N m/rad, N m/rad
    double dashpot[SCREE_MODES];   // N s/m, N s/m, N m s, N m s
} scree_hardness;

// A slope that makes a motion faster, or is not finite, counts as none.
static inline double scree_hardness_usable(double x) {
    return x > 0.0 && isfinite(x) ? x : 0.0;
}

// Measures the contacts in b, which touch and whose geometry and history are set, without bonds, of which their capability knows. A positive
// stiffness opposes the displacement; if a law increases the displacement, the stiffness is 0. dt: s, the time step that is checked. Changes the
// motion of the batch.
void scree_hardness_measure(const scree_law_set *set, const scree_kernels *kernels, scree_batch *b, double dt,
                            scree_hardness *out);
// Moves all contacts of the batch, along and across their normals, with `slip` effective radii per second, and turns them about both with `turn` rad/s, in a
// step of no length.
void scree_hardness_move(scree_batch *b, double slip, double turn);
