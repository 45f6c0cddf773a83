// SPDX-License-Identifier: BSD-3-Clause
// The keys of numerical damping.
#include "particles/particle_keys.h"
#include "sections/key_tables.h"

#define AT(field) .offset = offsetof(scree_case, field)
static const scree_key damping_keys[] = {
    {"local", NUMBER, WITHIN(0, 0.99), .fallback = "0",
     .doc =
         "Cundall's local damping: opposes motion with this fraction of the unbalanced force and torque, by "
         "component. It vanishes at rest, but slows falling too: not for flow. 0.7 is usual for statics.",
     AT(damping_local)},
    {"viscous", IN("1/s"), FROM(0), .fallback = "0",
     .doc = "Opposes velocity and spin with this rate times momentum and angular momentum.",
     AT(damping_viscous)},
};
const scree_section scree_damping_section = {.doc =
                                                 "Numerical damping of all particles, for statics; off if "
                                                 "not given. The energy it takes is in the series as damped.",
                                             KEYS(damping_keys)};
