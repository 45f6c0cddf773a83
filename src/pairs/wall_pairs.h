// SPDX-License-Identifier: BSD-3-Clause
// Search for the walls that particles may touch within the skin.
#pragma once

#include "geometry/wall_form.h"
#include "state/world.h"

// An element of a wall that a particle may touch.
typedef struct scree_wall_hit {
    uint32_t particle, wall, element;
    uint32_t group; // for a mesh: index of its group among those found
} scree_wall_hit;
typedef SCREE_ARRAY(scree_wall_hit) scree_wall_hits;
typedef SCREE_ARRAY(scree_mesh_group) scree_group_buffer;

// Box around each wall's mesh at its current pose, and the shift to the image of the cell from which images count; to be computed for
// all walls before the search.
typedef struct scree_wall_extent {
    scree_vec3 low, high, shift;
} scree_wall_extent;
void scree_wall_extents(const scree_world *w, scree_wall_extent *extent);

// Appends the elements near the particles first .. last-1, by particle, then wall, image and element. The elements of one image
// of a mesh near one particle are a group. list: scratch, one element per wall.
void scree_wall_near(const scree_world *w, const scree_wall_extent *extent, uint32_t *list, size_t first,
                     size_t last, scree_wall_hits *out, scree_group_buffer *groups);

// Image `then` of the list, counted from the current position of particle i instead of its position when the list was built.
static inline scree_image scree_image_turned(const scree_world *w, uint32_t i, scree_image then) {
    if (scree_cell_periodic_axes(&w->cell) == 0) {
        return then; // without periodic axes a snapshot has no list_x
    }
    const scree_pos *x = w->p.x + i;
    return scree_cell_turn(&w->cell, then, vec_sub(vec3(x->x, x->y, x->z), w->p.list_x[i]));
}

// Shift from the current position of particle i to its image in a mesh group, m. The list counts the image from the particle's
// position when the list was built, and from the place of the wall then.
static inline scree_vec3 scree_image_shift(const scree_world *w, const scree_wall *wall, uint32_t i,
                                           scree_image image) {
    const scree_image now = scree_image_turned(w, i, image);
    const double *length = w->cell.period.length;
    return vec3((now.n[0] + wall->list_image[0]) * length[0], (now.n[1] + wall->list_image[1]) * length[1],
                (now.n[2] + wall->list_image[2]) * length[2]);
}

// Code of the image of pair k of a wall, counted from the current position of the particle and of the wall. 0 if the wall is not a mesh.
uint32_t scree_image_now(const scree_world *w, int wall, size_t k);

// Image of the cell in which the middle of the wall's mesh is now.
void scree_wall_cell_image(const scree_world *w, const scree_wall *wall, int shift[3]);

// Sets scree_wall.wraps, middle and ends of all walls, by their forms.
void scree_walls_set_wraps(scree_world *w);

// The image of x that is nearest to a wall with a form at a pose; x itself if the wall has no wraps. Only this image can touch, which
// checks/audit_cell.c ensures.
static inline scree_vec3 scree_wall_nearest(const scree_world *w, const scree_wall *wall,
                                            const scree_pose *pose, scree_vec3 x) {
    if (!(wall->wraps[0] || wall->wraps[1] || wall->wraps[2])) {
        return x;
    }
    const scree_vec3 middle = scree_pose_to_lab(pose, wall->middle);
    for (int axis = 0; axis < 3; axis++) {
        const double length = w->cell.period.length[axis];
        double *at = &(&x.x)[axis];
        if (wall->wraps[axis]) {
            *at -= length * floor((*at - vec_get(middle, axis)) / length + 0.5);
        }
    }
    return x;
}

// The position of particle i that acts on the wall: its own, or that of the image that can touch. image: code of the image in their touch.
static inline scree_vec3 scree_wall_sees(const scree_world *w, const scree_wall *wall, uint32_t i,
                                         uint32_t image) {
    const scree_pos *p = w->p.x + i;
    const scree_vec3 x = vec3(p->x, p->y, p->z);
    return wall->mesh ? vec_add(x, scree_image_shift(w, wall, i, scree_image_of_code(image)))
                      : scree_wall_nearest(w, wall, &wall->now.pose, x);
}

// Returns the position of the particle of wall pair k that acts on the wall.
static inline scree_vec3 scree_wall_seen(const scree_world *w, const scree_wall *wall, size_t k) {
    return scree_wall_sees(w, wall, w->pairs.pair[k].a, w->pairs.touch[k - w->pairs.first_wall_pair].image);
}

// Distance of x from the surface of a wall with a form, and the unit vector from the nearest point of the surface. It is positive on the
// particles' side, and everything on the other side overlaps; of a wall with ends, a shell with two sides, it is positive everywhere.
static inline double scree_wall_distance(const scree_wall *wall, scree_vec3 x, scree_vec3 *normal) {
    scree_vec3 own;
    const double distance = scree_wall_form_of(wall->def)->distance(wall, scree_wall_to_own(wall, x), &own);
    *normal = mat_mul(&wall->now.pose.rotation, own);
    return distance;
}

// A convex body in the frame of a wall.
static inline scree_convex scree_convex_in_wall(const scree_wall *wall, const scree_convex *body) {
    const scree_mat3 back = mat_transposed(&wall->now.pose.rotation);
    scree_convex own = *body;
    own.frame = mat_product(&back, &body->frame);
    return own;
}

// How deep a convex body at x is in a wall with a form; n points into the wall.
static inline scree_convex_depth scree_wall_deepest(const scree_wall *wall, const scree_convex *body,
                                                    scree_vec3 x) {
    const scree_mat3 *turn = &wall->now.pose.rotation;
    const scree_convex own = scree_convex_in_wall(wall, body);
    scree_convex_depth r = scree_wall_form_of(wall->def)->deepest(wall, &own, scree_wall_to_own(wall, x));
    r.n = mat_mul(turn, r.n);
    r.arm_a = mat_mul(turn, r.arm_a);
    return r;
}

// Is an edge of a wall with a form (the end circle of a cylinder) nearest to x? Then `along` (may be NULL) is
// the direction of the surface from there, and `tangent` that of the edge.
bool scree_wall_at_rim(const scree_wall *wall, scree_vec3 x, scree_vec3 *along, scree_vec3 *tangent);

// Images of *x that come within reach of a box around the wall's mesh, counted from the image that *x becomes.
scree_images scree_wall_images(const scree_world *w, const scree_wall *wall, scree_vec3 *x, double reach);

// Does a sphere at x not overlap the wall, nor any of its periodic images, and is it not on a side on which no particles are to be?
bool scree_wall_is_clear(const scree_world *w, const scree_wall *wall, scree_vec3 x, double r);
