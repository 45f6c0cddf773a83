// SPDX-License-Identifier: BSD-3-Clause
// The keys of walls and their motions.
#include "wall_shapes/wall_keys.h"
#include "heat/heat_keys.h"
#include "sections/key_tables.h"
#include "wall_shapes/drive_keys.h"
#include "wear/wear_keys.h"

#define AT(field) .offset = offsetof(scree_motion, field)
static const scree_key translate_keys[] = {
    {"velocity", VELOCITY, .required = true, .doc = "Velocity.", AT(velocity)},
};
static const scree_section translate_section = {
    .doc = "Constant velocity.", KEYS(translate_keys), .short_key = "velocity"};
static const scree_key rotate_keys[] = {
    {"axis", AXIS, .required = true, .doc = "Direction of the axis; right-hand rule.", AT(axis)},
    {"point", POSITION, .required = true, .doc = "A point on the axis.", AT(point)},
    {"rate", IN("rad/s"), WITHIN(-1e9, 1e9), .required = true, .doc = "Angular velocity.", AT(rate)},
};
static const scree_section rotate_section = {.doc = "Constant rotation.", KEYS(rotate_keys)};
static const scree_key vibrate_keys[] = {
    {"amplitude", POSITION, .required = true, .doc = "Amplitude.", AT(amplitude)},
    {"frequency", IN("Hz"), ABOVE_TO(0, 1e9), .required = true, .doc = "Frequency.", AT(frequency)},
    {"phase", IN("rad"), WITHIN(-1e9, 1e9), .fallback = "0 deg", .doc = "Phase at the start.", AT(phase)},
};
static const scree_section vibrate_section = {.doc = "Sinusoidal vibration.", KEYS(vibrate_keys)};
static const scree_key motion_table_keys[] = {
    {"times", .type = &scree_numbers_type, .unit = "s", .required = true, .unless = "file",
     .doc = "Times since the start of the motion, ascending from 0.", AT(table.time)},
    {"positions", .type = &scree_points_type, .unit = "m",
     .doc = "Position at each time; only differences from the first one count.", AT(table.vector)},
    {"angles", .type = &scree_numbers_type, .unit = "rad",
     .doc = "Angle about the axis at each time; only differences from the first one count.", AT(table.angle)},
    {"file", .type = &scree_file_type,
     .doc = "Text file with a line for each time, instead of values here: time x y z, then perhaps angle, in "
            "SI units and radians; or a first line with the names of the columns, such as time,z.",
     AT(table.file)},
    {"axis", AXIS, .doc = "Direction of the axis; needed with angles.", AT(axis)},
    {"point", POSITION, .doc = "A point on the axis, which moves with the positions.", AT(point)},
    {"smooth", BOOL, .fallback = "false",
     .doc = "A cubic between the times, with a continuous velocity, instead of straight lines.",
     AT(table.smooth)},
    {"repeat", BOOL, .fallback = "false",
     .doc = "Begin again after the last time, from the place at that time; else it stays there.",
     AT(table.repeat)},
};
const scree_section scree_motion_table_section = {
    .doc = "Positions and angles at given times, linear in between.", KEYS(motion_table_keys)};
#define FORMULA .type = &scree_text_type
static const scree_key motion_formula_keys[] = {
    {"x", FORMULA,
     .doc = "Displacement along x: a formula of `time`, such as 1 mm * sin(2 * pi * 50 Hz * time).",
     AT(table.formula[0])},
    {"y", FORMULA, .doc = "Displacement along y.", AT(table.formula[1])},
    {"z", FORMULA, .doc = "Displacement along z.", AT(table.formula[2])},
    {"angle", FORMULA, .doc = "Angle about the axis.", AT(table.formula[3])},
    {"axis", AXIS, .doc = "Direction of the axis; needed with an angle.", AT(axis)},
    {"point", POSITION, .doc = "A point on the axis, which moves with the displacement.", AT(point)},
    {"duration", TIME, ABOVE(0), .required = true,
     .doc = "How long the motion lasts; after it the place stays.", AT(table.duration)},
    {"every", TIME, ABOVE(0), AUTO,
     .doc = "Time between values of the formulas, a cubic in between; auto: 1 ms, at least 100 values.",
     AT(table.every)},
    {"repeat", BOOL, .fallback = "false",
     .doc = "Begin again after the duration, from the place at that time.", AT(table.repeat)},
};
const scree_section scree_motion_formula_section = {
    .doc = "Displacement and angle as formulas of the time since the start of the motion; only differences "
           "from their values at 0 count.",
    KEYS(motion_formula_keys)};
static const scree_key motion_keys[] = {
    {"translate", SECTION(translate_section), .variant = true, .kind = SCREE_MOTION_TRANSLATE},
    {"rotate", SECTION(rotate_section), .variant = true, .kind = SCREE_MOTION_ROTATE},
    {"vibrate", SECTION(vibrate_section), .variant = true, .kind = SCREE_MOTION_VIBRATE,
     .doc = "Sinusoidal vibration: amplitude times sin(2 pi frequency (t - start) + phase)."},
    {"table", SECTION(scree_motion_table_section), .variant = true, .kind = SCREE_MOTION_TABLE},
    {"formula", SECTION(scree_motion_formula_section), .variant = true, .kind = SCREE_MOTION_FORMULA,
     .doc = "Displacement and angle as formulas of time."},
    {"start", TIME, WITHIN(0, 1e12), .fallback = "0 s", .doc = "Time at which the motion starts.", AT(start)},
    {"stop", TIME, FROM(0), .fallback = "never", OR_NEVER, .doc = "Time at which the motion stops.",
     AT(stop)},
};
static const scree_section motion_section = {
    .doc = "Motion of a wall; several motions are applied in the order given.",
    KEYS(motion_keys),
    .size = sizeof(scree_motion),
    .kind_offset = offsetof(scree_motion, kind),
    .check = scree_check_motion};
#undef AT

#define AT(field) .offset = offsetof(scree_wall_def, field)
static const scree_key plane_keys[] = {
    {"point", POSITION, .required = true, .doc = "A point on the plane.", AT(point)},
    {"normal", AXIS, .required = true, .doc = "Points towards the particles; any length.", AT(axis)},
};
static const scree_section plane_section = {.doc = "An infinite plane.", KEYS(plane_keys)};
#define LIDS .type = &scree_choice_type, .choices = "none|start|end|both", .fallback = "none"
static const scree_key shell_keys[] = {
    {"point", POSITION, .required = true,
     .doc = "A point on the axis; the centre of one end if there is a length.", AT(point)},
    {"axis", AXIS, .required = true, .doc = "Direction of the axis, any length.", AT(axis)},
    {"radius", LENGTH, ABOVE(0), .required = true, .doc = "Radius.", AT(radius)},
    {"length", LENGTH, ABOVE(0), .fallback = "endless", .word = "endless", .word_value = INFINITY,
     .doc = "Length from the point along the axis; endless: infinite in both directions. A cylinder with a "
            "length is a shell that particles touch from both sides, with edges at its ends.",
     AT(length)},
    {"lids", LIDS,
     .doc = "Flat lids of the cylinder, walls of their own called NAME.start and NAME.end; for particles "
            "inside.",
     AT(lids)},
    {"side", .type = &scree_switch_type, .choices = "inside|outside", .fallback = "inside",
     .doc = "Side of the particles: inside (a drum) or outside (a shaft). An endless cylinder acts towards "
            "this side only; insertions place particles only on this side, and beyond the ends.",
     AT(outside)},
};
static const scree_section shell_section = {.doc = "A cylinder, open at its ends.", KEYS(shell_keys)};
static const scree_key ball_keys[] = {
    {"point", POSITION, .required = true, .doc = "Centre.", AT(point)},
    {"center", POSITION, .doc = "Centre.", .alias_of = "point", AT(point)},
    {"radius", LENGTH, ABOVE(0), .required = true, .doc = "Radius.", AT(radius)},
    {"side", .type = &scree_switch_type, .choices = "inside|outside", .fallback = "inside",
     .doc = "Side of the particles: inside (a hollow sphere) or outside (a ball). Everything on the other "
            "side overlaps the wall.",
     AT(outside)},
};
static const scree_section ball_section = {.doc = "A sphere, hollow or a ball.", KEYS(ball_keys)};
static const scree_key mesh_keys[] = {
    {"file", .type = &scree_file_type, .required = true,
     .doc = "STL or PLY file, text or binary, OBJ file, or VTK file with polygons as text. Faces may have "
            "any number of corners and be concave; their edges must not cross each other.",
     AT(file)},
    {"scale", .type = &scree_scale_type, .unit = "m", .fallback = "1 m",
     .doc =
         "Length of one unit of the file, the same along all axes, or a list of one for each; a negative one "
         "mirrors the mesh, whose triangles are then turned over, so that its outside stays outside.",
     AT(scale)},
    {"offset", POSITION, .doc = "Added to every point after scaling.", AT(offset)},
};
static const scree_section mesh_section = {
    .doc = "A surface of triangles. Adjoining meshes of the same material and motion form one surface.",
    KEYS(mesh_keys),
    .short_key = "file"};
static const scree_key wall_box_keys[] = {
    {"min", POSITION, .required = true, .doc = "Lower corner.", AT(min)},
    {"max", POSITION, .required = true, .doc = "Upper corner, above min on every axis.", AT(max)},
    {"open", .type = &scree_axes_type, .choices = "x-|x+|y-|y+|z-|z+",
     .doc = "Faces that are left out, such as [z+].", AT(open)},
};
static const scree_section wall_box_section = {
    .doc = "The faces of a box along the axes.", KEYS(wall_box_keys), .check = scree_check_wall_box};
static const scree_key rectangle_keys[] = {
    {"corner", POSITION, .required = true, .doc = "A corner.", AT(point)},
    {"first", POSITION, .required = true, .doc = "From the corner along one side.", AT(edge[0])},
    {"second", POSITION, .required = true,
     .doc = "From the corner along the other side; it need not be normal to the first.", AT(edge[1])},
};
static const scree_section rectangle_section = {
    .doc = "A rectangle, or another parallelogram.", KEYS(rectangle_keys), .check = scree_check_rectangle};
#define SEGMENTS                                                                                             \
    {                                                                                                        \
        "segments",                                                                                          \
            .type = &scree_integer_type, WITHIN(3, 100000), .fallback = "128",                               \
            .doc = "Sides of the polygon that stands for the circle; its corners are on the circle.",        \
            AT(segments)                                                                                     \
    }
static const scree_key disc_keys[] = {
    {"point", POSITION, .required = true, .doc = "Centre.", AT(point)},
    {"normal", AXIS, .required = true, .doc = "Normal, any length.", AT(axis)},
    {"radius", LENGTH, ABOVE(0), .required = true, .doc = "Radius.", AT(radius)},
    {"hole", LENGTH, FROM(0), .fallback = "0 m",
     .doc = "Radius of a hole in the middle (an orifice); 0: none.", AT(hole)},
    SEGMENTS,
};
static const scree_section disc_section = {
    .doc = "A disc, or a ring.", KEYS(disc_keys), .check = scree_check_disc};
static const scree_key cone_keys[] = {
    {"point", POSITION, .required = true, .doc = "Centre of one end.", AT(point)},
    {"axis", AXIS, .required = true, .doc = "Direction from that end to the other; any length.", AT(axis)},
    {"length", LENGTH, ABOVE(0), .required = true, .doc = "Length along the axis.", AT(length)},
    {"radius", LENGTH, FROM(0), .required = true, .doc = "Radius at the point.", AT(radius)},
    {"end_radius", LENGTH, FROM(0), .required = true, .doc = "Radius at the other end; 0: a tip.",
     AT(end_radius)},
    {"lids", LIDS, .doc = "Ends that are closed.", AT(lids)},
    SEGMENTS,
};
static const scree_section cone_section = {
    .doc = "A cone, a frustum (a hopper) or, with two equal radii, a tube; both sides are walls.",
    KEYS(cone_keys),
    .check = scree_check_cone};
static const scree_key extrude_keys[] = {
    {"line", .type = &scree_points_type, .unit = "m", .required = true, .doc = "Points of a line, in order.",
     AT(line)},
    {"along", POSITION, .required = true, .doc = "Where the line is moved to: the wall is what it sweeps.",
     AT(edge[0])},
    {"closed", BOOL, .fallback = "false", .doc = "Join the last point to the first.", AT(closed)},
};
static const scree_section extrude_section = {
    .doc = "A line of straight pieces moved along a vector: a chute, a trough.",
    KEYS(extrude_keys),
    .check = scree_check_extrude};
static const scree_key helix_keys[] = {
    {"point", POSITION, .required = true, .doc = "Point on the axis at which the blade begins.", AT(point)},
    {"axis", AXIS, .required = true, .doc = "Direction of the axis, any length.", AT(axis)},
    {"length", LENGTH, ABOVE(0), .required = true, .doc = "Length along the axis.", AT(length)},
    {"radius", LENGTH, ABOVE(0), .required = true, .doc = "Radius of the outer edge.", AT(radius)},
    {"inner_radius", LENGTH, ABOVE(0), .required = true,
     .doc = "Radius of the inner edge: that of the shaft, or more for a ribbon.", AT(hole)},
    {"pitch", LENGTH, ABOVE(0), .required = true, .doc = "Length along the axis of one turn.", AT(pitch)},
    {"thickness", LENGTH, FROM(0), .fallback = "0 m",
     .doc = "Thickness of the blade along the axis; 0: a sheet, both sides of which are walls.",
     AT(thickness)},
    {"hand", .type = &scree_switch_type, .choices = "right|left", .fallback = "right",
     .doc = "Right: the thread of a common screw. Turned about its axis by the right-hand rule, a "
            "right-handed blade moves particles against the axis.",
     AT(left_handed)},
    {"segments", .type = &scree_integer_type, WITHIN(3, 100000), .fallback = "64",
     .doc = "Straight pieces of an edge in one turn; their ends are on the helix.", AT(turn_segments)},
};
static const scree_section helix_section = {
    .doc = "The blade of a screw, or a ribbon.", KEYS(helix_keys), .check = scree_check_helix};
static const scree_key torus_keys[] = {
    {"point", POSITION, .required = true, .doc = "Centre.", AT(point)},
    {"axis", AXIS, .required = true, .doc = "Direction of the axis, any length.", AT(axis)},
    {"radius", LENGTH, ABOVE(0), .required = true, .doc = "Radius of the circle in the middle of the tube.",
     AT(radius)},
    {"tube_radius", LENGTH, ABOVE(0), .required = true, .doc = "Radius of the tube.", AT(end_radius)},
    SEGMENTS,
};
static const scree_section torus_section = {.doc = "A ring with a round section; both sides are walls.",
                                            KEYS(torus_keys),
                                            .check = scree_check_torus};
static const scree_key screen_keys[] = {
    {"corner", POSITION, .required = true, .doc = "A corner.", AT(point)},
    {"first", POSITION, .required = true, .doc = "From the corner along one side.", AT(edge[0])},
    {"second", POSITION, .required = true,
     .doc = "From the corner along the other side, normal to the first.", AT(edge[1])},
    {"columns", .type = &scree_integer_type, WITHIN(1, 100000), .required = true,
     .doc = "Number of holes along the first side.", AT(columns)},
    {"rows", .type = &scree_integer_type, WITHIN(1, 100000), .required = true,
     .doc = "Number of holes along the second side.", AT(rows)},
    {"hole", LENGTH, ABOVE(0), .required = true, .doc = "Radius of a hole.", AT(hole)},
    {"segments", .type = &scree_integer_type, WITHIN(8, 100000), .fallback = "32",
     .doc = "Sides of the polygon that stands for the edge of a hole, made a multiple of 8; its corners are "
            "on the circle.",
     AT(hole_segments)},
};
static const scree_section screen_section = {
    .doc = "A plate with round holes in columns and rows; it has no thickness.",
    KEYS(screen_keys),
    .check = scree_check_screen};
#undef AT

#define AT(field) .offset = offsetof(scree_outline, field)
static const scree_key circle_keys[] = {
    {"point", POSITION, .required = true, .doc = "Centre.", AT(centre)},
    {"axis", AXIS, .required = true, .doc = "Normal of its plane, any length and sense.", AT(axis)},
    {"radius", LENGTH, ABOVE(0), .required = true, .doc = "Radius.", AT(radius)},
    {"cylinder", AXIS,
     .doc =
         "Axis of a cylinder with this radius that the plane cuts obliquely, as where two pipes meet; that "
         "of the circle if not given.",
     AT(cylinder)},
};
static const scree_section circle_section = {.doc = "A circle, or an oblique section of a cylinder.",
                                             KEYS(circle_keys)};
static const scree_key outline_keys[] = {
    {"corners", .type = &scree_points_type, .unit = "m", .variant = true, .kind = SCREE_OUTLINE_CORNERS,
     .doc = "Corners in order, in either sense; all polygons of a loft have the same number, and begin at "
            "corners that are joined.",
     AT(corner)},
    {"circle", SECTION(circle_section), .variant = true, .kind = SCREE_OUTLINE_CIRCLE},
};
static const scree_section outline_section = {.doc = "A section of a loft.",
                                              KEYS(outline_keys),
                                              .size = sizeof(scree_outline),
                                              .kind_offset = offsetof(scree_outline, kind),
                                              .check = scree_check_outline};
#undef AT

#define AT(field) .offset = offsetof(scree_wall_def, field)
static const scree_key loft_keys[] = {
    {"sections", .type = &scree_list_type, .section = &outline_section, .required = true,
     .doc = "Two or more outlines, each of which is joined to the next one: polygons, circles, or both.",
     AT(outline)},
    {"closed", BOOL, .fallback = "true",
     .doc = "Join the last corner of each outline to the first; false: lines, such as those of a bent chute.",
     AT(is_loop)},
    {"lids", LIDS, .doc = "Ends that are closed.", AT(lids)},
    SEGMENTS,
};
static const scree_section loft_section = {
    .doc = "A surface through outlines, such as a hopper from a rectangle to a circle; both sides are walls. "
           "Between a polygon and a circle it has a flat triangle at each side and a fan at each corner.",
    KEYS(loft_keys),
    .check = scree_check_loft};
static const scree_key paddle_keys[] = {
    {"point", POSITION, .required = true, .doc = "Point on the axis from which the arm goes out.", AT(point)},
    {"axis", AXIS, .required = true, .doc = "Direction of the shaft's axis, any length.", AT(axis)},
    {"arm", AXIS, .required = true,
     .doc = "Direction from the axis to the plate; the part of it across the axis counts.", AT(edge[0])},
    {"inner_radius", LENGTH, FROM(0), .required = true, .doc = "From the axis to the inner edge.", AT(hole)},
    {"radius", LENGTH, ABOVE(0), .required = true, .doc = "From the axis to the outer edge.", AT(radius)},
    {"width", LENGTH, ABOVE(0), .required = true, .doc = "Width of the plate.", AT(length)},
    {"thickness", LENGTH, FROM(0), .fallback = "0 m",
     .doc = "Thickness of the plate; 0: a sheet, both sides of which are walls.", AT(thickness)},
    {"angle", IN("rad"), WITHIN(-1.5707963267948966, 1.5707963267948966), .fallback = "0 deg",
     .doc =
         "How far the plate is turned about its arm: 0: its width is along the axis. Turned about its axis "
         "by the right-hand rule, a paddle with a positive angle moves particles against the axis, one "
         "with a negative angle along it.",
     AT(angle)},
};
static const scree_section paddle_section = {
    .doc = "A flat blade of a mixer.", KEYS(paddle_keys), .check = scree_check_paddle};
static const scree_key mirror_keys[] = {
    {"point", POSITION, .required = true, .doc = "A point on the mirror.", AT(mirror_point)},
    {"normal", AXIS, .required = true, .doc = "Normal of the mirror, any length.", AT(mirror_normal)},
};
static const scree_section mirror_section = {.doc = "Mirrors the wall at a plane when it is made.",
                                             KEYS(mirror_keys)};
#undef AT

#define AT(field) .offset = offsetof(scree_belt_def, field)
static const scree_key belt_keys[] = {
    {"speed", IN("m/s"), .required = true,
     .doc = "Speed along the surface; positive: as a right-handed turn about the axis.", AT(speed)},
    {"axis", AXIS, .required = true, .doc = "Direction of the axes of its pulleys, any length.", AT(axis)},
    {"point", POSITION, .required = true,
     .doc = "A point within the loop, from which every part of the belt is seen: parts on opposite sides of "
            "it run in opposite directions. If the belt has only an upper strand: a point below all of it.",
     AT(point)},
};
static const scree_section belt_section = {.doc = "The surface moves around an axis.", KEYS(belt_keys)};
#undef AT

#define AT(field) .offset = offsetof(scree_turn, field)
static const scree_key turn_keys[] = {
    {"axis", AXIS, .required = true, .doc = "Direction of the axis; right-hand rule.", AT(axis)},
    {"angle", IN("rad"), .required = true, .doc = "Angle.", AT(angle)},
    {"point", POSITION, .doc = "A point on the axis.", AT(point)},
};
static const scree_section turn_section = {
    .doc = "Rotates the wall when it is made.", KEYS(turn_keys), .size = sizeof(scree_turn)};
#undef AT

#define AT(field) .offset = offsetof(scree_wall_def, field)
#define WITH_TRIANGLES                                                                                       \
    ONLY(SCREE_WALL_MESH)                                                                                    \
    | ONLY(SCREE_WALL_BOX) | ONLY(SCREE_WALL_RECTANGLE) | ONLY(SCREE_WALL_DISC) | ONLY(SCREE_WALL_CONE) |    \
        ONLY(SCREE_WALL_EXTRUDE) | ONLY(SCREE_WALL_HELIX) | ONLY(SCREE_WALL_TORUS) |                         \
        ONLY(SCREE_WALL_SCREEN) | ONLY(SCREE_WALL_LOFT) | ONLY(SCREE_WALL_PADDLE)
static const scree_key wall_keys[] = {
    {"plane", SECTION(plane_section), .variant = true, .kind = SCREE_WALL_PLANE},
    {"cylinder", SECTION(shell_section), .variant = true, .kind = SCREE_WALL_CYLINDER},
    {"sphere", SECTION(ball_section), .variant = true, .kind = SCREE_WALL_SPHERE},
    {"mesh", SECTION(mesh_section), .variant = true, .kind = SCREE_WALL_MESH},
    {"box", SECTION(wall_box_section), .variant = true, .kind = SCREE_WALL_BOX},
    {"rectangle", SECTION(rectangle_section), .variant = true, .kind = SCREE_WALL_RECTANGLE},
    {"disc", SECTION(disc_section), .variant = true, .kind = SCREE_WALL_DISC},
    {"cone", SECTION(cone_section), .variant = true, .kind = SCREE_WALL_CONE,
     .doc = "A cone, a frustum (a hopper) or, with two equal radii, a tube."},
    {"extrude", SECTION(extrude_section), .variant = true, .kind = SCREE_WALL_EXTRUDE},
    {"helix", SECTION(helix_section), .variant = true, .kind = SCREE_WALL_HELIX},
    {"torus", SECTION(torus_section), .variant = true, .kind = SCREE_WALL_TORUS},
    {"screen", SECTION(screen_section), .variant = true, .kind = SCREE_WALL_SCREEN},
    {"loft", SECTION(loft_section), .variant = true, .kind = SCREE_WALL_LOFT},
    {"paddle", SECTION(paddle_section), .variant = true, .kind = SCREE_WALL_PADDLE},
    {"mirror", SECTION(mirror_section), .kinds = WITH_TRIANGLES, .flag = offsetof(scree_wall_def, mirrored)},
    {"rotate", .type = &scree_list_type, .section = &turn_section, .kinds = WITH_TRIANGLES,
     .doc = "Rotates the wall when it is made, after it was mirrored: one rotation or a list, done in the "
            "order given.",
     AT(turn)},
    {"material", LIVE, .type = &scree_material_type, .required = true, .doc = "Material of the wall.",
     AT(material)},
    {"motion", LIVE, .type = &scree_list_type, .section = &motion_section,
     .doc = "Motion of the wall: one motion or a list, applied in the order given.", AT(motion)},
    {"servo", LIVE, SECTION(scree_servo_section), .flag = offsetof(scree_wall_def, drive.servo),
     .doc = "Moves the wall so that it presses with a given force, stress or torque.", AT(drive)},
    {"free", LIVE, SECTION(scree_free_section), .flag = offsetof(scree_wall_def, drive.free), AT(drive)},
    {"movable", LIVE, BOOL, .fallback = "false",
     .doc =
         "A program that uses the library moves the wall (docs/c_library.md); until it does the wall stays.",
     AT(movable)},
    {"reference", LIVE, POSITION,
     .doc = "Point of the wall at t = 0 whose position the series has, and about which it has the torque; a "
            "point on the axis of the wall's first rotation if not given, or the centre of a free wall, else "
            "the origin.",
     AT(reference)},
    {"surface_velocity", LIVE, VELOCITY,
     .doc = "Velocity of the surface of a wall at rest, of which only the component along the surface acts: "
            "a flat conveyor belt. On a part of the wall that slopes by an angle the speed is smaller by the "
            "cosine of the angle, and the lower strand moves in the direction of the upper one; see `belt`.",
     AT(surface_velocity)},
    {"belt", LIVE, SECTION(belt_section), .flag = offsetof(scree_wall_def, has_belt),
     .doc = "The surface of a wall at rest moves around an axis, everywhere with the full speed: a conveyor "
            "belt with slopes, pulleys and a lower strand that moves back.",
     AT(belt)},
    {"heat", LIVE, SECTION(scree_wall_heat_section),
     .doc = "How the wall exchanges heat with particles; insulated if not given.", AT(heat),
     .flag = offsetof(scree_wall_def, has_heat)},
    {"liquid_film", LENGTH, FROM(0), .fallback = "0 m",
     .doc = "Thickness of the film of liquid on a wall of triangles at the start.", AT(liquid_film)},
    {"displaced_by_wear", SECTION(scree_wear_shape_section), .kinds = WITH_TRIANGLES,
     .flag = offsetof(scree_wall_def, displaced), AT(shape)},
    {"start", LIVE, TIME, FROM(0), .fallback = "0 s", OR_NEVER,
     .doc = "Time at which the wall appears; never: a phase sets it.", AT(start)},
    {"stop", LIVE, TIME, FROM(0), .fallback = "never", OR_NEVER,
     .doc = "Time at which the wall disappears (a gate).", AT(stop)},
};
const scree_section scree_wall_section = {
    .doc =
        "Walls: name -> wall. Where walls lie on each other or continue each other, the first of them acts. "
        "Contact laws take the radius of the particle for the effective one, also where a wall is curved.",
    KEYS(wall_keys),
    .size = sizeof(scree_wall_def),
    .kind_offset = offsetof(scree_wall_def, kind),
    .name_offset = offsetof(scree_wall_def, name),
    .has_place = true,
    .place_offset = offsetof(scree_wall_def, place),
    .check = scree_check_wall};
#undef AT
