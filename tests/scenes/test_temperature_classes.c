// SPDX-License-Identifier: BSD-3-Clause
// Parameters that depend on temperature: their classes and the laws of these, bodies and walls that follow their temperatures, and that
// nothing but the laws changes with a class.
#include "access/temperature_class.h"
#include "heat/heat.h"
#include "laws/list/law_set.h"
#include "step/temperature_classes.h"
#include "world_of_text.h"
#include <math.h>

#define OUTPUT "output: {plot: false, series: {every: 0}}\n"
#define WAX "wax: {density: 900, poisson: 0.3, restitution: 0.5, heat_capacity: 500, conductivity: 2 W/(m K)"
#define STEEL                                                                                                \
    "steel: {density: 7800, young: 50 MPa, poisson: 0.3, restitution: 0.7, friction: 0.3, heat_capacity: "   \
    "480, conductivity: 45}"

// ---- classes -----------------------------------------------------------------------------------------------

#define TABLES(step)                                                                                         \
    "temperature_tables: {" step                                                                             \
    "young: [[300 K, 10 MPa], [350 K, 1 MPa]], friction: [[310 K, 0.5], [320 K, 0.4], [340 K, 0.2]]}"

static scree_case *case_with(const char *tables, const char *contacts) {
    char *text = scree_format("time: {end: 1, dt: 1e-5}\nmaterials: {" WAX ", %s}, " STEEL "}\n"
                              "contacts: [%s]\nheat: {temperature: 300 K}\n"
                              "particles: [{positions: [[0,0,0]], diameter: 1 cm, material: wax}]\n"
                              "walls: {w: {plane: {point: [0,0,-1], normal: [0,0,1]}, material: steel}}\n",
                              tables, contacts);
    scree_case *c = case_of_text(text);
    scree_free(text);
    return c;
}

static void destroy(scree_case *c) {
    scree_case_clear(c);
    scree_free(c);
}

// Linear between the rows, by hand.
static double young_at(double t) {
    return t <= 300 ? 10e6 : t >= 350 ? 1e6 : 10e6 - 9e6 * ((t - 300) / 50);
}
static double friction_at(double t) {
    return t <= 310   ? 0.5
           : t >= 340 ? 0.2
           : t < 320  ? 0.5 - 0.1 * ((t - 310) / 10)
                      : 0.4 - 0.2 * ((t - 320) / 20);
}

// Each class has the laws that a material has which gives the values as numbers.
static void expect_laws(const scree_case *c, size_t a, size_t b, const scree_case *plain, size_t pa,
                        size_t pb) {
    const scree_law_set one = scree_law_set_of(c, a, b), other = scree_law_set_of(plain, pa, pb);
    assert_int_equal(one.n, other.n);
    for (int k = 0; k < one.n; k++) {
        assert_int_equal(one.step[k].law, other.step[k].law);
        for (int d = 0; d < SCREE_DERIVED_MAX; d++) {
            const double x = one.step[k].derived[d], y = other.step[k].derived[d];
            if (x != y) { // infinity: not given
                expect_near(x, y, 1e-14 * fabs(y), "constant of a law");
            }
        }
    }
}

static void laws_of_classes(void **state) {
    (void)state;
    static const char contacts[] = "{between: any, heat: conduction}";
    scree_case *c = case_with(TABLES("step: 5 K, "), contacts);
    const scree_material_def *wax = &c->material.data[0];
    assert_int_equal(c->material.n, 2 + 10);
    assert_int_equal(scree_case_named(c), 2);
    assert_int_equal(wax->classes, 11);
    assert_string_equal(c->material.data[wax->first_copy].name, "wax at 305 K");
    for (uint64_t k = 0; k < 11; k++) {
        const double t = 300.0 + 5.0 * (double)k;
        const uint32_t m = scree_temperature_class_material(c, 0, k);
        assert_int_equal(scree_case_base(c, m), 0);
        expect_near(c->material.data[m].young, young_at(t), 1e-8, "young");
        char *own = scree_format("young: %.17g, friction: %.17g", young_at(t), friction_at(t));
        scree_case *plain = case_with(own, contacts);
        expect_laws(c, m, 1, plain, 0, 1);
        expect_laws(c, 1, m, plain, 1, 0);
        expect_laws(c, m, m, plain, 0, 0);
        scree_free(own);
        destroy(plain);
    }
    // Two classes of one material mix like two materials.
    const size_t a = scree_temperature_class_material(c, 0, 2), b = scree_temperature_class_material(c, 0, 8);
    const scree_pair_def *pair = &c->pair[a * c->material.n + b];
    int n;
    const int friction = scree_law_param(scree_laws(&n)[pair->law[SCREE_TANGENTIAL]], "friction");
    expect_near(pair->param[SCREE_TANGENTIAL][friction], 0.5 * (friction_at(310) + friction_at(340)), 1e-15,
                "friction of two classes");
    destroy(c);
    // What an entry of contacts gives holds for all classes.
    c = case_with(TABLES(""), "{between: [wax, steel], friction: 0.7}");
    assert_int_equal(c->material.data[0].classes, 17);
    for (uint64_t k = 0; k < 17; k++) {
        const size_t m = scree_temperature_class_material(c, 0, k);
        assert_true(c->pair[m * c->material.n + 1].param[SCREE_TANGENTIAL][friction] == 0.7);
    }
    destroy(c);
}

static void edges(void **state) {
    (void)state;
    scree_case *c = case_with(TABLES("step: 7 K, "), "{between: any}"); // 8 parts of 6.25 K
    const scree_material_def *m = &c->material.data[0];
    assert_int_equal(m->classes, 9);
    static const struct {
        double t;
        uint64_t class;
    } nearest[] = {{1, 0}, {300, 0}, {303.12, 0}, {303.13, 1}, {346.87, 7}, {346.88, 8}, {350, 8}, {9000, 8}};
    for (size_t k = 0; k < sizeof nearest / sizeof *nearest; k++) {
        assert_int_equal(scree_temperature_class_nearest(m, nearest[k].t), nearest[k].class);
    }
    static const struct { // 0.6 of a width away another class begins
        uint64_t now;
        double t;
        uint64_t next;
    } follow[] = {{0, 303.7, 0},  {0, 303.8, 1}, {1, 302.6, 1}, {1, 302.4, 0}, {1, 309.9, 1},
                  {1, 310.1, 2},  {0, 349, 8},   {8, 1, 0},     {8, 9000, 8},  {0, 1, 0},
                  {77, 312.6, 2}, {8, 346.3, 8}, {8, 346.2, 7}};
    for (size_t k = 0; k < sizeof follow / sizeof *follow; k++) {
        if (scree_temperature_class_next(m, follow[k].now, follow[k].t) != follow[k].next) {
            fail_msg("class %d at %g K: %d", (int)follow[k].now, follow[k].t,
                     (int)scree_temperature_class_next(m, follow[k].now, follow[k].t));
        }
    }
    assert_int_equal(scree_temperature_class_nearest(&c->material.data[1], 400), 0); // steel has no tables
    assert_int_equal(scree_temperature_class_next(&c->material.data[1], 0, 400), 0);
    destroy(c);
}

// ---- a contact softens -------------------------------------------------------------------------------------

// N, of Hertz's law without a dashpot, of two bodies with these moduli and nu = 0.3.
static double hertz(double e1, double e2, double r_eff, double overlap) {
    const double e = 1.0 / (0.91 / e1 + 0.91 / e2);
    return 4.0 / 3.0 * e * sqrt(r_eff) * overlap * sqrt(overlap);
}

// A ball that is pressed into a plane, and heated: no motion to speak of.
static scree_world *pressed(const char *tables, const char *more) {
    scree_particle q = ball(1, 5e-3, vec3(0, 0, 5e-3 - 2e-5), vec3(0, 0, 0), vec3(0, 0, 0));
    return world_of_text(
        scree_format(
            "time: {end: 1, dt: 1e-6}\n"
            "materials: {wax: {density: 2500, poisson: 0.3, restitution: 1, heat_capacity: 100, "
            "friction: 0.5, %s}, steel: {density: 7800, young: 50 MPa, poisson: 0.3, restitution: 1, "
            "friction: 0.5}}\n"
            "contacts: [{between: any, normal: hertz}]\n"
            "walls: {plate: {plane: {point: [0,0,0], normal: [0,0,1]}, material: steel}}\n" OUTPUT "%s",
            tables, more),
        &q, 1);
}

static double overlap_of(const scree_world *w) {
    return 5e-3 - place_of(w, 1).z;
}

static const double capacity = 0.13089969389957473; // J/K of the ball, 4/3 pi r^3 2500 100

static void softens(void **state) {
    (void)state;
    // 0.3 K in a step: after 64 steps 319.2 K, which is class 4 of 5 K.
    char *heat = scree_format("heat: {temperature: 300 K, sources: {power: %.17g W}}\n", 0.3e6 * capacity);
    scree_world *w =
        pressed("temperature_tables: {step: 5 K, young: [[300 K, 10 MPa], [350 K, 1 MPa]]}", heat);
    advance(w, 63);
    expect_near(w->p.f[0].fz, hertz(10e6, 50e6, 5e-3, overlap_of(w)), 1e-12, "force when cold");
    const double balance = scree_world_totals(w).balance;
    assert_true(w->ledger.changed == 0.0 && w->p.temperature_class[0] == 0);
    advance(w, 1);
    const double overlap = overlap_of(w), warm = hertz(young_at(320), 50e6, 5e-3, overlap),
                 cold = hertz(10e6, 50e6, 5e-3, overlap);
    assert_int_equal(w->p.temperature_class[0], 4);
    expect_near(w->p.f[0].fz, warm, 1e-12, "force when warm");
    expect_near(w->ledger.changed, 0.4 * overlap * (warm - cold), 1e-16, "energy booked");
    expect_near(scree_world_totals(w).elastic[SCREE_MODE_NORMAL], 0.4 * overlap * warm, 1e-16,
                "stored energy");
    expect_near(scree_world_totals(w).balance, balance, 1e-8 * fabs(w->ledger.changed), "balance");
    advance(w, 128);
    assert_int_equal(w->p.temperature_class[0], 10);
    expect_near(w->p.f[0].fz, hertz(1e6, 50e6, 5e-3, overlap_of(w)), 1e-12, "force when hot");
    expect_near(scree_world_totals(w).balance, balance, 1e-6 * fabs(w->ledger.changed), "balance");
    expect_near(scree_heat_totals_of(w).balance, 0.0, 1e-12, "balance of heat");
    scree_world_destroy(w);
    scree_free(heat);
}

// ---- walls -------------------------------------------------------------------------------------------------

static void walls_follow(void **state) {
    (void)state;
    // Insulated, held, of a mass that 2 W warm by 3.2 K in 64 steps; two that would be one surface, of different temperatures, and two of the same.
    static const char walls[] =
        "walls:\n"
        "  plain: {rectangle: {corner: [-1,-1,1], first: [2,0,0], second: [0,2,0]}, material: steel}\n"
        "  held: {rectangle: {corner: [-1,-1,2], first: [2,0,0], second: [0,2,0]}, material: steel, heat: "
        "{temperature: 320 K}}\n"
        "  mass: {rectangle: {corner: [-1,-1,3], first: [2,0,0], second: [0,2,0]}, material: steel, heat: "
        "{mass: 1 g, temperature: "
        "309 K, power: 2 W}}\n"
        "  a: {rectangle: {corner: [0,0,0], first: [1,0,0], second: [0,1,0]}, material: steel, heat: "
        "{temperature: 300 K}}\n"
        "  b: {rectangle: {corner: [1,0,0], first: [1,0,0], second: [0,1,0]}, material: steel, heat: "
        "{temperature: 350 K}}\n"
        "  c: {rectangle: {corner: [2,0,0], first: [1,0,0], second: [0,1,0]}, material: steel, heat: "
        "{temperature: 350 K}}\n";
    const scree_particle q[] = {ball(1, 5e-3, vec3(0, 0, 2 + 5e-3 - 2e-5), vec3(0, 0, 0), vec3(0, 0, 0)),
                                ball(2, 5e-3, vec3(0, 0, 3 + 5e-3 - 2e-5), vec3(0, 0, 0), vec3(0, 0, 0)),
                                ball(3, 5e-3, vec3(0, 0, 1 + 5e-3 - 2e-5), vec3(0, 0, 0), vec3(0, 0, 0)),
                                {.id = 4, .radius = 5e-3, .density = 7800.0, .material = 1, .x = {0, 0, 5}}};
    scree_world *w = world_of_text(
        scree_format(
            "time: {end: 1, dt: 1e-4, velocity_scale: 1e-9}\n"
            "materials: {wax: {density: 2500, young: 10, poisson: 0.3, restitution: 1, "
            "heat_capacity: 1e9, friction: 0.5}, steel: {density: 7800, poisson: 0.3, restitution: 1, "
            "friction: 0.5, heat_capacity: 4, temperature_tables: {step: 5 K, young: [[300 K, 50], "
            "[350 K, 5]]}}}\n"
            "contacts: [{between: any, normal: hertz}]\nheat: {temperature: 305 K}\n" OUTPUT "%s",
            walls),
        q, 4);
    static const uint64_t class[] = {1, 4, 2, 0, 10, 10};
    for (size_t k = 0; k < 6; k++) {
        assert_int_equal(w->wall.data[k].now.temperature_class, class[k]);
    }
    assert_int_equal(w->wall.data[4].surface_owner, 4); // not of the first one's temperature
    assert_int_equal(w->wall.data[5].surface_owner, 4);
    expect_near(w->p.f[0].fz, hertz(10, 32, 5e-3, 2e-5), 1e-15, "held wall");
    expect_near(w->p.f[2].fz, hertz(10, 45.5, 5e-3, 2e-5), 1e-15, "insulated wall");
    advance(w, 63);
    expect_near(w->p.f[1].fz, hertz(10, 41, 5e-3, 3 + 5e-3 - place_of(w, 2).z), 1e-15, "wall of a mass");
    advance(w, 1);
    expect_near(w->wall.data[2].now.temperature, 312.2, 1e-9, "warmed wall");
    assert_int_equal(w->wall.data[2].now.temperature_class, 2);
    advance(w, 64); // 315.4 K, in the middle of class 3
    assert_int_equal(w->wall.data[2].now.temperature_class, 3);
    expect_near(w->p.f[1].fz, hertz(10, 36.5, 5e-3, 3 + 5e-3 - place_of(w, 2).z), 1e-15, "warmer wall");
    // A body and a wall that change in the same step are two changes.
    const size_t i = index_of_id(w, 4);
    assert_int_equal(w->p.temperature_class[i], 1);
    w->p.temperature[i] = w->wall.data[2].now.temperature = 335.0;
    assert_true(scree_temperature_classes_set(w, false));
    assert_int_equal(w->p.temperature_class[i], 7);
    assert_int_equal(w->wall.data[2].now.temperature_class, 7);
    assert_false(scree_temperature_classes_set(w, false));
    scree_world_destroy(w);
}

// ---- nothing but the laws changes ----------------------------------------------------------------------------

// Balls that roll down a heap, two of them bonded, and one bonded to the floor. rolling: a table of what no law uses, so that classes change
// and nothing else.
static scree_world *heap(const char *rolling, const char *integrator, double dt) {
    scree_particle q[6];
    for (int k = 0; k < 6; k++) {
        q[k] = ball((uint64_t)k + 1, 5e-3,
                    vec3(0.0098 * (k % 3) + 0.004 * (k / 3), 1e-4 * k, 4.99e-3 + 8.3e-3 * (k / 3)),
                    vec3(0.03, -0.02 * k, 0), vec3(0, 3 - k, 1));
    }
    return world_of_text(
        scree_format(
            "time: {end: 1, dt: %.17g, integrator: %s}\ngravity: [1, 0, -9.81]\n"
            "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.6, friction: "
            "0.5, heat_capacity: 100 %s}}\n"
            "contacts: [{between: any, normal: hertz, tangential: mindlin, bond: {law: parallel, "
            "bond_young: 1e6}}]\n"
            "bonds: [{name: b, ids: [5, 6]}, {name: w, particles: false, walls: [floor], ids: [1]}]\n"
            "walls: {floor: {plane: {point: [0,0,0], normal: [0,0,1]}, material: m}}\n"
            "heat: {temperature: 300 K, sources: {power: %.17g W}}\n" OUTPUT,
            dt, integrator, rolling, 2e-3 / dt),
        q, 6);
}

// The force at the end of a step is that of other velocities than in the step: a difference of the order of the integrator.
static void expect_same_motion(const char *integrator, double dt) {
    scree_world *a = heap("", integrator, dt),
                *b = heap(", temperature_tables: {step: 1 K, rolling_friction: [[300 K, 0], [340 K, 1]]}",
                          integrator, dt);
    uint64_t changes = 0, before = 0;
    for (int k = 0; k < 40; k++) {
        advance(a, 64);
        advance(b, 64);
        changes += b->p.temperature_class[0] != before;
        before = b->p.temperature_class[0];
    }
    assert_true(changes > 20);
    assert_true(a->bonds_now == 2 && b->bonds_now == 2);
    for (uint64_t id = 1; id <= 6; id++) {
        expect_vec_near(place_of(b, id), place_of(a, id), 3e-8, "place");
        expect_vec_near(velocity_of(b, id), velocity_of(a, id), 2e-5, "velocity");
        expect_vec_near(spin_of(b, id), spin_of(a, id), 1e-3, "spin");
    }
    const scree_totals t = scree_world_totals(a), u = scree_world_totals(b);
    expect_near(b->ledger.changed, 0.0, 2e-7, "energy of no change");
    for (int k = 0; k < SCREE_MODES; k++) {
        expect_near(u.plastic[k], t.plastic[k], 2e-7, "loss");
        expect_near(u.viscous[k], t.viscous[k], 2e-7, "loss of dashpots");
    }
    expect_near(u.balance, t.balance, 2e-7, "balance");
    scree_world_destroy(a);
    scree_world_destroy(b);
}

static void history_stays(void **state) {
    (void)state;
    expect_same_motion("verlet", 1e-5);
    expect_same_motion("verlet_half_step", 2e-6);
}

// A bond under tension becomes too weak: it breaks with the change, and the ledger closes.
static void bond_weakens(void **state) {
    (void)state;
    const scree_particle q[] = {ball(1, 5e-3, vec3(0, 0, 0), vec3(-0.05, 0, 0), vec3(0, 0, 0)),
                                ball(2, 5e-3, vec3(0.01, 0, 0), vec3(0.05, 0, 0), vec3(0, 0, 0))};
    scree_world *w = world_of_text(
        scree_strdup("time: {end: 1, dt: 1e-6}\n"
                     "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.6, friction: "
                     "0.5, heat_capacity: 100, temperature_tables: {bond_tension: [[300 K, 1 GPa], [340 K, 1 "
                     "Pa]], bond_young: [[300 K, 10 MPa], [340 K, 5 MPa]]}}}\n"
                     "contacts: [{between: any, bond: parallel}]\n"
                     "bonds: [{name: b, gap: 1e-6}]\n"
                     "heat: {temperature: 300 K, sources: {power: 1 MW}}\n" OUTPUT),
        q, 2);
    advance(w, 63);
    assert_int_equal(w->bonds_now, 1);
    const double stored = sum_of_modes(w->ledger.now.bonded), balance = scree_world_totals(w).balance;
    assert_true(stored > 1e-8);
    advance(w, 1);
    const scree_totals t = scree_world_totals(w);
    assert_int_equal(w->bonds_now, 0);
    assert_int_equal(w->bonds.broken[SCREE_MODE_NORMAL], 1);
    assert_true(sum_of_modes(w->ledger.now.bonded) == 0.0);
    expect_near(t.broken[SCREE_MODE_NORMAL], 0.5 * stored, 0.03 * stored,
                "energy at the break, of half the stiffness");
    expect_near(t.changed, -t.broken[SCREE_MODE_NORMAL], 0.03 * stored, "energy of the softening");
    expect_near(t.balance, balance, 1e-3 * stored, "balance");
    scree_world_destroy(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(laws_of_classes), cmocka_unit_test(edges),         cmocka_unit_test(softens),
        cmocka_unit_test(walls_follow),    cmocka_unit_test(history_stays), cmocka_unit_test(bond_weakens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
