// SPDX-License-Identifier: BSD-3-Clause
// Walls: pose, motion, drive and loads.
#pragma once

#include "case/case.h"
#include "maths/double_double.h"
#include "maths/rigid.h"
#include "maths/vec.h"
#include "memory/array.h"
#include "mesh/mesh.h"

// Pose of a rigid body: x = rotation * X + shift, with X in the body's own frame, that of the wall's definition and mesh.
typedef struct scree_pose {
    scree_mat3 rotation;
    scree_vec3 shift;
} scree_pose;

static inline scree_pose scree_pose_none(void) {
    return (scree_pose){.rotation = {{1, 0, 0, 0, 1, 0, 0, 0, 1}}};
}
static inline scree_vec3 scree_pose_to_lab(const scree_pose *pose, scree_vec3 x) {
    return vec_add(mat_mul(&pose->rotation, x), pose->shift);
}
static inline scree_vec3 scree_pose_to_own(const scree_pose *pose, scree_vec3 x) {
    return mat_mul_transposed(&pose->rotation, vec_sub(x, pose->shift));
}

// The freedoms of a driven wall: up to three slides, then the turn.
enum { SCREE_SLIDES = 3, SCREE_TURN = SCREE_SLIDES, SCREE_FREEDOMS = SCREE_SLIDES + 1 };

// State of a wall that forces move (wall_motion/wall_drive.h), by freedom: m, m/s, ... of slides, rad, rad/s, ... of a turn about an axis.
typedef struct scree_wall_drive_state {
    double place[SCREE_FREEDOMS]; // since the drive began
    double speed[SCREE_FREEDOMS]; // at the time of the positions, as the forces see it
    double rate[SCREE_FREEDOMS];  // servo: the speed of the next step; free: momentum, kg m/s or kg m2/s
    double load[SCREE_FREEDOMS];  // free: the force or torque along the freedom
    // A turn about all axes has these: attitude of the principal axes, angular momentum about the pivot, spin as the forces see it, torque.
    scree_quaternion attitude;
    scree_vec3 momentum, spin, torque;
} scree_wall_drive_state;

// A driven wall has these from its definition, its mesh and its initial pose.
typedef struct scree_wall_drive {
    double mass;           // kg, of a free wall
    double tensor[6];      // kg m2, about its centre, in its own frame: xx yy zz xy xz yz
    double inertia;        // kg m2, about the axis of its turn
    scree_vec3 moments;    // kg m2, of a turn about all axes: principal, about the pivot
    scree_quaternion axes; // from the principal axes to the laboratory, at the initial pose
    scree_vec3 centre;     // m, of mass, in the wall's own frame
    scree_vec3 pivot;      // m, at the initial pose: about which it turns
    double area[SCREE_SLIDES];
    // Sums over its contacts for slides and for the turn, where each counts by the square of its distance from the axis: stiffness
    // (N/m), dashpots (N s/m), impedance sqrt(stiffness mass), number.
    double hardness[2][4];
    unsigned warned, to_warn; // bits of the warnings that were given, and that are to be given
} scree_wall_drive;

// The state of a wall: all of it is in checkpoints, and in the digest except members whose comment says that they are not. A driver sets pose, velocity and spin; scripted motion
// (wall_motion/wall_motion.h) is one driver, a hook can be another. Force and torque are set in each step, after the contact forces.
typedef struct scree_wall_state {
    // Initial pose of scripted motion: the identity, or from the checkpoint of another run.
    scree_pose start;
    scree_pose pose; // now
    // The velocity is that of the point at the origin of the laboratory frame: v(x) = velocity + spin x x.
    scree_vec3 velocity, spin;
    scree_wall_drive_state drive; // zero if it has none
    scree_vec3 force, torque;     // on the wall, by particles; torque about the laboratory origin
    // Power, W, and work, J since the start, of the wall on particles, by the trapezoidal rule (see scree_ledger); not part of the digest.
    double power, work;
    // In cases with heat: its temperature, K, the one that gives the power where that is given; heat into the particles now, W, and since
    // the start, J. Only the temperature is part of the digest.
    double temperature, heat;
    scree_double_double heat_in;
    uint64_t
        temperature_class; // see access/temperature_class.h; part of the digest where materials have tables
    // For a movable wall, the point in its own frame whose velocity the host program gave; it stays the velocity of that point.
    scree_vec3 centre;
} scree_wall_state;

typedef struct scree_wall_part {
    uint32_t wall, element;
} scree_wall_part;

// A corner of a free wall behind a plane, wall_motion/wall_corners.h.
typedef struct scree_wall_corner {
    uint32_t plane, vertex; // number of the wall; of the vertex of the mesh
    scree_vec3 spring;      // m, tangential
} scree_wall_corner;
typedef SCREE_ARRAY(scree_wall_corner) scree_wall_corner_list;

// The rigid motion of a wall in a step.
typedef struct scree_wall_step {
    bool moves;
    bool
        slides; // it stays where it is and has a velocity, which a hook has set: its surface moves along itself
    scree_pose motion; // from where a point of it was to where it is, both in the laboratory
    scree_vec3 turn;   // rad, rotation vector
} scree_wall_step;

typedef struct scree_wall {
    const scree_wall_def *def;
    scree_mesh *mesh;       // NULL for walls with a form (geometry/wall_form.h)
    struct scree_bvh *tree; // over the mesh's triangles, in its frame
    // The surface for contacts, pairs/surface.h: the wall's mesh, or a joined one; NULL if it is part of another wall's surface.
    scree_mesh *surface;
    struct scree_bvh *surface_tree;
    scree_wall_part *part; // per triangle of a joined surface: wall and triangle; else NULL
    int surface_owner;     // the wall to which its contacts belong, mostly itself
    double area;           // m2, of its form, or of its mesh as wall_motion/mesh_area.h counts it
    scree_wall_state now;
    scree_wall_drive drive;
    scree_wall_corner_list corner; // state of a free wall, ascending by plane and vertex
    scree_pose before;             // at the end of the previous step
    scree_wall_step step;          // from there to now
    scree_pose list_pose;          // when the neighbour list was built
    // For a mesh in a periodic cell, the image of the cell in which its middle was then. Images of particles at it count from there, so
    // that they are few however far the wall has moved.
    int list_image[3];
    bool wraps[3]; // of a wall with a form: the axes along which its nearest image acts (pairs/wall_pairs.h)
    scree_vec3 middle; // if it wraps: the point to which positions are nearest, in the wall's own frame
    bool ends;         // of a cylinder: it has a length, and its images do not continue it
    // A driver may change the pose. Set before the run begins, because walls are joined to one surface only if they keep
    // their relative position.
    bool moves;
    bool active;
    double loss_heat;    // J, of losses in its contacts, for the wall in this step
    double conductance;  // W/K, of all its contacts now, of a wall whose mass warms
    uint64_t cold_steps; // of this run, in which a wall of a given power would have to be below 0 K
} scree_wall;

// May it do work on particles?
static inline bool scree_wall_works(const scree_wall *wall) {
    return wall->moves || wall->def->has_belt || vec_norm2(wall->def->surface_velocity) > 0.0;
}

// From the wall's own frame to the laboratory, and back.
static inline scree_vec3 scree_wall_to_lab(const scree_wall *wall, scree_vec3 x) {
    return scree_pose_to_lab(&wall->now.pose, x);
}
static inline scree_vec3 scree_wall_to_own(const scree_wall *wall, scree_vec3 x) {
    return scree_pose_to_own(&wall->now.pose, x);
}
