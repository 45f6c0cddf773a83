// SPDX-License-Identifier: BSD-3-Clause
// A run: steps, and all the files that come with them.
#include "api/load.h"
#include "base/behind.h"
#include "io/checkpoint.h"
#include "io/run_record.h"
#include "io/series.h"
#include "io/series_plot.h"
#include "io/vtp.h"
#include "state/snapshot.h"
#include "step/digest.h"
#include "step/events.h"
#include "step/kernels.h"
#include "step/setup.h"
#include "step/step.h"
#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// Files of one moment: what is due, and the world it is made from, which is the run's own or a copy of it.
typedef struct frame {
    const scree_world *w;
    bool vtk, checkpoint;
} frame;

typedef struct run {
    const scree_run_options *options;
    scree_report *report;
    scree_world *w;
    char *out;
    size_t made_out; // length of the outermost folder in `out` that was not there before; 0: all were
    scree_series *series;
    uint64_t first, last; // steps of this run
    uint64_t case_hash;
    double begun, started; // monotonic and calendar time, s
    double shown;          // when progress was last called
    double particle_steps;
    uint64_t checkpoint_at; // step of the last one
    bool stopped_between; // the checkpoint resumed from was not due: it is there because the run was stopped
    // Frames are written behind the run's back, one at a time: the next waits until this one is on the disk, so that one
    // copy of the world is all the memory they take, and files come in the order of their steps. While it is under way
    // checkpoint_at and stopped_between are the writer's.
    scree_behind behind;
    scree_snapshot snapshot;
    frame frame;
} run;

scree_run_options scree_run_options_default(void) {
    return (scree_run_options){.steps = -1, .until = -1.0};
}

static char *in_out(const run *q, const char *name) {
    return scree_format("%s/%s", q->out, name);
}

static char *default_out(const char *case_path) {
    const char *name = strrchr(case_path, '/');
    name = name ? name + 1 : case_path;
    const char *dot = strrchr(name, '.');
    return scree_format("%.*s.out", dot && dot > name ? (int)(dot - name) : (int)strlen(name), name);
}

// Makes it and the folders it is in; *made as in run.made_out.
static bool make_folder(const char *path, size_t *made, scree_report *r) {
    if (!path[0]) {
        scree_report_error(r, "the folder for the output has an empty name; accepted: --out FOLDER");
        return false;
    }
    for (const char *slash = strchr(path + 1, '/');; slash = strchr(slash + 1, '/')) {
        char *part = scree_format("%.*s", slash ? (int)(slash - path) : (int)strlen(path), path);
        bool fresh = mkdir(part, 0777) == 0;
        int failed = !fresh && errno != EEXIST ? errno : 0;
        *made = fresh && *made == 0 ? strlen(part) : *made;
        if (failed) {
            scree_report_error(r, "%s: the folder for the output cannot be made: %s", part, strerror(failed));
        }
        scree_free(part);
        if (failed || !slash) {
            break;
        }
    }
    struct stat s;
    if (scree_report_count(r, SCREE_SEVERITY_ERROR) == 0 && (stat(path, &s) != 0 || !S_ISDIR(s.st_mode))) {
        scree_report_error(r, "%s: is not a folder; give another one with --out", path);
    }
    return scree_report_count(r, SCREE_SEVERITY_ERROR) == 0;
}

// Takes back what make_folder made, from the inside out.
static void remove_made_folders(const run *q) {
    char *path = scree_strdup(q->out);
    for (size_t length = strlen(path); q->made_out > 0 && length >= q->made_out;) {
        path[length] = 0;
        rmdir(path);
        while (length > 0 && path[length - 1] != '/') { // the slash stays: "a//" is "a/"
            length--;
        }
        length -= length > 0;
    }
    scree_free(path);
}

static bool is_ours(const char *name) {
    static const char *const prefix[] = {"checkpoint_", "failed_", "particles", "contacts", "mesh_", "wall_"};
    static const char *const suffix[] = {".scree", ".vtp", ".pvd"};
    size_t length = strlen(name);
    bool begins = false, ends = false;
    for (size_t k = 0; k < sizeof prefix / sizeof *prefix; k++) {
        begins |= strncmp(name, prefix[k], strlen(prefix[k])) == 0;
    }
    for (size_t k = 0; k < sizeof suffix / sizeof *suffix; k++) {
        size_t n = strlen(suffix[k]);
        ends |= length > n && strcmp(name + length - n, suffix[k]) == 0;
    }
    return begins && ends;
}

// A fresh start in a used folder: what an earlier run left must not be taken for ours by --resume or ParaView.
static void remove_old_output(const run *q) {
    DIR *folder = opendir(q->out);
    for (struct dirent *e; folder && (e = readdir(folder));) {
        if (is_ours(e->d_name)) {
            char *path = in_out(q, e->d_name);
            unlink(path);
            scree_free(path);
        }
    }
    if (folder) {
        closedir(folder);
    }
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
    double k = floor((double)step * w->dt / every + 1e-6);
    return scree_step_of(w, k * every) == step;
}

// What is to be written once that step is done.
typedef struct due {
    bool series, vtk, checkpoint;
} due;

static due due_at(const scree_world *w, uint64_t step) {
    const scree_output_def *o = &w->case_->output;
    return (due){is_time_at(w, step, o->series_every), is_time_at(w, step, o->vtk_every),
                 is_time_at(w, step, o->checkpoint_every)};
}

static bool write_vtk(const run *q, const scree_world *w, scree_report *r) {
    const scree_output_def *o = &w->case_->output;
    double t = scree_world_time(w);
    bool ok = true;
    for (size_t kind = 0; kind < 2 + w->wall.n && ok; kind++) {
        bool wall = kind >= 2;
        if ((kind == 0 && !o->vtk_particles) || (kind == 1 && !o->vtk_contacts) ||
            (wall && (!o->vtk_meshes || !w->wall.data[kind - 2].active))) {
            continue;
        }
        char *name = kind == 0   ? scree_strdup("particles")
                     : kind == 1 ? scree_strdup("contacts")
                                 : scree_format("wall_%s", w->case_->wall.data[kind - 2].name);
        char *file = scree_format("%s_%012llu.vtp", name, (unsigned long long)w->step),
             *path = in_out(q, file);
        ok = kind == 0   ? scree_vtp_particles(w, path, r)
             : kind == 1 ? scree_vtp_contacts(w, path, r)
                         : scree_vtp_mesh(w, (int)(kind - 2), path, r);
        ok = ok && scree_pvd_append(q->out, name, t, file, r);
        scree_free(path);
        scree_free(file);
        scree_free(name);
    }
    return ok;
}

static bool write_series(run *q) {
    scree_totals totals = scree_world_totals(q->w);
    scree_wall_forces(q->w);
    return scree_series_row(q->series, q->w, &totals, q->report);
}

// The checkpoint of the stop is none of the whole run's: it goes once a later one is on the disk.
static void forget_stop(run *q) {
    if (q->stopped_between) {
        char *path = scree_checkpoint_path(q->out, q->first);
        unlink(path);
        scree_free(path);
        q->stopped_between = false;
    }
}

static bool write_checkpoint(run *q, const scree_world *w, scree_report *r) {
    if (q->checkpoint_at == w->step) {
        return true;
    }
    char *path = scree_checkpoint_path(q->out, w->step);
    bool ok = scree_checkpoint_write(w, q->case_hash, path, r);
    scree_free(path);
    if (ok) {
        q->checkpoint_at = w->step;
        forget_stop(q); // before the pruning, which would count it
        scree_checkpoint_prune(q->out, w->case_->output.checkpoint_keep);
    }
    return ok;
}

static bool write_frame(void *context, scree_report *r) {
    run *q = context;
    const frame *f = &q->frame;
    return (!f->vtk || write_vtk(q, f->w, r)) && (!f->checkpoint || write_checkpoint(q, f->w, r));
}

// Of the world as it is now; the files may be there later only, and what fails shows later.
static bool put_frame(run *q, bool vtk, bool checkpoint) {
    const size_t small = 1 << 20; // bytes, written in the time that it takes to hand them over
    const scree_output_def *o = &q->w->case_->output;
    int parts = (vtk && o->vtk_contacts) || checkpoint ? SCREE_SNAPSHOT_CONTACTS : 0;
    parts |= vtk && o->vtk_meshes ? SCREE_SNAPSHOT_WALL_CONTACTS : 0;
    parts |= vtk ? SCREE_SNAPSHOT_FORCES : 0;
    parts |= checkpoint ? SCREE_SNAPSHOT_HISTORY : 0;
    if (!scree_behind_wait(&q->behind, q->report)) {
        return false;
    }
    if (vtk) {
        scree_wall_forces(q->w);
    }
    q->frame = (frame){q->w, vtk, checkpoint};
    if (scree_snapshot_size(q->w, parts) < small || !scree_snapshot_take(&q->snapshot, q->w, parts)) {
        return write_frame(q, q->report);
    }
    q->frame.w = &q->snapshot.world;
    scree_behind_start(&q->behind, write_frame, q);
    return true;
}

static bool write_last_checkpoint(run *q) {
    return scree_behind_wait(&q->behind, q->report) && write_checkpoint(q, q->w, q->report);
}

static bool write_due(run *q) {
    const due now = due_at(q->w, q->w->step);
    double t = scree_now();
    bool ok = !scree_behind_is_over(&q->behind) || scree_behind_wait(&q->behind, q->report);
    if (ok && now.series) {
        ok = write_series(q);
    }
    const bool checkpoint = q->w->step > q->first && now.checkpoint;
    if (ok && (now.vtk || checkpoint)) {
        ok = put_frame(q, now.vtk, checkpoint);
    }
    q->w->wall_time[SCREE_TIME_OUTPUT] += scree_now() - t;
    return ok;
}

static void show_progress(run *q, int finished) {
    double now = scree_now();
    if (!q->options->progress || (!finished && now - q->shown < 0.2)) {
        return;
    }
    q->shown = now;
    scree_progress p = {
        .time = scree_world_time(q->w),
        .end = (double)q->last * q->w->dt,
        .first_step = q->first,
        .step = q->w->step,
        .last_step = q->last,
        .particles = q->w->p.n,
        .wall_seconds = now - q->begun,
        .particle_steps = q->particle_steps,
        .interval = q->w->case_->output.progress_every,
        .finished = finished,
    };
    q->options->progress(q->options->user, &p);
}

static bool stop_wanted(const run *q) {
    return q->options->stop && *q->options->stop;
}

static bool nobody_looks_at(const run *q, uint64_t step) {
    const due then = due_at(q->w, step);
    return step < q->last && !stop_wanted(q) && !scree_behind_is_over(&q->behind) && !then.series &&
           !then.vtk && !then.checkpoint;
}

// What is left to look at when the numbers went bad.
static void write_failed_state(run *q) {
    char *name = scree_format("failed_%012llu.scree", (unsigned long long)q->w->step),
         *path = in_out(q, name);
    if (scree_checkpoint_write(q->w, q->case_hash, path, q->report)) {
        scree_report_note(q->report, "the state at the failure is in %s", path);
    }
    scree_free(path);
    scree_free(name);
}

static scree_status step_to_end(run *q) {
    scree_world *w = q->w;
    const bool resumed = q->options->resume;
    // What was due where a run is resumed has been written; the forces it showed are no more.
    if (!resumed && !write_due(q)) {
        return SCREE_USER_ERROR;
    }
    while (w->step < q->last) {
        scree_status status = scree_world_step_on(w, nobody_looks_at(q, w->step + 1), q->report);
        q->particle_steps += (double)w->p.n;
        if (status != SCREE_OK) {
            scree_behind_wait(&q->behind, q->report);
            write_failed_state(q);
            return status;
        }
        show_progress(q, 0);
        if (w->drifted) {
            continue;
        }
        if (!write_due(q)) {
            return SCREE_USER_ERROR;
        }
        if (stop_wanted(q) && w->step < q->last) {
            return write_last_checkpoint(q) ? SCREE_INTERRUPTED : SCREE_USER_ERROR;
        }
    }
    bool ok = ((resumed && w->step == q->first) || write_series(q)) && write_last_checkpoint(q);
    return ok ? SCREE_OK : SCREE_USER_ERROR;
}

static bool write_record(const run *q, scree_status status, const char *digest, int finished) {
    const scree_world *w = q->w;
    scree_run_record record = {
        .argc = q->options->argc,
        .argv = q->options->argv,
        .case_ = w->case_,
        .isa = w->kernels->name,
        .threads = w->threads,
        .started = q->started,
        .ended = finished ? calendar_now() : NAN,
        .status = (int)status,
        .dt = w->dt,
        .skin = w->skin,
        .time = scree_world_time(w),
        .steps = w->step - q->first,
        .first_step = q->first,
        .particles = w->p.n,
        .particle_steps = q->particle_steps,
        .rebuilds = w->rebuilds,
        .n_stages = 7,
        .stage_name = scree_stage_names,
        .stage_seconds = w->wall_time,
        .wall_seconds = scree_now() - q->begun,
        .messages = q->report,
        .digest = digest,
    };
    char *path = in_out(q, "run.json");
    bool ok = scree_run_record_write(&record, path, q->report);
    scree_free(path);
    return ok;
}

static scree_status start(run *q) {
    scree_world *w = q->w;
    q->case_hash = scree_load_case_hash(w);
    if (q->options->resume) {
        char *latest = scree_checkpoint_latest(q->out);
        scree_status status = SCREE_USER_ERROR;
        if (latest) {
            scree_report_note(q->report, "resuming from %s", latest);
            status = scree_load_resume(w, latest, q->report);
        } else {
            scree_report_error(
                q->report,
                "%s: there is no checkpoint to resume from; run without --resume, or name the folder of "
                "the earlier run with --out",
                q->out);
        }
        scree_free(latest);
        return status;
    }
    if (!make_folder(q->out, &q->made_out, q->report)) { // before a fill that may take long
        return SCREE_USER_ERROR;
    }
    return scree_load_start(w, q->report);
}

// A fresh start clears the folder of an earlier run's files: none of them may be what this run begins with.
static bool input_is_safe(const run *q) {
    const scree_case *c = q->w->case_;
    struct stat folder, parent;
    for (size_t k = 0; k < c->source.n; k++) {
        const char *file = c->source.data[k].file, *slash = file ? strrchr(file, '/') : NULL;
        if (!file) {
            continue;
        }
        char *where = slash ? scree_format("%.*s/.", (int)(slash - file), file) : scree_strdup(".");
        bool inside = stat(q->out, &folder) == 0 && stat(where, &parent) == 0 &&
                      folder.st_ino == parent.st_ino && folder.st_dev == parent.st_dev &&
                      is_ours(slash ? slash + 1 : file);
        scree_free(where);
        if (inside) {
            scree_report_error(
                q->report,
                "%s is in the folder of the output, %s, which a fresh run clears; choose another with "
                "--out",
                file, q->out);
            return false;
        }
    }
    return true;
}

static bool open_series(run *q) {
    bool resumed = q->options->resume;
    double t = resumed ? scree_world_time(q->w) : NAN;
    if (!resumed && !input_is_safe(q)) {
        return false;
    }
    if (!resumed) {
        remove_old_output(q);
    }
    const char *const fixed[] = {"particles", "contacts"};
    for (size_t k = 0; resumed && k < 2 + q->w->wall.n; k++) {
        char *name =
            k < 2 ? scree_strdup(fixed[k]) : scree_format("wall_%s", q->w->case_->wall.data[k - 2].name);
        scree_pvd_cut(q->out, name, t, q->report);
        scree_free(name);
    }
    // The row at the end of a run that stopped off the grid of rows is not one of the whole run's.
    bool off_grid = !due_at(q->w, q->w->step).series && q->last > q->first;
    char *path = in_out(q, "series.csv");
    q->series = scree_series_open(path, q->w, off_grid ? t - 0.5 * q->w->dt : t, q->report);
    scree_free(path);
    return q->series != NULL;
}

static void choose_last_step(run *q) {
    const scree_world *w = q->w;
    q->first = w->step;
    q->last = scree_step_of(w, w->case_->end);
    if (q->options->until >= 0.0) {
        uint64_t until = scree_step_of(w, q->options->until);
        q->last = until < q->last ? until : q->last;
    }
    if (q->options->steps >= 0 && (uint64_t)q->options->steps < q->last) {
        q->last = (uint64_t)q->options->steps;
    }
}

// What a user wants to know when it is over.
static void summarise(const run *q, scree_status status) {
    const scree_world *w = q->w;
    double wall = scree_now() - q->begun, t = scree_world_time(w);
    static const char *const ending[] = {"done", "stopped", "stopped: the numbers went bad"};
    scree_report_note(
        q->report,
        "%s at t = %.6g s: step %llu, %zu particles, %.3g s of wall time, %.3g ns per particle-step",
        status == SCREE_OK            ? ending[0]
        : status == SCREE_BAD_NUMBERS ? ending[2]
                                      : ending[1],
        t, (unsigned long long)w->step, w->p.n, wall,
        q->particle_steps > 0.0 ? 1e9 * wall / q->particle_steps : 0.0);
    for (size_t k = 0; k < w->outlet.n; k++) {
        scree_report_note(q->report, "outlet '%s': %llu particles, %.6g kg", w->case_->outlet.data[k].name,
                          (unsigned long long)w->outlet.data[k].count, w->outlet.data[k].mass);
    }
    if (w->lost > 0) {
        scree_report_warning(q->report, "%llu particles left the domain and were deleted",
                             (unsigned long long)w->lost);
    }
    bool vtk = w->case_->output.vtk_every > 0.0;
    scree_report_note(q->report, "in %s: %sseries.csv, %srun.json, checkpoint", q->out,
                      w->case_->output.plot ? "plot.svg, " : "", vtk ? "*.pvd for ParaView, " : "");
}

static scree_status carry_out(run *q, char *digest) {
    scree_status status = start(q);
    if (status != SCREE_OK) {
        remove_made_folders(q); // a mistake leaves nothing behind
        return status;
    }
    choose_last_step(q);
    if (!open_series(q) || !write_record(q, SCREE_OK, NULL, 0)) {
        return SCREE_USER_ERROR;
    }
    q->checkpoint_at = q->options->resume ? q->first : UINT64_MAX;
    q->stopped_between = q->options->resume && (q->first == 0 || !due_at(q->w, q->w->step).checkpoint);
    q->begun = q->shown = scree_now();
    status = step_to_end(q);
    scree_behind_wait(&q->behind, q->report); // only left to do after another failure, which is the status
    show_progress(q, 1);
    char hex[33];
    scree_hash_hex(scree_world_digest(q->w), hex);
    if (digest) {
        memcpy(digest, hex, sizeof hex);
    }
    bool ok = scree_series_close(q->series, q->report);
    q->series = NULL;
    if (q->w->case_->output.plot && ok) {
        char *csv = in_out(q, "series.csv"), *svg = in_out(q, "plot.svg");
        ok = scree_series_plot(csv, svg, q->w->case_, q->report);
        scree_free(csv);
        scree_free(svg);
    }
    summarise(q, status);
    ok = write_record(q, status, hex, 1) && ok;
    return status == SCREE_OK && !ok ? SCREE_USER_ERROR : status;
}

scree_status scree_run(const char *case_path, const scree_run_options *options, scree_report *report,
                       char *digest) {
    run q = {.options = options, .report = report, .started = calendar_now(), .begun = scree_now()};
    if (digest) {
        digest[0] = 0;
    }
    q.w = scree_load_case(case_path, options->threads, options->isa, report);
    if (!q.w) {
        return SCREE_USER_ERROR;
    }
    q.out = options->out ? scree_strdup(options->out) : default_out(case_path);
    scree_status status = carry_out(&q, digest);
    if (q.series) {
        scree_series_close(q.series, report);
    }
    scree_snapshot_clear(&q.snapshot);
    scree_free(q.out);
    scree_world_destroy(q.w);
    return status;
}
