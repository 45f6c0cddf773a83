// SPDX-License-Identifier: BSD-3-Clause
#include "step_limit/step_limit.h"
#include "access/convex_body.h"
#include "access/particle.h"
#include "capabilities/list.h"
#include "domain/halo.h"
#include "kernels/block_job.h"
#include "pairs/pair_list.h"
#include "stability/vibration.h"
#include "wall_contacts/corrections.h"
#include <stdio.h>
#include <string.h>

_Static_assert(sizeof(scree_hardness) == sizeof(scree_pair_force), "it stands in the place of the force");
_Static_assert(sizeof(scree_step_limit) % 8 == 0, "ranks exchange 64-bit words");

// ---- the stiffness of all contacts -------------------------------------------------------------------------

static scree_hardness *hardness_of(const scree_world *w, size_t pair) {
    return (scree_hardness *)(void *)&w->pairs.force[pair];
}

// Measures the contacts of a batch by their laws, and what capabilities add to them.
static void measure_contacts(const scree_world *w, const scree_law_set *laws, scree_batch *b, double dt,
                             scree_hardness *found) {
    scree_hardness_measure(laws, w->kernels, b, dt, found);
    scree_capabilities_stiffen(laws, w->kernels, b, found);
}

static void measure_batch(const scree_world *w, const scree_pair_job *job, const uint32_t *pick, int n,
                          double dt) {
    scree_batch b;
    scree_hardness found[SCREE_BATCH];
    if (n == 0) {
        return;
    }
    w->kernels->gather_contacts(job, pick, n, &b);
    bool touches[SCREE_BATCH];
    for (int k = 0; k < n; k++) { // also those whose neck holds them
        touches[k] = b.overlap[k] > 0.0 || w->pairs.touching[pick[k]] == 1;
    }
    measure_contacts(w, job->laws, &b, dt, found);
    for (int k = 0; k < n; k++) {
        const scree_hardness none = {{0}, {0}};
        memcpy(hardness_of(w, pick[k]), touches[k] ? &found[k] : &none, sizeof none);
    }
}

static void measure_block(const scree_world *w, const scree_pair_block *block, double dt, bool started) {
    enum { CHUNK = 512 };
    const scree_pair_job job = scree_block_job(w, block, false, false);
    const size_t chunks = (block->n + CHUNK - 1) / CHUNK;
#pragma omp for schedule(static) nowait
    for (size_t c = 0; c < chunks; c++) {
        uint32_t pick[SCREE_BATCH];
        int n = 0;
        const size_t first = block->first + c * CHUNK, end = block->first + block->n,
                     last = end - first < CHUNK ? end : first + CHUNK;
        for (size_t k = first; k < last; k++) {
            const bool wall = block->wall >= 0;
            const bool may = started ? w->pairs.touching[k] == 1
                             : wall  ? w->pairs.touch[k - w->pairs.first_wall_pair].overlap > 0.0 ||
                                          w->pairs.touching[k] == 1
                                    : true;
            if (may) {
                pick[n++] = (uint32_t)k;
            }
            if (n == SCREE_BATCH) {
                measure_batch(w, &job, pick, n, dt);
                n = 0;
            }
        }
        measure_batch(w, &job, pick, n, dt);
    }
}

// Adds what corrections at edges of meshes change to the contacts that they correct.
static void add_correction(const scree_world *w, const scree_correction *c, const scree_hardness *found) {
    for (uint32_t j = 0; j < c->parents; j++) {
        scree_hardness *to = hardness_of(w, c->pair[j]);
        const double along = c->count * c->share[j] * (c->slope * c->slope), across = c->count * c->part[j];
        for (int mode = 0; mode < SCREE_MODES; mode++) {
            const double part = mode == SCREE_MODE_NORMAL ? along : across;
            to->stiffness[mode] += part * found->stiffness[mode];
            to->dashpot[mode] += part * found->dashpot[mode];
        }
    }
}

static void measure_corrections(const scree_world *w, double dt) {
#pragma omp for schedule(static)
    for (size_t g = 0; g < w->pairs.group.n; g++) {
        const scree_mesh_group *group = &w->pairs.group.data[g];
        for (uint32_t k = 0; k < group->corrections; k++) {
            const scree_correction *c = &w->corrections[group->thread].list.data[group->first_correction + k];
            const scree_pair_job job = scree_block_job(
                w, scree_pairs_block_of(&w->pairs, w->pairs.first_wall_pair + group->first), false, false);
            scree_batch b;
            scree_hardness found;
            if (c->touching == 1) {
                w->kernels->gather_corrections(&job, &c, 1, &b);
                measure_contacts(w, job.laws, &b, dt, &found);
                add_correction(w, c, &found);
            }
        }
    }
}

static void measure_all(scree_world *w, double dt, bool started) {
    if (!started) {
        memset(w->pairs.force, 0, w->pairs.n * sizeof *w->pairs.force);
    }
#pragma omp parallel num_threads(scree_world_team(w, w->pairs.n))
    {
        for (size_t c = 0; c < w->pairs.block.n; c++) {
            measure_block(w, &w->pairs.block.data[c], dt, started);
        }
#pragma omp barrier
        measure_corrections(w, dt);
    }
}

// ---- the limit of each body --------------------------------------------------------------------------------

static scree_inertia inertia_of(const scree_world *w, size_t i) {
    const double mass = w->p.motion[i].v.m;
    if (!scree_is_member(&w->p, i)) {
        return scree_inertia_of_sphere(mass, w->p.x[i].r);
    }
    return (scree_inertia){mass, scree_body_moments(w, i),
                           scree_quaternion_matrix(scree_body_attitude_of(&w->p, i))};
}

// How to judge a step `dt` or shorter ones. sum: see find_sums; NULL: other bodies are at rest.
typedef struct question {
    double dt;
    bool started;
    bool midway;  // may forces act in the middle between two centres?
    double share; // of what neighbours that move could add
    const double *sum;
} question;

// The factor with which a contact with row `other` counts for row i. other = i stands for a wall that contacts move.
static double count_of(const question *q, size_t i, size_t other) {
    return q->sum ? 1.0 + q->share * (q->sum[other] / q->sum[i]) : 1.0;
}

// The contact that an entry of the incidence of row i stands for.
static scree_contact_arm arm_of(const scree_world *w, const question *q, size_t i, uint32_t entry) {
    const size_t pair = entry >> 1;
    const scree_pair both = w->pairs.pair[pair];
    const scree_pos *a = &w->p.x[i];
    scree_contact_arm c = {.hardness = hardness_of(w, pair)};
    scree_vec3 arm;
    if (pair >= w->pairs.first_wall_pair) {
        const scree_wall_touch *t = &w->pairs.touch[pair - w->pairs.first_wall_pair];
        const int wall = scree_pairs_block_of(&w->pairs, pair)->wall;
        c.n = vec3(t->nx, t->ny, t->nz);
        c.count = w->wall.data[wall].def->drive.free ? count_of(q, i, i) : 1.0;
        arm = scree_wall_arm(w, i, c.n, t->overlap);
    } else {
        const size_t other = entry & 1 ? both.a : both.b;
        const scree_pos *b = &w->p.x[other];
        const scree_vec3 d = scree_nearest_image(&w->cell.period, b->x - a->x, b->y - a->y, b->z - a->z);
        const double distance = vec_norm(d), half = a->r - 0.5 * (a->r + b->r - distance);
        c.n = distance > 0.0 ? vec_scale(1.0 / distance, d) : vec3(1.0, 0.0, 0.0);
        c.count = w->p.motion[other].v.m < SCREE_FIXED_MASS ? count_of(q, i, other) : 1.0;
        arm = vec_scale(q->midway ? fmax(half, 0.5 * distance) : half, c.n);
        if (scree_is_convex(&w->p, i) || scree_is_convex(&w->p, other)) {
            const scree_convex_depth r = scree_convex_pair(w, i, other, d, 1);
            c.n = r.n, arm = r.arm_a;
        }
    }
    c.arm = vec_add(scree_particle_arm(w, i), arm);
    return c;
}

// Contacts of all rows of a body, one after the other.
typedef struct body_contacts {
    const scree_world *w;
    size_t row, end; // rows
    uint32_t at;     // in the incidence
    const question *q;
} body_contacts;

static body_contacts contacts_of(const scree_world *w, const question *q, size_t i) {
    return (body_contacts){w, i, i + scree_whole_rows(w, i), w->pairs.start[i], q};
}

static bool next_contact(body_contacts *c, scree_contact_arm *found) {
    const scree_pairs *pairs = &c->w->pairs;
    while (c->row < c->end) {
        while (c->at < pairs->start[c->row + 1]) {
            const uint32_t entry = pairs->incident[c->at++];
            if (!c->q->started || pairs->touching[entry >> 1] == 1) {
                *found = arm_of(c->w, c->q, c->row, entry);
                if (found->hardness->stiffness[0] + found->hardness->stiffness[1] +
                        (found->hardness->dashpot[0] + found->hardness->dashpot[1]) >
                    0.0) {
                    return true;
                }
            }
        }
        c->row++;
    }
    return false;
}

static scree_vibration_cause cause_of(double dt, scree_integrator integrator, const scree_inertia *body,
                                      body_contacts all, const scree_hold *hold, const double shape[6]) {
    scree_vibration_parts parts = {{0}, {0}};
    scree_contact_arm c;
    while (next_contact(&all, &c)) {
        scree_vibration_parts_add(&parts, integrator, dt, body, &c, shape);
    }
    scree_vibration_parts_add_hold(&parts, integrator, dt, body, hold, shape);
    return scree_vibration_cause_of(&parts, shape);
}

static scree_step_limit none_of(void) {
    return (scree_step_limit){.dt = INFINITY};
}

// A step is stable up to this value of dt^2 stiffness + 4 dt dashpots in a vibration of unit mass (docs/time_step.md).
#define MOST_STABLE 4.0

// An upper bound of that sum over the contacts of a body, and what else holds it, in any vibration.
static double most_of(const scree_world *w, const scree_inertia *body, body_contacts all,
                      const scree_hold *hold) {
    double most = scree_vibration_most_of_hold(w->case_->integrator, all.q->dt, body, hold);
    scree_contact_arm c;
    while (next_contact(&all, &c)) {
        most += scree_vibration_most(w->case_->integrator, all.q->dt, body, &c);
    }
    return most;
}

static bool is_judged(const scree_world *w, size_t i) {
    return !w->p.dead[i] && scree_is_first(&w->p, i) && w->p.motion[i].v.m < SCREE_FIXED_MASS;
}

// The sum over the contacts of the body in row i while their other bodies are at rest: an upper bound, or nearly the exact value (close).
static double at_rest(const scree_world *w, const question *q, size_t i, bool close) {
    const scree_inertia body = inertia_of(w, i);
    const scree_hold hold = scree_capabilities_hold(w, i);
    body_contacts all = contacts_of(w, q, i);
    if (!close) {
        return most_of(w, &body, all, &hold);
    }
    scree_vibration v = {{{0}}, {{0}}};
    scree_vibration_add_hold(&v, &body, &hold);
    for (scree_contact_arm c; next_contact(&all, &c);) {
        scree_vibration_add(&v, &body, &c);
    }
    return scree_vibration_strongest(&v, w->case_->integrator, q->dt);
}

// Finds this sum for every row and ghost. In a contact of a and b the squares of the displacements count 1 +
// sum[b] / sum[a] and 1 + sum[a] / sum[b] times (stability/vibration.h).
static void find_sums(const scree_world *w, const question *q, bool close, double *sum) {
    question rest = *q;
    rest.sum = NULL;
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, w->p.n))
    for (size_t i = 0; i < w->p.n; i++) {
        if (is_judged(w, i)) {
            const double strongest = at_rest(w, &rest, i, close);
            for (size_t k = i; k < i + scree_whole_rows(w, i); k++) {
                sum[k] = strongest;
            }
        } else if (w->p.dead[i] || w->p.motion[i].v.m >= SCREE_FIXED_MASS) {
            sum[i] = 0.0;
        }
    }
    scree_halo_copy(w, sum);
}

// Can some body be beyond its limit? The answer is mostly no, and takes much less time than the limits.
static bool may_be_unstable(const scree_world *w, const question *q) {
    size_t beyond = 0;
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, w->p.n)) reduction(+ : beyond)
    for (size_t i = 0; i < w->p.n; i++) {
        if (is_judged(w, i)) {
            const scree_inertia body = inertia_of(w, i);
            const scree_hold hold = scree_capabilities_hold(w, i);
            beyond += most_of(w, &body, contacts_of(w, q, i), &hold) > MOST_STABLE;
        }
    }
    return scree_comm_any(w->comm, beyond > 0);
}

// The limit of the body that begins in row i.
static scree_step_limit limit_of(const scree_world *w, const question *q, size_t i) {
    const scree_integrator integrator = w->case_->integrator;
    const scree_inertia body = inertia_of(w, i);
    const scree_hold hold = scree_capabilities_hold(w, i);
    const body_contacts all = contacts_of(w, q, i);
    scree_contact_arm c;
    double shape[6];
    scree_step_limit l = none_of();
    if (!(most_of(w, &body, all, &hold) > MOST_STABLE)) {
        return l;
    }
    scree_vibration v = {{{0}}, {{0}}};
    scree_vibration_add_hold(&v, &body, &hold);
    for (body_contacts at = all; next_contact(&at, &c);) {
        scree_vibration_add(&v, &body, &c);
        l.contacts++;
    }
    l.dt = scree_vibration_limit(&v, integrator, q->dt, shape);
    l.id = w->p.id[i];
    l.x = scree_whole_centre(&w->p, i);
    if (isfinite(l.dt)) {
        l.cause = cause_of(l.dt, integrator, &body, all, &hold, shape);
    }
    return l;
}

static bool is_shorter(const scree_step_limit *a, const scree_step_limit *b) {
    return a->dt < b->dt || (a->dt == b->dt && isfinite(a->dt) && a->id < b->id);
}

static scree_step_limit shortest_of(const scree_world *w, const question *q) {
    scree_step_limit least = none_of();
#pragma omp parallel num_threads(scree_world_team(w, w->p.n))
    {
        scree_step_limit own = none_of();
#pragma omp for schedule(static) nowait
        for (size_t i = 0; i < w->p.n; i++) {
            if (is_judged(w, i)) {
                const scree_step_limit l = limit_of(w, q, i);
                own = is_shorter(&l, &own) ? l : own;
            }
        }
#pragma omp critical
        least = is_shorter(&own, &least) ? own : least;
    }
    size_t size;
    scree_step_limit *all = scree_comm_share(w->comm, &least, sizeof least, &size);
    for (size_t k = 0; k < size / sizeof *all; k++) {
        least = is_shorter(&all[k], &least) ? all[k] : least;
    }
    scree_free(all);
    return least;
}

scree_step_limit scree_step_limit_now(scree_world *w, double below, bool started, double share) {
    scree_step_limit least = none_of();
    scree_halo_finish(w);
    measure_all(w, below, started);
    double *sums = scree_realloc(NULL, 0, (scree_particles_all(&w->p) + 1) * sizeof *sums);
    const question q = {below, started, scree_capabilities_act_midway(w), share, sums};
    find_sums(w, &q, false, sums);
    if (may_be_unstable(w, &q)) {
        find_sums(w, &q, true, sums);
        least = shortest_of(w, &q);
    }
    scree_free(sums);
    if (!started) {
        memset(w->pairs.force, 0, w->pairs.n * sizeof *w->pairs.force);
    }
    return least;
}

void scree_step_limit_text(const scree_step_limit *l, char *text, size_t size) {
    const unsigned long long id = l->id, contacts = l->contacts;
    if (l->cause.mode == SCREE_MODE_OF_HOLD) {
        snprintf(text, size, "what holds particle %llu besides its %llu contacts", id, contacts);
    } else {
        snprintf(text, size, "the %llu contacts of particle %llu", contacts, id);
    }
}
