// SPDX-License-Identifier: BSD-3-Clause
// Cells that deform: what happens in them is what Newton's equations say, at a border as inside, and the work of the cell closes the balance of energies.
#include "clumps/body.h"
#include "deformation/deformation.h"
#include "measure/columns.h"
#include "world_of_text.h"

static const double EDGE = 0.1, r = 5e-3; // m, of the cell and of the balls

static scree_world *make(const char *cell, const char *laws, double dt, const scree_particle *q, size_t n) {
    return world_of_text(scree_format("time: {end: 10, dt: %.17g, velocity_scale: 1}\n"
                                      "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"
                                      "contacts: [{between: any, %s}]\n"
                                      "domain: {min: [0, 0, 0], max: [0.1, 0.1, 0.1], periodic: [x, y, z]}\n"
                                      "cell: {%s}\n",
                                      dt, laws, cell),
                         q, n);
}

// The velocity of a particle in space, if it is at x.
static scree_vec3 in_space(const scree_world *w, uint64_t id, scree_vec3 x) {
    return vec_add(velocity_of(w, id), scree_cell_velocity(&w->cell, vec_sub(x, w->cell.centre)));
}

#define SHEAR "components: {xy: 30 1/s, xz: -20 1/s, yz: 10 1/s}"

// A ball alone keeps its velocity in space and moves along a straight line, through many images.
static void flies_straight(void **state) {
    (void)state;
    const scree_particle q = ball(1, r, vec3(0.02, 0.03, 0.09), vec3(0.3, -0.7, 1.9), vec3(0, 0, 0));
    scree_world *w =
        make("components: {xy: 30 1/s, xz: -20 1/s}", "restitution: 1, friction: 0", 1e-4, &q, 1);
    const scree_vec3 v = in_space(w, 1, q.x), c = w->cell.centre;
    scree_vec3 at = q.x; // in space, without images
    for (int k = 0; k < 4000; k++) {
        advance(w, 1);
        at = vec_add_scaled(at, w->dt, v);
        if (k % 500 == 0) {
            const scree_vec3 d = vec_sub(place_of(w, 1), at);
            const scree_upper h = scree_cell_vectors(&w->cell), i = upper_inverse(&h);
            const scree_vec3 periods = upper_mul_vec(&i, d);
            expect_vec_near(periods, vec3(round(periods.x), round(periods.y), round(periods.z)), 1e-10,
                            "place, in periods");
        }
    }
    expect_vec_near(in_space(w, 1, at), v, 1e-11 * vec_norm(v) * 4000 * 0.1, "velocity in space");
    expect_vec_near(c, w->cell.centre, 0.0, "centre");
    scree_world_destroy(w);
}

// Velocities, relative to the cell, and spins of two balls after a collision.
typedef struct outcome {
    scree_vec3 v[2], spin[2];
} outcome;

static outcome collide(const char *cell, scree_vec3 middle) {
    const scree_vec3 d = vec3(0.6 * r, 0.9 * r, 1.9 * r);
    scree_particle q[2];
    for (int k = 0; k < 2; k++) {
        const double side = k ? 0.5 : -0.5;
        q[k] = ball((uint64_t)k + 1, r, vec_add_scaled(middle, side, d),
                    vec_add_scaled(vec3(0.1, 0, -0.2), -20.0 * side, d), vec3(3.0, -2.0, 5.0 * side));
    }
    scree_world *w = make(cell, "restitution: 0.6, friction: 0.4", 2e-6, q, 2);
    advance(w, 3000);
    outcome o;
    for (uint64_t k = 0; k < 2; k++) {
        o.v[k] = velocity_of(w, k + 1);
        o.spin[k] = spin_of(w, k + 1);
    }
    assert_true(vec_norm(vec_sub(o.spin[0], q[0].w)) > 0.1); // they have met
    scree_world_destroy(w);
    return o;
}

// Wherever the pair is, the velocities relative to the cell are the same.
static void meet_at_borders(const char *cell) {
    const outcome inside = collide(cell, vec3(0.03, 0.03, 0.03));
    const double e = EDGE;
    const scree_vec3 place[] = {{e, 0.03, 0.03}, {0.03, e, 0.03}, {0.03, 0.03, e},
                                {e, e, 0.05},    {0.02, e, e},    {e, e, e}};
    for (size_t k = 0; k < sizeof place / sizeof *place; k++) {
        const outcome o = collide(cell, place[k]);
        for (int i = 0; i < 2; i++) {
            expect_vec_near(o.v[i], inside.v[i], 1e-9, "velocity");
            expect_vec_near(o.spin[i], inside.spin[i], 1e-6, "spin");
        }
    }
}

static void borders_are_nowhere(void **state) {
    (void)state;
    static const char *const cell[] = {SHEAR, SHEAR ", lean: [3 cm, -2 cm, 5 cm]",
                                       "components: {}, lean: [5 cm, 4 cm, -4 cm]"};
    for (size_t c = 0; c < sizeof cell / sizeof *cell; c++) {
        meet_at_borders(cell[c]);
    }
}

// The same collision with Newton's equations in a space that does not deform.
static void as_newton_says(void **state) {
    (void)state;
    const scree_vec3 middle = vec3(0.04, 0.05, 0.06), d = vec3(0.6 * r, 0.9 * r, 1.9 * r),
                     centre = vec3(0.5 * EDGE, 0.5 * EDGE, 0.5 * EDGE);
    const scree_upper rate = {.xy = 30.0, .xz = -20.0}; // its square is zero: a steady shear
    scree_particle q[2], free[2];
    for (int k = 0; k < 2; k++) {
        const double side = k ? 0.5 : -0.5;
        q[k] = ball((uint64_t)k + 1, r, vec_add_scaled(middle, side, d), vec_scale(-20.0 * side, d),
                    vec3(3.0, -2.0, 5.0 * side));
        free[k] = q[k];
        free[k].v = vec_add(q[k].v, upper_mul_vec(&rate, vec_sub(q[k].x, centre)));
    }
    const char *laws = "restitution: 0.6, friction: 0.4";
    scree_world *cell = make("components: {xy: 30 1/s, xz: -20 1/s}", laws, 2e-6, q, 2),
                *space =
                    world_of_text(scree_format("time: {end: 10, dt: 2e-6, velocity_scale: 1}\n"
                                               "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"
                                               "contacts: [{between: any, %s}]\n",
                                               laws),
                                  free, 2);
    advance(cell, 3000);
    advance(space, 3000);
    assert_true(vec_norm(vec_sub(spin_of(space, 1), q[0].w)) > 0.1);
    for (uint64_t id = 1; id <= 2; id++) {
        const scree_vec3 at = place_of(space, id);
        expect_vec_near(in_space(cell, id, at), velocity_of(space, id), 1e-10, "velocity in space");
        expect_vec_near(spin_of(cell, id), spin_of(space, id), 1e-7, "spin");
    }
    scree_world_destroy(cell);
    scree_world_destroy(space);
}

// A dense packing of balls on a lattice, disturbed.
enum { SIDE = 8, ALL = SIDE * SIDE * SIDE };

static void fill(scree_particle *q) {
    const double a = EDGE / SIDE;
    for (int k = 0; k < ALL; k++) {
        const int x = k % SIDE, y = k / SIDE % SIDE, z = k / (SIDE * SIDE);
        const scree_vec3 at = vec3(a * (x + 0.5 + 0.05 * sin(7.0 * k)), a * (y + 0.5 + 0.05 * sin(5.0 * k)),
                                   a * (z + 0.5 + 0.05 * cos(3.0 * k)));
        q[k] = ball((uint64_t)k + 1, 0.98 * a / 2.0 * (1.0 + 0.1 * sin(11.0 * k)), at, vec3(0, 0, 0),
                    vec3(0, 0, 0));
    }
}

static const char *const PATHS[] = {
    "isotropic: {pressure: 20 kPa}, inertial_number: 0.3",
    "simple_shear: {rate: 40 1/s, flow: x, gradient: z, pressure: 5 kPa}, inertial_number: 0.3",
    "triaxial: {axis: z, axial: 10 1/s, pressure: 10 kPa}, inertial_number: 0.3",
    "components: {xx: 5 1/s, yy: 5 kPa, zz: 8 1/s, xy: 20 1/s, xz: -10 1/s, yz: 30 1/s}, inertial_number: "
    "0.3",
};
enum { PATH_COUNT = sizeof PATHS / sizeof *PATHS };

static double imbalance(const char *path, double dt, double *work) {
    scree_particle q[ALL];
    fill(q);
    scree_world *w = make(path, "restitution: 0.6, friction: 0.4", dt, q, ALL);
    const double start = scree_world_totals(w).balance;
    advance(w, (uint64_t)(0.02 / dt + 0.5));
    const scree_totals t = scree_world_totals(w);
    *work = fabs(w->deformation.work);
    assert_true(*work > 0.0 && w->contacts > ALL / 4);
    scree_world_destroy(w);
    return fabs(t.balance - start);
}

static void energy_closes(void **state) {
    (void)state;
    for (int k = 0; k < PATH_COUNT; k++) {
        double work, finer_work;
        const double coarse = imbalance(PATHS[k], 2e-5, &work), fine = imbalance(PATHS[k], 5e-6, &finer_work);
        print_message("%s: %.3g of the work, then %.3g\n", PATHS[k], coarse / work, fine / finer_work);
        assert_true(coarse < 0.02 * work && fine < 0.15 * coarse);
    }
}

// The stress that the loops over contacts sum is that of the stored forces.
static void stress_of_loops(void **state) {
    (void)state;
    scree_particle q[ALL];
    fill(q);
    for (int k = 0; k < PATH_COUNT; k++) {
        scree_world *w =
            make(PATHS[k], "restitution: 0.6, friction: 0.4, rolling: {law: epsd, rolling_friction: 0.1}",
                 1e-5, q, ALL);
        advance(w, 1500);
        scree_deformation was = w->deformation;
        scree_deformation_measure_stress(w);
        double size = 0.0;
        for (int c = 0; c < SCREE_STRESSES; c++) {
            size = fmax(size, fabs(w->deformation.contacts[c]));
        }
        for (int c = 0; c < SCREE_STRESSES; c++) {
            expect_near(was.contacts[c], w->deformation.contacts[c], 1e-10 * size, "sum over contacts");
        }
        assert_true(size > 0.0);
        scree_world_destroy(w);
    }
}

// Stresses that are imposed are reached, with little beyond them.
static void stress_is_reached(void **state) {
    (void)state;
    skip_with_sanitizers();
    scree_particle q[ALL];
    fill(q);
    scree_world *w = make("true_triaxial: {x: 20 kPa, y: 15 kPa, z: 25 kPa}, inertial_number: 0.1",
                          "restitution: 0.3, friction: 0.4", 1e-5, q, ALL);
    const double goal[3] = {20e3, 15e3, 25e3};
    double most = 0.0;
    for (int k = 0; k < 300; k++) {
        advance(w, 100);
        scree_deformation_measure(w, NULL);
        most = fmax(most, w->deformation_now.stress[0] / goal[0]);
    }
    for (int k = 0; k < 3; k++) {
        expect_near(w->deformation_now.stress[k], goal[k], 0.03 * goal[k], "stress");
    }
    print_message("largest stress over its goal: %.3f\n", most);
    assert_true(most < 1.2);
    // They stay, on average, while the packing dilates.
    w->case_->deformation.component[0] = (scree_drive_goal){1.0, true};
    double sum = 0.0, rate = 0.0;
    for (int k = 0; k < 200; k++) {
        advance(w, 100);
        scree_deformation_measure(w, NULL);
        sum += k < 50 ? 0.0 : w->deformation_now.stress[1] + w->deformation_now.stress[2];
        rate += w->deformation.rate.yy + w->deformation.rate.zz;
    }
    assert_true(rate > 0.0);
    expect_near(sum / 150.0, goal[1] + goal[2], 0.04 * (goal[1] + goal[2]), "stress of the sides");
    scree_world_destroy(w);
}

// In a fast flow, whose few contacts come and go, the mean of the stress is that imposed, too.
static void stress_of_fast_flow(void **state) {
    (void)state;
    skip_with_sanitizers();
    scree_particle q[ALL];
    fill(q);
    scree_world *w =
        make("simple_shear: {rate: 120 1/s, flow: x, gradient: z, pressure: 5 kPa}, inertial_number: 1",
             "restitution: 0.7, friction: 0.5", 1e-5, q, ALL);
    double sum = 0.0;
    for (int k = 0; k < 300; k++) {
        advance(w, 50);
        scree_deformation_measure(w, NULL);
        sum += k < 100 ? 0.0 : w->deformation_now.stress[2];
    }
    print_message("normal stress over that imposed: %.3f\n", sum / 200.0 / 5e3);
    expect_near(sum / 200.0, 5e3, 0.08 * 5e3, "normal stress");
    scree_world_destroy(w);
}

// A cell that is sheared and sheared back has its shape again, and so have the places of balls that do not touch.
static void there_and_back(void **state) {
    (void)state;
    const scree_particle q[2] = {ball(1, r, vec3(0.02, 0.03, 0.09), vec3(0, 0, 0), vec3(0, 0, 0)),
                                 ball(2, r, vec3(0.07, 0.06, 0.02), vec3(0, 0, 0), vec3(0, 0, 0))};
    scree_world *w = make("components: {xx: 3 1/s, yy: -2 1/s, xy: 30 1/s, xz: -20 1/s, yz: 15 1/s}",
                          "restitution: 1, friction: 0", 1e-4, q, 2);
    advance(w, 700);
    assert_true(fabs(w->cell.period.lean[0]) > 1e-3 && w->cell.period.length[0] < 0.09);
    scree_drive_goal *goal = w->case_->deformation.component;
    for (int k = 0; k < SCREE_STRESSES; k++) {
        goal[k].value = -goal[k].value;
    }
    assert_int_equal(scree_deformation_capability.attempt[SCREE_AT_CHANGE](w, NULL), SCREE_OK);
    advance(w, 700);
    for (int k = 0; k < 3; k++) {
        expect_near(w->cell.period.length[k], EDGE, 1e-13, "length");
        const double lean = w->cell.period.lean[k];
        expect_near(lean - EDGE * round(lean / EDGE), 0.0, 1e-13, "lean");
    }
    for (int k = 0; k < 2; k++) {
        const scree_vec3 d = vec_sub(place_of(w, (uint64_t)k + 1), q[k].x),
                         off = scree_nearest_image(&w->cell.period, d.x, d.y, d.z);
        expect_vec_near(off, vec3(0, 0, 0), 1e-12, "place");
    }
    scree_world_destroy(w);
}

// A clump and a ball that the cell leaves behind when its rate changes keep their velocities in space, and what their kinetic energy changes is booked.
static void left_behind(void **state) {
    (void)state;
    scree_world *w = world_of_text(
        scree_format(
            "time: {end: 10, dt: 1e-4, velocity_scale: 1}\n"
            "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"
            "contacts: [{between: any, restitution: 1, friction: 0}]\n"
            "shapes: {pair: {members: [{at: [-4 mm, 0, 0], radius: 4 mm}, {at: [6 mm, 0, 0], radius: 2 "
            "mm}]}}\n"
            "domain: {min: [0, 0, 0], max: [0.1, 0.1, 0.1], periodic: [x, y, z]}\n"
            "cell: {components: {xy: 5 1/s, zz: 2 1/s}, lean: [3 cm, 0, 2 cm], carried: false}\n"
            "particles: [{positions: [[99 mm, 97 mm, 98 mm]], shape: pair, diameter: 1 cm, material: m, "
            "velocity: [1, 2, -3], spin: "
            "[5, 7, 11]},\n"
            "  {positions: [[2 cm, 3 cm, 4 cm]], diameter: 1 cm, material: m, velocity: [0.3, 0, -0.2]}]\n"),
        NULL, 0);
    advance(w, 50);
    enum { BALL = 2 };
    const scree_vec3 centre = w->p.centre[0], spin = spin_of(w, 1);
    scree_vec3 before[3], at[3];
    for (size_t i = 0; i < 3; i++) {
        at[i] = i == BALL ? place_of(w, 3) : vec_add(centre, scree_particle_arm(w, i));
        before[i] = in_space(w, i + 1, at[i]);
    }
    const scree_vec3 body =
        vec_add(w->p.body_velocity[0], scree_cell_velocity(&w->cell, vec_sub(centre, w->cell.centre)));
    const double balance = scree_world_totals(w).balance;
    for (int k = 0; k < SCREE_STRESSES; k++) {
        w->case_->deformation.component[k] = (scree_drive_goal){10.0 * (k + 1), true};
    }
    assert_int_equal(scree_deformation_capability.attempt[SCREE_AT_CHANGE](w, NULL), SCREE_OK);
    expect_near(w->cell.rate.yz, 60.0, 0.0, "rate");
    for (size_t i = 0; i < 3; i++) {
        expect_vec_near(in_space(w, i + 1, at[i]), before[i], 1e-13, "velocity in space");
    }
    expect_vec_near(
        vec_add(w->p.body_velocity[0], scree_cell_velocity(&w->cell, vec_sub(centre, w->cell.centre))), body,
        1e-13, "velocity of the clump in space");
    expect_vec_near(spin_of(w, 1), spin, 0.0, "spin");
    assert_true(scree_body_is_whole(w, 0));
    const scree_totals t = scree_world_totals(w);
    assert_true(fabs(t.changed) > 1e-4);
    expect_near(t.balance, balance, 1e-12, "balance");
    scree_world_destroy(w);
}

// Probes that go with the cell: one of the whole cell has its solid fraction and its stress, and two halves have all particles, however it has leaned and
// shrunk. One that stays in space has not.
static void probes_go_along(void **state) {
    (void)state;
    static const char *const probe[] = {
        "probes: {all: {region: {box: {min: [0, 0, 0], max: [0.1, 0.1, 0.1]}}}",
        "low: {region: {box: {min: [0, 0, 0], max: [0.1, 0.1, 0.04]}}}",
        "high: {region: {box: {min: [0, 0, 0.04], max: [0.1, 0.1, 0.1]}}}",
        "left: {region: {box: {min: [0, 0, 0], max: [0.03, 0.1, 0.1]}}}",
        "right: {region: {box: {min: [0.03, 0, 0], max: [0.1, 0.1, 0.1]}}}",
        "still: {region: {box: {min: [0, 0, 0], max: [0.1, 0.1, 0.1]}}, with_cell: false}}"};
    scree_particle q[ALL];
    fill(q);
    for (int k = 0; k < PATH_COUNT; k++) {
        char *cell_and_probes = scree_format("%s}\n%s, %s, %s, %s, %s, %s\n#", PATHS[k], probe[0], probe[1],
                                             probe[2], probe[3], probe[4], probe[5]);
        scree_world *w = make(cell_and_probes, "restitution: 0.6, friction: 0.4", 1e-5, q, ALL);
        scree_free(cell_and_probes);
        advance(w, 1500);
        scree_columns_measure(w);
        const scree_deformation_now *cell = &w->deformation_now;
        const scree_probe *all = &w->probe.data[0], *still = &w->probe.data[5];
        assert_int_equal(all->count, ALL);
        expect_near(all->fraction, cell->solid_fraction, 1e-12, "solid fraction");
        const double density = all->mass / scree_cell_volume(&w->cell);
        for (int c = 0; c < 3; c++) {
            const double mean = vec_get(all->velocity, c);
            expect_near(all->stress[c] + density * mean * mean, cell->stress[c], 1e-4 * cell->pressure,
                        "stress");
        }
        for (int c = 1; c < 5; c += 2) {
            const scree_probe *a = &w->probe.data[c], *b = a + 1;
            const double share = c == 1 ? 0.4 : 0.3;
            assert_true(a->count > 0 && a->count + b->count == ALL);
            expect_near(share * a->fraction + (1.0 - share) * b->fraction, all->fraction, 1e-12,
                        "fractions of parts");
        }
        assert_true(fabs(still->fraction - all->fraction) > 1e-3);
        scree_world_destroy(w);
    }
}

// In a dilute flow bodies that meet come from a free path apart, so they meet faster than neighbours in the same shear. With dt: auto collisions last 25 steps at their speed: then the
// balance of a gas that cools, without a cell, is off by 0.5 % of what it loses, at any speed.
static void auto_step_knows_free_paths(void **state) {
    (void)state;
    static const struct {
        int count;
        double rate;
    } flow[] = {{20, 60.0}, {30, 60.0}};
    for (size_t k = 0; k < sizeof flow / sizeof *flow; k++) {
        scree_world *w = world_of_text(
            scree_format(
                "time: {end: 100}\nseed: 3\n"
                "domain: {min: [0, 0, 0], max: [12 mm, 12 mm, 12 mm], periodic: [x, y, z]}\n"
                "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.25, restitution: 0.5, "
                "friction: 0.4}}\ncontacts: [{between: any}]\n"
                "insertion: [{material: m, diameter: 1.8 mm, fill: random, region: {box: {min: [0, 0, 0], "
                "max: [12 mm, 12 mm, 12 mm]}}, count: %d}]\n"
                "cell: {simple_shear: {rate: %g, flow: x, gradient: z}}\n",
                flow[k].count, flow[k].rate),
            NULL, 0);
        const double start = scree_world_totals(w).balance;
        advance(w, (uint64_t)(24.0 / flow[k].rate / w->dt));
        const scree_totals t = scree_world_totals(w);
        print_message("%d bodies, %g 1/s: balance off by %.3g of the work\n", flow[k].count, flow[k].rate,
                      (t.balance - start) / w->deformation.work);
        assert_true(fabs(t.balance - start) < 6e-3 * w->deformation.work);
        scree_world_destroy(w);
    }
}

#define HEAD                                                                                                 \
    "time: {end: 1, dt: 1e-5, velocity_scale: 1}\nmaterials: {m: {density: 2500, young: 5 MPa, poisson: "    \
    "0.3}}\n"                                                                                                \
    "contacts: [{between: any, restitution: 0.5, friction: 0.1}]\n"
#define BOX "domain: {min: [0, 0, 0], max: [0.1, 0.1, 0.1], periodic: [x, y, z]}\n"

static void refusals(void **state) {
    (void)state;
    expect_case_refused(HEAD "cell: {isotropic: {pressure: 1 kPa}}\n",
                        "it deforms along x, which is not periodic");
    expect_case_refused(HEAD "domain: {min: [0, 0, 0], max: [0.1, 0.1, 0.1], periodic: [x, y]}\n"
                             "cell: {simple_shear: {rate: 1 1/s, gradient: z}}\n",
                        "it deforms along z, which is not periodic");
    expect_case_refused(HEAD BOX "cell: {simple_shear: {rate: 1 1/s, flow: z, gradient: x}}\n",
                        "the flow is along z and its gradient along x");
    expect_case_refused(HEAD BOX "cell: {biaxial: {axis: z, side: z, axial: 1 1/s, pressure: 1 kPa}}\n",
                        "two different axes");
    expect_case_refused(HEAD BOX "cell: {isotropic: {pressure: 1 kPa}, oedometric: {axial: 1 1/s}}\n",
                        "isotropic");
    expect_case_refused(HEAD BOX "cell: {isotropic: {pressure: -1 kPa}}\n", "pressure");
    expect_case_refused(HEAD BOX "gravity: [0, 0, -9.81]\ncell: {isotropic: {pressure: 1 kPa}}\n",
                        "along which there is gravity");
    expect_case_refused(HEAD BOX "walls: {w: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}\n"
                                 "cell: {oedometric: {axial: 1 1/s}}\n",
                        "planes normal to an axis along which the cell does not deform");
    expect_case_refused(HEAD BOX "cell: {components: {}, lean: [6 cm, 0, 0]}\n",
                        "more than half of the length along x");
    expect_case_refused(HEAD "domain: {min: [0, 0, 0], max: [0.1, 0.1, 0.1], periodic: [x, y]}\n"
                             "cell: {components: {}, lean: [0, 1 cm, 0]}\n",
                        "it leans from z to x");
    expect_case_refused(HEAD BOX "cell: {components: {}, lean: [1 cm, 0, 0]}\ninsertion: [{material: m, "
                                 "fill: random, count: 2, diameter: 1 cm, "
                                 "region: {box: {min: [0, 0, 0], max: [0.1, 0.1, 0.1]}}}]\n",
                        "insertion looks for room in a box");
    expect_case_refused(HEAD BOX "cell: {triaxial: {axial: 1 m, pressure: 1 kPa}}\n", "axial");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flies_straight),
        cmocka_unit_test(borders_are_nowhere),
        cmocka_unit_test(as_newton_says),
        cmocka_unit_test(energy_closes),
        cmocka_unit_test(stress_of_loops),
        cmocka_unit_test(stress_is_reached),
        cmocka_unit_test(stress_of_fast_flow),
        cmocka_unit_test(there_and_back),
        cmocka_unit_test(left_behind),
        cmocka_unit_test(probes_go_along),
        cmocka_unit_test(auto_step_knows_free_paths),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
