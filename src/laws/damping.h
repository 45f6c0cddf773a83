// SPDX-License-Identifier: BSD-3-Clause
// Damping ratio for a given restitution e: exact closed forms for F = k d + c v with c = 2 zeta sqrt(m k) and, by the same
// map, for F = K d^1.5 + eta d^(1/4) v with eta = sqrt(5) zeta sqrt(m K).
//   contact ends at zero overlap: e = exp(-pi zeta / sqrt(1 - zeta^2))
//   contact ends at zero force:   e = exp(-2 zeta acos(zeta) / sqrt(1 - zeta^2)), acosh and zeta^2 - 1 above 1
// Source: linear case, Schwager and Poeschel, Granular Matter 9 (2007) 465; Hertz: substitution in Antypov and Elliott,
// EPL 94 (2011) 50004.
#pragma once

#include "maths/math.h"
#include <math.h>

static inline double scree_restitution_zero_overlap(double zeta) {
    return zeta < 1.0 ? scree_exp(-SCREE_PI * zeta / sqrt(1.0 - zeta * zeta)) : 0.0;
}

static inline double scree_restitution_zero_force(double zeta) {
    double q = 1.0 - zeta * zeta, s = sqrt(fabs(q));
    if (s < 1e-4) {
        return scree_exp(-2.0 * zeta * (1.0 + q / 6.0));
    }
    double angle = q > 0.0 ? 2.0 * scree_atan(s / (1.0 + zeta)) : scree_log(zeta + s);
    return scree_exp(-2.0 * zeta * angle / s);
}

static inline double scree_damping_ratio(double e, int ends_at_zero_force) {
    if (e >= 1.0) {
        return 0.0;
    }
    if (!ends_at_zero_force) {
        double l = scree_log(e);
        return -l / sqrt(l * l + SCREE_PI * SCREE_PI);
    }
    double low = 0.0, high = 1.0;
    while (scree_restitution_zero_force(high) > e && high < 1e12) {
        high *= 2.0;
    }
    for (int i = 0; i < 200; i++) {
        double middle = 0.5 * (low + high);
        if (scree_restitution_zero_force(middle) > e) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return 0.5 * (low + high);
}

// When a contact ends, for the normal laws whose dashpot can pull.
enum { SCREE_END_ZERO_OVERLAP, SCREE_END_ZERO_FORCE, SCREE_END_LIMIT_FORCE };
#define SCREE_END_CHOICES "zero_overlap|zero_force|limit_force"
#define SCREE_END_DOC                                                                                        \
    "Where a contact ends: at zero overlap (the dashpot may pull for a moment), or when the force reaches "  \
    "zero; limit_force cuts the pull but damps as if it did not, so restitution comes out higher."
