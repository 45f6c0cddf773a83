// SPDX-License-Identifier: BSD-3-Clause
// The data of force fields: what a case, a world and each particle have of them, and the lines by which the engine knows them (access/capability.h).
#pragma once

#include "case/case_sources.h"
#include "maths/double_double.h"
#include "text/expression.h"
#include <math.h>

typedef struct scree_fluid_def {
    double density, viscosity; // kg/m3, Pa s
    int drag;                  // scree_drag_law_number
    bool buoyancy;
    double porosity;     // 1, share of the volume that is fluid
    scree_vec3 velocity; // m/s
    char *text[3];       // formulas of the velocity of x, y, z and time; NULL: 0
    scree_formula formula[3];
    bool has_profile; // velocity by the place along an axis, linear between the places
    int axis;
    SCREE_ARRAY(double) place;
    SCREE_ARRAY(scree_vec3) speed;
} scree_fluid_def;

// What particles of a material carry.
typedef struct scree_charge_def {
    scree_place place;
    int material;
    double charge; // C, or C/kg
    bool by_mass;
} scree_charge_def;

typedef struct scree_electric_def {
    scree_vec3 field;    // V/m
    double range;        // m, between centres; 0: no forces of pairs
    double permittivity; // 1, relative to vacuum
    SCREE_ARRAY(scree_charge_def) charge;
    SCREE_ARRAY(char *) image; // names of planes with image charges,
    SCREE_ARRAY(int) wall;     // and their numbers
} scree_electric_def;

typedef struct scree_susceptibility_def {
    scree_place place;
    int material;
    double value; // 1, of the material
} scree_susceptibility_def;

typedef struct scree_magnetic_def {
    scree_vec3 field; // A/m
    double range;     // m, between centres
    SCREE_ARRAY(scree_susceptibility_def) susceptibility;
} scree_magnetic_def;

typedef struct scree_force_fields_def {
    scree_place place;
    bool has_fluid, has_electric, has_magnetic;
    scree_fluid_def fluid;
    scree_electric_def electric;
    scree_magnetic_def magnetic;
} scree_force_fields_def;

// Energies of force fields, J, of all ranks; powers, W, are those of the last step.
typedef struct scree_field_ledger {
    double stored;    // of pairs and images now
    double exchanged; // stored by bodies that came, less that of those that left
    double
        work; // of uniform fields, buoyancy and moving fluid, and of what holds fixed particles, since the start
    double dragged; // lost by the motion relative to the fluid since the start
    double stored_power, work_power, drag_power;
    double bodies, last_id; // before bodies change
    double jumps;           // 1: what is stored changes in this step otherwise than by motion
} scree_field_ledger;

// The forces of fields on a whole, N, and the velocity of the fluid around it, m/s.
typedef struct scree_field_load {
    scree_vec3 stored, outer, drag, flow;
} scree_field_load;

static inline bool scree_field_ledger_is_finite(const void *ledger) {
    const scree_field_ledger *l = (const scree_field_ledger *)ledger; // the header is C++ too
    return isfinite(l->stored + l->exchanged + l->work + l->dragged + l->stored_power + l->work_power +
                    l->drag_power + l->bodies + l->last_id + l->jumps);
}

// Charge of a new particle that was given none, C.
static inline double scree_charge_of_new(const scree_electric_def *e, uint32_t material, double mass) {
    double charge = 0.0;
    for (size_t k = 0; k < e->charge.n; k++) {
        const scree_charge_def *d = &e->charge.data[k];
        charge = d->material == (int)material ? d->charge * (d->by_mass ? mass : 1.0) : charge;
    }
    return charge;
}

// ---- lines of the engine's lists -------------------------------------------------------------------------------

#define SCREE_FORCE_FIELDS_CASE                                                                              \
    bool has_force_fields;                                                                                   \
    scree_force_fields_def force_fields;
#define SCREE_FORCE_FIELDS_OWNED                                                                             \
    OWNS(scree_case, force_fields.fluid.text[0]), OWNS(scree_case, force_fields.fluid.text[1]),              \
        OWNS(scree_case, force_fields.fluid.text[2]), OWNS(scree_case, force_fields.fluid.formula[0].step),  \
        OWNS(scree_case, force_fields.fluid.formula[1].step),                                                \
        OWNS(scree_case, force_fields.fluid.formula[2].step), OWNS(scree_case, force_fields.fluid.place),    \
        OWNS(scree_case, force_fields.fluid.speed), OWNS(scree_case, force_fields.electric.charge),          \
        ITEMS(scree_case, force_fields.electric.image, of_text),                                             \
        OWNS(scree_case, force_fields.electric.wall),                                                        \
        OWNS(scree_case, force_fields.magnetic.susceptibility),

#define SCREE_FORCE_FIELDS_KEYS                                                                              \
    {"force_fields", LIVE, SECTION(scree_force_fields_section), AT(force_fields),                            \
     .flag = offsetof(scree_case, has_force_fields)},

#define SCREE_FORCE_FIELDS_WORLD                                                                             \
    SCREE_ARRAY(scree_field_load) field_load; /* of each row; of a clump in its first */                     \
    SCREE_ARRAY(scree_vec3) field_force;      /* N, of each pair of particles in the list, on a */           \
    scree_double_double field_energy_sum;     /* J, stored, of what this rank counts */

#define SCREE_FORCE_FIELDS_SAVED_NUMBERS(X)                                                                  \
    X(scree_field_ledger, field_ledger, scree_field_ledger_is_finite,                                        \
      "the energies of its force fields are not numbers")
#define SCREE_FORCE_FIELDS_SAVED_ARRAYS(X)

#define SCREE_FORCE_FIELDS_FIELDS(ARRAY)                                                                     \
    ARRAY(charge, double, c->has_force_fields && c->force_fields.has_electric,                               \
          SCREE_STATE | SCREE_WRITTEN | SCREE_READ | SCREE_SET, "C", "Electric charge.")
