// SPDX-License-Identifier: BSD-3-Clause
// Shared by the cohesion laws sjkr and sjkr2: an attraction of k times a contact area that depends only on the overlap, so it
// has a potential. The potential is negative in a contact: a pair held by cohesion has less energy than a separated one.
#pragma once

#include "laws/table.h"

#define SCREE_COHESION_PARAMS(P)                                                                             \
    P(cohesion_energy_density, "Pa", NAN, 0.0, 1e12, GEOMETRIC, NULL,                                        \
      "Attraction per contact area k, J/m3.")                                                                \
    P(tangential_reduce, "1", 0.0, 0.0, 1.0, NONE, "off|on",                                                 \
      "Whether cohesion lowers the critical force of the friction laws (on), or friction sees the normal "   \
      "law's force alone (off).")

extern const scree_erratum scree_sjkr_errata[];

// area: m2; volume: m3, its integral over the overlap; density: Pa; reduce: 0 or 1.
SCREE_LAW void scree_cohesion_add(scree_contact *c, double area, double volume, double density,
                                  double reduce) {
    double touch = c->overlap > 0.0 ? density : 0.0, pull = touch * area;
    double left = c->critical - reduce * pull;
    c->fn -= pull;
    c->fn_elastic -= pull;
    c->critical = left > 0.0 ? left : 0.0;
    c->energy_n -= touch * volume;
}
