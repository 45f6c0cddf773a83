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
#include "base/vec.h"
#include "state/case.h"
#include "state/mesh.h"
#include <stdint.h>

// What a contact gathers, in 32-byte records.
typedef struct scree_pos {
    double x, y, z, r; // m
} scree_pos;
typedef struct scree_vel {
    double x, y, z; // m/s
    double m;       // kg
} scree_vel;

// The mass of a body that no force moves. Huge and finite, so that contacts need not know: ma mb / (ma + mb) with it is
// the other's mass to the last bit, a power of two times anything being exact.
#define SCREE_FIXED_MASS 0x1p500

// 0 of a fixed body, else 1: what a force is multiplied with before it moves anything.
static inline double scree_mobility(double m) {
    return m < SCREE_FIXED_MASS ? 1.0 : 0.0;
}

typedef struct scree_spin {
    double x, y, z; // rad/s
    uint32_t material;
    uint32_t counted; // bit k: already counted by outlet k (k < 32)
} scree_spin;
// One cache line: who needs one needs the other.
typedef struct scree_velocities {
    scree_vel v;
    scree_spin w;
} scree_velocities;
typedef struct scree_wrench {
    double fx, fy, fz, tx, ty, tz; // N, N m
} scree_wrench;

// Where a run has several ranks, each owns the particles in its part of space, stored first; behind them come copies
// of those owned by others that are near, the ghosts.
typedef struct scree_particles {
    size_t n, capacity; // n: owned
    size_t ghosts;
    int threads;  // that work on them, see scree_touch_first
    scree_pos *x; // centres and radii
    // At the end of a step: full-step velocities; during force evaluation: what the forces see.
    scree_velocities *motion;
    scree_wrench *f;   // contact and body forces of the last evaluation, part of the state (next half kick)
    scree_vec3 *built; // centres when the pair list was built
    uint8_t *dead;     // removed, waiting for the next rebuild of the list
    uint64_t *id;
} scree_particles;

// Owned ones and ghosts.
static inline size_t scree_particles_all(const scree_particles *p) {
    return p->n + p->ghosts;
}

// A wall while it runs: its definition and its rigid motion since t = 0, x = rotation * X + shift, X in the mesh's frame.
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
    scree_mat3 rotation;
    scree_vec3 shift;
    scree_vec3 velocity,
        spin; // of the point at the origin of the laboratory frame; v(x) = velocity + spin x x
    scree_mat3 built_rotation; // pose when the pair list was built
    scree_vec3 built_shift;
    bool active;
    scree_vec3 force, torque; // on the wall, torque about the laboratory origin, at the last force output
} scree_wall;

// From the wall's own frame, that of its definition and its mesh, to the laboratory, and back.
static inline scree_vec3 scree_wall_to_lab(const scree_wall *wall, scree_vec3 x) {
    return vec_add(mat_mul(&wall->rotation, x), wall->shift);
}
static inline scree_vec3 scree_wall_to_own(const scree_wall *wall, scree_vec3 x) {
    return mat_mul_transposed(&wall->rotation, vec_sub(x, wall->shift));
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
    SCREE_ZONE_OWN,    // both are owned, or the other body is a wall
    SCREE_ZONE_BORDER, // b is a ghost
    SCREE_ZONE_BEYOND  // a is a ghost
} scree_zone;

// Pairs of one kind lie together: same material pair (so same laws), particle-particle or particle-wall w, same zone.
typedef struct scree_pair_class {
    size_t first, n; // in the pair arrays
    size_t history;  // offset of the first pair's history in pairs.history
    int n_history;   // columns per pair
    int wall;        // -1: particle-particle
    scree_zone zone;
    int material[2];
} scree_pair_class;

// Contact geometry of a wall pair, made by the shape stage each step. Beyond touch the overlap is below zero; minus
// infinity where nothing acts.
typedef struct scree_wall_touch {
    double overlap, nx, ny, nz; // n points from the particle into the wall
    double vx, vy, vz;          // velocity of the wall's surface there
    uint32_t feature;           // which face patch, edge or vertex: history follows it
    uint32_t image;             // of a mesh: code of the group's image, see search/wall_pairs.h
} scree_wall_touch;

// The candidate triangles of one particle on one mesh lie together: pairs first .. first+n-1. Where the mesh is reached
// across a periodic boundary, `image` boxes are added to the particle's place.
typedef struct scree_mesh_group {
    uint32_t first, n; // first counts from pairs.first_wall_pair
    int8_t image[3];
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
    SCREE_ARRAY(scree_pair_class) class;
    size_t first_wall_pair;  // wall pairs come last
    scree_wall_touch *touch; // one per wall pair
    size_t touch_capacity;
    SCREE_ARRAY(scree_mesh_group) group;
    size_t widest; // most candidate triangles of one particle on one mesh
    // Incidence: for particle i the entries start[i] .. start[i+1], ascending by partner (particles by id, then walls by
    // number and element): pair index * 2 + side (0: i is a, 1: i is b).
    uint32_t *start, *incident;
    size_t start_capacity, incident_capacity;
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
    bool behind; // the rate could not be kept, and that was said
} scree_source;

typedef struct scree_outlet {
    uint64_t count;
    double mass; // kg
} scree_outlet;

// By sense: normal, tangential, rolling, twisting.
enum { SCREE_SENSES = 4 };
typedef struct scree_ledger_senses {
    // W that the motion puts into contacts: force times relative velocity at the time of the positions
    double work[SCREE_SENSES];
    double viscous[SCREE_SENSES]; // W, its part taken by dashpots
    double elastic[SCREE_SENSES]; // J, stored now
} scree_ledger_senses;

// Running sums of energy (J) since the start, for the ledger. Powers are integrated by the trapezoidal rule: the sums
// hold every past power whole, `now` the last ones, half of which is taken off where the sums are read.
typedef struct scree_ledger {
    double work[SCREE_SENSES], viscous[SCREE_SENSES];
    double wall_work;         // done by moving walls and fixed particles on the others
    double inserted, removed; // kinetic + potential brought by sources, taken by outlets and losses
    scree_ledger_senses now;
    double wall_power; // W, now
} scree_ledger;

// What the alarm at losses that fall knows, by sense; see step/alarm.h.
typedef struct scree_losses {
    bool unknown;                 // resumed: the first look only takes them
    double highest[SCREE_SENSES]; // J, lost, since the last fall
    double most_energy;           // J, that there has been at any look: moving, stored and dissipated
    uint64_t deleted, gated;      // particles; walls that appeared or vanished: at the last look
    uint64_t falls;               // reported or counted
    double fallen;                // J, by all falls
} scree_losses;

// What a drift tells of all particles.
typedef struct scree_drift {
    double speed; // of the fastest particle, m/s
    int lost;     // particles outside the domain
    int bad;      // a position is not a number
} scree_drift;

// The largest overlap over the smaller radius that any contact has had, of equals the first by step and ids. b: a
// particle's id, or the element of a wall.
typedef struct scree_depth {
    double ratio; // 0: none
    uint64_t step, a, b;
    int64_t wall; // -1: b is a particle
} scree_depth;

// Is x the larger overlap of the two, or the earlier of equal ones?
bool scree_depth_is_before(const scree_depth *x, const scree_depth *y);
// That of all ranks, from theirs; collective.
scree_depth scree_depth_of_all(const scree_comm *comm, const scree_depth *own);

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
    scree_comm *comm;            // the ranks of the run; NULL: this process alone
    struct scree_domain *domain; // domain/domain.h, with comm
    double dt;
    uint64_t step;        // t = step * dt
    uint64_t events_done; // events of step events_done - 1 have been seen to
    uint64_t next_id;     // ids start at 1
    bool drifted; // particles are half a step further already: the next step follows at once, nobody may look
    scree_drift drift; // then, of that
    // Set before a step: this rank wishes to stop. After it: whether any does, the same on all ranks; then the step has
    // not drifted on.
    bool stop_wanted, stop_agreed;
    scree_particles p;
    SCREE_ARRAY(scree_wall) wall;
    scree_pairs pairs;
    scree_scratch scratch;            // of the search
    int *history_columns;             // per material pair, material.n * material.n
    size_t most_pairs;                // that may be listed, SCREE_PAIRS_MOST
    bool has_moments;                 // some law set has a rolling or twisting law
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
    size_t listed;                       // particles when the list was made; those stored behind them are new
    uint64_t particles_total;            // of all ranks then
    uint64_t rebuilds;                   // of the pair list
    double wall_time[SCREE_STAGE_COUNT]; // s by stage, see step/step.h
    struct scree_law_set *laws;          // per material pair, see step/kernels.h
    struct scree_chunk_sums *sums;       // scratch of step/contacts.c
    size_t sums_capacity;
    void *touch_scratch; // of step/wall_touch.c
    size_t touch_scratch_size;
    struct scree_corrections *corrections; // per thread, likewise
    uint64_t contacts;                     // touching, at the last force evaluation
    struct scree_slack *slack;             // search/slack.h
    const struct scree_kernels *kernels;   // step/kernels.h, chosen for this processor
    int threads;
} scree_world;

// Threads worth waking for so many items: a fork and join costs about as much as a thousand of them.
static inline int scree_world_team(const scree_world *w, size_t items) {
    size_t most = items / 1000 + 1;
    return most < (size_t)w->threads ? (int)most : w->threads;
}

static inline double scree_world_time(const scree_world *w) {
    return (double)w->step * w->dt;
}

#endif
