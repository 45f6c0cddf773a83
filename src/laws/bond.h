// SPDX-License-Identifier: BSD-3-Clause
// Common parts of all bond laws. A bond lasts, also while its bodies are apart, until its law ends it. It is a part of the contact:
// its state is in columns of the contact's history, of which the engine sets the first three when the bond is made.
//
// A bond law adds to the forces of the contact laws before it. Where c->contact is 0 these do not act, their results have no
// meaning, and scree_bond_begin makes them zero: for bonded bodies that do not overlap, and for all bonded ones if the law has a
// parameter `contact_while_bonded` and it is 0. Bodies that overlap when such a bond breaks touch anew from that overlap on, as its
// sudden force would create energy: h[0] is then minus the overlap to be left out, and c->overlap is what remains.
#pragma once

#include "laws/table.h"

// h[SCREE_BOND_STATE] > 0: bonded, and the factor of the strengths of this bond; 0: not bonded; < 0: see above.
enum { SCREE_BOND_STATE, SCREE_BOND_LENGTH, SCREE_BOND_MADE, SCREE_BOND_COLUMNS };

// The first columns of a bond law.
#define SCREE_BOND_HISTORY                                                                                   \
    {"state", "1", "Factor of the strengths; 0: not bonded; negative: overlap at breaking, m."},             \
        {"length", "m", "Distance of the centres when the bond was made, to a wall that of its surface."}, { \
        "made", "s", "Time when the bond was made."                                                          \
    }

// Does the pair have a bond?
SCREE_LAW int scree_bond_holds(const double *h) {
    return h[SCREE_BOND_STATE] > 0.0;
}

#define SCREE_BOND_ZERO(f) c->f = c->contact > 0.0 ? c->f : 0.0;
#define SCREE_BOND_NONE(f) c->f = 0.0;
// To be called first: leaves of the contact laws' results what is to act.
SCREE_LAW void scree_bond_begin(scree_contact *c) {
    SCREE_CONTACT_NORMAL(SCREE_BOND_ZERO)
    SCREE_CONTACT_TANGENTIAL(SCREE_BOND_ZERO)
    SCREE_CONTACT_ROLLING(SCREE_BOND_ZERO)
    SCREE_CONTACT_TWISTING(SCREE_BOND_ZERO)
    SCREE_CONTACT_BREAK(SCREE_BOND_NONE)
}
#undef SCREE_BOND_ZERO
#undef SCREE_BOND_NONE

// To be called last. broken: 1 if the law has just ended the bond; alone: 1 if the contact laws do not act while bonded. The
// overlap that is left out becomes smaller where the bodies move apart. A neck of the normal law that ends does not end a bonded contact.
SCREE_LAW void scree_bond_end(scree_contact *c, double *h, int broken, int bond_replaces_contact) {
    const double state = h[SCREE_BOND_STATE], inside = c->gap < 0.0 ? c->gap : 0.0; // -overlap
    const double left_out = state > inside ? state : inside; // or the factor, which is larger
    const double after = bond_replaces_contact ? inside : 0.0;
    c->apart = state > 0.0 ? 0.0 : c->apart;
    h[SCREE_BOND_STATE] = broken ? after : left_out;
}
