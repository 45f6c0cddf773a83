// SPDX-License-Identifier: BSD-3-Clause
#include "base/rigid.h"

enum { SWEEPS = 30 }; // of Jacobi's method; 6 are enough

scree_quaternion scree_quaternion_product(scree_quaternion a, scree_quaternion b) {
    return (scree_quaternion){
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
    };
}

scree_quaternion scree_quaternion_unit(scree_quaternion q) {
    const double s = 1.0 / sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    return (scree_quaternion){s * q.w, s * q.x, s * q.y, s * q.z};
}

scree_mat3 scree_quaternion_matrix(scree_quaternion q) {
    const double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z, xy = q.x * q.y, xz = q.x * q.z,
                 yz = q.y * q.z, wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    return (scree_mat3){{1.0 - 2.0 * (yy + zz), 2.0 * (xy - wz), 2.0 * (xz + wy), 2.0 * (xy + wz),
                         1.0 - 2.0 * (xx + zz), 2.0 * (yz - wx), 2.0 * (xz - wy), 2.0 * (yz + wx),
                         1.0 - 2.0 * (xx + yy)}};
}

// By the largest of the four components (S. Shepperd, J. Guidance and Control 1 (1978) 223).
scree_quaternion scree_quaternion_of_matrix(const scree_mat3 *a) {
    const double *m = a->m, trace = m[0] + m[4] + m[8];
    scree_quaternion q;
    if (trace >= m[0] && trace >= m[4] && trace >= m[8]) {
        q = (scree_quaternion){1.0 + trace, m[7] - m[5], m[2] - m[6], m[3] - m[1]};
    } else if (m[0] >= m[4] && m[0] >= m[8]) {
        q = (scree_quaternion){m[7] - m[5], 1.0 + m[0] - m[4] - m[8], m[1] + m[3], m[2] + m[6]};
    } else if (m[4] >= m[8]) {
        q = (scree_quaternion){m[2] - m[6], m[1] + m[3], 1.0 + m[4] - m[0] - m[8], m[5] + m[7]};
    } else {
        q = (scree_quaternion){m[3] - m[1], m[2] + m[6], m[5] + m[7], 1.0 + m[8] - m[0] - m[4]};
    }
    q = scree_quaternion_unit(q);
    return q.w < 0.0 ? (scree_quaternion){-q.w, -q.x, -q.y, -q.z} : q;
}

// Rotates the axes i and j so that a[i][j] becomes zero; the columns of e are the axes.
static void rotate(double a[3][3], double e[3][3], int i, int j) {
    if (a[i][j] == 0.0) {
        return;
    }
    const double theta = (a[j][j] - a[i][i]) / (2.0 * a[i][j]),
                 t = (theta >= 0.0 ? 1.0 : -1.0) / (fabs(theta) + sqrt(theta * theta + 1.0)),
                 c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    for (int k = 0; k < 3; k++) {
        const double x = a[k][i], y = a[k][j];
        a[k][i] = c * x - s * y, a[k][j] = s * x + c * y;
    }
    for (int k = 0; k < 3; k++) {
        const double x = a[i][k], y = a[j][k], u = e[k][i], v = e[k][j];
        a[i][k] = c * x - s * y, a[j][k] = s * x + c * y;
        e[k][i] = c * u - s * v, e[k][j] = s * u + c * v;
    }
    a[i][j] = a[j][i] = 0.0;
}

void scree_principal_axes(const double t[6], scree_vec3 *moments, scree_quaternion *axes) {
    double a[3][3] = {{t[0], t[3], t[4]}, {t[3], t[1], t[5]}, {t[4], t[5], t[2]}},
           e[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int k = 0; k < SWEEPS; k++) {
        rotate(a, e, 0, 1);
        rotate(a, e, 0, 2);
        rotate(a, e, 1, 2);
    }
    int order[3] = {0, 1, 2};
    for (int k = 0; k < 3; k++) { // a stable sort
        const int i = k == 1 ? 1 : 0;
        if (a[order[i + 1]][order[i + 1]] < a[order[i]][order[i]]) {
            const int other = order[i];
            order[i] = order[i + 1], order[i + 1] = other;
        }
    }
    *moments = vec3(a[order[0]][order[0]], a[order[1]][order[1]], a[order[2]][order[2]]);
    scree_vec3 axis[3];
    for (int k = 0; k < 2; k++) {
        axis[k] = vec3(e[0][order[k]], e[1][order[k]], e[2][order[k]]);
    }
    axis[2] = vec_cross(axis[0], axis[1]); // right-handed
    const scree_mat3 columns = {
        {axis[0].x, axis[1].x, axis[2].x, axis[0].y, axis[1].y, axis[2].y, axis[0].z, axis[1].z, axis[2].z}};
    *axes = scree_quaternion_of_matrix(&columns);
}

scree_vec3 scree_rigid_spin(scree_quaternion attitude, scree_vec3 moments, scree_vec3 l) {
    const scree_mat3 r = scree_quaternion_matrix(attitude);
    const scree_vec3 own = mat_mul_transposed(&r, l);
    return mat_mul(&r, vec3(own.x / moments.x, own.y / moments.y, own.z / moments.z));
}

// The quaternion of a turn: half is its half angle times the unit axis, approximately (see scree_rigid_turn). Of any length.
static scree_quaternion turn_by(scree_vec3 half) {
    return (scree_quaternion){3.0 - vec_norm2(half), 3.0 * half.x, 3.0 * half.y, 3.0 * half.z};
}

// Component 1 or 3 of l along the axes of a quaternion of any length.
static double along_first(scree_quaternion q, scree_vec3 l) {
    const double ww = q.w * q.w, xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
    return (((ww + xx) - (yy + zz)) * l.x +
            2.0 * ((q.x * q.y + q.w * q.z) * l.y + (q.x * q.z - q.w * q.y) * l.z)) /
           ((ww + xx) + (yy + zz));
}

static double along_third(scree_quaternion q, scree_vec3 l) {
    const double ww = q.w * q.w, xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
    return (((ww + zz) - (xx + yy)) * l.z +
            2.0 * ((q.x * q.z + q.w * q.y) * l.x + (q.y * q.z - q.w * q.x) * l.y)) /
           ((ww + xx) + (yy + zz));
}

// About the body's first or third axis, by half the angle `half`.
static scree_quaternion turn_first(scree_quaternion q, double half) {
    const double c = 3.0 - half * half, s = 3.0 * half;
    return (scree_quaternion){c * q.w - s * q.x, c * q.x + s * q.w, c * q.y + s * q.z, c * q.z - s * q.y};
}

static scree_quaternion turn_third(scree_quaternion q, double half) {
    const double c = 3.0 - half * half, s = 3.0 * half;
    return (scree_quaternion){c * q.w - s * q.z, c * q.x + s * q.y, c * q.y - s * q.x, c * q.z + s * q.w};
}

void scree_rigid_turn(scree_quaternion *attitude, scree_vec3 moments, scree_vec3 l, double h) {
    const double second = 1.0 / moments.y, first = 1.0 / moments.x - second, third = 1.0 / moments.z - second;
    scree_quaternion q = *attitude;
    q = turn_first(q, 0.25 * h * first * along_first(q, l));
    q = turn_third(q, 0.5 * h * third * along_third(q, l));
    q = turn_first(q, 0.25 * h * first * along_first(q, l));
    *attitude = scree_quaternion_unit(scree_quaternion_product(turn_by(vec_scale(0.5 * h * second, l)), q));
}
