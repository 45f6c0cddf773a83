// SPDX-License-Identifier: BSD-3-Clause
// The keys of walls that forces move: servo and free.
#include "wall_shapes/drive_keys.h"
#include "sections/key_tables.h"

#define AT(field) .offset = offsetof(scree_freedom_def, field)
#define FORCE IN("N")
#define TORQUE IN("N m")
static const scree_key factor_table_keys[] = {
    {"times", .type = &scree_numbers_type, .unit = "s", .required = true, .doc = "Times, ascending from 0.",
     AT(factor.time)},
    {"values", .type = &scree_numbers_type, .unit = "1", .required = true, .doc = "The factor at each time.",
     AT(factor.angle)},
    {"smooth", BOOL, .fallback = "false", .doc = "A cubic between the times instead of straight lines.",
     AT(factor.smooth)},
    {"repeat", BOOL, .fallback = "false", .doc = "Begin again after the last time.", AT(factor.repeat)},
};
static const scree_section factor_table_section = {.doc = "The factor at given times, linear in between.",
                                                   KEYS(factor_table_keys)};
static const scree_key factor_formula_keys[] = {
    {"value", .type = &scree_text_type, .required = true,
     .doc = "A formula of `time`, such as 0.5 * (1 - cos(2 * pi * 5 Hz * time)).", AT(factor.formula[3])},
    {"duration", TIME, ABOVE(0), .required = true, .doc = "After it the factor stays.", AT(factor.duration)},
    {"every", TIME, ABOVE(0), AUTO,
     .doc = "Time between values of the formula, a cubic in between; auto: 1 ms, at least 100 values.",
     AT(factor.every)},
    {"repeat", BOOL, .fallback = "false", .doc = "Begin again after the duration.", AT(factor.repeat)},
};
static const scree_section factor_formula_section = {.doc = "The factor as a formula of time.",
                                                     KEYS(factor_formula_keys)};
static const scree_key factor_keys[] = {
    {"table", SECTION(factor_table_section), .variant = true, .kind = SCREE_MOTION_TABLE},
    {"formula", SECTION(factor_formula_section), .variant = true, .kind = SCREE_MOTION_FORMULA},
    {"start", TIME, FROM(0), .fallback = "0 s",
     .doc = "Time at which its own time begins; in a phase that sets the factor, the start of the phase.",
     AT(factor_start)},
};
static const scree_section factor_section = {.doc = "A function of the time since its start.",
                                             KEYS(factor_keys),
                                             .kind_offset = offsetof(scree_freedom_def, factor_kind)};
#define FACTOR(of)                                                                                           \
    {                                                                                                        \
        "factor", SECTION(factor_section),                                                                   \
            .flag = offsetof(scree_freedom_def, has_factor),                                                 \
            .doc = of " is multiplied by this function of time: a ramp, steps, a wave."                      \
    }
#define SLIDE_LIMITS                                                                                         \
    {                                                                                                        \
        "limits",                                                                                            \
            .type = &scree_interval_type, .unit = "m",                                                       \
            .doc = "Displacements along the axis at which it stops, such as [-1 cm, 5 cm], from where it "   \
                   "was when the drive began.",                                                              \
            AT(limit)                                                                                        \
    }
#define TURN_LIMITS                                                                                          \
    {                                                                                                        \
        "limits", .type = &scree_interval_type, .unit = "rad",                                               \
                  .doc = "Angles at which it stops, such as [-90 deg, 0], from where it was when the drive " \
                         "began.",                                                                           \
                  AT(limit)                                                                                  \
    }

static const scree_key servo_slide_keys[] = {
    {"along", AXIS, .required = true, .doc = "Axis along which it presses and moves.", AT(axis)},
    {"force", FORCE, .doc = "Force on the particles along the axis that is held.", AT(load)},
    {"stress", IN("Pa"),
     .doc = "Stress that is held, instead of a force: the force is the stress times the area.", AT(stress)},
    {"area", IN("m2"), ABOVE(0), AUTO,
     .doc = "Area of the stress; auto: that of the wall's triangles as seen along the axis; in a periodic "
            "cell, where images of the wall lie on each other, each part counts once.",
     AT(area)},
    {"between", .type = &scree_names_type,
     .doc = "Four planes, two opposite ones and two others: the area is the product of their distances, "
            "which may change.",
     AT(between)},
    {"speed", IN("m/s"), FROM(0), .required = true,
     .doc = "Largest speed, which it has as long as nothing is in its way; 0: it is held in place.",
     AT(speed)},
    SLIDE_LIMITS,
    FACTOR("The force or stress"),
};
static const scree_section servo_slide_section = {.doc = "Holds a force along an axis.",
                                                  KEYS(servo_slide_keys),
                                                  ITEMS(scree_freedom_def),
                                                  .check = scree_check_servo_slide};
static const scree_key servo_turn_keys[] = {
    {"about", AXIS, .required = true, .doc = "Direction of the axis; right-hand rule.", AT(axis)},
    {"point", POSITION, .required = true, .doc = "A point on the axis.", AT(point)},
    {"torque", TORQUE, .required = true, .doc = "Torque on the particles about the axis that is held.",
     AT(load)},
    {"speed", IN("rad/s"), FROM(0), .required = true,
     .doc = "Largest angular speed, which it has as long as nothing is in its way; 0: it is held in place.",
     AT(speed)},
    TURN_LIMITS,
    FACTOR("The torque"),
};
static const scree_section servo_turn_section = {.doc = "Holds a torque about an axis.",
                                                 KEYS(servo_turn_keys),
                                                 ITEMS(scree_freedom_def),
                                                 .check = scree_check_turn};
static const scree_key free_slide_keys[] = {
    {"along", AXIS, .required = true, .doc = "Axis along which its centre moves.", AT(axis)},
    {"spring", IN("N/m"), FROM(0), .fallback = "0 N/m",
     .doc = "Stiffness of a spring that pulls it back to where it began.", AT(spring)},
    {"damper", IN("N s/m"), FROM(0), .fallback = "0 N s/m", .doc = "Coefficient of a viscous damper.",
     AT(damper)},
    {"force", FORCE, .fallback = "0 N", .doc = "Force on it along the axis, besides gravity and particles.",
     AT(load)},
    SLIDE_LIMITS,
    FACTOR("The force"),
};
static const scree_section free_slide_section = {.doc = "Moves along an axis.",
                                                 KEYS(free_slide_keys),
                                                 ITEMS(scree_freedom_def),
                                                 .check = scree_check_freedom};
static const scree_key free_turn_keys[] = {
    {"about", AXIS, .doc = "Direction of the axis (a hinge); all axes if not given.", AT(axis)},
    {"point", POSITION, .doc = "A point on the axis, which does not move; the centre if not given.",
     AT(point)},
    {"spring", IN("N m/rad"), FROM(0), .fallback = "0 N m/rad",
     .doc = "Stiffness of a spring about the axis that turns it back to where it began.", AT(spring)},
    {"damper", IN("N m s/rad"), FROM(0), .fallback = "0 N m s/rad", .doc = "Coefficient of a viscous damper.",
     AT(damper)},
    {"torque", TORQUE, .fallback = "0 N m",
     .doc = "Torque on it about the axis, besides gravity and particles.", AT(load)},
    TURN_LIMITS,
    FACTOR("The torque"),
};
static const scree_section free_turn_section = {.doc = "Turns about an axis, or about all.",
                                                KEYS(free_turn_keys),
                                                ITEMS(scree_freedom_def),
                                                .check = scree_check_turn};
#undef AT

#define AT(field) .offset = offsetof(scree_wall_drive_def, field)
static const scree_key servo_keys[] = {
    {"slide", .type = &scree_list_type, .section = &servo_slide_section,
     .doc = "Holds a force along an axis: one, or a list of up to three, normal to each other.", AT(slide)},
    {"turn", .type = &scree_list_type, .section = &servo_turn_section, AT(turn)},
};
const scree_section scree_servo_section = {
    .doc = "Moves the wall so that it presses on the particles with a given force, stress or torque. There "
           "are no gains to choose: the speed follows from the stiffness, the masses and the dashpots of the "
           "contacts.",
    KEYS(servo_keys),
    .check = scree_check_drive};
static const scree_key free_keys[] = {
    {"mass", IN("kg"), ABOVE(0), AUTO, .doc = "Mass; auto: from the density.", AT(mass)},
    {"density", IN("kg/m3"), ABOVE(0), AUTO,
     .doc = "Density of a wall with a closed surface, instead of mass, centre and inertia; auto: that of its "
            "material.",
     AT(density)},
    {"centre", POSITION, .doc = "Centre of mass at the start; from the closed surface if not given.",
     AT(centre)},
    {"inertia", .type = &scree_numbers_type, .unit = "kg m2",
     .doc = "Moments of inertia about the centre at the start: [xx, yy, zz] or [xx, yy, zz, xy, xz, yz]; "
            "from the closed surface if not given.",
     AT(inertia)},
    {"slide", .type = &scree_list_type, .section = &free_slide_section,
     .doc = "Axes along which its centre moves, one or a list of up to three, normal to each other.",
     AT(slide)},
    {"turn", .type = &scree_list_type, .section = &free_turn_section,
     .doc = "How it turns: about an axis (a hinge), or {} about all axes. Without slide and turn the wall "
            "moves and turns in all directions.",
     AT(turn)},
    {"corner_stiffness", IN("N/m"), ABOVE(0), AUTO,
     .doc = "Stiffness with which each corner of its mesh is pushed back by planes; auto: E* times a "
            "twentieth of the mesh's diagonal.",
     AT(corner_stiffness)},
    {"velocity", VELOCITY, .doc = "Velocity of its centre at the start.", AT(velocity)},
    {"spin", .type = &scree_vector_type, .unit = "rad/s", .doc = "Angular velocity at the start.", AT(spin)},
};
const scree_section scree_free_section = {
    .doc = "Gives the wall a mass: particles, gravity, springs and loads move it.",
    KEYS(free_keys),
    .check = scree_check_drive};
#undef AT
