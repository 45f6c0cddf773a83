// SPDX-License-Identifier: BSD-3-Clause
// Every built-in law: its header, and a line in the list below.
#pragma once

#include "laws/adhesive/contact_sphere_sphere.h"
#include "laws/adhesive/dmt.h"
#include "laws/adhesive/eepa.h"
#include "laws/adhesive/jkr.h"
#include "laws/adhesive/sjkr.h"
#include "laws/adhesive/sjkr2.h"
#include "laws/adhesive/thornton_ning.h"
#include "laws/bond/concrete_bond.h"
#include "laws/bond/parallel_bond.h"
#include "laws/bond/rotational_bond.h"
#include "laws/bond/wire_bond.h"
#include "laws/heat/conduction.h"
#include "laws/heat/liggghts_conduction.h"
#include "laws/heat/packed_bed.h"
#include "laws/heat/pipe.h"
#include "laws/liquid/lambert.h"
#include "laws/liquid/mikami.h"
#include "laws/liquid/rabinovich.h"
#include "laws/liquid/willett.h"
#include "laws/liquid/young_laplace.h"
#include "laws/normal/hertz.h"
#include "laws/normal/hooke.h"
#include "laws/normal/hooke_hysteresis.h"
#include "laws/normal/lammps_hertz.h"
#include "laws/normal/lammps_hooke.h"
#include "laws/normal/lankarani_nikravesh.h"
#include "laws/normal/luding.h"
#include "laws/normal/viscoelastic_nonlinear.h"
#include "laws/normal/walton_braun.h"
#include "laws/rolling/cdt.h"
#include "laws/rolling/epsd.h"
#include "laws/rolling/epsd2.h"
#include "laws/rolling/epsd3.h"
#include "laws/rolling/luding_rolling.h"
#include "laws/rolling/luding_twisting.h"
#include "laws/rolling/marshall_twist.h"
#include "laws/rolling/sds_rolling.h"
#include "laws/tangential/coulomb.h"
#include "laws/tangential/linear_spring.h"
#include "laws/tangential/luding_tangential.h"
#include "laws/tangential/mindlin.h"
#include "laws/tangential/regularised_coulomb.h"
#include "laws/tangential/sds_linear.h"
#include "laws/tangential/sds_nonlinear.h"
#include "laws/wear/archard.h"
#include "laws/wear/finnie.h"
#include "laws/wear/friction_work.h"
#include "laws/wear/oka.h"

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
    SPLIT(jkr, NORMAL)                                                                                       \
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
    PLAIN(concrete, BOND)                                                                                    \
    SPLIT(parallel, BOND)                                                                                    \
    PLAIN(wire, BOND)                                                                                        \
    SPLIT(young_laplace, LIQUID)                                                                             \
    SPLIT(willett, LIQUID)                                                                                   \
    SPLIT(rabinovich, LIQUID)                                                                                \
    SPLIT(lambert, LIQUID)                                                                                   \
    SPLIT(mikami, LIQUID)                                                                                    \
    SPLIT(conduction, HEAT)                                                                                  \
    SPLIT(pipe, HEAT)                                                                                        \
    SPLIT(liggghts_conduction, HEAT)                                                                         \
    SPLIT(packed_bed, HEAT)                                                                                  \
    PLAIN(archard, WEAR)                                                                                     \
    PLAIN(friction_work, WEAR)                                                                               \
    PLAIN(finnie, WEAR)                                                                                      \
    PLAIN(oka, WEAR)                                                                                         \
    SCREE_EXTRA_LAWS(PLAIN, SPLIT)
#define SCREE_LAWS(X) SCREE_LAWS_BY(X, X)
