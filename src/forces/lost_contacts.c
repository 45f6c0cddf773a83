// SPDX-License-Identifier: BSD-3-Clause
#include "forces/lost_contacts.h"
#include "access/contact_iterator.h"
#include "access/convex_body.h"
#include "access/particle.h"
#include "bonds/bonds.h"
#include "domain/domain.h"
#include "kernels/one_contact.h"
#include "liquid/liquid.h"
#include "maths/double_double.h"
#include "parallel/shared_list.h"
#include "wall_motion/wall_drive.h"
#include <stdlib.h>
#include <string.h>

// Why a contact ends: a body is deleted, or, of a bond, nothing moves either of them.
enum { DEAD = 1, FIXED = 2 };

// A body that another rank has as a ghost. Ghosts may have been overwritten, so the owner says where it was.
typedef struct shared {
    uint64_t id, state;
    scree_vec3 x, v, spin; // m, m/s, rad/s; velocities in the middle of the step
    double r, m;           // kg, when it is free
} shared;
typedef SCREE_ARRAY(shared) shared_list;

static uint64_t state_of(const scree_world *w, uint32_t i) {
    return (w->p.dead[i] ? DEAD : 0) | (w->p.motion[i].v.m == SCREE_FIXED_MASS ? FIXED : 0);
}

// Returns the body with the place and velocity that it had when forces were last evaluated, `ago` seconds ago.
static shared body_of(const scree_world *w, uint32_t i, double ago) {
    const scree_pos *x = &w->p.x[i];
    const scree_moved none = {0}, *moved = w->p.moved ? &w->p.moved[i] : &none; // it matters only to bonds
    const scree_vec3 spin = vec_scale(1.0 / w->dt, vec3(moved->turn_x, moved->turn_y, moved->turn_z));
    const scree_vec3 v = scree_drift_velocity(w, i, ago);
    return (shared){w->p.id[i], state_of(w, i),    vec_add_scaled(vec3(x->x, x->y, x->z), -ago, v), v, spin,
                    x->r,       w->p.motion[i].v.m};
}

static int by_id(const void *x, const void *y) {
    const shared *a = x, *b = y;
    return (a->id > b->id) - (a->id < b->id);
}

static const shared *find_shared(const shared_list *all, uint64_t id) {
    const shared key = {.id = id};
    return all->n > 0 ? bsearch(&key, all->data, all->n, sizeof key, by_id) : NULL;
}

static bool is_bonded(const scree_world *w, const scree_contacts *c) {
    return scree_pair_is_bonded(&w->pairs, c->block, c->k, scree_laws_of_block(w, c->block)->bond);
}

// Has the ledger what the contact stores? What ends in a step with events is booked together (forces/contacts.c).
static bool is_known(const scree_world *w, const scree_contacts *c) {
    return w->disturbance == SCREE_UNDISTURBED && scree_block_knows(w, c->block) != 0;
}

static bool next_of(const scree_world *w, scree_contacts *c) {
    while (scree_contacts_next(c)) {
        if (is_known(w, c) || is_bonded(w, c)) {
            return true;
        }
    }
    return false;
}

// The body of a pair with a ghost that this rank owns, and the id of the ghost.
static uint32_t own_body(const scree_world *w, const scree_contacts *c, uint64_t *ghost) {
    const scree_pair pair = w->pairs.pair[c->k];
    const bool has_first = c->block->zone == SCREE_ZONE_HALO;
    *ghost = scree_listed_id(w, has_first ? pair.b : pair.a);
    return has_first ? pair.a : pair.b;
}

// Do two bodies of these states end a contact? Bodies are held and fixed between steps, where only bonds are booked here.
static bool ends_by(uint64_t a, uint64_t b) {
    return ((a | b) & DEAD) != 0 || (a & b & FIXED) != 0;
}

// Bodies that are in contact with ghosts. ending: NULL: those that are deleted or fixed; else those whose contacts end, as `ending` has the
// ghost.
static shared_list with_ghosts(const scree_world *w, double ago, const shared_list *ending) {
    shared_list found = {0};
    scree_contacts c = scree_contacts_of(&w->pairs, SCREE_TOUCHING | SCREE_OF_PARTICLES);
    while (w->domain && next_of(w, &c)) {
        if (c.block->zone == SCREE_ZONE_LOCAL) {
            continue;
        }
        uint64_t ghost;
        const uint32_t own = own_body(w, &c, &ghost);
        const uint64_t state = state_of(w, own);
        const shared *other = ending ? find_shared(ending, ghost) : NULL;
        if (ending ? ends_by(state, other ? other->state : 0) : state != 0) {
            scree_array_push(&found, body_of(w, own, ago));
        }
    }
    scree_comm_share_sorted(w->comm, &found, by_id);
    return found;
}

typedef struct account {
    scree_double_double stored[2 * SCREE_MODES]; // J, all; that in springs that give it back
    scree_double_double known;                   // J, stored in contacts without bonds
    scree_double_double worked; // J, into all of these, in the half step after the last forces
    uint64_t bonds, bridges;
    scree_bridge_estate liquid; // of these bridges
} account;

// The power that two bodies put into a contact of these forces, W. a, b: velocities of their centres and spins.
static double power_of(const scree_contact *x, const scree_bond_ends *ends, const shared *a,
                       const shared *b) {
    const scree_vec3 n = ends->normal, point = vec_add_scaled(ends->from, ends->ra + 0.5 * ends->gap, n);
    const scree_vec3 va = vec_add(a->v, vec_cross(a->spin, vec_sub(point, ends->from))),
                     vb = vec_add(b->v, vec_cross(b->spin, vec_sub(point, ends->to)));
    const scree_vec3 force = vec_add_scaled(vec3(x->ftx, x->fty, x->ftz), -x->fn, n),
                     moment = vec_add_scaled(vec3(x->mrx, x->mry, x->mrz), x->mw, n);
    return -vec_dot(force, vec_sub(va, vb)) - vec_dot(moment, vec_sub(a->spin, b->spin));
}

// Evaluates the normal and the cohesion law for two bodies at these places that do not move, with what the contact remembers.
static scree_contact evaluate(const scree_world *w, const scree_contacts *c, const scree_bond_ends *ends,
                              const shared *a, const shared *b) {
    const scree_law_set set = scree_law_set_normal(scree_laws_of_block(w, c->block));
    double h[SCREE_HISTORY_MAX];
    scree_contact x;
    memcpy(h, scree_pair_history(&w->pairs, c->block, c->k), (size_t)set.n_history * sizeof *h);
    memset(&x, 0, sizeof x);
    x.nx = ends->normal.x, x.ny = ends->normal.y, x.nz = ends->normal.z;
    x.overlap = ends->gap < 0.0 ? -ends->gap : 0.0;
    x.gap = ends->gap;
    x.contact = 1.0;
    x.ra = ends->ra, x.rb = ends->rb;
    x.r_eff = c->block->wall >= 0 ? x.ra : x.ra * x.rb / (x.ra + x.rb);
    x.m_eff = c->block->wall >= 0 ? a->m : a->m * b->m / (a->m + b->m);
    x.inertia_eff = 1.0; // nothing rolls
    scree_law_set_evaluate(&set, w->kernels, &x, h);
    return x;
}

// Which of two bodies of these states are deleted, as scree_bridge_end has it.
static unsigned gone_of(uint64_t a, uint64_t b) {
    return (a & DEAD ? 1U : 0U) | (b & DEAD ? 2U : 0U);
}

static void let_go(const scree_world *w, const scree_contacts *c, const scree_bond_ends *ends,
                   const shared *a, const shared *b, double ago, account *sum) {
    const bool bonded = is_bonded(w, c);
    const scree_contact x =
        bonded ? scree_bond_evaluate(w, c->block, c->k, ends) : evaluate(w, c, ends, a, b);
    scree_double_double_add(&sum->worked, 0.5 * ago * power_of(&x, ends, a, b));
    const double stored[] = {x.energy_n,      x.energy_t,      x.energy_r,      x.energy_w,
                             x.bond_energy_n, x.bond_energy_t, x.bond_energy_r, x.bond_energy_w};
    for (int k = 0; k < 2 * SCREE_MODES; k++) {
        scree_double_double_add(&sum->stored[k], stored[k]);
    }
    scree_double_double_add(&sum->known, bonded ? 0.0 : x.energy_n);
    const scree_law_set *set = scree_laws_of_block(w, c->block);
    if (bonded && set->wet) {
        scree_bridge_estate_add(w, c->block, c->k, gone_of(a->state, b->state), &sum->liquid);
    }
    sum->bonds += bonded && !set->wet;
    sum->bridges += bonded && set->wet;
}

static void look_at_wall(const scree_world *w, const scree_contacts *c, double ago, account *sum) {
    const scree_wall *wall = &w->wall.data[c->block->wall];
    const scree_wall_touch *t = &w->pairs.touch[c->k - w->pairs.first_wall_pair];
    const shared a = body_of(w, w->pairs.pair[c->k].a, ago);
    const bool still = (a.state & FIXED) && !scree_wall_is_driven(&wall->def->drive);
    if ((a.state & DEAD) || (is_bonded(w, c) && (still || !wall->active))) {
        const scree_vec3 normal = vec3(t->nx, t->ny, t->nz);
        const double r = scree_law_radius(&w->p, w->pairs.pair[c->k].a);
        const scree_bond_ends ends = {
            a.x, vec_add_scaled(a.x, a.r - t->overlap, normal), normal, -t->overlap, r, r};
        const scree_wall_state *s = &wall->now;
        const shared b = {.v = vec_add(s->velocity, vec_cross(s->spin, ends.to)), .spin = s->spin};
        let_go(w, c, &ends, &a, &b, ago, sum);
    }
}

static void look_at_particles(const scree_world *w, const scree_contacts *c, double ago,
                              const shared_list *others, account *sum) {
    const scree_pair pair = w->pairs.pair[c->k];
    const shared a = body_of(w, pair.a, ago);
    const bool local = c->block->zone == SCREE_ZONE_LOCAL;
    const shared here = local ? body_of(w, pair.b, ago) : (shared){0};
    const shared *b = local ? &here : find_shared(others, scree_listed_id(w, pair.b));
    if (b && ends_by(a.state, b->state) && (((a.state | b->state) & DEAD) || is_bonded(w, c))) {
        const scree_vec3 d =
            scree_nearest_image(&w->cell.period, b->x.x - a.x.x, b->x.y - a.x.y, b->x.z - a.x.z);
        const double distance = vec_norm(d);
        const scree_vec3 normal = distance > 0.0 ? vec_scale(1.0 / distance, d) : vec3(1.0, 0.0, 0.0);
        scree_bond_ends ends = {a.x, vec_add(a.x, d), normal, distance - a.r - b->r, a.r, b->r};
        if (scree_is_convex(&w->p, pair.a) || scree_is_convex(&w->p, pair.b)) {
            const scree_convex_depth r = scree_convex_pair(w, pair.a, pair.b, d, 1);
            ends.normal = r.n, ends.gap = -r.depth;
            ends.ra = scree_law_radius(&w->p, pair.a), ends.rb = scree_law_radius(&w->p, pair.b);
        }
        let_go(w, c, &ends, &a, b, ago, sum);
    }
}

// Gives the liquid of bridges to those of their bodies that are not deleted. On all ranks that own one of them; ending: see with_ghosts.
static void return_liquid(scree_world *w, const shared_list *ending) {
    scree_contacts c = scree_contacts_of(&w->pairs, SCREE_TOUCHING);
    while (scree_contacts_next(&c)) {
        if (!scree_laws_of_block(w, c.block)->wet || !is_bonded(w, &c)) {
            continue;
        }
        const scree_pair pair = w->pairs.pair[c.k];
        uint64_t a, b;
        if (c.block->wall >= 0) {
            const scree_wall *wall = &w->wall.data[c.block->wall];
            a = state_of(w, pair.a);
            b = !wall->active || !scree_wall_is_driven(&wall->def->drive) ? FIXED : 0;
            a |= wall->active ? 0 : FIXED;
        } else if (c.block->zone == SCREE_ZONE_LOCAL) {
            a = state_of(w, pair.a);
            b = state_of(w, pair.b);
        } else {
            uint64_t ghost;
            const uint32_t own = own_body(w, &c, &ghost);
            const shared *other = find_shared(ending, ghost);
            const uint64_t of_ghost = other ? other->state : 0;
            a = own == pair.a ? state_of(w, own) : of_ghost;
            b = own == pair.a ? of_ghost : state_of(w, own);
        }
        if (ends_by(a, b)) {
            scree_bridge_end(w, c.block, c.k, gone_of(a, b));
        }
    }
}

static bool some_end(const scree_world *w) {
    const size_t sets = w->case_->material.n * w->case_->material.n;
    const bool bonds = w->has_bonds && scree_bonds_number(w) + w->liquid_ledger.bridges > 0;
    bool some = w->has_fixed, known = false, dead = false;
    for (size_t k = 0; k < w->wall.n; k++) {
        some |= !w->wall.data[k].active;
    }
    for (size_t k = 0; k < sets && w->disturbance == SCREE_UNDISTURBED; k++) {
        known |= w->laws[k].known != 0;
    }
    for (size_t i = 0; i < w->p.n && (bonds || known) && !dead; i++) {
        dead = w->p.dead[i] != 0;
    }
    return scree_comm_any(w->comm, dead || (bonds && some));
}

void scree_contacts_let_go(scree_world *w, double ago) {
    if (!some_end(w)) {
        return;
    }
    account sum = {.bonds = 0, .bridges = 0};
    shared_list ending = with_ghosts(w, ago, NULL), others = with_ghosts(w, ago, &ending);
    scree_contacts c = scree_contacts_of(&w->pairs, SCREE_TOUCHING | SCREE_COUNTED);
    while (next_of(w, &c)) {
        if (c.block->wall >= 0) {
            look_at_wall(w, &c, ago, &sum);
        } else {
            look_at_particles(w, &c, ago, &others, &sum);
        }
    }
    if (w->has_bonds && w->case_->has_liquid) {
        return_liquid(w, &ending);
        scree_bridges_have_ended(w);
    }
    scree_array_free(&ending);
    scree_array_free(&others);
    scree_comm_add(w->comm, &sum.bonds, 1);
    scree_comm_add(w->comm, &sum.bridges, 1);
    scree_comm_add_double_double(w->comm, &sum.liquid.lost, 1);
    scree_comm_add_double_double(w->comm, &sum.liquid.to_films, 1);
    scree_comm_add_double_double(w->comm, sum.stored, 2 * SCREE_MODES);
    scree_comm_add_double_double(w->comm, &sum.known, 1);
    scree_comm_add_double_double(w->comm, &sum.worked, 1);
    const double normal = scree_double_double_value(&sum.known);
    w->ledger.removed += normal + scree_double_double_value(&sum.worked);
    w->ledger.now.known[SCREE_MODE_NORMAL] -= normal;
    for (int k = 0; k < SCREE_MODES; k++) {
        const double known = scree_double_double_value(&sum.stored[SCREE_MODES + k]);
        w->ledger.removed += known;
        w->ledger.now.bonded[k] -= known;
        w->ledger.now.elastic[k] -= scree_double_double_value(&sum.stored[k]);
    }
    w->bonds.lost += sum.bonds;
    w->bonds_lost_here += sum.bonds;
    scree_liquid_lose_bridges(w, sum.bridges, &sum.liquid);
}
