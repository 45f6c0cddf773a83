// SPDX-License-Identifier: BSD-3-Clause
// Three-vectors by value. Every operation is written so that negating the inputs negates the result
// bit for bit: so a contact gives the same force when a and b are exchanged.
#pragma once

#include <math.h>

typedef struct scree_vec3 {
    double x, y, z;
} scree_vec3;

static inline scree_vec3 vec3(double x, double y, double z) {
    return (scree_vec3){x, y, z};
}
static inline void vec_to_array(scree_vec3 v, double to[3]) {
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}
static inline scree_vec3 vec_add(scree_vec3 a, scree_vec3 b) {
    return vec3(a.x + b.x, a.y + b.y, a.z + b.z);
}
static inline scree_vec3 vec_sub(scree_vec3 a, scree_vec3 b) {
    return vec3(a.x - b.x, a.y - b.y, a.z - b.z);
}
static inline scree_vec3 vec_scale(double s, scree_vec3 a) {
    return vec3(s * a.x, s * a.y, s * a.z);
}
static inline scree_vec3 vec_add_scaled(scree_vec3 a, double s, scree_vec3 b) {
    return vec3(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}
static inline double vec_dot(scree_vec3 a, scree_vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline scree_vec3 vec_cross(scree_vec3 a, scree_vec3 b) {
    return vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline double vec_norm2(scree_vec3 a) {
    return vec_dot(a, a);
}
static inline double vec_norm(scree_vec3 a) {
    return sqrt(vec_dot(a, a));
}
static inline scree_vec3 vec_unit(scree_vec3 a) {
    return vec_scale(1.0 / vec_norm(a), a);
}
// Two unit vectors across a unit axis; u, v and the axis are right-handed.
static inline void vec_across(scree_vec3 axis, scree_vec3 *u, scree_vec3 *v) {
    *u = vec_unit(vec_cross(axis, fabs(axis.x) < 0.6 ? vec3(1, 0, 0) : vec3(0, 1, 0)));
    *v = vec_cross(axis, *u);
}
static inline double vec_get(scree_vec3 a, int axis) {
    return axis == 0 ? a.x : axis == 1 ? a.y : a.z;
}
static inline scree_vec3 vec_min(scree_vec3 a, scree_vec3 b) {
    return vec3(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z);
}
static inline scree_vec3 vec_max(scree_vec3 a, scree_vec3 b) {
    return vec3(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z);
}

// Row-major rotation matrix.
typedef struct scree_mat3 {
    double m[9];
} scree_mat3;

static inline scree_vec3 mat_mul(const scree_mat3 *a, scree_vec3 v) {
    const double *m = a->m;
    return vec3(m[0] * v.x + m[1] * v.y + m[2] * v.z, m[3] * v.x + m[4] * v.y + m[5] * v.z,
                m[6] * v.x + m[7] * v.y + m[8] * v.z);
}
static inline scree_vec3 mat_mul_transposed(const scree_mat3 *a, scree_vec3 v) {
    const double *m = a->m;
    return vec3(m[0] * v.x + m[3] * v.y + m[6] * v.z, m[1] * v.x + m[4] * v.y + m[7] * v.z,
                m[2] * v.x + m[5] * v.y + m[8] * v.z);
}
static inline scree_mat3 mat_product(const scree_mat3 *a, const scree_mat3 *b) {
    scree_mat3 p;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            p.m[3 * i + j] =
                a->m[3 * i] * b->m[j] + a->m[3 * i + 1] * b->m[3 + j] + a->m[3 * i + 2] * b->m[6 + j];
        }
    }
    return p;
}
static inline scree_mat3 mat_transposed(const scree_mat3 *a) {
    const double *m = a->m;
    return (scree_mat3){{m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]}};
}
