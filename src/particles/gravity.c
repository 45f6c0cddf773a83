// SPDX-License-Identifier: BSD-3-Clause
#include "particles/gravity.h"
#include "access/particle.h"
#include "case/time_table.h"
#include "particles/particle_sum.h"
#include "wall_motion/wall_drive.h"

scree_vec3 scree_gravity_at(const scree_case *c, double t) {
    return c->has_gravity_table
               ? vec_add(c->gravity,
                         scree_time_table_at(&c->gravity_table, scree_time_table_round(&c->gravity_table, t))
                             .vector)
               : c->gravity;
}

scree_vec3 scree_gravity_most(const scree_case *c) {
    scree_vec3 most = vec3(fabs(c->gravity.x), fabs(c->gravity.y), fabs(c->gravity.z));
    for (size_t k = 0; k < c->gravity_table.vector.n; k++) {
        const scree_vec3 g = c->gravity_table.vector.data[k];
        most = vec_max(most, vec3(fabs(g.x), fabs(g.y), fabs(g.z)));
    }
    return most;
}

typedef struct change {
    scree_vec3 by;  // m/s2
    double squares; // m2/s4, of the square of gravity
} change;

// Energy that particle i loses when gravity changes in this step, J: -m g.x of it, half a step back along the drift, and what the two
// half kicks give in excess of the mean force, m dt^2/8 (g1^2 - g0^2).
static double lost_by(scree_world *w, size_t i, const void *context) {
    const change *c = context;
    const scree_vec3 x = scree_particle_path(w, i), v = scree_is_member(&w->p, i)
                                                            ? w->p.body_velocity[i]
                                                            : scree_drift_velocity(w, i, w->dt);
    const double m = scree_is_first(&w->p, i) ? w->p.motion[i].v.m : 0.0;
    return m * (vec_dot(c->by, vec_add_scaled(x, -0.5 * w->dt, v)) - 0.125 * (w->dt * w->dt) * c->squares);
}

// Another gravity gives the same positions another potential energy, -m g.x: the ledger gains the difference. It is taken at the
// middle of the step, which is exact for a body that nothing touches.
static void change_gravity(scree_world *w, void *context) {
    const scree_vec3 now = scree_gravity_at(w->case_, scree_world_time(w)), by = vec_sub(now, w->gravity);
    (void)context;
    if (vec_norm2(by) > 0.0) { // the same on all ranks
        const change c = {by, vec_norm2(now) - vec_norm2(w->gravity)};
        w->ledger.changed -= scree_particle_sum(w, lost_by, &c);
        w->ledger.walls_gained += scree_wall_drives_gain(w, by);
        w->gravity = now;
    }
}

static double lag_of(scree_world *w, size_t i, const void *context) {
    const scree_vec3 v = scree_is_member(&w->p, i)
                             ? w->p.body_velocity[i]
                             : vec3(w->p.motion[i].v.x, w->p.motion[i].v.y, w->p.motion[i].v.z);
    const double m = scree_is_first(&w->p, i) ? w->p.motion[i].v.m : 0.0;
    const scree_vec3 late = vec_scale(0.5 * w->dt, *(const scree_vec3 *)context); // m/s
    return m * (vec_dot(late, v) - 0.5 * vec_norm2(late));
}

double scree_gravity_lag(scree_world *w, scree_vec3 by) {
    return scree_particle_sum(w, lag_of, &by);
}

void scree_gravity_begin(scree_world *w) {
    w->gravity = scree_gravity_at(w->case_, scree_world_time(w));
    if (w->case_->has_gravity_table) {
        scree_hook_add(w, (scree_hook){.place = SCREE_BEFORE_FORCES, .call = change_gravity});
    }
}
