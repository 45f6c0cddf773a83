// SPDX-License-Identifier: BSD-3-Clause
// How long a neighbour list stays valid. Two bodies that are not listed were more than the skin apart when the list was built,
// so they cannot touch before they have approached each other by the skin: only the relative motion of neighbours counts. In a
// flow a list is valid many times longer by this criterion than by the path of the fastest particle.
//
// Every step adds the largest distance that a particle can have moved. Only when that could have used up the skin that was
// left at the last check, the displacements themselves are compared (skin_check.c, and skin_check_walls.c for walls).
// Particles lie in cells of a few diameters, a cell stores the box around the displacements of its particles, and the
// displacements of neighbouring cells may differ by the skin. Cells farther apart may differ by more: eight cells at a time are
// joined to a larger one, level by level, as an octree, up to one cell that contains all.
//
//   level 0   | a | b | c | d | e | f |   neighbours: pairs are listed, or the gap is at least the skin
//   level 1   |  a b  |  c d  |  e f  |   neighbours, but not at level 0: the gap is at least a cell of level 0 less a diameter
//   level 2   |    a b c d    |  e f ...
//
// A large body belongs to the level whose cells are wider than it is, and is compared there with all bodies of the
// neighbouring cells. Drawback: a cell is wider than the distance of two bodies in contact, so a shear flow uses up the skin
// faster than its neighbours separate.
//
// In lists of slender convex bodies pairs are left out where the bodies themselves are apart (convex/apart.h), so a body that turns uses up the skin as well: skin/turns.h.
#pragma once

#include "memory/chunks.h"
#include "memory/scratch.h"
#include "skin/turns.h"
#include "state/world.h"

enum { SCREE_SKIN_CHECK_LEVELS = 32 };

// The box around displacements since the list was built, the longest of them, and the largest change of a support function by a turn. Empty if longest < 0.
typedef struct scree_span {
    float up[3], down[3]; // largest displacement along +axis and along -axis, m
    float longest, turn;  // m
} scree_span;

typedef struct scree_skin_check_level {
    int n[3];
    size_t first, cells; // in the arrays of all levels
    double width;        // lower bound of the width of a cell, m
    double r_max;        // largest radius of this level and the finer ones, m
    size_t own;          // number of particles that belong to this level
} scree_skin_check_level;

typedef struct scree_skin_check {
    // Part of the skin that was left at the last check, m: for pairs of particles that are not listed, and for particles and
    // walls.
    double pairs, walls;
    double path;   // m, upper bound of a particle's path since then
    double shrunk; // m, what the deformation of the cell had taken of the skin then
    double used;   // m of the skin, at the last check
    uint64_t listed_at, checked_at, review_at; // steps
    uint64_t checks, all_checks;               // number of checks of this list, and of all before it
    double farthest;  // m, largest displacement since the list was built, at the last check
    double rounding;  // m, rounding error of a position
    double used_near; // m of the skin, at the last check, by pairs of which one rank has both bodies
    double turned;    // m, upper bound of the change of a support function by turns since the last check
    scree_turns turns;

    // The cells of the current list.
    int n_levels;
    scree_skin_check_level level[SCREE_SKIN_CHECK_LEVELS];
    double low[3], high[3], inverse[3]; // box, m; cells of level 0 per metre
    bool wraps[3];
    double stretch[3]; // of lengths along the axes of the cells, where positions are upright (state/cell.h)
    double mean_diameter, r_max; // m
    double extent;               // largest coordinate, m
    uint64_t total;              // number of particles; this and the three before are of all ranks
    uint64_t
        tested; // pairs of which the distance of the bodies was found for the list; of all ranks after scree_skin_check_begin
    size_t n, cells;        // n: with ghosts
    uint32_t *start, *item; // particles by the cell that they belong to
    float *
        gap; // m, lower bound of the distance of a cell from a wall when the list was built; negative: there may be a larger one
    scree_pose *checked; // pose of each wall at the last check
    size_t start_capacity, item_capacity, gap_capacity, checked_capacity;

    // Scratch of a check.
    scree_span *own, *all; // of the particles that belong to a cell; of those and the ones in its finer cells
    scree_span *joined[2];
} scree_skin_check;

// To be called when a list has been built for the current positions of particles and walls.
void scree_skin_check_begin(scree_world *w, const scree_chunks *chunks, scree_scratch *scratch);
void scree_skin_check_free(scree_skin_check *check);

// Must the list be rebuilt before forces are evaluated? To be called once after each drift. speed: of the fastest particle of
// all ranks during the drift, m/s. If so, chooses the skin of the new list where it is automatic. Collective; all ranks get
// the same answer.
bool scree_skin_is_used_up(scree_world *w, double speed);

// Adds to pairs.approach what the drift can have taken of the gap between two bodies: `speed` as above; turn: m, the longest way of a point of a body by its turn.
void scree_skin_count_approach(scree_world *w, double speed, double turn);

// Compares the displacements: sets pairs, walls, used, farthest. The memory of the pairs' forces serves as scratch, so it must
// be called when these are not needed any more. Collective.
void scree_skin_check_run(scree_world *w);

// ---- functions of skin_check_walls.c, called by skin_check.c ----

// Part of the skin left for particles and walls, m, from the spans of the cells and `farthest`.
double scree_skin_check_of_walls(const scree_world *w, scree_skin_check *check);
// Upper bound of the motion of any wall since the poses `then`, m, where particles may be.
double scree_skin_check_walls_moved(const scree_world *w, const scree_skin_check *check,
                                    const scree_pose *then);
