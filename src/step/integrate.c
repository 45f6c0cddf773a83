// SPDX-License-Identifier: BSD-3-Clause
#include "step/integrate.h"
#include "step/kernels.h"
#include <omp.h>

static scree_integrate_job integrate_job(const scree_world *w) {
    const scree_case *c = w->case_;
    return (scree_integrate_job){.dt = w->dt,
                                 .seen = c->integrator == SCREE_VERLET ? 1.0 : 0.0,
                                 .gravity = w->gravity,
                                 .cell = &w->cell};
}

static scree_drift drift_of(scree_world *w, bool with_sum) {
    scree_integrate_job job = integrate_job(w);
    double speed2 = 0.0;
    int lost = 0, bad = 0;
#pragma omp parallel num_threads(scree_world_team(w, w->p.n)) reduction(max : speed2) reduction(+ : lost)    \
    reduction(| : bad)
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

typedef enum second_pass { SUM_AND_KICK, SUM, KICK } second_pass;

static void second_half(scree_world *w, second_pass pass) {
    const scree_integrate_job job = integrate_job(w);
    scree_wrench *before = w->forces_before.data;
#pragma omp parallel num_threads(scree_world_team(w, w->p.n))
    {
        const size_t t = (size_t)omp_get_thread_num(), threads = (size_t)omp_get_num_threads(),
                     first = w->p.n * t / threads, last = w->p.n * (t + 1) / threads;
        if (pass == SUM) {
            w->kernels->sum(&w->p, &w->pairs, &job, first, last, before);
        } else if (pass == KICK) {
            w->kernels->integrate_second(&w->p, &job, first, last, before);
        } else {
            w->kernels->sum_and_integrate(&w->p, &w->pairs, &job, first, last);
        }
    }
}

void scree_integrate_second(scree_world *w, bool go_on) {
    w->drifted = false;
    if (scree_hooks_need_particles(w, SCREE_AFTER_FORCES)) {
        scree_array_resize(&w->forces_before, w->p.n);
        second_half(w, SUM);
        scree_hooks_run(w, SCREE_AFTER_FORCES);
        second_half(w, KICK);
        return;
    }
    scree_hooks_run(w, SCREE_AFTER_FORCES);
    if (go_on) {
        w->drift = drift_of(w, true);
        w->drifted = true;
    } else {
        second_half(w, SUM_AND_KICK);
    }
}
