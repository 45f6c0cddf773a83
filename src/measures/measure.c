// SPDX-License-Identifier: BSD-3-Clause
#include "measures/measure.h"
#include "regions/region.h"

bool scree_measure_has(const scree_arrangement *a, const scree_measure_def *d, scree_vec3 x) {
    return !d->has_region || scree_region_contains(a->w, &d->region, x);
}

bool *scree_measure_rows_in(const scree_arrangement *a, const scree_measure_def *d) {
    bool *in = scree_zeros(a->particle.n + 1);
    for (size_t i = 0; i < a->particle.n; i++) {
        const scree_arranged *q = &a->particle.data[i];
        in[i] = !q->fixed && scree_measure_has(a, d, q->whole);
    }
    return in;
}

scree_vec3 scree_measure_up(const scree_arrangement *a, const scree_measure_def *d) {
    return vec_norm2(d->up) > 0.0        ? d->up
           : vec_norm2(a->gravity) > 0.0 ? vec_unit(vec_scale(-1.0, a->gravity))
                                         : vec3(0.0, 0.0, 1.0);
}

void scree_measure_lacks(scree_measured *out, const char *why) {
    out->lacks = why;
    for (int k = 0; k < SCREE_MEASURE_VALUES; k++) {
        out->value[k] = NAN;
    }
}

void scree_measure_waits(scree_measured *out, const char *why) {
    scree_measure_lacks(out, why);
    out->waits = true;
}
