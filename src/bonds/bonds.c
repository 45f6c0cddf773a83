// SPDX-License-Identifier: BSD-3-Clause
#include "bonds/bonds.h"
#include "access/contact_iterator.h"
#include "access/particle.h"
#include "batch/pair_job.h"
#include "kernels/one_contact.h"
#include "laws/bond.h"
#include "pairs/contact_rows.h"
#include "pairs/pair_list.h"
#include <stdlib.h>
#include <string.h>

double scree_bonds_longest(const scree_world *w) {
    double longest = w->longest_bond;
    scree_comm_max(w->comm, &longest, 1);
    return longest;
}

// Goes to the next bond or liquid bridge that this rank counts.
static bool next_bond(const scree_world *w, scree_contacts *c) {
    while (scree_contacts_next(c)) {
        if (scree_pair_is_bonded(&w->pairs, c->block, c->k, scree_laws_of_block(w, c->block)->bond)) {
            return true;
        }
    }
    return false;
}

static scree_contacts own_bonds(const scree_world *w) {
    return scree_contacts_of(&w->pairs, w->has_bonds ? SCREE_TOUCHING | SCREE_COUNTED : 0);
}

void scree_bonds_measure(scree_world *w) {
    for (scree_contacts c = own_bonds(w); next_bond(w, &c);) {
        const scree_pair pair = w->pairs.pair[c.k];
        if (c.block->wall < 0 && pair.b < w->listed) { // ghosts are where their owners had them
            w->longest_bond = fmax(w->longest_bond, -scree_contact_row_of(w, c.block, c.k).overlap);
        }
    }
}

// ---- counting --------------------------------------------------------------------------------------------------

// Ascending by a, then particles by b, then walls by number and element.
static int order_of(uint64_t a, int wall, uint64_t b, uint64_t other_a, int other_wall, uint64_t other_b) {
    if (a != other_a) {
        return a < other_a ? -1 : 1;
    }
    return wall != other_wall ? (wall < other_wall ? -1 : 1) : (b > other_b) - (b < other_b);
}

static int by_bodies(const void *x, const void *y) {
    const scree_bond_break *a = x, *b = y;
    return order_of(a->a, a->wall, a->b, b->a, b->wall, b->b);
}

void scree_bonds_count(scree_world *w, const scree_chunk_sums *sums) {
    const size_t before = w->broken.n;
    for (int k = 0; k < SCREE_MODES; k++) {
        w->bonds.broken[k] += sums->breaks[k];
        w->ledger.broken[k] += scree_double_double_value(&sums->broken[k]);
    }
    for (int thread = 0; thread < w->threads; thread++) {
        for (size_t k = 0; k < w->breaks[thread].n; k++) {
            scree_array_push(&w->broken, w->breaks[thread].data[k]);
        }
        w->breaks[thread].n = 0;
    }
    if (w->broken.n > before) {
        qsort(w->broken.data + before, w->broken.n - before, sizeof *w->broken.data, by_bodies);
    }
    w->longest_bond = sums->bond_gap; // with liquid bridges
    const uint64_t expected = scree_bonds_number(w);
    const bool lost = expected > sums->bonds;
    for (int k = 0; k < SCREE_MODES; k++) {
        const double now = scree_double_double_value(&sums->bonded[k]),
                     broke = scree_double_double_value(&sums->broken[k]);
        w->ledger.removed += lost ? w->ledger.now.bonded[k] - now - broke : 0.0; // see forces/lost_contacts.h
        w->ledger.now.bonded[k] = now;
    }
    const uint64_t gone = lost ? expected - sums->bonds : 0;
    w->bonds.lost += gone;
    w->bonds_lost_here += gone;
    w->bonds.made +=
        expected < sums->bonds ? sums->bonds - expected : 0; // from the checkpoint of another case
    w->bonds_now = sums->bonds;
}

bool scree_bonds_of_groups(const scree_world *w, uint64_t groups) {
    scree_contacts c = scree_contacts_of(&w->pairs, w->has_bonds ? SCREE_TOUCHING : 0);
    bool any = false;
    while (!any && groups != 0 &&
           next_bond(w, &c)) { // each rank looks at its own bodies: ghosts may have the groups of before
        const scree_pair pair = w->pairs.pair[c.k];
        const uint64_t a = pair.a < w->p.n ? w->p.groups[pair.a] : 0,
                       b = c.block->wall < 0 && pair.b < w->p.n ? w->p.groups[pair.b] : 0;
        any = ((a | b) & groups) != 0;
    }
    return any;
}

void scree_bonds_end_parted(scree_world *w) {
    scree_pairs *pairs = &w->pairs;
    for (int thread = 0; thread < w->threads; thread++) {
        for (size_t i = 0; i < w->parted[thread].n; i++) {
            const size_t k = w->parted[thread].data[i];
            scree_pairs_end(pairs, scree_pairs_block_of(pairs, k), k);
        }
        w->parted[thread].n = 0;
    }
}

void scree_bonds_warn(scree_world *w, scree_report *r) {
    if (w->bonds_lost_here > 0 && !w->bonds_lost_warned) {
        w->bonds_lost_warned = true;
        scree_report_warning(
            r,
            "t = %.6g s: %llu bonds have ended without breaking: a body was deleted or held, a wall ended, "
            "or a body moved too far in one step; this is said once, 'bonds_lost' counts them",
            scree_world_time(w), (unsigned long long)w->bonds_lost_here);
    }
}

// ---- output ----------------------------------------------------------------------------------------------------

scree_contact scree_bond_evaluate(const scree_world *w, const scree_pair_block *block, size_t k,
                                  const scree_bond_ends *ends) {
    const scree_law_set *set = scree_laws_of_block(w, block);
    double h[SCREE_HISTORY_MAX];
    scree_contact c;
    memset(&c, 0, sizeof c);
    memcpy(h, scree_pair_history(&w->pairs, block, k), (size_t)set->n_history * sizeof *h);
    c.nx = ends->normal.x, c.ny = ends->normal.y, c.nz = ends->normal.z;
    c.gap = ends->gap;
    c.distance = vec_norm(vec_sub(ends->to, ends->from));
    c.ra = ends->ra, c.rb = ends->rb;
    c.r_eff = block->wall >= 0 ? c.ra : c.ra * c.rb / (c.ra + c.rb);
    c.m_eff = 1.0; // nothing moves: no dashpot acts
    c.inertia_eff = 1.0;
    const scree_law_set bond_set = scree_law_set_bond(set);
    scree_law_set_evaluate(&bond_set, w->kernels, &c, h + set->bond);
    return c;
}

static scree_bond bond_of(const scree_world *w, const scree_pair_block *block, size_t k) {
    const scree_law_set *set = scree_laws_of_block(w, block);
    const double *history = scree_pair_history(&w->pairs, block, k);
    const scree_contact_row row = scree_contact_row_of(w, block, k);
    const double ra = w->p.x[w->pairs.pair[k].a].r, rb = block->wall >= 0 ? ra : w->p.x[w->pairs.pair[k].b].r;
    const scree_contact c = scree_bond_evaluate(
        w, block, k,
        &(scree_bond_ends){row.centre_a, row.centre_b, row.normal, .gap = -row.overlap, .ra = ra, .rb = rb});
    const scree_vec3 n = row.normal;
    scree_bond bond = {.pair = k,
                       .a = row.a,
                       .b = block->wall >= 0 ? row.element : row.b,
                       .wall = row.wall,
                       .from = row.centre_a};
    bond.to = row.centre_b;
    bond.length = history[set->bond + SCREE_BOND_LENGTH];
    bond.made = history[set->bond + SCREE_BOND_MADE];
    bond.factor = history[set->bond + SCREE_BOND_STATE];
    bond.load = c.bond_load;
    bond.force = vec_add_scaled(vec3(c.ftx, c.fty, c.ftz), -c.fn, n);
    bond.moment = vec_add_scaled(vec3(c.mrx, c.mry, c.mrz), c.mw, n);
    const double energy[SCREE_MODES] = {c.energy_n, c.energy_t, c.energy_r, c.energy_w};
    memcpy(bond.energy, energy, sizeof energy);
    return bond;
}

static int by_pairs(const void *x, const void *y) {
    const scree_bond *a = x, *b = y;
    return order_of(a->a, a->wall, a->b, b->a, b->wall, b->b);
}

void scree_bonds_list(const scree_world *w, scree_bond_list *list) {
    list->n = 0;
    for (scree_contacts c = own_bonds(w); next_bond(w, &c);) {
        if (!scree_laws_of_block(w, c.block)->wet) {
            scree_array_push(list, bond_of(w, c.block, c.k));
        }
    }
    scree_array_sort(list, by_pairs);
}

uint64_t scree_bonds_number(const scree_world *w) {
    const scree_bond_counts *b = &w->bonds;
    return b->made - b->lost - (b->broken[0] + b->broken[1] + b->broken[2] + b->broken[3]);
}
