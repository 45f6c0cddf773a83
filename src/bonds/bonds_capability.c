// SPDX-License-Identifier: BSD-3-Clause
// The functions of bonds that the engine calls.
#include "bonds/audit_bonds.h"
#include "bonds/bond_events.h"
#include "bonds/bond_keys.h"
#include "bonds/bonds.h"
#include "bonds/fragments.h"
#include "keys/complain.h"
#include "laws/bond.h"
#include "stability/hardness.h"
#include <math.h>
#include <string.h>

// The list has all bonds, and the bodies that are to be bonded.
static double reach(scree_world *w, double ago) {
    if (!w->has_bonds) {
        return 0.0;
    }
    if (ago == 0.0) {
        scree_bonds_measure(w);
    }
    w->bond_reach = fmax(scree_bonds_longest(w), scree_bond_events_reach(w));
    return w->bond_reach;
}

// ---- the longest stable step --------------------------------------------------------------------------------

// Adds the bonds of a batch by the stiffness that their law reports: small displacements of a loaded bond would be lost in rounding.
static void stiffen(const scree_law_set *set, const scree_kernels *kernels, const scree_batch *contacts,
                    scree_hardness *out) {
    if (set->bond < 0 || set->wet) {
        return;
    }
    const scree_law_set bond = scree_law_set_bond(set);
    const scree_law_in_set *step = &bond.step[0];
    const scree_law *law = scree_law_at(step->law);
    const double *made = contacts->h[set->bond + SCREE_BOND_STATE],
                 *length = contacts->h[set->bond + SCREE_BOND_LENGTH];
    scree_batch b = *contacts;
    for (int turns = 0; turns < 2; turns++) {
        memset(b.h, 0, sizeof b.h);
        memset(b.contact, 0, sizeof b.contact);
        memcpy(b.h[SCREE_BOND_STATE], made, sizeof b.h[0]);
        memcpy(b.h[SCREE_BOND_LENGTH], length, sizeof b.h[0]);
        memcpy(b.distance, length, sizeof b.distance);
        scree_hardness_move(&b, turns ? 0.0 : 1.0, turns ? 1.0 : 0.0);
        kernels->laws(&bond, &b);
        for (int k = 0; k < b.n; k++) {
            double stiffness[SCREE_MODES];
            const double square = b.r_eff[k] * b.r_eff[k];
            if (!(made[k] > 0.0)) {
                continue;
            }
            law->bond_stiffness(step->derived, b.ra[k], b.rb[k], length[k], stiffness);
            for (int mode = turns ? SCREE_MODE_ROLLING : SCREE_MODE_NORMAL;
                 mode <= (turns ? SCREE_MODE_TWISTING : SCREE_MODE_TANGENTIAL); mode++) {
                const double taken[SCREE_MODES] = {b.viscous_n[k] / square, b.viscous_t[k] / square,
                                                   b.viscous_r[k], b.viscous_w[k]};
                out[k].stiffness[mode] += scree_hardness_usable(stiffness[mode]);
                out[k].dashpot[mode] += scree_hardness_usable(taken[mode]);
            }
        }
    }
}

static bool acts_midway(const scree_world *w) {
    return w->has_bonds; // their shear does
}

// ---- a run -----------------------------------------------------------------------------------------------------

// Begins a run with the bonds of a checkpoint: its ledger counts the energy that they store as inserted.
static scree_status begin(scree_world *w, scree_report *r) {
    (void)r;
    for (int k = 0; k < SCREE_MODES; k++) {
        w->ledger.inserted += w->ledger.now.bonded[k];
    }
    return SCREE_OK;
}

static void show(scree_case *c, const scree_case *other) {
    c->shows_bonds |= other->shows_bonds;
}

// A program may not have taken the bonds that broke.
static void follow(scree_world *w, const scree_world *before) {
    w->bonds_lost_here = before->bonds_lost_here;
    w->bonds_lost_warned = before->bonds_lost_warned;
    scree_array_copy(&w->broken, &before->broken);
}

// Bonds that broke later have not broken, and what was placed later is not there.
static void go_back(scree_world *w, scree_report *r) {
    (void)r;
    size_t n = 0;
    for (size_t k = 0; k < w->broken.n; k++) {
        if (w->broken.data[k].time <= scree_world_time(w)) {
            w->broken.data[n++] = w->broken.data[k];
        }
    }
    w->broken.n = n;
    w->placed.n = 0;
}

static void end(scree_world *w, scree_report *r) {
    (void)r;
    for (int k = 0; w->breaks && k < w->threads; k++) {
        scree_array_free(&w->breaks[k]);
        scree_array_free(&w->parted[k]);
    }
    scree_free(w->breaks);
    scree_free(w->parted);
    scree_array_free(&w->broken);
    scree_array_free(&w->placed);
}

static const char *unusable(const scree_world *w) {
    bool all = true;
    for (int k = 0; k < SCREE_MODES; k++) {
        all &= isfinite(w->ledger.broken[k] + w->ledger.now.bonded[k]);
    }
    return all ? NULL : "energy of broken bonds";
}

static void coarsen(scree_config *g) {
    for (size_t k = 0; k < g->c->bond.n; k++) {
        scree_bond_def *d = &g->c->bond.data[k];
        scree_coarsen(g->c, &d->gap, 1, "m", "bonds[%zu].gap", k);
        if (d->file) {
            scree_config_error(
                g, d->place,
                "coarse_graining: bonds[%zu].file names particles by their ids, and there are fewer now; "
                "accepted: bonds by a gap",
                k);
        }
    }
}

const scree_capability scree_bonds_capability = {
    .attempt = {[SCREE_AT_BEGIN] = begin,
                [SCREE_BEFORE_CONTACTS] = scree_bonds_make,
                [SCREE_BEFORE_CONTACTS_AT_REST] = scree_bonds_make_placed},
    .at = {[SCREE_AT_AUDIT] = scree_bonds_audit,
           [SCREE_AFTER_ALL] = scree_bonds_warn,
           [SCREE_AT_MEASURE] = scree_fragments_measure,
           [SCREE_AT_RETURN] = go_back,
           [SCREE_AT_END] = end},
    .is_due = scree_bonds_are_due,
    .reach = reach,
    .reach_of = "bonds or liquid bridges of bodies",
    .reach_remedy = "a smaller gap of the bonds, bonds that break earlier, or a smaller liquid.largest",
    .stiffen = stiffen,
    .acts_midway = acts_midway,
    .longest_step = scree_bonds_longest_step,
    .step_fits = scree_bonds_step_fits,
    .show = show,
    .follow = follow,
    .unusable = unusable,
    .check_pairs = scree_check_bonds,
    .coarsen = coarsen,
    .columns = &scree_bond_columns,
};
