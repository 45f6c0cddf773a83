// SPDX-License-Identifier: BSD-3-Clause
// Errors and open ends of the page and of WooDEM's code. "original" is `variant: woo`, "corrected" the variants
// consistent (default) and luding2008.
#include "laws/luding.h"

const scree_erratum scree_luding_errata[] = {
    {"Slips of the pen: k_nc, k_na and kaDivKn stand for one stiffness; the static test compares f_t, not "
     "yet "
     "known, with a f_y^y that nobody defines; k_2 lacks its n; gamma_v is gamma_t; the parameter table has "
     "delta_lim where the attribute is deltaLimRel; no entry carries the dagger that marks a minimum.",
     "The code has one ka, compares the trial force with f_t^y, takes the minimum of friction coefficients, "
     "dynDivStat and viscosities, and deltaLimRel is phi_f.",
     "As the code."},
    {"The k_n of the ratios k_t/k_n, k_r/k_n, k_na/k_n is not defined, and k2hat has no formula.",
     "All ratios refer to k2hat = 1/(a1/(E1 A) + a2/(E2 A)), A = pi min(a1, a2)^2.",
     "The same; k2hat can be given as `stiffness` instead."},
    {"What averaging means is not said.", "Arithmetic mean of the ratios, not of stiffnesses.", "The same."},
    {"The sign of the dashpot term gamma_n v_n is open: v_n is not defined.",
     "Force +gamma_n times the rate of the overlap.", "The same."},
    {"Beyond the plastic limit the page's force-free overlap keeps growing, so first loading follows k1 for "
     "ever; figure and paper load on the k2hat line there.",
     "Largest overlap not limited; the code limits it for the plastic work alone.",
     "consistent as the page; luding2008 limits the largest overlap, 1.5 times the force at 1.8 times the "
     "limit."},
    {"The page's adhesive branch can be run back and forth, the figure has an arrow one way.",
     "Reversible: the largest overlap never falls.",
     "consistent as the page; luding2008 lowers the largest overlap on that branch, with the exact solution "
     "(other "
     "codes use the stiffness before: up to 0.5 % of the peak force off)."},
    {"The plastic work (k1 d_max + ka d_min) d_0 is twice the shaded area.",
     "The code books it once, when the contact ends, with a limited d_max: wrong by a factor 2 below the "
     "limit and "
     "by some other factor above.",
     "The ledger books what the motion puts in less what is stored, at each step: half of that in all."},
    {"The restitution exp(-eta0 t_c) does not say which k_n it means and when it holds.",
     "It holds for loading_ratio 1, k_n = k2hat, a contact that ends at zero overlap, below critical "
     "damping.",
     "Stated for loading_ratio 1 only (0 if overdamped); undamped contacts have a closed form of their own."},
    {"The trial force takes the spring of the step before, which acts as negative damping -k dt: a free "
     "oscillation gains (1 + (w dt)^2) of its energy per step, and the displacement of a slip step is lost. "
     "With "
     "dynDivStat = 1 the direction of friction freezes, for any time step.",
     "As coded: spring first used, then advanced.",
     "The spring is advanced before the trial force. Undamped sliding with dynDivStat < 1 has the same limit "
     "of "
     "small steps."},
    {"With dynDivStat = 1 and steady normal force the code compares two values that are equal up to "
     "rounding; the "
     "last bit decides.",
     "As coded; such runs cannot be reproduced.", "Does not arise, as the spring is advanced first."},
    {"The yield force includes the dashpot and turns negative near the release; the code compares squares "
     "and "
     "then multiplies with the sign, so that friction pushes along the motion.",
     "Signed yield fn + ka d.", "Yield max(fn + ka d, 0)."},
    {"The static limit is tested in every step, so a slide alternates between phi_d Y and Y: its mean "
     "friction is "
     "(1 + phi_d)/2 of the static one, not phi_d.",
     "As coded.",
     "consistent as the page; luding2008 remembers that it slides and then compares with phi_d Y: mean "
     "friction "
     "phi_d."},
    {"After a slip the spring is set as if the dashpot saw all of the slip; once gamma v exceeds the "
     "friction "
     "force the spring stands on the wrong side and pushes later. WooDEM's defaults viscR = viscW = 0.1 N m "
     "s do "
     "so for any grain of millimetres.",
     "As coded.",
     "A spring turned around by its slip is set to 0 (slip_reset: page), or slider in series with spring and "
     "dashpot, which never makes energy (slip_reset: kv). rolling_viscosity and twisting_viscosity are 0 "
     "unless "
     "given. With page a dashpot stronger than friction may still stretch a spring that the motion relaxes."},
    {"The plastic work of a slip contains the dashpot's part of the trial force, which is counted as viscous "
     "too, "
     "and the viscous work is booked in slips as well.",
     "The code books viscous work in sticking steps and no plastic work of sliding, rolling, twisting at "
     "all: its "
     "ledger does not close.",
     "Viscous: what the dashpot takes while sticking (kv: always); plastic: the work put in less that and "
     "less "
     "what is stored."},
    {"k_r = k2hat (k_r/k_n) a12 is a force where a torsional stiffness is needed; the same for k_w.",
     "One power of a12: krDivKn and kwDivKn are lengths in truth (rolling_exponent 1).",
     "a12^2, as the paper, MercuryDPM and LIGGGHTS have it; rolling_exponent: 1 gives WooDEM's."},
    {"The units of gamma_r and gamma_w are not said; the paper has kg/s times a length squared.",
     "N m s, multiplied with rad/s.", "The same."},
    {"The reduced radius 2 a1 a2/(a1 + a2) is twice the usual one; its value at walls and whether overlap "
     "reduces "
     "it are open.",
     "Radii not reduced by overlap; at a wall the radius of the sphere (the paper, MercuryDPM and LIGGGHTS: "
     "twice).",
     "The same as WooDEM."},
    {"A contact is said to exist for delta >= 0.", "It ends where the spheres come apart.",
     "The same; at zero overlap nothing acts either way."},
    {"What the velocities are in the step that makes the contact is not said.",
     "Zero: no dashpot force there, and the energy balance is off by O(dt^2).", "Those of the motion."},
    {"Energy stored in tangential, rolling and twisting springs and on the adhesive branch vanishes unbooked "
     "when "
     "the contact ends.",
     "Unbooked.", "Booked as plastic loss."},
    {"k1DivKn = 1 with deltaLimRel = 0 gives forces that are no numbers; k1DivKn or dynDivStat above 1 pass.",
     "Refused here.", "Refused."},
    {"The tangential velocity and how its spring turns with the contact are left to the program.",
     "Velocities of the half step in a frame that turns with normal and mean spin.",
     "The engine's: motion of the full step; springs are turned into the present plane, which leaves out the "
     "mean "
     "spin about the normal (the paper does too)."},
    {"The dashpot may pull just before release and looks like adhesion.", "Not limited.",
     "Not limited: the restitution formula needs it."},
    {"\"Including adhesion\" is fn + ka delta; other codes take abs(fn), or their own mixture.",
     "fn + ka delta.",
     "What the normal law calls critical: fn + ka delta for this one, its compressive force for others."},
    {"The automatic time step looks at k2 and kt alone.", "Rotational stiffnesses and dashpots are left out.",
     "The check of the time step takes k2hat, the stiffest branch; rules for rotation and dashpots are on "
     "the page."},
    {"Sign and axis of the rolling spring are not said.",
     "Relative spin of 2 against 1 in the plane, equal and opposite couples.",
     "The same, written for body a against b."},
    {"MercuryDPM's torsion spring adds itself to itself in each step.", "No matter here.",
     "Its sliding and rolling are what this law is compared with, not its torsion."},
    {NULL, NULL, NULL},
};
