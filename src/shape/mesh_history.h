// SPDX-License-Identifier: BSD-3-Clause
// Transfer of contact history on a mesh from triangle to triangle.
#ifndef SCREE_SHAPE_MESH_HISTORY_H
#define SCREE_SHAPE_MESH_HISTORY_H

#include "state/mesh.h"

// For each slot the slot whose history it takes over, or -1: no contact, or a new one. before and now:
// feature keys by slot, SCREE_FEATURE_NONE where nothing touches. A contact keeps the history of its feature;
// one on a new feature takes that of a contact that ended next to it, so rolling from face to edge to face
// keeps the tangential spring.
void scree_mesh_history_move(const scree_mesh *mesh, const uint32_t *candidate, size_t n,
                             const uint32_t *before, const uint32_t *now, int32_t *from);

#endif
