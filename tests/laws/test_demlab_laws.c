// SPDX-License-Identifier: BSD-3-Clause
// The two laws of the DEMLab pages, viscoelastic_nonlinear and sds_linear. Original: single evaluations and collisions
// against results of DEMLab's own classes. Corrected: the required restitution, the recommended law of the errata, and
// the oblique impacts of Chung and Ooi, Granular Matter 13 (2011) 643, test 4.
// not with sanitizers: it compares figures of a few bodies, on paths through the code that the tests of all laws take
#include "demlab_driver.h"
#include "laws/damping.h"
#include "laws/normal/viscoelastic_nonlinear.h"
#include "laws/tangential/sds_linear.h"

// "name: value, ", or nothing for an empty cell.
static char *given(const table *t, size_t row, const char *column, const char *name) {
    const char *text = table_text(t, row, column);
    return *text ? scree_format("%s: %s, ", name, text) : scree_strdup("");
}

#define HEAD "time: {end: 1, dt: 1e-6}\n"

// ------------------------------------------------------------------------------------------------ single evaluations

// eta / the power of the overlap in the formula.
static double power_of(const char *formula, double overlap, double m) {
    return strcmp(formula, "linear") == 0 ? 1.0
           : strcmp(formula, "LH") == 0   ? m
           : strcmp(formula, "KK") == 0   ? sqrt(overlap)
                                          : sqrt(sqrt(overlap));
}

// Two equal materials with Poisson's ratio 0 and twice the effective modulus have this effective modulus. Rows with a
// restitution that is not a number or creates energy in DEMLab are errors here.
static void normal_evaluations(void **state) {
    (void)state;
    table t = table_read("demlab/unit_normal.csv");
    double worst = 0.0, worst_k = 0.0, worst_c = 0.0;
    int refused = 0;
    for (size_t row = 0; row < t.rows; row++) {
        const char *formula = table_text(&t, row, "damping_formula");
        char *e = given(&t, row, "restitution_coeff", "restitution_coeff"),
             *ratio = given(&t, row, "ratio", "ratio"),
             *eta = given(&t, row, "damping_coeff", "damping_coeff");
        char *yaml = scree_format(HEAD "materials: {m: {density: 2500, young: %.17g, poisson: 0}}\n"
                                       "contacts: {between: any, normal: {law: viscoelastic_nonlinear, %s%s%s"
                                       "damping_formula: %s, remove_artificial_cohesion: %s, "
                                       "convention: original}, tangential: none}\n",
                                  2.0 * table_value(&t, row, "E_eff"), e, ratio, eta, formula,
                                  table_text(&t, row, "remove_artificial_cohesion"));
        if (strncmp(table_text(&t, row, "tag"), "edge", 4) == 0) {
            expect_case_refused(yaml, "restitution");
            refused++;
        } else {
            single_contact l = single_contact_of(yaml);
            l.k.r_eff = table_value(&t, row, "R_eff");
            l.k.m_eff = table_value(&t, row, "m_eff");
            l.k.overlap = table_value(&t, row, "ovlp_n");
            l.k.vn = table_value(&t, row, "vel_n");
            evaluate(&l, 0.0);
            double parts = l.k.fn_elastic + fabs(l.k.cn * l.k.vn);
            double damp = l.k.cn / power_of(formula, l.k.overlap, l.k.m_eff);
            worst = fmax(worst, fabs(l.k.fn - table_value(&t, row, "F")) / parts);
            worst_k = fmax(worst_k, fabs(l.k.kn / sqrt(l.k.overlap) / table_value(&t, row, "stiff") - 1.0));
            worst_c = fmax(worst_c, fabs(damp - table_value(&t, row, "damp")) / (damp > 0.0 ? damp : 1.0));
            single_contact_free(&l);
        }
        scree_free(yaml);
        scree_free(eta);
        scree_free(ratio);
        scree_free(e);
    }
    print_message("normal: force %.2g, K %.2g, eta %.2g\n", worst, worst_k, worst_c);
    expect_near(worst, 0.0, 2e-15, "force over its parts");
    expect_near(worst_k, 0.0, 2e-15, "K");
    expect_near(worst_c, 0.0, 2e-15, "eta");
    assert_int_equal(refused, 3);
    table_free(&t);
}

// The normal law of a row: Hertz in original form, or a linear one with the row's stiffness and the dashpot that DEMLab
// uses, with the force limited to zero: hooke has the same damping ratio for another restitution.
static char *normal_law(const table *t, size_t row) {
    const char *model = table_text(t, row, "normal_model");
    if (strcmp(model, "none") == 0) {
        return scree_strdup("none");
    }
    if (strcmp(model, "viscoelastic_nonlinear") == 0) {
        return scree_format("{law: viscoelastic_nonlinear, restitution: %s, convention: original}",
                            table_text(t, row, "normal_restitution"));
    }
    double zeta = scree_damping_ratio(table_value(t, row, "normal_restitution"), 0);
    return scree_format("{law: hooke, stiffness: %.17g, restitution: %.17g, end: zero_force}",
                        table_value(t, row, "Kn"), scree_restitution_zero_force(zeta));
}

// kt and ct as the law computes them.
static void coefficients(const single_contact *l, double *kt, double *ct) {
    const scree_sds_linear *p = (const scree_sds_linear *)(const void *)l->set.step[l->set.n - 1].derived;
    *kt = p->kt_given + p->kt_hertz * sqrt(l->k.r_eff) + p->kt_linear * l->k.kn;
    *ct = p->tangential_damping_coefficient + p->beta2 * sqrt(l->k.m_eff * *kt);
}

// Without a normal law DEMLab's force is silently 0: an error here.
static void tangent_evaluations(void **state) {
    (void)state;
    table t = table_read("demlab/unit_tangent.csv");
    double worst = 0.0, worst_n = 0.0, worst_k = 0.0, worst_c = 0.0;
    int refused = 0;
    for (size_t row = 0; row < t.rows; row++) {
        char *e = given(&t, row, "restitution_coeff", "restitution_coeff"),
             *k = given(&t, row, "stiff_coeff", "stiff_coeff"),
             *eta = given(&t, row, "damping_coeff", "damping_coeff"), *normal = normal_law(&t, row);
        double nu = table_value(&t, row, "nu_avg"), mu = table_value(&t, row, "friction_coeff");
        char *yaml = scree_format(
            HEAD "materials: {m: {density: 2500, young: %.17g, poisson: %.17g}}\n"
                 "contacts: {between: any, normal: %s, tangential: {law: sds_linear, friction_coeff: %.17g, "
                 "%s%s%sconvention: original}}\n",
            2.0 * table_value(&t, row, "E_eff") * (1.0 - nu * nu), nu, normal, mu, e, k, eta);
        if (strcmp(normal, "none") == 0) {
            expect_case_refused(yaml, "without a normal law");
            refused++;
        } else {
            single_contact l = single_contact_of(yaml);
            l.k.r_eff = table_value(&t, row, "R_eff");
            l.k.m_eff = table_value(&t, row, "m_eff");
            l.k.overlap = table_value(&t, row, "ovlp_n");
            l.k.vn = table_value(&t, row, "vel_n");
            double slip = table_value(&t, row, "vel_t");
            l.k.vtx = -0.6 * slip;
            l.k.vty = 0.8 * slip;
            l.h[4] = table_value(&t, row, "ovlp_t");
            evaluate(&l, 0.0);
            double kt, ct, wanted = table_value(&t, row, "T");
            coefficients(&l, &kt, &ct);
            double along = 0.6 * l.k.ftx - 0.8 * l.k.fty, across = 0.8 * l.k.ftx + 0.6 * l.k.fty;
            double size = fmax(fabs(wanted), mu * fabs(l.k.fn) + 1e-300);
            double part = l.k.fn_elastic + fabs(l.k.cn * l.k.vn);
            worst = fmax(worst, (fabs(along - wanted) + fabs(across)) / size);
            worst_n = fmax(worst_n, fabs(l.k.fn - table_value(&t, row, "Fn")) / part);
            worst_k = fmax(worst_k, fabs(kt / table_value(&t, row, "kt") - 1.0));
            worst_c = fmax(worst_c, fabs(ct - table_value(&t, row, "ct")) / (ct > 0.0 ? ct : 1.0));
            single_contact_free(&l);
        }
        scree_free(yaml);
        scree_free(normal);
        scree_free(eta);
        scree_free(k);
        scree_free(e);
    }
    print_message("tangential: force %.2g, normal force %.2g, kt %.2g, ct %.2g\n", worst, worst_n, worst_k,
                  worst_c);
    expect_near(worst, 0.0, 1e-13, "force over the limit");
    expect_near(worst_n, 0.0, 1e-13, "normal force over its parts");
    expect_near(worst_k, 0.0, 4e-15, "kt");
    expect_near(worst_c, 0.0, 4e-15, "ct");
    assert_int_equal(refused, 2);
    table_free(&t);
}

// ------------------------------------------------------------------------------------------------------- collisions

#define GLASS                                                                                                \
    HEAD "materials:\n"                                                                                      \
         "  m: {density: 2500, young: 1e7, poisson: 0.3}\n"                                                  \
         "  w: {density: 7800, young: 2e8, poisson: 0.25}\n"

// Sphere of 1 cm at the origin and either a sphere of 2 cm or a wall, just apart, at 1 m/s: reference/demlab.md.
static driver *collision_of(const char *laws, bool pair, double angle, euler scheme) {
    char *yaml = scree_format(GLASS "contacts: {between: any, %s}\n", laws);
    driver *d = driver_of(yaml);
    scree_free(yaml);
    double rad = angle * 3.141592653589793 / 180.0, ux = cos(rad), uy = sin(rad);
    disc *p = add_disc(d, 0.0, 0.0, 0.01);
    p->vx = pair ? 0.7 * ux : ux;
    p->vy = pair ? 0.7 * uy : uy;
    if (pair) {
        disc *q = add_disc(d, 0.0300113, 0.0, 0.02);
        q->vx = -0.3 * ux;
        q->vy = -0.3 * uy;
    } else {
        d->line[d->n_lines++] = (line){.x1 = 0.0100113, .y1 = -1.0, .x2 = 0.0100113, .y2 = 1.0};
    }
    d->dt = 2e-6;
    d->scheme = scheme;
    return d;
}

// Steps until the contact has started and ended, or for 20 000 steps (overdamped contacts that may pull never end), and calls
// `look` after the forces of each step in contact.
static void collide(driver *d, void (*look)(const driver *d, void *data), void *data) {
    bool touched = false, touches = false;
    do {
        forces(d);
        touches = d->touch.n > 0 && d->touch.data[0].touches;
        touched |= touches;
        if (touches && look) {
            look(d, data);
        }
        advance_discs(d);
    } while ((!touched || touches) && d->step < 20000);
}

typedef struct peaks {
    double overlap, fn;
    int steps;
    const table *series;
    size_t row; // next row of the series
    const char *id;
    double worst[8];
    bool oblique;
} peaks;

static double approach(const driver *d) {
    return d->disc[0].vx - (d->n > 1 ? d->disc[1].vx : 0.0);
}

static const char *const watched[] = {"ovlp_n", "vel_n", "Fn", "v1x", "v1y", "omega1", "ovlp_t", "Ft"};

// Compares with the row of the series for this step, if there is one.
static void watch(const driver *d, void *data) {
    peaks *p = data;
    const touch *t = &d->touch.data[0];
    p->overlap = fmax(p->overlap, t->overlap);
    p->fn = fmax(p->fn, t->fn);
    p->steps++;
    const table *s = p->series;
    if (p->row < s->rows && strcmp(table_text(s, p->row, "case_id"), p->id) == 0 &&
        (uint64_t)table_value(s, p->row, "step") == d->step) {
        const disc *q = &d->disc[0];
        double value[] = {t->overlap, t->vn, t->fn, q->vx, q->vy, q->omega, t->h[4], t->ft};
        for (int k = 0; k < (p->oblique ? 8 : 3); k++) {
            p->worst[k] = fmax(p->worst[k], fabs(value[k] - table_value(s, p->row, watched[k])));
        }
        p->row++;
    }
}

static size_t first_row(const table *t, const char *id) {
    size_t row = 0;
    while (row < t->rows && strcmp(table_text(t, row, "case_id"), id) != 0) {
        row++;
    }
    return row;
}

static euler scheme_of(const char *name) {
    return strcmp(name, "forward_euler") == 0    ? FORWARD_EULER
           : strcmp(name, "modified_euler") == 0 ? MODIFIED_EULER
                                                 : TAYLOR_2;
}

static bool is_pair(const table *t, size_t row) {
    return strcmp(table_text(t, row, "geometry"), "SS") == 0;
}

// The law in original form in DEMLab's own integrators: restitution, peaks, number of steps, and the series in between.
static void normal_collisions(void **state) {
    (void)state;
    table t = table_read("demlab/normal_summary.csv"), series = table_read("demlab/normal_series.csv");
    double worst[6] = {0}, closed = 0.0;
    size_t compared = 0, stated = 0;
    for (size_t row = 0; row < t.rows; row++) {
        const char *formula = table_text(&t, row, "damping_formula"), *id = table_text(&t, row, "case_id");
        const char *key = strcmp(formula, "TTI") == 0              ? "restitution"
                          : strcmp(formula, "critical_ratio") == 0 ? "ratio"
                                                                   : "damping_coefficient";
        char *laws =
            scree_format("normal: {law: viscoelastic_nonlinear, damping_formula: %s, %s: %s, "
                         "remove_cohesion: %s, convention: original}, tangential: none",
                         formula, key, table_text(&t, row, "input"), table_text(&t, row, "remove_cohesion"));
        bool pair = is_pair(&t, row);
        driver *d = collision_of(laws, pair, 0.0, scheme_of(table_text(&t, row, "integrator")));
        peaks p = {.series = &series, .id = id, .row = first_row(&series, id)};
        size_t before = p.row;
        collide(d, watch, &p);
        compared += p.row - before;
        double e = d->step < 20000 ? -approach(d) : -d->touch.data[0].vn; // stopped: from one step earlier
        worst[0] = fmax(worst[0], fabs(e - table_value(&t, row, "e")));
        worst[1] = fmax(worst[1], fabs(p.overlap / table_value(&t, row, "max_overlap") - 1.0));
        worst[2] = fmax(worst[2], fabs(p.fn / table_value(&t, row, "max_Fn") - 1.0));
        assert_int_equal(p.steps, (int)table_value(&t, row, "contact_steps"));
        worst[3] = fmax(worst[3], p.worst[0] / p.overlap);
        worst[4] = fmax(worst[4], p.worst[1]);
        worst[5] = fmax(worst[5], p.worst[2] / p.fn);
        double wanted = table_value(&t, row, "e_closed");
        if (!isnan(wanted)) { // value of the law's table, if there is a closed form
            const scree_law_set *set = pair ? &d->between : &d->wall;
            double m = pair ? d->disc[0].m * d->disc[1].m / (d->disc[0].m + d->disc[1].m) : d->disc[0].m;
            double r = pair ? 0.02 / 3.0 : 0.01;
            double said = scree_viscoelastic_nonlinear_table.restitution(set->step[0].derived, m, r, 1.0);
            closed = fmax(closed, fabs(said - wanted));
            stated++;
        }
        driver_free(d);
        scree_free(laws);
    }
    print_message("collisions: e %.2g, peak overlap %.2g, peak force %.2g; series of %d rows: overlap %.2g, "
                  "velocity %.2g, force %.2g; closed form of e in %d: %.2g\n",
                  worst[0], worst[1], worst[2], (int)compared, worst[3], worst[4], worst[5], (int)stated,
                  closed);
    assert_int_equal(compared, series.rows);
    assert_int_equal(stated, 74);
    expect_near(closed, 0.0, 1e-15, "closed form of e");
    for (int k = 0; k < 6; k++) {
        expect_near(worst[k], 0.0, 1e-12, "collision");
    }
    table_free(&series);
    table_free(&t);
}

static const char *const outgoing[] = {"v1x_out", "v1y_out", "omega1_out",
                                       "v2x_out", "v2y_out", "omega2_out"};

// The laws of a row; K4e4: a stiffness of 4e4 N/m is given, autoD_et0.5: a restitution, D5, noD: a coefficient.
static char *oblique_laws(const table *t, size_t row, const char *convention) {
    const char *setup = table_text(t, row, "tangential_setup"), *e = strstr(setup, "autoD_et");
    char *damping = e ? scree_format("tangential_restitution: %.3s", e + 8)
                      : scree_format("damping_coeff: %d", strstr(setup, "D5") ? 5 : 0);
    char *laws = scree_format(
        "normal: {law: viscoelastic_nonlinear, restitution: 0.8, convention: original}, "
        "tangential: {law: sds_linear, friction: %s, %s%s, convention: %s}",
        table_text(t, row, "mu"), strstr(setup, "K4e4") ? "stiff_coeff: 4e4, " : "", damping, convention);
    scree_free(damping);
    return laws;
}

// Forces between sliding bodies change with the last digit of a velocity, so the agreement is worse than for head-on impacts.
static void oblique_collisions(void **state) {
    (void)state;
    table t = table_read("demlab/oblique_summary.csv"), series = table_read("demlab/oblique_series.csv");
    double worst[6] = {0}, worst_of_series[8] = {0};
    size_t compared = 0;
    for (size_t row = 0; row < t.rows; row++) {
        const char *id = table_text(&t, row, "case_id");
        char *laws = oblique_laws(&t, row, "original");
        driver *d = collision_of(laws, is_pair(&t, row), table_value(&t, row, "angle_deg"), MODIFIED_EULER);
        d->disc[0].omega = table_value(&t, row, "omega1_in");
        peaks p = {.series = &series, .id = id, .row = first_row(&series, id), .oblique = true};
        size_t before = p.row;
        collide(d, watch, &p);
        compared += p.row - before;
        const disc *a = &d->disc[0], *b = &d->disc[1];
        double out[] = {a->vx, a->vy, a->omega, b->vx, b->vy, b->omega};
        for (int k = 0; k < 6; k++) {
            worst[k] = fmax(worst[k], fabs(out[k] - table_value(&t, row, outgoing[k])));
        }
        for (int k = 0; k < 8; k++) {
            worst_of_series[k] = fmax(worst_of_series[k], p.worst[k]);
        }
        driver_free(d);
        scree_free(laws);
    }
    assert_int_equal(compared, series.rows);
    for (int k = 0; k < 6; k++) {
        double off = worst[k] / table_scale(&t, outgoing[k]);
        print_message("%s %.2g, ", outgoing[k], off);
        expect_near(off, 0.0, 1e-11, outgoing[k]);
    }
    for (int k = 0; k < 8; k++) {
        double off = worst_of_series[k] / table_scale(&series, watched[k]);
        print_message("%s %.2g%s", watched[k], off, k < 7 ? ", " : "\n");
        expect_near(off, 0.0, 1e-10, watched[k]);
    }
    table_free(&series);
    table_free(&t);
}

// --------------------------------------------------------------------------------------------- corrected restitution

typedef struct impact {
    double x, v; // x = d^(5/4)
} impact;

// With x for the overlap d and ds = d^(1/4) dt for time, every dashpot in d^(1/4) makes a smooth motion.
static impact rate_of(single_contact *l, impact y) {
    double root = sqrt(sqrt(y.x > 0.0 ? scree_pow(y.x, 0.8) : 1e-80));
    l->k.overlap = root * root * root * root;
    l->k.vn = y.v;
    evaluate(l, 0.0);
    return (impact){1.25 * y.v, -l->k.fn / (l->k.m_eff * root)};
}

static impact plus(impact y, double h, impact rate) {
    return (impact){y.x + h * rate.x, y.v + h * rate.v};
}

// Restitution of a head-on impact at 1 m/s with the given normal law, by the Runge-Kutta method.
static double restitution_of(const char *law, double *said) {
    char *yaml = scree_format(GLASS "contacts: {between: any, normal: %s, tangential: none}\n", law);
    single_contact l = single_contact_of(yaml);
    set_bodies(&l.k, 0.01, 0.02, 0.03, 0.015);
    l.k.overlap = 1e-4;
    evaluate(&l, 0.0);
    double k = l.k.kn / 1e-2;
    *said = scree_viscoelastic_nonlinear_table.restitution(l.set.step[0].derived, l.k.m_eff, l.k.r_eff, 1.0);
    double h = 2e-4 * sqrt(l.k.m_eff / k), start = 1e-12 * sqrt(1.25 * l.k.m_eff / k);
    impact y = {start, 1.0}, last = y;
    for (int step = 0; step < 2000000 && y.x >= start; step++) {
        last = y;
        impact a = rate_of(&l, y), b = rate_of(&l, plus(y, 0.5 * h, a)), c = rate_of(&l, plus(y, 0.5 * h, b)),
               d = rate_of(&l, plus(y, h, c));
        y = plus(y, h / 6.0, plus(plus(a, 2.0, b), 1.0, plus(d, 2.0, c)));
    }
    single_contact_free(&l);
    scree_free(yaml);
    double part = (last.x - start) / (last.x - y.x); // of the last step, to the end of the contact
    return -(last.v + part * (y.v - last.v));
}

static void asked_is_got(void **state) {
    (void)state;
    static const double e[] = {0.02, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95, 1.0};
    double worst = 0.0, worst_said = 0.0, said;
    for (size_t k = 0; k < sizeof e / sizeof *e; k++) {
        for (int cut = 0; cut < 2; cut++) {
            char *law = scree_format("{law: viscoelastic_nonlinear, restitution: %g, remove_cohesion: %s}",
                                     e[k], cut ? "true" : "false");
            double got = restitution_of(law, &said);
            worst = fmax(worst, fabs(got - e[k]));
            worst_said = fmax(worst_said, fabs(said - e[k]));
            scree_free(law);
        }
    }
    print_message("restitution asked: got within %.2g, said within %.2g\n", worst, worst_said);
    expect_near(worst, 0.0, 1e-6, "restitution got");
    expect_near(worst_said, 0.0, 1e-14, "restitution said");
    // a ratio of 1 is not critical for the collision; the value: errata of the page
    expect_near(
        restitution_of("{law: viscoelastic_nonlinear, damping_formula: critical_ratio, ratio: 1}", &said),
        0.1196, 5e-5, "ratio 1");
    expect_near(said, 0.1196, 5e-5, "ratio 1");
    // 0 where the contact may pull: the weakest damping without rebound
    restitution_of("{law: viscoelastic_nonlinear, restitution: 0, remove_cohesion: false}", &said);
    assert_true(said == 0.0);
    // none is elastic
    expect_near(restitution_of("{law: viscoelastic_nonlinear, damping_formula: none}", &said), 1.0, 1e-6,
                "none");
    // no value in the table if e depends on speed
    restitution_of("{law: viscoelastic_nonlinear, damping_formula: LH, damping_coeff: 100}", &said);
    assert_true(isnan(said));
}

// ------------------------------------------------------------------------------------------------ corrected tangential

// Against an independent integration of the law the errata recommend, converged to 1e-4. With a constant stiffness and no
// dashpot that is our law. With a dashpot, the limit applies to spring and dashpot together there, while here the dashpot is
// limited to the rest; if the stiffness depends on the overlap, the extension is kept there when the contact stiffens, and the
// force here (for the energy reasons given in tangent_spring.h).
static void corrected_oblique(void **state) {
    (void)state;
    table t = table_read("demlab/oblique_summary.csv");
    double worst[3] = {0}, same[3] = {0};
    size_t same_law = 0;
    for (size_t row = 0; row < t.rows; row++) {
        const char *setup = table_text(&t, row, "tangential_setup");
        char *laws = oblique_laws(&t, row, "corrected");
        driver *d = collision_of(laws, is_pair(&t, row), table_value(&t, row, "angle_deg"), MODIFIED_EULER);
        d->disc[0].omega = table_value(&t, row, "omega1_in");
        d->dt = 2.5e-7;
        d->wall_arm = 0.5;
        collide(d, NULL, NULL);
        double off[3] = {d->disc[0].vx - table_value(&t, row, "CORRECTED_v1x"),
                         d->disc[0].vy - table_value(&t, row, "CORRECTED_v1y"),
                         0.01 * (d->disc[0].omega - table_value(&t, row, "CORRECTED_omega1"))};
        bool is_same = strcmp(setup, "K4e4_noD") == 0;
        same_law += is_same;
        for (int k = 0; k < 3; k++) {
            double *most = is_same ? same : worst;
            most[k] = fmax(most[k], fabs(off[k]));
        }
        driver_free(d);
        scree_free(laws);
    }
    print_message(
        "recommended law, same: vx %.2g, vy %.2g, R omega %.2g; slider or memory differ: %.2g, %.2g, "
        "%.2g m/s\n",
        same[0], same[1], same[2], worst[0], worst[1], worst[2]);
    assert_int_equal(same_law, 5);
    for (int k = 0; k < 3; k++) {
        expect_near(same[k], 0.0, 1e-5, "the recommended law");
        expect_near(worst[k], 0.0, k == 0 ? 1e-3 : k == 1 ? 0.05 : 0.15, "near the recommended law");
    }
    table_free(&t);
}

// Tangential speed after over before, and spin, of a 5 mm ball of aluminium oxide on a rigid plane.
static void bounce_off(double degrees, double *ratio, double *omega) {
    driver *d =
        driver_of(HEAD "materials:\n"
                       "  m: {density: 4000, young: 380e9, poisson: 0.23}\n"
                       "  w: {density: 4000, young: 1e25, poisson: 0.23}\n"
                       "contacts: {between: any, normal: {law: viscoelastic_nonlinear, restitution: 0.98}, "
                       "tangential: {law: sds_linear, friction: 0.092}}\n");
    double rad = degrees * 3.141592653589793 / 180.0;
    disc *p = add_disc(d, 0.0, 0.0, 0.0025);
    p->vx = 3.9 * cos(rad);
    p->vy = 3.9 * sin(rad);
    d->line[d->n_lines++] = (line){.x1 = 0.0025001, .y1 = -1.0, .x2 = 0.0025001, .y2 = 1.0};
    d->dt = 2.5e-9 / cos(rad);
    d->scheme = MODIFIED_EULER;
    d->wall_arm = 0.5;
    collide(d, NULL, NULL);
    expect_near(-p->vx / (3.9 * cos(rad)), 0.98, 5e-5, "normal restitution");
    *ratio = p->vy / (3.9 * sin(rad));
    *omega = p->omega;
    driver_free(d);
}

// Independent integration of the same spring (force kept when the contact stiffens, extension when it softens), and the
// published curve as digitised: its DEM always keeps the extension, which makes a difference below 15 degrees, where it is far
// from the measured 0.67 to 0.75 (Kharaz, Gorham and Salman, Powder Technol. 120 (2001) 281).
static void chung_ooi(void **state) {
    (void)state;
    table t = table_read("demlab/chung_ooi_test4.csv");
    double worst[2] = {0}, published = 0.0, below = 0.0;
    for (size_t row = 0; row < t.rows; row++) {
        double angle = table_value(&t, row, "angle_deg"), wanted = table_value(&t, row, "vt_ratio");
        double ratio = 0.0, omega = 0.0;
        bounce_off(angle, &ratio, &omega);
        if (strcmp(table_text(&t, row, "variant"), "corrected_mindlin_incremental_rescale") == 0) {
            worst[0] = fmax(worst[0], fabs(ratio - wanted));
            worst[1] = fmax(worst[1], fabs(omega - table_value(&t, row, "omega")));
        } else if (angle >= 15.0) {
            published = fmax(published, fabs(ratio - wanted));
        } else {
            below = fmax(below, fabs(ratio - wanted));
        }
    }
    print_message(
        "Chung and Ooi 4: same memory %.2g, %.2g rad/s; published %.2g from 15 degrees on, %.2g below\n",
        worst[0], worst[1], published, below);
    expect_near(worst[0], 0.0, 3e-4, "tangential ratio");
    expect_near(worst[1], 0.0, 0.1, "spin");
    expect_near(published, 0.0, 0.0094, "published, from 15 degrees on");
    expect_near(below, 0.0, 0.1, "published, below 15 degrees");
    table_free(&t);
}

// One small slip below the limit, by hand: kt = 8 G* sqrt(R* d), ct = 2 beta sqrt(2/7 m* kt), and the spring holds at rest.
static void corrected_coefficients(void **state) {
    (void)state;
    static const char *const damping[] = {"", ", tangential_restitution: 0", ", tangential_restitution: 0.5",
                                          ", tangential_restitution: 1", ", damping_coeff: 0.3"};
    double beta[] = {0.0, 1.0, 0.69314718055994531 / sqrt(0.48045301391820142 + 9.8696044010893586), 0.0,
                     0.0};
    for (size_t k = 0; k < 5; k++) {
        char *yaml = scree_format(GLASS "contacts: {between: any, normal: {law: viscoelastic_nonlinear, "
                                        "restitution: 0.5}, tangential: {law: sds_linear, friction: 1%s}}\n",
                                  damping[k]);
        single_contact l = single_contact_of(yaml);
        double dt = 1e-7, ga = 1e7 / 2.6, gb = 2e8 / 2.5, v = 0.003;
        set_bodies(&l.k, 0.01, 0.02, 0.01, 0.05);
        l.k.overlap = 1e-4;
        l.k.vty = v;
        evaluate(&l, dt);
        double kt = 8.0 / (1.7 / ga + 1.75 / gb) * sqrt(l.k.r_eff * 1e-4);
        double ct = k == 4 ? 0.3 : 2.0 * beta[k] * sqrt(2.0 / 7.0 * l.k.m_eff * kt);
        double wanted = kt * v * dt + ct * v;
        expect_near(l.k.fty / -wanted, 1.0, 1e-13, "spring and dashpot");
        expect_near(l.k.energy_t / (0.5 * kt * v * dt * v * dt), 1.0, 1e-13, "stored");
        l.k.vty = 0.0;
        evaluate(&l, dt);
        expect_near(l.k.fty / -(kt * v * dt), 1.0, 1e-13, "at rest");
        single_contact_free(&l);
        scree_free(yaml);
    }
}

// ---------------------------------------------------------------------------------------------------- restrictions

static void refusals(void **state) {
    (void)state;
    static const char *const row[][3] = {
        {"restitution: 0.5, damping_coeff: 3", "friction: 0", "both say how strong"},
        {"", "friction: 0", "TTI needs restitution"},
        {"restitution: 0", "friction: 0", "no damping reaches restitution 0"},
        {"restitution: 0, convention: original, remove_cohesion: false", "friction: 0", "gives no number"},
        {"restitution: 1.1", "friction: 0", "restitution"},
        {"damping_formula: critical_ratio", "friction: 0", "needs ratio"},
        {"damping_formula: critical_ratio, ratio: 1, damping_coeff: 1", "friction: 0",
         "take no damping_coefficient"},
        {"damping_formula: KK", "friction: 0", "need damping_coefficient"},
        {"damping_formula: LH, restitution: 0.5, damping_coeff: 1", "friction: 0",
         "only damping_formula TTI"},
        {"restitution: 0.5, ratio: 0.1", "friction: 0", "ratio belongs to"},
        {"damping_formula: none, damping_coeff: 1", "friction: 0", "take no damping_coefficient"},
        {"restitution: 0.5, stiff_coeff: 1", "friction: 0", "stiff_coeff"},
        {"restitution: 0.5", "", "friction"},
        {"restitution: 0.5", "friction: -0.1", "friction"},
        {"restitution: 0.5", "friction: 0.1, tangential_restitution: 0.5, damping_coeff: 1",
         "both say how strong"},
        {"restitution: 0.5", "friction: 0.1, convention: original", "no dashpot to do without"},
        {"restitution: 0.5", "friction: 0.1, tangential_restitution: 1, convention: original, limit: elastic",
         "absolute normal force"},
    };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        char *yaml = scree_format(GLASS "contacts: {between: any, normal: {law: viscoelastic_nonlinear%s%s}, "
                                        "tangential: {law: sds_linear%s%s}}\n",
                                  *row[k][0] ? ", " : "", row[k][0], *row[k][1] ? ", " : "", row[k][1]);
        expect_case_refused(yaml, row[k][2]);
        scree_free(yaml);
    }
}

// A stiffness derived from the normal law needs a normal law that has one.
static void stiffness_of_other_laws(void **state) {
    (void)state;
    static const scree_law soft = {.name = "soft", .traits = SCREE_TRAIT_NO_SOLID};
    scree_material_def m = {.young = 1e7, .poisson = 0.3};
    scree_pairing pair = scree_pairing_of(&m, &m);
    double derived[SCREE_DERIVED_MAX];
    double param[] = {0.5, INFINITY, INFINITY, 0.5, 0.0, 0.0, INFINITY, 0.0}; // in the order of the table
    pair.normal = &soft;
    for (int original = 0; original < 2; original++) {
        param[5] = original;
        param[1] = INFINITY;
        const char *said = scree_sds_linear_derive(param, &pair, derived);
        assert_true(said && strstr(said, "accepted: tangential_stiffness"));
        param[1] = 1e4;
        assert_null(scree_sds_linear_derive(param, &pair, derived));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normal_evaluations), cmocka_unit_test(tangent_evaluations),
        cmocka_unit_test(normal_collisions),  cmocka_unit_test(oblique_collisions),
        cmocka_unit_test(asked_is_got),       cmocka_unit_test(corrected_coefficients),
        cmocka_unit_test(corrected_oblique),  cmocka_unit_test(chung_ooi),
        cmocka_unit_test(refusals),           cmocka_unit_test(stiffness_of_other_laws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
