// SPDX-License-Identifier: BSD-3-Clause
// Surfaces for contacts: mesh walls of one material and one motion that meet are joined to one surface, so that a particle
// rolls from one to the other as within one mesh. Each wall keeps its own mesh for everything else: regions, output.
#pragma once

#include "state/world.h"

// Joins the meshes of walls that continue each other. To be called when all walls exist; until then each is a surface of its
// own.
void scree_surfaces_join(scree_world *w);
// Frees the surface of a wall if it is not the wall's own mesh.
void scree_surface_clear(scree_wall *wall);

// The wall and the triangle of its mesh that an element of the surface of `wall` comes from.
static inline scree_wall_part scree_surface_part(const scree_world *w, int wall, uint32_t element) {
    const scree_wall *of = &w->wall.data[wall];
    return of->part ? of->part[element] : (scree_wall_part){(uint32_t)wall, element};
}
