// SPDX-License-Identifier: BSD-3-Clause
// Whether the parts of a case fit each other by size: regions and the domain, fills and the room there is, meshes and
// what they are to hold. A wrong unit shows here, before it takes hours or all memory.
#pragma once

#include "state/world.h"
#include "text/report.h"

// False (and reported) when a source cannot insert anything, or asks for more particles than its region, a neighbour
// list or the memory of the machine can hold.
bool scree_audit_sources(const scree_world *w, scree_report *r);
// Estimated volume of the particles that are there and of those that will be inserted, m3. Collective.
double scree_audit_solid(const scree_world *w);
// Warns of meshes that are a thousand times too large or too small for the domain, the regions and the particles, or
// outside the domain; with the scale that was likely meant.
void scree_audit_mesh_sizes(const scree_world *w, scree_report *r);
