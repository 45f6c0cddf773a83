// SPDX-License-Identifier: BSD-3-Clause
// Definitions of what brings, removes or changes particles: sizes, shapes, insertion, outlets, groups.
#pragma once

#include "case/case_region.h"
#include "case/case_walls.h"
#include "case/shape.h"
#include "maths/vec.h"
#include "memory/array.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum scree_size_kind {
    SCREE_SIZE_FIXED,     // a
    SCREE_SIZE_UNIFORM,   // a .. b
    SCREE_SIZE_NORMAL,    // mean a, standard deviation b, cut at [min, max]
    SCREE_SIZE_LOGNORMAL, // median a, standard deviation of ln d = b, cut at [min, max]
    SCREE_SIZE_TABLE      // diameters d[i] with fraction f[i]
} scree_size_kind;

// Diameters, m. by_mass: the distribution or the fractions weigh mass instead of number. min, max: the sizes that occur, whatever the kind.
typedef struct scree_size_def {
    scree_size_kind kind;
    bool by_mass;
    double a, b, min, max;
    SCREE_ARRAY(double) d;
    SCREE_ARRAY(double) f;
} scree_size_def;

// Two members of a shape.
typedef struct scree_member_pair {
    uint32_t a, b; // a < b
} scree_member_pair;

// Equal spheres in a chain along x, or in a grid along x, y and z.
typedef struct scree_row_def {
    int length;                // of a chain, spheres
    SCREE_ARRAY(double) count; // of a grid, spheres along x, y and, if it has three, z
    double radius, spacing;    // m; of the centres, 0: they touch
} scree_row_def;

// A convex body as it is given; each kind has some of these.
typedef struct scree_convex_def {
    scree_vec3 half;                // m, half axes
    double exponent;                // of a superellipsoid
    double radius, length;          // m, of a capsule or a cylinder; the length includes the ends
    scree_vec3 sides;               // m, of a box
    double rounding;                // m, radius of the edges; 0: auto
    double bulge;                   // as in scree_form; of a polyhedron 1/bulge is the least exponent
    char *file;                     // of a polyhedron: its mesh
    double scale;                   // m, of one unit of the file
    SCREE_ARRAY(scree_vec3) corner; // or its corners, m
} scree_convex_def;

// A convex body of a body of several, as it is given.
typedef struct scree_piece_def {
    scree_convex_def convex; // first, as in scree_shape_def: both have the same keys
    scree_vec3 at;           // m
    scree_vec3 turn_axis;
    double turn_angle;     // rad
    scree_shape_list made; // one, or one for each closed part of a mesh
    scree_place place;
} scree_piece_def;

// A clump: spheres, or convex bodies, that move as one rigid body. Or an agglomerate: spheres of their own that bonds hold together.
typedef struct scree_shape_def {
    scree_convex_def convex; // a convex body, instead of members
    char *name;
    bool has_bonded, bonded; // `bonded` is given, and it is an agglomerate
    double bond_gap;         // m, of the shape as it is given: members up to this far apart are bonded
    double bond_weibull;     // as in scree_bond_def
    SCREE_ARRAY(scree_member_pair) bond; // these, ascending
    double bond_reach;                   // of an agglomerate of size 1: the largest gap between them
    scree_member_list member;            // as given, m
    char *file;                          // lines x y z r, instead of members
    double scale;                        // m, of one unit of the file
    scree_row_def row;                   // equal spheres, instead of members
    SCREE_ARRAY(scree_piece_def) piece;  // convex bodies, instead of members
    bool sum;                            // mass of the sum of the spheres, not of their union
    double volume;                       // m3, given; 0: computed
    bool has_centre;
    scree_vec3 centre;            // m, given
    SCREE_ARRAY(double) gyration; // m2, given: moments of inertia over mass, xx yy zz or xx yy zz xy xz yz
    double own_volume;            // m3, of its members or pieces, even if `volume` is given
    scree_vec3 own_centre;        // m, of its members or pieces, even if `centre` is given
    scree_shape shape;            // made of these
    scree_place place;
} scree_shape_def;

// Mass with which a member of a clump meets others.
typedef enum scree_contact_mass {
    SCREE_CONTACT_MASS_EFFECTIVE, // that moves at the contact: 1/m = 1/M + (r x n).I^-1 (r x n)
    SCREE_CONTACT_MASS_BODY,      // of the clump
    SCREE_CONTACT_MASS_SPHERE     // of a sphere of the member's radius
} scree_contact_mass;

typedef enum scree_source_kind {
    SCREE_SOURCE_PARTICLE_FILE, // a text file of particles, at the start
    SCREE_SOURCE_POSITIONS,     // particles at positions in the input file, at the start
    SCREE_SOURCE_FORMULA,       // particles whose positions are formulas of their number, at the start
    SCREE_SOURCE_CHECKPOINT,    // particles (and contact history) of a checkpoint, at the start
    SCREE_SOURCE_FILL,          // fill a region without overlaps, at `start`
    SCREE_SOURCE_RATE           // insert into a region from `start` to `stop`
} scree_source_kind;

typedef enum scree_fill {
    SCREE_FILL_RANDOM,  // one by one, where there is room
    SCREE_FILL_LATTICE, // jittered close packing
    SCREE_FILL_DENSE    // random, then pushed apart (step/pack.h)
} scree_fill;

typedef struct scree_source_def {
    char *name;
    scree_source_kind kind;
    int material;
    char *file;                       // particle file, checkpoint
    SCREE_ARRAY(scree_vec3) position; // m, positions, formula
    double diameter;                  // m, positions
    SCREE_ARRAY(double) diameters;    // m, formula: of each
    double formula_count;             // formula
    char *formula[5];                 // of x, y, z, diameter, radius; NULL: not given
    char *shape_name;                 // of clumps; NULL: spheres
    int shape;                        // its index; -1: none
    bool has_orientation;             // else random (insertion), or as the shape was given (positions)
    scree_vec3 turn_axis;             // unit; how it is turned from the frame in which it was given
    double turn_angle;                // rad
    bool keep_history;                // checkpoint
    bool keep_walls;                  // checkpoint: walls start with its poses
    bool keep_time;                   // checkpoint: the run starts at its time
    bool fixed;                       // particle file, checkpoint: the particles are not accelerated
    scree_region region;              // fill, rate
    scree_size_def size;              // fill, rate
    scree_fill fill;                  // fill
    double spacing;      // fill, lattice: distance of neighbours in units of the largest diameter, >= 1
    double count;        // particles, in all; INFINITY: no limit
    double mass;         // kg, in all; INFINITY: no limit
    double fraction;     // fill: solid volume fraction of the region wanted; INFINITY: no limit
    double rate;         // kg/s or 1/s
    bool rate_by_number; // rate is 1/s
    char *refill;        // rate: name of an outlet, whose mass is inserted again; NULL: at the rate
    int outlet;          // its index; -1: none
    scree_vec3 velocity; // m/s, of every new particle
    scree_vec3 velocity_spread; // m/s, uniform in +- this
    scree_vec3 spin;            // rad/s, of every new particle
    double temperature;         // K, of every new particle; 0: heat.temperature
    double moisture;            // mass of liquid over that of every new particle; negative: liquid.moisture
    double start, stop;         // s
    double every;               // s, time between insertions (rate); 0: automatic
    uint64_t seed;
    scree_place place;
} scree_source_def;

// Does it insert particles in the run, at once or over time?
static inline bool scree_source_inserts(const scree_source_def *s) {
    return s->kind == SCREE_SOURCE_FILL || s->kind == SCREE_SOURCE_RATE;
}

// Are its particles at positions in the input file?
static inline bool scree_source_has_positions(const scree_source_def *s) {
    return s->kind == SCREE_SOURCE_POSITIONS || s->kind == SCREE_SOURCE_FORMULA;
}

// Counts (and deletes) the particles whose centre is in the region.
typedef struct scree_outlet_def {
    char *name;
    scree_region region;
    bool keep;          // count each particle once, when it first enters, without deleting it
    double every;       // s between checks; 0: automatic (1 ms, at least a step)
    double start, stop; // s; it acts for start <= t < stop, which may be INFINITY
    bool once;          // at the start only
    scree_vec3 way;     // takes only what enters the region with a part of its motion along it; 0: all
    bool recycles;      // particles come back in the region `inlet`
    scree_region inlet;
    bool sets_velocity;  // of what comes back, else it keeps its own
    scree_vec3 velocity; // m/s
    scree_place place;
} scree_outlet_def;

typedef struct scree_id_range {
    uint64_t first, last; // both included
} scree_id_range;
typedef SCREE_ARRAY(scree_id_range) scree_id_ranges; // none: all ids

// Which particles: all that fit everything that is given (regions/selection.h).
typedef struct scree_selection {
    bool has_region;
    scree_region region;
    int material; // -1: any
    char *from;   // name of an insertion; NULL: any
    int source;   // its index; -1: any
    scree_id_ranges ids;
} scree_selection;

// Particles that are chosen at `start`, and what is done to them until `stop` (particles/group.h).
typedef struct scree_group_def {
    char *name;
    scree_selection which;
    double start, stop; // s
    double every;       // s between choices; 0: one choice, at the start
    // The members below say what the group does to its particles.
    bool hold;           // not accelerated: moves with
    scree_vec3 velocity; // m/s
    scree_vec3 spin;     // rad/s
    bool has_motion;     // held ones follow a table of displacements since `start` instead of the velocity
    scree_motion motion;
    scree_vec3 force, torque; // N, N m, on each
    double growth;            // 1/s, of the radius, relative
    double growth_every;      // s; 0: automatic (1 ms, at least a step)
    scree_place place;
} scree_group_def;
