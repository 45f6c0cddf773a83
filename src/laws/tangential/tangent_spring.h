// SPDX-License-Identifier: BSD-3-Clause
// The tangential spring shared by mindlin and linear_spring: its extension is a vector that rotates with the contact and is
// limited by the Coulomb limit; the dashpot is limited to the rest below the limit. (Luding, Granular Matter 10 (2008) 235,
// limits spring plus dashpot: then fast sliding stores energy in a spring that points in the wrong direction; the energy
// balance had an error of 5 %, and sliding one of 0.6 % if the stiffness varies.)
// If the stiffness depends on overlap, the spring keeps its force when the contact stiffens and its extension when it
// softens: neither creates energy (Elata and Berryman, Mech. Mater. 24 (1996) 229; Thornton, Cummins and Cleary, Powder
// Technol. 233 (2013) 30). If the extension were always kept, up to 62 % of the stored energy would be created on a closed
// path. h[0..2] is the extension of the spring, h[3] the stiffness it was last evaluated with.
#pragma once

#include "laws/table.h"

// Rotates a stored tangential vector into the plane normal to n, keeping its length.
SCREE_LAW void scree_turn_into_plane(const scree_contact *c, const double *h, double *out) {
    double along = h[0] * c->nx + h[1] * c->ny + h[2] * c->nz;
    double x = h[0] - along * c->nx, y = h[1] - along * c->ny, z = h[2] - along * c->nz;
    double before = h[0] * h[0] + h[1] * h[1] + h[2] * h[2], after = x * x + y * y + z * z;
    double keep = after > 0.0 ? sqrt(before / after) : 0.0;
    out[0] = keep * x;
    out[1] = keep * y;
    out[2] = keep * z;
}

// Turns a vector into the new plane, and with the two bodies about n, by their mean rotation in this step:
// without this, bodies that rest on a turning wall would creep.
SCREE_LAW void scree_turn_with_bodies(const scree_contact *c, const double *h, double *out) {
    double along = h[0] * c->nx + h[1] * c->ny + h[2] * c->nz;
    double angle = c->mean_x * c->nx + c->mean_y * c->ny + c->mean_z * c->nz;
    double x = (h[0] - along * c->nx) + angle * (c->ny * h[2] - c->nz * h[1]);
    double y = (h[1] - along * c->ny) + angle * (c->nz * h[0] - c->nx * h[2]);
    double z = (h[2] - along * c->nz) + angle * (c->nx * h[1] - c->ny * h[0]);
    double before = h[0] * h[0] + h[1] * h[1] + h[2] * h[2], after = x * x + y * y + z * z;
    double keep = after > 0.0 ? sqrt(before / after) : 0.0;
    out[0] = keep * x;
    out[1] = keep * y;
    out[2] = keep * z;
}

// The component of a vector across n.
SCREE_LAW void scree_across(const scree_contact *c, double x, double y, double z, double *out) {
    double along = x * c->nx + y * c->ny + z * c->nz;
    out[0] = x - along * c->nx;
    out[1] = y - along * c->ny;
    out[2] = z - along * c->nz;
}

// The share of this step's motion that a contact has seen; stiffness: in its history, 0 before its first evaluation.
SCREE_LAW double scree_seen_of_step(const scree_contact *c, double stiffness) {
    return stiffness > 0.0 ? 1.0 : c->begins;
}

// The normal force that is multiplied by mu in the Coulomb limit.
#define SCREE_LIMIT_CHOICES "critical|compressive|elastic|absolute"
#define SCREE_LIMIT_DOC                                                                                      \
    "Normal force of the Coulomb limit: what the normal law calls critical (compressive, adhesion taken "    \
    "out), its "                                                                                             \
    "compressive part, its elastic part only, or its absolute value."

// The choice as weights 0 or 1: a select on a constant of the batch would prevent gcc 12 from vectorising the loop.
static inline void scree_limit_weights(double choice, double *weight) {
    for (int k = 0; k < 4; k++) {
        weight[k] = choice == (double)k ? 1.0 : 0.0;
    }
}

SCREE_LAW double scree_coulomb_limit(const scree_contact *c, double mu, const double *weight) {
    double compressive = c->fn > 0.0 ? c->fn : 0.0;
    double elastic = c->fn_elastic > 0.0 ? c->fn_elastic : 0.0;
    return mu * ((weight[0] * c->critical + weight[1] * compressive) +
                 (weight[2] * elastic + weight[3] * fabs(c->fn)));
}

// Work of a spring in a step, see `springs` in laws/law.h: k0 s: its force (or moment) before the step, turned; k x: after it; move: in
// the whole step, also of a new contact, whose force acts on the bodies for half a step before.
SCREE_LAW double scree_spring_work(double k0, const double *s, double k, double x, double y, double z,
                                   const double *move) {
    return 0.5 *
           ((k0 * s[0] + k * x) * move[0] + (k0 * s[1] + k * y) * move[1] + (k0 * s[2] + k * z) * move[2]);
}

// Sets force, history and energies of a contact from the extension x, y, z of its spring and the force, N.
SCREE_LAW void scree_tangent_keep(scree_contact *c, double *h, double kt, double x, double y, double z,
                                  double fx, double fy, double fz) {
    c->ftx = -fx;
    c->fty = -fy;
    c->ftz = -fz;
    c->energy_t = 0.5 * kt * (x * x + y * y + z * z);
    double dx = fx - kt * x, dy = fy - kt * y, dz = fz - kt * z; // force of the dashpot
    c->viscous_t = dx * c->vtx + dy * c->vty + dz * c->vtz;
    h[0] = x;
    h[1] = y;
    h[2] = z;
    h[3] = kt;
}

// kt: stiffness, N/m; ct: dashpot, N s/m; limit: N.
SCREE_LAW void scree_tangent_spring(scree_contact *c, double *h, double kt, double ct, double limit) {
    double s[3];
    scree_turn_with_bodies(c, h, s);
    const double move[3] = {c->move_x, c->move_y, c->move_z};
    double soften = kt > h[3] ? h[3] / kt : 1.0, seen = scree_seen_of_step(c, h[3]);
    double x = soften * s[0] + seen * move[0];
    double y = soften * s[1] + seen * move[1];
    double z = soften * s[2] + seen * move[2];
    double spring = kt * sqrt(x * x + y * y + z * z);
    double trim = spring > limit ? limit / spring : 1.0;
    x *= trim;
    y *= trim;
    z *= trim;
    double fx = kt * x + ct * c->vtx, fy = kt * y + ct * c->vty, fz = kt * z + ct * c->vtz;
    double size = sqrt(fx * fx + fy * fy + fz * fz);
    trim = size > limit ? limit / size : 1.0;
    fx *= trim;
    fy *= trim;
    fz *= trim;
    c->spring_t = scree_spring_work(h[3], s, kt, x, y, z, move);
    scree_tangent_keep(c, h, kt, x, y, z, fx, fy, fz);
}

#define SCREE_TANGENT_HISTORY(law)                                                                           \
    static const scree_history_desc scree_##law##_history[] = {                                              \
        {"spring_x", "m", "Extension of the tangential spring, x."},                                         \
        {"spring_y", "m", "Extension of the tangential spring, y."},                                         \
        {"spring_z", "m", "Extension of the tangential spring, z."},                                         \
        {"stiffness", "N/m", "Stiffness when last evaluated."},                                              \
    };
