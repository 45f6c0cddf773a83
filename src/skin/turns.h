// SPDX-License-Identifier: BSD-3-Clause
// How far bodies have turned since the list was built. A list of convex bodies has pairs by the distance of the bodies themselves, not of the spheres around them
// (convex/apart.h), so a body that turns uses up the skin too: its support function changes by at most its lever times the angle.
#pragma once

#include "access/convex_body.h"

typedef struct scree_turned {
    scree_quaternion listed, checked; // attitude when the list was built, and at the last check
    double lever;                     // m
} scree_turned;

typedef struct scree_turns {
    scree_turned *body; // of all particles and ghosts
    size_t n, capacity; // n = 0: there are none, or the list has pairs by the spheres around bodies
    bool tight;         // what scree_list_is_tight said when the list was built, the same on all ranks
} scree_turns;

// Has the list that is to be built pairs by the distance of the bodies? For bodies that fill much of the sphere around them the test takes longer than their few pairs, and a cell that deforms
// brings centres nearer. Charges and magnetic moments, which act between centres, are refused for clumps and convex bodies.
bool scree_list_is_tight(const scree_world *w);

// To be called when a list has been built.
void scree_turns_begin(const scree_world *w, scree_turns *t);
void scree_turns_free(scree_turns *t);
// The attitudes are those of a check.
void scree_turns_keep(const scree_world *w, scree_turns *t);
// An upper bound of the change of the support function of any body of this rank since the last check, m.
double scree_turns_since_check(const scree_world *w, const scree_turns *t);

// An upper bound of the angle between two attitudes, rad, and at most 1: with x = sin(angle/2) the arc sine of x is at most x + (pi/2 - 1) x^3.
static inline double scree_turn_between(scree_quaternion a, scree_quaternion b) {
    const double less2 = (a.w - b.w) * (a.w - b.w) + (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) +
                         (a.z - b.z) * (a.z - b.z),
                 sum2 = (a.w + b.w) * (a.w + b.w) + (a.x + b.x) * (a.x + b.x) + (a.y + b.y) * (a.y + b.y) +
                        (a.z + b.z) * (a.z + b.z),
                 x = 0.5 * sqrt(less2 * sum2), angle = 2.0 * (x + 0.5708 * (x * x * x));
    return angle < 1.0 ? angle : 1.0;
}

static inline double scree_turn_since_list(const scree_particles *p, const scree_turns *t, size_t i) {
    const scree_form *f = &p->form[i];
    return t->body[i].lever *
           scree_turn_between(t->body[i].listed, (scree_quaternion){f->w, f->x, f->y, f->z});
}
