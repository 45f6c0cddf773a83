// SPDX-License-Identifier: BSD-3-Clause
// Published values of materials and of their pairs, as starting values. Each figure names its sources; a figure without a published source is not there,
// or says that it is assumed.
#pragma once

#include <stddef.h>

typedef struct scree_figure {
    double value, least, most; // SI; value 0: there is none. The range is that of the sources
    const char *source;        // keys of scree_library_sources, separated by blanks
} scree_figure;

enum scree_library_value { SCREE_LIBRARY_VALUES = 4, SCREE_LIBRARY_PAIR_VALUES = 3 };
// Density (kg/m3), young (Pa), poisson, heat_capacity (J/(kg K)).
extern const char *const scree_library_value_names[SCREE_LIBRARY_VALUES];
// Of pairs: restitution, friction, rolling_friction.
extern const char *const scree_library_pair_names[SCREE_LIBRARY_PAIR_VALUES];

typedef struct scree_library_material {
    const char *name, *title;
    scree_figure value[SCREE_LIBRARY_VALUES];
    const char *note; // NULL: none
} scree_library_material;

typedef struct scree_library_pair {
    const char *a, *b; // names of materials
    scree_figure value[SCREE_LIBRARY_PAIR_VALUES];
    const char *note;
} scree_library_pair;

typedef struct scree_library_source {
    const char *key, *text;
} scree_library_source;

extern const scree_library_material scree_library_materials[];
extern const size_t scree_library_n_materials;
extern const scree_library_pair scree_library_pairs[];
extern const size_t scree_library_n_pairs;
extern const scree_library_source scree_library_sources[];
extern const size_t scree_library_n_sources;

// Names of all materials in the order of the table, after "none".
#define SCREE_LIBRARY_NAMES                                                                                  \
    "none|glass_beads|steel|aluminium|alumina|sand|limestone|iron_ore|pe_hd|pp|pom|rubber|wheat|maize|"      \
    "soybean|mcc|lactose"

// The row of a pair in either order; NULL: there is none.
const scree_library_pair *scree_library_find_pair(const char *a, const char *b);

// Young's modulus with which two equal spheres of a material that hit each other head-on at a relative speed overlap by this part of their radius.
double scree_softened_by_speed(double density, double poisson, double speed, double overlap);
// The one with which two equal spheres that carry the force pressure times the square of their diameter overlap by this part of their radius.
double scree_softened_by_pressure(double poisson, double pressure, double overlap);
