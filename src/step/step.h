// SPDX-License-Identifier: BSD-3-Clause
// Advances the world by one step or more.
#pragma once

#include "state/world.h"
#include "text/report.h"

// Stages whose wall time is measured, in the order of world.wall_time.
enum {
    SCREE_TIME_INTEGRATE,
    SCREE_TIME_SEARCH,
    SCREE_TIME_WALLS,
    SCREE_TIME_CONTACTS,
    SCREE_TIME_SUM,
    SCREE_TIME_EVENTS,
    SCREE_TIME_OUTPUT
};
extern const char *const scree_stage_names[SCREE_STAGE_COUNT];

// Advances the world by one step of world.dt. SCREE_BAD_NUMBERS: the report names the particle and a remedy. With
// may_fuse the caller must do another step before it reads particles: if nothing happens in between, the second half of this step
// and the first half of the next are one pass over the particles (world.next_drift_done), with the same bits.
scree_status scree_world_step_fused(scree_world *w, bool may_fuse, scree_report *r);

static inline scree_status scree_world_step(scree_world *w, scree_report *r) {
    return scree_world_step_fused(w, false, r);
}

// Seconds since an arbitrary fixed time, for timing.
double scree_now(void);
