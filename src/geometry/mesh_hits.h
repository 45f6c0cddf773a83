// SPDX-License-Identifier: BSD-3-Clause
// The triangles, edges and vertices of a mesh within reach of a sphere or convex body, shared by mesh_touch.c, mesh_merges.c and mesh_convex.c.
#pragma once

#include "geometry/mesh_touch.h"
#include "geometry/sphere_triangle.h"

#define SCREE_MESH_NONE UINT32_MAX

static const double mesh_point =
    1e-7; // of r: nearer points are equal; far above rounding, far below overlaps
static const double mesh_centre =
    1e-12; // of r: at smaller distances the direction to an edge or vertex is only rounding error

// A triangle within reach.
typedef struct scree_mesh_hit {
    scree_vec3 q;      // nearest point from the centre
    scree_vec3 normal; // unit
    double
        d; // |q|; for a face the distance to its plane; for a convex body what is left of r, see mesh_convex.c
    scree_vec3 centre; // of the sphere's image for this triangle
    uint32_t slot, triangle, feature;
    uint32_t face;  // feature of the face if the centre is above it; else NONE
    uint32_t image; // number of its image among the candidates'
    uint32_t at; // where the nearest point is, with the ends of edges at their vertices; of a face, the face
    uint32_t
        on; // another hit on whose surface this local minimum of the distance lies, so that it is no contact; else NONE
    bool accepted; // a contact
} scree_mesh_hit;

// A local minimum of the distance on an edge or at a vertex, if all its triangles have their nearest point there.
typedef struct scree_mesh_minimum {
    uint32_t feature, image;
    uint32_t nearest;          // hit
    uint32_t clamped, touched; // triangles with their nearest point here; all triangles within reach
} scree_mesh_minimum;

// An edge or vertex at which regions of contact meet.
typedef struct scree_mesh_meeting {
    scree_vec3 q; // nearest point from the centre
    double d2;    // its squared distance
    uint32_t feature, order;
    uint32_t hit[2];   // two of its triangles
    double part[2];    // of a bend: by how much its overlap grows with those of the two; else 0
    scree_vec3 normal; // unit; set only for convex bodies
} scree_mesh_meeting;

// One place of a hash table: values by feature and image.
typedef struct scree_mesh_place {
    uint32_t feature, image, value;
} scree_mesh_place;

// A side of the border of a patch; the patch is on its left.
typedef struct scree_mesh_border {
    scree_vec3 from, to;
} scree_mesh_border;

// How deep a patch is in a convex body, where this is more than the body is round.
typedef struct scree_mesh_deep {
    uint32_t patch, image;
    uint32_t alone; // a triangle of the patch, if this is of the triangle alone; else NONE
    bool found;     // is it within reach?
    scree_vec3 n, q;
    double depth;
} scree_mesh_deep;

typedef struct scree_mesh_hits {
    const scree_convex *body; // in the frame of the mesh; NULL: a sphere
    const uint32_t *near;     // the candidates in the present image
    size_t n_near;
    SCREE_ARRAY(scree_vec3) corner; // of the present patch, from the centre of the body
    SCREE_ARRAY(scree_mesh_border) side;
    SCREE_ARRAY(scree_mesh_deep) deep;
    scree_vec3 apart; // a direction along which an edge is apart from the body, or 0
    int unfinished;   // searches for the depth of an edge or vertex that needed too many steps
    SCREE_ARRAY(scree_mesh_hit) at;
    SCREE_ARRAY(uint32_t) accepted; // hits that are contacts: faces, then edges, vertices
    size_t n_faces, n_edges;        // the faces; faces and edges
    SCREE_ARRAY(scree_mesh_minimum) minimum;
    SCREE_ARRAY(scree_mesh_meeting) meeting;
    SCREE_ARRAY(scree_mesh_place) table;
    int axis;                      // the hits along the coordinate by which their points differ most:
    double from, scale;            // m, 1/m: slice (coordinate - from) * scale
    SCREE_ARRAY(uint32_t) slice;   // first place of each in `along`
    SCREE_ARRAY(uint32_t) along;   // hits
    SCREE_ARRAY(uint32_t) region;  // per hit: another one in the same region of contact, or itself
    SCREE_ARRAY(uint8_t) counted;  // of the first hit of a region: is there a contact in it?
    SCREE_ARRAY(uint32_t) contact; // per hit: the contact of its feature, or NONE
    size_t bends;                  // of the patches of all hits
    SCREE_ARRAY(uint32_t) node;    // per hit: the nearest hit of its patch if that has bends, else the hit
    SCREE_ARRAY(uint32_t) next;    // per corner of a hit: next corner at the same vertex, or NONE
} scree_mesh_hits;

// Clears the table, for so many entries.
void scree_mesh_clear_table(scree_mesh_hits *h, size_t entries);
// The value of a feature; NONE if it is not in the table.
uint32_t scree_mesh_find(const scree_mesh_hits *h, uint32_t feature, uint32_t image);
// Returns the place in the table for the value of a feature; the value is NONE if the feature is new.
uint32_t *scree_mesh_value(scree_mesh_hits *h, uint32_t feature, uint32_t image);

// The corrections where regions of contact meet: sets work->correction. far: distance up to which these count, m.
void scree_mesh_merge(scree_mesh_hits *h, const scree_mesh *mesh, double r, double far,
                      scree_mesh_work *work);

// ---- convex bodies (mesh_convex.c) --------------------------------------------------------------------------------------

// The point of triangle k that is deepest in a body at `centre`, with q, normal, d and feature of the hit, and face, which is set to the feature if it is in the
// face. r: of the sphere around the body. False if it is not nearer than `far`.
bool scree_mesh_convex_hit(scree_mesh_hits *h, const scree_mesh *mesh, uint32_t k, scree_vec3 centre,
                           double r, double far, scree_mesh_hit *x);
// To be called after all hits: sets the features of patches that are deep in the body.
void scree_mesh_convex_gathered(scree_mesh_hits *h, const scree_mesh *mesh, double r);
// The deepest point of an edge whose ends are given relative to the centre, as edge k of triangle t, for q, d2, feature and normal of a meeting; and the same of a
// vertex. False if it is not nearer than `far`.
bool scree_mesh_convex_edge(scree_mesh_hits *h, const scree_triangle *t, scree_vec3 a, scree_vec3 b, int k,
                            double r, double far, scree_mesh_meeting *m);
bool scree_mesh_convex_vertex(scree_mesh_hits *h, scree_vec3 a, uint32_t v, double r, double far,
                              scree_mesh_meeting *m);

static inline const scree_triangle *scree_hit_triangle(const scree_mesh *mesh, const scree_mesh_hit *x) {
    return &mesh->triangle.data[x->triangle];
}

static inline uint32_t scree_near_feature(const scree_near *near, const scree_triangle *t) {
    return near->feature == SCREE_NEAR_FACE   ? SCREE_FEATURE_FACE | t->patch
           : near->feature == SCREE_NEAR_EDGE ? SCREE_FEATURE_EDGE | t->e[near->k]
                                              : SCREE_FEATURE_VERTEX | t->v[near->k];
}
