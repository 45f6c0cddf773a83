// SPDX-License-Identifier: BSD-3-Clause
// A case: the contents of the input file in SI units, with names replaced by indices; nothing is computed yet.
// input/config.c fills it, step/ builds a world from it, output/run_record.c writes it to run.json.
#pragma once

#include "capabilities.h"
#include "case/case_lab.h"
#include "case/case_materials.h"
#include "case/case_measures.h"
#include "case/case_output.h"
#include "case/case_phases.h"
#include "case/case_region.h"
#include "case/case_sources.h"
#include "case/case_walls.h"
#include "case/shape.h"
#include "laws/slot.h"
#include "maths/vec.h"
#include "memory/array.h"
#include "text/units.h"
#include <stdbool.h>

typedef enum scree_integrator {
    SCREE_VERLET,          // forces use velocities of the same time level as positions
    SCREE_VERLET_HALF_STEP // forces use half-step velocities, as LAMMPS and LIGGGHTS do
} scree_integrator;

typedef struct scree_case {
    char *path;  // of the input file, for messages
    char *title; // one line, may be NULL
    SCREE_ARRAY(char *)
    change; // what was changed of the file before it was read: "--set time.end=2 s", in order
    SCREE_ARRAY(scree_variable_def) variable;
    SCREE_ARRAY(scree_unused_variable) unused; // of the case of a phase: by what is set in this phase
    double end;                                // s; with phases the sum of their longest durations
    double dt;                                 // s; 0: automatic
    double dt_fraction;                        // of the Rayleigh time, for automatic dt and the check
    double velocity_scale; // m/s, fastest expected impact, for the check of the time step; 0: estimated
    scree_integrator integrator;
    scree_vec3 gravity;     // m/s2; where has_gravity_table see there
    bool gives_gravity;     // the file does, even if it is zero
    bool has_gravity_table; // gravity is a function of time
    int gravity_kind;       // SCREE_MOTION_TABLE or SCREE_MOTION_FORMULA
    scree_time_table gravity_table;
    bool has_domain;
    scree_vec3 domain_min, domain_max;
    bool periodic[3];
    bool lost_is_error;     // a particle that leaves the domain stops the run instead of being deleted
    double skin;            // m; 0: automatic
    double damping_local;   // 1, fraction of the unbalanced force
    double damping_viscous; // 1/s
    uint64_t seed;
    SCREE_ARRAY(char *) law_library; // paths of shared libraries with laws of the user's own
    SCREE_ARRAY(scree_material_def) material;
    size_t copies;        // of them, behind the others: classes of materials with temperature tables
    scree_pair_def *pair; // material.n * material.n, symmetric: pair[i * n + j]
    SCREE_ARRAY(scree_library_use) library_use;
    SCREE_ARRAY(scree_wall_def) wall;
    SCREE_ARRAY(scree_shape_def) shape;
    SCREE_ARRAY(scree_hull) hull; // of each piece of each shape, which owns it, and one of a shape of spheres
    SCREE_ARRAY(scree_quaternion)
    piece_turn;       // of the same: scree_piece.turn; empty if no body has several pieces
    int contact_mass; // scree_contact_mass
    bool external;    // a host program sets forces and drag on particles; not in the file
    SCREE_ARRAY(scree_source_def) source;
    SCREE_ARRAY(scree_outlet_def) outlet;
    SCREE_ARRAY(scree_group_def) group;
    SCREE_CAPABILITIES(SCREE_MEMBERS_OF, CASE)
    SCREE_ARRAY(scree_probe_def) probe;
    SCREE_ARRAY(scree_track_def) track;
    SCREE_ARRAY(scree_measure_def) measure;
    bool keeps_birth;                   // some measure asks when particles were inserted
    SCREE_ARRAY(scree_phase_def) phase; // none: one without a name, until `end`
    scree_alarms_def alarms;
    scree_output_def output;
    bool has_lab;
    scree_lab_def lab;
} scree_case;

// An empty case with all defaults.
void scree_case_init(scree_case *c);
void scree_case_clear(scree_case *c);

void scree_thermal_table_clear(scree_thermal_table *curve);
double scree_thermal_table_at(const scree_thermal_table *curve, double temperature);

// Number of the materials of the file, which are the first ones.
static inline size_t scree_case_named(const scree_case *c) {
    return c->material.n - c->copies;
}

// The material of the file that material k is, or is a class of.
static inline size_t scree_case_base(const scree_case *c, size_t k) {
    const int of = c->material.data[k].copy_of;
    return of > 0 ? (size_t)of - 1 : k;
}

// The material of the file of that name, or -1.
int scree_case_material(const scree_case *c, const char *name);

// Number of a pair of materials, which may be classes, among those of the file: of scree_case_named^2.
static inline size_t scree_case_base_pair(const scree_case *c, const int material[2]) {
    return scree_case_base(c, (size_t)material[0]) * scree_case_named(c) +
           scree_case_base(c, (size_t)material[1]);
}

// Pair k of the materials of the file, of scree_case_named^2.
static inline const scree_pair_def *scree_case_named_pair(const scree_case *c, size_t k) {
    const size_t n = scree_case_named(c);
    return &c->pair[k / n * c->material.n + k % n];
}

// Has some pair of materials a law that may follow the motion of its bodies: any but normal forces, cohesion and heat?
bool scree_case_has_springs(const scree_case *c);
// Has some pair of materials a bond law?
bool scree_case_has_bonds(const scree_case *c);

// Does any group move the particles that it holds by a table or a formula?
bool scree_case_moves_groups(const scree_case *c);
// Are there shapes that are clumps, or agglomerates?
bool scree_case_has_clumps(const scree_case *c);
bool scree_case_has_agglomerates(const scree_case *c);
// Numbers the pieces of all shapes: sets `hull` and `piece_turn`, and the number in the form of each piece.
void scree_case_number_pieces(scree_case *c);
// Are there shapes of convex bodies?
bool scree_case_has_convex(const scree_case *c);
// The smallest half length of any convex shape over the radius of the sphere of its volume; 1: none is thinner than a sphere.
double scree_case_thinnest(const scree_case *c);

// Do members of clumps meet others with the mass that moves at the contact?
static inline bool scree_case_has_effective_mass(const scree_case *c) {
    return scree_case_has_clumps(c) && c->contact_mass == SCREE_CONTACT_MASS_EFFECTIVE;
}

static inline bool scree_wall_has_triangles(const scree_wall_def *d) {
    return d->kind >= SCREE_WALL_MESH;
}

// Do forces move some wall?
static inline bool scree_case_drives_walls(const scree_case *c) {
    bool any = false;
    for (size_t k = 0; k < c->wall.n; k++) {
        any |= scree_wall_is_driven(&c->wall.data[k].drive);
    }
    return any;
}

// Do particles have a temperature?
static inline bool scree_case_has_heat(const scree_case *c) {
    return c->has_heat;
}
// Does what contacts lose warm the bodies?
static inline bool scree_case_warms_contacts(const scree_case *c) {
    return c->has_heat && c->heat.friction > 0.0;
}

scree_time_table scree_time_table_copy(const scree_time_table *from);
// Whether both give the same values at all times.
bool scree_time_table_same(const scree_time_table *a, const scree_time_table *b);
// Does gravity have, at some time, a component along a periodic axis?
bool scree_case_falls_along_period(const scree_case *c);
// Does some group hold its particles?
bool scree_case_holds(const scree_case *c);

// The smallest and the largest diameter, m, of the particles of a material that will be inserted in the run; -1: of all materials. INFINITY and 0: there are none.
typedef struct scree_inserted_sizes {
    double least, most;
} scree_inserted_sizes;
scree_inserted_sizes scree_case_inserted_sizes(const scree_case *c, int material);

// Index of the interval of a table in which the time is, 0 to n - 2; before the first and after the last time the nearest one.
size_t scree_table_interval(const double *time, size_t n, double t);
