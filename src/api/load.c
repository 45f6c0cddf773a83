// SPDX-License-Identifier: BSD-3-Clause
#include "api/load.h"
#include "base/hash.h"
#include "io/checkpoint.h"
#include "io/config.h"
#include "io/pack.h"
#include "io/stl.h"
#include "search/rebuild.h"
#include "state/particle.h"
#include "step/setup.h"
#include <string.h>

// A checkpoint whose contacts are put back once the pair list stands.
typedef struct kept {
    scree_checkpoint file;
    const char *path;
    int *wall;  // of the file -> of the case, -1: gone
    size_t *at; // in the pair list, of each contact; SIZE_MAX: gone, or its laws are others
} kept;

typedef struct restoration {
    SCREE_ARRAY(kept) kept;
    bool new_case; // its first forces are those at rest of time
    scree_report *report;
} restoration;

static size_t place_of_contact(const scree_world *w, const kept *from, const scree_checkpoint_contact *c,
                               const scree_place_of_id *known, size_t n) {
    uint32_t a = scree_particle_find(known, n, c->a),
             b = c->wall < 0 ? scree_particle_find(known, n, c->b) : c->element;
    int wall = c->wall < 0 ? -1 : from->wall[c->wall];
    if (a == UINT32_MAX || (c->wall < 0 && b == UINT32_MAX) || (c->wall >= 0 && wall < 0)) {
        return SIZE_MAX;
    }
    return wall < 0 ? scree_pairs_find(&w->pairs, a, b) : scree_pairs_find_wall(&w->pairs, a, wall, b);
}

// Finds the contacts in the pair list; says so once if the laws they have now cannot go on with their history. laws: per
// pair of the case's materials.
static void place_contacts(const scree_world *w, kept *from, char **laws, scree_report *r) {
    size_t n, others = 0, materials = w->case_->material.n;
    const char *then = NULL, *now = NULL;
    scree_place_of_id *known = scree_particles_by_id(&w->p, &n);
    const scree_checkpoint *file = &from->file;
    from->at = scree_realloc(NULL, 0, (file->contact.n + 1) * sizeof *from->at);
    for (size_t k = 0; k < file->contact.n; k++) {
        const scree_checkpoint_contact *c = &file->contact.data[k];
        size_t at = place_of_contact(w, from, c, known, n);
        if (at != SIZE_MAX) {
            const scree_pair_class *class = scree_pairs_class_of(&w->pairs, at);
            const char *old = file->laws.data[c->material[0] * file->material_name.n + c->material[1]],
                       *new = laws[(size_t) class->material[0] * materials + (size_t) class->material[1]];
            if (strcmp(old, new) != 0 || class->n_history != (int)c->n_history) {
                at = SIZE_MAX;
                others += c->n_history > 0;
                then = old;
                now = new;
            }
        }
        from->at[k] = at;
    }
    if (others > 0) {
        scree_report_warning(
            r,
            "%s: %zu contacts begin without their history, which is that of other laws ('%s', here "
            "'%s')",
            from->path, others, then, now);
    }
    scree_free(known);
}

static void put_contacts(scree_world *w, const kept *from) {
    scree_pairs *pairs = &w->pairs;
    for (size_t k = 0; k < from->file.contact.n; k++) {
        const scree_checkpoint_contact *c = &from->file.contact.data[k];
        size_t at = from->at[k];
        if (at == SIZE_MAX) {
            continue;
        }
        const scree_pair_class *class = scree_pairs_class_of(pairs, at);
        pairs->touching[at] = 1;
        memcpy(pairs->history + class->history + (at - class->first) * c->n_history,
               from->file.history.data + c->history, c->n_history * sizeof(double));
        if (class->wall >= 0) {
            pairs->touch[at - pairs->first_wall_pair].feature = c->feature;
        }
        w->contacts++;
    }
}

// Histories come back to the time of the rest of their checkpoint. Contacts that were none there are let go again.
static void bring_history_back(scree_world *w, kept *from) {
    scree_pairs *pairs = &w->pairs;
    put_contacts(w, from);
    scree_history_back(w, from->file.ahead);
    for (size_t k = 0; k < from->file.contact.n; k++) {
        const scree_checkpoint_contact *c = &from->file.contact.data[k];
        size_t at = from->at[k];
        if (at != SIZE_MAX && pairs->touching[at]) {
            const scree_pair_class *class = scree_pairs_class_of(pairs, at);
            memcpy(from->file.history.data + c->history,
                   pairs->history + class->history + (at - class->first) * c->n_history,
                   c->n_history * sizeof(double));
        }
    }
    for (size_t c = 0; c < pairs->class.n; c++) {
        const scree_pair_class *class = &pairs->class.data[c];
        for (size_t k = class->first; k < class->first + class->n; k++) {
            scree_pairs_close(pairs, class, k);
        }
    }
}

static void restore_contacts(scree_world *w, void *context) {
    restoration *from = context;
    size_t n = w->case_->material.n * w->case_->material.n;
    char **laws = scree_realloc(NULL, 0, (n + 1) * sizeof *laws);
    for (size_t k = 0; k < n; k++) {
        laws[k] = scree_checkpoint_laws(&w->case_->pair[k]);
    }
    for (size_t k = 0; k < from->kept.n; k++) {
        kept *one = &from->kept.data[k];
        place_contacts(w, one, laws, from->report);
        if (from->new_case && one->file.ahead > 0.0) {
            bring_history_back(w, one);
        }
    }
    w->contacts = 0;
    for (size_t k = 0; k < from->kept.n; k++) {
        put_contacts(w, &from->kept.data[k]);
    }
    for (size_t k = 0; k < n; k++) {
        scree_free(laws[k]);
    }
    scree_free(laws);
}

static int find_material(const scree_case *c, const char *name) {
    for (size_t k = 0; k < c->material.n; k++) {
        if (strcmp(c->material.data[k].name, name) == 0) {
            return (int)k;
        }
    }
    return -1;
}

static int find_wall(const scree_case *c, const char *name) {
    for (size_t k = 0; k < c->wall.n; k++) {
        if (strcmp(c->wall.data[k].name, name) == 0) {
            return (int)k;
        }
    }
    return -1;
}

// Particles of a checkpoint, bit for bit. material: of all of them, or -1: by name. same_case: else what the outlets of
// the other case have counted is forgotten.
static bool add_checkpoint_particles(scree_world *w, const scree_checkpoint *file, const char *path,
                                     int material, bool same_case, scree_report *r) {
    int *map = scree_realloc(NULL, 0, (file->material_name.n + 1) * sizeof *map);
    for (size_t k = 0; k < file->material_name.n; k++) {
        map[k] = material >= 0 ? material : find_material(w->case_, file->material_name.data[k]);
        if (map[k] < 0) {
            scree_report_error(
                r,
                "%s: its particles are of material '%s', which this case does not define; define it, or give "
                "'material' beside 'checkpoint'",
                path, file->material_name.data[k]);
            scree_free(map);
            return false;
        }
    }
    scree_particles *p = &w->p;
    scree_particles_reserve(p, p->n + file->n);
    for (size_t k = 0; k < file->n; k++) {
        size_t i = p->n++;
        scree_vec3 x = scree_wrap_into_box(w->case_, vec3(file->x[k].x, file->x[k].y, file->x[k].z));
        p->x[i] = (scree_pos){x.x, x.y, x.z, file->x[k].r};
        p->v[i] = file->v[k];
        p->w[i] = file->w[k];
        p->w[i].material = (uint32_t)map[file->w[k].material];
        p->w[i].counted = same_case ? file->w[k].counted : 0;
        p->f[i] = file->f[k];
        p->id[i] = file->id[k];
        p->built[i] = x;
        p->dead[i] = 0;
        w->next_id = file->id[k] >= w->next_id ? file->id[k] + 1 : w->next_id;
        w->has_fixed |= file->v[k].m == SCREE_FIXED_MASS;
    }
    scree_free(map);
    return true;
}

static bool ids_are_unique(const scree_world *w, scree_report *r) {
    size_t n;
    scree_place_of_id *known = scree_particles_by_id(&w->p, &n);
    bool unique = true;
    for (size_t i = 1; i < n && unique; i++) {
        if (known[i].id == known[i - 1].id) {
            scree_report_at(
                r, SCREE_SEVERITY_ERROR, w->case_->path, 0, 0,
                "particle id %llu comes from two of the sources under 'particles'; ids must differ",
                (unsigned long long)known[i].id);
            unique = false;
        }
    }
    scree_free(known);
    return unique;
}

static bool add_pack(scree_world *w, const scree_source_def *source, bool several, scree_report *r) {
    scree_pack pack;
    if (!scree_pack_read(source->file, &pack, r)) {
        return false;
    }
    scree_particles_reserve(&w->p, w->p.n + pack.particle.n);
    for (size_t k = 0; k < pack.particle.n; k++) {
        const scree_pack_particle *from = &pack.particle.data[k];
        scree_particle q = {.x = from->x,
                            .v = from->v,
                            .radius = from->radius,
                            .density = from->density,
                            .material = (uint32_t)source->material,
                            .id = from->id,
                            .fixed = source->fixed};
        q.density = q.density > 0.0 ? q.density : w->case_->material.data[source->material].density;
        q.id = several && !pack.has_ids ? w->next_id : q.id;
        scree_particle_add(w, &q);
    }
    scree_pack_clear(&pack);
    return true;
}

// Takes the file over.
static void keep(const scree_world *w, restoration *from, const scree_checkpoint *file, const char *path) {
    kept one = {.file = *file, .path = path};
    one.wall = scree_realloc(NULL, 0, (file->wall_name.n + 1) * sizeof *one.wall);
    for (size_t k = 0; k < file->wall_name.n; k++) {
        one.wall[k] = find_wall(w->case_, file->wall_name.data[k]);
    }
    scree_array_push(&from->kept, one);
}

static void restoration_clear(restoration *from) {
    for (size_t k = 0; k < from->kept.n; k++) {
        scree_checkpoint_clear(&from->kept.data[k].file);
        scree_free(from->kept.data[k].wall);
        scree_free(from->kept.data[k].at);
    }
    scree_array_free(&from->kept);
}

// The particles of t = 0; checkpoints among them with their history go to `from`.
static bool add_sources(scree_world *w, restoration *from, scree_report *r) {
    bool ok = true;
    for (size_t k = 0; k < w->case_->source.n; k++) {
        const scree_source_def *source = &w->case_->source.data[k];
        if (source->kind == SCREE_SOURCE_PACK) {
            ok &= add_pack(w, source, w->p.n > 0, r);
        } else if (source->kind == SCREE_SOURCE_CHECKPOINT) {
            scree_checkpoint file;
            if (!scree_checkpoint_read(source->file, &file, r)) {
                ok = false;
                continue;
            }
            size_t first = w->p.n;
            ok &= add_checkpoint_particles(w, &file, source->file, source->material, false, r);
            for (size_t i = first; source->fixed && i < w->p.n; i++) {
                scree_particle_fix(w, i);
            }
            if (source->keep_history) {
                keep(w, from, &file, source->file);
            } else {
                scree_checkpoint_clear(&file);
            }
        }
    }
    return ok && ids_are_unique(w, r);
}

scree_world *scree_load_case(const char *case_path, int threads, const char *isa, scree_report *r) {
    scree_case *c = scree_realloc(NULL, 0, sizeof *c);
    if (!scree_case_read(case_path, c, r)) {
        scree_case_clear(c);
        scree_free(c);
        return NULL;
    }
    if (!(c->end > 0.0)) {
        scree_report_at(
            r, SCREE_SEVERITY_ERROR, case_path, 0, 0,
            "the case has a 'bench' and no 'time'; accepted: `scree law drive|eval|collide`, or a 'time' "
            "to run it");
    }
    scree_world *w = c->end > 0.0 ? scree_world_create(c, threads, isa, r) : NULL;
    if (!w) {
        scree_case_clear(c);
        scree_free(c);
        return NULL;
    }
    bool ok = true;
    for (size_t k = 0; k < c->wall.n; k++) {
        const scree_wall_def *wall = &c->wall.data[k];
        if (wall->kind == SCREE_WALL_MESH) {
            scree_vec3 *corners = NULL;
            size_t triangles = 0;
            bool read = scree_stl_read(wall->file, wall->scale, wall->offset, &corners, &triangles, r);
            bool used = read && scree_world_set_mesh(w, k, corners, triangles, r);
            if (read && !used) {
                scree_report_at(r, SCREE_SEVERITY_ERROR, c->path, wall->place.line, wall->place.column,
                                "walls.%s: %s cannot be used; check the file, mesh.scale and mesh.offset",
                                wall->name, wall->file);
            }
            ok &= used;
            scree_free(corners);
        }
    }
    if (!ok) {
        scree_world_destroy(w);
        return NULL;
    }
    return w;
}

scree_status scree_load_start(scree_world *w, scree_report *r) {
    restoration from = {.new_case = true, .report = r};
    scree_status status = SCREE_USER_ERROR;
    if (add_sources(w, &from, r)) {
        status = scree_world_begin(w, from.kept.n > 0 ? restore_contacts : NULL, &from, r);
    }
    restoration_clear(&from);
    return status;
}

scree_status scree_load_resume(scree_world *w, const char *path, scree_report *r) {
    scree_checkpoint file;
    if (!scree_checkpoint_read(path, &file, r)) {
        return SCREE_USER_ERROR;
    }
    restoration from = {.report = r};
    if (file.case_hash != scree_load_case_hash(w)) {
        scree_report_error(
            r,
            "%s was written by a case that differs from %s in more than end time and output, so it cannot be "
            "resumed; to start a new case from its particles, list it under 'particles' as 'checkpoint'",
            path, w->case_->path);
    } else if (file.source.n != w->source.n || file.outlet.n != w->outlet.n) {
        scree_report_error(r, "%s: its sources or outlets are not those of %s", path, w->case_->path);
    } else if (add_checkpoint_particles(w, &file, path, -1, true, r)) {
        w->dt = file.dt;
        w->step = file.step;
        w->events_done = file.events_done;
        w->next_id = file.next_id;
        w->lost = file.lost;
        w->ledger = file.ledger;
        if (file.source.n > 0) {
            memcpy(w->source.data, file.source.data, file.source.n * sizeof *w->source.data);
        }
        if (file.outlet.n > 0) {
            memcpy(w->outlet.data, file.outlet.data, file.outlet.n * sizeof *w->outlet.data);
        }
        keep(w, &from, &file, path);
        scree_status status = scree_world_continue(w, restore_contacts, &from, r);
        restoration_clear(&from);
        return status;
    }
    scree_checkpoint_clear(&file);
    return SCREE_USER_ERROR;
}

static void hash_value(void *context, const char *path, const char *text) {
    scree_hash *sum = context;
    static const char *const free_to_change[] = {"output", "time.end", "title", "search"};
    for (size_t k = 0; k < sizeof free_to_change / sizeof *free_to_change; k++) {
        if (strncmp(path, free_to_change[k], strlen(free_to_change[k])) == 0) {
            return;
        }
    }
    const char *key = strrchr(path, '.'), *slash = strrchr(text, '/');
    bool library = strncmp(path, "laws[", 5) == 0;
    if (slash && (library || (key && (strcmp(key, ".file") == 0 || strcmp(key, ".checkpoint") == 0)))) {
        text = slash + 1; // its folder is told from where the run is started
    }
    scree_hash one = scree_hash_bytes(path, strlen(path), 3),
               two = scree_hash_bytes(text, strlen(text), one.a);
    *sum = scree_hash_add(*sum, two);
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
    return sum.a ^ sum.b;
}
