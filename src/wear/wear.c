// SPDX-License-Identifier: BSD-3-Clause
#include "wear/wear.h"
#include "access/convex_body.h"
#include "access/particle.h"
#include "pairs/pair_list.h"
#include "wear/wear_keys.h"
#include "wear/wear_shape.h"
#include "wear/wear_sums.h"
#include <omp.h>
#include <string.h>

// ---- impacts -------------------------------------------------------------------------------------------------

static void remember_touching(scree_world *w) {
    scree_wear *wear = w->wear;
    const size_t n = w->pairs.n;
    wear->touched = scree_regrow(wear->touched, &wear->touched_capacity, n + 8, 1);
    memcpy(wear->touched, w->pairs.touching, n);
}

// Does none of these contacts begin? n: up to 64. Only the flag 1, touching, is odd.
static bool none_begins(const scree_world *w, size_t first, size_t n) {
    const uint8_t *now = w->pairs.touching + first, *before = w->wear->touched + first;
    uint8_t any = 0;
    for (size_t k = 0; k < n; k++) {
        any |= (uint8_t)(now[k] & ~before[k]);
    }
    return (any & 1) == 0;
}

static bool begins(const scree_world *w, size_t k) {
    return w->pairs.touching[k] == 1 && w->wear->touched[k] != 1;
}

typedef struct impact {
    double speed, energy; // m/s, at which the surfaces meet; J
} impact;

// The velocity of particle i at the end of an arm from its centre, m/s.
static scree_vec3 velocity_at(const scree_world *w, uint32_t i, scree_vec3 arm) {
    const scree_velocities *m = &w->p.motion[i];
    return vec_add(vec3(m->v.x, m->v.y, m->v.z), vec_cross(vec3(m->w.x, m->w.y, m->w.z), arm));
}

// The mass of particle i that moves in a contact along the unit vector n at the end of an arm from its centre, kg.
static double mass_along(const scree_world *w, uint32_t i, scree_vec3 arm, scree_vec3 n) {
    const double m = w->p.motion[i].v.m;
    if (m == SCREE_FIXED_MASS || !w->p.mobility) {
        return m;
    }
    const scree_mobility_tensor *t = &w->p.mobility[i];
    return scree_is_convex(&w->p, i) ? 1.0 / scree_convex_mobility(w, i, 1.0 / m, arm, n)
           : t->is_set > 0.0         ? 1.0 / (n.x * n.x * t->xx + n.y * n.y * t->yy + n.z * n.z * t->zz +
                                      2.0 * (n.x * n.y * t->xy + n.x * n.z * t->xz + n.y * n.z * t->yz))
                                     : m;
}

// Spheres, and members of clumps, touch on the normal through their centre, so their spin does not count. Convex bodies touch beside it.
static impact impact_of_pair(const scree_world *w, size_t k) {
    const scree_pair pair = w->pairs.pair[k];
    const scree_pos *xa = &w->p.x[pair.a], *xb = &w->p.x[pair.b];
    const scree_vec3 centre = vec3(0.0, 0.0, 0.0),
                     d = scree_nearest_image(&w->cell.period, xb->x - xa->x, xb->y - xa->y, xb->z - xa->z);
    scree_convex_depth deepest = {.n = d, .arm_a = centre, .arm_b = centre};
    if (scree_is_convex(&w->p, pair.a) || scree_is_convex(&w->p, pair.b)) {
        deepest = scree_convex_pair(w, pair.a, pair.b, d, 1);
    }
    const double length = vec_norm(deepest.n);
    const scree_vec3 n = length > 0.0 ? vec_scale(1.0 / length, deepest.n) : vec3(1.0, 0.0, 0.0);
    const double a = mass_along(w, pair.a, deepest.arm_a, n), b = mass_along(w, pair.b, deepest.arm_b, n),
                 m = a == SCREE_FIXED_MASS   ? b
                     : b == SCREE_FIXED_MASS ? a
                                             : a * b / (a + b);
    const scree_vec3 v =
        vec_sub(velocity_at(w, pair.a, deepest.arm_a), velocity_at(w, pair.b, deepest.arm_b));
    const double along = length > 0.0 ? vec_dot(v, deepest.n) / length : 0.0, speed = fmax(along, 0.0);
    return (impact){speed, m == SCREE_FIXED_MASS ? 0.0 : 0.5 * m * speed * speed};
}

// A contact of a body with a wall: the speed at which the surfaces meet, and how an impulse there moves the body: the velocity of its centre times the root of its mass, and
// its spin along each principal axis times the root of its moment. The kinetic energy is half the square of such a vector.
enum { WAYS = 6, MOST_CONTACTS = 64 };
typedef struct wall_contact {
    uint64_t id;
    int wall;
    uint32_t element;
    double speed, way[WAYS];
} wall_contact;

static wall_contact wall_contact_of(const scree_world *w, size_t k) {
    const scree_pair pair = w->pairs.pair[k];
    const uint32_t i = pair.a;
    const scree_wall_touch *t = &w->pairs.touch[k - w->pairs.first_wall_pair];
    const scree_vec3 n = vec3(t->nx, t->ny, t->nz),
                     arm = scree_is_convex(&w->p, i) ? scree_wall_arm(w, i, n, t->overlap)
                                                     : vec3(0.0, 0.0, 0.0),
                     v = vec_sub(velocity_at(w, i, arm), vec3(t->vx, t->vy, t->vz));
    const double root = sqrt(w->p.motion[i].v.m);
    wall_contact c = {w->p.id[i],
                      scree_pairs_block_of(&w->pairs, k)->wall,
                      pair.b,
                      vec_dot(v, n) / vec_norm(n),
                      {n.x / root, n.y / root, n.z / root, 0.0, 0.0, 0.0}};
    if (scree_is_member(&w->p, i)) {
        const size_t first = i - (w->p.id[i] - w->p.body[i]);
        const scree_vec3 moments = scree_body_moments(w, first);
        const scree_mat3 r = scree_quaternion_matrix(scree_body_attitude_of(&w->p, first));
        const scree_vec3 turn = mat_mul_transposed(&r, vec_cross(vec_add(scree_particle_arm(w, i), arm), n));
        c.way[3] = turn.x / sqrt(moments.x);
        c.way[4] = turn.y / sqrt(moments.y);
        c.way[5] = turn.z / sqrt(moments.z);
    }
    return c;
}

static bool is_before(const wall_contact *a, const wall_contact *b) {
    return a->id != b->id ? a->id < b->id : a->wall != b->wall ? a->wall < b->wall : a->element < b->element;
}

// Lists the contacts whose energies are taken off that of contact k, which is `own`: those of its body with walls that have begun before and still approach, and of those that begin
// in this step the ones before it in the order of ids, walls and triangles. They are in this order.
static int contacts_before(const scree_world *w, size_t k, const wall_contact *own, wall_contact *list) {
    const scree_pairs *pairs = &w->pairs;
    const uint32_t i = pairs->pair[k].a;
    const size_t first = scree_is_member(&w->p, i) ? i - (w->p.id[i] - w->p.body[i]) : i,
                 end = first + scree_whole_rows(w, first);
    int n = 0;
    for (uint32_t e = pairs->start[first]; e < pairs->start[end]; e++) {
        const size_t other = pairs->incident[e] >> 1;
        if (other < pairs->first_wall_pair || other == k || pairs->touching[other] != 1) {
            continue;
        }
        const wall_contact c = wall_contact_of(w, other);
        if (begins(w, other) ? is_before(&c, own) : c.speed > 0.0) {
            int at = n < MOST_CONTACTS ? n++ : MOST_CONTACTS - 1;
            for (; at > 0 && is_before(&c, &list[at - 1]); at--) {
                list[at] = list[at - 1];
            }
            list[at] = c;
        }
    }
    return n;
}

// Takes the part along the unit vectors that there are off a contact; returns the square of what is left of its way, 1/kg.
static double rest_of(wall_contact *c, const wall_contact *unit, int n) {
    double rest = 0.0;
    for (int j = 0; j < n; j++) {
        double along = 0.0;
        for (int m = 0; m < WAYS; m++) {
            along += c->way[m] * unit[j].way[m];
        }
        c->speed -= along * unit[j].speed;
        for (int m = 0; m < WAYS; m++) {
            c->way[m] -= along * unit[j].way[m];
        }
    }
    for (int m = 0; m < WAYS; m++) {
        rest += c->way[m] * c->way[m];
    }
    return rest;
}

// The energy is what stopping the surfaces at this contact takes off the kinetic energy in addition to what the contacts before it take: so the impacts of a body that lands on
// several contacts have no more energy than the body brings.
static impact impact_with_wall(const scree_world *w, size_t k) {
    wall_contact own = wall_contact_of(w, k), unit[WAYS], before[MOST_CONTACTS];
    const double speed = fmax(own.speed, 0.0), whole = rest_of(&own, unit, 0),
                 m = w->p.motion[w->pairs.pair[k].a].v.m;
    if (m == SCREE_FIXED_MASS || speed == 0.0) {
        return (impact){speed, 0.0};
    }
    const double small = 1e-9; // of a way: less is rounding
    const int n = contacts_before(w, k, &own, before);
    int units = 0;
    for (int j = 0; j < n && units < WAYS; j++) {
        wall_contact *c = &before[j];
        const double all = rest_of(c, unit, 0), rest = rest_of(c, unit, units), per = 1.0 / sqrt(rest);
        if (rest > small * all) {
            unit[units] = *c;
            unit[units].speed *= per;
            for (int i = 0; i < WAYS; i++) {
                unit[units].way[i] *= per;
            }
            units++;
        }
    }
    if (units == 0) {
        return (impact){speed,
                        0.5 * (scree_is_member(&w->p, w->pairs.pair[k].a) ? 1.0 / whole : m) * speed * speed};
    }
    const double rest = rest_of(&own, unit, units);
    return (impact){speed,
                    rest > small * whole && own.speed > 0.0 ? 0.5 * own.speed * own.speed / rest : 0.0};
}

static impact impact_of(const scree_world *w, size_t k) {
    return k < w->pairs.first_wall_pair ? impact_of_pair(w, k) : impact_with_wall(w, k);
}

static size_t bin_of(const double *limit, size_t n, double x) {
    size_t k = 0;
    while (k < n && x >= limit[k]) {
        k++;
    }
    return k;
}

// Adds the impact of a wall pair to the record of its triangle, to which other threads may add too.
static void add_to_wall(const scree_world *w, size_t k) {
    const scree_wear_def *def = &w->case_->wear;
    const size_t record = scree_wear_own_of(w, scree_pairs_block_of(&w->pairs, k), k, omp_get_thread_num());
    const impact x = impact_of(w, k);
    uint64_t *bin = w->wear->own_bin + record * w->wear->bins;
    scree_wear_own *own = &w->wear->own[record];
    scree_wear_term term = {0};
    term.value[SCREE_WEAR_ENERGY] = x.energy;
    while (__atomic_test_and_set(&own->lock, __ATOMIC_ACQUIRE)) {
    }
    own->impacts++;
    if (def->speed_bins.n > 0) {
        bin[bin_of(def->speed_bins.data, def->speed_bins.n, x.speed)]++;
    }
    if (def->energy_bins.n > 0) {
        bin[scree_wear_speed_bins(w->case_) + bin_of(def->energy_bins.data, def->energy_bins.n, x.energy)]++;
    }
    scree_wear_add(own, &term);
    __atomic_clear(&own->lock, __ATOMIC_RELEASE);
}

// Adds the impacts of particle i in this step, in the order of its neighbours, if k is the first of them.
static void add_to_particle(scree_world *w, uint32_t i, size_t k) {
    const scree_pairs *pairs = &w->pairs;
    double sum = 0.0, largest = w->p.largest_impact[i];
    bool first = true;
    for (uint32_t e = pairs->start[i]; e < pairs->start[i + 1]; e++) {
        const size_t other = pairs->incident[e] >> 1;
        if (begins(w, other)) {
            if (first && other != k) {
                return;
            }
            first = false;
            const double energy = impact_of(w, other).energy;
            sum += energy;
            largest = energy > largest ? energy : largest;
        }
    }
    w->p.impact_energy[i] += sum;
    w->p.largest_impact[i] = largest;
}

// ---- each step -----------------------------------------------------------------------------------------------

// After the forces of all pairs, when it is known which contacts have begun.
static void add_impacts(scree_world *w) {
    const scree_pairs *pairs = &w->pairs;
    const bool particles = w->case_->wear.particles;
    const size_t from = particles ? 0 : pairs->first_wall_pair / 64, blocks = (pairs->n + 63) / 64;
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, pairs->n))
    for (size_t b = from; b < blocks; b++) {
        const size_t first = 64 * b, last = first + 64 < pairs->n ? first + 64 : pairs->n;
        for (size_t k = none_begins(w, first, last - first) ? last : first; k < last; k++) {
            const bool wall = k >= pairs->first_wall_pair;
            if (!begins(w, k)) {
                continue;
            }
            const scree_pair pair = pairs->pair[k];
            if (wall) {
                add_to_wall(w, k);
            }
            if (particles && pair.a < w->p.n) {
                add_to_particle(w, pair.a, k);
            }
            if (particles && !wall && pair.b < w->p.n) {
                add_to_particle(w, pair.b, k);
            }
        }
    }
}

static scree_status before_contacts(scree_world *w, scree_report *r) {
    (void)r;
    if (w->wear) {
        remember_touching(w);
    }
    return SCREE_OK;
}

static void after_contacts(scree_world *w, scree_report *r) {
    (void)r;
    if (!w->wear) {
        return;
    }
    w->wear->evaluated = true;
    if (w->pairs.half_step < 0.0) {
        return; // nothing has moved
    }
    w->wear_time += w->dt;
    add_impacts(w);
}

// The powers at the start count half, and what contacts store then as work done before, as in the ledger.
static scree_status begin(scree_world *w, scree_report *r) {
    (void)r;
    scree_wear_add_contacts(w, 1.0);
    return SCREE_OK;
}

// ---- what the engine calls -----------------------------------------------------------------------------------

static void create(scree_world *w, scree_report *r) {
    scree_wear_create(w);
    if (w->wear) {
        scree_wear_shape_create(w, r);
        scree_wear_regions_create(w);
    }
}

static bool fits(const scree_world *w, const scree_smallest_bodies *smallest, scree_report *r) {
    const bool regions = scree_wear_regions_fit(w, r);
    return scree_wear_shape_fits(w, smallest, r) && regions;
}

static void merge(scree_world *w, scree_report *r) {
    (void)r;
    scree_wear_merge(w);
    scree_wear_shape_measure(w);
}

static void reshaped(scree_world *w, scree_report *r) {
    (void)r;
    if (w->wear && w->wear->shape) {
        scree_wear_add_contacts(w, 1.0);
    }
}

// What powers of the last evaluation give to half of the next step.
static void end_length(scree_world *w, scree_report *r) {
    (void)r;
    if (w->wear && w->wear->evaluated) {
        scree_wear_add_contacts(w, -1.0);
    }
}

static void begin_length(scree_world *w, scree_report *r) {
    (void)r;
    if (w->wear && w->wear->evaluated) {
        scree_wear_add_contacts(w, 1.0);
    }
}

static void forget(scree_world *w, scree_report *r) {
    (void)r;
    scree_wear_forget(w);
}

static void end(scree_world *w, scree_report *r) {
    (void)r;
    scree_wear_destroy(w);
}

const scree_capability scree_wear_capability = {
    .attempt = {[SCREE_AT_BEGIN] = begin,
                [SCREE_BEFORE_CONTACTS] = before_contacts,
                [SCREE_BEFORE_CONTACTS_AT_REST] = before_contacts,
                [SCREE_AT_RESHAPE] = scree_wear_reshape},
    .at = {[SCREE_AT_AUDIT] = scree_wear_regions_audit,
           [SCREE_AT_HOOKS] = create,
           [SCREE_AFTER_CONTACTS] = after_contacts,
           [SCREE_AFTER_RESHAPE] = reshaped,
           [SCREE_BEFORE_LENGTH_CHANGES] = end_length,
           [SCREE_AFTER_LENGTH_CHANGES] = begin_length,
           [SCREE_AT_MEASURE] = merge,
           [SCREE_BEFORE_SAVE] = merge,
           [SCREE_AT_RETURN] = forget,
           [SCREE_AT_END] = end},
    .reshapes = scree_wear_reshapes,
    .step_fits = fits,
    .check = scree_check_wear_of_case,
    .check_pairs = scree_check_wear_of_pairs,
    .coarsen = scree_wear_coarsen,
    .wall_columns = &scree_wear_wall_columns,
};
