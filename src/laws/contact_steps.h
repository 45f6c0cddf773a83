// SPDX-License-Identifier: BSD-3-Clause
// The motion of a contact in a step (SCREE_CONTACT_STEP) from velocities that are constant in it: for contacts alone, as in the contact
// lab, and for programs that give velocities instead of displacements.
#pragma once

#include "laws/contact.h"

// dt: s. Bonds of two bodies get the slide of a wall's bond, which is the same to first order.
static inline void scree_contact_steps(scree_contact *c, double dt) {
    const double offset = 0.5 * c->distance - c->ra - 0.5 * c->gap; // see laws/bond_motion.h
    c->move_x = dt * c->vtx;
    c->move_y = dt * c->vty;
    c->move_z = dt * c->vtz;
    c->slide_x = dt * (c->vtx + offset * (c->wry * c->nz - c->wrz * c->ny));
    c->slide_y = dt * (c->vty + offset * (c->wrz * c->nx - c->wrx * c->nz));
    c->slide_z = dt * (c->vtz + offset * (c->wrx * c->ny - c->wry * c->nx));
    c->turn_x = dt * c->wrx;
    c->turn_y = dt * c->wry;
    c->turn_z = dt * c->wrz;
    c->mean_x = dt * c->spin_n * c->nx;
    c->mean_y = dt * c->spin_n * c->ny;
    c->mean_z = dt * c->spin_n * c->nz;
    c->line = 0.0;
}
