// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// Fixed particles: no force moves them, others collide with them as with an infinite mass, particles on an incline of them stay
// at small angles and flow at large ones, and the ledger is closed when they move.
// not with sanitizers: it compares figures of a few bodies, on paths through the code that the tests of all bodies take
#include "measure/totals.h"
#include "world_of_text.h"
#include <unistd.h>

#define MATERIAL                                                                                             \
    "materials: {m: {density: 2500, young: 1e7, poisson: 0.3, restitution: 0.7, friction: 0.5, "             \
    "rolling_friction: 0.05}}\n"                                                                             \
    "output: {plot: false, series: {every: 0}}\n"

static const scree_vec3 zero = {0, 0, 0};

static scree_particle fixed_ball(uint64_t id, double r, scree_vec3 x, scree_vec3 v, scree_vec3 w) {
    scree_particle q = ball(id, r, x, v, w);
    q.fixed = true;
    return q;
}

static scree_world *world_of(const char *text, const scree_particle *q, size_t n) {
    return world_of_text(scree_format("%s" MATERIAL, text), q, n);
}

// With either id smaller: the free one rebounds with e times its speed, and the fixed one does not move at all.
static void bounces_as_off_an_infinite_mass(void **state) {
    (void)state;
    for (int order = 0; order < 2; order++) {
        const double r = 0.01, e = 0.7, v = 0.5;
        scree_particle q[2] = {ball(1 + (uint64_t)order, r, vec3(0.0, 0, 2.001 * r), vec3(0, 0, -v), zero),
                               fixed_ball(2 - (uint64_t)order, 2 * r, vec3(0, 0, -r), zero, zero)};
        scree_world *w = world_of("time: {end: 1, dt: 2 us, velocity_scale: 1}\n", q, 2);
        advance(w, 20000);
        assert_int_equal(w->contacts, 0);
        scree_vec3 after = velocity_of(w, q[0].id), x = place_of(w, q[1].id), still = velocity_of(w, q[1].id);
        expect_near(after.z, e * v, 2e-3 * v, "speed after the bounce");
        assert_true(x.x == 0.0 && x.y == 0.0 && x.z == -r && vec_norm2(still) == 0.0);
        scree_world_destroy(w);
    }
}

// A ball at rest on three fixed ones: the forces reported for them are its weight. Gravity on them is not
// included.
static void forces_on_them_are_the_load(void **state) {
    (void)state;
    const double r = 0.01, g = 9.81;
    scree_particle q[4];
    for (int k = 0; k < 3; k++) {
        static const double at[3][2] = {{1.0, 0.0}, {-0.5, 0.8660254037844386}, {-0.5, -0.8660254037844386}};
        q[k] = fixed_ball(1 + (uint64_t)k, r, vec3(1.2 * r * at[k][0], 1.2 * r * at[k][1], 0), zero, zero);
    }
    q[3] = ball(4, r, vec3(0, 0, 1.6 * r), zero, zero);
    scree_world *w = world_of("time: {end: 1, dt: 10 us, velocity_scale: 1}\ngravity: [0, 0, -9.81]\n", q, 4);
    assert_int_equal(w->contacts, 3); // and none among the three, 2.08 r apart and listed together
    advance(w, 60000);
    double m = w->p.motion[index_of_id(w, 4)].v.m, load = 0.0;
    for (uint64_t id = 1; id <= 3; id++) {
        load += w->p.f[index_of_id(w, id)].fz;
    }
    expect_near(load, -m * g, 1e-6 * m * g, "load");
    scree_totals t = scree_world_totals(w);
    assert_true(t.particles == 4 && t.fixed == 3 && t.contacts == 3);
    assert_true(t.mass == m && t.coordination == 3.0);
    assert_true(t.kinetic < 1e-12);
    expect_near(t.potential, m * g * place_of(w, 4).z, 1e-15 * m, "potential energy");
    scree_world_destroy(w);
}

// Overlapping fixed particles have no contacts, neither with walls; outlets ignore them, but they are deleted outside the
// domain.
static void no_contacts_of_their_own(void **state) {
    (void)state;
    scree_particle q[3] = {fixed_ball(1, 0.01, vec3(0, 0, 0), zero, zero),
                           fixed_ball(2, 0.01, vec3(0.005, 0, 0), vec3(0.1, 0, 0), vec3(0, 0, 7)),
                           fixed_ball(3, 0.01, vec3(0.5, 0, 0), vec3(100, 0, 0), zero)};
    scree_world *w = world_of("time: {end: 1, dt: 10 us, velocity_scale: 1}\ngravity: [0, 0, -9.81]\n"
                              "domain: {min: [-0.1,-0.1,-0.1], max: [0.6,0.1,0.1]}\n"
                              "walls: {w: {plane: {point: [0,0,-0.005], normal: [0,0,1]}, material: m}}\n"
                              "outlets: {o: {region: {half_space: {point: [0,0,0.09], normal: [0,0,-1]}}}}\n",
                              q, 3);
    advance(w, 1000);
    assert_true(w->pairs.n == 0 && w->contacts == 0 && w->outlet.data[0].count == 0 && w->lost == 1);
    scree_vec3 x = place_of(w, 2), v = velocity_of(w, 2);
    expect_near(x.x, 0.006, 1e-15, "place");
    assert_true(v.x == 0.1 && v.y == 0.0 && v.z == 0.0 && spin_of(w, 2).z == 7.0);
    scree_totals t = scree_world_totals(w);
    assert_true(t.particles == 2 && t.mass == 0.0 && t.kinetic == 0.0 && t.balance == 0.0);
    scree_world_destroy(w);
}

// Fixed spheres that move and spin among free ones: the free ones gain the work done by them. The error of the ledger
// has the order of the integrator, so it is much smaller with a quarter of the step.
static double balance_error(double dt, double *work) {
    enum { SIDE = 6 };
    scree_particle q[SIDE * SIDE * SIDE];
    size_t n = 0;
    for (int k = 0; k < SIDE * SIDE * SIDE; k++) {
        scree_vec3 x = vec3(0.006 * (k % SIDE) + 0.003, 0.006 * (k / SIDE % SIDE) + 0.003,
                            0.006 * (k / SIDE / SIDE) + 0.003);
        bool fixed = k % 5 == 0;
        scree_vec3 v = vec3(0.05 * (k % 3) - 0.05, 0.04 * (k % 4) - 0.06, 0.03 * (k % 7) - 0.09);
        q[n++] = fixed ? fixed_ball((uint64_t)k + 1, 0.0025, x, v, vec3(20.0, -30.0 * (k % 2), 15.0))
                       : ball((uint64_t)k + 1, 0.0028, x, vec_scale(3.0, v), zero);
    }
    char *text = scree_format("time: {end: 1, dt: %g, velocity_scale: 1}\n"
                              "domain: {min: [0,0,0], max: [0.036,0.036,0.036], periodic: [x, y, z]}\n"
                              "contacts: [{between: any, rolling: epsd2}]\n" MATERIAL,
                              dt);
    scree_world *w = world_of_text(text, q, n);
    uint64_t most = 0;
    for (double t = 0.0; t < 0.02; t += dt) {
        advance(w, 1);
        most = w->contacts > most ? w->contacts : most;
    }
    assert_true(most > 30);
    scree_totals t = scree_world_totals(w);
    *work = t.wall_work;
    double start = 0.0;
    for (size_t k = 0; k < n; k++) {
        double m = 4.0 / 3.0 * 3.14159265358979 * q[k].radius * q[k].radius * q[k].radius * 2500.0;
        start += q[k].fixed ? 0.0 : 0.5 * m * vec_norm2(q[k].v);
    }
    double off = t.balance - start;
    print_message("dt %g: work %.9g J, kinetic %.9g J from %.9g J, balance off by %.3g J\n", dt, t.wall_work,
                  t.kinetic, start, off);
    scree_world_destroy(w);
    return fabs(off);
}

static void the_ledger_closes(void **state) {
    (void)state;
    double work, coarse = balance_error(10e-6, &work), fine = balance_error(2.5e-6, &work);
    assert_true(fabs(work) > 1e-4);
    assert_true(coarse < 5e-3 * fabs(work) && fine < 0.3 * coarse);
}

// Momentum: what the free ones gain beyond their weight is minus the force on the fixed ones.
static void forces_balance(void **state) {
    (void)state;
    enum { N = 40 };
    scree_particle q[N];
    for (int k = 0; k < N; k++) {
        scree_vec3 x = vec3(0.0045 * (k % 5), 0.0045 * (k / 5 % 2), 0.0045 * (k / 10));
        q[k] = k % 3 ? ball((uint64_t)k + 1, 0.0024, x, vec3(0.1 * (k % 4), 0, -0.2), zero)
                     : fixed_ball((uint64_t)k + 1, 0.0023, x, vec3(0, 0.1, 0), vec3(0, 40, 0));
    }
    scree_world *w = world_of("time: {end: 1, dt: 5 us, velocity_scale: 1}\n", q, N);
    scree_vec3 impulse = zero, before = scree_world_totals(w).momentum;
    for (int step = 0; step <= 400; step++) {
        for (size_t i = 0; i < w->p.n; i++) {
            const scree_wrench *f = w->p.f + i;
            double part = step == 0 || step == 400 ? 0.5 : 1.0;
            impulse = vec_add_scaled(impulse, (1.0 - scree_mobility(w->p.motion[i].v.m)) * part * w->dt,
                                     vec3(f->fx, f->fy, f->fz));
        }
        if (step < 400) {
            advance(w, 1);
        }
    }
    scree_vec3 gained = vec_sub(scree_world_totals(w).momentum, before);
    assert_true(vec_norm(gained) > 1e-6);
    expect_vec_near(vec_add(gained, impulse), zero, 1e-12 * vec_norm(gained), "momentum gained and given");
    scree_world_destroy(w);
}

// ------------------------------------------------------------------------------------------------------ an incline

// Three layers of spheres on a base of fixed ones, gravity turned by the angle of the incline; mean speed downhill.
static double speed_on_incline(double sine, double cosine) {
    enum { ALONG = 12, ACROSS = 4, LAYERS = 3 };
    const double d = 0.004;
    scree_particle q[ALONG * ACROSS * (LAYERS + 1)];
    size_t n = 0;
    for (int layer = 0; layer <= LAYERS; layer++) {
        for (int k = 0; k < ALONG * ACROSS; k++) {
            double shake = 1e-5 * (double)(k * 7 % 5 + layer);
            scree_vec3 x = vec3(d * (k % ALONG) + 0.5 * d * (layer & 1) + shake,
                                d * (k / ALONG) + 0.5 * d * (layer & 1), 0.72 * d * layer);
            uint64_t id = (uint64_t)n + 1;
            q[n++] = layer ? ball(id, 0.49 * d, x, zero, zero) : fixed_ball(id, 0.5 * d, x, zero, zero);
        }
    }
    char *text = scree_format("time: {end: 1, dt: 20 us, velocity_scale: 1}\n"
                              "domain: {min: [0,0,-0.1], max: [0.048,0.016,0.1], periodic: [x, y]}\n"
                              "gravity: [%.17g, 0, %.17g]\n" MATERIAL,
                              9.81 * sine, -9.81 * cosine);
    scree_world *w = world_of_text(text, q, n);
    advance(w, 20000);
    double speed = 0.0;
    for (uint64_t id = 1; id <= n; id++) {
        if (id <= ALONG * ACROSS) {
            scree_vec3 x = place_of(w, id);
            assert_memory_equal(&x, &q[id - 1].x, sizeof x);
        } else {
            speed += velocity_of(w, id).x / (ALONG * ACROSS * LAYERS);
        }
    }
    scree_world_destroy(w);
    return speed;
}

static void an_incline_holds_and_flows(void **state) {
    (void)state;
    double gentle = speed_on_incline(0.17364817766693, 0.98480775301221); // 10 degrees
    double steep = speed_on_incline(0.64278760968654, 0.76604444311898);  // 40 degrees
    print_message("mean speed after 0.4 s: %.3g m/s at 10 degrees, %.3g m/s at 40\n", gentle, steep);
    assert_true(fabs(gentle) < 1e-4);
    assert_true(steep > 0.1);
}

// ------------------------------------------------------------------------------------------------- files and checks

static void write_text(const char *path, const char *text) {
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

static scree_world *world_of_file(const char *text) {
    scree_world *w = world_of_case(case_of_text(text), NULL, 0, 1, NULL);
    begin(w);
    return w;
}

static void run_case(const char *text) {
    scree_report *r = scree_report_create();
    scree_run_options o = scree_run_options_default();
    write_text("fixed.yaml", text);
    o.out = "fixed.out";
    o.overwrite = 1;
    o.threads = 1;
    scree_status status = scree_run("fixed.yaml", &o, r, NULL);
    expect_no_errors(r);
    assert_int_equal(status, SCREE_OK);
    scree_report_destroy(r);
}

// Fixed particles of a file; those that were fixed in a checkpoint; all of a checkpoint.
static void from_files(void **state) {
    (void)state;
    write_text("base.txt", "# id x y z radius vx vy vz\n1 0 0 0 0.01 0 0.5 0\n2 0.019 0 0 0.01 0 0 0\n");
    write_text("top.txt", "# id x y z radius\n3 0 0 0.0199 0.01\n");
#define SETTING "time: {end: 1 ms, dt: 10 us, velocity_scale: 1}\ngravity: [0, 0, -9.81]\n" MATERIAL
    run_case(SETTING
             "particles: [{file: base.txt, material: m, fixed: true}, {file: top.txt, material: m}]\n");
    scree_world *w =
        world_of_file(SETTING "particles: [{checkpoint: fixed.out/checkpoint_000000000100.scree}]\n");
    scree_totals t = scree_world_totals(w);
    assert_true(t.particles == 3 && t.fixed == 2 && t.contacts == 1 && w->has_fixed);
    expect_near(place_of(w, 1).y, 0.5e-3, 1e-15, "place of the one that moves");
    scree_world_destroy(w);
    w = world_of_file(SETTING
                      "particles: [{checkpoint: fixed.out/checkpoint_000000000100.scree, fixed: true}]\n");
    t = scree_world_totals(w);
    assert_true(t.particles == 3 && t.fixed == 3 && t.contacts == 0 && t.mass == 0.0);
    scree_vec3 v = velocity_of(w, 3);
    advance(w, 100);
    assert_true(v.z != 0.0 && velocity_of(w, 3).z == v.z);
    scree_world_destroy(w);
    static const char *const files[] = {"base.txt",
                                        "top.txt",
                                        "fixed.yaml",
                                        "fixed.out/checkpoint_000000000100.scree",
                                        "fixed.out/series.csv",
                                        "fixed.out/run.json",
                                        "fixed.out/run.files"};
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        assert_int_equal(unlink(files[k]), 0);
    }
    assert_int_equal(rmdir("fixed.out"), 0);
}

// The time step depends on free particles: small fixed ones do not make it shorter.
static void the_step_goes_by_free_particles(void **state) {
    (void)state;
    double dt[3];
    for (int k = 0; k < 3; k++) {
        scree_particle q[2] = {ball(1, 0.01, vec3(0, 0, 0.1), zero, zero),
                               ball(2, k == 0 ? 0.01 : 0.001, zero, zero, zero)};
        q[1].fixed = k < 2;
        scree_world *w = world_of("time: {end: 1, velocity_scale: 1}\n", q, 2);
        dt[k] = w->dt;
        scree_world_destroy(w);
    }
    assert_true(dt[0] == dt[1] && dt[2] < 0.2 * dt[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounces_as_off_an_infinite_mass),
        cmocka_unit_test(forces_on_them_are_the_load),
        cmocka_unit_test(no_contacts_of_their_own),
        cmocka_unit_test(the_ledger_closes),
        cmocka_unit_test(forces_balance),
        cmocka_unit_test(an_incline_holds_and_flows),
        cmocka_unit_test(from_files),
        cmocka_unit_test(the_step_goes_by_free_particles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
