// SPDX-License-Identifier: BSD-3-Clause
// Services of the engine for laws that need more than an overlap: order of the two bodies, contacts and forces beyond touch on
// meshes and after a restart, energies.
#include "checkpoint/checkpoint.h"
#include "laws/list/law_set.h"
#include "laws/list/registry.h"
#include "measure/totals.h"
#include "world_of_text.h"
#include <unistd.h>

#define MATERIALS                                                                                            \
    "materials:\n"                                                                                           \
    "  hard: {density: 2500, young: 5e7, poisson: 0.2}\n"                                                    \
    "  soft: {density: 1500, young: 2e6, poisson: 0.35}\n"

// Two spheres of different sizes and materials meet; the ids determine only which of them is body a.
static void which_id_is_smaller_does_not_matter(void **state) {
    (void)state;
    scree_vec3 v[2][2];
    for (int swap = 0; swap < 2; swap++) {
        char *text = scree_format("time: {end: 1, dt: 1 us, velocity_scale: 1}\ngravity: [0,0,0]\n" MATERIALS
                                  "contacts: [{between: any, normal: {law: luding},\n"
                                  "  tangential: {law: luding, friction: 0.5, stiffness_ratio: 0.3}}]\n");
        scree_particle q[2] = {
            ball(swap ? 2 : 1, 1e-3, vec3(0, 0, 0), vec3(0.3, 0.1, 0), vec3(0, 0, 0)),
            ball(swap ? 1 : 2, 3e-3, vec3(4.01e-3, 0, 0), vec3(-0.3, 0, 0), vec3(0, 0, 0)),
        };
        q[1].material = 1;
        q[1].density = 1500.0;
        scree_world *w = world_of_text(text, q, 2);
        advance(w, 1500);
        assert_true(w->contacts == 0);
        v[swap][0] = velocity_of(w, q[0].id);
        v[swap][1] = velocity_of(w, q[1].id);
        scree_world_destroy(w);
    }
    assert_true(v[0][0].x < 0.0); // they have collided
    expect_vec_near(v[1][0], v[0][0], 1e-12, "the small one");
    expect_vec_near(v[1][1], v[0][1], 1e-12, "the large one");
}

// ---------------------------------------------------------------------------------------------------- sticky meshes

#define STICKY                                                                                               \
    "contacts: [{between: any, normal: {law: jkr, surface_energy: 0.5, restitution: 0.5},\n"                 \
    "  tangential: {law: mindlin, friction: 0.4}}]\n"

// Bounces on a sticky floor, given as a plane or as a mesh.
static scree_hash on_floor(const char *floor) {
    char *text =
        scree_format("time: {end: 1, dt: 5 us, velocity_scale: 1}\ngravity: [0,0,-9.81]\n" MATERIALS STICKY
                     "walls: {floor: {%s, material: hard}}\n",
                     floor);
    scree_particle q[40];
    for (int k = 0; k < 40; k++) {
        double r = 1e-3 * (1.0 + 0.013 * k);
        q[k] = ball((uint64_t)k + 1, r, vec3(0.004 * (k % 8) - 0.0137, 0.004 * (k / 8) - 0.0082, r + 1e-5),
                    vec3(0.05, 0.02, -0.1), vec3(0, 0, 0));
        q[k].material = (uint32_t)k % 2;
    }
    scree_world *w = world_of_text(text, q, 40);
    advance(w, 600);
    assert_true(w->contacts > 5);
    scree_hash sum = {0, 0};
    for (size_t i = 0; i < w->p.n; i++) {
        sum = scree_hash_add(sum, scree_hash_bytes(&w->p.x[i], sizeof w->p.x[i], w->p.id[i]));
    }
    scree_world_destroy(w);
    return sum;
}

static int make_files(void **state) {
    (void)state;
    static const scree_vec3 quad[6] = {{-0.1, -0.1, 0}, {0.1, -0.1, 0}, {0.1, 0.1, 0},
                                       {-0.1, -0.1, 0}, {0.1, 0.1, 0},  {-0.1, 0.1, 0}};
    write_mesh("floor.stl", quad, 2);
    return 0;
}

static int remove_files(void **state) {
    (void)state;
    unlink("floor.stl");
    unlink("engine.scree");
    return 0;
}

static void a_sticky_mesh_gives_the_numbers_of_the_plane(void **state) {
    (void)state;
    scree_hash plane = on_floor("plane: {point: [0,0,0], normal: [0,0,1]}"),
               mesh = on_floor("mesh: {file: floor.stl}");
    assert_true(scree_hash_equal(plane, mesh));
}

// The reach of adhesive contacts is that of the largest body: when this one has been deleted, a resumed run has a shorter reach
// than an uninterrupted run.
static void the_largest_may_leave(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    char *text = scree_format(
        "time: {end: 1, dt: 5 us, velocity_scale: 1}\ngravity: [0,0,-9.81]\n" MATERIALS STICKY
        "walls: {floor: {mesh: {file: floor.stl}, material: hard}}\n"
        "outlets: {out: {region: {half_space: {point: [0.03,0,0], normal: [1,0,0]}}, every: 0.1 ms}}\n");
    scree_particle q[41];
    for (int k = 0; k < 41; k++) {
        double radius = k < 40 ? 1e-3 * (1.0 + 0.013 * k) : 7e-3,
               x = k < 40 ? 0.004 * (k % 8) - 0.0137 : 0.029;
        q[k] = ball((uint64_t)k + 1, radius, vec3(x, 0.004 * (k / 8) - 0.0082, radius + 1e-5),
                    vec3(0.05, 0.02, -0.1), vec3(0, 0, 0));
        q[k].v.x = k < 40 ? 0.05 : 2.0;
        q[k].material = (uint32_t)k % 2;
    }
    scree_world *w = world_of_case(case_of_text(text), q, 41, 1, NULL);
    begin(w);
    advance(w, 300);
    assert_true(w->outlet.data[0].count == 1);
    assert_true(scree_checkpoint_write(w, scree_case_hash(w), "engine.scree", r));
    scree_world *again = world_of_case(case_of_text(text), NULL, 0, 1, NULL);
    assert_int_equal(scree_load_resume(again, "engine.scree", r), SCREE_OK);
    assert_true(again->reach < w->reach);
    advance(w, 300);
    advance(again, 300);
    assert_true(scree_hash_equal(scree_world_digest(w), scree_world_digest(again)));
    scree_world_destroy(w);
    scree_world_destroy(again);
    scree_free(text);
    scree_report_destroy(r);
}

// ---------------------------------------------------------------------------------------------------------- restarts

// A new case with the particles of a checkpoint starts with a new ledger.
static void a_new_case_begins_with_an_empty_ledger(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    static const char rest[] =
        "gravity: [0,0,0]\n" MATERIALS
        "contacts: [{between: any, normal: {law: hooke, stiffness: 2000, restitution: 0.5},\n"
        "  tangential: {law: linear_spring, friction: 0.4}}]\n";
    char *text = scree_format("time: {end: 1, dt: 5 us, velocity_scale: 1}\n%s", rest);
    scree_particle q[2] = {
        ball(1, 1e-3, vec3(0, 0, 0), vec3(0.3, 0.1, 0), vec3(0, 0, 90)),
        ball(2, 1e-3, vec3(2.01e-3, 0, 0), vec3(-0.3, 0, 0), vec3(0, 0, 0)),
    };
    scree_world *w = world_of_text(text, q, 2);
    advance(w, 20);
    assert_true(w->contacts == 1);
    assert_true(scree_checkpoint_write(w, 0, "engine.scree", r));
    scree_totals then = scree_world_totals(w);
    scree_world_destroy(w);
    text = scree_format("time: {end: 1, dt: 5 us, velocity_scale: 1}\n%s"
                        "particles: [{checkpoint: engine.scree}]\n",
                        rest);
    w = world_of_text(text, NULL, 0);
    scree_totals now = scree_world_totals(w);
    double stored = 0.0, energy = now.kinetic + now.rotational;
    for (int k = 0; k < SCREE_MODES; k++) {
        stored += now.elastic[k];
        assert_true(fabs(now.viscous[k]) <= 1e-15 * energy && fabs(now.plastic[k]) <= 1e-15 * energy);
    }
    expect_near(now.kinetic, then.kinetic, 1e-12 * energy, "kinetic energy");
    expect_near(now.balance, energy + stored, 1e-14 * energy, "balance");
    scree_world_destroy(w);
    scree_report_destroy(r);
}

// Laws of several slots have the same name; a checkpoint stores the slots too.
static void laws_of_one_name_are_told_apart(void **state) {
    (void)state;
    static const char *const laws[] = {"tangential: {law: luding, friction: 0.5, stiffness_ratio: 0.3}",
                                       "rolling: {law: luding, rolling_friction: 0.1, "
                                       "rolling_stiffness_ratio: 0.2}"};
    char *name[2];
    int columns[2];
    for (int k = 0; k < 2; k++) {
        char *text = scree_format("time: {end: 1, dt: 5 us}\n" MATERIALS
                                  "contacts: [{between: any, normal: {law: luding}, %s%s}]\n",
                                  k ? "tangential: none, " : "", laws[k]);
        scree_case *c = case_of_text(text);
        scree_free(text);
        name[k] = scree_checkpoint_laws(&c->pair[0]);
        columns[k] = 0;
        for (int slot = 0, n; slot < SCREE_SLOT_COUNT; slot++) {
            columns[k] += c->pair[0].law[slot] >= 0 ? scree_laws(&n)[c->pair[0].law[slot]]->nhistory : 0;
        }
        scree_case_clear(c);
        scree_free(c);
    }
    assert_int_equal(columns[0], columns[1]);
    assert_string_not_equal(name[0], name[1]);
    scree_free(name[0]);
    scree_free(name[1]);
}

// Each value that contacts remember has a name of its own.
static void names_of_memory(void **state) {
    (void)state;
    scree_world *w =
        world_of_text(scree_format("time: {end: 1, dt: 1 us, velocity_scale: 1}\n" MATERIALS
                                   "contacts: [{between: any, normal: luding, tangential: {law: luding, "
                                   "friction: 0.5}, rolling: {law: luding, "
                                   "rolling_friction: 0.1}, twisting: {law: luding, twisting_friction: 0.1}, "
                                   "bond: {law: parallel, bond_young: 1e6}}]\n"),
                      NULL, 0);
    const scree_law_set *set = &w->laws[0];
    char name[64][SCREE_HISTORY_NAME];
    assert_in_range(set->n_history, 10, 64);
    for (int i = 0; i < set->n_history; i++) {
        scree_law_set_history_name(set, i, name[i]);
        assert_true(name[i][0] && !strstr(name[i], "(null)"));
        for (int k = 0; k < i; k++) {
            assert_string_not_equal(name[i], name[k]);
        }
    }
    assert_string_equal(name[0], "normal_largest_overlap");
    scree_world_destroy(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_memory),
        cmocka_unit_test(which_id_is_smaller_does_not_matter),
        cmocka_unit_test(a_sticky_mesh_gives_the_numbers_of_the_plane),
        cmocka_unit_test(the_largest_may_leave),
        cmocka_unit_test(a_new_case_begins_with_an_empty_ledger),
        cmocka_unit_test(laws_of_one_name_are_told_apart),
    };
    return cmocka_run_group_tests(tests, make_files, remove_files);
}
