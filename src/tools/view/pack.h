// SPDX-License-Identifier: BSD-3-Clause
// Frames as the bytes that the page draws: the length of a text in JSON (32 bits, little endian), the text, and from the next multiple of 8
// bytes on arrays of 32-bit numbers. Float32 is enough for pixels, and places are relative to an origin near all of them.
#pragma once

#include "maths/vec.h"
#include "tools/frames/frame_bodies.h"
#include "tools/http/http.h"

// x, y, z, radius of each sphere; its value; its number in the frame. With more than `most` spheres it is one of so many, chosen by the
// hash of the id: the same ones in all frames. They are in the order of the hash, so that the first of them are an even selection too.
// With convex bodies "forms" has the numbers of points and triangles of each surface, and there follow, for each particle, the number of its surface, or -1, its
// orientation w, x, y, z and its size; then of each surface the points, the normals there and the corners of the triangles, as whole numbers.
// value: `components` numbers of each, NULL: none; component: 1 to components, or 0 for the only one, or the length.
scree_http_body *scree_pack_particles(const scree_frame *f, const scree_frame_bodies *bodies,
                                      scree_vec3 origin, const double *value, int components, int component,
                                      size_t most);
// Three corners of each triangle. *same: a hash of all corners.
scree_http_body *scree_pack_wall(const scree_frame_set *wall, double time, scree_vec3 origin);
// Both ends and the value of each contact or bond; the `most` with the largest values.
scree_http_body *scree_pack_links(const scree_frame_set *links, double time, const double *value,
                                  scree_vec3 origin, size_t most);
// The box around all spheres with finite places; false: there is none.
bool scree_pack_box(const scree_frame_set *particles, scree_vec3 *low, scree_vec3 *high);
