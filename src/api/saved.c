// SPDX-License-Identifier: BSD-3-Clause
// The state of a world in memory, so that a coupled solver can repeat a step: what a checkpoint holds, without a file.
#include "api/host.h"
#include "capabilities/list.h"
#include "checkpoint/checkpoint.h"
#include "checks/alarm.h"
#include "compare/case_hash.h"
#include "compare/other_case.h"
#include "load/load_state.h"

struct scree_saved {
    scree_checkpoint file;
};

// Meshes are a part of it: it is computed once.
static uint64_t case_hash(scree_world *w) {
    if (w->host.case_hash == 0) {
        w->host.case_hash = scree_case_hash(w);
    }
    return w->host.case_hash;
}

// The state is complete only with the forces that belong to it.
// A state with values that are not numbers could be written, but not be read again.
static bool may_be_saved(scree_world *w, scree_report *r) {
    const bool may = scree_host_may(w, "be saved", r) && scree_host_end_edit(w, r) == SCREE_OK &&
                     scree_alarm_state(w, r) == SCREE_OK;
    if (may) {
        scree_capabilities_at(w, SCREE_BEFORE_SAVE, NULL);
    }
    return may;
}

scree_saved *scree_world_save(scree_world *w, scree_report *r) {
    if (!may_be_saved(w, r)) {
        return NULL;
    }
    scree_saved *saved = scree_realloc(NULL, 0, sizeof *saved);
    scree_checkpoint_take(w, case_hash(w), &saved->file);
    return saved;
}

void scree_saved_destroy(scree_saved *saved) {
    if (saved) {
        scree_checkpoint_clear(&saved->file);
        scree_free(saved);
    }
}

static scree_status restore_from(scree_world *w, scree_checkpoint *file, const char *path, scree_report *r) {
    const scree_status status = scree_load_back(w, file, path, r);
    w->host.edited = w->host.refused = false;
    w->host.appended++;
    scree_host_hooks_last(w);
    return scree_comm_agree(w->comm, status, r);
}

scree_status scree_world_restore(scree_world *w, const scree_saved *saved, scree_report *r) {
    if (!scree_host_may(w, "go back", r)) {
        return SCREE_USER_ERROR;
    }
    if (saved->file.case_hash != case_hash(w)) {
        scree_report_error(r, "the saved state is of a case with other keys; accepted: a state of this "
                              "world, with the keys that were set since then set back");
        return SCREE_USER_ERROR;
    }
    return restore_from(w, (scree_checkpoint *)&saved->file, "the saved state", r);
}

scree_status scree_world_write(scree_world *w, const char *path, scree_report *r) {
    return may_be_saved(w, r) && scree_checkpoint_write(w, case_hash(w), path, r) ? SCREE_OK
                                                                                  : SCREE_USER_ERROR;
}

scree_status scree_world_read(scree_world *w, const char *path, scree_report *r) {
    scree_checkpoint file;
    if (!scree_host_may(w, "go on from a checkpoint", r) ||
        !scree_checkpoint_read_share(path, w->comm, &file, r)) {
        return SCREE_USER_ERROR;
    }
    scree_status status = SCREE_USER_ERROR;
    if (file.case_hash != case_hash(w)) {
        scree_other_case(w, path, "accepted: a checkpoint of the same case", r);
    } else {
        scree_checkpoint before; // what is found to be wrong later leaves the world as it was
        const bool edited = w->host.edited, refused = w->host.refused;
        scree_placed_list placed = w->placed; // whose bonds come with the forces
        w->placed = (scree_placed_list){0};
        scree_capabilities_at(w, SCREE_BEFORE_SAVE, NULL);
        scree_checkpoint_take(w, file.case_hash, &before);
        status = restore_from(w, &file, path, r);
        if (status != SCREE_OK) {
            restore_from(w, &before, "the state before", r);
            w->host.edited = edited, w->host.refused = refused;
            scree_array_free(&w->placed);
            w->placed = placed;
        } else {
            scree_array_free(&placed);
        }
        scree_checkpoint_clear(&before);
    }
    scree_checkpoint_clear(&file);
    return status;
}
