// SPDX-License-Identifier: BSD-3-Clause
#include "laws/hooke_hysteresis.h"

const scree_erratum scree_hooke_hysteresis_errata[] = {
    {"The page lets tangential_damping off remove the normal dashpot; in the program it removes the "
     "tangential one.",
     "The normal dashpot always acts; tangential_damping belongs to the tangential law.", "The same."},
    {"The page never defines delta0, the overlap at which the unloading line reaches zero.",
     "delta0 = (1 - k1/k2) min(d_max, d*).", "The same."},
    {"The page calls k1 d the largest possible force at any overlap; beyond the plastic limit d* that is not "
     "so.",
     "Beyond d* loading and unloading both follow k2hat (d - d*) + k1 d*.", "The same."},
    {"The page's overlap of the strongest attraction, (k2 - k1) d_max / (k2 + kc), holds below d* only.",
     "min(d_max, d*) takes the place of d_max.", "The same."},
    {"The page does not say what becomes of d_max on the branch -kc d, so reloading from there is undefined.",
     "d_max walks back so that the line k2(d_max) passes through the present point; the update is exact and "
     "can be repeated without effect.",
     "The same. The model luding of the same program uses the old k2 there, and its force jumps at a "
     "constant overlap; that is not copied."},
    {"The force before touch is said to be that of the Luding model, whose page does not give it.",
     "Public LIGGGHTS has none, so the force jumps to f0 at touch: non_contact_force: off.",
     "By default the branch of adhesion continues: f0 - kc d while that attracts, no dashpot, no friction. "
     "Inferred, not verified with Aspherix."},
    {"The sign of the pull-off force is given as 'usually negative'.",
     "It is added to the force, so a positive value would repel for ever.",
     "Added; positive values are refused, in both conventions."},
    {"ln e = ln e_max + c_S/S gives more than e_max with a positive Stokes number.",
     "The program's normal velocity is negative on approach, which makes it right there; while the bodies "
     "separate the sign is wrong.",
     "ln e = ln e_max - c_S/|S|."},
    {"Which velocity enters the Stokes number is not said.",
     "The signed velocity of each moment, so that the damping varies during the contact and is critical at "
     "the turning point.",
     "The speed at first touch, remembered; stokes_velocity: instantaneous takes the speed of each moment."},
    {"The lower limit of Young's modulus in CGS units is a wrong conversion of 5e6 Pa; an upper limit of 1e9 "
     "Pa is enforced but not documented.",
     "range_check: program refuses what LIGGGHTS refuses by default.",
     "range_check: page refuses less than 5e6 Pa only, and only where k1 comes from the modulus; none "
     "refuses nothing."},
    {"Young's modulus and Poisson's ratio are said to be required always.",
     "They enter by characteristic_velocity only.", "The same; the limits apply only then."},
    {"What use_characteristic_velocity does with one stiffness given, and its default, are told in one place "
     "only.",
     "Off; with only one of the two given that one counts, with neither the input is refused.", "The same."},
    {"How k1 and the dashpot follow from the material is not on the page.",
     "k1 = 16/15 sqrt(R*) E* (15 m* V^2/(16 sqrt(R*) E*))^(1/5); cn = 2 zeta sqrt(m* k1) with k1 on every "
     "branch.",
     "The same."},
    {"The coefficient of restitution is called that of the two materials, but it is the dashpot's part only.",
     "A collision shows less.",
     "The same; where no dashpot acts the real value is known in closed form and "
     "reported."},
    {"Walls are not covered by phi_f 2 a1 a2/(a1 + a2).", "A wall has an infinite radius: 2 R* = 2 a1.",
     "The same."},
    {"k2hat = k1 makes d* infinite, and k2hat < k1, kc < 0, phi_f < 0 are not excluded.",
     "Run silently by the program; the last creates energy.",
     "k2hat = k1 is a linear spring, the others are refused, in both conventions."},
    {"Symbols: Poisson's ratio and viscosity share mu, the sign of the relative velocity and the spelling of "
     "options are left open.",
     "Velocity is positive on separation; options the model does not use are ignored silently.",
     "Velocity is positive on approach here; unknown options are errors."},
    {"The life time of the history is not stated; the public program keeps d_max and the tangential spring "
     "of "
     "separated pairs until it next makes its neighbour list.",
     "Not reproduced: results would depend on the skin.", "A contact that ends forgets everything."},
    {"The least force -kc d_min leaves f0 and the dashpot out.", "f0 - kc d_min + cn v.", "The same."},
    {"kc = 0 is not discussed: the force is then zero below delta0 while d_max still walks back.",
     "As described.", "The same."},
    {"The Coulomb limit with adhesion is not stated.",
     "mu |F|: no friction at F = 0, friction in tension. Here: limit: absolute of the tangential law.",
     "mu times F + kc d - f0, the force with its adhesion taken out, after Luding (2008)."},
    {"Nothing is said of the time step.", "The stiffest branch is k2hat.",
     "The duration of a contact is taken as pi sqrt(m*/k2hat)."},
    {NULL, NULL, NULL},
};
