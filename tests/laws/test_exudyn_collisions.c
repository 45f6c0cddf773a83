// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// Collisions of two spheres under contact_sphere_sphere and regularised_coulomb, the law functions called directly, with
// the steps of the reference: velocity Verlet with forces from a predicted velocity, 4e5 steps per contact. If
// no force jumps at touch the scheme is of order 2 and steps four times as large are sufficient; with a dashpot or a constant
// pull the result depends on where in a step the touch falls, so there the steps are those of the reference. Then test models
// of Exudyn: a free collision, a contact pulled and pushed in the program's implicit rule, and 500 spheres.
// not with sanitizers: it compares figures of a few bodies, on paths through the code that the tests of all laws take
#include "laws/adhesive/contact_sphere_sphere.h"
#include "laws/tangential/regularised_coulomb.h"
#include <stdlib.h>

#include "reference.h"

static double cell(const table *t, size_t row, const char *name) {
    return table_value(t, row, name);
}

static scree_vec3 vector(const table *t, size_t row, const char *name) {
    char axis[3][24];
    for (int k = 0; k < 3; k++) {
        snprintf(axis[k], sizeof axis[k], "%s%c", name, 'x' + k);
    }
    return vec3(cell(t, row, axis[0]), cell(t, row, axis[1]), cell(t, row, axis[2]));
}

// ------------------------------------------------------------------------------------------------- two spheres

typedef struct spheres {
    scree_contact_sphere_sphere normal;
    scree_regularised_coulomb friction;
    scree_vec3 p[2], v[2], w[2], f[2], torque[2];
    double r[2], m[2], h[SCREE_HISTORY_MAX];
    scree_contact k;
    bool touching;
} spheres;

static void set_param(const scree_law *law, double *param, const char *name, double value) {
    int p = scree_law_param(law, name);
    assert_true(p >= 0);
    param[p] = value;
}

static void defaults(const scree_law *law, double *param) {
    for (int p = 0; p < law->nparam; p++) {
        param[p] = law->param[p].fallback;
    }
}

static const scree_pairing pairing = {{1e7, 1e7}, {0.3, 0.3}, 5.5e6, 1.1e6, NULL, {0, 0}};

static void derive(spheres *s, const double *normal, const double *friction) {
    double constants[SCREE_DERIVED_MAX];
    assert_null(scree_contact_sphere_sphere_derive(normal, &pairing, constants));
    memcpy(&s->normal, constants, sizeof s->normal);
    assert_null(scree_regularised_coulomb_derive(friction, &pairing, constants));
    memcpy(&s->friction, constants, sizeof s->friction);
}

// The laws of a row; the conventions differ only if `original` is set.
static void set_laws(spheres *s, const table *t, size_t row, bool original) {
    static const char *const name[] = {"impactModel",
                                       "contactStiffness",
                                       "contactDamping",
                                       "contactStiffnessExponent",
                                       "constantPullOffForce",
                                       "contactPlasticityRatio",
                                       "adhesionCoefficient",
                                       "adhesionExponent",
                                       "restitutionCoefficient",
                                       "minimumImpactVelocity"};
    static const char *const column[] = {"model", "kc",   "dc",   "nexp", "fadh",
                                         "lamP",  "kadh", "nadh", "e",    "vmin"};
    const scree_law *law = &scree_contact_sphere_sphere_table, *slider = &scree_regularised_coulomb_table;
    double normal[SCREE_PARAM_MAX], friction[SCREE_PARAM_MAX];
    defaults(law, normal);
    defaults(slider, friction);
    for (int k = 0; k < 10; k++) {
        set_param(law, normal, name[k], cell(t, row, column[k]));
    }
    set_param(slider, friction, "dynamicFriction", cell(t, row, "mu"));
    set_param(slider, friction, "frictionProportionalZone", cell(t, row, "vreg"));
    set_param(law, normal, "convention", original);
    set_param(slider, friction, "convention", original);
    derive(s, normal, friction);
}

static double gap(const spheres *s, scree_vec3 *n) {
    scree_vec3 apart = vec_sub(s->p[1], s->p[0]);
    double distance = vec_norm(apart);
    *n = vec_scale(1.0 / distance, apart);
    return distance - (s->r[0] + s->r[1]);
}

// Forces and torques from the law, at positions p and the velocities given.
static void load(spheres *s, scree_vec3 n, double g, const scree_vec3 *v, const scree_vec3 *w, double dt) {
    double arm[2] = {s->r[0] + 0.5 * g, s->r[1] + 0.5 * g};
    scree_vec3 u = vec_sub(v[0], v[1]), spin = vec_add(vec_scale(arm[0], w[0]), vec_scale(arm[1], w[1]));
    u = vec_add(u, vec_cross(spin, n));
    double vn = vec_dot(u, n);
    scree_contact *k = &s->k;
    k->overlap = -g;
    k->nx = n.x;
    k->ny = n.y;
    k->nz = n.z;
    k->vn = vn;
    k->vtx = u.x - vn * n.x;
    k->vty = u.y - vn * n.y;
    k->vtz = u.z - vn * n.z;
    k->fresh = s->touching ? 0.0 : 1.0;
    k->dt = dt;
    scree_contact_sphere_sphere_law(&s->normal, k, s->h);
    scree_regularised_coulomb_law(&s->friction, k, s->h);
    scree_vec3 ft = vec3(k->ftx, k->fty, k->ftz), turning = vec_cross(n, ft);
    s->f[0] = vec_add_scaled(ft, -k->fn, n);
    s->f[1] = vec_scale(-1.0, s->f[0]);
    s->torque[0] = vec_scale(arm[0], turning);
    s->torque[1] = vec_scale(arm[1], turning);
    s->touching = true;
}

static void set_free(spheres *s) {
    memset(s->f, 0, sizeof s->f);
    memset(s->torque, 0, sizeof s->torque);
    memset(s->h, 0, sizeof s->h);
    s->touching = false;
}

static void step(spheres *s, double dt) {
    double half[2], turn[2];
    scree_vec3 v[2], w[2];
    for (int k = 0; k < 2; k++) {
        half[k] = 0.5 * dt / s->m[k];
        turn[k] = 0.5 * dt / (0.4 * s->m[k] * s->r[k] * s->r[k]);
        s->v[k] = vec_add_scaled(s->v[k], half[k], s->f[k]);
        s->w[k] = vec_add_scaled(s->w[k], turn[k], s->torque[k]);
        s->p[k] = vec_add_scaled(s->p[k], dt, s->v[k]);
        v[k] = vec_add_scaled(s->v[k], half[k], s->f[k]); // predicted with the old loads
        w[k] = vec_add_scaled(s->w[k], turn[k], s->torque[k]);
    }
    scree_vec3 n;
    double g = gap(s, &n);
    if (g < 0.0) {
        load(s, n, g, v, w, dt);
    } else if (s->touching) {
        set_free(s);
    }
    for (int k = 0; k < 2; k++) {
        s->v[k] = vec_add_scaled(s->v[k], half[k], s->f[k]);
        s->w[k] = vec_add_scaled(s->w[k], turn[k], s->torque[k]);
    }
}

static spheres spheres_of_row(const table *t, size_t row, bool original) {
    spheres s;
    memset(&s, 0, sizeof s);
    set_laws(&s, t, row, original);
    s.p[1] = vector(t, row, "p1");
    s.v[0] = vector(t, row, "v0");
    s.v[1] = vector(t, row, "v1");
    s.w[0] = vector(t, row, "w0");
    s.w[1] = vector(t, row, "w1");
    s.r[0] = cell(t, row, "r0");
    s.r[1] = cell(t, row, "r1");
    s.m[0] = cell(t, row, "m0");
    s.m[1] = cell(t, row, "m1");
    set_bodies(&s.k, s.r[0], s.r[1], s.m[0], s.m[1]);
    return s;
}

static double kinetic(const spheres *s) {
    double e = 0.0;
    for (int k = 0; k < 2; k++) {
        e += 0.5 * s->m[k] * (vec_norm2(s->v[k]) + 0.4 * s->r[k] * s->r[k] * vec_norm2(s->w[k]));
    }
    return e;
}

typedef struct outcome {
    double deepest, f_max, f_min, v0, plastic, time, e, loss;
} outcome;

// From the start to the first step after separation, or for `longest` seconds in contact.
static outcome collide(spheres *s, double dt, double longest) {
    outcome o = {0};
    scree_vec3 n;
    double before = kinetic(s);
    uint64_t steps = 0;
    do {
        step(s, dt);
        if (s->touching) {
            steps++;
            o.deepest = fmax(o.deepest, s->k.overlap);
            o.f_max = fmax(o.f_max, s->k.fn);
            o.f_min = fmin(o.f_min, s->k.fn);
            o.v0 = steps == 1 ? s->k.vn : o.v0;
            o.plastic = fmax(o.plastic, s->h[1]);
        }
    } while ((steps == 0 || s->touching) && (double)steps * dt < longest);
    gap(s, &n);
    o.time = (double)steps * dt;
    o.e = vec_dot(vec_sub(s->v[1], s->v[0]), n) / o.v0;
    o.loss = 1.0 - kinetic(s) / before;
    return o;
}

static bool jumps(const table *t, size_t row) {
    return cell(t, row, "dc") > 0.0 || cell(t, row, "fadh") > 0.0;
}

typedef struct errors {
    double velocity, spin, e, peaks, seconds;
} errors;

static void compare(errors *d, const spheres *s, const outcome *o, const table *t, size_t row, double dt) {
    double deepest = cell(t, row, "out_delta_max"), f_max = cell(t, row, "out_fn_max");
    d->peaks = fmax(d->peaks, fabs(o->deepest / deepest - 1.0));
    d->peaks = fmax(d->peaks, fabs(o->f_max / f_max - 1.0));
    d->peaks = fmax(d->peaks, fabs(o->plastic - cell(t, row, "out_dp_max")) / deepest);
    d->peaks = fmax(d->peaks, fabs(o->v0 / cell(t, row, "out_vminus") - 1.0));
    if (cell(t, row, "out_separated") == 0.0) {
        assert_true(s->touching);
        // it oscillates across a kink of the force, which a longer run approaches
        assert_true(fabs(o->f_min - cell(t, row, "out_fn_min")) < 1e-7 * f_max);
        return;
    }
    assert_false(s->touching);
    for (int k = 0; k < 2; k++) {
        scree_vec3 v = vector(t, row, k ? "out_v1" : "out_v0"), w = vector(t, row, k ? "out_w1" : "out_w0");
        d->velocity = fmax(d->velocity, vec_norm(vec_sub(s->v[k], v)));
        d->spin = fmax(d->spin, vec_norm(vec_sub(s->w[k], w)));
    }
    d->e = fmax(d->e, fabs(o->e - cell(t, row, "out_e_n")));
    d->e = fmax(d->e, fabs(o->loss - cell(t, row, "out_KE_loss_frac")));
    d->seconds = fmax(d->seconds, fabs(o->time - cell(t, row, "out_t_contact")) / dt);
}

static void collisions(void **state) {
    (void)state;
    table t = table_read("exudyn/collisions.csv");
    errors equal = {0}, coarse = {0};
    double said = 0.0; // in closed form; where forces jump, the steps are right to 1e-6 only
    size_t same = 0, spoke = 0;
    for (size_t row = 0; row < t.rows; row++) {
        bool oblique = cell(&t, row, "p1y") != 0.0;
        // friction under a pulling force has the wrong sign in the program
        bool signs = cell(&t, row, "mu") > 0.0 && cell(&t, row, "out_fn_min") < 0.0;
        // e_n of an oblique collision is along the normal of the first step apart, a step early or late
        bool exact = jumps(&t, row) || oblique;
        double dt = cell(&t, row, "out_h") * (exact ? 1.0 : 4.0);
        spheres s = spheres_of_row(&t, row, signs);
        outcome o = collide(&s, dt, 0.01501);
        compare(exact ? &equal : &coarse, &s, &o, &t, row, dt);
        same += exact;
        // what the law says of itself, with its exact branches and areas
        double says = scree_contact_sphere_sphere_restitution((const double *)(const void *)&s.normal,
                                                              s.k.m_eff, s.k.r_eff, o.v0);
        double e_n = cell(&t, row, "out_e_n"), analytic = cell(&t, row, "e_analytic");
        if (!oblique && !isnan(says) && !isnan(e_n)) {
            said = fmax(said, fabs(says - (isnan(analytic) || jumps(&t, row) ? e_n : analytic)) /
                                  (jumps(&t, row) ? 1e4 : 1.0));
            spoke++;
        }
    }
    print_message(
        "%zu collisions in the reference's steps: off by %.2g m/s, %.2g 1/s, e %.2g, peaks %.2g, %.2g "
        "steps\n%zu in steps 4 times as large: off by %.2g m/s, %.2g 1/s, e %.2g, peaks %.2g\n",
        same, equal.velocity, equal.spin, equal.e, equal.peaks, equal.seconds, t.rows - same, coarse.velocity,
        coarse.spin, coarse.e, coarse.peaks);
    assert_true(equal.velocity < 1e-8 && equal.spin < 1e-8 && equal.e < 1e-8 && equal.peaks < 1e-8);
    assert_true(coarse.velocity < 1e-8 && coarse.spin < 1e-8 && coarse.e < 1e-8 && coarse.peaks < 1e-8);
    assert_true(equal.seconds < 1e-3);
    print_message("restitution in closed form, %zu cases: off by %.2g\n", spoke, said);
    assert_true(spoke > 80 && said < 1e-9);
    table_free(&t);
}

// ------------------------------------------------------------------------------------------------- time series

static size_t row_of_case(const table *t, double number) {
    size_t row = 0;
    while (row < t->rows && cell(t, row, "case") != number) {
        row++;
    }
    assert_true(row < t->rows);
    return row;
}

typedef struct series_errors {
    double overlap, velocity, force, torque;
} series_errors;

static void compare_instant(series_errors *d, const spheres *s, const table *t, size_t row, double force) {
    double deepest = table_scale(t, "delta"), torque = table_scale(t, "T0z");
    d->overlap = fmax(d->overlap, fabs(s->k.overlap - cell(t, row, "delta")) / deepest);
    d->overlap = fmax(d->overlap, fabs(s->h[1] - cell(t, row, "dp")) / deepest);
    d->velocity = fmax(d->velocity, fabs(s->k.vn + cell(t, row, "vn")));
    d->force = fmax(d->force, fabs(s->k.fn - cell(t, row, "f1n")) / force);
    d->force = fmax(d->force, vec_norm(vec_sub(s->f[1], vector(t, row, "F1"))) / force);
    d->torque = fmax(d->torque, vec_norm(vec_sub(s->torque[0], vector(t, row, "T0"))) / torque);
}

// Every 10000th step of those in contact, counted from the start of the run.
static void time_series(void **state) {
    (void)state;
    table t = table_read("exudyn/collision_series.csv"), all = table_read("exudyn/collisions.csv");
    double force = table_scale(&t, "f1n");
    series_errors smooth = {0}, jump = {0};
    for (size_t first = 0, last; first < t.rows; first = last) {
        for (last = first; last < t.rows && cell(&t, last, "case") == cell(&t, first, "case"); last++) {
        }
        double dt = (cell(&t, last - 1, "t") - cell(&t, first, "t")) / (1e4 * (double)(last - 1 - first));
        size_t of = row_of_case(&all, cell(&t, first, "case"));
        spheres s = spheres_of_row(&all, of, true);
        uint64_t steps = 0;
        for (size_t row = first; row < last; row++) {
            do {
                step(&s, dt);
                steps++;
            } while (!s.touching || steps % 10000 != 0);
            compare_instant(jumps(&all, of) ? &jump : &smooth, &s, &t, row, force);
        }
    }
    print_message(
        "time series: off by %.2g of overlap, %.2g m/s, %.2g of force, %.2g of torque; with a jump at touch "
        "%.2g of overlap, %.2g m/s, %.2g of force\n",
        smooth.overlap, smooth.velocity, smooth.force, smooth.torque, jump.overlap, jump.velocity,
        jump.force);
    assert_true(smooth.overlap < 1e-8 && smooth.velocity < 1e-8 && smooth.force < 1e-8 &&
                smooth.torque < 1e-7); // the torque of a slip near 0, at the edge of what the step resolves
    // the contact with a constant pull and a dashpot touches one step later in the series than here
    assert_true(jump.overlap < 3e-7 && jump.velocity < 3e-7 && jump.force < 3e-7);
    table_free(&t);
    table_free(&all);
}

// --------------------------------------------------------------------------------------------------- test models

// createContactSphereSphere: mass points from -0.5 and 0.5 m at 1 and -1 m/s, model 2, e = 0.2. The reference's velocity
// Verlet in steps of 1e-6 s puts mass 1 at -0.21704880242 m after 1 s; the program's implicit rule in steps of 1e-5 s at
// -0.21704884156; the rebound is 0.20460905 m/s.
static void two_mass_points(void **state) {
    (void)state;
    const scree_law *law = &scree_contact_sphere_sphere_table;
    double normal[SCREE_PARAM_MAX], friction[SCREE_PARAM_MAX] = {0};
    defaults(law, normal);
    set_param(law, normal, "contactStiffness", 1e4);
    set_param(law, normal, "impactModel", 2.0);
    set_param(law, normal, "restitutionCoefficient", 0.2);
    spheres s;
    memset(&s, 0, sizeof s);
    derive(&s, normal, friction);
    s.p[0].x = -0.5;
    s.p[1].x = 0.5;
    s.v[0].x = 1.0;
    s.v[1].x = -1.0;
    s.r[0] = s.r[1] = 0.1;
    s.m[0] = s.m[1] = 1.0;
    set_bodies(&s.k, 0.1, 0.1, 1.0, 1.0);
    for (int k = 0; k < 1000000; k++) {
        step(&s, 1e-6);
    }
    double e = law->restitution((const double *)(const void *)&s.normal, 0.5, 0.05, 2.0);
    print_message("mass 1 at %.14g m, %.9g m/s; in closed form %.9g\n", s.p[0].x, s.v[0].x, e);
    expect_near(s.p[0].x, -0.21704880242, 6e-12, "velocity Verlet");
    expect_near(s.p[0].x, -0.21704884156413973, 5e-8, "implicit steps of Exudyn");
    expect_near(-s.v[0].x, 0.20460905, 6e-9, "rebound");
    expect_near(e, 0.20460905, 6e-9, "closed form");
}

// contactSphereSphereTestEAPM: a sphere on a spring whose end is drawn into a fixed sphere and out again, y vertical.
typedef struct pulled {
    spheres s;
    bool contact; // the program's frozen flag: touching at the end of the last step
    double h[SCREE_HISTORY_MAX];
} pulled;

static double force_on_pulled(pulled *q, double y, double v, double time, bool commit) {
    double end = 0.2 - 0.002 * (time < 0.5 ? time : 1.0 - time) / 0.5, f = 1e5 * (end - y);
    scree_contact *k = &q->s.k;
    double h[SCREE_HISTORY_MAX];
    memcpy(h, q->h, sizeof h); // a trial does not change the history
    k->overlap = commit || y < 0.2 ? 0.2 - y : 1e-300;
    k->vn = -v;
    k->fresh = 0.0;
    k->dt = 1e-5;
    scree_contact_sphere_sphere_law(&q->s.normal, k, h);
    if (commit) {
        memcpy(q->h, h, sizeof h);
    }
    return q->contact ? f + k->fn : f;
}

// Acceleration at the end of a step of the trapezoidal rule, by the secant method.
static double implicit_step(pulled *q, const double *x, double dt, double time) {
    double a[2] = {x[2], x[2] + 1e-3}, off[2];
    for (int k = 0; k < 60; k++) {
        double y = x[0] + dt * x[1] + 0.25 * dt * dt * (x[2] + a[1]), v = x[1] + 0.5 * dt * (x[2] + a[1]);
        off[1] = force_on_pulled(q, y, v, time, false) - 1.6 * a[1];
        if (fabs(off[1]) < 1e-11) {
            break;
        }
        double next = k == 0 ? a[0] : a[1] - off[1] * (a[1] - a[0]) / (off[1] - off[0]);
        a[0] = a[1];
        off[0] = off[1];
        a[1] = next;
    }
    return a[1];
}

static void pulled_and_pushed(void **state) {
    (void)state;
    static const char *const name[] = {
        "contactStiffness",     "contactStiffnessExponent", "contactDamping",   "contactPlasticityRatio",
        "constantPullOffForce", "adhesionCoefficient",      "adhesionExponent", "convention"};
    static const double value[] = {1e5, 2.0, 0.001, 0.6, 0.01, 4e4, 2.0, 1.0};
    const scree_law *law = &scree_contact_sphere_sphere_table;
    double normal[SCREE_PARAM_MAX], friction[SCREE_PARAM_MAX] = {0};
    defaults(law, normal);
    for (int k = 0; k < 8; k++) {
        set_param(law, normal, name[k], value[k]);
    }
    pulled q;
    memset(&q, 0, sizeof q);
    derive(&q.s, normal, friction);
    set_bodies(&q.s.k, 0.1, 0.1, 1.6, 1.6);
    table t = table_read("exudyn/eapm_series.csv");
    double x[3] = {0.2, 0.0, 0.0}, dt = 1.0 / 49999.0, worst[3] = {0};
    size_t row = 1;
    for (int k = 1; k <= 49999; k++) {
        double time = k * dt, a = implicit_step(&q, x, dt, time);
        x[0] += dt * x[1] + 0.25 * dt * dt * (x[2] + a);
        x[1] += 0.5 * dt * (x[2] + a);
        x[2] = a;
        force_on_pulled(&q, x[0], x[1], time, true);
        q.contact = x[0] < 0.2;
        if (k % 100 == 0 || k == 49999) {
            double plastic = cell(&t, row, "data3_dp");
            worst[0] = fmax(worst[0], fabs(x[0] - cell(&t, row, "y")));
            worst[1] = fmax(worst[1], fabs(x[1] - cell(&t, row, "vy")));
            worst[2] = fmax(worst[2], fabs(q.h[1] - plastic));
            row++;
        }
    }
    print_message("pulled and pushed: y(1) = %.17g m; off by %.2g m, %.2g m/s, plastic overlap %.2g m\n",
                  x[0], worst[0], worst[1], worst[2]);
    assert_int_equal(row, t.rows);
    // residual of the program's Newton iteration; 12 digits printed
    assert_true(worst[0] < 5e-12 && worst[1] < 1e-9 && worst[2] < 3e-12);
    expect_near(x[0], 0.20000219249662216, 5e-12, "y(1)");
    table_free(&t);
}

// generalContactSpheresTest: 500 mass points within five large spheres, repulsive linear contacts, forward Euler.
static void five_hundred_spheres(void **state) {
    (void)state;
    enum { MOST = 512 };
    static scree_vec3 x[MOST], v[MOST], f[MOST];
    table t = table_read("exudyn/generalcontact_500spheres.csv");
    const scree_law *law = &scree_contact_sphere_sphere_table;
    double normal[SCREE_PARAM_MAX], constants[SCREE_DERIVED_MAX], r[MOST], dt = 2e-4;
    defaults(law, normal);
    set_param(law, normal, "contactStiffness", 2e4);
    set_param(law, normal, "contactDamping", 8.0);
    set_param(law, normal, "no_tension", 1.0);
    assert_null(law->derive(normal, &pairing, constants));
    const scree_contact_sphere_sphere *p = (const scree_contact_sphere_sphere *)(const void *)constants;
    size_t n = t.rows, fixed = 0;
    assert_true(n <= MOST);
    for (size_t i = 0; i < n; i++) {
        x[i] = vec3(cell(&t, i, "x0"), cell(&t, i, "y0"), cell(&t, i, "z0"));
        r[i] = cell(&t, i, "r");
        fixed += strcmp(table_text(&t, i, "kind"), "fixed") == 0;
        v[i] = vec3(0, i < fixed ? 0.0 : -20.0, 0);
    }
    scree_contact c;
    memset(&c, 0, sizeof c);
    set_bodies(&c, 0.5, 0.5, 0.05, 0.05);
    uint64_t contacts = 0;
    for (int k = 0; k < 500; k++) {
        memset(f, 0, sizeof f);
        for (size_t i = 0; i < n; i++) {
            for (size_t j = i + 1 > fixed ? i + 1 : fixed; j < n; j++) {
                scree_vec3 apart = vec_sub(x[j], x[i]);
                double reach = r[i] + r[j];
                if (vec_norm2(apart) >= reach * reach) {
                    continue;
                }
                double distance = vec_norm(apart), h[2] = {0, 0};
                scree_vec3 side = vec_scale(1.0 / distance, apart);
                c.overlap = reach - distance;
                c.vn = vec_dot(vec_sub(v[i], v[j]), side);
                scree_contact_sphere_sphere_law(p, &c, h);
                f[i] = vec_add_scaled(f[i], -c.fn, side);
                f[j] = vec_add_scaled(f[j], c.fn, side);
                contacts++;
            }
        }
        for (size_t i = fixed; i < n; i++) { // from the velocities and positions before the step
            scree_vec3 a = vec_add(vec_scale(1.0 / 0.05, f[i]), vec3(0, -9.81, 0));
            x[i] = vec_add_scaled(x[i], dt, v[i]);
            v[i] = vec_add_scaled(v[i], dt, a);
        }
    }
    double place = 0.0, speed = 0.0;
    for (size_t i = fixed; i < n; i++) {
        place =
            fmax(place, vec_norm(vec_sub(x[i], vec3(cell(&t, i, "x"), cell(&t, i, "y"), cell(&t, i, "z")))));
        speed = fmax(speed,
                     vec_norm(vec_sub(v[i], vec3(cell(&t, i, "vx"), cell(&t, i, "vy"), cell(&t, i, "vz")))));
    }
    print_message("500 spheres, %llu contact evaluations: off by %.2g m, %.2g m/s\n",
                  (unsigned long long)contacts, place, speed);
    assert_true(contacts > 10000 && place < 1e-10 && speed < 1e-8);
    table_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(collisions),           cmocka_unit_test(time_series),
        cmocka_unit_test(two_mass_points),      cmocka_unit_test(pulled_and_pushed),
        cmocka_unit_test(five_hundred_spheres),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
