// SPDX-License-Identifier: BSD-3-Clause
// Cuts faces with more than three corners into triangles, by cutting off one corner after the other (ear clipping, G. H. Meisters, Am. Math.
// Monthly 82 (1975) 648): a fan from the first corner covers places outside of a concave face. The corner whose triangle is the best in
// shape goes first. The order of the corners around the face matters, not which of them is the first. The time grows with the square of
// the number of corners.
#pragma once

#include "maths/vec.h"
#include "memory/array.h"

typedef SCREE_ARRAY(size_t) scree_corner_list;

// Adds the triangles of a face to the list: numbers of corners, three each, all with the winding of the face. Corners may lie on straight
// edges and on each other; a face may touch itself, as one with a hole does, which a double edge joins to the border. What has no area is
// added as it is, as the mesh counts it. NULL, or what is wrong with the face; free with scree_free.
char *scree_polygon_cut(const scree_vec3 *corner, size_t n, scree_corner_list *triangles);
