// SPDX-License-Identifier: BSD-3-Clause
#include "heat/heat.h"
#include "access/particle.h"
#include "access/step_time.h"
#include "heat/heat_keys.h"
#include "heat/heat_limits.h"
#include "heat/heat_rates.h"
#include "maths/exact_sum.h"
#include "maths/math.h"
#include "regions/region.h"
#include <omp.h>
#include <string.h>

// ---- the step of the temperatures -----------------------------------------------------------------------------

enum { LOSS_HEAT, WALLS, SOURCES, AMBIENT, SUMS };

typedef struct sums {
    scree_double_double of[SUMS];
    uint64_t bad; // temperatures that cannot be
} sums;

typedef struct gain {
    double contacts, loss_heat, ambient; // W, J, W
} gain;

// Sums what row i gets from its contacts, in the order in which its forces are summed. They then forget what they made.
static gain gain_of_contacts(const scree_pairs *pairs, size_t i) {
    const uint32_t *entry = pairs->incident + pairs->start[i], *end = pairs->incident + pairs->start[i + 1];
    gain all = {0};
    for (; entry < end; entry++) {
        const uint32_t at = *entry, later = entry[SCREE_INCIDENT_SPARE];
        __builtin_prefetch(&pairs->force[later >> 1].heat);
        all.contacts += at & 1 ? -pairs->force[at >> 1].heat : pairs->force[at >> 1].heat;
        if (pairs->loss_heat) {
            __builtin_prefetch(pairs->loss_heat + later);
            all.loss_heat += pairs->loss_heat[at];
            pairs->loss_heat[at] = 0.0;
        }
    }
    return all;
}

static gain gain_of(const scree_world *w, size_t i, bool ambient) {
    gain all = {0};
    for (size_t k = i; k < i + scree_whole_rows(w, i); k++) {
        const gain row = gain_of_contacts(&w->pairs, k);
        all.contacts += row.contacts;
        all.loss_heat += row.loss_heat;
        all.ambient += ambient ? scree_heat_from_ambient(w, k) : 0.0;
    }
    return all;
}

static void warm(scree_world *w, size_t i, bool ambient, const bool *sources, sums *s) {
    const double dt = w->dt, t = w->p.temperature[i], mass = w->p.motion[i].v.m;
    const gain g = gain_of(w, i, ambient && mass < SCREE_FIXED_MASS);
    if (w->pairs.loss_heat) {
        scree_double_double_add(&s->of[LOSS_HEAT], g.loss_heat);
    }
    if (mass == SCREE_FIXED_MASS) {
        scree_double_double_add(&s->of[WALLS], -(dt * g.contacts + g.loss_heat));
        return;
    }
    const double c = scree_heat_capacity(w, i),
                 source = sources ? scree_heat_from_sources(w, i, sources) : 0.0,
                 after = t + (dt * ((g.contacts + g.ambient) + source) + g.loss_heat) / c;
    w->p.temperature[i] = after;
    for (size_t k = i + 1; k < i + scree_whole_rows(w, i); k++) {
        w->p.temperature[k] = after;
    }
    s->bad += !scree_heat_can_be(after);
    if (ambient) {
        scree_double_double_add(&s->of[AMBIENT], dt * g.ambient);
    }
    if (sources) {
        scree_double_double_add(&s->of[SOURCES], dt * source);
    }
}

static void join_sums(sums *to, const sums *from) {
    for (int k = 0; k < SUMS; k++) {
        scree_double_double_join(&to->of[k], &from->of[k]);
    }
    to->bad += from->bad;
}

static sums warm_all(scree_world *w) {
    const scree_heat_def *heat = &w->case_->heat;
    const bool ambient = heat->convection > 0.0 || heat->radiation;
    bool *acting = scree_realloc(NULL, 0, heat->source.n + 1), any = false;
    for (size_t k = 0; k < heat->source.n; k++) { // the step from t to t + dt, of which w->step is the end
        const scree_heat_source_def *s = &heat->source.data[k];
        acting[k] = w->step > scree_step_of(w, s->start) &&
                    (!isfinite(s->stop) || w->step <= scree_step_of(w, s->stop));
        any |= acting[k];
    }
    sums all = {0};
#pragma omp parallel num_threads(scree_world_team(w, w->p.n))
    {
        const size_t t = (size_t)omp_get_thread_num(), threads = (size_t)omp_get_num_threads();
        sums own = {0};
        for (size_t i = w->p.n * t / threads; i < w->p.n * (t + 1) / threads; i++) {
            if (scree_is_first(&w->p, i) && !w->p.dead[i]) {
                warm(w, i, ambient, any ? acting : NULL, &own);
            }
        }
#pragma omp critical
        join_sums(&all, &own);
    }
    scree_free(acting);
    return all;
}

// The sum of a step, rounded: its low part depends on the order of the particles, which outlets make depend on the lists.
static void add(scree_double_double *to, scree_double_double x) {
    scree_double_double_add(to, scree_double_double_value(&x));
}

// Walls with a mass, and what all walls gave in this step.
static void advance_walls(scree_world *w, scree_double_double *given) {
    for (size_t k = 0; k < w->wall.n; k++) {
        scree_wall *wall = &w->wall.data[k];
        const double heat = w->dt * wall->now.heat;
        scree_double_double_add(&wall->now.heat_in, heat);
        scree_double_double_add(given, heat);
        if (scree_wall_heat_kind_of(&wall->def->heat) == SCREE_WALL_OF_MASS) {
            const double power = wall->active ? wall->def->heat.power : 0.0; // from its start to its stop
            wall->now.temperature += (w->dt * power - heat) / scree_heat_capacity_of_wall(w, wall);
        }
    }
}

// J, made for walls in this step.
static double loss_heat_for_walls(const scree_world *w) {
    double sum = 0.0;
    for (size_t k = 0; k < w->wall.n; k++) {
        sum += w->wall.data[k].loss_heat;
    }
    return sum;
}

// Books the heat that contacts made in a step, the same sum in the same order wherever it is computed. made: the sum over all particles and ranks.
static void book_losses(scree_world *w, scree_double_double loss_heat) {
    add(&w->heat_ledger.made, loss_heat);
    scree_double_double_add(&w->heat_ledger.made, loss_heat_for_walls(w));
}

void scree_heat_book_losses(scree_world *w, scree_double_double loss_heat) {
    scree_comm_add_double_double(w->comm, &loss_heat, 1);
    book_losses(w, loss_heat);
}

// Do particles receive nothing but the heat of their contacts?
static bool is_plain(const scree_world *w) {
    const scree_heat_def *heat = &w->case_->heat;
    return (w->conducts || w->pairs.loss_heat) && heat->source.n == 0 && !heat->radiation &&
           heat->convection == 0.0 && !w->has_fixed && w->case_->shape.n == 0;
}

static scree_status advance(scree_world *w, bool may_fuse, scree_status status, scree_report *r) {
    w->warms_on = false;
    if (!w->case_->has_heat) {
        return status;
    }
    scree_heat_warn_of_walls(w, r);
    if (may_fuse && is_plain(w) && !scree_heat_limits_are_due(w)) {
        scree_array_resize(&w->heat_capacity, w->case_->material.n);
        for (size_t k = 0; k < w->case_->material.n; k++) {
            w->heat_capacity.data[k] = w->case_->material.data[k].heat_capacity;
        }
        w->warms_on = true;
        advance_walls(w, &w->heat_ledger.walls);
        return status;
    }
    // The limits before the temperatures change: conductances follow from the heat that flowed between these.
    const scree_status limits =
        status == SCREE_OK && scree_heat_limits_are_due(w) ? scree_heat_check_limits(w, r) : status;
    sums s = warm_all(w);
    scree_double_double message[SUMS + 1];
    memcpy(message, s.of, sizeof s.of);
    message[SUMS] = (scree_double_double){(double)s.bad, 0.0};
    scree_comm_add_double_double(w->comm, message, SUMS + 1);
    scree_heat_ledger *l = &w->heat_ledger;
    book_losses(w, message[LOSS_HEAT]);
    add(&l->walls, message[WALLS]);
    add(&l->sources, message[SOURCES]);
    add(&l->ambient, message[AMBIENT]);
    advance_walls(w, &l->walls);
    const bool bad = message[SUMS].high > 0.0 || !scree_heat_walls_are_fine(w);
    return bad && limits == SCREE_OK ? scree_heat_alarm(w, r) : limits;
}

// ---- start and sums -------------------------------------------------------------------------------------------

// Exact, as what it has changed by is a small part of it: the rounding of a sum in double-double precision, which depends on
// the order of the particles, would be seen in the difference.
static scree_exact_sum thermal_energy(const scree_world *w) {
    scree_exact_sum sum = {0};
    for (size_t i = 0; i < w->p.n; i++) {
        if (!w->p.dead[i] && scree_is_first(&w->p, i) && w->p.motion[i].v.m != SCREE_FIXED_MASS) {
            scree_exact_sum_add(&sum, (scree_vec4d){scree_heat_capacity(w, i) * w->p.temperature[i]});
        }
    }
    scree_double_double word[SCREE_EXACT_DIGITS];
    scree_exact_sum_carry(&sum);
    scree_exact_sum_put(&sum, 0, word);
    scree_comm_add_double_double(w->comm, word, SCREE_EXACT_DIGITS);
    scree_exact_sum_take(&sum, 0, word);
    scree_exact_sum_carry(&sum);
    return sum;
}

// The sum after one more term.
static double with(scree_exact_sum *sum, double x) {
    scree_exact_sum_add(sum, (scree_vec4d){x});
    scree_exact_sum_carry(sum);
    return scree_exact_sum_value(sum, 0);
}

double scree_heat_thermal(const scree_world *w) {
    if (!w->case_->has_heat) {
        return 0.0;
    }
    const scree_exact_sum sum = thermal_energy(w);
    return scree_exact_sum_value(&sum, 0);
}

static void begin_exchange(scree_world *w, scree_report *r) {
    (void)r;
    w->heat_ledger.before = scree_heat_thermal(w);
}

static void end_exchange(scree_world *w, scree_report *r) {
    (void)r;
    if (w->case_->has_heat) {
        scree_double_double_add(&w->heat_ledger.exchanged, scree_heat_thermal(w));
        scree_double_double_add(&w->heat_ledger.exchanged, -w->heat_ledger.before);
        w->heat_ledger.before = 0.0;
    }
}

static void leave_exchange(scree_world *w, scree_report *r) {
    (void)r;
    w->heat_ledger.before = 0.0;
}

// Another heat capacity is another energy.
static void follow(scree_world *w, const scree_world *before) {
    w->heat_ledger.before = scree_heat_thermal(before);
    end_exchange(w, NULL);
}

static scree_status begin(scree_world *w, scree_report *r) {
    if (!w->case_->has_heat) {
        return SCREE_OK;
    }
    const scree_status status = scree_heat_check_materials(w, r);
    if (status != SCREE_OK) {
        return status;
    }
    w->heat_ledger.exchanged = (scree_double_double){0}; // so far this was the start
    w->heat_ledger.start = scree_heat_thermal(w);
    return scree_heat_check_limits(w, r) == SCREE_OK ? SCREE_OK : SCREE_USER_ERROR;
}

typedef struct spread {
    scree_double_double capacity, first, second; // J/K, and sums of C (T - start) and C (T - start)^2
    double lowest, highest;
} spread;

scree_heat_totals scree_heat_totals_of(const scree_world *w) {
    scree_heat_totals t = {0};
    if (!w->case_->has_heat) {
        return t;
    }
    const scree_heat_ledger *l = &w->heat_ledger;
    const double from = w->case_->heat.temperature;
    spread s = {.lowest = INFINITY, .highest = -INFINITY};
    for (size_t i = 0; i < w->p.n; i++) {
        if (!w->p.dead[i] && scree_is_first(&w->p, i) && w->p.motion[i].v.m != SCREE_FIXED_MASS) {
            const double c = scree_heat_capacity(w, i), at = w->p.temperature[i], d = at - from;
            scree_double_double_add(&s.capacity, c);
            scree_double_double_add(&s.first, c * d);
            scree_double_double_add(&s.second, c * (d * d));
            s.lowest = fmin(s.lowest, at);
            s.highest = fmax(s.highest, at);
        }
    }
    scree_double_double sum[3] = {s.capacity, s.first, s.second};
    scree_comm_add_double_double(w->comm, sum, 3);
    double extreme[2] = {-s.lowest, s.highest};
    scree_comm_max(w->comm, extreme, 2);
    const double capacity = scree_double_double_value(&sum[0]);
    if (capacity > 0.0) {
        const double mean = scree_double_double_value(&sum[1]) / capacity,
                     square = scree_double_double_value(&sum[2]) / capacity - mean * mean;
        t.mean = from + mean;
        t.deviation = square > 0.0 ? sqrt(square) : 0.0;
        t.lowest = -extreme[0];
        t.highest = extreme[1];
    }
    scree_exact_sum thermal = thermal_energy(w);
    t.made = scree_double_double_value(&l->made);
    t.walls = scree_double_double_value(&l->walls);
    t.sources = scree_double_double_value(&l->sources);
    t.ambient = scree_double_double_value(&l->ambient);
    t.exchanged = scree_double_double_value(&l->exchanged);
    t.thermal = with(&thermal, -l->start);
    t.balance = t.thermal;
    const double parts[] = {t.made, t.walls, t.sources, t.ambient, t.exchanged};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        t.balance = with(&thermal, -parts[k]);
    }
    return t;
}

static void measure(scree_world *w, scree_report *r) {
    (void)r;
    w->heat = scree_heat_totals_of(w);
}

static void end(scree_world *w, scree_report *r) {
    (void)r;
    scree_array_free(&w->heat_capacity);
}

static const char *unusable(const scree_world *w) {
    return scree_heat_ledger_is_finite(&w->heat_ledger) ? NULL : "heat";
}

const scree_capability scree_heat_capability = {
    .attempt = {[SCREE_AT_BEGIN] = begin, [SCREE_AT_CHANGE] = scree_heat_check_materials},
    .at = {[SCREE_AT_AUDIT] = scree_heat_audit,
           [SCREE_BEFORE_BODIES_CHANGE] = begin_exchange,
           [SCREE_AFTER_BODIES_CHANGE] = end_exchange,
           [SCREE_BODIES_AS_BEFORE] = leave_exchange,
           [SCREE_AFTER_CONTACTS] = scree_heat_walls,
           [SCREE_AT_MEASURE] = measure,
           [SCREE_AT_END] = end},
    .advance = advance,
    .lacks = scree_heat_lacks,
    .follow = follow,
    .unusable = unusable,
    .check = scree_check_heat_of_case,
    .check_pairs = scree_check_heat_of_pairs,
    .coarsen = scree_heat_coarsen,
    .columns = &scree_heat_columns,
    .wall_columns = &scree_heat_wall_columns,
};
