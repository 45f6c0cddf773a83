// SPDX-License-Identifier: BSD-3-Clause
#include "api/load.h"
#include "api/load_particles.h"
#include "api/load_walls.h"
#include "api/other_case.h"
#include "api/phases.h"
#include "api/restore.h"
#include "base/hash.h"
#include "domain/halo.h"
#include "domain/route.h"
#include "input/config.h"
#include "input/particle_file.h"
#include "search/rebuild.h"
#include "state/particle.h"
#include "step/agglomerate.h"
#include "step/audit.h"
#include "step/audit_cell.h"
#include "step/events.h"
#include "step/gravity.h"
#include "step/heat.h"
#include "step/insert.h"
#include "step/kernels.h"
#include "step/setup.h"
#include "step/temperature_classes.h"
#include "step/wall_drive.h"
#include <string.h>

static bool on_all_ranks(const scree_world *w, bool ok, scree_report *r) {
    return scree_comm_agree(w->comm, ok ? SCREE_OK : SCREE_USER_ERROR, r) == SCREE_OK;
}

// The same on all ranks, each of which has some of the particles.
static bool ids_are_unique(const scree_world *w, scree_report *r) {
    size_t n;
    scree_id_index *own = scree_particles_by_id(&w->p, &n);
    scree_directory d = scree_directory_create(w->comm, own, n);
    const uint64_t twice = d.twice;
    if (twice != UINT64_MAX) {
        scree_report_at(r, SCREE_SEVERITY_ERROR, w->case_->path, 0, 0,
                        "particle id %llu comes from two of the sources under 'particles'; ids must differ",
                        (unsigned long long)twice);
    }
    scree_directory_clear(&d);
    scree_free(own);
    return twice == UINT64_MAX;
}

// Number of the material of each name in the file, free with scree_free; NULL: reported.
static int *materials_of_rows(const scree_world *w, const scree_source_def *source,
                              const scree_particle_file *rows, scree_report *r) {
    int *map = scree_realloc(NULL, 0, (rows->material.n + 1) * sizeof *map);
    bool ok = true;
    for (size_t k = 0; k < rows->material.n; k++) {
        map[k] = scree_case_material(w->case_, rows->material.data[k]);
    }
    for (size_t k = 0; k < rows->particle.n && ok; k++) {
        const scree_particle_file_row *row = &rows->particle.data[k];
        const char *name = row->material >= 0 ? rows->material.data[row->material] : NULL;
        ok = name ? map[row->material] >= 0 : source->material >= 0;
        if (!ok && name) {
            scree_report_at(r, SCREE_SEVERITY_ERROR, source->file, row->line, 1,
                            "material '%s' is not defined in the case; accepted: the names under 'materials'",
                            name);
        } else if (!ok) {
            scree_report_at(
                r, SCREE_SEVERITY_ERROR, w->case_->path, source->place.line, source->place.column,
                "%s has no column 'material'; accepted: that, or the key 'material' beside 'file'",
                source->file);
        }
    }
    if (!ok) {
        scree_free(map);
        map = NULL;
    }
    return map;
}

// The part of its rows that falls to this rank. several: there are particles already.
static void add_rows(scree_world *w, size_t number, const scree_particle_file *rows, const int *material_of,
                     bool several) {
    const scree_source_def *source = &w->case_->source.data[number];
    const size_t rank = (size_t)scree_comm_rank(w->comm), size = (size_t)scree_comm_size(w->comm),
                 first = rows->particle.n * rank / size, last = rows->particle.n * (rank + 1) / size;
    const uint64_t next_id = w->next_id;
    scree_particles_reserve(&w->p, w->p.n + last - first);
    for (size_t k = first; k < last; k++) {
        const scree_particle_file_row *from = &rows->particle.data[k];
        const int material = from->material >= 0 ? material_of[from->material] : source->material;
        scree_particle q = {.x = from->x,
                            .v = from->v,
                            .w = from->w,
                            .radius = from->radius,
                            .density = from->density,
                            .material = (uint32_t)material,
                            .id = several && !rows->has_ids ? next_id + k : from->id,
                            .fixed = source->fixed,
                            .source = number,
                            .temperature = source->temperature};
        q.density = q.density > 0.0 ? q.density : w->case_->material.data[material].density;
        scree_particle_add(w, &q);
        for (size_t f = 0; f < rows->field.n; f++) {
            double *to = scree_field_of(&w->p, rows->field.data[f], w->p.n - 1);
            if (to) {
                *to = rows->value.data[k * rows->field.n + f];
            }
        }
    }
}

// The particles at given positions, as if they were in a file.
static scree_particle_file rows_of_positions(const scree_source_def *source) {
    scree_particle_file rows = {0};
    for (size_t k = 0; k < source->position.n; k++) {
        scree_array_push(&rows.particle, (scree_particle_file_row){.id = k + 1,
                                                                   .x = source->position.data[k],
                                                                   .v = source->velocity,
                                                                   .w = source->spin,
                                                                   .radius = 0.5 * source->diameter,
                                                                   .orientation = {1.0, 0.0, 0.0, 0.0},
                                                                   .material = -1});
    }
    return rows;
}

// Clumps at given places, in the order of the rows. Every rank reads them: the first one adds them.
static void add_bodies(scree_world *w, const scree_source_def *source, const scree_particle_file *rows) {
    const size_t members = w->case_->shape.data[source->shape].shape.member.n;
    for (size_t k = 0; k < rows->particle.n; k++) {
        const scree_particle_file_row *row = &rows->particle.data[k];
        const double *o = row->orientation;
        const scree_quaternion own = scree_quaternion_unit((scree_quaternion){o[0], o[1], o[2], o[3]});
        const scree_body b = {.shape = source->shape,
                              .size = 2.0 * row->radius,
                              .x = row->x,
                              .v = row->v,
                              .w = row->w,
                              .attitude = scree_body_attitude(
                                  w, source->shape, scree_quaternion_product(own, scree_body_turn(source))),
                              .material = (uint32_t)source->material,
                              .id = w->next_id,
                              .source = (uint64_t)(source - w->case_->source.data),
                              .fixed = source->fixed,
                              .temperature = source->temperature};
        if (scree_shape_is_bonded(w, b.shape)) {
            scree_agglomerate_add(w, &b);
        } else if (scree_comm_rank(w->comm) == 0) {
            scree_body_add(w, &b);
        }
        w->next_id = b.id + members;
    }
}

// What a file of clumps may say.
static bool clumps_are_plain(const scree_world *w, const scree_source_def *source,
                             const scree_particle_file *rows, scree_report *r) {
    bool density = false;
    for (size_t k = 0; k < rows->particle.n; k++) {
        density |= rows->particle.data[k].density > 0.0;
    }
    const bool plain =
        !rows->has_ids && rows->material.n == 0 && !density && rows->field.n == 0 && source->material >= 0;
    if (!plain) {
        scree_report_at(
            r, SCREE_SEVERITY_ERROR, w->case_->path, source->place.line, source->place.column,
            "%s: clumps have the material of their source and ids in the order of the file; accepted: "
            "'material' here, "
            "and columns x y z, r or diameter (of a sphere of the volume), vx vy vz, wx wy wz, qw qx qy qz",
            source->file);
    }
    return plain;
}

static bool add_pack_source(scree_world *w, const scree_source_def *source, scree_report *r) {
    const bool several = scree_comm_any(w->comm, w->p.n > 0);
    scree_particle_file rows = {0};
    bool read = true;
    if (source->kind == SCREE_SOURCE_POSITIONS) {
        rows = rows_of_positions(source);
    } else {
        read = on_all_ranks(w, scree_particle_file_read(source->file, &rows, r), r);
    }
    if (read && source->shape >= 0) {
        read = source->kind == SCREE_SOURCE_POSITIONS || clumps_are_plain(w, source, &rows, r);
        if (read) {
            add_bodies(w, source, &rows);
        }
        scree_particle_file_clear(&rows);
        return read;
    }
    if (read && rows.has_orientation) {
        scree_report_at(
            r, SCREE_SEVERITY_ERROR, w->case_->path, source->place.line, source->place.column,
            "%s: spheres have no orientation; accepted: 'shape' beside 'file', or a file without qw qx qy qz",
            source->file);
        read = false;
    }
    int *material_of = read ? materials_of_rows(w, source, &rows, r) : NULL;
    read = material_of != NULL; // the same on all ranks
    for (size_t f = 0; read && f < rows.field.n; f++) {
        if (!scree_particles_have(&w->p, rows.field.data[f]->array)) {
            scree_report_warning(r, "%s: the column '%s' is left out, as this case has no use for it",
                                 source->file, rows.field.data[f]->name);
        }
    }
    if (read) {
        add_rows(w, (size_t)(source - w->case_->source.data), &rows, material_of, several);
    }
    scree_free(material_of);
    scree_particle_file_clear(&rows);
    return read;
}

// The run begins at the time of the file. False (and reported) where it is to begin at that of another.
static bool keep_time(scree_world *w, const scree_source_def *source, const scree_checkpoint *file,
                      scree_report *r) {
    const double t = (double)file->step * file->dt;
    if (w->began > 0.0 && w->began != t) {
        scree_report_at(r, SCREE_SEVERITY_ERROR, w->case_->path, source->place.line, source->place.column,
                        "the run cannot begin both at %.9g s and at %.9g s, the time of %s; set keep_time "
                        "for one of them",
                        w->began, t, source->file);
    } else if (w->case_->phase.n > 0) {
        scree_report_at(
            r, SCREE_SEVERITY_ERROR, w->case_->path, source->place.line, source->place.column,
            "keep_time goes with time.end only; accepted: a case without 'phases', which begin at 0 s");
    } else if (t >= w->case_->end) {
        scree_report_at(
            r, SCREE_SEVERITY_ERROR, w->case_->path, source->place.line, source->place.column,
            "%s has the time %.9g s, which is not before time.end; increase time.end or remove keep_time",
            source->file, t);
    } else {
        w->began = t;
        scree_report_note(
            r,
            "the run begins at %.9g s, the time of %s; it is a new run, which does not repeat the "
            "other one from there on: random numbers of insertions, groups, counts of outlets and "
            "energies begin anew; `--resume` goes on with the same bits",
            t, source->file);
        return true;
    }
    return false;
}

static bool add_checkpoint_source(scree_world *w, const scree_source_def *source, scree_restoration *from,
                                  scree_wall_origin *origin, scree_report *r) {
    scree_checkpoint file;
    if (!scree_checkpoint_read_share(source->file, w->comm, &file, r)) {
        return false;
    }
    const size_t first = w->p.n;
    const bool added = (!source->keep_time || keep_time(w, source, &file, r)) &&
                       scree_walls_note(w, source, &file, origin, r) &&
                       scree_load_particles(w, &file, source->file, source->material,
                                            (uint64_t)(source - w->case_->source.data), false, r);
    for (size_t i = first; source->fixed && i < w->p.n; i++) {
        scree_particle_fix(w, i);
    }
    if (source->keep_history) {
        scree_restoration_keep(w, from, &file, source->file);
    } else {
        scree_checkpoint_clear(&file);
    }
    return added;
}

static void warn_of_outside(const scree_world *w, scree_report *r) {
    uint64_t outside = 0;
    for (size_t i = 0; i < w->p.n; i++) {
        const scree_pos *x = &w->p.x[i];
        outside += !scree_cell_holds(&w->cell, vec3(x->x, x->y, x->z));
    }
    scree_comm_add(w->comm, &outside, 1);
    if (outside > 0) {
        scree_report_warning(r,
                             "%llu of the particles at the start are outside the domain and will be lost in "
                             "the first step; check "
                             "the file's scale and the domain",
                             (unsigned long long)outside);
    }
}

// The particles of t = 0; checkpoints among them with their history go to `from`.
static bool add_sources(scree_world *w, scree_restoration *from, scree_report *r) {
    bool ok = true;
    scree_wall_origin *origin = scree_realloc(NULL, 0, (w->wall.n + 1) * sizeof *origin);
    memset(origin, 0, (w->wall.n + 1) * sizeof *origin);
    for (size_t k = 0; k < w->case_->source.n; k++) {
        const scree_source_def *source = &w->case_->source.data[k];
        if (source->kind == SCREE_SOURCE_PARTICLE_FILE || source->kind == SCREE_SOURCE_POSITIONS) {
            ok &= add_pack_source(w, source, r);
        } else if (source->kind == SCREE_SOURCE_CHECKPOINT) {
            ok &= add_checkpoint_source(w, source, from, origin, r);
        }
        w->next_id = scree_comm_most(w->comm, w->next_id);
    }
    w->has_fixed = scree_comm_any(w->comm, w->has_fixed);
    scree_walls_begin(w, origin, r);
    scree_free(origin);
    warn_of_outside(w, r);
    return ok && ids_are_unique(w, r);
}

// The world of a case, which it takes over; read: what was read so far is fine.
static scree_world *world_of(scree_case *c, bool read, int threads, const char *isa, scree_report *r) {
    if (read && !(c->end > 0.0)) {
        scree_report_at(
            r, SCREE_SEVERITY_ERROR, c->path, 0, 0,
            "the case has a 'lab' and no 'time'; accepted: `scree law drive|eval|collide`, or a 'time' "
            "to run it");
    }
    scree_world *w = read && c->end > 0.0 ? scree_world_create(c, threads, isa, r) : NULL;
    if (!w) {
        scree_case_clear(c);
        scree_free(c);
        return NULL;
    }
    bool ok = true;
    for (size_t k = 0; k < c->wall.n; k++) {
        const scree_wall_def *wall = &c->wall.data[k];
        ok &= !scree_wall_has_triangles(wall) || scree_walls_make(w, k, r);
    }
    if (!ok || !scree_audit_cell_walls(w, r) || !scree_wall_drives_make(w, r)) {
        scree_world_destroy(w);
        return NULL;
    }
    return w;
}

scree_world *scree_load_case(const char *case_path, const scree_changes *changes, int threads,
                             const char *isa, scree_report *r) {
    scree_case *c = scree_realloc(NULL, 0, sizeof *c);
    const bool read = scree_case_read(case_path, changes, c, r) && scree_phases_survey(c, changes, r);
    return world_of(c, read, threads, isa, r);
}

scree_world *scree_load_phase(const scree_case *known, const scree_changes *changes,
                              const scree_phase_times *times, int threads, const char *isa, scree_report *r) {
    scree_case *c = scree_realloc(NULL, 0, sizeof *c);
    const bool read = scree_case_read_phase(known->path, changes, times, c, r);
    scree_phases_take(c, known);
    return world_of(c, read, threads, isa, r);
}

scree_world *scree_load_text(const char *name, const char *text, const scree_changes *changes, int threads,
                             const char *isa, scree_report *r) {
    scree_case *c = scree_realloc(NULL, 0, sizeof *c);
    bool read = scree_case_read_changed(name, text, changes, c, r);
    if (read && c->phase.n > 0) {
        const scree_place at = c->phase.data[0].place;
        scree_report_at(r, SCREE_SEVERITY_ERROR, name, at.line, at.column,
                        "phases: only runs of files carry them out; accepted: a case without 'phases'");
        read = false;
    }
    return world_of(c, read, threads, isa, r);
}

void scree_load_carry(const scree_world *w, scree_world *fresh) {
    fresh->comm = w->comm;
    fresh->rebuilds = w->rebuilds;
    fresh->large_steps = w->large_steps;
    fresh->bonds_lost_here = w->bonds_lost_here, fresh->bonds_lost_said = w->bonds_lost_said;
    fresh->losses = w->losses, fresh->balance = w->balance, fresh->step_looks = w->step_looks;
    for (size_t k = 0; k < w->wall.n; k++) {
        fresh->wall.data[k].cold_steps = w->wall.data[k].cold_steps;
    }
    fresh->stop_wanted = w->stop_wanted;
    memcpy(fresh->wall_time, w->wall_time, sizeof fresh->wall_time);
}

scree_status scree_load_start(scree_world *w, scree_report *r) {
    scree_restoration from = {.new_case = true, .report = r};
    scree_status status = SCREE_USER_ERROR;
    if (add_sources(w, &from, r) && scree_phases_fit(w, r)) {
        status = scree_world_begin(w, from.kept.n > 0 ? scree_restore_contacts : NULL, &from, r);
    }
    scree_restoration_clear(&from);
    return status == SCREE_OK ? scree_phases_begin(w, r) : status;
}

scree_status scree_load_resume(scree_world *w, const char *path, scree_report *r) {
    scree_checkpoint file;
    return scree_checkpoint_read_share(path, w->comm, &file, r) ? scree_load_continue(w, &file, path, r)
                                                                : SCREE_USER_ERROR;
}

// Everything but the contacts, which go to `from`, as the file does.
static bool take_over(scree_world *w, scree_checkpoint *file, const char *path, scree_restoration *from,
                      scree_report *r) {
    const bool phases = file->phase_start.n > 0;
    if (file->source.n != w->source.n || file->outlet.n != w->outlet.n || file->group.n != w->group.n) {
        scree_report_error(r, "%s: its sources, outlets or groups are not those of %s", path, w->case_->path);
        return false;
    }
    if (phases != (w->case_->phase.n > 0) || file->phase_start.n > w->case_->phase.n) {
        scree_report_error(r, "%s: its phases are not those of %s", path, w->case_->path);
        return false;
    }
    if (!scree_load_particles(w, file, path, -1, 0, true, r)) {
        return false;
    }
    w->dt = file->dt;
    w->step = file->step;
    w->began = file->began;
    w->events_done = file->events_done;
    w->next_id = file->next_id;
    w->has_fixed = scree_comm_any(w->comm, w->has_fixed);
    w->lost = file->lost;
    w->ledger = file->ledger;
    w->deepest = file->deepest;
    w->losses.unknown = true;
    w->bonds = file->bonds;
    w->phase = file->phase;
    scree_array_resize(&w->phase_start, file->phase_start.n);
    if (phases) {
        memcpy(w->phase_start.data, file->phase_start.data,
               file->phase_start.n * sizeof *w->phase_start.data);
    }
    if (file->source.n > 0) {
        memcpy(w->source.data, file->source.data, file->source.n * sizeof *w->source.data);
    }
    if (file->outlet.n > 0) {
        memcpy(w->outlet.data, file->outlet.data, file->outlet.n * sizeof *w->outlet.data);
    }
    if (file->group.n > 0) {
        memcpy(w->group.data, file->group.data, file->group.n * sizeof *w->group.data);
    }
    scree_restoration_keep(w, from, file, path);
    *file = (scree_checkpoint){0};
    return true;
}

scree_status scree_load_continue(scree_world *w, scree_checkpoint *file, const char *path, scree_report *r) {
    scree_restoration from = {.report = r};
    scree_status status = SCREE_USER_ERROR;
    if (file->case_hash != scree_load_case_hash(w)) {
        scree_other_case(
            w, path, "to start a new case from its particles, list it under 'particles' as 'checkpoint'", r);
    } else if (scree_walls_resume(w, file, path, r) && take_over(w, file, path, &from, r)) {
        status = scree_world_continue(w, scree_restore_contacts, &from, r);
    }
    scree_restoration_clear(&from);
    scree_checkpoint_clear(file);
    return status;
}

// Where ranks send contacts to the owners of their particles, the list is replaced: a copy of it is used.
static void copy_contacts(const scree_checkpoint *from, scree_checkpoint *to) {
    memset(&to->contact, 0, sizeof to->contact);
    memset(&to->history, 0, sizeof to->history);
    scree_array_resize(&to->contact, from->contact.n);
    scree_array_resize(&to->history, from->history.n);
    if (from->contact.n > 0) {
        memcpy(to->contact.data, from->contact.data, from->contact.n * sizeof *from->contact.data);
    }
    if (from->history.n > 0) {
        memcpy(to->history.data, from->history.data, from->history.n * sizeof *from->history.data);
    }
}

// No particles, and room for those fields of theirs that the state has.
static void clear_particles(scree_world *w, const scree_particles *file) {
    scree_halo_finish(w);
    scree_pairs_forget(w);
    w->placed.n = 0; // the bonds of what was placed after the state
    scree_particles_clear(&w->p);
    w->case_->external = scree_comm_any(w->comm, scree_particles_have(file, SCREE_ARRAY_external_force));
    w->p.threads = w->threads;
    w->p.absent = scree_particles_absent(w->case_);
}

// Bonds that broke after the state to which the world goes back have not broken.
static void forget_later_breaks(scree_world *w) {
    size_t n = 0;
    for (size_t k = 0; k < w->broken.n; k++) {
        if (w->broken.data[k].time <= scree_world_time(w)) {
            w->broken.data[n++] = w->broken.data[k];
        }
    }
    w->broken.n = n;
}

scree_status scree_load_back(scree_world *w, scree_checkpoint *file, const char *path, scree_report *r) {
    scree_restoration from = {.report = r};
    scree_status status = SCREE_USER_ERROR;
    scree_checkpoint copy = *file;
    if (w->comm) {
        copy_contacts(file, &copy);
    }
    clear_particles(w, &file->p);
    if (scree_walls_resume(w, &copy, path, r) && take_over(w, &copy, path, &from, r)) {
        forget_later_breaks(w);
        status = scree_world_go_back(w, scree_restore_contacts, &from, r);
        copy = from.kept.data[0].file;
        from.kept.data[0].file = (scree_checkpoint){0};
    }
    if (w->comm) {
        scree_array_free(&copy.contact);
        scree_array_free(&copy.history);
    }
    scree_restoration_clear(&from);
    return status;
}

// Do the same contacts act in two worlds, x after a change of y, and does the ledger know what the same of them store? A wall that becomes a
// servo or free changes the latter (scree_block_knows), one that begins or ends in this moment the former.
static bool book_the_same(const scree_world *x, const scree_world *y) {
    const size_t n = x->case_->material.n;
    bool same = n == y->case_->material.n;
    for (size_t k = 0; same && k < n * n; k++) {
        same = x->laws[k].known == y->laws[k].known;
    }
    for (size_t k = 0; same && k < x->wall.n; k++) {
        const scree_wall_def *def = x->wall.data[k].def;
        same = k < y->wall.n && def->drive.servo == y->wall.data[k].def->drive.servo &&
               scree_is_between(y, def->start, def->stop) == y->wall.data[k].active;
    }
    return same;
}

scree_status scree_load_change(scree_world *w, scree_checkpoint *file, const char *path, bool contacts,
                               const scree_world *before, scree_report *r) {
    scree_restoration from = {.new_case = contacts, .report = r};
    scree_status status = SCREE_USER_ERROR;
    if (take_over(w, file, path, &from, r)) {
        w->ledger.heat.before = scree_heat_thermal(before); // another heat capacity is another energy
        scree_heat_exchange_end(w);
        const double dt = w->case_->dt;
        scree_walls_change(w, before, &from.kept.data[0].file);
        scree_temperature_classes_set(w, !contacts);
        for (size_t k = 0; k < w->source.n; k++) {
            scree_insert_change(w, k, &before->case_->source.data[k]);
        }
        w->case_->dt = w->dt; // the run's own: the time is a multiple of it
        const bool fits = !contacts || scree_audit_time_step(w, r);
        w->case_->dt = dt;
        status = fits
                     ? scree_world_change(w, contacts || !book_the_same(w, before),
                                          scree_gravity_at(before->case_, scree_world_time(w)),
                                          scree_wall_drives_account(before), scree_restore_contacts, &from, r)
                     : status;
    }
    scree_restoration_clear(&from);
    scree_checkpoint_clear(file);
    return status;
}

const char *scree_load_counts(const char *path, const char *text) {
    static const char *const free_to_change[] = {"output", "time.end",  "title", "search",
                                                 "alarms", "variables", "phases"};
    for (size_t k = 0; k < sizeof free_to_change / sizeof *free_to_change; k++) {
        if (strncmp(path, free_to_change[k], strlen(free_to_change[k])) == 0) {
            return NULL;
        }
    }
    const char *key = strrchr(path, '.'), *slash = strrchr(text, '/');
    const bool library = strncmp(path, "laws[", 5) == 0,
               file = key && (strcmp(key, ".file") == 0 || strcmp(key, ".checkpoint") == 0);
    return slash && (library || file) ? slash + 1 : text; // its folder is told from where the run is started
}

static void hash_value(void *context, const char *path, const char *value) {
    scree_hash *sum = context;
    const char *text = scree_load_counts(path, value);
    if (!text) {
        return;
    }
    scree_hash one = scree_hash_bytes(path, strlen(path), 3),
               two = scree_hash_bytes(text, strlen(text), one.a);
    *sum = scree_hash_add(*sum, two);
}

// Values of formulas depend on variables, which the texts name only.
static scree_hash hash_of_table(const scree_time_table *t, uint64_t seed) {
    scree_hash sum = scree_hash_bytes(t->time.data, t->time.n * sizeof *t->time.data, seed);
    sum =
        scree_hash_add(sum, scree_hash_bytes(t->vector.data, t->vector.n * sizeof *t->vector.data, seed + 1));
    return scree_hash_add(sum, scree_hash_bytes(t->angle.data, t->angle.n * sizeof *t->angle.data, seed + 2));
}

uint64_t scree_load_case_hash(const scree_world *w) {
    scree_hash sum = {0, 0};
    scree_case_each_value(w->case_, hash_value, &sum);
    for (size_t k = 0; k < w->wall.n; k++) { // a mesh that was edited is another case
        const scree_mesh *m = w->wall.data[k].mesh;
        if (m) {
            sum = scree_hash_add(
                sum, scree_hash_bytes(m->vertex.data, m->vertex.n * sizeof *m->vertex.data, 10 + k));
            sum = scree_hash_add(
                sum, scree_hash_bytes(m->triangle.data, m->triangle.n * sizeof *m->triangle.data, 11 + k));
        }
    }
    for (size_t k = 0; k < w->wall.n; k++) {
        for (size_t i = 0; i < w->wall.data[k].def->motion.n; i++) {
            const scree_motion *m = &w->wall.data[k].def->motion.data[i];
            if (m->kind == SCREE_MOTION_FORMULA) {
                sum = scree_hash_add(sum, hash_of_table(&m->table, 1000 + 100 * k + 3 * i));
            }
        }
    }
    for (size_t k = 0; k < w->case_->shape.n; k++) { // as a file of members
        const scree_shape_def *s = &w->case_->shape.data[k];
        if (s->file) {
            sum = scree_hash_add(
                sum, scree_hash_bytes(s->member.data, s->member.n * sizeof *s->member.data, 700 + k));
        }
    }
    for (size_t k = 0; k < w->case_->bond.n; k++) {
        const scree_bond_def *def = &w->case_->bond.data[k];
        sum = scree_hash_add(sum,
                             scree_hash_bytes(def->pair.data, def->pair.n * sizeof *def->pair.data, 800 + k));
    }
    for (size_t k = 0; k < w->wall.n; k++) {
        const scree_wall_drive_def *d = &w->wall.data[k].def->drive;
        for (size_t i = 0; i < d->slide.n + d->turn.n; i++) {
            const scree_freedom_def *f = i < d->slide.n ? &d->slide.data[i] : &d->turn.data[i - d->slide.n];
            if (f->has_factor && f->factor_kind == SCREE_MOTION_FORMULA) {
                sum = scree_hash_add(sum, hash_of_table(&f->factor, 100000 + 100 * k + 3 * i));
            }
        }
    }
    if (w->case_->gravity_kind == SCREE_MOTION_FORMULA) {
        sum = scree_hash_add(sum, hash_of_table(&w->case_->gravity_table, 500));
    }
    return sum.a ^ sum.b;
}
