// SPDX-License-Identifier: BSD-3-Clause
// The distance of a centre that has just gone through a wall is at most the relative motion in this step. So either its overlap
// with the wall is nearly its radius or more, which the contacts show, or it has moved farther than its radius in one step. All other
// particles are skipped. Of a convex body this radius is that of the sphere about its centre that fits into it. For these the path of the centre is intersected with the wall in the frame of the wall, where it is
// taken as straight: the rotation of a wall in one step is small.
#include "wall_contacts/wall_crossing.h"
#include "access/convex_body.h"
#include "access/particle.h"
#include "access/step_time.h"
#include "access/temperature_class.h"
#include "laws/list/law_set.h"
#include "mesh/bvh.h"
#include "pairs/wall_pairs.h"

typedef struct path {
    scree_vec3 from, to;
} path;

static const double ROUNDING =
    1e-12; // of the radius: the end of a step and the start of the next differ by less
static const double EDGE_MARGIN =
    1e-9; // of the radius, around a triangle, so that no path passes between two triangles

// False for walls that did not exist a step ago.
static bool is_barrier(const scree_world *w, const scree_wall *wall) {
    return (wall->mesh || scree_wall_form_of(wall->def)->is_crossed) && wall->active &&
           w->step > scree_step_of(w, wall->def->start);
}

// Without a normal law nothing holds the particle: it may go through.
static bool holds(const scree_world *w, const scree_wall *wall, uint32_t i) {
    const size_t a = scree_law_material(w, i), b = scree_law_material_of_wall(w, wall);
    return scree_law_set_keeps_apart(&w->laws[a * w->case_->material.n + b]);
}

static double moved(const scree_wall *wall, scree_vec3 own) {
    return vec_norm(vec_sub(scree_wall_to_lab(wall, own), scree_pose_to_lab(&wall->before, own)));
}

// Corners of the box of a mesh, or the marks of the form.
double scree_wall_moved(const scree_wall *wall) {
    double most = 0.0;
    if (!wall->moves) {
        return 0.0;
    }
    if (!wall->mesh) {
        scree_vec3 mark[2];
        const int n = scree_wall_form_of(wall->def)->marks(wall->def, mark);
        for (int k = 0; k < n; k++) {
            most = fmax(most, moved(wall, mark[k]));
        }
        return most;
    }
    const scree_vec3 low = wall->mesh->min, high = wall->mesh->max;
    for (int c = 0; c < 8; c++) {
        most = fmax(
            most, moved(wall, vec3(c & 1 ? high.x : low.x, c & 2 ? high.y : low.y, c & 4 ? high.z : low.z)));
    }
    return most;
}

// Displacement of the centre of particle i in this step, m. A body has moved with the velocity of its centre, and its members have turned about it besides.
static scree_vec3 drift_of(const scree_world *w, uint32_t i) {
    const scree_particles *p = &w->p;
    if (!scree_is_member(p, i)) {
        return vec_scale(w->dt, scree_drift_velocity(w, i, w->dt));
    }
    const size_t first = i - (size_t)(p->id[i] - p->body[i]);
    const scree_vec3 centre = p->centre[i],
                     arm = scree_nearest_image(&w->cell.period, p->x[i].x - centre.x, p->x[i].y - centre.y,
                                               p->x[i].z - centre.z),
                     turn =
                         vec_scale(w->dt, scree_rigid_spin(scree_body_attitude_of(p, first),
                                                           scree_body_moments(w, first), p->momentum[first])),
                     across = vec_cross(turn, arm);
    return vec_add(vec_scale(w->dt, p->body_velocity[first]),
                   vec_add_scaled(across, -0.5, vec_cross(turn, across))); // to the second order
}

static bool through_triangle(const scree_mesh *mesh, uint32_t k, path q, double r) {
    const scree_triangle *t = &mesh->triangle.data[k];
    const scree_vec3 n = mesh->normal.data[k], *vertex = mesh->vertex.data;
    const double before = vec_dot(n, vec_sub(q.from, vertex[t->v[0]])),
                 after = vec_dot(n, vec_sub(q.to, vertex[t->v[0]])), tiny = ROUNDING * r;
    if (!((before >= -tiny && after < -tiny) || (before <= tiny && after > tiny))) {
        return false;
    }
    const scree_vec3 at = vec_add_scaled(q.from, before / (before - after), vec_sub(q.to, q.from));
    for (int e = 0; e < 3; e++) {
        const scree_vec3 a = vertex[t->v[e]], edge = vec_sub(vertex[t->v[(e + 1) % 3]], a),
                         inward = vec_cross(n, edge);
        if (vec_dot(inward, vec_sub(at, a)) < -EDGE_MARGIN * r * vec_norm(edge)) {
            return false;
        }
    }
    return true;
}

static bool through_mesh(const scree_world *w, const scree_wall *wall, scree_vec3 x, scree_vec3 step,
                         double r) {
    scree_triangle_list found = {0};
    bool through = false;
    path q = {scree_pose_to_own(&wall->before, vec_sub(x, step)), scree_wall_to_own(wall, x)};
    const scree_images images = scree_wall_images(w, wall, &x, vec_norm(vec_sub(q.to, q.from)) + r);
    for (size_t m = 0; m < scree_images_count(&images); m++) {
        const scree_vec3 at = scree_cell_image(&w->cell, x, scree_images_at(&images, m));
        q = (path){scree_pose_to_own(&wall->before, vec_sub(at, step)), scree_wall_to_own(wall, at)};
        scree_bvh_near(wall->mesh, wall->tree, vec_scale(0.5, vec_add(q.from, q.to)),
                       0.5 * vec_norm(vec_sub(q.to, q.from)) + EDGE_MARGIN * r, &found);
        for (size_t k = 0; k < found.n && !through; k++) {
            through = through_triangle(wall->mesh, found.data[k], q, r);
        }
    }
    scree_array_free(&found);
    return through;
}

static void note(scree_world *w, size_t k, uint32_t i, scree_vec3 step) {
    const scree_pos *p = w->p.x + i;
    const scree_wall *wall = &w->wall.data[k];
    const scree_vec3 x = vec3(p->x, p->y, p->z), own = scree_wall_to_own(wall, x),
                     surface = vec_sub(x, scree_pose_to_lab(&wall->before, own));
#pragma omp critical
    {
        scree_crossing *c = w->crossing;
        if (c->n == 0 || w->p.id[i] < c->id || (w->p.id[i] == c->id && (int)k < c->wall)) {
            c->id = w->p.id[i];
            c->wall = (int)k;
            c->at = x;
            c->speed = vec_norm(vec_sub(step, surface)) / w->dt;
        }
        c->n++;
    }
}

static void look_at(scree_world *w, uint32_t i) {
    const scree_pos *p = w->p.x + i;
    const scree_vec3 x = vec3(p->x, p->y, p->z), step = drift_of(w, i);
    if (w->p.dead[i] || w->p.motion[i].v.m == SCREE_FIXED_MASS) {
        return;
    }
    for (size_t k = 0; k < w->wall.n; k++) {
        const scree_wall *wall = &w->wall.data[k];
        if (is_barrier(w, wall) && holds(w, wall, i) &&
            (wall->mesh ? through_mesh(w, wall, x, step, p->r)
                        : scree_wall_form_of(wall->def)->is_crossed(
                              wall, scree_wall_nearest(w, wall, &wall->now.pose, x), step))) {
            note(w, k, i, step);
        }
    }
}

// The smallest radius of a sphere about the centre of a particle that is within it, m; computed once per neighbour list.
static double least_radius(scree_world *w) {
    scree_crossing *c = w->crossing;
    if (c->least_radius_of != w->rebuilds) {
        c->least_radius = INFINITY;
        c->share = scree_share_within(w->case_);
        for (size_t i = 0; i < w->p.n; i++) {
            c->least_radius = fmin(c->least_radius, scree_radius_within(&w->p, i, c->share));
        }
        c->least_radius_of = w->rebuilds;
    }
    return c->least_radius;
}

void scree_wall_crossings(scree_world *w, double speed) {
    const scree_pairs *pairs = &w->pairs;
    const size_t first = pairs->first_wall_pair, n = pairs->n - first;
    double most = -1.0; // upper bound of the relative motion of a centre and a wall, m
    w->crossing->n = 0;
    for (size_t k = 0; k < w->wall.n; k++) {
        const scree_wall *wall = &w->wall.data[k];
        most = is_barrier(w, wall) ? fmax(most, speed * w->dt + scree_wall_moved(wall)) : most;
    }
    if (most < 0.0) {
        return;
    }
    const double least = least_radius(w), reach = most * (1.0 + 1e-9);
    if (reach >= least) { // some may have no contact any more
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, w->p.n))
        for (size_t i = 0; i < w->p.n; i++) {
            look_at(w, (uint32_t)i);
        }
        return;
    }
    if (!(w->crossing->overlap > least - reach)) {
        return;
    }
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, n))
    for (size_t k = 0; k < n; k++) {
        const double overlap = pairs->touch[k].overlap;
        if (overlap > least - reach &&
            overlap > scree_radius_within(&w->p, pairs->pair[first + k].a, w->crossing->share) - reach) {
            look_at(w, pairs->pair[first + k].a);
        }
    }
}
