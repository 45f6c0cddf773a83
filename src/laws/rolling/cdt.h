// SPDX-License-Identifier: BSD-3-Clause
// Constant directional torque: rolling resistance mu_r R* Fn against the relative rolling, whatever its speed.
// Source: Ai, Chen, Rotter and Ooi, Powder Technol. 206 (2011) 269, model A.
// A torque that depends on the direction only would change its sign in each step near rest: it would overshoot, and the power
// M w of the overshoot would be booked as a loss although nothing gets slower. So the torque is at most what stops the
// relative rotation within SCREE_CDT_STEPS steps: M = I w / (12 dt) below the speed at which that is mu_r R* Fn. A sphere among
// equal ones has up to twelve contacts, and together they must not reverse its rotation within one step. Under a load below
// the limit a contact creeps, half as fast with half the step; with epsd it does not.
// convention: original is that of LIGGGHTS: the torque is mu_r R* kn d along the whole relative spin, its component along
// the normal is then omitted, and its sign alternates at rest.
#pragma once

#include "laws/rolling/rolling_spring.h"

#define SCREE_CDT_PARAMS(P)                                                                                  \
    P(rolling_friction, "1", NAN, 0.0, 10.0, MEAN, NULL, "Rolling friction coefficient mu_r.")               \
    P(convention, "1", 0.0, 0.0, 1.0, NONE, "corrected|original",                                            \
      "original: as LIGGGHTS, torque mu_r R* kn d, divided by the whole relative spin with its twisting "    \
      "part.")

SCREE_LAW_STRUCT(cdt, SCREE_CDT_PARAMS, double variant;)
extern const scree_erratum scree_cdt_errata[];
enum { scree_cdt_columns = 0, scree_cdt_variants = 2, SCREE_CDT_STEPS = 12 };

static inline const char *scree_cdt_derive(const double *param, const scree_pairing *pair, double *derived) {
    (void)pair;
    scree_cdt *p = scree_cdt_take(param, derived);
    p->variant = p->convention;
    return NULL;
}

SCREE_LAW void scree_cdt_law(const scree_cdt *p, scree_contact *c, double *h) {
    (void)h;
    double along = c->wrx * c->nx + c->wry * c->ny + c->wrz * c->nz;
    double x = c->wrx - along * c->nx, y = c->wry - along * c->ny, z = c->wrz - along * c->nz;
    double w = sqrt(x * x + y * y + z * z);
    double force = c->fn_elastic > 0.0 ? c->fn_elastic : 0.0;
    if (p->variant == 1.0) {
        w = sqrt(c->wrx * c->wrx + c->wry * c->wry + c->wrz * c->wrz);
        force = c->kn * c->overlap;
    }
    double torque = p->rolling_friction * c->r_eff * force;
    double scale = w > 0.0 ? torque / w : 0.0;
    if (p->variant == 0.0) {
        double inertia = 0.4 / 1.4 * c->inertia_eff;
        double stops = inertia / (SCREE_CDT_STEPS * c->step);
        scale = stops < scale ? stops : scale;
    }
    c->mrx = -scale * x;
    c->mry = -scale * y;
    c->mrz = -scale * z;
    c->energy_r = 0.0;
    c->viscous_r = 0.0;
    c->spring_r = 0.0;
}

static const scree_alias scree_cdt_alias[] = {{"rolling_friction", "coefficientRollingFriction"},
                                              {NULL, NULL}};

static const scree_law scree_cdt_table = {
    .name = "cdt",
    .slot = SCREE_ROLLING,
    .title = "Constant torque against the relative rolling.",
    .formula = "M = -mu_r R* Fn w/|w|, at most I w/(12 dt)",
    .source = "Ai, Chen, Rotter and Ooi, Powder Technol. 206 (2011) 269, model A",
    SCREE_LAW_PARTS(cdt),
    .traits = SCREE_TRAIT_ORIGINAL,
    .alias = scree_cdt_alias,
    .erratum = scree_cdt_errata,
};
