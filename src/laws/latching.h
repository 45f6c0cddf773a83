// SPDX-License-Identifier: BSD-3-Clause
// These functions give the energy lost by springs that load along k1 d, and unload and reload along a stiffer line k2 from the largest overlap D, down to an adhesive limit -ka d.
// It follows from D alone: the work of loading less what the line k2 gives back, and, where the limit is walked back with a decreasing D, the work of the
// limit and what the line stores at it.
#pragma once

#include "laws/table.h"

// J, lost by loading up to D.
SCREE_LAW double scree_latching_loading(double k1, double k2, double most) {
    return 0.5 * k1 * (most * most) * (1.0 - k1 / k2);
}

// J, lost where D was and is this, with its k2: by loading up to D, k1 (k2 - k1) D^2 / (2 k2), or, where D decreases, from where the line of D meets the limit
// down to zero overlap, ka (k2 - k1)^2 D^2 / (2 k2 (k2 + ka)). Both by the same two divisions.
SCREE_LAW double scree_latching_lost(double k1, double ka, double k2_was, double was, double k2_is,
                                     double is) {
    int falls = is < was;
    double more_was = k2_was - k1, more_is = k2_is - k1;
    double by_was = falls ? -ka * more_was : k1, by_is = falls ? -ka * more_is : k1;
    double over_was = falls ? k2_was + ka : 1.0, over_is = falls ? k2_is + ka : 1.0;
    double lost_was = 0.5 * (was * was) * more_was * by_was / (k2_was * over_was);
    double lost_is = 0.5 * (is * is) * more_is * by_is / (k2_is * over_is);
    return lost_is - lost_was;
}
