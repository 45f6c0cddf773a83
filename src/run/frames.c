// SPDX-License-Identifier: BSD-3-Clause
#include "run/frames.h"
#include "bonds/fragments.h"
#include "capabilities/list.h"
#include "checkpoint/checkpoint.h"
#include "fields/fields_csv.h"
#include "output/csv.h"
#include "paraview/vti.h"
#include "paraview/vtp.h"
#include "paraview/vtp_surfaces.h"
#include "text/file.h"
#include "wear/wear_csv.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

bool scree_frames_all(const scree_comm *c, bool ok, scree_report *r) {
    return scree_comm_agree(c, ok ? SCREE_OK : SCREE_USER_ERROR, r) == SCREE_OK;
}

static bool several(const scree_frames *f) {
    return scree_comm_size(f->comm) > 1;
}

// For frames: a single rank may be on a background thread, where MPI must not be called, and has no other rank to agree with.
static bool all(const scree_frames *f, bool ok, scree_report *r) {
    return several(f) ? scree_frames_all(f->comm, ok, r) : ok;
}

static bool is_ours(const scree_frames *f, scree_report *r) {
    return all(f, scree_out_folder_is_ours(f->folder, r), r);
}

// Pictures: particles, contacts, clumps, bonds, surfaces of convex bodies, then walls.
enum { PARTICLES, CONTACTS, BODIES, BONDS, SURFACES, WALLS };

static bool shows_bonds(const scree_world *w) {
    return w->case_->output.vtk_bonds && w->case_->shows_bonds;
}

static bool is_shown(const scree_world *w, size_t kind) {
    const scree_output_def *o = &w->case_->output;
    return kind == PARTICLES  ? o->vtk_particles
           : kind == CONTACTS ? o->vtk_contacts
           : kind == BODIES   ? o->vtk_particles && scree_case_has_clumps(w->case_)
           : kind == BONDS    ? shows_bonds(w)
           : kind == SURFACES ? o->vtk_particles && o->vtk_surfaces != 0.0 && scree_case_has_convex(w->case_)
                              : o->vtk_meshes && w->wall.data[kind - WALLS].active;
}

// Adds the files of a picture of several ranks: these are the pieces that they write, see paraview/vtp_file.h.
static bool add_pieces(const scree_frames *f, const char *file, scree_report *r) {
    bool ok = true;
    for (int k = 0; ok && k < scree_comm_size(f->comm); k++) {
        char *piece = scree_format("%.*s_%04d.vtp", (int)(strrchr(file, '.') - file), file, k);
        ok = scree_out_folder_add(f->folder, piece, r);
        scree_free(piece);
    }
    return ok;
}

// Lists the files of a picture, rank 0 alone.
static bool add_picture(const scree_frames *f, const char *name, const char *file, bool pieces,
                        scree_report *r) {
    if (scree_comm_rank(f->comm) > 0) {
        return true;
    }
    char *collection = scree_format("%s.pvd", name);
    const bool ok = scree_out_folder_add(f->folder, collection, r) &&
                    scree_out_folder_add(f->folder, file, r) && (!pieces || add_pieces(f, file, r));
    scree_free(collection);
    return ok;
}

// The files of a picture that this rank writes are synced before the next checkpoint.
static void note_file_to_sync(scree_frames *f, const char *path, bool pieces) {
    if (scree_comm_rank(f->comm) == 0) {
        scree_files_to_sync_add(&f->files_to_sync, scree_strdup(path));
    }
    if (pieces) {
        scree_files_to_sync_add(
            &f->files_to_sync,
            scree_format("%.*s_%04d.vtp", (int)(strrchr(path, '.') - path), path, scree_comm_rank(f->comm)));
    }
}

static bool write_picture(scree_frames *f, const scree_world *w, size_t kind, scree_report *r) {
    char *name = kind == PARTICLES  ? scree_strdup("particles")
                 : kind == CONTACTS ? scree_strdup("contacts")
                 : kind == BODIES   ? scree_strdup("bodies")
                 : kind == BONDS    ? scree_strdup("bonds")
                 : kind == SURFACES ? scree_strdup("surfaces")
                                    : scree_format("wall_%s", w->case_->wall.data[kind - WALLS].name);
    const bool pieces = several(f) && kind < WALLS;
    char *file = scree_format("%s_%012llu.%s", name, (unsigned long long)w->step, pieces ? "pvtp" : "vtp"),
         *path = scree_format("%s/%s", f->out, file);
    bool ok = all(f, add_picture(f, name, file, pieces, r), r);
    note_file_to_sync(f, path, pieces);
    ok = ok && (kind == PARTICLES  ? scree_vtp_particles(w, path, r)
                : kind == CONTACTS ? scree_vtp_contacts(w, path, r)
                : kind == BODIES   ? scree_vtp_bodies(w, path, r)
                : kind == BONDS    ? scree_vtp_bonds(w, path, r)
                : kind == SURFACES ? scree_vtp_surfaces(w, path, r)
                                   : scree_vtp_mesh(w, (int)(kind - WALLS), path, r));
    ok = all(f, ok, r); // listed once all of it is there
    if (ok) {
        ok = all(f,
                 scree_comm_rank(f->comm) > 0 || scree_pvd_append(f->out, name, scree_world_time(w), file, r),
                 r);
    }
    scree_free(path);
    scree_free(file);
    scree_free(name);
    return ok;
}

static bool write_vtk(scree_frames *f, const scree_world *w, scree_report *r) {
    bool ok = true;
    for (size_t kind = 0; kind < WALLS + w->wall.n && ok; kind++) {
        ok = !is_shown(w, kind) || (is_ours(f, r) && write_picture(f, w, kind, r));
    }
    return ok;
}

typedef bool write_rows(const scree_world *w, const char *path, scree_report *r);

static bool write_table(scree_frames *f, const scree_world *w, const char *name, write_rows *write,
                        scree_report *r) {
    char *file = several(f) ? scree_format("%s_%012llu_%04d.csv", name, (unsigned long long)w->step,
                                           scree_comm_rank(f->comm))
                            : scree_format("%s_%012llu.csv", name, (unsigned long long)w->step),
         *path = scree_format("%s/%s", f->out, file);
    bool ok = true;
    for (int k = 0; ok && scree_comm_rank(f->comm) == 0 && k < scree_comm_size(f->comm); k++) {
        char *piece = several(f) ? scree_format("%s_%012llu_%04d.csv", name, (unsigned long long)w->step, k)
                                 : scree_strdup(file);
        ok = scree_out_folder_add(f->folder, piece, r);
        scree_free(piece);
    }
    ok = all(f, ok, r);
    scree_files_to_sync_add(&f->files_to_sync, scree_strdup(path));
    ok = ok && write(w, path, r);
    scree_free(path);
    scree_free(file);
    return all(f, ok, r);
}

// The wear of walls and regions, which is the same on all ranks.
static bool write_wear(scree_frames *f, const scree_world *w, const char *name, write_rows *write,
                       scree_report *r) {
    char *file = scree_format("%s_%012llu.csv", name, (unsigned long long)w->step),
         *path = scree_format("%s/%s", f->out, file);
    bool ok = true;
    if (scree_comm_rank(f->comm) == 0) {
        scree_files_to_sync_add(&f->files_to_sync, scree_strdup(path));
        ok = scree_out_folder_add(f->folder, file, r) && write(w, path, r);
    }
    scree_free(path);
    scree_free(file);
    return all(f, ok, r);
}

static bool write_csv(scree_frames *f, const scree_world *w, scree_report *r) {
    const scree_output_def *o = &w->case_->output;
    const bool bodies = o->csv_particles && scree_case_has_clumps(w->case_);
    return (!o->csv_particles || write_table(f, w, "particles", scree_csv_particles, r)) &&
           (!bodies || write_table(f, w, "bodies", scree_csv_bodies, r)) &&
           (!o->csv_contacts || write_table(f, w, "contacts", scree_csv_contacts, r)) &&
           (!w->case_->has_wear || write_wear(f, w, "wear", scree_wear_csv, r)) &&
           (w->case_->wear.region.n == 0 || write_wear(f, w, "wear_regions", scree_wear_regions_csv, r));
}

// The fields, which all ranks sum up and rank 0 writes: on a grid for ParaView, of a profile as a table.
static bool write_fields(scree_frames *f, const scree_world *w, scree_report *r) {
    const bool first = scree_comm_rank(f->comm) == 0, grid = w->case_->output.fields.along > 2;
    scree_fields_def def = w->case_->output.fields;
    scree_fields fields;
    scree_arrangement a;
    scree_arrangement_of(w, true, &a);
    bool ok = all(f, scree_fields_complete(&def, &a, r), r);
    if (ok) {
        scree_fields_begin(&fields, &def);
        scree_fields_add(&fields, &a, true, w->threads);
        scree_fields_reduce(&fields, f->comm);
    }
    scree_arrangement_clear(&a);
    if (!ok) {
        return false;
    }
    char *file = scree_format("fields_%012llu.%s", (unsigned long long)w->step, grid ? "vti" : "csv"),
         *path = scree_format("%s/%s", f->out, file);
    if (first) {
        scree_files_to_sync_add(&f->files_to_sync, scree_strdup(path));
        ok = (!grid || scree_out_folder_add(f->folder, "fields.pvd", r)) &&
             scree_out_folder_add(f->folder, file, r) &&
             (grid ? scree_vti_fields(&fields, scree_world_time(w), path, r) &&
                         scree_pvd_append(f->out, "fields", scree_world_time(w), file, r)
                   : scree_fields_csv(&fields, path, r));
    }
    scree_fields_clear(&fields);
    scree_free(path);
    scree_free(file);
    return all(f, ok, r);
}

static bool is_listed(const void *folder, const char *name) {
    return !folder || scree_out_folder_lists(folder, name);
}

// Deletes the checkpoint written at an interrupt after the next regular one.
static void forget_stop(scree_frames *f) {
    if (f->stopped_between && scree_comm_rank(f->comm) == 0) {
        char *path = scree_checkpoint_path(f->out, f->first);
        if (is_listed(f->folder, strrchr(path, '/') + 1)) {
            unlink(path);
        }
        scree_free(path);
    }
    f->stopped_between = false;
}

static bool sync_in_folder(const scree_frames *f, const char *name, scree_report *r) {
    char *path = scree_format("%s/%s", f->out, name);
    const bool ok = scree_file_sync(path, r);
    scree_free(path);
    return ok;
}

// Waits until the disk has all that was written so far: the files, then their names. Only a warning where the folder cannot
// be synced, as with the checkpoint itself.
static bool sync_all(scree_frames *f, scree_report *r) {
    const bool first = scree_comm_rank(f->comm) == 0;
    bool ok = scree_files_to_sync_all(&f->files_to_sync, r);
    ok = ok && (!first || (sync_in_folder(f, "series.csv", r) && sync_in_folder(f, "bonds_broken.csv", r) &&
                           sync_in_folder(f, "fragments.csv", r) && sync_in_folder(f, "run.files", r)));
    ok = all(f, ok, r);
    char *path = scree_format("%s/series.csv", f->out);
    if (ok && first && !scree_file_sync_folder(path)) {
        scree_report_at(r, SCREE_SEVERITY_WARNING, f->out, 0, 0,
                        "written, but this folder could not be synchronised: %s", strerror(errno));
    }
    scree_free(path);
    return ok;
}

static void prune(const scree_frames *f, const scree_world *w) {
    if (scree_comm_rank(f->comm) == 0) {
        scree_checkpoint_prune(f->out, w->case_->output.checkpoint_keep, is_listed, f->folder);
    }
}

static bool write_checkpoint(scree_frames *f, const scree_world *w, scree_report *r) {
    if (!is_ours(f, r)) {
        return false;
    }
    if (f->checkpoint_at == w->step) {
        prune(f, w);           // the run that wrote it may have been killed before it could
        return sync_all(f, r); // the last row of the series may be new
    }
    char *path = scree_checkpoint_path(f->out, w->step);
    bool ok =
        all(f, scree_comm_rank(f->comm) > 0 || scree_out_folder_add(f->folder, strrchr(path, '/') + 1, r), r);
    // The disk may be slow, so the folder is looked at again.
    ok = ok && sync_all(f, r) && is_ours(f, r) && scree_checkpoint_write(w, f->case_hash, path, r);
    scree_free(path);
    if (ok) {
        f->checkpoint_at = w->step;
        forget_stop(f); // before the pruning, which would count it
        prune(f, w);
    }
    return ok;
}

static bool write_frame(void *context, scree_report *r) {
    scree_frames *f = context;
    const struct scree_frame *now = &f->frame;
    return is_ours(f, r) && (!(now->what & SCREE_FRAME_VTK) || write_vtk(f, now->w, r)) &&
           (!(now->what & SCREE_FRAME_CSV) || write_csv(f, now->w, r)) &&
           (!(now->what & SCREE_FRAME_FIELDS) || write_fields(f, now->w, r)) &&
           (!(now->what & SCREE_FRAME_CHECKPOINT) || write_checkpoint(f, now->w, r));
}

bool scree_frames_put(scree_frames *f, scree_world *w, int what, scree_report *r) {
    scree_capabilities_at(w, SCREE_BEFORE_SAVE, NULL);
    const size_t small = 1 << 20; // bytes, written in the time that it takes to hand them over
    const scree_output_def *o = &w->case_->output;
    const bool vtk = what & SCREE_FRAME_VTK, csv = what & SCREE_FRAME_CSV,
               checkpoint = what & SCREE_FRAME_CHECKPOINT, fields = what & SCREE_FRAME_FIELDS,
               contacts = (vtk && o->vtk_contacts) || (csv && o->csv_contacts) ||
                          (vtk && o->vtk_particles && o->vtk_stress) || fields;
    int parts = contacts || checkpoint ? SCREE_SNAPSHOT_CONTACTS : 0;
    parts |= vtk && o->vtk_meshes ? SCREE_SNAPSHOT_WALL_CONTACTS : 0;
    parts |= vtk || csv || fields ? SCREE_SNAPSHOT_FORCES : 0;
    parts |= checkpoint || (contacts && scree_case_has_bonds(w->case_)) ? SCREE_SNAPSHOT_HISTORY : 0;
    parts |= vtk && shows_bonds(w) ? SCREE_SNAPSHOT_CONTACTS | SCREE_SNAPSHOT_HISTORY : 0;
    if (vtk || csv) {
        scree_fragments_label(w);
    }
    if (!scree_background_wait(&f->background, r)) {
        return false;
    }
    f->frame = (struct scree_frame){w, what};
    if (several(f) || scree_snapshot_size(w, parts) < small || !scree_snapshot_take(&f->snapshot, w, parts)) {
        return write_frame(f, r);
    }
    f->snapshot.world.comm = NULL; // MPI must not be called from there
    f->snapshot.world.domain = NULL;
    f->frame.w = &f->snapshot.world;
    scree_background_start(&f->background, write_frame, f);
    return true;
}

bool scree_frames_checkpoint(scree_frames *f, scree_world *w, scree_report *r) {
    scree_capabilities_at(w, SCREE_BEFORE_SAVE, NULL);
    return scree_background_wait(&f->background, r) && write_checkpoint(f, w, r);
}

bool scree_frames_wait(scree_frames *f, bool if_over, scree_report *r) {
    return (if_over && !scree_background_is_over(&f->background)) || scree_background_wait(&f->background, r);
}

void scree_frames_failed_state(scree_frames *f, const scree_world *w, scree_report *r) {
    scree_background_wait(&f->background, r);
    char *path = scree_format("%s/failed_%012llu.scree", f->out, (unsigned long long)w->step);
    const bool ok =
        scree_comm_rank(f->comm) > 0 || scree_out_folder_add(f->folder, strrchr(path, '/') + 1, r);
    if (is_ours(f, r) && all(f, ok, r) && sync_all(f, r) &&
        scree_checkpoint_write(w, f->case_hash, path, r)) {
        scree_report_note(r, "the state at the failure is in %s", path);
    }
    scree_free(path);
}

void scree_frames_clear(scree_frames *f) {
    scree_snapshot_clear(&f->snapshot);
    scree_files_to_sync_clear(&f->files_to_sync);
}
