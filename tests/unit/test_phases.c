// SPDX-License-Identifier: BSD-3-Clause
// A change of phase: what it does to energies, history, walls and sources; and what a phase may wait for.
#include "checkpoint/checkpoint.h"
#include "load/phases.h"
#include "measure/columns.h"
#include "text/text_buffer.h"
#include "wall_motion/wall_motion.h"
#include "world_of_text.h"
#include <unistd.h>

#define FILE_NAME "phases.yaml"

static void write_text(const char *path, const char *text) {
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

// The world of a file at its start; text is freed.
static scree_world *begun(char *text) {
    scree_report *r = scree_report_create();
    write_text(FILE_NAME, text);
    scree_world *w = scree_load_case(FILE_NAME, NULL, 1, NULL, r);
    expect_no_errors(r);
    assert_non_null(w);
    assert_int_equal(scree_load_start(w, r), SCREE_OK);
    scree_report_destroy(r);
    scree_free(text);
    return w;
}

// Steps to the end of the phase; false: there are not so many steps.
static bool step_to_end_of_phase(scree_world *w, uint64_t most, scree_report *r) {
    for (uint64_t k = 0; k < most && !w->phase.over; k++) {
        assert_int_equal(scree_world_step(w, r), SCREE_OK);
        scree_phase_look(w, r);
    }
    return w->phase.over;
}

static scree_world *next_phase(scree_world *w, scree_report *r) {
    assert_true(scree_checkpoint_write(w, scree_case_hash(w), "end.scree", r));
    scree_world *next = scree_phase_next(w, "end.scree", 1, NULL, r);
    expect_no_errors(r);
    assert_non_null(next);
    return next;
}

static double sum(const double *x) {
    double all = 0;
    for (int k = 0; k < SCREE_MODES; k++) {
        all += x[k];
    }
    return all;
}

static bool says(const scree_report *r, const char *text) {
    for (size_t k = 0; k < scree_report_size(r); k++) {
        if (strstr(scree_report_text(r, k), text)) {
            return true;
        }
    }
    return false;
}

#define TWO_BALLS                                                                                            \
    "gravity: [0, 0, -9.81]\n"                                                                               \
    "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"                                          \
    "walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}\n"                          \
    "particles: [{positions: [[0, 0, 2 mm]], diameter: 4 mm, material: m, velocity: [0.02, 0, -0.3]},\n"     \
    "  {positions: [[1, 1, 7 mm]], diameter: 4 mm, material: m}]\n"                                          \
    "contacts: [{between: any, restitution: 0.8, friction: 0.9}]\n"

// A ball in a bounce when the moduli double: the energy of the normal spring doubles, which is what the ledger calls changed; so
// does the force at once. Gravity that turns changes the energy by its potential.
static void test_energy(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = begun(
        scree_format("time: {dt: 2 us}\n" TWO_BALLS
                     "phases:\n  a: {until: 0.2 ms}\n  b: {until: 0.1 ms, set: {materials.m.young: 10 MPa}}\n"
                     "  c: {until: 0.1 ms, set: {gravity: [1, 0, -9]}}\n  d: {until: 0.1 ms}\n"));
    assert_true(step_to_end_of_phase(w, 1000, r));
    assert_int_equal(w->step, 100);
    const scree_totals before = scree_world_totals(w);
    const double stored = sum(before.elastic), force = w->wall.data[0].now.force.z;
    assert_true(before.elastic[SCREE_MODE_NORMAL] > 1e-7 && before.elastic[SCREE_MODE_TANGENTIAL] > 1e-9);

    w = next_phase(w, r);
    const scree_totals after = scree_world_totals(w);
    // A tangential spring that becomes stiffer keeps its force (laws/tangential/tangent_spring.h); history goes back by half a step and forward.
    expect_near(after.elastic[SCREE_MODE_TANGENTIAL], 0.5 * before.elastic[SCREE_MODE_TANGENTIAL],
                0.01 * before.elastic[SCREE_MODE_TANGENTIAL], "stored in tangential springs");
    expect_near(after.elastic[SCREE_MODE_NORMAL], 2 * before.elastic[SCREE_MODE_NORMAL], 1e-15 * stored,
                "stored after");
    expect_near(after.changed, sum(after.elastic) - stored, 1e-15 * stored, "changed");
    expect_near(after.balance, before.balance, 1e-14 * stored, "balance");
    expect_near(sum(after.plastic), sum(before.plastic), 1e-14 * stored, "losses");
    assert_true(fabs(w->wall.data[0].now.force.z / force - 2) < 0.3); // the dashpot's share is sqrt(2)

    assert_true(step_to_end_of_phase(w, 1000, r));
    const scree_totals second = scree_world_totals(w);
    w = next_phase(w, r);
    const scree_totals third = scree_world_totals(w);
    const double potential =
        -(third.mass * 1 * 0.5) - third.mass * (-9 + 9.81) * 4.5e-3; // of balls at about x = 0 and 1
    // gravity acts from the middle of the next step on
    const scree_vec3 late = vec_scale(0.5 * w->dt, vec3(1, 0, 0.81));
    const double lag = vec_dot(late, third.momentum) - 0.5 * third.mass * vec_norm2(late);
    expect_near(third.changed - second.changed, third.potential - second.potential - lag, 1e-18,
                "changed by gravity");
    expect_near(third.potential - second.potential, potential, 1e-3 * fabs(potential), "potential");
    expect_near(third.balance, second.balance + lag, 1e-18, "balance");

    assert_true(step_to_end_of_phase(w, 1000, r));
    char one[33], two[33];
    scree_hash_hex(scree_world_digest(w), one);
    w = next_phase(w, r); // nothing changes
    scree_hash_hex(scree_world_digest(w), two);
    assert_string_equal(one, two);
    assert_true(scree_world_totals(w).changed == third.changed);
    assert_true(says(r, "phase 'b' begins at t = 0.0002 s: "));
    assert_true(says(r, "materials.m.young = 10000000 (was 5000000)"));
    assert_true(says(r, "phase 'd' begins at t = 0.0004 s, nothing changes"));
    scree_world_destroy(w);
    scree_report_destroy(r);
}

// A wall goes on from where it is with the motion of the phase, which starts with it; without one it stops.
static void test_walls(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w =
        begun(scree_format("time: {dt: 10 us}\n"
                           "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"
                           "walls:\n  lid: {plane: {point: [0, 0, 1], normal: [0, 0, -1]}, material: m, "
                           "motion: {translate: [0, 0, -1]}}\n"
                           "particles: {positions: [[0, 0, 0]], diameter: 4 mm, material: m}\n"
                           "contacts: [{between: any, restitution: 0.8, friction: 0.9}]\n"
                           "phases:\n  down: {until: {value: lid z, falls_by: 1 cm, at_most: 1 s}}\n"
                           "  along: {until: {value: lid x, above: 2 mm, at_most: 1 s}, set: "
                           "{walls.lid.motion: {translate: [1, 0, 0]}}}\n"
                           "  table: {until: 10 ms, set: {walls.lid.motion: [{table: {times: [0, 10 ms], "
                           "positions: [[0, 0, 0], [0, 3 "
                           "mm, 0]]}}]}}\n"
                           "  rest: {until: 10 ms, set: {walls.lid.motion: [], gravity: [0, 0, -9.81]}}\n"));
    assert_true(step_to_end_of_phase(w, 10000, r));
    assert_int_equal(w->step, 1000); // looked at every 100 steps
    w = next_phase(w, r);
    assert_true(step_to_end_of_phase(w, 10000, r));
    assert_int_equal(w->step, 1300); // above 2 mm, not at it
    expect_vec_near(w->wall.data[0].now.pose.shift, vec3(3e-3, 0, -1e-2), 1e-15, "place");
    w = next_phase(w, r);
    expect_vec_near(w->wall.data[0].now.pose.shift, vec3(3e-3, 0, -1e-2), 1e-15, "place");
    assert_true(step_to_end_of_phase(w, 10000, r));
    expect_vec_near(w->wall.data[0].now.pose.shift, vec3(3e-3, 3e-3, -1e-2), 1e-15, "place");
    w = next_phase(w, r);
    assert_true(step_to_end_of_phase(w, 10000, r));
    expect_vec_near(w->wall.data[0].now.pose.shift, vec3(3e-3, 3e-3, -1e-2), 1e-15, "place");
    assert_true(vec_norm(w->wall.data[0].now.velocity) == 0);
    assert_true(w->p.motion[0].v.z < -0.09); // gravity acts
    assert_true(scree_phase_is_last(w));
    scree_world_destroy(w);
    scree_report_destroy(r);
}

// The point of a wall whose position the series has is that of the first phase, whatever moves the wall later.
static void test_references(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = begun(
        scree_format("time: {dt: 10 us}\n"
                     "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"
                     "contacts: [{between: any, restitution: 0.8, friction: 0.9}]\n"
                     "walls:\n"
                     "  still: {disc: {point: [10 cm, 0, 0], normal: [0, 0, 1], radius: 1 cm}, material: m, "
                     "motion: {translate: [0, 0, 0]}}\n"
                     "  drum: {disc: {point: [1, 0, 0], normal: [0, 0, 1], radius: 1 cm}, material: m, "
                     "motion: {rotate: {axis: [0, 0, 1], "
                     "point: [1, 0, 0], rate: 0}}}\n"
                     "  given: {disc: {point: [2, 0, 0], normal: [0, 0, 1], radius: 1 cm}, material: m}\n"
                     "  free: {box: {min: [3, 0, 0], max: [4, 1, 1]}, material: m, free: {mass: 1 kg, slide: "
                     "[{along: [0, 0, 1]}]}}\n"
                     "phases:\n"
                     "  one: {until: 1 ms}\n"
                     "  two: {until: 1 ms, set: {walls.still.motion: {rotate: {axis: [0, 1, 0], point: [11 "
                     "cm, 0, 0], rate: 1 rad/s}}, "
                     "walls.drum.motion: [], walls.given.reference: [2, 0, 0], walls.free: {box: {min: [3, "
                     "0, 0], max: [4, 1, 1]}, material: m}}}\n"));
    static const scree_vec3 wanted[2][4] = {{{0, 0, 0}, {1, 0, 0}, {0, 0, 0}, {3.5, 0.5, 0.5}},
                                            {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3.5, 0.5, 0.5}}};
    for (int phase = 0; phase < 2; phase++) {
        for (int k = 0; k < 4; k++) {
            expect_vec_near(w->wall.data[k].def->reference, wanted[phase][k], 1e-15,
                            w->wall.data[k].def->name);
        }
        assert_true(step_to_end_of_phase(w, 1000, r));
        w = phase == 0 ? next_phase(w, r) : w;
    }
    scree_world_destroy(w);
    scree_report_destroy(r);
}

// What is `never` begins with a phase, a fill too, and again with a later one.
static void test_sources(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = begun(scree_format(
        "time: {dt: 10 us}\n"
        "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"
        "insertion:\n"
        "  - {name: first, material: m, fill: lattice, diameter: 4 mm, count: 4, region: {box: {min: [0, 0, "
        "0], max: "
        "[0.1, 0.1, 0.1]}}}\n"
        "  - {name: second, material: m, rate: 1000 1/s, diameter: 4 mm, start: never, region: {box: {min: "
        "[1, 0, 0], max: "
        "[1.1, 0.1, 0.1]}}}\n"
        "outlets: {drain: {region: {box: {min: [0, 0, 0], max: [0.1, 0.1, 0.1]}}, start: never}}\n"
        "contacts: [{between: any, restitution: 0.8, friction: 0.9}]\n"
        "phases:\n  a: {until: 1 ms}\n  b: {until: 10 ms, set: {insertion.second.start: phase_start, "
        "insertion.1.stop: "
        "phase_start + 5 ms}}\n"
        "  c: {until: 10 ms, set: {outlets.drain.start: \"phase_start + 1 ms\"}}\n"));
    assert_true(step_to_end_of_phase(w, 10000, r));
    assert_int_equal(w->p.n, 4);
    w = next_phase(w, r);
    assert_true(step_to_end_of_phase(w, 10000, r));
    assert_int_equal(w->source.data[1].inserted, 5);
    assert_int_equal(w->outlet.data[0].count, 0);
    w = next_phase(w, r);
    assert_true(step_to_end_of_phase(w, 10000, r));
    assert_int_equal(w->outlet.data[0].count, 4);
    assert_int_equal(w->source.data[1].inserted, 5);
    scree_world_destroy(w);
    scree_report_destroy(r);
}

// Another rate holds from the phase on, a source that starts again counts its limits anew, and so does a lattice.
static void test_rates(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = begun(scree_format(
        "time: {dt: 10 us}\n"
        "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"
        "insertion:\n"
        "  - {name: feed, material: m, rate: 1000 1/s, diameter: 1 mm, region: {box: {min: [0, 0, 0], max: "
        "[0.1, 0.1, 0.1]}}}\n"
        "  - {name: brick, material: m, fill: lattice, count: 7, diameter: 1 mm, region: {box: {min: [1, 0, "
        "0], max: [1.1, "
        "0.1, 0.1]}}}\n"
        "outlets: {all: {region: {box: {min: [0, 0, 0], max: [1.1, 0.1, 0.1]}}, start: 35 ms, once: true}}\n"
        "contacts: [{between: any, restitution: 0.8, friction: 0.9}]\n"
        "phases:\n  a: {until: 20 ms}\n  slow: {until: 20 ms, set: {insertion.feed.rate: 100 1/s}}\n"
        "  again: {until: 20 ms, set: {insertion.feed.start: phase_start, insertion.feed.count: 5, "
        "insertion.feed.rate: 5000 1/s, "
        "insertion.brick.start: phase_start}}\n"));
    assert_true(step_to_end_of_phase(w, 10000, r));
    assert_int_equal(w->source.data[0].inserted, 20);
    w = next_phase(w, r);
    assert_true(step_to_end_of_phase(w, 10000, r));
    assert_int_equal(w->source.data[0].inserted, 22);
    assert_int_equal(w->source.data[1].inserted, 7);
    w = next_phase(w, r);
    assert_true(step_to_end_of_phase(w, 10000, r));
    assert_int_equal(w->source.data[0].inserted, 27);
    assert_int_equal(w->source.data[1].inserted, 14);
    scree_world_destroy(w);
    scree_report_destroy(r);
}

// A state must last, is looked at at given times, and is waited for no longer than at_most.
static void test_until(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = begun(scree_format(
        "time: {dt: 10 us}\ngravity: [0, 0, -10]\n"
        "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"
        "particles: {positions: [[0, 0, 0]], diameter: 4 mm, material: m}\n"
        "contacts: [{between: any, restitution: 0.8, friction: 0.9}]\n"
        "phases:\n  fast: {until: {value: max_velocity, above: 0.1 m/s, every: 3 ms, for: 7 ms, at_most: 1 "
        "s}}\n"
        "  risen: {until: {value: kinetic_per_particle, rises_by: 1 uJ, every: 10 us, at_most: 1 s}}\n"
        "  never: {until: {value: particles, below: 1, at_most: 1.234 ms}}\n"));
    assert_true(step_to_end_of_phase(w, 10000, r));
    assert_int_equal(w->step, 2100); // above since 12 ms, the fourth look
    const double before = scree_world_totals(w).kinetic;
    w = next_phase(w, r);
    assert_true(step_to_end_of_phase(w, 10000, r));
    const double gained = scree_world_totals(w).kinetic - before;
    assert_true(gained >= 1e-6 && gained < 1.01e-6);
    const uint64_t start = w->step;
    w = next_phase(w, r);
    assert_true(step_to_end_of_phase(w, 10000, r));
    assert_int_equal(w->step - start, 124);
    assert_true(says(r, "phase 'never' ends at t = "));
    assert_int_equal(scree_report_count(r, SCREE_SEVERITY_WARNING), 1);
    scree_world_destroy(w);
    scree_report_destroy(r);
}

// Means of what a ball does that comes to rest on the floor become steady, those of one that flies off do not.
static void test_steady(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = begun(scree_format(
        "time: {dt: 10 us}\ngravity: [0, 0, -10]\n"
        "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"
        "walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}\n"
        "particles: {positions: [[0, 0, 1.99 mm]], diameter: 4 mm, material: m, velocity: [0, 0, -0.01]}\n"
        "contacts: [{between: any, restitution: 0.3, friction: 0.9}]\n"
        "phases:\n  rests: {until: {steady: [floor fz, particles], within: 0.1 %%, for: 8 ms, at_most: 1 "
        "s}}\n"
        "  flies: {until: {steady: kinetic, within: 1 nJ, for: 2 ms, at_most: 10 ms}, set: {gravity: [0, 0, "
        "9]}}\n"));
    double force;
    assert_true(step_to_end_of_phase(w, 100000, r));
    assert_true(w->step >= 1600 &&
                w->step % 50 == 0); // 32 samples at least, of which a 16th of 8 ms lies between two
    assert_int_equal(scree_report_count(r, SCREE_SEVERITY_WARNING), 0);
    assert_non_null(scree_columns_value(w, "floor fz", &force));
    expect_near(force, -10 * scree_world_totals(w).mass, 1e-3 * fabs(force), "weight on the floor");
    assert_true(says(r, ", with floor fz = -0.0008") && says(r, ", particles = 1 +- 0"));
    assert_int_equal(w->steady.n, 2);
    w = next_phase(w, r);
    assert_int_equal(w->steady.n, 1);
    assert_int_equal(w->steady.data[0].count, 0);
    const uint64_t start = w->step;
    assert_true(step_to_end_of_phase(w, 10000, r));
    assert_int_equal(w->step - start, 1000);
    assert_true(says(r, "at_most after its start, with kinetic = ") && says(r, ", which changes by "));
    scree_world_destroy(w);
    scree_report_destroy(r);
}

static void expect_refused(const char *phases, const char *text) {
    char *file = scree_format(
        TWO_BALLS "probes: {p: {region: {sphere: {point: [0, 0, 0], radius: 1}}}}\nphases:\n%s", phases);
    scree_report *r = scree_report_create();
    write_text(FILE_NAME, file);
    scree_world *w = scree_load_case(FILE_NAME, NULL, 1, NULL, r);
    const bool refused = !w || scree_load_start(w, r) != SCREE_OK;
    if (!refused || !says(r, text)) {
        fail_msg("%s is %s, not: %s", phases,
                 refused ? scree_report_text(r, scree_report_size(r) - 1) : "accepted", text);
    }
    scree_world_destroy(w);
    scree_report_destroy(r);
    scree_free(file);
}

static void test_mistakes(void **state) {
    (void)state;
    expect_refused(
        "  a: {until: {value: kinetic, below: 1 N, at_most: 1 s}}\n",
        "phases.yaml:9:3: error: phases.a: the limit of 'kinetic' is in another unit; accepted: one in J");
    expect_refused("  a: {until: {value: floor fw, below: 1 N, at_most: 1 s}}\n",
                   "phases.yaml:9:3: error: phases.a: there is no value 'floor fw'; accepted: "
                   "kinetic_per_particle, unbalanced_force, or a column");
    expect_refused("  a: {until: {steady: [kinetic, floor fw], for: 1 ms, at_most: 1 s}}\n",
                   "phases.yaml:9:3: error: phases.a: there is no value 'floor fw'");
    expect_refused("  a: {until: {steady: [kinetic, floor fx], within: 1 J, for: 1 ms, at_most: 1 s}}\n",
                   "phases.yaml:9:3: error: phases.a: the limit of 'floor fx' is in another unit; accepted: "
                   "one in N, or a share of the mean such as 1 %");
    expect_refused("  a: {until: {steady: kinetic, at_most: 1 s}}\n",
                   "'for' is 0 s, and 'at_most' 1 s; accepted: 'for' above 0");
    expect_refused("  a: {until: {steady: kinetic, for: 0.6 s, at_most: 1 s}}\n",
                   "'at_most' from twice 'for' on");
    expect_refused("  a: {until: {steady: kinetic, for: 1 ms, every: 2 ms, at_most: 1 s}}\n",
                   "'every' is 0.002 s, longer than 'for', 0.001 s, so the means would never be known");
    expect_refused("  a: {until: {steady: kinetic, within: 0, for: 1 ms, at_most: 1 s}}\n",
                   "accepted: 'within' above 0");
    expect_refused("  a: {until: {steady: [], for: 1 ms, at_most: 1 s}}\n", "steady");
    expect_refused(
        "  a: {until: {steady: kinetic, value: kinetic, for: 1 ms, at_most: 1 s}}\n",
        "'value' has no meaning here; accepted: together with 'above', 'below', 'rises_by', 'falls_by' only");
    expect_refused("  a: {until: 1 s}\n  b: {until: 1 s, set: {walls.floor.plane.point: [0, 0, -1]}}\n",
                   "phases.yaml:10:3: error: phases.b: changes walls.floor.plane.point, which must stay; "
                   "accepted: gravity,");
    expect_refused(
        "  a: {until: 1 s}\n  b: {until: 1 s, set: {time.integrator: verlet_half_step}}\n",
        "phases.yaml:10:3: error: phases.b: changes time.integrator, which must stay; accepted: "
        "gravity, contacts, materials, insertion, outlets, probes, what groups do, bonds, ambient, "
        "convection, radiation and sources of heat, damping, alarms, output, search, and heat, motion, ");
    expect_refused(
        "  a: {until: 1 s}\n  b: {until: 1 s, set: {probes.q: {region: {sphere: {point: [0, 0, "
        "0], radius: 1}}}}}\n",
        "phases.yaml:10:3: error: phases.b: adds, removes or moves a wall, an insertion, an outlet, a "
        "group, a probe, a track, an entry of bonds or a material");
    expect_refused("  a: {until: 1 s}\n  b: {until: 1 s, set: {materials: {other: {density: 1, young: 5 MPa, "
                   "poisson: 0}}, walls.floor.material: "
                   "other, particles.0.material: other, particles.1.material: other}}\n",
                   "phases.yaml:10:3: error: phases.b: adds, removes or moves a wall");
    expect_refused("  a: {until: 1 s}\n  b: {until: 1 s, set: {phases.a.until: 2 s}}\n",
                   "phases.yaml:10:25: error: phases: a phase cannot change phases");
    expect_refused(
        "  a: {until: 1 s}\n  b: {until: 1 s, set: [gravity]}\n",
        "phases.yaml:10:24: error: phases: 'set' is no mapping; accepted: paths and values such as");
    expect_refused("  a: {until: 1 s}\n  b: {until: 1 s, set: {gravity.x: 2}}\n",
                   "phases.yaml:10:25: error: 'gravity' has no item 'x' in the file; accepted: 0 to 2");
    scree_text_buffer many = {0};
    for (int k = 0; k < 251; k++) {
        scree_text_add(&many, "  p%d: {until: 1 ms}\n", k);
    }
    expect_refused(
        many.data,
        "phases.yaml:9:3: error: phases: 251 phases; accepted: up to 250; use a table or a formula of time");
    scree_free(many.data);
    expect_refused("  a: {until: 1 s}\n  b: {until: 1 s, set: {gravity: [1, 2]}}\n",
                   "phases.yaml:10:34: error: gravity: a list of 2 values does not fit");
}

static void test_variables(void **state) {
    (void)state;
    static const char text[] =
        "variables: {speed: 1 cm/s, list: [0, 0, 0], wrong: 1, first: 1 s}\n"
        "time: {dt: 1e-5 * first / first * 1 s, velocity_scale: 1}\n"
        "materials: {a: {density: 1000, young: 1e6, poisson: 0.3, restitution: 0.5, friction: 0.3}}\n"
        "contacts: [{between: any}]\n"
        "phases:\n"
        "  one: {until: 1 ms}\n"
        "  two: {until: 1 ms, set: {gravity: [0, 0, speed / (1 s)], time.dt: 1e-5}}\n"
        "  three: {until: 1 ms, set: {gravity: '${list}'}}\n";
    write_text(FILE_NAME, text);
    scree_report *r = scree_report_create();
    scree_world *w = scree_load_case(FILE_NAME, NULL, 1, NULL, r);
    assert_non_null(w);
    assert_int_equal(scree_report_size(r), 1);
    assert_string_equal(scree_report_text(r, 0),
                        "phases.yaml:1:52: warning: the variable 'wrong' is not used");
    scree_world_destroy(w);
    scree_report_destroy(r);
}

// An automatic time step is short enough for every phase; a given one is refused where it is too long for one.
static void test_time_step(void **state) {
    (void)state;
    static const char stiff[] =
        "phases:\n  a: {until: 1 s}\n  b: {until: 1 s, set: {materials.m.young: 500 MPa}}\n";
    scree_world *w = begun(scree_format(TWO_BALLS "%s", stiff));
    const double both = w->dt;
    scree_world_destroy(w);
    w = begun(scree_format(TWO_BALLS "phases: {a: {until: 1 s}}\n"));
    assert_true(w->dt > 2 * both);
    scree_world_destroy(w);
    w = begun(scree_format(TWO_BALLS "phases: {a: {until: 1 s, set: {materials.m.young: 500 MPa}}}\n"));
    expect_near(w->dt, both, 0, "dt");
    scree_world_destroy(w);
    expect_refused(
        "  a: {until: 1 s}\n  b: {until: 1 s, set: {materials.m.young: 500 MPa}}\ntime: {dt: 30 us}\n",
        "phases.yaml:10:3: error: phases.b: does not fit");
}

// A program has left out what contacts store in the last step, so the change of laws could not be booked.
static void test_left_out(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = begun(scree_format(
        "time: {dt: 2 us}\n" TWO_BALLS
        "phases:\n  a: {until: 0.2 ms}\n  b: {until: 0.1 ms, set: {materials.m.young: 10 MPa}}\n"));
    assert_true(step_to_end_of_phase(w, 1000, r));
    scree_ledger_leave_stored(&w->ledger);
    assert_true(scree_checkpoint_write(w, scree_case_hash(w), "end.scree", r));
    assert_null(scree_phase_next(w, "end.scree", 1, NULL, r));
    assert_true(says(r, "end.scree: the energy that contacts store was not summed in its last step"));
    scree_world_destroy(w);
    scree_report_destroy(r);
}

static int remove_files(void **state) {
    (void)state;
    unlink(FILE_NAME);
    unlink("end.scree");
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_energy),    cmocka_unit_test(test_walls),     cmocka_unit_test(test_sources),
        cmocka_unit_test(test_rates),     cmocka_unit_test(test_until),     cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_time_step), cmocka_unit_test(test_variables), cmocka_unit_test(test_references),
        cmocka_unit_test(test_steady),    cmocka_unit_test(test_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, remove_files);
}
