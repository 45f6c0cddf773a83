// SPDX-License-Identifier: BSD-3-Clause
#define _GNU_SOURCE // memfd_create
#include "tools/frames/frame_world.h"

#include "access/particle.h"
#include "bonds/bonds.h"
#include "checkpoint/checkpoint.h"
#include "load/load_start.h"
#include "load/load_state.h"
#include "load/load_world.h"
#include "load/phases.h"
#include "paraview/vtp.h"
#include "step/setup.h"
#include "tools/frames/frame_files.h"
#include "tools/frames/run_facts.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static bool write_set(const scree_world *w, scree_frame_kind kind, int wall, const char *path,
                      scree_report *r) {
    return kind == SCREE_FRAME_PARTICLES  ? scree_vtp_particles(w, path, r)
           : kind == SCREE_FRAME_BODIES   ? scree_vtp_bodies(w, path, r)
           : kind == SCREE_FRAME_CONTACTS ? scree_vtp_contacts(w, path, r)
           : kind == SCREE_FRAME_BONDS    ? scree_vtp_bonds(w, path, r)
                                          : scree_vtp_mesh(w, wall, path, r);
}

// Writes into a file in memory, by its path among those of the process, and reads it.
static bool add_set(const scree_world *w, scree_frame *f, scree_frame_kind kind, const char *name, int wall,
                    scree_report *r) {
    const int fd = memfd_create("scree", MFD_CLOEXEC);
    if (fd < 0) {
        return scree_report_error(r, "no file in memory can be made: %s", strerror(errno));
    }
    char *path = scree_format("/proc/self/fd/%d", fd);
    const bool ok = write_set(w, kind, wall, path, r);
    scree_free(path);
    if (!ok) {
        close(fd);
        return false;
    }
    return scree_frame_add(f, kind, name, name, fd, r);
}

bool scree_frame_of_world(const scree_world *w, unsigned kinds, scree_frame *f, scree_report *r) {
    static const char *const name[] = {"particles", "bodies", "contacts", "bonds"};
    const bool has[] = {true, scree_case_has_clumps(w->case_), true, w->case_->shows_bonds};
    scree_frame_begin(f, scree_world_time(w), w->step, "", -1);
    bool ok = true;
    for (int k = 0; ok && k < SCREE_FRAME_WALL; k++) {
        ok = !has[k] || !((kinds >> k) & 1u) || add_set(w, f, (scree_frame_kind)k, name[k], -1, r);
    }
    for (size_t k = 0; ok && k < w->wall.n && (kinds >> SCREE_FRAME_WALL) & 1u; k++) {
        ok = !w->wall.data[k].active ||
             add_set(w, f, SCREE_FRAME_WALL, w->case_->wall.data[k].name, (int)k, r);
    }
    if (!ok) {
        scree_frame_clear(f);
    }
    return ok;
}

// The frame and the origin of a world, which is destroyed.
static bool frame_and_origin(scree_world *w, unsigned kinds, bool whole, scree_frame *frame,
                             scree_frame_origin *origin, scree_report *r) {
    *origin = (scree_frame_origin){
        .title = scree_strdup(w->case_->title ? w->case_->title : ""), .gravity = w->gravity, .whole = whole};
    const bool ok = scree_frame_of_world(w, kinds, frame, r);
    scree_world_destroy(w);
    if (!ok) {
        scree_frame_origin_clear(origin);
    }
    return ok;
}

bool scree_frame_of_case(const char *case_path, const scree_changes *changes, unsigned kinds,
                         scree_frame *frame, scree_frame_origin *origin, scree_report *r) {
    *frame = (scree_frame){.descriptor = -1};
    *origin = (scree_frame_origin){0};
    scree_world *w = scree_load_case(case_path, changes, 1, NULL, r);
    if (!w) {
        return false;
    }
    w->gravity = w->case_->gravity;
    const bool whole = scree_load_start(w, r) == SCREE_OK;
    for (size_t k = 0; !whole && k < w->wall.n; k++) { // the first step would do it
        const scree_wall_def *wall = &w->case_->wall.data[k];
        w->wall.data[k].active = wall->start <= w->began && w->began < wall->stop;
    }
    // Particles that could not be prepared have no contacts.
    return frame_and_origin(w,
                            whole ? kinds : kinds & ~(1u << SCREE_FRAME_CONTACTS | 1u << SCREE_FRAME_BONDS),
                            whole, frame, origin, r);
}

// The world of the case in the state of the checkpoint, which it takes over. NULL: reported.
static scree_world *world_of(const char *case_path, const scree_changes *changes, scree_checkpoint *file,
                             const char *path, scree_report *r) {
    scree_world *w = scree_load_case(case_path, changes, 1, NULL, r),
                *of_phase = w ? scree_phase_of(w, file, 1, NULL, r) : NULL;
    if (!of_phase) {
        if (w) {
            scree_world_destroy(w);
        }
        scree_checkpoint_clear(file);
        return NULL;
    }
    if (scree_load_continue(of_phase, file, path, r) != SCREE_OK) {
        scree_world_destroy(of_phase);
        return NULL;
    }
    return of_phase;
}

// The particles of a checkpoint without a case, which gives them no more than the names of their materials.
static bool particles_alone(scree_checkpoint *file, unsigned kinds, scree_frame *frame,
                            scree_frame_origin *origin, scree_report *r) {
    scree_case c = {0};
    for (size_t k = 0; k < file->material_name.n; k++) {
        scree_array_push(&c.material, (scree_material_def){.name = file->material_name.data[k]});
    }
    // a checkpoint has the saved fields alone: the others are zero
    scree_particles_widen(&file->p, file->p.absent & ~(uint64_t)0 << SCREE_ARRAY_FIRST_OWN);
    scree_world w = {.case_ = &c, .p = file->p, .step = file->step, .dt = file->dt};
    w.clock.data = file->clock.data, w.clock.n = file->clock.n;
    *origin = (scree_frame_origin){.title = scree_strdup("")};
    const bool ok = scree_frame_of_world(&w, kinds & 1u << SCREE_FRAME_PARTICLES, frame, r);
    scree_array_free(&c.material);
    if (!ok) {
        scree_frame_origin_clear(origin);
    }
    return ok;
}

// The record of the run in whose folder the checkpoint is.
static void read_facts(scree_run_facts *facts, const char *path, scree_report *r) {
    const char *slash = strrchr(path, '/');
    char *folder =
        slash ? scree_format("%.*s", (int)(slash - path + (slash == path)), path) : scree_strdup(".");
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    *facts = (scree_run_facts){0};
    if (fd >= 0) {
        scree_run_facts_read(facts, fd, folder, r);
        close(fd);
    }
    scree_free(folder);
}

bool scree_frame_of_checkpoint(const char *path, const char *case_path, const scree_changes *changes,
                               unsigned kinds, scree_frame *frame, scree_frame_origin *origin,
                               scree_report *r) {
    *frame = (scree_frame){.descriptor = -1};
    *origin = (scree_frame_origin){0};
    scree_checkpoint file;
    if (!scree_checkpoint_read(path, &file, r)) {
        return false;
    }
    scree_run_facts facts;
    read_facts(&facts, path, r);
    const scree_changes recorded = {facts.change.n, (const char *const *)facts.change.data};
    const bool known = !case_path && facts.case_path && access(facts.case_path, R_OK) == 0;
    bool ok;
    if (case_path || known) {
        scree_world *w = world_of(case_path ? case_path : facts.case_path, case_path ? changes : &recorded,
                                  &file, path, r);
        ok = w && frame_and_origin(w, kinds, true, frame, origin, r);
    } else {
        if (facts.case_path) {
            scree_report_warning(r,
                                 "%s: only its particles are shown, as its case %s is not there; name the "
                                 "case to see walls and contacts",
                                 path, facts.case_path);
        } else {
            scree_report_warning(r,
                                 "%s: only its particles are shown, as its folder has no run.json that names "
                                 "its case; name the case to see walls and contacts",
                                 path);
        }
        ok = particles_alone(&file, kinds, frame, origin, r);
        if (ok) {
            origin->gravity = facts.gravity;
        }
        scree_checkpoint_clear(&file);
    }
    scree_run_facts_clear(&facts);
    return ok;
}

void scree_frame_origin_clear(scree_frame_origin *o) {
    scree_free(o->title);
    *o = (scree_frame_origin){0};
}
