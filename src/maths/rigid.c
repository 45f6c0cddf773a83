// SPDX-License-Identifier: BSD-3-Clause
#include "maths/rigid.h"

enum { SWEEPS = 30 }; // of Jacobi's method; 6 are enough

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
