// SPDX-License-Identifier: BSD-3-Clause
// A run: steps, and all the files that come with them. Where several ranks run it together all of them go through the
// same calls; what decides where it goes on is agreed on, and rank 0 alone keeps the files that are one for all.
#include "access/step_time.h"
#include "checks/alarm.h"
#include "checks/audit_rest.h"
#include "checks/balance_alarm.h"
#include "compare/case_hash.h"
#include "input/config.h"
#include "load/load_start.h"
#include "load/load_state.h"
#include "load/load_world.h"
#include "load/phases.h"
#include "load/resume.h"
#include "measure/digest.h"
#include "measures/list/measures.h"
#include "output/out_folder.h"
#include "output/series.h"
#include "parallel/launch.h"
#include "paraview/pvd.h"
#include "paraview/view.h"
#include "run/bond_tables.h"
#include "run/frames.h"
#include "run/input_safe.h"
#include "run/record.h"
#include "run/run_end.h"
#include "step/events.h"
#include "step/setup.h"
#include "step/step.h"
#include "text/escape.h"
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

typedef struct run {
    const scree_run_options *options;
    scree_report *report;
    scree_comm *comm; // NULL: alone
    bool leads;       // rank 0
    scree_world *w;
    char *out;
    scree_out_folder folder; // of rank 0
    scree_series *series;    // of rank 0
    scree_bond_tables bonds; // of rank 0
    uint64_t first, last;    // steps of this run; with phases the last one is that of the longest ones
    double begun, started;   // monotonic and calendar time, s
    double shown;            // when progress was last called
    double particle_steps;
    scree_status alarm; // of the last row of the series
    scree_frames frames;
} run;

int scree_rank(void) {
    return scree_launch_rank();
}

scree_run_options scree_run_options_default(void) {
    return (scree_run_options){.steps = -1, .until = -1.0};
}

static char *in_out(const run *q, const char *name) {
    return scree_format("%s/%s", q->out, name);
}

static double calendar_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Is the world at the first step at or after a multiple of `every`?
static bool is_time_at(const scree_world *w, uint64_t step, double every) {
    if (!(every > 0.0)) {
        return false;
    }
    double k = floor(scree_world_time_of(w, step) / every + 1e-6);
    return scree_step_of(w, k * every) == step;
}

// Says which files are due once a step is done.
typedef struct due {
    bool series;
    int frame; // SCREE_FRAME_VTK | ...
} due;

static due due_at(const scree_world *w, uint64_t step) {
    const scree_output_def *o = &w->case_->output;
    return (due){is_time_at(w, step, o->series_every),
                 (is_time_at(w, step, o->vtk_every) ? SCREE_FRAME_VTK : 0) |
                     (is_time_at(w, step, o->csv_every) ? SCREE_FRAME_CSV : 0) |
                     (is_time_at(w, step, o->fields.every) ? SCREE_FRAME_FIELDS : 0) |
                     (is_time_at(w, step, o->checkpoint_every) ? SCREE_FRAME_CHECKPOINT : 0)};
}

static bool all(const run *q, bool ok) {
    return scree_frames_all(q->comm, ok, q->report);
}

static bool write_series(run *q) {
    const scree_totals totals = scree_columns_measure(q->w);
    scree_measures_warn(q->w, q->report);
    q->alarm = scree_alarm_losses(q->w, &totals, q->report);
    const scree_status drifts = scree_balance_alarm(q->w, &totals, q->report);
    q->alarm = q->alarm == SCREE_OK ? drifts : q->alarm;
    const bool ok = scree_bond_tables_put_fragments(&q->bonds, q->w, q->report);
    return all(q, ok && (!q->leads || scree_series_row(q->series, q->w, &totals, q->report)));
}

// Whatever is written later, the table has the bonds that broke before.
static bool write_broken(run *q) {
    return all(q, scree_bond_tables_put_broken(&q->bonds, q->w, q->report));
}

static bool write_checkpoint(run *q) {
    return write_broken(q) && scree_frames_checkpoint(&q->frames, q->w, q->report);
}

// Nothing is written of a state that is no more.
static bool is_sound(run *q) {
    q->alarm = scree_alarm_state(q->w, q->report);
    return q->alarm == SCREE_OK;
}

// Collective.
static bool write_record(const run *q, scree_status status, const char *digest, int finished) {
    const scree_run_record record = {
        .argc = q->options->argc,
        .argv = q->options->argv,
        .started = q->started,
        .ended = finished ? calendar_now() : NAN,
        .status = (int)status,
        .steps = q->w->step - q->first,
        .first_step = q->first,
        .particle_steps = q->particle_steps,
        .wall_seconds = scree_now() - q->begun,
        .messages = q->report,
        .digest = digest,
    };
    const scree_row_file *const table[] = {q->series ? scree_series_file(q->series) : NULL, &q->bonds.broken,
                                           &q->bonds.fragments};
    return all(q, scree_out_folder_is_ours(&q->folder, q->report)) &&
           all(q, scree_record_write(q->w, record, table, sizeof table / sizeof *table, q->out, q->report));
}

static bool write_due(run *q) {
    due now = due_at(q->w, q->w->step);
    double t = scree_now();
    bool ok = scree_frames_wait(&q->frames, true, q->report);
    now.series |= q->w->phase.over; // the end of a phase has a row
    now.frame &= q->w->step > q->first ? ~0 : ~SCREE_FRAME_CHECKPOINT;
    if (ok && (now.series || now.frame) && !is_sound(q)) {
        return true;
    }
    if (ok && (now.series || now.frame)) {
        ok = write_broken(q);
    }
    if (ok && now.series) {
        ok = write_series(q);
    }
    if (ok && now.frame) {
        ok = scree_frames_put(&q->frames, q->w, now.frame, q->report);
    }
    if (ok && now.frame & SCREE_FRAME_CHECKPOINT) { // of the rows that a run resumed from it keeps
        ok = write_record(q, SCREE_OK, NULL, 0);
    }
    q->w->wall_time[SCREE_TIME_OUTPUT] += scree_now() - t;
    return ok;
}

// The step that the options or the end of the case, as far as it is known, stop at.
static uint64_t last_step_asked(const run *q) {
    const scree_run_options *o = q->options;
    const double end = q->w->case_->end;
    const uint64_t last = scree_step_of(q->w, o->until >= 0.0 ? fmin(o->until, end) : end),
                   steps = o->steps >= 0 ? (uint64_t)o->steps : last;
    return steps < last ? steps : last;
}

// work: what is done between two steps; NULL: steps.
static void show_progress(run *q, int finished, const char *work) {
    double now = scree_now();
    if (!q->leads || !q->options->progress || (!finished && now - q->shown < 0.2)) {
        return;
    }
    q->shown = now;
    const uint64_t last = q->last > 0 || !work ? q->last : last_step_asked(q); // which is not chosen yet
    scree_progress p = {
        .time = scree_world_time(q->w),
        .end = scree_world_time_of(q->w, last),
        .first_step = q->first,
        .step = q->w->step,
        .last_step = last,
        .particles = (size_t)q->w->particles_total,
        .wall_seconds = now - q->begun,
        .particle_steps = q->particle_steps,
        .interval = q->w->case_->output.progress_every,
        .finished = finished,
        .work = work,
    };
    q->options->progress(q->options->user, &p);
}

// Long work within a step, or before the first one.
static bool watch(void *watcher, const char *what) {
    run *q = watcher;
    show_progress(q, 0, what);
    return q->options->stop && *q->options->stop;
}

// Must be equal on all ranks; stop requests are agreed on inside the step.
static bool no_output_after(const run *q, uint64_t step) {
    const due then = due_at(q->w, step);
    return step < q->last && !scree_phase_is_due(q->w, step) &&
           !scree_background_is_over(&q->frames.background) && !then.series && !then.frame;
}

// The step at which the case ends, and that of --until if it is sooner.
static uint64_t step_of_end(const run *q) {
    const scree_world *w = q->w;
    const double until = q->options->until;
    const uint64_t end = w->phase_start.n > 0 ? scree_phases_end(w) : scree_step_of(w, w->case_->end),
                   asked = until >= 0.0 ? scree_step_of(w, until) : UINT64_MAX;
    return asked < end ? asked : end;
}

static void choose_last_step(run *q) {
    const uint64_t end = step_of_end(q),
                   steps = q->options->steps >= 0 ? (uint64_t)q->options->steps : UINT64_MAX;
    q->last = steps < end ? steps : end;
}

// The last phase ends the run; else the next one goes on from the checkpoint of this step.
static scree_status next_phase(run *q) {
    if (scree_phase_is_last(q->w)) {
        q->last = q->w->step;
        return SCREE_OK;
    }
    scree_world *next = NULL;
    char *path = scree_checkpoint_path(q->out, q->w->step);
    if (write_checkpoint(q)) {
        next = scree_phase_next(q->w, path, q->options->threads, q->options->isa, q->report);
    }
    scree_free(path);
    if (!next) {
        return SCREE_USER_ERROR;
    }
    q->w = next;
    q->frames.case_hash = scree_case_hash(next);
    choose_last_step(q);
    return SCREE_OK;
}

// Keeps the state before a step with a fill, which takes as much memory as its particles and contacts: a signal may stop the fill, and then outlets and other
// insertions of the step have changed the state already. This costs little, as each fill is made once.
static bool keep_state(run *q, scree_checkpoint *before) {
    const bool ok = write_broken(q);
    scree_capabilities_at(q->w, SCREE_BEFORE_SAVE, NULL);
    scree_checkpoint_take(q->w, q->frames.case_hash, before);
    return ok;
}

// Brings the world back to that state and writes it, as where a run stops between two steps.
static scree_status go_back(run *q, scree_checkpoint *before) {
    const scree_status back = scree_load_back(q->w, before, "the state before the fill", q->report),
                       agreed = scree_comm_agree(q->comm, back, q->report);
    return agreed == SCREE_OK && write_checkpoint(q) ? SCREE_INTERRUPTED : SCREE_USER_ERROR;
}

static scree_status one_step(run *q) {
    scree_world *w = q->w;
    const size_t changes = w->clock.n;
    w->stop_wanted = w->stop_wanted || (q->options->stop && *q->options->stop);
    const bool fills = !w->next_drift_done && scree_fills_are_due(w);
    scree_checkpoint before = {0};
    if (fills && !keep_state(q, &before)) {
        scree_checkpoint_clear(&before);
        return SCREE_USER_ERROR;
    }
    scree_status status = scree_world_step_fused(w, no_output_after(q, w->step + 1), q->report);
    if (status == SCREE_INTERRUPTED) {
        status = go_back(q, &before);
        scree_checkpoint_clear(&before);
        return status;
    }
    scree_checkpoint_clear(&before);
    q->particle_steps += (double)w->particles_total;
    if (w->clock.n != changes) {
        choose_last_step(q);
    }
    if (status != SCREE_OK) {
        scree_frames_failed_state(&q->frames, w, q->report);
        return status;
    }
    show_progress(q, 0, NULL);
    if (w->next_drift_done) {
        return SCREE_OK;
    }
    scree_phase_look(w, q->report);
    if (!write_due(q)) {
        return SCREE_USER_ERROR;
    }
    if (q->alarm == SCREE_OK && w->stop_agreed && w->step < q->last && is_sound(q)) {
        bool written = write_checkpoint(q);
        return written ? SCREE_INTERRUPTED : SCREE_USER_ERROR;
    }
    return SCREE_OK;
}

static scree_status step_to_end(run *q) {
    const bool resumed = q->options->resume;
    // Output due at the resumed step exists already; the forces in it cannot be recomputed.
    if (!resumed && !write_due(q)) {
        return SCREE_USER_ERROR;
    }
    scree_status status = SCREE_OK;
    while (status == SCREE_OK && q->w->step < q->last && q->alarm == SCREE_OK) {
        status = q->w->phase.over ? next_phase(q) : one_step(q);
    }
    if (status != SCREE_OK) {
        return status;
    }
    bool ok = (resumed && q->w->step == q->first) || q->alarm != SCREE_OK || !is_sound(q) || write_series(q);
    if (ok && q->alarm != SCREE_OK) {
        scree_frames_failed_state(&q->frames, q->w, q->report);
        return q->alarm;
    }
    ok = ok && write_checkpoint(q);
    return ok ? SCREE_OK : SCREE_USER_ERROR;
}

static void hash_value(void *context, const char *path, const char *text) {
    scree_hash *sum = context;
    *sum =
        scree_hash_add(*sum, scree_hash_bytes(text, strlen(text), scree_hash_bytes(path, strlen(path), 5).a));
}

// All ranks were started with the same words and see the same files, or they would wait for each other for ever.
static bool all_run_the_same(const run *q) {
    const scree_run_options *o = q->options;
    const scree_hash out = scree_hash_bytes(q->out, strlen(q->out), 4);
    scree_hash values = {0, 0}; // all of them: when files are written matters, too
    scree_case_each_value(q->w->case_, hash_value, &values);
    uint64_t until;
    memcpy(&until, &o->until, sizeof until);
    const uint64_t mine[] = {q->frames.case_hash,   values.a, out.a,
                             (uint64_t)o->steps,    until,    (uint64_t)o->resume,
                             (uint64_t)o->overwrite};
    uint64_t first[sizeof mine / sizeof *mine];
    memcpy(first, mine, sizeof mine);
    scree_comm_broadcast(q->comm, 0, first, sizeof first);
    const bool same = memcmp(mine, first, sizeof mine) == 0;
    if (!same) {
        scree_report_error(q->report,
                           "%s and the options given are not those of rank 0; all ranks need the same files "
                           "and the same words on the command line",
                           q->w->case_->path);
    }
    return all(q, same);
}

// Rank 0 makes and locks it, before a fill that may take long; the others take their share of the lock.
static bool open_folder(run *q) {
    const scree_run_options *o = q->options;
    const scree_out_use use = o->resume      ? SCREE_OUT_RESUME
                              : o->overwrite ? SCREE_OUT_OVERWRITE
                                             : SCREE_OUT_NEW;
    if (!all(q, !q->leads || scree_out_folder_open(&q->folder, q->out, use, q->report))) {
        return false;
    }
    struct stat s;
    const bool seen = stat(q->out, &s) == 0 && S_ISDIR(s.st_mode);
    if (!seen) {
        scree_report_error(q->report,
                           "%s: rank 0 made this folder for the output, and it is not there; name one with "
                           "--out on a file system that all ranks share",
                           q->out);
    }
    if (!all(q, seen)) {
        return false;
    }
    char name[sizeof q->folder.run];
    memcpy(name, q->folder.run, sizeof name);
    scree_comm_broadcast(q->comm, 0, name, sizeof name);
    return all(q, q->leads || scree_out_folder_join(&q->folder, q->out, name, q->report));
}

static scree_status start(run *q) {
    if (!open_folder(q) ||
        !all(q, !q->options->resume || !q->leads || scree_record_tables_are_whole(q->out, q->report))) {
        return SCREE_USER_ERROR;
    }
    const scree_resume_options made = {q->options->threads, q->options->isa, q->options->strict};
    scree_status status = q->options->resume ? scree_resume(&q->w, q->out, &made, q->report)
                                             : scree_load_start(q->w, q->report);
    status = scree_comm_agree(q->comm, status, q->report);
    if (status == SCREE_OK && !q->options->resume) {
        scree_audit_rest(q->w, q->report);
    }
    return status;
}

// A run that ends before the time that was asked for would look complete.
static bool until_is_possible(const run *q) {
    const double end = q->w->case_->end, until = q->options->until;
    if (until > end * (1.0 + 1e-12)) {
        return scree_report_error(q->report,
                                  "--until %.9g: the case ends at time.end = %.9g s; accepted: at most that, "
                                  "or a larger time.end in %s, which may be changed before a run is resumed",
                                  until, end, q->w->case_->path);
    }
    return true;
}

static bool has_strict_warnings(const run *q) {
    const size_t n = scree_report_count(q->report, SCREE_SEVERITY_WARNING);
    if (q->options->strict && n > 0) {
        scree_report_error(q->report, "%zu warning%s, which --strict makes %s: nothing is run", n,
                           n == 1 ? "" : "s", n == 1 ? "an error" : "errors");
    }
    return q->options->strict && n > 0;
}

// The collection NAME.pvd of a resumed run keeps the pictures up to its time.
static bool go_on_with_pictures(run *q, const char *name, double t) {
    char *file = scree_format("%s.pvd", name), *path = in_out(q, file);
    struct stat s;
    bool ok = true;
    if (lstat(path, &s) == 0) {
        ok = scree_out_folder_add(&q->folder, file, q->report) && scree_pvd_cut(q->out, name, t, q->report);
    } else if (scree_out_folder_lists(&q->folder, file)) {
        scree_report_warning(q->report,
                             "%s: is no longer there; a new one will have the pictures from now on", path);
    }
    scree_free(path);
    scree_free(file);
    return ok;
}

// Call on rank 0: removes what an earlier run left in the folder, as far as this one does not go on with it.
static bool open_series(run *q) {
    bool resumed = q->options->resume;
    double t = resumed ? scree_world_time(q->w) : NAN;
    if (resumed) {
        scree_out_folder_clear_after(&q->folder, q->w->step);
    } else if (!scree_input_is_safe(q->w->case_, &q->folder, q->out, q->report) ||
               !scree_out_folder_clear(&q->folder, q->report)) {
        return false;
    }
    static const char *const written[] = {"run.json", "series.csv", "plot.svg"};
    for (size_t k = 0; k < sizeof written / sizeof *written; k++) {
        if (!scree_out_folder_add(&q->folder, written[k], q->report)) {
            return false;
        }
    }
    if (q->w->case_->output.vtk_every > 0.0 && !scree_view_write(&q->folder, q->out, q->report)) {
        return false;
    }
    const char *const fixed[] = {"particles", "contacts", "bodies", "bonds", "surfaces", "fields"};
    const size_t n_fixed = sizeof fixed / sizeof *fixed;
    for (size_t k = 0; resumed && k < n_fixed + q->w->wall.n; k++) {
        char *name = k < n_fixed ? scree_strdup(fixed[k])
                                 : scree_format("wall_%s", q->w->case_->wall.data[k - n_fixed].name);
        const bool ok = go_on_with_pictures(q, name, t);
        scree_free(name);
        if (!ok) {
            return false;
        }
    }
    // The row at the end of a run that stopped off the grid of rows is not one of the whole run's.
    bool off_grid = !due_at(q->w, q->w->step).series && !q->w->phase.over && q->last > q->first;
    char *path = in_out(q, "series.csv");
    const double rows_until = off_grid ? t - 0.5 * q->w->dt : t;
    q->series = scree_series_open(path, q->w, rows_until, q->report);
    const double every = q->w->case_->output.series_every, from = scree_series_time(q->series);
    if (resumed && q->series && every > 0.0 && t > 1.5 * every && !(t - from < 1.5 * every + q->w->dt)) {
        scree_report_warning(q->report,
                             "%s: has no rows from %s to the checkpoint at t = %.9g s; the new ones follow",
                             path, isfinite(from) ? "its last" : "the start", t);
    }
    scree_free(path);
    return q->series != NULL &&
           scree_bond_tables_open(&q->bonds, q->w, &q->folder, q->out, t, rows_until, q->report);
}

static void choose_steps(run *q) {
    const scree_run_options *o = q->options;
    const scree_world *w = q->w;
    q->first = w->step;
    const uint64_t end = step_of_end(q);
    if (o->steps >= 0 && (uint64_t)o->steps > end) {
        scree_report_note(q->report, "the case ends at step %llu, %s, before --steps %llu",
                          (unsigned long long)end, w->phase_start.n > 0 ? "at the latest" : "time.end",
                          (unsigned long long)o->steps);
    }
    choose_last_step(q);
    if (q->last < q->first) {
        scree_report_warning(
            q->report,
            "the checkpoint is at t = %.9g s, after the end that is asked for, %.9g s: no step is done",
            scree_world_time(w), scree_world_time_of(w, q->last));
        q->last = q->first;
    }
}

// Tells what a user wants to know when the run is over.
static void summarise(const run *q, scree_status status) {
    const scree_world *w = q->w;
    double wall = scree_now() - q->begun, t = scree_world_time(w);
    static const char *const ending[] = {"done", "stopped", "stopped: the numbers went bad"};
    scree_report_note(q->report,
                      "%s at t = %.6g s: step %llu, %llu particles, %.3g s of wall time, %.3g ns per "
                      "particle-step, %.3g of %d threads",
                      status == SCREE_OK            ? ending[0]
                      : status == SCREE_BAD_NUMBERS ? ending[2]
                                                    : ending[1],
                      t, (unsigned long long)w->step, (unsigned long long)w->particles_total, wall,
                      q->particle_steps > 0.0 ? 1e9 * wall / q->particle_steps : 0.0,
                      scree_team_mean(&w->team), w->threads);
    scree_run_summary(w, q->comm, q->report);
    bool vtk = w->case_->output.vtk_every > 0.0;
    scree_report_note(q->report, "in %s: %sseries.csv, %srun.json, checkpoint", q->out,
                      w->case_->output.plot.draw ? "plot.svg, " : "", vtk ? "*.pvd for ParaView, " : "");
}

static bool draw_plot(run *q) {
    char *svg = in_out(q, "plot.svg");
    const bool ok = all(q, scree_out_folder_is_ours(&q->folder, q->report)) &&
                    scree_run_plot(q->w, q->series, svg, q->report);
    scree_free(svg);
    return ok;
}

static bool close_series(run *q) {
    const bool ok = scree_series_close(q->series, q->report);
    q->series = NULL;
    return ok;
}

static scree_status carry_out(run *q, char *digest) {
    q->frames = (scree_frames){
        .comm = q->comm, .out = q->out, .folder = &q->folder, .case_hash = scree_case_hash(q->w)};
    if (!all_run_the_same(q)) {
        return SCREE_USER_ERROR;
    }
    scree_status status = until_is_possible(q) ? start(q) : SCREE_USER_ERROR;
    if (status == SCREE_OK && !all(q, !has_strict_warnings(q))) {
        status = SCREE_USER_ERROR;
    }
    if (status != SCREE_OK) {
        if (status == SCREE_INTERRUPTED) {
            scree_report_note(q->report, "stopped before the first step: nothing is written, and there is "
                                         "nothing to resume; files of an earlier run in the folder are still "
                                         "there; begin again with the same command");
        }
        scree_out_folder_undo(&q->folder); // a run that did not begin leaves no files
        return status;
    }
    q->frames.case_hash = scree_case_hash(q->w); // resumed in another phase
    choose_steps(q);
    if (!all(q, !q->leads || open_series(q)) || !write_record(q, SCREE_OK, NULL, 0)) {
        return SCREE_USER_ERROR;
    }
    const bool resumed = q->options->resume;
    q->frames.first = q->first;
    q->frames.checkpoint_at = resumed ? q->first : UINT64_MAX;
    q->frames.stopped_between = resumed && !q->w->phase.over &&
                                (q->first == 0 || !(due_at(q->w, q->w->step).frame & SCREE_FRAME_CHECKPOINT));
    q->begun = q->shown = scree_now();
    status = step_to_end(q);
    scree_frames_wait(&q->frames, false,
                      q->report); // only left to do after another failure, which is the status
    if (status != SCREE_OK && q->w->case_->shows_bonds) {
        write_broken(q); // what broke until the failure
    }
    show_progress(q, 1, NULL);
    char hex[33];
    scree_hash_hex(scree_world_digest(q->w), hex);
    if (digest) {
        memcpy(digest, hex, sizeof hex);
    }
    bool ok = all(q, !q->w->case_->output.plot.draw || draw_plot(q));
    summarise(q, status);
    ok = write_record(q, status, hex, 1) && ok; // which also waits for the tables to be on the disk
    ok = all(q, !q->leads || close_series(q)) && ok;
    return status == SCREE_OK && !ok ? SCREE_USER_ERROR : status;
}

scree_status scree_run(const char *case_path, const scree_run_options *options, scree_report *report,
                       char *digest) {
    run q = {.options = options,
             .report = report,
             .folder = {.list = -1},
             .started = calendar_now(),
             .begun = scree_now()};
    bool ok;
    if (digest) {
        digest[0] = 0;
    }
    q.comm = scree_comm_world(report, &ok);
    q.leads = scree_comm_rank(q.comm) == 0;
    q.w = ok ? scree_load_case(case_path, options->changes, options->threads, options->isa, report) : NULL;
    if (!ok || !all(&q, q.w != NULL)) {
        scree_world_destroy(q.w);
        return SCREE_USER_ERROR;
    }
    q.w->comm = q.comm;
    q.w->watch = watch;
    q.w->watcher = &q;
    q.out = options->out ? scree_strdup(options->out) : scree_out_folder_of(case_path);
    scree_status status = SCREE_USER_ERROR;
    if (scree_has_control(q.out)) {
        scree_report_error(
            report,
            "the folder for the output, %s, has control characters in its name; accepted: --out FOLDER",
            q.out);
    } else {
        status = carry_out(&q, digest);
    }
    if (q.series) {
        scree_series_close(q.series, report);
    }
    scree_bond_tables_close(&q.bonds);
    scree_frames_clear(&q.frames);
    scree_out_folder_close(&q.folder);
    scree_free(q.out);
    scree_world_destroy(q.w);
    return status;
}
