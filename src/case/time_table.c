// SPDX-License-Identifier: BSD-3-Clause
#include "case/time_table.h"

// Column c of the table: x, y, z, angle; 0 if it has none.
static double value(const scree_time_table *m, size_t k, int c) {
    if (c == 3) {
        return m->angle.n > 0 ? m->angle.data[k] : 0.0;
    }
    const scree_vec3 v = m->vector.n > 0 ? m->vector.data[k] : vec3(0.0, 0.0, 0.0);
    return c == 0 ? v.x : c == 1 ? v.y : v.z;
}

// Slope at a time of a smooth table: that of the line from the time before to the time after, around the end of a table that
// repeats.
static double slope(const scree_time_table *m, size_t k, int c) {
    const size_t last = m->time.n - 1;
    const double *t = m->time.data;
    const bool first = k == 0, end = k == last;
    if (m->repeat && (first || end)) {
        return (value(m, 1, c) - value(m, 0, c) + value(m, last, c) - value(m, last - 1, c)) /
               (t[1] - t[0] + t[last] - t[last - 1]);
    }
    const size_t before = first ? 0 : k - 1, after = end ? last : k + 1;
    return (value(m, after, c) - value(m, before, c)) / (t[after] - t[before]);
}

double scree_time_table_round(const scree_time_table *m, double t) {
    const double length = m->time.data[m->time.n - 1];
    return m->repeat ? t - floor(t / length) * length : t;
}

bool scree_time_table_jumps(const scree_time_table *m, double t, double reach) {
    const double *time = m->time.data, in = scree_time_table_round(m, t);
    const size_t last = m->time.n - 1, k = scree_table_interval(time, m->time.n, in);
    const bool before = fabs(in - time[k]) < reach, after = fabs(in - time[k + 1]) < reach;
    return (before && (k == 0 || !m->smooth)) || (after && (k + 1 == last || !m->smooth));
}

scree_table_value scree_time_table_at(const scree_time_table *m, double t) {
    const size_t n = m->time.n, last = n - 1;
    const double length = m->time.data[last], rounds = m->repeat ? floor(t / length) : 0.0,
                 in = t - rounds * length;
    const size_t k = scree_table_interval(m->time.data, n, in);
    const double t0 = m->time.data[k], span = m->time.data[k + 1] - t0,
                 part = in < m->time.data[k + 1] ? (in - t0) / span : 1.0;
    const bool over = !m->repeat && t >= length;
    double at[4], rate[4];
    for (int c = 0; c < 4; c++) {
        const double from = value(m, k, c), step = value(m, k + 1, c) - from,
                     round = value(m, last, c) - value(m, 0, c);
        double curve = part * step, change = step / span;
        if (m->smooth) { // Hermite's cubic
            const double a = slope(m, k, c) * span, b = slope(m, k + 1, c) * span, u = part,
                         rest = 1.0 - part;
            curve = u * (u * ((3.0 - 2.0 * u) * step - rest * b) + rest * rest * a);
            change = (6.0 * u * rest * step + rest * (1.0 - 3.0 * u) * a + u * (3.0 * u - 2.0) * b) / span;
        }
        at[c] = ((from - value(m, 0, c)) + curve) + rounds * round;
        rate[c] = over ? 0.0 : change;
    }
    return (scree_table_value){vec3(at[0], at[1], at[2]), vec3(rate[0], rate[1], rate[2]), at[3], rate[3]};
}
