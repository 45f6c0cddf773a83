// SPDX-License-Identifier: BSD-3-Clause
// The outlet adds the times of the particles that leave (measures/list/measures.h).
#include "maths/math.h"
#include "measures/memory.h"

enum { MEAN, DEVIATION, COUNT };

static void evaluate_residence_time(const scree_arrangement *a, const scree_measure_def *d,
                                    scree_measured *out, scree_measure_rows *rows) {
    const scree_measure_memory *m = scree_measure_memory_of(a->w, d);
    (void)rows;
    if (!m) {
        scree_measure_lacks(out, scree_measure_remembers_nothing);
        return;
    }
    if (m->left == 0) {
        scree_measure_waits(out, "no particle has left through its outlet yet");
        return;
    }
    const double n = (double)m->left, mean = scree_double_double_value(&m->time) / n;
    scree_double_double rest = m->square; // sum of (t - mean)^2
    scree_double_double_add(&rest, -mean * scree_double_double_value(&m->time));
    out->value[MEAN] = mean;
    out->value[DEVIATION] = m->left > 1 ? sqrt(fmax(scree_double_double_value(&rest), 0.0) / (n - 1.0)) : NAN;
    out->value[COUNT] = n;
}

static const scree_column values[] = {
    {"residence_time", "s", "Mean time.", SCREE_MEASURED(MEAN)},
    {"residence_deviation", "s", "Standard deviation of the times; nan of one particle.",
     SCREE_MEASURED(DEVIATION)},
    {"residence_count", "1", "Particles that have left.", SCREE_MEASURED(COUNT)},
};

const scree_measure scree_measure_residence_time = {
    .doc =
        "Mean of t_l - t_i over the particles and clumps that have left through the outlet, or that it "
        "has counted, since the start: t_i is the time of insertion, or the start of the run, and t_l that "
        "of the check of the outlet that found the particle, at most the time between two checks too late. "
        "A deviation below 1e-7 of the mean is rounding.",
    .source = "Definition; Danckwerts, Chem. Eng. Sci. 2 (1953) 1, doi:10.1016/0009-2509(53)80001-1.",
    .cost = "8 B for each particle; nothing per step.",
    .world = true,
    .remembers = true,
    .value = {SCREE_COLUMNS(values)},
    .evaluate = evaluate_residence_time,
};
