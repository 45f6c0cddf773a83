// SPDX-License-Identifier: BSD-3-Clause
// The bond laws: forces, energies and dashpots of the four modes in closed form for unequal radii, gaps and overlaps, the loads at
// which each mode breaks, the energy that is released, and bonds that are turned as a whole, any number of times.
#include <stdlib.h>
#include <unistd.h>
// the headers of the tests need the above
#include "laws/bond_motion.h"
#include "reference.h"

#define TEXT(bond)                                                                                           \
    "time: {end: 1, dt: 1e-6}\n"                                                                             \
    "materials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"                                            \
    "contacts: [{between: any, normal: none, tangential: none, bond: " bond "}]\n"

enum { N, S, B, T }; // modes

// A bonded pair along z at a gap; rb = 0: a wall.
static single_contact bonded(const char *text, double ra, double rb, double gap) {
    single_contact l = single_contact_of(text);
    set_bodies(&l.k, ra, rb, 1e-3, 2e-3);
    l.k.gap = gap;
    l.k.distance = ra + rb + gap;
    l.h[SCREE_BOND_STATE] = 1.0;
    l.h[SCREE_BOND_LENGTH] = l.k.distance;
    return l;
}

static void moves(single_contact *l, double vx, double wy, double wz) {
    l->k.vtx = vx;
    l->k.wry = wy;
    l->k.wrz = wz;
}

// Moves on along z for a time, and evaluates.
static void drive(single_contact *l, double dt) {
    l->k.gap -= dt * l->k.vn;
    l->k.distance -= dt * l->k.vn;
    evaluate(l, dt);
}

#define PARALLEL                                                                                             \
    "{law: parallel, bond_young: 1e9, bond_ratio: 2.6, bond_radius: 0.8, bond_tension: 1e15, bond_shear: "   \
    "1e15}"

static void four_modes(void **state) {
    (void)state;
    const struct {
        double ra, rb, gap;
    } pair[] = {{5e-3, 5e-3, 0.0}, {4e-3, 7e-3, 1e-3}, {7e-3, 4e-3, -2e-4}, {5e-3, 0.0, 3e-4}};
    for (int i = 0; i < 4; i++) {
        const double ra = pair[i].ra, rb = pair[i].rb, gap = pair[i].gap, l0 = ra + rb + gap;
        const double r = 0.8 * (rb > 0.0 && rb < ra ? rb : ra), area = SCREE_PI * r * r, k = 1e9 / l0;
        const double inertia = SCREE_PI * r * r * r * r / 4.0;
        const double ks = k * area / 2.6, kb = k * inertia, kt = 2.0 * k * inertia / 2.6;
        single_contact l = bonded(TEXT(PARALLEL), ra, rb, gap);
        evaluate(&l, 0.0);
        expect_near(l.k.fn, 0.0, 0.0, "no force when it is made");
        assert_true(l.k.bond_area > 0.0 && l.k.bond_load == 0.0 && l.k.break_mode == 0.0);
        // a is pulled away from b, moves along x, and turns
        l.k.vn = -1e-3;
        moves(&l, 2e-3, 0.3, -0.7);
        for (int step = 0; step < 10; step++) {
            drive(&l, 1e-4);
        }
        const double time = 1e-3, arm = 0.5 * (l0 + 0.5 * 1e-6) - ra - 0.5 * (gap + 0.5 * 1e-6);
        // the middle is offset from the contact point: the wall's ends there
        const double offset = rb > 0.0 ? 0.5 * (rb - ra) : -0.5 * ra;
        (void)arm;
        const double u = time * (2e-3 + offset * 0.3), theta = time * 0.3, psi = time * -0.7, pull = 1e-6;
        expect_near(l.k.fn, -k * area * pull, 1e-9 * k * area * pull, "normal force");
        expect_near(l.k.ftx, -ks * u, 1e-9 * ks * fabs(u), "shear force");
        expect_near(l.k.fty, 0.0, 1e-12 * ks * fabs(u), "shear force");
        expect_near(l.k.mry, -kb * theta + offset * l.k.ftx, 1e-9 * kb * theta, "bending moment");
        expect_near(l.k.mw, -kt * psi, 1e-9 * kt * fabs(psi), "torque");
        expect_near(l.k.energy_n, 0.5 * k * area * pull * pull, 1e-9 * l.k.energy_n, "energy");
        expect_near(l.k.energy_t, 0.5 * ks * u * u, 1e-9 * l.k.energy_t, "energy of shear");
        expect_near(l.k.energy_r, 0.5 * kb * theta * theta, 1e-9 * l.k.energy_r, "energy of bending");
        expect_near(l.k.energy_w, 0.5 * kt * psi * psi, 1e-9 * l.k.energy_w, "energy of twisting");
        expect_near(l.k.bond_area, area, 1e-12 * area, "area");
        single_contact_free(&l);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_modes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
