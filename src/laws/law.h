// SPDX-License-Identifier: BSD-3-Clause
// What a contact law is: a table (name, parameters, history, source) and scalar C on one contact.
// law_stage.inc makes it wide; the registry (registry.c) makes it known to the input, the help and the docs.
#ifndef SCREE_LAWS_LAW_H
#define SCREE_LAWS_LAW_H

#include "laws/contact.h"
#include "state/case.h"
#include <stdbool.h>

enum { SCREE_HISTORY_MAX = 16, SCREE_DERIVED_MAX = 40 };

// How a parameter of a material pair follows from the two materials' own values.
typedef enum scree_mix {
    SCREE_MIX_NONE, // must be given for the pair
    SCREE_MIX_MEAN,
    SCREE_MIX_MIN,
    SCREE_MIX_MAX,
    SCREE_MIX_HARMONIC, // 2ab/(a+b)
    SCREE_MIX_GEOMETRIC // sqrt(ab)
} scree_mix;

typedef struct scree_param_desc {
    const char *name;
    const char *unit; // "1" for a pure number; as base/units.c writes them
    double fallback;  // default; NAN: required
    double min, max;  // inclusive
    scree_mix mix;
    const char *choices; // "tsuji|none": the value is the index of the word; NULL: a number
    const char *doc;     // one sentence
} scree_param_desc;

typedef struct scree_history_desc {
    const char *name, *unit, *doc;
} scree_history_desc;

// What a law may know of the two materials when it derives its constants.
typedef struct scree_pairing {
    double young[2], poisson[2];
    double e_star; // 1/E* = (1 - nu1^2)/E1 + (1 - nu2^2)/E2, Pa
    double g_star; // 1/G* = (2 - nu1)/G1 + (2 - nu2)/G2, Pa
} scree_pairing;

// Applies the law to contacts 0 .. b->n-1; h0 is the law's first history row in the batch.
typedef void scree_stage(const void *derived, scree_batch *b, int h0);

typedef struct scree_law {
    const char *name;
    scree_slot slot;
    const char *title;   // one sentence
    const char *formula; // plain text
    const char *source;  // paper, equation
    const scree_param_desc *param;
    int nparam;
    const scree_history_desc *history;
    int nhistory;
    // From the pair's parameters to the constants the stage reads (SCREE_DERIVED_MAX doubles).
    void (*derive)(const double *param, const scree_pairing *pairing, double *derived);
    // Normal laws: duration (s) of an undamped head-on collision at relative speed v. NULL in other slots.
    double (*collision_time)(const double *derived, double m_eff, double r_eff, double v);
    // Normal laws: restitution that a head-on collision at speed v will really show; NAN: not known in closed form.
    double (*restitution)(const double *derived, double m_eff, double r_eff, double v);
} scree_law;

// Every known law, in the order of laws/all.h; *n gets the count.
const scree_law *const *scree_laws(int *n);
// Index of the law `name` in this slot, or -1.
int scree_law_find(scree_slot slot, const char *name);
const char *scree_slot_name(scree_slot slot);
double scree_mix_apply(scree_mix mix, double a, double b);
const char *scree_mix_name(scree_mix mix);
scree_pairing scree_pairing_of(const scree_material_def *a, const scree_material_def *b);

#endif
