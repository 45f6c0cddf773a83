// SPDX-License-Identifier: BSD-3-Clause
// What every law must have, asked of all laws in the registry without naming one: equal and opposite, rotation
// invariance, nothing at zero overlap, units rescale, a sane table, the same bits from every instruction set. That no
// law makes energy is in test_laws_energy.c. Tangential and rolling laws run behind each normal law. History whose name
// ends in _x, _y, _z is a vector that turns with the contact; any other is a scalar.
#include "base/random.h"
#include "base/units.h"
#include "step/kernels.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// cmocka wants the four above
#include <cmocka.h>

static scree_random seed = {2, 7, 0, 0};

static double uniform(double low, double high) {
    seed.index++;
    seed.lane = 0;
    return low + scree_random_uniform(&seed) * (high - low);
}
static double log_uniform(double low, double high) {
    return low * pow(high / low, uniform(0.0, 1.0));
}
static scree_vec3 direction(void) {
    scree_vec3 d;
    do {
        d = vec3(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1));
    } while (vec_norm2(d) > 1.0 || vec_norm2(d) < 0.01);
    return vec_unit(d);
}

// A value the table allows; of wide ranges everyday sizes, and often the lower end (0 switches things off).
static double draw(const scree_param_desc *d) {
    if (d->choices) {
        return floor(uniform(d->min, d->max + 1.0 - 1e-9));
    }
    if (uniform(0.0, 1.0) < 0.2) {
        return d->min;
    }
    if (d->max > 1e3) {
        return log_uniform(fmax(d->min, 1.0), fmin(d->max, 1e7));
    }
    return uniform(d->min, d->max);
}

// A law behind a normal law (or alone, when it is one), with everything it was derived from.
typedef struct chain {
    int law[2], n; // indices in scree_laws
    double param[2][SCREE_PARAM_MAX];
    scree_material_def material[2];
    double derived[2][SCREE_DERIVED_MAX];
} chain;

static void derive(chain *c) {
    int n;
    const scree_law *const *law = scree_laws(&n);
    scree_pairing pairing = scree_pairing_of(&c->material[0], &c->material[1]);
    for (int k = 0; k < c->n; k++) {
        memset(c->derived[k], 0, sizeof c->derived[k]);
        law[c->law[k]]->derive(c->param[k], &pairing, c->derived[k]);
    }
}

static chain draw_chain(int normal, int other) {
    int n;
    const scree_law *const *law = scree_laws(&n);
    chain c = {.law = {normal, other}, .n = other >= 0 ? 2 : 1};
    for (int k = 0; k < 2; k++) {
        c.material[k].young = log_uniform(1e6, 1e11);
        c.material[k].poisson = uniform(0.0, 0.5);
    }
    for (int k = 0; k < c.n; k++) {
        for (int p = 0; p < law[c.law[k]]->nparam; p++) {
            c.param[k][p] = draw(&law[c.law[k]]->param[p]);
        }
    }
    derive(&c);
    return c;
}

// Calls one(law under test's chain) for every law, behind every normal law, `times` times.
static void for_every_law(int times, void (*one)(const chain *c)) {
    int n;
    const scree_law *const *law = scree_laws(&n);
    for (int i = 0; i < n; i++) {
        for (int normal = 0; normal < n; normal++) {
            bool is_normal = law[i]->slot == SCREE_NORMAL;
            if (law[normal]->slot != SCREE_NORMAL || (is_normal && normal != i)) {
                continue;
            }
            for (int k = 0; k < times; k++) {
                chain c = draw_chain(normal, is_normal ? -1 : i);
                one(&c);
            }
        }
    }
}

static void clear_outputs(scree_batch *b) {
#define ZERO(f) memset(b->f, 0, sizeof b->f);
    SCREE_CONTACT_NORMAL(ZERO)
    SCREE_CONTACT_TANGENTIAL(ZERO)
    SCREE_CONTACT_ROLLING(ZERO)
    SCREE_CONTACT_TWISTING(ZERO)
#undef ZERO
}

static void set_vectors(scree_batch *b, int k, scree_vec3 n, scree_vec3 vt, scree_vec3 w) {
    b->nx[k] = n.x;
    b->ny[k] = n.y;
    b->nz[k] = n.z;
    b->vtx[k] = vt.x;
    b->vty[k] = vt.y;
    b->vtz[k] = vt.z;
    b->wrx[k] = w.x;
    b->wry[k] = w.y;
    b->wrz[k] = w.z;
}

static const scree_law *tested(const chain *c) {
    int n;
    return scree_laws(&n)[c->law[c->n - 1]];
}

static bool is_component(const scree_law *law, int h, char axis) {
    const char *name = law->history[h].name;
    size_t length = strlen(name);
    return length > 2 && name[length - 2] == '_' && name[length - 1] == axis;
}

static bool is_vector(const scree_law *law, int h) {
    return h + 2 < law->nhistory && is_component(law, h, 'x') && is_component(law, h + 1, 'y') &&
           is_component(law, h + 2, 'z');
}

static const scree_kernels *kernels; // of the instruction set under test

static void run(const chain *c, scree_batch *b) {
    clear_outputs(b);
    for (int k = 0; k < c->n; k++) {
        kernels->stage(c->law[k], c->derived[k], b, 0);
    }
}

// A batch of contacts as the engine makes them, with the history of a few steps at other overlaps.
static void draw_batch(const chain *c, scree_batch *b) {
    memset(b, 0, sizeof *b);
    b->n = SCREE_BATCH;
    double dt = log_uniform(1e-8, 1e-4);
    b->slip_before = uniform(0, 1) < 0.5 ? 0.5 * dt : dt;
    b->slip_after = dt - b->slip_before;
    for (int k = 0; k < b->n; k++) {
        scree_vec3 n = direction(), v = vec_scale(log_uniform(1e-4, 10.0), direction());
        double vn = vec_dot(n, v);
        b->ra[k] = log_uniform(1e-4, 1e-1);
        b->rb[k] = log_uniform(1e-4, 1e-1);
        b->r_eff[k] = b->ra[k] * b->rb[k] / (b->ra[k] + b->rb[k]);
        b->fresh[k] = k % 5 ? 0.0 : 1.0;
        b->m_eff[k] = log_uniform(1e-7, 1.0);
        b->inertia_eff[k] = 1.4 * b->m_eff[k] * b->r_eff[k] * b->r_eff[k];
        b->overlap[k] = b->r_eff[k] * log_uniform(1e-7, 0.1);
        b->vn[k] = vn;

        set_vectors(b, k, n, vec_add_scaled(v, -vn, n), vec_scale(log_uniform(1e-3, 1e3), direction()));
    }
    scree_batch past = *b;
    for (int step = 0; step < 3; step++) {
        for (int k = 0; k < b->n; k++) {
            past.overlap[k] = b->overlap[k] * uniform(0.5, 1.5);
        }
        run(c, &past);
    }
    for (int k = 0; k < b->n; k++) {
        for (int h = 0; h < SCREE_HISTORY_MAX; h++) {
            b->h[h][k] = k % 5 ? past.h[h][k] : 0.0; // every fifth contact is new
        }
    }
}

// ------------------------------------------------------------------------------------------------ the properties

#define VECTORS(F) F(nx) F(ny) F(nz) F(vtx) F(vty) F(vtz) F(wrx) F(wry) F(wrz)
#define FORCES(F) F(ftx) F(fty) F(ftz) F(mrx) F(mry) F(mrz)
#define SCALARS(F)                                                                                           \
    F(fn)                                                                                                    \
    F(fn_elastic)                                                                                            \
    F(critical) F(kn) F(kt) F(zeta) F(energy_n) F(viscous_n) F(energy_t) F(viscous_t) F(energy_r) F(viscous_r)

static void seen_from_the_other_side(const chain *c) {
    scree_batch a, b;
    const scree_law *law = tested(c);
    draw_batch(c, &a);
    b = a;
    for (int k = 0; k < b.n; k++) {
#define NEGATE(f) b.f[k] = -b.f[k];
        VECTORS(NEGATE)
#undef NEGATE
        for (int h = 0; h < law->nhistory; h++) {
            bool vector = is_component(law, h, 'x') || is_component(law, h, 'y') || is_component(law, h, 'z');
            b.h[h][k] = vector ? -b.h[h][k] : b.h[h][k];
        }
    }
    run(c, &a);
    run(c, &b);
    for (int k = 0; k < a.n; k++) {
#define SAME(f) assert_true(a.f[k] == b.f[k]);
#define OPPOSITE(f) assert_true(a.f[k] == -b.f[k]);
        SCALARS(SAME)
        FORCES(OPPOSITE)
#undef SAME
#undef OPPOSITE
        for (int h = 0; h < law->nhistory; h++) {
            assert_true(fabs(a.h[h][k]) == fabs(b.h[h][k]));
        }
    }
}

static void equal_and_opposite(void **state) {
    (void)state;
    for_every_law(50, seen_from_the_other_side);
}

static scree_mat3 random_rotation(void) {
    scree_vec3 x = direction(), y = vec_unit(vec_cross(x, direction())), z = vec_cross(x, y);
    return (scree_mat3){{x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z}};
}

static void turn(const scree_mat3 *m, double *x, double *y, double *z) {
    scree_vec3 t = mat_mul(m, vec3(*x, *y, *z));
    *x = t.x;
    *y = t.y;
    *z = t.z;
}

static void expect_turned(const scree_mat3 *m, scree_vec3 a, scree_vec3 b, double size, const char *law) {
    double off = vec_norm(vec_sub(mat_mul(m, a), b));
    // 1e-12: a hundred roundings, and the small difference of nearly equal vectors in a dashpot
    if (!(off <= 1e-12 * (vec_norm(a) + size))) {
        fail_msg("%s is not invariant under rotation: off by %g of %g", law, off, vec_norm(a) + size);
    }
}

static void turned(const chain *c) {
    scree_batch a, b;
    const scree_law *law = tested(c);
    scree_mat3 m = random_rotation();
    draw_batch(c, &a);
    b = a;
    for (int k = 0; k < b.n; k++) {
        turn(&m, &b.nx[k], &b.ny[k], &b.nz[k]);
        turn(&m, &b.vtx[k], &b.vty[k], &b.vtz[k]);
        turn(&m, &b.wrx[k], &b.wry[k], &b.wrz[k]);
        for (int h = 0; h < law->nhistory; h++) {
            if (is_vector(law, h)) {
                turn(&m, &b.h[h][k], &b.h[h + 1][k], &b.h[h + 2][k]);
            }
        }
    }
    run(c, &a);
    run(c, &b);
    for (int k = 0; k < a.n; k++) {
        double force = fabs(a.fn[k]) + a.fn_elastic[k];
        expect_turned(&m, vec3(a.ftx[k], a.fty[k], a.ftz[k]), vec3(b.ftx[k], b.fty[k], b.ftz[k]), force,
                      law->name);
        expect_turned(&m, vec3(a.mrx[k], a.mry[k], a.mrz[k]), vec3(b.mrx[k], b.mry[k], b.mrz[k]),
                      a.r_eff[k] * force, law->name);
        for (int h = 0; h < law->nhistory; h++) {
            if (is_vector(law, h)) {
                expect_turned(&m, vec3(a.h[h][k], a.h[h + 1][k], a.h[h + 2][k]),
                              vec3(b.h[h][k], b.h[h + 1][k], b.h[h + 2][k]), a.overlap[k], law->name);
            }
        }
    }
}

static void rotation_invariance(void **state) {
    (void)state;
    for_every_law(50, turned);
}

// At zero overlap and zero approach no force acts, whatever slides, rolls or is remembered; at rest nothing is stored or
// dissipated either. (A slider keeps spring plus dashpot at the limit, so while it slides the spring may hold energy.)
static void at_zero_overlap(const chain *c) {
    scree_batch b;
    draw_batch(c, &b);
    for (int k = 0; k < b.n; k++) {
        b.overlap[k] = b.vn[k] = 0.0;
        if (k % 2) {
            set_vectors(&b, k, direction(), vec3(0, 0, 0), vec3(0, 0, 0));
            for (int h = 0; h < tested(c)->nhistory; h++) {
                b.h[h][k] = 0.0;
            }
        }
    }
    run(c, &b);
    for (int k = 0; k < b.n; k++) {
        assert_true(b.fn[k] == 0.0 && b.fn_elastic[k] == 0.0 && b.energy_n[k] == 0.0 &&
                    b.viscous_n[k] == 0.0);
        assert_true(b.ftx[k] == 0.0 && b.fty[k] == 0.0 && b.ftz[k] == 0.0);
        assert_true(b.mrx[k] == 0.0 && b.mry[k] == 0.0 && b.mrz[k] == 0.0);
        if (k % 2) {
            assert_true(b.energy_t[k] == 0.0 && b.viscous_t[k] == 0.0);
            assert_true(b.energy_r[k] == 0.0 && b.viscous_r[k] == 0.0);
        }
    }
}

static void nothing_at_zero_overlap(void **state) {
    (void)state;
    for_every_law(20, at_zero_overlap);
}

// ------------------------------------------------------------------------------------------------------- rescaling

static double factor_kg, factor_m, factor_s;

static double factor(const char *unit) {
    scree_unit u;
    assert_true(scree_unit_parse(unit, &u, NULL));
    double f = 1.0;
    for (int i = 0; i < abs(u.dimension.kg); i++) {
        f = u.dimension.kg > 0 ? f * factor_kg : f / factor_kg;
    }
    for (int i = 0; i < abs(u.dimension.m); i++) {
        f = u.dimension.m > 0 ? f * factor_m : f / factor_m;
    }
    for (int i = 0; i < abs(u.dimension.s); i++) {
        f = u.dimension.s > 0 ? f * factor_s : f / factor_s;
    }
    return f;
}

#define OUTPUT_UNITS(F)                                                                                      \
    F(fn, "N")                                                                                               \
    F(fn_elastic, "N")                                                                                       \
    F(critical, "N")                                                                                         \
    F(kn, "N/m")                                                                                             \
    F(kt, "N/m")                                                                                             \
    F(zeta, "1")                                                                                             \
    F(energy_n, "J")                                                                                         \
    F(viscous_n, "W")                                                                                        \
    F(ftx, "N")                                                                                              \
    F(fty, "N")                                                                                              \
    F(ftz, "N")                                                                                              \
    F(energy_t, "J")                                                                                         \
    F(viscous_t, "W") F(mrx, "N m") F(mry, "N m") F(mrz, "N m") F(energy_r, "J") F(viscous_r, "W")
#define INPUT_UNITS(F)                                                                                       \
    F(overlap, "m")                                                                                          \
    F(vn, "m/s")                                                                                             \
    F(vtx, "m/s")                                                                                            \
    F(vty, "m/s")                                                                                            \
    F(vtz, "m/s")                                                                                            \
    F(wrx, "1/s")                                                                                            \
    F(wry, "1/s") F(wrz, "1/s") F(ra, "m") F(rb, "m") F(r_eff, "m") F(m_eff, "kg") F(inertia_eff, "kg m2")

static chain rescaled_chain(const chain *c) {
    int n;
    const scree_law *const *law = scree_laws(&n);
    chain to = *c;
    for (int k = 0; k < 2; k++) {
        to.material[k].young *= factor("Pa");
    }
    for (int k = 0; k < to.n; k++) {
        for (int p = 0; p < law[to.law[k]]->nparam; p++) {
            to.param[k][p] *= factor(law[to.law[k]]->param[p].unit);
        }
    }
    derive(&to);
    return to;
}

static double tolerance;

static void expect_scaled(double a, double b, double f, double size, const char *law, const char *what) {
    double off = fabs(a * f - b);
    if (!(off <= tolerance * (fabs(a * f) + size * f))) {
        fail_msg("%s: %s does not scale with its unit: %.17g, wanted %.17g", law, what, b, a * f);
    }
}

static void rescaled(const chain *c) {
    scree_batch a, b;
    const scree_law *law = tested(c);
    chain to = rescaled_chain(c);
    draw_batch(c, &a);
    b = a;
    b.slip_before *= factor_s;
    b.slip_after *= factor_s;
    for (int k = 0; k < b.n; k++) {
#define SCALE(f, unit) b.f[k] *= factor(unit);
        INPUT_UNITS(SCALE)
#undef SCALE
        for (int h = 0; h < law->nhistory; h++) {
            b.h[h][k] *= factor(law->history[h].unit);
        }
    }
    run(c, &a);
    run(&to, &b);
    for (int k = 0; k < a.n; k++) {
        double force = fabs(a.fn[k]) + a.fn_elastic[k], moment = force * a.r_eff[k];
        // Powers are small differences of large numbers: only where scaling is exact can they be compared.
#define SCALED(f, unit)                                                                                      \
    if (unit[0] != 'W' || tolerance == 0.0) {                                                                \
        expect_scaled(a.f[k], b.f[k], factor(unit),                                                          \
                      strcmp(unit, "N") == 0     ? force                                                     \
                      : strcmp(unit, "N m") == 0 ? moment                                                    \
                                                 : 0.0,                                                      \
                      law->name, #f);                                                                        \
    }
        OUTPUT_UNITS(SCALED)
#undef SCALED
        for (int h = 0; h < law->nhistory; h++) {
            double all = 0.0; // components of a vector are as exact as the vector is long
            for (int g = 0; g < law->nhistory; g++) {
                all += fabs(a.h[g][k]) * (strcmp(law->history[g].unit, law->history[h].unit) == 0);
            }
            expect_scaled(a.h[h][k], b.h[h][k], factor(law->history[h].unit), all, law->name,
                          law->history[h].name);
        }
    }
}

static void units_rescale(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) { // every square root is of a square of units, so powers of two are exact
        factor_kg = ldexp(1.0, (int)uniform(-9, 9));
        factor_m = ldexp(1.0, (int)uniform(-9, 9));
        factor_s = ldexp(1.0, (int)uniform(-9, 9));
        tolerance = 0.0;
        for_every_law(10, rescaled);
    }
    factor_kg = 1e3; // g, mm, ms
    factor_m = 1e3;
    factor_s = 1e3;
    tolerance = 1e-13;
    for_every_law(20, rescaled);
}

// ----------------------------------------------------------------------------------------------------------- table

static bool is_sentence(const char *s) {
    size_t n = s ? strlen(s) : 0;
    return n > 3 && s[n - 1] == '.' && strchr(s, '\n') == NULL;
}

static int count_words(const char *choices) {
    int words = 1;
    for (const char *p = choices; *p; p++) {
        words += *p == '|';
    }
    return words;
}

static void check_param(const scree_law *law, int p) {
    const scree_param_desc *d = &law->param[p];
    scree_unit unit;
    char bad[24];
    for (int q = 0; q < p; q++) {
        assert_string_not_equal(d->name, law->param[q].name);
    }
    assert_true(d->name[0] >= 'a' && d->name[0] <= 'z');
    if (!scree_unit_parse(d->unit, &unit, bad)) {
        fail_msg("%s.%s: unit '%s' has no meaning at '%s'", law->name, d->name, d->unit, bad);
    }
    assert_true(unit.exponent10 == 0 && unit.times == 1.0 && unit.over == 1.0); // coherent: values are SI
    assert_true(d->min <= d->max);
    assert_true(isnan(d->fallback) || (d->fallback >= d->min && d->fallback <= d->max));
    assert_true(is_sentence(d->doc));
    if (d->choices) {
        assert_true(d->min == 0.0 && d->max == count_words(d->choices) - 1);
        assert_true(!isnan(d->fallback) && d->fallback == floor(d->fallback));
        assert_true(d->mix == SCREE_MIX_NONE);
    }
}

static void check_table(const scree_law *law) {
    scree_unit unit;
    assert_true(is_sentence(law->title));
    assert_true(strlen(law->formula) > 5 && strlen(law->source) > 5 && strpbrk(law->source, "0123456789"));
    assert_true(law->nparam <= SCREE_PARAM_MAX && law->nhistory <= SCREE_HISTORY_MAX);
    assert_non_null(law->derive);
    assert_int_equal(law->collision_time != NULL, law->slot == SCREE_NORMAL);
    for (int p = 0; p < law->nparam; p++) {
        check_param(law, p);
    }
    for (int h = 0; h < law->nhistory; h++) {
        assert_true(scree_unit_parse(law->history[h].unit, &unit, NULL));
        assert_true(is_sentence(law->history[h].doc));
        for (int g = 0; g < h; g++) {
            assert_string_not_equal(law->history[h].name, law->history[g].name);
        }
    }
}

static void tables_are_sane(void **state) {
    (void)state;
    int n;
    const scree_law *const *law = scree_laws(&n);
    assert_true(n > 0);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            assert_string_not_equal(law[i]->name, law[j]->name);
        }
        assert_int_equal(scree_law_find(law[i]->slot, law[i]->name), i);
        check_table(law[i]);
    }
    assert_int_equal(scree_law_find(SCREE_NORMAL, "no such law"), -1);
}

// What derive writes stays inside the block it is given.
static void derived_fits(const chain *c) {
    enum { GUARD = 8 };
    double block[SCREE_DERIVED_MAX + GUARD];
    scree_pairing pairing = scree_pairing_of(&c->material[0], &c->material[1]);
    for (int k = 0; k < SCREE_DERIVED_MAX + GUARD; k++) {
        block[k] = 1234.5;
    }
    tested(c)->derive(c->param[c->n - 1], &pairing, block);
    for (int k = SCREE_DERIVED_MAX; k < SCREE_DERIVED_MAX + GUARD; k++) {
        assert_true(block[k] == 1234.5);
    }
    for (int k = 0; k < SCREE_DERIVED_MAX; k++) {
        assert_true(isfinite(block[k]));
    }
}

static void derived_constants_fit(void **state) {
    (void)state;
    for_every_law(20, derived_fits);
}

// ------------------------------------------------------------------------------------------------ instruction sets

static uint64_t contacts_compared;

static void same_bits(const chain *c) {
    static const char *const isa[] = {"v3", "v4"};
    scree_batch drawn, first;
    draw_batch(c, &drawn);
    drawn.n -= (int)uniform(0, 8); // a last vector that is not full
    first = drawn;
    kernels = scree_kernels_choose(NULL);
    const scree_kernels *v2 = scree_kernels_choose("v2");
    kernels = v2 ? v2 : kernels;
    run(c, &first);
    for (int k = 0; k < 2; k++) {
        const scree_kernels *other = scree_kernels_choose(isa[k]);
        if (other) {
            scree_batch b = drawn;
            kernels = other;
            run(c, &b);
            assert_memory_equal(&b, &first, sizeof b);
            contacts_compared += (uint64_t)b.n;
        }
    }
    kernels = scree_kernels_choose(NULL);
}

static void same_bits_from_every_isa(void **state) {
    (void)state;
    int n;
    scree_laws(&n);
    contacts_compared = 0;
    for_every_law(100000 / SCREE_BATCH, same_bits);
    if (contacts_compared > 0) {
        assert_true(contacts_compared > 90000u * (uint64_t)n);
    } else {
        print_message("only one instruction set can run here\n");
    }
}

int main(void) {
    kernels = scree_kernels_choose(NULL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_sane),          cmocka_unit_test(derived_constants_fit),
        cmocka_unit_test(equal_and_opposite),       cmocka_unit_test(rotation_invariance),
        cmocka_unit_test(nothing_at_zero_overlap),  cmocka_unit_test(units_rescale),
        cmocka_unit_test(same_bits_from_every_isa),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
