// SPDX-License-Identifier: BSD-3-Clause
// Which particles may touch which walls within the skin.
#ifndef SCREE_SEARCH_WALL_PAIRS_H
#define SCREE_SEARCH_WALL_PAIRS_H

#include "search/grid.h"

typedef SCREE_ARRAY(scree_mesh_group) scree_group_buffer;

// Appends the pairs (particle first .. last-1, element) of one wall, ascending by particle and element, and for meshes
// one group per particle (group.first counts from the start of `out`).
void scree_wall_pairs(const scree_world *w, int wall, size_t first, size_t last, scree_pair_buffer *out,
                      scree_group_buffer *groups);

// How far the place of particle i is from where a mesh group's image of it saw it when the list was made, less its own
// way: zero inside the box, lengths of the box across its border.
scree_vec3 scree_image_shift(const scree_world *w, uint32_t i, const int8_t *image);

// Signed distance of x from the surface of a plane or cylinder, positive on the particles' side, and its normal.
double scree_wall_distance(const scree_wall *wall, scree_vec3 x, scree_vec3 *normal);

// Does a sphere at x keep off the wall, and its periodic images off a mesh?
bool scree_wall_is_clear(const scree_world *w, const scree_wall *wall, scree_vec3 x, double r);

#endif
