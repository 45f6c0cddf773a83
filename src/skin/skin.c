// SPDX-License-Identifier: BSD-3-Clause
#include "skin/skin.h"
#include "skin/skin_check.h"
#include <math.h>

// Measured on one core of a Zen 4 at 3.7 GHz, beds of 50 000 spheres; only the ratio matters.
static const double list_cost = 350.0;      // ns per particle, to build a list
static const double sphere_pair_cost = 6.0; // ns per step, for a listed pair that does not touch
// In beds of ellipsoids and capsules ten times as long as wide both of these cost about the same, and about ten times as much as a pair of spheres.
static const double test_cost = 60.0; // ns, while a list is built, to find whether two bodies are apart
static const double convex_pair_cost = 60.0;             // ns per step, for a listed pair that does not touch
static const double least_part = 0.002, most_part = 0.5; // of the mean diameter
static const double most_change = 4.0;                   // factor from one list to the next
// A skin that the fastest particles use up in fewer steps would need a skin check in every step.
static const double least_steps = 4.0;

static bool is_automatic(const scree_world *w) {
    return !(w->case_->skin > 0.0);
}

// Number of listed pairs that do not touch, of all ranks.
static double idle_pairs(const scree_world *w) {
    uint64_t n[2] = {0, w->contacts};
    for (size_t c = 0; c < w->pairs.block.n; c++) {
        const scree_pair_block *block = &w->pairs.block.data[c];
        n[0] += block->zone != SCREE_ZONE_REMOTE ? block->n : 0;
    }
    scree_comm_add(w->comm, n, 2);
    return (double)(n[0] > n[1] ? n[0] - n[1] : 0);
}

static double pair_cost(const scree_world *w) {
    return scree_list_is_tight(w) ? convex_pair_cost : sphere_pair_cost;
}

// ns, of the present list.
static double cost_of_list(const scree_world *w) {
    return list_cost * (double)w->skin_check->total + test_cost * (double)w->skin_check->tested;
}

// The skin of least cost, m, if `used` metres of the current one were used up in `steps` steps.
static double best_skin(const scree_world *w, double used, uint64_t steps) {
    double u = used / (double)(steps > 0 ? steps : 1), idle = fmax(idle_pairs(w), 1.0);
    return sqrt(cost_of_list(w) * fmax(u, 0.0) * w->skin / (pair_cost(w) * idle));
}

uint64_t scree_skin_review(const scree_world *w, uint64_t age) {
    if (!is_automatic(w)) {
        return UINT64_MAX;
    }
    double steps = cost_of_list(w) / (pair_cost(w) * fmax(idle_pairs(w), 1.0));
    uint64_t first = 1 + (uint64_t)steps;
    return w->step + (age > first ? age : first);
}

bool scree_skin_is_too_large(scree_world *w) {
    scree_skin_check *s = w->skin_check;
    if (w->step < s->review_at) {
        return false;
    }
    uint64_t age = w->step - s->listed_at;
    double best = fmax(best_skin(w, s->used, age), least_part * s->mean_diameter);
    s->review_at = scree_skin_review(w, age);
    return best < 0.5 * w->skin;
}

void scree_skin_adapt(scree_world *w, double speed) {
    scree_skin_check *s = w->skin_check;
    if (!is_automatic(w) || s->total == 0) {
        return;
    }
    double skin = w->skin, wanted;
    uint64_t age = w->step - s->listed_at;
    if (s->checked_at > s->listed_at) {
        wanted = best_skin(w, s->used, s->checked_at - s->listed_at);
        if (!w->list_valid) { // particles were inserted or removed: a skin larger than was used up until then is of no use
            wanted = fmin(wanted, 1.5 * s->used * (double)age / (double)(s->checked_at - s->listed_at));
        }
    } else { // rebuilt before the first skin check
        wanted = fmin(skin, 2.0 * (s->path + s->turned) + speed * w->dt);
    }
    wanted = fmin(fmax(wanted, skin / most_change), skin * most_change);
    double least = fmax(least_part * s->mean_diameter, 2.0 * least_steps * speed * w->dt);
    double most = fmin(most_part * s->mean_diameter, w->skin_most);
    w->skin = fmin(fmax(wanted, least), most);
}
