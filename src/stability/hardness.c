// SPDX-License-Identifier: BSD-3-Clause
#include "stability/hardness.h"
#include "kernels/kernels.h"
#include "laws/contact_steps.h"
#include <string.h>

// The displacement as a fraction of the overlap. Adhesive contacts are infinitely stiff at the moment at which they break: with a finite
// displacement they get the stiffness that acts during a step.
static const double share_of_overlap = 0.01;
static const double least_shift = 1e-9; // of the effective radius
// The displacement in a time step as a fraction of the effective radius: no friction limit is reached, and rounding is small because the
// springs are relaxed.
static const double least_slip = 1e-12;

typedef double rows_of_history[SCREE_HISTORY_MAX][SCREE_BATCH];

// A direction across the normal of each contact.
typedef struct across {
    double x[SCREE_BATCH], y[SCREE_BATCH], z[SCREE_BATCH];
} across;

static int lanes_of(const scree_batch *b) {
    return (b->n + 7) & ~7;
}

static across across_of(const scree_batch *b) {
    across t;
    for (int k = 0; k < lanes_of(b); k++) {
        const scree_vec3 n = vec3(b->nx[k], b->ny[k], b->nz[k]),
                         axis = fabs(n.x) < 0.6 ? vec3(1.0, 0.0, 0.0) : vec3(0.0, 1.0, 0.0),
                         out = vec_cross(n, axis), unit = vec_scale(1.0 / vec_norm(out), out);
        t.x[k] = unit.x;
        t.y[k] = unit.y;
        t.z[k] = unit.z;
    }
    return t;
}

// Moves all contacts with `slip` m/s along and across their normals, and turns them with as much at their radius about both.
static void move(scree_batch *b, const across *t, double slip, double turn) {
    for (int k = 0; k < lanes_of(b); k++) {
        const double v = slip * b->r_eff[k], w = turn;
        b->vn[k] = v;
        b->vtx[k] = v * t->x[k];
        b->vty[k] = v * t->y[k];
        b->vtz[k] = v * t->z[k];
        b->wrx[k] = w * (t->x[k] + b->nx[k]);
        b->wry[k] = w * (t->y[k] + b->ny[k]);
        b->wrz[k] = w * (t->z[k] + b->nz[k]);
        b->spin_n[k] = 0.0;
        b->fresh[k] = 0.0;
    }
}

// Rows that follow from the motion in a step of the length `elapsed`.
static void put_steps(scree_batch *b, double elapsed) {
    b->dt = b->step = elapsed;
    b->begins = 1.0;
#define SCREE_TAKE(f) c.f = b->f[k];
#define SCREE_PUT(f) b->f[k] = c.f;
    for (int k = 0; k < lanes_of(b); k++) {
        scree_contact c;
        SCREE_CONTACT_GEOMETRY(SCREE_TAKE)
        scree_contact_steps(&c, elapsed);
        SCREE_CONTACT_STEP(SCREE_PUT)
    }
#undef SCREE_TAKE
#undef SCREE_PUT
}

static void evaluate(const scree_law_set *set, const scree_kernels *kernels, scree_batch *b,
                     rows_of_history h) {
    for (int i = 0; i < set->n_history; i++) {
        memcpy(b->h[i], h[i], sizeof h[i]);
    }
    kernels->laws(set, b);
}

// The laws whose forces depend on overlap and motion.
static scree_law_set contact_laws_of(const scree_law_set *set) {
    scree_law_set laws = *set;
    laws.n = 0;
    laws.bond = laws.heat = laws.loss_column = -1;
    for (int s = 0; s < set->n; s++) {
        if (set->step[s].slot < SCREE_BOND) {
            laws.step[laws.n++] = set->step[s];
        }
    }
    return laws;
}

// The history at rest: normal and cohesion laws as they are, all other springs relaxed.
static void relax(const scree_law_set *set, const scree_batch *b, rows_of_history h) {
    memset(h, 0, sizeof(rows_of_history));
    for (int s = 0; s < set->n; s++) {
        const scree_law_in_set *step = &set->step[s];
        const int columns = step->slot <= SCREE_COHESION ? scree_law_at(step->law)->nhistory : 0;
        for (int i = step->h0; i < step->h0 + columns; i++) {
            memcpy(h[i], b->h[i], sizeof h[i]);
        }
    }
}

static void shift(scree_batch *b, const double *by, double factor) {
    for (int k = 0; k < lanes_of(b); k++) {
        const double d = factor * by[k];
        b->overlap[k] += d;
        b->gap[k] -= d;
        b->distance[k] -= d;
    }
}

static double larger(double a, double b) {
    return a > b ? a : b;
}

// The slope of the normal force, the larger one of loading and unloading. h: the history, which becomes that of the present overlap.
static void measure_normal(const scree_law_set *set, const scree_kernels *kernels, scree_batch *b,
                           rows_of_history h, scree_hardness *out) {
    double fn[SCREE_BATCH], by[SCREE_BATCH], keep[3][SCREE_BATCH];
    memcpy(keep[0], b->overlap, sizeof keep[0]);
    memcpy(keep[1], b->gap, sizeof keep[1]);
    memcpy(keep[2], b->distance, sizeof keep[2]);
    evaluate(set, kernels, b, h);
    memcpy(fn, b->fn, sizeof fn);
    relax(set, b, h);
    for (int k = 0; k < lanes_of(b); k++) {
        by[k] = share_of_overlap * fabs(b->overlap[k]) + least_shift * b->r_eff[k];
    }
    for (int side = -1; side <= 1; side += 2) {
        shift(b, by, (double)side);
        evaluate(set, kernels, b, h);
        for (int k = 0; k < b->n; k++) {
            const double slope = b->apart[k] != 0.0 ? 0.0 : (b->fn[k] - fn[k]) / ((double)side * by[k]);
            out[k].stiffness[SCREE_MODE_NORMAL] =
                larger(out[k].stiffness[SCREE_MODE_NORMAL], scree_hardness_usable(slope));
        }
        memcpy(b->overlap, keep[0], sizeof keep[0]);
        memcpy(b->gap, keep[1], sizeof keep[1]);
        memcpy(b->distance, keep[2], sizeof keep[2]);
    }
}

// Computes, by mode, the force or moment against the motion that move() sets.
static void resistances(const scree_batch *b, const across *t, int k, double *f) {
    f[SCREE_MODE_NORMAL] = b->fn[k];
    f[SCREE_MODE_TANGENTIAL] = -(b->ftx[k] * t->x[k] + b->fty[k] * t->y[k] + b->ftz[k] * t->z[k]);
    f[SCREE_MODE_ROLLING] = -(b->mrx[k] * t->x[k] + b->mry[k] * t->y[k] + b->mrz[k] * t->z[k]);
    f[SCREE_MODE_TWISTING] = -b->mw[k];
}

// Dashpots: the resistance at twice the velocity minus that at the velocity, so that friction that does not depend on velocity has no effect.
// Springs: the additional resistance after the same velocity has lasted for a time step.
static void measure_motion(const scree_law_set *set, const scree_kernels *kernels, scree_batch *b, double dt,
                           rows_of_history h, scree_hardness *out) {
    const across t = across_of(b);
    const double rate = least_slip / dt; // 1/s
    double once[SCREE_BATCH][SCREE_MODES], f[SCREE_MODES];
    for (int part = 0; part < 3; part++) {
        const double speed = part == 1 ? 2.0 * rate : rate;
        move(b, &t, speed, speed);
        put_steps(b, part == 2 ? dt : 0.0);
        evaluate(set, kernels, b, h);
        for (int k = 0; k < b->n; k++) {
            resistances(b, &t, k, part == 0 ? once[k] : f);
            for (int mode = 0; part > 0 && mode < SCREE_MODES; mode++) {
                const bool turns = mode == SCREE_MODE_ROLLING || mode == SCREE_MODE_TWISTING;
                const double slope = (f[mode] - once[k][mode]) / (turns ? rate : rate * b->r_eff[k]);
                if (part == 1) {
                    out[k].dashpot[mode] = scree_hardness_usable(slope);
                } else if (mode != SCREE_MODE_NORMAL) {
                    out[k].stiffness[mode] = scree_hardness_usable(slope / dt);
                }
            }
        }
    }
}

void scree_hardness_move(scree_batch *b, double slip, double turn) {
    const across t = across_of(b);
    move(b, &t, slip, turn);
    put_steps(b, 0.0);
}

void scree_hardness_measure(const scree_law_set *set, const scree_kernels *kernels, scree_batch *b, double dt,
                            scree_hardness *out) {
    const scree_law_set laws = contact_laws_of(set);
    rows_of_history was, h;
    memset(out, 0, (size_t)b->n * sizeof *out);
    memcpy(was, b->h, sizeof was);
    relax(&laws, b, h);
    scree_hardness_move(b, 0.0, 0.0);
    measure_normal(&laws, kernels, b, h, out);
    measure_motion(&laws, kernels, b, dt, h, out);
    for (int k = 0; k < b->n; k++) {
        if (!(b->contact[k] > 0.0)) { // only what capabilities add acts
            memset(&out[k], 0, sizeof out[k]);
        }
    }
    memcpy(b->h, was, sizeof was);
}
