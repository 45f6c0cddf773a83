// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300 PROCESSORS 2
// The same bits from any number of threads, any skin, every instruction set, from a restart at any step and from any
// storage order; and the same as last year (golden). The scenes are small but have everything that moves: sizes 1:10, two
// materials, meshes, moving walls, gates, insertion at a rate, outlets, periodic sides, every law.
#include "base/random.h"
#include "step/kernels.h"
#include "world_of_text.h"
#include <dirent.h>
#include <unistd.h>

typedef struct scene {
    const char *name, *text;
    uint64_t steps;
    const char *golden; // digest after `steps`; changes on purpose only, with the reason in the commit
} scene;

#define MATERIALS                                                                                            \
    "materials:\n"                                                                                           \
    "  a: {density: 2500, young: 1e6, poisson: 0.2, restitution: 0.5, friction: 0.4, rolling_friction: "     \
    "0.05}\n"                                                                                                \
    "  b: {density: 1500, young: 2e6, poisson: 0.35, restitution: 0.8, friction: 0.2, rolling_friction: "    \
    "0.01}\n"                                                                                                \
    "  c: {density: 2000, young: 2e6, poisson: 0.3, restitution: 0.6, friction: 0.3, rolling_friction: "     \
    "0.01}\n"                                                                                                \
    "search: {skin: 1 mm}\n"                                                                                 \
    "output: {plot: false, series: {every: 0}}\n"

static const scene scenes[] = {
    {"hopper",
     "time: {end: 0.07, dt: 20 us, velocity_scale: 2}\n"
     "gravity: [0, 0, -9.81]\n"
     "domain: {min: [-0.05,-0.03,-0.2], max: [0.05,0.03,0.2], periodic: [y]}\n" MATERIALS
     "contacts: [{between: any, rolling: epsd}]\n"
     "walls:\n"
     "  funnel: {mesh: {file: funnel.stl}, material: a}\n"
     "  shaker: {plane: {point: [-0.045,0,0], normal: [1,0,0]}, material: b,\n"
     "    motion: {vibrate: {amplitude: [1 mm,0,0], frequency: 60}}}\n"
     "  paddle: {mesh: {file: paddle.stl}, material: a,\n"
     "    motion: {rotate: {axis: [0,1,0], point: [0,0,0.03], rate: 60}, start: 10 ms}}\n"
     "  side: {plane: {point: [0.045,0,0], normal: [-1,0,0]}, material: b}\n"
     "  gate: {plane: {point: [0,0,-0.03], normal: [0,0,1]}, material: b, stop: 50 ms}\n"
     "insertion:\n"
     "  - {material: a, rate: 6000 1/s, region: {box: {min: [-0.03,-0.03,0.06], max: [0.03,0.03,0.09]}},\n"
     "     diameter: {uniform: [3 mm, 6 mm]}, velocity: [0,0,-1.5], velocity_spread: [0.2,0.2,0.1], every: 5 "
     "ms}\n"
     "  - {material: b, fill: random, region: {box: {min: [-0.01,-0.03,-0.03], max: [0.01,0.03,0]}}, "
     "fraction: "
     "0.35,\n"
     "     diameter: {table: [[1.5 mm, 0.9], [15 mm, 0.1]]}, distribution: number, velocity: [0,0,-0.5]}\n"
     "outlets: {exit: {region: {half_space: {point: [0,0,-0.035], normal: [0,0,-1]}}}}\n",
     3500, "d1c81071a87f117727c01e7abf8f903d"},
    {"drum",
     "time: {end: 0.04, dt: 20 us, velocity_scale: 2}\n"
     "gravity: [0, 0, -9.81]\n" MATERIALS "contacts:\n"
     "  - {between: any, tangential: {law: linear_spring, limit: elastic}, rolling: cdt}\n"
     "  - {between: [a, b], normal: {law: hertz, end: zero_force}, tangential: coulomb}\n"
     "walls:\n"
     "  shell: {cylinder: {point: [0,-0.03,0], axis: [0,1,0], radius: 0.05, length: 0.06}, material: b,\n"
     "    motion: {rotate: {axis: [0,1,0], point: [0,0,0], rate: 300 rpm}}}\n"
     "  front: {plane: {point: [0,-0.02,0], normal: [0,1,0]}, material: a}\n"
     "  back: {plane: {point: [0,0.02,0], normal: [0,-1,0]}, material: b, surface_velocity: [0.5,0,0]}\n"
     "insertion:\n"
     "  - {material: a, fill: lattice, region: {cylinder: {point: [0,-0.02,0], axis: [0,1,0], radius: 0.045, "
     "length: "
     "0.04}},\n"
     "     diameter: {normal: {mean: 5 mm, deviation: 0.5 mm}}, count: 400, velocity: [0,0,-0.8]}\n"
     "  - {material: b, fill: random, region: {box: {min: [-0.02,-0.02,0], max: [0.02,0.02,0.04]}}, count: "
     "100,\n"
     "     diameter: 2 mm}\n",
     2000, "dd6eb41f5c0d2c55ea903459134e4496"},
    {"gas",
     "time: {end: 0.04, dt: 20 us, velocity_scale: 2, integrator: verlet_half_step}\n"
     "domain: {min: [0,0,0], max: [0.06,0.05,0.04], periodic: [x, y, z]}\n" MATERIALS
     "contacts: [{between: any, normal: {law: hooke, stiffness: 500}, rolling: epsd}]\n"
     "insertion:\n"
     "  - {material: a, fill: random, region: {box: {min: [0,0,0], max: [0.06,0.05,0.04]}}, count: 250,\n"
     "     diameter: {lognormal: {median: 4 mm, deviation: 0.3, min: 2 mm, max: 8 mm}}, velocity_spread: "
     "[2,2,2]}\n"
     "  - {material: b, fill: random, region: {box: {min: [0,0,0], max: [0.06,0.05,0.04]}}, count: 200,\n"
     "     diameter: 2 mm, velocity_spread: [2,2,2]}\n",
     2000, "9e3021ef0b95fc704c7fb4405626d591"},
    {"hot", // law sets that have a loop of their own
     "time: {end: 0.02, dt: 10 us, velocity_scale: 2}\n"
     "gravity: [0, 0, -9.81]\n"
     "domain: {min: [0,0,0], max: [0.03,0.03,0.06], periodic: [x, y]}\n" MATERIALS "contacts:\n"
     "  - {between: [a, b], normal: {law: hooke, stiffness: 200}, tangential: linear_spring}\n"
     "  - {between: [b, b], normal: {law: hooke_hysteresis, elastic_stiffness: 100, max_stiffness_ratio: 4,\n"
     "     adhesion_stiffness_ratio: 0.1, plasticity_depth: 0.05}, tangential: {law: linear_spring, preset: "
     "liggghts}}\n"
     "  - {between: [b, c], normal: {law: hooke_hysteresis, elastic_stiffness: 100, max_stiffness_ratio: 4,\n"
     "     adhesion_stiffness_ratio: 0.1, plasticity_depth: 0.05}, tangential: linear_spring}\n"
     "walls:\n"
     "  floor: {plane: {point: [0,0,0], normal: [0,0,1]}, material: a,\n"
     "    motion: {vibrate: {amplitude: [0,0,0.5 mm], frequency: 60}}}\n"
     "insertion:\n"
     "  - {material: a, fill: random, region: {box: {min: [0,0,0], max: [0.03,0.03,0.02]}}, fraction: 0.35,\n"
     "     diameter: {uniform: [2 mm, 4 mm]}, velocity: [0.3,0,-1], velocity_spread: [0.2,0.2,0.1]}\n"
     "  - {material: b, fill: random, region: {box: {min: [0,0,0.02], max: [0.03,0.03,0.04]}}, fraction: "
     "0.35,\n"
     "     diameter: {uniform: [1.5 mm, 3 mm]}, velocity: [0,0.3,-2], velocity_spread: [0.2,0.2,0.1]}\n"
     "  - {material: c, fill: random, region: {box: {min: [0,0,0.04], max: [0.03,0.03,0.06]}}, fraction: "
     "0.35,\n"
     "     diameter: {uniform: [1.5 mm, 3 mm]}, velocity: [0,0.3,-3], velocity_spread: [0.2,0.2,0.1]}\n",
     2000, "3ed82507aa313212bbe7eab3f9f128ed"},
    {"rough", // an incline of fixed spheres; one plate of them is drawn along beneath
     "time: {end: 0.05, dt: 20 us, velocity_scale: 2}\n"
     "gravity: [5, 0, -8.4]\n"
     "domain: {min: [-0.03,-0.02,-0.02], max: [0.03,0.02,0.2], periodic: [x, y]}\n" MATERIALS
     "contacts: [{between: any, rolling: epsd}]\n"
     "walls: {lid: {plane: {point: [0,0,0.1], normal: [0,0,-1]}, material: b, motion: {translate: "
     "{velocity: [0,0,-1]}}}}\n"
     "particles:\n"
     "  - {file: rough.txt, material: b, fixed: true}\n"
     "  - {file: plate.txt, material: a, fixed: true}\n"
     "insertion:\n"
     "  - {material: a, fill: random, region: {box: {min: [-0.03,-0.02,0.004], max: [0.03,0.02,0.04]}}, "
     "count: 500,\n"
     "     diameter: {uniform: [3 mm, 6 mm]}, velocity: [0.3,0,-1]}\n"
     "outlets: {sample: {region: {box: {min: [0.02,-0.02,0], max: [0.03,0.02,0.02]}}}}\n",
     2500, "97f0807d270edc5b530adf3216e4cc29"},
    {"mixed", // with and without rolling, necks without memory
     "time: {end: 0.02, dt: 10 us, velocity_scale: 2}\n"
     "gravity: [0, 0, -9.81]\n"
     "domain: {min: [0,0,0], max: [0.03,0.03,0.06], periodic: [x, y]}\n" MATERIALS "contacts:\n"
     "  - {between: [a, b], normal: {law: hooke, stiffness: 200}, tangential: linear_spring, rolling: epsd}\n"
     "  - {between: [b, b], normal: {law: jkr, surface_energy: 0.05}, tangential: none}\n"
     "walls:\n"
     "  floor: {plane: {point: [0,0,0], normal: [0,0,1]}, material: a}\n"
     "insertion:\n"
     "  - {material: a, fill: random, region: {box: {min: [0,0,0], max: [0.03,0.03,0.03]}}, fraction: 0.35,\n"
     "     diameter: {uniform: [2 mm, 4 mm]}, velocity: [0.3,0,-1], velocity_spread: [0.2,0.2,0.1]}\n"
     "  - {material: b, fill: random, region: {box: {min: [0,0,0.03], max: [0.03,0.03,0.06]}}, fraction: "
     "0.35,\n"
     "     diameter: {uniform: [1.5 mm, 3 mm]}, velocity: [0,0.3,-2], velocity_spread: [0.2,0.2,0.1]}\n",
     2000, "26f4add2ae18aac1b41aaa92864b2cb5"},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

static int make_files(void **state) {
    (void)state;
    enum { ACROSS = 6, ALONG = 4 };
    scree_vec3 corner[2 * ACROSS * ALONG * 3 + 6];
    size_t n = 0;
    for (int side = -1; side <= 1;
         side += 2) { // two slopes to a slot, in strips across the whole periodic side
        for (int k = 0; k < ALONG; k++) {
            double y0 = -0.03 + 0.06 * k / ALONG, y1 = -0.03 + 0.06 * (k + 1) / ALONG, x0 = side * 0.008,
                   x1 = side * 0.05;
            const scree_vec3 quad[6] = {{x0, y0, -0.02}, {x1, y0, 0.03}, {x1, y1, 0.03},
                                        {x0, y0, -0.02}, {x1, y1, 0.03}, {x0, y1, -0.02}};
            memcpy(corner + n, quad, sizeof quad);
            n += 6;
        }
    }
    write_mesh("funnel.stl", corner, n / 3);
    static const scree_vec3 paddle[6] = {{-0.015, -0.01, 0.03}, {0.015, -0.01, 0.03}, {0.015, 0.01, 0.03},
                                         {-0.015, -0.01, 0.03}, {0.015, 0.01, 0.03},  {-0.015, 0.01, 0.03}};
    write_mesh("paddle.stl", paddle, 2);
    FILE *rough = fopen("rough.txt", "w"), *plate = fopen("plate.txt", "w");
    assert_true(rough && plate);
    fprintf(rough, "# id x y z radius\n");
    fprintf(plate, "# id x y z radius vx vy vz\n");
    for (int k = 0; k < 15 * 10;
         k++) { // 4 mm apart and larger than that; the plate between two rows, over the base
        double x = -0.03 + 0.004 * (k % 15), y = -0.02 + 0.004 * (k / 15);
        fprintf(rough, "%d %.17g %.17g %.17g %.17g\n", k + 1, x, y, 0.0005 * (k % 3), 0.0025);
        if (k / 15 == 4 && k % 15 < 5) {
            fprintf(plate, "%d %.17g %.17g %.17g %.17g 0.4 0 0.1\n", k + 1001, x, y, 0.003, 0.003);
        }
    }
    assert_int_equal(fclose(rough) | fclose(plate), 0);
    return 0;
}

static void clear_folder(const char *path) {
    DIR *folder = opendir(path);
    for (struct dirent *e; folder && (e = readdir(folder));) {
        char *file = scree_format("%s/%s", path, e->d_name);
        unlink(file);
        scree_free(file);
    }
    if (folder) {
        closedir(folder);
    }
    rmdir(path);
}

static int remove_files(void **state) {
    (void)state;
    clear_folder("run.out");
    unlink("funnel.stl");
    unlink("paddle.stl");
    unlink("rough.txt");
    unlink("plate.txt");
    unlink("scene.yaml");
    unlink("pack.txt");
    return 0;
}

static scree_world *open_scene(const scene *s, double skin, int threads, const char *isa) {
    scree_case *c = case_of_text(s->text);
    c->skin = skin > 0.0 ? skin : c->skin;
    scree_world *w = world_of_case(c, NULL, 0, threads, isa);
    begin(w);
    return w;
}

static void expect_digest(const scree_world *w, const scene *s, const char *how) {
    char hex[33];
    scree_hash_hex(scree_world_digest(w), hex);
    if (strcmp(hex, s->golden) != 0) {
        fail_msg("scene %s, %s: digest \"%s\", wanted \"%s\"", s->name, how, hex, s->golden);
    }
}

static void golden(void **state) {
    (void)state;
    for (int k = 0; k < SCENES; k++) {
        scree_world *w = open_scene(&scenes[k], 0.0, 1, NULL);
        uint64_t contacts = 0; // the most seen: the scene still does what it is there for
        for (uint64_t step = 0; step < scenes[k].steps; step += 100) {
            advance(w, 100);
            contacts = w->contacts > contacts ? w->contacts : contacts;
        }
        print_message("%s: %zu particles, %llu contacts, %llu lists, %llu out\n", scenes[k].name, w->p.n,
                      (unsigned long long)contacts, (unsigned long long)w->rebuilds,
                      (unsigned long long)(w->outlet.n ? w->outlet.data[0].count : 0));
        assert_true(contacts > 50 && w->rebuilds > 10 && w->p.n > 200);
        assert_true(w->outlet.n == 0 || w->outlet.data[0].count > 0);
        expect_digest(w, &scenes[k], "one thread");
        scree_world_destroy(w);
    }
}

static void any_threads(void **state) {
    (void)state;
    for (int k = 0; k < SCENES; k++) {
        for (int threads = 2; threads <= 3; threads++) {
            scree_world *w = open_scene(&scenes[k], 0.0, threads, NULL);
            advance(w, scenes[k].steps);
            expect_digest(w, &scenes[k], threads == 2 ? "two threads" : "three threads");
            scree_world_destroy(w);
        }
    }
}

static void any_skin(void **state) {
    (void)state;
    static const double skin[] = {0.4e-3, 2.5e-3};
    for (int k = 0; k < SCENES; k++) {
        uint64_t rebuilds[2];
        for (int j = 0; j < 2; j++) {
            scree_world *w = open_scene(&scenes[k], skin[j], 1, NULL);
            advance(w, scenes[k].steps);
            expect_digest(w, &scenes[k], j == 0 ? "small skin" : "large skin");
            rebuilds[j] = w->rebuilds;
            scree_world_destroy(w);
        }
        assert_true(rebuilds[0] > 2 * rebuilds[1]);
    }
}

static void every_instruction_set(void **state) {
    (void)state;
    static const char *const isa[] = {"v2", "v3", "v4"};
    for (int k = 0; k < SCENES; k++) {
        for (int j = 0; j < 3; j++) {
            if (scree_kernels_choose(isa[j])) {
                scree_world *w = open_scene(&scenes[k], 0.0, 1, isa[j]);
                advance(w, scenes[k].steps);
                expect_digest(w, &scenes[k], isa[j]);
                scree_world_destroy(w);
            }
        }
    }
}

static void run_to(int64_t step, int resume, char digest[33]) {
    scree_report *r = scree_report_create();
    scree_run_options o = scree_run_options_default();
    o.out = "run.out";
    o.threads = resume ? 2 : 1;
    o.steps = step;
    o.resume = resume;
    scree_status status = scree_run("scene.yaml", &o, r, digest);
    expect_no_errors(r);
    assert_int_equal(status, SCREE_OK);
    scree_report_destroy(r);
}

// Stopped and resumed again and again: in flight, at an insertion, just after a wall began to move, at the gate.
static void any_restart(void **state) {
    (void)state;
    static const int64_t stop[] = {1, 250, 251, 499, 777, 1000, 1501, 2499, 2500, -1};
    for (int k = 0; k < SCENES; k++) {
        char digest[33];
        FILE *f = fopen("scene.yaml", "w");
        assert_non_null(f);
        fputs(scenes[k].text, f);
        fclose(f);
        for (size_t j = 0; j < sizeof stop / sizeof *stop; j++) {
            run_to(stop[j], j > 0, digest);
        }
        if (strcmp(digest, scenes[k].golden) != 0) {
            fail_msg("scene %s, restarted: digest \"%s\", wanted \"%s\"", scenes[k].name, digest,
                     scenes[k].golden);
        }
        clear_folder("run.out");
    }
}

// ---------------------------------------------------------------------------------------------------- storage order

enum { N = 400 };

// The same particles with the same ids, in the file in the order given.
static void write_pack(const uint32_t *order) {
    FILE *f = fopen("pack.txt", "w");
    assert_non_null(f);
    fprintf(f, "# id x y z radius vx vy vz\n");
    for (int k = 0; k < N; k++) {
        scree_random r = {77, 1, order[k], 0};
        double u[5];
        for (int j = 0; j < 5; j++) {
            u[j] = scree_random_uniform(&r);
        }
        fprintf(f, "%u %.17g %.17g %.17g %.17g %.17g %.17g %.17g\n", 1000 + 7 * order[k],
                0.006 * (order[k] % 10) + 0.001 * u[0], 0.006 * (order[k] / 10 % 8) + 0.001 * u[1],
                0.006 * (order[k] / 80) + 0.004, 0.001 + 0.0015 * u[2], 4 * u[3] - 2, 4 * u[4] - 2, -2.0);
    }
    assert_int_equal(fclose(f), 0);
}

static scree_hash of_pack(scree_totals *t) {
    scree_world *w = world_of_case(
        case_of_text("time: {end: 1, dt: 20 us, velocity_scale: 3}\ngravity: [0, 0, -9.81]\n"
                     "domain: {min: [-0.003,-0.003,-1], max: [0.057,0.045,1], periodic: [x, y]}\n" MATERIALS
                     "contacts: [{between: any, rolling: epsd}]\n"
                     "walls: {floor: {plane: {point: [0,0,0], normal: [0,0,1]}, material: b}}\n"
                     "particles: [{file: pack.txt, material: a}]\n"),
        NULL, 0, 1, NULL);
    begin(w);
    advance(w, 1500);
    assert_true(w->contacts > 50);
    scree_hash h = scree_world_digest(w);
    *t = scree_world_totals(w);
    scree_world_destroy(w);
    return h;
}

static void any_storage_order(void **state) {
    (void)state;
    uint32_t order[N];
    scree_totals first = {0}, t;
    scree_hash golden_one = {0, 0};
    for (uint32_t k = 0; k < N; k++) {
        order[k] = k;
    }
    for (int shuffle = 0; shuffle < 3; shuffle++) {
        write_pack(order);
        scree_hash h = of_pack(&t);
        if (shuffle == 0) {
            golden_one = h;
            first = t;
        }
        assert_true(scree_hash_equal(h, golden_one));
        assert_true(t.kinetic == first.kinetic && t.rotational == first.rotational && t.mass == first.mass &&
                    t.potential == first.potential && t.momentum.x == first.momentum.x &&
                    t.momentum.y == first.momentum.y && t.momentum.z == first.momentum.z);
        for (uint32_t k = N - 1; k > 0; k--) {
            scree_random r = {5, 9, k, shuffle};
            uint32_t j = (uint32_t)(scree_random_uniform(&r) * (k + 1)), swap = order[k];
            order[k] = order[j];
            order[j] = swap;
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden),      cmocka_unit_test(any_threads),
        cmocka_unit_test(any_skin),    cmocka_unit_test(every_instruction_set),
        cmocka_unit_test(any_restart), cmocka_unit_test(any_storage_order),
    };
    return cmocka_run_group_tests(tests, make_files, remove_files);
}
