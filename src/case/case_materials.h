// SPDX-License-Identifier: BSD-3-Clause
// Materials of a case, and the laws of their pairs.
#pragma once

#include "laws/slot.h"
#include "maths/vec.h"
#include "memory/array.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Position in the input file, for messages after parsing. Line -1, -2, ...: not in the file, but in case.change[0], [1], ...
typedef struct scree_place {
    int line, column;
} scree_place;

// Values of a parameter by temperature: linear between the rows, constant beyond the first and the last.
typedef struct scree_thermal_table {
    char *name;                      // of the parameter of laws; NULL: that of its key
    SCREE_ARRAY(double) temperature; // K, ascending
    SCREE_ARRAY(double) value;       // SI
    bool used;                       // by some pair of materials
    scree_place place;
} scree_thermal_table;

// Parameters of a material that depend on temperature, and the classes into which the range of the tables is divided.
typedef struct scree_temperature_tables {
    double step;                          // K, largest distance of the classes; 0: automatic
    scree_thermal_table young, poisson;   // no rows: not given
    SCREE_ARRAY(scree_thermal_table) law; // of parameters of laws
    scree_place place;
} scree_temperature_tables;

// How Young's modulus is chosen.
typedef struct scree_softened_def {
    double speed, overlap, pressure; // m/s, part of the radius, Pa
} scree_softened_def;

// A value of a pair of materials that comes from the library: which of scree_library_pair_names it is.
typedef struct scree_library_use {
    int material[2], value;
} scree_library_use;

// Materials with tables have a copy for each class but the first, with the values at the temperature of the class. These copies are behind
// the materials of the file in case.material (scree_case_named), and only laws see them: see access/temperature_class.h.
typedef struct scree_material_def {
    char *name;
    double density;       // kg/m3
    double young;         // Pa
    double poisson;       // 1
    double shear_modulus; // Pa; 0: not given, see scree_material_shear
    double heat_capacity; // J/(kg K); 0: not given
    double emissivity;    // 1; 0: not given
    double conductivity;  // W/(m K), its own value of the heat laws' parameter; 0: not given
    int library;          // row of the library of materials + 1 (materials/library.h); 0: none
    double real_young;    // Pa, that of the library; 0: not known
    bool is_softened;
    scree_softened_def softened;
    unsigned from_library; // bits of the values above that are those of the library
    bool has_tables;
    scree_temperature_tables tables;
    int classes;        // with tables: their number, else 0
    int first_copy;     // with tables: the material that is class 1; the others follow
    double coldest;     // K, of class 0
    double class_width; // K
    int copy_of;        // of a copy: its material + 1; 0: a material of the file
    scree_place place;
} scree_material_def;

static inline double scree_material_shear(const scree_material_def *m) {
    return m->shear_modulus > 0.0 ? m->shear_modulus : m->young / (2.0 * (1.0 + m->poisson));
}

// The laws of one material pair: per slot the index of the law in scree_laws() (-1: none) and its parameters in the
// order of the law's table, complete (given, mixed from the materials, or the law's default).
typedef struct scree_pair_def {
    int law[SCREE_SLOT_COUNT];
    double param[SCREE_SLOT_COUNT][SCREE_PARAM_MAX];
    scree_place place;
} scree_pair_def;
