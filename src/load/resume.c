// SPDX-License-Identifier: BSD-3-Clause
#include "load/resume.h"
#include "checkpoint/checkpoint.h"
#include "load/load_state.h"
#include "load/phases.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// A later checkpoint than the one that is taken.
typedef struct damaged {
    char *path, *why;
} damaged;
typedef SCREE_ARRAY(damaged) damaged_list;

static bool leads(const scree_world *w) {
    return scree_comm_rank(w->comm) == 0;
}

// Lists what rank 0 sees in the folder, on all ranks and ascending; free with scree_free.
static uint64_t *steps_of_all(const scree_world *w, const char *out, size_t *n) {
    uint64_t *step = leads(w) ? scree_checkpoint_steps(out, n) : NULL, count = leads(w) ? *n : 0;
    scree_comm_broadcast(w->comm, 0, &count, sizeof count);
    *n = (size_t)count;
    if (count > 0) {
        step = step ? step : scree_realloc(NULL, 0, count * sizeof *step);
        scree_comm_broadcast(w->comm, 0, step, count * sizeof *step);
    }
    return step;
}

// A name beside `path` that no file has; free with scree_free.
static char *name_to_keep(const char *path) {
    char *aside = scree_format("%s.damaged", path);
    for (int k = 2; access(aside, F_OK) == 0; k++) {
        scree_free(aside);
        aside = scree_format("%s.damaged%d", path, k);
    }
    return aside;
}

// Out of the way of the checkpoint that the run will write there.
static bool set_aside(const damaged *file, const char *taken, scree_report *r) {
    char *aside = name_to_keep(file->path);
    const bool ok = rename(file->path, aside) == 0;
    if (ok) {
        scree_report_at(r, SCREE_SEVERITY_WARNING, file->path, 0, 0,
                        "%s; it is kept as %s, and the run goes on from an older one, %s", file->why, aside,
                        taken);
    } else {
        scree_report_at(r, SCREE_SEVERITY_ERROR, file->path, 0, 0, "%s; it cannot be renamed to %s: %s",
                        file->why, aside, strerror(errno));
    }
    scree_free(aside);
    return ok;
}

static bool refuse(const damaged *file, const char *taken, scree_report *r) {
    return scree_report_at(
        r, SCREE_SEVERITY_ERROR, file->path, 0, 0,
        "%s; without --strict it is kept under another name, and the run goes on from an older one, %s",
        file->why, taken);
}

static bool set_all_aside(const scree_world *w, const damaged_list *list, const char *taken, bool strict,
                          scree_report *r) {
    bool ok = true;
    for (size_t k = 0; leads(w) && k < list->n; k++) {
        ok = (strict ? refuse : set_aside)(&list->data[k], taken, r) && ok;
    }
    return scree_comm_agree(w->comm, ok ? SCREE_OK : SCREE_USER_ERROR, r) == SCREE_OK;
}

static void report_none(const scree_world *w, const char *out, const damaged_list *list, scree_report *r) {
    for (size_t k = 0; leads(w) && k < list->n; k++) {
        scree_report_at(r, SCREE_SEVERITY_ERROR, list->data[k].path, 0, 0, "%s", list->data[k].why);
    }
    scree_report_error(r,
                       "%s: there is no %scheckpoint to resume from; accepted: --overwrite in place of "
                       "--resume, which begins anew, or the "
                       "folder of the earlier run by --out",
                       out, list->n > 0 ? "whole " : "");
}

// Takes the file over, in the world of its phase.
static scree_status go_on(scree_world **world, const scree_resume_options *o, scree_checkpoint *file,
                          const char *path, uint64_t step, const damaged_list *list, scree_report *r) {
    if (file->step != step) {
        scree_report_error(r,
                           "%s: its name is that of step %" PRIu64 ", it holds the state of step %" PRIu64
                           "; move it away to resume from an older one, or give it the name of its step",
                           path, step, file->step);
        scree_checkpoint_clear(file);
        return SCREE_USER_ERROR;
    }
    scree_report_note(r, "resuming from %s", path);
    scree_world *w = scree_phase_of(*world, file, o->threads, o->isa, r);
    if (scree_comm_agree((w ? w : *world)->comm, w ? SCREE_OK : SCREE_USER_ERROR, r) != SCREE_OK) {
        *world = w ? w : *world;
        scree_checkpoint_clear(file);
        return SCREE_USER_ERROR;
    }
    *world = w;
    scree_status status = scree_comm_agree(w->comm, scree_load_continue(w, file, path, r), r);
    status = status == SCREE_OK ? scree_phases_resume(w, r) : status;
    return status == SCREE_OK && !set_all_aside(w, list, path, o->strict, r) ? SCREE_USER_ERROR : status;
}

scree_status scree_resume(scree_world **world, const char *out, const scree_resume_options *o,
                          scree_report *r) {
    const scree_world *w = *world;
    size_t n;
    uint64_t *step = steps_of_all(w, out, &n);
    damaged_list list = {0};
    scree_status status = SCREE_USER_ERROR;
    bool found = false;
    for (size_t k = n; k-- > 0 && !found;) {
        char *path = scree_checkpoint_path(out, step[k]), *damage;
        scree_checkpoint file;
        if (scree_checkpoint_read_or_tell(path, w->comm, &file, &damage, r)) {
            status = go_on(world, o, &file, path, step[k], &list, r);
            w = *world;
            found = true;
        }
        if (damage) {
            scree_array_push(&list, (damaged){path, damage});
        } else {
            scree_free(path);
            found = true; // or an error that is reported
        }
    }
    if (!found) {
        report_none(w, out, &list, r);
    }
    for (size_t k = 0; k < list.n; k++) {
        scree_free(list.data[k].path);
        scree_free(list.data[k].why);
    }
    scree_array_free(&list);
    scree_free(step);
    return status;
}
