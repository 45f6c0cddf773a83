// SPDX-License-Identifier: BSD-3-Clause
// A plane of spheres stays exactly in its plane, with several sets of laws and walls of each kind (docs/two_dimensions.md).
#include "effort.h"
#include "maths/random.h"
#include "world_of_text.h"

static void stays_in_its_plane(const char *laws) {
    enum { ROWS = 8, COLUMNS = 8 };
    scree_particle q[ROWS * COLUMNS];
    for (int k = 0; k < ROWS * COLUMNS; k++) {
        scree_random random = {1, 1, (uint64_t)k, 0};
        const double u = scree_random_uniform(&random), v = scree_random_uniform(&random),
                     r = scree_random_uniform(&random);
        q[k] = ball((uint64_t)k + 1, 1.6e-3 + 0.7e-3 * r,
                    vec3(3e-3 + 4.7e-3 * (k % COLUMNS) + 1e-4 * u, 25e-3 + 4.7e-3 * (k / COLUMNS), 0),
                    vec3(v - 0.5, u - 0.5, 0), vec3(0, 0, 100 * (r - 0.5)));
    }
    scree_world *w = world_of_text(
        scree_format(
            "time: {end: 10 s, dt: 15 us}\n"
            "gravity: [0, -9.81, 0]\n"
            "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"
            "walls:\n"
            "  floor: {plane: {point: [0, 0, 0], normal: [0, 1, 0]}, material: m}\n"
            "  left: {plane: {point: [0, 0, 0], normal: [1, 0, 0]}, material: m}\n"
            "  right: {rectangle: {corner: [40 mm, -1 mm, -5 mm], first: [10 mm, 80 mm, 0], second: [0, 0, "
            "10 mm]}, "
            "material: m}\n"
            "  paddle: {extrude: {line: [[10 mm, 10 mm, -5 mm], [20 mm, 12 mm, -5 mm], [30 mm, 10 mm, -5 "
            "mm]], along: [0, "
            "0, 10 mm]}, material: m, motion: {rotate: {point: [20 mm, 20 mm, 0], axis: [0, 0, 1], rate: 60 "
            "rpm}}}\n"
            "  drum: {cylinder: {point: [20 mm, 30 mm, 0], axis: [0, 0, 1], radius: 60 mm}, material: m}\n"
            "contacts: [{between: any, restitution: 0.5, friction: 0.5, %s}]\n",
            laws),
        q, ROWS * COLUMNS);
    double spin = 0, contacts = 0;
    for (int k = 0; k < effort(100, 60, 40); k++) {
        advance(w, 500);
        contacts = fmax(contacts, (double)w->contacts);
        for (size_t i = 0; i < w->p.n; i++) {
            const scree_spin *s = &w->p.motion[i].w;
            assert_true(w->p.x[i].z == 0.0 && w->p.motion[i].v.z == 0.0 && s->x == 0.0 && s->y == 0.0);
            spin = fmax(spin, fabs(s->z));
        }
    }
    assert_true(spin > 10 && contacts > ROWS * COLUMNS);
    scree_world_destroy(w);
}

static void test_laws(void **state) {
    (void)state;
    static const char *const laws[] = {"normal: hertz, tangential: mindlin",
                                       "normal: hooke, characteristic_velocity: 1, tangential: "
                                       "linear_spring, rolling: {law: cdt, rolling_friction: 0.1}",
                                       "normal: hertz, tangential: mindlin, rolling: {law: epsd, "
                                       "rolling_friction: 0.1}, twisting: marshall",
                                       "normal: hertz, tangential: mindlin, rolling: {law: epsd2, "
                                       "rolling_friction: 0.1}, cohesion: {law: sjkr, "
                                       "cohesion_energy_density: 10 kJ/m3}"};
    for (size_t k = 0; k < sizeof laws / sizeof *laws; k++) {
        stays_in_its_plane(laws[k]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_laws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
