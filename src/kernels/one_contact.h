// SPDX-License-Identifier: BSD-3-Clause
// The laws of a set on a single contact.
#ifndef SCREE_KERNELS_ONE_CONTACT_H
#define SCREE_KERNELS_ONE_CONTACT_H

#include "kernels/kernels.h"

// Restitution of a head-on collision at speed v of bodies of radii ra and rb (0: a wall) and masses ma and mb: in closed form
// if the normal law provides it and no other law acts, else by integrating the collision in some thousand steps. 0: they stick.
double scree_law_set_restitution(const scree_law_set *set, const scree_kernels *kernels, double ra, double rb,
                                 double ma, double mb, double v);
// The largest pull, N, while bodies that are pressed into each other by `overlap` are moved apart slowly.
double scree_law_set_pull(const scree_law_set *set, const scree_kernels *kernels, double ra, double rb,
                          double ma, double mb, double overlap);
// Evaluates one contact. Input: geometry and motion of *c and the history h (set->n_history values). Output: the other members
// of *c, and the new history in h.
void scree_law_set_evaluate(const scree_law_set *set, const scree_kernels *kernels, scree_contact *c,
                            double *h);

#endif
