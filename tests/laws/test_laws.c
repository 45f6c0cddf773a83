// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// Properties of every law, tested for all laws in the registry: equal and opposite forces, rotation invariance, no force at the
// first touch, invariance under a change of units, valid results, dependence only on the contact and its history, every row
// written, the same bits from every instruction set. test_laws_energy.c tests that no law creates energy. Laws of other slots
// run after each normal law with which they can be combined. History whose name ends in _x, _y, _z is a vector that rotates
// with the contact; any other is a scalar. SCREE_TEST_LAWS=library: see law_batch.h.
#include "coarse_graining/coarse_graining.h"
#include "effort.h"
#include "law_batch.h"
#include "laws/list/all.h"
#include "maths/vec.h"

static const scree_kernels *kernels; // of the instruction set under test

static void run(const law_chain *c, scree_batch *b) {
    scree_law_set set = set_up_to(c, SCREE_BOND);
    run_laws(kernels, &set, b);
}

// ------------------------------------------------------------------------------------------- how large a change is

static bool same_unit(const char *a, const char *b) {
    return strcmp(a, b) == 0;
}

// Scale of rounding errors of a quantity of this unit: the largest input of this kind.
static double scale_of(const scree_batch *b, int k, const char *unit) {
    const double apart = 1e-6 * b->distance[k]; // rounding of a stretch, against 1e-10
    double force = fabs(b->cn[k] * b->vn[k]) + fabs(b->kn[k]) * (fabs(b->overlap[k]) + apart), own = 0.0;
    for (int r = 0; r < OUTPUT_ROWS; r++) {
        double value = fabs(row_of(b, &output_rows[r])[k]);
        if (same_unit(output_rows[r].unit, "N")) {
            force += value;
        }
        if (same_unit(output_rows[r].unit, unit)) {
            own += value;
        }
    }
    double vt = sqrt(b->vtx[k] * b->vtx[k] + b->vty[k] * b->vty[k] + b->vtz[k] * b->vtz[k]);
    double w = sqrt(b->wrx[k] * b->wrx[k] + b->wry[k] * b->wry[k] + b->wrz[k] * b->wrz[k]);
    // Velocities are in the plane of the contact up to rounding only: so there is a small part of the normal velocity.
    double v = sqrt(b->vn[k] * b->vn[k] + vt * vt), dt = b->dt, trace = 1e-10;
    force += 1e-2 * trace * b->m_eff[k] * v / dt;
    own += same_unit(unit, "J")     ? trace * (b->m_eff[k] * v * v + b->inertia_eff[k] * w * w)
           : same_unit(unit, "N m") ? 1e-2 * trace * b->inertia_eff[k] * w / dt
                                    : 0.0;
    return own + (same_unit(unit, "N")     ? force
                  : same_unit(unit, "N m") ? force * b->r_eff[k]
                  : same_unit(unit, "J")   ? force * (fabs(b->overlap[k]) + apart)
                  : same_unit(unit, "W")   ? force * (fabs(b->vn[k]) + vt + w * b->r_eff[k])
                  : same_unit(unit, "1")   ? 1e-5 // of strains, which are differences of lengths
                                           : 0.0);
}

// The same of a history column: all columns of the law in that unit.
static double history_scale(const law_chain *c, int slot, const scree_batch *b, int k, const char *unit) {
    const scree_law *law = law_of(c, slot);
    double own = 0.0;
    for (int h = 0; h < law->nhistory; h++) {
        own += same_unit(law->history[h].unit, unit) ? fabs(b->h[c->h0[slot] + h][k]) : 0.0;
    }
    // rounding error of a spring that slips continuously: relative to the slip in a step
    double dt = b->dt;
    double vt = fabs(b->vtx[k]) + fabs(b->vty[k]) + fabs(b->vtz[k]);
    double w = fabs(b->wrx[k]) + fabs(b->wry[k]) + fabs(b->wrz[k]);
    return own + (same_unit(unit, "m")                             ? fabs(b->overlap[k]) + 1e-4 * vt * dt
                  : same_unit(unit, "rad") || same_unit(unit, "1") ? 1e-4 * w * dt
                  : same_unit(unit, "m/s")                         ? vt + w * (b->ra[k] + b->rb[k])
                  : same_unit(unit, "rad/s")                       ? w
                                                                   : scale_of(b, k, unit));
}

// ---------------------------------------------------------------------------------------- equal and opposite, turned

static void negate_vectors(const law_chain *c, scree_batch *b) {
    for (int k = 0; k < b->n; k++) {
        for (int r = 0; r < INPUT_ROWS; r++) {
            double *value = &row_at(b, &input_rows[r])[k];
            *value = input_rows[r].axis == ' ' ? *value : -*value;
        }
        for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
            const scree_law *law = law_of(c, slot);
            for (int h = 0; law && h < law->nhistory; h++) {
                double *value = &b->h[c->h0[slot] + h][k];
                *value = history_axis(law, h) == ' ' ? *value : -*value;
            }
        }
    }
}

// The same contacts with a and b exchanged.
static void seen_from_the_other_side(const law_chain *c) {
    scree_batch a, b, in;
    law_chain other = *c;
    const char *why, *who;
    other.material[0] = c->material[1];
    other.material[1] = c->material[0];
    if (!derive_chain(&other, &why, &who)) {
        broken(c, NULL, NULL, 0, "derive() refuses the two materials the other way round: %s", why);
    }
    draw_batch(c, kernels, &a);
    for (int k = 0; k < a.n; k++) { // no walls: they cannot be a
        a.distance[k] = a.ra[k] + a.rb[k] + a.gap[k];
    }
    in = b = a;
    memcpy(b.ra, a.rb, sizeof b.ra);
    memcpy(b.rb, a.ra, sizeof b.rb);
    negate_vectors(c, &b);
    run(c, &a);
    run(&other, &b);
    // Radii and moduli in another order: a few roundings; of a bond, roundings of its length against a small shear.
    const double tolerance = c->tested == SCREE_BOND ? 1e-10 : 1e-12;
    for (int k = 0; k < a.n; k++) {
        for (int r = 0; r < OUTPUT_ROWS; r++) {
            const batch_row *row = &output_rows[r];
            double x = row_of(&a, row)[k], y = row->axis == ' ' ? row_of(&b, row)[k] : -row_of(&b, row)[k];
            if (!(fabs(x - y) <= tolerance * scale_of(&a, k, row->unit))) {
                broken(c, &in, &a, k, "seen from the other body %s is %.17g, wanted %.17g", row->name, y, x);
            }
        }
        for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
            const scree_law *law = law_of(c, slot);
            for (int h = 0; law && h < law->nhistory; h++) {
                double x = a.h[c->h0[slot] + h][k], y = b.h[c->h0[slot] + h][k];
                y = history_axis(law, h) == ' ' ? y : -y;
                if (!(fabs(x - y) <= tolerance * history_scale(c, slot, &a, k, law->history[h].unit))) {
                    broken(c, &in, &a, k, "seen from the other body history %s is %.17g, wanted %.17g",
                           law->history[h].name, y, x);
                }
            }
        }
    }
}

static void equal_and_opposite(void **state) {
    (void)state;
    for_every_law(100, &everyday, seen_from_the_other_side);
}

static scree_mat3 random_rotation(void) {
    double d[3], e[3];
    draw_direction(d);
    draw_direction(e);
    scree_vec3 x = vec3(d[0], d[1], d[2]), y = vec_unit(vec_cross(x, vec3(e[0], e[1], e[2])));
    scree_vec3 z = vec_cross(x, y);
    return (scree_mat3){{x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z}};
}

static void turn(const scree_mat3 *m, double *x, double *y, double *z) {
    scree_vec3 t = mat_mul(m, vec3(*x, *y, *z));
    *x = t.x;
    *y = t.y;
    *z = t.z;
}

static void turn_history(const law_chain *c, const scree_mat3 *m, scree_batch *b, int k) {
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
        const scree_law *law = law_of(c, slot);
        for (int h = 0; law && h < law->nhistory; h++) {
            if (history_axis(law, h) == 'x') { // test_law_tables checks that y and z follow
                double(*rows)[SCREE_BATCH] = b->h + c->h0[slot] + h;
                turn(m, &rows[0][k], &rows[1][k], &rows[2][k]);
            }
        }
    }
}

static void turned(const law_chain *c) {
    scree_batch a, b, in;
    scree_mat3 m = random_rotation();
    draw_batch(c, kernels, &a);
    in = b = a;
    for (int k = 0; k < b.n; k++) {
        turn(&m, &b.nx[k], &b.ny[k], &b.nz[k]);
        turn(&m, &b.vtx[k], &b.vty[k], &b.vtz[k]);
        turn(&m, &b.wrx[k], &b.wry[k], &b.wrz[k]);
        turn_history(c, &m, &b, k);
    }
    run(c, &a);
    run(c, &b);
    scree_batch wanted = a; // a turned
    for (int k = 0; k < a.n; k++) {
        turn(&m, &wanted.ftx[k], &wanted.fty[k], &wanted.ftz[k]);
        turn(&m, &wanted.mrx[k], &wanted.mry[k], &wanted.mrz[k]);
        turn_history(c, &m, &wanted, k);
        for (int r = 0; r < OUTPUT_ROWS; r++) {
            const char *unit = output_rows[r].unit;
            double x = row_of(&wanted, &output_rows[r])[k], y = row_of(&b, &output_rows[r])[k];
            // a hundred roundings, and small differences of nearly equal vectors; powers are differences of large terms
            double tolerance = same_unit(unit, "W") ? 1e-8 : c->tested == SCREE_BOND ? 1e-9 : 1e-11;
            if (!(fabs(x - y) <= tolerance * scale_of(&a, k, unit))) {
                broken(c, &in, &a, k, "after a rotation %s is %.17g, wanted %.17g", output_rows[r].name, y,
                       x);
            }
        }
        for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
            const scree_law *law = law_of(c, slot);
            for (int h = 0; law && h < law->nhistory; h++) {
                double x = wanted.h[c->h0[slot] + h][k], y = b.h[c->h0[slot] + h][k];
                if (!(fabs(x - y) <= 1e-11 * history_scale(c, slot, &a, k, law->history[h].unit))) {
                    broken(c, &in, &a, k, "after a rotation history %s is %.17g, wanted %.17g",
                           law->history[h].name, y, x);
                }
            }
        }
    }
}

static void rotation_invariance(void **state) {
    (void)state;
    for_every_law(100, &everyday, turned);
}

// -------------------------------------------------------------------------------------------------------- first touch

static bool is_force(const batch_row *row) {
    return same_unit(row->unit, "N") || same_unit(row->unit, "N m");
}

// At the first touch, without overlap and approach, no force acts for any slip and rolling; at rest nothing is stored or
// dissipated either. (A slider keeps spring plus dashpot at the limit, so while it slides the spring may hold energy.)
// Except laws with attraction, and original forms while they slide.
static void at_first_touch(const law_chain *c) {
    scree_batch b, in;
    if (is_adhesive(c)) {
        return;
    }
    draw_batch(c, kernels, &b);
    for (int k = 0; k < b.n; k++) {
        b.overlap[k] = b.gap[k] = b.vn[k] = 0.0;
        b.fresh[k] = b.contact[k] = 1.0;
        for (int h = 0; h < c->n_history; h++) {
            b.h[h][k] = 0.0;
        }
        if (k % 2 || c->original) {
            b.vtx[k] = b.vty[k] = b.vtz[k] = b.wrx[k] = b.wry[k] = b.wrz[k] = 0.0;
        }
    }
    in = b;
    run(c, &b);
    for (int k = 0; k < b.n; k++) {
        for (int r = 0; r < OUTPUT_ROWS; r++) {
            const batch_row *row = &output_rows[r];
            bool at_rest = (k % 2 || c->original) && (same_unit(row->unit, "J") || same_unit(row->unit, "W"));
            double value = row_of(&b, row)[k];
            if ((is_force(row) || at_rest) && value != 0.0) {
                broken(c, &in, &b, k, "%s is %.17g at the first touch, wanted 0", row->name, value);
            }
        }
    }
}

static void nothing_at_first_touch(void **state) {
    (void)state;
    for_every_law(40, &everyday, at_first_touch);
}

// ---------------------------------------------------------------------------------------------------------- rescaling

static double factor_kg, factor_m, factor_s;
static const scree_coarse_graining_def *coarse; // rules of coarse-graining instead of units; NULL: units

static double factor(const char *unit) {
    scree_unit u;
    if (strcmp(unit, "K") == 0) { // in all systems of units
        return 1.0;
    }
    assert_true(scree_unit_parse(unit, &u, NULL));
    return whole_power(factor_kg, u.dimension.kg) * whole_power(factor_m, u.dimension.m) *
           whole_power(factor_s, u.dimension.s);
}

// A parameter whose unit depends on others, according to its sentence.
static bool has_no_unit(const scree_param_desc *d, double value) {
    return isfinite(value) && (strstr(d->doc, "in SI units") || strstr(d->doc, "dimensions wrong"));
}

// False: nothing to compare. In original forms (some add up numbers of different units), with parameters without a fixed
// unit, or if derive() refuses, which may have absolute limits.
static bool rescale_chain(const law_chain *c, law_chain *to) {
    const char *why, *who;
    bool comparable = !c->original;
    *to = *c;
    for (int k = 0; k < 2; k++) {
        to->material[k].young *= factor("Pa");
    }
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
        const scree_law *law = law_of(c, slot);
        if (law && coarse) {
            comparable &= !scree_coarse_law(coarse, law, to->param[slot]);
        }
        for (int p = 0; law && !coarse && p < law->nparam; p++) {
            to->param[slot][p] *= factor(law->param[p].unit);
            comparable &= !has_no_unit(&law->param[p], c->param[slot][p]);
        }
    }
    if (coarse && comparable == c->original &&
        !(law_of(c, SCREE_HEAT) && law_of(c, SCREE_HEAT)->traits & SCREE_TRAIT_RADIATES)) {
        broken(c, NULL, NULL, 0, "coarse-graining %s",
               comparable ? "accepts an original form" : "is refused");
    }
    return comparable && derive_chain(to, &why, &who);
}

// Powers of two are exact unless the law takes powers other than square roots. Then, and in other factors, powers and
// differences of large numbers lose some digits; a wrong unit is off by far more.
static bool scales(double a, double b, double f, double scale, double tolerance) {
    return a * f == b || fabs(a * f - b) <= tolerance * scale * f;
}

static void rescaled(const law_chain *c) {
    scree_batch a, b, in;
    law_chain to;
    if (!rescale_chain(c, &to)) {
        return;
    }
    draw_batch(c, kernels, &a);
    in = b = a;
    b.dt *= factor_s;
    b.step *= factor_s;
    for (int k = 0; k < b.n; k++) {
        for (int r = 0; r < INPUT_ROWS; r++) {
            row_at(&b, &input_rows[r])[k] *= factor(input_rows[r].unit);
        }
        for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
            const scree_law *law = law_of(c, slot);
            for (int h = 0; law && h < law->nhistory; h++) {
                double *value = &b.h[c->h0[slot] + h][k];
                *value *= factor(history_unit(law, h, *value));
            }
        }
    }
    run(c, &a);
    run(&to, &b);
    for (int k = 0; k < a.n; k++) {
        for (int r = 0; r < OUTPUT_ROWS; r++) {
            const char *unit = output_rows[r].unit;
            double x = row_of(&a, &output_rows[r])[k], y = row_of(&b, &output_rows[r])[k], f = factor(unit);
            if (coarse &&
                strcmp(output_rows[r].name, "heat") == 0) { // differences of temperature are the same here
                f /= coarse->factor;
            }
            if (!scales(x, y, f, scale_of(&a, k, unit), same_unit(unit, "W") ? 1e-7 : 1e-10)) {
                broken(c, &in, &a, k, "%s does not scale as %s: %.17g, wanted %.17g (kg %g, m %g, s %g)",
                       output_rows[r].name, unit, y, x * f, factor_kg, factor_m, factor_s);
            }
        }
        for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
            const scree_law *law = law_of(c, slot);
            for (int h = 0; law && h < law->nhistory; h++) {
                double x = a.h[c->h0[slot] + h][k], y = b.h[c->h0[slot] + h][k];
                const char *unit = history_unit(law, h, x);
                double f = factor(unit);
                if (!scales(x, y, f, history_scale(c, slot, &a, k, unit), 1e-10)) {
                    broken(c, &in, &a, k,
                           "history %s does not scale as %s: %.17g, wanted %.17g (kg %g, m %g, s %g)",
                           law->history[h].name, unit, y, x * f, factor_kg, factor_m, factor_s);
                }
            }
        }
    }
}

// Laws of coarse-grained bodies, at the same speeds: overlaps and times are longer by the factor, forces by its square, so that all stresses are the same.
static void coarse_laws_rescale(void **state) {
    (void)state;
    const scree_coarse_graining_def by = {.factor = 4.0};
    coarse = &by;
    factor_m = factor_s = by.factor;
    factor_kg = by.factor * by.factor * by.factor;
    for_every_law(40, &everyday, rescaled);
    coarse = NULL;
}

static void units_rescale(void **state) {
    (void)state;
    static const char *const check[] = {"units 0", "units 1", "units 2", "units 3"};
    for (int k = 0; k < 4; k++) {
        draws_begin(check[k], NULL, 0);
        factor_kg = ldexp(1.0, (int)uniform(-9, 9));
        factor_m = ldexp(1.0, (int)uniform(-9, 9));
        factor_s = ldexp(1.0, (int)uniform(-9, 9));
        for_every_law_checked(20, &everyday, rescaled, check[k]);
    }
    factor_kg = factor_m = factor_s = 1e3; // g, mm, ms
    for_every_law(40, &everyday, rescaled);
}

// ------------------------------------------------------------------------- what comes out is sane, and depends on

static void check_lane(const law_chain *c, const scree_batch *in, const scree_batch *b, int k) {
    for (int r = 0; r < OUTPUT_ROWS; r++) {
        const batch_row *row = &output_rows[r];
        double value = row_of(b, row)[k];
        // With attraction the stored energy may be negative, and a spring's work has either sign.
        bool energy = same_unit(row->unit, "J") && !c->original && strncmp(row->name, "spring", 6) != 0 &&
                      !(is_adhesive(c) && strcmp(row->name, "energy_n") == 0);
        // critical, kn, kt, cn, zeta; bond_area, bond_load, break_mode, but not the power, which may come back
        bool magnitude = strchr("kcz", row->name[0]) || (row->name[0] == 'b' && !same_unit(row->unit, "W")) ||
                         strcmp(row->name, "radius") == 0;
        if (!isfinite(value) || (magnitude && value < 0.0)) {
            broken(c, in, b, k, "%s is %g", row->name, value);
        }
        if (energy && value < -1e-14 * scale_of(b, k, "J")) {
            broken(c, in, b, k, "%s is %.17g: stored energy must not be below zero", row->name, value);
        }
    }
    for (int h = 0; h < c->n_history; h++) {
        if (!isfinite(b->h[h][k])) {
            broken(c, in, b, k, "history %d becomes %g", h, b->h[h][k]);
        }
    }
    if (b->break_mode[k] > 0.0 ? b->bond_load[k] < 1.0 || b->break_mode[k] > SCREE_MODES
                               : b->bond_load[k] >= 1.0) {
        broken(c, in, b, k, "a bond breaks by mode %g at a load of %g", b->break_mode[k] - 1.0,
               b->bond_load[k]);
    }
    bool may_end = c->traits & (SCREE_TRAIT_NECK | SCREE_TRAIT_FIELD);
    if (b->apart[k] != 0.0 && (b->apart[k] != 1.0 || !may_end)) {
        broken(c, in, b, k, "apart is %g: only a law with SCREE_TRAIT_NECK may end a contact, with 1",
               b->apart[k]);
    }
    if ((c->traits & SCREE_TRAIT_NO_SOLID) && b->kt[k] != 0.0) {
        broken(c, in, b, k, "kt is %g in spite of SCREE_TRAIT_NO_SOLID", b->kt[k]);
    }
}

// Laws with a field, for bodies within reach that do not touch: the engine runs only the normal and cohesion law there.
static void within_a_field(const law_chain *c) {
    scree_law_set set = set_up_to(c, SCREE_COHESION);
    scree_batch b, in;
    draw_batch(c, kernels, &b);
    memset(b.h, 0, sizeof b.h);
    for (int k = 0; k < b.n; k++) {
        b.fresh[k] = 1.0;
        b.overlap[k] = -reach_of(c, b.r_eff[k]) * uniform(0.0, 1.0);
    }
    in = b;
    run_laws(kernels, &set, &b);
    for (int k = 0; k < b.n; k++) {
        check_lane(c, &in, &b, k);
    }
}

static void sane_outputs(const law_chain *c) {
    scree_batch b, in;
    draw_batch(c, kernels, &b);
    in = b;
    run(c, &b);
    for (int k = 0; k < b.n; k++) {
        check_lane(c, &in, &b, k);
    }
    if (c->traits & SCREE_TRAIT_FIELD) {
        within_a_field(c);
    }
}

static void outputs_are_sane(void **state) {
    (void)state;
    for_every_law(200, &everyday, sane_outputs);
}

static void expect_same_lane(const law_chain *c, const scree_batch *in, const scree_batch *a, int i,
                             const scree_batch *b, int j, const char *when) {
    for (int r = 0; r < OUTPUT_ROWS; r++) {
        const double *x = row_of(a, &output_rows[r]) + i, *y = row_of(b, &output_rows[r]) + j;
        if (is_written(c, &output_rows[r]) && memcmp(x, y, sizeof *x) != 0) {
            broken(c, in, a, i, "%s: %s is %.17g, was %.17g", when, output_rows[r].name, *y, *x);
        }
    }
    for (int h = 0; h < c->n_history; h++) {
        if (memcmp(&a->h[h][i], &b->h[h][j], sizeof(double)) != 0) {
            broken(c, in, a, i, "%s: history %d becomes %.17g, became %.17g", when, h, b->h[h][j],
                   a->h[h][i]);
        }
    }
}

static void poison_outputs(const law_chain *c, scree_batch *b, double with) {
    for (int r = 0; r < OUTPUT_ROWS; r++) {
        for (int k = 0; k < SCREE_BATCH && is_written(c, &output_rows[r]); k++) {
            row_at(b, &output_rows[r])[k] = with;
        }
    }
}

// Every row of the slots that have a law is written, whatever it contained; a law writes only its own history columns.
static void rows_written(const law_chain *c) {
    scree_batch in, a, b;
    draw_batch(c, kernels, &in);
    for (int h = c->n_history; h < SCREE_HISTORY_MAX; h++) {
        for (int k = 0; k < SCREE_BATCH; k++) {
            in.h[h][k] = 1234.5;
        }
    }
    a = b = in;
    poison_outputs(c, &a, NAN);
    poison_outputs(c, &b, 1e30);
    run(c, &a);
    run(c, &b);
    for (int k = 0; k < a.n; k++) {
        expect_same_lane(c, &in, &a, k, &b, k, "a row that is not written, or read before");
        for (int r = 0; r < OUTPUT_ROWS; r++) {
            if (isnan(row_of(&a, &output_rows[r])[k])) {
                broken(c, &in, &a, k, "%s is not written", output_rows[r].name);
            }
        }
        for (int h = c->n_history; h < SCREE_HISTORY_MAX; h++) {
            if (a.h[h][k] != 1234.5) {
                broken(c, &in, &a, k, "a history column beyond the law's own is written");
            }
        }
        for (int r = 0; r < INPUT_ROWS; r++) {
            if (row_of(&a, &input_rows[r])[k] != row_of(&in, &input_rows[r])[k]) {
                broken(c, &in, &a, k, "%s is changed, it is not the law's", input_rows[r].name);
            }
        }
    }
}

#include "law_scalar.h"

static void every_row_is_written(void **state) {
    (void)state;
    for_every_law(40, &everyday, rows_written);
    for_every_law(40, &everyday, scalar_is_the_stage);
}

// The result of a contact depends on that contact alone: not on an evaluation before (a trial), not on its lane, not on
// what is in lanes after the last contact.
static void nothing_else_decides(const law_chain *c) {
    scree_batch in, first, again, other, backwards, padded;
    scree_law_set set = set_up_to(c, SCREE_BOND);
    draw_batch(c, kernels, &in);
    first = again = in;
    run(c, &first);
    draw_batch(c, kernels, &other);
    run(c, &other);
    run(c, &again);
    backwards = padded = in;
    for (int k = 0; k < in.n; k++) {
        scree_contact lane;
        double h[SCREE_HISTORY_MAX];
        take_lane(&in, in.n - 1 - k, &lane, h, c->n_history);
        put_lane(&backwards, k, &lane, h, c->n_history);
    }
    run(c, &backwards);
    padded.n = 1 + (int)uniform(0.0, SCREE_BATCH - 1e-9);
    static const double poison[] = {NAN, INFINITY, -1.0, 0.0, 1e300, -1e-300, -INFINITY};
    for (int k = padded.n; k < SCREE_BATCH; k++) {
        for (int r = 0; r < INPUT_ROWS; r++) {
            row_at(&padded, &input_rows[r])[k] = poison[(k + r) % 7];
        }
        for (int h = 0; h < SCREE_HISTORY_MAX; h++) {
            padded.h[h][k] = poison[(k + h) % 7];
        }
    }
    poison_outputs(c, &padded, 1234.5);
    run(c, &padded);
    for (int k = 0; k < in.n; k++) {
        expect_same_lane(c, &in, &first, k, &again, k, "evaluated twice");
        expect_same_lane(c, &in, &first, k, &backwards, in.n - 1 - k, "in another lane");
        if (k < padded.n) {
            expect_same_lane(c, &in, &first, k, &padded, k, "beside lanes full of nonsense");
        }
        if (k >= ((padded.n + 7) & ~7) && padded.fn[k] != 1234.5) {
            broken(c, &in, &padded, k, "a lane beyond the last vector is written");
        }
    }
    for (int k = 0; k < in.n; k += 21) {
        scree_contact lane;
        double h[SCREE_HISTORY_MAX];
        take_lane(&in, k, &lane, h, c->n_history);
        scree_law_set_evaluate(&set, kernels, &lane, h);
        scree_batch alone = in;
#define PUT(f) alone.f[k] = lane.f;
        SCREE_CONTACT_RESULTS(PUT)
#undef PUT
        for (int i = 0; i < c->n_history; i++) {
            alone.h[i][k] = h[i];
        }
        expect_same_lane(c, &in, &first, k, &alone, k, "evaluated alone");
    }
}

static void a_trial_changes_nothing(void **state) {
    (void)state;
    for_every_law(40, &everyday, nothing_else_decides);
}

// ------------------------------------------------------------------------------------------------ instruction sets

static uint64_t contacts_compared;

static void same_bits(const law_chain *c) {
    static const char *const isa[] = {"v3", "v4"};
    scree_batch in, first;
    draw_batch(c, kernels, &in);
    in.n -= (int)uniform(0, 8); // a last vector that is not full
    first = in;
    const scree_kernels *best = kernels, *v2 = scree_kernels_choose("v2");
    kernels = v2 ? v2 : best;
    run(c, &first);
    for (int i = 0; i < 2; i++) {
        const scree_kernels *other = scree_kernels_choose(isa[i]);
        if (other) {
            scree_batch b = in;
            kernels = other;
            run(c, &b);
            for (int k = 0; k < b.n; k++) {
                expect_same_lane(c, &in, &first, k, &b, k, isa[i]);
            }
            contacts_compared += (uint64_t)b.n;
        }
    }
    kernels = best;
}

static void same_bits_from_every_isa(void **state) {
    (void)state;
    contacts_compared = 0;
    for_every_law(effort(50000, 50000, 500) / SCREE_BATCH, &everyday, same_bits);
    if (contacts_compared == 0) {
        print_message("only one instruction set can run here\n");
    }
}

// ------------------------------------------------------------------------------------------------------------ derive

// derive() writes only inside its block, writes numbers, and the same each time; its variants are those for which the stage has
// loops.
static void derived_fits(const law_chain *c) {
    enum { GUARD = 8 };
    double block[2][SCREE_DERIVED_MAX + GUARD];
    scree_pairing pairing = scree_pairing_of(&c->material[0], &c->material[1]);
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < SCREE_DERIVED_MAX + GUARD; k++) {
            block[i][k] = 1234.5;
        }
        tested_law(c)->derive(c->param[c->tested], &pairing, block[i]);
        for (int k = SCREE_DERIVED_MAX; k < SCREE_DERIVED_MAX + GUARD; k++) {
            if (block[i][k] != 1234.5) {
                broken(c, NULL, NULL, 0, "derive() writes beyond its block");
            }
        }
    }
    if (memcmp(block[0], block[1], sizeof block[0]) != 0) {
        broken(c, NULL, NULL, 0, "derive() gives something else the second time");
    }
    for (int k = 0; k < SCREE_DERIVED_MAX; k++) {
        if (isnan(block[0][k])) { // only a parameter that is not given may be NAN or infinite
            broken(c, NULL, NULL, 0, "derived constant %d is %g", k, block[0][k]);
        }
    }
    if (c->tested == SCREE_NORMAL) {
        double r = log_uniform(1e-4, 1e-1), m = log_uniform(1e-7, 1.0), v = log_uniform(1e-3, 10.0);
        double t = tested_law(c)->collision_time(block[0], m, r, v);
        if (!(t > 0.0 && isfinite(t))) {
            broken(c, NULL, NULL, 0, "collision_time is %g (m %g, r %g, v %g)", t, m, r, v);
        }
    }
    if (tested_law(c)->reach) {
        double near = tested_law(c)->reach(block[0], 1e-3), far = tested_law(c)->reach(block[0], 1e-2);
        if (!(near >= 0.0 && near <= far && isfinite(far))) {
            broken(c, NULL, NULL, 0, "reach is %g at r_eff 1e-3 m and %g at 1e-2 m", near, far);
        }
    }
}

static void derived_constants_fit(void **state) {
    (void)state;
    for_every_law(100, &everyday, derived_fits);
}

int main(void) {
    load_tested_laws();
    kernels = scree_kernels_choose(NULL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derived_constants_fit),    cmocka_unit_test(outputs_are_sane),
        cmocka_unit_test(equal_and_opposite),       cmocka_unit_test(rotation_invariance),
        cmocka_unit_test(nothing_at_first_touch),   cmocka_unit_test(units_rescale),
        cmocka_unit_test(every_row_is_written),     cmocka_unit_test(a_trial_changes_nothing),
        cmocka_unit_test(same_bits_from_every_isa), cmocka_unit_test(coarse_laws_rescale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
