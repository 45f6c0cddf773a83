// SPDX-License-Identifier: BSD-3-Clause
// Steps for host programs, which sum the energy that contacts store unless the program needs none.
#include "api/host.h"
#include "step/step.h"

void scree_world_want_energy(scree_world *w, int want) {
    w->host.needs_no_energy = want == 0;
}

scree_status scree_world_advance(scree_world *w, uint64_t steps, scree_report *r) {
    if (!scree_host_may(w, "advance", r)) {
        return SCREE_USER_ERROR;
    }
    scree_status status = steps > 0 ? scree_host_end_edit(w, r) : SCREE_OK;
    w->host.failed = false;
    w->host.leaves_energy = !scree_comm_any(w->comm, !w->host.needs_no_energy);
    const bool hooks = w->host.hook.n > 0; // they see every step as a whole
    for (uint64_t k = 0; k < steps && status == SCREE_OK; k++) {
        w->host.stepping = true;
        status = scree_world_step_fused(w, k + 1 < steps && !hooks, r);
        w->host.stepping = false;
        if (status == SCREE_OK && hooks && scree_comm_any(w->comm, w->host.failed)) {
            status = SCREE_INTERRUPTED;
        }
    }
    return status;
}
