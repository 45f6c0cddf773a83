// SPDX-License-Identifier: BSD-3-Clause
// Where one sphere touches one mesh: out of the triangles near it, the set of contacts, each in one slot of
// the list of candidates, and the hand-over of contact history from step to step.
//
// A contact is a local minimum of the distance to the surface. So a plane cut into triangles is one contact
// with the numbers of the plane, a convex body is one contact whose normal turns continuously over edges and
// vertices, and a concave corner is one contact per face. Nothing depends on the winding: a sheet has two
// sides.
#ifndef SCREE_SHAPE_MESH_TOUCH_H
#define SCREE_SHAPE_MESH_TOUCH_H

#include "state/mesh.h"

// Feature key: kind in the top two bits, number of the patch, edge or vertex below; 0 is no feature.
#define SCREE_FEATURE_NONE 0u
#define SCREE_FEATURE_FACE (1u << 30)
#define SCREE_FEATURE_EDGE (2u << 30)
#define SCREE_FEATURE_VERTEX (3u << 30)
#define SCREE_FEATURE_KIND (3u << 30) // mask

enum { SCREE_MESH_TOUCH_MOST = 64 }; // triangles touched at once; of more the shallowest are left out

typedef struct scree_mesh_contact {
    double overlap;    // m, r less the distance; 0 where the slot has no contact
    scree_vec3 normal; // unit, from the centre into the wall, mesh frame
    scree_vec3 point;  // m, nearest point of the mesh, mesh frame
    uint32_t feature;  // SCREE_FEATURE_NONE where the slot has no contact
} scree_mesh_contact;

// Contacts of the sphere (centre in the mesh frame, radius r) with the candidates, n triangles in ascending
// order among which are all that the sphere touches; others change nothing. Fills contact[0..n-1], returns
// how many touch. beyond: what is less than that far from the surface of the sphere counts too, with an overlap below 0;
// the numbers of a contact do not depend on it.
// image (may be NULL): what to add to the centre as candidate i sees it, across a periodic boundary; then a triangle may
// be listed once per image, and the order is that of the images first.
size_t scree_mesh_touch(const scree_mesh *mesh, scree_vec3 centre, const scree_vec3 *image, double r,
                        double beyond, const uint32_t *candidate, size_t n, scree_mesh_contact *contact);

// For each slot the slot whose history it takes over, or -1: no contact, or a fresh one. before and now:
// feature keys by slot, SCREE_FEATURE_NONE where nothing touches. A contact keeps the history of its feature;
// one on a new feature takes that of a contact that ended next to it, so rolling from face to edge to face
// keeps the tangential spring.
void scree_mesh_hand_over(const scree_mesh *mesh, const uint32_t *candidate, size_t n, const uint32_t *before,
                          const uint32_t *now, int32_t *from);

#endif
