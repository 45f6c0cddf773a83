// SPDX-License-Identifier: BSD-3-Clause
// How the bodies of contacts have moved against each other in this step (SCREE_CONTACT_STEP in laws/contact.h), from the displacement and
// the rotation of each: springs of contacts and bonds add these up. Included only by kernels.c, once per instruction set.
#ifndef SCREE_BATCH_CONTACT_MOVES_H
#define SCREE_BATCH_CONTACT_MOVES_H

#include "access/wall_surface.h"
#include "batch/batch.h"

// Sets what the laws read, from the displacement of a against b at the contact point across n, m, and from the rotations of both, rad.
SCREE_LAW void set_step_rows(scree_contact *c, scree_vec3 move, scree_vec3 a, scree_vec3 b) {
    c->move_x = move.x;
    c->move_y = move.y;
    c->move_z = move.z;
    c->turn_x = a.x - b.x;
    c->turn_y = a.y - b.y;
    c->turn_z = a.z - b.z;
    c->mean_x = 0.5 * (a.x + b.x);
    c->mean_y = 0.5 * (a.y + b.y);
    c->mean_z = 0.5 * (a.z + b.z);
}

// Sets the motion of the pair of particles in lane k, whose geometry is known. It is that in the middle of the step: with values at its end,
// springs and their work would have errors of order dt. There the overlap was smaller by half of the approach, and the normal was n + q t,
// where t is the part of the displacement s across n, and q = 1 / (2 distance). To the first order of q, the part of s across that normal is
// (1 - q s.n) t across n, and that of the rolling, l x n with the sum of rotations times arms l, is l x n + q (l.n) n x t.
SCREE_LAW void set_step(const batch_workspace *w, int k, scree_contact *c) {
    const double half = w->force[HALF][k], q = c->distance > 0.0 ? 0.5 * (1.0 / c->distance) : 0.0;
    const scree_vec3 s = {w->shift[0][k], w->shift[1][k], w->shift[2][k]},
                     a = {w->turn_a[0][k], w->turn_a[1][k], w->turn_a[2][k]},
                     b = {w->turn_b[0][k], w->turn_b[1][k], w->turn_b[2][k]};
    const double along = s.x * c->nx + s.y * c->ny + s.z * c->nz, before = half - 0.25 * along,
                 la = c->ra - before, lb = c->rb - before;
    const scree_vec3 t = {s.x - along * c->nx, s.y - along * c->ny, s.z - along * c->nz},
                     l = {la * a.x + lb * b.x, la * a.y + lb * b.y, la * a.z + lb * b.z};
    const double turns = q * (l.x * c->nx + l.y * c->ny + l.z * c->nz), slides = 1.0 - q * along;
    const scree_vec3 m = {l.x - turns * t.x, l.y - turns * t.y, l.z - turns * t.z},
                     move = {slides * t.x + (m.y * c->nz - m.z * c->ny),
                             slides * t.y + (m.z * c->nx - m.x * c->nz),
                             slides * t.z + (m.x * c->ny - m.y * c->nx)};
    set_step_rows(c, move, a, b);
    c->slide_x = c->slide_y = c->slide_z = 0.0;
    c->line = 1.0;
}

#define SCREE_PUT(f) b->f[k] = c.f;

// Sets the motion of the pairs in all lanes, for the laws to read.
static void set_steps(batch_workspace *restrict q) {
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
        c.distance = b->distance[k];
        set_step(q, k, &c);
        SCREE_CONTACT_STEP(SCREE_PUT)
    }
}

// The displacement of a particle at x in this step against a wall that it touches at `at` with the normal n: against how the wall's rigid motion would
// have moved the particle, so that nothing moves where both turn together, and against its belt. dt: s, of the step.
static scree_vec3 wall_shift(const scree_wall *wall, const scree_moved *own, scree_vec3 x, scree_vec3 at,
                             scree_vec3 n, double dt) {
    const scree_wall_step *step = &wall->step;
    scree_vec3 shift = vec3(own->x, own->y, own->z);
    if (step->moves) {
        shift = vec_sub(x, scree_pose_to_lab(&step->motion, vec_sub(x, shift)));
    }
    if (wall->def->has_belt || vec_norm2(wall->def->surface_velocity) > 0.0) {
        shift = vec_add_scaled(shift, -dt, scree_wall_runs(wall, at, n));
    }
    if (step->slides) {
        shift = vec_add_scaled(shift, -dt, vec_add(wall->now.velocity, vec_cross(wall->now.spin, x)));
    }
    return shift;
}

// Sets the motion of a particle of radius r at x against the wall that it touches. c has the normal already. dt: s, of the step.
static void set_wall_step(const scree_wall *wall, const scree_moved *own, scree_vec3 x, double r,
                          double overlap, double dt, scree_contact *c) {
    const scree_wall_step *step = &wall->step;
    const scree_vec3 n = vec3(c->nx, c->ny, c->nz),
                     shift = wall_shift(wall, own, x, vec_add_scaled(x, r - overlap, n), n, dt);
    const double along = vec_dot(shift, n),
                 arm = r - 0.5 * (overlap - 0.5 * along); // in the middle of the step
    const scree_vec3 slide = vec_add_scaled(shift, -along, n),
                     turn = vec3(own->turn_x, own->turn_y, own->turn_z);
    // The wall's point at the contact moves otherwise than at the centre, by its rotation.
    set_step_rows(c, vec_add(slide, vec_cross(vec_scale(arm, vec_sub(turn, step->turn)), n)), turn,
                  step->turn);
    c->slide_x = slide.x, c->slide_y = slide.y, c->slide_z = slide.z;
    c->line = 0.0;
}

// Writes the motion of particle i against the wall of the block into lane k.
static void put_wall_step(const scree_pair_job *job, batch_workspace *q, int k, uint32_t i,
                          const scree_wall_touch *t) {
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
