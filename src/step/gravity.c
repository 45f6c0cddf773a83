// SPDX-License-Identifier: BSD-3-Clause
#include "step/gravity.h"
#include "base/double_double.h"
#include "step/time_table.h"

scree_vec3 scree_gravity_at(const scree_case *c, double t) {
    return c->has_gravity_table ? vec_add(c->gravity, scree_time_table_at(&c->gravity_table, t).vector)
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

// Another gravity gives the same positions another potential energy, -m g.x: the ledger gains the difference. It is taken at the
// middle of the step, half a step back along the velocity, which makes the sum over steps one of order 2.
static void change_gravity(scree_world *w, void *context) {
    const scree_vec3 now = scree_gravity_at(w->case_, scree_world_time(w)), change = vec_sub(now, w->gravity);
    (void)context;
    if (vec_norm2(change) == 0.0) { // the same on all ranks
        return;
    }
    scree_double_double sum = {0.0, 0.0};
    for (size_t i = 0; i < w->p.n; i++) {
        const scree_pos *x = &w->p.x[i];
        const scree_vel *v = &w->p.motion[i].v;
        if (!w->p.dead[i] && v->m != SCREE_FIXED_MASS) {
            const double half = 0.5 * w->dt;
            scree_double_double_add(&sum, v->m * (change.x * (x->x - half * v->x) +
                                                  change.y * (x->y - half * v->y) +
                                                  change.z * (x->z - half * v->z)));
        }
    }
    scree_comm_add_double_double(w->comm, &sum, 1);
    w->ledger.changed -= scree_double_double_value(&sum);
    w->gravity = now;
}

void scree_gravity_begin(scree_world *w) {
    w->gravity = scree_gravity_at(w->case_, scree_world_time(w));
    if (w->case_->has_gravity_table) {
        scree_hook_add(w, (scree_hook){.place = SCREE_BEFORE_FORCES, .call = change_gravity});
    }
}
