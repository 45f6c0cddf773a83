// SPDX-License-Identifier: BSD-3-Clause
// Numerical damping for statics: an engine's own hook after the forces.
//
// Local damping opposes the motion with a fraction of the unbalanced force, by component (Cundall, in Brown (ed.), Analytical and
// Computational Methods in Engineering Rock Mechanics, 1987, chapter 4): F_d = -a |F| sign(v), and the same for torque and spin. It
// vanishes at rest, and slows down what falls. Viscous damping is F_d = -c m v and T_d = -c I w.
#pragma once

#include "state/world.h"

// Adds the hook if the case has damping.
void scree_damping_begin(scree_world *w);
