// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// What contacts store by laws whose energy follows from the state is known to the ledger as it is: it books no losses that nothing has, and
// stays closed where contacts begin or end because bodies or walls come, go, grow or are held.
#include "effort.h"
#include "host_world.h"
#include "state/world.h"

#define FLOOR "floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m"
#define SPRING "normal: {law: hertz, restitution: 1}, tangential: none"

// A ball springs on a floor for 10 s, 5000 times. The sum of the power of its contact would book 4.6 times the energy of the vibration as
// lost, at a rate of w (w dt)^3 / 4, and with heat.friction warm the ball with it. An outlet that looks in each step and takes nothing is no event.
static void a_ball_that_springs(void **state) {
    (void)state;
    static const char *const way[] = {"", ", integrator: verlet_half_step", "", "", ""};
    static const char *const law[] = {
        SPRING, SPRING, SPRING ", heat: conduction",
        "normal: {law: hooke, characteristic_velocity: 0.1, restitution: 1}, tangential: none", SPRING};
    static const char *const more[] = {
        "", "", "heat: {temperature: 300 K, friction: 1}\n", "",
        "outlets: {o: {region: {box: {min: [1, 1, 1], max: [2, 2, 2]}}, every: 120 us}}\n"};
    for (int k = 0; k < 5; k++) {
        char *text = scree_format(
            "time: {end: 20, dt: 120 us%s}\ngravity: [0, 0, -9.81]\n%s"
            "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.25, heat_capacity: 800, conductivity: "
            "1}}\n"
            "contacts: [{between: any, %s}]\nwalls: {" FLOOR "}}\n"
            "particles: [{positions: [[0, 0, 4.9995 mm]], diameter: 10 mm, material: m}]\n",
            way[k], more[k], law[k]);
        scree_world *w = world_of(text, 1);
        double energy = 0.0, most = 0.0;
        const double start = value(w, "energy_balance");
        for (int step = 0; step < 1000; step++) {
            advance(w, 83);
            energy = fmax(energy, value(w, "kinetic"));
            most = fmax(most, fabs(value(w, "energy_balance") - start));
        }
        print_message("energy %.3g J, lost %.3g of it, balance off by %.3g of it\n", energy,
                      value(w, "plastic_normal") / energy, most / energy);
        assert_true(energy > 2e-8);
        assert_true(fabs(value(w, "plastic_normal")) <= 1e-12 * energy);
        assert_true(most < 0.02 * energy); // (w dt)^2 / 8
        assert_true(k != 2 || value(w, "heat_made") == 0.0);
        assert_true(value(w, "energy_removed") == 0.0);
        scree_world_close(w);
        scree_free(text);
    }
}

// Normal laws with a memory or several branches.
static const char *const memories[] = {
    "{law: hooke_hysteresis, elastic_stiffness: 3e3, restitution: 1, max_stiffness_ratio: 1, "
    "adhesion_stiffness_ratio: 0, plasticity_depth: 0.02}",
    "{law: hooke_hysteresis, elastic_stiffness: 3e3, restitution: 1, max_stiffness_ratio: 3, "
    "adhesion_stiffness_ratio: 0.1, plasticity_depth: 0.02}",
    "{law: contact_sphere_sphere, contact_stiffness: 3e3}",
    "{law: contact_sphere_sphere, contact_stiffness: 3e3, contact_plasticity_ratio: 0.5, "
    "adhesion_coefficient: 300}",
    "{law: contact_sphere_sphere, contact_stiffness: 3e5, contact_stiffness_exponent: 1.5, "
    "impact_model: hunt_crossley, restitution: 1}",
    "{law: eepa, contact_stiffness: 3e3, contact_stiffness_exponent: 1, restitution: 1, "
    "contact_plasticity_ratio: 0}",
    "{law: eepa, restitution: 1, contact_plasticity_ratio: 0.5}",
    "{law: luding, stiffness: 3e3, loading_ratio: 0.5, adhesion_ratio: 0, "
    "plasticity_depth: 0.05, normal_viscosity: 0}",
    "{law: luding, variant: luding2008, stiffness: 3e3, loading_ratio: 0.5, adhesion_ratio: 0.2, "
    "plasticity_depth: 0.05, normal_viscosity: 0}",
    "{law: walton_braun, stiffness: 3e3, restitution: 0.8}",
    "{law: thornton_ning, yield_stress: 20 kPa}",
};

// The same with laws that have a memory or several branches, as long as the ball springs with that as it is: what the first springs have lost stays what it was.
// The largest overlap of a vibration, which is seen once a step, comes no nearer to its top than the step allows, so the memory ends to change.
static void a_ball_that_springs_with_a_memory(void **state) {
    (void)state;
    const int parts = effort(1000, 120, 50);
    for (size_t k = 0; k < sizeof memories / sizeof *memories; k++) {
        char *text =
            scree_format("time: {end: 20, dt: 60 us, velocity_scale: 1}\ngravity: [0, 0, -9.81]\n"
                         "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.25, restitution: 1, "
                         "heat_capacity: 800}}\nheat: {temperature: 300 K, friction: 1}\n"
                         "contacts: [{between: any, tangential: none, normal: %s}]\nwalls: {" FLOOR "}}\n"
                         "particles: [{positions: [[0, 0, 4.9995 mm]], diameter: 10 mm, material: m}]\n",
                         memories[k]);
        scree_world *w = world_of(text, 1);
        double energy = 0.0, most = 0.0, half = 0.0;
        const double start = value(w, "energy_balance");
        for (int part = 0; part < parts; part++) {
            advance(w, 100);
            energy = fmax(energy, value(w, "kinetic"));
            most = fmax(most, fabs(value(w, "energy_balance") - start));
            half = part == parts / 2 ? value(w, "plastic_normal") : half;
        }
        const double lost = value(w, "plastic_normal"), made = value(w, "heat_made");
        print_message("%.60s: energy %.3g J, lost %.3g of it, then %.3g, balance off by %.3g of it\n",
                      memories[k], energy, half / energy, (lost - half) / energy, most / energy);
        assert_true(lost >= 0.0 && lost - half < 1e-6 * energy);
        near(made, lost, 1e-9 * energy, "heat made");
        assert_true(most < 0.01 * energy);
        scree_world_close(w);
        scree_free(text);
    }
}

// A ball leaves the domain while it springs back from another one, or from a floor. It takes along what is stored after the largest overlap that it has had,
// whose part that is lost is not stored any more.
static void a_ball_that_leaves_with_a_memory(void **state) {
    (void)state;
    static const char *const other[] = {"}]\n",
                                        "}, {positions: [[4.99 mm, 0, 5 mm]], velocity: [-1.6, 0, 0], "
                                        "diameter: 10 mm, material: m}]\n"};
    for (size_t k = 0; k < 2 * (sizeof memories / sizeof *memories); k++) {
        double off[2], stored = 0.0, last = 0.0;
        for (int fine = 0; fine < 2; fine++) {
            char *text = scree_format(
                "time: {end: 1, dt: %s, velocity_scale: 1, integrator: %s}\n"
                "domain: {min: [-6 mm, -1, -1], max: [1, 1, 1], lost: delete}\n"
                "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.25, restitution: 1}}\n"
                "contacts: [{between: any, tangential: none, normal: %s}]\nwalls: {" FLOOR "}}\n"
                "particles: [{positions: [[-4.99 mm, 0, %s]], velocity: [%s], diameter: 10 mm, "
                "material: m%s",
                fine ? "1 us" : "4 us", k / 2 % 2 ? "verlet_half_step" : "verlet", memories[k / 2],
                k % 2 ? "5 mm" : "4.99 mm", k % 2 ? "-1, 0, 0" : "-0.85, 0, -0.6", other[k % 2]);
            scree_world *w = world_of(text, 1);
            const double start = value(w, "energy_balance"), number = value(w, "particles");
            while (value(w, "particles") == number) {
                last = value(w, "elastic_normal");
                stored = fmax(stored, last);
                advance(w, 1);
            }
            assert_true(last > 0.03 * stored);
            off[fine] = fabs(value(w, "energy_balance") - start);
            scree_world_close(w);
            scree_free(text);
        }
        print_message("%.60s: at most %.3g J stored, balance off by %.3g of it, then %.3g\n", memories[k / 2],
                      stored, off[0] / stored, off[1] / stored);
        assert_true(off[0] < 1e-4 * stored && off[1] < 1e-5 * stored); // of order 2
    }
}

// What the dashpots of a ball take that is dropped on a floor and comes to rest there is its potential energy, to order 2 in the step.
static void a_ball_that_comes_to_rest(void **state) {
    (void)state;
    double off[3];
    for (int k = 0; k < 3; k++) {
        char *text =
            scree_format("time: {end: 20, dt: %.17g}\ngravity: [0, 0, -9.81]\n"
                         "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.25, restitution: 0.3}}\n"
                         "contacts: [{between: any, tangential: none}]\nwalls: {" FLOOR "}}\n"
                         "particles: [{positions: [[0, 0, 5.5 mm]], diameter: 10 mm, material: m}]\n",
                         160e-6 / (1 << k));
        scree_world *w = world_of(text, 1);
        const double before = value(w, "potential");
        advance(w, (uint64_t)(0.5 / (160e-6 / (1 << k))));
        const double fall = before - value(w, "potential");
        off[k] = value(w, "viscous_normal") + value(w, "elastic_normal") - fall;
        print_message("of %.3g J: off by %.3g\n", fall, off[k] / fall);
        assert_true(value(w, "kinetic") < 1e-9 * fall && value(w, "plastic_normal") == 0.0);
        assert_true(fabs(off[k]) < 0.05 * fall / (1 << 2 * k));
        scree_world_close(w);
        scree_free(text);
    }
}

// A column of three balls that press each other and the walls, and springs.
typedef struct event {
    const char *name, *walls, *more;
    bool removes;    // the host takes the ball in the middle away
    const char *set; // what it sets to the time
} event;
static const event events[] = {
    {"an outlet at the top", "",
     "outlets: {o: {region: {box: {min: [-1, -1, 4 mm], max: [1, 1, 1]}}, once: true, start: 2 ms}}\n", false,
     NULL},
    {"an outlet in the middle", "",
     "outlets: {o: {region: {box: {min: [-1, -1, 2 mm], max: [1, 1, 4 mm]}}, once: true, start: 2 ms}}\n",
     false, NULL},
    {"the floor ends", ", stop: 2 ms", "", false, NULL},
    {"a program ends the floor", "", "", false, "walls.floor.stop"},
    {"a program begins a wall",
     "}, side: {plane: {point: [-0.98 mm, 0, 0], normal: [1, 0, 0]}, material: m, start: never", "", false,
     "walls.side.start"},
    {"a wall appears",
     "}, side: {plane: {point: [-0.98 mm, 0, 0], normal: [1, 0, 0]}, material: m, start: 2 ms", "", false,
     NULL},
    {"held and released", "", "groups: {g: {hold: true, start: 2 ms, stop: 2.5 ms}}\n", false, NULL},
    {"the middle is held", "", "groups: {g: {ids: [2], hold: true, start: 2 ms, stop: 2.5 ms}}\n", false,
     NULL},
    {"growth", "", "groups: {g: {growth: 5 1/s, growth_every: 0.5 ms, start: 2 ms, stop: 4 ms}}\n", false,
     NULL},
    {"a program takes one away", "", "", true, NULL},
};

static char *text_of(const event *e, double dt) {
    return scree_format(
        "time: {end: 10, dt: %.17g, velocity_scale: 1}\ngravity: [0, 0, -30]\n"
        "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"
        "contacts: [{between: any, " SPRING "}]\nwalls: {" FLOOR
        "%s}, lid: {plane: {point: [0, 0, 5.94 mm], normal: [0, 0, -1]}, material: m}}\n%s"
        "particles: [{positions: [[0, 0, 0.985 mm], [0, 0, 2.97 mm], [0, 0, 4.955 mm]], diameter: 2 mm, "
        "material: m}]\n",
        dt, e->walls, e->more);
}

// What the program does, 2 ms after the start.
static void act(const event *e, scree_world *w) {
    scree_report *r = scree_report_create();
    const uint64_t middle = 2;
    assert_int_equal(e->removes ? scree_world_remove(w, 1, &middle, r) : SCREE_OK, SCREE_OK);
    assert_int_equal(e->set ? scree_world_set(w, e->set, "2 ms", r) : SCREE_OK, SCREE_OK);
    scree_report_destroy(r);
}

// Largest error of the balance from 1 ms before the event to 4 ms after it, of what is stored.
static double error_of(const event *e, double dt) {
    char *text = text_of(e, dt);
    scree_world *w = world_of(text, 1);
    advance(w, (uint64_t)(1e-3 / dt + 0.5));
    const double start = value(w, "energy_balance");
    double off = 0.0, stored = 0.0;
    for (int part = 0; part < 125; part++) {
        if (part == 25) {
            act(e, w);
        }
        advance(w, (uint64_t)(40e-6 / dt + 0.5));
        if (part < 20) {
            stored = fmax(stored, value(w, "elastic_normal"));
        }
        off = fmax(off, fabs(value(w, "energy_balance") - start));
    }
    scree_world_close(w);
    scree_free(text);
    return off / stored;
}

static void the_balance_where_contacts_begin_and_end(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof events / sizeof *events; k++) {
        const double coarse = error_of(&events[k], 8e-6), fine = error_of(&events[k], 2e-6);
        print_message("%-26s balance off by %.3g, then %.3g\n", events[k].name, coarse, fine);
        assert_true(coarse < 0.003 && fine < 0.0003);
    }
}

// Bonds of bodies that grow store another energy at once, which is booked as changed: those of spheres, whose section grows, and those of clumps, whose
// members move away from the centre.
static void bonded_bodies_that_grow(void **state) {
    (void)state;
    static const char *const bodies[] = {
        "particles: [{positions: [[0, 0, 0]], diameter: 2 mm, material: m, velocity: [0, 0, -0.1]}, "
        "{positions: "
        "[[0, 0, 2.15 mm]], diameter: 2 mm, material: m, velocity: [0, 0, 0.1]}]\n",
        "shapes: {two: {members: [{at: [0, 0, 0], radius: 1 mm}, {at: [0, 0, 1.5 mm], radius: 1 mm}]}}\n"
        "particles: [{positions: [[0, 0, 0]], shape: two, material: m}, {positions: [[0, 0, 2.76 mm], [0, "
        "0.1 "
        "mm, -2.8 mm]], diameter: 2 mm, material: m}]\n"};
    for (int k = 0; k < 2; k++) {
        double off[2];
        for (int fine = 0; fine < 2; fine++) {
            const double dt = fine ? 0.25e-6 : 1e-6;
            char *text = scree_format("time: {end: 10, dt: %.17g, velocity_scale: 1}\n"
                                      "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"
                                      "contacts: [{between: any, " SPRING
                                      ", bond: {law: parallel, bond_young: 5 MPa, bond_shear: 1e9 Pa}}]\n"
                                      "bonds: [{name: b, gap: 0.2 mm}]\n"
                                      "groups: {g: {ids: [%s], growth: %d 1/s, growth_every: 0.5 ms, "
                                      "start: 0.5 ms, stop: 2.5 ms}}\n%s",
                                      dt, k == 0 ? "1, 2" : "1", k == 0 ? 20 : 2, bodies[k]);
            scree_world *w = world_of(text, 1);
            const double start = value(w, "energy_balance");
            advance(w, (uint64_t)(3e-3 / dt + 0.5));
            assert_true(value(w, "bonds") == 1.0 + k && value(w, "energy_changed") > 1e-10);
            off[fine] = fabs(value(w, "energy_balance") - start) / value(w, "energy_changed");
            scree_world_close(w);
            scree_free(text);
        }
        print_message("balance off by %.3g of what was booked, then %.3g\n", off[0], off[1]);
        assert_true(off[0] < 0.02 && off[1] < 0.002);
    }
}

// Gravity that is set between steps acts from the middle of the next step on. Bodies have gone through periodic borders along it.
static void gravity_that_is_set(void **state) {
    (void)state;
    static const char *const gravity[] = {"[0, 0, -9.81]", "[0.5, 0, -9.81]", "[1, 0, -9.81]"};
    char *text = scree_format(
        "time: {end: 1, dt: 10 us, velocity_scale: 1}\ngravity: [1, 0, -9.81]\n"
        "domain: {min: [0, 0, -1], max: [1 cm, 1 cm, 1], periodic: [x, y]}\n"
        "materials: {m: {density: 2500, young: 1 MPa, poisson: 0.3, restitution: 0.5, friction: 0.4}}\n"
        "contacts: [{between: any}]\n"
        "particles: [{positions: [[5 mm, 5 mm, 50 mm]], diameter: 2 mm, material: m, "
        "velocity: [1, 0, 0]}]\n");
    scree_world *w = world_of(text, 1);
    scree_report *r = scree_report_create();
    const double start = value(w, "energy_balance");
    advance(w, 5000); // through the border five times
    for (int k = 0; k < 3; k++) {
        assert_int_equal(scree_world_set(w, "gravity", gravity[k], r), SCREE_OK);
        advance(w, 1000);
        near(value(w, "energy_balance") - start, 0.0, 1e-9 * value(w, "kinetic"), gravity[k]);
    }
    scree_world_close(w);
    scree_free(text);

    w = world_of(
        "time: {end: 1, dt: 10 us, velocity_scale: 1}\ngravity: [0, 0, -9.81]\n" // a free wall that falls
        "materials: {m: {density: 2500, young: 1 MPa, poisson: 0.3, restitution: 0.5, friction: 0.4}}\n"
        "contacts: [{between: any}]\n"
        "walls: {block: {box: {min: [0, 0, 80 mm], max: [1 cm, 1 cm, 90 mm]}, material: m, free: {}}}\n"
        "particles: [{positions: [[50 mm, 0, 0]], diameter: 2 mm, material: m, velocity: [0, 0, 0.3]}]\n",
        1);
    advance(w, 2000);
    const double before = value(w, "energy_balance"); // the block has 5e-5 J
    assert_int_equal(scree_world_set(w, "gravity", "[0, 0, -1]", r), SCREE_OK);
    advance(w, 2000);
    near(value(w, "energy_balance") - before, 0.0, 1e-11, "balance with a free wall");
    scree_report_destroy(r);
    scree_world_close(w);
}

static int idle(scree_world *w, void *context) {
    (void)w;
    ++*(uint64_t *)context;
    return 0;
}

// A hook that does nothing and values that are written as they are change no number of the ledger, whether an outlet takes a ball or finds none.
static void what_changes_nothing(void **state) {
    (void)state;
    for (int takes = 0; takes < 2; takes++) {
        double removed[3], balance[3];
        for (int way = 0; way < 3; way++) {
            char *text =
                scree_format("time: {end: 1, dt: 10 us, velocity_scale: 1}\ngravity: [0, 0, -9.81]\n"
                             "materials: {m: {density: 2500, young: 1 MPa, poisson: 0.3, restitution: 0.5, "
                             "friction: 0.4}}\n"
                             "contacts: [{between: any}]\nwalls: {" FLOOR "}}\n"
                             "particles: [{positions: [[0, 0, 0.99 mm], [5 mm, 0, 0.98 mm]], diameter: 2 mm, "
                             "material: m}]\n"
                             "outlets: {gone: {region: {box: {min: [%s, -1 mm, 0], max: [1 mm, 1 mm, 3 "
                             "mm]}}, every: 0.1 ms, start: 1 ms}}\n",
                             takes ? "-1 mm" : "0.9 mm");
            scree_world *w = world_of(text, 1);
            uint64_t calls = 0;
            if (way == 1) {
                assert_int_equal(scree_world_hook(w, SCREE_MOMENT_BEFORE_FORCES, idle, &calls), 1);
            }
            for (int step = 0; step < 150; step++) {
                if (way == 2) {
                    const scree_view v = view_of(w, "velocity", 1);
                    close_view(w, &v);
                }
                advance(w, 1);
            }
            assert_true(value(w, "particles") == (takes ? 1.0 : 2.0) && calls == (way == 1 ? 150 : 0));
            removed[way] = value(w, "energy_removed");
            balance[way] = value(w, "energy_balance");
            scree_world_close(w);
            scree_free(text);
        }
        assert_true(takes ? removed[0] > 0.0 : removed[0] == 0.0);
        for (int way = 1; way < 3; way++) {
            assert_true(removed[way] == removed[0] && balance[way] == balance[0]);
        }
    }
}

// The numbers of the ledger are the same bits on two threads, and when the world goes back to a state just before the event.
static void the_same_bits(void **state) {
    (void)state;
    static const char *const column[] = {"energy_balance",  "plastic_normal", "energy_removed",
                                         "energy_changed",  "elastic_normal", "viscous_normal",
                                         "energy_inserted", "kinetic"};
    enum { COLUMNS = sizeof column / sizeof *column };
    for (size_t k = 0; k < sizeof events / sizeof *events; k++) {
        char *text = text_of(&events[k], 8e-6);
        double seen[3][COLUMNS];
        scree_world *w[2] = {world_of(text, 1), world_of(text, 2)};
        scree_report *r = scree_report_create();
        advance(w[0], 250);
        scree_saved *saved = scree_world_save(w[0], r);
        assert_non_null(saved);
        advance(w[1], 250);
        for (int run = 0; run < (events[k].set ? 2 : 3);
             run++) { // a state of before a key was set is refused
            scree_world *of = w[run == 1];
            if (run == 2) {
                assert_int_equal(scree_world_restore(of, saved, r), SCREE_OK);
            }
            act(&events[k], of);
            advance(of, 400);
            for (int i = 0; i < COLUMNS; i++) {
                seen[run][i] = value(of, column[i]);
                if (memcmp(&seen[run][i], &seen[0][i], sizeof(double)) != 0) {
                    fail_msg("%s, run %d: %s is %.17g, not %.17g", events[k].name, run, column[i],
                             seen[run][i], seen[0][i]);
                }
            }
        }
        scree_saved_destroy(saved);
        scree_report_destroy(r);
        scree_world_close(w[0]);
        scree_world_close(w[1]);
        scree_free(text);
    }
}

// Laws that change between one with a known energy and one with a memory: what is stored stays booked.
static void laws_that_change(void **state) {
    (void)state;
    static const char *const law[] = {
        "{law: luding, stiffness: 2000, loading_ratio: 0.5, plasticity_depth: 0.1, normal_viscosity: 0}",
        "{law: hooke, stiffness: 2000, restitution: 1}", "{law: hertz, restitution: 1}"};
    char *text = text_of(&events[sizeof events / sizeof *events - 1], 2e-6);
    scree_world *w = world_of(text, 1);
    scree_report *r = scree_report_create();
    advance(w, 500);
    const double start = value(w, "energy_balance"), stored = value(w, "elastic_normal");
    double lost = 0.0;
    for (int k = 0; k < 9; k++) {
        if (scree_world_set(w, "contacts.0.normal", law[k % 3], r) != SCREE_OK) {
            fail_msg("%s", scree_report_text(r, 0));
        }
        advance(w, 300);
        const double now = value(w, "plastic_normal"), change = now - lost;
        print_message("%s: balance off by %.3g of what was stored, lost %.3g of it\n", law[k % 3],
                      (value(w, "energy_balance") - start) / stored, change / stored);
        assert_true(fabs(value(w, "energy_balance") - start) < 2e-3 * stored);
        assert_true(k % 3 == 0 ? change > 0.0 : fabs(change) < 1e-12 * stored);
        lost = now;
    }
    scree_report_destroy(r);
    scree_world_close(w);
    scree_free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_that_springs),
        cmocka_unit_test(a_ball_that_springs_with_a_memory),
        cmocka_unit_test(a_ball_that_leaves_with_a_memory),
        cmocka_unit_test(a_ball_that_comes_to_rest),
        cmocka_unit_test(the_balance_where_contacts_begin_and_end),
        cmocka_unit_test(bonded_bodies_that_grow),
        cmocka_unit_test(gravity_that_is_set),
        cmocka_unit_test(what_changes_nothing),
        cmocka_unit_test(the_same_bits),
        cmocka_unit_test(laws_that_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
