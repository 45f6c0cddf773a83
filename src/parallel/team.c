// SPDX-License-Identifier: BSD-3-Clause
#include "parallel/team.h"
#include <math.h>
#include <string.h>

enum { LEAST_STEPS = 2 };
static const double WINDOW = 24e-3; // s, several times as long as a busy core is given to another program
static const double FIRST_PAUSE = 0.5, LAST_PAUSE = 8.0; // s, between trials
static const double LOOK = 0.2;                          // s, between looks at the speed
static const double SLOWER = 1.4; // times the usual: something has changed, a trial at once
static const double GAIN = 0.97; // more threads are used where they need at most so much of the time of fewer
static const double HOPELESS = 2.0;                     // times the fastest of a round: no more turns
static const double FORGET = 0.97, LARGEST_DOUBT = 4.0; // of the doubt, from look to look on one thread

static void begin_window(scree_team *t) {
    t->window_seconds = 0.0;
    t->window_steps = 0;
    t->window_began = t->cpu_seconds ? t->cpu_seconds() : 0.0;
    t->now = t->trial.on ? t->trial.threads[t->trial.turn] : t->best;
}

static void begin_trial(scree_team *t) {
    const int tried[SCREE_TEAM_TRIED] = {t->best / 2, t->best, 2 * t->best < t->most ? 2 * t->best : t->most};
    memset(&t->trial, 0, sizeof t->trial);
    t->trial.on = true;
    for (int k = 0; k < SCREE_TEAM_TRIED; k++) {
        if (tried[k] > 0 && (t->trial.n == 0 || tried[k] > t->trial.threads[t->trial.n - 1])) {
            t->trial.threads[t->trial.n++] = tried[k];
        }
    }
    begin_window(t);
}

// In a round.
static double time_of(const scree_team *t, int k, int round) {
    return t->trial.seconds[k][round] / (double)t->trial.steps[k][round];
}

// In all rounds; infinite for those without a turn in some.
static double seconds_per_step(const scree_team *t, int k) {
    double seconds = 0.0;
    uint64_t steps = 0;
    for (int round = 0; round < SCREE_TEAM_ROUNDS; round++) {
        seconds += t->trial.seconds[k][round];
        steps += t->trial.steps[k][round];
    }
    return t->trial.out[k] ? INFINITY : seconds / (double)steps;
}

static void end_trial(scree_team *t) {
    int best = 0;
    for (int k = 1; k < t->trial.n; k++) {
        best = seconds_per_step(t, k) * t->doubt < GAIN * seconds_per_step(t, best) ? k : best;
    }
    const bool same = t->trial.threads[best] == t->best;
    t->pause = same ? fmin(2.0 * t->pause, LAST_PAUSE) : FIRST_PAUSE;
    t->best = t->trial.threads[best];
    t->promise = seconds_per_step(t, best);
    t->seen = same ? t->seen : 0.0;
    t->usual = fmax(t->promise, t->seen); // the same slowness begins no other trial
    t->since = 0.0;
    t->trial.on = false;
    begin_window(t);
}

// Thread counts that are hopeless after this round get no more turns; those below the fastest stay, as they may have met another program.
static void end_round(scree_team *t) {
    double fastest = INFINITY;
    for (int k = 0; k < t->trial.n; k++) {
        if (!t->trial.out[k]) {
            const double time = time_of(t, k, t->trial.round);
            t->trial.out[k] = time > HOPELESS * fastest;
            fastest = fmin(fastest, time);
        }
    }
    t->trial.round++;
    t->trial.turn = -1;
}

// A single thread counts with the time that it had a core: having just been several, it gets less of one for a while than
// it will get later.
static void leave_out_waiting(scree_team *t) {
    if (t->cpu_seconds && t->now == 1) {
        const double used = (t->cpu_seconds() - t->window_began) / t->window_seconds;
        t->trial.seconds[t->trial.turn][t->trial.round] *= fmin(used, 1.0);
    }
}

static void next_turn(scree_team *t) {
    leave_out_waiting(t);
    do {
        if (++t->trial.turn == t->trial.n) {
            end_round(t);
        }
    } while (t->trial.turn < 0 || t->trial.out[t->trial.turn]);
    if (t->trial.round == SCREE_TEAM_ROUNDS) {
        end_trial(t);
    } else {
        begin_window(t);
    }
}

scree_team scree_team_create(int threads, bool fixed, double (*cpu_seconds)(void)) {
    scree_team t = {.most = threads, .best = threads, .now = threads, .fixed = fixed || threads == 1};
    t.cpu_seconds = cpu_seconds;
    t.pause = FIRST_PAUSE;
    t.doubt = 1.0;
    if (!t.fixed) {
        begin_trial(&t);
    }
    return t;
}

static void count_in_trial(scree_team *t, double seconds, bool odd) {
    const int k = t->trial.turn, round = t->trial.round;
    uint64_t *steps = &t->trial.steps[k][round];
    const bool none = *steps == 0 && t->window_seconds >= WINDOW; // but odd ones so far
    if (t->window_steps++ > 0 && (!odd || none)) { // the first wakes threads and finds other caches
        t->trial.seconds[k][round] += seconds;
        ++*steps;
    }
    t->window_seconds += seconds;
    if (t->window_seconds >= WINDOW && t->window_steps > LEAST_STEPS && *steps > 0) {
        next_turn(t);
    }
}

// ratio: of the time per step now and in the trial.
static void look(scree_team *t, double ratio) {
    const double now = fmin(fmax(ratio, 1.0), LARGEST_DOUBT);
    if (t->best == 1) {
        t->doubt = 1.0 + FORGET * (t->doubt - 1.0);
    } else {
        t->doubt = now > t->doubt ? now : 0.5 * (t->doubt + now);
    }
}

static void count_between(scree_team *t, double seconds, bool odd) {
    t->since += seconds;
    t->window_seconds += odd ? 0.0 : seconds;
    t->window_steps += !odd;
    bool slow = false;
    if (t->window_seconds >= LOOK && t->window_steps >= LEAST_STEPS) {
        const double each = t->window_seconds / (double)t->window_steps;
        look(t, each / t->promise);
        t->seen = each;
        slow = each > SLOWER * t->usual;
        begin_window(t);
    }
    if (t->since >= t->pause || slow) {
        begin_trial(t);
    }
}

void scree_team_count(scree_team *t, double seconds, bool odd) {
    t->steps++;
    t->thread_steps += (uint64_t)t->now;
    if (t->fixed) {
        return;
    }
    if (t->trial.on) {
        count_in_trial(t, seconds, odd);
    } else {
        count_between(t, seconds, odd);
    }
}

double scree_team_mean(const scree_team *t) {
    return t->steps > 0 ? (double)t->thread_steps / (double)t->steps : (double)t->now;
}
