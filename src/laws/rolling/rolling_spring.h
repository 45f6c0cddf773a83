// SPDX-License-Identifier: BSD-3-Clause
// The rolling spring shared by epsd, epsd2 and epsd3: an incremental moment Ms of at most mu_r R* Fn, and a dashpot. The limit
// can apply to:
//   while_sticking  Ms only; the dashpot acts, without limit, while Ms is below its limit (Ai et al. 2011 with f = 0, LIGGGHTS): the
//                   moment against fast rolling can be much larger than mu_r R* Fn until Ms reaches its limit
//   outside         Ms only; the dashpot also acts at the limit, f = 1
//   inside          Ms and dashpot together; the excess is removed from the dashpot. The moment is the point nearest to Ms + C w
//                   in the ball of the limit, which contains Ms: so the dashpot never creates energy
// If the stiffness depends on overlap, the moment is kept when the contact stiffens and is proportional to kr when it softens,
// as in tangent_spring.h: if it were always kept, up to 35 % of the stored energy would be created on a closed path.
// convention: original is that of LIGGGHTS: the moment is always kept, does not rotate with the contact, and the limit uses the
// absolute value of the whole normal force.
// h[0..2] is the moment, h[3] the stiffness it was last evaluated with.
#pragma once

#include "laws/tangential/tangent_spring.h"

#define SCREE_ROLLING_CONVENTION(P)                                                                          \
    P(convention, "1", 0.0, 0.0, 1.0, NONE, "corrected|original",                                            \
      "original: as LIGGGHTS, the moment does not turn with the contact nor follow the stiffness, and the "  \
      "limit takes |Fn| with dashpot and adhesion.")

#define SCREE_ROLLING_DASHPOT(P)                                                                             \
    P(dashpot, "1", 0.0, 0.0, 2.0, NONE, "while_sticking|inside|outside",                                    \
      "The dashpot acts beside the spring without a limit while the spring is below its limit; or fills up " \
      "what the spring leaves below the limit; or acts beside it without a limit always.")

// variant of a law with the dashpot: corrected while_sticking, original, corrected inside, corrected outside.
static inline const char *scree_rolling_variant_of(double convention, double dashpot, double *variant) {
    *variant = convention > 0.5 ? 1.0 : dashpot > 0.5 ? 1.0 + dashpot : 0.0;
    return convention > 0.5 && dashpot > 0.5 ? "convention: original is LIGGGHTS', whose dashpot acts while "
                                               "the spring sticks; accepted with it: dashpot: while_sticking"
                                             : NULL;
}

// w: spin in the plane; m: the moment before; kr: N m per radian; cr: dashpot, N m s; left: fraction of it that acts at the
// limit; within: the limit applies to the whole moment.
SCREE_LAW void scree_rolling_moment(scree_contact *c, double *h, const double *m, double follow, double kr,
                                    double cr, double limit, double left, int within) {
    double along = c->wrx * c->nx + c->wry * c->ny + c->wrz * c->nz;
    double wx = c->wrx - along * c->nx, wy = c->wry - along * c->ny, wz = c->wrz - along * c->nz;
    double turn[3], seen = scree_seen_of_step(c, h[3]), step = kr * seen;
    scree_across(c, c->turn_x, c->turn_y, c->turn_z, turn);
    double x = follow * m[0] + step * turn[0], y = follow * m[1] + step * turn[1],
           z = follow * m[2] + step * turn[2];
    double size = sqrt(x * x + y * y + z * z);
    int yields = size > limit;
    double trim = yields ? limit / size : 1.0;
    double damp = yields ? left * cr : cr;
    x *= trim;
    y *= trim;
    z *= trim;
    double tx = x + damp * wx, ty = y + damp * wy, tz = z + damp * wz;
    c->viscous_r = damp * (wx * wx + wy * wy + wz * wz);
    if (within) {
        double all = sqrt(tx * tx + ty * ty + tz * tz), cut = all > limit ? limit / all : 1.0;
        tx *= cut;
        ty *= cut;
        tz *= cut;
        c->viscous_r = (tx - x) * wx + (ty - y) * wy + (tz - z) * wz;
    }
    c->mrx = -tx;
    c->mry = -ty;
    c->mrz = -tz;
    double soft = kr > 0.0 ? 1.0 / kr : 0.0;
    c->spring_r = scree_spring_work(1.0, m, 1.0, x, y, z, turn);
    c->energy_r = 0.5 * soft * (x * x + y * y + z * z);
    h[0] = x;
    h[1] = y;
    h[2] = z;
    h[3] = kr;
}

SCREE_LAW void scree_rolling_corrected(scree_contact *c, double *h, double kr, double cr, double arm,
                                       double left, int within) {
    double m[3];
    scree_turn_with_bodies(c, h, m);
    double elastic = c->fn_elastic > 0.0 ? c->fn_elastic : 0.0, limit = arm * elastic;
    double beside =
        limit > 0.0 ? left : 0.0; // a dashpot without limit acts only if there is rolling resistance
    scree_rolling_moment(c, h, m, kr < h[3] ? kr / h[3] : 1.0, kr, cr, limit, beside, within);
}

SCREE_LAW void scree_rolling_original(scree_contact *c, double *h, double kr, double cr, double arm) {
    double m[3];
    m[0] = h[0];
    m[1] = h[1];
    m[2] = h[2];
    scree_rolling_moment(c, h, m, 1.0, kr, cr, arm * fabs(c->fn), 0.0, 0);
}

// variant: see scree_rolling_variant_of.
SCREE_LAW void scree_rolling_by_variant(scree_contact *c, double *h, double kr, double cr, double arm,
                                        double variant) {
    if (variant == 0.0) {
        scree_rolling_corrected(c, h, kr, cr, arm, 0.0, 0);
    } else if (variant == 1.0) {
        scree_rolling_original(c, h, kr, cr, arm);
    } else if (variant == 2.0) {
        scree_rolling_corrected(c, h, kr, cr, arm, 1.0, 1);
    } else {
        scree_rolling_corrected(c, h, kr, cr, arm, 1.0, 0);
    }
}

extern const scree_erratum scree_epsd_errata[];

#define SCREE_ROLLING_HISTORY(law)                                                                           \
    static const scree_history_desc scree_##law##_history[] = {                                              \
        {"moment_x", "N m", "Moment of the rolling spring, x."},                                             \
        {"moment_y", "N m", "Moment of the rolling spring, y."},                                             \
        {"moment_z", "N m", "Moment of the rolling spring, z."},                                             \
        {"stiffness", "N m", "Rolling stiffness per radian when last evaluated."},                           \
    };
