// SPDX-License-Identifier: BSD-3-Clause
// Every built-in law, one line each. To add one: its header, its test, a line in both lists.
#ifndef SCREE_LAWS_ALL_H
#define SCREE_LAWS_ALL_H

#include "laws/cdt.h"
#include "laws/coulomb.h"
#include "laws/epsd.h"
#include "laws/hertz.h"
#include "laws/hooke.h"
#include "laws/linear_spring.h"
#include "laws/mindlin.h"

// X(law, slot whose rows its stage writes)
#define SCREE_LAWS(X)                                                                                        \
    X(hertz, NORMAL)                                                                                         \
    X(hooke, NORMAL)                                                                                         \
    X(mindlin, TANGENTIAL)                                                                                   \
    X(linear_spring, TANGENTIAL)                                                                             \
    X(coulomb, TANGENTIAL)                                                                                   \
    X(cdt, ROLLING)                                                                                          \
    X(epsd, ROLLING)

#endif
