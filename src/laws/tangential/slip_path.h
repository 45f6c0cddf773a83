// SPDX-License-Identifier: BSD-3-Clause
// Tangential force of DEMLab's laws as they are coded: its spring is the total length of the slip path, which never decreases,
// and the force opposes the present slip. So it is not a spring; convention: original of sds_linear and sds_nonlinear.
#pragma once

#include "laws/tangential/tangent_spring.h"

// Advances the path of h[4] to the time of the force, m; *slip is the speed, m/s.
SCREE_LAW double scree_slip_path(const scree_contact *c, const double *h, double *slip) {
    double seen = c->fresh > 0.5 ? c->begins : 1.0;
    *slip = sqrt(c->vtx * c->vtx + c->vty * c->vty + c->vtz * c->vtz);
    const double move[3] = {c->move_x, c->move_y, c->move_z};
    return h[4] + seen * sqrt(move[0] * move[0] + move[1] * move[1] + move[2] * move[2]);
}

// spring, dashpot, limit: N, absolute values.
SCREE_LAW void scree_slip_path_force(scree_contact *c, double *h, double path, double vt, double spring,
                                     double dashpot, double limit) {
    double wanted = fabs(spring + dashpot);
    double f = wanted < limit ? wanted : limit;
    double whole = vt > 0.0 ? vt : 1.0;
    c->ftx = -(f * (c->vtx / whole));
    c->fty = -(f * (c->vty / whole));
    c->ftz = -(f * (c->vtz / whole));
    c->energy_t = 0.0; // the energy of the path is never recovered
    c->viscous_t = (f - (spring < f ? spring : f)) * vt;
    c->spring_t = c->dt * (f * vt - c->viscous_t);
    h[0] = 0.0;
    h[1] = 0.0;
    h[2] = 0.0;
    h[3] = 0.0;
    h[4] = path;
}
