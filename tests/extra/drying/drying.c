// SPDX-License-Identifier: BSD-3-Clause
#include "access/capability.h"
#include "keys/complain.h"
#include "particles/particle_sum.h"
#include "sections/key_tables.h"

// ---- keys --------------------------------------------------------------------------------------------------

#define AT(field) .offset = offsetof(scree_drying_def, field)
static const scree_key keys[] = {
    {"rate", IN("1/s"), FROM(0), .required = true, .doc = "Share of its water that a particle loses.",
     AT(rate)},
    {"lift", IN("m/s2"), FROM(0), .fallback = "0", .doc = "Upward force over the water of a particle.",
     AT(lift)},
};
#undef AT

static void note_place(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    (void)g, (void)path;
    ((scree_drying_def *)base)->place = node->place;
}

extern const scree_section scree_drying_section;
const scree_section scree_drying_section = {
    .doc = "Water of particles, which dries.", KEYS(keys), .check = note_place};

static void check(scree_config *g) {
    if (g->c->drying.lift > 0.0 && !g->c->has_domain) {
        scree_config_error(g, g->c->drying.place,
                           "drying.lift: lifted particles may rise for ever; accepted: a 'domain'");
    }
}

// ---- physics -----------------------------------------------------------------------------------------------

// Dries particle i; returns what dries, kg.
static double dry(scree_world *w, size_t i, const void *context) {
    const double share = *(const double *)context * w->dt,
                 lost = share < 1.0 ? share * w->p.water[i] : w->p.water[i];
    w->p.water[i] -= lost;
    return lost;
}

// Lifts particle i; returns the power, W, at its velocity at the end of the step.
static double lift(scree_world *w, size_t i, const void *context) {
    const double force = *(const double *)context * w->p.water[i];
    w->p.f[i].fz += force;
    return force * (w->p.motion[i].v.z + 0.5 * w->dt * w->p.f[i].fz / w->p.motion[i].v.m);
}

static double water_of(scree_world *w, size_t i, const void *context) {
    (void)context;
    return w->p.water[i];
}

static void lift_all(scree_world *w, void *context) {
    (void)context;
    const double power = scree_particle_sum(w, lift, &w->case_->drying.lift);
    w->ledger.loaded += 0.5 * w->dt * (w->lift_power + power);
    w->lift_power = power;
}

// ---- what the engine calls -----------------------------------------------------------------------------------

static void add_hook(scree_world *w, scree_report *r) {
    (void)r;
    scree_hook_remove(w, SCREE_AFTER_FORCES, lift_all, NULL);
    if (w->case_->has_drying && w->case_->drying.lift > 0.0) {
        scree_hook_add(w,
                       (scree_hook){.place = SCREE_AFTER_FORCES, .call = lift_all, .needs_particles = true});
    }
}

static scree_status advance(scree_world *w, bool may_fuse, scree_status status, scree_report *r) {
    (void)may_fuse, (void)r;
    if (w->case_->has_drying) {
        w->dried += scree_particle_sum(w, dry, &w->case_->drying.rate);
    }
    return status;
}

static void measure(scree_world *w, scree_report *r) {
    (void)r;
    w->water = w->case_->has_drying ? scree_particle_sum(w, water_of, NULL) : 0.0;
}

static void warn(scree_world *w, scree_report *r) {
    measure(w, r);
    if (w->case_->has_drying && w->water == 0.0) {
        scree_report_warning(r,
                             "drying: no particle has water; a file of particles may have a column 'water'");
    }
}

static bool dries(const scree_case *c) {
    return c->has_drying;
}

static const scree_column column[] = {
    {"water", "kg", "Water of all particles.", SCREE_COLUMN_OF_WORLD(water)},
    {"dried", "kg", "Water that has dried since the start.", SCREE_COLUMN_OF_WORLD(dried)},
};
static const scree_column_table columns = {"in cases with drying", dries, SCREE_COLUMNS(column)};

extern const scree_capability scree_drying_capability;
const scree_capability scree_drying_capability = {
    .at = {[SCREE_AT_AUDIT] = warn, [SCREE_AT_HOOKS] = add_hook, [SCREE_AT_MEASURE] = measure},
    .advance = advance,
    .check = check,
    .columns = &columns,
};
