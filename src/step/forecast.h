// SPDX-License-Identifier: BSD-3-Clause
// The performance model of runs on several ranks, on the page of docs/scaling.md: what a rank holds, what it sends, what a
// step takes. Plain arithmetic; nothing is run.
#ifndef SCREE_STEP_FORECAST_H
#define SCREE_STEP_FORECAST_H

#include "state/world.h"

// What is stepped. A dense bed is assumed: a pile or a hopper is one, a gas has fewer contacts and ghosts.
typedef struct scree_forecast_bed {
    double diameter;   // mean, m
    double gap;        // m, up to which ghosts are complete: skin, range of the laws
    double pair_bytes; // B of a listed pair, see scree_forecast_pair_bytes
    double replicated; // B that every rank has whole: meshes
    int periodic;      // axes: across these the outermost ranks have neighbours too
} scree_forecast_bed;

typedef struct scree_forecast_machine {
    double step;               // s, of one thread, per particle-step on one rank
    double list;               // s, of one thread, per particle and pair list
    double latency, bandwidth; // s; B/s of one rank
    int threads;               // per rank
} scree_forecast_machine;

// Of one rank; bytes, messages and times are those of a step, s.
typedef struct scree_forecast {
    double particles, ghosts, messages, bytes, memory; // memory: B
    double own, border, halo, reductions, lists, time; // time: their sum
} scree_forecast;

// Steps between pair lists that are assumed: a flow at some metres per second; a bed at rest needs none.
enum { SCREE_FORECAST_STEPS_PER_LIST = 50 };

double scree_forecast_pair_bytes(const scree_world *w);
// B of a rank while the case is opened: `bytes` for what all ranks do alike, and this number of particles of its own.
double scree_forecast_start(const scree_forecast_bed *bed, double particles, double bytes);
// One of `ranks` ranks with this number of particles each.
scree_forecast scree_forecast_of(const scree_forecast_bed *bed, const scree_forecast_machine *m,
                                 double particles, int ranks);

#endif
