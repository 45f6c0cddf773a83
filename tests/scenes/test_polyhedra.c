// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 400
// Bodies with flat faces: cubes rest, stand on each other, slide on a ramp as friction says, a domino falls or returns, and a body without symmetry keeps energy
// and momentum in collisions; what no body can be is refused.
#include "access/convex_body.h"
#include "clumps/body.h"
#include "maths/math.h"
#include "world_of_text.h"
#include <stdlib.h>
#include <unistd.h>

static scree_world *world_of(char *text) {
    return world_of_text(text, NULL, 0);
}

#define CUBE                                                                                                 \
    "{polyhedron: {corners: [[-1 cm, -1 cm, -1 cm], [1 cm, -1 cm, -1 cm], [-1 cm, 1 cm, -1 cm], [1 cm, 1 "   \
    "cm, -1 cm], [-1 cm, -1 cm, 1 cm], [1 cm, -1 cm, 1 cm], [-1 cm, 1 cm, 1 cm], [1 cm, 1 cm, 1 cm]]}}"
#define HEAD                                                                                                 \
    "time: {end: 10, dt: 20 us, velocity_scale: 0.3}\nmaterials: {m: {density: 2000, young: 50 MPa, "        \
    "poisson: 0.3, restitution: 0.3, friction: %g}}\ncontacts: {between: any}\n"                             \
    "gravity: [%.17g, 0, %.17g]\nwalls: {w: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}\n"

static double tilt_of(const scree_world *w, size_t i) {
    const scree_mat3 r = scree_quaternion_matrix(scree_body_attitude_of(&w->p, i));
    double most = 0.0; // of the axes of the body along z
    for (int k = 0; k < 3; k++) {
        most = fmax(most, fabs(r.m[6 + k]));
    }
    return sqrt(fmax(1.0 - most * most, 0.0));
}

// Four cubes, dropped a little beside each other, stand on each other.
static void stack_stands(void **state) {
    (void)state;
    skip_with_sanitizers();
    scree_world *w = world_of(
        scree_format(HEAD "shapes: {die: " CUBE
                          "}\nparticles: [{positions: [[0, 0, 1.02 cm], [1 mm, 0, 3.07 cm], [0, 1.5 mm, "
                          "5.12 cm], [-1 mm, 0, 7.17 cm]], shape: die, material: m, orientation: {axis: [0, "
                          "0, 1], angle: 0}}]\n",
                     0.5, 0.0, -9.81));
    advance(w, 50000);
    for (uint64_t id = 1; id <= 4; id++) {
        assert_true(fabs(place_of(w, id).z - 1.01e-2 * (2.0 * (double)id - 1.0)) < 4e-4);
        assert_true(tilt_of(w, id - 1) < 0.02);
        expect_vec_near(velocity_of(w, id), vec3(0.0, 0.0, 0.0), 1e-2, "velocity");
    }
    const scree_totals t = scree_world_totals(w);
    print_message("kinetic energy %.2g J\n", t.kinetic);
    assert_true(t.kinetic < 1e-6);
    scree_world_destroy(w);
}

// On a ramp a cube stays if the slope is less than the friction, else it slides with g (sin - mu cos).
static void ramp(void **state) {
    (void)state;
    const double mu = 0.4, slope[2] = {0.35, 0.5};
    for (int k = 0; k < 2; k++) {
        const double per = 1.0 / sqrt(1.0 + slope[k] * slope[k]), gx = 9.81 * slope[k] * per,
                     gz = -9.81 * per;
        scree_world *w = world_of(
            scree_format(HEAD "shapes: {die: " CUBE
                              "}\nparticles: [{positions: [[0, 0, 1.01 cm]], shape: die, material: m, "
                              "orientation: {axis: [0, 0, 1], angle: 0.3}}]\n",
                         mu, gx, gz));
        advance(w, 10000);
        const double v0 = velocity_of(w, 1).x;
        advance(w, 10000);
        const double a = (velocity_of(w, 1).x - v0) / 0.2, expected = k ? gx + mu * gz : 0.0;
        print_message("slope %g: %.5f m/s2, %.5f expected\n", slope[k], a, expected);
        expect_near(a, expected, k ? 0.01 * expected : 1e-2, "acceleration");
        assert_true(tilt_of(w, 0) < 0.05);
        scree_world_destroy(w);
    }
}

// A domino 1 cm thick and 4 cm high falls if it is inclined by more than atan(1/4) = 14 degrees, else it returns.
static void domino(void **state) {
    (void)state;
    static const double angle[2] = {12.0, 16.0};
    for (int k = 0; k < 2; k++) {
        const double a = angle[k] * SCREE_PI / 180.0,
                     height = 2e-2 * cos(a) + 0.5e-2 * sin(a); // of the centre above the edge
        scree_world *w = world_of(scree_format(
            HEAD "shapes: {d: {rounded_box: {sides: [1 cm, 2 cm, 4 cm], rounding: 0.3 mm, bulge: 0.01}}}\n"
                 "particles: [{positions: [[0, 0, %.17g]], shape: d, material: m, orientation: {axis: [0, 1, "
                 "0], angle: %.17g}}]\n",
            0.8, 0.0, -9.81, height, a));
        advance(w, 75000);
        expect_near(place_of(w, 1).z, k ? 0.5e-2 : 2e-2, 5e-4, "height of the centre");
        scree_world_destroy(w);
    }
}

// Bodies without symmetry collide in a periodic box without friction and dissipation: energy is kept to second order in the step, momentum to rounding.
static void energy_is_kept(void **state) {
    (void)state;
    double off[2];
    for (int k = 0; k < 2; k++) {
        scree_world *w = world_of(scree_format(
            "time: {end: 10, dt: %g us, velocity_scale: 0.3}\nmaterials: {m: {density: 2000, young: 5 MPa, "
            "poisson: 0.3, restitution: 1, friction: 0}}\ncontacts: {between: any}\n"
            "domain: {min: [0, 0, 0], max: [8 cm, 8 cm, 8 cm], periodic: [x, y, z]}\nseed: 3\n"
            "shapes: {wedge: {polyhedron: {corners: [[0, 0, 0], [1.2 cm, 0, 0], [0, 1 cm, 0], [0.2 cm, 0.1 "
            "cm, 0.9 cm], [1 cm, 0.3 cm, 0.5 cm]], rounding: 0.5 mm}}, pill: {capsule: {radius: 4 mm, "
            "length: 16 mm}}, disc: {rounded_cylinder: {radius: 7 mm, length: 6 mm}}}\n"
            "insertion: [{name: a, shape: wedge, material: m, fill: random, count: 20, velocity: [0.3, 0, "
            "0], region: {box: {min: [0, 0, 0], max: [8 cm, 8 cm, 8 cm]}}}, {name: b, shape: pill, material: "
            "m, fill: random, "
            "count: 20, velocity: [0, -0.3, 0.1], region: {box: {min: [0, 0, 0], max: [8 cm, 8 cm, 8 cm]}}}, "
            "{name: c, shape: disc, material: m, "
            "fill: random, count: 20, spin: [10, 0, 0], region: {box: {min: [0, 0, 0], max: [8 cm, 8 cm, 8 "
            "cm]}}}]\n",
            k ? 10.0 : 20.0));
        advance(w, 1);
        const scree_totals a = scree_world_totals(w);
        double most = 0.0;
        for (int step = 0; step < (k ? 400 : 200); step++) {
            advance(w, 100);
            const scree_totals now = scree_world_totals(w);
            most = fmax(most, fabs(now.balance - a.balance));
            expect_vec_near(now.momentum, a.momentum, 1e-13 * a.kinetic / 0.1, "momentum");
        }
        off[k] = most / a.kinetic;
        print_message("balance off by %.3g of the kinetic energy\n", off[k]);
        scree_world_destroy(w);
    }
    assert_true(off[1] < 1e-3 && off[1] < 0.5 * off[0]);
}

// The search in lanes finds what the other one finds: bodies of all kinds collide, and their forces are the stiffness times the overlaps of the rows of contacts, along
// the normals of these, which the other search gives.
#define KIND(shape, velocity)                                                                                \
    "{material: m, fill: random, count: 7, region: {box: {min: [0, 0, 0], max: [6 cm, 6 cm, 6 cm]}}, "       \
    "shape: " shape ", velocity: [" velocity "]}"
static void lanes_agree(void **state) {
    (void)state;
    const double stiffness = 2e3;
    scree_world *w = world_of(scree_format(
        "time: {end: 10, dt: 20 us}\nmaterials: {m: {density: 2000, young: 5 MPa, poisson: 0.3}}\n"
        "domain: {min: [0, 0, 0], max: [6 cm, 6 cm, 6 cm], periodic: [x, y, z]}\n"
        "contacts: {between: any, tangential: none, normal: {law: hooke, stiffness: 2 kN/m, restitution: "
        "1}}\n"
        "shapes: {egg: {ellipsoid: [7 mm, 6 mm, 5 mm]}, bean: {superellipsoid: {half_axes: [7 mm, 6 mm, 5 "
        "mm], "
        "exponent: 3}}, pill: {capsule: {radius: 4 mm, length: 16 mm}}, disc: {rounded_cylinder: {radius: 7 "
        "mm, "
        "length: 6 mm}}, brick: {rounded_box: {sides: [14 mm, 10 mm, 8 mm], rounding: 1 mm}}, tent: "
        "{polyhedron: "
        "{corners: [[0, 0, 0], [14 mm, 0, 0], [0, 10 mm, 0], [14 mm, 10 mm, 0], [3 mm, 5 mm, 9 mm]], "
        "rounding: 1 mm}}, "
        "die: {polyhedron: {corners: [[-5 mm, -5 mm, -5 mm], [5 mm, -5 mm, -5 mm], [-5 mm, 5 mm, -5 mm], [5 "
        "mm, 5 "
        "mm, -5 mm], [-5 mm, -5 mm, 5 mm], [5 mm, -5 mm, 5 mm], [-5 mm, 5 mm, 5 mm], [5 mm, 5 mm, 5 mm]], "
        "rounding: 0.5 "
        "mm}}}\n"
        "insertion: [" KIND("egg", "0.3, 0, 0") ", " KIND("bean", "-0.3, 0, 0") ", " KIND("pill", "0, 0.3, 0") ", " KIND(
            "disc",
            "0, -0.3, 0") ", " KIND("brick",
                                    "0, 0, 0.3") ", " KIND("tent",
                                                           "0, 0, -0.3") ", " KIND("die",
                                                                                   "0.2, 0.2, 0.2") "]\n"));
    double off = 0.0, turned = 0.0;
    size_t contacts = 0;
    for (int k = 0; k < effort(200, 50, 10); k++) {
        advance(w, 10);
        size_t n;
        scree_contact_row *row = scree_contact_rows(w, &n);
        for (size_t c = 0; c < n; c++) {
            off = fmax(off, fabs(row[c].normal_force / (stiffness * row[c].overlap) - 1.0));
            turned = fmax(turned, vec_norm(vec_cross(row[c].force, row[c].normal)) / vec_norm(row[c].force));
        }
        contacts += n;
        scree_free(row);
    }
    print_message("%zu contacts, forces off by %.2g, and %.2g in direction\n", contacts, off, turned);
    assert_true(contacts > (size_t)effort(200, 100, 20));
    assert_true(off < 1e-8 && turned < 1e-8);
    scree_world_destroy(w);
}

static void bad_shapes(void **state) {
    (void)state;
#define BAD(shape)                                                                                           \
    "time: {end: 1}\nmaterials: {m: {density: 1, young: 1e6, poisson: 0.3}}\nshapes: {s: " shape "}\n"
    static const struct {
        const char *text, *message;
    } bad[] = {
        {BAD("{capsule: {radius: 1, length: 1.9}}"), "more than two radii"},
        {BAD("{rounded_box: {sides: [1, 0, 1]}}"), "three lengths above 0"},
        {BAD("{rounded_box: {sides: [1, 1, 1], rounding: 0.6}}"), "a rounding less than 0.5 m"},
        {BAD("{rounded_cylinder: {radius: 1, length: 80}}"), "up to 20 times"},
        {BAD("{polyhedron: {corners: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]}}"), "lie in a plane"},
        {BAD("{polyhedron: {file: none.stl}}"), "none.stl"},
        {BAD("{polyhedron: {scale: 2}}"), "one of 'corners' and 'file'"},
        {BAD("{polyhedron: {corners: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], rounding: 9}}"),
         "more than its size"},
        {BAD("{capsule: {radius: 1, length: 3}, ellipsoid: [1, 1, 1]}"), "given twice"},
        {BAD("{capsule: {radius: 1, length: 3}, mass_of: sum}"), "'mass_of' is of spheres"},
    };
    // A tetrahedron with one face pressed in, and one without that face.
    const scree_vec3 a = vec3(0, 0, 0), b = vec3(1, 0, 0), c = vec3(0, 1, 0), d = vec3(0, 0, 1),
                     e = vec3(0.2, 0.2, 0.2);
    const scree_vec3 corner[] = {a, c, b, a, b, d, a, d, c, b, c, e, c, d, e, d, b, e};
    static const struct {
        const char *name, *message;
        size_t triangles;
    } mesh[] = {{"dented.stl", "is not convex", 6}, {"open.stl", "is not closed: 3 of its edges", 3}};
    char folder[] = "/tmp/scree_test_polyhedra_XXXXXX";
    assert_non_null(mkdtemp(folder));
    for (size_t k = 0; k < sizeof mesh / sizeof *mesh; k++) {
        char *path = scree_format("%s/%s", folder, mesh[k].name),
             *text = scree_format(BAD("{polyhedron: {file: %s}}"), path);
        write_mesh(path, corner, mesh[k].triangles);
        expect_case_refused(text, mesh[k].message);
        unlink(path);
        scree_free(text);
        scree_free(path);
    }
    rmdir(folder);
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        expect_case_refused(bad[k].text, bad[k].message);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(stack_stands), cmocka_unit_test(ramp),
                                       cmocka_unit_test(domino),       cmocka_unit_test(energy_is_kept),
                                       cmocka_unit_test(lanes_agree),  cmocka_unit_test(bad_shapes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
