// SPDX-License-Identifier: BSD-3-Clause
// The data of cells that deform: what a case and a world have of it, and the lines by which the engine knows it (access/capability.h).
#pragma once

#include "case/case_sources.h"
#include "maths/upper.h"
#include <stdint.h>

// The components of a symmetric tensor, in the order of scree_upper: xx yy zz xy xz yz.
enum { SCREE_STRESSES = 6 };

typedef enum scree_deformation_path {
    SCREE_PATH_ISOTROPIC,
    SCREE_PATH_OEDOMETRIC,
    SCREE_PATH_TRIAXIAL,
    SCREE_PATH_TRUE_TRIAXIAL,
    SCREE_PATH_BIAXIAL,
    SCREE_PATH_UNDRAINED,
    SCREE_PATH_CONSTANT_PRESSURE,
    SCREE_PATH_SIMPLE_SHEAR,
    SCREE_PATH_COMPONENTS
} scree_deformation_path;

// A stress, Pa, or a strain rate, 1/s, of one component. Compression is positive, and of shear rates those in which x moves along y; the stress of such a
// shear is negative.
typedef struct scree_drive_goal {
    double value;
    bool is_rate;
} scree_drive_goal;

// Controls of a cell as they are in the input: which members count depends on the path.
typedef struct scree_deformation_def {
    int path;
    int axis, side, flow, gradient; // 0, 1, 2
    scree_drive_goal axial, component[SCREE_STRESSES];
    double rate;     // 1/s
    double pressure; // Pa
    bool has_pressure;
    double inertial_number; // the largest at which the controller of a stress moves the cell
    scree_vec3 lean;        // m, xy, xz and yz at the start
    bool carried;           // particles go on with the cell when its rate changes
    scree_place place;
} scree_deformation_def;

// A cell that deforms, in full: all of it is in checkpoints.
typedef struct scree_deformation {
    double length[3], lean[3];          // m, of the cell: scree_period
    scree_upper rate;                   // 1/s, of the next drift
    double slow_rate[SCREE_STRESSES];   // 1/s, its mean over a while where a stress is followed: control.c
    double slow_excess[SCREE_STRESSES]; // Pa, the mean of that stress less its goal over the same while
    // 1, time integral of the rate, as in scree_upper, with compression positive: of normal components the logarithm of the length before over that now.
    double strain[SCREE_STRESSES];
    // J, with compression negative: sums over the contacts of the force on a times the displacement from a to b, and over the bodies of m v v, with v
    // relative to the cell.
    double contacts[SCREE_STRESSES], motion[SCREE_STRESSES];
    double before[SCREE_STRESSES]; // J, the first less the second at the end of the step before
    double unit;                   // J, a power of two: these are sums of whole numbers of it
    double
        stiffness; // J, sum over the contacts of their stiffness times the square of their displacement, less where these are few
    double mass, solid, d; // kg, m3, and the mean diameter, m, of the free bodies
    double work;           // J, of the cell on the particles since the start
    uint64_t cuts;         // evaluations in which a force was too large for `unit`
} scree_deformation;

// Numbers of it, when last measured. Compression is positive.
typedef struct scree_deformation_now {
    double volume_strain, stress[SCREE_STRESSES], pressure, deviator, kinetic_pressure, solid_fraction,
        inertial_number;
} scree_deformation_now;

static inline bool scree_deformation_is_usable(const void *deformation) {
    const scree_deformation *d = (const scree_deformation *)deformation; // the header is C++ too
    double sum = d->work + d->unit + d->stiffness + d->mass + d->solid + d->d;
    for (int k = 0; k < SCREE_STRESSES; k++) {
        sum +=
            d->contacts[k] + d->motion[k] + d->before[k] + d->strain[k] + d->slow_rate[k] + d->slow_excess[k];
    }
    const scree_upper *l = &d->rate;
    sum += l->xx + l->yy + l->zz + l->xy + l->xz + l->yz;
    return isfinite(sum + d->lean[0] + d->lean[1] + d->lean[2]) && d->unit >= 0.0;
}

// ---- lines of the engine's lists -------------------------------------------------------------------------------

// Members of scree_case.
#define SCREE_DEFORMATION_CASE                                                                               \
    bool has_deformation;                                                                                    \
    scree_deformation_def deformation;
#define SCREE_DEFORMATION_OWNED

// This is the row of the capability in the table of the input file.
#define SCREE_DEFORMATION_KEYS                                                                               \
    {"cell", LIVE, SECTION(scree_deformation_section), AT(deformation),                                      \
     .flag = offsetof(scree_case, has_deformation)},

// Members of scree_world.
#define SCREE_DEFORMATION_WORLD scree_deformation_now deformation_now; /* when last measured */

#define SCREE_DEFORMATION_SAVED_NUMBERS(X)                                                                   \
    X(scree_deformation, deformation, scree_deformation_is_usable, "its cell is not one that can be")
#define SCREE_DEFORMATION_SAVED_ARRAYS(X)
#define SCREE_DEFORMATION_FIELDS(ARRAY)
