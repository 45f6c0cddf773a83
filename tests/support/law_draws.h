// SPDX-License-Identifier: BSD-3-Clause
// Random laws in random contacts, drawn from the laws' tables: parameters that derive() accepts, other laws that can be
// combined with them, contacts like those of the engine, paths from the first touch on. For the tests of all laws, in C and
// C++. Every draw is a separate statement, because the order in which arguments are evaluated is not defined.
#pragma once

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// the laws' headers need the above outside of extern "C"
#ifdef __cplusplus
extern "C" {
#endif
#include "laws/list/registry.h"
#include "maths/math.h"
#include "maths/random.h"
#include "text/units.h"
#ifdef __cplusplus
}
#endif

static scree_random draws_seed = {2, 7, 0, 0};

// FNV-1a, 64 bits.
static inline uint64_t hash_of_text(uint64_t hash, const char *text) {
    for (; *text; text++) {
        hash = (hash ^ (unsigned char)*text) * UINT64_C(1099511628211);
    }
    return hash;
}

static inline uint64_t hash_of_law(uint64_t hash, const scree_law *law) {
    hash = hash_of_text(hash, scree_slot_name(law->slot));
    return hash_of_text(hash_of_text(hash, " "), law->name);
}

// Starts a sequence of draws that depends only on the seed, the names of the check and the law (NULL: no law), and the number.
// So it does not change when laws are added, draws are refused or other checks run before.
static inline void draws_begin(const char *check, const scree_law *law, int number) {
    uint64_t hash = hash_of_text(UINT64_C(14695981039346656037), check);
    draws_seed.stream = law ? hash_of_law(hash, law) : hash;
    draws_seed.index = (uint64_t)number << 32;
}

static inline double uniform(double low, double high) {
    draws_seed.index++;
    draws_seed.lane = 0;
    return low + scree_random_uniform(&draws_seed) * (high - low);
}

static inline double log_uniform(double low, double high) {
    return low * scree_exp(scree_log(high / low) * uniform(0.0, 1.0));
}

static inline bool chance(double p) {
    return uniform(0.0, 1.0) < p;
}

static inline void draw_direction(double *d) {
    double norm2;
    do {
        norm2 = 0.0;
        for (int i = 0; i < 3; i++) {
            d[i] = uniform(-1.0, 1.0);
            norm2 += d[i] * d[i];
        }
    } while (norm2 > 1.0 || norm2 < 0.01);
    for (int i = 0; i < 3; i++) {
        d[i] /= sqrt(norm2);
    }
}

// --------------------------------------------------------------------------------------------------- parameters

// Scales of the parameters that are drawn, and the allowed forms of the laws.
typedef struct draw_scene {
    double modulus, length, speed, density; // Pa, m, m/s, kg/m3
    bool corrected; // nothing that may create energy: no choice called original or woo, and the
                    // default of a parameter whose sentence says that it can make energy
    bool vary_materials;
} draw_scene;

static const draw_scene everyday = {1e7, 1e-3, 0.5, 2500.0, false, true};
static const draw_scene corrected = {1e7, 1e-3, 0.5, 2500.0, true, false};

static inline double whole_power(double x, int n) {
    double y = 1.0;
    for (int i = 0; i < abs(n); i++) {
        y = n > 0 ? y * x : y / x;
    }
    return y;
}

// Typical value of a quantity of this unit in an impact between spheres of the scene's radius.
static inline double typical_size(const draw_scene *s, const char *unit) {
    scree_unit u;
    if (!scree_unit_parse(unit, &u, NULL)) {
        return 1.0;
    }
    double mass = 4.0 * s->density * s->length * s->length * s->length, k = s->modulus * s->length;
    double overlap = s->speed * sqrt(mass / k), time = overlap / s->speed;
    const struct {
        int kg, m, s;
        double size;
    } known[] = {
        {1, 0, -2, strcmp(unit, "J/m2") ? k : 0.1 * mass * s->speed * s->speed / (s->length * overlap)},
        {1, -1, -2, s->modulus},
        {1, 1, -2, k * overlap},
        {1, 2, -2, 0.1 * k * s->length * s->length},
        {0, 1, 0, overlap},
        {0, 0, 1, time},
        {0, 0, -1, 1.0 / time},
        {1, 0, -1, sqrt(mass * k)},
        {1, -1, -1, s->modulus * time},
        {1, 0, 0, mass},
        {0, 3, 0, 1e-3 * s->length * s->length * s->length},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (known[i].kg == u.dimension.kg && known[i].m == u.dimension.m && known[i].s == u.dimension.s) {
            return known[i].size;
        }
    }
    int a = u.dimension.kg, b = u.dimension.m, c = u.dimension.s;
    return whole_power(s->modulus, a) * whole_power(s->speed, -(c + 2 * a)) *
           whole_power(s->length, b + c + 3 * a);
}

static inline bool is_word(const char *choices, int i, const char *word) {
    for (; i > 0 && *choices; choices++) {
        i -= *choices == '|';
    }
    size_t n = strlen(word);
    return strncmp(choices, word, n) == 0 && (choices[n] == '|' || choices[n] == '\0');
}

static inline bool is_original(const scree_param_desc *d, double value) {
    return d->choices &&
           (is_word(d->choices, (int)value, "original") || is_word(d->choices, (int)value, "woo"));
}

static inline double within(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}

static inline double draw_pure_number(const scree_param_desc *d) {
    double low = d->min > -1.0 ? d->min : -1.0, high = low >= 1.0 ? 5.0 * low : 1.0;
    if (isfinite(d->fallback) && 2.0 * d->fallback > high) {
        high = 2.0 * d->fallback;
    }
    if (chance(0.1)) {
        high *= 5.0;
    }
    high = high < d->max ? high : d->max;
    return chance(0.05) ? high : uniform(low, high);
}

// A value that the table allows: often the default, the minimum (0 switches things off), or nothing if it is optional; else a
// typical value.
static inline double draw_param(const scree_param_desc *d, const draw_scene *s) {
    if (s->corrected && strstr(d->doc, "make energy") && isfinite(d->fallback)) {
        return d->fallback; // the table warns of the other choices
    }
    if (d->choices) {
        double value;
        do {
            value = floor(uniform(d->min, d->max + 1.0 - 1e-9));
        } while (s->corrected && is_original(d, value));
        return value;
    }
    if (isinf(d->fallback) && chance(0.5)) {
        return d->fallback;
    }
    if (isfinite(d->fallback) && chance(0.3)) {
        return d->fallback;
    }
    scree_unit u;
    bool pure = scree_unit_parse(d->unit, &u, NULL) && u.dimension.kg == 0 && u.dimension.m == 0 &&
                u.dimension.s == 0;
    if (chance(0.1) && (d->min == 0.0 || (pure && fabs(d->min) >= 1e-3))) {
        return d->min;
    }
    if (pure) {
        return draw_pure_number(d);
    }
    double size = typical_size(s, d->unit);
    if (isfinite(d->fallback) && d->fallback != 0.0 && chance(0.5)) {
        size = 3.0 * fabs(d->fallback);
    }
    size *= log_uniform(0.03, 1.0);
    if (d->min < 0.0 && (d->max <= 0.0 || chance(0.5))) {
        size = -size;
    }
    return within(size, d->min, d->max);
}

// -------------------------------------------------------------------------------------------------------- chains

// A law under test with the laws that it needs, and everything from which their constants are derived.
typedef struct law_chain {
    int law[SCREE_SLOT_COUNT]; // index in scree_laws(); -1: none
    scree_slot tested;
    double param[SCREE_SLOT_COUNT][SCREE_PARAM_MAX];
    scree_material_def material[2];
    double derived[SCREE_SLOT_COUNT][SCREE_DERIVED_MAX];
    int h0[SCREE_SLOT_COUNT], n_history, traits;
    bool original; // some choice is called original or woo
} law_chain;

static inline const scree_law *law_at(int index) {
    int n;
    return scree_laws(&n)[index];
}

static inline const scree_law *law_of(const law_chain *c, int slot) {
    return c->law[slot] >= 0 ? law_at(c->law[slot]) : NULL;
}

static inline const scree_law *tested_law(const law_chain *c) {
    return law_of(c, c->tested);
}

static inline void print_material(FILE *f, const scree_material_def *m) {
    fprintf(f, "young: %.17g, poisson: %.17g", m->young, m->poisson);
}

// Prints everything that is needed to repeat the chain.
static inline void print_chain(FILE *f, const law_chain *c) {
    fprintf(f, "materials: a: {");
    print_material(f, &c->material[0]);
    fprintf(f, "}, b: {");
    print_material(f, &c->material[1]);
    fprintf(f, "}\n");
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
        const scree_law *law = law_of(c, slot);
        if (!law) {
            continue;
        }
        fprintf(f, "%s%s: {law: %s", slot == (int)c->tested ? "-> " : "   ",
                scree_slot_name((scree_slot)slot), law->name);
        for (int p = 0; p < law->nparam; p++) {
            const scree_param_desc *d = &law->param[p];
            double value = c->param[slot][p];
            if (d->choices) {
                const char *word = d->choices;
                for (int i = (int)value; i > 0 && *word; word++) {
                    i -= *word == '|';
                }
                fprintf(f, ", %s: %.*s", d->name, (int)strcspn(word, "|"), word);
            } else if (isfinite(value)) {
                fprintf(f, ", %s: %.17g", d->name, value);
            }
        }
        fprintf(f, "}\n");
    }
}

// False: derive() refuses; *why says why, *who which law.
static inline bool derive_chain(law_chain *c, const char **why, const char **who) {
    scree_pairing pairing = scree_pairing_of(&c->material[0], &c->material[1]);
    pairing.normal = law_of(c, SCREE_NORMAL);
    c->n_history = c->traits = 0;
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
        const scree_law *law = law_of(c, slot);
        c->h0[slot] = c->n_history;
        if (law) {
            memset(c->derived[slot], 0, sizeof c->derived[slot]);
            *who = law->name;
            *why = law->derive(c->param[slot], &pairing, c->derived[slot]);
            if (*why) {
                return false;
            }
            c->n_history += law->nhistory;
            // heat beyond touch is no force: in the engine the other laws are not evaluated there
            c->traits |= slot == SCREE_HEAT ? law->traits & ~SCREE_TRAIT_FIELD : law->traits;
        }
    }
    return true;
}

// Draws the materials and parameters of the chain's laws until all derive() accept them. False: 2000 draws were refused;
// *why says why the last one, *who which law.
static inline bool draw_values(law_chain *c, const draw_scene *s, const char **why, const char **who) {
    for (int k = 0; k < 2; k++) {
        memset(&c->material[k], 0, sizeof c->material[k]);
        c->material[k].density = s->density;
        c->material[k].young = s->modulus;
        c->material[k].poisson = 0.3;
        if (s->vary_materials) {
            c->material[k].young = log_uniform(1e6, 1e11);
            c->material[k].poisson = uniform(0.0, 0.5);
        }
    }
    for (int attempt = 0; attempt < 2000; attempt++) {
        c->original = false;
        for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
            const scree_law *law = law_of(c, slot);
            if (!law || (attempt > 0 && strcmp(law->name, *who) != 0)) {
                continue; // only the refused values are drawn again
            }
            draw_scene of = *s;
            of.corrected |= slot != (int)c->tested; // the other laws keep their forms
            for (int p = 0; p < law->nparam; p++) {
                c->param[slot][p] = draw_param(&law->param[p], &of);
            }
        }
        if (derive_chain(c, why, who)) {
            for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
                const scree_law *law = law_of(c, slot);
                for (int p = 0; law && p < law->nparam; p++) {
                    c->original |= is_original(&law->param[p], c->param[slot][p]);
                }
            }
            return true;
        }
    }
    return false;
}

// Of the laws in the list the number-th; for numbers beyond its end the one whose name gives the largest hash with the
// number. So each is chosen sometimes, and a law added at the end of the registry changes few of the choices.
static inline int choose_law(const int *known, int found, int number) {
    int best = found > 0 ? known[0] : -1;
    uint64_t most = 0;
    if (number < found) {
        return found > 0 ? known[number] : -1;
    }
    for (int k = 0; k < found; k++) {
        // the high bits of a product depend on all bits of the name and the number
        uint64_t hash = hash_of_law(UINT64_C(14695981039346656037) ^ (uint64_t)number, law_at(known[k]));
        hash = (hash ^ hash >> 32) * UINT64_C(0x9e3779b97f4a7c15);
        if (hash >= most) {
            most = hash;
            best = known[k];
        }
    }
    return best;
}

// Adds a law of this slot to the chain: choose_law of those that can be combined with the others, or none.
static inline void choose_partner(law_chain *c, int slot, int number) {
    int n, known[256], found = 0;
    scree_laws(&n);
    for (int i = 0; i < n && found < 256; i++) {
        int law[SCREE_SLOT_COUNT];
        memcpy(law, c->law, sizeof law);
        law[slot] = i;
        if (law_at(i)->slot == (scree_slot)slot && scree_laws_problem(law) == NULL) {
            known[found++] = i;
        }
    }
    c->law[slot] = choose_law(known, found, number);
}

// Larger than the length of any list of laws.
static inline int draw_number(void) {
    return (int)uniform(1e3, 1e6);
}

// The law `index` alone if it is normal, else after a normal law: number 0 the first that can be combined with it, others by
// choose_law. With number > 0 one in four has a cohesion law in between; with company, one in two a law in each other slot.
static inline law_chain choose_chain(int index, int number, bool company) {
    law_chain c;
    memset(&c, 0, sizeof c);
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
        c.law[slot] = -1;
    }
    c.tested = law_at(index)->slot;
    if (c.tested != SCREE_NORMAL) {
        // only the normal law can be incompatible, so it is chosen first
        int n, known[256], found = 0;
        scree_laws(&n);
        for (int i = 0; i < n && found < 256; i++) {
            int law[SCREE_SLOT_COUNT];
            memcpy(law, c.law, sizeof law);
            law[SCREE_NORMAL] = i;
            law[c.tested] = index;
            if (law_at(i)->slot == SCREE_NORMAL && scree_laws_problem(law) == NULL) {
                known[found++] = i;
            }
        }
        c.law[SCREE_NORMAL] = choose_law(known, found, number);
    }
    c.law[c.tested] = index;
    for (int slot = SCREE_COHESION; number > 0 && slot < SCREE_SLOT_COUNT; slot++) {
        if (slot == SCREE_LIQUID ||
            slot == SCREE_WEAR) { // neither acts here: bridges form in runs, and wear has no force
            continue;
        }
        bool wanted = slot == SCREE_COHESION ? chance(0.25) && (company || c.tested > SCREE_COHESION)
                                             : company && chance(0.5);
        if (wanted && c.law[slot] < 0) {
            choose_partner(&c, slot, draw_number());
        }
    }
    return c;
}

// The same, with values for everything. If derive() refuses all values, another normal law is tried. False: none worked, which
// is printed.
static inline bool draw_chain(law_chain *c, int index, int number, bool company, const draw_scene *s) {
    const char *why = NULL, *who = NULL;
    for (int attempt = 0; attempt < 50; attempt++) {
        *c = choose_chain(index, number + attempt, company);
        if (c->law[SCREE_NORMAL] >= 0 && draw_values(c, s, &why, &who)) {
            return true;
        }
    }
    fprintf(
        stderr,
        "\n%s: no normal law fits, or derive() refuses 2000 draws from its ranges beside each; %s says: %s\n",
        law_at(index)->name, who ? who : "nobody", why ? why : "nothing");
    print_chain(stderr, c);
    return false;
}

static inline bool is_adhesive(const law_chain *c) {
    return c->law[SCREE_COHESION] >= 0 || (c->traits & SCREE_TRAIT_ADHESIVE);
}

// Distance beyond touch up to which the chain's laws act or hold, m.
static inline double reach_of(const law_chain *c, double r_eff) {
    double reach = 0.0;
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
        const scree_law *law = law_of(c, slot);
        if (law && law->reach) {
            double own = law->reach(c->derived[slot], r_eff);
            reach = own > reach ? own : reach;
        }
    }
    return reach;
}

// ------------------------------------------------------------------------------------------------------ contacts

static inline void draw_velocity(scree_contact *c) {
    double v[3], w[3], size = log_uniform(1e-4, 10.0), spin = log_uniform(1e-3, 1e3);
    draw_direction(v);
    draw_direction(w);
    double vn = v[0] * c->nx + v[1] * c->ny + v[2] * c->nz;
    c->vn = size * vn;
    c->vtx = size * (v[0] - vn * c->nx);
    c->vty = size * (v[1] - vn * c->ny);
    c->vtz = size * (v[2] - vn * c->nz);
    c->wrx = spin * w[0];
    c->wry = spin * w[1];
    c->wrz = spin * w[2];
}

// First history column of the bond law; -1: there is none.
static inline int bond_column(const law_chain *c) {
    return c->law[SCREE_BOND] >= 0 ? c->h0[SCREE_BOND] : -1;
}

static inline bool is_wall(const scree_contact *c) {
    return c->r_eff == c->ra;
}

// Sets what follows from the gap and the bond, as kernels/bond_lanes.h.
static inline void set_gap(const law_chain *chain, scree_contact *c, double gap, const double *h) {
    const int column = bond_column(chain);
    const double state = column >= 0 ? h[column] : 0.0, left = state < 0.0 ? state - gap : -gap;
    c->gap = gap;
    c->distance = c->ra + (is_wall(c) ? 0.0 : c->rb) + gap;
    c->contact = 1.0;
    if (state != 0.0) {
        const scree_law *law = law_of(chain, SCREE_BOND);
        const int p = scree_law_param(law, "contact_while_bonded");
        const bool alone = state > 0.0 && p >= 0 && chain->param[SCREE_BOND][p] == 0.0;
        c->contact = left > 0.0 && !alone ? 1.0 : 0.0;
        c->overlap = c->contact > 0.0 ? left : 0.0;
    }
}

static inline void draw_spin(const law_chain *chain, scree_contact *c) {
    if (bond_column(chain) >= 0) {
        c->spin_n = log_uniform(1e-3, 1e3) * uniform(-1.0, 1.0);
    }
}

// With a bond law, four of five contacts are bonded, half of them apart.
static inline void draw_bond(const law_chain *chain, scree_contact *c, double *h) {
    const int column = bond_column(chain);
    double gap = -c->overlap;
    if (column >= 0 && chance(0.8)) {
        h[column] = uniform(0.5, 2.0);
        gap = chance(0.5) ? c->r_eff * log_uniform(1e-3, 0.3) : gap;
        set_gap(chain, c, gap, h);
        h[column + 1] = c->distance;
        h[column + 2] = uniform(0.0, 1.0);
    }
    set_gap(chain, c, gap, h);
    draw_spin(chain, c);
}

// The next state of a contact that may be bonded, after draw_next; before: its gap.
static inline void draw_next_gap(const law_chain *chain, scree_contact *c, double before, const double *h) {
    const int column = bond_column(chain);
    double gap = -c->overlap;
    if (column >= 0 && h[column] != 0.0) {
        gap = before + c->distance * uniform(-1e-3, 1e-3);
        gap = gap > -0.15 * c->r_eff ? gap : -0.15 * c->r_eff;
    }
    set_gap(chain, c, gap, h);
    draw_spin(chain, c);
}

// Two bodies that touch for the first time, one in five a wall.
static inline void draw_contact(scree_contact *c) {
    double n[3];
    memset(c, 0, sizeof *c);
    draw_direction(n);
    c->nx = n[0];
    c->ny = n[1];
    c->nz = n[2];
    c->ra = log_uniform(1e-4, 1e-1);
    c->size = 2.0 * c->ra;
    c->rb = log_uniform(1e-4, 1e-1);
    c->r_eff = c->ra * c->rb / (c->ra + c->rb);
    if (chance(0.2)) {
        c->r_eff = c->rb = c->ra;
    }
    c->m_eff = log_uniform(1e-7, 1.0);
    c->inertia_eff = 1.4 * c->m_eff * c->r_eff * c->r_eff;
    c->overlap = c->r_eff * log_uniform(1e-7, 0.1);
    c->fresh = 1.0;
    draw_velocity(c);
}

// The next state of a contact: overlap changed by up to a factor, slightly rotated, another motion; of the contacts that hold
// beyond touch one in four is beyond touch.
static inline void draw_next(scree_contact *c, const law_chain *chain) {
    double turn[3], before = c->overlap;
    double least = 1e-8 * c->r_eff, most = 0.15 * c->r_eff;
    bool ended = c->apart != 0.0;
    c->fresh = ended ? 1.0 : 0.0;
    double factor = uniform(0.4, 1.9);
    c->overlap = within(factor * fabs(before), least, most);
    if ((chain->traits & SCREE_TRAIT_NECK) && !ended && chance(0.25)) {
        c->overlap = -reach_of(chain, c->r_eff) * uniform(0.0, 1.0);
    }
    draw_direction(turn);
    double x = c->nx + 0.01 * turn[0], y = c->ny + 0.01 * turn[1], z = c->nz + 0.01 * turn[2];
    double norm = sqrt(x * x + y * y + z * z);
    c->nx = x / norm;
    c->ny = y / norm;
    c->nz = z / norm;
    draw_velocity(c);
    c->vn = c->overlap > before ? fabs(c->vn) : -fabs(c->vn);
}

#define PRINT_MEMBER(f) fprintf(out, " %s %.17g", #f, c->f);
static inline void print_contact(FILE *out, const law_chain *chain, const scree_contact *c, const double *h) {
    fprintf(out, "contact: dt %.17g begins %.17g", c->dt, c->begins);
    SCREE_CONTACT_GEOMETRY(PRINT_MEMBER)
    fprintf(out, "\nhistory before:");
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
        const scree_law *law = law_of(chain, slot);
        for (int i = 0; law && i < law->nhistory; i++) {
            fprintf(out, " %s.%s %.17g", scree_slot_name((scree_slot)slot), law->history[i].name,
                    h[chain->h0[slot] + i]);
        }
    }
    fprintf(out, "\n");
}

static inline void print_outputs(FILE *out, const scree_contact *c) {
    fprintf(out, "outputs:");
    SCREE_CONTACT_RESULTS(PRINT_MEMBER)
    fprintf(out, "\n");
}
#undef PRINT_MEMBER
