// SPDX-License-Identifier: BSD-3-Clause
// Fragments: what bonds and clumps connect, their masses, places and velocities; across a periodic border too.
#include "bonds/bonds.h"
#include "bonds/fragments.h"
#include "world_of_text.h"

#define HEAD                                                                                                 \
    "time: {end: 1, dt: 1e-5, velocity_scale: 1}\n"                                                          \
    "materials: {a: {density: 2500, young: 1e7, poisson: 0.3}}\n"                                            \
    "contacts: [{between: any, restitution: 0.5, friction: 0.3, bond: {law: parallel, bond_young: 1e6}}]\n"

static const double R = 5e-3;

static double mass_of_ball(double r) {
    return 4.0 / 3.0 * 3.14159265358979323846 * r * r * r * 2500.0;
}

static void expect_fragments(scree_world *w, const char *wanted) {
    size_t n;
    char text[300] = "";
    scree_fragment *list = scree_fragments_list(w, &n);
    for (size_t k = 0; k < n; k++) {
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%d:%d", k ? " " : "", (int)list[k].id,
                 (int)list[k].particles);
    }
    assert_string_equal(text, wanted);
    scree_fragments_measure(w, NULL);
    assert_int_equal(w->fragments.count, n);
    double largest = 0.0;
    for (size_t k = 0; k < n; k++) {
        largest = fmax(largest, list[k].mass);
    }
    assert_true(w->fragments.largest == largest);
    scree_fragments_label(w);
    for (size_t i = 0; i < w->p.n; i++) {
        size_t parts = 0;
        for (size_t k = 0; k < n; k++) {
            parts += list[k].id == w->p.fragment[i];
        }
        assert_true(parts == 1 && w->p.fragment[i] <= w->p.id[i]);
    }
    scree_free(list);
}

// A ring 7-2-9-4-7, a pair 5-8, 1, 3 and 6 alone; ids in no order along it.
static void ring(void **state) {
    (void)state;
    const double d = 2 * R;
    const scree_particle q[] = {ball(7, R, vec3(0, 0, 0), vec3(1, 0, 0), vec3(0, 0, 0)),
                                ball(2, R, vec3(d, 0, 0), vec3(1, 0, 0), vec3(0, 0, 0)),
                                ball(9, R, vec3(d, d, 0), vec3(1, 2, 0), vec3(0, 0, 0)),
                                ball(4, R, vec3(0, d, 0), vec3(1, 2, 0), vec3(0, 0, 0)),
                                ball(5, R, vec3(0.1, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0)),
                                ball(8, R, vec3(0.1 + d, 0, 0), vec3(0, 0, 3), vec3(0, 0, 0)),
                                ball(1, R, vec3(0.2, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0)),
                                ball(3, 2 * R, vec3(0.3, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0)),
                                ball(6, R, vec3(0.2 + d, 0, 1e-3), vec3(0, 0, 0), vec3(0, 0, 0))};
    scree_world *w = world_of_text(scree_format("%sbonds: [{}]\n", HEAD), q, 9);
    expect_fragments(w, "1:1 2:4 3:1 5:2 6:1");
    size_t n;
    scree_fragment *list = scree_fragments_list(w, &n);
    expect_near(list[1].mass, 4 * mass_of_ball(R), 1e-15 * mass_of_ball(R) * 8, "mass of the ring");
    expect_vec_near(list[1].x, vec3(R, R, 0), 1e-16, "its centre");
    expect_vec_near(list[1].v, vec3(1, 1, 0), 1e-15, "its velocity");
    expect_vec_near(list[3].v, vec3(0, 0, 1.5), 1e-15, "velocity of the pair");
    assert_true(w->fragments.largest == list[2].mass); // the large ball alone
    scree_free(list);
    scree_world_destroy(w);
}

// A clump is one, whatever it is bonded with; its mass counts once.
static void clumps(void **state) {
    (void)state;
    scree_world *w = world_of_text(scree_format("%sbonds: [{}]\n"
                                                "shapes: {rod: {members: [{at: [0, 0, 0], radius: 5 mm}, "
                                                "{at: [8 mm, 0, 0], radius: 5 mm}], mass_of: "
                                                "sum}}\n"
                                                "particles: [{positions: [[0, 0, 0]], shape: rod, material: "
                                                "a}, {positions: [[14 mm, 0, 0], [40 mm, "
                                                "0, 0]], diameter: 10 mm, material: a}]\n",
                                                HEAD),
                                   NULL, 0);
    expect_fragments(w, "1:3 4:1");
    size_t n;
    scree_fragment *list = scree_fragments_list(w, &n);
    expect_near(list[0].mass, 3 * mass_of_ball(R), 1e-14 * mass_of_ball(R), "mass of clump and ball");
    expect_near(list[0].x.x, 14e-3 / 3, 1e-16, "centre");
    scree_free(list);
    scree_world_destroy(w);
}

// Ball 1 is at the left side of the box, 2 at the right; fixed balls have no mass.
static void across_the_border(void **state) {
    (void)state;
    scree_particle q[] = {ball(1, R, vec3(0.001, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0)),
                          ball(2, R, vec3(0.091, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0)),
                          ball(3, R, vec3(0.05, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0))};
    q[2].fixed = true;
    scree_world *w = world_of_text(
        scree_format("%sbonds: [{}]\ndomain: {min: [0, -1, -1], max: [0.1, 1, 1], periodic: [x]}\n", HEAD), q,
        3);
    expect_fragments(w, "1:2 3:1");
    size_t n;
    scree_fragment *list = scree_fragments_list(w, &n);
    expect_near(list[0].x.x, 0.096, 1e-16, "centre across the border");
    assert_true(list[1].mass == 0.0 && list[1].x.x == 0.05);
    scree_free(list);
    scree_world_destroy(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ring),
        cmocka_unit_test(clumps),
        cmocka_unit_test(across_the_border),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
