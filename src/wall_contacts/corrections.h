// SPDX-License-Identifier: BSD-3-Clause
// Corrections at the edges and vertices of meshes, from wall_touch.c to the laws. A correction takes a part off the normal force of each contact around
// it, before the laws of friction see this force: so each contact has one force and one motion, and all else follows from these.
#pragma once

#include "geometry/mesh_touch.h"
#include "laws/contact.h"
#include "state/world.h"
#include "wall_contacts/mesh_history.h"

// What the normal laws find for a correction, without its count. Forces are along its normal times its slope.
typedef struct scree_correction_force {
    double fn, fn_elastic, critical, kn, kt, cn; // as of scree_contact
    double dashpot, energy, viscous;             // N, of the dashpot; J; W
    double at_rest;                              // m/s, motion against the remainder of its direction
    bool acts;           // false: the contact laws do not act, and all forces are zero
    double heat, impact; // W, m3
    double channel[SCREE_CHANNEL_ROOM];
} scree_correction_force;

typedef struct scree_correction {
    scree_wall_touch touch;
    double slope, count; // as of scree_mesh_correction
    uint32_t particle;
    uint8_t touching; // as scree_pairs.touching: 1, or 2 within the field of a law
    double fresh;     // as scree_contact.fresh
    uint32_t parents;
    uint32_t pair
        [SCREE_CORRECTION_PARENTS]; // wall pairs that it corrects; share: the fraction of what has no direction that each gets
    double share[SCREE_CORRECTION_PARENTS];
    // The direction of its force is the sum of the normals of these contacts times these parts, >= 0, and of a remainder: a force, and for convex bodies
    // a torque about the centre, m, per force.
    double part[SCREE_CORRECTION_PARENTS];
    scree_vec3 rest, turn;
    double h[SCREE_HISTORY_MAX]; // mean of the histories of these pairs, from before this step
    scree_correction_force force;
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

// Sets the parts and the remainder of a correction from the normals of the contacts that it corrects.
void scree_correction_divide(const scree_world *w, scree_correction *c);
