// SPDX-License-Identifier: BSD-3-Clause
// Particles at the start: a material and a spin per line of a file, and positions in the input file.
#include "maths/math.h"
#include "world_of_text.h"

#define HEAD                                                                                                 \
    "time: {end: 1 s, dt: 1 us}\n"                                                                           \
    "materials:\n"                                                                                           \
    "  glass: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.5, friction: 0.5}\n"                \
    "  steel: {density: 7800, young: 5 MPa, poisson: 0.3, restitution: 0.5, friction: 0.5}\n"

static void write_text(const char *text) {
    FILE *f = fopen("grains.csv", "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

static const char *const material_names[] = {"glass", "steel"};

static void expect_material(const scree_world *w, uint64_t id, int material) {
    const size_t i = index_of_id(w, id);
    if ((int)w->p.motion[i].w.material != material) {
        fail_msg("particle %d is not of %s", (int)id, material_names[material]);
    }
    const double density = material ? 7800 : 2500, m = density * scree_sphere_volume(w->p.x[i].r);
    expect_near(w->p.motion[i].v.m, m, 1e-15 * m, "mass");
}

static void test_material_per_line(void **state) {
    (void)state;
    write_text("id,x,y,z,diameter,wx,wy,wz,material\n"
               "7,0,0,0,0.002,1,2,3,steel\n"
               "8,0,0,0.01,0.004,0,0,0,glass\n"
               "9,0,0,0.02,0.004,0,0,0,steel\n");
    scree_world *w = world_of_text(scree_format(HEAD "particles: {file: grains.csv}\n"), NULL, 0);
    expect_material(w, 7, 1);
    expect_material(w, 8, 0);
    expect_material(w, 9, 1);
    expect_vec_near(spin_of(w, 7), vec3(1, 2, 3), 0, "spin");
    assert_true(w->p.x[index_of_id(w, 8)].r == 0.002);
    scree_world_destroy(w);
}

static void test_positions(void **state) {
    (void)state;
    write_text("0 0 0.05 0.001\n");
    scree_world *w = world_of_text(
        scree_format(HEAD "variables: {d: 4 mm}\n"
                          "particles:\n"
                          "  - {positions: [[0, 0, d], [0, 0, 2 * d], [1 cm, 0, 0]], diameter: d, material: "
                          "glass, velocity: [1, 0, 0], "
                          "spin: [0, 5, 0]}\n"
                          "  - {file: grains.csv, material: steel}\n"
                          "  - {positions: [[1, 1, 1]], diameter: 2 mm, material: steel, fixed: true}\n"),
        NULL, 0);
    assert_int_equal(w->p.n, 5);
    expect_vec_near(place_of(w, 2), vec3(0, 0, 0.008), 0, "second");
    expect_vec_near(velocity_of(w, 3), vec3(1, 0, 0), 0, "velocity");
    expect_vec_near(spin_of(w, 1), vec3(0, 5, 0), 0, "spin");
    expect_material(w, 1, 0);
    expect_material(w, 4, 1);
    expect_vec_near(place_of(w, 5), vec3(1, 1, 1), 0, "fifth");
    assert_true(w->p.motion[index_of_id(w, 5)].v.m == SCREE_FIXED_MASS);
    scree_world_destroy(w);
}

static void expect_not_loaded(const char *text, const char *says) {
    scree_report *r = scree_report_create();
    scree_world *w = world_of_case(case_of_text(text), NULL, 0, 1, NULL);
    assert_int_equal(scree_load_start(w, r), SCREE_USER_ERROR);
    bool said = false;
    for (size_t k = 0; k < scree_report_size(r); k++) {
        said |= strstr(scree_report_text(r, k), says) != NULL;
    }
    if (!said) {
        fail_msg("no message says '%s': %s", says, scree_report_text(r, 0));
    }
    scree_world_destroy(w);
    scree_report_destroy(r);
}

static void test_formula(void **state) {
    (void)state;
    scree_world *w = world_of_text(
        scree_format(HEAD
                     "variables: {d: 4 mm, n: 3}\n"
                     "particles:\n"
                     "  - {formula: {count: 12, x: d * (i - n * floor(i / n)), y: d * floor(i / n), z: "
                     "1 cm * sin(2 * pi * i / 12), radius: 1 mm + 0.05 mm * i}, material: glass, "
                     "velocity: [0, 0, -1]}\n"
                     "  - {formula: {count: 2, z: 5 cm + 1 cm * i}, diameter: d, material: steel, fixed: "
                     "true}\n"),
        NULL, 0);
    double sine, cosine;
    scree_sin_cos(2 * SCREE_PI * 7 / 12, &sine, &cosine);
    assert_int_equal(w->p.n, 14);
    expect_vec_near(place_of(w, 8), vec3(0.004, 0.008, 0.01 * sine), 1e-17, "i = 7");
    expect_vec_near(place_of(w, 14), vec3(0, 0, 0.06), 1e-17, "last");
    expect_near(w->p.x[index_of_id(w, 8)].r, 1e-3 + 7 * 0.05e-3, 1e-18, "radius");
    assert_true(w->p.x[index_of_id(w, 14)].r == 0.002);
    expect_vec_near(velocity_of(w, 12), vec3(0, 0, -1), 0, "velocity");
    assert_int_equal(w->p.motion[index_of_id(w, 13)].w.material, 1);
    scree_world_destroy(w);
}

static void test_mistakes(void **state) {
    (void)state;
    write_text("x y z r material\n0 0 0 1e-3 glass\n0 0 1 1e-3 glas\n");
    expect_not_loaded(HEAD "particles: {file: grains.csv}\n",
                      "grains.csv:3:1: error: material 'glas' is not defined in the case; accepted: the "
                      "names under 'materials'");
    write_text("0 0 0 1e-3\n");
    expect_not_loaded(
        HEAD "particles: {file: grains.csv}\n",
        "grains.csv has no column 'material'; accepted: that, or the key 'material' beside 'file'");
    expect_case_refused(HEAD "particles: {positions: [[0, 0, 0]], diameter: 1 mm}\n",
                        "particles: missing key 'material'");
    expect_case_refused(HEAD "particles: {positions: [[0, 0, 0]], material: glass}\n",
                        "particles: missing key 'diameter'");
    expect_case_refused(
        HEAD "particles: {positions: [], diameter: 1 mm, material: glass}\n",
        "particles.positions: a list of 0 values does not fit; accepted: a list of positions such as");
    expect_case_refused(
        HEAD "particles: {file: grains.csv, material: glass, velocity: [0, 0, 1]}\n",
        "particles: 'velocity' has no meaning here; accepted: together with 'positions', 'formula' only");
    expect_case_refused(
        HEAD "particles: {formula: {count: 2, x: 5 kg * i}, diameter: 1 mm, material: glass}\n",
        "particles.formula.x: \"5 kg * i\": it is a mass, not in m; accepted: a formula of i, in m");
    expect_case_refused(
        HEAD "particles: {formula: {count: 2, x: 1 m / (i - 1)}, diameter: 1 mm, material: glass}\n",
        "the particle i = 1 would be at (inf, 0, 0) m with a diameter of 0.001 m");
    expect_case_refused(HEAD "particles: {formula: {count: 3, radius: 1 mm - 1 mm * i}, material: glass}\n",
                        "the particle i = 1 would be at (0, 0, 0) m with a diameter of 0 m; accepted: finite "
                        "positions, and a diameter above 0, here or beside 'formula'");
    expect_case_refused(HEAD
                        "particles: {formula: {count: 3, radius: 1 mm, diameter: 2 mm}, material: glass}\n",
                        "particles.formula: both 'diameter' and 'radius' are given; accepted: one of them");
    write_text("solid\nendsolid\n");
    expect_case_refused(HEAD "walls: {m: {mesh: {file: grains.csv, scale: -1 mm}, material: glass}}\n",
                        "accepted: a length > 0, such as 1 mm, or a list of 3 lengths, which are not 0");
    expect_case_refused(HEAD "walls: {m: {mesh: {file: grains.csv, scale: [1, 0, 1]}, material: glass}}\n",
                        "flat along an axis");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_material_per_line),
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_formula),
        cmocka_unit_test(test_mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
