// SPDX-License-Identifier: BSD-3-Clause
// The data of liquid: what a case, a world, each wall and each particle have of it, and the lines by which the engine knows them
// (access/capability.h). All volumes are whole multiples of the case's unit, a power of two, so that sums of them are exact.
#pragma once

#include "case/case_materials.h"
#include "maths/double_double.h"
#include <math.h>

typedef struct scree_liquid_def {
    double density;  // kg/m3
    double moisture; // mass of liquid over that of a new particle, where its entry does not say it
    double share;    // of the film of a particle, that a contact may take
    double least;    // volume of a bridge over R^3, below which none forms
    double largest;  // the same, above which the films keep the rest
    double unit;     // m3
    scree_place place;
} scree_liquid_def;

// Liquid and bridges since the start, of all ranks.
typedef struct scree_liquid_ledger {
    scree_double_double supplied;     // m3, at the start and with particles that came
    scree_double_double lost;         // m3, with particles that were deleted
    uint64_t bridges;                 // now
    uint64_t formed, ruptured, ended; // ended: with a body, not by rupture
    double capillary;                 // J, stored in bridges
    double rupture_energy;            // J, that bridges had stored when they ruptured
} scree_liquid_ledger;

// The film of a wall.
typedef struct scree_liquid_wall {
    double film;    // m3
    double waiting; // contacts without a bridge
    double change;  // m3, of the film in this step, on this rank; 0 between steps
    double bridged; // m3, that it would have got at the last save, had all bridges ended
} scree_liquid_wall;

// m3, of all ranks, when last measured.
typedef struct scree_liquid_now {
    double films, walls, bridges, supplied, lost;
    double balance; // films, walls, bridges and what was lost, less what was supplied: 0
} scree_liquid_now;

// Sums of more units than this are not exact.
#define SCREE_LIQUID_MOST_UNITS 0x1p52

// Pairs that wait for a bridge, or whose bridge has ruptured.
typedef SCREE_ARRAY(uint32_t) scree_wet_pairs;

static inline bool scree_liquid_ledger_is_finite(const void *ledger) {
    const scree_liquid_ledger *l = (const scree_liquid_ledger *)ledger; // the header is C++ too
    return isfinite(l->supplied.high + l->supplied.low + l->lost.high + l->lost.low + l->capillary +
                    l->rupture_energy);
}

static inline bool scree_liquid_wall_is_usable(const void *wall) {
    const scree_liquid_wall *l = (const scree_liquid_wall *)wall;
    return isfinite(l->film) && l->film >= 0.0 && isfinite(l->waiting) && l->waiting >= 0.0 &&
           l->change == 0.0 && isfinite(l->bridged) && l->bridged >= 0.0;
}

// ---- lines of the engine's lists -------------------------------------------------------------------------------

// Members of scree_case, and which of them own memory.
#define SCREE_LIQUID_CASE                                                                                    \
    bool has_liquid;                                                                                         \
    scree_liquid_def liquid;
#define SCREE_LIQUID_OWNED

// This is the row of the capability in the table of the input file.
#define SCREE_LIQUID_KEYS                                                                                    \
    {"liquid", SECTION(scree_liquid_section),                                                                \
     .doc = "Films of liquid on particles and walls, which make bridges where the laws of `contacts` have "  \
            "`liquid`.",                                                                                     \
     AT(liquid), .flag = offsetof(scree_case, has_liquid)},

// Members of scree_world.
#define SCREE_LIQUID_WORLD                                                                                   \
    scree_liquid_now liquid_now;      /* when last measured */                                               \
    scree_wet_pairs *wet_pairs;       /* per thread, of the last evaluation of forces; NULL: no bridges */   \
    uint64_t wet_pairs_list;          /* number of the list that these belong to; UINT64_MAX: not known */   \
    uint64_t bridges_formed;          /* in this step, of those that this rank counts */                     \
    scree_double_double films_before; /* m3, before an exchange that is under way */                         \
    double largest_film;              /* m3, after the last exchange */

#define SCREE_LIQUID_SAVED_NUMBERS(X)                                                                        \
    X(scree_liquid_ledger, liquid_ledger, scree_liquid_ledger_is_finite, "its liquid is not a number")
#define SCREE_LIQUID_SAVED_ARRAYS(X)                                                                         \
    /* one per wall */                                                                                       \
    X(scree_liquid_wall, liquid_wall, scree_liquid_wall_is_usable, "the film of a wall is not a volume")

#define SCREE_LIQUID_FIELDS(ARRAY)                                                                           \
    ARRAY(liquid, double, c->has_liquid,                                                                     \
          SCREE_STATE | SCREE_EACH_STEP | SCREE_WRITTEN | SCREE_READ | SCREE_SET, "m3",                      \
          "Liquid in the film on the particle, or on the member of a clump.")                                \
    ARRAY(dry_contacts, double, c->has_liquid, SCREE_STATE | SCREE_EACH_STEP, "",                            \
          "Contacts without a bridge at the last evaluation of forces.")                                     \
    ARRAY(bridged, double, c->has_liquid, SCREE_STATE & ~SCREE_HASHED & ~SCREE_WITH_LIST, "m3",              \
          "Liquid that it would have got at the last save, had all its bridges ended.")
