// SPDX-License-Identifier: BSD-3-Clause
// Heat that particles get from the ambient and from sources, besides that of contacts.
#pragma once

#include "state/world.h"

// Convection and radiation into the particle of row i, W, and minus its derivative by the temperature of the particle, W/K.
double scree_heat_from_ambient(const scree_world *w, size_t i);
double scree_heat_ambient_slope(const scree_world *w, size_t i);
// Heat into the particle or clump that begins at row i, W, of the sources k with acting[k].
double scree_heat_from_sources(const scree_world *w, size_t i, const bool *acting);
