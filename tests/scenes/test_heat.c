// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// Heat: conduction against closed forms, walls, sources, ambient, clumps; that every joule is accounted for; that contacts warm by
// exactly what the ledger says they have lost, at meshes and with necks too; what is refused.
#include "heat/heat.h"
#include "world_of_text.h"

// So soft that overlaps stay as they are given.
#define SOFT                                                                                                 \
    "materials: {m: {density: 2500, young: 1e-18, poisson: 0.3, restitution: 0.5, friction: 0.4, "           \
    "heat_capacity: 500 J/(kg K), conductivity: 100 W/(m K)}}\n"                                             \
    "output: {plot: false, series: {every: 0}}\n"
#define CONDUCTION "contacts: [{between: any, normal: hertz, tangential: none, heat: conduction}]\n"

static const double r = 5e-3, capacity = 0.65449846949787358; // m; J/K, 4/3 pi r^3 2500 500
static const double conductance = 0.02;                       // W/K, 2 k a with k = 100, a = 0.1 mm

static double temperature_of(const scree_world *w, uint64_t id) {
    return w->p.temperature[index_of_id(w, id)];
}

static scree_particle warm_ball(uint64_t id, scree_vec3 x, double temperature) {
    scree_particle q = ball(id, r, x, vec3(0, 0, 0), vec3(0, 0, 0));
    q.temperature = temperature;
    return q;
}

static void expect_balance(const scree_world *w, double within) {
    const scree_heat_totals h = scree_heat_totals_of(w);
    expect_near(h.balance, 0.0, within, "balance of heat");
}

// ---- two bodies ------------------------------------------------------------------------------------------------

static double two_bodies(double dt, double end) {
    const scree_particle q[] = {warm_ball(1, vec3(0, 0, 0), 400), warm_ball(2, vec3(9.996e-3, 0, 0), 0)};
    scree_world *w =
        world_of_text(scree_format("time: {end: 1000, dt: %.17g, velocity_scale: 1e-6}\n" SOFT CONDUCTION
                                   "heat: {temperature: 300 K}\n",
                                   dt),
                      q, 2);
    const uint64_t steps = (uint64_t)(end / dt + 0.5);
    advance(w, steps);
    double part = 1.0;
    for (uint64_t k = 0; k < steps; k++) {
        part *= 1.0 - 2.0 * conductance / capacity * dt;
    }
    const double t = temperature_of(w, 1);
    expect_near(t, 350.0 + 50.0 * part, 5e-8, "Euler's steps"); // overlaps are rounded to 1e-12
    expect_near(t + temperature_of(w, 2), 700.0, 1e-11, "both together");
    assert_true(scree_heat_totals_of(w).made == 0.0);
    expect_balance(w, 1e-12);
    scree_world_destroy(w);
    return t;
}

static void exponential(void **state) {
    (void)state;
    const double coarse = two_bodies(0.01, 10.0), fine = two_bodies(0.005, 10.0);
    expect_near(2.0 * fine - coarse, 377.13618, 5e-6, "two bodies after 10 s"); // the error is of order dt
}

// ---- a chain between two walls -----------------------------------------------------------------------------------

enum { CHAIN = 10 };

static scree_world *chain(double dt) {
    scree_particle q[CHAIN];
    for (int k = 0; k < CHAIN; k++) {
        q[k] = warm_ball((uint64_t)k + 1, vec3(r - 2e-6 + 9.996e-3 * k, 0, 0), 0);
    }
    const double end = 2.0 * (r - 2e-6) + 9.996e-3 * (CHAIN - 1);
    return world_of_text(
        scree_format(
            "time: {end: 1e7, dt: %.17g, velocity_scale: 1e-9}\n" SOFT CONDUCTION
            "heat: {temperature: 300 K}\n"
            "walls:\n"
            "  hot: {plane: {point: [0,0,0], normal: [1,0,0]}, material: m, heat: {temperature: 400 K}}\n"
            "  cold: {plane: {point: [%.17g,0,0], normal: [-1,0,0]}, material: m, heat: {temperature: 300 "
            "K}}\n",
            dt, end),
        q, CHAIN);
}

static void between_walls(void **state) {
    (void)state;
    scree_world *w = chain(1.0);
    advance(w, 100);
    expect_near(temperature_of(w, 1), 368.51525, 5e-6, "first of the chain");
    expect_near(temperature_of(w, 5), 304.71841, 5e-6, "fifth of the chain");
    expect_near(temperature_of(w, 10), 300.01367, 5e-6, "last of the chain");
    expect_balance(w, 1e-12);
    scree_world_destroy(w);
    w = chain(10.0);
    advance(w, 2000);
    for (int k = 1; k <= CHAIN; k++) {
        expect_near(temperature_of(w, (uint64_t)k), 400.0 - 100.0 * k / 11.0, 1e-9, "steady profile");
    }
    expect_near(w->wall.data[0].now.heat, 2.0 / 11.0, 1e-11, "flux of the hot wall");
    expect_near(w->wall.data[1].now.heat, -2.0 / 11.0, 1e-11, "flux of the cold wall");
    const scree_heat_totals h = scree_heat_totals_of(w);
    const double given = scree_double_double_value(&w->wall.data[0].now.heat_in) +
                         scree_double_double_value(&w->wall.data[1].now.heat_in);
    expect_near(h.walls, given, 1e-10, "sum over the walls");
    expect_near(h.thermal, capacity * 500.0, 1e-6, "thermal energy of the steady profile");
    scree_world_destroy(w);
}

// DEMLab's pack1_regular_400: a square array of equal spheres between three walls; the means that it prints.
static void regular_pack(void **state) {
    (void)state;
    enum { SIDE = 20 };
    static scree_particle q[SIDE * SIDE];
    for (int k = 0; k < SIDE * SIDE; k++) {
        q[k] = ball((uint64_t)k + 1, 0.026, vec3(0.025 + 0.05 * (k % SIDE), 0.025 + 0.05 * (k / SIDE), 0),
                    vec3(0, 0, 0), vec3(0, 0, 0));
        q[k].density = 2000.0;
    }
    scree_world *w = world_of_text(
        scree_format(
            "time: {end: 10, dt: 0.01, velocity_scale: 1e-9}\n"
            "materials: {m: {density: 2000, young: 1e-9, poisson: 0.3, restitution: 0.5, heat_capacity: 25, "
            "conductivity: 2000 W/(m K)}}\n"
            "contacts: [{between: any, normal: hertz, tangential: none, heat: {law: conduction, area: "
            "intersection}}]\n"
            "heat: {temperature: 300 K}\n"
            "walls:\n"
            "  left: {plane: {point: [0,0,0], normal: [1,0,0]}, material: m, heat: {temperature: 400 K}}\n"
            "  right: {plane: {point: [1,0,0], normal: [-1,0,0]}, material: m, heat: {temperature: 400 K}}\n"
            "  bottom: {plane: {point: [0,0,0], normal: [0,1,0]}, material: m, heat: {temperature: 400 K}}\n"
            "  top: {plane: {point: [0,1,0], normal: [0,-1,0]}, material: m}\n"
            "output: {plot: false, series: {every: 0}}\n"),
        q, SIDE * SIDE);
    static const struct {
        uint64_t step;
        double mean;
    } printed[] = {{1, 301.1640125986}, {100, 336.5294435565}, {1000, 392.1105816375}};
    for (int k = 0; k < 3; k++) {
        advance(w, printed[k].step - w->step);
        expect_near(scree_heat_totals_of(w).mean, printed[k].mean, 5e-9, "mean of DEMLab's pack");
    }
    scree_world_destroy(w);
}

// ---- walls of other kinds ------------------------------------------------------------------------------------------

// Two balls of 300 K and 350 K on a wall.
static scree_world *on_wall(const char *wall) {
    const scree_particle q[] = {warm_ball(1, vec3(0.05, 0.05, r - 2e-6), 0),
                                warm_ball(2, vec3(0.07, 0.05, r - 8e-6), 350)};
    return world_of_text(scree_format("time: {end: 1000, dt: 0.1, velocity_scale: 1e-6}\n" SOFT CONDUCTION
                                      "heat: {temperature: 300 K}\nwalls: {w: {%s}}\n",
                                      wall),
                         q, 2);
}
#define PLANE "plane: {point: [0,0,0], normal: [0,0,1]}, material: m"
#define PLATE "rectangle: {corner: [0,0,0], first: [0.1,0,0], second: [0,0.1,0]}, material: m"

static void wall_of_power(void **state) {
    (void)state;
    static const char *const wall[] = {PLANE ", heat: {power: 0.5 W}", PLATE ", heat: {flux: 50 W/m2}"};
    for (int k = 0; k < 2; k++) {
        scree_world *w = on_wall(wall[k]);
        advance(w, 100);
        expect_near(w->wall.data[0].now.heat, 0.5, 1e-12, "power of the wall");
        size_t n;
        scree_contact_row *row = scree_contact_rows(w, &n);
        assert_int_equal(n, 2);
        assert_true(row[0].heat > 0.0);
        expect_near(row[0].heat + row[1].heat, 0.5, 1e-12, "heat of its contacts");
        scree_free(row);
        const scree_heat_totals h = scree_heat_totals_of(w);
        expect_near(h.walls, 5.0, 1e-11, "heat of the wall");
        expect_near(h.thermal, 5.0, 1e-9, "heat of the balls");
        assert_true(temperature_of(w, 1) > 300.0 && temperature_of(w, 2) > temperature_of(w, 1));
        expect_balance(w, 1e-11);
        scree_world_destroy(w);
    }
}

// It takes 30 W for three steps; with conductances of 0.06 W/K in all from a wall 500 K colder than the balls. Said once.
static void wall_too_cold(void **state) {
    (void)state;
    static const char says[] = "walls.w.heat: t = 0.1 s: to take 30 W from the particles that touch it the "
                               "wall would have to be at -1";
    static const char *const power[] = {"-30", "-3"};
    for (int k = 0; k < 2; k++) {
        char *text = scree_format(PLANE ", heat: {power: %s W}", power[k]);
        scree_report *report = scree_report_create();
        scree_world *w = on_wall(text);
        for (int step = 0; step < 3; step++) {
            assert_int_equal(scree_world_step(w, report), SCREE_OK);
        }
        assert_int_equal(w->wall.data[0].cold_steps, k == 0 ? 3 : 0);
        assert_int_equal(scree_report_size(report), k == 0 ? 1 : 0);
        if (k == 0 && !strstr(scree_report_text(report, 0), says)) {
            fail_msg("%s", scree_report_text(report, 0));
        }
        scree_report_destroy(report);
        scree_world_destroy(w);
        scree_free(text);
    }
}

static void wall_with_mass(void **state) {
    (void)state;
    scree_world *w = on_wall(PLANE ", heat: {mass: 2 g, temperature: 500 K, power: 0.1 W}");
    advance(w, 200);
    const scree_heat_totals h = scree_heat_totals_of(w);
    const double wall = w->wall.data[0].now.temperature;
    expect_near(h.thermal + 0.002 * 500.0 * (wall - 500.0), 0.1 * 20.0, 1e-9, "heat of wall and balls");
    assert_true(wall < 500.0 && wall > 350.0);
    scree_world_destroy(w);
    w = on_wall(PLANE ", heat: {mass: 2 g, temperature: 500 K, power: 0.1 W}, start: 1 s, stop: 3 s");
    advance(w, 9);
    assert_true(w->wall.data[0].now.temperature == 500.0); // it is not there yet
    advance(w, 11);
    assert_true(scree_heat_totals_of(w).thermal > 0.0);
    advance(w, 20);
    expect_near(scree_heat_totals_of(w).thermal + 0.002 * 500.0 * (w->wall.data[0].now.temperature - 500.0),
                0.1 * 2.0, 1e-9, "heat while the wall was there");
    scree_world_destroy(w);
    w = on_wall(PLANE);
    advance(w, 100);
    assert_true(temperature_of(w, 1) == 300.0 && temperature_of(w, 2) == 350.0); // insulated
    scree_world_destroy(w);
}

// ---- ambient and sources ---------------------------------------------------------------------------------------------

static scree_world *alone(const char *heat) {
    const scree_particle q[] = {warm_ball(1, vec3(0, 0, 0), 0), warm_ball(2, vec3(1, 0, 0), 450)};
    return world_of_text(
        scree_format(
            "time: {end: 1e6, dt: 0.1, velocity_scale: 1e-6}\nmaterials: {m: {density: 2500, young: 1e-9, "
            "poisson: 0.3, restitution: 0.5, heat_capacity: 500, emissivity: 0.8}}\n"
            "contacts: [{between: any, tangential: none}]\n"
            "output: {plot: false, series: {every: 0}}\nheat: {%s}\n",
            heat),
        q, 2);
}

static void ambient(void **state) {
    (void)state;
    const double area = 4.0 * 3.14159265358979323846 * r * r;
    scree_world *w = alone("temperature: 300 K, ambient: 400 K, convection: 25 W/(m2 K)");
    advance(w, 1000);
    double part = 1.0;
    for (int k = 0; k < 1000; k++) {
        part *= 1.0 - 0.1 * 25.0 * area / capacity;
    }
    expect_near(temperature_of(w, 1), 400.0 - 100.0 * part, 1e-10, "convection");
    expect_near(temperature_of(w, 2), 400.0 + 50.0 * part, 1e-10, "convection of the other");
    expect_balance(w, 1e-11);
    scree_world_destroy(w);
    w = alone("temperature: 300 K, ambient: 1000 K, radiation: true");
    advance(w, 1);
    const double sigma = 5.670374419e-8, heat = 0.8 * sigma * area * (1e12 - 300.0 * 300.0 * 300.0 * 300.0);
    expect_near(temperature_of(w, 1), 300.0 + 0.1 * heat / capacity, 1e-11, "radiation");
    advance(w, 60000);
    expect_near(temperature_of(w, 1), 1000.0, 1e-6, "equilibrium of radiation");
    expect_balance(w, 1e-8); // the temperature is rounded 60 000 times
    scree_world_destroy(w);
}

static void sources(void **state) {
    (void)state;
    scree_world *w =
        alone("temperature: 300 K, sources: [{power: 2 W, ids: [1], start: 1 s, stop: 3 s}, "
              "{power: -1 kW/m3, material: m, region: {box: {min: [0.5, -1, -1], max: [2, 1, 1]}}}]");
    advance(w, 100);
    expect_near(temperature_of(w, 1), 300.0 + 2.0 * 2.0 / capacity, 1e-10, "source from 1 s to 3 s");
    expect_near(temperature_of(w, 2), 450.0 - 1e3 * 10.0 / (2500.0 * 500.0), 1e-10, "source by volume");
    expect_balance(w, 1e-11);
    scree_world_destroy(w);
}

// The volume is that of the body, also where it has a density of its own.
static void source_by_volume(void **state) {
    (void)state;
    scree_particle q = warm_ball(1, vec3(0, 0, 0), 0);
    q.density = 5000;
    scree_world *w = world_of_text(
        scree_format(
            "time: {end: 1000, dt: 0.1, velocity_scale: 1e-6}\n" SOFT
            "shapes: {d: {members: [{at: [-5 mm, 0, 0], radius: 5 mm}, {at: [5 mm, 0, 0], radius: 5 mm}]}}\n"
            "particles: [{positions: [[1, 0, 0]], shape: d, material: m}]\n"
            "heat: {temperature: 300 K, sources: [{power: 1 kW/m3}]}\n"),
        &q, 1);
    advance(w, 100);
    const size_t clump = w->p.body[0] > 0 ? 0 : w->p.n - 1;
    expect_near(temperature_of(w, 1), 300.0 + 1e3 * 10.0 / (5000.0 * 500.0), 1e-10, "source by volume");
    expect_near(w->p.temperature[clump], 300.0 + 1e3 * 10.0 / (2500.0 * 500.0), 1e-10, "of a clump");
    expect_balance(w, 1e-11);
    scree_world_destroy(w);
}

// ---- clumps, fixed particles --------------------------------------------------------------------------------------------

static void clump(void **state) {
    (void)state;
    const scree_particle q[] = {warm_ball(10, vec3(0.015 - 4e-6, 0, 0), 400)};
    scree_world *w = world_of_text(
        scree_format(
            "time: {end: 1000, dt: 0.1, velocity_scale: 1e-6}\n" SOFT CONDUCTION
            "heat: {temperature: 300 K}\n"
            "shapes: {d: {members: [{at: [-5 mm, 0, 0], radius: 5 mm}, {at: [5 mm, 0, 0], radius: 5 mm}]}}\n"
            "particles: [{positions: [[0, 0, 0]], shape: d, material: m, temperature: 320 K}]\n"),
        q, 1);
    double part = 1.0;
    const double both = 2.0 * capacity * 2500.0 / 2500.0;
    for (int k = 0; k < 200; k++) {
        part *= 1.0 - 0.1 * conductance * (1.0 / capacity + 1.0 / both);
    }
    advance(w, 200);
    const double mean = (capacity * 400.0 + both * 320.0) / (capacity + both);
    const size_t first = index_of_id(w, w->p.body[index_of_id(w, 11)]);
    expect_near(w->p.temperature[first], mean - 80.0 * capacity / (capacity + both) * part, 1e-3, "clump");
    assert_true(w->p.temperature[first] == w->p.temperature[first + 1]);
    assert_true(w->p.temperature[first] > 320.0 && temperature_of(w, 10) < 400.0);
    expect_balance(w, 1e-11);
    scree_world_destroy(w);
}

// Members of agglomerates begin with the temperature of their entry, placed or inserted.
static void agglomerates(void **state) {
    (void)state;
    scree_world *w = world_of_text(
        scree_format("time: {end: 1, dt: 1e-5}\n" SOFT
                     "contacts: [{between: any, bond: {law: parallel, bond_young: 1 MPa}}]\n"
                     "heat: {temperature: 300 K}\n"
                     "domain: {min: [-0.1, -0.1, -0.1], max: [0.1, 0.1, 0.3]}\n"
                     "shapes: {d: {chain: {count: 3, radius: 5 mm}, bonded: true}}\n"
                     "particles: [{positions: [[0, 0, 0]], shape: d, material: m, temperature: 320 K}]\n"
                     "insertion: [{material: m, shape: d, fill: random, count: 2, temperature: 340 K, "
                     "region: {box: {min: [-0.1, -0.1, 0.1], max: [0.1, 0.1, 0.3]}}}]\n"),
        NULL, 0);
    advance(w, 1);
    assert_int_equal(w->p.n, 9);
    for (uint64_t id = 1; id <= 9; id++) {
        assert_true(temperature_of(w, id) == (id <= 3 ? 320.0 : 340.0));
    }
    expect_balance(w, 1e-12);
    scree_world_destroy(w);
}

static void fixed_particle(void **state) {
    (void)state;
    scree_particle q[] = {warm_ball(1, vec3(0, 0, 0), 400), warm_ball(2, vec3(9.996e-3, 0, 0), 0)};
    q[0].fixed = true;
    scree_world *w =
        world_of_text(scree_format("time: {end: 1000, dt: 0.1, velocity_scale: 1e-6}\n" SOFT CONDUCTION
                                   "heat: {temperature: 300 K}\n"),
                      q, 2);
    advance(w, 100);
    assert_true(temperature_of(w, 1) == 400.0);
    const scree_heat_totals h = scree_heat_totals_of(w);
    expect_near(h.walls, capacity * (temperature_of(w, 2) - 300.0), 1e-11, "heat of a fixed particle");
    expect_balance(w, 1e-12);
    scree_world_destroy(w);
}

// ---- heat of what is lost in contacts ------------------------------------------------------------------------------------

typedef struct lossy {
    const char *name, *contacts, *walls, *liquid;
} lossy;

#define BOX_OF_PLANES                                                                                        \
    "  floor: {plane: {point: [0,0,0], normal: [0,0,1]}, material: m}\n"                                     \
    "  a: {plane: {point: [0,0,0], normal: [1,0,0]}, material: m}\n"                                         \
    "  b: {plane: {point: [0.02,0,0], normal: [-1,0,0]}, material: m}\n"                                     \
    "  c: {plane: {point: [0,0,0], normal: [0,1,0]}, material: m}\n"                                         \
    "  d: {plane: {point: [0,0.02,0], normal: [0,-1,0]}, material: m}\n"
// A trough of many faces: particles touch several faces of gently concave edges, which are corrected.
#define TROUGH                                                                                               \
    "  trough: {extrude: {line: [[0,0,0.03], [0,0,0.012], [0.001,0,0.008], [0.003,0,0.0045], "               \
    "[0.006,0,0.002], "                                                                                      \
    "[0.01,0,0.001], [0.014,0,0.002], [0.017,0,0.0045], [0.019,0,0.008], [0.02,0,0.012], [0.02,0,0.03]], "   \
    "along: [0, 0.02, 0]}, material: m}\n"                                                                   \
    "  c: {plane: {point: [0,0,0], normal: [0,1,0]}, material: m}\n"                                         \
    "  d: {plane: {point: [0,0.02,0], normal: [0,-1,0]}, material: m}\n"

static const lossy lossy_cases[] = {
    {"hertz and mindlin, fused", "normal: hertz, tangential: mindlin", BOX_OF_PLANES, ""},
    {"all modes",
     "normal: hertz, tangential: mindlin, rolling: {law: epsd2, rolling_friction: 0.1}, twisting: marshall",
     BOX_OF_PLANES, ""},
    {"all modes and bridges",
     "normal: hertz, tangential: none, rolling: {law: cdt, rolling_friction: 0.1}, twisting: marshall, "
     "liquid: {law: willett, surface_tension: 0.05, contact_angle: 20 deg, viscosity: 0.001}",
     BOX_OF_PLANES, "liquid: {moisture: 0.02}\n"},
    {"a neck", "normal: {law: jkr, surface_energy: 0.02}, tangential: mindlin", BOX_OF_PLANES, ""},
    {"plastic", "normal: {law: walton_braun, stiffness: 800 N/m}, tangential: mindlin", BOX_OF_PLANES, ""},
    {"in a mesh", "normal: hertz, tangential: mindlin, rolling: {law: epsd2, rolling_friction: 0.1}", TROUGH,
     ""},
};

static scree_world *lossy_world(const lossy *c) {
    enum { N = 48 };
    scree_particle q[N];
    for (int k = 0; k < N; k++) {
        q[k] = ball((uint64_t)k + 1, 1.4e-3 + 2e-5 * (k % 11),
                    vec3(0.0025 + 4e-3 * (k % 4) + 1e-4 * (k % 7),
                         0.0025 + 4e-3 * (k / 4 % 4) + 1e-4 * (k % 5), 0.006 + 4e-3 * (k / 16)),
                    vec3(0.1 * (k % 3) - 0.1, 0.05 * (k % 5) - 0.1, -0.3), vec3(20, 5.0 * (k % 4), -30));
    }
    return world_of_text(
        scree_format(
            "time: {end: 1, dt: 1e-5, velocity_scale: 1}\n"
            "gravity: [0.5, 0.3, -9.81]\n"
            "materials: {m: {density: 2500, young: 2e6, poisson: 0.3, restitution: 0.6, friction: 0.4, "
            "heat_capacity: 100}}\n"
            "contacts: [{between: any, %s}]\nwalls:\n%s"
            "heat: {temperature: 300 K, friction: 1}\n%s"
            "output: {plot: false, series: {every: 0}}\n",
            c->contacts, c->walls, c->liquid),
        q, N);
}

static void losses_warm(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof lossy_cases / sizeof *lossy_cases; k++) {
        scree_world *w = lossy_world(&lossy_cases[k]);
        double most = 0.0;
        for (int part = 0; part < 60; part++) {
            advance(w, 97);
            const double lost = dissipated(w) + w->liquid_ledger.rupture_energy;
            const scree_heat_totals h = scree_heat_totals_of(w);
            most = fmax(most, fabs(lost));
            expect_near(h.made, lost, 1e-12 * most, lossy_cases[k].name);
            expect_near(h.thermal, h.made, 1e-11, lossy_cases[k].name); // rounding of temperatures
        }
        print_message("%s: %.6g J made in %llu contacts now\n", lossy_cases[k].name,
                      scree_heat_totals_of(w).made, (unsigned long long)w->contacts);
        assert_true(most > 1e-5);
        scree_world_destroy(w);
    }
}

// A wall that keeps its temperature takes its half of the heat that contacts with it make; with this heat the balance is zero.
static void losses_warm_a_wall(void **state) {
    (void)state;
    const scree_particle q = ball(1, 5e-3, vec3(0, 0, 5.2e-3), vec3(0.5, 0, -0.6), vec3(0, 0, 0));
    scree_world *w =
        world_of_text(scree_format("time: {end: 1, dt: 1e-5, velocity_scale: 1}\n"
                                   "materials: {m: {density: 2500, young: 2e6, poisson: 0.3, restitution: "
                                   "0.6, friction: 0.4, heat_capacity: 100}}\n"
                                   "contacts: [{between: any, normal: hertz, tangential: mindlin}]\n"
                                   "walls: {floor: {plane: {point: [0,0,0], normal: [0,0,1]}, material: m, "
                                   "heat: {temperature: 300 K}}}\n"
                                   "heat: {temperature: 300 K, friction: 1}\n"),
                      &q, 1);
    advance(w, 600);
    const scree_heat_totals h = scree_heat_totals_of(w);
    assert_true(h.made > 1e-5 && w->contacts == 0);
    expect_near(h.walls, -0.5 * h.made, 1e-12 * h.made, "half of it in the wall");
    expect_near(h.thermal, 0.5 * h.made, 1e-11, "half of it in the body");
    expect_balance(w, 1e-11);
    scree_world_destroy(w);
}

// A ball that bounces off a wall, to which it may be bonded from time to time.
static scree_world *bouncing_ball(double every) {
    const scree_particle q = ball(1, 5e-3, vec3(0, 0, 5.2e-3), vec3(0.5, 0, -0.6), vec3(0, 0, 0));
    return world_of_text(
        scree_format("time: {end: 1, dt: 1e-5, velocity_scale: 1}\n"
                     "materials: {m: {density: 2500, young: 2e6, poisson: 0.3, restitution: 0.6, friction: "
                     "0.4, heat_capacity: 100}}\n"
                     "contacts: [{between: any, normal: hertz, tangential: mindlin, bond: {law: parallel, "
                     "bond_young: 1e6}}]\n"
                     "bonds: [{walls: [floor], gap: 0.1 mm, every: %.17g}]\n"
                     "walls: {floor: {plane: {point: [0,0,0], normal: [0,0,1]}, material: m}}\n"
                     "heat: {temperature: 300 K, friction: 1}\n",
                     every),
        &q, 1);
}

// The bond is made in the very step in which the contact ends: what the contact still makes is not lost by it.
static void bond_where_a_contact_ends(void **state) {
    (void)state;
    scree_world *w = bouncing_ball(0.5);
    bool touched = false;
    while (!touched || w->contacts > 0) {
        advance(w, 1);
        touched |= w->contacts > 0;
    }
    const uint64_t ends = w->step;
    scree_world_destroy(w);
    w = bouncing_ball((double)ends * 1e-5);
    advance(w, ends - 1);
    assert_true(w->contacts == 1 && w->bonds_now == 0);
    advance(w, 1);
    assert_true(w->bonds_now == 1);
    advance(w, 1); // what the bond of this step makes is in the temperature after the next one
    const scree_heat_totals h = scree_heat_totals_of(w);
    assert_true(h.made > 1e-5);
    expect_near(h.made, dissipated(w), 1e-12 * h.made, "heat made");
    expect_near(h.thermal, h.made, 1e-11, "heat in the ball");
    scree_world_destroy(w);
}

// ---- what is refused -------------------------------------------------------------------------------------------------------

static void expect_stopped(const char *text, const char *says) {
    scree_report *report = scree_report_create();
    scree_world *w = scree_load_text("test.yaml", text, NULL, 1, NULL, report);
    scree_status status = w ? scree_load_start(w, report) : SCREE_USER_ERROR;
    while (status == SCREE_OK && w->step < 200) {
        status = scree_world_step(w, report);
    }
    bool said = false;
    for (size_t k = 0; k < scree_report_size(report); k++) {
        said |= strstr(scree_report_text(report, k), says) != NULL;
    }
    if (status == SCREE_OK || !said) {
        fail_msg("no message says '%s'", says);
    }
    scree_world_destroy(w);
    scree_report_destroy(report);
}

#define BALLS                                                                                                \
    "particles: [{positions: [[0, 0, 0]], diameter: 10 mm, material: m, temperature: 400 K}, {positions: "   \
    "[[9.996 mm, 0, 0]], diameter: 10 mm, material: m}]\n"

// A body gives its heat to the ambient in C / (A (h + 4 e sigma T^3)): a time step just below is taken, one just above is not.
static void too_long_for_the_ambient(void **state) {
    (void)state;
    static const char *const key[] = {"convection: 25 W/(m2 K)", "radiation: true",
                                      "convection: 25 W/(m2 K), radiation: true"};
    const double area = 4.0 * 3.14159265358979323846 * r * r,
                 slope[] = {25.0, 4.0 * 0.8 * 5.670374419e-8 * 1e9};
    for (int k = 0; k < 3; k++) {
        const double limit = capacity / (area * ((k == 1 ? 0.0 : slope[0]) + (k == 0 ? 0.0 : slope[1])));
        for (int above = 0; above < 2; above++) {
            char *text =
                scree_format("time: {end: 1e5, dt: %.17g, velocity_scale: 1e-9}\nmaterials: {m: {density: "
                             "2500, young: 1e-18, "
                             "poisson: 0.3, restitution: 0.5, heat_capacity: 500, emissivity: 0.8}}\n"
                             "contacts: [{between: any, tangential: none}]\nheat: {temperature: 1000 K, "
                             "ambient: 300 K, %s}\n"
                             "particles: [{positions: [[0, 0, 0]], diameter: 10 mm, material: m}]\n",
                             (above ? 1.001 : 0.999) * limit, key[k]);
            if (above) {
                expect_stopped(text, "is too long for the heat of particle 1");
            } else {
                scree_world *w = world_of_text(scree_format("%s", text), NULL, 0);
                advance(w, 1);
                assert_true(temperature_of(w, 1) > 300.0 && temperature_of(w, 1) < 1000.0);
                scree_world_destroy(w);
            }
            scree_free(text);
        }
    }
}

static void refusals(void **state) {
    (void)state;
    expect_stopped(
        "time: {end: 1000, dt: 40, velocity_scale: 1e-9}\nheat: {temperature: 300 K}\n" SOFT CONDUCTION BALLS,
        "the time step 40 s is too long for the heat of particle 1");
    expect_stopped("time: {end: 1000, dt: 0.1, velocity_scale: 1e-9}\nheat: {temperature: 300 K, sources: "
                   "{power: -100 W, ids: "
                   "[2]}}\n" SOFT CONDUCTION BALLS,
                   "the temperature of particle 2 is");
    expect_stopped(
        "time: {end: 1, dt: 0.1, velocity_scale: 1e-9}\nheat: {temperature: 1e120 K}\n" SOFT CONDUCTION
        "particles: [{positions: [[0, 0, 0]], diameter: 10 mm, material: m}]\n",
        "the temperature of particle 1 is 1e+120 K; accepted: above 0 K and below 1e100 K");
    // a conductance of 0.02 W/K of a wall with 0.05 J/K; and 1 J/K that give away 130 W for longer than they can
    expect_stopped(
        "time: {end: 1000, dt: 3, velocity_scale: 1e-9}\nheat: {temperature: 300 K}\n" SOFT CONDUCTION
        "walls: {w: {" PLANE ", heat: {mass: 0.1 g, temperature: 400 K}}}\n"
        "particles: [{positions: [[0, 0, 4.998 mm]], diameter: 10 mm, material: m}]\n",
        "walls.w.heat: t = 0 s, step 0: the time step 3 s is too long for the heat of the wall, which "
        "gives it to its particles in 2.5 s");
    expect_stopped(
        "time: {end: 1000, dt: 0.1, velocity_scale: 1e-9}\nheat: {temperature: 300 K}\n" SOFT CONDUCTION
        "walls: {w: {" PLANE ", heat: {mass: 2 g, temperature: 400 K, power: -130 W}}}\n"
        "particles: [{positions: [[0, 0, 6 mm]], diameter: 10 mm, material: m}]\n",
        "walls.w.heat: t = 3.1 s, step 31: the temperature is -3 K");
    expect_case_refused(
        "time: {end: 1, integrator: verlet_half_step}\nheat: {temperature: 300 K, friction: 1}\n" SOFT
            CONDUCTION,
        "heat: with time.integrator: verlet_half_step");
    expect_case_refused("time: {end: 1}\nheat: {temperature: -3 K}\n" SOFT CONDUCTION,
                        "heat.temperature: \"-3 K\" is");
    expect_case_refused(
        "time: {end: 1}\nheat: {temperature: 300 K, convection: 3 W/(m2 K)}\n" SOFT CONDUCTION,
        "convection needs the temperature of the ambient");
    expect_case_refused("time: {end: 1}\n" SOFT CONDUCTION, "particles have no temperature");
    expect_case_refused("time: {end: 1}\nheat: {temperature: 300 K}\n" SOFT CONDUCTION "walls: {w: {" PLANE
                        ", heat: {flux: 3 W/m2}}}\n",
                        "a flux needs an area, and a plane has none");
    expect_case_refused("time: {end: 1}\nheat: {temperature: 300 K}\n" SOFT CONDUCTION "walls: {w: {" PLANE
                        ", heat: {mass: 3 kg}}}\n",
                        "missing key 'temperature', which a wall with a mass has");
    expect_case_refused("time: {end: 1}\nheat: {temperature: 300 K}\nmaterials: {m: {density: 1, young: 1, "
                        "poisson: 0, restitution: 1, heat_capacity: 1}}\n" CONDUCTION BALLS,
                        "needs 'conductivity'");
    expect_case_refused("time: {end: 1}\nheat: {temperature: 300 K}\nmaterials: {m: {density: 1, young: 1, "
                        "poisson: 0}}\n" BALLS,
                        "materials.m: missing key 'heat_capacity'");
}

static void expect_warned(const char *text, const char *wanted) {
    scree_report *report = scree_report_create();
    char *whole = scree_format("time: {end: 1, dt: 1e-3, velocity_scale: 1e-6}\n" SOFT "%s", text);
    const scree_particle q = warm_ball(1, vec3(0, 0, 0), 0);
    scree_world *w = world_of_case(case_of_text(whole), &q, 1, 1, NULL);
    assert_int_equal(scree_load_start(w, report), SCREE_OK);
    size_t warnings = 0;
    for (size_t k = 0; k < scree_report_size(report); k++) {
        const bool warning = scree_report_severity(report, k) == SCREE_SEVERITY_WARNING;
        warnings += warning;
        if (warning && (!wanted || !strstr(scree_report_text(report, k), wanted))) {
            fail_msg("%s", scree_report_text(report, k));
        }
    }
    assert_int_equal(warnings, wanted != NULL);
    scree_free(whole);
    scree_world_destroy(w);
    scree_report_destroy(report);
}

static void warnings(void **state) {
    (void)state;
#define HOT_WALL                                                                                             \
    "walls: {w: {plane: {point: [-1, 0, 0], normal: [1, 0, 0]}, material: m, heat: {temperature: 400 K}}}\n"
    expect_warned(HOT_WALL "heat: {temperature: 300 K}\n",
                  "walls.w.heat: m has a heat law with no material: no heat flows between this wall and");
    expect_warned(HOT_WALL CONDUCTION "heat: {temperature: 300 K}\n", NULL);
    expect_warned(
        "heat: {temperature: 300 K, ambient: 290 K}\n",
        "4:7: warning: heat.ambient: no heat flows to it or from it, as there is neither 'convection'");
    expect_warned("heat: {temperature: 300 K, ambient: 290 K, convection: 1e-9}\n", NULL);
    expect_warned("heat: {temperature: 300 K, sources: [{power: 1 W}, {power: 1 W, start: 1 s}]}\n",
                  "heat.sources[1]: its start, 1 s, is not before time.end, 1 s: it gives no heat");
    expect_warned("heat: {temperature: 300 K, sources: [{power: 1 W, start: never}]}\n",
                  "heat.sources[0]: its start, never, is not before");
    static const char nothing[] =
        "heat.sources[1]: no particle has all of its 'material', 'from' and 'ids', and none "
        "is inserted: it gives no heat";
    expect_warned("heat: {temperature: 300 K, sources: [{power: 1 W, ids: [1]}, {power: 1 W, ids: [2]}]}\n",
                  nothing);
    expect_warned("heat: {temperature: 300 K, sources: [{power: 1 W, ids: [1], region: {box: {min: [5, 5, "
                  "5], max: [6, 6, "
                  "6]}}}]}\n",
                  NULL);
    static const char feed[] =
        "insertion: [{name: feed, material: m, fill: random, count: 1, start: 0.5 s, diameter: "
        "10 mm, region: {box: {min: [0, 0, 1], max: [1, 1, 2]}}}]\n"
        "heat: {temperature: 300 K, sources: [{power: 1 W, from: feed}, {power: 1 W, ids: [2]}]}\n";
    expect_warned(feed, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exponential),
        cmocka_unit_test(between_walls),
        cmocka_unit_test(regular_pack),
        cmocka_unit_test(wall_of_power),
        cmocka_unit_test(wall_too_cold),
        cmocka_unit_test(wall_with_mass),
        cmocka_unit_test(ambient),
        cmocka_unit_test(sources),
        cmocka_unit_test(clump),
        cmocka_unit_test(fixed_particle),
        cmocka_unit_test(losses_warm),
        cmocka_unit_test(losses_warm_a_wall),
        cmocka_unit_test(bond_where_a_contact_ends),
        cmocka_unit_test(too_long_for_the_ambient),
        cmocka_unit_test(refusals),
        cmocka_unit_test(agglomerates),
        cmocka_unit_test(source_by_volume),
        cmocka_unit_test(warnings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
