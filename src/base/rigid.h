// SPDX-License-Identifier: BSD-3-Clause
// Rotation of rigid bodies: attitudes as unit quaternions, principal axes, and one step of free rotation. Arithmetic and square
// roots only, so all machines compute the same bits.
#ifndef SCREE_BASE_RIGID_H
#define SCREE_BASE_RIGID_H

#include "base/vec.h"

// A rotation by the angle t about the unit axis e is (cos t/2, sin t/2 e).
typedef struct scree_quaternion {
    double w, x, y, z;
} scree_quaternion;

// First b, then a.
scree_quaternion scree_quaternion_product(scree_quaternion a, scree_quaternion b);
// The inverse of a unit quaternion.
static inline scree_quaternion scree_quaternion_conjugate(scree_quaternion q) {
    return (scree_quaternion){q.w, -q.x, -q.y, -q.z};
}
scree_quaternion scree_quaternion_unit(scree_quaternion q);
// Of a unit quaternion, and back; w >= 0 then.
scree_mat3 scree_quaternion_matrix(scree_quaternion q);
scree_quaternion scree_quaternion_of_matrix(const scree_mat3 *m);

// Principal moments, ascending, and the rotation from the frame of the principal axes to that of the tensor: xx yy zz xy xz yz.
// Cyclic Jacobi rotations; a tensor that is diagonal and ascending keeps its axes.
void scree_principal_axes(const double tensor[6], scree_vec3 *moments, scree_quaternion *axes);

// Angular velocity of a body with angular momentum l, both in the laboratory frame; attitude: from its principal axes to it.
scree_vec3 scree_rigid_spin(scree_quaternion attitude, scree_vec3 moments, scree_vec3 l);
// Rotates a body without torque by a time h. The angular momentum l does not change; the step is symplectic, of order 2, and
// reversed by -h. It splits the energy,
//   l1^2/2I1 + l2^2/2I2 + l3^2/2I3 = l^2/2I2 + (1/I1 - 1/I2) l1^2/2 + (1/I3 - 1/I2) l3^2/2,
// whose first term commutes with the others, and each term turns the body about a fixed axis (A. Dullweber et al., J. Chem. Phys.
// 107 (1997) 5840; F. Fasso, J. Comput. Phys. 189 (2003) 527). A turn by the angle a uses tan(a/2) = 3y/(3 - y^2), y = a/2, which
// makes it a function of l_k as well, so that nothing is lost. moments: > 0.
void scree_rigid_turn(scree_quaternion *attitude, scree_vec3 moments, scree_vec3 l, double h);

#endif
