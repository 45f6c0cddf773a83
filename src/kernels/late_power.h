// SPDX-License-Identifier: BSD-3-Clause
// Correction of the power of forces that use velocities of half a step before (verlet_half_step). A force belongs to the time
// of the positions, so its power is force times velocity at that time. With v(t - dt/2) it would be too small by dt/2 F.a in
// each step, which does not cancel: an apparent loss of order dt. The difference is extrapolated in the same way as verlet
// extrapolates the velocity for its forces, v(t) = v(t - dt/2) + dt/2 a(t - dt), so the ledgers of both integrators are of
// order 2. The power of a dashpot is scaled in proportion, because its force is along the velocity that it was computed from.
// The springs of bonds give back what they take, and the ledger has the energy that they store: their forces are left out.
// The correction is a sum over bodies, and each rank adds those that it owns, so a(t - dt) of ghosts is not needed.
// Included only by kernels.c, once per instruction set.
#ifndef SCREE_KERNELS_LATE_POWER_H
#define SCREE_KERNELS_LATE_POWER_H

#include "batch/batch.h"
#include "batch/pair_job.h"
#include "particle_loops/particle_loops.h"

static void run_laws(const scree_law_set *set, scree_batch *b);

// Change of the relative motion at the contact in lane k since the velocities that its forces used, due to body i; sign: 1 if
// it is a, -1 if it is b.
SCREE_LAW scree_contact motion_since(const scree_pair_job *job, const batch_workspace *q, int k, uint32_t i,
                                     double sign, double arm) {
    const scree_particles *p = &job->world->p;
    const scree_wrench *f = p->f + i;
    const halves h = halves_of(job->velocity_lag, p->motion[i].v.m, p->x[i].r);
    const double m = sign * h.m, turn = arm * h.i; // same sign for both bodies, see derive
    scree_contact c;
    c.nx = q->b.nx[k];
    c.ny = q->b.ny[k];
    c.nz = q->b.nz[k];
    set_motion(&c, vec3(m * f->fx, m * f->fy, m * f->fz), vec3(turn * f->tx, turn * f->ty, turn * f->tz),
               vec3(sign * h.i * f->tx, sign * h.i * f->ty, sign * h.i * f->tz));
    return c;
}

SCREE_LAW void add_late_mode(const batch_workspace *q, scree_chunk_sums *s, int mode, int k, double power,
                             double along, double size2) {
    if (q->options.modes & 1 << mode) {
        const double viscous = size2 > 0.0 ? q->term.viscous[mode][k] * (along / size2) : 0.0;
        const int known = q->options.known & 1 << mode;
        scree_double_double_add(&s->late[0][mode], known || q->options.springs & 1 << mode ? viscous : power);
        scree_double_double_add(&s->late[1][mode], viscous);
        if (known) {
            scree_double_double_add(&s->late_known, power - viscous);
        }
    }
}

#define SCREE_LATE_MOTION(F)                                                                                 \
    F(vn) F(vtx) F(vty) F(vtz) F(wrx) F(wry) F(wrz) F(spin_n) F(contact) SCREE_CONTACT_STEP(F)
// Finds what the springs of bonds do in a batch whose laws have been evaluated: evaluates the bond law anew, alone, and without any motion.
static __attribute__((noinline)) void bond_springs(const scree_pair_job *job, const batch_workspace *q,
                                                   scree_batch *b) {
    const scree_law_set bond = scree_law_set_bond(job->laws);
    *b = q->b;
    for (int k = 0; k < ((b->n + 7) & ~7); k++) {
#define SCREE_NONE(f) b->f[k] = 0.0;
        SCREE_LATE_MOTION(SCREE_NONE)
#undef SCREE_NONE
    }
    memcpy(b->h, q->b.h[q->options.bond], (size_t)bond.n_history * sizeof *b->h);
    b->dt = 0.0;
    run_laws(&bond, b);
}
#undef SCREE_LATE_MOTION

// The force and the moment of a contact, without those of springs whose energy the ledger has.
typedef struct late_force {
    scree_vec3 force, moment;
    double twist;
} late_force;

// bond: the results of bond_springs, or NULL.
static late_force late_force_of(const batch_workspace *q, const scree_batch *bond, int k) {
    const scree_batch *b = &q->b;
    late_force f = {vec3(q->force[FX][k], q->force[FY][k], q->force[FZ][k]),
                    vec3(b->mrx[k], b->mry[k], b->mrz[k]), b->mw[k]};
    if (bond &&
        (b->bond_energy_n[k] + b->bond_energy_t[k]) + (b->bond_energy_r[k] + b->bond_energy_w[k]) > 0.0) {
        const scree_vec3 n = vec3(b->nx[k], b->ny[k], b->nz[k]);
        f.force =
            vec_sub(f.force, vec_add_scaled(vec3(bond->ftx[k], bond->fty[k], bond->ftz[k]), -bond->fn[k], n));
        f.moment = vec_sub(f.moment, vec3(bond->mrx[k], bond->mry[k], bond->mrz[k]));
        f.twist -= bond->mw[k];
    }
    return f;
}

static void add_late_body(const scree_pair_job *job, const batch_workspace *q, const late_force *f, int k,
                          uint32_t i, double sign, scree_chunk_sums *s) {
    if (i >= job->world->p.n) {
        return; // a ghost
    }
    const scree_batch *b = &q->b;
    const double arm = job->world->p.x[i].r - q->force[HALF][k];
    const scree_contact d = motion_since(job, q, k, i, sign, arm);
    const scree_vec3 n = vec3(d.nx, d.ny, d.nz), vt = vec3(b->vtx[k], b->vty[k], b->vtz[k]),
                     spin = vec3(b->wrx[k], b->wry[k], b->wrz[k]), dvt = vec3(d.vtx, d.vty, d.vtz),
                     dspin = vec3(d.wrx, d.wry, d.wrz);
    const double twist = vec_dot(spin, n), dtwist = vec_dot(dspin, n);
    const scree_vec3 roll = vec_add_scaled(spin, -twist, n);
    add_late_mode(q, s, 0, k, -vec_dot(f->force, n) * d.vn, d.vn * b->vn[k], b->vn[k] * b->vn[k]);
    add_late_mode(q, s, 1, k, -vec_dot(f->force, dvt), vec_dot(dvt, vt), vec_norm2(vt));
    add_late_mode(q, s, 2, k, -vec_dot(f->moment, dspin), vec_dot(dspin, roll), vec_norm2(roll));
    add_late_mode(q, s, 3, k, -f->twist * dtwist, dtwist * twist, twist * twist);
}

// Adds the corrections of a batch whose forces and terms are known.
static __attribute__((noinline)) void add_late_power(const scree_pair_job *job, const batch_workspace *q,
                                                     const uint32_t *pick, size_t first, int n,
                                                     scree_chunk_sums *s) {
    scree_batch springs; // 30 kB
    if (q->options.bond >= 0) {
        bond_springs(job, q, &springs);
    }
    for (int k = 0; k < n; k++) {
        const late_force f = late_force_of(q, q->options.bond >= 0 ? &springs : NULL, k);
        const scree_pair pair = job->world->pairs.pair[pair_of(pick, first, k, 0, n)];
        if (!(q->force[FX][k] != 0.0 || q->force[FY][k] != 0.0 || q->force[FZ][k] != 0.0)) {
            continue; // does not touch
        }
        add_late_body(job, q, &f, k, pair.a, 1.0, s);
        if (job->block->wall < 0) {
            add_late_body(job, q, &f, k, pair.b, -1.0, s);
        }
    }
}

#endif
