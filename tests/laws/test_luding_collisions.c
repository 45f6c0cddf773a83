// SPDX-License-Identifier: BSD-3-Clause
// Collisions of two spheres with Luding's law in four modes. First with WooDEM's leapfrog and contact frame, implemented
// here, so that every step can be compared: against WooDEM itself and against an independent implementation of the
// corrected variants. Then in the engine: same outcomes in the limit of small steps, closed forms of restitution, ledger.
// not with sanitizers: it compares figures of a few bodies, on paths through the code that the tests of all laws take
#include "luding_pair.h"
#include "measure/totals.h"

#include "laws/normal/luding.h"

#define EXACT 1e-10 // of a column's largest value, of a vector's length

// ------------------------------------------------------------------------------------------------- WooDEM's step

typedef struct sphere {
    double r, m, inertia;
    scree_vec3 x, v, w, f, t;
} sphere;

typedef struct collision {
    single_contact law;
    sphere s[2];
    double dt;
    uint64_t step;
    bool touches, broke;
    bool quaternion;         // forces are rotated as in WooDEM
    scree_vec3 n, y, z, at;  // frame and contact point
    double overlap;          // m, negative: apart
    double f[6], v[6];       // in the frame: force n y z, moment n y z in WooDEM's sign; rates of 2 against 1
    double work[4], kept[4]; // J: put in, stored; normal, tangential, rolling, twisting
} collision;

// The quaternion (x, y, z, w) of a frame by the largest of trace and diagonal.
static void quaternion_of(const collision *c, double *q) {
    const double m[3][3] = {{c->n.x, c->y.x, c->z.x}, {c->n.y, c->y.y, c->z.y}, {c->n.z, c->y.z, c->z.z}};
    double trace = m[0][0] + m[1][1] + m[2][2];
    int i = m[1][1] > m[0][0] ? 1 : 0;
    i = m[2][2] > m[i][i] ? 2 : i;
    int j = (i + 1) % 3, k = (i + 2) % 3;
    if (trace > 0.0) {
        double root = sqrt(trace + 1.0), per = 0.5 / root;
        q[0] = (m[2][1] - m[1][2]) * per;
        q[1] = (m[0][2] - m[2][0]) * per;
        q[2] = (m[1][0] - m[0][1]) * per;
        q[3] = 0.5 * root;
    } else {
        double root = sqrt(m[i][i] - m[j][j] - m[k][k] + 1.0), per = 0.5 / root;
        q[i] = 0.5 * root;
        q[j] = (m[j][i] + m[i][j]) * per;
        q[k] = (m[k][i] + m[i][k]) * per;
        q[3] = (m[k][j] - m[j][k]) * per;
    }
}

// The frame deviates from orthonormal by some 1e-14 per step. WooDEM rotates forces by the quaternion computed from it, the
// tables of the corrected variants by the frame itself.
static scree_vec3 in_frame(const collision *c, double a, double b, double d) {
    if (!c->quaternion) {
        return vec_add(vec_scale(a, c->n), vec_add(vec_scale(b, c->y), vec_scale(d, c->z)));
    }
    double q[4];
    quaternion_of(c, q);
    scree_vec3 axis = vec3(q[0], q[1], q[2]), local = vec3(a, b, d);
    scree_vec3 turn = vec_scale(2.0, vec_cross(axis, local));
    return vec_add(vec_add_scaled(local, q[3], turn), vec_cross(axis, turn));
}

static void make_frame(collision *c, scree_vec3 n) {
    scree_vec3 e = fabs(n.y) < fabs(n.z) ? vec3(0, 1, 0) : vec3(0, 0, 1), y = vec_cross(n, e);
    c->n = n;
    c->y = vec_unit(vec_add_scaled(y, -vec_dot(y, n), n));
    c->z = vec_cross(n, c->y);
    memset(c->v, 0, sizeof c->v);
}

// Rotates the frame to the new normal by bending and mean twist; relative motion in the frame of the middle of the step.
static void turn_frame(collision *c, scree_vec3 n, scree_vec3 at) {
    scree_vec3 m = vec_unit(vec_scale(0.5, vec_add(c->n, n)));
    double twist = 0.5 * c->dt * vec_dot(m, vec_add(c->s[0].w, c->s[1].w));
    scree_vec3 rho = vec_add_scaled(vec_cross(c->n, n), twist, m);
    scree_vec3 ym = vec_add_scaled(c->y, -0.5, vec_cross(c->y, rho)), zm = vec_cross(m, ym);
    scree_vec3 y = vec_add_scaled(c->y, -1.0, vec_cross(ym, rho));
    scree_vec3 middle = vec_scale(0.5, vec_add(c->at, at)), u[2];
    for (int k = 0; k < 2; k++) {
        const sphere *s = &c->s[k];
        scree_vec3 arm = vec_sub(middle, vec_add_scaled(s->x, -0.5 * c->dt, s->v));
        u[k] = vec_add(s->v, vec_cross(s->w, arm));
    }
    scree_vec3 v = vec_sub(u[1], u[0]), w = vec_sub(c->s[1].w, c->s[0].w);
    double rate[6] = {vec_dot(m, v), vec_dot(ym, v), vec_dot(zm, v),
                      vec_dot(m, w), vec_dot(ym, w), vec_dot(zm, w)};
    memcpy(c->v, rate, sizeof rate);
    if (c->step % 100 == 0) {
        y = vec_unit(vec_add_scaled(y, -vec_dot(y, n), n));
    }
    c->n = n;
    c->y = y;
    c->z = vec_cross(n, y);
}

static void book(collision *c, const double *before) {
    static const int mode[6] = {0, 1, 1, 3, 2, 2};
    for (int k = 0; k < 6; k++) {
        c->work[mode[k]] -= 0.5 * (before[k] + c->f[k]) * c->v[k] * c->dt;
    }
}

static void find_forces(collision *c) {
    sphere *a = &c->s[0], *b = &c->s[1];
    scree_vec3 d = vec_sub(b->x, a->x), n = vec_scale(1.0 / vec_norm(d), d);
    double before[6], gap = vec_norm(d) - (a->r + b->r);
    scree_vec3 at = vec_add_scaled(a->x, a->r + 0.5 * gap, n);
    memcpy(before, c->f, sizeof before);
    a->f = a->t = b->f = b->t = vec3(0, 0, 0);
    c->overlap = -gap;
    if (!c->touches && gap > 0.0) {
        return;
    }
    if (c->touches) {
        turn_frame(c, n, at);
    } else {
        make_frame(c, n);
        c->law.k.fresh = 1.0;
    }
    c->touches = gap <= 0.0;
    c->broke = !c->touches;
    memset(c->f, 0, sizeof c->f);
    memset(c->kept, 0, sizeof c->kept);
    if (c->touches) {
        luding_evaluate(&c->law, -gap, c->v, c->v + 3, c->dt);
        const scree_contact *k = &c->law.k;
        double f[6] = {k->fn, -k->fty, -k->ftz, -k->mw, -k->mry, -k->mrz};
        double kept[4] = {k->energy_n, k->energy_t, k->energy_r, k->energy_w};
        memcpy(c->f, f, sizeof f);
        memcpy(c->kept, kept, sizeof kept);
    }
    book(c, before);
    c->at = at;
    a->f = vec_scale(-1.0, in_frame(c, c->f[0], c->f[1], c->f[2]));
    b->f = vec_scale(-1.0, a->f);
    scree_vec3 moment = vec_scale(-1.0, in_frame(c, c->f[3], c->f[4], c->f[5]));
    a->t = vec_add(vec_cross(vec_sub(at, a->x), a->f), moment);
    b->t = vec_sub(vec_cross(vec_sub(at, b->x), b->f), moment);
}

static void advance_woo(collision *c) {
    for (int k = 0; k < 2; k++) {
        sphere *s = &c->s[k];
        s->v = vec_add_scaled(s->v, c->dt / s->m, s->f);
        s->w = vec_add_scaled(s->w, c->dt / s->inertia, s->t);
        s->x = vec_add_scaled(s->x, c->dt, s->v);
    }
    find_forces(c);
    c->step++;
}

// Translational and rotational energy on the step.
static void kinetic(const collision *c, double *of_motion, double *of_spin) {
    *of_motion = *of_spin = 0.0;
    for (int k = 0; k < 2; k++) {
        const sphere *s = &c->s[k];
        *of_motion += 0.5 * s->m * vec_norm2(vec_add_scaled(s->v, 0.5 * c->dt / s->m, s->f));
        *of_spin += 0.5 * s->inertia * vec_norm2(vec_add_scaled(s->w, 0.5 * c->dt / s->inertia, s->t));
    }
}

// ------------------------------------------------------------------------------------------------------ the cases

// Two spheres that touch with no overlap: 1 at the origin, 2 along dir.
typedef struct scene {
    luding_material a, b;
    double r[2], density, dt;
    scree_vec3 dir, v[2], w[2];
} scene;

static scene common_scene(void) {
    scene s = {
        .a = luding_a, .b = luding_b, .r = {1e-3, 1.5e-3}, .density = 2000.0, .dt = 2e-7, .dir = {1, 0, 0}};
    return s;
}

// By the numbers of the tables. The speeds of 3 and the dashpots of 6 are not stated with the tables: the first follow from
// momentum and energy, the second (round numbers) were chosen such that the results with the longest step agree.
static scene scene_of(int number) {
    scene s = common_scene();
    if (number == 1) {
        luding_material m = {1e6, 0, 0, 1, 0, 0.01, 0.7, 0, 0, 0, 0, 2.5, 0, 0, 0};
        s.a = s.b = m;
        s.r[0] = s.r[1] = 6e-3;
        s.density = 4200.0;
        s.dt = 1e-5;
        s.v[0].x = 0.5;
        s.v[1].x = -0.5;
    } else if (number == 2 || number == 3) {
        s.dt = number == 2 ? 5e-7 : 2e-7;
        s.v[0].x = number == 2 ? 1.5 : 4.0;
        s.v[1].x = number == 2 ? -0.5 : -3.0;
    } else if (number == 4) {
        s.dt = 5e-7;
        s.a.k1DivKn = 0.25;
        s.b.k1DivKn = 0.15;
        s.a.kaDivKn = s.b.kaDivKn = 0.9;
        s.a.viscN = s.b.viscN = 0.01;
        s.v[0].x = 1.1;
        s.v[1].x = -0.4;
    } else if (number == 5 || number == 6) {
        s.v[0] = vec3(1.2, 0.4, -0.5);
        s.v[1] = vec3(-0.6, -0.3, 0.6);
        s.w[0] = vec3(300, -200, 150);
        s.w[1] = vec3(-100, 250, -400);
        s.a.viscN = s.b.viscN = number == 6 ? 0.05 : 0.0;
        s.a.viscT = s.b.viscT = number == 6 ? 0.02 : 0.0;
        s.a.viscR = s.b.viscR = number == 6 ? 5e-9 : 0.0;
        s.a.viscW = s.b.viscW = number == 6 ? 3e-9 : 0.0;
    } else {
        s.a.tanPhi = s.b.tanPhi = 0.15;
        s.a.dynDivStat = s.b.dynDivStat = 1.0;
        s.a.statR = s.b.statR = 0.02;
        s.a.statW = s.b.statW = 0.01;
        s.v[0] = vec3(0.8, 2.0, 1.0);
        s.v[1] = vec3(-0.4, -1.0, 0.0);
        s.w[0] = vec3(0, 0, 800);
        s.w[1] = vec3(500, 0, -300);
    }
    if (number >= 5) {
        s.dir = vec_unit(vec3(1.0, 0.5, -0.3));
    }
    return s;
}

static collision collision_of(const scene *s, const char *options) {
    collision c;
    memset(&c, 0, sizeof c);
    c.law = luding_pair(&s->a, &s->b, s->r[0], s->r[1], options);
    c.dt = s->dt;
    c.quaternion = strcmp(options, "variant: woo") == 0;
    for (int k = 0; k < 2; k++) {
        double r = s->r[k], m = s->density * (4.0 / 3.0 * 3.141592653589793 * r * r * r);
        c.s[k] = (sphere){.r = r, .m = m, .inertia = 0.4 * m * r * r, .v = s->v[k], .w = s->w[k]};
    }
    c.s[1].x = vec_scale(s->r[0] + s->r[1], s->dir);
    return c;
}

static collision after(const scene *s, const char *options) {
    collision c = collision_of(s, options);
    while (!c.broke && c.step < 10000000) {
        advance_woo(&c);
    }
    assert_true(c.broke);
    return c;
}

// --------------------------------------------------------------------------------------------- step by step, WooDEM

enum { STATES = 26 };

static void state_of(const collision *c, double *x) {
    scree_vec3 d = vec_sub(c->s[1].x, c->s[0].x);
    double all[STATES] = {d.x,         d.y,         d.z,         c->s[0].v.x, c->s[0].v.y,       c->s[0].v.z,
                          c->s[0].w.x, c->s[0].w.y, c->s[0].w.z, c->s[1].v.x, c->s[1].v.y,       c->s[1].v.z,
                          c->s[1].w.x, c->s[1].w.y, c->s[1].w.z, -c->overlap, c->f[0],           c->f[1],
                          c->f[2],     c->f[3],     c->f[4],     c->f[5],     c->law.h[LARGEST], 0.0,
                          0.0,         0.0};
    memcpy(x, all, sizeof all);
}

static void follow(int number, const char *file) {
    static const char *const name[STATES] = {"x2mx1_x", "x2mx1_y",  "x2mx1_z", "v1x", "v1y", "v1z", "w1x",
                                             "w1y",     "w1z",      "v2x",     "v2y", "v2z", "w2x", "w2y",
                                             "w2z",     "uN",       "fn",      "fty", "ftz", "mw",  "mry",
                                             "mrz",     "deltaMax", "",        "",    ""};
    table t = table_read(file);
    scene s = scene_of(number);
    collision c = collision_of(&s, "variant: woo");
    compared seen[STATES];
    double worst = 0.0, x[STATES];
    for (int k = 0; k < STATES; k++) {
        seen[k].t = NULL;
        for (size_t col = 0; col < t.columns; col++) {
            if (strcmp(t.name[col], name[k]) == 0) {
                seen[k] = compare_with(&t, name[k]);
            }
        }
        seen[k].scale =
            fmax(seen[k].t ? seen[k].scale : 0.0, 1e-12); // of columns that are zero up to rounding
    }
    assert_true(table_value(&t, 0, "step") < 0.0);
    for (size_t row = 0; row < t.rows && !c.broke; row++) {
        while ((double)c.step < table_value(&t, row, "step") + 1.0) {
            advance_woo(&c);
        }
        state_of(&c, x);
        for (int k = 0; k < STATES && !c.broke; k++) {
            if (seen[k].t) {
                expect_cell(&seen[k], row, x[k], EXACT);
                worst = fmax(worst, seen[k].worst);
            }
        }
    }
    print_message("%s: %.1e after %llu steps\n", file, worst, (unsigned long long)c.step);
    single_contact_free(&c.law);
    table_free(&t);
}

static void woo_step_by_step(void **state) {
    (void)state;
    follow(1, "woo/luding_collision_linear.csv");
    follow(2, "woo/luding_collision_plastic.csv");
    follow(4, "woo/luding_collision_stick.csv");
    follow(5, "woo/luding_collision_oblique.csv");
    follow(7, "woo/luding_collision_sliding.csv");
}

// Kinetic energy, work put in and stored energy, by mode, in tables of both programs.
static void follow_energy(int number, const char *options, const char *file, bool split) {
    static const char *const name[2][4] = {{"Win_n", "Win_t", "Win_r", "Win_w"},
                                           {"Eel_n", "Eel_t", "Eel_r", "Eel_w"}};
    table t = table_read(file);
    scene s = scene_of(number);
    collision c = collision_of(&s, options);
    compared k = compare_with(&t, split ? "Ktrans" : "K"), spin = k, seen[2][4];
    if (split) {
        spin = compare_with(&t, "Krot");
    }
    double worst = 0.0, motion, turn;
    for (int j = 0; j < 8; j++) {
        seen[j / 4][j % 4] = compare_with(&t, name[j / 4][j % 4]);
    }
    for (size_t row = 0; row < t.rows; row++) {
        while ((double)c.step < table_value(&t, row, "step") + 1.0) {
            advance_woo(&c);
        }
        kinetic(&c, &motion, &turn);
        expect_cell(&k, row, split ? motion : motion + turn, EXACT);
        if (split) {
            expect_cell(&spin, row, turn, EXACT);
        }
        for (int j = 0; j < 4; j++) {
            expect_cell(&seen[0][j], row, c.work[j], EXACT);
            expect_cell(&seen[1][j], row, c.kept[j], EXACT);
            worst = fmax(worst, fmax(seen[0][j].worst, seen[1][j].worst));
        }
    }
    print_message("%s: %.1e\n", file, worst);
    single_contact_free(&c.law);
    table_free(&t);
}

static void energies_step_by_step(void **state) {
    (void)state;
    follow_energy(5, "variant: woo", "woo/luding_energy_oblique.csv", true);
    follow_energy(4, "variant: woo", "woo/luding_energy_stick.csv", true);
    follow_energy(5, "variant: consistent", "woo/luding_ledger_oblique.csv", false);
    follow_energy(7, "variant: consistent", "woo/luding_ledger_sliding.csv", false);
}

// ------------------------------------------------------------------------------------------------------- outcomes

static double expect_vector(const table *t, size_t row, const char *what, scree_vec3 x) {
    char name[8];
    double wanted[3];
    for (int k = 0; k < 3; k++) {
        snprintf(name, sizeof name, "%s%c", what, "xyz"[k]);
        wanted[k] = table_value(t, row, name);
    }
    scree_vec3 w = vec3(wanted[0], wanted[1], wanted[2]);
    double size = fmax(vec_norm(w), 1e-12);
    expect_vec_near(x, w, EXACT * size, what);
    return vec_norm(vec_sub(x, w)) / size;
}

static void outcomes(const char *file, const char *const *options, bool ledger) {
    static const char *const work[4] = {"Win_n", "Win_t", "Win_r", "Win_w"};
    table t = table_read(file);
    double worst = 0.0;
    for (size_t row = 0; row < t.rows; row++) {
        int number = (int)table_value(&t, row, "case");
        scene s = scene_of(number);
        s.dt = table_value(&t, row, "dt");
        collision c = after(&s, options[ledger ? (int)table_value(&t, row, "variant") : 0]);
        worst = fmax(worst, expect_vector(&t, row, "v1", c.s[0].v));
        worst = fmax(worst, expect_vector(&t, row, "v2", c.s[1].v));
        worst = fmax(worst, expect_vector(&t, row, "w1", c.s[0].w));
        worst = fmax(worst, expect_vector(&t, row, "w2", c.s[1].w));
        double deepest = table_value(&t, row, "deltaMax");
        if (!ledger || table_value(&t, row, "variant") != 1.0) { // luding2008 lowers it again
            expect_near(c.law.h[LARGEST], deepest, EXACT * deepest, "largest overlap");
        }
        double motion, turn;
        kinetic(&c, &motion, &turn);
        for (int k = 0; k < 4 && ledger; k++) {
            expect_near(c.work[k], table_value(&t, row, work[k]), EXACT * motion, work[k]);
        }
        single_contact_free(&c.law);
    }
    print_message("%s: %.1e\n", file, worst);
    table_free(&t);
}

static void woo_outcomes(void **state) {
    (void)state;
    static const char *const options[] = {"variant: woo"};
    outcomes("woo/luding_outcomes_woo.csv", options, false);
}

static void corrected_outcomes(void **state) {
    (void)state;
    static const char *const options[] = {"variant: consistent", "variant: luding2008",
                                          "variant: consistent, slip_reset: kv"};
    outcomes("woo/luding_outcomes.csv", options, true);
}

// A mass on WooDEM's tangential spring gains energy without limit: its force is that of the spring one step before.
static void lag(void **state) {
    (void)state;
    static const char *const options[] = {"variant: woo", "variant: consistent", "variant: luding2008"};
    table t = table_read("woo/luding_lag.csv");
    compared x_of = compare_with(&t, "x"), f_of = compare_with(&t, "ft"), e_of = compare_with(&t, "E");
    for (int k = 0; k < 3; k++) {
        luding_material a = luding_a, b = luding_b;
        a.tanPhi = b.tanPhi = 1e9;
        single_contact l = luding_pair(&a, &b, 1e-3, 1.5e-3, options[k]);
        const double m = 6.46e-6, dt = 1e-6, kt = 4487.9895051282747, w[3] = {0, 0, 0};
        double x = 0.0, f = 0.0, v[3] = {0.0, 0.1, 0.0}, least = INFINITY, most = 0.0;
        uint64_t step = 0;
        luding_evaluate(&l, 6.5454545454545464e-05, w, w, dt);
        for (size_t row = 0; row < t.rows; row++) {
            double energy = 0.0;
            for (; (double)step <= table_value(&t, row, "step"); step++) {
                v[1] += dt * f / m;
                x += dt * v[1];
                luding_evaluate(&l, 6.5454545454545464e-05, v, w, dt);
                f = -l.k.fty;
                double on_step = v[1] + 0.5 * dt * f / m;
                energy = 0.5 * m * on_step * on_step + 0.5 * kt * x * x;
                least = fmin(least, energy);
                most = fmax(most, energy);
            }
            if (k == 0) {
                expect_cell(&x_of, row, x, EXACT);
                expect_cell(&f_of, row, f, EXACT);
                expect_cell(&e_of, row, energy, EXACT);
            }
        }
        print_message("%s: energy %.4f .. %.4f of its first\n", options[k], least / 3.23e-8, most / 3.23e-8);
        assert_true(k == 0 ? most > 2.8 * least : most < 1.001 * least);
        single_contact_free(&l);
    }
    table_free(&t);
}

// -------------------------------------------------------------------------------------------------- closed forms

static double restitution_of(const collision *c, double v) {
    return (c->s[1].v.x - c->s[0].v.x) / v;
}

// restitution() of the law. It assumes equal spheres, so others get a given k2hat.
static double stated(const scene *s, const char *options, double v) {
    char *all = scree_format("%s, stiffness: 17951.958020513099", options);
    single_contact l = luding_pair(&s->a, &s->b, s->r[0], s->r[1], all);
    int n;
    const scree_law *law = scree_laws(&n)[l.set.step[0].law];
    double e = law->restitution(l.set.step[0].derived, l.k.m_eff, l.k.r_eff, v);
    single_contact_free(&l);
    scree_free(all);
    return e;
}

static void restitution(void **state) {
    (void)state;
    static const struct {
        int scene;
        const char *options;
        double v, e;
    } row[] = {{2, "variant: consistent", 2.0, 0.77828},
               {2, "variant: luding2008", 2.0, 0.77828},
               {3, "variant: consistent", 7.0, 0.56174},
               {3, "variant: woo", 7.0, 0.56174},
               {3, "variant: luding2008", 7.0, 0.83713}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        scene s = scene_of(row[k].scene);
        s.dt = 2e-9;
        collision c = after(&s, row[k].options);
        double e = stated(&s, row[k].options, row[k].v);
        expect_near(e, row[k].e, 5.1e-6, "published digits");
        expect_near(restitution_of(&c, row[k].v), e, 1e-6, row[k].options);
        single_contact_free(&c.law);
    }
    scene linear = scene_of(1), sticky = scene_of(4);
    linear.dt = 2e-9;
    collision c = after(&linear, "variant: consistent");
    const scree_luding_normal *p = (const void *)c.law.set.step[0].derived;
    double e = scree_luding_normal_restitution((const double *)p, 0.5 * c.s[0].m, 0.5 * c.s[0].r, 1.0);
    expect_near(e, 0.37858, 5.1e-6, "linear spring and dashpot");
    expect_near(restitution_of(&c, 1.0), e, 1e-6, "linear spring and dashpot");
    single_contact_free(&c.law);
    assert_true(isnan(stated(&sticky, "variant: consistent", 1.5)));
    sticky.a.viscN = 0.0;
    assert_true(stated(&sticky, "variant: consistent", 1.5) == 0.0);
}

// Energy lost in the plastic cycle: half of the value of the page.
static void plastic_work(void **state) {
    (void)state;
    scene s = scene_of(2);
    s.dt = 2e-9;
    collision c = after(&s, "variant: consistent");
    double k2hat = 17951.958020513099, k1 = 0.45 * k2hat, ka = 0.25 * k2hat, range = 1.3090909090909093e-4;
    double deepest = c.law.h[LARGEST], k2 = k1 + (k2hat - k1) * deepest / range;
    double free = (1.0 - k1 / k2) * deepest, least = free * k2 / (k2 + ka);
    expect_near(c.work[0], 0.5 * (k1 * deepest + ka * least) * free, 1e-6 * c.work[0], "plastic work");
    single_contact_free(&c.law);
}

// ----------------------------------------------------------------------------------------------------- the engine

static scree_world *world_of_scene(const scene *s, const char *options, double dt) {
    char *a = luding_text(&s->a), *b = luding_text(&s->b);
    scree_particle q[2];
    for (int k = 0; k < 2; k++) {
        q[k] = ball((uint64_t)k + 1, s->r[k], vec3(0, 0, 0), s->v[k], s->w[k]);
        q[k].density = s->density;
        q[k].material = (uint32_t)k;
    }
    q[1].x = vec_scale(s->r[0] + s->r[1], s->dir);
    char *text =
        scree_format("time: {end: 1, dt: %.17g, velocity_scale: 7}\nmaterials:\n  a: {%s}\n  b: {%s}\n"
                     "contacts: [{between: any, normal: luding, tangential: luding, rolling: "
                     "luding, twisting: luding, rolling_exponent: 1, %s}]\n",
                     dt, a, b, options);
    scree_free(a);
    scree_free(b);
    return world_of_text(text, q, 2);
}

// Runs until they have separated; largest error of the ledger, relative to the initial energy.
static double leave(scree_world *w) {
    double before = energy_of_world(w), worst = 0.0;
    bool touched = false;
    for (int k = 0; k < 1000000 && !(touched && w->contacts == 0); k++) {
        advance(w, 1);
        touched = touched || w->contacts > 0;
        worst = fmax(worst, fabs(energy_of_world(w) + dissipated(w) - before));
    }
    assert_true(touched && w->contacts == 0);
    advance(w, 1);
    return worst / before;
}

// Largest difference of a velocity or spin, relative to its length.
static double apart_from(const scree_world *w, const collision *c) {
    double worst = 0.0;
    for (uint64_t k = 0; k < 2; k++) {
        scree_vec3 v = c->s[k].v, spin = c->s[k].w;
        worst = fmax(worst, vec_norm(vec_sub(velocity_of(w, k + 1), v)) / fmax(vec_norm(v), 1e-3));
        worst = fmax(worst, vec_norm(vec_sub(spin_of(w, k + 1), spin)) / fmax(vec_norm(spin), 1.0));
    }
    return worst;
}

// With small steps the engine gives the results of WooDEM's step with the corrected law.
static void engine_outcomes(void **state) {
    (void)state;
    static const char *const options[] = {"variant: consistent", "variant: luding2008",
                                          "variant: consistent, slip_reset: kv"};
    double worst[2] = {0.0, 0.0}, ledger = 0.0;
    for (int k = 0; k < 3; k++) {
        for (int number = 2; number < 8; number += number == 3 ? 2 : 1) {
            scene s = scene_of(number);
            s.dt = 2e-8;
            scree_world *w = world_of_scene(&s, options[k], s.dt);
            collision c = after(&s, options[k]);
            ledger = fmax(ledger, leave(w));
            worst[number > 3] = fmax(worst[number > 3], apart_from(w, &c));
            scree_totals sum = scree_world_totals(w);
            double lost = 0.0;
            for (int mode = 0; mode < SCREE_MODES; mode++) {
                lost += sum.viscous[mode] + sum.plastic[mode];
            }
            for (int mode = 0; mode < SCREE_MODES; mode++) {
                // with slip_reset: page the dashpot counts more than it dissipates in a slip; with kv not
                assert_true(sum.viscous[mode] >= 0.0 && sum.viscous[mode] + sum.plastic[mode] >= 0.0);
                assert_true(sum.plastic[mode] >= (k == 2 ? 0.0 : -1e-3 * lost));
            }
            single_contact_free(&c.law);
            scree_world_destroy(w);
        }
    }
    print_message("engine and leapfrog apart by %.1e head-on, %.1e oblique; ledger %.1e\n", worst[0],
                  worst[1], ledger);
    assert_true(worst[0] < 1e-11 && worst[1] < 1e-2 && ledger < 2e-6);
}

static void engine_without_twist(void **state) {
    (void)state;
    scene s = scene_of(5);
    s.a.statW = 0.0; // else there is mean twist, as the lighter sphere gets more spin
    scree_vec3 sum = vec_add(s.w[0], s.w[1]);
    s.w[0] = vec_add_scaled(s.w[0], -vec_dot(sum, s.dir), s.dir);
    double worst[2];
    for (int k = 0; k < 2; k++) {
        s.dt = k == 0 ? 2e-8 : 4e-9;
        scree_world *w = world_of_scene(&s, "variant: consistent", s.dt);
        collision c = after(&s, "variant: consistent");
        leave(w);
        worst[k] = apart_from(w, &c);
        single_contact_free(&c.law);
        scree_world_destroy(w);
    }
    print_message("without mean twist apart by %.1e, in fifths of the step by %.1e\n", worst[0], worst[1]);
    assert_true(worst[1] < 0.3 * worst[0] && worst[1] < 5e-4);
}

#ifndef NO_MAIN
int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(woo_step_by_step),
        cmocka_unit_test(energies_step_by_step),
        cmocka_unit_test(woo_outcomes),
        cmocka_unit_test(corrected_outcomes),
        cmocka_unit_test(lag),
        cmocka_unit_test(restitution),
        cmocka_unit_test(plastic_work),
        cmocka_unit_test(engine_outcomes),
        cmocka_unit_test(engine_without_twist),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#endif
