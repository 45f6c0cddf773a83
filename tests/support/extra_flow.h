// SPDX-License-Identifier: BSD-3-Clause
// A law that writes a channel and nothing else: from the larger to the smaller body, and from the stiffer to the softer one,
//   q = k d ((ra - rb) / (ra + rb) + (Ea - Eb) / (Ea + Eb)),
// which is negative if the two bodies change places. Radii of a wall: rb = ra.
#pragma once

#include "laws/table.h"

#define SCREE_EXTRA_FLOW_PARAMS(P) P(conductance, "W/m", NAN, 0.0, 1e9, MEAN, NULL, "What flows per overlap.")

SCREE_LAW_STRUCT(extra_flow, SCREE_EXTRA_FLOW_PARAMS, double bias;)
enum { scree_extra_flow_columns = 0 };

static inline const char *scree_extra_flow_derive(const double *param, const scree_pairing *pair,
                                                  double *derived) {
    scree_extra_flow *p = scree_extra_flow_take(param, derived);
    p->bias = (pair->young[0] - pair->young[1]) / (pair->young[0] + pair->young[1]);
    return NULL;
}

SCREE_LAW void scree_extra_flow_law(const scree_extra_flow *p, scree_contact *c, double *h) {
    (void)h;
    c->flow = p->conductance * c->overlap * ((c->ra - c->rb) / (c->ra + c->rb) + p->bias);
}

static const scree_law scree_extra_flow_table = {
    .name = "extra_flow",
    .slot = SCREE_FLOW,
    .title = "A flow in proportion to the overlap.",
    .formula = "q = k d ((ra - rb) / (ra + rb) + (Ea - Eb) / (Ea + Eb))",
    .source = "made for the tests",
    SCREE_LAW_PARTS(extra_flow),
};
