// SPDX-License-Identifier: BSD-3-Clause
#include "wall_motion/wall_columns.h"
#include "wall_motion/wall_drive.h"
#include "wall_motion/wall_pose.h"

// ---- which walls have a column; bits: SCREE_WALL_SHOWS_... --------------------------------------------------

static bool is_shown(const scree_column_item *c) {
    return (((const scree_wall *)c->of)->def->shown & c->column->bits) != 0;
}

static bool moves(const scree_column_item *c) {
    return ((const scree_wall *)c->of)->moves || is_shown(c);
}

static bool works(const scree_column_item *c) {
    return scree_wall_works(c->of) || is_shown(c);
}

// ---- values, where they are no members; k: a component, or a freedom ---------------------------------------

static scree_vec3 reference(const scree_wall *wall) {
    return scree_wall_to_lab(wall, wall->def->reference);
}

static double torque(const scree_column_item *c) {
    const scree_wall_state *now = &((const scree_wall *)c->of)->now;
    return vec_get(vec_sub(now->torque, vec_cross(reference(c->of), now->force)), c->column->k);
}

static double place(const scree_column_item *c) {
    return vec_get(reference(c->of), c->column->k);
}

static double angle(const scree_column_item *c) {
    double x;
    return scree_wall_angle(((const scree_wall *)c->of)->def, scree_world_time(c->w), &x) ? x : 0.0;
}

static double work(const scree_column_item *c) {
    const scree_wall_state *now = &((const scree_wall *)c->of)->now;
    return now->work - 0.5 * c->w->dt * now->power;
}

static double velocity(const scree_column_item *c) {
    const scree_wall_state *now = &((const scree_wall *)c->of)->now;
    return vec_get(vec_add(now->velocity, vec_cross(now->spin, reference(c->of))), c->column->k);
}

// A member of scree_freedom_now.
static double of_freedom(const scree_column_item *c) {
    const scree_freedom_now now = scree_wall_drive_freedom(c->w, c->of, c->column->k);
    return *(const double *)((const char *)&now + c->column->at);
}

static double stress(const scree_column_item *c) {
    const scree_freedom_now now = scree_wall_drive_freedom(c->w, c->of, c->column->k);
    return now.area > 0.0 ? now.load / now.area : 0.0;
}

// ---- the table ---------------------------------------------------------------------------------------------

#define AT(member) SCREE_COLUMN_OF(scree_wall, now.member)
#define IF(CONDITION, SHOWN, WHEN) .has = CONDITION, .bits = SCREE_WALL_SHOWS_##SHOWN, .when = WHEN
#define MOVES IF(moves, PLACE, "of walls that move")
#define WORKS IF(works, WORK, "of walls that move or have a surface velocity")
#define IS_FREE IF(is_shown, VELOCITY, "of free walls")
#define VALUE(FUNCTION, K) .value = FUNCTION, .k = K
#define FREEDOM(K, MEMBER) SCREE_COLUMN_OF(scree_freedom_now, MEMBER), VALUE(of_freedom, K)

// The columns of freedom K, and of a slide that a stress moves.
#define FREEDOM_COLUMNS(K, NAME, LENGTH, LOAD, SHOWN, DOC)                                                   \
    {NAME, LENGTH, DOC, IF(is_shown, SHOWN, "of driven walls"), FREEDOM(K, place)},                          \
        {NAME "_speed", LENGTH "/s", NULL, IF(is_shown, SHOWN, NULL), FREEDOM(K, speed)},                    \
        {NAME "_load", LOAD, NULL, IF(is_shown, SHOWN, NULL), FREEDOM(K, load)}, {                           \
        NAME "_target", LOAD, NULL, IF(is_shown, SHOWN, NULL), FREEDOM(K, target)                            \
    }
#define SLIDE_COLUMNS(K, NAME, DOC)                                                                          \
    FREEDOM_COLUMNS(K, NAME, "m", "N", SLIDE << K, DOC),                                                     \
        {NAME "_area", "m2", "Area, and load over area.",                                                    \
         IF(is_shown, STRESS << K, "where it presses with a stress"), FREEDOM(K, area)},                     \
    {                                                                                                        \
        NAME "_stress", "Pa", NULL, IF(is_shown, STRESS << K, NULL), VALUE(stress, K)                        \
    }

static const scree_column column[] = {
    {"fx", "N", "Force of the particles on the wall.", AT(force.x)},
    {"fy", "N", NULL, AT(force.y)},
    {"fz", "N", NULL, AT(force.z)},
    {"tx", "N m",
     "Torque of the particles on the wall about its reference point: `reference` of the wall, else a point "
     "on the axis of its first rotation, else the origin.",
     VALUE(torque, 0)},
    {"ty", "N m", NULL, VALUE(torque, 1)},
    {"tz", "N m", NULL, VALUE(torque, 2)},
    {"x", "m", "Position of the reference point.", MOVES, VALUE(place, 0)},
    {"y", "m", NULL, MOVES, VALUE(place, 1)},
    {"z", "m", NULL, MOVES, VALUE(place, 2)},
    {"angle", "rad", "Angle by which its first rotation has turned it.",
     IF(is_shown, ANGLE, "of walls that rotate"), .value = angle},
    {"power", "W", "Power on the particles now.", WORKS, AT(power)},
    {"work", "J", "Work on the particles since the start.", WORKS, .value = work},
    {"vx", "m/s", "Velocity of the reference point.", IS_FREE, VALUE(velocity, 0)},
    {"vy", "m/s", NULL, IS_FREE, VALUE(velocity, 1)},
    {"vz", "m/s", NULL, IS_FREE, VALUE(velocity, 2)},
    {"wx", "rad/s", "Spin.", IS_FREE, AT(spin.x)},
    {"wy", "rad/s", NULL, IS_FREE, AT(spin.y)},
    {"wz", "rad/s", NULL, IS_FREE, AT(spin.z)},
    SLIDE_COLUMNS(0, "slide",
                  "Of its first slide: where it is since the drive began, its speed, load and target. Load "
                  "and target of a servo act on the particles; the load of a free wall is all that acts on "
                  "it along the freedom, its target the given force."),
    SLIDE_COLUMNS(1, "slide2", "The same of its second slide."),
    SLIDE_COLUMNS(2, "slide3", "The same of its third slide."),
    FREEDOM_COLUMNS(SCREE_TURN, "turn", "rad", "N m", TURN, "The same of its turn."),
};

const scree_column_table scree_wall_columns = {SCREE_COLUMNS(column)};
