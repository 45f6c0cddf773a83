// SPDX-License-Identifier: BSD-3-Clause
#include "access/column.h"
#include "measures/measure.h"

static void evaluate_height(const scree_arrangement *a, const scree_measure_def *d, scree_measured *out,
                            scree_measure_rows *rows) {
    enum { WEIGHT, MOMENT, N };
    const scree_vec3 up = scree_measure_up(a, d);
    scree_double_double sum[N] = {0};
    double highest = -INFINITY;
    for (size_t i = 0; i < a->particle.n; i++) {
        const scree_arranged *q = &a->particle.data[i];
        if (!q->counts || q->fixed || !scree_measure_has(a, d, q->whole)) {
            continue;
        }
        highest = fmax(highest, scree_arranged_top_of(a, i, up).height);
        if (q->first == i) {
            const double volume = q->diameter * q->diameter * q->diameter;
            scree_double_double_add(&sum[WEIGHT], volume);
            scree_double_double_add(&sum[MOMENT], volume * vec_dot(q->whole, up));
        }
    }
    scree_comm_max(a->comm, &highest, 1);
    scree_comm_add_double_double(a->comm, sum, N);
    if (!isfinite(highest)) {
        scree_measure_lacks(out, "there are no free particles in its region");
        return;
    }
    out->value[0] = highest;
    out->value[1] = scree_double_double_value(&sum[MOMENT]) / scree_double_double_value(&sum[WEIGHT]);
    (void)rows;
}

static const scree_column values[] = {
    {"highest", "m", "Height of the highest point of a free particle, along `up` from the origin.",
     SCREE_MEASURED(0)},
    {"mean_height", "m", "Height of the centre of their volume.", SCREE_MEASURED(1)},
};

const scree_measure scree_measure_height = {
    .doc = "h = max(x_i.up + r_i), with the extent of a convex body along `up` in place of a radius, and "
           "the mean of x_i.up by volume.",
    .source = "Definition.",
    .cost = "One pass over particles.",
    .value = {SCREE_COLUMNS(values)},
    .evaluate = evaluate_height,
};
