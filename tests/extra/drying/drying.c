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
    {"bridge", IN("N/m"), FROM(0), .fallback = "0",
     .doc = "Spring between the surfaces of two particles that do not touch.", AT(bridge)},
    {"range", IN("m"), FROM(0), .fallback = "0", .doc = "Gap up to which such a spring holds.", AT(range)},
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

// Returns the force of the bridges on particle i, N, summed in the order of its neighbours' ids. Counts the bridges, if `count` is given.
static scree_vec3 bridges_of(const scree_world *w, size_t i, double *count) {
    const scree_pairs *pairs = &w->pairs;
    const scree_drying_def *d = &w->case_->drying;
    const scree_pos *a = &w->p.x[i];
    scree_vec3 sum = vec3(0.0, 0.0, 0.0);
    for (uint32_t e = pairs->start[i]; e < pairs->start[i + 1] && d->bridge > 0.0; e++) {
        const size_t pair = pairs->incident[e] >> 1;
        if (pair < pairs->first_wall_pair) {
            const scree_pos *b = &w->p.x[pairs->incident[e] & 1 ? pairs->pair[pair].a : pairs->pair[pair].b];
            const scree_vec3 to = scree_nearest_image(&w->cell.period, b->x - a->x, b->y - a->y, b->z - a->z);
            const double distance = vec_norm(to), gap = distance - (a->r + b->r);
            if (gap > 0.0 && gap < d->range) {
                sum = vec_add_scaled(sum, d->bridge * (gap / distance), to);
                *count += 1.0;
            }
        }
    }
    return sum;
}

// Lifts and holds particle i; returns the power, W, at its velocity at the end of the step.
static double pull(scree_world *w, size_t i, const void *context) {
    (void)context;
    double count = 0.0;
    scree_vec3 force = bridges_of(w, i, &count);
    force.z += w->case_->drying.lift * w->p.water[i];
    scree_wrench *f = &w->p.f[i];
    f->fx += force.x, f->fy += force.y, f->fz += force.z;
    const scree_vel *v = &w->p.motion[i].v;
    return vec_dot(force,
                   vec_add_scaled(vec3(v->x, v->y, v->z), 0.5 * w->dt / v->m, vec3(f->fx, f->fy, f->fz)));
}

static double water_of(scree_world *w, size_t i, const void *context) {
    (void)context;
    return w->p.water[i];
}

// A bridge moves with both of its particles.
static void hold(const scree_world *w, size_t i, scree_hold *sum) {
    double count = 0.0;
    if (w->case_->has_drying) {
        bridges_of(w, i, &count);
        sum->shift += 2.0 * count * w->case_->drying.bridge;
    }
}

static void pull_all(scree_world *w, void *context) {
    (void)context;
    const double power = scree_particle_sum(w, pull, NULL);
    w->ledger.loaded += 0.5 * w->dt * (w->pull_power + power);
    w->pull_power = power;
}

static double reach(scree_world *w, double ago) {
    (void)ago;
    const scree_drying_def *d = &w->case_->drying;
    return w->case_->has_drying && d->bridge > 0.0 ? d->range : 0.0;
}

// ---- what the engine calls -----------------------------------------------------------------------------------

static void add_hook(scree_world *w, scree_report *r) {
    (void)r;
    const scree_drying_def *d = &w->case_->drying;
    scree_hook_remove(w, SCREE_AFTER_FORCES, pull_all, NULL);
    if (w->case_->has_drying && (d->lift > 0.0 || d->bridge > 0.0)) {
        scree_hook_add(w,
                       (scree_hook){.place = SCREE_AFTER_FORCES, .call = pull_all, .needs_particles = true});
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
    .reach = reach,
    .reach_of = "bridges between particles",
    .reach_remedy = "a smaller drying.range",
    .hold = hold,
    .advance = advance,
    .check = check,
    .columns = &columns,
};
