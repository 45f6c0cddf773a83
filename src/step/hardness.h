// SPDX-License-Identifier: BSD-3-Clause
// How stiff and how damped contacts are by mode, measured on their laws as they are: each law is evaluated for a small displacement and
// for a small velocity. So this holds for all laws, those of users too. Tangential, rolling and twisting springs are measured from where
// they are relaxed: a contact that slides now may stick in the next step.
#ifndef SCREE_STEP_HARDNESS_H
#define SCREE_STEP_HARDNESS_H

#include "step/kernels.h"

// By scree_mode.
typedef struct scree_hardness {
    double stiffness[SCREE_MODES]; // N/m, N/m, N m/rad, N m/rad
    double dashpot[SCREE_MODES];   // N s/m, N s/m, N m s, N m s
} scree_hardness;

// Of the contacts in b, whose geometry and history are set and which touch, with their bonds. A positive stiffness pushes back; where a law
// pulls the bodies on it is 0. dt: s, the time step that is to be judged. The motion and the history of the batch are changed.
void scree_hardness_measure(const scree_law_set *set, const scree_kernels *kernels, scree_batch *b, double dt,
                            scree_hardness *out);

#endif
