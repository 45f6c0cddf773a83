// SPDX-License-Identifier: BSD-3-Clause
// Where one sphere touches one mesh: out of the triangles near it, the set of contacts, each in one slot of
// the list of candidates, the corrections where contacts count a place twice, and the hand-over of contact
// history from step to step.
//
// The energy of a sphere at a surface is a sum over triangles, edges and vertices, each with the distance to its
// nearest point and a count that makes every point of the surface count once (scree_mesh_cell). Every term changes
// continuously, and so does its force, so that no edge or vertex can make energy. Most terms have their nearest
// point in common and cancel. What is left is
// - contacts: faces that the centre is above, convex edges and vertices: local minima of the distance, with a history.
//   A plane cut into triangles is one contact with the numbers of the plane, a convex body is one contact whose
//   normal turns continuously, a concave corner is one contact per face;
// - corrections: mostly a concave edge within reach of a sphere that is above both its faces, counted -1 times.
// Nothing depends on the winding: a sheet has two sides.
#ifndef SCREE_SHAPE_MESH_TOUCH_H
#define SCREE_SHAPE_MESH_TOUCH_H

#include "state/mesh.h"

// Feature key: kind in the top two bits, number of the patch, edge or vertex below; 0 is no feature.
#define SCREE_FEATURE_NONE 0u
#define SCREE_FEATURE_FACE (1u << 30)
#define SCREE_FEATURE_EDGE (2u << 30)
#define SCREE_FEATURE_VERTEX (3u << 30)
#define SCREE_FEATURE_KIND (3u << 30) // mask

typedef struct scree_mesh_contact {
    double overlap;    // m, r less the distance; 0 where the slot has no contact
    scree_vec3 normal; // unit, from the centre into the wall, mesh frame
    scree_vec3 point;  // m, nearest point of the mesh, mesh frame
    uint32_t feature;  // SCREE_FEATURE_NONE where the slot has no contact
} scree_mesh_contact;

enum { SCREE_CORRECTION_PARENTS = 4 };

// A term of the sum that is no contact: it acts like one, `count` times. It has no history of its own but the mean, by
// share, of that of its parents, the contacts around it; where it cancels one of them, that one has the whole share.
typedef struct scree_mesh_correction {
    double overlap;                            // m
    scree_vec3 normal;                         // as of a contact
    double count;                              // whole number, not 0
    uint32_t slot;                             // of a triangle that has the point
    uint32_t parents;                          // 1 or more
    uint32_t parent[SCREE_CORRECTION_PARENTS]; // slots of contacts
    double share[SCREE_CORRECTION_PARENTS];    // of the parents, sum 1
} scree_mesh_correction;

// Room to work in, and the corrections found; zero to begin with, it grows where a sphere touches more triangles than
// any before.
typedef struct scree_mesh_work {
    struct scree_mesh_hits *hits;
    SCREE_ARRAY(scree_mesh_correction) correction;
} scree_mesh_work;
void scree_mesh_work_clear(scree_mesh_work *work);

// Contacts of the sphere (centre in the mesh frame, radius r) with the candidates, n triangles in ascending
// order among which are all that the sphere touches; others change nothing. Fills contact[0..n-1] and
// work->correction, returns how many touch. beyond: what is less than that far from the surface of the sphere counts
// too, with an overlap below 0; the numbers of a contact do not depend on it.
// image (may be NULL): what to add to the centre as candidate i sees it, across a periodic boundary; then a triangle may
// be listed once per image, and the order is that of the images first.
size_t scree_mesh_touch(const scree_mesh *mesh, scree_vec3 centre, const scree_vec3 *image, double r,
                        double beyond, const uint32_t *candidate, size_t n, scree_mesh_work *work,
                        scree_mesh_contact *contact);

// Is the feature an edge or vertex of the triangle?
static inline bool scree_triangle_has(const scree_triangle *t, uint32_t feature) {
    const uint32_t number = feature & ~SCREE_FEATURE_KIND, kind = feature & SCREE_FEATURE_KIND;
    if (kind == SCREE_FEATURE_FACE) {
        return false;
    }
    const uint32_t *list = kind == SCREE_FEATURE_EDGE ? t->e : t->v;
    return list[0] == number || list[1] == number || list[2] == number;
}

#endif
