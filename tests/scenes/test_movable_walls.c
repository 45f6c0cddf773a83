// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// Walls that a host program moves: as those with a motion in the case, in the energy, in saved states; placed at once; let go.
#include "host_world.h"

#define TRAY(paddle, lid)                                                                                    \
    HEAD "gravity: [0, 0, -9.81]\n"                                                                          \
         "domain: {min: [-3 cm, -3 cm, -1 cm], max: [3 cm, 3 cm, 6 cm]}\n"                                   \
         "walls:\n"                                                                                          \
         "  tray: {box: {min: [-2 cm, -2 cm, 0], max: [2 cm, 2 cm, 4 cm], open: [z+]}, material: m}\n"       \
         "  paddle: {box: {min: [-1 cm, -2 mm, 2 mm], max: [1 cm, 2 mm, 1.5 cm]}, material: m" paddle "}\n"  \
         "  lid: {plane: {point: [0, 0, 5 cm], normal: [0, 0, -1]}, material: m" lid "}\n"                   \
         "insertion: [{material: m, name: i, fill: random, count: 250, diameter: {uniform: [2 mm, 3 mm]}, "  \
         "region: {box: {min: [-2 cm, -2 cm, 1.7 cm], max: [2 cm, 2 cm, 4 cm]}}}]\n"

static void move(scree_world *w, const char *wall, double vx, double vz, double spin, double at) {
    scree_report *r = scree_report_create();
    const double v[3] = {vx, 0, vz}, s[3] = {0, 0, spin}, x[3] = {at, 0, 0};
    if (scree_wall_move(w, wall, v, s, x, r) != SCREE_OK) {
        fail_msg("%s", scree_report_text(r, 0));
    }
    scree_report_destroy(r);
}

static scree_wall_now read(scree_world *w, const char *wall) {
    scree_wall_now now;
    scree_report *r = scree_report_create();
    assert_int_equal(scree_wall_read(w, wall, &now, r), SCREE_OK);
    scree_report_destroy(r);
    return now;
}

static void as_motions(void **state) {
    (void)state;
    scree_world *a =
        world_of(TRAY(", motion: {rotate: {axis: [0, 0, 1], rate: 6 rad/s, point: [2 mm, 0, 0]}}, "
                      "reference: [2 mm, 0, 0]",
                      ", motion: {translate: [0, 0, -10 cm/s]}"),
                 1);
    scree_world *b = world_of(TRAY(", movable: true, reference: [2 mm, 0, 0]", ", movable: true"), 2);
    move(b, "paddle", 0, 0, 6.0, 2e-3);
    move(b, "lid", 0, -0.1, 0, 0);
    for (int k = 0; k < 10; k++) {
        advance(a, 1500);
        advance(b, 1500);
        const scree_wall_now one = read(a, "paddle"), two = read(b, "paddle");
        for (int i = 0; i < 9; i++) {
            near(two.rotation[i], one.rotation[i], 1e-12, "rotation");
        }
        for (int i = 0; i < 3; i++) {
            near(two.shift[i], one.shift[i], 1e-14, "shift");
            near(two.velocity[i], one.velocity[i], 1e-13, "velocity");
        }
        near(read(b, "lid").shift[2], read(a, "lid").shift[2], 1e-14, "lid");
    }
    assert_true(value(a, "paddle work") > 1e-6 && value(b, "contacts") > 30);
    near(value(b, "paddle work"), value(a, "paddle work"), 0.2 * value(a, "paddle work"), "work"); // chaotic
    // The dashpots take 1 mJ, booked with velocities ahead of the positions by (w dt)^2 / 2.
    near(value(b, "energy_balance"), 0.0, 4e-6, "balance");
    near(value(b, "wall_work"), value(b, "paddle work") + value(b, "lid work"), 1e-15, "work of walls");
    scree_world_close(a);
    scree_world_close(b);
}

// Changed in each step; the same bits after going back, on other threads, from a file.
static void saved(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = world_of(TRAY(", movable: true", ", movable: true"), 1),
                *other = world_of(TRAY(", movable: true", ", movable: true"), 2);
    char digest[3][33];
    for (int k = 0; k < 3; k++) {
        if (k == 0) {
            advance(w, 4000);
            move(w, "paddle", 0.1, 0.01, 20.0, 1e-3);
            advance(w, 500);
            assert_int_equal(scree_world_write(w, "walls.scree", r), SCREE_OK);
        } else {
            assert_int_equal(scree_world_read(k == 1 ? w : other, "walls.scree", r), SCREE_OK);
        }
        scree_world *here = k == 2 ? other : w;
        for (int n = 0; n < 100; n++) {
            advance(here, 10);
            move(here, "lid", 0, -0.001 * n, 0, 0);
        }
        scree_world_state(here, digest[k]);
    }
    assert_string_equal(digest[0], digest[1]);
    assert_string_equal(digest[0], digest[2]);
    near(read(w, "paddle").velocity[0], 0.1, 0.1, "velocity");
    scree_report_destroy(r);
    scree_world_close(w);
    scree_world_close(other);
}

// A ball on a plate that is put 0.1 mm into it: the contact's energy is booked, the ball jumps.
static void placed(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w =
        world_of(HEAD "walls: {plate: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m, "
                      "movable: true}}\n",
                 1);
    const scree_new_particle q = {.position = {0, 0, 1e-3}, .diameter = 2e-3, .material = "m"};
    add(w, &q);
    advance(w, 10);
    const double turn[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, up[3] = {0, 0, 1e-4};
    assert_int_equal(scree_wall_place(w, "plate", turn, up, r), SCREE_OK);
    advance(w, 0);
    advance(w, 1);
    const double stored = 8.0 / 15.0 * (5e6 / (2.0 * (1.0 - 0.09))) * sqrt(1e-3) * pow(1e-4, 2.5);
    near(value(w, "energy_changed"), stored, 1e-9 * stored, "stored");
    advance(w, 2000);
    assert_true(get(w, "velocity", 1, 2) > 0.01);
    near(value(w, "energy_balance"), 0.0, 5e-3 * stored, "balance"); // of few steps
    near(value(w, "plate work"), 0.0, 1e-20, "work");
    scree_report_destroy(r);
    scree_world_close(w);
}

// A piston that a program drives, then lets go, then drives again.
static void let_go(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = world_of(TRAY(", movable: true", ", movable: true"), 1);
    move(w, "paddle", 0, 0.2, 0, 0);
    advance(w, 10000);
    near(read(w, "paddle").shift[2], 0.02, 1e-12, "driven");
    assert_int_equal(scree_world_set(w, "walls.paddle.movable", "false", r), SCREE_OK);
    near(read(w, "paddle").velocity[2], 0.0, 1e-20, "it stops");
    assert_int_equal(scree_world_set(w, "walls.paddle.free", "{mass: 5 g, slide: {along: [0, 0, 1]}}", r),
                     SCREE_OK);
    near(read(w, "paddle").shift[2], 0.02, 1e-12, "where it was");
    advance(w, 3000);
    const double fallen = read(w, "paddle").shift[2];
    assert_true(fallen < 0.0199);
    refused(scree_wall_move(w, "paddle", (const double[]){0, 0, 0}, (const double[]){0, 0, 0}, NULL, r), r,
            "wall 'paddle' is not movable; accepted");
    assert_int_equal(scree_world_set(w, "walls.paddle",
                                     "{box: {min: [-1 cm, -2 mm, 2 mm], max: [1 cm, 2 mm, 1.5 cm]}, "
                                     "material: m, movable: true}",
                                     r),
                     SCREE_OK);
    near(read(w, "paddle").shift[2], fallen, 1e-12, "where it was");
    move(w, "paddle", 0, 0.1, 0, 0);
    advance(w, 1000);
    near(read(w, "paddle").shift[2], fallen + 1e-3, 1e-12, "driven again");
    near(value(w, "energy_balance"), 0.0, 4e-6, "balance");
    scree_report_destroy(r);
    scree_world_close(w);
}

static void refusals(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = world_of(TRAY(", movable: true", ""), 1);
    const double zero[3] = {0}, nan[3] = {0, NAN, 0}, flat[9] = {1, 0, 0, 0, 1, 0, 0, 0, 0},
                 mirror[9] = {1, 0, 0, 0, 1, 0, 0, 0, -1}, none[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    refused(scree_wall_move(w, "door", zero, zero, NULL, r), r, "there is no wall 'door'");
    refused(scree_wall_move(w, "lid", zero, zero, NULL, r), r, "wall 'lid' is not movable");
    refused(scree_wall_move(w, "paddle", nan, zero, NULL, r), r, "its velocity has the value nan");
    refused(scree_wall_move(w, "paddle", zero, zero, nan, r), r, "its point has the value nan");
    refused(scree_wall_place(w, "paddle", flat, zero, r), r, "its rotation is none");
    refused(scree_wall_place(w, "paddle", mirror, zero, r), r, "its rotation is none");
    const scree_view v = view_of(w, "position", 0);
    refused(scree_wall_place(w, "paddle", none, zero, r), r, "so the world cannot get a wall placed");
    close_view(w, &v);
    scree_world_close(w);
    assert_null(scree_world_open_text("x.yaml", TRAY(", movable: true, motion: {translate: [0, 0, 1]}", ""),
                                      NULL, 1, r));
    refused(SCREE_USER_ERROR, r, "both 'movable' and 'motion' are given");
    double corners[9 * 12];
    w = world_of(TRAY(", movable: true", ""), 1);
    assert_int_equal(scree_wall_triangles(w, "paddle", 12, corners, r), 12);
    near(fabs(corners[0]), 0.01, 1e-15, "corner");
    assert_int_equal(scree_wall_triangles(w, "lid", 12, corners, r), 0);
    assert_string_equal(scree_world_wall(w, 1), "paddle");
    assert_null(scree_world_wall(w, 3));
    scree_world_close(w);
    scree_report_destroy(r);
}

// A plate that a program speeds up in each step presses a ball that is too heavy to move: its work is what the contact stores.
static void work_while_it_speeds_up(void **state) {
    (void)state;
    enum { N = 400 };
    scree_world *w = world_of(
        "time: {end: 10, dt: 1e-5, velocity_scale: 1}\n"
        "materials: {m: {density: 1e15, young: 5 MPa, poisson: 0.3, restitution: 1, friction: 0}}\n"
        "particles: [{positions: [[0, 0, 0]], diameter: 2 mm, material: m}]\n"
        "walls: {plate: {plane: {point: [0, 0, 1 mm], normal: [0, 0, -1]}, material: m, movable: true}}\n",
        1);
    const double faster = 2e-4 * 1e-3 / 1e-5; // m/s, of each step
    double way = 0.0;
    for (int k = 1; k <= N; k++) {
        move(w, "plate", 0, -faster / N * k, 0, 0);
        way += faster / N * k * 1e-5;
        advance(w, 1);
    }
    const double stored = 8.0 / 15.0 * (5e6 / (2.0 * (1.0 - 0.09))) * sqrt(1e-3) * pow(way, 2.5);
    near(read(w, "plate").shift[2], -way, 1e-12, "place");
    near(value(w, "plate work"), stored, 5e-5 * stored, "work"); // of order 2: 1.7 / N^2
    near(value(w, "wall_work"), stored, 5e-5 * stored, "work of all walls");
    scree_world_close(w);
}

// In a periodic cell a plane may turn about the only periodic axis, at any rate, and about no other.
static void turns_in_a_periodic_cell(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w =
        world_of(HEAD "domain: {min: [0, 0, 0], max: [1 cm, 1 cm, 1 cm], periodic: [y]}\n"
                      "walls: {lid: {plane: {point: [0, 0, 1 cm], normal: [0, 0, -1]}, material: "
                      "m, movable: true}}\n",
                 1);
    const double none[3] = {0}, slow[3] = {0, 0.5, 0}, fast[3] = {0, -3, 0}, across[3] = {0.5, 0, 0},
                 oblique[3] = {2, 2, 0};
    assert_int_equal(scree_wall_move(w, "lid", none, slow, NULL, r), SCREE_OK);
    assert_int_equal(scree_wall_move(w, "lid", none, fast, NULL, r), SCREE_OK);
    refused(scree_wall_move(w, "lid", none, across, NULL, r), r, "periodic");
    refused(scree_wall_move(w, "lid", none, oblique, NULL, r), r, "periodic");
    near(read(w, "lid").spin[1], -3.0, 0.0, "what was refused changes nothing");
    scree_world_close(w);
    scree_report_destroy(r);
}

// A ball that turns with a drum, held by friction and a centrifugal load. Between all steps another ball is changed, so that forces are computed
// anew: nothing moves there, neither the ball nor the drum, whose spin would otherwise stretch the spring of their contact each time.
static void turning_while_others_change(void **state) {
    (void)state;
    scree_world *w =
        world_of(HEAD "walls: {drum: {cylinder: {axis: [0, 1, 0], point: [0, 0, 0], radius: 0.1}, "
                      "material: m, movable: true}}\n",
                 1);
    const scree_new_particle q = {.position = {0.095, 0, 0},
                                  .diameter = 1e-2,
                                  .material = "m",
                                  .velocity = {0, 0, -0.475},
                                  .spin = {0, 5, 0}},
                             other = {.position = {0, 0, 0}, .diameter = 1e-2, .material = "m"};
    const uint64_t id = add(w, &q), far = add(w, &other);
    scree_report *r = scree_report_create();
    const double none[3] = {0, 0, 0}, spin[3] = {0, 5, 0};
    assert_int_equal(scree_wall_move(w, "drum", none, spin, NULL, r), SCREE_OK);
    for (int k = 0; k < 2000; k++) {
        set(w, "velocity", far, 0, 1e-9 * (k % 2), 0);
        advance(w, 1);
    }
    near(get(w, "omega", id, 1), 5.0, 0.05, "spin"); // it sinks in at first, which turns it by 0.2 % more
    near(hypot(get(w, "velocity", id, 0), get(w, "velocity", id, 2)), 0.475, 1e-4, "speed");
    scree_report_destroy(r);
    scree_world_close(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_motions),
                                       cmocka_unit_test(saved),
                                       cmocka_unit_test(placed),
                                       cmocka_unit_test(let_go),
                                       cmocka_unit_test(turning_while_others_change),
                                       cmocka_unit_test(work_while_it_speeds_up),
                                       cmocka_unit_test(turns_in_a_periodic_cell),
                                       cmocka_unit_test(refusals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
