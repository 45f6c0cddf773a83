// SPDX-License-Identifier: BSD-3-Clause
// The world contains all data of a run: particles, walls, the neighbour list with its history, counters. No algorithms.
//
// Particles are stored in spatial order, which changes when the neighbour list is rebuilt. Everything that must not depend on
// it (orientation of a contact, order of a sum, random numbers) uses the particle's global id instead. Therefore results have
// the same bits for any number of threads, any skin and after a restart.
#ifndef SCREE_STATE_WORLD_H
#define SCREE_STATE_WORLD_H

#include "base/array.h"
#include "base/comm.h"
#include "base/hash.h"
#include "base/id_index.h"
#include "base/scratch.h"
#include "base/team.h"
#include "maths/double_double.h"
#include "maths/rigid.h"
#include "maths/vec.h"
#include "mesh/mesh.h"
#include "state/case.h"
#include "state/cell.h"
#include "state/depth.h"
#include "state/fields.h"
#include "state/hooks.h"
#include "state/saved_state.h"
#include <stdint.h>

// The mass of a body that no force accelerates. Huge but finite, so that contacts need no special case: ma mb / (ma + mb) is
// then the mass of the other body to the last bit, because multiplication by a power of two is exact.
#define SCREE_FIXED_MASS 0x1p500

// 0 for a fixed body, else 1: factor of its acceleration.
static inline double scree_mobility(double m) {
    return m < SCREE_FIXED_MASS ? 1.0 : 0.0;
}

// Number of owned particles and ghosts.
static inline size_t scree_particles_all(const scree_particles *p) {
    return p->n + p->ghosts;
}

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

// State of a wall that forces move (walls/wall_drive.h), by freedom: m, m/s, ... of slides, rad, rad/s, ... of a turn about an axis.
typedef struct scree_wall_drive_state {
    double place[SCREE_FREEDOMS]; // since the drive began
    double speed[SCREE_FREEDOMS]; // at the time of the positions, as the forces see it
    double rate[SCREE_FREEDOMS];  // servo: the speed of the next step; free: momentum, kg m/s or kg m2/s
    double load[SCREE_FREEDOMS];  // free: the force or torque along the freedom
    // Of a turn about all axes: attitude of the principal axes, angular momentum about the pivot, spin as the forces see it, torque.
    scree_quaternion attitude;
    scree_vec3 momentum, spin, torque;
} scree_wall_drive_state;

// What follows from the definition of a driven wall, its mesh and its initial pose.
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
    unsigned said, says; // bits of the warnings that were given, and that are to be given
} scree_wall_drive;

// The state of a wall: all of it is in checkpoints and in the digest. A driver sets pose, velocity and spin; scripted motion
// (walls/wall_motion.h) is one driver, a hook can be another. Force and torque are set in each step, after the contact forces.
typedef struct scree_wall_state {
    // Initial pose of scripted motion: the identity, or from the checkpoint of another run.
    scree_pose start;
    scree_pose pose; // now
    // Of the point at the origin of the laboratory frame: v(x) = velocity + spin x x.
    scree_vec3 velocity, spin;
    scree_wall_drive_state drive; // zero if it has none
    scree_vec3 force, torque;     // on the wall, by particles; torque about the laboratory origin
    // Of the wall on particles; not part of the digest. work: J since the start, by the trapezoidal rule (see scree_ledger).
    double power, work;
    // In cases with heat: its temperature, K, the one that gives the power where that is given; heat into the particles now, W, and since
    // the start, J. Only the temperature is part of the digest.
    double temperature, heat;
    scree_double_double heat_in;
    uint64_t
        temperature_class; // see state/temperature_class.h; part of the digest where materials have tables
    // Of a movable wall: the point of it, in its own frame, whose velocity the host program gave; it stays the velocity of that point.
    scree_vec3 centre;
} scree_wall_state;

typedef struct scree_wall_part {
    uint32_t wall, element;
} scree_wall_part;

// A corner of a free wall behind a plane, walls/wall_corners.h.
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
    // The surface for contacts, search/surface.h: the wall's mesh, or a joined one; NULL if it is part of the leader's surface.
    scree_mesh *surface;
    struct scree_bvh *surface_tree;
    scree_wall_part *part; // per triangle of a joined surface: wall and triangle; else NULL
    int leader;            // the wall to which its contacts belong, mostly itself
    double area;           // m2, of its mesh, as walls/mesh_area.h counts it
    scree_wall_state now;
    scree_wall_drive drive;
    scree_wall_corner_list corner; // state of a free wall, ascending by plane and vertex
    scree_pose before;             // at the end of the previous step
    scree_wall_step step;          // from there to now
    scree_pose list_pose;          // when the neighbour list was built
    // Of a mesh in a periodic cell: the image of the cell in which its middle was then. Images of particles at it count from there, so
    // that they are few however far the wall has moved.
    int list_home[3];
    bool wraps[3]; // of a wall with a form: the axes along which its nearest image acts (search/wall_pairs.h)
    scree_vec3 middle; // if it wraps: the point to which positions are nearest, in the wall's own frame
    bool ends;         // of a cylinder: it has a length, and its images do not continue it
    // A driver may change the pose. Set before the run begins, because walls are joined to one surface only if they keep
    // their relative position.
    bool moves;
    bool active;
    double made;         // J, of losses in its contacts, for the wall in this step
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

// Two bodies that may touch. Particle pairs: a and b are storage indices with id[a] < id[b]. Wall pairs: a particle, b the
// element (triangle of a mesh, else 0).
typedef struct scree_pair {
    uint32_t a, b;
} scree_pair;

// What a pair exchanges, one cache line: the force on a (b gets the opposite) and c = n x force; with the lever arms l of both bodies
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
    double made_share[2]; // fraction of what its contacts lose that warms body a, and body b
} scree_pair_block;

// Contact geometry of a wall pair, computed in each step by walls/wall_touch.c. Negative overlap: beyond touch; minus infinity:
// no interaction.
typedef struct scree_wall_touch {
    double overlap, nx, ny, nz; // n points from the particle into the wall
    double vx, vy, vz;          // velocity of the wall's surface there
    uint32_t feature;           // face patch, edge or vertex that is touched: history follows it
    uint32_t image : 24;        // for a mesh: code of the group's image, see search/wall_pairs.h
    uint32_t rests : 1;         // only a bond acts there, see hold_bond in walls/wall_touch.c
} scree_wall_touch;

// Normal stiffness (secant) and dashpot of a wall pair that touches.
typedef struct scree_pair_hardness {
    double stiffness, dashpot; // N/m, N s/m
} scree_pair_hardness;

// The candidate triangles of one particle on one image of a mesh are stored together: pairs first .. first+n-1. The image is
// counted from the particle's position when the list was built.
typedef struct scree_mesh_group {
    uint32_t first, n; // first counts from pairs.first_wall_pair
    uint32_t particle; // storage index
    scree_image image;
    uint32_t corrections, first_correction, thread; // number, first, and whose list: walls/corrections.h
    // As long as the centre is nearer than `free` to `from` (m, mesh frame), only some of the candidates of the particle can
    // touch: pairs.possible[first .. first+n_possible-1], counted from `first`. In the first of the particle's groups, for all.
    uint32_t n_possible;
    double free;
    scree_vec3 from;
} scree_mesh_group;

typedef struct scree_pairs {
    size_t n, capacity;
    scree_pair *pair;
    uint8_t *touching; // 0 apart, 1 touching, 2 apart but within the field of a law
    scree_pair_force *force;
    scree_pair_moment *moment; // NULL if no law writes moments
    double *constant;          // of the normal law, see laws/contact.h; NULL if no law stores one
    bool constants_known;      // computed since the list was built
    double *history;
    size_t n_history, history_capacity;
    SCREE_ARRAY(scree_pair_block) block;
    size_t first_wall_pair;  // wall pairs are the last ones
    scree_wall_touch *touch; // one per wall pair
    size_t touch_capacity;
    scree_pair_hardness *hardness; // one per wall pair, if some wall is driven; else NULL
    size_t hardness_capacity;
    SCREE_ARRAY(scree_mesh_group) group;
    SCREE_ARRAY(uint32_t) crowded; // particles that are listed with several surfaces, ascending
    uint32_t *possible;            // one per wall pair, used by mesh groups
    size_t possible_capacity;
    size_t widest; // largest number of candidate triangles of one particle on one mesh
    // Incidence: for particle i the entries start[i] .. start[i+1], ascending by neighbour (particles by id, then walls by
    // number and element): pair index * 2 + side (0: i is a, 1: i is b).
    uint32_t *start, *incident;
    size_t start_capacity, incident_capacity;
    // Channels (state/slot.h), NULL if no law set writes them: rate from b to a of each pair, and the sum that each particle
    // receives from its pairs (forces/channels.h).
    double *channel[SCREE_CHANNEL_ROOM], *received[SCREE_CHANNEL_ROOM];
    size_t received_capacity[SCREE_CHANNEL_ROOM];
    // J, in this step, what a pair has made of losses for its bodies a and b: 2 numbers per pair, NULL if no case asks for it
    // (state/made_heat.h). half_step: s, half of the step that is being evaluated; negative: none.
    double *made, half_step;
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

// Where a tracked particle was when last looked at, measure/probe.h; not a number if there is no such particle.
typedef struct scree_track {
    scree_vec3 x, v, w, f; // m, m/s, rad/s, N
} scree_track;

typedef struct scree_source {
    uint64_t inserted; // particles so far
    double mass;       // kg so far
    uint64_t tries;    // random draws so far
    // Both when its present start was set, by a phase: limits and the rate count from there.
    uint64_t inserted_before;
    double mass_before;
    double origin;             // s; rate: from which it counts, if has_origin: a phase has changed the rate
    uint64_t has_origin, done; // 1 or 0
    uint64_t rate_warned;      // 1: warned that the rate could not be kept
} scree_source;

// What a probe measured last, measure/probe.h.
typedef struct scree_probe {
    uint64_t count;      // particles
    double mass;         // kg
    double fraction;     // 1, volume of the particles over that of the region
    scree_vec3 velocity; // m/s, of the centre of mass
    double temperature;  // m2/s2, granular: mean square of the velocity relative to that, by mass, / 3
    double coordination; // contacts with particles per particle
    double stress[6];    // Pa: xx yy zz xy xz yz, compression positive
} scree_probe;

// All of it is in checkpoints.
typedef struct scree_group {
    uint64_t acting;  // 1: between its start and its stop
    uint64_t members; // when last chosen
} scree_group;

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

typedef struct scree_outlet {
    uint64_t count;
    double mass; // kg
} scree_outlet;

// What happens to bodies and walls in a step besides their motion.
typedef enum scree_disturbance {
    SCREE_UNDISTURBED,
    SCREE_EVENTS, // bodies come, go, are held or released, walls appear or end
    SCREE_GROWTH  // bodies grow, perhaps with events
} scree_disturbance;

// By scree_mode.
typedef struct scree_ledger_modes {
    // W, power put into contacts: force times relative velocity at the time of the positions
    double work[SCREE_MODES];
    double viscous[SCREE_MODES]; // W, dissipated by dashpots
    double elastic[SCREE_MODES]; // J, stored now
    double bonded[SCREE_MODES]; // J, of this in bonds. It is not in `work`: what bonds store is known exactly
    // J, the same of contacts whose laws know it (scree_law_set.known), and W, the power into it: summed together with `elastic`
    double known[SCREE_MODES], known_power;
} scree_ledger_modes;

// Heat since the start, J, of all ranks. Thermal energy is the sum of m c T over the free particles.
typedef struct scree_heat_ledger {
    double start;              // thermal energy at the start
    double before;             // the same before an exchange that is under way
    scree_double_double made;  // by losses in contacts
    scree_double_double walls; // from walls and fixed particles into the others, less what was made for them
    scree_double_double sources; // of heat.sources
    scree_double_double ambient; // by convection and radiation
    scree_double_double
        exchanged; // of particles that came, less that of those that left, and by changes from outside
} scree_heat_ledger;

// Running sums of energy (J) since the start. Powers are integrated by the trapezoidal rule: the sums contain all past powers
// with weight 1; where they are read, half of the last powers, which are in `now`, is subtracted.
typedef struct scree_ledger {
    double work[SCREE_MODES], viscous[SCREE_MODES];
    double springs
        [SCREE_MODES]; // work put into springs, where laws write it; `work` then has the rest, of dashpots. A sum as it is
    double wall_work; // work of moving walls and fixed particles on the others
    // kinetic + potential energy of particles inserted, and of those deleted, with what their contacts, and those of walls that end, had stored
    double inserted, removed;
    double damped;       // lost by numerical damping (particles/damping.h); by the trapezoidal rule as it is
    double changed;      // gained when a phase changed laws or gravity, and by growth
    double walls_gained; // by free walls: their energy at first, work of loads on them
    double walls_lost;   // by free walls, in dampers and at stops
    double loaded;       // work of the forces and torques of groups; by the trapezoidal rule as it is
    double broken[SCREE_MODES]; // J, stored in bonds when they broke
    scree_ledger_modes now;
    double wall_power;                         // W, now
    double damping_power;                      // W, now, of the damping on particles: mostly negative
    double load_power;                         // W, now, of the forces and torques of groups
    double walls_gain_power, walls_loss_power; // W, now
    scree_heat_ledger heat;
} scree_ledger;

// State of the alarm for decreasing losses, by mode; see checks/alarm.h.
typedef struct scree_losses {
    bool unknown;                // after a resume: the first check only sets the values
    double highest[SCREE_MODES]; // J, largest loss since the last decrease
    double most_energy;          // J, largest sum of kinetic, stored and dissipated energy at any check
    uint64_t deleted,
        gated;        // particles deleted, and walls that appeared or disappeared, until the last check
    uint64_t grouped; // world.grouped then
    uint64_t falls;   // number of decreases
    double fallen;    // J, sum of all decreases
} scree_losses;

// What the alarm for the balance compares, J; see checks/balance_alarm.h.
typedef struct scree_balance_state {
    double time;    // s
    double balance; // of energies
    double most;    // kinetic and stored, the largest since then
    double lost;    // dissipated since the start
    double work;    // of walls and loads since the start
} scree_balance_state;

typedef struct scree_balance_watch {
    bool known;                              // false before the first check, also after a resume
    scree_balance_state start, older, newer; // when it began, and of two of the last rows
    uint64_t rows, drifts;                   // checks since it began; alarms
    double drifted;                          // sum of what they were for
} scree_balance_watch;

// Looks at the longest step for the present contacts, stability/step_limit.h, in this run.
typedef struct scree_step_looks {
    uint64_t looks, too_long; // number; of them those that found the time step too long
    double shortest;          // s, the shortest limit that they found
} scree_step_looks;

// Where a run with phases is (api/phases.h).
typedef struct scree_phase_now {
    uint64_t since; // step since which the state that ends it lasts; UINT64_MAX: it does not
    double from;    // its value when the phase began
    uint64_t over;  // 1: the phase has ended, the next one has not begun
} scree_phase_now;

// Results of a drift over all particles.
typedef struct scree_drift {
    double speed; // of the fastest particle, m/s
    int lost;     // particles outside the domain
    int bad;      // a position is not a number
} scree_drift;

// Number of particles whose centre went through a wall in the last step, and data of the one with the smallest id.
typedef struct scree_crossing {
    uint64_t n, id;
    int wall;
    double speed;  // m/s, relative to the wall
    scree_vec3 at; // m, position of the centre behind the wall
} scree_crossing;

// What a host program does to the world between steps and in hooks (api/host.c).
typedef struct scree_host {
    size_t views;          // open ones; changed atomically, as views may be closed by any thread
    bool stepping, failed; // in a step; a hook wants to stop or left a view open
    bool edited;           // forces may not belong to the state: they are computed before the next step
    bool changed;      // they do not, whatever the hash says: particles came or went, or a wall was placed
    scree_hash before; // of what views may write, before the first edit since forces were computed
    bool refused;      // a view was closed with values that cannot be
    int members;   // 1 + a field that may differ in members of clumps from what follows from these; 0: none
    double energy; // J, kinetic and potential, before the first edit since they were
    uint64_t appended;                 // times that rows were added, or made wider
    SCREE_ARRAY(scree_id_index) order; // rows by id, for copies, when scree_world_generation + 1 was order_of
    uint64_t order_of;
    char *text;         // of the case, without changes
    uint64_t case_hash; // scree_case_hash of the case; 0: not known yet
    int hooks;          // added so far
    SCREE_ARRAY(struct scree_host_hook *) hook;
} scree_host;

enum { SCREE_STAGE_COUNT = 8 };

struct scree_packing;

typedef struct scree_world {
    scree_case *case_;           // owned
    scree_cell cell;             // of the case
    scree_comm *comm;            // the ranks of the run; NULL: only this process
    struct scree_domain *domain; // domain/domain.h, with comm
    SCREE_SAVED_STATE            // dt, step, ledger ...: state/saved_state.h
        double next_dt;          // s, then: the time step whose first half follows
    scree_vec3 gravity;          // m/s2, now
    uint64_t phase_look;         // steps between looks at the state that ends it
    double dt_most;              // s, for an automatic dt: what later phases need; 0: no limit
    bool drifted;                // positions already belong to the next step: do not read them
    scree_drift drift;           // results of that drift, if `drifted`
    // stop_wanted, set before a step: this rank wants to stop. stop_agreed, after the step: some rank does, the same on all
    // ranks; then `drifted` is false.
    bool stop_wanted, stop_agreed;
    SCREE_ARRAY(scree_hook) hook;            // in the order in which they were added
    SCREE_ARRAY(scree_wrench) forces_before; // p.f of the previous step, while hooks use the new ones
    scree_particles p;
    SCREE_ARRAY(scree_wall) wall;
    scree_pairs pairs;
    scree_scratch scratch; // of the search
    int *history_columns;  // per material pair, material.n * material.n
    size_t most_pairs;     // largest number of listed pairs, SCREE_PAIRS_MOST
    bool has_moments;      // some law set has a rolling or twisting law
    int channels;          // bit k: some law set writes channel k
    bool conducts;         // some law set has a heat law
    bool warms_on;         // the step of the temperatures is part of the sum of the forces, heat/heat.h
    SCREE_ARRAY(double) heat_capacity; // J/(kg K) of each material, for that
    bool staged;               // contacts are evaluated without fused loops, with the same bits: for tests
    bool keeps_constants;      // pairs of some law set store a constant of their normal law
    bool has_bonds;            // some law set has a bond law
    double bond_reach;         // m, up to which the list has bonds and bodies that are to be bonded
    scree_bond_breaks broken;  // since they were last written, of those that this rank counts
    scree_bond_breaks *breaks; // of this step, per thread: scratch of forces/contacts.c
    // Ascending by id, the same on all ranks; empty where the forces belong to the state.
    scree_placed_list placed;
    scree_fragments_now fragments; // when last measured
    uint64_t bonds_now;            // at the last force evaluation, of all ranks
    uint64_t bonds_lost_here;      // that ended without breaking, since this process began
    bool bonds_lost_said;          // warned of them
    double
        short_bonds_said; // s, the limit of bonds of bodies that overlap in the last warning of it; 0: none
    uint64_t grouped;     // times that groups began, ended, chose or grew in this run
    SCREE_ARRAY(scree_probe) probe; // one per case.probe
    SCREE_ARRAY(scree_track) track; // one per case.track
    bool has_driven;                // forces move some wall
    bool has_fixed;                 // some particles are or were fixed
    SCREE_ARRAY(uint32_t) driven;   // storage indices of the fixed particles that move, set with the list
    scree_disturbance disturbance;  // of the step that is being done, until its forces are known
    uint64_t large_steps;           // steps of this run with an overlap beyond case.alarms.overlap_warning
    double wall_overlap;            // m, the largest of a wall pair in this step
    scree_crossing crossing;        // of this rank's particles, see walls/wall_crossing.h
    double least_radius;            // m, smallest radius, valid while rebuilds == least_radius_of
    uint64_t least_radius_of;
    scree_losses losses;
    scree_balance_watch balance;
    scree_step_looks step_looks;
    double *look_sums; // scratch of stability/step_limit.c
    size_t look_capacity;
    scree_vec3 box_low, box_high;        // of the particles when the list was built
    double skin;                         // m
    double skin_most;                    // m, largest skin that the periodic box permits
    double law_reach;                    // m, range of the longest-ranged law beyond touch
    double reach;                        // m, of the list beyond touch: of the laws and of bonds
    bool list_valid;                     // the list contains the current particles, on all ranks
    size_t listed;                       // particles when the list was built; those stored after them are new
    uint64_t particles_total;            // of all ranks, when the list was built
    uint64_t rebuilds;                   // number of lists built
    double wall_time[SCREE_STAGE_COUNT]; // s by stage, see step/step.h
    struct scree_law_set *laws;          // per material pair, see laws/law_set.h
    struct scree_chunk_sums *sums;       // scratch of forces/contacts.c
    size_t sums_capacity;
    struct scree_wall_load *wall_load; // per thread and wall: scratch of walls/wall_loads.c
    size_t wall_load_capacity;
    SCREE_ARRAY(scree_double_double) rank_sums; // scratch of forces/contacts.c
    void *touch_scratch;                        // of walls/wall_touch.c
    size_t touch_scratch_size;
    struct scree_corrections *corrections; // per thread, scratch of walls/wall_touch.c
    uint64_t contacts;                     // number of touching pairs at the last force evaluation
    struct scree_skin_check *skin_check;   // search/skin_check.h
    const struct scree_kernels *kernels;   // kernels/kernels.h, chosen for this processor
    // Packs bodies densely for insertion (insertion/packing.h).
    bool (*pack)(const struct scree_world *w, const scree_region *region, struct scree_packing *p);
    int threads;     // at most
    scree_team team; // how many of them are used now
    scree_host host;
} scree_world;

// Number of threads for a loop over so many items: starting and joining threads costs about as much as a thousand items.
static inline int scree_world_team(const scree_world *w, size_t items) {
    size_t most = items / 1000 + 1;
    return most < (size_t)w->team.now ? (int)most : w->team.now;
}

static inline double scree_world_time(const scree_world *w) {
    return (double)w->step * w->dt;
}

#endif
