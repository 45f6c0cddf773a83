// SPDX-License-Identifier: BSD-3-Clause
// Every built-in law, one line each. To add one: its header, its test, a line in both lists.
#ifndef SCREE_LAWS_ALL_H
#define SCREE_LAWS_ALL_H

#include "laws/cdt.h"
#include "laws/coulomb.h"
#include "laws/dmt.h"
#include "laws/epsd.h"
#include "laws/hertz.h"
#include "laws/hooke.h"
#include "laws/jkr.h"
#include "laws/linear_spring.h"
#include "laws/marshall_twist.h"
#include "laws/mindlin.h"
#include "laws/thornton_ning.h"
#include "laws/walton_braun.h"

// PLAIN(law, slot whose rows its stage writes) or, for a law with variants, SPLIT(law, slot)
#define SCREE_LAWS_BY(PLAIN, SPLIT)                                                                          \
    PLAIN(hertz, NORMAL)                                                                                     \
    PLAIN(hooke, NORMAL)                                                                                     \
    PLAIN(jkr, NORMAL)                                                                                       \
    SPLIT(thornton_ning, NORMAL)                                                                             \
    PLAIN(walton_braun, NORMAL)                                                                              \
    PLAIN(dmt, COHESION)                                                                                     \
    PLAIN(mindlin, TANGENTIAL)                                                                               \
    PLAIN(linear_spring, TANGENTIAL)                                                                         \
    PLAIN(coulomb, TANGENTIAL)                                                                               \
    PLAIN(cdt, ROLLING)                                                                                      \
    PLAIN(epsd, ROLLING)                                                                                     \
    PLAIN(marshall, TWISTING)
#define SCREE_LAWS(X) SCREE_LAWS_BY(X, X)

#endif
