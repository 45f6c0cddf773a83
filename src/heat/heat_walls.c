// SPDX-License-Identifier: BSD-3-Clause
// Heat between walls and particles; see heat/heat.h.
#include "access/contact_iterator.h"
#include "access/wall_temperature.h"
#include "heat/heat.h"
#include "laws/list/law_set.h"
#include "maths/exact_sum.h"
#include "pairs/surface.h"
#include <string.h>

enum { CONDUCTANCE, WEIGHTED };  // lanes of the first sums: W/K, W
enum { HEAT, LOSS_HEAT, WARMS }; // of the second: W, J, W/K of the contacts of walls with a mass
enum { LANES = 3, WORDS = LANES * SCREE_EXACT_DIGITS };

// Adds up over the ranks.
static void over_ranks(const scree_world *w, scree_exact_sum *sum) {
    scree_double_double *word =
        w->comm ? scree_realloc(NULL, 0, (w->wall.n + 1) * WORDS * sizeof *word) : NULL;
    for (size_t k = 0; k < w->wall.n; k++) {
        scree_exact_sum_carry(&sum[k]);
        for (int lane = 0; word && lane < LANES; lane++) {
            scree_exact_sum_put(&sum[k], lane, word + k * WORDS + lane * SCREE_EXACT_DIGITS);
        }
    }
    if (word) {
        scree_comm_add_double_double(w->comm, word, w->wall.n * WORDS);
    }
    for (size_t k = 0; word && k < w->wall.n; k++) {
        for (int lane = 0; lane < LANES; lane++) {
            scree_exact_sum_take(&sum[k], lane, word + k * WORDS + lane * SCREE_EXACT_DIGITS);
        }
        scree_exact_sum_carry(&sum[k]);
    }
    scree_free(word);
}

static bool radiates(const scree_world *w) {
    bool any = false;
    for (size_t k = 0; k < w->case_->material.n * w->case_->material.n; k++) {
        any |= (w->laws[k].traits & SCREE_TRAIT_RADIATES) != 0;
    }
    return any;
}

// Turns the flow that heat laws which radiate have given into a conductance.
static void divide_flows(scree_world *w) {
    scree_contacts c = scree_contacts_of(&w->pairs, SCREE_ACTING | SCREE_OF_WALLS);
    while (scree_contacts_next(&c)) {
        if (scree_laws_of_block(w, c.block)->traits & SCREE_TRAIT_RADIATES) {
            const scree_pair pair = w->pairs.pair[c.k];
            const size_t wall = scree_surface_part(w, c.block->wall, pair.b).wall;
            w->pairs.force[c.k].heat /= scree_wall_warmer(&w->wall.data[wall], w->p.temperature[pair.a]);
        }
    }
}

// The temperatures that walls of a given power or flux have now; they keep theirs while nothing touches them.
static void set_temperatures(scree_world *w, scree_exact_sum *sum) {
    memset(sum, 0, w->wall.n * sizeof *sum);
    scree_contacts c = scree_contacts_of(&w->pairs, SCREE_ACTING | SCREE_OF_WALLS);
    while (w->conducts && scree_contacts_next(&c)) {
        const size_t wall = scree_surface_part(w, c.block->wall, w->pairs.pair[c.k].b).wall;
        const double t = w->p.temperature[w->pairs.pair[c.k].a], g = w->pairs.force[c.k].heat;
        scree_exact_sum_add(&sum[wall], (scree_vec4d){g, g * t, 0.0, 0.0});
    }
    over_ranks(w, sum);
    for (size_t k = 0; k < w->wall.n; k++) {
        scree_wall *wall = &w->wall.data[k];
        const double all = scree_exact_sum_value(&sum[k], CONDUCTANCE);
        if (scree_wall_heat_kind_of(&wall->def->heat) == SCREE_WALL_OF_POWER && all > 0.0) {
            const double power = wall->def->heat.power + wall->def->heat.flux * wall->area;
            wall->now.temperature = (power + scree_exact_sum_value(&sum[k], WEIGHTED)) / all;
        }
    }
}

// Gives all the heat that contact k of a wall made to the particle where the wall is insulated. Returns the wall's part, J.
static double loss_heat_for_wall(scree_pairs *pairs, size_t k, bool insulated) {
    double *loss = pairs->loss_heat + 2 * k;
    loss[0] += insulated ? loss[1] : 0.0;
    const double part = insulated ? 0.0 : loss[1];
    loss[1] = 0.0;
    return part;
}

void scree_heat_walls(scree_world *w, scree_report *r) {
    (void)r;
    scree_pairs *pairs = &w->pairs;
    bool by_power = false;
    for (size_t k = 0; k < w->wall.n; k++) {
        by_power |= scree_wall_heat_kind_of(&w->wall.data[k].def->heat) == SCREE_WALL_OF_POWER;
    }
    if (!w->case_->has_heat || w->wall.n == 0) {
        return;
    }
    scree_exact_sum *sum = scree_realloc(NULL, 0, w->wall.n * sizeof *sum);
    if (w->conducts && radiates(w)) {
        divide_flows(w);
    }
    if (by_power) {
        set_temperatures(w, sum);
    }
    memset(sum, 0, w->wall.n * sizeof *sum);
    scree_contacts c =
        scree_contacts_of(pairs, (pairs->loss_heat ? SCREE_LISTED : SCREE_ACTING) | SCREE_OF_WALLS);
    while (scree_contacts_next(&c)) {
        const scree_wall_part part = scree_surface_part(w, c.block->wall, pairs->pair[c.k].b);
        const scree_wall *wall = &w->wall.data[part.wall];
        const bool insulated = scree_wall_heat_kind_of(&wall->def->heat) == SCREE_WALL_INSULATED;
        const double loss_heat = pairs->loss_heat ? loss_heat_for_wall(pairs, c.k, insulated) : 0.0;
        double *heat = &pairs->force[c.k].heat;
        const double conductance =
            scree_wall_heat_kind_of(&wall->def->heat) == SCREE_WALL_OF_MASS ? *heat : 0.0;
        *heat = insulated ? 0.0 : *heat * (wall->now.temperature - w->p.temperature[pairs->pair[c.k].a]);
        scree_exact_sum_add(&sum[part.wall], (scree_vec4d){*heat, loss_heat, conductance, 0.0});
    }
    over_ranks(w, sum);
    for (size_t k = 0; k < w->wall.n; k++) {
        scree_wall *wall = &w->wall.data[k];
        wall->loss_heat = scree_exact_sum_value(&sum[k], LOSS_HEAT);
        wall->conductance = scree_exact_sum_value(&sum[k], WARMS);
        const double rate = pairs->half_step > 0.0 ? wall->loss_heat / (2.0 * pairs->half_step) : 0.0;
        wall->now.heat = scree_exact_sum_value(&sum[k], HEAT) - rate;
    }
    scree_free(sum);
}
