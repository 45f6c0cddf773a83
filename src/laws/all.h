// SPDX-License-Identifier: BSD-3-Clause
// Every built-in law: its header, and a line in the list below.
#ifndef SCREE_LAWS_ALL_H
#define SCREE_LAWS_ALL_H

#include "laws/cdt.h"
#include "laws/conduction.h"
#include "laws/contact_sphere_sphere.h"
#include "laws/coulomb.h"
#include "laws/dmt.h"
#include "laws/eepa.h"
#include "laws/epsd.h"
#include "laws/epsd2.h"
#include "laws/epsd3.h"
#include "laws/hertz.h"
#include "laws/hooke.h"
#include "laws/hooke_hysteresis.h"
#include "laws/jkr.h"
#include "laws/lammps_hertz.h"
#include "laws/lammps_hooke.h"
#include "laws/lankarani_nikravesh.h"
#include "laws/liggghts_conduction.h"
#include "laws/linear_spring.h"
#include "laws/luding.h"
#include "laws/luding_rolling.h"
#include "laws/luding_tangential.h"
#include "laws/luding_twisting.h"
#include "laws/marshall_twist.h"
#include "laws/mindlin.h"
#include "laws/parallel_bond.h"
#include "laws/pipe.h"
#include "laws/regularised_coulomb.h"
#include "laws/rotational_bond.h"
#include "laws/sds_linear.h"
#include "laws/sds_nonlinear.h"
#include "laws/sds_rolling.h"
#include "laws/sjkr.h"
#include "laws/sjkr2.h"
#include "laws/thornton_ning.h"
#include "laws/viscoelastic_nonlinear.h"
#include "laws/walton_braun.h"

#ifdef SCREE_EXTRA_LAW
#include SCREE_EXTRA_LAW
#endif

// PLAIN(law, slot whose rows its stage writes) or, for a law with variants, SPLIT(law, slot)
#define SCREE_LAWS_BY(PLAIN, SPLIT)                                                                          \
    PLAIN(hertz, NORMAL)                                                                                     \
    PLAIN(hooke, NORMAL)                                                                                     \
    PLAIN(viscoelastic_nonlinear, NORMAL)                                                                    \
    SPLIT(luding_normal, NORMAL)                                                                             \
    SPLIT(hooke_hysteresis, NORMAL)                                                                          \
    SPLIT(contact_sphere_sphere, NORMAL)                                                                     \
    SPLIT(eepa, NORMAL)                                                                                      \
    SPLIT(lankarani_nikravesh, NORMAL)                                                                       \
    PLAIN(jkr, NORMAL)                                                                                       \
    SPLIT(thornton_ning, NORMAL)                                                                             \
    PLAIN(walton_braun, NORMAL)                                                                              \
    PLAIN(lammps_hooke, NORMAL)                                                                              \
    PLAIN(lammps_hertz, NORMAL)                                                                              \
    PLAIN(sjkr, COHESION)                                                                                    \
    PLAIN(sjkr2, COHESION)                                                                                   \
    PLAIN(dmt, COHESION)                                                                                     \
    SPLIT(mindlin, TANGENTIAL)                                                                               \
    SPLIT(linear_spring, TANGENTIAL)                                                                         \
    PLAIN(coulomb, TANGENTIAL)                                                                               \
    SPLIT(sds_linear, TANGENTIAL)                                                                            \
    SPLIT(sds_nonlinear, TANGENTIAL)                                                                         \
    PLAIN(luding_tangential, TANGENTIAL)                                                                     \
    PLAIN(regularised_coulomb, TANGENTIAL)                                                                   \
    SPLIT(cdt, ROLLING)                                                                                      \
    SPLIT(epsd, ROLLING)                                                                                     \
    PLAIN(luding_rolling, ROLLING)                                                                           \
    SPLIT(epsd2, ROLLING)                                                                                    \
    SPLIT(epsd3, ROLLING)                                                                                    \
    SPLIT(sds_rolling, ROLLING)                                                                              \
    PLAIN(luding_twisting, TWISTING)                                                                         \
    PLAIN(marshall, TWISTING)                                                                                \
    PLAIN(rotational, BOND)                                                                                  \
    SPLIT(parallel, BOND)                                                                                    \
    SPLIT(conduction, HEAT)                                                                                  \
    SPLIT(pipe, HEAT)                                                                                        \
    SPLIT(liggghts_conduction, HEAT)                                                                         \
    SCREE_EXTRA_LAWS(PLAIN, SPLIT)
#define SCREE_LAWS(X) SCREE_LAWS_BY(X, X)

#endif
