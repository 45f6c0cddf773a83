// SPDX-License-Identifier: BSD-3-Clause
// Constant directional torque: rolling resistance mu_r R* Fn against the relative rolling, whatever its speed.
// Source: Ai, Chen, Rotter and Ooi, Powder Technol. 206 (2011) 269, model A. It jitters at rest; epsd does not.
#ifndef SCREE_LAWS_CDT_H
#define SCREE_LAWS_CDT_H

#include "laws/table.h"

#define SCREE_CDT_PARAMS(P)                                                                                  \
    P(rolling_friction, "1", NAN, 0.0, 10.0, MEAN, NULL, "Rolling friction coefficient mu_r.")

SCREE_LAW_STRUCT(cdt, SCREE_CDT_PARAMS, double spare;)
enum { scree_cdt_columns = 0 };

static inline void scree_cdt_derive(const double *param, const scree_pairing *pair, double *derived) {
    (void)pair;
    scree_cdt *p = (scree_cdt *)(void *)derived;
    p->rolling_friction = param[0];
    p->spare = 0.0;
}

SCREE_LAW void scree_cdt_law(const scree_cdt *p, scree_contact *c, double *h) {
    (void)h;
    double along = c->wrx * c->nx + c->wry * c->ny + c->wrz * c->nz;
    double x = c->wrx - along * c->nx, y = c->wry - along * c->ny, z = c->wrz - along * c->nz;
    double w = sqrt(x * x + y * y + z * z);
    double torque = p->rolling_friction * c->r_eff * c->fn_elastic;
    double scale = w > 0.0 ? torque / w : 0.0;
    c->mrx = -scale * x;
    c->mry = -scale * y;
    c->mrz = -scale * z;
    c->energy_r = 0.0;
    c->power_r = scale * (w * w);
}

static const scree_law scree_cdt_table = {
    "cdt",
    SCREE_ROLLING,
    "Constant torque against the relative rolling.",
    "M = -mu_r R* Fn w/|w|",
    "Ai, Chen, Rotter and Ooi, Powder Technol. 206 (2011) 269, model A",
    scree_cdt_params,
    sizeof scree_cdt_params / sizeof *scree_cdt_params,
    NULL,
    0,
    scree_cdt_derive,
    NULL,
    NULL,
};

#endif
