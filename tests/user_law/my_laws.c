// SPDX-License-Identifier: BSD-3-Clause
// A shared library of laws of one's own.
#include "laws/law_stage.inc"
#include "laws/user_laws.h"
#include "maths/math.c" // a copy of the functions that derive() may use, so that the library needs nothing else

#include "latching_spring.h"
#include "tether.h"

// PLAIN(law, slot), or SPLIT(law, slot) for a law with variants
#define MY_LAWS(PLAIN, SPLIT) PLAIN(latching_spring, NORMAL) PLAIN(tether, BOND)
SCREE_USER_LAWS(MY_LAWS)
