// SPDX-License-Identifier: BSD-3-Clause
#include "step/body.h"
#include "base/math.h"

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
    return scree_particle_mass(0.5 * b->size, w->case_->material.data[b->material].density);
}

scree_member scree_body_member(const scree_world *w, const scree_body *b, size_t k) {
    const scree_member *m = &w->case_->shape.data[b->shape].shape.member.data[k];
    const scree_mat3 r = scree_quaternion_matrix(b->attitude);
    return (scree_member){vec_add(b->x, vec_scale(b->size, mat_mul(&r, m->at))), b->size * m->radius};
}

static scree_vec3 momentum_of(const scree_world *w, const scree_body *b) {
    const scree_vec3 i =
        vec_scale(scree_body_mass(w, b) * (b->size * b->size), w->case_->shape.data[b->shape].shape.moments);
    const scree_mat3 r = scree_quaternion_matrix(b->attitude);
    const scree_vec3 own = mat_mul_transposed(&r, b->w);
    return mat_mul(&r, vec3(i.x * own.x, i.y * own.y, i.z * own.z));
}

double scree_body_energy_of(const scree_world *w, const scree_body *b) {
    const double m = scree_body_mass(w, b);
    return 0.5 * m * vec_norm2(b->v) + 0.5 * vec_dot(b->w, momentum_of(w, b)) - m * vec_dot(w->gravity, b->x);
}

// The mobility of the contact of a member with its arm from the centre: 1/m = n.W.n = 1/M + (r x n).I^-1 (r x n), so
// W = 1/M - [r] I^-1 [r], with [r] the matrix of the cross product.
static void set_mobility(scree_particles *p, size_t i, const scree_mat3 *axes, scree_vec3 moments,
                         double mass, scree_vec3 own) {
    // In the frame of the principal axes, where I is diagonal: columns of [r]^T I^-1 [r].
    const double a = 1.0 / moments.x, b = 1.0 / moments.y, c = 1.0 / moments.z, one = 1.0 / mass;
    const double x = own.x, y = own.y, z = own.z;
    const double s[3][3] = {{one + b * z * z + c * y * y, -c * x * y, -b * x * z},
                            {-c * x * y, one + a * z * z + c * x * x, -a * y * z},
                            {-b * x * z, -a * y * z, one + a * y * y + b * x * x}};
    double t[3][3], l[3][3];
    const double *r = axes->m;
    for (int j = 0; j < 3; j++) {
        for (int k = 0; k < 3; k++) {
            t[j][k] = r[3 * j] * s[0][k] + r[3 * j + 1] * s[1][k] + r[3 * j + 2] * s[2][k];
        }
    }
    for (int j = 0; j < 3; j++) {
        for (int k = 0; k < 3; k++) {
            l[j][k] = t[j][0] * r[3 * k] + t[j][1] * r[3 * k + 1] + t[j][2] * r[3 * k + 2];
        }
    }
    p->mobility[i] = vec3(l[0][0], l[1][1], l[2][2]);
    p->mobility_off[i] = vec3(l[0][1], l[0][2], l[1][2]);
}

// Places the members around the centre, moving with these velocities. Returns the square of the largest displacement, m2.
static double place_members(scree_world *w, size_t first, size_t n, scree_vec3 v, scree_vec3 spin) {
    scree_particles *p = &w->p;
    const scree_shape *shape = scree_body_shape(w, first);
    const scree_mat3 r = scree_quaternion_matrix(scree_body_attitude_of(p, first));
    const scree_vec3 moments = scree_body_moments(w, first), centre = p->centre[first];
    const double size = p->size[first], mass = p->motion[first].v.m;
    double most = 0.0;
    for (size_t k = 0; k < n; k++) {
        const size_t i = first + k;
        const scree_vec3 own = vec_scale(size, shape->member.data[k].at), arm = mat_mul(&r, own),
                         at = scree_cell_wrap(&w->cell, vec_add(centre, arm)),
                         u = vec_add(v, vec_cross(spin, arm));
        scree_pos *x = &p->x[i];
        const scree_vec3 moved = scree_nearest_image(&w->cell.period, at.x - x->x, at.y - x->y, at.z - x->z);
        most = fmax(most, vec_norm2(moved));
        x->x = at.x, x->y = at.y, x->z = at.z;
        p->centre[i] = centre;
        p->motion[i].v = (scree_vel){u.x, u.y, u.z, mass};
        p->motion[i].w.x = spin.x, p->motion[i].w.y = spin.y, p->motion[i].w.z = spin.z;
        if (p->mobility) {
            set_mobility(p, i, &r, moments, mass, own);
        }
    }
    return most;
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
                                                .source = b->source});
        p->motion[first + k].v.m = mass;
        p->f[first + k] = (scree_wrench){0};
    }
    set_attitude(p, first, b->attitude);
    p->body_velocity[first] = b->v;
    p->momentum[first] = momentum_of(w, b);
    for (size_t k = 0; k < n && b->fixed; k++) {
        scree_particle_fix(w, first + k);
    }
    place_members(w, first, n, b->v, b->w);
}

// ---- rows --------------------------------------------------------------------------------------------------

size_t scree_body_rows(const scree_world *w, size_t i) {
    return scree_body_shape(w, i)->member.n;
}

size_t scree_body_bound(const scree_world *w, size_t i) {
    while (i < w->p.n && !scree_is_first(&w->p, i)) {
        i++;
    }
    return i;
}

// ---- one step ----------------------------------------------------------------------------------------------

// Sums of the forces on the members and of their torques about the centre, in the order of their ids.
static void gather(const scree_world *w, size_t first, size_t n, scree_vec3 *force, scree_vec3 *torque) {
    const scree_particles *p = &w->p;
    const scree_shape *shape = scree_body_shape(w, first);
    const scree_mat3 r = scree_quaternion_matrix(scree_body_attitude_of(p, first));
    *force = *torque = vec3(0.0, 0.0, 0.0);
    for (size_t k = 0; k < n; k++) {
        const scree_wrench *f = &p->f[first + k];
        const scree_vec3 arm = mat_mul(&r, vec_scale(p->size[first], shape->member.data[k].at)),
                         own = vec3(f->fx, f->fy, f->fz);
        *force = vec_add(*force, own);
        *torque = vec_add(*torque, vec_add(vec3(f->tx, f->ty, f->tz), vec_cross(arm, own)));
    }
}

void scree_body_first(scree_world *w, const scree_integrate_job *job, size_t i, size_t n,
                      scree_integrate_result *result) {
    scree_particles *p = &w->p;
    const double mass = p->motion[i].v.m, half = 0.5 * job->dt * scree_mobility(mass);
    const scree_vec3 moments = scree_body_moments(w, i);
    scree_quaternion q = scree_body_attitude_of(p, i);
    scree_vec3 force, torque;
    gather(w, i, n, &force, &torque);
    const scree_vec3 kick = vec_scale(half, vec_add_scaled(vec_scale(1.0 / mass, force), 1.0, job->gravity));
    p->body_velocity[i] = vec_add(p->body_velocity[i], kick);
    p->momentum[i] = vec_add_scaled(p->momentum[i], half, torque);
    const scree_vec3 centre =
        scree_cell_wrap(job->cell, vec_add_scaled(p->centre[i], job->dt, p->body_velocity[i]));
    p->centre[i] = centre;
    scree_rigid_turn(&q, moments, p->momentum[i], job->dt);
    set_attitude(p, i, q);
    const scree_vec3 seen = vec_add_scaled(p->body_velocity[i], job->seen, kick),
                     spin = scree_rigid_spin(q, moments,
                                             vec_add_scaled(p->momentum[i], job->seen * half, torque));
    const double moved2 = place_members(w, i, n, seen, spin);
    result->lost += !scree_cell_holds(job->cell, centre);
    result->bad |= !(vec_norm2(centre) < 1e300 && moved2 < 1e300);
    result->speed2 = fmax(result->speed2, moved2 / (job->dt * job->dt));
}

void scree_body_second(scree_world *w, const scree_integrate_job *job, size_t i, size_t n) {
    scree_particles *p = &w->p;
    const double mass = p->motion[i].v.m, half = 0.5 * job->dt * scree_mobility(mass);
    const scree_shape *shape = scree_body_shape(w, i);
    const scree_mat3 r = scree_quaternion_matrix(scree_body_attitude_of(p, i));
    scree_vec3 force, torque;
    gather(w, i, n, &force, &torque);
    p->body_velocity[i] = vec_add_scaled(p->body_velocity[i], half,
                                         vec_add_scaled(vec_scale(1.0 / mass, force), 1.0, job->gravity));
    p->momentum[i] = vec_add_scaled(p->momentum[i], half, torque);
    const scree_vec3 spin = scree_rigid_spin(scree_body_attitude_of(p, i), scree_body_moments(w, i),
                                             p->momentum[i]),
                     v = p->body_velocity[i];
    for (size_t k = 0; k < n; k++) {
        const scree_vec3 arm = mat_mul(&r, vec_scale(p->size[i], shape->member.data[k].at)),
                         u = vec_add(v, vec_cross(spin, arm));
        scree_velocities *m = &p->motion[i + k];
        m->v.x = u.x, m->v.y = u.y, m->v.z = u.z;
        m->w.x = spin.x, m->w.y = spin.y, m->w.z = spin.z;
    }
}

// ---- warnings ----------------------------------------------------------------------------------------------

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
               fabs(p->x[i].r - p->size[i] * shape->member.data[member].radius) <= 1e-9 * p->x[i].r;
        if (!fine) {
            scree_report_error(
                r,
                "%s: particle %llu is a member of a clump that is none of this case's shapes; accepted: the "
                "same 'shapes' as in the run that wrote the file",
                path, (unsigned long long)p->id[i]);
        }
    }
    return fine;
}

static bool is_inside(const scree_member *a, const scree_member *b) {
    return vec_norm(vec_sub(a->at, b->at)) <= b->radius - a->radius;
}

static void warn_of_members(const scree_world *w, const scree_shape_def *s, scree_report *r) {
    const scree_member *m = s->member.data;
    for (size_t i = 0; i < s->member.n; i++) {
        bool joined = s->member.n == 1;
        for (size_t k = 0; k < s->member.n; k++) {
            const double gap = vec_norm(vec_sub(m[i].at, m[k].at)) - m[i].radius - m[k].radius;
            joined |= k != i && gap <= 1e-6 * (m[i].radius + m[k].radius);
            if (k != i && is_inside(&m[i], &m[k]) && (i < k || !is_inside(&m[k], &m[i]))) {
                scree_report_at(r, SCREE_SEVERITY_WARNING, w->case_->path, s->place.line, s->place.column,
                                "shapes.%s: member %zu is inside member %zu", s->name, i + 1, k + 1);
            }
        }
        if (!joined) {
            scree_report_at(r, SCREE_SEVERITY_WARNING, w->case_->path, s->place.line, s->place.column,
                            "shapes.%s: member %zu touches no other one: particles may get between them",
                            s->name, i + 1);
        }
    }
}

void scree_bodies_warn(const scree_world *w, scree_report *r) {
    for (size_t k = 0; k < w->case_->shape.n; k++) {
        warn_of_members(w, &w->case_->shape.data[k], r);
    }
}
