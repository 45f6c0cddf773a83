// SPDX-License-Identifier: BSD-3-Clause
// Contacts of convex bodies (convex/depth.h) as the laws see them: the contact point may lie beside the line between the centres, so each contact has two
// lever arms of its own. Included only by kernels.c, once per instruction set.
#ifndef SCREE_BATCH_CONVEX_PAIRS_H
#define SCREE_BATCH_CONVEX_PAIRS_H

#include "access/convex_body.h"
#include "batch/batch.h"
#include "batch/contact_moves.h"
#include "batch/convex_lanes.h"

#define SCREE_PUT(f) b->f[k] = c.f;

enum { BLOCK = 64 };                     // pairs tested together
enum { MOST_WAITING = 768 + BLOCK + 4 }; // pairs that may wait for their laws, see run_chunk

// Mass of particle i in a contact at the end of `arm` along n.
static double mass_at(const scree_pair_job *job, uint32_t i, double mass, scree_vec3 arm, scree_vec3 n) {
    const scree_particles *p = &job->world->p;
    return scree_is_convex(p, i) && p->mobility && mass < SCREE_FIXED_MASS
               ? 1.0 / scree_convex_mobility(job->world, i, 1.0 / mass, arm, n)
               : mass;
}

// Motion at a contact whose arms are known: va - vb, and the spins.
SCREE_LAW void set_convex_motion(scree_contact *c, scree_vec3 dv, scree_vec3 wa, scree_vec3 wb,
                                 scree_vec3 arm_a, scree_vec3 arm_b) {
    const scree_vec3 u = vec_add(dv, vec_sub(vec_cross(wa, arm_a), vec_cross(wb, arm_b)));
    set_motion(c, u, vec3(0.0, 0.0, 0.0), vec_sub(wa, wb));
    c->spin_n = 0.5 * (vec_dot(vec_add(wa, wb), vec3(c->nx, c->ny, c->nz)));
}

// This sets the motion as it was in the middle of the step, as set_step does: there n and the arms were those of now less half of their changes. Where the bodies shift by
// -s against each other and turn by a and b, the points farthest along n change by a x p - H (a x n) and H dn, and n so that they stay opposite:
//   (HA + HB - depth) dn = -s - a x pA - b x pB + HA (a x n) + HB (b x n)  across n, with pA = grad hA and pB = grad hB.
SCREE_LAW void set_convex_step(batch_workspace *q, convex_lanes *l, int k) {
    const scree_vec3 s = row_vector(q->shift, k), turn_a = row_vector(q->turn_a, k),
                     turn_b = row_vector(q->turn_b, k), n = row_vector(l->n, k),
                     pa = row_vector(l->point[0], k), pb = row_vector(l->point[1], k),
                     arm_a = row_vector(q->arm_a, k), arm_b = row_vector(q->arm_b, k);
    const scree_tensor ha = row_tensor(l->curve[0], k), hb = row_tensor(l->curve[1], k);
    const double depth = l->depth[k];
    const scree_vec3 fixed_a = vec_sub(vec_cross(turn_a, pa), scree_tensor_times(&ha, vec_cross(turn_a, n))),
                     fixed_b = vec_sub(vec_cross(turn_b, pb), scree_tensor_times(&hb, vec_cross(turn_b, n)));
    const scree_vec3 off = vec_scale(-1.0, vec_add(s, vec_add(fixed_a, fixed_b)));
    scree_vec3 u, v;
    vec_across(n, &u, &v);
    const scree_vec3 hu = vec_add(scree_tensor_times(&ha, u), scree_tensor_times(&hb, u)),
                     hv = vec_add(scree_tensor_times(&ha, v), scree_tensor_times(&hb, v));
    const double uu = vec_dot(hu, u) - depth, uv = vec_dot(hu, v), vv = vec_dot(hv, v) - depth,
                 det = uu * vv - uv * uv, fu = vec_dot(off, u), fv = vec_dot(off, v), inverse = 1.0 / det,
                 per = det > 0.0 ? inverse : 0.0;
    const scree_vec3 dn =
        vec_add(vec_scale(per * (vv * fu - uv * fv), u), vec_scale(per * (uu * fv - uv * fu), v));
    const double grown =
        vec_dot(s, n) + vec_dot(vec_cross(turn_a, pa), n) + vec_dot(vec_cross(turn_b, pb), n); // of the depth
    const scree_vec3 half = vec_scale(0.25, vec_add_scaled(vec_scale(depth, dn), grown, n)),
                     was_a = vec_add(
                         vec_add_scaled(arm_a, -0.5, vec_add(fixed_a, scree_tensor_times(&ha, dn))), half),
                     was_b = vec_sub(
                         vec_add_scaled(arm_b, 0.5, vec_add(fixed_b, scree_tensor_times(&hb, dn))), half),
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

// Searches with all means the pairs whose search has given up.
static void search_others(const scree_pair_job *job, batch_workspace *q, convex_lanes *l,
                          const uint32_t *pick, size_t first, int n) {
    const scree_world *w = job->world;
    for (int k = 0; k < n; k++) {
        if (l->state[k] == SCREE_QUICK_FOUND || l->state[k] == SCREE_QUICK_APART) {
            continue;
        }
        const scree_pair pair = w->pairs.pair[pair_of(pick, first, k, 0, n)];
        const scree_convex_depth r =
            scree_convex_pair(w, pair.a, pair.b, row_vector(l->d, k), l->beyond[k] > 0.0);
        const int on = r.depth > -l->beyond[k];
        l->state[k] = on ? SCREE_QUICK_FOUND : SCREE_QUICK_APART;
        l->depth[k] = on ? r.depth : 0.0;
        put_vector(l->n, k, r.n);
        put_vector(l->seen, k, r.n);
        put_vector(l->point[0], k, vec_add_scaled(r.arm_a, 0.5 * l->depth[k], r.n)); // from the centre of a
        put_vector(l->point[1], k, vec_sub(vec_scale(0.5 * l->depth[k], r.n), r.arm_b)); // grad hB at n
        for (int i = 0; i < 6; i++) {
            l->curve[0][i][k] = r.curve_a[i];
            l->curve[1][i][k] = r.curve_b[i];
        }
        q->unfinished += (uint64_t)r.unfinished;
    }
    for (int k = n; k < ((n + 7) & ~7); k++) {
        l->state[k] = SCREE_QUICK_APART;
    }
}

// The forms of a batch of pairs; kinds: of bodies that there may be.
SCREE_LAW void gather_forms(const scree_world *w, const uint32_t *pick, size_t first, int n, int kinds,
                            convex_lanes *l) {
    const int sums = (kinds & SCREE_QUICK_SUMS) != 0, rows = sums ? FORM_ROWS : FORM_SHORT;
    l->hulls = w->shapes.hull;
    for (int side = 0; side < 2 && !sums; side++) {
        memset(l->form[side][FORM_KIND], 0, sizeof l->form[side][FORM_KIND]);
    }
    for (int k = 0; k < ((n + 7) & ~7); k += 4) {
        for (int i = 0; i < rows; i += 4) {
            const void *a[4], *b[4];
            for (int j = 0; j < 4; j++) {
                const scree_pair pair = w->pairs.pair[pair_of(pick, first, k, j, n)];
                a[j] = (const double *)&w->p.form[pair.a] + i;
                b[j] = (const double *)&w->p.form[pair.b] + i;
            }
            load_rows(a, l->form[0] + i, k);
            load_rows(b, l->form[1] + i, k);
        }
    }
}

// Mass at the end of `arm` along n of the body in a lane, whose mass is `whole`; `moves`: have bodies mobilities?
// `central`: `whole` is the mass of the body itself, whose mobility in all directions is 1 / whole; else set_contact_masses has put the mass there.
SCREE_LAW double lane_mass(convex_lanes *l, int side, int k, int moves, int central, double whole,
                           scree_vec3 arm, scree_vec3 n) {
    double(*f)[SCREE_BATCH] = l->form[side];
    const scree_axes axes = lane_axes(f, k);
    const scree_vec3 turn = scree_axes_along(&axes, vec_cross(arm, n)), d = row_vector(l->d, k),
                     inverse = row_vector(f + FORM_INVERSE, k);
    double mass = whole;
    if (central) {
        const double one = 1.0 / whole, along = mass_along(one, one, one, 0.0, 0.0, 0.0, d);
        mass = along > 0.0 ? along : whole;
    }
    const double own = 1.0 / (1.0 / mass + (inverse.x * turn.x * turn.x + inverse.y * turn.y * turn.y +
                                            inverse.z * turn.z * turn.z));
    return (moves & (lane_exponent(f, k) != 0.0) & (whole < SCREE_FIXED_MASS)) ? own : whole;
}

// This sets what the laws see of the pair in lane k.
SCREE_LAW void derive_convex_lane(batch_workspace *q, convex_lanes *l, int k, int moves, int central) {
    const scree_vec3 d = row_vector(l->d, k), n = row_vector(l->n, k);
    const double depth = l->depth[k];
    const int on = l->state[k] == SCREE_QUICK_FOUND;
    const scree_vec3 arm_a = vec_add_scaled(row_vector(l->point[0], k), -0.5 * depth, n),
                     arm_b = vec_sub(vec_scale(0.5 * depth, n), row_vector(l->point[1], k));
    scree_contact c = {.overlap = on ? depth : 0.0, .nx = n.x, .ny = n.y, .nz = n.z, .contact = 1.0};
    c.gap = -c.overlap;
    c.distance = vec_norm(d);
    c.ra = l->form[0][FORM_RADIUS][k];
    c.rb = l->form[1][FORM_RADIUS][k];
    c.r_eff = effective(c.ra, c.rb);
    const double ma = lane_mass(l, 0, k, moves, central, q->bodies.v[3][k], arm_a, n),
                 mb = lane_mass(l, 1, k, moves, central, q->bodies.wb[3][k], arm_b, n);
    c.m_eff = effective(ma, mb);
    c.inertia_eff = effective(rolling_inertia(ma, c.ra), rolling_inertia(mb, c.rb));
    set_convex_motion(&c, row_vector(q->bodies.v, k), row_vector(q->bodies.wa, k),
                      row_vector(q->bodies.wb, k), arm_a, arm_b);
    scree_batch *b = &q->b;
    SCREE_CONTACT_PLACE(SCREE_PUT)
    SCREE_CONTACT_SPIN(SCREE_PUT)
    q->in_contact[k] = on;
    // The arms by which the forces are summed lie on the line between the centres and meet there.
    q->force[HALF][k] = 0.5 * ((q->bodies.x[3][k] + q->bodies.wa[3][k]) - c.distance);
    put_vector(q->arm_a, k, arm_a);
    put_vector(q->arm_b, k, arm_b);
    const double inverse = 1.0 / c.distance;
    const int coincide = !(c.distance > 0.0);
    put_vector(
        q->line, k,
        vec3(coincide ? n.x : inverse * d.x, coincide ? n.y : inverse * d.y, coincide ? n.z : inverse * d.z));
}

// This sets the masses of the pairs of pieces, whose bodies turn about other points than their centres.
static void set_piece_masses(const scree_pair_job *job, batch_workspace *q, convex_lanes *l,
                             const uint32_t *pick, size_t first, int n) {
    scree_batch *b = &q->b;
    for (int k = 0; k < n; k++) {
        if (l->state[k] != SCREE_QUICK_FOUND) {
            continue;
        }
        const scree_pair pair = job->world->pairs.pair[pair_of(pick, first, k, 0, n)];
        const scree_vec3 along = row_vector(l->n, k);
        const double ma = mass_at(job, pair.a, q->bodies.v[3][k], row_vector(q->arm_a, k), along),
                     mb = mass_at(job, pair.b, q->bodies.wb[3][k], row_vector(q->arm_b, k), along);
        b->m_eff[k] = effective(ma, mb);
        b->inertia_eff[k] = effective(rolling_inertia(ma, l->form[0][FORM_RADIUS][k]),
                                      rolling_inertia(mb, l->form[1][FORM_RADIUS][k]));
    }
}

// Geometry and motion of all pairs of a batch, of which some may be of spheres; `beyond` touch laws may hold a contact or act through a field, and bridges hold
// bodies at any distance.
static void derive_convex_pairs(const scree_pair_job *job, batch_workspace *q, const uint32_t *pick,
                                size_t first, int n) {
    const scree_world *w = job->world;
    const scree_period period = job->period;
    const double neck = job->neck, field = job->field;
    const double *bridge = q->options.bond >= 0 ? q->b.h[q->options.bond] : NULL;
    const int in_field = q->options.in_field;
    const int lanes = (n + 7) & ~7, moves = w->p.mobility != NULL;
    convex_lanes l;
    gather_forms(w, pick, first, n, job->kinds, &l);
    double(*last)[SCREE_BATCH] = q->b.h + job->laws->direction;
#pragma omp simd
    for (int k = 0; k < lanes; k++) {
        put_vector(l.d, k,
                   scree_nearest_upright(&period, q->bodies.x[0][k], q->bodies.x[1][k], q->bodies.x[2][k]));
        l.beyond[k] = in_field ? field : (1.0 - q->b.fresh[k]) * neck;
        put_vector(l.last, k, in_field ? vec3(0.0, 0.0, 0.0) : row_vector(last, k));
    }
    for (int k = 0; bridge && k < lanes; k++) {
        l.beyond[k] = bridge[k] > 0.0 ? INFINITY : l.beyond[k];
    }
    begin_lanes(&l, q->bodies.x[3], q->bodies.wa[3], job->kinds, lanes);
    search_lanes(&l, lanes);
    search_others(job, q, &l, pick, first, n);
    for (int k = 0; k < n; k++) {
        scree_pair_apart *apart = &w->pairs.apart[pair_of(pick, first, k, 0, n)];
        if (l.state[k] == SCREE_QUICK_APART) {
            *apart = (scree_pair_apart){(float)l.n[0][k], (float)l.n[1][k], (float)l.n[2][k], 0.0F};
        } else {
            apart->until = -(float)l.steps[k];
        }
    }
    if (job->central) {
#pragma omp simd
        for (int k = 0; k < lanes; k++) {
            derive_convex_lane(q, &l, k, 1, 1);
        }
    } else {
#pragma omp simd
        for (int k = 0; k < lanes; k++) {
            derive_convex_lane(q, &l, k, moves, 0);
        }
    }
    if (moves && w->shapes.piece_turn) {
        set_piece_masses(job, q, &l, pick, first, n);
    }
    if (!in_field) {
#pragma omp simd
        for (int k = 0; k < lanes; k++) {
            put_vector(last, k, row_vector(l.seen, k));
        }
    }
    if (q->options.follows) {
#pragma omp simd
        for (int k = 0; k < lanes; k++) {
            set_convex_step(q, &l, k);
        }
    }
}

// The `until` of a pair whose bodies are this far apart, m. It is rounded down.
SCREE_LAW float apart_until(const scree_pairs *pairs, double gap) {
    return gap > 0.0 ? (float)((pairs->approach + gap) * (1.0 - 1e-6)) : 0.0F;
}

// Leaves out those of n pairs that have been so far apart that they cannot touch yet. Returns how many stay.
SCREE_LAW int leave_out_far(const scree_pairs *pairs, uint32_t *pair, int n) {
    const double approach = pairs->approach;
    int stay = 0;
    for (int k = 0; k < n; k++) {
        const uint32_t index = pair[k];
        pair[stay] = index;
        stay += !((double)pairs->apart[index].until > approach);
    }
    return stay;
}

// Sorts n pairs by the steps of their last searches, as lanes that are searched together wait for each other. Pairs that have none come last.
static void sort_by_steps(const scree_pairs *pairs, uint32_t *pair, int n) {
    enum { CLASSES = 8 };
    int from[CLASSES + 1] = {0};
    uint8_t class[MOST_WAITING];
    uint32_t sorted[MOST_WAITING];
    for (int k = 0; k < n; k++) {
        const float steps = -pairs->apart[pair[k]].until;
        class[k] = (uint8_t)(steps > 0.0F && steps < (float)CLASSES ? (int)steps - 1 : CLASSES - 1);
        from[class[k] + 1]++;
    }
    for (int c = 0; c < CLASSES; c++) {
        from[c + 1] += from[c];
    }
    for (int k = 0; k < n; k++) {
        sorted[from[class[k]]++] = pair[k];
    }
    memcpy(pair, sorted, (size_t)n * sizeof *pair);
}

// Leaves out those of n pairs that are apart along the direction in which they were found apart last, or else along the line between their centres: most pairs whose spheres
// overlap. Returns how many stay.
static int leave_out_apart(const scree_pair_job *job, uint32_t *pair, int n) {
    const scree_world *w = job->world;
    const scree_period period = job->period;
    convex_lanes l;
    double a[4][SCREE_BATCH], b[4][SCREE_BATCH], apart[SCREE_BATCH];
    int stay = 0;
    for (int first = 0; first < n; first += SCREE_BATCH) {
        const int m = n - first < SCREE_BATCH ? n - first : SCREE_BATCH, lanes = (m + 7) & ~7;
        gather_forms(w, pair + first, 0, m, job->kinds, &l);
        for (int k = 0; k < lanes; k += 4) {
            const void *xa[4], *xb[4];
            for (int j = 0; j < 4; j++) {
                const scree_pair two = w->pairs.pair[pair_of(pair + first, 0, k, j, m)];
                xa[j] = &w->p.x[two.a], xb[j] = &w->p.x[two.b];
            }
            load_rows(xa, a, k);
            load_rows(xb, b, k);
        }
        for (int k = 0; k < lanes; k++) {
            const double x = b[0][k] - a[0][k], y = b[1][k] - a[1][k], z = b[2][k] - a[2][k];
            put_vector(l.d, k,
                       period.leans ? scree_nearest_leaning(&period, x, y, z)
                                    : scree_nearest_upright(&period, x, y, z));
        }
        double along[3][SCREE_BATCH];
        for (int k = 0; k < lanes; k++) {
            const scree_pair_apart *way = &w->pairs.apart[pair_of(pair + first, 0, k, 0, m)];
            const int known = way->x != 0.0F || way->y != 0.0F || way->z != 0.0F;
            put_vector(along, k, known ? vec3(way->x, way->y, way->z) : row_vector(l.d, k));
        }
        apart_along(&l, along, a[3], b[3], job->kinds, lanes, apart);
        for (int k = 0; k < m; k++) {
            const uint32_t index = pair[first + k];
            pair[stay] = index;
            stay += !(apart[k] > 0.0);
            w->pairs.apart[index].until = apart_until(&w->pairs, apart[k]);
        }
    }
    return stay;
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
    const scree_convex body = scree_convex_body(job->world, i);
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
    const scree_convex body = scree_convex_body(w, i);
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
