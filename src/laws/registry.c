// SPDX-License-Identifier: BSD-3-Clause
// The laws by name: what the input, the help and the docs know of them.
#include "laws/all.h"
#include <string.h>

#define SCREE_TABLE(law, slot) &scree_##law##_table,
static const scree_law *const builtin[] = {SCREE_LAWS(SCREE_TABLE)};
#undef SCREE_TABLE

#define SCREE_FITS(law, slot)                                                                                \
    _Static_assert(sizeof(scree_##law) <= SCREE_DERIVED_MAX * sizeof(double), "derived constants of " #law);
SCREE_LAWS(SCREE_FITS)
#undef SCREE_FITS

const scree_law *const *scree_laws(int *n) {
    *n = (int)(sizeof builtin / sizeof *builtin);
    return builtin;
}

int scree_law_find(scree_slot slot, const char *name) {
    int n;
    const scree_law *const *law = scree_laws(&n);
    for (int i = 0; i < n; i++) {
        if (law[i]->slot == slot && strcmp(law[i]->name, name) == 0) {
            return i;
        }
    }
    return -1;
}

const char *scree_slot_name(scree_slot slot) {
    static const char *const name[] = {"normal", "cohesion", "tangential", "rolling", "twisting"};
    return name[slot];
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
    scree_pairing p = {{a->young, b->young}, {a->poisson, b->poisson}, 0.0, 0.0};
    double ga = a->young / (2.0 * (1.0 + a->poisson)), gb = b->young / (2.0 * (1.0 + b->poisson));
    p.e_star =
        1.0 / ((1.0 - a->poisson * a->poisson) / a->young + (1.0 - b->poisson * b->poisson) / b->young);
    p.g_star = 1.0 / ((2.0 - a->poisson) / ga + (2.0 - b->poisson) / gb);
    return p;
}
