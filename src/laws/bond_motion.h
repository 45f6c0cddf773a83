// SPDX-License-Identifier: BSD-3-Clause
// How two bonded bodies have moved against each other: the displacement of the shear spring and the angles of bending and twisting,
// which a bond law keeps in its history. They are carried along with the bond: turned by the smallest rotation that takes the old normal
// to the new one, and about the normal by the mean spin of the two bodies along it. Both are exact rotations, so that the springs keep
// their length for any number of turns; their direction in the bodies has an error of fourth order in the angle of a step if the
// bond spins uniformly.
//
// They advance by the velocity of the middle of the step, as positions do: with the velocities at both ends, which the engine
// extrapolates from the accelerations of the step before, an undamped spring would gain the share (w dt)^4 / 8 of its energy in a
// step, which bonds of a body that vibrates for long do not survive. The velocity of the middle follows from those at the ends: with
// accelerations A = a dt, v' = v + 3/2 A - 1/2 A before, thus A = 2/3 v' - lag, lag' = 2/3 v' - 1/3 A, and v' - 1/2 A is what
// is wanted. `lag` is kept. With dt_post 0 the velocities are those of the middle.
//
// Shear is taken in the middle between the centres, whatever the radii, so that both ends of a bond have the same moment in pure
// shear. The contact point, to which the record's velocities and forces belong, is in the middle of the gap; it is `offset` nearer to a.
#ifndef SCREE_LAWS_BOND_MOTION_H
#define SCREE_LAWS_BOND_MOTION_H

#include "laws/bond.h"

// Columns of the laws that use this, after those of laws/bond.h.
enum {
    SCREE_BOND_NORMAL = SCREE_BOND_COLUMNS,
    SCREE_BOND_SHEAR = SCREE_BOND_NORMAL + 3,
    SCREE_BOND_TURN = SCREE_BOND_SHEAR + 3,
    SCREE_BOND_SLIP_LAG = SCREE_BOND_TURN + 3,
    SCREE_BOND_SPIN_LAG = SCREE_BOND_SLIP_LAG + 3,
    SCREE_BOND_MOTION_COLUMNS = SCREE_BOND_SPIN_LAG + 3
};

#define SCREE_BOND_MOTION_HISTORY                                                                            \
    SCREE_BOND_HISTORY,                                                                                      \
        {"normal_x", "1",                                                                                    \
         "Normal when last evaluated, x; of length 2 if nothing has moved since, 0 before."},                \
        {"normal_y", "1", "Normal when last evaluated, y."},                                                 \
        {"normal_z", "1", "Normal when last evaluated, z."},                                                 \
        {"shear_x", "m", "Displacement of a against b across the normal, x."},                               \
        {"shear_y", "m", "Displacement of a against b across the normal, y."},                               \
        {"shear_z", "m", "Displacement of a against b across the normal, z."},                               \
        {"turn_x", "rad", "Rotation of a against b, bending and twisting, x."},                              \
        {"turn_y", "rad", "Rotation of a against b, bending and twisting, y."},                              \
        {"turn_z", "rad", "Rotation of a against b, bending and twisting, z."},                              \
        {"slip_lag_x", "m/s", "From the velocities before, to advance the shear, x."},                       \
        {"slip_lag_y", "m/s", "From the velocities before, to advance the shear, y."},                       \
        {"slip_lag_z", "m/s", "From the velocities before, to advance the shear, z."},                       \
        {"spin_lag_x", "rad/s", "From the spins before, to advance the rotation, x."},                       \
        {"spin_lag_y", "rad/s", "From the spins before, to advance the rotation, y."}, {                     \
        "spin_lag_z", "rad/s", "From the spins before, to advance the rotation, z."                          \
    }

typedef struct scree_bond_vector {
    double x, y, z;
} scree_bond_vector;

// Of a against b.
typedef struct scree_bond_motion {
    int holds;
    double length;                        // m, at rest
    double offset;                        // m, see above
    scree_bond_vector shear, bend;        // m, rad; normal to n
    double stretch, twist;                // m, rad
    scree_bond_vector slip, roll;         // m/s, rad/s: the rates of shear and bend
    double spin;                          // rad/s: the rate of twist
    scree_bond_vector slip_lag, spin_lag; // m/s, rad/s
    int starts;                           // nothing has moved yet
} scree_bond_motion;

SCREE_LAW double scree_bond_dot(scree_bond_vector a, scree_bond_vector b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

SCREE_LAW scree_bond_vector scree_bond_cross(scree_bond_vector a, scree_bond_vector b) {
    scree_bond_vector c = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return c;
}

// a + s b
SCREE_LAW scree_bond_vector scree_bond_plus(scree_bond_vector a, double s, scree_bond_vector b) {
    scree_bond_vector c = {a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
    return c;
}

SCREE_LAW scree_bond_vector scree_bond_column(const double *h, int column) {
    scree_bond_vector v = {h[column], h[column + 1], h[column + 2]};
    return v;
}

SCREE_LAW void scree_bond_store(double *h, int column, int holds, scree_bond_vector v) {
    h[column] = holds ? v.x : 0.0;
    h[column + 1] = holds ? v.y : 0.0;
    h[column + 2] = holds ? v.z : 0.0;
}

// v + axis x v + axis x (axis x v) / (1 + cosine): a rotation whose axis has the length of the sine.
SCREE_LAW scree_bond_vector scree_bond_tilt(scree_bond_vector v, scree_bond_vector axis, double share) {
    const scree_bond_vector once = scree_bond_cross(axis, v), twice = scree_bond_cross(axis, once);
    return scree_bond_plus(scree_bond_plus(v, 1.0, once), share, twice);
}

// A vector normal to n turns about it by an angle, given its half: Cayley's form with tan(x) = x + x^3 / 3, exact in length.
SCREE_LAW scree_bond_vector scree_bond_spin(scree_bond_vector v, scree_bond_vector n, double half_angle) {
    const double half = half_angle * (1.0 + half_angle * half_angle / 3.0);
    const double square = half * half, inverse = 1.0 / (1.0 + square);
    const scree_bond_vector across = scree_bond_cross(n, v);
    const double cosine = (1.0 - square) * inverse, sine = 2.0 * half * inverse;
    scree_bond_vector turned = {cosine * v.x + sine * across.x, cosine * v.y + sine * across.y,
                                cosine * v.z + sine * across.z};
    return turned;
}

// The same of any vector.
SCREE_LAW scree_bond_vector scree_bond_spun(scree_bond_vector v, scree_bond_vector n, double half_angle) {
    const double along = scree_bond_dot(v, n);
    return scree_bond_plus(scree_bond_spin(scree_bond_plus(v, -along, n), n, half_angle), along, n);
}

// The velocity in the middle of the step before; lag: for the next one. starts: there was no such step; first: it was the first, and
// 3/2 lag is the velocity before it.
SCREE_LAW scree_bond_vector scree_bond_midway(const scree_contact *c, int starts, int first,
                                              scree_bond_vector v, scree_bond_vector *lag) {
    const double now = first ? 1.0 : 2.0 / 3.0, then = first ? 1.5 : 1.0, half = c->dt_post > 0.0 ? 0.5 : 0.0;
    const scree_bond_vector gain = {now * v.x - then * lag->x, now * v.y - then * lag->y,
                                    now * v.z - then * lag->z};
    const double kept = starts ? 0.0 : 1.0 / 3.0;
    const scree_bond_vector next = {2.0 / 3.0 * v.x, 2.0 / 3.0 * v.y, 2.0 / 3.0 * v.z};
    *lag = scree_bond_plus(next, -kept, gain);
    return scree_bond_plus(v, -half, gain);
}

// Displacements at the time of the force. A bond that has just been made begins at that time.
SCREE_LAW scree_bond_motion scree_bond_motion_of(const scree_contact *c, const double *h) {
    const scree_bond_vector n = {c->nx, c->ny, c->nz}, last = scree_bond_column(h, SCREE_BOND_NORMAL);
    const double size2 = scree_bond_dot(last, last), unit = size2 > 2.0 ? 0.5 : 1.0;
    const scree_bond_vector before = {unit * last.x, unit * last.y, unit * last.z};
    // A bond that turns by the angle b and twists by s meanwhile has twisted by s (1 + b^2 / 12) against the smallest rotation.
    const double cosine = scree_bond_dot(before, n), more = (1.0 - cosine) / 6.0 * (c->dt_pre + c->dt_post);
    const double spun = 0.5 * c->spin_n * (c->dt_pre + more);
    const scree_bond_vector axis = scree_bond_cross(before, n);
    const double share = 1.0 / (cosine > -0.5 ? 1.0 + cosine : 0.5); // no bond turns by 120 degrees in a step
    const double elapsed = (size2 > 0.0) & (c->dt_pre > 0.0) ? c->dt_pre + c->dt_post : 0.0;
    const scree_bond_vector slip = {c->vtx, c->vty, c->vtz}, turning = {c->wrx, c->wry, c->wrz};
    const scree_bond_vector shear = scree_bond_tilt(scree_bond_column(h, SCREE_BOND_SHEAR), axis, share);
    const scree_bond_vector turn = scree_bond_tilt(scree_bond_column(h, SCREE_BOND_TURN), axis, share);
    scree_bond_motion m;
    m.holds = scree_bond_holds(h);
    m.length = m.holds ? h[SCREE_BOND_LENGTH] : 1.0;
    m.offset = 0.5 * c->distance - c->ra - 0.5 * c->gap;
    m.spin = scree_bond_dot(turning, n);
    m.roll = scree_bond_plus(turning, -m.spin, n);
    m.slip = scree_bond_plus(slip, m.offset, scree_bond_cross(turning, n));
    m.stretch = c->distance - m.length;
    m.starts = !(elapsed > 0.0);
    m.slip_lag =
        scree_bond_spun(scree_bond_tilt(scree_bond_column(h, SCREE_BOND_SLIP_LAG), axis, share), n, spun);
    m.spin_lag =
        scree_bond_spun(scree_bond_tilt(scree_bond_column(h, SCREE_BOND_SPIN_LAG), axis, share), n, spun);
    const scree_bond_vector moved = scree_bond_midway(c, m.starts, size2 > 2.0, m.slip, &m.slip_lag),
                            turned = scree_bond_midway(c, m.starts, size2 > 2.0, turning, &m.spin_lag);
    const double twisted = scree_bond_dot(turned, n), twist = scree_bond_dot(turn, n);
    const scree_bond_vector flat = scree_bond_plus(shear, -scree_bond_dot(shear, n), n);
    const scree_bond_vector bend = scree_bond_plus(turn, -twist, n),
                            rolled = scree_bond_plus(turned, -twisted, n);
    m.twist = twist + elapsed * twisted;
    m.shear = scree_bond_plus(scree_bond_spin(flat, n, spun), elapsed, moved);
    m.bend = scree_bond_plus(scree_bond_spin(bend, n, spun), elapsed, rolled);
    return m;
}

// Keeps them for the next evaluation, or nothing.
SCREE_LAW void scree_bond_motion_keep(const scree_bond_motion *m, const scree_contact *c, double *h,
                                      int holds) {
    const scree_bond_vector n = {c->nx, c->ny, c->nz};
    const double spun = 0.5 * c->dt_post * c->spin_n, mark = m->starts ? 2.0 : 1.0;
    const scree_bond_vector marked = {mark * n.x, mark * n.y, mark * n.z};
    scree_bond_store(h, SCREE_BOND_NORMAL, holds, marked);
    scree_bond_store(h, SCREE_BOND_SHEAR, holds, scree_bond_spin(m->shear, n, spun));
    scree_bond_store(h, SCREE_BOND_TURN, holds,
                     scree_bond_plus(scree_bond_spin(m->bend, n, spun), m->twist, n));
    scree_bond_store(h, SCREE_BOND_SLIP_LAG, holds, scree_bond_spun(m->slip_lag, n, spun));
    scree_bond_store(h, SCREE_BOND_SPIN_LAG, holds, scree_bond_spun(m->spin_lag, n, spun));
}

// Of the springs of a bond: force and moment on a, of shear in the middle between the centres, and what dashpots take.
typedef struct scree_bond_load {
    double normal;                      // N, repels
    scree_bond_vector shear, bend;      // N, N m
    double twist;                       // N m
    double stored[4], taken[4];         // J, W; index: scree_mode
    double stiffness, dashpot, elastic; // N/m, N s/m, of the normal mode; N, normal force without dashpot
} scree_bond_load;

// Stiffness k and dashpot coefficients d by mode.
SCREE_LAW scree_bond_load scree_bond_springs(const scree_bond_motion *m, const scree_contact *c,
                                             const double *k, const double *d) {
    const scree_bond_vector none = {0.0, 0.0, 0.0};
    scree_bond_load f;
    f.stiffness = k[0];
    f.dashpot = d[0];
    f.elastic = -(k[0] * m->stretch);
    f.normal = f.elastic + d[0] * c->vn;
    f.shear = scree_bond_plus(scree_bond_plus(none, -k[1], m->shear), -d[1], m->slip);
    f.bend = scree_bond_plus(scree_bond_plus(none, -k[2], m->bend), -d[2], m->roll);
    f.twist = -(k[3] * m->twist) - d[3] * m->spin;
    f.stored[0] = 0.5 * k[0] * (m->stretch * m->stretch);
    f.stored[1] = 0.5 * k[1] * scree_bond_dot(m->shear, m->shear);
    f.stored[2] = 0.5 * k[2] * scree_bond_dot(m->bend, m->bend);
    f.stored[3] = 0.5 * k[3] * (m->twist * m->twist);
    f.taken[0] = d[0] * (c->vn * c->vn);
    f.taken[1] = d[1] * scree_bond_dot(m->slip, m->slip);
    f.taken[2] = d[2] * scree_bond_dot(m->roll, m->roll);
    f.taken[3] = d[3] * (m->spin * m->spin);
    return f;
}

// Adds `factor` times the load to the results of the contact laws, or nothing. The shear force acts at the contact point of the
// record, which is off the middle: the rest of its moment is a couple.
SCREE_LAW void scree_bond_add(const scree_bond_motion *m, const scree_bond_load *f, scree_contact *c,
                              int acts, double factor) {
    const scree_bond_vector n = {c->nx, c->ny, c->nz}, none = {0.0, 0.0, 0.0};
    const scree_bond_vector bend = scree_bond_plus(f->bend, m->offset, scree_bond_cross(n, f->shear));
    const scree_bond_vector shear = scree_bond_plus(none, factor, f->shear);
    c->fn += acts ? factor * f->normal : 0.0;
    c->fn_elastic += acts ? factor * f->elastic : 0.0;
    c->kn += acts ? factor * f->stiffness : 0.0;
    c->cn += acts ? factor * f->dashpot : 0.0;
    c->ftx += acts ? shear.x : 0.0;
    c->fty += acts ? shear.y : 0.0;
    c->ftz += acts ? shear.z : 0.0;
    c->mrx += acts ? factor * bend.x : 0.0;
    c->mry += acts ? factor * bend.y : 0.0;
    c->mrz += acts ? factor * bend.z : 0.0;
    c->mw += acts ? factor * f->twist : 0.0;
    c->viscous_n += acts ? factor * f->taken[0] : 0.0;
    c->viscous_t += acts ? factor * f->taken[1] : 0.0;
    c->viscous_r += acts ? factor * f->taken[2] : 0.0;
    c->viscous_w += acts ? factor * f->taken[3] : 0.0;
}

// Adds the stored energy of a bond that holds, or books that of one that breaks here. mode: the scree_mode by which.
SCREE_LAW void scree_bond_store_energy(scree_contact *c, const double *stored, int acts, int breaks,
                                       double mode) {
    c->energy_n += acts ? stored[0] : 0.0;
    c->energy_t += acts ? stored[1] : 0.0;
    c->energy_r += acts ? stored[2] : 0.0;
    c->energy_w += acts ? stored[3] : 0.0;
    c->broken_n = breaks ? stored[0] : 0.0;
    c->broken_t = breaks ? stored[1] : 0.0;
    c->broken_r = breaks ? stored[2] : 0.0;
    c->broken_w = breaks ? stored[3] : 0.0;
    c->break_mode = breaks ? 1.0 + mode : 0.0;
}

#endif
