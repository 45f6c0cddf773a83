// SPDX-License-Identifier: BSD-3-Clause
// Steps for host programs, which sum the energy that contacts store unless the program needs none.
#include "access/step_time.h"
#include "api/host.h"
#include "step/step.h"
#include <math.h>

void scree_world_want_energy(scree_world *w, int want) {
    w->host.needs_no_energy = want == 0;
}

uint64_t scree_world_steps_until(const scree_world *w, double until) {
    const uint64_t last = scree_step_of(w, until);
    return last > w->step ? last - w->step : 0;
}

scree_status scree_world_advance(scree_world *w, uint64_t steps, scree_report *r) {
    return scree_world_advance_until(w, INFINITY, steps, r);
}

scree_status scree_world_advance_until(scree_world *w, double until, uint64_t steps, scree_report *r) {
    if (!scree_host_may(w, "advance", r)) {
        return SCREE_USER_ERROR;
    }
    scree_status status = steps > 0 ? scree_host_end_edit(w, r) : SCREE_OK;
    w->host.failed = false;
    w->host.leaves_energy = !scree_comm_any(w->comm, !w->host.needs_no_energy);
    const bool hooks = w->host.hook.n > 0; // they see every step as a whole
    for (uint64_t k = 0; k < steps && status == SCREE_OK; k++) {
        const uint64_t left = scree_world_steps_until(w, until); // a step may have changed the time step
        if (left == 0) {
            break;
        }
        w->host.stepping = true;
        status = scree_world_step_fused(w, k + 1 < steps && left > 1 && !hooks, r);
        w->host.stepping = false;
        if (status == SCREE_OK && hooks && scree_comm_any(w->comm, w->host.failed)) {
            status = SCREE_INTERRUPTED;
        }
    }
    return status;
}
