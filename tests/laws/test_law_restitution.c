// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// restitution() of a normal law is that of a head-on collision of one contact, integrated here along the normal with the
// fourth-order Runge-Kutta method: at least 2000 steps per contact, and shorter ones if two half steps differ from a whole step
// (kinks, history at a turning point, dashpots without a derivative at touch). If restitution() is NAN there is nothing to
// compare. SCREE_TEST_LAWS=library: see law_batch.h.
#include "law_batch.h"

enum { LANES = 8, STEPS = 2000, MOST_STEPS = 12 * STEPS };

typedef struct body {
    double x, v, h[SCREE_HISTORY_MAX]; // overlap, approach
    bool ended;
} body;

static const scree_kernels *kernels;
static scree_law_set set;
static scree_batch b;
static int n_history;
static double held; // m beyond touch

// Forces at these overlaps and approach speeds from the accepted history, a time dt after it; the new history stays in the
// batch.
static void evaluate(const body *lane, const double *x, const double *v, double after, bool fresh) {
    b.dt = b.step = after;
    b.begins = 1.0;
    for (int k = 0; k < LANES; k++) {
        b.overlap[k] = x[k] > -held ? x[k] : -held; // within the last step
        b.vn[k] = v[k];
        b.fresh[k] = fresh ? 1.0 : 0.0;
        for (int i = 0; i < n_history; i++) {
            b.h[i][k] = lane[k].h[i];
        }
    }
    run_laws(kernels, &set, &b);
}

static void commit(body *lane, int k) {
    for (int i = 0; i < n_history; i++) {
        lane[k].h[i] = b.h[i][k];
    }
}

// One step of all lanes, each with its own dt; to: the result, with the new history and whether the contact has ended. The
// batch has only one dt, the largest: normal laws do not integrate rates.
static void step(const body *lane, const double *dt, body *to) {
    static const double part[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    double x[LANES], v[LANES], dx[LANES] = {0}, dv[LANES] = {0}, f[LANES] = {0}, slope[LANES], most = 0.0;
    bool ended[LANES] = {false};
    for (int k = 0; k < LANES; k++) {
        most = dt[k] > most ? dt[k] : most;
        slope[k] = lane[k].v;
    }
    for (int stage = 0; stage < 4; stage++) {
        for (int k = 0; k < LANES; k++) {
            x[k] = lane[k].x + part[stage] * dt[k] * slope[k];
            v[k] = lane[k].v + part[stage] * dt[k] * f[k];
        }
        evaluate(lane, x, v, part[stage] * most, false);
        for (int k = 0; k < LANES; k++) {
            slope[k] = v[k];
            f[k] = -b.fn[k] / b.m_eff[k];
            dx[k] += weight[stage] * slope[k];
            dv[k] += weight[stage] * f[k];
            ended[k] |= b.apart[k] != 0.0;
        }
    }
    for (int k = 0; k < LANES; k++) {
        to[k] = lane[k];
        x[k] = to[k].x = lane[k].x + dt[k] * dx[k];
        v[k] = to[k].v = lane[k].v + dt[k] * dv[k];
    }
    evaluate(lane, x, v, most, false);
    for (int k = 0; k < LANES; k++) {
        to[k].ended = ended[k] || b.apart[k] != 0.0 || to[k].x <= -held;
        commit(to, k);
    }
}

// All lanes from the first touch to their end, or for so many steps; returns the longest duration, negative if one has not
// ended. A step of minimum length may end the contact.
static double collide(body *lane, const double *v, double dt, int most_steps) {
    const double shortest = 1e-8 * dt, tolerance = 1e-11;
    double x[LANES] = {0}, all[LANES], half[LANES], time[LANES] = {0}, longest = 0.0;
    body once[LANES], middle[LANES], twice[LANES];
    int open = LANES;
    memset(lane, 0, LANES * sizeof *lane);
    evaluate(lane, x, v, dt, true); // dt = 0: a contact that exists at the start of a run
    for (int k = 0; k < LANES; k++) {
        lane[k].v = v[k];
        all[k] = 1e-3 * dt;
        commit(lane, k);
    }
    for (int n = 0; n < most_steps && open > 0; n++) {
        for (int k = 0; k < LANES; k++) {
            half[k] = 0.5 * all[k];
        }
        step(lane, all, once);
        step(lane, half, middle);
        step(middle, half, twice);
        for (int k = 0; k < LANES; k++) {
            bool ends = once[k].ended || middle[k].ended || twice[k].ended;
            bool fine = !ends && fabs(once[k].v - twice[k].v) <= tolerance * v[k];
            if (lane[k].ended) {
                continue;
            }
            if (fine || all[k] <= shortest) {
                lane[k] = twice[k];
                lane[k].ended = ends;
                open -= ends;
                time[k] += all[k];
                // soft loading before a stiff unloading, motion without force: steps grow while nothing happens
                all[k] =
                    fine && fabs(once[k].v - twice[k].v) <= 1e-3 * tolerance * v[k] ? 1.2 * all[k] : all[k];
                all[k] = b.fn[k] != 0.0 && all[k] > dt ? dt : all[k];
            } else {
                all[k] = 0.5 * all[k] > shortest ? 0.5 * all[k] : shortest;
            }
            longest = time[k] > longest ? time[k] : longest;
        }
    }
    return open > 0 ? -1.0 : longest;
}

static int compared;

static void compare(const law_chain *c) {
    const scree_law *law = tested_law(c);
    body lane[LANES];
    double v[LANES], said[LANES], shortest = INFINITY;
    bool any = false;
    if (c->tested != SCREE_NORMAL || !law->restitution || (c->traits & SCREE_TRAIT_FIELD)) {
        return; // a field has done work before the first touch
    }
    memset(&b, 0, sizeof b);
    set = set_up_to(c, SCREE_NORMAL);
    n_history = c->n_history;
    b.n = LANES;
    double m = log_uniform(1e-6, 1e-4), r = log_uniform(5e-4, 5e-3), speed = log_uniform(0.03, 1.0);
    held = c->traits & SCREE_TRAIT_NECK ? reach_of(c, r) : 0.0;
    for (int k = 0; k < LANES; k++) {
        b.ra[k] = b.rb[k] = 2.0 * r;
        b.nx[k] = 1.0;
        b.r_eff[k] = r;
        b.m_eff[k] = m;
        b.inertia_eff[k] = 1.4 * m * r * r;
        v[k] = speed * uniform(1.0, 3.0);
        said[k] = law->restitution(c->derived[SCREE_NORMAL], m, r, v[k]);
        any = any || !isnan(said[k]);
        shortest = fmin(shortest, law->collision_time(c->derived[SCREE_NORMAL], m, r, v[k]));
    }
    if (!any) {
        return;
    }
    // The collision time is of the stiff part; soft loading before a stiff unloading takes much longer.
    double rough = shortest / (STEPS / 10), duration = collide(lane, v, rough, MOST_STEPS);
    if (duration > 0.0) {
        collide(lane, v, fmin(rough, duration / STEPS), 10 * MOST_STEPS);
    }
    for (int k = 0; k < LANES; k++) {
        double shown = lane[k].ended ? -lane[k].v / v[k] : 0.0; // not ended: restitution 0
        if (isnan(said[k])) {
            continue;
        }
        compared++;
        if (!(fabs(shown - said[k]) <= 1e-6)) {
            broken(c, NULL, NULL, 0,
                   "restitution() says %.9g, a collision shows %.9g (m %.17g kg, r %.17g m, v %.17g m/s)%s",
                   said[k], shown, m, r, v[k], lane[k].ended ? "" : "; the bodies did not part");
        }
    }
}

static void restitution_is_what_it_says(void **state) {
    (void)state;
    const draw_scene scene = {1e7, 1e-3, 0.5, 2500.0, false, false};
    for_every_law(20, &scene, compare);
    print_message("%d collisions compared\n", compared);
}

int main(void) {
    load_tested_laws();
    kernels = scree_kernels_choose(NULL);
    const struct CMUnitTest tests[] = {cmocka_unit_test(restitution_is_what_it_says)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
