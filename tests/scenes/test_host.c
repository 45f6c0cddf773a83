// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// What a host program does by scree/scree.h alone: worlds from text, views, external forces, drag, particles added and removed, contacts,
// hooks; and what is refused.
#include "host_world.h"
#include "maths/math.h"
#include <time.h>

static const double PI = 3.14159265358979323846;

// ---- worlds and views --------------------------------------------------------------------------------------

static void from_text(void **state) {
    (void)state;
    FILE *f = fopen("bed.yaml", "w");
    fputs(BED, f);
    fclose(f);
    scree_report *r = scree_report_create();
    scree_world *a = scree_world_open("bed.yaml", NULL, 1, r), *b = world_of(BED, 2);
    assert_non_null(a);
    char one[33], two[33];
    advance(a, 3000);
    for (int k = 0; k < 3000; k++) { // looked at in every step
        const scree_view v = view_of(b, "position", 0);
        assert_true(v.rows == 150 && v.components == 3 && v.type == SCREE_DOUBLE && !v.writable);
        close_view(b, &v);
        advance(b, 1);
    }
    scree_world_state(a, one);
    scree_world_state(b, two);
    assert_string_equal(one, two);
    assert_true(value(a, "contacts") > 5);
    scree_world_close(a);
    scree_world_close(b);
    assert_null(
        scree_world_open_text("host.yaml",
                              "time: {dt: 1e-5}\nmaterials: {m: {density: 1, young: 5 MPa, poisson: 0.3, "
                              "restitution: 1, friction: 0}}\nphases: {a: {until: 1}, b: {until: 1}}\n",
                              NULL, 1, r));
    refused(SCREE_USER_ERROR, r, "phases: only runs of files carry them out");
    assert_null(scree_world_open_text("host.yaml", "gravity: {", NULL, 1, r));
    scree_report_destroy(r);
}

static void views(void **state) {
    (void)state;
    scree_world *w = world_of(BED, 1);
    scree_report *r = scree_report_create();
    advance(w, 100);
    const scree_view x = view_of(w, "position", 0), again = view_of(w, "position", 0),
                     ids = view_of(w, "id", 0), radius = view_of(w, "radius", 0);
    assert_true(x.data == again.data && ids.type == SCREE_UINT64 && radius.components == 1 &&
                scree_world_views(w) == 4);
    assert_string_equal(x.unit, "m");
    double *copy = scree_realloc(NULL, 0, 3 * x.rows * sizeof *copy);
    uint64_t *id = scree_realloc(NULL, 0, x.rows * sizeof *id);
    scree_world_positions(w, copy);
    scree_world_ids(w, id);
    for (size_t k = 0; k < x.rows; k++) { // the copies sorted by id and the rows are the same numbers
        const size_t i = row_of(w, id[k]);
        assert_true(memcmp(row(&x, i), copy + 3 * k, 3 * sizeof *copy) == 0);
        assert_true(*(const uint64_t *)((const char *)ids.data + i * ids.stride) == id[k]);
    }
    assert_true(row_of(w, 1000) == SIZE_MAX);
    refused(scree_world_advance(w, 1, r), r,
            "4 views of the particles are open, so the world cannot advance");
    const scree_new_particle q = {.diameter = 1e-3, .material = "m"};
    refused(scree_world_add(w, 1, &q, NULL, r), r, "cannot add particles");
    refused(scree_world_remove(w, 1, id, r), r, "cannot remove particles");
    scree_view none;
    refused(scree_view_open(w, "colour", 0, &none, r), r, "have no field 'colour'");
    refused(scree_view_open(w, "centre", 0, &none, r), r, "have no field 'centre'");
    refused(scree_view_open(w, "force", 1, &none, r), r, "'force' cannot be written");
    refused(scree_view_open(w, "drag_impulse", 1, &none, r), r, "cannot get a new field");
    const scree_view *open[] = {&x, &again, &ids, &radius};
    for (int k = 0; k < 4; k++) {
        close_view(w, open[k]);
    }
    const uint64_t before = scree_world_generation(w);
    scree_world_forget_pairs(w);
    advance(w, 1);
    assert_true(scree_world_generation(w) > before && scree_world_views(w) == 0);
    bool seen = false;
    for (int k = 0; scree_world_field(w, k); k++) {
        seen |= strcmp(scree_world_field(w, k), "velocity") == 0;
    }
    assert_true(seen);
    assert_true(isnan(scree_world_value(w, "nonsense", r)));
    scree_free(copy);
    scree_free(id);
    scree_report_destroy(r);
    scree_world_close(w);
}

// A velocity that is set changes the energy, which the ledger books; a position beyond a periodic border is wrapped; what cannot be is
// refused.
static void writing(void **state) {
    (void)state;
    scree_world *w = world_of(BED, 1);
    scree_report *r = scree_report_create();
    advance(w, 5000);
    const double before = value(w, "energy_balance"), mass = get(w, "mass", 5, 0);
    const double v[3] = {get(w, "velocity", 5, 0), get(w, "velocity", 5, 1), get(w, "velocity", 5, 2)};
    set(w, "velocity", 5, 0.0, 0.0, 1.0);
    advance(w, 1);
    near(value(w, "energy_changed"), 0.5 * mass * (1.0 - v[0] * v[0] - v[1] * v[1] - v[2] * v[2]),
         1e-4 * mass, "energy that is changed");
    near(get(w, "velocity", 5, 2), 1.0, 0.01, "velocity");
    set(w, "position", 7, 0.021, -0.001, 0.045);
    near(get(w, "position", 7, 0), 0.001, 1e-15, "x within the period");
    near(get(w, "position", 7, 1), 0.019, 1e-15, "y within the period");
    advance(w, 1000);
    near(value(w, "energy_balance"), before, 2e-7, "balance"); // of 1e-4 J
    scree_view x = view_of(w, "radius", 1);
    row(&x, 3)[0] = -1.0;
    refused(scree_view_close(w, &x, r), r,
            "was given a radius that is no usable number; accepted: 1e-30 to 1e+30");
    x = view_of(w, "radius", 1);
    row(&x, 3)[0] = 1e-3;
    close_view(w, &x);
    advance(w, 1);
    scree_report_destroy(r);
    scree_world_close(w);
}

// A host that writes in every step what is there already changes no more than the order of the step: a ball that a spring of friction holds on a plane, in
// gravity from the side, swings as it does by itself.
static void writing_the_same(void **state) {
    (void)state;
    static const char held[] =
        HEAD "gravity: [1, 0, -9.81]\n"
             "walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}\n"
             "particles: [{positions: [[0, 0, 0.9999 mm]], diameter: 2 mm, material: m}]\n";
    scree_world *alone = world_of(held, 1), *hosted = world_of(held, 1);
    for (int k = 0; k < 400; k++) {
        advance(alone, 1);
        set(hosted, "velocity", 1, get(hosted, "velocity", 1, 0), get(hosted, "velocity", 1, 1),
            get(hosted, "velocity", 1, 2));
        advance(hosted, 1);
    }
    assert_true(value(alone, "elastic_tangential") > 0.0);
    const double x = get(alone, "position", 1, 0);
    near(get(hosted, "position", 1, 0), x, 2e-6 * fabs(x),
         "x"); // 6e-4 if each write moves the spring by half a step
    near(get(hosted, "omega", 1, 1), get(alone, "omega", 1, 1), 1e-5, "spin");
    scree_world_close(alone);
    scree_world_close(hosted);
}

// ---- forces from outside -----------------------------------------------------------------------------------

static const scree_new_particle ball_at_rest = {.diameter = 2e-3, .material = "m"};

static void external_forces(void **state) {
    (void)state;
    scree_world *w = world_of(HEAD DIMER, 1);
    scree_new_particle q = ball_at_rest;
    const uint64_t ball = add(w, &q);
    q.position[0] = 0.1;
    q.shape = "d";
    q.diameter = 0.0;
    const uint64_t clump = add(w, &q);
    assert_true(ball == 1 && clump == 2);
    const double one = 2500.0 * scree_sphere_volume(1e-3);
    set(w, "external_force", ball, 1e-4, 0, 0);
    set(w, "external_torque", ball, 0, 0, 1e-9);
    set(w, "external_force", clump, 0, 1e-4, 0);
    set(w, "external_torque", clump, 0, 0, 1e-9);
    advance(w, 1000);
    const double t = 1000 * 1e-5;
    near(get(w, "velocity", ball, 0), 1e-4 * t / one, 1e-12, "velocity of the ball");
    near(get(w, "omega", ball, 2), 1e-9 * t / (0.4 * one * 1e-6), 1e-9, "spin of the ball");
    near(get(w, "body_velocity", clump, 1), 1e-4 * t / (2.0 * one), 1e-12, "velocity of the clump");
    near(get(w, "omega", clump, 2), 1e-9 * t / (2.8 * one * 1e-6), 1e-9, "spin of the clump");
    near(value(w, "load_work"), value(w, "kinetic") + value(w, "rotational"), 1e-5 * value(w, "kinetic"),
         "work");
    set(w, "external_force", ball, 0, 0, 0);
    advance(w, 1); // with half a kick by the old force
    const double v = get(w, "velocity", ball, 0);
    advance(w, 100);
    assert_true(get(w, "velocity", ball, 0) == v);
    scree_world_close(w);
}

// v' = c (u - v)/m, as stiff as one likes.
static void drag(void **state) {
    (void)state;
    double off[2];
    for (int k = 0; k < 2; k++) {
        char *text = scree_format(
            "time: {end: 10, dt: %g, velocity_scale: 1}\nmaterials: {m: {density: 2500, young: 1 kPa, "
            "poisson: 0.3, restitution: 0.5, friction: 0.4}}\n",
            k ? 1e-5 : 2e-5);
        scree_world *w = world_of(text, 1);
        scree_free(text);
        const uint64_t id = add(w, &ball_at_rest),
                       stiff = add(w, &(scree_new_particle){
                                          .position = {1, 0, 0}, .diameter = 2e-3, .material = "m"});
        const double m = get(w, "mass", id, 0), c = m / 2e-3;
        set(w, "drag_coefficient", id, c, 0, 0);
        set(w, "fluid_velocity", id, 1, 2, 3);
        set(w, "drag_coefficient", stiff, 1e6 * c, 0, 0);
        set(w, "fluid_velocity", stiff, 1, 2, 3);
        advance(w, 0);
        advance(w, k ? 400 : 200);
        const double v = 1.0 - scree_exp(-2.0);
        off[k] = get(w, "velocity", id, 0) - v;
        near(get(w, "velocity", id, 2), 3.0 * v, 0.01, "velocity");
        near(get(w, "drag_impulse", id, 2), m * get(w, "velocity", id, 2), 0.01 * m * 3.0, "impulse");
        near(get(w, "velocity", stiff, 1), 2.0, 1e-2, "velocity of what follows at once");
        scree_world_close(w);
    }
    print_message("drag: off by %.3g and %.3g\n", off[0], off[1]);
    assert_true(fabs(off[1]) < 0.3 * fabs(off[0]));
    scree_world *w = world_of(HEAD, 1);
    add(w, &ball_at_rest);
    scree_report *r = scree_report_create();
    const scree_view x = view_of(w, "drag_coefficient", 1);
    row(&x, 0)[0] = -1.0;
    refused(scree_view_close(w, &x, r), r, "accepted: 0 to 1e+100");
    scree_report_destroy(r);
    scree_world_close(w);
}

// ---- particles ---------------------------------------------------------------------------------------------

static void adding_and_removing(void **state) {
    (void)state;
    for (int threads = 1; threads <= 2; threads++) {
        scree_world *w = world_of(BED DIMER, threads);
        scree_report *r = scree_report_create();
        advance(w, 4000);
        const double before = value(w, "energy_balance"), mass = value(w, "mass");
        scree_new_particle q = {
            .position = {0.01, 0.01, 0.04}, .velocity = {0, 0, -1}, .diameter = 2e-3, .material = "m"};
        const uint64_t ball = add(w, &q);
        q.position[2] = 0.035;
        q.shape = "d";
        q.spin[1] = 50.0;
        q.orientation[0] = q.orientation[3] = 2.0; // 90 degrees about z
        const uint64_t clump = add(w, &q);
        assert_true(ball == 151 && clump == 152 && scree_world_count(w) == 153);
        near(get(w, "position", clump, 1) - get(w, "position", clump + 1, 1), -2e-3 / 1.2599210498948732,
             1e-15, "turned");
        const double added = 2500.0 * 2.0 * scree_sphere_volume(1e-3);
        near(value(w, "mass"), mass + added, 1e-12 * mass, "mass");
        advance(w, 4000);
        near(value(w, "energy_balance"), before, 3e-7, "balance with more particles");
        const uint64_t gone[] = {clump + 1, 3, 17};
        assert_int_equal(scree_world_remove(w, 3, gone, r), SCREE_OK);
        assert_true(scree_world_count(w) == 149 && row_of(w, clump) == SIZE_MAX && row_of(w, 17) == SIZE_MAX);
        assert_true(row_of(w, ball) < SIZE_MAX);
        advance(w, 4000);
        near(value(w, "energy_balance"), before, 5e-7, "balance with fewer particles");
        char digest[33];
        static char first[33];
        scree_world_state(w, digest);
        memcpy(threads == 1 ? first : digest, digest, 33);
        assert_string_equal(first, digest);
        const uint64_t missing = 17;
        refused(scree_world_remove(w, 1, &missing, r), r, "there is no particle 17");
        q.material = "x";
        refused(scree_world_add(w, 1, &q, NULL, r), r, "new particle 0: there is no material 'x'");
        q.material = "m";
        q.shape = "x";
        refused(scree_world_add(w, 1, &q, NULL, r), r, "there is no shape 'x'");
        q.shape = NULL;
        q.diameter = 0.0;
        refused(scree_world_add(w, 1, &q, NULL, r), r, "a diameter of 0 m");
        q.diameter = 1e-3;
        q.position[0] = NAN;
        refused(scree_world_add(w, 1, &q, NULL, r), r, "is no usable number");
        scree_report_destroy(r);
        scree_world_close(w);
    }
}

// The value of a wall that no sum is needed for is of this time, too.
static void angle_of_a_wall(void **state) {
    (void)state;
    scree_world *w =
        world_of(HEAD "walls:\n"
                      "  rotor:\n"
                      "    rectangle: {corner: [0, 0, 0], first: [1 cm, 0, 0], second: [0, 1 cm, 0]}\n"
                      "    material: m\n"
                      "    motion: {rotate: {axis: [0, 0, 1], point: [0, 0, 0], rate: 10 rad/s}}\n"
                      "particles: [{material: m, diameter: 1 mm, positions: [[0, 0, 3 cm]]}]\n",
                 1);
    advance(w, 1000);
    near(value(w, "rotor angle"), 0.1, 1e-12, "angle");
    scree_world_close(w);
}

static void values(void **state) {
    (void)state;
    scree_world *w = world_of(BED, 1);
    advance(w, 5000);
    char *names = scree_world_columns(w), *at = names;
    double all[200];
    const size_t n = scree_world_values(w, 200, all);
    assert_true(n > 30 && n < 200 && scree_world_values(w, 0, NULL) == n);
    for (size_t k = 0; k < n; k++) {
        char name[100];
        const int length = (int)strcspn(at, "\t");
        snprintf(name, sizeof name, "%.*s", length, at);
        const double one = value(w, name);
        if (one != all[k]) {
            fail_msg("%s: %.17g in the list, %.17g alone", name, all[k], one);
        }
        at = strchr(at, '\n') + 1;
    }
    assert_true(*at == 0 && strstr(names, "elastic_tangential\tJ\n") && strstr(names, "floor fz\tN\n"));
    scree_text_free(names);
    double low[3], high[3];
    scree_world_box(w, low, high);
    assert_true(low[0] >= 0.0 && high[0] <= 0.02 && low[2] > 0.0 && high[2] < 0.03 && high[2] > low[2]);
    scree_world_close(w);
}

static void contacts(void **state) {
    (void)state;
    scree_world *w = world_of(BED, 1);
    advance(w, 30000);
    const size_t n = scree_world_contact_list(w, 0, NULL);
    assert_true(n > 200 && n == scree_world_contacts(w));
    scree_contact_now *c = scree_realloc(NULL, 0, n * sizeof *c);
    assert_true(scree_world_contact_list(w, n, c) == n);
    double floor = 0.0;
    for (size_t k = 0; k < n; k++) {
        assert_true(c[k].overlap > 0.0 && (c[k].wall == 0) == (c[k].b == 0));
        assert_true(k == 0 || c[k].a > c[k - 1].a ||
                    (c[k].a == c[k - 1].a && (c[k].b != c[k - 1].b || c[k].wall != c[k - 1].wall)));
        floor += c[k].wall == 0 ? c[k].force[2] : 0.0;
    }
    near(floor, -value(w, "floor fz"), 1e-12 * floor, "force on the floor");
    // The torques of all contacts of a particle are the torque of the last force evaluation.
    const uint64_t id = c[n / 2].a;
    double torque[3] = {0}, *spring = scree_realloc(NULL, 0, 2 * n * sizeof *spring);
    for (size_t k = 0; k < n; k++) {
        for (int i = 0; i < 3 && c[k].a == id; i++) {
            torque[i] += c[k].torque[i];
        }
        for (int i = 0; i < 3 && c[k].b == id;
             i++) { // the radii of both bodies are the arms, but for the overlap
            torque[i] += c[k].torque[i] * get(w, "radius", id, 0) / get(w, "radius", c[k].a, 0);
        }
    }
    for (int i = 0; i < 3; i++) {
        near(torque[i], get(w, "torque", id, i), 1e-2 * fabs(floor) * 1e-3, "torque");
    }
    char *names = scree_world_history(w);
    assert_string_equal(
        names, "tangential_spring_x\ntangential_spring_y\ntangential_spring_z\ntangential_stiffness\n");
    scree_text_free(names);
    assert_true(scree_world_contact_history(w, "tangential_spring_x", n, spring) == n);
    assert_true(scree_world_contact_history(w, "tangential_spring_z", n, spring + n) == n);
    double most = 0.0;
    for (size_t k = 0; k < n; k++) { // on the floor springs lie in the plane
        assert_true(isfinite(spring[k]) && (c[k].wall != 0 || fabs(spring[n + k]) < 1e-18));
        most = fmax(most, fabs(spring[k]));
    }
    assert_true(most > 1e-9 && most < 1e-4);
    assert_true(scree_world_contact_history(w, "normal_plastic", n, spring) == n && isnan(spring[0]));
    scree_free(spring);
    near(floor, value(w, "mass") * 9.81, 0.1 * floor, "weight");
    scree_free(c);
    scree_world_close(w);
}

// ---- hooks -------------------------------------------------------------------------------------------------

typedef struct record {
    int calls, stop_at;
    scree_moment moment;
    double force; // on particle 1
    bool leave_open;
} record;

static int note(scree_world *w, void *user) {
    record *l = user;
    scree_report *r = scree_report_create();
    scree_view v;
    refused(scree_world_advance(w, 1, r), r, "a step is under way, so the world cannot advance");
    scree_report_clear(r);
    refused(scree_world_remove(w, 1, &(uint64_t){1}, r), r, "so the world cannot remove particles");
    scree_report_clear(r);
    refused(scree_view_open(w, "position", 1, &v, r), r, "a hook cannot write the field 'position'");
    assert_int_equal(scree_view_open(w, "force", 0, &v, r), SCREE_OK);
    l->force = row(&v, row_of(w, 1))[2];
    if (!l->leave_open) {
        scree_view_close(w, &v, r);
    }
    scree_report_destroy(r);
    return ++l->calls == l->stop_at;
}

// A spring to a point, from outside: the force of one step acts from the next on.
static int spring(scree_world *w, void *user) {
    scree_report *r = scree_report_create();
    scree_view x, f;
    (void)user;
    assert_int_equal(scree_view_open(w, "position", 0, &x, r), SCREE_OK);
    assert_int_equal(scree_view_open(w, "external_force", 1, &f, r), SCREE_OK);
    row(&f, 0)[0] = -1e-2 * row(&x, 0)[0];
    scree_view_close(w, &f, r);
    scree_view_close(w, &x, r);
    scree_report_destroy(r);
    return 0;
}

static void hooks(void **state) {
    (void)state;
    scree_world *w = world_of(BED, 2);
    scree_report *r = scree_report_create();
    record before = {.moment = SCREE_MOMENT_BEFORE_FORCES}, after = {.moment = SCREE_MOMENT_AFTER_FORCES},
           end = {.moment = SCREE_MOMENT_AFTER_STEP, .stop_at = 70};
    const int first = scree_world_hook(w, before.moment, note, &before);
    scree_world_hook(w, after.moment, note, &after);
    scree_world_hook(w, end.moment, note, &end);
    assert_int_equal(scree_world_advance(w, 200, r), SCREE_INTERRUPTED);
    assert_true(before.calls == 70 && after.calls == 70 && end.calls == 70 && after.force == end.force);
    near(scree_world_now(w), 70e-5, 1e-18, "time");
    assert_true(scree_world_unhook(w, first) == 1 && scree_world_unhook(w, first) == 0);
    assert_int_equal(scree_world_advance(w, 30, r), SCREE_OK);
    assert_true(before.calls == 70 && after.calls == 100);
    end.leave_open = true;
    assert_int_equal(scree_world_advance(w, 10, r), SCREE_INTERRUPTED);
    assert_true(end.calls == 101 && scree_world_views(w) == 1);
    scree_world_close(w);

    // Hooks that only look do not change the bits.
    scree_world *a = world_of(BED, 1), *b = world_of(BED, 1);
    record look = {.moment = SCREE_MOMENT_AFTER_STEP};
    scree_world_hook(b, look.moment, note, &look);
    scree_world_hook(b, SCREE_MOMENT_BEFORE_FORCES, note, &look);
    advance(a, 2000);
    advance(b, 2000);
    char one[33], two[33];
    scree_world_state(a, one);
    scree_world_state(b, two);
    assert_string_equal(one, two);
    scree_world_close(a);
    scree_world_close(b);

    w = world_of(HEAD, 1);
    scree_new_particle q = ball_at_rest;
    q.position[0] = 1e-3;
    add(w, &q);
    const scree_view f = view_of(w, "external_force", 1);
    close_view(w, &f);
    scree_world_hook(w, SCREE_MOMENT_BEFORE_FORCES, spring, NULL);
    const double period = 2.0 * PI * sqrt(2500.0 * scree_sphere_volume(1e-3) / 1e-2);
    advance(w, (uint64_t)(period / 1e-5 + 0.5));
    near(get(w, "position", 1, 0), 1e-3, 2e-6, "after a period");
    scree_report_destroy(r);
    scree_world_close(w);
}

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// The times of the stages are parts of the time that the steps take, and together most of it.
static void stages_take_the_time(void **state) {
    (void)state;
    scree_world *w = world_of(BED, 1);
    double before = 0.0, after = 0.0;
    for (int k = 0; k < scree_world_stages(); k++) {
        before += scree_world_stage_seconds(w, k);
    }
    const double begun = seconds();
    advance(w, 5000);
    const double taken = seconds() - begun;
    for (int k = 0; k < scree_world_stages(); k++) {
        assert_true(scree_world_stage_seconds(w, k) >= 0.0);
        after += scree_world_stage_seconds(w, k);
    }
    assert_true(after - before > 0.5 * taken && after - before <= taken + 1e-6);
    scree_world_close(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(from_text),
        cmocka_unit_test(views),
        cmocka_unit_test(writing),
        cmocka_unit_test(writing_the_same),
        cmocka_unit_test(external_forces),
        cmocka_unit_test(drag),
        cmocka_unit_test(adding_and_removing),
        cmocka_unit_test(angle_of_a_wall),
        cmocka_unit_test(values),
        cmocka_unit_test(contacts),
        cmocka_unit_test(hooks),
        cmocka_unit_test(stages_take_the_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
