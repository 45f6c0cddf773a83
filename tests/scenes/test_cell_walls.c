// SPDX-License-Identifier: BSD-3-Clause
// The stress of a cell between planes: that of the forces on the planes, whatever bodies there are and whether they are at rest. Its work closes the balance of energies, and the controller
// of the cell follows it.
// not with sanitizers: it compares figures of beds, on paths through the code that test_cells and test_every_call take
#include "clumps/body.h"
#include "deformation/deformation.h"
#include "measure/columns.h"
#include "world_of_text.h"

#define ROOM "min: [0, 0, 0.2 mm], max: [12 mm, 10 mm, 8.9 mm]"
static const char *const BODIES[] = {
    "insertion: [{material: m, fill: random, count: 150, diameter: {uniform: [1.4 mm, 2 mm]}, region: {box: "
    "{" ROOM "}}}]\n",
    "shapes: {two: {chain: {count: 2, radius: 0.8 mm, spacing: 1 mm}}}\n"
    "insertion: [{material: m, fill: random, count: 90, shape: two, region: {box: {" ROOM "}}}]\n",
    "shapes: {egg: {ellipsoid: {half_axes: [0.7 mm, 0.8 mm, 1.1 mm]}}}\n"
    "insertion: [{material: m, fill: random, count: 110, shape: egg, region: {box: {" ROOM "}}}]\n",
};
enum { KINDS = sizeof BODIES / sizeof *BODIES };

// Planes within the domain, of which the upper one presses and both rub.
static scree_world *make(const char *bodies, const char *cell, double dt) {
    return world_of_text(
        scree_format("time: {end: 10, dt: %.17g, velocity_scale: 1}\nseed: 5\n"
                     "materials: {m: {density: 2500, young: 1 MPa, poisson: 0.3}}\n"
                     "contacts: [{between: any, restitution: 0.5, friction: 0.4}]\n"
                     "domain: {min: [0, 0, -2 mm], max: [12 mm, 10 mm, 15 mm], periodic: [x, y]}\n"
                     "cell: {%s}\n"
                     "walls:\n"
                     "  lo: {plane: {point: [0, 0, 0.1 mm], normal: [0, 0, 1]}, material: m, "
                     "surface_velocity: [20 mm/s, 0, 0]}\n"
                     "  hi: {plane: {point: [0, 0, 9 mm], normal: [0, 0, -1]}, material: m, servo: {slide: "
                     "{along: [0, 0, -1], "
                     "force: 0.5 N, speed: 0.3 m/s}}}\n%s",
                     dt, cell, bodies),
        NULL, 0);
}

static double height_of_plane(const scree_world *w, size_t k) {
    return scree_wall_to_lab(&w->wall.data[k], w->wall.data[k].def->point).z;
}

// Row of the particle with this id.
static size_t row_of(const scree_world *w, uint64_t id) {
    size_t i = 0;
    while (w->p.id[i] != id) {
        i++;
    }
    return i;
}

static scree_vec3 whole_at(const scree_world *w, size_t i) {
    const scree_pos *x = &w->p.x[i];
    return vec_sub(vec3(x->x, x->y, x->z), scree_particle_arm(w, i));
}

// Without gravity, force on a whole times its height, summed over all, and force of the planes times theirs are together the sum over the contacts: so says it of each component
// in which forces across the planes count, in motion too.
static void stress_is_that_of_the_planes(void **state) {
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        scree_world *w = make(BODIES[kind], "true_triaxial: {x: 4 1/s, y: 2 1/s}", 5e-6);
        advance(w, 4000);
        size_t n;
        scree_contact_row *row = scree_contact_rows(w, &n);
        scree_vec3 of_planes = vec3(0, 0, 0), of_bodies = vec3(0, 0, 0);
        for (size_t k = 0; k < w->wall.n; k++) {
            of_planes = vec_add_scaled(of_planes, -height_of_plane(w, k), w->wall.data[k].now.force);
        }
        for (size_t k = 0; k < n; k++) {
            of_bodies = vec_add_scaled(of_bodies, whole_at(w, row_of(w, row[k].a)).z, row[k].force);
            if (row[k].wall < 0) {
                of_bodies = vec_add_scaled(of_bodies, -whole_at(w, row_of(w, row[k].b)).z, row[k].force);
            }
        }
        scree_free(row);
        const scree_vec3 all = vec_sub(of_planes, of_bodies);
        const double *got = w->deformation.contacts, most = fabs(all.z);
        assert_true(most > 1e-5 && fabs(all.x) > 1e-3 * most);
        // Each term is rounded to a share of 2^-44 of the sum; there are some 1000.
        expect_near(got[2], all.z, 1e-9 * most, "zz");
        expect_near(got[4], all.x, 1e-9 * most, "xz");
        expect_near(got[5], all.y, 1e-9 * most, "yz");
        scree_deformation was = w->deformation;
        scree_deformation_measure_stress(w);
        for (int c = 0; c < SCREE_STRESSES; c++) {
            expect_near(was.contacts[c], w->deformation.contacts[c], 1e-9 * most, "sum from stored forces");
        }
        scree_world_destroy(w);
    }
}

// At rest it is force over area, with the volume between the planes and not that of the domain; the probe there, whose arms end in the middle of the overlap,
// and the solid fraction agree with it.
static void force_over_area(void **state) {
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        scree_world *w = make(BODIES[kind], "true_triaxial: {x: 0 1/s}", 5e-6);
        advance(w, 14000);
        scree_columns_measure(w);
        const scree_deformation_now *now = &w->deformation_now;
        const double area = 12e-3 * 10e-3, force = fabs(w->wall.data[1].now.force.z);
        expect_near(now->stress[2], force / area, 0.01 * force / area, "force over area");
        expect_near(force, 0.5, 0.01, "force of the servo");
        scree_world_destroy(w);
    }
}

// A stress that is imposed along x is that between the planes too.
static void controller_sees_it(void **state) {
    (void)state;
    scree_world *w = make(BODIES[0], "true_triaxial: {x: 3 kPa, y: 4 kPa}, inertial_number: 0.3", 5e-6);
    advance(w, 20000);
    size_t n;
    scree_contact_row *row = scree_contact_rows(w, &n);
    double sum[2] = {0.0, 0.0};
    for (size_t k = 0; k < n; k++) {
        const scree_vec3 d = vec_sub(row[k].centre_b, row[k].centre_a);
        sum[0] -= row[k].wall < 0 ? row[k].force.x * d.x : 0.0;
        sum[1] -= row[k].wall < 0 ? row[k].force.y * d.y : 0.0;
    }
    scree_free(row);
    const double volume =
        w->cell.period.length[0] * w->cell.period.length[1] * (height_of_plane(w, 1) - height_of_plane(w, 0));
    print_message("%g Pa, %g Pa\n", sum[0] / volume, sum[1] / volume);
    expect_near(sum[0] / volume, 3e3, 60.0, "stress along x");
    expect_near(sum[1] / volume, 4e3, 80.0, "stress along y");
    scree_world_destroy(w);
}

static double imbalance(const char *bodies, double dt, double *work) {
    scree_world *w = make(bodies, "true_triaxial: {x: 6 1/s, y: 3 1/s}", dt);
    const double start = scree_world_totals(w).balance;
    advance(w, (uint64_t)(0.02 / dt + 0.5));
    const scree_totals t = scree_world_totals(w);
    *work = fabs(w->deformation.work);
    scree_world_destroy(w);
    return fabs(t.balance - start);
}

static void energy_closes(void **state) {
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        double work, finer_work;
        const double coarse = imbalance(BODIES[kind], 2e-5, &work),
                     fine = imbalance(BODIES[kind], 5e-6, &finer_work);
        print_message("%d: %.3g of the work, then %.3g\n", kind, coarse / work, fine / finer_work);
        assert_true(coarse < 0.02 * work && fine < 0.15 * coarse);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stress_is_that_of_the_planes),
        cmocka_unit_test(force_over_area),
        cmocka_unit_test(controller_sees_it),
        cmocka_unit_test(energy_closes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
