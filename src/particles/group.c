// SPDX-License-Identifier: BSD-3-Clause
#include "particles/group.h"
#include "access/particle.h"
#include "access/step_time.h"
#include "case/time_table.h"
#include "clumps/body.h"
#include "laws/list/law_set.h"
#include "maths/double_double.h"
#include "maths/math.h"
#include "regions/selection.h"
#include "state/hooks.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static uint64_t bit_of(size_t k) {
    return (uint64_t)1 << k;
}

// ---- holding -----------------------------------------------------------------------------------------------

// Groups that hold, as bits.
static uint64_t holding(const scree_case *c) {
    uint64_t bits = 0;
    for (size_t k = 0; k < c->group.n; k++) {
        bits |= c->group.data[k].hold ? bit_of(k) : 0;
    }
    return bits;
}

// The group that moves particle i: if several hold it, the last one in the file. NULL: none.
static const scree_group_def *mover_of(const scree_world *w, size_t i, uint64_t holding_groups) {
    const uint64_t groups = w->p.groups[i] & holding_groups;
    return groups ? &w->case_->group.data[63 - __builtin_clzll(groups)] : NULL;
}

static scree_table_value place_at(const scree_group_def *def, double time) {
    const double since = time - fmax(def->start, def->motion.start); // that of the motion may be -1
    return scree_time_table_at(&def->motion.table, since > 0.0 ? since : 0.0);
}

// In the next step, which leads from one place of the table to the next one.
static scree_vec3 velocity_of_step(const scree_world *w, const scree_group_def *def) {
    const double dt = w->dt > 0.0 ? w->dt : w->next_dt;
    const scree_clock clock = {w->clock.data, w->clock.n, dt};
    const double time = scree_clock_time(&clock, w->step);
    return def->has_motion
               ? vec_scale(1.0 / dt, vec_sub(place_at(def, time + dt).vector, place_at(def, time).vector))
               : def->velocity;
}

static void move(scree_world *w, size_t i, scree_vec3 v, scree_vec3 spin) {
    scree_velocities *m = &w->p.motion[i];
    if (scree_is_member(&w->p, i)) {
        scree_body_move_on(w, i, v, spin);
        return;
    }
    m->v.x = v.x, m->v.y = v.y, m->v.z = v.z;
    m->w.x = spin.x, m->w.y = spin.y, m->w.z = spin.z;
}

static void set_velocity(scree_world *w, size_t i) {
    const scree_group_def *def = mover_of(w, i, holding(w->case_));
    if (def) {
        move(w, i, velocity_of_step(w, def), def->spin);
        w->list_valid = false; // the list knows which fixed particles move
    }
}

// Gives what follows a table its velocity: that of the table, which forces see, or that which leads to the next place.
static void follow_tables(scree_world *w, bool forces) {
    const uint64_t holding_groups = holding(w->case_);
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, w->p.n))
    for (size_t i = 0; i < w->p.n; i++) {
        const scree_group_def *def =
            w->p.dead[i] || !scree_is_first(&w->p, i) ? NULL : mover_of(w, i, holding_groups);
        if (def && def->has_motion) {
            move(w, i, forces ? place_at(def, scree_world_time(w)).rate : velocity_of_step(w, def),
                 def->spin);
        }
    }
}

static void before_forces(scree_world *w, void *context) {
    (void)context;
    follow_tables(w, true);
}

static void after_step(scree_world *w, void *context) {
    (void)context;
    follow_tables(w, false);
}

void scree_groups_begin(scree_world *w) {
    scree_hook_remove(w, SCREE_BEFORE_FORCES, before_forces, NULL);
    scree_hook_remove(w, SCREE_AFTER_STEP, after_step, NULL);
    if (scree_case_moves_groups(w->case_)) {
        scree_hook_add(w, (scree_hook){.place = SCREE_BEFORE_FORCES, .call = before_forces});
        scree_hook_add(w,
                       (scree_hook){.place = SCREE_AFTER_STEP, .call = after_step, .needs_particles = true});
    }
}

// Changes of the energies by a group: J, sums over its particles.
typedef struct account {
    scree_double_double removed, inserted, changed;
    // W, more than before, by the last forces of contacts, which act on until the middle of the next step: of held particles on others, and
    // of all on their contacts.
    scree_double_double held, moved;
    uint64_t members;
} account;

static bool is_held(const scree_world *w, size_t i) {
    return w->p.motion[i].v.m == SCREE_FIXED_MASS;
}

// The power of the particles of a whole on their contacts, W.
static double power_of(const scree_world *w, size_t i) {
    double power = 0.0;
    for (size_t k = i; k < i + scree_whole_rows(w, i); k++) {
        const scree_wrench *f = &w->p.f[k];
        const scree_vel *v = &w->p.motion[k].v;
        const scree_spin *s = &w->p.motion[k].w;
        power -= (f->fx * v->x + f->fy * v->y + f->fz * v->z) + (f->tx * s->x + f->ty * s->y + f->tz * s->z);
    }
    return power;
}

static void hold(scree_world *w, size_t i, account *sums) {
    if (!is_held(w, i)) {
        scree_double_double_add(&sums->removed, scree_particle_energy(w, i));
        for (size_t k = i; k < i + scree_whole_rows(w, i); k++) {
            w->p.free_mass[k] = w->p.motion[k].v.m;
            scree_particle_fix(w, k);
        }
    }
    set_velocity(w, i);
}

// Free, unless another group holds it too.
static void release(scree_world *w, size_t i, account *sums) {
    if (w->p.groups[i] & holding(w->case_)) {
        set_velocity(w, i);
    } else if (w->p.free_mass[i] > 0.0) { // else it was fixed before
        for (size_t k = i; k < i + scree_whole_rows(w, i); k++) {
            w->p.motion[k].v.m = w->p.free_mass[k];
            w->p.free_mass[k] = 0.0;
        }
        if (scree_is_member(&w->p, i)) { // its angular momentum follows from its spin
            const scree_spin s = w->p.motion[i].w;
            scree_body_move(w, i, w->p.body_velocity[i], vec3(s.x, s.y, s.z));
        }
        scree_double_double_add(&sums->inserted, scree_particle_energy(w, i));
        w->list_valid = false;
    }
}

// ---- beginning, end, growth --------------------------------------------------------------------------------

static void choose(scree_world *w, size_t k, bool acting, account *sums) {
    const scree_group_def *def = &w->case_->group.data[k];
    const uint64_t bit = bit_of(k);
    for (size_t i = 0; i < w->p.n; i++) {
        if (w->p.dead[i] || !scree_is_first(&w->p, i)) {
            continue;
        }
        const bool was = w->p.groups[i] & bit, is = acting && scree_selection_has(w, &def->which, i);
        for (size_t m = i; m < i + scree_whole_rows(w, i); m++) {
            w->p.groups[m] = is ? w->p.groups[m] | bit : w->p.groups[m] & ~bit;
        }
        sums->members += is;
        if (def->hold && is != was) {
            const double before = power_of(w, i), held = is_held(w, i) ? before : 0.0;
            is ? hold(w, i, sums) : release(w, i, sums);
            const double after = power_of(w, i);
            scree_double_double_add(&sums->moved, after - before);
            scree_double_double_add(&sums->held, (is_held(w, i) ? after : 0.0) - held);
        }
    }
}

// Radii times `factor`, masses with them. Held particles keep the mass that they have when they are free.
static void grow(scree_world *w, size_t k, double factor, account *sums) {
    const uint64_t bit = bit_of(k);
    for (size_t i = 0; i < w->p.n; i++) {
        if (w->p.dead[i] || !(w->p.groups[i] & bit) || !scree_is_first(&w->p, i)) {
            continue;
        }
        const bool is_free = !is_held(w, i);
        const double before = is_free ? scree_particle_energy(w, i) : 0.0, mass = factor * factor * factor;
        for (size_t m = i; m < i + scree_whole_rows(w, i); m++) {
            w->p.motion[m].v.m *= is_free ? mass : 1.0;
            if (w->p.free_mass) {
                w->p.free_mass[m] *= mass;
            }
        }
        if (scree_is_member(&w->p, i)) {
            scree_body_scale(w, i, factor);
        } else {
            w->p.x[i].r *= factor;
        }
        scree_double_double_add(&sums->changed, is_free ? scree_particle_energy(w, i) - before : 0.0);
        w->list_valid = false;
    }
}

static bool is_within(const scree_world *w, const scree_group_def *def) {
    return scree_is_between(w, def->start, def->stop);
}

static bool ends_interval(const scree_world *w, const scree_group_def *def, double every) {
    const scree_schedule s = {def->start, every};
    return w->step > scree_step_of(w, def->start) && scree_schedule_has(w, &s, w->step);
}

// Every so many seconds since the start, which does not count; 0: never.
static bool is_time(const scree_world *w, const scree_group_def *def, double every) {
    return every > 0.0 && is_within(w, def) && ends_interval(w, def, every);
}

static double growth_interval(const scree_group_def *def) {
    return def->growth != 0.0 ? def->growth_every > 0.0 ? def->growth_every : 1e-3 : 0.0;
}

// Growth acts at the end of each interval, also at the end of an interval that ends when the group stops.
static bool is_growth_due(const scree_world *w, size_t k) {
    const scree_group_def *def = &w->case_->group.data[k];
    const double every = growth_interval(def);
    const bool ends =
        w->group.data[k].acting > 0 && isfinite(def->stop) && w->step == scree_step_of(w, def->stop);
    return every > 0.0 && (ends || is_within(w, def)) && ends_interval(w, def, every);
}

// The smallest radius of a material that a group may choose, among particles that are there or will be inserted, m.
static double smallest_of(const scree_world *w, const scree_group_def *def, size_t material) {
    const scree_case *c = w->case_;
    double least = INFINITY;
    for (size_t i = 0; i < w->p.n; i++) {
        const bool is = !w->p.dead[i] && scree_case_base(c, w->p.motion[i].w.material) == material;
        least = is && scree_selection_has(w, &def->which, i) ? fmin(least, w->p.x[i].r) : least;
    }
    for (size_t k = 0; k < c->source.n; k++) {
        const scree_source_def *s = &c->source.data[k];
        const bool may = scree_source_inserts(s) && s->material == (int)material && s->size.min > 0.0 &&
                         (def->which.source < 0 || def->which.source == (int)k);
        least = may ? fmin(least, 0.5 * s->size.min) : least;
    }
    least = -least;
    scree_comm_max(w->comm, &least, 1);
    return -least;
}

// How long a contact with a wall lasts, s, of a particle whose radius grows by a share at once, or that rests there: at the speed of an impact whose force is as
// large as that of the growth and the weight.
static double contact_time(const scree_world *w, size_t material, double r, double jump) {
    const scree_law_set *set = &w->laws[material * w->case_->material.n + material];
    const double mass = scree_sphere_volume(r) * w->case_->material.data[material].density,
                 g = vec_norm(w->gravity);
    double time = w->dt;
    if (!scree_law_set_keeps_apart(set)) {
        return INFINITY;
    }
    for (int k = 0; k < 30; k++) { // converges by a factor of 5 each time with Hertz' law
        const double speed = SCREE_PI * jump / time + g * time / SCREE_PI;
        time = scree_law_at(set->step[0].law)->collision_time(set->step[0].derived, mass, r, speed);
    }
    return time;
}

// Growth that comes at once is like an impact, unless many steps of growth come while a contact lasts.
static void warn_of_jumps(const scree_world *w, const scree_group_def *def, scree_report *r) {
    static const double share = 0.1, felt = 0.1; // of the contact's time, and of the weight of a particle
    const double every = (double)scree_steps_between(w, growth_interval(def)) * w->dt,
                 g = vec_norm(w->gravity);
    double least = INFINITY, most = 0.0;
    for (size_t m = 0; m < scree_case_named(w->case_); m++) {
        const double radius = smallest_of(w, def, m), jump = fabs(def->growth) * every * radius,
                     time = isfinite(radius) ? contact_time(w, m, radius, jump) : INFINITY,
                     pushes = SCREE_PI * SCREE_PI * jump / (time * time);
        least = fmin(least, time);
        most = fmax(most, pushes);
    }
    if (every > w->dt && every > share * least && !(most < felt * g)) {
        char weight[64] = "";
        if (g > 0.0) {
            snprintf(weight, sizeof weight, ", with %.2g times their weight or more", most / g);
        }
        scree_report_at(
            r, SCREE_SEVERITY_WARNING, w->case_->path, def->place.line, def->place.column,
            "groups.%s.growth: radii grow at once, every %.3g s, and a contact lasts %.3g s, so each growth "
            "pushes particles that touch like an impact%s; accepted: growth_every: %.2g s, each time with a "
            "new "
            "neighbour list, or a slower growth",
            def->name, every, least, weight, fmax(w->dt, share * least));
    }
}

void scree_groups_warn(const scree_world *w, scree_report *r) {
    for (size_t k = 0; k < w->case_->group.n; k++) {
        if (w->case_->group.data[k].growth != 0.0) {
            warn_of_jumps(w, &w->case_->group.data[k], r);
        }
    }
}

static bool is_due(const scree_world *w, size_t k) {
    const scree_group_def *def = &w->case_->group.data[k];
    return is_within(w, def) != (w->group.data[k].acting > 0) || is_time(w, def, def->every) ||
           is_growth_due(w, k);
}

uint64_t scree_groups_growing(const scree_world *w) {
    uint64_t bits = 0;
    for (size_t k = 0; k < w->group.n; k++) {
        bits |= is_growth_due(w, k) ? bit_of(k) : 0;
    }
    return bits;
}

bool scree_groups_due(const scree_world *w) {
    bool any = false;
    for (size_t k = 0; k < w->group.n; k++) {
        any |= is_due(w, k);
    }
    return any;
}

static void act(scree_world *w, size_t k, scree_report *r) {
    const scree_group_def *def = &w->case_->group.data[k];
    scree_group *group = &w->group.data[k];
    const bool acting = is_within(w, def);
    account sums = {0};
    if (is_growth_due(w, k)) {
        const scree_schedule s = {def->start, growth_interval(def)};
        const uint64_t last = scree_schedule_before(w, &s, w->step);
        grow(w, k, 1.0 + scree_times_between(w, def->growth, last, w->step), &sums);
        w->alarms.losses.unknown = true;
    }
    if (acting != (group->acting > 0) || is_time(w, def, def->every)) {
        choose(w, k, acting, &sums);
        scree_comm_add(w->comm, &sums.members, 1);
        group->acting = acting;
        group->members = sums.members;
        if (acting && sums.members == 0 && def->every == 0.0 && scree_comm_rank(w->comm) == 0) {
            scree_report_warning(r, "group '%s', t = %.6g s: no particle fits what it chooses", def->name,
                                 scree_world_time(w));
        }
        w->alarms.losses.unknown = true;
    }
    scree_double_double sum[] = {sums.removed, sums.inserted, sums.changed, sums.held, sums.moved};
    scree_comm_add_double_double(w->comm, sum, sizeof sum / sizeof *sum);
    w->ledger.removed += scree_double_double_value(&sum[0]);
    w->ledger.inserted += scree_double_double_value(&sum[1]);
    w->ledger.changed += scree_double_double_value(&sum[2]);
    w->ledger.wall_power += scree_double_double_value(&sum[3]);
    w->ledger.wall_work += 0.5 * w->dt * scree_double_double_value(&sum[3]);
    if (!w->has_bonds) { // their energy is booked as it is
        w->ledger.now.known_power += scree_double_double_value(&sum[4]);
    }
}

void scree_groups_act(scree_world *w, scree_report *r) {
    for (size_t k = 0; k < w->group.n; k++) {
        if (is_due(w, k)) {
            act(w, k, r);
        }
    }
}

void scree_groups_renew(scree_world *w) {
    for (size_t i = 0; i < w->p.n && scree_case_holds(w->case_); i++) {
        if (!w->p.dead[i] && scree_is_first(&w->p, i)) {
            set_velocity(w, i);
        }
    }
}
