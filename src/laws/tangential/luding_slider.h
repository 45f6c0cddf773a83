// SPDX-License-Identifier: BSD-3-Clause
// The spring, dashpot and slider shared by the tangential, rolling and twisting laws of Luding: trial force -k x - g v with the
// advanced spring x, static limit Y, dynamic limit phi Y. When it slips, the spring becomes
//   page: x = -(f + g v)/k, as if all of v acted on the dashpot; set to 0 if it then points against the advanced spring
//   kv:   x = (g/dt x_old - f)/(k + g/dt), a slider in series with spring and dashpot: never creates energy
// luding2008 stores that it slides and then compares with phi Y instead of Y. woo uses the spring before it is advanced (which
// amplifies oscillations), a limit that may be negative (friction may push), and does not reset the spring.
#pragma once

#include "laws/normal/luding.h"
#include "laws/tangential/tangent_spring.h"

#define SCREE_LUDING_SLIDER_PARAMS(P)                                                                        \
    SCREE_LUDING_VARIANT(P, "Spring first, spring first and the dynamic limit while sliding, or WooDEM's "   \
                            "code.")                                                                         \
    SCREE_LUDING_STIFFNESS(P)                                                                                \
    P(dynamic_ratio, "1", 0.7, 1e-9, 1.0, MIN, NULL, "Dynamic over static friction.")                        \
    P(slip_reset, "1", 0.0, 0.0, 1.0, NONE, "page|kv",                                                       \
      "The spring after a slip: dashpot sees all of the motion, or slider in series with spring and "        \
      "dashpot.")                                                                                            \
    P(adhesion_ratio, "1", 0.2, 0.0, 1e3, MEAN, NULL,                                                        \
      "That of the normal law; only woo asks, for the size of its negative yield.")

#define SCREE_LUDING_EXPONENT(P)                                                                             \
    P(rolling_exponent, "1", SCREE_NOT_GIVEN, 1.0, 2.0, NONE, NULL,                                          \
      "Power of a12 in the rotational stiffnesses, 2 or 1 (dimensions wrong); not given: 2, woo 1.")

// Parameters of a couple: `mode` is rolling or twisting.
#define SCREE_LUDING_COUPLE_PARAMS(P, mode)                                                                  \
    P(mode##_friction, "1", NAN, 0.0, 1e12, MIN, NULL, "Static " #mode " friction coefficient.")             \
    P(mode##_stiffness_ratio, "1", 0.2, 0.0, 1e3, MEAN, NULL, "Stiffness over k2hat a12^2.")                 \
    P(mode##_viscosity, "N m s", 0.0, 0.0, 1e15, MIN, NULL, "Viscous coefficient of the couple.")            \
    SCREE_LUDING_EXPONENT(P)                                                                                 \
    SCREE_LUDING_SLIDER_PARAMS(P)

// With the exponent 1 the stiffness over k2hat has the unit of a length.
static inline const char *scree_luding_couple_coarsen(double *param, double factor) {
    enum { STIFFNESS_RATIO = 1, EXPONENT = 3 };
    param[STIFFNESS_RATIO] *= param[EXPONENT] == 1.0 ? factor : 1.0;
    return NULL;
}

#define SCREE_LUDING_COUPLE_ALIAS(mode, letter)                                                              \
    {#mode "_friction", "stat" letter}, {#mode "_viscosity", "visc" letter}, {"stiffness", "k2hat"},         \
        {"dynamic_ratio", "dynDivStat"}, {                                                                   \
        "adhesion_ratio", "kaDivKn"                                                                          \
    }

// Constants of a mode; weights are 0 or 1, because selects on constants would prevent vectorisation.
typedef struct scree_luding_slider {
    scree_luding_size size;
    double dynamic, while_sliding; // limits / static limit, when a slip starts and while it continues
    double woo, kv;                // weights
    double guard;                  // fraction of the spring that is kept if a slip has reversed it
    double ka;                     // ka / k2hat
    double length[2];              // a12^q = a12 (length[0] + length[1] a12)
} scree_luding_slider;

static inline const char *scree_luding_slider_derive(scree_luding_slider *s, double variant, double stiffness,
                                                     double dynamic, double kv, double ka, double exponent,
                                                     const scree_pairing *pair) {
    int woo = variant == (double)SCREE_LUDING_WOO;
    double q = isinf(exponent) ? (woo ? 1.0 : 2.0) : exponent;
    s->size = scree_luding_size_of(stiffness, pair);
    s->dynamic = dynamic;
    s->while_sliding = variant == (double)SCREE_LUDING_2008 ? dynamic : 1.0;
    s->woo = woo ? 1.0 : 0.0;
    s->kv = kv;
    s->guard = woo || kv > 0.5 ? 1.0 : 0.0;
    s->ka = ka;
    s->length[0] = q == 1.0 ? 1.0 : 0.0;
    s->length[1] = q == 1.0 ? 0.0 : 1.0;
    if (q != 1.0 && q != 2.0) {
        return "rolling_exponent is the power of a length; accepted: 2, or 1 as in WooDEM";
    }
    if (woo && kv > 0.5) {
        return "slip_reset: kv is none of WooDEM's; accepted with variant: woo is slip_reset: page, with kv "
               "the variants consistent and luding2008";
    }
    return NULL;
}

// For a couple: replaces the given stiffness and exponent by those used in the formulas.
static inline const char *scree_luding_couple_derive(scree_luding_slider *s, double variant,
                                                     double *stiffness, double dynamic, double kv, double ka,
                                                     double *exponent, const scree_pairing *pair) {
    const char *wrong = scree_luding_slider_derive(s, variant, *stiffness, dynamic, kv, ka, *exponent, pair);
    *stiffness = s->size.given;
    *exponent = s->length[0] > 0.0 ? 1.0 : 2.0;
    return wrong;
}

// Force, N, that is multiplied by the friction coefficients: critical; woo: fn + ka overlap, even if negative.
SCREE_LAW double scree_luding_capacity(const scree_luding_slider *s, const scree_contact *c, double k2hat) {
    double below = c->fn + ((1.0 - c->taken) * k2hat * s->ka) * c->overlap;
    return c->critical + s->woo * (below < 0.0 ? below : 0.0);
}

SCREE_LAW double scree_luding_power(const scree_luding_slider *s, double a12) {
    return a12 * (s->length[0] + s->length[1] * a12);
}

typedef struct scree_luding_slide_of {
    double f[3], energy, viscous;
} scree_luding_slide_of;

// k, g: spring and dashpot; limit: static; rate, step: of the mode, and what it has moved in this step; h[0..2]: spring, rotated; h[3] 1: was
// sliding. Writes the new h.
SCREE_LAW scree_luding_slide_of scree_luding_slide(const scree_luding_slider *s, const scree_contact *c,
                                                   double k, double g, double limit, const double *rate,
                                                   const double *step, double *h) {
    double moves = 1.0 - s->woo * c->fresh, time = c->dt;
    double vx = moves * rate[0], vy = moves * rate[1], vz = moves * rate[2];
    double share = moves * (1.0 + c->fresh * (c->begins - 1.0)), early = (1.0 - s->woo) * share;
    double x = h[0] + early * step[0], y = h[1] + early * step[1], z = h[2] + early * step[2];
    double tx = k * x + g * vx, ty = k * y + g * vy, tz = k * z + g * vz; // minus the trial force
    double trial = sqrt(tx * tx + ty * ty + tz * tz);
    double threshold = fabs(limit) * (h[3] > 0.0 ? s->while_sliding : 1.0);
    int slips = trial > threshold;
    double trim = slips ? s->dynamic * limit / trial : 1.0;
    double fx = trim * tx, fy = trim * ty, fz = trim * tz;
    double per_time = time > 0.0 ? 1.0 / time : 0.0, creep = s->kv * (g * per_time);
    double soft = k > 0.0 ? 1.0 / (k + creep) : 0.0, late = s->woo * moves;
    // kv: g v is excluded from creep x first, because a short spring would be lost by rounding against the motion in a step
    double page = time > 0.0 ? (1.0 - s->kv) * g : g;
    double rx = soft * (fx - page * vx + creep * h[0]), ry = soft * (fy - page * vy + creep * h[1]),
           rz = soft * (fz - page * vz + creep * h[2]);
    double keep = rx * x + ry * y + rz * z < 0.0 ? s->guard : 1.0;
    double sx = slips ? keep * rx : x + late * step[0];
    double sy = slips ? keep * ry : y + late * step[1];
    double sz = slips ? keep * rz : z + late * step[2];
    double slow =
        slips ? per_time : 0.0; // for kv, only the rest of the motion after slip acts on the dashpot
    double wx = vx - slow * (x - sx), wy = vy - slow * (y - sy), wz = vz - slow * (z - sz);
    double seen = slips ? s->kv : 1.0;
    double taken = seen * g * (wx * wx + wy * wy + wz * wz);
    scree_luding_slide_of out = {{-fx, -fy, -fz}, 0.5 * k * (sx * sx + sy * sy + sz * sz), taken};
    h[0] = sx;
    h[1] = sy;
    h[2] = sz;
    h[3] = slips ? 1.0 : 0.0;
    return out;
}

// Couple against the relative spin w, rad/s, which has turned by `turn`, rad, in this step; s: spring, 1 or 0 for sliding.
SCREE_LAW scree_luding_slide_of scree_luding_couple(const scree_luding_slider *p, const scree_contact *c,
                                                    double stiffness_ratio, double viscosity, double friction,
                                                    const double w[3], const double turn[3], double s[4]) {
    double a12 = scree_luding_a12(c), k2hat = scree_luding_k2hat(&p->size, c->ra, c->rb);
    double part = 1.0 - c->taken, k = part * (k2hat * stiffness_ratio * scree_luding_power(p, a12));
    double limit = friction * scree_luding_capacity(p, c, k2hat) * a12;
    return scree_luding_slide(p, c, k, part * viscosity, limit, w, turn, s);
}
