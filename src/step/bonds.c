// SPDX-License-Identifier: BSD-3-Clause
#include "step/bonds.h"
#include "base/math.h"
#include "base/random.h"
#include "laws/bond.h"
#include "search/rebuild.h"
#include "search/wall_pairs.h"
#include "state/contact_iterator.h"
#include "state/particle.h"
#include "step/contact_rows.h"
#include "step/events.h"
#include "step/law_set.h"
#include "step/region.h"
#include <stdlib.h>
#include <string.h>

static const scree_law_set *laws_of(const scree_world *w, const scree_pair_block *block) {
    return &w->laws[(size_t)block->material[0] * w->case_->material.n + (size_t)block->material[1]];
}

static bool is_due(const scree_world *w, const scree_bond_def *def) {
    const uint64_t first = scree_step_of(w, def->start);
    if (!(def->every > 0.0)) {
        return w->step == first;
    }
    return w->step >= first && scree_is_between(w, def->start, def->stop) &&
           (w->step - first) % scree_steps_between(w, def->every) == 0;
}

bool scree_bonds_are_due(const scree_world *w) {
    for (size_t k = 0; w->has_bonds && k < w->case_->bond.n; k++) {
        if (is_due(w, &w->case_->bond.data[k])) {
            return true;
        }
    }
    return false;
}

double scree_bonds_longest(const scree_world *w) {
    double longest = w->longest_bond;
    scree_comm_max(w->comm, &longest, 1);
    return longest;
}

// Sets the reach of the next list; false and reported if the periodic box has no room for it.
static bool set_reach(scree_world *w, scree_report *r) {
    const double before = w->reach;
    w->bond_reach = scree_bonds_longest(w);
    for (size_t k = 0; k < w->case_->bond.n; k++) {
        const scree_bond_def *def = &w->case_->bond.data[k];
        w->bond_reach = is_due(w, def) ? fmax(w->bond_reach, def->gap) : w->bond_reach;
    }
    w->reach = fmax(w->law_reach, w->bond_reach);
    w->skin_most -= w->reach - before;
    if (w->skin_most < 0.1 * w->skin) {
        scree_report_error(r,
                           "t = %.9g s: bonds of bodies %.4g m apart: the periodic box has room for %.4g m "
                           "only; use a larger "
                           "box, a smaller gap of the bonds, or bonds that break earlier",
                           scree_world_time(w), w->bond_reach, w->skin_most + w->reach - 0.1 * w->skin);
        return false;
    }
    w->skin = fmin(w->skin, w->skin_most);
    return true;
}

scree_status scree_bonds_list_pairs(scree_world *w, scree_report *r) {
    return w->has_bonds && !set_reach(w, r) ? SCREE_USER_ERROR : scree_pairs_rebuild(w, r);
}

void scree_bonds_half_spins(scree_world *w) {
    const double seen = w->case_->integrator == SCREE_VERLET ? 0.5 * w->dt : 0.0;
    scree_particles *p = &w->p;
    if (!p->half_spin) {
        return;
    }
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, p->n))
    for (size_t i = 0; i < p->n; i++) {
        const scree_spin *s = &p->motion[i].w;
        const scree_wrench *f = &p->f[i];
        const double m = p->motion[i].v.m, r = p->x[i].r;
        const double ahead = scree_is_member(p, i) ? 0.0 : seen * scree_mobility(m) / (0.4 * m * (r * r));
        p->half_spin[i] =
            (scree_half_spin){s->x - ahead * f->tx, s->y - ahead * f->ty, s->z - ahead * f->tz, 0.0};
    }
}

// ---- making bonds ----------------------------------------------------------------------------------------------

static bool has_id(const scree_bond_def *def, uint64_t id) {
    bool has = def->ids.n == 0;
    for (size_t k = 0; k < def->ids.n; k++) {
        has |= id >= def->ids.data[k].first && id <= def->ids.data[k].last;
    }
    return has;
}

static bool fits(const scree_world *w, const scree_bond_def *def, size_t i) {
    return has_id(def, w->p.id[i]) &&
           (!def->has_region ||
            scree_region_contains(w, &def->region, vec3(w->p.x[i].x, w->p.x[i].y, w->p.x[i].z)));
}

static bool materials_fit(const scree_bond_def *def, const int material[2]) {
    const int *want = def->material;
    const bool straight = (want[0] < 0 || want[0] == material[0]) && (want[1] < 0 || want[1] == material[1]),
               crossed = (want[0] < 0 || want[0] == material[1]) && (want[1] < 0 || want[1] == material[0]);
    return straight || crossed;
}

static int by_ids(const void *x, const void *y) {
    const uint64_t *a = x, *b = y;
    return a[0] != b[0] ? (a[0] < b[0] ? -1 : 1) : (a[1] > b[1]) - (a[1] < b[1]);
}

// Is the pair in the file? Its pairs ascend, the smaller id first.
static bool is_listed(const scree_bond_def *def, uint64_t a, uint64_t b) {
    const uint64_t key[2] = {a, b};
    return bsearch(key, def->pair.data, def->pair.n / 2, 2 * sizeof(uint64_t), by_ids) != NULL;
}

static bool wall_fits(const scree_bond_def *def, int wall) {
    bool is = false;
    for (size_t k = 0; k < def->wall.n; k++) {
        is |= def->wall.data[k] == wall;
    }
    return is;
}

// Does the event bond the two bodies, which are `gap` apart?
static bool takes(const scree_world *w, const scree_bond_def *def, const scree_pair_block *block, size_t k,
                  double gap) {
    const scree_pair pair = w->pairs.pair[k];
    if (!materials_fit(def, block->material) || !fits(w, def, pair.a)) {
        return false;
    }
    if (block->wall >= 0) {
        return wall_fits(def, block->wall) && gap <= def->gap;
    }
    if (def->file) {
        return is_listed(def, w->p.id[pair.a], w->p.id[pair.b]);
    }
    return def->particles && gap <= def->gap && fits(w, def, pair.b);
}

// Factor of the strengths of a bond: Weibull's distribution with the scale 1, drawn by the ids of the bodies and the time.
static double strength_of(const scree_world *w, const scree_bond_def *def, uint64_t a, uint64_t b) {
    if (!(def->weibull > 0.0)) {
        return 1.0;
    }
    const uint64_t seed = def->seed ? def->seed : w->case_->seed;
    scree_random random = {seed + w->step, a, b, 0};
    return scree_pow(-scree_log(scree_random_uniform(&random)), 1.0 / def->weibull);
}

// A pair that has a bond keeps it.
static uint64_t bond_pair(scree_world *w, const scree_bond_def *def, const scree_pair_block *block,
                          size_t k) {
    scree_pairs *pairs = &w->pairs;
    const scree_law_set *set = laws_of(w, block);
    double *h = scree_pair_history(pairs, block, k) + set->bond;
    const scree_contact_row row = scree_contact_row_of(w, block, k);
    if (scree_bond_holds(h) || !takes(w, def, block, k, -row.overlap)) {
        return 0;
    }
    memset(h, 0, (size_t)set->bond_columns * sizeof *h);
    h[SCREE_BOND_STATE] =
        strength_of(w, def, row.a, block->wall >= 0 ? (uint64_t)1 << 63 | row.element : row.b);
    h[SCREE_BOND_LENGTH] = vec_norm(vec_sub(row.centre_b, row.centre_a));
    h[SCREE_BOND_MADE] = scree_world_time(w);
    pairs->touching[k] = 1;
    return block->zone != SCREE_ZONE_REMOTE;
}

void scree_bonds_make(scree_world *w) {
    if (!scree_bonds_are_due(w)) {
        return;
    }
    uint64_t made = 0;
    for (size_t e = 0; e < w->case_->bond.n; e++) {
        const scree_bond_def *def = &w->case_->bond.data[e];
        if (!is_due(w, def)) {
            continue;
        }
        scree_contacts c = scree_contacts_of(&w->pairs, SCREE_LISTED);
        while (scree_contacts_next(&c)) {
            const bool far =
                c.block->wall >= 0 && !isfinite(w->pairs.touch[c.k - w->pairs.first_wall_pair].overlap);
            made += laws_of(w, c.block)->bond >= 0 && !far ? bond_pair(w, def, c.block, c.k) : 0;
        }
    }
    scree_comm_add(w->comm, &made, 1);
    w->bonds.made += made;
    w->bonds_now += made;
}

// ---- counting --------------------------------------------------------------------------------------------------

static int by_bodies(const void *x, const void *y) {
    const scree_bond_break *a = x, *b = y;
    if (a->a != b->a) {
        return a->a < b->a ? -1 : 1;
    }
    return a->wall != b->wall ? (a->wall < b->wall ? -1 : 1) : (a->b > b->b) - (a->b < b->b);
}

void scree_bonds_count(scree_world *w, const scree_chunk_sums *sums) {
    const size_t before = w->broken.n;
    uint64_t broken = 0;
    for (int k = 0; k < SCREE_MODES; k++) {
        w->bonds.broken[k] += sums->breaks[k];
        w->ledger.broken[k] += scree_double_double_value(&sums->broken[k]);
        broken += sums->breaks[k];
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
    w->longest_bond = sums->bond_gap;
    const uint64_t expected =
        w->bonds.made - w->bonds.lost -
        (w->bonds.broken[0] + w->bonds.broken[1] + w->bonds.broken[2] + w->bonds.broken[3]);
    w->bonds.lost += expected > sums->bonds ? expected - sums->bonds : 0;
    w->bonds_now = sums->bonds;
}

// ---- output ----------------------------------------------------------------------------------------------------

// The bond alone, as its law sees it in the present state.
static scree_bond bond_of(const scree_world *w, const scree_pair_block *block, size_t k) {
    const scree_law_set *set = laws_of(w, block);
    const double *history = scree_pair_history(&w->pairs, block, k);
    const scree_contact_row row = scree_contact_row_of(w, block, k);
    const scree_pos *a = &w->p.x[w->pairs.pair[k].a];
    const double rb = block->wall >= 0 ? a->r : w->p.x[w->pairs.pair[k].b].r;
    double h[SCREE_HISTORY_MAX];
    scree_contact c;
    memset(&c, 0, sizeof c);
    memcpy(h, history, (size_t)set->n_history * sizeof *h);
    c.nx = row.normal.x, c.ny = row.normal.y, c.nz = row.normal.z;
    c.gap = -row.overlap;
    c.distance = vec_norm(vec_sub(row.centre_b, row.centre_a));
    c.ra = a->r, c.rb = rb;
    c.r_eff = block->wall >= 0 ? a->r : a->r * rb / (a->r + rb);
    c.m_eff = 1.0; // nothing moves: no dashpot acts
    c.inertia_eff = 1.0;
    const scree_law_set alone = scree_law_set_bond(set);
    scree_law_set_evaluate(&alone, w->kernels, &c, h + set->bond);
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
    if (a->a != b->a) {
        return a->a < b->a ? -1 : 1;
    }
    return a->wall != b->wall ? (a->wall < b->wall ? -1 : 1) : (a->b > b->b) - (a->b < b->b);
}

void scree_bonds_list(const scree_world *w, scree_bond_list *list) {
    list->n = 0;
    scree_contacts c = scree_contacts_of(&w->pairs, w->has_bonds ? SCREE_TOUCHING | SCREE_COUNTED : 0);
    while (scree_contacts_next(&c)) {
        const int column = laws_of(w, c.block)->bond;
        if (column >= 0 && scree_bond_holds(scree_pair_history(&w->pairs, c.block, c.k) + column)) {
            scree_array_push(list, bond_of(w, c.block, c.k));
        }
    }
    if (list->n > 0) {
        qsort(list->data, list->n, sizeof *list->data, by_pairs);
    }
}
