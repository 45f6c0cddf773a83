// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// What restitution() of a normal law says is what a head-on collision of one contact shows: integrated here along the
// normal with Runge and Kutta's fourth order, 2000 steps per contact or more, the last step cut where the contact ends.
// Where it says NAN there is nothing to compare. SCREE_TEST_LAWS=library: see law_batch.h.
#include "law_batch.h"

enum { LANES = 8, STEPS = 2000, MOST_STEPS = 30 * STEPS };

typedef struct body {
    double x, v, fn, h[SCREE_HISTORY_MAX]; // overlap, approach
    bool ended;
} body;

static const scree_kernels *kernels;
static scree_law_set set;
static scree_batch b;
static int n_history;
static double held; // m beyond touch

// Forces at these overlaps and approaches from the committed history, `before` and `after` a step's time levels; the new
// history stays in the batch.
static void evaluate(const body *lane, const double *x, const double *v, double before, double after,
                     bool fresh) {
    b.slip_before = before;
    b.slip_after = after;
    for (int k = 0; k < LANES; k++) {
        b.overlap[k] = x[k] > -held ? x[k] : -held; // within the last step
        b.vn[k] = v[k];
        b.fresh[k] = fresh ? 1.0 : 0.0;
        for (int i = 0; i < n_history; i++) {
            b.h[i][k] = lane[k].h[i];
        }
    }
    kernels->laws(&set, &b);
}

static void commit(body *lane, int k) {
    for (int i = 0; i < n_history; i++) {
        lane[k].h[i] = b.h[i][k];
    }
}

// One step of all lanes by their own dt[k] from their state; to: where they get. The batch knows one dt only, the largest.
static void step(const body *lane, const double *dt, body *to) {
    static const double part[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    double x[LANES], v[LANES], dx[LANES] = {0}, dv[LANES] = {0}, f[LANES] = {0}, slope[LANES], most = 0.0;
    for (int k = 0; k < LANES; k++) {
        most = dt[k] > most ? dt[k] : most;
        slope[k] = lane[k].v;
    }
    for (int stage = 0; stage < 4; stage++) {
        for (int k = 0; k < LANES; k++) {
            x[k] = lane[k].x + part[stage] * dt[k] * slope[k];
            v[k] = lane[k].v + part[stage] * dt[k] * f[k];
        }
        evaluate(lane, x, v, part[stage] * most, 0.0, false);
        for (int k = 0; k < LANES; k++) {
            slope[k] = v[k];
            f[k] = -b.fn[k] / b.m_eff[k];
            dx[k] += weight[stage] * slope[k];
            dv[k] += weight[stage] * f[k];
        }
    }
    for (int k = 0; k < LANES; k++) {
        to[k] = lane[k];
        to[k].x = lane[k].x + dt[k] * dx[k];
        to[k].v = lane[k].v + dt[k] * dv[k];
        x[k] = to[k].x;
        v[k] = to[k].v;
    }
    evaluate(lane, x, v, most, 0.0, false);
}

static bool is_over(const body *at, int k) {
    return at->x <= -held || b.apart[k] != 0.0;
}
static bool turns(const body *at, int k) {
    (void)k;
    return at->v <= 0.0;
}
static bool lets_go(const body *at, int k) {
    (void)at;
    return b.fn[k] == 0.0;
}

// The state of a lane just before something becomes true within a step, by halving.
static body just_before(const body *lane, int k, double dt, bool (*is_true)(const body *, int)) {
    double low = 0.0, high = 1.0, all[LANES] = {0};
    body to[LANES];
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high);
        all[k] = middle * dt;
        step(lane, all, to);
        low = is_true(&to[k], k) ? low : middle;
        high = is_true(&to[k], k) ? middle : high;
    }
    all[k] = low * dt;
    step(lane, all, to);
    commit(to, k);
    to[k].fn = b.fn[k];
    return to[k];
}

// Short steps at both ends: dashpots such as d^(1/4) v have no derivative there.
static double step_size(const body *at, double dt) {
    double room = 0.3 * (at->x + held) / fabs(at->v);
    return room > 1e-6 * dt ? fmin(room, dt) : 1e-6 * dt;
}

// All lanes from the first touch to their end, or for so many steps; returns the longest time to leaving. Steps grow
// while nothing acts. A step ends where a body turns, for the largest overlap is what many laws remember, and where the
// force ends: there it has a kink.
static double collide(body *lane, const double *v, double dt, int most_steps) {
    double x[LANES] = {0}, all[LANES], time[LANES] = {0}, longest = 0.0;
    body to[LANES];
    memset(lane, 0, LANES * sizeof *lane);
    evaluate(lane, x, v, 0.0, 0.0, true);
    for (int k = 0; k < LANES; k++) {
        lane[k].v = v[k];
        lane[k].fn = b.fn[k];
        all[k] = step_size(&lane[k], dt);
        commit(lane, k);
    }
    for (int n = 0, open = LANES; n < most_steps && open > 0; n++) {
        bool (*event[LANES])(const body *, int);
        bool idle[LANES];
        step(lane, all, to);
        for (int k = 0; k < LANES; k++) {
            event[k] = is_over(&to[k], k)                        ? is_over
                       : lane[k].v > 0.0 && turns(&to[k], k)     ? turns
                       : lane[k].fn != 0.0 && lets_go(&to[k], k) ? lets_go
                                                                 : NULL;
            idle[k] = lane[k].fn == 0.0 && b.fn[k] == 0.0;
            to[k].fn = b.fn[k];
            commit(to, k);
        }
        for (int k = 0; k < LANES; k++) {
            if (lane[k].ended) {
                continue;
            }
            time[k] += all[k];
            lane[k] = event[k] ? just_before(lane, k, all[k], event[k]) : to[k];
            if (event[k] == turns) {
                lane[k].v = -0.0;
            } else if (event[k] == lets_go) {
                lane[k].fn = 0.0;
            } else if (event[k] == is_over) {
                lane[k].ended = true;
                open--;
            }
            all[k] = idle[k] && !event[k] ? 1.1 * all[k] : step_size(&lane[k], dt);
            longest = time[k] > longest ? time[k] : longest;
        }
    }
    return longest;
}

static int compared;

static void compare(const law_chain *c) {
    const scree_law *law = tested_law(c);
    body lane[LANES];
    double v[LANES], shortest = INFINITY;
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
        shortest = fmin(shortest, law->collision_time(c->derived[SCREE_NORMAL], m, r, v[k]));
    }
    // Soft loading before a stiff unloading takes much longer than the collision time, which is of the stiff part.
    double rough = shortest / (STEPS / 10), duration = collide(lane, v, rough, MOST_STEPS);
    bool all_ended = true;
    for (int k = 0; k < LANES; k++) {
        all_ended = all_ended && lane[k].ended;
    }
    if (all_ended) {
        collide(lane, v, fmin(rough, fmax(duration, shortest) / STEPS), 10 * MOST_STEPS);
    }
    for (int k = 0; k < LANES; k++) {
        double said = law->restitution(c->derived[SCREE_NORMAL], m, r, v[k]);
        double shown = lane[k].ended ? -lane[k].v / v[k] : 0.0; // still together: it keeps nothing
        if (isnan(said)) {
            continue;
        }
        compared++;
        if (!(fabs(shown - said) <= 1e-6)) {
            broken(c, NULL, NULL, 0,
                   "restitution() says %.9g, a collision shows %.9g (m %.17g kg, r %.17g m, v %.17g m/s)%s",
                   said, shown, m, r, v[k], lane[k].ended ? "" : "; the bodies did not part");
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
