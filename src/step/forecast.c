// SPDX-License-Identifier: BSD-3-Clause
#include "step/forecast.h"
#include "base/math.h"
#include "domain/domain.h"

static const double packing = 0.6;  // volume of the particles over that of the bed
static const double listed = 2.9;   // pairs per particle: settled beds, bench/results
static const double other = 12.0;   // B per particle: incidence, cells of the search
static const double process = 18e6; // B of a process that knows MPI
// Measured, scripts/ranks.sh: ghosts over those of a cube of as many particles; what a ghost costs in a step over what a
// particle does (contacts that both owners evaluate, packing, unpacking); neighbours of a rank; work of the rank with the
// most over the mean.
static const double jagged = 1.2, ghost_cost = 0.5, neighbours = 20.0, imbalance = 1.05;
// Rounds of messages, each of log2(ranks) latencies: two reductions of a step; those of a list, its exchanges included.
static const double rounds_of_step = 2.0, rounds_of_list = 12.0;

double scree_forecast_pair_bytes(const scree_world *w) {
    size_t columns = 0;
    for (size_t k = 0; k < w->case_->material.n * w->case_->material.n; k++) {
        size_t n = (size_t)w->history_columns[k];
        columns = n > columns ? n : columns;
    }
    return (double)(sizeof(scree_pair) + sizeof(scree_pair_force) + sizeof *w->pairs.touching +
                    2 * sizeof *w->pairs.incident + columns * sizeof(double) +
                    (w->has_moments ? sizeof(scree_pair_moment) : 0));
}

static double particle_bytes(void) {
    scree_particles p;
    return (double)(sizeof *p.x + sizeof *p.motion + sizeof *p.f + sizeof *p.built + sizeof *p.dead +
                    sizeof *p.id) +
           other;
}

// A shell as thick as partners may be apart around a cube; towards the outside of the whole bed there is none.
static double ghosts_of(const scree_forecast_bed *bed, double particles, int ranks) {
    const double room = scree_sphere_volume(0.5 * bed->diameter) / packing;
    const double side = cbrt(particles * room), wide = side + 2.0 * (bed->diameter + bed->gap);
    const double open = 1.0 - 1.0 / cbrt((double)ranks), closed = fmin(log2((double)ranks) / 3.0, 1.0);
    const double inside = (bed->periodic * closed + (3 - bed->periodic) * open) / 3.0;
    const double shell = (wide * wide * wide - side * side * side) / room;
    return fmin(jagged * inside * shell, particles * (double)(ranks - 1));
}

double scree_forecast_start(const scree_forecast_bed *bed, double particles, double bytes) {
    return process + bed->replicated + bytes + particles * particle_bytes();
}

scree_forecast scree_forecast_of(const scree_forecast_bed *bed, const scree_forecast_machine *m,
                                 double particles, int ranks) {
    const double halo = SCREE_HALO_VALUES * sizeof(double);
    const double record = sizeof(scree_pos) + sizeof(scree_vel) + sizeof(scree_spin) + sizeof(uint64_t);
    const double deep = ceil(log2((double)ranks)), uneven = ranks > 1 ? imbalance : 1.0;
    scree_forecast f = {.particles = particles, .ghosts = ghosts_of(bed, particles, ranks)};
    f.messages = fmin(neighbours, ranks - 1);
    f.bytes = halo * f.ghosts;
    const double pairs = listed * (particles + ghost_cost * f.ghosts), here = particles + f.ghosts;
    f.memory =
        process + bed->replicated + here * particle_bytes() + pairs * bed->pair_bytes + 2.0 * halo * f.ghosts;
    f.own = uneven * particles * m->step / m->threads;
    f.border = uneven * f.ghosts * ghost_cost * m->step / m->threads;
    f.halo = f.messages * m->latency + f.bytes / m->bandwidth;
    f.reductions = rounds_of_step * deep * m->latency;
    f.lists = (here * m->list / m->threads + f.ghosts * record / m->bandwidth +
               rounds_of_list * deep * m->latency) /
              SCREE_FORECAST_STEPS_PER_LIST;
    f.time = f.own + f.border + f.halo + f.reductions + f.lists;
    return f;
}
