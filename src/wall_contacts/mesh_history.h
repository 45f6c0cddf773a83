// SPDX-License-Identifier: BSD-3-Clause
// Transfer of contact history on a mesh from triangle to triangle.
#pragma once

#include "mesh/mesh.h"

// A triangle of a contact that has ended, by their slots.
typedef struct scree_mesh_ended {
    uint32_t contact, triangle;
} scree_mesh_ended;

// Working memory, all zero at first; it grows to a few numbers per slot that changes.
typedef struct scree_mesh_history_work {
    SCREE_ARRAY(uint64_t) wanted; // feature and slot of each contact that is searched for
    SCREE_ARRAY(uint64_t) part;   // slots of such a contact and of a triangle that has its feature
    SCREE_ARRAY(scree_mesh_ended) ended;
    SCREE_ARRAY(uint64_t) place; // vertex or direction of a triangle in `ended`, and its number there
    SCREE_ARRAY(uint32_t)
    skipped;                    // by number in `place` where a new key begins: how many of this key are taken
    SCREE_ARRAY(uint8_t) taken; // by slot: another contact has its history, or there is none
} scree_mesh_history_work;
void scree_mesh_history_work_clear(scree_mesh_history_work *work);

// For each slot the slot whose history it takes over, or -1: no contact, or a new one. before and now:
// feature keys by slot, SCREE_FEATURE_NONE where nothing touches. A contact keeps the history of its feature;
// one on a new feature takes that of a contact that ended next to it, so rolling from face to edge to face
// keeps the tangential spring.
void scree_mesh_history_move(const scree_mesh *mesh, const uint32_t *candidate, size_t n,
                             const uint32_t *before, const uint32_t *now, scree_mesh_history_work *work,
                             int32_t *from);
