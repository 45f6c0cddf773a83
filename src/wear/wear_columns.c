// SPDX-License-Identifier: BSD-3-Clause
// Columns of the series about the wear of walls.
#include "wear/wear.h"
#include "wear/wear_shape.h"

static const struct scree_wear_of_wall *of_wall(const scree_column_item *c) {
    const scree_wall *wall = c->of;
    return &c->w->wear->wall[wall - c->w->wall.data];
}

// k: scree_wear_value.
static double value(const scree_column_item *c) {
    return of_wall(c)->value[c->column->k];
}

static double impacts(const scree_column_item *c) {
    return (double)of_wall(c)->impacts;
}

static double deepest(const scree_column_item *c) {
    return of_wall(c)->deepest;
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
    return ((const scree_wall *)c->of)->area;
}

static double per_area(const scree_column_item *c) {
    return area_of(c) > 0.0 ? value(c) / area_of(c) : 0.0;
}

static double mean_stress(const scree_column_item *c) {
    return c->w->wear_time > 0.0 ? per_area(c) / c->w->wear_time : 0.0;
}

#define MOVED .when = "of walls that wear moves", .has = is_moved
static const scree_column column[] = {
    {"wear_volume", "m3", "Volume that it has lost by wear.", .value = value, .k = SCREE_WEAR_VOLUME},
    {"wear_depth", "m", "The same over its area; 0 without an area.", .value = per_area,
     .k = SCREE_WEAR_VOLUME},
    {"deepest_wear", "m", "The largest wear depth of its triangles.", .value = deepest},
    {"sliding_work", "J",
     "Work of sliding of particles on it since the start, less what contacts store of it now.",
     .value = value, .k = SCREE_WEAR_SLIDE_WORK},
    {"normal_work", "J", "The same in the normal direction: what dashpots and plastic contacts have lost.",
     .value = value, .k = SCREE_WEAR_PUSH_WORK},
    {"load_path", "N m", "Repulsive normal force over the sliding distance.", .value = value,
     .k = SCREE_WEAR_PATH},
    {"impacts", "1", "Number of contacts that have begun.", .value = impacts},
    {"impact_energy", "J", "Sum of their energies, those of the normal motion of the particles.",
     .value = value, .k = SCREE_WEAR_ENERGY},
    {"mean_pressure", "Pa", "Normal and tangential force over time and area, means since the start.",
     .value = mean_stress, .k = SCREE_WEAR_PUSH},
    {"mean_shear", "Pa", NULL, .value = mean_stress, .k = SCREE_WEAR_SHEAR},
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

static bool has_wear(const scree_case *c) {
    return c->has_wear;
}

const scree_column_table scree_wear_wall_columns = {"in cases with wear", has_wear, SCREE_COLUMNS(column),
                                                    .sums = true};
