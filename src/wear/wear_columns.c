// SPDX-License-Identifier: BSD-3-Clause
// Columns of the series about the wear of walls.
#include "wear/wear.h"
#include "wear/wear_shape.h"
#include <math.h>

// bits of a column: of what it is.
enum { OF_WALL, OF_REGION };

static const scree_wear_of_wall *of_wall(const scree_column_item *c) {
    const scree_wall *wall = c->of;
    return &c->w->wear->wall[wall - c->w->wall.data];
}

static const scree_wear_region *of_region(const scree_column_item *c) {
    const scree_wear_region_def *region = c->of;
    return &c->w->wear->region[region - c->w->case_->wear.region.data];
}

static const scree_wear_total *sum_of(const scree_column_item *c) {
    return c->column->bits == OF_REGION ? &of_region(c)->sum : &of_wall(c)->sum;
}

// k: scree_wear_value.
static double value(const scree_column_item *c) {
    return sum_of(c)->value[c->column->k];
}

static double impacts(const scree_column_item *c) {
    return (double)sum_of(c)->impacts;
}

static bool is_moved(const scree_column_item *c) {
    return ((const scree_wall *)c->of)->def->displaced;
}

static const scree_wear_moved *moved(const scree_column_item *c) {
    return scree_wear_moved_of(c->w, (size_t)((const scree_wall *)c->of - c->w->wall.data));
}

static double displaced(const scree_column_item *c) {
    return scree_double_double_value(&moved(c)->displaced);
}

static double carried(const scree_column_item *c) {
    return of_wall(c)->carried;
}

static double farthest(const scree_column_item *c) {
    return of_wall(c)->farthest;
}

static double limited(const scree_column_item *c) {
    return (double)moved(c)->limited;
}

static double held(const scree_column_item *c) {
    return (double)moved(c)->held;
}

static double area_of(const scree_column_item *c) {
    return c->column->bits == OF_REGION ? of_region(c)->area : ((const scree_wall *)c->of)->area;
}

static double per_area(const scree_column_item *c) {
    return area_of(c) > 0.0 ? value(c) / area_of(c) : NAN;
}

static double deepest(const scree_column_item *c) {
    return area_of(c) > 0.0 ? sum_of(c)->deepest : NAN;
}

static double mean_stress(const scree_column_item *c) {
    const bool none_yet = area_of(c) > 0.0 && !(c->w->wear_time > 0.0);
    return none_yet ? 0.0 : per_area(c) / c->w->wear_time;
}

#define SUM(NAME, UNIT, DOC, VALUE, K, ...)                                                                  \
    { NAME, UNIT, DOC, .value = VALUE, .k = SCREE_WEAR_##K, .bits = __VA_ARGS__ }
#define SUMS(OF)                                                                                             \
    SUM("wear_volume", "m3", "Volume that it has lost by wear.", value, VOLUME, OF),                         \
        SUM("wear_depth", "m", "The same over its area; `nan` without one, as of planes and cylinders.",     \
            per_area, VOLUME, OF, .lacks = true),                                                            \
        SUM("deepest_wear", "m", "The largest wear depth of its triangles; `nan` without an area.", deepest, \
            VOLUME, OF, .lacks = true),                                                                      \
        SUM("sliding_work", "J",                                                                             \
            "Work of sliding of particles on it since the start, less what contacts store of it now.",       \
            value, SLIDE_WORK, OF),                                                                          \
        SUM("normal_work", "J",                                                                              \
            "The same in the normal direction: what dashpots and plastic contacts have lost.", value,        \
            PUSH_WORK, OF),                                                                                  \
        SUM("load_path", "N m", "Repulsive normal force over the sliding distance.", value, PATH, OF),       \
        SUM("impacts", "1", "Number of contacts that have begun.", impacts, ENERGY, OF),                     \
        SUM("impact_energy", "J", "Sum of their energies, those of the normal motion of the particles.",     \
            value, ENERGY, OF),                                                                              \
        SUM("mean_pressure", "Pa",                                                                           \
            "Normal and tangential force over time and area, means since the start; `nan` without an area.", \
            mean_stress, PUSH, OF, .lacks = true),                                                           \
        SUM("mean_shear", "Pa", NULL, mean_stress, SHEAR, OF, .lacks = true)
static const scree_column region_column[] = {SUMS(OF_REGION)};
#define MOVED .when = "of walls that wear moves", .has = is_moved
static const scree_column column[] = {
    SUMS(OF_WALL),
    {"displaced_volume", "m3", "Volume that its vertices have swept as wear moved them.", MOVED,
     .value = displaced},
    {"carried_volume", "m3",
     "What is worn and not yet taken off, since the last move or because of limits; with displaced_volume it "
     "is "
     "`exaggerate` times wear_volume.",
     MOVED, .value = carried},
    {"largest_displacement", "m", "The largest distance of a vertex from where it was given.", MOVED,
     .value = farthest},
    {"limited_vertices", "1",
     "Vertices that the last move stopped at at_most or in_total before all was taken off.", MOVED,
     .value = limited},
    {"held_vertices", "1",
     "Vertices that the last move left where they were, because a triangle would have turned too far.", MOVED,
     .value = held},
};
#undef MOVED
#undef SUMS
#undef SUM

static bool has_wear(const scree_case *c) {
    return c->has_wear;
}

const scree_column_table scree_wear_wall_columns = {"in cases with wear", has_wear, SCREE_COLUMNS(column),
                                                    .sums = true};
const scree_column_table scree_wear_region_columns = {SCREE_COLUMNS(region_column), .sums = true};
