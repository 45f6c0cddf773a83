// SPDX-License-Identifier: BSD-3-Clause
// Oblique collisions of two spheres of different size and with spin, step by step, against LAMMPS: its normal springs with
// given coefficients, tangential history with a dashpot of its own and rolling sds. The laws are scree's; the motion between is
// LAMMPS' own, since its arms are not those of scree's engine: it takes the radius for velocities, and for torques the radius
// (gran/*) or the distance to the middle of the overlap (granular). gran/* agrees to rounding; granular does not turn the
// history where that would change the force by less than 1e-10 of its limit, in each of 900 steps.
#include "reference.h"

typedef struct style {
    const char *name; // in the table
    const char *lammps;
    const char *laws;
} style;

static const style styles[] = {
    {"hooke_history", "gran/hooke/history 2e4 6000 1000 500 0.5 1",
     "normal: {law: lammps_hooke, kn: 2e4, gamma_n: 1000}, tangential: {law: linear_spring, friction: 0.5, "
     "tangential_stiffness: 6000, preset: lammps, rotation: project, damping: normal, "
     "tangential_damping_factor: 0.5}"},
    {"hertz_history", "gran/hertz/history 7e6 9e6 3e6 1.5e6 0.4 1",
     "normal: {law: lammps_hertz, kn: 7e6, kt: 9e6, gamma_n: 3e6}, tangential: {law: mindlin, friction: 0.4, "
     "preset: lammps, rotation: project, damping: normal, tangential_damping_factor: 0.5}"},
    {"granular_hooke",
     "granular, hooke 2e4 1000 tangential linear_history 6000 0.7 0.5 rolling sds 2e4 0.2 0.05 damping "
     "mass_velocity limit_damping",
     "normal: {law: lammps_hooke, stiffness: 2e4, damping_rate: 1000, limit_damping: on}, tangential: {law: "
     "linear_spring, friction: 0.5, tangential_stiffness: 6000, preset: lammps, damping: normal, "
     "tangential_damping_factor: 0.7}, rolling: {law: sds, k_roll: 2e4, gamma_roll: 0.2, mu_roll: 0.05, "
     "convention: original}"},
    {"granular_velocity", "granular, hooke 2e4 0.8 tangential linear_history 6000 1.0 0.5 damping velocity",
     "normal: {law: lammps_hooke, stiffness: 2e4, damping_coefficient: 0.8}, tangential: {law: "
     "linear_spring, "
     "friction: 0.5, tangential_stiffness: 6000, preset: lammps, damping: normal}"},
    {"granular_hertz",
     "granular, hertz 7e6 3e6 tangential mindlin 9e6 0.5 0.4 rolling sds 3e4 0.1 0.02 damping viscoelastic",
     "normal: {law: lammps_hertz, stiffness: 7e6, tangential_modulus: 9e6, damping_rate_per_length: 3e6}, "
     "tangential: {law: mindlin, friction: 0.4, preset: lammps, damping: normal, tangential_damping_factor: "
     "0.5}, rolling: {law: sds, rolling_stiffness: 3e4, rolling_damping_coefficient: 0.1, rolling_friction: "
     "0.02, convention: original}"},
    {"granular_rolling",
     "granular, hertz 7e6 0 tangential mindlin 9e6 0.0 0.6 rolling sds 1e3 0.5 0.3 damping viscoelastic",
     "normal: {law: lammps_hertz, stiffness: 7e6, tangential_modulus: 9e6, damping_rate_per_length: 0}, "
     "tangential: {law: mindlin, friction: 0.6, preset: lammps, damping: normal, tangential_damping_factor: "
     "0}, rolling: {law: sds, rolling_stiffness: 1e3, rolling_damping_coefficient: 0.5, rolling_friction: "
     "0.3, convention: original}"},
    {"granular_tsuji_hooke", "granular, hooke 2e4 0.6 tangential linear_history 6000 0.7 0.5 damping tsuji",
     "normal: {law: lammps_hooke, kn: 2e4, tsuji: 0.6}, tangential: {law: linear_spring, friction: 0.5, "
     "tangential_stiffness: 6000, preset: lammps, damping: normal, tangential_damping_factor: 0.7}"},
    {"granular_tsuji_hertz", "granular, hertz 7e6 0.5 tangential mindlin 9e6 0.5 0.4 damping tsuji",
     "normal: {law: lammps_hertz, kn: 7e6, kt: 9e6, tsuji: 0.5}, tangential: {law: mindlin, friction: 0.4, "
     "preset: lammps, damping: normal, tangential_damping_factor: 0.5}"},
    {"granular_jkr", "granular, jkr 1e7 0.8 0.3 2.0 tangential mindlin 9e6 0.5 5.0 damping velocity",
     "normal: {law: jkr, surface_energy: 2, velocity: 0.8}, tangential: {law: mindlin, friction: 5, "
     "limit: critical, preset: lammps, damping: normal, tangential_damping_factor: 0.5}"},
    {"granular_jkr_viscoelastic",
     "granular, jkr 1e7 3e6 0.3 5.0 tangential mindlin 9e6 0.5 5.0 damping viscoelastic",
     "normal: {law: jkr, surface_energy: 5, viscoelastic: 3e6}, tangential: {law: mindlin, friction: 5, "
     "limit: critical, preset: lammps, damping: normal, tangential_damping_factor: 0.5}"},
};

static scree_vec3 three(const table *t, size_t row, const char *name) {
    char x[3] = {name[0], 'x'}, y[3] = {name[0], 'y'}, z[3] = {name[0], 'z'};
    return name[1] ? vec3(table_value(t, row, "x"), table_value(t, row, "y"), table_value(t, row, "z"))
                   : vec3(table_value(t, row, x), table_value(t, row, y), table_value(t, row, z));
}

static double largest(scree_vec3 a) {
    return fmax(fabs(a.x), fmax(fabs(a.y), fabs(a.z)));
}

static double difference(scree_vec3 a, scree_vec3 b) {
    return largest(vec3(a.x - b.x, a.y - b.y, a.z - b.z));
}

typedef struct sphere {
    scree_vec3 x, v, w, force, torque;
    double r, m;
} sphere;

// Force and torque on both from the law, with the half-step velocities.
static void forces(sphere *a, sphere *b, single_contact *l, double dt, bool middle) {
    scree_vec3 apart = vec_sub(b->x, a->x);
    double distance = sqrt(vec_dot(apart, apart)), overlap = a->r + b->r - distance;
    a->force = b->force = a->torque = b->torque = vec3(0, 0, 0);
    const scree_law *normal = scree_law_at(l->set.step[0].law);
    const double neck = normal->traits & SCREE_TRAIT_NECK && l->k.fresh == 0.0
                            ? normal->reach(l->set.step[0].derived, a->r * b->r / (a->r + b->r))
                            : 0.0;
    if (overlap <= -neck) {
        memset(l->h, 0, sizeof l->h);
        l->k.fresh = 1.0;
        return;
    }
    scree_contact *k = &l->k;
    scree_vec3 n = vec_scale(1.0 / distance, apart), v = vec_sub(a->v, b->v);
    scree_vec3 spin = vec_add_scaled(vec_scale(a->r, a->w), b->r, b->w);
    set_bodies(k, a->r, b->r, a->m, b->m);
    k->overlap = overlap;
    k->vn = vec_dot(v, n);
    scree_vec3 vt = vec_add(vec_add_scaled(v, -k->vn, n), vec_cross(spin, n)), roll = vec_sub(a->w, b->w);
    k->nx = n.x, k->ny = n.y, k->nz = n.z;
    k->vtx = vt.x, k->vty = vt.y, k->vtz = vt.z;
    k->wrx = roll.x, k->wry = roll.y, k->wrz = roll.z;
    evaluate(l, dt);
    scree_vec3 ft = vec3(k->ftx, k->fty, k->ftz), m = vec3(k->mrx, k->mry, k->mrz), turn = vec_cross(n, ft);
    a->force = vec_add_scaled(ft, -k->fn, n);
    b->force = vec_scale(-1.0, a->force);
    double half = middle ? 0.5 * overlap : 0.0;
    a->torque = vec_add_scaled(m, a->r - half, turn);
    b->torque = vec_add_scaled(vec_scale(-1.0, m), b->r - half, turn);
}

static void kick(sphere *s, double dt) {
    s->v = vec_add_scaled(s->v, 0.5 * dt / s->m, s->force);
    s->w = vec_add_scaled(s->w, 0.5 * dt / (0.4 * s->m * s->r * s->r), s->torque);
}

static void steps(sphere *s, single_contact *l, uint64_t n, bool middle) {
    const double dt = 1e-6;
    for (; n > 0; n--) {
        for (int i = 0; i < 2; i++) {
            kick(&s[i], dt);
            s[i].x = vec_add_scaled(s[i].x, dt, s[i].v);
        }
        forces(&s[0], &s[1], l, dt, middle);
        kick(&s[0], dt);
        kick(&s[1], dt);
    }
}

static void collisions(void **state) {
    (void)state;
    table t = table_read("lammps/collisions.csv");
    size_t row = 0;
    for (size_t s = 0; s < sizeof styles / sizeof *styles; s++) {
        char *text = scree_format("time: {end: 1}\nmaterials: {m: {density: 2500, young: 1e7, poisson: 0.3, "
                                  "shear_modulus: 3.825e6}}\ncontacts: [{between: any, %s}]\n",
                                  styles[s].laws); // 8 G* = 9e6 Pa, the kt of jkr's friction
        single_contact l = single_contact_of(text);
        bool middle = strncmp(styles[s].lammps, "gran/", 5) != 0;
        sphere b[2] = {{.r = 0.005}, {.r = 0.004}};
        double worst[3] = {0.0, 0.0, 0.0};
        size_t seen = 0;
        uint64_t step = 0;
        for (; row < t.rows && strcmp(table_text(&t, row, "case"), styles[s].name) == 0; row += 2, seen++) {
            uint64_t now = (uint64_t)table_value(&t, row, "step");
            for (size_t i = 0; i < 2 && now == 0; i++) {
                b[i].m = 4.0 / 3.0 * 3.14159265358979323846 * b[i].r * b[i].r * b[i].r * 2500.0;
                b[i].x = three(&t, row + i, "at");
                b[i].v = three(&t, row + i, "v");
                b[i].w = three(&t, row + i, "w");
            }
            steps(b, &l, now - step, middle);
            step = now;
            for (size_t i = 0; i < 2; i++) {
                worst[0] = fmax(worst[0], difference(b[i].x, three(&t, row + i, "at")) / 0.005);
                worst[1] = fmax(worst[1], difference(b[i].v, three(&t, row + i, "v")) / 0.6);
                worst[2] = fmax(worst[2], difference(b[i].w, three(&t, row + i, "w")) / 150.0);
            }
        }
        assert_int_equal(seen, 11);
        print_message("%s: positions %.2g, velocities %.2g, spins %.2g\n", styles[s].lammps, worst[0],
                      worst[1], worst[2]);
        for (int k = 0; k < 3; k++) {
            expect_near(worst[k], 0.0, middle ? 3e-8 : 2e-15, styles[s].name);
        }
        single_contact_free(&l);
        scree_free(text);
    }
    assert_int_equal(row, t.rows);
    table_free(&t);
}

// At the end of a contact the dashpot pulls, unless limit_damping cuts it.
static void pull(void **state) {
    (void)state;
    static const char *const law[] = {"lammps_hooke, stiffness: 2e4, damping_coefficient: 50",
                                      "lammps_hertz, stiffness: 7e6, damping_coefficient: 50"};
    for (size_t k = 0; k < 2; k++) {
        for (int cut = 0; cut < 2; cut++) {
            char *text =
                scree_format("time: {end: 1}\nmaterials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"
                             "contacts: [{between: any, normal: {law: %s, limit_damping: %s}, tangential: "
                             "none}]\n",
                             law[k], cut ? "on" : "off");
            single_contact l = single_contact_of(text);
            set_bodies(&l.k, 0.005, 0.004, 1e-3, 1e-3);
            l.k.overlap = 1e-6;
            l.k.vn = -0.5;
            evaluate(&l, 0.0);
            const double elastic = k == 0 ? 2e4 * 1e-6 : 7e6 * sqrt(0.02 / 9.0 * 1e-6) * 1e-6;
            expect_near(l.k.fn, cut ? 0.0 : elastic - 25.0, 1e-12, law[k]);
            expect_near(l.k.fn_elastic, elastic, 1e-15, law[k]);
            single_contact_free(&l);
            scree_free(text);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(collisions), cmocka_unit_test(pull)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
