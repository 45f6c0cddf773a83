// SPDX-License-Identifier: BSD-3-Clause
// Particles of a checkpoint in a world: names of materials and shapes become the numbers of its case, and a report says what does not fit.
#include "load/load_particles.h"
#include "access/own_size.h"
#include "clumps/body.h"
#include "maths/math.h"
#include "memory/names.h"

static bool on_all_ranks(const scree_world *w, bool ok, scree_report *r) {
    return scree_comm_agree(w->comm, ok ? SCREE_OK : SCREE_USER_ERROR, r) == SCREE_OK;
}

// What a field begins with that the particles of a checkpoint do not have. source: their entry; NULL: they are of the same case. NULL: it
// is computed, or their entry gives it.
static const char *begins_with(int field, const scree_source_def *source) {
    switch (field) {
    case SCREE_FIELD_temperature_class:
    case SCREE_FIELD_dry_contacts:
    case SCREE_FIELD_bridged:
        return NULL;
    case SCREE_FIELD_temperature:
        return source && source->temperature > 0.0 ? NULL : "heat.temperature";
    case SCREE_FIELD_liquid:
        return source && source->moisture >= 0.0 ? NULL : "liquid.moisture";
    case SCREE_FIELD_charge:
        return "the charges of 'force_fields', as that of new particles does";
    default:
        return "0";
    }
}

// Reports which fields the particles of a checkpoint do not have, and which the case does not use.
static void report_other_fields(const scree_world *w, const scree_particles *file, const char *path,
                                const scree_source_def *source, scree_report *r) {
    for (int k = 0; k < SCREE_FIELD_COUNT; k++) {
        const scree_field *field = &scree_field_table[k];
        const bool here = scree_particles_have(&w->p, field->array),
                   there = scree_particles_have(file, field->array);
        const char *begins = begins_with(k, source);
        if (!(field->flags & SCREE_SAVED) || here == there || k == SCREE_FIELD_temperature_class) {
            continue;
        }
        char *words = scree_field_in_words(field);
        if (!here) {
            scree_report_warning(r, "%s: the %s of its particles is left out, as this case has no use for it",
                                 path, words);
        } else if (begins) {
            scree_report_warning(r, "%s: its particles have no %s: it begins with %s", path, words, begins);
        }
        scree_free(words);
    }
}

// Gives the particles from row `first` on films by the moisture of their entry, and charges, as if they were new. A member of a clump has
// the share of its own volume.
static void wet_and_charge(scree_world *w, size_t first, const scree_particles *file, uint64_t source,
                           bool moist) {
    scree_particles *p = &w->p;
    for (size_t i = first; i < p->n; i += scree_whole_rows(w, i)) {
        const uint32_t material = p->motion[i].w.material;
        const double density = w->case_->material.data[material].density,
                     radius = scree_is_member(p, i) ? 0.5 * p->size[i] : p->x[i].r, own = p->motion[i].v.m,
                     mass = own < SCREE_FIXED_MASS ? own : scree_particle_mass(radius, density);
        double volumes = 0.0;
        for (size_t k = i; k < i + scree_whole_rows(w, i); k++) {
            volumes += scree_own_volume(p, k);
        }
        for (size_t k = i; k < i + scree_whole_rows(w, i); k++) {
            if (p->liquid && (moist || !file->liquid)) {
                p->liquid[k] = scree_new_film(w->case_, source, mass * (scree_own_volume(p, k) / volumes));
            }
            if (p->charge && !file->charge) {
                p->charge[k] = scree_charge_of_new(&w->case_->force_fields.electric, material, mass);
            }
        }
    }
}

// Resets what outlets and groups of the other case have set in particle k of its checkpoint: particles that were held are free.
static void begin_anew(scree_world *w, const scree_particles *from, size_t k, size_t i, uint64_t source) {
    scree_particles *p = &w->p;
    p->motion[i].w.outlet_mask = 0;
    if (p->source) {
        p->source[i] = source;
    }
    if (p->groups) {
        p->groups[i] = 0;
    }
    if (p->born) {
        p->born[i] = w->began;
    }
    if (p->free_mass) {
        p->free_mass[i] = 0.0;
    }
    if (from->free_mass && from->free_mass[k] > 0.0) {
        p->motion[i].v.m = from->free_mass[k];
    }
}

// Refuses members of clumps in a case without shapes: without their clump they would be heavy spheres that overlap.
static bool clumps_fit(const scree_world *w, const scree_particles *from, const char *path, scree_report *r) {
    bool any = false;
    for (size_t k = 0; from->body && k < from->n; k++) {
        any |= from->body[k] > 0;
    }
    if (any && !scree_particles_have(&w->p, SCREE_ARRAY_body)) {
        return scree_report_error(r,
                                  "%s: some of its particles are members of a clump, and this case has no "
                                  "shapes; accepted: the same 'shapes' as in the run that wrote the file",
                                  path);
    }
    if (any && scree_particles_have(&w->p, SCREE_ARRAY_mobility) != (from->mobility != NULL)) {
        return scree_report_error(r, "%s: its clumps had another 'contact_mass'; accepted: the same one",
                                  path);
    }
    return true;
}

// Reports if particles of another case have another density than their material has in this one: their masses are those of the file. Collective.
static void warn_of_densities(const scree_world *w, size_t first, const char *path, scree_report *r) {
    const double rounding = 1e-6; // of masses that grew with their radii; relative
    const scree_particles *p = &w->p;
    uint64_t others = 0;
    double found[2] = {-1.0, 0.0}; // of the last such material: number, largest density, kg/m3
    for (size_t i = first; i < p->n; i++) {
        const double m = p->motion[i].v.m, radius = scree_is_member(p, i) ? 0.5 * p->size[i] : p->x[i].r,
                     density = m / scree_particle_mass(radius, 1.0);
        const uint32_t material = p->motion[i].w.material;
        const double wanted = w->case_->material.data[material].density;
        if (scree_is_first(p, i) && m < SCREE_FIXED_MASS && fabs(density - wanted) > rounding * wanted) {
            found[1] = (double)material > found[0]
                           ? density
                           : fmax(found[1], (double)material == found[0] ? density : 0.0);
            found[0] = fmax(found[0], (double)material);
            others++;
        }
    }
    scree_comm_add(w->comm, &others, 1);
    double most[1] = {found[0]};
    scree_comm_max(w->comm, most, 1);
    double density[1] = {found[0] == most[0] ? found[1] : 0.0};
    scree_comm_max(w->comm, density, 1);
    if (others > 0) {
        const scree_material_def *material = &w->case_->material.data[(size_t)most[0]];
        scree_report_warning(
            r,
            "%s: %llu of its particles keep the masses that they have there: some have a density of %.6g "
            "kg/m3, where materials.%s.density is %.6g kg/m3; accepted: the same density, or new particles",
            path, (unsigned long long)others, density[0], material->name, material->density);
    }
}

// For each name in a file its number in this case, from 0; -1: the case has no such name. Free with scree_free.
static int *numbers_of_shapes(const scree_case *c, const scree_checkpoint *file) {
    int *map = scree_realloc(NULL, 0, (file->shape_name.n + 1) * sizeof *map);
    for (size_t k = 0; k < file->shape_name.n; k++) {
        map[k] = scree_names_find(c->shape, file->shape_name.data[k]);
    }
    return map;
}

// The number of a piece counts the pieces of all shapes, so it is another one where the shapes stand in another order.
static void number_piece(scree_world *w, size_t i) {
    const scree_shape *shape = &w->case_->shape.data[w->p.shape[i]].shape;
    const uint64_t member = w->p.id[i] - w->p.body[i];
    if (scree_is_convex(&w->p, i) && member < shape->piece.n) {
        w->p.form[i].hull = shape->piece.data[member].form.hull;
    }
}

// Gives the clumps among the particles of the file, which begin in row `first`, the numbers of their shapes and pieces in this case. False, and
// reported: this case has no shape of that name.
static bool take_shapes(scree_world *w, size_t first, const scree_checkpoint *file, const char *path,
                        scree_report *r) {
    int *map = numbers_of_shapes(w->case_, file);
    const char *lacks = NULL;
    for (size_t i = first; i < w->p.n; i++) {
        if (scree_is_member(&w->p, i)) {
            const int shape = map[w->p.shape[i]];
            lacks = shape < 0 ? file->shape_name.data[w->p.shape[i]] : lacks;
            w->p.shape[i] = shape < 0 ? 0 : (uint64_t)shape;
            number_piece(w, i);
        }
    }
    if (lacks) {
        scree_report_error(r,
                           "%s: its clumps are of the shape '%s', which this case does not define; accepted: "
                           "the 'shapes' of the run that wrote the file, with their names",
                           path, lacks);
    }
    scree_free(map);
    return on_all_ranks(w, !lacks, r);
}

bool scree_load_particles(scree_world *w, const scree_checkpoint *file, const char *path, int material,
                          uint64_t source, bool same_case, scree_report *r) {
    int *map = scree_realloc(NULL, 0, (file->material_name.n + 1) * sizeof *map);
    for (size_t k = 0; k < file->material_name.n; k++) {
        map[k] = material >= 0 ? material : scree_case_material(w->case_, file->material_name.data[k]);
        if (map[k] < 0) {
            scree_report_error(r,
                               "%s: its particles are of material '%s', which this case does not define; "
                               "define it, or give 'material' beside 'checkpoint'",
                               path, file->material_name.data[k]);
            scree_free(map);
            return false;
        }
    }
    scree_particles *p = &w->p;
    if (!on_all_ranks(w, clumps_fit(w, &file->p, path, r), r)) {
        scree_free(map);
        return false;
    }
    const scree_source_def *entry = same_case ? NULL : &w->case_->source.data[source];
    const double given = same_case ? 0.0 : entry->temperature; // K, 0: none
    report_other_fields(w, &file->p, path, entry, r);
    scree_particles_reserve(p, p->n + file->p.n);
    const size_t first = p->n;
    for (size_t k = 0; k < file->p.n; k++) {
        const size_t i = p->n++;
        scree_particles_blank(p, i);
        scree_particles_copy(p, i, &file->p, k);
        if (p->temperature && (given > 0.0 || !file->p.temperature)) {
            p->temperature[i] = given > 0.0 ? given : w->case_->heat.temperature;
        }
        const scree_vec3 x = scree_cell_wrap(&w->cell, vec3(p->x[i].x, p->x[i].y, p->x[i].z));
        p->x[i] = (scree_pos){x.x, x.y, x.z, p->x[i].r};
        p->list_x[i] = x;
        p->motion[i].w.material = (uint32_t)map[p->motion[i].w.material];
        if (!same_case) {
            begin_anew(w, &file->p, k, i, source);
        }
        w->next_id = p->id[i] >= w->next_id ? p->id[i] + 1 : w->next_id;
        w->has_fixed |= p->motion[i].v.m == SCREE_FIXED_MASS;
    }
    scree_free(map);
    if (!take_shapes(w, first, file, path, r)) {
        return false;
    }
    if (!same_case) {
        wet_and_charge(w, first, &file->p, source, entry->moisture >= 0.0);
        warn_of_densities(w, first, path, r);
    }
    return on_all_ranks(w, scree_bodies_fit(w, path, r), r);
}
