// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// Steps that leave out the energy that contacts store: the same bits, and the same energies after a step with it, whatever happens in between; no
// number of an earlier step is given; what needs the energy is refused; checkpoints of such steps.
// not with sanitizers: it compares figures and bits of a few bodies, on paths through the code that test_ledger and test_host take
#include "host_world.h"

#define HOT                                                                                                  \
    "materials: {m: {density: 2500, poisson: 0.3, restitution: 0.5, friction: 0.4, heat_capacity: 5, "       \
    "conductivity: 100 W/(m K), temperature_tables: {young: [[300 K, 5 MPa], [400 K, 1 MPa]], step: 2}}}\n"  \
    "heat: {temperature: 300 K, ambient: 390 K, convection: 10 kW/(m2 K)}\n"
#define COLD                                                                                                 \
    "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.5, friction: 0.4, "           \
    "rolling_friction: 0.1}}\n"
#define STEPPED "time: {end: 10, dt: 1e-5, velocity_scale: 1}\n"
#define HALF_STEPS "time: {end: 10, dt: 1e-5, velocity_scale: 1, integrator: verlet_half_step}\n"
#define SHAKEN                                                                                               \
    "gravity: [0, 0, -9.81]\n"                                                                               \
    "alarms: {negative_loss: off}\n"                                                                         \
    "domain: {min: [0, 0, -1 cm], max: [2 cm, 2 cm, 5 cm], periodic: [x, y]}\n"
#define FLOOR                                                                                                \
    "  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m, "                                  \
    "motion: {vibrate: {amplitude: [0, 0, 0.05 mm], frequency: 80}}}\n"
#define GRAINS                                                                                               \
    "insertion: [{material: m, name: i, fill: random, count: 150, velocity: [0.1, 0, -0.5], "                \
    "diameter: {uniform: [2 mm, 3 mm]}, "                                                                    \
    "region: {box: {min: [0, 0, 0], max: [2 cm, 2 cm, 1.5 cm]}}}"

typedef struct scene {
    const char *name, *text, *happens; // a column that is above 0 in the end
    bool eventful;                     // some steps sum the energy all the same
} scene;

static const scene scenes[] = {
    {"fused",
     STEPPED SHAKEN COLD "contacts: [{between: any, normal: hertz, tangential: mindlin}]\nwalls:\n" FLOOR
                         "  lid: {plane: {point: [0, 0, 4 cm], normal: [0, 0, -1]}, material: m, "
                         "movable: true}\n" GRAINS "]\n",
     "contacts", false},
    {"staged",
     STEPPED SHAKEN COLD "contacts: [{between: any, normal: hertz, tangential: coulomb, rolling: epsd}]\n"
                         "walls:\n" FLOOR GRAINS "]\n",
     "friction_rolling", false},
    {"half steps",
     HALF_STEPS SHAKEN COLD
     "contacts: [{between: any, normal: hertz, tangential: mindlin}]\nwalls:\n" FLOOR GRAINS "]\n",
     "contacts", false},
    {"bonds",
     STEPPED SHAKEN COLD
     "contacts: [{between: any, normal: hertz, tangential: mindlin, bond: {law: parallel, "
     "bond_young: 10 MPa, bond_tension: 200 Pa}}]\nwalls:\n" FLOOR
     "bonds: [{start: 20 ms, gap: 0.2 mm}]\n" GRAINS "]\n",
     "bonds_broken_tension", false},
    {"bridges",
     STEPPED SHAKEN COLD
     "contacts: [{between: any, normal: hertz, tangential: mindlin, liquid: {law: willett, "
     "surface_tension: 0.007, contact_angle: 30 deg}}]\nliquid: {moisture: 1e-4}\n"
     "walls:\n" FLOOR GRAINS "]\n",
     "bridges_ruptured", false},
    {"classes",
     STEPPED SHAKEN HOT "contacts: [{between: any, normal: hertz, tangential: mindlin, heat: conduction}]\n"
                        "walls:\n" FLOOR GRAINS "]\n",
     "contacts", true},
    {"events",
     STEPPED SHAKEN COLD
     "contacts: [{between: any, normal: hertz, tangential: mindlin}]\nwalls:\n" FLOOR
     "  gate: {rectangle: {corner: [2 mm, 2 mm, 3 mm], first: [1 cm, 0, 0], second: [0, 1 cm, 0]}, "
     "material: m, start: 20 ms, stop: 30 ms}\n"
     "groups: {a: {growth: 2 1/s, growth_every: 0.21 ms, start: 20 ms, stop: 25 ms, "
     "region: {box: {min: [0, 0, 0], max: [1 cm, 2 cm, 2 cm]}}}}\n"
     "outlets: {gone: {region: {box: {min: [15 mm, 15 mm, 0], max: [2 cm, 2 cm, 2 mm]}}}}\n" GRAINS
     ", {material: m, name: rain, rate: 4000 1/s, diameter: 2 mm, velocity: [0, 0, -0.5], "
     "region: {box: {min: [0, 0, 3 cm], max: [2 cm, 2 cm, 4 cm]}}}]\n",
     "gone count", true},
};
enum { SCENES = sizeof scenes / sizeof *scenes, MOST_COLUMNS = 256, ROUNDS = 160, STEPS = 25 };

static const char *const of_stored[] = {"elastic_normal",   "elastic_tangential", "elastic_rolling",
                                        "elastic_twisting", "plastic_normal",     "friction_tangential",
                                        "friction_rolling", "friction_twisting",  "energy_balance"};
enum { OF_STORED = sizeof of_stored / sizeof *of_stored };

static bool needs_stored(const char *line) {
    bool needs = false;
    for (int k = 0; k < OF_STORED; k++) {
        const size_t n = strlen(of_stored[k]);
        needs |= strncmp(line, of_stored[k], n) == 0 && line[n] == '\t';
    }
    return needs;
}

// All numbers of two worlds have the same bits, but for those that need the stored energy: if `without`, they are NaN in y. Returns whether they are.
static bool compare(const char *name, scree_world *x, scree_world *y, bool without) {
    double of_x[MOST_COLUMNS], of_y[MOST_COLUMNS];
    char *columns = scree_world_columns(x), dx[33], dy[33];
    const size_t n = scree_world_values(x, MOST_COLUMNS, of_x);
    assert_true(n <= MOST_COLUMNS && scree_world_values(y, MOST_COLUMNS, of_y) == n);
    const char *line = columns;
    int missing = 0;
    for (size_t k = 0; k < n; k++, line = strchr(line, '\n') + 1) {
        const bool lacks = without && needs_stored(line) && isnan(of_y[k]);
        missing += lacks;
        if (!lacks && memcmp(&of_x[k], &of_y[k], sizeof *of_x) != 0) {
            fail_msg("%s, t = %g s: %.17g and %.17g, %.40s", name, scree_world_now(x), of_x[k], of_y[k],
                     line);
        }
    }
    scree_text_free(columns);
    scree_world_state(x, dx);
    scree_world_state(y, dy);
    assert_string_equal(dx, dy);
    assert_true(missing == 0 || missing == OF_STORED);
    return missing > 0;
}

static bool lacks_energy(scree_world *w) {
    scree_report *r = scree_report_create();
    const bool lacks = isnan(scree_world_value(w, "elastic_normal", r));
    if (lacks) {
        refused(SCREE_USER_ERROR, r, "elastic_normal needs the energy that contacts store");
    }
    scree_report_destroy(r);
    return lacks;
}

// Returns after how many of the steps the energy is known.
static int one_by_one(scree_world *w, int steps) {
    int known = 0;
    for (int k = 0; k < steps; k++) {
        advance(w, 1);
        known += !lacks_energy(w);
    }
    return known;
}

// Goes on in `other` from a checkpoint of a step without energy.
static void go_on(const char *name, scree_world *w, scree_world *other) {
    static const char path[] = "state.scree"; // the test runs in a folder of its own
    scree_report *r = scree_report_create();
    assert_int_equal(scree_world_write(w, path, r), SCREE_OK);
    assert_int_equal(scree_world_read(other, path, r), SCREE_OK);
    compare(name, w, other, false);
    scree_saved *saved = scree_world_save(w, r);
    assert_non_null(saved);
    advance(w, 3);
    assert_int_equal(scree_world_restore(w, saved, r), SCREE_OK);
    scree_saved_destroy(saved);
    assert_int_equal(scree_report_size(r), 0);
    scree_report_destroy(r);
    compare(name, w, other, false);
}

static void run_scene(const scene *s, int threads) {
    scree_world *with = world_of(s->text, 3 - threads), *without = world_of(s->text, threads),
                *resumed = world_of(s->text, threads);
    scree_world_want_energy(without, 0);
    scree_world_want_energy(resumed, 0);
    compare(s->name, with, without, false); // it is known at the start
    bool goes_on = false;
    int left_out = 0, summed = 0;
    for (int k = 1; k <= ROUNDS; k++) {
        const int last = k % 8 == 0; // with the energy
        advance(with, STEPS);
        scree_world *const other[] = {without, goes_on ? resumed : NULL};
        for (int i = 0; i < 2 && other[i]; i++) {
            summed += one_by_one(other[i], STEPS - last);
            scree_world_want_energy(other[i], last);
            advance(other[i], (uint64_t)last);
            scree_world_want_energy(other[i], 0);
            left_out += compare(s->name, with, other[i], !last);
        }
        if (!goes_on && k > ROUNDS / 2 && lacks_energy(without)) {
            go_on(s->name, without, resumed);
            goes_on = true;
        }
    }
    if (left_out < ROUNDS / 4 || !goes_on || (summed > 0) != s->eventful) {
        fail_msg("%s: left out %d times, summed %d times, resumed: %d", s->name, left_out, summed, goes_on);
    }
    if (!(value(with, "contacts") > 10.0 && value(with, s->happens) > 0.0)) {
        fail_msg("%s: %g contacts, %s is %g", s->name, value(with, "contacts"), s->happens,
                 value(with, s->happens));
    }
    scree_world_close(with);
    scree_world_close(without);
    scree_world_close(resumed);
}

static void on_one_thread(void **state) {
    (void)state;
    for (int k = 0; k < SCENES; k++) {
        run_scene(&scenes[k], 1);
    }
}

static void on_two_threads(void **state) {
    (void)state;
    for (int k = 0; k < SCENES; k++) {
        run_scene(&scenes[k], 2);
    }
}

// What the ledger has to book with the energy of contacts is refused before anything is changed, and done after a step with it.
static void refusals(void **state) {
    (void)state;
    static const char text[] = "was not summed in the last step";
    const double turn[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, shift[3] = {0, 0, 1e-3}, up[3] = {0, 0, 1e-3},
                 none[3] = {0, 0, 0};
    const scree_new_particle q = {.position = {0.01, 0.01, 0.03}, .diameter = 2e-3, .material = "m"};
    scree_world *w = world_of(scenes[0].text, 1), *other = world_of(scenes[0].text, 1);
    advance(w, 2000);
    advance(other, 2001);
    scree_world_want_energy(w, 0);
    assert_false(lacks_energy(w)); // of the step before
    assert_true(value(w, "elastic_normal") > 0.0);
    advance(w, 1);
    assert_true(lacks_energy(w));
    assert_true(value(w, "kinetic") == value(other, "kinetic") &&
                value(w, "viscous_normal") == value(other, "viscous_normal"));
    scree_view v;
    for (int with = 0; with < 2; with++) {
        scree_report *r[5];
        for (int k = 0; k < 5; k++) {
            r[k] = scree_report_create();
        }
        const scree_status status[] = {
            scree_view_open(w, "velocity", 1, &v, r[0]), scree_world_add(w, 1, &q, NULL, r[1]),
            scree_world_remove(w, 1, &(uint64_t){7}, r[2]), scree_wall_place(w, "lid", turn, shift, r[3]),
            scree_world_set(w, "contacts[0].friction", "0.1", r[4])};
        for (int k = 0; k < 5; k++) {
            if (!with) {
                refused(status[k], r[k], text);
            } else if (k > 0) {
                refused(status[k], r[k], "views"); // of the first one, which is open
            } else {
                assert_int_equal(status[k], SCREE_OK);
            }
            scree_report_destroy(r[k]);
        }
        if (!with) { // loads and motions of walls need no energy
            set(w, "external_force", 3, 1e-4, 0.0, 0.0);
            set(other, "external_force", 3, 1e-4, 0.0, 0.0);
            scree_report *said = scree_report_create();
            assert_int_equal(scree_wall_move(w, "lid", up, none, NULL, said), SCREE_OK);
            assert_int_equal(scree_wall_move(other, "lid", up, none, NULL, said), SCREE_OK);
            scree_report_destroy(said);
            scree_world_want_energy(w, 1);
            assert_true(lacks_energy(w)); // wanted, but of the next step
            advance(w, 1);
            advance(other, 1);
            compare("refusals", other, w, false);
        }
    }
    close_view(w, &v);
    add(w, &q);
    add(other, &q);
    advance(w, 100);
    advance(other, 100);
    compare("refusals", other, w, false);
    scree_world_close(w);
    scree_world_close(other);
}

typedef struct seen {
    int calls, known;
} seen;

static int look(scree_world *w, void *user) {
    seen *s = user;
    s->calls++;
    s->known += !lacks_energy(w);
    return 0;
}

// Hooks see each step as a whole, so all of them leave the energy out.
static void hooks(void **state) {
    (void)state;
    scree_world *w = world_of(scenes[0].text, 2), *other = world_of(scenes[0].text, 1);
    seen after = {0}, before = {0};
    scree_world_hook(w, SCREE_MOMENT_AFTER_STEP, look, &after);
    scree_world_hook(w, SCREE_MOMENT_BEFORE_FORCES, look, &before);
    scree_world_want_energy(w, 0);
    advance(w, 500);
    assert_true(after.calls == 500 && after.known == 0);
    assert_true(before.calls == 500 && before.known == 1); // the energy of the start, in the first step
    scree_world_want_energy(w, 1);
    advance(w, 500);
    assert_true(after.calls == 1000 && after.known == 500);
    advance(other, 1000);
    compare("hooks", other, w, false);
    scree_world_close(w);
    scree_world_close(other);
}

// A program that wants the energy may change a world whose step has failed within a call of many steps, which have not summed it.
static void repairs(void **state) {
    (void)state;
    scree_world *w = world_of(scenes[0].text, 1);
    advance(w, 50);
    set(w, "velocity", 3, 0.0, 0.0, -60.0);
    scree_report *r = scree_report_create();
    assert_int_not_equal(scree_world_advance(w, 100, r), SCREE_OK);
    assert_false(lacks_energy(w));
    assert_int_equal(scree_world_remove(w, 1, &(uint64_t){7}, r), SCREE_OK);
    scree_report_destroy(r);
    scree_world_close(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(on_one_thread), cmocka_unit_test(on_two_threads),
                                       cmocka_unit_test(refusals), cmocka_unit_test(hooks),
                                       cmocka_unit_test(repairs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
