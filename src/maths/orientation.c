// SPDX-License-Identifier: BSD-3-Clause
#include "maths/orientation.h"

#include <math.h>

// A sum of doubles without rounding, in parts that do not overlap, the largest last (J. R. Shewchuk, Discrete & Computational
// Geometry 18 (1997) 305, grow-expansion).
typedef struct parts {
    double part[12];
    int n;
} parts;

static void add(parts *s, double x) {
    for (int k = 0; k < s->n; k++) {
        const double sum = x + s->part[k], z = sum - x; // Knuth's two-sum
        s->part[k] = (x - (sum - z)) + (s->part[k] - z);
        x = sum;
    }
    s->part[s->n++] = x;
}

// The upper half of the digits (Veltkamp).
static double upper(double x) {
    const double c = 134217729.0 * x; // 2^27 + 1
    return c - (c - x);
}

// sign * a * b
static void add_product(parts *s, double sign, double a, double b) {
    const double product = a * b, a1 = upper(a), a0 = a - a1, b1 = upper(b), b0 = b - b1;
    const double rest = a0 * b0 - (((product - a1 * b1) - a0 * b1) - a1 * b0); // Dekker
    add(s, sign * rest);
    add(s, sign * product);
}

static int sign_of(double x) {
    return (x > 0.0) - (x < 0.0);
}

int scree_orientation(scree_point a, scree_point b, scree_point c) {
    const double left = (a.x - c.x) * (b.y - c.y), right = (a.y - c.y) * (b.x - c.x), turn = left - right;
    const double most = 3.3306690738754716e-16; // of rounding, relative to the terms (Shewchuk, ccwerrboundA)
    if (fabs(turn) > most * (fabs(left) + fabs(right))) {
        return sign_of(turn);
    }
    parts s = {.n = 0};
    add_product(&s, 1.0, a.x, b.y);
    add_product(&s, -1.0, a.y, b.x);
    add_product(&s, 1.0, b.x, c.y);
    add_product(&s, -1.0, b.y, c.x);
    add_product(&s, 1.0, c.x, a.y);
    add_product(&s, -1.0, c.y, a.x);
    int k = s.n - 1;
    while (k > 0 && s.part[k] == 0.0) {
        k--;
    }
    return sign_of(s.part[k]);
}
