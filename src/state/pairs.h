// SPDX-License-Identifier: BSD-3-Clause
// The neighbour list: pairs of bodies that may touch, with their forces and their history.
#pragma once

#include "laws/slot.h"
#include "maths/vec.h"
#include "memory/array.h"
#include "state/cell.h"

// Two bodies that may touch. Particle pairs: a and b are storage indices with id[a] < id[b]. Wall pairs: a particle, b the
// element (triangle of a mesh, else 0).
typedef struct scree_pair {
    uint32_t a, b;
} scree_pair;

// A pair exchanges this, one cache line: the force on a (b gets the opposite) and c = n x force; with the lever arms l of both bodies
// (scree_pair_arm) the torques are la c on a and lb c on b. Force, c and heat are zero if the pair does not touch.
typedef struct scree_pair_force {
    double fx, fy, fz, half_overlap; // N, m
    double cx, cy, cz, heat;         // N, W from b to a
} scree_pair_force;

// From the centre of its body of radius r to the contact point, m.
static inline double scree_pair_arm(const scree_pair_force *f, double r) {
    return r - f->half_overlap;
}

// Rolling and twisting moment on a, N m (b gets the opposite).
typedef struct scree_pair_moment {
    double x, y, z, spare;
} scree_pair_moment;

// Which of the particles of a pair this rank owns. A pair with a ghost is evaluated by both owners and counted by the owner of
// a.
typedef enum scree_zone {
    SCREE_ZONE_LOCAL, // both are owned, or the other body is a wall
    SCREE_ZONE_HALO,  // b is a ghost
    SCREE_ZONE_REMOTE // a is a ghost
} scree_zone;

// A block of pairs of one kind, stored together: same material pair (so same laws), same wall or none, same zone.
typedef struct scree_pair_block {
    size_t first, n; // in the pair arrays
    size_t history;  // offset of the first pair's history in pairs.history
    int n_history;   // columns per pair
    int wall;        // -1: particle-particle
    scree_zone zone;
    int material[2];
    double loss_share[2]; // fraction of what its contacts lose that warms body a, and body b
} scree_pair_block;

// Contact geometry of a wall pair, computed in each step by wall_contacts/wall_touch.c. Negative overlap: beyond touch; minus infinity:
// no interaction.
typedef struct scree_wall_touch {
    double overlap, nx, ny, nz; // n points from the particle into the wall
    double vx, vy, vz;          // velocity of the wall's surface there
    uint32_t feature;           // face patch, edge or vertex that is touched: history follows it
    uint32_t image : 24;        // for a mesh: code of the group's image, see pairs/wall_pairs.h
    uint32_t only_bond : 1;     // only a bond acts there, see hold_bond in wall_contacts/wall_touch.c
    uint32_t corrected : 1;     // a correction takes a part of its force, see wall_contacts/corrections.h
} scree_wall_touch;

// Normal stiffness (secant) and dashpot of a wall pair that touches.
typedef struct scree_pair_hardness {
    double stiffness, dashpot; // N/m, N s/m
} scree_pair_hardness;

// What a wall pair does in this step, for the wear of the wall (wear/wear.h): power put in by mode, W, work put into its spring, J, what the normal law loses
// where its memory changes, J, and energy that it stores, J, as the ledger takes them; normal force times sliding speed, W; and the laws of wear: volume that the wall loses,
// m3/s and m3, and what it has lost for stored energy, m3.
typedef struct scree_pair_wear {
    double push, slide, spring, lost_push, stored_push, stored_slide;
    double path, rate, lost, lost_stored;
} scree_pair_wear;

// The candidate triangles of one particle on one image of a mesh are stored together: pairs first .. first+n-1. The image is
// counted from the particle's position when the list was built.
typedef struct scree_mesh_group {
    uint32_t first, n; // first counts from pairs.first_wall_pair
    uint32_t particle; // storage index
    scree_image image;
    uint32_t corrections, first_correction, thread; // number, first, thread: wall_contacts/corrections.h
    // While the centre is nearer than `free` to `from` (m, mesh frame), only some of the candidates of the particle can
    // touch: pairs.possible[first .. first+n_possible-1], counted from `first`. In the first of the particle's groups, for all.
    uint32_t n_possible;
    double free;
    scree_vec3 from;
} scree_mesh_group;

// This is known of a pair in cases with convex bodies, and no result depends on it. x, y, z are a direction from a to b along which the bodies were apart when they
// were last searched, or zero if they have not been since the list was built. The bodies are apart while pairs.approach is less than `until`, m; for a pair that
// touches, `until` is minus the number of steps of its last search.
typedef struct scree_pair_apart {
    float x, y, z, until;
} scree_pair_apart;

typedef struct scree_pairs {
    size_t n, capacity;
    scree_pair *pair;
    uint8_t *touching; // 0 apart, 1 touching, 2 apart but within the field of a law
    scree_pair_force *force;
    scree_pair_moment *moment; // NULL if no law writes moments
    double *constant;          // of the normal law, see laws/contact.h; NULL if no law stores one
    scree_pair_apart *apart;   // NULL without convex bodies
    double approach;           // m, two bodies have come nearer by no more than this since the list was built
    bool constants_known;      // computed since the list was built
    double *history;
    size_t n_history, history_capacity;
    SCREE_ARRAY(scree_pair_block) block;
    size_t first_wall_pair;  // wall pairs are the last ones
    scree_wall_touch *touch; // one per wall pair
    size_t touch_capacity;
    double *wall_power; // W, that the wall puts into the particle, of each wall pair that acts
    size_t wall_power_capacity;
    scree_pair_hardness *hardness; // one per wall pair, if some wall is driven; else NULL
    size_t hardness_capacity;
    scree_pair_wear *wear; // one per wall pair, in cases with wear; else NULL
    size_t wear_capacity;
    SCREE_ARRAY(scree_mesh_group) group;
    SCREE_ARRAY(uint32_t) crowded; // particles that are listed with several surfaces, ascending
    uint32_t *possible;            // one per wall pair, used by mesh groups
    size_t possible_capacity;
    size_t widest; // largest number of candidate triangles of one particle on one mesh
    // Incidence: for particle i the entries start[i] .. start[i+1], ascending by neighbour (particles by id, then walls by
    // number and element): pair index * 2 + side (0: i is a, 1: i is b).
    uint32_t *start, *incident;
    size_t start_capacity, incident_capacity;
    // Channels (laws/slot.h), NULL if no law set writes them: rate from b to a of each pair, and the sum that each particle
    // receives from its pairs (forces/channels.h).
    double *channel[SCREE_CHANNEL_ROOM], *received[SCREE_CHANNEL_ROOM];
    size_t received_capacity[SCREE_CHANNEL_ROOM];
    // J, in this step, what a pair has made of losses for its bodies a and b: 2 numbers per pair, NULL if no case asks for it
    // (access/loss_heat.h). half_step: s, half of the step that is being evaluated; negative: none.
    double *loss_heat, half_step;
} scree_pairs;

// The first mesh group whose pairs are not before this wall pair, counted from pairs.first_wall_pair.
static inline size_t scree_mesh_group_at(const scree_pairs *pairs, size_t pair) {
    size_t at = 0, end = pairs->group.n;
    while (at < end) {
        const size_t middle = (at + end) / 2;
        if (pairs->group.data[middle].first < pair) {
            at = middle + 1;
        } else {
            end = middle;
        }
    }
    return at;
}

// Number of zero elements after the last pair, and after the last entry of the incidence, which loops that prefetch may read.
enum { SCREE_PAIR_SPARE = 96, SCREE_INCIDENT_SPARE = 64 };

// An entry of the incidence, pair * 2 + side, is 32 bits wide.
#define SCREE_PAIRS_MOST 0x7fffffffu
