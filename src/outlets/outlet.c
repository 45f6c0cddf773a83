// SPDX-License-Identifier: BSD-3-Clause
#include "outlets/outlet.h"
#include "access/particle.h"
#include "access/step_time.h"
#include "capabilities/list.h"
#include "clumps/body.h"
#include "measures/list/measures.h"
#include "regions/region.h"
#include "wall_contacts/wall_crossing.h"

enum { MARKS = 32 }; // bits of scree_spin.outlet_mask

// A particle may move this fraction of the thickness of a region between two looks: if it moves less it is seen
// inside, except on short ways through a corner.
static const double unseen = 0.25;

// Which particles an outlet takes.
typedef enum look {
    INSIDE, // and those that are marked
    MARKED,
    PASSED, // in the last drift
    LOST    // marked or passed, and outside the domain now
} look;

static uint32_t mark_of(size_t k) {
    return k < MARKS ? (uint32_t)1 << k : 0;
}

// A mark of an outlet that only counts says that the particle has been counted.
static bool is_marked(const scree_world *w, size_t k, size_t i) {
    return w->p.motion[i].w.outlet_mask & mark_of(k);
}

static bool is_one_way(const scree_outlet_def *def) {
    return vec_norm2(def->way) > 0.0;
}

static bool leads_through(const scree_world *w, const scree_outlet_def *def, scree_vec3 from, scree_vec3 to) {
    return is_one_way(def) ? scree_region_is_entered(w, &def->region, from, to, def->way)
                           : scree_region_is_passed(w, &def->region, from, to);
}

// Did the drift that has just been lead particle i through the region of an outlet, the way that this takes?
static bool has_passed(const scree_world *w, const scree_outlet_def *def, size_t i) {
    const size_t first =
        scree_is_member(&w->p, i) ? i - (size_t)(w->p.id[i] - w->p.body[i]) : i; // has the velocity
    const scree_vec3 v = scree_is_member(&w->p, i) ? w->p.body_velocity[first]
                                                   : scree_drift_velocity(w, i, w->dt),
                     to = scree_whole_centre(&w->p, i), go = vec_scale(w->dt, v), from = vec_sub(to, go),
                     start = scree_cell_wrap(&w->cell, from);
    const bool wrapped = start.x != from.x || start.y != from.y || start.z != from.z;
    return leads_through(w, def, from, to) || (wrapped && leads_through(w, def, start, vec_add(start, go)));
}

static bool is_taken(const scree_world *w, size_t k, size_t i, int how) {
    const scree_outlet_def *def = &w->case_->outlet.data[k];
    const scree_vec3 x = scree_whole_centre(&w->p, i);
    if (w->p.dead[i] || w->p.motion[i].v.m == SCREE_FIXED_MASS) {
        return false; // fixed particles in an outlet, such as a rough base, stay
    }
    if (is_marked(w, k, i)) {
        return !def->keep && (how != LOST || !scree_cell_holds(&w->cell, x));
    }
    switch (how) {
    case INSIDE:
        return !is_one_way(def) && scree_region_contains(w, &def->region, x);
    case MARKED:
        return false;
    case PASSED:
        return has_passed(w, def, i);
    case LOST:
        break;
    }
    return isfinite(x.x) && isfinite(x.y) && isfinite(x.z) && !scree_cell_holds(&w->cell, x) &&
           has_passed(w, def, i);
}

// With what a particle or clump leaves that is removed between two steps, J. Its last forces still act on the others in the first half
// of the next step, and the ledger counts their power for that long: so they kick it, too. Its weight has done its work.
static double leaving_energy(const scree_world *w, size_t i) {
    const double half = 0.5 * w->dt, m = w->p.motion[i].v.m;
    if (!scree_is_first(&w->p, i) || m == SCREE_FIXED_MASS) {
        return 0.0;
    }
    if (scree_is_member(&w->p, i)) {
        const scree_body_load a = scree_body_load_of(w, i);
        const scree_vec3 force = vec_add_scaled(a.force, -m, w->gravity);
        return scree_particle_energy_at(
            w, i, vec_add_scaled(a.v, half / m, force),
            scree_particle_rotational_at(w, i, vec_add_scaled(a.momentum, half, a.torque)));
    }
    const scree_velocities *u = &w->p.motion[i];
    const scree_wrench *f = &w->p.f[i];
    const double inertia = 0.4 * m * (w->p.x[i].r * w->p.x[i].r);
    const scree_vec3 force = vec_add_scaled(vec3(f->fx, f->fy, f->fz), -m, w->gravity),
                     v = vec_add_scaled(vec3(u->v.x, u->v.y, u->v.z), half / m, force),
                     spin = vec_add_scaled(vec3(u->w.x, u->w.y, u->w.z), half / inertia,
                                           vec3(f->tx, f->ty, f->tz));
    return scree_particle_energy_at(w, i, v, scree_particle_rotational_at(w, i, spin));
}

// Returns the energy of a particle that is removed after the drift, before it has forces: only its weight acts in the second half of the step.
static double lost_energy(const scree_world *w, size_t i) {
    const double half = 0.5 * w->dt, m = w->p.motion[i].v.m;
    if (!scree_is_first(&w->p, i) || m == SCREE_FIXED_MASS) {
        return 0.0;
    }
    const bool clump = scree_is_member(&w->p, i);
    const scree_vec3 v = clump ? w->p.body_velocity[i] : scree_drift_velocity(w, i, w->dt),
                     spin = clump ? w->p.momentum[i] : scree_drift_spin(w, i, w->dt);
    return scree_particle_energy_at(w, i, vec_add_scaled(v, half, w->gravity),
                                    scree_particle_rotational_at(w, i, spin));
}

void scree_outlet_delete(scree_world *w, size_t i, bool drifted, scree_double_double *energy) {
    w->p.dead[i] = 1;
    scree_double_double_add(energy, drifted ? lost_energy(w, i) : leaving_energy(w, i));
    w->list_valid = false;
}

void scree_outlet_add_ranks(const scree_world *w, uint64_t *count, scree_double_double *mass,
                            scree_double_double *energy) {
    scree_double_double sum[2] = {*mass, *energy};
    scree_comm_add(w->comm, count, 1);
    scree_comm_add_double_double(w->comm, sum, 2);
    *mass = sum[0];
    *energy = sum[1];
}

// Counts a particle, or with its first member a clump, and the time that it was in the run.
static void count_one(const scree_world *w, size_t i, scree_outlet_left *left) {
    if (!scree_is_first(&w->p, i)) {
        return;
    }
    left->count++;
    scree_double_double_add(&left->mass, w->p.motion[i].v.m);
    if (w->p.born) {
        const double time = scree_world_time(w) - w->p.born[i];
        scree_double_double_add(&left->stay[0], time);
        scree_double_double_add(&left->stay[1], time * time);
    }
}

static void leave(const scree_world *w, size_t i, scree_outlet_left *left) {
    count_one(w, i, left);
    scree_double_double_add(&left->energy, leaving_energy(w, i));
}

// Adds what has left on all ranks.
static void add_left(scree_world *w, size_t k, scree_outlet_left *left) {
    scree_outlet *o = &w->outlet.data[k];
    scree_outlet_add_ranks(w, &left->count, &left->mass, &left->energy);
    if (w->p.born) {
        scree_comm_add_double_double(w->comm, left->stay, 2);
        scree_measures_leave(w, k, left->count, left->stay);
    }
    o->count += left->count;
    o->mass += scree_double_double_value(&left->mass);
    w->ledger.removed += scree_double_double_value(&left->energy);
}

static void take_particles(scree_world *w, size_t k, look how) {
    const scree_outlet_def *def = &w->case_->outlet.data[k];
    scree_outlet_left left = {0};
    for (size_t i = 0; i < w->p.n; i++) {
        if (!is_taken(w, k, i, how)) {
            continue;
        }
        count_one(w, i, &left);
        if (def->keep) {
            w->p.motion[i].w.outlet_mask |= mark_of(k);
        } else {
            scree_outlet_delete(w, i, how == PASSED || how == LOST, &left.energy);
        }
    }
    add_left(w, k, &left);
}

static void recycle(scree_world *w, size_t k, look how, scree_report *r) {
    const scree_outlet_takes takes = {is_taken, leave, how};
    scree_outlet_left left = {0};
    scree_outlet_recycle(w, k, &takes, &left, r);
    scree_comm_add_double_double(w->comm, &left.inserted, 1);
    w->ledger.inserted += scree_double_double_value(&left.inserted);
    add_left(w, k, &left);
}

static bool is_open(const scree_world *w, const scree_outlet_def *def) {
    return !def->once && scree_is_between(w, def->start, def->stop);
}

// An outlet that closes deletes the particles that are marked then.
static bool closes(const scree_world *w, const scree_outlet_def *def) {
    return !def->once && isfinite(def->stop) && w->step == scree_step_of(w, def->stop);
}

static bool is_due(const scree_world *w, size_t k) {
    const scree_outlet_def *def = &w->case_->outlet.data[k];
    const scree_schedule checks = scree_schedule_of_outlet(def);
    return def->once ? w->step == scree_step_of(w, def->start)
                     : closes(w, def) || (is_open(w, def) && scree_schedule_has(w, &checks, w->step));
}

bool scree_outlets_are_due(const scree_world *w) {
    bool any = false;
    for (size_t k = 0; k < w->outlet.n; k++) {
        any |= is_due(w, k);
    }
    return any;
}

void scree_outlets_act(scree_world *w, scree_report *r) {
    for (size_t k = 0; k < w->outlet.n; k++) {
        const scree_outlet_def *def = &w->case_->outlet.data[k];
        const look how = closes(w, def) ? MARKED : INSIDE;
        if (is_due(w, k) && def->recycles) {
            recycle(w, k, how, r);
        } else if (is_due(w, k)) {
            take_particles(w, k, how);
        }
    }
}

// Marks those that have passed. reach: m, of a way at most, and of the region.
static void mark(scree_world *w, size_t k, double reach) {
    const scree_region *region = &w->case_->outlet.data[k].region;
    const scree_cell *c = &w->cell;
    scree_vec3 low, high;
    const bool bounded = scree_region_bounds(w, region, &low, &high);
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, w->p.n))
    for (size_t i = 0; i < w->p.n; i++) {
        const scree_vec3 x = scree_whole_centre(&w->p, i);
        const bool near = !bounded || (scree_cell_gap(c, 0, x.x, low.x, high.x) <= reach &&
                                       scree_cell_gap(c, 1, x.y, low.y, high.y) <= reach &&
                                       scree_cell_gap(c, 2, x.z, low.z, high.z) <= reach);
        if (near && is_taken(w, k, i, PASSED)) {
            w->p.motion[i].w.outlet_mask |= mark_of(k);
        }
    }
}

void scree_outlets_watch(scree_world *w, double speed) {
    for (size_t k = 0; k < w->outlet.n; k++) {
        const scree_outlet_def *def = &w->case_->outlet.data[k];
        if (!is_open(w, def)) {
            continue;
        }
        const bool of_wall = def->region.kind == SCREE_REGION_FACE && def->region.wall >= 0;
        const double moved = of_wall ? scree_wall_moved(&w->wall.data[def->region.wall]) : 0.0,
                     reach = speed * w->dt + moved;
        const scree_schedule checks = scree_schedule_of_outlet(def);
        if (!is_one_way(def) && !(reach * (double)scree_steps_between(w, checks.every) >
                                  unseen * scree_region_thickness(w, &def->region))) {
            continue;
        }
        if (def->keep) {
            take_particles(w, k, PASSED);
        } else if (k >= MARKS && !def->recycles) {
            scree_capabilities_at(w, SCREE_BEFORE_BODIES_CHANGE, NULL);
            take_particles(w, k, PASSED);
            scree_capabilities_at(w, SCREE_AFTER_BODIES_CHANGE, NULL);
        } else {
            mark(w, k, reach * (1.0 + 1e-9));
        }
    }
}

void scree_outlets_take_lost(scree_world *w) {
    for (size_t k = 0; k < w->outlet.n; k++) {
        if (is_open(w, &w->case_->outlet.data[k]) && !w->case_->outlet.data[k].recycles) {
            take_particles(w, k, LOST);
        }
    }
}
