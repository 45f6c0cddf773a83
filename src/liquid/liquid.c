// SPDX-License-Identifier: BSD-3-Clause
#include "liquid/liquid.h"
#include "access/contact_iterator.h"
#include "access/particle.h"
#include "batch/pair_job.h"
#include "kernels/kernels.h"
#include "laws/liquid_bridge.h"
#include "liquid/liquid_keys.h"
#include "stability/hardness.h"
#include <string.h>

// ---- where the liquid is ----------------------------------------------------------------------------------------

// Of the particles of all ranks, exact.
static scree_double_double films(const scree_world *w) {
    scree_double_double sum = {0};
    for (size_t i = 0; i < w->p.n; i++) {
        if (!w->p.dead[i]) {
            scree_double_double_add(&sum, w->p.liquid[i]);
        }
    }
    scree_comm_add_double_double(w->comm, &sum, 1);
    return sum;
}

static scree_double_double in_bridges(const scree_world *w) {
    scree_double_double sum = {0};
    scree_contacts c = scree_contacts_of(&w->pairs, w->has_bonds ? SCREE_TOUCHING | SCREE_COUNTED : 0);
    while (scree_contacts_next(&c)) {
        const scree_law_set *set = scree_laws_of_block(w, c.block);
        if (set->wet) {
            scree_double_double_add(&sum, scree_pair_history(&w->pairs, c.block, c.k)[set->bond]);
        }
    }
    scree_comm_add_double_double(w->comm, &sum, 1);
    return sum;
}

static scree_double_double on_walls(const scree_world *w) {
    scree_double_double sum = {0};
    for (size_t k = 0; k < w->liquid_wall.n; k++) {
        scree_double_double_add(&sum, w->liquid_wall.data[k].film);
    }
    return sum;
}

static void take_off(scree_double_double *sum, const scree_double_double *other) {
    scree_double_double_join(sum, &(scree_double_double){-other->high, -other->low});
}

static void measure(scree_world *w, scree_report *r) {
    (void)r;
    if (!w->case_->has_liquid) {
        return;
    }
    const scree_liquid_ledger *l = &w->liquid_ledger;
    const scree_double_double part[] = {films(w), on_walls(w), in_bridges(w), l->lost};
    scree_double_double all = {0};
    for (size_t k = 0; k < sizeof part / sizeof *part; k++) {
        scree_double_double_join(&all, &part[k]);
    }
    take_off(&all, &l->supplied);
    w->liquid_now =
        (scree_liquid_now){scree_double_double_value(&part[0]), scree_double_double_value(&part[1]),
                           scree_double_double_value(&part[2]), scree_double_double_value(&l->supplied),
                           scree_double_double_value(&part[3]), scree_double_double_value(&all)};
}

// ---- what comes and goes ----------------------------------------------------------------------------------------

// Makes all films whole multiples of the unit, and finds the largest one: m3.
static double count_units(scree_world *w, double *given) {
    const double unit = w->case_->liquid.unit;
    double most[2] = {0.0, 0.0};
    for (size_t i = 0; i < w->p.n; i++) {
        double *film = &w->p.liquid[i];
        most[1] = fmax(most[1], *film);
        *film = *film > 0.0 ? floor(*film / unit) * unit : 0.0;
        most[0] = fmax(most[0], *film);
    }
    scree_comm_max(w->comm, most, 2);
    *given = most[1];
    return most[0];
}

// Is it no more than the counted units hold? False, and reported: it is more. most: the largest film, m3.
static bool films_fit(const scree_world *w, double most, scree_report *r) {
    const double unit = w->case_->liquid.unit;
    return most <= SCREE_LIQUID_MOST_UNITS * unit ||
           scree_report_error(
               r,
               "the film of a particle has %.4g m3, more than 2^52 times liquid.unit, %.4g m3; "
               "accepted: a liquid.unit of %.3g m3 or more, or less moisture",
               most, unit, 2.0 * most / SCREE_LIQUID_MOST_UNITS);
}

static void before_change(scree_world *w, scree_report *r) {
    (void)r;
    if (w->case_->has_liquid) {
        w->films_before = films(w);
    }
}

// Particles that were deleted have lost their films; what is more than before has come.
static void after_change(scree_world *w, scree_report *r) {
    (void)r;
    if (!w->case_->has_liquid) {
        return;
    }
    scree_double_double lost = {0};
    for (size_t i = 0; i < w->p.n; i++) {
        if (w->p.dead[i]) {
            scree_double_double_add(&lost, w->p.liquid[i]);
            w->p.liquid[i] = 0.0;
        }
    }
    scree_comm_add_double_double(w->comm, &lost, 1);
    double given;
    w->largest_film = count_units(w, &given); // the run stops before the next forces if it does not fit
    scree_double_double come = films(w);
    scree_double_double_join(&come, &lost);
    take_off(&come, &w->films_before);
    scree_double_double_join(&w->liquid_ledger.supplied, &come);
    scree_double_double_join(&w->liquid_ledger.lost, &lost);
}

static scree_status begin(scree_world *w, scree_report *r) {
    if (!w->case_->has_liquid) {
        return SCREE_OK;
    }
    double given;
    const double most = count_units(w, &given);
    if (given > 0.0 && most == 0.0) {
        scree_report_error(r,
                           "all films are smaller than liquid.unit, %.4g m3, the largest has %.4g m3, so "
                           "there would be no liquid; accepted: a "
                           "liquid.unit of %.3g m3 or less",
                           w->case_->liquid.unit, given, 1e-6 * given);
        return SCREE_USER_ERROR;
    }
    scree_liquid_ledger *l = &w->liquid_ledger;
    const scree_double_double part[] = {films(w), on_walls(w), in_bridges(w)};
    l->supplied = l->lost = (scree_double_double){0};
    for (size_t k = 0; k < sizeof part / sizeof *part; k++) {
        scree_double_double_join(&l->supplied, &part[k]);
    }
    return films_fit(w, most, r) ? SCREE_OK : SCREE_USER_ERROR;
}

static scree_status before_contacts(scree_world *w, scree_report *r) {
    return w->case_->has_liquid && !films_fit(w, w->largest_film, r) ? SCREE_USER_ERROR
                                                                     : scree_bridges_form(w, r);
}

static void add_hooks(scree_world *w, scree_report *r) {
    (void)r;
    if (w->case_->has_liquid) {
        scree_bridges_begin(w);
    }
}

// ---- numbers and energies of bridges ----------------------------------------------------------------------------

void scree_liquid_count(scree_world *w, const scree_chunk_sums *sums) {
    scree_liquid_ledger *l = &w->liquid_ledger;
    const double lost = scree_double_double_value(&sums->ruptured);
    const double now = scree_double_double_value(&sums->capillary);
    const uint64_t expected = l->bridges + sums->formed, there = sums->bridges + sums->ruptures;
    w->bridges_formed = 0;
    if (there < expected) { // two have become one: see join_bridges in wall_contacts/wall_touch.c
        w->ledger.removed += l->capillary - now - lost;
        l->ended += expected - there;
    }
    l->formed += there > expected ? there - l->bridges
                                  : sums->formed; // more than expected: from a checkpoint of another case
    l->ruptured += sums->ruptures;
    l->bridges = sums->bridges;
    l->capillary = now;
    l->rupture_energy += lost;
    w->ledger.now.bonded[SCREE_MODE_NORMAL] += l->capillary;
    w->ledger.broken[SCREE_MODE_NORMAL] += lost;
}

void scree_liquid_lose_bridges(scree_world *w, uint64_t bridges, const scree_bridge_estate *liquid) {
    w->liquid_ledger.bridges -= bridges;
    w->liquid_ledger.ended += bridges;
    scree_double_double_join(&w->liquid_ledger.lost, &liquid->lost);
    scree_double_double_join(&w->films_before, &liquid->to_films); // a program may be changing particles
}

// Adds the dashpots of the bridges of a batch. Their pull becomes weaker with the gap, so it holds nothing.
static void stiffen(const scree_law_set *set, const scree_kernels *kernels, const scree_batch *contacts,
                    scree_hardness *out) {
    if (!set->wet) {
        return;
    }
    const scree_law_set bridge = scree_law_set_bond(set);
    scree_batch b = *contacts;
    memset(b.contact, 0, sizeof b.contact);
    for (int i = 0; i < bridge.bond_columns; i++) {
        memcpy(b.h[i], contacts->h[set->bond + i], sizeof b.h[i]);
    }
    scree_hardness_move(&b, 1.0, 0.0);
    kernels->laws(&bridge, &b);
    for (int k = 0; k < b.n; k++) {
        const double square = b.r_eff[k] * b.r_eff[k];
        out[k].dashpot[SCREE_MODE_NORMAL] += scree_hardness_usable(b.viscous_n[k] / square);
        out[k].dashpot[SCREE_MODE_TANGENTIAL] += scree_hardness_usable(b.viscous_t[k] / square);
    }
}

static void end(scree_world *w, scree_report *r) {
    (void)r;
    for (int t = 0; w->wet_pairs && t < w->threads; t++) {
        scree_array_free(&w->wet_pairs[t]);
    }
    scree_free(w->wet_pairs);
}

static const char *unusable(const scree_world *w) {
    return isfinite(w->liquid_ledger.capillary + w->liquid_ledger.rupture_energy) ? NULL
                                                                                  : "energy of bridges";
}

// ---- columns ----------------------------------------------------------------------------------------------------

static bool has_liquid(const scree_case *c) {
    return c->has_liquid;
}

#define AT(member) SCREE_COLUMN_OF_WORLD(member)
static const scree_column column[] = {
    {"liquid_films", "m3", "Liquid in the films of particles.", AT(liquid_now.films)},
    {"liquid_walls", "m3", "Liquid in the films of walls.", AT(liquid_now.walls)},
    {"liquid_bridges", "m3", "Liquid in bridges.", AT(liquid_now.bridges)},
    {"liquid_supplied", "m3", "Liquid that was there at the start, or came with particles.",
     AT(liquid_now.supplied)},
    {"liquid_lost", "m3",
     "Liquid that went with deleted particles: their films, and half of each of their bridges.",
     AT(liquid_now.lost)},
    {"liquid_balance", "m3", "Liquid that is there or was lost, less what was supplied: exactly 0.",
     AT(liquid_now.balance)},
    {"bridges", "1", "Number of bridges now.", AT(liquid_ledger.bridges)},
    {"bridges_formed", "1", "Bridges that formed since the start.", AT(liquid_ledger.formed)},
    {"bridges_ruptured", "1", "Bridges that ruptured since the start.", AT(liquid_ledger.ruptured)},
    {"bridges_ended", "1", "Bridges that ended with a body or a wall since the start.",
     AT(liquid_ledger.ended)},
    {"capillary_energy", "J",
     "Energy stored in bridges, from where they formed on; `elastic_normal` includes it.",
     AT(liquid_ledger.capillary)},
    {"rupture_energy", "J",
     "What bridges had stored when they ruptured; `plastic_normal` does not include it.",
     AT(liquid_ledger.rupture_energy)},
};
static const scree_column_table columns = {"in cases with liquid", has_liquid, SCREE_COLUMNS(column)};

const scree_capability scree_liquid_capability = {
    .attempt = {[SCREE_AT_BEGIN] = begin,
                [SCREE_AT_CHANGE] = scree_bridges_after_change,
                [SCREE_BEFORE_CONTACTS] = before_contacts},
    .at = {[SCREE_AT_AUDIT] = scree_liquid_audit,
           [SCREE_AT_HOOKS] = add_hooks,
           [SCREE_BEFORE_BODIES_CHANGE] = before_change,
           [SCREE_AFTER_BODIES_CHANGE] = after_change,
           [SCREE_AFTER_CONTACTS] = scree_bridges_give_back,
           [SCREE_BEFORE_SAVE] = scree_bridges_note,
           [SCREE_AT_MEASURE] = measure,
           [SCREE_AT_END] = end},
    .stiffen = stiffen,
    .longest_step = scree_liquid_longest_step,
    .step_fits = scree_liquid_step_fits,
    .unusable = unusable,
    .check = scree_check_liquid_of_case,
    .check_pairs = scree_check_liquid_of_pairs,
    .coarsen = scree_liquid_coarsen,
    .columns = &columns,
};
