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
#pragma once

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
SCREE_LAW_STRUCT(parallel, SCREE_PARALLEL_PARAMS, double fixed, per_length, disc, shear_deflection,
                 weak_tension, weak_shear, ends, variant;)
// Variants 1 and 3 have dashpots, which need the roots of the stiffnesses; 2 and 3 are beams.
enum { scree_parallel_columns = SCREE_BOND_MOTION_COLUMNS, scree_parallel_variants = 4 };

static const scree_history_desc scree_parallel_history[] = {SCREE_BOND_MOTION_HISTORY};

static inline const char *scree_parallel_derive(const double *param, const scree_pairing *pair,
                                                double *derived) {
    (void)pair;
    scree_parallel *p = scree_parallel_take(param, derived);
    const double shear_area = 0.9; // of a circle, over its area
    const int by_length = isinf(p->bond_stiffness);
    p->fixed = by_length ? 0.0 : p->bond_stiffness;
    p->per_length = by_length ? p->bond_young : 0.0;
    p->disc = 1.0 / p->bond_ratio;
    p->shear_deflection = p->bond_section == 2.0 ? 3.0 * p->bond_ratio / shear_area : 0.0;
    p->ends = p->bond_moment;
    p->variant = 2.0 * (p->bond_section > 0.0) + (p->bond_damping_normal + p->bond_damping_shear +
                                                      p->bond_damping_bending + p->bond_damping_torsion >
                                                  0.0);
    p->weak_tension = 1.0 / p->bond_tension;
    p->weak_shear = 1.0 / p->bond_shear;
    if (by_length == isinf(p->bond_young)) {
        return "give one of 'bond_young' (Pa) and 'bond_stiffness' (Pa/m)";
    }
    if (!(p->bond_tension > 0.0) || !(p->bond_shear > 0.0)) {
        return "'bond_tension' and 'bond_shear' must be larger than 0: a bond without strength would break "
               "when it is made; leave out a strength that is never reached";
    }
    return NULL;
}

// Section of a bond: radius, m, its inverse, and stiffness by mode.
typedef struct scree_parallel_disc {
    double r, inverse, k[4];
} scree_parallel_disc;

SCREE_LAW scree_parallel_disc scree_parallel_section(const scree_parallel *p, double ra, double rb,
                                                     double length) {
    scree_parallel_disc d;
    d.r = p->bond_radius * (ra < rb ? ra : rb);
    const double square = d.r * d.r, inverse = 1.0 / (d.r * length);
    const double along = (p->fixed + p->per_length * (inverse * d.r)) * (SCREE_PI * square);
    double across = p->disc;
    if (p->variant > 1.0) {
        across = 3.0 * square / (length * length + p->shear_deflection * square); // 12 I / A = 3 R^2
    }
    d.inverse = inverse * length;
    d.k[0] = along;
    d.k[1] = along * across;
    d.k[2] = along * (0.25 * square);
    d.k[3] = along * (0.5 * square) * p->disc;
    return d;
}

// The bond's utilisation: of its tensile strength by pulling and bending, of its shear strength by shear and twisting, without the
// part of the stress that friction carries.
SCREE_LAW void scree_parallel_use(const scree_parallel *p, const scree_contact *c, const scree_bond_motion *m,
                                  const scree_parallel_disc *d, double *use) {
    const scree_bond_vector n = {c->nx, c->ny, c->nz};
    const double *k = d->k, per_area = d->inverse * d->inverse * (1.0 / SCREE_PI);
    const double per_bending = 4.0 * per_area * d->inverse, per_twisting = 0.5 * per_bending; // R / I, R / J
    const double tension = k[0] * m->stretch * per_area, compression = tension < 0.0 ? -tension : 0.0;
    const double shear = k[1] * sqrt(scree_bond_dot(m->shear, m->shear)),
                 bend2 = scree_bond_dot(m->bend, m->bend);
    // the ends have the moments M + l/2 n x Fs and M - l/2 n x Fs
    const double arm = p->ends * (0.5 * c->distance);
    const double both = fabs(k[1] * k[2] * scree_bond_dot(m->bend, scree_bond_cross(n, m->shear)));
    const double moment = sqrt((k[2] * k[2]) * bend2 + arm * (arm * (shear * shear) + 2.0 * both));
    const double torque = fabs(k[3] * m->twist), stress = shear * per_area - p->bond_friction * compression;
    use[SCREE_MODE_NORMAL] = tension * p->weak_tension;
    use[SCREE_MODE_ROLLING] = p->bond_moment_share * moment * per_bending * p->weak_tension;
    use[SCREE_MODE_TANGENTIAL] = stress * p->weak_shear;
    use[SCREE_MODE_TWISTING] = p->bond_moment_share * torque * per_twisting * p->weak_shear;
}

SCREE_LAW void scree_parallel_law(const scree_parallel *p, scree_contact *c, double *h) {
    scree_bond_begin(c);
    const scree_bond_motion m = scree_bond_motion_of(c, h);
    const double mass = c->m_eff, inertia = 0.4 / 1.4 * c->inertia_eff, factor = h[SCREE_BOND_STATE];
    double d[4], use[4];
    const scree_parallel_disc section = scree_parallel_section(p, c->ra, c->rb, m.length);
    const double *k = section.k;
    d[0] = d[1] = d[2] = d[3] = 0.0;
    const int damped = p->variant == 1.0 || p->variant == 3.0;
    if (damped) {
        d[SCREE_MODE_NORMAL] = 2.0 * p->bond_damping_normal * sqrt(k[SCREE_MODE_NORMAL] * mass);
        d[SCREE_MODE_TANGENTIAL] = 2.0 * p->bond_damping_shear * sqrt(k[SCREE_MODE_TANGENTIAL] * mass);
        d[SCREE_MODE_ROLLING] = 2.0 * p->bond_damping_bending * sqrt(k[SCREE_MODE_ROLLING] * inertia);
        d[SCREE_MODE_TWISTING] = 2.0 * p->bond_damping_torsion * sqrt(k[SCREE_MODE_TWISTING] * inertia);
    }
    scree_parallel_use(p, c, &m, &section, use);
    const double pulled = use[SCREE_MODE_NORMAL] + use[SCREE_MODE_ROLLING],
                 sheared = use[SCREE_MODE_TANGENTIAL] + use[SCREE_MODE_TWISTING];
    const double larger = pulled > sheared ? pulled : sheared;
    const double by_pull =
        use[SCREE_MODE_NORMAL] >= use[SCREE_MODE_ROLLING] ? SCREE_MODE_NORMAL : SCREE_MODE_ROLLING;
    const double by_shear =
        use[SCREE_MODE_TANGENTIAL] >= use[SCREE_MODE_TWISTING] ? SCREE_MODE_TANGENTIAL : SCREE_MODE_TWISTING;
    const int breaks = m.holds & (larger >= factor), acts = m.holds & !breaks;
    const scree_bond_load f = scree_bond_springs(&m, c, k, d, damped);
    scree_bond_add(&m, &f, c, acts, 1.0);
    scree_bond_store_energy(&f, 1.0, c, f.stored, acts, breaks, pulled > sheared ? by_pull : by_shear);
    c->bond_area = acts ? SCREE_PI * (section.r * section.r) : 0.0;
    c->bond_load = (m.holds & (larger > 0.0)) ? larger / factor : 0.0;
    scree_bond_motion_keep(&m, c, h, acts);
    scree_bond_end(c, h, breaks, p->contact_while_bonded < 0.5);
}

static inline void scree_parallel_stiffness(const double *derived, double ra, double rb, double length,
                                            double *stiffness) {
    const scree_parallel_disc d =
        scree_parallel_section((const scree_parallel *)(const void *)derived, ra, rb, length);
    for (int mode = 0; mode < 4; mode++) {
        stiffness[mode] = d.k[mode];
    }
}

static inline int scree_parallel_lossless(const double *derived) {
    const double variant = ((const scree_parallel *)(const void *)derived)->variant;
    return variant == 0.0 || variant == 2.0;
}

static const scree_law scree_parallel_table = {
    .name = "parallel",
    .slot = SCREE_BOND,
    .title =
        "Elastic disc or beam that carries force and moment until the stress at its rim reaches a strength.",
    .formula = "Fn = -k A (l - l0), Fs = -Ks u, Mb = -k I theta, Mt = -k J psi / ratio;  breaks at -Fn/A + "
               "|Mb| R/I = tension or |Fs|/A + |Mt| R/J = shear",
    .source = "Potyondy and Cundall, Int. J. Rock Mech. Min. Sci. 41 (2004) 1329, eq. 14 and following",
    SCREE_LAW_PARTS_AND_HISTORY(parallel),
    .bond_stiffness = scree_parallel_stiffness,
    .lossless = scree_parallel_lossless,
    .validity = "Small strains of the bond",
    .page = "parallel_bond",
};
