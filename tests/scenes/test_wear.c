// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// Wear of walls: Archard's groove, blasts of single hits over the angle, impacts counted, that the works of the triangles are those of the ledger, and that regions add up to walls.
#include "measure/columns.h"
#include "wear_valley.h"

// The sums of a wall, over its triangles.
static scree_wear_row sums_of(scree_world *w, size_t wall) {
    scree_wear_row all = {.depth = 0.0};
    scree_wear_merge(w);
    for (size_t e = 0; e < scree_wear_elements_of(&w->wall.data[wall]); e++) {
        const scree_wear_row row = scree_wear_row_of(w, wall, e);
        for (int k = 0; k < SCREE_WEAR_VALUES; k++) {
            all.value[k] += row.value[k];
        }
        all.impacts += row.impacts;
        all.depth = fmax(all.depth, row.depth);
        all.pressure += row.pressure;
    }
    return all;
}

// ---- sliding ---------------------------------------------------------------------------------------------------

// A ball that is carried by a floor of so many strips, without friction, so that force and speed stay what they are.
static double groove(int strips, const char *wall_of_strips) {
    char *line = scree_strdup("");
    for (int k = 0; k <= strips; k++) {
        char *more = scree_format("%s%s[%.17g, -0.3, 0]", line, k > 0 ? ", " : "", -0.3 + 3.0 * k / strips);
        scree_free(line);
        line = more;
    }
    const double m = mass_of_ball(), sunk = m * G / stiffness, v = 2.0, dt = 5e-5, end = 1.0;
    const scree_particle q = ball(1, R, vec3(0, 0.0013, R - sunk), vec3(v, 0, 0), vec3(0, 0, 0));
    scree_world *w = world_of_text(
        scree_format(
            "time: {end: 10, dt: %g, velocity_scale: 3}\ngravity: [0, 0, -9.81]\n" GROUND SLIDING_CONTACT
            "wear: {}\nwalls:\n  w: {%s%s%s, material: floor}\n",
            dt, strips > 0 ? "extrude: {line: [" : "", strips > 0 ? line : wall_of_strips,
            strips > 0 ? "], along: [0, 0.6, 0]}" : ""),
        &q, 1);
    scree_free(line);
    advance(w, (uint64_t)(end / dt + 0.5));
    const scree_wear_row s = sums_of(w, 0);
    expect_near(s.value[SCREE_WEAR_PATH], m * G * v * end, 1e-11 * m * G * v, "load times distance");
    expect_near(s.value[SCREE_WEAR_PUSH], m * G * end, 1e-11 * m * G, "momentum through the wall");
    expect_near(s.value[SCREE_WEAR_SLIDE_WORK], 0.0, 0.0, "work of sliding without friction");
    assert_true(s.impacts == 0); // it touches from the start on
    const double volume = s.value[SCREE_WEAR_VOLUME];
    scree_world_destroy(w);
    expect_near(volume, 1e-3 * m * G * v * end / 1e9, 1e-11 * 1e-12 * m * G * v, "k F s / H");
    return volume;
}

static void archard_groove(void **state) {
    (void)state;
    groove(1, "");
    groove(200, "");
    groove(0, "plane: {point: [0, 0, 0], normal: [0, 0, 1]}");
}

// Balls that touch walls alone, in a valley with edges and over a plane: all works of the ledger are those of the walls.
static void works_of_the_ledger(void **state) {
    (void)state;
    for (int kind = 0; kind < VALLEY_KINDS; kind++) {
        scree_world *w = valley(
            kind, "", "  ground: {plane: {point: [0, 0, 0.02], normal: [0, 0, 1]}, material: floor}\n");
        for (int part = 0; part < 4; part++) { // merged several times
            advance(w, 2501);
            const scree_wear_row a = sums_of(w, 0), b = sums_of(w, 1);
            const scree_totals t = scree_world_totals(w);
            const double slide = a.value[SCREE_WEAR_SLIDE_WORK] + b.value[SCREE_WEAR_SLIDE_WORK],
                         push = a.value[SCREE_WEAR_PUSH_WORK] + b.value[SCREE_WEAR_PUSH_WORK];
            assert_true(part < 3 ||
                        (a.value[SCREE_WEAR_SLIDE_WORK] > 1e-4 && b.value[SCREE_WEAR_SLIDE_WORK] > 1e-5));
            expect_near(slide, t.viscous[1] + t.plastic[1], 1e-14, "work of sliding of all triangles");
            expect_near(push, t.viscous[0] + t.plastic[0], 1e-14, "normal work of all triangles");
            expect_near(a.value[SCREE_WEAR_VOLUME] + b.value[SCREE_WEAR_VOLUME], 1e-9 * slide, 1e-22,
                        "volume per work");
        }
        scree_world_destroy(w);
    }
}

// ---- impacts ---------------------------------------------------------------------------------------------------

// Hits a plane at this speed and angle; returns the volume that it lost.
static double hit(const char *law, double speed, double angle, scree_vec3 spin) {
    const scree_vec3 v = vec3(speed * cos(angle), 0, -speed * sin(angle));
    const scree_particle q = ball(1, 1e-4, vec3(0, 0, 1e-4 + 1e-12 - 1e-7 * v.z), v, spin);
    scree_world *w = world_of_text(
        scree_format("time: {end: 1, dt: 1e-8, velocity_scale: 1000}\nmaterials: {m: {density: 2500, young: "
                     "1e10, poisson: 0.3}, floor: {density: 2500, young: 1e10, poisson: 0.3}}\n"
                     "contacts: [{between: any, restitution: 0.5, friction: 0.3, wear: %s}]\n"
                     "wear: {speed_bins: [1 m/s, 10 m/s, 100 m/s], energy_bins: [1e-7 J, 1e-6 J]}\n"
                     "walls:\n  w: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: floor}\n",
                     law),
        &q, 1);
    advance(w, 400);
    const scree_wear_row s = sums_of(w, 0);
    uint64_t bin[7];
    const double m = 4.0 / 3.0 * PI * 1e-12 * 2500.0, energy = 0.5 * m * v.z * v.z;
    scree_wear_bins_of(w, 0, 0, 0, bin);
    assert_true(s.impacts == 1);
    for (int k = 0; k < 4; k++) {
        const double limit[] = {0.0, 1.0, 10.0, 100.0, INFINITY};
        assert_true(bin[k] == (-v.z >= limit[k] && -v.z < limit[k + 1]));
    }
    for (int k = 0; k < 3; k++) {
        const double limit[] = {0.0, 1e-7, 1e-6, INFINITY};
        assert_true(bin[4 + k] == (energy >= limit[k] && energy < limit[k + 1]));
    }
    expect_near(s.value[SCREE_WEAR_ENERGY], energy, 1e-12 * energy, "energy of the impact");
    expect_near(w->p.impact_energy[0], energy, 1e-12 * energy, "energy that the particle took");
    expect_near(w->p.largest_impact[0], energy, 1e-12 * energy, "largest impact of the particle");
    scree_world_destroy(w);
    return s.value[SCREE_WEAR_VOLUME];
}

static void finnie_over_the_angle(void **state) {
    (void)state;
    const double m = 4.0 / 3.0 * PI * 1e-12 * 2500.0;
    for (int degrees = 5; degrees <= 90; degrees += 5) {
        const double a = degrees * PI / 180.0, v = 50.0,
                     f = tan(a) <= 1.0 / 3.0 ? sin(2.0 * a) - 3.0 * sin(a) * sin(a) : cos(a) * cos(a) / 3.0,
                     wanted = m * v * v / (8.0 * 1e9) * f,
                     volume = hit("{law: finnie, flow_stress: 1e9}", v, a, vec3(0, 0, 0));
        expect_near(volume, wanted, 1e-11 * m * v * v / 8e9, "Finnie");
    }
    const double k = 3.0, v = 20.0,
                 a = 0.3, // other constants, at an angle below that of the switch, tan a = k / 6
        wanted = 0.1 * m * v * v / (2e9 * 1.5 * k) * (sin(2.0 * a) - 6.0 / k * sin(a) * sin(a));
    expect_near(hit("{law: finnie, flow_stress: 2e9, cutting_share: 0.1, force_ratio: 3, depth_ratio: 1.5}",
                    v, a, vec3(0, 0, 0)),
                wanted, 1e-11 * wanted, "Finnie with other constants");
    // A spin whose speed at the surface is that of the centre leaves a hit at right angles to it.
    expect_near(hit("{law: finnie, flow_stress: 1e9}", v, a, vec3(0, v * cos(a) / 1e-4, 0)), 0.0,
                1e-5 * wanted, "Finnie of a ball that rolls");
}

static void oka_over_the_angle(void **state) {
    (void)state;
    const double m = 4.0 / 3.0 * PI * 1e-12 * 2500.0, hv = 1.8;
    for (int degrees = 5; degrees <= 90; degrees += 5) {
        const double a = degrees * PI / 180.0, v = 80.0, n1 = 0.71 * pow(hv, 0.14), n2 = 2.4 * pow(hv, -0.94),
                     e90 = 65.0 * pow(hv, -0.12) * pow(v / 104.0, 2.3 * pow(hv, 0.038)) *
                           pow(2e-4 / 326e-6, 0.19),
                     wanted = 1e-9 * m * e90 * pow(sin(a), n1) * pow(1.0 + hv * (1.0 - sin(a)), n2);
        expect_near(hit("{law: oka, hardness: 1.8e9}", v, a, vec3(0, 0, 0)), wanted, 1e-10 * wanted, "Oka");
    }
    const double v = 30.0, a = 0.7, g = pow(sin(a), 0.8) * pow(1.0 + hv * (1.0 - sin(a)), 1.5),
                 wanted = 1e-9 * m * 50.0 * pow(hv, 0.2) * pow(v / 90.0, 2.0) * pow(2e-4 / 1e-4, 0.3) * g;
    expect_near(
        hit("{law: oka, hardness: 1.8e9, particle_factor: 50, hardness_exponent: 0.2, speed_exponent: 2, "
            "size_exponent: 0.3, sine_exponent: 0.8, flat_exponent: 1.5, reference_speed: 90, "
            "reference_diameter: 1e-4}",
            v, a, vec3(0, 0, 0)),
        wanted, 1e-10 * wanted, "Oka with other constants");
}

// A body that spins hits the plane z = 0 or a sphere below it. Its point at the end of the arm (along, down) in x and -z touches first. gyration: its moment of inertia about y over its
// mass, m2.
static void hits_with_spin(const char *shape, double along, double down, double gyration, bool sphere) {
    enum { SPIN = 200 };
    const double gap = 1e-7, big = 0.02, speed = 1.0 + SPIN * along;
    char *other = sphere ? scree_format(", {positions: [[%.17g, 0, %.17g]], diameter: %.17g, material: m}",
                                        along, -big, 2.0 * big)
                         : scree_strdup("");
    scree_world *w = world_of_text(
        scree_format("time: {end: 1, dt: 2e-8, velocity_scale: 3}\n" GROUND
                     "contacts: [{between: any, restitution: 0.5, friction: 0.3}]\nwear: {}\n"
                     "shapes: {b: {%s}}\nwalls:\n  w: {plane: {point: [0, 0, %g], normal: [0, 0, 1]}, "
                     "material: floor}\n"
                     "particles: [{positions: [[0, 0, %.17g]], shape: b, material: m, velocity: [0, 0, -1], "
                     "spin: [0, %d, 0], orientation: {axis: [0, 1, 0], angle: 30 deg}}%s]\n",
                     shape, sphere ? -1.0 : 0.0, down + gap, SPIN, other),
        NULL, 0);
    scree_free(other);
    const double m = w->p.motion[0].v.m / (1.0 + along * along / gyration),
                 of_sphere = 4.0 / 3.0 * PI * big * big * big * 2500.0,
                 reduced = sphere ? m * of_sphere / (m + of_sphere) : m,
                 energy = 0.5 * reduced * speed * speed;
    double got = 0.0, impacts = 0.0;
    advance(w, 40);
    for (size_t i = 0; i < w->p.n; i++) {
        got += w->p.impact_energy[i];
    }
    expect_near(got, sphere ? 2.0 * energy : energy, 1e-4 * energy, shape);
    // The column of one wall is right without all others.
    assert_string_equal(scree_columns_value(w, "w impacts", &impacts), "1");
    assert_true(impacts == (sphere ? 0.0 : 1.0));
    assert_non_null(scree_columns_value(w, "w impact_energy", &got));
    expect_near(got, sphere ? 0.0 : energy, 1e-4 * energy, "impacts of the wall");
    scree_world_destroy(w);
}

// What counts is the speed of the point that touches, which spin changes, and the mass that moves there.
static void spinning_bodies_hit(void **state) {
    (void)state;
    const double a = 0.009, c = 0.004, turn = PI / 6.0,
                 down = sqrt(a * a * sin(turn) * sin(turn) + c * c * cos(turn) * cos(turn)),
                 along = (a * a - c * c) * sin(turn) * cos(turn) / down;
    for (int sphere = 0; sphere < 2; sphere++) {
        hits_with_spin("ellipsoid: [9 mm, 6 mm, 4 mm]", along, down, 0.2 * (a * a + c * c), sphere);
        hits_with_spin("members: [{at: [-5 mm, 0, 0], radius: 4 mm}, {at: [5 mm, 0, 0], radius: 4 mm}]",
                       0.005 * cos(turn), 0.005 * sin(turn) + 0.004, 25e-6 + 0.4 * 16e-6, sphere);
    }
}

// Balls in a closed box of triangles: as many impacts are counted as contacts begin, on walls and particles.
static void impacts_are_contacts(void **state) {
    (void)state;
    enum { BALLS = 40 };
    scree_particle q[BALLS];
    for (int k = 0; k < BALLS; k++) {
        q[k] = ball((uint64_t)k + 1, 0.01,
                    vec3(-0.06 + 0.03 * (k % 5), -0.06 + 0.03 * (k / 5 % 4), -0.04 + 0.04 * (k / 20)),
                    vec3(1.0 - 0.1 * (k % 7), 0.3 * (k % 5) - 0.5, 0.2 * (k % 11) - 1.0), vec3(0, 0, 0));
    }
    scree_world *w = world_of_text(
        scree_format(
            "time: {end: 1, dt: 2e-5, velocity_scale: 3}\n" GROUND
            "contacts: [{between: any, restitution: 0.9, friction: 0.3}]\n"
            "wear: {speed_bins: [0.1, 0.3, 1], energy_bins: [1e-4, 1e-3]}\n"
            "walls:\n  w: {box: {min: [-0.1, -0.1, -0.1], max: [0.1, 0.1, 0.1]}, material: floor}\n"),
        q, BALLS);
    uint64_t begun = 0, bin[7] = {0}, one[7];
    bool touches[BALLS][6] = {{false}};
    double energy = 0.0;
    for (int step = 0; step < 15000; step++) {
        advance(w, 1);
        for (size_t i = 0; i < w->p.n; i++) {
            for (int face = 0; face < 6; face++) {
                const double x = (&w->p.x[i].x)[face / 2], gap = 0.1 - (face % 2 ? x : -x) - 0.01;
                bool *touch = &touches[w->p.id[i] - 1][face];
                begun += gap < 0.0 && !*touch;
                *touch = gap < 0.0;
            }
        }
    }
    const scree_wear_row s = sums_of(w, 0);
    for (size_t e = 0; e < scree_wear_elements_of(&w->wall.data[0]); e++) {
        scree_wear_bins_of(w, 0, e, -1, one);
        for (int k = 0; k < 7; k++) {
            bin[k] += one[k];
        }
    }
    assert_true(begun > 50 && s.impacts == begun);
    assert_true(bin[0] + bin[1] + bin[2] + bin[3] == s.impacts && bin[4] + bin[5] + bin[6] == s.impacts);
    for (size_t i = 0; i < w->p.n; i++) {
        energy += w->p.impact_energy[i];
        assert_true(w->p.largest_impact[i] > 0.0 && w->p.largest_impact[i] <= w->p.impact_energy[i]);
    }
    assert_true(energy > s.value[SCREE_WEAR_ENERGY]); // with those between particles
    scree_world_destroy(w);
}

// ---- regions ---------------------------------------------------------------------------------------------------

// Balls in a box that moves away from its regions: its halves add up to it, and its floor is the same by a box and by the inside of a mesh.
static void regions_add_up(void **state) {
    (void)state;
    enum { BALLS = 30, LEFT = 0, RIGHT, FLOOR, BLOCK, NOTHING, REGIONS };
    scree_particle q[BALLS];
    for (int k = 0; k < BALLS; k++) {
        q[k] = ball((uint64_t)k + 1, 0.01,
                    vec3(-0.06 + 0.03 * (k % 5), -0.06 + 0.03 * (k / 5 % 3), -0.04 + 0.04 * (k / 15)),
                    vec3(2.5 - 0.5 * (k % 7), 0.3 * (k % 5) - 0.5, 0.2 * (k % 11) - 1.0), vec3(9, 0, k));
    }
    scree_world *w = world_of_text(
        scree_format(
            "time: {end: 1, dt: 2e-5, velocity_scale: 3}\n" GROUND
            "contacts: [{between: any, restitution: 0.9, friction: 0.3, wear: {law: friction_work, "
            "wear_per_work: 1e-9}}]\n"
            "wear:\n"
            "  regions:\n"
            "    left: {half_space: {point: [0, 0, 0], normal: [-1, 0, 0]}}\n"
            "    right: {cylinder: {point: [0, 0, 0], axis: [1, 0, 0], radius: 1, length: 0.5}}\n"
            "    floor: {box: {min: [-1, -1, -0.11], max: [1, 1, -0.09]}}\n"
            "    inside: {mesh: block}\n"
            "    nothing: {sphere: {point: [5, 0, 0], radius: 1}}\n"
            "walls:\n"
            "  w: {box: {min: [-0.1, -0.1, -0.1], max: [0.1, 0.1, 0.1]}, material: floor, "
            "motion: {translate: [1, 0, 0]}}\n"
            "  block: {box: {min: [-0.3, -0.3, -0.11], max: [0.3, 0.3, -0.09]}, material: floor, start: "
            "never}\n"
            "  far: {plane: {point: [0, 0, -9], normal: [0, 0, 1]}, material: floor}\n"),
        q, BALLS);
    advance(w, 10000);
    scree_wear_merge(w);
    assert_true(w->wear->regions == REGIONS);
    const scree_wear_total *all = &w->wear->wall[0].sum, *region[REGIONS];
    for (int k = 0; k < REGIONS; k++) {
        region[k] = &w->wear->region[k].sum;
    }
    assert_true(w->wall.data[0].now.pose.shift.x > 0.19);
    for (int k = 0; k < SCREE_WEAR_VALUES; k++) {
        const double halves = region[LEFT]->value[k] + region[RIGHT]->value[k];
        expect_near(halves, all->value[k], 1e-14 * fabs(all->value[k]), "both halves");
        assert_true(k == SCREE_WEAR_FRONT || (region[LEFT]->value[k] > 0.0 && region[RIGHT]->value[k] > 0.0));
        assert_true(region[FLOOR]->value[k] == region[BLOCK]->value[k] && region[NOTHING]->value[k] == 0.0);
    }
    assert_true(region[LEFT]->impacts + region[RIGHT]->impacts == all->impacts && region[LEFT]->impacts > 10);
    assert_true(region[FLOOR]->impacts == region[BLOCK]->impacts && region[FLOOR]->impacts > 0);
    assert_true(region[FLOOR]->impacts < all->impacts && region[NOTHING]->impacts == 0);
    assert_true(fmax(region[LEFT]->deepest, region[RIGHT]->deepest) == all->deepest && all->deepest > 0.0);
    // Triangles of a wall that never appears, such as those of the block, have no share in the area.
    expect_near(w->wear->region[LEFT].area, 0.12, 1e-15, "area of a half");
    expect_near(w->wear->region[FLOOR].area, 0.04, 1e-15, "area of the floor");
    expect_near(w->wear->region[BLOCK].area, 0.04, 1e-15, "area of the floor in a mesh");
    double got = 0.0;
    assert_string_equal(scree_columns_value(w, "floor impacts", &got), "1");
    assert_true(got == (double)region[FLOOR]->impacts);
    assert_string_equal(scree_columns_value(w, "floor wear_depth", &got), "m");
    expect_near(got, region[FLOOR]->value[SCREE_WEAR_VOLUME] / 0.04, 1e-14 * got, "depth of the floor");
    assert_string_equal(scree_columns_value(w, "nothing mean_pressure", &got), "Pa");
    assert_true(isnan(got)); // it has no area
    scree_world_destroy(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(archard_groove),        cmocka_unit_test(works_of_the_ledger),
        cmocka_unit_test(finnie_over_the_angle), cmocka_unit_test(oka_over_the_angle),
        cmocka_unit_test(spinning_bodies_hit),   cmocka_unit_test(impacts_are_contacts),
        cmocka_unit_test(regions_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
