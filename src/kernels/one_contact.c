// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/one_contact.h"
#include "laws/contact_steps.h"
#include <math.h>
#include <string.h>

// The contact of a head-on collision along z.
static scree_contact head_on(double ra, double rb, double ma, double mb) {
    scree_contact k;
    memset(&k, 0, sizeof k);
    int wall = rb == 0.0;
    k.nz = 1.0;
    k.ra = ra;
    k.size = 2.0 * ra;
    k.rb = wall ? ra : rb;
    k.r_eff = wall ? ra : ra * rb / (ra + rb);
    k.m_eff = wall ? ma : ma * mb / (ma + mb);
    k.inertia_eff = 1.4 * k.m_eff * (k.r_eff * k.r_eff); // not used: nothing rolls
    return k;
}

// Restitution by integrating the collision: velocity Verlet with one degree of freedom and full-step velocities, as in the
// engine.
static double followed(const scree_law_set *set, const scree_kernels *kernels, scree_contact k, double v,
                       double duration) {
    enum { STEPS = 4000, DURATIONS = 40 };
    double reach = scree_law_set_reach(set, k.r_eff), h[SCREE_HISTORY_MAX] = {0};
    int neck = (set->traits & SCREE_TRAIT_NECK) != 0, field = (set->traits & SCREE_TRAIT_FIELD) != 0;
    double dt = duration / STEPS, speed = v, force = 0.0;
    int touching = 0, touched = 0;
    k.overlap = -(field ? reach : 0.0) - 0.5 * v * dt;
    for (long step = 0; step < (long)DURATIONS * STEPS; step++) {
        double half = speed - 0.5 * dt * force / k.m_eff;
        k.overlap += dt * half;
        k.vn = half - 0.5 * dt * force / k.m_eff;
        int held = k.overlap > 0.0 || (touching && neck && k.overlap > -reach);
        k.fresh = touching ? 0.0 : 1.0;
        k.dt = k.step = dt;
        k.begins = 0.5;
        force = 0.0;
        if (held || (field && k.overlap > -reach)) {
            scree_law_set_evaluate(set, kernels, &k, h);
            force = k.fn;
        }
        touching = held && k.apart == 0.0;
        if (!touching) {
            memset(h, 0, sizeof h);
        }
        speed = half - 0.5 * dt * force / k.m_eff;
        touched |= touching;
        if (touched && !touching && force == 0.0 && speed < 0.0) {
            return -speed / v;
        }
    }
    return 0.0;
}

double scree_law_set_restitution(const scree_law_set *set, const scree_kernels *kernels, double ra, double rb,
                                 double ma, double mb, double v) {
    int n;
    scree_law_set normal = scree_law_set_normal(set);
    if (normal.n == 0 || normal.step[0].slot != SCREE_NORMAL) {
        return NAN;
    }
    const scree_law *law = scree_laws(&n)[normal.step[0].law];
    const double *derived = normal.step[0].derived;
    scree_contact k = head_on(ra, rb, ma, mb);
    double e = normal.n == 1 && law->restitution ? law->restitution(derived, k.m_eff, k.r_eff, v) : NAN;
    return isnan(e) ? followed(&normal, kernels, k, v, law->collision_time(derived, k.m_eff, k.r_eff, v)) : e;
}

double scree_law_set_pull(const scree_law_set *set, const scree_kernels *kernels, double ra, double rb,
                          double ma, double mb, double overlap) {
    enum { STEPS = 400 };
    const scree_law_set normal = scree_law_set_normal(set);
    scree_contact k = head_on(ra, rb, ma, mb);
    const double reach = scree_law_set_reach(&normal, k.r_eff);
    double h[SCREE_HISTORY_MAX] = {0}, most = 0.0;
    k.dt = k.step = 1.0;
    k.begins = 0.5;
    for (int step = -STEPS; step <= 2 * STEPS;
         step++) { // in, out again, and as far beyond touch as the laws reach
        const double part = (double)step / STEPS;
        k.fresh = step == -STEPS;
        k.overlap = part < 1.0 ? overlap * ((1.0 - fabs(part)) * (1.0 - fabs(part))) : reach * (1.0 - part);
        scree_law_set_evaluate(&normal, kernels, &k, h);
        most = -k.fn > most ? -k.fn : most;
    }
    return most;
}

void scree_law_set_evaluate(const scree_law_set *set, const scree_kernels *kernels, scree_contact *c,
                            double *h) {
    scree_batch b; // 30 kB, of which one vector is used
    b.n = 1;
    b.dt = c->dt;
    b.step = c->step;
    b.begins = c->begins;
    scree_contact_steps(c, c->dt);
    for (int k = 0; k < 8; k++) { // copies fill one vector
#define SCREE_PUT(f) b.f[k] = c->f;
        SCREE_CONTACT_GEOMETRY(SCREE_PUT)
        SCREE_CONTACT_STEP(SCREE_PUT)
        for (int i = 0; i < set->n_history; i++) {
            b.h[i][k] = h[i];
        }
    }
    kernels->laws(set, &b);
#define SCREE_GET(f) c->f = b.f[0];
    SCREE_CONTACT_RESULTS(SCREE_GET)
    for (int i = 0; i < set->n_history; i++) {
        h[i] = b.h[i][0];
    }
}
