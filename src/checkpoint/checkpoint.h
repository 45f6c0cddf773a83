// SPDX-License-Identifier: BSD-3-Clause
// Checkpoints: everything a run needs to continue with the same bits, in one compressed file. The same state is the same
// file, byte for byte, whatever the number of threads and ranks, the skin or the storage order. What is not in it follows
// from the case: law constants, the pair list (any list gives the same bits, see world.h).
// The format is in checkpoint/checkpoint_format.h.
#pragma once

#include "state/world.h"
#include "text/report.h"

// A touching contact. Particles by id, walls by number (see wall_name), history in the columns of its
// material pair's laws.
typedef struct scree_checkpoint_contact {
    uint64_t a, b;    // b of a wall: code of the image, see pairs/wall_pairs.h
    int32_t wall;     // -1: b is a particle
    uint32_t element; // triangle of a mesh wall
    uint32_t feature; // see scree_wall_touch
    uint32_t n_history;
    uint64_t history;     // index of its first value in scree_checkpoint.history
    uint32_t material[2]; // whose laws (see scree_checkpoint.laws) the history belongs to
} scree_checkpoint_contact;

typedef struct scree_checkpoint {
    uint64_t case_hash; // of the physics part of the case, as the caller of scree_checkpoint_write gave it
    SCREE_SAVED_STATE   // of all ranks
    SCREE_ARRAY(char *) material_name;     // what the particles' material numbers mean
    SCREE_ARRAY(char *) shape_name;        // what the clumps' shape numbers mean
    SCREE_ARRAY(char *) laws;              // per pair of materials, see scree_checkpoint_laws
    SCREE_ARRAY(char *) wall_name;         // what the contacts' wall numbers mean
    SCREE_ARRAY(scree_wall_state) wall;    // of each of these
    SCREE_ARRAY(scree_wall_corner) corner; // of free walls; n_corners[k] of wall k, one wall after the other
    SCREE_ARRAY(size_t) n_corners;
    scree_particles p; // ascending by id, with those arrays that have saved fields
    SCREE_ARRAY(scree_checkpoint_contact)
    contact; // by a, then particles by b, then walls by number and element
    SCREE_ARRAY(double) history;
} scree_checkpoint;

static inline scree_clock scree_checkpoint_clock(const scree_checkpoint *c) {
    return (scree_clock){c->clock.data, c->clock.n, c->dt};
}

// s
static inline double scree_checkpoint_time(const scree_checkpoint *c) {
    const scree_clock clock = scree_checkpoint_clock(c);
    return scree_clock_time(&clock, c->step);
}

// Sets *out to what a checkpoint of the world would hold of this rank's particles; it has to be cleared. Collective.
void scree_checkpoint_take(const scree_world *w, uint64_t case_hash, scree_checkpoint *out);
// Written beside the final name, synchronised to the disk, renamed: a file with that name is whole. All ranks of the world
// call it and get the same answer; a failure is reported by the rank's name.
bool scree_checkpoint_write(const scree_world *w, uint64_t case_hash, const char *path, scree_report *r);
// False (and reported, out empty) for a file that is missing, damaged, foreign or of another format. What was
// read is consistent: indices of materials, walls and history are in range, and all values of the state are usable numbers.
bool scree_checkpoint_read(const char *path, scree_checkpoint *out, scree_report *r);
// Reads a checkpoint with several ranks: each gets about the same number of particles, the contacts whose a
// they are, and all the rest. All ranks get the same answer.
bool scree_checkpoint_read_share(const char *path, scree_comm *c, scree_checkpoint *out, scree_report *r);
// Reads a checkpoint that an older one may replace: where the file cannot be read or is damaged nothing is reported, and
// *damage says what is wrong with it, the same on all ranks; free with scree_free. It is NULL otherwise: the file is whole, or
// (false, and reported) is of another format or needs more memory than there is.
bool scree_checkpoint_read_or_tell(const char *path, scree_comm *c, scree_checkpoint *out, char **damage,
                                   scree_report *r);
void scree_checkpoint_clear(scree_checkpoint *c);

// Names of the pair's laws that have a history, in the order of their columns: "mindlin epsd"; free with scree_free.
char *scree_checkpoint_laws(const scree_pair_def *pair);

// dir/checkpoint_000000012000.scree; free with scree_free.
char *scree_checkpoint_path(const char *dir, uint64_t step);
// The steps of all checkpoints in dir by their names, ascending; free with scree_free.
uint64_t *scree_checkpoint_steps(const char *dir, size_t *n);
// The checkpoint with the largest step in dir, NULL if there is none; free with scree_free.
char *scree_checkpoint_latest(const char *dir);
// Deletes all but the `keep` latest checkpoints in dir of those whose names `may` accepts; keep <= 0 keeps all.
void scree_checkpoint_prune(const char *dir, int keep, bool (*may)(const void *context, const char *name),
                            const void *context);
