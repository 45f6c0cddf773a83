// SPDX-License-Identifier: BSD-3-Clause
#include "checks/balance_alarm.h"
#include "particles/gravity.h"

// After this number of rows the older of the two recent states with which the balance is compared is replaced: a comparison reaches back over
// 8 to 16 rows, so that neither a single row nor the energetic start of a long run determines the result.
enum { ROWS = 8 };

// Two terms that are added to the energies involved. PAST: this fraction of the energies of the whole run, because small changes that remain
// from an energetic start are no error of the present motion. ROUNDING: of all numbers in the sum of the balance.
static const double PAST = 0.01, ROUNDING = 1e-9;

static scree_balance_state state_of(const scree_totals *t, const scree_field_ledger *fields) {
    scree_balance_state s = {
        .time = t->time, .balance = t->balance, .work = t->wall_work + t->loaded + fields->work};
    s.most = t->kinetic + t->rotational + fabs(fields->stored);
    s.lost = fabs(t->damped) + t->walls_lost + fabs(fields->dragged);
    for (int k = 0; k < SCREE_MODES; k++) {
        s.most += fabs(t->elastic[k]);
        s.lost += fabs(t->viscous[k]) + fabs(t->plastic[k]) + t->broken[k];
    }
    return s;
}

// The energies that were involved between two states.
static scree_balance_state between(const scree_balance_state *from, const scree_balance_state *to) {
    return (scree_balance_state){.time = from->time,
                                 .balance = to->balance - from->balance,
                                 .most = fmax(from->most, to->most),
                                 .lost = fabs(to->lost - from->lost),
                                 .work = fabs(to->work - from->work)};
}

static double sum_of(const scree_balance_state *s) {
    return s->most + s->lost + s->work;
}

// Where gravity changes, its two half kicks are booked as if nothing else acted (particles/gravity.c), which is off by this energy where
// something carries the bodies, as a fluid of their density does.
static double kicks_of(const scree_world *w, const scree_totals *t) {
    return w->case_->has_gravity_table
               ? 0.25 * (w->dt * w->dt) * t->mass * vec_norm2(scree_gravity_most(w->case_))
               : 0.0;
}

static double rounding_of(const scree_world *w, const scree_totals *t) {
    const scree_ledger *l = &w->ledger;
    return kicks_of(w, t) +
           ROUNDING * (fabs(t->potential) + fabs(l->inserted) + fabs(l->removed) + fabs(l->changed) +
                       fabs(t->wall_work) + fabs(t->loaded) + fabs(w->field_ledger.work) + fabs(t->balance));
}

static void report(const scree_world *w, const scree_balance_state *d, scree_report *r) {
    scree_report_at(
        r, w->case_->alarms.stop ? SCREE_SEVERITY_ERROR : SCREE_SEVERITY_WARNING, NULL, 0, 0,
        "t = %.6g s: energy %s: energy_balance has changed by %.4g J since t = %.6g s, %.3g of the energies "
        "involved (alarms.energy_balance: %.3g): kinetic and stored %.4g J at most, lost %.4g J, work of "
        "walls and loads %.4g J; likely causes: a time.dt that is too large (try a smaller time.dt, or dt: "
        "auto), a law with convention: original that does work at rest",
        scree_world_time(w), d->balance > 0.0 ? "has come from nothing" : "has vanished", d->balance, d->time,
        fabs(d->balance) / sum_of(d), w->case_->alarms.energy_balance, d->most, d->lost, d->work);
}

// Compares with one earlier state; begins anew from now if there is an alarm.
static bool drifts(scree_world *w, scree_balance_state *from, const scree_balance_state *now, double least,
                   scree_report *r) {
    scree_balance_watch *b = &w->alarms.balance;
    const scree_balance_state d = between(from, now);
    const bool too_much = fabs(d.balance) > w->case_->alarms.energy_balance * sum_of(&d) + least;
    if (too_much) {
        b->drifts++;
        b->drifted += fabs(d.balance);
        if (scree_comm_rank(w->comm) == 0 && (b->drifts == 1 || w->case_->alarms.stop)) {
            report(w, &d, r);
        }
    }
    from->most = d.most;
    return too_much;
}

static void begin(scree_balance_watch *b, const scree_balance_state *now) {
    b->start = b->older = b->newer = *now;
    b->rows = 0;
    b->known = true;
}

scree_status scree_balance_alarm(scree_world *w, const scree_totals *t, scree_report *r) {
    scree_balance_watch *b = &w->alarms.balance;
    const scree_balance_state now = state_of(t, &w->field_ledger);
    const bool is_watched = isfinite(w->case_->alarms.energy_balance) && w->host.hooks == 0;
    if (!b->known || !is_watched) {
        begin(b, &now);
        return SCREE_OK;
    }
    const double limit = w->case_->alarms.energy_balance;
    const scree_balance_state all = between(&b->start, &now);
    const double dust = rounding_of(w, t), past = limit * PAST * sum_of(&all);
    const bool since_start = drifts(w, &b->start, &now, dust, r),
               of_late = !since_start && drifts(w, &b->older, &now, dust + past, r);
    b->newer.most = fmax(b->newer.most, now.most);
    if (since_start || of_late) {
        begin(b, &now);
        return w->case_->alarms.stop ? SCREE_BAD_NUMBERS : SCREE_OK;
    }
    if (++b->rows % ROWS == 0) {
        b->older = b->newer;
        b->newer = now;
    }
    return SCREE_OK;
}
