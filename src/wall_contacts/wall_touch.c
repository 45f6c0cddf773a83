// SPDX-License-Identifier: BSD-3-Clause
// Geometry of contacts with walls, before the laws. There are few contacts and many shapes, so the code is scalar.
#include "wall_contacts/wall_touch.h"
#include "access/contact_iterator.h"
#include "access/convex_body.h"
#include "access/loss_heat.h"
#include "access/wall_surface.h"
#include "geometry/sphere_triangle.h"
#include "laws/bond.h"
#include "laws/liquid_bridge.h"
#include "laws/list/law_set.h"
#include "pairs/pair_list.h"
#include "pairs/wall_pairs.h"
#include "wall_contacts/corrections.h"
#include "wall_contacts/mesh_history.h"
#include "wall_contacts/wall_crossing.h"
#include "wall_contacts/wall_shared.h"
#include <omp.h>
#include <string.h>

void scree_wall_touch_set(scree_wall_touch *t, const scree_wall *wall, scree_vec3 at, double overlap,
                          scree_vec3 n) {
    // At the point where the force acts, as the springs see the motion: so the force does the work on the wall that the ledger says, and
    // no dashpot acts where a particle turns with the wall.
    scree_vec3 v = scree_wall_surface_velocity(wall, at, n);
    *t = (scree_wall_touch){overlap, n.x, n.y, n.z, v.x, v.y, v.z, t->feature, t->image, 0, 0};
}

// Distances beyond touch up to which the laws of a block act: formed contacts hold up to neck, a field acts up to field.
// Bonded bodies, and those that an event may bond, are looked for up to `bonds`.
typedef struct reaches {
    double neck, field, bonds; // m
    int bond;                  // history column of the bond's state, -1: none
} reaches;

static reaches reaches_of(const scree_world *w, const scree_pair_block *block) {
    const scree_law_set *laws = scree_laws_of_block(w, block);
    return (reaches){laws->traits & SCREE_TRAIT_NECK ? laws->reach : 0.0,
                     laws->traits & SCREE_TRAIT_FIELD ? laws->reach : 0.0,
                     laws->bond >= 0 ? w->bond_reach + w->skin : 0.0, laws->bond};
}

// Are laws evaluated for pair k with this overlap? The same rule as find_touching_wall in batch/touching.h.
static bool is_there(const scree_pairs *pairs, const scree_pair_block *block, reaches reach, double overlap,
                     size_t k) {
    return overlap > 0.0 || (pairs->touching[k] == 1 && overlap > -reach.neck) || overlap > -reach.field ||
           (overlap > -INFINITY && scree_pair_is_bonded(pairs, block, k, reach.bond));
}

// Where a sphere that overlaps so touches, n points into the wall.
static scree_vec3 touch_point(scree_vec3 x, double r, double overlap, scree_vec3 n) {
    return vec_add_scaled(x, r - 0.5 * overlap, n);
}

static double touch_simple(scree_world *w, const scree_wall *wall, const scree_pair_block *block) {
    scree_pairs *pairs = &w->pairs;
    const reaches reach = reaches_of(w, block);
    double deepest = -INFINITY;
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, block->n)) reduction(max : deepest)
    for (size_t k = block->first; k < block->first + block->n; k++) {
        scree_wall_touch *t = pairs->touch + (k - pairs->first_wall_pair);
        const scree_pos *p = w->p.x + pairs->pair[k].a;
        scree_vec3 x = scree_wall_nearest(w, wall, &wall->now.pose, vec3(p->x, p->y, p->z)), normal;
        double overlap = p->r - scree_wall_distance(wall, x, &normal);
        scree_vec3 n = vec_scale(-1.0, normal), at = touch_point(x, p->r, overlap, n);
        if (scree_is_convex(&w->p, pairs->pair[k].a) &&
            overlap > -fmax(fmax(reach.neck, reach.field), reach.bonds)) { // the sphere around it may touch
            const scree_convex body = scree_convex_body(w, pairs->pair[k].a);
            const scree_convex_depth r = scree_wall_deepest(wall, &body, x);
            overlap = r.depth, n = r.n, at = vec_add(x, r.arm_a);
            const bool is_apart =
                overlap <= 0.0 && overlap > -INFINITY; // the depth is not above what was found
            w->corrections[omp_get_thread_num()].unfinished += (uint64_t)(r.unfinished && !is_apart);
        }
        const bool there = is_there(pairs, block, reach, overlap, k);
        if (there || overlap > -reach.bonds) {
            scree_wall_touch_set(t, wall, at, overlap, n);
        } else {
            t->overlap = -INFINITY;
        }
        if (!there && pairs->touching[k]) {
            scree_pairs_close(pairs, block, k);
        }
        deepest = fmax(deepest, t->overlap);
    }
    return deepest;
}

// Working arrays for one particle on one mesh, one element per candidate triangle that can touch.
typedef struct slots {
    size_t n;
    uint32_t *pair;
    scree_mesh_contact *contact;
    scree_vec3 *image;
    double (*history)[SCREE_HISTORY_MAX]; // a copy of that of the pair, from before it moves
    uint32_t *candidate, *before, *after;
    int32_t *from, *fresh;
    uint32_t *only_bond;
} slots;

enum {
    BYTES_PER_SLOT = sizeof(scree_mesh_contact) + sizeof(scree_vec3) + SCREE_HISTORY_MAX * sizeof(double) +
                     7 * sizeof(uint32_t)
};

void scree_wall_touches_free(scree_world *w) {
    for (int k = 0; w->corrections && k < w->threads; k++) {
        scree_mesh_work_clear(&w->corrections[k].work);
        scree_mesh_history_work_clear(&w->corrections[k].history);
        scree_array_free(&w->corrections[k].list);
        scree_free(w->corrections[k].slots);
    }
    scree_free(w->corrections);
}

// Reserves memory for all threads until the next list; a few kB for most meshes.
static void reserve_scratch(scree_world *w) {
    const size_t threads = (size_t)w->threads;
    if (!w->corrections) {
        w->corrections = scree_zeros(threads * sizeof *w->corrections);
    }
    for (size_t k = 0; k < threads; k++) {
        scree_corrections *c = &w->corrections[k];
        c->list.n = 0;
        c->unfinished = 0;
        c->slots = scree_regrow(c->slots, &c->slots_size, w->pairs.widest, BYTES_PER_SLOT);
    }
}

static slots slots_of_thread(const scree_world *w, int thread) {
    size_t n = w->pairs.widest;
    slots s;
    s.contact = w->corrections[thread].slots;
    s.image = (scree_vec3 *)(s.contact + n);
    s.history = (double(*)[SCREE_HISTORY_MAX])(s.image + n);
    s.n = 0;
    s.pair = (uint32_t *)(s.history + n);
    s.candidate = s.pair + n;
    s.before = s.candidate + n;
    s.after = s.before + n;
    s.from = (int32_t *)(s.after + n);
    s.fresh = s.from + n;
    s.only_bond = (uint32_t *)(s.fresh + n);
    return s;
}

// The particles on one mesh, for one thread, and one of them at a time.
typedef struct toucher {
    const scree_wall *wall;
    const scree_pair_block *block;
    reaches reach;
    double most; // m, the largest reach
    uint32_t thread;
    scree_corrections *corrections; // of the thread
    uint32_t particle;
    scree_vec3 x;
    double r;
    bool shifted;            // some of its images touch
    bool convex;             // it is a convex body:
    scree_convex body, seen; // in the laboratory, and in the frame of the wall
} toucher;

// A new contact with a face that a correction connects to a contact which continues is on the same surface: it starts with a
// copy of what the normal laws of that contact know (begin_springs).
static void copy_from_neighbours(const scree_mesh_work *work, double neck, slots *s) {
    for (size_t i = 0; i < work->correction.n; i++) {
        const scree_mesh_correction *c = &work->correction.data[i];
        int32_t source = -1;
        for (uint32_t j = 0; c->overlap > -neck && source < 0 && j < c->parents; j++) {
            source = s->after[c->parent[j]] != SCREE_FEATURE_NONE ? s->from[c->parent[j]] : -1;
        }
        for (uint32_t j = 0; source >= 0 && j < c->parents; j++) {
            const size_t k = c->parent[j];
            s->fresh[k] = s->after[k] != SCREE_FEATURE_NONE && s->from[k] < 0 ? source : s->fresh[k];
        }
    }
    for (size_t k = 0; k < s->n; k++) {
        s->from[k] = s->from[k] < 0 ? s->fresh[k] : s->from[k];
    }
}

// Power and energy of the last evaluation (access/loss_heat.h) go to one contact only, as otherwise heat would be made of them twice:
// to that which continues. Those of a contact that ends go to the contact that is now in its slot, or end.
static void move_loss_heat(const scree_pairs *pairs, const scree_pair_block *block, const slots *s) {
    const size_t at = (size_t)block->n_history - SCREE_MADE_OF_HISTORY;
    for (size_t k = 0; k < s->n; k++) {
        const bool here = s->after[k] != SCREE_FEATURE_NONE,
                   moved = here && s->from[k] >= 0 && s->fresh[k] < 0;
        bool ends = s->before[k] != SCREE_FEATURE_NONE;
        for (size_t j = 0; j < s->n && ends; j++) {
            ends = !(s->after[j] != SCREE_FEATURE_NONE && s->fresh[j] < 0 && s->from[j] == (int32_t)k);
        }
        double *column = scree_loss_columns(pairs, block, s->pair[k]);
        const double *old = s->history[k] + at, *from = moved ? s->history[s->from[k]] + at : NULL;
        const double power = (moved ? from[0] : 0.0) + (ends ? old[0] : 0.0),
                     energy = (moved ? from[1] : 0.0) + (ends ? old[1] : 0.0);
        column[0] = here ? power : 0.0;
        column[1] = here ? energy : 0.0;
        if (!here) {
            scree_loss_heat_store(pairs, block, s->pair[k],
                                  scree_loss_heat_of(pairs, (const double[2]){power, energy}, 0.0, 0.0));
        }
    }
}

// A bond is not copied to another face: the contact there begins without it, where contact laws do not act on bonded bodies from the
// overlap that it has.
static void leave_bond(const scree_law_set *laws, double *history, double overlap) {
    double *h = history + laws->bond;
    if (laws->bond >= 0 && (laws->wet || scree_bond_holds(h))) {
        memset(h, 0, (size_t)laws->bond_columns * sizeof *h);
        h[SCREE_BOND_STATE] = laws->bond_replaces_contact && overlap > 0.0 ? -overlap : 0.0;
    }
}

// The correction leaves no normal force to the new contact at first, so no spring of friction can hold any yet.
static void begin_springs(const scree_law_set *laws, double *history) {
    for (int k = 0; k < laws->n; k++) {
        const scree_law_in_set *step = &laws->step[k];
        if (step->slot >= SCREE_TANGENTIAL && step->slot <= SCREE_TWISTING) {
            memset(history + step->h0, 0, (size_t)scree_law_at(step->law)->nhistory * sizeof *history);
        }
    }
}

// Does the contact that was in slot j go on, in any slot?
static bool goes_on(const slots *s, size_t j) {
    bool on = false;
    for (size_t k = 0; k < s->n; k++) {
        on |= s->after[k] != SCREE_FEATURE_NONE && s->from[k] == (int32_t)j && s->fresh[k] < 0;
    }
    return on;
}

// The nearest contact without a bond, or s->n.
static size_t nearest_unbonded(const scree_pairs *pairs, const scree_pair_block *block,
                               const scree_law_set *laws, const slots *s) {
    size_t best = s->n;
    for (size_t k = 0; k < s->n; k++) {
        const bool free = s->after[k] != SCREE_FEATURE_NONE &&
                          !scree_bond_holds(scree_pair_history(pairs, block, s->pair[k]) + laws->bond);
        best = free && (best == s->n || s->contact[k].overlap > s->contact[best].overlap) ? k : best;
    }
    return best;
}

// The contact of a sphere with the triangle of slot j alone.
static scree_mesh_contact nearest_in(const toucher *t, scree_vec3 own, const slots *s, size_t j) {
    const scree_mesh *mesh = t->wall->surface;
    const scree_triangle *triangle = &mesh->triangle.data[s->candidate[j]];
    const scree_vec3 centre = t->shifted ? vec_add(own, s->image[j]) : own,
                     normal = mesh->normal.data[s->candidate[j]];
    scree_vec3 v[3];
    for (int k = 0; k < 3; k++) {
        v[k] = vec_sub(mesh->vertex.data[triangle->v[k]], centre);
    }
    const scree_near near = scree_sphere_triangle(v, normal);
    const double distance = sqrt(near.d2);
    return (scree_mesh_contact){t->r - distance, distance > 0.0 ? vec_scale(1.0 / distance, near.q) : normal,
                                vec_add(centre, near.q), s->before[j]};
}

// If no contact is left for the bond of slot j, it stays where it is, at the point of its triangle that is
// nearest to the sphere. The contact laws do not act there, as the other contacts have the overlap.
static void hold_bond(scree_pairs *pairs, const scree_pair_block *block, const toucher *t, scree_vec3 own,
                      slots *s, size_t j) {
    s->contact[j] = nearest_in(t, own, s, j);
    memcpy(scree_pair_history(pairs, block, s->pair[j]), s->history[j],
           (size_t)block->n_history * sizeof(double));
    pairs->touching[s->pair[j]] = 1;
    s->after[j] = s->before[j];
    s->from[j] = (int32_t)j;
    s->fresh[j] = -1;
    s->only_bond[j] = 1;
}

// Two bridges that a sphere has to the faces of a corner, of which it keeps one, become one.
static void join_bridges(const scree_law_set *laws, double r, const double *from, double *to) {
    const scree_law_set bridge = scree_law_set_bond(laws);
    to[SCREE_BRIDGE_VOLUME] += from[SCREE_BRIDGE_VOLUME];
    to[SCREE_BRIDGE_OFFSET] += from[SCREE_BRIDGE_OFFSET];
    scree_law_at(bridge.step[0].law)->form(bridge.step[0].derived, to[SCREE_BRIDGE_VOLUME], r, 1, to);
}

// If a sphere leaves one face of a concave edge for another one that it has touched already, its bond moves to
// that face, unless it has a bond there.
static void move_bonds(scree_pairs *pairs, const scree_pair_block *block, const scree_law_set *laws,
                       const toucher *t, scree_vec3 own, slots *s) {
    for (size_t j = 0; laws->bond >= 0 && j < s->n; j++) {
        const double *bond = s->history[j] + laws->bond;
        if (s->before[j] == SCREE_FEATURE_NONE || !scree_bond_holds(bond) || goes_on(s, j)) {
            continue;
        }
        const size_t k = nearest_unbonded(pairs, block, laws, s);
        if (k < s->n) {
            memcpy(scree_pair_history(pairs, block, s->pair[k]) + laws->bond, bond,
                   (size_t)laws->bond_columns * sizeof *bond);
            pairs->touching[s->pair[k]] = 1;
        } else if (s->after[j] == SCREE_FEATURE_NONE) {
            hold_bond(pairs, block, t, own, s, j);
        } else if (laws->wet) {
            join_bridges(laws, t->r, bond, scree_pair_history(pairs, block, s->pair[j]) + laws->bond);
        }
    }
}

// History follows the features: it is moved between the slots of a group, and cleared if no contact takes it over. Contacts
// beyond the neck have none.
static void move_history(scree_pairs *pairs, const scree_law_set *laws, const toucher *t, scree_vec3 own,
                         const scree_mesh_work *work, double neck, slots *s) {
    const scree_pair_block *block = t->block;
    bool same = true;
    for (size_t k = 0; k < s->n; k++) {
        const scree_wall_touch *then = pairs->touch + (s->pair[k] - pairs->first_wall_pair);
        s->before[k] = pairs->touching[s->pair[k]] == 1 ? then->feature : SCREE_FEATURE_NONE;
        s->after[k] = s->contact[k].overlap > -neck ? s->contact[k].feature : SCREE_FEATURE_NONE;
        s->fresh[k] = -1;
        s->only_bond[k] = 0;
        same &= s->before[k] == s->after[k];
    }
    if (same) {
        return;
    }
    scree_mesh_history_move(t->wall->surface, s->candidate, s->n, s->before, s->after,
                            &t->corrections->history, s->from);
    copy_from_neighbours(work, neck, s);
    size_t nh = (size_t)block->n_history;
    for (size_t k = 0; k < s->n; k++) {
        memcpy(s->history[k], scree_pair_history(pairs, block, s->pair[k]), nh * sizeof(double));
        if (pairs->loss_heat && nh > 0) { // so that nothing is made twice: move_loss_heat has the values
            double *column = scree_loss_columns(pairs, block, s->pair[k]);
            column[0] = column[1] = 0.0;
        }
    }
    for (size_t k = 0; k < s->n; k++) {
        if (s->after[k] == SCREE_FEATURE_NONE) {
            if (s->before[k] != SCREE_FEATURE_NONE) {
                scree_pairs_close(pairs, block, s->pair[k]);
            }
        } else if (s->from[k] >= 0) {
            double *history = scree_pair_history(pairs, block, s->pair[k]);
            memcpy(history, s->history[s->from[k]], nh * sizeof(double));
            if (s->fresh[k] >= 0) {
                leave_bond(laws, history, s->contact[k].overlap);
                begin_springs(laws, history);
            }
            pairs->touching[s->pair[k]] = 1;
        } else {
            scree_pairs_close(pairs, block, s->pair[k]);
        }
    }
    move_bonds(pairs, block, laws, t, own, s);
    if (pairs->loss_heat && nh > 0) {
        move_loss_heat(pairs, block, s);
    }
}

static toucher toucher_of_thread(const scree_world *w, const scree_wall *wall,
                                 const scree_pair_block *block) {
    const reaches reach = reaches_of(w, block);
    const int thread = omp_get_thread_num();
    return (toucher){.wall = wall,
                     .block = block,
                     .reach = reach,
                     .most = fmax(fmax(reach.neck, reach.field), reach.bonds),
                     .thread = (uint32_t)thread,
                     .corrections = &w->corrections[thread]};
}

// Where the particle touches the wall with this overlap, through the image of slot k.
static scree_vec3 touch_point_in(const toucher *t, const slots *s, size_t k, double overlap, scree_vec3 n) {
    const scree_vec3 x = t->shifted ? vec_add(t->x, mat_mul(&t->wall->now.pose.rotation, s->image[k])) : t->x;
    return t->convex ? vec_add(x, scree_convex_arm(&t->body, n, overlap)) : touch_point(x, t->r, overlap, n);
}

// Contacts that a correction connects leave out the same overlap where bonds have broken (laws/bond.h), the largest of theirs. So the correction leaves out that much too, and no
// energy is made where the sphere goes from one face to the other. Not so where one that leaves out less acts already, as its force would vanish at once.
static void leave_out_alike(const scree_pairs *pairs, const scree_pair_block *block, int column,
                            const scree_correction *c) {
    double most = 0.0;
    for (uint32_t j = 0; j < c->parents; j++) {
        const double state = scree_pair_history(pairs, block, c->pair[j])[column];
        most = fmin(most, state);
        if (!(state < 0.0)) {
            return;
        }
    }
    for (uint32_t j = 0; j < c->parents; j++) {
        const double state = scree_pair_history(pairs, block, c->pair[j])[column],
                     overlap = pairs->touch[c->pair[j] - pairs->first_wall_pair].overlap;
        if (state > most && overlap + state > -0.1 * most) {
            return;
        }
    }
    for (uint32_t j = 0; j < c->parents; j++) {
        scree_pair_history(pairs, block, c->pair[j])[column] = most;
    }
}

// Stores a correction for the laws, with the histories from before this step.
static void keep_correction(const scree_world *w, const toucher *t, const slots *s,
                            const scree_mesh_correction *from, scree_corrections *to) {
    const scree_pairs *pairs = &w->pairs;
    scree_correction c = {
        .slope = from->slope, .count = from->count, .particle = t->particle, .touching = 2, .fresh = 1.0};
    const size_t nh = (size_t)t->block->n_history;
    double shares = 0.0;
    for (uint32_t j = 0; j < from->parents; j++) {
        const size_t pair = s->pair[from->parent[j]];
        if (pairs->touch[pair - pairs->first_wall_pair].overlap == -INFINITY) {
            continue; // it has ended beyond touch
        }
        c.pair[c.parents] = (uint32_t)pair;
        c.share[c.parents++] = from->share[j];
        shares += from->share[j];
        c.fresh = pairs->touching[pair] == 1 ? 0.0 : c.fresh;
        c.touch.image = pairs->touch[pair - pairs->first_wall_pair].image;
    }
    c.touching = from->overlap > 0.0 || (c.fresh == 0.0 && from->overlap > -t->reach.neck) ? 1 : 2;
    if (!(shares > 0.0) || (c.touching == 2 && !(from->overlap > -t->reach.field))) {
        return;
    }
    if (t->reach.bond >= 0 && !scree_laws_of_block(w, t->block)->wet) {
        leave_out_alike(pairs, t->block, t->reach.bond, &c);
    }
    for (uint32_t j = 0; j < c.parents; j++) {
        const double *h = scree_pair_history(pairs, t->block, c.pair[j]);
        c.share[j] /= shares;
        pairs->touch[c.pair[j] - pairs->first_wall_pair].corrected = 1;
        for (size_t k = 0; c.touching == 1 && k < nh; k++) {
            c.h[k] += c.share[j] * h[k];
        }
    }
    const scree_vec3 n = mat_mul(&t->wall->now.pose.rotation, from->normal);
    scree_wall_touch_set(&c.touch, t->wall, touch_point_in(t, s, from->slot, from->overlap, n), from->overlap,
                         n);
    scree_correction_divide(w, &c);
    scree_array_push(&to->list, c);
}

// Stores what slot k touches; returns its overlap.
static double touch_slot(scree_pairs *pairs, const toucher *t, const slots *s, size_t k) {
    scree_wall_touch *touch = pairs->touch + (s->pair[k] - pairs->first_wall_pair);
    const scree_mesh_contact *c = &s->contact[k];
    const bool there = is_there(pairs, t->block, t->reach, c->overlap, s->pair[k]),
               seen = there || c->overlap > -t->reach.bonds;
    touch->feature = seen ? c->feature : SCREE_FEATURE_NONE; // also for bonds that are made in this step
    touch->overlap = -INFINITY;
    if (!there && pairs->touching[s->pair[k]]) {
        scree_pairs_close(pairs, t->block, s->pair[k]);
    }
    if (seen) {
        const scree_vec3 n = mat_mul(&t->wall->now.pose.rotation, c->normal);
        scree_wall_touch_set(touch, t->wall, touch_point_in(t, s, k, c->overlap, n), c->overlap, n);
        touch->only_bond = s->only_bond[k];
    }
    return touch->overlap;
}

// The slots of the candidates that can touch.
static void list_possible(const scree_pairs *pairs, const scree_mesh_group *g, slots *s) {
    const uint32_t *possible = pairs->possible + g->first;
    s->n = g->n_possible;
    for (size_t k = 0; k < s->n; k++) {
        s->pair[k] = (uint32_t)pairs->first_wall_pair + g->first + possible[k];
        s->candidate[k] = pairs->pair[s->pair[k]].b;
    }
}

// The slots of all candidates of groups g .. g + groups - 1. Returns whether some are in another image than the particle.
static bool list_all(const scree_world *w, const toucher *t, const scree_mesh_group *g, size_t groups,
                     slots *s) {
    const scree_pairs *pairs = &w->pairs;
    bool shifted = false;
    s->n = 0;
    for (size_t group = 0; group < groups; group++) {
        scree_vec3 shift = scree_image_shift(w, t->wall, t->particle, g[group].image);
        shifted |= shift.x != 0.0 || shift.y != 0.0 || shift.z != 0.0;
        shift = mat_mul_transposed(&t->wall->now.pose.rotation, shift);
        for (uint32_t member = 0; member < g[group].n; member++, s->n++) {
            s->pair[s->n] = (uint32_t)pairs->first_wall_pair + g->first + (uint32_t)s->n;
            s->candidate[s->n] = pairs->pair[s->pair[s->n]].b;
            s->image[s->n] = shift;
        }
    }
    return shifted;
}

// Beyond touch up to which history follows the features: a bond holds at any distance. A liquid bridge may move to what is as near
// as its own triangle, which all lists have.
static double neck_of(const scree_world *w, const toucher *t, scree_vec3 own, const slots *s) {
    const bool wet = scree_laws_of_block(w, t->block)->wet;
    const double margin = 1e-9 * t->r;
    double neck = t->reach.neck;
    for (size_t k = 0; t->reach.bond >= 0 && k < s->n; k++) {
        if (scree_pair_is_bonded(&w->pairs, t->block, s->pair[k], t->reach.bond)) {
            neck = wet ? fmax(neck, margin - nearest_in(t, own, s, k).overlap) : INFINITY;
        }
    }
    return neck;
}

// The contacts of the candidates in s, and their corrections. Returns the largest overlap.
static double touch_slots(scree_world *w, const toucher *t, scree_vec3 own, scree_mesh_group *g, slots *s) {
    scree_pairs *pairs = &w->pairs;
    scree_corrections *mine = t->corrections;
    double deepest = -INFINITY;
    scree_mesh_touch(t->wall->surface, own, t->shifted ? s->image : NULL, t->r, t->most,
                     t->convex ? &t->seen : NULL, s->candidate, s->n, &mine->work, s->contact);
    mine->unfinished += (uint64_t)mine->work.unfinished;
    for (size_t k = 0; k < s->n; k++) {
        s->contact[k].overlap =
            s->contact[k].feature != SCREE_FEATURE_NONE ? s->contact[k].overlap : -INFINITY;
    }
    move_history(pairs, scree_laws_of_block(w, t->block), t, own, &mine->work, neck_of(w, t, own, s), s);
    for (size_t k = 0; k < s->n; k++) {
        deepest = fmax(deepest, touch_slot(pairs, t, s, k));
    }
    g->thread = t->thread;
    g->first_correction = (uint32_t)mine->list.n;
    for (size_t k = 0; k < mine->work.correction.n; k++) {
        keep_correction(w, t, s, &mine->work.correction.data[k], mine);
    }
    g->corrections = (uint32_t)mine->list.n - g->first_correction;
    return deepest;
}

// The particle of group *g, the first of its groups, and all images of the mesh that it may touch. As long as it stays where it
// can touch only some of the candidates, only these are looked at, which gives the same contacts. Returns the largest overlap.
static double touch_particle(scree_world *w, toucher *t, scree_mesh_group *g, const scree_mesh_group *end,
                             slots *s) {
    const scree_pos *p = &w->p.x[g->particle];
    t->particle = g->particle;
    t->x = vec3(p->x, p->y, p->z);
    t->r = p->r;
    t->shifted = false;
    t->convex = scree_is_convex(&w->p, t->particle);
    const scree_vec3 own = scree_wall_to_own(t->wall, t->x);
    const bool same = vec_norm2(vec_sub(own, g->from)) < g->free * g->free;
    if (t->convex && !(same && g->n_possible == 0)) {
        t->body = scree_convex_body(w, t->particle);
        t->seen = scree_convex_in_wall(t->wall, &t->body);
    }
    if (same) {
        if (g->n_possible == 0) {
            return -INFINITY;
        }
        list_possible(&w->pairs, g, s);
        return touch_slots(w, t, own, g, s);
    }
    size_t groups = 1;
    while (g + groups < end && g[groups].particle == g->particle) {
        groups++;
    }
    t->shifted = list_all(w, t, g, groups, s);
    const double deepest = touch_slots(w, t, own, g, s);
    if (!t->shifted) {
        const double free =
            scree_mesh_possible(t->wall->surface, own, t->r + t->most, 0.125 * w->skin, s->candidate, s->n,
                                w->pairs.possible + g->first, &g->n_possible);
        g->from = own;
        g->free = fmin(free, w->skin); // not as far as across the cell, where other images are meant
    }
    return deepest;
}

static double touch_mesh(scree_world *w, const scree_wall *wall, const scree_pair_block *block) {
    const scree_pairs *pairs = &w->pairs;
    const size_t low = block->first - pairs->first_wall_pair, begin = scree_mesh_group_at(pairs, low),
                 end = scree_mesh_group_at(pairs, low + block->n);
    scree_mesh_group *group = pairs->group.data;
    double deepest = -INFINITY;
#pragma omp parallel num_threads(scree_world_team(w, 4 * (end - begin))) reduction(max : deepest)
    {
        toucher t = toucher_of_thread(w, wall, block);
        slots s = slots_of_thread(w, (int)t.thread);
#pragma omp for schedule(static)
        for (size_t g = begin; g < end; g++) {
            if (g == begin || group[g - 1].particle != group[g].particle) {
                deepest = fmax(deepest, touch_particle(w, &t, group + g, group + end, &s));
            }
        }
    }
    return deepest;
}

void scree_wall_touches(scree_world *w) {
    reserve_scratch(w);
    w->crossing->overlap = -INFINITY;
    for (size_t c = 0; c < w->pairs.block.n; c++) {
        const scree_pair_block *block = &w->pairs.block.data[c];
        if (block->wall >= 0) {
            const scree_wall *wall = &w->wall.data[block->wall];
            const double deepest = wall->mesh ? touch_mesh(w, wall, block) : touch_simple(w, wall, block);
            w->crossing->overlap = fmax(w->crossing->overlap, deepest);
        }
    }
    scree_walls_share(w);
}
