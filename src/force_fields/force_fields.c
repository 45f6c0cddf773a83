// SPDX-License-Identifier: BSD-3-Clause
// Each pair is evaluated once, from the smaller id to the larger; a particle adds up the forces of its pairs in the order of its neighbours' ids, as it does with
// contacts. So the bits do not depend on threads, ranks and the order in memory; a pair with a ghost is evaluated by both owners. Pairs come from the neighbour list,
// which reaches as far as the fields do. What pairs and images store is summed in each step. What fields do at the velocities of the time of the forces, which
// contain all forces, is booked after the step, by the trapezoidal rule.
#include "force_fields/force_fields.h"
#include "access/capability.h"
#include "access/particle.h"
#include "clumps/whole.h"
#include "force_fields/force_field.h"
#include "force_fields/force_fields_keys.h"
#include "maths/double_double.h"

#define ADDRESS(name) &scree_field_of_##name,
static const scree_force_field *const kinds[] = {SCREE_FORCE_FIELDS_LIST(ADDRESS)};
#undef ADDRESS
enum { KINDS = sizeof kinds / sizeof *kinds };

static bool acts(const scree_world *w, int k) {
    return kinds[k]->acts(&w->case_->force_fields);
}

// ---- pairs -------------------------------------------------------------------------------------------------

static double range_of(const scree_world *w, int k) {
    return acts(w, k) && kinds[k]->pair ? kinds[k]->range(&w->case_->force_fields) : 0.0;
}

static double longest_range(const scree_world *w) {
    double most = 0.0;
    for (int k = 0; k < KINDS; k++) {
        most = fmax(most, range_of(w, k));
    }
    return most;
}

// Sets the force of the pair on its particle a; returns the energy stored.
static double evaluate(scree_world *w, size_t pair) {
    const size_t a = w->pairs.pair[pair].a, b = w->pairs.pair[pair].b;
    const scree_pos *xa = &w->p.x[a], *xb = &w->p.x[b];
    const scree_vec3 to = scree_nearest_image(&w->cell.period, xb->x - xa->x, xb->y - xa->y, xb->z - xa->z);
    const double r = vec_norm(to);
    scree_vec3 force = vec3(0.0, 0.0, 0.0);
    double energy = 0.0;
    for (int k = 0; k < KINDS; k++) {
        energy += r < range_of(w, k) ? kinds[k]->pair(w, a, b, to, r, &force) : 0.0;
    }
    w->field_force.data[pair] = force;
    return energy;
}

static void evaluate_pairs(scree_world *w) {
    const size_t n = w->pairs.first_wall_pair;
    scree_array_resize(&w->field_force, n);
    for (size_t k = 0; k < w->pairs.block.n; k++) {
        const scree_pair_block *block = &w->pairs.block.data[k];
        if (block->wall >= 0) {
            continue;
        }
        const bool counts = block->zone != SCREE_ZONE_REMOTE;
#pragma omp parallel num_threads(scree_world_team(w, block->n))
        {
            scree_double_double own = {0.0, 0.0};
#pragma omp for schedule(static) nowait
            for (size_t pair = block->first; pair < block->first + block->n; pair++) {
                const double energy = evaluate(w, pair);
                scree_double_double_add(&own, counts ? energy : 0.0);
            }
#pragma omp critical
            scree_double_double_join(&w->field_energy_sum, &own);
        }
    }
}

static scree_vec3 sum_of_pairs(const scree_world *w, size_t i) {
    const scree_pairs *pairs = &w->pairs;
    scree_vec3 sum = vec3(0.0, 0.0, 0.0);
    for (uint32_t e = pairs->start[i]; e < pairs->start[i + 1]; e++) {
        const size_t pair = pairs->incident[e] >> 1;
        if (pair < pairs->first_wall_pair) {
            sum = vec_add_scaled(sum, pairs->incident[e] & 1 ? -1.0 : 1.0, w->field_force.data[pair]);
        }
    }
    return sum;
}

// ---- particles ---------------------------------------------------------------------------------------------

// Pushes the particle or clump that begins in row i; returns the energy that its images store, J.
static double push(scree_world *w, size_t i, bool pairs) {
    const double half = 0.5 * (w->dt > 0.0 ? w->dt : w->next_dt);
    const scree_vec3 none = vec3(0.0, 0.0, 0.0);
    const bool is_free = w->p.motion[i].v.m < SCREE_FIXED_MASS;
    scree_field_load load = {pairs ? sum_of_pairs(w, i) : none, none, none, none};
    double energy = 0.0;
    for (int k = 0; k < KINDS; k++) {
        const scree_force_field *kind = kinds[k];
        if (!acts(w, k) || !is_free) {
            continue;
        }
        energy += kind->image ? kind->image(w, i, &load.stored) : 0.0;
        if (kind->outer) {
            kind->outer(w, i, &load.outer);
        }
    }
    scree_whole_push(w, i, vec_add(load.stored, load.outer), none);
    for (int k = 0; k < KINDS; k++) { // after all other forces
        if (acts(w, k) && is_free && kinds[k]->drag) {
            scree_vec3 v, spin;
            scree_whole_velocities(w, i, &v, &spin);
            load.drag = kinds[k]->drag(w, i, v, half, &load.flow);
            scree_whole_push(w, i, load.drag, none);
        }
    }
    w->field_load.data[i] = load;
    return energy;
}

static void add_forces(scree_world *w, void *context) {
    (void)context;
    const bool pairs = longest_range(w) > 0.0;
    w->field_energy_sum = (scree_double_double){0.0, 0.0};
    scree_array_resize(&w->field_load, w->p.n);
    if (pairs) {
        evaluate_pairs(w);
    }
    w->field_ledger.jumps = w->dt > 0.0 ? w->field_ledger.jumps : 1.0;
#pragma omp parallel num_threads(scree_world_team(w, w->p.n))
    {
        scree_double_double own = {0.0, 0.0};
#pragma omp for schedule(static) nowait
        for (size_t i = 0; i < w->p.n; i++) {
            if (!w->p.dead[i] && scree_is_first(&w->p, i)) {
                scree_double_double_add(&own, push(w, i, pairs));
            }
        }
#pragma omp critical
        scree_double_double_join(&w->field_energy_sum, &own);
    }
}

// ---- energies ----------------------------------------------------------------------------------------------

enum { STORED, STORED_POWER, WORK_POWER, DRAG_POWER, SUMS };

static void add_powers(const scree_world *w, size_t i, scree_double_double sum[SUMS]) {
    const scree_field_load *f = &w->field_load.data[i];
    const scree_vec3 v = scree_particle_velocity(&w->p, i);
    const bool is_free = w->p.motion[i].v.m < SCREE_FIXED_MASS;
    const double stored = vec_dot(f->stored, v);
    scree_double_double_add(&sum[STORED_POWER], stored);
    scree_double_double_add(&sum[WORK_POWER],
                            is_free ? vec_dot(f->outer, v) + vec_dot(f->drag, f->flow) : -stored);
    scree_double_double_add(&sum[DRAG_POWER], vec_dot(f->drag, vec_sub(f->flow, v)));
}

static void book(scree_world *w) {
    scree_field_ledger *l = &w->field_ledger;
    scree_double_double all[SUMS] = {{0.0, 0.0}};
#pragma omp parallel num_threads(scree_world_team(w, w->p.n))
    {
        scree_double_double own[SUMS] = {{0.0, 0.0}};
#pragma omp for schedule(static) nowait
        for (size_t i = 0; i < w->p.n; i++) {
            if (!w->p.dead[i] && scree_is_first(&w->p, i)) {
                add_powers(w, i, own);
            }
        }
#pragma omp critical
        for (int k = 0; k < SUMS; k++) {
            scree_double_double_join(&all[k], &own[k]);
        }
    }
    all[STORED] = w->field_energy_sum;
    scree_comm_add_double_double(w->comm, all, SUMS);
    const double half = 0.5 * w->dt, stored = scree_double_double_value(&all[STORED]),
                 stored_power = scree_double_double_value(&all[STORED_POWER]),
                 work_power = scree_double_double_value(&all[WORK_POWER]),
                 drag_power = scree_double_double_value(&all[DRAG_POWER]);
    if (l->jumps > 0.0 || w->disturbance == SCREE_GROWTH) {
        l->exchanged += (stored - l->stored) + half * (l->stored_power + stored_power);
    }
    l->work += half * (l->work_power + work_power);
    l->dragged += half * (l->drag_power + drag_power);
    l->stored = stored;
    l->stored_power = stored_power;
    l->work_power = work_power;
    l->drag_power = drag_power;
    l->jumps = 0.0;
}

static void book_step(scree_world *w, void *context) {
    (void)context;
    book(w);
}

// ---- what the engine calls -----------------------------------------------------------------------------------

static void add_hooks(scree_world *w, scree_report *r) {
    (void)r;
    scree_hook_remove(w, SCREE_AFTER_FORCES, add_forces, NULL);
    scree_hook_remove(w, SCREE_AFTER_STEP, book_step, NULL);
    if (w->case_->has_force_fields) {
        scree_hook_add(
            w, (scree_hook){.place = SCREE_AFTER_FORCES, .call = add_forces, .needs_particles = true});
        scree_hook_add(w,
                       (scree_hook){.place = SCREE_AFTER_STEP, .call = book_step, .needs_particles = true});
    }
}

static scree_status begin(scree_world *w, scree_report *r) {
    (void)r;
    const double dt = w->dt;
    if (w->case_->has_force_fields) {
        w->dt = 0.0;
        book(w);
        w->dt = dt;
    }
    return SCREE_OK;
}

static scree_status expect_jump(scree_world *w, scree_report *r) {
    (void)r;
    w->field_ledger.jumps = 1.0;
    return SCREE_OK;
}

static double count_bodies(const scree_world *w) {
    uint64_t n = 0;
    for (size_t i = 0; i < w->p.n; i++) {
        n += !w->p.dead[i];
    }
    scree_comm_add(w->comm, &n, 1);
    return (double)n;
}

static void before_change(scree_world *w, scree_report *r) {
    (void)r;
    if (w->case_->has_force_fields) {
        w->field_ledger.bodies = count_bodies(w);
        w->field_ledger.last_id = (double)w->next_id;
    }
}

static void after_change(scree_world *w, scree_report *r) {
    (void)r;
    scree_field_ledger *l = &w->field_ledger;
    if (w->case_->has_force_fields && (l->bodies != count_bodies(w) || l->last_id != (double)w->next_id)) {
        l->jumps = 1.0;
    }
}

static void end(scree_world *w, scree_report *r) {
    (void)r;
    scree_array_free(&w->field_load);
    scree_array_free(&w->field_force);
}

// From the surfaces of the smallest particles.
static double reach(scree_world *w, double ago) {
    (void)ago;
    const double range = longest_range(w);
    if (!w->case_->has_force_fields || range == 0.0) {
        return 0.0;
    }
    double least = -INFINITY; // of the radius, negative
    for (size_t i = 0; i < w->p.n; i++) {
        least = fmax(least, w->p.dead[i] ? -INFINITY : -w->p.x[i].r);
    }
    scree_comm_max(w->comm, &least, 1);
    return isfinite(least) ? fmax(0.0, range + 2.0 * least) : range;
}

#define IN_WORLD(member) SCREE_COLUMN_OF_WORLD(field_ledger.member)
static const scree_column column[] = {
    {"field_energy", "J", "Energy that pairs of charges or magnetic moments, and image charges, store now.",
     IN_WORLD(stored)},
    {"field_work", "J",
     "Work of uniform fields, of buoyancy, of the moving fluid and of what holds fixed particles in fields, "
     "since the start.",
     IN_WORLD(work)},
    {"fluid_drag", "J", "Energy lost by drag, at the velocity relative to the fluid, since the start.",
     IN_WORLD(dragged)},
};
static bool has(const scree_case *c) {
    return c->has_force_fields;
}
static const scree_column_table columns = {"in cases with force fields", has, SCREE_COLUMNS(column)};

extern const scree_capability scree_force_fields_capability;
const scree_capability scree_force_fields_capability = {
    .attempt = {[SCREE_AT_BEGIN] = begin,
                [SCREE_AT_CHANGE] = expect_jump,
                [SCREE_BEFORE_CONTACTS_AT_REST] = expect_jump},
    .at = {[SCREE_AT_HOOKS] = add_hooks,
           [SCREE_BEFORE_BODIES_CHANGE] = before_change,
           [SCREE_AFTER_BODIES_CHANGE] = after_change,
           [SCREE_AT_END] = end},
    .reach = reach,
    .hold = scree_force_fields_hold,
    .longest_step = scree_force_fields_longest_step,
    .step_fits = scree_force_fields_step_fits,
    .reach_of = "particles in the range of force fields",
    .reach_remedy = "a smaller range",
    .check = scree_check_force_fields,
    .coarsen = scree_force_fields_coarsen,
    .columns = &columns,
};
