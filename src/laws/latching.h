// SPDX-License-Identifier: BSD-3-Clause
// What springs lose that load along k1 d, and unload and reload along a stiffer line k2 from the largest overlap D, down to an adhesive limit -ka d.
// All of it follows from D: the work of loading less what the line k2 gives back, and, where the limit is walked back with a decreasing D, the work of the
// limit and what the line stores at it.
#pragma once

#include "laws/table.h"

// J, lost by loading up to D.
SCREE_LAW double scree_latching_loading(double k1, double k2, double most) {
    return 0.5 * k1 * (most * most) * (1.0 - k1 / k2);
}

// J, lost from where the line of D meets the limit -ka d down to zero overlap.
SCREE_LAW double scree_latching_pull(double k1, double k2, double ka, double most) {
    double least = (k2 - k1) / (k2 + ka) * most;
    return 0.5 * ka * (least * least) * (1.0 + ka / k2);
}
