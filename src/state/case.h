// SPDX-License-Identifier: BSD-3-Clause
// A case: the contents of the input file in SI units, with names replaced by indices; nothing is computed yet.
// input/config.c fills it, step/ builds a world from it, output/run_record.c writes it to run.json.
#ifndef SCREE_STATE_CASE_H
#define SCREE_STATE_CASE_H

#include "base/array.h"
#include "base/units.h"
#include "maths/vec.h"
#include "state/shape.h"
#include "state/slot.h"
#include <stdbool.h>

// Position in the input file, for messages after parsing. Line -1, -2, ...: not in the file, but in case.change[0], [1], ...
typedef struct scree_place {
    int line, column;
} scree_place;

// Values of a parameter by temperature: linear between the rows, constant beyond the first and the last.
typedef struct scree_thermal_table {
    char *name;                      // of the parameter of laws; NULL: that of its key
    SCREE_ARRAY(double) temperature; // K, ascending
    SCREE_ARRAY(double) value;       // SI
    bool used;                       // by some pair of materials
    scree_place place;
} scree_thermal_table;

// Parameters of a material that depend on temperature, and the classes into which the range of the tables is divided.
typedef struct scree_temperature_tables {
    double step;                          // K, largest distance of the classes; 0: automatic
    scree_thermal_table young, poisson;   // no rows: not given
    SCREE_ARRAY(scree_thermal_table) law; // of parameters of laws
    scree_place place;
} scree_temperature_tables;

// Materials with tables have a copy for each class but the first, with the values at the temperature of the class. These copies are behind
// the materials of the file in case.material (scree_case_named), and only laws see them: see state/temperature_class.h.
typedef struct scree_material_def {
    char *name;
    double density;       // kg/m3
    double young;         // Pa
    double poisson;       // 1
    double heat_capacity; // J/(kg K); 0: not given
    double emissivity;    // 1; 0: not given
    double conductivity;  // W/(m K), its own value of the heat laws' parameter; 0: not given
    bool has_tables;
    scree_temperature_tables tables;
    int classes;        // with tables: their number, else 0
    int first_copy;     // with tables: the material that is class 1; the others follow
    double coldest;     // K, of class 0
    double class_width; // K
    int copy_of;        // of a copy: its material + 1; 0: a material of the file
    scree_place place;
} scree_material_def;

// The laws of one material pair: per slot the index of the law in scree_laws() (-1: none) and its parameters in the
// order of the law's table, complete (given, mixed from the materials, or the law's default).
typedef struct scree_pair_def {
    int law[SCREE_SLOT_COUNT];
    double param[SCREE_SLOT_COUNT][SCREE_PARAM_MAX];
    scree_place place;
} scree_pair_def;

typedef enum scree_region_kind {
    SCREE_REGION_NONE,
    SCREE_REGION_BOX,        // min, max
    SCREE_REGION_CYLINDER,   // point (centre of one end), axis (unit), radius, length along the axis
    SCREE_REGION_SPHERE,     // point, radius
    SCREE_REGION_HALF_SPACE, // point, axis: all x with (x - point).axis > 0
    SCREE_REGION_MESH,       // inside the closed mesh of wall `wall`
    SCREE_REGION_FACE // `length` along `along` from the flat mesh of wall `wall`, or, with -1, from a disc: point, axis, radius
} scree_region_kind;

typedef struct scree_region {
    scree_region_kind kind;
    scree_vec3 min, max, point, axis;
    double radius, length;
    int wall;         // SCREE_REGION_MESH, SCREE_REGION_FACE: index into case.wall
    scree_vec3 along; // SCREE_REGION_FACE: unit; zero: the normal of the face
} scree_region;

// A vector and an angle at times that ascend from 0: given, from a file, or values of formulas (files/read_time_table.h).
typedef struct scree_time_table {
    SCREE_ARRAY(double) time;       // s
    SCREE_ARRAY(scree_vec3) vector; // m or m/s2; none: 0
    SCREE_ARRAY(double) angle;      // rad; none: 0
    bool smooth;                    // cubic between the times instead of linear
    bool repeat;                    // begin again after the last time
    char *file;
    char *formula[4];       // x, y, z, angle, of `time`; NULL: 0
    double duration, every; // s, of formulas: the last time, and the time between values; 0: automatic
} scree_time_table;

typedef enum scree_motion_kind {
    SCREE_MOTION_TRANSLATE, // velocity
    SCREE_MOTION_ROTATE,    // about axis through point at `rate` rad/s
    SCREE_MOTION_TABLE, // displacements and angles about axis through point, linear between the times of a table
    SCREE_MOTION_FORMULA, // the same, with formulas of time
    SCREE_MOTION_VIBRATE // displacement amplitude * sin(2 pi frequency (t - start) + phase) - its value at start
} scree_motion_kind;

static inline bool scree_motion_is_table(scree_motion_kind kind) {
    return kind == SCREE_MOTION_TABLE || kind == SCREE_MOTION_FORMULA;
}

// Moves a wall from t = start to t = stop and holds it there afterwards. Several motions are applied in the order given.
typedef struct scree_motion {
    scree_motion_kind kind;
    scree_vec3 velocity;    // m/s
    scree_vec3 amplitude;   // m
    scree_vec3 axis;        // unit
    scree_vec3 point;       // m
    double rate;            // rad/s
    double frequency;       // Hz
    double phase;           // rad
    double start, stop;     // s; stop may be INFINITY
    scree_time_table table; // times from `start` on; only differences from the first value count
} scree_motion;

// One way in which a driven wall moves (walls/wall_drive.h): along an axis, or about one.
typedef struct scree_freedom_def {
    scree_vec3 axis;  // unit; of a turn also zero: about all axes
    scree_vec3 point; // m, on the axis of a turn
    bool has_point;
    // Servo: what it holds, on the particles, along or about the axis: N or N m, or with has_stress Pa times an area. Free: what acts
    // on the wall besides particles and gravity.
    double load;
    bool has_stress;
    double stress, area; // Pa, m2
    SCREE_ARRAY(char *)
    between; // four planes, opposite ones together: the area is the product of their distances
    SCREE_ARRAY(int) between_wall; // their indices
    double speed;                  // m/s or rad/s, the largest of a servo
    double spring, damper;         // of a free wall: N/m, N s/m, or N m/rad, N m s/rad
    double limit[2];               // m or rad, of the displacement since the drive began; both 0: none
    bool has_factor;               // the load is multiplied by a function of time, in the angles of a table
    double factor_start;           // s
    int factor_kind;               // SCREE_MOTION_TABLE or SCREE_MOTION_FORMULA
    scree_time_table factor;
    scree_place place;
} scree_freedom_def;

typedef SCREE_ARRAY(scree_freedom_def) scree_freedom_list;

// What moves a wall by the forces on it.
typedef struct scree_wall_drive_def {
    bool servo, free;               // one of them, or none
    scree_freedom_list slide, turn; // up to three axes normal to each other, and one turn
    // Of a free wall, at its pose at the start.
    double mass, density;        // kg, or kg/m3 of its closed mesh
    bool has_centre;             // else that of its mesh
    scree_vec3 centre;           // m
    SCREE_ARRAY(double) inertia; // kg m2, about the centre: xx yy zz, or xx yy zz xy xz yz
    scree_vec3 velocity, spin;   // m/s of the centre, rad/s
    double corner_stiffness;     // N/m, of a corner at a plane; 0: automatic
} scree_wall_drive_def;

static inline bool scree_wall_is_driven(const scree_wall_drive_def *d) {
    return d->servo || d->free;
}

static inline bool scree_freedom_has_limits(const scree_freedom_def *f) {
    return f->limit[0] < f->limit[1];
}

// Walls with a distance in closed form: kind, and the row that says all about it (geometry/wall_form.h).
#define SCREE_WALL_FORMS(F)                                                                                  \
    F(SCREE_WALL_PLANE, scree_wall_plane)                                                                    \
    F(SCREE_WALL_CYLINDER, scree_wall_cylinder)

typedef enum scree_wall_kind {
#define SCREE_WALL_KIND(KIND, row) KIND,
    SCREE_WALL_FORMS(SCREE_WALL_KIND)
#undef SCREE_WALL_KIND
        SCREE_WALL_MESH, // triangles from a file; the shapes below are made of triangles too (input/wall_shapes.h)
    SCREE_WALL_BOX,
    SCREE_WALL_RECTANGLE,
    SCREE_WALL_DISC,
    SCREE_WALL_CONE,
    SCREE_WALL_EXTRUDE
} scree_wall_kind;

enum { SCREE_LID_START = 1, SCREE_LID_END = 2 };

// A rotation when the wall is made.
typedef struct scree_turn {
    scree_vec3 axis;  // unit
    scree_vec3 point; // m
    double angle;     // rad
} scree_turn;

// How a wall takes part in the exchange of heat; 0: not given. Nothing of it: insulated.
typedef struct scree_wall_heat_def {
    double temperature; // K, of the wall; with a mass: at the start
    double power;       // W, into the particles that touch it; with a mass: into the wall
    double flux;        // W/m2, of its area, into the particles that touch it
    double mass;        // kg, that warms
} scree_wall_heat_def;

typedef enum scree_wall_heat_kind {
    SCREE_WALL_INSULATED,
    SCREE_WALL_OF_TEMPERATURE,
    SCREE_WALL_OF_POWER, // or flux
    SCREE_WALL_OF_MASS
} scree_wall_heat_kind;

static inline scree_wall_heat_kind scree_wall_heat_kind_of(const scree_wall_heat_def *h) {
    return h->mass > 0.0                       ? SCREE_WALL_OF_MASS
           : h->temperature > 0.0              ? SCREE_WALL_OF_TEMPERATURE
           : h->power != 0.0 || h->flux != 0.0 ? SCREE_WALL_OF_POWER
                                               : SCREE_WALL_INSULATED;
}

// The surface runs around an axis as a belt does, state/wall_surface.h.
typedef struct scree_belt_def {
    double speed; // m/s
    scree_vec3 axis, point;
} scree_belt_def;

typedef struct scree_wall_def {
    char *name;
    scree_wall_kind kind;
    int material;
    // Plane: a point on it; cylinder, cone: a point on the axis (centre of one end if length is finite); rectangle: a corner;
    // disc: the centre.
    scree_vec3 point;
    scree_vec3 axis;     // unit; plane: normal towards the particles; cylinder, cone: axis; disc: normal
    double radius;       // cylinder, disc, cone: at the point
    double end_radius;   // cone: at the other end
    double hole;         // disc: radius of the hole
    double length;       // cylinder, cone; that of a cylinder may be INFINITY
    int lids;            // cylinder, cone: SCREE_LID_START | SCREE_LID_END
    int segments;        // disc, cone: sides of the polygon that stands for a circle
    scree_vec3 min, max; // box
    bool open[6];        // box: the faces x-, x+, y-, y+, z-, z+ that are left out
    scree_vec3 edge[2];  // rectangle: from the corner along two sides; extruded line: [0] is where to
    SCREE_ARRAY(scree_vec3) line; // extruded line
    bool closed;                  // extruded line: from the last point back to the first
    bool mirrored;                // what has triangles: mirrored when it is made, and then rotated
    scree_vec3 mirror_point, mirror_normal;
    SCREE_ARRAY(scree_turn) turn;
    bool outside;      // cylinder: particles are outside (a shaft), not inside (a drum)
    char *file;        // mesh: path of the file, already relative to the working directory
    double scale;      // mesh: file units to metres
    scree_vec3 offset; // mesh: added after scaling, m
    SCREE_ARRAY(scree_motion) motion;
    scree_wall_drive_def drive; // of the forces on it
    bool movable;               // a host program moves it
    scree_vec3
        reference; // m, at t = 0: the series has the torque about it and its position; the same in all phases
    bool gives_reference;     // the file gives it
    bool reference_at_centre; // of the body: it is known with the triangles
    scree_vec3
        surface_velocity; // m/s, whose part along the surface a wall that does not move has (conveyor belt)
    bool has_belt;
    scree_belt_def belt; // in its place
    bool has_heat;
    scree_wall_heat_def heat;
    double start, stop; // s; the wall exists for start <= t < stop (a gate)
    bool separate;      // never one surface with another wall, as some phase changes it
    unsigned shown;     // SCREE_WALL_SHOWS_...: columns of the series, the same in all phases
    scree_place place;
} scree_wall_def;

// What a wall has in the series besides its force and torque.
enum {
    SCREE_WALL_SHOWS_PLACE = 1,
    SCREE_WALL_SHOWS_ANGLE = 2,
    SCREE_WALL_SHOWS_WORK = 4,
    SCREE_WALL_SHOWS_VELOCITY = 8, // of a free wall
    SCREE_WALL_SHOWS_SLIDE = 16,   // shifted by 0, 1, 2: of a driven wall its slides
    SCREE_WALL_SHOWS_TURN = 128,
    SCREE_WALL_SHOWS_STRESS = 256 // shifted by 0, 1, 2: of a slide
};

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

// A clump: spheres that move as one rigid body. Or an agglomerate: spheres of their own that bonds hold together.
typedef struct scree_shape_def {
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
    bool sum;                            // mass of the sum of the spheres, not of their union
    double volume;                       // m3, given; 0: computed
    bool has_centre;
    scree_vec3 centre;            // m, given
    SCREE_ARRAY(double) gyration; // m2, given: moments of inertia over mass, xx yy zz or xx yy zz xy xz yz
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
    SCREE_ARRAY(scree_vec3) position; // m, positions
    double diameter;                  // m, positions
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
    double start, stop;         // s
    double every;               // s, time between insertions (rate); 0: automatic
    uint64_t seed;
    scree_place place;
} scree_source_def;

// Counts (and deletes) the particles whose centre is in the region.
typedef struct scree_outlet_def {
    char *name;
    scree_region region;
    bool keep;          // count each particle once, when it first enters, without deleting it
    double every;       // s between checks; 0: automatic (1 ms, at least a step)
    double start, stop; // s; it acts for start <= t < stop, which may be INFINITY
    bool once;          // at the start only
    scree_place place;
} scree_outlet_def;

typedef struct scree_id_range {
    uint64_t first, last; // both included
} scree_id_range;

// Particles that are chosen at `start`, and what is done to them until `stop` (particles/group.h).
typedef struct scree_group_def {
    char *name;
    // Who: all that fit everything that is given.
    bool has_region;
    scree_region region;
    int material;                    // -1: any
    char *from;                      // name of an insertion; NULL: any
    int source;                      // its index; -1: any
    SCREE_ARRAY(scree_id_range) ids; // none: all
    double start, stop;              // s
    double every;                    // s between choices; 0: one choice, at the start
    // What.
    bool hold;                // not accelerated: moves with
    scree_vec3 velocity;      // m/s
    scree_vec3 spin;          // rad/s
    scree_vec3 force, torque; // N, N m, on each
    double growth;            // 1/s, of the radius, relative
    double growth_every;      // s; 0: automatic (1 ms, at least a step)
    scree_place place;
} scree_group_def;

// Makes bonds between bodies that are close enough, at a time or again and again (bonds/bonds.h).
typedef struct scree_bond_def {
    char *name;
    double start, stop; // s
    double every;       // s between times from start to stop; 0: only at the start
    double gap;         // m between the surfaces, up to which bodies are bonded; 0: those that touch
    // Which: both bodies fit everything that is given.
    bool has_region; // centres of particles
    scree_region region;
    int material[2];                 // -1: any
    SCREE_ARRAY(scree_id_range) ids; // none: all
    char *file;                      // pairs of ids; NULL: by distance
    SCREE_ARRAY(uint64_t) pair;      // of the file: id, id, ...
    bool particles;                  // particles with each other
    SCREE_ARRAY(char *) wall_name;   // particles with these walls
    SCREE_ARRAY(int) wall;           // their indices
    double weibull;                  // modulus of the scatter of the strengths; 0: none
    uint64_t seed;                   // of the scatter; 0: that of the case
    scree_place place;
} scree_bond_def;

// Heats the particles that fit everything that is given, from `start` to `stop`.
typedef struct scree_heat_source_def {
    scree_place place;
    bool has_region;
    scree_region region;
    int material;                    // -1: any
    char *from;                      // name of an insertion; NULL: any
    int source;                      // its index; -1: any
    SCREE_ARRAY(scree_id_range) ids; // none: all
    double power;                    // W for each particle, or W/m3
    bool by_volume;                  // power is W/m3
    double start, stop;              // s
} scree_heat_source_def;

typedef struct scree_heat_def {
    double temperature; // K, of particles for which nothing else says it
    double ambient;     // K; 0: not given
    double convection;  // W/(m2 K)
    bool radiation;
    double friction; // 1, share of what contacts lose that warms the two bodies
    SCREE_ARRAY(scree_heat_source_def) source;
    scree_place place;
} scree_heat_def;

// Means over the particles in a region, as columns of the series.
typedef struct scree_probe_def {
    char *name;
    scree_region region;
    scree_place place;
} scree_probe_def;

// A particle whose motion is in columns of the series.
typedef struct scree_track_def {
    char *name;
    uint64_t id;
    scree_place place;
} scree_track_def;

typedef enum scree_until_kind {
    SCREE_UNTIL_TIME,
    SCREE_UNTIL_ABOVE, // `value` is above the limit, ...
    SCREE_UNTIL_BELOW,
    SCREE_UNTIL_RISES, // has risen by that much since the start of the phase
    SCREE_UNTIL_FALLS
} scree_until_kind;

// A part of a run, which ends after a time or when a state is reached. What it changes of the case is in the file only
// (input/phase_changes.h): a case is what holds in one phase.
typedef struct scree_phase_def {
    char *name;
    scree_until_kind kind;
    double duration;      // s; of a state: the longest wait for it
    char *value;          // a column of the series, or kinetic_per_particle
    scree_quantity limit; // in the column's unit
    double hold;          // s, for which the state must last
    double every;         // s between looks at the state; 0: 100 steps
    scree_place place;
} scree_phase_def;

typedef enum scree_integrator {
    SCREE_VERLET,          // forces use velocities of the same time level as positions
    SCREE_VERLET_HALF_STEP // forces use half-step velocities, as LAMMPS and LIGGGHTS do
} scree_integrator;

// Limits beyond which a run warns or stops.
typedef struct scree_alarms_def {
    double overlap_warning,
        overlap_limit; // overlap / radius beyond which a run warns once; beyond which it stops
    // Largest decrease of the losses of contacts that is accepted / largest energy so far; INFINITY: any.
    double negative_loss;
    // Largest accepted change of the balance of energies / energies involved; INFINITY: any.
    double energy_balance;
    bool stop; // stop the run instead of warning
} scree_alarms_def;

enum { SCREE_CSV_TEMPERATURE = 9, SCREE_CSV_FIELDS };

typedef struct scree_output_def {
    double vtk_every; // s; 0: none
    bool vtk_particles, vtk_contacts, vtk_meshes, vtk_bonds;
    double csv_every; // s; 0: none
    bool csv_particles, csv_contacts;
    bool csv_fields[SCREE_CSV_FIELDS]; // output/csv.c; none: all
    bool csv_has_region;
    scree_region csv_region;
    double series_every;     // s; 0: none
    bool fragments;          // write fragments.csv
    double checkpoint_every; // s; 0: only at the end and on signals
    int checkpoint_keep;     // how many to keep; 0: all
    double progress_every;   // s of wall time between progress lines
    bool plot;               // write plot.svg at the end
} scree_output_def;

typedef struct scree_lab_body {
    int material;
    double radius; // m
} scree_lab_body;

// A single contact, for `scree law`: body a against body b or a flat wall.
typedef struct scree_lab_def {
    scree_lab_body a, b;
    bool has_b;
    int wall;              // material of the wall; -1: none
    double speed;          // m/s, of a relative to b
    double angle;          // rad, between the speed and the normal
    scree_vec3 spin[2];    // rad/s, of a and b
    double dt;             // s; 0: automatic
    double gap;            // m, 0: automatic
    int steps_per_contact; // for automatic dt
    double longest;        // s, longest duration of a collision; 0: automatic
    double bonded; // m, gap of the surfaces when they were bonded, negative: overlap; infinity: not bonded
    scree_place place;
} scree_lab_def;

// A value that the file gives a name, for the record of the run: what used it is in the other fields.
typedef struct scree_variable_def {
    char *name;
    char *text; // a number in SI with its unit, or a text
} scree_variable_def;

// A variable that nothing has used, for a warning.
typedef struct scree_unused_variable {
    char *name;
    scree_place place;
} scree_unused_variable;

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
    SCREE_ARRAY(scree_wall_def) wall;
    SCREE_ARRAY(scree_shape_def) shape;
    int contact_mass; // scree_contact_mass
    bool external;    // a host program sets forces and drag on particles; not in the file
    SCREE_ARRAY(scree_source_def) source;
    SCREE_ARRAY(scree_outlet_def) outlet;
    SCREE_ARRAY(scree_group_def) group;
    SCREE_ARRAY(scree_bond_def) bond;
    bool
        shows_bonds; // some pair of materials has a bond law, in this or another phase: outputs have what belongs to bonds
    bool has_heat;
    scree_heat_def heat;
    SCREE_ARRAY(scree_probe_def) probe;
    SCREE_ARRAY(scree_track_def) track;
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

// Are there shapes that are clumps, or agglomerates?
bool scree_case_has_clumps(const scree_case *c);
bool scree_case_has_agglomerates(const scree_case *c);

// Do members of clumps meet others with the mass that moves at the contact?
static inline bool scree_case_has_effective_mass(const scree_case *c) {
    return scree_case_has_clumps(c) && c->contact_mass == SCREE_CONTACT_MASS_EFFECTIVE;
}

static inline bool scree_wall_has_triangles(const scree_wall_def *d) {
    return d->kind >= SCREE_WALL_MESH;
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

// Index of the interval of a table in which the time is, 0 to n - 2; before the first and after the last time the nearest one.
size_t scree_table_interval(const double *time, size_t n, double t);

#endif
