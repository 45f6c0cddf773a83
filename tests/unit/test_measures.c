// SPDX-License-Identifier: BSD-3-Clause
// Measures against closed forms and constructed packings.
#include "maths/math.h"
#include "maths/random.h"
#include "measure/columns.h"
#include "measures/cut_volume.h"
#include "measures/list/measures.h"
#include "measures/list/measures_keys.h"
#include "world_of_text.h"

#define HEAD                                                                                                 \
    "time: {end: 1 s, dt: 1 us}\n"                                                                           \
    "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}, n: {density: 2500, young: 5 MPa, poisson: " \
    "0.3}}\n"                                                                                                \
    "contacts: [{between: any, restitution: 0.5, friction: 0.5}]\n"

static double value(scree_world *w, const char *name) {
    double x = 0.0;
    assert_non_null(scree_columns_value(w, name, &x));
    return x;
}

// ---- lattices ----------------------------------------------------------------------------------------------

enum { CELLS = 4 };

// A periodic lattice of spheres that overlap by a ten thousandth of their diameter: its cell has `n` spheres at `at`, in units of its edge a.
static scree_world *lattice(const scree_vec3 *at, int n, double a, double r, const char *measures) {
    enum { MOST = 4 * CELLS * CELLS * CELLS };
    static scree_particle q[MOST];
    size_t count = 0;
    for (int k = 0; k < CELLS * CELLS * CELLS; k++) {
        const scree_vec3 cell = vec3(k % CELLS, k / CELLS % CELLS, k / CELLS / CELLS);
        for (int j = 0; j < n; j++) {
            const scree_vec3 x = vec_scale(a, vec_add(vec_add(cell, at[j]), vec3(0.25, 0.25, 0.25)));
            q[count] = ball(count + 1, r, x, vec3(0, 0, 0), vec3(0, 0, 0));
            count++;
        }
    }
    return world_of_text(
        scree_format(HEAD "domain: {min: [0, 0, 0], max: [%.17g, %.17g, %.17g], periodic: [x, y, z]}\n%s",
                     CELLS * a, CELLS * a, CELLS * a, measures),
        q, count);
}

static void tabulate(scree_world *w, size_t k, scree_measure_rows *rows) {
    const scree_measure_def *d = &w->case_->measure.data[k];
    scree_measured out;
    scree_arrangement a;
    scree_arrangement_of(w, true, &a);
    scree_measure_of(d->kind)->evaluate(&a, d, &out, rows);
    scree_arrangement_clear(&a);
}

// The integral of 4 pi rho r^2 g up to half way to the next neighbours is the number of neighbours.
static void expect_neighbours(scree_world *w, size_t measure, double near, int neighbours, double density) {
    scree_measure_rows rows = {0};
    double sum = 0.0;
    tabulate(w, measure, &rows);
    assert_int_equal(rows.n, 2 * 50);
    for (size_t k = 0; k < rows.n; k += 2) {
        const double width = 2.5e-3 / 50, low = rows.data[k] - 0.5 * width, high = low + width;
        const double shell = 4.0 / 3 * SCREE_PI * (high * high * high - low * low * low);
        sum += rows.data[k] < 1.2 * near ? density * rows.data[k + 1] * shell : 0.0;
    }
    expect_near(sum, neighbours, 1e-9, "neighbours from g");
    scree_array_free(&rows);
}

static void test_lattices(void **state) {
    (void)state;
    static const scree_vec3 sc[1] = {{0, 0, 0}},
                            fcc[4] = {{0, 0, 0}, {0, 0.5, 0.5}, {0.5, 0, 0.5}, {0.5, 0.5, 0}};
    const double r = 1e-3, near = 2.0 * r * (1.0 - 1e-4);
    const char *measures =
        "measures:\n"
        "  all: {packing: {}, region: {box: {min: [0, 0, 0], max: [%.17g, %.17g, %.17g]}}}\n"
        "  one: {packing: {}, region: {box: {min: [1.3 mm, 0.7 mm, 2.9 mm], max: [%.17g, %.17g, %.17g]}}}\n"
        "  net: {coordination: {}}\n"
        "  directions: {fabric: {}}\n"
        "  forces: {contact_forces: {}}\n"
        "  load: {stress: {}}\n"
        "  flow: {inertial_number: {shear_rate: 3}}\n"
        "  near: {radial_distribution: {to: 2.5 mm, bins: 50}}\n";
    for (int kind = 0; kind < 2; kind++) {
        const double a = kind == 0 ? near : near * sqrt(2.0), all = CELLS * a,
                     fraction = (kind == 0 ? 1 : 4) * scree_sphere_volume(r) / (a * a * a);
        char *text = scree_format(measures, all, all, all, 1.3e-3 + a, 0.7e-3 + a, 2.9e-3 + a);
        scree_world *w = lattice(kind == 0 ? sc : fcc, kind == 0 ? 1 : 4, a, r, text);
        expect_near(value(w, "all packing_fraction"), fraction, 1e-8 * fraction, "packing of the lattice");
        expect_near(value(w, "one packing_fraction"), fraction, 1e-6 * fraction,
                    "packing of a cell anywhere");
        assert_true(value(w, "net coordination") == (kind == 0 ? 6 : 12));
        assert_true(value(w, "net coordination_mechanical") == (kind == 0 ? 6 : 12));
        assert_true(value(w, "rattlers") == 0.0);
        expect_near(value(w, "directions fabric_xx"), 1.0 / 3, 1e-12, "fabric of the lattice");
        expect_near(value(w, "directions fabric_anisotropy"), 0.0, 1e-9, "anisotropy of the lattice");
        expect_near(value(w, "forces force_deviation"), 0.0, 1e-6, "scatter of equal forces");
        expect_near(value(w, "forces largest_force"), 1.0, 1e-6, "the largest of equal forces");
        expect_near(value(w, "near peak_distance"), near, 0.026e-3, "distance of neighbours");
        const double pressure = (kind == 0 ? 6 : 12) / 6.0 * (kind == 0 ? 1 : 4) / (a * a * a) * near *
                                value(w, "forces mean_force");
        expect_near(value(w, "load mean_stress"), pressure, 1e-12 * pressure, "Z n d f / 6");
        expect_near(value(w, "load stress_xx"), pressure, 1e-9 * pressure, "stress of the lattice");
        expect_near(value(w, "load stress_yz"), 0.0, 1e-9 * pressure, "shear stress of the lattice");
        expect_near(value(w, "load deviator_stress"), 0.0, 1e-8 * pressure, "deviator of the lattice");
        expect_near(value(w, "flow inertial_number"), 3.0 * 2.0 * r * sqrt(2500.0 / pressure), 1e-9,
                    "inertial number");
        expect_neighbours(w, 7, near, kind == 0 ? 6 : 12, (kind == 0 ? 1 : 4) / (a * a * a));
        scree_free(text);
        scree_world_destroy(w);
    }
}

// A sphere in parts of a box and of cylinders: each part has the volume of a slab, or of a ring, of the sphere.
static void test_profiles(void **state) {
    (void)state;
    enum { BINS = 10 };
    const double r = 1e-3;
    const scree_particle q = ball(1, r, vec3(0, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0));
    scree_world *w = world_of_text(
        scree_format(HEAD "measures:\n"
                          "  z: {packing_profile: {along: z, bins: 10}, region: {box: {min: [-1 mm, -1 mm, "
                          "-1 mm], max: [1 mm, 1 mm, 1 mm]}}}\n"
                          "  rho: {packing_profile: {along: radius, bins: 10}, region: {cylinder: {point: "
                          "[0, 0, -1 mm], axis: [0, 0, 1], radius: 1 mm, length: 2 mm}}}\n"
                          "  axis: {packing_profile: {along: axis, bins: 10}, region: {cylinder: {point: [0, "
                          "0, -1 mm], axis: [0, 0, 1], radius: 2 mm, length: 2 mm}}}\n"),
        &q, 1);
    for (size_t k = 0; k < 3; k++) {
        scree_measure_rows rows = {0};
        tabulate(w, k, &rows);
        assert_int_equal(rows.n, 2 * BINS);
        for (int j = 0; j < BINS; j++) {
            const double from = -r + 2 * r * j / BINS, to = from + 2 * r / BINS,
                         slab = SCREE_PI * (r * r * (to - from) - (to * to * to - from * from * from) / 3);
            const double in = r * j / BINS, out = in + r / BINS,
                         ring = 4.0 / 3 * SCREE_PI *
                                (pow(r * r - in * in, 1.5) - pow(fmax(r * r - out * out, 0.0), 1.5)),
                         space = SCREE_PI * (out * out - in * in) * 2 * r;
            const double fraction[3] = {slab / (4 * r * r * 2 * r / BINS), ring / space,
                                        slab / (SCREE_PI * 4 * r * r * 2 * r / BINS)};
            const double middle[3] = {0.5 * (from + to), 0.5 * (in + out), 0.5 * (from + to) + r};
            expect_near(rows.data[2 * j + 1], fraction[k], 1e-6, "packing of a part");
            expect_near(rows.data[2 * j], middle[k], 1e-15, "its middle");
        }
        scree_array_free(&rows);
    }
    scree_world_destroy(w);
}

// An octahedron of balls, of which each touches four, with a ball on one of its faces and one on that; a triangle with a chain of three, whose end is on the
// floor in the second world; and a ball alone.
enum { RATTLING = 15 };

static scree_world *octahedron_and_chain(bool floor) {
    const double r = 1e-3, edge = 1.99 * r, s = edge / sqrt(2.0), third = 1.0 / sqrt(3.0);
    const scree_vec3 up = vec3(third, third, third), face = vec3(s / 3, s / 3, s / 3),
                     on = vec_add_scaled(face, edge * sqrt(2.0 / 3), up), far = vec3(0.05, 0, 0);
    const scree_vec3 at[RATTLING] = {{s, 0, 0},
                                     {-s, 0, 0},
                                     {0, s, 0},
                                     {0, -s, 0},
                                     {0, 0, s},
                                     {0, 0, -s},
                                     on,
                                     vec_add_scaled(on, edge, up),
                                     far,
                                     vec_add(far, vec3(edge, 0, 0)),
                                     vec_add(far, vec3(0.5 * edge, 0.5 * sqrt(3.0) * edge, 0)),
                                     vec_add(far, vec3(0, 0, -edge)),
                                     vec_add(far, vec3(0, 0, -2 * edge)),
                                     vec_add(far, vec3(0, 0, -3 * edge)),
                                     {0.1, 0, 0}};
    scree_particle q[RATTLING];
    for (int k = 0; k < RATTLING; k++) {
        q[k] = ball((uint64_t)k + 1, r, at[k], vec3(0, 0, 0), vec3(0, 0, 0));
    }
    return world_of_text(
        scree_format(HEAD "walls: {floor: {plane: {point: [0, 0, %.17g], normal: [0, 0, 1]}, material: m}}\n"
                          "measures:\n  two: {coordination: {}}\n  four: {coordination: {least: 4}}\n"
                          "  all: {fabric: {}}\n  held: {fabric: {least: 4}}\n",
                     floor ? -3 * edge - 0.99 * r : -1.0),
        q, RATTLING);
}

static void test_rattlers(void **state) {
    (void)state;
    for (int floor = 0; floor < 2; floor++) {
        scree_world *w = octahedron_and_chain(floor);
        const int contacts = 12 + 4 + 3 + 3,
                  loose =
                      2 + (floor ? 0 : 3); // of which the ball alone and that on the one on the face are 2
        expect_near(value(w, "coordination"), 2.0 * contacts / RATTLING, 1e-15, "contacts of all");
        expect_near(value(w, "two rattlers"), (double)loose / RATTLING, 1e-15, "rattlers");
        expect_near(value(w, "two coordination_mechanical"),
                    2.0 * (contacts - 1 - (floor ? 0 : 3)) / (RATTLING - loose), 1e-15,
                    "contacts of the others");
        expect_near(value(w, "four rattlers"), 9.0 / RATTLING, 1e-15, "rattlers without friction");
        expect_near(value(w, "four coordination_mechanical"), 4.0, 0, "contacts in the octahedron");
        assert_true(value(w, "all fabric_anisotropy") > 0.1);
        expect_near(value(w, "held fabric_anisotropy"), 0.0, 1e-12, "contacts of the octahedron");
        assert_true(value(w, "rattlers") == value(w, "two rattlers"));
        scree_world_destroy(w);
    }
}

// ---- forces and heights ------------------------------------------------------------------------------------

// A ball that is pressed into the floor by more than its weight: the only contact bears f, the ball is left with f - m g.
static void test_unbalanced_force(void **state) {
    (void)state;
    const double r = 2e-3, weight = 2500 * scree_sphere_volume(r) * 9.81;
    scree_particle q[2] = {ball(1, r, vec3(0, 0, 0.99 * r), vec3(0, 0, 0), vec3(0, 0, 0)),
                           ball(2, r, vec3(0, 0.1, 0.5), vec3(0, 0, 0), vec3(0, 0, 0))};
    for (size_t n = 1; n <= 2; n++) {
        scree_world *w = world_of_text(
            scree_format(HEAD "gravity: [0, 0, -9.81]\n"
                              "walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}\n"
                              "measures: {low: {unbalanced_force: {}, region: {sphere: {point: [0, 0, 0], "
                              "radius: 1 cm}}}}\n"),
            q, n);
        const double net = w->p.f[index_of_id(w, 1)].fz, f = net + weight;
        assert_true(net > 2 * weight);
        expect_near(value(w, "low unbalanced_force"), net / f, 1e-14, "unbalanced force");
        expect_near(value(w, "unbalanced_force"), n == 1 ? net / f : 0.5 * (net + weight) / f, 1e-14,
                    "of all");
        expect_near(value(w, "highest"), n == 1 ? 1.99 * r : 0.5 + r, 1e-15, "highest");
        scree_world_destroy(w);
    }
}

// Upwards is against gravity, or where the key says.
static void test_height(void **state) {
    (void)state;
    scree_particle q[2] = {ball(1, 1e-3, vec3(0.1, 0.2, 0.3), vec3(0, 0, 0), vec3(0, 0, 0)),
                           ball(2, 2e-3, vec3(0.2, 0.1, 0.4), vec3(0, 0, 0), vec3(0, 0, 0))};
    scree_world *w = world_of_text(scree_format(HEAD "gravity: [0, 9.81, 0]\n"
                                                     "measures:\n  x: {height: {up: [2, 0, 0]}}\n"),
                                   q, 2);
    expect_near(value(w, "highest"), -0.1 + 2e-3, 1e-15, "against gravity");
    expect_near(value(w, "x highest"), 0.2 + 2e-3, 1e-15, "along x");
    expect_near(value(w, "x mean_height"), (0.1 + 8 * 0.2) / 9, 1e-15, "by volume");
    scree_world_destroy(w);
}

// ---- surfaces ----------------------------------------------------------------------------------------------

// A cone whose surface is covered by spheres, and the ground around it: the angle follows from the rings, which see it through pieces two diameters long.
static void test_cone(void **state) {
    (void)state;
    enum { SIDE = 101, N = SIDE * SIDE };
    static scree_particle q[N];
    const double r = 1e-3, angle = 25.0 * SCREE_PI / 180.0, slope = tan(angle), height = 40 * r * slope * 2;
    for (int k = 0; k < N; k++) {
        const double x = 2.05 * r * (k % SIDE - SIDE / 2), y = 2.05 * r * (k / SIDE - SIDE / 2),
                     rho = sqrt(x * x + y * y);
        q[k] = ball((uint64_t)k + 1, r, vec3(x, y, fmax(height - slope * rho, 0.0)), vec3(0, 0, 0),
                    vec3(0, 0, 0));
    }
    scree_world *w = world_of_text(
        scree_format(HEAD "gravity: [0, 0, -9.81]\nmeasures: {heap: {angle_of_repose: {}}}\n"), q, N);
    const double found = value(w, "heap angle_of_repose");
    expect_near(found, angle, 0.6 * SCREE_PI / 180, "angle of a cone");
    expect_near(value(w, "angle_of_repose"), found, 0, "the same without a name");
    assert_true(value(w, "heap angle_error") < 0.5 * SCREE_PI / 180);
    // The same heap turned over, so that x points upwards.
    for (int k = 0; k < N; k++) {
        q[k].x = vec3(q[k].x.z, q[k].x.x, q[k].x.y);
    }
    scree_world *turned = world_of_text(
        scree_format(HEAD "gravity: [-9.81, 0, 0]\nmeasures: {heap: {angle_of_repose: {}}}\n"), q, N);
    expect_near(value(turned, "heap angle_of_repose"), found, 1e-12, "upwards along x");
    scree_world_destroy(turned);
    scree_world_destroy(w);
}

// A plane with a sphere in each column: exact. With scatter of the heights the error is that of a least squares fit.
static void test_plane(void **state) {
    (void)state;
    enum { SIDE = 24, N = SIDE * SIDE };
    static scree_particle q[N];
    const double r = 1e-3, a = 0.4, b = -0.3, width = 4 * r;
    for (int scatter = 0; scatter < 2; scatter++) {
        for (int k = 0; k < N; k++) {
            const double x = width * (k % SIDE) * (1 + 1e-9), y = width * (k / SIDE) * (1 + 1e-9),
                         up = scatter ? ((k * 7919) % 13 - 6) * 1e-4 : 0.0;
            q[k] = ball((uint64_t)k + 1, r, vec3(x, y, a * x + b * y + up), vec3(0, 0, 0), vec3(0, 0, 0));
        }
        scree_world *w = world_of_text(
            scree_format(HEAD
                         "gravity: [0, 0, -9.81]\nmeasures: {drum: {angle_of_repose: {surface: plane}}}\n"),
            q, N);
        const double found = value(w, "drum angle_of_repose"), error = value(w, "drum angle_error");
        if (!scatter) {
            expect_near(found, atan(0.5), 1e-8, "angle of a plane");
            expect_near(error, 0.0, 1e-7, "its error");
        } else { // the places are a grid, so the slopes are independent: variance of heights over that of places
            const int inner = SIDE - 2;
            const double places = inner * inner * (inner * inner - 1) / 12.0 * width * width;
            const double expected = sqrt(14e-8 / places) / 1.25; // of 13 equal steps of 1e-4
            expect_near(found, atan(0.5), 4 * error, "angle of a rough plane");
            expect_near(error, expected, 0.1 * expected, "its error");
        }
        scree_world_destroy(w);
    }
}

// ---- mixing ------------------------------------------------------------------------------------------------

enum { ACROSS = 12, ALL = ACROSS * ACROSS * ACROSS };

static scree_world *mixture(const bool *first) {
    static scree_particle q[ALL];
    const double r = 1e-3;
    for (int k = 0; k < ALL; k++) {
        const scree_vec3 x = vec3(k % ACROSS, k / ACROSS % ACROSS, k / ACROSS / ACROSS);
        q[k] = ball((uint64_t)k + 1, r, vec_scale(2.1 * r, x), vec3(0, 0, 0), vec3(0, 0, 0));
        q[k].material = first[k] ? 0 : 1;
    }
    return world_of_text(scree_format(HEAD "measures: {mix: {mixing: {cell: 6.3 mm, of: [m]}}, size: "
                                           "{mixing: {cell: 6.3 mm, larger_than: 1 mm}}}\n"),
                         q, ALL);
}

static void test_mixing(void **state) {
    (void)state;
    bool first[ALL];
    for (int k = 0; k < ALL; k++) { // cells of 3 x 3 x 3 particles, 64 of them
        first[k] = k < ALL / 2;
    }
    scree_world *apart = mixture(first);
    expect_near(value(apart, "mix cells"), 64, 0, "cells");
    expect_near(value(apart, "mix share"), 0.5, 0, "share");
    expect_near(value(apart, "mix lacey"), 0.0, 1e-15, "Lacey's index where components are apart");
    expect_near(value(apart, "mix segregation"), 1.0, 1e-15, "segregation where components are apart");
    assert_true(isnan(value(apart, "size lacey"))); // one component only
    scree_world_destroy(apart);
    // The mean over permutations is 1; a mean of 40 has a standard error of 0.012 / sqrt(40), by 63 degrees of freedom.
    enum { DRAWS = 40 };
    scree_random random = {.seed = 7};
    double sum = 0.0, intensity = 0.0;
    for (int draw = 0; draw < DRAWS; draw++) {
        for (int k = 0; k < ALL; k++) {
            first[k] = k < ALL / 2;
        }
        for (int k = ALL - 1; k > 0; k--) {
            const int j = (int)(scree_random_uniform(&random) * (k + 1));
            const bool swap = first[k];
            first[k] = first[j];
            first[j] = swap;
        }
        scree_world *w = mixture(first);
        sum += value(w, "mix lacey") / DRAWS;
        intensity += value(w, "mix segregation") / DRAWS;
        scree_world_destroy(w);
    }
    expect_near(sum, 1.0, 5e-3, "Lacey's index mixed at random");
    expect_near(intensity, 63.0 / (ALL - 1), 5e-3, "segregation mixed at random");
}

// ---- volumes -----------------------------------------------------------------------------------------------

static scree_region box(scree_vec3 min, scree_vec3 max) {
    return (scree_region){.kind = SCREE_REGION_BOX, .min = min, .max = max};
}

// Parts of a sphere in the cells of a grid: they add up to the sphere, and planes through its centre halve it.
static void test_cut_by_box(void **state) {
    (void)state;
    const double r = 1.5, far = 10.0, whole = scree_sphere_volume(r);
    double worst = 0.0;
    scree_random random = {.seed = 1};
    for (int draw = 0; draw < 200; draw++) {
        double plane[3][4], sum = 0.0;
        for (int k = 0; k < 3; k++) {
            const double a = 4 * scree_random_uniform(&random) - 2, b = 4 * scree_random_uniform(&random) - 2;
            plane[k][0] = -far, plane[k][1] = fmin(a, b), plane[k][2] = fmax(a, b), plane[k][3] = far;
        }
        for (int k = 0; k < 27; k++) {
            const int i[3] = {k % 3, k / 3 % 3, k / 9};
            const scree_region part = box(vec3(plane[0][i[0]], plane[1][i[1]], plane[2][i[2]]),
                                          vec3(plane[0][i[0] + 1], plane[1][i[1] + 1], plane[2][i[2] + 1]));
            const double v = scree_cut_volume(&part, vec3(0, 0, 0), r);
            assert_true(v >= -1e-12 && v <= whole * (1 + 1e-12));
            sum += v;
        }
        worst = fmax(worst, fabs(sum / whole - 1));
    }
    assert_true(worst < 1e-7);
    const scree_vec3 c = vec3(0.3, -0.2, 7);
    const scree_region half = box(c, vec3(far, far, far)), *corner = &half;
    expect_near(scree_cut_volume(corner, c, r), whole / 8, 1e-8 * whole, "an eighth");
    const scree_region edge = box(vec3(c.x, c.y, -far), vec3(far, far, 2 * far)),
                       face = box(vec3(c.x, -far, -far), vec3(far, far, 2 * far));
    expect_near(scree_cut_volume(&edge, c, r), whole / 4, 1e-8 * whole, "a quarter");
    expect_near(scree_cut_volume(&face, c, r), whole / 2, 1e-15 * whole, "a half");
    // By brute force, so that parts do not only add up.
    enum { N = 120 };
    const scree_region small = box(vec3(-0.4, 0.1, -1.1), vec3(0.9, 1.3, 0.2));
    double count = 0.0;
    for (int k = 0; k < N * N * N; k++) {
        const scree_vec3 x = vec3(-0.4 + 1.3 * (k % N + 0.5) / N, 0.1 + 1.2 * (k / N % N + 0.5) / N,
                                  -1.1 + 1.3 * (k / N / N + 0.5) / N);
        count += vec_norm2(x) < r * r;
    }
    const double counted = count * 1.3 * 1.2 * 1.3 / (N * N * N);
    expect_near(scree_cut_volume(&small, vec3(0, 0, 0), r), counted, 2e-3 * counted, "counted points");
}

static void test_cut_by_round(void **state) {
    (void)state;
    const double r = 1.5, R = 0.9, whole = scree_sphere_volume(r), rest = sqrt(r * r - R * R);
    scree_region c = {.kind = SCREE_REGION_CYLINDER,
                      .point = vec3(0, 0, -5),
                      .axis = vec3(0, 0, 1),
                      .radius = R,
                      .length = 10};
    expect_near(scree_cut_volume(&c, vec3(0, 0, 0.3), r), whole - 4.0 / 3 * SCREE_PI * rest * rest * rest,
                1e-7 * whole, "a rod through the centre");
    c.radius = 3;
    expect_near(scree_cut_volume(&c, vec3(1, 1, -5), r), whole / 2, 1e-15, "the end of a cylinder");
    c.radius = 1e5; // a plane, nearly
    expect_near(scree_cut_volume(&c, vec3(1e5, 0, 0), r), whole / 2, 1e-4 * whole, "a wide cylinder");
    c.radius = 1.2;
    double count = 0.0;
    enum { N = 120 };
    for (int k = 0; k < N * N * N; k++) { // the sphere around (1, 0.5, 4.6)
        const scree_vec3 d = vec_scale(2 * r / N, vec3(k % N - 0.5 * N + 0.5, k / N % N - 0.5 * N + 0.5,
                                                       k / N / N - 0.5 * N + 0.5)),
                         x = vec_add(d, vec3(1, 0.5, 4.6));
        count += vec_norm2(d) < r * r && x.x * x.x + x.y * x.y < 1.2 * 1.2 && x.z < 5;
    }
    const double counted = count * pow(2 * r / N, 3);
    expect_near(scree_cut_volume(&c, vec3(1, 0.5, 4.6), r), counted, 3e-3 * counted, "counted points");
    scree_region s = {.kind = SCREE_REGION_SPHERE, .radius = 2.0};
    const double d = 2.5, lens = SCREE_PI * (r + 2 - d) * (r + 2 - d) *
                                 (d * d + 2 * d * (r + 2) - 3 * (r - 2) * (r - 2)) / (12 * d);
    expect_near(scree_cut_volume(&s, vec3(0, d, 0), r), lens, 1e-14, "a lens");
    expect_near(scree_cut_volume(&s, vec3(0, 0.4, 0), r), whole, 1e-14, "a sphere inside");
    assert_true(scree_cut_volume(&s, vec3(0, 3.6, 0), r) == 0.0);
}

// ---- no number ---------------------------------------------------------------------------------------------

// What does not exist is not a number, with a warning that says why, once.
static void test_lacks(void **state) {
    (void)state;
    scree_particle q = ball(1, 1e-3, vec3(0, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0));
    scree_world *w = world_of_text(
        scree_format(HEAD "measures: {far: {coordination: {}, region: {sphere: {point: [1, 1, 1], "
                          "radius: 1 cm}}}, rest: {unbalanced_force: {}}}\n"),
        &q, 1);
    scree_report *r = scree_report_create();
    for (int k = 0; k < 2; k++) {
        scree_measures_update(w);
        scree_measures_warn(w, r);
    }
    assert_true(isnan(value(w, "far rattlers")) && isnan(value(w, "rest unbalanced_force")) &&
                isnan(value(w, "angle_of_repose")));
    assert_int_equal(scree_report_count(r, SCREE_SEVERITY_WARNING), 2);
    assert_non_null(strstr(
        scree_report_text(r, 0),
        "'far' has no number at t = 0 s, nan in the series: there are no free particles in its region"));
    double x;
    assert_null(scree_columns_value(w, "packing_fraction", &x)); // it needs a region
    assert_null(scree_columns_value(w, "far unbalanced_force", &x));
    scree_report_destroy(r);
    scree_world_destroy(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lattices),   cmocka_unit_test(test_rattlers),
        cmocka_unit_test(test_profiles),   cmocka_unit_test(test_unbalanced_force),
        cmocka_unit_test(test_height),     cmocka_unit_test(test_cone),
        cmocka_unit_test(test_plane),      cmocka_unit_test(test_mixing),
        cmocka_unit_test(test_cut_by_box), cmocka_unit_test(test_cut_by_round),
        cmocka_unit_test(test_lacks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
