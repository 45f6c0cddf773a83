// SPDX-License-Identifier: BSD-3-Clause
#include "base/team.h"
#include <math.h>

enum { ROUNDS = 3, LEAST_STEPS = 2 };
static const double WINDOW = 6e-3; // s, longer than the time that a busy core gives to another program
static const double FIRST_PAUSE = 0.5, LAST_PAUSE = 8.0; // s, between trials
static const double LOOK = 0.2;                          // s, between looks at the speed
static const double SLOWER = 1.4; // times the usual: something has changed, a trial at once
static const double GAIN = 0.97; // more threads are used where they need at most so much of the time of fewer

static void begin_window(scree_team *t) {
    t->window_seconds = 0.0;
    t->window_steps = 0;
    t->now = t->trial.on ? t->trial.threads[t->trial.window % t->trial.n] : t->best;
}

static void begin_trial(scree_team *t) {
    const int tried[SCREE_TEAM_TRIED] = {t->best / 2, t->best, 2 * t->best < t->most ? 2 * t->best : t->most};
    t->trial.on = true;
    t->trial.n = t->trial.window = 0;
    for (int k = 0; k < SCREE_TEAM_TRIED; k++) {
        if (tried[k] > 0 && (t->trial.n == 0 || tried[k] > t->trial.threads[t->trial.n - 1])) {
            t->trial.threads[t->trial.n] = tried[k];
            t->trial.seconds[t->trial.n] = 0.0;
            t->trial.steps[t->trial.n++] = 0;
        }
    }
    begin_window(t);
}

static double seconds_per_step(const scree_team *t, int k) {
    return t->trial.seconds[k] / (double)t->trial.steps[k];
}

static void end_trial(scree_team *t) {
    int best = 0;
    for (int k = 1; k < t->trial.n; k++) {
        best = seconds_per_step(t, k) < GAIN * seconds_per_step(t, best) ? k : best;
    }
    const bool same = t->trial.threads[best] == t->best;
    t->pause = same ? fmin(2.0 * t->pause, LAST_PAUSE) : FIRST_PAUSE;
    t->best = t->trial.threads[best];
    t->usual = seconds_per_step(t, best);
    t->since = 0.0;
    t->trial.on = false;
    begin_window(t);
}

scree_team scree_team_create(int threads, bool fixed) {
    scree_team t = {.most = threads, .best = threads, .now = threads, .fixed = fixed || threads == 1};
    t.pause = FIRST_PAUSE;
    if (!t.fixed) {
        begin_trial(&t);
    }
    return t;
}

static void count_in_trial(scree_team *t, double seconds, bool odd) {
    const int k = t->trial.window % t->trial.n;
    const bool none = t->trial.steps[k] == 0 && t->window_seconds >= WINDOW; // but odd ones so far
    if (t->window_steps++ > 0 && (!odd || none)) { // the first wakes threads and finds other caches
        t->trial.seconds[k] += seconds;
        t->trial.steps[k]++;
    }
    t->window_seconds += seconds;
    if (t->window_seconds >= WINDOW && t->window_steps > LEAST_STEPS && t->trial.steps[k] > 0) {
        t->trial.window++;
        if (t->trial.window == ROUNDS * t->trial.n) {
            end_trial(t);
        } else {
            begin_window(t);
        }
    }
}

static void count_between(scree_team *t, double seconds, bool odd) {
    t->since += seconds;
    t->window_seconds += odd ? 0.0 : seconds;
    t->window_steps += !odd;
    bool slow = false;
    if (t->window_seconds >= LOOK && t->window_steps >= LEAST_STEPS) {
        slow = t->window_seconds > SLOWER * t->usual * (double)t->window_steps;
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
