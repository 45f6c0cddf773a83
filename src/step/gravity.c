// SPDX-License-Identifier: BSD-3-Clause
#include "step/gravity.h"
#include "state/particle.h"
#include "step/particle_sum.h"
#include "step/time_table.h"
#include "step/wall_drive.h"

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

// Energy that particle i loses when gravity changes by *context, J, half a step back along its velocity.
static double lost_by(scree_world *w, size_t i, const void *context) {
    const scree_vec3 *change = context;
    const scree_vec3 x = scree_particle_home(&w->p, i), v = scree_particle_velocity(&w->p, i);
    const double half = 0.5 * w->dt, m = scree_is_first(&w->p, i) ? w->p.motion[i].v.m : 0.0;
    return m *
           (change->x * (x.x - half * v.x) + change->y * (x.y - half * v.y) + change->z * (x.z - half * v.z));
}

// Another gravity gives the same positions another potential energy, -m g.x: the ledger gains the difference. It is taken at the
// middle of the step, which makes the sum over steps one of order 2.
static void change_gravity(scree_world *w, void *context) {
    const scree_vec3 now = scree_gravity_at(w->case_, scree_world_time(w)), change = vec_sub(now, w->gravity);
    (void)context;
    if (vec_norm2(change) > 0.0) { // the same on all ranks
        w->ledger.changed -= scree_particle_sum(w, lost_by, &change);
        w->ledger.walls_gained += scree_wall_drives_gain(w, change);
        w->gravity = now;
    }
}

void scree_gravity_begin(scree_world *w) {
    w->gravity = scree_gravity_at(w->case_, scree_world_time(w));
    if (w->case_->has_gravity_table) {
        scree_hook_add(w, (scree_hook){.place = SCREE_BEFORE_FORCES, .call = change_gravity});
    }
}
