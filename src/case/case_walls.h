// SPDX-License-Identifier: BSD-3-Clause
// Walls of a case: shape, motion, drive, heat.
#pragma once

#include "case/case_materials.h"
#include "maths/vec.h"
#include "memory/array.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

// One way in which a driven wall moves (wall_motion/wall_drive.h): along an axis, or about one.
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

// A drive moves a wall by the forces on it.
typedef struct scree_wall_drive_def {
    bool servo, free;               // one of them, or none
    scree_freedom_list slide, turn; // up to three axes normal to each other, and one turn
    // These belong to a free wall, at its pose at the start.
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
    F(SCREE_WALL_CYLINDER, scree_wall_cylinder) F(SCREE_WALL_SPHERE, scree_wall_sphere)

typedef enum scree_wall_kind {
#define SCREE_WALL_KIND(KIND, row) KIND,
    SCREE_WALL_FORMS(SCREE_WALL_KIND)
#undef SCREE_WALL_KIND
        SCREE_WALL_MESH, // triangles from a file; the shapes below are made of triangles too (wall_shapes/wall_shapes.h)
    SCREE_WALL_BOX,
    SCREE_WALL_RECTANGLE,
    SCREE_WALL_DISC,
    SCREE_WALL_CONE,
    SCREE_WALL_EXTRUDE,
    SCREE_WALL_HELIX,
    SCREE_WALL_TORUS,
    SCREE_WALL_SCREEN,
    SCREE_WALL_LOFT,
    SCREE_WALL_PADDLE
} scree_wall_kind;

enum { SCREE_LID_START = 1, SCREE_LID_END = 2 };

typedef enum scree_outline_kind { SCREE_OUTLINE_CORNERS, SCREE_OUTLINE_CIRCLE } scree_outline_kind;

// A section of a loft.
typedef struct scree_outline {
    scree_outline_kind kind;
    SCREE_ARRAY(scree_vec3) corner;
    scree_vec3 centre, axis; // circle; axis: unit, normal of its plane
    scree_vec3 cylinder;     // unit: the axis of the cylinder that the plane cuts; 0: that of the circle
    double radius;
} scree_outline;

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

// The surface runs around an axis as a belt does, access/wall_surface.h.
typedef struct scree_belt_def {
    double speed; // m/s
    scree_vec3 axis, point;
} scree_belt_def;

// How wear moves the triangles of a wall.
typedef struct scree_wear_shape_def {
    double every;      // s, between updates
    double at_most;    // m, how far a vertex moves in an update
    double in_total;   // m, and from where it was given
    double exaggerate; // worn volumes count this many times
} scree_wear_shape_def;

typedef struct scree_wall_def {
    char *name;
    scree_wall_kind kind;
    int material;
    // Plane: a point on it; cylinder, cone, helix: a point on the axis (centre of one end if length is finite); rectangle, screen: a
    // corner; disc, sphere, torus: the centre.
    scree_vec3 point;
    scree_vec3
        axis; // unit; plane: normal towards the particles; cylinder, cone, helix, torus: axis; disc: normal
    double
        radius; // cylinder, sphere, disc; cone: at the point; helix: of the outer edge; torus: of its central circle
    double end_radius; // cone: at the other end; torus: of the tube
    double hole;       // disc, screen: radius of a hole; helix, paddle: radius of the inner edge
    double length;     // cylinder, cone, helix; that of a cylinder may be INFINITY; paddle: its width
    double pitch,
        thickness;     // helix, along the axis: of one turn, and of the blade, 0: a sheet; paddle: thickness
    bool left_handed;  // helix
    int columns, rows; // screen: holes along its two sides
    int lids;          // cylinder, cone, loft: SCREE_LID_START | SCREE_LID_END
    int segments;      // disc, cone, torus, loft: sides of the polygon that stands for a circle
    int turn_segments; // helix: the same of a turn; each default has a member of its own
    int hole_segments; // screen: of a hole
    scree_vec3 min, max; // box
    bool open[6];        // box: the faces x-, x+, y-, y+, z-, z+ that are left out
    scree_vec3 edge
        [2]; // rectangle, screen: from the corner along two sides; extruded line: [0] is where to; paddle: [0] is its arm
    double angle; // paddle, rad: of its plate about its arm, out of the plane of arm and axis
    SCREE_ARRAY(scree_outline) outline; // loft
    bool is_loop;                       // loft: outlines are closed
    SCREE_ARRAY(scree_vec3) line;       // extruded line
    bool closed;                        // extruded line: from the last point back to the first
    bool mirrored;                      // what has triangles: mirrored when it is made, and then rotated
    scree_vec3 mirror_point, mirror_normal;
    SCREE_ARRAY(scree_turn) turn;
    bool outside;      // cylinder, sphere: particles are outside (a shaft, a ball), not inside (a drum)
    char *file;        // mesh: path of the file, already relative to the working directory
    scree_vec3 scale;  // mesh: file units to metres, along x, y, z; negative: mirrored
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
    double liquid_film; // m, thickness of the film of liquid at the start
    bool displaced;     // wear moves its triangles
    scree_wear_shape_def shape;
    double start, stop; // s; the wall exists for start <= t < stop (a gate)
    bool separate;      // never one surface with another wall, as some phase changes it
    unsigned shown;     // SCREE_WALL_SHOWS_...: columns of the series, the same in all phases
    scree_place place;
} scree_wall_def;

// Columns of a wall in the series besides its force and torque.
enum {
    SCREE_WALL_SHOWS_PLACE = 1,
    SCREE_WALL_SHOWS_ANGLE = 2,
    SCREE_WALL_SHOWS_WORK = 4,
    SCREE_WALL_SHOWS_VELOCITY = 8, // of a free wall
    SCREE_WALL_SHOWS_SLIDE = 16,   // shifted by 0, 1, 2: of a driven wall its slides
    SCREE_WALL_SHOWS_TURN = 128,
    SCREE_WALL_SHOWS_STRESS = 256 // shifted by 0, 1, 2: of a slide
};
