// SPDX-License-Identifier: BSD-3-Clause
#include "coarse_graining/coarse_graining.h"
#include "keys/complain.h"
#include "keys/word_list.h"
#include "sections/key_tables.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define AT(field) .offset = offsetof(scree_coarse_graining_def, field)
static const scree_key keys[] = {
    {"factor", NUMBER, .bounded = true, .min = 1.0, .max = 1000.0, .required = true,
     .doc = "Diameter of a particle over that of the grains for which it stands; `coarse_graining: 2` for "
            "short.",
     AT(factor)},
    {"cohesion", .type = &scree_choice_type, .choices = "stress|bond_number", .fallback = "stress",
     .doc =
         "What of cohesion is kept: the cohesive force over the section of a particle, or over its weight.",
     AT(cohesion)},
    {"collisions", .type = &scree_choice_type, .choices = "restitution|cooling", .fallback = "restitution",
     .doc = "What of collisions is kept: their restitution, or, for dilute flows, the energy that is lost in "
            "them in a "
            "volume and a time.",
     AT(collisions)},
};
#undef AT

static void note_place(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    (void)g, (void)path;
    ((scree_coarse_graining_def *)base)->place = node->place;
}

extern const scree_section scree_coarse_graining_section;
const scree_section scree_coarse_graining_section = {
    .doc =
        "Particles that stand for many grains. The rest of the file describes the grains: sizes, numbers and "
        "parameters of laws are changed to those of the particles (docs/coarse_graining.md).",
    KEYS(keys),
    .short_key = "factor",
    .check = note_place};

// ---- laws --------------------------------------------------------------------------------------------------

static bool is_word(const char *words, const char *word, int value) {
    return words && scree_word_list_find(words, word) == value;
}

// Why no rule holds for a law with these parameters; NULL: one does.
static const char *problem_of(const scree_law *law, const double *param, const scree_coarse_graining_def *d) {
    for (int p = 0; p < law->nparam; p++) {
        const char *words = law->param[p].choices;
        const int value = words ? (int)param[p] : 0;
        if (is_word(words, "original", value) || is_word(words, "woo", value)) {
            return "the program that it comes from adds up numbers of different units there; accepted: the "
                   "corrected form";
        }
    }
    if (d->cohesion == SCREE_COARSE_BOND_NUMBER && !law->cohesive &&
        (law->slot == SCREE_COHESION || law->slot == SCREE_LIQUID || law->traits & SCREE_TRAIT_ADHESIVE)) {
        return "its cohesive force is not in proportion to a parameter, so the Bond number cannot be kept; "
               "accepted: "
               "cohesion: stress, or the laws jkr, dmt, sjkr and sjkr2, and those of liquid bridges";
    }
    return NULL;
}

// The restitution with which larger particles, which collide less often, lose as much in a volume and a time.
static bool keep_cooling(scree_config *g, const scree_law *law, double *param, const char *path) {
    const int at = scree_law_param(law, "restitution");
    const scree_coarse_graining_def *d = &g->c->coarse_graining;
    if (at < 0 || !isfinite(param[at])) {
        return scree_config_error(
            g, d->place,
            "coarse_graining: %s has no restitution, from which that of larger particles could follow; "
            "accepted: collisions: restitution, or a law with a restitution",
            path);
    }
    const double e2 = 1.0 - d->factor * (1.0 - param[at] * param[at]);
    if (!(sqrt(e2) >= law->param[at].min)) {
        return scree_config_error(
            g, d->place,
            "coarse_graining: with a restitution of %.4g in %s particles cannot lose as much as the grains, "
            "as "
            "1 - factor (1 - e^2) = %.4g; accepted: a factor up to %.4g, or collisions: restitution",
            param[at], path, e2,
            (1.0 - law->param[at].min * law->param[at].min) / (1.0 - param[at] * param[at]));
    }
    param[at] = sqrt(e2);
    return true;
}

const char *scree_coarse_law(const scree_coarse_graining_def *d, const scree_law *law, double *param) {
    const char *problem = problem_of(law, param, d);
    for (int p = 0; p < law->nparam && !problem; p++) {
        const bool rises = d->cohesion == SCREE_COARSE_BOND_NUMBER && law->cohesive &&
                           scree_word_list_find(law->cohesive, law->param[p].name) >= 0;
        param[p] *= scree_coarse_times(d->factor, scree_coarse_power(law->param[p].unit) + rises);
    }
    return problem ? problem : law->coarsen ? law->coarsen(param, d->factor) : NULL;
}

static bool coarsen_law(scree_config *g, const scree_law *law, double *param, const char *path) {
    const scree_coarse_graining_def *d = &g->c->coarse_graining;
    const char *problem = scree_coarse_law(d, law, param);
    if (problem) {
        return scree_config_error(g, d->place, "coarse_graining: no rule holds for %s: %s", path, problem);
    }
    return law->slot != SCREE_NORMAL || d->collisions != SCREE_COARSE_COOLING ||
           keep_cooling(g, law, param, path);
}

// Notes which parameters of the grains were changed.
static void note_law(scree_case *c, const scree_law *law, const double *before, const double *after,
                     const char *path) {
    for (int p = 0; p < law->nparam; p++) {
        if (isfinite(before[p]) && before[p] != after[p]) {
            scree_array_push(&c->coarse_graining.value,
                             (scree_coarse_value){scree_format("%s.%s", path, law->param[p].name),
                                                  law->param[p].unit, before[p], after[p]});
        }
    }
}

static void coarsen_laws(scree_config *g) {
    scree_case *c = g->c;
    const size_t n = c->material.n, size = n * n * sizeof *c->pair;
    bool fine = true; // one message is enough
    c->coarse_graining.pair = scree_realloc(NULL, 0, size);
    memcpy(c->coarse_graining.pair, c->pair, size);
    for (size_t a = 0; a < n; a++) {
        for (size_t b = a; b < n && fine; b++) {
            scree_pair_def *pair = &c->pair[a * n + b];
            const scree_pair_def before = *pair;
            for (int slot = 0; slot < SCREE_SLOT_COUNT && fine; slot++) {
                const scree_law *law = scree_law_at(pair->law[slot]);
                if (law) {
                    char *path =
                        scree_format("contacts.%s-%s.%s (%s)", c->material.data[a].name,
                                     c->material.data[b].name, scree_slot_name((scree_slot)slot), law->name);
                    fine = coarsen_law(g, law, pair->param[slot], path);
                    note_law(c, law, before.param[slot], pair->param[slot], path);
                    scree_free(path);
                }
            }
            c->pair[b * n + a] = *pair;
        }
    }
}

// ---- particles -----------------------------------------------------------------------------------------------

// Sizes, of which `min` and `max` are known whatever the kind.
static void coarsen_sizes(scree_case *c, scree_size_def *size, const char *name) {
    const double times = c->coarse_graining.factor;
    scree_coarsen(c, &size->min, 1, "m", "%s.diameter, smallest", name);
    scree_coarsen(c, &size->max, 1, "m", "%s.diameter, largest", name);
    size->a *= times;
    size->b *= size->kind == SCREE_SIZE_LOGNORMAL ? 1.0 : times; // deviation of the logarithm
    for (size_t k = 0; k < size->d.n; k++) {
        size->d.data[k] *= times;
    }
}

static void coarsen_source(scree_config *g, scree_source_def *s, size_t k) {
    scree_case *c = g->c;
    char name[80];
    snprintf(name, sizeof name, "%.60s", s->name ? s->name : "insertion");
    if (s->kind == SCREE_SOURCE_CHECKPOINT) { // its particles are those of a run with the same factor
        return;
    }
    if (!scree_source_inserts(s)) {
        scree_config_error(g, s->place,
                           "coarse_graining: particles[%zu] are at given places, where a larger particle has "
                           "no room; accepted: "
                           "`insertion`, or the checkpoint of a run with the same coarse_graining",
                           k);
        return;
    }
    coarsen_sizes(c, &s->size, name);
    scree_coarsen(c, &s->count, -3, "1", "%s.count", name);
    scree_coarsen(c, &s->rate, s->rate_by_number ? -3 : 0, "1/s", "%s.rate", name);
    if (isfinite(s->count) && s->count > 0.0) {
        s->count = round(s->count);
        if (s->count < 1.0) {
            scree_config_error(g, s->place,
                               "coarse_graining: %s.count are fewer grains than the %.4g of a particle; "
                               "accepted: a smaller factor, "
                               "or a larger count",
                               name, scree_coarse_times(c->coarse_graining.factor, 3));
        }
    }
}

static void coarsen_groups(scree_case *c) {
    for (size_t k = 0; k < c->group.n; k++) {
        scree_group_def *d = &c->group.data[k];
        double *force[] = {&d->force.x, &d->force.y, &d->force.z},
               *torque[] = {&d->torque.x, &d->torque.y, &d->torque.z};
        for (int axis = 0; axis < 3; axis++) {
            scree_coarsen(c, force[axis], 3, "N", "groups.%s.force.%c", d->name, "xyz"[axis]);
            scree_coarsen(c, torque[axis], 4, "N m", "groups.%s.torque.%c", d->name, "xyz"[axis]);
        }
    }
}

static void coarsen_measures(scree_case *c) {
    for (size_t k = 0; k < c->measure.n; k++) {
        scree_measure_def *d = &c->measure.data[k];
        scree_coarsen(c, &d->larger_than, 1, "m", "measures.%s.larger_than", d->name);
        scree_coarsen(c, &d->diameter, 1, "m", "measures.%s.diameter", d->name);
    }
}

static void coarsen_lab(scree_case *c) {
    scree_lab_def *d = &c->lab;
    scree_coarsen(c, &d->a.radius, 1, "m", "lab.a.radius");
    scree_coarsen(c, &d->b.radius, 1, "m", "lab.b.radius");
    scree_coarsen(c, &d->dt, 1, "s", "lab.dt");
    scree_coarsen(c, &d->gap, 1, "m", "lab.gap");
    scree_coarsen(c, &d->longest, 1, "s", "lab.longest");
    scree_coarsen(c, &d->bonded, 1, "m", "lab.bonded");
}

static void apply(scree_config *g) {
    scree_case *c = g->c;
    for (size_t k = 0; k < c->source.n; k++) {
        coarsen_source(g, &c->source.data[k], k);
    }
    coarsen_groups(c);
    coarsen_measures(c);
    coarsen_lab(c);
    coarsen_laws(g);
}

const scree_capability scree_coarse_graining_capability = {
    .at = {[SCREE_AT_AUDIT] = scree_coarse_graining_audit},
    .coarsen = apply,
};
