// SPDX-License-Identifier: BSD-3-Clause
#include "checks/audit_rest.h"
#include "laws/list/law_set.h"

static bool is_zero(scree_vec3 v) {
    return vec_norm2(v) == 0.0;
}

// May anything happen where particles begin at rest? Phases and groups may do anything, outlets take particles, heat flows without motion, cells deform.
static bool case_moves(const scree_case *c) {
    bool moves = c->gives_gravity || !is_zero(c->gravity) || c->phase.n > 0 || c->group.n > 0 ||
                 c->outlet.n > 0 || c->has_heat || c->has_deformation;
    for (size_t k = 0; k < c->source.n; k++) {
        const scree_source_def *s = &c->source.data[k];
        moves |= !is_zero(s->velocity) || !is_zero(s->velocity_spread) || !is_zero(s->spin);
    }
    return moves;
}

static bool walls_move(const scree_world *w) {
    bool move = false;
    for (size_t k = 0; k < w->wall.n; k++) {
        move |= scree_wall_works(&w->wall.data[k]) || !w->wall.data[k].active; // it may appear in a particle
    }
    return move;
}

// Laws that act beyond touch.
static bool laws_pull(const scree_world *w) {
    const size_t sets = w->case_->material.n * w->case_->material.n;
    bool pull = false;
    for (size_t k = 0; k < sets; k++) {
        pull |= (w->laws[k].traits & SCREE_TRAIT_FIELD) != 0;
    }
    return pull;
}

static bool particles_move(const scree_world *w) {
    bool move = w->contacts > 0;
    for (size_t i = 0; i < w->p.n && !move; i++) {
        const scree_velocities *m = &w->p.motion[i];
        move = !is_zero(vec3(m->v.x, m->v.y, m->v.z)) || !is_zero(vec3(m->w.x, m->w.y, m->w.z));
    }
    return move;
}

void scree_audit_rest(const scree_world *w, scree_report *r) {
    const scree_case *c = w->case_;
    const bool move = scree_comm_any(w->comm, particles_move(w));
    if (move || case_moves(c) || walls_move(w) || laws_pull(w) ||
        (w->particles_total == 0 && c->source.n == 0)) {
        return;
    }
    scree_report_at(
        r, SCREE_SEVERITY_WARNING, c->path, 0, 0,
        "gravity: none is given, all particles begin at rest, and no wall moves: nothing will happen; "
        "accepted: such as gravity: [0, 0, -9.81], or gravity: [0, 0, 0] if none is meant");
}
