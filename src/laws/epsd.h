// SPDX-License-Identifier: BSD-3-Clause
// Elastic-plastic spring and dashpot for rolling: an incremental moment of stiffness kr = 2.25 kn mu_r^2 R*^2 up to
// mu_r R* Fn, with a dashpot of ratio eta_r while it is below that. Holds still at rest. Where kn depends on overlap the
// moment is kept when the contact stiffens and follows kr when it softens, as in tangent_spring.h: keeping it always gave
// away up to 35 % of the energy stored on a closed path.
// Source: Ai, Chen, Rotter and Ooi, Powder Technol. 206 (2011) 269, model C; kr after Iwashita and Oda 1998.
#ifndef SCREE_LAWS_EPSD_H
#define SCREE_LAWS_EPSD_H

#include "laws/tangent_spring.h"

#define SCREE_EPSD_PARAMS(P)                                                                                 \
    P(rolling_friction, "1", NAN, 0.0, 10.0, MEAN, NULL, "Rolling friction coefficient mu_r.")               \
    P(rolling_damping, "1", 0.3, 0.0, 10.0, MEAN, NULL, "Damping ratio eta_r of the rolling dashpot.")

SCREE_LAW_STRUCT(epsd, SCREE_EPSD_PARAMS, )
enum { scree_epsd_columns = 4 };

static const scree_history_desc scree_epsd_history[] = {
    {"moment_x", "N m", "Moment of the rolling spring, x."},
    {"moment_y", "N m", "Moment of the rolling spring, y."},
    {"moment_z", "N m", "Moment of the rolling spring, z."},
    {"stiffness", "N m", "Rolling stiffness per radian when last evaluated."},
};

static inline const char *scree_epsd_derive(const double *param, const scree_pairing *pair, double *derived) {
    (void)pair;
    scree_epsd_take(param, derived);
    return NULL;
}

SCREE_LAW void scree_epsd_law(const scree_epsd *p, scree_contact *c, double *h) {
    double along = c->wrx * c->nx + c->wry * c->ny + c->wrz * c->nz;
    double wx = c->wrx - along * c->nx, wy = c->wry - along * c->ny, wz = c->wrz - along * c->nz;
    double arm = p->rolling_friction * c->r_eff;
    double kr = 2.25 * c->kn * (arm * arm);
    double m[3];
    scree_turn_into_plane(c, h, m);
    double step = kr * c->slip_before;
    double follow = kr < h[3] ? kr / h[3] : 1.0;
    double x = follow * m[0] + step * wx, y = follow * m[1] + step * wy, z = follow * m[2] + step * wz;
    double limit = arm * c->fn_elastic;
    double size = sqrt(x * x + y * y + z * z);
    int yields = size > limit;
    double trim = yields ? limit / size : 1.0;
    double cr = yields ? 0.0 : 2.0 * p->rolling_damping * sqrt(c->inertia_eff * kr);
    x *= trim;
    y *= trim;
    z *= trim;
    double tx = x + cr * wx, ty = y + cr * wy, tz = z + cr * wz;
    c->mrx = -tx;
    c->mry = -ty;
    c->mrz = -tz;
    double soft = kr > 0.0 ? 1.0 / kr : 0.0;
    c->energy_r = 0.5 * soft * (x * x + y * y + z * z);
    double late = kr * c->slip_after;
    double sx = x + late * wx, sy = y + late * wy, sz = z + late * wz;
    c->viscous_r = cr * (wx * wx + wy * wy + wz * wz);
    h[0] = sx;
    h[1] = sy;
    h[2] = sz;
    h[3] = kr;
}

static const scree_law scree_epsd_table = {
    .name = "epsd",
    .slot = SCREE_ROLLING,
    .title = "Elastic-plastic rolling spring with a dashpot; holds a particle still at rest.",
    .formula = "dM = -kr w dt, |M| <= mu_r R* Fn;  kr = 2.25 kn mu_r^2 R*^2, dashpot 2 eta_r sqrt(I kr) "
               "below the limit",
    .source = "Ai, Chen, Rotter and Ooi, Powder Technol. 206 (2011) 269, model C",
    .param = scree_epsd_params,
    .nparam = SCREE_COUNT_OF(scree_epsd_params),
    .history = scree_epsd_history,
    .nhistory = scree_epsd_columns,
    .derive = scree_epsd_derive,
};

#endif
