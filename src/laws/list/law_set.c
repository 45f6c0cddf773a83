// SPDX-License-Identifier: BSD-3-Clause
#include "laws/list/law_set.h"
#include "access/loss_heat.h"
#include <stdio.h>
#include <string.h>

// Does what the laws of the normal mode store follow from the state? Those of bonds act in the same mode.
static bool knows_normal_energy(const scree_case *c, const scree_law_set *set) {
    int laws = 0, known = 0;
    for (int s = 0; s < set->n; s++) {
        const scree_law_in_set *step = &set->step[s];
        const scree_law *law = scree_law_at(step->law);
        const scree_known by = law->known ? law->known(step->derived) : SCREE_KNOWN_NOT;
        if (scree_slots[step->slot].modes & 1 << SCREE_MODE_NORMAL) {
            laws++;
            known += by == SCREE_KNOWN_OVERLAP ||
                     (by == SCREE_KNOWN_MASS && !scree_case_has_clumps(c) && !scree_case_drives_walls(c));
        }
    }
    return laws > 0 && known == laws;
}

scree_law_set scree_law_set_of(const scree_case *c, size_t a, size_t b) {
    const scree_pair_def *pair = &c->pair[a * c->material.n + b];
    scree_pairing pairing = scree_pairing_of(&c->material.data[a], &c->material.data[b]);
    pairing.normal = scree_law_at(pair->law[SCREE_NORMAL]);
    scree_law_set set;
    memset(&set, 0, sizeof set);
    set.bond = set.heat = set.direction = set.loss_column = -1;
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
        if (pair->law[slot] < 0) {
            continue;
        }
        const scree_law *law = scree_law_at(pair->law[slot]);
        scree_law_in_set *step = &set.step[set.n++];
        step->law = pair->law[slot];
        step->slot = (scree_slot)slot;
        step->user = law->stage;
        step->h0 = set.n_history;
        law->derive(pair->param[slot], &pairing, step->derived);
        set.follows |= slot >= SCREE_TANGENTIAL && slot <= SCREE_BOND && (law->nhistory > 0 || law->stage);
        if (slot == SCREE_BOND || slot == SCREE_LIQUID) {
            const int while_bonded = scree_law_param(law, "contact_while_bonded");
            set.bond = set.n_history;
            set.bond_columns = law->nhistory;
            set.wet = slot == SCREE_LIQUID;
            set.bond_replaces_contact = while_bonded >= 0 && pair->param[slot][while_bonded] == 0.0;
        }
        set.springs |= law->springs ? scree_slots[slot].modes : 0;
        set.loses |= law->loses && law->loses(step->derived) ? scree_slots[slot].modes : 0;
        set.heat = slot == SCREE_HEAT ? set.n - 1 : set.heat;
        set.n_history += law->nhistory;
        set.traits |= law->traits;
    }
    if (set.bond >= 0 && !set.wet) {
        set.springs = 0; // the bond acts in the same modes
    }
    set.known = knows_normal_energy(c, &set) ? 1 << SCREE_MODE_NORMAL : 0;
    set.loses &= set.known;
    if (scree_case_has_convex(c)) {
        set.direction = set.n_history;
        set.n_history += 3;
    }
    if (scree_case_warms_contacts(c) && set.n > 0) {
        set.loss_column = set.n_history;
        set.n_history += SCREE_MADE_OF_HISTORY;
    }
    return set;
}

void scree_law_set_history_name(const scree_law_set *set, int i, char name[SCREE_HISTORY_NAME]) {
    name[0] = 0;
    for (int s = 0; s < set->n; s++) {
        const scree_law *law = scree_law_at(set->step[s].law);
        const int column = i - set->step[s].h0;
        if (column >= 0 && column < law->nhistory) {
            snprintf(name, SCREE_HISTORY_NAME, "%s_%s", scree_slot_name(law->slot),
                     law->history[column].name);
        }
    }
    if (set->direction >= 0 && i >= set->direction && i < set->direction + 3) {
        snprintf(name, SCREE_HISTORY_NAME, "direction_%c", "xyz"[i - set->direction]);
    }
    if (set->loss_column >= 0 && i >= set->loss_column) {
        snprintf(name, SCREE_HISTORY_NAME, "%s", i == set->loss_column ? "last_power" : "last_energy");
    }
}

double scree_law_set_reach(const scree_law_set *set, double r_eff) {
    double reach = 0.0;
    for (int s = 0; s < set->n; s++) {
        const scree_law *law = scree_law_at(set->step[s].law);
        double own = law->reach ? law->reach(set->step[s].derived, r_eff) : 0.0;
        reach = own > reach ? own : reach;
    }
    return reach;
}

static scree_law_set without_laws(const scree_law_set *set) {
    scree_law_set none = *set;
    none.n = 0;
    none.bond = none.heat = none.loss_column = -1;
    none.follows = false;
    none.springs = 0;
    return none;
}

scree_law_set scree_law_set_normal(const scree_law_set *set) {
    scree_law_set normal = without_laws(set);
    for (int s = 0; s < set->n; s++) {
        if (set->step[s].slot <= SCREE_COHESION) {
            normal.step[normal.n++] = set->step[s];
        }
    }
    return normal;
}

scree_law_set scree_law_set_in_field(const scree_law_set *set) {
    scree_law_set far = scree_law_set_normal(set);
    bool forces = false;
    for (int s = 0; s < far.n; s++) {
        forces |= (scree_law_at(far.step[s].law)->traits & SCREE_TRAIT_FIELD) != 0;
    }
    far.n = forces ? far.n : 0;
    if (set->heat >= 0 && scree_law_at(set->step[set->heat].law)->traits & SCREE_TRAIT_FIELD) {
        far.heat = far.n;
        far.step[far.n++] = set->step[set->heat];
    }
    return far;
}

bool scree_law_set_wears(const scree_law_set *set) {
    bool wears = false;
    for (int s = 0; s < set->n; s++) {
        wears |= set->step[s].slot == SCREE_WEAR;
    }
    return wears;
}

scree_law_set scree_law_set_without_wear(const scree_law_set *set) {
    scree_law_set rest = *set;
    rest.n = 0;
    for (int s = 0; s < set->n; s++) {
        if (set->step[s].slot != SCREE_WEAR) {
            rest.step[rest.n++] = set->step[s];
        }
    }
    return rest;
}

scree_law_set scree_law_set_bond(const scree_law_set *set) {
    scree_law_set bond = {.follows = true,
                          .bond = 0,
                          .heat = -1,
                          .loss_column = -1,
                          .bond_columns = set->bond_columns,
                          .wet = set->wet,
                          .n_history = set->bond_columns};
    for (int s = 0; s < set->n; s++) {
        if (set->step[s].slot == SCREE_BOND || set->step[s].slot == SCREE_LIQUID) {
            bond.step[bond.n] = set->step[s];
            bond.step[bond.n++].h0 = 0;
        }
    }
    return bond;
}
