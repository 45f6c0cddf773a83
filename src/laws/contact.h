// SPDX-License-Identifier: BSD-3-Clause
// One contact, the argument of a law, and a batch of contacts, as the engine stores them.
#pragma once

#include "laws/slot.h"

enum { SCREE_BATCH = 32, SCREE_HISTORY_MAX = 32 }; // contacts of a batch, history columns of a law set

// Seen from body a (the one with the smaller global id; a wall is always b). Signs: n points from a to b, overlap > 0
// touches, vn > 0 approaches, fn > 0 repels; ft, mr and mw act on a, b gets the opposite.
// Each group is written by laws of one slot, SCREE_CONTACT_<slot>, and read by those after it.
#define SCREE_CONTACT_PLACE(F)                                                                               \
    F(overlap) /* m; of a bonded pair 0 where the contact laws do not act, see laws/bond.h */                \
    F(nx)                                                                                                    \
    F(ny)                                                                                                    \
    F(nz)       /* unit normal */                                                                            \
    F(distance) /* m, between the centres; from a wall to the centre of a */                                 \
    F(vn)       /* m/s, d overlap / dt */                                                                    \
    F(vtx)                                                                                                   \
    F(vty)                                                                                                   \
    F(vtz)   /* m/s, tangential velocity of a against b at the contact point */                              \
    F(ra)    /* m, radius of a */                                                                            \
    F(rb)    /* m, radius of b; against a wall ra */                                                         \
    F(r_eff) /* m, ra rb / (ra + rb); against a wall ra */                                                   \
    F(m_eff) /* kg, ma mb / (ma + mb); against a wall ma; friction at edges of meshes gets the part of it that is left of kt */
#define SCREE_CONTACT_SPIN(F)                                                                                \
    F(wrx)                                                                                                   \
    F(wry)                                                                                                   \
    F(wrz)         /* rad/s, spin of a minus spin of b: rolling in the plane, twisting along n */            \
    F(inertia_eff) /* kg m2, about the contact point, Ia Ib / (Ia + Ib) */                                   \
    F(gap)         /* m, between the surfaces, negative where they overlap */                                \
    F(spin_n)      /* rad/s, mean spin of a and b along n */                                                 \
    F(contact)     /* 0: only a bond law acts, see laws/bond.h; else 1 */
#define SCREE_CONTACT_TEMPERATURES(F)                                                                        \
    F(ta) /* K, of a */                                                                                      \
    F(tb) /* K, of b */
#define SCREE_CONTACT_GEOMETRY(F)                                                                            \
    SCREE_CONTACT_PLACE(F)                                                                                   \
    SCREE_CONTACT_SPIN(F)                                                                                    \
    SCREE_CONTACT_TEMPERATURES(F)                                                                            \
    F(size)  /* m, against a wall: diameter of a sphere of the volume of body a, for laws of wear */         \
    F(fresh) /* 1: the bodies did not touch at the evaluation before, history is all zero; else 0 */         \
    F(taken) /* 0 to 1, at edges of meshes: friction has (1 - taken) of a stiffness or dashpot that is given in numbers */
// The motion of the two bodies in this step, from their displacements: springs that add these up follow the positions. With
// velocities at the ends of the steps springs would gain energy, (w dt)^4 / 8 of it per step without damping, and contacts would creep on
// bodies that turn.
#define SCREE_CONTACT_STEP(F)                                                                                \
    F(move_x)                                                                                                \
    F(move_y)                                                                                                \
    F(move_z) /* m, displacement of a against b at the contact point, across n */                            \
    F(slide_x)                                                                                               \
    F(slide_y)                                                                                               \
    F(slide_z) /* m, of the centre of a along the surface of wall b; 0 of two particles */                   \
    F(turn_x)                                                                                                \
    F(turn_y)                                                                                                \
    F(turn_z) /* rad, rotation of a minus that of b */                                                       \
    F(mean_x)                                                                                                \
    F(mean_y)                                                                                                \
    F(mean_z) /* rad, mean rotation of a and b */                                                            \
    F(line)   /* 1: b is a particle, so n turns as the line between the centres; 0: a wall */
#define SCREE_CONTACT_NORMAL(F)                                                                              \
    F(fn)         /* N, normal force with dashpot */                                                         \
    F(fn_elastic) /* N, its part that depends on overlap and history only */                                 \
    F(critical)   /* N, >= 0: what friction limits multiply mu with; adhesive laws take their pull out */    \
    F(kn)         /* N/m, stiffness fn_elastic / overlap offered to the laws after it */                     \
    F(kt)         /* N/m, stiffness offered to tangential laws */                                            \
    F(cn)         /* N s/m, dashpot coefficient */                                                           \
    F(zeta)       /* 1, damping ratio offered to tangential laws */                                          \
    F(radius)     /* m, of the contact area, offered to cohesion and twisting laws */                        \
    F(apart)      /* 1: a contact that holds beyond touch has ended here, everything is zero; else 0 */      \
    F(energy_n)   /* J, stored */                                                                            \
    F(viscous_n)  /* W, taken by the dashpot */                                                              \
    F(lost_n)     /* J, lost in this step where the memory changes; read if the law's table has `loses` */
#define SCREE_CONTACT_COHESION(F) SCREE_CONTACT_NORMAL(F) // adds to these rows
#define SCREE_CONTACT_TANGENTIAL(F)                                                                          \
    F(ftx)                                                                                                   \
    F(fty)                                                                                                   \
    F(ftz)       /* N */                                                                                     \
    F(energy_t)  /* J, stored */                                                                             \
    F(viscous_t) /* W, taken by the dashpot */                                                               \
    F(spring_t)  /* J, work put into the spring in this step; read if the law's table has `springs` */
#define SCREE_CONTACT_ROLLING(F)                                                                             \
    F(mrx)                                                                                                   \
    F(mry)                                                                                                   \
    F(mrz) /* N m */                                                                                         \
    F(energy_r) F(viscous_r) F(spring_r)
#define SCREE_CONTACT_TWISTING(F)                                                                            \
    F(mw) /* N m, along n */                                                                                 \
    F(energy_w) F(viscous_w) F(spring_w)
// Rows that a bond law writes, besides adding to the rows of all modes.
#define SCREE_CONTACT_BREAK(F)                                                                               \
    F(bond_area)  /* m2, of the section that conducts heat; 0: not bonded */                                 \
    F(bond_load)  /* 1, utilisation: the largest of load over strength; 0: not bonded */                     \
    F(break_mode) /* 0: it holds; 1 + scree_mode: it breaks here by that mode, and does not act any more */  \
    F(bond_energy_n)                                                                                         \
    F(bond_energy_t)                                                                                         \
    F(bond_energy_r)                                                                                         \
    F(bond_energy_w) /* J, stored in the bond by mode, or when it breaks here; also in energy_n ... */       \
    F(bond_power_n)                                                                                          \
    F(bond_power_t)                                                                                          \
    F(bond_power_r)                                                                                          \
    F(bond_power_w) /* W, put into the springs of the bond by mode: the ledger leaves it out of the work */
#define SCREE_CONTACT_BOND(F)                                                                                \
    SCREE_CONTACT_NORMAL(F)                                                                                  \
    SCREE_CONTACT_TANGENTIAL(F)                                                                              \
    SCREE_CONTACT_ROLLING(F)                                                                                 \
    SCREE_CONTACT_TWISTING(F)                                                                                \
    SCREE_CONTACT_BREAK(F)
#define SCREE_CONTACT_LIQUID(F) SCREE_CONTACT_BOND(F)
#define SCREE_CONTACT_HEAT(F) F(heat) /* W, from b to a */
#define SCREE_CONTACT_WEAR(F)                                                                                \
    F(wear_rate)     /* m3/s, volume that the wall loses while the contact lasts */                          \
    F(wear_impact)   /* m3, that it loses at once where a contact begins (fresh) */                          \
    F(wear_per_work) /* m3/J, that it loses for the work of sliding, as the ledger takes it */
// Channels: rates from b to a, see laws/slot.h; one row each.
#define SCREE_CHANNEL_ROW(F, name, unit, sentence) F(name)
#define SCREE_CONTACT_CHANNELS(F) SCREE_CHANNELS(SCREE_CHANNEL_ROW, F)
// All rows that laws write.
#define SCREE_CONTACT_RESULTS(F)                                                                             \
    SCREE_CONTACT_NORMAL(F)                                                                                  \
    SCREE_CONTACT_TANGENTIAL(F)                                                                              \
    SCREE_CONTACT_ROLLING(F)                                                                                 \
    SCREE_CONTACT_TWISTING(F)                                                                                \
    SCREE_CONTACT_BREAK(F)                                                                                   \
    SCREE_CONTACT_HEAT(F)                                                                                    \
    SCREE_CONTACT_WEAR(F)                                                                                    \
    SCREE_CONTACT_CHANNELS(F)

#define SCREE_MEMBER(f) double f;
#define SCREE_ROW(f) double f[SCREE_BATCH];

typedef struct scree_contact {
    SCREE_CONTACT_GEOMETRY(SCREE_MEMBER)
    SCREE_CONTACT_STEP(SCREE_MEMBER)
    SCREE_CONTACT_RESULTS(SCREE_MEMBER)
    double dt, step, begins; // see scree_batch
    // cached, the same for the whole loop: `constant` is the result of the normal law's function of that name for r_eff and
    // m_eff. It is stored with the pair, or found for each batch, if it costs more time than the rest of the law.
    int cached;
    double constant;
} scree_contact;

typedef struct scree_batch {
    SCREE_CONTACT_GEOMETRY(SCREE_ROW)
    SCREE_CONTACT_STEP(SCREE_ROW) // set only if the law set reads it, see batch/batch.h
    SCREE_CONTACT_RESULTS(SCREE_ROW)
    double h[SCREE_HISTORY_MAX][SCREE_BATCH]; // history
    double dt;   // s, since the last evaluation: 0 at the start and between steps
    double step; // s, length of the time step
    // The share of its first step for which a contact has been there, on average: 1/2; 1 with half-step velocities, as in LAMMPS
    // and LIGGGHTS.
    double begins;
    int n; // contacts in use; rows are padded to a multiple of 8 with copies of harmless values
} scree_batch;

#undef SCREE_MEMBER
#undef SCREE_ROW
