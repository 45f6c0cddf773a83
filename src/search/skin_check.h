// SPDX-License-Identifier: BSD-3-Clause
// How long a neighbour list stays valid. Two bodies that are not listed were more than the skin apart when the list was built,
// so they cannot touch before they have approached each other by the skin: only relative motion of neighbours counts, not
// common motion. In a flow a list is valid many times longer by this criterion than by the path of its fastest particle.
//
// Every step adds the largest distance that a particle can have moved. Only when that could have used up the skin that was
// left at the last check, the displacements themselves are compared (skin_check.c, and skin_check_walls.c for walls).
// Particles lie in cells of a few diameters, a cell stores the box around the displacements of its particles, and the
// displacements of neighbouring cells may differ by the skin. Cells farther apart may differ by more: they are joined, eight
// by eight, into levels of larger cells, as a tree, up to one cell that contains all.
//
//   level 0   | a | b | c | d | e | f |   neighbours: apart by the skin at least, or listed
//   level 1   |  a b  |  c d  |  e f  |   neighbours, but not at level 0: apart by a cell of level 0, less a diameter
//   level 2   |    a b c d    |  e f ...
//
// A large body belongs to the level whose cells are wider than it is, and is compared with all bodies of the
// neighbourhood there. The drawback: a cell is wider than a contact, so a shear flow uses up the skin faster than its
// neighbours separate.
#ifndef SCREE_SEARCH_SKIN_CHECK_H
#define SCREE_SEARCH_SKIN_CHECK_H

#include "base/chunks.h"
#include "base/scratch.h"
#include "state/world.h"

enum { SCREE_SKIN_CHECK_LEVELS = 32 };

// The box around displacements, from the list until now, and the longest of them; empty where longest < 0.
typedef struct scree_span {
    float up[3], down[3]; // largest displacement along +axis and along -axis, m
    float longest, pad;   // m
} scree_span;

typedef struct scree_skin_check_level {
    int n[3];
    size_t first, cells; // in the arrays of all levels
    double width;        // of a cell, at least, m
    double r_max;        // largest radius of this level and the finer ones, m
    size_t own;          // particles that belong to this level
} scree_skin_check_level;

typedef struct scree_skin_check {
    // Left at the last check, m: of coming closer for pairs that are not listed, and for particles and walls.
    double pairs, walls;
    double path;                               // m, that a particle can have come since then, at most
    double used;                               // m of the skin, at the last check
    uint64_t listed_at, checked_at, review_at; // steps
    uint64_t checks, all_checks;               // of this list, of those before
    double farthest;  // m, that any particle is from its place in the list, at the last check
    double rounding;  // m, of a position
    double used_near; // m of the skin, at the last check, by bodies that are at one rank

    // The cells of the list in force.
    int n_levels;
    scree_skin_check_level level[SCREE_SKIN_CHECK_LEVELS];
    double low[3], high[3], inverse[3]; // box, level 0 cells per metre
    bool wraps[3];
    double mean_diameter, r_max; // m
    double extent;               // largest coordinate, m
    uint64_t total;              // particles, of all ranks, as are the three before
    size_t n, cells;             // n: with ghosts
    uint32_t *start, *item;      // particles by the cell that they belong to
    float *gap; // m, from a cell to a wall when the list was made, at least; below zero: not yet known
    scree_pose *checked; // pose of each wall at the last check
    size_t start_capacity, item_capacity, gap_capacity, checked_capacity;

    // Scratch of a check.
    scree_span *own, *all; // of the particles that belong to a cell, and of those in its finer ones as well
    scree_span *joined[2];
} scree_skin_check;

// The list has just been made for the particles and walls as they are.
void scree_skin_check_begin(scree_world *w, const scree_chunks *parts, scree_scratch *scratch);
void scree_skin_check_clear(scree_skin_check *check);

// To be called once after each drift with the speed of the fastest particle of all ranks during it, m/s: must the list be
// made anew before forces are evaluated? Chooses the skin of the new one where that is automatic. Collective, with the
// same answer everywhere.
bool scree_skin_is_used_up(scree_world *w, double speed);

// Looks at the displacements themselves: sets pairs, walls, used, farthest. To be called where the pairs' forces are of no
// use any more: they are the scratch. Collective.
void scree_skin_check_run(scree_world *w);

// ---- between skin_check.c and skin_check_walls.c ----

// Left to particles and walls, m, given the spans of the cells and `farthest`.
double scree_skin_check_of_walls(const scree_world *w, scree_skin_check *check);
// Farthest that a moving wall has come where particles may be since the poses `then`, m.
double scree_skin_check_walls_moved(const scree_world *w, const scree_skin_check *check,
                                    const scree_pose *then);

#endif
