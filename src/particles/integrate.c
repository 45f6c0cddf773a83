// SPDX-License-Identifier: BSD-3-Clause
#include "particles/integrate.h"
#include "clumps/body.h"
#include "deformation/deformation.h"
#include "heat/heat.h"
#include "kernels/kernels.h"
#include <omp.h>

// cell: that of the end of a drift.
static scree_integrate_job integrate_job(const scree_world *w, const scree_cell *cell) {
    const scree_case *c = w->case_;
    return (scree_integrate_job){.dt = w->dt,
                                 .full_step_velocity = c->integrator == SCREE_VERLET ? 1.0 : 0.0,
                                 .gravity = w->gravity,
                                 .cell = cell,
                                 .temperature = w->warms_on ? w->p.temperature : NULL,
                                 .heat_capacity = w->heat_capacity.data};
}

// A pass over the rows of a thread.
typedef enum pass { FIRST, SUM_AND_GO_ON, SUM_AND_KICK, SUM, KICK } pass;

static void combine(scree_integrate_result *all, const scree_integrate_result *part) {
    all->speed2 = part->speed2 > all->speed2 ? part->speed2 : all->speed2;
    all->turn2 = part->turn2 > all->turn2 ? part->turn2 : all->turn2;
    all->lost += part->lost;
    all->bad |= part->bad;
    scree_double_double_join(&all->loss_heat, &part->loss_heat);
}

// Does a pass over particles that are not members of clumps.
static void do_particles(scree_world *w, const scree_integrate_job *job, pass what, size_t first, size_t last,
                         scree_integrate_result *result) {
    const scree_kernels *k = w->kernels;
    scree_wrench *before = w->forces_before.data;
    scree_integrate_result part = {0};
    if (what == FIRST) {
        k->integrate_first(&w->p, job, first, last, &part);
    } else if (what == SUM_AND_GO_ON) {
        k->sum_kick_drift(&w->p, &w->pairs, job, first, last, &part);
    } else if (what == SUM_AND_KICK) {
        k->sum_and_integrate(&w->p, &w->pairs, job, first, last);
    } else if (what == SUM) {
        k->sum(&w->p, &w->pairs, job, first, last, before);
    } else {
        k->integrate_second(&w->p, job, first, last, before);
    }
    combine(result, &part);
}

// Bodies: the weight is that of the whole, so the sums are without gravity.
static void do_bodies(scree_world *w, const scree_integrate_job *job, pass what, size_t first, size_t last,
                      scree_integrate_result *result) {
    scree_integrate_job weightless = *job;
    weightless.gravity = vec3(0.0, 0.0, 0.0);
    if (what == SUM_AND_GO_ON || what == SUM_AND_KICK || what == SUM) {
        w->kernels->sum(&w->p, &w->pairs, &weightless, first, last, NULL);
    }
    if (what != SUM) {
        scree_integrate_result part = {0};
        w->kernels->step_bodies(w, job, what != FIRST, what == FIRST || what == SUM_AND_GO_ON, first, last,
                                &part);
        combine(result, &part);
    }
}

// Rows first .. last-1 of a world with bodies, none of which is cut: runs of particles alone and of members.
static void do_rows(scree_world *w, const scree_integrate_job *job, pass what, size_t first, size_t last,
                    scree_integrate_result *result) {
    for (size_t i = first, end; i < last; i = end) {
        const bool members = scree_is_member(&w->p, i);
        for (end = i; end < last && scree_is_member(&w->p, end) == members; end++) {
        }
        (members ? do_bodies : do_particles)(w, job, what, i, end, result);
    }
}

// The first particle of a share of a pass. A particle takes about three times as long as a pair of it, where its forces are summed.
static size_t share_begin(const scree_world *w, pass what, size_t share, size_t shares) {
    if (what == FIRST || what == KICK) {
        return w->p.n * share / shares;
    }
    const uint32_t *start = w->pairs.start;
    const size_t wanted = (start[w->p.n] + 3 * w->p.n) * share / shares;
    size_t low = 0, high = w->p.n;
    while (low < high) {
        const size_t i = low + (high - low) / 2;
        if (start[i] + 3 * i < wanted) {
            low = i + 1;
        } else {
            high = i;
        }
    }
    return low;
}

static scree_drift do_all(scree_world *w, pass what) {
    const bool drifts = what == FIRST || what == SUM_AND_GO_ON;
    const scree_cell cell = w->cell.deforms && drifts ? scree_deformation_of_step(w) : w->cell;
    const scree_integrate_job job = integrate_job(w, &cell);
    const bool bodies = scree_has_bodies(w),
               makes = what == SUM_AND_GO_ON && w->warms_on && w->pairs.loss_heat; // in this pass
    double speed2 = 0.0, turn2 = 0.0;
    int lost = 0, bad = 0;
    scree_double_double loss_heat = {0};
#pragma omp parallel num_threads(scree_world_team(w, w->p.n)) reduction(max : speed2, turn2)                 \
    reduction(+ : lost) reduction(| : bad)
    {
        const size_t t = (size_t)omp_get_thread_num(), threads = (size_t)omp_get_num_threads();
        const size_t first = share_begin(w, what, t, threads), last = share_begin(w, what, t + 1, threads);
        scree_integrate_result result = {0};
        if (bodies) {
            do_rows(w, &job, what, scree_body_bound(w, first), scree_body_bound(w, last), &result);
        } else {
            do_particles(w, &job, what, first, last, &result);
        }
        speed2 = result.speed2;
        turn2 = result.turn2;
        lost = result.lost;
        bad = result.bad;
        if (makes) {
#pragma omp critical
            scree_double_double_join(&loss_heat, &result.loss_heat);
        }
    }
    if (makes) {
        scree_heat_book_losses(w, loss_heat);
    }
    if (w->cell.deforms && drifts) {
        scree_deformation_take_step(w, &cell);
    }
    return (scree_drift){sqrt(speed2), sqrt(turn2), lost, bad};
}

scree_drift scree_integrate_first(scree_world *w) {
    scree_drift drift = w->next_drift_done ? w->integration->drift : do_all(w, FIRST);
    w->next_drift_done = false;
    return drift;
}

void scree_integrate_second(scree_world *w, bool may_fuse) {
    w->next_drift_done = false;
    if (scree_hooks_need_particles(w, SCREE_AFTER_FORCES)) {
        scree_array_resize(&w->forces_before, w->p.n);
        do_all(w, SUM);
        scree_hooks_run(w, SCREE_AFTER_FORCES);
        do_all(w, KICK);
        return;
    }
    scree_hooks_run(w, SCREE_AFTER_FORCES);
    if (may_fuse) {
        w->integration->drift = do_all(w, SUM_AND_GO_ON);
        w->next_drift_done = true;
    } else {
        do_all(w, SUM_AND_KICK);
    }
}
