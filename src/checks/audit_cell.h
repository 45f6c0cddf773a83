// SPDX-License-Identifier: BSD-3-Clause
// Whether walls fit into a periodic cell: particles that leave it on one side must find the same walls on the other. Meshes
// act through their images; forms (geometry/wall_form.h) say themselves what fits.
#pragma once

#include "state/world.h"
#include "text/report.h"

// Checks all walls that exist at some time, when the world is made. False: reported.
bool scree_audit_cell_walls(const scree_world *w, scree_report *r);
// Checks that particles of up to this radius touch a shaft from one side only. False: reported.
bool scree_audit_cell_shafts(const scree_world *w, double r_max, scree_report *r);
// Does the wall still act in all images of the cell if it turns about this axis, whose length does not matter?
bool scree_audit_cell_may_turn(const scree_world *w, const scree_wall *wall, scree_vec3 axis);
