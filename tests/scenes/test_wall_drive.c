// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// Walls that forces move, against closed forms: a plate on a sphere, pendulums, springs and dampers, stops, collisions with free
// walls; servos that settle at a force, a torque, a stress; bad definitions.
#include "effort.h"
#include "world_of_text.h"

#define MATERIAL                                                                                             \
    "materials: {m: {density: 2500, young: 7.5 MPa, poisson: 0.5, restitution: %g, friction: %g}}\n"
#define HEAD(gravity, dt) "time: {end: 100 s, dt: " dt ", velocity_scale: 1}\ngravity: " gravity "\n" MATERIAL

static const scree_vec3 zero = {0, 0, 0};
static const double PI = 3.14159265358979323846;

static scree_particle fixed_ball(uint64_t id, double r, scree_vec3 x) {
    scree_particle q = ball(id, r, x, zero, zero);
    q.fixed = true;
    return q;
}

static scree_freedom_now freedom(const scree_world *w, size_t wall, int k) {
    return scree_wall_drive_freedom(w, &w->wall.data[wall], k);
}

static double balance_of(const scree_world *w) {
    return scree_world_totals(w).balance;
}

// Time between two passages of a freedom through a value in the same direction, m or rad.
static double period(scree_world *w, int k, double middle) {
    double crossing[2] = {0.0, 0.0};
    int found = 0;
    double before = freedom(w, 0, k).place - middle;
    for (int step = 0; found < 2; step++) {
        advance(w, 1);
        const double now = freedom(w, 0, k).place - middle;
        if (before < 0.0 && now >= 0.0) {
            crossing[found++] = scree_world_time(w) - w->dt * now / (now - before);
        }
        before = now;
        assert_true(step < 2000000);
    }
    return crossing[1] - crossing[0];
}

// ---- free walls --------------------------------------------------------------------------------------------

// A plate of mass M on n fixed spheres: the overlap is (M g / n k)^(2/3) and the frequency of small oscillations sqrt(1.5 g / overlap)
// / 2 pi, with Hertz' k = 4/3 E* sqrt(R). E* = 5 MPa: E / (2 (1 - nu^2)).
static void plate_on_spheres(void **state) {
    (void)state;
    static const double frequency[] = {47.8198831, 0.0, 68.9682059};
    for (size_t n = 1; n <= 3; n += 2) {
        const double r = 5e-3, g = 9.81, k = 4.0 / 3.0 * 5e6 * sqrt(r),
                     overlap = pow(0.1 * g / ((double)n * k), 2.0 / 3.0), amplitude = 1e-3 * overlap;
        scree_particle q[3];
        for (size_t i = 0; i < n; i++) {
            q[i] = fixed_ball(1 + i, r, vec3(0.02 * (double)i, 0, 0));
        }
        scree_world *w = world_of_text(
            scree_format(HEAD("[0, 0, -9.81]",
                              "10 us") "walls:\n  plate: {plane: {point: [0, 0, %.17g], normal: [0, 0, -1]}, "
                                       "material: m, free: {mass: 0.1 kg, slide: {along: [0, 0, 1]}}}\n",
                         1.0, 0.0, r - overlap + amplitude),
            q, n);
        const double start = balance_of(w), found = 1.0 / period(w, 0, -amplitude);
        print_message("%zu spheres: %.7g Hz, off by %.2g\n", n, found, found / frequency[n - 1] - 1.0);
        expect_near(found, frequency[n - 1], 3e-6 * frequency[n - 1], "frequency");
        const scree_freedom_now now = freedom(w, 0, 0);
        expect_near(now.place, -amplitude, 1.01 * amplitude, "around the equilibrium");
        expect_near(balance_of(w), start, 1e-8 * 0.1 * g * overlap, "ledger");
        scree_world_destroy(w);
    }
}

// A rod of 1 m on a pivot at its end. T = 4 sqrt(2/3g) K(sin(angle/2)).
static void pendulum(void **state) {
    (void)state;
    if (effort(0, 0, 1)) { // it compares figures, on paths that the functions around it take
        skip();
    }
    static const double angle[] = {0.1, 10.0, 90.0}, exact[] = {1.637946898, 1.64107045822, 1.93333485437};
    for (size_t k = 0; k < 3; k++) {
        for (int all = 0; all < 2; all++) {
            const double a = angle[k] * PI / 180.0;
            scree_world *w = world_of_text(
                scree_format(
                    HEAD("[0, 0, -9.81]",
                         "1 ms") "walls:\n  rod: {rectangle: {corner: [0, 0, 0], first: [%.17g, 0, %.17g], "
                                 "second: [0, 1 mm, 0]}, material: m, free: {mass: 2 kg, centre: [%.17g, 0, "
                                 "%.17g], "
                                 "inertia: [%.17g, %.17g, %.17g], turn: {%s point: [0, 0, 0]}}}\n",
                    1.0, 0.0, sin(a), -cos(a), 0.5 * sin(a), -0.5 * cos(a), 2.0 / 12, 2.0 / 12, 2.0 / 12,
                    all ? "" : "about: [0, -1, 0],"),
                NULL, 0);
            const double start = balance_of(w);
            if (all) { // about all axes the motion is the same; the angle is that of the end
                double crossing[2] = {0.0, 0.0}, before = 1.0;
                for (int found = 0; found < 2;) {
                    advance(w, 1);
                    const double now = scree_wall_to_lab(&w->wall.data[0], vec3(sin(a), 0, -cos(a))).x;
                    if (before < 0.0 && now >= 0.0) {
                        crossing[found++] = scree_world_time(w) - w->dt * now / (now - before);
                    }
                    before = now;
                }
                expect_near(crossing[1] - crossing[0], exact[k], 2e-6, "period about all axes");
            } else {
                const double found = period(w, SCREE_TURN, -a);
                print_message("%g deg: %.9g s, off by %.2g\n", angle[k], found, found / exact[k] - 1.0);
                expect_near(found, exact[k], 2e-6, "period");
            }
            expect_near(balance_of(w), start, 2e-5 * 9.81 * (1.0 - cos(a)), "ledger");
            scree_world_destroy(w);
        }
    }
}

// A box about an oblique hinge that does not go through its centre: its inertia is the sum over small cubes, and its first
// acceleration in its weight is torque over inertia. The given tensor of another wall is taken by its products too.
static void oblique_hinge(void **state) {
    (void)state;
    const scree_vec3 a = vec_unit(vec3(1, -2, 3)), point = vec3(0.03, 0.02, -0.01),
                     size = vec3(0.02, 0.03, 0.05);
    enum { N = 20 };
    double inertia = 0.0, torque = 0.0, tensor[6] = {0.0}; // about the hinge; about the middle
    const double cube = 2500.0 * size.x * size.y * size.z / (N * N * N);
    for (int k = 0; k < N * N * N; k++) {
        const scree_vec3 at = vec3((0.5 + k % N) / N * size.x, (0.5 + k / N % N) / N * size.y,
                                   (0.5 + k / N / N) / N * size.z),
                         arm = vec_sub(at, point), o = vec_sub(at, vec_scale(0.5, size));
        inertia += cube * vec_norm2(vec_cross(a, arm));
        torque += cube * vec_dot(a, vec_cross(arm, vec3(1, 0, -10)));
        tensor[0] += cube * (o.y * o.y + o.z * o.z), tensor[1] += cube * (o.x * o.x + o.z * o.z);
        tensor[2] += cube * (o.x * o.x + o.y * o.y);
    }
    scree_world *w = world_of_text(
        scree_format(HEAD("[1, 0, -10]", "10 us") "walls:\n"
                                                  "  b: {box: {min: [0, 0, 0], max: [20 mm, 30 mm, 50 mm]}, "
                                                  "material: m, free: {turn: {about: [1, -2, 3], "
                                                  "point: [30 mm, 20 mm, -10 mm]}}}\n"
                                                  "  given: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, "
                                                  "material: m, free: {mass: %.17g, centre: [10 mm, "
                                                  "15 mm, 25 mm], inertia: [%.17g, %.17g, %.17g, 2e-6, "
                                                  "-3e-6, 1e-6], turn: {about: [1, -2, 3], point: [30 "
                                                  "mm, 20 mm, -10 mm]}}}\n",
                     1.0, 0.0, cube * N * N * N, tensor[0], tensor[1], tensor[2]),
        NULL, 0);
    expect_near(w->wall.data[0].drive.inertia, inertia, 1e-3 * inertia,
                "inertia"); // cubes have some of their own
    const double own = 2.0 * (2e-6 * a.x * a.y - 3e-6 * a.x * a.z + 1e-6 * a.y * a.z);
    expect_near(w->wall.data[1].drive.inertia, inertia + own, 1e-3 * inertia, "inertia with products");
    assert_true(fabs(own) > 0.01 * inertia);
    advance(w, 10);
    expect_near(freedom(w, 0, SCREE_TURN).speed, torque / inertia * 1e-4,
                2e-3 * fabs(torque / inertia) * 1e-4, "speed");
    scree_world_destroy(w);
}

// Mass, spring and damper: x = x0 e^(-b t) (cos(w t) + b/w sin(w t)), b = c/2m, w^2 = k/m - b^2; and what the damper takes.
static void spring_and_damper(void **state) {
    (void)state;
    const double m = 0.3, k = 120.0, c = 1.5, b = c / (2.0 * m), omega = sqrt(k / m - b * b), load = 6.0;
    scree_world *w = world_of_text(
        scree_format(HEAD("[0, 0, 0]", "100 us") "walls:\n  p: {plane: {point: [0, 0, 0], normal: [0, 0, "
                                                 "1]}, material: m, free: {mass: "
                                                 "0.3 kg, slide: {along: [1, 2, 2], spring: 120 N/m, damper: "
                                                 "1.5 N s/m, force: 6 N}}}\n",
                     1.0, 0.0),
        NULL, 0);
    for (int step = 0; step < 100; step++) {
        advance(w, 50);
        const double t = scree_world_time(w),
                     x = load / k * (1.0 - exp(-b * t) * (cos(omega * t) + b / omega * sin(omega * t)));
        expect_near(freedom(w, 0, 0).place, x, 2e-6 * load / k * 20, "place");
        expect_vec_near(scree_wall_to_lab(&w->wall.data[0], zero),
                        vec_scale(freedom(w, 0, 0).place / 3.0, vec3(1, 2, 2)), 1e-15, "along the axis");
    }
    const scree_totals t = scree_world_totals(w);
    expect_near(t.walls_gained, load * freedom(w, 0, 0).place, 5e-6 * load * load / k, "work of the load");
    expect_near(t.balance, 0.0, 5e-6 * load * load / k, "ledger");
    assert_true(t.walls_lost > 0.2 * load * load / k);
    scree_world_destroy(w);
}

// A plate falls on its stop, stays there and has lost what it had.
static void stop(void **state) {
    (void)state;
    scree_world *w = world_of_text(
        scree_format(
            HEAD("[0, 0, -10]",
                 "100 us") "walls:\n  p: {plane: {point: [0, 0, 0], normal: [0, 0, -1]}, material: m, free: "
                           "{mass: 2 "
                           "kg, slide: {along: [0, 0, 1], limits: [-0.2, 0.1]}, velocity: [0, 0, 1]}}\n",
            1.0, 0.0),
        NULL, 0);
    advance(w, 10000);
    expect_near(freedom(w, 0, 0).place, -0.2, 0.0, "at the stop");
    expect_near(freedom(w, 0, 0).speed, 0.0, 0.0, "at rest");
    // 0.5 v^2 = 0.5 - 10 (-0.2) below; above it does not get to 0.1, but to 0.05.
    const scree_totals t = scree_world_totals(w);
    expect_near(t.walls_lost, 2.0 * (0.5 + 2.0), 0.01, "lost");
    expect_near(t.balance, 0.0, 0.01, "ledger");
    scree_world_destroy(w);
}

// A ball against a plate of mass M that slides: both move as two free bodies, with the restitution asked for.
static void ball_on_a_free_plate(void **state) {
    (void)state;
    static const double mass[] = {1e-3, 1e-2, 1.0};
    for (size_t k = 0; k < 3; k++) {
        const double r = 5e-3, v = 0.5, e = 0.6;
        const scree_particle q = ball(1, r, vec3(0, 0, 1.0001 * r), vec3(0, 0, -v), zero);
        scree_world *w = world_of_text(
            scree_format(HEAD("[0, 0, 0]", "1 us") "walls:\n  p: {plane: {point: [0, 0, 0], normal: [0, 0, "
                                                   "1]}, material: m, free: {mass: "
                                                   "%g kg, slide: {along: [0, 0, 1]}}}\n",
                         e, 0.5, mass[k]),
            &q, 1);
        const double m = w->p.motion[0].v.m, start = balance_of(w);
        advance(w, 10000);
        assert_int_equal(w->contacts, 0);
        const double ball_after = velocity_of(w, 1).z, plate = freedom(w, 0, 0).speed;
        expect_near(m * ball_after + mass[k] * plate, -m * v, 1e-13 * m * v, "momentum");
        expect_near(ball_after - plate, e * v, 2e-4 * v, "restitution");
        expect_near(balance_of(w), start, 1e-6 * m * v * v, "ledger");
        scree_world_destroy(w);
    }
}

// A plate against a fixed ball: only the plate moves, and leaves with the restitution asked for, whatever its mass. Rolling laws, whose
// dashpots know an inertia too, do not turn it.
static void free_plate_on_a_fixed_ball(void **state) {
    (void)state;
    if (effort(0, 0, 1)) { // it compares figures, on paths that the functions around it take
        skip();
    }
    static const double mass[] = {1e-4, 1e-2, 1.0};
    for (size_t k = 0; k < 3; k++) {
        const double r = 5e-3, v = 0.5, e = 0.6;
        const scree_particle q = fixed_ball(1, r, zero);
        scree_world *w = world_of_text(
            scree_format(HEAD("[0, 0, 0]", "0.2 us") "contacts: [{between: any, normal: hertz, tangential: "
                                                     "mindlin, rolling: epsd, rolling_friction: 0.1}]\n"
                                                     "walls:\n  p: {plane: {point: [0, 0, 5.01 mm], normal: "
                                                     "[0, 0, -1]}, material: m, free: {mass: %g kg, "
                                                     "velocity: [0, 0, %g], slide: {along: [0, 0, 1]}}}\n",
                         e, 0.5, mass[k], -v),
            &q, 1);
        const double start = balance_of(w), energy = 0.5 * mass[k] * v * v;
        advance(w, 400000);
        assert_int_equal(w->contacts, 0);
        expect_near(freedom(w, 0, 0).speed, e * v, 2e-4 * v, "restitution");
        expect_near(balance_of(w), start, 1e-5 * energy, "ledger");
        scree_world_destroy(w);
    }
}

// A held ball is pressed along a normal in which the plate cannot move, and drags it: the mass along that normal is infinite, the
// forces are not.
static void free_plate_beside_a_held_ball(void **state) {
    (void)state;
    const scree_particle q = ball(1, 5e-3, vec3(0, 0, 5.01e-3), zero, zero);
    scree_world *w = world_of_text(
        scree_format(
            HEAD("[0, 0, 0]", "5 us") "contacts: [{between: any, normal: hertz, tangential: mindlin, "
                                      "rolling: epsd, rolling_friction: 0.1}]\n"
                                      "groups: {g: {ids: [1], hold: true, velocity: [0.1, 0, "
                                      "-0.01], spin: [0, 5, 0]}}\n"
                                      "walls:\n  p: {plane: {point: [0, 0, 0], normal: [0, 0, "
                                      "1]}, material: m, free: {mass: 10 g, slide: {along: [1, 0, "
                                      "0]}}}\n",
            0.6, 0.5),
        &q, 1);
    advance(w, 6000);
    assert_int_equal(w->contacts, 1);
    const double overlap = 5e-3 - place_of(w, 1).z,
                 hertz = 4.0 / 3.0 * 5e6 * sqrt(5e-3) * overlap * sqrt(overlap);
    assert_true(overlap > 1e-4);
    expect_near(w->p.f[0].fz, hertz, 0.2 * hertz, "normal force");
    expect_near(freedom(w, 0, 0).speed, 0.1 - 5.0 * 5e-3, 0.02, "dragged along");
    scree_world_destroy(w);
}

static scree_vec3 centre_of(const scree_wall *wall) {
    return scree_wall_to_lab(wall, wall->drive.centre);
}

// A ball hits a free block away from its centre: momentum and angular momentum stay, the ball leaves with the restitution asked for,
// and block and ball move on. Without friction the rebound is that of rigid bodies.
static void ball_on_a_free_block(void **state) {
    (void)state;
    for (int rough = 0; rough < 2; rough++) {
        const double r = 5e-3, v = 0.5, e = 0.6, arm = 6e-3;
        const scree_particle q = ball(1, r, vec3(arm, 2e-3, 0.01 + 1.0001 * r), vec3(0, 0, -v), zero);
        scree_world *w = world_of_text(
            scree_format(HEAD("[0, 0, 0]",
                              "1 us") "walls:\n  b: {box: {min: [-0.01, -0.008, -0.01], max: [0.01, 0.008, "
                                      "0.01]}, material: m, free: {density: 1000 kg/m3}}\n",
                         e, rough ? 0.5 : 0.0),
            &q, 1);
        const scree_wall *wall = &w->wall.data[0];
        const double m = w->p.motion[0].v.m, mass = 1000.0 * 0.02 * 0.016 * 0.02, start = balance_of(w),
                     iy = mass / 12.0 * (4e-4 + 4e-4), ix = mass / 12.0 * (2.56e-4 + 4e-4);
        expect_near(wall->drive.mass, mass, 1e-15, "mass");
        advance(w, 30000);
        assert_int_equal(w->contacts, 0);
        const scree_wall_drive_state *s = &wall->now.drive;
        const scree_vec3 u = velocity_of(w, 1), x = place_of(w, 1),
                         p = vec3(s->rate[0], s->rate[1], s->rate[2]),
                         spin = vec_scale(0.4 * m * r * r, spin_of(w, 1));
        expect_vec_near(vec_add(vec_scale(m, u), p), vec3(0, 0, -m * v), 1e-13 * m * v, "momentum");
        const scree_vec3 l = vec_add(vec_add(vec_scale(m, vec_cross(x, u)), spin),
                                     vec_add(s->momentum, vec_cross(centre_of(wall), p)));
        expect_vec_near(l, vec_scale(-m * v, vec3(2e-3, -arm, 0)), 1e-12 * m * v * arm, "angular momentum");
        if (!rough) { // one impulse along z at (arm, 2 mm)
            const double inverse = 1.0 / m + 1.0 / mass + arm * arm / iy + 4e-6 / ix,
                         impulse = (1.0 + e) * v / inverse;
            expect_near(u.z, -v + impulse / m, 2e-3 * v, "speed of the ball");
            expect_near(s->momentum.y, impulse * arm, 5e-3 * impulse * arm, "angular momentum of the block");
        }
        expect_near(balance_of(w), start, 1e-5 * m * v * v, "ledger");
        scree_world_destroy(w);
    }
}

// A free block in flight: a parabola, and no energy or angular momentum lost over many turns.
static void flight(void **state) {
    (void)state;
    scree_world *w = world_of_text(
        scree_format(HEAD("[0, 0, -10]", "100 us") "walls:\n  b: {box: {min: [0, 0, 0], max: [0.01, 0.02, "
                                                   "0.03]}, material: m, free: {velocity: [1, 0, "
                                                   "5], spin: [10, 20, 30]}}\n",
                     1.0, 0.0),
        NULL, 0);
    const scree_wall *wall = &w->wall.data[0];
    const scree_vec3 l = wall->now.drive.momentum;
    const double m = 2500.0 * 6e-6, start = balance_of(w);
    advance(w, 20000);
    const double t = scree_world_time(w);
    expect_vec_near(centre_of(wall), vec3(0.005 + t, 0.01, 0.015 + 5.0 * t - 5.0 * t * t), 1e-9, "parabola");
    assert_true(memcmp(&l, &wall->now.drive.momentum, sizeof l) == 0);
    expect_near(balance_of(w), start, 1e-6 * 0.5 * vec_norm(l) * 40.0, "ledger");
    const scree_vec3 i = vec3(m / 12 * (4e-4 + 9e-4), m / 12 * (1e-4 + 9e-4), m / 12 * (1e-4 + 4e-4));
    expect_vec_near(l, vec3(10 * i.x, 20 * i.y, 30 * i.z), 1e-15 * vec_norm(l) * 10, "angular momentum");
    scree_world_destroy(w);
}

// A block on a plane, with gravity along it: it stays where friction holds it, else it slides with g sin - mu g cos; what it loses
// is the work of friction.
static void block_on_a_plane(void **state) {
    (void)state;
    for (int slides = 0; slides < 2; slides++) {
        const double along = slides ? 5.0 : 2.0, g = 10.0, mu = 0.3;
        scree_world *w = world_of_text(
            scree_format(
                HEAD("[%g, 0, -10]",
                     "20 us") "walls:\n  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: "
                              "m}\n  b: {box: {min: [-0.02, -0.02, 0], max: [0.02, 0.02, 0.01]}, material: "
                              "m, free: {density: 1000 kg/m3}}\n",
                along, 0.5, mu),
            NULL, 0);
        const scree_wall *wall = &w->wall.data[1];
        advance(w, 20000);
        const double t = scree_world_time(w), x = centre_of(wall).x,
                     v = wall->now.drive.rate[0] / wall->drive.mass;
        if (slides) {
            const double a = along - mu * g;
            expect_near(x, 0.5 * a * t * t, 5e-3 * 0.5 * a * t * t, "slides");
            expect_near(v, a * t, 5e-3 * a * t, "speed");
            const scree_totals totals = scree_world_totals(w);
            expect_near(totals.walls_lost, mu * g * wall->drive.mass * x,
                        1e-2 * mu * g * wall->drive.mass * x, "lost");
            expect_near(totals.balance, 0.0, 1e-3 * totals.walls_lost, "ledger");
        } else {
            expect_near(x, 0.0, 1e-4, "rests");
            expect_near(v, 0.0, 1e-6, "at rest");
            assert_int_equal(wall->corner.n, 4);
        }
        expect_near(centre_of(wall).z, 0.005, 1e-4, "height");
        scree_world_destroy(w);
    }
}

// ---- servos ------------------------------------------------------------------------------------------------

// A plane, pressed on fixed spheres, or a ring of them about an axis for a torque: it comes at its largest speed, and the load settles at the target.
static void servo_settles(void **state) {
    (void)state;
    const double r = 5e-3;
    const scree_particle q[] = {fixed_ball(1, r, vec3(0.03, 0, 0)), fixed_ball(2, r, vec3(-0.03, 0, 0))};
    scree_world *w = world_of_text(
        scree_format(
            HEAD("[0, 0, 0]",
                 "10 us") "walls:\n  p: {rectangle: {corner: [-0.04, -0.01, 0.006], first: [0.08, 0, 0], "
                          "second: [0, 0.02, 0]}, "
                          "material: m, servo: {slide: {along: [0, 0, -1], stress: 1 kPa, speed: 0.1}}}\n",
            0.5, 0.0),
        q, 2);
    advance(w, 500);
    expect_near(freedom(w, 0, 0).place, 500 * 1e-6, 1e-12, "at its largest speed");
    advance(w, 3000);
    const scree_freedom_now now = freedom(w, 0, 0);
    const double k = 4.0 / 3.0 * 5e6 * sqrt(r), overlap = pow(1.6 / 2.0 / k, 2.0 / 3.0);
    expect_near(now.area, 1.6e-3, 1e-15, "area");
    expect_near(now.load, 1.6, 1e-6 * 1.6, "load");
    expect_near(now.place, 1e-3 + overlap, 1e-6 * overlap, "place");
    assert_true(fabs(now.speed) < 1e-6);
    expect_near(balance_of(w), 0.0, 1e-6 * 1.6 * overlap, "ledger");
    scree_world_destroy(w);

    w = world_of_text(
        scree_format(HEAD("[0, 0, 0]", "10 us") "walls:\n  p: {rectangle: {corner: [0, -0.01, 0.006], first: "
                                                "[0.04, 0, 0], second: [0, 0.02, 0]}, "
                                                "material: m, servo: {turn: {about: [0, 1, 0], point: [0, 0, "
                                                "0.006], torque: 3 N cm, speed: 4 rad/s}}}\n",
                     0.5, 0.0),
        q, 2);
    advance(w, 4000);
    expect_near(freedom(w, 0, SCREE_TURN).load, 0.03, 1e-5 * 0.03, "torque");
    assert_true(freedom(w, 0, SCREE_TURN).place > 0.03);
    scree_world_destroy(w);
}

// With a target of zero it goes back until it just does not press; it never pulls.
static void servo_unloads(void **state) {
    (void)state;
    const scree_particle q = fixed_ball(1, 5e-3, zero);
    scree_world *w = world_of_text(
        scree_format(HEAD("[0, 0, 0]", "10 us") "walls:\n  p: {plane: {point: [0, 0, 5 mm], normal: [0, 0, "
                                                "-1]}, material: m, servo: {slide: {along: [0, "
                                                "0, -1], force: 2 N, speed: 0.1, factor: {table: {times: [0, "
                                                "20 ms, 30 ms], values: [1, 1, 0]}}}}}\n",
                     0.5, 0.0),
        &q, 1);
    advance(w, 2000);
    expect_near(freedom(w, 0, 0).load, 2.0, 1e-4, "pressed");
    advance(w, 3000);
    const scree_freedom_now now = freedom(w, 0, 0);
    assert_true(fabs(now.load) < 1e-4 && now.target == 0.0 && fabs(now.place) < 1e-5);
    scree_world_destroy(w);
}

static bool says(scree_world *w, uint64_t steps, const char *text) {
    scree_report *r = scree_report_create();
    int times = 0;
    for (uint64_t k = 0; k < steps; k++) {
        assert_int_equal(scree_world_step(w, r), SCREE_OK);
    }
    for (size_t k = 0; k < scree_report_size(r); k++) {
        times += strstr(scree_report_text(r, k), text) != NULL;
    }
    scree_report_destroy(r);
    return times == 1;
}

static void servo_warns(void **state) {
    (void)state;
    const scree_particle q = ball(1, 5e-3, zero, zero, zero);
    scree_world *w = world_of_text(
        scree_format(HEAD("[0, 0, 0]", "10 us") "walls:\n  p: {plane: {point: [0, 0, 1 cm], normal: [0, 0, "
                                                "-1]}, material: m, servo: {slide: {along: [0, "
                                                "0, -1], force: 2 N, speed: 0.1, limits: [0, 1 mm]}}}\n",
                     0.5, 0.0),
        &q, 1);
    assert_true(says(w, 2000, "is at its limit before it presses with its target"));
    expect_near(freedom(w, 0, 0).place, 1e-3, 0.0, "at its limit");
    scree_world_destroy(w);
    w = world_of_text(
        scree_format(HEAD("[0, 0, 0]", "10 us") "domain: {min: [-1 cm, -1 cm, -1 cm], max: [1 cm, 1 cm, 1 "
                                                "cm]}\nwalls:\n  p: {plane: {point: [0, 0, 1 "
                                                "cm], normal: [0, 0, -1]}, material: m, servo: {slide: "
                                                "{along: [0, 0, 1], force: 2 N, speed: 1}}}\n",
                     0.5, 0.0),
        &q, 1);
    assert_true(says(w, 3000, "has nothing in its way"));
    scree_world_destroy(w);
    w = world_of_text(
        scree_format(
            HEAD("[0, 0, 0]", "10 us") "walls:\n  p: {plane: {point: [0, 0, 4.99 mm], normal: [0, 0, "
                                       "-1]}, material: m, free: {mass: 1e-8 kg, slide: "
                                       "{along: [0, 0, -1]}}}\n",
            0.5, 0.0),
        &q, 1);
    assert_true(says(w, 1, "are too stiff for its mass and the time step"));
    scree_world_destroy(w);
    scree_report *r = scree_report_create();
    char *text = scree_format(
        HEAD("[0, 0, 0]", "10 us") "walls:\n  p: {box: {min: [0, 0, 0], max: [1 cm, 1 cm, 1 cm]}, "
                                   "material: m, free: {turn: {about: [0, 0, 1], point: [1, 0, 0]}}}\n",
        0.5, 0.0);
    scree_case *c = case_of_text(text);
    w = scree_world_create(c, 1, NULL, r);
    assert_true(scree_walls_make(w, 0, r) && scree_wall_drives_make(w, r));
    assert_non_null(strstr(scree_report_text(r, 0),
                           "walls.p: its axis is 0.995 m from its middle, and it is 0.01732 m across"));
    scree_free(text);
    scree_world_destroy(w);
    scree_report_destroy(r);
}

// A driven wall waits where it is until it exists.
static void waits(void **state) {
    (void)state;
    const scree_particle q = ball(1, 1e-3, vec3(1, 0, 0), zero, zero);
    scree_world *w = world_of_text(
        scree_format(HEAD("[0, 0, -10]", "10 us") "walls:\n"
                                                  "  b: {box: {min: [0, 0, 0], max: [1 cm, 1 cm, 1 cm]}, "
                                                  "material: m, start: 0.01, free: "
                                                  "{velocity: [1, 0, 0], spin: [0, 2, 0]}}\n"
                                                  "  l: {plane: {point: [0, 0, 5], normal: [0, 0, -1]}, "
                                                  "material: m, start: 0.01, servo: "
                                                  "{slide: {along: [0, 0, -1], force: 1, speed: 0.5}}}\n",
                     0.5, 0.0),
        &q, 1);
    advance(w, 1000);
    assert_true(freedom(w, 0, 2).place == 0.0 && freedom(w, 1, 0).place == 0.0);
    advance(w, 1000);
    expect_near(freedom(w, 0, 0).place, 0.01, 2e-5, "flight");
    expect_near(freedom(w, 0, 2).place, -5.0 * 1e-4, 2e-6, "fall");
    expect_near(freedom(w, 1, 0).place, 0.005, 2e-5, "servo");
    scree_world_destroy(w);
}

// A cart that slides on a floor: along the normal it cannot move, so forces are finite, and friction stops it.
static void cart_on_a_plane(void **state) {
    (void)state;
    scree_world *w = world_of_text(
        scree_format(
            HEAD("[0, 0, -10]",
                 "10 us") "walls:\n"
                          "  b: {box: {min: [0, 0, -0.1 mm], max: [1 cm, 1 cm, 1 cm]}, material: m, free: "
                          "{velocity: [1, 0, 0], slide: {along: [1, 0, 0]}}}\n"
                          "  f: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}\n",
            0.5, 0.5),
        NULL, 0);
    const double start = balance_of(w);
    advance(w, 20000);
    assert_true(freedom(w, 0, 0).place > 1e-6 && fabs(freedom(w, 0, 0).speed) < 0.05);
    expect_near(balance_of(w), start, 1e-5, "ledger"); // of 1.3e-3 J
    scree_world_destroy(w);
}

// A plane with a surface velocity carries a block along.
static void block_on_a_belt(void **state) {
    (void)state;
    scree_world *w = world_of_text(
        scree_format(
            HEAD("[0, 0, -10]",
                 "20 us") "walls:\n"
                          "  b: {box: {min: [0, 0, 0], max: [1 cm, 1 cm, 4 mm]}, material: m, free: {}}\n"
                          "  f: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m, "
                          "surface_velocity: [0.3, 0, 0]}\n",
            0.2, 0.5),
        NULL, 0);
    advance(w, 2000);
    expect_near(freedom(w, 0, 0).speed, 0.5 * 10.0 * 0.04, 0.02, "accelerated by friction");
    advance(w, 8000);
    expect_near(freedom(w, 0, 0).speed, 0.3, 0.01, "as fast as the belt");
    scree_world_destroy(w);
}

// What a wall loses at a limit at which it begins is booked.
static void stop_at_the_start(void **state) {
    (void)state;
    scree_world *w = world_of_text(
        scree_format(
            HEAD("[0, 0, 0]",
                 "10 us") "walls:\n  b: {box: {min: [0, 0, 0], max: [1 cm, 1 cm, 1 cm]}, material: m, free: "
                          "{velocity: [0, 0, -1], slide: {along: [0, 0, 1], limits: [0, 1 cm]}}}\n",
            0.5, 0.0),
        NULL, 0);
    const double start = balance_of(w);
    advance(w, 10);
    assert_true(freedom(w, 0, 0).speed == 0.0);
    expect_near(balance_of(w), start, 1e-15, "ledger");
    expect_near(scree_world_totals(w).walls_lost, 0.5 * 2500e-6, 1e-12, "lost");
    scree_world_destroy(w);
}

static void refused(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {"servo: {slide: {along: [0, 0, 1], speed: 1}}",
         "what it holds is missing; accepted: one of 'force' and 'stress'"},
        {"servo: {slide: {along: [0, 0, 1], speed: 1, force: 1, stress: 2}}",
         "both a force and a stress are given"},
        {"servo: {slide: {along: [0, 0, 1], speed: 1, stress: 2}}", "the area of the stress is missing"},
        {"servo: {slide: {along: [0, 0, 1], speed: 1, force: 1, area: 1}}", "a force has no area"},
        {"servo: {slide: {along: [0, 0, 1], speed: 1, stress: 1, between: [w, w]}}",
         "2 walls; accepted: four planes"},
        {"servo: {slide: {along: [0, 0, 1], speed: 1, stress: 1, between: [w, w, w, x]}}",
         "there is no plane 'x'"},
        {"servo: {slide: {along: [0, 0, 1], speed: 1, stress: 1, between: [w, w, w, w]}}",
         "the planes 'w' and 'w' do not face each other; accepted: two pairs that do"},
        {"servo: {slide: {along: [0, 0, 1], speed: 1, force: 1, limits: [1 mm, 2 mm]}}",
         "it begins outside its limits"},
        {"servo: {slide: [{along: [0, 0, 1], speed: 1, force: 1}, {along: [0, 1, 1], speed: 1, force: 1}]}",
         "its slides are not normal to each other"},
        {"servo: {}", "it holds nothing; accepted: 'slide', 'turn' or both"},
        {"servo: {slide: {along: [0, 0, 1], force: 1}}", "missing key 'speed'"},
        {"servo: {slide: {along: [0, 0, 1], force: 1, speed: -1}}", "is out of range"},
        {"servo: {slide: {along: [0, 0, 1], force: 1, speed: 1, factor: {table: {times: [0, 1], values: [1, "
         "2, 3]}}}}",
         "2 times and 3 values; accepted: as many as there are times"},
        {"servo: {slide: {along: [0, 0, 1], force: 1, speed: 1, factor: {formula: {value: 1 m * time, "
         "duration: 1}}}}",
         "factor.formula.value: \"1 m * time\""},
        {"servo: {turn: {about: [0, 0, 1], torque: 1, speed: 1}}", "missing key 'point'"},
        {"servo: {slide: {along: [0, 0, 1], force: 1, speed: 1}}, free: {mass: 1}",
         "both 'free' and 'servo' are given"},
        {"motion: {translate: [0, 0, 1]}, free: {mass: 1}", "both 'free' and 'motion' are given"},
        {"surface_velocity: [1, 0, 0], free: {mass: 1}", "both 'free' and 'surface_velocity' are given"},
        {"belt: {speed: 1, axis: [0, 1, 0], point: [0, 0, 0]}, free: {mass: 1}",
         "both 'free' and 'belt' are given"},
        {"free: {mass: 1, density: 2}", "both 'mass' and 'density' are given"},
        {"free: {mass: 0}", "is out of range"},
        {"free: {mass: 1, slide: {along: [0, 0, 1]}, inertia: [1, 1, 1]}",
         "the wall only slides; accepted: also 'turn'"},
        {"free: {mass: 1, inertia: [1, 1, 1, 0]}", "4 moments; accepted: [xx, yy, zz]"},
        {"free: {mass: 1, inertia: [1, 0, 1]}", "a moment of inertia is not above 0"},
        {"free: {mass: 1, slide: {along: [0, 0, 1]}, turn: {about: [1, 0, 0], point: [0, 0, 0]}}",
         "a wall that slides turns about its centre"},
        {"free: {mass: 1, turn: {about: [1, 0, 0]}, velocity: [1, 0, 0]}", "the wall only turns"},
        {"free: {mass: 1, turn: {spring: 1}}", "about an axis, which is missing; accepted: 'about'"},
    };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        char *text = scree_format(
            HEAD("[0, 0, 0]",
                 "1 ms") "walls: {w: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m, %s}}\n",
            0.5, 0.5, bad[k][0]);
        expect_case_refused(text, bad[k][1]);
        scree_free(text);
    }
    // What is found with the mesh.
    static const char *const later[][3] = {
        {"rectangle: {corner: [0, 0, 0], first: [1, 0, 0], second: [0, 1, 0]}",
         "free: {slide: {along: [0, 0, 1]}}", "its surface is not closed, so its mass is unknown"},
        {"rectangle: {corner: [0, 0, 0], first: [1, 0, 0], second: [0, 1, 0]}", "free: {mass: 1}",
         "its centre and its inertia are unknown"},
        {"box: {min: [0, 0, 0], max: [1, 1, 1]}", "free: {mass: 1, centre: [0, 0, 0], inertia: [1, 1, 3]}",
         "no body has these moments of inertia"},
        {"box: {min: [0, 0, 0], max: [1, 1, 1]}",
         "free: {mass: 1, centre: [0, 0, 0], inertia: [1, 1, 2, 1, 0, 0]}",
         "no body has these moments of inertia"},
        {"rectangle: {corner: [0, 0, 0], first: [1, 0, 0], second: [0, 1, 0]}",
         "servo: {slide: {along: [1, 0, 0], stress: 1, speed: 1}}", "seen along the axis it has no area"},
    };
    for (size_t k = 0; k < sizeof later / sizeof *later; k++) {
        char *text = scree_format(HEAD("[0, 0, 0]", "1 ms") "walls: {w: {%s, material: m, %s}}\n", 0.5, 0.5,
                                  later[k][0], later[k][1]);
        scree_report *r = scree_report_create();
        scree_world *w = scree_world_create(case_of_text(text), 1, NULL, r);
        assert_true(scree_walls_make(w, 0, r) && !scree_wall_drives_make(w, r));
        if (!strstr(scree_report_text(r, scree_report_size(r) - 1), later[k][2])) {
            fail_msg("'%s': no message says '%s': %s", later[k][1], later[k][2],
                     scree_report_text(r, scree_report_size(r) - 1));
        }
        scree_world_destroy(w);
        scree_report_destroy(r);
        scree_free(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plate_on_spheres),
        cmocka_unit_test(pendulum),
        cmocka_unit_test(oblique_hinge),
        cmocka_unit_test(spring_and_damper),
        cmocka_unit_test(stop),
        cmocka_unit_test(ball_on_a_free_plate),
        cmocka_unit_test(ball_on_a_free_block),
        cmocka_unit_test(block_on_a_plane),
        cmocka_unit_test(flight),
        cmocka_unit_test(servo_settles),
        cmocka_unit_test(servo_unloads),
        cmocka_unit_test(waits),
        cmocka_unit_test(cart_on_a_plane),
        cmocka_unit_test(block_on_a_belt),
        cmocka_unit_test(stop_at_the_start),
        cmocka_unit_test(servo_warns),
        cmocka_unit_test(refused),
        cmocka_unit_test(free_plate_on_a_fixed_ball),
        cmocka_unit_test(free_plate_beside_a_held_ball),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
