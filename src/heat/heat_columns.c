// SPDX-License-Identifier: BSD-3-Clause
// Columns of the series about heat, of the world and of walls.
#include "heat/heat.h"

#define HEAT(member) SCREE_COLUMN_OF_WORLD(heat.member)
static const scree_column of_particles[] = {
    {"thermal", "J", "Change of the sum of m c T over the particles that are not fixed, since the start.",
     HEAT(thermal)},
    {"heat_made", "J", "Heat made of losses in contacts since the start.", HEAT(made)},
    {"heat_walls", "J", "Heat from walls and fixed particles since the start, less what was made for them.",
     HEAT(walls)},
    {"heat_sources", "J", "Heat of the sources since the start.", HEAT(sources)},
    {"heat_ambient", "J", "Heat by convection and radiation since the start.", HEAT(ambient)},
    {"heat_exchanged", "J",
     "Heat of particles that came, less that of those that left, and of changes of masses, heat capacities "
     "and temperatures from outside, since the start.",
     HEAT(exchanged)},
    {"heat_balance", "J", "`thermal` less all of these: 0 but for rounding.", HEAT(balance)},
    {"temperature", "K", "Mean by heat capacity, and standard deviation; 0 without particles.", HEAT(mean)},
    {"temperature_deviation", "K", NULL, HEAT(deviation)},
    {"min_temperature", "K", "Smallest and largest temperature of a particle; 0 without particles.",
     HEAT(lowest)},
    {"max_temperature", "K", NULL, HEAT(highest)},
};

#define WALL(member) SCREE_COLUMN_OF(scree_wall, now.member)
static const scree_column of_wall[] = {
    {"temperature", "K", "Its temperature; 0 where it has had none so far.", WALL(temperature)},
    {"heat", "W", "Heat into the particles now, less what contacts make for the wall.", WALL(heat)},
    {"heat_in", "J", "The same since the start.", WALL(heat_in)},
};

#define IN_CASES_WITH_HEAT .when = "in cases with heat", .has = scree_case_has_heat
const scree_column_table scree_heat_columns = {IN_CASES_WITH_HEAT, SCREE_COLUMNS(of_particles)},
                         scree_heat_wall_columns = {IN_CASES_WITH_HEAT, SCREE_COLUMNS(of_wall)};
