// SPDX-License-Identifier: BSD-3-Clause
// Contacts of convex bodies (convex/depth.h) as the laws see them: the contact point may lie beside the line between the centres, so each contact has two
// lever arms of its own. Included only by kernels.c, once per instruction set.
#ifndef SCREE_BATCH_CONVEX_PAIRS_H
#define SCREE_BATCH_CONVEX_PAIRS_H

#include "access/convex_body.h"
#include "batch/batch.h"
#include "batch/contact_moves.h"

#define SCREE_PUT(f) b->f[k] = c.f;

SCREE_LAW scree_vec3 row_vector(double (*row)[SCREE_BATCH], int k) {
    return vec3(row[0][k], row[1][k], row[2][k]);
}

SCREE_LAW void put_vector(double (*row)[SCREE_BATCH], int k, scree_vec3 v) {
    row[0][k] = v.x, row[1][k] = v.y, row[2][k] = v.z;
}

// Mass of particle i in a contact at the end of `arm` along n.
static double mass_at(const scree_pair_job *job, uint32_t i, double mass, scree_vec3 arm, scree_vec3 n) {
    const scree_particles *p = &job->world->p;
    return scree_is_convex(p, i) && p->mobility && mass < SCREE_FIXED_MASS
               ? 1.0 / scree_form_mobility(&p->form[i], 1.0 / mass, arm, n)
               : mass;
}

// Motion at a contact whose arms are known: va - vb, and the spins.
static void set_convex_motion(scree_contact *c, scree_vec3 dv, scree_vec3 wa, scree_vec3 wb, scree_vec3 arm_a,
                              scree_vec3 arm_b) {
    const scree_vec3 u = vec_add(dv, vec_sub(vec_cross(wa, arm_a), vec_cross(wb, arm_b)));
    set_motion(c, u, vec3(0.0, 0.0, 0.0), vec_sub(wa, wb));
    c->spin_n = 0.5 * (vec_dot(vec_add(wa, wb), vec3(c->nx, c->ny, c->nz)));
}

// This sets the motion as it was in the middle of the step, as set_step does: there n and the arms were those of now less half of their changes. Where the bodies shift by
// -s against each other and turn by a and b, the points farthest along n change by a x p - H (a x n) and H dn, and n so that they stay opposite:
//   (HA + HB - depth) dn = -s - a x pA - b x pB + HA (a x n) + HB (b x n)  across n, with pA = grad hA and pB = grad hB.
static void set_convex_step(batch_workspace *q, int k, const scree_convex_depth *r) {
    const scree_vec3 s = row_vector(q->shift, k), turn_a = row_vector(q->turn_a, k),
                     turn_b = row_vector(q->turn_b, k), n = r->n;
    const scree_vec3 pa = vec_add_scaled(r->arm_a, 0.5 * r->depth, n), // from the centre of a
        pb = vec_sub(vec_scale(0.5 * r->depth, n), r->arm_b),          // grad hB at n
        fixed_a = vec_sub(vec_cross(turn_a, pa), scree_convex_times(r->curve_a, vec_cross(turn_a, n))),
                     fixed_b =
                         vec_sub(vec_cross(turn_b, pb), scree_convex_times(r->curve_b, vec_cross(turn_b, n)));
    const scree_vec3 off = vec_scale(-1.0, vec_add(s, vec_add(fixed_a, fixed_b)));
    scree_vec3 u, v;
    vec_across(n, &u, &v);
    const double *ha = r->curve_a, *hb = r->curve_b;
    const scree_vec3 hu = vec_add(scree_convex_times(ha, u), scree_convex_times(hb, u)),
                     hv = vec_add(scree_convex_times(ha, v), scree_convex_times(hb, v));
    const double uu = vec_dot(hu, u) - r->depth, uv = vec_dot(hu, v), vv = vec_dot(hv, v) - r->depth,
                 det = uu * vv - uv * uv, fu = vec_dot(off, u), fv = vec_dot(off, v),
                 per = det > 0.0 ? 1.0 / det : 0.0;
    const scree_vec3 dn =
        vec_add(vec_scale(per * (vv * fu - uv * fv), u), vec_scale(per * (uu * fv - uv * fu), v));
    const double grown =
        vec_dot(s, n) + vec_dot(vec_cross(turn_a, pa), n) + vec_dot(vec_cross(turn_b, pb), n); // of the depth
    const scree_vec3 half = vec_scale(0.25, vec_add_scaled(vec_scale(r->depth, dn), grown, n)),
                     was_a = vec_add(
                         vec_add_scaled(r->arm_a, -0.5, vec_add(fixed_a, scree_convex_times(ha, dn))), half),
                     was_b = vec_sub(
                         vec_add_scaled(r->arm_b, 0.5, vec_add(fixed_b, scree_convex_times(hb, dn))), half),
                     was_n = vec_unit(vec_add_scaled(n, -0.5, dn));
    scree_vec3 move = vec_add(s, vec_sub(vec_cross(turn_a, was_a), vec_cross(turn_b, was_b)));
    move = vec_add_scaled(move, -vec_dot(move, was_n), was_n);
    move = vec_add_scaled(move, -vec_dot(move, n), n);
    scree_contact c;
    set_step_rows(&c, move, turn_a, turn_b);
    c.slide_x = c.slide_y = c.slide_z = 0.0;
    c.line = 1.0;
    scree_batch *b = &q->b;
    SCREE_CONTACT_STEP(SCREE_PUT)
}

// Geometry and motion of all pairs of a batch, of which some may be of spheres; `beyond` touch laws may hold a contact.
static void derive_convex_pairs(const scree_pair_job *job, batch_workspace *q, const uint32_t *pick,
                                size_t first, int n) {
    const scree_world *w = job->world;
    scree_batch *b = &q->b;
    for (int k = 0; k < ((n + 7) & ~7); k++) {
        const scree_pair pair = w->pairs.pair[pair_of(pick, first, k, 0, n)];
        const scree_vec3 d =
            scree_nearest_upright(&job->period, q->bodies.x[0][k], q->bodies.x[1][k], q->bodies.x[2][k]);
        const double beyond = (1.0 - b->fresh[k]) * job->neck;
        const scree_convex_depth r = scree_convex_pair(&w->p, pair.a, pair.b, d, beyond > 0.0);
        const int on = r.depth > -beyond;
        scree_contact c = {
            .overlap = on ? r.depth : 0.0, .nx = r.n.x, .ny = r.n.y, .nz = r.n.z, .contact = 1.0};
        c.gap = -c.overlap;
        c.distance = vec_norm(d);
        c.ra = scree_law_radius(&w->p, pair.a);
        c.rb = scree_law_radius(&w->p, pair.b);
        c.r_eff = effective(c.ra, c.rb);
        const double ma = mass_at(job, pair.a, q->bodies.v[3][k], r.arm_a, r.n),
                     mb = mass_at(job, pair.b, q->bodies.wb[3][k], r.arm_b, r.n);
        c.m_eff = effective(ma, mb);
        c.inertia_eff = effective(rolling_inertia(ma, c.ra), rolling_inertia(mb, c.rb));
        set_convex_motion(&c, row_vector(q->bodies.v, k), row_vector(q->bodies.wa, k),
                          row_vector(q->bodies.wb, k), r.arm_a, r.arm_b);
        SCREE_CONTACT_PLACE(SCREE_PUT)
        SCREE_CONTACT_SPIN(SCREE_PUT)
        q->in_contact[k] = on;
        // The arms by which the forces are summed lie on the line between the centres and meet there.
        q->force[HALF][k] = 0.5 * ((q->bodies.x[3][k] + q->bodies.wa[3][k]) - c.distance);
        put_vector(q->arm_a, k, r.arm_a);
        put_vector(q->arm_b, k, r.arm_b);
        put_vector(q->line, k, c.distance > 0.0 ? vec_scale(1.0 / c.distance, d) : r.n);
        if (q->options.follows && on) {
            set_convex_step(q, k, &r);
        }
        q->unfinished += (uint64_t)(on & r.unfinished & (k < n));
    }
}

// Torques of finished contacts. The sums take la c + m for a and lb c - m for b, with arms la and lb on the line e between the centres. With c = e x force and
// m = arm_a x force - la c = arm_b x force + lb c, and what the laws have made, both bodies get the torque of the force at the contact point. The mean of both
// is the opposite to the bit where a and b are exchanged.
static void put_convex_torques(batch_workspace *q) {
    for (int k = 0; k < q->b.n; k++) {
        const scree_vec3 force = row_vector(q->force, k), c = vec_cross(row_vector(q->line, k), force);
        const double la = q->bodies.x[3][k] - q->force[HALF][k], lb = q->bodies.wa[3][k] - q->force[HALF][k];
        const scree_vec3 of_a = vec_add_scaled(vec_cross(row_vector(q->arm_a, k), force), -la, c),
                         of_b = vec_add_scaled(vec_cross(row_vector(q->arm_b, k), force), lb, c),
                         lever = vec_scale(0.5, vec_add(of_a, of_b)),
                         own = q->options.spins ? row_vector(q->moment, k) : vec3(0.0, 0.0, 0.0);
        q->force[CX][k] = c.x, q->force[CY][k] = c.y, q->force[CZ][k] = c.z;
        put_vector(q->moment, k, vec_add(own, lever));
    }
}

// ---- walls -----------------------------------------------------------------------------------------------------

// Puts what the laws see of a convex body that touches a wall in place of what put_wall_contact has put there for a sphere.
static void see_convex_wall_pair(const scree_pair_job *job, batch_workspace *q, int k, uint32_t i,
                                 const scree_wall_touch *t) {
    const scree_particles *p = &job->world->p;
    const scree_wall *wall = &job->world->wall.data[job->block->wall];
    const scree_convex body = scree_convex_body(p, i);
    const scree_vec3 n = vec3(t->nx, t->ny, t->nz), arm = scree_convex_arm(&body, n, t->overlap),
                     spin = wall->now.spin;
    const scree_velocities *m = &p->motion[i];
    const scree_vec3 own = vec3(m->w.x, m->w.y, m->w.z);
    double mass = mass_at(job, i, m->v.m, arm, n);
    if (wall->def->drive.free && mass < SCREE_FIXED_MASS) {
        mass /= 1.0 + mass * scree_wall_drive_mobility(
                                 wall, vec_add(scree_wall_sees(job->world, wall, i, t->image), arm), n);
    }
    scree_contact c = {.overlap = t->overlap,
                       .gap = -t->overlap,
                       .nx = t->nx,
                       .ny = t->ny,
                       .nz = t->nz,
                       .m_eff = mass,
                       .contact = 1.0};
    c.ra = c.rb = c.r_eff = p->form[i].radius;
    c.inertia_eff = rolling_inertia(mass, c.ra);
    c.distance = vec_dot(arm, n) - 0.5 * t->overlap;
    // The wall's velocity is that of its surface at the contact.
    set_convex_motion(&c, vec_sub(vec3(m->v.x, m->v.y, m->v.z), vec3(t->vx, t->vy, t->vz)), own,
                      vec3(0.0, 0.0, 0.0), arm, arm);
    c.wrx = own.x - spin.x, c.wry = own.y - spin.y, c.wrz = own.z - spin.z;
    c.spin_n = 0.5 * vec_dot(vec_add(own, spin), n);
    scree_batch *b = &q->b;
    SCREE_CONTACT_PLACE(SCREE_PUT)
    SCREE_CONTACT_SPIN(SCREE_PUT)
    put_vector(q->arm_a, k, arm);
}

// Does for a convex body what set_wall_step does for a sphere. The arm was another one in the middle of the step, as the body has turned against the wall.
static void set_convex_wall_step(const scree_pair_job *job, batch_workspace *q, int k, uint32_t i,
                                 const scree_wall_touch *t) {
    const scree_world *w = job->world;
    const scree_wall *wall = &w->wall.data[job->block->wall];
    const scree_convex body = scree_convex_body(&w->p, i);
    const scree_moved *own = &w->p.moved[i];
    const scree_vec3 n = vec3(t->nx, t->ny, t->nz), seen = scree_wall_sees(w, wall, i, t->image),
                     turn = vec3(own->turn_x, own->turn_y, own->turn_z),
                     relative = vec_sub(turn, wall->step.turn);
    const scree_support s = scree_support_of(&body, n, 1);
    const scree_vec3 change = vec_sub(vec_cross(relative, s.point),
                                      scree_convex_times(s.hessian, vec_cross(relative, n))),
                     shift = wall_shift(wall, own, seen, vec_add(seen, s.point), n, q->b.dt);
    const double along = vec_dot(shift, n), overlap = t->overlap - 0.5 * (along + vec_dot(change, n));
    const scree_vec3 arm = vec_add_scaled(vec_add_scaled(s.point, -0.5, change), -0.5 * overlap, n),
                     slide = vec_add_scaled(shift, -along, n), rolled = vec_cross(relative, arm);
    scree_contact c;
    set_step_rows(&c, vec_add(slide, vec_add_scaled(rolled, -vec_dot(rolled, n), n)), turn, wall->step.turn);
    c.slide_x = slide.x, c.slide_y = slide.y, c.slide_z = slide.z;
    c.line = 0.0;
    scree_batch *b = &q->b;
    SCREE_CONTACT_STEP(SCREE_PUT)
}

// Walls have no arm, so the sums only take la c for the torque of the force in lane k.
static void put_convex_wall_torque(const scree_pair_job *job, batch_workspace *q, int k, uint32_t i) {
    const double la = job->world->p.x[i].r - q->force[HALF][k];
    const scree_vec3 c = vec_scale(1.0 / la, vec_cross(row_vector(q->arm_a, k), row_vector(q->force, k)));
    q->force[CX][k] = c.x, q->force[CY][k] = c.y, q->force[CZ][k] = c.z;
}

static void put_convex_wall_torques(const scree_pair_job *job, batch_workspace *q, const uint32_t *pick) {
    for (int k = 0; k < q->b.n; k++) {
        const uint32_t i = job->world->pairs.pair[pick[k]].a;
        if (scree_is_convex(&job->world->p, i)) {
            put_convex_wall_torque(job, q, k, i);
        }
    }
}

#undef SCREE_PUT

#endif
