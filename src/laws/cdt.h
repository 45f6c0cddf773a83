// SPDX-License-Identifier: BSD-3-Clause
// Constant directional torque: rolling resistance mu_r R* Fn against the relative rolling, whatever its speed.
// Source: Ai, Chen, Rotter and Ooi, Powder Technol. 206 (2011) 269, model A. It jitters at rest; epsd does not.
#ifndef SCREE_LAWS_CDT_H
#define SCREE_LAWS_CDT_H

#include "laws/table.h"

#define SCREE_CDT_PARAMS(P)                                                                                  \
    P(rolling_friction, "1", NAN, 0.0, 10.0, MEAN, NULL, "Rolling friction coefficient mu_r.")

SCREE_LAW_STRUCT(cdt, SCREE_CDT_PARAMS, )
enum { scree_cdt_columns = 0 };

static inline const char *scree_cdt_derive(const double *param, const scree_pairing *pair, double *derived) {
    (void)pair;
    scree_cdt_take(param, derived);
    return NULL;
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
    c->viscous_r = 0.0;
}

static const scree_law scree_cdt_table = {
    .name = "cdt",
    .slot = SCREE_ROLLING,
    .title = "Constant torque against the relative rolling.",
    .formula = "M = -mu_r R* Fn w/|w|",
    .source = "Ai, Chen, Rotter and Ooi, Powder Technol. 206 (2011) 269, model A",
    .param = scree_cdt_params,
    .nparam = SCREE_COUNT_OF(scree_cdt_params),
    .derive = scree_cdt_derive,
};

#endif
