// SPDX-License-Identifier: BSD-3-Clause
// Defines a kind of force field: what a file of this room has to provide, and the list of all kinds. The engine calls the kinds in the order of
// the list. Members that are NULL mean that the kind has no such force.
#pragma once

#include "state/world.h"

typedef struct scree_force_field {
    bool (*acts)(const scree_force_fields_def *f);
    // How far apart the centres of two particles may be that act on each other, m.
    double (*range)(const scree_force_fields_def *f);
    // Adds the force of particle b on particle a, whose id is smaller; `to` leads from a to b, with length r < range. Returns the energy stored, J, 0 at
    // the range, where the force is 0 too.
    double (*pair)(const scree_world *w, size_t a, size_t b, scree_vec3 to, double r, scree_vec3 *force);
    // Adds the force of walls on particle i; returns the energy stored, J.
    double (*image)(const scree_world *w, size_t i, scree_vec3 *force);
    // Adds a force from outside on the particle or clump that begins in row i.
    void (*outer)(const scree_world *w, size_t i, scree_vec3 *force);
    // Returns the drag on it, which would have the velocity v if there were none, at the end of `half` a time step; *flow: velocity of the fluid there.
    scree_vec3 (*drag)(const scree_world *w, size_t i, scree_vec3 v, double half, scree_vec3 *flow);
    // What a row has of what the pair's force is proportional to, such as its charge; the same of a new particle of this radius.
    double (*strength)(const scree_world *w, size_t i);
    double (*strength_of_new)(const scree_case *c, size_t material, double radius);
    // An upper bound of the stiffness of the pair in any direction, N/m, for two such strengths at the distance r.
    double (*stiffness)(const scree_force_fields_def *f, double a, double b, double r);
    // The same of the images of row i, and of a particle at touch with this radius.
    double (*image_stiffness)(const scree_world *w, size_t i);
    double (*image_stiffness_of)(const scree_force_fields_def *f, double strength, double radius);
} scree_force_field;

// F(name): src/force_fields/name.c defines scree_field_of_<name>, and force_fields_keys.c its section.
#define SCREE_FORCE_FIELDS_LIST(F) F(fluid) F(electric) F(magnetic)

#define SCREE_DECLARE_FIELD(name) extern const scree_force_field scree_field_of_##name;
SCREE_FORCE_FIELDS_LIST(SCREE_DECLARE_FIELD)
#undef SCREE_DECLARE_FIELD

// A power of the distance that is cut off at the range, where it and its slope are 0.
typedef struct scree_cut_off {
    double value, slope;
} scree_cut_off;

// Returns r^-power less its tangent at the range.
static inline scree_cut_off scree_cut_off_of(int power, double r, double range) {
    double near = 1.0, far = 1.0;
    for (int k = 0; k < power; k++) {
        near /= r;
        far /= range;
    }
    const double n = (double)power, slope = -n * (far / range);
    return (scree_cut_off){near - far - slope * (r - range), -n * (near / r) - slope};
}
