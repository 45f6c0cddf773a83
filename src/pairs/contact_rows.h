// SPDX-License-Identifier: BSD-3-Clause
// Contacts for output: one row per touching contact.
#pragma once

#include "state/world.h"

typedef struct scree_contact_row {
    uint64_t a, b;                 // ids of particles; b is 0 for a wall
    int wall;                      // -1 or the index of the wall
    uint32_t element;              // triangle of a mesh wall
    scree_vec3 point;              // contact point
    scree_vec3 centre_a, centre_b; // centres (wall: the contact point), b's image nearest to a
    scree_vec3 normal;             // from a to b
    double overlap;                // m
    double
        relative_overlap; // overlap that the contact laws see / smaller radius, of convex bodies the smallest half axis
    scree_vec3 force;    // on a
    double normal_force; // along the normal, > 0 repels
    double heat;         // W into a; 0 without heat
    int fixed;           // how many of the two are fixed particles
    size_t pair;         // in the list
} scree_contact_row;

// Row of pair k, which must touch.
scree_contact_row scree_contact_row_of(const scree_world *w, const scree_pair_block *block, size_t k);

// Comparison for qsort: the canonical order, by ids, then walls and elements.
int scree_contact_row_order(const void *x, const void *y);

// Touching contacts that belong to this rank, in the canonical order; free with scree_free. Not collective.
scree_contact_row *scree_contact_rows(const scree_world *w, size_t *n);
