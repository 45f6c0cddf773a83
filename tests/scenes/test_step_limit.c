// SPDX-License-Identifier: BSD-3-Clause
// The longest time step for contacts: motion is stable just below the limit and not beyond it, for springs and dashpots of each mode, both
// integrators, a ball among walls, a lattice of balls, a clump; dt: auto stays below it; a run that is beyond it says so.
#include "checks/audit_coordination.h"
#include "limit_world.h"
#include "scree/scree.h"
#include "step/recompute.h"
#include "step_limit/step_limit.h"
#include "wall_contacts/wall_touch.h"

static double motion_of(const scree_world *w) {
    const scree_totals t = scree_world_totals(w);
    return t.kinetic + t.rotational;
}

// The largest kinetic energy in `steps` steps of w->dt, over that of the start.
static double growth(scree_world *w, int steps) {
    const double before = motion_of(w);
    double most = 0.0;
    for (int k = 0; k < steps; k++) {
        if (scree_world_step(w, NULL) != SCREE_OK) {
            return INFINITY;
        }
        const double now = motion_of(w);
        most = now > most ? now : most;
    }
    return most / before;
}

static const char *const integrators[] = {"verlet", "verlet_half_step"};

// The limit of this scene, and what its motion does `width` below and beyond it.
static scree_step_limit check_limit(const char *laws, const char *more, const scree_particle *q, size_t n,
                                    const char *integrator, double width, const char *name) {
    scree_world *w = started(case_with("0.1 us", integrator, laws, more), q, n);
    const scree_step_limit l = scree_step_limit_now(w, 1.0, true, 1.0);
    scree_world_destroy(w);
    assert_true(l.dt > 0.0 && l.dt < 1.0);
    for (int beyond = 0; beyond < 2; beyond++) {
        w = started(case_with("0.1 us", integrator, laws, more), q, n);
        w->dt = (beyond ? 1.0 + width : 1.0 - width) * l.dt; // which the checks at the start would refuse
        const double grown = growth(w, 400);
        if (beyond ? grown < 1e4 : grown > 1e2) {
            fail_msg("%s, %s: at %.3g of the limit %.6g s the energy of the motion grew %.3g times", name,
                     integrator, w->dt / l.dt, l.dt, grown);
        }
        scree_world_destroy(w);
    }
    return l;
}

// A ball between six walls. Turning and moving do not act on each other there.
static void each_mode_among_walls(void **state) {
    (void)state;
    const scree_vec3 none = vec3(0, 0, 0);
    static const struct {
        const char *name, *laws;
        double v, w; // m/s, rad/s
        scree_vec3 axis;
        scree_vibration_cause cause;
    } all[] = {
        {"spring",
         "normal: {law: hooke, stiffness: 1e4, restitution: 1}, tangential: none",
         1e-9,
         0,
         {0, 0, 1},
         {SCREE_MODE_NORMAL, 0, 0}},
        {"dashpot",
         "normal: {law: hooke, stiffness: 1e4, restitution: 0.05}, tangential: none",
         1e-9,
         0,
         {0, 0, 1},
         {SCREE_MODE_NORMAL, 1, 0}},
        {"hertz",
         "normal: {law: hertz, restitution: 0.3}, tangential: none",
         1e-9,
         0,
         {1, 0, 0},
         {SCREE_MODE_NORMAL, 1, 0}},
        {"friction", "restitution: 0.3, friction: 10", 0, 1e-7, {0, 1, 0}, {SCREE_MODE_TANGENTIAL, 1, 1}},
        {"coulomb",
         "restitution: 0.9, tangential: {law: regularised_coulomb, friction: 1}",
         0,
         1e-7,
         {0, 1, 0},
         {SCREE_MODE_TANGENTIAL, 1, 1}},
        {"sds",
         "restitution: 0.5, tangential: none, rolling: {law: sds, rolling_friction: 10, rolling_stiffness: "
         "10, "
         "rolling_damping_coefficient: 1}",
         0,
         1e-7,
         {0, 1, 0},
         {SCREE_MODE_ROLLING, 1, 1}},
        {"twist",
         "restitution: 0.5, tangential: none, twisting: {law: luding, stiffness: 1000, twisting_friction: "
         "10, "
         "twisting_stiffness_ratio: 0.2, twisting_viscosity: 1e-3}",
         0,
         1e-7,
         {0, 0, 1},
         {SCREE_MODE_TWISTING, 1, 1}},
    };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        const scree_particle q =
            ball(1, 1e-3, none, vec_scale(all[k].v, all[k].axis), vec_scale(all[k].w, all[k].axis));
        for (size_t i = 0; i < 2; i++) {
            const scree_step_limit l = check_limit(all[k].laws, BOX, &q, 1, integrators[i],
                                                   all[k].v > 0.0 ? 0.02 : 0.1, all[k].name);
            assert_true(l.id == 1 && l.contacts == 6);
            if (i == 0) {
                assert_int_equal(l.cause.mode, all[k].cause.mode);
                assert_int_equal(l.cause.damped, all[k].cause.damped);
                assert_int_equal(l.cause.turns, all[k].cause.turns);
            }
        }
    }
}

#define LATTICE "domain: {min: [0, 0, 0], max: [7.92 mm, 7.92 mm, 7.92 mm], periodic: [x, y, z]}\n"

enum { SIDE = 4, BALLS = SIDE * SIDE * SIDE };

// Balls of a cubic lattice that is pressed by 1 % of the radius; turning all the same way, they rub on each other as much as they can.
static void put_lattice(scree_particle *q, double spin) {
    for (int k = 0; k < BALLS; k++) {
        const double a = 1.98e-3;
        q[k] = ball((uint64_t)k + 1, 1e-3,
                    vec3(a * (k % SIDE + 0.5), a * (k / SIDE % SIDE + 0.5), a * (k / (SIDE * SIDE) + 0.5)),
                    vec3(0, 0, 0), vec3(0, 0, spin));
    }
}

static void neighbours_that_move(void **state) {
    (void)state;
    scree_particle q[BALLS];
    put_lattice(q, 1e-7);
    for (size_t i = 0; i < 2; i++) {
        const scree_step_limit l =
            check_limit("restitution: 0.3, friction: 10", LATTICE, q, BALLS, integrators[i], 0.1, "lattice");
        assert_true(l.id == 1 && l.contacts == 6 && l.cause.turns == 1 && l.cause.damped == 1);
    }
}

// Two spheres as one body, each of which touches five of the walls: their contacts are off its centre, and its moments differ.
static void clump_among_walls(void **state) {
    (void)state;
    const char *pair = "shapes: {pair: {scale: 2, members: [{at: [-0.4, 0, 0], radius: 0.7}, {at: [0.4, 0, "
                       "0], radius: 0.7}]}}\n"
                       "particles: [{shape: pair, diameter: 2 mm, positions: [[0, 0, 0]], material: m, "
                       "orientation: {axis: [1, 0, 0], angle: 0.3}, spin: [1e-7, 2e-7, 3e-7]}]\n"
                       "walls:\n"
                       "  bottom: {plane: {point: [0, 0, -0.69 mm], normal: [0, 0, 1]}, material: m}\n"
                       "  top: {plane: {point: [0, 0, 0.69 mm], normal: [0, 0, -1]}, material: m}\n"
                       "  left: {plane: {point: [-1.09 mm, 0, 0], normal: [1, 0, 0]}, material: m}\n"
                       "  right: {plane: {point: [1.09 mm, 0, 0], normal: [-1, 0, 0]}, material: m}\n"
                       "  front: {plane: {point: [0, -0.69 mm, 0], normal: [0, 1, 0]}, material: m}\n"
                       "  back: {plane: {point: [0, 0.69 mm, 0], normal: [0, -1, 0]}, material: m}\n";
    const scree_step_limit l =
        check_limit("restitution: 0.3, friction: 10", pair, NULL, 0, "verlet", 0.1, "clump");
    assert_int_equal(l.contacts, 10);
}

// The same bits for any number of threads.
static void threads(void **state) {
    (void)state;
    scree_particle q[BALLS];
    scree_step_limit l[3];
    put_lattice(q, 0.0);
    for (int k = 0; k < BALLS; k++) {
        q[k].radius *= 1.0 + 1e-3 * (k * 7 % 11);
    }
    for (int n = 1; n <= 3; n++) {
        scree_world *w = world_of_case(
            case_with("0.1 us", "verlet", "restitution: 0.3, friction: 0.5, twisting: marshall", LATTICE), q,
            BALLS, n, NULL);
        begin(w);
        w->team.now = n; // small worlds use one
        l[n - 1] = scree_step_limit_now(w, 1.0, true, 1.0);
        scree_world_destroy(w);
    }
    assert_memory_equal(&l[1], &l[0], sizeof l[0]);
    assert_memory_equal(&l[2], &l[0], sizeof l[0]);
}

// The bound is for contacts that do not slide, so it does not depend on how far their springs are stretched.
static void stretched_springs_count_as_relaxed(void **state) {
    (void)state;
    const scree_particle q = ball(1, 1e-3, vec3(0, 0, 0), vec3(0, 0, 0), vec3(300, 500, 700));
    scree_world *w =
        started(case_with("0.1 us", "verlet",
                          "normal: {law: hooke, stiffness: 1e4, restitution: 0.9}, friction: 0.1", BOX),
                &q, 1);
    const scree_step_limit fresh = scree_step_limit_now(w, 1.0, true, 1.0);
    advance(w, 100);
    size_t n;
    scree_contact_row *row = scree_contact_rows(w, &n);
    assert_int_equal(n, 6);
    for (size_t k = 0; k < n; k++) {
        const double normal = fabs(vec_dot(row[k].force, row[k].normal)), all = vec_norm(row[k].force);
        expect_near(all, sqrt(1.01) * normal, 1e-9 * normal, "force of a contact that slides");
    }
    scree_free(row);
    expect_near(scree_step_limit_now(w, 1.0, true, 1.0).dt, fresh.dt, 1e-9 * fresh.dt, "limit");
    scree_world_destroy(w);
}

// A ball that is pressed by walls: with an automatic step it comes to rest, and dashpots take no more than there is.
static void pressed_ball_comes_to_rest(void **state) {
    (void)state;
    const scree_particle q = ball(1, 1e-3, vec3(0, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0.01));
    scree_world *w = started(case_with("auto", "verlet", "restitution: 0.3, friction: 0.5", BOX), &q, 1);
    const scree_step_limit l = scree_step_limit_now(w, 1.0, true, 1.0);
    assert_true(w->dt <= SCREE_SHARE_OF_LIMIT * l.dt && w->dt > 0.8 * SCREE_SHARE_OF_LIMIT * l.dt);
    const double energy = scree_world_totals(w).rotational;
    advance(w, 3000);
    const scree_totals t = scree_world_totals(w);
    assert_true(t.rotational < 1e-6 * energy);
    assert_true(t.viscous[SCREE_MODE_TANGENTIAL] <
                1.3 * energy); // near the limit the sum of powers is that coarse
    assert_int_equal(w->alarms.step_looks.too_long, 0);
    assert_true(w->alarms.step_looks.looks > 0);
    scree_world_destroy(w);
}

static bool says(const scree_report *r, scree_severity severity, const char *text) {
    bool said = false;
    for (size_t k = 0; k < scree_report_size(r); k++) {
        said |= scree_report_severity(r, k) == severity && strstr(scree_report_text(r, k), text);
    }
    return said;
}

#define ROLLING                                                                                              \
    "restitution: 0.5, friction: 0.5, rolling: {law: sds, rolling_friction: 0.1, rolling_stiffness: 1e3, "   \
    "rolling_damping_coefficient: 1}"

// A dashpot of the rolling mode that no step of the collisions fits: named before the run, obeyed by dt: auto.
static void estimated_for_coordination(void **state) {
    (void)state;
    static const char *const dt[] = {"5 us", "auto"};
    scree_particle q[BALLS];
    put_lattice(q, 0.0);
    for (int k = 0; k < BALLS; k++) {
        q[k].radius = 0.9e-3; // they do not touch yet
    }
    for (int k = 0; k < 2; k++) {
        scree_report *r = scree_report_create();
        scree_world *w = world_of_case(case_with(dt[k], "verlet", ROLLING, LATTICE), q, BALLS, 1, NULL);
        assert_int_equal(scree_load_start(w, r), SCREE_OK);
        assert_true(says(r, k == 0 ? SCREE_SEVERITY_WARNING : SCREE_SEVERITY_NOTE,
                         "rotation against the dashpots of the rolling mode"));
        // dt: auto is the limit of six contacts: 4 (2 gamma R*^2 2 2/3 6 / I) dt = 4 with R* = r / 2
        const double m = scree_particle_mass(0.9e-3, 2500.0);
        assert_true(k == 0 || (w->dt > 0.9 * 0.2 * m && w->dt <= 0.2 * m));
        scree_report_destroy(r);
        scree_world_destroy(w);
    }
}

// Bodies that come later count as those that are there: each source that goes on may bring all neighbours, the given places only themselves.
static void estimated_for_bodies_to_come(void **state) {
    (void)state;
#define REGION "region: {box: {min: [0, 0, 0], max: [2 cm, 2 cm, 2 cm]}}"
    static const struct {
        const char *text;
        int hinder; // contacts that hinder one rotation
    } row[] = {
        {"insertion: [{material: m, fill: random, start: 1 s, count: 50, diameter: 1.8 mm, " REGION "}]\n",
         4},
        {"insertion: [{material: m, rate: 10 1/s, start: 1 s, diameter: 1.8 mm, " REGION "}]\n", 4},
        {"particles: [{positions: [[0, 0, 0], [1, 0, 0], [2, 0, 0]], diameter: 1.8 mm, material: m}]\n", 2}};
    const double m = scree_particle_mass(0.9e-3, 2500.0);
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        scree_world *w = started(case_with("auto", "verlet", ROLLING, row[k].text), NULL, 0);
        // as above: 4 (2 gamma R*^2 2 n / I) dt = 4 for n that hinder the rotation
        expect_near(w->dt, 0.95 * 0.8 * m / row[k].hinder, 0.05 * 0.8 * m / row[k].hinder, row[k].text);
        scree_world_destroy(w);
    }
}

// The same for existing contacts: with a given step the later checks give a warning and count, or stop the run.
static void looks_while_it_runs(void **state) {
    (void)state;
    const scree_particle q = ball(1, 1e-3, vec3(0, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0.01));
    for (int stop = 0; stop < 2; stop++) {
        scree_report *r = scree_report_create();
        scree_world *w = world_of_case(case_with("0.1 us", "verlet", ROLLING, BOX), &q, 1, 1, NULL);
        assert_int_equal(scree_load_start(w, r), SCREE_OK);
        assert_false(says(r, SCREE_SEVERITY_WARNING, "is too long"));
        w->dt = 20e-6;
        w->case_->alarms.stop = stop == 1;
        scree_status status = SCREE_OK;
        while (status == SCREE_OK && w->step < 5000) {
            status = scree_world_step(w, r);
        }
        assert_int_equal(status, stop ? SCREE_BAD_NUMBERS : SCREE_OK);
        assert_int_equal(w->step, stop ? 2048 : 5000);
        assert_int_equal(w->alarms.step_looks.too_long, stop ? 1 : 2);
        assert_true(
            says(r, stop ? SCREE_SEVERITY_ERROR : SCREE_SEVERITY_WARNING,
                 "is too long for the 6 contacts of particle 1 at (0, 0, 0) m: its rotation against the "
                 "dashpots of the rolling mode is unstable beyond"));
        assert_true(
            says(r, stop ? SCREE_SEVERITY_ERROR : SCREE_SEVERITY_WARNING, "(dt: auto would take at most"));
        assert_true(w->clock.n == 0 && w->dt == 20e-6);
        scree_report_destroy(r);
        scree_world_destroy(w);
    }
}

// With dt: auto the step goes below the share of the limit in the first look, without an alarm. Where it can go no further, there is one.
static void auto_follows_the_limit(void **state) {
    (void)state;
    const scree_particle q = ball(1, 1e-3, vec3(0, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0.01));
    for (int floor = 0; floor < 2; floor++) {
        scree_report *r = scree_report_create();
        scree_world *w = world_of_case(case_with("auto", "verlet", ROLLING, BOX), &q, 1, 1, NULL);
        assert_int_equal(scree_load_start(w, r), SCREE_OK);
        const double start = w->dt;
        w->dt = 20e-6;
        w->step_watch.longest = floor ? 256.0 * w->dt : w->dt;
        w->case_->alarms.stop = true;
        scree_status status = SCREE_OK;
        while (status == SCREE_OK && w->step < 100) {
            status = scree_world_step(w, r);
        }
        assert_int_equal(status, floor ? SCREE_BAD_NUMBERS : SCREE_OK);
        assert_int_equal(w->alarms.step_looks.too_long, floor);
        assert_int_equal(says(r, SCREE_SEVERITY_ERROR, "dt: auto goes no further down; give time.dt"), floor);
        assert_true(floor || (w->clock.n == 1 && w->clock.data[0].step == 8 && w->clock.data[0].dt == 20e-6));
        // one ratio of the sequence of steps, 0.9, and rounding to two digits
        assert_true(floor || (w->dt > 0.8 * start && w->dt < 1.3 * start));
        assert_int_equal(says(r, SCREE_SEVERITY_NOTE, "the time step goes down from 2e-05 s to"), 1);
        scree_report_destroy(r);
        scree_world_destroy(w);
    }
}

// A case of two materials, with these laws between them, and a ball of 1 mm of the first.
static scree_case *unlike(const char *laws) {
    char *text = scree_format(
        "time: {end: 100, dt: 0.1 us}\n"
        "materials:\n"
        "  light: {density: 1500, young: 5 MPa, poisson: 0.25}\n"
        "  heavy: {density: 6000, young: 9 MPa, poisson: 0.3}\n"
        "contacts:\n"
        "  - {between: any, normal: {law: hooke, stiffness: 1, restitution: 1}, tangential: none}\n"
        "  - {between: [light, heavy], %s}\n"
        "walls:\n"
        "  x: {plane: {point: [-1 m, 0, 0], normal: [1, 0, 0]}, material: heavy}\n"
        "  y: {plane: {point: [0, -1 m, 0], normal: [0, 1, 0]}, material: heavy}\n"
        "  z: {plane: {point: [0, 0, -1 m], normal: [0, 0, 1]}, material: heavy}\n",
        laws);
    scree_case *c = case_of_text(text);
    scree_free(text);
    return c;
}

// A ball among six balls, or at three walls, as near as the estimate says. Balls that move count twice: two stand in each place.
static void estimate_is_the_limit_of_such_a_body(void **state) {
    (void)state;
    static const scree_vec3 towards[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
    static const struct {
        const char *laws;
        bool balls;
    } row[] = {
        {"normal: hertz, restitution: 1, tangential: mindlin, friction: 0.5", true},
        {"normal: hertz, restitution: 0.3, tangential: mindlin, friction: 0.5", false},
        {"normal: hertz, tangential: mindlin, " ROLLING, false},
        {"normal: {law: luding, loading_ratio: 0.3, plasticity_depth: 0.05}, tangential: none", false},
        {"normal: {law: luding, loading_ratio: 0.3, plasticity_depth: 0.05}, tangential: none", true},
        {"normal: hertz, restitution: 0.3, tangential: none, rolling: {law: epsd, rolling_friction: 10, "
         "rolling_damping: 5}",
         true},
        {"normal: hertz, restitution: 0.3, tangential: none, rolling: {law: epsd, rolling_friction: 10, "
         "rolling_damping: 5}",
         false},
        {"normal: hertz, restitution: 0.3, cohesion: {law: sjkr, cohesion_energy_density: 1e5}, tangential: "
         "none",
         true},
        {"normal: hertz, restitution: 0.3, cohesion: {law: sjkr, cohesion_energy_density: 1e5}, tangential: "
         "none",
         false},
    };
    const double ra = 1e-3, rb = 1.5e-3, speed = 0.3, ma = scree_particle_mass(ra, 1500.0),
                 mb = scree_particle_mass(rb, 6000.0);
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        const bool balls = row[k].balls;
        const scree_smallest of[2] = {{ra, INFINITY, false}, {balls ? rb : INFINITY, INFINITY, !balls}};
        scree_coordination guess = {.overlap = 0.0};
        for (int placed = 0; placed < 2; placed++) {
            scree_case *c = unlike(row[k].laws);
            scree_particle q[13] = {ball(1, ra, vec3(0, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0))};
            q[0].density = 1500.0;
            for (uint64_t i = 0; i < 12; i++) {
                q[1 + i] = ball(2 + i, rb, vec_scale(ra + rb - guess.overlap, towards[i % 6]), vec3(0, 0, 0),
                                vec3(0, 0, 0));
                q[1 + i].density = 6000.0;
                q[1 + i].material = 1;
            }
            for (int i = 0; i < 3 && !balls; i++) {
                c->wall.data[i].point = vec_scale(guess.overlap - ra, towards[i]);
            }
            scree_world *w = world_of_case(c, q, balls ? 13 : 1, 1, NULL);
            begin(w);
            if (!placed) {
                guess = scree_coordination_limit(w, of, speed, 1.0);
                assert_true(guess.a == 0 && guess.b == 1 && guess.limit.contacts == (balls ? 6 : 3));
            } else {
                const scree_step_limit l = scree_step_limit_now(w, 1.0, true, 0.0);
                assert_true(l.id == 1 && l.contacts == (balls ? 2 : 1) * guess.limit.contacts);
                assert_int_equal(l.cause.mode, guess.limit.cause.mode);
                assert_int_equal(l.cause.damped, guess.limit.cause.damped);
                expect_near(guess.limit.dt, l.dt, 1e-6 * l.dt, row[k].laws);
            }
            scree_world_destroy(w);
        }
        if (k == 0) { // Hertz' greatest overlap
            const double modulus = 1.0 / ((1.0 - 0.25 * 0.25) / 5e6 + (1.0 - 0.3 * 0.3) / 9e6),
                         r = ra * rb / (ra + rb), m = ma * mb / (ma + mb),
                         most = exp(0.4 * log(15.0 * m * speed * speed / (16.0 * modulus * sqrt(r))));
            expect_near(guess.overlap, 0.94 * most, 0.01 * most, "overlap");
        }
    }
}

// Two balls that a bond with strong dashpots holds move or turn against each other in each of its modes.
static void bond_with_dashpots(void **state) {
    (void)state;
    const scree_vec3 none = vec3(0, 0, 0);
    static const struct {
        const char *name;
        scree_vec3 v, spin[2];
    } row[] = {{"bond_damping_normal", {1e-9, 0, 0}, {{0, 0, 0}, {0, 0, 0}}},
               {"bond_damping_torsion", {0, 0, 0}, {{1e-7, 0, 0}, {-1e-7, 0, 0}}},
               {"bond_damping_bending", {0, 0, 0}, {{0, 1e-7, 0}, {0, -1e-7, 0}}}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        const scree_particle q[] = {
            ball(1, 1e-3, none, row[k].v, row[k].spin[0]),
            ball(2, 1e-3, vec3(2e-3, 0, 0), vec_scale(-1.0, row[k].v), row[k].spin[1])};
        char *laws = scree_format("restitution: 0.5, friction: 0.3, bond: {law: parallel, bond_young: 1e7, "
                                  "contact_while_bonded: no, %s: 10}",
                                  row[k].name);
        const scree_step_limit l =
            check_limit(laws, "bonds: [{name: all}]\n", q, 2, "verlet", 0.1, row[k].name);
        assert_true(l.contacts == 1 && l.cause.damped == 1);
        scree_free(laws);
    }
}

// What holds a body besides its contacts limits the step as an oscillator alone does, in displacement or in rotation about the principal axis of the
// least moment; the bound is not below the sum of that vibration.
static void what_holds_a_body(void **state) {
    (void)state;
    const scree_inertia body = {2.0, vec3(0.5, 0.125, 0.25), {{1, 0, 0, 0, 1, 0, 0, 0, 1}}};
    static const struct {
        scree_hold hold;
        double square, rate; // 1/s2, 1/s
        const char *cause;
    } row[] = {
        {{.shift = 8.0}, 4.0, 0.0, "motion against the springs that are not of contacts"},
        {{.turn = 8.0}, 64.0, 0.0, "rotation against the springs that are not of contacts"},
        {{.shift_dashpot = 8.0}, 0.0, 4.0, "motion against the dashpots that are not of contacts"},
        {{.turn_dashpot = 8.0}, 0.0, 64.0, "rotation against the dashpots that are not of contacts"},
    };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        for (int i = 0; i < 2; i++) {
            const scree_integrator integrator = i ? SCREE_VERLET_HALF_STEP : SCREE_VERLET;
            const double limit = scree_longest_step(integrator, row[k].square, row[k].rate);
            scree_vibration v = {{{0}}, {{0}}};
            scree_vibration_parts parts = {{0}, {0}};
            double shape[6];
            char text[96];
            scree_vibration_add_hold(&v, &body, &row[k].hold);
            expect_near(scree_vibration_limit(&v, integrator, 10.0, shape), limit, 1e-9 * limit, "limit");
            expect_near(scree_vibration_most_of_hold(integrator, limit, &body, &row[k].hold), 4.0, 1e-9,
                        "the bound at the limit");
            scree_vibration_parts_add_hold(&parts, integrator, limit, &body, &row[k].hold, shape);
            expect_near(parts.springs[SCREE_MODE_OF_HOLD] + parts.dashpots[SCREE_MODE_OF_HOLD], 4.0, 1e-9,
                        "its part of the vibration");
            const scree_vibration_cause cause = scree_vibration_cause_of(&parts, shape);
            scree_vibration_cause_text(&cause, text, sizeof text);
            assert_string_equal(text, row[k].cause);
        }
    }
}

// Changes between two steps, of which the first shortens and the second shortens again, leave one stretch: only lengths that steps had are in the clock, and its checkpoint is read.
static void lengths_without_steps_leave_no_stretch(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = world_of_text(
        scree_format("time: {end: 10, dt: auto, velocity_scale: 1}\n"
                     "materials: {m: {density: 2500, young: 1 MPa, poisson: 0.3}}\n"
                     "contacts: [{between: any, restitution: 0.5, friction: 0.3}]\n"
                     "particles: [{positions: [[0, 0, 0], [9 mm, 0, 0]], diameter: 2 mm, material: m}]\n"),
        NULL, 0);
    const double first = w->dt;
    w->wanted_dt = 0.5 * first; // before the first step
    scree_step_length_follow(w);
    assert_true(w->dt == 0.5 * first && w->clock.n == 0 && scree_world_time(w) == 0.0);
    advance(w, 4);
    for (int k = 2; k < 4; k++) {
        w->wanted_dt = first / (1 << k);
        scree_step_length_follow(w);
    }
    assert_true(w->clock.n == 1 && w->clock.data[0].step == 4 && w->clock.data[0].dt == 0.5 * first);
    assert_true(w->dt == first / 8 && scree_world_time(w) == 2 * first);
    advance(w, 8);
    assert_int_equal(scree_world_write(w, "lengths.scree", r), SCREE_OK);
    advance(w, 5);
    assert_int_equal(scree_world_read(w, "lengths.scree", r), SCREE_OK);
    assert_true(scree_world_time(w) == 3 * first && w->dt == first / 8);
    scree_report_destroy(r);
    scree_world_destroy(w);
}

// Between two steps nothing happens: another length of the steps that follow changes no energy, no work of a wall and no wear.
static void another_length_changes_no_energy(void **state) {
    (void)state;
    static const char *const columns[] = {"kinetic",
                                          "viscous_normal",
                                          "friction_tangential",
                                          "plastic_normal",
                                          "wall_work",
                                          "damped",
                                          "energy_balance",
                                          "floor work",
                                          "floor wear_volume",
                                          "floor sliding_work",
                                          "floor normal_work",
                                          "floor load_path"};
    const scree_particle q[] = {ball(1, 1e-3, vec3(0, 0, 0.99e-3), vec3(0.1, 0, -0.01), vec3(0, 0, 30)),
                                ball(2, 1e-3, vec3(1.98e-3, 0, 0.99e-3), vec3(-0.1, 0.05, 0), vec3(5, 0, 0))};
    scree_report *r = scree_report_create();
    scree_world *w = world_of_case(
        case_with("auto", "verlet",
                  "restitution: 0.5, friction: 0.3, wear: {law: friction_work, wear_per_work: 1e-9}",
                  "damping: {local: 0.2}\nwear: {}\nwalls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, "
                  "1]}, material: m, "
                  "motion: {translate: [0.02, 0, 0.03]}}}\n"),
        q, 2, 1, NULL);
    assert_int_equal(scree_load_start(w, r), SCREE_OK);
    for (int k = 0; k < 5; k++) {
        assert_int_equal(scree_world_step(w, r), SCREE_OK);
    }
    double before[sizeof columns / sizeof *columns];
    for (size_t k = 0; k < sizeof columns / sizeof *columns; k++) {
        before[k] = scree_world_value(w, columns[k], r);
        assert_true(isfinite(before[k]));
    }
    assert_true(before[1] > 0.0 && before[4] != 0.0 && before[8] > 0.0);
    w->wanted_dt = 0.5 * w->dt;
    scree_step_length_follow(w);
    assert_true(w->wanted_dt == 0.0 && w->clock.n == 1 && w->dt == 0.5 * w->clock.data[0].dt);
    for (size_t k = 0; k < sizeof columns / sizeof *columns; k++) {
        const double now = scree_world_value(w, columns[k], r), most = fabs(before[k]) + 1e-3 * before[0];
        if (!(fabs(now - before[k]) <= 1e-13 * most)) { // rounding
            fail_msg("%s was %.17g and is %.17g", columns[k], before[k], now);
        }
    }
    scree_report_destroy(r);
    scree_world_destroy(w);
}

// Bonds that are made during a run are looked at in the next step, far before the regular look.
static void looks_where_bonds_are_made(void **state) {
    (void)state;
    const scree_particle q[] = {ball(1, 1e-3, vec3(0, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0)),
                                ball(2, 1e-3, vec3(2e-3, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0))};
    scree_report *r = scree_report_create();
    scree_world *w =
        world_of_case(case_with("auto", "verlet",
                                "restitution: 0.5, friction: 0.3, bond: {law: parallel, bond_young: 1 MPa}",
                                "bonds: [{start: 10 ms, gap: 0.01 mm}]\n"),
                      q, 2, 1, NULL);
    assert_int_equal(scree_load_start(w, r), SCREE_OK);
    while (w->bonds.made == 0 && w->step < 20000) {
        assert_int_equal(scree_world_step(w, r), SCREE_OK);
    }
    const uint64_t made = w->step;
    assert_true(w->bonds.made == 1 && made > 100 && w->step_watch.looked < made);
    assert_int_equal(scree_world_step(w, r), SCREE_OK);
    assert_int_equal(w->step_watch.looked, made + 1);
    scree_report_destroy(r);
    scree_world_destroy(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_holds_a_body),
        cmocka_unit_test(bond_with_dashpots),
        cmocka_unit_test(each_mode_among_walls),
        cmocka_unit_test(neighbours_that_move),
        cmocka_unit_test(clump_among_walls),
        cmocka_unit_test(threads),
        cmocka_unit_test(stretched_springs_count_as_relaxed),
        cmocka_unit_test(pressed_ball_comes_to_rest),
        cmocka_unit_test(estimated_for_coordination),
        cmocka_unit_test(estimated_for_bodies_to_come),
        cmocka_unit_test(looks_while_it_runs),
        cmocka_unit_test(auto_follows_the_limit),
        cmocka_unit_test(looks_where_bonds_are_made),
        cmocka_unit_test(lengths_without_steps_leave_no_stretch),
        cmocka_unit_test(another_length_changes_no_energy),
        cmocka_unit_test(estimate_is_the_limit_of_such_a_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
