// SPDX-License-Identifier: BSD-3-Clause
#include "walls/wall_columns.h"
#include "walls/wall_drive.h"
#include "walls/wall_pose.h"

// ---- which walls have a column -----------------------------------------------------------------------------

static bool shows(const scree_wall *wall, unsigned what) {
    return (wall->def->shown & what) != 0;
}

static bool has_place(const scree_column_item *c) {
    return ((const scree_wall *)c->of)->moves || shows(c->of, SCREE_WALL_SHOWS_PLACE);
}

static bool has_angle(const scree_column_item *c) {
    return shows(c->of, SCREE_WALL_SHOWS_ANGLE);
}

static bool has_work(const scree_column_item *c) {
    return scree_wall_works(c->of) || shows(c->of, SCREE_WALL_SHOWS_WORK);
}

static bool has_velocity(const scree_column_item *c) {
    return shows(c->of, SCREE_WALL_SHOWS_VELOCITY);
}

static bool has_freedom(const scree_column_item *c) {
    return shows(c->of,
                 c->column->k == SCREE_TURN ? SCREE_WALL_SHOWS_TURN : SCREE_WALL_SHOWS_SLIDE << c->column->k);
}

static bool has_stress(const scree_column_item *c) {
    return has_freedom(c) && shows(c->of, SCREE_WALL_SHOWS_STRESS << c->column->k);
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
#define IF(CONDITION, WHEN) .has = has_##CONDITION, .when = WHEN
#define MOVES IF(place, "of walls that move")
#define WORKS IF(work, "of walls that move or have a surface velocity")
#define IS_FREE IF(velocity, "of free walls")
#define VALUE(FUNCTION, K) .value = FUNCTION, .k = K
#define FREEDOM(K, MEMBER) SCREE_COLUMN_OF(scree_freedom_now, MEMBER), VALUE(of_freedom, K)

// The columns of freedom K, and of a slide that a stress moves.
#define FREEDOM_COLUMNS(K, NAME, LENGTH, LOAD, DOC)                                                          \
    {NAME, LENGTH, DOC, IF(freedom, "of driven walls"), FREEDOM(K, place)},                                  \
        {NAME "_speed", LENGTH "/s", NULL, IF(freedom, NULL), FREEDOM(K, speed)},                            \
        {NAME "_load", LOAD, NULL, IF(freedom, NULL), FREEDOM(K, load)}, {                                   \
        NAME "_target", LOAD, NULL, IF(freedom, NULL), FREEDOM(K, target)                                    \
    }
#define SLIDE_COLUMNS(K, NAME, DOC)                                                                          \
    FREEDOM_COLUMNS(K, NAME, "m", "N", DOC),                                                                 \
        {NAME "_area", "m2", "Area, and load over area.", IF(stress, "where it presses with a stress"),      \
         FREEDOM(K, area)},                                                                                  \
    {                                                                                                        \
        NAME "_stress", "Pa", NULL, IF(stress, NULL), VALUE(stress, K)                                       \
    }

static const scree_column column[] = {
    {"fx", "N", "Force of the particles on the wall.", AT(force.x)},
    {"fy", "N", NULL, AT(force.y)},
    {"fz", "N", NULL, AT(force.z)},
    {"tx", "N m",
     "Torque of the particles on the wall about its reference point: `reference` of the wall, else a point "
     "on "
     "the axis of its first rotation, else the origin.",
     VALUE(torque, 0)},
    {"ty", "N m", NULL, VALUE(torque, 1)},
    {"tz", "N m", NULL, VALUE(torque, 2)},
    {"x", "m", "Position of the reference point.", MOVES, VALUE(place, 0)},
    {"y", "m", NULL, MOVES, VALUE(place, 1)},
    {"z", "m", NULL, MOVES, VALUE(place, 2)},
    {"angle", "rad", "Angle by which its first rotation has turned it.", IF(angle, "of walls that rotate"),
     .value = angle},
    {"power", "W", "Power on the particles now.", WORKS, AT(power)},
    {"work", "J", "Work on the particles since the start.", WORKS, .value = work},
    {"vx", "m/s", "Velocity of the reference point.", IS_FREE, VALUE(velocity, 0)},
    {"vy", "m/s", NULL, IS_FREE, VALUE(velocity, 1)},
    {"vz", "m/s", NULL, IS_FREE, VALUE(velocity, 2)},
    {"wx", "rad/s", "Spin.", IS_FREE, AT(spin.x)},
    {"wy", "rad/s", NULL, IS_FREE, AT(spin.y)},
    {"wz", "rad/s", NULL, IS_FREE, AT(spin.z)},
    SLIDE_COLUMNS(
        0, "slide",
        "Of its first slide: where it is since the drive began, its speed, load and target. Load and "
        "target of a servo act on the particles; the load of a free wall is all that acts on it along "
        "the freedom, its target the given force."),
    SLIDE_COLUMNS(1, "slide2", "The same of its second slide."),
    SLIDE_COLUMNS(2, "slide3", "The same of its third slide."),
    FREEDOM_COLUMNS(SCREE_TURN, "turn", "rad", "N m", "The same of its turn."),
};

const scree_column_table scree_wall_columns = {SCREE_COLUMNS(column)};
