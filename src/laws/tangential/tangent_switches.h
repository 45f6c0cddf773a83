// SPDX-License-Identifier: BSD-3-Clause
// Conventions in which programs differ for laws of the same name, for the tangential springs mindlin and linear_spring: the
// normal force in the limit, how the spring follows a changing stiffness, whether the dashpot is limited, what is stored at
// slip, how the spring rotates, which dashpot. Each is a parameter; `preset` gives those that are not set. scree's own
// combination is tangent_spring.h and has its own loop, as have preset: liggghts and preset: lammps; all other combinations use the loop
// with all switches.
//   liggghts      tangential_model history of LIGGGHTS 3.8
//   edem          elastic cap, dashpot while sticking; reproduces Chung and Ooi's test 6, Granular Matter 13 (2011) 643
//   lammps        mindlin of LAMMPS' pair granular: the limit applies to spring plus dashpot
//   thornton2013  Thornton, Cummins and Cleary, Powder Technol. 233 (2013) 30
// memory: displacement and incremental, dashpot: outside, and slip_memory: total can create energy; see tangent_spring.h.
#pragma once

#include "laws/tangential/tangent_spring.h"

#define SCREE_TANGENT_DASHPOT_AND_SWITCHES(P)                                                                \
    P(tangential_damping, "1", 1.0, 0.0, 1.0, NONE, "off|on",                                                \
      "Dashpot beside the spring, with the damping ratio of the normal law.")                                \
    P(tangential_damping_factor, "1", 1.0, 0.0, 1e6, MEAN, NULL,                                             \
      "Multiplies the dashpot; x_gamma_t of LAMMPS, gamma_t / gamma_n with damping: normal.")                \
    P(limit, "1", 0.0, 0.0, 4.0, NONE, "preset|" SCREE_LIMIT_CHOICES, SCREE_LIMIT_DOC)                       \
    P(preset, "1", 0.0, 0.0, 4.0, NONE, "scree|liggghts|edem|lammps|thornton2013",                           \
      "The program or paper whose conventions hold where a switch says preset; others than scree can make "  \
      "energy.")                                                                                             \
    P(memory, "1", 0.0, 0.0, 3.0, NONE, "preset|rescaled_on_unloading|displacement|incremental",             \
      "Where the stiffness changes the spring keeps: its force on loading and its extension on unloading; "  \
      "its extension; its force. The last two can make energy.")                                             \
    P(dashpot, "1", 0.0, 0.0, 3.0, NONE, "preset|inside|outside|while_sticking",                             \
      "The dashpot fills up what the spring leaves below the limit, or acts beside it without a limit, "     \
      "always or only while the spring is below its limit; outside can make energy.")                        \
    P(slip_memory, "1", 0.0, 0.0, 2.0, NONE, "preset|spring|total",                                          \
      "At slip the spring alone equals the limit, or spring and dashpot together (with dashpot: inside); "   \
      "total can make energy.")                                                                              \
    P(rotation, "1", 0.0, 0.0, 3.0, NONE, "preset|keep_length|project|with_bodies",                          \
      "The memory turns into the new plane and keeps its length; or is projected only; or keeps its length " \
      "and also turns with the two bodies about the normal; without this, bodies that rest on a turning "    \
      "wall creep.")                                                                                         \
    P(damping, "1", 0.0, 0.0, 2.0, NONE, "preset|ratio|normal",                                              \
      "Dashpot 2 zeta sqrt(m* kt) with the damping ratio of the normal law, or its dashpot as it is.")

typedef struct scree_tangent_form {
    double limit[4];        // weights 0 or 1, like all below
    double stiffen, soften; // whether the spring is scaled when the stiffness increases, decreases
    double slides_at_limit, all_at_limit, total; // 0 or 1e300 N added to the limit; weight
    double left_sliding;                         // fraction of the dashpot while the spring is at its limit
    double project, with_bodies, by_ratio, by_normal;
    // Each has its own loop: 0 as tangent_spring.h with limit: critical; 1 any switches; 2 as 0 with another limit;
    // 3 preset: liggghts; 4 preset: lammps.
    double variant;
} scree_tangent_form;

// by_normal: damping of preset liggghts, which differs between its hooke and hertz.
static inline const char *scree_tangent_form_of(scree_tangent_form *f, double preset, double limit,
                                                double memory, double dashpot, double slip_memory,
                                                double rotation, double damping, double by_normal) {
    const double table[5][6] = {
        // limit, memory, dashpot, slip_memory, rotation, damping: words less `preset`
        {0, 0, 0, 0, 2, 0}, {3, 1, 2, 0, 1, by_normal}, {2, 1, 2, 0, 0, 0},
        {3, 1, 0, 1, 0, 1}, {2, 0, 0, 0, 0, 0},
    };
    const double given[6] = {limit, memory, dashpot, slip_memory, rotation, damping};
    double is[6];
    for (int k = 0; k < 6; k++) {
        is[k] = given[k] > 0.5 ? given[k] - 1.0 : table[(int)preset][k];
    }
    scree_limit_weights(is[0], f->limit);
    f->stiffen = is[1] == 1.0 ? 0.0 : 1.0;
    f->soften = is[1] == 2.0 ? 1.0 : 0.0;
    f->total = is[3];
    f->slides_at_limit = is[3] > 0.5 && is[2] == 0.0 ? 1e300 : 0.0;
    f->all_at_limit = is[2] == 0.0 ? 0.0 : 1e300;
    f->left_sliding = is[2] == 2.0 ? 0.0 : 1.0;
    f->project = is[4] == 1.0 ? 1.0 : 0.0;
    f->with_bodies = is[4] == 2.0 ? 1.0 : 0.0;
    f->by_normal = is[5];
    f->by_ratio = 1.0 - is[5];
    int plain = 1, liggghts = 1, lammps = 1;
    for (int k = 0; k < 6; k++) {
        plain &= k == 0 || is[k] == table[0][k]; // any limit
        liggghts &= is[k] == table[1][k];
        lammps &= is[k] == table[3][k];
    }
    f->variant = liggghts ? 3.0 : lammps ? 4.0 : !plain ? 1.0 : is[0] == 0.0 ? 0.0 : 2.0;
    return is[3] > 0.5 && is[2] > 0.5
               ? "slip_memory: total needs dashpot: inside; accepted otherwise: slip_memory: spring"
               : NULL;
}

SCREE_LAW double scree_tangent_limit(const scree_contact *c, double mu, const scree_tangent_form *f,
                                     double variant) {
    return variant == 0.0   ? mu * c->critical
           : variant >= 3.0 ? mu * fabs(c->fn)
                            : scree_coulomb_limit(c, mu, f->limit);
}

// The loop for preset: liggghts, without operations that have no effect then. With verlet_half_step the spring moves by the velocity at
// the contact times dt, as in LIGGGHTS, to the last digits; with verlet it follows the positions. ct: of the dashpot parallel to the
// spring, N s/m.
SCREE_LAW void scree_tangent_liggghts(scree_contact *c, double *h, double kt, double ct, double limit) {
    double s[3], seen = scree_seen_of_step(c, h[3]);
    double late = 2.0 * c->begins - 1.0, follows = 1.0 - late; // 1, 0 with half-step velocities, else 0, 1
    scree_across(c, h[0], h[1], h[2], s);
    double move[3] = {c->move_x, c->move_y, c->move_z};
    move[0] = follows * move[0] + late * (c->dt * c->vtx);
    move[1] = follows * move[1] + late * (c->dt * c->vty);
    move[2] = follows * move[2] + late * (c->dt * c->vtz);
    double x = s[0] + seen * move[0];
    double y = s[1] + seen * move[1];
    double z = s[2] + seen * move[2];
    double spring = kt * sqrt(x * x + y * y + z * z);
    int slides = spring > limit;
    double trim = slides ? limit / spring : 1.0;
    x *= trim;
    y *= trim;
    z *= trim;
    double damping = slides ? 0.0 : limit > 0.0 ? ct : 0.0;
    double fx = kt * x + damping * c->vtx, fy = kt * y + damping * c->vty, fz = kt * z + damping * c->vtz;
    c->spring_t = scree_spring_work(h[3], s, kt, x, y, z, move);
    scree_tangent_keep(c, h, kt, x, y, z, fx, fy, fz);
}

// The law of preset: lammps without a look at its switches. Its numbers are those of the law with all switches, but signs of zeros may differ. ct: the
// dashpot, N s/m.
SCREE_LAW void scree_tangent_lammps(scree_contact *c, double *h, double kt, double ct, double limit) {
    double s[3], seen = scree_seen_of_step(c, h[3]);
    scree_turn_into_plane(c, h, s);
    const double move[3] = {c->move_x, c->move_y, c->move_z};
    double x = s[0] + seen * move[0];
    double y = s[1] + seen * move[1];
    double z = s[2] + seen * move[2];
    double damping = limit > 0.0 ? ct : 0.0; // an unlimited dashpot acts only if there is friction
    double dx = damping * c->vtx, dy = damping * c->vty, dz = damping * c->vtz;
    double fx = kt * x + dx, fy = kt * y + dy, fz = kt * z + dz;
    double size = sqrt(fx * fx + fy * fy + fz * fz);
    int yields = size > limit;
    double trim = yields ? limit / size : 1.0, soft = kt > 0.0 ? 1.0 / kt : 0.0;
    fx *= trim;
    fy *= trim;
    fz *= trim;
    x = yields ? soft * (fx - dx) : x;
    y = yields ? soft * (fy - dy) : y;
    z = yields ? soft * (fz - dz) : z;
    c->spring_t = scree_spring_work(h[3], s, kt, x, y, z, move);
    scree_tangent_keep(c, h, kt, x, y, z, fx, fy, fz);
}

// kt: stiffness, N/m; damped: 0 or 1; limit: N. Slip and rotation use 0/1 weights, so that gcc 12 can vectorise the
// loop.
SCREE_LAW void scree_tangent_switched(scree_contact *c, double *h, const scree_tangent_form *f, double kt,
                                      double damped, double limit) {
    double s[3], t[3], flat[3], seen = scree_seen_of_step(c, h[3]);
    scree_turn_into_plane(c, h, s);
    scree_turn_with_bodies(c, h, t);
    scree_across(c, h[0], h[1], h[2], flat);
    const double move[3] = {c->move_x, c->move_y, c->move_z};
    double unchanged = (1.0 - f->project) * (1.0 - f->with_bodies);
    double px = (f->project * flat[0] + f->with_bodies * t[0]) + unchanged * s[0];
    double py = (f->project * flat[1] + f->with_bodies * t[1]) + unchanged * s[1];
    double pz = (f->project * flat[2] + f->with_bodies * t[2]) + unchanged * s[2];
    double least = 1e-12 * h[3], floor = kt > least ? kt : least;
    double stiffened = kt > h[3] ? h[3] / kt : 1.0, softened = h[3] > kt ? h[3] / floor : 1.0;
    double follow = (1.0 + f->stiffen * (stiffened - 1.0)) * (1.0 + f->soften * (softened - 1.0));
    double x = follow * px + seen * move[0];
    double y = follow * py + seen * move[1];
    double z = follow * pz + seen * move[2];
    double cap = limit + f->slides_at_limit, spring = kt * sqrt(x * x + y * y + z * z);
    int slides = spring > cap;
    double trim = slides ? cap / spring : 1.0;
    x *= trim;
    y *= trim;
    z *= trim;
    double ct = f->by_ratio * (2.0 * c->zeta * sqrt(c->m_eff * kt)) + f->by_normal * c->cn;
    ct *= limit > 0.0 ? damped : 0.0; // an unlimited dashpot acts only if there is friction
    ct *= slides ? f->left_sliding : 1.0;
    double fx = kt * x + ct * c->vtx, fy = kt * y + ct * c->vty, fz = kt * z + ct * c->vtz;
    double size = sqrt(fx * fx + fy * fy + fz * fz), most = limit + f->all_at_limit;
    int yields = size > most;
    trim = yields ? most / size : 1.0;
    fx *= trim;
    fy *= trim;
    fz *= trim;
    double shift = yields ? f->total : 0.0, stay = 1.0 - shift, soft = kt > 0.0 ? 1.0 / kt : 0.0;
    x = stay * x + shift * (soft * (fx - ct * c->vtx));
    y = stay * y + shift * (soft * (fy - ct * c->vty));
    z = stay * z + shift * (soft * (fz - ct * c->vtz));
    const double before[3] = {px, py, pz};
    c->spring_t = scree_spring_work(h[3], before, kt, x, y, z, move);
    scree_tangent_keep(c, h, kt, x, y, z, fx, fy, fz);
}

// The loop of the variant. own, liggghts: dashpots of variants 0 and 2, and of variant 3, N s/m; variants 1 and 4 have their own.
SCREE_LAW void scree_tangent_by_variant(scree_contact *c, double *h, const scree_tangent_form *f,
                                        double variant, double kt, double damped, double own, double liggghts,
                                        double limit) {
    if (variant == 1.0) {
        scree_tangent_switched(c, h, f, kt, damped, limit);
    } else if (variant == 3.0) {
        scree_tangent_liggghts(c, h, kt, damped * liggghts, limit);
    } else if (variant == 4.0) {
        scree_tangent_lammps(c, h, kt, damped * c->cn, limit);
    } else {
        scree_tangent_spring(c, h, kt, damped * own, limit);
    }
}
