// SPDX-License-Identifier: BSD-3-Clause
// The fields of the particles: what a world stores of each particle, and what is done with it. Storage, sorting, ghosts,
// migration, snapshots for output, checkpoints, the digest, ParaView files and particle files all work from the lists below.
//
// Data that contacts read are in records (scree_pos, scree_velocities). Every other field has its own array, and is one line in
// SCREE_OWN_FIELDS:
//
//   ARRAY(temperature, double, c->heat, SCREE_STATE | SCREE_EACH_STEP | SCREE_WRITTEN, "K", "Temperature.")
//
// creates w->p.temperature, a double per particle, in each world whose case `c` has heat; in other worlds it is NULL and uses
// no memory. With these flags it is sorted, migrated and saved with its particle, ghosts get it in each step, and it is an
// array of the ParaView files. New particles get the value of scree_particle.temperature, by default 0.
//
// The functions that copy fields are written out by the preprocessor, so that sizes and flags are known at compile time.
#pragma once

#include "capabilities.h"
#include "convex_bodies/form.h"
#include "laws/extra.h"
#include "maths/vec.h"
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Contacts read these records of 32 bytes.
typedef struct scree_pos {
    double x, y, z, r; // m
} scree_pos;
typedef struct scree_vel {
    double x, y, z; // m/s
    double m;       // kg
} scree_vel;
typedef struct scree_spin {
    double x, y, z; // rad/s
    uint32_t material;
    uint32_t outlet_mask; // bit k: already counted by outlet k (k < 32)
} scree_spin;
// One cache line: velocity and spin are always needed together.
typedef struct scree_velocities {
    scree_vel v;
    scree_spin w;
} scree_velocities;
// A member of a clump has the mobility 1/m = n.W.n in a direction n, with W in this record. One cache line.
typedef struct scree_mobility_tensor {
    double xx, yy, zz, xy; // 1/kg
    double xz, yz;
    double is_set, spare; // 1; 0 for spheres alone, whose mass is enough
} scree_mobility_tensor;
// The displacement and rotation of a particle in this step. One cache line.
typedef struct scree_moved {
    double x, y, z, spare;              // m
    double turn_x, turn_y, turn_z, end; // rad, a rotation vector
} scree_moved;
typedef struct scree_wrench {
    double fx, fy, fz, tx, ty, tz; // N, N m
} scree_wrench;

enum scree_field_flag {
    SCREE_SORTED = 1,      // keeps its place beside the others when the storage is compacted and sorted
    SCREE_MIGRATED = 2,    // goes with the particle to another rank
    SCREE_WITH_LIST = 4,   // ghosts get it when the neighbour list is made
    SCREE_EACH_STEP = 8,   // and in every step after that
    SCREE_COPIED = 16,     // to the snapshot that files are made from
    SCREE_SAVED = 32,      // in checkpoints
    SCREE_HASHED = 64,     // in the digest
    SCREE_WRITTEN = 128,   // in ParaView files
    SCREE_FLOAT32 = 256,   // there with half the digits
    SCREE_READ = 512,      // a column of particle files: one double
    SCREE_POSITIVE = 1024, // > 0 and finite; all other fields of doubles are finite
    SCREE_SET = 2048,      // programs may set it between steps; then the forces are computed anew
    SCREE_LOAD = 4096,     // programs may set it in hooks too: a load on the particle
    SCREE_OF_BODY = SCREE_SORTED | SCREE_MIGRATED | SCREE_COPIED | SCREE_SAVED | SCREE_HASHED,
    SCREE_EACH_STEP_OF_MEMBER =
        SCREE_SORTED | SCREE_MIGRATED | SCREE_WITH_LIST | SCREE_EACH_STEP | SCREE_COPIED | SCREE_SAVED,
    SCREE_STATE = SCREE_SORTED | SCREE_MIGRATED | SCREE_WITH_LIST | SCREE_COPIED | SCREE_SAVED | SCREE_HASHED
};

// ARRAY(name, type of an item, which cases `c` have it, flags, unit, sentence). Types: double, scree_vec3, uint64_t, and
// records of doubles for what contacts read.
// New lines come before the last one, which is for tests.
#define SCREE_OWN_FIELDS(ARRAY)                                                                              \
    ARRAY(source, uint64_t, c->source.n > 1,                                                                 \
          SCREE_SORTED | SCREE_MIGRATED | SCREE_COPIED | SCREE_SAVED | SCREE_WRITTEN, "",                    \
          "Where the particle comes from: number of the entry under particles, then insertion, from 0.")     \
    ARRAY(groups, uint64_t, c->group.n > 0,                                                                  \
          SCREE_SORTED | SCREE_MIGRATED | SCREE_COPIED | SCREE_SAVED | SCREE_HASHED | SCREE_WRITTEN, "",     \
          "Bit k: it belongs to group k.")                                                                   \
    ARRAY(free_mass, double, scree_case_holds(c),                                                            \
          SCREE_SORTED | SCREE_MIGRATED | SCREE_COPIED | SCREE_SAVED | SCREE_HASHED, "kg",                   \
          "Mass of a particle that a group holds, else 0.")                                                  \
    ARRAY(crossed, scree_vec3, scree_case_falls_along_period(c),                                             \
          SCREE_SORTED | SCREE_MIGRATED | SCREE_COPIED | SCREE_SAVED, "",                                    \
          "Periods that it has gone through along x, y, z; of a clump in the first member.")                 \
    ARRAY(body, uint64_t, scree_case_has_clumps(c), SCREE_STATE | SCREE_WRITTEN, "",                         \
          "Id of the clump that it is a member of, that of its first member; 0: a sphere alone.")            \
    ARRAY(shape, uint64_t, scree_case_has_clumps(c), SCREE_OF_BODY | SCREE_WRITTEN, "",                      \
          "Number of the shape, from 0.")                                                                    \
    ARRAY(size, double, scree_case_has_clumps(c), SCREE_OF_BODY | SCREE_WRITTEN, "m",                        \
          "Diameter of a sphere of the clump's volume.")                                                     \
    ARRAY(centre, scree_vec3, scree_case_has_clumps(c),                                                      \
          SCREE_OF_BODY | SCREE_WITH_LIST | SCREE_EACH_STEP | SCREE_SET, "m",                                \
          "Centre of the clump, in every member.")                                                           \
    SCREE_CAPABILITIES(SCREE_LINES_OF, FIELDS, ARRAY)                                                        \
    /* Only in the first member: */                                                                          \
    ARRAY(body_velocity, scree_vec3, scree_case_has_clumps(c), SCREE_OF_BODY | SCREE_SET, "m/s",             \
          "Velocity of the clump.")                                                                          \
    ARRAY(momentum, scree_vec3, scree_case_has_clumps(c), SCREE_OF_BODY | SCREE_SET, "kg m2/s",              \
          "Angular momentum of the clump.")                                                                  \
    ARRAY(turn, scree_vec3, scree_case_has_clumps(c), SCREE_OF_BODY | SCREE_SET, "",                         \
          "Attitude of the clump, a quaternion: x, y, z.")                                                   \
    ARRAY(turn_w, double, scree_case_has_clumps(c), SCREE_OF_BODY | SCREE_SET, "",                           \
          "Its first component, w.")                                                                         \
    ARRAY(born, double, c->keeps_birth,                                                                      \
          SCREE_SORTED | SCREE_MIGRATED | SCREE_COPIED | SCREE_SAVED | SCREE_WRITTEN, "s",                   \
          "Time at which the particle came into the run.")                                                   \
    /* Set by a host program (particles/outside_forces.h): */                                                \
    ARRAY(external_force, scree_vec3, c->external, SCREE_OF_BODY | SCREE_LOAD, "N",                          \
          "Force from outside on a particle or, in the first member, a clump.")                              \
    ARRAY(external_torque, scree_vec3, c->external, SCREE_OF_BODY | SCREE_LOAD, "N m",                       \
          "Torque from outside, as external_force.")                                                         \
    ARRAY(drag_coefficient, double, c->external, SCREE_OF_BODY | SCREE_LOAD, "kg/s",                         \
          "Drag over the velocity of the fluid relative to the particle or clump.")                          \
    ARRAY(fluid_velocity, scree_vec3, c->external, SCREE_OF_BODY | SCREE_LOAD, "m/s",                        \
          "Velocity of the fluid there.")                                                                    \
    ARRAY(drag_impulse, scree_vec3, c->external, SCREE_OF_BODY | SCREE_LOAD, "N s",                          \
          "Sum of drag times time step since it was last set.")                                              \
    ARRAY(moved, scree_moved, scree_case_has_springs(c),                                                     \
          SCREE_SORTED | SCREE_MIGRATED | SCREE_WITH_LIST | SCREE_EACH_STEP, "m",                            \
          "Displacement and rotation in this step, which springs of contacts follow.")                       \
    /* Of every member: */                                                                                   \
    ARRAY(mobility, scree_mobility_tensor, scree_case_has_effective_mass(c), SCREE_EACH_STEP_OF_MEMBER,      \
          "1/kg", "Mobility of the contacts of a member.")                                                   \
    ARRAY(form, scree_form, scree_case_has_convex(c), SCREE_EACH_STEP_OF_MEMBER, "",                         \
          "Attitude, half axes and inertia of a convex body.")                                               \
    SCREE_EXTRA_FIELDS(ARRAY)

// All arrays, in the order in memory: ARRAY(name, type of an item, which cases have it, flags, ...).
#define SCREE_ARRAYS(ARRAY)                                                                                  \
    ARRAY(x, scree_pos, true, SCREE_SORTED | SCREE_COPIED)                                                   \
    ARRAY(motion, scree_velocities, true, SCREE_SORTED | SCREE_COPIED)                                       \
    ARRAY(f, scree_wrench, true, SCREE_SORTED | SCREE_COPIED)                                                \
    ARRAY(list_x, scree_vec3, true, 0)                                                                       \
    ARRAY(id, uint64_t, true, SCREE_SORTED | SCREE_COPIED)                                                   \
    ARRAY(dead, uint8_t, true, SCREE_COPIED)                                                                 \
    SCREE_OWN_FIELDS(ARRAY)

// Fields: SCREE_FIELD(name, array, offset in an item, type, number of components, flags, unit, sentence), in the order in which
// they are sent and saved.
#define SCREE_RECORD_FIELDS                                                                                  \
    SCREE_FIELD(position, x, offsetof(scree_pos, x), double, 3,                                              \
                SCREE_STATE | SCREE_EACH_STEP | SCREE_WRITTEN | SCREE_SET, "m", "Centre.")                   \
    SCREE_FIELD(radius, x, offsetof(scree_pos, r), double, 1,                                                \
                SCREE_STATE | SCREE_WRITTEN | SCREE_POSITIVE | SCREE_SET, "m", "Radius.")                    \
    SCREE_FIELD(velocity, motion, offsetof(scree_velocities, v.x), double, 3,                                \
                SCREE_STATE | SCREE_EACH_STEP | SCREE_WRITTEN | SCREE_FLOAT32 | SCREE_SET, "m/s",            \
                "Velocity of the centre.")                                                                   \
    SCREE_FIELD(mass, motion, offsetof(scree_velocities, v.m), double, 1,                                    \
                SCREE_STATE | SCREE_WRITTEN | SCREE_POSITIVE | SCREE_SET, "kg",                              \
                "Mass; in ParaView files 0 of fixed particles.")                                             \
    SCREE_FIELD(omega, motion, offsetof(scree_velocities, w.x), double, 3,                                   \
                SCREE_STATE | SCREE_EACH_STEP | SCREE_WRITTEN | SCREE_FLOAT32 | SCREE_SET, "rad/s",          \
                "Angular velocity.")                                                                         \
    SCREE_FIELD(material, motion, offsetof(scree_velocities, w.material), uint32_t, 1,                       \
                SCREE_STATE | SCREE_WRITTEN, "", "Number of the material in the case, from 0.")              \
    SCREE_FIELD(outlet_mask, motion, offsetof(scree_velocities, w.outlet_mask), uint32_t, 1,                 \
                SCREE_STATE & ~SCREE_HASHED, "", "Bit k: outlet k has counted the particle.")                \
    SCREE_FIELD(force, f, offsetof(scree_wrench, fx), double, 3,                                             \
                SCREE_MIGRATED | SCREE_SAVED | SCREE_WRITTEN | SCREE_FLOAT32, "N",                           \
                "Force of the last evaluation, gravity included.")                                           \
    SCREE_FIELD(torque, f, offsetof(scree_wrench, tx), double, 3,                                            \
                SCREE_MIGRATED | SCREE_SAVED | SCREE_WRITTEN | SCREE_FLOAT32, "N m",                         \
                "Torque of the last evaluation.")                                                            \
    /* Checkpoint and digest contain it before all others. */                                                \
    SCREE_FIELD(id, id, 0, uint64_t, 1, SCREE_MIGRATED | SCREE_WITH_LIST | SCREE_WRITTEN, "",                \
                "Number of the particle, from 1, that it keeps.")
#define SCREE_ARRAY_AS_FIELD(name, type, when, flags, unit, sentence)                                        \
    SCREE_FIELD(name, name, 0, type, 1, flags, unit, sentence)
#define SCREE_FIELDS SCREE_RECORD_FIELDS SCREE_OWN_FIELDS(SCREE_ARRAY_AS_FIELD)

// In a run with several ranks each rank owns the particles in its part of space, which are stored first. After them come the
// ghosts: copies of particles near this part that other ranks own.
typedef struct scree_particles {
    size_t n, capacity; // n: owned
    size_t ghosts;
    int threads;     // number of threads that work on them, see scree_touch_first
    uint64_t absent; // bit k: array k is not allocated, as the case does not use it
    scree_pos *x;    // centres and radii
    // At the end of a step: full-step velocities; during force evaluation: the velocities that the forces use.
    scree_velocities *motion;
    scree_wrench
        *f; // contact and body forces of the last evaluation; part of the state, for the next half kick
    scree_vec3 *list_x; // centres when the neighbour list was built
    uint64_t *id;
    uint8_t *dead; // 1: removed; it leaves the storage at the next rebuild of the list
#define SCREE_POINTER(name, type, ...) type *name;
    SCREE_OWN_FIELDS(SCREE_POINTER)
#undef SCREE_POINTER
} scree_particles;

#define SCREE_NUMBER(name, ...) SCREE_ARRAY_##name,
enum scree_array_number {
    SCREE_ARRAYS(SCREE_NUMBER) SCREE_ARRAY_COUNT,
    SCREE_ARRAY_FIRST_OWN = SCREE_ARRAY_dead + 1 // after the arrays of records, x .. dead
};
#undef SCREE_NUMBER
#define SCREE_FIELD(name, ...) SCREE_FIELD_##name,
enum scree_field_number { SCREE_FIELDS SCREE_FIELD_COUNT };
#undef SCREE_FIELD

// ---- packing the fields of one particle -------------------------------------------------------------------------

static inline bool scree_particles_have(const scree_particles *p, int array) {
    return !(p->absent >> array & 1);
}

// The arrays of records always exist.
#define SCREE_FIELD_IS_THERE(p, array)                                                                       \
    (SCREE_ARRAY_##array < SCREE_ARRAY_FIRST_OWN || scree_particles_have(p, SCREE_ARRAY_##array))

// Size, bytes, of the fields before number `end` that have one of the flags `what`.
static inline size_t scree_fields_size_before(const scree_particles *p, int end, unsigned what) {
    size_t size = 0;
#define SCREE_FIELD(name, array, offset, type, count, flags, ...)                                            \
    size += SCREE_FIELD_##name < end && (flags)&what && SCREE_FIELD_IS_THERE(p, array)                       \
                ? sizeof(type) * (count)                                                                     \
                : 0;
    SCREE_FIELDS
#undef SCREE_FIELD
    return size;
}

static inline size_t scree_fields_size(const scree_particles *p, unsigned what) {
    return scree_fields_size_before(p, SCREE_FIELD_COUNT, what);
}

// Writes the fields of particle i with one of these flags; returns the end.
static inline __attribute__((always_inline)) char *scree_fields_pack(const scree_particles *p, size_t i,
                                                                     unsigned what, char *to) {
#define SCREE_FIELD(name, array, offset, type, count, flags, ...)                                            \
    if ((flags)&what && SCREE_FIELD_IS_THERE(p, array)) {                                                    \
        memcpy(to, (const char *)&p->array[i] + (offset), sizeof(type) * (count));                           \
        to += sizeof(type) * (count);                                                                        \
    }
    SCREE_FIELDS
#undef SCREE_FIELD
    return to;
}

// Reads what scree_fields_pack has written into particle i; returns the end.
static inline __attribute__((always_inline)) const char *
scree_fields_unpack(const scree_particles *p, size_t i, unsigned what, const char *from) {
#define SCREE_FIELD(name, array, offset, type, count, flags, ...)                                            \
    if ((flags)&what && SCREE_FIELD_IS_THERE(p, array)) {                                                    \
        memcpy((char *)&p->array[i] + (offset), from, sizeof(type) * (count));                               \
        from += sizeof(type) * (count);                                                                      \
    }
    SCREE_FIELDS
#undef SCREE_FIELD
    return from;
}

#undef SCREE_FIELD_IS_THERE

// ---- the fields by number, for files and lists --------------------------------------------------------------

typedef enum scree_field_type { SCREE_F64, SCREE_U64, SCREE_U32 } scree_field_type;

typedef struct scree_field {
    const char *name, *unit, *sentence; // unit: "" if dimensionless
    int array;
    size_t pointer;        // offset in scree_particles of the pointer to its array
    size_t offset, stride; // B, in an item of the array; from item to item
    scree_field_type type;
    int components;
    unsigned flags;
} scree_field;

extern const scree_field scree_field_table[SCREE_FIELD_COUNT];

// The values of a field for particle i; NULL if the world does not have this field.
void *scree_field_of(const scree_particles *p, const scree_field *field, size_t i);
// No component of a usable field is larger: squares are finite. Positive ones, of which a fixed mass is one, may be 100 times as large.
#define SCREE_FIELD_MOST 1e149
// Returns the number of the first saved field of particle i with a value that is not finite, or too large, or
// not positive where it has to be; -1 if there is none.
int scree_fields_unusable(const scree_particles *p, size_t i);
// What a message calls it: "field 'temperature'", or of one that users never see its sentence, "value "Mass of a ...""; free with scree_free.
char *scree_field_in_words(const scree_field *field);
// "particle 5 has the velocity (0, nan, 0) m/s, which is not a usable number"; free with scree_free.
char *scree_field_complaint(const scree_particles *p, const scree_field *field, size_t i);
