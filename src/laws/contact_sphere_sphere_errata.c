// SPDX-License-Identifier: BSD-3-Clause
#include "laws/contact_sphere_sphere.h"

const scree_erratum scree_contact_sphere_sphere_errata[] = {
    {"Minus signs, dots over symbols, fractions, relations, citations and the figure are lost in the page's "
     "formulas "
     "(stiffness ratio, gap, normal, velocities, branches, friction, torques).",
     "Computes the formulas as the program's source has them.", "The same formulas, written out in full."},
    {"The plastic overlap is defined with the present overlap, which leaves no hysteresis at all.",
     "Keeps the largest value since the contact began and forgets it at separation.", "As original."},
    {"Impact model 0 is called linear in one place and adhesive elasto-plastic in another.",
     "Both: kc d^n with a linear dashpot while the plasticity ratio is 0, three branches above 0.",
     "As original."},
    {"Pull-off force and adhesion coefficient look independent of the plasticity ratio.",
     "Both are ignored while the ratio is 0, and by impact models 1 and 2.",
     "The pull-off force acts at any ratio in model 0; the adhesive branch lies below the elastic curve and "
     "is reached "
     "only with a ratio above 0."},
    {"The three branches leave out the case of equality between unloading line and adhesive branch.",
     "There the loading force is left standing, without pull-off, and the dashpot is counted twice.",
     "min(loading, max(line, adhesive)), continuous and without gaps."},
    {"The adhesion exponent acts only if the stiffness exponent is not 1.",
     "With a stiffness exponent of 1 the adhesion exponent is 1.", "The adhesion exponent always acts."},
    {"At e = 1/3 the page lists neither case, and its second case overlaps the first; e_rep stands for "
     "e_res.",
     "e = 1/3 falls to the formula of Gonthier and others; both give the same there.", "As original."},
    {"The impact velocity reads as the present velocity, taken at any time.",
     "Stored at the end of the first step in contact, already a little decelerated, and kept until the next "
     "impact; "
     "negative values act as 0.",
     "Stored at the first evaluation in contact, where velocities are still those of approach; never below "
     "0."},
    {"Nothing is said of contacts that exist when the run begins.",
     "Their impact velocity is 0: no damping unless there is a minimum impact velocity.",
     "The approach speed at the start counts as their impact."},
    {"The minimum impact velocity is said to enlarge damping of slow impacts, and has no unit.",
     "Slower impacts are damped less; only contacts without an impact velocity gain damping. Unit m/s.",
     "As original."},
    {"The unit of contact damping is N/(m s).", "Newton times second over metre.", "As original."},
    {"Contact damping is recommended together with a restitution below 1.",
     "Adds it, which lowers the restitution below what was asked.",
     "Adds it too; the page says that it should not be used so."},
    {"The restitution force is said to act against the normal, and restitution to be speed before over "
     "after.",
     "It raises the repulsion while approaching and lowers it while separating; speed after over before.",
     "As original."},
    {"Model 2 is called accurate in the full range and accepts 0 in one check, not in another.",
     "Off by up to 0.0052 (2.3 %) near e = 0.2, below 2e-4 from e = 0.5 on; model 1 returns 0.66 for 0.5.",
     "The same, or exact with exact_restitution; e starts at 0.001."},
    {"Output Force is not said to act on a body; Torque is said to act on marker 0.",
     "Force acts on marker 0; Torque is minus the torque on marker 0.",
     "Forces and torques are those on the bodies; tests show the signs of the outputs."},
    {"Output Velocity is said to be that of the midpoints, DisplacementLocal a vector, Director3 was "
     "renamed.",
     "Velocity at the contact point with friction, zero without contact; the gap alone; Director1.",
     "Not outputs of the law."},
    {"The friction branch is chosen by the relative velocity in the text.",
     "By the stored velocity of the last accepted step; versions before 1.9.192 took any nonzero value for "
     "sticking.",
     "By the present velocity, in both conventions: an engine's law has no frozen flags."},
    {"Friction under a pulling normal force, at zero velocity and without a proportional zone is left open.",
     "A pull turns friction into a drive; zero velocity gives zero; no zone means Coulomb friction at any "
     "speed.",
     "The limit is mu times the critical force: adhesion taken out, never below 0."},
    {"It is left open whether the normal force of friction includes damping and adhesion.",
     "The whole signed normal force.",
     "The whole force, with the adhesion that friction does not feel taken out."},
    {"The page refers to a Stribeck function.", "Only the dynamic coefficient and the proportional zone act.",
     "As original."},
    {"The torque is called the same for both spheres if radii are equal; the normal force is said to give "
     "none.",
     "Equal vectors, not opposite ones; in general in the ratio of the lever arms. The normal part drops "
     "out.",
     "As original."},
    {"The page claims at least the functions of GeneralContact.",
     "True for one pair: stiffness is given, not a series of two, tension is not cut, no triangles, cables "
     "or search.",
     "no_tension cuts like GeneralContact; stiffnesses are given for the pair."},
    {"Markers need orientation.", "Only with friction.", "Does not apply."},
    {"Tension of the dashpot near separation, and of models 1 and 2 when pulled apart.", "Not cut.",
     "Not cut unless no_tension is on."},
    {"Contact at zero gap is left open.", "Contact is a gap below 0; plastic overlap is forgotten from 0 on.",
     "As original."},
    {"Default radii are -1 and the default stiffness is 0.", "Placeholders; a stiffness of 0 is accepted.",
     "Radii are those of the bodies; the stiffness must be given and be positive."},
    {"Reloading from the adhesive branch is not described.", "Retraces the branch.",
     "As original; the law eepa reloads along a line parallel to k2."},
    {"The error of the discontinuous iteration uses kc for any exponent; steps can become too small when an "
     "impact "
     "falls on a step's end.",
     "A matter of the program's solver.", "Does not apply."},
    {"A constant in the program's test of this contact is stale, and symbols are spelled in several ways.",
     "The reference table of the test suite is the valid one.", "One symbol each."},
    {NULL, NULL, NULL},
};
