// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// Walls whose triangles wear moves: the volume of the groove, the works of the ledger and the balance of energies while walls move under load, and the side that wears.
#include "mesh/mesh_displace.h"
#include "wear/wear_shape.h"
#include "wear_valley.h"

#define MOVES(EVERY)                                                                                         \
    ", displaced_by_wear: {every: " EVERY ", at_most: 2 mm, in_total: 20 mm, exaggerate: 1e7}"

// A closed block of so many strips, top at z = 0, as text of a line to extrude; free with scree_free.
static char *block(int strips) {
    char *line = scree_strdup("[2.7, -0.3, -0.2], [-0.3, -0.3, -0.2]");
    for (int k = 0; k <= strips; k++) {
        char *more = scree_format("%s, [%.17g, -0.3, 0]", line, -0.3 + 3.0 * k / strips);
        scree_free(line);
        line = more;
    }
    return line;
}

// A ball slides over a plate of fine triangles, without friction, and wears a groove into it: the volume below z = 0.
static void groove(void **state) {
    (void)state;
    enum { LONG = 60, WIDE = 12 };
    const double m = mass_of_ball(), sunk = m * G / stiffness, v = 2.0, dt = 5e-5;
    scree_vec3 *corner = scree_realloc(NULL, 0, 6 * LONG * WIDE * sizeof *corner);
    size_t n = 0;
    for (int i = 0; i < LONG * WIDE; i++) {
        const double x = -0.3 + 0.03 * (i % LONG), y = -0.18 + 0.03 * (i / LONG);
        const scree_vec3 a = vec3(x, y, 0), b = vec3(x + 0.03, y, 0), c = vec3(x + 0.03, y + 0.03, 0),
                         d = vec3(x, y + 0.03, 0);
        const scree_vec3 up[] = {a, b, c, a, c, d}, down[] = {a, c, b, a, d, c};
        memcpy(corner + n, i % 5 == 0 ? down : up, sizeof up); // any winding
        n += 6;
    }
    write_mesh("plate.stl", corner, n / 3);
    scree_free(corner);
    const scree_particle q = ball(1, R, vec3(0, 0.0013, R - sunk), vec3(v, 0, 0), vec3(0, 0, 0));
    scree_world *w = world_of_text(
        scree_format(
            "time: {end: 10, dt: %g, velocity_scale: 3}\ngravity: [0, 0, -9.81]\n" GROUND SLIDING_CONTACT
            "wear: {}\nwalls:\n  w: {mesh: plate.stl, material: floor, displaced_by_wear: {every: 5 "
            "ms, at_most: 1 mm, in_total: 10 mm, exaggerate: 1e4}}\n",
            dt),
        &q, 1);
    const scree_mesh *mesh = w->wall.data[0].mesh;
    const scree_mesh_shape *given = scree_wear_given(w, 0);
    advance(w, 10000);
    scree_wear_merge(w);
    scree_wear_shape_measure(w);
    double below = 0.0, path = 0.0;
    for (size_t i = 0; i < mesh->triangle.n; i++) {
        double depth = 0.0, area = fabs(scree_mesh_area_vector(mesh, i).z);
        for (int k = 0; k < 3; k++) {
            depth -= mesh->vertex.data[mesh->triangle.data[i].v[k]].z / 3.0;
        }
        below += area * depth;
        path += scree_wear_row_of(w, 0, i).value[SCREE_WEAR_PATH];
    }
    const double displaced = scree_double_double_value(&scree_wear_moved_of(w, 0)->displaced),
                 worn = 1e4 * 1e-3 * path / 1e9;
    assert_true(scree_wear_moved_of(w, 0)->updates == 100);
    expect_near(displaced + w->wear->wall[0].carried, worn, 1e-13 * worn, "displaced and carried volume");
    expect_near(w->wear->wall[0].carried, 0.0, 1e-9 * worn, "carried at the end of an interval");
    expect_near(below, displaced, 1e-12 * displaced, "volume below the plate as it was");
    // It glides up and down by nanometres, and along a slope: the load is nearly its weight.
    expect_near(worn, 1e4 * 1e-3 * m * G * v * 0.5 / 1e9, 2e-3 * worn, "k F s / H");
    assert_true(scree_mesh_farthest(mesh, given) > 1e-6);
    for (size_t i = 0; i < mesh->vertex.n; i++) {
        assert_true(mesh->vertex.data[i].z <= 1e-18); // none to the side of the ball
    }
    scree_world_destroy(w);
}

// Balls in a valley, over a block and a plane, while wear moves the triangles a great deal: all works of the ledger are those of the walls, and
// the energies balance as well as without.
static void works_and_balance(void **state) {
    (void)state;
    for (int kind = 0; kind < VALLEY_KINDS; kind++) {
        double balance[2], changed = 0.0;
        for (int moved = 0; moved < 2; moved++) {
            char *line = block(40);
            char *walls = scree_format(
                "  block: {extrude: {line: [%s], along: [0, 1.2, 0], closed: true}, material: floor%s}\n"
                "  ground: {plane: {point: [0, 0, 0.012], normal: [0, 0, 1]}, material: floor}\n",
                line, moved ? MOVES("15 ms") : "");
            scree_world *w = valley(kind, moved ? MOVES("10 ms") : "", walls);
            scree_free(line);
            scree_free(walls);
            balance[moved] = -scree_world_totals(w).balance;
            for (int part = 0; part < 4; part++) {
                advance(w, 2501);
                scree_wear_merge(w);
                scree_wear_shape_measure(w);
                const scree_totals t = scree_world_totals(w);
                double slide = 0.0, push = 0.0;
                for (size_t k = 0; k < 3; k++) {
                    slide += w->wear->wall[k].sum.value[SCREE_WEAR_SLIDE_WORK];
                    push += w->wear->wall[k].sum.value[SCREE_WEAR_PUSH_WORK];
                }
                expect_near(slide, t.viscous[1] + t.plastic[1], 1e-14, "work of sliding of all triangles");
                expect_near(push, t.viscous[0] + t.plastic[0], 1e-14, "normal work of all triangles");
            }
            const scree_totals t = scree_world_totals(w);
            balance[moved] += t.balance;
            changed = t.changed;
            if (moved) {
                assert_true(w->wear->wall[0].farthest > 2e-4);
                expect_near(1e7 * w->wear->wall[0].sum.value[SCREE_WEAR_VOLUME],
                            scree_double_double_value(&scree_wear_moved_of(w, 0)->displaced) +
                                w->wear->wall[0].carried,
                            1e-13 * 1e7 * w->wear->wall[0].sum.value[SCREE_WEAR_VOLUME], "volumes");
            }
            scree_world_destroy(w);
        }
        print_message("kind %d: balance %g J without, %g J with moving walls, changed %g J\n", kind,
                      balance[0], balance[1], changed);
        assert_true(changed < 0.0); // walls go away from what presses on them
        assert_true(fabs(balance[1]) <= 3.0 * fabs(balance[0]) + 1e-9);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groove),
        cmocka_unit_test(works_and_balance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
