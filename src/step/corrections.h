// SPDX-License-Identifier: BSD-3-Clause
// Corrections at the edges and vertices of meshes, on their way from where particles touch walls to the laws: they are
// evaluated like contacts, `count` times, and what they do is added to the contacts that they correct.
#ifndef SCREE_STEP_CORRECTIONS_H
#define SCREE_STEP_CORRECTIONS_H

#include "laws/contact.h"
#include "shape/mesh_touch.h"
#include "state/world.h"

typedef struct scree_correction {
    scree_wall_touch touch;
    double count;
    uint32_t particle;
    uint8_t touching; // as scree_pairs.touching: 1, or 2 within the field of a law
    double fresh;     // as scree_contact.fresh
    uint32_t parents;
    uint32_t pair[SCREE_CORRECTION_PARENTS]; // wall pairs that it corrects, by share
    double share[SCREE_CORRECTION_PARENTS];
    double h[SCREE_HISTORY_MAX]; // mean of their histories as they were before this step
} scree_correction;

// Those that one thread has found in this step; a mesh group knows the thread and its own.
typedef struct scree_corrections {
    scree_mesh_work work;
    SCREE_ARRAY(scree_correction) list;
} scree_corrections;

#endif
