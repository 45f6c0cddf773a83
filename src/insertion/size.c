// SPDX-License-Identifier: BSD-3-Clause
#include "insertion/size.h"
#include "maths/math.h"

static double cube(double d) {
    return d * d * d;
}

static double draw_table(const scree_size_def *s, scree_random *random) {
    double total = 0.0;
    for (size_t k = 0; k < s->d.n; k++) {
        total += s->by_mass ? s->f.data[k] / cube(s->d.data[k]) : s->f.data[k];
    }
    double u = scree_random_uniform(random) * total, sum = 0.0;
    for (size_t k = 0; k + 1 < s->d.n; k++) {
        sum += s->by_mass ? s->f.data[k] / cube(s->d.data[k]) : s->f.data[k];
        if (u < sum) {
            return s->d.data[k];
        }
    }
    return s->d.data[s->d.n - 1];
}

// A distribution uniform by mass in a .. b has a number density ~ d^-3, whose cumulative is linear in d^-2.
static double draw_uniform(const scree_size_def *s, scree_random *random) {
    double u = scree_random_uniform(random);
    if (!s->by_mass) {
        return s->a + u * (s->b - s->a);
    }
    double low = 1.0 / (s->a * s->a), high = 1.0 / (s->b * s->b);
    return 1.0 / sqrt(low + u * (high - low));
}

double scree_size_draw(const scree_size_def *s, scree_random *random) {
    if (s->kind == SCREE_SIZE_FIXED) {
        return s->a;
    }
    if (s->kind == SCREE_SIZE_UNIFORM) {
        return draw_uniform(s, random);
    }
    if (s->kind == SCREE_SIZE_TABLE) {
        return draw_table(s, random);
    }
    for (int tries = 0; tries < 100000; tries++) {
        double z = scree_random_normal(random), d;
        if (s->kind == SCREE_SIZE_NORMAL) {
            d = s->a + s->b * z;
        } else { // mass-weighted lognormal is the number-weighted one with the median shifted by exp(-3 s^2)
            d = s->a * scree_exp(s->b * z - (s->by_mass ? 3.0 * s->b * s->b : 0.0));
        }
        bool keep = s->kind != SCREE_SIZE_NORMAL || !s->by_mass ||
                    (d >= s->min && scree_random_uniform(random) < cube(s->min / d));
        if (d >= s->min && d <= s->max && keep) {
            return d;
        }
    }
    return s->a;
}
