// SPDX-License-Identifier: BSD-3-Clause
// Measures of a case: numbers that say how the particles are arranged, such as an angle of repose.
#pragma once

#include "case/case_region.h"
#include "memory/array.h"
#include <stdbool.h>
#include <stddef.h>

// Names the shapes of a free surface.
typedef enum scree_surface_shape { SCREE_SURFACE_CONE, SCREE_SURFACE_PLANE } scree_surface_shape;

// Names the directions of a profile: those of space in a box, the others in a cylinder.
typedef enum scree_profile_along {
    SCREE_ALONG_X,
    SCREE_ALONG_Y,
    SCREE_ALONG_Z,
    SCREE_ALONG_AXIS,
    SCREE_ALONG_RADIUS
} scree_profile_along;

// One measure. Each kind (measures/measure.h) uses some of these, by its keys in measures/list/measures_keys.c.
typedef struct scree_measure_def {
    char *name;
    int kind;        // index into scree_measure_list
    bool has_region; // otherwise all particles count
    scree_region region;
    scree_vec3 up;          // unit; zero: against gravity
    int surface;            // scree_surface_shape
    double cell;            // m, edge of the cells
    SCREE_ARRAY(char *) of; // names of materials, those of the first component; none: larger_than decides
    double larger_than; // m, diameter above which a particle belongs to the first component; 0: `of` decides
    // Contacts that a particle must have, or it is a rattler: of coordination, and of fabric, where 0 stands for all contacts.
    int least_contacts, least_of_fabric;
    int least;           // particles that a cell must have
    double to;           // m, longest distance
    int bins;            // of a table
    int along;           // of a profile: SCREE_ALONG_X, ...
    char *wall;          // name of the wall that turns
    char *outlet;        // name of the outlet
    double window;       // s, of a mean
    double orifice;      // m, diameter; 0: not given
    double blocked;      // of it, diameters of a particle
    double diameter;     // m, of the particles; 0: their mean
    double shear_rate;   // 1/s
    int part;            // of a stress: 0 total, 1 contacts, 2 kinetic
    int sign;            // of a stress: 0 compression is positive, 1 tension
    double bulk_density; // kg/m3; 0: that in the region
    scree_place place;
} scree_measure_def;
