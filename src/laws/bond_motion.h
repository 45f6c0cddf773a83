// SPDX-License-Identifier: BSD-3-Clause
// How two bonded bodies have moved against each other: the displacement of the shear spring and the angles of bending and twisting,
// which a bond law keeps in its history. They turn by the mean rotation of the two bodies in each step, so that springs keep their length
// and their direction in the bodies for any number of turns.
//
// Shear is taken in the middle between the centres, whatever the radii, so that both ends of a bond have the same moment in pure
// shear. The contact point, to which the record's velocities and forces belong, is in the middle of the gap; it is `offset` nearer to a.
#pragma once

#include "laws/bond.h"

// Columns of the laws that use this, after those of laws/bond.h.
enum {
    SCREE_BOND_NORMAL = SCREE_BOND_COLUMNS,
    SCREE_BOND_SHEAR = SCREE_BOND_NORMAL + 3,
    SCREE_BOND_TURN = SCREE_BOND_SHEAR + 3,
    SCREE_BOND_MOTION_COLUMNS = SCREE_BOND_TURN + 3
};

#define SCREE_BOND_MOTION_HISTORY                                                                            \
    SCREE_BOND_HISTORY, {"normal_x", "1", "Normal when last evaluated, x; all 0: not yet."},                 \
        {"normal_y", "1", "Normal when last evaluated, y."},                                                 \
        {"normal_z", "1", "Normal when last evaluated, z."},                                                 \
        {"shear_x", "m", "Displacement of a against b across the normal, x."},                               \
        {"shear_y", "m", "Displacement of a against b across the normal, y."},                               \
        {"shear_z", "m", "Displacement of a against b across the normal, z."},                               \
        {"turn_x", "rad", "Rotation of a against b, bending and twisting, x."},                              \
        {"turn_y", "rad", "Rotation of a against b, bending and twisting, y."}, {                            \
        "turn_z", "rad", "Rotation of a against b, bending and twisting, z."                                 \
    }

typedef struct scree_bond_vector {
    double x, y, z;
} scree_bond_vector;

// The motion of a against b.
typedef struct scree_bond_motion {
    int holds;
    double length;                 // m, at rest
    double offset;                 // m, see above
    scree_bond_vector shear, bend; // m, rad; normal to n
    double stretch, twist;         // m, rad
    scree_bond_vector slip, roll;  // m/s, rad/s: the rates of shear and bend
    double spin;                   // rad/s: the rate of twist
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

// s v. Not scree_bond_plus of zero: the compiler has to keep that addition, for the sign of zeros.
SCREE_LAW scree_bond_vector scree_bond_times(double s, scree_bond_vector v) {
    scree_bond_vector c = {s * v.x, s * v.y, s * v.z};
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

// Sine and cosine of a small rotation: with the rotation vector r, R v = v + s r x v + c r x (r x v) is Rodrigues' formula, where
// s = sin |r| / |r| and c = (1 - cos |r|) / |r|^2 are their series, exact to 1e-16 for steps of 0.05 rad.
typedef struct scree_bond_rotation {
    scree_bond_vector r;
    double s, c;
} scree_bond_rotation;

SCREE_LAW scree_bond_rotation scree_bond_rotation_of(scree_bond_vector r) {
    const double square = scree_bond_dot(r, r);
    scree_bond_rotation R = {r, 1.0 - square * (1.0 / 6.0 - square * (1.0 / 120.0 - square * (1.0 / 5040.0))),
                             0.5 - square * (1.0 / 24.0 - square * (1.0 / 720.0 - square * (1.0 / 40320.0)))};
    return R;
}

// R v - v
SCREE_LAW scree_bond_vector scree_bond_moved(const scree_bond_rotation *R, scree_bond_vector v) {
    const scree_bond_vector once = scree_bond_cross(R->r, v), twice = scree_bond_cross(R->r, once);
    return scree_bond_plus(scree_bond_times(R->s, once), R->c, twice);
}

SCREE_LAW scree_bond_vector scree_bond_turned(const scree_bond_rotation *R, scree_bond_vector v) {
    return scree_bond_plus(scree_bond_moved(R, v), 1.0, v);
}

// A rotation by a very small angle.
SCREE_LAW scree_bond_vector scree_bond_tilted(scree_bond_vector axis, scree_bond_vector v) {
    return scree_bond_plus(v, 1.0, scree_bond_cross(axis, v));
}

// Displacements at the time of the force. A bond that has just been made begins at that time.
SCREE_LAW scree_bond_motion scree_bond_motion_of(const scree_contact *c, const double *h) {
    const scree_bond_vector n = {c->nx, c->ny, c->nz}, before = scree_bond_column(h, SCREE_BOND_NORMAL);
    const scree_bond_vector slip = {c->vtx, c->vty, c->vtz}, turning = {c->wrx, c->wry, c->wrz};
    const scree_bond_vector slides = {c->slide_x, c->slide_y, c->slide_z},
                            mean = {c->mean_x, c->mean_y, c->mean_z},
                            turning_by = {c->turn_x, c->turn_y, c->turn_z};
    const double moved = scree_bond_dot(before, before) > 0.0 ? 1.0 : 0.0;
    const double line = moved * c->line; // 0 of walls, along which the centre slides
    // The springs turn with the two bodies. So would the normal if the bond were stiff: by how much it is ahead then is shear. A rigid
    // motion leaves all springs as they are, whatever the step.
    const scree_bond_vector base = {line > 0.0 ? before.x : n.x, line > 0.0 ? before.y : n.y,
                                    line > 0.0 ? before.z : n.z};
    const scree_bond_rotation R = scree_bond_rotation_of(scree_bond_times(moved, mean));
    // The increment of this step belongs to its middle, so it turns by half of the step. Otherwise the energy of a bond between spinning bodies
    // would grow by the fraction (frequency of the bond) (spin) dt/2 per unit of time.
    const scree_bond_rotation half = scree_bond_rotation_of(scree_bond_times(0.5 * moved, mean));
    const scree_bond_vector turned = scree_bond_turned(&half, turning_by),
                            slide = scree_bond_turned(&half, slides);
    const scree_bond_vector excess =
        scree_bond_plus(scree_bond_moved(&R, base), 1.0, scree_bond_plus(base, -1.0, n));
    const scree_bond_vector sheared = scree_bond_plus(slide, c->distance, excess),
                            tilt = scree_bond_cross(excess, n);
    const scree_bond_vector shear =
        scree_bond_tilted(tilt, scree_bond_turned(&R, scree_bond_column(h, SCREE_BOND_SHEAR)));
    const scree_bond_vector turn =
        scree_bond_tilted(tilt, scree_bond_turned(&R, scree_bond_column(h, SCREE_BOND_TURN)));
    const double twisted = scree_bond_dot(turn, n), along = moved * scree_bond_dot(turned, n);
    const scree_bond_vector slid = scree_bond_plus(shear, moved, sheared);
    scree_bond_motion m;
    m.holds = scree_bond_holds(h);
    m.length = m.holds ? h[SCREE_BOND_LENGTH] : 1.0;
    m.offset = 0.5 * c->distance - c->ra - 0.5 * c->gap;
    m.spin = scree_bond_dot(turning, n);
    m.roll = scree_bond_plus(turning, -m.spin, n);
    m.slip = scree_bond_plus(slip, m.offset, scree_bond_cross(turning, n));
    m.stretch = c->distance - m.length;
    m.twist = twisted + along;
    m.shear = scree_bond_plus(slid, -scree_bond_dot(slid, n), n);
    m.bend = scree_bond_plus(scree_bond_plus(scree_bond_plus(turn, -twisted, n), moved, turned), -along, n);
    return m;
}

// Keeps them for the next evaluation, or nothing.
SCREE_LAW void scree_bond_motion_keep(const scree_bond_motion *m, const scree_contact *c, double *h,
                                      int holds) {
    const scree_bond_vector n = {c->nx, c->ny, c->nz};
    scree_bond_store(h, SCREE_BOND_NORMAL, holds, n);
    scree_bond_store(h, SCREE_BOND_SHEAR, holds, m->shear);
    scree_bond_store(h, SCREE_BOND_TURN, holds, scree_bond_plus(m->bend, m->twist, n));
}

// Forces and moments of the springs of a bond on a, those of shear in the middle between the centres, and what its dashpots take.
typedef struct scree_bond_load {
    double normal;                       // N, repels
    scree_bond_vector shear, bend;       // N, N m
    double twist;                        // N m
    double stored[4], taken[4], into[4]; // J; W taken by dashpots, put into springs; index: scree_mode
    scree_bond_vector across;            // n x shear
    double stiffness, dashpot, elastic;  // N/m, N s/m, of the normal mode; N, normal force without dashpot
} scree_bond_load;

// Stiffness k and dashpot coefficients d by mode. damped: 0 if all d are zero; a constant in the variants of a law, so that what only
// dashpots need is not computed.
SCREE_LAW scree_bond_load scree_bond_springs(const scree_bond_motion *m, const scree_contact *c,
                                             const double *k, const double *d, int damped) {
    const scree_bond_vector n = {c->nx, c->ny, c->nz}, vt = {c->vtx, c->vty, c->vtz},
                            wr = {c->wrx, c->wry, c->wrz};
    scree_bond_load f;
    f.stiffness = k[0];
    f.dashpot = d[0];
    f.elastic = -(k[0] * m->stretch);
    f.normal = f.elastic;
    f.shear = scree_bond_times(-k[1], m->shear);
    f.bend = scree_bond_times(-k[2], m->bend);
    f.twist = -(k[3] * m->twist);
    f.taken[0] = f.taken[1] = f.taken[2] = f.taken[3] = 0.0;
    if (damped) {
        f.normal = f.elastic + d[0] * c->vn;
        f.shear = scree_bond_plus(f.shear, -d[1], m->slip);
        f.bend = scree_bond_plus(f.bend, -d[2], m->roll);
        f.twist = f.twist - d[3] * m->spin;
        f.taken[0] = d[0] * (c->vn * c->vn);
        f.taken[1] = d[1] * scree_bond_dot(m->slip, m->slip);
        f.taken[2] = d[2] * scree_bond_dot(m->roll, m->roll);
        f.taken[3] = d[3] * (m->spin * m->spin);
    }
    f.across = scree_bond_cross(n, f.shear);
    f.stored[0] = 0.5 * k[0] * (m->stretch * m->stretch);
    f.stored[1] = 0.5 * k[1] * scree_bond_dot(m->shear, m->shear);
    f.stored[2] = 0.5 * k[2] * scree_bond_dot(m->bend, m->bend);
    f.stored[3] = 0.5 * k[3] * (m->twist * m->twist);
    // The ledger counts the couples of the shear force (scree_bond_add) and of the dashpot too, so that each
    // mode loses exactly what its dashpot takes.
    f.into[0] = f.elastic * c->vn;
    f.into[1] = -scree_bond_dot(f.shear, vt) - f.taken[1];
    f.into[2] = k[2] * scree_bond_dot(m->bend, wr) - m->offset * scree_bond_dot(f.across, wr);
    f.into[3] = k[3] * (m->twist * m->spin);
    return f;
}

// Adds `factor` times the load to the results of the contact laws, or nothing. The shear force acts at the contact point of the
// record, which is off the middle: the rest of its moment is a couple.
SCREE_LAW void scree_bond_add(const scree_bond_motion *m, const scree_bond_load *f, scree_contact *c,
                              int acts, double factor) {
    const scree_bond_vector bend = scree_bond_plus(f->bend, m->offset, f->across);
    const scree_bond_vector shear = scree_bond_times(factor, f->shear);
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

// Adds the stored energy of a bond that holds, or books that of one that breaks here, and the power into its springs. known: 1, or 0 of
// springs that do not give back what they take, whose energy the ledger gets from the power of their forces. mode: by which it breaks.
SCREE_LAW void scree_bond_store_energy(const scree_bond_load *f, double known, scree_contact *c,
                                       const double *stored, int acts, int breaks, double mode) {
    c->energy_n += acts ? stored[0] : 0.0;
    c->energy_t += acts ? stored[1] : 0.0;
    c->energy_r += acts ? stored[2] : 0.0;
    c->energy_w += acts ? stored[3] : 0.0;
    c->bond_energy_n = (acts | breaks) ? known * stored[0] : 0.0;
    c->bond_energy_t = (acts | breaks) ? known * stored[1] : 0.0;
    c->bond_energy_r = (acts | breaks) ? known * stored[2] : 0.0;
    c->bond_energy_w = (acts | breaks) ? known * stored[3] : 0.0;
    c->bond_power_n = (acts | breaks) ? known * f->into[0] : 0.0;
    c->bond_power_t = (acts | breaks) ? known * f->into[1] : 0.0;
    c->bond_power_r = (acts | breaks) ? known * f->into[2] : 0.0;
    c->bond_power_w = (acts | breaks) ? known * f->into[3] : 0.0;
    c->break_mode = breaks ? 1.0 + mode : 0.0;
}
