// SPDX-License-Identifier: BSD-3-Clause
#include "step_limit/step_watch.h"
#include "laws/list/law_set.h"
#include "stability/vibration.h"
#include <math.h>
#include <stdio.h>

// Steps: to the first look, also after a change; to the next one at most, and with a given time step; to the next one while the limit comes nearer, at least;
// between two counts of the contacts; over which looks have to find room before the step grows. A look takes as long as 5 to 20 steps.
enum { FIRST = 8, FARTHEST = 2048, NEAREST = 32, COUNTED_EVERY = 16, CALM = 1024 };
// Looks after breaks that found nothing are at most so many steps apart, which is less than a collision (STEPS_PER_CONTACT in checks/audit.c).
enum { SPARED = 15 };
// The fraction that a check takes of the largest effect of moving neighbours on a vibration. The bound takes all of it. In random beds, where
// mostly one body alone takes part in the fastest vibrations, a third was measured: a check takes half, so that it gives no false alarm.
static const double share_at_looks = 0.5;

// Steps that follow each other have this ratio, so the mean step is 5 % below the longest that is safe.
static const double ratio = 0.9;
// Looks find a limit that is below the present step over this; the step can grow by one ratio within it.
static const double least_share = 0.6;
// Looks come where so many more contacts touch, or overlaps are so much larger, than at any look before: stiffness grows with the former, and with
// Hertz' law with the root of the latter.
static const double more_contacts = 1.25, larger_overlap = 1.25;
// Below this part of the step of the start a run would not end, and an alarm says why.
static const double shortest_part = 1.0 / 256.0;

bool scree_step_watch_is_on(const scree_world *w) {
    return w->step_watch.longest > 0.0;
}

// Bonds that have broken, on all ranks.
static uint64_t broken(const scree_world *w) {
    uint64_t sum = 0;
    for (int k = 0; k < SCREE_MODES; k++) {
        sum += w->bonds.broken[k];
    }
    return sum;
}

// Does a law divide by the speed at which a contact began? Where a bond breaks, bodies that are in each other already begin one at a very small speed.
static bool recalls_impact(const scree_world *w) {
    bool any = false;
    for (size_t k = 0; k < w->case_->material.n * w->case_->material.n; k++) {
        any |= (w->laws[k].traits & SCREE_TRAIT_IMPACT) != 0;
    }
    return any;
}

static uint64_t nearer(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

void scree_step_watch_begin(scree_world *w) {
    const bool is_auto = !(w->case_->dt > 0.0);
    w->step_watch = (scree_step_watch){.longest = is_auto ? w->dt : 0.0};
    scree_step_watch_renew(w);
}

void scree_step_watch_renew(scree_world *w) {
    scree_step_watch *s = &w->step_watch;
    if (scree_step_watch_is_on(w)) {
        s->looked = s->calm = w->step;
        s->next = w->step + FIRST;
        s->share = 0.0;
        s->contacts = 0;
    }
}

void scree_step_watch_bound(scree_world *w) {
    w->step_watch.longest = scree_step_watch_is_on(w) ? w->dt : 0.0;
}

// The longest step of the sequence that is at most `most`, s.
static double step_below(const scree_world *w, double most) {
    double part = 1.0, dt = w->step_watch.longest;
    while (dt > most && part > shortest_part) {
        part *= ratio;
        dt = scree_time_step_rounded(part * w->step_watch.longest);
    }
    return dt;
}

// The step of the sequence that is next to the present one.
static double step_above(const scree_world *w) {
    double part = 1.0, dt = w->step_watch.longest, above = dt;
    while (dt > w->dt && part > shortest_part) {
        above = dt;
        part *= ratio;
        dt = scree_time_step_rounded(part * w->step_watch.longest);
    }
    return above;
}

static void say(const scree_world *w, const scree_step_limit *l, scree_report *r) {
    char of[96], what[96];
    scree_step_limit_text(l, of, sizeof of);
    scree_vibration_cause_text(&l->cause, what, sizeof what);
    scree_report_note(r,
                      "t = %.6g s: the time step goes down from %.6g s to %.6g s for %s at (%.6g, %.6g, "
                      "%.6g) m: its %s is unstable beyond %.3g s; it follows the contacts from now on",
                      scree_world_time(w), w->dt, w->wanted_dt, of, l->x.x, l->x.y, l->x.z, what, l->dt);
}

static void report(const scree_world *w, const scree_step_limit *l, scree_report *r) {
    char of[96], what[96], step[96];
    const char *forces = l->cause.mode == SCREE_MODE_OF_HOLD ? "forces" : "contacts";
    const double most = scree_time_step_rounded(SCREE_SHARE_OF_LIMIT * l->dt);
    scree_step_limit_text(l, of, sizeof of);
    scree_vibration_cause_text(&l->cause, what, sizeof what);
    if (w->case_->dt > 0.0) {
        snprintf(step, sizeof step,
                 "take a smaller time.dt (dt: auto would take at most %.3g s for these %s)", most, forces);
    } else {
        snprintf(step, sizeof step, "dt: auto goes no further down; give time.dt, at most %.3g s", most);
    }
    scree_report_at(r, w->case_->alarms.stop ? SCREE_SEVERITY_ERROR : SCREE_SEVERITY_WARNING, NULL, 0, 0,
                    "t = %.6g s: the time step, %.6g s, is too long for %s "
                    "at (%.6g, %.6g, %.6g) m: its %s is unstable beyond %.3g s, so it may oscillate and "
                    "create energy; %s, or %s that are softer or less damped",
                    scree_world_time(w), w->dt, of, l->x.x, l->x.y, l->x.z, what, l->dt, step, forces);
}

// The time step is beyond this limit: warns once, or, with alarms.action: stop, reports an error.
static scree_status alarm(scree_world *w, const scree_step_limit *l, scree_report *r) {
    scree_step_looks *looks = &w->alarms.step_looks;
    looks->too_long++;
    looks->shortest = looks->too_long == 1 || l->dt < looks->shortest ? l->dt : looks->shortest;
    if (scree_comm_rank(w->comm) == 0 && (looks->too_long == 1 || w->case_->alarms.stop)) {
        report(w, l, r);
    }
    return w->case_->alarms.stop ? SCREE_BAD_NUMBERS : SCREE_OK;
}

// Steps to the next look. rise: of the share, in the steps since the last one.
static uint64_t distance(uint64_t since, double share, double rise) {
    const uint64_t twice = nearer(since > FIRST / 2 ? 2 * since : FIRST, FARTHEST);
    if (!(rise > 0.0)) {
        return twice;
    }
    // half of the way to the limit
    const double left = 0.5 * (SCREE_SHARE_OF_LIMIT - share) / rise * (double)since;
    return left < NEAREST ? nearer(twice, NEAREST) : left < FARTHEST ? nearer(twice, (uint64_t)left) : twice;
}

static scree_status shorten(scree_world *w, const scree_step_limit *l, uint64_t since, scree_report *r) {
    scree_step_watch *s = &w->step_watch;
    const double dt = step_below(w, SCREE_SHARE_OF_LIMIT * l->dt);
    const bool changes = dt < w->dt;
    w->wanted_dt = changes ? dt : 0.0;
    if (changes && w->clock.n == 0 && scree_comm_rank(w->comm) == 0) {
        say(w, l, r);
    }
    s->next = w->step + (changes ? FIRST : distance(since, 0.0, 0.0));
    s->calm = w->step;
    s->share = 0.0;
    s->spared = 0;
    return !changes && w->dt > l->dt ? alarm(w, l, r) : SCREE_OK; // it is the shortest already
}

static scree_status decide(scree_world *w, const scree_step_limit *l, scree_report *r) {
    scree_step_watch *s = &w->step_watch;
    const double share = isfinite(l->dt) ? w->dt / l->dt : 0.0, up = step_above(w);
    const uint64_t since = w->step - s->looked, breaks = broken(w);
    s->spared = breaks > s->breaks ? nearer(2 * s->spared + 1, SPARED) : 0;
    s->breaks = breaks;
    s->looked = w->step;
    if (share > SCREE_SHARE_OF_LIMIT) {
        return shorten(w, l, since, r);
    }
    const double known = share > least_share ? share : least_share;
    s->next = w->step + distance(since, known, known - (s->share > least_share ? s->share : least_share));
    s->share = known > s->share ? known : s->share;
    if (w->step - s->calm >= CALM) {
        const bool room = up > w->dt && s->share * (up / w->dt) <= SCREE_SHARE_OF_LIMIT;
        w->wanted_dt = room ? up : 0.0;
        s->calm = w->step;
        s->share = room ? 0.0 : known;
        s->contacts = room ? 0 : s->contacts;
        s->next = room ? w->step + NEAREST : s->next;
    }
    return SCREE_OK;
}

bool scree_step_watch_due(const scree_world *w) {
    return scree_step_watch_is_on(w) ? w->step >= w->step_watch.next : w->step % FARTHEST == 0;
}

scree_status scree_step_watch_look(scree_world *w, bool started, scree_report *r) {
    const bool follows = scree_step_watch_is_on(w);
    const scree_step_limit l =
        scree_step_limit_now(w, follows ? w->dt / least_share : w->dt, started, share_at_looks);
    w->alarms.step_looks.looks++;
    return follows ? decide(w, &l, r) : isfinite(l.dt) ? alarm(w, &l, r) : SCREE_OK;
}

static void count_contacts(scree_world *w) {
    scree_step_watch *s = &w->step_watch;
    uint64_t contacts = w->contacts;
    double overlap = w->deepest.ratio;
    scree_comm_add(w->comm, &contacts, 1);
    scree_comm_max(w->comm, &overlap, 1);
    const bool more = (double)contacts > more_contacts * (double)s->contacts,
               deeper = overlap > larger_overlap * s->overlap;
    s->contacts = more ? contacts : s->contacts;
    s->overlap = deeper ? overlap : s->overlap;
    s->next = more || deeper ? nearer(s->next, w->step + 1) : s->next;
}

void scree_step_watch_contacts(scree_world *w, bool is_stiffened) {
    scree_step_watch *s = &w->step_watch;
    if (!scree_step_watch_is_on(w)) {
        return;
    }
    if (w->step % COUNTED_EVERY == 0) {
        count_contacts(w);
    }
    const bool breaks = w->step >= s->looked + s->spared && broken(w) > s->breaks && recalls_impact(w);
    if (is_stiffened || breaks) {
        s->next = nearer(s->next, w->step + 1);
    }
}
