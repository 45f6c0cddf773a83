// SPDX-License-Identifier: BSD-3-Clause
// Corrections at the edges and vertices of meshes, from wall_touch.c to the laws: they are evaluated like contacts, multiplied
// by `count`, and added to the contacts that they correct.
#pragma once

#include "geometry/mesh_history.h"
#include "geometry/mesh_touch.h"
#include "laws/contact.h"
#include "state/world.h"

typedef struct scree_correction {
    scree_wall_touch touch;
    double slope, count; // as of scree_mesh_correction
    uint32_t particle;
    uint8_t touching; // as scree_pairs.touching: 1, or 2 within the field of a law
    double fresh;     // as scree_contact.fresh
    uint32_t parents;
    uint32_t pair
        [SCREE_CORRECTION_PARENTS]; // wall pairs that it corrects; share: the fraction of it that each gets
    double share[SCREE_CORRECTION_PARENTS];
    double h[SCREE_HISTORY_MAX]; // mean of the histories of these pairs, from before this step
} scree_correction;

// The corrections that one thread has found in this step, and its scratch. A mesh group stores the thread and its range.
typedef struct scree_corrections {
    SCREE_ARRAY(scree_correction) list;
    scree_mesh_work work;
    scree_mesh_history_work history;
    uint64_t
        unfinished; // searches in this step for the deepest point of a convex body that needed too many steps
    void *slots;    // of wall_touch.c
    size_t slots_size;
} scree_corrections;
