// SPDX-License-Identifier: BSD-3-Clause
// Classes of temperature: bodies of a material with temperature tables have the parameters at the temperature of their class, that of
// the nearest one, with some hysteresis so that none changes to and fro. The class is state: a field of particles and of walls.
//
// Everything knows a body by its material of the file; only where laws are chosen, the material with the values of its class takes its place.
#pragma once

#include "state/world.h"

// The class of a body of material m at a temperature, K: the nearest one, and that of a body that was in class `now`.
uint64_t scree_temperature_class_nearest(const scree_material_def *m, double temperature);
uint64_t scree_temperature_class_next(const scree_material_def *m, uint64_t now, double temperature);

// The material whose laws a body of that class has.
static inline uint32_t scree_temperature_class_material(const scree_case *c, size_t material,
                                                        uint64_t number) {
    return number > 0 ? (uint32_t)c->material.data[material].first_copy + (uint32_t)number - 1
                      : (uint32_t)material;
}

// These return the material whose laws row i, or a wall, has.
static inline uint32_t scree_law_material(const scree_world *w, size_t i) {
    return scree_temperature_class_material(w->case_, w->p.motion[i].w.material,
                                            w->p.temperature_class ? w->p.temperature_class[i] : 0);
}
static inline uint32_t scree_law_material_of_wall(const scree_world *w, const scree_wall *wall) {
    return scree_temperature_class_material(w->case_, (size_t)wall->def->material,
                                            wall->now.temperature_class);
}
