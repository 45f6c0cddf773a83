// SPDX-License-Identifier: BSD-3-Clause
// The lab of a single contact: driven, evaluated and colliding contacts agree with the engine and with closed forms.
#include "maths/math.h"
#include "tools/lab/collide.h"
#include "tools/lab/drive.h"
#include "tools/lab/evaluate.h"
#include "tools/lab/sweep.h"
#include "tools/lab_files/csv_table.h"
#include "world_of_text.h"

static const char two_spheres[] =
    "materials:\n"
    "  glass: {density: 2500, young: 1e7, poisson: 0.3, restitution: 0.8, friction: 0.3}\n"
    "contacts: {between: any, rolling: epsd, rolling_friction: 0.1}\n"
    "lab: {a: {material: glass, radius: 5 mm}, b: {material: glass, radius: 4 mm}}\n";

static scree_outcome collide(const char *contacts, const char *lab) {
    char *text = scree_format("materials:\n  glass: {density: 2500, young: 1e7, poisson: 0.3}\n"
                              "contacts: {between: any, %s}\nlab: {a: {material: glass, radius: 5 mm}, %s}\n",
                              contacts, lab);
    scree_case *c = case_of_text(text);
    scree_outcome o;
    scree_report *r = scree_report_create();
    assert_true(scree_collide(c, &o, NULL, r));
    expect_no_errors(r);
    scree_report_destroy(r);
    scree_case_clear(c);
    scree_free(c);
    scree_free(text);
    return o;
}

// The required restitution is the actual one, for a sphere and a wall.
static void restitution(void **state) {
    (void)state;
    static const char *const other[] = {"b: {material: glass, radius: 4 mm}", "wall: glass"};
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 3; i++) {
            double e = 0.3 + 0.3 * i;
            char *laws = scree_format("restitution: %.17g, tangential: none", e);
            scree_outcome o = collide(laws, other[k]);
            assert_true(o.separated);
            expect_near(o.e_n, e, 1e-6, "restitution");
            expect_near(o.balance, 0.0, 1e-12, "what the ledger leaves over");
            expect_near(o.viscous[0], 0.5 * (o.kinetic_before - o.kinetic_after) * 2.0,
                        1e-5 * o.kinetic_before, "loss in the dashpot");
            expect_near(o.plastic[0], 0.0, 1e-5 * o.kinetic_before, "other normal loss");
            scree_free(laws);
        }
    }
}

// A conservative contact loses no energy: less than 1e-10 at 1000 steps per contact. The error decreases faster than the square
// of the step.
static void conservative(void **state) {
    (void)state;
    scree_outcome o = collide("restitution: 1, tangential: none", "wall: glass, steps_per_contact: 1000");
    expect_near(o.kinetic_after / o.kinetic_before, 1.0, 1e-10, "energy after an elastic collision");
    expect_near(o.balance, 0.0, 1e-13, "balance");
    expect_near(o.plastic[0], 0.0, 1e-10 * o.kinetic_before, "loss");
}

// With friction and dashpots the loss by mode converges with the order of the integrator.
static void losses_converge(void **state) {
    (void)state;
    double before[2] = {0, 0}, change[3];
    for (int i = 0; i < 4; i++) {
        char *lab = scree_format("b: {material: glass, radius: 4 mm}, angle: 50 deg, steps_per_contact: %d",
                                 500 << i);
        scree_outcome o = collide("restitution: 0.7, end: zero_overlap, friction: 0.4", lab);
        expect_near(o.balance, 0.0, 1e-12, "balance");
        double lost = o.viscous[1] + o.plastic[1];
        if (i > 0) {
            change[i - 1] = fabs(lost - before[0]) / o.kinetic_before;
        }
        before[0] = lost;
        scree_free(lab);
    }
    assert_true(change[0] < 1e-4 && change[2] < 0.3 * change[0]);
}

// Chung and Ooi's exact branch: full sliding takes e_t = 1 - mu (1 + e) / tan(angle), and the spin 5/2 mu (1 + e) v_n / R.
static void gross_sliding(void **state) {
    (void)state;
    double angle = 70.0 * SCREE_PI / 180.0, tangent = sin(angle) / cos(angle);
    scree_outcome o =
        collide("restitution: 1, friction: 0.1",
                "wall: glass, angle: 70 deg, speed: 1 mm/s"); // small overlap: the lever arm is R
    expect_near(o.e_t, 1.0 - 0.1 * 2.0 / tangent, 1e-4, "tangential velocity");
    expect_near(fabs(o.spin[0].y), 2.5 * 0.1 * 2.0 * cos(angle) * 1e-3 / 5e-3, 1e-4, "spin");
    expect_near(o.plastic[1], o.kinetic_before - o.kinetic_after, 1e-4 * o.kinetic_before, "friction loss");
}

static scree_case *bench_case(void) {
    return case_of_text(two_spheres);
}

static scree_table sheet_of(const char *text) {
    FILE *f = fopen("in.csv", "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
    scree_table s;
    scree_report *r = scree_report_create();
    assert_true(scree_csv_table_read("in.csv", &s, r));
    expect_no_errors(r);
    scree_report_destroy(r);
    return s;
}

static double at(const scree_table *s, size_t row, const char *name) {
    int column = scree_table_column(s, name);
    assert_true(column >= 0);
    return scree_table_at(s, row, column, NAN);
}

// A driven contact: Hertz force, friction against the slip up to the limit, history cleared at separation, work counted.
static void driven(void **state) {
    (void)state;
    scree_case *c = bench_case();
    scree_table path = sheet_of(
                    "# a comment\nt [s], overlap [m], slip_x\n0,1e-5,0\n1e-6,1e-5,1e-3\n1,1e-5,1e-3\n"
                    "2,-1e-6,0\n3,1e-5,0\n"),
                out = {0};
    scree_report *r = scree_report_create();
    scree_single_contact l;
    assert_true(scree_single_contact_open(&l, c, r) && scree_drive(&l, &path, &out, r));
    expect_no_errors(r);
    double r_eff = 5e-3 * 4e-3 / 9e-3, e_star = 1e7 / (2.0 * 0.91);
    double fn = 4.0 / 3.0 * e_star * sqrt(r_eff * 1e-5) * 1e-5;
    expect_near(at(&out, 0, "fn"), fn, 1e-14, "Hertz");
    assert_true(at(&out, 1, "ft_x") < 0.0 && at(&out, 1, "ft_x") > -0.3 * fn);
    expect_near(at(&out, 2, "ft_x"), -0.3 * fn, 1e-15, "friction limit");
    assert_true(at(&out, 3, "fn") == 0.0 && at(&out, 3, "ft_x") == 0.0 && at(&out, 3, "touching") == 0.0);
    assert_true(at(&out, 4, "ft_x") == 0.0 && at(&out, 4, "tangential_spring_x") == 0.0);
    double slid = 1e-3, put_in = 0.5 * (0.3 * fn - at(&out, 1, "ft_x")) * slid;
    expect_near(at(&out, 3, "dissipated_tangential"), put_in, 1e-4 * put_in, "work of friction");
    scree_table_clear(&path);
    scree_table_clear(&out);
    scree_report_destroy(r);
    scree_case_clear(c);
    scree_free(c);
}

// A path that begins in the middle of a contact: the rows from there on are those of the whole path, bit for bit.
static void driven_from_memory(void **state) {
    (void)state;
    scree_case *c = bench_case();
    scree_report *r = scree_report_create();
    scree_table whole =
        sheet_of("t,overlap,slip_x,slip_y\n0,1e-5,0,0\n1e-6,1e-5,1e-3,2e-3\n3e-6,1.2e-5,1e-2,0\n");
    scree_table all = {0}, rest = {0};
    scree_single_contact l;
    assert_true(scree_single_contact_open(&l, c, r) && scree_drive(&l, &whole, &all, r));
    char *text =
        scree_format("\xef\xbb\xbf\"t\",overlap,slip_x,dt,touching,tangential_spring_x,"
                     "tangential_spring_y,tangential_stiffness\r\n3e-6,1.2e-5,1e-2,%.17g,1,%.17g,%.17g,"
                     "%.17g\r\n4e-6,\"1.2e-5\",0,,,,,\r\n5e-6,1.2e-5,0,,0,,,\r\n",
                     3e-6 - 1e-6, at(&all, 1, "tangential_spring_x"), at(&all, 1, "tangential_spring_y"),
                     at(&all, 1, "tangential_stiffness"));
    scree_table part = sheet_of(text);
    assert_true(scree_single_contact_open(&l, c, r) && scree_drive(&l, &part, &rest, r));
    expect_no_errors(r);
    static const char *const same[] = {"fn", "ft_x", "ft_y", "tangential_spring_x", "tangential_spring_y"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        assert_true(at(&all, 2, same[i]) == at(&rest, 0, same[i]));
    }
    assert_true(at(&rest, 1, "tangential_spring_x") == at(&rest, 0, "tangential_spring_x")); // unchanged
    assert_true(at(&rest, 2, "touching") == 1.0 && at(&rest, 2, "tangential_spring_x") == 0.0);
    scree_free(text);
    scree_table_clear(&whole);
    scree_table_clear(&part);
    scree_table_clear(&all);
    scree_table_clear(&rest);
    scree_report_destroy(r);
    scree_case_clear(c);
    scree_free(c);
}

// The bodies start with the given gap.
static void gap(void **state) {
    (void)state;
    scree_outcome near = collide("restitution: 0.7, tangential: none", "wall: glass, dt: 1 us, gap: 0.25 um");
    scree_outcome far =
        collide("restitution: 0.7, tangential: none", "wall: glass, dt: 1 us, gap: 1000.25 um");
    assert_true(near.touched && far.touched);
    expect_near(near.e_n, far.e_n, 1e-11, "a thousand steps of free flight more");
    scree_outcome other =
        collide("restitution: 0.7, tangential: none", "wall: glass, dt: 1 us, gap: 0.75 um");
    assert_true(fabs(other.e_n - near.e_n) > 1e-9); // another phase of the first step
}

// The lab's evaluation of a full state is the engine's: same forces and torques, bit for bit, at the first touch.
static void evaluated(void **state) {
    (void)state;
    scree_case *c = bench_case();
    scree_single_contact l;
    scree_report *r = scree_report_create();
    assert_true(scree_single_contact_open(&l, c, r));
    scree_particle q[2] = {ball(1, 5e-3, vec3(0, 0, 0), vec3(0.3, 0.2, -0.1), vec3(10, -20, 30)),
                           ball(2, 4e-3, vec3(5e-3, 4e-3, 6.2e-3), vec3(-0.1, 0.05, 0.2), vec3(-5, 7, 11))};
    scree_lab_motion body[2] = {{q[0].x, q[0].v, q[0].w}, {q[1].x, q[1].v, q[1].w}};
    scree_lab_loads loads = scree_eval(&l, body, 0.0);
    assert_true(l.k.fn > 0.0);
    char *text = scree_format("time: {end: 1 s, dt: 1 us}\n%s", two_spheres);
    scree_world *w = world_of_text(text, q, 2);
    for (int k = 0; k < 2; k++) {
        const scree_wrench *f = &w->p.f[index_of_id(w, (uint64_t)k + 1)];
        assert_true(f->fx == loads.force[k].x && f->fy == loads.force[k].y && f->fz == loads.force[k].z);
        expect_near(f->tx, loads.torque[k].x, 1e-16, "torque");
        expect_near(f->ty, loads.torque[k].y, 1e-16, "torque");
        expect_near(f->tz, loads.torque[k].z, 1e-16, "torque");
    }
    // a trial is not kept: the same state from the same history gives the same again
    double before[SCREE_HISTORY_MAX] = {0};
    memcpy(l.h, before, sizeof before);
    l.touching = 0;
    scree_lab_loads again = scree_eval(&l, body, 0.0);
    assert_true(vec_norm(loads.velocity) > 0.0);
    assert_memory_equal(&again, &loads, sizeof loads);
    scree_world_destroy(w);
    scree_report_destroy(r);
    scree_case_clear(c);
    scree_free(c);
}

// Sets the value of a sweep in the case; false: refused, as reported.
static bool set(const scree_sweep *s, double value, scree_case *c, scree_report *r) {
    const char *name = s->name;
    char *wrong = scree_sweep_set(1, &name, &value, c);
    if (wrong) {
        scree_report_error(r, "--sweep %s", wrong);
    }
    const bool fine = !wrong;
    scree_free(wrong);
    return fine;
}

static void sweeps(void **state) {
    (void)state;
    scree_sweep s;
    scree_report *r = scree_report_create();
    assert_true(scree_sweep_read("angle=0:85:5", &s, r));
    assert_int_equal(scree_sweep_count(&s), 18);
    assert_true(scree_sweep_value(&s, 17) == 85.0);
    assert_true(scree_sweep_read("friction=0.3", &s, r));
    assert_int_equal(scree_sweep_count(&s), 1);
    scree_case *c = bench_case();
    assert_true(set(&s, 0.25, c, r) && c->pair[0].param[SCREE_TANGENTIAL][0] == 0.25);
    expect_no_errors(r);
    static const char *const bad[] = {"angle",         "angle=",      "=1",
                                      "angle=0:1",     "angle=0:1:0", "angle=1:0:1",
                                      "angle=0:1:2:3", "angle=0:x:1", "angle=0:1e9:1e-9"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        scree_report_clear(r);
        assert_false(scree_sweep_read(bad[i], &s, r));
        assert_int_equal(scree_report_size(r), 1);
    }
    scree_report_clear(r);
    assert_true(scree_sweep_read("friction=20", &s, r));
    assert_false(set(&s, 20.0, c, r));
    assert_string_equal(scree_report_text(r, 0),
                        "error: --sweep friction = 20: out of the parameter's range");
    static const char *const refused[] = {"preset=1", "limit=0.5", "steps_per_contact=100.7", "gap=0"};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        scree_report_clear(r);
        assert_true(scree_sweep_read(refused[i], &s, r));
        assert_false(set(&s, s.from, c, r));
        assert_int_equal(scree_report_size(r), 1);
    }
    scree_report_destroy(r);
    scree_case_clear(c);
    scree_free(c);
}

static const char bonded_spheres[] =
    "materials:\n"
    "  glass: {density: 2500, young: 1e7, poisson: 0.3}\n"
    "contacts: {between: any, normal: {law: hooke, stiffness: 1e6, restitution: 1}, tangential: none, bond: "
    "{law: parallel, "
    "bond_young: 1e9, bond_ratio: 2.5, bond_tension: 1e7}}\n"
    "lab: {a: {material: glass, radius: 5 mm}, b: {material: glass, radius: 5 mm}, bonded: 1 mm}\n";

// Pulled from the gap at which they were bonded, sheared, twisted; then they break, and touch as before.
static void bonded_pairs(void **state) {
    (void)state;
    const char *path = "t,overlap,overlap_rate,slip_x,twist\n0,-1e-3,0,0,0\n1,-1.05e-3,-5e-5,1e-5,2e-3\n"
                       "2,-1.2e-3,-1e-4,0,0\n3,1e-5,1e-3,0,0\n";
    scree_case *c = case_of_text(bonded_spheres);
    scree_report *r = scree_report_create();
    scree_single_contact l;
    scree_table states = sheet_of(path), out = {0};
    assert_true(scree_single_contact_open(&l, c, r) && scree_drive(&l, &states, &out, r));
    expect_no_errors(r);
    const double area = SCREE_PI * 25e-6, k = 1e9 / 11e-3 * area;
    const double wanted[4] = {0.0, -k * 5e-5, 0.0, 10.0};
    for (size_t row = 0; row < 4; row++) {
        expect_near(at(&out, row, "fn"), wanted[row], 1e-9 * k * 5e-5, "normal force");
        expect_near(at(&out, row, "break_mode"), row == 2 ? 1.0 : 0.0, 0.0, "breaks");
    }
    expect_near(at(&out, 1, "ft_x"), -k / 2.5 * 1e-5, 1e-9 * k * 1e-5, "shear force");
    expect_near(at(&out, 1, "mw"), -k * 12.5e-6 / 2.5 * 2e-3, 1e-9, "torque");
    expect_near(at(&out, 1, "bond_load"), k * 5e-5 / area / 1e7, 1e-9, "load");
    assert_true(at(&out, 1, "bond_state") == 1.0 && at(&out, 3, "bond_state") == 0.0);
    // by full states, each bonded
    scree_table full = sheet_of("xa,zb\n0,11.05e-3\n0,12e-3\n"), loads = {0};
    assert_true(scree_single_contact_open(&l, c, r) && scree_eval_rows(&l, &full, &loads, 0, r));
    expect_near(at(&loads, 0, "fza"), k * 5e-5, 1e-9 * k * 5e-5, "force on a");
    assert_true(at(&loads, 0, "break_mode") == 0.0 && at(&loads, 1, "break_mode") == 1.0);
    expect_no_errors(r);
    scree_table_clear(&states);
    scree_table_clear(&out);
    scree_table_clear(&full);
    scree_table_clear(&loads);
    scree_case_clear(c);
    scree_free(c);
    scree_report_destroy(r);
    c = case_of_text("materials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"
                     "contacts: {between: any, restitution: 1, tangential: none}\n"
                     "lab: {a: {material: m, radius: 5 mm}, wall: m, bonded: 0 mm}\n");
    r = scree_report_create();
    assert_false(scree_single_contact_open(&l, c, r));
    assert_non_null(strstr(scree_report_text(r, 0), "lab.bonded: there is no bond law between these bodies"));
    scree_case_clear(c);
    scree_free(c);
    scree_report_destroy(r);
    // thrown at each other: at 10 m/s the bond holds, at 20 m/s it breaks and takes its energy
    static const char *const bond = "normal: {law: hooke, stiffness: 1e6, restitution: 1}, tangential: none, "
                                    "bond: {law: parallel, bond_young: 1e9, bond_tension: 1e7}";
    for (int fast = 0; fast < 2; fast++) {
        char *lab = scree_format(
            "b: {material: glass, radius: 5 mm}, bonded: 0 mm, dt: 1e-7, longest: 1e-3, speed: %d",
            fast ? 20 : 10);
        const scree_outcome o = collide(bond, lab);
        assert_true(o.separated == (fast != 0));
        expect_near(o.balance, 0.0, 1e-5, "balance");
        expect_near(o.kinetic_before - o.kinetic_after, fast ? 39.27e-3 : o.elastic[0],
                    fast ? 1e-3 : 1e-5 * o.kinetic_before, "energy that is missing");
        scree_free(lab);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(restitution),   cmocka_unit_test(conservative), cmocka_unit_test(losses_converge),
        cmocka_unit_test(gross_sliding), cmocka_unit_test(driven),       cmocka_unit_test(driven_from_memory),
        cmocka_unit_test(gap),           cmocka_unit_test(evaluated),    cmocka_unit_test(sweeps),
        cmocka_unit_test(bonded_pairs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
