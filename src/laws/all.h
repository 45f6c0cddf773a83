// SPDX-License-Identifier: BSD-3-Clause
// Every built-in law, one line each. To add one: its header, its test, a line in both lists.
#ifndef SCREE_LAWS_ALL_H
#define SCREE_LAWS_ALL_H

#include "laws/cdt.h"
#include "laws/contact_sphere_sphere.h"
#include "laws/coulomb.h"
#include "laws/eepa.h"
#include "laws/epsd.h"
#include "laws/hertz.h"
#include "laws/hooke.h"
#include "laws/lankarani_nikravesh.h"
#include "laws/linear_spring.h"
#include "laws/mindlin.h"
#include "laws/regularised_coulomb.h"

// PLAIN(law, slot whose rows its stage writes) or, for a law with variants, SPLIT(law, slot)
#define SCREE_LAWS_BY(PLAIN, SPLIT)                                                                          \
    PLAIN(hertz, NORMAL)                                                                                     \
    PLAIN(hooke, NORMAL)                                                                                     \
    SPLIT(contact_sphere_sphere, NORMAL)                                                                     \
    SPLIT(eepa, NORMAL)                                                                                      \
    SPLIT(lankarani_nikravesh, NORMAL)                                                                       \
    PLAIN(mindlin, TANGENTIAL)                                                                               \
    PLAIN(linear_spring, TANGENTIAL)                                                                         \
    PLAIN(coulomb, TANGENTIAL)                                                                               \
    PLAIN(regularised_coulomb, TANGENTIAL)                                                                   \
    PLAIN(cdt, ROLLING)                                                                                      \
    PLAIN(epsd, ROLLING)
#define SCREE_LAWS(X) SCREE_LAWS_BY(X, X)

#endif
