// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// Collisions of two spheres under contact_sphere_sphere and regularised_coulomb, the law functions called directly, in
// the steps that made the reference: velocity Verlet whose force sees a predicted velocity, 4e5 steps per contact. Where
// no force jumps at touch the scheme is of order 2 and steps four times as large do; with a dashpot or a constant pull the
// result depends on where in a step the touch falls, so there the steps are those of the reference. Then test models of
// Exudyn: a free collision, a contact pulled and pushed in the program's implicit rule, and 500 spheres.
#include "laws/contact_sphere_sphere.h"
#include "laws/regularised_coulomb.h"
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

static const scree_pairing pairing = {{1e7, 1e7}, {0.3, 0.3}, 5.5e6, 1.1e6};

static void derive(spheres *s, const double *normal, const double *friction) {
    double constants[SCREE_DERIVED_MAX];
    assert_null(scree_contact_sphere_sphere_derive(normal, &pairing, constants));
    memcpy(&s->normal, constants, sizeof s->normal);
    assert_null(scree_regularised_coulomb_derive(friction, &pairing, constants));
    memcpy(&s->friction, constants, sizeof s->friction);
}

// The laws of a row; what the conventions differ in does not matter unless `original` is set.
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
    k->slip_before = dt;
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

// From the start to the first step apart again, or for `longest` seconds in contact.
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
        // it swings over a kink in the force, which a longer run comes nearer to
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
    size_t same = 0;
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
    }
    print_message("%zu collisions in the reference's steps: off by %.2g m/s, %.2g 1/s, e %.2g, peaks %.2g, %.2g "
                  "steps\n%zu in steps 4 times as large: off by %.2g m/s, %.2g 1/s, e %.2g, peaks %.2g\n",
                  same, equal.velocity, equal.spin, equal.e, equal.peaks, equal.seconds, t.rows - same,
                  coarse.velocity, coarse.spin, coarse.e, coarse.peaks);
    assert_true(equal.velocity < 1e-8 && equal.spin < 1e-8 && equal.e < 1e-8 && equal.peaks < 1e-8);
    assert_true(coarse.velocity < 1e-8 && coarse.spin < 1e-8 && coarse.e < 1e-8 && coarse.peaks < 1e-8);
    assert_true(equal.seconds < 1e-3);
    table_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(collisions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
