// SPDX-License-Identifier: BSD-3-Clause
// How the bodies of contacts have moved against each other in this step (SCREE_CONTACT_STEP in laws/contact.h), from the displacement and
// the rotation of each: springs of contacts and bonds add these up. Included only by kernels.c, once per instruction set.
#ifndef SCREE_STEP_CONTACT_MOVES_H
#define SCREE_STEP_CONTACT_MOVES_H

#include "state/wall_surface.h"
#include "step/batch.h"

_Static_assert(sizeof(scree_moved) == 2 * sizeof(four), "two records");

// Of all particle pairs in the batch.
SCREE_LAW void gather_moves(const scree_pair_job *job, work *q, const uint32_t *pick, size_t first, int n) {
    const char *moved = (const char *)job->world->p.moved;
    const scree_pair *pairs = job->world->pairs.pair;
    for (int k = 0; k < n; k += 4) {
        const char *a[4], *b[4];
        for (int j = 0; j < 4; j++) {
            const scree_pair pair = pairs[pair_of(pick, first, k, j, n)];
            a[j] = moved + 2 * place_of(pair.a);
            b[j] = moved + 2 * place_of(pair.b);
        }
        const quarters from = load_quarters(a, 0), to = load_quarters(b, 0),
                       shift = less_but_last(&from, &to, &from);
        put_quarters(&shift, q->shift, k);
        const quarters turn_a = load_quarters(a, sizeof(four)), turn_b = load_quarters(b, sizeof(four));
        put_quarters(&turn_a, q->turn_a, k);
        put_quarters(&turn_b, q->turn_b, k);
    }
}

// From the displacement `shift` of a against b, m, and their rotations, rad, where the contact point is la from the centre of a, lb from that
// of b.
SCREE_LAW void set_step_rows(scree_contact *c, scree_vec3 shift, scree_vec3 a, scree_vec3 b, double la,
                             double lb) {
    const scree_vec3 arm = {la * a.x + lb * b.x, la * a.y + lb * b.y, la * a.z + lb * b.z};
    c->move_x = shift.x + (arm.y * c->nz - arm.z * c->ny);
    c->move_y = shift.y + (arm.z * c->nx - arm.x * c->nz);
    c->move_z = shift.z + (arm.x * c->ny - arm.y * c->nx);
    c->turn_x = a.x - b.x;
    c->turn_y = a.y - b.y;
    c->turn_z = a.z - b.z;
    c->mean_x = 0.5 * (a.x + b.x);
    c->mean_y = 0.5 * (a.y + b.y);
    c->mean_z = 0.5 * (a.z + b.z);
}

// Of the pair of particles in lane k, whose geometry is known. Displacements belong to the middle of the step, when the normal was
// n + across / (2 distance) and the overlap smaller by half of the approach: with the values at its end, springs and their work would have
// errors of order dt.
SCREE_LAW void set_step(const work *q, int k, scree_contact *c) {
    const double half = q->force[HALF][k], distance = (c->ra - half) + (c->rb - half);
    const scree_vec3 shift = {q->shift[0][k], q->shift[1][k], q->shift[2][k]},
                     a = {q->turn_a[0][k], q->turn_a[1][k], q->turn_a[2][k]},
                     b = {q->turn_b[0][k], q->turn_b[1][k], q->turn_b[2][k]};
    const double along = shift.x * c->nx + shift.y * c->ny + shift.z * c->nz,
                 turns = distance > 0.0 ? 0.5 / distance : 0.0, before = half - 0.25 * along,
                 la = c->ra - before, lb = c->rb - before;
    const scree_vec3 across = {turns * (shift.x - along * c->nx), turns * (shift.y - along * c->ny),
                               turns * (shift.z - along * c->nz)},
                     arm = {la * a.x + lb * b.x, la * a.y + lb * b.y, la * a.z + lb * b.z};
    set_step_rows(c, shift, a, b, la, lb);
    c->move_x += (arm.y * across.z - arm.z * across.y) - along * across.x;
    c->move_y += (arm.z * across.x - arm.x * across.z) - along * across.y;
    c->move_z += (arm.x * across.y - arm.y * across.x) - along * across.z;
    c->slide_x = c->slide_y = c->slide_z = 0.0;
    c->line = 1.0;
}

#define SCREE_PUT(f) b->f[k] = c.f;

// The same for the laws to read.
static void set_steps(work *restrict q) {
    scree_batch *b = &q->b;
    const int lanes = (b->n + 7) & ~7;
#pragma omp simd
    for (int k = 0; k < lanes; k++) {
        scree_contact c;
        c.nx = b->nx[k];
        c.ny = b->ny[k];
        c.nz = b->nz[k];
        c.ra = b->ra[k];
        c.rb = b->rb[k];
        set_step(q, k, &c);
        SCREE_CONTACT_STEP(SCREE_PUT)
    }
}

// Of a particle of radius r at x and a wall that it touches, against what the wall's rigid motion would have done to the particle, so that
// nothing moves where both turn together, and against its belt. c has the normal already. dt: s, of the step.
static void set_wall_step(const scree_wall *wall, const scree_moved *own, scree_vec3 x, double r,
                          double overlap, double dt, scree_contact *c) {
    const scree_wall_step *step = &wall->step;
    const scree_vec3 n = vec3(c->nx, c->ny, c->nz);
    scree_vec3 shift = vec3(own->x, own->y, own->z);
    if (step->moves) {
        shift = vec_sub(x, scree_pose_to_lab(&step->motion, vec_sub(x, shift)));
    }
    if (wall->def->has_belt || vec_norm2(wall->def->surface_velocity) > 0.0) {
        const scree_vec3 at = vec_add_scaled(x, r - overlap, n);
        shift = vec_add_scaled(shift, -dt, scree_wall_runs(wall, at, n));
    }
    if (step->slides) {
        shift = vec_add_scaled(shift, -dt, vec_add(wall->now.velocity, vec_cross(wall->now.spin, x)));
    }
    const double arm = r - 0.5 * (overlap - 0.5 * vec_dot(shift, n)); // in the middle of the step
    set_step_rows(c, shift, vec3(own->turn_x, own->turn_y, own->turn_z), step->turn, arm, 0.0);
    // The wall's point at the contact moves otherwise than at the centre, by its rotation.
    const scree_vec3 beside = vec_cross(step->turn, vec_scale(arm, n));
    c->move_x -= beside.x;
    c->move_y -= beside.y;
    c->move_z -= beside.z;
    const scree_vec3 slide = vec_add_scaled(shift, -vec_dot(shift, n), n);
    c->slide_x = slide.x, c->slide_y = slide.y, c->slide_z = slide.z;
    c->line = 0.0;
}

// The same of particle i and the wall of the block, into lane k.
static void put_wall_step(const scree_pair_job *job, work *q, int k, uint32_t i, const scree_wall_touch *t) {
    const scree_world *w = job->world;
    const scree_wall *wall = &w->wall.data[job->block->wall];
    scree_batch *b = &q->b;
    scree_contact c;
    c.nx = t->nx;
    c.ny = t->ny;
    c.nz = t->nz;
    set_wall_step(wall, &w->p.moved[i], scree_wall_sees(w, wall, i, t->image), w->p.x[i].r, t->overlap, b->dt,
                  &c);
    SCREE_CONTACT_STEP(SCREE_PUT)
}
#undef SCREE_PUT

#endif
