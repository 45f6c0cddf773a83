// SPDX-License-Identifier: BSD-3-Clause
// The data of bonds: what a case, a world and each particle have of them, and the lines by which the engine knows them (access/capability.h).
#pragma once

#include "case/case_sources.h"
#include "laws/slot.h"

// Makes bonds between bodies that are close enough, at a time or again and again (bonds/bonds.h).
typedef struct scree_bond_def {
    char *name;
    double start, stop; // s
    double every;       // s between times from start to stop; 0: only at the start
    double gap;         // m between the surfaces, up to which bodies are bonded; 0: those that touch
    // Which: both bodies fit everything that is given.
    bool has_region; // centres of particles
    scree_region region;
    int material[2]; // -1: any
    scree_id_ranges ids;
    char *file;                    // pairs of ids; NULL: by distance
    SCREE_ARRAY(uint64_t) pair;    // of the file: id, id, ...
    bool particles;                // particles with each other
    SCREE_ARRAY(char *) wall_name; // particles with these walls
    SCREE_ARRAY(int) wall;         // their indices
    double weibull;                // modulus of the scatter of the strengths; 0: none
    uint64_t seed;                 // of the scatter; 0: that of the case
    scree_place place;
} scree_bond_def;

// Numbers since the start, of all ranks; all of it is in checkpoints.
typedef struct scree_bond_counts {
    uint64_t made, broken[SCREE_MODES]; // by the mode that broke them
    uint64_t lost;                      // ended otherwise: removed with a body
} scree_bond_counts;

// Sets of particles that bonds connect, bonds/fragments.h, when last measured.
typedef struct scree_fragments_now {
    uint64_t count;
    double largest; // kg
} scree_fragments_now;

// An agglomerate that was placed, and whose bonds are made with the next forces.
typedef struct scree_placed {
    uint64_t first; // id of its first member
    int shape;
    bool fixed;
    double size; // m
} scree_placed;
typedef SCREE_ARRAY(scree_placed) scree_placed_list;

// A bond that broke.
typedef struct scree_bond_break {
    uint64_t a, b; // ids; b of a wall: its element
    int wall;      // number, -1: none
    int mode;      // scree_mode
    double time;   // s
    scree_vec3 at; // m, the contact point
    double energy; // J, that was stored in it
    double age;    // s
} scree_bond_break;
typedef SCREE_ARRAY(scree_bond_break) scree_bond_breaks;
typedef SCREE_ARRAY(uint32_t) scree_parted_pairs;

// ---- lines of the engine's lists -------------------------------------------------------------------------------

// Members of scree_case, and which of them own memory. shows_bonds: some pair of materials has a bond law, in this or another phase: outputs
// have what belongs to bonds.
#define SCREE_BONDS_CASE                                                                                     \
    SCREE_ARRAY(scree_bond_def) bond;                                                                        \
    bool shows_bonds;
#define SCREE_BONDS_OWNED                                                                                    \
    ITEMS(scree_case, bond,                                                                                  \
          ((const owned[]){OWNS(scree_bond_def, name), OWNS(scree_bond_def, file),                           \
                           ITEMS(scree_bond_def, wall_name, of_text), OWNS(scree_bond_def, wall),            \
                           OWNS(scree_bond_def, ids), OWNS(scree_bond_def, pair), END})),

// This is the row of the capability in the table of the input file.
#define SCREE_BONDS_KEYS                                                                                     \
    {"bonds",                                                                                                \
     LIVE,                                                                                                   \
     .type = &scree_list_type,                                                                               \
     .section = &scree_bonds_section,                                                                        \
     .doc = "Bodies that are bonded at a time, or again and again; the laws of bonds are in `contacts`.",    \
     AT(bond)},

// Members of scree_world.
#define SCREE_BONDS_WORLD                                                                                    \
    bool has_bonds;            /* some law set has a bond law */                                             \
    double bond_reach;         /* m, up to which the list has bonds and bodies that are to be bonded */      \
    scree_bond_breaks broken;  /* since they were last written, of those that this rank counts */            \
    scree_bond_breaks *breaks; /* of this step, per thread: scratch of forces/contacts.c */                  \
    scree_parted_pairs                                                                                       \
        *parted; /* per thread: pairs whose bond or bridge breaks in this step while the bodies are apart */ \
    /* Ascending by id, the same on all ranks; empty where the forces belong to the state. */                \
    scree_placed_list placed;                                                                                \
    scree_fragments_now fragments; /* when last measured */                                                  \
    uint64_t bonds_now;            /* at the last force evaluation, of all ranks */                          \
    uint64_t bonds_lost_here;      /* that ended without breaking, since this process began */               \
    bool bonds_lost_warned;        /* warned of them */                                                      \
    /* s, the limit of bonds of bodies that overlap in the last warning of it; 0: none */                    \
    double short_bonds_warned;

#define SCREE_BONDS_SAVED_NUMBERS(X)                                                                         \
    X(scree_bond_counts, bonds, NULL, NULL)                                                                  \
    /* m, largest gap between bonded bodies at the last force evaluation; in a checkpoint of all ranks */    \
    X(double, longest_bond, is_finite, "its longest bond is not a number")
#define SCREE_BONDS_SAVED_ARRAYS(X)

#define SCREE_BONDS_FIELDS(ARRAY)                                                                            \
    ARRAY(agglomerate, uint64_t, scree_case_has_agglomerates(c), SCREE_STATE | SCREE_WRITTEN, "",            \
          "Id of the first member of the agglomerate with which it was placed; 0: none.")                    \
    /* Set before output, by bonds/fragments.h: */                                                           \
    ARRAY(fragment, uint64_t, c->shows_bonds, SCREE_COPIED | SCREE_WRITTEN, "",                              \
          "Smallest id of the particles that bonds connect it with; its own if there are none.")
