// SPDX-License-Identifier: BSD-3-Clause
#include "tools/lab/single_contact.h"
#include "laws/bond.h"
#include "laws/liquid_bridge.h"
#include "maths/math.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const scree_mode_names[SCREE_MODES] = {"normal", "tangential", "rolling", "twisting"};

static double mass_of(const scree_case *c, const scree_lab_body *body) {
    double r = body->radius;
    return 4.0 / 3.0 * SCREE_PI * (r * r * r) * c->material.data[body->material].density;
}

void scree_single_contact_bond(scree_single_contact *l) {
    double *h = l->h + l->set.bond;
    const double r = l->k.r_eff, volume = l->c->lab.volume;
    const scree_law_set set = scree_law_set_bond(&l->set);
    if (!l->set.wet) {
        h[SCREE_BOND_STATE] = 1.0;
        h[SCREE_BOND_LENGTH] = l->bond_length;
        return;
    }
    h[SCREE_BRIDGE_VOLUME] = volume > 0.0 ? volume : 0.008 * (r * r * r);
    scree_law_at(set.step[0].law)->form(set.step[0].derived, h[SCREE_BRIDGE_VOLUME], r, !l->c->lab.has_b, h);
}

// The bond that the two have from the start. False, with a report, if they can have none.
static bool bond(scree_single_contact *l, scree_report *r) {
    const scree_lab_def *lab = &l->c->lab;
    l->bond_length = l->ra + l->rb + lab->bonded;
    if (l->set.bond < 0 || !(l->bond_length > 0.0)) {
        return scree_report_at(
            r, SCREE_SEVERITY_ERROR, l->c->path, lab->place.line, lab->place.column, "lab.bonded: %s",
            l->set.bond < 0
                ? "there is no bond law between these bodies; accepted: an entry of contacts with one"
                : "the bodies are that far inside each other that no bond has a length");
    }
    scree_single_contact_bond(l);
    l->touching = 1;
    return true;
}

bool scree_single_contact_open(scree_single_contact *l, const scree_case *c, scree_report *r) {
    memset(l, 0, sizeof *l);
    if (!c->has_lab) {
        return scree_report_at(r, SCREE_SEVERITY_ERROR, c->path, 0, 0,
                               "the case has no 'lab'; accepted: lab: {a: {material: NAME, radius: 5 mm}, b: "
                               "{...}} or wall: NAME instead of b");
    }
    const scree_lab_def *lab = &c->lab;
    l->c = c;
    l->kernels = scree_kernels_choose(NULL);
    l->ra = lab->a.radius;
    l->ma = mass_of(c, &lab->a);
    if (lab->has_b) {
        l->rb = lab->b.radius;
        l->mb = mass_of(c, &lab->b);
    }
    l->set = scree_law_set_of(c, (size_t)lab->a.material, scree_single_contact_other(lab));
    scree_contact *k = &l->k;
    bool wall = !lab->has_b;
    double ia = 1.4 * l->ma * (l->ra * l->ra), ib = 1.4 * l->mb * (l->rb * l->rb); // as in the engine
    k->ra = l->ra;
    k->size = 2.0 * l->ra;
    k->rb = wall ? l->ra : l->rb;
    k->r_eff = wall ? l->ra : (l->ra * l->rb) / (l->ra + l->rb);
    k->m_eff = wall ? l->ma : (l->ma * l->mb) / (l->ma + l->mb);
    k->inertia_eff = wall ? ia : (ia * ib) / (ia + ib);
    k->nz = 1.0;
    double reach = scree_law_set_reach(&l->set, k->r_eff);
    l->neck = l->set.traits & SCREE_TRAIT_NECK ? reach : 0.0;
    l->field = l->set.traits & SCREE_TRAIT_FIELD ? reach : 0.0;
    l->far = scree_law_set_in_field(&l->set);
    return !isfinite(lab->bonded) || bond(l, r);
}

static void forget(scree_single_contact *l) {
    memset(l->h, 0, sizeof l->h);
    l->touching = 0;
#define ZERO(f) l->k.f = 0.0;
    SCREE_CONTACT_RESULTS(ZERO)
#undef ZERO
}

// A pair that is bonded, or was: see kernels/bond_lanes.h.
static void evaluate_bond(scree_single_contact *l) {
    scree_contact *k = &l->k;
    const double overlap = k->overlap, state = l->h[l->set.bond],
                 seen = state < 0.0                                   ? overlap + state
                        : state > 0.0 && l->set.bond_replaces_contact ? 0.0
                                                                      : overlap;
    bool old = false;
    k->contact = seen > 0.0 ? 1.0 : 0.0;
    k->overlap = seen > 0.0 ? seen : 0.0;
    for (int i = 0; i < l->set.bond; i++) {
        old |= l->h[i] != 0.0;
    }
    k->fresh = l->touching == 1 && (old || l->set.bond == 0) ? 0.0 : 1.0;
    scree_law_set_evaluate(&l->set, l->kernels, k, l->h);
    for (int i = 0; i < l->set.bond && k->contact == 0.0; i++) {
        l->h[i] = 0.0;
    }
    l->touching = k->apart == 0.0;
    k->overlap = overlap;
}

void scree_single_contact_evaluate(scree_single_contact *l, double dt) {
    scree_contact *k = &l->k;
    k->dt = k->step = dt;
    k->begins = 1.0;
    k->gap = -k->overlap;
    k->distance = l->ra + l->rb + k->gap;
    k->contact = 1.0;
    const double state = l->set.bond >= 0 ? l->h[l->set.bond] : 0.0;
    if (state > 0.0 || (state < 0.0 && k->overlap > 0.0)) {
        evaluate_bond(l);
        return;
    }
    if (k->overlap > 0.0 || (l->touching == 1 && k->overlap > -l->neck)) {
        k->fresh = l->touching == 1 ? 0.0 : 1.0;
        scree_law_set_evaluate(&l->set, l->kernels, k, l->h);
        l->touching = k->apart == 0.0;
        return;
    }
    forget(l);
    if (k->overlap > -l->field) {
        double none[SCREE_HISTORY_MAX] = {0};
        k->fresh = 1.0;
        k->dt = 0.0;
        scree_law_set_evaluate(&l->far, l->kernels, k, none);
        l->touching = 2;
    }
}

bool scree_single_contact_is_finite(const scree_single_contact *l) {
    const scree_contact *k = &l->k;
    const double all[] = {k->fn, k->ftx, k->fty, k->ftz, k->mrx, k->mry, k->mrz, k->mw};
    bool finite = true;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        finite = finite && all[i] - all[i] == 0.0;
    }
    return finite;
}

const scree_history_desc *scree_single_contact_history(const scree_single_contact *l, int i,
                                                       const scree_law **owner) {
    for (int s = 0; s < l->set.n; s++) {
        const scree_law *law = scree_law_at(l->set.step[s].law);
        int column = i - l->set.step[s].h0;
        if (column >= 0 && column < law->nhistory) {
            *owner = law;
            return &law->history[column];
        }
    }
    return NULL;
}

void scree_single_contact_history_name(const scree_single_contact *l, int i, char out[SCREE_HISTORY_NAME]) {
    scree_law_set_history_name(&l->set, i, out);
}

void scree_single_contact_history_columns(const scree_single_contact *l, scree_table *out) {
    for (int i = 0; i < l->set.n_history; i++) {
        char name[64];
        const scree_law *owner = NULL;
        const scree_history_desc *h = scree_single_contact_history(l, i, &owner);
        scree_single_contact_history_name(l, i, name);
        scree_table_add_column(out, name, h ? h->unit : NULL);
    }
}

void scree_single_contact_mode_columns(const char *what, scree_table *out) {
    for (int s = 0; s < SCREE_MODES; s++) {
        char name[64];
        snprintf(name, sizeof name, "%s_%s", what, scree_mode_names[s]);
        scree_table_add_column(out, name, "J");
    }
}
