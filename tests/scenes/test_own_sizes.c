// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// What a sphere, a member of a clump, a convex body and a piece of a body have in place of a radius: a number for each row of the table in docs/shapes.md, and each row of it has one here.
#include "access/own_size.h"
#include "host_world.h"
#include "memory/array.h"
#include "text/text_buffer.h"
#include <stdlib.h>

#define TIME "time: {end: 10, dt: 1e-6, velocity_scale: 1}\n"
#define MATTER                                                                                               \
    "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.5, friction: 0.4%s}}\n"       \
    "contacts: [{between: any}]\n"
// One of each, far from the others. The ids of the first members are 1, 2, 4, 5 and 6.
#define SHAPES                                                                                               \
    "shapes: {dimer: {members: [{at: [-1 mm, 0, 0], radius: 1 mm}, {at: [1 mm, 0, 0], radius: 1 mm}]}, "     \
    "egg: {ellipsoid: [3 mm, 2 mm, 1 mm]}, box: {rounded_box: {sides: [2 mm, 2 mm, 1 mm]}}, "                \
    "two: {mass_of: sum, pieces: [{rounded_box: {sides: [2 mm, 2 mm, 1 mm]}, at: [-1.1 mm, 0, 0]}, "         \
    "{rounded_box: {sides: [2 mm, 2 mm, 1 mm]}, at: [1.1 mm, 0, 0]}]}}\n"
#define BODIES                                                                                               \
    "particles: [{positions: [[0, 0, 0]], diameter: 2 mm, material: m%s}, {positions: [[1 cm, 0, 0]], "      \
    "shape: "                                                                                                \
    "dimer, material: m%s}, {positions: [[2 cm, 0, 0]], shape: egg, material: m%s}, {positions: [[3 cm, 0, " \
    "0]], shape: box, material: m%s}, {positions: [[4 cm, 0, 0]], shape: two, material: m%s}]\n"
enum { SPHERE = 1, CLUMP, EGG = 4, BOX, TWO, PIECES_END = 8 };
static const double R = 1e-3, DENSITY = 2500.0, PI = 3.14159265358979323846;

static scree_world *bodies(const char *matter, const char *own, const char *more) {
    char *text = scree_format(TIME MATTER SHAPES BODIES "%s", matter, own, own, own, own, own, more);
    scree_world *w = world_of(text, 1);
    scree_free(text);
    return w;
}

static double ball_volume(double r) {
    return 4.0 / 3.0 * PI * (r * r * r);
}

static double egg_volume(void) {
    return 6.0 * ball_volume(R);
}

// Of half axes 3, 2, 1 mm: an integral over the parameters of the surface, by midpoints.
static double egg_area(void) {
    enum { N = 600 };
    double sum = 0.0;
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            const double u = PI * (i + 0.5) / N, v = 0.5 * PI * (j + 0.5) / N, a = 3 * R, b = 2 * R, c = R,
                         x = b * c * sin(u) * sin(u) * cos(v), y = a * c * sin(u) * sin(u) * sin(v),
                         z = a * b * sin(u) * cos(u);
            sum += sqrt(x * x + y * y + z * z);
        }
    }
    return 4.0 * sum * (PI / N) * (0.5 * PI / N);
}

static double box_volume(scree_world *w) {
    return get(w, "mass", BOX, 0) / DENSITY;
}

static double measured(scree_world *w, const char *measure, int k) {
    scree_report *r = scree_report_create();
    scree_measurement *m = scree_world_measure(w, measure, r);
    if (!m || m->lacks) {
        fail_msg("%s: %s", measure, m ? m->lacks : scree_report_text(r, 0));
    }
    const double x = m->value[k];
    scree_measurement_free(m);
    scree_report_destroy(r);
    return x;
}

// ---- rows --------------------------------------------------------------------------------------------------------

static void laws(void) {
    scree_world *w = bodies("", "", "");
    const size_t at = row_of(w, SPHERE);
    near(scree_law_radius(&w->p, at), R, 0.0, "sphere");
    near(scree_law_radius(&w->p, row_of(w, CLUMP + 1)), R, 1e-18, "member");
    near(scree_law_radius(&w->p, row_of(w, EGG)), R * cbrt(6.0), 1e-15, "egg");
    near(ball_volume(scree_law_radius(&w->p, row_of(w, TWO + 1))), box_volume(w), 1e-12 * box_volume(w),
         "piece");
    scree_world_close(w);
}

static void overlaps(void) {
    scree_world *w = bodies("", "", "");
    near(scree_thinnest_radius(&w->p, row_of(w, CLUMP)), R, 1e-18, "member");
    near(scree_thinnest_radius(&w->p, row_of(w, EGG)), R, 1e-18, "egg");
    near(scree_thinnest_radius(&w->p, row_of(w, TWO)), 0.5 * R, 1e-17, "piece");
    scree_world_close(w);
}

static void search(void) {
    scree_world *w = bodies("", "", "");
    near(w->p.x[row_of(w, EGG)].r, 3 * R, 1e-3 * R, "egg");
    near(w->p.x[row_of(w, TWO)].r, 1.5 * R, 0.1 * R, "piece");
    scree_world_close(w);
}

// dT/dt = A h (Ta - T) / (m c), by its exponential.
static double cooled(double area, double mass, double time) {
    return 400.0 + 500.0 * exp(-area * 15.0 / (mass * 100.0) * time);
}

static void surface(void) {
    scree_world *w = bodies(", heat_capacity: 100, conductivity: 2", ", temperature: 900",
                            "heat: {temperature: 300, ambient: 400, convection: 15}\n");
    advance(w, 20000);
    const double t = 0.02, egg = egg_area(), balls = 2.0 * ball_volume(R) * DENSITY;
    near(egg, 4.888e-5, 1e-8, "area of the egg");
    near(get(w, "temperature", SPHERE, 0), cooled(4 * PI * R * R, 0.5 * balls, t), 1e-6, "sphere");
    near(get(w, "temperature", CLUMP, 0), cooled(8 * PI * R * R, balls, t), 1e-6, "clump");
    // 1e-4 of the area is so much of the fall.
    const double wanted = cooled(egg, egg_volume() * DENSITY, t);
    near(get(w, "temperature", EGG, 0), wanted, 1e-4 * (900.0 - wanted), "egg");
    const double box = cooled(16.0 * R * R, box_volume(w) * DENSITY, t);
    near(get(w, "temperature", BOX, 0), box, 0.1 * (900.0 - box), "box, whose edges are round");
    near(get(w, "temperature", TWO, 0), get(w, "temperature", BOX, 0), 1e-9, "two boxes");
    scree_world_close(w);
}

static void heat_sources(void) {
    scree_world *w = bodies(", heat_capacity: 100, conductivity: 2", "",
                            "heat: {temperature: 300, sources: [{power: 1e6 W/m3}]}\n");
    advance(w, 100);
    for (int k = 0; k < 5; k++) { // power and capacity grow with the volume
        static const uint64_t id[5] = {SPHERE, CLUMP, EGG, BOX, TWO};
        near(get(w, "temperature", id[k], 0), 300.0 + 1e6 * 1e-4 / (DENSITY * 100.0), 1e-9, "temperature");
    }
    scree_world_close(w);
}

static void heights(void) {
    static const struct {
        const char *shape;
        double top;
    } body[] = {{"dimer", 1e-3}, {"egg", 1e-3}, {"box", 0.5e-3}, {"two", 0.5e-3}};
    for (int k = 0; k < 4; k++) {
        char *text = scree_format(TIME MATTER SHAPES
                                  "particles: [{positions: [[0, 0, 1 mm]], shape: %s, material: m}]\n",
                                  "", body[k].shape);
        scree_world *w = world_of(text, 1);
        near(measured(w, "{height: {up: [0, 0, 1]}}", 0), R + body[k].top, 1e-6 * R, body[k].shape);
        scree_world_close(w);
        scree_free(text);
    }
}

// The tops of eggs that lie on one side and of eggs that stand on the other are on one slope. Columns two diameters wide, one or two bodies each, leave 4 % of it.
static void slope(void) {
    enum { N = 16 };
    const double tilt = 0.2, apart = 7e-3;
    scree_text_buffer lying = {0}, standing = {0};
    for (int i = 0; i < N * N; i++) {
        const bool stands = i / N >= N / 2;
        const double x = apart * (i / N), y = apart * (i % N), z = tilt * x - (stands ? 3e-3 : 1e-3);
        scree_text_add(stands ? &standing : &lying, "%s[%.17g, %.17g, %.17g]",
                       (stands ? standing : lying).n > 0 ? ", " : "", x, y, z);
    }
    char *text = scree_format(TIME MATTER SHAPES
                              "particles: [{positions: [%s], shape: egg, material: m}, {positions: [%s], "
                              "shape: egg, material: m, orientation: {axis: [0, 1, 0], angle: 90 deg}}]\n",
                              "", lying.data, standing.data);
    scree_world *w = world_of(text, 1);
    near(measured(w, "{angle_of_repose: {surface: plane, up: [0, 0, 1]}}", 0), atan(tilt), 8e-3, "slope");
    scree_world_close(w);
    scree_free(text);
    scree_free(lying.data);
    scree_free(standing.data);
}

static void packing(void) {
    scree_world *w = bodies("", "", "");
    static const uint64_t id[5] = {SPHERE, CLUMP, EGG, BOX, TWO};
    for (int k = 0; k < 5; k++) {
        char *whole = scree_format(
                 "{packing: {}, region: {box: {min: [%g, -5 mm, -5 mm], max: [%g, 5 mm, 5 mm]}}}",
                 1e-2 * k - 5e-3, 1e-2 * k + 5e-3),
             *half = scree_format(
                 "{packing: {}, region: {box: {min: [%g, -5 mm, -5 mm], max: [%g, 5 mm, 5 mm]}}}", 1e-2 * k,
                 1e-2 * k + 5e-3);
        const double volume = get(w, "mass", id[k], 0) / DENSITY;
        near(measured(w, whole, 0), volume / 1e-6, 1e-9 * volume / 1e-6, "whole");
        near(measured(w, half, 0), volume / 1e-6, 1e-6 * volume / 1e-6, "half");
        scree_free(whole);
        scree_free(half);
    }
    scree_world_close(w);
}

static void mean_sizes(void) {
    scree_world *w = bodies("", "", "");
    near(get(w, "size", CLUMP, 0), 2 * R * cbrt(2.0), 1e-15, "clump");
    near(get(w, "size", EGG, 0), 2 * R * cbrt(6.0), 1e-15, "egg");
    near(ball_volume(0.5 * get(w, "size", TWO, 0)), 2.0 * box_volume(w), 1e-12 * box_volume(w), "two boxes");
    scree_world_close(w);
}

static void films(void) {
    char *text = scree_format(
        TIME MATTER
        "liquid: {density: 1000, moisture: 0.1}\n"
        "shapes: {nail: {mass_of: sum, pieces: [{capsule: {radius: 0.5 mm, length: 8 mm}, at: "
        "[0, 0, 0]}, {ellipsoid: [2 mm, 2 mm, 2 mm], at: [0, 0, 6 mm]}]}, egg: {ellipsoid: [3 mm, "
        "2 mm, 1 mm]}}\nparticles: [{positions: [[0, 0, 0]], shape: nail, material: m}, "
        "{positions: [[2 cm, 0, 0]], shape: egg, material: m}]\n",
        "");
    scree_world *w = world_of(text, 1);
    const double film = 0.1 * DENSITY / 1000.0, a = get(w, "liquid", 1, 0), b = get(w, "liquid", 2, 0),
                 mass = get(w, "mass", 1, 0);
    near(a + b, film * mass / DENSITY, 1e-12 * (a + b), "film of the body");
    near(b, film * ball_volume(2 * R), 1e-6 * b, "film of its head");
    near(get(w, "liquid", 3, 0), film * egg_volume(), 1e-12 * a, "film of the egg");
    scree_world_close(w);
    scree_free(text);
}

// Falls on a floor; returns the energy of the impacts over the kinetic energy before.
static double landing(const char *shape, double z, const char *orientation) {
    char *text = scree_format(
        "time: {end: 1, dt: 1e-7, velocity_scale: 1}\nmaterials: {m: {density: 2500, young: 1 GPa, poisson: "
        "0.25}}\ncontacts: [{between: any, restitution: 0.5, friction: 0.3}]\nwear: {}\n"
        "walls: {f: {rectangle: {corner: [-1, -1, 0], first: [2, 0, 0], second: [0, 2, 0]}, material: m}}\n"
        "shapes: {s: {%s}}\nparticles: [{positions: [[0, 0, %.17g]], shape: s, material: m, velocity: [0, "
        "0, -1]%s}]\n",
        shape, z, orientation);
    scree_world *w = world_of(text, 1);
    const double before = value(w, "kinetic");
    advance(w, 1500);
    const double got = value(w, "f impact_energy") / before;
    scree_world_close(w);
    scree_free(text);
    return got;
}

static void impacts(void) {
#define BRICK(x) "{rounded_box: {sides: [2 mm, 2 mm, 2 mm]}, at: [" x " mm, 0, 0]}"
    static const char row[] = "mass_of: sum, pieces: [" BRICK("-4.4") ", " BRICK("-2.2") ", " BRICK(
        "0") ", " BRICK("2.2") ", " BRICK("4.4") "]";
    near(landing("members: [{at: [0, 0, 0], radius: 1 mm}]", 1.01e-3, ""), 1.0, 1e-9, "sphere");
    near(landing("members: [{at: [0, 0, -1 mm], radius: 1 mm}, {at: [0, 0, 1 mm], radius: 1 mm}]", 2.01e-3,
                 ""),
         1.0, 1e-9, "clump on end");
    near(landing("members: [{at: [-2 mm, 0, 0], radius: 1 mm}, {at: [0, 0, 0], radius: 1 mm}, {at: [2 mm, "
                 "0, 0], radius: 1 mm}]",
                 1.01e-3, ""),
         1.0, 1e-6, "three members at once");
    near(landing("ellipsoid: [3 mm, 2 mm, 1 mm]", 1.01e-3, ""), 1.0, 1e-6, "egg");
    near(landing(row, 1.002e-3, ""), 1.0, 1e-6, "five pieces at once");
    // A little inclined, one piece touches after the other.
    const double tilted = landing(row, 1.02e-3, ", orientation: {axis: [0, 1, 0], angle: 0.002}");
    assert_true(tilted > 0.5 && tilted < 1.0 + 1e-6);
    // A rod at 45 degrees whose end is x = 2.687 mm beside its centre: 1/m = 1/M + x^2 / I. With sides that are domed by 1 % of its half length, I = 4.8 M mm2.
    const double leaning = landing("capsule: {radius: 0.2 mm, length: 8 mm}", 2.95e-3,
                                   ", orientation: {axis: [0, 1, 0], angle: 45 deg}");
    near(leaning, 1.0 / (1.0 + 2.687 * 2.687 / 4.8), 0.01, "leaning rod");
}

// Bodies of one volume that hit with their centre above the contact.
static void erosion(void) {
    static const struct {
        const char *shape;
        double z; // of its centre, in sizes
    } body[] = {
        {"members: [{at: [0, 0, 0], radius: 1}]", 0.51},
        {"members: [{at: [0, 0, -1], radius: 1}, {at: [0, 0, 1], radius: 1}]", 0.81},
        {"ellipsoid: [3, 2, 1]", 0.29},
        {"mass_of: sum, pieces: [{ellipsoid: [1, 1, 1], at: [0, 0, -1]}, {ellipsoid: [1, 1, 1], at: [0, 0, "
         "1]}]",
         0.81}};
    double first = 0.0;
    for (int k = 0; k < 4; k++) {
        char *text = scree_format(
            "time: {end: 1, dt: 1e-7, velocity_scale: 20}\nmaterials: {m: {density: 2500, young: 1 GPa, "
            "poisson: 0.25}}\ncontacts: [{between: any, restitution: 0.5, friction: 0.3, wear: {law: oka, "
            "hardness: 1.8e9}}]\nwear: {}\nwalls: {f: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, "
            "material: m}}\nshapes: {s: {%s}}\nparticles: [{positions: [[0, 0, %.17g]], shape: s, diameter: "
            "2 mm, material: m, velocity: [0, 0, -20]}]\n",
            body[k].shape, 2e-3 * body[k].z);
        scree_world *w = world_of(text, 1);
        advance(w, 100);
        const double volume = value(w, "f wear_volume");
        first = k == 0 ? volume : first;
        assert_true(volume > 0.0);
        near(volume, first, 1e-6 * first, body[k].shape);
        scree_world_close(w);
        scree_free(text);
    }
}

static void drag(void) {
    scree_world *w = bodies("", ", velocity: [0, 0, 0.1]",
                            "force_fields: {fluid: {density: 1, viscosity: 1, drag: stokes}}\n");
    static const uint64_t id[5] = {SPHERE, CLUMP, EGG, BOX, TWO};
    advance(w, 100);
    for (int k = 0; k < 5; k++) {
        const double m = get(w, "mass", id[k], 0), d = cbrt(6.0 / PI * m / DENSITY),
                     v = get(w, k == 0 ? "velocity" : "body_velocity", id[k], 2);
        near(v, 0.1 * exp(-3.0 * PI * d / m * 1e-4), 1e-6, "drag");
    }
    scree_world_close(w);
}

static void contact_masses(void) {
    scree_world *w = bodies("", "", "");
    const size_t i = row_of(w, EGG);
    const double m = get(w, "mass", EGG, 0), x = 2e-3;
    // 1/m = 1/M + x^2 / I, I = M (a^2 + c^2) / 5 about y
    near(m * scree_convex_mobility(w, i, 1.0 / m, vec3(x, 0, 0), vec3(0, 0, 1)), 1.0 + x * x / (10e-6 / 5.0),
         1e-9, "egg beside its centre");
    const scree_mobility_tensor *t = &w->p.mobility[row_of(w, CLUMP)];
    const double clump = get(w, "mass", CLUMP, 0); // I = M (R^2 + 2/5 R^2)
    near(clump * t->zz, 1.0 + 1.0 / 1.4, 1e-9, "member beside the centre");
    scree_world_close(w);
}

// ---- the table ---------------------------------------------------------------------------------------------------

static const struct {
    const char *name;
    void (*check)(void);
} rows[] = {{"search of pairs", search},
            {"contact laws", laws},
            {"mass at a contact", contact_masses},
            {"relative overlap", overlaps},
            {"surface to the ambient", surface},
            {"heat sources by volume", heat_sources},
            {"measure `height`", heights},
            {"measure `angle_of_repose`", slope},
            {"measures of packing", packing},
            {"mean diameters", mean_sizes},
            {"films of liquid", films},
            {"energy of impacts", impacts},
            {"diameter of `oka`", erosion},
            {"drag of a fluid", drag}};
enum { ROWS = sizeof rows / sizeof *rows };

static void each_row(void **state) {
    (void)state;
    for (int k = 0; k < ROWS; k++) {
        rows[k].check();
    }
}

static void table_is_complete(void **state) {
    (void)state;
    char path[4096], line[4096];
    int found = 0;
    bool inside = false;
    snprintf(path, sizeof path, "%s/docs/shapes.md", getenv("SCREE_SOURCE"));
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        inside = line[0] == '|' && (inside || strncmp(line, "| use of a radius |", 19) == 0);
        if (!inside || strncmp(line, "| use of", 8) == 0 || strncmp(line, "|---", 4) == 0) {
            continue;
        }
        bool listed = false;
        for (int k = 0; k < ROWS; k++) {
            const size_t n = strlen(rows[k].name);
            listed |= strncmp(line + 2, rows[k].name, n) == 0 && strncmp(line + 2 + n, " |", 2) == 0;
        }
        if (!listed) {
            fail_msg("no test: %s", line);
        }
        found++;
    }
    fclose(f);
    assert_int_equal(found, ROWS);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_row), cmocka_unit_test(table_is_complete)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
