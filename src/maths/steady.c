// SPDX-License-Identifier: BSD-3-Clause
#include "maths/steady.h"
#include <math.h>

enum { BLOCKS_BETWEEN_LOOKS = 8 };
// Student's t, two-sided 95 %, for 14, 18, ... 30 degrees of freedom.
static const double student[] = {2.1448, 2.1009, 2.0739, 2.0555, 2.0423};
static const double most_correlation = 0.9;

bool scree_steady_add(scree_steady *s, double x) {
    s->size = s->size > 0 ? s->size : 1;
    s->sum += x;
    if (++s->samples < s->size) {
        return false;
    }
    s->block[s->count++] = s->sum / (double)s->size;
    s->sum = 0.0;
    s->samples = 0;
    return s->count >= SCREE_STEADY_LEAST && s->count % BLOCKS_BETWEEN_LOOKS == 0;
}

void scree_steady_make_room(scree_steady *s) {
    if (s->count == SCREE_STEADY_BLOCKS) {
        for (int k = 0; k < SCREE_STEADY_BLOCKS / 2; k++) {
            s->block[k] = 0.5 * (s->block[2 * k] + s->block[2 * k + 1]);
        }
        s->count /= 2;
        s->size *= 2;
    }
}

static double mean_of(const double *x, int n) {
    double sum = 0.0;
    for (int k = 0; k < n; k++) {
        sum += x[k];
    }
    return sum / n;
}

scree_steady_found scree_steady_look(const scree_steady *s) {
    const int n = (int)s->count / 4, all = 2 * n;
    const double *x = s->block + (s->count - (uint64_t)all);
    const double mean[2] = {mean_of(x, n), mean_of(x + n, n)};
    double squares = 0.0, products = 0.0;
    for (int k = 0; k < all; k++) {
        const double off = x[k] - mean[k / n];
        squares += off * off;
        products += k % n > 0 ? off * (x[k - 1] - mean[k / n]) : 0.0;
    }
    const double r = squares > 0.0 && products > 0.0 ? fmin(products / squares, most_correlation) : 0.0,
                 deviation = sqrt(squares / (all - 2) * ((1.0 + r) / (1.0 - r))),
                 error = student[(all - SCREE_STEADY_LEAST / 2) / 4] * deviation * sqrt(2.0 / n);
    return (scree_steady_found){.mean = 0.5 * (mean[0] + mean[1]),
                                .mean_error = 0.5 * error,
                                .change = mean[1] - mean[0],
                                .error = error,
                                .samples = (uint64_t)all * s->size};
}
