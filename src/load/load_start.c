// SPDX-License-Identifier: BSD-3-Clause
#include "load/load_start.h"
#include "access/particle.h"
#include "domain/route.h"
#include "files/particle_file.h"
#include "insertion/agglomerate.h"
#include "load/load_particles.h"
#include "load/load_walls.h"
#include "load/phases.h"
#include "load/restore.h"
#include "step/setup.h"
#include "tools/plot/plot_check.h"

static bool on_all_ranks(const scree_world *w, bool ok, scree_report *r) {
    return scree_comm_agree(w->comm, ok ? SCREE_OK : SCREE_USER_ERROR, r) == SCREE_OK;
}

// The result is the same on all ranks, each of which has some of the particles.
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
        scree_array_push(
            &rows.particle,
            (scree_particle_file_row){
                .id = k + 1,
                .x = source->position.data[k],
                .v = source->velocity,
                .w = source->spin,
                .radius = 0.5 * (source->diameters.n > 0 ? source->diameters.data[k] : source->diameter),
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

// Checks that a file of clumps says only what it may.
static bool clumps_are_plain(const scree_world *w, const scree_source_def *source,
                             const scree_particle_file *rows, scree_report *r) {
    bool density = false;
    for (size_t k = 0; k < rows->particle.n; k++) {
        density |= rows->particle.data[k].density > 0.0;
    }
    const bool plain =
        !rows->has_ids && rows->material.n == 0 && !density && rows->field.n == 0 && source->material >= 0;
    if (!plain) {
        scree_report_at(r, SCREE_SEVERITY_ERROR, w->case_->path, source->place.line, source->place.column,
                        "%s: clumps have the material of their source and ids in the order of the file; "
                        "accepted: 'material' here, and columns x y z, r or diameter (of a sphere of the "
                        "volume), vx vy vz, wx wy wz, qw qx qy qz",
                        source->file);
    }
    return plain;
}

static bool add_pack_source(scree_world *w, const scree_source_def *source, scree_report *r) {
    const bool several = scree_comm_any(w->comm, w->p.n > 0);
    scree_particle_file rows = {0};
    bool read = true;
    if (scree_source_has_positions(source)) {
        rows = rows_of_positions(source);
    } else {
        read = on_all_ranks(w, scree_particle_file_read(source->file, &rows, r), r);
    }
    if (read && source->shape >= 0) {
        read = scree_source_has_positions(source) || clumps_are_plain(w, source, &rows, r);
        if (read) {
            add_bodies(w, source, &rows);
        }
        scree_particle_file_clear(&rows);
        return read;
    }
    if (read && rows.has_orientation) {
        read = scree_report_at(
            r, SCREE_SEVERITY_ERROR, w->case_->path, source->place.line, source->place.column,
            "%s: spheres have no orientation; accepted: 'shape' beside 'file', or a file without qw qx qy qz",
            source->file);
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
    const double t = scree_checkpoint_time(file);
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
        scree_report_note(r,
                          "the run begins at %.9g s, the time of %s; it is a new run, which does not repeat "
                          "the other one from there on: random numbers of insertions, groups, counts of "
                          "outlets and energies begin anew; `--resume` goes on with the same bits",
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
                             "the first step; check the file's scale and the domain",
                             (unsigned long long)outside);
    }
}

// The particles of t = 0; checkpoints among them with their history go to `from`.
static bool add_sources(scree_world *w, scree_restoration *from, scree_report *r) {
    bool ok = true;
    scree_wall_origin *origin = scree_zeros((w->wall.n + 1) * sizeof *origin);
    for (size_t k = 0; k < w->case_->source.n; k++) {
        const scree_source_def *source = &w->case_->source.data[k];
        if (source->kind == SCREE_SOURCE_PARTICLE_FILE || scree_source_has_positions(source)) {
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

scree_status scree_load_start(scree_world *w, scree_report *r) {
    scree_restoration from = {.new_case = true, .report = r};
    scree_status status = SCREE_USER_ERROR;
    if (add_sources(w, &from, r) && scree_phases_check(w, r) && scree_plot_check(w, r)) {
        status = scree_world_begin(w, from.files.n > 0 ? scree_restore_contacts : NULL, &from, r);
    }
    scree_restoration_clear(&from);
    return status == SCREE_OK ? scree_phases_begin(w, r) : status;
}
