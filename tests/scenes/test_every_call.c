// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// Each function of scree/scree.h that takes a world is called in worlds of bodies of every kind, so that it changes nothing, with loads of zero and without loads: the steps
// that follow have the bits of a world in which nothing was called.
#include "host_world.h"
#include <stdlib.h>
#include <unistd.h>

enum { BEFORE = 8, AFTER = 40 };

// ---- worlds ------------------------------------------------------------------------------------------------------

#define HEAD_OF(contacts)                                                                                    \
    "time: {end: 10, dt: 1e-5, velocity_scale: 1}\ngravity: [0.3, 0.2, -9.81]\n"                             \
    "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.5, friction: 0.4, "           \
    "heat_capacity: 100, conductivity: 1}}\nheat: {temperature: 300}\nwear: {}\n"                            \
    "contacts: [{between: any" contacts "}]\n"                                                               \
    "walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}, lid: {rectangle: "          \
    "{corner: [-5 cm, -5 cm, 4 mm], first: [10 cm, 0, 0], second: [0, 10 cm, 0]}, material: m, movable: "    \
    "true}}\n"
#define AT "[[0, 0, 1.8 mm], [4.1 mm, 0.3 mm, 1.9 mm], [0.4 mm, 4.2 mm, 1.7 mm], [4 mm, 4.3 mm, 2 mm]]"
#define OF(shape)                                                                                            \
    "particles: [{positions: " AT ", material: m, shape: s, velocity: [0.7, 0.4, -1], spin: [40, 90, "       \
    "-60]}]\nshapes: {s: " shape "}\n"
#define DIE                                                                                                  \
    "{polyhedron: {corners: [[-1.3 mm, -1 mm, -1.2 mm], [1.3 mm, -1 mm, -1 mm], [-1 mm, 1.2 mm, -1 mm], "    \
    "[1 mm, 1 mm, -1.3 mm], [-1 mm, -1 mm, 1.2 mm], [1.4 mm, -1 mm, 1 mm], [-1 mm, 1.3 mm, 1 mm], [1 mm, "   \
    "1 mm, 1.2 mm]], rounding: 0.2 mm}}"

typedef struct kind {
    const char *name, *text;
} kind;
static const kind kinds[] = {
    {"spheres",
     HEAD_OF("") "particles: [{positions: " AT
                 ", diameter: 4 mm, material: m, velocity: [0.7, 0.4, -1], spin: [40, 90, -60]}]\n"},
    {"clumps", HEAD_OF("") OF("{members: [{at: [-1 mm, 0, 0], radius: 1.4 mm}, {at: [1 mm, 0, 0], radius: "
                              "1.5 mm}]}")},
    {"ellipsoids", HEAD_OF("") OF("{ellipsoid: [2.2 mm, 2 mm, 1.6 mm]}")},
    {"polyhedra", HEAD_OF("") OF(DIE)},
    {"pieces", HEAD_OF("") OF("{pieces: [{rounded_box: {sides: [3 mm, 2 mm, 1.5 mm]}, at: [0, 0, 0]}, "
                              "{rounded_box: {sides: [1.5 mm, 2 mm, 3 mm]}, at: [1.6 mm, 0, 0.4 mm], "
                              "orientation: {axis: [1, 0.4, 0.2], angle: 40 deg}}], mass_of: sum}")},
    {"pieces of polyhedra",
     HEAD_OF("") OF("{pieces: [" DIE ", {capsule: {radius: 1 mm, length: 5 mm}, at: "
                    "[1 mm, 0, 0], orientation: {axis: [1, 2, 0], angle: 1}}], mass_of: sum}")},
    {"bonded", HEAD_OF(", bond: {law: parallel, bond_young: 1e6}")
                   OF("{bonded: {gap: 0.2 mm}, members: [{at: [-1 mm, 0, 0], radius: 1 mm}, {at: "
                      "[1.1 mm, 0, 0], radius: 1 mm}, {at: [0, 1.9 mm, 0], radius: 1 mm}]}")}};
enum { KINDS = sizeof kinds / sizeof *kinds };

// ---- calls -------------------------------------------------------------------------------------------------------

static scree_report *report;

static void fine(scree_status status) {
    if (status != SCREE_OK) {
        fail_msg("%s", scree_report_size(report) > 0 ? scree_report_text(report, 0) : "no text");
    }
}

static int nothing(scree_world *w, void *user) {
    (void)w, (void)user;
    return 0;
}

static size_t room_of(const scree_world *w) {
    return 8 * (1000 + scree_world_count(w) + scree_world_contacts(w));
}

static bool has_bodies(const scree_world *w) {
    bool any = false;
    for (int k = 0; scree_world_field(w, k); k++) {
        any |= strcmp(scree_world_field(w, k), "centre") == 0;
    }
    return any;
}

// Room for whatever a call fills.
static void *room(const scree_world *w) {
    return calloc(room_of(w), sizeof(scree_bond_now));
}

#define FILLS(function, type)                                                                                \
    static void call_##function(scree_world *w) {                                                            \
        type *x = room(w);                                                                                   \
        function(w, x);                                                                                      \
        free(x);                                                                                             \
    }
#define RETURNS(function)                                                                                    \
    static void call_##function(scree_world *w) {                                                            \
        (void)function(w);                                                                                   \
    }
#define FREES(function)                                                                                      \
    static void call_##function(scree_world *w) {                                                            \
        scree_text_free(function(w));                                                                        \
    }
FILLS(scree_world_ids, uint64_t)
FILLS(scree_world_positions, double)
FILLS(scree_world_velocities, double)
FILLS(scree_world_spins, double)
FILLS(scree_world_forces, double)
FILLS(scree_world_radii, double)
FILLS(scree_world_state, char)
FILLS(scree_world_share_of, scree_world_share)
RETURNS(scree_world_now)
RETURNS(scree_world_dt)
RETURNS(scree_world_count)
RETURNS(scree_world_contacts)
RETURNS(scree_world_particle_contacts)
RETURNS(scree_world_pairs)
RETURNS(scree_world_rebuilds)
RETURNS(scree_world_forget_pairs)
RETURNS(scree_world_steps)
RETURNS(scree_world_threads)
RETURNS(scree_world_views)
RETURNS(scree_world_generation)
FREES(scree_world_columns)
FREES(scree_world_history)

static void call_scree_world_advance(scree_world *w) {
    fine(scree_world_advance(w, 0, report));
}
static void call_scree_world_advance_until(scree_world *w) {
    fine(scree_world_advance_until(w, scree_world_now(w), 5, report));
}
static void call_scree_world_steps_until(scree_world *w) {
    assert_int_equal(scree_world_steps_until(w, scree_world_now(w)), 0);
}
static void call_scree_world_want_energy(scree_world *w) {
    scree_world_want_energy(w, 0);
    scree_world_want_energy(w, 1);
}
static void call_scree_world_set(scree_world *w) {
    if (!has_bodies(w)) { // a case with polyhedra takes half a second to read
        assert_int_equal(scree_world_set(w, "gravity", "[1, 2", report), SCREE_USER_ERROR);
        assert_int_equal(scree_world_set(w, "domain", "{}", report), SCREE_USER_ERROR);
        scree_report_clear(report);
    }
    fine(scree_world_set(w, "gravity", "[0.3, 0.2, -9.81]", report));
}
static void call_scree_world_stage_seconds(scree_world *w) {
    for (int k = 0; k < scree_world_stages(); k++) {
        (void)scree_world_stage_seconds(w, k);
    }
}
static void call_scree_world_box(scree_world *w) {
    double low[3], high[3];
    scree_world_box(w, low, high);
}
static void call_scree_world_add_ranks(scree_world *w) {
    double x[2] = {1.0, 2.0};
    scree_world_add_ranks(w, x, 2);
}
static void call_scree_world_most_of_ranks(scree_world *w) {
    double x[2] = {1.0, 2.0};
    scree_world_most_of_ranks(w, x, 2);
}
static void call_scree_world_value(scree_world *w) {
    (void)scree_world_value(w, "kinetic", report);
    assert_true(isnan(scree_world_value(w, "no such", report)));
}
static void call_scree_world_values(scree_world *w) {
    double *x = room(w);
    scree_world_values(w, room_of(w), x);
    free(x);
}
static void call_scree_world_measure(scree_world *w) {
    scree_measurement_free(scree_world_measure(w, "{height: {}}", report));
    scree_measurement_free(scree_world_measure(w, "{packing: {}}", report));
    assert_null(scree_world_measure(w, "{no: {}}", report));
}
static void call_scree_world_field(scree_world *w) {
    for (int k = 0; scree_world_field(w, k); k++) {
    }
}
static void call_scree_world_shape(scree_world *w) {
    (void)scree_world_shape(w, 0);
}
static void call_scree_world_wall(scree_world *w) {
    (void)scree_world_wall(w, 0);
}
// Opens each field, to write, as far as it can be written, and writes nothing.
static void call_scree_view_open(scree_world *w) {
    for (int k = 0; scree_world_field(w, k); k++) {
        scree_view v;
        for (int write = 0; write < 2 - has_bodies(w); write++) {
            if (scree_view_open(w, scree_world_field(w, k), write, &v, report) == SCREE_OK) {
                fine(scree_view_close(w, &v, report));
            }
        }
        scree_report_clear(report);
    }
}
// What is refused is put right again.
static void call_scree_view_close(scree_world *w) {
    for (int write = 0; write < 2 && !has_bodies(w); write++) {
        scree_view v = view_of(w, "mass", 1);
        *row(&v, 0) *= -1.0;
        assert_int_equal(scree_view_close(w, &v, report), write == 0 ? SCREE_USER_ERROR : SCREE_OK);
    }
    scree_report_clear(report);
}
static void call_scree_world_rows(scree_world *w) {
    const uint64_t id[2] = {1, 77};
    size_t k[2];
    scree_world_rows(w, 2, id, k);
}
static void call_scree_world_add(scree_world *w) {
    const scree_new_particle no = {.material = "none", .diameter = 1e-3};
    assert_int_equal(scree_world_add(w, 1, &no, NULL, report), SCREE_USER_ERROR);
    scree_report_clear(report);
    fine(scree_world_add(w, 0, NULL, NULL, report));
}
static void call_scree_world_remove(scree_world *w) {
    const uint64_t id = 77;
    assert_int_equal(scree_world_remove(w, 1, &id, report), SCREE_USER_ERROR);
    scree_report_clear(report);
    fine(scree_world_remove(w, 0, NULL, report));
}
static void call_scree_wall_read(scree_world *w) {
    scree_wall_now now;
    fine(scree_wall_read(w, "lid", &now, report));
}
static void call_scree_wall_move(scree_world *w) {
    const double none[3] = {0.0, 0.0, 0.0};
    fine(scree_wall_move(w, "lid", none, none, NULL, report));
    assert_int_equal(scree_wall_move(w, "floor", none, none, NULL, report), SCREE_USER_ERROR);
}
static void call_scree_wall_place(scree_world *w) {
    scree_wall_now now;
    fine(scree_wall_read(w, "lid", &now, report));
    fine(scree_wall_place(w, "lid", now.rotation, now.shift, report));
}
static void call_scree_wall_triangles(scree_world *w) {
    double corners[18];
    assert_int_equal(scree_wall_triangles(w, "lid", 2, corners, report), 2);
}
static void call_scree_world_save(scree_world *w) {
    scree_saved_destroy(scree_world_save(w, report));
}
static void call_scree_world_restore(scree_world *w) {
    scree_saved *s = scree_world_save(w, report);
    advance(w, 5);
    fine(scree_world_restore(w, s, report));
    scree_saved_destroy(s);
}
static void call_scree_world_write(scree_world *w) {
    fine(scree_world_write(w, "every_call.scree", report));
}
static void call_scree_world_read(scree_world *w) {
    fine(scree_world_write(w, "every_call.scree", report));
    advance(w, 5);
    fine(scree_world_read(w, "every_call.scree", report));
    assert_int_equal(scree_world_read(w, "none.scree", report), SCREE_USER_ERROR);
}
static void call_scree_world_contact_list(scree_world *w) {
    scree_contact_now *x = room(w);
    scree_world_contact_list(w, 1000, x);
    free(x);
}
static void call_scree_world_contact_history(scree_world *w) {
    double *x = room(w);
    scree_world_contact_history(w, "tangential_spring_x", 1000, x);
    free(x);
}
static void call_scree_world_bond_list(scree_world *w) {
    scree_bond_now *x = room(w);
    scree_world_bond_list(w, 1000, x);
    free(x);
}
static void call_scree_world_take_broken(scree_world *w) {
    scree_broken_bond *x = room(w);
    scree_world_take_broken(w, 1000, x);
    free(x);
}
static void call_scree_world_hook(scree_world *w) {
    int hook[3];
    for (int m = SCREE_MOMENT_BEFORE_FORCES; m <= SCREE_MOMENT_AFTER_STEP; m++) {
        hook[m] = scree_world_hook(w, (scree_moment)m, nothing, NULL);
    }
    advance(w, 3);
    for (int m = SCREE_MOMENT_BEFORE_FORCES; m <= SCREE_MOMENT_AFTER_STEP; m++) {
        assert_true(scree_world_unhook(w, hook[m]));
    }
}
static void call_scree_world_unhook(scree_world *w) {
    const int hook = scree_world_hook(w, SCREE_MOMENT_AFTER_FORCES, nothing, NULL);
    advance(w, 1);
    assert_true(scree_world_unhook(w, hook));
    assert_false(scree_world_unhook(w, hook));
}

typedef struct named_call {
    const char *name;
    void (*call)(scree_world *w);
    int steps; // that it takes
} named_call;
#define CALL(function)                                                                                       \
    { #function, call_##function, 0 }
static const named_call calls[] = {CALL(scree_world_advance),
                                   CALL(scree_world_advance_until),
                                   CALL(scree_world_steps_until),
                                   CALL(scree_world_steps),
                                   CALL(scree_world_want_energy),
                                   CALL(scree_world_set),
                                   CALL(scree_world_now),
                                   CALL(scree_world_dt),
                                   CALL(scree_world_count),
                                   CALL(scree_world_ids),
                                   CALL(scree_world_positions),
                                   CALL(scree_world_velocities),
                                   CALL(scree_world_spins),
                                   CALL(scree_world_forces),
                                   CALL(scree_world_radii),
                                   CALL(scree_world_contacts),
                                   CALL(scree_world_particle_contacts),
                                   CALL(scree_world_pairs),
                                   CALL(scree_world_rebuilds),
                                   CALL(scree_world_forget_pairs),
                                   CALL(scree_world_threads),
                                   CALL(scree_world_stage_seconds),
                                   CALL(scree_world_share_of),
                                   CALL(scree_world_box),
                                   CALL(scree_world_add_ranks),
                                   CALL(scree_world_most_of_ranks),
                                   CALL(scree_world_state),
                                   CALL(scree_world_value),
                                   CALL(scree_world_columns),
                                   CALL(scree_world_values),
                                   CALL(scree_world_measure),
                                   CALL(scree_world_field),
                                   CALL(scree_world_shape),
                                   CALL(scree_view_open),
                                   CALL(scree_view_close),
                                   CALL(scree_world_views),
                                   CALL(scree_world_generation),
                                   CALL(scree_world_rows),
                                   CALL(scree_world_add),
                                   CALL(scree_world_remove),
                                   CALL(scree_world_wall),
                                   CALL(scree_wall_read),
                                   CALL(scree_wall_move),
                                   CALL(scree_wall_place),
                                   CALL(scree_wall_triangles),
                                   CALL(scree_world_save),
                                   CALL(scree_world_restore),
                                   CALL(scree_world_write),
                                   CALL(scree_world_read),
                                   CALL(scree_world_contact_list),
                                   CALL(scree_world_history),
                                   CALL(scree_world_contact_history),
                                   CALL(scree_world_bond_list),
                                   CALL(scree_world_take_broken),
                                   {"scree_world_hook", call_scree_world_hook, 3},
                                   {"scree_world_unhook", call_scree_world_unhook, 1}};
enum { CALLS = sizeof calls / sizeof *calls };

// ---- comparison --------------------------------------------------------------------------------------------------

static const char *const loads[] = {"external_force", "external_torque", "drag_coefficient", "fluid_velocity",
                                    "drag_impulse"};
enum { LOADS = sizeof loads / sizeof *loads };

static void put_no_load(scree_world *w, const char *field) {
    const scree_view v = view_of(w, field, 1);
    for (size_t k = 0; k < v.rows; k++) {
        memset(row(&v, k), 0, (size_t)v.components * sizeof(double));
    }
    close_view(w, &v);
}

// A value that cannot be is refused, and put right.
static void put_refused_load(scree_world *w) {
    scree_view v = view_of(w, "drag_coefficient", 1);
    *row(&v, 0) = NAN;
    assert_int_equal(scree_view_close(w, &v, report), SCREE_USER_ERROR);
    put_no_load(w, "drag_coefficient");
    scree_report_clear(report);
}

// All that may differ between two worlds: the digest, and the bits of all columns.
typedef struct outcome {
    char digest[33];
    uint64_t columns;
} outcome;

static outcome outcome_of(scree_world *w) {
    outcome o = {.columns = 14695981039346656037ULL}; // FNV-1a
    double *x = room(w);
    const size_t n = scree_world_values(w, room_of(w), x);
    for (size_t k = 0; k < n * sizeof *x; k++) {
        o.columns = (o.columns ^ ((const unsigned char *)x)[k]) * 1099511628211ULL;
    }
    free(x);
    scree_world_state(w, o.digest);
    return o;
}

static void are_equal(const outcome *a, const outcome *b, const char *where, const char *what) {
    if (strcmp(a->digest, b->digest) != 0 || a->columns != b->columns) {
        fail_msg("%s, %s: digest %s, wanted %s; columns %s", where, what, a->digest, b->digest,
                 a->columns == b->columns ? "alike" : "not alike");
    }
}

// A world to which the tests go back, the state after some steps, and what the steps that follow make of it.
typedef struct start {
    scree_world *w;
    scree_saved *saved;
    outcome wanted;
} start;

static start start_of(const kind *of) {
    start s = {.w = world_of(of->text, 1)};
    advance(s.w, BEFORE);
    s.saved = scree_world_save(s.w, report);
    assert_non_null(s.saved);
    advance(s.w, AFTER);
    if (scree_world_contacts(s.w) == 0) {
        fail_msg("%s: nothing touches", of->name);
    }
    s.wanted = outcome_of(s.w);
    return s;
}

static void go_back(const start *s) {
    fine(scree_world_restore(s->w, s->saved, report));
}

static void ends_alike(const start *s, int steps, const char *where, const char *what) {
    scree_report_clear(report);
    advance(s->w, (uint64_t)(AFTER - steps));
    const outcome o = outcome_of(s->w);
    are_equal(&o, &s->wanted, where, what);
}

static void try_loads(const start *s, const char *where) {
    for (int k = 0; k <= LOADS; k++) {
        go_back(s);
        k < LOADS ? put_no_load(s->w, loads[k]) : put_refused_load(s->w);
        ends_alike(s, 0, where, k < LOADS ? loads[k] : "a load that is refused");
    }
}

// With and without loads.
static void try_calls(const start *s, const char *where) {
    for (int k = 0; k < 2 * CALLS; k++) {
        const named_call *call = &calls[k / 2];
        go_back(s);
        if (k % 2 == 1) {
            put_no_load(s->w, loads[k / 2 % LOADS]);
        }
        call->call(s->w);
        ends_alike(s, call->steps, where, call->name);
    }
}

static void every_call(void **state) {
    (void)state;
    report = scree_report_create();
    for (int i = 0; i < KINDS; i++) {
        const start s = start_of(&kinds[i]);
        try_loads(&s, kinds[i].name);
        try_calls(&s, kinds[i].name);
        scree_saved_destroy(s.saved);
        scree_world_close(s.w);
    }
    unlink("every_call.scree");
    scree_report_destroy(report);
}

// The table has each function of the header that takes a world; those that open and close one are called for each row.
static void table_is_complete(void **state) {
    (void)state;
    char path[4096], line[1024], text[2048] = "";
    snprintf(path, sizeof path, "%s/include/scree/scree.h", getenv("SCREE_SOURCE"));
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    int found = 0;
    while (fgets(line, sizeof line, f)) {
        if (strncmp(line, "SCREE_API", 9) == 0 || (text[0] && strncmp(line, "///", 3) != 0)) {
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s", line);
        }
        if (!text[0] || !strchr(text, ';')) {
            continue;
        }
        const char *open = strchr(text, '('), *name = open;
        assert_non_null(open);
        while (name[-1] == '_' || (name[-1] >= 'a' && name[-1] <= 'z')) {
            name--;
        }
        const size_t n = (size_t)(open - name);
        if (strstr(open, "scree_world *world") && !(n == 17 && strncmp(name, "scree_world_close", n) == 0)) {
            bool listed = false;
            for (int k = 0; k < CALLS; k++) {
                listed |= strlen(calls[k].name) == n && strncmp(calls[k].name, name, n) == 0;
            }
            if (!listed) {
                fail_msg("%.*s is not among the calls", (int)n, name);
            }
            found++;
        }
        text[0] = 0;
    }
    fclose(f);
    assert_int_equal(found, CALLS);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_call), cmocka_unit_test(table_is_complete)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
