// SPDX-License-Identifier: BSD-3-Clause
// Fragments: sets of particles that bonds connect. The members of a clump are connected, too; a wall connects nothing. A particle alone
// is a fragment of its own. The name of a fragment is its smallest id, so it is the same on any number of ranks. Bonds are shared between
// all ranks: 16 B for each on every rank, and a sort of them.
#pragma once

#include "state/world.h"

typedef struct scree_fragment_node {
    uint64_t id, fragment;
} scree_fragment_node;

// A map has the particles that are connected with others, ascending by id, and is the same on all ranks.
typedef SCREE_ARRAY(scree_fragment_node) scree_fragment_map;

// Collective. Free with scree_array_free.
void scree_fragments_map(const scree_world *w, scree_fragment_map *map);
// The fragment of a particle.
uint64_t scree_fragment_of(const scree_fragment_map *map, uint64_t id);
// Sets world.fragments, their number and the largest mass, with the same bits on all ranks. Collective.
void scree_fragments_measure(scree_world *w, scree_report *r);
// Sets the field `fragment` of this rank's particles, if there is one. Collective.
void scree_fragments_label(scree_world *w);

typedef struct scree_fragment {
    uint64_t id, particles; // spheres
    double mass;            // kg; fixed particles have none
    double volume;          // m3; fixed particles have none
    scree_vec3 x,
        v; // m, m/s, of the centre of mass, of fixed particles alone the mean; periodic: by the images nearest to the first particle
} scree_fragment;

// All fragments on rank 0, ascending by id; on other ranks NULL. Free with scree_free. Collective.
scree_fragment *scree_fragments_list(const scree_world *w, size_t *n);
