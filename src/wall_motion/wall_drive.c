// SPDX-License-Identifier: BSD-3-Clause
#include "wall_motion/wall_drive.h"
#include "case/time_table.h"
#include "geometry/wall_form.h"
#include "mesh/mesh_mass.h"
#include "wall_motion/mesh_area.h"
#include "wall_motion/wall_corners.h"
#include "wall_motion/wall_pose.h"
#include <math.h>
#include <string.h>

// The stiffness of a contact is kn, a secant; the slope is at most about this many times it (Hertz: 1.5).
static const double SLOPE = 1.5;
// A free wall is stable up to (time step)^2 stiffness / mass = 4; with contacts between particles behind it, below.
static const double MOST_STIFF = 1.0;

enum { SAYS_LIMIT = 1, SAYS_FAR = 2, SAYS_STIFF = 4 };
enum { HARD_K, HARD_C, HARD_Z, HARD_N }; // of scree_wall_drive.hardness

static const scree_wall_drive_def *def_of(const scree_wall *wall) {
    return &wall->def->drive;
}

// Freedom k, or NULL.
static const scree_freedom_def *freedom_of(const scree_wall_drive_def *d, int k) {
    return k < SCREE_SLIDES ? (size_t)k < d->slide.n ? &d->slide.data[k] : NULL
                            : (d->turn.n > 0 ? &d->turn.data[0] : NULL);
}

// A turn about all axes: not one of the scalar freedoms.
static bool tumbles(const scree_wall_drive_def *d) {
    return d->turn.n > 0 && vec_norm2(d->turn.data[0].axis) == 0.0;
}

// The scalar freedoms of a drive.
#define FOR_FREEDOMS(d, f, k)                                                                                \
    for (int k = 0; k < SCREE_FREEDOMS; k++)                                                                 \
        for (const scree_freedom_def *f = freedom_of(d, k); f && (k < SCREE_TURN || !tumbles(d)); f = NULL)

static double inertia_of(const scree_wall *wall, int k) {
    return k < SCREE_TURN ? wall->drive.mass : wall->drive.inertia;
}

// ---- definition --------------------------------------------------------------------------------------------

// A flat mesh, or a closed one that is convex: then the area seen along an axis is the sum over triangles, or half of it.
static bool has_plain_area(const scree_mesh *mesh) {
    const double size = vec_norm(vec_sub(mesh->max, mesh->min)), slack = 1e-6 * size;
    const bool closed = mesh->open_edges == 0;
    const size_t planes = closed ? mesh->triangle.n : 1;
    if ((double)planes * (double)mesh->vertex.n > 1e9) {
        return false;
    }
    bool plain = true;
    for (size_t k = 0; k < planes && plain; k++) {
        const uint32_t *v = mesh->triangle.data[k].v;
        const scree_vec3 *x = mesh->vertex.data,
                         n = vec_cross(vec_sub(x[v[1]], x[v[0]]), vec_sub(x[v[2]], x[v[0]]));
        const double area = vec_norm(n);
        double low = 0.0, high = 0.0;
        for (size_t i = 0; i < mesh->vertex.n && area > 0.0; i++) {
            const double off = vec_dot(n, vec_sub(x[i], x[v[0]])) / area;
            low = fmin(low, off);
            high = fmax(high, off);
        }
        plain = closed ? fmin(high, -low) < slack : fmax(high, -low) < slack;
    }
    return plain;
}

static bool refuse(const scree_world *w, const scree_wall *wall, scree_report *r, const char *what) {
    const scree_place at = wall->def->place;
    return scree_report_at(r, SCREE_SEVERITY_ERROR, w->case_->path, at.line, at.column, "walls.%s.%s: %s",
                           wall->def->name, def_of(wall)->free ? "free" : "servo", what);
}

// Moments of inertia about the centre, and whether a body can have them: none is larger than the sum of the others.
static bool find_inertia(const scree_wall_drive_def *d, double density, const scree_mesh_mass *body,
                         double tensor[6]) {
    for (size_t k = 0; k < 6; k++) {
        tensor[k] = d->inertia.n == 0  ? density * body->inertia[k]
                    : k < d->inertia.n ? d->inertia.data[k]
                                       : 0.0;
    }
    scree_vec3 m;
    scree_quaternion axes;
    scree_principal_axes(tensor, &m, &axes);
    return m.x > 0.0 && m.z <= (1.0 + 1e-6) * (m.x + m.y);
}

// Volume, centre and inertia of what its surface encloses. False: unknown.
static bool body_of(const scree_wall *wall, scree_mesh_mass *body) {
    const scree_wall_form *form = scree_wall_form_of(wall->def);
    return wall->mesh ? scree_mesh_mass_of(wall->mesh, body)
                      : form->find_mass && form->find_mass(wall->def, body);
}

static bool refuse_open(const scree_world *w, const scree_wall *wall, scree_report *r, const char *what) {
    const scree_wall_form *form = scree_wall_form_of(wall->def);
    char *text =
        scree_format("%s, %s", form && form->find_mass ? "it is hollow" : "its surface is not closed", what);
    refuse(w, wall, r, text);
    scree_free(text);
    return false;
}

// Mass, centre, and the tensor about the centre. False: reported.
static bool make_free(const scree_world *w, scree_wall *wall, scree_report *r) {
    const scree_wall_drive_def *d = def_of(wall);
    scree_wall_drive *drive = &wall->drive;
    scree_mesh_mass body = {.volume = 0.0};
    const bool closed = body_of(wall, &body);
    const double density = d->density > 0.0 ? d->density
                           : d->mass > 0.0  ? (closed ? d->mass / body.volume : 0.0)
                                            : w->case_->material.data[wall->def->material].density;
    if (d->mass == 0.0 && !closed) {
        return refuse_open(w, wall, r, "so its mass is unknown; accepted: 'mass', or a closed mesh");
    }
    drive->mass = d->mass > 0.0 ? d->mass : density * body.volume;
    drive->centre = d->has_centre ? d->centre : closed ? body.centre : vec3(0, 0, 0);
    if (d->turn.n == 0) {
        return true;
    }
    if (!closed && (!d->has_centre || d->inertia.n == 0)) {
        return refuse_open(
            w, wall, r,
            "so its centre and its inertia are unknown; accepted: 'centre' and 'inertia', or a closed mesh");
    }
    if (!find_inertia(d, density, &body, drive->tensor)) {
        return refuse(w, wall, r,
                      "no body has these moments of inertia; accepted: three above 0, none larger than the "
                      "sum of the others");
    }
    return true;
}

// A hinge far from its wall is mostly a slip of units.
static void warn_of_hinge(const scree_world *w, const scree_wall *wall, scree_report *r) {
    const scree_wall_drive_def *d = def_of(wall);
    if (!wall->mesh || d->turn.n == 0 || tumbles(d) || !d->turn.data[0].has_point) {
        return;
    }
    scree_vec3 low = vec3(INFINITY, INFINITY, INFINITY), high = vec_scale(-1.0, low);
    for (size_t k = 0; k < wall->mesh->vertex.n; k++) {
        low = vec_min(low, wall->mesh->vertex.data[k]);
        high = vec_max(high, wall->mesh->vertex.data[k]);
    }
    const double size = vec_norm(vec_sub(high, low));
    const scree_vec3 arm = vec_sub(d->turn.data[0].point, vec_scale(0.5, vec_add(low, high)));
    const double away = vec_norm(vec_cross(arm, d->turn.data[0].axis));
    if (away > 2.0 * size) {
        const scree_place at = wall->def->place;
        scree_report_at(r, SCREE_SEVERITY_WARNING, w->case_->path, at.line, at.column,
                        "walls.%s: its axis is %.4g m from its middle, and it is %.4g m across: is the "
                        "'point' of 'turn' meant?",
                        wall->def->name, away, size);
    }
}

// Sets the reference point of a wall that is free now, or was before a phase held it.
static void find_reference(scree_world *w, size_t k) {
    const scree_wall *wall = &w->wall.data[k];
    scree_mesh_mass body = {.volume = 0.0};
    if (wall->def->reference_at_centre) {
        const bool closed = body_of(wall, &body);
        w->case_->wall.data[k].reference = closed ? body.centre : vec3(0, 0, 0);
    }
}

static double area_of_surface(const scree_world *w, const scree_wall *wall) {
    const scree_wall_form *form = scree_wall_form_of(wall->def);
    return wall->mesh   ? scree_mesh_area(wall->mesh, &w->cell, NULL)
           : form->area ? form->area(wall->def)
                        : 0.0;
}

// Returns the area, m2, that a wall shows along an axis; exact for a flat wall, and for a closed one that is convex.
static double area_seen_along(const scree_world *w, const scree_wall *wall, const scree_vec3 *axis) {
    const scree_wall_form *form = scree_wall_form_of(wall->def);
    return wall->mesh ? scree_mesh_area(wall->mesh, &w->cell, axis) / (wall->mesh->open_edges > 0 ? 1 : 2)
           : form->area_along ? form->area_along(wall->def, *axis)
                              : 0.0;
}

bool scree_wall_drives_make(scree_world *w, scree_report *r) {
    bool fine = true;
    for (size_t k = 0; k < w->wall.n; k++) {
        scree_wall *wall = &w->wall.data[k];
        const scree_wall_drive_def *d = def_of(wall);
        wall->area = area_of_surface(w, wall);
        for (size_t i = 0; i < d->slide.n; i++) {
            const scree_freedom_def *f = &d->slide.data[i];
            wall->drive.area[i] = f->area > 0.0   ? f->area
                                  : f->has_stress ? area_seen_along(w, wall, &f->axis)
                                                  : 0.0;
            if (f->has_stress && f->area == 0.0 && f->between.n == 0 && wall->mesh &&
                !has_plain_area(wall->mesh)) {
                fine =
                    refuse(w, wall, r,
                           "its area is known only of flat and of closed, convex meshes; accepted: 'area'");
            } else if (f->has_stress && f->between.n == 0 && wall->drive.area[i] <= 0.0) {
                fine = refuse(w, wall, r, "seen along the axis it has no area; accepted: 'area'");
            }
        }
        fine = fine && (!d->free || make_free(w, wall, r));
        find_reference(w, k);
        warn_of_hinge(w, wall, r);
    }
    return fine;
}

// The tensor about another point: I + M (r^2 - r r).
static void shift_tensor(const double own[6], double mass, scree_vec3 r, double to[6]) {
    const double r2 = vec_norm2(r), x[3] = {r.x, r.y, r.z};
    static const int pair[3][2] = {{0, 1}, {0, 2}, {1, 2}};
    for (int k = 0; k < 3; k++) {
        to[k] = own[k] + mass * (r2 - x[k] * x[k]);
        to[3 + k] = own[3 + k] - mass * x[pair[k][0]] * x[pair[k][1]];
    }
}

void scree_wall_drive_place(scree_wall *wall, double t) {
    const scree_wall_drive_def *d = def_of(wall);
    scree_wall_drive *drive = &wall->drive;
    scree_wall_state base = wall->now;
    scree_wall_motion_at(wall->def, t, &base);
    const scree_freedom_def *turn = freedom_of(d, SCREE_TURN);
    drive->pivot = turn && turn->has_point ? turn->point : scree_pose_to_lab(&base.pose, drive->centre);
    if (!d->free || !turn) {
        return;
    }
    double tensor[6];
    scree_vec3 moments;
    scree_quaternion axes;
    shift_tensor(drive->tensor, drive->mass,
                 vec_sub(scree_pose_to_own(&base.pose, drive->pivot), drive->centre), tensor);
    scree_principal_axes(tensor, &moments, &axes);
    const scree_quaternion to_lab = scree_quaternion_of_matrix(&base.pose.rotation);
    drive->moments = moments;
    drive->axes = scree_quaternion_unit(scree_quaternion_product(to_lab, axes));
    if (!tumbles(d)) { // a.I.a
        const scree_mat3 m = scree_quaternion_matrix(drive->axes);
        const scree_vec3 a = mat_mul_transposed(&m, turn->axis);
        drive->inertia = moments.x * a.x * a.x + moments.y * a.y * a.y + moments.z * a.z * a.z;
    }
}

void scree_wall_drive_begin(scree_wall *wall, bool at_rest) {
    const scree_wall_drive_def *d = def_of(wall);
    const scree_wall_drive *drive = &wall->drive;
    scree_wall_drive_state *s = &wall->now.drive;
    memset(s, 0, sizeof *s);
    s->attitude = drive->axes;
    if (!d->free || at_rest) {
        return;
    }
    FOR_FREEDOMS(d, f, k) {
        s->speed[k] = vec_dot(k < SCREE_TURN ? d->velocity : d->spin, f->axis);
        s->rate[k] = s->speed[k] * (k < SCREE_TURN ? drive->mass : drive->inertia);
    }
    if (tumbles(d)) {
        const scree_mat3 m = scree_quaternion_matrix(drive->axes);
        const scree_vec3 own = mat_mul_transposed(&m, d->spin), i = drive->moments;
        s->momentum = mat_mul(&m, vec3(i.x * own.x, i.y * own.y, i.z * own.z));
        s->spin = d->spin;
    }
}

static bool same_vector(scree_vec3 a, scree_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

bool scree_wall_drive_goes_on(const scree_wall_drive_def *a, const scree_wall_drive_def *b) {
    bool same = a->servo == b->servo && a->free == b->free && a->slide.n == b->slide.n &&
                a->turn.n == b->turn.n && a->has_centre == b->has_centre && same_vector(a->centre, b->centre);
    for (int k = 0; same && k < SCREE_FREEDOMS; k++) {
        const scree_freedom_def *f = freedom_of(a, k), *g = freedom_of(b, k);
        same = !f || (same_vector(f->axis, g->axis) && same_vector(f->point, g->point));
    }
    return same;
}

void scree_wall_drive_continue(const scree_wall_drive *before, scree_wall *wall) {
    const scree_wall_drive *now = &wall->drive;
    scree_wall_drive_state *s = &wall->now.drive;
    if (before->mass == now->mass && memcmp(before->tensor, now->tensor, sizeof now->tensor) == 0) {
        return;
    }
    FOR_FREEDOMS(def_of(wall), f, k) {
        const double old = k < SCREE_TURN ? before->mass : before->inertia;
        s->rate[k] = old > 0.0 ? s->rate[k] * (inertia_of(wall, k) / old) : s->rate[k];
    }
    if (tumbles(def_of(wall))) { // the same pose, by other axes
        s->attitude = scree_quaternion_unit(scree_quaternion_product(
            scree_quaternion_product(s->attitude, scree_quaternion_conjugate(before->axes)), now->axes));
        const scree_mat3 m = scree_quaternion_matrix(s->attitude);
        const scree_vec3 own = mat_mul_transposed(&m, s->spin), i = now->moments;
        s->momentum = mat_mul(&m, vec3(i.x * own.x, i.y * own.y, i.z * own.z));
    }
}

// ---- pose --------------------------------------------------------------------------------------------------

void scree_wall_drive_pose(const scree_wall *wall, scree_wall_state *state) {
    const scree_wall_drive_def *d = def_of(wall);
    const scree_wall_drive *drive = &wall->drive;
    const scree_wall_drive_state *s = &state->drive;
    const scree_freedom_def *turn = freedom_of(d, SCREE_TURN);
    scree_mat3 r = scree_pose_none().rotation;
    scree_vec3 shift = vec3(0, 0, 0), velocity = shift, spin = shift;
    if (tumbles(d)) {
        r = scree_quaternion_matrix(
            scree_quaternion_product(s->attitude, scree_quaternion_conjugate(drive->axes)));
        spin = s->spin;
    } else if (turn) {
        r = scree_rotation_about(turn->axis, s->place[SCREE_TURN]);
        spin = vec_scale(s->speed[SCREE_TURN], turn->axis);
    }
    for (size_t k = 0; k < d->slide.n; k++) {
        shift = vec_add_scaled(shift, s->place[k], d->slide.data[k].axis);
        velocity = vec_add_scaled(velocity, s->speed[k], d->slide.data[k].axis);
    }
    const scree_vec3 pivot = drive->pivot, now = vec_add(pivot, shift);
    if (turn) {
        shift = vec_add(shift, vec_sub(pivot, mat_mul(&r, pivot)));
    }
    scree_wall_state_add(state, &r, shift, vec_sub(velocity, vec_cross(spin, now)), spin);
}

// ---- one step ----------------------------------------------------------------------------------------------

// Drifts by dt with a speed; at a limit the wall stops there. Beyond one, which a phase may have set, it only moves back. Returns whether it
// stops.
static bool drift(const scree_freedom_def *f, double *place, double speed, double dt) {
    const double next = *place + dt * speed, least = fmin(f->limit[0], *place),
                 most = fmax(f->limit[1], *place);
    const bool has = scree_freedom_has_limits(f), low = has && next < least, high = has && next > most;
    *place = low ? least : high ? most : next;
    return low || high;
}

// Is it at a limit, and pushed against it?
static bool is_held(const scree_freedom_def *f, double place, double push) {
    return scree_freedom_has_limits(f) &&
           ((place <= f->limit[0] && push < 0.0) || (place >= f->limit[1] && push > 0.0));
}

static void advance_servo(const scree_wall_drive_def *d, scree_wall_drive_state *s, double dt) {
    FOR_FREEDOMS(d, f, k) {
        const double before = s->place[k];
        const bool stopped = drift(f, &s->place[k], s->rate[k], dt);
        s->speed[k] = stopped ? (s->place[k] - before) / dt : s->rate[k];
    }
}

static void advance_free(scree_world *w, scree_wall *wall, double dt) {
    const scree_wall_drive_def *d = def_of(wall);
    scree_wall_drive_state *s = &wall->now.drive;
    const double half = 0.5 * dt;
    FOR_FREEDOMS(d, f, k) {
        const double inertia = inertia_of(wall, k);
        bool held = is_held(f, s->place[k], s->rate[k] + half * s->load[k]);
        w->ledger.walls_lost += held ? 0.5 * s->rate[k] * s->rate[k] / inertia : 0.0;
        s->rate[k] = held ? 0.0 : s->rate[k] + half * s->load[k];
        if (!held && drift(f, &s->place[k], s->rate[k] / inertia, dt)) {
            w->ledger.walls_lost += 0.5 * s->rate[k] * s->rate[k] / inertia;
            s->rate[k] = 0.0;
            held = true;
        }
        s->speed[k] = held ? 0.0 : (s->rate[k] + half * s->load[k]) / inertia;
    }
    if (tumbles(d)) {
        s->momentum = vec_add_scaled(s->momentum, half, s->torque);
        scree_rigid_turn(&s->attitude, wall->drive.moments, s->momentum, dt);
        s->spin =
            scree_rigid_spin(s->attitude, wall->drive.moments, vec_add_scaled(s->momentum, half, s->torque));
    }
}

void scree_wall_drives_advance(scree_world *w) {
    for (size_t k = 0; k < w->wall.n; k++) {
        scree_wall *wall = &w->wall.data[k];
        if (!wall->active) { // it waits where it is
            continue;
        }
        if (def_of(wall)->servo) {
            advance_servo(def_of(wall), &wall->now.drive, w->dt);
        } else if (def_of(wall)->free) {
            advance_free(w, wall, w->dt);
        }
    }
}

// Returns the torque of the particles on the wall about its pivot, N m.
static scree_vec3 torque_of(const scree_wall *wall) {
    return vec_sub(wall->now.torque, vec_cross(scree_wall_drive_pivot(wall), wall->now.force));
}

// Returns the torque of the planes that touch the corners of the wall about its pivot, N m.
static scree_vec3 torque_of_corners(const scree_wall *wall, const scree_corner_load *corners) {
    return vec_sub(corners->torque, vec_cross(scree_wall_drive_pivot(wall), corners->force));
}

// Returns the force or torque of the particles on the wall along a freedom, N or N m.
static double load_on(const scree_wall *wall, const scree_freedom_def *f, int k) {
    return vec_dot(k < SCREE_TURN ? wall->now.force : torque_of(wall), f->axis);
}

static double factor_at(const scree_freedom_def *f, double t) {
    return f->has_factor
               ? f->factor.angle.data[0] +
                     scree_time_table_at(&f->factor,
                                         scree_time_table_round(&f->factor, fmax(0.0, t - f->factor_start)))
                         .angle
               : 1.0;
}

// Distance of two planes along the normal of the first, m.
static double distance_of(const scree_wall *a, const scree_wall *b) {
    const scree_vec3 n = mat_mul(&a->now.pose.rotation, a->def->axis);
    return fabs(
        vec_dot(n, vec_sub(scree_wall_to_lab(a, a->def->point), scree_wall_to_lab(b, b->def->point))));
}

static double area_of(const scree_world *w, const scree_wall *wall, const scree_freedom_def *f, int k) {
    if (f->between_wall.n == 0) {
        return k < SCREE_TURN ? wall->drive.area[k] : 0.0;
    }
    const int *plane = f->between_wall.data;
    const scree_wall *walls = w->wall.data;
    return distance_of(&walls[plane[0]], &walls[plane[1]]) * distance_of(&walls[plane[2]], &walls[plane[3]]);
}

// Returns the load that a servo holds, or that acts on a free wall, N or N m.
static double target_of(const scree_world *w, const scree_wall *wall, const scree_freedom_def *f, int k) {
    const double load = f->has_stress ? f->stress * area_of(w, wall, f, k) : f->load;
    return load * factor_at(f, scree_world_time(w));
}

static double servo_speed(const scree_world *w, const scree_wall *wall, const scree_freedom_def *f, int k) {
    const double target = target_of(w, wall, f, k), *hard = wall->drive.hardness[k == SCREE_TURN];
    if (hard[HARD_N] == 0.0) {
        return target > 0.0 ? f->speed : target < 0.0 ? -f->speed : 0.0;
    }
    const double give = hard[HARD_Z] + SLOPE * hard[HARD_K] * w->dt + 2.0 * hard[HARD_C],
                 speed = (target + load_on(wall, f, k)) / give;
    return speed < f->speed ? speed > -f->speed ? speed : -f->speed : f->speed; // also where give is 0
}

static double largest(scree_vec3 size) {
    return fmax(size.x, fmax(size.y, size.z));
}

static void note_servo(const scree_world *w, scree_wall *wall, const scree_freedom_def *f, int k) {
    const scree_wall_drive_state *s = &wall->now.drive;
    const bool at_limit = is_held(f, s->place[k], s->rate[k]);
    const double far = w->case_->has_domain ? largest(vec_sub(w->case_->domain_max, w->case_->domain_min))
                                            : 10.0 * largest(vec_sub(w->box_high, w->box_low));
    wall->drive.to_warn |= at_limit ? SAYS_LIMIT : 0;
    wall->drive.to_warn |= k < SCREE_TURN && wall->drive.hardness[0][HARD_N] == 0.0 && w->p.n > 0 &&
                                   fabs(s->place[k]) > far && far > 0.0
                               ? SAYS_FAR
                               : 0;
}

static void load_servo(const scree_world *w, scree_wall *wall) {
    FOR_FREEDOMS(def_of(wall), f, k) {
        wall->now.drive.rate[k] = servo_speed(w, wall, f, k);
        note_servo(w, wall, f, k);
    }
}

// Torque of gravity about the pivot.
static scree_vec3 weight_torque(const scree_world *w, const scree_wall *wall) {
    const scree_vec3 arm = vec_sub(scree_wall_to_lab(wall, wall->drive.centre), scree_wall_drive_pivot(wall));
    return vec_cross(arm, vec_scale(wall->drive.mass, w->gravity));
}

// Sums of powers over the free walls, W.
typedef struct powers {
    double gain, loss;
} powers;

static void load_free(scree_world *w, scree_wall *wall, double elapsed, powers *sum) {
    const double kick = 0.5 * elapsed;
    const scree_corner_load corners = scree_wall_corners(w, wall, elapsed);
    sum->loss += corners.lost;
    const scree_wall_drive_def *d = def_of(wall);
    const scree_wall_drive *drive = &wall->drive;
    scree_wall_drive_state *s = &wall->now.drive;
    const scree_vec3 weight = vec_scale(drive->mass, w->gravity),
                     turning =
                         d->turn.n > 0 && d->turn.data[0].has_point ? weight_torque(w, wall) : vec3(0, 0, 0);
    FOR_FREEDOMS(d, f, k) {
        const double extra = target_of(w, wall, f, k), inertia = inertia_of(wall, k),
                     stiff = SLOPE * drive->hardness[k == SCREE_TURN][HARD_K] + f->spring +
                             (k < SCREE_TURN ? corners.stiffness : corners.turning),
                     of_planes =
                         vec_dot(k < SCREE_TURN ? corners.force : torque_of_corners(wall, &corners), f->axis);
        s->load[k] = load_on(wall, f, k) + of_planes + vec_dot(k < SCREE_TURN ? weight : turning, f->axis) +
                     extra - f->spring * s->place[k] - f->damper * s->speed[k];
        const bool held = is_held(f, s->place[k], s->rate[k] + kick * s->load[k]);
        w->ledger.walls_lost += held ? 0.5 * s->rate[k] * s->rate[k] / inertia : 0.0;
        s->rate[k] = held ? 0.0 : s->rate[k] + kick * s->load[k];
        const double speed = s->rate[k] / inertia;
        sum->gain += extra * speed;
        sum->loss += f->damper * speed * speed;
        wall->drive.to_warn |= w->dt * (w->dt * stiff + f->damper) > MOST_STIFF * inertia ? SAYS_STIFF : 0;
    }
    if (tumbles(d)) {
        const double damper = d->turn.data[0].damper;
        s->torque = vec_add_scaled(
            vec_add(vec_add(torque_of(wall), torque_of_corners(wall, &corners)), turning), -damper, s->spin);
        s->momentum = vec_add_scaled(s->momentum, kick, s->torque);
        sum->loss += damper * vec_norm2(scree_rigid_spin(s->attitude, drive->moments, s->momentum));
        wall->drive.to_warn |=
            w->dt * (w->dt * (SLOPE * drive->hardness[1][HARD_K] + corners.turning) + damper) >
                    MOST_STIFF * drive->moments.x
                ? SAYS_STIFF
                : 0;
    }
}

void scree_wall_drives_load(scree_world *w, bool elapsed) {
    scree_ledger *l = &w->ledger;
    const double half = elapsed ? 0.5 * w->dt : 0.0;
    powers sum = {0.0, 0.0};
    bool any = false;
    for (size_t k = 0; k < w->wall.n; k++) {
        scree_wall *wall = &w->wall.data[k];
        if (!wall->active) {
            continue;
        }
        if (def_of(wall)->servo) {
            load_servo(w, wall);
        } else if (def_of(wall)->free) {
            load_free(w, wall, elapsed ? w->dt : 0.0, &sum);
            any = true;
        }
    }
    if (any) {
        l->walls_gained += half * (l->walls_gain_power + sum.gain);
        l->walls_lost += half * (l->walls_loss_power + sum.loss);
        l->walls_gain_power = sum.gain;
        l->walls_loss_power = sum.loss;
    }
}

void scree_wall_drives_warn(scree_world *w, scree_report *r) {
    static const char *const what[] = {
        "the servo is at its limit before it presses with its target",
        "the servo has nothing in its way: it has moved farther than the domain, or ten times the bed, is "
        "large",
        "contacts, spring or damper are too stiff for its mass and the time step: its motion may become "
        "unstable; take a smaller time.dt or a larger mass"};
    for (size_t k = 0; k < w->wall.n; k++) {
        scree_wall_drive *drive = &w->wall.data[k].drive;
        const unsigned fresh = drive->to_warn & ~drive->warned;
        for (unsigned i = 0; fresh && i < sizeof what / sizeof *what; i++) {
            if (fresh >> i & 1u) {
                scree_report_warning(r, "wall '%s', t = %.6g s: %s", w->wall.data[k].def->name,
                                     scree_world_time(w), what[i]);
            }
        }
        drive->warned |= drive->to_warn;
        drive->to_warn = 0;
    }
}

// ---- energies and outputs ----------------------------------------------------------------------------------

static double energy_of(const scree_world *w, const scree_wall *wall) {
    const scree_wall_drive_def *d = def_of(wall);
    const scree_wall_drive_state *s = &wall->now.drive;
    double sum = -wall->drive.mass * vec_dot(w->gravity, scree_wall_to_lab(wall, wall->drive.centre));
    FOR_FREEDOMS(d, f, k) {
        sum +=
            0.5 * s->rate[k] * s->rate[k] / inertia_of(wall, k) + 0.5 * f->spring * s->place[k] * s->place[k];
    }
    if (tumbles(d)) {
        sum += 0.5 * vec_dot(s->momentum, scree_rigid_spin(s->attitude, wall->drive.moments, s->momentum));
    }
    return sum;
}

double scree_wall_drives_energy(const scree_world *w) {
    double sum = 0.0;
    for (size_t k = 0; k < w->wall.n; k++) {
        sum += def_of(&w->wall.data[k])->free ? energy_of(w, &w->wall.data[k]) : 0.0;
    }
    return sum;
}

// J, of free walls, from the change of gravity over this part of their places and over the ways of this time, s.
static double change_over(const scree_world *w, scree_vec3 change, double part, double time) {
    double sum = 0.0;
    for (size_t k = 0; k < w->wall.n; k++) {
        const scree_wall *wall = &w->wall.data[k];
        if (def_of(wall)->free) {
            const scree_vec3 centre = scree_wall_to_lab(wall, wall->drive.centre),
                             v = vec_add(wall->now.velocity, vec_cross(wall->now.spin, centre));
            sum += wall->drive.mass * vec_dot(change, vec_add_scaled(vec_scale(part, centre), time, v));
        }
    }
    return sum;
}

double scree_wall_drives_gain(const scree_world *w, scree_vec3 change) {
    return -change_over(w, change, 1.0, -0.5 * w->dt);
}

double scree_wall_drives_lag(const scree_world *w, scree_vec3 change) {
    return change_over(w, change, 0.0, 0.5 * w->dt);
}

double scree_wall_drives_account(const scree_world *w) {
    double sum = scree_wall_drives_energy(w);
    for (size_t k = 0; k < w->wall.n; k++) {
        const scree_wall_state *now = &w->wall.data[k].now;
        sum += def_of(&w->wall.data[k])->free ? now->work - 0.5 * w->dt * now->power : 0.0;
    }
    return sum;
}

scree_freedom_now scree_wall_drive_freedom(const scree_world *w, const scree_wall *wall, int k) {
    const scree_wall_drive_def *d = def_of(wall);
    const scree_freedom_def *f = freedom_of(d, k);
    if (!f || (k == SCREE_TURN && tumbles(d))) {
        return (scree_freedom_now){0};
    }
    const scree_wall_drive_state *s = &wall->now.drive;
    return (scree_freedom_now){
        .place = s->place[k],
        .speed = d->servo ? s->speed[k] : s->rate[k] / inertia_of(wall, k),
        .load = d->servo ? 0.0 - load_on(wall, f, k) : s->load[k],
        .target = target_of(w, wall, f, k),
        .area = area_of(w, wall, f, k),
    };
}
