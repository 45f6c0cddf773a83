// SPDX-License-Identifier: BSD-3-Clause
// contact_sphere_sphere and regularised_coulomb in convention original against evaluations by Exudyn, with that
// program's outputs (Director, gap, Velocity, Force, Torque) computed from ours with its signs; the differences of `corrected`,
// and no others; paths of prescribed overlap; states whose data disagree with the motion; closed forms of restitution;
// trial states, as an implicit solver makes them.
#include "laws/adhesive/contact_sphere_sphere.h"
#include "laws/normal/lankarani_nikravesh.h"
#include <stdlib.h>

#include "reference.h"

static const char *const model_name[] = {"adhesive_elasto_plastic", "hunt_crossley",
                                         "gonthier_carvalho_martins"};

static double cell(const table *t, size_t row, const char *name) {
    return table_value(t, row, name);
}

static scree_vec3 vector(const table *t, size_t row, const char *name) {
    char x[24], y[24], z[24];
    snprintf(x, sizeof x, "%sx", name);
    snprintf(y, sizeof y, "%sy", name);
    snprintf(z, sizeof z, "%sz", name);
    return vec3(cell(t, row, x), cell(t, row, y), cell(t, row, z));
}

// The laws of a row by the names of the program.
static single_contact laws_of_row(const table *t, size_t row, const char *convention) {
    char *text = scree_format(
        "time: {end: 1, dt: 1e-6}\n"
        "materials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"
        "contacts: [{between: any, normal: {law: contact_sphere_sphere, speed_of_energy: 0, convention: %s, "
        "impactModel: %s, "
        "contactStiffness: %.17g, contactDamping: %.17g, contactStiffnessExponent: %.17g, "
        "constantPullOffForce: %.17g, contactPlasticityRatio: %.17g, adhesionCoefficient: %.17g, "
        "adhesionExponent: %.17g, restitutionCoefficient: %.17g, minimumImpactVelocity: %.17g, "
        "activeConnector: %s}, tangential: {law: regularised_coulomb, convention: %s, "
        "dynamicFriction: %.17g, frictionProportionalZone: %.17g}}]\n",
        convention, model_name[(int)cell(t, row, "model")], cell(t, row, "kc"), cell(t, row, "dc"),
        cell(t, row, "nexp"), cell(t, row, "fadh"), cell(t, row, "lamP"), cell(t, row, "kadh"),
        cell(t, row, "nadh"), cell(t, row, "e"), cell(t, row, "vmin"),
        cell(t, row, "active") != 0.0 ? "on" : "off", convention, cell(t, row, "mu"), cell(t, row, "vreg"));
    single_contact l = single_contact_of(text);
    scree_free(text);
    return l;
}

// The row's kinematics in the program's terms: sphere 0 is our a.
typedef struct kinematics {
    scree_vec3 n, velocity; // of 1 against 0 at the contact
    double gap, arm[2], slip;
} kinematics;

static kinematics kinematics_of_row(const table *t, size_t row) {
    scree_vec3 apart = vec_sub(vector(t, row, "p1"), vector(t, row, "p0"));
    double r0 = cell(t, row, "r0"), r1 = cell(t, row, "r1"), distance = vec_norm(apart);
    kinematics k = {.n = vec_scale(1.0 / distance, apart), .gap = distance - (r0 + r1)};
    k.arm[0] = r0 + 0.5 * k.gap;
    k.arm[1] = r1 + 0.5 * k.gap;
    k.velocity = vec_sub(vector(t, row, "v1"), vector(t, row, "v0"));
    if (cell(t, row, "mu") != 0.0) {
        k.velocity = vec_sub(k.velocity, vec_scale(k.arm[1], vec_cross(vector(t, row, "w1"), k.n)));
        k.velocity = vec_sub(k.velocity, vec_scale(k.arm[0], vec_cross(vector(t, row, "w0"), k.n)));
    }
    k.slip = vec_norm(vec_add_scaled(k.velocity, -vec_dot(k.velocity, k.n), k.n));
    return k;
}

static void set_contact(single_contact *l, const table *t, size_t row, const kinematics *k) {
    double closing = vec_dot(k->velocity, k->n);
    scree_vec3 slip = vec_scale(-1.0, vec_add_scaled(k->velocity, -closing, k->n));
    set_bodies(&l->k, cell(t, row, "r0"), cell(t, row, "r1"), 1.2, 3.1);
    l->k.overlap = -k->gap;
    l->k.nx = k->n.x;
    l->k.ny = k->n.y;
    l->k.nz = k->n.z;
    l->k.vn = -closing;
    l->k.vtx = slip.x;
    l->k.vty = slip.y;
    l->k.vtz = slip.z;
    l->k.fresh = 0.0;
    l->h[0] = cell(t, row, "d2");
    l->h[1] = cell(t, row, "d3");
}

static scree_vec3 friction_on_a(const scree_contact *k) {
    return vec3(k->ftx, k->fty, k->ftz);
}

static scree_vec3 force_on_b(const scree_contact *k, scree_vec3 n) {
    return vec_sub(vec_scale(k->fn, n), friction_on_a(k));
}

typedef struct deviations {
    double force, torque, velocity, kinematics;
} deviations;

static void note(double *worst, scree_vec3 x, scree_vec3 wanted, double scale) {
    *worst = fmax(*worst, vec_norm(vec_sub(x, wanted)) / scale);
}

// Deviations: of forces relative to the terms of the row; of torques and velocities relative to the column.
static double force_scale(const table *t, size_t row, const kinematics *k) {
    double elastic = cell(t, row, "kc") * pow(fmax(-k->gap, 0.0), cell(t, row, "nexp"));
    return vec_norm(vector(t, row, "f1")) + elastic / (1.0 - cell(t, row, "lamP")) + 1e-6;
}

static void compare_row(const table *t, size_t row, const single_contact *l, const kinematics *k,
                        deviations *d) {
    scree_vec3 f1 = force_on_b(&l->k, k->n), turning = vec_cross(k->n, friction_on_a(&l->k));
    double torque = table_scale(t, "tau0z") + table_scale(t, "tau1z"), scale = force_scale(t, row, k);
    note(&d->force, f1, vector(t, row, "f1"), scale);
    note(&d->force, vec_scale(-1.0, f1), vector(t, row, "outForce"), scale); // of marker 0
    note(&d->torque, vec_scale(k->arm[0], turning), vector(t, row, "tau0"), torque);
    note(&d->torque, vec_scale(k->arm[1], turning), vector(t, row, "tau1"), torque);
    note(&d->torque, vec_scale(-k->arm[0], turning), vector(t, row, "outTorque"), torque);
    scree_vec3 seen = cell(t, row, "d0") < 0.0 ? k->velocity : vec3(0, 0, 0);
    note(&d->velocity, seen, vector(t, row, "outVelocity"), table_scale(t, "outVelocityx"));
    note(&d->kinematics, k->n, vector(t, row, "n"), 1.0);
    d->kinematics = fmax(d->kinematics, fabs(k->gap - cell(t, row, "gap")));
}

// ------------------------------------------------------------------------------------------- single evaluations

// The reason why `corrected` may differ from the program in a row; NULL: none.
static const char *repaired(const table *t, size_t row, const single_contact *original, double overlap) {
    double ratio = cell(t, row, "lamP"), n = cell(t, row, "nexp"), n_adh = cell(t, row, "nadh");
    bool plastic = cell(t, row, "model") == 0.0 && ratio > 0.0 && cell(t, row, "active") != 0.0;
    if (overlap <= 0.0 || cell(t, row, "active") == 0.0) {
        return NULL;
    }
    if (cell(t, row, "model") == 0.0 && ratio == 0.0 && cell(t, row, "fadh") > 0.0) {
        return "pull-off force without plasticity";
    }
    if (plastic && n == 1.0 && n_adh != 1.0 && cell(t, row, "kadh") > 0.0) {
        return "adhesion exponent";
    }
    if (plastic && cell(t, row, "mu") > 0.0 && (cell(t, row, "fadh") > 0.0 || cell(t, row, "kadh") > 0.0)) {
        return "friction under adhesion";
    }
    if (cell(t, row, "mu") > 0.0 && original->k.fn < 0.0) {
        return "friction under tension";
    }
    double line = pow(overlap, n) - pow(cell(t, row, "d3"), n);
    return plastic && cell(t, row, "kadh") == 0.0 && line == 0.0 ? "tie of line and branch" : NULL;
}

static void check_samples(const char *file) {
    table t = table_read(file);
    deviations d = {0};
    int differ = 0;
    for (size_t row = 0; row < t.rows; row++) {
        kinematics k = kinematics_of_row(&t, row);
        single_contact l = laws_of_row(&t, row, "original"), c = laws_of_row(&t, row, "corrected");
        set_contact(&l, &t, row, &k);
        set_contact(&c, &t, row, &k);
        evaluate(&l, 1e-6);
        evaluate(&c, 1e-6);
        compare_row(&t, row, &l, &k, &d);
        double off = vec_norm(vec_sub(force_on_b(&l.k, k.n), force_on_b(&c.k, k.n)));
        const char *why = repaired(&t, row, &l, -k.gap);
        if (!why && off > 1e-12 * force_scale(&t, row, &k)) {
            fail_msg("%s row %zu: corrected differs from the program by %g N for no reason", file, row, off);
        }
        differ += why && off > 1e-6 * force_scale(&t, row, &k);
        single_contact_free(&l);
        single_contact_free(&c);
    }
    print_message("%s: off by %.2g of force, %.2g torque, %.2g velocity, %.2g kinematics; corrected differs "
                  "in %d of %zu rows\n",
                  file, d.force, d.torque, d.velocity, d.kinematics, differ, t.rows);
    assert_true(differ > 0);
    // cancellation in d^n - dp^n and in the centres' distance: |f| d(gap)/overlap
    assert_true(d.force < 1e-12 && d.torque < 1e-12 && d.velocity < 1e-12 && d.kinematics < 1e-15);
    table_free(&t);
}

static void spring_and_adhesion(void **state) {
    (void)state;
    check_samples("exudyn/force_samples_m0.csv");
}

static void restitution_models(void **state) {
    (void)state;
    check_samples("exudyn/force_samples_m12.csv");
}

// The program's data[0] < 0 (in contact) and data[1] < v_reg (sticks) are frozen while it iterates. Its forces are those
// of our law where they agree with the motion; its update of data[2] and data[3] is our history everywhere: data[0] > 0
// before and touching now is a new contact.
static void states_of_the_solver(void **state) {
    (void)state;
    table t = table_read("exudyn/data_state_samples.csv");
    deviations d = {0};
    double worst = 0.0;
    int forces = 0, begun = 0;
    for (size_t row = 0; row < t.rows; row++) {
        kinematics k = kinematics_of_row(&t, row);
        double zone = cell(&t, row, "vreg");
        single_contact l = laws_of_row(&t, row, "original");
        set_contact(&l, &t, row, &k);
        bool was = cell(&t, row, "d0") < 0.0, is = k.gap < 0.0;
        bool same_slip = cell(&t, row, "mu") == 0.0 || (cell(&t, row, "d1") < zone) == (k.slip < zone);
        l.k.fresh = is && !was ? 1.0 : 0.0;
        evaluate(&l, 1e-6);
        if (was == is && (same_slip || !is)) {
            compare_row(&t, row, &l, &k, &d);
            forces++;
        }
        if (is) { // a negative impact velocity acts like 0, and is 0 here
            worst = fmax(worst, fabs(l.h[0] - fmax(cell(&t, row, "data2_after"), 0.0)));
            begun += !was;
        }
        // the program keeps the plastic overlap in impact models 1 and 2 too, where nothing uses it
        double plastic = cell(&t, row, "model") == 0.0 ? cell(&t, row, "data3_after") : 0.0;
        worst = fmax(worst, fabs(l.h[1] - plastic));
        single_contact_free(&l);
    }
    print_message("%d of %zu rows agree with the motion: off by %.2g of force, %.2g torque; memory of all "
                  "rows off by %.2g\n",
                  forces, t.rows, d.force, d.torque, worst);
    assert_true(forces >= 8 && begun >= 10);
    assert_true(d.force < 1e-12 && d.torque < 1e-12 && worst < 1e-15);
    table_free(&t);
}

// --------------------------------------------------------------------------------- where the conventions part ways

static single_contact conventional(const char *convention, const char *values) {
    char *text = scree_format(
        "time: {end: 1, dt: 1e-6}\n"
        "materials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"
        "contacts: [{between: any, normal: {law: contact_sphere_sphere, speed_of_energy: 0, convention: %s, "
        "%s}, tangential: none}]\n",
        convention, values);
    single_contact l = single_contact_of(text);
    scree_free(text);
    set_bodies(&l.k, 0.05, 0.08, 1.2, 3.1);
    return l;
}

static void expect_force(const char *convention, const char *values, const double h[2], double fresh,
                         double dt, double overlap, double vn, double wanted) {
    single_contact l = conventional(convention, values);
    memcpy(l.h, h, 2 * sizeof *h);
    l.k.fresh = fresh;
    l.k.overlap = overlap;
    l.k.vn = vn;
    evaluate(&l, dt);
    expect_near(l.k.fn, wanted, 1e-12 * fabs(wanted) + 1e-13, convention);
    single_contact_free(&l);
}

static void conventions(void **state) {
    (void)state;
    // line == adhesive branch: the loading force, and the dashpot twice
    const char *tie = "contact_stiffness: 1e5, contact_plasticity_ratio: 0.5, contact_damping: 3";
    expect_force("original", tie, (double[2]){1.0, 2.5e-4}, 0.0, 1e-6, 2.5e-4, 1.0, 31.0);
    expect_force("corrected", tie, (double[2]){1.0, 2.5e-4}, 0.0, 1e-6, 2.5e-4, 1.0, 3.0);
    // a contact that exists at the start of the run, and one that forms later
    const char *damped = "contact_stiffness: 1e5, impact_model: hunt_crossley, restitution: 0.5";
    expect_force("original", damped, (double[2]){0, 0}, 1.0, 0.0, 1e-4, 2.0, 10.0);
    expect_force("corrected", damped, (double[2]){0, 0}, 1.0, 0.0, 1e-4, 2.0, 17.5);
    expect_force("original", damped, (double[2]){0, 0}, 1.0, 1e-6, 1e-4, 2.0, 17.5);
    // a separating one has no impact velocity
    expect_force("corrected", damped, (double[2]){0, 0}, 1.0, 1e-6, 1e-4, -2.0, 10.0);
    // the adhesion exponent of a linear contact
    const char *sticky = "contact_stiffness: 1e5, contact_plasticity_ratio: 0.5, adhesion_coefficient: 1e4, "
                         "adhesion_exponent: 2";
    expect_force("original", sticky, (double[2]){0, 5e-4}, 0.0, 1e-6, 1e-4, 0.0, -1.0);
    expect_force("corrected", sticky, (double[2]){0, 5e-4}, 0.0, 1e-6, 1e-4, 0.0, -1e-4);
    // a pull without plasticity
    const char *pull = "contact_stiffness: 1e5, constant_pull_off_force: 4";
    expect_force("original", pull, (double[2]){0, 0}, 0.0, 1e-6, 1e-4, 0.0, 10.0);
    expect_force("corrected", pull, (double[2]){0, 0}, 0.0, 1e-6, 1e-4, 0.0, 6.0);
    // separating three times as fast as the impact: e = 0.5 of model 1, alpha 0.75
    expect_force("original", damped, (double[2]){1, 0}, 0.0, 1e-6, 1e-4, -3.0, -12.5);
    expect_force("corrected",
                 "contact_stiffness: 1e5, impact_model: hunt_crossley, restitution: 0.5, no_tension: on",
                 (double[2]){1, 0}, 0.0, 1e-6, 1e-4, -3.0, 0.0);
}

static void refused(const char *values) {
    char *text =
        scree_format("time: {end: 1, dt: 1e-6}\nmaterials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"
                     "contacts: [{between: any, normal: {law: contact_sphere_sphere, contact_stiffness: "
                     "1e5, %s}, tangential: none}]\n",
                     values);
    expect_case_refused(text, "accepted");
    scree_free(text);
}

static void what_does_not_go_together(void **state) {
    (void)state;
    refused("convention: original, no_tension: on");
    refused("convention: original, exact_restitution: on, impact_model: hunt_crossley");
    refused("no_tension: on, contact_plasticity_ratio: 0.5");
    refused("no_tension: on, constant_pull_off_force: 1");
    refused("restitution: 0, impact_model: gonthier_carvalho_martins");
    refused("contact_plasticity_ratio: 1");
}

// ---------------------------------------------------------------------------------------------- prescribed paths

static single_contact laws_of_path(const table *t, size_t row, const char *law) {
    bool eepa = strcmp(law, "eepa") == 0;
    char more[80] = "";
    if (!eepa) {
        snprintf(more, sizeof more, ", contact_damping: %.17g, convention: %s", cell(t, row, "dc"), law);
    }
    char *text = scree_format(
        "time: {end: 1, dt: 1e-6}\n"
        "materials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"
        "contacts: [{between: any, normal: {law: %s, contact_stiffness: %.17g, "
        "contact_stiffness_exponent: %.17g, contact_plasticity_ratio: %.17g, adhesion_coefficient: %.17g, "
        "adhesion_exponent: %.17g, constant_pull_off_force: %.17g%s}, tangential: none}]\n",
        eepa ? "eepa" : "contact_sphere_sphere", cell(t, row, "kc"), cell(t, row, "nexp"),
        cell(t, row, "lamP"), cell(t, row, "kadh"), cell(t, row, "nadh"), cell(t, row, "fadh"), more);
    single_contact l = single_contact_of(text);
    scree_free(text);
    return l;
}

static bool begins_path(const table *t, size_t row) {
    return row == 0 || cell(t, row, "path") != cell(t, row - 1, "path");
}

// In sequence, with our history; after separation a contact is a new one. The program's force uses the plastic overlap of the
// previous step: while it grows the loading branch is the lower one in both cases.
static void run_paths(const table *t, const char *law, const char *column, double tolerance) {
    double worst = 0.0, memory = 0.0, top = 0.0;
    single_contact l;
    for (size_t row = 0; row < t->rows; row++) {
        if (begins_path(t, row)) {
            l = laws_of_path(t, row, law);
            set_bodies(&l.k, 0.05, 0.08, 1.2, 3.1);
            top = 0.0;
            for (size_t k = row; k < t->rows && (k == row || !begins_path(t, k)); k++) {
                top = fmax(top, fabs(cell(t, k, "f1n")));
            }
        }
        l.k.overlap = cell(t, row, "delta");
        l.k.vn = -cell(t, row, "vn");
        evaluate(&l, 1e-6);
        l.k.fresh = l.k.overlap > 0.0 ? 0.0 : 1.0;
        worst = fmax(worst, fabs(l.k.fn - cell(t, row, column)) / top);
        memory = fmax(memory, fabs(l.h[1] - cell(t, row, "dp_after")) / 1e-3);
        if (row + 1 == t->rows || begins_path(t, row + 1)) {
            single_contact_free(&l);
        }
    }
    print_message("%s against %s: off by %.2g of the path's largest force, memory %.2g mm\n", law, column,
                  worst, memory);
    assert_true(worst < tolerance && memory < tolerance);
}

static void plastic_paths(void **state) {
    (void)state;
    table t = table_read("exudyn/eepa_paths.csv");
    run_paths(&t, "original", "f1n", 1e-12);
    run_paths(&t, "corrected", "f1n_dpfirst", 1e-12);
    table_free(&t);
}

// eepa is the same law until a contact is loaded again from its adhesive branch.
static void reloading_of_eepa(void **state) {
    (void)state;
    table t = table_read("exudyn/eepa_paths.csv");
    single_contact l;
    bool same = true;
    double before = 0.0, force = 0.0, worst = 0.0;
    size_t equal = 0, parallel = 0;
    for (size_t row = 0; row < t.rows; row++) {
        double n = cell(&t, row, "nexp"), k2 = cell(&t, row, "kc") / (1.0 - cell(&t, row, "lamP"));
        if (begins_path(&t, row)) {
            l = laws_of_path(&t, row, "eepa");
            set_bodies(&l.k, 0.05, 0.08, 1.2, 3.1);
            same = true;
        }
        double d = cell(&t, row, "delta"), adhesion = -cell(&t, row, "kadh") * pow(d, cell(&t, row, "nadh"));
        double pull = cell(&t, row, "fadh"), scale = k2 * pow(fabs(d), n) + pull + 1e-9;
        l.k.overlap = d;
        double branch = cell(&t, row, "kadh") * pow(fabs(before), cell(&t, row, "nadh"));
        bool was_sticking = !l.k.fresh && fabs(force + pull + branch) < 1e-9 * scale;
        evaluate(&l, 1e-6);
        same = d <= 0.0 || (same && !(was_sticking && d > before));
        if (cell(&t, row, "dc") == 0.0 && same) {
            worst = fmax(worst, fabs(l.k.fn - cell(&t, row, "f1n_dpfirst")) / scale);
            equal++;
        } else if (d > before && was_sticking && l.k.fn + pull < cell(&t, row, "kc") * pow(d, n)) {
            double rise = k2 * (pow(d, n) - pow(before, n));
            worst = fmax(worst, fabs(l.k.fn - force - rise) / scale);
            parallel++;
        }
        assert_true(d <= 0.0 || l.k.fn + pull >= adhesion - 1e-9 * scale);
        force = l.k.fn;
        before = d;
        l.k.fresh = d > 0.0 ? 0.0 : 1.0;
        if (row + 1 == t.rows || begins_path(&t, row + 1)) {
            single_contact_free(&l);
        }
    }
    print_message("eepa: %zu evaluations as contact_sphere_sphere, %zu along k2: off by %.2g\n", equal,
                  parallel, worst);
    assert_true(equal > 300 && parallel > 5 && worst < 1e-11);
    table_free(&t);
}

// --------------------------------------------------------------------------------------------------- restitution

// The result of a normal law's restitution(), for a name and values of its parameters.
static double restitution_of(const char *law, const char *values, double m, double v) {
    char *text = scree_format("time: {end: 1, dt: 1e-6}\n"
                              "materials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"
                              "contacts: [{between: any, normal: {law: %s, %s}, tangential: none}]\n",
                              law, values);
    single_contact l = single_contact_of(text);
    int n;
    double e = scree_laws(&n)[l.set.step[0].law]->restitution(l.set.step[0].derived, m, 0.03, v);
    single_contact_free(&l);
    scree_free(text);
    return e;
}

static double restitution_of_model(int model, double e, double n, const char *more) {
    char *values = scree_format("contact_stiffness: 1e6, impact_model: %s, restitution: %.17g, "
                                "contact_stiffness_exponent: %g%s",
                                model_name[model], e, n, more);
    double got = restitution_of("contact_sphere_sphere", values, 0.8, 1.0);
    scree_free(values);
    return got;
}

static void closed_forms(void **state) {
    (void)state;
    table t = table_read("exudyn/restitution_table.csv");
    double worst = 0.0, stepped = 0.0;
    for (size_t row = 0; row < t.rows; row++) {
        double e = cell(&t, row, "e_requested");
        e = row == 8 ? 1.0 / 3.0 : e; // printed with 6 digits
        for (int model = 1; model <= 2; model++) {
            double got = restitution_of_model(model, e, 1.5, "");
            worst = fmax(worst, fabs(got - cell(&t, row, model == 1 ? "m1_e_exact" : "m2_e_exact")));
            double vv = cell(&t, row, model == 1 ? "m1_VV_n2" : "m2_VV_n2");
            worst = fmax(worst, isnan(vv) ? 0.0 : fabs(got - vv));
            double run = cell(&t, row, model == 1 ? "m1_Exudyn_implicit_h2e-5" : "m2_Exudyn_implicit_h2e-5");
            stepped = fmax(stepped, isnan(run) ? 0.0 : fabs(got - run));
        }
        double alpha = scree_impact_alpha(e);
        worst = fmax(worst, fabs(alpha - cell(&t, row, "alpha_for_exact_e")) / fmax(alpha, 1.0));
        expect_near(scree_impact_restitution(alpha), e, 1e-13, "restitution of the exact alpha");
        expect_near(restitution_of_model(1, e, 1.3, ", exact_restitution: on"), e, 1e-13,
                    "exact restitution");
    }
    print_message("restitution: off by %.2g, from coarse steps of Exudyn by %.2g\n", worst, stepped);
    assert_true(worst < 6e-11 && stepped < 4e-5); // 10 and 12 digits printed
    table_free(&t);
    t = table_read("exudyn/header_restitution.csv");
    for (size_t row = 0; row < t.rows; row++) {
        double got = restitution_of_model((int)cell(&t, row, "model"), cell(&t, row, "e"), 1.0, "");
        expect_near(got, cell(&t, row, "exact_ratio"), 6e-10, "restitution, 9 digits");
        expect_near(got, cell(&t, row, "ratio01"), 1.6e-4, "restitution of coarse implicit steps");
    }
    table_free(&t);
}

// ---------------------------------------------------------------------------------------------------- trial states

// An implicit solver evaluates many trial states from the same history and keeps one: the result is that of this one alone, bit
// for bit. The solver stores the initial history itself.
static void trial_states(void **state) {
    (void)state;
    static const char *const law[] = {
        "contact_sphere_sphere, contact_stiffness: 3e6, contact_stiffness_exponent: 1.5, "
        "contact_plasticity_ratio: 0.6, adhesion_coefficient: 1e6, adhesion_exponent: 1.2, "
        "contact_damping: 3",
        "contact_sphere_sphere, convention: original, contact_stiffness: 1e5, contact_plasticity_ratio: 0.4, "
        "adhesion_coefficient: 3e4",
        "contact_sphere_sphere, contact_stiffness: 3e6, contact_stiffness_exponent: 2, restitution: 0.4, "
        "impact_model: hunt_crossley",
        "eepa, contact_stiffness: 3e6, contact_plasticity_ratio: 0.6, adhesion_coefficient: 1e6",
        "lankarani_nikravesh, restitution: 0.6",
    };
    for (size_t k = 0; k < sizeof law / sizeof *law; k++) {
        char *text = scree_format("time: {end: 1, dt: 1e-6}\n"
                                  "materials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"
                                  "contacts: [{between: any, normal: {law: %s}, "
                                  "tangential: {law: regularised_coulomb, friction: 0.3}}]\n",
                                  law[k]);
        single_contact tried = single_contact_of(text), direct = single_contact_of(text);
        set_bodies(&tried.k, 0.05, 0.08, 1.2, 3.1);
        set_bodies(&direct.k, 0.05, 0.08, 1.2, 3.1);
        for (int step = 0; step < 400; step++) {
            double d = 1e-4 * fabs(sin(0.05 * step)), v = cos(0.05 * step);
            double fresh = direct.k.fresh, before[SCREE_HISTORY_MAX], first = 0.0;
            memcpy(before, tried.h, sizeof before);
            for (int trial = 0; trial < 4;
                 trial++) { // deeper, out of contact, back, and the state itself, twice
                memcpy(tried.h, before, sizeof before);
                tried.k.fresh = fresh;
                tried.k.overlap = trial == 0 ? 3.0 * d : trial == 1 ? -d : d;
                tried.k.vn = trial == 0 ? -v : v;
                tried.k.vtx = 0.01 * trial;
                evaluate(&tried, 1e-6);
                assert_true(trial != 3 || tried.k.fn == first);
                first = tried.k.fn;
            }
            direct.k.overlap = d;
            direct.k.vn = v;
            direct.k.vtx = 0.03;
            evaluate(&direct, 1e-6);
            assert_memory_equal(&tried.k, &direct.k, sizeof direct.k);
            assert_memory_equal(tried.h, direct.h, sizeof direct.h);
        }
        single_contact_free(&tried);
        single_contact_free(&direct);
        scree_free(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spring_and_adhesion),  cmocka_unit_test(restitution_models),
        cmocka_unit_test(conventions),          cmocka_unit_test(what_does_not_go_together),
        cmocka_unit_test(states_of_the_solver), cmocka_unit_test(plastic_paths),
        cmocka_unit_test(reloading_of_eepa),    cmocka_unit_test(closed_forms),
        cmocka_unit_test(trial_states),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
