// SPDX-License-Identifier: BSD-3-Clause
// The particles and contacts that measures are computed from, as plain rows. They are those of a world, with the ghosts of this rank, or those of
// a written frame. A measure does not know which, so it has one implementation for both. The rows are a copy: 184 B for each particle and 120 B for each
// contact, as long as a measure is computed.
#pragma once

#include "state/world.h"

// A sphere or a convex body. A whole is a sphere alone, or the clump that it belongs to.
typedef struct scree_arranged {
    scree_vec3 x;       // m, its centre
    double r;           // m, of a convex body that of the sphere of its volume
    scree_vec3 whole;   // m, centre of the whole
    scree_vec3 force;   // N, on the whole, weight included; of the first row of a whole only
    scree_vec3 v;       // m/s, of the whole
    double m;           // kg, of the whole; 0: it is fixed
    double temperature; // K; NAN: particles have none
    double diameter;    // m, of the whole: that of a sphere of its volume
    double share;   // volume that counts for this sphere, over that of the sphere: members of clumps overlap
    uint32_t first; // the first row of the whole, of the rows that count only
    uint32_t material;
    bool counts; // it is no ghost, and not removed: sums over the ranks count it once
    bool fixed;
} scree_arranged;

enum { SCREE_ARRANGED_WALL = UINT32_MAX };

// A contact. All contacts of the particles that count are there; those with a ghost are there on both ranks.
typedef struct scree_arranged_contact {
    uint32_t a, b;     // rows of particles; b SCREE_ARRANGED_WALL: a wall
    bool counts;       // sums over the ranks count it once
    scree_vec3 normal; // from a to b
    scree_vec3 force;  // N, on a
    scree_vec3 arm
        [2]; // m, from the centres of the wholes of a and b to the contact point; the second is zero of a wall
} scree_arranged_contact;
typedef SCREE_ARRAY(scree_arranged_contact) scree_arranged_contacts;

typedef struct scree_arrangement {
    const scree_world *w; // NULL: a written frame
    const scree_comm *comm;
    scree_vec3 gravity; // m/s2
    scree_cell cell;
    const scree_case *names;              // its materials have the names that `material` stands for
    SCREE_ARRAY(scree_arranged) particle; // those that count come before ghosts
    scree_arranged_contacts contact;      // those that touch
    scree_arranged_contacts distant;      // those with a force that do not touch
} scree_arrangement;

// The arrangement of a world at the last force evaluation, with its contacts if they are wanted. Free with scree_arrangement_clear. Not collective.
void scree_arrangement_of(const scree_world *w, bool contacts, scree_arrangement *a);
void scree_arrangement_clear(scree_arrangement *a);

// The highest point of a row: the place by which it is seen from above, of a sphere its centre, and the height along the unit vector `up`, m. Of written frames all rows are spheres.
typedef struct scree_arranged_top {
    scree_vec3 at;
    double height;
} scree_arranged_top;
scree_arranged_top scree_arranged_top_of(const scree_arrangement *a, size_t i, scree_vec3 up);

// Is the row the first one of a free whole that counts?
static inline bool scree_arranged_counts(const scree_arrangement *a, size_t i) {
    const scree_arranged *q = &a->particle.data[i];
    return q->counts && !q->fixed && q->first == i;
}
