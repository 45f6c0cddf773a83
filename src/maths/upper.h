// SPDX-License-Identifier: BSD-3-Clause
// Upper triangular matrices of 3 x 3: the vectors of a cell as columns, its velocity gradient, its deformation gradient. Products and inverses of such
// matrices are such matrices.
#pragma once

#include "maths/vec.h"
#include <math.h>

typedef struct scree_upper {
    double xx, yy, zz, xy, xz, yz;
} scree_upper;

static inline scree_upper upper_identity(void) {
    return (scree_upper){1.0, 1.0, 1.0, 0.0, 0.0, 0.0};
}

static inline scree_vec3 upper_mul_vec(const scree_upper *a, scree_vec3 v) {
    return vec3(a->xx * v.x + a->xy * v.y + a->xz * v.z, a->yy * v.y + a->yz * v.z, a->zz * v.z);
}

static inline scree_upper upper_mul(const scree_upper *a, const scree_upper *b) {
    return (scree_upper){a->xx * b->xx,
                         a->yy * b->yy,
                         a->zz * b->zz,
                         a->xx * b->xy + a->xy * b->yy,
                         a->xx * b->xz + a->xy * b->yz + a->xz * b->zz,
                         a->yy * b->yz + a->yz * b->zz};
}

static inline scree_upper upper_inverse(const scree_upper *a) {
    const double x = 1.0 / a->xx, y = 1.0 / a->yy, z = 1.0 / a->zz;
    return (scree_upper){x, y, z, -a->xy * x * y, (a->xy * a->yz * y - a->xz) * x * z, -a->yz * y * z};
}

// Cayley's approximation of exp(t a), (1 - t a / 2)^-1 (1 + t a / 2), of order 2: that of -a is its inverse.
static inline scree_upper upper_cayley(const scree_upper *a, double t) {
    const double h = -0.5 * t;
    const scree_upper less = {1.0 + h * a->xx, 1.0 + h * a->yy, 1.0 + h * a->zz,
                              h * a->xy,       h * a->xz,       h * a->yz};
    const scree_upper inverse = upper_inverse(&less);
    return (scree_upper){2.0 * inverse.xx - 1.0, 2.0 * inverse.yy - 1.0, 2.0 * inverse.zz - 1.0,
                         2.0 * inverse.xy,       2.0 * inverse.xz,       2.0 * inverse.yz};
}

// A lower bound of the factor by which the matrix changes the length of a vector, exact to first order near the identity: by the circles of Gershgorin
// of its product with its transpose.
static inline double upper_least_stretch(const scree_upper *f) {
    const double xx = f->xx * f->xx, yy = f->xy * f->xy + f->yy * f->yy,
                 zz = f->xz * f->xz + f->yz * f->yz + f->zz * f->zz, xy = fabs(f->xx * f->xy),
                 xz = fabs(f->xx * f->xz), yz = fabs(f->xy * f->xz + f->yy * f->yz);
    const double least = fmin(xx - xy - xz, fmin(yy - xy - yz, zz - xz - yz));
    return least > 0.0 ? sqrt(least) : 0.0;
}
