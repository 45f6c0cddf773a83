// SPDX-License-Identifier: BSD-3-Clause
// Parallel bond: an elastic disc of radius R between two bodies, of length l when it is made, that carries force and moment:
//   Kn = k A, Kb = k I, Ks = k A / ratio, Kt = k J / ratio;  A = pi R^2, I = pi R^4 / 4, J = 2 I, k = E / l or given.
// It breaks where the stress at its rim reaches a strength: with the forces and moments of its springs,
//   -Fn / A + share |Mb| R / I >= tension,   |Fs| / A + share |Mt| R / J >= shear + friction * max(Fn, 0) / A.
// Source: Potyondy and Cundall, Int. J. Rock Mech. Min. Sci. 41 (2004) 1329, eqs. 14 ff.; `share` is the factor of the moments in later
// versions of PFC. Differences: the normal part is a function of the distance, not a sum over steps; dashpots, which are not in the
// criterion; `bond_section` makes Ks that of a beam: with shear taken in the middle between the centres, 12 E I / l^3 is exactly the
// Euler-Bernoulli beam, and that over 1 + 12 E I / (0.9 G A l^2) the Timoshenko beam of circular section (G = E / ratio).
// Valid for small strains; the rotations of the bond as a whole may be of any size.
#ifndef SCREE_LAWS_PARALLEL_BOND_H
#define SCREE_LAWS_PARALLEL_BOND_H

#include "laws/bond_motion.h"

#define SCREE_PARALLEL_PARAMS(P)                                                                             \
    P(bond_young, "Pa", SCREE_NOT_GIVEN, 1.0, 1e13, HARMONIC, NULL,                                          \
      "Young's modulus of the bond, the stiffness per area times the length; or give bond_stiffness.")       \
    P(bond_stiffness, "Pa/m", SCREE_NOT_GIVEN, 1e-3, 1e18, HARMONIC, NULL,                                   \
      "Normal stiffness per area, for bonds of every length, in place of bond_young.")                       \
    P(bond_ratio, "1", 2.5, 0.1, 1e6, MEAN, NULL, "Normal over shear stiffness per area; of a beam E / G.")  \
    P(bond_radius, "1", 1.0, 1e-6, 100.0, MEAN, NULL, "Radius of the bond over that of the smaller body.")   \
    P(bond_section, "1", 0.0, 0.0, 2.0, NONE, "disc|euler|timoshenko",                                       \
      "Shear stiffness: of springs over the section, or of a beam that is stiff, or soft, in shear.")        \
    P(bond_tension, "Pa", SCREE_NOT_GIVEN, 0.0, 1e15, MIN, NULL,                                             \
      "Tensile strength; without it tension and bending do not break the bond.")                             \
    P(bond_shear, "Pa", SCREE_NOT_GIVEN, 0.0, 1e15, MIN, NULL,                                               \
      "Shear strength; without it shear and twisting do not break the bond.")                                \
    P(bond_friction, "1", 0.0, 0.0, 10.0, MEAN, NULL,                                                        \
      "Increase of the shear strength with the compressive stress.")                                         \
    P(bond_moment, "1", 0.0, 0.0, 1.0, NONE, "middle|end",                                                   \
      "Bending moment in the criterion: that of the middle, or the larger one of the two ends.")             \
    P(bond_moment_share, "1", 1.0, 0.0, 1.0, MEAN, NULL, "Share of the moments in the criterion.")           \
    P(bond_damping_normal, "1", 0.0, 0.0, 10.0, MEAN, NULL, "Damping ratio of stretching.")                  \
    P(bond_damping_shear, "1", 0.0, 0.0, 10.0, MEAN, NULL, "Damping ratio of shear.")                        \
    P(bond_damping_bending, "1", 0.0, 0.0, 10.0, MEAN, NULL, "Damping ratio of bending.")                    \
    P(bond_damping_torsion, "1", 0.0, 0.0, 10.0, MEAN, NULL, "Damping ratio of twisting.")                   \
    P(contact_while_bonded, "1", 1.0, 0.0, 1.0, NONE, "no|yes",                                              \
      "Whether the contact laws act on bonded bodies that overlap.")

// k = fixed + young / l; Ks of the section; 1 / strength, 0: none.
SCREE_LAW_STRUCT(parallel, SCREE_PARALLEL_PARAMS, double fixed, per_length, disc, beam, shear_deflection,
                 weak_tension, weak_shear;)
enum { scree_parallel_columns = SCREE_BOND_MOTION_COLUMNS };

static const scree_history_desc scree_parallel_history[] = {SCREE_BOND_MOTION_HISTORY};

static inline const char *scree_parallel_derive(const double *param, const scree_pairing *pair,
                                                double *derived) {
    (void)pair;
    scree_parallel *p = scree_parallel_take(param, derived);
    const double shear_area = 0.9; // of a circle, over its area
    const int by_length = isinf(p->bond_stiffness);
    p->fixed = by_length ? 0.0 : p->bond_stiffness;
    p->per_length = by_length ? p->bond_young : 0.0;
    p->disc = p->bond_section == 0.0 ? 1.0 / p->bond_ratio : 0.0;
    p->beam = p->bond_section == 0.0 ? 0.0 : 3.0; // 12 I / A = 3 R^2
    p->shear_deflection = p->bond_section == 2.0 ? 3.0 * p->bond_ratio / shear_area : 0.0;
    p->weak_tension = 1.0 / p->bond_tension;
    p->weak_shear = 1.0 / p->bond_shear;
    if (by_length == isinf(p->bond_young)) {
        return "give one of 'bond_young' (Pa) and 'bond_stiffness' (Pa/m)";
    }
    if (!(p->bond_tension > 0.0) || !(p->bond_shear > 0.0)) {
        return "'bond_tension' and 'bond_shear' must be larger than 0: a bond without strength would break "
               "when "
               "it is made; leave out a strength that is never reached";
    }
    return NULL;
}

// Radius, m, and stiffness by mode of a bond.
SCREE_LAW double scree_parallel_section(const scree_parallel *p, double ra, double rb, double length,
                                        double *stiffness) {
    const double r = p->bond_radius * (ra < rb ? ra : rb), square = r * r, area = SCREE_PI * square;
    const double along = (p->fixed + p->per_length / length) * area;
    const double beam = p->beam * square / (length * length + p->shear_deflection * square);
    stiffness[0] = along;
    stiffness[1] = along * (p->disc + beam);
    stiffness[2] = along * (0.25 * square);
    stiffness[3] = along * (0.5 * square) / p->bond_ratio;
    return r;
}

// The bond's utilisation: of its tensile strength by pulling and bending, of its shear strength by shear and twisting.
SCREE_LAW void scree_parallel_use(const scree_parallel *p, const scree_contact *c, const scree_bond_motion *m,
                                  const double *k, double r, double factor, double *use) {
    const scree_bond_vector n = {c->nx, c->ny, c->nz};
    const double area = SCREE_PI * (r * r), bending = 0.25 * (area * r),
                 twisting = 2.0 * bending; // I / R, J / R
    const double tension = k[0] * m->stretch / area, compression = tension < 0.0 ? -tension : 0.0;
    const double shear2 = (k[1] * k[1]) * scree_bond_dot(m->shear, m->shear);
    const double bend2 = (k[2] * k[2]) * scree_bond_dot(m->bend, m->bend);
    // the ends have the moments M + l/2 n x Fs and M - l/2 n x Fs
    const double arm = 0.5 * c->distance;
    const double both = fabs(k[1] * k[2] * scree_bond_dot(m->bend, scree_bond_cross(n, m->shear)));
    const double end2 = bend2 + arm * (arm * shear2 + 2.0 * both);
    const double moment = sqrt(p->bond_moment > 0.5 ? end2 : bend2), torque = fabs(k[3] * m->twist);
    const double weak_tension = p->weak_tension / factor, weak_shear = p->weak_shear / factor;
    const double weak = weak_shear / (1.0 + p->bond_friction * compression * weak_shear);
    use[SCREE_MODE_NORMAL] = tension * weak_tension;
    use[SCREE_MODE_ROLLING] = p->bond_moment_share * moment / bending * weak_tension;
    use[SCREE_MODE_TANGENTIAL] = sqrt(shear2) / area * weak;
    use[SCREE_MODE_TWISTING] = p->bond_moment_share * torque / twisting * weak;
}

SCREE_LAW void scree_parallel_law(const scree_parallel *p, scree_contact *c, double *h) {
    scree_bond_begin(c);
    const scree_bond_motion m = scree_bond_motion_of(c, h);
    const double mass = c->m_eff, inertia = 0.4 / 1.4 * c->inertia_eff, factor = h[SCREE_BOND_STATE];
    double k[4], d[4], use[4];
    const double r = scree_parallel_section(p, c->ra, c->rb, m.length, k);
    d[SCREE_MODE_NORMAL] = 2.0 * p->bond_damping_normal * sqrt(k[SCREE_MODE_NORMAL] * mass);
    d[SCREE_MODE_TANGENTIAL] = 2.0 * p->bond_damping_shear * sqrt(k[SCREE_MODE_TANGENTIAL] * mass);
    d[SCREE_MODE_ROLLING] = 2.0 * p->bond_damping_bending * sqrt(k[SCREE_MODE_ROLLING] * inertia);
    d[SCREE_MODE_TWISTING] = 2.0 * p->bond_damping_torsion * sqrt(k[SCREE_MODE_TWISTING] * inertia);
    scree_parallel_use(p, c, &m, k, r, factor, use);
    const double pulled = use[SCREE_MODE_NORMAL] + use[SCREE_MODE_ROLLING],
                 sheared = use[SCREE_MODE_TANGENTIAL] + use[SCREE_MODE_TWISTING];
    const double most = pulled > sheared ? pulled : sheared; // never negative, as `sheared` is not
    const double by_pull =
        use[SCREE_MODE_NORMAL] >= use[SCREE_MODE_ROLLING] ? SCREE_MODE_NORMAL : SCREE_MODE_ROLLING;
    const double by_shear =
        use[SCREE_MODE_TANGENTIAL] >= use[SCREE_MODE_TWISTING] ? SCREE_MODE_TANGENTIAL : SCREE_MODE_TWISTING;
    const int breaks = m.holds & (most >= 1.0), acts = m.holds & !breaks;
    const scree_bond_load f = scree_bond_springs(&m, c, k, d);
    scree_bond_add(&m, &f, c, acts, 1.0);
    scree_bond_store_energy(c, f.stored, acts, breaks, pulled > sheared ? by_pull : by_shear);
    c->bond_area = acts ? SCREE_PI * (r * r) : 0.0;
    c->bond_load = m.holds ? most : 0.0;
    scree_bond_motion_keep(&m, c, h, acts);
    scree_bond_end(c, h, breaks, p->contact_while_bonded < 0.5);
}

static inline void scree_parallel_stiffness(const double *derived, double ra, double rb, double length,
                                            double *stiffness) {
    scree_parallel_section((const scree_parallel *)(const void *)derived, ra, rb, length, stiffness);
}

static const scree_law scree_parallel_table = {
    .name = "parallel",
    .slot = SCREE_BOND,
    .title =
        "Elastic disc or beam that carries force and moment until the stress at its rim reaches a strength.",
    .formula = "Fn = -k A (l - l0), Fs = -Ks u, Mb = -k I theta, Mt = -k J psi / ratio;  breaks at -Fn/A + "
               "|Mb| R/I = "
               "tension or |Fs|/A + |Mt| R/J = shear",
    .source = "Potyondy and Cundall, Int. J. Rock Mech. Min. Sci. 41 (2004) 1329, eq. 14 and following",
    .param = scree_parallel_params,
    .nparam = SCREE_COUNT_OF(scree_parallel_params),
    .history = scree_parallel_history,
    .nhistory = scree_parallel_columns,
    .derive = scree_parallel_derive,
    .bond_stiffness = scree_parallel_stiffness,
    .validity = "Small strains of the bond",
    .page = "parallel_bond",
};

#endif
