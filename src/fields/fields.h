// SPDX-License-Identifier: BSD-3-Clause
// Continuum fields of particles and contacts by coarse graining with Lucy's kernel phi: each particle is spread over phi around its centre, each contact force
// over phi along the branch from centre to centre, or from the centre to the contact point at walls and fixed particles, where the force that they exert is a
// field too. With f on particle a and d from a to b, and u = j / rho,
//     rho = sum m phi,  j = sum m v phi,  kinetic stress = -sum m (v - u)(v - u) phi,  contact stress = sum f d (integral of phi over the branch),
// which close the balances of mass and momentum exactly, at walls and across periodic borders too. Source: Goldhirsch, Granular Matter 12 (2010) 239,
// doi:10.1007/s10035-010-0181-z; at walls Weinhart, Thornton, Luding, Bokhove, Granular Matter 14 (2012) 289, doi:10.1007/s10035-012-0317-4.
//
// A field is computed from sums that are linear in particles and contacts, so frames and ranks add up. Sums are in twice the precision of a double: the
// numbers do not depend on the order of particles, on threads and ranks. The drawback is that fluctuations of velocity below 1e-8 of the mean are lost.
#pragma once

#include "case/case_output.h"
#include "measures/arrangement.h"

// Sums at each place, in this order: mass; momentum; m v v (xx yy zz xy xz yz); volume; particles; their contacts; mass times temperature; contacts; n n of
// contacts; force of walls; f d of contacts (nine, row by row).
enum {
    SCREE_FIELDS_MASS,
    SCREE_FIELDS_MOMENTUM,
    SCREE_FIELDS_FLUX = SCREE_FIELDS_MOMENTUM + 3,
    SCREE_FIELDS_VOLUME = SCREE_FIELDS_FLUX + 6,
    SCREE_FIELDS_PARTICLES,
    SCREE_FIELDS_TOUCHES,
    SCREE_FIELDS_HEAT,
    SCREE_FIELDS_CONTACTS,
    SCREE_FIELDS_NORMALS,
    SCREE_FIELDS_WALLS = SCREE_FIELDS_NORMALS + 6,
    SCREE_FIELDS_STRESS = SCREE_FIELDS_WALLS + 3,
    SCREE_FIELDS_SUMS = SCREE_FIELDS_STRESS + 9
};

// What some fields need of what was added.
enum { SCREE_FIELDS_KNOW_PARTICLES, SCREE_FIELDS_KNOW_CONTACTS, SCREE_FIELDS_KNOW_HEAT, SCREE_FIELDS_KNOWN };

typedef struct scree_fields {
    scree_fields_def def; // with its box and radius
    int n[3];             // cells along each axis
    scree_vec3 width;     // m, of a cell
    size_t cells;
    double frames; // that were added
    bool knows[SCREE_FIELDS_KNOWN];
    double *sum; // of each cell SCREE_FIELDS_SUMS high parts, then as many low ones
} scree_fields;

// Sums of zero; def with its box and radius. Free with scree_fields_clear.
void scree_fields_begin(scree_fields *f, const scree_fields_def *def);
// Adds the particles and, where they are known, the contacts of one time, those of this rank. The result is the same for any number of threads.
void scree_fields_add(scree_fields *f, const scree_arrangement *a, bool contacts, int threads);
// Adds up the sums of all ranks; collective.
void scree_fields_reduce(scree_fields *f, const scree_comm *c);
void scree_fields_clear(scree_fields *f);

// Gives the definition what it leaves open: the box of the arrangement's domain, the kernel from the largest particle; collective. False: reported.
bool scree_fields_complete(scree_fields_def *def, const scree_arrangement *a, scree_report *r);

// Centre of a cell; along a profile the other two coordinates are those of the middle of the box.
scree_vec3 scree_fields_place(const scree_fields *f, size_t cell);

// A field as files show it.
typedef struct scree_fields_value {
    const char *name, *unit;
    int components; // 1, 3 (a vector) or 9 (a tensor, row by row)
    int needs;      // SCREE_FIELDS_KNOW_...
    // From the sums of a cell; sign: 1 where compression is positive.
    void (*of)(const double *sum, double sign, double *out);
} scree_fields_value;
enum { SCREE_FIELDS_VALUES = 13 };
extern const scree_fields_value scree_fields_value_list[SCREE_FIELDS_VALUES];
// Whether these fields have it.
bool scree_fields_have(const scree_fields *f, const scree_fields_value *v);
// Its numbers in a cell, the mean over the frames. What does not exist, such as the velocity where nothing is, is NAN.
void scree_fields_of(const scree_fields *f, const scree_fields_value *v, size_t cell, double *out);
