// SPDX-License-Identifier: BSD-3-Clause
// Numbers of the state that are none: named, whatever field they are in, and nothing runs for ever on them.
#include "access/contact_iterator.h"
#include "checks/balance_alarm.h"
#include "search/rebuild.h"
#include "state/hooks.h"
#include "world_of_text.h"

enum { BALLS = 100, BAD = 7 }; // more than 64, so that they are sorted

static scree_world *world(void) {
    scree_particle q[BALLS];
    for (int k = 0; k < BALLS; k++) {
        q[k] = ball((uint64_t)(BALLS - k), 0.002,
                    vec3(0.005 * (k % 10), 0.005 * (k / 10), 0.01 + 0.001 * (k % 7)), vec3(0, 0, 0),
                    vec3(0, 0, 0));
    }
    return world_of_case(
        case_of_text("time: {end: 1, dt: 1 us, velocity_scale: 1}\n"
                     "materials: {m: {density: 2500, young: 1e7, poisson: 0.3, restitution: 0.5, friction: "
                     "0.3}}\n"
                     "walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}\n"
                     "output: {plot: false, series: {every: 0}}\n"),
        q, BALLS, 1, NULL);
}

static scree_world *started(void) {
    scree_world *w = world();
    begin(w);
    return w;
}

static void expect_alarm(const scree_world *w, const char *const *says, size_t n) {
    scree_report *r = scree_report_create();
    assert_int_equal(scree_alarm_state(w, r), SCREE_BAD_NUMBERS);
    assert_int_equal(scree_report_size(r), 1);
    for (size_t k = 0; k < n; k++) {
        if (!strstr(scree_report_text(r, 0), says[k])) {
            fail_msg("'%s' does not say '%s'", scree_report_text(r, 0), says[k]);
        }
    }
    scree_report_destroy(r);
}

static void each_field(void **state) {
    (void)state;
    scree_world *w = started();
    w->step = 25;
    const size_t i = index_of_id(w, BAD), later = index_of_id(w, BAD + 1);
    for (int k = 0; k < SCREE_FIELD_COUNT; k++) {
        const scree_field *field = &scree_field_table[k];
        double *value = scree_field_of(&w->p, field, i), *another = scree_field_of(&w->p, field, later);
        if (!(field->flags & SCREE_SAVED) || field->type != SCREE_F64 || !value) {
            continue;
        }
        char *what = scree_format("particle 7 has the %s ", field->name);
        const char *const says[] = {"error: t = 2.5e-05 s, step 25: ", what,
                                    "not a usable number; it is at (", "try a smaller time.dt"};
        for (int c = 0; c < field->components; c++) {
            const double bad[] = {NAN, INFINITY, -1.0};
            for (int b = 0; b < (field->flags & SCREE_POSITIVE ? 3 : 2); b++) {
                const double before = value[c];
                value[c] = another[c] = bad[b];
                expect_alarm(w, says, 4);
                w->p.dead[i] = w->p.dead[later] = 1; // of no account
                assert_int_equal(scree_alarm_state(w, NULL), SCREE_OK);
                w->p.dead[i] = w->p.dead[later] = 0;
                value[c] = before;
                another[c] = before;
            }
        }
        scree_free(what);
    }
    scree_world_destroy(w);
}

static void ledger(void **state) {
    (void)state;
    scree_world *w = started();
    assert_int_equal(scree_alarm_state(w, NULL), SCREE_OK);
    for (size_t k = 0; k < sizeof w->ledger / sizeof(double); k++) {
        double *value = (double *)&w->ledger + k;
        *value = k % 2 ? NAN : -INFINITY;
        const char *const says[] = {"error: t = 0 s, step 0: the ", " is not a finite number; try"};
        expect_alarm(w, says, 2);
        *value = 0.0;
    }
    w->ledger.now.elastic[1] = NAN;
    const char *const says[] = {"the stored energy of contacts in the tangential mode (mindlin) is not"};
    expect_alarm(w, says, 1);
    scree_world_destroy(w);
}

// Values of walls are written too: pose, velocity, load, work, temperature.
static void walls(void **state) {
    (void)state;
    scree_world *w = started();
    scree_wall_state *now = &w->wall.data[0].now;
    const struct {
        double *value;
        const char *what;
    } bad[] = {{&now->pose.shift.y, "position"},
               {&now->pose.rotation.m[7], "position"},
               {&now->velocity.z, "velocity"},
               {&now->spin.x, "velocity"},
               {&now->force.x, "load"},
               {&now->torque.z, "load"},
               {&now->power, "work"},
               {&now->work, "work"},
               {&now->temperature, "temperature"},
               {&now->heat, "heat"}};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        const double before = *bad[k].value;
        char *what = scree_format("error: t = 0 s, step 0: the %s of wall 'floor' is not a finite number",
                                  bad[k].what);
        *bad[k].value = k % 2 ? NAN : INFINITY;
        expect_alarm(w, (const char *const[]){what}, 1);
        *bad[k].value = before;
        scree_free(what);
    }
    assert_int_equal(scree_alarm_state(w, NULL), SCREE_OK);
    scree_world_destroy(w);
}

typedef struct spoiler {
    uint64_t at;
    bool radius;
} spoiler;

static void spoil(scree_world *w, void *context) {
    const spoiler *s = context;
    if (w->step == s->at) {
        const size_t i = index_of_id(w, BAD);
        *(s->radius ? &w->p.x[i].r : &w->p.motion[i].w.z) = NAN;
    }
}

// A fill beside a particle of no size.
static void insertion_ends(void **state) {
    (void)state;
    static const char *const fill[] = {"random, count: 50", "random, fraction: 0.2", "lattice"};
    for (size_t k = 0; k < sizeof fill / sizeof *fill; k++) {
        scree_particle q[] = {ball(1, 0.002, vec3(0.01, 0.01, 0.01), vec3(0, 0, 0), vec3(0, 0, 0)),
                              ball(BAD, 0.002, vec3(0.02, 0.02, 0.02), vec3(0, 0, 0), vec3(0, 0, 0))};
        char *text = scree_format(
            "time: {end: 1, dt: 1 us, velocity_scale: 1}\n"
            "materials: {m: {density: 2500, young: 1e7, poisson: 0.3, restitution: 0.5, friction: 0.3}}\n"
            "insertion: [{material: m, start: 5 us, diameter: 2 mm, fill: %s, region: {box: {min: [0, 0, 0], "
            "max: [0.03, 0.03, 0.03]}}}]\n"
            "output: {plot: false, series: {every: 0}}\n",
            fill[k]);
        scree_world *w = world_of_text(text, q, 2);
        scree_report *r = scree_report_create();
        spoiler s = {3, true};
        scree_hook_add(w, (scree_hook){SCREE_AFTER_STEP, spoil, &s, true, false});
        scree_status status = SCREE_OK;
        while (status == SCREE_OK && w->step < 10) {
            status = scree_world_step(w, r);
        }
        assert_int_equal(status, SCREE_BAD_NUMBERS);
        assert_true(w->step == 6 && w->source.data[0].inserted > 0);
        scree_report_destroy(r);
        scree_world_destroy(w);
    }
}

// No contact, so nothing else shows it: the next list does.
static void noticed_with_the_next_list(void **state) {
    (void)state;
    for (int radius = 0; radius < 2; radius++) {
        scree_world *w = started();
        scree_report *r = scree_report_create();
        spoiler s = {5, radius};
        scree_hook_add(w, (scree_hook){SCREE_AFTER_STEP, spoil, &s, true, false});
        scree_status status = SCREE_OK;
        while (status == SCREE_OK && w->step < 1000) {
            w->list_valid = w->list_valid && w->step != 20;
            status = scree_world_step(w, r);
        }
        assert_int_equal(status, SCREE_BAD_NUMBERS);
        assert_int_equal(w->step, 21);
        assert_non_null(
            strstr(scree_report_text(r, scree_report_size(r) - 1),
                   radius ? "particle 7 has the radius nan m" : "particle 7 has the omega (0, 0, nan)"));
        scree_report_destroy(r);
        scree_world_destroy(w);
    }
}

// Lists end for radii that no step gives them, and for tiny ones, which it does.
static void list_of_any_radius(void **state) {
    (void)state;
    const double bad[] = {NAN, 0.0, 1e-120, 1e-320};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        scree_world *w = started();
        for (int all = 0; all < 2; all++) {
            for (size_t i = 0; i < w->p.n; i++) {
                w->p.x[i].r = all || w->p.id[i] == BAD ? bad[k] : w->p.x[i].r;
            }
            w->rebuilds = 0; // the storage is sorted
            scree_pairs_rebuild(w, NULL);
        }
        scree_world_destroy(w);
    }
}

// A change of the balance is compared with all energies that are involved: each of them in turn is the only one.
static void energies_involved(void **state) {
    (void)state;
    scree_totals t;
    double *const energy[] = {&t.kinetic,    &t.rotational, &t.broken[0],  &t.broken[3],  &t.walls_lost,
                              &t.wall_work,  &t.elastic[0], &t.elastic[3], &t.viscous[0], &t.viscous[3],
                              &t.plastic[0], &t.plastic[3], &t.damped,     &t.loaded};
    enum { POSITIVE = 6 };
    scree_world *w = started();
    scree_report *r = scree_report_create();
    w->case_->alarms.energy_balance = 0.01;
    w->case_->alarms.stop = true;
    for (size_t k = 0; k < 2 * sizeof energy / sizeof *energy; k++) {
        const bool much = k % 2 == 1;
        t = (scree_totals){0};
        w->alarms.balance.known = false;
        assert_int_equal(scree_balance_alarm(w, &t, r), SCREE_OK);
        *energy[k / 2] = k / 2 < POSITIVE
                             ? 2.0
                             : -2.0; // those stored in adhesion are negative, and so may be losses by error
        t.balance = much ? 0.021 : -0.019;
        assert_int_equal(scree_balance_alarm(w, &t, r), much ? SCREE_BAD_NUMBERS : SCREE_OK);
    }
    scree_report_destroy(r);
    scree_world_destroy(w);
}

// A wall that begins to exist where a particle is, is said to have done so; one that a particle has run into is not.
static void wall_in_the_place_of_particles(void **state) {
    (void)state;
    static const double speed[] = {0.0, -3000.0}; // m/s; 3 mm per step, from 30 mm above
    for (int k = 0; k < 2; k++) {
        const scree_particle q =
            ball(3, 0.002, vec3(0, 0, k ? 0.031 : 0.0005), vec3(0, 0, speed[k]), vec3(0, 0, 0));
        scree_world *w = world_of_text(
            scree_format(
                "time: {end: 1, dt: 1 us, velocity_scale: 1}\n"
                "materials: {m: {density: 2500, young: 1e7, poisson: 0.3, restitution: 0.5, friction: 0.3}}\n"
                "walls: {late: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m, start: %s}}\n"
                "output: {plot: false, series: {every: 0}}\n",
                k ? "0" : "20 us"),
            &q, 1);
        scree_report *r = scree_report_create();
        scree_status status = SCREE_OK;
        while (status == SCREE_OK && w->step < 40) {
            status = scree_world_step(w, r);
        }
        assert_int_equal(status, k ? SCREE_BAD_NUMBERS : SCREE_OK);
        bool appeared = false, late = false;
        for (size_t n = 0; n < scree_report_size(r); n++) {
            late |= strstr(scree_report_text(r, n), "wall 'late'") != NULL;
            appeared |= strstr(scree_report_text(r, n), "appeared at its start") != NULL;
        }
        assert_true(late);
        assert_int_equal(appeared, k == 0);
        scree_report_destroy(r);
        scree_world_destroy(w);
    }
}

static void refused_at_the_start(void **state) {
    (void)state;
    scree_world *w = world();
    scree_report *r = scree_report_create();
    w->p.x[index_of_id(w, BAD)].r = NAN;
    assert_int_equal(scree_load_start(w, r), SCREE_USER_ERROR);
    assert_non_null(strstr(scree_report_text(r, 0), "particle 7 has the radius nan m"));
    assert_non_null(strstr(scree_report_text(r, 0), "check radii, densities and velocities"));
    scree_report_destroy(r);
    scree_world_destroy(w);
}

// The speed is that of the first body, all of it, and against a wall that moves.
static void speed_of_an_overlap(void **state) {
    (void)state;
    for (int wall = 0; wall < 2; wall++) {
        scree_particle q[] = {ball(1, 1e-3, vec3(0, 0, 0.999e-3), vec3(3, 4, 12), vec3(0, 0, 0)),
                              ball(2, 1e-3, vec3(0, 0, wall ? 1.0 : 2.98e-3), vec3(0, 0, 0), vec3(0, 0, 0))};
        scree_world *w = world_of_text(
            scree_format(
                "time: {end: 1, dt: 1 us}\n"
                "materials: {m: {density: 2500, young: 1e7, poisson: 0.3, restitution: 0.5, friction: 0.3}}\n"
                "walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m, motion: "
                "[{translate: [1, 2, "
                "10]}, {rotate: {axis: [0, 0, 1], point: [1, 0, 0], rate: 1}}], start: %s}}\n",
                wall ? "0" : "never"),
            q, 2);
        scree_report *r = scree_report_create();
        w->p.x[index_of_id(w, 1)].z += wall ? -1.5e-3 : 1.5e-3;
        if (wall) { // of its contact
            scree_contacts all = scree_contacts_of(&w->pairs, SCREE_ACTING | SCREE_COUNTED);
            assert_true(scree_contacts_next(&all));
            w->pairs.touch[all.k - w->pairs.first_wall_pair].overlap = 1.5e-3;
        }
        assert_int_equal(scree_alarm_overlap(w, r), SCREE_BAD_NUMBERS);
        assert_non_null(strstr(scree_report_text(r, 0),
                               wall ? "and 4.123 m/s against it" : "and 13 m/s;")); // (2, 3, 2) m/s
        scree_report_destroy(r);
        scree_world_destroy(w);
    }
}

// Losses that fall are an error, unless a wall has appeared or disappeared since.
static void losses_where_walls_appear(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        scree_world *w = world_of_text(
            scree_format(
                "time: {end: 1, dt: 1 ms}\nmaterials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"
                "contacts: [{between: any, normal: none}]\nalarms: {action: stop}\n"
                "walls: {w: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m, %s}}\n",
                k < 2 ? "start: 0.1" : "stop: 0.1"),
            NULL, 0);
        scree_report *r = scree_report_create();
        scree_totals t = {.plastic = {1.0}};
        w->step = 50;
        assert_int_equal(scree_alarm_losses(w, &t, r), SCREE_OK);
        w->step = k % 2 ? 99 : 100;
        t.plastic[0] = 0.1;
        assert_int_equal(scree_alarm_losses(w, &t, r), k % 2 ? SCREE_BAD_NUMBERS : SCREE_OK);
        scree_report_destroy(r);
        scree_world_destroy(w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(speed_of_an_overlap),
        cmocka_unit_test(losses_where_walls_appear),
        cmocka_unit_test(each_field),
        cmocka_unit_test(ledger),
        cmocka_unit_test(walls),
        cmocka_unit_test(noticed_with_the_next_list),
        cmocka_unit_test(list_of_any_radius),
        cmocka_unit_test(insertion_ends),
        cmocka_unit_test(energies_involved),
        cmocka_unit_test(wall_in_the_place_of_particles),
        cmocka_unit_test(refused_at_the_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
