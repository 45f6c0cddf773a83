// SPDX-License-Identifier: BSD-3-Clause
// Rotation of rigid bodies: attitudes as unit quaternions, principal axes, and one step of free rotation. Arithmetic and square
// roots only, so all machines compute the same bits.
#pragma once

#include "maths/vec.h"

#define SCREE_RIGID static inline __attribute__((always_inline)) // loops over bodies are vectorised

// A rotation by the angle t about the unit axis e is (cos t/2, sin t/2 e).
typedef struct scree_quaternion {
    double w, x, y, z;
} scree_quaternion;

// First b, then a.
SCREE_RIGID scree_quaternion scree_quaternion_product(scree_quaternion a, scree_quaternion b) {
    return (scree_quaternion){
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
    };
}
// The inverse of a unit quaternion.
static inline scree_quaternion scree_quaternion_conjugate(scree_quaternion q) {
    return (scree_quaternion){q.w, -q.x, -q.y, -q.z};
}
SCREE_RIGID scree_quaternion scree_quaternion_unit(scree_quaternion q) {
    const double s = 1.0 / sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    return (scree_quaternion){s * q.w, s * q.x, s * q.y, s * q.z};
}
// Returns the rotation matrix of a unit quaternion.
SCREE_RIGID scree_mat3 scree_quaternion_matrix(scree_quaternion q) {
    const double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z, xy = q.x * q.y, xz = q.x * q.z,
                 yz = q.y * q.z, wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    return (scree_mat3){{1.0 - 2.0 * (yy + zz), 2.0 * (xy - wz), 2.0 * (xz + wy), 2.0 * (xy + wz),
                         1.0 - 2.0 * (xx + zz), 2.0 * (yz - wx), 2.0 * (xz - wy), 2.0 * (yz + wx),
                         1.0 - 2.0 * (xx + yy)}};
}
// And back; w >= 0.
scree_quaternion scree_quaternion_of_matrix(const scree_mat3 *m);

// Principal moments, ascending, and the rotation from the frame of the principal axes to that of the tensor: xx yy zz xy xz yz.
// Cyclic Jacobi rotations; a tensor that is diagonal and ascending keeps its axes.
void scree_principal_axes(const double tensor[6], scree_vec3 *moments, scree_quaternion *axes);

// Angular velocity of a body with angular momentum l, both in the laboratory frame; attitude: from its principal axes to it.
SCREE_RIGID scree_vec3 scree_rigid_spin(scree_quaternion attitude, scree_vec3 moments, scree_vec3 l) {
    const scree_mat3 r = scree_quaternion_matrix(attitude);
    const scree_vec3 own = mat_mul_transposed(&r, l);
    return mat_mul(&r, vec3(own.x / moments.x, own.y / moments.y, own.z / moments.z));
}

// The quaternion of a turn: half is its half angle times the unit axis, approximately (see scree_rigid_turn). Of any length.
SCREE_RIGID scree_quaternion scree_turn_by(scree_vec3 half) {
    return (scree_quaternion){3.0 - vec_norm2(half), 3.0 * half.x, 3.0 * half.y, 3.0 * half.z};
}

// Component 1 or 3 of l along the axes of a quaternion of any length.
SCREE_RIGID double scree_along_first(scree_quaternion q, scree_vec3 l) {
    const double ww = q.w * q.w, xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
    return (((ww + xx) - (yy + zz)) * l.x +
            2.0 * ((q.x * q.y + q.w * q.z) * l.y + (q.x * q.z - q.w * q.y) * l.z)) /
           ((ww + xx) + (yy + zz));
}

SCREE_RIGID double scree_along_third(scree_quaternion q, scree_vec3 l) {
    const double ww = q.w * q.w, xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
    return (((ww + zz) - (xx + yy)) * l.z +
            2.0 * ((q.x * q.z + q.w * q.y) * l.x + (q.y * q.z - q.w * q.x) * l.y)) /
           ((ww + xx) + (yy + zz));
}

// About the body's first or third axis, by half the angle `half`.
SCREE_RIGID scree_quaternion scree_turn_first(scree_quaternion q, double half) {
    const double c = 3.0 - half * half, s = 3.0 * half;
    return (scree_quaternion){c * q.w - s * q.x, c * q.x + s * q.w, c * q.y + s * q.z, c * q.z - s * q.y};
}

SCREE_RIGID scree_quaternion scree_turn_third(scree_quaternion q, double half) {
    const double c = 3.0 - half * half, s = 3.0 * half;
    return (scree_quaternion){c * q.w - s * q.z, c * q.x + s * q.y, c * q.y - s * q.x, c * q.z + s * q.w};
}

// Rotates a body without torque by a time h. The angular momentum l does not change; the step is symplectic, of order 2, and
// reversed by -h. It splits the energy,
//   l1^2/2I1 + l2^2/2I2 + l3^2/2I3 = l^2/2I2 + (1/I1 - 1/I2) l1^2/2 + (1/I3 - 1/I2) l3^2/2,
// whose first term commutes with the others, and each term turns the body about a fixed axis (A. Dullweber et al., J. Chem. Phys.
// 107 (1997) 5840; F. Fasso, J. Comput. Phys. 189 (2003) 527). A turn by the angle a uses tan(a/2) = 3y/(3 - y^2), y = a/2, which
// makes it a function of l_k as well, so that nothing is lost. inverse: of the
// principal moments, 1/(kg m2).
SCREE_RIGID void scree_rigid_turn_by(scree_quaternion *attitude, scree_vec3 inverse, scree_vec3 l, double h) {
    const double first = inverse.x - inverse.y, third = inverse.z - inverse.y;
    scree_quaternion q = *attitude;
    q = scree_turn_first(q, 0.25 * h * first * scree_along_first(q, l));
    q = scree_turn_third(q, 0.5 * h * third * scree_along_third(q, l));
    q = scree_turn_first(q, 0.25 * h * first * scree_along_first(q, l));
    *attitude =
        scree_quaternion_unit(scree_quaternion_product(scree_turn_by(vec_scale(0.5 * h * inverse.y, l)), q));
}
// Does what scree_rigid_turn_by does, given the principal moments, kg m2.
static inline void scree_rigid_turn(scree_quaternion *attitude, scree_vec3 moments, scree_vec3 l, double h) {
    scree_rigid_turn_by(attitude, vec3(1.0 / moments.x, 1.0 / moments.y, 1.0 / moments.z), l, h);
}

// Rotation vector, rad, that turns the attitude `before` into `after`. For less than 0.1 rad, to 1e-14 of it: twice the arc sine of the
// vector part, as a series.
SCREE_RIGID scree_vec3 scree_rotation_between(scree_quaternion before, scree_quaternion after) {
    const scree_quaternion d = scree_quaternion_product(after, scree_quaternion_conjugate(before));
    const double s = d.x * d.x + d.y * d.y + d.z * d.z,
                 series = 2.0 + s * (1.0 / 3.0 + s * (3.0 / 20.0 + s * (5.0 / 56.0 + s * (35.0 / 576.0)))),
                 factor = d.w < 0.0 ? -series : series;
    return vec3(factor * d.x, factor * d.y, factor * d.z);
}
