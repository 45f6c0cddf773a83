// SPDX-License-Identifier: BSD-3-Clause
// The world owns all data of a run: particles, walls, the pair list with its history, counters. No algorithms.
//
// Storage order of the particles is spatial and changes when the pair list is rebuilt; whatever must not depend on it
// (orientation of a contact, order of a sum, random numbers) goes by the particle's global id instead. This is why the
// same bits come out of any number of threads, any skin and any restart.
#ifndef SCREE_STATE_WORLD_H
#define SCREE_STATE_WORLD_H

#include "base/array.h"
#include "base/comm.h"
#include "base/scratch.h"
#include "base/team.h"
#include "base/vec.h"
#include "state/case.h"
#include "state/cell.h"
#include "state/depth.h"
#include "state/fields.h"
#include "state/hooks.h"
#include "state/mesh.h"
#include <stdint.h>

// The mass of a body that no force moves. Huge and finite, so that contacts need not know: ma mb / (ma + mb) with it is
// the other's mass to the last bit, a power of two times anything being exact.
#define SCREE_FIXED_MASS 0x1p500

// 0 of a fixed body, else 1: what a force is multiplied with before it moves anything.
static inline double scree_mobility(double m) {
    return m < SCREE_FIXED_MASS ? 1.0 : 0.0;
}

// Owned ones and ghosts.
static inline size_t scree_particles_all(const scree_particles *p) {
    return p->n + p->ghosts;
}

// Where a rigid body is: x = rotation * X + shift, with X in its own frame, that of the wall's definition and its mesh.
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

// The state of a wall: all of it is in checkpoints and in the digest. A driver sets pose, velocity and spin; scripted motion
// (step/wall_motion.h) is one driver, a hook can be another. Force and torque are there after the forces of each step.
typedef struct scree_wall_state {
    // Initial pose of scripted motion: the identity, or from the checkpoint of another run.
    scree_pose start;
    scree_pose pose; // now
    // Of the point at the origin of the laboratory frame: v(x) = velocity + spin x x.
    scree_vec3 velocity, spin;
    scree_vec3 force, torque; // on the wall, by particles; torque about the laboratory origin
} scree_wall_state;

typedef struct scree_wall_part {
    uint32_t wall, element;
} scree_wall_part;

typedef struct scree_wall {
    const scree_wall_def *def;
    scree_mesh *mesh;       // NULL for planes and cylinders
    struct scree_bvh *tree; // over the mesh's triangles, in its frame
    // What particles touch, search/surface.h: its mesh, or one of several walls; NULL where it is part of the leader's.
    scree_mesh *surface;
    struct scree_bvh *surface_tree;
    scree_wall_part *part; // of a surface of several walls, per triangle; else NULL
    int leader;            // the wall that has its contacts, mostly itself
    scree_wall_state now;
    scree_pose before;    // at the end of the step before
    scree_pose list_pose; // when the pair list was built
    // A driver may change the pose. Set before the run begins, because walls are joined to one surface only if they keep
    // their relative position.
    bool moves;
    bool active;
} scree_wall;

// From the wall's own frame to the laboratory, and back.
static inline scree_vec3 scree_wall_to_lab(const scree_wall *wall, scree_vec3 x) {
    return scree_pose_to_lab(&wall->now.pose, x);
}
static inline scree_vec3 scree_wall_to_own(const scree_wall *wall, scree_vec3 x) {
    return scree_pose_to_own(&wall->now.pose, x);
}

// Who may touch. Particle pairs: a and b are storage indices with id[a] < id[b]. Wall pairs: a particle, b the element
// (triangle of a mesh, 0 for plane and cylinder).
typedef struct scree_pair {
    uint32_t a, b;
} scree_pair;

// What a pair does to its bodies, one cache line each: the force on a (b gets the opposite) and c = n x force, whose
// lever arms give the torques la c on a and lb c on b. Force and c are zero while apart.
typedef struct scree_pair_force {
    double fx, fy, fz, la; // N, m
    double cx, cy, cz, lb; // N, m
} scree_pair_force;

// Rolling and twisting moment on a, N m (b gets the opposite).
typedef struct scree_pair_moment {
    double x, y, z, spare;
} scree_pair_moment;

// Whose the particles of a pair are. A pair with a ghost is evaluated by both owners and counted by that of a.
typedef enum scree_zone {
    SCREE_ZONE_LOCAL, // both are owned, or the other body is a wall
    SCREE_ZONE_HALO,  // b is a ghost
    SCREE_ZONE_REMOTE // a is a ghost
} scree_zone;

// Pairs of one kind lie together: same material pair (so same laws), particle-particle or particle-wall w, same zone.
typedef struct scree_pair_block {
    size_t first, n; // in the pair arrays
    size_t history;  // offset of the first pair's history in pairs.history
    int n_history;   // columns per pair
    int wall;        // -1: particle-particle
    scree_zone zone;
    int material[2];
} scree_pair_block;

// Contact geometry of a wall pair, made by the shape stage each step. Beyond touch the overlap is below zero; minus
// infinity where nothing acts.
typedef struct scree_wall_touch {
    double overlap, nx, ny, nz; // n points from the particle into the wall
    double vx, vy, vz;          // velocity of the wall's surface there
    uint32_t feature;           // which face patch, edge or vertex: history follows it
    uint32_t image;             // of a mesh: code of the group's image, see search/wall_pairs.h
} scree_wall_touch;

// The candidate triangles of one particle on one mesh lie together: pairs first .. first+n-1. Where the mesh is reached
// across a periodic boundary, the particle is seen in this image, counted from where it was when the list was made.
typedef struct scree_mesh_group {
    uint32_t first, n; // first counts from pairs.first_wall_pair
    scree_image image;
    uint32_t corrections, first_correction,
        thread; // of this step, in the list of a thread: step/corrections.h
} scree_mesh_group;

typedef struct scree_pairs {
    size_t n, capacity;
    scree_pair *pair;
    uint8_t *touching; // 0 apart, 1 touching, 2 apart but within the field of a law
    scree_pair_force *force;
    scree_pair_moment *moment; // NULL when no law gives one
    double *constant;     // of the normal law, see laws/contact.h; NULL where no law has one worth keeping
    bool constants_known; // since the list was made
    double *history;
    size_t n_history, history_capacity;
    SCREE_ARRAY(scree_pair_block) block;
    size_t first_wall_pair;  // wall pairs come last
    scree_wall_touch *touch; // one per wall pair
    size_t touch_capacity;
    SCREE_ARRAY(scree_mesh_group) group;
    size_t widest; // most candidate triangles of one particle on one mesh
    // Incidence: for particle i the entries start[i] .. start[i+1], ascending by neighbour (particles by id, then walls by
    // number and element): pair index * 2 + side (0: i is a, 1: i is b).
    uint32_t *start, *incident;
    size_t start_capacity, incident_capacity;
    // Channels (state/slot.h), NULL where no law set writes them: what flows from b to a of each pair, and what each
    // particle receives from its pairs (step/channels.h).
    double *channel[SCREE_CHANNEL_ROOM], *received[SCREE_CHANNEL_ROOM];
    size_t received_capacity[SCREE_CHANNEL_ROOM];
} scree_pairs;

// How far beyond the last of the pairs, and of the incidence, may be read, to fetch what they name; zero there.
enum { SCREE_PAIR_SPARE = 96, SCREE_INCIDENT_SPARE = 64 };

// An entry of the incidence, pair * 2 + side, is 32 bits wide.
#define SCREE_PAIRS_MOST 0x7fffffffu

typedef struct scree_source {
    uint64_t inserted; // particles so far
    double mass;       // kg so far
    uint64_t tries;    // random draws so far
    bool done;
    bool rate_warned; // warned that the rate could not be kept
} scree_source;

typedef struct scree_outlet {
    uint64_t count;
    double mass; // kg
} scree_outlet;

// By scree_mode.
typedef struct scree_ledger_modes {
    // W that the motion puts into contacts: force times relative velocity at the time of the positions
    double work[SCREE_MODES];
    double viscous[SCREE_MODES]; // W, its part taken by dashpots
    double elastic[SCREE_MODES]; // J, stored now
} scree_ledger_modes;

// Running sums of energy (J) since the start, for the ledger. Powers are integrated by the trapezoidal rule: the sums
// hold every past power whole, `now` the last ones, half of which is taken off where the sums are read.
typedef struct scree_ledger {
    double work[SCREE_MODES], viscous[SCREE_MODES];
    double wall_work;         // done by moving walls and fixed particles on the others
    double inserted, removed; // kinetic + potential brought by sources, taken by outlets and losses
    scree_ledger_modes now;
    double wall_power; // W, now
} scree_ledger;

// What the alarm at losses that fall knows, by sense; see step/alarm.h.
typedef struct scree_losses {
    bool unknown;                // resumed: the first look only takes them
    double highest[SCREE_MODES]; // J, lost, since the last fall
    double most_energy;          // J, that there has been at any look: moving, stored and dissipated
    uint64_t deleted, gated;     // particles; walls that appeared or vanished: at the last look
    uint64_t falls;              // reported or counted
    double fallen;               // J, by all falls
} scree_losses;

// What a drift tells of all particles.
typedef struct scree_drift {
    double speed; // of the fastest particle, m/s
    int lost;     // particles outside the domain
    int bad;      // a position is not a number
} scree_drift;

// Centres that have gone through a wall in the last step, and of these the one of the smallest id.
typedef struct scree_crossing {
    uint64_t n, id;
    int wall;
    double speed;  // m/s, against the wall
    scree_vec3 at; // m, of the centre, beyond the wall
} scree_crossing;

enum { SCREE_STAGE_COUNT = 8 };

typedef struct scree_world {
    scree_case *case_;           // owned
    scree_cell cell;             // of the case
    scree_comm *comm;            // the ranks of the run; NULL: this process alone
    struct scree_domain *domain; // domain/domain.h, with comm
    double dt;
    uint64_t step;        // t = step * dt
    double began;         // s, time at which the case began: 0, or that of a checkpoint with keep_time
    uint64_t events_done; // events of step events_done - 1 have been seen to
    uint64_t next_id;     // ids start at 1
    bool drifted;         // positions already belong to the next step: do not read them
    scree_drift drift;    // then, of that
    // Set before a step: this rank wishes to stop. After it: whether any does, the same on all ranks; then the step has
    // not drifted on.
    bool stop_wanted, stop_agreed;
    SCREE_ARRAY(scree_hook) hook;            // in the order of adding
    SCREE_ARRAY(scree_wrench) forces_before; // p.f of the step before, while a hook looks at the new ones
    scree_particles p;
    SCREE_ARRAY(scree_wall) wall;
    scree_pairs pairs;
    scree_scratch scratch;            // of the search
    int *history_columns;             // per material pair, material.n * material.n
    size_t most_pairs;                // that may be listed, SCREE_PAIRS_MOST
    bool has_moments;                 // some law set has a rolling or twisting law
    int channels;                     // a bit for each that some law set writes
    bool keeps_constants;             // pairs of some law set keep one
    SCREE_ARRAY(scree_source) source; // one per case.source
    SCREE_ARRAY(scree_outlet) outlet; // one per case.outlet
    uint64_t lost;                    // particles that left the domain
    bool has_fixed;                   // some particles are, or have been
    SCREE_ARRAY(uint32_t) driven;     // storage indices of the fixed ones that move, when the list was made
    scree_ledger ledger;
    scree_depth deepest;      // since t = 0, of the contacts that this rank counts
    uint64_t large_steps;     // of this run, in which some overlap was beyond case.alarms.overlap_warning
    scree_crossing crossing;  // of this rank's particles, see step/wall_crossing.h
    double least_radius;      // m, of the particles of list number least_radius_of
    uint64_t least_radius_of; // counted as rebuilds
    scree_losses losses;
    scree_vec3 box_low, box_high;        // of the particles when the list was made
    double skin;                         // m
    double skin_most;                    // m, that the periodic box has room for
    double reach;                        // m, range of the longest-ranged law beyond touch
    bool list_valid;                     // pairs describe the current particles; of any rank
    size_t listed;                       // particles when the list was made; those stored after them are new
    uint64_t particles_total;            // of all ranks then
    uint64_t rebuilds;                   // of the pair list
    double wall_time[SCREE_STAGE_COUNT]; // s by stage, see step/step.h
    struct scree_law_set *laws;          // per material pair, see step/kernels.h
    struct scree_chunk_sums *sums;       // scratch of step/contacts.c
    size_t sums_capacity;
    struct scree_wall_load *wall_load; // per thread and wall: scratch of step/wall_loads.c
    size_t wall_load_capacity;
    SCREE_ARRAY(scree_double_double) rank_sums; // scratch of step/contacts.c
    void *touch_scratch;                        // of step/wall_touch.c
    size_t touch_scratch_size;
    struct scree_corrections *corrections; // per thread, likewise
    uint64_t contacts;                     // touching, at the last force evaluation
    struct scree_skin_check *skin_check;   // search/skin_check.h
    const struct scree_kernels *kernels;   // step/kernels.h, chosen for this processor
    int threads;                           // at most
    scree_team team;                       // how many of them are used now
} scree_world;

// Threads worth waking for so many items: a fork and join costs about as much as a thousand of them.
static inline int scree_world_team(const scree_world *w, size_t items) {
    size_t most = items / 1000 + 1;
    return most < (size_t)w->team.now ? (int)most : w->team.now;
}

static inline double scree_world_time(const scree_world *w) {
    return (double)w->step * w->dt;
}

#endif
