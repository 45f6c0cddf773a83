// SPDX-License-Identifier: BSD-3-Clause
// Contacts of one sphere or convex body with one mesh: from the triangles near it, the set of contacts, each in one slot of the list of
// candidates, and the corrections where contacts count part of the surface twice.
//
// The energy of a sphere at a surface is a sum over what is within reach of it, which consists of one or several separate regions. A
// region begins at a local minimum of the distance, and two regions become one at the edge or vertex at which they meet. The energy
// is the sum over the beginnings less the sum over the meetings: persistent homology of degree 0 (D. Cohen-Steiner, H. Edelsbrunner
// and J. Harer, Discrete Comput. Geom. 37 (2007) 103), where minima and meetings change by no more than the distances do. So it is a
// continuous function of the position, never less than that of the deepest contact alone, and very shallow minima have little
// effect. An edge where a region meets itself, around a hole or a hollow, is not subtracted: a ring of many small faces is as stiff as one
// contact.
// - A ring of few sides stands for a curve, as does a cone of few facets. A sphere that fits would touch all of them before any two have
//   met at their corner, with the stiffness of as many contacts. So they meet at nearly the smaller one of their two overlaps
//   (mesh/mesh_bends.h): a continuous function too, and not less than the distances of both, which is all that is needed.
// - Contacts are the local minima: faces that the centre is above, convex edges and vertices. They have a history.
//   A plane divided into triangles gives one contact with the numbers of the plane, a convex body one contact whose normal
//   changes continuously, a concave corner one contact per face.
// - Corrections are the meetings: mostly a concave edge within reach of a sphere that is above both its faces, counted -1 times.
// The force is the derivative. It jumps where two edges around a hole are equally near: there the energy is the smaller one of two smooth
// functions, so a sphere does not stay at such a place. The overlap of a meeting of two sides of a curve depends on both of theirs: its
// derivative is a mean of their normals, shorter than 1: a unit normal times a slope.
// Nothing depends on the winding: an open surface has two sides.
//
// Convex bodies touch meshes in the same way, with another depth: see mesh_convex.c.
#pragma once

#include "convex/depth.h"
#include "mesh/mesh.h"

// Feature key: kind in the top two bits, number of the patch, edge or vertex below; 0 is no feature.
#define SCREE_FEATURE_NONE 0u
#define SCREE_FEATURE_FACE (1u << 30)
#define SCREE_FEATURE_EDGE (2u << 30)
#define SCREE_FEATURE_VERTEX (3u << 30)
#define SCREE_FEATURE_KIND (3u << 30) // mask

typedef struct scree_mesh_contact {
    double overlap;    // m, r - distance; 0 if the slot has no contact
    scree_vec3 normal; // unit, from the centre into the wall, mesh frame
    scree_vec3 point;  // m, nearest point of the mesh, mesh frame
    uint32_t feature;  // SCREE_FEATURE_NONE if the slot has no contact
} scree_mesh_contact;

enum { SCREE_CORRECTION_PARENTS = 4 };

// A term of the sum that is not a contact: its normal force acts like that of one, multiplied by `count`, and is divided among its parents, the contacts
// around it (wall_contacts/corrections.h). It has no history of its own, but the mean of theirs by share. If it cancels one of them, this one has the
// whole share.
typedef struct scree_mesh_correction {
    double overlap;    // m
    scree_vec3 normal; // as of a contact
    double slope;      // change of the overlap over the way along the normal: 1, or less where a curve bends
    double count;      // -1
    uint32_t slot;     // of a triangle that contains the point
    uint32_t parents;  // 1 or more
    uint32_t parent[SCREE_CORRECTION_PARENTS]; // slots of contacts
    double share[SCREE_CORRECTION_PARENTS];    // of the parents, sum 1
} scree_mesh_correction;

// Working memory and the corrections found. Initially zero; it grows if a sphere touches more triangles than any before.
typedef struct scree_mesh_work {
    struct scree_mesh_hits *hits;
    int unfinished; // searches for the deepest point of a convex body that needed too many steps
    SCREE_ARRAY(scree_mesh_correction) correction;
} scree_mesh_work;
void scree_mesh_work_clear(scree_mesh_work *work);

// Contacts of the sphere (centre in the mesh frame, radius r), or of a convex body in this sphere, with the candidates, n triangles in ascending
// order among which are all that the sphere touches; others have no effect. Sets contact[0..n-1] and
// work->correction, and returns the number of contacts. beyond: triangles up to this distance (m) from the surface of the
// sphere are included, with an overlap below 0; the numbers of a contact do not depend on it.
// image (may be NULL): shift of the centre for candidate i, across a periodic border; then a triangle may be listed once per
// image, and candidates are sorted by image first.
// body: in the mesh frame; NULL: a sphere.
size_t scree_mesh_touch(const scree_mesh *mesh, scree_vec3 centre, const scree_vec3 *image, double r,
                        double beyond, const scree_convex *body, const uint32_t *candidate, size_t n,
                        scree_mesh_work *work, scree_mesh_contact *contact);

// Which of n candidates, in one image, a sphere at this centre can touch before the centre has moved far: sets
// possible[0 .. *n_possible-1] to their positions in candidate[], ascending, and returns how far the centre may move (m) before
// it touches another one. far: r + beyond, as above; margin: at least about so far, m.
double scree_mesh_possible(const scree_mesh *mesh, scree_vec3 centre, double far, double margin,
                           const uint32_t *candidate, size_t n, uint32_t *possible, uint32_t *n_possible);

// Is the feature an edge or vertex of the triangle?
static inline bool scree_triangle_has(const scree_triangle *t, uint32_t feature) {
    const uint32_t number = feature & ~SCREE_FEATURE_KIND, kind = feature & SCREE_FEATURE_KIND;
    if (kind == SCREE_FEATURE_FACE) {
        return false;
    }
    const uint32_t *list = kind == SCREE_FEATURE_EDGE ? t->e : t->v;
    return list[0] == number || list[1] == number || list[2] == number;
}
