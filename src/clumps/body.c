// SPDX-License-Identifier: BSD-3-Clause
#include "clumps/body.h"
#include "access/own_size.h"
#include "clumps/piece_shapes.h"
#include "maths/math.h"
#include <stdio.h>

static void set_attitude(scree_particles *p, size_t i, scree_quaternion q) {
    p->turn_w[i] = q.w;
    p->turn[i] = vec3(q.x, q.y, q.z);
}

// ---- placing -----------------------------------------------------------------------------------------------

scree_quaternion scree_body_turn(const scree_source_def *source) {
    double s = 0.0, c = 1.0;
    if (source->has_orientation) {
        scree_sin_cos(0.5 * source->turn_angle, &s, &c);
    }
    return (scree_quaternion){c, s * source->turn_axis.x, s * source->turn_axis.y, s * source->turn_axis.z};
}

scree_quaternion scree_body_attitude(const scree_world *w, int shape, scree_quaternion turn) {
    return scree_quaternion_unit(scree_quaternion_product(turn, w->case_->shape.data[shape].shape.axes));
}

double scree_body_mass(const scree_world *w, const scree_body *b) {
    return b->mass > 0.0 ? b->mass
                         : scree_particle_mass(0.5 * b->size, w->case_->material.data[b->material].density);
}

scree_member scree_body_member(const scree_world *w, const scree_body *b, size_t k) {
    const scree_member *m = &w->case_->shape.data[b->shape].shape.member.data[k];
    const scree_mat3 r = scree_quaternion_matrix(b->attitude);
    return (scree_member){vec_add(b->x, vec_scale(b->size, mat_mul(&r, m->at))), b->size * m->radius};
}

static scree_vec3 momentum_for(scree_quaternion attitude, scree_vec3 moments, scree_vec3 spin) {
    const scree_mat3 r = scree_quaternion_matrix(attitude);
    const scree_vec3 own = mat_mul_transposed(&r, spin);
    return mat_mul(&r, vec3(moments.x * own.x, moments.y * own.y, moments.z * own.z));
}

double scree_body_energy_of(const scree_world *w, const scree_body *b) {
    const double m = scree_body_mass(w, b);
    const scree_vec3 moments =
        vec_scale(m * (b->size * b->size), w->case_->shape.data[b->shape].shape.moments);
    return 0.5 * m * vec_norm2(b->v) + 0.5 * vec_dot(b->w, momentum_for(b->attitude, moments, b->w)) -
           m * vec_dot(w->gravity, b->x);
}

// The tensor of which n.J.n is 1/(moment of inertia about n), in the laboratory frame.
typedef struct inverse_inertia {
    scree_vec3 x, y, z; // columns
} inverse_inertia;

static inverse_inertia inverse_of(const scree_mat3 *r, scree_vec3 inverse) {
    const double *m = r->m;
    scree_vec3 column[3];
    for (int k = 0; k < 3; k++) {
        column[k] =
            mat_mul(r, vec3(inverse.x * m[3 * k], inverse.y * m[3 * k + 1], inverse.z * m[3 * k + 2]));
    }
    return (inverse_inertia){column[0], column[1], column[2]};
}

// The mobility of the contacts of a member whose centre is at r from that of the body: n.W.n = 1/M + (r x n).J (r x n).
static void set_mobility(scree_particles *p, size_t i, const inverse_inertia *j, double one, scree_vec3 r) {
    const scree_vec3 a = vec_sub(vec_scale(r.z, j->y), vec_scale(r.y, j->z)), // J (r x n) for n along x, y, z
        b = vec_sub(vec_scale(r.x, j->z), vec_scale(r.z, j->x)),
                     c = vec_sub(vec_scale(r.y, j->x), vec_scale(r.x, j->y));
    p->mobility[i] = (scree_mobility_tensor){.xx = one + (r.z * a.y - r.y * a.z),
                                             .yy = one + (r.x * b.z - r.z * b.x),
                                             .zz = one + (r.y * c.x - r.x * c.y),
                                             .xy = r.z * b.y - r.y * b.z,
                                             .xz = r.z * c.y - r.y * c.z,
                                             .yz = r.x * c.z - r.z * c.x,
                                             .is_set = 1.0};
}

// A pose has what places the members of a body in one step.
typedef struct pose {
    const scree_shape *shape;
    double size, mass;
    scree_mat3 r;       // from the principal axes to the laboratory
    scree_vec3 inverse; // 1/(kg m2), of the principal moments
} pose;

static pose pose_of(const scree_world *w, size_t i) {
    const scree_particles *p = &w->p;
    const scree_vec3 m = scree_body_moments(w, i);
    return (pose){scree_body_shape(w, i), p->size[i], p->motion[i].v.m,
                  scree_quaternion_matrix(scree_body_attitude_of(p, i)),
                  vec3(1.0 / m.x, 1.0 / m.y, 1.0 / m.z)};
}

static scree_vec3 arm_of(const pose *a, size_t k) {
    return mat_mul(&a->r, vec_scale(a->size, a->shape->member.data[k].at));
}

static scree_vec3 spin_of(const pose *a, scree_vec3 momentum) {
    const scree_vec3 own = mat_mul_transposed(&a->r, momentum);
    return mat_mul(&a->r, vec3(a->inverse.x * own.x, a->inverse.y * own.y, a->inverse.z * own.z));
}

// The velocity of a member without that of a deforming cell at its own place.
static scree_vec3 velocity_of_member(const scree_world *w, scree_vec3 v, scree_vec3 turn, scree_vec3 arm) {
    const scree_vec3 u = vec_add(v, turn);
    return w->cell.deforms ? vec_sub(u, scree_cell_velocity(&w->cell, arm)) : u;
}

static void set_velocities(scree_world *w, size_t i, scree_vec3 v, scree_vec3 spin, scree_vec3 arm) {
    const scree_vec3 u = velocity_of_member(w, v, vec_cross(spin, arm), arm);
    scree_velocities *m = &w->p.motion[i];
    m->v.x = u.x, m->v.y = u.y, m->v.z = u.z;
    m->w.x = spin.x, m->w.y = spin.y, m->w.z = spin.z;
}

// Places the members around the centre, moving with these velocities. Returns the square of the largest displacement, m2.
static double place_members(scree_world *w, const pose *a, size_t first, scree_vec3 v, scree_vec3 spin) {
    scree_particles *p = &w->p;
    const scree_vec3 centre = p->centre[first];
    const inverse_inertia inverse = inverse_of(&a->r, a->inverse);
    const double one = 1.0 / a->mass;
    double most = 0.0;
    for (size_t k = 0; k < a->shape->member.n; k++) {
        const size_t i = first + k;
        const scree_vec3 arm = arm_of(a, k), at = scree_cell_wrap(&w->cell, vec_add(centre, arm));
        scree_pos *x = &p->x[i];
        const scree_vec3 moved = scree_nearest_image(&w->cell.period, at.x - x->x, at.y - x->y, at.z - x->z);
        const double moved2 = vec_norm2(moved);
        most = moved2 > most ? moved2 : most;
        x->x = at.x, x->y = at.y, x->z = at.z;
        p->centre[i] = centre;
        set_velocities(w, i, v, spin, arm);
        if (p->mobility) {
            set_mobility(p, i, &inverse, one, arm);
        }
        if (p->form) {
            p->form[i] = scree_form_of(a->shape, k, a->size, scree_body_attitude_of(p, first), a->inverse);
        }
    }
    return most;
}

// Shares the film of a new body among its members by their own volumes. Members were added as spheres of density 1.
static void share_film(scree_world *w, size_t first, double mass) {
    const scree_particles *p = &w->p;
    const size_t n = scree_whole_rows(w, first);
    double volumes = 0.0;
    for (size_t k = first; k < first + n; k++) {
        volumes += scree_own_volume(p, k);
    }
    for (size_t k = first; k < first + n; k++) {
        p->liquid[k] *= mass / volumes * (scree_own_volume(p, k) / scree_sphere_volume(p->x[k].r));
    }
}

void scree_body_add(scree_world *w, const scree_body *b) {
    scree_particles *p = &w->p;
    const size_t first = p->n, n = w->case_->shape.data[b->shape].shape.member.n;
    const double mass = scree_body_mass(w, b);
    for (size_t k = 0; k < n; k++) {
        const scree_member m = scree_body_member(w, b, k);
        scree_particle_add(w, &(scree_particle){.x = m.at,
                                                .radius = m.radius,
                                                .density = 1.0,
                                                .material = b->material,
                                                .id = b->id + k,
                                                .body = b->id,
                                                .shape = (uint64_t)b->shape,
                                                .size = b->size,
                                                .centre = scree_cell_wrap(&w->cell, b->x),
                                                .source = b->source,
                                                .temperature = b->temperature});
        p->motion[first + k].v.m = mass;
        p->f[first + k] = (scree_wrench){0};
    }
    set_attitude(p, first, b->attitude);
    for (size_t k = 0; k < n && b->fixed; k++) {
        scree_particle_fix(w, first + k);
    }
    scree_body_move(w, first, b->v, b->w);
    if (p->liquid) {
        share_film(w, first, mass);
    }
}

// ---- changes -----------------------------------------------------------------------------------------------

void scree_body_move_on(scree_world *w, size_t i, scree_vec3 v, scree_vec3 spin) {
    const pose a = pose_of(w, i);
    w->p.body_velocity[i] = v;
    w->p.momentum[i] = momentum_for(scree_body_attitude_of(&w->p, i), scree_body_moments(w, i), spin);
    place_members(w, &a, i, v, spin);
}

void scree_body_move(scree_world *w, size_t i, scree_vec3 v, scree_vec3 spin) {
    scree_body_move_on(w, i, v, spin);
    w->list_valid = false;
}

void scree_body_follow(scree_world *w, size_t i) {
    scree_particles *p = &w->p;
    const pose a = pose_of(w, i);
    for (size_t k = 0; k < a.shape->member.n; k++) {
        const double r = p->size[i] * a.shape->member.data[k].radius;
        if (fabs(p->x[i + k].r - r) > 1e-9 * r) { // one that grew has rounding
            p->x[i + k].r = r;
        }
        p->motion[i + k].v.m = p->motion[i].v.m;
        if (p->temperature) {
            p->temperature[i + k] = p->temperature[i];
        }
    }
    place_members(w, &a, i, p->body_velocity[i], spin_of(&a, p->momentum[i]));
    w->list_valid = false;
}

bool scree_body_is_whole(const scree_world *w, size_t i) {
    const double slack = 1e-9; // rounding leaves less
    const scree_particles *p = &w->p;
    const pose a = pose_of(w, i);
    const scree_vec3 spin = spin_of(&a, p->momentum[i]), v = p->body_velocity[i];
    bool whole = true;
    for (size_t k = 0; k < a.shape->member.n; k++) {
        const scree_pos *x = &p->x[i + k];
        const scree_velocities *m = &p->motion[i + k];
        const scree_vec3 arm = arm_of(&a, k), at = vec_add(p->centre[i], arm), turn = vec_cross(spin, arm);
        const double r = a.size * a.shape->member.data[k].radius;
        whole &= vec_norm(scree_nearest_image(&w->cell.period, x->x - at.x, x->y - at.y, x->z - at.z)) <=
                     slack * a.size &&
                 fabs(x->r - r) <= slack * r &&
                 vec_norm(vec_sub(vec3(m->v.x, m->v.y, m->v.z), velocity_of_member(w, v, turn, arm))) <=
                     slack * (vec_norm(v) + vec_norm(turn)) &&
                 vec_norm(vec_sub(vec3(m->w.x, m->w.y, m->w.z), spin)) <= slack * vec_norm(spin);
    }
    return whole;
}

void scree_body_settle(scree_world *w, size_t i) {
    scree_particles *p = &w->p;
    set_attitude(p, i, scree_quaternion_unit(scree_body_attitude_of(p, i)));
    p->centre[i] = scree_cell_wrap(&w->cell, p->centre[i]);
    scree_body_follow(w, i);
}

void scree_body_scale(scree_world *w, size_t i, double factor) {
    const scree_spin s = w->p.motion[i].w;
    for (size_t k = 0; k < scree_whole_rows(w, i); k++) {
        w->p.size[i + k] *= factor;
        w->p.x[i + k].r *= factor;
    }
    scree_body_move(w, i, w->p.body_velocity[i], vec3(s.x, s.y, s.z));
}

scree_body_load scree_body_load_of(const scree_world *w, size_t i) {
    const scree_particles *p = &w->p;
    const pose a = pose_of(w, i);
    scree_vec3 force = vec_scale(a.mass, w->gravity), torque = vec3(0.0, 0.0, 0.0);
    for (size_t k = 0; k < a.shape->member.n; k++) {
        const scree_wrench *f = &p->f[i + k];
        const scree_vec3 own = vec3(f->fx, f->fy, f->fz);
        force = vec_add(force, own);
        torque = vec_add(torque, vec_add(vec3(f->tx, f->ty, f->tz), vec_cross(arm_of(&a, k), own)));
    }
    return (scree_body_load){force, torque, p->body_velocity[i], p->momentum[i], a.mass};
}

// Through its first member: there the force has an arm.
void scree_body_push(scree_world *w, size_t i, scree_vec3 force, scree_vec3 torque) {
    const pose a = pose_of(w, i);
    const scree_vec3 t = vec_sub(torque, vec_cross(arm_of(&a, 0), force));
    scree_wrench *f = &w->p.f[i];
    f->fx += force.x, f->fy += force.y, f->fz += force.z;
    f->tx += t.x, f->ty += t.y, f->tz += t.z;
}

scree_vec3 scree_body_spin(const scree_world *w, size_t i, scree_vec3 momentum) {
    return scree_rigid_spin(scree_body_attitude_of(&w->p, i), scree_body_moments(w, i), momentum);
}

size_t scree_body_bound(const scree_world *w, size_t i) {
    while (i < w->p.n && !scree_is_first(&w->p, i)) {
        i++;
    }
    return i;
}

// ---- rows for outputs --------------------------------------------------------------------------------------

static scree_vec3 half_axes_of(const pose *a) {
    if (!scree_shape_is_convex(a->shape)) {
        return vec3(0.0, 0.0, 0.0);
    }
    const scree_form *f = &a->shape->piece.data[0].form;
    return vec_scale(a->size, vec3(f->a, f->b, f->c));
}

static scree_body_row row_of(const scree_world *w, size_t i) {
    const scree_particles *p = &w->p;
    const pose a = pose_of(w, i);
    const scree_quaternion q =
        scree_quaternion_product(scree_body_attitude_of(p, i), scree_quaternion_conjugate(a.shape->axes));
    return (scree_body_row){
        .id = p->id[i],
        .shape = p->shape[i],
        .members = a.shape->member.n,
        .material = p->motion[i].w.material,
        .size = a.size,
        .mass = a.mass == SCREE_FIXED_MASS ? 0.0 : a.mass,
        .x = p->centre[i],
        .v = p->body_velocity[i],
        .orientation = {q.w, q.x, q.y, q.z},
        .spin = spin_of(&a, p->momentum[i]),
        .momentum = a.mass == SCREE_FIXED_MASS ? vec3(0.0, 0.0, 0.0) : p->momentum[i],
        .half_axes = half_axes_of(&a),
    };
}

scree_body_row *scree_body_rows(const scree_world *w, size_t *n) {
    size_t all;
    scree_id_index *list = scree_particles_by_id(&w->p, &all);
    scree_body_row *row = scree_realloc(NULL, 0, (all + 1) * sizeof *row);
    *n = 0;
    for (size_t k = 0; k < all; k++) {
        const size_t i = list[k].index;
        if (scree_is_member(&w->p, i) && scree_is_first(&w->p, i)) {
            row[(*n)++] = row_of(w, i);
        }
    }
    scree_free(list);
    return row;
}

// ---- warnings ----------------------------------------------------------------------------------------------

// Are the members of the clump that begins at row i where those of its shape are? Of those in this rank's rows.
static bool has_shape(const scree_world *w, size_t i) {
    const scree_particles *p = &w->p;
    const scree_shape *shape = scree_body_shape(w, i);
    const scree_mat3 r = scree_quaternion_matrix(scree_body_attitude_of(p, i));
    bool fits = true;
    for (size_t k = 0; k < shape->member.n && i + k < p->n && p->body[i + k] == p->id[i] && fits; k++) {
        const scree_vec3 at = vec_add_scaled(p->centre[i], p->size[i], mat_mul(&r, shape->member.data[k].at));
        const scree_pos *x = &p->x[i + k];
        fits = vec_norm(scree_nearest_image(&w->cell.period, x->x - at.x, x->y - at.y, x->z - at.z)) <=
               1e-6 * p->size[i];
    }
    return fits;
}

// Is a member the piece of its shape, or a sphere as there? Lengths are compared, as a checkpoint does not have the corners.
static bool has_form(const scree_world *w, size_t i, uint64_t member) {
    if (!w->p.form) {
        return true;
    }
    const scree_form own = w->p.form[i],
                     of = scree_form_of(scree_body_shape(w, i), member, w->p.size[i],
                                        (scree_quaternion){1.0, 0.0, 0.0, 0.0}, vec3(0.0, 0.0, 0.0));
    const double most = 1e-9 * w->p.size[i];
    return own.kind == of.kind && own.exponent == of.exponent && own.bulge == of.bulge &&
           own.hull == of.hull && fabs(own.a - of.a) <= most && fabs(own.b - of.b) <= most &&
           fabs(own.c - of.c) <= most && fabs(own.rounding - of.rounding) <= most &&
           fabs(own.radius - of.radius) <= most;
}

bool scree_bodies_fit(const scree_world *w, const char *path, scree_report *r) {
    const scree_particles *p = &w->p;
    bool fine = true;
    for (size_t i = 0; p->body && i < p->n && fine; i++) {
        if (!scree_is_member(p, i)) {
            continue;
        }
        const uint64_t member = p->id[i] - p->body[i];
        const scree_shape *shape = p->shape[i] < w->case_->shape.n ? scree_body_shape(w, i) : NULL;
        fine = shape && member < shape->member.n && p->size[i] > 0.0 &&
               fabs(p->x[i].r - p->size[i] * shape->member.data[member].radius) <= 1e-9 * p->x[i].r &&
               has_form(w, i, member) && (!scree_is_first(p, i) || has_shape(w, i));
        if (!fine) {
            scree_report_error(r,
                               "%s: particle %llu is a member of a clump that is none of this case's shapes; "
                               "accepted: the same 'shapes' as in the run that wrote the file",
                               path, (unsigned long long)p->id[i]);
        }
    }
    return fine;
}

static bool is_inside(const scree_member *a, const scree_member *b) {
    return vec_norm(vec_sub(a->at, b->at)) <= b->radius - a->radius;
}

// Findings about the pairs of members, and the first member of each kind.
typedef struct member_looks {
    bool *joined;
    size_t inside, inner, outer; // inside: how many are
} member_looks;

static void look_at_pair(const scree_member *m, size_t i, size_t k, member_looks *looks) {
    const double gap = vec_norm(vec_sub(m[i].at, m[k].at)) - m[i].radius - m[k].radius;
    const bool touch = gap <= 1e-6 * (m[i].radius + m[k].radius), within = is_inside(&m[i], &m[k]),
               around = is_inside(&m[k], &m[i]);
    looks->joined[i] |= touch;
    looks->joined[k] |= touch;
    if (within || around) {
        looks->inner = looks->inside == 0 ? (within ? i : k) : looks->inner;
        looks->outer = looks->inside == 0 ? (within ? k : i) : looks->outer;
        looks->inside++;
    }
}

// Visits the pairs of members: of an agglomerate those with bonds, of a clump all.
static void warn_of_members(const scree_world *w, const scree_shape_def *s, scree_report *r) {
    if (scree_shape_has_pieces(&s->shape)) {
        scree_pieces_warn(w, s, r);
        return;
    }
    const scree_member *m = s->member.data;
    const size_t n = s->member.n;
    member_looks looks = {.joined = scree_zeros(n * sizeof(bool))};
    for (size_t k = 0; s->bonded && k < s->bond.n; k++) {
        look_at_pair(m, s->bond.data[k].a, s->bond.data[k].b, &looks);
    }
    for (size_t i = 0; !s->bonded && i < n; i++) {
        for (size_t k = i + 1; k < n; k++) {
            look_at_pair(m, i, k, &looks);
        }
    }
    size_t alone = 0, first = 0;
    scree_vec3 low = vec3(INFINITY, INFINITY, INFINITY), high = vec_scale(-1.0, low);
    for (size_t i = 0; i < n; i++) {
        first = alone == 0 ? i : first;
        alone += n > 1 && !looks.joined[i];
        low = vec_min(low, vec_sub(m[i].at, vec3(m[i].radius, m[i].radius, m[i].radius)));
        high = vec_max(high, vec_add(m[i].at, vec3(m[i].radius, m[i].radius, m[i].radius)));
    }
    scree_free(looks.joined);
    char more[96] = "";
    if (looks.inside > 0) {
        if (looks.inside > 1) {
            snprintf(more, sizeof more, ", and %zu more are inside others", looks.inside - 1);
        }
        scree_report_at(r, SCREE_SEVERITY_WARNING, w->case_->path, s->place.line, s->place.column,
                        "shapes.%s: member %zu is inside member %zu%s", s->name, looks.inner + 1,
                        looks.outer + 1, more);
    }
    if (alone > 0) {
        more[0] = 0;
        if (alone > 1) {
            snprintf(more, sizeof more, ", as %zu more of %zu", alone - 1, n);
        }
        scree_report_at(r, SCREE_SEVERITY_WARNING, w->case_->path, s->place.line, s->place.column,
                        "shapes.%s: member %zu touches no other one%s: particles may get between them",
                        s->name, first + 1, more);
    }
    const scree_vec3 c = s->shape.centre;
    if (!(c.x >= low.x && c.y >= low.y && c.z >= low.z && c.x <= high.x && c.y <= high.y && c.z <= high.z)) {
        scree_report_at(r, SCREE_SEVERITY_WARNING, w->case_->path, s->place.line, s->place.column,
                        "shapes.%s: its centre, %.4g %.4g %.4g m, is outside its members", s->name, c.x, c.y,
                        c.z);
    }
}

// A clump that meets its own image.
static void warn_of_period(const scree_world *w, const scree_source_def *s, scree_report *r) {
    const double size = scree_source_has_positions(s) ? s->diameter : s->size.max,
                 across = size * scree_shape_across(&w->case_->shape.data[s->shape].shape);
    for (int axis = 0; axis < 3; axis++) {
        const double period = w->cell.period.length[axis];
        if (w->cell.periodic[axis] && across > period) {
            scree_report_at(r, SCREE_SEVERITY_WARNING, w->case_->path, s->place.line, s->place.column,
                            "'%s': its clumps may be %.4g m across, more than the period along %c, %.4g m: "
                            "they reach their own images, with which they have no contacts",
                            s->name, across, 'x' + axis, period);
        }
    }
}

void scree_bodies_warn(const scree_world *w, scree_report *r) {
    for (size_t k = 0; k < w->case_->source.n; k++) {
        const scree_source_def *s = &w->case_->source.data[k];
        if (s->shape >= 0 && s->kind != SCREE_SOURCE_PARTICLE_FILE) {
            warn_of_period(w, s, r);
        }
    }
    for (size_t k = 0; k < w->case_->shape.n; k++) {
        warn_of_members(w, &w->case_->shape.data[k], r);
    }
}
