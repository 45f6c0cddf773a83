// SPDX-License-Identifier: BSD-3-Clause
#include "laws/list/registry.h"
#include "laws/bond.h"
#include "laws/liquid_bridge.h"
#include "laws/list/all.h"
#include "text/units.h"
#include <string.h>

#define SCREE_TABLE(law, slot) &scree_##law##_table,
enum { USER_LAWS = 64 };
#define SCREE_ONE(law, slot) +1
enum { BUILTIN = 0 SCREE_LAWS(SCREE_ONE) };
static const scree_law *all[BUILTIN + USER_LAWS] = {SCREE_LAWS(SCREE_TABLE)};
static int count = BUILTIN;
#undef SCREE_TABLE
#undef SCREE_ONE

#define SCREE_FITS(law, slot)                                                                                \
    _Static_assert(sizeof(scree_##law) <= SCREE_DERIVED_MAX * sizeof(double), "derived constants of " #law); \
    _Static_assert(sizeof scree_##law##_params / sizeof *scree_##law##_params <= SCREE_PARAM_MAX,            \
                   "parameters of " #law);
SCREE_LAWS(SCREE_FITS)
#undef SCREE_FITS

const scree_law *const *scree_laws(int *n) {
    *n = count;
    return all;
}

const scree_law *scree_law_at(int index) {
    return index >= 0 && index < count ? all[index] : NULL;
}

int scree_laws_builtin(void) {
    return BUILTIN;
}

static bool is_unit(const char *unit) {
    scree_unit u;
    return unit && scree_unit_parse(unit, &u, NULL) && u.exponent10 == 0 && u.times == 1.0 && u.over == 1.0;
}

// Returns an error in the lists of parameters and history columns, or NULL.
static const char *lists_problem(const scree_law *law) {
    if ((law->nparam > 0 && !law->param) || (law->nhistory > 0 && !law->history)) {
        return "it has a number of parameters or history columns, but no list of them";
    }
    for (int p = 0; p < law->nparam; p++) {
        const scree_param_desc *d = &law->param[p];
        if (!d->name || !d->doc || !is_unit(d->unit) || !(d->min <= d->max)) {
            return "a parameter needs a name, a unit in SI without a power of ten, min <= max, and a "
                   "sentence";
        }
    }
    for (int h = 0; h < law->nhistory; h++) {
        if (!law->history[h].name || !is_unit(law->history[h].unit) || !law->history[h].doc) {
            return "a history column needs a name, a unit in SI without a power of ten, and a sentence";
        }
    }
    return NULL;
}

const char *scree_laws_add(const scree_law *law) {
    if (!law->name || !law->title || !law->formula || !law->source || !law->derive || !law->stage) {
        return "a law needs name, title, formula, source, derive and stage";
    }
    if ((int)law->slot < 0 || law->slot >= SCREE_SLOT_COUNT || law->nparam < 0 ||
        law->nparam > SCREE_PARAM_MAX || law->nhistory < 0 || law->nhistory > SCREE_HISTORY_MAX) {
        return "its slot is unknown, or it has more parameters or history columns than a law may have";
    }
    if (law->slot == SCREE_NORMAL && !law->collision_time) {
        return "a normal law needs collision_time: the time step is checked against it";
    }
    if (law->slot == SCREE_BOND && (law->nhistory < SCREE_BOND_COLUMNS || !law->bond_stiffness)) {
        return "a bond law needs the history columns of SCREE_BOND_HISTORY first, and bond_stiffness: the "
               "time step is checked against it";
    }
    if (law->slot == SCREE_LIQUID && (law->nhistory < SCREE_BRIDGE_COLUMNS || !law->form)) {
        return "a law of liquid bridges needs the history columns of SCREE_BRIDGE_HISTORY first, and form, "
               "which sets "
               "them";
    }
    const char *problem = lists_problem(law);
    if (problem) {
        return problem;
    }
    int known = scree_law_find(law->slot, law->name);
    if (known >= 0) {
        return all[known] == law ? NULL : "a law of that name and slot is there already";
    }
    if (count == BUILTIN + USER_LAWS) {
        return "too many laws";
    }
    all[count++] = law;
    return NULL;
}

int scree_law_find(scree_slot slot, const char *name) {
    for (int i = 0; i < count; i++) {
        if (all[i]->slot == slot && strcmp(all[i]->name, name) == 0) {
            return i;
        }
    }
    return -1;
}

#define SCREE_SLOT_ROW(NAME, name, modes, channels, law, sentence) {#name, law, sentence, modes, channels},
const scree_slot_desc scree_slots[SCREE_SLOT_COUNT] = {SCREE_SLOTS(SCREE_SLOT_ROW)};
#undef SCREE_SLOT_ROW

#define SCREE_CHANNEL_DESC(F, name, unit, sentence) {#name, unit, sentence},
const scree_channel_desc scree_channels[] = {SCREE_CHANNELS(SCREE_CHANNEL_DESC, ){NULL, NULL, NULL}};
#undef SCREE_CHANNEL_DESC

const char *scree_slot_name(scree_slot slot) {
    return scree_slots[slot].name;
}

int scree_law_param(const scree_law *law, const char *name) {
    for (int p = 0; law && p < law->nparam; p++) {
        if (strcmp(law->param[p].name, name) == 0) {
            return p;
        }
    }
    for (const scree_alias *a = law ? law->alias : NULL; a && a->name; a++) {
        if (strcmp(a->theirs, name) == 0) {
            return scree_law_param(law, a->name);
        }
    }
    return -1;
}

const char *scree_law_their_name(const scree_law *law, const char *name, int which) {
    for (const scree_alias *a = law->alias; a && a->name; a++) {
        if (strcmp(a->name, name) == 0 && which-- == 0) {
            return a->theirs;
        }
    }
    return NULL;
}

double scree_mix_apply(scree_mix mix, double a, double b) {
    switch (mix) {
    case SCREE_MIX_MIN:
        return a < b ? a : b;
    case SCREE_MIX_MAX:
        return a > b ? a : b;
    case SCREE_MIX_HARMONIC:
        return a + b > 0.0 ? 2.0 * a * b / (a + b) : 0.0;
    case SCREE_MIX_GEOMETRIC:
        return sqrt(a * b);
    case SCREE_MIX_NONE:
    case SCREE_MIX_MEAN:
        break;
    }
    return 0.5 * (a + b);
}

const char *scree_mix_name(scree_mix mix) {
    static const char *const name[] = {"none",    "mean",          "minimum",
                                       "maximum", "harmonic mean", "geometric mean"};
    return name[mix];
}

scree_pairing scree_pairing_of(const scree_material_def *a, const scree_material_def *b) {
    scree_pairing p = {{a->young, b->young},          {a->poisson, b->poisson}, 0.0, 0.0, NULL,
                       {a->emissivity, b->emissivity}};
    double ga = scree_material_shear(a), gb = scree_material_shear(b);
    p.e_star =
        1.0 / ((1.0 - a->poisson * a->poisson) / a->young + (1.0 - b->poisson * b->poisson) / b->young);
    p.g_star = 1.0 / ((2.0 - a->poisson) / ga + (2.0 - b->poisson) / gb);
    return p;
}

const char *scree_laws_problem(const int law[SCREE_SLOT_COUNT]) {
    const scree_law *normal = scree_law_at(law[SCREE_NORMAL]);
    int columns = normal ? normal->nhistory : 0;
    for (int slot = SCREE_COHESION; slot < SCREE_SLOT_COUNT; slot++) {
        const scree_law *l = scree_law_at(law[slot]);
        if (!l) {
            continue;
        }
        columns += l->nhistory;
        if (!normal && slot == SCREE_HEAT && law[SCREE_BOND] < 0) {
            return "heat is conducted by contacts and bonds: without a normal law and a bond law there are "
                   "none";
        }
        if (normal && slot == SCREE_HEAT && l->traits & normal->traits & SCREE_TRAIT_FIELD) {
            return "the normal law and the heat law both act before touch, each up to a distance of its own; "
                   "accepted: another one of the two";
        }
        if (!normal && slot != SCREE_BOND && slot != SCREE_HEAT) {
            return "cohesion, friction, rolling and liquid need a normal force to act on: without a normal "
                   "law there "
                   "is none";
        }
        if (slot == SCREE_COHESION && (normal->traits & SCREE_TRAIT_ADHESIVE)) {
            return "the normal law has an adhesion of its own: a cohesion law would count it twice";
        }
        if (slot == SCREE_LIQUID && law[SCREE_BOND] >= 0) {
            return "a pair is held by a bond or by a liquid bridge; accepted: one of the two laws";
        }
        if ((l->traits & SCREE_TRAIT_NEEDS_KT) && (!normal || (normal->traits & SCREE_TRAIT_NO_SOLID))) {
            return "the normal law offers no shear stiffness, which that law builds on: choose one with a "
                   "stiffness of its own";
        }
    }
    if (columns > SCREE_HISTORY_MAX) {
        return "together they remember more numbers than a contact has room for: choose a law with less "
               "history";
    }
    return NULL;
}
