// SPDX-License-Identifier: BSD-3-Clause
// Contacts of two materials with Luding's law in all four modes, with WooDEM's names and signs: local axes (n, y, z), rates of
// 2 relative to 1, forces that oppose them.
#pragma once

#include <stdlib.h>
// needed by reference.h
#include "reference.h"

#define LUDING_MATERIAL(F)                                                                                   \
    F(young)                                                                                                 \
    F(ktDivKn)                                                                                               \
    F(tanPhi)                                                                                                \
    F(k1DivKn)                                                                                               \
    F(kaDivKn)                                                                                               \
    F(deltaLimRel)                                                                                           \
    F(dynDivStat) F(krDivKn) F(kwDivKn) F(statR) F(statW) F(viscN) F(viscT) F(viscR) F(viscW)

typedef struct luding_material {
#define MEMBER(f) double f;
    LUDING_MATERIAL(MEMBER)
#undef MEMBER
} luding_material;

// The two materials of most tables.
static const luding_material luding_a = {1e7, .2, .5, .5, .2, .05, .7, .00024, .00012, .1, .05, 0, 0, 0, 0};
static const luding_material luding_b = {2e7, .3, .4, .4, .3, .07, .8, .0003, .0002, .12, .08, 0, 0, 0, 0};

static inline char *luding_text(const luding_material *m) {
    char *text = scree_strdup("density: 2000, poisson: 0.3");
#define ADD(f)                                                                                               \
    {                                                                                                        \
        char *longer = scree_format("%s, " #f ": %.17g", text, m->f);                                        \
        scree_free(text);                                                                                    \
        text = longer;                                                                                       \
    }
    LUDING_MATERIAL(ADD)
#undef ADD
    return text;
}

// options: of the entry, such as "variant: woo". Stiffnesses of rolling and twisting are proportional to a12, as in WooDEM.
static inline single_contact luding_pair(const luding_material *a, const luding_material *b, double ra,
                                         double rb, const char *options) {
    char *ta = luding_text(a), *tb = luding_text(b);
    char *yaml = scree_format("time: {end: 1, dt: 1e-7}\nmaterials:\n  a: {%s}\n  b: {%s}\n"
                              "contacts: [{between: any, normal: luding, tangential: luding, rolling: "
                              "luding, twisting: luding, rolling_exponent: 1, %s}]\n",
                              ta, tb, options);
    single_contact l = single_contact_of(yaml);
    double m[2] = {2000.0 * 4.0 / 3.0 * 3.141592653589793 * ra * ra * ra,
                   2000.0 * 4.0 / 3.0 * 3.141592653589793 * rb * rb * rb};
    set_bodies(&l.k, ra, rb, m[0], m[1]);
    l.k.nx = 1.0;
    l.k.nz = 0.0;
    scree_free(ta);
    scree_free(tb);
    scree_free(yaml);
    return l;
}

// Velocity (n > 0 separates, y, z) and spin (along n, y, z) of 2 against 1; dt as in evaluate().
static inline void luding_evaluate(single_contact *l, double overlap, const double v[3], const double w[3],
                                   double dt) {
    l->k.overlap = overlap;
    l->k.vn = -v[0];
    l->k.vty = -v[1];
    l->k.vtz = -v[2];
    l->k.wrx = -w[0];
    l->k.wry = -w[1];
    l->k.wrz = -w[2];
    evaluate(l, dt);
}

// Rows of the history of all four laws.
enum { LARGEST = 0, SLIDE = 1, SLIDES = 4, ROLL = 5, ROLLS = 8, TWIST = 9, TWISTS = 10 };

// A column of a table whose values are compared; empty cells are skipped.
typedef struct compared {
    const table *t;
    size_t column;
    double scale, worst;
} compared;

static inline compared compare_with(const table *t, const char *name) {
    return (compared){t, table_column(t, name), table_scale(t, name), 0.0};
}

// tolerance: of the column's largest value.
static inline void expect_cell(compared *c, size_t row, double x, double tolerance) {
    const char *text = c->t->text[row * c->t->columns + c->column];
    if (*text) {
        double off = fabs(x - strtod(text, NULL));
        c->worst = fmax(c->worst, c->scale > 0.0 ? off / c->scale : off);
        if (!(off <= tolerance * c->scale)) {
            fail_msg("%s, row %zu, %s: %.17g, wanted %s, off by %.3g of the largest", c->t->file, row,
                     c->t->name[c->column], x, text, off / c->scale);
        }
    }
}
