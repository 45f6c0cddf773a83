// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// Bodies that touch several faces of a moving wall at once: what follows from the forces of their contacts, summed from outside, is what the columns say. Force,
// torque and power of the wall are so at every moment, to rounding; the losses and the heat and wear that they make, to an error that falls with
// the square of the step.
// not with sanitizers: it compares figures of a few bodies, on paths through the code that test_determinism and test_walls take
#include "measure/columns.h"
#include "random_points.h"
#include "scree/scree.h"
#include "world_of_text.h"

typedef struct scene {
    const char *name, *wall, *bodies, *shapes;
    double time; // s
} scene;

static double value_of(scree_world *w, const char *column) {
    double x = NAN;
    assert_non_null(scree_columns_value(w, column, &x));
    return x;
}

// A bowl of 8192 triangles in a square of 40 mm, with random heights: a ball touches many of them.
static void write_bowl(const char *path) {
    enum { N = 64 };
    static const int at[6][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}};
    const double side = 0.625e-3;
    static double z[N + 1][N + 1];
    static scree_vec3 corner[6 * N * N];
    size_t n = 0;
    for (int i = 0; i <= N; i++) {
        for (int j = 0; j <= N; j++) {
            const double x = side * (i - N / 2), y = side * (j - N / 2);
            z[i][j] = 40.0 * (x * x + y * y) + uniform(-0.06e-3, 0.06e-3);
        }
    }
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            for (int k = 0; k < 6; k++) {
                const int x = i + at[k][0], y = j + at[k][1];
                corner[n++] = vec3(side * (x - N / 2), side * (y - N / 2), z[x][y]);
            }
        }
    }
    write_mesh(path, corner, n / 3);
}

// Three faces that meet at right angles, and one that cuts their corner off.
static void write_corner(const char *path) {
    const double a = 40e-3, b = 2e-3;
    const scree_vec3 corner[] = {{0, 0, 0}, {a, 0, 0}, {a, a, 0}, {0, 0, 0}, {a, a, 0}, {0, a, 0}, {0, 0, 0},
                                 {0, a, 0}, {0, a, a}, {0, 0, 0}, {0, a, a}, {0, 0, a}, {0, 0, 0}, {0, 0, a},
                                 {a, 0, a}, {0, 0, 0}, {a, 0, a}, {a, 0, 0}, {b, 0, 0}, {0, b, 0}, {0, 0, b}};
    write_mesh(path, corner, sizeof corner / sizeof *corner / 3);
}

// ---- from outside ----------------------------------------------------------------------------------------------

enum { MOST = 64, BODIES = 4 };

typedef struct sums {
    scree_vec3 force, torque;             // on the wall, about the origin
    scree_vec3 on[BODIES], about[BODIES]; // on each body, about its centre
    double scale, lever;                  // N, N m
    bool several;                         // a body has several contacts
} sums;

static sums sum_contacts(const scree_world *w) {
    scree_contact_now c[MOST];
    const size_t n = scree_world_contact_list(w, MOST, c);
    sums s = {.scale = 0.0};
    assert_true(n <= MOST);
    for (size_t k = 0; k < n; k++) {
        const scree_vec3 f = vec3(c[k].force[0], c[k].force[1], c[k].force[2]),
                         t = vec3(c[k].torque[0], c[k].torque[1], c[k].torque[2]), x = place_of(w, c[k].a);
        const scree_vec3 arm = vec_sub(vec3(c[k].point[0], c[k].point[1], c[k].point[2]), x),
                         own = vec3(c[k].moment[0], c[k].moment[1], c[k].moment[2]);
        assert_true(c[k].wall == 0);
        expect_vec_near(t, vec_add(vec_cross(arm, f), own), 1e-13 * vec_norm(arm) * vec_norm(f),
                        "torque of the force at the point");
        s.force = vec_sub(s.force, f);
        s.torque = vec_sub(s.torque, vec_add(vec_cross(x, f), t));
        s.on[c[k].a - 1] = vec_add(s.on[c[k].a - 1], f);
        s.about[c[k].a - 1] = vec_add(s.about[c[k].a - 1], t);
        s.scale += vec_norm(f);
        s.lever += vec_norm(x) * vec_norm(f) + vec_norm(t);
        s.several |= k > 0 && c[k].a == c[k - 1].a;
    }
    return s;
}

// The wall has the force, the torque and the power of these contacts, the latter if it moves as a rigid body.
static void expect_loads(const scree_world *w, const sums *s) {
    const scree_wall_state *now = &w->wall.data[0].now;
    const double power = -(vec_dot(s->force, now->velocity) + vec_dot(s->torque, now->spin)),
                 scale = s->scale * vec_norm(now->velocity) + s->lever * vec_norm(now->spin);
    expect_vec_near(now->force, s->force, 1e-13 * s->scale, "force on the wall");
    expect_vec_near(now->torque, s->torque, 1e-13 * s->lever, "torque on the wall");
    expect_near(now->power, w->ledger.wall_power, 1e-13 * fabs(now->power), "power of all walls");
    if (w->wall.data[0].moves) {
        expect_near(now->power, power, 1e-13 * scale, "power of the wall");
    }
}

// Energy that the bodies get in a step, by force and torque times displacement and turn.
static double work_of(const scree_world *w, const sums *before, const sums *now, scree_vec3 *place,
                      scree_vec3 *spin) {
    double work = 0.0;
    for (uint64_t i = 0; i < w->p.n; i++) {
        const scree_vec3 x = place_of(w, i + 1), turns = spin_of(w, i + 1);
        work += 0.5 * vec_dot(vec_add(before->on[i], now->on[i]), vec_sub(x, place[i])) +
                0.5 * w->dt * (vec_dot(before->about[i], spin[i]) + vec_dot(now->about[i], turns));
        place[i] = x;
        spin[i] = turns;
    }
    return work;
}

typedef struct books {
    double lost,
        off; // J, what the columns say that contacts have lost, and its difference from the sum from outside
    int several; // steps in which a body had several contacts
} books;

static double lost_in(const scree_totals *t) {
    return sum_of_modes(t->viscous) + sum_of_modes(t->plastic);
}

static books keep_books(const scene *of, const char *normal, double dt) {
    scree_world *w = world_of_text(
        scree_format("time: {end: 10, dt: %.17g, velocity_scale: 1}\ngravity: [0, 0, -9.81]\n"
                     "materials: {m: {density: 2500, young: 2 MPa, poisson: 0.3, heat_capacity: 800}}\n"
                     "contacts: [{between: any, %s, friction: 0.4, rolling: epsd, "
                     "rolling_friction: 0.02, "
                     "wear: {law: friction_work, wear_per_work: 1e-9}}]\n"
                     "wear: {}\nheat: {temperature: 300 K, friction: 1}\n%s"
                     "walls: {w: {%s, material: m}}\nparticles: [%s]\n",
                     dt, normal, of->shapes, of->wall, of->bodies),
        NULL, 0);
    scree_vec3 place[BODIES], spin[BODIES];
    const scree_totals start = scree_world_totals(w);
    sums before = sum_contacts(w);
    double of_wall = w->wall.data[0].now.power, to_bodies = 0.0, by_wall = 0.0;
    books b = {.lost = 0.0};
    assert_true(w->p.n <= BODIES);
    for (uint64_t i = 0; i < w->p.n; i++) {
        place[i] = place_of(w, i + 1), spin[i] = spin_of(w, i + 1);
    }
    while (scree_world_time(w) < of->time - 0.5 * dt) {
        advance(w, 1);
        const sums now = sum_contacts(w);
        const double power = w->wall.data[0].now.power;
        expect_loads(w, &now);
        to_bodies += work_of(w, &before, &now, place, spin);
        by_wall += 0.5 * dt * (of_wall + power);
        of_wall = power;
        before = now;
        b.several += now.several;
    }
    const scree_totals t = scree_world_totals(w);
    const double stored = sum_of_modes(t.elastic) - sum_of_modes(start.elastic);
    b.lost = lost_in(&t) - lost_in(&start);
    b.off = fabs(b.lost - (by_wall - to_bodies - stored));
    expect_near(value_of(w, "heat_made"), b.lost, 1e-12 * b.lost, "heat of all losses");
    expect_near(value_of(w, "w wear_volume"), 1e-9 * (t.viscous[1] + t.plastic[1]), 1e-21 * b.lost,
                "volume per work");
    scree_world_destroy(w);
    return b;
}

#define TURNS(axis, rate) "motion: {rotate: {axis: " axis ", point: [0, 0, 0], rate: " rate "}}"
#define SHAKES "motion: {vibrate: {amplitude: [0.2 mm, 0.1 mm, 0.3 mm], frequency: 90 Hz}}"
#define TUBE(segments)                                                                                       \
    "cone: {point: [0, -10 mm, 0], axis: [0, 1, 0], radius: 20 mm, end_radius: 20 mm, length: 20 mm, "       \
    "segments: " segments "}, " TURNS("[0, 1, 0]", "60 rad/s")
#define IN_TUBE(low, high, shape)                                                                            \
    "{positions: [[0, 1 mm, " low "], [9 mm, -2 mm, " high "]], material: m, velocity: [1.2, 0.1, 0], "      \
    "spin: [30, -60, 90], " shape "}"
#define ON_SCREEN "velocity: [0.2, 0.15, -0.3], spin: [20, -30, 40]}"
#define IN_BOWL                                                                                              \
    "{positions: [[1 mm, -0.5 mm, 6 mm]], diameter: 10 mm, material: m, velocity: [0.3, 0.15, -0.1], spin: " \
    "[20, -30, 40]}"

static void books_of_the_forces(void **state) {
    (void)state;
    write_bowl("bowl.stl");
    static const scene scenes[] = {
        {"tube of 40", TUBE("40"), IN_TUBE("-17.4 mm", "-14.6 mm", "diameter: 5 mm"), "", 0.02},
        {"tube of 128", TUBE("128"), IN_TUBE("-17.4 mm", "-14.6 mm", "diameter: 5 mm"), "", 0.02},
        {"rice in a tube", TUBE("60"),
         IN_TUBE("-17 mm", "-13 mm", "shape: b, orientation: {axis: [1, 2, 3], angle: 40 deg}"),
         "shapes: {b: {ellipsoid: [4 mm, 2.5 mm, 2 mm]}}\n", 0.02},
        {"pills in a tube", TUBE("60"), IN_TUBE("-17 mm", "-13 mm", "shape: b"),
         "shapes: {b: {capsule: {radius: 2 mm, length: 7 mm}}}\n", 0.02},
        {"cone that fits",
         "cone: {point: [0, 0, -5 mm], axis: [0, 0, 1], length: 12 mm, radius: 3 mm, end_radius: 9 mm, "
         "segments: 12}, " TURNS("[0, 0, 1]", "40 rad/s"),
         "{positions: [[1 mm, -0.5 mm, 6 mm]], diameter: 8 mm, material: m, velocity: [0.1, 0.05, -0.3], "
         "spin: [20, -30, 40]}",
         "", 0.04},
        {"screen",
         "screen: {corner: [-25 mm, -25 mm, 0], first: [50 mm, 0, 0], second: [0, 50 mm, 0], columns: 5, "
         "rows: 5, hole: 3 mm, segments: 8}, " SHAKES,
         "{positions: [[1 mm, -0.5 mm, 3 mm], [12 mm, 7 mm, 3 mm]], diameter: 5 mm, material: m, " ON_SCREEN,
         "", 0.06},
        {"valley and ridges",
         "extrude: {line: [[-20 mm, -20 mm, 8 mm], [-8 mm, -20 mm, 1.5 mm], [-3 mm, -20 mm, 0.2 mm], [0, -20 "
         "mm, 0.3 mm], [3 mm, -20 mm, 0.2 mm], [8 mm, -20 mm, 1.5 mm], [20 mm, -20 mm, 8 mm]], along: [0, 40 "
         "mm, 0]}, " SHAKES,
         "{positions: [[1 mm, -0.5 mm, 2.8 mm], [-7 mm, 7 mm, 3.6 mm]], diameter: 5 mm, material: m, "
         "velocity: "
         "[0.5, 0.15, -0.1], spin: [20, -30, 40]}",
         "", 0.06},
        {"corner of a box", "mesh: {file: corner.stl}, " SHAKES,
         "{positions: [[4 mm, 4 mm, 4 mm]], diameter: 5 mm, material: m, velocity: [-0.5, -0.4, -0.6], spin: "
         "[20, -30, 40]}",
         "", 0.06},
        {"bowl", "mesh: {file: bowl.stl}, " SHAKES, IN_BOWL, "", 0.03},
        {"bowl whose surface moves", "mesh: {file: bowl.stl}, surface_velocity: [0.3, 0.2, 0]", IN_BOWL, "",
         0.03},
        {"rice in a bowl", "mesh: {file: bowl.stl}, " SHAKES,
         "{positions: [[1 mm, -0.5 mm, 6 mm]], shape: b, material: m, velocity: [0.3, 0.1, -0.1], spin: [30, "
         "-60, 90], orientation: {axis: [1, 2, 3], angle: 40 deg}}",
         "shapes: {b: {ellipsoid: [5 mm, 4 mm, 3 mm]}}\n", 0.03},
    };
    write_corner("corner.stl");
    for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++) {
        const books coarse = keep_books(&scenes[k], "restitution: 0.5", 8e-6),
                    fine = keep_books(&scenes[k], "restitution: 0.5", 2e-6);
        print_message("%s: %.3g J lost, off by %.2g, then %.2g of it; %d steps with several contacts\n",
                      scenes[k].name, fine.lost, coarse.off / coarse.lost, fine.off / fine.lost,
                      fine.several);
        assert_true(fine.several > 50);
        assert_true(coarse.off < 5e-4 * coarse.lost);
        assert_true(fine.off < 0.16 * coarse.off + 1e-6 * fine.lost); // a quarter of the step
    }
}

// The same with laws that have a memory. At an edge, a correction has the mean of the memories of the contacts around it. A force that changes its slope where
// the memory begins to change gives an error of order 1 to 2.
static void books_of_memories(void **state) {
    (void)state;
    write_bowl("bowl.stl");
    static const char *const laws[] = {
        "normal: {law: hooke_hysteresis, elastic_stiffness: 3e3, restitution: 0.8, max_stiffness_ratio: 3, "
        "adhesion_stiffness_ratio: 0, plasticity_depth: 0.02}",
        "normal: {law: walton_braun, stiffness: 3e3, restitution: 0.8}",
        "normal: {law: eepa, restitution: 0.8, contact_plasticity_ratio: 0.5}",
        "normal: {law: contact_sphere_sphere, contact_stiffness: 3e3, contact_plasticity_ratio: 0.5}",
        "normal: {law: thornton_ning, yield_stress: 100 kPa}",
        "normal: {law: luding, stiffness: 3e3, variant: luding2008, loading_ratio: 0.5, adhesion_ratio: 0.1, "
        "plasticity_depth: "
        "0.05, normal_viscosity: 0.01}",
    };
    static const scene scenes[] = {
        {"tube of 40", TUBE("40"), IN_TUBE("-17.4 mm", "-14.6 mm", "diameter: 5 mm"), "", 0.02},
        {"tube of 128", TUBE("128"), IN_TUBE("-17.4 mm", "-14.6 mm", "diameter: 5 mm"), "", 0.02},
        {"bowl", "mesh: {file: bowl.stl}, " SHAKES, IN_BOWL, "", 0.03},
    };
    for (size_t law = 0; law < sizeof laws / sizeof *laws; law++) {
        for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++) {
            const books coarse = keep_books(&scenes[k], laws[law], 8e-6),
                        fine = keep_books(&scenes[k], laws[law], 2e-6);
            print_message(
                "%s, %.40s: %.3g J lost, off by %.2g, then %.2g of it; %d steps with several contacts\n",
                scenes[k].name, laws[law], fine.lost, coarse.off / coarse.lost, fine.off / fine.lost,
                fine.several);
            assert_true(fine.several > 50);
            assert_true(coarse.off < 1e-3 * coarse.lost);
            // a quarter of the step; the path is another one with each step, so small errors scatter
            assert_true(fine.off < 0.3 * coarse.off + 4e-6 * fine.lost);
        }
    }
}

// A ball that slides around in a turning tube of facets: friction is mu times the normal force, so its work is that of Archard's path.
static void work_of_friction_is_that_of_its_path(void **state) {
    (void)state;
    scree_world *w = world_of_text(
        scree_format("time: {end: 10, dt: 4 us, velocity_scale: 1}\n"
                     "materials: {m: {density: 2500, young: 1 MPa, poisson: 0.25}}\n"
                     "contacts: [{between: any, restitution: 0.3, friction: 0.3}]\nwear: {}\n"
                     "walls: {w: {cone: {point: [0, -10 mm, 0], axis: [0, 1, 0], radius: 20 mm, end_radius: "
                     "20 mm, length: 20 mm}, " TURNS(
                         "[0, 1, 0]", "200 rad/s") ", material: m}}\n"
                                                   "particles: [{positions: [[0, 0, -17.982 mm]], diameter: "
                                                   "4 mm, material: m, velocity: "
                                                   "[3, 0.1, 0]}]\n"),
        NULL, 0);
    const scree_totals start = scree_world_totals(w);
    advance(w, 12500);
    const scree_totals t = scree_world_totals(w);
    const double work = value_of(w, "w sliding_work"), path = value_of(w, "w load_path");
    print_message("work of friction over mu times path: %.6f; balance off by %.2g of the kinetic energy\n",
                  work / (0.3 * path), (t.balance - start.balance) / start.kinetic);
    expect_near(work / (0.3 * path), 1.0, 1e-3, "work of friction over mu times path");
    expect_near(t.balance, start.balance, 2e-4 * start.kinetic, "balance");
    scree_world_destroy(w);
}

// Many bodies of which a few are between two faces: laws without rolling give a body no moment besides that of the force at the point, unless faces share its force. And the power of
// the wall is that of its torque, whatever other contacts are computed with those that are corrected.
static void moments_are_of_their_own_contact(void **state) {
    (void)state;
    scree_world *w = world_of_text(
        scree_format("time: {end: 10, dt: 10 us, velocity_scale: 1}\ngravity: [0, 0, -9.81]\nseed: 3\n"
                     "materials: {m: {density: 2500, young: 2 MPa, poisson: 0.3}}\n"
                     "contacts: [{between: any, restitution: 0.5, friction: 0.4}]\n"
                     "domain: {min: [-31 mm, -30 mm, -31 mm], max: [31 mm, 30 mm, 31 mm], periodic: [y]}\n"
                     "shapes: {b: {ellipsoid: [2 mm, 1.6 mm, 1.2 mm]}}\n"
                     "walls: {w: {cone: {point: [0, -30 mm, 0], axis: [0, 1, 0], radius: 30 mm, end_radius: "
                     "30 mm, length: "
                     "60 mm, segments: 24}, " TURNS(
                         "[0, 1, 0]", "3 rad/s") ", material: m}}\n"
                                                 "insertion: [{material: m, fill: random, count: 700, shape: "
                                                 "b, region: {box: {min: [-18 mm, -29 mm, "
                                                 "-18 mm], max: [18 mm, 29 mm, 0]}}}]\n"),
        NULL, 0);
    int alone = 0, shared = 0;
    for (int k = 0; k < 30; k++) {
        advance(w, 300);
        enum { MANY = 8192 };
        static scree_contact_now c[MANY];
        const size_t n = scree_world_contact_list(w, MANY, c);
        assert_true(n <= MANY);
        static int faces[1024];
        memset(faces, 0, sizeof faces);
        for (size_t i = 0; i < n; i++) {
            faces[c[i].wall == 0 ? c[i].a : 0]++;
        }
        for (size_t i = 0; i < n; i++) {
            if (c[i].wall == 0 && faces[c[i].a] == 1) {
                assert_true(c[i].moment[0] == 0.0 && c[i].moment[1] == 0.0 && c[i].moment[2] == 0.0);
                alone++;
            }
            shared += c[i].wall == 0 && faces[c[i].a] > 1;
        }
        const scree_wall_state *now = &w->wall.data[0].now;
        expect_near(now->power, -vec_dot(now->torque, now->spin), 1e-12 * fabs(now->power),
                    "power of the wall");
    }
    print_message("%d contacts of bodies with one, %d of bodies with several\n", alone, shared);
    assert_true(alone > 2000 && shared > 100);
    scree_world_destroy(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(books_of_the_forces),
                                       cmocka_unit_test(books_of_memories),
                                       cmocka_unit_test(moments_are_of_their_own_contact),
                                       cmocka_unit_test(work_of_friction_is_that_of_its_path)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
