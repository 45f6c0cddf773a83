// SPDX-License-Identifier: BSD-3-Clause
#include "wall_contacts/wall_loads.h"
#include <string.h>

enum { LANES = 4, WORDS = LANES * SCREE_EXACT_DIGITS }; // 64-bit words of a sum

scree_wall_load *scree_wall_loads_of(const scree_world *w, int thread) {
    return w->wall_load + (size_t)thread * w->wall.n;
}

void scree_wall_loads_begin(scree_world *w) {
    const size_t n = (size_t)w->threads * w->wall.n;
    w->wall_load = w->wall_load ? w->wall_load : scree_realloc(NULL, 0, n * sizeof *w->wall_load);
    for (size_t k = 0; k < n; k++) {
        w->wall_load[k].contacts = 0;
    }
}

// Sums of hardness that the wall needs.
static int hardnesses_of(const scree_world *w, size_t k) {
    return scree_wall_is_driven(&w->wall.data[k].def->drive) ? 2 : 0;
}

void scree_wall_loads_join(scree_world *w) {
    for (size_t k = 0; k < w->wall.n; k++) {
        scree_wall_load *all = &w->wall_load[k];
        for (int thread = 1; thread < w->threads; thread++) {
            const scree_wall_load *more = &scree_wall_loads_of(w, thread)[k];
            if (more->contacts > 0 && all->contacts == 0) {
                *all = *more;
            } else if (more->contacts > 0) {
                scree_exact_sum_join(&all->force, &more->force);
                scree_exact_sum_join(&all->torque, &more->torque);
                for (int i = 0; i < hardnesses_of(w, k); i++) {
                    scree_exact_sum_join(&all->hardness[i], &more->hardness[i]);
                }
            }
        }
        if (all->contacts > 0) {
            scree_exact_sum_carry(&all->force);
            scree_exact_sum_carry(&all->torque);
            for (int i = 0; i < hardnesses_of(w, k); i++) {
                scree_exact_sum_carry(&all->hardness[i]);
            }
        }
    }
}

size_t scree_wall_loads_words(const scree_world *w) {
    size_t sums = 0;
    for (size_t k = 0; k < w->wall.n; k++) {
        sums += 2 + (size_t)hardnesses_of(w, k);
    }
    return sums * WORDS;
}

// The sums of wall k in the order of the message.
static size_t sums_of(const scree_world *w, size_t k, scree_exact_sum *sum[4]) {
    scree_wall_load *load = &w->wall_load[k];
    sum[0] = &load->force;
    sum[1] = &load->torque;
    sum[2] = &load->hardness[0];
    sum[3] = &load->hardness[1];
    return 2 + (size_t)hardnesses_of(w, k);
}

void scree_wall_loads_put(const scree_world *w, scree_double_double *word) {
    memset(word, 0, scree_wall_loads_words(w) * sizeof *word);
    for (size_t k = 0; k < w->wall.n; k++) {
        scree_exact_sum *sum[4];
        const size_t n = sums_of(w, k, sum);
        for (size_t i = 0; i < n; i++, word += WORDS) {
            for (int lane = 0; lane < LANES && w->wall_load[k].contacts > 0; lane++) {
                scree_exact_sum_put(sum[i], lane, word + lane * SCREE_EXACT_DIGITS);
            }
        }
    }
}

void scree_wall_loads_take(scree_world *w, const scree_double_double *word) {
    for (size_t k = 0; k < w->wall.n; k++) {
        scree_exact_sum *sum[4];
        const size_t n = sums_of(w, k, sum);
        memset(&w->wall_load[k], 0, sizeof w->wall_load[k]);
        w->wall_load[k].contacts = 1; // unknown: they may be on other ranks
        for (size_t i = 0; i < n; i++, word += WORDS) {
            for (int lane = 0; lane < LANES; lane++) {
                scree_exact_sum_take(sum[i], lane, word + lane * SCREE_EXACT_DIGITS);
            }
            scree_exact_sum_carry(sum[i]);
        }
    }
}

static scree_vec3 value_of(const scree_exact_sum *s) {
    return vec3(scree_exact_sum_value(s, 0), scree_exact_sum_value(s, 1), scree_exact_sum_value(s, 2));
}

void scree_wall_loads_end(scree_world *w) {
    for (size_t k = 0; k < w->wall.n; k++) {
        const scree_wall_load *load = &w->wall_load[k];
        scree_wall_state *now = &w->wall.data[k].now;
        const bool any = load->contacts > 0;
        now->force = any ? value_of(&load->force) : vec3(0.0, 0.0, 0.0);
        now->torque = any ? value_of(&load->torque) : vec3(0.0, 0.0, 0.0);
        now->power = any ? 0.0 - scree_exact_sum_value(&load->force, SCREE_POWER_LANE) : 0.0;
        for (int i = 0; i < hardnesses_of(w, k); i++) {
            for (int lane = 0; lane < LANES; lane++) {
                w->wall.data[k].drive.hardness[i][lane] =
                    any ? scree_exact_sum_value(&load->hardness[i], lane) : 0.0;
            }
        }
    }
}
