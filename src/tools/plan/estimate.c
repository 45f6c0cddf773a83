// SPDX-License-Identifier: BSD-3-Clause
#include "tools/plan/estimate.h"
#include "access/particle.h"
#include "checkpoint/checkpoint_format.h"
#include "laws/list/law_set.h"
#include "maths/math.h"

static const double packing = 0.6; // volume of the particles over that of the bed
// Pairs per particle in settled beds (bench/results), whose list has a gap of this fraction of a diameter.
static const double listed = 2.9, listed_gap = 0.05;
static const double other = 12.0;     // B per particle: incidence, cells of the search
static const double process = 21.5e6; // B of a process with MPI, before it sends messages
// B that Open MPI touches in a process for each other rank of its node: its buffers in shared memory.
static const double mpi_bytes = 0.22e6;
// Measured by `./dev bench --ranks`: ghosts over those of a cube with as many particles; cost of a ghost in a step over that
// of a particle (contacts that both owners evaluate, packing, unpacking); neighbours of a rank; largest over mean work of a
// rank.
static const double jagged = 1.2, ghost_cost = 0.5, neighbours = 20.0, imbalance = 1.05;
// Contacts of a particle in a settled bed; bytes of files over those of the fields in them, measured on 200 000 spheres.
static const double touching = 2.45, packed_frame = 1.16, packed_checkpoint = 0.68;
// Rounds of messages, each of log2(ranks) latencies: two reductions per step; those per list, including its exchanges.
static const double rounds_of_step = 2.0, rounds_of_list = 12.0;

int scree_estimate_columns(const scree_world *w) {
    int columns = 0;
    for (size_t k = 0; k < w->case_->material.n * w->case_->material.n; k++) {
        columns = w->laws[k].n_history > columns ? w->laws[k].n_history : columns;
    }
    return columns;
}

double scree_estimate_pair_bytes(const scree_world *w) {
    const size_t columns = (size_t)scree_estimate_columns(w);
    return (double)(sizeof(scree_pair) + sizeof(scree_pair_force) + sizeof *w->pairs.touching +
                    2 * sizeof *w->pairs.incident + columns * sizeof(double) +
                    (w->has_moments ? sizeof(scree_pair_moment) : 0) +
                    (size_t)__builtin_popcount((unsigned)w->channels) * sizeof(double));
}

static double particle_bytes(const scree_estimate_bed *bed) {
    const scree_particles p = {.absent = bed->absent};
    return (double)scree_particles_bytes(&p) + other;
}

// B sent per ghost.
static double ghost_bytes(const scree_estimate_bed *bed, unsigned when) {
    const scree_particles p = {.absent = bed->absent};
    return (double)scree_fields_size(&p, when);
}

// Pairs per particle. Those that are farther apart than the usual gap are as dense as the bed.
static double pairs_per_particle(const scree_estimate_bed *bed) {
    const double near = 1.0 + listed_gap, far = fmax(1.0 + bed->gap / bed->diameter, near);
    return listed + 0.5 * 8.0 * packing * (far * far * far - near * near * near);
}

// A shell around a cube, as thick as the largest distance of listed neighbours; there is none on the outside of the whole bed.
static double ghosts_of(const scree_estimate_bed *bed, double particles, int ranks) {
    const double room = scree_sphere_volume(0.5 * bed->diameter) / packing;
    const double side = cbrt(particles * room), wide = side + 2.0 * (bed->diameter + bed->gap);
    const double open = 1.0 - 1.0 / cbrt((double)ranks), closed = fmin(log2((double)ranks) / 3.0, 1.0);
    const double inside = (bed->periodic * closed + (3 - bed->periodic) * open) / 3.0;
    const double shell = (wide * wide * wide - side * side * side) / room;
    return fmin(jagged * inside * shell, particles * (double)(ranks - 1));
}

// B of a particle in a ParaView file, and of a particle with its contacts in a checkpoint.
static double frame_bytes(const scree_estimate_bed *bed) {
    const scree_particles p = {.absent = bed->absent};
    return packed_frame *
           (double)(scree_fields_size(&p, SCREE_WRITTEN) - scree_fields_size(&p, SCREE_FLOAT32) / 2);
}
static double checkpoint_bytes(const scree_estimate_bed *bed) {
    const scree_particles p = {.absent = bed->absent};
    return packed_checkpoint * 8.0 *
           ((double)scree_checkpoint_columns(&p) + touching * (double)(SCREE_CONTACT_COLUMNS + bed->columns));
}

double scree_estimate_mpi(const scree_estimate_machine *m, int ranks) {
    return mpi_bytes * (fmin(m->per_node, ranks) - 1.0);
}

double scree_estimate_start(const scree_estimate_bed *bed, double particles, double bytes) {
    return process + bed->replicated + bytes + particles * particle_bytes(bed);
}

double scree_estimate_wait(const scree_estimate *x, int ranks, double time, double steps) {
    const double meanwhile = ranks == 1 ? steps * x->time : 0.0;
    return steps > 0.0 ? fmax(time - meanwhile, 0.0) / steps : 0.0;
}

scree_estimate scree_estimate_of(const scree_estimate_bed *bed, const scree_estimate_machine *m,
                                 double particles, int ranks) {
    const double halo = ghost_bytes(bed, SCREE_EACH_STEP), record = ghost_bytes(bed, SCREE_WITH_LIST);
    const double deep = ceil(log2((double)ranks)), uneven = ranks > 1 ? imbalance : 1.0;
    scree_estimate f = {.particles = particles, .ghosts = ghosts_of(bed, particles, ranks)};
    f.messages = fmin(neighbours, ranks - 1);
    f.bytes = halo * f.ghosts;
    const double pairs = pairs_per_particle(bed) * (particles + ghost_cost * f.ghosts),
                 here = particles + f.ghosts;
    f.memory = process + bed->replicated + scree_estimate_mpi(m, ranks) + here * particle_bytes(bed) +
               pairs * bed->pair_bytes + 2.0 * halo * f.ghosts;
    f.own = uneven * particles * m->step / m->threads;
    f.border = uneven * f.ghosts * ghost_cost * m->step / m->threads;
    f.halo = f.messages * m->latency + f.bytes / m->bandwidth;
    f.reductions = rounds_of_step * deep * m->latency;
    f.lists = (here * m->list / m->threads + f.ghosts * record / m->bandwidth +
               rounds_of_list * deep * m->latency) /
              SCREE_FORECAST_STEPS_PER_LIST;
    f.frame = particles * frame_bytes(bed);
    f.checkpoint = particles * checkpoint_bytes(bed);
    f.frame_time = f.frame * ranks / m->disk;
    f.checkpoint_time = f.checkpoint * ranks / m->disk;
    f.time = f.own + f.border + f.halo + f.reductions + f.lists;
    return f;
}
