// SPDX-License-Identifier: BSD-3-Clause
// Bridges take liquid from films when they form, and give it back when they have ruptured.
//
// At the end of a force evaluation every particle counts its contacts without a bridge (`dry_contacts`). At the next one, before the laws,
// each of these that still touches forms a bridge. It takes from a particle the share of the case of its film, but no more than the film
// over that count; from a wall what lies on the area of the particle's great circle, with the same limit. Both bodies see the films and counts of
// the step before, so the ranks that have a pair with a ghost form the same bridge, and the order of the pairs has no effect. The
// law ends a bridge and leaves its volume in a column of the contact, from where half of it goes to each film: all of it
// to the particle where a wall has no area. Every rank changes the films of its own particles; those of walls are the same on all ranks.
#include "access/contact_iterator.h"
#include "access/convex_body.h"
#include "domain/halo.h"
#include "kernels/one_contact.h"
#include "laws/liquid_bridge.h"
#include "liquid/liquid.h"
#include "maths/math.h"
#include "pairs/contact_rows.h"
#include "pairs/surface.h"
#include <omp.h>
#include <string.h>

// Whole units of a volume.
static double whole(const scree_world *w, double volume) {
    const double unit = w->case_->liquid.unit;
    return floor(volume / unit) * unit;
}

static double *columns_of(const scree_world *w, const scree_pair_block *block, size_t k) {
    return scree_pair_history(&w->pairs, block, k) + scree_laws_of_block(w, block)->bond;
}

static bool has_film(const scree_wall *wall) {
    return wall->area > 0.0;
}

void scree_bridges_begin(scree_world *w) {
    if (w->liquid_wall.n == w->wall.n) {
        return;
    }
    scree_array_zeros(&w->liquid_wall, w->wall.n);
    for (size_t k = 0; k < w->wall.n; k++) {
        const scree_wall *wall = &w->wall.data[k];
        w->liquid_wall.data[k].film = whole(w, wall->def->liquid_film * wall->area);
    }
}

// ---- which pairs ----------------------------------------------------------------------------------------------

// Of a contact that has waited for a bridge since the last evaluation of forces: also where a mesh has given its history to another face.
static bool waits(const double *h) {
    return h[SCREE_BRIDGE_RETURNED] < 0.0;
}

// Finds the pairs from `first` on that touch and have no bridge, among them those whose bridge has just ruptured; or, of these,
// those that wait. The pairs before `first` that are noted stay: the loops over contacts note those of particles (note_dry in kernels/bond_lanes.h), so
// that nothing has to read the history of all pairs.
static void find(scree_world *w, size_t first, bool waiting) {
    const scree_pairs *pairs = &w->pairs;
    if (!w->wet_pairs) {
        return;
    }
    for (int t = 0; t < w->threads; t++) {
        scree_wet_pairs *found = &w->wet_pairs[t];
        size_t kept = 0;
        for (size_t k = 0; k < found->n; k++) {
            found->data[kept] = found->data[k];
            kept += found->data[k] < first;
        }
        found->n = kept;
    }
#pragma omp parallel num_threads(scree_world_team(w, pairs->n))
    {
        scree_wet_pairs *found = &w->wet_pairs[omp_get_thread_num()];
        for (size_t c = 0; c < pairs->block.n; c++) {
            const scree_pair_block *block = &pairs->block.data[c];
            if (!scree_laws_of_block(w, block)->wet || block->first < first) {
                continue;
            }
#pragma omp for schedule(static) nowait
            for (size_t k = block->first; k < block->first + block->n; k++) {
                const double *h = columns_of(w, block, k);
                if (pairs->touching[k] == 1 && !(h[SCREE_BRIDGE_VOLUME] > 0.0) && (!waiting || waits(h))) {
                    scree_array_push(found, (uint32_t)k);
                }
            }
        }
    }
    w->wet_pairs_list = w->rebuilds;
}

// A place in the lists of find().
typedef struct walk {
    int thread;
    size_t at;
    size_t block; // of the last pair: most pairs are in that of the one before, or after it
} walk;

// Goes on to the next pair that find() has found and returns its block; NULL after the last one.
static const scree_pair_block *next_of(const scree_world *w, walk *at, size_t *pair) {
    while (w->wet_pairs && at->thread < w->threads && at->at == w->wet_pairs[at->thread].n) {
        at->thread++;
        at->at = 0;
        at->block = 0;
    }
    if (!w->wet_pairs || at->thread == w->threads) {
        return NULL;
    }
    *pair = w->wet_pairs[at->thread].data[at->at++];
    const scree_pair_block *block = &w->pairs.block.data[at->block];
    while (*pair < block->first || *pair >= block->first + block->n) {
        at->block = (at->block + 1) % w->pairs.block.n;
        block = &w->pairs.block.data[at->block];
    }
    return block;
}

// ---- forming --------------------------------------------------------------------------------------------------

// What a body gives to a new bridge. film: from which it is taken; NULL: there is none.
typedef struct giver {
    double *film;
    double offer; // m3
} giver;

static giver particle_gives(const scree_world *w, uint32_t i) {
    const double waiting = w->p.dry_contacts[i], share = w->case_->liquid.share;
    return (giver){&w->p.liquid[i],
                   whole(w, w->p.liquid[i] * fmin(share, waiting > 1.0 ? 1.0 / waiting : 1.0))};
}

static giver wall_gives(const scree_world *w, int number, double r) {
    const scree_wall *wall = &w->wall.data[number];
    const scree_liquid_wall *liquid = &w->liquid_wall.data[number];
    if (!has_film(wall)) {
        return (giver){NULL, 0.0};
    }
    const double share = SCREE_PI * (r * r) / wall->area,
                 most = liquid->waiting > 1.0 ? 1.0 / liquid->waiting : 1.0;
    return (giver){&w->liquid_wall.data[number].change, whole(w, liquid->film * fmin(share, most))};
}

// The velocity of particle i where it touches, along the normal. The contact point of a sphere lies on the normal through its centre, that of a convex body beside it.
static scree_vec3 velocity_at(const scree_world *w, uint32_t i, scree_vec3 point) {
    const scree_particles *p = &w->p;
    const scree_velocities *m = &p->motion[i];
    const scree_vec3 v = vec3(m->v.x, m->v.y, m->v.z);
    if (!scree_is_convex(p, i)) {
        return v;
    }
    const scree_pos *x = &p->x[i];
    const scree_vec3 arm =
        scree_nearest_image(&w->cell.period, point.x - x->x, point.y - x->y, point.z - x->z);
    return vec_add(v, vec_cross(vec3(m->w.x, m->w.y, m->w.z), arm));
}

// The speed with which the surfaces of a pair come nearer, m/s.
static double approach(const scree_world *w, const scree_pair_block *block, const scree_contact_row *row) {
    const scree_pair pair = w->pairs.pair[row->pair];
    scree_vec3 vb;
    if (block->wall >= 0) {
        const scree_wall_touch *t = &w->pairs.touch[row->pair - w->pairs.first_wall_pair];
        vb = vec3(t->vx, t->vy, t->vz);
    } else {
        vb = velocity_at(w, pair.b, row->point);
    }
    return vec_dot(vec_sub(velocity_at(w, pair.a, row->point), vb), row->normal);
}

// The pull at touch, N.
static double touch_pull(const scree_world *w, const scree_law_set *bridge, double r_eff, double ra,
                         double rb, const double *columns) {
    double h[SCREE_HISTORY_MAX] = {0};
    scree_contact c;
    memset(&c, 0, sizeof c);
    memcpy(h, columns, (size_t)bridge->bond_columns * sizeof *h);
    c.nz = 1.0;
    c.ra = ra, c.rb = rb;
    c.distance = ra + rb;
    c.r_eff = r_eff;
    c.m_eff = c.inertia_eff = 1.0;
    scree_law_set_evaluate(bridge, w->kernels, &c, h);
    return -c.fn;
}

// A film that gives, and how much: applied when all bridges of the step are known.
typedef struct gift {
    double *film;
    double volume;
} gift;
typedef SCREE_ARRAY(gift) gift_list;

// Its force acts from the middle of the step on, so the bridge begins with the gap of that time.
static void form(scree_world *w, const scree_pair_block *block, const scree_contact_row *row,
                 gift_list *gifts) {
    const scree_liquid_def *def = &w->case_->liquid;
    const scree_pair pair = w->pairs.pair[row->pair];
    const bool wall = block->wall >= 0;
    const double ra = scree_law_radius(&w->p, pair.a), rb = wall ? ra : scree_law_radius(&w->p, pair.b),
                 r_eff = wall ? ra : ra * rb / (ra + rb), cube = 8.0 * (r_eff * r_eff * r_eff);
    const giver a = particle_gives(w, pair.a),
                b = wall ? wall_gives(w, row->wall, ra) : particle_gives(w, pair.b);
    const double offered = a.offer + b.offer, most = whole(w, def->largest * cube),
                 volume = fmin(offered, most),
                 from_a = offered > most ? whole(w, most * (a.offer / offered)) : a.offer;
    if (!(volume >= def->least * cube) || !(volume > 0.0)) {
        return;
    }
    const scree_law_set bridge = scree_law_set_bond(scree_laws_of_block(w, block));
    double *h = columns_of(w, block, row->pair);
    memset(h, 0, (size_t)bridge.bond_columns * sizeof *h);
    h[SCREE_BRIDGE_VOLUME] = volume;
    h[SCREE_BRIDGE_MADE] = scree_world_time(w);
    scree_law_at(bridge.step[0].law)->form(bridge.step[0].derived, volume, r_eff, wall, h);
    h[SCREE_BRIDGE_OFFSET] =
        touch_pull(w, &bridge, r_eff, ra, rb, h) * (0.5 * w->dt * approach(w, block, row) - row->overlap);
    w->bridges_formed += block->zone != SCREE_ZONE_REMOTE;
    if (pair.a < w->p.n) {
        scree_array_push(gifts, ((gift){a.film, from_a}));
    }
    if (b.film && (wall || pair.b < w->p.n)) {
        scree_array_push(gifts, ((gift){b.film, volume - from_a}));
    }
}

scree_status scree_bridges_form(scree_world *w, scree_report *r) {
    (void)r;
    w->bridges_formed = 0;
    if (!w->case_->has_liquid || !w->has_bonds) {
        return SCREE_OK;
    }
    find(w, w->wet_pairs_list == w->rebuilds ? w->pairs.first_wall_pair : 0, true);
    scree_halo_finish(w);
    size_t k;
    const scree_pair_block *block;
    gift_list gifts = {0};
    for (walk at = {0}; (block = next_of(w, &at, &k));) {
        const scree_contact_row row = scree_contact_row_of(w, block, k);
        // a bridge that has just broken between bodies apart has ended their contact (bonds/bonds.h)
        if (w->pairs.touching[k] == 1 && row.overlap > 0.0 && isfinite(row.overlap)) {
            form(w, block, &row, &gifts);
        }
    }
    for (size_t g = 0; g < gifts.n; g++) {
        *gifts.data[g].film -= gifts.data[g].volume;
    }
    scree_array_free(&gifts);
    return SCREE_OK;
}

// ---- giving back ----------------------------------------------------------------------------------------------

// The films that get the liquid of a pair's bridge. particle: row of this rank, SIZE_MAX: it is of another rank.
typedef struct heirs {
    size_t particle[2];
    double to[2]; // m3
    size_t wall;  // SIZE_MAX: none, or it has no film
    double to_wall;
} heirs;

static heirs heirs_of(const scree_world *w, const scree_pair_block *block, size_t k, double volume) {
    const scree_pair pair = w->pairs.pair[k];
    const size_t wall = block->wall < 0 ? SIZE_MAX : scree_surface_part(w, block->wall, pair.b).wall;
    const bool shared = block->wall < 0 || has_film(&w->wall.data[wall]);
    const double to_a = shared ? whole(w, 0.5 * volume) : volume;
    return (heirs){.particle = {pair.a < w->p.n ? pair.a : SIZE_MAX,
                                block->wall < 0 && pair.b < w->p.n ? pair.b : SIZE_MAX},
                   .to = {to_a, volume - to_a},
                   .wall = block->wall < 0 || !shared ? SIZE_MAX : wall,
                   .to_wall = volume - to_a};
}

static void give(scree_world *w, const heirs *to) {
    for (int k = 0; k < 2; k++) {
        if (to->particle[k] != SIZE_MAX) {
            w->p.liquid[to->particle[k]] += to->to[k];
        }
    }
    if (to->wall != SIZE_MAX) {
        w->liquid_wall.data[to->wall].change += to->to_wall;
    }
}

// Gives back what the bridge of a pair has left, and counts it with the contacts of its bodies.
static void give_back(scree_world *w, const scree_pair_block *block, size_t k) {
    double *h = columns_of(w, block, k);
    const heirs to = heirs_of(w, block, k, fmax(0.0, h[SCREE_BRIDGE_RETURNED]));
    h[SCREE_BRIDGE_RETURNED] = -1.0;
    give(w, &to);
    for (int j = 0; j < 2; j++) {
        if (to.particle[j] != SIZE_MAX) {
            w->p.dry_contacts[to.particle[j]] += 1.0;
        }
    }
    if (to.wall != SIZE_MAX) {
        w->liquid_wall.data[to.wall].waiting += 1.0;
    }
}

void scree_bridge_end(scree_world *w, const scree_pair_block *block, size_t k, unsigned gone) {
    heirs to = heirs_of(w, block, k, columns_of(w, block, k)[SCREE_BRIDGE_VOLUME]);
    for (unsigned j = 0; j < 2; j++) {
        to.particle[j] = gone >> j & 1 ? SIZE_MAX : to.particle[j];
    }
    give(w, &to);
}

void scree_bridge_estate_add(const scree_world *w, const scree_pair_block *block, size_t k, unsigned gone,
                             scree_bridge_estate *sum) {
    const heirs to = heirs_of(w, block, k, columns_of(w, block, k)[SCREE_BRIDGE_VOLUME]);
    const unsigned particles = block->wall < 0 ? 2 : 1;
    for (unsigned j = 0; j < particles; j++) {
        scree_double_double_add(gone >> j & 1 ? &sum->lost : &sum->to_films, to.to[j]);
    }
}

// Adds what has changed in the films of walls, of all ranks. counted: contacts that wait have been counted too.
static void change_walls(scree_world *w, bool counted) {
    const size_t n = w->liquid_wall.n;
    scree_double_double *sum = scree_zeros((2 * n + 1) * sizeof *sum);
    for (size_t k = 0; k < n; k++) {
        sum[2 * k].high = w->liquid_wall.data[k].change;
        sum[2 * k + 1].high = w->liquid_wall.data[k].waiting;
    }
    scree_comm_add_double_double(w->comm, sum, 2 * n);
    for (size_t k = 0; k < n; k++) {
        scree_liquid_wall *wall = &w->liquid_wall.data[k];
        wall->film += scree_double_double_value(&sum[2 * k]);
        wall->waiting = counted ? scree_double_double_value(&sum[2 * k + 1]) : wall->waiting;
        wall->change = 0.0;
    }
    scree_free(sum);
}

void scree_bridges_give_back(scree_world *w, scree_report *r) {
    (void)r;
    if (!w->case_->has_liquid || !w->has_bonds) {
        return;
    }
    memset(w->p.dry_contacts, 0, w->p.n * sizeof *w->p.dry_contacts);
    for (size_t k = 0; k < w->liquid_wall.n; k++) {
        w->liquid_wall.data[k].waiting = 0.0;
    }
    find(w, w->pairs.first_wall_pair, false);
    size_t k;
    const scree_pair_block *block;
    for (walk at = {0}; (block = next_of(w, &at, &k));) {
        give_back(w, block, k);
    }
    if (w->liquid_wall.n > 0) {
        change_walls(w, true);
    }
}

void scree_bridges_have_ended(scree_world *w) {
    if (w->liquid_wall.n > 0) {
        change_walls(w, false);
    }
}

// ---- bridges that a changed case ends ---------------------------------------------------------------------------

// Finds for each film what it would get if all bridges ended. wall: one per wall, of this rank; particle: one per row.
static void find_bridged(const scree_world *w, double *particle, double *wall) {
    memset(particle, 0, w->p.n * sizeof *particle);
    scree_contacts c = scree_contacts_of(&w->pairs, w->has_bonds ? SCREE_TOUCHING : 0);
    while (scree_contacts_next(&c)) {
        if (!scree_laws_of_block(w, c.block)->wet) {
            continue;
        }
        const heirs to = heirs_of(w, c.block, c.k, columns_of(w, c.block, c.k)[SCREE_BRIDGE_VOLUME]);
        for (int j = 0; j < 2; j++) {
            if (to.particle[j] != SIZE_MAX) {
                particle[to.particle[j]] += to.to[j];
            }
        }
        if (to.wall != SIZE_MAX) {
            wall[to.wall] += to.to_wall;
        }
    }
}

// The same of all ranks; free with scree_free.
static double *bridged_of_walls(scree_world *w, double *particle) {
    const size_t n = w->liquid_wall.n;
    double *wall = scree_zeros((n + 1) * sizeof *wall);
    scree_double_double *sum = scree_zeros((n + 1) * sizeof *sum);
    find_bridged(w, particle, wall);
    for (size_t k = 0; k < n; k++) {
        sum[k].high = wall[k];
    }
    scree_comm_add_double_double(w->comm, sum, n);
    for (size_t k = 0; k < n; k++) {
        wall[k] = scree_double_double_value(&sum[k]);
    }
    scree_free(sum);
    return wall;
}

void scree_bridges_note(scree_world *w, scree_report *r) {
    (void)r;
    if (!w->case_->has_liquid) {
        return;
    }
    double *wall = bridged_of_walls(w, w->p.bridged);
    for (size_t k = 0; k < w->liquid_wall.n; k++) {
        w->liquid_wall.data[k].bridged = wall[k];
    }
    scree_free(wall);
}

scree_status scree_bridges_after_change(scree_world *w, scree_report *r) {
    (void)r;
    if (!w->case_->has_liquid) {
        return SCREE_OK;
    }
    double *particle = scree_zeros((w->p.n + 1) * sizeof *particle), *wall = bridged_of_walls(w, particle);
    for (size_t i = 0; i < w->p.n; i++) {
        w->p.liquid[i] += w->p.bridged[i] - particle[i];
    }
    for (size_t k = 0; k < w->liquid_wall.n; k++) {
        w->liquid_wall.data[k].film += w->liquid_wall.data[k].bridged - wall[k];
    }
    scree_free(particle);
    scree_free(wall);
    return SCREE_OK;
}
