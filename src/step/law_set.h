// SPDX-License-Identifier: BSD-3-Clause
// The laws of a material pair, ready to run, and their evaluation for a single contact.
#ifndef SCREE_STEP_LAW_SET_H
#define SCREE_STEP_LAW_SET_H

#include "step/kernels.h"

// The laws between bodies of materials a and b of the case, in this order.
scree_law_set scree_law_set_of(const scree_case *c, size_t a, size_t b);
// Name of history value i, such as "tangential_spring_x".
enum { SCREE_HISTORY_NAME = 64 };
void scree_law_set_history_name(const scree_law_set *set, int i, char name[SCREE_HISTORY_NAME]);
// Distance beyond touch up to which its laws act for this effective radius, m.
double scree_law_set_reach(const scree_law_set *set, double r_eff);
// Those of its laws that act on bodies that do not touch, within a field.
scree_law_set scree_law_set_far(const scree_law_set *set);
// Its bond law alone.
scree_law_set scree_law_set_bond(const scree_law_set *set);
// Restitution of a head-on collision at speed v of bodies of radii ra and rb (0: a wall) and masses ma and mb: in closed form
// if the normal law provides it and no other law acts, else by integrating the collision in some thousand steps. 0: they stick.
double scree_law_set_restitution(const scree_law_set *set, const scree_kernels *kernels, double ra, double rb,
                                 double ma, double mb, double v);
// Evaluates one contact. Input: geometry and motion of *c and the history h (set->n_history values). Output: the other members
// of *c, and the new history in h.
void scree_law_set_evaluate(const scree_law_set *set, const scree_kernels *kernels, scree_contact *c,
                            double *h);

#endif
