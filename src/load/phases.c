// SPDX-License-Identifier: BSD-3-Clause
#include "load/phases.h"
#include "access/capability.h"
#include "access/step_time.h"
#include "capabilities/list.h"
#include "changes/changes.h"
#include "checks/audit.h"
#include "compare/compare.h"
#include "compare/phase_cases.h"
#include "kernels/kernels.h"
#include "load/load_state.h"
#include "load/load_world.h"
#include "measure/columns.h"
#include "measure/steady_values.h"
#include "step/setup.h"
#include "text/text_buffer.h"
#include "text/units.h"

// Steps between looks at a value that is there, and at one that is a sum over particles or contacts, which takes as long as some steps;
// changes that a note names; samples of steady values in the shortest time over which they are compared.
enum { LOOK_EVERY = 100, SUM_EVERY = 500, MOST_NAMED = 8, SAMPLES_OF_WINDOW = 16 };

// ---- all phases of a case ----------------------------------------------------------------------------------

// Has a periodic box room for what reaches farthest in the case of a phase? Its particles are those of the start.
static bool reach_fits(scree_world *w, scree_report *r) {
    scree_audit_skin(w, r);
    const scree_capability *farthest = NULL;
    const double most = scree_capabilities_reach(w, 0.0, &farthest),
                 sizes = w->p.n > 0 ? 0.0 : w->cell.room - w->skin_most - w->reach, // of those that may come
        left = w->skin_most + sizes - (most - w->reach);
    if (!isfinite(w->cell.room) || !(most > w->reach) ||
        left >= 0.1 * w->skin) { // infinite: nothing is periodic
        return true;
    }
    return scree_report_error(
        r,
        "%s %.4g m apart: the periodic box has room for %.4g m only; accepted: a larger "
        "box, or %s",
        farthest->reach_of, most, most + left - 0.1 * w->skin, farthest->reach_remedy);
}

bool scree_phases_check(scree_world *w, scree_report *r) {
    const scree_case *c = w->case_;
    const scree_changes changes = scree_changes_of(c);
    double *start = scree_phase_cases_starts(c);
    bool fine = true;
    for (size_t k = 1; k < c->phase.n && fine; k++) {
        scree_report *own = scree_report_create();
        const scree_phase_times times = {start, k + 1};
        scree_world *other = scree_load_phase(c, &changes, &times, 1, w->kernels->name, own);
        const scree_particles none = other ? other->p : w->p;
        fine = scree_comm_agree(w->comm, other ? SCREE_OK : SCREE_USER_ERROR, own) == SCREE_OK;
        if (fine) {
            other->p = w->p;
            other->comm = w->comm;
            fine = scree_audit_time_step(other, own) && reach_fits(other, own);
            other->p = none;
            w->dt_most = w->dt_most > 0.0 && w->dt_most < other->dt ? w->dt_most : other->dt;
        }
        if (!fine) {
            scree_report_take(r, own);
            scree_phase_cases_wrong(c, k, r, "does not fit");
        }
        scree_report_destroy(own);
        scree_world_destroy(other);
    }
    scree_free(start);
    return fine;
}

// ---- the end of a phase ------------------------------------------------------------------------------------

static const scree_phase_def *phase_now(const scree_world *w) {
    return &w->case_->phase.data[w->phase_start.n - 1];
}

static uint64_t start_now(const scree_world *w) {
    return w->phase_start.data[w->phase_start.n - 1];
}

// Step at which the present phase ends at the latest.
static uint64_t end_now(const scree_world *w) {
    const uint64_t end = scree_step_of(w, scree_world_time_of(w, start_now(w)) + phase_now(w)->duration);
    return end > start_now(w) ? end : start_now(w) + 1;
}

static bool compares_with_start(const scree_phase_def *phase) {
    return phase->kind == SCREE_UNTIL_RISES || phase->kind == SCREE_UNTIL_FALLS;
}

static bool fits_unit(const scree_quantity *limit, const char *unit) {
    scree_unit wanted;
    return scree_unit_parse(unit, &wanted, NULL) &&
           (!limit->has_unit || scree_dimension_fits(limit->dimension, wanted.dimension));
}

// The values that a phase waits for: one, or those that become steady.
static size_t count_values(const scree_phase_def *phase) {
    return phase->kind == SCREE_UNTIL_TIME ? 0 : phase->kind == SCREE_UNTIL_STEADY ? phase->steady.n : 1;
}

static const char *value_of(const scree_phase_def *phase, size_t i) {
    return phase->kind == SCREE_UNTIL_STEADY ? phase->steady.data[i] : phase->value;
}

// Whether each phase waits for values that there are.
static bool values_are_known(scree_world *w, scree_report *r) {
    const scree_case *c = w->case_;
    bool fine = true;
    for (size_t k = 0; k < c->phase.n; k++) {
        const scree_phase_def *phase = &c->phase.data[k];
        for (size_t i = 0; i < count_values(phase); i++) {
            const char *name = value_of(phase, i);
            double x;
            const char *unit = scree_columns_value(w, name, &x);
            if (!unit) {
                fine = scree_phase_cases_wrong(
                    c, k, r,
                    "there is no value '%.60s'; accepted: kinetic_per_particle, unbalanced_force, or a "
                    "column of series.csv without its unit, such as kinetic, "
                    "coordination, or NAME fz of a wall, NAME mass of an outlet",
                    name);
            } else if (!scree_steady_is_share(phase) && !fits_unit(&phase->limit, unit)) {
                fine = scree_phase_cases_wrong(
                    c, k, r, "the limit of '%s' is in another unit; accepted: %s%s%s", name,
                    *scree_unit_shown(unit) ? "one in " : "a number without a unit", scree_unit_shown(unit),
                    phase->kind == SCREE_UNTIL_STEADY ? ", or a share of the mean such as 1 %" : "");
            }
        }
    }
    return fine;
}

// Chooses how often the state of the present phase is looked at.
static void choose_look(scree_world *w) {
    const scree_phase_def *phase = phase_now(w);
    if (phase->kind == SCREE_UNTIL_TIME) {
        return;
    }
    const double dt = scree_length_after(w, start_now(w)); // the same for each run that goes on in this phase
    double wanted = phase->every > 0.0 ? floor(scree_steps_in(phase->every, dt) + 0.5) : LOOK_EVERY;
    for (size_t i = 0; i < count_values(phase) && !(phase->every > 0.0); i++) {
        wanted = scree_columns_is_sum(w, value_of(phase, i)) ? SUM_EVERY : wanted;
    }
    if (phase->kind == SCREE_UNTIL_STEADY && !(phase->every > 0.0)) {
        wanted = fmin(wanted, floor(scree_steps_in(phase->hold, dt) / SAMPLES_OF_WINDOW));
    }
    w->phase_look = wanted > 1.0 && wanted < 1e15 ? (uint64_t)wanted : 1;
}

scree_status scree_phases_begin(scree_world *w, scree_report *r) {
    const bool fine = values_are_known(w, r);
    if (fine && w->case_->phase.n > 0) {
        w->phase = (scree_phase_now){.since = UINT64_MAX};
        scree_array_push(&w->phase_start, w->step);
        choose_look(w);
        scree_steady_begin(w, phase_now(w));
        if (compares_with_start(phase_now(w))) {
            scree_columns_value(w, phase_now(w)->value, &w->phase.from);
        }
    }
    return fine ? SCREE_OK : SCREE_USER_ERROR;
}

scree_status scree_phases_resume(scree_world *w, scree_report *r) {
    if (w->phase.over && w->step < end_now(w) && phase_now(w)->kind == SCREE_UNTIL_TIME) {
        w->phase.over = 0; // it was made longer
    }
    const bool fine = values_are_known(w, r);
    if (fine && w->phase_start.n > 0) {
        choose_look(w);
        scree_steady_begin(w, phase_now(w));
    }
    return fine ? SCREE_OK : SCREE_USER_ERROR;
}

bool scree_phase_is_due(const scree_world *w, uint64_t step) {
    if (w->phase_start.n == 0 || step <= start_now(w)) {
        return false;
    }
    const scree_phase_def *phase = phase_now(w);
    if (step >= end_now(w) || phase->kind == SCREE_UNTIL_TIME) {
        return step >= end_now(w);
    }
    const scree_schedule looks = scree_schedule_of_phase(w);
    return scree_schedule_has(w, &looks, step);
}

static bool is_reached(const scree_world *w, const scree_phase_def *phase, double x) {
    const double limit = phase->limit.value;
    return phase->kind == SCREE_UNTIL_ABOVE   ? x > limit
           : phase->kind == SCREE_UNTIL_BELOW ? x < limit
           : phase->kind == SCREE_UNTIL_RISES ? x - w->phase.from >= limit
                                              : w->phase.from - x >= limit;
}

// Does the state that ends the phase last long enough? Else, where the phase ends all the same, a text says so.
static bool limit_lasts(scree_world *w, const scree_phase_def *phase, bool late, scree_text_buffer *said) {
    double x;
    const char *unit = scree_columns_value(w, phase->value, &x);
    const bool reached = is_reached(w, phase, x);
    w->phase.since = !reached ? UINT64_MAX : w->phase.since == UINT64_MAX ? w->step : w->phase.since;
    const double lasted = reached ? scree_times_between(w, 1.0, w->phase.since, w->step) : -1.0;
    const bool long_enough = lasted >= phase->hold * (1.0 - 1e-9);
    if (late && !long_enough) {
        const char *shown = scree_unit_shown(unit);
        scree_text_add(said, "%s = %.6g%s%s", phase->value, x, *shown ? " " : "", shown);
    }
    return long_enough;
}

void scree_phase_look(scree_world *w, scree_report *r) {
    if (!scree_phase_is_due(w, w->step)) {
        return;
    }
    const scree_phase_def *phase = phase_now(w);
    const bool waits = phase->kind != SCREE_UNTIL_TIME, late = w->step >= end_now(w);
    scree_text_buffer said = {0};
    scree_text_add(&said, "%s", "");
    const bool reached = waits && (phase->kind == SCREE_UNTIL_STEADY ? scree_steady_lasts
                                                                     : limit_lasts)(w, phase, late, &said);
    w->phase.over = reached || late;
    if (waits && late && !reached) {
        scree_report_warning(r,
                             "phase '%s' ends at t = %.9g s, at_most after its start, with %s: the state "
                             "that it waits for was not reached",
                             phase->name, scree_world_time(w), said.data);
    }
    if (w->phase.over) {
        scree_report_note(r, "phase '%s' is over at t = %.9g s%s%s", phase->name, scree_world_time(w),
                          reached && *said.data ? ", with " : "", reached ? said.data : "");
    }
    scree_free(said.data);
    if (w->phase.over && !scree_phase_is_last(w) && compares_with_start(phase + 1)) {
        scree_columns_value(w, phase[1].value, &w->phase.from);
    }
}

bool scree_phase_is_last(const scree_world *w) {
    return w->phase_start.n == w->case_->phase.n;
}

uint64_t scree_phases_end(const scree_world *w) {
    double t = scree_world_time_of(w, end_now(w));
    for (size_t k = w->phase_start.n; k < w->case_->phase.n; k++) {
        t += w->case_->phase.data[k].duration;
    }
    return scree_step_of(w, t);
}

// ---- the next phase ----------------------------------------------------------------------------------------

// The world of the phase that began with the last of these steps, without particles. NULL: reported.
static scree_world *world_of(const scree_world *w, const scree_checkpoint *file, int threads, const char *isa,
                             scree_report *r) {
    const scree_changes changes = scree_changes_of(w->case_);
    const scree_clock clock = scree_checkpoint_clock(file);
    const size_t n = file->phase_start.n;
    double *start = scree_realloc(NULL, 0, (n + 1) * sizeof *start);
    for (size_t k = 0; k < n; k++) {
        start[k] = scree_clock_time(&clock, file->phase_start.data[k]);
    }
    const scree_phase_times times = {start, n};
    scree_report *own = scree_report_create(); // discarded: these warnings were given already
    scree_world *fresh = scree_load_phase(w->case_, &changes, &times, threads, isa, own);
    if (!fresh) {
        scree_report_take(r, own);
    } else {
        scree_load_continue_run(w, fresh);
    }
    scree_report_destroy(own);
    scree_free(start);
    return fresh;
}

scree_world *scree_phase_of(scree_world *w, const scree_checkpoint *file, int threads, const char *isa,
                            scree_report *r) {
    if (file->phase_start.n <= 1 || file->phase_start.n > w->case_->phase.n) {
        return w; // what does not fit is found where the file is taken over
    }
    scree_world *fresh = world_of(w, file, threads, isa, r);
    if (fresh) {
        scree_world_destroy(w);
    }
    return fresh;
}

static void note_changes(const scree_world *w, const scree_comparison *x, scree_report *r) {
    scree_text_buffer t = {0};
    scree_text_add(&t, "phase '%s' begins at t = %.9g s%s", phase_now(w)->name, scree_world_time(w),
                   x->differ.n > 0 ? ": " : ", nothing changes");
    for (size_t k = 0; k < x->differ.n && k < MOST_NAMED; k++) {
        const scree_difference *d = &x->differ.data[k];
        scree_text_add(&t, "%s%s = ", k > 0 ? ", " : "", d->path);
        scree_value_add(&t, d->after);
        scree_text_add(&t, " (was ");
        scree_value_add(&t, d->before);
        scree_text_add(&t, ")");
    }
    if (x->differ.n > MOST_NAMED) {
        scree_text_add(&t, ", and %zu more", x->differ.n - MOST_NAMED);
    }
    scree_report_note(r, "%s", t.data);
    scree_free(t.data);
}

scree_world *scree_phase_next(scree_world *w, const char *path, int threads, const char *isa,
                              scree_report *r) {
    scree_checkpoint file;
    if (!scree_checkpoint_read_share(path, w->comm, &file, r)) {
        return NULL;
    }
    scree_array_push(&file.phase_start, file.step);
    file.phase.since = UINT64_MAX;
    file.phase.over = 0;
    file.steady.n = 0;
    scree_world *next = world_of(w, &file, threads, isa, r);
    scree_status status = scree_comm_agree(w->comm, next ? SCREE_OK : SCREE_USER_ERROR, r);
    if (status == SCREE_OK) {
        scree_comparison x = scree_case_compare(w->case_, next->case_);
        const bool contacts = scree_comparison_has_contacts(&x, next->case_);
        status = scree_load_change(next, &file, path, contacts, w, r);
        status = scree_comm_agree(w->comm, status, r);
        if (status == SCREE_OK) {
            choose_look(next);
            scree_steady_begin(next, phase_now(next));
            note_changes(next, &x, r);
        }
        scree_comparison_clear(&x);
    }
    scree_checkpoint_clear(&file);
    scree_world_destroy(status == SCREE_OK ? w : next);
    return status == SCREE_OK ? next : NULL;
}
