// SPDX-License-Identifier: BSD-3-Clause
// The time of a step. With dt: auto the time step may change during a run, so a time is the sum of the stretches of steps of one length. The state has one
// record per change; a run whose time step never changed has none, and its times are step * dt. No other file multiplies steps by a time step, or divides a
// time by one (test `clock`): access/step_time.h turns times into steps.
#pragma once

#include <stddef.h>
#include <stdint.h>

// The end of a stretch. All of it is in checkpoints.
typedef struct scree_clock_change {
    uint64_t step; // the last one of the stretch
    double time;   // s, of this step
    double dt;     // s, length of its steps
} scree_clock_change;

// Stretch k ends with change k; the last one goes on. dt: s, of its steps.
typedef struct scree_clock {
    const scree_clock_change *change;
    size_t n;
    double dt;
} scree_clock;

// The stretch that has a step.
static inline size_t scree_clock_stretch(const scree_clock *c, uint64_t step) {
    size_t low = 0, high = c->n;
    if (c->n == 0 || step > c->change[c->n - 1].step) {
        return c->n;
    }
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (c->change[middle].step < step) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

// s, length of the steps of a stretch.
static inline double scree_clock_length(const scree_clock *c, size_t stretch) {
    return stretch < c->n ? c->change[stretch].dt : c->dt;
}

static inline void scree_clock_range(const scree_clock *c, double *shortest, double *longest) {
    *shortest = *longest = c->dt;
    for (size_t k = 0; k < c->n; k++) {
        *shortest = c->change[k].dt < *shortest ? c->change[k].dt : *shortest;
        *longest = c->change[k].dt > *longest ? c->change[k].dt : *longest;
    }
}

// s
static inline double scree_clock_time(const scree_clock *c, uint64_t step) {
    const size_t stretch = scree_clock_stretch(c, step);
    const double dt = scree_clock_length(c, stretch);
    return stretch == 0 ? (double)step * dt
                        : c->change[stretch - 1].time + (double)(step - c->change[stretch - 1].step) * dt;
}
