// SPDX-License-Identifier: BSD-3-Clause
// From times of the case to numbers of steps, and back (state/clock.h).
#pragma once

#include "state/world.h"

// The first step at or after time t. Of a later time: if the time step stays.
uint64_t scree_step_of(const scree_world *w, double t);
// Returns a text for warnings of a start that is not before the end of the case: "its start, 2 s, is not before time.end, 1 s"; free with scree_free.
char *scree_late_start(const scree_case *c, double start);
// `factor` times the time from one step to a later one, s.
double scree_times_between(const scree_world *w, double factor, uint64_t from, uint64_t to);
// s, length of the step that follows this one.
double scree_length_after(const scree_world *w, uint64_t step);
// Steps of this length in a time, also a part of one, and the time of so many steps.
double scree_steps_in(double time, double dt);
double scree_time_of_steps(uint64_t steps, double dt);
// Steps of the present length between two times that are `every` seconds apart, at least one.
uint64_t scree_steps_between(const scree_world *w, double every);
// Has the world's step reached `start`, and not yet `stop`? Both in s, stop may be INFINITY.
bool scree_is_between(const scree_world *w, double start, double stop);

// A schedule: what happens at the step of `start`, s, and then each `every` seconds. While the time step is that of the beginning of the run, a whole number of
// steps lies between two times; after a change each time is that of the first step at or after a multiple of `every` from the start.
typedef struct scree_schedule {
    double start, every; // s
} scree_schedule;

// Is it due at this step, which is at most the next one?
bool scree_schedule_has(const scree_world *w, const scree_schedule *s, uint64_t step);
// How often it was due after its start, up to this step, which is not before the start.
uint64_t scree_schedule_count(const scree_world *w, const scree_schedule *s, uint64_t step);
// The last step before this one at which it was due, at least the first.
uint64_t scree_schedule_before(const scree_world *w, const scree_schedule *s, uint64_t step);
// Whole steps of the beginning of the run in `every`, at least one.
uint64_t scree_schedule_steps(const scree_world *w, double every);
// The checks of an outlet, and the looks at the state that ends the present phase.
scree_schedule scree_schedule_of_outlet(const scree_outlet_def *def);
scree_schedule scree_schedule_of_phase(const scree_world *w);
