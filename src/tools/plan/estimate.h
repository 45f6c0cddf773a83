// SPDX-License-Identifier: BSD-3-Clause
// The cost model of runs on several ranks, described in docs/scaling.md: memory, messages and time per step of a rank.
// Only arithmetic; nothing is run.
#pragma once

#include "state/world.h"

// The bed. It is assumed to be dense, as in a pile or a hopper; a gas has fewer contacts and ghosts.
typedef struct scree_estimate_bed {
    double diameter;   // mean, m
    double gap;        // m, up to which ghosts are complete: skin, range of the laws
    double pair_bytes; // B of a listed pair, see scree_estimate_pair_bytes
    double replicated; // B that every rank has in full: meshes
    int periodic;      // number of periodic axes: along these the outermost ranks have neighbours too
    uint64_t absent;   // scree_particles.absent of the case
    int columns;       // of the history of a contact, the most of any pair of materials
} scree_estimate_bed;

typedef struct scree_estimate_machine {
    double step;               // s, of one thread, per particle-step on one rank
    double list;               // s, of one thread, per particle and neighbour list
    double latency, bandwidth; // s; B/s of one rank
    int threads;               // per rank
    double disk;               // B/s, of all ranks together
    int per_node;              // ranks of one node, if there are as many
} scree_estimate_machine;

// The estimate for one rank; bytes, messages and times (s) are those of one step.
typedef struct scree_estimate {
    double particles, ghosts, messages, bytes, memory; // memory: B
    double own, border, halo, reductions, lists, time; // time: their sum
    double frame, checkpoint;                          // B of this rank in one file
    double frame_time, checkpoint_time;                // s, to write those of all ranks
} scree_estimate;

// s per step, on average, for which `ranks` ranks wait for files that take this time (s) to write, one in so many steps; 0 steps: there are none.
// A single rank writes them in the background and waits when the next one is due; several cannot, as they call MPI for files.
double scree_estimate_wait(const scree_estimate *x, int ranks, double time, double steps);

// Assumed steps between neighbour lists: a flow at a few metres per second; a bed at rest needs none.
enum { SCREE_FORECAST_STEPS_PER_LIST = 50 };

// For the bed: columns, pair_bytes.
int scree_estimate_columns(const scree_world *w);
double scree_estimate_pair_bytes(const scree_world *w);
// B of a rank for messages to the others on its node.
double scree_estimate_mpi(const scree_estimate_machine *m, int ranks);
// B of a rank while the case is opened: `bytes` for the work that every rank does, and this number of its own particles. Messages come later.
double scree_estimate_start(const scree_estimate_bed *bed, double particles, double bytes);
// One of `ranks` ranks with this number of particles each.
scree_estimate scree_estimate_of(const scree_estimate_bed *bed, const scree_estimate_machine *m,
                                 double particles, int ranks);
