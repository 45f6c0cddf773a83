// SPDX-License-Identifier: BSD-3-Clause
// Absolute values which ./dev mutate found untested, each computed here from the formula of its source: friction without
// history, tangential springs in other programs' conventions, moments while the contact is damped, a contact inside its
// residual overlap, restitution of a dashpot near critical damping, durations and restitutions from normal laws; and rolling
// and twisting laws at a wall in the engine.
#include "laws/damping.h"
#include "two_spheres.h"

#define CASE                                                                                                 \
    "time: {end: 1}\nmaterials:\n"                                                                           \
    "  a: {density: 2500, young: 1e7, poisson: 0.2}\n  b: {density: 2500, young: 2e7, poisson: 0.35}\n"      \
    "contacts: [{between: any, %s}]\n"

static single_contact contact_under(const char *laws) {
    char *text = scree_format(CASE, laws);
    single_contact l = single_contact_of(text);
    set_bodies(&l.k, RA, RB, MA, MB);
    scree_free(text);
    return l;
}

// Haff and Werner 1986: ft = -c vt up to mu fn. c is given, or 2 zeta sqrt(m* kt) with the damping ratio of the normal law,
// 1 if that has none, or the normal dashpot. The dashpot dissipates c vt^2 while the contact does not slide; then friction
// dissipates everything.
static void coulomb(void **state) {
    (void)state;
    const double d = 2e-5, a = sqrt(R * d), kt = 8.0 * G * a, f = 4.0 / 3.0 * E * a * d;
    const double zeta = sqrt(5.0 / 6.0) * ratio_of(0.5), cn = 2.0 * zeta * sqrt(M * 2.0 * E * a);
    const struct {
        const char *laws;
        double c;
    } row[] = {
        {"normal: {law: hertz, restitution: 0.5}, tangential: {law: coulomb, friction: 0.4}",
         2.0 * zeta * sqrt(M * kt)},
        {"normal: {law: hertz, restitution: 1}, tangential: {law: coulomb, friction: 0.4}",
         2.0 * sqrt(M * kt)},
        {"normal: {law: hertz, restitution: 0.5}, tangential: {law: coulomb, friction: 0.4, damping: normal}",
         cn},
        {"normal: {law: hertz, restitution: 0.5}, tangential: {law: coulomb, friction: 0.4, "
         "tangential_viscosity: 3}",
         3.0},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        for (int slides = 0; slides < 2; slides++) {
            single_contact l = contact_under(row[i].laws);
            double v = (slides ? 1.5 : 0.7) * 0.4 * f / row[i].c;
            l.k.overlap = d;
            l.k.vtx = 0.6 * v;
            l.k.vty = -0.8 * v;
            evaluate(&l, 1e-6);
            double force = slides ? 0.4 * f : row[i].c * v;
            expect(l.k.ftx, -0.6 * force, force, "force along x", row[i].laws);
            expect(l.k.fty, 0.8 * force, force, "force along y", row[i].laws);
            expect(l.k.viscous_t, slides ? 0.0 : row[i].c * v * v, force * v, "taken by the dashpot",
                   row[i].laws);
            expect(l.k.energy_t, 0.0, 1.0, "stored energy", row[i].laws);
            single_contact_free(&l);
        }
    }
}

// linear_spring: kt is given, or a ratio times kn: 2/7 (so that a sphere oscillates with the same frequency in both directions:
// its effective mass for a tangential force is 2/7 m), in LIGGGHTS 1. Its dashpot is 2 zeta sqrt(m* kt); in LIGGGHTS it is the
// normal one, also if another switch is changed (then the general loop runs).
static void linear_spring(void **state) {
    (void)state;
    const double k = 1e3, zeta = ratio_of(0.5), cn = 2.0 * zeta * sqrt(M * k);
    const struct {
        const char *more;
        double kt, ct;
    } row[] = {
        {"", 2.0 / 7.0 * k, 2.0 * zeta * sqrt(M * 2.0 / 7.0 * k)},
        {", stiffness_ratio: 0.5", 0.5 * k, 2.0 * zeta * sqrt(M * 0.5 * k)},
        {", tangential_stiffness: 700", 700.0, 2.0 * zeta * sqrt(M * 700.0)},
        {", tangential_damping: off", 2.0 / 7.0 * k, 0.0},
        {", preset: liggghts", k, cn},
        {", preset: liggghts, limit: elastic", k, cn},
        {", preset: liggghts, rotation: keep_length", k, cn},
        {", preset: liggghts, rotation: keep_length, stiffness_ratio: 0.5", 0.5 * k, cn},
        {", preset: liggghts, damping: ratio", k, 2.0 * zeta * sqrt(M * k)},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char *laws = scree_format(
            "normal: {law: hooke, stiffness: 1000, restitution: 0.5}, tangential: {law: linear_spring, "
            "friction: 10%s}",
            row[i].more);
        single_contact l = contact_under(laws);
        l.k.overlap = 1e-4;
        evaluate(&l, 1e-6);
        l.k.vtx = 0.01;
        evaluate(&l, 1e-4); // slips by 1 um
        double spring = row[i].kt * 1e-6, dashpot = row[i].ct * 0.01;
        expect(l.k.ftx, -(spring + dashpot), spring + dashpot, "force", laws);
        expect(l.k.energy_t, 0.5 * spring * 1e-6, spring * 1e-6, "stored energy", laws);
        expect(l.k.viscous_t, dashpot * 0.01, (spring + dashpot) * 0.01, "taken by the dashpot", laws);
        single_contact_free(&l);
        scree_free(laws);
    }
}

// LAMMPS: the limit applies to spring and dashpot together, not to the spring. A slow slip along x to the limit, then one
// along y: the force has the direction of the sum of both springs and the dashpot.
static void lammps_limit(void **state) {
    (void)state;
    const char *laws = "normal: {law: hooke, stiffness: 1000, restitution: 0.5}, tangential: {law: "
                       "linear_spring, friction: 0.1, "
                       "tangential_stiffness: 500, preset: lammps}";
    const double kt = 500.0, ct = 2.0 * ratio_of(0.5) * sqrt(M * 1e3), limit = 0.1 * 1e3 * 1e-4, v1 = 1e-3,
                 v2 = 0.1;
    single_contact l = contact_under(laws);
    l.k.overlap = 1e-4;
    l.k.vtx = v1;
    evaluate(&l, 0.1); // 0.1 mm are 0.05 N, five times the limit
    expect(l.k.ftx, -limit, limit, "force while it slides", laws);
    l.k.vtx = 0.0;
    l.k.vty = v2;
    evaluate(&l, 1e-4);
    double x = limit - ct * v1, y = kt * v2 * 1e-4 + ct * v2, size = sqrt(x * x + y * y);
    assert_true(kt * v2 * 1e-4 > 0.4 * limit && x > 0.95 * limit); // the springs alone exceed the limit
    expect(l.k.ftx, -limit * x / size, limit, "force along x", laws);
    expect(l.k.fty, -limit * y / size, limit, "force along y", laws);
    single_contact_free(&l);
}

// DEMLab's slider: slip path times kt, and ct vt, against the current slip, at most mu |Fn|; nothing is stored, and the part of
// the dashpot is the rest below the limit.
static void demlab_slider(void **state) {
    (void)state;
    for (int slides = 0; slides < 2; slides++) {
        char *laws = scree_format(
            "normal: {law: hooke, stiffness: 1000, restitution: 0.5}, tangential: {law: sds_linear, "
            "friction: %g, tangential_stiffness: 500, tangential_damping_coefficient: 0.5, "
            "convention: original}",
            slides ? 0.12 : 1.0);
        const double v = 0.01, limit = 0.12 * 0.1, spring = 500.0 * 2e-5, dashpot = 0.5 * v;
        single_contact l = contact_under(laws);
        l.k.overlap = 1e-4;
        l.k.vtx = 0.6 * v;
        l.k.vty = 0.8 * v;
        evaluate(&l, 1e-3);
        l.k.vtx = -0.6 * v; // reversed: the path still grows
        l.k.vty = -0.8 * v;
        evaluate(&l, 1e-3);
        double f = slides ? limit : spring + dashpot;
        assert_true(spring < limit && spring + dashpot > limit);
        expect(l.k.ftx, 0.6 * f, f, "force along x", laws);
        expect(l.k.fty, 0.8 * f, f, "force along y", laws);
        expect(l.k.viscous_t, (f - spring) * v, f * v, "taken by the dashpot", laws);
        expect(l.k.energy_t, 0.0, 1.0, "stored energy", laws);
        single_contact_free(&l);
        scree_free(laws);
    }
}

// A restitution of 0 is critical damping, sqrt(5/6) of it over Hertz.
static void no_restitution(void **state) {
    (void)state;
    const char *laws = "normal: {law: viscoelastic_nonlinear, damping_formula: TTI, restitution: 0, "
                       "remove_cohesion: false}, tangential: none";
    const double d = 2e-5, cn = 2.0 * sqrt(5.0 / 6.0) * sqrt(M * 2.0 * E * sqrt(R * d));
    single_contact l = contact_under(laws);
    l.k.overlap = d;
    l.k.vn = 0.01;
    evaluate(&l, 1e-6);
    expect(l.k.cn, cn, cn, "cn", laws);
    expect(l.k.zeta, sqrt(5.0 / 6.0), 1.0, "zeta", laws);
    single_contact_free(&l);
}

// Below its residual overlap the spring of Walton and Braun has no force: k2 = 4 k1, so below 3/4 of the largest overlap.
static void in_the_dent(void **state) {
    (void)state;
    const char *laws = "normal: {law: walton_braun, stiffness: 1000, restitution: 0.5, damping_ratio: 0.2}, "
                       "tangential: none";
    single_contact l = contact_under(laws);
    l.k.overlap = 1e-4;
    evaluate(&l, 1e-6);
    expect(l.k.radius, sqrt(R * 1e-4), 1e-3, "radius", laws);
    l.k.overlap = 0.74e-4;
    l.k.vn = -0.1;
    evaluate(&l, 1e-6);
    assert_true(l.k.fn == 0.0 && l.k.kn == 0.0 && l.k.kt == 0.0 && l.k.cn == 0.0 && l.k.radius == 0.0);
    assert_true(l.k.critical == 0.0 && l.k.energy_n == 0.0 && l.k.viscous_n == 0.0);
    single_contact_free(&l);
}

// sjkr2 of LIGGGHTS: A = 4 pi R* d; LIGGGHTS itself uses half of that at walls.
static void cohesion_at_walls(void **state) {
    (void)state;
    for (int original = 0; original < 2; original++) {
        for (int wall = 0; wall < 2; wall++) {
            char *laws = scree_format(
                "normal: {law: hooke, stiffness: 1000, restitution: 1}, tangential: none, cohesion: {law: "
                "sjkr2, cohesion_energy_density: 1e3, convention: %s}",
                original ? "original" : "corrected");
            single_contact l = contact_under(laws);
            set_bodies(&l.k, RA, wall ? 0.0 : RB, MA, MB);
            l.k.overlap = 1e-4;
            evaluate(&l, 1e-6);
            double area = 4.0 * PI * (wall ? RA : R) * 1e-4 * (wall && original ? 0.5 : 1.0);
            expect(l.k.fn, 0.1 - 1e3 * area, 0.1, "force", laws);
            expect(l.k.energy_n, 0.5 * 0.1 * 1e-4 - 0.5 * 1e3 * area * 1e-4, 1e-5, "stored energy", laws);
            single_contact_free(&l);
            scree_free(laws);
        }
    }
}

// The torque of cdt depends on the elastic force: the force of the dashpot does not change it.
static void constant_torque(void **state) {
    (void)state;
    const char *laws = "normal: {law: hertz, restitution: 0.1}, tangential: none, rolling: {law: cdt, "
                       "rolling_friction: 0.1}";
    const double d = 2e-5, f = 4.0 / 3.0 * E * sqrt(R * d) * d, torque = 0.1 * R * f;
    for (int i = -1; i < 2; i++) {
        single_contact l = contact_under(laws);
        l.k.overlap = d;
        l.k.vn = 0.5 * i;
        l.k.wrx = 3.0;
        l.k.wry = 4.0;
        l.k.wrz = 12.0; // twisting
        evaluate(&l, 1e-6);
        assert_true(i == 0 || fabs(l.k.fn - l.k.fn_elastic) > 0.1 * f);
        expect(l.k.mrx, -0.6 * torque, torque, "moment about x", laws);
        expect(l.k.mry, -0.8 * torque, torque, "moment about y", laws);
        expect(l.k.mrz, 0.0, torque, "moment about z", laws);
        single_contact_free(&l);
    }
}

// Schwager and Poeschel 2007: exp(-2 zeta acos(zeta) / sqrt(1 - zeta^2)), acosh above 1; acos(zeta) / sqrt(1 - zeta^2) =
// 1 + q/6 + 3/40 q^2 + ... in q = 1 - zeta^2, which is accurate near 1, where the quotient is not.
static void near_critical_damping(void **state) {
    (void)state;
    const double zeta[] = {0.01, 0.5, 0.9, 0.999, 1.001, 1.5, 30.0};
    for (size_t i = 0; i < sizeof zeta / sizeof *zeta; i++) {
        double z = zeta[i], s = sqrt(fabs(1.0 - z * z)), angle = z < 1.0 ? acos(z) : acosh(z);
        double wanted = exp(-2.0 * z * angle / s);
        expect(scree_restitution_zero_force(z), wanted, 10.0 * wanted, "restitution", "a dashpot");
    }
    for (double q = -3e-8; q < 3e-8; q += 1.3e-9) {
        double z = sqrt(1.0 - q), exact = 1.0 - z * z,
               wanted = exp(-2.0 * z * (1.0 + exact / 6.0 + 0.075 * exact * exact));
        expect(scree_restitution_zero_force(z), wanted, (fabs(q) < 0.9e-8 ? 1e-3 : 10.0) * wanted,
               "restitution", "a dashpot near critical damping");
    }
}

// Hertz 1882: 2.9432750 d_max / v with K sqrt(R*) d_max^(5/2) = 5/4 m* v^2; of a linear spring pi sqrt(m*/k), half a swing, of
// the stiffest one where there are two. The restitution is given only if it is known.
static void predicted(void **state) {
    (void)state;
    const double v = 0.3, k = 4.0 / 3.0 * E,
                 hertz = 2.9432750 * pow(1.25 * M * v * v / (k * sqrt(R)), 0.4) / v;
    const double stiff = PI * sqrt(M / 2e3), unknown = NAN, zeta = 0.5 * 500.0 * sqrt(M / 2e3),
                 given_rate = exp(-PI * zeta / sqrt(1.0 - zeta * zeta)),
                 cut_rate = exp(-2.0 * zeta * acos(zeta) / sqrt(1.0 - zeta * zeta));
    const double wide = 0.2 * sqrt(6.0 / 5.0);
    char lammps_hertz[99], lammps_hertz_damped[99], lammps_hertz_exact[99], lammps_hertz_tsuji[99];
    snprintf(lammps_hertz_exact, sizeof lammps_hertz_exact,
             "{law: lammps_hertz, stiffness: %.17g, coeff_restitution: 0.5}", k);
    snprintf(lammps_hertz_tsuji, sizeof lammps_hertz_tsuji,
             "{law: lammps_hertz, stiffness: %.17g, tsuji: 0.5}", k);
    snprintf(lammps_hertz, sizeof lammps_hertz, "{law: lammps_hertz, stiffness: %.17g, damping_rate: 0}", k);
    snprintf(lammps_hertz_damped, sizeof lammps_hertz_damped,
             "{law: lammps_hertz, stiffness: %.17g, damping_rate: 9}", k);
    const struct {
        const char *law;
        double time, restitution;
    } row[] = {
        {"{law: hertz, restitution: 0.5}", hertz, 0.5},
        {"{law: hertz, restitution: 0.5, end: zero_force}", hertz, 0.5},
        {"{law: viscoelastic_nonlinear, restitution: 0.5}", hertz, 0.5},
        {"{law: lankarani_nikravesh, restitution: 0.5, exact_restitution: on}", hertz, 0.5},
        {"{law: eepa, contact_plasticity_ratio: 0, restitution: 0.5}", hertz, 0.5},
        {"{law: eepa, contact_plasticity_ratio: 0.5, restitution: 0.5}", NAN, unknown},
        {"{law: jkr, surface_energy: 0, damping: none}", hertz, 1.0},
        {"{law: jkr, surface_energy: 0, restitution: 0.5}", hertz, unknown},
        {"{law: thornton_ning, yield_stress: 1e9}", hertz, 1.0},
        {"{law: hooke, stiffness: 2e3, restitution: 0.5}", stiff, 0.5},
        {"{law: hooke, stiffness: 2e3, restitution: 0.5, end: zero_force}", stiff, 0.5},
        {"{law: hooke, stiffness: 2e3, viscous: on, fluid_viscosity: 1e-3, critical_stokes: 10, "
         "maximum_restitution: 0.9}",
         stiff, unknown},
        {"{law: lammps_hooke, stiffness: 2e3, damping_rate: 0}", stiff, 1.0},
        {"{law: lammps_hooke, stiffness: 2e3, damping_rate: 500}", stiff, given_rate},
        {"{law: lammps_hooke, stiffness: 2e3, damping_coefficient: 0.375}", stiff, given_rate},
        {"{law: lammps_hooke, stiffness: 2e3, damping_rate: 500, limit_damping: on}", stiff, cut_rate},
        {"{law: lammps_hooke, stiffness: 2e3, damping_rate_per_length: 500}", stiff, unknown},
        {"{law: lammps_hooke, stiffness: 2e3, coeff_restitution: 0.5}", stiff, 0.5},
        {"{law: lammps_hooke, stiffness: 2e3, tsuji: 0.5}", stiff, 0.5809007944676945}, // alpha 0.340740625
        {lammps_hertz_exact, hertz, 0.5},
        {lammps_hertz_tsuji, hertz, 0.6160760311847482},
        {"{law: hertz, damping_ratio: 0.2}", hertz, exp(-PI * wide / sqrt(1.0 - wide * wide))},
        {"{law: hooke, stiffness: 2e3, damping_coefficient: 0.375}", stiff, given_rate},
        {"{law: hooke, contact_time: 1e-3, restitution: 0.5}",
         1e-3 * sqrt(1.0 - ratio_of(0.5) * ratio_of(0.5)), 0.5},
        {"{law: hooke, stiffness_per_radius: 2e6, damping_coefficient: 1}", PI * sqrt(M / (2e6 * 2.0 * R)),
         unknown},
        {lammps_hertz, hertz, 1.0},
        {lammps_hertz_damped, hertz, unknown},
        {"{law: walton_braun, stiffness: 500, restitution: 0.5}", stiff, 0.5},
        {"{law: walton_braun, stiffness: 500, restitution: 0.5, damping_ratio: 0.1}", stiff, unknown},
        {"{law: luding, stiffness: 2e3, loading_ratio: 1, normal_viscosity: 0}", stiff, 1.0},
        {"{law: luding, stiffness: 2e3, normal_viscosity: 0.1}", stiff, unknown},
        {"{law: hooke_hysteresis, elastic_stiffness: 500, max_stiffness_ratio: 4, adhesion_stiffness_ratio: "
         "0, "
         "plasticity_depth: 1, restitution: 0.5}",
         stiff, unknown},
        {"{law: hooke_hysteresis, elastic_stiffness: 2e3, max_stiffness_ratio: 1, adhesion_stiffness_ratio: "
         "0, "
         "plasticity_depth: 0.1, restitution: 1}",
         stiff, 1.0},
        {"{law: contact_sphere_sphere, contact_stiffness: 2e3}", stiff, 1.0},
        {"{law: contact_sphere_sphere, contact_stiffness: 2e3, impact_model: hunt_crossley, restitution: "
         "0.5, "
         "exact_restitution: on}",
         stiff, 0.5},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        int n;
        char *laws = scree_format("normal: %s, tangential: none", row[i].law);
        single_contact l = contact_under(laws);
        const scree_law *law = scree_laws(&n)[l.set.step[0].law];
        double time = law->collision_time(l.set.step[0].derived, M, R, v);
        double e = law->restitution(l.set.step[0].derived, M, R, v);
        if (!isnan(row[i].time) && !(fabs(time / row[i].time - 1.0) < 2e-6)) {
            fail_msg("%s: takes %.9g s, wanted %.9g s", row[i].law, time, row[i].time);
        }
        if (isnan(e) != isnan(row[i].restitution) || fabs(e - row[i].restitution) > 1e-9) {
            fail_msg("%s: restitution %.12g, wanted %.12g", row[i].law, e, row[i].restitution);
        }
        single_contact_free(&l);
        scree_free(laws);
    }
}

#define ON_A_PLATE                                                                                           \
    "time: {end: 1, dt: %s, velocity_scale: 1}\nmaterials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n" \
    "walls: {w: {plane: {point: [0,0,0], normal: [0,0,1]}, material: m%s}}\n"                                \
    "contacts: [{between: any, normal: {law: hooke, stiffness: 1000, restitution: 0.5}, tangential: none, "  \
    "%s}]\n"

// A ball that rolls on the spot on a plate: I w' = -kr angle - cr w with I = 2/5 m r^2, kr = 2.25 kn mu_r^2 r^2 and cr = 2 eta
// sqrt(7/5 m r^2 kr): the inertia of the dashpot is that about the contact point.
static void rolling_inertia_at_a_wall(void **state) {
    (void)state;
    enum { STEPS = 40, FINE = 1000 };
    const double r = 1e-3, m = 2500.0 * 4.0 / 3.0 * PI * r * r * r, kr = 2.25 * 1000.0 * r * r, dt = 1e-7;
    const double cr = 2.0 * 0.3 * sqrt(1.4 * m * r * r * kr), inertia = 0.4 * m * r * r;
    scree_particle q = ball(1, r, vec3(0, 0, r - 1e-5), vec3(0, 0, 0), vec3(1, 0, 0));
    scree_world *w = world_of_text(scree_format("gravity: [0,0,0]\n" ON_A_PLATE, "1e-7", "",
                                                "rolling: {law: epsd, rolling_friction: 1}"),
                                   &q, 1);
    advance(w, STEPS);
    double spin = 1.0, angle = 0.0, fine = dt / FINE;
    for (int k = 0; k < STEPS * FINE; k++) {
        angle += 0.5 * fine * spin;
        spin -= fine * (kr * angle + cr * spin) / inertia;
        angle += 0.5 * fine * spin;
    }
    assert_true(spin < 0.95);
    expect_near(spin_of(w, 1).x, spin, 0.01 * (1.0 - spin), "spin");
    scree_world_destroy(w);
}

// A plate that rotates about the normal accelerates a ball on its axis by twisting friction, until it rotates as fast and
// oscillates about that on the spring.
static void twisted_by_a_wall(void **state) {
    (void)state;
    scree_particle q = ball(1, 1e-3, vec3(0, 0, 1e-3 - 1e-6), vec3(0, 0, 0), vec3(0, 0, 0));
    scree_world *w =
        world_of_text(scree_format("gravity: [0,0,-9.81]\n" ON_A_PLATE, "2e-6",
                                   ", motion: {rotate: {axis: [0,0,1], point: [0,0,0], rate: 3}}",
                                   "twisting: {law: marshall, friction: 0.5}"),
                      &q, 1);
    advance(w, 100000);
    expect_vec_near(spin_of(w, 1), vec3(0, 0, 3), 0.5, "spin");
    scree_world_destroy(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coulomb),
        cmocka_unit_test(linear_spring),
        cmocka_unit_test(lammps_limit),
        cmocka_unit_test(demlab_slider),
        cmocka_unit_test(cohesion_at_walls),
        cmocka_unit_test(no_restitution),
        cmocka_unit_test(in_the_dent),
        cmocka_unit_test(constant_torque),
        cmocka_unit_test(near_critical_damping),
        cmocka_unit_test(predicted),
        cmocka_unit_test(rolling_inertia_at_a_wall),
        cmocka_unit_test(twisted_by_a_wall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
