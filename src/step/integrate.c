// SPDX-License-Identifier: BSD-3-Clause
#include "step/integrate.h"
#include "step/kernels.h"
#include <omp.h>

static scree_integrate_job integrate_job(const scree_world *w) {
    const scree_case *c = w->case_;
    scree_integrate_job job = {
        .dt = w->dt, .seen = c->integrator == SCREE_VERLET ? 1.0 : 0.0, .gravity = c->gravity};
    const double *lo = &c->domain_min.x, *hi = &c->domain_max.x;
    for (int axis = 0; axis < 3; axis++) {
        job.low[axis] = c->has_domain ? lo[axis] : -INFINITY;
        job.high[axis] = c->has_domain ? hi[axis] : INFINITY;
        job.length[axis] = scree_box_length(c, axis);
    }
    return job;
}

static scree_drift drift_of(scree_world *w, bool with_sum) {
    scree_integrate_job job = integrate_job(w);
    double speed2 = 0.0;
    int lost = 0, bad = 0;
#pragma omp parallel num_threads(scree_world_team(w, w->p.n)) reduction(max : speed2) reduction(+ : lost) reduction(| : bad)
    {
        size_t t = (size_t)omp_get_thread_num(), threads = (size_t)omp_get_num_threads();
        size_t first = w->p.n * t / threads, last = w->p.n * (t + 1) / threads;
        scree_integrate_result result;
        if (with_sum) {
            w->kernels->sum_and_go_on(&w->p, &w->pairs, &job, first, last, &result);
        } else {
            w->kernels->integrate_first(&w->p, &job, first, last, &result);
        }
        speed2 = result.speed2;
        lost = result.lost;
        bad = result.bad;
    }
    return (scree_drift){sqrt(speed2), lost, bad};
}

scree_drift scree_integrate_first(scree_world *w) {
    scree_drift drift = w->drifted ? w->drift : drift_of(w, false);
    w->drifted = false;
    return drift;
}

void scree_integrate_second(scree_world *w, bool go_on) {
    w->drifted = go_on;
    if (go_on) {
        w->drift = drift_of(w, true);
        return;
    }
    scree_integrate_job job = integrate_job(w);
#pragma omp parallel num_threads(scree_world_team(w, w->p.n))
    {
        size_t t = (size_t)omp_get_thread_num(), threads = (size_t)omp_get_num_threads();
        w->kernels->sum_and_integrate(&w->p, &w->pairs, &job, w->p.n * t / threads,
                                      w->p.n * (t + 1) / threads);
    }
}
