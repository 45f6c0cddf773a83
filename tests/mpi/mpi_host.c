// SPDX-License-Identifier: BSD-3-Clause
// ranks: 1 2 3
// long ranks: 5
// A host program that adds and removes particles, applies forces and drag, sets velocities and has hooks gets the same bits on several
// ranks as on one.
#include "effort.h"
#include "parallel/comm.h"
#include "ranks.h"
#include "state/world.h"
#include <math.h>
#include <mpi.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

static scree_comm *ranks;

static const char *const bed =
    "time: {end: 10, dt: 1e-5, velocity_scale: 1}\n"
    "gravity: [0, 0, -9.81]\n"
    "domain: {min: [0, 0, -1 cm], max: [3 cm, 2 cm, 6 cm], periodic: [x]}\n"
    "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.5, friction: 0.4}}\n"
    "contacts: [{between: any, normal: hertz, tangential: mindlin}]\n"
    "shapes: {d: {members: [{at: [-1 mm, 0, 0], radius: 1 mm}, {at: [1 mm, 0, 0], radius: 1 mm}]}}\n"
    "walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}, left: {plane: {point: [0, "
    "0, 0], normal: [0, 1, 0]}, "
    "material: m}, right: {plane: {point: [0, 2 cm, 0], normal: [0, -1, 0]}, material: m}, lid: {plane: "
    "{point: [0, 0, 5.5 cm], normal: [0, 0, -1]}, material: m, movable: true}}\n"
    "insertion: [{material: m, name: i, fill: random, count: 150, diameter: {uniform: [2 mm, 3 mm]}, region: "
    "{box: {min: [0, 0, 0], max: [3 cm, 2 "
    "cm, 2 cm]}}}, {material: m, name: c, shape: d, fill: random, count: 30, region: {box: {min: [0, 0, 2 "
    "cm], max: [3 cm, 2 cm, 3 cm]}}}]\n";

static void check(scree_status status, const scree_report *r) {
    if (status != SCREE_OK) {
        fail_msg("%s", scree_report_size(r) > 0 ? scree_report_text(r, scree_report_size(r) - 1) : "no text");
    }
}

// Sets a field in all rows that the function gives a value.
static void set(scree_world *w, const char *field, bool (*value)(uint64_t id, double *to), scree_report *r) {
    scree_view v, id;
    check(scree_view_open(w, field, 1, &v, r), r);
    check(scree_view_open(w, "id", 0, &id, r), r);
    for (size_t k = 0; k < v.rows; k++) {
        double to[3];
        if (value(*(const uint64_t *)(const void *)((const char *)id.data + k * id.stride), to)) {
            memcpy((char *)v.data + k * v.stride, to, (size_t)v.components * sizeof *to);
        }
    }
    check(scree_view_close(w, &id, r), r);
    check(scree_view_close(w, &v, r), r);
}

static bool force_of(uint64_t id, double *to) {
    to[0] = 1e-4 * (double)(id % 7), to[1] = 0.0, to[2] = 2e-4;
    return id % 5 == 0;
}

static bool drag_of(uint64_t id, double *to) {
    to[0] = 1e-6 * (double)(id % 3);
    return true;
}

static bool fluid_of(uint64_t id, double *to) {
    to[0] = 0.5, to[1] = 0.01 * (double)(id % 11), to[2] = 0.0;
    return true;
}

static bool velocity_of(uint64_t id, double *to) {
    to[0] = -1.0, to[1] = 0.0, to[2] = 0.5;
    return id == 20 || id == 77;
}

static int look(scree_world *w, void *user) {
    scree_report *r = scree_report_create();
    scree_view v;
    check(scree_view_open(w, "force", 0, &v, r), r);
    check(scree_view_close(w, &v, r), r);
    scree_report_destroy(r);
    ++*(int *)user;
    return 0;
}

// Turns each clump by a small angle about z, by the row of its first member or, of some, of all members.
static void turn_clumps(scree_world *w, scree_report *r) {
    scree_view q, id, body;
    check(scree_view_open(w, "orientation", 1, &q, r), r);
    check(scree_view_open(w, "id", 0, &id, r), r);
    check(scree_view_open(w, "body", 0, &body, r), r);
    for (size_t k = 0; k < q.rows; k++) {
        const uint64_t one = *(const uint64_t *)(const void *)((const char *)id.data + k * id.stride),
                       clump = *(const uint64_t *)(const void *)((const char *)body.data + k * body.stride);
        double *to = (double *)(void *)((char *)q.data + k * q.stride);
        const double from[4] = {to[0], to[1], to[2], to[3]}, half = 0.01;
        if (clump > 0 && (one == clump || clump % 3 == 0)) {
            to[0] = from[0] - half * from[3], to[1] = from[1] - half * from[2];
            to[2] = from[2] + half * from[1], to[3] = from[3] + half * from[0];
        }
    }
    check(scree_view_close(w, &body, r), r);
    check(scree_view_close(w, &id, r), r);
    check(scree_view_close(w, &q, r), r);
}

typedef struct ending {
    char digest[33];
    double balance, loaded;
    size_t contacts;
} ending;

// Goes back twice, once by memory and once by a file, with particles added and removed in between: the same bits each time.
static void go_back(scree_world *w, scree_report *r) {
    char digest[3][33], path[40]; // without ranks each process has a world of its own
    snprintf(path, sizeof path, "back_%d.scree", w->comm ? 0 : 1 + scree_comm_rank(ranks));
    scree_saved *saved = scree_world_save(w, r);
    assert_non_null(saved);
    check(scree_world_write(w, path, r), r);
    for (int k = 0; k < 3; k++) {
        check(scree_world_advance(w, 600, r), r);
        check(scree_world_remove(w, 2, (const uint64_t[]){31, 200}, r), r);
        const scree_new_particle q = {.position = {0.02, 0.01, 0.045}, .diameter = 3e-3, .material = "m"};
        check(scree_world_add(w, 1, &q, NULL, r), r);
        set(w, "velocity", velocity_of, r);
        check(scree_world_advance(w, 600, r), r);
        scree_world_state(w, digest[k]);
        assert_string_equal(digest[k], digest[0]);
        check(k == 1 ? scree_world_read(w, path, r) : scree_world_restore(w, saved, r), r);
    }
    scree_saved_destroy(saved);
}

static ending story(scree_world *w) {
    scree_report *r = scree_report_create();
    int calls = 0;
    check(scree_world_advance(w, 6000, r), r);
    scree_new_particle q[6] = {{.position = {0.01, 0.01, 0.035}, .diameter = 2e-3, .material = "m"}};
    for (int k = 1; k < 6; k++) {
        q[k] = q[0];
        q[k].position[0] += 4.5e-3 * k;
        q[k].velocity[2] = -0.1 * k;
        q[k].shape = k % 2 ? "d" : NULL;
    }
    uint64_t id[6];
    check(scree_world_add(w, 6, q, id, r), r);
    assert_true(id[0] == 211 && id[1] == 212 && id[2] == 214);
    set(w, "external_force", force_of, r);
    set(w, "drag_coefficient", drag_of, r);
    set(w, "fluid_velocity", fluid_of, r);
    const int hook = scree_world_hook(w, SCREE_MOMENT_BEFORE_FORCES, look, &calls);
    check(scree_world_advance(w, 1000, r), r);
    assert_true(calls == 1000 && scree_world_unhook(w, hook) == 1);
    go_back(w, r);
    check(scree_world_remove(w, 4, (const uint64_t[]){213, 7, 160, 100}, r), r);
    set(w, "velocity", velocity_of, r);
    turn_clumps(w, r);
    check(scree_wall_move(w, "lid", (const double[]){0, 0, -0.5}, (const double[]){0, 0, 1}, NULL, r), r);
    check(scree_world_advance(w, 1000, r), r);
    check(scree_world_set(w, "contacts.0.friction", "0.1", r), r);
    check(scree_world_set(w, "gravity", "[1, 0, -9]", r), r);
    check(scree_world_advance(w, 1000, r), r);
    ending e = {.balance = scree_world_value(w, "energy_balance", r),
                .loaded = scree_world_value(w, "load_work", r)};
    e.contacts = (size_t)scree_world_value(w, "contacts", r);
    scree_world_state(w, e.digest);
    const uint64_t missing = 7;
    assert_true(scree_world_remove(w, 1, &missing, r) == SCREE_USER_ERROR);
    scree_report_destroy(r);
    return e;
}

// A world of the processes of a communicator of the host.
static scree_world *open(MPI_Comm comm) {
    scree_report *r = scree_report_create();
    scree_draft *d = scree_draft_create("host.yaml", bed);
    const scree_open_options o = {.threads = 1, .has_comm = 1, .comm = MPI_Comm_c2f(comm)};
    scree_world *w = scree_world_open_draft(d, &o, r);
    if (!w) {
        fail_msg("%s", scree_report_text(r, 0));
    }
    scree_draft_destroy(d);
    scree_report_destroy(r);
    return w;
}

// Some of the processes have one world, the others another, at the same time.
static void halves(void **state) {
    (void)state;
    MPI_Comm half;
    const int rank = scree_comm_rank(ranks);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    char digest[2][33];
    for (int k = 0; k < 2; k++) {
        scree_world *w = open(k == 0 ? half : MPI_COMM_SELF);
        scree_report *r = scree_report_create();
        check(scree_world_set(w, "gravity", rank % 2 ? "[0, 0, -5]" : "[0, 1, -9]", r), r);
        check(scree_world_advance(w, effort(1500, 1500, 500), r), r);
        scree_world_state(w, digest[k]);
        scree_report_destroy(r);
        scree_world_close(w);
    }
    assert_string_equal(digest[0], digest[1]);
    MPI_Comm_free(&half);
    scree_report *r = scree_report_create();
    scree_draft *d = scree_draft_create("host.yaml", bed);
    const scree_open_options o = {.has_comm = 1, .comm = 123456};
    assert_null(scree_world_open_draft(d, &o, r));
    assert_non_null(strstr(scree_report_text(r, 0), "the communicator 123456 cannot be used"));
    scree_draft_destroy(d);
    scree_report_destroy(r);
}

// A view on one rank makes all of them refuse, where they would wait for each other.
static void a_view_on_one_rank(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = open(MPI_COMM_WORLD);
    const int last = scree_comm_size(ranks) - 1;
    scree_view v;
    if (scree_comm_rank(ranks) == last) {
        check(scree_view_open(w, "velocity", 0, &v, r), r);
    }
    assert_int_equal(scree_world_advance(w, 1, r), SCREE_USER_ERROR);
    assert_null(scree_world_save(w, r));
    if (scree_comm_rank(ranks) == last) {
        check(scree_view_close(w, &v, r), r);
    }
    check(scree_world_advance(w, 1, r), r);
    scree_world_close(w);
    scree_report_destroy(r);
}

// What contacts store is left out where no rank wants it, and has all parts of its sum where one does.
static void energy_that_one_rank_wants(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = scree_world_open_text("host.yaml", bed, NULL, 1, r), *other = open(MPI_COMM_WORLD);
    assert_non_null(w);
    scree_world_want_energy(w, 0);
    check(scree_world_advance(other, 2001, r), r);
    for (int k = 0; k < 2000; k++) {
        check(scree_world_advance(w, 1, r), r);
    }
    scree_report *said = scree_report_create();
    assert_true(isnan(scree_world_value(w, "elastic_normal", said)));
    assert_int_equal(scree_report_size(said), 1);
    scree_world_want_energy(w, scree_comm_rank(ranks) == scree_comm_size(ranks) - 1);
    check(scree_world_advance(w, 1, r), r);
    char digest[33], wanted[33];
    scree_world_state(w, digest);
    scree_world_state(other, wanted);
    assert_string_equal(digest, wanted);
    const double stored = scree_world_value(w, "elastic_normal", r);
    assert_true(stored > 0.0 && stored == scree_world_value(other, "elastic_normal", r));
    assert_true(scree_world_value(w, "energy_balance", r) == scree_world_value(other, "energy_balance", r));
    scree_report_destroy(said);
    scree_report_destroy(r);
    scree_world_close(w);
    scree_world_close(other);
}

static void same_bits(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    ending whole = {0};
    if (scree_comm_rank(ranks) == 0) {
        scree_world *alone = open(MPI_COMM_SELF);
        whole = story(alone);
        scree_world_close(alone);
        assert_true(whole.contacts > 50 && whole.loaded != 0.0);
    }
    scree_world *w = scree_world_open_text("host.yaml", bed, NULL, 1, r);
    assert_non_null(w);
    const ending all = story(w);
    scree_world_close(w);
    if (scree_comm_rank(ranks) == 0) {
        assert_string_equal(all.digest, whole.digest);
        assert_true(all.balance == whole.balance && all.loaded == whole.loaded &&
                    all.contacts == whole.contacts);
    }
    scree_report_destroy(r);
}

int main(void) {
    ranks = join_ranks();
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_bits), cmocka_unit_test(halves),
                                       cmocka_unit_test(a_view_on_one_rank),
                                       cmocka_unit_test(energy_that_one_rank_wants)};
    leave_ranks(ranks, cmocka_run_group_tests(tests, NULL, NULL));
    return 0;
}
