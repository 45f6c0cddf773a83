// SPDX-License-Identifier: BSD-3-Clause
// Meshes as particles touch them: walls of one material and one motion that meet are one surface, so that a ball rolls
// from one to the other as within one mesh. Their own meshes remain for what is not contact: regions, pictures.
#ifndef SCREE_SEARCH_SURFACE_H
#define SCREE_SEARCH_SURFACE_H

#include "state/world.h"

// Joins the meshes of walls that continue each other, once all are there; before, each is a surface of its own.
void scree_surfaces_join(scree_world *w);
// Frees the surface of a wall, where it is not its own mesh.
void scree_surface_clear(scree_wall *wall);

// Which wall, and which triangle of its mesh, element `element` of the surface of wall `wall` is part of.
static inline scree_wall_part scree_surface_part(const scree_world *w, int wall, uint32_t element) {
    const scree_wall *of = &w->wall.data[wall];
    return of->part ? of->part[element] : (scree_wall_part){(uint32_t)wall, element};
}

#endif
