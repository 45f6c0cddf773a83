// SPDX-License-Identifier: BSD-3-Clause
// State of each insertion, outlet, group, probe and track of the case in a run, and of its phases.
#pragma once

#include "laws/slot.h"
#include "maths/double_double.h"
#include "maths/steady.h"
#include "maths/vec.h"
#include "memory/array.h"

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

typedef struct scree_outlet {
    uint64_t count;
    double mass; // kg
} scree_outlet;

// All of it is in checkpoints.
typedef struct scree_group {
    uint64_t acting;  // 1: between its start and its stop
    uint64_t members; // when last chosen
} scree_group;

// The last measurement of a probe (measure/probe.h).
typedef struct scree_probe {
    uint64_t count;      // particles
    double mass;         // kg
    double fraction;     // 1, volume of the particles over that of the region
    scree_vec3 velocity; // m/s, of the centre of mass
    double temperature;  // m2/s2, granular: mean square of the velocity relative to that, by mass, / 3
    double coordination; // contacts with particles per particle
    double stress[6];    // Pa: xx yy zz xy xz yz, compression positive
} scree_probe;

// The motion of a tracked particle when it was last looked at (measure/probe.h); not a number if there is no such particle.
typedef struct scree_track {
    scree_vec3 x, v, w, f; // m, m/s, rad/s, N
} scree_track;

// The numbers of a measure when it was last evaluated (measures/measure.h), NAN where there are none.
enum { SCREE_MEASURE_VALUES = 8 };
typedef struct scree_measured {
    double value[SCREE_MEASURE_VALUES];
    const char *lacks; // why there are none; NULL: there are
    bool waits;        // the run has to be longer, which needs no warning
    bool told;         // a warning said so
} scree_measured;

// What a measure has seen of the run (measures/memory.h).
enum { SCREE_FLOW_PARTS = 20, SCREE_FLOW_SAMPLES = SCREE_FLOW_PARTS + 1 };
typedef struct scree_measure_memory {
    // mass_flow: checks of the outlet from sample to sample; samples since the measure began, or `part` changed; of sample k, which is in place k %
    // SCREE_FLOW_SAMPLES, its step, and the mass that had left through the outlet, kg.
    uint64_t part, samples;
    uint64_t step[SCREE_FLOW_SAMPLES];
    double mass[SCREE_FLOW_SAMPLES];
    // residence_time: particles that left; s and s2, sums of the times that they were there and of their squares.
    uint64_t left;
    scree_double_double time, square;
} scree_measure_memory;

// With dt: auto, when to look at the time step, and what looks have found (step_limit/step_watch.h). All zero with a given time step.
typedef struct scree_step_watch {
    double longest;        // s, the step that the start chose
    uint64_t looked, next; // steps of the last look, or at which the looks began, and of the next one
    uint64_t calm;         // step from which `share` counts
    double share;          // largest share of the limit since then
    uint64_t contacts;     // largest number of contacts that a look has seen
    double overlap;        // the largest one, over the smaller radius, that a look has seen
    uint64_t breaks,
        spared; // bonds that had broken at the last look; steps in which breaks bring none, after it
} scree_step_watch;

// The state of the present phase of a run with phases (load/phases.h).
typedef struct scree_phase_now {
    uint64_t since; // step since which the state that ends it lasts; UINT64_MAX: it does not
    double from;    // its value when the phase began
    uint64_t over;  // 1: the phase has ended, the next one has not begun
} scree_phase_now;
