// SPDX-License-Identifier: BSD-3-Clause
#include "skin/turns.h"
#include "convex/apart.h"

// Radius of the sphere around a body over the smallest half of its lengths. A bed of bodies with a ratio of 1.3 takes a quarter more time with the test, one of 1.6 as much, and one of 3.4
// a sixth less.
static const double SLENDER = 2.0;

bool scree_list_is_tight(const scree_world *w) {
    bool slender = false;
    for (size_t k = 0; k < w->case_->shape.n; k++) {
        const scree_shape *shape = &w->case_->shape.data[k].shape;
        for (size_t i = 0; i < shape->piece.n; i++) {
            const scree_form *f = &shape->piece.data[i].form;
            slender |= shape->member.data[i].radius > SLENDER * fmin(f->a, fmin(f->b, f->c));
        }
    }
    return slender && !w->cell.deforms;
}

static scree_quaternion attitude_of(const scree_world *w, size_t i) {
    const scree_form *f = &w->p.form[i];
    return (scree_quaternion){f->w, f->x, f->y, f->z};
}

void scree_turns_begin(const scree_world *w, scree_turns *t) {
    t->tight = scree_list_is_tight(w);
    t->n = t->tight ? scree_particles_all(&w->p) : 0;
    if (t->n == 0) {
        return;
    }
    t->body = scree_regrow(t->body, &t->capacity, t->n, sizeof *t->body);
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, t->n))
    for (size_t i = 0; i < t->n; i++) {
        const scree_convex body = scree_convex_body(w, i);
        const scree_quaternion q = attitude_of(w, i);
        t->body[i] =
            (scree_turned){q, q, scree_is_convex(&w->p, i) ? scree_convex_lever(&body, w->p.x[i].r) : 0.0};
    }
}

void scree_turns_free(scree_turns *t) {
    scree_free(t->body);
}

void scree_turns_keep(const scree_world *w, scree_turns *t) {
    for (size_t i = 0; i < t->n; i++) {
        t->body[i].checked = attitude_of(w, i);
    }
}

double scree_turns_since_check(const scree_world *w, const scree_turns *t) {
    double most = 0.0;
    const size_t n = t->n > 0 ? w->p.n : 0;
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, n)) reduction(max : most)
    for (size_t i = 0; i < n; i++) {
        const double turn = t->body[i].lever * scree_turn_between(t->body[i].checked, attitude_of(w, i));
        most = turn > most ? turn : most;
    }
    return most;
}
