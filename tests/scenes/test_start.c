// SPDX-License-Identifier: BSD-3-Clause
// New cases that start with the particles of checkpoints: contact history continues, at the right time, from every checkpoint,
// but only if the laws are the same.
#include "access/contact_iterator.h"
#include "access/loss_heat.h"
#include "checkpoint/checkpoint.h"
#include "heat/heat.h"
#include "load/restore.h"
#include "pairs/pair_list.h"
#include "world_of_text.h"
#include <unistd.h>

static const double R = 0.05; // m

// Contacts against a floor that stick and roll back and forth.
static char *text_of(const char *time, const char *contacts, const char *particles) {
    return scree_format(
        "time: {end: 10, velocity_scale: 0.1, %s}\ngravity: [0, 0, -9.81]\n"
        "materials: {m: {density: 2500, young: 1e7, poisson: 0.3, restitution: 0.7, friction: 0.5, "
        "rolling_friction: 0.2, heat_capacity: 800}}\n"
        "contacts: [{between: any, %s}]\nsearch: {skin: 5 mm}\n"
        "walls: {f: {plane: {point: [0,0,0], normal: [0,0,1]}, material: m}}\n%s",
        time, contacts, particles);
}

#define MINDLIN "tangential: mindlin, rolling: epsd"

// A ball on the floor, pushed along it, after 40 steps of 20 us or 80 of 10 us; its checkpoint is in `path`.
static scree_world *pushed_ball(uint64_t id, const char *time, const char *path) {
    scree_particle q = ball(id, R, vec3((double)id, 0, R - 2e-5), vec3(2e-3, 1e-3, 0), vec3(0.01, -0.03, 0));
    scree_world *w = world_of_text(text_of(time, MINDLIN, ""), &q, 1);
    advance(w, w->dt > 1.5e-5 ? 40 : 80);
    assert_true(scree_checkpoint_write(w, 0, path, NULL));
    return w;
}

static scree_world *start_with(const char *time, const char *contacts, const char *particles,
                               scree_report *r) {
    char *text = text_of(time, contacts, particles);
    scree_world *w = world_of_case(case_of_text(text), NULL, 0, 1, NULL);
    assert_int_equal(scree_load_start(w, r), SCREE_OK);
    scree_free(text);
    return w;
}

// Columns of the contact of a particle with the floor.
static const double *history_of(const scree_world *w, uint64_t id) {
    for (scree_contacts c = scree_contacts_of(&w->pairs, SCREE_ACTING); scree_contacts_next(&c);) {
        assert_int_equal(c.block->wall, 0);
        if (w->p.id[w->pairs.pair[c.k].a] == id) {
            return scree_pair_history(&w->pairs, c.block, c.k);
        }
    }
    fail_msg("particle %llu does not touch the floor", (unsigned long long)id);
    return NULL;
}

static scree_vec3 spring_of(const scree_world *w, uint64_t id) {
    const double *h = history_of(w, id);
    return vec3(h[0], h[1], h[2]);
}

static void memory_stays_as_it_is(void **state) {
    (void)state;
    static const char *const times[][2] = {
        {"dt: 20 us", "dt: 20 us"},
        {"dt: 20 us", "dt: 10 us"},
        {"dt: 20 us", "dt: 20 us, integrator: verlet_half_step"},
        {"dt: 20 us, integrator: verlet_half_step", "dt: 20 us"},
        {"dt: 20 us, integrator: verlet_half_step", "dt: 20 us, integrator: verlet_half_step"},
    };
    for (size_t k = 0; k < sizeof times / sizeof *times; k++) {
        scree_report *r = scree_report_create();
        scree_world *a = pushed_ball(1, times[k][0], "a.scree");
        scree_world *b = start_with(times[k][1], MINDLIN, "particles: [{checkpoint: a.scree}]\n", r);
        const double *old = history_of(a, 1),
                     *now = history_of(b, 1); // spring, stiffness, rolling moment, its stiffness
        assert_true(vec_norm(spring_of(a, 1)) > 1e-7 && fabs(old[4]) > 0.0 && old[7] > 0.0);
        for (int i = 0; i < 8; i++) { // no step has passed; only rounding turns the springs
            expect_near(now[i], old[i], 1e-14 * fmax(fabs(old[i]), 1e-8), "history at the start");
        }
        assert_int_equal(scree_report_count(r, SCREE_SEVERITY_WARNING), 0);
        scree_world_destroy(a);
        scree_world_destroy(b);
        scree_report_destroy(r);
    }
    unlink("a.scree");
}

static void every_checkpoint_is_kept(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *a[2] = {pushed_ball(1, "dt: 20 us", "a.scree"), pushed_ball(2, "dt: 10 us", "b.scree")};
    scree_world *b =
        start_with("dt: 20 us", MINDLIN, "particles: [{checkpoint: a.scree}, {checkpoint: b.scree}]\n", r);
    for (uint64_t id = 1; id <= 2; id++) {
        const scree_vec3 spring = spring_of(a[id - 1], id);
        expect_vec_near(spring_of(b, id), spring, 1e-14 * vec_norm(spring), "spring at the start");
    }
    assert_int_equal(b->contacts, 2);
    scree_world_destroy(b);
    b = start_with("dt: 20 us", MINDLIN,
                   "particles: [{checkpoint: a.scree, keep_history: false}, {checkpoint: b.scree}]\n", r);
    assert_true(vec_norm(spring_of(b, 1)) == 0.0 && vec_norm(spring_of(b, 2)) > 0.0); // one begins anew
    scree_world_destroy(b);
    scree_world_destroy(a[0]);
    scree_world_destroy(a[1]);
    scree_report_destroy(r);
    unlink("a.scree");
    unlink("b.scree");
}

// linear_spring has as many columns as mindlin; the spring does not depend on the normal law.
static void other_laws_begin_without(void **state) {
    (void)state;
    scree_world *a = pushed_ball(1, "dt: 20 us", "a.scree");
    static const struct {
        const char *contacts, *said;
    } other[] = {
        {"tangential: linear_spring, rolling: epsd",
         "a.scree: 1 contacts begin without their history, which is that of other laws ('mindlin epsd', here "
         "'linear_spring epsd')"},
        {"tangential: mindlin, rolling: cdt", "('mindlin epsd', here 'mindlin')"},
        {"normal: {law: hooke, stiffness: 6e5}, " MINDLIN, NULL},
    };
    for (size_t k = 0; k < sizeof other / sizeof *other; k++) {
        scree_report *r = scree_report_create();
        scree_world *b =
            start_with("dt: 20 us", other[k].contacts, "particles: [{checkpoint: a.scree}]\n", r);
        bool warned = false;
        for (size_t j = 0; other[k].said && j < scree_report_size(r); j++) {
            warned |= strstr(scree_report_text(r, j), other[k].said) != NULL;
        }
        assert_true(warned == (other[k].said != NULL));
        if (other[k].said) {
            assert_true(vec_norm(spring_of(b, 1)) == 0.0);
        } else {
            // A stiffer spring keeps its force.
            const double *now = history_of(b, 1), *old = history_of(a, 1);
            const scree_vec3 force = vec_scale(old[3], spring_of(a, 1));
            assert_true(now[3] > 2 * old[3] && vec_norm(force) > 0.0);
            expect_vec_near(vec_scale(now[3], spring_of(b, 1)), force, 1e-12 * vec_norm(force),
                            "force of the spring");
        }
        scree_world_destroy(b);
        scree_report_destroy(r);
    }
    scree_world_destroy(a);
    unlink("a.scree");
}

// The columns of the heat of friction come and go, the others stay; what was lost before makes no heat.
static void friction_may_begin_to_warm(void **state) {
    (void)state;
#define WARM "heat: {temperature: 300 K, friction: 1}\n"
    scree_world *cold = pushed_ball(1, "dt: 20 us", "cold.scree");
    scree_report *r = scree_report_create();
    scree_world *warm = start_with("dt: 20 us", MINDLIN, "particles: [{checkpoint: cold.scree}]\n" WARM, r);
    const size_t columns = scree_pairs_block_of(&warm->pairs, 0)->n_history;
    assert_int_equal(columns, scree_pairs_block_of(&cold->pairs, 0)->n_history + SCREE_MADE_OF_HISTORY);
    assert_memory_equal(history_of(warm, 1), history_of(cold, 1),
                        (columns - SCREE_MADE_OF_HISTORY) * sizeof(double));
    assert_true(scree_heat_totals_of(warm).made == 0.0);
    const double before = dissipated(warm);
    advance(warm, 100);
    const double made = scree_heat_totals_of(warm).made;
    expect_near(made, dissipated(warm) - before, 1e-9 * made, "heat");
    assert_true(made > 1e-9);
    assert_true(scree_checkpoint_write(warm, 0, "warm.scree", NULL));
    scree_world *again = start_with("dt: 20 us", MINDLIN, "particles: [{checkpoint: warm.scree}]\n", r);
    assert_memory_equal(history_of(again, 1), history_of(warm, 1),
                        (columns - SCREE_MADE_OF_HISTORY) * sizeof(double));
    for (size_t k = 0; k < scree_report_size(r); k++) {
        assert_null(strstr(scree_report_text(r, k), "history"));
    }
    scree_world_destroy(again);
    scree_world_destroy(warm);
    scree_world_destroy(cold);
    scree_report_destroy(r);
    unlink("cold.scree");
    unlink("warm.scree");
}

// Contacts keep no direction of convex bodies where a case has none. The columns come and go, and the others stay.
static void convex_bodies_may_come_and_go(void **state) {
    (void)state;
    static const char *const heat[] = {"", WARM};
    for (size_t k = 0; k < 4; k++) {
        scree_report *r = scree_report_create();
        scree_world_destroy(pushed_ball(1, "dt: 20 us", "a.scree"));
        char *without = scree_format("particles: [{checkpoint: a.scree}]\n%s", heat[k % 2]),
             *with = scree_format("shapes: {egg: {ellipsoid: [1 cm, 1 cm, 2 cm]}}\nparticles: [{checkpoint: "
                                  "b.scree}]\n%s",
                                  heat[k / 2]);
        scree_world *a = start_with("dt: 20 us", MINDLIN, without, r);
        const size_t columns = scree_pairs_block_of(&a->pairs, 0)->n_history,
                     of_laws = columns - (k % 2 ? SCREE_MADE_OF_HISTORY : 0);
        advance(a, 10);
        assert_true(scree_checkpoint_write(a, 0, "b.scree", NULL));
        scree_world *b = start_with("dt: 20 us", MINDLIN, with, r);
        assert_int_equal(scree_pairs_block_of(&b->pairs, 0)->n_history,
                         of_laws + 3 + (k / 2 ? SCREE_MADE_OF_HISTORY : 0));
        assert_memory_equal(history_of(b, 1), history_of(a, 1), of_laws * sizeof(double));
        const double *direction = history_of(b, 1) + of_laws;
        assert_true(direction[0] == 0.0 && direction[1] == 0.0 && direction[2] == 0.0);
        assert_true(scree_checkpoint_write(b, 0, "b.scree", NULL));
        char *back = scree_format("particles: [{checkpoint: b.scree}]\n%s", heat[k % 2]);
        scree_world *c = start_with("dt: 20 us", MINDLIN, back, r);
        assert_int_equal(scree_pairs_block_of(&c->pairs, 0)->n_history, columns);
        assert_memory_equal(history_of(c, 1), history_of(a, 1), of_laws * sizeof(double));
        for (size_t j = 0; j < scree_report_size(r); j++) {
            assert_null(strstr(scree_report_text(r, j), "history"));
        }
        scree_world_destroy(a);
        scree_world_destroy(b);
        scree_world_destroy(c);
        scree_free(without);
        scree_free(with);
        scree_free(back);
        scree_report_destroy(r);
    }
    unlink("a.scree");
    unlink("b.scree");
}

// Columns of the contact of two bodies, and how many they are.
static const double *history_of_pair(const scree_world *w, size_t *columns) {
    scree_contacts c = scree_contacts_of(&w->pairs, SCREE_ACTING);
    assert_true(scree_contacts_next(&c));
    *columns = (size_t)c.block->n_history;
    return scree_pair_history(&w->pairs, c.block, c.k);
}

// Two bodies that touch, after some steps.
static scree_world *two_eggs(void) {
    scree_world *w = world_of_text(
        text_of("dt: 20 us", MINDLIN,
                "shapes: {egg: {ellipsoid: [1 cm, 1 cm, 2 cm]}}\n"
                "particles: [{positions: [[0, 0, 5 cm], [2.19 cm, 0, 5.5 cm]], shape: egg, material: m, "
                "orientation: {axis: [0, 1, 0], angle: 0.5}, spin: [1, 5, 2]}]\n"),
        NULL, 0);
    advance(w, 5);
    return w;
}

// A checkpoint whose contacts of convex bodies have no direction is named for that, and the rest of their history goes on.
static void directions_may_be_missing(void **state) {
    (void)state;
    scree_world *a = two_eggs();
    size_t columns, same;
    const double *old = history_of_pair(a, &columns);
    assert_true(vec_norm(vec3(old[0], old[1], old[2])) > 1e-7);
    assert_true(fabs(vec_norm(vec3(old[columns - 3], old[columns - 2], old[columns - 1])) - 1.0) < 1e-12);
    for (int has = 0; has < 2; has++) {
        scree_checkpoint file;
        scree_checkpoint_take(a, 0, &file);
        assert_int_equal(file.contact.n, 1);
        file.contact.data[0].n_history -= has ? 0 : 3;
        scree_world *b = two_eggs();
        scree_report *r = scree_report_create();
        scree_restoration from = {.report = r};
        scree_restoration_keep(b, &from, &file, "old.scree");
        scree_restore_contacts(b, &from);
        const double *now = history_of_pair(b, &same);
        assert_int_equal(same, columns);
        assert_memory_equal(now, old, (columns - 3) * sizeof *now);
        for (size_t k = columns - 3; k < columns; k++) {
            assert_true(now[k] == (has ? old[k] : 0.0));
        }
        assert_int_equal(scree_report_size(r), has ? 0 : 1);
        assert_true(has || strstr(scree_report_text(r, 0), "old.scree: it has no direction (direction_x"));
        assert_true(has || strstr(scree_report_text(r, 0), "for 1 contacts of convex bodies"));
        scree_restoration_clear(&from);
        scree_report_destroy(r);
        scree_world_destroy(b);
    }
    scree_world_destroy(a);
}

static void temperatures_of_checkpoints(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world_destroy(pushed_ball(1, "dt: 20 us", "cold.scree"));
    static const struct {
        const char *file, *entry;
        double temperature; // K
        bool warned;
    } start[] = {{"cold.scree", "", 300.0, true},
                 {"cold.scree", ", temperature: 320 K", 320.0, false},
                 {"warm.scree", "", 320.0, false},
                 {"warm.scree", ", temperature: 350 K", 350.0, false}};
    for (size_t k = 0; k < sizeof start / sizeof *start; k++) {
        char *text = scree_format("particles: [{checkpoint: %s%s}]\n" WARM, start[k].file, start[k].entry);
        const size_t before = scree_report_count(r, SCREE_SEVERITY_WARNING);
        scree_world *w = start_with("dt: 20 us", MINDLIN, text, r);
        assert_true(w->p.temperature[0] == start[k].temperature);
        assert_int_equal(scree_report_count(r, SCREE_SEVERITY_WARNING) - before, start[k].warned);
        assert_true(k != 1 || scree_checkpoint_write(w, 0, "warm.scree", NULL));
        scree_free(text);
        scree_world_destroy(w);
    }
    scree_report_destroy(r);
    unlink("cold.scree");
    unlink("warm.scree");
}

// If a step with go_on must stop (a signal may arrive then), the world contains everything that a checkpoint needs.
static void stopped_all_the_same(void **state) {
    (void)state;
    for (int due = 0; due < 2; due++) {
        const scree_particle q[2] = {ball(1, 0.001, vec3(0, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0)),
                                     ball(2, 0.001, vec3(0.0019999, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0))};
        char *text = scree_format("time: {end: 1, dt: 1 us, velocity_scale: 1}\n"
                                  "materials: {a: {density: 2500, young: 1e6, poisson: 0.2, restitution: "
                                  "0.5, friction: 0.4}}\n"
                                  "outlets: {o: {region: {half_space: {point: [1,0,0], normal: [1,0,0]}}, "
                                  "every: %s}}\n",
                                  due ? "1 us" : "1 s");
        scree_world *w = world_of_text(text, q, 2);
        scree_report *r = scree_report_create();
        assert_int_equal(scree_world_step_fused(w, true, r), SCREE_OK);
        assert_int_equal(w->next_drift_done, !due);
        assert_true(!due || w->ledger.now.elastic[0] > 0.0);
        scree_report_destroy(r);
        scree_world_destroy(w);
    }
}

// A run whose particles begin later than at 0 counts its steps from there.
static void begins_later(void **state) {
    (void)state;
    char *text = scree_format(
        "time: {end: 1, dt: 1 ms}\nmaterials: {m: {density: 2500, young: 1e6, poisson: 0.2}}\ncontacts: "
        "[{between: any, normal: none}]\n");
    scree_world *w = world_of_case(case_of_text(text), NULL, 0, 1, NULL);
    w->began = 0.5;
    begin(w);
    assert_int_equal(w->step, 500);
    advance(w, 1);
    expect_near(scree_world_time(w), 0.501, 1e-15, "time");
    scree_world_destroy(w);
    scree_free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(begins_later),
        cmocka_unit_test(memory_stays_as_it_is),
        cmocka_unit_test(every_checkpoint_is_kept),
        cmocka_unit_test(other_laws_begin_without),
        cmocka_unit_test(friction_may_begin_to_warm),
        cmocka_unit_test(convex_bodies_may_come_and_go),
        cmocka_unit_test(directions_may_be_missing),
        cmocka_unit_test(temperatures_of_checkpoints),
        cmocka_unit_test(stopped_all_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
