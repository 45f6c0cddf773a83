// SPDX-License-Identifier: BSD-3-Clause
// Tests of points and spheres against the regions of the input.
#pragma once

#include "convex/depth.h"
#include "state/world.h"

// Is the point inside?
bool scree_region_contains(const scree_world *w, const scree_region *region, scree_vec3 x);
// Does the path of a point from `from`, one step ago, to `to` lead through the region of an outlet? The path is straight in the frame of the
// wall to which the region belongs.
bool scree_region_is_passed(const scree_world *w, const scree_region *region, scree_vec3 from, scree_vec3 to);
// Does that path begin outside of the region, lead into it, and go along `way`? A face is entered relative to its wall.
bool scree_region_is_entered(const scree_world *w, const scree_region *region, scree_vec3 from, scree_vec3 to,
                             scree_vec3 way);
// The smallest thickness of the region, m, for paths that lead through the whole region and not only through a corner; infinity for a half
// space and a mesh.
double scree_region_thickness(const scree_world *w, const scree_region *region);
// Is the whole sphere inside?
bool scree_region_holds(const scree_world *w, const scree_region *region, scree_vec3 x, double r);
// Is a convex body with its centre at x inside? r: m, of the sphere about x that holds it, which is tested instead where a region is neither a box nor a cylinder.
bool scree_region_holds_convex(const scree_world *w, const scree_region *region, scree_vec3 x,
                               const scree_convex *body, double r);
// A box around the region; false for a half space, which has none.
bool scree_region_bounds(const scree_world *w, const scree_region *region, scree_vec3 *low, scree_vec3 *high);
// Whether the mesh of a face lies in a plane.
bool scree_region_face_is_flat(const scree_world *w, const scree_region *region);
// Returns the cosine of the angle between the direction of a region that is a face and the normal of the face.
double scree_region_slope(const scree_world *w, const scree_region *region);
// m3; infinity for a half space.
double scree_region_volume(const scree_world *w, const scree_region *region);
