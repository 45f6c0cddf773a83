// SPDX-License-Identifier: BSD-3-Clause
// A cylinder with a length is a shell with two sides, and its end circles are edges: balls roll over them and bounce off them as off
// the edge of any solid body, and nothing acts beyond them.
#include "pairs/wall_pairs.h"
#include "step/step.h"
#include "world_of_text.h"

static const double R = 0.1, L = 0.08, r = 5e-3; // m, of the tube and of the balls

#define TUBE "tube: {cylinder: {point: [0, 0, 0], axis: [0, 0, 1], radius: 10 cm, length: 8 cm"

static scree_world *make(const char *walls, const char *laws, const char *more, double dt,
                         const scree_particle *q, size_t n) {
    return world_of_text(
        scree_format(
            "time: {end: 10, dt: %.17g, velocity_scale: 1}\n"
            "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}, twin: {density: 2500, young: 5 "
            "MPa, poisson: 0.3}}\n"
            "contacts: [{between: any, %s}]\n%s\nwalls: {%s}\n",
            dt, laws, more, walls),
        q, n);
}

// A point at this angle around the axis.
static scree_vec3 around(double angle, double rho, double z) {
    return vec3(rho * cos(angle), rho * sin(angle), z);
}

// Balls that fly towards a rim from inside, outside and beyond, each to another point of it.
enum { BALLS = 24 };

static void throw_at_rims(scree_particle *q) {
    for (int k = 0; k < BALLS; k++) {
        const bool far = k % 2; // at the far end
        const double angle = 0.2618 * k, slope = -0.65 + 4.4 * (k * 7 % BALLS) / BALLS;
        const scree_vec3 to = around(angle, R + 0.4 * r * sin(3.0 * k), far ? L : 0.0),
                         from = vec_add(to, vec_scale(2.0 * r, around(angle, cos(slope),
                                                                      far ? sin(slope) : -sin(slope))));
        q[k] = ball((uint64_t)k + 1, r, from, vec_scale(50.0, vec_sub(to, from)), vec3(0, 0, 0));
    }
}

// Largest change of the energy of all balls, relative to that at the start. reached: balls that have bounced.
static double thrown(const char *side, double dt, int *reached) {
    scree_particle q[BALLS];
    throw_at_rims(q);
    char *wall = scree_format(TUBE ", side: %s}, material: m}", side);
    scree_world *w = make(wall, "restitution: 1, friction: 0", "", dt, q, BALLS);
    const double start = energy_of_world(w);
    double worst = 0.0;
    for (double t = 0.0; t < 0.03; t += 10.0 * dt) {
        advance(w, 10);
        worst = fmax(worst, fabs(energy_of_world(w) - start) / start);
    }
    *reached = 0;
    for (int k = 0; k < BALLS; k++) {
        const scree_vec3 v = velocity_of(w, (uint64_t)k + 1);
        *reached += vec_norm(vec_sub(v, q[k].v)) > 0.1 * vec_norm(q[k].v);
        expect_near(vec_norm(v), vec_norm(q[k].v), 0.01 * vec_norm(q[k].v), "speed after a bounce");
    }
    scree_world_destroy(w);
    scree_free(wall);
    return worst;
}

static void rims_make_no_energy(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        const char *side = k ? "outside" : "inside";
        int reached, again;
        const double coarse = thrown(side, 2e-5, &reached), fine = thrown(side, 5e-6, &again);
        print_message("%s: energy off by %.3g, then %.3g of all; %d of %d balls bounce\n", side, coarse, fine,
                      reached, BALLS);
        assert_true(reached == BALLS && again == BALLS);
        assert_true(coarse < 1e-4 && fine < coarse / 8.0); // of order 2: a sixteenth
    }
}

// A ball rolls along the inside of a tube and over the rim, until it falls beside it: the contact passes from the surface to the rim without
// a break, and the balance closes all the way.
static void rolls_over_the_rim(void **state) {
    (void)state;
    double off[2];
    for (int fine = 0; fine < 2; fine++) {
        const double dt = fine ? 2.5e-6 : 1e-5, speed = 0.2726;
        scree_particle q =
            ball(1, r, vec3(R - r + 2e-5, 0, L - 0.5 * r), vec3(0, 0, speed), vec3(0, speed / r, 0));
        scree_world *w = make(TUBE "}, material: m}", "restitution: 0.5, friction: 0.8",
                              "gravity: [9.81, 0, -9.81]", dt, &q, 1);
        const scree_totals start = scree_world_totals(w);
        double farthest = 0.0, lowest = L, broken = 0.0;
        off[fine] = 0.0;
        for (double t = 0.0; t < 0.1; t += dt) {
            const bool touched = w->contacts > 0;
            advance(w, 1);
            const scree_totals now = scree_world_totals(w);
            off[fine] = fmax(off[fine], fabs(now.balance - start.balance) / start.kinetic);
            const scree_vec3 x = place_of(w, 1);
            broken += touched && w->contacts == 0 && x.x < R && t > 0.01;
            farthest = fmax(farthest, x.x);
            lowest = x.x > R ? fmin(lowest, x.z) : lowest;
        }
        assert_true(farthest > R && lowest < L + r && broken == 0.0); // in touch until it is outside
        scree_world_destroy(w);
    }
    print_message("rolling over the rim: balance off by %.3g, then %.3g of the kinetic energy\n", off[0],
                  off[1]);
    assert_true(off[0] < 1e-6 && off[1] < off[0] / 2.0);
}

// The distance and the normal are continuous on the way from the inside around the rim to the outside.
static void distance_is_continuous(void **state) {
    (void)state;
    for (int outside = 0; outside < 2; outside++) {
        char *wall = scree_format(TUBE ", side: %s}, material: m}", outside ? "outside" : "inside");
        scree_particle q = ball(1, r, vec3(0, 0, 1), vec3(0, 0, 0), vec3(0, 0, 0));
        scree_world *w = make(wall, "restitution: 1, friction: 0", "", 1e-5, &q, 1);
        scree_vec3 before = vec3(0, 0, 0);
        for (int k = 0; k <= 3000; k++) { // from inside, around the rim at a distance of r, and back outside
            const double turn = fmax(0.0, fmin(3.141592653589793, 0.002 * (k - 700))),
                         down = 2e-6 * (k < 700    ? 700 - k
                                        : k > 2271 ? k - 2271
                                                   : 0),
                         near = 0.999 * r;
            const scree_vec3 x = around(0.3, R - near * cos(turn), L + near * sin(turn) - down);
            scree_vec3 n;
            const double distance = scree_wall_distance(&w->wall.data[0], x, &n);
            scree_vec3 along, tangent;
            if (scree_wall_at_rim(&w->wall.data[0], x, &along,
                                  &tangent)) { // into the shell, and along its edge
                expect_vec_near(along, vec3(0, 0, -1), 1e-12, "direction into the shell");
                expect_vec_near(tangent, vec3(-sin(0.3), cos(0.3), 0), 1e-12, "direction of the edge");
            }
            expect_near(distance, near, 1e-12 * R, "distance from the shell");
            expect_near(vec_norm(n), 1.0, 1e-12, "length of the normal");
            if (k > 0) {
                expect_vec_near(n, before, 0.0021, "normal one place before");
            }
            before = n;
        }
        scree_world_destroy(w);
        scree_free(wall);
    }
}

// Beside a tube, beyond its ends and through its opening nothing acts; from both sides the wall cannot be passed without an alarm.
static void nothing_beyond_the_ends(void **state) {
    (void)state;
    scree_particle q[] = {ball(1, r, around(0.0, R + r + 1e-4, L + 0.05), vec3(0, 0, -4), vec3(0, 0, 0)),
                          ball(2, r, around(1.0, R - r - 1e-4, L + 0.05), vec3(0, 0, -4), vec3(0, 0, 0)),
                          ball(3, r, around(2.0, 0.04, L + r + 1e-4), vec3(4, 0, 0), vec3(0, 0, 0)),
                          ball(4, r, vec3(0, 0, L), vec3(0, 0, -4), vec3(0, 0, 0))};
    scree_world *w = make(TUBE "}, material: m}", "restitution: 0.5, friction: 0.5", "", 1e-5, q, 4);
    advance(w, 5000);
    for (int k = 0; k < 4; k++) {
        expect_vec_near(velocity_of(w, (uint64_t)k + 1), q[k].v, 0.0, "velocity of a ball that passes");
        expect_vec_near(place_of(w, (uint64_t)k + 1), vec_add_scaled(q[k].x, 0.05, q[k].v), 1e-12,
                        "its place");
    }
    scree_world_destroy(w);
    for (int k = 0; k < 4; k++) { // 1.5 r in a step: inwards, outwards, and beyond the end in both directions
        const double sign = k % 2 ? 1.0 : -1.0, z = k < 2 ? 0.5 * L : L + 1e-3;
        q[0] = ball(1, r, around(0.5, R - sign * 1.2 * r, z), around(0.5, sign * 1.5 * r / 1e-5, 0),
                    vec3(0, 0, 0));
        w = make(TUBE "}, material: m}", "restitution: 0.5, friction: 0.5", "", 1e-5, q, 1);
        scree_report *report = scree_report_create();
        scree_status status = SCREE_OK;
        for (int step = 0; step < 4 && status == SCREE_OK; step++) {
            status = scree_world_step(w, report);
        }
        assert_true((status != SCREE_OK) == (k < 2));
        scree_report_destroy(report);
        scree_world_destroy(w);
    }
}

// A ball that rests on the outer side of a lid, near the rim, has one contact: with the lid.
static void lid_and_rim_are_one(void **state) {
    (void)state;
    const double sunk = 1e-5;
    scree_particle q[] = {ball(1, r, around(0.7, 0.3 * R, L + r - sunk), vec3(0, 0, 0), vec3(0, 0, 0)),
                          ball(2, r, around(0.7, R - 0.02 * r, L + r - sunk), vec3(0, 0, 0), vec3(0, 0, 0))};
    scree_world *w =
        make(TUBE ", lids: end}, material: m}", "restitution: 0.5, friction: 0.5", "", 1e-5, q, 2);
    assert_int_equal(w->contacts, 2);
    expect_vec_near(w->wall.data[0].now.force, vec3(0, 0, 0), 0.0, "force on the tube");
    advance(w, 2000);
    expect_vec_near(velocity_of(w, 2), velocity_of(w, 1), 1e-9, "thrown up as in the middle of the lid");
    scree_world_destroy(w);
}

// Two tubes in a row, of two materials: a ball crosses the joint as the inside of one.
static void tubes_in_a_row(void **state) {
    (void)state;
    static const char *const walls[] = {
        TUBE "}, material: m}, next: {cylinder: {point: [0, 0, 8 cm], axis: [0, 0, 1], radius: 10 cm, "
             "length: 9 cm}, "
             "material: twin}",
        "tube: {cylinder: {point: [0, 0, 0], axis: [0, 0, 1], radius: 10 cm, length: 17 cm}, material: m}"};
    scree_vec3 x[2], v[2];
    for (int k = 0; k < 2; k++) {
        scree_particle q =
            ball(1, r, vec3(R - r + 1e-5, 0, L - 0.03), vec3(0, 0.1, 0.6), vec3(0, 0.5 / r, 0));
        scree_world *w =
            make(walls[k], "restitution: 0.5, friction: 0.5", "gravity: [9.81, 0, 0]", 1e-5, &q, 1);
        for (int step = 0; step < 10000; step++) {
            advance(w, 1);
            assert_int_equal(w->contacts <= 1, 1);
        }
        x[k] = place_of(w, 1);
        v[k] = velocity_of(w, 1);
        assert_true(x[k].z > L + 0.02);
        scree_world_destroy(w);
    }
    expect_vec_near(x[0], x[1], 1e-7, "place behind the joint");
    expect_vec_near(v[0], v[1], 1e-5, "velocity behind the joint");
}

// A tube as long as the period is endless: its ends lie on each other.
static void as_long_as_the_period(void **state) {
    (void)state;
    static const char *const length[] = {"", ", length: 8 cm", ", length: 20 cm"}; // from -3 cm on
    scree_vec3 x[3];
    for (int k = 0; k < 3; k++) {
        char *wall = scree_format(
            "tube: {cylinder: {point: [0, 0, -3 cm], axis: [0, 0, 1], radius: 10 cm%s}, material: m}",
            length[k]);
        scree_particle q = ball(1, r, vec3(R - r + 1e-5, 0, 0.07), vec3(0, 0.1, 1), vec3(0, 0, 0));
        scree_world *w = make(wall, "restitution: 0.5, friction: 0.2",
                              "gravity: [9.81, 0, 0]\n"
                              "domain: {min: [-1, -1, 0], max: [1, 1, 8 cm], periodic: [z]}",
                              1e-5, &q, 1);
        advance(w, 10000);
        x[k] = place_of(w, 1);
        scree_world_destroy(w);
        scree_free(wall);
    }
    expect_vec_near(x[1], x[0], 0.0, "in a tube as long as the period");
    expect_vec_near(x[2], x[0], 0.0, "in a longer one");
}

// Insertion keeps to the side of the particles; beyond the ends every place is free.
static void insertion_keeps_its_side(void **state) {
    (void)state;
    for (int outside = 0; outside < 2; outside++) {
        char *wall = scree_format(TUBE ", side: %s}, material: m}", outside ? "outside" : "inside");
        scree_world *w = make(wall, "restitution: 0.5, friction: 0.5", "", 1e-5, NULL, 0);
        const scree_wall *tube = &w->wall.data[0];
        const struct {
            double rho, z;
            bool inside, outside; // clear of a tube with particles there
        } row[] = {{R - 1.1 * r, 0.5 * L, true, false},
                   {R - 0.9 * r, 0.5 * L, false, false},
                   {R + 1.1 * r, 0.5 * L, false, true},
                   {0.0, 0.5 * L, true, false},
                   {R, L + 1.1 * r, true, true},
                   {R, L + 0.9 * r, false, false},
                   {0.0, -r, true, true},
                   {2.0 * R, -r, true, true},
                   {R + 0.8 * r, -0.5 * r, false, false}};
        for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
            const bool clear = scree_wall_is_clear(w, tube, around(0.4, row[k].rho, row[k].z), r);
            assert_int_equal(clear, outside ? row[k].outside : row[k].inside);
        }
        scree_world_destroy(w);
        scree_free(wall);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rims_make_no_energy),    cmocka_unit_test(rolls_over_the_rim),
        cmocka_unit_test(distance_is_continuous), cmocka_unit_test(nothing_beyond_the_ends),
        cmocka_unit_test(lid_and_rim_are_one),    cmocka_unit_test(tubes_in_a_row),
        cmocka_unit_test(as_long_as_the_period),  cmocka_unit_test(insertion_keeps_its_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
