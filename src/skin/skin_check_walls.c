// SPDX-License-Identifier: BSD-3-Clause
// The part of the skin left for particles and walls. A particle that is not listed with a wall, or with an element of it, was
// more than the skin away from it; in a cell far from the wall, even farther. In the frame of the wall only the particle moves:
//   X' - X = R'^T (u + A(x)),  A(x) = x - s' - R' R^T (x - s)
// with its displacement u and the motion of the wall from pose (R, s) to (R', s'). The norm is bounded over the box of
// displacements and the box of the cell, for every shape in the same way; of a flat wall only the component along its normal
// counts.
#include "mesh/bvh.h"
#include "pairs/wall_pairs.h"
#include "skin/skin_check.h"
#include <float.h>
#include <math.h>

// A(x) = m x + c.
typedef struct field {
    scree_mat3 m;
    scree_vec3 c;
    bool still;
} field;

static field motion_since(const scree_wall *wall, const scree_pose *then) {
    field f = {.still = !wall->moves};
    const double *now = wall->now.pose.rotation.m, *old = then->rotation.m;
    scree_mat3 turn;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            double sum = 0.0;
            for (int k = 0; k < 3; k++) {
                sum += now[3 * i + k] * old[3 * j + k];
            }
            turn.m[3 * i + j] = sum;
            f.m.m[3 * i + j] = (i == j ? 1.0 : 0.0) - sum;
        }
    }
    f.c = vec_sub(mat_mul(&turn, then->shift), wall->now.pose.shift);
    return f;
}

// Rounding of A(x), m.
static double rounding_of(const scree_skin_check *s, const scree_wall *wall) {
    return s->rounding + 16.0 * DBL_EPSILON * vec_norm(wall->now.pose.shift);
}

static double largest_at_corners(const field *f, const double *low, const double *high) {
    double most = 0.0;
    for (int c = 0; c < 8; c++) {
        scree_vec3 x = vec3(c & 1 ? high[0] : low[0], c & 2 ? high[1] : low[1], c & 4 ? high[2] : low[2]);
        most = fmax(most, vec_norm(vec_add(mat_mul(&f->m, x), f->c)));
    }
    return most;
}

static bool any_periodic(const scree_skin_check *s) {
    return s->wraps[0] || s->wraps[1] || s->wraps[2];
}

// Largest displacement of the corners of a mesh's box, m.
static double mesh_moved(const scree_wall *wall, const scree_pose *then) {
    double most = 0.0;
    const scree_vec3 low = wall->mesh->min, high = wall->mesh->max;
    for (int c = 0; c < 8; c++) {
        scree_vec3 x = vec3(c & 1 ? high.x : low.x, c & 2 ? high.y : low.y, c & 4 ? high.z : low.z);
        most = fmax(most, vec_norm(vec_sub(scree_wall_to_lab(wall, x), scree_pose_to_lab(then, x))));
    }
    return most;
}

// Does the point of its definition show the whole motion of the surface? A cylinder with images turns about its own direction only.
static bool moves_as_point(const scree_wall *wall) {
    return wall->wraps[0] || wall->wraps[1] || wall->wraps[2] ||
           (!wall->mesh && scree_wall_form_of(wall->def)->round);
}

static scree_vec3 point_moved(const scree_wall *wall, const scree_pose *then) {
    const scree_vec3 point = wall->def->point;
    return vec_sub(scree_wall_to_lab(wall, point), scree_pose_to_lab(then, point));
}

// A rigid motion moves no point of a box farther than one of its corners. The box is that of the particles, or that of the
// mesh: in a periodic cell particles may touch a mesh across the border, far from their own position.
static double wall_moved(const scree_skin_check *s, const scree_wall *wall, const scree_pose *then) {
    field f = motion_since(wall, then);
    if (f.still) {
        return 0.0;
    }
    if (moves_as_point(wall)) {
        return vec_norm(point_moved(wall, then)) + rounding_of(s, wall);
    }
    double low[3], high[3], most = INFINITY;
    for (int axis = 0; axis < 3; axis++) {
        double beyond = s->farthest + s->path + 2.0 * s->r_max;
        low[axis] = s->low[axis] - beyond;
        high[axis] = s->high[axis] + beyond;
    }
    if (wall->mesh) {
        most = mesh_moved(wall, then);
    }
    if (!wall->mesh || !any_periodic(s)) {
        most = fmin(most, largest_at_corners(&f, low, high));
    }
    return most + rounding_of(s, wall);
}

double scree_skin_check_walls_moved(const scree_world *w, const scree_skin_check *s, const scree_pose *then) {
    double most = 0.0;
    for (size_t k = 0; k < w->wall.n && s->n > 0; k++) {
        const scree_wall *wall = &w->wall.data[k];
        if (wall->active && wall->moves) {
            most = fmax(most, wall_moved(s, wall, &then[k]));
        }
    }
    return most;
}

// Skins: more is not reported as left, so that no long way to a fine mesh is measured.
static const double FARTHEST = 16.0;

// ---- cells ------------------------------------------------------------------------------------------------------------

// The box of a cell, where its particles were when the list was built: centre and half edges, m; r: largest radius, m.
typedef struct place {
    double centre[3], half[3];
    double r;
} place;

static place place_of_cell(const scree_skin_check *s, size_t c) {
    int level = 0;
    while (c >= s->level[level].first + s->level[level].cells) {
        level++;
    }
    const scree_skin_check_level *l = &s->level[level];
    size_t index = c - l->first, n0 = (size_t)l->n[0], n1 = (size_t)l->n[1];
    const size_t at[3] = {index % n0, index / n0 % n1, index / n0 / n1};
    place p = {.r = l->r_max};
    for (int axis = 0; axis < 3; axis++) {
        double edge = (double)(1LL << level) / s->inverse[axis], low = s->low[axis] + (double)at[axis] * edge;
        bool last = (int)at[axis] == l->n[axis] - 1;
        double high = last ? s->high[axis] : low + edge;
        p.centre[axis] = 0.5 * (low + high);
        p.half[axis] = 0.5 * (high - low);
    }
    return p;
}

static double half_diagonal(const place *p) {
    return sqrt(p->half[0] * p->half[0] + p->half[1] * p->half[1] + p->half[2] * p->half[2]);
}

// Lower bound of the distance of a cell's bodies from a wall when the list was built, less the range of the laws beyond touch,
// m; at most about `most` for a mesh.
static double gap_to(const scree_world *w, const scree_skin_check *s, const scree_wall *wall, const place *p,
                     double most) {
    const scree_pose *pose = &wall->list_pose;
    const scree_vec3 centre = vec3(p->centre[0], p->centre[1], p->centre[2]);
    scree_vec3 own = scree_pose_to_own(pose, scree_wall_nearest(w, wall, pose, centre));
    if (wall->mesh) {
        const double around = half_diagonal(p) + p->r + w->reach;
        // Its periodic images may be nearer, so there is no bound but 0.
        return any_periodic(s) ? 0.0
                               : scree_mesh_distance(wall->mesh, wall->tree, own, most + around) - around;
    }
    scree_vec3 normal;
    double size = half_diagonal(p);
    const double distance = scree_wall_form_of(wall->def)->distance(wall, own, &normal);
    if (scree_wall_form_of(wall->def)->flat) {
        scree_vec3 n = mat_mul(&pose->rotation, normal);
        size = fabs(n.x) * p->half[0] + fabs(n.y) * p->half[1] + fabs(n.z) * p->half[2];
    }
    return distance - size - p->r - w->reach;
}

// Upper bound of the approach of a cell's bodies to a wall, m.
static double approach(const scree_wall *wall, const field *f, const scree_span *span, const place *p) {
    scree_vec3 a = vec3(0.0, 0.0, 0.0);
    double spread[3] = {0.0, 0.0, 0.0};
    if (!f->still && moves_as_point(wall)) {
        a = vec_scale(-1.0, point_moved(wall, &wall->list_pose));
    } else if (!f->still) {
        a = vec_add(mat_mul(&f->m, vec3(p->centre[0], p->centre[1], p->centre[2])), f->c);
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                spread[i] += fabs(f->m.m[3 * i + j]) * p->half[j];
            }
        }
    }
    scree_vec3 n = mat_mul(&wall->now.pose.rotation, wall->def->axis);
    double along = 0.0, sum = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        double up = vec_get(a, axis) + spread[axis] + (double)span->up[axis];
        double down = -vec_get(a, axis) + spread[axis] + (double)span->down[axis];
        double most = fmax(up, down), normal = vec_get(n, axis);
        along += normal > 0.0 ? normal * down : -normal * up;
        sum += most * most;
    }
    return !wall->mesh && scree_wall_form_of(wall->def)->flat ? along : sqrt(sum);
}

// Part of the skin left for cell c and wall k, m, or `least` if that is smaller.
static double left_of(const scree_world *w, scree_skin_check *s, size_t c, size_t k, double moved,
                      const field *f, double least) {
    const scree_wall *wall = &w->wall.data[k];
    float *known = &s->gap[k * s->cells + c];
    double way = (double)s->own[c].longest + moved, gap = fmax(w->skin, fabs((double)*known));
    if (gap - way >= least) {
        return least;
    }
    const place p = place_of_cell(s, c);
    if (*known < 0.0F) { // searched twice as far as matters now
        const double most = 2.0 * (way + least), found = gap_to(w, s, wall, &p, most);
        const float below = (float)(found * (1.0 - (double)FLT_EPSILON));
        *known = found >= 0.99 * most ? -below : found > 0.0 ? below : 0.0F;
        gap = fmax(w->skin, fabs((double)*known));
    }
    double left = gap - way;
    if (left < least) {
        left = fmax(left, gap - approach(wall, f, &s->own[c], &p) - rounding_of(s, wall));
    }
    return fmin(left, least);
}

// The image of a mesh that a particle touches is found from its displacement since the list was built, which must be less than
// half the period. A particle that moves along with a mesh uses up no skin, so this limit is checked separately.
static double left_of_images(const scree_world *w, const scree_skin_check *s) {
    const scree_span *world = &s->all[s->cells - 1];
    bool meshes = false;
    for (size_t k = 0; k < w->wall.n; k++) {
        meshes |= w->wall.data[k].mesh && w->wall.data[k].active;
    }
    double left = INFINITY;
    for (int axis = 0; axis < 3 && meshes; axis++) {
        const double way = (double)fmaxf(world->up[axis], world->down[axis]);
        left = fmin(left, w->cell.period.half[axis] - way);
    }
    return left;
}

double scree_skin_check_of_walls(const scree_world *w, scree_skin_check *s) {
    double left = fmin(left_of_images(w, s), FARTHEST * w->skin);
    for (size_t k = 0; k < w->wall.n; k++) {
        const scree_wall *wall = &w->wall.data[k];
        if (!wall->active) {
            continue;
        }
        const field f = motion_since(wall, &wall->list_pose);
        const double moved = wall_moved(s, wall, &wall->list_pose);
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, s->n)) reduction(min : left)
        for (size_t c = 0; c < s->cells; c++) {
            if (s->start[c] < s->start[c + 1]) {
                left = left_of(w, s, c, k, moved, &f, left);
            }
        }
    }
    return left;
}
