// SPDX-License-Identifier: BSD-3-Clause
// jkr and dmt against closed forms: the curve of Johnson, Kendall and Roberts in parametric form over the contact radius,
// pull-off force and distance, stored energy and the loss of a cycle, the sticking velocity of Thornton and Ning in the
// engine; contacts that hold or act beyond touch give the same results at planes and meshes, and the same bits for any skin.
#include <stdlib.h>
#include <unistd.h>
// the headers of the tests need the above
#include "laws/adhesive/jkr.h"
#include "laws/law_stage.inc"
#include "measure/totals.h"
#include "reference.h"

#define TEXT(normal, more)                                                                                   \
    "time: {end: 1, dt: 1e-6}\n"                                                                             \
    "materials: {m: {density: 2500, young: 1e6, poisson: 0.3}}\n"                                            \
    "contacts: [{between: any, normal: " normal ", tangential: none" more "}]\n"

static const double PI = 3.14159265358979323846;
static const double E = 1e6 / (2.0 * 0.91); // Pa, E* of the material above with itself

static single_contact jkr_contact(double energy, double ra, double rb, double m) {
    char *text = scree_format(TEXT("{law: jkr, surface_energy: %.17g, damping: none}", ""), energy);
    single_contact l = single_contact_of(text);
    scree_free(text);
    set_bodies(&l.k, ra, rb, m, m);
    return l;
}

static void at(single_contact *l, double overlap, double fresh) {
    l->k.overlap = overlap;
    l->k.fresh = fresh;
    evaluate(l, 0.0);
}

// ------------------------------------------------------------------------------------------------------ the curve

static const struct {
    double energy, ra, rb; // J/m2, m; rb 0: a wall
} cases[] = {
    {0.01, 2e-3, 2e-3}, {0.5, 1e-3, 0.0}, {1e-4, 1e-2, 3e-4}, {1e-9, 1e-3, 2e-3}, {50.0, 1e-4, 1e-4}};
enum { CASES = sizeof cases / sizeof *cases };

// Force and overlap from the contact radius, in extended precision, with the formulas of the paper.
static void parametric(void **state) {
    (void)state;
    for (int i = 0; i < CASES; i++) {
        single_contact l = jkr_contact(cases[i].energy, cases[i].ra, cases[i].rb, 1e-3);
        long double w = 2.0L * (long double)cases[i].energy, r = (long double)l.k.r_eff, e = (long double)E;
        long double pi = (long double)PI,
                    least = powl(pi * w * r * r / (8.0L * e), 1.0L / 3.0L); // where it tears
        for (int k = 0; k < 400; k++) {
            long double a = least * (1.0L + 0.001L * expl(0.03L * k));
            long double cohesive = sqrtl(2.0L * pi * w * a / e), overlap = a * a / r - cohesive;
            long double force = 4.0L * e * a * a * a / (3.0L * r) - sqrtl(8.0L * pi * w * e * a * a * a);
            // change of a by a rounding error of the overlap
            long double steep = fabsl(overlap) / (2.0L * a / r - 0.5L * cohesive / a) / a;
            double allowed = 1e-12 + 8.0 * 2.2e-16 * (double)steep;
            at(&l, (double)overlap, 0.0);
            expect_near(l.k.radius / (double)a, 1.0, allowed, "contact radius");
            double size = (double)(4.0L * e * a * a * a / (3.0L * r));
            expect_near(l.k.fn / size, (double)force / size, allowed * (1.0 + fabs((double)force) / size),
                        "force");
            assert_true(l.k.fn == l.k.fn_elastic && l.k.apart == 0.0);
            double pull = (double)(1.5L * pi * w * r);
            expect_near(l.k.critical, l.k.fn + 2.0 * pull, 1e-12 * (fabs(l.k.fn) + pull),
                        "limit of friction");
        }
        single_contact_free(&l);
    }
}

static void pull_off(void **state) {
    (void)state;
    for (int i = 0; i < CASES; i++) {
        single_contact l = jkr_contact(cases[i].energy, cases[i].ra, cases[i].rb, 1e-3);
        double w = 2.0 * cases[i].energy, r = l.k.r_eff, pull = 1.5 * PI * w * r, least = INFINITY;
        double tear = 0.75 * cbrt(PI * PI * w * w * r / (E * E));
        for (int k = 0; k <= 100000; k++) {
            at(&l, -tear * (1.0 - 1e-9) * (1.0 - 1e-5 * k), 0.0);
            least = fmin(least, l.k.fn);
        }
        expect_near(least / -pull, 1.0, 1e-9, "pull-off force");
        at(&l, 1e-300, 1.0);
        expect_near(l.k.fn / pull, -8.0 / 9.0, 1e-12, "force at touch");
        at(&l, -tear * (1.0 - 1e-12), 0.0);
        assert_true(l.k.apart == 0.0);
        expect_near(l.k.fn / pull, -5.0 / 9.0, 1e-5, "force at the tear");
        double reach = scree_jkr_table.reach(l.set.step[0].derived, r);
        expect_near(reach / tear, 1.0, 2e-9, "reach");
        assert_true(reach > tear * (1.0 + 1e-12));
        at(&l, -tear * (1.0 + 1e-12), 0.0);
        assert_true(l.k.apart == 1.0 && l.k.fn == 0.0 && l.k.critical == 0.0 && l.k.energy_n == 0.0 &&
                    l.k.radius == 0.0 && l.k.kt == 0.0);
        at(&l, -0.5 * tear, 1.0); // beyond touch a contact holds, but none forms
        assert_true(l.k.apart == 1.0 && l.k.fn == 0.0);
        single_contact_free(&l);
    }
}

static void without_adhesion_it_is_hertz(void **state) {
    (void)state;
    single_contact j = single_contact_of(TEXT("{law: jkr, surface_energy: 0, restitution: 0.6}", ""));
    single_contact h = single_contact_of(TEXT("{law: hertz, restitution: 0.6}", ""));
    set_bodies(&j.k, 1e-3, 3e-3, 1e-5, 2e-4);
    set_bodies(&h.k, 1e-3, 3e-3, 1e-5, 2e-4);
    for (double d = 1e-12; d < 1e-3; d *= 1.7) {
        j.k.vn = h.k.vn = 0.3;
        at(&j, d, 0.0);
        at(&h, d, 0.0);
#define SAME(f) expect_near(j.k.f / h.k.f, 1.0, 1e-14, #f);
        SAME(fn)
        SAME(fn_elastic) SAME(kn) SAME(kt) SAME(cn) SAME(zeta) SAME(radius) SAME(energy_n) SAME(viscous_n)
#undef SAME
    }
    at(&j, 0.0, 0.0);
    assert_true(j.k.fn == 0.0 && j.k.energy_n == 0.0);
    single_contact_free(&j);
    single_contact_free(&h);
}

// --------------------------------------------------------------------------------------------------------- energy

// Work of the force from one overlap to another, by Simpson's rule in the square root of the distance from the lower end.
static double work(single_contact *l, double from, double to) {
    enum { N = 2000 };
    double low = fmin(from, to), span = fabs(to - from), sum = 0.0;
    for (int k = 0; k <= N; k++) {
        double u = (double)k / N, weight = k == 0 || k == N ? 1.0 : k % 2 ? 4.0 : 2.0;
        at(l, low + span * u * u, 0.0);
        sum += weight * l->k.fn * 2.0 * u;
    }
    return sum / (3.0 * N) * span * (to > from ? 1.0 : -1.0);
}

static void energy_is_the_work(void **state) {
    (void)state;
    for (int i = 0; i < CASES; i++) {
        single_contact l = jkr_contact(cases[i].energy, cases[i].ra, cases[i].rb, 1e-3);
        double w = 2.0 * cases[i].energy, r = l.k.r_eff;
        double unit = cbrt(w * w * w * w * w * r * r * r * r / (E * E)); // J
        double tear = 0.75 * cbrt(PI * PI * w * w * r / (E * E)) * (1.0 - 1e-14), deep = 5.0 * tear;
        at(&l, 1e-300, 1.0);
        double touched = l.k.energy_n;
        at(&l, -tear, 0.0);
        double torn = l.k.energy_n;
        at(&l, deep, 0.0);
        double stored = l.k.energy_n;
        double in = work(&l, 0.0, deep), out = work(&l, deep, -tear);
        expect_near(in / unit, (stored - touched) / unit, 1e-7, "work on the way in");
        expect_near(out / unit, (torn - stored) / unit, 1e-7, "work on the way out");
        // 7.0922: Thornton and Ning's 7.09; all of it is lost at touch and tear, and nothing is gained
        expect_near((in + out) / unit, 7.092196, 1e-6, "a cycle's loss");
        expect_near((torn - touched) / unit, 7.092196, 1e-6, "falls of the stored energy");
        assert_true(touched < 0.0 && torn > 0.0);
        expect_near(E * r * r * r * scree_jkr_loss(sqrt(2.0 * PI * w / (E * r))) / unit, 7.092196, 1e-6,
                    "loss");
        single_contact_free(&l);
    }
}

// --------------------------------------------------------------------------------------------------------- dmt

static void dmt(void **state) {
    (void)state;
    single_contact h = single_contact_of(TEXT("{law: hertz, restitution: 0.6}", ""));
    single_contact l = single_contact_of(
        TEXT("{law: hertz, restitution: 0.6}", ", cohesion: {law: dmt, surface_energy: 0.02}"));
    set_bodies(&h.k, 1e-3, 3e-3, 1e-5, 2e-4);
    set_bodies(&l.k, 1e-3, 3e-3, 1e-5, 2e-4);
    double pull = 2.0 * PI * 0.04 * h.k.r_eff;
    for (double d = 1e-12; d < 1e-3; d *= 1.7) {
        h.k.vn = l.k.vn = -0.1;
        at(&h, d, 0.0);
        at(&l, d, 0.0);
        expect_near(l.k.fn, h.k.fn - pull, 1e-15 * fabs(h.k.fn) + 1e-15 * pull, "force");
        expect_near(l.k.fn_elastic, h.k.fn_elastic - pull, 1e-15 * (h.k.fn_elastic + pull), "elastic force");
        expect_near(l.k.critical, fmax(h.k.fn, 0.0) + pull, 1e-15 * fabs(h.k.fn) + 1e-15 * pull, "limit");
        expect_near(l.k.energy_n, h.k.energy_n - pull * d, 1e-15 * pull * d + 1e-15 * h.k.energy_n, "energy");
        assert_true(l.k.viscous_n == h.k.viscous_n && l.k.kt == h.k.kt);
    }
    at(&l, 0.0, 1.0);
    assert_true(l.k.fn == 0.0 && l.k.critical == 0.0 && l.k.energy_n == 0.0);
    single_contact_free(&h);
    single_contact_free(&l);
}

static void refusals(void **state) {
    (void)state;
    static const struct {
        const char *text, *says;
    } bad[] = {{TEXT("{law: jkr, surface_energy: 0.1, restitution: 0.5}",
                     ", cohesion: {law: dmt, surface_energy: 0.1}"),
                "count it twice"},
               {TEXT("{law: jkr, surface_energy: 0.1}", ""), "choose damping: none"},
               {TEXT("{law: jkr, damping: none}", ""), "surface_energy"}};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        expect_case_refused(bad[k].text, bad[k].says);
    }
}

// -------------------------------------------------------------------------------------------------- in the engine

static const double R = 1e-3; // m
enum { STEPS = 2000 };        // steps per collision time

typedef struct scene {
    const char *law, *walls, *more;
    double dt, velocity_scale;
} scene;

static scree_world *make(const scene *s, const scree_particle *q, size_t n) {
    return world_of_text(scree_format("time: {end: 1, dt: %.17g, velocity_scale: %.17g}\n"
                                      "materials: {m: {density: 2500, young: 1e6, poisson: 0.3}}\n"
                                      "contacts: [{between: any, normal: %s, tangential: none}]\n%s%s",
                                      s->dt, s->velocity_scale, s->law, s->more, s->walls),
                         q, n);
}

#define JKR "{law: jkr, surface_energy: 0.05, damping: none}"
#define PLANE "walls: {w: {plane: {point: [0,0,0], normal: [0,0,1]}, material: m}}\n"
#define CEILING "walls: {w: {plane: {point: [0,0,0], normal: [0,0,-1]}, material: m}}\n"
#define MESH "walls: {w: {mesh: {file: flat.stl}, material: m}}\n"

static const double W = 0.1; // J/m2, work of adhesion of JKR

static double jkr_loss(double r) {
    return 7.092196 * cbrt(W * W * W * W * W * r * r * r * r / (E * E));
}

static double collision_time(double m, double r, double v) {
    single_contact l = jkr_contact(0.5 * W, R, R, 1.0);
    double t = scree_jkr_table.collision_time(l.set.step[0].derived, m, r, v);
    single_contact_free(&l);
    return t;
}

static double ball_mass(double r) {
    return 2500.0 * 4.0 / 3.0 * PI * r * r * r;
}

// Restitution of two equal spheres (walls: NULL) or of one with a wall; 0 if they stick. At the start they just touch.
static double rebound(const char *walls, double v) {
    double m = ball_mass(R), m_eff = walls ? m : 0.5 * m, r_eff = walls ? R : 0.5 * R;
    double time = collision_time(m_eff, r_eff, v);
    scene s = {JKR, walls ? walls : "", "", time / STEPS, 1.0};
    double z =
        R + 0.5 * v *
                s.dt; // touch in the middle of a step, where the jump of the force causes the smallest error
    scree_particle q[2] = {ball(1, R, vec3(0, 0, walls ? z : 0), vec3(0, 0, walls ? -v : v), vec3(0, 0, 0)),
                           ball(2, R, vec3(0, 0, R + z), vec3(0, 0, 0), vec3(0, 0, 0))};
    scree_world *w = make(&s, q, walls ? 1 : 2);
    double gone = 0.0, e = 0.0, reach = 0.75 * cbrt(PI * PI * W * W * r_eff / (E * E));
    for (int k = 0; k < 12 * STEPS && gone == 0.0; k++) {
        advance(w, 1);
        double gap = walls ? place_of(w, 1).z - R : place_of(w, 2).z - place_of(w, 1).z - 2.0 * R;
        gone = gap > 1.001 * reach && k > 2;
        assert_int_equal(w->contacts, k > 0 && gap < 0.999 * reach ? 1 : w->contacts);
    }
    if (gone > 0.0) {
        e = (walls ? velocity_of(w, 1).z : velocity_of(w, 2).z - velocity_of(w, 1).z) / v;
        advance(w, 1);
        assert_int_equal(w->contacts, 0);
        scree_totals t = scree_world_totals(w);
        assert_true(t.elastic[0] == 0.0);
        expect_near(t.plastic[0] / jkr_loss(r_eff), 1.0, 0.01, "what the ledger books as lost");
    }
    scree_world_destroy(w);
    return e;
}

static void sticking_velocity(void **state) {
    (void)state;
    static const char *const walls[] = {NULL, PLANE, MESH};
    for (int k = 0; k < 3; k++) {
        double r = walls[k] ? R : 0.5 * R, m = walls[k] ? ball_mass(R) : 0.5 * ball_mass(R);
        double v = sqrt(2.0 * jkr_loss(r) / m);
        if (walls[k]) { // Thornton and Ning's own form
            double own = 1.8402 * pow(pow(W / R, 5.0) / (pow(2500.0, 3.0) * E * E), 1.0 / 6.0);
            expect_near(v / own, 1.0, 1e-4, "sticking velocity");
        }
        assert_true(rebound(walls[k], 0.99 * v) == 0.0);
        static const double faster[] = {1.01, 1.1, 1.5, 3.0, 10.0};
        for (int i = 0; i < 5; i++) {
            double x = faster[i], e = rebound(walls[k], x * v), wanted = sqrt(1.0 - 1.0 / (x * x));
            // the error of e^2 due to the time step is 1 % of the loss
            expect_near(e * e, wanted * wanted, 0.01 / (x * x), "restitution squared");
        }
        single_contact l = jkr_contact(0.5 * W, R, R, 1.0);
        double (*e)(const double *, double, double, double) = scree_jkr_table.restitution;
        expect_near(e(l.set.step[0].derived, m, r, 2.0 * v), sqrt(0.75), 1e-6, "restitution of the table");
        assert_true(e(l.set.step[0].derived, m, r, 0.999 * v) == 0.0);
        single_contact_free(&l);
    }
}

// Overlap at which jkr pulls with this force, on the stable branch; negative near the pull-off force.
static double hanging_overlap(double load) {
    single_contact l = jkr_contact(0.5 * W, R, 0.0, ball_mass(R));
    double low = -0.7 * scree_jkr_table.reach(l.set.step[0].derived, R), high = 0.1 * R;
    for (int i = 0; i < 100; i++) {
        double middle = 0.5 * (low + high);
        at(&l, middle, 0.0);
        *(l.k.fn < -load ? &low : &high) = middle;
    }
    single_contact_free(&l);
    return high;
}

// A sphere that hangs from a wall under gravity falls off when its weight exceeds the pull-off force.
static void hangs_or_falls(void **state) {
    (void)state;
    static const char *const walls[] = {CEILING, MESH};
    double m = ball_mass(R), pull = 1.5 * PI * W * R;
    for (int k = 0; k < 4; k++) {
        double load = k % 2 ? 1.02 : 0.98, d = hanging_overlap(0.98 * pull);
        char *more = scree_format("gravity: [0, 0, %.17g]\n", -load * pull / m);
        scene s = {"{law: jkr, surface_energy: 0.05, restitution: 0.05}", walls[k / 2], more,
                   collision_time(m, R, 0.01) / 60, 0.01};
        scree_particle q = ball(1, R, vec3(0.01 * R, 0.02 * R, -R + 0.01 * R), vec3(0, 0, 0), vec3(0, 0, 0));
        scree_world *w = make(&s, &q, 1);
        advance(w, 3000);
        double gap = -place_of(w, 1).z - R;
        assert_true(k % 2 ? gap > R : w->contacts == 1);
        if (k % 2 == 0) {
            expect_near(gap, -d, 0.05 * fabs(d) + 1e-6 * R, "where it hangs");
        }
        scree_world_destroy(w);
        scree_free(more);
    }
}

// A sphere hangs below the ridge of an inverted roof, beyond touch, and slides over it: face, edge, face are one contact.
static void slides_over_an_edge(void **state) {
    (void)state;
    double m = ball_mass(R), pull = 1.5 * PI * W * R, d = hanging_overlap(0.9 * pull), slope = 0.01;
    assert_true(d < 0.0);
    char *more = scree_format("gravity: [0, 0, %.17g]\n", -0.9 * pull / m);
    scene s = {"{law: jkr, surface_energy: 0.05, restitution: 0.05}",
               "walls: {w: {mesh: {file: roof.stl}, material: m}}\n", more, collision_time(m, R, 0.01) / 60,
               0.01};
    double x = -0.15 * R, along = sqrt(1.0 + slope * slope);
    scree_particle q =
        ball(1, R, vec3(x, 0, slope * fabs(x) - 0.98 * R * along), vec3(0, 0, 0), vec3(0, 0, 0));
    scree_world *w = make(&s, &q, 1);
    advance(w, 1500);
    int beyond = 0, over_edge = 0;
    w->p.motion[0].v.x = 0.05; // it is at rest, held by adhesion
    for (int k = 0; k < 20000 && place_of(w, 1).x < 0.15 * R; k++) {
        advance(w, 1);
        assert_int_equal(w->contacts, 1);
        scree_vec3 c = place_of(w, 1);
        double near = fabs(c.x) < slope * R ? vec_norm(vec3(c.x, 0, c.z)) : (slope * fabs(c.x) - c.z) / along;
        beyond += near > R;
        over_edge += fabs(c.x) < 0.5 * slope * R && near > R;
    }
    assert_true(place_of(w, 1).x >= 0.15 * R && beyond > 100 && over_edge > 3);
    scree_world_destroy(w);
    scree_free(more);
}

// A sphere bounces and slides along a plane cut into triangles, over their edges and across open surfaces, while the
// contact holds beyond touch: it moves as on the plane.
static void mesh_is_the_plane(void **state) {
    (void)state;
    double m = ball_mass(R), v = sqrt(2.0 * jkr_loss(R) / m), dt = collision_time(m, R, v) / 50;
    scene a = {JKR, PLANE, "", dt, 1.0}, b = {JKR, MESH, "", dt, 1.0};
    scree_particle q[2] = {
        ball(1, R, vec3(-2.1e-3, 0.4e-3, 1.001 * R), vec3(3.0 * v, 0.7 * v, -0.5 * v), vec3(0, 0, 0)),
        ball(2, R, vec3(1.1e-3, -3e-3, 1.01 * R), vec3(-0.3 * v, 0.2 * v, -1.5 * v), vec3(0, 0, 0))};
    scree_world *p = make(&a, q, 2), *t = make(&b, q, 2);
    int beyond = 0;
    for (int k = 0; k < 600; k++) {
        advance(p, 1);
        advance(t, 1);
        assert_int_equal(p->contacts, t->contacts);
        for (uint64_t id = 1; id <= 2; id++) {
            expect_vec_near(place_of(t, id), place_of(p, id), 1e-11 * R, "place");
            expect_vec_near(velocity_of(t, id), velocity_of(p, id), 1e-9 * v, "velocity");
        }
        beyond += place_of(p, 1).z > R && p->p.f[index_of_id(p, 1)].fz < 0.0;
    }
    assert_true(beyond > 50); // the first one oscillates, half of the time beyond touch
    scree_world_destroy(p);
    scree_world_destroy(t);
}

// The skin of the list has no effect.
static void same_bits_for_any_skin(void **state) {
    (void)state;
    scree_hash digest[3];
    for (int k = 0; k < 3; k++) {
        char *more = scree_format(
            "search: {skin: %g}\ndomain: {min: [-0.01,-0.01,-0.01], max: [0.01,0.01,0.01], periodic: "
            "[x, y]}\ngravity: [0, 0, -9.81]\n",
            1e-4 * (k + 1));
        scene s = {
            JKR,
            "walls: {w: {mesh: {file: flat.stl}, material: m}, top: {plane: {point: [0,0,6.2e-3], normal: "
            "[0,0,-1]}, material: m}}\n",
            more, 1e-5, 0.3};
        enum { N = 48 };
        scree_particle q[N];
        for (int i = 0; i < N; i++) {
            double x = -3.7e-3 + 1.99e-3 * (i % 4), y = -3.2e-3 + 2.02e-3 * (i / 4 % 4),
                   z = 1.01e-3 + 1.998e-3 * (i / 16);
            q[i] = ball((uint64_t)i + 1, R, vec3(x, y, z),
                        vec3(0.02 * (i % 5 - 2), 0.02 * (i % 7 - 3), 0.03 * (i % 3 - 1)), vec3(0, 0, 0));
        }
        scree_world *w = make(&s, q, N);
        advance(w, 2000);
        assert_true(w->contacts > 30);
        digest[k] = scree_world_digest(w);
        scree_world_destroy(w);
        scree_free(more);
    }
    assert_memory_equal(&digest[0], &digest[1], sizeof *digest);
    assert_memory_equal(&digest[0], &digest[2], sizeof *digest);
}

// ------------------------------------------------------------------------------------- a field beyond touch, at walls

// A user's law: a constant pull within a tenth of the radius of the larger body, a spring below.
#define SCREE_TUG_PARAMS(P) P(tug_force, "N", NAN, 0.0, 1.0, NONE, NULL, "Pull.")
SCREE_LAW_STRUCT(tug, SCREE_TUG_PARAMS, )
enum { scree_tug_columns = 1 };
static const double TUG_REACH = 0.1, TUG_SPRING = 100.0;

static const char *tug_derive(const double *param, const scree_pairing *pair, double *derived) {
    (void)pair;
    scree_tug_take(param, derived);
    return NULL;
}

SCREE_LAW void scree_tug_law(const scree_tug *p, scree_contact *c, double *h) {
    double spring = c->overlap > 0.0 ? 100.0 * c->overlap : 0.0, within = c->overlap + 0.1 * c->r_eff;
    c->fn = c->fn_elastic = spring - (within > 0.0 ? p->tug_force : 0.0);
    c->critical = spring;
    c->kn = c->kt = 100.0;
    c->cn = c->zeta = c->radius = c->viscous_n = 0.0;
    c->apart = within > 0.0 ? 0.0 : 1.0;
    c->energy_n = 0.5 * spring * c->overlap - (within > 0.0 ? p->tug_force * within : 0.0);
    h[0] += 1.0; // number of evaluations while touching
}
SCREE_STAGE(tug, NORMAL)

static double tug_time(const double *derived, double m, double r, double v) {
    (void)derived, (void)r, (void)v;
    return PI * sqrt(m / TUG_SPRING);
}
static double tug_reach(const double *derived, double r) {
    (void)derived;
    return TUG_REACH * r;
}
static const scree_history_desc tug_history[] = {{"evaluations", "1", "Evaluations in touch."}};
static const scree_law tug_table = {
    .name = "tug",
    .slot = SCREE_NORMAL,
    .title = "A constant pull.",
    .formula = "F = k d - f",
    .source = "a test, 2024",
    .param = scree_tug_params,
    .nparam = 1,
    .history = tug_history,
    .nhistory = 1,
    .derive = tug_derive,
    .collision_time = tug_time,
    .reach = tug_reach,
    .traits = SCREE_TRAIT_ADHESIVE | SCREE_TRAIT_FIELD,
    .stage = stage_tug,
};

static void field_of_walls(void **state) {
    (void)state;
    assert_null(scree_laws_add(&tug_table));
    static const char *const walls[] = {PLANE, MESH};
    const double pull = 1e-5, dt = 1e-6, m = ball_mass(R);
    scree_vec3 last = vec3(0, 0, 0);
    for (int k = 0; k < 2; k++) {
        scene s = {"{law: tug, tug_force: 1e-5}", walls[k], "", dt, 0.1};
        scree_particle q[3] = {ball(1, R, vec3(1e-4, 2e-4, 1.05 * R), vec3(0, 0, 0), vec3(0, 0, 0)),
                               ball(2, R, vec3(3e-3, 3e-3, 1.101 * R), vec3(0, 0, 0), vec3(0, 0, 0)),
                               ball(3, R, vec3(-3e-3, 3e-3, 1.05 * R), vec3(0.2, 0, 0.1), vec3(0, 0, 0))};
        scree_world *w = make(&s, q, 3);
        double fall = sqrt(2.0 * 0.05 * R * m / pull); // s, until touch
        uint64_t steps = (uint64_t)(fall / dt);
        advance(w, steps);
        expect_near(velocity_of(w, 1).z, -pull / m * (double)steps * dt, 1e-9, "speed within the field");
        assert_true(w->contacts == 0 && velocity_of(w, 2).z == 0.0);
        // the third has left the field
        expect_near(velocity_of(w, 3).z, sqrt(0.01 - 2.0 * 0.05 * R * pull / m), 2.0 * pull / m * dt,
                    "speed beyond");
        assert_true(w->p.f[index_of_id(w, 3)].fz == 0.0);
        double before = energy_of_world(w);
        uint64_t spring = 0;
        while (place_of(w, 1).z < 1.04 * R) {
            advance(w, 1);
            spring += w->contacts;
        }
        assert_true(spring > 10);
        expect_near(energy_of_world(w), before, 1e-3 * 0.05 * R * pull, "energy");
        advance(w, 2 * steps);
        assert_true(k == 0 || vec_norm(vec_sub(place_of(w, 1), last)) < 1e-10);
        last = place_of(w, 1);
        scree_world_destroy(w);
    }
}

// A square of triangles around the origin, with mixed windings and edges not through the middle.
static int make_files(void **state) {
    (void)state;
    enum { N = 7 };
    scree_vec3 corner[6 * N * N];
    size_t n = 0;
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            double h = 0.02 / N, x = -0.01 + i * h, y = -0.01 + j * h;
            scree_vec3 a = vec3(x, y, 0), b = vec3(x + h, y, 0), c = vec3(x + h, y + h, 0),
                       d = vec3(x, y + h, 0);
            const scree_vec3 cut[2][6] = {{a, b, c, a, c, d}, {a, b, d, d, b, c}};
            memcpy(corner + n, cut[(i + j) % 2], sizeof cut[0]);
            n += 6;
        }
    }
    write_mesh("flat.stl", corner, n / 3);
    const double h = 0.01 * 0.01; // 1 cm wide to both sides, rising by 1 in 100
    const scree_vec3 roof[12] = {{0, -0.01, 0},    {0.01, -0.01, h}, {0.01, 0.01, h},  {0, -0.01, 0},
                                 {0.01, 0.01, h},  {0, 0.01, 0},     {0, -0.01, 0},    {-0.01, -0.01, h},
                                 {-0.01, 0.01, h}, {0, -0.01, 0},    {-0.01, 0.01, h}, {0, 0.01, 0}};
    write_mesh("roof.stl", roof, 4);
    return 0;
}

static int remove_files(void **state) {
    (void)state;
    unlink("flat.stl");
    unlink("roof.stl");
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parametric),
        cmocka_unit_test(pull_off),
        cmocka_unit_test(without_adhesion_it_is_hertz),
        cmocka_unit_test(energy_is_the_work),
        cmocka_unit_test(dmt),
        cmocka_unit_test(refusals),
        cmocka_unit_test(sticking_velocity),
        cmocka_unit_test(hangs_or_falls),
        cmocka_unit_test(slides_over_an_edge),
        cmocka_unit_test(mesh_is_the_plane),
        cmocka_unit_test(same_bits_for_any_skin),
        cmocka_unit_test(field_of_walls),
    };
    return cmocka_run_group_tests(tests, make_files, remove_files);
}
