// SPDX-License-Identifier: BSD-3-Clause
// The laws of a material pair, ready to run, and one contact alone under them.
#ifndef SCREE_STEP_LAW_SET_H
#define SCREE_STEP_LAW_SET_H

#include "step/kernels.h"

// The laws between bodies of materials a and b of the case; a contact sees a first.
scree_law_set scree_law_set_of(const scree_case *c, size_t a, size_t b);
// How far beyond touch its laws act at this effective radius, m.
double scree_law_set_reach(const scree_law_set *set, double r_eff);
// Its laws that act within a field, on bodies that do not touch.
scree_law_set scree_law_set_far(const scree_law_set *set);
// Restitution of a head-on collision at speed v of bodies of radii ra and rb (0: a wall) and masses ma and mb: in closed form
// where the normal law knows it and acts alone, else by following the collision in some thousand steps; 0: they stick.
double scree_law_set_restitution(const scree_law_set *set, const scree_kernels *kernels, double ra, double rb,
                                 double ma, double mb, double v);
// Evaluates one contact: geometry and motion of *c and the history h (set->n_history values) go in, the other members of
// *c and the new history come out. The caller keeps the old history if this was a trial.
void scree_law_set_evaluate(const scree_law_set *set, const scree_kernels *kernels, scree_contact *c,
                            double *h);

#endif
