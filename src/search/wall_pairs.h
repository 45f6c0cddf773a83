// SPDX-License-Identifier: BSD-3-Clause
// Search for the walls that particles may touch within the skin.
#ifndef SCREE_SEARCH_WALL_PAIRS_H
#define SCREE_SEARCH_WALL_PAIRS_H

#include "state/world.h"

// An element of a wall that a particle may touch.
typedef struct scree_wall_hit {
    uint32_t particle, wall, element;
    uint32_t group; // for a mesh: index of its group among those found
} scree_wall_hit;
typedef SCREE_ARRAY(scree_wall_hit) scree_wall_hits;
typedef SCREE_ARRAY(scree_mesh_group) scree_group_buffer;

// Box around each wall's mesh at its current pose; to be computed for all walls before the search.
typedef struct scree_wall_extent {
    scree_vec3 low, high;
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
// position when the list was built.
static inline scree_vec3 scree_image_shift(const scree_world *w, uint32_t i, scree_image image) {
    return scree_cell_shift(&w->cell, scree_image_turned(w, i, image));
}

// Code of the image of pair k of a wall, counted from the current position of the particle. 0 if the wall is not a mesh.
uint32_t scree_image_now(const scree_world *w, int wall, size_t k);

// Signed distance of x from the surface of a plane or cylinder, positive on the particles' side, and its normal.
double scree_wall_distance(const scree_wall *wall, scree_vec3 x, scree_vec3 *normal);

// Images of x that come within reach of a box around the wall's mesh.
scree_images scree_wall_images(const scree_world *w, const scree_wall *wall, scree_vec3 x, double reach);

// Does a sphere at x not overlap the wall, nor any of its periodic images a mesh?
bool scree_wall_is_clear(const scree_world *w, const scree_wall *wall, scree_vec3 x, double r);

#endif
