// SPDX-License-Identifier: BSD-3-Clause
// The functions by which a host program reads and changes what there is between steps and in hooks: views of fields, particles added and removed, contacts, hooks.
// After a change the forces no longer belong to the state; they are computed anew before the next step, and the ledger books the
// difference in energy.
#include "api/host.h"
#include "access/particle.h"
#include "api/body_fields.h"
#include "capabilities/list.h"
#include "checks/alarm.h"
#include "checks/audit.h"
#include "clumps/body.h"
#include "domain/domain.h"
#include "insertion/agglomerate.h"
#include "measure/totals.h"
#include "memory/names.h"
#include "particles/damping.h"
#include "particles/outside_forces.h"
#include "state/hooks.h"
#include "step/list_rebuild.h"
#include "step/recompute.h"
#include "step/step.h"
#include "step/temperature_classes.h"
#include "text/report.h"
#include <assert.h>
#include <string.h>

// ---- changes -----------------------------------------------------------------------------------------------

static double energy_of(const scree_world *w) {
    const scree_totals t = scree_world_totals(w);
    return t.kinetic + t.rotational + t.potential;
}

static scree_hash hash_of_state(const scree_world *w);

void scree_host_begin_edit(scree_world *w) {
    if (!w->host.edited) {
        w->host.edited = true;
        w->host.changed = false;
        w->host.before = hash_of_state(w);
        w->host.energy = energy_of(w);
        scree_capabilities_at(w, SCREE_BEFORE_BODIES_CHANGE, NULL);
    }
}

void scree_host_begin_change(scree_world *w) {
    scree_host_begin_edit(w);
    w->host.changed = true;
}

// Does the state differ from that of the forces? If not, the forces are kept: computed anew at the same state they would have other bits where
// dashpots act, because the forces of a step use extrapolated velocities.
static bool is_changed(const scree_world *w) {
    return w->host.changed || !scree_hash_equal(w->host.before, hash_of_state(w));
}

bool scree_host_may(const scree_world *w, const char *what, scree_report *r) {
    if (w->host.stepping) {
        return scree_report_error(
            r, "a step is under way, so the world cannot %s; accepted: between steps, not in hooks", what);
    }
    if (!scree_comm_any(w->comm, scree_world_views(w) > 0)) {
        return true;
    }
    if (scree_world_views(w) > 0) {
        scree_report_error(
            r, "%zu views of the particles are open, so the world cannot %s; accepted: after closing them",
            scree_world_views(w), what);
    } else {
        scree_report_error(r,
                           "views of the particles are open on other ranks, so the world cannot %s; "
                           "accepted: after closing them",
                           what);
    }
    return false;
}

bool scree_host_may_edit(const scree_world *w, const char *what, scree_report *r) {
    return !scree_ledger_lacks_stored(&w->ledger) ||
           scree_report_error(
               r,
               "the energy that contacts store was not summed in the last step, and without it the energy "
               "that a change adds is not known, so the world cannot %s; accepted: after a step with the "
               "energy (scree_world_want_energy, in Python energy=True)",
               what);
}

// Is what views were refused for put right again? Collective.
static scree_status values_are_usable(scree_world *w, scree_report *r);

scree_status scree_host_end_edit(scree_world *w, scree_report *r) {
    scree_status status = SCREE_OK;
    if (w->host.edited) {
        w->list_valid = !scree_comm_any(w->comm, !w->list_valid);
        status = scree_alarm_state(w, r);
    }
    if (status == SCREE_OK && scree_comm_any(w->comm, w->host.refused)) {
        status = values_are_usable(w, r);
    }
    if (status != SCREE_OK || !w->host.edited) {
        return status;
    }
    if (!scree_comm_any(w->comm, is_changed(w))) {
        w->host.edited = false;
        scree_capabilities_at(w, SCREE_BODIES_AS_BEFORE, r);
        return SCREE_OK;
    }
    if (!scree_audit_box(w, r)) { // radii may be larger now
        return SCREE_USER_ERROR;
    }
    w->ledger.changed += energy_of(w) - w->host.energy;
    scree_capabilities_at(w, SCREE_AFTER_BODIES_CHANGE, r);
    w->list_valid = !scree_comm_any(w->comm, scree_temperature_classes_set(w, false)) && w->list_valid;
    w->host.edited = false;
    return scree_world_recompute(w, r);
}

// ---- views -------------------------------------------------------------------------------------------------

// A write to a field by a host program changes one of these: nothing, the state to which the forces belong, or loads on particles.
typedef enum writing { NOTHING, STATE, LOADS } writing;

static writing writing_of(int field) {
    const unsigned flags = scree_field_table[field].flags;
    return flags & SCREE_SET ? STATE : flags & SCREE_LOAD ? LOADS : NOTHING;
}

// A hash of all particles that does not depend on their order: of their ids and of the fields whose change makes the forces invalid.
static scree_hash hash_of_state(const scree_world *w) {
    int field[SCREE_FIELD_COUNT], n = 0;
    for (int k = 0; k < SCREE_FIELD_COUNT; k++) {
        if (writing_of(k) == STATE && scree_particles_have(&w->p, scree_field_table[k].array)) {
            field[n++] = k;
        }
    }
    scree_hash sum = {0, 0};
    for (size_t i = 0; i < w->p.n; i++) {
        uint64_t words[1 + 3 * SCREE_FIELD_COUNT] = {w->p.id[i]};
        size_t used = 1;
        for (int k = 0; k < n; k++) {
            const scree_field *f = &scree_field_table[field[k]];
            memcpy(&words[used], scree_field_of(&w->p, f, i), sizeof *words * (size_t)f->components);
            used += (size_t)f->components;
        }
        sum = scree_hash_add(sum, scree_hash_words(words, used, 1));
    }
    return sum;
}

// Fields that are of use outside: what files or the digest contain.
static bool is_shown(const scree_world *w, int k) {
    const scree_field *f = &scree_field_table[k];
    return scree_particles_have(&w->p, f->array) && f->flags & (SCREE_WRITTEN | SCREE_HASHED);
}

const char *scree_world_field(const scree_world *w, int k) {
    for (int i = 0; i < SCREE_FIELD_COUNT; i++) {
        if (is_shown(w, i) && k-- == 0) {
            return scree_field_table[i].name;
        }
    }
    const scree_body_field *f = scree_body_field_of(w, k);
    return f ? f->name : NULL;
}

static int find_field(const char *name) {
    for (int k = 0; k < SCREE_FIELD_COUNT; k++) {
        if (strcmp(scree_field_table[k].name, name) == 0) {
            return k;
        }
    }
    return -1;
}

// Makes room for what the host sets on particles.
static void enable_loads(scree_world *w) {
    w->case_->external = true;
    scree_particles_widen(&w->p, scree_particles_absent(w->case_));
    w->host.appended++;
    scree_loads_begin(w);
    scree_damping_begin(w); // behind them, as in a world that had loads from the start
    scree_host_hooks_last(w);
}

// Removed particles leave the storage with a new list, which any step may have. Collective.
static scree_status compact(scree_world *w, scree_report *r) {
    bool dead = false;
    for (size_t i = 0; i < w->p.n; i++) {
        dead |= w->p.dead[i];
    }
    return scree_comm_any(w->comm, dead) ? scree_list_rebuild(w, 0.0, r) : SCREE_OK;
}

static bool cannot_be_written(const char *name, scree_report *r) {
    return scree_report_error(r, "the field '%s' cannot be written; accepted: a view that is read only",
                              name);
}

static bool not_in_hooks(const char *name, scree_report *r) {
    return scree_report_error(
        r, "a hook cannot write the field '%s'; accepted: external_force and other loads, or between steps",
        name);
}

static scree_status open_body_view(scree_world *w, const scree_body_field *f, int write, scree_view *view,
                                   scree_report *r) {
    if (write && !f->writable) {
        cannot_be_written(f->name, r);
        return SCREE_USER_ERROR;
    }
    if (write && w->host.stepping) {
        not_in_hooks(f->name, r);
        return SCREE_USER_ERROR;
    }
    if (write && !scree_host_may_edit(w, "change its particles", r)) {
        return SCREE_USER_ERROR;
    }
    if (write) {
        scree_host_begin_edit(w);
    }
    __atomic_fetch_add(&w->host.views, 1, __ATOMIC_RELAXED);
    *view = (scree_view){.data = scree_body_field_table(w, f),
                         .rows = w->p.n,
                         .stride = (size_t)f->components * sizeof(double),
                         .components = f->components,
                         .type = SCREE_DOUBLE,
                         .name = f->name,
                         .unit = f->unit,
                         .sentence = f->sentence,
                         .generation = scree_world_generation(w),
                         .writable = write != 0};
    return SCREE_OK;
}

// The field of this name if the world has it and no array stores it.
static const scree_body_field *body_field(const scree_world *w, const char *name) {
    return scree_body_field_of(w, 0) ? scree_body_field_named(name) : NULL;
}

scree_status scree_view_open(scree_world *w, const char *name, int write, scree_view *view, scree_report *r) {
    if (body_field(w, name)) {
        return open_body_view(w, body_field(w, name), write, view, r);
    }
    const int k = find_field(name);
    const writing kind = k >= 0 ? writing_of(k) : NOTHING;
    if (k >= 0 && write && kind == LOADS && !scree_particles_have(&w->p, scree_field_table[k].array)) {
        if (!scree_host_may(w, "get a new field", r)) {
            return SCREE_USER_ERROR;
        }
        enable_loads(w);
    }
    if (k < 0 || !is_shown(w, k)) {
        scree_report_error(r, "the particles have no field '%.60s'; accepted: a name of scree_world_field",
                           name);
        return SCREE_USER_ERROR;
    }
    if (write && kind == NOTHING) {
        cannot_be_written(name, r);
        return SCREE_USER_ERROR;
    }
    if (write && kind == STATE && w->host.stepping) {
        not_in_hooks(name, r);
        return SCREE_USER_ERROR;
    }
    if (write && kind == STATE && !scree_host_may_edit(w, "change its particles", r)) {
        return SCREE_USER_ERROR;
    }
    const scree_field *f = &scree_field_table[k];
    if (write && kind == STATE) {
        scree_host_begin_edit(w);
    }
    __atomic_fetch_add(&w->host.views, 1, __ATOMIC_RELAXED);
    *view = (scree_view){.data = scree_field_of(&w->p, f, 0),
                         .rows = w->p.n,
                         .stride = f->stride,
                         .components = f->components,
                         .type = f->type == SCREE_F64   ? SCREE_DOUBLE
                                 : f->type == SCREE_U64 ? SCREE_UINT64
                                                        : SCREE_UINT32,
                         .name = f->name,
                         .unit = f->unit,
                         .sentence = f->sentence,
                         .generation = scree_world_generation(w),
                         .writable = write != 0};
    return SCREE_OK;
}

// These are the limits, in SI units, of what programs may set: with such sizes and masses forces, energies and inertias stay finite.
typedef struct span {
    double least, most;
} span;
static const span SIZES = {1e-30, 1e30}, MASSES = {1e-100, 1e100}, POSITIVE = {1e-100, 1e100},
                  NOT_NEGATIVE = {0.0, 1e100}, ALL = {-1e100, 1e100};

static const span *span_of(int field) {
    return field == SCREE_FIELD_radius                       ? &SIZES
           : field == SCREE_FIELD_mass                       ? &MASSES
           : scree_field_table[field].flags & SCREE_POSITIVE ? &POSITIVE
           : field == SCREE_FIELD_drag_coefficient           ? &NOT_NEGATIVE
                                                             : &ALL;
}

static bool is_usable_value(int field, double x) {
    const span *s = span_of(field);
    return (x >= s->least && x <= s->most) || (field == SCREE_FIELD_mass && x == SCREE_FIXED_MASS);
}

// The first row with a value that cannot be, or SIZE_MAX.
static size_t unusable_row(const scree_world *w, int field) {
    const scree_field *f = &scree_field_table[field];
    for (size_t i = 0; i < w->p.n; i++) {
        const double *x = scree_field_of(&w->p, f, i);
        for (int c = 0; c < f->components; c++) {
            if (!is_usable_value(field, x[c])) {
                return i;
            }
        }
    }
    return SIZE_MAX;
}

static bool field_is_usable(const scree_world *w, int k, scree_report *r) {
    const size_t bad = unusable_row(w, k);
    if (bad < SIZE_MAX) {
        scree_report_error(r, "particle %llu was given a %s that is no usable number; accepted: %g to %g",
                           (unsigned long long)w->p.id[bad], scree_field_table[k].name, span_of(k)->least,
                           span_of(k)->most);
    }
    return bad == SIZE_MAX &&
           ((k != SCREE_FIELD_turn && k != SCREE_FIELD_turn_w) || scree_body_turns_usable(w, r));
}

static scree_status values_are_usable(scree_world *w, scree_report *r) {
    bool fine = true;
    for (int k = 0; k < SCREE_FIELD_COUNT && fine; k++) {
        fine = writing_of(k) == NOTHING || !scree_particles_have(&w->p, scree_field_table[k].array) ||
               field_is_usable(w, k, r);
    }
    const scree_status status = scree_comm_agree(w->comm, fine ? SCREE_OK : SCREE_BAD_NUMBERS, r);
    w->host.refused = status != SCREE_OK;
    return status;
}

// For a field of members that follows from the state of their clump: what to write instead. NULL: it may be written in the first member.
static const char *followed(int field) {
    switch (field) {
    case SCREE_FIELD_position:
        return "centre, turn and turn_w";
    case SCREE_FIELD_velocity:
        return "body_velocity";
    case SCREE_FIELD_omega:
        return "momentum, kg m2/s";
    case SCREE_FIELD_radius:
        return "nothing, as its size is that of the clump when it was placed";
    default:
        return NULL;
    }
}

// Gives members of clumps the values that follow from their clump. SCREE_USER_ERROR, and reported: they had another value in this field.
static scree_status members_follow(scree_world *w, int field, scree_report *r) {
    uint64_t refused = 0; // the first member of the first such clump
    for (size_t i = 0; i < w->p.n; i++) {
        if (scree_is_member(&w->p, i) && scree_is_first(&w->p, i) && !scree_body_is_whole(w, i)) {
            scree_body_follow(w, i);
            refused = refused > 0 && refused < w->p.id[i] ? refused : w->p.id[i];
        }
    }
    if (refused > 0) {
        scree_report_error(r,
                           "a member of clump %llu was given a %s, which follows from its clump; accepted: "
                           "for clumps, in the first member, whose id is the clump's: %s",
                           (unsigned long long)refused, scree_field_table[field].name, followed(field));
    }
    return refused > 0 ? SCREE_USER_ERROR : SCREE_OK;
}

// After a field of the state was written: particles beyond a periodic border, members of clumps that were moved.
static void settle(scree_world *w, int field) {
    const bool of_bodies = scree_field_table[field].array >= SCREE_ARRAY_FIRST_OWN;
    for (size_t i = 0; i < w->p.n; i++) {
        if (scree_is_member(&w->p, i)) {
            if (scree_is_first(&w->p, i) && !followed(field)) {
                (of_bodies ? scree_body_settle : scree_body_follow)(w, i);
            }
        } else if (field == SCREE_FIELD_position) {
            scree_pos *x = &w->p.x[i];
            const scree_vec3 at = scree_cell_wrap(&w->cell, vec3(x->x, x->y, x->z));
            x->x = at.x, x->y = at.y, x->z = at.z;
        }
    }
    w->host.members = followed(field) ? field + 1 : w->host.members;
    w->list_valid = false;
}

// A clump and its members may be written in two views, so members are looked at when the last one is closed.
static scree_status settle_members(scree_world *w, scree_report *r) {
    if (w->host.members == 0 || scree_world_views(w) > 0) {
        return SCREE_OK;
    }
    const int field = w->host.members - 1;
    w->host.members = 0;
    return members_follow(w, field, r);
}

static scree_status close_body_view(scree_world *w, const scree_body_field *f, const scree_view *view,
                                    scree_report *r) {
    __atomic_fetch_sub(&w->host.views, 1, __ATOMIC_RELEASE);
    const scree_status status = view->writable ? scree_body_field_apply(w, f, view->data, r) : SCREE_OK;
    scree_free(view->data);
    const scree_status members = settle_members(w, r);
    return status == SCREE_OK ? members : status;
}

scree_status scree_view_close(scree_world *w, const scree_view *view, scree_report *r) {
    if (body_field(w, view->name)) {
        assert(scree_world_views(w) > 0);
        return close_body_view(w, body_field(w, view->name), view, r);
    }
    const int k = find_field(view->name);
    assert(k >= 0 && scree_world_views(w) > 0);
    __atomic_fetch_sub(&w->host.views, 1, __ATOMIC_RELEASE);
    if (view->writable && !field_is_usable(w, k, r)) {
        w->host.refused = true;
        return SCREE_USER_ERROR;
    }
    if (view->writable && writing_of(k) == STATE) {
        settle(w, k);
    }
    return settle_members(w, r);
}

scree_status scree_field_check(const char *name, size_t n, const double *value, scree_report *r) {
    const scree_body_field *f = scree_body_field_named(name);
    if (f) {
        return scree_body_field_check(f, n, value, r) ? SCREE_OK : SCREE_USER_ERROR;
    }
    const int k = find_field(name);
    if (k < 0 || writing_of(k) == NOTHING) {
        scree_report_error(r,
                           "the particles have no field '%.60s' that can be written; accepted: those that "
                           "scree_view_open may open for writing",
                           name);
        return SCREE_USER_ERROR;
    }
    for (size_t i = 0; i < n; i++) {
        if (!is_usable_value(k, value[i])) {
            scree_report_error(r, "a %s of %g is no usable number; accepted: %g to %g", name, value[i],
                               span_of(k)->least, span_of(k)->most);
            return SCREE_USER_ERROR;
        }
    }
    return SCREE_OK;
}

size_t scree_world_views(const scree_world *w) {
    return __atomic_load_n(&w->host.views, __ATOMIC_ACQUIRE);
}

void scree_world_rows(const scree_world *w, size_t n, const uint64_t *id, size_t *row) {
    const scree_id_index *order = scree_host_order(w);
    for (size_t k = 0; k < n; k++) {
        const uint32_t i = scree_particle_find(order, w->p.n, id[k]);
        row[k] = i == UINT32_MAX || w->p.dead[i] ? SIZE_MAX : i;
    }
}

// ---- particles ---------------------------------------------------------------------------------------------

// This limits positions, velocities and spins of new particles, in m, m/s and rad/s.
static const double MOST = 1e30;

static bool are_usable(const double *x, int n) {
    bool usable = true;
    for (int k = 0; k < n; k++) {
        usable &= fabs(x[k]) <= MOST;
    }
    return usable;
}

static bool is_usable(const scree_world *w, size_t k, const scree_new_particle *q, scree_report *r) {
    if (scree_case_material(w->case_, q->material) < 0) {
        return scree_report_error(
            r, "new particle %zu: there is no material '%.60s'; accepted: a name under 'materials'", k,
            q->material ? q->material : "");
    }
    const char *lacks = scree_capabilities_lack(w->case_, (size_t)scree_case_material(w->case_, q->material));
    if (lacks) {
        return scree_report_error(r, "new particle %zu: materials.%s: %s", k, q->material, lacks);
    }
    if (q->shape && scree_names_find(w->case_->shape, q->shape) < 0) {
        return scree_report_error(
            r, "new particle %zu: there is no shape '%.60s'; accepted: a name under 'shapes'", k, q->shape);
    }
    if (!are_usable(q->position, 3) || !are_usable(q->velocity, 3) || !are_usable(q->spin, 3) ||
        !are_usable(q->orientation, 4)) {
        return scree_report_error(r,
                                  "new particle %zu: position, velocity, spin or orientation is no usable "
                                  "number; accepted: numbers from -%g to %g",
                                  k, MOST, MOST);
    }
    if (!(q->diameter >= SIZES.least && q->diameter <= SIZES.most) && !(q->shape && q->diameter == 0.0)) {
        return scree_report_error(r, "new particle %zu: a diameter of %g m; accepted: %g to %g m", k,
                                  q->diameter, SIZES.least, SIZES.most);
    }
    return true;
}

static scree_vec3 three(const double *x) {
    return vec3(x[0], x[1], x[2]);
}

static scree_body body_of(const scree_world *w, const scree_new_particle *q) {
    const int shape = scree_names_find(w->case_->shape, q->shape);
    const double *o = q->orientation;
    const bool turned = o[0] != 0.0 || o[1] != 0.0 || o[2] != 0.0 || o[3] != 0.0;
    const scree_quaternion turn = turned ? scree_quaternion_unit((scree_quaternion){o[0], o[1], o[2], o[3]})
                                         : (scree_quaternion){1, 0, 0, 0};
    const scree_body b = {.shape = shape,
                          .size = q->diameter > 0.0 ? q->diameter : w->case_->shape.data[shape].shape.size,
                          .x = three(q->position),
                          .v = three(q->velocity),
                          .w = three(q->spin),
                          .attitude = scree_body_attitude(w, shape, turn),
                          .material = (uint32_t)scree_case_material(w->case_, q->material),
                          .id = w->next_id,
                          .fixed = q->fixed};
    return b;
}

static void add_clump(scree_world *w, const scree_new_particle *q) {
    const scree_body b = body_of(w, q);
    scree_body_add(w, &b);
}

static void add_sphere(scree_world *w, const scree_new_particle *q) {
    const int material = scree_case_material(w->case_, q->material);
    const scree_particle p = {.x = three(q->position),
                              .v = three(q->velocity),
                              .w = three(q->spin),
                              .radius = 0.5 * q->diameter,
                              .density = w->case_->material.data[material].density,
                              .material = (uint32_t)material,
                              .id = w->next_id,
                              .fixed = q->fixed};
    scree_particle_add(w, &p);
}

static bool is_owner(const scree_world *w, scree_vec3 x) {
    return !w->domain || scree_partition_owner(w->domain->partition,
                                               scree_cell_rest(&w->cell, scree_cell_wrap(&w->cell, x))) ==
                             scree_comm_rank(w->comm);
}

// A sum over all ranks.
static double over_ranks(const scree_world *w, scree_double_double sum) {
    scree_comm_add_double_double(w->comm, &sum, 1);
    return scree_double_double_value(&sum);
}

scree_status scree_world_add(scree_world *w, size_t n, const scree_new_particle *q, uint64_t *id,
                             scree_report *r) {
    bool fine = scree_host_may(w, "add particles", r) && scree_host_may_edit(w, "add particles", r);
    for (size_t k = 0; k < n && fine; k++) {
        fine = is_usable(w, k, &q[k], r);
    }
    if (!fine || n == 0) {
        return fine ? SCREE_OK : SCREE_USER_ERROR;
    }
    scree_host_begin_change(w);
    scree_double_double energy = {0};
    for (size_t k = 0; k < n; k++) {
        const uint64_t first = w->next_id,
                       members = q[k].shape
                                     ? w->case_->shape.data[scree_names_find(w->case_->shape, q[k].shape)]
                                           .shape.member.n
                                     : 1;
        const bool bonded =
            q[k].shape && scree_shape_is_bonded(w, scree_names_find(w->case_->shape, q[k].shape));
        const size_t row = w->p.n;
        if (bonded) {
            const scree_body b = body_of(w, &q[k]);
            scree_agglomerate_add(w, &b);
        } else if (is_owner(w, three(q[k].position))) {
            (q[k].shape ? add_clump : add_sphere)(w, &q[k]);
        }
        for (size_t i = row; i < w->p.n; i++) {
            scree_double_double_add(&energy, scree_particle_energy(w, i));
        }
        w->next_id = first + members;
        w->has_fixed |= q[k].fixed;
        if (id) {
            id[k] = first;
        }
    }
    const double sum = over_ranks(w, energy);
    w->ledger.inserted += sum;
    w->host.energy += sum;
    w->host.appended++;
    w->list_valid = false;
    return SCREE_OK;
}

scree_status scree_world_remove(scree_world *w, size_t n, const uint64_t *id, scree_report *r) {
    if (!scree_host_may(w, "remove particles", r) || !scree_host_may_edit(w, "remove particles", r)) {
        return SCREE_USER_ERROR;
    }
    if (n == 0) {
        return SCREE_OK;
    }
    size_t *row = scree_realloc(NULL, 0, n * sizeof *row);
    scree_world_rows(w, n, id, row);
    size_t there = 0;
    while (there < n && scree_comm_any(w->comm, row[there] < SIZE_MAX)) {
        there++;
    }
    if (there < n) {
        scree_report_error(r, "there is no particle %llu; accepted: ids of particles that are there",
                           (unsigned long long)id[there]);
        scree_free(row);
        return SCREE_USER_ERROR;
    }
    scree_host_begin_change(w);
    scree_double_double energy = {0};
    for (size_t k = 0; k < n; k++) {
        if (row[k] == SIZE_MAX) {
            continue;
        }
        const size_t member = scree_is_member(&w->p, row[k]) ? w->p.id[row[k]] - w->p.body[row[k]] : 0,
                     first = row[k] - member;
        for (size_t i = first; i < first + scree_whole_rows(w, first); i++) {
            scree_double_double_add(&energy, w->p.dead[i] ? 0.0 : scree_particle_energy(w, i));
            w->p.dead[i] = 1;
        }
    }
    scree_free(row);
    const double sum = over_ranks(w, energy);
    w->ledger.removed += sum;
    w->host.energy -= sum;
    scree_capabilities_at(w, SCREE_AFTER_BODIES_CHANGE, r); // while the rows of what leaves are there
    scree_capabilities_at(w, SCREE_BEFORE_BODIES_CHANGE, r);
    return compact(w, r);
}

// ---- hooks -------------------------------------------------------------------------------------------------

typedef struct scree_host_hook {
    int number;
    scree_hook_place place;
    int (*call)(scree_world *, void *);
    void *user;
} host_hook;

static void run_hook(scree_world *w, void *context) {
    const host_hook *hook = context;
    scree_report *r = scree_report_create();
    if (w->dt == 0.0 || !w->host.stepping) { // forces without a step
        scree_report_destroy(r);
        return;
    }
    const size_t views = scree_world_views(w);
    bool fine = hook->place != SCREE_BEFORE_FORCES || compact(w, r) == SCREE_OK;
    fine = fine && hook->call(w, hook->user) == 0 && scree_world_views(w) == views;
    w->host.failed |= !fine;
    scree_report_destroy(r);
}

int scree_world_hook(scree_world *w, scree_moment moment, int (*call)(scree_world *, void *), void *user) {
    static const scree_hook_place places[] = {SCREE_BEFORE_FORCES, SCREE_AFTER_FORCES, SCREE_AFTER_STEP};
    host_hook *hook = scree_realloc(NULL, 0, sizeof *hook);
    *hook = (host_hook){++w->host.hooks, places[moment], call, user};
    scree_array_push(&w->host.hook, hook);
    scree_hook_add(w, (scree_hook){hook->place, run_hook, hook, true, false});
    return hook->number;
}

void scree_host_hooks_last(scree_world *w) {
    for (size_t k = 0; k < w->host.hook.n; k++) {
        host_hook *hook = w->host.hook.data[k];
        scree_hook_remove(w, hook->place, run_hook, hook);
        scree_hook_add(w, (scree_hook){hook->place, run_hook, hook, true, false});
    }
}

int scree_world_unhook(scree_world *w, int number) {
    for (size_t k = 0; k < w->host.hook.n && !w->host.stepping; k++) {
        host_hook *hook = w->host.hook.data[k];
        if (hook->number == number) {
            scree_hook_remove(w, hook->place, run_hook, hook);
            memmove(&w->host.hook.data[k], &w->host.hook.data[k + 1], (w->host.hook.n - k - 1) * sizeof hook);
            w->host.hook.n--;
            scree_free(hook);
            return 1;
        }
    }
    return 0;
}
