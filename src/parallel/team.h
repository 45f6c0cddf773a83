// SPDX-License-Identifier: BSD-3-Clause
// How many threads help: found by trying while a run goes on. Results do not depend on threads, so their number may change
// between any two steps. From time to time a trial gives half as many, as many and twice as many threads some
// milliseconds each, in turns, and the fastest is used until the next trial. Beside other programs a thread that has just
// been woken is served first for some milliseconds, so a trial promises more of more threads than they keep: by how much is
// noticed and counted against them in the next trials. Trials are limited in time, not in steps, so a
// number of threads that is many times slower, as where other programs use the same cores and each barrier waits for a
// thread that does not run, costs no more than one that is a little slower.
//
// Drawback: for a few milliseconds per second a run is slower than it could be.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { SCREE_TEAM_TRIED = 3, SCREE_TEAM_ROUNDS = 3 }; // numbers of threads in a trial; windows of each

typedef struct scree_team {
    int most, best, now; // threads: at most, between trials, in the next step
    bool fixed;          // the user has given the number
    uint64_t steps, thread_steps;
    struct { // the present trial, or none
        bool on;
        int n, round, turn; // numbers to try; the window now: its round, and whose turn it is
        int threads[SCREE_TEAM_TRIED];
        bool out[SCREE_TEAM_TRIED]; // so slow that it gets no more turns
        double seconds[SCREE_TEAM_TRIED][SCREE_TEAM_ROUNDS];
        uint64_t steps[SCREE_TEAM_TRIED][SCREE_TEAM_ROUNDS];
    } trial;
    double
        window_seconds; // counted in this window of a trial, or since the last look at the speed between trials
    uint64_t window_steps;                     // likewise
    double window_began, (*cpu_seconds)(void); // cpu_seconds at the start of the window
    double since, pause;                       // s since the last trial, and from it to the next
    double usual; // s per step at the last trial; what is much slower begins another one
    double seen;  // s per step at the last look, 0: none yet on so many threads
    double promise,
        doubt; // s per step of the best in its trial; time in use over that in a trial, of more threads than one
} scree_team;

// fixed: `threads` in every step; else at most so many. cpu_seconds: time that the calling thread has had a core, s; may be
// NULL.
scree_team scree_team_create(int threads, bool fixed, double (*cpu_seconds)(void));
// A step took so long. odd: it did more than others, such as a new neighbour list, so trials do not count it.
void scree_team_count(scree_team *t, double seconds, bool odd);
// Threads used, the mean over all steps.
double scree_team_mean(const scree_team *t);
